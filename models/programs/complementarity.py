"""Linear complementarity problems with exact data, free variables allowed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain

import numpy as np

from seqform.errors import ModelError
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import ExactArray, ExactMatrix, Mask, Vector, magnitude
from seqform.models.programs.linear import largest, require_distinct


@dataclass(frozen=True)
class ComplementarityResiduals:
    """Violations of the conditions of a linear complementarity problem by a point; all zero at a solution.

    Attributes
    ----------
    variables
        The largest amount by which a sign-constrained z_i is negative.
    slacks
        The largest amount by which a w_i is negative or, where z_i is free, differs from zero.
    complementarity
        The largest min(z_i, w_i) over the sign-constrained pairs, where both are positive.
    """

    variables: Fraction | float
    slacks: Fraction | float
    complementarity: Fraction | float

    @property
    def worst(self) -> Fraction | float:
        """The largest of the three."""
        return max(self.variables, self.slacks, self.complementarity)


@dataclass(frozen=True, eq=False)
class LinearComplementarityProblem(Immutable):
    """Find z with z ≥ 0, w = q + M z ≥ 0 and zᵀw = 0; where a z_i is free, w_i = 0 instead.

    Parameters
    ----------
    matrix : ExactMatrix, shape (n, n)
        M.
    q : ExactArray, shape (n,)
    free : ndarray of bool, shape (n,)
        Where z_i may have any sign and w_i has to be zero: the mixed problem.
    covering_vector : ExactArray, shape (n,), optional
        d of the augmented system w = q + M z + d z0, in which Lemke's algorithm moves; nonnegative,
        and positive wherever q is negative. Other solvers ignore it.
    names : sequence of str, length n
        Unique names of the z_i.
    slack_names : sequence of str, length n
        Unique names of the w_i.

    Raises
    ------
    ModelError
        If the parts differ in size, a name is repeated, or the covering vector covers no start.

    References
    ----------
    Cottle, Pang & Stone, The Linear Complementarity Problem (1992), sections 1.5 and 4.4;
    in vSvET's letters (2.9) and (3.1) with q for their b.

    Examples
    --------
    >>> problem = linear_complementarity_problem([[2, 1], [1, 2]], [-5, -6])
    >>> problem.residuals(ExactArray.of([Fraction(4, 3), Fraction(7, 3)])).worst
    Fraction(0, 1)
    """

    matrix: ExactMatrix
    q: ExactArray
    free: Mask
    covering_vector: ExactArray | None
    names: Sequence[str]
    slack_names: Sequence[str]
    name: str = "seqform"

    def __post_init__(self) -> None:
        n = len(self.q)
        if self.matrix.shape != (n, n):
            raise ModelError(
                f"complementarity problem: a matrix of {n} rows and columns expected, as many as q has entries, "
                f"not {self.matrix.shape[0]} × {self.matrix.shape[1]}"
            )
        for what, length in (
            ("free", len(self.free)),
            ("names", len(self.names)),
            ("slack names", len(self.slack_names)),
            ("covering vector", n if self.covering_vector is None else len(self.covering_vector)),
        ):
            if length != n:
                raise ModelError(f"complementarity problem: {what} of length {length}, but there are {n} variables")
        for what, names in (("variable", self.names), ("slack", self.slack_names)):
            require_distinct(names, f"complementarity problem: {what}")
        if self.covering_vector is not None:
            self._check_covering(self.covering_vector)

    def _check_covering(self, d: ExactArray) -> None:
        negative = np.flatnonzero(np.asarray(d.numerators < 0, dtype=bool))
        if len(negative):
            place = int(negative[0])
            raise ModelError(
                f"covering vector: the entry of {self.slack_names[place]} is {d[place]}; all have to be nonnegative"
            )
        uncovered = np.flatnonzero(np.asarray((self.q.numerators < 0) & (d.numerators == 0), dtype=bool))
        if len(uncovered):
            place = int(uncovered[0])
            raise ModelError(
                f"covering vector: the entry of {self.slack_names[place]} is 0, but q is {self.q[place]} there; "
                "it has to be positive wherever q is negative"
            )

    def __len__(self) -> int:
        """Return n, the number of complementary pairs."""
        return len(self.q)

    def __repr__(self) -> str:
        free = int(np.count_nonzero(self.free))
        of_them = f", {free:,} of them free" if free else ""
        return (
            f"<LinearComplementarityProblem {self.name!r}: {len(self):,} variables{of_them}, "
            f"{self.matrix.nonzeros:,} nonzeros>"
        )

    def variable_name(self, variable: int) -> str:
        """Return the name of a variable: 0 to n - 1 are the slacks w_i, n to 2n - 1 the z_i, 2n is z0."""
        n = len(self)
        if variable == 2 * n:
            return "z0"
        return self.slack_names[variable] if variable < n else self.names[variable - n]

    def slack(self, z: Vector) -> Vector:
        """Return w = q + M z, exactly for an exact z."""
        if isinstance(z, ExactArray):
            return (self.q + self.matrix.dot(z)).reduced()
        w: Vector = self.q.to_floats() + self.matrix.to_scipy() @ z
        return w

    def residuals(self, z: Vector) -> ComplementarityResiduals:
        """Return the violations by a point z of shape (n,), exact for an exact one."""
        if len(z) != len(self):
            raise ModelError(f"residuals: {len(z)} values for {len(self)} variables")
        w = self.slack(z)
        bound = ~self.free
        if isinstance(z, ExactArray) and isinstance(w, ExactArray):
            pairs = zip(z.take(bound).to_fractions(), w.take(bound).to_fractions(), strict=True)
            both = max((min(pair) for pair in pairs), default=Fraction(0))
            return ComplementarityResiduals(
                largest(-z.take(bound)),
                max(largest(-w.take(bound)), Fraction(magnitude(w.take(self.free).numerators), w.denominator)),
                max(both, Fraction(0)),
            )
        assert isinstance(z, np.ndarray)
        assert isinstance(w, np.ndarray)
        return ComplementarityResiduals(
            float(np.max(-z[bound], initial=0.0)),
            max(float(np.max(-w[bound], initial=0.0)), float(np.max(np.abs(w[self.free]), initial=0.0))),
            float(np.max(np.minimum(z[bound], w[bound]), initial=0.0)),
        )


def linear_complementarity_problem(
    matrix: Sequence[Sequence[Fraction | int]],
    q: Sequence[Fraction | int],
    free: Sequence[bool] | None = None,
    covering_vector: Sequence[Fraction | int] | None = None,
    name: str = "seqform",
) -> LinearComplementarityProblem:
    """Return the problem of a dense matrix, its variables named z1, z2, ... and w1, w2, ...."""
    n = len(q)
    numbers = chain(q, () if covering_vector is None else covering_vector, *matrix)
    odd = next((number for number in numbers if number != number or number in (math.inf, -math.inf)), None)
    if odd is not None:
        raise ModelError(f"complementarity problem: finite numbers expected, not {odd}")
    return LinearComplementarityProblem(
        matrix=ExactMatrix.from_dense([_plain(row) for row in matrix]) if n else ExactMatrix.zeros((0, 0)),
        q=ExactArray.of(_plain(q)),
        free=np.zeros(n, dtype=bool) if free is None else np.array(free, dtype=bool),
        covering_vector=None if covering_vector is None else ExactArray.of(_plain(covering_vector)),
        names=[f"z{i + 1}" for i in range(n)],
        slack_names=[f"w{i + 1}" for i in range(n)],
        name=name,
    )


def _plain(values: Sequence[Fraction | int]) -> list[Fraction | int]:
    """Return Python numbers for NumPy numbers."""
    return values.tolist() if isinstance(values, np.ndarray) else list(values)
