"""Rows of a path with z0, exact where doubles have too few digits, and with the points at its bases."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from seqform.backends.lemke.exact_basis import ExactBasis
from seqform.builders.programs.lcp import GameLcp
from seqform.models.answers.trace import PathValues, TraceRow
from seqform.models.numbers.exact import ExactArray
from seqform.models.numbers.text import counted
from seqform.models.programs.complementarity import LinearComplementarityProblem
from seqform.models.programs.solutions import ComplementaryPath, Termination
from seqform.models.strategies.behavior import RealizationPlans
from seqform.solving.request import Progress
from seqform.system.deadline import Deadline

LEAST_IN_DOUBLES = 1e-6
MOST_IN_DOUBLES = 2.0
"""Bounds between which z0 in doubles is taken as it is. Below, it may be what is left of numbers that cancel."""

MOST_BITS = 40
"""Largest ratio of the numbers of a problem, and largest integer in its matrix, in bits, for accurate doubles."""

MOST_EXACT_WORK = 100_000
"""Bound on the number of linear systems for z0, multiplied by the number of their equations."""


def path_rows(path: ComplementaryPath) -> list[TraceRow]:
    """Return a row for the beginning and for every pivot, with the z0 of the engine."""
    names = path.problem.variable_name
    rows = [TraceRow(0, None, None, _first_z0(path))]
    steps = zip(path.entering.tolist(), path.leaving.tolist(), path.z0, strict=True)
    for number, (entering, leaving, z0) in enumerate(steps, start=1):
        left = None if leaving < 0 else names(leaving)  # none leaves on a ray
        rows.append(TraceRow(number, names(entering), left, _built_in(z0)))
    return rows


def _built_in(z0: Any) -> Fraction | float:
    """Return a fraction as it is, and a double of NumPy as one of Python."""
    return z0 if isinstance(z0, Fraction) else float(z0)


def with_exact_z0(
    rows: Sequence[TraceRow], path: ComplementaryPath, deadline: Deadline
) -> tuple[list[TraceRow], tuple[str, ...]]:
    """Return the rows with exact z0 where doubles may have wrong digits, and a remark on those without, if any."""
    doubtful = _doubtful_rows(rows, path)
    with_exact = list(rows)
    num_exact = 0
    if len(doubtful) * len(path.problem) <= MOST_EXACT_WORK:
        for number in doubtful:
            if deadline.passed:
                break
            _, z0 = ExactBasis(path.problem, path.basis(number)).point()
            with_exact[number] = replace(rows[number], z0=z0)
            num_exact += 1
    if num_exact == len(doubtful):
        return with_exact, ()
    pivots = counted(len(doubtful) - num_exact, "pivot")
    remark = (
        f"z0 is in doubles, which have too few digits for this problem, after {pivots}"
        "; that of the engine tableau is exact (--engine tableau)."
    )
    return with_exact, (remark,)


def _doubtful_rows(rows: Sequence[TraceRow], path: ComplementaryPath) -> list[int]:
    """Return the numbers of the rows whose z0 in doubles may have wrong digits: all that are basic, or those near zero.

    The others are 0.
    """
    artificial = 2 * len(path.problem)
    all_doubtful = exceeds_doubles(path.problem)
    is_basic = artificial in path.start
    doubtful = []
    for row, entering, leaving in zip(
        rows[1:], path.entering.tolist(), path.leaving.tolist(), strict=True
    ):
        is_basic = leaving != artificial and (is_basic or entering == artificial)
        if not is_basic or not isinstance(row.z0, float):
            continue
        if all_doubtful or not LEAST_IN_DOUBLES <= row.z0 <= MOST_IN_DOUBLES:
            doubtful.append(row.pivots)
    return doubtful


def exceeds_doubles(problem: LinearComplementarityProblem) -> bool:
    """Return whether the numbers of a problem differ too much in size, or have too many digits, for doubles.

    Digits are those of the matrix, whose entries are differences of payoffs and a constant.
    """
    assert problem.covering_vector is not None
    sizes: list[int] = []
    for values in (problem.matrix.values, problem.q, problem.covering_vector):
        denominator_bits = values.denominator.bit_length()
        nonzero = values.numerators[values.numerators != 0].tolist()
        sizes += [number.bit_length() - denominator_bits for number in nonzero]
    size_range = max(sizes, default=0) - min(sizes, default=0)

    entries = problem.matrix.values.reduced().numerators.tolist()
    digits = max((entry.bit_length() for entry in entries), default=0)
    return size_range > MOST_BITS or digits > MOST_BITS


def _first_z0(path: ComplementaryPath) -> Fraction | None:
    """Return z0 at the first basis; None at that of the slacks, which is feasible for a large enough z0."""
    n = len(path.problem)
    if np.array_equal(path.start, np.arange(n)):
        return None
    if 2 * n not in path.start:
        return Fraction(0)
    _, z0 = ExactBasis(path.problem, path.start).point()
    return z0


def with_points_of(
    rows: Sequence[TraceRow],
    lcp: GameLcp,
    start: RealizationPlans,
    path: ComplementaryPath,
    deadline: float,
    progress: Progress | None,
) -> tuple[list[TraceRow], Termination | None]:
    """Return the rows with points and exact z0 as far as time permits, and the reason for stopping early, if any."""

    def located(row: TraceRow) -> TraceRow:
        if row.z0 is None:  # with z0 = 1 the path comes to (p, q)
            return replace(row, plans=start)
        z, z0 = ExactBasis(path.problem, path.basis(row.pivots)).point()
        plans = lcp.plans_on_path(start, z, z0)
        return replace(row, z0=z0, plans=plans, values=_values(lcp, path, z, z0))

    with_points = list(rows)
    try:
        for place, row in enumerate(rows):
            if time.perf_counter() >= deadline:
                return with_points, Termination.TIME_LIMIT
            if progress is not None:
                progress(f"point {place:,} of {len(rows):,}")
            with_points[place] = located(row)
    except KeyboardInterrupt:
        return with_points, Termination.INTERRUPTED
    return with_points, None


def _values(lcp: GameLcp, path: ComplementaryPath, z: ExactArray, z0: Fraction) -> PathValues:
    """Return x*, y*, u, v, r and s at a point of a path, in units of the payoffs.

    The problem has each player's payoffs times a scale.
    """
    covering = path.problem.covering_vector
    blocks = lcp.blocks
    assert covering is not None
    w = (path.problem.q + path.problem.matrix.dot(z) + covering * z0).reduced()
    own_plans = None
    if z0 < 1:
        own_plans = lcp.plans((z * (1 / (1 - z0))).reduced())
    first_unit = 1 / lcp.scales[0]
    second_unit = 1 / lcp.scales[1]
    u = -z.take(blocks.u) * first_unit
    v = -z.take(blocks.v) * second_unit
    r = w.take(blocks.x) * first_unit
    s = w.take(blocks.y) * second_unit
    return PathValues(own_plans, u.reduced(), v.reduced(), r.reduced(), s.reduced())
