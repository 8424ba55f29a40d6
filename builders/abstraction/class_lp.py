"""The linear program of a class game (Koller, Megiddo & von Stengel), plain or sparsified, from tables alone."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate, groupby, pairwise
from typing import TypeVar

import numpy as np

from seqform.builders.abstraction.dominated_classes import Eliminated
from seqform.builders.forms.class_game import (
    EndPayoffs,
    common_denominator,
    end_payoffs,
    fit_into_64_bits,
)
from seqform.builders.forms.sequence_form import primal_and_dual
from seqform.builders.preprocess.sparsify import (
    FactoredColumns,
    Group,
    Triples,
    factored_tables,
    groups,
)
from seqform.errors import ModelError, SolveError
from seqform.models.games.infosets import player_label, player_number
from seqform.models.games.stages import StageGame
from seqform.models.immutable import Immutable, cached
from seqform.models.numbers.exact import (
    ExactArray,
    ExactMatrix,
    Floats,
    Ints,
    Mask,
    Vector,
    doubles,
)
from seqform.models.numbers.integers import Numerators, times
from seqform.models.programs.class_game import (
    ClassGame,
    ClassPlan,
    ClassStrategy,
    along_sequences,
    behavior_of_plan,
)
from seqform.models.programs.linear import Bounds, LazyNames, LinearProgram, require_lengths
from seqform.models.programs.solutions import RawSolution
from seqform.models.reduced import Reduced, unchanged

Answer = TypeVar("Answer")

Entries = tuple[Ints, Ints, Numerators]
"""Rows, columns and values."""


@dataclass(frozen=True, eq=False)
class ClassSequences(Immutable):
    """A player's sequences, 0 the empty one, then by rounds, class, choice, history; likewise the information sets."""

    game: ClassGame
    player: int

    def __len__(self) -> int:
        """Return |S_i|."""
        return self.game.num_sequences(self.player)

    @property
    def num_rows(self) -> int:
        """1 + |H_i|, the rows of E or F."""
        return 1 + self.game.num_infosets(self.player)

    @cached
    def start(self) -> tuple[int, ...]:
        """The first sequence of each round, and last the number of sequences."""
        sizes = [
            math.prod(self.game.shape(self.player, number))
            for number in range(self.game.num_rounds)
        ]
        return tuple(accumulate([1, *sizes]))

    @cached
    def row_start(self) -> tuple[int, ...]:
        """The first row of E of each round's information sets, and last the number of rows."""
        sizes = []
        for number, stage in enumerate(self.game.stages):
            num_classes = self.game.num_classes[self.player][number]
            num_sets = len(stage.sets(self.player))
            sizes.append(num_classes * num_sets * self.game.num_histories[number])
        return tuple(accumulate([1, *sizes]))

    @cached
    def table(self) -> tuple[Ints, ...]:
        """The sequence of every class, choice and history, one array for each round."""
        tables = []
        for number, (start, stop) in enumerate(pairwise(self.start)):
            tables.append(np.arange(start, stop).reshape(self.game.shape(self.player, number)))
        return tuple(tables)

    @cached
    def before(self) -> tuple[Ints, ...]:
        """The sequence with which each round begins, arrays of shape (classes, histories)."""
        reached = along_sequences(self.game, self.player, self.table, 0, lambda above, table: table)
        return tuple(sequences[:, 0] for sequences in reached)

    def at(self, number: int, choice: int) -> Ints:
        """Return the sequences of a choice, from 1, or of 0 for none in the round yet: shape (classes, histories)."""
        return self.before[number] if choice == 0 else self.table[number][:, choice - 1]

    def constraints(self) -> Entries:
        """Return rows, columns and values of the entries of E (or F), row 0 being that of the empty sequence."""
        parts: list[Entries] = [
            (np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64), np.ones(1, dtype=np.int64))
        ]
        for number, stage in enumerate(self.game.stages):
            sequences = stage.sequences(self.player)
            shape = (
                self.game.num_classes[self.player][number],
                len(sequences.sets),
                self.game.num_histories[number],
            )
            row = np.arange(self.row_start[number], self.row_start[number + 1]).reshape(shape)
            for place, above in enumerate(sequences.set_above):
                rows = row[:, place].ravel()
                ones = np.ones(len(rows), dtype=np.int64)
                parts.append((rows, self.at(number, above).ravel(), -ones))

                # The row of a set: the weights of its choices sum to that of the sequence before it.
                choices = range(sequences.set_start[place], sequences.set_start[place + 1])
                parts += [(rows, self.at(number, choice).ravel(), ones) for choice in choices]
        return collected(parts)

    @cached
    def set_of(self) -> Ints:
        """The information set of each sequence, as its row of E; 0 for the empty sequence."""
        rows, columns, values = self.constraints()
        sets = np.zeros(len(self), dtype=np.int64)
        sets[columns[values > 0]] = rows[values > 0]
        return sets

    @cached
    def above(self) -> Ints:
        """The sequence before each sequence, shape (|S_i|,); 0 for the empty one."""
        rows, columns, values = self.constraints()
        # The entry -1 of a set's row is at the sequence before it, the entries 1 are at its own sequences.
        above = np.zeros(self.num_rows, dtype=np.int64)
        above[rows[values < 0]] = columns[values < 0]
        return above[self.set_of]

    def surviving(self, masks: Iterable[Mask]) -> tuple[Mask, Mask]:
        """Return masks of the sequences, and of the rows of E, that are left if these of each round are.

        The masks have shape (classes, choices, histories).
        """
        kept = np.concatenate([[True], *(mask.ravel() for mask in masks)])
        sets = np.zeros(self.num_rows, dtype=bool)
        sets[self.set_of[kept]] = True
        return kept, sets

    def by_rounds(self, plan: Floats) -> list[Floats]:
        """Return the weights of all sequences as arrays of shape (classes, choices, histories), one for each round."""
        return [plan[table.ravel()].reshape(table.shape) for table in self.table]

    def exact_plan(self, weights: ExactArray) -> ClassPlan:
        """Return the plan with the given weights of all sequences."""
        reduced = weights.reduced()
        numerators = reduced.numerators.astype(object)
        rounds = tuple(numerators[table.ravel()].reshape(table.shape) for table in self.table)
        return ClassPlan(self.game, self.player, rounds, reduced.denominator)

    def folded(self, payoffs: Floats, choose: Callable[[Iterable[float]], float]) -> Floats:
        """Return the value of every set, first that of the empty sequence, if `choose` picks among its choices.

        From the last set to the first, since a set has a larger number than the one before it.
        """
        by_set = np.argsort(self.set_of, kind="stable")
        starts = np.searchsorted(self.set_of[by_set], np.arange(self.num_rows + 1)).tolist()
        sequences = by_set.tolist()
        above = self.above[by_set].tolist()
        totals = payoffs.tolist()
        values = np.zeros(self.num_rows)
        for row in range(self.num_rows - 1, 0, -1):
            start = starts[row]
            stop = starts[row + 1]
            values[row] = choose([totals[sequence] for sequence in sequences[start:stop]])
            totals[above[start]] += values[row]
        values[0] = totals[0]
        return values

    def sequence_name(self, place: int) -> str:
        """Return a name for a sequence: its number, the history, the class, the way to the last choice of the round."""
        return self._name(place, self.start, lambda stage: stage.sequences(self.player).nodes)

    def set_name(self, place: int) -> str:
        """Return a name for a row of E."""
        return self._name(place, self.row_start, lambda stage: stage.sets(self.player))

    def _name(
        self, place: int, start: tuple[int, ...], nodes: Callable[[StageGame], tuple[int, ...]]
    ) -> str:
        if place == 0:
            return "∅"
        number = bisect_right(start, place) - 1
        stage = self.game.stages[number]
        rest, history = divmod(place - start[number], self.game.num_histories[number])
        own_class, node = divmod(rest, len(nodes(stage)))

        # The leaves of earlier rounds, from the last, as the history's digits.
        parts = [f"[{own_class}]"]
        for earlier in reversed(self.game.stages[:number]):
            history, leaf = divmod(history, len(earlier.continuing))
            parts.append(" ".join(earlier.path(earlier.continuing[leaf])))
        return " ".join([str(place), "/".join(reversed(parts)), *stage.path(nodes(stage)[node])])


