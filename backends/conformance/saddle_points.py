"""Saddle points and class games with known values, and the check of bounds on a value by best responses.

A class game is judged as the saddle point with its payoff matrix written out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from seqform.backends.conformance.case import (
    ConformanceCase,
    cells,
    conforming,
    contracts,
    number_of,
    require,
    require_answer,
    require_refusal,
    vector_of,
)
from seqform.backends.conformance.linear import Number, exact_matrix, kuhn_program, large_payoffs
from seqform.backends.protocol import Backend, SolveOptions
from seqform.errors import OptionError, UnsupportedModelError
from seqform.models.games.infosets import UNNAMED, SequenceIndex, player_label
from seqform.models.games.ordered import RoundPayoffs
from seqform.models.games.stages import CONTINUE, OVER, StageGame, turn
from seqform.models.numbers.exact import ExactArray, ExactMatrix, Floats, doubles
from seqform.models.programs.class_game import ClassGame, ClassSolution
from seqform.models.programs.class_pairs import ClassPairs
from seqform.models.programs.sequence_form import SaddlePointProblem, SaddlePointSolution
from seqform.models.programs.solutions import RawSolution, Termination

ROUNDING = 1e-9
"""Allowed rounding error of a sum of doubles, relative to the payoffs."""

OUT_OF_REACH = 1e-14
"""A gap, relative to the spread of the payoffs, that no method reaches within a millisecond."""

Plans = tuple[Floats, Floats]


def saddle_point_cases() -> tuple[ConformanceCase, ...]:
    """Return the cases about saddle points."""
    known = [*_matrix_games(), *_other_sizes(), *_trees()]
    return _SADDLE_POINTS.cases(
        known, matrix_game([[3, 1], [2, -1]], 4), matrix_game(large_payoffs(), 40)
    )


# ---- the check of bounds ----


@dataclass(frozen=True)
class BoundedGames:
    """A class of constant-sum games whose answers are strategies with a lower and an upper bound on the value."""

    suffix: str  # end of the names of the cases
    solution: type[SaddlePointSolution] | type[ClassSolution]
    spread: Callable[[Any], float]  # the largest payoff of a game minus the smallest
    # from a game and an answer to the game as a saddle point and both realization plans
    plans: Callable[[Any, Any], tuple[SaddlePointProblem, Plans]]

    def cases(
        self, known: Iterable[tuple[str, str, Any, Fraction]], small: Any, large: Any
    ) -> tuple[ConformanceCase, ...]:
        """Return the cases of games with known values (name, claim, game, value), the contracts and early stops."""
        cases = []
        for name, claim, game, value in known:
            case = ConformanceCase(name + self.suffix, claim, game, self._judge, value=value)
            cases.append(case)
        cases += contracts(small, large, self.suffix, self._judge_answer)
        claim = "bounds at a time limit are those of the strategies, and a gap that was not reached is not reported"
        cases.append(ConformanceCase(f"stopped{self.suffix}", claim, large, self._judge_stopped))
        return tuple(cases)

    def _unit(self, game: Any) -> float:
        """Return the payoff by which gaps are measured; the spread of a game with a single payoff is zero."""
        return self.spread(game) or 1.0

    def _judge(
        self, case: ConformanceCase, backend: Backend, options: SolveOptions, accuracy: float
    ) -> None:
        """Solve to a gap of `options.tolerance` or `accuracy`, relative to the spread, and judge the answer."""
        unit = self._unit(case.model)
        share = options.tolerance or accuracy
        if share:
            try:
                answer = conforming(backend, case.model, replace(options, tolerance=share * unit))
            except OptionError as error:
                require(
                    "tolerance" in str(error),
                    f"the OptionError does not name the tolerance: {error}",
                )
            else:
                self._judge_answer(case, answer, accuracy, share)
                return
        # Neither an exact backend nor one that refuses a tolerance is asked for a gap.
        self._judge_answer(case, conforming(backend, case.model, options), accuracy)

    def _judge_stopped(
        self, case: ConformanceCase, backend: Backend, options: SolveOptions, accuracy: float
    ) -> None:
        """Stop by a time limit before the gap is reached, and judge the answer."""
        gap = OUT_OF_REACH * self._unit(case.model)
        limited = replace(options, tolerance=gap, time_limit=1e-3)
        try:
            answer = conforming(backend, case.model, limited)
        except OptionError as error:
            named = "tolerance" in str(error) or "time_limit" in str(error)
            require(named, f"the OptionError does not name the tolerance, nor time_limit: {error}")
            return
        if answer.solved:
            self._judge_answer(case, answer, accuracy, OUT_OF_REACH)
        else:
            require_answer(answer, frozenset({Termination.TIME_LIMIT}))
            self._judge_bounds(case, answer, accuracy)

    def _judge_answer(
        self, case: ConformanceCase, answer: RawSolution, accuracy: float, gap: float | None = None
    ) -> None:
        """Require a solved answer with proved bounds and a gap of at most `gap`, `accuracy` if absent."""
        require_answer(answer, case.terminations)
        share = accuracy if gap is None else gap
        asked = share * self._unit(case.model)
        if isinstance(answer, SaddlePointSolution | ClassSolution):
            reached = answer.upper - answer.lower
            room = ROUNDING * max(abs(answer.lower), abs(answer.upper))
            require(
                reached <= asked + room,
                f"reported solved with a gap of {reached:.3g}; {asked:.3g} was requested",
            )
        self._judge_bounds(case, answer, accuracy)

    def _judge_bounds(self, case: ConformanceCase, answer: RawSolution, accuracy: float) -> None:
        """Require realization plans of both players, and bounds equal to the values of best responses to them."""
        require(
            isinstance(answer, self.solution),
            f"a {self.solution.__name__} expected, not {type(answer).__name__}",
        )
        assert isinstance(answer, SaddlePointSolution | ClassSolution)
        problem, plans = self.plans(case.model, answer)
        for index, plan in zip(problem.sequences, plans, strict=True):
            _judge_plan(index, plan, accuracy)
        size = max(self._unit(case.model), abs(answer.lower), abs(answer.upper))
        _judge_last_bounds(problem, plans, answer, ROUNDING * size)
        if case.value is None:
            return
        room = max(accuracy, ROUNDING) * size
        for bound in answer.bounds:
            require(
                bound.lower - room <= case.value <= bound.upper + room,
                f"after {bound.iteration} iterations the bounds on the value are [{bound.lower:.12g}, "
                f"{bound.upper:.12g}]; correct is {case.value}",
            )


def _judge_plan(index: SequenceIndex, plan: Floats, accuracy: float) -> None:
    """Require a realization plan."""
    player = f"{player_label(index.player)}'s plan"
    require(float(plan.min()) >= -accuracy, f"{player} is negative by {-float(plan.min()):.3g}")
    require(abs(plan[0] - 1) <= accuracy, f"{player} gives the empty sequence {plan[0]:.9g}, not 1")
    if not index.num_infosets:
        return
    # Every set has an action, so that the sums of `reduceat` are those of the sets.
    off = np.abs(np.add.reduceat(plan, index.first_sequence[:-1]) - plan[index.parent_sequence])
    row = int(np.argmax(off))
    require(
        off[row] <= accuracy,
        f"{player} is no realization plan: off by {off[row]:.3g} at information set {row}",
    )


def _judge_last_bounds(
    problem: SaddlePointProblem,
    plans: Plans,
    answer: SaddlePointSolution | ClassSolution,
    room: float,
) -> None:
    """Require bounds that are the values of best responses to the plans, and an objective between them."""
    # Dense products, independent of the sparse ones of `SaddlePointProblem.bounds`, which backends may call.
    payoffs = np.array(problem.payoffs.to_dense(), dtype=np.float64).reshape(problem.payoffs.shape)
    first, second = problem.sequences
    below = -float(second.best_response(-(payoffs.T @ plans[0])).value)
    above = float(first.best_response(payoffs @ plans[1]).value)
    for what, stated, proved in (("lower", answer.lower, below), ("upper", answer.upper, above)):
        require(
            abs(stated - proved) <= room,
            f"the {what} bound is given as {stated:.12g}; the value of a best response to the plan is {proved:.12g}",
        )

    objective = float(number_of(answer.objective, "the objective"))
    between = answer.lower - room <= objective <= answer.upper + room
    require(between, f"the objective {objective:.12g} is not between the bounds")


def _plans(
    problem: SaddlePointProblem, answer: SaddlePointSolution
) -> tuple[SaddlePointProblem, Plans]:
    """Return the problem and the plans of an answer to it."""
    first, second = problem.sequences
    x = vector_of(answer.primal, len(first), "x, the primal is missing")
    y = vector_of(answer.dual, len(second), "y, the dual is missing")
    return problem, (doubles(x), doubles(y))


_SADDLE_POINTS = BoundedGames(
    " of a saddle point", SaddlePointSolution, lambda problem: float(problem.spread), _plans
)


# ---- models ----


def sequence_index(player: int, sets: Sequence[tuple[int, int]]) -> SequenceIndex:
    """Return the sequences of player 0 or 1; `sets` has for each the sequence before it and the number of actions."""
    count = len(sets)
    return SequenceIndex(
        player=player,
        parent_sequence=np.array([above for above, _ in sets], dtype=np.int64),
        first_sequence=np.cumsum([1, *(actions for _, actions in sets)]).astype(np.int64),
        infoset_names=tuple(f"set {k + 1}" for k in range(count)),
        action_names=tuple(tuple(f"action {a + 1}" for a in range(actions)) for _, actions in sets),
        order=np.arange(count, dtype=np.int64),
    )


def matrix_game(payoffs: Sequence[Sequence[Number]], spread: float) -> SaddlePointProblem:
    """Return the saddle point of a game in which both players choose once, at the same time."""
    rows = len(payoffs)
    columns = len(payoffs[0])
    table: list[list[Number]] = [[0] * (columns + 1)]  # the empty sequences end nothing
    table += [[0, *row] for row in payoffs]
    sequences = sequence_index(0, [(0, rows)]), sequence_index(1, [(0, columns)])
    return SaddlePointProblem(sequences, exact_matrix(table), spread, "conformance")


def kuhn_saddle_point() -> SaddlePointProblem:
    """Return the sequence form of Kuhn poker; sequences are in the order of `kuhn_program`."""
    # The program has the rows E x = e and F.T q - A.T x <= 0, with 13 columns of x.
    dense = np.array(kuhn_program().matrix.to_dense(), dtype=object)
    payoffs = (-dense[7:, :13]).T.tolist()
    sets = []
    for card in range(3):
        check = 2 + 4 * card
        sets += [(0, 2), (check, 2)]
    sequences = sequence_index(0, sets), sequence_index(1, [(0, 2)] * 6)
    return SaddlePointProblem(sequences, ExactMatrix.from_dense(payoffs), 4.0, "conformance")


# ---- cases ----

Known = tuple[str, str, SaddlePointProblem, Fraction]


_MATRIX_GAMES = """
rock, paper, scissors | a uniform start is optimal | 0 -1 1, 1 0 -1, -1 1 0 | 2 | 0
uneven stakes | rock, paper, scissors with different payoffs for each win | 0 -1 2, 1 0 -3, -2 3 0 | 6 | 0
matrix game | a completely mixed game of value 5 | 5 4 7, 6 5 2, 3 8 5 | 6 | 5
matrix game in thirds | payoffs that no double represents exactly, and players with different numbers of actions
  | 1/3 -1/3 1/3, -1/3 2/3 2/3 | 1 | 1/15
