"""How an answer to a linear program is judged.

Small linear programs with known answers, on which a backend shows what it takes and how it counts.

Random linear programs that are made around a pair of optimal solutions.
"""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any, Literal

import numpy as np

from seqform.backends.conformance.case import (
    INFEASIBLE,
    UNBOUNDED,
    ConformanceFailure,
    Interval,
    Number,
    ProgramCase,
    linear_program,
    require,
    require_answer,
    unique_case,
    vector,
)
from seqform.models.numbers.exact import ExactArray
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.solutions import BasisStatus, RawSolution

__all__ = ["ProgramCase", "kuhn_program", "linear_program", "program_cases"]


def program_cases() -> tuple[ProgramCase, ...]:
    """Return all cases."""
    return (*_dual_signs(), *_columns(), *_degenerate(), *_bare(), *_games(), _badly_scaled(), *_without_solution())


def _dual_signs() -> list[ProgramCase]:
    """Return cases for "a row dual is the derivative of the objective": every sense, every kind of row."""
    positive: list[Interval] = [(0, None), (0, None)]
    free: list[Interval] = [(None, None), (None, None)]
    at_least = [(4, [1, 1], None), (6, [1, 3], None)]
    at_most = [(None, [1, 1], 4), (None, [1, 3], 6)]
    equal = [(3, [1, 1, 1], 3), (1, [1, -1, 2], 1)]
    ranged = [(1, [1, 1], 4), (-2, [1, -1], 2)]
    three: list[Interval] = [(0, None)] * 3
    return [
        unique_case(
            "minimise, at least",
            "in a minimisation a row with an active lower bound has a positive dual",
            linear_program("min", [2, 3], at_least, positive),
            [3, 1],
            ["3/2", "1/2"],
        ),
        unique_case(
            "maximise, at least",
            "in a maximisation a row with an active lower bound has a negative dual",
            linear_program("max", [-2, -3], at_least, positive),
            [3, 1],
            ["-3/2", "-1/2"],
        ),
        unique_case(
            "minimise, at most",
            "in a minimisation a row with an active upper bound has a negative dual",
            linear_program("min", [-1, -2], at_most, positive),
            [3, 1],
            ["-1/2", "-1/2"],
        ),
        unique_case(
            "maximise, at most",
            "in a maximisation a row with an active upper bound has a positive dual",
            linear_program("max", [1, 2], at_most, positive),
            [3, 1],
            ["1/2", "1/2"],
        ),
        unique_case(
            "minimise, equal",
            "the dual of an equation has either sign",
            linear_program("min", [1, 2, 4], equal, three),
            [2, 1, 0],
            ["3/2", "-1/2"],
        ),
        unique_case(
            "maximise, equal",
            "the dual of an equation has either sign, and turns with the sense",
            linear_program("max", [-1, -2, -4], equal, three),
            [2, 1, 0],
            ["-3/2", "1/2"],
        ),
        unique_case(
            "minimise, ranged",
            "a row with two bounds has the dual of the one that is active",
            linear_program("min", [1, 3], ranged, free),
            ["3/2", "-1/2"],
            [2, -1],
        ),
        unique_case(
            "maximise, ranged",
            "a row with two bounds has the dual of the one that is active, in a maximisation too",
            linear_program("max", [1, 3], ranged, free),
            [1, 3],
            [2, -1],
        ),
        unique_case(
            "mixed rows",
            "rows of all kinds, in no order, keep their places",
            linear_program(
                "max",
                [3, 5, 2],
                [
                    (None, [1, 0, 1], 4),
                    (None, [1, 1, 1], None),
                    (1, [0, 1, 0], 1),
                    (-3, [1, 0, -1], None),
                    (2, [1, 1, 0], 2),
                ],
                [(0, None)] * 3,
            ),
            [1, 1, 3],
            [2, 0, 4, 0, 1],
        ),
    ]


def _columns() -> list[ProgramCase]:
    intervals: list[Interval] = [(0, None), (None, 0), (-1, 2), (3, 3), (None, None), (-5, None)]
    row = [(1, [1] * 6, 1)]
    point = [0, 0, 2, 3, 1, -5]
    return [
        unique_case(
            "columns, minimised",
            "nonnegative, nonpositive, boxed, fixed, free and negative columns",
            linear_program("min", [2, 0, 0, 7, 1, 3], row, intervals),
            point,
            [1],
        ),
        unique_case(
            "columns, maximised",
            "columns of all kinds in a maximisation",
            linear_program("max", [-2, 0, 0, -7, -1, -3], row, intervals),
            point,
            [-1],
        ),
    ]


