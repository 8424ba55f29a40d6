"""Games from the matrices of a sequence form: E x = e, F y = f, and payoffs xᵀA y and xᵀB y."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from seqform.builders.games.exact_numbers import exact_column, require_short_column
from seqform.builders.games.names import texts_of_names
from seqform.errors import GameError
from seqform.models.games.extensive import (
    CHANCE,
    NONE,
    ExtensiveGame,
    InformationSets,
    Outcomes,
    breadth_first,
)
from seqform.models.games.infosets import UNNAMED, ranges
from seqform.models.games.matrices import Matrices
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import ExactArray, ExactMatrix, Ints, Mask, magnitude, widened
from seqform.models.numbers.given import given_rational, written_rational
from seqform.models.numbers.integers import Numerators, times
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
        y))` reads them, and `seqform.sensitivity` differentiates by the entries of A. What needs a tree is refused:
        pictures, play, subgame perfect and sequential equilibria. `seqform.save` writes a tree with the same strategies
        and payoffs.

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
        constant = _constant_sum(payoffs.exact + opponent.exact, first, second)
    cells = _cells(payoffs.exact, opponent.exact if opponent else None, constant)
    tree = _Tree(first, second, cells)

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

    exact: ExactMatrix
    in_doubles: bool = False
    labels: tuple[tuple[str, ...] | None, tuple[str, ...] | None] = (None, None)


def _matrix(name: str, matrix: Any) -> _Matrix:
    """Return a matrix of any kind; raise GameError for anything else."""
    if isinstance(matrix, ExactMatrix):
        return _Matrix(matrix)
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
    numbers = _exact_values(name, matrix.row, matrix.col, values)
    height, width = matrix.shape
    exact = ExactMatrix.from_entries((height, width), matrix.row, matrix.col, numbers)
    return _Matrix(exact, _has_doubles(values, numbers))


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
    height, width = array.shape
    exact = ExactMatrix.from_entries((height, width), rows, columns, numbers)
    return _Matrix(exact, _has_doubles(values, numbers), labels)


def _of_lists(name: str, matrix: Any) -> _Matrix:
    is_list = isinstance(matrix, Sequence) and not isinstance(matrix, str | bytes)
    if not is_list or not matrix or not all(_is_row(row) for row in matrix):
        raise GameError(
            f"{name}: a matrix expected, of SciPy or NumPy or a list of rows, not {shown(matrix)}"
        )
    width = len(matrix[0])
    rows: list[list[Fraction]] = []
    for i, row in enumerate(matrix):
        if len(row) != width:
            raise GameError(f"{name}, row {i}: {len(row)} entries, but {width} in row 0")
        rows.append([_number(name, i, j, value) for j, value in enumerate(row)])
    return _Matrix(ExactMatrix.from_dense(rows))


def _is_row(row: Any) -> bool:
    return isinstance(row, Sequence | np.ndarray) and not isinstance(row, str | bytes)


def _number(name: str, row: int, column: int, value: Any) -> Fraction:
    if type(value) is int:
        return Fraction(value)
    return Fraction(given_rational(value, f"{name}, row {row}, column {column}", error=GameError))


def _exact_values(name: str, rows: Ints, columns: Ints, values: npt.NDArray[Any]) -> ExactArray:
    """Return the numbers of an array; those of doubles are the decimals that Python prints."""
    if values.dtype.kind in "iu":
        return ExactArray(values)
    if values.dtype.kind != "f":
        places = zip(rows.tolist(), columns.tolist(), values, strict=True)
        return exact_column(_number(name, row, column, value) for row, column, value in places)

    # Each double once, in the order of the entries, so that an error is that of the first one
    _, first_place, number_of = np.unique(values, return_index=True, return_inverse=True)
    order = np.argsort(first_place)
    distinct = [
        _number(name, int(rows[place]), int(columns[place]), values[place])
        for place in first_place[order]
    ]
    rank = np.empty(len(order), dtype=np.int64)
    rank[order] = np.arange(len(order))
    return exact_column(distinct).take(rank[number_of.ravel()])


def _has_doubles(values: npt.NDArray[Any], numbers: ExactArray) -> bool:
    """Return whether an array is one of doubles that are not all integers."""
    return values.dtype.kind == "f" and numbers.denominator != 1


def _payoffs(
    name: str, matrix: Any, shape: tuple[int, int], first: _Treeplex, second: _Treeplex
) -> _Matrix:
    """Return a matrix of payoffs; raise GameError for one of another shape, or with the labels of other sequences."""
    payoffs = _matrix(name, matrix)
    height, width = payoffs.exact.shape
    if (height, width) != shape:
        hint = ""
        if (width, height) == shape:
            hint = "; transpose it"
        raise GameError(
            f"{name}: a row for each of the {shape[0]} columns of E, and a column for each of the {shape[1]} of F, "
            f"expected, not {height} × {width}{hint}"
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
class _Treeplex(Immutable):
    """The sequences and information sets of a player, from one of the matrices E and F.

    Sets are numbered such that those before which a sequence ends come first.

    - `columns`: The names of the columns; of the empty sequence, `root`, it is ∅.
    - `set_names`: The names of the sets.
    - `parent`, `depth`: Of each set the column of the sequence before it, and the number of sets up to it.
    - `choice_start`, `choices`: The columns of the choices of set k are those from choice_start[k] to that of k + 1.
    - `set_of`: The set of which each column is a choice; NONE for the root.
    - `is_prefixed`: Whether the names of all columns begin with that of their set.
    """

    name: str
    columns: tuple[str, ...]
    root: int
    set_names: tuple[str, ...]
    parent: Ints
    depth: Ints
    choice_start: Ints
    choices: Ints
    set_of: Ints
    is_prefixed: bool

    @property
    def sizes(self) -> Ints:
        """The number of choices at each set."""
        return np.diff(self.choice_start)

    @property
    def level(self) -> Ints:
        """The number of choices in each sequence."""
        return np.append(self.depth, 0)[self.set_of]

    def action_names(self) -> list[str]:
        """Return the names of all choices, set by set."""
        names = [self.columns[column] for column in self.choices]
        if not self.is_prefixed:
            return names
        owners = np.arange(len(self.parent)).repeat(self.sizes)
        prefixes = [f"{self.set_names[owner]} " for owner in owners]
        return [name.removeprefix(prefix) for name, prefix in zip(names, prefixes, strict=True)]


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
    height, width = equations.exact.shape
    _require_right_side(right_name, name, right, height)
    rows: list[list[tuple[int, Fraction]]] = [[] for _ in range(height)]
    numbers = equations.exact.values.to_fractions()
    places = zip(equations.exact.rows.tolist(), equations.exact.columns.tolist(), strict=True)
    for (row, column), number in zip(places, numbers, strict=True):
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

    set_of_column = np.full(width, NONE, dtype=np.int64)
    depth = np.zeros(len(sets), dtype=np.int64)
    for place, row in enumerate(sets):
        set_of_column[choices[row]] = place
        set_before = set_of_column[parent[row]]
        depth[place] = 1 if set_before == NONE else 1 + depth[set_before]
    sizes = [len(choices[row]) for row in sets]
    return _Treeplex(
        name,
        columns,
        root,
        tuple(set_names[row] for row in sets),
        np.array([parent[row] for row in sets], dtype=np.int64),
        depth,
        np.cumsum([0, *sizes], dtype=np.int64),
        np.array([column for row in sets for column in choices[row]], dtype=np.int64),
        set_of_column,
        is_prefixed,
    )


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
    if isinstance(names, str):
        raise GameError(f"{name}, {line}s: a list of texts expected as names, not {shown(names)}")
    result = texts_of_names(names, f"{name}, {line}s")
    if len(result) != number:
        raise GameError(f"{name}: {len(result)} names of {line}s, but {number} {line}s")
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


def _constant_sum(total: ExactMatrix, rows: _Treeplex, columns: _Treeplex) -> Fraction | None:
    """Return the constant c with xᵀ(A + B) y = c for all plans x and y, `total` being A + B; None if there is none.

    At an information set the weights of the choices add up to that of the sequence before it. So what the first choice
    adds may be subtracted from all choices and added to the sequence before; from the last sets to the first this
    leaves zeros at first choices, and nothing but c at the empty sequences if and only if the sum is constant. Columns
    come first; of rows all choices at a set have to be alike then.
    """
    total = _folded(total, columns)
    level = rows.level[total.rows]
    carried = _entries(total, np.zeros(total.nonzeros, dtype=bool))
    for depth in range(int(rows.level.max()), 0, -1):
        part = total.shape, *_joined(carried, _entries(total, level == depth))
        choices = ExactMatrix.from_entries(*part)
        # The entries of a column at the choices of a set, one after the other
        owner = rows.set_of[choices.rows]
        order = np.lexsort((choices.columns, owner))
        group = (owner * total.shape[1] + choices.columns)[order]
        numerators = choices.values.numerators[order]
        begins = np.append(True, group[1:] != group[:-1])[: len(group)]
        starts = np.flatnonzero(begins)
        sizes = np.diff(np.append(starts, len(group)))
        first = order[starts]
        if np.any(sizes != rows.sizes[owner[first]]):
            return None
        if np.any((numerators[1:] != numerators[:-1]) & ~begins[1:]):
            return None
        carried = _Entries(
            rows.parent[owner[first]], choices.columns[first], choices.values.take(first)
        )
    rest = ExactMatrix.from_entries(total.shape, *_joined(carried, _entries(total, level == 0)))
    if np.any(rest.columns != columns.root):
        return None
    return rest.values.sum()


class _Entries(NamedTuple):
    """Entries of a matrix, of which several at one place add up."""

    rows: Ints
    columns: Ints
    values: ExactArray


def _entries(matrix: ExactMatrix, mask: Mask) -> _Entries:
    """Return some of the entries of a matrix."""
    return _Entries(matrix.rows[mask], matrix.columns[mask], matrix.values.take(mask))


def _joined(*parts: _Entries) -> _Entries:
    return _Entries(
        np.concatenate([part.rows for part in parts]),
        np.concatenate([part.columns for part in parts]),
        ExactArray.concatenate([part.values for part in parts]),
    )


def _folded(matrix: ExactMatrix, columns: _Treeplex) -> ExactMatrix:
    """Return the matrix with the same products with all plans y, and zeros at the first choices of all sets."""
    level = columns.level[matrix.columns]
    is_first = np.zeros(matrix.shape[1], dtype=bool)
    is_first[columns.choices[columns.choice_start[:-1]]] = True
    carried = _entries(matrix, np.zeros(matrix.nonzeros, dtype=bool))
    folded: list[_Entries] = []
    for depth in range(int(columns.level.max()), 0, -1):
        part = ExactMatrix.from_entries(
            matrix.shape, *_joined(carried, _entries(matrix, level == depth))
        )
        at_first = is_first[part.columns]
        first = _entries(part, at_first)
        owner = columns.set_of[first.columns]
        carried = _Entries(first.rows, columns.parent[owner], first.values)
        num_others = columns.sizes[owner] - 1
        of = np.arange(len(owner)).repeat(num_others)
        others = columns.choices[ranges(columns.choice_start[owner] + 1, num_others)]
        folded.append(_entries(part, ~at_first))
        folded.append(_Entries(first.rows[of], others, -first.values.take(of)))
    entries = _joined(carried, *folded, _entries(matrix, level == 0))
    return ExactMatrix.from_entries(matrix.shape, *entries)


# ---- the tree ----


@dataclass(frozen=True)
class _Cells(Immutable):
    """The cells of the matrices with a payoff, in row-major order.

    - `payoffs`: The numbers in the cells, and a 0 at the end; those of player 1 in a constant-sum game without the
      constant.
    """

    rows: Ints
    columns: Ints
    payoffs: tuple[ExactArray, ExactArray]
    constant: Fraction | None


def _cells(A: ExactMatrix, B: ExactMatrix | None, constant: Fraction | None) -> _Cells:
    """Return the cells with a payoff of either player."""
    width = A.shape[1]
    places = A.rows * width + A.columns
    if B is not None:
        places = _distinct(places, B.rows * width + B.columns)

    def of(matrix: ExactMatrix) -> ExactArray:
        where = np.searchsorted(places, matrix.rows * width + matrix.columns)
        return matrix.values.scattered(len(places) + 1, where)

    first = of(A)
    second = -first
    if constant is None:
        assert B is not None
        second = of(B)
    rows, columns = np.divmod(places, width)
    return _Cells(rows, columns, (first, second), constant)


def _distinct(*parts: Ints) -> Ints:
    """Return the distinct numbers, ascending."""
    numbers = np.sort(np.concatenate(parts))
    is_first = np.append(True, numbers[1:] != numbers[:-1])
    distinct: Ints = numbers[is_first[: len(numbers)]]
    return distinct


class _Branches(NamedTuple):
    """Beginnings of parts of the tree: the node above, the number of the action from there, the factor of payoffs."""

    parent: Ints
    action: Ints
    factor: Numerators

    def take(self, places: npt.NDArray[Any]) -> _Branches:
        """Return some of the branches."""
        return _Branches(self.parent[places], self.action[places], self.factor[places])


class _Tree:
    """A tree that has the sequence form of the matrices.

    Player 0 makes all own choices first, then player 1, who sees none of them. Where several sets follow a sequence,
    chance chooses one of them with equal probability, and payoffs behind it count as many times; so the payoff of a
    cell of the matrices, weighted by chance, is the number in the cell. The part of player 1 behind a sequence has
    only the choices that lead to a cell there, that behind the empty sequence also the sets that lead to none.

    Nodes are made level by level, in blocks of one kind, and listed in columns. What follows a sequence of player 0 is
    at a branch; what follows a sequence of player 1 behind one of player 0, its `line`, is at another one.

    - `needed`: Ascending by line, by the sequence before it and by its number, the sets of player 1 that are needed
      behind each line; `needed_after` has line and sequence as one number.
    """

    def __init__(self, first: _Treeplex, second: _Treeplex, cells: _Cells) -> None:
        self.first = first
        self.second = second
        self.cells = cells
        self.width = len(second.columns)
        self.num_sets = len(first.parent) + len(second.parent)
        self.num_nodes = 0
        self.branches: list[_Branches] = []
        self.infosets: list[Ints] = []
        self.cells_at: list[Ints] = []
        self.lotteries: list[Ints] = []
        self.num_lotteries = 0

        lines, sets = self._needed()
        self.has_replies = np.zeros(len(first.columns), dtype=bool)
        self.has_replies[cells.rows] = True
        self.has_replies[lines] = True
        after = lines * self.width + second.parent[sets]
        order = np.lexsort((sets, after))
        self.needed = sets[order]
        self.needed_after = after[order]
        self._grow()
        self.parent = np.concatenate([block.parent for block in self.branches])
        self.infoset = np.concatenate(self.infosets)
        self.cell = np.concatenate(self.cells_at)

    def _needed(self) -> tuple[Ints, Ints]:
        """Return the sets of player 1 that lead to a cell, with the sequence of player 0; each set is somewhere."""
        second = self.second
        num_sets = len(second.parent)
        if not num_sets:
            none = np.zeros(0, dtype=np.int64)
            return none, none

        def with_all_before(lines: Ints, sets: Ints) -> Ints:
            level = np.append(second.depth, 0)[sets]
            of_depths = [np.zeros(0, dtype=np.int64)]
            for depth in range(int(level.max(initial=0)), 0, -1):
                # The sets of this depth before those that are deeper, and those of the last choices
                behind, deeper = np.divmod(of_depths[-1], num_sets)
                before = behind * num_sets + second.set_of[second.parent[deeper]]
                ends = level == depth
                of_depths.append(_distinct(before, lines[ends] * num_sets + sets[ends]))
            return np.concatenate(of_depths)

        pairs = with_all_before(self.cells.rows, second.set_of[self.cells.columns])
        is_somewhere = np.zeros(num_sets, dtype=bool)
        is_somewhere[pairs % num_sets] = True
        nowhere = np.flatnonzero(~is_somewhere)
        root = np.full(len(nowhere), self.first.root, dtype=np.int64)
        pairs = _distinct(pairs, with_all_before(root, nowhere))
        lines, sets = np.divmod(pairs, num_sets)
        return lines, sets

    def _grow(self) -> None:
        """Make all nodes."""
        first = self.first
        second = self.second
        sets_after = np.argsort(first.parent, kind="stable")
        num_after = np.bincount(first.parent, minlength=len(first.columns))
        start_after = np.cumsum(num_after) - num_after
        places_of_cells = self.cells.rows * self.width + self.cells.columns

        zero = np.zeros(1, dtype=np.int64)
        none = np.zeros(0, dtype=np.int64)
        own = _Branches(zero + NONE, zero, zero + 1)
        column = zero + first.root
        replies = _Branches(none, none, none)
        place = none  # line and sequence of player 1 as one number
        while len(column) or len(place):
            # Sequences of player 0: the part of player 1, and the own sets
            parts = self._split(own, self.has_replies[column], num_after[column])
            begun = parts.special
            begun_at = column[parts.with_special] * self.width + second.root
            sets = sets_after[start_after[column][parts.owner] + parts.offset]
            nodes = self._add(parts.of_sets, sets)
            own, choices, _ = self._choices(parts.of_sets, nodes, first, sets)

            # Sequences of player 1: the cell, and the needed sets
            where = np.searchsorted(places_of_cells, place)
            is_cell = np.append(places_of_cells, NONE)[where] == place
            start = np.searchsorted(self.needed_after, place)
            num_needed = np.searchsorted(self.needed_after, place, side="right") - start
            parts = self._split(replies, is_cell, num_needed)
            ends = np.full(len(parts.with_special), NONE, dtype=np.int64)
            self._add(parts.special, ends, where[parts.with_special])
            sets = self.needed[start[parts.owner] + parts.offset]
            nodes = self._add(parts.of_sets, len(first.parent) + sets)
            behind, replied, of = self._choices(parts.of_sets, nodes, second, sets)
            line = place[parts.owner[of]] // self.width

            column = choices
            place = np.concatenate([begun_at, line * self.width + replied])
            replies = _Branches(*map(np.concatenate, zip(begun, behind, strict=True)))

    def _split(self, branches: _Branches, is_special: Mask, num_sets: Ints) -> _Parts:
        """Return the parts at each branch, behind a node of chance where there are several.

        The parts are a special one, where `is_special`, and then as many sets as `num_sets`. A branch without any ends.
        """
        counts = is_special + num_sets
        ends = np.flatnonzero(counts == 0)
        self._add(branches.take(ends), np.full(len(ends), NONE, dtype=np.int64))
        several = counts > 1
        lotteries = np.flatnonzero(several)
        numbers = self.num_sets + self.num_lotteries + np.arange(len(lotteries))
        self.num_lotteries += len(lotteries)
        self.lotteries.append(counts[lotteries])
        parent = branches.parent.copy()
        parent[lotteries] = self._add(branches.take(lotteries), numbers)
        factor = times(branches.factor, np.maximum(counts, 1))

        with_special = np.flatnonzero(is_special)
        action = np.where(several, 0, branches.action)[with_special]
        special = _Branches(parent[with_special], action, factor[with_special])
        owner = np.arange(len(counts)).repeat(num_sets)
        offset = ranges(np.zeros(len(counts), dtype=np.int64), num_sets)
        action = np.where(several[owner], is_special[owner] + offset, branches.action[owner])
        of_sets = _Branches(parent[owner], action, factor[owner])
        return _Parts(with_special, special, owner, offset, of_sets)

    def _choices(
        self, branches: _Branches, nodes: Ints, treeplex: _Treeplex, sets: Ints
    ) -> tuple[_Branches, Ints, Ints]:
        """Return the branches behind nodes of sets, the columns of the choices there, and the place of each node."""
        sizes = treeplex.sizes[sets]
        of = np.arange(len(sets)).repeat(sizes)
        action = ranges(np.zeros(len(sets), dtype=np.int64), sizes)
        columns = treeplex.choices[treeplex.choice_start[sets][of] + action]
        return _Branches(nodes[of], action, branches.factor[of]), columns, of

    def _add(self, branches: _Branches, infosets: Ints, cells: Ints | None = None) -> Ints:
        """Make a node at each branch, with the number of its set and of its cell; return the numbers of the nodes."""
        nodes = self.num_nodes + np.arange(len(infosets))
        self.num_nodes += len(nodes)
        self.branches.append(branches)
        self.infosets.append(infosets)
        self.cells_at.append(np.full(len(nodes), NONE) if cells is None else cells)
        return nodes

    def limits(self) -> tuple[ExactArray, ExactArray]:
        """Return bounds on the payoffs of each player: at chance the sum of all parts, else the extremes of choices."""
        first, second = (self._limits(payoffs) for payoffs in self.cells.payoffs)
        return first, second + (self.cells.constant or 0)

    def _limits(self, payoffs: ExactArray) -> ExactArray:
        # More than all payoffs together: what is above minima before they are taken
        bound = 1 + magnitude(payoffs.numerators) * len(self.cell)
        pays = widened(payoffs.numerators, bound)[self.cell]
        is_own = (self.infoset >= 0) & (self.infoset < self.num_sets)
        is_chance = self.infoset >= self.num_sets
        least = np.where(is_own, bound, pays).astype(pays.dtype)
        largest = np.where(is_own, -bound, pays).astype(pays.dtype)
        end = len(self.cell)
        for block in reversed(self.branches):
            nodes = np.arange(end - len(block.parent), end)
            end -= len(nodes)
            if end == 0:
                nodes = nodes[1:]  # without the root
            above = self.parent[nodes]
            parts = nodes[is_chance[above]]
            np.add.at(least, self.parent[parts], least[parts])
            np.add.at(largest, self.parent[parts], largest[parts])
            choices = nodes[is_own[above]]
            np.minimum.at(least, self.parent[choices], least[choices])
            np.maximum.at(largest, self.parent[choices], largest[choices])
        return ExactArray.of(
            [
                Fraction(int(least[0]), payoffs.denominator),
                Fraction(int(largest[0]), payoffs.denominator),
            ]
        )

    def game(
        self, title: str, players: tuple[str, str], matrices: Matrices, note: str
    ) -> ExtensiveGame:
        """Return the nodes as a game."""
        leaves = np.flatnonzero(self.infoset == NONE)
        outcome = np.full(len(self.cell), NONE, dtype=np.int64)
        outcome[leaves] = np.arange(len(leaves))
        factor = np.concatenate([block.factor for block in self.branches])[leaves]
        cells = self.cell[leaves]
        first, second = (
            ExactArray(times(payoffs.numerators[cells], factor), payoffs.denominator)
            for payoffs in self.cells.payoffs
        )
        second = second + (self.cells.constant or 0)
        for payoffs in (first, second):
            require_short_column(len(leaves), payoffs.denominator, magnitude(payoffs.numerators))

        parts = np.concatenate(self.lotteries)
        sizes = np.concatenate([self.first.sizes, self.second.sizes, parts])
        owners = np.full(len(sizes), CHANCE, dtype=np.int64)
        owners[: self.num_sets] = 1
        owners[: len(self.first.parent)] = 0
        names = [*self.first.action_names(), *self.second.action_names()]
        numbers = [str(part + 1) for part in range(int(parts.max(initial=0)))]
        for count in parts.tolist():
            names += numbers[:count]
        distinct, which = np.unique(parts, return_inverse=True)
        shares = exact_column([*(Fraction(1, int(count)) for count in distinct), Fraction(0)])
        require_short_column(len(names), shares.denominator, magnitude(shares.numerators))
        share_of = np.append(np.full(self.num_sets, len(distinct)), which.ravel())
        return breadth_first(
            title=title,
            players=players,
            parent=self.parent,
            action=np.concatenate([block.action for block in self.branches]),
            infoset=self.infoset,
            outcome=outcome,
            information_sets=InformationSets(
                owners,
                self.first.set_names + self.second.set_names + ("",) * len(parts),
                np.append(0, np.cumsum(sizes)),
                tuple(names),
                shares.take(share_of.repeat(sizes)),
            ),
            outcomes=Outcomes(("",) * len(leaves), (first, second)),
            comment=REMARK,
            note=note,
            matrices=matrices,
        )


class _Parts(NamedTuple):
    """The parts at several branches: special ones, of the branches `with_special`, and sets.

    `owner` has the branch of each set, and `offset` its place among those there.
    """

    with_special: Ints
    special: _Branches
    owner: Ints
    offset: Ints
    of_sets: _Branches