one action | a player without a choice | 4 -3 9 | 12 | -3
nothing at stake | all payoffs are zero: no spread, every plan optimal | 0 0, 0 0 | 0 | 0
"""
"""Name, claim, payoffs, spread and value."""


def _matrix_games() -> list[Known]:
    games = []
    for name, claim, payoffs, spread, value in cells(_MATRIX_GAMES):
        rows = [row.split() for row in payoffs.split(",")]
        games.append((name, claim, matrix_game(rows, float(spread)), Fraction(value)))
    return games


def _other_sizes() -> list[Known]:
    game = [[5, 4, 7], [6, 5, 2], [3, 8, 5]]
    million = 10**6
    large = matrix_game([[million * value for value in row] for row in game], 6e6)
    small = matrix_game([[Fraction(value, million) for value in row] for row in game], 6e-6)
    shifted = matrix_game([[1000 + value for value in row] for row in game], 6)
    return [
        (
            "payoffs in millions",
            "large payoffs are solved to the same relative gap",
            large,
            Fraction(5 * million),
        ),
        (
            "payoffs in millionths",
            "small payoffs are solved to the same relative gap",
            small,
            Fraction(5, million),
        ),
        (
            "payoffs far from zero",
            "a constant added to all payoffs is added to the value",
            shifted,
            Fraction(1005),
        ),
    ]


def _trees() -> list[Known]:
    empty = sequence_index(0, []), sequence_index(1, [])
    alone = SaddlePointProblem(empty, exact_matrix([[7]]), 0.0, "conformance")
    # Player 0 goes left or right, player 1 observes it: 5 or 1 after left, -3 or 6 after right.
    replies = exact_matrix([[0] * 5, [0, 5, 1, 0, 0], [0, 0, 0, -3, 6]])
    sequences = sequence_index(0, [(0, 2)]), sequence_index(1, [(0, 2), (0, 2)])
    observed = SaddlePointProblem(sequences, replies, 9.0, "conformance")
    return [
        ("nobody chooses", "players whose only sequence is the empty one", alone, Fraction(7)),
        ("perfect information", "a reply to an observed move", observed, Fraction(1)),
        ("Kuhn poker", "the value of Kuhn poker is -1/18", kuhn_saddle_point(), Fraction(-1, 18)),
    ]


_CLASS_GAME = " of a class game"

Meeting = tuple[int, int, int, int]
"""Classes of player 0 and of player 1, the weight of their meeting, and who has the better card: 1, 0 or -1."""


def class_game_cases() -> tuple[ConformanceCase, ...]:
    """Return the cases about class games."""
    kuhn = kuhn_classes()
    numerators = kuhn.payoffs[0].numerators.copy()
    numerators[1, 0, 0] += 1
    general_sum = ConformanceCase(
        f"general sum{_CLASS_GAME}",
        "a class game whose payoffs do not add up to a constant is an UnsupportedModelError",
        replace(kuhn, payoffs=(RoundPayoffs(numerators, kuhn.payoffs[0].denominator),)),
        _judge_refusal,
    )
    large = in_units(two_rounds(), 10**4)
    return (*_CLASS_GAMES.cases(_known_games(), open_cards(), large), general_sum)


# ---- cases ----


def _known_games() -> list[tuple[str, str, ClassGame, Fraction]]:
    kuhn = Fraction(-1, 18)
    million = 10**6
    millions = in_units(kuhn_classes(), million)
    millionths = in_units(kuhn_classes(), Fraction(1, million))
    first_wins = _pairs([(0, 0, 3, 1)], 3)  # with probability 2/3
    over_at_once = _game(
        [StageGame.of(OVER)], ((1,), (1,)), ([[0]], [[0]]), [first_wins], [([[0]], [[1]])]
    )
    rounds = "four cards of two ranks, a public signal for the rank that wins, and a bet before and after it"
    constant = "payoffs that add up to 6, of which player 1 gets 5 in advance; bounds are on player 1's payoff"
    return [
        ("Kuhn poker", "the value of Kuhn poker is -1/18", kuhn_classes(), kuhn),
        ("two rounds", rounds, two_rounds(), Fraction(1, 21)),
        (
            "unequal classes",
            "Kuhn poker with a player 2 without a card",
            kuhn_classes(blind=True),
            Fraction(1, 3),
        ),
        (
            "open cards",
            "classes that reveal the better card; its owner bets",
            open_cards(),
            Fraction(1, 3),
        ),
        ("nobody chooses", "a stage game that ends at once", over_at_once, Fraction(1, 3)),
        (
            "payoffs in millions",
            "large payoffs are solved to the same relative gap",
            millions,
            kuhn * million,
        ),
        (
            "payoffs in millionths",
            "small payoffs are solved to the same relative gap",
            millionths,
            kuhn / million,
        ),
        ("constant sum", constant, _paid(kuhn_classes(), 5, 1), 5 + kuhn),
    ]


# ---- models ----


_KUHN = StageGame.of(
    turn(
        0,
        {
            "check": turn(1, {"check": OVER, "bet": turn(0, {"call": OVER, "fold": OVER})}),
            "bet": turn(1, {"call": OVER, "fold": OVER}),
        },
    )
)
# At check-check, check-bet-call, check-bet-fold, bet-call, bet-fold.
_KUHN_SHOWDOWN = [[1], [2], [0], [2], [0]]
_KUHN_FOLD = [[0], [0], [-1], [0], [1]]


def kuhn_classes(*, blind: bool = False) -> ClassGame:
    """Return Kuhn poker; all cards of a blind player 1 are in one class."""
    if blind:
        second = 1
        meetings = [(0, 0, 2, -2), (1, 0, 2, 0), (2, 0, 2, 2)]
    else:
        second = 3
        meetings = [(0, 1, 1, -1), (0, 2, 1, -1), (1, 2, 1, -1)]
        meetings += [(1, 0, 1, 1), (2, 0, 1, 1), (2, 1, 1, 1)]
    pairs = _pairs(meetings, 6)
    return _game(
        [_KUHN],
        ((3,), (second,)),
        ([[0] * 3], [[0] * second]),
        [pairs],
        [(_KUHN_FOLD, _KUHN_SHOWDOWN)],
    )


def open_cards() -> ClassGame:
    """Return Kuhn poker with two classes each, the worse and the better card; player 0's is better twice as often."""
    pairs = _pairs([(0, 1, 1, -1), (1, 0, 2, 2)], 3)
    return _game(
        [_KUHN], ((2,), (2,)), ([[0] * 2], [[0] * 2]), [pairs], [(_KUHN_FOLD, _KUHN_SHOWDOWN)]
    )