def class_matrix(own: ClassSequences, opponent: ClassSequences) -> ExactMatrix:
    """Return E above -Aᵀ and Fᵀ: the player's equations and the opponent's sequences are rows."""
    ends = end_payoffs(own.game, own.player)
    # Where a player has not moved in the round, payoffs of several classes are at one place: they are added up.
    if all(end.both_moved for end in ends):
        return _in_place(own, opponent, ends)
    denominator = common_denominator(ends)
    parts = [*fixed_entries(own, opponent, denominator)]
    parts += [payoff_entries(own, opponent, end, denominator) for end in ends]
    rows, columns, values = collected(parts)
    shape = (own.num_rows + len(opponent), len(own) + opponent.num_rows)
    return ExactMatrix.from_entries(shape, rows, columns, ExactArray(values, denominator))


def collected(parts: Iterable[Entries]) -> Entries:
    """Return the entries of all parts."""
    rows, columns, values = zip(*parts, strict=True)
    return np.concatenate(rows), np.concatenate(columns), np.concatenate(values)


def fixed_entries(
    own: ClassSequences, opponent: ClassSequences, denominator: int
) -> tuple[Entries, Entries]:
    """Return the entries of E, and those of Fᵀ where they stand in the whole matrix, times a denominator."""
    rows, columns, values = own.constraints()
    of_own = (rows, columns, times(values, denominator))
    rows, columns, values = opponent.constraints()
    of_opponent = (own.num_rows + columns, len(own) + rows, times(values, denominator))
    return of_own, of_opponent


