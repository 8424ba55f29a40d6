"""Solutions of perturbed linear programs and complementarity problems."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from seqform.models.numbers.polynomials import PolynomialArray, RationalFunctionArray
from seqform.models.programs.solutions import Basis, RawSolution, Termination


@dataclass(frozen=True, eq=False)
class SolutionInEpsilon:
    """Result of a method on a perturbed program.

    Attributes
    ----------
    primal : vector of functions of ε, shape (n,), optional
        x(ε), or z(ε) of a complementarity problem.
    dual : vector of functions of ε, shape (m,), optional
        y(ε), row duals in the convention of `LinearProgram`.
    proven : bool
        Whether x(ε) and y(ε) have been proved optimal for all small ε > 0, in rational arithmetic. A point that a
        solver finds at one number ε proves nothing; it is in `raw`.
    basis : Basis, optional
        The stable basis; where the method was cut short, the last one.
    epsilon : Fraction, optional
        The last number ε for which a solver was called, where the method does that.
    raw : RawSolution, optional
        The solver's answer at that ε, where there is nothing else: doubles, or the rationals of an exact solver.
    iterations : int
        Pivots, of solver and method together.
    pivots : int
        Exact or lexicographic pivots after the solver's.
    attempts : int
        Numbers ε that were tried.
    seconds : mapping from str to float
        Wall-clock time by phase.
    """

    termination: Termination
    status: str
    primal: PolynomialArray | RationalFunctionArray | None = None
    dual: PolynomialArray | RationalFunctionArray | None = None
    proven: bool = False
    basis: Basis | None = None
    epsilon: Fraction | None = None
    raw: RawSolution | None = None
    iterations: int | None = None
    pivots: int = 0
    attempts: int = 0
    seconds: Mapping[str, float] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)
    solver: str = ""

    @property
    def solved(self) -> bool:
        """True if the method claims a solution."""
        return self.termination is Termination.SOLVED

    def at_zero(self) -> RawSolution:
        """Return the limit as ε falls to 0, a solution of the program without perturbation."""
        return RawSolution(
            self.termination,
            self.status,
            primal=None if self.primal is None else self.primal.limit,
            dual=None if self.dual is None else self.dual.limit,
            basis=self.basis,
            iterations=self.iterations,
            seconds=sum(self.seconds.values()),
            options=self.options,
            solver=self.solver,
        )

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.solver or 'no method'}: {self.termination} ({self.status})>"


@dataclass(frozen=True, eq=False, repr=False)
class PerturbedSolution(SolutionInEpsilon):
    """Result of a method on a `PerturbedLinearProgram` or `PerturbedComplementarityProblem`: polynomials."""

    primal: PolynomialArray | None = None
    dual: PolynomialArray | None = None


@dataclass(frozen=True, eq=False, repr=False)
class RationalSolution(SolutionInEpsilon):
    """Result of a method on a `MatrixPerturbedProgram`: rational functions."""

    primal: RationalFunctionArray | None = None
    dual: RationalFunctionArray | None = None
