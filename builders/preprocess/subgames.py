"""Trees of positions, subgames replaced by values, cuts at zeros of chance, and contraction of forced moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from seqform.errors import GameError, ModelError
from seqform.models.games.extensive import CHANCE, NONE, ExtensiveGame, Outcomes, breadth_first
from seqform.models.games.infosets import ranges
from seqform.models.games.payoff_map import PayoffMap
from seqform.models.games.positions import END, PositionGraph, PositionStrategy, distinct_outcomes
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import ExactArray, Ints, Mask
from seqform.models.numbers.polynomials import PolynomialArray
from seqform.models.numbers.text import counted
from seqform.models.reduced import DECIDED, ProfileMap, Reduced, StrategyMap, identity_map
from seqform.models.strategies.assessment import Assessment, Beliefs, EpsilonFamily, PlanFamily
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy


def nodes_in_set(game: ExtensiveGame) -> Ints:
    """Return the number of nodes of each information set, shape (h,)."""
    return np.bincount(game.infoset[~game.is_leaf], minlength=len(game.information_sets)).astype(
        np.int64
    )


def is_perfect_information(game: ExtensiveGame) -> bool:
    """Return whether every information set of a player is a single node.

    Examples
    --------
    >>> from seqform.builders.games.catalog import make
    >>> is_perfect_information(make("kuhn")), is_perfect_information(make("tic-tac-toe"))
    (False, True)
    """
    return not hides_something(game).any()


def perfect_information(
    game: ExtensiveGame,
) -> Reduced[PositionGraph, PositionStrategy, BehaviorProfile]:
    """Return a game of perfect information, with or without chance, as a tree of positions, for backward induction.

    Its positions are the game's nodes with the game's numbers; its payoffs include the outcomes on the way. `lift`
    returns a strategy as an exact behavior profile. Both take linear time.

    Examples
    --------
    >>> from seqform.builders.games.tree import leaf, move, tree
    >>> game = tree("ultimatum", move(0, "offer", {"half": leaf(1, 1), "less": move(1, "reply", {
    ...     "yes": leaf(2, 0), "no": leaf(0, 0)})}))
    >>> step = perfect_information(game)
    >>> profile = step.lift(PositionStrategy.pure(step.target, np.array([1, -1, 0, -1, -1])))
    >>> step.target, profile[0]["offer"]
    (<PositionGraph 'ultimatum': a tree of 5 positions>, {'half': Fraction(0, 1), 'less': Fraction(1, 1)})
    """
    hidden = hides_something(game)
    if hidden.any():
        infoset = int(np.argmax(hidden))
        raise GameError(
            f"{game.title or 'this game'} is not of perfect information: information set "
            f"{game.infoset_names[infoset]!r} of player {int(game.information_sets.player[infoset]) + 1} has "
            f"{counted(int(nodes_in_set(game)[infoset]), 'node')}; concepts 'nash' and 'quasi-perfect' solve such "
            "games"
        )
    graph = _tree_of_positions(game, np.arange(len(game)), distinct_outcomes(game.leaf_payoffs))

    def lift(strategy: PositionStrategy) -> BehaviorProfile:
        _require_strategy_for(graph, strategy)
        profile = []
        for player, own in enumerate(game.sequences):
            probabilities = np.full(len(own.index), Fraction(0))
            probabilities[0] = Fraction(1)
            _enter_choices(game, player, [(np.arange(len(game)), strategy)], probabilities)
            profile.append(BehaviorStrategy(own.index, probabilities))
        return BehaviorProfile((profile[0], profile[1]))

    return Reduced(graph, lift)


def _tree_of_positions(
    game: ExtensiveGame,
    nodes: Ints,
    leaf_outcomes: tuple[npt.NDArray[np.int32], tuple[ExactArray, ...]],
) -> PositionGraph:
    """Return a node and all nodes below it, ascending, as a tree of positions numbered in this order.

    `leaf_outcomes` are the `distinct_outcomes` of the game's leaves.
    """
    rows, payoffs = leaf_outcomes
    over = game.is_leaf[nodes]
    reached, row = np.unique(rows[np.searchsorted(game.leaves, nodes[over])], return_inverse=True)
    outcome = np.full(len(nodes), NONE, dtype=np.int32)
    outcome[over] = row
    return PositionGraph(
        title=game.title,
        players=game.players,
        player=np.where(over, END, game.player[nodes]).astype(np.int8),
        first_move=np.append(0, np.cumsum(game.num_actions[nodes])),
        child=np.arange(1, len(nodes), dtype=np.int32),
        outcome=outcome,
        payoffs=tuple(payoff.take(reached) for payoff in payoffs),
        probability=game.edge_probability.take(nodes[1:])
        if np.any(game.player[nodes] == CHANCE)
        else None,
        move_label=partial(_move_label, game, nodes),
        source=game,
        note=game.note,
    )


def _move_label(game: ExtensiveGame, nodes: Ints, position: int, move: int) -> str:
    return game.action_names[int(game.infoset[nodes[position]])][move]


Parts = Sequence[tuple[Ints, PositionStrategy]]
"""Strategies at some nodes of a game, each an information set by itself: the node of every position of each."""


def _enter_choices(
    game: ExtensiveGame, player: int, parts: Parts, probabilities: npt.NDArray[Any]
) -> None:
    """Enter choices at a player's nodes into the probabilities of the player's sequences, zero before at these."""
    sequence_of = game.sequences[player].at_node
    nodes = np.concatenate([nodes for nodes, _ in parts])
    choice = np.concatenate([strategy.choice for _, strategy in parts])
    own = game.player[nodes] == player
    probabilities[sequence_of[game.first_child[nodes[own]] + choice[own]]] = Fraction(1)
    for nodes, strategy in parts:
        lotteries = zip(
            strategy.mixed, strategy.other, strategy.probability.to_fractions(), strict=True
        )
        for place, other, share in lotteries:
            node = nodes[place]
            if game.player[node] == player:
                probabilities[sequence_of[game.first_child[node] + strategy.choice[place]]] -= share
                probabilities[sequence_of[game.first_child[node] + other]] += share


def _require_strategy_for(graph: PositionGraph, strategy: PositionStrategy) -> None:
    if strategy.graph is not graph:
        raise ModelError(f"strategy: one for {graph!r} expected, not for {strategy.graph!r}")


def closed_below(game: ExtensiveGame, good: Mask) -> Mask:
    """Return the nodes below which, themselves included, all are good; `good` is changed."""
    for level in reversed(game.levels[1:]):
        np.logical_and.at(
            good, game.parent[level], good[level].copy()
        )  # a view would make numpy copy all of `good`
    return good


def hides_something(game: ExtensiveGame) -> Mask:
    """Return a mask of the information sets of players with several nodes."""
    return np.asarray(
        (game.information_sets.player != CHANCE) & (nodes_in_set(game) > 1), dtype=bool
    )


@dataclass(frozen=True, eq=False, repr=False)
class Subtree(Immutable):
    """A part of a game as a game; whole information sets of the players lie in it.

    `nodes` are those of the whole game, ascending. Both games number nodes, information sets and sequences in the same
    order.
    """

    whole: ExtensiveGame
    nodes: Ints
    game: ExtensiveGame

    @property
    def root(self) -> int:
        """The whole game's node where the part begins."""
        return int(self.nodes[0])

    def sequences(self, player: int) -> Ints:
        """Return the whole game's sequence of each of a player's sequences in the part but the empty one."""
        inner = self.nodes[~self.game.is_leaf]
        rows = np.unique(self.whole.infoset[inner[self.whole.player[inner] == player]])
        own = self.whole.sequences[player]
        sets = np.searchsorted(own.infosets, rows)
        return ranges(own.index.first_sequence[sets], own.index.num_actions[sets])

    def __repr__(self) -> str:
        return f"<Subtree at node {self.root:,} of {self.whole.title!r}: {len(self.nodes):,} nodes>"


