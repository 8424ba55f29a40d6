"""Class games with known values, and their saddle points with the payoff matrix written out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from seqform.backends.conformance.case import ConformanceCase, require, require_refusal
from seqform.backends.conformance.saddle_points import BoundedGames, Plans, plan_of, sequence_index
from seqform.backends.protocol import Backend, SolveOptions
from seqform.errors import UnsupportedModelError
from seqform.models.games.infosets import SequenceIndex
from seqform.models.games.ordered import RoundPayoffs
from seqform.models.games.stages import CONTINUE, OVER, StageGame, turn
from seqform.models.numbers.exact import ExactArray, ExactMatrix, Floats
from seqform.models.programs.class_game import ClassGame, ClassPairs
from seqform.models.programs.saddle_point import SaddlePointProblem
from seqform.models.strategies.classes import ClassSolution

_SUFFIX = " of a class game"

Meeting = tuple[int, int, int, int]
"""Classes of player 1 and of player 2, the weight of their meeting, and who has the better card: 1, 0 or -1."""


def class_game_cases() -> tuple[ConformanceCase, ...]:
    """Return the cases about class games."""
    general_sum = ConformanceCase(
        f"general sum{_SUFFIX}",
        "a class game whose payoffs do not add up to a constant is an UnsupportedModelError",
        _general_sum(),
        _judge_refusal,
    )
    large = in_units(two_rounds(), 10**4)
    return (*_CLASS_GAMES.cases(_known_games(), open_cards(), large), general_sum)


# ---- cases ----


def _known_games() -> list[tuple[str, str, ClassGame, Fraction]]:
    kuhn, million = Fraction(-1, 18), 10**6
    millions = in_units(kuhn_classes(), million)
    millionths = in_units(kuhn_classes(), Fraction(1, million))
    rounds = "four cards of two ranks, a public signal for the rank that wins, and a bet before and after it"
    constant = "payoffs that add up to 6, of which player 1 gets 5 in advance; bounds are on player 1's payoff"
    return [
        ("Kuhn poker", "the value of Kuhn poker is -1/18", kuhn_classes(), kuhn),
        ("two rounds", rounds, two_rounds(), Fraction(1, 21)),
        ("unequal classes", "Kuhn poker with a player 2 without a card", kuhn_classes(blind=True), Fraction(1, 3)),
        ("open cards", "classes that reveal the better card; its owner bets", open_cards(), Fraction(1, 3)),
        ("nobody chooses", "a stage game that ends at once", _over_at_once(), Fraction(1, 3)),
        ("payoffs in millions", "large payoffs are solved to the same relative gap", millions, kuhn * million),
        ("payoffs in millionths", "small payoffs are solved to the same relative gap", millionths, kuhn / million),
        ("constant sum", constant, _paid(kuhn_classes(), 5, 1), 5 + kuhn),
    ]


def _general_sum() -> ClassGame:
    game = kuhn_classes()
    table = game.payoffs[0]
    numerators = table.numerators.copy()
    numerators[1, 0, 0] += 1
    return replace(game, payoffs=(RoundPayoffs(numerators, table.denominator),))


# ---- models ----


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
    """Return Kuhn poker; all cards of a blind player 2 are in one class."""
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
    bet or calls it. Then a public signal determines the winning rank, the king with probability 2/3. In the second
    round player 2 checks or bets twice as much, and player 1 folds or calls.
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
    """Return a game without choices in which player 1 wins with probability 2/3."""
    pairs = _pairs([(0, 0, 3, 1)], 3)
    return _game([StageGame.of(OVER)], ((1,), (1,)), ([[0]], [[0]]), [pairs], [([[0]], [[1]])])


def _paid(game: ClassGame, *amounts: int) -> ClassGame:
    """Return a game with a constant added to each player's payoffs."""
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


def written_out(game: ClassGame) -> SaddlePointProblem:
    """Return the saddle point of a class game.

    Sequences come by rounds, then by class, history and choice; see `flattened`.
    """
    rows, columns, values = [], [], []
    for number, (stage, pairs, payoffs) in enumerate(zip(game.stages, game.pairs, game.payoffs, strict=True)):
        denominator = pairs.denominator * payoffs.denominator
        for place, end in enumerate(stage.ends):
            for history in range(game.num_histories[number]):
                coefficients = payoffs.numerators[0, :, place, history].tolist()
                for pair, features in enumerate(pairs.numerators.T.tolist()):
                    earned = sum(a * b for a, b in zip(coefficients, features, strict=True))
                    rows.append(_sequence(game, 0, number, int(pairs.first[pair]), end, history))
                    columns.append(_sequence(game, 1, number, int(pairs.second[pair]), end, history))
                    values.append(Fraction(earned, denominator))
    matrix = ExactMatrix.from_entries(
        (game.num_sequences(0), game.num_sequences(1)),
        np.array(rows, dtype=np.int64),
        np.array(columns, dtype=np.int64),
        ExactArray.of(values),
    )
    return SaddlePointProblem((_sequences(game, 0), _sequences(game, 1)), matrix, game.payoff_spread, game.title)


def flattened(game: ClassGame, player: int, plan: list[Floats]) -> Floats:
    """Return a plan that is kept by rounds as one vector over the sequences of `written_out`."""
    rounds = [np.ascontiguousarray(table.transpose(0, 2, 1)).ravel() for table in plan]
    return np.concatenate([np.ones(1), *rounds])


def _sequence(game: ClassGame, player: int, number: int, one: int, node: int, history: int) -> int:
    """Return the player's last sequence on the way to a node of a round."""
    choice = game.stages[number].sequences(player).at[node]
    if choice:
        _, choices, histories = game.shape(player, number)
        earlier = sum(int(np.prod(game.shape(player, before))) for before in range(number))
        return earlier + (one * histories + history) * choices + choice
    if number == 0:
        return 0
    continuing = game.stages[number - 1].continuing
    history, leaf = divmod(history, len(continuing))
    return _sequence(game, player, number - 1, int(game.parents[player][number][one]), continuing[leaf], history)


def _sequences(game: ClassGame, player: int) -> SequenceIndex:
    sets = [
        (_sequence(game, player, number, one, node, history), len(stage.children[node]))
        for number, stage in enumerate(game.stages)
        for one in range(game.num_classes[player][number])
        for history in range(game.num_histories[number])
        for node in stage.sets(player)
    ]
    return sequence_index(player, sets)


# ---- the checks ----


def _judge_refusal(case: ConformanceCase, backend: Backend, options: SolveOptions, _: float) -> None:
    require_refusal(backend, case.model, options, UnsupportedModelError, "a game that is not constant-sum")


def _plans(game: ClassGame, answer: ClassSolution, accuracy: float) -> tuple[SaddlePointProblem, Plans]:
    """Return the game written out and the plans of the strategies, the strategies checked."""
    problem = written_out(game)
    plans = []
    for player, strategy in enumerate(answer.strategies):
        require(strategy.player == player, f"strategy {player + 1} is labelled as that of player {strategy.player + 1}")
        _judge_behavior(game, player, strategy.behavior, accuracy)
        weights = flattened(game, player, replace(strategy, game=game).plan())
        plans.append(plan_of(weights, problem.sequences[player], f"player {player + 1}'s plan"))
    return problem, (plans[0], plans[1])


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
            require(off <= accuracy, f"{where}the sum of the probabilities at an information set is off by {off:.3g}")


_CLASS_GAMES = BoundedGames(_SUFFIX, ClassSolution, lambda game: float(game.payoff_spread), _plans)
