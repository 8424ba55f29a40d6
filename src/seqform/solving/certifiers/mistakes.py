"""Mistakes of one player that make the opponent's behavior optimal at every information set, found stage by stage.

Let ρ be a profile of two players with perfect recall. At an information set u of player i the belief in a node z is
proportional to c(z) x(τ(z)), chance's probability times the weight of the opponent's sequence there. So what player i
believes is about the mistakes of the opponent j alone, who has completely mixed plans x(ε) that tend to ρ_j in
behavior, and each player is decided separately (`seqform.verify.consistent` has the criterion).

*Values.* Let P_σ(x) be what the leaves after the sequence σ, without a further choice of player i, contribute. The
behavior at u and later sets is optimal if and only if there are values v, v_u = P_σa(x) + Σ v_u' for each action a in
use at u, the sum over the sets u' that come next after it, and v_u ≥ for all other actions. These conditions are linear
and homogeneous in (x, v).

*Sequential equilibrium.* x(ε) is described by leading terms: a stage K_σ and a weight ζ_σ > 0 with x_σ ≈ ζ_σ ε^K_σ.
Those of stage 0 are the plan of ρ_j. The beliefs at u are determined by the first stage that has a node of u. So at
every further stage let z have weights ≥ 0 for the sequences without a stage, with z_σa = ρ(a) z_σ where σ has none,
such that the conditions on values, and the beliefs that are given, hold at the sets u of which no node has a stage. All
such z form a cone; one with the most positive entries is found by one linear program, and these entries get the stage.

If only z = 0 is left before all sequences have a stage, no mistakes exist: of completely mixed xⁿ that explain optimal
behavior, the weights without a stage, divided by the largest of them, have limits in the cone that are not all 0. And
nothing is lost by the choice of z: with weights Mₙ that tend to 0 so slowly that the entries of xⁿ without a stage
vanish against Mₙ, xⁿ + Mₙ z are such mistakes, too, whatever z in the cone.

*Quasi-perfect equilibrium.* Optimal play against x(ε) itself is asked for, not in the limit, so the conditions hold in
every order of ε = 0, 1, ... with x(ε) = Σ ε^k z^k. z^0 is the plan. Beyond, z^k is a change of the plan where sequences
have a stage, of any sign, and ≥ 0 elsewhere, with the equations of plans; an inequality is required of z^k if it holds
with equality in all orders before. Again a z with the most positive entries and inequalities is found at each stage.
For the proof xⁿ - Σ_{l<k} ε^l z^l takes the place of xⁿ: the possible values of these entries and inequalities form a
closed cone, being a projection of a polyhedral one.

What is found is checked by `seqform.verify` on the tree; that there is nothing is the proof above.

References
----------
Kreps & Wilson, Sequential equilibria, Econometrica 50 (1982); Gatti & Panozzo, New results on the verification of Nash
refinements for extensive-form games, AAMAS 2012, on the same questions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

import numpy as np

from seqform.backends.exact.solution import ExactBackend
from seqform.builders.forms.sequence_form import sequence_form
from seqform.errors import SolveError
from seqform.models.answers.evidence import PerturbationWitness
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import SequenceIndex, player_name
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import ExactArray, ExactMatrix, Ints, Mask
from seqform.models.numbers.polynomials import PolynomialArray
from seqform.models.programs.linear import Bounds, LazyNames, LinearProgram
from seqform.models.strategies.assessment import EpsilonFamily, PlanFamily
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy
from seqform.system.deadline import require_time

Terms = Sequence[tuple[int, Fraction]]
"""A linear form: columns with coefficients."""

NodeBeliefs = Mapping[int, Fraction]
"""Beliefs at one information set: nodes with probabilities; the other nodes have 0."""

UNASSIGNED = -1
"""The stage of a sequence without one."""

MOST_NAMED = 3
"""Of more information sets in a sentence the first ones are named."""


def named_sets(names: Sequence[str]) -> str:
    """Return information sets for a sentence, the first ones by name.

    Examples
    --------
    >>> named_sets(["a"]), named_sets(["a", "b", "c", "d", "e"])
    ("'a'", "'a', 'b', 'c' and 2 more")
    """
    text = ", ".join(map(repr, names[:MOST_NAMED]))
    if len(names) > MOST_NAMED:
        text += f" and {len(names) - MOST_NAMED} more"
    return text


@dataclass
class Cone:
    """Points z of a given number of entries with linear conditions, each a form that is 0 or at least 0.

    Examples
    --------
    >>> cone = Cone(2)
    >>> cone.require([(0, Fraction(1)), (1, Fraction(-2))], equal=True)
    >>> cone.most_positive([[(0, Fraction(1))], [(1, Fraction(1))]])
    [Fraction(2, 1), Fraction(1, 1)]
    """

    size: int
    is_free: set[int] = field(default_factory=set)
    is_zero: set[int] = field(default_factory=set)
    rows: list[int] = field(default_factory=list)
    columns: list[int] = field(default_factory=list)
    values: list[Fraction] = field(default_factory=list)
    is_equation: list[bool] = field(default_factory=list)

    def require(self, terms: Iterable[tuple[int, Fraction]], *, equal: bool = False) -> None:
        """Add the condition that a form is at least 0, or that it is 0."""
        row = len(self.is_equation)
        for column, value in terms:
            self.rows.append(row)
            self.columns.append(column)
            self.values.append(value)
        self.is_equation.append(equal)

    def most_positive(self, forms: Sequence[Terms]) -> list[Fraction] | None:
        """Return a point at which as many forms are positive as at any point, None if all of them are 0 everywhere.

        The forms have to be at least 0 on the cone. Of each the part up to 1 is counted, and their sum is maximised: at
        a multiple of a point with the most positive forms each of these counts 1.
        """
        num_forms = len(forms)
        rows = list(self.rows)
        columns = list(self.columns)
        values = list(self.values)
        is_equation = list(self.is_equation)
        for place, terms in enumerate(forms):
            row = len(is_equation)
            rows += [row] * (len(terms) + 1)
            columns += [*(column for column, _ in terms), self.size + place]
            values += [*(value for _, value in terms), Fraction(-1)]
            is_equation.append(False)

        size = self.size + num_forms
        entries = ExactMatrix.from_entries(
            (len(is_equation), size),
            np.array(rows, dtype=np.int64),
            np.array(columns, dtype=np.int64),
            ExactArray.of(values),
        )
        free = np.array([column in self.is_free for column in range(self.size)], dtype=bool)
        zero = np.array([column in self.is_zero for column in range(self.size)], dtype=bool)
        counted_up_to_one = np.ones(num_forms, dtype=bool)
        lower = ExactArray.zeros(size)
        upper = ExactArray.concatenate([ExactArray.zeros(self.size), ExactArray.ones(num_forms)])
        program = LinearProgram(
            "max",
            upper,
            entries,
            Bounds(
                ExactArray.zeros(len(is_equation)),
                ExactArray.zeros(len(is_equation)),
                np.ones(len(is_equation), dtype=bool),
                np.array(is_equation, dtype=bool),
            ),
            Bounds(
                lower,
                upper,
                np.concatenate([~free, counted_up_to_one]),
                np.concatenate([zero, counted_up_to_one]),
            ),
            LazyNames(len(is_equation), "row {}".format),
            LazyNames(size, "column {}".format),
            name="mistakes",
        )
        raw = ExactBackend().solve(program)
        if not raw.solved or raw.primal is None:
            raise SolveError(f"mistakes: {raw.termination} ({raw.status})", raw)
        if not raw.objective:
            return None
        assert isinstance(raw.primal, ExactArray)
        return raw.primal.to_fractions()[: self.size]


class Judged:
    """The conditions on the weights of one player's sequences under which the behavior of the opponent is optimal.

    `mistaken` is the player who makes the mistakes, `judged` the one whose behavior is to be optimal. The entries of
    the cones are the weights of the mistaken player's sequences, followed by the values of the judged player's sets.
    """

    def __init__(self, game: ExtensiveGame, mistaken: int) -> None:
        form = sequence_form(game).target
        self.game = game
        self.mistaken = mistaken
        self.judged = 1 - mistaken
        self.index = game.sequences[mistaken].index
        self.own = game.sequences[self.judged].index
        self.size = len(self.index) + self.own.num_infosets
        payoffs = form.A if self.judged == 0 else form.B.T
        self.payoff_terms: list[list[tuple[int, Fraction]]] = [[] for _ in range(len(self.own))]
        entries = zip(
            payoffs.rows.tolist(),
            payoffs.columns.tolist(),
            payoffs.values.to_fractions(),
            strict=True,
        )
        for sequence, opposing, payoff in entries:
            self.payoff_terms[sequence].append((opposing, payoff))
        self.sets_after: list[list[int]] = [[] for _ in range(len(self.own))]
        for row, above in enumerate(self.own.parent_sequence.tolist()):
            self.sets_after[above].append(row)

        # The nodes of every set of the judged player that chance can reach, each with the opponent's sequence there
        self.nodes: list[list[tuple[int, int, int]]] = [[] for _ in range(self.own.num_infosets)]
        reach = game.chance_reach.numerators.tolist()
        infosets = game.sequences[self.judged].infosets.tolist()
        row_of = {infoset: row for row, infoset in enumerate(infosets)}
        sequence_at = game.sequences[mistaken].at_node
        for node in np.flatnonzero(game.player == self.judged).tolist():
            if reach[node]:
                place = row_of[int(game.infoset[node])]
                self.nodes[place].append((node, int(sequence_at[node]), reach[node]))

    def name_of(self, player: int) -> str:
        """Return the name of a player within a sentence."""
        return player_name(self.game.players, player)

    def value_column(self, row: int) -> int:
        """Return the entry of the value of a set."""
        return len(self.index) + row

    def worth(self, sequence: int) -> list[tuple[int, Fraction]]:
        """Return what a sequence of the judged player earns, with what follows it, as a form."""
        terms = list(self.payoff_terms[sequence])
        terms += [(self.value_column(row), Fraction(1)) for row in self.sets_after[sequence]]
        return terms

    def shortfall(self, sequence: int) -> list[tuple[int, Fraction]]:
        """Return the value of the set at which a sequence ends minus what the sequence earns, as a form."""
        row = int(self.own.infoset_of[sequence])
        terms = [(self.value_column(row), Fraction(1))]
        terms += [(column, -value) for column, value in self.worth(sequence)]
        return terms

    def set_names(self, rows: Iterable[int]) -> list[str]:
        """Return sets of the judged player by their names for people."""
        shown = self.game.shown_names(self.judged)
        return [shown[self.own.infoset_names[row]] for row in rows]


@dataclass(frozen=True)
class Conditions(Immutable):
    """The behavior of both players, known or in part.

    - `shares`: The probability of the action that ends each sequence of the mistaken player; None where it is free.
    - `allowed`: Whether the behavior of the mistaken player may take this action; read where `shares` is None.
    - `optimal`: Whether the action that ends each sequence of the judged player has to be optimal.
    """

    shares: Sequence[Fraction] | None
    allowed: Mask
    optimal: Mask

    @classmethod
    def of(cls, task: Judged, profile: BehaviorProfile) -> Conditions:
        """Return those of an exact profile."""
        behavior = profile[task.mistaken].probabilities
        in_use = profile[task.judged].probabilities.astype(bool)
        in_use[0] = False  # the empty sequence ends with no action
        shares = [Fraction(share) for share in behavior.tolist()]
        return cls(shares, behavior.astype(bool), in_use)


def explaining_mistakes(
    game: ExtensiveGame,
    profile: BehaviorProfile,
    mistaken: int,
    prescribed: Mapping[int, NodeBeliefs] | None = None,
    *,
    optimal: bool = True,
) -> PerturbationWitness | str:
    """Return mistakes of a player whose beliefs make the opponent's behavior optimal, or why there are none.

    `profile` is exact and of the game's own sequences; `prescribed` has beliefs at information sets of the opponent, by
    their rows in the game's table. They are not compared with beliefs that the plan of `profile` determines. Unless
    behavior is to be `optimal`, any mistakes will do with which the beliefs are as prescribed.
    """
    task = Judged(game, mistaken)
    conditions = Conditions.of(task, profile)
    if not optimal:
        conditions = replace(conditions, optimal=np.zeros_like(conditions.optimal))
    plan = profile[mistaken].plan.exact_weights("beliefs").to_fractions()
    objection = _objection_to_plan(task, plan, conditions.optimal)
    if objection:
        return objection
    terms = leading_terms(task, plan, conditions, prescribed or {})
    if isinstance(terms, list) and not optimal:
        infosets = game.sequences[task.judged].infosets.tolist()
        terms = [row for row in terms if infosets[row] in (prescribed or {})]
        return (
            f"no mistakes of {task.name_of(mistaken)} lead to the beliefs given at "
            f"{named_sets(task.set_names(terms))}"
        )
    if isinstance(terms, list):
        return (
            f"no mistakes of {task.name_of(mistaken)} explain beliefs under which the behavior of "
            f"{task.name_of(task.judged)} is optimal at {named_sets(task.set_names(terms))}"
        )
    return PerturbationWitness(
        profile[mistaken], terms.stage, np.array(terms.weights, dtype=object)
    )


@dataclass(frozen=True)
class LeadingTerms(Immutable):
    """The stage of every sequence of a player, and its weight there."""

    stage: Ints
    weights: list[Fraction]

    def behavior(self, index: SequenceIndex) -> BehaviorStrategy:
        """Return the limit: the shares of the sequences that have the stage of the one before."""
        shares = [Fraction(1)]
        above = np.append(index.parent_sequence, 0)[index.infoset_of].tolist()
        for sequence in range(1, len(index)):
            before = above[sequence]
            share = Fraction(0)
            if self.stage[sequence] == self.stage[before]:
                share = self.weights[sequence] / self.weights[before]
            shares.append(share)
        return BehaviorStrategy(index, np.array(shares, dtype=object))


def is_start(task: Judged, plan: Sequence[Fraction], conditions: Conditions) -> bool:
    """Return whether a plan of the mistaken player meets the conditions: it is what `starting_plan` returns of one."""
    for sequence, weight in enumerate(plan):
        if weight and not conditions.allowed[sequence]:
            return False
    slack = _slack(task, plan)
    return not any(slack[sequence] for sequence in np.flatnonzero(conditions.optimal).tolist())


def starting_plan(
    task: Judged, plans: Sequence[Sequence[Fraction]], conditions: Conditions, *, strictly: bool
) -> list[Fraction] | None:
    """Return a mixture of plans of the mistaken player with the most sequences, under the conditions; None without one.

    With `strictly` also with the most inequalities of the judged player that do not hold with equality.
    """
    cone = Cone(task.size + len(plans))
    cone.is_free = set(range(len(task.index), task.size))
    cone.is_zero = set(np.flatnonzero(~conditions.allowed).tolist())
    for sequence in range(len(task.index)):
        terms = [(sequence, Fraction(1))]
        for place, plan in enumerate(plans):
            if plan[sequence]:
                terms.append((task.size + place, -plan[sequence]))
        cone.require(terms, equal=True)
    forms: list[Terms] = [[(sequence, Fraction(1))] for sequence in range(len(task.index))]
    for sequence in range(1, len(task.own)):
        shortfall = task.shortfall(sequence)
        cone.require(shortfall, equal=bool(conditions.optimal[sequence]))
        if strictly and not conditions.optimal[sequence]:
            forms.append(shortfall)
    point = cone.most_positive(forms)
    if point is None or not point[0]:
        return None
    return [weight / point[0] for weight in point[: len(task.index)]]


def leading_terms(
    task: Judged,
    plan: Sequence[Fraction],
    conditions: Conditions,
    prescribed: Mapping[int, NodeBeliefs],
) -> LeadingTerms | list[int]:
    """Return leading terms of mistakes beyond a plan, or the sets of the judged player at which there are none."""
    weights = list(plan)
    stage = np.array([0 if weight else UNASSIGNED for weight in plan], dtype=np.int64)
    infosets = task.game.sequences[task.judged].infosets.tolist()
    number = 0
    while (stage == UNASSIGNED).any():
        require_time()
        number += 1
        missing = np.flatnonzero(stage == UNASSIGNED).tolist()
        cone = Cone(task.size)
        cone.is_free = set(range(len(task.index), task.size))
        cone.is_zero = set(np.flatnonzero(stage != UNASSIGNED).tolist())
        _keep_behavior(cone, task, stage, conditions)
        open_sets = _open_sets(task, stage)
        for row in open_sets:
            start, stop = task.own.first_sequence[row : row + 2].tolist()
            for sequence in range(start, stop):
                cone.require(task.shortfall(sequence), equal=bool(conditions.optimal[sequence]))
            if infosets[row] in prescribed:
                _keep_beliefs(cone, task, row, prescribed[infosets[row]])

        point = cone.most_positive([[(sequence, Fraction(1))] for sequence in missing])
        if point is None:
            return [row for row in open_sets if task.nodes[row]]
        for sequence in missing:
            if point[sequence]:
                stage[sequence] = number
                weights[sequence] = point[sequence]
    return LeadingTerms(stage, weights)


def _open_sets(task: Judged, stage: Ints) -> list[int]:
    """Return the sets of the judged player whose beliefs no stage determines."""
    return [
        row
        for row, nodes in enumerate(task.nodes)
        if all(stage[sequence] == UNASSIGNED for _, sequence, _ in nodes)
    ]


def _keep_behavior(cone: Cone, task: Judged, stage: Ints, conditions: Conditions) -> None:
    """Require the behavior at the mistaken player's sets to which no sequence with a stage leads."""
    shares = conditions.shares
    for row, above in enumerate(task.index.parent_sequence.tolist()):
        if stage[above] != UNASSIGNED:
            continue
        start, stop = task.index.first_sequence[row : row + 2].tolist()
        if shares is None:
            cone.is_zero |= {
                sequence for sequence in range(start, stop) if not conditions.allowed[sequence]
            }
            terms = [(sequence, Fraction(1)) for sequence in range(start, stop)]
            cone.require([*terms, (above, Fraction(-1))], equal=True)
            continue
        for sequence in range(start, stop):
            terms = [(sequence, Fraction(1))]
            if shares[sequence]:
                terms.append((above, -shares[sequence]))
            cone.require(terms, equal=True)


