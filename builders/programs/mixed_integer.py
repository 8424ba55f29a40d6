"""Mixed-integer programs: of optimal subgame perfect equilibria of trees with chance, and of all equilibria of a game.

The latter are those of a complementarity problem with a binary for each pair, which chooses the variable of the pair
that is zero. On the choice the problem is linear, so the binaries of a solver in doubles lead to an exact equilibrium,
the best one for a linear function of the solution.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from seqform.builders.programs.lcp import GameLcp, game_lcp
from seqform.errors import GameError, ModelError, SolveError
from seqform.models.games.extensive import CHANCE
from seqform.models.games.positions import END, PositionGraph, PositionStrategy
from seqform.models.numbers.exact import (
    ExactArray,
    ExactMatrix,
    Mask,
    Rational,
    Vector,
    doubles,
    entries,
)
from seqform.models.programs.complementarity import LinearComplementarityProblem
from seqform.models.programs.linear import Bounds, LinearProgram, MixedIntegerProgram
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.programs.solutions import RawSolution
from seqform.models.reduced import Reduced
from seqform.models.strategies.behavior import RealizationPlans
from seqform.models.strategies.profile_set import PayoffBound

Limits = tuple[Rational | None, Rational | None]


@dataclass
class ProgramParts:
    """The columns and rows added so far, with their least and largest values, None where there is none."""

    column_names: list[str] = field(default_factory=list)
    column_limits: list[Limits] = field(default_factory=list)
    whole_columns: list[int] = field(default_factory=list)
    row_names: list[str] = field(default_factory=list)
    row_limits: list[Limits] = field(default_factory=list)
    entries: list[tuple[int, int, Rational]] = field(default_factory=list)

    def column(self, name: str, limits: Limits) -> int:
        """Add a column, and return its place."""
        self.column_names.append(name)
        self.column_limits.append(limits)
        return len(self.column_names) - 1

    def whole(self, name: str, limits: Limits) -> int:
        """Add an integer column, and return its place."""
        place = self.column(name, limits)
        self.whole_columns.append(place)
        return place

    def row(self, name: str, coefficients: Mapping[int, Rational], limits: Limits) -> None:
        """Add a row, its coefficients by column."""
        row = len(self.row_names)
        for column, value in coefficients.items():
            self.entries.append((row, column, value))
        self.row_names.append(name)
        self.row_limits.append(limits)

    def copy(self) -> ProgramParts:
        """Return a copy, to be extended independently."""
        return ProgramParts(
            column_names=list(self.column_names),
            column_limits=list(self.column_limits),
            whole_columns=list(self.whole_columns),
            row_names=list(self.row_names),
            row_limits=list(self.row_limits),
            entries=list(self.entries),
        )

    def maximise(self, column: int, name: str) -> MixedIntegerProgram:
        """Return the program whose objective is one of the columns."""
        size = len(self.column_names)
        is_integer = np.zeros(size, dtype=bool)
        is_integer[self.whole_columns] = True

        rows, columns, values = zip(*self.entries, strict=True) if self.entries else ((), (), ())
        matrix = ExactMatrix.from_entries(
            (len(self.row_names), size),
            np.array(rows, dtype=np.int64),
            np.array(columns, dtype=np.int64),
            ExactArray.of(values),
        )
        program = LinearProgram(
            sense="max",
            objective=ExactArray.unit(size, column),
            matrix=matrix,
            rows=Bounds.of(self.row_limits),
            columns=Bounds.of(self.column_limits),
            row_names=self.row_names,
            column_names=self.column_names,
            name=name,
        )
        return MixedIntegerProgram(program, is_integer)


Range = tuple[Fraction, Fraction]
Ranges = tuple[Range, ...]


def equilibrium_ranges(graph: PositionGraph) -> list[Ranges]:
    """Return for every position and player bounds on the payoff in all equilibria of that subgame.

    This is backward induction with intervals. The mover gets no less than the largest of the moves' least payoffs and
    no more than the largest of their largest; the others are paid by one of the `candidates`. Chance averages.
    """
    ranges: list[Ranges] = [()] * len(graph)
    # Moves lead to positions with larger numbers.
    for position in reversed(range(len(graph))):
        player = int(graph.player[position])
        if player == END:
            ranges[position] = tuple((payoff, payoff) for payoff in graph.payoffs_at(position))
            continue
        below = [ranges[child] for child in graph.moves(position)]
        if player == CHANCE:
            ranges[position] = _averaged(graph.chances(position), below)
        else:
            ranges[position] = _chosen(player, [below[k] for k in candidates(player, below)])
    return ranges


def candidates(player: int, below: list[Ranges]) -> list[int]:
    """Return a player's moves that may be best, from the intervals of their payoffs."""
    # In every equilibrium some move pays this, so that one which never pays as much is not best.
    needed = max(ranges[player][0] for ranges in below)
    return [k for k, ranges in enumerate(below) if ranges[player][1] >= needed]


