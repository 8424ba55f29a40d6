"""The reduced normal form of a small tree, as a game in which each player moves once."""

from __future__ import annotations

import math

import numpy as np

from seqform.builders.forms.sequence_form import (
    count_pure_strategies,
    reduced_normal_form,
    sequence_form,
)
from seqform.builders.games.families.matrix_games import two_stage_game
from seqform.errors import TooLargeError
from seqform.models.games.extensive import NONE, ExtensiveGame, Outcomes
from seqform.models.games.infosets import unique_names
from seqform.models.numbers.exact import ExactArray, ExactMatrix
from seqform.models.numbers.text import rough_count
from seqform.models.strategies.tables import sequence_names

MOST_CELLS = 100_000
"""Most pairs of pure strategies of a normal form that is written out."""


def is_normal_form(game: ExtensiveGame) -> bool:
    """Return whether player 0 moves once and then player 1, who does not see it, with payoffs at the end alone."""
    return (
        game.matrices is None
        and game.information_sets.player.tolist() == [0, 1]
        and len(game.level_start) == 4  # the root, player 1's nodes, leaves, and the end
        and bool(np.all(game.infoset[1 : game.level_start[2]] == 1))
        and not np.any(game.outcome[~game.is_leaf] != NONE)
    )


def in_normal_form(game: ExtensiveGame, most_cells: int = MOST_CELLS) -> ExtensiveGame:
    """Return the reduced normal form of a game as a game in which each player moves once; one of this form as it is.

    A strategy is named by its actions, with the names of their information sets where these are needed, separated by
    semicolons. Raises TooLargeError if there are more than `most_cells` pairs of strategies.

    Examples
    --------
    >>> import seqform as sf
    >>> in_normal_form(sf.load("vsvet-figure-1")).information_sets.actions(0)
    ('L', 'R; S', 'R; T')
    """
    if is_normal_form(game):
        return game
    form = sequence_form(game).target
    counts = [count_pure_strategies(index) for index in form.sequences]
    if math.prod(counts) > most_cells:
        raise TooLargeError(
            f"the reduced normal form of {game.title!r} has {' × '.join(map(rough_count, counts))} pure strategies, "
            f"more than {most_cells:,} pairs; write the tree in the .efg format"
        )

    normal = reduced_normal_form(form, max_strategies=most_cells)
    names = (
        _names(game, 0, normal.strategies[0]),
        _names(game, 1, normal.strategies[1]),
    )
    payoffs = (_cells(normal.A), _cells(normal.B))
    num_cells = math.prod(counts)
    outcomes = Outcomes(("",) * num_cells, payoffs)
    return two_stage_game(
        game.title,
        names,
        outcomes,
        np.arange(num_cells),
        players=game.players,
        comment=game.comment,
        note=game.note,
    )


def _names(game: ExtensiveGame, player: int, strategies: ExactMatrix) -> tuple[str, ...]:
    """Return a name for each of a player's pure strategies, its actions."""
    of_sequence = ["", *sequence_names(game, game.sequences[player].index).values()]
    names = []
    for start, stop in zip(strategies.row_start[:-1], strategies.row_start[1:], strict=True):
        _, *sequences = strategies.columns[start:stop].tolist()
        names.append("; ".join(of_sequence[sequence] for sequence in sequences) or "no move")
    return unique_names(names)


def _cells(matrix: ExactMatrix) -> ExactArray:
    """Return the entries of a matrix row by row, zeros as well."""
    numbers = np.zeros(math.prod(matrix.shape), dtype=matrix.values.numerators.dtype)
    numbers[matrix.rows * matrix.shape[1] + matrix.columns] = matrix.values.numerators
    return ExactArray(numbers, matrix.values.denominator)