def subtree(
    game: ExtensiveGame, nodes: Ints, ends: Ints, payoffs: tuple[ExactArray, ExactArray]
) -> Subtree:
    """Return the part of a game at some nodes, ascending: its root first, every other one with its parent.

    The ends are those of the nodes that become leaves though they are inner nodes of the game; `payoffs` are each
    player's there, outcomes above them included, as in the game's `leaf_payoffs`. Outcomes above the root of the part
    are not in its payoffs, which differ from the game's by a constant for each player.
    """
    infoset, outcome, at_ends = (
        game.infoset[nodes],
        game.outcome[nodes],
        np.searchsorted(nodes, ends),
    )
    infoset[at_ends] = outcome[at_ends] = NONE
    kept, places = np.unique(outcome[outcome != NONE], return_inverse=True)
    outcome[outcome != NONE] = places
    outcome[at_ends] = len(kept) + np.arange(len(ends))
    parent = np.searchsorted(nodes, game.parent[nodes])
    parent[0] = NONE
    first, second = (
        ExactArray.concatenate(
            [table.take(kept), payoffs[player] - _received_above(game, player, ends)]
        )
        for player, table in enumerate(game.outcomes.payoffs)
    )
    outcomes = Outcomes(
        (*(game.outcomes.labels[place] for place in kept), *[""] * len(ends)), (first, second)
    )
    return Subtree(
        game, nodes, _smaller(game, nodes, parent, game.action[nodes], infoset, outcome, outcomes)
    )


