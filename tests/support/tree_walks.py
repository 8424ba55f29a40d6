"""Payoffs of strategies, and gains in subgames, by walking the tree: slow, without a line of the code under test."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction
from random import Random

import numpy as np

from seqform.models import (
    BehaviorProfile,
    BehaviorStrategy,
    ExactArray,
    ExtensiveGame,
    SequenceIndex,
)
from seqform.models.games.extensive import CHANCE
from seqform.models.games.positions import PositionGraph, PositionStrategy
from seqform.models.numbers.exact import Rational


def random_strategy(
    index: SequenceIndex, random: Random, weights: Sequence[int] = (0, 0, 1, 2)
) -> BehaviorStrategy:
    """Return a strategy of random weights, one more for an action at every set; by default it leaves out many."""
    probabilities = [Fraction(1)]
    for count in index.num_actions.tolist():
        here = [random.choice(weights) for _ in range(count)]
        here[random.randrange(count)] += 1
        probabilities += [Fraction(weight, sum(here)) for weight in here]
    return BehaviorStrategy(index, np.array(probabilities, dtype=object))


def random_profile(
    game: ExtensiveGame, source: int | Random, weights: Sequence[int] = (0, 0, 1, 2)
) -> BehaviorProfile:
    random = source if isinstance(source, Random) else Random(source)
    first, second = (
        random_strategy(sequences.index, random, weights) for sequences in game.sequences
    )
    return BehaviorProfile((first, second))


def edge(game: ExtensiveGame, profile: BehaviorProfile, node: int, action: int) -> Fraction:
    """Return the probability of an action at a node, by chance or by its owner's strategy."""
    owner, infoset = int(game.player[node]), int(game.infoset[node])
    if owner < 0:
        return game.information_sets.probability[
            int(game.information_sets.action_start[infoset]) + action
        ]
    behavior = profile[owner][game.infoset_names[infoset]]
    return Fraction(behavior[game.action_names[infoset][action]])


def expected_from(
    game: ExtensiveGame, profile: BehaviorProfile, player: int, node: int = 0
) -> Fraction:
    """Return a player's expected payoff from a node on, without the outcomes before it."""
    row = int(game.outcome[node])
    here = game.outcomes.payoffs[player][row] if row >= 0 else Fraction(0)
    first = int(game.first_child[node])
    below = (
        edge(game, profile, node, action) * expected_from(game, profile, player, first + action)
        for action in range(int(game.num_actions[node]))
    )
    return here + sum(below, Fraction(0))


def action_values(
    game: ExtensiveGame, profile: BehaviorProfile, player: int, weight: Callable[[int], Fraction]
) -> list[Fraction]:
    """Return for each of a player's sequences the payoff of its last action, over the nodes with their weights."""
    sequences = game.sequences[player]
    values = [Fraction(0)] * len(sequences.index)
    for node in range(1, len(game)):
        above = int(game.parent[node])
        if game.player[above] == player:
            values[int(sequences.at_node[node])] += weight(above) * expected_from(
                game, profile, player, node
            )
    return values


def received_before(game: ExtensiveGame, player: int, node: int) -> Fraction:
    """Return the payoffs of the outcomes strictly above a node."""
    total = Fraction(0)
    while node > 0:
        node = int(game.parent[node])
        row = int(game.outcome[node])
        total += game.outcomes.payoffs[player][row] if row >= 0 else Fraction(0)
    return total


def reach(
    game: ExtensiveGame, profile: BehaviorProfile, node: int, movers: Sequence[int] = (CHANCE, 0, 1)
) -> Fraction:
    """Return the probability with which some of those who move make the choices that lead to a node."""
    product = Fraction(1)
    while node > 0:
        above = int(game.parent[node])
        if int(game.player[above]) in movers:
            product *= edge(game, profile, above, node - int(game.first_child[above]))
        node = above
    return product


def payoffs_by_path(game: ExtensiveGame) -> dict[tuple[str, ...], Fraction]:
    """Return player 1's payoff at every leaf."""
    return dict(
        zip(map(game.path, game.leaves.tolist()), game.leaf_payoffs[0].to_fractions(), strict=True)
    )


def both_payoffs_by_path(game: ExtensiveGame) -> dict[tuple[str, ...], tuple[Rational, Rational]]:
    """Return the players' payoffs at every leaf."""
    pairs = zip(*(payoffs.to_fractions() for payoffs in game.leaf_payoffs), strict=True)
    return dict(zip(map(game.path, game.leaves.tolist()), pairs, strict=True))


# ---- subgames ----

Weighted = list[tuple[int, Fraction]]
"""Nodes, with the probability that chance and the opponent lead to each."""


def largest_gain(game: ExtensiveGame, profile: BehaviorProfile) -> Fraction:
    """Return the most that a player gains by deviating in a subgame, whether play reaches it or not."""
    gains = [
        best_reply(game, profile, player, [(root, Fraction(1))])
        - expected_from(game, profile, player, root)
        for root in subgame_roots_by_definition(game)
        for player in (0, 1)
    ]
    return max([Fraction(0), *gains])


def subgame_roots_by_definition(game: ExtensiveGame) -> list[int]:
    """Return the inner nodes below which no information set of a player lies in part only."""
    below: list[set[int]] = [{node} for node in range(len(game))]
    for node in reversed(range(1, len(game))):
        below[int(game.parent[node])] |= below[node]
    sets = [
        set(np.flatnonzero(game.infoset == row).tolist())
        for row in range(len(game.information_sets))
    ]
    return [
        root
        for root in np.flatnonzero(~game.is_leaf).tolist()
        if all(
            sets[int(game.infoset[node])] <= below[root]
            for node in below[root]
            if game.player[node] >= 0
        )
    ]


def best_reply(
    game: ExtensiveGame, profile: BehaviorProfile, player: int, nodes: Weighted
) -> Fraction:
    """Return the value of a player's best plan from some nodes on, which follow the same own choices."""
    total, open_nodes = Fraction(0), list(nodes)
    own: dict[int, Weighted] = defaultdict(list)
    while open_nodes:
        node, weight = open_nodes.pop()
        outcome = int(game.outcome[node])
        if outcome >= 0:
            total += weight * game.outcomes.payoffs[player][outcome]
        if game.player[node] == player:
            own[int(game.infoset[node])].append((node, weight))
            continue
        first = int(game.first_child[node])
        actions = range(int(game.num_actions[node]))
        open_nodes.extend(
            (first + action, weight * edge(game, profile, node, action)) for action in actions
        )
    for members in own.values():
        choices = range(int(game.num_actions[members[0][0]]))
        total += max(
            best_reply(
                game,
                profile,
                player,
                [(int(game.first_child[node]) + k, weight) for node, weight in members],
            )
            for k in choices
        )
    return total


def random_moves(graph: PositionGraph, seed: int) -> PositionStrategy:
    """Return moves, and lotteries at about half of the positions that allow one."""
    source = np.random.default_rng(seed)
    sizes = np.diff(graph.first_move)
    choice = np.where(graph.player >= 0, source.integers(0, np.maximum(sizes, 1)), -1).astype(
        np.int32
    )
    mixed = np.flatnonzero((graph.player >= 0) & (sizes > 1) & (source.random(len(graph)) < 0.5))
    other = ((choice[mixed] + source.integers(1, sizes[mixed])) % sizes[mixed]).astype(np.int32)
    return PositionStrategy(
        graph, choice, mixed, other, ExactArray(source.integers(0, 8, len(mixed)), 7)
    )
