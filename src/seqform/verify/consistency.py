"""Consistency of an assessment: from a family in ε, or decided from the assessment alone.

An assessment (ρ, μ) is consistent if there are completely mixed profiles ρₙ that tend to ρ while the beliefs that
follow from them by Bayes' rule tend to μ. What follows is Kreps & Wilson's criterion, which is simpler for two
players with perfect recall. At a set u of one player the own choices on the way are the same for all nodes z, so the
belief that ρₙ induces is proportional to c(z) yₙ(τ(z)), chance's probability times the weight of the opponent's
sequence there. Each player's beliefs therefore speak of the other player's mistakes only, and of pairs of sequences.

*Criterion.* (ρ, μ) is consistent if and only if for each player there are numbers K_σ ≥ 0 and ζ_σ > 0, one for every
sequence σ, K_∅ = 0 and ζ_∅ = 1, such that

1. K_σa = K_σ and ζ_σa = ρ(a) ζ_σ for an action a with ρ(a) > 0, and K_σa > K_σ for one with ρ(a) = 0;
2. for nodes z and z' of one information set of the opponent, both in chance's reach: K_τ(z) = K_τ(z') and
   c(z) ζ_τ(z) / μ(z) = c(z') ζ_τ(z') / μ(z') if μ(z) > 0 and μ(z') > 0, and K_τ(z') > K_τ(z) if μ(z) > 0 = μ(z').

Beliefs at an information set that chance cannot reach are free; at any other, nodes that chance cannot reach have
belief 0.

*Sufficient.* Let an action a that ρ does not play have weight ζ_σa ε^K_σa, and let the others at its set share what
is left of x_σ in the proportions of ρ. By induction x_σ(ε) = ζ_σ ε^K_σ (1 + O(ε)): K being greater for mistakes, what
they take from the actions in use is of higher order, so ζ needs no normalisation at a set. Hence the behavior
tends to ρ, and by 2 the beliefs to μ.

*Necessary.* Let wₙ(σ) = -log xₙ(σ). For each equation of K above, the difference of the two wₙ converges, and to minus
the logarithm of the ratio of ζ that comes with it; for each strict inequality it tends to infinity.
Round a circle differences add up to 0. So round a circle of equations the ratios multiply to 1, which is what ζ needs
to exist. And no circle of equations and inequalities holds an inequality, for then 0 would be infinite; so the
inequalities order the classes of sequences that equations join, and the length of the longest chain of
inequalities that ends at a class is a K.

Both are found by walking a graph whose vertices are sequences, in time almost linear in the tree; K is integer and ζ
rational. With more players the conditions speak of sums over several players' sequences; then linear programming
duality takes the place of circles.

References
----------
Kreps & Wilson, Sequential equilibria, Econometrica 50 (1982), appendix, lemmas A1 and A2; Perea, Jansen & Peters,
Characterization of consistent assessments in extensive form games, Games and Economic Behavior 21 (1997); Streufert,
Set-tree games and the representation of plausibility by a density function (2012), which closes a gap in Kreps &
Wilson's proof.
"""

from __future__ import annotations

import numpy as np

from seqform.models.assessment import Assessment, beliefs_of, decision_nodes
from seqform.models.consistency import Consistency
from seqform.models.epsilon_family import EpsilonFamily
from seqform.models.game import ExtensiveGame
from seqform.models.strategies import BehaviorProfile
from seqform.verify.exact_assessment import exact_assessment
from seqform.verify.mistakes import explaining_mistakes
from seqform.verify.reach import reached_by_chance


def consistency(game: ExtensiveGame, assessment: Assessment) -> Consistency:
    """Decide whether an assessment is consistent, with evidence either way.

    The assessment's own family is taken as the proof if it is one. Otherwise mistakes that explain the beliefs are
    looked for; that decides.

    Parameters
    ----------
    game : ExtensiveGame
    assessment : Assessment
        Exact; from anywhere.

    Returns
    -------
    Consistency
        Its `family` tends to the assessment, or its `reason` names beliefs that no mistakes explain.

    Raises
    ------
    ModelError
        If the assessment is not one of this game, or in doubles.

    Examples
    --------
    >>> import seqform as sf
    >>> from seqform.models.assessment import fully_mixed_beliefs
    >>> game = sf.load("guess-the-ace")
    >>> uniform = sf.uniform_profile(game)
    >>> consistency(game, Assessment(uniform, fully_mixed_beliefs(game, uniform)))
    <Consistency: consistent: mistakes that explain the beliefs exist>
    """
    assessment = exact_assessment(game, assessment)
    if assessment.family is not None and not difference_from_limit(game, assessment, assessment.family):
        return Consistency(True, "the limit of its family in ε", given=assessment.family)
    return explanation(game, assessment)


def difference_from_limit(game: ExtensiveGame, assessment: Assessment, family: EpsilonFamily) -> str:
    """Return where an assessment differs from the limit of a completely mixed family, "" if nowhere.

    Beliefs at information sets that chance cannot reach are not compared: no family has a say there.
    """
    where = difference_of_profiles(family.limit, assessment.profile)
    if where:
        return f"the family's behavior tends to another one at {where}"
    tended, given = beliefs_of(game, family).probability, assessment.beliefs.probability
    nodes = decision_nodes(game)
    nodes = nodes[tended[nodes].astype(bool) | given[nodes].astype(bool)]
    nodes = nodes[np.asarray(tended[nodes] != given[nodes], dtype=bool)]
    nodes = nodes[reached_by_chance(game)[game.infoset[nodes]]]
    if len(nodes):
        return f"the family's beliefs tend to others at information set {game.infoset_names[game.infoset[nodes[0]]]!r}"
    return ""


def difference_of_profiles(one: BehaviorProfile, other: BehaviorProfile) -> str:
    """Return the first information set, with its player, at which two profiles of a game differ, "" if they agree."""
    for player in (0, 1):
        index = one[player].index
        places = np.flatnonzero(one[player].probabilities != other[player].probabilities)
        if len(places):
            return f"player {player + 1}'s information set {index.infoset_names[index.infoset_of[places[0]]]!r}"
    return ""


def explanation(game: ExtensiveGame, assessment: Assessment) -> Consistency:
    """Decide consistency from the behavior and the beliefs alone.

    Parameters
    ----------
    game : ExtensiveGame
    assessment : Assessment
        Exact, and of this game.

    Returns
    -------
    Consistency
        With `trembles`, from which a family in ε follows, or with the contradiction.
    """
    impossible = np.flatnonzero(np.asarray(game.chance_reach.numerators == 0, dtype=bool) & (game.player >= 0))
    absurd = impossible[assessment.beliefs.probability[impossible].astype(bool)]
    absurd = absurd[reached_by_chance(game)[game.infoset[absurd]]]
    if len(absurd):
        name = game.infoset_names[game.infoset[absurd[0]]]
        return Consistency(False, f"information set {name!r} believes in a node that chance never leads to")
    first, second = (explaining_mistakes(game, assessment, player) for player in (0, 1))
    if isinstance(first, str):
        return Consistency(False, first)
    if isinstance(second, str):
        return Consistency(False, second)
    return Consistency(True, "mistakes that explain the beliefs exist", trembles=(first, second))
