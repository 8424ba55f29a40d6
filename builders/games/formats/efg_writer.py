"""Writer of extensive games in Gambit's .efg format."""

from __future__ import annotations

import numpy as np

from seqform.builders.games.formats.tokens import quote
from seqform.models.games.extensive import CHANCE, NONE, ExtensiveGame
from seqform.models.numbers.exact import Ints
from seqform.models.numbers.text import write_rational


def write_efg(game: ExtensiveGame) -> str:
    """Return a game in the .efg format, version 2.

    Reading the text gives an equal game; only its note is lost. Nodes come in depth-first order; information sets and
    outcomes are numbered as they appear, and described at every node, as in Gambit's files. Gambit reads the text if
    the labels conform to its rules: printable ASCII, without two spaces or two backslashes in a row, and different for
    a player's information sets and for nodes.
    """
    walk = np.argsort(game.preorder)
    infosets = _information_sets(game)
    outcomes = _outcomes(game, game.outcome[walk])
    labels = game.node_labels
    lines = [
        f"{infosets[infoset][0]} {quote(labels[node]) if labels else _EMPTY}{infosets[infoset][1]} {outcomes[outcome]}"
        for node, infoset, outcome in zip(
            walk.tolist(), game.infoset[walk].tolist(), game.outcome[walk].tolist(), strict=True
        )
    ]
    first, second = (quote(player) for player in game.players)
    header = f"EFG 2 R {quote(game.title)} {{ {first} {second} }}\n{quote(game.comment)}\n\n"
    return header + "\n".join(lines) + "\n"


_EMPTY = quote("")


def _information_sets(game: ExtensiveGame) -> list[tuple[str, str]]:
    """Return the text before and after the label of a node of each information set; last, for index NONE, a leaf's."""
    sets = game.information_sets
    texts = [("", "")] * len(sets) + [("t", "")]
    numbers = {CHANCE: 0, 0: 0, 1: 0}
    for row in game.infoset_order.tolist():
        owner = int(sets.player[row])
        numbers[owner] += 1
        actions = [quote(label) for label in sets.actions(row)]
        if owner == CHANCE:
            start = int(sets.action_start[row])
            actions = [f"{label} {write_rational(sets.probability[start + k])}" for k, label in enumerate(actions)]
        who = "" if owner == CHANCE else f" {owner + 1}"
        description = f"{who} {numbers[owner]} {quote(sets.labels[row])} {{ {' '.join(actions)} }}"
        texts[row] = ("c" if owner == CHANCE else "p", description)
    return texts


def _outcomes(game: ExtensiveGame, in_order: Ints) -> list[str]:
    """Return number and description of each outcome, numbered by first use; last, for index NONE, no outcome's."""
    texts = [""] * len(game.outcomes) + ["0"]
    first, second = game.outcomes.payoffs
    used = [row for row in dict.fromkeys(in_order.tolist()) if row != NONE]
    for number, row in enumerate(used, start=1):
        payoffs = f"{{ {write_rational(first[row])}, {write_rational(second[row])} }}"
        texts[row] = f"{number} {quote(game.outcomes.labels[row])} {payoffs}"
    return texts
