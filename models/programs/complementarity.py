"""Linear complementarity problems with exact data; free variables are allowed, and can be split."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import numpy as np

from seqform.errors import ModelError
from seqform.models.games.infosets import unique_names
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import (
    ExactArray,
    ExactMatrix,
    Ints,
    Mask,
    Rational,
    Vector,
    entries,
)
from seqform.models.numbers.given import Given, given_rational
from seqform.models.numbers.polynomials import PolynomialArray
from seqform.models.numbers.text import shown_rational
from seqform.models.programs.linear import largest, require_distinct
from seqform.models.reduced import Reduced

if TYPE_CHECKING:
    from seqform.models.programs.solutions import RawSolution

Data = TypeVar("Data", ExactArray, PolynomialArray)
"""A right-hand side or an objective: numbers, or polynomials in ε."""


@dataclass(frozen=True)
class ComplementarityResiduals:
    """Violations of the conditions of a linear complementarity problem by a point; all zero at a solution.

    - `variables`: The largest amount by which a sign-constrained z_i is negative.
    - `slacks`: The largest amount by which a w_i is negative or, where z_i is free, differs from zero.
    - `complementarity`: The largest min(z_i, w_i) over the sign-constrained pairs, where both are positive.
    """

    variables: Fraction | float
    slacks: Fraction | float
    complementarity: Fraction | float

    @property
    def worst(self) -> Fraction | float:
        """The largest of the three."""
        return max(self.variables, self.slacks, self.complementarity)


@dataclass(frozen=True, eq=False)
class PathStart(Immutable):
    """Start of complementary pivoting: a basis, and the variable that enters it first.

    - `basis`, shape (n,): The basic variables, one for every row, numbered as in `ComplementaryPath`. Feasible, and
      either complementary without z0 (z0 then enters and rises from zero: vSvET, section 7), or with z0 and one pair of
      which neither is basic; basic values may then be negative that the entering variable raises to zero within the
      edge. Or complementary without z0 and feasible for all large z0, which then falls from ∞: see `falling`.
    - `entering`: 2n, that is z0, in the first case; one of the pair in the second.
    - `ties_from`, shape (n,): The variables whose columns settle ties, the slacks if absent. The basis has to be
      lexicographically feasible with respect to them.
    - `ties_negated`, shape (n,): Where a column of `ties_from` is taken with the opposite sign; nowhere if absent.
    - `ties_leading`: The number of columns at the front of `ties_from` that are compared first, by a random
      combination; that of the others follows. All if absent.
    - `determinant`: 1 or -1, the sign of the determinant of the basis if known, as at the end of another path.
    - `falling`: Whether z0 starts at ∞, as with the basis of the slacks: it falls until a basic variable is zero, and
      takes its place.
    - `nonnegative`: Whether the free variables are kept nonnegative, and leave like the others. The end of the path
      solves the problem if the slacks of the free variables are zero there.
    - `ends_at_solution`: Whether the path is proved to end at a solution, so that a ray or a repeated basis is a defect
      of the program.
    """

    basis: Ints
    entering: int
    ties_from: Ints | None = None
    ties_negated: Mask | None = None
    ties_leading: int | None = None
    determinant: int | None = None
    falling: bool = False
    nonnegative: bool = False
    ends_at_solution: bool = False


def slack_start(n: int) -> PathStart:
    """Return the start of the path of a game's problem of n variables from the slacks, z0 falling from ∞."""
    return PathStart(
        np.arange(n), entering=2 * n, falling=True, nonnegative=True, ends_at_solution=True
    )


@dataclass(frozen=True, eq=False, repr=False)
class ComplementarityProblem(Immutable, Generic[Data]):
    """Base of complementarity problems, with a right-hand side q of numbers or of polynomials in ε.

    `units`, shape (2n,), are those of the w_i and then of the z_i, all 1 if absent. Ties are broken in them, so that a
    path is the same in all units: where row i and w_i are multiplied by a number, so is their unit.
    """

    matrix: ExactMatrix
    q: Data
    free: Mask
    covering_vector: ExactArray | None
    names: Sequence[str]
    slack_names: Sequence[str]
    name: str = "seqform"
    units: ExactArray | None = None

    def __len__(self) -> int:
        """Return n, the number of complementary pairs."""
        return len(self.q)

    def __repr__(self) -> str:
        sizes = [f"{len(self):,} variables"]
        free = int(np.count_nonzero(self.free))
        if free:
            sizes.append(f"{free:,} of them free")
        sizes.append(f"{self.matrix.nonzeros:,} nonzeros")
        if isinstance(self.q, PolynomialArray):
            sizes.append(f"degree {self.q.degree} in ε")
        return f"<{type(self).__name__} {self.name!r}: {', '.join(sizes)}>"

    def parts_but_q(self) -> dict[str, Any]:
        """Return the fields other than q, to build a problem with another right-hand side."""
        parts = {part.name: getattr(self, part.name) for part in fields(ComplementarityProblem)}
        del parts["q"]
        return parts


