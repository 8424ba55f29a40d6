"""The backend `lemke`: options, choice of the engine with the integer tableau as the fallback, and answers.

Where ε is in the matrix, a complementary basis defines rational functions z(ε) and w(ε), whose signs for all small
ε > 0 are those of their lowest coefficients. If one is wrong, it is wrong below the smallest positive root of a known
polynomial, and the path is followed again at an ε from that range. A basis that is refused never returns, and there
are finitely many.

References
----------
Farina & Gatti, Extensive-form perfect equilibrium computation in two-player games, AAAI 2017; Farina, Gatti & Sandholm,
Practical exact algorithm for trembling-hand equilibrium refinements in games, NeurIPS 2018.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Literal, get_args, overload

import numpy as np

from seqform import __version__
from seqform.backends.lemke.covering import covered, ray_excludes_solutions
from seqform.backends.lemke.path import LemkeResult, PathLimits, PivotRule, Ties, follow_on_tableau
from seqform.backends.machine_code import warn_if_missing
from seqform.backends.perturbed.proofs import equations, sign_holds_below, solved_functions
from seqform.backends.protocol import (
    MET_BY_EXACT_ANSWERS,
    UNSET_OPTIONS,
    OwnOptions,
    SolveOptions,
    Traits,
    checks_call,
    translate,
)
from seqform.errors import DoubleRangeError, OptionError
from seqform.models.numbers.exact import ExactArray, ExactMatrix, Ints, nearest_double
from seqform.models.numbers.polynomials import PolynomialArray, RationalFunctionArray
from seqform.models.numbers.text import counted
from seqform.models.options import one_of, option, truth, whole
from seqform.models.programs.complementarity import LinearComplementarityProblem
from seqform.models.programs.perturbed import (
    MatrixPerturbedComplementarityProblem,
    PerturbedComplementarityProblem,
    PerturbedSolution,
)
from seqform.models.programs.solutions import RawSolution, Termination
from seqform.system.deadline import Deadline, OutOfTimeError

if TYPE_CHECKING:
    from seqform.backends.lemke.state import BlockLayout

SOLVER = f"Lemke's algorithm, seqform {__version__}"

Engine = Literal["auto", "revised", "tableau"]
"""The revised method, the integer tableau, or a choice by the size of the problem."""

TABLEAU_UP_TO = 12
"""Largest number of variables for which the tableau is faster than the revised method."""


@dataclass(frozen=True)
class LemkeOptions(OwnOptions):
    """The options of the backend ``lemke``."""

    backend: ClassVar[str] = "lemke"

    early_exit: bool = option(
        True,
        "z0 leaves as soon as it can (vSvET, Algorithm 1 (c)), rather than by the pure lexicographic rule.",
        truth,
    )
    ties: Ties = option(
        "random-column",
        "Columns that break ties of the minimum ratio test: a random one first, or the unit columns alone, as in "
        "textbooks.",
        one_of(get_args(Ties)),
        metavar="|".join(get_args(Ties)),
    )
    seed: int = option(0, "Of the random column.", whole(0), metavar="NUMBER")
    engine: Engine = option(
        "auto",
        "The revised method on factored bases, the integer tableau, or a choice by the size of the problem.",
        one_of(get_args(Engine)),
        metavar="|".join(get_args(Engine)),
    )
    max_pivots: int | None = option(None, "Stop after so many pivots.", whole(1), metavar="NUMBER")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.seed and self.ties == "unit-columns":
            raise OptionError(
                f"{self.backend}, option seed: of the random column, without which ties={self.ties} is; leave it out"
            )

    @property
    def rule(self) -> PivotRule:
        """The pivot rule of these options."""
        return PivotRule(self.early_exit, self.ties, self.seed)


class LemkeBackend:
    """Lemke's complementary pivoting in exact arithmetic: no pivot depends on rounding, and the solution is rational.

    The path starts from the problem's covering vector; without one, from all ones, with the free variables in the first
    basis or, where their block of the matrix is singular, split into nonnegative ones. `RawSolution.path` is the path.

    Examples
    --------
    >>> from seqform.models.programs.complementarity import linear_complementarity_problem
    >>> answer = LemkeBackend().solve(linear_complementarity_problem([[2, 1], [1, 2]], [-5, -6]))
    >>> answer.primal.to_fractions(), answer.iterations
    ([Fraction(4, 3), Fraction(7, 3)], 3)
    """

    name = "lemke"
    supports: frozenset[type] = frozenset(
        {
            LinearComplementarityProblem,
            PerturbedComplementarityProblem,
            MatrixPerturbedComplementarityProblem,
        }
    )
    exact = True
    traits = Traits(takes_start=True, options=LemkeOptions, meets=MET_BY_EXACT_ANSWERS)

    @overload
    def solve(
        self,
        model: PerturbedComplementarityProblem | MatrixPerturbedComplementarityProblem,
        options: SolveOptions | None = None,
    ) -> PerturbedSolution: ...
    @overload
    def solve(self, model: Any, options: SolveOptions | None = None) -> RawSolution: ...
    @checks_call
    def solve(
        self, model: Any, options: SolveOptions = UNSET_OPTIONS
    ) -> RawSolution | PerturbedSolution:
        """Solve a linear complementarity problem, or a perturbed one with a covering vector for all small ε > 0.

        Where ε is in the right-hand side it is an indeterminate; where it is in the matrix, paths are followed at
        numbers ε.

        The answer to a perturbed one is `proven` if a check in rational arithmetic shows that z(ε) solves it.

        Raises ModelError if the covering vector of a problem with free variables does not suit it.
        """
        own = lemke_options(options)
        began = time.perf_counter()

        if isinstance(model, PerturbedComplementarityProblem):
            end = follow_path(
                model.limit, own.rule, limits(options, own), own.engine, higher=model.higher
            )
            solution = end.family if end.termination is Termination.SOLVED else None
            return _perturbed_solution(model, end, solution, own, began)

        if isinstance(model, MatrixPerturbedComplementarityProblem):
            try:
                return _stable_solution(model, options, own, began)
            except OutOfTimeError:
                status = "time limit in the proof for all small ε"
                return PerturbedSolution(Termination.TIME_LIMIT, status, solver=SOLVER)

        step = covered(model)
        end = follow_path(step.target, own.rule, limits(options, own), engine=own.engine)
        return step.lift(raw_solution(end, own, time.perf_counter() - began))


def lemke_options(options: SolveOptions) -> LemkeOptions:
    """Return the options of this backend; raises OptionError if one is unknown, has a wrong value or does not apply."""
    translate("lemke", replace(options, time_limit=None), {}, MET_BY_EXACT_ANSWERS)
    return LemkeOptions.of(options)


def limits(options: SolveOptions, own: LemkeOptions) -> PathLimits:
    """Return the limits on a path."""
    return PathLimits(options.time_limit, own.max_pivots, options.progress)


def raw_solution(end: LemkeResult, own: LemkeOptions, seconds: float) -> RawSolution:
    """Return the end of a path as the answer of a backend."""
    return RawSolution(
        end.termination,
        _status(end),
        primal=end.z,
        iterations=len(end.path),
        seconds=seconds,
        options=asdict(own),
        solver=SOLVER,
        ray=end.ray,
        path=end.path,
    )


FIRST_EPSILON = Fraction(1, 1000)
"""The first ε of problems with ε in their matrix."""

SHRINK = 4
"""Divisor of the bound below which a basis is not feasible, for the next ε."""

MOST_RAYS = 5
"""Number of numbers ε, each a tenth of the last, at which a path ends in a ray, after which it is reported."""


def _stable_solution(
    problem: MatrixPerturbedComplementarityProblem,
    options: SolveOptions,
    own: LemkeOptions,
    began: float,
) -> PerturbedSolution:
    """Follow paths at ever smaller ε until the basis of one is proved feasible for all small ε > 0.

    A ray at ε may be due to an ε that is too large: the next is a tenth. A basis whose functions w(ε) and z(ε) are not
    all nonnegative for small ε is wrong below a root bound, from where the next ε is taken.
    """
    deadline = Deadline(options.time_limit)
    epsilon = FIRST_EPSILON
    attempts = 0
    rays = 0
    while True:
        attempts += 1
        left = replace(limits(options, own), seconds=deadline.left)
        end = follow_path(problem.at(epsilon), own.rule, left, own.engine)
        if end.termination is Termination.SECONDARY_RAY and rays < MOST_RAYS:
            epsilon /= 10
            rays += 1
            continue

        solution = None
        if end.termination is Termination.SOLVED:
            values = basis_functions(problem, end.path.basis(len(end.path)), deadline)
            wrong = np.flatnonzero(values.signs() < 0)
            if len(wrong):
                # Where one of these functions has no more roots, the basis is not feasible.
                epsilon = sign_holds_below(values.numerators.take(wrong), epsilon) / SHRINK
                continue
            solution = values.take(slice(len(problem), None))
        return _perturbed_solution(
            problem, end, solution, own, began, epsilon=epsilon, attempts=attempts
        )


def basis_functions(
    problem: MatrixPerturbedComplementarityProblem, basis: Ints, deadline: Deadline
) -> RationalFunctionArray:
    """Return (w(ε), z(ε)), shape (2n,), at a basis without z0: the basic ones solve w - M(ε) z = q."""
    n = len(problem)
    basic = np.zeros(2 * n, dtype=bool)
    basic[basis] = True

    # (I, -M_0) + ε (0, -M_1) + ..., of which the basic columns are taken.
    of_slacks = ExactMatrix((n, n), np.arange(n), np.arange(n), ExactArray.ones(n))
    orders = []
    for matrix in problem.matrices:
        columns = ExactMatrix.block([[of_slacks, -matrix]])
        orders.append(columns.submatrix(np.ones(n, dtype=bool), basic))
        of_slacks = ExactMatrix.zeros((n, n))

    rows = equations(orders, PolynomialArray.constant(problem.q))
    return solved_functions(rows, np.flatnonzero(basic), 2 * n, deadline, None)


def _perturbed_solution(
    problem: PerturbedComplementarityProblem | MatrixPerturbedComplementarityProblem,
    end: LemkeResult,
    solution: Any,
    own: LemkeOptions,
    began: float,
    **tried: Any,
) -> PerturbedSolution:
    """Return the answer with functions of ε as its solution, if there are any, checked over the rationals."""
    pivoted = time.perf_counter()
    violations = [] if solution is None else problem.violations(solution)
    termination = end.termination
    status = _status(end)
    if violations:
        termination = Termination.ERROR
        status = f"not a solution: {'; '.join(violations)}"
    return PerturbedSolution(
        termination,
        status,
        primal=solution,
        proven=solution is not None and not violations,
        iterations=len(end.path),
        pivots=len(end.path),
        seconds={"pivots": pivoted - began, "proof": time.perf_counter() - pivoted},
        options=asdict(own),
        solver=SOLVER,
        **tried,
    )


def _status(end: LemkeResult) -> str:
    """Return a one-line description of the end of a path."""
    pivots = counted(len(end.path), "pivot")
    if end.termination is Termination.SOLVED:
        return f"solved exactly in {pivots}"

    if end.termination is Termination.SECONDARY_RAY:
        entering = end.path.problem.variable_name(int(end.path.entering[-1]))
        if ray_excludes_solutions(end.path.problem):
            meaning = "M is positive semidefinite, so there is no solution, proven"
        else:
            meaning = "it does not exclude that there is a solution"
        return f"after {pivots} nothing leaves as {entering} enters: a secondary ray; {meaning}"

    if end.termination is Termination.REPEATED_BASIS:
        return f"after {pivots} a basis comes again: no lexicographic rule does that, please report the problem"
    if end.termination is Termination.ERROR:
        return (
            f"z0 left after {pivots}, but a free variable stayed nonbasic; split it (`split_free`)"
        )

    return f"stopped after {pivots}, z0 = {nearest_double(end.z0):.4g}"


SEEDS = 3
"""Random columns that are tried where a path ends as the theory excludes."""

DEFECTS = (Termination.SECONDARY_RAY, Termination.REPEATED_BASIS)

_logger = logging.getLogger("seqform")


def follow_path(
    problem: LinearComplementarityProblem,
    rule: PivotRule | None = None,
    limits: PathLimits | None = None,
    engine: Engine = "auto",
    layout: BlockLayout | None = None,
    higher: Sequence[ExactArray] = (),
) -> LemkeResult:
    """Follow the complementary path of a problem's covering vector: Lemke's algorithm.

    Without a start of the problem the path comes from z0 = ∞, with all slacks basic. All engines follow the same path;
    paths from several starts can share the layout of the revised method. From a given start a ray may also be the one
    to z0 = ∞.

    `higher`, each of shape (n,), are q_1, ..., q_D if q is a polynomial in ε; the problem's own is q_0. M and d do not
    depend on ε, so the basic variables are polynomials, while the columns of the variables remain rational numbers.
    The path is that for all small ε > 0: the minimum ratio test compares the orders of ε one after the other, and then
    the columns that break ties.

    Where the end of the path is proved to be a solution, a ray or a repeated basis is a defect of the program: it is
    reported, and the path followed with another random column, the last time by the tableau.

    Raises ModelError if a covering vector is required and absent, q is positive in the row of a free variable, or the
    start is not valid.

    References
    ----------
    Miltersen & Sørensen, Computing a quasi-perfect equilibrium of a two-player game, Economic Theory 42 (2010).

    Examples
    --------
    >>> from seqform.models.programs.complementarity import linear_complementarity_problem
    >>> problem = linear_complementarity_problem([[2, 1], [1, 2]], [-5, -6], covering_vector=[1, 1])
    >>> end = follow_path(problem)
    >>> end.termination, end.z.to_fractions(), len(end.path)
    (<Termination.SOLVED: 'solved'>, [Fraction(4, 3), Fraction(7, 3)], 3)
    """
    rule = rule or PivotRule()
    limits = limits or PathLimits()
    deadline = Deadline(limits.seconds)
    last = rule.seed + SEEDS - 1
    for seed in range(rule.seed, rule.seed + SEEDS):
        if engine == "auto" and seed == last:
            engine = "tableau"  # integers, in case that doubles decided a tie wrongly
        seeded = replace(rule, seed=seed)
        left = replace(limits, seconds=deadline.left)
        end = _follow(problem, seeded, left, engine, layout, higher)

        # Without a proof that the path ends at a solution, a ray is an answer.
        if (
            end.termination not in DEFECTS
            or problem.start is None
            or not problem.start.ends_at_solution
        ):
            return end
        _logger.warning(
            f"{problem.name}: {end.termination} after {counted(len(end.path), 'pivot')}, which the theory excludes; "
            f"please report the game and its start. Seed of the ties: {seed}"
        )
    return end


def _follow(
    problem: LinearComplementarityProblem,
    rule: PivotRule,
    limits: PathLimits,
    engine: Engine,
    layout: BlockLayout | None,
    higher: Sequence[ExactArray],
) -> LemkeResult:
    """Follow the path by one engine; the revised method falls back to the tableau if doubles or residues fail."""
    is_small = layout is None and len(problem) <= TABLEAU_UP_TO
    if engine == "tableau" or (engine == "auto" and is_small):
        return follow_on_tableau(problem, rule, limits, higher)

    warn_if_missing()
    from seqform.backends.lemke.revised import ResidueError, follow_revised

    deadline = Deadline(limits.seconds)
    try:
        return follow_revised(problem, rule, limits, layout, higher)
    except (ResidueError, DoubleRangeError) as failure:
        _logger.warning(f"{problem.name}: {failure}; the integer tableau goes on, which is slow")
        left = replace(limits, seconds=deadline.left)
        return follow_on_tableau(problem, rule, left, higher)