def _averaged(shares: list[Fraction], below: list[Ranges]) -> Ranges:
    """Return each player's interval where chance moves: the averages of the least and of the largest payoffs."""
    averages = []
    for intervals in zip(*below, strict=True):
        low = high = Fraction(0)
        for share, (least, largest) in zip(shares, intervals, strict=True):
            low += share * least
            high += share * largest
        averages.append((low, high))
    return tuple(averages)


def _chosen(player: int, below: list[Ranges]) -> Ranges:
    """Return each player's interval where one of them chooses among these: their hull, but for the mover's least."""
    hull = []
    for intervals in zip(*below, strict=True):
        lows, highs = zip(*intervals, strict=True)
        hull.append((min(lows), max(highs)))

    _, largest = hull[player]
    hull[player] = (max(ranges[player][0] for ranges in below), largest)
    return tuple(hull)


MEASURES = ("social", "fairest", "single-maximum", "best-for-1", "best-for-2")
"""The objectives that the program supports."""


@dataclass(frozen=True)
class Scale:
    """Numbers as ``least + unit * scaled``, the scaled ones between 0 and 1.

    The unit is a power of two, so that doubles are scaled without rounding.
    """

    least: Fraction
    unit: Fraction

    @classmethod
    def of(cls, numbers: Sequence[Fraction]) -> Scale:
        """Return the scale of numbers between the least and the largest of these."""
        least = min(numbers)
        spread = max(numbers) - least
        if spread == 0:
            return cls(least, Fraction(1))

        # The lengths of numerator and denominator differ from log2 of the spread by less than 1.
        unit = Fraction(2) ** (spread.numerator.bit_length() - spread.denominator.bit_length())
        if unit < spread:
            unit *= 2
        return cls(least, unit)

    def at_least(self, unit: Fraction) -> Scale:
        """Return this scale, or the same one with a larger unit: payoffs in it are no larger than in their own."""
        return Scale(self.least, max(self.unit, unit))

    def scaled(self, interval: Range) -> Range:
        """Return an interval in this scale."""
        low, high = interval
        return (low - self.least) / self.unit, (high - self.least) / self.unit


@dataclass(frozen=True)
class Measure:
    """A measure that is a column of the program, in a scale; with two binaries if they choose whose payoff counts."""

    name: str
    column: int
    scale: Scale
    counted: tuple[int, ...] = ()


