"""Class games with known values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from seqform.backends.conformance.case import ConformanceCase, ConformanceFailure, require
from seqform.backends.conformance.contracts import Sample, contracts
from seqform.backends.conformance.games import (
    flattened,
    judge_bounds,
    judge_gap,
    judge_stop,
    plan_of,
    require_kind,
    solved_to_gap,
    stopped_at_once,
    written_out,
)
from seqform.backends.protocol import Backend, SolveOptions
from seqform.errors import UnsupportedModelError
from seqform.models.games.ordered import RoundPayoffs
from seqform.models.games.stages import CONTINUE, OVER, StageGame, turn
from seqform.models.programs.class_game import ClassGame, ClassPairs
from seqform.models.programs.solutions import RawSolution
from seqform.models.strategies.classes import ClassSolution

SUFFIX = " of a class game"

Meeting = tuple[int, int, int, int]
"""Classes of player 1 and of player 2, how likely they meet, and who has the better card: 1, 0 or -1."""


@dataclass(frozen=True, eq=False)
class ClassGameCase:
    """A class game and its value."""

    name: str
    claim: str
    game: ClassGame
    value: Fraction


def class_game_promises() -> list[ConformanceCase]:
    """Return the promises about class games."""
    large = in_units(two_rounds(), 10**4)
    return [
        *(_promise(case) for case in class_game_cases()),
        *contracts(Sample(open_cards(), large, SUFFIX, _judge_solved)),
        ConformanceCase(
            f"stopped{SUFFIX}",
            "bounds at a time limit are those of the strategies, and a gap that was not reached is not claimed",
            ClassGame,
            lambda backend, options, accuracy: _judge_stopped(backend, large, options, accuracy),
        ),
        ConformanceCase(
            f"general sum{SUFFIX}",
            "a class game whose payoffs do not add up to one number is an UnsupportedModelError",
            ClassGame,
            _judge_general_sum,
        ),
    ]


def class_game_cases() -> list[ClassGameCase]:
    """Return class games of known value."""
    kuhn, million = Fraction(-1, 18), 10**6
    return [
        ClassGameCase(f"Kuhn poker{SUFFIX}", "Kuhn poker is worth -1/18", kuhn_classes(), kuhn),
        ClassGameCase(
            f"two rounds{SUFFIX}",
            "four cards of two ranks, a public signal that says which rank wins, and a bet before and after it",
            two_rounds(),
            Fraction(1, 21),
        ),
        ClassGameCase(
            f"unequal classes{SUFFIX}",
            "Kuhn poker in which player 2 does not look at the card",
            kuhn_classes(blind=True),
            Fraction(1, 3),
        ),
        ClassGameCase(
            f"open cards{SUFFIX}",
            "each player knows who has the better card: who has it, bets",
            open_cards(),
            Fraction(1, 3),
        ),
        ClassGameCase(f"nobody chooses{SUFFIX}", "a stage game that is over at once", _over_at_once(), Fraction(1, 3)),
        ClassGameCase(
            f"payoffs in millions{SUFFIX}",
            "large payoffs are solved to the same share of them",
            in_units(kuhn_classes(), million),
            kuhn * million,
        ),
        ClassGameCase(
            f"payoffs in millionths{SUFFIX}",
            "small payoffs are solved to the same share of them",
            in_units(kuhn_classes(), Fraction(1, million)),
            kuhn / million,
        ),
        ClassGameCase(
            f"constant sum{SUFFIX}",
            "where payoffs add up to 6, and player 1 gets 5 of them for nothing, bounds are of player 1's payoff",
            _paid(kuhn_classes(), 5, 1),
            5 + kuhn,
        ),
    ]


_KUHN = StageGame.of(
    turn(
        1,
        {
            "check": turn(2, {"check": OVER, "bet": turn(1, {"call": OVER, "fold": OVER})}),
            "bet": turn(2, {"call": OVER, "fold": OVER}),
        },
    )
)
_KUHN_SHOWDOWN = [[1], [2], [0], [2], [0]]  # at check-check, check-bet-call, check-bet-fold, bet-call, bet-fold
_KUHN_FOLD = [[0], [0], [-1], [0], [1]]


def kuhn_classes(*, blind: bool = False) -> ClassGame:
    """Return Kuhn poker; of a blind player 2 all cards make one class."""
    meetings = [(i, j, 1, 1 if i > j else -1) for i in range(3) for j in range(3) if i != j]
    pairs = _pairs(meetings, 6)
    if blind:
        pairs = _pairs([(0, 0, 2, -2), (1, 0, 2, 0), (2, 0, 2, 2)], 6)
    second = 1 if blind else 3
    return _game([_KUHN], ((3,), (second,)), ([[0] * 3], [[0] * second]), [pairs], [(_KUHN_FOLD, _KUHN_SHOWDOWN)])


def open_cards() -> ClassGame:
    """Return Kuhn poker with two classes each, the worse and the better card; player 1's is better twice as often."""
    pairs = _pairs([(0, 1, 1, -1), (1, 0, 2, 2)], 3)
    return _game([_KUHN], ((2,), (2,)), ([[0] * 2], [[0] * 2]), [pairs], [(_KUHN_FOLD, _KUHN_SHOWDOWN)])


