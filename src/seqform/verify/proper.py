"""Proper equilibria: proofs along a family of mixed strategies, by the levels of constant-sum games, or by strictness.

**Along a family.** A completely mixed profile is ε-proper if a pure strategy that earns less than another has at most ε
times its weight; limits of ε-proper profiles, with ε falling to 0, are proper (Myerson 1978). The profiles σ(ε) of a
family are ε'(ε)-proper for some ε' that falls to 0 with ε if and only if, whenever a pure strategy earns less against
the opponent's part of the family than another for all small ε, its weight divided by that of the other falls to 0: that
is, it begins with a higher power of ε. Payoffs are polynomials, compared by their coefficients, the lowest order first.
The pure strategies are those of the reduced normal form; copies of a strategy can share its weight. Plans determine a
mixed strategy where every pure strategy has a sequence of its own; elsewhere the family has to bring one.

**By levels.** The proof is arithmetic; see `seqform.builders.programs.proper` for what levels are. Against a mixture
y of plans of the opponent, with a share w_σ that plays σ, every plan x earns at least the sum of w_σ C_σ(x). If no plan
earns more than the same sum of the levels t_σ, then no x with C_σ(x) ≥ t_σ at the lower levels has C_σ(x) ≥ t_k at all
sequences of level k and more at one of them. So x is proper if and only if it earns all levels, as `Levels.plan` does.

**By strictness.** A pair of reduced pure strategies each of which is the only best reply to the other is proper (van
Damme, Stability and Perfection of Nash Equilibria, 2nd ed. 1991, chapter 2). Proof, after Myerson's of existence: let N
be the mixed profiles in which each of the two has weight 1 - mε at least, m the largest number of strategies of a
player, and every strategy ε^m / m. For small ε each is the only best reply to all of N. Let F(σ), for σ in N, be the
profiles with these least weights in which a strategy that is worse than another against σ has at most ε times its
weight. The others then have weight ε at most each, so F maps N to convex sets in N, that are not empty, with a closed
graph. A fixed point, which exists by Kakutani's theorem, is ε-proper; and with ε it tends to the pair. The behavior at
sets that a player's own strategy excludes is no part of a reduced strategy, and does not matter.
"""

from __future__ import annotations

import operator
from fractions import Fraction

import numpy as np

from seqform.builders.forms.sequence_form import (
    MAX_STRATEGIES,
    count_pure_strategies,
    pure_strategies,
)
from seqform.builders.programs.proper import proper_values
from seqform.errors import ModelError
from seqform.models.answers.evidence import FamilyProperness, Level, Levels, Properness
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import player_name
from seqform.models.numbers.exact import ExactArray, ExactMatrix
from seqform.models.numbers.polynomials import PolynomialArray
from seqform.models.numbers.text import rough_count
from seqform.models.strategies.assessment import EpsilonFamily, PlanFamily, own_sequences
from seqform.models.strategies.behavior import BehaviorProfile
from seqform.system.deadline import require_time
from seqform.verify.nash import payoff_by_sequence
from seqform.verify.perturbed import polynomial_gradient
from seqform.verify.sequential import exact_profile

PROPER = "proper"
"""The name of the check."""


def properness_along(
    game: ExtensiveGame, profile: BehaviorProfile, family: EpsilonFamily
) -> FamilyProperness:
    """Check whether a family of completely mixed strategies proves an exact profile proper.

    It does if its plans tend to those of the profile, and worse pure strategies begin with higher powers of ε.

    Examples
    --------
    >>> import seqform as sf
    >>> game = sf.load("guess-the-ace")
    >>> equilibrium = sf.solve(game, "quasi-perfect")
    >>> print(properness_along(game, equilibrium.profile, equilibrium.assessment.family))
    proper
    """
    profile = exact_profile(game, profile)
    family = family.bound_to(game)
    for player, plan in enumerate(family):
        require_time()
        who = player_name(game.players, player)
        index = plan.index
        weights = profile[player].plan.exact_weights("proper")
        if not plan.limit.plan.exact_weights("proper").equals(weights):
            return FamilyProperness(f"{who}'s plans tend to others than those of the profile")

        count = count_pure_strategies(index)
        if count > MAX_STRATEGIES:
            raise ModelError(
                f"{who} has {rough_count(count)} reduced pure strategies, more than {MAX_STRATEGIES:,}"
            )
        strategies, names = pure_strategies(index)
        mixed = _mixture(plan, strategies)
        if mixed is None:
            return FamilyProperness(f"it has no weight for every reduced pure strategy of {who}")
        signs = mixed.signs()
        if np.any(signs <= 0):
            name = names[int(np.argmin(signs))]
            return FamilyProperness(f"{who}'s strategy {name!r} has no positive weight")

        payoffs = polynomial_gradient(game, player, family[1 - player].weights).under(strategies)
        pair = _as_likely(payoffs, mixed)
        if pair:
            better = names[pair[0]]
            worse = names[pair[1]]
            return FamilyProperness(
                f"{who}'s strategy {better!r} earns more than {worse!r}, which is not less likely"
            )
    return FamilyProperness()