def add_measure(
    parts: ProgramParts, name: str, root: Ranges, scales: tuple[Scale, Scale]
) -> Measure:
    """Add a column that is at most a measure of the root's payoffs, which are columns 0 and 1 in these scales.

    Both payoffs lie within the intervals of the root. The column is maximised, so rows are needed from above only:

    =================  =====================================================================
    social             measure ≤ V(1) + V(2)
    fairest            measure ≤ V(1) and measure ≤ V(2)
    single-maximum     measure ≤ V(p) + slack (1 - b(p)), where one of two binaries b is 1
    best-for-p         measure ≤ V(p)
    =================  =====================================================================
    """
    if name not in MEASURES:
        raise ModelError(
            f"objective {name!r}: with chance, equilibria are compared by a linear program, so by "
            f"{', '.join(MEASURES)}, or several of them with commas between"
        )
    (low_1, high_1), (low_2, high_2) = root
    low, high = {
        "social": (low_1 + low_2, high_1 + high_2),
        "fairest": (min(low_1, low_2), min(high_1, high_2)),
        "single-maximum": (max(low_1, low_2), max(high_1, high_2)),
        "best-for-1": (low_1, high_1),
        "best-for-2": (low_2, high_2),
    }[name]
    players = _counted(name, root)
    scale = Scale.of((low, high)).at_least(max(scales[player].unit for player in players))
    column = parts.column(f"measure {name}", (0, (high - low) / scale.unit))

    def bounded_by(
        payoffs: tuple[int, ...], slack: Fraction = Fraction(0), binary: int | None = None
    ) -> None:
        """Add the row: measure ≤ sum of these players' payoffs, all in the measure's scale."""
        least = Fraction(0)
        coefficients: dict[int, Rational] = {column: 1}
        for player in payoffs:
            least += scales[player].least
            coefficients[player] = -scales[player].unit / scale.unit
        if binary is not None:
            coefficients[binary] = slack  # the row holds anyway while the binary is 0
        limit = (least - scale.least) / scale.unit + slack
        parts.row(f"{name} {payoffs[-1] + 1}", coefficients, (None, limit))

    if name == "single-maximum" and len(players) == 2:
        binaries = tuple(parts.whole(f"{name} counts {player + 1}", (0, 1)) for player in players)
        parts.row(f"{name} counts one", dict.fromkeys(binaries, 1), (1, 1))
        for player, binary in enumerate(binaries):
            least_payoff, _ = root[player]
            bounded_by((player,), (high - least_payoff) / scale.unit, binary)
        return Measure(name, column, scale, binaries)

    if name == "social":
        bounded_by(players)
    else:
        for player in players:
            bounded_by((player,))
    return Measure(name, column, scale)


def _counted(name: str, root: Ranges) -> tuple[int, ...]:
    """Return the players whose payoffs a measure depends on: of two that cannot change order, one."""
    if name in ("best-for-1", "best-for-2"):
        return (int(name[-1]) - 1,)
    if name == "social":
        return (0, 1)
    for lower, upper in ((0, 1), (1, 0)):
        _, most_of_lower = root[lower]
        least_of_upper, _ = root[upper]
        if most_of_lower <= least_of_upper:
            return (lower,) if name == "fairest" else (upper,)
    return (0, 1)


MAX_BINARIES = 2000
"""Default limit on the number of choices."""


class Choice(NamedTuple):
    """The moves that may be best at a position, by number, and their binaries' columns; none for a single move."""

    position: int
    moves: tuple[int, ...]
    low: tuple[int, ...] = ()
    high: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False)
class EquilibriumProgram:
    """The program of `subgame_perfect_milp`, for one measure after the other.

    There is a choice for every position where a player moves. Columns 2 n and 2 n + 1 of the parts are the players'
    expected payoffs from position n, in `scales`.
    """

    graph: PositionGraph
    measures: tuple[Measure, ...]
    choices: tuple[Choice, ...]
    parts: ProgramParts
    scales: tuple[Scale, Scale]

    def program(
        self, place: int, attained: Sequence[Fraction] = (), excluded: Sequence[ExactArray] = ()
    ) -> MixedIntegerProgram:
        """Return the program that maximises a measure, with least values of those before it, and excluded patterns."""
        parts = self.parts.copy()
        for measure, value in zip(self.measures, attained, strict=False):
            parts.row(f"attained {measure.name}", {measure.column: 1}, (value, None))
        for number, pattern in enumerate(excluded):
            # The number of ones is the same in every pattern: another one misses one of these.
            ones = [parts.whole_columns[k] for k in np.flatnonzero(pattern.numerators).tolist()]
            parts.row(f"excluded {number}", dict.fromkeys(ones, 1), (None, len(ones) - 1))
        return parts.maximise(self.measures[place].column, self.graph.title)

    def pattern(self, primal: Vector) -> ExactArray:
        """Return the binaries of a point, rounded: of those that sum to 1, the largest is 1."""
        groups: list[tuple[int, ...]] = []
        for choice in self.choices:
            groups += [choice.low, choice.high]
        groups += [measure.counted for measure in self.measures]

        point = doubles(primal)
        largest = set()
        for columns in groups:
            if columns:
                largest.add(max(columns, key=lambda column: float(point[column])))
        return ExactArray.of(int(column in largest) for column in self.parts.whole_columns)

    def values(self, primal: ExactArray) -> tuple[Fraction, ...]:
        """Return the players' expected payoffs at the initial position, at an exact point."""
        return tuple(
            scale.least + scale.unit * primal[player] for player, scale in enumerate(self.scales)
        )

    def strategy(self, primal: ExactArray) -> PositionStrategy:
        """Return the equilibrium whose payoffs are those of an exact feasible point.

        Where a player moves, the point names a move that pays the opponent at most what the position is worth to them,
        and one that pays at least that. Both pay the mover the same; mixed in the right share they pay the opponent
        exactly that worth. If the worth is at either end, one of the moves does alone.
        """
        point = primal.to_fractions()
        choice = np.full(len(self.graph), -1, dtype=np.int32)
        mixed_at: list[int] = []
        second_moves: list[int] = []
        second_shares: list[Fraction] = []
        for position, moves, low_columns, high_columns in self.choices:
            if not low_columns:
                choice[position] = moves[0]
                continue

            low_move = moves[_place_of_one(point, low_columns)]
            high_move = moves[_place_of_one(point, high_columns)]
            children = self.graph.moves(position)
            opponent = 1 - int(self.graph.player[position])
            worth = point[2 * position + opponent]
            least = point[2 * children[low_move] + opponent]
            largest = point[2 * children[high_move] + opponent]

            choice[position] = low_move
            if least < worth == largest:
                choice[position] = high_move
            elif least < worth < largest:
                mixed_at.append(position)
                second_moves.append(high_move)
                second_shares.append((worth - least) / (largest - least))
        return PositionStrategy(
            self.graph,
            choice,
            np.array(mixed_at, dtype=np.int64),
            np.array(second_moves, dtype=np.int32),
            ExactArray.of(second_shares),
        )


