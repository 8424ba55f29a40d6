"""Games from and to pygambit, Gambit's Python package."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from seqform.builders.games.efg import parse_efg
from seqform.builders.games.efg_writer import write_efg
from seqform.builders.games.nfg import parse_nfg
from seqform.errors import GameError
from seqform.models.game import ExtensiveGame
from seqform.models.game_tables import CHANCE
from seqform.system.packages import require

if TYPE_CHECKING:
    import pygambit


def from_pygambit(game: pygambit.Game) -> ExtensiveGame:
    """Return the extensive game that a pygambit game is; a strategic game becomes a tree of two stages.

    Parameters
    ----------
    game : pygambit.Game
        Of two players.

    Raises
    ------
    GameError
        If it has another number of players.
    ImperfectRecallError
        If a player forgets.
    """
    count = len(game.players)
    if count != 2:
        raise GameError(f"a game of two players expected; the pygambit game has {count}")
    try:
        text = game.to_efg() if is_tree(game) else game.to_nfg()
    except UnicodeDecodeError as error:
        raise GameError(f"the pygambit game's title or description is not UTF-8 text: {error.reason}") from None
    parse = parse_efg if is_tree(game) else parse_nfg
    return parse(text, "pygambit game")


def is_tree(game: pygambit.Game) -> bool:
    """Tell whether a pygambit game, of version 16 or 17, is an extensive one."""
    return type(game).__name__ == "ExtensiveGame" or bool(getattr(game, "is_tree", False))


def to_pygambit(game: ExtensiveGame) -> pygambit.Game:
    """Return a game as a pygambit game.

    Tree, information sets, probabilities and payoffs are the same, exactly. So are
    labels where Gambit allows them: printable ASCII without surrounding or double
    spaces, and different from each other. Elsewhere a character that Gambit does
    not allow becomes "?" or a space, and "_1", "_2", ... are added to equal labels;
    Gambit itself does so to empty labels of actions, outcomes and players.

    Parameters
    ----------
    game : ExtensiveGame

    Raises
    ------
    GameError
        If Gambit refuses it.
    """
    require("pygambit", "a game of Gambit's")
    import pygambit

    text = write_efg(_with_gambit_labels(game))
    try:
        return pygambit.read_efg(io.BytesIO(text.encode("ascii")))
    except ValueError as error:
        raise GameError(f"pygambit refuses {game.title!r}: {error}") from None


def _with_gambit_labels(game: ExtensiveGame) -> ExtensiveGame:
    sets, outcomes = game.information_sets, game.outcomes
    first, second = _different(map(_label, game.players))
    actions = [_different(map(_label, sets.actions(row))) for row in range(len(sets))]
    return replace(
        game,
        title=_text(game.title),
        players=(first, second),
        comment=_text(game.comment),
        node_labels=None if game.node_labels is None else tuple(_different(map(_label, game.node_labels))),
        information_sets=replace(
            sets, labels=_set_labels(game), action_labels=tuple(label for labels in actions for label in labels)
        ),
        outcomes=replace(outcomes, labels=tuple(_different(map(_label, outcomes.labels)))),
    )


def _set_labels(game: ExtensiveGame) -> tuple[str, ...]:
    sets = game.information_sets
    labels = [_label(label) for label in sets.labels]
    for owner in (CHANCE, 0, 1):
        rows = np.flatnonzero(sets.player == owner).tolist()
        for row, label in zip(rows, _different(labels[row] for row in rows), strict=True):
            labels[row] = label
    return tuple(labels)


def _text(text: str) -> str:
    printable = re.sub(r"[^ -~\n\t]", "?", text)
    # Gambit's reader triples a double backslash, and takes one before a quotation mark for an escape
    return re.sub(r'\\(?=[\\"]|\Z)', "?", printable)


def _label(label: str) -> str:
    return _text(" ".join(label.split()))


def _different(labels: Iterable[str]) -> list[str]:
    """Return the labels, with "_1", "_2", ... added to equal ones; empty labels stay empty."""
    given = list(labels)
    count = Counter(given)
    taken = set(given)
    result = []
    for label in given:
        new = label
        if label and count[label] > 1:
            k = 1
            while (new := f"{label}_{k}") in taken:
                k += 1
        taken.add(new)
        result.append(new)
    return result
