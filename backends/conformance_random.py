"""Random linear programs that are made around a pair of optimal solutions."""

from __future__ import annotations

import random
from typing import Literal

from seqform.backends.conformance_case import Interval, ProgramCase, linear_program
from seqform.models.exact import ExactArray
from seqform.models.linear_program import LinearProgram

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
