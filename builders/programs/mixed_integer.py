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
        self.entries.extend(
            (len(self.row_names), column, value) for column, value in coefficients.items()
        )
        self.row_names.append(name)
        self.row_limits.append(limits)

    def copy(self) -> ProgramParts:
        """Return a copy, to be extended independently."""
        return ProgramParts(*(list(part) for part in vars(self).values()))

    def maximise(self, column: int, name: str) -> MixedIntegerProgram:
        """Return the program whose objective is one of the columns."""
        size = len(self.column_names)
        whole = np.zeros(size, dtype=bool)
        whole[self.whole_columns] = True
        rows, columns = (
            np.array([entry[k] for entry in self.entries], dtype=np.int64) for k in (0, 1)
        )
        values = [value for _, _, value in self.entries]
        program = LinearProgram(
            sense="max",
            objective=ExactArray.unit(size, column),
            matrix=ExactMatrix.from_entries(
                (len(self.row_names), size), rows, columns, ExactArray.of(values)
            ),
            rows=Bounds.of(self.row_limits),
            columns=Bounds.of(self.column_limits),
            row_names=self.row_names,
            column_names=self.column_names,
            name=name,
        )
        return MixedIntegerProgram(program, whole)


Range = tuple[Fraction, Fraction]
Ranges = tuple[Range, ...]


def equilibrium_ranges(graph: PositionGraph) -> list[Ranges]:
    """Return for every position and player bounds on the payoff in all equilibria of that subgame.

    This is backward induction with intervals. The mover gets no less than the largest of the moves' least payoffs and
    no more than the largest of their largest; the others are paid by one of the `candidates`. Chance averages.
    """
    ranges: list[Ranges] = [()] * len(graph)
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
    needed = max(ranges[player][0] for ranges in below)
    return [k for k, ranges in enumerate(below) if ranges[player][1] >= needed]


def _averaged(shares: list[Fraction], below: list[Ranges]) -> Ranges:
    def mean(player: int, end: int) -> Fraction:
        return sum(
            (share * ranges[player][end] for share, ranges in zip(shares, below, strict=True)),
            Fraction(0),
        )

    return tuple((mean(player, 0), mean(player, 1)) for player in range(len(below[0])))


def _chosen(player: int, below: list[Ranges]) -> Ranges:
    hull = [
        (min(low for low, _ in column), max(high for _, high in column))
        for column in zip(*below, strict=True)
    ]
    hull[player] = (max(ranges[player][0] for ranges in below), hull[player][1])
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
        spread = max(numbers) - min(numbers)
        if spread == 0:
            return cls(min(numbers), Fraction(1))
        power = spread.numerator.bit_length() - spread.denominator.bit_length()
        unit = Fraction(2) ** power
        return cls(min(numbers), unit if unit >= spread else 2 * unit)

    def at_least(self, unit: Fraction) -> Scale:
        """Return this scale, or the same one with a larger unit: payoffs in it are no larger than in their own."""
        return Scale(self.least, max(self.unit, unit))

    def scaled(self, interval: Range) -> Range:
        """Return an interval in this scale."""
        low, high = ((end - self.least) / self.unit for end in interval)
        return low, high


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

    Both payoffs lie within the intervals of the root.
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

    def at_most(
        payoffs: tuple[int, ...], slack: Fraction = Fraction(0), binary: int | None = None
    ) -> None:
        row: dict[int, Rational] = {
            column: 1,
            **{player: -scales[player].unit / scale.unit for player in payoffs},
        }
        if binary is not None:
            row[binary] = slack  # the row holds anyway while the binary is 0
        least = sum((scales[player].least for player in payoffs), Fraction(0))
        parts.row(
            f"{name} {payoffs[-1] + 1}", row, (None, (least - scale.least) / scale.unit + slack)
        )

    if name == "single-maximum" and len(players) == 2:  # at most the payoff whose binary is 1
        counted = tuple(parts.whole(f"{name} counts {player + 1}", (0, 1)) for player in players)
        parts.row(f"{name} counts one", dict.fromkeys(counted, 1), (1, 1))
        for player, binary in enumerate(counted):
            at_most((player,), (high - root[player][0]) / scale.unit, binary)
        return Measure(name, column, scale, counted)
    for payoffs in [players] if name == "social" else [(player,) for player in players]:
        at_most(payoffs)
    return Measure(name, column, scale)