def _keep_beliefs(cone: Cone, task: Judged, row: int, beliefs: NodeBeliefs) -> None:
    """Require given beliefs at a set: the share of each node in the weight of all."""
    nodes = task.nodes[row]
    for node, _, _ in nodes:
        belief = beliefs.get(node, Fraction(0))
        terms: dict[int, Fraction] = {}
        for other, sequence, reach in nodes:
            factor = Fraction(1 if other == node else 0) - belief
            terms[sequence] = terms.get(sequence, Fraction(0)) + factor * reach
        cone.require([(column, value) for column, value in terms.items() if value], equal=True)


def quasi_perfect_family(game: ExtensiveGame, profile: BehaviorProfile) -> EpsilonFamily | str:
    """Return a family in ε that proves an exact profile quasi-perfect, or why it is not."""
    plans = []
    for mistaken in (0, 1):
        task = Judged(game, mistaken)
        conditions = Conditions.of(task, profile)
        plan = profile[mistaken].plan.exact_weights("quasi-perfection").to_fractions()
        objection = _objection_to_plan(task, plan, conditions.optimal)
        if objection:
            return objection
        orders = perturbed_plan(task, plan, conditions)
        if orders is None:
            return (
                f"no mistakes of {task.name_of(mistaken)} make the behavior of {task.name_of(task.judged)} optimal "
                "at every information set"
            )
        plans.append(orders.family(task.index))
    return EpsilonFamily((plans[0], plans[1]))


