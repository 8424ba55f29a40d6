"""Games in which both players choose once, at the same time."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from seqform.builders.games.exact_numbers import exact_column
from seqform.builders.games.names import texts_of_names
from seqform.errors import GameError
from seqform.models.games.extensive import (
    NONE,
    ExtensiveGame,
    InformationSets,
    Outcomes,
    breadth_first,
)
from seqform.models.games.infosets import UNNAMED
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import ExactArray, Ints, Rational
from seqform.models.numbers.given import Given, given_rational
from seqform.models.numbers.text import shown


class Frame(Protocol):
    """A data frame, such as one of pandas or polars."""

    @property
    def columns(self) -> Any:
        """The labels of the columns."""

    def to_numpy(self, *args: Any, **options: Any) -> Any:
        """Return the values as an array."""


Matrix = Sequence[Sequence[Given]] | npt.NDArray[Any] | Frame

Names = Sequence[str] | Sequence[int] | Sequence[float] | npt.NDArray[Any]


def bimatrix_game(
    title: str | Matrix = "bimatrix game",
    first: Matrix | None = None,
    second: Matrix | None = None,
    rows: Names | None = None,
    columns: Names | None = None,
) -> ExtensiveGame:
    """Return the extensive game of two payoff matrices: player 0 moves first, unseen by player 1.

    - `title`: May be left out: ``bimatrix_game(first, second)``.
    - `first`, `second`: The payoffs, as lists of rows of numbers, arrays, or frames of pandas or polars; without
      `second` those of player 1 are the negatives of those of player 0. Integers, fractions of any package and texts
      such as ``"0.1"`` are exact; a float has the value of the decimal that Python prints for it. Frames are aligned by
      their labels. Pairs in parentheses, (3, 5), as all entries of `first` alone are the payoffs of both players.
    - `rows`, `columns`: The players' actions, a list of texts or numbers, or a text whose letters are the names; by
      default the labels of a frame, or numbers from 1. Of equal names the places in the table make "a#1" and "a#2".

    Raises GameError if the payoffs are not two matrices of the same shape, one is masked or not a finite number, there
    are too many or too few names of actions, one of them is neither a text nor a number, or frames have other labels
    than these.

    Examples
    --------
    >>> bimatrix_game("prisoner's dilemma", [[3, 0], [4, 1]], [[3, 4], [0, 1]], "CD", "CD")
    <ExtensiveGame "prisoner's dilemma": 7 nodes, 1 and 1 information sets>
    >>> bimatrix_game([[(3, 3), (0, 4)], [(4, 0), (1, 1)]]).constant_sum is None
    True
    >>> bimatrix_game(np.eye(2, dtype=int))
    <ExtensiveGame 'bimatrix game': 7 nodes, 1 and 1 information sets>
    """
    # Without a title the matrices are one argument further to the left.
    if not isinstance(title, str):
        if first is not None and second is not None:
            raise GameError(
                "bimatrix_game: a title before the payoffs, or two matrices without one and names by rows= and columns="
            )
        if first is not None:
            second = first
        first = title
        title = "bimatrix game"
    if first is None:
        raise GameError(f"{title}: no payoffs; bimatrix_game takes one or two matrices")
    tables = [_table(title, "first", first)]
    if second is not None:
        tables.append(_table(title, "second", second))
    elif tables[0].has_pairs:
        tables = [tables[0].of_player(0), tables[0].of_player(1)]
    row_names = None if rows is None else texts_of_names(rows, f"{title}: rows")
    column_names = None if columns is None else texts_of_names(columns, f"{title}: columns")
    return game_of_tables(title, tables, row_names, column_names)


TWO_TABLES = (
    "two tables with an empty line between them, player 1's payoffs and then player 2's, are read"
)
"""Advice about cells with the payoffs of both players in files."""

TWO_MATRICES = (
    "two matrices, player 1's payoffs and then player 2's, are taken, or lists with pairs in parentheses, (3, 5), "
    "alone"
)
"""Advice about such entries in Python."""


@dataclass(frozen=True)
class PayoffMatrix(Immutable):
    """A player's payoffs, row by row, with the names of the rows and of the columns, None where they have none.

    Labels that are the places from 0 on, as of a frame without names, are `numbered`: they are names only beside a
    table that has the same ones in another order.
    """

    cells: Sequence[Sequence[Any]] | Ints
    names: tuple[Sequence[str] | None, Sequence[str] | None] = (None, None)

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and columns."""
        return len(self.cells), len(self.cells[0])

    @property
    def has_pairs(self) -> bool:
        """True if all entries are tuples of two, the payoffs of both players."""
        if isinstance(self.cells, np.ndarray):
            return False
        return all(type(cell) is tuple and len(cell) == 2 for row in self.cells for cell in row)

    def of_player(self, player: int) -> PayoffMatrix:
        """Return the table of one player's payoffs, of a table with pairs."""
        return PayoffMatrix([[cell[player] for cell in row] for row in self.cells], self.names)

    def is_numbered(self, axis: int) -> bool:
        """Return whether the labels along an axis are the places from 0 on."""
        names = self.names[axis]
        return names is not None and list(names) == [str(place) for place in range(len(names))]

    def taken(self, places: tuple[Sequence[int], Sequence[int]]) -> PayoffMatrix:
        """Return the table of some rows and columns, in an order of its own, without names."""
        if isinstance(self.cells, np.ndarray):
            return PayoffMatrix(self.cells[np.ix_(*places)])
        rows, columns = places
        return PayoffMatrix([[self.cells[row][column] for column in columns] for row in rows])


