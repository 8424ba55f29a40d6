"""Ordered games that are small and odd: stages of different shapes, players who stay silent, stakes of nothing."""

from __future__ import annotations

import numpy as np

from seqform.models.games.ordered import OrderedGame, Round, ordered_game
from seqform.models.games.signals import Comparison
from seqform.models.games.stages import CONTINUE, OVER, StageGame, turn


def one_sided() -> OrderedGame:
    """Player 2 is silent in the first round, and player 1 in one branch of the second; stages of different shapes."""
    first = StageGame.of(turn(0, {"stop": OVER, "go": CONTINUE, "rush": CONTINUE}))
    second = StageGame.of(turn(1, {"fold": OVER, "show": turn(0, {"low": OVER, "high": OVER})}))
    high = Comparison(lambda public, private: private[:, 0].astype(np.int64), "high card")

    def utility(path: tuple[tuple[str, ...], ...]) -> tuple[dict[str, int], dict[str, int]]:
        stake = {"stop": 0, "go": 2, "rush": 3}[path[0][0]]
        if path[0] == ("stop",):
            return {"constant": -1}, {"constant": 1}
        if path[1] == ("fold",):
            return {"constant": stake}, {"constant": -stake}
        stake += path[1] == ("show", "high")
        return {"high card": stake}, {"high card": -stake}

    return ordered_game(
        "one-sided",
        [Round(first, 0, 1), Round(second, 1, 0)],
        "JQKA",
        [high],
        utility,
        ordering=[high.strength],
        weights=(1, 2, 1, 3),
    )


def stakes_that_vanish() -> OrderedGame:
    """Two rounds in which both move; after some ways through the first, some ends of the second pay nothing."""
    first = StageGame.of(turn(0, {"up": turn(1, {"on": CONTINUE, "off": CONTINUE})}))
    second = StageGame.of(
        turn(0, {"left": turn(1, {"in": OVER, "out": OVER}), "right": turn(1, {"in": OVER, "out": OVER})})
    )
    high = Comparison(lambda public, private: private[:, 0].astype(np.int64), "high card")

    def utility(path: tuple[tuple[str, ...], ...]) -> tuple[dict[str, int], dict[str, int]]:
        stake = (path[0][1] == "on") * (1 + (path[1] == ("left", "in")))
        if path[1][1] == "out":
            return {"constant": stake}, {"constant": -stake}
        return {"high card": stake}, {"high card": -stake}

    return ordered_game(
        "vanishing", [Round(first, 0, 1), Round(second, 1, 0)], "JQKA", [high], utility, ordering=[high.strength]
    )