def two_rounds() -> ClassGame:
    """Return a game of two rounds.

    Each player gets one of the cards J, J, K, K. In the first round player 1 checks or bets, and player 2 folds to a
    bet or calls it. Then all see whether king wins, which it does two times in three, or jack. In the second round
    player 2 checks or bets twice as much, and player 1 folds or calls.
    """
    first = StageGame.of(turn(1, {"check": CONTINUE, "bet": turn(2, {"call": CONTINUE, "fold": OVER})}))
    second = StageGame.of(turn(2, {"check": OVER, "bet": turn(1, {"call": OVER, "fold": OVER})}))
    cards = [(i, j, 1 if i == j else 2, i - j) for i in range(2) for j in range(2)]
    before = _pairs([(i, j, weight, weight * sign) for i, j, weight, sign in cards], 6)
    after = _pairs(
        [
            (2 * i + coin, 2 * j + coin, weight * times, weight * times * sign * (1 - 2 * coin))
            for i, j, weight, sign in cards
            for coin, times in enumerate((2, 1))
        ],
        18,
    )
    parents = [[0, 0], [0, 0, 1, 1]]
    return _game(
        [first, second],
        ((2, 4), (2, 4)),
        (parents, parents),
        [before, after],
        [([[1]], [[0]]), ([[0, 0], [0, 0], [-1, -2]], [[1, 2], [3, 4], [0, 0]])],
    )


def in_units(game: ClassGame, unit: Fraction | int) -> ClassGame:
    """Return a game with all payoffs multiplied."""
    factor = Fraction(unit)
    payoffs = tuple(
        RoundPayoffs(table.numerators * factor.numerator, table.denominator * factor.denominator)
        for table in game.payoffs
    )
    return replace(game, payoffs=payoffs)


def _over_at_once() -> ClassGame:
    """Return a game in which players get cards, of which the first player's is better two times in three."""
    pairs = _pairs([(0, 0, 3, 1)], 3)
    return _game([StageGame.of(OVER)], ((1,), (1,)), ([[0]], [[0]]), [pairs], [([[0]], [[1]])])


def _paid(game: ClassGame, *amounts: int) -> ClassGame:
    """Return a game with something added to each player's payoffs wherever it ends."""
    payoffs = []
    for table in game.payoffs:
        numerators = table.numerators.copy()
        for player, amount in enumerate(amounts):
            numerators[player, 0] += amount * table.denominator
        payoffs.append(RoundPayoffs(numerators, table.denominator))
    return replace(game, payoffs=tuple(payoffs))


def _pairs(meetings: Sequence[Meeting], denominator: int) -> ClassPairs:
    first, second, weight, better = (np.array(column, dtype=np.int64) for column in zip(*sorted(meetings), strict=True))
    return ClassPairs(first, second, np.stack([weight, better]), denominator)


