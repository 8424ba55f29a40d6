"""Actions that are optimal for no beliefs, by ranges of what is earned after them.

In a sequential or quasi-perfect equilibrium what a player earns from a node on is a mean of payoffs after actions that
may be in use. Its range is computed from the leaves up: a mean over the moves of chance, and from the least to the most
over those actions of a player that are not excluded. An action is excluded if another one of its information set earns
more at every node there, whatever of the two ranges is earned: so it does for all beliefs. Ranges get smaller by that,
and may exclude further actions.

Nothing is excluded at information sets that chance keeps every play from reaching, since the concepts do not judge
them; at others, nodes that chance never leads to have belief 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from seqform.models.games.extensive import CHANCE, ExtensiveGame
from seqform.models.games.infosets import ranges
from seqform.models.numbers.exact import Mask
from seqform.models.strategies.behavior import RealizationPlan
from seqform.system.deadline import require_time

Range = tuple[Fraction, Fraction]
"""The least and the most."""

Shares = Sequence[Fraction | None]
"""The probabilities of a player's actions, by the sequences that end with them; None where a plan leaves them open."""


def never_optimal(game: ExtensiveGame) -> tuple[Mask, Mask]:
    """Return for each player which sequences end with an action that is optimal for no beliefs.

    Examples
    --------
    >>> import seqform as sf
    >>> reply = sf.move(1, "entered", {"fight": sf.leaf(-1, 0), "yield": sf.leaf(2, 2)})
    >>> game = sf.tree("entry", sf.move(0, "start", {"out": sf.leaf(0, 4), "in": reply}))
    >>> [mask.tolist() for mask in never_optimal(game)]
    [[False, True, False], [False, True, False]]
    """
    excluded = _nothing_excluded(game)
    nodes_of_sets = possible_nodes(game)
    is_new = True
    while is_new:
        is_new = False
        for player in (0, 1):
            require_time()
            is_new |= _exclude(game, player, excluded, nodes_of_sets[player])
    return excluded


def _nothing_excluded(game: ExtensiveGame) -> tuple[Mask, Mask]:
    first, second = (np.zeros(len(sequences.index), dtype=bool) for sequences in game.sequences)
    return first, second


def possible_nodes(game: ExtensiveGame) -> tuple[list[list[int]], list[list[int]]]:
    """Return the nodes that chance can reach, by player and row of the set."""
    is_possible = np.asarray(game.chance_reach.numerators != 0, dtype=bool)
    by_player = []
    for sequences in game.sequences:
        nodes_of_rows = []
        for infoset in sequences.infosets.tolist():
            nodes = np.flatnonzero((game.infoset == infoset) & is_possible)
            nodes_of_rows.append(nodes.tolist())
        by_player.append(nodes_of_rows)
    return by_player[0], by_player[1]


def _exclude(
    game: ExtensiveGame, player: int, excluded: tuple[Mask, Mask], nodes_of_rows: list[list[int]]
) -> bool:
    """Exclude actions of a player, in place; return whether there are new ones."""
    earned = earned_ranges(game, player, excluded)
    index = game.sequences[player].index
    is_new = False
    for row, nodes in enumerate(nodes_of_rows):
        if not nodes:
            continue
        start, stop = index.first_sequence[row : row + 2].tolist()
        first_children = [int(game.first_child[node]) for node in nodes]
        for worse in range(start, stop):
            if excluded[player][worse]:
                continue
            for better in range(start, stop):
                is_always_better = all(
                    earned[child + worse - start][1] < earned[child + better - start][0]
                    for child in first_children
                )
                if is_always_better:
                    excluded[player][worse] = True
                    is_new = True
                    break
    return is_new


def earned_ranges(
    game: ExtensiveGame,
    player: int,
    excluded: tuple[Mask, Mask] | None = None,
    shares: tuple[Shares, Shares] | None = None,
) -> list[Range]:
    """Return what a player may earn from every node on, from the leaves up; by default no action is excluded.

    `shares` are the behavior of both players where it is fixed, for which the ranges are a mean over the actions.
    """
    if excluded is None:
        excluded = _nothing_excluded(game)
    zero = Fraction(0)
    earned: list[Range] = [(zero, zero)] * len(game)
    payoffs = game.leaf_payoffs[player].to_fractions()
    for leaf, payoff in zip(game.leaves.tolist(), payoffs, strict=True):
        earned[leaf] = (payoff, payoff)

    chances = game.edge_probability
    sequence_at = [sequences.at_node for sequences in game.sequences]
    inner = np.flatnonzero(game.num_actions > 0)
    for node in reversed(inner.tolist()):  # children come after their parents
        children = ranges(game.first_child[[node]], game.num_actions[[node]]).tolist()
        mover = int(game.player[node])
        if mover == CHANCE:
            least = most = zero
            for child in children:
                least += chances[child] * earned[child][0]
                most += chances[child] * earned[child][1]
        elif shares is not None and shares[mover][sequence_at[mover][children[0]]] is not None:
            least = most = zero
            for child in children:
                share = shares[mover][sequence_at[mover][child]]
                if share:
                    least += share * earned[child][0]
                    most += share * earned[child][1]
        else:
            in_use = [child for child in children if not excluded[mover][sequence_at[mover][child]]]
            least = min(earned[child][0] for child in in_use)
            most = max(earned[child][1] for child in in_use)
        earned[node] = (least, most)
    return earned


def fixed_shares(
    game: ExtensiveGame, plans: tuple[Sequence[RealizationPlan], Sequence[RealizationPlan]]
) -> tuple[Shares, Shares]:
    """Return the behavior that all mixtures of exact plans of each player have, that at single actions included.

    It is fixed at an information set to which each of the plans leads, with the same probabilities.
    """
    both: list[Shares] = []
    for of_player, sequences in zip(plans, game.sequences, strict=True):
        index = sequences.index
        weights = [plan.exact_weights("behavior").to_fractions() for plan in of_player]
        shares: list[Fraction | None] = [Fraction(1)]
        for row, above in enumerate(index.parent_sequence.tolist()):
            start, stop = index.first_sequence[row : row + 2].tolist()
            behavior: set[tuple[Fraction | None, ...]] = set()
            for of_plan in weights:
                if of_plan[above]:
                    behavior.add(tuple(weight / of_plan[above] for weight in of_plan[start:stop]))
                else:
                    behavior.add((None,) * (stop - start))
            if stop - start == 1:
                shares.append(Fraction(1))
            elif len(behavior) == 1:
                shares += behavior.pop()
            else:
                shares += [None] * (stop - start)
        both.append(shares)
    return both[0], both[1]
