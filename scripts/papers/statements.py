"""Statements of a paper beside the results here, and profiles that differ from others at some information sets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from measure import markdown_table
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy


@dataclass(frozen=True)
class Statement:
    """A statement about a game or a figure, and the result here; None where they cannot be expected to agree."""

    about: str
    published: str
    ours: str
    agrees: bool | None


def verdict(found: Sequence[Statement]) -> str:
    judged = [one for one in found if one.agrees is not None]
    differ = [f"{one.about} ({one.published})" for one in judged if not one.agrees]
    if not differ:
        return f"All {len(judged)} statements hold here."
    return f"{len(differ)} of {len(judged)} differ: {'; '.join(differ)}."


def statement_table(found: Sequence[Statement], about: str = "game") -> str:
    rows = [(one.about, one.published, one.ours, yes_or_no(one.agrees)) for one in found]
    return markdown_table((about, "published", "ours", "agrees"), rows)


def yes_or_no(true: bool | None) -> str:
    """Return a truth value as a table has it; a dash where there is none."""
    return "–" if true is None else "yes" if true else "no"


Behavior = Mapping[tuple[int, str], Mapping[str, Fraction | int | float]]
"""For a player (0 or 1) and an information set, the probabilities of actions; those left out are 0."""


def changed(profile: BehaviorProfile, behavior: Behavior) -> BehaviorProfile:
    """Return a profile with other behavior at some information sets."""
    shares: list[list[Any]] = [strategy.probabilities.tolist() for strategy in profile]
    for (player, infoset), chances in behavior.items():
        index = profile[player].index
        row = index.row_of[infoset]
        start, stop = index.first_sequence[row : row + 2].tolist()
        shares[player][start:stop] = [
            Fraction(chances.get(action, 0)) for action in index.action_names[row]
        ]
    first, second = (
        BehaviorStrategy(strategy.index, np.array(own, dtype=object))
        for strategy, own in zip(profile, shares, strict=True)
    )
    return BehaviorProfile((first, second))
