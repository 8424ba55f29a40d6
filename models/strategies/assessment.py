"""Families of completely mixed plans in ε, their tables, and assessments: profiles with beliefs that are limits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from typing import Any, Self

import numpy as np
import numpy.typing as npt

import seqform.models.verbs as verbs
from seqform.errors import ModelError
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import SequenceIndex
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import (
    ExactArray,
    ExactMatrix,
    Ints,
    Numerators,
    as_integers,
    with_python_integers,
)
from seqform.models.numbers.integers import times
from seqform.models.numbers.polynomials import PolynomialArray
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
        index, who = self.index, f"player {self.index.player + 1}"
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
                f"player {self.index.player + 1}: the weight of the empty sequence is not 1"
            )

    def bound_to(self, index: SequenceIndex) -> Self:
        """Return this family for the sequences of a game that has the same information sets and actions by name."""
        if index is self.index:
            return self
        sequences, _ = index.correspondence(self.index, "family of plans")
        mixture = self.mixture
        if mixture is not None:
            pure = mixture.strategies
            columns = np.argsort(sequences)[pure.columns]
            mixture = replace(
                mixture,
                strategies=ExactMatrix.from_entries(pure.shape, pure.rows, columns, pure.values),
            )
        return type(self)(index, self.weights.take(sequences), mixture)

    def at(self, epsilon: Fraction | int) -> RealizationPlan:
        """Return the plan at a number ε."""
        return RealizationPlan(self.index, self.weights.at(epsilon))

    @cached_property
    def limit(self) -> BehaviorStrategy:
        """The behavior as ε falls to 0, at every information set: β(c) = lim x_{σ_h c}(ε) / x_{σ_h}(ε), exact.

        See Miltersen & Sørensen (2006), lemma 2.2.
        """
        index = self.index
        above = index.parent_sequence[index.infoset_of[1:]]
        orders = self.weights.leading_orders()[above]
        require_time()
        wholes = self.weights.take(above).coefficient_at(orders).to_fractions()
        parts = self.weights.take(slice(1, None)).coefficient_at(orders).to_fractions()
        require_time()
        shares = [part / whole if part else part for part, whole in zip(parts, wholes, strict=True)]
        return BehaviorStrategy(index, np.array([Fraction(1), *shares], dtype=object))


@dataclass(frozen=True, eq=False)
class EpsilonFamily(PlanPair[PlanFamily]):
    """A completely mixed pair of plans for every small ε > 0, the evidence that its limit is consistent."""

    kind, what = PlanFamily, "family"

    @property
    def degree(self) -> int:
        """The highest power of ε."""
        return max(plan.weights.degree for plan in self)

    def at(self, epsilon: Fraction | int) -> RealizationPlans:
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
    alone = np.bincount(strategies.columns, minlength=strategies.shape[1])[strategies.columns] == 1
    own = np.full(strategies.shape[0], -1)
    own[strategies.rows[alone]] = strategies.columns[alone]
    return own


def mixed_family(index: SequenceIndex, mixture: Mixture) -> PlanFamily:
    """Return the plans that a mixed strategy realizes, with the mixed strategy unless they determine it."""
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

    def at(self, epsilon: Fraction | int) -> RealizationPlan:
        """Return the plan at a number ε that is no zero of the denominator."""
        values: ExactArray = self.weights.at(epsilon)
        if values[0] == 0:
            raise ModelError(
                f"player {self.index.player + 1}: the plan's denominator vanishes at ε = {shown_rational(epsilon)}"
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
        if not all(
            issubclass(kind, int | Fraction) for kind in set(map(type, self.probability.tolist()))
        ):
            raise ModelError("beliefs: fractions expected, no doubles")
        object.__setattr__(self, "probability", with_python_integers(self.probability))
        require_time()
        nodes = decision_nodes(game)
        elsewhere = np.setdiff1d(np.flatnonzero(self.probability.astype(bool)), nodes)
        if len(elsewhere):
            raise ModelError(
                f"beliefs: node {int(elsewhere[0])} has a probability, but no player moves there"
            )
        believed = nodes[self.probability[nodes].astype(bool)]
        sums = np.full(len(game.information_sets), Fraction(0), dtype=object)
        np.add.at(sums, game.infoset[believed], self.probability[believed])
        wrong = [place for place in np.unique(game.infoset[nodes]).tolist() if sums[place] != 1]
        if wrong:
            name = game.infoset_names[wrong[0]]
            raise ModelError(
                f"beliefs at information set {name!r}: they sum to {shown_rational(sums[wrong[0]])}, not to 1"
            )
        negative = [node for node in believed.tolist() if self.probability[node] < 0]
        if negative:
            name = game.infoset_names[int(game.infoset[negative[0]])]
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

    def equals(self, other: Beliefs) -> bool:
        """Return whether all probabilities are equal."""
        return bool(np.array_equal(self.probability, other.probability))


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

    def equals(self, other: Assessment) -> bool:
        """Return whether profile, beliefs and family are equal, of equal games."""
        if other.beliefs.game != self.beliefs.game:
            return False
        theirs = other.bound_to(self.beliefs.game)
        if self.family is None or theirs.family is None:
            same_family = self.family is theirs.family
        else:
            pairs = zip(self.family, theirs.family, strict=True)
            same_family = all(
                mine is their or mine.weights.equals(their.weights) for mine, their in pairs
            )
        return (
            same_family
            and self.profile.equals(theirs.profile)
            and self.beliefs.equals(theirs.beliefs)
        )


def decision_nodes(game: ExtensiveGame) -> Ints:
    """Return the nodes at which player 1 or player 2 moves."""
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
        sizes = np.bincount(sets, minlength=1)[sets]
        unreachable = np.asarray(totals == 0, dtype=bool)
        probability[nodes[unreachable]] = [
            Fraction(1, size) for size in sizes[unreachable].tolist()
        ]
        believed = np.flatnonzero(np.asarray(weights != 0, dtype=bool))
        pairs = zip(weights[believed].tolist(), totals[believed].tolist(), strict=True)
        probability[nodes[believed]] = [Fraction(part, whole) for part, whole in pairs]
    return Beliefs(game, probability)


def _lowest_order(game: ExtensiveGame, nodes: Ints, opponent: PolynomialArray) -> Numerators:
    """Return integers proportional, at each set, to chance's times the opponent's weight in the lowest order."""
    sequence = (
        game.sequences[1 - int(game.player[nodes[0]])].at_node[nodes] if len(nodes) else nodes
    )
    reach = game.chance_reach.numerators[nodes]
    impossible = np.asarray(reach == 0, dtype=bool)
    orders = np.where(impossible, opponent.degree + 1, opponent.leading_orders()[sequence])
    lowest = np.full(len(game.information_sets), opponent.degree + 1, dtype=np.int64)
    np.minimum.at(lowest, game.infoset[nodes], orders)
    leading = orders == lowest[game.infoset[nodes]]
    weights: Numerators = np.zeros(len(nodes), dtype=object)
    for order, part in enumerate(opponent.coefficients):
        require_time()
        here = np.flatnonzero(leading & (orders == order))
        weights[here] = times(reach[here], part.numerators[sequence[here]])
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

    def at(self, epsilon: Fraction) -> Fraction:
        """Return the value at a number ε."""
        above, below = (
            sum((c * epsilon**k for k, c in enumerate(part)), Fraction(0))
            for part in (self.above, self.below)
        )
        return above / below

    def reduced(self) -> Ratio:
        """Return the same function without common factors, its denominator 1 + ... at ε = 0 where that is not 0."""
        from flint import fmpq, fmpq_poly

        above, below = (
            fmpq_poly([fmpq(Fraction(c).numerator, Fraction(c).denominator) for c in part])
            for part in (self.above, self.below)
        )
        common = above.gcd(below)
        above, below = above / common, below / common
        unit = next((c for c in below.coeffs() if c), fmpq(1))
        parts = (
            tuple(Fraction(int(c.p), int(c.q)) for c in (part / unit).coeffs())
            for part in (above, below)
        )
        return Ratio(*(part or (Fraction(0),) for part in parts))

    def series(self, terms: int) -> list[tuple[int, Fraction]]:
        """Return the first terms of the power series that are not zero, as orders and coefficients."""
        found, rest = list[tuple[int, Fraction]](), [Fraction(c) for c in self.above]
        for order in range(len(self.above) + len(self.below) + terms):
            rest += [Fraction(0)] * (order + len(self.below) - len(rest))
            factor = rest[order] / self.below[0]
            if factor:
                found.append((order, factor))
            if len(found) == terms:
                break
            for k, coefficient in enumerate(self.below):
                rest[order + k] -= factor * coefficient
        return found

    def __str__(self) -> str:
        above, below = _text(enumerate(self.above)), _text(enumerate(self.below))
        quotient = " / ".join(f"({part})" if " " in part else part for part in (above, below))
        text = above if below == "1" else quotient
        if len(text) <= LONGEST or not self.below[0]:
            return text
        return f"{_text(self.series(TERMS))} + …"


def _text(
    terms: Iterator[tuple[int, Fraction | int]] | Sequence[tuple[int, Fraction | int]],
) -> str:
    text = ""
    for order, coefficient in terms:
        if not coefficient:
            continue
        size, power = (
            shown_rational(abs(Fraction(coefficient))),
            "" if order == 0 else "ε" + f"^{order}" * (order > 1),
        )
        factor = power if size == "1" and power else " ".join(filter(None, (size, power)))
        sign = "-" if coefficient < 0 else "+"
        text += f" {sign} {factor}" if text else f"{'-' if sign == '-' else ''}{factor}"
    return text or "0"


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
        index, weights = self.plans[player].index, self.plans[player].weights
        found = {}
        for row in index.order.tolist():
            start, names = int(index.first_sequence[row]), index.action_names[row]
            whole = weights[int(index.parent_sequence[row])]
            parts = (Ratio(weights[start + place], whole).reduced() for place in range(len(names)))
            found[index.infoset_names[row]] = dict(zip(names, parts, strict=True))
        return found

    def beliefs(self, player: int) -> dict[str, dict[str, Ratio]]:
        """Return the probability of every node of a player's information sets with several, by the path to the node."""
        game, index, weights = self.game, self.plans[player].index, self.plans[1 - player].weights
        sequence = game.sequences[1 - player].at_node
        found = {}
        for row in index.order.tolist():
            nodes = np.flatnonzero(game.infoset == game.sequences[player].infosets[row])
            reach = PolynomialArray(
                tuple(
                    (part.take(sequence[nodes]) * game.chance_reach.take(nodes))
                    for part in weights.coefficients
                )
            )
            if len(nodes) > 1 and reach.signs().any():
                total = reach.sum_by(np.zeros(len(nodes), dtype=np.int64), 1)[0]
                parts = (Ratio(reach[place], total).reduced() for place in range(len(nodes)))
                paths = (" ".join(game.path(node)) for node in nodes.tolist())
                found[index.infoset_names[row]] = dict(zip(paths, parts, strict=True))
        return found

    def report(self, *, everything: bool = False) -> Report:
        """Return the behavior and the beliefs of both players as functions of ε."""
        tables: dict[str, list[tuple[str, Table]]] = {"behavior": [], "beliefs": []}
        for player, name in enumerate(self.game.players):
            shown = self.game.shown_names(player)
            for kind, what, function in (
                ("behavior", "action", self.behavior),
                ("beliefs", "node", self.beliefs),
            ):
                rows: list[list[Cell]] = [
                    [shown[label], choice, str(share)]
                    for label, shares in function(player).items()
                    for choice, share in shares.items()
                ]
                title = f"{name}: {kind}"
                if rows:
                    tables[kind].append(
                        (name, Table(title, ("information set", what, "probability"), "lll", rows))
                    )
        data = {
            f"{kind} in ε": partial(stacked, "player", named)
            for kind, named in tables.items()
            if named
        }
        return Report([table for named in tables.values() for _, table in named], data)

    save_chart = verbs.family_chart

    def __repr__(self) -> str:
        return f"<GameFamily of {self.game.title!r}: plans of degree {self.plans.degree} in ε>"
