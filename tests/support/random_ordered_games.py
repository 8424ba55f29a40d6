"""Ordered games of all kinds, at random, and small odd ones: stages, signals, silent players, stakes of nothing."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from seqform.models.games.abstraction import InformationFilter, numbered, views_of
from seqform.models.games.ordered import OrderedGame, Payoff, Round, Utility, ordered_game
from seqform.models.games.signals import Comparison, Own
from seqform.models.games.stages import CONTINUE, OVER, Ending, StageGame, Turn, turn
from seqform.models.numbers.exact import Ints

REVEALED = (
    [(0, 1)],
    [(1, 1)],
    [(0, 1), (1, 0)],
    [(1, 0), (0, 1)],
    [(0, 1), (0, 1)],
    [(0, 1), (1, 0), (1, 0)],
)
"""Public and private signals by rounds."""

UNEVEN: tuple[list[tuple[int, int | tuple[int, int]]], ...] = (
    [(0, (2, 1))],
    [(1, (1, 2))],
    [(0, (0, 1)), (1, (1, 0))],
    [(0, 1), (1, (1, 0))],
    [(0, (1, 2)), (1, 0)],
    [(0, (2, 1)), (1, 0), (1, 0)],
)
"""The same, in which the players get unequal numbers of private ones."""


def random_ordered_game(
    seed: int,
    *,
    constant_sum: bool = False,
    signals: int = 5,
    weighted: bool = False,
    unit: Fraction | int = 1,
    even: bool = True,
    last_only: bool = False,
    one_round: bool = False,
) -> OrderedGame:
    """Return an ordered game; payoffs, in whole units, increase in a rank that several signals may share.

    With `last_only`, they depend on the actions of the last round alone, so that histories are alike. With `one_round`
    each player sees one signal, once.
    """
    random = np.random.default_rng(seed)
    fitting = REVEALED if even else [one for one in UNEVEN if sum(map(signals_of, one)) <= signals]
    revealed = [(0, 1)] if one_round else fitting[int(random.integers(len(fitting)))]
    rank = np.sort(random.integers(0, 3, signals))

    def strength(public: Ints, private: Ints) -> Ints:
        own = np.asarray(rank[private].sum(axis=1))
        return np.asarray(own + (private.sum(axis=1) == public.sum(axis=1)), dtype=np.int64)

    def in_units(*payoffs: dict[str, int]) -> tuple[Payoff, Payoff]:
        first, second = ({name: unit * value for name, value in one.items()} for one in payoffs)
        return first, second

    def drawn(path: tuple[tuple[str, ...], ...]) -> tuple[Payoff, Payoff]:
        high, fixed = int(random.integers(0, 5)), int(random.integers(-3, 4))
        if constant_sum:
            return in_units(
                {"showdown": high, "constant": fixed}, {"showdown": -high, "constant": 1 - fixed}
            )
        a, b, c, d = random.integers(0, 3, 4).tolist()
        return in_units(
            {"showdown": high, "constant": fixed, "own 1": a, "own 2": -b},
            {"showdown": -c, "constant": d, "own 1": fixed, "own 2": d},
        )

    last = len(revealed) - 1
    return ordered_game(
        f"random {seed}",
        [
            Round(_random_stage(random, number == last), public, private)
            for number, (public, private) in enumerate(revealed)
        ],
        [f"s{number}" for number in range(signals)],
        [Comparison(strength), Own(0, strength, "own 1"), Own(1, strength, "own 2")],
        _of_last_round(drawn) if last_only else drawn,
        ordering=[strength],
        weights=random.integers(1, 4, signals).tolist() if weighted else None,
    )


def _of_last_round(utility: Utility) -> Utility:
    """Return payoffs that depend on the actions of the last round alone."""
    known: dict[tuple[int, tuple[str, ...]], tuple[Payoff, Payoff]] = {}

    def of_last(path: tuple[tuple[str, ...], ...]) -> tuple[Payoff, Payoff]:
        key = len(path), path[-1]
        if key not in known:
            known[key] = utility(path)
        return known[key]

    return of_last


def signals_of(revealed: tuple[int, int | tuple[int, int]]) -> int:
    """Return the number of signals that a round reveals."""
    public, private = revealed
    return public + (sum(private) if isinstance(private, tuple) else 2 * private)


def random_filter(game: OrderedGame, seed: int, player: int = 0) -> InformationFilter:
    """Return a filter of a player that merges views whose beginnings are merged, here and there."""
    random = np.random.default_rng(seed)
    rounds: list[Ints] = []
    for number, views in enumerate(views_of(game, player)):
        before = (
            rounds[number - 1][views.parent] if number else np.zeros(len(views), dtype=np.int64)
        )
        rounds.append(numbered(before * 3 + random.integers(0, 3, len(views))))
    return InformationFilter(game, tuple(rounds), None if game.is_even else player)


def _random_stage(random: np.random.Generator, last: bool) -> StageGame:
    root = turn(
        int(random.integers(0, 2)), {f"a{k}": _random_node(random, 2, last) for k in range(2)}
    )
    stage = StageGame.of(root)
    if last or stage.continuing:
        return stage
    return StageGame.of(turn(0, {"on": CONTINUE, "in": root}))


def _random_node(random: np.random.Generator, depth: int, last: bool) -> Turn | Ending:
    if depth == 0 or random.random() < 0.4:
        return OVER if last or random.random() < 0.5 else CONTINUE
    actions = range(int(random.integers(1, 4)))
    return turn(
        int(random.integers(0, 2)),
        {f"b{k}": _random_node(random, depth - 1, last) for k in actions},
    )


# ---- small and odd games ----


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
        turn(
            0,
            {
                "left": turn(1, {"in": OVER, "out": OVER}),
                "right": turn(1, {"in": OVER, "out": OVER}),
            },
        )
    )
    high = Comparison(lambda public, private: private[:, 0].astype(np.int64), "high card")

    def utility(path: tuple[tuple[str, ...], ...]) -> tuple[dict[str, int], dict[str, int]]:
        stake = (path[0][1] == "on") * (1 + (path[1] == ("left", "in")))
        if path[1][1] == "out":
            return {"constant": stake}, {"constant": -stake}
        return {"high card": stake}, {"high card": -stake}

    return ordered_game(
        "vanishing",
        [Round(first, 0, 1), Round(second, 1, 0)],
        "JQKA",
        [high],
        utility,
        ordering=[high.strength],
    )
