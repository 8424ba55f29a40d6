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
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, Literal, cast

import numpy as np

from seqform.backends.bestnash.chance import ChanceSets, Payoffs, chance_sets
from seqform.backends.bestnash.induction import induced_choices, tables_of
from seqform.backends.bestnash.induction_kernel import Tables
from seqform.backends.bestnash.layout import BY_KEY, FIRST, LAST, NO_MOVE, Ranks
from seqform.backends.bestnash.profile_sets import (
    Effort,
    GivenUpError,
    PayoffGrid,
    Play,
    ProfileSets,
    PureSets,
    attained,
    profile_sets,
    pure_sets,
)
from seqform.backends.bestnash.set_kernel import aim_downwards, play_at
from seqform.backends.protocol import (
    MET_BY_EXACT_ANSWERS,
    UNSET_OPTIONS,
    OwnOptions,
    SolveOptions,
    Traits,
    checks_call,
    translate,
)
from seqform.errors import GameError, ModelError, OptionError
from seqform.models.answers.equilibrium import PositionEquilibrium, PositionSolution
from seqform.models.games.positions import Moves, PositionGraph, PositionStrategy
from seqform.models.numbers.exact import ExactArray
from seqform.models.numbers.given import Given
from seqform.models.numbers.text import short
from seqform.models.options import Read, one_of, option, truth, whole
from seqform.models.options import pair as two_payoffs
from seqform.models.programs.solutions import Termination
from seqform.models.strategies.profile_set import (
    Objective,
    ObjectiveLike,
    exact_payoffs,
    objective,
)
from seqform.system.deadline import Deadline

Ties = Literal["first", "last", "random"]

_TIES = {"first": FIRST, "last": LAST, "random": BY_KEY}

SOLVER = "seqform bestNash"


@dataclass(frozen=True)
class BestNashOptions(OwnOptions):
    """The options of the backend ``bestnash``."""

    backend: ClassVar[str] = "bestnash"

    objective: Objective | None = option(
        None,
        "Find the best equilibrium of a two-player game.",
        cast("Read", objective),
        metavar="NAME",
    )
    target_payoffs: Payoffs | None = option(
        None, "Find an equilibrium that pays exactly this.", two_payoffs, metavar="NUMBER,NUMBER"
    )
    pure: bool = option(False, "No mixed strategies.", truth)
    ties: Ties = option(
        "first", "Of equally good moves, the first, the last or a random one.", one_of(_TIES)
    )
    seed: int = option(0, "Of the random moves.", whole(0))

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.objective is not None and self.target_payoffs is not None:
            raise OptionError(
                "objective and target_payoffs: both choose an equilibrium; leave one out"
            )


