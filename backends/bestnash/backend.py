"""Subgame perfect equilibria under perfect information: backward induction, and the best of all (bestNash).

For two players, the best equilibrium, or one with given payoffs, is found on the grid of the payoffs that occur; in
trees with chance, from unions of boxes. On the grid its strategy is found from the initial position down: a player
attains a point of the utility profile set by one move, or by a lottery over two, with threats behind the other moves.
Where positions are shared, play may depend on the moves that led there; the strategy is then one of an unfolded graph.

References
----------
Littman, Ravi, Talwar & Zinkevich, An efficient optimal-equilibrium algorithm for two-player game trees, UAI 2006.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, ClassVar, Literal, NamedTuple, cast

import numpy as np
import numpy.typing as npt

from seqform.backends.bestnash.chance import Effort, GivenUpError, Payoffs, attain_with_chance, chance_sets
from seqform.backends.bestnash.induction import BY_KEY, FIRST, LAST, Tables, induced_choices, tables_of
from seqform.backends.bestnash.profile_sets import PayoffGrid, ProfileSets, profile_sets
from seqform.backends.bestnash.set_store import Ranks, SetStore, has, span, threat
from seqform.backends.linalg.compiled import compiled, compiled_part
from seqform.backends.protocol import OwnOptions, SolveOptions, Traits, require_supported, translate
from seqform.errors import ModelError, OptionError
from seqform.models.answers.equilibrium import PositionEquilibrium, PositionSolution
from seqform.models.games.positions import Moves, PositionGraph, PositionStrategy
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import ExactArray, Ints
from seqform.models.numbers.text import short
from seqform.models.options import Read, one_of, option, truth, whole
from seqform.models.options import pair as two_payoffs
from seqform.models.programs.solutions import Termination
from seqform.models.strategies.profile_set import Objective, ObjectiveLike, objective
from seqform.system.deadline import Deadline

Ties = Literal["first", "last", "random"]

_TIES = {"first": FIRST, "last": LAST, "random": BY_KEY}

SOLVER = "seqform bestNash"


@dataclass(frozen=True)
class BestNashOptions(OwnOptions):
    """The options of the backend ``bestnash``."""

    backend: ClassVar[str] = "bestnash"

    objective: Objective | None = option(
        None, "Find the best equilibrium of a two-player game.", cast("Read", objective), metavar="NAME"
    )
    target_payoffs: Payoffs | None = option(
        None, "Find an equilibrium that pays exactly this.", two_payoffs, metavar="NUMBER,NUMBER"
    )
    pure: bool = option(False, "With objective or target_payoffs: no mixed strategies.", truth)
    ties: Ties = option(
        "first", "Of equally good moves, the first, the last or a random one.", one_of(_TIES), metavar="|".join(_TIES)
    )
    seed: int = option(0, "Of the random moves.", whole(0), metavar="NUMBER")

    def __post_init__(self) -> None:
        super().__post_init__()
        chosen = (self.objective is not None) + (self.target_payoffs is not None)
        if chosen == 2 or (self.pure and not chosen):
            raise OptionError("objective and target_payoffs: one of them chooses an equilibrium, pure only with one")


class BestNashBackend:
    """Games of perfect information as graphs of positions, exactly.

    The option `objective` asks for the best equilibrium of a two-player game, and `target_payoffs` for one that pays
    exactly this, among those in which nobody mixes if `pure` is true. Without them one is found by backward induction,
    for any number of players; `ties` and `seed` are those of `backward_induction`. A time limit applies to trees with
    chance alone, where the search may also end at its limits of boxes.

    Examples
    --------
    >>> import seqform as sf
    >>> graph = sf.load("littman-figure-1", kind="positions")
    >>> BestNashBackend().solve(graph, SolveOptions(raw={"objective": "social"})).equilibrium
    <PositionEquilibrium of 'littman-figure-1': values 1000, 4>
    """

    name = "bestnash"
    supports: frozenset[type] = frozenset({PositionGraph})
    exact = True
    traits = Traits(options=BestNashOptions)

    def solve(self, model: Any, options: SolveOptions | None = None) -> PositionSolution:
        """Return a subgame perfect equilibrium; see `Backend.solve`, and for further errors `best_nash`."""
        require_supported(self, model)
        options, started = options or SolveOptions(), time.perf_counter()
        own, passed = BestNashOptions.of(options), dict(options.raw)
        measure, target, pure = own.objective, own.target_payoffs, own.pure
        chooses = measure is not None or target is not None
        by_boxes = chooses and _has_boxes(model)
        translate(self.name, options, {"time_limit": ("time_limit",)} if by_boxes else {})
        termination, found, status = Termination.SOLVED, None, "solved by backward induction"
        effort = Effort(deadline=Deadline(options.time_limit))
        try:
            if measure is not None:
                found = best_nash(model, measure, mixing=not pure, effort=effort)
                passed["objective"] = measure.name
                status = f"{measure.claim}{', in pure moves' if pure else ''}"
            elif target is not None:
                found = nash_paying(model, target, mixing=not pure, effort=effort)
                passed["target_payoffs"] = [str(payoff) for payoff in target]
                status = f"attained{', in pure moves' if pure else ''}"
            else:
                found = backward_induction(model, ties=own.ties, seed=own.seed)
        except GivenUpError as error:
            status = str(error)
            termination = Termination.TIME_LIMIT if effort.deadline.passed else Termination.ITERATION_LIMIT
        seconds = time.perf_counter() - started
        return PositionSolution(termination, status, seconds=seconds, options=passed, solver=SOLVER, equilibrium=found)


def _has_boxes(graph: PositionGraph) -> bool:
    return graph.has_chance and len(graph.players) == 2


def backward_induction(graph: PositionGraph, *, ties: Ties = "first", seed: int = 0) -> PositionEquilibrium:
    """Find a subgame perfect equilibrium in pure moves, in time proportional to the number of moves.

    There may be any number of players, with or without chance. Of moves that are equally good for the player who moves,
    `ties` takes the first, the last or, by `seed`, a random one. The answer has no profiles, since only one equilibrium
    was looked for (Littman et al. 2006, section 1.2).

    Examples
    --------
    The game of the paper's figure 1, in which player 1 is indifferent at position 1.

    >>> import seqform as sf
    >>> figure = sf.load("littman-figure-1", kind="positions")
    >>> backward_induction(figure).values, backward_induction(figure, ties="last").values
    ((Fraction(1000, 1), Fraction(4, 1)), (Fraction(2, 1), Fraction(100, 1)))
    """
    if not isinstance(ties, str) or ties not in _TIES:
        raise OptionError(f"ties: one of {', '.join(_TIES)} expected, not {ties!r}")
    keys = np.zeros(0, dtype=np.float32)
    if ties == "random":
        keys = np.random.default_rng(seed).random(len(graph.child), dtype=np.float32)
    choice, values = induced_choices(graph, _TIES[ties], keys)
    return PositionEquilibrium(PositionStrategy.pure(graph, choice), values)


def best_nash(
    graph: PositionGraph, wanted: ObjectiveLike = "social", *, mixing: bool = True, effort: Effort | None = None
) -> PositionEquilibrium:
    """Find the best subgame perfect equilibrium of a two-player game (Littman et al. 2006, section 2).

    Where positions are shared, the strategy is one of the unfolded graph; with chance, the graph has to be a tree. The
    objective is maximised; without `mixing`, among the equilibria in which nobody mixes. `effort` limits the work, with
    chance. The answer has the profiles of all subgame perfect equilibria of the kind, unless, with chance, their grid
    is very large.

    Raises GameError if there are not two players, or chance and shared positions, ModelError if the objective is
    unknown or fails, and SolveError if the sets take too much memory, too many boxes or too much time.

    Examples
    --------
    The game of the paper's figure 1.

    >>> import seqform as sf
    >>> figure = sf.load("littman-figure-1", kind="positions")
    >>> best_nash(figure, "social").values
    (Fraction(1000, 1), Fraction(4, 1))
    >>> print(best_nash(figure, "best-for-2").profiles)
    [2, 1000] × 4, 2 × [4, 100]
    >>> nash_paying(figure, (Fraction(2), Fraction(52))).strategy.at(1)  # player 1 mixes
    {0: Fraction(48, 97), 1: Fraction(49, 97)}
    """
    measure = objective(wanted)
    if _has_boxes(graph):
        return nash_from_boxes(graph, measure, mixing=mixing, effort=effort)
    sets = profile_sets(graph, mixing=mixing)
    profiles = sets.root
    values = measure.best(profiles.candidates(), profiles.boxes)
    if sets.grid.place(values) is None:
        return nash_paying(graph, values, mixing=mixing)
    return PositionEquilibrium(unfolded(sets, values).strategy, values, profiles)


def nash_paying(
    graph: PositionGraph, payoffs: Payoffs, *, mixing: bool = True, effort: Effort | None = None
) -> PositionEquilibrium:
    """Find a subgame perfect equilibrium of a two-player game that has exactly these payoffs.

    They need not occur in the game. Arguments, result and errors are those of `best_nash`, and a ModelError if no
    equilibrium has the payoffs.
    """
    values = (Fraction(payoffs[0]), Fraction(payoffs[1]))
    if _has_boxes(graph):
        return nash_from_boxes(graph, values, mixing=mixing, effort=effort)
    sets = profile_sets(graph, mixing=mixing, through=[values])
    return PositionEquilibrium(unfolded(sets, values).strategy, values, sets.root)


def nash_from_boxes(
    graph: PositionGraph, wanted: Objective | Payoffs, *, mixing: bool = True, effort: Effort | None = None
) -> PositionEquilibrium:
    """Find the best equilibrium of a two-player tree, or one with given payoffs, with chance or without."""
    sets = chance_sets(graph, mixing=mixing, effort=effort)
    root = sets.root
    values = wanted.best(root.corners(), root.boxes()) if isinstance(wanted, Objective) else wanted
    return PositionEquilibrium(attain_with_chance(sets, values), values, sets.profiles())


# ---- strategies that attain a point of the profile set ----

_POSITIONS_AT_ONCE = 1_000_000
"""In one call of the kernel, so that the keyboard can interrupt it."""


def attain(sets: ProfileSets, payoffs: tuple[Fraction, Fraction]) -> PositionStrategy:
    """Return a subgame perfect equilibrium of a tree that pays a point of its utility profile set, on the grid.

    References
    ----------
    Littman, Ravi, Talwar & Zinkevich (2006), the end of section 2.
    """
    graph = sets.graph
    if not graph.is_tree:
        raise ModelError(
            "a tree is needed: where positions are shared, the move depends on the moves before; use `unfolded`"
        )
    target = np.zeros((len(graph), 2), dtype=np.int32)
    target[0] = _wanted_place(sets, payoffs)
    choice, other = _undecided(len(graph))
    tables = tables_of(graph)
    for begin in range(0, len(graph), _POSITIONS_AT_ONCE):
        end = min(begin + _POSITIONS_AT_ONCE, len(graph))
        aim_downwards(tables, sets.store, sets.number, begin, end, target, choice, other)
    return _strategy(graph, sets.grid, target, choice, other)


@dataclass(frozen=True, eq=False)
class Unfolding(Immutable):
    """A graph in which a position occurs once for every payoff pair that it is to attain, with a strategy on it.

    `position`, shape (positions of `graph`,), is the position of the original graph.
    """

    graph: PositionGraph
    position: Ints
    strategy: PositionStrategy


def unfolded(sets: ProfileSets, payoffs: tuple[Fraction, Fraction]) -> Unfolding:
    """Return a subgame perfect equilibrium that pays a point of the root set, on an unfolded graph; a tree stays as is.

    Raises ModelError if no subgame perfect equilibrium pays that, or the point is not on the grid.
    """
    graph = sets.graph
    if graph.is_tree:
        return Unfolding(graph, np.arange(len(graph)), attain(sets, payoffs))
    tables = tables_of(graph)
    pairs = _pairs(sets, tables, _wanted_place(sets, payoffs))
    order = np.argsort(pairs.position, kind="stable")
    number = np.empty(len(order), dtype=np.int32)
    number[order] = np.arange(len(order))
    position = pairs.position[order].astype(np.int64)
    first_move = np.concatenate([[0], np.cumsum(np.diff(tables.first_move)[position])]).astype(np.int64)
    child = np.empty(int(first_move[-1]), dtype=np.int32)
    choice, other = _undecided(len(order))
    link(tables, sets.store, sets.number, pairs, number, first_move, child, choice, other)
    new = PositionGraph(
        graph.title,
        graph.players,
        graph.player[position],
        first_move,
        child,
        graph.outcome[position],
        graph.payoffs,
        move_label=partial(_move_label, graph, position),
    )
    return Unfolding(new, position, _strategy(new, sets.grid, pairs.target[order], choice, other))


def _move_label(graph: PositionGraph, position: Ints, place: int, move: int) -> str:
    return graph.move_label(int(position[place]), move)


def _wanted_place(sets: ProfileSets, payoffs: tuple[Fraction, Fraction]) -> tuple[int, int]:
    """Return row and column of payoffs in the root set; raise ModelError if they are not in it, or not on the grid."""
    pair = (Fraction(payoffs[0]), Fraction(payoffs[1]))
    text = f"({', '.join(map(short, pair))})"
    if pair not in sets.root:
        kind = "" if sets.mixing else " in pure moves"
        raise ModelError(f"payoffs {text}: no subgame perfect equilibrium{kind} pays that")
    place = sets.grid.place(pair)
    if place is None:
        raise ModelError(
            f"payoffs {text}: not on the grid of the payoffs that occur; give them to `profile_sets` as `through`"
        )
    return place


def _undecided(positions: int) -> tuple[Moves, Moves]:
    """Return room for the moves that are made, and for the second moves of lotteries."""
    return np.full(positions, -1, dtype=np.int32), np.full(positions, -1, dtype=np.int32)


def _strategy(graph: PositionGraph, grid: PayoffGrid, target: Ranks, choice: Moves, other: Moves) -> PositionStrategy:
    """Return the strategy of the moves: a lottery has the λ with target = (1 - λ) low + λ high.

    `target`, shape (n, 2), has row and column of the point that every position attains.
    """
    mixed = np.flatnonzero(other >= 0)
    low, high = (target[graph.child[graph.first_move[mixed] + move[mixed]]] for move in (choice, other))
    axis = 1 - graph.player[mixed].astype(np.int64)  # a lottery varies the payoff of the other player
    row = np.arange(len(axis))
    places = np.stack([axis, target[mixed, axis], low[row, axis], high[row, axis]], axis=1)
    distinct, which = np.unique(places, axis=0, return_inverse=True)
    shares = []
    for receiver, *three in distinct.tolist():
        at, begin, end = (int(grid.axes[receiver].numerators[place // 2]) for place in three)
        shares.append(Fraction(at - begin, end - begin))
    return PositionStrategy(graph, choice, mixed, other[mixed], ExactArray.of(shares).take(which.reshape(-1)))


NO_MOVE = -1
"""In place of a move: there is none."""


@compiled_part
def lottery(
    store: SetStore, sets: Moves, child: Moves, begin: int, end: int, player: int, line: int, along: int
) -> tuple[int, int, int, int]:
    """Return two moves that a point is attained by mixing, and the places along the line that they lead to.

    The moves are those from `begin` to `end`; the point is at `line` on the player's own axis of the grid and at
    `along` on the other's. Without such moves, `NO_MOVE` is returned twice.

    A point of a merge lies in the set of one move; or on a line that two moves' sets have points on, between the first
    and the last of them. Sets are closed, so these two are points of the grid, on either side of `along`.
    """
    first, last, low, high = NO_MOVE, NO_MOVE, along, along
    for move in range(begin, end):
        begins, ends = span(store, int(sets[child[move]]), player, line)
        if begins >= 0 and begins < low:
            first, low = move, begins
        if ends > high:
            last, high = move, ends
    if first == NO_MOVE or last == NO_MOVE:
        return NO_MOVE, NO_MOVE, along, along
    if first != last:
        return first, last, low, high
    for move in range(begin, end):
        begins, ends = span(store, int(sets[child[move]]), player, line)
        if move != first and begins > along:
            return first, move, low, begins
        if move != first and begins >= 0:
            return move, first, begins, high
    return NO_MOVE, NO_MOVE, along, along


@compiled_part
def decision(
    store: SetStore, sets: Moves, child: Moves, begin: int, end: int, player: int, line: int, along: int
) -> tuple[int, int, int, int]:
    """Return how a point is attained: the values of `lottery`, or the first move that does so alone and `NO_MOVE`."""
    row, column = (line, along) if player == 0 else (along, line)
    for move in range(begin, end):
        if has(store, int(sets[child[move]]), row, column):
            return move, NO_MOVE, along, along
    return lottery(store, sets, child, begin, end, player, line, along)


@compiled_part
def target_of_move(
    box: Ranks, threats: Ranks, number: int, move: int, player: int, line: int, made: tuple[int, int, int, int]
) -> tuple[int, int]:
    """Return row and column of the point that play after a move is to attain, `number` being the set there.

    After a move that is not made, that is the least the mover can be held to, with the most for the other player.
    """
    choice, other, low, high = made
    if move == choice:
        along = low
    elif move == other:
        along = high
    else:
        line, along = threat(box, threats, number, player)
    return (line, along) if player == 0 else (along, line)


@compiled
def aim_downwards(
    tables: Tables, store: SetStore, sets: Moves, begin: int, end: int, target: Ranks, choice: Moves, other: Moves
) -> None:
    """Decide the moves at the positions of a tree from `begin` to `end`, and the targets after them.

    `sets`, shape (n,), has the number of the set at every position, and `target`, shape (n, 2), row and column of a
    point of the set; it is known from `begin` to `end`. `choice` and `other`, shape (n,), receive the move that is
    made, and the second one of a lottery.
    """
    first_move, child, player = tables
    box, threats = store.box, store.threat
    for position in range(begin, end):
        first, last = first_move[position], first_move[position + 1]
        if first == last:
            continue
        mover = int(player[position])
        line, along = int(target[position, mover]), int(target[position, 1 - mover])
        same = NO_MOVE  # a move to a position with the same set, after which every point can be attained
        for move in range(first, last):
            if sets[child[move]] == sets[position]:
                same = move
                break
        made = same, NO_MOVE, along, along
        if same == NO_MOVE:
            made = decision(store, sets, child, first, last, mover, line, along)
        choice[position] = made[0] - first
        if made[1] != NO_MOVE:
            other[position] = made[1] - first
        for move in range(first, last):
            row, column = target_of_move(box, threats, int(sets[child[move]]), move, mover, line, made)
            target[child[move], 0] = row
            target[child[move], 1] = column


NO_PAIR = -1

DONE = -1
"""Returned instead of a position: nothing is left."""


class Pairs(NamedTuple):
    """Pairs of a position and a target (row, column), those of a position linked to each other.

    `later` is the next pair of the same position, and `latest`, shape (n,), the pair of every position to begin with;
    either may be `NO_PAIR`. `used` is the number of pairs.
    """

    position: Moves
    target: npt.NDArray[np.int32]
    later: Moves
    latest: Moves
    used: Ints

    @classmethod
    def room_for(cls, size: int, latest: Moves) -> Pairs:
        """Return buffers for a number of pairs, of which none is used."""
        position, target, later = (np.empty(shape, dtype=np.int32) for shape in (size, (size, 2), size))
        return cls(position, target, later, latest, np.zeros(1, dtype=np.int64))


def _pairs(sets: ProfileSets, tables: Tables, root: tuple[int, int]) -> Pairs:
    """Return all pairs that play from the root's target can lead to, the threats included."""
    positions, most_moves = len(sets.graph), int(np.diff(tables.first_move).max())
    pairs = Pairs.room_for(positions + most_moves + 1, np.full(positions, NO_PAIR, dtype=np.int32))
    add(pairs, 0, *root)
    position = 0
    while (position := pairs_downwards(tables, sets.store, sets.number, position, pairs)) != DONE:
        larger, count = Pairs.room_for(2 * len(pairs.position), pairs.latest), int(pairs.used[0])
        for new, old in zip(larger[:3], pairs[:3], strict=True):
            new[:count] = old[:count]
        larger.used[0] = count
        pairs = larger
    count = int(pairs.used[0])
    return pairs._replace(position=pairs.position[:count], target=pairs.target[:count], later=pairs.later[:count])


