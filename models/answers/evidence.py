"""Evidence for and against refinements of equilibria: deviations, perturbations, dominating strategies, levels."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from seqform.models.answers.certificate import NASH, Certificate
from seqform.models.answers.computed import Computed
from seqform.models.games.infosets import SequenceIndex, player_label
from seqform.models.immutable import Immutable, cached
from seqform.models.numbers.exact import ExactArray, Ints
from seqform.models.numbers.polynomials import PolynomialArray
from seqform.models.numbers.text import counted, short
from seqform.models.strategies.assessment import Assessment, EpsilonFamily, PlanFamily
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy, RealizationPlan
from seqform.models.table import Cell, Table


@dataclass(frozen=True, eq=False, repr=False)
class Evidence(Computed):
    """Base of the evidence for or against a condition; `str` gives the outcome in one sentence."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self}>"


@dataclass(frozen=True)
class Deviation:
    """An information set at which another action is better than the behavior there.

    `action` is a best one at `infoset`, and `gain` its value minus that of `instead_of`, an action in use, or if this
    is empty, of the behavior. Along a family in ε, `gain` is the coefficient of lowest order, ε^`order`, weighted by
    the probability with which chance and the opponent let play reach the set. `shown` is the name of the information
    set for people, where it has another, and `who` that of the player, "" where the game states none.
    """

    player: int
    infoset: str
    action: str
    gain: Fraction
    order: int = 0
    instead_of: str = ""
    shown: str = ""
    who: str = ""

    def __str__(self) -> str:
        who = self.who or player_label(self.player)
        name = self.shown or self.infoset
        gain = short(self.gain)
        if not self.instead_of:
            return f"{who} gains {gain} by {self.action!r} at {name!r}"
        if self.order:
            gain += f" ε^{self.order}"
        return f"at {who}'s information set {name!r}, {self.action!r} earns {gain} more than {self.instead_of!r}"


@dataclass(frozen=True, eq=False, repr=False)
class FamilyEvidence(Evidence):
    """Evidence that a family in ε proves a profile perfect in some sense, or that it does not; another family might.

    `difference` is a place where the limit of the family differs from the profile, "" if there is none. `deviations`
    has one entry for every information set at which an action in use is not a best one; player 0's come first.
    """

    difference: str
    deviations: tuple[Deviation, ...]
    refinement: ClassVar[str]

    @property
    def holds(self) -> bool:
        """True if the profile is proved to be perfect in this sense."""
        return not self.difference and not self.deviations

    def __str__(self) -> str:
        if self.holds:
            return self.refinement
        failure = f"not {self.refinement} along this family"
        if self.difference:
            return f"{failure}: {self.difference}"
        where = counted(len(self.deviations), "information set")
        return f"{failure}, at {where}: {self.deviations[0]}"


class QuasiPerfection(FamilyEvidence):
    """Evidence that a profile is the limit of a family and at every information set a best reply to it.

    Deviations at later choices come before those at earlier ones. See van Damme (1984), International Journal of Game
    Theory 13, 1-13.
    """

    refinement = "quasi-perfect"


class ExtensiveFormPerfection(FamilyEvidence):
    """Evidence that a profile is the limit of a family and takes only local best replies to it.

    A local reply changes one choice; the player's own later mistakes count. Deviations come in the order of the game's
    table of information sets. See Selten (1975), International Journal of Game Theory 4, 25-55.
    """

    refinement = "extensive-form perfect"


@dataclass(frozen=True, eq=False, repr=False)
class FamilyProperness(Evidence):
    """Evidence that a family of mixed strategies proves a profile proper, or that it does not; another family might.

    It does if it tends to the profile, and worse pure strategies are less likely by an order of magnitude. `reason` is
    what it lacks, "" if nothing. See Myerson (1978), International Journal of Game Theory 7, 73-80.
    """

    reason: str = ""

    @property
    def holds(self) -> bool:
        """True if the profile is proved to be proper."""
        return not self.reason

    def __str__(self) -> str:
        return "proper" if self.holds else f"not proper along this family: {self.reason}"


