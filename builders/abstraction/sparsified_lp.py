"""The linear program of a class game with auxiliary variables and fewer nonzeros."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from seqform.builders.abstraction.class_lp import (
    ClassSequences,
    ClassStrategies,
    Entries,
    class_program,
    collected,
    fixed_entries,
    payoff_entries,
    sides,
)
from seqform.builders.forms.class_game import EndPayoffs, common_denominator, end_payoffs
from seqform.builders.preprocess.sparsify import FactoredColumns, Group, Triples, factored_tables, groups
from seqform.errors import ModelError
from seqform.models.numbers.exact import ExactArray, ExactMatrix, Ints, magnitude
from seqform.models.programs.class_game import ClassGame
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.solutions import RawSolution
from seqform.models.reduced import Reduced

LARGEST = 2**62
"""Entries stay below this."""


def sparsified_lp(game: ClassGame, player: int = 0) -> Reduced[LinearProgram, RawSolution, ClassStrategies]:
    """Return `class_lp` with auxiliary variables for its payoffs: more rows, far fewer nonzeros, same optimum.

    For every last choice of the player in a round and every history, the sums Σ_k A_kj x_k over the player's classes k,
    one for each of the opponent's classes j, come from a few free variables a, each defined by an equation from its
    neighbour and the few x in which they differ: A = Â + U V⁻¹ W. Where classes meet only on the same public board this
    finds the order of the hands' strength and the totals of the hands that fold; see `factored_columns`.

    The target has the rows and columns of `class_lp` first, then one equation and one free column for every auxiliary
    variable, which the lift drops.

    Rhode Island Hold'em: the lossless classes take 7,728,882 rows and 29,395,375 nonzeros instead of 5,498,768 and
    130,629,332; the published ones 1,815,142 and 16,437,290 instead of 1,237,238 and 50,428,638.

    References
    ----------
    Zhang & Sandholm, Sparsified linear programming for zero-sum equilibrium finding, ICML 2020; Farina & Sandholm, Fast
    payoff matrix sparsification techniques for structured extensive-form games, AAAI 2022.

    Examples
    --------
    >>> from seqform.builders.forms.class_game import class_game
    >>> from seqform.builders.abstraction.class_lp import class_lp
    >>> from seqform.builders.games.ordered.poker import kuhn
    >>> from seqform.models.games.abstraction import InformationFilter
    >>> game = class_game(InformationFilter.identity(kuhn("kuhn", ranks=13)))
    >>> class_lp(game).target.matrix, sparsified_lp(game).target.matrix
    (<ExactMatrix 80 × 80, 938 nonzeros>, <ExactMatrix 123 × 123, 421 nonzeros>)
    """
    own, other = sides(game, player, "sparsified_lp")
    ends = end_payoffs(game, player)
    denominator = common_denominator(ends)
    entries = [*fixed_entries(own, other, denominator)]
    entries += [payoff_entries(own, other, end, denominator) for end in ends if not end.both_moved]
    shape = (own.num_rows + len(other), len(own) + other.num_rows)
    extra = 0
    for group, factors in _factored_groups([end for end in ends if end.both_moved]):
        place = _Place(own, other, group, (shape[0] + extra, shape[1] + extra))
        entries += place.definitions(factors, denominator)
        entries += place.payoffs(factors, denominator)
        extra += factors.size * len(group.histories)
    rows, columns, values = collected(entries)
    matrix = ExactMatrix.from_entries(
        (shape[0] + extra, shape[1] + extra), rows, columns, ExactArray(values, denominator)
    )
    return class_program(own, other, matrix, f"{game.title}, sparsified", extra)


@dataclass(frozen=True, eq=False)
class _Place:
    """The rows and columns of a group in the matrix; its auxiliary ones begin at `corner`."""

    own: ClassSequences
    other: ClassSequences
    group: Group
    corner: tuple[int, int]

    def definitions(self, factors: FactoredColumns, denominator: int) -> list[Entries]:
        """Return the entries of V a + W x = 0, once for every history."""
        histories = self.group.histories
        self._check_size(max(magnitude(factors.V[2]), magnitude(factors.W[2])) * denominator)
        own = self.own.at(self.group.number, self.group.own_choice)
        return [
            _entries(self._extra(0, row), columns, value[:, None] * denominator)
            for (row, column, value), columns in (
                (factors.V, self._extra(1, factors.V[1])),
                (factors.W, own[factors.W[1]][:, histories]),
            )
        ]

    def payoffs(self, factors: FactoredColumns, denominator: int) -> list[Entries]:
        """Return the entries of -(R a + S x), once for every history and end."""
        number, histories = self.group.number, self.group.histories
        width = self.other.game.num_classes[self.other.player][number]
        own = self.own.at(number, self.group.own_choice)
        entries = []
        for direction in self.group.directions:
            scales = direction.scales * (denominator // direction.denominator)
            rows = self.own.num_rows + self.other.at(number, direction.other_choice)
            for part, is_own in ((factors.R, False), (factors.S, True)):
                row, column, value = _of_table(part, direction.table, width)
                self._check_size(magnitude(value) * magnitude(scales))
                columns = own[column][:, histories] if is_own else self._extra(1, column)
                entries.append(_entries(rows[row][:, histories], columns, -value[:, None] * scales[None, :]))
        return entries

    def _check_size(self, largest: int) -> None:
        if largest >= LARGEST:
            raise ModelError(
                f"{self.own.game.title}: the sparsified program needs more than 64 bits; take the plain one"
            )

    def _extra(self, axis: int, variable: Ints) -> Ints:
        size = len(self.group.histories)
        return self.corner[axis] + variable[:, None] * size + np.arange(size)[None, :]


def _of_table(entries: Triples, table: int, width: int) -> Triples:
    here = entries[0] // width == table
    return entries[0][here] % width, entries[1][here], entries[2][here]


def _entries(rows: Ints, columns: Ints, values: Ints) -> Entries:
    rows, columns, values = np.broadcast_arrays(rows, columns, values)
    return rows.ravel(), columns.ravel(), values.ravel()


def _factored_groups(ends: list[EndPayoffs]) -> Iterator[tuple[Group, FactoredColumns]]:
    """Yield every group of ends with the factors of its tables; each set of tables is factored once."""
    known: dict[tuple[int, tuple[bytes, ...]], FactoredColumns] = {}
    for group in groups(ends):
        key = (group.number, tuple(table.tobytes() for table in group.tables))
        if key not in known:
            end = next(end for end in ends if end.number == group.number)
            known[key] = factored_tables(group.tables, end.own_class, end.other_class)
        yield group, known[key]
