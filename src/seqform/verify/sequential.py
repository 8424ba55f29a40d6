"""Sequential rationality of an assessment, by backward induction on the tree, in rational arithmetic.

Exact profiles and assessments, in the order of a game's own sequences and nodes.
"""

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
from seqform.models.numbers.exact import ExactArray, Ints, Mask
from seqform.models.strategies.assessment import Assessment, Beliefs
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy
from seqform.verify.nash import reached_by_chance
from seqform.verify.rational import Rationals, fractions, rational, rationals


def exact_strategy(game: ExtensiveGame, strategy: BehaviorStrategy) -> BehaviorStrategy:
    """Return a strategy bound to a game; see `BehaviorStrategy.bound_to`.

    Raises
    ------
    ModelError
        If the strategy is for another game or in doubles.
    """
    player = strategy.index.player
    if not strategy.exact:
        raise ModelError(
            f"player {player + 1}: this is decided in fractions only, and the strategy is in doubles; "
            "solve with exact=True"
        )
    return strategy.bound_to(game.sequences[player].index)


def exact_profile(game: ExtensiveGame, profile: BehaviorProfile) -> BehaviorProfile:
    """Return a profile bound to a game.

    Raises
    ------
    ModelError
        If the profile is for another game or in doubles.
    """
    profile = profile.bound_to(game)
    return BehaviorProfile((exact_strategy(game, profile[0]), exact_strategy(game, profile[1])))


def exact_assessment(game: ExtensiveGame, assessment: Assessment) -> Assessment:
    """Return an assessment bound to a game.

    Raises
    ------
    ModelError
        If its profile, beliefs or family belong to another game, or the profile is in doubles.
    """
    exact_profile(game, assessment.profile)
    return assessment.bound_to(game)


def sequential_regrets(game: ExtensiveGame, assessment: Assessment) -> SequentialRegrets:
    """Return what the players forgo at each of their information sets, given their beliefs.

    Parameters
    ----------
    game : ExtensiveGame
        Zero-sum or not.
    assessment : Assessment
        Exact; from anywhere.

    Returns
    -------
    SequentialRegrets
        `holds` if the assessment is a sequential best reply against itself; otherwise `deviations`
        names the information sets, a better action at each, and what it gains there.

    Raises
    ------
    ModelError
        If the assessment is not one of this game, or in doubles.

    Notes
    -----
    Information sets that chance keeps every play from reaching are exempt: Kreps & Wilson let chance
    take all its actions with positive probability, so there are none in their games.

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
    edges, total = _Edges.of(game, assessment.profile), game.constant_sum
    values = _node_values(game, 0, edges)
    first = _action_values(game, 0, assessment.beliefs, values)
    if total is None:
        second = _action_values(game, 1, assessment.beliefs, _node_values(game, 1, edges))
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
    )


@dataclass(frozen=True, eq=False)
class _Edges(Immutable):
    """The probability of the action that leads to every node, 1 at the root.

    Attributes
    ----------
    table : ndarray of fmpq
        The probabilities, those of a player's action once for all nodes of its set.
    place : ndarray of int, shape (nodes,)
        Where in the table a node's probability stands.
    """

    table: Rationals
    place: Ints

    @classmethod
    def of(cls, game: ExtensiveGame, profile: BehaviorProfile) -> _Edges:
        """Return the probabilities of a profile's and of chance's actions."""
        chance = game.edge_probability  # 1 below players
        distinct, kind = np.unique(chance.numerators, return_inverse=True)
        first, second = game.sequences
        starts = len(first.index), len(first.index) + len(second.index)
        mover = game.player[game.parent]
        mover[0] = CHANCE
        place = np.where(mover == 0, first.at_node, np.where(mover == 1, starts[0] + second.at_node, starts[1] + kind))
        shares = [rationals(strategy.probabilities) for strategy in profile]
        shares.append(rationals(ExactArray(distinct, chance.denominator).to_fractions()))
        return cls(np.concatenate(shares), place)

    def shares(self, nodes: Ints) -> Rationals:
        """Return the probabilities of some nodes."""
        shares: Rationals = self.table[self.place[nodes]]
        return shares

    def where(self, probability: int) -> Mask:
        """Return at which nodes the probability is a given one."""
        here: Mask = np.asarray(self.table == probability, dtype=bool)[self.place]
        return here


def _node_values(game: ExtensiveGame, player: int, edges: _Edges) -> Rationals:
    """Return val(z) of every node to a player: the payoff that play from there on according to the profile has."""
    payoff = game.leaf_payoffs[player]
    distinct, kind = np.unique(payoff.numerators, return_inverse=True)
    values = rationals([0])[np.zeros(len(game), dtype=np.int64)]
    values[game.leaves] = rationals(ExactArray(distinct, payoff.denominator).to_fractions())[kind]
    certain, possible = edges.where(1), ~edges.where(0)
    for level in reversed(game.levels[1:]):
        nodes = np.arange(level.start, level.stop)
        alone = nodes[certain[level]]
        values[game.parent[alone]] = values[alone]
        some = nodes[possible[level] & ~certain[level]]
        _set_sums(values, game.parent[some], values[some] * edges.shares(some))
    return values


def _set_sums(values: Rationals, place: Ints, terms: Rationals) -> None:
    """Put the sums of the terms that go to the same place there; places ascend."""
    if len(place) == 0:
        return
    starts = np.flatnonzero(np.diff(place, prepend=-1))
    values[place[starts]] = np.add.reduceat(terms, starts)


def _action_values(game: ExtensiveGame, player: int, beliefs: Beliefs, values: Rationals) -> Rationals:
    """Return Σ_z μ(z) val(s_j(z)) for each of a player's sequences, by its last action j."""
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


def _regrets(game: ExtensiveGame, profile: BehaviorProfile, player: int, values: Rationals) -> npt.NDArray[Any]:
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
