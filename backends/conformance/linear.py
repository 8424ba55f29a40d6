"""Linear and mixed-integer programs with known answers, and the checks of answers to them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

import numpy as np
import numpy.typing as npt

from seqform.backends.conformance.case import (
    INFEASIBLE,
    SOLVED,
    UNBOUNDED,
    ConformanceCase,
    ConformanceFailure,
    cells,
    contracts,
    number_of,
    require,
    require_answer,
    solved_once,
    vector_of,
)
from seqform.models.numbers.exact import ExactArray, ExactMatrix, Vector, doubles
from seqform.models.numbers.text import shown, shown_rational
from seqform.models.programs.linear import Bounds, LinearProgram, MixedIntegerProgram
from seqform.models.programs.solutions import BasisStatus, RawSolution, Termination

Number = int | str | Fraction
Numbers = Sequence[Number]
Interval = tuple[Number | None, Number | None]
Rows = Sequence[tuple[Number | None, Numbers, Number | None]]
Sense = Literal["min", "max"]


def linear_cases() -> tuple[ConformanceCase, ...]:
    """Return the cases about linear programs."""
    claim = "rows and columns of all kinds mixed at random, both senses"
    drawn = []
    for seed in range(10):
        program, point, _ = random_program(seed)
        value = program.objective.dot(point)
        drawn.append(_valued(f"random program {seed}", claim, program, value))

    # A matrix game: max v with A.T x >= v and sum x = 1.
    small = _program("max 1 1", "1 2 :4, 3 1 :6", "")
    rows: list[tuple[Number | None, Numbers, Number | None]] = []
    rows += [(0, [*column, -1], None) for column in large_payoffs()]
    rows.append((1, [1] * 30 + [0], 1))
    columns: list[Interval] = [*[(0, None)] * 30, (None, None)]
    large = linear_program("max", [0] * 30 + [1], rows, columns)
    return (*program_cases(), *drawn, *contracts(small, large, "", judge_program))


def program_cases() -> tuple[ConformanceCase, ...]:
    """Return the linear programs that are written out."""
    claim = "the value of the sequence form of Kuhn poker for the first player is -1/18"
    kuhn = _valued("Kuhn poker", claim, kuhn_program(), Fraction(-1, 18))
    return (
        *_cases(_SOLVED),
        kuhn,
        *_cases(_INFEASIBLE, INFEASIBLE),
        *_cases(_UNBOUNDED, UNBOUNDED),
    )


def _valued(name: str, claim: str, program: LinearProgram, value: Fraction) -> ConformanceCase:
    return ConformanceCase(name, claim, program, solved_once(judge_program), value=value)


# ---- models ----


def linear_program(
    sense: Sense,
    objective: Numbers,
    rows: Rows,
    columns: Sequence[Interval],
    name: str = "conformance",
) -> LinearProgram:
    """Return a program from rows of lower bound, coefficients and upper bound, None for an absent bound."""
    m = len(rows)
    n = len(columns)
    matrix = ExactMatrix.zeros((m, n))
    if m and n:
        matrix = exact_matrix([row for _, row, _ in rows])
    return LinearProgram(
        sense,
        vector(objective),
        matrix,
        Bounds.of([(lower, upper) for lower, _, upper in rows]),
        Bounds.of(columns),
        [f"row {i}" for i in range(m)],
        [f"column {j}" for j in range(n)],
        name,
    )


def vector(values: Numbers) -> ExactArray:
    """Return the rational numbers as an exact vector."""
    return ExactArray.of([Fraction(value) for value in values])


def exact_matrix(rows: Sequence[Numbers]) -> ExactMatrix:
    """Return the rational numbers as an exact matrix."""
    return ExactMatrix.from_dense([[Fraction(value) for value in row] for row in rows])


def large_payoffs(size: int = 30, least: int = -20, step: int = 37) -> list[list[Number]]:
    """Return a matrix of payoffs from `least` to `least` + 40, shape (size, size)."""
    return [
        [(i * step + j * 101 + i * j * 13) % 41 + least for j in range(size)] for i in range(size)
    ]


def kuhn_program() -> LinearProgram:
    """Return the sequence-form program of Kuhn poker: max q_0 with E x = e and F.T q - A.T x <= 0.

    Columns are the first player's realization plan x (the empty sequence, then for each of the cards
    1, 2, 3 bet, check, check-call and check-fold) and the second player's values q (the root's, then for each card
    that after a bet and that after a check).
    """
    rows: list[tuple[Number | None, list[Number], Number | None]] = []
    width = 13 + 7

    def row(lower: int | None, upper: int, entries: dict[int, Number]) -> None:
        rows.append((lower, [entries.get(j, 0) for j in range(width)], upper))

    row(1, 1, {0: 1})
    for card in range(3):
        bet, check, call, fold = range(1 + 4 * card, 5 + 4 * card)
        row(0, 0, {0: -1, bet: 1, check: 1})
        row(0, 0, {check: -1, call: 1, fold: 1})
    row(None, 0, {13: 1, **dict.fromkeys(range(14, 20), -1)})

    deal = Fraction(1, 6)
    for own in range(3):
        after_bet = 14 + 2 * own
        after_check = after_bet + 1
        # The second player calls a bet, folds, bets after a check (called or not), checks after a check.
        calls: dict[int, Number] = {after_bet: 1}
        folds: dict[int, Number] = {after_bet: 1}
        bets: dict[int, Number] = {after_check: 1}
        checks: dict[int, Number] = {after_check: 1}
        for card in range(3):
            if card == own:
                continue
            win = deal if card > own else -deal
            bet, check, call, fold = range(1 + 4 * card, 5 + 4 * card)
            calls[bet] = -2 * win
            folds[bet] = -deal
            bets[call] = -2 * win
            bets[fold] = deal
            checks[check] = -win
        row(None, 0, calls)
        row(None, 0, folds)
        row(None, 0, bets)
        row(None, 0, checks)
    plan: list[Interval] = [(0, None)] * 13
    values: list[Interval] = [(None, None)] * 7
    return linear_program("max", [0] * 13 + [1] + [0] * 6, rows, [*plan, *values], "kuhn")


def random_program(
    seed: int, rows: int = 8, columns: int = 10
) -> tuple[LinearProgram, ExactArray, ExactArray]:
    """Return a program of small integers, an optimal point and optimal row duals.

    Point and duals are drawn first; bounds and objective are then chosen so that the
    pair is feasible and complementary, hence optimal. Even seeds minimise, odd ones maximise.
    """
    draw = random.Random(seed)
    sense: Sense = "max" if seed % 2 else "min"
    sign = -1 if sense == "max" else 1
    matrix = np.zeros((rows, columns), dtype=np.int64)
    for i in range(rows):
        for j in range(columns):
            if draw.random() < 0.6:
                matrix[i, j] = draw.randint(-3, 3)
    point = np.array([draw.randint(-4, 4) for _ in range(columns)], dtype=np.int64)

    constraints: list[tuple[Number | None, Numbers, Number | None]] = []
    duals = []
    for row, activity in zip(matrix.tolist(), (matrix @ point).tolist(), strict=True):
        (lower, upper), dual = _side(draw, activity, sign)
        constraints.append((lower, row, upper))
        duals.append(dual)
    bounds = []
    reduced_costs = []
    for value in point.tolist():
        interval, cost = _side(draw, value, sign)
        bounds.append(interval)
        reduced_costs.append(cost)

    # The dual's equations: the objective is Aᵀy plus the duals of the columns' bounds.
    objective = (matrix.T @ np.array(duals, dtype=np.int64) + reduced_costs).tolist()
    program = linear_program(sense, objective, constraints, bounds, f"random {seed}")
    return program, ExactArray.of(point.tolist()), ExactArray.of(duals)


def _side(draw: random.Random, value: int, sign: int) -> tuple[Interval, int]:
    """Return bounds around a value, and a dual that is complementary to them."""
    bounded = draw.choice(("lower", "upper", "both", "equal", "none"))
    is_active = draw.random() < 0.7
    weight = sign * draw.randint(0, 3)
    room = 0
    if not is_active:
        room = draw.randint(1, 3)
    if bounded == "equal":
        return (value, value), weight * draw.choice((-1, 1))
    if not is_active:
        weight = 0
    if bounded == "lower":
        return (value - room, None), weight
    if bounded == "upper":
        return (None, value + room), -weight
    if bounded == "both":
        return (value - room, value + draw.randint(1, 3)), weight
    return (None, None), 0


# ---- cases ----


_SOLVED = """
minimise, at least | the dual of an active lower bound is positive in a minimisation and negative in a maximisation
  | min 2 3 | 1 1 4:, 1 3 6: | | 3 1 | 3/2 1/2