def payoff_entries(
    own: ClassSequences, opponent: ClassSequences, end: EndPayoffs, denominator: int
) -> Entries:
    """Return the entries of -Aᵀ that one end adds, some of which may be at the same place, or zero."""
    pairs = np.arange(len(end.own_class))
    rows = own.num_rows + opponent.at(end.number, end.other_choice)[end.other_class]
    columns = own.at(end.number, end.own_choice)[end.own_class]
    return rows.ravel(), columns.ravel(), -end.numerators(pairs, denominator).ravel()


def _in_place(own: ClassSequences, opponent: ClassSequences, ends: list[EndPayoffs]) -> ExactMatrix:
    """Write every entry where it belongs: possible where no two are at the same place.

    No payoffs are sorted, of which a large game has a hundred million:

    1. Count the entries of each row, its payoffs first, and add the counts up to where the rows start.
    2. Write the payoffs of each end, each at its rank in its row: the columns of all histories are in the same order.
    3. Write the entries of E and Fᵀ behind them. Those of Fᵀ are in later columns, and rows of E have no payoffs.
    """
    shape = (own.num_rows + len(opponent), len(own) + opponent.num_rows)
    denominator = common_denominator(ends)
    parts: list[_Part] = []
    for _, group in groupby(sorted(ends, key=_by_row), _by_row):
        parts += _ranked(list(group))

    num_payoffs = np.zeros(shape[0], dtype=np.int64)
    for part in parts:
        rows = own.num_rows + opponent.at(part.end.number, part.end.other_choice)
        counts_of_classes = np.bincount(part.end.other_class[part.pairs], minlength=len(rows))
        num_payoffs[rows] += counts_of_classes[:, None]
    counts = num_payoffs.copy()
    fixed = []
    for rows, fixed_columns, values in fixed_entries(own, opponent, denominator):
        order = np.lexsort((fixed_columns, rows))
        fixed.append((rows[order], fixed_columns[order], values[order]))
        counts += np.bincount(rows, minlength=shape[0])
    row_start = np.concatenate([[0], np.cumsum(counts)])

    dtype = np.int64 if fit_into_64_bits(ends) else object
    columns = np.empty(row_start[-1], dtype=np.int64)
    numerators: Numerators = np.empty(row_start[-1], dtype=dtype)
    for part in parts:
        end = part.end
        pairs = part.pairs
        rows = own.num_rows + opponent.at(end.number, end.other_choice)[end.other_class[pairs]]
        place = row_start[rows] + part.rank[:, None]
        columns[place] = own.at(end.number, end.own_choice)[end.own_class[pairs]]
        numerators[place] = -end.numerators(pairs, denominator)
    for rows, fixed_columns, values in fixed:
        rank = np.arange(len(rows)) - np.searchsorted(rows, rows)
        place = row_start[rows] + num_payoffs[rows] + rank
        columns[place] = fixed_columns
        numerators[place] = values

    rows = np.repeat(np.arange(shape[0]), counts)
    is_nonzero = numerators != 0
    if not is_nonzero.all():
        rows = rows[is_nonzero]
        columns = columns[is_nonzero]
        numerators = numerators[is_nonzero]
    return ExactMatrix(shape, rows, columns, ExactArray(numerators, denominator).reduced())


