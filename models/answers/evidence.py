"""Whether behavior replies best to an opponent who trembles along a family in ε.

Whether behavior is locally best along a family in ε, the player's own later trembles counted.

What players forgo at their information sets, given an assessment.

Evidence that an assessment is consistent: how likely each player's trembles are.

Evidence that a strategy is undominated, and that an equilibrium is normal-form perfect.

What was found out about an assessment: its certificate, and the evidence behind every check in it.

What an answer is worth in the original game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from seqform.errors import ModelError
from seqform.models.games.infosets import SequenceIndex
from seqform.models.immutable import Immutable, cached
from seqform.models.numbers.exact import ExactArray, Ints
from seqform.models.numbers.polynomials import PolynomialArray
from seqform.models.numbers.text import counted, html_table, short
from seqform.models.strategies.assessment import Assessment
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy, RealizationPlan, RealizationPlans
from seqform.models.strategies.families import EpsilonFamily, PlanFamily


@dataclass(frozen=True)
class BetterAction:
    """An information set at which an action that behavior takes earns less than another for small ε > 0.

    Attributes
    ----------
    infoset, action, instead_of : str
        Where, a best action, and one in use that is none.
    gain : Fraction
        What the best action earns more, to lowest order in ε; weighted by the probability with which chance and
        the opponent let play reach the set.
    order : int
        That order.
    """

    player: int
    infoset: str
    action: str
    instead_of: str
    gain: Fraction
    order: int

    def __str__(self) -> str:
        size = short(self.gain) + (f" ε^{self.order}" if self.order else "")
        where = f"player {self.player + 1}'s information set {self.infoset!r},"
        return f"at {where} {self.action!r} earns {size} more than {self.instead_of!r}"


@dataclass(frozen=True, eq=False, repr=False)
class ExtensiveFormPerfection:
    """Whether a profile is the limit of a family and every action that it takes is a local best reply to the family.

    Then the profile is extensive-form perfect. Otherwise this family does not show that it is; another one might.

    Attributes
    ----------
    difference : str
        Where the family tends to another profile, "" if nowhere.
    better_actions : tuple of BetterAction
        One for every information set at which one exists, player 1's first, later sets of the table last.

    References
    ----------
    Selten (1975), Reexamination of the perfectness concept for equilibrium points in extensive games, International
    Journal of Game Theory 4, 25-55.
    """

    difference: str
    better_actions: tuple[BetterAction, ...]

    @property
    def holds(self) -> bool:
        """Whether the profile is proved to be extensive-form perfect."""
        return not self.difference and not self.better_actions

    def __str__(self) -> str:
        if self.holds:
            return "extensive-form perfect"
        if self.difference:
            return f"not extensive-form perfect along this family: {self.difference}"
        where = counted(len(self.better_actions), "information set")
        return f"not extensive-form perfect along this family, at {where}: {self.better_actions[0]}"

    def __repr__(self) -> str:
        return f"<ExtensiveFormPerfection: {self}>"


@dataclass(frozen=True)
class Deviation:
    """A better action at an information set.

    Attributes
    ----------
    infoset, action : str
        Where, and what to do instead.
    gain : Fraction
        What the action earns above the behavior there, as the player's beliefs see it.
    """

    player: int
    infoset: str
    action: str
    gain: Fraction

    def __str__(self) -> str:
        return f"player {self.player + 1} gains {short(self.gain)} by {self.action!r} at {self.infoset!r}"


@dataclass(frozen=True, eq=False, repr=False)
class SequentialRegrets(Immutable):
    """The worth of every action at every information set, and what the behavior there forgoes.

    Attributes
    ----------
    action_values : two arrays of Fraction, shapes (|S_i|,)
        For a sequence that ends with action j at information set u: Σ_z μ(z) val(s_j(z)), to the player
        who moves there; 0 for the empty sequence.
    regrets : two arrays of Fraction, shapes (|H_i|,)
        The best action's value minus the value of the behavior; 0 where every action in use is a best one,
        and at sets that no play reaches because of chance.

    References
    ----------
    Miltersen & Sørensen (2006), section 2.2: one action is changed at a time. With consistent beliefs nothing is gained
    by changing several, and the condition is that of Kreps & Wilson (1982); with others it is weaker.
    """

    indices: tuple[SequenceIndex, SequenceIndex]
    action_values: tuple[npt.NDArray[Any], npt.NDArray[Any]]
    regrets: tuple[npt.NDArray[Any], npt.NDArray[Any]]

    @property
    def worst(self) -> Fraction:
        """The largest regret; 0 if the assessment is a sequential best reply against itself."""
        return max((regret for regrets in self.regrets for regret in regrets.tolist()), default=Fraction(0))

    @property
    def holds(self) -> bool:
        """Whether the assessment is sequentially rational."""
        return self.worst == 0

    @cached
    def deviations(self) -> tuple[Deviation, ...]:
        """A best action wherever the behavior is not one, the largest gain first."""
        found = [
            self._deviation(player, row) for player in (0, 1) for row in np.flatnonzero(self.regrets[player]).tolist()
        ]
        return tuple(sorted(found, key=lambda deviation: deviation.gain, reverse=True))

    def _deviation(self, player: int, row: int) -> Deviation:
        index, values = self.indices[player], self.action_values[player]
        start, stop = index.first_sequence[row : row + 2].tolist()
        best = max(range(start, stop), key=values.__getitem__)
        action = index.action_names[row][best - start]
        return Deviation(player, index.infoset_names[row], action, self.regrets[player][row])

    def __str__(self) -> str:
        if self.holds:
            return "sequentially rational"
        where = counted(len(self.deviations), "information set")
        return f"not sequentially rational at {where}: {self.deviations[0]}"

    def __repr__(self) -> str:
        return f"<SequentialRegrets: {self}>"


@dataclass(frozen=True, eq=False, repr=False)
class Trembles(Immutable):
    """How a player's sequences become possible as ε grows from 0: σ with weight about ζ_σ ε^K_σ.

    Attributes
    ----------
    behavior : BehaviorStrategy
        What remains at ε = 0.
    orders : ndarray of int, shape (|S|,)
        K_σ: 0 for a sequence that the behavior plays, more for one that takes mistakes. Kreps & Wilson's label
        of an action is the difference between the sequence it ends and the one before.
    weights : ndarray of Fraction, shape (|S|,)
        ζ_σ, positive.
    """

    behavior: BehaviorStrategy
    orders: Ints
    weights: npt.NDArray[Any]

    @property
    def family(self) -> PlanFamily:
        """Completely mixed plans x(ε) with x_σ = ζ_σ ε^K_σ + terms of higher order, and the behavior as their limit.

        An action a that the behavior does not play at a set u gets the weight ζ ε^K; the actions it
        plays share what these leave of x_{σ_u} in the proportions of the behavior.
        """
        index, played = self.behavior.index, self.behavior.probabilities > 0
        plan = np.full((len(index), int(self.orders.max()) + 1), Fraction(0))
        silent = np.flatnonzero(~played)
        plan[0, 0] = Fraction(1)
        plan[silent, self.orders[silent]] = self.weights[silent]
        for sets, sequences in index.stages:
            sizes = index.num_actions[sets]
            mistakes = np.add.reduceat(plan[sequences], np.cumsum(sizes) - sizes, axis=0)
            left = np.repeat(plan[index.parent_sequence[sets]] - mistakes, sizes, axis=0)
            plan[sequences] += left * self.behavior.probabilities[sequences, None]
        orders = range(plan.shape[1])
        return PlanFamily(index, PolynomialArray(tuple(ExactArray.of(plan[:, k]) for k in orders)))


@dataclass(frozen=True, eq=False, repr=False)
class Consistency:
    """Whether an assessment is consistent, with evidence either way.

    Attributes
    ----------
    reason : str
        Why: what proves it, or which beliefs contradict what.
    trembles : two Trembles, optional
        Mistakes that make the beliefs right, where they were searched for and exist.
    given : EpsilonFamily, optional
        The assessment's own family, if that proves it.
    """

    holds: bool
    reason: str
    trembles: tuple[Trembles, Trembles] | None = None
    given: EpsilonFamily | None = None

    @property
    def family(self) -> EpsilonFamily | None:
        """A family in ε that tends to the assessment; None if it is not consistent."""
        if self.given is not None or self.trembles is None:
            return self.given
        return EpsilonFamily((self.trembles[0].family, self.trembles[1].family))

    def __str__(self) -> str:
        return f"{'' if self.holds else 'not '}consistent: {self.reason}"

    def __repr__(self) -> str:
        return f"<Consistency: {self}>"


Number = Fraction | float


@dataclass(frozen=True)
class Certificate:
    """The worth of a strategy profile, recomputed on the game it is for.

    Attributes
    ----------
    values : two numbers
        What each player expects under the profile.
    best_response_values : two numbers
        What each could get by the best reply to the other's strategy.
    exact : bool
        Whether all of this is rational computation; otherwise it is in doubles.
    constant_sum : Fraction, optional
        What the payoffs add up to at every leaf, where that is one number.
    checks : mapping from str to bool
        Conditions of a refinement that were checked, and whether they hold.
    note : str
        What a reader has to know about the game's own data.

    Raises
    ------
    ModelError
        If a player's best response is worth less than the profile, or a value is not a number: a regret is never
        negative, so the profile or the computation is wrong, and no other player's regret makes up for it.
    """

    values: tuple[Number, Number]
    best_response_values: tuple[Number, Number]
    exact: bool
    constant_sum: Fraction | None = None
    checks: Mapping[str, bool] = field(default_factory=dict)
    note: str = ""

    def __post_init__(self) -> None:
        for player, regret in enumerate(self.regrets):
            if not regret >= 0:  # also if it is not a number
                raise ModelError(
                    f"player {player + 1}: the best response is worth {self.best_response_values[player]} and the "
                    f"profile {self.values[player]}; a regret of {float(regret):.3g} cannot be"
                )

    @classmethod
    def in_doubles(
        cls,
        values: tuple[float, float],
        best_response_values: tuple[float, float],
        rounding: float,
        constant_sum: Fraction | None = None,
        note: str = "",
    ) -> Certificate:
        """Return the certificate of values computed in doubles.

        Parameters
        ----------
        rounding : float
            A bound on the difference that rounding makes between two sums of the payoffs. A regret that is negative by
            no more is 0.

        Raises
        ------
        ModelError
            If a regret is negative by more.
        """
        best = [
            value if best < value <= best + rounding else best
            for value, best in zip(values, best_response_values, strict=True)
        ]
        return cls(values, (best[0], best[1]), exact=False, constant_sum=constant_sum, note=note)

    @property
    def regrets(self) -> tuple[Number, Number]:
        """What each player forgoes by not replying best."""
        return (
            self.best_response_values[0] - self.values[0],
            self.best_response_values[1] - self.values[1],
        )

    @property
    def nash_conv(self) -> Number:
        """The sum of the regrets: zero exactly at a Nash equilibrium."""
        return self.regrets[0] + self.regrets[1]

    @property
    def exploitability(self) -> Number | None:
        """Half of `nash_conv`, in constant-sum games only."""
        return None if self.constant_sum is None else self.nash_conv / 2

    @property
    def proven(self) -> bool:
        """True if the profile is proven to be a Nash equilibrium: exact, and the regret of each player is 0."""
        return self.exact and all(regret == 0 for regret in self.regrets)

    def __str__(self) -> str:
        how = "exact" if self.exact else "in doubles"
        parts = [
            f"nash_conv = {short(self.nash_conv)} ({how})",
            *(f"{what}: {'yes' if ok else 'no'}" for what, ok in self.checks.items()),
        ]
        return "; ".join(parts)

    def _repr_html_(self) -> str:
        rows = [
            ("value", *map(short, self.values)),
            ("best response", *map(short, self.best_response_values)),
            ("regret", *map(short, self.regrets)),
        ]
        title = f"{self}; {self.note}" if self.note else str(self)
        return html_table(title, rows, ("", "player 1", "player 2"))


@dataclass(frozen=True, eq=False, repr=False)
class Undominated:
    """Whether a strategy is undominated, and the evidence, which can be checked on the game.

    A strategy is dominated by one that is never worse, whatever the opponent does, and sometimes
    better. It is undominated if and only if it is a best response to a completely mixed strategy
    of the opponent.

    Attributes
    ----------
    strategy : BehaviorStrategy
        The strategy in question.
    dominating : BehaviorStrategy, optional
        One that dominates it, and is itself undominated; None if there is none.
    gains : two Fractions
        The least and the most that `dominating` earns above `strategy`, over all strategies of
        the opponent; both 0 if nothing dominates.
    witness : BehaviorStrategy
        A completely mixed strategy of the opponent to which `best` is a best response.
    """

    strategy: BehaviorStrategy
    dominating: BehaviorStrategy | None
    gains: tuple[Fraction, Fraction]
    witness: BehaviorStrategy

    @property
    def holds(self) -> bool:
        """Whether the strategy is undominated."""
        return self.dominating is None

    @property
    def best(self) -> BehaviorStrategy:
        """The dominating strategy if there is one, and otherwise the strategy itself: undominated."""
        return self.strategy if self.dominating is None else self.dominating

    def __str__(self) -> str:
        who = f"player {self.strategy.index.player + 1}'s strategy is"
        if self.holds:
            return f"{who} undominated"
        least, most = map(short, self.gains)
        return f"{who} dominated: another earns from {least} to {most} more, depending on the opponent"

    def __repr__(self) -> str:
        return f"<Undominated: {self}>"


@dataclass(frozen=True, eq=False, repr=False)
class NormalFormPerfection:
    """Whether a profile is a normal-form perfect equilibrium, and the evidence.

    Attributes
    ----------
    certificate : Certificate
        Of the profile, the conditions among its `checks`.
    players : two Undominated
        One verdict for each player's strategy.

    References
    ----------
    van Damme (1987), Stability and Perfection of Nash Equilibria, section 3.2: an equilibrium of a two-player
    game is normal-form perfect if and only if both strategies are undominated.
    """

    certificate: Certificate
    players: tuple[Undominated, Undominated]

    @property
    def holds(self) -> bool:
        """Whether the profile is an equilibrium and both strategies are undominated."""
        return self.certificate.proven and all(verdict.holds for verdict in self.players)

    @property
    def undominated_profile(self) -> BehaviorProfile:
        """The profile, each dominated strategy replaced by the one that dominates it.

        If the profile is an equilibrium of a constant-sum game, this one is a normal-form
        perfect equilibrium: whatever dominates an optimal strategy is optimal.
        """
        first, second = (verdict.best for verdict in self.players)
        return BehaviorProfile((first, second))

    @property
    def witness(self) -> BehaviorProfile:
        """A completely mixed profile to which each player's strategy in `undominated_profile` is a best response."""
        return BehaviorProfile((self.players[1].witness, self.players[0].witness))

    def __repr__(self) -> str:
        reasons = [str(verdict) for verdict in self.players if not verdict.holds]
        return f"<NormalFormPerfection: {'; '.join([str(self.certificate), *reasons])}>"