def game_of_tables(
    title: str,
    tables: Sequence[PayoffMatrix],
    rows: Sequence[str] | None = None,
    columns: Sequence[str] | None = None,
) -> ExtensiveGame:
    """Return the game of one or two tables, the second aligned with the first by the names that they have.

    Raises GameError as `bimatrix_game`, and where tables have different names.
    """
    num_rows, num_columns = tables[0].shape
    if tables[-1].shape != tables[0].shape:
        raise GameError(
            f"{title}: the first matrix has shape {tables[0].shape}, the second one {tables[-1].shape}"
        )
    names = (
        _names(title, "row", _common_names(title, tables, 0, rows), num_rows),
        _names(title, "column", _common_names(title, tables, 1, columns), num_columns),
    )
    payoffs = []
    for which, table in zip(("first", "second"), tables, strict=False):
        row_order = _order(title, f"the rows of the {which} matrix", table, 0, names[0])
        column_order = _order(title, f"the columns of the {which} matrix", table, 1, names[1])
        payoffs.append(_entries(title, which, table.taken((row_order, column_order)).cells))
    if len(payoffs) == 1:  # zero-sum
        payoffs.append(-payoffs[0])
    cells = num_rows * num_columns
    outcomes = Outcomes(("",) * cells, (payoffs[0], payoffs[1]))
    return two_stage_game(title, names, outcomes, np.arange(cells), ("row", "column"))


def _common_names(
    title: str, tables: Sequence[PayoffMatrix], axis: int, names: Sequence[str] | None
) -> Sequence[str] | None:
    """Return the names along an axis: those given, or else the first table's that has names."""
    if names is not None:
        return names
    for table in tables:
        own = table.names[axis]
        # A table alone is not aligned with another one, and may have equal names.
        if len(tables) == 2 and own is not None and len(set(own)) < len(own):
            raise GameError(
                f"{title}: tables are aligned by their names, but {_listed(own)} are not all different"
            )
    for table in tables:
        if table.names[axis] and not table.is_numbered(axis):
            return table.names[axis]
    return None


def _order(
    title: str, what: str, table: PayoffMatrix, axis: int, names: Sequence[str]
) -> Sequence[int]:
    """Return the places of a table's rows or columns in the order of names; raise GameError where it has others."""
    own = table.names[axis]
    if own is None or list(own) == list(names):
        return range(table.shape[axis])
    if sorted(own) == sorted(names) and len(set(own)) == len(own):
        return [own.index(name) for name in names]
    if table.is_numbered(axis):  # places, which name nothing beside other names
        return range(table.shape[axis])
    raise GameError(
        f"{title}: {what} have the names {_listed(own)}, the game has {_listed(names)}; name them alike, each once, or "
        "give payoffs without names"
    )


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(map(repr, names[:6]))
    if len(names) > 6:
        shown += ", ..."
    return shown