def two_rounds() -> ClassGame:
    """Return a game of two rounds.

    Each player gets one of the cards J, J, K, K. In the first round player 0 checks or bets, and player 1 folds to a
    bet or calls it. Then a public signal determines the winning rank, the king with probability 2/3. In the second
    round player 1 checks or bets twice as much, and player 0 folds or calls.
    """
    first = StageGame.of(
        turn(0, {"check": CONTINUE, "bet": turn(1, {"call": CONTINUE, "fold": OVER})})
    )
    second = StageGame.of(turn(1, {"check": OVER, "bet": turn(0, {"call": OVER, "fold": OVER})}))
    before = []
    after = []
    for i in range(2):
        for j in range(2):
            weight = 1 if i == j else 2
            better = i - j
            before.append((i, j, weight, weight * better))
            # The classes of a card are 2 i where the king wins, and 2 i + 1 where the jack does.
            after.append((2 * i, 2 * j, 2 * weight, 2 * weight * better))
            after.append((2 * i + 1, 2 * j + 1, weight, -weight * better))
    parents = [[0, 0], [0, 0, 1, 1]]
    return _game(
        [first, second],
        ((2, 4), (2, 4)),
        (parents, parents),
        [_pairs(before, 6), _pairs(after, 18)],
        [([[1]], [[0]]), ([[0, 0], [0, 0], [-1, -2]], [[1, 2], [3, 4], [0, 0]])],
    )