def completely_mixed_profile(plans: RealizationPlans) -> BehaviorProfile:
    """Return the behavior strategies of a pair of completely mixed plans, each as in `completely_mixed`.

    Any point (x̄, ȳ) of the path before its end is such a pair if the start was one (vSvET, theorem 1).
    """
    return BehaviorProfile((completely_mixed(plans[0]), completely_mixed(plans[1])))


def completely_mixed(plan: RealizationPlan) -> BehaviorStrategy:
    """Return the behavior strategy of a completely mixed plan: β(c) = x_{σ_h c} / x_{σ_h} (vSvET, 5.1).

    Parameters
    ----------
    plan : RealizationPlan
        Exact, every weight positive.

    Raises
    ------
    ModelError
        If the plan is in doubles, violates E x = e, or gives a sequence no weight; the message names the sequence.

    References
    ----------
    von Stengel, van den Elzen & Talman (2002), section 5.
    """
    who = f"player {plan.index.player + 1}"
    if not isinstance(plan.weights, ExactArray):
        raise ModelError(f"{who}: an exact plan expected, but its weights are doubles")
    positive = np.asarray(plan.weights.numerators > 0, dtype=bool)
    if not positive.all():
        sequence = int(np.argmin(positive))
        raise ModelError(
            f"{who}: this plan is not completely mixed; sequence {plan.index.names[sequence]!r} has weight "
            f"{plan.weights[sequence]}"
        )
    miss = plan.residual()
    if miss != 0:
        raise ModelError(f"{who}: not a realization plan; it misses x ≥ 0, E x = e by {miss}")
    unused = plan.weights  # a gradient is read only where a plan is silent
    return plan.behavior(unused)


