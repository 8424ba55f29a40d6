"""Proper equilibria: proofs along a family of mixed strategies, or by the levels of constant-sum games.

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
"""

from __future__ import annotations

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
    >>> found = sf.solve(game, "quasi-perfect")
    >>> print(properness_along(game, found.profile, found.assessment.family))
    proper
    """
    profile, family = exact_profile(game, profile), family.bound_to(game)
    for player, plan in enumerate(family):
        require_time()
        who, index = f"player {player + 1}", plan.index
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
        if np.any(mixed.signs() <= 0):
            return FamilyProperness(
                f"{who}'s strategy {names[int(np.argmin(mixed.signs()))]!r} has no positive weight"
            )
        payoffs = polynomial_gradient(game, player, family[1 - player].weights).under(strategies)
        pair = _as_likely(payoffs, mixed)
        if pair:
            better, worse = (repr(names[place]) for place in pair)
            return FamilyProperness(
                f"{who}'s strategy {better} earns more than {worse}, which is not less likely"
            )
    return FamilyProperness()


def _mixture(family: PlanFamily, strategies: ExactMatrix) -> PolynomialArray | None:
    """Return the weights of all pure strategies, in this order; None if the family does not determine them."""
    if family.mixture is None:
        own = own_sequences(strategies)
        return None if np.any(own < 0) else family.weights.take(own)
    places = {
        sequences: place for place, sequences in enumerate(_sequences(family.mixture.strategies))
    }
    order = [places.get(sequences) for sequences in _sequences(strategies)]
    if None in order or len(family.mixture.weights) != len(order):
        return None
    return family.mixture.weights.take(np.array(order, dtype=np.int64))


def _sequences(strategies: ExactMatrix) -> list[tuple[int, ...]]:
    """Return the sequences that each pure strategy plays."""
    return [
        tuple(part.tolist()) for part in np.split(strategies.columns, strategies.row_start[1:-1])
    ]


def _as_likely(payoffs: PolynomialArray, weights: PolynomialArray) -> tuple[int, int] | None:
    """Return a strategy and one that earns less, but is as likely or likelier up to a factor; None if there is none."""
    values = list(zip(*(part.to_fractions() for part in payoffs.coefficients), strict=True))
    orders = weights.leading_orders().tolist()
    ranked = sorted(range(len(values)), key=values.__getitem__, reverse=True)
    above: int | None = (
        None  # the least likely strategy of those that earn more than the current one
    )
    least: int | None = None  # and of those that earn as much or more
    for place, before in zip(ranked, [None, *ranked], strict=False):
        if before is not None and values[place] < values[before]:
            above = least
        if above is not None and orders[place] <= orders[above]:
            return above, place
        if least is None or orders[place] > orders[least]:
            least = place
    return None


def properness(
    game: ExtensiveGame, profile: BehaviorProfile, levels: tuple[Levels, Levels]
) -> tuple[Properness, ...]:
    """Decide whether both strategies of an exact profile are proper, by the levels of player 1's and of player 2's."""
    profile = exact_profile(game, profile)
    return tuple(
        Properness(
            part,
            earned_through(game, player, profile[player].plan.exact_weights("proper")),
            invalid,
        )
        for player, part in enumerate(levels)
        for invalid in [invalid_levels(game, player, part)]
    )


def earned_through(game: ExtensiveGame, player: int, weights: ExactArray) -> ExactArray:
    """Return C_σ: a plan's payoff against the best reply of those that play σ, for every sequence of the opponent."""
    require_time()
    index = game.sequences[1 - player].index
    reply = index.best_response(-payoff_by_sequence(game, player, 1 - player, weights))
    assert isinstance(reply.sequence_value, ExactArray) and isinstance(
        reply.infoset_value, ExactArray
    )
    costs = (
        reply.infoset_value.take(index.infoset_of[1:]) - reply.sequence_value.take(slice(1, None))
    ).to_fractions()
    earned = [-reply.sequence_value[0]]
    for cost, before in zip(
        costs, index.parent_sequence[index.infoset_of[1:]].tolist(), strict=True
    ):
        earned.append(earned[before] + cost)
    return ExactArray.of(earned)


def invalid_levels(game: ExtensiveGame, player: int, levels: Levels) -> str:
    """Return a reason why levels are not those of a player's proper strategies in a game; "" if they are."""
    index = game.sequences[1 - player].index
    places = np.concatenate([stage.sequences for stage in levels.stages])
    if levels.index is not index or not np.array_equal(np.sort(places), np.arange(len(index))):
        return "a level for every sequence of the opponent in the game expected"
    if not earned_through(game, player, levels.plan.exact_weights("levels")).equals(levels.values):
        return "the plan does not attain the levels"
    lower = np.zeros(len(index), dtype=bool)
    before: Fraction | None = None
    for number, stage in enumerate(levels.stages, start=1):
        lower[stage.sequences] = True
        if (before is not None and stage.value < before) or not _is_proof(
            game, player, levels, stage, lower
        ):
            return f"level {number} is not proven"
        before = stage.value
    return ""


def _is_proof(
    game: ExtensiveGame, player: int, levels: Levels, stage: Level, allowed: np.ndarray
) -> bool:
    require_time()
    index, weights, replies = levels.index, stage.weights, stage.replies
    needed = list(weights.to_fractions())
    for sequence in range(len(index) - 1, 0, -1):
        needed[index.parent_sequence[index.infoset_of[sequence]]] += needed[sequence]
    sums = replies.take(slice(1, None)).sum_by(index.infoset_of[1:], index.num_infosets)
    is_mixture = sums.equals(replies.take(index.parent_sequence)) and replies[0] == needed[0]
    enough = all(share >= part for share, part in zip(replies.to_fractions(), needed, strict=True))
    signs = np.sign(weights.numerators)
    right_places = (
        not np.any((signs != 0) & ~allowed)
        and not np.any(signs < 0)
        and np.all(signs[stage.sequences] > 0)
    )
    best = game.sequences[player].index.best_response(
        payoff_by_sequence(game, player, player, replies)
    )
    return bool(is_mixture and enough and right_places and best.value == weights.dot(levels.values))


def induction_objection(game: ExtensiveGame, profile: BehaviorProfile) -> str:
    """Return why an exact profile of a game of perfect information is not proper; "" if it is.

    The behavior at the nodes that chance and the player's own choices lead to has to be that of `ProperValues`.
    """
    profile = exact_profile(game, profile)
    possible = np.asarray(game.chance_reach.numerators != 0, dtype=bool)
    for player, own in enumerate(game.sequences):
        strategy, right = profile[player], proper_values(game, player)
        reached = np.asarray(strategy.plan.exact_weights("proper").numerators != 0, dtype=bool)[
            own.at_node
        ]
        for node in np.flatnonzero((game.player == player) & reached & possible).tolist():
            children = np.arange(
                game.first_child[node], game.first_child[node] + game.num_actions[node]
            )
            played = strategy.probabilities[own.at_node[children]].tolist()
            shares = right.shares(node)
            values = [right.values[child] for child in children.tolist()]
            wrong = any(
                share and value < max(values) for share, value in zip(played, values, strict=True)
            )
            if wrong or (shares is not None and shares != played):
                name = game.shown_names(player)[game.infoset_names[int(game.infoset[node])]]
                return f"player {player + 1}'s strategy is not proper: its behavior at {name!r} exploits mistakes less"
    return ""
