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
from seqform.models.games.infosets import UNNAMED, SequenceIndex, player_name, ranges
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
    >>> equilibrium = sf.solve("guess-the-ace", "sequential")
    >>> consistency(equilibrium.game, equilibrium.assessment)
    <Consistency: consistent: the limit of its family in ε>
    """
    assessment = exact_assessment(game, assessment)
    family = assessment.family
    if family is not None and not difference_from_limit(game, assessment, family):
        return Consistency(True, "the limit of its family in ε", given=family)
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
    limit = beliefs_of(game, family).probability
    beliefs = assessment.beliefs.probability
    require_time()
    nodes = decision_nodes(game)
    nodes = nodes[limit[nodes].astype(bool) | beliefs[nodes].astype(bool)]  # the others are both 0
    nodes = nodes[np.asarray(limit[nodes] != beliefs[nodes], dtype=bool)]
    nodes = nodes[reached_by_chance(game)[game.infoset[nodes]]]
    if not len(nodes):
        return ""
    name = game.shown_infosets[game.infoset[nodes[0]]]
    return f"the family's beliefs tend to others at information set {name!r}"


def difference_of_profiles(first: BehaviorProfile, second: BehaviorProfile) -> str:
    """Return the first information set, with its player, at which two profiles of a game differ, "" if they agree."""
    game = first.game or second.game
    players = UNNAMED if game is None else game.players
    for player in (0, 1):
        require_time()
        index = first[player].index
        differs = first[player].probabilities != second[player].probabilities
        sequences = np.flatnonzero(differs)
        if len(sequences):
            name = index.infoset_names[index.infoset_of[sequences[0]]]
            if game is not None:
                name = game.shown_names(player)[name]
            return f"{player_name(players, player)}'s information set {name!r}"
    return ""


def explanation(game: ExtensiveGame, assessment: Assessment) -> Consistency:
    """Decide consistency from the behavior and the beliefs alone, not from the assessment's family."""
    # Where chance reaches some node of a set, the nodes that it never reaches must have belief 0.
    is_impossible = np.asarray(game.chance_reach.numerators == 0, dtype=bool)
    impossible = np.flatnonzero(is_impossible & (game.player >= 0))
    believed = impossible[assessment.beliefs.probability[impossible].astype(bool)]
    believed = believed[reached_by_chance(game)[game.infoset[believed]]]
    if len(believed):
        name = game.shown_infosets[game.infoset[believed[0]]]
        return Consistency(
            False, f"information set {name!r} believes in a node that chance never leads to"
        )

    first = explaining_mistakes(game, assessment, 0)
    second = explaining_mistakes(game, assessment, 1)
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

    The equations of the criterion come first: they join sequences to classes with one K each, and give the ratios of ζ
    within a class, unless two of them contradict each other. Then the inequalities order the classes: K is the length
    of the longest chain, unless they form a cycle. ζ is 1 at the least sequence of each class.
    """
    behavior = assessment.profile[player]
    beliefs = comparisons(game, assessment, 1 - player)
    ratios = _ratios(game, assessment, player, beliefs)
    if isinstance(ratios, str):
        return ratios
    representatives = []
    factors = []
    for sequence in range(len(behavior.index)):
        representative, factor = ratios.of(sequence)
        representatives.append(representative)
        factors.append(factor)
    class_of = np.array(representatives, dtype=np.int64)

    # The inequalities: an action that is never played is above the sequence before it, and a node that the opponent
    # does not believe in above one that the opponent does.
    unplayed = 1 + np.flatnonzero(behavior.probabilities[1:] == 0)
    doubted = beliefs.nodes[~beliefs.believed]
    believed = beliefs.references[~beliefs.believed]
    sequence_at = game.sequences[player].at_node
    lower = np.concatenate([_above(behavior.index)[unplayed], sequence_at[believed]])
    higher = np.concatenate([unplayed, sequence_at[doubted]])
    levels = least_levels(len(behavior.index), class_of[lower], class_of[higher])
    if not isinstance(levels, list):
        return PerturbationWitness(behavior, levels[class_of], fractions(factors))

    inequalities = []
    for place in levels:
        if place < len(unplayed):
            inequalities.append(_mistake(game, behavior.index, int(unplayed[place])))
        else:
            node = int(doubted[place - len(unplayed)])
            inequalities.append(f"{_set_of(game, node)} rules out {_path(game, node)}")
    listed = "; ".join(inequalities[:3])
    if len(inequalities) > 3:
        listed += f" and {len(inequalities) - 3} more"
    if len(inequalities) == 1:
        return f"{listed}: the rest of behavior and beliefs implies the contrary"
    return f"{listed}: these do not go together"


def _ratios(
    game: ExtensiveGame, assessment: Assessment, player: int, beliefs: Comparisons
) -> Ratios | str:
    """Return the ratios of weights that behavior and beliefs imply, or a sentence with the first contradiction."""
    # Those of behavior, ζ_σa = ρ(a) ζ_σ, form a forest, so that none of them contradicts another.
    behavior = assessment.profile[player]
    above = _above(behavior.index).tolist()
    ratios = Ratios(len(behavior.index))
    for sequence in (1 + np.flatnonzero(behavior.probabilities[1:] > 0)).tolist():
        require_time()
        ratios.join(sequence, above[sequence], rational(behavior.probabilities[sequence]))

    # Those of beliefs, ζ_τ(z) / ζ_τ(z') = (μ(z) / c(z)) / (μ(z') / c(z')), may contradict these and each other.
    nodes = beliefs.nodes[beliefs.believed]
    references = beliefs.references[beliefs.believed]
    per_chance = _beliefs_per_chance(game, assessment, np.union1d(nodes, references))
    sequence_at = game.sequences[player].at_node
    for node, reference in zip(nodes.tolist(), references.tolist(), strict=True):
        require_time()
        ratio = per_chance[node] / per_chance[reference]
        if not ratios.join(int(sequence_at[node]), int(sequence_at[reference]), ratio):
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
    """Return the comparisons by a player's beliefs, at the nodes that chance can reach.

    The reference of a set is its first node of positive belief. Comparisons with it imply all others of the set.
    """
    possible = np.asarray(game.chance_reach.numerators != 0, dtype=bool)
    nodes = np.flatnonzero((game.player == player) & possible)
    believed = assessment.beliefs.probability[nodes].astype(bool)
    reference_of_set = np.full(len(game.information_sets), len(game), dtype=np.int64)
    np.minimum.at(reference_of_set, game.infoset[nodes[believed]], nodes[believed])
    references = reference_of_set[game.infoset[nodes]]
    compared = nodes != references
    return Comparisons(nodes[compared], references[compared], believed[compared])


def _beliefs_per_chance(game: ExtensiveGame, assessment: Assessment, nodes: Ints) -> dict[int, Any]:
    """Return μ(z) / c(z) of nodes, proportional at one set to the weights of the sequences that lead there."""
    require("flint")
    from flint import fmpq

    # The common denominator of chance's reach cancels in every ratio: the numerators do.
    chance = game.chance_reach.numerators[nodes].tolist()
    beliefs = assessment.beliefs.probability[nodes].tolist()
    per_chance = {}
    for node, belief, reach in zip(nodes.tolist(), beliefs, chance, strict=True):
        per_chance[node] = fmpq(belief.numerator, belief.denominator * reach)
    return per_chance


def _mistake(game: ExtensiveGame, index: SequenceIndex, sequence: int) -> str:
    row = int(index.infoset_of[sequence])
    action = index.action_names[row][sequence - int(index.first_sequence[row])]
    name = game.shown_names(index.player)[index.infoset_names[row]]
    return f"{player_name(game.players, index.player)} never plays {action!r} at {name!r}"


def _set_of(game: ExtensiveGame, node: int) -> str:
    name = game.shown_infosets[int(game.infoset[node])]
    return f"{player_name(game.players, int(game.player[node]))}'s information set {name!r}"


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
    places e of inequalities. It is Kahn's topological sort, by waves: a number is final once all inequalities that end
    at it are counted, and then raises those above it. What is never final lies on a cycle, or above one.
    """
    order = np.argsort(lower, kind="stable")
    count = np.bincount(lower, minlength=size)
    start = np.cumsum(count) - count

    waiting = np.bincount(higher, minlength=size)
    levels = np.zeros(size, dtype=np.int64)
    final = np.flatnonzero(waiting == 0)
    while len(final):
        require_time()
        edges = order[ranges(start[final], count[final])]
        np.maximum.at(levels, higher[edges], levels[lower[edges]] + 1)
        raised, times = np.unique(higher[edges], return_counts=True)
        waiting[raised] -= times
        final = raised[waiting[raised] == 0]
    if waiting.any():
        return _cycle(lower, higher, waiting > 0)
    return levels


