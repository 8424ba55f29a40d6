"""Families of completely mixed plans in ε, their tables, and assessments: profiles with beliefs that are limits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from typing import Any, Self

import numpy as np
import numpy.typing as npt

import seqform.models.verbs as verbs
from seqform.errors import ModelError
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import SequenceIndex, player_label
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import (
    ExactArray,
    ExactMatrix,
    Ints,
    Numerators,
    as_integers,
    with_python_integers,
)
from seqform.models.numbers.given import Given
from seqform.models.numbers.integers import times
from seqform.models.numbers.polynomials import PolynomialArray, exact_epsilon
from seqform.models.numbers.text import shown_rational
from seqform.models.strategies.behavior import (
    BehaviorProfile,
    BehaviorStrategy,
    PlanPair,
    RealizationPlan,
    RealizationPlans,
)
from seqform.models.table import Cell, Report, Table, Tabular, stacked
from seqform.system.deadline import require_time


@dataclass(frozen=True, eq=False)
class Mixture:
    """A mixed strategy of one player for every small ε > 0.

    Row π of `strategies`, of shape (k, |S|), has a 1 at every sequence of a pure strategy; `weights` has shape (k,).
    """

    strategies: ExactMatrix
    weights: PolynomialArray

    def __post_init__(self) -> None:
        values = self.strategies.values
        if not np.all(values.numerators == values.denominator):
            raise ModelError(
                "mixed strategy: a 1 at every sequence of a pure strategy expected, and no other number"
            )

    @property
    def plan(self) -> PolynomialArray:
        """The weights of the sequences, shape (|S|,)."""
        return self.weights.under(self.strategies.T)


@dataclass(frozen=True, eq=False)
class PlanFamily:
    """A realization plan x(ε) of one player for every small ε > 0, completely mixed, with weights of shape (|S|,).

    Weights that violate E x(ε) = e in some order of ε, or are not positive for small ε, raise a `ModelError` that names
    the information set or the sequence. `mixture` is a mixed strategy that realizes the plan, where one is known that
    the plan does not determine.
    """

    index: SequenceIndex
    weights: PolynomialArray
    mixture: Mixture | None = None

    def __post_init__(self) -> None:
        index = self.index
        who = player_label(index.player)
        if len(self.weights) != len(index):
            raise ModelError(f"{who}: {len(self.weights)} polynomials for {len(index)} sequences")
        self._check_whole()

        sums = self.weights.take(slice(1, None)).sum_by(index.infoset_of[1:], index.num_infosets)
        unequal = np.flatnonzero((sums - self.weights.take(index.parent_sequence)).signs())
        if len(unequal):
            raise ModelError(
                f"{who}: at information set {index.infoset_names[int(unequal[0])]!r} the weights of the choices do "
                "not add up to that of the sequence that leads there"
            )
        unmixed = np.flatnonzero(self.weights.signs() <= 0)
        if len(unmixed):
            raise ModelError(
                f"{who}: sequence {index.names[int(unmixed[0])]!r} has no positive weight for small ε; a completely "
                "mixed plan is expected"
            )
        if self.mixture is not None and not self.mixture.plan.equals(self.weights):
            raise ModelError(f"{who}: the mixed strategy does not realize the plan")

    def _check_whole(self) -> None:
        if self.weights[0][0] != 1 or any(self.weights[0][1:]):
            raise ModelError(
                f"{player_label(self.index.player)}: the weight of the empty sequence is not 1"
            )

    def bound_to(self, index: SequenceIndex) -> Self:
        """Return this family for the sequences of a game that has the same information sets and actions by name."""
        if index is self.index:
            return self
        sequences, _ = index.correspondence(self.index, "family of plans")
        mixture = self.mixture
        if mixture is not None:
            pure = mixture.strategies
            columns = np.argsort(sequences)[pure.columns]  # the inverse of the permutation
            mixture = replace(
                mixture,
                strategies=ExactMatrix.from_entries(pure.shape, pure.rows, columns, pure.values),
            )
        return type(self)(index, self.weights.take(sequences), mixture)

    def at(self, epsilon: Given) -> RealizationPlan:
        """Return the plan at a number ε."""
        return RealizationPlan(self.index, self.weights.at(epsilon))

    @cached_property
    def limit(self) -> BehaviorStrategy:
        """The behavior as ε falls to 0, at every information set: β(c) = lim x_{σ_h c}(ε) / x_{σ_h}(ε), exact.

        The lowest power of ε in x_{σ_h} decides: no choice at the set has a lower one, as all are nonnegative and sum
        to x_{σ_h}. So the limit is the quotient of the coefficients of that power. See Miltersen & Sørensen (2006),
        lemma 2.2.
        """
        index = self.index
        above = index.parent_sequence[index.infoset_of[1:]]
        orders = self.weights.leading_orders()[above]
        require_time()
        totals = self.weights.take(above).coefficient_at(orders).to_fractions()
        parts = self.weights.take(slice(1, None)).coefficient_at(orders).to_fractions()
        require_time()
        # A zero is not divided: most choices are zero in the limit
        shares = [part / total if part else part for part, total in zip(parts, totals, strict=True)]
        return BehaviorStrategy(index, np.array([Fraction(1), *shares], dtype=object))


@dataclass(frozen=True, eq=False)
class EpsilonFamily(PlanPair[PlanFamily]):
    """A completely mixed pair of plans for every small ε > 0, the evidence that its limit is consistent."""

    member = PlanFamily
    what = "family"

    @property
    def degree(self) -> int:
        """The highest power of ε."""
        return max(plan.weights.degree for plan in self)

    def at(self, epsilon: Given) -> RealizationPlans:
        """Return the plans at a number ε."""
        return RealizationPlans((self[0].at(epsilon), self[1].at(epsilon)))

    @property
    def limit(self) -> BehaviorProfile:
        """The behavior as ε falls to 0."""
        return BehaviorProfile((self[0].limit, self[1].limit))

    def __repr__(self) -> str:
        return f"<EpsilonFamily: plans of degree {self.degree} in ε>"


def own_sequences(strategies: ExactMatrix) -> Ints:
    """Return for every pure strategy, a row, a sequence that no other one plays; -1 if there is none."""
    num_strategies = np.bincount(strategies.columns, minlength=strategies.shape[1])
    alone = num_strategies[strategies.columns] == 1
    own = np.full(strategies.shape[0], -1)
    own[strategies.rows[alone]] = strategies.columns[alone]
    return own


def mixed_family(index: SequenceIndex, mixture: Mixture) -> PlanFamily:
    """Return the plans that a mixed strategy realizes, with the mixed strategy unless they determine it."""
    # The weight of a sequence that only one pure strategy plays is the probability of that strategy
    determined = np.all(own_sequences(mixture.strategies) >= 0)
    return PlanFamily(index, mixture.plan, None if determined else mixture)


def constant_family(plan: RealizationPlan) -> PlanFamily:
    """Return a completely mixed exact plan as a family that does not depend on ε."""
    return PlanFamily(plan.index, PolynomialArray.constant(plan.exact_weights("family")))


@dataclass(frozen=True, eq=False)
class RationalPlanFamily(PlanFamily):
    """A realization plan p(ε) / p_∅(ε) of one player for every small ε > 0, completely mixed.

    With lower bounds on behavior probabilities a plan is not a polynomial in ε. The weights are p, with E p(ε) = p_∅(ε)
    e; the denominator p_∅ is the first of them. Behavior and beliefs are ratios of weights, so results derived from a
    `PlanFamily`'s weights hold here too: its limit, its beliefs, and comparisons of the payoffs of an opponent's
    actions against it.

    Examples
    --------
    >>> import seqform as sf
    >>> from seqform.models.numbers.polynomials import PolynomialArray
    >>> index = sf.load("guess-the-ace").sequences[0].index
    >>> family = RationalPlanFamily(index, PolynomialArray((ExactArray.of([1, 1, 0]), ExactArray.of([1, 0, 1]))))
    >>> family.at(Fraction(1, 9)).weights.to_fractions()[1:], family.limit["start"]["ask"]
    ([Fraction(9, 10), Fraction(1, 10)], Fraction(0, 1))
    """

    def _check_whole(self) -> None:
        """Accept any weight of the empty sequence, which is the denominator."""

    def at(self, epsilon: Given) -> RealizationPlan:
        """Return the plan at a number ε that is no zero of the denominator."""
        values: ExactArray = self.weights.at(epsilon)
        if values[0] == 0:
            number = shown_rational(exact_epsilon(epsilon))
            raise ModelError(
                f"{player_label(self.index.player)}: the plan's denominator vanishes at ε = {number}"
            )
        return RealizationPlan(self.index, values * (1 / values[0]))


@dataclass(frozen=True, eq=False)
class Beliefs(Immutable, copy_arrays=True):
    """Beliefs of the players: the probability of every node given its information set.

    - `probability`, shape (nodes,): Those at each information set of a player sum to 1; 0 at nodes of chance and at
      leaves.
    """

    game: ExtensiveGame
    probability: npt.NDArray[Any]

    def __post_init__(self) -> None:
        game = self.game
        if not isinstance(self.probability, np.ndarray) or self.probability.shape != (len(game),):
            raise ModelError(
                f"beliefs: an array of {len(game):,} fractions expected, one for each node of the game"
            )
        number_types = set(map(type, self.probability.tolist()))
        if not all(issubclass(number_type, int | Fraction) for number_type in number_types):
            raise ModelError("beliefs: fractions expected, no doubles")
        object.__setattr__(self, "probability", with_python_integers(self.probability))
        require_time()

        nodes = decision_nodes(game)
        elsewhere = np.setdiff1d(np.flatnonzero(self.probability.astype(bool)), nodes)
        if len(elsewhere):
            raise ModelError(
                f"beliefs: node {int(elsewhere[0])} has a probability, but no player moves there"
            )

        # Zeros need no arithmetic
        believed = nodes[self.probability[nodes].astype(bool)]
        sums = np.full(len(game.information_sets), Fraction(0), dtype=object)
        np.add.at(sums, game.infoset[believed], self.probability[believed])
        for infoset in np.unique(game.infoset[nodes]).tolist():
            if sums[infoset] != 1:
                name = game.infoset_names[infoset]
                raise ModelError(
                    f"beliefs at information set {name!r}: they sum to {shown_rational(sums[infoset])}, not to 1"
                )
        for node in believed.tolist():
            if self.probability[node] < 0:
                name = game.infoset_names[int(game.infoset[node])]
                raise ModelError(f"beliefs at information set {name!r}: a negative probability")

    def bound_to(self, game: ExtensiveGame) -> Beliefs:
        """Return these beliefs for an equal game object; nodes have no names, so all of the game has to be equal."""
        if game is self.game:
            return self
        if game != self.game:
            raise ModelError("these beliefs are for another game")
        return Beliefs(game, self.probability)

    def at(self, infoset: int) -> list[tuple[int, Fraction]]:
        """Return the nodes of an information set, by its row in the game's table, with their probabilities."""
        nodes = np.flatnonzero(self.game.infoset == infoset).tolist()
        return [(node, self.probability[node]) for node in nodes]

    def equals(self, beliefs: Beliefs) -> bool:
        """Return whether all probabilities are equal."""
        return bool(np.array_equal(self.probability, beliefs.probability))


