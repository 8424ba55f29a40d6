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
from seqform.models.games.infosets import player_number
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
        sizes = [
            classes * len(stage.sets(self.player)) * histories
            for classes, stage, histories in zip(
                self.game.num_classes[self.player],
                self.game.stages,
                self.game.num_histories,
                strict=True,
            )
        ]
        return tuple(accumulate([1, *sizes]))

    @cached
    def table(self) -> tuple[Ints, ...]:
        """The sequence of every class, choice and history, one array for each round."""
        shapes = [self.game.shape(self.player, number) for number in range(self.game.num_rounds)]
        return tuple(
            np.arange(start, stop).reshape(shape)
            for (start, stop), shape in zip(pairwise(self.start), shapes, strict=True)
        )

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
                children = range(sequences.set_start[place], sequences.set_start[place + 1])
                for choice, value in ((above, -1), *((child, 1) for child in children)):
                    columns = self.at(number, choice).ravel()
                    parts.append((row[:, place].ravel(), columns, np.full(len(columns), value)))
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

        A set has a larger number than the one before it.
        """
        totals, values = payoffs.tolist(), np.zeros(self.num_rows)
        order = np.argsort(self.set_of, kind="stable")
        starts = np.searchsorted(self.set_of[order], np.arange(self.num_rows + 1)).tolist()
        members, above = order.tolist(), self.above[order].tolist()
        for row in range(self.num_rows - 1, 0, -1):
            start, stop = starts[row], starts[row + 1]
            values[row] = choose([totals[place] for place in members[start:stop]])
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
        hand, k = divmod(rest, len(nodes(stage)))
        words = [f"[{hand}]"]
        for earlier in reversed(self.game.stages[:number]):
            history, leaf = divmod(history, len(earlier.continuing))
            words.insert(0, " ".join(earlier.path(earlier.continuing[leaf])))
        return " ".join([str(place), "/".join(words), *stage.path(nodes(stage)[k])])


def class_matrix(own: ClassSequences, other: ClassSequences) -> ExactMatrix:
    """Return E above -Aᵀ and Fᵀ: the player's equations and the opponent's sequences are rows."""
    ends = end_payoffs(own.game, own.player)
    if all(end.both_moved for end in ends):
        return _in_place(own, other, ends)
    denominator = common_denominator(ends)
    shape = (own.num_rows + len(other), len(own) + other.num_rows)
    rows, columns, values = collected(
        [
            *fixed_entries(own, other, denominator),
            *(payoff_entries(own, other, end, denominator) for end in ends),
        ]
    )
    return ExactMatrix.from_entries(shape, rows, columns, ExactArray(values, denominator))


def collected(parts: Iterable[Entries]) -> Entries:
    """Return the entries of all parts."""
    rows, columns, values = (np.concatenate(part) for part in zip(*parts, strict=True))
    return rows, columns, values


def fixed_entries(
    own: ClassSequences, other: ClassSequences, denominator: int
) -> tuple[Entries, Entries]:
    """Return the entries of E, and those of Fᵀ where they stand in the whole matrix, times a denominator."""
    rows, columns, values = other.constraints()
    at_right = own.num_rows + columns, len(own) + rows, times(values, denominator)
    rows, columns, values = own.constraints()
    return (rows, columns, times(values, denominator)), at_right


def payoff_entries(
    own: ClassSequences, other: ClassSequences, end: EndPayoffs, denominator: int
) -> Entries:
    """Return the entries of -Aᵀ that one end adds, some of which may be at the same place, or zero."""
    pairs = np.arange(len(end.own_class))
    rows = own.num_rows + other.at(end.number, end.other_choice)[end.other_class]
    columns = own.at(end.number, end.own_choice)[end.own_class]
    return rows.ravel(), columns.ravel(), -end.numerators(pairs, denominator).ravel()


def _in_place(own: ClassSequences, other: ClassSequences, ends: list[EndPayoffs]) -> ExactMatrix:
    """Write every entry where it belongs: possible where no two are at the same place."""
    shape = (own.num_rows + len(other), len(own) + other.num_rows)
    denominator = common_denominator(ends)
    parts = [
        part
        for _, group in groupby(sorted(ends, key=_by_row), _by_row)
        for part in _ranked(list(group))
    ]
    payoffs = np.zeros(shape[0], dtype=np.int64)
    for part in parts:
        rows = own.num_rows + other.at(part.end.number, part.end.other_choice)
        payoffs[rows] += np.bincount(part.end.other_class[part.pairs], minlength=len(rows))[:, None]
    fixed, counts = [], payoffs.copy()
    for rows, cols, values in fixed_entries(own, other, denominator):
        order = np.lexsort((cols, rows))
        fixed.append((rows[order], cols[order], values[order]))
        counts += np.bincount(rows, minlength=shape[0])
    row_start = np.concatenate([[0], np.cumsum(counts)])
    columns = np.empty(row_start[-1], dtype=np.int64)
    numerators: Numerators = np.empty(
        row_start[-1], dtype=np.int64 if fit_into_64_bits(ends) else object
    )
    for part in parts:
        end, pairs = part.end, part.pairs
        rows = own.num_rows + other.at(end.number, end.other_choice)[end.other_class[pairs]]
        place = row_start[rows] + part.rank[:, None]
        columns[place] = own.at(end.number, end.own_choice)[end.own_class[pairs]]
        numerators[place] = -end.numerators(pairs, denominator)
    for rows, cols, values in fixed:
        place = row_start[rows] + payoffs[rows] + np.arange(len(rows)) - np.searchsorted(rows, rows)
        columns[place] = cols
        numerators[place] = values
    rows = np.repeat(np.arange(shape[0]), counts)
    kept = numerators != 0
    if not kept.all():
        rows, columns, numerators = rows[kept], columns[kept], numerators[kept]
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
    """Return the parts of ends whose entries share their rows, columns increasing."""
    ends = sorted(ends, key=lambda end: end.own_choice)
    present = np.stack([end.nonzero() for end in ends], axis=1)
    items = np.flatnonzero(present)
    hands = ends[0].other_class[items // len(ends)]
    rank = np.arange(len(items)) - np.searchsorted(hands, hands)
    return [
        _Part(end, items[items % len(ends) == place] // len(ends), rank[items % len(ends) == place])
        for place, end in enumerate(ends)
    ]


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
    own, other = sides(game, player, "class_lp")
    return class_program(own, other, class_matrix(own, other), game, game.title)


def exact_class_lp(
    game: ClassGame | Eliminated,
) -> Reduced[LinearProgram, RawSolution, RawSolution]:
    """Return `class_lp` for player 0 with a lift that keeps exact numbers.

    It returns the solution of the program with all sequences, of which `exact_plans` makes plans: weights of dominated
    sequences are zero.
    """
    own, other = sides(game, 0, "exact_class_lp")
    program = _whole_program(own, other, class_matrix(own, other), game.title)
    return _without_dominated(Reduced(program, unchanged), own, other, game)


def program_point(
    program: LinearProgram, game: ClassGame, strategies: ClassStrategies
) -> tuple[Floats, Floats]:
    """Return primal and dual values of `class_lp` for player 1: both plans, with the values of best replies to them.

    The pair is feasible up to rounding, and nearly optimal for strategies that are nearly an equilibrium.
    """
    own, other = ClassSequences(game, 0), ClassSequences(game, 1)
    matrix = program.matrix.to_scipy()
    x, y = (
        np.concatenate([[1.0], *(table.ravel() for table in strategy.plan())])
        for strategy in strategies
    )
    replies = -(matrix @ np.concatenate([x, np.zeros(other.num_rows)]))[own.num_rows :]
    gains = -(matrix.T @ np.concatenate([np.zeros(own.num_rows), y]))[: len(own)]
    return (
        np.concatenate([x, other.folded(replies, min)]),
        np.concatenate([own.folded(gains, max), y]),
    )


def exact_plans(game: ClassGame, raw: RawSolution) -> tuple[ClassPlan, ClassPlan]:
    """Return both players' plans from an exact primal-dual pair of `class_lp` for player 1."""
    own, other = ClassSequences(game, 0), ClassSequences(game, 1)
    if not (isinstance(raw.primal, ExactArray) and isinstance(raw.dual, ExactArray)):
        raise ModelError("exact_plans: an exact primal-dual pair expected")
    require_lengths(
        raw.primal, raw.dual, (own.num_rows + len(other), len(own) + other.num_rows), LIFT_ADVICE
    )
    first = raw.primal.take(slice(len(own)))
    second = raw.dual.take(slice(own.num_rows, own.num_rows + len(other)))
    return own.exact_plan(first), other.exact_plan(second)