@dataclass(frozen=True, eq=False, repr=False)
class SequentialRegrets(Evidence):
    """The value of every action at every information set given an assessment, and the regret of the behavior there.

    Of each player, `action_values`, shape (|S_i|,), are Σ_z μ(z) val(s_j(z)) for a sequence that ends with action j at
    information set u, and 0 for the empty sequence; `regrets`, shape (|H_i|,), are the best action's value minus the
    value of the behavior: 0 where every action in use is a best one, and at sets that no play reaches because of
    chance.

    One action is changed at a time (Miltersen & Sørensen 2006, section 2.2). With consistent beliefs nothing is gained
    by changing several, and the condition is that of Kreps & Wilson (1982); with others it is weaker. `names` are those
    of information sets for people, by their names in the indices.
    """

    indices: tuple[SequenceIndex, SequenceIndex]
    action_values: tuple[npt.NDArray[Any], npt.NDArray[Any]]
    regrets: tuple[npt.NDArray[Any], npt.NDArray[Any]]
    names: tuple[Mapping[str, str], Mapping[str, str]] = ({}, {})
    players: tuple[str, str] = ("", "")

    @property
    def worst(self) -> Fraction:
        """The largest regret; 0 if the assessment is a sequential best reply against itself."""
        first, second = self.regrets
        return max([*first.tolist(), *second.tolist()], default=Fraction(0))

    @property
    def holds(self) -> bool:
        """True if the assessment is sequentially rational."""
        return self.worst == 0

    @cached
    def deviations(self) -> tuple[Deviation, ...]:
        """A best action wherever the behavior is not one, the largest gain first."""
        deviations: list[Deviation] = []
        for player, regrets in enumerate(self.regrets):
            rows = np.flatnonzero(regrets).tolist()
            deviations += [self._deviation(player, row) for row in rows]
        deviations.sort(key=lambda deviation: deviation.gain, reverse=True)
        return tuple(deviations)

    def _deviation(self, player: int, row: int) -> Deviation:
        index = self.indices[player]
        values = self.action_values[player]
        start, stop = index.first_sequence[row : row + 2].tolist()
        best = max(range(start, stop), key=values.__getitem__)
        name = index.infoset_names[row]
        return Deviation(
            player,
            infoset=name,
            action=index.action_names[row][best - start],
            gain=self.regrets[player][row],
            shown=self.names[player].get(name, ""),
            who=self.players[player],
        )

    def __str__(self) -> str:
        if self.holds:
            return "sequentially rational"
        where = counted(len(self.deviations), "information set")
        return f"not sequentially rational at {where}: {self.deviations[0]}"


@dataclass(frozen=True, eq=False, repr=False)
class WeakPerfection(Evidence):
    """Evidence that an assessment is weak perfect Bayesian, but for the equilibrium, or that it is not.

    `difference` is an information set that play reaches and whose beliefs are not those of Bayes' rule, "" if there is
    none. `deviations` has an entry for every other set from which on another strategy of its owner earns more.
    """

    difference: str
    deviations: tuple[Deviation, ...]

    @property
    def holds(self) -> bool:
        """True if beliefs follow from Bayes' rule where play leads, and no continuation gains."""
        return not self.difference and not self.deviations

    def __str__(self) -> str:
        if self.holds:
            return "weak perfect Bayesian"
        failure = "not weak perfect Bayesian"
        if self.difference:
            return f"{failure}: the beliefs at {self.difference!r}, which play reaches, are not those of Bayes' rule"
        where = counted(len(self.deviations), "information set")
        first = self.deviations[0]
        name = first.shown or first.infoset
        return (
            f"{failure}: from {where} on another strategy is better; {first.who or player_label(first.player)} gains "
            f"{short(first.gain)} from {name!r} on, beginning with {first.action!r}"
        )