def is_strict(game: ExtensiveGame, profile: BehaviorProfile) -> bool:
    """Return whether each strategy of an exact profile is the only best reply among reduced pure strategies.

    That is so if, against the opponent's plan, the action that a plan plays is better than all others at every set to
    which the plan itself leads. Such a profile is a proper equilibrium; the module has the proof.

    Examples
    --------
    >>> import seqform as sf
    >>> game = sf.bimatrix_game("coordination", [[3, 0], [0, 1]], [[3, 0], [0, 1]])
    >>> [is_strict(game, found.profile) for found in sf.equilibria(game, complete=True)]
    [True, False, True]
    """
    profile = exact_profile(game, profile)
    for player, own in enumerate(game.sequences):
        index = own.index
        weights = profile[player].plan.exact_weights("strict")
        opposing = profile[1 - player].plan.exact_weights("strict")
        reply = index.best_response(payoff_by_sequence(game, player, player, opposing))
        assert isinstance(reply.sequence_value, ExactArray)
        assert isinstance(reply.infoset_value, ExactArray)
        best = reply.infoset_value.take(index.infoset_of[1:])
        slack = best - reply.sequence_value.take(slice(1, None))
        is_best = np.asarray(slack.numerators == 0, dtype=bool)
        num_best = np.bincount(index.infoset_of[1:][is_best], minlength=index.num_infosets)
        is_played = np.asarray(weights.numerators != 0, dtype=bool)
        leads_there = is_played[index.parent_sequence]
        if np.any(leads_there & (num_best != 1)) or np.any(is_played[1:] & ~is_best):
            return False
    return True


def _mixture(family: PlanFamily, strategies: ExactMatrix) -> PolynomialArray | None:
    """Return the weights of all pure strategies, in this order; None if the family does not determine them."""
    if family.mixture is None:
        own = own_sequences(strategies)
        if np.any(own < 0):
            return None
        return family.weights.take(own)

    # The family may have the same strategies in another order.
    of_family = _sequences(family.mixture.strategies)
    places = {sequences: place for place, sequences in enumerate(of_family)}
    order = [places.get(sequences) for sequences in _sequences(strategies)]
    if None in order or len(family.mixture.weights) != len(order):
        return None
    return family.mixture.weights.take(np.array(order, dtype=np.int64))


def _sequences(strategies: ExactMatrix) -> list[tuple[int, ...]]:
    """Return the sequences that each pure strategy plays."""
    rows = np.split(strategies.columns, strategies.row_start[1:-1])
    return [tuple(row.tolist()) for row in rows]


def _as_likely(payoffs: PolynomialArray, weights: PolynomialArray) -> tuple[int, int] | None:
    """Return a strategy and one that earns less, but is as likely or likelier up to a factor; None if there is none.

    The least likely strategy is the one with the highest leading order. From the best strategy to the worst, each is
    compared with the least likely one of those that earn more.
    """
    coefficients = [vector.to_fractions() for vector in payoffs.coefficients]
    values = list(zip(*coefficients, strict=True))  # by strategy, the lowest order first
    orders = weights.leading_orders().tolist()
    best_first = sorted(range(len(values)), key=values.__getitem__, reverse=True)

    least_above: int | None = None  # the least likely of those that earn more than the current one
    least: int | None = None  # the least likely so far, which may earn as much
    previous = best_first[0]
    for strategy in best_first:
        if values[strategy] < values[previous]:
            least_above = least
        if least_above is not None and orders[strategy] <= orders[least_above]:
            return least_above, strategy
        if least is None or orders[strategy] > orders[least]:
            least = strategy
        previous = strategy
    return None


def properness(
    game: ExtensiveGame, profile: BehaviorProfile, levels: tuple[Levels, Levels]
) -> tuple[Properness, ...]:
    """Decide whether both strategies of an exact profile are proper, by the levels of player 0's and of player 1's."""
    profile = exact_profile(game, profile)
    verdicts = []
    for player, own_levels in enumerate(levels):
        invalid = invalid_levels(game, player, own_levels)
        weights = profile[player].plan.exact_weights("proper")
        earned = earned_through(game, player, weights)
        who = player_name(game.players, player)
        verdicts.append(Properness(own_levels, earned, invalid, who))
    return tuple(verdicts)


