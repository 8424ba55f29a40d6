"""The trade-off of a player of a constant-sum game between her payoff against a known opponent and her guarantee.

The largest payoff is a concave, piecewise linear function of the guarantee that is given up. A linear program whose
objective weighs the two finds its corners: between two known ones, the weights for which both are alike, until nothing
is better. Each segment is proved on the game by one best response; see `seqform.verify.guarantee`. Against an opponent
in doubles, or on request, all of it is in doubles and holds within the tolerance of certificates.

For example, from the corners (guarantee, payoff) = (2, 1) and (0, 7) a weight w of the payoff makes both worth the same
where 1 w + 2 (1 - w) = 7 w, so w = 1/4. If the best strategy by this weight is worth 7/4, as they are, the segment
between them is the frontier; if it is worth more, it is a corner between them, and both halves are examined.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any

import seqform.models.verbs as verbs
from seqform.backends.answers import solved_by
from seqform.backends.exact.solution import ExactBackend
from seqform.backends.protocol import SolveOptions, options_among
from seqform.backends.solvers.highs import FROM_NEIGHBOR, HighsBackend
from seqform.builders.forms.sequence_form import sequence_form
from seqform.builders.programs.zero_sum_lp import response_lp
from seqform.errors import CertificationError, ModelError, SolveError
from seqform.io.load import load
from seqform.models.answers.certificate import GUARANTEE
from seqform.models.answers.computed import Computed
from seqform.models.answers.equilibrium import Equilibrium
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import player_label, player_number
from seqform.models.numbers.exact import Number
from seqform.models.numbers.given import Given
from seqform.models.numbers.text import shown_rational
from seqform.models.options import UNIFORM, argument, loss
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.programs.solutions import Basis, RawSolution
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy, RealizationPlan
from seqform.models.table import Cell, Report, Table, Tabular
from seqform.solving.api import solve
from seqform.solving.request import largest_regrets
from seqform.solving.routes.opponents import opponent_strategy
from seqform.solving.routes.plans import require_constant_sum
from seqform.system.deadline import Deadline, within
from seqform.verify.guarantee import certify_response, punishing_strategy
from seqform.verify.nash import best_response


@dataclass(frozen=True, eq=False)
class FrontierPoint:
    """A corner of a frontier: a strategy with its payoff against the opponent, its guarantee, and the loss of that.

    `loss` is how much less is guaranteed than the value of the game.
    """

    loss: Number
    payoff: Number
    guarantee: Number
    strategy: BehaviorStrategy


@dataclass(frozen=True, eq=False, repr=False)
class Frontier(Computed, Tabular):
    """The largest payoff against a known opponent as a function of the loss that is risked: concave and certified.

    - `value`: The value of the game to the player: the guarantee without a loss.
    - `exact`: Whether all numbers are rational and proved; else they are doubles, within the tolerance of certificates.
    - `points`: The corners, from a loss of 0 to that of a best response; between them the frontier is linear.

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
    value: Number
    points: tuple[FrontierPoint, ...]
    exact: bool = True

    def __call__(self, max_loss: Given) -> Number:
        """Return the largest payoff of all strategies that lose at most so much against a best reply."""
        (low, high), share = self._around(max_loss)
        return low.payoff * (1 - share) + high.payoff * share

    def strategy(self, max_loss: Given) -> BehaviorStrategy:
        """Return a strategy with this payoff: a mixture of those at the corners beside the loss."""
        (low, high), share = self._around(max_loss)
        low_weights: Any = low.strategy.plan.weights
        high_weights: Any = high.strategy.plan.weights
        mixed = low_weights * (1 - share) + high_weights * share
        form = sequence_form(self.game).target
        gradient = form.gradient(self.player, self.opponent.plan.weights)
        return RealizationPlan(low.strategy.index, mixed).behavior(gradient)

    plot = verbs.plot_frontier

    def _around(self, max_loss: Given) -> tuple[tuple[FrontierPoint, FrontierPoint], Number]:
        """Return the corners beside a loss, and the share of the second."""
        lost: Number = argument("max_loss", loss, max_loss)
        for low, high in pairwise(self.points):
            if lost < high.loss:
                share = (lost - low.loss) / (high.loss - low.loss)
                return (low, high), share if self.exact else float(share)
        return (self.points[-1], self.points[-1]), 0

    def report(self, *, everything: bool = False) -> Report:
        """Return the corners, with the gain in payoff per unit of loss up to the next one."""
        slopes = [
            (high.payoff - low.payoff) / (high.loss - low.loss)
            for low, high in pairwise(self.points)
        ]
        rows: list[list[Cell]] = [
            [point.loss, point.guarantee, point.payoff, slope]
            for point, slope in zip(self.points, [*slopes, 0], strict=True)
        ]
        title = f"Responses of {self.game.players[self.player]} in {self.game.title}"
        if not self.exact:
            title += ", in doubles"
        corners = Table(title, ("loss", "guarantee", "payoff", "gain per loss"), "rrrr", rows)
        return Report(corners.shortened(everything, "corners"), {"points": lambda: corners})

    def __repr__(self) -> str:
        first, last = self.points[0], self.points[-1]
        return (
            f"<Frontier of {player_label(self.player)} in {self.game.title!r}: payoff "
            f"{shown_rational(first.payoff)} without a loss, "
            f"{shown_rational(last.payoff)} at a loss of {shown_rational(last.loss)}, {len(self.points)} corners>"
        )