@dataclass(frozen=True, eq=False)
class Assessment:
    """A behavior profile with beliefs (Kreps & Wilson 1982), and a family in ε with this limit, if known.

    Profile and family are put in the order of the sequences of the game to which the beliefs belong.
    """

    profile: BehaviorProfile
    beliefs: Beliefs
    family: EpsilonFamily | None = None

    def __post_init__(self) -> None:
        game = self.beliefs.game
        object.__setattr__(self, "profile", self.profile.bound_to(game))
        if self.family is not None:
            object.__setattr__(self, "family", self.family.bound_to(game))

    def bound_to(self, game: ExtensiveGame) -> Assessment:
        """Return this assessment with profile, beliefs and family in the order of a game's own sequences and nodes."""
        return Assessment(self.profile, self.beliefs.bound_to(game), self.family)

    def equals(self, assessment: Assessment) -> bool:
        """Return whether profile, beliefs and family are equal, of equal games."""
        game = self.beliefs.game
        if assessment.beliefs.game != game:
            return False
        theirs = assessment.bound_to(game)
        return (
            _same_family(self.family, theirs.family)
            and self.profile.equals(theirs.profile)
            and self.beliefs.equals(theirs.beliefs)
        )


def _same_family(mine: EpsilonFamily | None, theirs: EpsilonFamily | None) -> bool:
    """Return whether two families of plans over the same sequences have equal weights, or neither is known."""
    if mine is None or theirs is None:
        return mine is theirs
    return all(
        plan is their_plan or plan.weights.equals(their_plan.weights)
        for plan, their_plan in zip(mine, theirs, strict=True)
    )