@dataclass(frozen=True, eq=False, repr=False)
class PerturbationWitness(Immutable):
    """Leading terms of a player's plans in ε that make beliefs consistent: sequence σ has weight about ζ_σ ε^K_σ.

    Their limit at ε = 0 is `behavior`. `orders`, shape (|S|,), are K_σ: 0 for a sequence that the behavior plays, more
    for one that takes mistakes; Kreps & Wilson's label of an action is the difference between the sequence it ends and
    the one before. `weights`, fractions of shape (|S|,), are ζ_σ > 0.
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
        index = self.behavior.index
        # The coefficients of each sequence's weight, a row, by orders; from the first choices to the last
        plan = np.full((len(index), int(self.orders.max()) + 1), Fraction(0))
        plan[0, 0] = Fraction(1)
        mistakes = np.flatnonzero(self.behavior.probabilities == 0)
        plan[mistakes, self.orders[mistakes]] = self.weights[mistakes]
        for sets, sequences in index.stages:
            sizes = index.num_actions[sets]
            lost = np.add.reduceat(plan[sequences], np.cumsum(sizes) - sizes, axis=0)
            left = np.repeat(plan[index.parent_sequence[sets]] - lost, sizes, axis=0)
            plan[sequences] += left * self.behavior.probabilities[sequences, None]
        orders = range(plan.shape[1])
        return PlanFamily(index, PolynomialArray(tuple(ExactArray.of(plan[:, k]) for k in orders)))


@dataclass(frozen=True, eq=False, repr=False)
class Consistency(Evidence):
    """Evidence that an assessment is consistent, or that it is not.

    `reason` is the proof, or the beliefs that contradict each other. `given` is the assessment's own family, if that
    proves it; otherwise `witnesses` are mistakes of both players that explain the beliefs, if there are any.
    """

    holds: bool
    reason: str
    witnesses: tuple[PerturbationWitness, PerturbationWitness] | None = None
    given: EpsilonFamily | None = None

    @property
    def family(self) -> EpsilonFamily | None:
        """A family in ε that tends to the assessment; None if it is not consistent."""
        if self.given is not None or self.witnesses is None:
            return self.given
        return EpsilonFamily((self.witnesses[0].family, self.witnesses[1].family))

    def __str__(self) -> str:
        verdict = "consistent" if self.holds else "not consistent"
        return f"{verdict}: {self.reason}"


@dataclass(frozen=True, eq=False, repr=False)
class Undominated(Evidence):
    """Evidence that a strategy is undominated, or that it is not; either can be checked on the game.

    A strategy is dominated by one that is never worse, whatever the opponent does, and sometimes better. It is
    undominated if and only if it is a best response to a completely mixed strategy of the opponent: to `witness`, if
    nothing dominates it. Otherwise `dominating` dominates it, is itself undominated and a best response to `witness`,
    and `gains` are the least and the most that it earns above `strategy`. `who` is the name of the player, "" where the
    game states none.
    """

    strategy: BehaviorStrategy
    dominating: BehaviorStrategy | None
    gains: tuple[Fraction, Fraction]
    witness: BehaviorStrategy
    who: str = ""

    @property
    def holds(self) -> bool:
        """True if the strategy is undominated."""
        return self.dominating is None

    @property
    def best(self) -> BehaviorStrategy:
        """The dominating strategy if there is one, and otherwise the strategy itself: undominated."""
        return self.strategy if self.dominating is None else self.dominating

    def __str__(self) -> str:
        who = f"{self.who or player_label(self.strategy.index.player)}'s strategy is"
        if self.holds:
            return f"{who} undominated"
        least, most = map(short, self.gains)
        return (
            f"{who} dominated: another earns from {least} to {most} more, depending on the opponent"
        )


@dataclass(frozen=True, eq=False, repr=False)
class NormalFormPerfection(Evidence):
    """Evidence that a profile is a normal-form perfect equilibrium, or that it is not, with a verdict for each player.

    An equilibrium of a two-player game is normal-form perfect if and only if both strategies are undominated (van Damme
    1987, Stability and Perfection of Nash Equilibria, section 3.2).
    """

    certificate: Certificate
    players: tuple[Undominated, Undominated]

    def __post_init__(self, _made_with: Mapping[str, Any] | None) -> None:
        super().__post_init__(_made_with)
        first, second = self.players
        self.certificate.require(BehaviorProfile((first.strategy, second.strategy)))

    @property
    def holds(self) -> bool:
        """True if the profile is an equilibrium and both strategies are undominated."""
        return self.certificate.holds(NASH) and all(verdict.holds for verdict in self.players)

    @property
    def undominated_profile(self) -> BehaviorProfile:
        """The profile, each dominated strategy replaced by the one that dominates it.

        If the profile is an equilibrium of a constant-sum game, this one is normal-form perfect: whatever dominates an
        optimal strategy is optimal.
        """
        first, second = self.players
        return BehaviorProfile((first.best, second.best))

    @property
    def witness(self) -> BehaviorProfile:
        """A completely mixed profile to which each player's strategy in `undominated_profile` is a best response."""
        # The witness of a player's strategy is a strategy of the opponent
        return BehaviorProfile((self.players[1].witness, self.players[0].witness))

    def __str__(self) -> str:
        dominated = [str(verdict) for verdict in self.players if not verdict.holds]
        return "; ".join([str(self.certificate), *dominated])