def frontier(
    game: Any,
    *,
    player: int | str = 0,
    opponent: Any = UNIFORM,
    exact: bool | None = None,
    options: SolveOptions | Mapping[str, Any] | None = None,
    progress: Callable[[str], None] | None = None,
    **portable: Any,
) -> Frontier:
    """Return the trade-off between the payoff against a known opponent and the loss against a best reply.

    Parameters
    ----------
    game : ExtensiveGame, or anything that `load` accepts
        Constant-sum.
    player : int or str
        0, 1 or a name: who responds.
    opponent : whatever `profile` takes, a strategy of the opponent, "uniform", or an agent of `seqform match`
        The opponent's strategy.
    exact : bool, optional
        Whether the curve is rational and proved, or in doubles; by default as the opponent's probabilities are.
    options : SolveOptions, or a mapping of its fields, optional
        `time_limit`, in seconds, which holds for all of it, and `progress`; no others apply. A field may also be given
        by name.

    Raises
    ------
    GameError
        If the game is not constant-sum.
    ModelError
        If the opponent's strategy is of another game, or in doubles where an exact curve is asked for.
    OptionError
        If an option has no effect here.

    Examples
    --------
    >>> curve = frontier("kuhn", player="Player 2")
    >>> curve.value, curve.points[-1].payoff
    (Fraction(1, 18), Fraction(5, 12))
    """
    chosen = options_among("frontier", ("time_limit", "progress"), options, **portable)
    progress = progress or chosen.progress
    with within(chosen.time_limit):
        tree = load(game)
        require_constant_sum(tree)
        number = player_number(player, tree.players)
        deadline = Deadline(chosen.time_limit)
        return _frontier(tree, opponent, number, exact, deadline, progress)


def _frontier(
    tree: ExtensiveGame,
    opponent: Any,
    number: int,
    exact: bool | None,
    deadline: Deadline,
    progress: Callable[[str], None] | None,
) -> Frontier:
    """Return the frontier of a player, by number."""

    def solved(concept: str) -> Equilibrium:
        return solve(tree, concept, exact=True, time_limit=deadline.left, progress=progress)

    known = opponent_strategy(tree, opponent, 1 - number, solved)
    if exact and not known.exact:
        raise ModelError(
            "frontier: the opponent's probabilities are in doubles; leave exact out, or give fractions, or texts such "
            "as '1/3'"
        )
    is_exact = known.exact if exact is None else exact
    if not is_exact:
        known = known.to_floats().normalized()
    search = _Search(tree, number, known, sequence_form(tree).target, deadline, progress, is_exact)
    points = search.between(search.best(Fraction(0)), search.best(Fraction(1)))

    corners = [points[0]]
    for point in points[1:]:
        if corners[-1].guarantee - point.guarantee <= search.rounding:
            # Of points with one guarantee the last has the largest payoff: at weight 0 any optimal strategy is best.
            corners[-1] = point
        elif point.payoff > corners[-1].payoff + search.rounding:
            corners.append(point)
    value = corners[0].guarantee
    corners = [replace(point, loss=value - point.guarantee) for point in corners]
    return Frontier(tree, number, known, value, tuple(corners), is_exact)


CLOSER = 1e-3
"""Differences of payoffs below this share of the largest gap are none, in doubles."""