def _counted(name: str, root: Ranges) -> tuple[int, ...]:
    """Return the players whose payoffs a measure depends on: of two that cannot change order, one."""
    if name in ("best-for-1", "best-for-2"):
        return (int(name[-1]) - 1,)
    order = next(((low, 1 - low) for low in (0, 1) if root[low][1] <= root[1 - low][0]), None)
    if name == "social" or order is None:
        return (0, 1)
    return (order[0],) if name == "fairest" else (order[1],)


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
            ones = [parts.whole_columns[k] for k in np.flatnonzero(pattern.numerators).tolist()]
            parts.row(f"excluded {number}", dict.fromkeys(ones, 1), (None, len(ones) - 1))
        return parts.maximise(self.measures[place].column, self.graph.title)

    def pattern(self, primal: Vector) -> ExactArray:
        """Return the binaries of a point, rounded: of those that sum to 1, the largest is 1."""
        point = doubles(primal)
        groups = [group for choice in self.choices for group in (choice.low, choice.high) if group]
        groups += [measure.counted for measure in self.measures if measure.counted]
        chosen = {max(group, key=lambda column: float(point[column])) for group in groups}
        return ExactArray.of(int(column in chosen) for column in self.parts.whole_columns)

    def values(self, primal: ExactArray) -> tuple[Fraction, ...]:
        """Return the players' expected payoffs at the initial position, at an exact point."""
        return tuple(
            scale.least + scale.unit * primal[player] for player, scale in enumerate(self.scales)
        )

    def strategy(self, primal: ExactArray) -> PositionStrategy:
        """Return the equilibrium whose payoffs are those of an exact feasible point."""
        point = primal.to_fractions()
        choice = np.full(len(self.graph), -1, dtype=np.int32)
        mixed: list[tuple[int, int, Fraction]] = []
        for position, moves, low, high in self.choices:
            if not low:
                choice[position] = moves[0]
                continue
            children, other = self.graph.moves(position), 1 - int(self.graph.player[position])
            one, two = (
                moves[[int(point[column]) for column in group].index(1)] for group in (low, high)
            )
            worth = point[2 * position + other]
            least, largest = (point[2 * children[move] + other] for move in (one, two))
            choice[position] = two if least < worth == largest else one
            if least < worth < largest:
                mixed.append((position, two, (worth - least) / (largest - least)))
        return PositionStrategy(
            self.graph,
            choice,
            np.array([position for position, _, _ in mixed], dtype=np.int64),
            np.array([move for _, move, _ in mixed], dtype=np.int32),
            ExactArray.of(share for _, _, share in mixed),
        )


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
    first, second = (Scale.of(payoffs.to_fractions()) for payoffs in graph.payoffs)
    scales = (first, second)
    outer = equilibrium_ranges(graph)
    choices = [
        Choice(
            n, tuple(candidates(int(graph.player[n]), [outer[child] for child in graph.moves(n)]))
        )
        for n in np.flatnonzero(graph.player >= 0).tolist()
    ]
    binaries = sum(2 * len(choice.moves) for choice in choices if len(choice.moves) > 1)
    if binaries > max_binaries:
        raise GameError(
            f"{graph.title}: {binaries:,} binary choices, and {max_binaries:,} are allowed; finding the best subgame "
            "perfect equilibrium of a tree with chance is NP-hard (Littman et al. 2006, section 1.6). Choose a "
            "smaller game, or any equilibrium by backward induction"
        )
    scaled: list[Ranges] = [
        tuple(scale.scaled(interval) for scale, interval in zip(scales, ranges, strict=True))
        for ranges in outer
    ]
    parts = ProgramParts()
    for position, ranges in enumerate(scaled):
        for player, interval in enumerate(ranges):
            parts.column(f"V {position} {player + 1}", interval)
    for position in np.flatnonzero(graph.player == CHANCE).tolist():
        for player in (0, 1):
            row: dict[int, Rational] = {2 * position + player: 1}
            shares = zip(graph.moves(position), graph.chances(position), strict=True)
            row |= {2 * child + player: -share for child, share in shares}
            parts.row(f"chance {position} {player + 1}", row, (0, 0))
    stated = tuple(_add_choice(parts, graph, choice, scaled) for choice in choices)
    for number, (player, relation, limit) in enumerate(bounds):
        scaled_limit = (limit - scales[player].least) / scales[player].unit
        least = None if relation == "<=" else scaled_limit
        most = None if relation == ">=" else scaled_limit
        parts.row(
            f"bound {number}", {player: 1}, (least, most)
        )  # the columns of the beginning come first
    known = tuple(add_measure(parts, name, outer[0], scales) for name in measures)
    return EquilibriumProgram(graph, known, stated, parts, scales)


