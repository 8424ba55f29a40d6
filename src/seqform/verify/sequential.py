"""Sequential rationality of an assessment, by backward induction on the tree in rational arithmetic."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from seqform.errors import ModelError
from seqform.models.answers.evidence import SequentialRegrets
from seqform.models.games.extensive import CHANCE, ExtensiveGame
from seqform.models.games.infosets import player_label, ranges
from seqform.models.immutable import Immutable
from seqform.models.numbers.algebraic import (
    Rationals,
    distinct_rationals,
    exact_rationals,
    fractions,
    rational,
    rationals,
)
from seqform.models.numbers.exact import Ints, Mask
from seqform.models.strategies.assessment import Assessment, Beliefs
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy
from seqform.system.deadline import require_time
from seqform.verify.nash import reached_by_chance


def exact_strategy(game: ExtensiveGame, strategy: BehaviorStrategy) -> BehaviorStrategy:
    """Return a strategy bound to a game; see `BehaviorStrategy.bound_to`."""
    player = strategy.index.player
    if not strategy.exact:
        raise ModelError(
            f"{player_label(player)}: this is decided in fractions only, and the strategy is in doubles; "
            "solve with exact=True"
        )
    return strategy.bound_to(game.sequences[player].index)


def exact_profile(game: ExtensiveGame, profile: BehaviorProfile) -> BehaviorProfile:
    """Return a profile bound to a game."""
    profile = profile.bound_to(game)
    strategies = (exact_strategy(game, profile[0]), exact_strategy(game, profile[1]))
    return BehaviorProfile(strategies, game)


def exact_assessment(game: ExtensiveGame, assessment: Assessment) -> Assessment:
    """Return an assessment bound to a game."""
    exact_profile(game, assessment.profile)
    return assessment.bound_to(game)


def sequential_regrets(game: ExtensiveGame, assessment: Assessment) -> SequentialRegrets:
    """Return the regrets of the players at each of their information sets, given their beliefs.

    They are 0 if the assessment is a sequential best reply against itself. Information sets that chance keeps every
    play from reaching are exempt: Kreps & Wilson let chance take all its actions with positive probability, so there
    are none in their games.

    References
    ----------
    Miltersen & Sørensen (2006), (2.1) and section 2.2: one action is changed at a time. If beliefs are consistent this
    is the sequential rationality of Kreps & Wilson, Econometrica 50 (1982), section 4; if not, it is weaker.

    Examples
    --------
    >>> import seqform as sf
    >>> from seqform.models.strategies.assessment import fully_mixed_beliefs
    >>> game = sf.load("guess-the-ace")
    >>> uniform = sf.uniform_profile(game)
    >>> print(sequential_regrets(game, Assessment(uniform, fully_mixed_beliefs(game, uniform))))
    not sequentially rational at 2 information sets: player 2 gains 6250/13 by 'no' at 'asked'
    """
    assessment = exact_assessment(game, assessment)
    edges = EdgeProbabilities.of(game, assessment.profile)
    values = node_values(game, 0, edges)
    first = _action_values(game, 0, assessment.beliefs, values)
    total = game.constant_sum
    if total is None:
        second = _action_values(game, 1, assessment.beliefs, node_values(game, 1, edges))
    else:
        # Beliefs at a set sum to 1, and so player 1 has the rest of the sum; the empty sequence has no set.
        second = rational(total) - _action_values(game, 1, assessment.beliefs, values)
        second[0] = rational(0)
    return SequentialRegrets(
        indices=(game.sequences[0].index, game.sequences[1].index),
        action_values=(fractions(first), fractions(second)),
        regrets=(
            _regrets(game, assessment.profile, 0, first),
            _regrets(game, assessment.profile, 1, second),
        ),
        names=(game.shown_names(0), game.shown_names(1)),
    )


@dataclass(frozen=True, eq=False)
class EdgeProbabilities(Immutable):
    """The probability of the action that leads to every node, 1 at the root.

    The `table` has the probabilities in flint's numbers, those of a player's action once for all nodes of its set;
    `place` is the place of each node's probability in it.
    """

    table: Rationals
    place: Ints

    @classmethod
    def of(cls, game: ExtensiveGame, profile: BehaviorProfile) -> EdgeProbabilities:
        """Return the probabilities of a profile's and of chance's actions."""
        chances, place_of_chance = distinct_rationals(game.edge_probability)  # 1 below players
        first, second = game.sequences
        table = np.concatenate(
            [
                rationals(profile[0].probabilities),
                rationals(profile[1].probabilities),
                chances,
            ]
        )
        start_of_second = len(first.index)
        start_of_chance = start_of_second + len(second.index)

        mover = game.player[game.parent]
        mover[0] = CHANCE  # the root has the probability 1 of an edge that is none
        place = start_of_chance + place_of_chance
        place = np.where(mover == 0, first.at_node, place)
        place = np.where(mover == 1, start_of_second + second.at_node, place)
        return cls(table, place)

    def shares(self, nodes: Ints) -> Rationals:
        """Return the probabilities of some nodes."""
        shares: Rationals = self.table[self.place[nodes]]
        return shares

    def where(self, probability: int) -> Mask:
        """Return a mask of the nodes with a given probability."""
        in_table = np.asarray(self.table == probability, dtype=bool)
        mask: Mask = in_table[self.place]
        return mask


def node_values(game: ExtensiveGame, player: int, edges: EdgeProbabilities) -> Rationals:
    """Return val(z) of every node to a player: the expected payoff if play goes on from there by the profile.

    In pure play most edges have probability 0 or 1: these are skipped or copied without arithmetic.
    """
    values = rationals([0])[np.zeros(len(game), dtype=np.int64)]
    values[game.leaves] = exact_rationals(game.leaf_payoffs[player])
    is_certain = edges.where(1)
    is_mixed = ~edges.where(0) & ~is_certain
    for level in reversed(game.levels[1:]):
        require_time()
        nodes = np.arange(level.start, level.stop)
        certain = nodes[is_certain[level]]
        values[game.parent[certain]] = values[certain]
        mixed = nodes[is_mixed[level]]
        _set_sums(values, game.parent[mixed], values[mixed] * edges.shares(mixed))
    return values


def _set_sums(values: Rationals, place: Ints, terms: Rationals) -> None:
    """Store the sum of the terms of each place there; places ascend."""
    if len(place) == 0:
        return
    starts = np.flatnonzero(np.diff(place, prepend=-1))
    values[place[starts]] = np.add.reduceat(terms, starts)


def _action_values(
    game: ExtensiveGame, player: int, beliefs: Beliefs, values: Rationals
) -> Rationals:
    """Return Σ_z μ(z) val(s_j(z)) for each of a player's sequences, by its last action j."""
    require_time()
    sequences = game.sequences[player]
    nodes = np.flatnonzero(game.player == player)
    nodes = nodes[beliefs.probability[nodes].astype(bool)]
    num_actions = game.num_actions[nodes]
    children = ranges(game.first_child[nodes], num_actions)
    terms = np.repeat(rationals(beliefs.probability[nodes]), num_actions) * values[children]

    # A child's own sequence ends with the action that leads to it.
    sequence = sequences.at_node[children]
    order = np.argsort(sequence, kind="stable")
    action_values = rationals([0])[np.zeros(len(sequences.index), dtype=np.int64)]
    _set_sums(action_values, sequence[order], terms[order])
    return action_values


def _regrets(
    game: ExtensiveGame, profile: BehaviorProfile, player: int, values: Rationals
) -> npt.NDArray[Any]:
    """Return Σ_a ρ(a) (max over the actions of the value - the value of a) at every set of a player."""
    require_time()
    index = game.sequences[player].index
    starts = index.first_sequence[:-1]
    if len(starts) == 0:
        return np.zeros(0, dtype=object)
    best = np.maximum.reduceat(values, starts)
    forgone = np.repeat(best, index.num_actions) - values[1:]
    weighted = forgone * rationals(profile[player].probabilities[1:])
    regrets = np.add.reduceat(weighted, starts - 1)
    reached = reached_by_chance(game)[game.sequences[player].infosets]
    regrets[~reached] = rational(0)
    return fractions(regrets)
