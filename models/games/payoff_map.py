"""Maps of payoffs: a positive multiple and a constant for each player, which leave the equilibria as they are.

A step on games may count payoffs in other units. Objectives, targets, bounds and gaps are stated in those of the game
itself, and are translated by the map of the step.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from numbers import Rational
from typing import Any

import numpy as np

from seqform.errors import ModelError
from seqform.models.games.extensive import CHANCE, ExtensiveGame
from seqform.models.games.positions import END, PositionGraph
from seqform.models.numbers.exact import ExactArray
from seqform.models.numbers.text import shown_rational


@dataclass(frozen=True)
class PayoffMap:
    """The payoffs after a step by those before it: of player k `factors[k]` times as much, and `shifts[k]` more.

    Raises ModelError unless these are fractions, one of each for each player, and the factors positive.

    Examples
    --------
    >>> halved = PayoffMap((Fraction(1, 2), Fraction(1, 2)), (Fraction(0), Fraction(1)))
    >>> halved.gap_after(Fraction(3)), halved.then(halved).shifts
    (Fraction(3, 2), (Fraction(0, 1), Fraction(3, 2)))
    """

    factors: tuple[Fraction, ...]
    shifts: tuple[Fraction, ...]

    def __post_init__(self) -> None:
        numbers = (*self.factors, *self.shifts)
        if len(self.factors) != len(self.shifts) or not all(
            isinstance(number, Rational) for number in numbers
        ):
            raise ModelError(
                "payoff map: a fraction as factor and as shift of each player expected"
            )
        if min(self.factors) <= 0:
            raise ModelError(
                f"payoff map: positive factors expected, not {shown_rational(min(self.factors))}"
            )

    @classmethod
    def identity(cls, players: int) -> PayoffMap:
        """Return the map that keeps the payoffs of so many players."""
        return cls((Fraction(1),) * players, (Fraction(0),) * players)

    @property
    def keeps_payoffs(self) -> bool:
        """True if nothing changes."""
        return self == self.identity(len(self.factors))

    def before(self, payoffs: Sequence[ExactArray]) -> tuple[ExactArray, ...]:
        """Return arrays of payoffs after the step, one for each player, in the units before it."""
        rows = zip(payoffs, self.factors, self.shifts, strict=True)
        return tuple((row - _all(shift, row)) * (1 / factor) for row, factor, shift in rows)

    def gap_after(self, gap: Fraction) -> Fraction:
        """Return a sum of regrets after the step which makes sure that it is at most `gap` before the step."""
        return gap * min(self.factors)

    def gap_before(self, gap: Fraction) -> Fraction:
        """Return the largest sum of regrets before the step of a profile whose sum after it is `gap`."""
        return gap / min(self.factors)

    def then(self, later: PayoffMap) -> PayoffMap:
        """Return the composition with the map of a further step."""
        factors: list[Fraction] = []
        shifts: list[Fraction] = []
        parts = zip(self.factors, self.shifts, later.factors, later.shifts, strict=True)
        for factor, shift, later_factor, later_shift in parts:
            # later_factor (factor u + shift) + later_shift, for a payoff u
            factors.append(factor * later_factor)
            shifts.append(shift * later_factor + later_shift)
        return PayoffMap(tuple(factors), tuple(shifts))


def have_one_shape(left: Any, right: Any) -> bool:
    """Return whether two trees, or two graphs of positions, differ in their payoffs and labels at most.

    They have the same moves, movers, information sets and probabilities.
    """
    if isinstance(left, ExtensiveGame) and isinstance(right, ExtensiveGame):
        return _are_trees_of_one_shape(left, right)
    if isinstance(left, PositionGraph) and isinstance(right, PositionGraph):
        return _are_graphs_of_one_shape(left, right)
    return False


def computed_payoff_map(before: Any, after: Any) -> PayoffMap | None:
    """Return the map from the payoffs of a tree or a graph to those of another one of its shape; None without one."""
    if isinstance(before, ExtensiveGame):
        return _of_rows(before.leaf_payoffs, after.leaf_payoffs)
    return _of_rows(_at_ends(before), _at_ends(after))


def _are_trees_of_one_shape(left: ExtensiveGame, right: ExtensiveGame) -> bool:
    left_sets = left.information_sets
    right_sets = right.information_sets
    return (
        np.array_equal(left.parent, right.parent)
        and np.array_equal(left.infoset, right.infoset)
        and np.array_equal(left_sets.player, right_sets.player)
        and np.array_equal(left_sets.action_start, right_sets.action_start)
        and left.edge_probability.equals(right.edge_probability)
    )


def _are_graphs_of_one_shape(left: PositionGraph, right: PositionGraph) -> bool:
    if not (
        len(left.players) == len(right.players)
        and np.array_equal(left.player, right.player)
        and np.array_equal(left.first_move, right.first_move)
        and np.array_equal(left.child, right.child)
    ):
        return False
    if not left.has_chance:
        return True
    assert left.probability is not None and right.probability is not None
    by_chance = np.repeat(left.player == CHANCE, np.diff(left.first_move))
    return left.probability.take(by_chance).equals(right.probability.take(by_chance))


def _at_ends(graph: PositionGraph) -> list[ExactArray]:
    ends = graph.outcome[graph.player == END]
    return [payoff.take(ends) for payoff in graph.payoffs]


def _of_rows(before: Sequence[ExactArray], after: Sequence[ExactArray]) -> PayoffMap | None:
    """Return the map of each player's payoffs at the ends of a game; None if it is not one for all ends.

    Two different payoffs determine factor and shift, which then are checked at all ends.
    """
    factors: list[Fraction] = []
    shifts: list[Fraction] = []
    for own, changed in zip(before, after, strict=True):
        least = int(np.argmin(own.numerators))
        largest = int(np.argmax(own.numerators))
        factor = Fraction(1)
        if own[least] != own[largest]:
            factor = (changed[largest] - changed[least]) / (own[largest] - own[least])
        shift = changed[least] - factor * own[least]
        if factor <= 0 or not changed.equals(own * factor + _all(shift, own)):
            return None
        factors.append(factor)
        shifts.append(shift)
    return PayoffMap(tuple(factors), tuple(shifts))


def _all(number: Fraction, row: ExactArray) -> ExactArray:
    """Return a number as often as a row has entries."""
    return ExactArray.of([number]).take(np.zeros(len(row), dtype=np.int64))
