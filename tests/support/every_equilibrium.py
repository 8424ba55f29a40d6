"""Every subgame perfect equilibrium of a small two-player game of perfect information, by brute force.

The payoffs of the equilibria of a position follow from the definition. The player who moves gives positive probability
to a set of moves, the support; every set is tried. Each move leads to an equilibrium of its own. Those of the support
pay the mover the same, the others no more; the other player receives an average over the support, with any weights.
Where chance moves, payoffs are averaged.

If a move's payoffs are a union of boxes, products of two closed intervals, so are these. Take one box for each
move of the support: the mover's payoff runs through the intersection of their intervals, from the largest of the
least payoffs of the other moves on; for every such payoff the other player's runs, whatever the weights, from the
least to the largest number in the intervals of the support. For chance, intervals are added up. Sets of boxes grow
exponentially with chance, so this is for small trees.

Where positions are shared, a position may be played differently by each way that leads to it, as in the tree.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import chain, combinations, pairwise, product
from typing import Any

import numpy as np
from hypothesis import strategies as st

from seqform.builders.games.tree import Leaf, Lottery, Node, chance, leaf, move
from seqform.models.games.extensive import CHANCE, NONE, ExtensiveGame
from seqform.models.games.infosets import player_number
from seqform.models.games.positions import END, PositionGraph, PositionStrategy, distinct_outcomes
from seqform.models.numbers.exact import ExactArray, Mask, Rational
from seqform.models.strategies.profile_set import ObjectiveLike, UtilityProfileSet, objective

Payoffs = tuple[Fraction, Fraction]
Interval = tuple[Fraction, Fraction]
Box = tuple[Interval, Interval]


def pair(first: Fraction | int, second: Fraction | int) -> Payoffs:
    """Return a pair of payoffs."""
    return Fraction(first), Fraction(second)


# ---- every equilibrium ----


@lru_cache(maxsize=8)  # a game is asked for one objective after the other
def equilibrium_payoffs(graph: PositionGraph, *, mixing: bool = True) -> list[Box]:
    """Return boxes, none within another, whose union is the set of payoffs of the subgame perfect equilibria.

    Without `mixing`, the support is always a single move, and the boxes are points.
    """
    return payoffs_everywhere(graph, mixing=mixing)[0]


def payoffs_everywhere(graph: PositionGraph, *, mixing: bool = True) -> list[list[Box]]:
    """Return these boxes for the subgame at every position."""
    found: list[list[Box]] = [[] for _ in range(len(graph))]
    for position in reversed(range(len(graph))):
        moves = [found[child] for child in graph.moves(position)]
        mover = int(graph.player[position])
        if mover == END:
            first, second = graph.payoffs_at(position)
            boxes: Iterable[Box] = [((first, first), (second, second))]
        elif mover == CHANCE:
            boxes = _averages(graph.chances(position), moves)
        else:
            boxes = _mixtures(mover, moves, len(moves) if mixing else 1)
        found[position] = _largest(boxes)
    return found


def _mixtures(mover: int, moves: list[list[Box]], largest: int) -> Iterator[Box]:
    """Yield the payoffs of a player's mixtures of moves, support by support, up to the largest size."""
    least = [min(box[mover][0] for box in boxes) for boxes in moves]
    every = range(len(moves))
    for support in chain.from_iterable(combinations(every, size) for size in range(1, largest + 1)):
        needed = [least[k] for k in every if k not in support]
        for boxes in product(*(moves[k] for k in support)):
            low = max([*needed, *(box[mover][0] for box in boxes)])
            high = min(box[mover][1] for box in boxes)
            if low <= high:
                own, others = (low, high), _hull(box[1 - mover] for box in boxes)
                yield (own, others) if mover == 0 else (others, own)


def _averages(probabilities: list[Fraction], moves: list[list[Box]]) -> Iterator[Box]:
    """Yield the average payoffs of chance's moves."""
    for boxes in product(*moves):
        low_1, high_1, low_2, high_2 = (
            sum(
                (share * box[player][end] for share, box in zip(probabilities, boxes, strict=True)),
                Fraction(0),
            )
            for player, end in ((0, 0), (0, 1), (1, 0), (1, 1))
        )
        yield (low_1, high_1), (low_2, high_2)


def _hull(intervals: Iterable[Interval]) -> Interval:
    lows, highs = zip(*intervals, strict=True)
    return min(lows), max(highs)


def _largest(boxes: Iterable[Box]) -> list[Box]:
    """Return the boxes that lie within no other."""
    distinct = set(boxes)
    return [
        box
        for box in distinct
        if not any(other != box and _within(box, other) for other in distinct)
    ]


def _within(box: Box, other: Box) -> bool:
    return all(
        outer[0] <= inner[0] and inner[1] <= outer[1]
        for inner, outer in zip(box, other, strict=True)
    )


# ---- questions about them ----