@dataclass(frozen=True, eq=False, repr=False)
class CheckedAssessment(Evidence):
    """An assessment with its certificate and the evidence for the checks in it; None where nothing was checked.

    The certificate's `note` mentions information sets that its `checks` leave out. There is no evidence of normal-form
    perfection where it follows from quasi-perfection, which needs no linear program.
    """

    assessment: Assessment
    certificate: Certificate
    sequential_rationality: SequentialRegrets | None = None
    consistency: Consistency | None = None
    quasi_perfection: QuasiPerfection | None = None
    extensive_form_perfection: ExtensiveFormPerfection | None = None
    normal_form_perfection: NormalFormPerfection | None = None
    properness: FamilyProperness | None = None
    weak_perfection: WeakPerfection | None = None

    def __post_init__(self, _made_with: Mapping[str, Any] | None) -> None:
        super().__post_init__(_made_with)
        self.certificate.require(self.assessment.profile)

    @property
    def objections(self) -> tuple[str, ...]:
        """Reasons why conditions that were checked do not hold, one sentence each."""
        conditions: list[Any] = [
            self.sequential_rationality,
            self.consistency,
            self.quasi_perfection,
            self.extensive_form_perfection,
            self.properness,
            self.weak_perfection,
        ]
        if self.normal_form_perfection is not None:
            conditions += self.normal_form_perfection.players
        return tuple(
            str(evidence) for evidence in conditions if evidence is not None and not evidence.holds
        )

    def __str__(self) -> str:
        parts = [str(self.certificate), *self.objections]
        if self.certificate.note:
            parts.append(f"note: {self.certificate.note}")
        return "; ".join(parts)


MOST_NAMES = 6
"""Of more sequences of a level the first ones are shown."""


@dataclass(frozen=True, eq=False)
class Level(Immutable):
    """A payoff that proper strategies earn just against the sequences of this level, with its proof.

    `replies` is a mixture of the opponent's plans in which a share `weights[σ]` plays σ, both of shape (|S_j|,); the
    weights are positive at the sequences of the level, and otherwise at those of lower levels only. If no plan earns
    more than the weighted sum of the levels against it, no plan that earns the lower levels earns more at this one.
    """

    value: Fraction
    sequences: Ints
    weights: ExactArray
    replies: ExactArray


@dataclass(frozen=True, eq=False)
class Levels(Immutable):
    """The levels of a player's proper strategies, the lowest first, and a plan that attains them.

    `index` has the sequences of the opponent: each is in one level, the payoff against the best reply that plays it.
    """

    index: SequenceIndex
    stages: tuple[Level, ...]
    plan: RealizationPlan

    @cached
    def values(self) -> ExactArray:
        """The level of every sequence of the opponent, shape (|S_j|,)."""
        values = np.full(len(self.index), Fraction(0), dtype=object)
        for stage in self.stages:
            values[stage.sequences] = stage.value
        return ExactArray.of(values)

    def names(self, stage: Level) -> list[str]:
        """Return the names of the sequences of a level."""
        return [self.index.names[sequence] for sequence in stage.sequences.tolist()]

    def table(self, title: str) -> Table:
        """Return the levels with their sequences."""
        rows: list[list[Cell]] = []
        for stage in self.stages:
            names = ", ".join(self.names(stage)[:MOST_NAMES])
            left_out = len(stage.sequences) - MOST_NAMES
            if left_out > 0:
                names += f" and {left_out} more"
            rows.append([stage.value, names])
        return Table(title, ("earns at least", "against play of"), "rl", rows)


@dataclass(frozen=True, eq=False, repr=False)
class Properness(Evidence):
    """Evidence that a strategy of a constant-sum game is proper, or that it is not.

    `invalid` is a reason why the levels prove nothing, "" if they do. `earned` are the payoffs of the strategy against
    the best replies that play each sequence of the opponent, shape (|S_j|,). `who` is the name of the player, "" where
    the game states none.
    """

    levels: Levels
    earned: ExactArray
    invalid: str = ""
    who: str = ""

    @property
    def holds(self) -> bool:
        """True if the strategy earns all levels."""
        return not self.invalid and self.earned.equals(self.levels.values)

    def __str__(self) -> str:
        index = self.levels.index
        # The index is that of the opponent.
        who = f"{self.who or player_label(1 - index.player)}'s strategy is"
        if self.holds:
            return f"{who} proper"
        if self.invalid:
            return f"{who} not proven proper: {self.invalid}"
        return f"{who} not proper: {next(self._losses())}"

    def _losses(self) -> Iterator[str]:
        """Yield sentences on the sequences at which the strategy misses the level, those of the lowest levels first."""
        for stage in self.levels.stages:
            level = short(stage.value)
            for sequence in stage.sequences.tolist():
                if self.earned[sequence] < stage.value:
                    name = self.levels.index.names[sequence]
                    earned = short(self.earned[sequence])
                    yield f"it earns {earned} if {name!r} is played, and proper strategies {level}"