maximise, at least | | max -2 -3 | 1 1 4:, 1 3 6: | | 3 1 | -3/2 -1/2
minimise, at most | the dual of an active upper bound is negative in a minimisation and positive in a maximisation
  | min -1 -2 | 1 1 :4, 1 3 :6 | | 3 1 | -1/2 -1/2
maximise, at most | | max 1 2 | 1 1 :4, 1 3 :6 | | 3 1 | 1/2 1/2
minimise, equal | the dual of an equation has either sign, and changes it with the sense
  | min 1 2 4 | 1 1 1 3:3, 1 -1 2 1:1 | | 2 1 0 | 3/2 -1/2
maximise, equal | | max -1 -2 -4 | 1 1 1 3:3, 1 -1 2 1:1 | | 2 1 0 | -3/2 1/2
minimise, ranged | a row with two bounds has the dual of the active one
  | min 1 3 | 1 1 1:4, 1 -1 -2:2 | : : | 3/2 -1/2 | 2 -1
maximise, ranged | | max 1 3 | 1 1 1:4, 1 -1 -2:2 | : : | 1 3 | 2 -1
mixed rows | rows of all kinds, in any order, keep their indices
  | max 3 5 2 | 1 0 1 :4, 1 1 1 :, 0 1 0 1:1, 1 0 -1 -3:, 1 1 0 2:2 | | 1 1 3 | 2 0 4 0 1
