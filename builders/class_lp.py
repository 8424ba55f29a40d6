"""The linear program of Koller, Megiddo & von Stengel, straight from the classes of a game."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from seqform.builders.class_matrix import exact_class_matrix
from seqform.builders.class_sequences import ClassSequences
from seqform.errors import ModelError, SolveError
from seqform.models.class_game import ClassGame
from seqform.models.class_strategy import ClassStrategy, behavior_of_plan
from seqform.models.exact import ExactArray, Floats
from seqform.models.lazy_names import LazyNames
from seqform.models.linear_program import Bounds, LinearProgram, Vector
from seqform.models.raw_solution import RawSolution
from seqform.models.reduced import Reduced

ClassStrategies = tuple[ClassStrategy, ClassStrategy]


def class_lp(game: ClassGame, player: int = 0) -> Reduced[LinearProgram, RawSolution, ClassStrategies]:
    """Return the LP whose optimum is a maximin strategy of one player, and whose dual is the opponent's.

    It is `zero_sum_lp` of the game of classes, row by row and column by column: for player 0 maximise fᵀq over
    x ≥ 0 and free q, subject to E x = e and Fᵀq - Aᵀx ≤ 0. Entries are computed from the tables of classes
    that meet; no tree is ever built. Entries that cancel to zero are not stored.

    Parameters
    ----------
    game : ClassGame
        Of a zero-sum game, or of a constant-sum one: only the payoffs of `player` are read.
    player : int
        0 or 1; whose strategy is primal.

    Returns
    -------
    Reduced
        `target` has 1 + |H_i| + |S_j| rows and |S_i| + 1 + |H_j| columns, i the player and j the opponent.
        `lift` reads both strategies back from any primal-dual pair, exact or not: negative weights are
        clipped, and each information set's are divided by their sum.

    Raises
    ------
    ModelError
        If `player` is neither 0 nor 1.

    References
    ----------
    Koller, Megiddo & von Stengel (1996), Games and Economic Behavior 14, 247-259; Gilpin & Sandholm (2006), section 5.

    Examples
    --------
    >>> from seqform.builders.class_game import class_game
    >>> from seqform.builders.games.ordered.poker_games import kuhn
    >>> from seqform.models.information_filter import InformationFilter
    >>> class_lp(class_game(InformationFilter.identity(kuhn("kuhn")))).target
    <LinearProgram 'kuhn': max, 20 rows × 20 columns, 68 nonzeros>
    """
    own, other = sides(game, player, "class_lp")
    objective = np.zeros(len(own) + other.num_rows, dtype=np.int64)
    objective[len(own)] = 1
    program = LinearProgram(
        sense="max",
        objective=ExactArray(objective),
        matrix=exact_class_matrix(own, other),
        rows=Bounds.concatenate([unit_equations(own.num_rows), Bounds.at_most(ExactArray.zeros(len(other)))]),
        columns=Bounds.concatenate([Bounds.nonnegative(len(own)), Bounds.free(other.num_rows)]),
        row_names=row_names(own, other),
        column_names=column_names(own, other),
        name=game.title,
    )
    return Reduced(program, strategies_of(own, other))


def sides(game: ClassGame, player: int, caller: str) -> tuple[ClassSequences, ClassSequences]:
    """Return the player's sequences and the opponent's, or raise a ModelError that names the caller."""
    if not isinstance(game, ClassGame):
        raise ModelError(f"{caller}: a ClassGame expected (`class_game(filter)`), not {type(game).__name__}")
    if player not in (0, 1):
        raise ModelError(f"{caller}: player 0 or 1 expected, not {player!r}")
    if game.constant_sum is None:
        raise ModelError(f"{caller}: {game.title} is not constant-sum, so no linear program gives its equilibria")
    return ClassSequences(game, player), ClassSequences(game, 1 - player)


def unit_equations(size: int) -> Bounds:
    """Return the bounds of E x = e."""
    unit = np.zeros(size, dtype=np.int64)
    unit[0] = 1
    return Bounds.equal(ExactArray(unit))


def row_names(own: ClassSequences, other: ClassSequences) -> LazyNames:
    """Return names of the player's equations, then of the opponent's sequences."""
    split = own.num_rows

    def name(place: int) -> str:
        return f"plan {own.set_name(place)}" if place < split else f"reply {other.sequence_name(place - split)}"

    return LazyNames(split + len(other), name)


def column_names(own: ClassSequences, other: ClassSequences) -> LazyNames:
    """Return names of the player's sequences, then of the opponent's equations."""
    split = len(own)

    def name(place: int) -> str:
        return f"weight {own.sequence_name(place)}" if place < split else f"value {other.set_name(place - split)}"

    return LazyNames(split + other.num_rows, name)


def strategies_of(own: ClassSequences, other: ClassSequences) -> Callable[[RawSolution], ClassStrategies]:
    """Return the lift: from a primal-dual pair to both players' strategies."""

    def lift(raw: RawSolution) -> ClassStrategies:
        if raw.primal is None or raw.dual is None:
            raise SolveError(f"the solver returned no primal-dual pair: {raw.termination} ({raw.status})", raw)
        mine, theirs = _floats(raw.primal)[: len(own)], _floats(raw.dual)[own.num_rows : own.num_rows + len(other)]
        if not (np.isfinite(mine).all() and np.isfinite(theirs).all()):
            raise SolveError(f"the solver returned numbers that are not finite: {raw.termination} ({raw.status})", raw)
        pair = [
            behavior_of_plan(side.game, side.player, side.by_rounds(plan))
            for side, plan in ((own, mine), (other, theirs))
        ]
        return (pair[0], pair[1]) if own.player == 0 else (pair[1], pair[0])

    return lift


def _floats(vector: Vector) -> Floats:
    return vector.to_floats() if isinstance(vector, ExactArray) else vector