@dataclass(frozen=True, eq=False, repr=False)
class LinearComplementarityProblem(ComplementarityProblem[ExactArray]):
    """Find z with z ≥ 0, w = q + M z ≥ 0 and zᵀw = 0; where a z_i is free, w_i = 0 instead.

    - `matrix`, shape (n, n): M.
    - `q`, shape (n,).
    - `free`, shape (n,): Where z_i may have any sign and w_i has to be zero: the mixed problem.
    - `covering_vector`, shape (n,): d of the augmented system w = q + M z + d z0, in which Lemke's algorithm moves;
      nonnegative, and positive wherever q is negative. Other solvers ignore it.
    - `start`: Start of the path with this covering vector; the basis of the slacks if absent.
    - `names`, `slack_names`, length n: Unique names of the z_i and of the w_i.

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

    start: PathStart | None = None

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
            ("units, halved,", n if self.units is None else len(self.units) // 2),
        ):
            if length != n:
                raise ModelError(
                    f"complementarity problem: {what} of length {length}, but there are {n} variables"
                )
        require_distinct(self.names, "complementarity problem: variable")
        require_distinct(self.slack_names, "complementarity problem: slack")
        if self.covering_vector is not None:
            self._check_covering(self.covering_vector)

    def _check_covering(self, d: ExactArray) -> None:
        """Raise ModelError unless a covering vector is nonnegative, and positive where q is negative."""
        n = len(self.q)
        negative = np.flatnonzero(np.asarray(d.numerators < 0, dtype=bool))
        if len(negative):
            place = int(negative[0])
            raise ModelError(
                f"covering vector: the entry of {self.slack_names[place]} is "
                f"{shown_rational(d[place])}; all have to be nonnegative"
            )
        uncovered = np.flatnonzero(
            np.asarray((self.q.numerators < 0) & (d.numerators == 0), dtype=bool)
        )
        if self.start is not None:  # a free variable in the first basis fulfils its row
            uncovered = uncovered[~self.free[uncovered] | ~np.isin(n + uncovered, self.start.basis)]
        if len(uncovered):
            place = int(uncovered[0])
            raise ModelError(
                f"covering vector: the entry of {self.slack_names[place]} is 0, "
                f"but q is {shown_rational(self.q[place])} there; "
                "it has to be positive wherever q is negative"
            )

    def variable_name(self, variable: int) -> str:
        """Return the name of a variable: 0 to n - 1 are the slacks w_i, n to 2n - 1 the z_i, 2n is z0."""
        n = len(self)
        if variable == 2 * n:
            return "z0"
        if variable < n:
            return self.slack_names[variable]
        return self.names[variable - n]

    def slack(self, z: Vector) -> Vector:
        """Return w = q + M z, exactly for an exact z."""
        if isinstance(z, ExactArray):
            return (self.q + self.matrix.dot(z)).reduced()
        return self.q.to_floats() + self.matrix.dot(z)

    def residuals(self, z: Vector) -> ComplementarityResiduals:
        """Return the violations by a point z of shape (n,), exact for an exact one."""
        if len(z) != len(self):
            raise ModelError(f"residuals: {len(z)} values for {len(self)} variables")
        w = self.slack(z)
        signed = np.flatnonzero(~self.free)
        signed_z: Any = entries(z, signed)
        signed_w: Any = entries(w, signed)
        equations = entries(w, np.flatnonzero(self.free))
        lesser: Any  # of the variables of each pair
        if isinstance(z, ExactArray):
            lesser = ExactArray.of(map(min, signed_z.to_fractions(), signed_w.to_fractions()))
        else:
            lesser = np.minimum(signed_z, signed_w)
        return ComplementarityResiduals(
            variables=largest(-signed_z),
            slacks=max(largest(-signed_w), largest(equations), largest(-equations)),
            complementarity=largest(lesser),
        )


def linear_complementarity_problem(
    matrix: Sequence[Sequence[Given]] | Any,
    q: Sequence[Given],
    free: Sequence[bool] | None = None,
    covering_vector: Sequence[Given] | None = None,
    name: str = "seqform",
) -> LinearComplementarityProblem:
    """Return the problem of a matrix M, its variables named z1, z2, ... and w1, w2, ....

    - `matrix`, shape (n, n): Rows of numbers, or a matrix of NumPy or SciPy; doubles are the decimals that Python
      prints.
    - `q`, `free`, `covering_vector`, shape (n,): As of `LinearComplementarityProblem`.

    Raises ModelError for what is no finite number, and for other shapes.

    Examples
    --------
    >>> linear_complementarity_problem([[1]], [-0.1]).q.to_fractions()
    [Fraction(-1, 10)]
    """
    n = len(q)
    rows = matrix.toarray() if hasattr(matrix, "toarray") else matrix
    exact_q = ExactArray.of(_exact(q))
    d = None if covering_vector is None else ExactArray.of(_exact(covering_vector))
    exact_matrix = ExactMatrix.zeros((0, 0))
    if n:
        exact_matrix = ExactMatrix.from_dense([_exact(row) for row in rows])
    return LinearComplementarityProblem(
        matrix=exact_matrix,
        q=exact_q,
        free=np.zeros(n, dtype=bool) if free is None else np.array(free, dtype=bool),
        covering_vector=d,
        names=[f"z{i + 1}" for i in range(n)],
        slack_names=[f"w{i + 1}" for i in range(n)],
        name=name,
    )


def _exact(values: Sequence[Given]) -> list[Rational]:
    """Return finite numbers exactly, as people write them: 0.1 is 1/10."""
    numbers = values.tolist() if isinstance(values, np.ndarray) else list(values)
    where = "complementarity problem"
    return [given_rational(number, where, "finite numbers", error=ModelError) for number in numbers]


def split_free(
    problem: LinearComplementarityProblem, covering_vector: ExactArray | None = None
) -> Reduced[LinearComplementarityProblem, RawSolution, RawSolution]:
    """Return the equivalent standard problem, without free variables.

    A free z_i becomes z_i - z_i⁻ with both nonnegative, and its w_i = 0 becomes w_i ≥ 0 and -w_i ≥ 0:
    with F the free places, z = (z, z_F⁻), w = (w, -w_F), q = (q, -q_F) and

        M = ⎡  M    -M_·F ⎤
            ⎣ -M_F·  M_FF ⎦.

    - `problem`: With n variables, k of them free.
    - `covering_vector`, shape (n + k,): Of the standard problem. The given problem's own does not serve: where it is
      positive at free places it would be negative at their copies.

    `target` has n + k variables, the copies last. `lift` takes the differences, of `primal` and of `ray`; `path` and
    options remain those of the standard problem.

    Examples
    --------
    >>> from seqform.models.programs.complementarity import linear_complementarity_problem
    >>> mixed = linear_complementarity_problem([[0, 1], [-1, 0]], [-3, 2], free=[True, False])
    >>> split_free(mixed).target.matrix.equals(ExactMatrix.from_dense([[0, 1, 0], [-1, 0, 1], [0, -1, 0]]))
    True
    """
    n = len(problem)
    free = np.flatnonzero(problem.free)
    copies = problem.matrix.submatrix(np.ones(n, dtype=bool), problem.free)
    upper = ExactMatrix.block([[problem.matrix, -copies]])
    free_rows = upper.submatrix(problem.free, np.ones(n + len(free), dtype=bool))
    copied_names = [f"-{problem.names[place]}" for place in free.tolist()]
    copied_slack_names = [f"-{problem.slack_names[place]}" for place in free.tolist()]
    units = None
    if problem.units is not None:
        slacks = np.arange(n)
        units = problem.units.take(np.concatenate([slacks, free, n + slacks, n + free]))
    standard = LinearComplementarityProblem(
        matrix=ExactMatrix.block([[upper], [-free_rows]]),
        q=ExactArray.concatenate([problem.q, -problem.q.take(free)]),
        free=np.zeros(n + len(free), dtype=bool),
        covering_vector=covering_vector,
        names=unique_names([*problem.names, *copied_names]),
        slack_names=unique_names([*problem.slack_names, *copied_slack_names]),
        name=problem.name,
        units=units,
    )

    def lift(raw: RawSolution) -> RawSolution:
        return replace(
            raw,
            primal=None if raw.primal is None else _differences(raw.primal, n, free),
            ray=None if raw.ray is None else _differences(raw.ray, n, free),
        )

    return Reduced(standard, lift)


def _differences(vector: Vector, n: int, free: Ints) -> Vector:
    """Return z_i, or z_i - z_i⁻ where free, and the entries after the copies."""
    copies = slice(n, n + len(free))
    rest = slice(n + len(free), None)  # the entry of z0 in a ray
    if isinstance(vector, ExactArray):
        subtracted = vector.take(copies).sum_by(free, n)
        differences = vector.take(slice(0, n)) - subtracted
        return ExactArray.concatenate([differences, vector.take(rest)]).reduced()
    values = np.concatenate([vector[:n], vector[rest]])
    values[free] -= vector[copies]
    return values
