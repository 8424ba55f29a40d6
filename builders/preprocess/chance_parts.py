"""Division of a game at subgames that chance reaches with probability 0, and composition of equilibria of the parts.

Behavior in such a subgame does not change the expected payoffs of the game. So a method that solves the
game as a whole, quasi-perfect equilibria included, leaves behavior there open, but a subgame perfect equilibrium is
an equilibrium there, too. In every part each of its subgames is reached by chance with positive probability, so the
parts can be solved one by one. Behavior, beliefs and trembles of different parts are at different information sets.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from seqform.builders.preprocess.subgames import Subtree, subtree
from seqform.errors import ModelError
from seqform.models.games.extensive import NONE, ExtensiveGame
from seqform.models.numbers.exact import ExactArray, Ints, Mask
from seqform.models.numbers.polynomials import PolynomialArray
from seqform.models.strategies.assessment import Assessment, Beliefs
from seqform.models.strategies.families import EpsilonFamily, PlanFamily


@dataclass(frozen=True, eq=False)
class ChanceParts:
    """The parts of a game between subgames that chance reaches from the part above with probability 0, top down."""

    game: ExtensiveGame
    parts: tuple[Subtree, ...]

    def join(self, assessments: Sequence[Assessment]) -> Assessment:
        """Return the assessment of the game that is made of one with its family for each part, in their order.

        The trembles of a part are multiplied by those of the own sequence that leads to its root.
        """
        families = [one.family for one in assessments if one.family is not None]
        if not len(self.parts) == len(families) == len(assessments):
            raise ModelError(f"{len(self.parts)} assessments with families in ε expected, one for each part")
        family = EpsilonFamily((self._plans(0, families), self._plans(1, families)))
        probability = np.full(len(self.game), Fraction(0), dtype=object)
        for part, one in zip(self.parts, assessments, strict=True):
            inner = ~part.game.is_leaf
            probability[part.nodes[inner]] = one.beliefs.probability[inner]
        return Assessment(family.limit, Beliefs(self.game, probability), family)

    def _plans(self, player: int, families: Sequence[EpsilonFamily]) -> PlanFamily:
        own = self.game.sequences[player]
        pieces = [PolynomialArray.constant(ExactArray.of([1]))]
        piece_of, place = (np.zeros(len(own.index), dtype=np.int64) for _ in range(2))
        for number, (part, family) in enumerate(zip(self.parts, families, strict=True), start=1):
            sequences, above = part.sequences(player), int(own.at_node[part.root])
            leading = pieces[piece_of[above]][int(place[above])]
            pieces.append(family[player].weights.take(slice(1, None)).times(leading))
            piece_of[sequences], place[sequences] = number, np.arange(len(sequences))
        start = np.cumsum([0, *map(len, pieces[:-1])])
        return PlanFamily(own.index, PolynomialArray.concatenate(pieces).take(start[piece_of] + place))


def chance_parts(game: ExtensiveGame, is_root: Mask) -> ChanceParts:
    """Cut a game at the subgames that chance reaches with probability 0, given a mask of the nodes where one begins.

    In each part a subgame that begins a part of its own is a leaf with the payoffs of one of its leaves, so parts of a
    constant-sum game are constant-sum.
    """
    part_root = _part_roots(game, is_root)
    roots, sizes = np.unique(part_root, return_counts=True)
    payoffs = _payoffs_of_a_leaf_below(game, roots)
    above = part_root[game.parent[roots]]
    above[0] = NONE
    parts = []
    for root, nodes in zip(roots, np.split(np.argsort(part_root, kind="stable"), np.cumsum(sizes[:-1])), strict=True):
        below = np.flatnonzero(above == root)
        first, second = (payoff.take(below) for payoff in payoffs)
        parts.append(subtree(game, np.union1d(nodes, roots[below]), roots[below], (first, second)))
    return ChanceParts(game, tuple(parts))


def _part_roots(game: ExtensiveGame, is_root: Mask) -> Ints:
    """Return the root of the part of every node."""
    part_root = np.zeros(len(game), dtype=np.int64)
    excluded = np.asarray(game.edge_probability.numerators == 0, dtype=bool)
    for level in game.levels[1:]:
        nodes, above = np.arange(level.start, level.stop), game.parent[level]
        excluded[level] |= excluded[above]
        begins = is_root[level] & excluded[level]
        excluded[level] &= ~begins
        part_root[level] = np.where(begins, nodes, part_root[above])
    return part_root


def _payoffs_of_a_leaf_below(game: ExtensiveGame, nodes: Ints) -> tuple[ExactArray, ExactArray]:
    """Return the players' payoffs at the leaf that first actions lead to from each node."""
    leaf = nodes.copy()
    while (inner := ~game.is_leaf[leaf]).any():
        leaf[inner] = game.first_child[leaf[inner]]
    place = np.searchsorted(game.leaves, leaf)
    return game.leaf_payoffs[0].take(place), game.leaf_payoffs[1].take(place)
