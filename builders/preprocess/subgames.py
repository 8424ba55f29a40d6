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
from seqform.models.games.infosets import player_label, ranges
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
    sets = game.infoset[~game.is_leaf]
    return np.bincount(sets, minlength=len(game.information_sets)).astype(np.int64)


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
            f"{game.infoset_names[infoset]!r} of {player_label(int(game.information_sets.player[infoset]))} has "
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
    # Of the game's outcomes only those that are reached below the node stay, numbered again.
    outcome_of_leaf, payoffs = leaf_outcomes
    is_end = game.is_leaf[nodes]
    at_ends = outcome_of_leaf[np.searchsorted(game.leaves, nodes[is_end])]
    reached, number = np.unique(at_ends, return_inverse=True)
    outcome = np.full(len(nodes), NONE, dtype=np.int32)
    outcome[is_end] = number

    probability = None
    if np.any(game.player[nodes] == CHANCE):
        probability = game.edge_probability.take(nodes[1:])
    return PositionGraph(
        title=game.title,
        players=game.players,
        player=np.where(is_end, END, game.player[nodes]).astype(np.int8),
        first_move=np.append(0, np.cumsum(game.num_actions[nodes])),
        child=np.arange(1, len(nodes), dtype=np.int32),
        outcome=outcome,
        payoffs=tuple(payoff.take(reached) for payoff in payoffs),
        probability=probability,
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
    """Enter choices at a player's nodes into the probabilities of the player's sequences, zero before at these.

    First the pure choices of all parts at once; then, at the few positions with a lottery, the share of the second
    choice moves there from the first.
    """
    sequence_of = game.sequences[player].at_node
    all_nodes = np.concatenate([nodes for nodes, _ in parts])
    choice = np.concatenate([strategy.choice for _, strategy in parts])
    is_own = game.player[all_nodes] == player
    chosen = game.first_child[all_nodes[is_own]] + choice[is_own]
    probabilities[sequence_of[chosen]] = Fraction(1)

    for nodes, strategy in parts:
        shares = strategy.probability.to_fractions()
        lotteries = zip(strategy.mixed, strategy.other, shares, strict=True)
        for position, second_choice, share in lotteries:
            node = nodes[position]
            if game.player[node] != player:
                continue
            first_child = game.first_child[node]
            probabilities[sequence_of[first_child + strategy.choice[position]]] -= share
            probabilities[sequence_of[first_child + second_choice]] += share


def _require_strategy_for(graph: PositionGraph, strategy: PositionStrategy) -> None:
    if strategy.graph is not graph:
        raise ModelError(f"strategy: one for {graph!r} expected, not for {strategy.graph!r}")


def closed_below(game: ExtensiveGame, good: Mask) -> Mask:
    """Return the nodes below which, themselves included, all are good; `good` is changed."""
    for level in reversed(game.levels[1:]):
        of_level = good[level].copy()  # a view would make numpy copy all of `good`
        np.logical_and.at(good, game.parent[level], of_level)
    return good


def hides_something(game: ExtensiveGame) -> Mask:
    """Return a mask of the information sets of players with several nodes."""
    is_of_player = game.information_sets.player != CHANCE
    return np.asarray(is_of_player & (nodes_in_set(game) > 1), dtype=bool)


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
    at_ends = np.searchsorted(nodes, ends)
    infoset = game.infoset[nodes]
    infoset[at_ends] = NONE

    # The outcomes of the game that are left, numbered again, then one for each end.
    outcome = game.outcome[nodes]
    outcome[at_ends] = NONE
    has_outcome = outcome != NONE
    kept, number = np.unique(outcome[has_outcome], return_inverse=True)
    outcome[has_outcome] = number
    outcome[at_ends] = len(kept) + np.arange(len(ends))
    tables = []
    for player, table in enumerate(game.outcomes.payoffs):
        of_ends = payoffs[player] - _received_above(game, player, ends)
        tables.append(ExactArray.concatenate([table.take(kept), of_ends]))
    labels = [game.outcomes.labels[place] for place in kept] + [""] * len(ends)
    outcomes = Outcomes(tuple(labels), (tables[0], tables[1]))

    parent = np.searchsorted(nodes, game.parent[nodes])
    parent[0] = NONE
    small = _smaller(game, nodes, parent, game.action[nodes], infoset, outcome, outcomes)
    return Subtree(game, nodes, small)


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
    node_labels = None
    if game.node_labels is not None:
        node_labels = [game.node_labels[node] for node in nodes]
    return breadth_first(
        title=game.title,
        players=game.players,
        parent=parent,
        action=action,
        infoset=infoset,
        outcome=outcome,
        information_sets=game.information_sets,
        outcomes=outcomes,
        node_labels=node_labels,
        comment=game.comment,
        note=game.note,
    )


def _received_above(game: ExtensiveGame, player: int, nodes: Ints) -> ExactArray:
    """Return the sum of a player's payoffs at the outcomes strictly above some nodes."""
    table = game.outcomes.payoffs[player]
    if np.all(game.outcome[~game.is_leaf] == NONE):
        return ExactArray.zeros(len(nodes))

    # A node without an outcome has `NONE`, -1, and so reads the 0 that is appended.
    at_nodes = np.append(table.numerators, 0)[game.outcome].astype(object)
    received = at_nodes.copy()
    for level in game.levels[1:]:
        received[level] += received[game.parent[level]]
    return ExactArray(received[nodes] - at_nodes[nodes], table.denominator)


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
    root_of = _root_above(game, _roots(game))
    inside = np.flatnonzero(root_of != NONE)
    if len(inside) == 0:
        return []

    by_root = inside[np.argsort(root_of[inside], kind="stable")]
    _, sizes = np.unique(root_of[by_root], return_counts=True)
    outcomes = distinct_outcomes(game.leaf_payoffs)
    nodes_of_subgames = np.split(by_root, np.cumsum(sizes)[:-1])
    return [
        Subgame(nodes, _tree_of_positions(game, nodes, outcomes)) for nodes in nodes_of_subgames
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
    is_used = np.zeros(len(game), dtype=bool)
    for part in solved:
        subgame = part.subgame
        if subgame.graph.source is not game:
            raise GameError(f"{subgame!r} is not a subgame of {game!r}")
        if is_used[subgame.nodes].any():
            raise GameError(f"{subgame!r} overlaps with another one that is replaced")
        is_used[subgame.nodes] = True
    if not solved:
        return Reduced(game, identity_map(game))

    roots = np.array([part.subgame.root for part in solved], dtype=np.int64)
    is_root = np.zeros(len(game), dtype=bool)
    is_root[roots] = True
    kept = np.flatnonzero((_root_above(game, is_root) == NONE) | is_root)
    first = ExactArray.of(part.payoffs[0] for part in solved)
    second = ExactArray.of(part.payoffs[1] for part in solved)
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
    index = rest.whole.sequences[player].index
    kept = rest.sequences(player)
    sequence = np.full(len(index), DECIDED, dtype=np.int64)
    sequence[0] = 0
    sequence[kept] = 1 + np.arange(len(kept))
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
        families = [part.family for part in assessments if part.family is not None]
        if not len(self.parts) == len(families) == len(assessments):
            raise ModelError(
                f"{len(self.parts)} assessments with families in ε expected, one for each part"
            )
        family = EpsilonFamily((self._plans(0, families), self._plans(1, families)))
        probability = np.full(len(self.game), Fraction(0), dtype=object)
        for part, assessment in zip(self.parts, assessments, strict=True):
            is_inner = ~part.game.is_leaf
            probability[part.nodes[is_inner]] = assessment.beliefs.probability[is_inner]
        return Assessment(family.limit, Beliefs(self.game, probability), family)

    def _plans(self, player: int, families: Sequence[EpsilonFamily]) -> PlanFamily:
        """Return a player's plan of the game: piece 0 has the empty sequence, piece k the sequences of part k - 1.

        Parts are top down, so that the sequence which leads to a part's root is in an earlier piece.
        """
        own = self.game.sequences[player]
        pieces = [PolynomialArray.constant(ExactArray.of([1]))]
        piece_of = np.zeros(len(own.index), dtype=np.int64)
        place_in_piece = np.zeros(len(own.index), dtype=np.int64)
        for number, (part, family) in enumerate(zip(self.parts, families, strict=True), start=1):
            above = int(own.at_node[part.root])
            leading = pieces[piece_of[above]][int(place_in_piece[above])]
            weights = family[player].weights.take(slice(1, None))
            pieces.append(weights.times(leading))

            sequences = part.sequences(player)
            piece_of[sequences] = number
            place_in_piece[sequences] = np.arange(len(sequences))
        start = np.cumsum([0, *map(len, pieces[:-1])])
        weights = PolynomialArray.concatenate(pieces).take(start[piece_of] + place_in_piece)
        return PlanFamily(own.index, weights)


def chance_parts(game: ExtensiveGame, is_root: Mask) -> ChanceParts:
    """Cut a game at the subgames that chance reaches with probability 0, given a mask of the nodes where one begins.

    In each part a subgame that begins a part of its own is a leaf with the payoffs of one of its leaves, so parts of a
    constant-sum game are constant-sum.
    """
    part_root = _part_roots(game, is_root)
    roots, sizes = np.unique(part_root, return_counts=True)
    first, second = _payoffs_of_a_leaf_below(game, roots)
    root_above = part_root[game.parent[roots]]
    root_above[0] = NONE
    nodes_of_parts = np.split(np.argsort(part_root, kind="stable"), np.cumsum(sizes[:-1]))
    parts = []
    for root, nodes in zip(roots, nodes_of_parts, strict=True):
        below = np.flatnonzero(root_above == root)
        ends = roots[below]
        payoffs = (first.take(below), second.take(below))
        parts.append(subtree(game, np.union1d(nodes, ends), ends, payoffs))
    return ChanceParts(game, tuple(parts))


def _part_roots(game: ExtensiveGame, is_root: Mask) -> Ints:
    """Return the root of the part of every node.

    A part begins at the first root of a subgame after an edge of probability 0; from there on nothing is excluded, up
    to the next such edge.
    """
    part_root = np.zeros(len(game), dtype=np.int64)
    is_excluded = np.asarray(game.edge_probability.numerators == 0, dtype=bool)
    for level in game.levels[1:]:
        parent = game.parent[level]
        is_excluded[level] |= is_excluded[parent]
        begins = is_root[level] & is_excluded[level]
        is_excluded[level] &= ~begins
        nodes = np.arange(level.start, level.stop)
        part_root[level] = np.where(begins, nodes, part_root[parent])
    return part_root


def _payoffs_of_a_leaf_below(game: ExtensiveGame, nodes: Ints) -> tuple[ExactArray, ExactArray]:
    """Return the players' payoffs at the leaf that first actions lead to from each node."""
    leaf = nodes.copy()
    # A step a level, for all nodes at once.
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
    outcome = game.outcome[nodes]
    outcomes = game.outcomes
    if np.any(game.outcome[forced] != NONE):
        # Payoffs of contracted moves: every leaf gets an outcome of its own, with all that is paid on the way to it.
        is_leaf = game.is_leaf[nodes]
        outcome = np.full(len(nodes), NONE, dtype=np.int64)
        outcome[is_leaf] = np.searchsorted(game.leaves, nodes[is_leaf])
        outcomes = Outcomes(("",) * len(game.leaves), game.leaf_payoffs)
    small = _smaller(game, nodes, parent, action, game.infoset[nodes], outcome, outcomes)
    first = _strategy_map(game, small, nodes, 0)
    second = _strategy_map(game, small, nodes, 1)
    return Reduced(small, ProfileMap((first, second)))


def _kept(game: ExtensiveGame, forced: Mask) -> tuple[Ints, Ints, Ints]:
    """Return the nodes that are kept, breadth-first in the smaller game, the place of the parent, and the action."""
    # What is skipped hands on to its only child the parent, the action that led to it, and the depth.
    above = game.parent.astype(np.int64)
    action = game.action.astype(np.int64)
    depth = np.zeros(len(game), np.int64)
    for level in game.levels[1:]:
        parent = game.parent[level]
        is_skipped = forced[parent]
        above[level] = np.where(is_skipped, above[parent], parent)
        action[level] = np.where(is_skipped, action[parent], game.action[level])
        depth[level] = depth[parent] + ~is_skipped

    # Breadth-first: by depth, then by the place of the parent, which the depth before has fixed, then by action.
    kept = np.flatnonzero(~forced)
    by_depth = kept[np.argsort(depth[kept], kind="stable")]
    place = np.full(len(game), NONE, dtype=np.int64)
    place[by_depth[0]] = 0
    ordered = [by_depth[:1]]
    start = 1
    for size in np.bincount(depth[kept])[1:].tolist():
        of_depth = by_depth[start : start + size]
        of_depth = of_depth[np.lexsort((action[of_depth], place[above[of_depth]]))]
        place[of_depth] = start + np.arange(size)
        ordered.append(of_depth)
        start += size
    nodes = np.concatenate(ordered)
    place_of_parent = place[above[nodes]]
    place_of_parent[0] = NONE
    return nodes, place_of_parent, action[nodes]


def _strategy_map(
    game: ExtensiveGame, small: ExtensiveGame, nodes: Ints, player: int
) -> StrategyMap:
    """Return the map of a player's strategies: forced choices are decided, each with probability 1."""
    own = game.sequences[player]
    own_in_small = small.sequences[player]
    children = np.flatnonzero(small.player[small.parent] == player)
    children = children[children > 0]
    movers = nodes[small.parent[children]]
    chosen = game.first_child[movers] + small.action[children]

    sequence = np.full(len(own.index), DECIDED, dtype=np.int64)
    sequence[0] = 0
    sequence[own.at_node[chosen]] = own_in_small.at_node[children]
    share = np.asarray(sequence == DECIDED, dtype=np.int64)
    return StrategyMap(own.index, own_in_small.index, sequence, share)
