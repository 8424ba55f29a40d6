"""Starting points of paths by name."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from seqform.builders.forms.starts import centroid, plans_of, random_start
from seqform.errors import ModelError
from seqform.io.arguments import names_file
from seqform.io.profiles import read_profile
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.strategies.behavior import BehaviorProfile, RealizationPlans
from seqform.system.foreign_files import shown_value

Start = str | Path | BehaviorProfile | RealizationPlans
"""Accepted: "centroid", "random:SEED", the path of a profile's JSON file, a profile, or plans."""

Initial = Literal["slacks", "best-response"]
"""How a path begins: by pivots that bring u' and v' in, or at a basis of best responses to the start."""

CENTROID, RANDOM = "centroid", "random"

MOST_DIGITS = 1000  # of a seed

ALL_ONES = "ones"
"""Not a point, but the covering vector of Koller, Megiddo & von Stengel (1996), whose path is not one of plans."""


def start_file(start: str) -> Path | None:
    """Return the file that a start's name stands for; None if it stands for none.

    Examples
    --------
    >>> start_file("centroid"), start_file("random:1"), start_file("profile.json").name
    (None, None, 'profile.json')
    """
    return None if start in (CENTROID, ALL_ONES) or start.partition(":")[0] == RANDOM else Path(start)


def starting_plans(game: ExtensiveGame, form: SequenceForm, start: Start) -> RealizationPlans:
    """Return the plans (p, q) that a start names, exact; raise ModelError if it is none, or not of this game."""
    if isinstance(start, RealizationPlans):
        return start.bound_to(game)
    if isinstance(start, BehaviorProfile):
        return plans_of(start.bound_to(game))
    if not isinstance(start, str | Path):
        raise ModelError(
            f'start: "centroid", "random:SEED", a file, a profile or plans expected, not {type(start).__name__}'
        )
    if start == CENTROID:
        return centroid(form)
    word, colon, seed = str(start).partition(":")
    if word == RANDOM:
        if not colon or not seed.strip().isdecimal() or len(seed) > MOST_DIGITS:
            raise ModelError(
                f'start {shown_value(str(start))}: a seed from 0 on expected after "random:", as in random:1'
            )
        return random_start(form, int(seed))
    if not names_file(start):
        raise ModelError(
            f"start {shown_value(str(start))}: centroid, random:SEED, a profile's JSON file, or to solve a game also "
            f"{ALL_ONES} expected; no such file"
        )
    return plans_of(read_profile(start, game))
