"""A smaller linear complementarity problem, by colour refinement, for general-sum games too."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from seqform.builders.equitable_partition import Keys, coarsest_row_equitable, first_members, ranks
from seqform.models.exact import ExactArray, ExactMatrix, Ints
from seqform.models.linear_complementarity import LinearComplementarityProblem
from seqform.models.linear_program import entries
from seqform.models.raw_solution import RawSolution
from seqform.models.reduced import Reduced


def merge_equivalent_lcp(
    problem: LinearComplementarityProblem,
) -> Reduced[LinearComplementarityProblem, RawSolution, RawSolution]:
    """Return the problem in which every class of equivalent variables is one variable.

    Two variables z_i and z_j are equivalent if they agree in q, in being free, and in the covering vector, and
    if rows i and j of M have the same sum over every class: wherever z is constant on the classes, so is
    w = q + M z. What solves the smaller problem, spread over the classes, then solves the original; in a
    sequence-form problem that is an equilibrium in which equivalent choices are equally likely.

    Parameters
    ----------
    problem : LinearComplementarityProblem

    Returns
    -------
    Reduced
        `target` is w' = q' + M' z' with a row and a column for every class, entries summed over both, so that M' is
        Pᵀ M P with P the classes' incidence matrix, and keeps what makes Lemke's algorithm end at a
        solution. `lift` gives every variable its class's value; a basis, a path and a ray are none of the original's.

    Notes
    -----
    Start a game's problem from the centroid (as `sequence_form_lcp` does by itself): equivalent choices have
    the same covering vector then. A random start tells nearly everything apart. In a game that is the same for
    both players sequences of one are merged with those of the other: the equilibrium is a symmetric one.

    Examples
    --------
    >>> from seqform.builders.games import catalog
    >>> from seqform.builders.sequence_form import sequence_form
    >>> from seqform.builders.sequence_form_lcp import sequence_form_lcp
    >>> problem = sequence_form_lcp(sequence_form(catalog.make("leduc")).target).target
    >>> len(problem), len(merge_equivalent_lcp(problem).target)
    (3124, 964)
    """
    classes = equivalent_variables(problem)
    first = first_members(classes)
    size = len(first)
    matrix, covering = problem.matrix, problem.covering_vector
    target = LinearComplementarityProblem(
        matrix=ExactMatrix.from_entries((size, size), classes[matrix.rows], classes[matrix.columns], matrix.values),
        q=problem.q.sum_by(classes, size),
        free=problem.free[first],
        covering_vector=None if covering is None else covering.sum_by(classes, size),
        names=[problem.names[place] for place in first],
        slack_names=[problem.slack_names[place] for place in first],
        name=problem.name,
    )
    return Reduced(target, lambda raw: _spread(raw, classes))


def equivalent_variables(problem: LinearComplementarityProblem) -> Ints:
    """Return the class of every variable, proved in integers; see `merge_equivalent_lcp`.

    Returns
    -------
    ndarray of int, shape (n,)
    """
    covering = ExactArray.zeros(len(problem)) if problem.covering_vector is None else problem.covering_vector
    keys: list[Keys] = [ranks(problem.q), np.asarray(problem.free), ranks(covering)]
    return coarsest_row_equitable(problem.matrix, keys)


def _spread(raw: RawSolution, classes: Ints) -> RawSolution:
    primal = None if raw.primal is None else entries(raw.primal, classes)
    dual = None if raw.dual is None else entries(raw.dual, classes)
    return replace(raw, primal=primal, dual=dual, basis=None, path=None, ray=None)