def class_program(
    own: ClassSequences,
    other: ClassSequences,
    matrix: ExactMatrix,
    game: ClassGame | Eliminated,
    name: str,
    auxiliary: int = 0,
) -> Reduced[LinearProgram, RawSolution, ClassStrategies]:
    """Return the program of a matrix whose last rows and columns define a number of auxiliary variables."""

    def lift(raw: RawSolution) -> ClassStrategies:
        primal, dual = finite_pair(raw, matrix.shape[1], matrix.shape[0])
        return strategies_of_plans(
            own, other, primal[: len(own)], dual[own.num_rows : own.num_rows + len(other)]
        )

    program = _whole_program(own, other, matrix, name, auxiliary)
    return _without_dominated(Reduced(program, lift), own, other, game, auxiliary)


def _whole_program(
    own: ClassSequences, other: ClassSequences, matrix: ExactMatrix, name: str, auxiliary: int = 0
) -> LinearProgram:
    """Return the program of a matrix with all sequences."""
    replies = Bounds.at_most(ExactArray.zeros(len(other)))
    definitions = Bounds.equal(ExactArray.zeros(auxiliary))
    return LinearProgram(
        sense="max",
        objective=_objective(own, matrix.shape[1]),
        matrix=matrix,
        rows=Bounds.concatenate(
            [Bounds.equal(ExactArray.unit(own.num_rows, 0)), replies, definitions]
        ),
        columns=Bounds.concatenate(
            [Bounds.nonnegative(len(own)), Bounds.free(other.num_rows + auxiliary)]
        ),
        row_names=block_names(
            (own.num_rows, "plan", own.set_name),
            (len(other), "reply", other.sequence_name),
            auxiliary,
            "definition",
        ),
        column_names=block_names(
            (len(own), "weight", own.sequence_name),
            (other.num_rows, "value", other.set_name),
            auxiliary,
            "auxiliary",
        ),
        name=name,
    )