@dataclass(frozen=True)
class Orders:
    """The coefficients of a plan in ε, by orders, with the leading terms of the sequences."""

    coefficients: list[list[Fraction]]
    leading: LeadingTerms

    def family(self, index: SequenceIndex) -> PlanFamily:
        """Return the plan in ε."""
        return PlanFamily(index, PolynomialArray(tuple(map(ExactArray.of, self.coefficients))))


def perturbed_plan(task: Judged, plan: Sequence[Fraction], conditions: Conditions) -> Orders | None:
    """Return a plan in ε, with a given one in order 0, against which behavior is optimal; None if there is none.

    Actions that have to be optimal are so against the plan in order 0.
    """
    slack = _slack(task, plan)
    tight = np.array([not amount for amount in slack], dtype=bool)
    orders = [list(plan)]
    weights = list(plan)
    stage = np.array([0 if weight else UNASSIGNED for weight in plan], dtype=np.int64)
    while (stage == UNASSIGNED).any():
        require_time()
        missing = np.flatnonzero(stage == UNASSIGNED).tolist()
        cone = Cone(task.size)
        cone.is_zero = {0}
        cone.is_free = set(range(1, task.size)) - set(missing)
        _keep_behavior(cone, task, stage, conditions)
        for row, above in enumerate(task.index.parent_sequence.tolist()):
            if stage[above] != UNASSIGNED:
                start, stop = task.index.first_sequence[row : row + 2].tolist()
                terms = [(sequence, Fraction(1)) for sequence in range(start, stop)]
                cone.require([*terms, (above, Fraction(-1))], equal=True)
        forms: list[Terms] = [[(sequence, Fraction(1))] for sequence in missing]
        for sequence in range(1, len(task.own)):
            shortfall = task.shortfall(sequence)
            if conditions.optimal[sequence]:
                cone.require(shortfall, equal=True)
            elif tight[sequence]:
                cone.require(shortfall)
                forms.append(shortfall)

        point = cone.most_positive(forms)
        if point is None:
            return None
        order = point[: len(task.index)]
        orders.append(order)
        for sequence in missing:
            if order[sequence]:
                stage[sequence] = len(orders) - 1
                weights[sequence] = order[sequence]
        for sequence in range(1, len(task.own)):
            if tight[sequence] and _at(task.shortfall(sequence), point):
                tight[sequence] = False
    return Orders(orders, LeadingTerms(stage, weights))


