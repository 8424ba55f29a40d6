"""Linear complementarity problems whose right-hand side is a polynomial in ε."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from seqform.errors import ModelError
from seqform.models.immutable import cached
from seqform.models.numbers.exact import ExactArray
from seqform.models.numbers.polynomials import PolynomialArray
from seqform.models.programs.complementarity import ComplementarityProblem, LinearComplementarityProblem
from seqform.models.programs.perturbed import first_of
from seqform.models.programs.solutions import PathStart


@dataclass(frozen=True, eq=False, repr=False)
class PerturbedComplementarityProblem(ComplementarityProblem[PolynomialArray]):
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

    References
    ----------
    Miltersen & Sørensen, Computing a quasi-perfect equilibrium of a two-player game, Economic Theory 42 (2010).

    Examples
    --------
    >>> from seqform.models.numbers.exact import ExactMatrix
    >>> problem = PerturbedComplementarityProblem(
    ...     ExactMatrix.from_dense([[2, 1], [1, 2]]),
    ...     PolynomialArray((ExactArray.of([-1, -2]), ExactArray.of([-1, 1]))),
    ...     np.zeros(2, dtype=bool), None, ["z1", "z2"], ["w1", "w2"])
    >>> problem.at(Fraction(1, 10)).q.to_fractions()
    [Fraction(-11, 10), Fraction(-19, 10)]
    >>> problem.violations(PolynomialArray((ExactArray.of([0, 1]), ExactArray.of([1, -1]))))
    []
    """

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
        return LinearComplementarityProblem(q=self.q.at(epsilon), **self.parts_but_q())

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