def decision_nodes(game: ExtensiveGame) -> Ints:
    """Return the nodes at which a player moves, not chance."""
    return np.flatnonzero((game.player == 0) | (game.player == 1)).astype(np.int64)


def beliefs_of(game: ExtensiveGame, family: EpsilonFamily) -> Beliefs:
    """Return the limit of the beliefs of a family as ε falls to 0, exact (Miltersen & Sørensen 2006, lemma 2.2).

    At a player's information set the own weight is the same for all nodes, so a node's belief is proportional to
    chance's probability of it times the opponent's weight, and the lowest power of ε among the nodes decides. At a set
    that chance excludes all nodes are equally likely.
    """
    family = family.bound_to(game)
    probability = np.full(len(game), Fraction(0), dtype=object)
    for player in (0, 1):
        require_time()
        nodes = np.flatnonzero(game.player == player)
        sets = game.infoset[nodes]
        weights = _lowest_order(game, nodes, family[1 - player].weights)
        totals = ExactArray(weights).sum_by(sets, len(game.information_sets)).numerators[sets]

        believed = np.flatnonzero(np.asarray(weights != 0, dtype=bool))
        pairs = zip(weights[believed].tolist(), totals[believed].tolist(), strict=True)
        probability[nodes[believed]] = [Fraction(weight, total) for weight, total in pairs]

        sizes = np.bincount(sets, minlength=1)[sets]
        excluded = np.asarray(totals == 0, dtype=bool)
        probability[nodes[excluded]] = [Fraction(1, size) for size in sizes[excluded].tolist()]
    return Beliefs(game, probability)