@dataclass(frozen=True, eq=False)
class _Part(Immutable):
    """The pairs of classes that have a payoff at an end, and which entry of its row each of them is."""

    end: EndPayoffs
    pairs: Ints
    rank: Ints


def _by_row(end: EndPayoffs) -> tuple[int, int]:
    return end.number, end.other_choice


def _ranked(ends: list[EndPayoffs]) -> list[_Part]:
    """Return the parts of ends whose entries share their rows, columns increasing.

    Pairs are ordered by the opponent's class, whose row they are in, and then by the player's: with the ends in the
    order of the player's choices, the entries of a row are in the order of (pair, end).
    """
    ends = sorted(ends, key=lambda end: end.own_choice)
    is_nonzero = np.stack([end.nonzero() for end in ends], axis=1)
    pair, end_of_entry = np.nonzero(is_nonzero)
    other_class = ends[0].other_class[pair]
    rank = np.arange(len(pair)) - np.searchsorted(other_class, other_class)
    parts = []
    for place, end in enumerate(ends):
        is_of_end = end_of_entry == place
        parts.append(_Part(end, pair[is_of_end], rank[is_of_end]))
    return parts


ClassStrategies = tuple[ClassStrategy, ClassStrategy]


def class_lp(
    game: ClassGame | Eliminated, player: int | str = 0
) -> Reduced[LinearProgram, RawSolution, ClassStrategies]:
    """Return the LP whose optimum is a maximin strategy of one player, and whose dual is the opponent's.

    It is `zero_sum_lp` of the game of classes, row by row and column by column: for player 0 maximise fᵀq over x ≥ 0
    and free q, subject to E x = e and Fᵀq - Aᵀx ≤ 0. Entries are computed from the tables of classes that meet; no tree
    is ever built. Entries that cancel to zero are not stored. In a constant-sum game only the payoffs of `player`,
    whose strategy is primal, are read. Of a game without dominated sequences the program has no columns and rows for
    these, and for the information sets after them.

    The target has 1 + |H_i| + |S_j| rows and |S_i| + 1 + |H_j| columns, i the player and j the opponent. The lift reads
    both strategies back from any primal-dual pair, exact or not: negative weights are clipped, and each information
    set's are divided by their sum.

    References
    ----------
    Koller, Megiddo & von Stengel (1996), Games and Economic Behavior 14, 247-259; Gilpin & Sandholm (2006), section 5.

    Examples
    --------
    >>> import seqform as sf
    >>> from seqform.builders.forms.class_game import class_game
    >>> class_lp(class_game(sf.InformationFilter.identity(sf.load("kuhn", kind="ordered")))).target
    <LinearProgram 'kuhn': max, 20 rows × 20 columns, 68 nonzeros>
    """
    own, opponent = sides(game, player, "class_lp")
    return class_program(own, opponent, class_matrix(own, opponent), game, game.title)


def exact_class_lp(
    game: ClassGame | Eliminated,
) -> Reduced[LinearProgram, RawSolution, RawSolution]:
    """Return `class_lp` for player 0 with a lift that keeps exact numbers.

    It returns the solution of the program with all sequences, of which `exact_plans` makes plans: weights of dominated
    sequences are zero.
    """
    own, opponent = sides(game, 0, "exact_class_lp")
    program = _whole_program(own, opponent, class_matrix(own, opponent), game.title)
    return _without_dominated(Reduced(program, unchanged), own, opponent, game)