def _place_of_one(point: list[Fraction], columns: tuple[int, ...]) -> int:
    """Return which of these columns is 1, the first that is."""
    return [int(point[column]) for column in columns].index(1)


def subgame_perfect_milp(
    graph: PositionGraph,
    measures: Sequence[str],
    max_binaries: int = MAX_BINARIES,
    bounds: Sequence[PayoffBound] = (),
) -> EquilibriumProgram:
    """Return the program whose feasible points are the payoffs of the subgame perfect equilibria, at every position.

    For each position n and player p there is V(n, p), the expected payoff of p from n. At the end of play it is the
    payoff; where chance moves, the average Σ P(c) V(c, p). Where player x moves and y is the other, every move c that
    may be best has binaries low(c) and high(c), and exactly one of each is 1:

    ====================================  ================================================
    V(n, x) ≥ V(c, x)                     for every c
    V(n, x) ≤ V(c, x) + M (1 - low(c))    and the same with high(c)
    V(n, y) ≥ V(c, y) - M (1 - low(c))
    V(n, y) ≤ V(c, y) + M (1 - high(c))
    ====================================  ================================================

    **Every equilibrium is a feasible point.** Take its values. Player x gives positive probability to some moves, all
    of which pay x the same, V(n, x), and none pays x more. V(n, y) is an average of the payoffs of these moves to y,
    so it lies between the least, at some l, and the largest, at some h. With low(l) = high(h) = 1 the rows of l and h
    hold; the others hold since M is at least the difference of any two values that the intervals of
    `equilibrium_ranges`, which no equilibrium leaves, allow.

    **Every feasible point is an equilibrium.** The rows of l and h, where low(l) = high(h) = 1, imply
    V(n, x) = V(l, x) = V(h, x), and no move pays x more. They also imply V(l, y) ≤ V(n, y) ≤ V(h, y), so some
    lottery over l and h alone pays y V(n, y). By induction from the end of play, V of every move is the payoff of the
    play after it; so V are the values of a strategy, which is locally optimal everywhere, and mixes two moves at most.

    Every M is the difference of the ends of two such intervals. Each player's payoffs are moved and scaled by a power
    of two into [0, 1], which changes no equilibrium, so that a solver's tolerances are shares of the payoffs' spread.

    The graph is a tree of two players. The measures, some of `MEASURES`, are maximised in lexicographic order, among
    the equilibria whose expected payoffs at the beginning keep to the bounds.

    References
    ----------
    Littman, Ravi, Talwar & Zinkevich (2006), equations 1 and 2, and section 1.6.
    """
    if len(graph.players) != 2:
        raise GameError(
            f"optimal equilibria of trees with chance are for two players, not {len(graph.players)}"
        )
    if not graph.is_tree:
        raise GameError(
            "optimal equilibria with chance need a tree; here a position is reached in several ways"
        )
    first_payoffs, second_payoffs = graph.payoffs
    scales = (
        Scale.of(first_payoffs.to_fractions()),
        Scale.of(second_payoffs.to_fractions()),
    )

    # Binaries for moves only that may be best in some equilibrium: most positions have one such move.
    ranges = equilibrium_ranges(graph)
    choices = []
    for position in np.flatnonzero(graph.player >= 0).tolist():
        below = [ranges[child] for child in graph.moves(position)]
        moves = candidates(int(graph.player[position]), below)
        choices.append(Choice(position, tuple(moves)))

    # Two for each of several moves: low and high.
    binaries = sum(2 * len(choice.moves) for choice in choices if len(choice.moves) > 1)
    if binaries > max_binaries:
        raise GameError(
            f"{graph.title}: {binaries:,} binary choices, and {max_binaries:,} are allowed; finding the best subgame "
            "perfect equilibrium of a tree with chance is NP-hard (Littman et al. 2006, section 1.6). Choose a "
            "smaller game, or any equilibrium by backward induction"
        )
    parts = ProgramParts()
    scaled_ranges: list[Ranges] = []
    for position, (first, second) in enumerate(ranges):
        intervals = (scales[0].scaled(first), scales[1].scaled(second))
        scaled_ranges.append(intervals)
        for player, interval in enumerate(intervals):
            parts.column(f"V {position} {player + 1}", interval)

    for position in np.flatnonzero(graph.player == CHANCE).tolist():
        children = graph.moves(position)
        shares = graph.chances(position)
        for player in (0, 1):
            row: dict[int, Rational] = {2 * position + player: 1}
            for child, share in zip(children, shares, strict=True):
                row[2 * child + player] = -share
            parts.row(f"chance {position} {player + 1}", row, (0, 0))

    choices = [_with_rows(parts, graph, choice, scaled_ranges) for choice in choices]

    # The initial position is number 0: its payoffs are columns 0 and 1.
    for number, (player, relation, limit) in enumerate(bounds):
        scaled_limit = (limit - scales[player].least) / scales[player].unit
        least = None if relation == "<=" else scaled_limit
        most = None if relation == ">=" else scaled_limit
        parts.row(f"bound {number}", {player: 1}, (least, most))
    columns = tuple(add_measure(parts, name, ranges[0], scales) for name in measures)
    return EquilibriumProgram(graph, columns, tuple(choices), parts, scales)


