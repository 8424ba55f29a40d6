"""Equilibria as rational functions of a parameter, each proved on an interval from an equilibrium at one number.

The payoffs of the family are polynomials in the parameter t (`seqform.analysis.polynomial_family`). At a number an
extreme equilibrium (x, y) is the only solution of linear equations: of plans, and those by which sequences are best
replies. With polynomials as coefficients their solution is (x(t), y(t)). In steps, for the plan x of one player:

1. At every information set of the opponent a best reply to x is chosen, one that y plays where y reaches the set. With
   it the payoff of each of the opponent's sequences is a linear form of x, with polynomials as coefficients.
2. The unknowns are the weights that are not 0. The equations are those of plans; that all sequences of y earn the same
   at a set; and, of all further best replies, those that are needed. They are solved as rational functions. The first
   two kinds have to hold identically, else there is no formula.
3. (x(t), y(t)) is an equilibrium wherever no weight is negative, and no sequence at a set that y reaches earns more
   than what y plays there: signs of finitely many polynomials, whose roots are isolated. At a root where
   another choice at a set that y does not reach becomes best, and nothing else changes, the interval goes on with it.

Where a condition changes its sign, the formula is an equilibrium on one side and none just beyond: the end is exact,
and a threshold. At both ends the formula holds, as no condition is strict.

For example, where player 0 inspects with probability x, and a violation is worth t and costs 1 if it is inspected, the
opponent is indifferent at t - x (1 + t) = 0. So x(t) = t / (1 + t), which is a probability for all t ≥ 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from seqform.analysis.polynomial_family import PolynomialFamily
from seqform.analysis.value_function import StrategyPiece
from seqform.backends.linalg.polynomial_solve import RIGHT, solve_sparse, without_common_factor
from seqform.backends.linalg.rational_solve import Row
from seqform.backends.perturbed.parametric import number_between, signs_beside
from seqform.errors import CertificationError
from seqform.models.games.infosets import SequenceIndex
from seqform.models.numbers.algebraic import (
    AlgebraicNumber,
    Polynomial,
    RationalFunction,
    polynomial,
    rational,
    roots_between,
    value_at,
)
from seqform.models.strategies.behavior import RealizationPlan
from seqform.system.deadline import Deadline
from seqform.system.packages import require

MOST_CHOICES = 100
"""Choices at sets that are not reached, tried one after the other in one direction."""

Plans = tuple[RealizationPlan, RealizationPlan]


@dataclass(frozen=True, eq=False, repr=False)
class EquilibriumFormula(StrategyPiece):
    """A Nash equilibrium as rational functions of the parameter, proved for all numbers from `start` to `end`.

    - `values`: The payoffs of both players.
    - `ends`: Whether it is proved to be no equilibrium just left of `start`, and just right of `end`. Else the interval
      of the parameter ends there, or the proof.
    """

    values: tuple[RationalFunction, RationalFunction]
    ends: tuple[bool, bool]

    def contains(self, place: Fraction | AlgebraicNumber) -> bool:
        """Return whether a number is in the interval."""
        number = AlgebraicNumber.of(place)
        return not (number < self.start or self.end < number)

    def equals(self, plans: Plans, place: Fraction) -> bool:
        """Return whether it is a pair of plans at a number of its interval."""
        for functions, plan in zip(self.weights, plans, strict=True):
            numbers = plan.exact_weights("formula").to_fractions()
            for function, number in zip(functions, numbers, strict=True):
                if function(place) != number:
                    return False
        return True

    @property
    def thresholds(self) -> tuple[AlgebraicNumber, ...]:
        """The ends beyond which it is no equilibrium."""
        numbers = (self.start, self.end)
        return tuple(number for number, is_end in zip(numbers, self.ends, strict=True) if is_end)


class FormulaSearch:
    """The formulas of equilibria of a family over an interval, from equilibria at single numbers."""

    def __init__(
        self, terms: PolynomialFamily, start: Fraction, end: Fraction, deadline: Deadline
    ) -> None:
        game = terms.game
        self.terms = terms
        self.interval = (start, end)
        self.deadline = deadline
        first, second = game.sequences
        self.indices = (first.index, second.index)

        # Of each player the payoffs by own sequence and the opponent's: polynomials, summed over the leaves.
        sequences = (first.at_node[game.leaves].tolist(), second.at_node[game.leaves].tolist())
        self.payoffs: list[list[dict[int, Polynomial]]] = []
        for player in (0, 1):
            rows: list[dict[int, Polynomial]] = [{} for _ in self.indices[player].names]
            functions = _polynomials(terms.payoffs(player))
            places = zip(sequences[player], sequences[1 - player], functions, strict=True)
            for own, opposing, function in places:
                row = rows[own]
                row[opposing] = row[opposing] + function if opposing in row else function
            self.payoffs.append(rows)
        self._sides: dict[Any, list[_Side]] = {}

    def around(self, plans: Plans, place: Fraction) -> EquilibriumFormula | None:
        """Return the formula that is a pair of plans at a number; None if there is none around it.

        - `plans`: An equilibrium at the number.

        Raises OutOfTimeError at the deadline, InputError if the family is not the polynomials within the interval.
        """
        first = self._side(0, plans, place)
        second = self._side(1, plans, place)
        if first is None or second is None:
            return None
        start, is_start = max(first.left, second.left, key=_by_number)
        end, is_end = min(first.right, second.right, key=_by_number)
        if first.left[0] == second.left[0]:
            is_start = first.left[1] or second.left[1]
        if first.right[0] == second.right[0]:
            is_end = first.right[1] or second.right[1]
        formula = EquilibriumFormula(
            start,
            end,
            self.indices,
            (first.functions, second.functions),
            values=(second.reply_value, first.reply_value),
            ends=(is_start, is_end),
        )
        if not start < end:
            return None  # an equilibrium of this kind at the number alone
        if not formula.equals(plans, place):
            raise CertificationError(
                "a formula of equilibria fails its check; please report the game"
            )
        self.terms.require_at(place)
        self.terms.require_at(number_between(start, end))
        return formula

    def _side(self, player: int, plans: Plans, place: Fraction) -> _Side | None:
        """Return the plan of a player as functions, with the part of the interval where the opponent's is a reply."""
        weights = plans[player].exact_weights("formula")
        replies = plans[1 - player].exact_weights("formula")
        played = frozenset(np.flatnonzero(weights.numerators).tolist())
        replied = frozenset(np.flatnonzero(replies.numerators).tolist())
        key = (player, played, replied)
        for side in self._sides.get(key, []):
            holds = not (side.left[0] > place or side.right[0] < place)
            if holds and side.equals(plans[player], place):
                return side
        system = _System(self, player, played, replied)
        solved = system.solved(weights.to_fractions(), place)
        if solved is not None:
            self._sides.setdefault(key, []).append(solved)
        return solved