columns, minimised | nonnegative, nonpositive, boxed, fixed, free and negative columns
  | min 2 0 0 7 1 3 | 1 1 1 1 1 1 1:1 | 0: :0 -1:2 3:3 : -5: | 0 0 2 3 1 -5 | 1
columns, maximised | nonnegative, nonpositive, boxed, fixed, free and negative columns in a maximisation
  | max -2 0 0 -7 -1 -3 | 1 1 1 1 1 1 1:1 | 0: :0 -1:2 3:3 : -5: | 0 0 2 3 1 -5 | -1
badly scaled | coefficients from 1/1000 to 5000
  | min 40 1/50 | 1/1000 1/20 1/10:, 5000 1 5000: | | 249900/249999 495000/249999 | 60000/249999 99999/12499950
degenerate | three tight rows at a vertex of a plane; the duals are not unique
  | max 3 1 | 1 1 :2, 1 -1 :2, 1 0 :2 | | 2 0
redundant rows | a multiple of an equation contradicts nothing | min 1 2 | 1 1 1:1, 2 2 2:2 | | 1 0
many optima | every point of an edge is optimal | max 1 1 | 1 1 :3 | | ? | 1 | 3
no objective | every feasible point is optimal | min 0 0 | 1 1 1:1 | | ? | 0 | 0
empty row | a row without entries has the dual 0 | max 1 | 1 :5, 0 -1:1, 0 : | | 5 | 1 0 0
empty column | a column in no row is at its cheaper bound | min 1 2 -1 | 1 0 0 1: | 0: 1:5 :4 | 1 1 4 | 1
idle column | a column in no row and no objective stays within its bounds | max 1 0 | 1 0 :2 | 0: 3:4 | ? | 1 | 2
no rows | a program of bounds alone | max 1 -1 | | 0:2 -3:4 | 2 -3 |
no columns | a program of empty rows alone | min | -1:1 | | | 0
matrix game | a completely mixed game of value 5: max v, A.T x >= v, sum x = 1
  | max 0 0 0 1 | 5 6 3 -1 0:, 4 5 8 -1 0:, 7 2 5 -1 0:, 1 1 1 0 1:1 | 0: 0: 0: :
  | 1/2 1/3 1/6 5 | -1/2 -1/3 -1/6 5