def _degenerate() -> list[ProgramCase]:
    return [
        ProgramCase(
            "degenerate",
            "three rows meet in the optimal vertex of a plane; the duals are not unique",
            linear_program(
                "max",
                [3, 1],
                [(None, [1, 1], 2), (None, [1, -1], 2), (None, [1, 0], 2)],
                [(0, None), (0, None)],
            ),
            objective=Fraction(6),
            primal=vector([2, 0]),
        ),
        ProgramCase(
            "redundant rows",
            "an equation that says the same as another is no contradiction",
            linear_program("min", [1, 2], [(1, [1, 1], 1), (2, [2, 2], 2)], [(0, None), (0, None)]),
            objective=Fraction(1),
            primal=vector([1, 0]),
        ),
        ProgramCase(
            "many optima",
            "an edge of optimal points; any of them will do",
            linear_program("max", [1, 1], [(None, [1, 1], 3)], [(0, None), (0, None)]),
            objective=Fraction(3),
            dual=vector([1]),
        ),
    ]


def _bare() -> list[ProgramCase]:
    """Return programs where something is missing."""
    return [
        ProgramCase(
            "no objective",
            "an objective of zeros asks for any feasible point",
            linear_program("min", [0, 0], [(1, [1, 1], 1)], [(0, None), (0, None)]),
            objective=Fraction(0),
            dual=vector([0]),
        ),
        ProgramCase(
            "empty row",
            "a row without entries has the dual 0",
            linear_program("max", [1], [(None, [1], 5), (-1, [0], 1), (None, [0], None)], [(0, None)]),
            objective=Fraction(5),
            primal=vector([5]),
            dual=vector([1, 0, 0]),
        ),
        ProgramCase(
            "empty column",
            "a column in no row goes to the bound that its cost prefers",
            linear_program("min", [1, 2, -1], [(1, [1, 0, 0], None)], [(0, None), (1, 5), (None, 4)]),
            objective=Fraction(-1),
            primal=vector([1, 1, 4]),
            dual=vector([1]),
        ),
        ProgramCase(
            "idle column",
            "a column in no row and no objective stays within its bounds",
            linear_program("max", [1, 0], [(None, [1, 0], 2)], [(0, None), (3, 4)]),
            objective=Fraction(2),
            dual=vector([1]),
        ),
        ProgramCase(
            "no rows",
            "a program of bounds alone",
            linear_program("max", [1, -1], [], [(0, 2), (-3, 4)]),
            objective=Fraction(5),
            primal=vector([2, -3]),
            dual=vector([]),
        ),
        ProgramCase(
            "no columns",
            "a program of empty rows alone",
            linear_program("min", [], [(-1, [], 1)], []),
            objective=Fraction(0),
            primal=vector([]),
            dual=vector([0]),
        ),
    ]