@compiled_part
def found(pairs: Pairs, position: int, row: int, column: int) -> int:
    """Return the pair of a position and a target, or `NO_PAIR`."""
    pair = int(pairs.latest[position])
    while pair != NO_PAIR and (pairs.target[pair, 0] != row or pairs.target[pair, 1] != column):
        pair = int(pairs.later[pair])
    return pair


@compiled
def add(pairs: Pairs, position: int, row: int, column: int) -> None:
    """Enter a pair if it is new; there must be room for it."""
    if found(pairs, position, row, column) == NO_PAIR:
        pair = pairs.used[0]
        pairs.position[pair] = position
        pairs.target[pair, 0] = row
        pairs.target[pair, 1] = column
        pairs.later[pair] = pairs.latest[position]
        pairs.latest[position] = pair
        pairs.used[0] += 1


@compiled
def pairs_downwards(tables: Tables, store: SetStore, sets: Moves, begin: int, pairs: Pairs) -> int:
    """Enter the pairs that play can lead to from position `begin` on; return `DONE`, or the position without room."""
    first_move, child, player = tables
    box, threats = store.box, store.threat
    for position in range(begin, len(player)):
        first, last = first_move[position], first_move[position + 1]
        mover, pair = int(player[position]), int(pairs.latest[position])
        while pair != NO_PAIR and first < last:
            if pairs.used[0] + last - first > len(pairs.position):
                return position
            line, along = int(pairs.target[pair, mover]), int(pairs.target[pair, 1 - mover])
            made = decision(store, sets, child, first, last, mover, line, along)
            for move in range(first, last):
                row, column = target_of_move(box, threats, int(sets[child[move]]), move, mover, line, made)
                add(pairs, child[move], row, column)
            pair = int(pairs.later[pair])
    return DONE


@compiled
def link(
    tables: Tables,
    store: SetStore,
    sets: Moves,
    pairs: Pairs,
    number: Moves,
    new_first_move: Ints,
    new_child: Moves,
    choice: Moves,
    other: Moves,
) -> None:
    """Write the moves between pairs into `new_child`, and those that are made into `choice` and `other`.

    `number` is the new position of every pair, and `new_first_move` belongs to the graph of pairs.
    """
    first_move, child, player = tables
    box, threats = store.box, store.threat
    for pair in range(pairs.used[0]):
        position, new = int(pairs.position[pair]), number[pair]
        first, last = first_move[position], first_move[position + 1]
        if first == last:
            continue
        mover = int(player[position])
        line, along = int(pairs.target[pair, mover]), int(pairs.target[pair, 1 - mover])
        made = decision(store, sets, child, first, last, mover, line, along)
        choice[new] = made[0] - first
        if made[1] != NO_MOVE:
            other[new] = made[1] - first
        for move in range(first, last):
            row, column = target_of_move(box, threats, int(sets[child[move]]), move, mover, line, made)
            new_child[new_first_move[new] + move - first] = number[found(pairs, child[move], row, column)]
