"""Games from the matrices of a sequence form: E x = e, F y = f, and payoffs xᵀA y and xᵀB y."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from heapq import heapify, heappop, heappush
from typing import Any

import numpy as np
import numpy.typing as npt

from seqform.builders.games.exact_numbers import exact_column
from seqform.errors import GameError
from seqform.models.games.extensive import (
    CHANCE,
    NONE,
    ExtensiveGame,
    InformationSets,
    Outcomes,
    breadth_first,
)
from seqform.models.games.infosets import UNNAMED
from seqform.models.games.matrices import Matrices
from seqform.models.numbers.exact import ExactArray, ExactMatrix, Rational
from seqform.models.numbers.given import given_rational, written_rational
from seqform.models.numbers.text import shown

EMPTY = "∅"
"""The name of the empty sequence."""

REMARK = (
    "A tree with the sequence form of these matrices: chance chooses the information sets after a sequence, "
    "and has no other meaning."
)
IN_DOUBLES = (
    "the matrices are in doubles, of which each is read as the shortest decimal that stands for it"
)

Entries = dict[tuple[int, int], Fraction]
"""The numbers of a sparse matrix other than 0, by row and column."""


def sequence_form(
    E: Any,
    e: Any,
    F: Any,
    f: Any,
    A: Any,
    B: Any = None,
    *,
    title: str = "sequence form",
    players: tuple[str, str] = UNNAMED,
    rows: tuple[Sequence[str] | None, Sequence[str] | None] = (None, None),
    columns: tuple[Sequence[str] | None, Sequence[str] | None] = (None, None),
) -> ExtensiveGame:
    """Return the game of a sequence form that is given by its matrices, for everything that needs no tree.

    The strategies are x ≥ 0 with E x = e and y ≥ 0 with F y = f, the payoffs xᵀA y and xᵀB y. The first row of E and
    of F, with right-hand side 1, has a 1 at the empty sequence; every other row, with 0, is an information set: -1 at
    the sequence before it, and 1 at each of its choices (von Stengel 1996). The other rows and the columns may
    have any order.

    Parameters
    ----------
    E, F, A, B : matrices
        Of SciPy or NumPy, data frames, or lists of rows. Integers, fractions and texts such as "1/3" are exact, doubles
        are the decimals that Python prints; where an array of doubles has others than integers, the game has a note,
        and is answered in doubles by default. Without `B` the game is zero-sum.
    e, f : vectors
        (1, 0, ..., 0).
    title : str
    players : tuple of str
    rows : pair of lists of str, optional
        The names of the rows of E and of F, which are those of the information sets; the first is not used. By default
        the labels of frames, or "E1", "E2", ... and "F1", "F2", ..., by the places in the matrices from 0 on.
    columns : pair of lists of str, optional
        The names of the columns of E and of F, which are those of the sequences, in linear programs too; that of the
        empty sequence is not used. By default the labels of frames, or "x0", "x1", ... and "y0", "y1", .... An action
        has the name of its column, or the rest of it if all begin with the name of the information set and a space.

    Returns
    -------
    ExtensiveGame
        `game.plans(answer)` has x and y of an answer in the order of the columns; `seqform.profile(game, (x,
        y))` reads them. What needs a tree is refused: pictures, play, subgame perfect and sequential equilibria,
        value functions. `seqform.save` writes a tree with the same strategies and payoffs.

    Raises
    ------
    GameError
        If the matrices are none of a sequence form, with the row and the column, from 0 on.

    Examples
    --------
    Player 1 chooses left or right, player 2, who does not see it, up or down:

    >>> simplex = [[1, 0, 0], [-1, 1, 1]]
    >>> game = sequence_form(simplex, [1, 0], simplex, [1, 0], [[0, 0, 0], [0, 3, 0], [0, 0, 1]],
    ...     columns=(["", "left", "right"], ["", "up", "down"]))
    >>> game
    <ExtensiveGame 'sequence form', of matrices: 3 × 3 sequences>
    >>> answer = game.solve(exact=True)
    >>> answer.values[0], game.plans(answer)[0].tolist()
    (Fraction(3, 4), [Fraction(1, 1), Fraction(1, 4), Fraction(3, 4)])
    """
    first = _treeplex("E", "e", E, e, rows[0], columns[0], "x")
    second = _treeplex("F", "f", F, f, rows[1], columns[1], "y")
    shape = (len(first.columns), len(second.columns))
    payoffs = _payoffs("A", A, shape, first, second)
    opponent: _Matrix | None = None
    if B is not None:
        opponent = _payoffs("B", B, shape, first, second)

    constant: Fraction | None = Fraction(0)
    if opponent is not None:
        constant = _constant_sum(payoffs.entries, opponent.entries, first, second)
    tree = _Tree(first, second, payoffs.entries, opponent.entries if opponent else None, constant)
    tree.grow()

    in_doubles = payoffs.in_doubles or (opponent is not None and opponent.in_doubles)
    matrices = Matrices(
        (first.columns, second.columns),
        tree.limits(),
        (not first.is_prefixed, not second.is_prefixed),
        in_doubles,
    )
    return tree.game(title, players, matrices, IN_DOUBLES if in_doubles else "")


# ---- the matrices ----


@dataclass(frozen=True)
class _Matrix:
    """A sparse matrix of exact numbers, and the labels of a frame."""

    shape: tuple[int, int]
    entries: Entries
    in_doubles: bool = False
    labels: tuple[tuple[str, ...] | None, tuple[str, ...] | None] = (None, None)


def _matrix(name: str, matrix: Any) -> _Matrix:
    """Return a matrix of any kind; raise GameError for anything else."""
    if isinstance(matrix, ExactMatrix):
        exact = matrix.values.to_fractions()
        places = zip(matrix.rows.tolist(), matrix.columns.tolist(), strict=True)
        return _Matrix(matrix.shape, dict(zip(places, exact, strict=True)))
    if hasattr(matrix, "tocoo"):
        return _of_sparse(name, matrix.tocoo())
    labels: tuple[tuple[str, ...] | None, tuple[str, ...] | None] = (None, None)
    if hasattr(matrix, "to_numpy") and hasattr(matrix, "columns"):
        labels = (_labels(getattr(matrix, "index", None)), _labels(matrix.columns))
        matrix = matrix.to_numpy()
    if isinstance(matrix, np.ndarray):
        return _of_array(name, np.asarray(matrix), labels)
    return _of_lists(name, matrix)


def _labels(labels: Any) -> tuple[str, ...] | None:
    """Return the labels of a frame; None for those that are places from 0 on."""
    if labels is None:
        return None
    names = tuple(map(str, labels))
    if names == tuple(map(str, range(len(names)))):
        return None
    return names


def _of_sparse(name: str, matrix: Any) -> _Matrix:
    if len(matrix.shape) != 2:
        raise GameError(f"{name}: a matrix expected, not an array of shape {matrix.shape}")
    values = np.asarray(matrix.data)
    entries: Entries = {}
    numbers = _exact_values(name, matrix.row, matrix.col, values)
    for row, column, number in zip(matrix.row.tolist(), matrix.col.tolist(), numbers, strict=True):
        entries[row, column] = entries.get((row, column), Fraction(0)) + number
    entries = {place: number for place, number in entries.items() if number}
    return _Matrix(tuple(matrix.shape), entries, _has_doubles(values, numbers))


def _of_array(name: str, array: npt.NDArray[Any], labels: Any) -> _Matrix:
    if array.ndim != 2:
        raise GameError(f"{name}: a matrix expected, not an array of shape {array.shape}")
    if isinstance(array, np.ma.MaskedArray) and np.ma.is_masked(array):
        raise GameError(f"{name}: a matrix without masked entries expected")
    if array.dtype.kind == "b":
        raise GameError(f"{name}: numbers expected, not truth values")
    rows, columns = np.nonzero(array != 0)
    values = array[rows, columns]
    numbers = _exact_values(name, rows, columns, values)
    places = zip(rows.tolist(), columns.tolist(), strict=True)
    entries = {place: number for place, number in zip(places, numbers, strict=True) if number}
    return _Matrix(array.shape, entries, _has_doubles(values, numbers), labels)


def _of_lists(name: str, matrix: Any) -> _Matrix:
    is_list = isinstance(matrix, Sequence) and not isinstance(matrix, str | bytes)
    if not is_list or not matrix or not all(_is_row(row) for row in matrix):
        raise GameError(
            f"{name}: a matrix expected, of SciPy or NumPy or a list of rows, not {shown(matrix)}"
        )
    width = len(matrix[0])
    entries: Entries = {}
    for i, row in enumerate(matrix):
        if len(row) != width:
            raise GameError(f"{name}, row {i}: {len(row)} entries, but {width} in row 0")
        for j, value in enumerate(row):
            number = _number(name, i, j, value)
            if number:
                entries[i, j] = number
    return _Matrix((len(matrix), width), entries)


def _is_row(row: Any) -> bool:
    return isinstance(row, Sequence | np.ndarray) and not isinstance(row, str | bytes)


def _number(name: str, row: int, column: int, value: Any) -> Fraction:
    if type(value) is int:
        return Fraction(value)
    return Fraction(given_rational(value, f"{name}, row {row}, column {column}", error=GameError))


def _exact_values(name: str, rows: Any, columns: Any, values: npt.NDArray[Any]) -> list[Fraction]:
    """Return the numbers of an array; those of doubles are the decimals that Python prints."""
    if values.dtype.kind in "iu":
        return [Fraction(value) for value in values.tolist()]
    numbers: list[Fraction] = []
    for row, column, value in zip(rows.tolist(), columns.tolist(), values, strict=True):
        numbers.append(_number(name, row, column, value))
    return numbers


def _has_doubles(values: npt.NDArray[Any], numbers: Sequence[Fraction]) -> bool:
    """Return whether an array is one of doubles that are not all integers."""
    return values.dtype.kind == "f" and any(number.denominator != 1 for number in numbers)


def _payoffs(
    name: str, matrix: Any, shape: tuple[int, int], first: _Treeplex, second: _Treeplex
) -> _Matrix:
    """Return a matrix of payoffs; raise GameError for one of another shape, or with the labels of other sequences."""
    payoffs = _matrix(name, matrix)
    if payoffs.shape != shape:
        hint = ""
        if payoffs.shape == shape[::-1]:
            hint = "; transpose it"
        raise GameError(
            f"{name}: a row for each of the {shape[0]} columns of E, and a column for each of the {shape[1]} of F, "
            f"expected, not {payoffs.shape[0]} × {payoffs.shape[1]}{hint}"
        )
    for axis, treeplex in enumerate((first, second)):
        labels = payoffs.labels[axis]
        if labels is None:
            continue
        for place, (label, column) in enumerate(zip(labels, treeplex.columns, strict=True)):
            if label != column and place != treeplex.root:
                line = ("row", "column")[axis]
                raise GameError(
                    f"{name}, {line} {place}: the label {label!r}, where {treeplex.name} has {column!r}; bring them "
                    "into the same order"
                )
    return payoffs


# ---- the strategies of a player ----


@dataclass(frozen=True)
class _Treeplex:
    """The sequences and information sets of a player, from one of the matrices E and F.

    - `columns`: The names of the columns; of the empty sequence, `root`, it is ∅.
    - `sets`: The rows of the information sets, those before which a sequence ends first; `set_names`, their names.
    - `parent`, `choices`: The column of the sequence before each set, and those of its choices.
    - `sets_after`: For every column the sets that come next.
    - `is_prefixed`: Whether the names of all columns begin with that of their set.
    """

    name: str
    columns: tuple[str, ...]
    root: int
    sets: list[int]
    set_names: tuple[str, ...]
    parent: dict[int, int]
    choices: dict[int, list[int]]
    is_prefixed: bool
    sets_after: dict[int, list[int]] = field(default_factory=dict)

    def action(self, row: int, column: int) -> str:
        """Return the name of a choice at a set."""
        name = self.columns[column]
        if self.is_prefixed:
            return name.removeprefix(f"{self.set_names[row]} ")
        return name


def _treeplex(
    name: str,
    right_name: str,
    matrix: Any,
    right: Any,
    row_names: Sequence[str] | None,
    column_names: Sequence[str] | None,
    letter: str,
) -> _Treeplex:
    """Return the sequences and sets of a matrix of equations; raise GameError where it is none of a sequence form."""
    equations = _matrix(name, matrix)
    height, width = equations.shape
    _require_right_side(right_name, name, right, height)
    rows: list[list[tuple[int, Fraction]]] = [[] for _ in range(height)]
    for (row, column), number in sorted(equations.entries.items()):
        rows[row].append((column, number))

    if height == 0 or [number for _, number in rows[0]] != [1]:
        raise GameError(f"{name}, row 0: a single entry, 1 at the empty sequence, expected")
    root = rows[0][0][0]
    parent: dict[int, int] = {}
    choices: dict[int, list[int]] = {}
    set_of: dict[int, int] = {root: 0}
    for row in range(1, height):
        parent[row], choices[row] = _of_row(name, row, rows[row])
        for column in choices[row]:
            if column == root:
                raise GameError(
                    f"{name}, row {row}, column {column}: a 1 at the empty sequence, which is no choice"
                )
            if column in set_of:
                raise GameError(
                    f"{name}, column {column}: a 1 in rows {set_of[column]} and {row}; each sequence is a choice at "
                    "one information set"
                )
            set_of[column] = row
    missing = [column for column in range(width) if column not in set_of]
    if missing:
        raise GameError(
            f"{name}, column {missing[0]}: a 1 in one row expected, that of the information set of its choice"
        )

    sets = _in_order(name, root, parent, choices)
    usual_rows = [f"{name}{row}" for row in range(height)]
    set_names = _names(
        name, "row", _first_of(row_names, equations.labels[0], usual_rows), height, 0
    )
    usual = [f"{letter}{column}" for column in range(width)]
    columns = _names(
        name, "column", _first_of(column_names, equations.labels[1], usual), width, root
    )
    is_prefixed = all(
        columns[column].startswith(f"{set_names[row]} ") for row in sets for column in choices[row]
    )
    sets_after: dict[int, list[int]] = {column: [] for column in range(width)}
    for row in sets:
        sets_after[parent[row]].append(row)
    return _Treeplex(name, columns, root, sets, set_names, parent, choices, is_prefixed, sets_after)


def _require_right_side(name: str, of: str, right: Any, height: int) -> None:
    """Raise GameError unless a vector is (1, 0, ..., 0), of the height of a matrix."""
    if isinstance(right, ExactArray):
        values: list[Any] = list(right.to_fractions())
    elif isinstance(right, str) or not isinstance(right, Iterable):
        raise GameError(f"{name}: a vector (1, 0, ..., 0) expected, not {shown(right)}")
    else:
        values = list(np.ravel(right)) if isinstance(right, np.ndarray) else list(right)
    if len(values) != height:
        raise GameError(f"{name}: {len(values)} entries, but {of} has {height} rows")
    for place, value in enumerate(values):
        expected = 1 if place == 0 else 0
        if written_rational(value) != expected:
            reason = "; the row of the empty sequence comes first" if place == 0 else ""
            number = value.item() if isinstance(value, np.generic) else value
            raise GameError(
                f"{name}, entry {place}: {expected} expected, not {shown(number)}{reason}"
            )


def _of_row(name: str, row: int, entries: Sequence[tuple[int, Fraction]]) -> tuple[int, list[int]]:
    """Return the sequence before an information set, and its choices."""
    for column, number in entries:
        if abs(number) != 1:
            raise GameError(
                f"{name}, row {row}, column {column}: -1 at the sequence before the information set, or 1 at one of "
                f"its choices, expected, not {number}"
            )
    before = [column for column, number in entries if number == -1]
    choices = [column for column, number in entries if number == 1]
    if len(before) != 1:
        columns = ", ".join(map(str, before)) or "none"
        raise GameError(
            f"{name}, row {row}: one entry -1, at the sequence before the information set, expected; columns with -1: "
            f"{columns}"
        )
    if not choices:
        raise GameError(f"{name}, row {row}: no choice, an entry 1")
    return before[0], choices


def _in_order(
    name: str, root: int, parent: dict[int, int], choices: dict[int, list[int]]
) -> list[int]:
    """Return the sets, each after those that lead to it; raise GameError where a sequence is before itself."""
    sets_after: dict[int, list[int]] = {}
    for row, column in parent.items():
        sets_after.setdefault(column, []).append(row)
    sets: list[int] = []
    pending = [root]
    while pending:
        column = pending.pop()
        for row in sets_after.get(column, ()):
            sets.append(row)
            pending += choices[row]
    if len(sets) < len(parent):
        row = min(set(parent) - set(sets))
        raise GameError(
            f"{name}, row {row}: the sequence before it, column {parent[row]}, does not follow the empty one, "
            f"column {root}"
        )
    return sets


def _first_of(
    names: Sequence[str] | None, labels: Sequence[str] | None, usual: Sequence[str]
) -> Sequence[str]:
    """Return the names that are given, or else the labels of a frame, or else the usual names."""
    if names is not None:
        return names
    return usual if labels is None else labels


def _names(name: str, line: str, names: Sequence[str], number: int, empty: int) -> tuple[str, ...]:
    """Return the names of the lines of a matrix, ∅ for that of the empty sequence; raise GameError for others."""
    if isinstance(names, str) or not all(isinstance(each, str) for each in names):
        raise GameError(f"{name}, {line}s: a list of texts expected as names, not {shown(names)}")
    if len(names) != number:
        raise GameError(f"{name}: {len(names)} names of {line}s, but {number} {line}s")
    result = list(names)
    result[empty] = EMPTY
    place_of: dict[str, int] = {}
    for place, each in enumerate(result):
        if not each:
            raise GameError(f"{name}, {line} {place}: a name expected, not an empty text")
        if each in place_of:
            raise GameError(
                f"{name}: {line}s {place_of[each]} and {place} have the same name, {each!r}"
            )
        place_of[each] = place
    return tuple(result)


# ---- the sum of the payoffs ----


def _constant_sum(
    first: Entries, second: Entries, rows: _Treeplex, columns: _Treeplex
) -> Fraction | None:
    """Return the constant c with xᵀ(A + B) y = c for all plans x and y; None if there is none.

    At an information set the weights of the choices add up to that of the sequence before it. So what the first choice
    adds may be subtracted from all choices and added to the sequence before; from the last set to the first this leaves
    zeros at first choices, and nothing but c at the empty sequences if and only if the sum is constant. Columns come
    first; of rows all choices at a set have to be alike then.
    """
    lines: dict[int, dict[int, Fraction]] = {}
    for entries in (first, second):
        for (row, column), number in entries.items():
            line = lines.setdefault(row, {})
            line[column] = line.get(column, Fraction(0)) + number

    # The information set of every first choice, with its place among the sets
    set_of = {columns.choices[row][0]: (place, row) for place, row in enumerate(columns.sets)}
    for row, line in lines.items():
        lines[row] = _folded(line, columns, set_of)
    for row in reversed(rows.sets):
        choices = [lines.pop(column, {}) for column in rows.choices[row]]
        if any(choice != choices[0] for choice in choices):
            return None
        above = lines.setdefault(rows.parent[row], {})
        for column, number in choices[0].items():
            above[column] = above.get(column, Fraction(0)) + number
            if not above[column]:
                del above[column]
    rest = lines.get(rows.root, {})
    if any(column != columns.root for column in rest):
        return None
    return rest.get(columns.root, Fraction(0))


def _folded(
    line: dict[int, Fraction], columns: _Treeplex, set_of: dict[int, tuple[int, int]]
) -> dict[int, Fraction]:
    """Return a function of the plans y with zeros at the first choice of each set, which has a place in `set_of`."""
    line = {column: number for column, number in line.items() if number}
    # The sets with an entry at their first choice, the last one first: a set only changes what is before it
    pending = [(-set_of[column][0], set_of[column][1]) for column in line if column in set_of]
    heapify(pending)
    while pending:
        _, row = heappop(pending)
        first = line.pop(columns.choices[row][0], Fraction(0))
        if not first:
            continue
        above = columns.parent[row]
        for column in columns.choices[row][1:]:
            line[column] = line.get(column, Fraction(0)) - first
        line[above] = line.get(above, Fraction(0)) + first
        if above in set_of:
            heappush(pending, (-set_of[above][0], set_of[above][1]))
    return {column: number for column, number in line.items() if number}


# ---- the tree ----


@dataclass
class _Tree:
    """A tree that has the sequence form of the matrices.

    Player 0 makes all own choices first, then player 1, who sees none of them. Where several sets follow a sequence,
    chance chooses one of them with equal probability, and payoffs behind it count as many times; so the payoff of a
    cell of the matrices, weighted by chance, is the number in the cell. The part of player 1 behind a sequence has
    only the choices that lead to a cell there, that behind the empty sequence also the sets that lead to none.

    Nodes are listed in columns; those that are left to be made are on a stack.
    """

    first: _Treeplex
    second: _Treeplex
    A: Entries
    B: Entries | None
    constant: Fraction | None
    parent: list[int] = field(default_factory=list)
    action: list[int] = field(default_factory=list)
    infoset: list[int] = field(default_factory=list)
    factor: list[int] = field(default_factory=list)
    cell: list[tuple[int, int] | None] = field(default_factory=list)
    lotteries: list[int] = field(default_factory=list)
    number_of: dict[tuple[str, int], int] = field(default_factory=dict)

    def grow(self) -> None:
        """Make all nodes."""
        cells: dict[int, set[int]] = {}
        for row, column in (*self.A, *(self.B or ())):
            cells.setdefault(row, set()).add(column)
        needed = self._needed(cells)
        for row in self.first.sets:
            self.number_of["first", row] = len(self.number_of)
        for row in self.second.sets:
            self.number_of["second", row] = len(self.number_of)

        # What is left: its parent with the number of the action, the factor, and the parts among which chance chooses
        stack = [(NONE, 0, 1, self._parts(self.first.root, needed))]
        while stack:
            parent, action, factor, parts = stack.pop()
            if len(parts) > 1:
                node = self._node(parent, action, factor, self._lottery(len(parts)))
                factor *= len(parts)
                stack += [(node, place, factor, [part]) for place, part in enumerate(parts)]
                continue
            if not parts:
                self._node(parent, action, factor, NONE)
                continue

            kind, line, row = parts[0]
            if kind == "cell":
                self._node(parent, action, factor, NONE, (line, row))
                continue
            if kind == "row":
                root = self.second.root
                replies = self._replies(line, root, needed[line], cells.get(line, set()))
                stack.append((parent, action, factor, replies))
                continue

            node = self._node(parent, action, factor, self.number_of[kind, row])
            treeplex = self.first if kind == "first" else self.second
            for place, column in enumerate(treeplex.choices[row]):
                if kind == "first":
                    after = self._parts(column, needed)
                else:
                    after = self._replies(line, column, needed[line], cells.get(line, set()))
                stack.append((node, place, factor, after))

    def _needed(self, cells: dict[int, set[int]]) -> dict[int, set[int]]:
        """Return for each sequence of player 0 the sets of player 1 that lead to a cell; each set is somewhere."""
        set_of: dict[int, int] = {}
        for row in self.second.sets:
            for column in self.second.choices[row]:
                set_of[column] = row

        def add(sets: set[int], column: int) -> None:
            while column in set_of and set_of[column] not in sets:
                sets.add(set_of[column])
                column = self.second.parent[set_of[column]]

        needed: dict[int, set[int]] = {}
        for row, columns in cells.items():
            needed[row] = set()
            for column in columns:
                add(needed[row], column)
        somewhere = set().union(*needed.values())
        for row in self.second.sets:
            if row not in somewhere:
                add(needed.setdefault(self.first.root, set()), self.second.choices[row][0])
        return needed

    def _parts(self, column: int, needed: dict[int, set[int]]) -> list[tuple[str, int, int]]:
        """Return what follows a sequence of player 0: the part of player 1 there, and the own sets."""
        parts = [("row", column, 0)] if column in needed else []
        return parts + [("first", 0, row) for row in self.first.sets_after[column]]

    def _replies(
        self, line: int, column: int, needed: set[int], cells: set[int]
    ) -> list[tuple[str, int, int]]:
        """Return what follows a sequence of player 1 behind one of player 0: a cell, and the own sets."""
        parts = [("cell", line, column)] if column in cells else []
        rows = [row for row in self.second.sets_after[column] if row in needed]
        return parts + [("second", line, row) for row in rows]

    def _node(
        self,
        parent: int,
        action: int,
        factor: int,
        infoset: int,
        cell: tuple[int, int] | None = None,
    ) -> int:
        self.parent.append(parent)
        self.action.append(action)
        self.factor.append(factor)
        self.infoset.append(infoset)
        self.cell.append(cell)
        return len(self.parent) - 1

    def _lottery(self, parts: int) -> int:
        """Return the number of a new set of chance."""
        self.lotteries.append(parts)
        return len(self.number_of) + len(self.lotteries) - 1

    def _pays(self, player: int, cell: tuple[int, int] | None) -> Fraction:
        """Return the number in a cell, of player 1 in a constant-sum game without the constant."""
        if cell is None:
            return Fraction(0)
        if player == 0:
            return self.A.get(cell, Fraction(0))
        if self.constant is not None:
            return -self.A.get(cell, Fraction(0))
        assert self.B is not None
        return self.B.get(cell, Fraction(0))

    def limits(self) -> tuple[ExactArray, ExactArray]:
        """Return bounds on the payoffs of each player: at chance the sum of all parts, else the extremes of choices."""
        first = self._limits(0)
        second = self._limits(1)
        if self.constant is not None:
            second = [self.constant + limit for limit in second]
        return ExactArray.of(first), ExactArray.of(second)

    def _limits(self, player: int) -> list[Fraction]:
        least: list[list[Fraction]] = [[] for _ in self.parent]
        largest: list[list[Fraction]] = [[] for _ in self.parent]
        low = high = Fraction(0)
        for node in reversed(range(len(self.parent))):
            if self.infoset[node] == NONE:
                low = high = self._pays(player, self.cell[node])
            elif self.infoset[node] >= len(self.number_of):
                low = sum(least[node], Fraction(0))
                high = sum(largest[node], Fraction(0))
            else:
                low = min(least[node])
                high = max(largest[node])
            if node:
                least[self.parent[node]].append(low)
                largest[self.parent[node]].append(high)
        return [low, high]

    def game(
        self, title: str, players: tuple[str, str], matrices: Matrices, note: str
    ) -> ExtensiveGame:
        """Return the nodes as a game."""
        payoffs: list[list[Rational]] = [[], []]
        outcome = [NONE] * len(self.parent)
        for node, cell in enumerate(self.cell):
            if self.infoset[node] != NONE:
                continue
            outcome[node] = len(payoffs[0])
            payoffs[0].append(self._pays(0, cell) * self.factor[node])
            payoffs[1].append((self.constant or 0) + self._pays(1, cell) * self.factor[node])
        labels: list[str] = []
        actions: list[tuple[str, ...]] = []
        owners: list[int] = []
        for player, treeplex in enumerate((self.first, self.second)):
            for row in treeplex.sets:
                owners.append(player)
                labels.append(treeplex.set_names[row])
                names = [treeplex.action(row, column) for column in treeplex.choices[row]]
                actions.append(tuple(names))
        for parts in self.lotteries:
            owners.append(CHANCE)
            labels.append("")
            actions.append(tuple(str(part + 1) for part in range(parts)))

        starts = np.cumsum([0, *map(len, actions)])
        chances: list[Rational] = []
        for owner, names_there in zip(owners, actions, strict=True):
            share = Fraction(1, len(names_there)) if owner == CHANCE else Fraction(0)
            chances += [share] * len(names_there)
        return breadth_first(
            title=title,
            players=players,
            parent=np.array(self.parent, dtype=np.int64),
            action=np.array(self.action, dtype=np.int64),
            infoset=np.array(self.infoset, dtype=np.int64),
            outcome=np.array(outcome, dtype=np.int64),
            information_sets=InformationSets(
                np.array(owners, dtype=np.int64),
                tuple(labels),
                starts.astype(np.int64),
                tuple(name for names_there in actions for name in names_there),
                exact_column(chances),
            ),
            outcomes=Outcomes(
                ("",) * len(payoffs[0]), (exact_column(payoffs[0]), exact_column(payoffs[1]))
            ),
            comment=REMARK,
            note=note,
            matrices=matrices,
        )