def _smaller(
    game: ExtensiveGame,
    nodes: Ints,
    parent: Ints,
    action: Ints,
    infoset: Ints,
    outcome: Ints,
    outcomes: Outcomes,
) -> ExtensiveGame:
    """Return a game of some nodes of another, with its information sets, names and notes; columns as in a game."""
    return breadth_first(
        title=game.title,
        players=game.players,
        parent=parent,
        action=action,
        infoset=infoset,
        outcome=outcome,
        information_sets=game.information_sets,
        outcomes=outcomes,
        node_labels=None
        if game.node_labels is None
        else [game.node_labels[node] for node in nodes],
        comment=game.comment,
        note=game.note,
    )


def _received_above(game: ExtensiveGame, player: int, nodes: Ints) -> ExactArray:
    """Return the sum of a player's payoffs at the outcomes strictly above some nodes."""
    table = game.outcomes.payoffs[player]
    if np.all(game.outcome[~game.is_leaf] == NONE):
        return ExactArray.zeros(len(nodes))
    here = np.append(table.numerators, 0)[game.outcome].astype(object)
    received = here.copy()
    for level in game.levels[1:]:
        received[level] += received[game.parent[level]]
    return ExactArray(received[nodes] - here[nodes], table.denominator)


@dataclass(frozen=True, eq=False, repr=False)
class Subgame(Immutable):
    """A subgame of perfect information without chance, a tree; `nodes`, ascending, are the game's, its root first.

    Its payoffs are those of the whole game: outcomes above the root are added, too.
    """

    nodes: Ints
    graph: PositionGraph

    @property
    def root(self) -> int:
        """The game's node where the subgame begins."""
        return int(self.nodes[0])

    def __repr__(self) -> str:
        return f"<Subgame at node {self.root:,} of {self.graph.title!r}: {len(self.nodes):,} nodes>"


@dataclass(frozen=True, eq=False)
class SolvedSubgame:
    """A subgame with strategies for its graph and the players' expected payoffs at its initial position."""

    subgame: Subgame
    strategy: PositionStrategy
    payoffs: tuple[Fraction, Fraction]


def perfect_information_subgames(game: ExtensiveGame) -> list[Subgame]:
    """Return all maximal subgames of perfect information without chance, in the order of their roots, in linear time.

    Such a subgame begins where a player moves; there and below only players move, each in information sets of a single
    node; and it is not part of a larger one. The whole game may be one. See Littman, Ravi, Talwar & Zinkevich (2006),
    section 1.1.

    Examples
    --------
    >>> from seqform.builders.games.tree import chance, leaf, move, tree
    >>> reply = move(1, "reply", {"yes": leaf(1, 1), "no": leaf(0, 0)})
    >>> game = tree("a chance to ask", chance({"no": (Fraction(1, 2), leaf(0)), "yes": (Fraction(1, 2), reply)}))
    >>> perfect_information_subgames(game)
    [<Subgame at node 2 of 'a chance to ask': 3 nodes>]
    """
    roots = _roots(game)
    owner = _root_above(game, roots)
    inside = np.flatnonzero(owner != NONE)
    together = inside[np.argsort(owner[inside], kind="stable")]
    ends = np.cumsum(np.unique(owner[together], return_counts=True)[1])
    if len(together) == 0:
        return []
    outcomes = distinct_outcomes(game.leaf_payoffs)
    return [
        Subgame(nodes, _tree_of_positions(game, nodes, outcomes))
        for nodes in np.split(together, ends[:-1])
    ]