def program_point(
    program: LinearProgram, game: ClassGame, strategies: ClassStrategies
) -> tuple[Floats, Floats]:
    """Return primal and dual values of `class_lp` for player 0: both plans, with the values of best replies to them.

    The pair is feasible up to rounding, and nearly optimal for strategies that are nearly an equilibrium.
    """
    own = ClassSequences(game, 0)
    opponent = ClassSequences(game, 1)
    x = np.concatenate([[1.0], *(table.ravel() for table in strategies[0].plan())])
    y = np.concatenate([[1.0], *(table.ravel() for table in strategies[1].plan())])
    matrix = program.matrix.to_scipy()

    # Rows below E are Fᵀq - Aᵀx: with q = 0 they are minus what each sequence of the opponent pays.
    replies = -(matrix @ np.concatenate([x, np.zeros(opponent.num_rows)]))[own.num_rows :]
    gains = -(matrix.T @ np.concatenate([np.zeros(own.num_rows), y]))[: len(own)]
    primal = np.concatenate([x, opponent.folded(replies, min)])
    dual = np.concatenate([own.folded(gains, max), y])
    return primal, dual


def exact_plans(game: ClassGame, raw: RawSolution) -> tuple[ClassPlan, ClassPlan]:
    """Return both players' plans from an exact primal-dual pair of `class_lp` for player 0."""
    own = ClassSequences(game, 0)
    opponent = ClassSequences(game, 1)
    if not (isinstance(raw.primal, ExactArray) and isinstance(raw.dual, ExactArray)):
        raise ModelError("exact_plans: an exact primal-dual pair expected")
    shape = (own.num_rows + len(opponent), len(own) + opponent.num_rows)
    require_lengths(raw.primal, raw.dual, shape, LIFT_ADVICE)
    first = raw.primal.take(slice(len(own)))
    second = raw.dual.take(slice(own.num_rows, own.num_rows + len(opponent)))
    return own.exact_plan(first), opponent.exact_plan(second)


def class_program(
    own: ClassSequences,
    opponent: ClassSequences,
    matrix: ExactMatrix,
    game: ClassGame | Eliminated,
    name: str,
    auxiliary: int = 0,
) -> Reduced[LinearProgram, RawSolution, ClassStrategies]:
    """Return the program of a matrix whose last rows and columns define a number of auxiliary variables."""

    def lift(raw: RawSolution) -> ClassStrategies:
        primal, dual = finite_pair(raw, matrix.shape[1], matrix.shape[0])
        return strategies_of_plans(
            own, opponent, primal[: len(own)], dual[own.num_rows : own.num_rows + len(opponent)]
        )

    program = _whole_program(own, opponent, matrix, name, auxiliary)
    return _without_dominated(Reduced(program, lift), own, opponent, game, auxiliary)


def _whole_program(
    own: ClassSequences,
    opponent: ClassSequences,
    matrix: ExactMatrix,
    name: str,
    auxiliary: int = 0,
) -> LinearProgram:
    """Return the program of a matrix with all sequences."""
    # Rows: E x = e, replies, definitions. Columns: x ≥ 0, then q and the auxiliary variables, free.
    replies = Bounds.at_most(ExactArray.zeros(len(opponent)))
    definitions = Bounds.equal(ExactArray.zeros(auxiliary))
    return LinearProgram(
        sense="max",
        objective=_objective(own, matrix.shape[1]),
        matrix=matrix,
        rows=Bounds.concatenate(
            [Bounds.equal(ExactArray.unit(own.num_rows, 0)), replies, definitions]
        ),
        columns=Bounds.concatenate(
            [Bounds.nonnegative(len(own)), Bounds.free(opponent.num_rows + auxiliary)]
        ),
        row_names=block_names(
            (own.num_rows, "plan", own.set_name),
            (len(opponent), "reply", opponent.sequence_name),
            auxiliary,
            "definition",
        ),
        column_names=block_names(
            (len(own), "weight", own.sequence_name),
            (opponent.num_rows, "value", opponent.set_name),
            auxiliary,
            "auxiliary",
        ),
        name=name,
    )