def _add_choice(
    parts: ProgramParts, graph: PositionGraph, choice: Choice, scaled: list[Ranges]
) -> Choice:
    """Add the rows of a choice, and return it with the columns of its binaries."""
    position, moves = choice.position, choice.moves
    mover, children = int(graph.player[position]), graph.moves(position)
    here, other = scaled[position], 1 - mover
    if len(moves) == 1:
        for who in (0, 1):
            row: dict[int, Rational] = {2 * position + who: 1, 2 * children[moves[0]] + who: -1}
            parts.row(f"only {position} {who + 1}", row, (0, 0))
        return choice
    lows, highs = (
        tuple(parts.whole(f"{side} {position} {k}", (0, 1)) for k in moves)
        for side in ("low", "high")
    )
    parts.row(f"one low {position}", dict.fromkeys(lows, 1), (1, 1))
    parts.row(f"one high {position}", dict.fromkeys(highs, 1), (1, 1))
    for move, low, high in zip(moves, lows, highs, strict=True):
        child = children[move]
        there, name = scaled[child], f"{position} {child}"
        own: dict[int, Rational] = {2 * position + mover: 1, 2 * child + mover: -1}
        others: dict[int, Rational] = {2 * position + other: 1, 2 * child + other: -1}
        gain = here[mover][1] - there[mover][0]
        below, above = there[other][1] - here[other][0], here[other][1] - there[other][0]
        parts.row(f"no better {name}", own, (0, None))
        parts.row(f"best if low {name}", {**own, low: gain}, (None, gain))
        parts.row(f"best if high {name}", {**own, high: gain}, (None, gain))
        parts.row(f"low {name}", {**others, low: -below}, (-below, None))
        parts.row(f"high {name}", {**others, high: above}, (None, above))
    return Choice(position, moves, lows, highs)


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
        n, support = len(self.problem), self.problem.free.copy()
        support[~support] = doubles(raw.primal)[n:] > 1 / 2
        return replace(raw, primal=entries(raw.primal, slice(0, n))), support


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
    costs = [-weight / scale for weight, scale in zip(weights, lcp.scales, strict=True)]
    largest = max(map(abs, costs)) or 1
    objective = np.zeros(len(lcp.base), dtype=object)
    objective[[lcp.blocks.u.start, lcp.blocks.v.start]] = [cost / largest for cost in costs]
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
    problem, blocks = lcp.base, lcp.blocks
    n, pairs = len(problem), np.flatnonzero(~problem.free)
    k, everywhere = len(pairs), np.ones(n, dtype=bool)
    of_first, of_second = (_largest_costs(lcp, player) for player in (0, 1))
    strategies = [ExactArray.ones(place.stop - place.start) for place in (blocks.x, blocks.y)]
    z = ExactArray.concatenate([strategies[0], of_second[0], strategies[1], of_first[0]])
    most, loss = z.take(pairs), ExactArray.concatenate([of_first[1], of_second[1]])
    at_pairs = ExactMatrix.from_entries((k, n), np.arange(k), pairs, ExactArray.ones(k))
    in_pairs = problem.matrix.submatrix(~problem.free, everywhere)
    names, has_bound = problem.names, np.ones(n + k, dtype=bool)
    limits = (
        f"bound of {part[place]}"
        for part in (names, problem.slack_names)
        for place in pairs.tolist()
    )
    choices = (f"choice of {names[place]}" for place in pairs.tolist())
    program = LinearProgram.of_blocks(
        [ExactArray.zeros(n) if objective is None else objective, ExactArray.zeros(k)],
        [[problem.matrix, None], [at_pairs, _diagonal(-most)], [in_pairs, _diagonal(loss)]],
        [
            Bounds(-problem.q, -problem.q, everywhere, problem.free),
            Bounds.at_most(ExactArray.zeros(k)),
            Bounds.at_most((loss - problem.q.take(pairs)).reduced()),
        ],
        [
            Bounds(
                ExactArray.zeros(n + k),
                ExactArray.concatenate([z, ExactArray.ones(k)]),
                has_bound,
                has_bound,
            )
        ],
        names=([*problem.slack_names, *limits], [*names, *choices]),
        name=problem.name,
    )
    milp = ComplementarityMilp(program, np.arange(n + k) >= n, problem)
    return Reduced(
        milp,
        lambda raw: lcp.lift(
            milp.read(raw)[0] if raw.primal is None or len(raw.primal) > n else raw
        ),
    )


def _largest_costs(lcp: GameLcp, player: int) -> tuple[ExactArray, ExactArray]:
    """Return upper bounds on the costs at each constraint of a player, and on the loss by each of its strategies."""
    costs, own, other = lcp.costs[player], lcp.spaces[player], lcp.spaces[1 - player]
    against = []
    for row in range(costs.shape[0]):
        there = slice(int(costs.row_start[row]), int(costs.row_start[row + 1]))
        against.append(
            other.optimal_basis(
                costs.values.take(there).scattered(costs.shape[1], costs.columns[there])
            )
        )
    at_sets = own.optimal_basis(ExactArray.of(basis.dual[0] for basis in against)).dual
    begins = np.asarray(own.constraints.values.numerators > 0, dtype=bool)
    set_of = np.zeros(costs.shape[0], dtype=np.int64)
    set_of[own.constraints.columns[begins]] = own.constraints.rows[begins]
    return at_sets, at_sets.take(set_of)


def _diagonal(values: ExactArray) -> ExactMatrix:
    places = np.arange(len(values))
    return ExactMatrix.from_entries((len(values), len(values)), places, places, values)
