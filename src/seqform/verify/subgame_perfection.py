"""Subgame perfection of any two-player game, recomputed exactly in every subgame."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from seqform.errors import ModelError
from seqform.models.certificate import Certificate
from seqform.models.exact import Ints
from seqform.models.game import ExtensiveGame
from seqform.models.immutable import Immutable
from seqform.models.linear_program import Mask
from seqform.models.strategies import BehaviorProfile
from seqform.verify.certify import certify
from seqform.verify.flint_numbers import Rationals, rational, rationals
from seqform.verify.position_values import distinct_numbers, fraction
from seqform.verify.subgame_deviation import SubgameDeviation

CHECK = "subgame perfect"
"""What the check is called in a certificate."""


def certify_subgame_perfect(game: ExtensiveGame, profile: BehaviorProfile) -> Certificate:
    """Recompute what a profile is worth, and whether it is a Nash equilibrium of every subgame.

    Parameters
    ----------
    game : ExtensiveGame
        Of perfect information or not.
    profile : BehaviorProfile
        Exact; from anywhere.

    Returns
    -------
    Certificate
        Of the whole game, with the check "subgame perfect".

    Raises
    ------
    ModelError
        If the profile is for another game, or in doubles.

    Examples
    --------
    An empty threat: the equilibrium in which player 1 stays out because player 2 would fight.

    >>> from fractions import Fraction
    >>> from seqform.builders.games.tree import leaf, move, tree
    >>> from seqform.models.strategies import BehaviorStrategy
    >>> game = tree("entry", move(1, "entrant", {"out": leaf(0, 2), "in": move(2, "incumbent", {
    ...     "fight": leaf(-1, -1), "share": leaf(1, 1)})}))
    >>> one, none = Fraction(1), Fraction(0)
    >>> out, fight = (BehaviorStrategy(own.index, np.array([one, one, none])) for own in game.sequences)
    >>> print(certify_subgame_perfect(game, BehaviorProfile((out, fight))))
    nash_conv = 0 (exact); subgame perfect: no
    >>> print(subgame_deviation(game, BehaviorProfile((out, fight))))
    player 2 gains 2 in the subgame after in
    """
    deviation = subgame_deviation(game, profile)
    certificate = certify(game, profile)
    return replace(certificate, checks={**certificate.checks, CHECK: deviation is None})


def subgame_deviation(game: ExtensiveGame, profile: BehaviorProfile) -> SubgameDeviation | None:
    """Return a subgame in which a player gains by deviating; None if a profile is subgame perfect.

    A stage is a subgame in which the largest proper subgames are replaced by what the profile is worth there. If no
    player gains in any stage then none gains in any subgame: from the inside out, the best reply in a subgame is worth
    what the best reply in its stage is. Every node is part of one stage, so time is linear in the tree.

    Parameters
    ----------
    game : ExtensiveGame
    profile : BehaviorProfile
        Exact.

    Returns
    -------
    SubgameDeviation, optional
        In a subgame in which no smaller one has a gain; also if chance never lets play reach it.

    Raises
    ------
    ModelError
        If the profile is for another game, or in doubles.
    """
    if not profile.exact:
        raise ModelError("subgame perfection is checked in rational arithmetic; the profile is in doubles")
    profile = profile.bound_to(game)
    stages = _Stages.of(game)
    shares = _shares(game, profile)
    found = [_last_gain(game, stages, player, shares) for player in (0, 1)]
    return max(
        (deviation for deviation in found if deviation is not None), key=lambda deviation: deviation.root, default=None
    )


def subgame_roots(game: ExtensiveGame) -> Mask:
    """Return at which nodes a subgame begins: inner nodes below which lie whole information sets of the players only.

    Parameters
    ----------
    game : ExtensiveGame

    Returns
    -------
    ndarray of bool, shape (n,)
        The root is one, unless it is a leaf. A node of chance may be one.

    Notes
    -----
    As nobody forgets, the information set of such a node is the node alone.
    """
    place = game.preorder
    players = np.flatnonzero(game.player >= 0)
    first = np.full(len(game.information_sets), len(game), dtype=np.int64)
    last = np.zeros(len(game.information_sets), dtype=np.int64)
    np.minimum.at(first, game.infoset[players], place[players])
    np.maximum.at(last, game.infoset[players], place[players])
    lowest, highest, end = place.copy(), place.copy(), place.copy()
    lowest[players], highest[players] = first[game.infoset[players]], last[game.infoset[players]]
    for level in reversed(game.levels[1:]):
        above = game.parent[level]
        np.minimum.at(lowest, above, lowest[level].copy())
        np.maximum.at(highest, above, highest[level].copy())
        np.maximum.at(end, above, end[level].copy())
    roots: Mask = ~game.is_leaf & (lowest >= place) & (highest <= end)
    return roots


@dataclass(frozen=True, eq=False)
class _Stages(Immutable):
    """The parts of a game that lie between the roots of subgames.

    Attributes
    ----------
    roots : ndarray of int, shape (stages,)
        The subgames' roots.
    is_root : ndarray of bool, shape (n,)
    of_node : ndarray of int, shape (n,)
        The stage of which every inner node is part; of a leaf, that of its parent.
    """

    roots: Ints
    is_root: Mask
    of_node: Ints

    @classmethod
    def of(cls, game: ExtensiveGame) -> _Stages:
        """Return the stages of a game."""
        is_root = subgame_roots(game)
        of_node = np.cumsum(is_root) - 1
        for level in game.levels[1:]:
            of_node[level] = np.where(is_root[level], of_node[level], of_node[game.parent[level]])
        return cls(np.flatnonzero(is_root), is_root, of_node)


def _shares(game: ExtensiveGame, profile: BehaviorProfile) -> Rationals:
    """Return the probability of the action that leads to every node, 1 at the root."""
    chances, kind = distinct_numbers(game.edge_probability)
    shares = chances[kind]
    for player in (0, 1):
        below = _below(game, player)
        shares[below] = rationals(profile[player].probabilities)[game.sequences[player].at_node[below]]
    return shares


def _below(game: ExtensiveGame, player: int) -> Ints:
    """Return the nodes to which an action of a player leads."""
    nodes = np.arange(1, len(game))
    below: Ints = nodes[game.player[game.parent[nodes]] == player]
    return below


def _last_gain(game: ExtensiveGame, stages: _Stages, player: int, shares: Rationals) -> SubgameDeviation | None:
    """Return the last of the stages in which a player gains by deviating."""
    values = _node_values(game, player, shares)
    gains = _best_in_stages(game, stages, player, shares, values) - values[stages.roots]
    gaining = np.flatnonzero(np.asarray(gains > 0, dtype=bool))
    if len(gaining) == 0:
        return None
    root = int(stages.roots[gaining[-1]])
    return SubgameDeviation(root, game.path(root), player, fraction(gains[gaining[-1]]))


def _node_values(game: ExtensiveGame, player: int, shares: Rationals) -> Rationals:
    """Return what a player expects at every node, outcomes before it included."""
    payoffs, kind = distinct_numbers(game.leaf_payoffs[player])
    values = np.empty(len(game), dtype=object)
    values[game.leaves] = payoffs[kind]
    for level, above in zip(reversed(game.levels[1:]), reversed(game.levels[:-1]), strict=True):
        inner = above.start + np.flatnonzero(~game.is_leaf[above])
        values[inner] = np.add.reduceat(values[level] * shares[level], game.first_child[inner] - level.start)
    return values


def _best_in_stages(
    game: ExtensiveGame, stages: _Stages, player: int, shares: Rationals, values: Rationals
) -> Rationals:
    """Return what a player's best reply is worth in every stage.

    The player's sequences that begin in a stage hang below an empty sequence of the stage's own, after all others.
    """
    own = game.sequences[player]
    index = own.index
    total = rationals([0])[np.zeros(len(index) + len(stages.roots), dtype=np.int64)]
    set_stage = np.empty(index.num_infosets, dtype=np.int64)
    moving = np.flatnonzero(game.player == player)
    set_stage[np.searchsorted(own.infosets, game.infoset[moving])] = stages.of_node[moving]
    stage_of = np.append(-1, np.repeat(set_stage, index.num_actions))

    def within(sequence: Ints, stage: Ints) -> Ints:
        places: Ints = np.where(stage_of[sequence] == stage, sequence, len(index) + stage)
        return places

    ends = np.flatnonzero(game.is_leaf | stages.is_root)
    ends = ends[ends > 0]
    terms = _reach_of_others(game, stages, player, shares)[ends] * values[ends]
    np.add.at(total, within(own.at_node[ends], stages.of_node[game.parent[ends]]), terms)
    for sets, sequences in reversed(index.stages):
        sizes = index.num_actions[sets]
        best = np.maximum.reduceat(total[sequences], np.cumsum(sizes) - sizes)
        np.add.at(total, within(index.parent_sequence[sets], set_stage[sets]), best)
    result: Rationals = total[len(index) :]
    return result


def _reach_of_others(game: ExtensiveGame, stages: _Stages, player: int, shares: Rationals) -> Rationals:
    """Return how likely chance and the opponent lead from a stage's root to each of its nodes and ends."""
    one = rational(1)
    others = shares.copy()
    others[_below(game, player)] = one
    onward, reach = np.full(len(game), one), np.full(len(game), one)
    for level in game.levels[1:]:
        reach[level] = onward[game.parent[level]] * others[level]
        onward[level] = np.where(stages.is_root[level], one, reach[level])
    return reach