def _cycle(
    lower: Ints, higher: Ints, left: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]
) -> list[int]:
    """Return a cycle of inequalities: below every number that is left there is another one."""
    inside = np.flatnonzero(left[lower] & left[higher])
    edge_below = dict(zip(higher[inside].tolist(), inside.tolist(), strict=True))

    # Downwards until a number comes again; the walk before its first visit is no part of the cycle.
    walk: list[int] = []
    step_of: dict[int, int] = {}
    number = int(higher[inside[0]])
    while number not in step_of:
        step_of[number] = len(walk)
        walk.append(edge_below[number])
        number = int(lower[walk[-1]])
    return walk[step_of[number] :]


class Ratios:
    """Positive numbers ζ_0, ..., ζ_{n-1} whose ratios are given one by one: union-find with exact factors.

    `scipy.sparse.csgraph.connected_components` has the classes only, neither the ratios within them nor the first
    contradiction.

    Each number points to a lesser one of its class, or to itself, and `_factor` is its ratio to that one.

    Examples
    --------
    >>> from fractions import Fraction
    >>> ratios = Ratios(3)
    >>> ratios.join(1, 0, Fraction(2)), ratios.join(2, 1, Fraction(3)), ratios.of(2)
    (True, True, (0, Fraction(6, 1)))
    >>> ratios.join(2, 0, Fraction(5))
    False
    """

    def __init__(self, size: int) -> None:
        self._above = list(range(size))
        self._factor: list[Any] = [1] * size

    def of(self, number: int) -> tuple[int, Any]:
        """Return the least r such that the ratio ζ_number / ζ_r is known, and this ratio."""
        path = []
        root = number
        while self._above[root] != root:
            path.append(root)
            root = self._above[root]

        # From the root down, so that each factor is that of the number above times its own; all then point to the root.
        factor: Any = 1
        for below in reversed(path):
            factor = self._factor[below] * factor
            self._above[below] = root
            self._factor[below] = factor
        return root, factor

    def join(self, above: int, below: int, ratio: Any) -> bool:
        """Record that ζ_above / ζ_below is `ratio`, a rational; return False if earlier ratios contradict that."""
        root_above, factor_above = self.of(above)
        root_below, factor_below = self.of(below)
        if root_above == root_below:
            return bool(factor_above == ratio * factor_below)
        quotient = factor_above / (ratio * factor_below)  # ζ_root_below / ζ_root_above
        if root_above < root_below:
            self._above[root_below] = root_above
            self._factor[root_below] = quotient
        else:
            self._above[root_above] = root_below
            self._factor[root_above] = 1 / quotient
        return True
