"""Decision whether an assessment is consistent, from its family in ε or from behavior and beliefs alone.

An assessment (ρ, μ) is consistent if there are completely mixed profiles ρₙ that tend to ρ while the beliefs that
follow from them by Bayes' rule tend to μ. Kreps & Wilson's criterion is simpler for two
players with perfect recall. At a set u of one player the own choices on the way are the same for all nodes z, so the
belief that ρₙ induces is proportional to c(z) yₙ(τ(z)), chance's probability times the weight of the opponent's
sequence there. Each player's beliefs therefore restrict the other player's mistakes only, by pairs of sequences.

*Criterion.* (ρ, μ) is consistent if and only if for each player there are numbers K_σ ≥ 0 and ζ_σ > 0, one for every
sequence σ, K_∅ = 0 and ζ_∅ = 1, such that

1. K_σa = K_σ and ζ_σa = ρ(a) ζ_σ for an action a with ρ(a) > 0, and K_σa > K_σ for one with ρ(a) = 0;
2. for nodes z and z' of one information set of the opponent, both in chance's reach: K_τ(z) = K_τ(z') and
   c(z) ζ_τ(z) / μ(z) = c(z') ζ_τ(z') / μ(z') if μ(z) > 0 and μ(z') > 0, and K_τ(z') > K_τ(z) if μ(z) > 0 = μ(z').

Beliefs at an information set that chance cannot reach are free; at any other, nodes that chance cannot reach have
belief 0.

*Sufficient.* Let an action a that ρ does not play have weight ζ_σa ε^K_σa, and let the others at its set share the
rest of x_σ in the proportions of ρ. By induction x_σ(ε) = ζ_σ ε^K_σ (1 + O(ε)): K being greater for mistakes, their
share is of higher order than that of the actions in use, so ζ needs no normalisation at a set. Hence the behavior
tends to ρ, and by 2 the beliefs to μ.

*Necessary.* Let wₙ(σ) = -log xₙ(σ). For each equation of K above, the difference of the two wₙ converges, and to minus
the logarithm of the ratio of ζ that comes with it; for each strict inequality it tends to infinity.
Round a cycle differences add up to 0. So round a cycle of equations the ratios multiply to 1, which is what ζ needs
to exist. And no cycle of equations and inequalities contains an inequality, for then 0 would be infinite; so the
inequalities order the classes of sequences that equations join, and the length of the longest chain of
inequalities that ends at a class is a K.

Both are found by walking a graph whose vertices are sequences, in time almost linear in the tree; K is integer and ζ
rational. With more players the conditions are on sums over several players' sequences; then linear programming
duality takes the place of cycles.

References
----------
Kreps & Wilson, Sequential equilibria, Econometrica 50 (1982), appendix, lemmas A1 and A2; Perea, Jansen & Peters,
Characterization of consistent assessments in extensive form games, Games and Economic Behavior 21 (1997); Streufert,
Set-tree games and the representation of plausibility by a density function (2012), which closes a gap in Kreps &
Wilson's proof.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from seqform.models.answers.evidence import Consistency, PerturbationWitness
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import SequenceIndex, ranges
from seqform.models.immutable import Immutable
from seqform.models.numbers.algebraic import fractions, rational
from seqform.models.numbers.exact import Ints
from seqform.models.strategies.assessment import (
    Assessment,
    EpsilonFamily,
    beliefs_of,
    decision_nodes,
)
from seqform.models.strategies.behavior import BehaviorProfile
from seqform.system.deadline import require_time
from seqform.system.packages import require
from seqform.verify.nash import reached_by_chance
from seqform.verify.sequential import exact_assessment


def consistency(game: ExtensiveGame, assessment: Assessment) -> Consistency:
    """Decide whether an assessment is consistent, with evidence either way.

    The assessment's own family is taken as the proof if it is one. Otherwise the existence of mistakes that explain the
    beliefs decides: the evidence is a family that tends to the assessment, or beliefs that no mistakes explain.

    Examples
    --------
    >>> import seqform as sf
    >>> found = sf.solve("guess-the-ace", "sequential")
    >>> consistency(found.game, found.assessment)
    <Consistency: consistent: the limit of its family in ε>
    """
    assessment = exact_assessment(game, assessment)
    if assessment.family is not None and not difference_from_limit(
        game, assessment, assessment.family
    ):
        return Consistency(True, "the limit of its family in ε", given=assessment.family)
    return explanation(game, assessment)


def difference_from_limit(
    game: ExtensiveGame, assessment: Assessment, family: EpsilonFamily
) -> str:
    """Return the place where an assessment differs from the limit of a completely mixed family, "" if nowhere.

    Beliefs at information sets that chance cannot reach are not compared: no family determines them.
    """
    where = difference_of_profiles(family.limit, assessment.profile)
    if where:
        return f"the family's behavior tends to another one at {where}"
    tended, given = beliefs_of(game, family).probability, assessment.beliefs.probability
    require_time()
    nodes = decision_nodes(game)
    nodes = nodes[tended[nodes].astype(bool) | given[nodes].astype(bool)]
    nodes = nodes[np.asarray(tended[nodes] != given[nodes], dtype=bool)]
    nodes = nodes[reached_by_chance(game)[game.infoset[nodes]]]
    if len(nodes):
        return f"the family's beliefs tend to others at information set {game.shown_infosets[game.infoset[nodes[0]]]!r}"
    return ""


def difference_of_profiles(one: BehaviorProfile, other: BehaviorProfile) -> str:
    """Return the first information set, with its player, at which two profiles of a game differ, "" if they agree."""
    for player in (0, 1):
        require_time()
        index = one[player].index
        places = np.flatnonzero(one[player].probabilities != other[player].probabilities)
        if len(places):
            name = index.infoset_names[index.infoset_of[places[0]]]
            if (game := one.game or other.game) is not None:
                name = game.shown_names(player)[name]
            return f"player {player + 1}'s information set {name!r}"
    return ""


def explanation(game: ExtensiveGame, assessment: Assessment) -> Consistency:
    """Decide consistency from the behavior and the beliefs alone, not from the assessment's family."""
    impossible = np.flatnonzero(
        np.asarray(game.chance_reach.numerators == 0, dtype=bool) & (game.player >= 0)
    )
    absurd = impossible[assessment.beliefs.probability[impossible].astype(bool)]
    absurd = absurd[reached_by_chance(game)[game.infoset[absurd]]]
    if len(absurd):
        name = game.shown_infosets[game.infoset[absurd[0]]]
        return Consistency(
            False, f"information set {name!r} believes in a node that chance never leads to"
        )
    first, second = (explaining_mistakes(game, assessment, player) for player in (0, 1))
    if isinstance(first, str):
        return Consistency(False, first)
    if isinstance(second, str):
        return Consistency(False, second)
    return Consistency(True, "mistakes that explain the beliefs exist", witnesses=(first, second))