def nodes_decided(game: ExtensiveGame) -> int:
    """Return the number of inner nodes in subgames of perfect information without chance."""
    return int(np.count_nonzero(_root_above(game, _roots(game))[~game.is_leaf] != NONE))


def replace_subgames(
    game: ExtensiveGame, solved: Sequence[SolvedSubgame]
) -> Reduced[ExtensiveGame, BehaviorProfile, BehaviorProfile]:
    """Return a game with some `perfect_information_subgames`, solved, replaced by the players' expected payoffs there.

    If the strategies are subgame perfect equilibria of the subgames, then a Nash equilibrium of the smaller game and
    they together are one of the whole game. `lift` restores the subgames' strategies in a profile, exact or in doubles.
    """
    for part in solved:
        _require_strategy_for(part.subgame.graph, part.strategy)
    roots = np.array([part.subgame.root for part in solved], dtype=np.int64)
    used = np.zeros(len(game), dtype=bool)
    for subgame in (part.subgame for part in solved):
        if subgame.graph.source is not game:
            raise GameError(f"{subgame!r} is not a subgame of {game!r}")
        if used[subgame.nodes].any():
            raise GameError(f"{subgame!r} overlaps with another one that is replaced")
        used[subgame.nodes] = True
    if not solved:
        return Reduced(game, identity_map(game))
    at_root = np.zeros(len(game), dtype=bool)
    at_root[roots] = True
    kept = np.flatnonzero((_root_above(game, at_root) == NONE) | at_root)
    first, second = (ExactArray.of(part.payoffs[player] for part in solved) for player in (0, 1))
    rest = subtree(game, kept, roots, (first, second))
    parts = [(part.subgame.nodes, part.strategy) for part in solved]
    maps = []
    for player in (0, 1):
        share = np.full(len(game.sequences[player].index), Fraction(0))
        _enter_choices(game, player, parts, share)
        maps.append(strategy_map(rest, share, player))
    return Reduced(rest.game, ProfileMap((maps[0], maps[1])))


def _roots(game: ExtensiveGame) -> Mask:
    """Return the nodes where a maximal subgame of perfect information without chance begins."""
    single = np.append(nodes_in_set(game) == 1, False)[game.infoset]
    good = closed_below(game, game.is_leaf | ((game.player >= 0) & single))
    within = good[game.parent]
    within[0] = False
    roots: Mask = good & ~game.is_leaf & ~within
    return roots


def _root_above(game: ExtensiveGame, roots: Mask) -> Ints:
    """Return the highest of the given nodes on the path to every node, that one included; `NONE` if there is none."""
    above = np.where(roots, np.arange(len(game)), NONE)
    for level in game.levels[1:]:
        higher = above[game.parent[level]]
        above[level] = np.where(higher == NONE, above[level], higher)
    return above


def strategy_map(rest: Subtree, share: npt.NDArray[Any], player: int) -> StrategyMap:
    """Return the map of a player's strategies in the rest, with the probabilities of the choices that are decided."""
    index, sequences = rest.whole.sequences[player].index, rest.sequences(player)
    sequence = np.full(len(index), DECIDED, dtype=np.int64)
    sequence[0], sequence[sequences] = 0, 1 + np.arange(len(sequences))
    return StrategyMap(index, rest.game.sequences[player].index, sequence, share)


def in_units_before(
    graph: PositionGraph, payoffs: PayoffMap
) -> Reduced[PositionGraph, Any, PositionStrategy]:
    """Return a graph after steps with the payoffs counted as before them, which has the same equilibria."""
    restated = replace(graph, payoffs=payoffs.before(graph.payoffs))
    return Reduced(restated, lambda strategy: strategy.bound_to(graph))


