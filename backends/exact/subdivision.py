"""Vertices of the subdivisions of both players' realization plans by best replies, as far as equilibria need them.

For a plan x of one player let v_h(x) be what the other can get from information set h on, weighted by the probability
with which x and chance lead there: v_h(x) = max_c (Bᵀx)_hc + Σ v_h'(x), the sum over the sets h' that follow hc. All
v_h are convex and piecewise linear. The polytope X = {x ≥ 0, E x = e} is divided into polytopes, the cells, on each of
which every v_h is linear: one choice hc is optimal on it at every set h. A vertex of a cell is a point at which no
direction keeps all equations x_σ = 0 and all optimal choices hc.

The vertices are found by the double description method (Motzkin et al. 1953). It begins with the vertices of X, the
pure plans. The choices are added one by one, at the last sets first. A choice cuts the edges of the cells at whose
ends it is better and worse than those before it at its set, and the points of these cuts are the new vertices. Two
vertices are the ends of an edge if a cell contains both, and no third vertex satisfies all equations that they share
(Fukuda & Prodon 1996). A vertex at which the new choice is better than all before it remains one if it is a vertex
without the choices of that set.

Both players' plans are divided in turns, and what cannot belong to an equilibrium is left out on the way. A vertex or
an edge is dropped unless it has a partner: a vertex of the other subdivision, as far as it has come, such that each
plays only choices that are optimal on the other, at the sets that are completed. For an equilibrium (x, y) consider the
smallest cells that contain x and y. Their vertices play at most the sequences of x and of y, and have at least their
optimal choices, so that any vertex of one and any of the other are partners. Hence all of them are kept, with the edges
between them, from the beginning to the end. Likewise where choices are required to be optimal: other vertices are
dropped once these are added. The test of edges remains correct, because a third vertex that satisfies the equations of
an edge satisfies what is required, and has the partners of the edge.

Numbers are integers: a vertex is a row of weights over a common denominator, the weight of the empty sequence. The
equations of the vertices are zeros and ones in single precision, whose sums of less than 2²⁴ terms are exact, so that
products of matrices count them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from seqform.models.games.infosets import SequenceIndex
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import (
    ExactMatrix,
    Ints,
    Mask,
    Numerators,
    as_integers,
    magnitude,
    widened,
)

Equations = npt.NDArray[np.float32]
Pair = tuple[Mask, Mask]

_AT_ONCE = 2**22
"""Entries of the largest matrices of counts."""


class TooManyVerticesError(Exception):
    """The subdivision has more vertices than allowed; caught by those who set the limit."""


@dataclass(frozen=True, eq=False)
class Subdivision(Immutable):
    """The vertices of a subdivision."""

    weights: Numerators  # shape (n, |S|), in lowest terms; the first column is the denominator
    # Shape (n, |S'|), the sequences of the other player that are part of a best reply.
    optimal: Mask

    def __len__(self) -> int:
        return len(self.weights)

    @property
    def played(self) -> Mask:
        """The sequences of positive weight, shape (n, |S|)."""
        return np.asarray(self.weights != 0, dtype=bool)


def subdivisions(
    sequences: tuple[SequenceIndex, SequenceIndex],
    payoffs: tuple[ExactMatrix, ExactMatrix],
    unused: Pair,
    required: Pair,
    limit: int | None = None,
    check: Callable[[int], None] = lambda vertices: None,
) -> tuple[Subdivision, Subdivision]:
    """Return vertices of the subdivisions of both players' plans, among them all that equilibria need.

    Those of the smallest cells that contain the plans of an equilibrium are included.

    - `payoffs`, shapes (|S1|, |S2|) and (|S2|, |S1|): B and Aᵀ, for each player the payoffs of the other.
    - `unused`, `required`, shapes (|S1|,) and (|S2|,): Find the equilibria in which these sequences have weight zero,
      and in which these are part of a best reply, with all that continue the former and all that the latter continue.
    - `limit`: Raise `TooManyVerticesError` above this number of vertices.
    - `check`: Called between steps of less than about a second with the number of vertices of one subdivision, 0 before
      there are any; it may raise.

    Examples
    --------
    >>> import seqform as sf
    >>> form = sf.builders.sequence_form(sf.load("vsvet-figure-1")).target
    >>> none = tuple(np.zeros(len(index), dtype=bool) for index in form.sequences)
    >>> first, second = subdivisions(form.sequences, (form.B, form.A.T), none, none)
    >>> [14, 5, 9, 3, 6] in first.weights.tolist()
    True
    """
    first = _Cells(sequences[0], sequences[1], payoffs[0], unused[0], limit, check)
    second = _Cells(sequences[1], sequences[0], payoffs[1], unused[1], limit, check)
    sides = (first, second)

    # The sets of the other player whose choices are still to be added, the last first. In turns the smaller subdivision
    # goes on, and the other one drops what has no partner any more.
    left = [list(range(sequences[1 - player].num_infosets)) for player in (0, 1)]
    while any(left):
        unfinished = [player for player in (0, 1) if left[player]]
        player = min(unfinished, key=lambda number: len(sides[number].table))
        sides[player].add_choices(left[player].pop(), required[1 - player], sides[1 - player])
        sides[1 - player].keep_partners(sides[player])
    return first.result(), second.result()


class _Cells:
    """The vertices, with what they share.

    A row of `table` has the weights of a vertex, the value of each of the other player's sequences, and in the last
    column that of the best choice so far at the set whose choices are being added. All are multiplied by the
    denominator, and linear on every cell. A row of `equations` has ones for the sequences of weight zero, then for the
    optimal choices. `partners` are the conditions of the other subdivision's vertices, `leads_to` states which own
    sequences matter at a set of the other player, or at sets that follow it. `done` marks the sets with a choice that
    was added, `completed` the choices at sets of which all were added.
    """

    def __init__(
        self,
        own: SequenceIndex,
        opponent: SequenceIndex,
        payoffs: ExactMatrix,
        unused: Mask,
        limit: int | None,
        check: Callable[[int], None],
    ) -> None:
        self.own = own
        self.opponent = opponent
        self.limit = limit
        self.check = check
        self.partners: Equations = np.zeros((0, 0), dtype=np.float32)
        self.completed = np.zeros(len(opponent), dtype=bool)
        self.done = np.zeros(opponent.num_infosets, dtype=bool)

        plans = self._pure_plans(unused)
        dense = self._dense(payoffs)
        values = plans.astype(dense.dtype) @ dense
        self.table = as_integers(np.concatenate([plans, values, values[:, :1]], axis=1))
        self.equations: Equations = np.zeros(
            (len(plans), len(own) + len(opponent)), dtype=np.float32
        )
        self.equations[:, : len(own)] = plans == 0
        self.leads_to = self._reached_sets(dense)

    def _dense(self, payoffs: ExactMatrix) -> Numerators:
        """Return the numerators of a matrix as a dense one, of a type that holds the values of all plans."""
        numerators = payoffs.values.numerators
        bound = magnitude(numerators) * self.own.num_infosets + magnitude(numerators)
        dense = np.zeros(payoffs.shape, dtype=widened(numerators, bound).dtype)
        dense[payoffs.rows, payoffs.columns] = numerators
        return dense

    def _reached_sets(self, payoffs: Numerators) -> Equations:
        """Return which own sequences lead to payoffs at each set of the other player, or at sets that follow it."""
        opponent = self.opponent
        leads_to: Equations = np.zeros((len(self.own), opponent.num_infosets), dtype=np.float32)
        for infoset in reversed(range(opponent.num_infosets)):
            choices = slice(*opponent.first_sequence[infoset : infoset + 2])
            after = np.isin(opponent.parent_sequence, np.arange(choices.start, choices.stop))
            at_once = (payoffs[:, choices] != 0).any(axis=1)
            later = (leads_to[:, after] > 0).any(axis=1)
            leads_to[:, infoset] = at_once | later
        return leads_to

    def _pure_plans(self, unused: Mask) -> Ints:
        """Return the pure plans without the unused sequences, the vertices of the polytope of plans."""
        own = self.own

        # Their number: of a sequence the product over the sets that follow it, of a set the sum over its choices.
        count = [int(not is_unused) for is_unused in unused]
        for infoset, above in reversed(list(enumerate(own.parent_sequence.tolist()))):
            count[above] *= sum(count[slice(*own.first_sequence[infoset : infoset + 2])])
        self._check_limit(count[0])

        # At each set the plans that come there are continued by each choice.
        plans = np.zeros((1, len(own)), dtype=np.int64)
        plans[0, 0] = 1
        for infoset, above in enumerate(own.parent_sequence.tolist()):
            self.check(0)
            choices = np.arange(*own.first_sequence[infoset : infoset + 2])
            choices = choices[~unused[choices]]
            arrives = plans[:, above] > 0
            longer = np.repeat(plans[arrives], len(choices), axis=0)
            longer[np.arange(len(longer)), np.tile(choices, int(arrives.sum()))] = 1
            plans = np.concatenate([plans[~arrives], longer])
        return plans

    def add_choices(self, infoset: int, required: Mask, partners: _Cells) -> None:
        """Add the choices at a set; those at the sets that follow have been added."""
        self.keep_partners(partners)
        first, stop = self.opponent.first_sequence[infoset : infoset + 2].tolist()
        choices = sorted(range(first, stop), key=lambda choice: not required[choice])
        weights = len(self.own)

        # The first choice is the best so far everywhere; the others are compared with the best before them.
        self.table[:, -1] = self.table[:, weights + choices[0]]
        self.equations[:, weights + choices[0]] = 1
        self.done[infoset] = True
        equations_of_set = slice(weights + first, weights + stop)
        for choice in choices[1:]:
            self._add(choice, equations_of_set, required[choices[0]], required[choice])

        # The sequence that leads to the set is worth what the best choice is, too.
        above = weights + int(self.opponent.parent_sequence[infoset])
        bound = magnitude(self.table[:, above]) + magnitude(self.table[:, -1])
        self.table = widened(self.table, bound)
        self.table[:, above] += self.table[:, -1]
        self.completed[first:stop] = True
        self.keep_partners(partners)

    def keep_partners(self, partners: _Cells) -> None:
        """Drop the vertices without a partner among those of the other subdivision."""
        played, not_optimal = partners.conditions(partners.equations)
        self.partners = np.concatenate([not_optimal, played], axis=1)
        kept = self._have_partners(self.equations)
        self.table = self.table[kept]
        self.equations = self.equations[kept]

    def conditions(self, equations: Equations) -> tuple[Equations, Equations]:
        """Return ones for what is played, and for choices at completed sets that are not optimal."""
        weights = len(self.own)
        played = 1 - equations[:, :weights]
        not_optimal = (1 - equations[:, weights:]) * self.completed
        return played, not_optimal

    def _have_partners(self, equations: Equations) -> Mask:
        """Return which vertices or edges with these equations have a partner."""
        # What one plays may not meet what is not optimal on the other, in both directions.
        missing = np.concatenate(self.conditions(equations), axis=1)
        have = np.zeros(len(equations), dtype=bool)
        for part in _chunks(np.arange(len(equations)), len(self.partners)):
            self.check(len(self.table))
            have[part] = (counts(missing[part], self.partners.T) == 0).any(axis=1)
        return have

    def _add(
        self, choice: int, equations_of_set: slice, some_required: bool, required: bool
    ) -> None:
        """Add a choice at a set.

        With the slack of a vertex, the best value so far less that of the choice: vertices of positive slack remain,
        those of slack 0 have one equation more. Edges between both signs are cut where the slack is 0. Vertices of
        negative slack remain, with the new choice as the only optimal one, if they are vertices without the others.
        """
        self.check(len(self.table))
        place = len(self.own) + choice
        slack = self.table[:, -1] - self.table[:, place]
        above = np.flatnonzero(slack > 0)
        below = np.flatnonzero(slack < 0)
        first_ends, second_ends, shared = self._edges(above, below)
        cuts = self._cuts(first_ends, second_ends, slack)
        shared[:, place] = 1
        self.equations[np.flatnonzero(slack == 0), place] = 1

        raised = np.zeros(0, dtype=np.int64)
        if not some_required:
            raised = below[self._are_vertices_without(equations_of_set, below)]
        kept = np.flatnonzero((slack == 0) | ((slack > 0) & (not required)))
        self._check_limit(len(kept) + len(raised) + len(cuts))

        better = self.table[raised]
        better[:, -1] = better[:, place]
        equations = self.equations[raised]
        equations[:, equations_of_set] = 0
        equations[:, place] = 1
        self.table = as_integers(np.concatenate([self.table[kept], better, cuts]))
        self.equations = np.concatenate([self.equations[kept], equations, shared])

    def _edges(self, above: Ints, below: Ints) -> tuple[Ints, Ints, Equations]:
        """Return the ends of the edges between two sets of vertices, with the equations on each edge.

        Pairs are ruled out by ever more expensive tests: the number of shared equations, a cell that contains both, the
        dimension that the equations leave, a partner, and at last a third vertex that satisfies them.
        """
        equations = self.equations
        # As many equations of an edge are independent.
        least = len(self.own) - self.own.num_infosets + int(self.done.sum()) - 2
        edges: list[tuple[Any, Any, Any]] = []
        for some in _chunks(above, len(below)):
            self.check(len(self.table))
            rows, columns = np.nonzero(counts(equations[some], equations[below].T) >= least)
            first = some[rows]
            second = below[columns]
            for pairs in _chunks(np.arange(len(first)), len(equations)):
                shared = equations[first[pairs]] * equations[second[pairs]]
                optimal = self._optimal_choices(shared)
                in_one_cell = (optimal[:, self.done] > 0).all(axis=1)
                within = in_one_cell & (self._freedom(shared, optimal) <= 2)
                pairs = pairs[within]
                shared = shared[within]

                within = self._have_partners(shared)
                pairs = pairs[within]
                shared = shared[within]

                # The ends of an edge, and no third vertex.
                only = self._two_only(shared)
                edges.append((first[pairs[only]], second[pairs[only]], shared[only]))

        if not edges:
            none = np.zeros(0, dtype=np.int64)
            return none, none, equations[:0].copy()
        firsts, seconds, several = zip(*edges, strict=True)
        return np.concatenate(firsts), np.concatenate(seconds), np.concatenate(several)

    def _optimal_choices(self, equations: Equations) -> Equations:
        """Return the number of optimal choices at each set of the other player."""
        first = self.opponent.first_sequence[:-1] - 1
        counts: Equations = np.add.reduceat(equations[:, len(self.own) + 1 :], first, axis=1)
        return counts

    def _freedom(self, equations: Equations, optimal: Equations) -> Equations:
        """Return lower bounds on the dimensions of the cones that equations leave: 2 for an edge, 1 for a vertex.

        A tie of two choices is no equation on plans that do not lead there.
        """
        played = 1 - equations[:, : len(self.own)]
        ties = np.maximum(optimal - 1, 0) * (counts(played, self.leads_to) > 0)
        weights = played.sum(axis=1)
        constraints = played[:, self.own.parent_sequence].sum(axis=1)  # at sets that are reached
        freedom: Equations = weights - constraints - ties.sum(axis=1)
        return freedom

    def _two_only(self, shared: Equations) -> Ints:
        """Return the places of those rows of equations that no more than two vertices satisfy."""
        places = np.arange(len(shared))
        sums = shared.sum(axis=1)
        count = np.zeros(len(shared), dtype=np.int64)
        start = 0
        size = 64  # most rows are ruled out by the first few vertices
        while start < len(self.equations) and len(places):
            self.check(len(self.table))
            some = self.equations[start : start + size]
            count[places] += (counts(shared[places], some.T) == sums[places, None]).sum(axis=1)
            places = places[count[places] <= 2]
            start += size
            size *= 4
        return places

    def _cuts(self, first: Ints, second: Ints, slack: Numerators) -> Numerators:
        """Return the points of edges at which a slack is zero that is positive at one end and negative at the other."""
        # (v_2 s_1 - v_1 s_2) up to a positive factor, for s_1 > 0 > s_2.
        bound = 2 * magnitude(slack) * magnitude(self.table)
        table = widened(self.table, bound)
        slack = widened(slack, bound)
        points: Numerators = table[second] * slack[first, None] - table[first] * slack[second, None]
        if len(points):
            points //= np.gcd.reduce(points, axis=1)[:, None]
        return points

    def _are_vertices_without(self, equations_of_set: slice, places: Ints) -> Mask:
        """Return whether vertices remain vertices when the choices at one set are left out."""
        without = self.equations[places]
        without[:, equations_of_set] = 0
        sums = without.sum(axis=1)
        freedom = self._freedom(without, self._optimal_choices(without))
        vertices = np.asarray(freedom <= 1, dtype=bool)
        for part in _chunks(np.flatnonzero(vertices), len(self.equations)):
            self.check(len(self.table))
            contained = counts(without[part], self.equations.T) == sums[part, None]
            vertices[part] = contained.sum(axis=1) == 1
        return vertices

    def result(self) -> Subdivision:
        """Return the vertices, all choices being added."""
        weights = self.table[:, : len(self.own)]
        common = np.gcd.reduce(weights, axis=1)[:, None] if len(weights) else 1

        # A choice is part of a best reply if it is optimal at its set, and so are those that lead there.
        optimal = self.equations[:, len(self.own) :] > 0
        optimal[:, 0] = True
        for infoset, above in enumerate(self.opponent.parent_sequence.tolist()):
            choices = slice(*self.opponent.first_sequence[infoset : infoset + 2])
            optimal[:, choices] &= optimal[:, [above]]
        return Subdivision(as_integers(weights // common), optimal)

    def _check_limit(self, count: int) -> None:
        """Raise TooManyVerticesError above the limit."""
        if self.limit is not None and count > self.limit:
            raise TooManyVerticesError


def ones(*masks: npt.NDArray[Any]) -> Equations:
    """Return masks side by side as zeros and ones."""
    return np.concatenate(masks, axis=1).astype(np.float32)


def counts(rows: Equations, columns: Equations) -> Equations:
    """Return the product of two matrices of zeros and ones."""
    with np.errstate(invalid="ignore"):  # OpenBLAS sets the flag for memory beyond small matrices
        product: Equations = rows @ columns
    return product


def _chunks(places: Ints, width: int) -> list[Ints]:
    """Return the places in parts, each with at most `_AT_ONCE` entries of a matrix of this width."""
    if not len(places) or not width:
        return []
    return np.array_split(places, -(-len(places) * width // _AT_ONCE))
