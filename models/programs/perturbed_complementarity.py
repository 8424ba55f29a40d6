"""Linear complementarity problems whose right-hand side is a polynomial in ε."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any

import numpy as np

from seqform.errors import ModelError
from seqform.models.immutable import Immutable, cached
from seqform.models.numbers.exact import ExactArray, ExactMatrix, Mask
from seqform.models.numbers.polynomials import PolynomialArray
from seqform.models.programs.complementarity import LinearComplementarityProblem
from seqform.models.programs.perturbed import first_of
from seqform.models.programs.solutions import PathStart


@dataclass(frozen=True, eq=False)
class PerturbedComplementarityProblem(Immutable):
    """Find z(ε) with z ≥ 0, w = q(ε) + M z ≥ 0 and zᵀw = 0 for all small ε > 0; where a z_i is free, w_i = 0 instead.

    A solution holds for all small ε > 0 at once: polynomials, computed from a complementary basis that stays
    feasible as ε falls to 0.

    Parameters
    ----------
    matrix, free, names, slack_names
        As in `LinearComplementarityProblem`, without ε.
    q : PolynomialArray, shape (n,)
    covering_vector : ExactArray, shape (n,), optional
        d of the augmented system w = q(ε) + M z + d z0, without ε; nonnegative, and positive wherever q is
        negative for small ε.
    start : PathStart, optional
        Start of the path with this covering vector; the basis of the slacks if absent.

    Raises
    ------
    ModelError
        If the parts differ in size, a name is repeated, or the covering vector covers no start.

    References
    ----------
    Miltersen & Sørensen, Computing a quasi-perfect equilibrium of a two-player game, Economic Theory 42 (2010).

    Examples
    --------
    >>> problem = PerturbedComplementarityProblem(
    ...     ExactMatrix.from_dense([[2, 1], [1, 2]]),
    ...     PolynomialArray((ExactArray.of([-1, -2]), ExactArray.of([-1, 1]))),
    ...     np.zeros(2, dtype=bool), None, ["z1", "z2"], ["w1", "w2"])
    >>> problem.at(Fraction(1, 10)).q.to_fractions()
    [Fraction(-11, 10), Fraction(-19, 10)]
    >>> problem.violations(PolynomialArray((ExactArray.of([0, 1]), ExactArray.of([1, -1]))))
    []
    """

    matrix: ExactMatrix
    q: PolynomialArray
    free: Mask
    covering_vector: ExactArray | None
    names: Sequence[str]
    slack_names: Sequence[str]
    name: str = "seqform"
    start: PathStart | None = None

    def __post_init__(self) -> None:
        limit = self.limit  # checks sizes, names and the covering vector at ε = 0
        if limit.covering_vector is None:
            return
        uncovered = np.flatnonzero((self.q.signs() < 0) & np.asarray(limit.covering_vector.numerators == 0, dtype=bool))
        if len(uncovered):
            raise ModelError(
                f"covering vector: the entry of {self.slack_names[int(uncovered[0])]} is 0, but q is negative there "
                "for small ε; it has to be positive wherever q is negative"
            )

    def __len__(self) -> int:
        """Return n, the number of complementary pairs."""
        return len(self.q)

    def __repr__(self) -> str:
        free = int(np.count_nonzero(self.free))
        of_them = f", {free:,} of them free" if free else ""
        return (
            f"<PerturbedComplementarityProblem {self.name!r}: {len(self):,} variables{of_them}, "
            f"{self.matrix.nonzeros:,} nonzeros, degree {self.degree} in ε>"
        )

    @property
    def degree(self) -> int:
        """D, the highest power of ε."""
        return self.q.degree

    @cached
    def limit(self) -> LinearComplementarityProblem:
        """The problem at ε = 0."""
        return self.at(0)

    @property
    def higher(self) -> tuple[ExactArray, ...]:
        """q_1, ..., q_D, the coefficients of ε, ..., ε^D."""
        return self.q.coefficients[1:]

    def at(self, epsilon: Fraction | int) -> LinearComplementarityProblem:
        """Return the problem at a number ε, exact; an error if q is negative there where the covering vector is 0."""
        return LinearComplementarityProblem(q=self.q.at(epsilon), **_shared_parts(self))

    def slack(self, z: PolynomialArray) -> PolynomialArray:
        """Return w = q + M z."""
        return self.q + z.under(self.matrix)

    def violations(self, z: PolynomialArray) -> list[str]:
        """Return the conditions that a point z(ε), shape (n,), violates for small ε > 0; of a solution none.

        The first violated condition of each kind is named; decided in rational arithmetic, on coefficients.
        """
        if len(z) != len(self):
            raise ModelError(f"violations: {len(z)} polynomials for {len(self)} variables")
        of_z, of_w = z.signs(), self.slack(z).signs()
        conditions = (
            first_of("variable", "negative", (of_z < 0) & ~self.free, self.names),
            first_of("slack", "negative", (of_w < 0) & ~self.free, self.slack_names),
            first_of("slack", "not zero, though its variable is free", (of_w != 0) & self.free, self.slack_names),
            first_of("variable", "and its slack both not zero", (of_z != 0) & (of_w != 0) & ~self.free, self.names),
        )
        return [condition for condition in conditions if condition]


def perturbed_problem(problem: LinearComplementarityProblem, q: PolynomialArray) -> PerturbedComplementarityProblem:
    """Return a problem with another q, a polynomial in ε."""
    return PerturbedComplementarityProblem(q=q, **_shared_parts(problem))


def _shared_parts(problem: LinearComplementarityProblem | PerturbedComplementarityProblem) -> dict[str, Any]:
    names = (field.name for field in fields(LinearComplementarityProblem))
    return {name: getattr(problem, name) for name in names if name != "q"}
