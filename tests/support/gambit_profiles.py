"""Profiles of Gambit's in our terms."""

from __future__ import annotations

from fractions import Fraction
from importlib import metadata
from typing import Any

import numpy as np
import pytest

from seqform.models.game import ExtensiveGame
from seqform.models.strategies import BehaviorProfile, BehaviorStrategy


def pygambit_hides_nodes() -> bool:
    """Whether this is pygambit 17, in which nodes, actions and outcomes are no objects any more."""
    try:
        return int(metadata.version("pygambit").partition(".")[0]) >= 17
    except metadata.PackageNotFoundError:
        return False


needs_nodes = pytest.mark.skipif(
    pygambit_hides_nodes(), reason="goes through the nodes of a pygambit game, which pygambit 17 does not show"
)


def pygambit_with_nodes() -> Any:
    """Return pygambit; skip the test where it is missing, or of a version that shows no nodes and actions."""
    if pygambit_hides_nodes():
        pytest.skip("reads Gambit's answers by players and nodes, which pygambit 17 does not show")
    return pytest.importorskip("pygambit", reason="the extra 'gambit' brings pygambit")


def to_fraction(value: Any) -> Fraction:
    return Fraction(int(value.numerator), int(value.denominator))


def translated(profile: Any, gambit: Any, game: ExtensiveGame) -> BehaviorProfile:
    """Gambit's profile for our game: both trees are walked side by side, so no label has to agree."""
    chosen = [np.full(len(sequences.index), None, dtype=object) for sequences in game.sequences]
    for values in chosen:
        values[0] = Fraction(1)
    pending = [(gambit.root, 0)]
    while pending:
        node, ours = pending.pop()
        children = list(node.children)
        assert len(children) == game.num_actions[ours]
        player = int(game.player[ours])
        for k, child in enumerate(children):
            below = int(game.first_child[ours]) + k
            if player >= 0:
                action = list(node.infoset.actions)[k]
                chosen[player][game.sequences[player].at_node[below]] = to_fraction(profile[action])
            pending.append((child, below))
    first, second = (
        BehaviorStrategy(sequences.index, values) for sequences, values in zip(game.sequences, chosen, strict=True)
    )
    return BehaviorProfile((first, second))