def _without_dominated(
    step: Reduced[LinearProgram, RawSolution, Answer],
    own: ClassSequences,
    opponent: ClassSequences,
    game: ClassGame | Eliminated,
    auxiliary: int = 0,
) -> Reduced[LinearProgram, RawSolution, Answer]:
    """Return a program without the columns and rows of sequences that have been eliminated."""
    if isinstance(game, ClassGame):
        return step
    own_sequences, own_sets = own.surviving(game.surviving[own.player])
    other_sequences, other_sets = opponent.surviving(game.surviving[opponent.player])
    auxiliary_ones = np.ones(auxiliary, dtype=bool)
    rows = np.concatenate([own_sets, other_sequences, auxiliary_ones])
    columns = np.concatenate([own_sequences, other_sets, auxiliary_ones])
    return step.then(lambda program: subprogram(program, rows, columns))


def _objective(own: ClassSequences, columns: int) -> ExactArray:
    """Return the opponent's value at the start, plus the payoffs of the player's plan alone if she has any."""
    objective = ExactArray.unit(columns, len(own))
    besides = own.game.besides
    if besides is None:
        return objective

    # Payoffs of a plan alone are linear in x, and can only be in the objective of the player who has x.
    if besides.player != own.player:
        raise ModelError(
            f"{own.game.title}: a program of {player_label(besides.player)}, who has payoffs of her own plan"
        )
    payoffs = [besides.constant]
    for table in besides.tables:
        payoffs += table.ravel().tolist()
    of_plan = ExactArray.of(map(Fraction, payoffs))
    return objective + ExactArray.concatenate([of_plan, ExactArray.zeros(columns - len(own))])


def subprogram(
    program: LinearProgram, rows: Mask, columns: Mask
) -> Reduced[LinearProgram, RawSolution, RawSolution]:
    """Return the program of some rows and columns; the lift sets the others to zero, and keeps exact numbers."""
    row = np.flatnonzero(rows)
    column = np.flatnonzero(columns)
    target = LinearProgram(
        sense=program.sense,
        objective=program.objective.take(column),
        matrix=program.matrix.submatrix(rows, columns),
        rows=program.rows.take(row),
        columns=program.columns.take(column),
        row_names=LazyNames(len(row), lambda place: program.row_names[row[place]]),
        column_names=LazyNames(len(column), lambda place: program.column_names[column[place]]),
        name=f"{program.name}, without dominated",
    )

    def lift(raw: RawSolution) -> RawSolution:
        primal, dual = raw.primal, raw.dual
        if isinstance(primal, ExactArray) and isinstance(dual, ExactArray):
            require_lengths(primal, dual, (len(row), len(column)), LIFT_ADVICE)
            wide: Vector = _scattered(primal, column, len(columns))
            tall: Vector = _scattered(dual, row, len(rows))
            return replace(raw, primal=wide, dual=tall, basis=None)

        primal, dual = finite_pair(raw, len(column), len(row))
        wide = np.zeros(len(columns))
        wide[column] = primal
        tall = np.zeros(len(rows))
        tall[row] = dual
        return replace(raw, primal=wide, dual=tall, basis=None)

    return Reduced(target, lift)


def _scattered(values: ExactArray, places: Ints, size: int) -> ExactArray:
    """Return an array of some size with the values at the given places, and zeros elsewhere."""
    numerators = np.zeros(size, dtype=values.numerators.dtype)
    numerators[places] = values.numerators
    return ExactArray(numerators, values.denominator)


def sides(
    game: ClassGame | Eliminated, player: int | str, caller: str
) -> tuple[ClassSequences, ClassSequences]:
    """Return the player's sequences and the opponent's, or raise a ModelError that names the caller."""
    if isinstance(game, Eliminated):
        game = game.game
    if not isinstance(game, ClassGame):
        raise ModelError(
            f"{caller}: a ClassGame expected (`class_game(filter)`), not {type(game).__name__}"
        )
    player = player_number(player, game.players, f"{caller}, player")
    if game.constant_sum is None:
        raise ModelError(
            f"{caller}: {game.title} is not constant-sum, so no linear program gives its equilibria"
        )
    return ClassSequences(game, player), ClassSequences(game, 1 - player)


Named = tuple[int, str, Callable[[int], str]]
"""The number of things, a word for them, and their names."""