def _lowest_order(game: ExtensiveGame, nodes: Ints, opponent: PolynomialArray) -> Numerators:
    """Return integers proportional, at each set, to chance's times the opponent's weight in the lowest order.

    `nodes` are those of one player. A node that chance excludes has an order beyond every power of ε, so that it
    counts only at sets all of whose nodes are excluded, and its weight is 0 there, too.
    """
    if len(nodes) == 0:
        return np.zeros(0, dtype=np.int64)
    player = int(game.player[nodes[0]])
    sequence = game.sequences[1 - player].at_node[nodes]
    infoset = game.infoset[nodes]
    reach = game.chance_reach.numerators[nodes]

    never = opponent.degree + 1
    excluded = np.asarray(reach == 0, dtype=bool)
    orders = np.where(excluded, never, opponent.leading_orders()[sequence])
    lowest = np.full(len(game.information_sets), never, dtype=np.int64)
    np.minimum.at(lowest, infoset, orders)
    is_leading = orders == lowest[infoset]

    weights: Numerators = np.zeros(len(nodes), dtype=object)
    for order, coefficients in enumerate(opponent.coefficients):
        require_time()
        places = np.flatnonzero(is_leading & (orders == order))
        weights[places] = times(reach[places], coefficients.numerators[sequence[places]])
    return as_integers(weights)


def limit_assessment(game: ExtensiveGame, family: EpsilonFamily) -> Assessment:
    """Return the limit of a family as an assessment, which is consistent because of the family."""
    family = family.bound_to(game)
    return Assessment(family.limit, beliefs_of(game, family), family)


def fully_mixed_beliefs(game: ExtensiveGame, profile: BehaviorProfile) -> Beliefs:
    """Return the beliefs of a completely mixed exact profile by Bayes' rule."""
    return beliefs_of(
        game, EpsilonFamily((constant_family(profile[0].plan), constant_family(profile[1].plan)))
    )


