"""The exact trade-off of a player of a constant-sum game between her payoff against a known opponent and her guarantee.

The largest payoff is a concave, piecewise linear function of the guarantee that is given up. A linear program whose
objective weighs the two finds its corners: between two known ones, the weights for which both are alike, until nothing
is better. Each segment is proved on the game by one best response; see `seqform.verify.response`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

import seqform.models.verbs as verbs
from seqform.backends.exact.solution import ExactBackend
from seqform.backends.protocol import SolveOptions, portable_options
from seqform.builders.forms.sequence_form import sequence_form
from seqform.builders.programs.max_min import response_lp
from seqform.errors import CertificationError, ModelError, SolveError
from seqform.io.load import load
from seqform.models.answers.claims import GUARANTEE
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.players import player_number
from seqform.models.numbers.exact import ExactArray
from seqform.models.options import argument, loss
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy, RealizationPlan
from seqform.models.table import MAX_ROWS, SHOW_ALL, Line, Part, Report, Table
from seqform.models.tabular import Tabular
from seqform.solving.routes.plans import require_constant_sum
from seqform.solving.start_names import UNIFORM
from seqform.solving.starts import opponent_strategy
from seqform.system.deadline import Deadline
from seqform.verify.nash import best_response
from seqform.verify.response import certify_response


@dataclass(frozen=True, eq=False)
class FrontierPoint:
    """A corner of a frontier: a strategy with its payoff against the opponent, its guarantee, and the loss of that.

    `loss` is how much less is guaranteed than the value of the game.
    """

    loss: Fraction
    payoff: Fraction
    guarantee: Fraction
    strategy: BehaviorStrategy


@dataclass(frozen=True, eq=False, repr=False)
class Frontier(Tabular):
    """The largest payoff against a known opponent as a function of the loss that is risked: concave, exact and proved.

    Attributes
    ----------
    value : Fraction
        The value of the game to the player: the guarantee without a loss.
    points : tuple of FrontierPoint
        The corners, from a loss of 0 to that of a best response; between them the frontier is linear.

    Examples
    --------
    >>> curve = frontier("kuhn", player=0, opponent="uniform")
    >>> [(str(point.loss), str(point.payoff)) for point in curve.points]
    [('0', '1/6'), ('1/18', '7/18'), ('5/18', '1/2')]
    >>> curve(Fraction(1, 36))
    Fraction(5, 18)
    """

    game: ExtensiveGame
    player: int
    opponent: BehaviorStrategy
    value: Fraction
    points: tuple[FrontierPoint, ...]

    def __call__(self, max_loss: Fraction | int | str) -> Fraction:
        """Return the largest payoff of all strategies that lose at most so much against a best reply."""
        (low, high), share = self._around(max_loss)
        return low.payoff * (1 - share) + high.payoff * share

    def strategy(self, max_loss: Fraction | int | str) -> BehaviorStrategy:
        """Return a strategy with this payoff: a mixture of those at the corners beside the loss."""
        (low, high), share = self._around(max_loss)
        weights = [point.strategy.plan.exact_weights("frontier") for point in (low, high)]
        mixed = (weights[0] * (1 - share) + weights[1] * share).reduced()
        index = low.strategy.index
        gradient = sequence_form(self.game).target.gradient(self.player, self.opponent.plan.weights)
        return RealizationPlan(index, mixed).behavior(gradient)

    plot = verbs.plot_frontier

    def _around(self, max_loss: Fraction | int | str) -> tuple[tuple[FrontierPoint, FrontierPoint], Fraction]:
        """Return the corners beside a loss, and the share of the second."""
        exact = argument("max_loss", loss, max_loss)
        for low, high in pairwise(self.points):
            if exact < high.loss:
                return (low, high), (exact - low.loss) / (high.loss - low.loss)
        return (self.points[-1], self.points[-1]), Fraction(0)

    def report(self, *, everything: bool = False) -> Report:
        """Return the corners, with the gain in payoff per unit of loss up to the next one."""
        slopes = [(high.payoff - low.payoff) / (high.loss - low.loss) for low, high in pairwise(self.points)]
        rows = [
            [point.loss, point.guarantee, point.payoff, slope]
            for point, slope in zip(self.points, [*slopes, Fraction(0)], strict=True)
        ]
        title = f"Responses of {self.game.players[self.player]} in {self.game.title}"
        whole = Table(title, ("loss", "guarantee", "payoff", "gain per loss"), "rrrr", rows)
        table = whole if everything else replace(whole, rows=rows[:MAX_ROWS])
        parts: list[Part] = [table]
        if len(rows) > len(table.rows):
            parts.append(Line(f"{len(rows) - MAX_ROWS:,} more corners; {SHOW_ALL} one"))
        return Report(parts, {"points": lambda: whole})

    def __repr__(self) -> str:
        first, last = self.points[0], self.points[-1]
        return (
            f"<Frontier of player {self.player + 1} in {self.game.title!r}: payoff {first.payoff} without a loss, "
            f"{last.payoff} at a loss of {last.loss}, {len(self.points)} corners>"
        )


def frontier(
    game: Any,
    *,
    player: int | str = 0,
    opponent: Any = UNIFORM,
    options: SolveOptions | None = None,
    progress: Callable[[str], None] | None = None,
    **portable: Any,
) -> Frontier:
    """Return the exact trade-off between the payoff against a known opponent and the loss against a best reply.

    Parameters
    ----------
    game : ExtensiveGame, or anything that `load` accepts
        Constant-sum.
    player : int or str
        0, 1 or a name: who responds.
    opponent : whatever `profile` takes, a strategy of the opponent, or "uniform"
        The opponent's strategy, exact.
    options : SolveOptions, optional
        Its time limit holds for all of it; a field may also be given by name.

    Raises
    ------
    GameError
        If the game is not constant-sum.
    ModelError
        If the opponent's strategy is not exact, or of another game.

    Examples
    --------
    >>> curve = frontier("kuhn", player="Player 2")
    >>> curve.value, curve.points[-1].payoff
    (Fraction(1, 18), Fraction(5, 12))
    """
    tree = load(game)
    require_constant_sum(tree)
    number = player_number(player, tree.players)
    known = opponent_strategy(tree, opponent, 1 - number)
    if not known.exact:
        raise ModelError(
            "frontier: the opponent's probabilities are in doubles; give fractions, or texts such as '1/3'"
        )
    limit = portable_options(options, **portable).time_limit
    search = _Search(tree, number, known, sequence_form(tree).target, Deadline(limit), progress)
    first, last = search.best(Fraction(0)), search.best(Fraction(1))
    points = search.between(first, last)
    kept = [points[0]]
    for point in points[1:]:
        if point.guarantee == kept[-1].guarantee:  # the first corner found is any equilibrium strategy
            kept[-1] = point
        elif point.payoff > kept[-1].payoff:
            kept.append(point)
    return Frontier(tree, number, known, kept[0].guarantee, tuple(_with_loss(kept)))


def _with_loss(points: list[FrontierPoint]) -> list[FrontierPoint]:
    value = points[0].guarantee
    return [FrontierPoint(value - one.guarantee, one.payoff, one.guarantee, one.strategy) for one in points]


@dataclass
class _Search:
    game: ExtensiveGame
    player: int
    opponent: BehaviorStrategy
    form: SequenceForm
    deadline: Deadline
    progress: Callable[[str], None] | None

    def best(self, weight: Fraction) -> FrontierPoint:
        """Return the best strategy by weight · payoff + (1 - weight) · guarantee, proved on the game."""
        if self.progress is not None:
            self.progress(f"response with weight {float(weight):.6g}")
        step = response_lp(self.form, self.player, self.opponent.plan.weights, None, weight)
        raw = ExactBackend().solve(step.target, SolveOptions(time_limit=self.deadline.left))
        if not raw.solved:
            raise SolveError(f"{step.target.name}: {raw.termination} ({raw.status})", raw)
        weights, multipliers = step.lift(raw)
        assert isinstance(weights, ExactArray) and isinstance(multipliers, ExactArray)
        gradient = self.form.gradient(self.player, self.opponent.plan.weights)
        own, other = self.form.sequences[self.player], self.form.sequences[1 - self.player]
        strategy = RealizationPlan(own, weights).behavior(gradient)
        pair = (strategy, self.opponent) if self.player == 0 else (self.opponent, strategy)
        profile, price, punishing = BehaviorProfile(pair, self.game), Fraction(0), None
        if weight < 1:
            punishing = RealizationPlan(other, multipliers * (1 / multipliers[0])).behavior(
                self.form.gradient(1 - self.player, weights)
            )
            price = (1 - weight) / weight if weight else Fraction(0)
        certificate = certify_response(self.game, profile, self.player, price, punishing)
        payoff, guarantee = certificate.values[self.player], certificate.figure(GUARANTEE)[self.player]
        proven = certificate.proven
        if not weight:
            assert punishing is not None
            proven = best_response(self.game, self.player, punishing).value == guarantee
        if not proven:
            raise CertificationError("a response fails its check on the game; please report the game")
        return FrontierPoint(Fraction(0), Fraction(payoff), Fraction(guarantee), strategy)

    def between(self, first: FrontierPoint, last: FrontierPoint) -> list[FrontierPoint]:
        """Return the corners from one to another, both included, the guarantees falling."""
        found, open_parts = [first], [last]
        while open_parts:
            low, high = found[-1], open_parts[-1]
            gain, fall = high.payoff - low.payoff, low.guarantee - high.guarantee
            if gain <= 0 or fall <= 0:
                found.append(open_parts.pop())
                continue
            weight = fall / (fall + gain)
            middle = self.best(weight)
            if self._worth(middle, weight) > self._worth(low, weight):
                open_parts.append(middle)
            else:
                found.append(open_parts.pop())
        return found

    @staticmethod
    def _worth(point: FrontierPoint, weight: Fraction) -> Fraction:
        return point.payoff * weight + point.guarantee * (1 - weight)
