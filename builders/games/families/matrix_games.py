"""Games in which both players choose once, at the same time."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from seqform.builders.games.exact_numbers import Given, exact_column, given_rational, without_rounding
from seqform.errors import GameError
from seqform.models.games.extensive import NONE, ExtensiveGame, InformationSets, Outcomes, breadth_first
from seqform.models.numbers.exact import ExactArray, Ints, Rational

Matrix = Sequence[Sequence[Given]] | npt.NDArray[Any]


def bimatrix_game(
    title: str | Matrix = "bimatrix game",
    first: Matrix | None = None,
    second: Matrix | None = None,
    rows: Sequence[str] | None = None,
    columns: Sequence[str] | None = None,
) -> ExtensiveGame:
    """Return the extensive game of two payoff matrices: player 1 moves first, unseen by player 2.

    - `title`: May be left out: ``bimatrix_game(first, second)``.
    - `first`, `second`: The payoffs, as lists of rows of numbers, arrays, or frames of pandas; without `second` player
      2's are the negatives of player 1's. Integers, fractions and texts such as ``"0.1"`` are exact; a float has the
      value of the decimal that Python prints for it. Floats that add up to a constant but for rounding make a
      constant-sum game, with a note.
    - `rows`, `columns`: The players' actions; by default the labels of a frame, or numbers from 1.

    Raises GameError if the payoffs are not two matrices of the same shape, one is not a finite number, or there are too
    many or too few names of actions.

    Examples
    --------
    >>> bimatrix_game("prisoner's dilemma", [[3, 0], [4, 1]], [[3, 4], [0, 1]], "CD", "CD")
    <ExtensiveGame "prisoner's dilemma": 7 nodes, 1 and 1 information sets>
    >>> bimatrix_game(np.eye(2, dtype=int))
    <ExtensiveGame 'bimatrix game': 7 nodes, 1 and 1 information sets>
    """
    if not isinstance(title, str):
        if first is not None and second is not None:
            raise GameError(
                "bimatrix_game: a title before the payoffs, or two matrices without one and names by rows= and columns="
            )
        title, first, second = "bimatrix game", title, second if first is None else first
    if first is None:
        raise GameError(f"{title}: no payoffs; bimatrix_game takes one or two matrices")
    rows, columns = (_labels(first, axis) if given is None else given for axis, given in enumerate((rows, columns)))
    payoffs, (num_rows, num_columns) = _entries(title, "first", first)
    others, shape = (-payoffs, None) if second is None else _entries(title, "second", second)
    if shape not in (None, (num_rows, num_columns)):
        raise GameError(f"{title}: the first matrix has shape {(num_rows, num_columns)}, the second one {shape}")
    names = (_names(title, "row", rows, num_rows), _names(title, "column", columns, num_columns))
    cells = num_rows * num_columns
    outcomes = Outcomes(("",) * cells, (payoffs, others))
    game = two_stage_game(title, names, outcomes, np.arange(cells), ("row", "column"))
    return without_rounding(game) if _has_floats(first) or _has_floats(second) else game


def _labels(matrix: Any, axis: int) -> list[str] | None:
    """Return the labels of a frame along an axis, None for other matrices and for labels that are places."""
    labels: Any = getattr(matrix, ("index", "columns")[axis], None)
    if not hasattr(matrix, "to_numpy") or list(labels) == list(range(len(labels))):
        return None
    return list(map(str, labels))


def _plain(matrix: Any) -> Any:
    """Return a matrix as rows of numbers: a frame by its values, and NumPy's matrix class as an array."""
    return np.asarray(matrix) if isinstance(matrix, np.ndarray) or hasattr(matrix, "to_numpy") else matrix


def _has_floats(matrix: Any) -> bool:
    return matrix is not None and any(isinstance(one, float | np.floating) for row in _plain(matrix) for one in row)


def two_stage_game(
    title: str,
    strategies: tuple[Sequence[str], Sequence[str]],
    outcomes: Outcomes,
    outcome: Ints,
    labels: tuple[str, str] = ("", ""),
    **names: Any,
) -> ExtensiveGame:
    """Return the tree in which player 1 chooses a strategy, then player 2, who does not see it.

    ``outcome`` has the row of every pair of strategies among the outcomes, player 2's strategy running fastest;
    ``names`` are further arguments of `breadth_first`.
    """
    rows, columns = map(len, strategies)
    return breadth_first(
        title=title,
        parent=np.concatenate([[NONE], np.full(rows, 0), 1 + np.repeat(np.arange(rows), columns)]),
        action=np.concatenate([[0], np.arange(rows), np.tile(np.arange(columns), rows)]),
        infoset=np.concatenate([[0], np.full(rows, 1), np.full(rows * columns, NONE)]),
        outcome=np.concatenate([np.full(1 + rows, NONE), outcome]),
        information_sets=InformationSets(
            player=np.array([0, 1]),
            labels=labels,
            action_start=np.array([0, rows, rows + columns]),
            action_labels=(*strategies[0], *strategies[1]),
            probability=ExactArray.zeros(rows + columns),
        ),
        outcomes=outcomes,
        **{"players": ("Player 1", "Player 2"), **names},
    )


def _entries(title: str, which: str, matrix: Matrix) -> tuple[ExactArray, tuple[int, int]]:
    """Return the entries of a matrix row by row, and its shape."""
    try:
        rows = [list(row) for row in _plain(matrix)]
    except TypeError:
        raise GameError(f"{title}: the {which} matrix has to be a list of rows, not {matrix!r}") from None
    if not rows or not rows[0]:
        raise GameError(f"{title}: the {which} matrix is empty; both players need an action at least")
    for place, row in enumerate(rows, start=1):
        if len(row) != len(rows[0]):
            raise GameError(
                f"{title}: the {which} matrix has {len(rows[0])} entries in row 1, {len(row)} in row {place}"
            )
    entries: list[Rational] = []
    for place, row in enumerate(rows, start=1):
        try:
            entries += map(given_rational, row)
        except GameError as error:
            raise GameError(f"{title}: row {place} of the {which} matrix has {error}") from None
    return exact_column(entries), (len(rows), len(rows[0]))


def _names(title: str, what: str, given: Sequence[str] | None, number: int) -> Sequence[str]:
    if given is None:
        return [str(place) for place in range(1, number + 1)]
    if len(given) != number:
        raise GameError(f"{title}: {len(given)} names for {number} {what}s")
    return given


def random_matrix_game(
    title: str, rows: int, columns: int, seed: int, zero_sum: bool, lowest: int, highest: int
) -> ExtensiveGame:
    """Return a matrix game whose payoffs are random integers, all from lowest to highest equally likely."""
    if lowest > highest:
        raise GameError(f"matrix-game: lowest={lowest} is above highest={highest}")
    random = Random(seed)
    first, second = ([[random.randint(lowest, highest) for _ in range(columns)] for _ in range(rows)] for _ in "12")
    return bimatrix_game(title, first, None if zero_sum else second)
