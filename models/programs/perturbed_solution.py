"""A method's answer to a perturbed linear program.

A method's answer to a linear program whose matrix depends on ε.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from seqform.models.numbers.polynomials import PolynomialArray, RationalFunctionArray
from seqform.models.programs.solutions import Basis, RawSolution, Termination


@dataclass(frozen=True, eq=False)
class RationalSolution:
    """Where a method ended on a `MatrixPerturbedProgram`.

    Attributes
    ----------
    status : str
        In words.
    primal : RationalFunctionArray, shape (n,), optional
        x(ε).
    dual : RationalFunctionArray, shape (m,), optional
        y(ε), row duals in the convention of `LinearProgram`.
    proven : bool
        Whether x(ε) and y(ε) have been proved optimal for all small ε > 0, in rational arithmetic.
    basis : Basis, optional
        The stable basis; where the method was cut short, the last one.
    epsilon : Fraction, optional
        The last number ε at which a solver was asked.
    iterations : int, optional
        The solver's.
    attempts : int
        Numbers ε that were tried.
    seconds : mapping from str to float
        Wall-clock time by phase.
    options : mapping
        The options as they were resolved.
    solver : str
        Name and version.
    """

    termination: Termination
    status: str
    primal: RationalFunctionArray | None = None
    dual: RationalFunctionArray | None = None
    proven: bool = False
    basis: Basis | None = None
    epsilon: Fraction | None = None
    iterations: int | None = None
    attempts: int = 0
    seconds: Mapping[str, float] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)
    solver: str = ""

    @property
    def solved(self) -> bool:
        """Whether the method claims a solution."""
        return self.termination is Termination.SOLVED

    def at_zero(self) -> RawSolution:
        """Return the answer as ε falls to 0, of the program without trembles."""
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
        return f"<RationalSolution of {self.solver or 'no method'}: {self.termination} ({self.status})>"


@dataclass(frozen=True, eq=False)
class PerturbedSolution:
    """Where a method ended on a `PerturbedLinearProgram`.

    Attributes
    ----------
    status : str
        In words.
    primal : PolynomialArray, shape (n,), optional
        x(ε).
    dual : PolynomialArray, shape (m,), optional
        y(ε), row duals in the convention of `LinearProgram`.
    proven : bool
        Whether x(ε) and y(ε) have been proved optimal for all small ε > 0, in rational arithmetic. What a solver finds
        at one number ε proves nothing; it is in `raw`, and is no polynomial.
    basis : Basis, optional
        The stable basis.
    epsilon : Fraction, optional
        The number ε at which a solver was asked, where the method does that.
    raw : RawSolution, optional
        What the solver answered at that ε, where that is all there is: doubles, or the rationals of an exact solver.
    iterations : int
        Pivots, of solver and method together.
    pivots : int
        Exact or lexicographic pivots after the solver's.
    seconds : mapping from str to float
        Wall-clock time by phase.
    options : mapping
        The options as they were resolved.
    solver : str
        Name and version.
    """

    termination: Termination
    status: str
    primal: PolynomialArray | None = None
    dual: PolynomialArray | None = None
    proven: bool = False
    basis: Basis | None = None
    epsilon: Fraction | None = None
    raw: RawSolution | None = None
    iterations: int | None = None
    pivots: int = 0
    seconds: Mapping[str, float] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)
    solver: str = ""

    @property
    def solved(self) -> bool:
        """Whether the method claims a solution."""
        return self.termination is Termination.SOLVED

    def at_zero(self) -> RawSolution:
        """Return the answer at ε = 0, of the program without trembles."""
        primal, dual = self.primal, self.dual
        return RawSolution(
            self.termination,
            self.status,
            primal=None if primal is None else primal.order(0),
            dual=None if dual is None else dual.order(0),
            basis=self.basis,
            iterations=self.iterations,
            seconds=sum(self.seconds.values()),
            options=self.options,
            solver=self.solver,
        )

    def __repr__(self) -> str:
        return f"<PerturbedSolution of {self.solver or 'no method'}: {self.termination} ({self.status})>"
