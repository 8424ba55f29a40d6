"""Pivot rule, limits and result of Lemke's algorithm, the ratio test in integers, and the checks of the input."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

import numpy as np

from seqform.errors import ModelError
from seqform.models.numbers.exact import ExactArray, Ints, Mask, Numerators, least_ratios
from seqform.models.numbers.polynomials import PolynomialArray
from seqform.models.programs.complementarity import LinearComplementarityProblem
from seqform.models.programs.solutions import ComplementaryPath, PathStart, Termination

Ties = Literal["random-column", "unit-columns"]
"""Columns that break ties of the minimum ratio test after the right-hand side."""


@dataclass(frozen=True)
class PivotRule:
    """The lexico-minimum ratio test.

    The leaving variable is the basic variable whose row of [B⁻¹q, B⁻¹C, B⁻¹L], divided by its positive entry in
    the entering column, is lexicographically smallest. L holds the unit columns of the slacks, or those of
    the variables that `PathStart.ties_from` names. C is a positive combination of them with random integer weights,
    drawn from `seed`, which breaks nearly all ties at once; without C it is the rule of textbooks. Free
    variables never leave. Where q is a polynomial in ε, B⁻¹q stands for its coefficients, those of low orders first:
    the comparison of polynomials for all small ε.

    With `early_exit`, z0 leaves as soon as it is among the variables tied in the right-hand side, in all orders of ε,
    before any tie-breaking column (vSvET, Algorithm 1 (c)); otherwise it is treated like the other variables.
    """

    early_exit: bool = True
    ties: Ties = "random-column"
    seed: int = 0

    def weights(self, n: int) -> Ints:
        """Return the weights of C, positive integers below 2**30, shape (n,)."""
        return np.random.default_rng(self.seed).integers(1, 2**30, n)


@dataclass(frozen=True)
class PathLimits:
    """Limits on a path; the first one reached stops it. `progress_seconds` is that between reports of the tableau."""

    seconds: float | None = None
    pivots: int | None = None
    progress: Callable[[str], None] | None = None
    progress_seconds: float = 1.0

    def reached(self, pivots: int, seconds: float) -> Termination | None:
        """Return the limit that is reached, None without any."""
        if self.pivots is not None and pivots >= self.pivots:
            return Termination.ITERATION_LIMIT
        if self.seconds is not None and seconds >= self.seconds:
            return Termination.TIME_LIMIT
        return None


def lexico_minimum(places: list[int], divisors: Numerators, columns: Iterable[Numerators]) -> list[int]:
    """Return the places whose row of the columns, divided by a positive divisor, is lexicographically least.

    Columns are taken until one place remains. Each may be scaled by a positive number.
    """
    following = iter(columns)
    while len(places) > 1 and (column := next(following, None)) is not None:
        places = least_ratios(places, column, divisors)
    return places


def exact_leaving_place(
    rule: PivotRule,
    basis: Ints,
    movable: Mask,
    entries: Numerators,
    orders: Iterable[Numerators],
    ties: Iterable[Numerators],
) -> int:
    """Return the place of the basic variable that leaves, -1 if none does.

    `entries` is the entering column, `orders` are the columns B⁻¹q_0, ..., B⁻¹q_D, and `ties` those that break ties.
    """
    places = np.flatnonzero(movable & np.asarray(entries > 0, dtype=bool)).tolist()
    places = lexico_minimum(places, entries, orders)
    if rule.early_exit:
        for place in places:
            if basis[place] == 2 * len(basis):
                return place
    places = lexico_minimum(places, entries, ties)
    if len(places) > 1:
        raise ModelError(DEPENDENT_TIES)
    return places[0] if places else -1


def first_leaving(values: PolynomialArray, slopes: ExactArray, movable: Mask, rule: PivotRule) -> int:
    """Return the place of the basic variable that reaches zero first as z0 falls from ∞, -1 if z0 itself does.

    It is the one whose z0 = -value / slope is largest. `values` are those at z0 = 0, in the order of the tie-breaking
    columns, which are their own; `slopes`, the rates of increase with z0, are positive wherever a value is negative.
    """
    places = np.flatnonzero((values.signs() < 0) & movable).tolist()
    if not places:
        return -1
    columns = [order.numerators for order in values.coefficients]
    if rule.ties == "random-column":
        columns.append(rule.weights(len(values)))
    return lexico_minimum(places, slopes.numerators, columns)[-1]


DEPENDENT_TIES = "start of a path: the columns that break ties (`ties_from`) are linearly dependent"


def result_without_pivots(
    problem: LinearComplementarityProblem, start: PathStart | None, higher: Sequence[ExactArray]
) -> LemkeResult | None:
    """Return the result of a path without pivots if z = 0 is a solution, None if a path has to be followed.

    Raises
    ------
    ModelError
        If the slack of a free variable is positive at the start, or a covering vector is required and absent.
    """
    if start is None and _slacks_solve(problem, higher):
        n, nothing = len(problem), np.zeros(0, dtype=np.int64)
        path = ComplementaryPath(problem, np.arange(n), nothing, nothing, (), 1)
        zeros = tuple(ExactArray.zeros(n + 1) for _ in higher)
        return LemkeResult(Termination.SOLVED, path, ExactArray.zeros(n), Fraction(0), higher=zeros)
    if problem.covering_vector is None:
        raise ModelError(
            f"lemke: {problem.name!r} has no covering vector; give it one that is positive wherever q is negative"
        )
    return None


def _slacks_solve(problem: LinearComplementarityProblem, higher: Sequence[ExactArray]) -> bool:
    """Return whether z = 0 is a solution for all small ε."""
    signs = PolynomialArray((problem.q, *higher)).signs()
    positive = np.flatnonzero((signs > 0) & problem.free)
    if len(positive):
        i = int(positive[0])
        raise ModelError(
            f"lemke: q is {problem.q[i] or 'positive'} in the row of {problem.names[i]}; in the row of a free "
            "variable it must be 0 or less. Write the variable as a difference of nonnegative ones (`split_free`)"
        )
    return not np.any(signs < 0)


def first_basis(problem: LinearComplementarityProblem, start: PathStart | None) -> tuple[Ints, Ints]:
    """Return the basis from which a path starts, and the variables whose columns break ties; checks the start."""
    slacks = np.arange(len(problem))
    if start is None:
        return slacks, slacks
    ties_from = slacks if start.ties_from is None else start.ties_from
    _check_start(problem, start, ties_from)
    return start.basis, ties_from


def first_step(
    problem: LinearComplementarityProblem,
    rule: PivotRule,
    start: PathStart | None,
    values: PolynomialArray,
    slopes: ExactArray,
    tie_sign: Callable[[int], float],
) -> tuple[int, int] | None:
    """Return the first entering variable, and the leaving one (-1 if undecided); None at a solution.

    `values` are those of the first basis without z0, `slopes` their rates of increase with z0, and `tie_sign` returns
    the sign of the leading tie-breaking entry at a place.

    Raises
    ------
    ModelError
        If the row of a variable that may leave is lexicographically negative. If z0 falls from ∞, the slope of a
        variable precedes its value.
    """
    basis = np.arange(len(problem)) if start is None else start.basis
    movable = ~never_leaves(problem)[basis]
    if start is not None:
        rates = np.sign(slopes.numerators) if start.falling else np.zeros(len(basis))
        for place in np.flatnonzero(movable & ((rates < 0) | ((rates == 0) & (values.signs() <= 0)))).tolist():
            name = problem.variable_name(int(basis[place]))
            if rates[place] < 0:
                raise ModelError(f"start of a path: {name} would be negative for large z0")
            value = values[place]
            if any(value):
                would_be = str(value[0]) if value[0] else "negative for small ε"
                raise ModelError(f"start of a path: {name} would be {would_be}; a feasible basis is expected")
            if tie_sign(place) < 0:
                raise ModelError(
                    f"start of a path: the row of {name}, which is 0, is lexicographically negative in the columns "
                    "that break ties; use the columns of the basis itself (`ties_from`)"
                )
        if not start.falling:
            return int(start.entering), -1
    place = first_leaving(values, slopes, movable, rule)
    return None if place < 0 else (2 * len(problem), int(basis[place]))


def never_leaves(problem: LinearComplementarityProblem) -> Mask:
    """Return the mask of the free variables among w, z and z0, shape (2n + 1,)."""
    return np.concatenate([np.zeros(len(problem), dtype=bool), problem.free, [False]])


def _check_start(problem: LinearComplementarityProblem, start: PathStart, ties_from: Ints) -> None:
    """Raise ModelError unless the variables of a start are consistent; nothing is solved."""
    n, entering = len(problem), int(start.entering)
    for what, variables in (("the basis", start.basis), ("`ties_from`", ties_from)):
        numbers = set(variables.tolist())
        if len(variables) != n or len(numbers) != n or not numbers <= set(range(2 * n + 1)):
            raise ModelError(f"start of a path: {what} must name {n} different variables, numbered 0 to {2 * n}")
    pairs = np.bincount(start.basis[start.basis < 2 * n] % n, minlength=n)
    both = np.flatnonzero(pairs == 2)
    if len(both):
        i = int(both[0])
        raise ModelError(
            f"start of a path: {problem.slack_names[i]} and {problem.names[i]} are both basic; a complementary basis "
            "is expected"
        )
    neither = np.flatnonzero(pairs == 0).tolist()
    if entering not in ([variable for i in neither for variable in (i, n + i)] or [2 * n]):
        raise ModelError(
            f"start of a path: variable {entering} cannot enter; z0 ({2 * n}) can if the basis is complementary, "
            "and else one of the pair of which neither is basic"
        )
    if start.falling and (entering != 2 * n or not np.array_equal(ties_from, start.basis)):
        raise ModelError(
            "start of a path: if z0 falls from ∞ it enters first, and the columns of the basis itself break ties "
            "(`ties_from`)"
        )


def combination(problem: LinearComplementarityProblem, variables: Ints, weights: Ints) -> ExactArray:
    """Return C of `PivotRule`: the sum of the variables' columns, each times its weight; shape (n,)."""
    n = len(problem)
    weight_of = np.zeros(2 * n + 1, dtype=object)
    weight_of[variables] = weights.astype(object)
    total = ExactArray(weight_of[:n]) - problem.matrix.dot(ExactArray(weight_of[n : 2 * n]))
    if weight_of[2 * n]:
        assert problem.covering_vector is not None
        total = total - problem.covering_vector * int(weight_of[2 * n])
    return total


@dataclass(frozen=True, eq=False)
class LemkeResult:
    """The end of a path of Lemke's algorithm: z and z0, which is zero if solved.

    The termination is SOLVED, SECONDARY_RAY, INTERRUPTED, the limit that was reached, or ERROR: z0 left while the slack
    of a free variable was positive, so that the point solves the problem in which that variable is nonnegative.
    """

    termination: Termination
    path: ComplementaryPath
    z: ExactArray  # shape (n,)
    z0: Fraction
    ray: ExactArray | None = None  # shape (n + 1,), the direction as the last entering variable rises at rate 1
    higher: tuple[ExactArray, ...] = ()  # the coefficients of ε, ..., ε^D in (z, z0), each of shape (n + 1,)

    @property
    def family(self) -> PolynomialArray:
        """The polynomials z(ε), shape (n,)."""
        n = len(self.z)
        return PolynomialArray((self.z, *(part.take(slice(0, n)).reduced() for part in self.higher)))
