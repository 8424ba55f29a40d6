"""Linear programs for the mixtures of actions that dominate an action at an information set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from seqform.models.games.infosets import SequenceIndex
from seqform.models.numbers.exact import ExactArray, ExactMatrix
from seqform.models.programs.linear import Bounds, LinearProgram

Row = Mapping[int, int]
"""Numbers at sequences of the opponent, zero where there is none."""


@dataclass(frozen=True)
class MixtureSearch:
    """The plans of a player at an information set and after it that replace one of its actions.

    - `first`: The sequences of the set that a plan may use; its weights at them add up to 1.
    - `sets`: For each set of the player after them, the sequence before it and its sequences, which may be used.
    - `payoffs`: For each of these sequences its numbers at sequences of the opponent.
    - `most`: The most that the action is worth at each sequence of the opponent, in the same units.
    - `reach`: The probability that the set is reached, as numbers at sequences of the opponent in units of their own;
      at the empty sequence alone where it is reached by each plan.
    """

    opponent: SequenceIndex
    first: tuple[int, ...]
    sets: tuple[tuple[int, tuple[int, ...]], ...]
    payoffs: Mapping[int, Row]
    most: Row
    reach: Row

    @property
    def size(self) -> int:
        """The number of numbers of the program, roughly; the work for it grows with the square."""
        entries = sum(len(row) for row in self.payoffs.values())
        return entries + len(self.most) + len(self.payoffs)

    @property
    def sequences(self) -> list[int]:
        """The sequences that a plan may use."""
        return [*self.first, *(choice for _, choices in self.sets for choice in choices)]

    def program(self, strict: bool) -> LinearProgram:
        """Return the program whose optimum decides whether a plan dominates the action.

        With `strict` it maximises the ε for which a plan gains at least ε times the probability that the set is
        reached, against every plan of the opponent: the action is strictly dominated if it is positive, and no plan is
        never worse if it is negative. Otherwise it maximises what a plan that is never worse earns against the
        uniformly random opponent, which is more than the action does if it is weakly dominated.

        The columns are the weights of `sequences`, the v of the opponent's sets, and ε. The least gain g y over all
        plans y of the opponent is the largest v_∅ with Fᵀv ≤ g, by LP duality.
        """
        own = {sequence: place for place, sequence in enumerate(self.sequences)}
        sets = self._opponents_sets()
        v = {row: len(own) + place for place, row in enumerate([-1, *sets])}
        epsilon = len(own) + len(v)
        rows: list[Mapping[int, Fraction | int]] = []
        sides: list[tuple[Fraction | int | None, Fraction | int | None]] = []

        rows.append({own[sequence]: 1 for sequence in self.first})
        sides.append((1, 1))
        for above, choices in self.sets:
            rows.append({own[above]: -1} | {own[choice]: 1 for choice in choices})
            sides.append((0, 0))
        for column, row in self._gain_rows(sets, own, v).items():
            row[epsilon] = self.reach.get(column, 0)
            rows.append(row)
            sides.append((None, -self.most.get(column, 0)))

        columns = Bounds.concatenate(
            [
                Bounds.nonnegative(len(own) + 1),
                Bounds.free(len(sets)),
                Bounds.of([(None, None) if strict else (0, 0)]),
            ]
        )
        entries = [(number, place) for number, row in enumerate(rows) for place in row]
        values = [row[place] for row in rows for place in row]
        matrix = ExactMatrix.from_entries(
            (len(rows), epsilon + 1),
            np.array([number for number, _ in entries], dtype=np.int64),
            np.array([place for _, place in entries], dtype=np.int64),
            ExactArray.of(values),
        )
        return LinearProgram.of_blocks(
            [self._objective(strict, own, epsilon)],
            [[matrix]],
            [Bounds.of(sides)],
            [columns],
            name="mixtures that dominate an action",
        )

    def _objective(self, strict: bool, own: Mapping[int, int], epsilon: int) -> ExactArray:
        numbers = [Fraction(0)] * (epsilon + 1)
        if strict:
            numbers[epsilon] = Fraction(1)
        else:
            weights = self._uniform_weights()
            for sequence, place in own.items():
                row = self.payoffs[sequence]
                numbers[place] = sum(
                    (value * weights[column] for column, value in row.items()), Fraction(0)
                )
        return ExactArray.of(numbers)

    def _uniform_weights(self) -> dict[int, Fraction]:
        """Return the weights of the opponent's uniformly random plan at the sequences of `payoffs`."""
        above = self.opponent.parent_sequence
        count = self.opponent.num_actions
        weights = {0: Fraction(1)}

        def weight(sequence: int) -> Fraction:
            if sequence not in weights:
                row = int(self.opponent.infoset_of[sequence])
                weights[sequence] = weight(int(above[row])) / int(count[row])
            return weights[sequence]

        for row in self.payoffs.values():
            for column in row:
                weight(column)
        return weights

    def _opponents_sets(self) -> list[int]:
        """Return the opponent's sets on the way to what makes a difference, the first ones first."""
        pending = {*self.most, *self.reach}
        for row in self.payoffs.values():
            pending |= {*row}
        sets: set[int] = set()
        for column in pending:
            row_before = int(self.opponent.infoset_of[column]) if column else -1
            while row_before >= 0 and row_before not in sets:
                sets.add(row_before)
                above = int(self.opponent.parent_sequence[row_before])
                row_before = int(self.opponent.infoset_of[above]) if above else -1
        return sorted(sets)

    def _gain_rows(
        self, sets: list[int], own: Mapping[int, int], v: Mapping[int, int]
    ) -> dict[int, dict[int, Fraction | int]]:
        """Return the rows of Fᵀv - Aᵀx, by the opponent's sequences."""
        rows: dict[int, dict[int, Fraction | int]] = {0: {v[-1]: 1}}
        for row in sets:
            start, stop = self.opponent.first_sequence[row : row + 2].tolist()
            for column in range(start, stop):
                rows[column] = {v[row]: 1}
        for row in sets:
            rows[int(self.opponent.parent_sequence[row])][v[row]] = -1
        for sequence, place in own.items():
            for column, value in self.payoffs[sequence].items():
                rows[column][place] = -value
        return rows