class BestNashBackend:
    """Games of perfect information as graphs of positions, exactly.

    The option `objective` asks for the best equilibrium of a two-player game, and `target_payoffs` for one that pays
    exactly this, among those in which nobody mixes if `pure` is true; then the best one is found of more players, too.
    Without them one in pure moves is found by backward induction, for any number of players; `ties` and `seed` are
    those of `backward_induction`. A time limit cuts off the search for the best equilibria of games with chance, or
    with more than two players, which may also end at its limits of boxes; all else takes time linear in the moves.

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
    traits = Traits(options=BestNashOptions, meets=MET_BY_EXACT_ANSWERS)

    @checks_call
    def solve(self, model: Any, options: SolveOptions = UNSET_OPTIONS) -> PositionSolution:
        """Return a subgame perfect equilibrium; see `Backend.solve`, and for further errors `best_nash`."""
        started = time.perf_counter()
        own = BestNashOptions.of(options)
        translate(self.name, options, {"time_limit": ("time_limit",)}, MET_BY_EXACT_ANSWERS)
        effort = Effort(deadline=Deadline(options.time_limit))
        passed = dict(options.raw)
        in_pure_moves = ", in pure moves" if own.pure else ""

        termination = Termination.SOLVED
        equilibrium = None
        try:
            if own.objective is not None:
                equilibrium = best_nash(model, own.objective, mixing=not own.pure, effort=effort)
                passed["objective"] = own.objective.name
                status = own.objective.claim + in_pure_moves
            elif own.target_payoffs is not None:
                payoffs = own.target_payoffs
                equilibrium = nash_paying(model, payoffs, mixing=not own.pure, effort=effort)
                passed["target_payoffs"] = [str(payoff) for payoff in payoffs]
                status = "attained" + in_pure_moves
            else:
                equilibrium = backward_induction(model, ties=own.ties, seed=own.seed)
                status = "solved by backward induction"
        # Other errors are raised: more time or boxes would not help.
        except GivenUpError as error:
            status = str(error)
            termination = Termination.ITERATION_LIMIT
            if effort.deadline.passed:
                termination = Termination.TIME_LIMIT

        return PositionSolution(
            termination,
            status,
            seconds=time.perf_counter() - started,
            options=passed,
            solver=SOLVER,
            equilibrium=equilibrium,
        )


def backward_induction(
    graph: PositionGraph, *, ties: Ties = "first", seed: int = 0
) -> PositionEquilibrium:
    """Find a subgame perfect equilibrium in pure moves, in time proportional to the number of moves.

    There may be any number of players, with or without chance. Of moves that are equally good for the player who moves,
    `ties` takes the first, the last or, by `seed`, a random one. The answer has no profiles, since only one equilibrium
    was looked for (Littman et al. 2006, section 1.2).

    Examples
    --------
    The game of the paper's figure 1, in which player 0 is indifferent at position 1.

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
    graph: PositionGraph,
    wanted: ObjectiveLike = "social",
    *,
    mixing: bool = True,
    effort: Effort | None = None,
) -> PositionEquilibrium:
    """Find the best subgame perfect equilibrium (Littman et al. 2006, section 2), of two players unless nobody mixes.

    Where positions are shared, the strategy is one of the unfolded graph. The objective is maximised; without `mixing`,
    among the equilibria in which nobody mixes. `effort` limits the work, with chance or more than two players. The
    answer has the profiles of all subgame perfect equilibria of the kind, unless, with chance, their grid is very
    large.

    Raises GameError if there are not two players, or one player without mixing, ModelError if the objective is unknown
    or fails, and SolveError if the sets take too much memory, too many boxes or too much time.

    Examples
    --------
    The game of the paper's figure 1.

    >>> import seqform as sf
    >>> figure = sf.load("littman-figure-1", kind="positions")
    >>> best_nash(figure, "social").values
    (Fraction(1000, 1), Fraction(4, 1))
    >>> print(best_nash(figure, "best-for-2").profiles)
    [2, 1000] × 4, 2 × [4, 100]
    >>> nash_paying(figure, (Fraction(2), Fraction(52))).strategy.at(1)  # the mover, player 0, mixes
    {0: Fraction(48, 97), 1: Fraction(49, 97)}
    """
    sets = equilibrium_sets(graph, mixing=mixing, effort=effort)
    values = objective(wanted).best_of(sets.boxes())
    if isinstance(sets, ProfileSets):
        # The best point of a line or rectangle may lie off the grid, which is then made once more to go through it.
        first, second = values
        if sets.grid.place((first, second)) is None:
            return nash_paying(graph, (first, second), mixing=mixing)
    return _paying(sets, values)


def nash_paying(
    graph: PositionGraph,
    payoffs: Sequence[Given],
    *,
    mixing: bool = True,
    effort: Effort | None = None,
) -> PositionEquilibrium:
    """Find a subgame perfect equilibrium of a two-player game that has exactly these payoffs.

    They need not occur in the game. Arguments, result and errors are those of `best_nash`, and a ModelError if no
    equilibrium has the payoffs.
    """
    first, second = exact_payoffs(payoffs)
    values = (first, second)
    if len(graph.players) > 2:
        counts = f"of two players, not {len(graph.players)}"
        raise GameError(f"target_payoffs: {counts}; take the objective nearest(A,B,...) with pure")
    return _paying(equilibrium_sets(graph, mixing=mixing, effort=effort, through=[values]), values)


Sets = ProfileSets | PureSets | ChanceSets


def equilibrium_sets(
    graph: PositionGraph,
    *,
    mixing: bool = True,
    effort: Effort | None = None,
    through: Sequence[Payoffs] = (),
) -> Sets:
    """Return the payoffs of the subgame perfect equilibria at every position; `through` is that of `profile_sets`.

    Other arguments and errors are those of `best_nash`.
    """
    if len(graph.players) > 2 and not mixing:
        return pure_sets(graph, effort=effort)
    if graph.has_chance and len(graph.players) == 2:
        return chance_sets(graph, mixing=mixing, effort=effort)
    return profile_sets(graph, mixing=mixing, through=through)


def _paying(sets: Sets, values: Any) -> PositionEquilibrium:
    strategy = attain(sets, values) if isinstance(sets, ProfileSets) else sets.attain(values)
    return PositionEquilibrium(strategy, values, sets.profiles())


# ---- strategies that attain a point of the profile set ----