def explaining_mistakes(
    game: ExtensiveGame, assessment: Assessment, player: int
) -> PerturbationWitness | str:
    """Return mistakes of a player that explain the opponent's beliefs, or a sentence with the contradiction.

    The beliefs of the exact assessment rule out nodes that chance never leads to.
    """
    behavior = assessment.profile[player]
    beliefs = comparisons(game, assessment, 1 - player)
    ratios = _ratios(game, assessment, player, beliefs)
    if isinstance(ratios, str):
        return ratios
    classes = [ratios.of(sequence) for sequence in range(len(behavior.index))]
    first = np.array([least for least, _ in classes], dtype=np.int64)
    unplayed = 1 + np.flatnonzero(behavior.probabilities[1:] == 0)
    doubted, sequence_at = beliefs.nodes[~beliefs.believed], game.sequences[player].at_node
    lower = np.concatenate(
        [_above(behavior.index)[unplayed], sequence_at[beliefs.references[~beliefs.believed]]]
    )
    higher = np.concatenate([unplayed, sequence_at[doubted]])
    levels = least_levels(len(behavior.index), first[lower], first[higher])
    if isinstance(levels, list):
        inequalities = [
            _mistake(game, behavior.index, int(unplayed[place]))
            if place < len(unplayed)
            else f"{_set_of(game, node := int(doubted[place - len(unplayed)]))} rules out {_path(game, node)}"
            for place in levels
        ]
        named = "; ".join(inequalities[:3]) + (
            f" and {len(inequalities) - 3} more" if len(inequalities) > 3 else ""
        )
        if len(inequalities) == 1:
            return f"{named}: the rest of behavior and beliefs implies the contrary"
        return f"{named}: these do not go together"
    return PerturbationWitness(
        behavior, levels[first], fractions([factor for _, factor in classes])
    )


def _ratios(
    game: ExtensiveGame, assessment: Assessment, player: int, beliefs: Comparisons
) -> Ratios | str:
    """Return the ratios of weights that behavior and beliefs imply, or a sentence with the first contradiction."""
    behavior, sequence_at = assessment.profile[player], game.sequences[player].at_node
    above, ratios = _above(behavior.index), Ratios(len(behavior.index))
    for sequence in 1 + np.flatnonzero(behavior.probabilities[1:] > 0):
        require_time()
        ratios.join(int(sequence), int(above[sequence]), rational(behavior.probabilities[sequence]))
    nodes, references = beliefs.nodes[beliefs.believed], beliefs.references[beliefs.believed]
    per_chance = _beliefs_per_chance(game, assessment, np.union1d(nodes, references))
    pairs = zip(sequence_at[nodes].tolist(), sequence_at[references].tolist(), strict=True)
    for node, reference, (one, other) in zip(
        nodes.tolist(), references.tolist(), pairs, strict=True
    ):
        require_time()
        if not ratios.join(one, other, per_chance[node] / per_chance[reference]):
            return (
                f"{_set_of(game, node)} weighs {_path(game, node)} and {_path(game, reference)} otherwise than the "
                "behavior, or other beliefs, imply"
            )
    return ratios


def _above(index: SequenceIndex) -> Ints:
    """Return the sequence before the last choice of every sequence, 0 for the empty one."""
    above: Ints = np.append(index.parent_sequence, 0)[index.infoset_of]
    return above