def _game(
    stages: Sequence[StageGame],
    num_classes: tuple[tuple[int, ...], tuple[int, ...]],
    parents: tuple[list[list[int]], list[list[int]]],
    pairs: Sequence[ClassPairs],
    payoffs: Sequence[tuple[list[list[int]], list[list[int]]]],
) -> ClassGame:
    """Return a zero-sum game; payoffs of a round are those of the constant and of the comparison, (ends, histories)."""
    tables = [np.array([constant, comparison], dtype=np.int64) for constant, comparison in payoffs]
    first, second = (tuple(np.array(above, dtype=np.int64) for above in own) for own in parents)
    return ClassGame(
        title="conformance",
        players=("Player 1", "Player 2"),
        stages=tuple(stages),
        num_classes=num_classes,
        parents=(first, second),
        pairs=tuple(pairs),
        payoffs=tuple(RoundPayoffs(np.stack([table, -table]), 1) for table in tables),
        features=("constant", "better card"),
    )


def _promise(case: ClassGameCase) -> ConformanceCase:
    def judge(backend: Backend, options: SolveOptions, accuracy: float) -> None:
        answer, asked = solved_to_gap(backend, case.game, case.game.payoff_spread, options, accuracy)
        require_kind(answer, ClassSolution)
        assert isinstance(answer, ClassSolution)
        judge_gap(answer, asked)
        _judge_strategies(case.game, answer, case.value, accuracy)

    return ConformanceCase(case.name, case.claim, ClassGame, judge)


def _judge_solved(game: ClassGame, answer: RawSolution, allowed: float) -> None:
    require_kind(answer, ClassSolution)
    assert isinstance(answer, ClassSolution)
    judge_gap(answer, allowed * game.payoff_spread)
    _judge_strategies(game, answer, None, allowed)


def _judge_stopped(backend: Backend, game: ClassGame, options: SolveOptions, accuracy: float) -> None:
    answer = stopped_at_once(backend, game, game.payoff_spread, options)
    if answer is None:
        return
    require_kind(answer, ClassSolution)
    assert isinstance(answer, ClassSolution)
    judge_stop(answer, game.payoff_spread)
    _judge_strategies(game, answer, None, accuracy)


def _judge_general_sum(backend: Backend, options: SolveOptions, _: float) -> None:
    game = kuhn_classes()
    table = game.payoffs[0]
    generous = table.numerators.copy()
    generous[1, 0, 0] += 1
    try:
        backend.solve(replace(game, payoffs=(RoundPayoffs(generous, table.denominator),)), options)
    except UnsupportedModelError:
        return
    raise ConformanceFailure("took a game that is not constant-sum without a word")


def _judge_strategies(game: ClassGame, answer: ClassSolution, value: Fraction | None, accuracy: float) -> None:
    problem = written_out(game)
    plans = []
    for player, strategy in enumerate(answer.strategies):
        require(strategy.player == player, f"strategy {player + 1} is said to be of player {strategy.player + 1}")
        _judge_behavior(game, player, strategy.behavior, accuracy)
        weights = flattened(game, player, replace(strategy, game=game).plan())
        plans.append(plan_of(weights, problem.sequences[player], f"player {player + 1}'s plan"))
    judge_bounds(problem, (plans[0], plans[1]), answer, value, accuracy)


def _judge_behavior(
    game: ClassGame, player: int, behavior: Sequence[npt.NDArray[np.floating]], accuracy: float
) -> None:
    """Require probabilities at every information set, reached or not."""
    require(len(behavior) == game.num_rounds, f"{game.num_rounds} rounds of behavior expected, not {len(behavior)}")
    for number, table in enumerate(behavior):
        where = f"player {player + 1}, round {number + 1}: "
        shape = game.shape(player, number)
        require(table.shape == shape, f"{where}behavior of shape {table.shape}, not {shape}")
        require(float(table.min(initial=0.0)) >= -accuracy, f"{where}a probability is negative")
        start = np.array(game.stages[number].sequences(player).set_start) - 1
        if len(start) > 1:
            off = float(np.max(np.abs(np.add.reduceat(table, start[:-1], axis=1) - 1), initial=0.0))
            require(off <= accuracy, f"{where}probabilities at an information set add up to something {off:.3g} off 1")