def best_values(graph: PositionGraph, wanted: ObjectiveLike, *, mixing: bool = True) -> Payoffs:
    """Return the best payoffs of all equilibria: of objectives that `Objective` takes, a corner of a box."""
    corners = (
        corner for box in equilibrium_payoffs(graph, mixing=mixing) for corner in product(*box)
    )
    found = objective(wanted).best((first, second) for first, second in corners)
    return found[0], found[1]


def contains(boxes: list[Box], payoffs: Payoffs) -> bool:
    """Return whether a pair of payoffs lies in one of the boxes."""
    return any(
        all(low <= value <= high for (low, high), value in zip(box, payoffs, strict=True))
        for box in boxes
    )


def sample_points(graph: PositionGraph) -> tuple[list[Fraction], list[Fraction]]:
    """Return each player's payoffs, those that halve and divide the intervals between into three, and two outside."""
    thirds = (Fraction(1, 3), Fraction(1, 2), Fraction(2, 3))
    samples = []
    for axis in graph.payoffs:
        values = sorted(set(axis.to_fractions()))
        between = [low + share * (high - low) for low, high in pairwise(values) for share in thirds]
        samples.append([values[0] - 1, *values, *between, values[-1] + 1])
    return samples[0], samples[1]


def disagreement(
    graph: PositionGraph, profiles: UtilityProfileSet, *, mixing: bool = True
) -> Payoffs | None:
    """Return a sample point that only one of brute force and the profile set has, in its cells or its boxes; or None.

    Without chance the ends of all boxes are payoffs, so the samples reach every face of the grid.
    """
    first, second = sample_points(graph)
    paid = covered(first, second, equilibrium_payoffs(graph, mixing=mixing))
    corners = ((box.low, box.high) for box in profiles.boxes)
    boxed = covered(
        first, second, [((low[0], high[0]), (low[1], high[1])) for low, high in corners]
    )
    held = np.array([[(one, two) in profiles for two in second] for one in first], dtype=bool)
    wrong = np.argwhere((paid != held) | (paid != boxed))
    return (first[wrong[0][0]], second[wrong[0][1]]) if len(wrong) else None


def covered(first: list[Fraction], second: list[Fraction], boxes: list[Box]) -> Mask:
    """Return which pairs of samples lie in one of the boxes."""
    cells = np.zeros((len(first), len(second)), dtype=bool)
    for box in boxes:
        rows, columns = (
            np.array([low <= value <= high for value in values], dtype=bool)
            for values, (low, high) in zip((first, second), box, strict=True)
        )
        cells |= np.outer(rows, columns)
    return cells


# ---- one strategy ----


def expected_payoffs(strategy: PositionStrategy) -> list[tuple[Fraction, ...]]:
    """Return every player's expected payoff from every position."""
    graph = strategy.graph
    values: list[tuple[Fraction, ...]] = [()] * len(graph)
    for position in reversed(range(len(graph))):
        if graph.player[position] == END:
            values[position] = graph.payoffs_at(position)
            continue
        moves = graph.moves(position)
        is_chance = graph.player[position] == CHANCE
        shares = dict(enumerate(graph.chances(position))) if is_chance else strategy.at(position)
        values[position] = tuple(
            sum((share * values[moves[k]][player] for k, share in shares.items()), Fraction(0))
            for player in range(len(graph.players))
        )
    return values


def largest_regret(strategy: PositionStrategy) -> Fraction:
    """Return the most that any player gains by another move at any position; 0 for subgame perfect equilibria."""
    graph, values = strategy.graph, expected_payoffs(strategy)
    gains = [
        values[child][int(graph.player[position])] - values[position][int(graph.player[position])]
        for position in range(len(graph))
        if graph.player[position] >= 0
        for child in graph.moves(position)
    ]
    return max([Fraction(0), *gains])


# ---- trees to try ----


def positions_of(root: Node, title: str = "a tree") -> PositionGraph:
    """Return the game of perfect information of an expression of the tree language.

    The labels of information sets are not read: every node is a position.
    """
    nodes: list[Node] = [root]
    starts, player = [0], []
    shares: list[Fraction | int] = []
    for node in nodes:
        if isinstance(node, Leaf):
            player.append(END)
        elif isinstance(node, Lottery):
            player.append(CHANCE)
            shares += [share for share, _ in node.children.values()]
            nodes += [child for _, child in node.children.values()]
        else:
            player.append(player_number(node.player))
            shares += [0] * len(node.children)
            nodes += node.children.values()
        starts.append(len(nodes) - 1)
    ends = [node.payoffs for node in nodes if isinstance(node, Leaf)]
    return graph_from(title, player, starts, list(range(1, len(nodes))), ends, shares)


def positions_of_game(game: ExtensiveGame) -> PositionGraph:
    """Return the positions of a game without outcomes before its ends; every node is a position."""
    sets = game.information_sets
    shares = [
        sets.probability[int(sets.action_start[game.infoset[node]]) + action]
        if game.player[node] == CHANCE
        else 0
        for node in range(len(game))
        for action in range(int(game.num_actions[node]))
    ]
    player = [
        END if is_leaf else int(mover)
        for mover, is_leaf in zip(game.player, game.is_leaf, strict=True)
    ]
    ends = list(zip(*(payoffs.to_fractions() for payoffs in game.leaf_payoffs), strict=True))
    starts = [0, *np.cumsum(game.num_actions).tolist()]
    return graph_from(game.title, player, starts, list(range(1, len(game))), ends, shares)