@dataclass
class _Search:
    """The programs of one frontier. `basis` is the optimal basis of the last one, the start of the next."""

    game: ExtensiveGame
    player: int
    opponent: BehaviorStrategy
    form: SequenceForm
    deadline: Deadline
    progress: Callable[[str], None] | None
    exact: bool
    basis: Basis | None = None

    @cached_property
    def allowed(self) -> Number:
        """The largest gap of a certificate; a whole number if it is exact, which fractions of any size multiply."""
        if self.exact:
            return 0
        return largest_regrets(self.game)[self.player]

    @property
    def rounding(self) -> Number:
        """The largest difference of payoffs that counts as none; a whole number, so that exact sums stay exact."""
        if self.exact:
            return 0
        return CLOSER * self.allowed

    def best(self, weight: Number) -> FrontierPoint:
        """Return the best strategy by weight · payoff + (1 - weight) · guarantee, certified on the game."""
        if self.progress is not None:
            self.progress(f"response with weight {float(weight):.6g}")
        player = self.player
        known = self.opponent.plan.weights
        step = response_lp(self.form, player, known, None, Fraction(weight))
        raw = self._solved(step.target)
        multipliers: Any
        weights, multipliers = step.lift(raw)
        gradient = self.form.gradient(player, known)
        strategy = RealizationPlan(self.form.sequences[player], weights).behavior(gradient)

        # The multipliers make a strategy of the opponent who punishes: it bounds the guarantee of every other strategy.
        # With weight 1 the guarantee does not count, and there is none.
        price: Number = 0
        punishing = None
        if weight < 1:
            against = self.form.gradient(1 - player, weights)
            punishing = punishing_strategy(self.form, 1 - player, multipliers, against)
        if 0 < weight < 1:
            price = (1 - weight) / weight

        pair = (strategy, self.opponent) if player == 0 else (self.opponent, strategy)
        profile = BehaviorProfile(pair, self.game)
        certificate = certify_response(self.game, profile, player, price, punishing)
        payoff = certificate.values[player]
        guarantee = certificate.figure(GUARANTEE)[player]
        gap = certificate.gap
        if not weight:
            # The payoff has no weight: what is proved is that the strategy guarantees as much as any other.
            assert punishing is not None
            gap = best_response(self.game, player, punishing).value - guarantee
        if certificate.exact is not self.exact or not gap <= self.allowed * (1 + price):
            raise CertificationError(
                "a response fails its check on the game; please report the game"
            )
        return FrontierPoint(Fraction(0), payoff, guarantee, strategy)

    def _solved(self, program: LinearProgram) -> RawSolution:
        """Return the optimum of a program, from the basis of the last one, which differs in the objective alone."""
        backend: Any = ExactBackend() if self.exact else HighsBackend()

        def attempt(basis: Basis | None, native: Mapping[str, Any]) -> RawSolution:
            options = SolveOptions(time_limit=self.deadline.left, raw=native)
            answer: RawSolution = solved_by(backend, program, options, basis)
            return answer

        raw: RawSolution | None = None
        if self.basis is not None:
            raw = attempt(self.basis, dict(FROM_NEIGHBOR))
        if raw is None or not raw.solved:  # from the beginning where the last basis is of no use
            raw = attempt(None, {})
        if not raw.solved:
            raise SolveError(f"{program.name}: {raw.termination} ({raw.status})", raw)
        self.basis = raw.basis
        return raw

    def between(self, first: FrontierPoint, last: FrontierPoint) -> list[FrontierPoint]:
        """Return the corners from one to another, both included, the guarantees falling."""
        corners = [first]
        right_ends = [last]  # of the segments that are not examined yet, the leftmost one last
        while right_ends:
            low = corners[-1]
            high = right_ends[-1]
            gain = high.payoff - low.payoff
            fall = low.guarantee - high.guarantee
            if gain <= self.rounding or fall <= self.rounding:
                corners.append(right_ends.pop())
                continue

            weight = fall / (fall + gain)  # by which both ends are worth the same
            middle = self.best(weight)
            if self._worth(middle, weight) > self._worth(low, weight) + self.rounding:
                right_ends.append(middle)
            else:
                corners.append(right_ends.pop())
        return corners

    @staticmethod
    def _worth(point: FrontierPoint, weight: Number) -> Number:
        return point.payoff * weight + point.guarantee * (1 - weight)