End = tuple[AlgebraicNumber, bool]
"""A number, and whether a condition is violated just beyond."""


def _by_number(end: End) -> AlgebraicNumber:
    return end[0]


@dataclass(frozen=True, eq=False)
class _Side:
    """The plan of one player as functions, and the part of the interval on which the opponent's is a best reply."""

    functions: tuple[RationalFunction, ...]
    reply_value: RationalFunction
    left: End
    right: End

    def equals(self, plan: RealizationPlan, place: Fraction) -> bool:
        numbers = plan.exact_weights("formula").to_fractions()
        pairs = zip(self.functions, numbers, strict=True)
        return all(function(place) == number for function, number in pairs)


@dataclass(frozen=True, eq=False)
class _Conditions:
    """Polynomials that are not negative where a plan is one and has a reply, with one choice at each set.

    - `lasting`: Without any of these the pair is no equilibrium.
    - `choices`: Without any of these another choice is best at a set that the reply does not reach.
    """

    lasting: Sequence[Polynomial]
    choices: Sequence[Polynomial]


class _System:
    """The equations of a player's plan, given the sequences that both players play."""

    def __init__(
        self, search: FormulaSearch, player: int, played: frozenset[int], replied: frozenset[int]
    ) -> None:
        self.search = search
        self.index: SequenceIndex = search.indices[player]
        self.replies: SequenceIndex = search.indices[1 - player]
        self.payoffs = search.payoffs[1 - player]
        self.played = played
        self.replied = replied
        self.unknowns = sorted(played - {0})  # the weight of the empty sequence is 1
        self.weights: dict[int, Polynomial] = {}
        self.denominator: Polynomial = None
        self.gradient: list[Polynomial] = []

    def solved(self, weights: Sequence[Fraction], place: Fraction) -> _Side | None:
        """Return the plan as functions that have these weights at a number; None if there is no formula."""
        rows = [*self._plan_rows(), *self._reply_rows(weights, place)]
        unknowns = {sequence: number for number, sequence in enumerate(self.unknowns)}
        chosen = [rows[number] for number in self._independent(rows, place)]
        if len(chosen) < len(unknowns):
            return None  # these conditions leave more than one plan
        system: list[Row] = []
        for row in chosen:
            equation = {unknowns[sequence]: value for sequence, value in row.items() if sequence}
            if 0 in row:
                equation[RIGHT] = -row[0]
            system.append(equation)
        solution: list[Polynomial] = []
        denominator = require("flint").fmpq_poly([1])
        if system:
            solved = solve_sparse(system, len(unknowns), self.search.deadline)
            solution, denominator = without_common_factor([*solved[0], solved[1]])
        if value_at(denominator, place) < 0:
            denominator = -denominator
            solution = [-value for value in solution]
        self.denominator = denominator
        self.weights = {0: denominator}
        self.weights |= dict(zip(self.unknowns, solution, strict=True))
        self.gradient = [self._product(row) for row in self.payoffs]

        conditions = self._conditions(place)
        if conditions is None:
            return None
        values, _ = self._values(place)
        functions = [RationalFunction.of(polynomial([]), polynomial([1]))] * len(self.index)
        for sequence, numerator in self.weights.items():
            functions[sequence] = RationalFunction.of(numerator, denominator)
        start, end = self.search.interval
        return _Side(
            tuple(functions),
            RationalFunction.of(values[0], denominator),
            self._reach(place, start, conditions),
            self._reach(place, end, conditions),
        )

    # ---- equations ----

    def _plan_rows(self) -> Iterator[dict[int, Polynomial]]:
        """Yield the equations of plans at the sets that the plan reaches, as coefficients by sequence."""
        unit = require("flint").fmpq_poly([1])
        for infoset, above in enumerate(self.index.parent_sequence.tolist()):
            if above not in self.played:
                continue
            row = {above: -unit}
            for sequence in _choices(self.index, infoset):
                if sequence in self.played:
                    row[sequence] = unit
            yield row

    def _reply_rows(
        self, weights: Sequence[Fraction], place: Fraction
    ) -> Iterator[dict[int, Polynomial]]:
        """Yield the equations by which sequences are best replies: those of the reply first, as they have to hold."""
        numbers = [Fraction(0)] * len(self.replies)
        for sequence, row in enumerate(self.payoffs):
            for own, function in row.items():
                if weights[own]:
                    numbers[sequence] += value_at(function, place) * weights[own]
        forms = [
            {own: value for own, value in row.items() if own in self.played} for row in self.payoffs
        ]

        further: list[tuple[int, int, int]] = []
        required: list[tuple[int, int]] = []
        best_choices = {}
        for infoset in reversed(range(self.replies.num_infosets)):
            above = int(self.replies.parent_sequence[infoset])
            choices = _choices(self.replies, infoset)
            best = max(choices, key=lambda sequence: (numbers[sequence], sequence in self.replied))
            best_choices[infoset] = best
            for sequence in choices:
                if sequence != best and numbers[sequence] == numbers[best]:
                    if sequence in self.replied:
                        required.append((sequence, best))
                    else:
                        further.append((above, sequence, best))
            numbers[above] += numbers[best]
            _add(forms[above], forms[best])

        for sequence, best in required:
            yield _difference(forms[sequence], forms[best])

        # Of other best replies those at sets that best replies reach, from the root on.
        optimal = {0}
        for infoset in range(self.replies.num_infosets):
            if int(self.replies.parent_sequence[infoset]) in optimal:
                most = numbers[best_choices[infoset]]
                choices = _choices(self.replies, infoset)
                optimal |= {sequence for sequence in choices if numbers[sequence] == most}
        for above, sequence, best in further:
            if above in optimal:
                yield _difference(forms[sequence], forms[best])

    def _independent(self, rows: Sequence[dict[int, Polynomial]], place: Fraction) -> list[int]:
        """Return the rows that do not depend on those before them, at a number, as many as there are unknowns."""
        fmpq_mat = require("flint").fmpq_mat
        if not self.unknowns:
            return []
        number = rational(place)
        zero = rational(0)

        def at_place(row: dict[int, Polynomial], sequence: int) -> Any:
            return zero + row[sequence](number) if sequence in row else zero

        table = [[at_place(row, sequence) for row in rows] for sequence in self.unknowns]
        reduced, rank = fmpq_mat(table).rref()
        columns = range(len(rows))
        return [next(k for k in columns if reduced[line, k] != 0) for line in range(rank)]

    # ---- conditions ----

    def _product(self, row: dict[int, Polynomial]) -> Polynomial:
        total = self.denominator * 0
        for sequence, function in row.items():
            if sequence in self.weights:
                total += function * self.weights[sequence]
        return total

    def _values(self, place: Fraction) -> tuple[list[Polynomial], list[int]]:
        """Return what each sequence of the reply earns, times the denominator, and the choice at each set.

        It is the one of the reply at sets that it reaches, and the best one at the number at others.
        """
        values = list(self.gradient)
        chosen = [0] * self.replies.num_infosets
        for infoset in reversed(range(self.replies.num_infosets)):
            choices = _choices(self.replies, infoset)
            own = [sequence for sequence in choices if sequence in self.replied]
            best = own[0] if own else max(choices, key=lambda k: value_at(values[k], place))
            chosen[infoset] = best
            above = int(self.replies.parent_sequence[infoset])
            values[above] = values[above] + values[best]
        return values, chosen

    def _conditions(self, place: Fraction) -> _Conditions | None:
        """Return the conditions with the choices that are best at a number; None if the reply is identically none."""
        values, chosen = self._values(place)
        lasting = [self.denominator, *self.weights.values()]
        further = []
        for infoset, best in enumerate(chosen):
            is_reached = int(self.replies.parent_sequence[infoset]) in self.replied
            for sequence in _choices(self.replies, infoset):
                if sequence == best:
                    continue
                loss = values[best] - values[sequence]
                if sequence in self.replied:
                    if loss:
                        return None  # an equation holds at the number alone
                elif is_reached:
                    lasting.append(loss)
                else:
                    further.append(loss)
        return _Conditions(_distinct(lasting), _distinct(further))

    def _reach(self, place: Fraction, limit: Fraction, conditions: _Conditions) -> End:
        """Return how far all lasting conditions hold, from a number towards an end of the interval of the parameter."""
        for _ in range(MOST_CHOICES):
            self.search.deadline.check()
            end, is_violated = _first_violation(conditions.lasting, place, limit)
            turn, is_turned = _first_violation(conditions.choices, place, limit)
            is_nearer = turn < end if place < limit else end < turn
            if not (is_turned and is_nearer):
                return end, is_violated

            beyond = self._beyond(turn, limit, conditions)
            if beyond is None:
                return turn, False
            place, next_conditions = beyond
            if any(value_at(condition, place) < 0 for condition in next_conditions.lasting):
                return turn, True
            conditions = next_conditions
        return AlgebraicNumber.of(place), False

    def _beyond(
        self, turn: AlgebraicNumber, limit: Fraction, conditions: _Conditions
    ) -> tuple[Fraction, _Conditions] | None:
        """Return a number beyond another one, with conditions, none of which changes its sign between them."""
        bound = AlgebraicNumber.of(limit)
        for _ in range(MOST_CHOICES):
            nearest = bound
            for condition in (*conditions.lasting, *conditions.choices):
                nearest = _nearest_root(condition, turn, nearest)
            low, high = sorted((turn, nearest))
            place = number_between(low, high)
            conditions = _required(self._conditions(place))
            bound = AlgebraicNumber.of(place)
            signs = (*conditions.lasting, *conditions.choices)
            if all(_nearest_root(condition, turn, bound) == bound for condition in signs):
                return place, conditions
        return None