def _with_rows(
    parts: ProgramParts, graph: PositionGraph, choice: Choice, scaled_ranges: list[Ranges]
) -> Choice:
    """Add the rows of a choice, and return it with the columns of its binaries.

    The rows are those of `subgame_perfect_milp`, V(n, p) - V(c, p) on the left. Each M is the most by which the row
    may fail where its binary is 0, from the intervals at the position and at the child.
    """
    position, moves, _, _ = choice
    children = graph.moves(position)
    if len(moves) == 1:
        child = children[moves[0]]
        for player in (0, 1):
            row: dict[int, Rational] = {2 * position + player: 1, 2 * child + player: -1}
            parts.row(f"only {position} {player + 1}", row, (0, 0))
        return choice

    low_columns = tuple(parts.whole(f"low {position} {move}", (0, 1)) for move in moves)
    high_columns = tuple(parts.whole(f"high {position} {move}", (0, 1)) for move in moves)
    parts.row(f"one low {position}", dict.fromkeys(low_columns, 1), (1, 1))
    parts.row(f"one high {position}", dict.fromkeys(high_columns, 1), (1, 1))

    mover = int(graph.player[position])
    opponent = 1 - mover
    _, most_to_mover = scaled_ranges[position][mover]
    least_to_opponent, most_to_opponent = scaled_ranges[position][opponent]
    for move, low, high in zip(moves, low_columns, high_columns, strict=True):
        child = children[move]
        name = f"{position} {child}"
        least_of_child, _ = scaled_ranges[child][mover]
        child_low, child_high = scaled_ranges[child][opponent]

        own: dict[int, Rational] = {2 * position + mover: 1, 2 * child + mover: -1}
        gain = most_to_mover - least_of_child
        parts.row(f"no better {name}", own, (0, None))
        parts.row(f"best if low {name}", {**own, low: gain}, (None, gain))
        parts.row(f"best if high {name}", {**own, high: gain}, (None, gain))

        others: dict[int, Rational] = {2 * position + opponent: 1, 2 * child + opponent: -1}
        below = child_high - least_to_opponent
        above = most_to_opponent - child_low
        parts.row(f"low {name}", {**others, low: -below}, (-below, None))
        parts.row(f"high {name}", {**others, high: above}, (None, above))
    return Choice(position, moves, low_columns, high_columns)