@dataclass(frozen=True, eq=False, repr=False)
class ChanceParts:
    """The parts of a game between subgames that chance reaches from the part above with probability 0, top down.

    Behavior in such a subgame does not change the expected payoffs of the game. So a method that solves the
    game as a whole, quasi-perfect equilibria included, leaves behavior there open, but a subgame perfect equilibrium is
    an equilibrium there, too. In every part each of its subgames is reached by chance with positive probability, so the
    parts can be solved one by one. Behavior, beliefs and trembles of different parts are at different information sets.
    """

    game: ExtensiveGame
    parts: tuple[Subtree, ...]

    def __repr__(self) -> str:
        return f"<ChanceParts of {self.game.title!r}: {counted(len(self.parts), 'part')}>"

    def join(self, assessments: Sequence[Assessment]) -> Assessment:
        """Return the assessment of the game that is made of one with its family for each part, in their order.

        The trembles of a part are multiplied by those of the own sequence that leads to its root.
        """
        families = [one.family for one in assessments if one.family is not None]
        if not len(self.parts) == len(families) == len(assessments):
            raise ModelError(
                f"{len(self.parts)} assessments with families in ε expected, one for each part"
            )
        family = EpsilonFamily((self._plans(0, families), self._plans(1, families)))
        probability = np.full(len(self.game), Fraction(0), dtype=object)
        for part, one in zip(self.parts, assessments, strict=True):
            inner = ~part.game.is_leaf
            probability[part.nodes[inner]] = one.beliefs.probability[inner]
        return Assessment(family.limit, Beliefs(self.game, probability), family)

    def _plans(self, player: int, families: Sequence[EpsilonFamily]) -> PlanFamily:
        own = self.game.sequences[player]
        pieces = [PolynomialArray.constant(ExactArray.of([1]))]
        piece_of, place = (np.zeros(len(own.index), dtype=np.int64) for _ in range(2))
        for number, (part, family) in enumerate(zip(self.parts, families, strict=True), start=1):
            sequences, above = part.sequences(player), int(own.at_node[part.root])
            leading = pieces[piece_of[above]][int(place[above])]
            pieces.append(family[player].weights.take(slice(1, None)).times(leading))
            piece_of[sequences], place[sequences] = number, np.arange(len(sequences))
        start = np.cumsum([0, *map(len, pieces[:-1])])
        return PlanFamily(
            own.index, PolynomialArray.concatenate(pieces).take(start[piece_of] + place)
        )


def chance_parts(game: ExtensiveGame, is_root: Mask) -> ChanceParts:
    """Cut a game at the subgames that chance reaches with probability 0, given a mask of the nodes where one begins.

    In each part a subgame that begins a part of its own is a leaf with the payoffs of one of its leaves, so parts of a
    constant-sum game are constant-sum.
    """
    part_root = _part_roots(game, is_root)
    roots, sizes = np.unique(part_root, return_counts=True)
    payoffs = _payoffs_of_a_leaf_below(game, roots)
    above = part_root[game.parent[roots]]
    above[0] = NONE
    parts = []
    for root, nodes in zip(
        roots, np.split(np.argsort(part_root, kind="stable"), np.cumsum(sizes[:-1])), strict=True
    ):
        below = np.flatnonzero(above == root)
        first, second = (payoff.take(below) for payoff in payoffs)
        parts.append(subtree(game, np.union1d(nodes, roots[below]), roots[below], (first, second)))
    return ChanceParts(game, tuple(parts))


def _part_roots(game: ExtensiveGame, is_root: Mask) -> Ints:
    """Return the root of the part of every node."""
    part_root = np.zeros(len(game), dtype=np.int64)
    excluded = np.asarray(game.edge_probability.numerators == 0, dtype=bool)
    for level in game.levels[1:]:
        nodes, above = np.arange(level.start, level.stop), game.parent[level]
        excluded[level] |= excluded[above]
        begins = is_root[level] & excluded[level]
        excluded[level] &= ~begins
        part_root[level] = np.where(begins, nodes, part_root[above])
    return part_root