LONGEST = 40
"""Characters of a function; of a longer one the first terms of its series are shown."""

TERMS = 2
"""Terms of such a series."""


@dataclass(frozen=True)
class Ratio:
    """A function of ε as a quotient of polynomials, by their coefficients, that of ε^0 first.

    Examples
    --------
    >>> print(Ratio((0, 1), (1, 0, -1))), Ratio((0, 1), (1, 1)).at(Fraction(1, 9))
    ε / (1 - ε^2)
    (None, Fraction(1, 10))
    """

    above: tuple[Fraction | int, ...]
    below: tuple[Fraction | int, ...]

    def at(self, epsilon: Given) -> Fraction:
        """Return the value at a number ε."""
        number = Fraction(exact_epsilon(epsilon))
        return _value(self.above, number) / _value(self.below, number)

    def reduced(self) -> Ratio:
        """Return the same function without common factors, its denominator 1 + ... at ε = 0 where that is not 0."""
        from flint import fmpq

        above = _polynomial(self.above)
        below = _polynomial(self.below)
        common = above.gcd(below)
        above = above / common
        below = below / common
        unit = next((c for c in below.coeffs() if c), fmpq(1))
        return Ratio(_coefficients(above / unit), _coefficients(below / unit))

    def series(self, terms: int) -> list[tuple[int, Fraction]]:
        """Return the first terms of the power series that are not zero, as orders and coefficients.

        Long division by ascending powers: the lowest term of the rest over the first coefficient of the denominator is
        the next term of the series; its product with the denominator is taken from the rest.
        """
        series: list[tuple[int, Fraction]] = []
        rest = [Fraction(c) for c in self.above]
        # Beyond the numerator a gap is shorter than the denominator, or the series ends: enough orders for two terms
        for order in range(len(self.above) + len(self.below) + terms):
            rest += [Fraction(0)] * (order + len(self.below) - len(rest))
            factor = rest[order] / self.below[0]
            if factor:
                series.append((order, factor))
            if len(series) == terms:
                break
            for k, coefficient in enumerate(self.below):
                rest[order + k] -= factor * coefficient
        return series

    def __str__(self) -> str:
        above = _text(enumerate(self.above))
        below = _text(enumerate(self.below))
        text = above if below == "1" else f"{_bracketed(above)} / {_bracketed(below)}"
        # Without a constant term in the denominator there is no power series
        if len(text) <= LONGEST or not self.below[0]:
            return text
        return f"{_text(self.series(TERMS))} + …"


def _value(coefficients: Sequence[Fraction | int], epsilon: Fraction) -> Fraction:
    """Return the value of a polynomial, Horner's rule."""
    value = Fraction(0)
    for coefficient in reversed(coefficients):
        value = value * epsilon + coefficient
    return value


def _polynomial(coefficients: Sequence[Fraction | int]) -> Any:
    """Return a polynomial of FLINT."""
    from flint import fmpq, fmpq_poly

    fractions = map(Fraction, coefficients)
    return fmpq_poly([fmpq(number.numerator, number.denominator) for number in fractions])


def _coefficients(polynomial: Any) -> tuple[Fraction, ...]:
    """Return the coefficients of a polynomial of FLINT, that of ε^0 first; at least one."""
    coefficients = tuple(Fraction(int(c.p), int(c.q)) for c in polynomial.coeffs())
    return coefficients or (Fraction(0),)


def _bracketed(text: str) -> str:
    if " " in text:
        return f"({text})"
    return text


def _text(terms: Iterable[tuple[int, Fraction | int]]) -> str:
    """Return a sum of coefficients times powers of ε as text: `1 - 2 ε^3`."""
    text = ""
    for order, coefficient in terms:
        if not coefficient:
            continue
        term = _term(shown_rational(abs(Fraction(coefficient))), order)
        sign = "-" if coefficient < 0 else "+"
        if text:
            text += f" {sign} {term}"
        else:
            text = term if sign == "+" else f"-{term}"
    return text or "0"


