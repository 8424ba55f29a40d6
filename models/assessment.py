"""Assessments: a profile, and what players believe at their information sets."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from seqform.errors import ModelError
from seqform.models.epsilon_family import EpsilonFamily, constant_family
from seqform.models.exact import ExactArray, Ints
from seqform.models.game import ExtensiveGame
from seqform.models.polynomials import PolynomialArray
from seqform.models.strategies import BehaviorProfile


@dataclass(frozen=True, eq=False)
class Beliefs:
    """For every node at which a player moves, the probability that the player gives it, being at its information set.

    Parameters
    ----------
    game : ExtensiveGame
    probability : ndarray of Fraction, shape (nodes,)
        0 at nodes of chance and at leaves.

    Raises
    ------
    ModelError
        If a probability is negative, or those of a set do not sum to 1; the message names the set.
    """

    game: ExtensiveGame
    probability: npt.NDArray[Any]

    def __post_init__(self) -> None:
        game = self.game
        if len(self.probability) != len(game):
            raise ModelError(f"beliefs: {len(self.probability)} numbers for a game of {len(game):,} nodes")
        if not all(isinstance(value, int | Fraction) for value in self.probability):
            raise ModelError("beliefs: fractions expected, no doubles")
        nodes = decision_nodes(game)
        sums = np.full(len(game.information_sets), Fraction(0), dtype=object)
        np.add.at(sums, game.infoset[nodes], self.probability[nodes])
        sets = np.unique(game.infoset[nodes])
        for place in sets.tolist():
            if sums[place] != 1:
                raise ModelError(
                    f"beliefs at information set {game.infoset_names[place]!r}: they sum to {sums[place]}, not to 1"
                )
        negative = [node for node in nodes.tolist() if self.probability[node] < 0]
        if negative:
            name = game.infoset_names[int(game.infoset[negative[0]])]
            raise ModelError(f"beliefs at information set {name!r}: a negative probability")

    def at(self, infoset: int) -> list[tuple[int, Fraction]]:
        """Return the nodes of an information set, by its row in the game's table, with their probabilities."""
        nodes = np.flatnonzero(self.game.infoset == infoset).tolist()
        return [(node, self.probability[node]) for node in nodes]

    def equals(self, other: Beliefs) -> bool:
        """Tell whether all probabilities agree."""
        return bool(np.array_equal(self.probability, other.probability))


@dataclass(frozen=True, eq=False)
class Assessment:
    """A behavior profile with beliefs (Kreps & Wilson 1982), and the family it is the limit of, where one is known."""

    profile: BehaviorProfile
    beliefs: Beliefs
    family: EpsilonFamily | None = None


def decision_nodes(game: ExtensiveGame) -> Ints:
    """Return the nodes at which player 1 or player 2 moves."""
    return np.flatnonzero((game.player == 0) | (game.player == 1)).astype(np.int64)


def beliefs_of(game: ExtensiveGame, family: EpsilonFamily) -> Beliefs:
    """Return the beliefs that a family tends to as ε falls to 0, exact.

    At a player's information set the own weight is the same for all nodes, so a node's belief is proportional to
    chance's probability of it times the opponent's weight: what counts is the lowest power of ε among the nodes.
    At a set that chance never lets anyone reach all nodes are equally likely.

    References
    ----------
    Miltersen & Sørensen (2006), lemma 2.2.
    """
    probability = np.full(len(game), Fraction(0), dtype=object)
    sizes = np.bincount(game.infoset[decision_nodes(game)], minlength=len(game.information_sets))
    for player in (0, 1):
        nodes = np.flatnonzero(game.player == player)
        sets = game.infoset[nodes]
        weight = _lowest_order(game, nodes, family[1 - player].weights)
        total = weight.sum_by(sets, len(game.information_sets)).numerators
        for node, part, place in zip(nodes.tolist(), weight.numerators.tolist(), sets.tolist(), strict=True):
            if part:
                probability[node] = Fraction(int(part), int(total[place]))
            elif total[place] == 0:
                probability[node] = Fraction(1, int(sizes[place]))
    return Beliefs(game, probability)


def _lowest_order(game: ExtensiveGame, nodes: Ints, opponent: PolynomialArray) -> ExactArray:
    """Return chance's times the opponent's weight of nodes, to the lowest order of ε among those of the same set."""
    sequence = game.sequences[1 - int(game.player[nodes[0]])].at_node[nodes] if len(nodes) else nodes
    reach = game.chance_reach.take(nodes)
    impossible = np.asarray(reach.numerators == 0, dtype=bool)
    orders = np.where(impossible, opponent.degree + 1, opponent.leading_orders()[sequence])
    lowest = np.full(len(game.information_sets), opponent.degree + 1, dtype=np.int64)
    np.minimum.at(lowest, game.infoset[nodes], orders)
    return (opponent.take(sequence).coefficient_at(lowest[game.infoset[nodes]]) * reach).reduced()


def limit_assessment(game: ExtensiveGame, family: EpsilonFamily) -> Assessment:
    """Return the assessment that a family tends to: consistent, for the family is the proof."""
    return Assessment(family.limit, beliefs_of(game, family), family)


def fully_mixed_beliefs(game: ExtensiveGame, profile: BehaviorProfile) -> Beliefs:
    """Return the beliefs that follow by Bayes' rule from a completely mixed profile of fractions.

    Raises
    ------
    ModelError
        If the profile is in doubles or not completely mixed.
    """
    return beliefs_of(game, EpsilonFamily((constant_family(profile[0].plan), constant_family(profile[1].plan))))
