"""Optimal subgame perfect equilibria of two-player trees with chance, as a mixed-integer program."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from seqform.builders.equilibrium_measures import Measure, Scale, add_measure
from seqform.builders.equilibrium_ranges import Ranges, candidates, equilibrium_ranges
from seqform.builders.program_parts import Number, ProgramParts
from seqform.errors import GameError
from seqform.models.exact import ExactArray
from seqform.models.game_tables import CHANCE
from seqform.models.linear_program import Vector
from seqform.models.mixed_integer_program import MixedIntegerProgram
from seqform.models.position_graph import END, PositionGraph
from seqform.models.position_strategy import PositionStrategy

MAX_BINARIES = 2000
"""More choices are refused unless told otherwise."""


class Choice(NamedTuple):
    """The moves that may be best at a position, by number, and their binaries' columns; none for a single move."""

    position: int
    moves: tuple[int, ...]
    low: tuple[int, ...]
    high: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class EquilibriumProgram:
    """The program of `subgame_perfect_milp`, for one measure after the other.

    Attributes
    ----------
    graph : PositionGraph
    measures : tuple of Measure
    choices : tuple of Choice
        One for every position where a player moves.
    parts : ProgramParts
        Columns 2 n and 2 n + 1 are what the players expect from position n, in `scales`.
    scales : pair of Scale
    """

    graph: PositionGraph
    measures: tuple[Measure, ...]
    choices: tuple[Choice, ...]
    parts: ProgramParts
    scales: tuple[Scale, Scale]

    def program(
        self, place: int, attained: Sequence[Fraction] = (), excluded: Sequence[ExactArray] = ()
    ) -> MixedIntegerProgram:
        """Return the program that maximises a measure.

        Parameters
        ----------
        place : int
            Of the measure, from 0.
        attained : sequence of Fraction
            What the measures before it are to be at least, in their scales.
        excluded : sequence of ExactArray
            Patterns that are not to come again.
        """
        parts = self.parts.copy()
        for measure, value in zip(self.measures, attained, strict=False):
            parts.row(f"attained {measure.name}", {measure.column: 1}, (value, None))
        for number, pattern in enumerate(excluded):
            ones = [parts.whole_columns[k] for k in np.flatnonzero(pattern.numerators).tolist()]
            parts.row(f"excluded {number}", dict.fromkeys(ones, 1), (None, len(ones) - 1))
        return parts.maximise(self.measures[place].column, self.graph.title)

    def pattern(self, primal: Vector) -> ExactArray:
        """Return the binaries of a point, which need not be quite whole: of those that sum to 1, the largest is 1."""
        point = primal.to_floats() if isinstance(primal, ExactArray) else primal
        groups = [group for choice in self.choices for group in (choice.low, choice.high) if group]
        groups += [measure.counted for measure in self.measures if measure.counted]
        chosen = {max(group, key=lambda column: float(point[column])) for group in groups}
        return ExactArray.of(int(column in chosen) for column in self.parts.whole_columns)

    def values(self, primal: ExactArray) -> tuple[Fraction, ...]:
        """Return what the players expect from the initial position, at an exact point."""
        return tuple(scale.least + scale.unit * primal[player] for player, scale in enumerate(self.scales))

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
            one, two = (moves[[int(point[column]) for column in group].index(1)] for group in (low, high))
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
    graph: PositionGraph, measures: Sequence[str], max_binaries: int = MAX_BINARIES
) -> EquilibriumProgram:
    """Return the program whose feasible points are the payoffs of the subgame perfect equilibria, at every position.

    For each position n and player p there is V(n, p), what p expects from n. At the end of play it is the payoff; where
    chance moves, the average Σ P(c) V(c, p). Where player x moves and y is the other, every move c that may be best has
    binaries low(c) and high(c), and exactly one of each is 1:

    ====================================  ================================================
    V(n, x) ≥ V(c, x)                     for every c
    V(n, x) ≤ V(c, x) + M (1 - low(c))    and the same with high(c)
    V(n, y) ≥ V(c, y) - M (1 - low(c))
    V(n, y) ≤ V(c, y) + M (1 - high(c))
    ====================================  ================================================

    **Every equilibrium is a feasible point.** Take its values. Player x gives positive probability to some moves, all
    of which pay x the same, V(n, x), and none pays x more. V(n, y) is an average of what these moves pay y, so it
    lies between the least, at some l, and the largest, at some h. With low(l) = high(h) = 1 the rows of l and h hold;
    the others hold since M is at least the difference of any two values that the intervals of
    `equilibrium_ranges`, which no equilibrium leaves, allow.

    **Every feasible point is an equilibrium.** The rows of l and h, where low(l) = high(h) = 1, say
    V(n, x) = V(l, x) = V(h, x), and no move pays x more. They also say V(l, y) ≤ V(n, y) ≤ V(h, y), so some
    lottery over l and h alone pays y just that. By induction from the end of play, moves are worth what play from there
    pays; so V are the values of a strategy, which is locally optimal everywhere, and mixes two moves at most.

    Every M is the difference of the ends of two such intervals. Each player's payoffs are moved and scaled by a power
    of two into [0, 1], which changes no equilibrium, so that a solver's tolerances are shares of the payoffs' spread.

    Parameters
    ----------
    graph : PositionGraph
        A tree of two players, with chance or without.
    measures : sequence of str
        What is to be large, the first before the second and so on; names of `OBJECTIVES` other than ``product``.
    max_binaries : int
        Stop with an error beyond so many.

    Returns
    -------
    EquilibriumProgram

    Raises
    ------
    GameError
        If there are not two players, positions are shared, or there are too many binaries.
    ModelError
        If a measure is not one of these.

    References
    ----------
    Littman, Ravi, Talwar & Zinkevich (2006), equations 1 and 2, and section 1.6.

    Examples
    --------
    >>> from seqform.builders.games.catalog import make
    >>> from seqform.builders.perfect_information import perfect_information
    >>> graph = perfect_information(make("littman-figure-1")).target
    >>> subgame_perfect_milp(graph, ["social"]).program(0)
    <MixedIntegerProgram 'littman-figure-1': max, 25 rows, 19 columns, 8 of them whole numbers>
    """
    if len(graph.players) != 2:
        raise GameError(f"optimal equilibria of trees with chance are for two players, not {len(graph.players)}")
    if not graph.is_tree:
        raise GameError("optimal equilibria with chance need a tree; here a position is reached in several ways")
    first, second = (Scale.of(payoffs.to_fractions()) for payoffs in graph.payoffs)
    scales = (first, second)
    outer = equilibrium_ranges(graph)
    _check_size(graph, outer, max_binaries)
    scaled: list[Ranges] = [
        tuple(scale.scaled(interval) for scale, interval in zip(scales, ranges, strict=True)) for ranges in outer
    ]
    parts = ProgramParts()
    for position, ranges in enumerate(scaled):
        for player, interval in enumerate(ranges):
            parts.column(f"V {position} {player + 1}", interval)
    choices = []
    for position in range(len(graph)):
        if graph.player[position] == CHANCE:
            _add_chance(parts, graph, position)
        elif graph.player[position] != END:
            choices.append(_add_choice(parts, graph, position, scaled))
    known = tuple(add_measure(parts, name, outer[0], scales) for name in measures)
    return EquilibriumProgram(graph, known, tuple(choices), parts, scales)