def pure_equilibria(graph: PositionGraph) -> set[tuple[Fraction, ...]]:
    """Return the payoffs of the subgame perfect equilibria of a tree in pure moves, of any number of players.

    All pure strategies are tried.
    """
    moves = [
        range(len(graph.moves(k))) if graph.player[k] >= 0 else (-1,) for k in range(len(graph))
    ]
    strategies = (
        PositionStrategy.pure(graph, np.array(choice, dtype=np.int32)) for choice in product(*moves)
    )
    return {
        expected_payoffs(strategy)[0] for strategy in strategies if largest_regret(strategy) == 0
    }


def pure_payoffs(game: ExtensiveGame) -> set[Payoffs]:
    """Return the payoffs of the subgame perfect equilibria of a tree in pure moves."""
    return {
        (first[0], second[0])
        for first, second in equilibrium_payoffs(positions_of_game(game), mixing=False)
    }


def graph_from(
    title: str,
    player: list[int],
    first_move: list[int],
    child: list[int],
    payoffs: Sequence[tuple[Any, ...]],
    probability: Sequence[Any] = (),
) -> PositionGraph:
    """Return the graph with these positions, its outcomes in the order of the positions where the game is over."""
    rows, distinct = distinct_outcomes(
        tuple(ExactArray.of(column) for column in zip(*payoffs, strict=True))
    )
    outcome = np.full(len(player), NONE, dtype=np.int32)
    outcome[np.array(player) == END] = rows
    return PositionGraph(
        title,
        tuple(str(number + 1) for number in range(len(payoffs[0]))),
        np.array(player, dtype=np.int8),
        np.array(first_move, dtype=np.int64),
        np.array(child, dtype=np.int32),
        outcome,
        distinct,
        ExactArray.of(probability) if CHANCE in player else None,
    )


def random_tree(
    seed: int, players: int = 5, payoffs: int = 3, moves: int = 3, lotteries: int = 0
) -> PositionGraph:
    """Return a random tree with many ties: payoffs are below `payoffs`, the other numbers limits.

    At least half as many positions as `players` are moves of players.
    """
    source = random.Random(seed)
    kinds = [CHANCE] * source.randint(min(lotteries, 1), lotteries) + [0] * source.randint(
        (players + 1) // 2, players
    )
    source.shuffle(kinds)

    def grown(kinds: list[int]) -> Node:
        if not kinds:
            return leaf(source.randrange(payoffs), source.randrange(payoffs))
        size = source.randint(1, moves) if source.random() < 0.1 else source.randint(2, moves)
        parts: list[list[int]] = [[] for _ in range(size)]
        for kind in kinds[1:]:
            parts[source.randrange(size)].append(kind)
        below = {str(k): grown(part) for k, part in enumerate(parts)}
        if kinds[0] == CHANCE:
            return lottery([source.randint(1, 3) for _ in below], list(below.values()))
        return move(source.randint(0, 1), "", below)

    return positions_of(grown(kinds), f"random tree {seed}")


def lottery(weights: list[int], below: list[Node]) -> Node:
    """Return a move of chance with probabilities in proportion to the weights."""
    whole = sum(weights)
    return chance(
        {
            str(k): (Fraction(w, whole), node)
            for k, (w, node) in enumerate(zip(weights, below, strict=True))
        }
    )


def small_trees(
    payoffs: int = 3, moves: int = 3, leaves: int = 10, with_chance: bool = False
) -> st.SearchStrategy[PositionGraph]:
    """Draw small two-player trees with many ties: payoffs below `payoffs`, at most so many moves and leaves."""
    number = st.integers(0, payoffs - 1)
    ends: st.SearchStrategy[Node] = st.builds(leaf, number, number)

    def above(below: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
        several = st.lists(below, min_size=1, max_size=moves)
        labelled = several.map(lambda nodes: {str(k): node for k, node in enumerate(nodes)})
        played: st.SearchStrategy[Node] = st.builds(move, st.integers(0, 1), st.just(""), labelled)
        return played | several.flatmap(_drawn) if with_chance else played

    return st.recursive(ends, above, max_leaves=leaves).map(positions_of)


def _drawn(below: list[Node]) -> st.SearchStrategy[Node]:
    weights = st.lists(st.integers(1, 3), min_size=len(below), max_size=len(below))
    return weights.map(lambda drawn: lottery(drawn, below))


# ---- the knapsack problem, without games ----


def best_selection(weights: Sequence[int], values: Sequence[Rational], capacity: int) -> Fraction:
    """Return the largest value of a selection that fits, by dynamic programming over the room that is left."""
    best = [Fraction(0)] * (capacity + 1)
    for weight, value in zip(weights, values, strict=True):
        for room in range(capacity, weight - 1, -1):
            best[room] = max(best[room], best[room - weight] + value)
    return best[capacity]
