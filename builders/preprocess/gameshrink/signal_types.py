"""Isomorphism types of the nodes of the signal tree of an ordered game, without the tree.

Two nodes are isomorphic if there is a bijection between their children that keeps weights and pairs isomorphic ones.
Isomorphism being an equivalence relation, the bipartite graph of such pairs falls into complete bipartite parts,
one for each type and weight; it has a perfect matching if and only if every part has as many nodes on one side as on
the other. So nodes are isomorphic if and only if the multisets of their children's (weight, type) agree, and
types are found from the bottom up by sorting.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from seqform.builders.preprocess.gameshrink.outcomes import outcome_database
from seqform.models.games.abstraction import first_members, numbered
from seqform.models.games.ordered import OrderedGame
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import Floats, Ints


@dataclass(frozen=True, eq=False)
class Edges(Immutable):
    """The edges below nodes: for each node a multiset of labels, which encode the weight and the target of an edge.

    Attributes
    ----------
    rows : ndarray of int, shape (nodes, edges)
        The labels below, sorted; w · num_targets + t is the label of an edge with the w-th weight and target t.
    num_targets : int
        The number of possible outcomes or types at the lower ends.
    weights : ndarray of float, shape (w,)
        The distinct probabilities of edges, given their upper ends.
    """

    rows: npt.NDArray[np.integer]
    num_targets: int
    weights: Floats

    @property
    def equally_likely(self) -> bool:
        """Whether all edges have the same weight."""
        return len(self.weights) == 1

    def take(self, nodes: Ints) -> Edges:
        """Return the edges below some of the nodes."""
        return replace(self, rows=self.rows[nodes])


@dataclass(frozen=True, eq=False)
class RoundTypes(Immutable):
    """The types of a round's views.

    Attributes
    ----------
    types : ndarray of int, shape (views,)
        Numbered from 0 in the order of first members.
    entries : int
        The number of the round's entries in the database of outcomes.
    leaves : Edges or None
        The opponent's hands if the game ends in this round, with the outcomes; None if payoffs here do
        not depend on signals.
    positions : ndarray of float, shape (outcomes, directions)
        See `OutcomeDatabase`.
    children : Edges or None
        The views of the next round; None in the last.
    """

    types: Ints
    entries: int
    leaves: Edges | None
    positions: Floats
    children: Edges | None

    @property
    def num_types(self) -> int:
        """The number of types."""
        return int(self.types.max()) + 1


@lru_cache(maxsize=8)
def signal_types(game: OrderedGame, player: int) -> tuple[RoundTypes, ...]:
    """Return the isomorphism type of every node of the signal tree as one player, 0 or 1, sees it, round by round.

    The tree's nodes are the player's views, each round's below those of the round before, and last the opponent's
    signals, all at once. (The paper's tree has a level for each signal; filters are by rounds, so here a round's
    signals are one step, and views that differ in their order only can be isomorphic.)

    The paper compares payoffs at the ends of the last round. Where payoffs at the ends of an earlier round depend on
    signals too, the opponent's signals by then, with their outcomes, are further children of that round's views:
    otherwise views of different value would be merged.

    Results are cached, so that filters for several thresholds share them.
    """
    rounds: list[RoundTypes] = []
    for number in reversed(range(len(game.rounds))):
        below = rounds[-1].types if rounds else None
        rounds.append(_round_types(game, player, number, below))
    return tuple(reversed(rounds))


def _round_types(game: OrderedGame, player: int, number: int, below: Ints | None) -> RoundTypes:
    views = len(game.views[number])
    database = outcome_database(game, player, number)
    types = np.zeros(views, dtype=np.int64)
    leaves = children = None
    if database is not None:
        leaves, kinds = _edges(database.outcomes, database.chances)
        types = kinds[database.entry]
    if below is not None:
        # Views are numbered lexicographically, so those that continue a view follow one another.
        children, kinds = _edges(below.reshape(views, -1), _view_chances(game, player, number + 1))
        types = types * views + kinds
    types = numbered(types)
    first = first_members(types)
    return RoundTypes(
        types,
        entries=0 if database is None else len(database.outcomes),
        leaves=None if database is None or leaves is None else leaves.take(database.entry[first]),
        positions=np.zeros((1, 0)) if database is None else database.positions,
        children=None if children is None else children.take(first),
    )


def _edges(targets: Ints, chances: list[Fraction] | None) -> tuple[Edges, Ints]:
    """Return the edges below nodes, one a row, all of which have equally many, and numbers for equal multisets."""
    num_targets = int(targets.max()) + 1
    if chances is None:
        labels, weights = targets, [Fraction(1, targets.shape[1])]
    else:
        weights = list(dict.fromkeys(chances))
        number_of = {chance: place for place, chance in enumerate(weights)}
        places = np.array([number_of[chance] for chance in chances], dtype=np.int64)
        labels = places.reshape(targets.shape) * num_targets + targets
    rows = np.sort(labels.astype(np.min_scalar_type(len(weights) * num_targets)), axis=1)
    return Edges(rows, num_targets, np.array(weights, dtype=np.float64)), _numbered_rows(rows)


def _numbered_rows(rows: npt.NDArray[np.integer]) -> Ints:
    """Return for every row a number from 0, the same for the same rows, in the order of first occurrence."""
    number_of: dict[bytes, int] = {}
    return np.array([number_of.setdefault(row.tobytes(), len(number_of)) for row in rows], dtype=np.int64)


def _view_chances(game: OrderedGame, player: int, number: int) -> list[Fraction] | None:
    """Return the probability of each view of round `number` given the view before; None if all are equally likely."""
    if game.weights is None:
        return None
    above, here = (
        deals.probability.sum_by(deals.view[player], len(game.views[one]))
        for one in (number - 1, number)
        for deals in (game.deals(one),)
    )
    parents = game.views[number].parent.tolist()
    return [here[view] / above[parent] for view, parent in enumerate(parents)]