Step = Reduced["ComplementarityMilp", RawSolution, RealizationPlans]


@dataclass(frozen=True, eq=False, repr=False)
class ComplementarityMilp(MixedIntegerProgram):
    """The mixed-integer program of a complementarity problem: its columns are z, then the binaries of the pairs."""

    problem: LinearComplementarityProblem

    @property
    def objective(self) -> ExactArray:
        """The linear function of z that is maximized, of shape (n,)."""
        return self.program.objective.take(slice(0, len(self.problem)))

    def read(self, raw: RawSolution) -> tuple[RawSolution, Mask]:
        """Return a solver's answer as one of the complementarity problem, with the support that its binaries choose.

        Raises SolveError without an answer.
        """
        if raw.primal is None:
            raise SolveError(
                f"the solver returned no solution: {raw.termination} ({raw.status})", raw
            )
        size = len(self.problem)
        support = self.problem.free.copy()
        # A binary of 1 allows z > 0; a solver's binaries are integers up to its tolerance.
        support[~support] = doubles(raw.primal)[size:] > 1 / 2
        return replace(raw, primal=entries(raw.primal, slice(0, size))), support


def equilibrium_milp(
    form: SequenceForm,
    formulation: str = "sequence-form",
    weights: tuple[Fraction, Fraction] | None = None,
) -> Step:
    """Return `complementarity_milp` of a game, for the largest weighted sum of payoffs if there are weights.

    The objective is a multiple of that sum, with a largest coefficient of 1: solvers in doubles have absolute
    tolerances.
    """
    lcp = game_lcp(form, formulation)
    if weights is None:
        return complementarity_milp(lcp)

    # The first entries of u' and v' are the players' costs, in units of the game divided by their scales.
    of_first = -weights[0] / lcp.scales[0]
    of_second = -weights[1] / lcp.scales[1]
    # Both weights may be 0: then any equilibrium is a solution.
    largest = max(abs(of_first), abs(of_second)) or 1
    objective = np.zeros(len(lcp.base), dtype=object)
    objective[lcp.blocks.u.start] = of_first / largest
    objective[lcp.blocks.v.start] = of_second / largest
    return complementarity_milp(lcp, ExactArray.of(objective))