def _table(title: str, which: str, matrix: Any) -> PayoffMatrix:
    """Return a matrix as rows of numbers with the labels of a frame."""
    rows = _rows(title, which, matrix)
    if len(rows) == 0 or len(rows[0]) == 0:
        raise GameError(
            f"{title}: the {which} matrix is empty; both players need an action at least"
        )
    for place, row in enumerate(rows, start=1):
        if len(row) != len(rows[0]):
            raise GameError(
                f"{title}: the {which} matrix has {len(rows[0])} entries in row 1, {len(row)} in row {place}"
            )
        if not isinstance(rows, np.ndarray) and any(entry is np.ma.masked for entry in row):
            raise GameError(
                f"{title}: row {place} of the {which} matrix has masked entries; fill them with payoffs"
            )
    return PayoffMatrix(rows, (_labels(matrix, "index"), _labels(matrix, "columns")))


def _rows(title: str, which: str, matrix: Any) -> list[list[Any]] | Ints:
    """Return the rows of a matrix; raise GameError for what is no list of rows, and for names that would be lost."""
    if isinstance(matrix, np.ma.MaskedArray) and np.ma.is_masked(matrix):
        raise GameError(f"{title}: the {which} matrix has masked entries; fill them with payoffs")
    if _is_frame(matrix):
        return _rows_of_frame(matrix)
    if isinstance(matrix, str | bytes | Mapping | Set):
        raise _no_rows(title, which, matrix)
    if isinstance(matrix, np.ndarray):
        if matrix.ndim == 3 and matrix.shape[2] == 2:
            raise GameError(f"{_no_rows(title, which, matrix)}; {TWO_MATRICES}")
        if matrix.ndim != 2:
            raise _no_rows(title, which, matrix)
        # Integers stay an array, so that no function is called for each cell.
        if matrix.dtype.kind in "iu" and np.can_cast(matrix.dtype, np.int64):
            return np.array(matrix, dtype=np.int64)  # a copy, which the table keeps unchanged
        matrix = matrix.view(np.ndarray)  # of np.matrix, for one, the rows would be matrices
    try:
        rows = list(matrix)
        unordered = next((row for row in rows if _loses_names(row)), None)
        if unordered is None:
            return [list(row) for row in rows]
    except TypeError:
        raise _no_rows(title, which, matrix) from None
    raise GameError(
        f"{title}: a row of the {which} matrix is {_described(unordered)}, whose names would be lost; give a frame of "
        "pandas, or lists"
    )


def _no_rows(title: str, which: str, matrix: Any) -> GameError:
    return GameError(
        f"{title}: the {which} matrix has to be a list of rows, not {_described(matrix)}"
    )


def _is_frame(matrix: Any) -> bool:
    """Return whether a matrix is a data frame, such as one of pandas or polars."""
    return hasattr(matrix, "to_numpy") and hasattr(matrix, "columns")


def _rows_of_frame(frame: Any) -> list[list[Any]]:
    """Return the rows of a data frame, whose columns keep their kinds of numbers."""
    # Of pandas by columns, since the values of a frame with columns of integers and of floats are all floats.
    if hasattr(frame, "iloc"):
        columns = [list(np.asarray(frame.iloc[:, place])) for place in range(len(frame.columns))]
        return [list(row) for row in zip(*columns, strict=True)]
    rows = getattr(frame, "rows", None)
    if callable(rows):
        return list(map(list, rows()))
    return list(map(list, frame.to_numpy()))


def _loses_names(row: Any) -> bool:
    """Return whether a row has names, or no order, that a list of its entries would lose."""
    if isinstance(row, str | bytes | Mapping | Set):
        return True
    labels = _labels(row, "index")
    return labels is not None and labels != list(map(str, range(len(labels))))