@dataclass(frozen=True)
class BetterReply:
    """An information set at which behavior is no best reply for small ε > 0.

    Attributes
    ----------
    infoset, action, instead_of : str
        Where, a best action, and one in use that is none.
    gain : tuple of Fraction
        What the best action earns more, a polynomial in ε, c_0 first; weighted by the probability with
        which chance and the opponent let play reach the set.
    """

    player: int
    infoset: str
    action: str
    instead_of: str
    gain: tuple[Fraction, ...]

    @property
    def order(self) -> int:
        """The order of ε at which the gain begins."""
        return next(order for order, part in enumerate(self.gain) if part)

    def __str__(self) -> str:
        size = short(self.gain[self.order]) + (f" ε^{self.order}" if self.order else "")
        where = f"player {self.player + 1}'s information set {self.infoset!r},"
        return f"at {where} {self.action!r} earns {size} more than {self.instead_of!r}"


@dataclass(frozen=True, eq=False, repr=False)
class QuasiPerfection:
    """Whether a profile is the limit of a family and at every information set a best reply to it.

    Then the profile is quasi-perfect. Otherwise this family does not show that it is; another one might.

    Attributes
    ----------
    difference : str
        Where the family tends to another profile, "" if nowhere.
    better_replies : tuple of BetterReply
        One for every information set at which a better reply exists, player 1's first, later choices before
        earlier ones.

    References
    ----------
    van Damme (1984), International Journal of Game Theory 13, 1-13.
    """

    difference: str
    better_replies: tuple[BetterReply, ...]

    @property
    def holds(self) -> bool:
        """Whether the profile is proved to be quasi-perfect."""
        return not self.difference and not self.better_replies

    def __str__(self) -> str:
        if self.holds:
            return "quasi-perfect"
        if self.difference:
            return f"not quasi-perfect along this family: {self.difference}"
        where = counted(len(self.better_replies), "information set")
        return f"not quasi-perfect along this family, at {where}: {self.better_replies[0]}"

    def __repr__(self) -> str:
        return f"<QuasiPerfection: {self}>"