def comparisons(game: ExtensiveGame, assessment: Assessment, player: int) -> Comparisons:
    """Return the comparisons by a player's beliefs, at the nodes that chance can reach."""
    possible = np.asarray(game.chance_reach.numerators != 0, dtype=bool)
    nodes = np.flatnonzero((game.player == player) & possible)
    believed = assessment.beliefs.probability[nodes].astype(bool)
    reference = np.full(len(game.information_sets), len(game), dtype=np.int64)
    np.minimum.at(reference, game.infoset[nodes[believed]], nodes[believed])
    references = reference[game.infoset[nodes]]
    others = nodes != references
    return Comparisons(nodes[others], references[others], believed[others])


def _beliefs_per_chance(game: ExtensiveGame, assessment: Assessment, nodes: Ints) -> dict[int, Any]:
    """Return μ(z) / c(z) of nodes, proportional at one set to the weights of the sequences that lead there."""
    require("flint")
    from flint import fmpq

    chance = game.chance_reach.numerators[nodes].tolist()
    beliefs = assessment.beliefs.probability[nodes].tolist()
    return {
        node: fmpq(belief.numerator, belief.denominator * reach)
        for node, belief, reach in zip(nodes.tolist(), beliefs, chance, strict=True)
    }


def _mistake(game: ExtensiveGame, index: SequenceIndex, sequence: int) -> str:
    row = int(index.infoset_of[sequence])
    action = index.action_names[row][sequence - int(index.first_sequence[row])]
    name = game.shown_names(index.player)[index.infoset_names[row]]
    return f"player {index.player + 1} never plays {action!r} at {name!r}"


def _set_of(game: ExtensiveGame, node: int) -> str:
    name = game.shown_infosets[int(game.infoset[node])]
    return f"player {int(game.player[node]) + 1}'s information set {name!r}"


def _path(game: ExtensiveGame, node: int) -> str:
    return f"the node at {' > '.join(game.path(node))}"


@dataclass(frozen=True, eq=False)
class Comparisons(Immutable):
    """Nodes compared by the opponent's beliefs, each with one of positive belief at the same set.

    `believed` marks the nodes that have positive belief as well.
    """

    nodes: Ints
    references: Ints
    believed: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]


def least_levels(size: int, lower: Ints, higher: Ints) -> Ints | list[int]:
    """Return the least integers K ≥ 0 with K[lower[e]] < K[higher[e]] for every e, or a cycle of inequalities.

    K[v], of `size` in all, is the length of the longest chain of inequalities that ends at v; a cycle is a list of
    places e of inequalities.
    """
    order = np.argsort(lower, kind="stable")
    count = np.bincount(lower, minlength=size)
    start = np.cumsum(count) - count
    waiting = np.bincount(higher, minlength=size)
    levels = np.zeros(size, dtype=np.int64)
    ready = np.flatnonzero(waiting == 0)
    while len(ready):
        require_time()
        edges = order[ranges(start[ready], count[ready])]
        np.maximum.at(levels, higher[edges], levels[lower[edges]] + 1)
        reached, times = np.unique(higher[edges], return_counts=True)
        waiting[reached] -= times
        ready = reached[waiting[reached] == 0]
    return _cycle(lower, higher, waiting > 0) if waiting.any() else levels


def _cycle(
    lower: Ints, higher: Ints, left: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]
) -> list[int]:
    """Return a cycle of inequalities: below every number that is left there is another one."""
    inside = np.flatnonzero(left[lower] & left[higher])
    edge_below = dict(zip(higher[inside].tolist(), inside.tolist(), strict=True))
    place, seen, walk = int(higher[inside[0]]), dict[int, int](), list[int]()
    while place not in seen:
        seen[place] = len(walk)
        walk.append(edge_below[place])
        place = int(lower[walk[-1]])
    return walk[seen[place] :]


class Ratios:
    """Positive numbers ζ_0, ..., ζ_{n-1} whose ratios are given one by one: union-find with exact factors.

    `scipy.sparse.csgraph.connected_components` has the classes only, neither the ratios within them nor the first
    contradiction.
    """

    def __init__(self, size: int) -> None:
        self._above = list(range(size))
        self._factor: list[Any] = [1] * size

    def of(self, number: int) -> tuple[int, Any]:
        """Return the least r such that the ratio ζ_number / ζ_r is known, and this ratio."""
        path = []
        while self._above[number] != number:
            path.append(number)
            number = self._above[number]
        factor: Any = 1
        for below in reversed(path):
            factor = self._factor[below] * factor
            self._above[below], self._factor[below] = number, factor
        return number, factor

    def join(self, one: int, other: int, ratio: Any) -> bool:
        """Record that ζ_one / ζ_other is `ratio`, a rational; return False if earlier ratios contradict that."""
        (first, of_first), (second, of_second) = self.of(one), self.of(other)
        if first == second:
            return bool(of_first == ratio * of_second)
        quotient = of_first / (ratio * of_second)  # ζ_second / ζ_first
        if first < second:
            self._above[second], self._factor[second] = first, quotient
        else:
            self._above[first], self._factor[first] = second, 1 / quotient
        return True