def _games() -> list[ProgramCase]:
    third = Fraction(1, 3)
    return [
        unique_case(
            "matrix game",
            "a completely mixed game of value 5: max v, A.T x >= v, sum x = 1",
            linear_program(
                "max",
                [0, 0, 0, 1],
                [
                    (0, [5, 6, 3, -1], None),
                    (0, [4, 5, 8, -1], None),
                    (0, [7, 2, 5, -1], None),
                    (1, [1, 1, 1, 0], 1),
                ],
                [(0, None), (0, None), (0, None), (None, None)],
            ),
            ["1/2", "1/3", "1/6", 5],
            ["-1/2", "-1/3", "-1/6", 5],
        ),
        unique_case(
            "matrix game in thirds",
            "coefficients that no double holds exactly",
            linear_program(
                "max",
                [0, 0, 1],
                [(0, [third, -third, -1], None), (0, [-third, 2 * third, -1], None), (1, [1, 1, 0], 1)],
                [(0, None), (0, None), (None, None)],
            ),
            ["3/5", "2/5", "1/15"],
            ["-3/5", "-2/5", "1/15"],
        ),
        ProgramCase(
            "Kuhn poker",
            "the sequence form of Kuhn poker, from the first player's side, is worth -1/18",
            kuhn_program(),
            objective=Fraction(-1, 18),
        ),
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
        after_bet, after_check = 14 + 2 * own, 15 + 2 * own
        others = [other for other in range(3) if other != own]
        win = {other: deal if other > own else -deal for other in others}
        row(None, 0, {after_bet: 1, **{1 + 4 * other: -2 * win[other] for other in others}})
        row(None, 0, {after_bet: 1, **{1 + 4 * other: -deal for other in others}})
        calls: dict[int, Number] = {3 + 4 * other: -2 * win[other] for other in others}
        row(None, 0, {after_check: 1, **calls, **{4 + 4 * other: deal for other in others}})
        row(None, 0, {after_check: 1, **{2 + 4 * other: -win[other] for other in others}})
    plan: list[Interval] = [(0, None)] * 13
    values: list[Interval] = [(None, None)] * 7
    return linear_program("max", [0] * 13 + [1] + [0] * 6, rows, [*plan, *values], "kuhn")


def _badly_scaled() -> ProgramCase:
    return unique_case(
        "badly scaled",
        "coefficients from 1/1000 to 5000",
        linear_program(
            "min",
            [40, "1/50"],
            [("1/10", ["1/1000", "1/20"], None), (5000, [5000, 1], None)],
            [(0, None), (0, None)],
        ),
        ["249900/249999", "495000/249999"],
        ["60000/249999", "99999/12499950"],
    )


def _without_solution() -> list[ProgramCase]:
    one: list[Interval] = [(0, None)]
    two: list[Interval] = [(0, None), (0, None)]
    return [
        ProgramCase(
            "infeasible rows",
            "two rows contradict each other",
            linear_program("min", [1], [(2, [1], None), (None, [1], 1)], one),
            INFEASIBLE,
        ),
        ProgramCase(
            "infeasible equations",
            "no nonnegative point solves the equations",
            linear_program("max", [1, 1], [(1, [1, 1], 1), (3, [1, 2], 3)], two),
            INFEASIBLE,
        ),
        ProgramCase(
            "infeasible empty row",
            "a row without entries whose bounds exclude zero",
            linear_program("min", [1], [(None, [1], 5), (1, [0], 2)], one),
            INFEASIBLE,
        ),
        ProgramCase(
            "unbounded, maximised",
            "an objective that grows along a ray",
            linear_program("max", [1, 0], [(0, [1, -1], None)], two),
            UNBOUNDED,
        ),
        ProgramCase(
            "unbounded, minimised",
            "a free column without anything to hold it",
            linear_program("min", [1, 1], [(None, [1, 0], 3)], [(None, None), (0, None)]),
            UNBOUNDED,
        ),
        ProgramCase(
            "infeasible, and its dual too",
            "no feasible point, and no dual feasible point to prove an objective bounded",
            linear_program("max", [1, 1], [(1, [1, -1], None), (1, [-1, 1], None)], two),
            INFEASIBLE,
        ),
    ]


_KINDS = ("lower", "upper", "both", "equal", "none")


def random_cases(count: int = 10) -> list[ProgramCase]:
    """Return cases of random programs, each with a known objective."""
    cases = []
    for seed in range(count):
        program, primal, _ = random_program(seed)
        cases.append(
            ProgramCase(
                f"random program {seed}",
                "rows and columns of all kinds mixed at random, both senses",
                program,
                objective=program.objective.dot(primal),
            )
        )
    return cases


def random_program(seed: int, rows: int = 8, columns: int = 10) -> tuple[LinearProgram, ExactArray, ExactArray]:
    """Return a program of small integers, an optimal point and optimal row duals.

    Point and duals are drawn first; bounds and objective are then chosen so that the
    pair is feasible and complementary, hence optimal. Even seeds minimise, odd ones maximise.

    Examples
    --------
    >>> program, primal, dual = random_program(3)
    >>> program.residuals(primal, dual).worst
    Fraction(0, 1)
    """
    draw = random.Random(seed)
    sense: Literal["min", "max"] = "max" if seed % 2 else "min"
    sign = -1 if sense == "max" else 1
    matrix = [[draw.randint(-3, 3) if draw.random() < 0.6 else 0 for _ in range(columns)] for _ in range(rows)]
    point = [draw.randint(-4, 4) for _ in range(columns)]
    activity = [sum(a * x for a, x in zip(row, point, strict=True)) for row in matrix]
    row_sides = [_side(draw, value, sign) for value in activity]
    column_sides = [_side(draw, value, sign) for value in point]
    duals = [dual for _, dual in row_sides]
    objective = [
        sum(row[j] * dual for row, dual in zip(matrix, duals, strict=True)) + column_sides[j][1] for j in range(columns)
    ]
    program = linear_program(
        sense,
        objective,
        [(bounds[0], row, bounds[1]) for row, (bounds, _) in zip(matrix, row_sides, strict=True)],
        [bounds for bounds, _ in column_sides],
        f"random {seed}",
    )
    return program, ExactArray.of(point), ExactArray.of(duals)


def _side(draw: random.Random, value: int, sign: int) -> tuple[Interval, int]:
    """Return bounds around a value, and a dual that is complementary to them."""
    kind = draw.choice(_KINDS)
    active = draw.random() < 0.7
    weight = sign * draw.randint(0, 3)
    room = 0 if active else draw.randint(1, 3)
    if kind == "equal":
        return (value, value), weight * draw.choice((-1, 1))
    if kind == "lower":
        return (value - room, None), weight if active else 0
    if kind == "upper":
        return (None, value + room), -weight if active else 0
    if kind == "both":
        return (value - room, value + draw.randint(1, 3)), weight if active else 0
    return (None, None), 0


def judge_program_answer(case: ProgramCase, answer: RawSolution, accuracy: float) -> None:
    """Compare an answer with what is known, and with itself.

    Parameters
    ----------
    accuracy : float
        As in `seqform.backends.conformance.check`.

    Raises
    ------
    ConformanceFailure
        If it is not right.
    """
    require_answer(answer, case.terminations)
    if not answer.solved:
        return
    program = case.program
    m, n = program.matrix.shape
    require(answer.primal is not None and len(answer.primal) == n, f"{n} primal values expected")
    require(answer.dual is not None and len(answer.dual) == m, f"{m} dual values expected")
    assert answer.primal is not None
    assert answer.dual is not None
    allowed = accuracy * _size(program)
    require(answer.objective is not None, "the objective is missing")
    if case.objective is not None:
        miss = abs(answer.objective - case.objective)  # type: ignore[operator]  # not None, as required above
        require(miss <= allowed, f"the objective is {answer.objective}; true is {case.objective}")
    judge_program_residuals(program, answer, allowed)
    _judge_vector("primal", answer.primal, case.primal, allowed)
    _judge_vector("dual", answer.dual, case.dual, allowed)
    _judge_basis(program, answer)


def judge_program_residuals(program: LinearProgram, answer: RawSolution, allowed: float) -> None:
    """Require a primal-dual pair that is feasible and optimal, and an objective that is its own."""
    primal, dual = answer.primal, answer.dual
    assert primal is not None
    assert dual is not None
    residuals = program.residuals(primal, dual)
    for what, value in (
        ("a row is violated", max(residuals.primal_rows, 0)),
        ("a column is violated", max(residuals.primal_columns, 0)),
    ):
        require(value <= allowed, f"{what} by {float(value):.3g}")
    if max(residuals.dual, residuals.gap) > allowed:
        turned = program.residuals(primal, -dual)
        hint = "; with the opposite sign they would be right" if turned.worst <= allowed else ""
        raise ConformanceFailure(
            f"the duals are off by {float(residuals.dual):.3g}, the duality gap is {float(residuals.gap):.3g}{hint}"
        )
    own = program.objective_at(primal)
    require(
        abs(float(own) - float(answer.objective or 0)) <= allowed,
        f"the objective is given as {answer.objective}, but is {float(own)} at the point given",
    )


def _judge_vector(what: str, values: Any, expected: ExactArray | None, allowed: float) -> None:
    if expected is None:
        return
    if isinstance(values, ExactArray):
        require(values.equals(expected), f"the {what} vector is {values.to_fractions()}")
        return
    miss = float(np.max(np.abs(values - expected.to_floats()), initial=0.0))
    require(
        miss <= allowed,
        f"the {what} vector is {np.asarray(values).tolist()}; true is {expected.to_floats().tolist()}",
    )


def _judge_basis(program: LinearProgram, answer: RawSolution) -> None:
    if answer.basis is None:
        return
    m, n = program.matrix.shape
    statuses = np.concatenate([answer.basis.rows, answer.basis.columns])
    require(len(answer.basis.rows) == m and len(answer.basis.columns) == n, "the basis is of another size")
    basic = int(np.count_nonzero(statuses == BasisStatus.BASIC))
    require(basic == m, f"{basic} rows and columns are basic, of {m} that should be")
    for what, place, bounds in (
        ("row", answer.basis.rows, program.rows),
        ("column", answer.basis.columns, program.columns),
    ):
        at_lower, at_upper = place == BasisStatus.LOWER, place == BasisStatus.UPPER
        stray = np.any(at_lower & ~bounds.has_lower) or np.any(at_upper & ~bounds.has_upper)
        require(not stray, f"the basis has a {what} at a bound that it does not have")


def _size(program: LinearProgram) -> float:
    """Return the size of the largest number in the objective and the bounds, at least 1."""
    numbers = [program.objective.to_floats()]
    for lower, upper in (program.rows.to_floats(), program.columns.to_floats()):
        numbers += [lower[np.isfinite(lower)], upper[np.isfinite(upper)]]
    return max(1.0, *(float(np.max(np.abs(values), initial=0.0)) for values in numbers))