def block_names(first: Named, second: Named, auxiliary: int = 0, word: str = "") -> LazyNames:
    """Return the names of rows or columns in two blocks, and of auxiliary ones, which are numbered."""
    first_size, first_word, first_name = first
    second_size, second_word, second_name = second

    def at(place: int) -> str:
        if place < first_size:
            return f"{first_word} {first_name(place)}"
        place -= first_size
        if place < second_size:
            return f"{second_word} {second_name(place)}"
        return f"{word} {place - second_size}"

    return LazyNames(first_size + second_size + auxiliary, at)


LIFT_ADVICE = "; the lift of a step returns values of the program before it"
"""The remedy for a point of a wrong length."""


def finite_pair(raw: RawSolution, columns: int, rows: int) -> tuple[Floats, Floats]:
    """Return the primal and the dual vector in doubles, of shapes (columns,) and (rows,).

    Raises SolveError if one is missing or not finite, ModelError if one is of another length.
    """
    primal, dual = map(doubles, primal_and_dual(raw))
    if not (np.isfinite(primal).all() and np.isfinite(dual).all()):
        raise SolveError(
            f"the solver returned numbers that are not finite: {raw.termination} ({raw.status})",
            raw,
        )
    require_lengths(primal, dual, (rows, columns), LIFT_ADVICE)
    return primal, dual


def strategies_of_plans(
    own: ClassSequences,
    opponent: ClassSequences,
    mine: Floats,
    theirs: Floats,
    elsewhere: ClassStrategies | None = None,
) -> ClassStrategies:
    """Return both players' behavior, player 0 first; at sets of weight zero uniform, or as in `elsewhere`."""

    def behavior(side: ClassSequences, plan: Floats) -> ClassStrategy:
        at_zero = None if elsewhere is None else elsewhere[side.player]
        return behavior_of_plan(side.game, side.player, side.by_rounds(plan), at_zero)

    if own.player == 0:
        return behavior(own, mine), behavior(opponent, theirs)
    return behavior(opponent, theirs), behavior(own, mine)


# ---- the sparsified program ----


def sparsified_lp(
    game: ClassGame | Eliminated, player: int | str = 0
) -> Reduced[LinearProgram, RawSolution, ClassStrategies]:
    """Return `class_lp` with auxiliary variables for its payoffs: more rows, far fewer nonzeros, same optimum.

    For every last choice of the player in a round and every history, the sums Σ_k A_kj x_k over the player's classes k,
    one for each of the opponent's classes j, come from a few free variables a, each defined by an equation from its
    neighbour and the few x in which they differ: A = Â + U V⁻¹ W. Where classes meet only on the same public board this
    finds the order of the hands' strength and the totals of the hands that fold; see `factored_columns`.

    The target has the rows and columns of `class_lp` first, then one equation and one free column for every auxiliary
    variable, which the lift drops. A program whose numbers need more than 64 bits is `class_lp`.

    Rhode Island Hold'em: the lossless classes take 7,728,882 rows and 29,395,375 nonzeros instead of 5,498,768 and
    130,629,332; the published ones 1,815,142 and 16,437,290 instead of 1,237,238 and 50,428,638.

    References
    ----------
    Zhang & Sandholm, Sparsified linear programming for zero-sum equilibrium finding, ICML 2020; Farina & Sandholm, Fast
    payoff matrix sparsification techniques for structured extensive-form games, AAAI 2022.

    Examples
    --------
    >>> import seqform as sf
    >>> from seqform.builders.forms.class_game import class_game
    >>> game = class_game(sf.InformationFilter.identity(sf.load("kuhn(ranks=13)", kind="ordered")))
    >>> class_lp(game).target.matrix, sparsified_lp(game).target.matrix
    (<ExactMatrix 80 × 80, 938 nonzeros>, <ExactMatrix 123 × 123, 421 nonzeros>)
    """
    own, opponent = sides(game, player, "sparsified_lp")
    ends = end_payoffs(own.game, own.player)
    if not fit_into_64_bits(ends):
        return class_lp(game, player)

    # Where a player has not moved in the round the payoffs are few: they are added up over the classes.
    denominator = common_denominator(ends)
    entries = [*fixed_entries(own, opponent, denominator)]
    factored_ends = []
    for end in ends:
        if end.both_moved:
            factored_ends.append(end)
        else:
            entries.append(payoff_entries(own, opponent, end, denominator))

    # Each group has a variable of every factor after every history, numbered behind those of the groups before.
    shape = (own.num_rows + len(opponent), len(own) + opponent.num_rows)
    auxiliary = 0
    for group, factors in _factored_groups(factored_ends):
        place = _Place(own, opponent, group, (shape[0] + auxiliary, shape[1] + auxiliary))
        entries += place.definitions(factors, denominator)
        entries += place.payoffs(factors, denominator)
        auxiliary += factors.size * len(group.histories)

    rows, columns, values = collected(entries)
    shape = (shape[0] + auxiliary, shape[1] + auxiliary)
    matrix = ExactMatrix.from_entries(shape, rows, columns, ExactArray(values, denominator))
    return class_program(own, opponent, matrix, game, f"{game.title}, sparsified", auxiliary)