def _required(conditions: _Conditions | None) -> _Conditions:
    assert conditions is not None  # what holds identically does not depend on the number
    return conditions


def _nearest_root(
    condition: Polynomial, start: AlgebraicNumber, bound: AlgebraicNumber
) -> AlgebraicNumber:
    """Return the root strictly between two numbers that is nearest to the first one; the second if there is none."""
    low, high = sorted((start, bound))
    if not low < high:
        return bound
    between = [
        root for root in roots_between(condition, low.low, high.high) if low < root and root < high
    ]
    if not between:
        return bound
    return between[0] if start < bound else between[-1]


def _first_violation(conditions: Sequence[Polynomial], place: Fraction, limit: Fraction) -> End:
    """Return how far conditions that hold at a number do so towards a limit, and whether one does not beyond."""
    here = AlgebraicNumber.of(place)
    end = AlgebraicNumber.of(limit)
    is_violated = False
    if place == limit:
        return end, False
    for condition in conditions:
        before, after = signs_beside(condition, place)
        if (after if place < limit else before) < 0:
            return here, True
        root = _nearest_root(condition, here, end)
        if root != end:
            end = root
            is_violated = True
    return end, is_violated


def _distinct(functions: Sequence[Polynomial]) -> list[Polynomial]:
    """Return integer polynomials with the signs of rational ones, each once, without those that are never negative."""
    by_text = {}
    for function in functions:
        if function.degree() > 0 or (function and function[0] < 0):
            numerator = function.numer()
            by_text[str(numerator)] = numerator
    return list(by_text.values())


def _choices(index: SequenceIndex, infoset: int) -> range:
    """Return the sequences that end with a choice at an information set."""
    return range(int(index.first_sequence[infoset]), int(index.first_sequence[infoset + 1]))


def _add(total: dict[int, Polynomial], form: dict[int, Polynomial]) -> None:
    for sequence, value in form.items():
        total[sequence] = total[sequence] + value if sequence in total else value


def _difference(
    first: dict[int, Polynomial], second: dict[int, Polynomial]
) -> dict[int, Polynomial]:
    difference = dict(first)
    _add(difference, {sequence: -value for sequence, value in second.items()})
    return {sequence: value for sequence, value in difference.items() if value}


def _polynomials(coefficients: Sequence[Any]) -> list[Polynomial]:
    """Return rational polynomials of FLINT's from vectors of coefficients by power."""
    fmpq_poly = require("flint").fmpq_poly
    powers = [vector.to_fractions() for vector in coefficients]
    return [fmpq_poly(list(map(rational, numbers))) for numbers in zip(*powers, strict=True)]