def in_units(game: ClassGame, unit: Fraction | int) -> ClassGame:
    """Return a game with all payoffs multiplied."""
    factor = Fraction(unit)
    payoffs = []
    for table in game.payoffs:
        numerators = table.numerators * factor.numerator
        payoffs.append(RoundPayoffs(numerators, table.denominator * factor.denominator))
    return replace(game, payoffs=tuple(payoffs))


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
    first, second, weight, better = (
        np.array(column, dtype=np.int64) for column in zip(*sorted(meetings), strict=True)
    )
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
        players=UNNAMED,
        stages=tuple(stages),
        num_classes=num_classes,
        parents=(first, second),
        pairs=tuple(pairs),
        payoffs=tuple(RoundPayoffs(np.stack([table, -table]), 1) for table in tables),
        features=("constant", "better card"),
    )


def written_out(game: ClassGame) -> SaddlePointProblem:
    """Return the saddle point of a class game."""
    sequences = _sequences(game, 0), _sequences(game, 1)
    return SaddlePointProblem(sequences, payoff_matrix(game), game.payoff_spread, game.title)


def payoff_matrix(game: ClassGame) -> ExactMatrix:
    """Return player 0's payoffs; sequences come by rounds, then by class, history and choice, as in `flattened`."""
    rows = []
    columns = []
    values = []
    for number, stage in enumerate(game.stages):
        pairs = game.pairs[number]
        payoffs = game.payoffs[number]
        denominator = pairs.denominator * payoffs.denominator
        meetings = list(zip(pairs.first.tolist(), pairs.second.tolist(), strict=True))
        for place, end in enumerate(stage.ends):
            for history in range(game.num_histories[number]):
                coefficients = payoffs.numerators[0, :, place, history].astype(object)
                earned = (coefficients @ pairs.numerators).tolist()
                for (first, second), numerator in zip(meetings, earned, strict=True):
                    rows.append(_sequence(game, 0, number, first, end, history))
                    columns.append(_sequence(game, 1, number, second, end, history))
                    values.append(Fraction(numerator, denominator))
    return ExactMatrix.from_entries(
        (game.num_sequences(0), game.num_sequences(1)),
        np.array(rows, dtype=np.int64),
        np.array(columns, dtype=np.int64),
        ExactArray.of(values),
    )