matrix game in thirds | coefficients that no double represents exactly
  | max 0 0 1 | 1/3 -1/3 -1 0:, -1/3 2/3 -1 0:, 1 1 0 1:1 | 0: 0: : | 3/5 2/5 1/15 | -3/5 -2/5 1/15
"""
_INFEASIBLE = """
infeasible rows | two contradictory rows | min 1 | 1 2:, 1 :1
infeasible equations | equations without nonnegative solution | max 1 1 | 1 1 1:1, 1 2 3:3
infeasible empty row | an empty row with bounds above 0 | min 1 | 1 :5, 0 1:2
infeasible, and its dual too | no feasible point, and no dual feasible point | max 1 1 | 1 -1 1:, -1 1 1:
"""
_UNBOUNDED = """
unbounded, maximised | an objective that grows along a ray | max 1 0 | 1 -1 0:
unbounded, minimised | a free column with a cost and no lower bound | min 1 1 | 1 0 :3 | : 0:
"""


def _cases(text: str, terminations: frozenset[Termination] = SOLVED) -> list[ConformanceCase]:
    """Return the cases of a table: name, claim, objective, rows, columns, and point, duals and value where known.

    A row is its coefficients and bounds, a column its bounds, as lower:upper; columns are nonnegative by default.
    """
    table = []
    for name, claim, objective, rows, *more in cells(text):
        columns, primal, dual, value = [*more, *("", "?", "?", "?")[len(more) :]]
        program = _program(objective, rows, columns)
        point = prices = best = None
        if primal != "?":
            point = vector(primal.split())
            best = program.objective.dot(point)
        if dual != "?":
            prices = vector(dual.split())
        if value != "?":
            best = Fraction(value)
        judge = solved_once(judge_program)
        table.append(
            ConformanceCase(name, claim, program, judge, terminations, best, point, prices)
        )
    return table


def _program(objective: str, rows: str, columns: str) -> LinearProgram:
    """Return the program of a table's cells."""
    sense, *costs = objective.split()
    constraints = []
    if rows:
        for row in rows.split(","):
            *coefficients, interval = row.split()
            lower, upper = _interval(interval)
            constraints.append((lower, coefficients, upper))
    bounds = [_interval(column) for column in columns.split()]
    if not bounds:
        bounds = [_interval("0:")] * len(costs)
    return linear_program("max" if sense == "max" else "min", costs, constraints, bounds)


def _interval(text: str) -> Interval:
    """Return the bounds of lower:upper, None for an absent one."""
    lower, upper = text.split(":")
    return lower or None, upper or None


# ---- the check of an answer ----


def judge_program(case: ConformanceCase, answer: RawSolution, accuracy: float) -> None:
    """Require the known objective, point and duals, a feasible and optimal pair, and a consistent basis."""
    require_answer(answer, case.terminations)
    if not answer.solved:
        return
    program: LinearProgram = case.model
    m, n = program.matrix.shape
    primal = vector_of(answer.primal, n, f"{n} primal values expected")
    dual = vector_of(answer.dual, m, f"{m} dual values expected")
    objective = number_of(answer.objective, "the objective")
    allowed = accuracy * _size(program)
    if case.value is not None:
        difference: Fraction | float = objective - case.value
        require(
            -allowed <= difference <= allowed,
            f"the objective is {shown_rational(objective)}; correct is {shown_rational(case.value)}",
        )
    _judge_residuals(program, primal, dual, float(objective), allowed)
    _judge_vector("primal", primal, case.primal, allowed)
    _judge_vector("dual", dual, case.dual, allowed)
    if answer.basis is not None:
        _judge_statuses("row", answer.basis.rows, program.rows)
        _judge_statuses("column", answer.basis.columns, program.columns)


