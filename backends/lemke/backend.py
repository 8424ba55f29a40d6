"""Lemke's algorithm as a backend."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, get_args, overload

import numpy as np

from seqform import __version__
from seqform.backends.lemke.engine import Engine, follow_path
from seqform.backends.lemke.path import LemkeResult, PathLimits, PivotRule, Ties
from seqform.backends.protocol import SolveOptions, check_names, require_supported, translate
from seqform.errors import OptionError
from seqform.models.numbers.exact import ExactArray
from seqform.models.numbers.text import counted
from seqform.models.programs.complementarity import LinearComplementarityProblem
from seqform.models.programs.perturbed import PerturbedComplementarityProblem, PerturbedSolution
from seqform.models.programs.solutions import RawSolution, Termination
from seqform.models.programs.split_free import split_free
from seqform.models.reduced import Reduced

SOLVER = f"Lemke's algorithm, seqform {__version__}"


@dataclass(frozen=True)
class LemkeOptions:
    """The options of the backend ``lemke``.

    Parameters
    ----------
    early_exit : bool
        Let z0 leave as soon as it can (vSvET, Algorithm 1 (c)), rather than by the pure lexicographic rule.
    ties : "random-column" or "unit-columns"
        Columns that break ties of the minimum ratio test: a random column before the unit columns, or the unit
        columns alone, as in textbooks.
    seed : int
        Of the random column.
    engine : "auto", "revised" or "tableau"
        The revised method on factored bases, the integer tableau, or a choice by the size of the problem.
    """

    early_exit: bool = True
    ties: Ties = "random-column"
    seed: int = 0
    engine: Engine = "auto"
    max_pivots: int | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.early_exit, bool):
            raise OptionError(f"lemke, option early_exit: true or false expected, not {self.early_exit!r}")
        for name, choices in (("ties", get_args(Ties)), ("engine", get_args(Engine))):
            if getattr(self, name) not in choices:
                raise OptionError(f"lemke, option {name}: {' or '.join(choices)} expected, not {getattr(self, name)!r}")
        for name, least in (("seed", 0), ("max_pivots", 1)):
            value = getattr(self, name)
            if name == "max_pivots" and value is None:
                continue
            if isinstance(value, bool) or not isinstance(value, int) or value < least:
                raise OptionError(f"lemke, option {name}: a whole number from {least} on expected, not {value!r}")

    @property
    def rule(self) -> PivotRule:
        """The pivot rule of these options."""
        return PivotRule(self.early_exit, self.ties, self.seed)


class LemkeBackend:
    """Lemke's complementary pivoting in exact arithmetic: no pivot depends on rounding, and the solution is rational.

    The path starts from the problem's covering vector; without one, from all ones, a problem with free variables
    being split into nonnegative ones first. `RawSolution.path` is the path.

    Examples
    --------
    >>> from seqform.models.programs.complementarity import linear_complementarity_problem
    >>> answer = LemkeBackend().solve(linear_complementarity_problem([[2, 1], [1, 2]], [-5, -6]))
    >>> answer.primal.to_fractions(), answer.iterations
    ([Fraction(4, 3), Fraction(7, 3)], 3)
    """

    name = "lemke"
    supports: frozenset[type] = frozenset({LinearComplementarityProblem, PerturbedComplementarityProblem})
    exact = True
    has_start = True  # through the covering vector

    @overload
    def solve(
        self, model: PerturbedComplementarityProblem, options: SolveOptions | None = None
    ) -> PerturbedSolution: ...
    @overload
    def solve(self, model: Any, options: SolveOptions | None = None) -> RawSolution: ...
    def solve(self, model: Any, options: SolveOptions | None = None) -> RawSolution | PerturbedSolution:
        """Solve a linear complementarity problem, or a perturbed one for all small ε > 0.

        Raises
        ------
        ModelError
            If the covering vector of a problem with free variables does not suit it.
        """
        require_supported(self, model)
        if isinstance(model, PerturbedComplementarityProblem):
            from seqform.backends.lemke.perturbed import solve_perturbed_complementarity

            return solve_perturbed_complementarity(model, options)
        options = options or SolveOptions()
        own = lemke_options(options)
        step = _covered(model)
        started = time.perf_counter()
        end = follow_path(step.target, own.rule, limits(options, own), engine=own.engine)
        return step.lift(raw_solution(end, own, time.perf_counter() - started))


def lemke_options(options: SolveOptions) -> LemkeOptions:
    """Return the options of this backend; raises OptionError if one is unknown, has a wrong value or does not apply."""
    translate("lemke", replace(options, time_limit=None), {})
    check_names("lemke", options.raw, [field.name for field in fields(LemkeOptions)])
    return LemkeOptions(**options.raw)


def limits(options: SolveOptions, own: LemkeOptions) -> PathLimits:
    """Return the limits on a path."""
    return PathLimits(options.time_limit, own.max_pivots, options.progress)


def raw_solution(end: LemkeResult, own: LemkeOptions, seconds: float) -> RawSolution:
    """Return the end of a path as the answer of a backend."""
    return RawSolution(
        end.termination,
        status(end),
        primal=end.z,
        iterations=len(end.path),
        seconds=seconds,
        options=asdict(own),
        solver=SOLVER,
        ray=end.ray,
        path=end.path,
    )


def status(end: LemkeResult) -> str:
    """Return a one-line description of the end of a path."""
    pivots = counted(len(end.path), "pivot")
    if end.termination is Termination.SOLVED:
        return f"solved exactly in {pivots}"
    if end.termination is Termination.SECONDARY_RAY:
        entering = end.path.problem.variable_name(int(end.path.entering[-1]))
        return f"after {pivots} nothing leaves as {entering} enters: a secondary ray, proven"
    if end.termination is Termination.ERROR:
        return f"z0 left after {pivots}, but a free variable stayed nonbasic; split it (`split_free`)"
    return f"stopped after {pivots}, z0 = {float(end.z0):.4g}"


def _covered(problem: LinearComplementarityProblem) -> Reduced[LinearComplementarityProblem, RawSolution, RawSolution]:
    """Return the problem with a covering vector."""
    if problem.covering_vector is not None:
        return Reduced(problem, _same)
    step = split_free(problem) if problem.free.any() else Reduced(problem, _same)
    ones = ExactArray(np.ones(len(step.target), dtype=np.int64))
    return Reduced(replace(step.target, covering_vector=ones), step.lift)


def _same(raw: RawSolution) -> RawSolution:
    return raw