@dataclass(frozen=True, eq=False, repr=False)
class CheckedAssessment:
    """An assessment with its certificate and the evidence for the checks in it; what was not checked is None.

    Attributes
    ----------
    certificate : Certificate
        Its `checks` say which conditions hold; its `note`, whether they leave information sets out.
    normal_form_perfection : NormalFormPerfection, optional
        None where normal-form perfection follows from quasi-perfection, which needs no linear program.
    """

    assessment: Assessment
    certificate: Certificate
    sequential_rationality: SequentialRegrets | None = None
    consistency: Consistency | None = None
    quasi_perfection: QuasiPerfection | None = None
    extensive_form_perfection: ExtensiveFormPerfection | None = None
    normal_form_perfection: NormalFormPerfection | None = None

    @property
    def objections(self) -> tuple[str, ...]:
        """Why conditions that were checked do not hold, one sentence each."""
        verdicts = (
            self.sequential_rationality,
            self.consistency,
            self.quasi_perfection,
            self.extensive_form_perfection,
        )
        found = [str(verdict) for verdict in verdicts if verdict is not None and not verdict.holds]
        if self.normal_form_perfection is not None:
            found += [str(verdict) for verdict in self.normal_form_perfection.players if not verdict.holds]
        return tuple(found)

    def __repr__(self) -> str:
        note = (f"note: {self.certificate.note}",) if self.certificate.note else ()
        return f"<CheckedAssessment: {'; '.join([str(self.certificate), *self.objections, *note])}>"