def complementarity_milp(lcp: GameLcp, objective: ExactArray | None = None) -> Step:
    """Return the mixed-integer program of a game's equilibria, the best one for a linear function of z.

    Its rows are w = q + M z ≥ 0, or = 0 where z is free; and for each pair with its binary b, z ≤ b z̄ and
    w ≤ (1 - b) w̄. The bounds z̄ and w̄ exclude no equilibrium: strategies are at most 1, and the costs at an
    information set, like the loss of a choice there, at most those of the worst choices against the opponent's worst
    replies to each.

    - `objective`, of shape (n,): Maximized; without one any equilibrium is a solution.

    References
    ----------
    Sandholm, Gilpin & Conitzer, Mixed-integer programming methods for finding Nash equilibria, AAAI 2005.

    Examples
    --------
    >>> import seqform as sf
    >>> from seqform.builders.programs.lcp import shared_sequence_form_lcp
    >>> form = sf.builders.sequence_form(sf.load("vsvet-figure-1")).target
    >>> complementarity_milp(shared_sequence_form_lcp(form)).target
    <MixedIntegerProgram 'vsvet-figure-1': max, 36 rows, 26 columns, 10 of them whole numbers>
    """
    problem = lcp.base
    blocks = lcp.blocks
    size = len(problem)
    pairs = np.flatnonzero(~problem.free)
    num_pairs = len(pairs)
    if objective is None:
        objective = ExactArray.zeros(size)

    # z̄ in the order of z = (x, v', y, u'), and w̄ of the slacks r and s of x and y, which are the pairs.
    u_most, r_most = _largest_costs(lcp, 0)
    v_most, s_most = _largest_costs(lcp, 1)
    x_most = ExactArray.ones(blocks.x.stop - blocks.x.start)
    y_most = ExactArray.ones(blocks.y.stop - blocks.y.start)
    z_most = ExactArray.concatenate([x_most, v_most, y_most, u_most])
    w_most = ExactArray.concatenate([r_most, s_most])

    all_variables = np.ones(size, dtype=bool)
    z_of_pairs = ExactMatrix.from_entries(
        (num_pairs, size), np.arange(num_pairs), pairs, ExactArray.ones(num_pairs)
    )
    w_of_pairs = problem.matrix.submatrix(~problem.free, all_variables)
    has_bound = np.ones(size + num_pairs, dtype=bool)
    column_bounds = Bounds(
        ExactArray.zeros(size + num_pairs),
        ExactArray.concatenate([z_most, ExactArray.ones(num_pairs)]),
        has_bound,
        has_bound,
    )

    names = [problem.names[place] for place in pairs.tolist()]
    slack_names = [problem.slack_names[place] for place in pairs.tolist()]
    limits = [f"bound of {name}" for name in [*names, *slack_names]]
    binaries = [f"choice of {name}" for name in names]
    program = LinearProgram.of_blocks(
        [objective, ExactArray.zeros(num_pairs)],
        [
            # w ≥ 0; z - b z̄ ≤ 0; M z + b w̄ ≤ w̄ - q.
            [problem.matrix, None],
            [z_of_pairs, _diagonal(-z_most.take(pairs))],
            [w_of_pairs, _diagonal(w_most)],
        ],
        [
            Bounds(-problem.q, -problem.q, all_variables, problem.free),
            Bounds.at_most(ExactArray.zeros(num_pairs)),
            Bounds.at_most((w_most - problem.q.take(pairs)).reduced()),
        ],
        [column_bounds],
        names=([*problem.slack_names, *limits], [*problem.names, *binaries]),
        name=problem.name,
    )
    milp = ComplementarityMilp(program, np.arange(size + num_pairs) >= size, problem)

    def lift(raw: RawSolution) -> RealizationPlans:
        # An exact solution on the chosen support is one of the complementarity problem already.
        if raw.primal is None or len(raw.primal) > size:
            raw, _ = milp.read(raw)
        return lcp.lift(raw)

    return Reduced(milp, lift)


def _largest_costs(lcp: GameLcp, player: int) -> tuple[ExactArray, ExactArray]:
    """Return upper bounds on the costs at each constraint of a player, and on the loss by each of its strategies.

    The largest cost of a strategy is that of its row against the opponent's costliest reply to it alone. With these
    costs as a gradient, the duals of the best-response program are the worst that can come at each constraint. What a
    choice loses is at most the cost at the constraint in which it has coefficient 1: its own information set.
    """
    costs = lcp.costs[player]
    opponent = lcp.spaces[1 - player]
    largest_costs = []
    for row in range(costs.shape[0]):
        in_row = slice(int(costs.row_start[row]), int(costs.row_start[row + 1]))
        gradient = costs.values.take(in_row).scattered(costs.shape[1], costs.columns[in_row])
        largest_costs.append(opponent.optimal_basis(gradient).dual[0])

    own = lcp.spaces[player]
    at_sets = own.optimal_basis(ExactArray.of(largest_costs)).dual
    is_own_set = np.asarray(own.constraints.values.numerators > 0, dtype=bool)
    set_of = np.zeros(costs.shape[0], dtype=np.int64)
    set_of[own.constraints.columns[is_own_set]] = own.constraints.rows[is_own_set]
    return at_sets, at_sets.take(set_of)


def _diagonal(values: ExactArray) -> ExactMatrix:
    places = np.arange(len(values))
    return ExactMatrix.from_entries((len(values), len(values)), places, places, values)