def _judge_statuses(what: str, statuses: npt.NDArray[np.int8], bounds: Bounds) -> None:
    """Require that no row or column is at a bound that it does not have."""
    at_absent = (statuses == BasisStatus.LOWER) & ~bounds.has_lower
    at_absent |= (statuses == BasisStatus.UPPER) & ~bounds.has_upper
    require(not np.any(at_absent), f"in the basis a {what} is at an absent bound")


def _judge_residuals(
    program: LinearProgram, primal: Vector, dual: Vector, objective: float, allowed: float
) -> None:
    """Require a primal-dual pair that is feasible and optimal, and the objective of its point."""
    residuals = program.residuals(primal, dual)
    in_rows = residuals.primal_rows
    require(in_rows <= allowed, f"a row is violated by {float(in_rows):.3g}")
    in_columns = residuals.primal_columns
    require(in_columns <= allowed, f"a column is violated by {float(in_columns):.3g}")
    # A wrong sign of the duals is the likeliest mistake; the message says if it is that.
    if max(residuals.dual, residuals.gap) > allowed:
        negated = program.residuals(primal, -dual)
        hint = "; with the opposite sign they would be right" if negated.worst <= allowed else ""
        raise ConformanceFailure(
            f"the duals are off by {float(residuals.dual):.3g}, the duality gap is {float(residuals.gap):.3g}{hint}"
        )
    own = float(program.objective_at(primal))
    require(
        abs(own - objective) <= allowed,
        f"the objective is given as {objective}, but is {own} at the point given",
    )


def _judge_vector(what: str, values: Vector, expected: ExactArray | None, allowed: float) -> None:
    """Require the known vector, if there is one; exactly, of an exact answer."""
    if expected is None:
        return
    if isinstance(values, ExactArray):
        require(values.equals(expected), f"the {what} vector is {values.to_fractions()}")
        return
    correct = expected.to_floats()
    deviation = float(np.max(np.abs(values - correct), initial=0.0))
    require(
        deviation <= allowed,
        f"the {what} vector is {np.asarray(values, dtype=np.float64).tolist()}; correct is {correct.tolist()}",
    )


def _size(program: LinearProgram) -> float:
    """Return the largest absolute value in the objective and the bounds, at least 1."""
    numbers = np.concatenate(
        [program.objective.to_floats(), *program.rows.to_floats(), *program.columns.to_floats()]
    )
    return float(np.max(np.abs(numbers), initial=1.0, where=np.isfinite(numbers)))


_INTEGER = " of a mixed-integer program"
_MIXED_INTEGER = """
knapsack | the best objects in a bag of 7 have the value 23
  | max 10 13 7 8 | 3 4 2 3 :7 | 0:1 0:1 0:1 0:1 | 0 1 2 3 | 23
cover | three pairs are covered at a cost of 5 | min 3 2 4 | 1 1 0 1:, 0 1 1 1:, 1 0 1 1: | 0:1 0:1 0:1 | 0 1 2 | 5
rounded down | the largest integer below 7/2 is 3 | max 1 | 2 :7 | 0: | 0 | 3
rounded up | the least integer above -7/2 is -3 | min 1 | -2 :7 | : | 0 | -3
one of two whole | only the first of two variables is integer | max 3 2 | 2 1 :9/2, 1 2 :4 | 0: 0: | 0 | 7
none whole | without integer variables it is the linear program | max 1 | 2 :7 | 0: | | 7/2
odd and even | an odd number is no sum of even ones | min 0 0 | 2 4 1:1 | -5:5 -5:5 | 0 1 | infeasible
endless | integer variables grow along a ray | max 1 1 | 1 -1 0:0 | 0: 0: | 0 1 | unbounded
"""
"""Name, claim, objective, rows, columns, the places of integer variables, and the value."""


