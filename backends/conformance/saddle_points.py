"""Saddle points with known values, and the check of bounds on the value of a constant-sum game by best responses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from seqform.backends.conformance.case import (
    ConformanceCase,
    ConformanceFailure,
    contracts,
    number_of,
    require,
    require_answer,
)
from seqform.backends.conformance.linear import Number, kuhn_program, large_payoffs
from seqform.backends.protocol import Backend, SolveOptions
from seqform.errors import OptionError
from seqform.models.games.infosets import SequenceIndex
from seqform.models.numbers.exact import ExactMatrix, Floats, Vector, doubles
from seqform.models.programs.saddle_point import SaddlePointProblem, SaddlePointSolution
from seqform.models.programs.solutions import RawSolution, Termination
from seqform.models.strategies.classes import ClassSolution

ROUNDING = 1e-9
"""Allowed rounding error of a sum of doubles, relative to the payoffs."""

OUT_OF_REACH = 1e-14
"""A gap, relative to the spread of the payoffs, that no method reaches within a millisecond."""

Plans = tuple[Floats, Floats]


def saddle_point_cases() -> tuple[ConformanceCase, ...]:
    """Return the cases about saddle points."""
    known = [*_matrix_games(), *_other_sizes(), *_trees()]
    return _SADDLE_POINTS.cases(known, matrix_game([[3, 1], [2, -1]], 4), matrix_game(large_payoffs(), 40))


# ---- the check of bounds ----


@dataclass(frozen=True)
class BoundedGames:
    """A class of constant-sum games whose answers are strategies with a lower and an upper bound on the value."""

    suffix: str  # end of the names of the cases
    solution: type[SaddlePointSolution] | type[ClassSolution]
    spread: Callable[[Any], float]  # the largest payoff of a game minus the smallest
    # from a game, an answer and the accuracy to the game as a saddle point and both realization plans
    plans: Callable[[Any, Any, float], tuple[SaddlePointProblem, Plans]]

    def cases(
        self, known: Iterable[tuple[str, str, Any, Fraction]], small: Any, large: Any
    ) -> tuple[ConformanceCase, ...]:
        """Return the cases of games with known values (name, claim, game, value), the contracts and early stops."""
        stopped = "bounds at a time limit are those of the strategies, and a gap that was not reached is not reported"
        return (
            *(ConformanceCase(name + self.suffix, claim, game, self._judge, value=v) for name, claim, game, v in known),
            *contracts(small, large, self.suffix, self._judge_answer),
            ConformanceCase(f"stopped{self.suffix}", stopped, large, self._judge_stopped),
        )

    def _unit(self, game: Any) -> float:
        """Return the payoff by which gaps are measured; the spread of a game with a single payoff is zero."""
        return self.spread(game) or 1.0

    def _judge(self, case: ConformanceCase, backend: Backend, options: SolveOptions, accuracy: float) -> None:
        """Solve to a gap of `options.tolerance` or `accuracy`, relative to the spread, and judge the answer."""
        unit = self._unit(case.model)
        share = options.tolerance or accuracy
        if share:
            try:
                answer = backend.solve(case.model, replace(options, tolerance=share * unit))
            except OptionError as error:
                require("tolerance" in str(error), f"the OptionError does not name the tolerance: {error}")
            else:
                self._judge_answer(case, answer, accuracy, share)
                return
        self._judge_answer(case, backend.solve(case.model, options), accuracy)

    def _judge_stopped(self, case: ConformanceCase, backend: Backend, options: SolveOptions, accuracy: float) -> None:
        gap = OUT_OF_REACH * self._unit(case.model)
        try:
            answer = backend.solve(case.model, replace(options, tolerance=gap, time_limit=1e-3))
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
        asked = (accuracy if gap is None else gap) * self._unit(case.model)
        if isinstance(answer, SaddlePointSolution | ClassSolution):
            found = answer.upper - answer.lower
            room = ROUNDING * max(abs(answer.lower), abs(answer.upper))
            require(found <= asked + room, f"reported solved with a gap of {found:.3g}; {asked:.3g} was requested")
        self._judge_bounds(case, answer, accuracy)

    def _judge_bounds(self, case: ConformanceCase, answer: RawSolution, accuracy: float) -> None:
        """Require realization plans of both players, and bounds equal to the values of best responses to them."""
        require(isinstance(answer, self.solution), f"a {self.solution.__name__} expected, not {type(answer).__name__}")
        assert isinstance(answer, SaddlePointSolution | ClassSolution)
        problem, plans = self.plans(case.model, answer, accuracy)
        for index, plan in zip(problem.sequences, plans, strict=True):
            _judge_plan(index, plan, accuracy)
        require(bool(answer.bounds), "the bounds are missing")
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


def plan_of(values: Vector | None, index: SequenceIndex, what: str) -> Floats:
    """Return realization weights as doubles, one for each sequence."""
    if values is None:
        raise ConformanceFailure(f"{what} is missing")
    plan = doubles(values)
    require(plan.shape == (len(index),), f"{what} has shape {plan.shape}; {len(index)} sequences expected")
    return plan


def _judge_plan(index: SequenceIndex, plan: Floats, accuracy: float) -> None:
    player = f"player {index.player + 1}'s plan"
    require(bool(np.all(np.isfinite(plan))), f"{player} has entries that are not finite")
    require(float(plan.min()) >= -accuracy, f"{player} is negative by {-float(plan.min()):.3g}")
    require(abs(plan[0] - 1) <= accuracy, f"{player} gives the empty sequence {plan[0]:.9g}, not 1")
    if not index.num_infosets:
        return
    off = np.abs(np.add.reduceat(plan, index.first_sequence[:-1]) - plan[index.parent_sequence])
    row = int(np.argmax(off))
    require(off[row] <= accuracy, f"{player} is no realization plan: off by {off[row]:.3g} at information set {row}")


def _judge_last_bounds(
    problem: SaddlePointProblem, plans: Plans, answer: SaddlePointSolution | ClassSolution, room: float
) -> None:
    # Dense products, independent of the sparse ones of `SaddlePointProblem.bounds`, which backends may call.
    payoffs = np.array(problem.payoffs.to_dense(), dtype=np.float64).reshape(problem.payoffs.shape)
    below = -float(problem.sequences[1].best_response(-(payoffs.T @ plans[0])).value)
    above = float(problem.sequences[0].best_response(payoffs @ plans[1]).value)
    for what, given, proved in (("lower", answer.lower, below), ("upper", answer.upper, above)):
        require(
            abs(given - proved) <= room,
            f"the {what} bound is given as {given:.12g}; the value of a best response to the plan is {proved:.12g}",
        )
    objective = float(number_of(answer.objective, "the objective"))
    between = answer.lower - room <= objective <= answer.upper + room
    require(between, f"the objective {objective:.12g} is not between the bounds")


def _plans(problem: SaddlePointProblem, answer: SaddlePointSolution, _: float) -> tuple[SaddlePointProblem, Plans]:
    first = plan_of(answer.primal, problem.sequences[0], "x, the primal")
    return problem, (first, plan_of(answer.dual, problem.sequences[1], "y, the dual"))


_SADDLE_POINTS = BoundedGames(" of a saddle point", SaddlePointSolution, lambda problem: float(problem.spread), _plans)


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
    rows, columns = len(payoffs), len(payoffs[0])
    table = [[Fraction(0)] * (columns + 1), *([Fraction(0), *(Fraction(value) for value in row)] for row in payoffs)]
    sequences = sequence_index(0, [(0, rows)]), sequence_index(1, [(0, columns)])
    return SaddlePointProblem(sequences, ExactMatrix.from_dense(table), spread, "conformance")


def kuhn_saddle_point() -> SaddlePointProblem:
    """Return the sequence form of Kuhn poker; sequences are in the order of `kuhn_program`."""
    dense = kuhn_program().matrix.to_dense()
    payoffs = [list(column) for column in zip(*([-value for value in row[:13]] for row in dense[7:]), strict=True)]
    first = sequence_index(0, [place for card in range(3) for place in ((0, 2), (2 + 4 * card, 2))])
    second = sequence_index(1, [(0, 2)] * 6)
    return SaddlePointProblem((first, second), ExactMatrix.from_dense(payoffs), 4.0, "conformance")


# ---- cases ----

Known = tuple[str, str, SaddlePointProblem, Fraction]


def _matrix_games() -> list[Known]:
    even = matrix_game([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], 2)
    uneven = matrix_game([[0, -1, 2], [1, 0, -3], [-2, 3, 0]], 6)
    mixed = matrix_game([[5, 4, 7], [6, 5, 2], [3, 8, 5]], 6)
    thirds = matrix_game([["1/3", "-1/3", "1/3"], ["-1/3", "2/3", "2/3"]], 1)
    inexact = "payoffs that no double represents exactly, and players with different numbers of actions"
    return [
        ("rock, paper, scissors", "a uniform start is optimal", even, Fraction(0)),
        ("uneven stakes", "rock, paper, scissors with different payoffs for each win", uneven, Fraction(0)),
        ("matrix game", "a completely mixed game of value 5", mixed, Fraction(5)),
        ("matrix game in thirds", inexact, thirds, Fraction(1, 15)),
        ("one action", "a player without a choice", matrix_game([[4, -3, 9]], 12), Fraction(-3)),
    ]


def _other_sizes() -> list[Known]:
    game, million = [[5, 4, 7], [6, 5, 2], [3, 8, 5]], 10**6
    large = matrix_game([[million * value for value in row] for row in game], 6e6)
    small = matrix_game([[Fraction(value, million) for value in row] for row in game], 6e-6)
    nothing = matrix_game([[0, 0], [0, 0]], 0)
    shifted = matrix_game([[1000 + value for value in row] for row in game], 6)
    return [
        ("payoffs in millions", "large payoffs are solved to the same relative gap", large, Fraction(5 * million)),
        ("payoffs in millionths", "small payoffs are solved to the same relative gap", small, Fraction(5, million)),
        ("payoffs far from zero", "a constant added to all payoffs is added to the value", shifted, Fraction(1005)),
        ("nothing at stake", "all payoffs are zero: no spread, every plan optimal", nothing, Fraction(0)),
    ]


def _trees() -> list[Known]:
    empty = sequence_index(0, []), sequence_index(1, [])
    alone = SaddlePointProblem(empty, ExactMatrix.from_dense([[Fraction(7)]]), 0.0, "conformance")
    # Player 1 goes left or right, player 2 observes it: 5 or 1 after left, -3 or 6 after right.
    replies = [[Fraction(value) for value in row] for row in ([0] * 5, [0, 5, 1, 0, 0], [0, 0, 0, -3, 6])]
    sequences = sequence_index(0, [(0, 2)]), sequence_index(1, [(0, 2), (0, 2)])
    observed = SaddlePointProblem(sequences, ExactMatrix.from_dense(replies), 9.0, "conformance")
    return [
        ("nobody chooses", "players whose only sequence is the empty one", alone, Fraction(7)),
        ("perfect information", "a reply to an observed move", observed, Fraction(1)),
        ("Kuhn poker", "the value of Kuhn poker is -1/18", kuhn_saddle_point(), Fraction(-1, 18)),
    ]