@dataclass(frozen=True, eq=False)
class _Place:
    """The rows and columns of a group in the matrix; its auxiliary ones begin at `corner`."""

    own: ClassSequences
    opponent: ClassSequences
    group: Group
    corner: tuple[int, int]

    def definitions(self, factors: FactoredColumns, denominator: int) -> list[Entries]:
        """Return the entries of V a + W x = 0, once for every history."""
        row, variable, value = factors.V
        of_variables = _entries(
            self._auxiliary(0, row),
            self._auxiliary(1, variable),
            times(value[:, None], denominator),
        )
        row, own_class, value = factors.W
        sequences = self.own.at(self.group.number, self.group.own_choice)
        of_sequences = _entries(
            self._auxiliary(0, row),
            sequences[own_class][:, self.group.histories],
            times(value[:, None], denominator),
        )
        return [of_variables, of_sequences]

    def payoffs(self, factors: FactoredColumns, denominator: int) -> list[Entries]:
        """Return the entries of -(R a + S x), once for every history and end."""
        number = self.group.number
        histories = self.group.histories
        width = self.opponent.game.num_classes[self.opponent.player][number]
        sequences = self.own.at(number, self.group.own_choice)
        entries = []
        for direction in self.group.directions:
            scales = times(direction.scales, -(denominator // direction.denominator))
            replies = self.own.num_rows + self.opponent.at(number, direction.other_choice)

            other_class, variable, value = _of_table(factors.R, direction.table, width)
            rows = replies[other_class][:, histories]
            values = times(value[:, None], scales[None, :])
            entries.append(_entries(rows, self._auxiliary(1, variable), values))

            other_class, own_class, value = _of_table(factors.S, direction.table, width)
            rows = replies[other_class][:, histories]
            values = times(value[:, None], scales[None, :])
            entries.append(_entries(rows, sequences[own_class][:, histories], values))
        return entries

    def _auxiliary(self, axis: int, variable: Ints) -> Ints:
        """Return the rows (axis 0) or columns (axis 1) of variables, one for each history."""
        size = len(self.group.histories)
        return self.corner[axis] + variable[:, None] * size + np.arange(size)[None, :]


def _of_table(entries: Triples, table: int, width: int) -> Triples:
    """Return the entries of one of the tables that `factored_tables` has put side by side."""
    names, columns, values = entries
    is_of_table = names // width == table
    return names[is_of_table] % width, columns[is_of_table], values[is_of_table]


def _entries(rows: Ints, columns: Ints, values: Numerators) -> Entries:
    rows, columns, values = np.broadcast_arrays(rows, columns, values)
    return rows.ravel(), columns.ravel(), values.ravel()


def _factored_groups(ends: list[EndPayoffs]) -> Iterator[tuple[Group, FactoredColumns]]:
    """Yield every group of ends with the factors of its tables; each set of tables is factored once."""
    known: dict[tuple[int, tuple[bytes, ...]], FactoredColumns] = {}
    for group in groups(ends):
        key = (group.number, tuple(table.tobytes() for table in group.tables))

        # Ends of a round share their pairs of classes, so that any of them will do.
        if key not in known:
            end = next(end for end in ends if end.number == group.number)
            known[key] = factored_tables(group.tables, end.own_class, end.other_class)
        yield group, known[key]