def earned_through(game: ExtensiveGame, player: int, weights: ExactArray) -> ExactArray:
    """Return C_σ: a plan's payoff against the best reply of those that play σ, for every sequence of the opponent.

    The best reply of all yields C_∅. Each choice of σ that is not the best one at its set costs the opponent the
    difference there, and all else is as good as it was: C_σa = C_σ + the loss by a.
    """
    require_time()
    index = game.sequences[1 - player].index
    reply = index.best_response(-payoff_by_sequence(game, player, 1 - player, weights))
    assert isinstance(reply.sequence_value, ExactArray)
    assert isinstance(reply.infoset_value, ExactArray)
    best = reply.infoset_value.take(index.infoset_of[1:])
    costs = (best - reply.sequence_value.take(slice(1, None))).to_fractions()

    before = index.parent_sequence[index.infoset_of[1:]].tolist()
    earned = [-reply.sequence_value[0]]
    for cost, parent in zip(costs, before, strict=True):
        earned.append(earned[parent] + cost)
    return ExactArray.of(earned)


def invalid_levels(game: ExtensiveGame, player: int, levels: Levels) -> str:
    """Return a reason why levels are not those of a player's proper strategies in a game; "" if they are."""
    index = game.sequences[1 - player].index
    places = np.concatenate([stage.sequences for stage in levels.stages])
    if levels.index is not index or not np.array_equal(np.sort(places), np.arange(len(index))):
        return "a level for every sequence of the opponent in the game expected"
    if not earned_through(game, player, levels.plan.exact_weights("levels")).equals(levels.values):
        return "the plan does not attain the levels"
    up_to_here = np.zeros(len(index), dtype=bool)
    previous: Fraction | None = None
    for number, stage in enumerate(levels.stages, start=1):
        up_to_here[stage.sequences] = True
        ascends = previous is None or stage.value >= previous
        if not ascends or not _is_proof(game, player, levels, stage, up_to_here):
            return f"level {number} is not proven"
        previous = stage.value
    return ""


def _is_proof(
    game: ExtensiveGame, player: int, levels: Levels, stage: Level, allowed: np.ndarray
) -> bool:
    """Return whether the weights w and the mixture y of a stage prove its level.

    w is nonnegative, positive at the level's sequences, and 0 outside of the `allowed` ones, those of this level and
    of lower ones. y is Σ w times a plan, in which the share w_σ plays σ: a sequence has at least the weight of w at
    itself and at all after it. The best response to y earns Σ w_σ t_σ, and so no plan earns more.
    """
    require_time()
    index = levels.index
    weights = stage.weights
    replies = stage.replies
    needed = list(weights.to_fractions())
    for sequence in range(len(index) - 1, 0, -1):
        needed[index.parent_sequence[index.infoset_of[sequence]]] += needed[sequence]
    sums = replies.take(slice(1, None)).sum_by(index.infoset_of[1:], index.num_infosets)
    is_mixture = sums.equals(replies.take(index.parent_sequence)) and replies[0] == needed[0]
    plays_all = all(map(operator.ge, replies.to_fractions(), needed))

    signs = np.sign(weights.numerators)
    is_nonnegative = not np.any(signs < 0)
    is_within = not np.any((signs != 0) & ~allowed)
    is_positive = bool(np.all(signs[stage.sequences] > 0))

    gradient = payoff_by_sequence(game, player, player, replies)
    best = game.sequences[player].index.best_response(gradient).value
    is_bound = best == weights.dot(levels.values)
    return is_mixture and plays_all and is_nonnegative and is_within and is_positive and is_bound


def induction_objection(game: ExtensiveGame, profile: BehaviorProfile) -> str:
    """Return why an exact profile of a game of perfect information is not proper; "" if it is.

    The behavior at the nodes that chance and the player's own choices lead to has to be that of `ProperValues`.
    """
    profile = exact_profile(game, profile)
    possible = np.asarray(game.chance_reach.numerators != 0, dtype=bool)
    for player, own in enumerate(game.sequences):
        strategy = profile[player]
        proper = proper_values(game, player)
        is_played = strategy.plan.exact_weights("proper").numerators != 0
        reached = np.asarray(is_played, dtype=bool)[own.at_node]
        for node in np.flatnonzero((game.player == player) & reached & possible).tolist():
            first = int(game.first_child[node])
            children = np.arange(first, first + game.num_actions[node])
            played = strategy.probabilities[own.at_node[children]].tolist()
            values = [proper.values[child] for child in children.tolist()]
            best = max(values)
            plays_worse = any(
                share and value < best for share, value in zip(played, values, strict=True)
            )
            shares = proper.shares(node)
            if plays_worse or (shares is not None and shares != played):
                name = game.shown_names(player)[game.infoset_names[int(game.infoset[node])]]
                who = player_name(game.players, player)
                return f"{who}'s strategy is not proper: its behavior at {name!r} exploits mistakes less"
    return ""