def _without_dominated(
    whole: Reduced[LinearProgram, RawSolution, Answer],
    own: ClassSequences,
    other: ClassSequences,
    game: ClassGame | Eliminated,
    auxiliary: int = 0,
) -> Reduced[LinearProgram, RawSolution, Answer]:
    """Return a program without the columns and rows of sequences that have been eliminated."""
    if isinstance(game, ClassGame):
        return whole
    mine, theirs = (
        own.surviving(game.surviving[own.player]),
        other.surviving(game.surviving[other.player]),
    )
    kept = np.ones(auxiliary, dtype=bool)
    rows, columns = (
        np.concatenate([mine[1], theirs[0], kept]),
        np.concatenate([mine[0], theirs[1], kept]),
    )
    return whole.then(lambda program: subprogram(program, rows, columns))


def _objective(own: ClassSequences, columns: int) -> ExactArray:
    """Return the opponent's value at the start, plus the payoffs of the player's plan alone if she has any."""
    objective, besides = ExactArray.unit(columns, len(own)), own.game.besides
    if besides is None:
        return objective
    if besides.player != own.player:
        raise ModelError(
            f"{own.game.title}: a program of player {besides.player + 1}, who has payoffs of her own plan"
        )
    payoffs = [
        besides.constant,
        *(payoff for table in besides.tables for payoff in table.ravel().tolist()),
    ]
    alone = ExactArray.of(map(Fraction, payoffs))
    return objective + ExactArray.concatenate([alone, ExactArray.zeros(columns - len(own))])


def subprogram(
    program: LinearProgram, rows: Mask, columns: Mask
) -> Reduced[LinearProgram, RawSolution, RawSolution]:
    """Return the program of some rows and columns; the lift sets the others to zero, and keeps exact numbers."""
    row, column = np.flatnonzero(rows), np.flatnonzero(columns)
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
        wide, tall = np.zeros(len(columns)), np.zeros(len(rows))
        wide[column], tall[row] = finite_pair(raw, len(column), len(row))
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
    (split, one, name), (size, other, other_name) = first, second

    def at(place: int) -> str:
        if place < split:
            return f"{one} {name(place)}"
        return (
            f"{other} {other_name(place - split)}"
            if place < split + size
            else f"{word} {place - split - size}"
        )

    return LazyNames(split + size + auxiliary, at)


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
    other: ClassSequences,
    mine: Floats,
    theirs: Floats,
    elsewhere: ClassStrategies | None = None,
) -> ClassStrategies:
    """Return both players' behavior, player 1 first; at sets of weight zero uniform, or as in `elsewhere`."""
    first, second = (
        behavior_of_plan(
            side.game,
            side.player,
            side.by_rounds(plan),
            None if elsewhere is None else elsewhere[side.player],
        )
        for side, plan in sorted(((own, mine), (other, theirs)), key=lambda pair: pair[0].player)
    )
    return first, second


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
    own, other = sides(game, player, "sparsified_lp")
    ends = end_payoffs(own.game, own.player)
    if not fit_into_64_bits(ends):
        return class_lp(game, player)
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
    return class_program(own, other, matrix, game, f"{game.title}, sparsified", extra)


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
        own = self.own.at(self.group.number, self.group.own_choice)
        return [
            _entries(self._extra(0, row), columns, times(value[:, None], denominator))
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
            scales = times(direction.scales, -(denominator // direction.denominator))
            rows = self.own.num_rows + self.other.at(number, direction.other_choice)
            for part, is_own in ((factors.R, False), (factors.S, True)):
                row, column, value = _of_table(part, direction.table, width)
                columns = own[column][:, histories] if is_own else self._extra(1, column)
                entries.append(
                    _entries(
                        rows[row][:, histories], columns, times(value[:, None], scales[None, :])
                    )
                )
        return entries

    def _extra(self, axis: int, variable: Ints) -> Ints:
        size = len(self.group.histories)
        return self.corner[axis] + variable[:, None] * size + np.arange(size)[None, :]


def _of_table(entries: Triples, table: int, width: int) -> Triples:
    here = entries[0] // width == table
    return entries[0][here] % width, entries[1][here], entries[2][here]


def _entries(rows: Ints, columns: Ints, values: Numerators) -> Entries:
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