def _payoffs_of_a_leaf_below(game: ExtensiveGame, nodes: Ints) -> tuple[ExactArray, ExactArray]:
    """Return the players' payoffs at the leaf that first actions lead to from each node."""
    leaf = nodes.copy()
    while (inner := ~game.is_leaf[leaf]).any():
        leaf[inner] = game.first_child[leaf[inner]]
    place = np.searchsorted(game.leaves, leaf)
    return game.leaf_payoffs[0].take(place), game.leaf_payoffs[1].take(place)


def contract_forced(
    game: ExtensiveGame,
) -> Reduced[ExtensiveGame, BehaviorProfile, BehaviorProfile]:
    """Return a game without the moves at which there is one action; strategies have the same payoffs in both.

    Payoffs on the way are paid at the end where a move with payoffs is contracted. A game in which nobody has a choice
    is left as it is.

    The lift, a `ProfileMap`, keeps every claim: forced actions have probability 1.

    Examples
    --------
    >>> from seqform.builders.games.tree import leaf, move, tree
    >>> game = tree("one way in", move(0, "door", {"open": move(1, "choice", {"l": leaf(1, 0), "r": leaf(0, 1)})}))
    >>> len(game), len(contract_forced(game).target)
    (4, 3)
    """
    forced = np.asarray(game.num_actions == 1, dtype=bool)
    if not forced.any() or forced.sum() == len(game) - 1:
        return Reduced(game, identity_map(game))
    nodes, parent, action = _kept(game, forced)
    outcome, outcomes = game.outcome[nodes], game.outcomes
    if np.any(game.outcome[forced] != NONE):
        leaf = game.is_leaf[nodes]
        outcome = np.full(len(nodes), NONE, dtype=np.int64)
        outcome[leaf] = np.searchsorted(game.leaves, nodes[leaf])
        outcomes = Outcomes(("",) * len(game.leaves), game.leaf_payoffs)
    small = _smaller(game, nodes, parent, action, game.infoset[nodes], outcome, outcomes)
    return Reduced(
        small,
        ProfileMap((_strategy_map(game, small, nodes, 0), _strategy_map(game, small, nodes, 1))),
    )


def _kept(game: ExtensiveGame, forced: Mask) -> tuple[Ints, Ints, Ints]:
    """Return the nodes that are kept, breadth-first in the smaller game, the place of the parent, and the action."""
    above, action, depth = (
        game.parent.astype(np.int64),
        game.action.astype(np.int64),
        np.zeros(len(game), np.int64),
    )
    for level in game.levels[1:]:
        parent = game.parent[level]
        skipped = forced[parent]
        above[level] = np.where(skipped, above[parent], parent)
        action[level] = np.where(skipped, action[parent], game.action[level])
        depth[level] = depth[parent] + ~skipped
    nodes = np.flatnonzero(~forced)
    nodes = nodes[np.argsort(depth[nodes], kind="stable")]
    place = np.full(len(game), NONE, dtype=np.int64)
    ordered = [nodes[:1]]
    start = 1
    place[nodes[0]] = 0
    for size in np.bincount(depth[nodes])[1:].tolist():
        here = nodes[start : start + size]
        here = here[np.lexsort((action[here], place[above[here]]))]
        place[here] = start + np.arange(size)
        ordered.append(here)
        start += size
    nodes = np.concatenate(ordered)
    parent = place[above[nodes]]
    parent[0] = NONE
    return nodes, parent, action[nodes]


def _strategy_map(
    game: ExtensiveGame, small: ExtensiveGame, nodes: Ints, player: int
) -> StrategyMap:
    own, of_small = game.sequences[player], small.sequences[player]
    sequence = np.full(len(own.index), DECIDED, dtype=np.int64)
    sequence[0] = 0
    children = np.flatnonzero(small.player[small.parent] == player)
    children = children[children > 0]
    above = nodes[small.parent[children]]
    sequence[own.at_node[game.first_child[above] + small.action[children]]] = of_small.at_node[
        children
    ]
    share = np.asarray(sequence == DECIDED, dtype=np.int64)
    return StrategyMap(own.index, of_small.index, sequence, share)
