"""Guarantees of strategies: the check of one strategy, and certificates of maximin strategies and of responses.

A response to a known opponent has a payoff, a guarantee, and a proof that nothing with this guarantee earns more: every
strategy x with min over y of xᵀA y ≥ g has, for a plan ȳ of the opponent and a price λ ≥ 0,
xᵀA ŷ ≤ xᵀA (ŷ + λ ȳ) - λ g against the known plan ŷ. The right side is at most that of a best response.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import compress
from typing import Any

import numpy as np

from seqform.backends.exact.solution import ExactBackend
from seqform.builders.forms.sequence_form import sequence_form
from seqform.builders.programs.zero_sum_lp import response_lp
from seqform.errors import ModelError
from seqform.models.answers.certificate import GUARANTEE, RESPONSE, SAFE, Certificate, Figures
from seqform.models.answers.computed import Computed
from seqform.models.games.abstraction import Filters
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import BestResponse, SequenceIndex, player_label, player_number
from seqform.models.games.ordered import OrderedGame
from seqform.models.numbers.exact import ExactArray, Number, Vector, doubles
from seqform.models.numbers.text import shown, shown_rational
from seqform.models.programs.class_game import ClassStrategy
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy, RealizationPlan
from seqform.models.strategies.tables import reach_without
from seqform.models.table import Cell, Line, Report, Table, Tabular
from seqform.verify.deal_certificate import (
    DealCertificate,
    LiftedStrategy,
    certify_lifted,
    lift,
)
from seqform.verify.nash import (
    best_response,
    certify,
    payoff_by_sequence,
    rounding_bound,
    without_rounding,
)


@dataclass(frozen=True, eq=False, repr=False)
class StrategyCheck(Computed, Tabular):
    """The payoffs of one strategy against its worst opponent and against the opponent's best reply.

    - `guarantee`: The payoff of the strategy against an opponent who minimizes it.
    - `reply`: A pure best reply of the opponent in the opponent's own interest, the first one where several are.
    - `against_reply`: The payoffs of the player and of the opponent if the opponent plays `reply`. In a constant-sum
      game the first is the guarantee.
    - `replies`: The actions at each set of the opponent that best replies may play, by the names of the sets. Where the
      strategy or chance excludes a set they are all of them.
    """

    game: ExtensiveGame
    player: int
    strategy: BehaviorStrategy
    guarantee: Number
    reply: BehaviorStrategy
    against_reply: tuple[Number, Number]
    replies: Mapping[str, tuple[str, ...]]

    @property
    def exact(self) -> bool:
        """True if all of it is computed in rational arithmetic."""
        return self.strategy.exact

    def report(self, *, everything: bool = False) -> Report:
        """Return the payoffs, and the choices of the best reply at the sets that it and the strategy allow."""
        player = self.game.players[self.player]
        opponent = self.game.players[1 - self.player]
        rows: list[list[Cell]] = [
            [f"{player} is guaranteed", self.guarantee],
            [f"{player} receives against the best reply", self.against_reply[0]],
            [f"{opponent} receives by the best reply", self.against_reply[1]],
        ]
        payoffs = Table(self.game.title, ("quantity", "value"), "lr", rows, heading=False)

        names = self.game.shown_names(1 - self.player)
        shown_sets = list(self.replies) if everything else self._reached()
        choices: list[list[Cell]] = [
            [names[infoset], ", ".join(self.replies[infoset])] for infoset in shown_sets
        ]
        title = f"best replies of {opponent}, where they are reached"
        reply = Table(title, ("information set", "actions"), "ll", choices)

        how = "exact" if self.exact else "in doubles"
        return Report(
            [payoffs, reply, Line(f"computed on the game itself, {how}", "dim")],
            {"reply": lambda: reply},
        )

    def _reached(self) -> list[str]:
        """Return the sets of the opponent to which the strategy and some best reply lead."""
        index = self.reply.index
        reach = reach_without(self.game, 1 - self.player, self.strategy)
        is_played = np.zeros(len(index), dtype=bool)
        is_played[0] = True
        reached = []
        for row in index.order.tolist():
            name = index.infoset_names[row]
            if not is_played[index.parent_sequence[row]] or not reach[row] > 0:
                continue
            reached.append(name)
            for place, action in enumerate(index.action_names[row]):
                is_best = action in self.replies[name]
                is_played[int(index.first_sequence[row]) + place] = is_best
        return reached

    def __repr__(self) -> str:
        return (
            f"<StrategyCheck of {player_label(self.player)} in {self.game.title!r}: "
            f"guarantee {shown_rational(self.guarantee)}>"
        )


def check_strategy(
    game: ExtensiveGame, strategy: BehaviorStrategy, player: int | str
) -> StrategyCheck:
    """Compute the guarantee of one player's strategy and the opponent's best reply, in time linear in the tree.

    `seqform.check_strategy` is this function for games and strategies from anywhere.

    Examples
    --------
    >>> import seqform as sf
    >>> game = sf.load("kuhn")
    >>> check_strategy(game, sf.uniform_profile(game)[0], 0).guarantee
    Fraction(-5, 12)
    """
    player = player_number(player, game.players)
    strategy = strategy.bound_to(game.sequences[player].index)
    if not strategy.exact:
        strategy = strategy.normalized()
    weights = strategy.plan.weights
    opponent = game.sequences[1 - player].index
    loss = -payoff_by_sequence(game, player, 1 - player, weights)
    guarantee = -opponent.best_response(loss).value

    gain = payoff_by_sequence(game, 1 - player, 1 - player, weights)
    best = opponent.best_response(gain)
    probabilities = np.zeros(len(opponent), dtype=object)
    probabilities[0] = 1
    probabilities[opponent.first_sequence[:-1] + best.choice] = 1
    reply = BehaviorStrategy(opponent, probabilities)

    played = reply.plan.exact_weights("reply")
    if isinstance(loss, ExactArray):
        received: Number = -loss.dot(played)
    else:
        lost = float(loss @ played.to_floats())
        received = -lost
    replies = _best_actions(opponent, best)
    return StrategyCheck(game, player, strategy, guarantee, reply, (received, best.value), replies)


def _best_actions(index: SequenceIndex, best: BestResponse) -> dict[str, tuple[str, ...]]:
    """Return the optimal actions at each information set."""
    actions = {}
    for row in index.order.tolist():
        first = int(index.first_sequence[row])
        names = index.action_names[row]
        largest = best.infoset_value[row]
        is_best = [best.sequence_value[first + place] == largest for place in range(len(names))]
        actions[index.infoset_names[row]] = tuple(compress(names, is_best))
    return actions


def guarantee_of(game: ExtensiveGame, player: int, weights: Vector) -> Number:
    """Return the payoff of a realization plan against an opponent who minimizes it."""
    losses = -payoff_by_sequence(game, player, 1 - player, weights)
    return -game.sequences[1 - player].index.best_response(losses).value


def certify_safe(
    game: ExtensiveGame, profile: BehaviorProfile, punishing: BehaviorProfile
) -> Certificate:
    """Compute the payoff that each strategy of a profile guarantees, and a bound on the guarantees of all strategies.

    - `punishing`: For each player a strategy that keeps the opponent's payoff low. The best response to it bounds what
      the opponent can guarantee; where the bound is attained, both are proved to be optimal.

    The certificate is of the claim `SAFE`, in rational arithmetic if all four strategies are exact.

    References
    ----------
    von Neumann (1928): the largest guarantee is the value of the zero-sum game in which the opponent minimizes.

    Examples
    --------
    >>> import seqform as sf
    >>> game = sf.load("kuhn")
    >>> profile = sf.solve(game, exact=True).profile
    >>> certify_safe(game, profile, profile).figure("guarantee")
    (Fraction(-1, 18), Fraction(1, 18))
    """
    certificate = certify(game, profile)
    exact = profile.exact and punishing.exact
    strategies = profile.bound_to(game)
    opponents = punishing.bound_to(game)
    rounding = 0.0
    if not exact:
        strategies = strategies.to_floats().normalized()
        opponents = opponents.to_floats().normalized()
        rounding = rounding_bound(game)

    guarantees: list[Number] = []
    bounds: list[Number] = []
    for player in (0, 1):
        guarantee = guarantee_of(game, player, strategies[player].plan.weights)
        bound = best_response(game, player, opponents[1 - player]).value
        if not exact:
            guarantee = float(guarantee)
            bound = float(bound)
            # No strategy guarantees more than the bound: where it is below, that is due to rounding.
            if guarantee - rounding <= bound < guarantee:
                bound = guarantee
        guarantees.append(guarantee)
        bounds.append(bound)
    figures: dict[str, Figures] = {
        SAFE.attained: (guarantees[0], guarantees[1]),
        SAFE.bound: (bounds[0], bounds[1]),
    }
    return certificate.recomputed(exact=exact, claim=SAFE, figures=figures)


def certify_response(
    game: ExtensiveGame,
    profile: BehaviorProfile,
    player: int,
    price: Number = 0,
    punishing: BehaviorStrategy | None = None,
) -> Certificate:
    """Compute what a strategy earns against the other one of a profile, what it guarantees, and a bound.

    - `player`: Whose strategy is the response.
    - `price`: λ ≥ 0: what the payoff gains per unit of the guarantee that is given up.
    - `punishing`: A strategy of the opponent against which, together with the known one, the response is a best
      response; needed with a price.

    The certificate is of the claim `RESPONSE`: no strategy that guarantees as much as this one earns more against the
    known opponent.

    Examples
    --------
    >>> import seqform as sf
    >>> game = sf.load("kuhn")
    >>> best = sf.solve(game, "safe-response", opponent="uniform")
    >>> certify_response(game, best.profile, 0).figure("payoff")
    (Fraction(1, 2), Fraction(-1, 2))
    """
    if not price >= 0:
        raise ModelError(
            f"response: a price from 0 on expected, which bounds what others earn, not {shown(price)}"
        )
    certificate = certify(game, profile)
    profile = profile.bound_to(game)
    is_exact_price = isinstance(price, int | Fraction)
    exact = profile.exact and is_exact_price and (punishing is None or punishing.exact)
    if not exact:
        profile = profile.to_floats().normalized()
    guarantees = (
        guarantee_of(game, 0, profile[0].plan.weights),
        guarantee_of(game, 1, profile[1].plan.weights),
    )
    payoff = certificate.values[player]
    bound = certificate.best_response_values[player]
    if price and punishing is not None:
        # The best response to ŷ + λ ȳ, less λ g: see above.
        known = profile[1 - player].plan.weights
        opponent = game.sequences[1 - player].index
        punishing_weights = punishing.bound_to(opponent).plan.weights
        total: Vector
        if isinstance(known, ExactArray) and isinstance(punishing_weights, ExactArray):
            total = known + punishing_weights * Fraction(price)
        else:
            total = doubles(known) + doubles(punishing_weights) * float(price)
        gradient = payoff_by_sequence(game, player, player, total)
        best = game.sequences[player].index.best_response(gradient)
        bound = best.value - price * guarantees[player]
    if not exact:
        payoff = float(payoff)
        rounding = rounding_bound(game) * (1 + float(price))
        bound = without_rounding(float(bound), payoff, rounding)
    response = _of_response(certificate, player, payoff, bound, guarantees)
    return response.recomputed(exact=exact)


def _of_response(
    certificate: Certificate, player: int, payoff: Number, bound: Number, guarantees: Figures
) -> Certificate:
    """Return the certificate of a profile as one of a player's response; the opponent's figures are her payoff."""
    opponent_payoff = certificate.values[1 - player]

    def of_both(number: Number) -> Figures:
        return (number, opponent_payoff) if player == 0 else (opponent_payoff, number)

    figures: dict[str, Figures] = {
        RESPONSE.attained: of_both(payoff),
        RESPONSE.bound: of_both(bound),
        GUARANTEE: guarantees,
    }
    return certificate.recomputed(claim=RESPONSE, figures=figures)


def decide_response(game: ExtensiveGame, profile: BehaviorProfile, player: int) -> Certificate:
    """Certify a response as `certify_response` does, with the price that an exact linear program finds."""
    profile = profile.bound_to(game)
    alone = certify_response(game, profile, player)
    form = sequence_form(game).target
    guarantee = Fraction(alone.figure(GUARANTEE)[player])

    # The best response with this guarantee: the multipliers are λ ȳ of the proof, the first of them the price λ.
    step = response_lp(form, player, profile[1 - player].plan.weights, guarantee)
    raw = ExactBackend().solve(step.target)
    if not raw.solved:  # a guarantee in doubles may be above what there is
        return alone
    _, multipliers = step.lift(raw)
    if not isinstance(multipliers, ExactArray) or multipliers[0] == 0:
        return alone

    against = form.gradient(1 - player, profile[player].plan.weights)
    if not isinstance(against, ExactArray):
        against = ExactArray.zeros(len(multipliers))
    punishing = punishing_strategy(form, 1 - player, multipliers, against)
    return certify_response(game, profile, player, multipliers[0], punishing)


def punishing_strategy(
    form: SequenceForm, player: int, multipliers: Any, against: Vector
) -> BehaviorStrategy:
    """Return the strategy ȳ of a player for the multipliers λ ȳ of a response, with best replies where it is undecided.

    - `against`: The payoffs by the player's sequences that the replies are best to.
    """
    if isinstance(multipliers, ExactArray):
        plan: Vector = multipliers * (1 / multipliers[0])
    else:
        plan = multipliers / multipliers[0]
    return RealizationPlan(form.sequences[player], plan).behavior(against)


def certify_on_deals(
    game: OrderedGame,
    filters: Filters,
    strategies: tuple[ClassStrategy, ClassStrategy],
    known: ClassStrategy,
    weight: Fraction,
    *,
    threads: int = 1,
    progress: Callable[[str], None] | None = None,
) -> DealCertificate:
    """Compute, on all deals of a constant-sum game, what `certify_response` computes on a tree.

    - `strategies`: The response, and the strategy of the opponent against which, mixed with the known one, it is a best
      response.
    - `known`: The strategy of the opponent that is known.
    - `weight`: The share of the known strategy in the mixture, 1 for a best response to it alone.
    """
    share = float(weight)
    opponent = known.player
    player = 1 - opponent
    constant = game.constant_sum
    assert constant is not None
    own = lift(game, filters[player], strategies[player])
    against = lift(game, filters[opponent], known)
    punishing = lift(game, filters[opponent], strategies[opponent])
    mixture = []
    for known_weights, other_weights in zip(against.weights, punishing.weights, strict=True):
        mixture.append(share * known_weights + (1 - share) * other_weights)
    mixed = replace(against, weights=tuple(mixture))

    def certified(opposing: LiftedStrategy) -> DealCertificate:
        pair = (own, opposing) if player == 0 else (opposing, own)
        return certify_lifted(game, pair, threads=threads, progress=progress)

    on_known = certified(against)
    # Of the known strategy alone the mixture is that strategy
    on_mixture = on_known if weight == 1 else certified(mixed)
    certificate = on_known.certificate

    # Payoffs have a constant sum: what a strategy guarantees is what the best reply to it leaves.
    best = [float(value) for value in certificate.best_response_values]
    guarantees = (float(constant) - best[1], float(constant) - best[0])

    # With the share w of the known strategy, λ = (1 - w) / w: the bound of a tree, all of it times w.
    payoff = float(certificate.values[player])
    best_on_mixture = float(on_mixture.certificate.best_response_values[player])
    bound = (best_on_mixture - (1 - share) * guarantees[player]) / share
    rounding = 2 * (on_known.rounding_bound + on_mixture.rounding_bound) / share
    settled = without_rounding(bound, payoff, rounding)

    of_response = _of_response(certificate, player, payoff, settled, guarantees)
    strategy_pair = (strategies[0], known) if player == 0 else (known, strategies[1])
    return on_known.recomputed(certificate=of_response).of((*filters, *strategy_pair))
