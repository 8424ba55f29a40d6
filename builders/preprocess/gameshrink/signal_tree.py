"""The signal tree of small ordered games, node by node, and ordered game isomorphism by types of its nodes.

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

from seqform.builders.preprocess.gameshrink.outcomes import outcome_database, payoff_directions
from seqform.errors import GameError
from seqform.models.games.abstraction import first_members, numbered
from seqform.models.games.ordered import OrderedGame
from seqform.models.games.signals import Deals
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
    """Return the isomorphism type of every node of the signal tree as one player sees it, round by round.

    The tree's nodes are the player's views, each round's below those of the round before, and last the
    opponent's signals, all at once. (The paper's tree has a level for each signal; filters are by rounds, so here a
    round's signals are one step, and views that differ in their order only can be isomorphic.)

    The paper compares payoffs at the ends of the last round. Where payoffs at the ends of an earlier round depend
    on signals too, the opponent's signals by then, with their outcomes, are further children of that
    round's views: otherwise views of different value would be merged.

    Results are cached, so that filters for several thresholds share them.

    Parameters
    ----------
    player : int
        0 or 1.

    Examples
    --------
    >>> from seqform.builders.games.ordered.poker import tiny_poker
    >>> signal_types(tiny_poker("tiny-poker"), 0)[0].types.tolist()
    [0, 0, 1, 1]
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


MAX_NODES = 200_000
"""Larger trees are not written out: their types are found without (`signal_types`)."""


@dataclass(frozen=True, eq=False)
class SignalNode:
    """A node of a signal tree.

    Attributes
    ----------
    edges : tuple of (Fraction, SignalNode)
        The children with the probabilities of the edges to them; none at a leaf.
    outcome : tuple of numbers, or None
        The payoffs at a leaf: leaves are isomorphic if these are equal.
    """

    edges: tuple[tuple[Fraction, SignalNode], ...] = ()
    outcome: tuple[Fraction, ...] | None = None


def signal_tree(game: OrderedGame, player: int) -> tuple[SignalNode, tuple[tuple[SignalNode, ...], ...]]:
    """Return the root of the signal tree as a player sees it, and the nodes of every round's views.

    A leaf's outcome begins with its round, so that leaves of different rounds are never alike, and then lists both
    players' payoffs at all ends and histories, without the parts that do not depend on signals.

    Parameters
    ----------
    player : int
        0 or 1.

    Raises
    ------
    GameError
        If the tree has more than `MAX_NODES` nodes.

    Examples
    --------
    >>> from seqform.builders.games.ordered.poker import kuhn
    >>> root, (cards,) = signal_tree(kuhn("kuhn"), 0)
    >>> len(root.edges), [[int(leaf.outcome[1]) for _, leaf in card.edges] for card in cards]
    (3, [[2, 2], [-2, 2], [-2, -2]])
    """
    total = sum(game.num_deals(number) + len(game.views[number]) for number in range(len(game.rounds)))
    if total > MAX_NODES:
        raise GameError(f"{game.title}: a signal tree of {total:,} nodes is not written out; game_shrink needs none")
    rounds: list[tuple[SignalNode, ...]] = []
    for number in reversed(range(len(game.rounds))):
        deals = game.deals(number)
        leaves = _leaves(game, player, number, deals)
        views = _edges_above(game, player, number + 1, rounds[-1]) if rounds else [[] for _ in leaves]
        rounds.append(tuple(SignalNode((*later, *now)) for later, now in zip(views, leaves, strict=True)))
    root = SignalNode(tuple(_edges_above(game, player, 0, rounds[-1])[0]))
    return root, tuple(reversed(rounds))


ChildEdges = list[tuple[Fraction, SignalNode]]


def _edges_above(game: OrderedGame, player: int, number: int, nodes: tuple[SignalNode, ...]) -> list[ChildEdges]:
    """Return the edges from every view of the round before to the given views' nodes."""
    views = game.views[number]
    here = _chances_of_views(game.deals(number), player, len(views))
    above = _chances_of_views(game.deals(number - 1), player, len(game.views[number - 1])) if number else [Fraction(1)]
    parents = views.parent.tolist() if number else [0] * len(views)
    edges: list[ChildEdges] = [[] for _ in above]
    for parent, chance, node in zip(parents, here, nodes, strict=True):
        edges[parent].append((chance / above[parent], node))
    return edges


def _leaves(game: OrderedGame, player: int, number: int, deals: Deals) -> list[ChildEdges]:
    edges: list[ChildEdges] = [[] for _ in game.views[number].signals]
    if not len(payoff_directions(game, number)):
        return edges
    views = game.views[number]
    values = np.stack([feature.values(deals, (views, views)) for feature in game.features[1:]]).astype(object)
    table = game.payoffs[number]
    worth = np.unique(np.moveaxis(table.numerators, 1, 3)[..., 1:].reshape(-1, len(values)), axis=0).astype(object)
    payoffs = (worth @ values).T.tolist()
    chances = _chances_of_views(deals, player, len(edges))
    for place, (view, payoff) in enumerate(zip(deals.view[player].tolist(), payoffs, strict=True)):
        outcome = (Fraction(number), *(Fraction(one, table.denominator) for one in payoff))
        edges[view].append((deals.probability[place] / chances[view], SignalNode(outcome=outcome)))
    return edges


def _chances_of_views(deals: Deals, player: int, size: int) -> list[Fraction]:
    total = deals.probability.sum_by(deals.view[player], size)
    return [total[view] for view in range(size)]