def _term(size: str, order: int) -> str:
    """Return a positive coefficient times a power of ε; a 1 is left out before a power."""
    if order == 0:
        return size
    power = "ε" if order == 1 else f"ε^{order}"
    if size == "1":
        return power
    return f"{size} {power}"


@dataclass(frozen=True, eq=False, repr=False)
class GameFamily(Tabular):
    """A family in ε of a game, of which an equilibrium is the limit, with its behavior and beliefs as functions of ε.

    Examples
    --------
    >>> import seqform as sf
    >>> family = sf.solve("guess-the-ace", "quasi-perfect").family
    >>> {action: str(share) for action, share in family.behavior(0)["start"].items()}
    {'stop': '1 - ε', 'ask': 'ε'}
    """

    game: ExtensiveGame
    plans: EpsilonFamily

    def behavior(self, player: int) -> dict[str, dict[str, Ratio]]:
        """Return the probability of every action at a player's information sets, in the order of the tree."""
        index = self.plans[player].index
        weights = self.plans[player].weights
        behavior: dict[str, dict[str, Ratio]] = {}
        for row in index.order.tolist():
            above = weights[int(index.parent_sequence[row])]
            start = int(index.first_sequence[row])
            behavior[index.infoset_names[row]] = {
                action: Ratio(weights[sequence], above).reduced()
                for sequence, action in enumerate(index.action_names[row], start)
            }
        return behavior

    def beliefs(self, player: int) -> dict[str, dict[str, Ratio]]:
        """Return the probability of every node of a player's information sets with several, by the path to the node."""
        game = self.game
        index = self.plans[player].index
        opponent = self.plans[1 - player].weights
        sequence = game.sequences[1 - player].at_node
        beliefs: dict[str, dict[str, Ratio]] = {}
        for row in index.order.tolist():
            nodes = np.flatnonzero(game.infoset == game.sequences[player].infosets[row])
            # The player's own weight is the same at all nodes of the set and cancels
            chance = game.chance_reach.take(nodes)
            reach = PolynomialArray(
                tuple(part.take(sequence[nodes]) * chance for part in opponent.coefficients)
            )
            if len(nodes) > 1 and reach.signs().any():
                total = reach.sum_by(np.zeros(len(nodes), dtype=np.int64), 1)[0]
                beliefs[index.infoset_names[row]] = {
                    " ".join(game.path(node)): Ratio(reach[place], total).reduced()
                    for place, node in enumerate(nodes.tolist())
                }
        return beliefs

    def report(self, *, everything: bool = False) -> Report:
        """Return the behavior and the beliefs of both players as functions of ε."""
        behavior: list[tuple[str, Table]] = []
        beliefs: list[tuple[str, Table]] = []
        for player, name in enumerate(self.game.players):
            shown = self.game.shown_names(player)
            rows = _ratio_rows(self.behavior(player), shown)
            if rows:
                behavior.append((name, _ratio_table(f"{name}: behavior", "action", rows)))
            rows = _ratio_rows(self.beliefs(player), shown)
            if rows:
                beliefs.append((name, _ratio_table(f"{name}: beliefs", "node", rows)))

        data = {}
        if behavior:
            data["behavior in ε"] = partial(stacked, "player", behavior)
        if beliefs:
            data["beliefs in ε"] = partial(stacked, "player", beliefs)
        return Report([table for _, table in [*behavior, *beliefs]], data)

    save_chart = verbs.family_chart

    def __repr__(self) -> str:
        return f"<GameFamily of {self.game.title!r}: plans of degree {self.plans.degree} in ε>"


def _ratio_rows(
    ratios: Mapping[str, Mapping[str, Ratio]], shown: Mapping[str, str]
) -> list[list[Cell]]:
    """Return a line for each action or node: its information set by the name for people, its own name, its ratio."""
    rows: list[list[Cell]] = []
    for infoset, ratio_of in ratios.items():
        rows += [[shown[infoset], name, str(ratio)] for name, ratio in ratio_of.items()]
    return rows


def _ratio_table(title: str, what: str, rows: list[list[Cell]]) -> Table:
    return Table(title, ("information set", what, "probability"), "lll", rows)