def flattened(game: ClassGame, player: int, plan: list[Floats]) -> Floats:
    """Return a plan that is kept by rounds as one vector over the sequences of `payoff_matrix`."""
    rounds = [np.ascontiguousarray(table.transpose(0, 2, 1)).ravel() for table in plan]
    return np.concatenate([np.ones(1), *rounds])


def _sequence(
    game: ClassGame, player: int, number: int, class_number: int, node: int, history: int
) -> int:
    """Return the player's last sequence on the way to a node of a round."""
    choice = game.stages[number].sequences(player).at[node]
    if choice:
        _, choices, histories = game.shape(player, number)
        earlier = sum(int(np.prod(game.shape(player, before))) for before in range(number))
        return earlier + (class_number * histories + history) * choices + choice
    if number == 0:
        return 0

    # No choice in this round: the sequence is that of the leaf of the round before which the history goes through.
    parent = int(game.parents[player][number][class_number])
    continuing = game.stages[number - 1].continuing
    before, leaf = divmod(history, len(continuing))
    return _sequence(game, player, number - 1, parent, continuing[leaf], before)


def _sequences(game: ClassGame, player: int) -> SequenceIndex:
    """Return the information sets of a class game in the order of `payoff_matrix`."""
    sets = []
    for number, stage in enumerate(game.stages):
        for class_number in range(game.num_classes[player][number]):
            for history in range(game.num_histories[number]):
                for node in stage.sets(player):
                    above = _sequence(game, player, number, class_number, node, history)
                    sets.append((above, len(stage.children[node])))
    return sequence_index(player, sets)


# ---- the checks ----


def _judge_refusal(
    case: ConformanceCase, backend: Backend, options: SolveOptions, _: float
) -> None:
    require_refusal(
        backend, case.model, options, UnsupportedModelError, "a game that is not constant-sum"
    )


def _class_plans(game: ClassGame, answer: ClassSolution) -> tuple[SaddlePointProblem, Plans]:
    """Return the game written out and the plans of the strategies, which are checked when they are made."""
    first, second = answer.strategies
    plans = flattened(game, 0, first.plan()), flattened(game, 1, second.plan())
    return written_out(game), plans


_CLASS_GAMES = BoundedGames(
    _CLASS_GAME, ClassSolution, lambda game: float(game.payoff_spread), _class_plans
)