_POSITIONS_AT_ONCE = 1_000_000
"""In one call of the kernel, so that the keyboard can interrupt it."""


def attain(sets: ProfileSets, payoffs: tuple[Fraction, Fraction]) -> PositionStrategy:
    """Return a subgame perfect equilibrium that pays a point of the utility profile set, on the grid.

    Where positions are shared, it is a strategy of an unfolded graph, as of `attained`. Raises ModelError if no
    subgame perfect equilibrium pays that, or the point is not on the grid.

    References
    ----------
    Littman, Ravi, Talwar & Zinkevich (2006), the end of section 2.
    """
    graph = sets.graph
    tables = tables_of(graph)
    place = _place_in_root(sets, payoffs)
    if not graph.is_tree:
        return attained(
            graph, place, lambda position, here: _decision(sets, tables, position, here)
        )

    # In a tree every position has one target, so that the loop goes through all of them in machine code.
    target = np.zeros((len(graph), 2), dtype=np.int32)
    target[0] = place
    choice = np.full(len(graph), -1, dtype=np.int32)
    second_choice = choice.copy()
    for begin in range(0, len(graph), _POSITIONS_AT_ONCE):
        end = min(begin + _POSITIONS_AT_ONCE, len(graph))
        aim_downwards(tables, sets.store, sets.number, begin, end, target, choice, second_choice)
    return _strategy(graph, sets.grid, target, choice, second_choice)


def _decision(sets: ProfileSets, tables: Tables, position: int, place: tuple[int, int]) -> Play:
    """Return how a point of the grid is attained at a position."""
    graph = sets.graph
    mover = int(graph.player[position])
    after = np.empty((len(graph.moves(position)), 2), dtype=np.int32)
    choice, second = play_at(
        tables, sets.store, sets.number, position, place[mover], place[1 - mover], after
    )
    share = Fraction(0)
    if second != NO_MOVE:
        axis = 1 - mover  # a lottery varies the payoff of the other player
        low = int(after[choice, axis])
        high = int(after[second, axis])
        share = _share(sets.grid, axis, place[axis], low, high)
    return Play([(row, column) for row, column in after.tolist()], choice, second, share)


def _share(grid: PayoffGrid, axis: int, place: int, low: int, high: int) -> Fraction:
    """Return the λ with which a place on an axis of the grid is (1 - λ) low + λ high."""
    payoffs = grid.axes[
        axis
    ].numerators  # at half the places, since open intervals lie at the odd ones
    least = int(payoffs[low // 2])
    return Fraction(int(payoffs[place // 2]) - least, int(payoffs[high // 2]) - least)


def _place_in_root(sets: ProfileSets, payoffs: tuple[Fraction, Fraction]) -> tuple[int, int]:
    """Return row and column of payoffs in the root set; raise ModelError if they are not in it, or not on the grid."""
    first, second = exact_payoffs(payoffs)
    pair = (first, second)
    text = f"({', '.join(map(short, pair))})"
    if pair not in sets.root:
        in_pure_moves = "" if sets.mixing else " in pure moves"
        raise ModelError(f"payoffs {text}: no subgame perfect equilibrium{in_pure_moves} pays that")
    place = sets.grid.place(pair)
    if place is None:
        raise ModelError(
            f"payoffs {text}: not on the grid of the payoffs that occur; give them to `profile_sets` as `through`"
        )
    return place


def _strategy(
    graph: PositionGraph, grid: PayoffGrid, target: Ranks, choice: Moves, second_choice: Moves
) -> PositionStrategy:
    """Return the strategy of the moves: a lottery has the λ with target = (1 - λ) low + λ high.

    `target`, shape (n, 2), has row and column of the point that every position attains.
    """
    mixed = np.flatnonzero(second_choice >= 0)
    first_move = graph.first_move[mixed]
    after_first = graph.child[first_move + choice[mixed]]
    after_second = graph.child[first_move + second_choice[mixed]]

    # A lottery varies the payoff of the other player.
    axis = 1 - graph.player[mixed].astype(np.int64)
    low = target[after_first, axis]
    high = target[after_second, axis]
    places = np.stack([axis, target[mixed, axis], low, high], axis=1)

    # Equal lotteries share one fraction: there are few of them, and millions of positions.
    distinct, which = np.unique(places, axis=0, return_inverse=True)
    shares = [_share(grid, *lottery) for lottery in distinct.tolist()]
    probability = ExactArray.of(shares).take(which.reshape(-1))
    return PositionStrategy(graph, choice, mixed, second_choice[mixed], probability)
