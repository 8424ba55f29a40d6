"""Exact checks of subgame perfection, of position graphs position by position and of two-player trees by subgames."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from seqform.errors import ModelError
from seqform.models.answers.certificate import Certificate, PositionCertificate
from seqform.models.games.extensive import CHANCE, ExtensiveGame
from seqform.models.games.infosets import LONGEST_PATH, player_label, player_name, ranges
from seqform.models.games.positions import END, PositionGraph, PositionStrategy
from seqform.models.immutable import Immutable
from seqform.models.numbers.algebraic import (
    Rationals,
    distinct_rationals,
    exact_rationals,
    fraction,
    rational,
    rationals,
)
from seqform.models.numbers.exact import Ints, Mask
from seqform.models.numbers.text import short
from seqform.models.strategies.behavior import BehaviorProfile
from seqform.system.deadline import require_time
from seqform.system.foreign_text import visible
from seqform.verify.nash import certify
from seqform.verify.sequential import EdgeProbabilities, node_values


@dataclass(frozen=True)
class SubgameDeviation:
    """A refutation of subgame perfection: a deviation by which a player gains in a subgame.

    The subgame begins at `root`, a position or a node, after the moves of `path`. The gain is that of the best
    deviation in it or, if `move` names one, of this move at the root alone. `who` is the name of the player, "" where
    the game states none.
    """

    root: int
    path: tuple[str, ...]
    player: int
    gain: Fraction
    move: str | None = None
    who: str = ""

    def __str__(self) -> str:
        by = "" if self.move is None else f" by {self.move!r}"
        steps = self.path
        if len(steps) > LONGEST_PATH:
            steps = ("...", *steps[-LONGEST_PATH:])
        where = "from the beginning"
        if steps:
            where = f"after {visible(' > '.join(steps))}"
        who = self.who or player_label(self.player)
        return f"{who} gains {short(self.gain)}{by} in the subgame {where}"


def position_values(graph: PositionGraph, strategy: PositionStrategy) -> list[Rationals]:
    """Return each player's expected payoff at every position, V^π of Littman et al. (2006), in flint's numbers.

    Positions at which the next move is certain have the value of the position where the certain moves end. So values
    are computed at the others alone: ends of the game, and positions where chance or a lottery decides.
    """
    if strategy.graph is not graph:
        raise ModelError(f"strategy: one for {graph!r} expected, not for {strategy.graph!r}")
    onward = _onward(graph, strategy)
    branches = [*_lotteries(graph, strategy, onward), *_chances(graph, onward)]
    branches.sort(key=lambda branch: branch[0], reverse=True)  # moves lead to greater numbers
    ending = np.flatnonzero(graph.player == END)
    values = []
    for payoff in graph.payoffs:
        value = np.empty(len(graph), dtype=object)
        value[ending] = exact_rationals(payoff)[graph.outcome[ending]]
        for position, ends, shares in branches:
            value[position] = sum(
                share * value[end] for end, share in zip(ends, shares, strict=True)
            )
        values.append(value[onward])
    return values


Branch = tuple[int, list[int], list[Any]]
"""A position with several continuations; the ends of these, as by `_onward`; and their probabilities."""


def _onward(graph: PositionGraph, strategy: PositionStrategy) -> Ints:
    """Return the first position, from each on, where the game is over or chance or a lottery decides.

    Pointers are doubled: after k rounds each leads 2^k certain moves on, so that rounds are few in long games.
    """
    certain = graph.player >= 0
    certain[strategy.mixed] = False
    places = np.flatnonzero(certain)
    onward = np.arange(len(graph))
    onward[places] = graph.child[graph.first_move[places] + strategy.choice[places]]
    while True:
        further = onward[onward]
        if np.array_equal(further, onward):
            return onward
        onward = further


def _lotteries(graph: PositionGraph, strategy: PositionStrategy, onward: Ints) -> Iterator[Branch]:
    """Yield the positions where a player mixes two moves: the second has the probability of the strategy."""
    first_move = graph.first_move[strategy.mixed]
    first_ends = onward[graph.child[first_move + strategy.choice[strategy.mixed]]].tolist()
    second_ends = onward[graph.child[first_move + strategy.other]].tolist()
    shares = rationals(strategy.probability.to_fractions())
    for position, first, second, share in zip(
        strategy.mixed.tolist(), first_ends, second_ends, shares, strict=True
    ):
        yield position, [first, second], [1 - share, share]


def _chances(graph: PositionGraph, onward: Ints) -> Iterator[Branch]:
    """Yield the positions where chance decides."""
    if graph.probability is None:
        return
    distinct, place = distinct_rationals(graph.probability)
    for position in np.flatnonzero(graph.player == CHANCE).tolist():
        require_time()
        moves = slice(graph.first_move[position], graph.first_move[position + 1])
        ends = onward[graph.child[moves]].tolist()
        yield position, ends, distinct[place[moves]].tolist()


def subgame_perfect_violation(
    graph: PositionGraph, strategy: PositionStrategy
) -> SubgameDeviation | None:
    """Return a position at which a strategy is not locally optimal; None if it is a subgame perfect equilibrium.

    Of the positions with V^π(i) < max V^π(j) for the player who moves (Littman et al. 2006, equation 2) it is the one
    of smallest number; positions that chance or the strategy keeps from being reached count as well.

    It suffices that at no position a single move gains by itself, the one-shot deviation principle: of the plans that
    gain in a subgame take one with the fewest changed moves, and of these one below which none is changed. As games
    end, there is one; it gains by itself at its position, for otherwise the plan would gain without it, too.
    """
    deviations = []
    for player, values in enumerate(position_values(graph, strategy)):
        deviation = _first_gain(graph, player, values)
        if deviation is not None:
            deviations.append(deviation)
    return min(deviations, key=lambda deviation: deviation.root, default=None)


def certify_positions(strategy: PositionStrategy) -> PositionCertificate:
    """Return the payoffs of a strategy on its own graph, and whether it is subgame perfect; both exactly."""
    graph = strategy.graph
    values = tuple(fraction(own[0]) for own in position_values(graph, strategy))
    violation = subgame_perfect_violation(graph, strategy)
    if violation is None:
        return PositionCertificate(strategy, values)
    return PositionCertificate(strategy, values, str(violation), violation.gain)


def _first_gain(graph: PositionGraph, player: int, values: Rationals) -> SubgameDeviation | None:
    """Return the first position where a move of a player gains by itself."""
    moving = np.flatnonzero(graph.player == player)
    if len(moving) == 0:
        return None
    num_moves = graph.first_move[moving + 1] - graph.first_move[moving]
    starts = np.cumsum(num_moves) - num_moves
    moves = ranges(graph.first_move[moving], num_moves)
    best = np.maximum.reduceat(values[graph.child[moves]], starts)
    gaining = np.asarray(best > values[moving], dtype=bool)
    if not gaining.any():
        return None

    place = int(np.argmax(gaining))
    position = int(moving[place])
    children = graph.moves(position)
    move = next(move for move, child in enumerate(children) if values[child] == best[place])
    return SubgameDeviation(
        root=position,
        path=_path(graph, position),
        player=player,
        gain=fraction(best[place] - values[position]),
        move=graph.move_label(position, move),
        who=player_name(graph.players, player),
    )


def _path(graph: PositionGraph, position: int) -> tuple[str, ...]:
    """Return moves that lead to a position."""
    way_to = np.zeros(len(graph), dtype=np.int64)
    way_to[graph.child] = np.arange(len(graph.child))
    mover = graph.mover_of_move
    labels = []
    while position > 0:
        way = int(way_to[position])
        position = int(mover[way])
        labels.append(graph.move_label(position, way - int(graph.first_move[position])))
    return tuple(reversed(labels))


CHECK = "subgame perfect"
"""The name of the check in a certificate."""


def certify_subgame_perfect(game: ExtensiveGame, profile: BehaviorProfile) -> Certificate:
    """Certify a profile, and check whether it is a Nash equilibrium of every subgame.

    Examples
    --------
    An empty threat: the equilibrium in which player 0 stays out because player 1 would fight.

    >>> from fractions import Fraction
    >>> from seqform.builders.games.tree import leaf, move, tree
    >>> from seqform.models.strategies.behavior import BehaviorStrategy
    >>> game = tree("entry", move(0, "entrant", {"out": leaf(0, 2), "in": move(1, "incumbent", {
    ...     "fight": leaf(-1, -1), "share": leaf(1, 1)})}))
    >>> first_action = np.array([Fraction(1), Fraction(1), Fraction(0)])
    >>> out = BehaviorStrategy(game.sequences[0].index, first_action)
    >>> fight = BehaviorStrategy(game.sequences[1].index, first_action)
    >>> print(certify_subgame_perfect(game, BehaviorProfile((out, fight))))
    nash_conv = 0 (exact); subgame perfect: no
    >>> print(subgame_deviation(game, BehaviorProfile((out, fight))))
    player 2 gains 2 in the subgame after in
    """
    deviation = subgame_deviation(game, profile)
    certificate = certify(game, profile)
    return certificate.recomputed(checks={**certificate.checks, CHECK: deviation is None})


def subgame_deviation(game: ExtensiveGame, profile: BehaviorProfile) -> SubgameDeviation | None:
    """Return a subgame in which a player gains by deviating; None if a profile is subgame perfect.

    No smaller subgame has a gain; chance may never let play reach it.

    A stage is a subgame in which the largest proper subgames are replaced by the values of the profile there. If no
    player gains in any stage then none gains in any subgame: from the inside out, the best reply in a subgame has the
    value of the best reply in its stage. Every node is part of one stage, so time is linear in the tree.
    """
    if not profile.exact:
        raise ModelError(
            "subgame perfection is checked in rational arithmetic; the profile is in doubles"
        )
    profile = profile.bound_to(game)
    stages = Stages.of(game)
    deviations = []
    for player, gains in enumerate(stage_gains(game, stages, profile)):
        gaining = np.flatnonzero(np.asarray(gains > 0, dtype=bool))
        if len(gaining):
            # Subgames of a subgame have greater numbers: the last deviation has no gain within it.
            last = int(gaining[-1])
            root = int(stages.roots[last])
            who = player_name(game.players, player)
            deviation = SubgameDeviation(
                root, game.path(root), player, fraction(gains[last]), who=who
            )
            deviations.append(deviation)
    return max(deviations, key=lambda deviation: deviation.root, default=None)


def subgame_roots(game: ExtensiveGame) -> Mask:
    """Return a mask of the subgames' roots: inner nodes below which lie whole information sets of the players only.

    The root is one, unless it is a leaf; a node of chance may be one. With perfect recall, the information set of such
    a node is the node alone.

    The nodes below a node are an interval of the preorder, which begins with the node itself and ends at `end`. It
    contains whole sets if the first and the last member of every set that it meets lie in it.
    """
    place = game.preorder
    players = np.flatnonzero(game.player >= 0)
    infoset = game.infoset[players]
    first = np.full(len(game.information_sets), len(game), dtype=np.int64)
    last = np.zeros(len(game.information_sets), dtype=np.int64)
    np.minimum.at(first, infoset, place[players])
    np.maximum.at(last, infoset, place[players])

    lowest = place.copy()
    lowest[players] = first[infoset]
    highest = place.copy()
    highest[players] = last[infoset]
    end = place.copy()
    for level in reversed(game.levels[1:]):
        above = game.parent[level]
        np.minimum.at(lowest, above, lowest[level].copy())
        np.maximum.at(highest, above, highest[level].copy())
        np.maximum.at(end, above, end[level].copy())
    roots: Mask = ~game.is_leaf & (lowest >= place) & (highest <= end)
    return roots


@dataclass(frozen=True, eq=False)
class Stages(Immutable):
    """The parts of a game that lie between the roots of subgames.

    `of_node` is the stage of which every inner node is part; of a leaf, that of its parent.
    """

    roots: Ints
    is_root: Mask
    of_node: Ints

    @classmethod
    def of(cls, game: ExtensiveGame) -> Stages:
        """Return the stages of a game."""
        is_root = subgame_roots(game)
        of_node = np.cumsum(is_root) - 1
        for level in game.levels[1:]:
            of_node[level] = np.where(is_root[level], of_node[level], of_node[game.parent[level]])
        return cls(np.flatnonzero(is_root), is_root, of_node)

    def of_sets(self, game: ExtensiveGame, player: int) -> Ints:
        """Return the stage of each information set of a player."""
        own = game.sequences[player]
        stage = np.empty(own.index.num_infosets, dtype=np.int64)
        moving = np.flatnonzero(game.player == player)
        stage[np.searchsorted(own.infosets, game.infoset[moving])] = self.of_node[moving]
        return stage

    def below(self, game: ExtensiveGame, stage: int) -> Mask:
        """Return which stages are parts of the subgame that begins with a stage."""
        is_below = np.zeros(len(self.roots), dtype=bool)
        is_below[stage] = True
        for later in range(stage + 1, len(self.roots)):
            is_below[later] = is_below[self.of_node[game.parent[self.roots[later]]]]
        return is_below


def stage_gains(
    game: ExtensiveGame, stages: Stages, profile: BehaviorProfile
) -> tuple[Rationals, Rationals]:
    """Return what each player gains by deviating from a profile of the game in every stage."""
    edges = EdgeProbabilities.of(game, profile)
    gains = []
    for player in (0, 1):
        values = node_values(game, player, edges)
        gains.append(_best_in_stages(game, stages, player, edges, values) - values[stages.roots])
    return gains[0], gains[1]


def _best_in_stages(
    game: ExtensiveGame, stages: Stages, player: int, edges: EdgeProbabilities, values: Rationals
) -> Rationals:
    """Return the value of a player's best reply in every stage.

    The player's sequences that begin in a stage hang below an empty sequence of the stage's own, after all others.
    """
    own = game.sequences[player]
    index = own.index
    total = rationals([0])[np.zeros(len(index) + len(stages.roots), dtype=np.int64)]
    stage_of_set = stages.of_sets(game, player)
    stage_of_sequence = np.append(-1, np.repeat(stage_of_set, index.num_actions))

    def within(sequence: Ints, stage: Ints) -> Ints:
        """Return the places of sequences in `total`: where they begin before the stage, its empty sequence."""
        begins_there = stage_of_sequence[sequence] == stage
        places: Ints = np.where(begins_there, sequence, len(index) + stage)
        return places

    # A stage ends at leaves and at the roots of the next subgames, with the values of the profile.
    ends = np.flatnonzero(game.is_leaf | stages.is_root)
    ends = ends[ends > 0]
    terms = _reach_of_others(game, stages, player, edges)[ends] * values[ends]
    np.add.at(total, within(own.at_node[ends], stages.of_node[game.parent[ends]]), terms)

    for sets, sequences in reversed(index.stages):
        require_time()
        num_actions = index.num_actions[sets]
        best = np.maximum.reduceat(total[sequences], np.cumsum(num_actions) - num_actions)
        np.add.at(total, within(index.parent_sequence[sets], stage_of_set[sets]), best)
    result: Rationals = total[len(index) :]
    return result


def _reach_of_others(
    game: ExtensiveGame, stages: Stages, player: int, edges: EdgeProbabilities
) -> Rationals:
    """Return the probabilities with which chance and the opponent lead from a stage's root to its nodes and ends."""
    certain = rational(1)
    nodes = np.arange(1, len(game))
    shares = edges.shares(np.arange(len(game)))
    shares[nodes[game.player[game.parent[nodes]] == player]] = certain

    # A root ends one stage, by its reach there, and begins the next, whose nodes are reached from it.
    reach = np.full(len(game), certain)
    reach_below = np.full(len(game), certain)
    for level in game.levels[1:]:
        require_time()
        reach[level] = reach_below[game.parent[level]] * shares[level]
        reach_below[level] = np.where(stages.is_root[level], certain, reach[level])
    return reach