def _described(matrix: Any) -> str:
    """Return what a value is, in one line."""
    if isinstance(matrix, np.ndarray):
        return f"an array of {matrix.ndim} dimensions"
    text = shown(matrix)
    if len(text) > 60 or hasattr(matrix, "to_numpy"):
        return f"an object of class {type(matrix).__name__}"
    return text


def _labels(matrix: Any, attribute: str) -> list[str] | None:
    """Return the labels of a frame along an axis, None where it has none."""
    if not hasattr(matrix, "to_numpy"):
        return None
    labels: Any = getattr(matrix, attribute, None)
    if labels is None or callable(labels):  # as of a list, which has a method `index`
        return None
    return list(map(str, labels))


def two_stage_game(
    title: str,
    strategies: tuple[Sequence[str], Sequence[str]],
    outcomes: Outcomes,
    outcome: Ints,
    labels: tuple[str, str] = ("", ""),
    **names: Any,
) -> ExtensiveGame:
    """Return the tree in which player 0 chooses a strategy, then player 1, who does not see it.

    ``outcome`` has the row of every pair of strategies among the outcomes, the one of player 1 running fastest;
    ``names`` are further arguments of `breadth_first`.
    """
    rows, columns = map(len, strategies)
    # The root, then a node of player 1 for each row, which are one information set, then the leaves row by row.
    second_nodes = 1 + np.arange(rows)
    return breadth_first(
        title=title,
        parent=np.concatenate(
            [[NONE], np.zeros(rows, dtype=np.int64), np.repeat(second_nodes, columns)]
        ),
        action=np.concatenate([[0], np.arange(rows), np.tile(np.arange(columns), rows)]),
        infoset=np.concatenate([[0], np.full(rows, 1), np.full(rows * columns, NONE)]),
        outcome=np.concatenate([np.full(1 + rows, NONE), outcome]),
        information_sets=InformationSets(
            player=np.array([0, 1], dtype=np.int64),
            labels=labels,
            action_start=np.array([0, rows, rows + columns], dtype=np.int64),
            action_labels=(*strategies[0], *strategies[1]),
            probability=ExactArray.zeros(rows + columns),
        ),
        outcomes=outcomes,
        **{"players": UNNAMED, **names},
    )


def _entries(title: str, which: str, cells: Sequence[Sequence[Any]] | Ints) -> ExactArray:
    """Return the entries of a matrix row by row."""
    if isinstance(cells, np.ndarray):
        return ExactArray(cells.ravel())
    entries: list[Rational] = []
    for place, row in enumerate(cells, start=1):
        where = f"{title}: row {place} of the {which} matrix"
        for entry in row:
            try:
                entries.append(given_rational(entry, where, error=GameError))
            except GameError as error:
                if not _is_pair(entry):
                    raise
                raise GameError(f"{error}; {TWO_MATRICES}") from None
    return exact_column(entries)


def _is_pair(entry: Any) -> bool:
    """Return whether an entry may be the payoffs of both players."""
    if isinstance(entry, str):
        return len(re.findall(r"[^\s,;|:()]+", entry)) == 2
    return isinstance(entry, Sequence | np.ndarray) and len(entry) == 2


def _names(title: str, what: str, names: Sequence[str] | None, number: int) -> Sequence[str]:
    if names is None:
        return [str(place) for place in range(1, number + 1)]
    if len(names) != number:
        raise GameError(f"{title}: {len(names)} names for {number} {what}s")
    return names


def random_matrix_game(
    title: str, rows: int, columns: int, seed: int, zero_sum: bool, lowest: int, highest: int
) -> ExtensiveGame:
    """Return a matrix game whose payoffs are random integers, all from lowest to highest equally likely."""
    if lowest > highest:
        raise GameError(f"matrix-game: lowest={lowest} is above highest={highest}")
    random = Random(seed)

    def matrix() -> list[list[int]]:
        return [[random.randint(lowest, highest) for _ in range(columns)] for _ in range(rows)]

    first = matrix()
    if zero_sum:
        return bimatrix_game(title, first)
    return bimatrix_game(title, first, matrix())