def _check_size(graph: PositionGraph, outer: list[Ranges], largest: int) -> None:
    moving = np.flatnonzero(graph.player >= 0).tolist()
    sizes = (len(candidates(int(graph.player[n]), [outer[child] for child in graph.moves(n)])) for n in moving)
    binaries = sum(2 * size for size in sizes if size > 1)
    if binaries > largest:
        raise GameError(
            f"{graph.title}: {binaries:,} binary choices, and {largest:,} are allowed; finding the best subgame "
            "perfect equilibrium of a tree with chance is NP-hard (Littman et al. 2006, section 1.6). Choose a "
            "smaller game, or any equilibrium by backward induction"
        )


def _add_chance(parts: ProgramParts, graph: PositionGraph, position: int) -> None:
    for player in (0, 1):
        row: dict[int, Number] = {2 * position + player: 1}
        for child, share in zip(graph.moves(position), graph.chances(position), strict=True):
            row[2 * child + player] = -share
        parts.row(f"chance {position} {player + 1}", row, (0, 0))


def _add_choice(parts: ProgramParts, graph: PositionGraph, position: int, scaled: list[Ranges]) -> Choice:
    player, children = int(graph.player[position]), graph.moves(position)
    moves = tuple(candidates(player, [scaled[child] for child in children]))
    if len(moves) == 1:
        for who in (0, 1):
            row: dict[int, Number] = {2 * position + who: 1, 2 * children[moves[0]] + who: -1}
            parts.row(f"only {position} {who + 1}", row, (0, 0))
        return Choice(position, moves, (), ())
    low, high = (tuple(parts.whole(f"{side} {position} {move}", (0, 1)) for move in moves) for side in ("low", "high"))
    parts.row(f"one low {position}", dict.fromkeys(low, 1), (1, 1))
    parts.row(f"one high {position}", dict.fromkeys(high, 1), (1, 1))
    for move, one, two in zip(moves, low, high, strict=True):
        _add_move(parts, player, (position, children[move]), (scaled[position], scaled[children[move]]), (one, two))
    return Choice(position, moves, low, high)


def _add_move(
    parts: ProgramParts, mover: int, ends: tuple[int, int], ranges: tuple[Ranges, Ranges], binaries: tuple[int, int]
) -> None:
    """Add the rows of one move, from a position to a child, whose binaries are low and high."""
    position, child = ends
    here, there = ranges
    low, high = binaries
    other = 1 - mover
    own: dict[int, Number] = {2 * position + mover: 1, 2 * child + mover: -1}
    others: dict[int, Number] = {2 * position + other: 1, 2 * child + other: -1}
    gain = here[mover][1] - there[mover][0]
    below, above = there[other][1] - here[other][0], here[other][1] - there[other][0]
    name = f"{position} {child}"
    parts.row(f"no better {name}", own, (0, None))
    parts.row(f"best if low {name}", {**own, low: gain}, (None, gain))
    parts.row(f"best if high {name}", {**own, high: gain}, (None, gain))
    parts.row(f"low {name}", {**others, low: -below}, (-below, None))
    parts.row(f"high {name}", {**others, high: above}, (None, above))
