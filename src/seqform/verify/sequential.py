"""Sequential rationality of an assessment, by backward induction on the tree in rational arithmetic."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from seqform.errors import ModelError
from seqform.models.answers.evidence import SequentialRegrets
from seqform.models.games.extensive import CHANCE, ExtensiveGame
from seqform.models.games.infosets import ranges
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
            f"player {player + 1}: this is decided in fractions only, and the strategy is in doubles; "
            "solve with exact=True"
        )
    return strategy.bound_to(game.sequences[player].index)


def exact_profile(game: ExtensiveGame, profile: BehaviorProfile) -> BehaviorProfile:
    """Return a profile bound to a game."""
    profile = profile.bound_to(game)
    return BehaviorProfile(
        (exact_strategy(game, profile[0]), exact_strategy(game, profile[1])), game
    )


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
    edges, total = EdgeProbabilities.of(game, assessment.profile), game.constant_sum
    values = node_values(game, 0, edges)
    first = _action_values(game, 0, assessment.beliefs, values)
    if total is None:
        second = _action_values(game, 1, assessment.beliefs, node_values(game, 1, edges))
    else:
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
        chances, kind = distinct_rationals(game.edge_probability)  # 1 below players
        first, second = game.sequences
        starts = len(first.index), len(first.index) + len(second.index)
        mover = game.player[game.parent]
        mover[0] = CHANCE
        place = np.where(
            mover == 0,
            first.at_node,
            np.where(mover == 1, starts[0] + second.at_node, starts[1] + kind),
        )
        return cls(
            np.concatenate([*(rationals(strategy.probabilities) for strategy in profile), chances]),
            place,
        )

    def shares(self, nodes: Ints) -> Rationals:
        """Return the probabilities of some nodes."""
        shares: Rationals = self.table[self.place[nodes]]
        return shares

    def where(self, probability: int) -> Mask:
        """Return a mask of the nodes with a given probability."""
        here: Mask = np.asarray(self.table == probability, dtype=bool)[self.place]
        return here


def node_values(game: ExtensiveGame, player: int, edges: EdgeProbabilities) -> Rationals:
    """Return val(z) of every node to a player: the expected payoff if play goes on from there by the profile."""
    values = rationals([0])[np.zeros(len(game), dtype=np.int64)]
    values[game.leaves] = exact_rationals(game.leaf_payoffs[player])
    certain, possible = edges.where(1), ~edges.where(0)
    for level in reversed(game.levels[1:]):
        require_time()
        nodes = np.arange(level.start, level.stop)
        alone = nodes[certain[level]]
        values[game.parent[alone]] = values[alone]
        some = nodes[possible[level] & ~certain[level]]
        _set_sums(values, game.parent[some], values[some] * edges.shares(some))
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
    shares, sizes = rationals(beliefs.probability[nodes]), game.num_actions[nodes]
    below = ranges(game.first_child[nodes], sizes)
    terms = np.repeat(shares, sizes) * values[below]
    order = np.argsort(sequences.at_node[below], kind="stable")
    result = rationals([0])[np.zeros(len(sequences.index), dtype=np.int64)]
    _set_sums(result, sequences.at_node[below[order]], terms[order])
    return result


def _regrets(
    game: ExtensiveGame, profile: BehaviorProfile, player: int, values: Rationals
) -> npt.NDArray[Any]:
    require_time()
    index = game.sequences[player].index
    starts = index.first_sequence[:-1]
    if len(starts) == 0:
        return np.zeros(0, dtype=object)
    best = np.maximum.reduceat(values, starts)
    forgone = np.repeat(best, index.num_actions) - values[1:]
    regrets = np.add.reduceat(forgone * rationals(profile[player].probabilities[1:]), starts - 1)
    reached = reached_by_chance(game)[game.sequences[player].infosets]
    regrets[~reached] = rational(0)
    return fractions(regrets)
