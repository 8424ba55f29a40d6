"""Sequences, plans and payoffs as arrays that compiled loops walk, and those walks."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from seqform.backends.factors.compiled import compiled
from seqform.models.exact import Floats, Ints
from seqform.models.saddle_point import SaddlePointProblem
from seqform.models.sequences import SequenceIndex


class Treeplex(NamedTuple):
    """The set of realization plans of a player.

    Attributes
    ----------
    parent : ndarray of int, shape (|H|,)
        The sequence that leads to each information set; it comes before the set's own sequences.
    first : ndarray of int, shape (|H| + 1,)
        Set h has the sequences from ``first[h]`` to ``first[h + 1]`` (exclusive).
    """

    parent: Ints
    first: Ints


class Rows(NamedTuple):
    """A sparse matrix by rows.

    Attributes
    ----------
    start : ndarray of int, shape (rows + 1,)
    columns, values : ndarray, shape (nonzeros,)
    """

    start: Ints
    columns: Ints
    values: Floats


def treeplex(index: SequenceIndex) -> Treeplex:
    """Return the plans of the player with these sequences."""
    return Treeplex(index.parent_sequence.astype(np.int64), index.first_sequence.astype(np.int64))


def payoff_rows(problem: SaddlePointProblem) -> tuple[Rows, Rows]:
    """Return A and -Aᵀ: what each sequence of a player earns is the matrix times the opponent's plan."""
    tables = []
    for matrix, sign in ((problem.matrix, 1.0), (problem.transposed, -1.0)):
        start, columns = matrix.indptr.astype(np.int64), matrix.indices.astype(np.int64)
        tables.append(Rows(start, columns, sign * matrix.data))
    return tables[0], tables[1]


@compiled
def multiply(matrix: Rows, vector: Floats, product: Floats) -> None:
    """Set the product of a matrix and a vector."""
    for row in range(len(matrix.start) - 1):
        total = 0.0
        for place in range(matrix.start[row], matrix.start[row + 1]):
            total += matrix.values[place] * vector[matrix.columns[place]]
        product[row] = total


@compiled
def uniform_behavior(plans: Treeplex, behavior: Floats) -> None:
    """Make every action at a set equally likely."""
    behavior[0] = 1.0
    for row in range(len(plans.parent)):
        start, stop = plans.first[row], plans.first[row + 1]
        for sequence in range(start, stop):
            behavior[sequence] = 1.0 / (stop - start)


@compiled
def plan_of_behavior(plans: Treeplex, behavior: Floats, plan: Floats) -> None:
    """Multiply probabilities along every sequence."""
    plan[0] = 1.0
    for row in range(len(plans.parent)):
        above = plan[plans.parent[row]]
        for sequence in range(plans.first[row], plans.first[row + 1]):
            plan[sequence] = above * behavior[sequence]


@compiled
def behavior_of_weights(plans: Treeplex, weights: Floats, behavior: Floats) -> None:
    """Share what there is at every set; where weights say nothing, all actions are equally likely."""
    behavior[0] = 1.0
    for row in range(len(plans.parent)):
        start, stop = plans.first[row], plans.first[row + 1]
        total = 0.0
        for sequence in range(start, stop):
            total += max(weights[sequence], 0.0)
        for sequence in range(start, stop):
            behavior[sequence] = max(weights[sequence], 0.0) / total if total > 0.0 else 1.0 / (stop - start)


@compiled
def best_value(plans: Treeplex, gradient: Floats) -> float:
    """Return the most that a plan earns; `gradient` is overwritten by what each sequence earns from there on."""
    for row in range(len(plans.parent) - 1, -1, -1):
        best = -np.inf
        for sequence in range(plans.first[row], plans.first[row + 1]):
            best = max(best, gradient[sequence])
        gradient[plans.parent[row]] += best
    value: float = gradient[0]
    return value
