"""Complementarity problems in standard form: free variables as differences of nonnegative ones."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from seqform.models.games.infosets import unique_names
from seqform.models.numbers.exact import ExactArray, ExactMatrix, Ints, Vector
from seqform.models.programs.complementarity import LinearComplementarityProblem
from seqform.models.programs.solutions import RawSolution
from seqform.models.reduced import Reduced


def split_free(
    problem: LinearComplementarityProblem, covering_vector: ExactArray | None = None
) -> Reduced[LinearComplementarityProblem, RawSolution, RawSolution]:
    """Return the equivalent standard problem, without free variables.

    A free z_i becomes z_i - z_i⁻ with both nonnegative, and its w_i = 0 becomes w_i ≥ 0 and -w_i ≥ 0:
    with F the free places, z = (z, z_F⁻), w = (w, -w_F), q = (q, -q_F) and

        M = ⎡  M    -M_·F ⎤
            ⎣ -M_F·  M_FF ⎦.

    Parameters
    ----------
    problem : LinearComplementarityProblem
        With n variables, k of them free.
    covering_vector : ExactArray, shape (n + k,), optional
        Of the standard problem. The given problem's own does not serve: where it is positive at free places it
        would be negative at their copies.

    Returns
    -------
    Reduced
        `target` has n + k variables, the copies last. `lift` takes the differences, of `primal` and
        of `ray`; `path` and options remain those of the standard problem.

    Examples
    --------
    >>> from seqform.models.programs.complementarity import linear_complementarity_problem
    >>> mixed = linear_complementarity_problem([[0, 1], [-1, 0]], [-3, 2], free=[True, False])
    >>> split_free(mixed).target.matrix.equals(ExactMatrix.from_dense([[0, 1, 0], [-1, 0, 1], [0, -1, 0]]))
    True
    """
    free = np.flatnonzero(problem.free)
    n = len(problem)
    wide = ExactMatrix.block([[problem.matrix, -problem.matrix.submatrix(np.ones(n, dtype=bool), problem.free)]])
    standard = LinearComplementarityProblem(
        matrix=ExactMatrix.block([[wide], [-wide.submatrix(problem.free, np.ones(n + len(free), dtype=bool))]]),
        q=ExactArray.concatenate([problem.q, -problem.q.take(free)]),
        free=np.zeros(n + len(free), dtype=bool),
        covering_vector=covering_vector,
        names=unique_names([*problem.names, *(f"-{problem.names[place]}" for place in free.tolist())]),
        slack_names=unique_names(
            [*problem.slack_names, *(f"-{problem.slack_names[place]}" for place in free.tolist())]
        ),
        name=problem.name,
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
    copies, rest = slice(n, n + len(free)), slice(n + len(free), None)
    if isinstance(vector, ExactArray):
        subtracted = vector.take(copies).sum_by(free, n)
        return ExactArray.concatenate([vector.take(slice(0, n)) - subtracted, vector.take(rest)]).reduced()
    values = np.concatenate([vector[:n], vector[rest]])
    values[free] -= vector[copies]
    return values