def mixed_integer_cases() -> tuple[ConformanceCase, ...]:
    """Return the cases about mixed-integer programs."""
    without_optimum = {"infeasible": INFEASIBLE, "unbounded": UNBOUNDED}
    known = []
    for name, claim, objective, rows, columns, places, value in cells(_MIXED_INTEGER):
        program = _program(objective, rows, columns)
        integer = [int(place) for place in places.split()]
        if value in without_optimum:
            case = _integer_case(name, claim, program, integer, None, without_optimum[value])
        else:
            case = _integer_case(name, claim, program, integer, Fraction(value))
        known.append(case)
    limits = contracts(known[0].model, packing(40, 3).model, _INTEGER, judge_mixed_integer)
    return (*known, packing(12, 1), packing(15, 2), *limits)


def packing(size: int, seed: int) -> ConformanceCase:
    """Return a random knapsack problem, its optimum by dynamic programming."""
    draw = np.random.default_rng(seed)
    weights = draw.integers(5, 40, size).tolist()
    values = draw.integers(5, 40, size).tolist()
    room = sum(weights) // 2

    # The most value for every space with the objects so far; from the largest space down, to take an object once.
    best = [0] * (room + 1)
    for weight, value in zip(weights, values, strict=True):
        for space in range(room, weight - 1, -1):
            best[space] = max(best[space], best[space - weight] + value)
    program = linear_program("max", values, [(None, weights, room)], [(0, 1)] * size)
    claim = f"the best of {size} random objects in half the room have the value {best[room]}"
    return _integer_case(
        f"packing {size} objects", claim, program, list(range(size)), Fraction(best[room])
    )


def _integer_case(
    name: str,
    claim: str,
    program: LinearProgram,
    integer: Sequence[int],
    value: Fraction | None = None,
    terminations: frozenset[Termination] = SOLVED,
) -> ConformanceCase:
    model = MixedIntegerProgram(program, np.isin(np.arange(program.matrix.shape[1]), integer))
    return ConformanceCase(
        f"{name}{_INTEGER}", claim, model, solved_once(judge_mixed_integer), terminations, value
    )


def judge_mixed_integer(case: ConformanceCase, answer: RawSolution, accuracy: float) -> None:
    """Require a point and a bound that do not contradict each other, and the known value of both."""
    require_answer(answer, case.terminations)
    if not answer.solved:
        return
    judge_point(case.model, answer, accuracy)
    if case.value is None:
        return
    correct = float(case.value)
    allowed = accuracy * max(1.0, abs(correct))
    text = shown_rational(case.value)
    for what, value in (("objective", answer.objective), ("bound", answer.bound)):
        deviation = abs(float(value or 0) - correct)
        require(deviation <= allowed, f"the {what} is {shown(value)}; correct is {text}")


def judge_point(model: MixedIntegerProgram, answer: RawSolution, accuracy: float) -> None:
    """Require a feasible point, its objective, and a bound that it respects."""
    program = model.program
    m, n = program.matrix.shape
    point = doubles(vector_of(answer.primal, n, f"{n} primal values expected"))
    objective = number_of(answer.objective, "the objective")
    bound = number_of(answer.bound, "the bound")

    allowed = accuracy * max(1.0, float(np.max(np.abs(point), initial=0.0)))
    off = float(np.max(np.abs(point - np.round(point))[model.integer], initial=0.0))
    require(off <= allowed, f"an integer variable is off by {off:.3g}")
    residuals = program.residuals(point, np.zeros(m))  # of which only the primal ones are read
    worst = max(float(residuals.primal_rows), float(residuals.primal_columns))
    require(worst <= allowed, f"a row or column is violated by {worst:.3g}")

    own = float(program.objective_at(point))
    allowed *= max(1.0, abs(own))
    require(
        abs(float(objective) - own) <= allowed,
        f"the objective is {shown_rational(objective)}; the point's is {shown_rational(own)}",
    )
    better = own - bound if program.sense == "max" else bound - own
    require(better <= allowed, f"the point is better by {better:.3g} than the bound allows")