def _at(terms: Terms, point: Sequence[Fraction]) -> Fraction:
    """Return the value of a linear form at a point."""
    return sum((value * point[column] for column, value in terms), Fraction(0))


def _slack(task: Judged, plan: Sequence[Fraction]) -> list[Fraction]:
    """Return how much less every sequence of the judged player earns than the best one at its set, against a plan."""
    gradient = ExactArray.of(_at(terms, plan) for terms in task.payoff_terms)
    best = task.own.best_response(gradient)
    assert isinstance(best.sequence_value, ExactArray)
    assert isinstance(best.infoset_value, ExactArray)
    best_there = best.infoset_value.take(task.own.infoset_of[1:])
    slack = best_there - best.sequence_value.take(slice(1, None))
    return [Fraction(0), *slack.to_fractions()]


def _objection_to_plan(task: Judged, plan: Sequence[Fraction], optimal: Mask) -> str:
    """Return at which sets reached by a plan behavior is not optimal against it; empty if at none."""
    slack = _slack(task, plan)
    refuted = [sequence for sequence in np.flatnonzero(optimal).tolist() if slack[sequence]]
    if not refuted:
        return ""
    rows = dict.fromkeys(task.own.infoset_of[refuted].tolist())
    return (
        f"the behavior of {task.name_of(task.judged)} is not optimal against the plan of "
        f"{task.name_of(task.mistaken)} at {named_sets(task.set_names(rows))}"
    )
