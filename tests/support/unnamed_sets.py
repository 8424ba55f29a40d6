"""Games whose information sets have no labels, as Gambit's exports."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from seqform.builders.games.tree import chance, leaf, move, tree
from seqform.models.games.extensive import ExtensiveGame


def without_labels(game: ExtensiveGame, kept: Any = ()) -> ExtensiveGame:
    labels = tuple(label if k in kept else "" for k, label in enumerate(game.information_sets.labels))
    return replace(game, information_sets=replace(game.information_sets, labels=labels))


def card(name: str, win: int) -> Any:
    raised = move(1, "r", {"meet": leaf(win), "pass": leaf(1)})
    return Fraction(1, 2), move(0, name, {"raise": raised, "fold": leaf(-1)})


POKER = without_labels(tree("poker", chance({"king": card("king", 2), "queen": card("queen", -2)})))
