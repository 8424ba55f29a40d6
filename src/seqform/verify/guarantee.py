"""Guarantees of strategies: the ex-post check of one strategy, and certificates of maximin strategies."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from seqform.models.answers.certificate import SAFE, Certificate, Figures
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import player_number
from seqform.models.numbers.exact import ExactArray, Number, Vector
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy
from seqform.models.strategies.tables import infoset_reach
from seqform.models.table import Cell, Line, Report, Table, Tabular
from seqform.verify.nash import best_response, certify, payoff_by_sequence, rounding_bound


@dataclass(frozen=True, eq=False, repr=False)
class StrategyCheck(Tabular):
    """The payoffs of one strategy against its worst opponent and against the opponent's best reply.

    - `guarantee`: The payoff of the strategy against an opponent who minimizes it.
    - `reply`: A pure best reply of the opponent in the opponent's own interest, the first one where several are.
    - `against_reply`: The payoffs of the player and of the opponent if the opponent plays `reply`. In a constant-sum
      game the first is the guarantee.
    """

    game: ExtensiveGame
    player: int
    strategy: BehaviorStrategy
    guarantee: Number
    reply: BehaviorStrategy
    against_reply: tuple[Number, Number]

    @property
    def exact(self) -> bool:
        """True if all of it is computed in rational arithmetic."""
        return self.strategy.exact

    def report(self, *, everything: bool = False) -> Report:
        """Return the payoffs, and the choices of the best reply at the sets that it and the strategy allow."""
        mine, theirs = (self.game.players[player] for player in (self.player, 1 - self.player))
        rows: list[list[Cell]] = [
            [f"{mine} is guaranteed", self.guarantee],
            [f"{mine} receives against the best reply", self.against_reply[0]],
            [f"{theirs} receives by the best reply", self.against_reply[1]],
        ]
        payoffs = Table(self.game.title, ("quantity", "value"), "lr", rows, heading=False)
        index, names = self.reply.index, self.game.shown_names(1 - self.player)
        both = (self.strategy, self.reply) if self.player == 0 else (self.reply, self.strategy)
        reach = infoset_reach(self.game, BehaviorProfile(both, self.game), 1 - self.player)
        choices: list[list[Cell]] = []
        for row in index.order.tolist():
            if everything or reach[row] > 0:
                start = index.first_sequence[row]
                chosen = int(np.argmax(self.reply.probabilities[start : start + index.num_actions[row]]))
                choices.append([names[index.infoset_names[row]], index.action_names[row][chosen]])
        reply = Table(f"a best reply of {theirs}, where it is reached", ("information set", "choice"), "ll", choices)
        how = "exact" if self.exact else "in doubles"
        return Report([payoffs, reply, Line(f"computed on the game itself, {how}", "dim")], {"reply": lambda: reply})

    def __repr__(self) -> str:
        return f"<StrategyCheck of player {self.player + 1} in {self.game.title!r}: guarantee {self.guarantee}>"


def check_strategy(game: ExtensiveGame, strategy: BehaviorStrategy, player: int | str) -> StrategyCheck:
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
    own, other = (game.sequences[one].index for one in (player, 1 - player))
    strategy = strategy.bound_to(own)
    if not strategy.exact:
        strategy = strategy.normalized()
    weights = strategy.plan.weights
    loss = -payoff_by_sequence(game, player, 1 - player, weights)
    gain = payoff_by_sequence(game, 1 - player, 1 - player, weights)
    best = other.best_response(gain)
    chosen = np.zeros(len(other), dtype=object)
    chosen[[0, *(other.first_sequence[:-1] + best.choice).tolist()]] = 1
    reply = BehaviorStrategy(other, chosen)
    played = reply.plan.exact_weights("reply")
    received = -loss.dot(played) if isinstance(loss, ExactArray) else -float(loss @ played.to_floats())
    guarantee = -other.best_response(loss).value
    return StrategyCheck(game, player, strategy, guarantee, reply, (received, best.value))


def guarantee_of(game: ExtensiveGame, player: int, weights: Vector) -> Number:
    """Return the payoff of a realization plan against an opponent who minimizes it."""
    losses = -payoff_by_sequence(game, player, 1 - player, weights)
    return -game.sequences[1 - player].index.best_response(losses).value


def certify_safe(game: ExtensiveGame, profile: BehaviorProfile, punishing: BehaviorProfile) -> Certificate:
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
    strategies, opponents = profile.bound_to(game), punishing.bound_to(game)
    if not exact:
        strategies, opponents = (each.to_floats().normalized() for each in (strategies, opponents))
    pairs: list[tuple[Number, Number]] = [
        (
            guarantee_of(game, player, strategies[player].plan.weights),
            best_response(game, player, opponents[1 - player]).value,
        )
        for player in (0, 1)
    ]
    if not exact:
        pairs = [_without_rounding(*pair, rounding_bound(game)) for pair in pairs]
    (first, first_bound), (second, second_bound) = pairs
    figures: dict[str, Figures] = {SAFE.attained: (first, second), SAFE.bound: (first_bound, second_bound)}
    return replace(certificate, exact=exact, claim=SAFE, figures=figures)


def _without_rounding(guarantee: Number, bound: Number, rounding: float) -> tuple[float, float]:
    """Return both in doubles; a bound that is lower by no more than rounding is the guarantee."""
    low, high = float(guarantee), float(bound)
    return low, low if low - rounding <= high < low else high
