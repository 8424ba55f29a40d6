"""All equilibria at once: ranges of probabilities in constant-sum games, and payoffs in games of perfect information.

The optimal plans of a player are a polytope, and a strategy is optimal for one player whatever the other's is. The
probability of an action is a ratio of two weights of a plan, so its extremes are those of a linear-fractional program.
The linear programs only propose: the plan that attains an end is checked on the game, and the multipliers of the
program prove, by one best response, that no optimal plan goes beyond it. So do those of the optimal strategies that
earn least or most against a given opponent.

The payoffs are those of the subgame perfect equilibria from every node of a game of perfect information on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from seqform.backends.bestnash.backend import equilibrium_sets
from seqform.backends.bestnash.profile_sets import Effort
from seqform.backends.exact.solution import ExactBackend
from seqform.backends.protocol import SolveOptions, options_among
from seqform.builders.forms.sequence_form import sequence_form
from seqform.builders.preprocess.merge import merge_equivalent
from seqform.builders.preprocess.subgames import perfect_information
from seqform.builders.programs.zero_sum_lp import optimal_ratio_lp, response_lp
from seqform.errors import CertificationError, GameError, ModelError, SolveError
from seqform.io.load import load
from seqform.models.answers.certificate import NASH, Certificate
from seqform.models.answers.computed import Computed
from seqform.models.games.extensive import CHANCE, ExtensiveGame
from seqform.models.games.infosets import SequenceIndex, player_label, player_number
from seqform.models.games.matrices import require_own_tree
from seqform.models.games.positions import END, PositionGraph
from seqform.models.numbers.exact import ExactArray, Ints, Mask
from seqform.models.numbers.text import counted
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.programs.solutions import RawSolution
from seqform.models.reduced import Reduced
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy, RealizationPlan
from seqform.models.strategies.profile_set import PayoffSet, UtilityProfileSet
from seqform.models.table import MAX_ROWS, SHOW_ALL, Cell, Line, Part, Report, Table, Tabular
from seqform.solving.api import game_for, solve
from seqform.solving.concepts import SubgamePerfect
from seqform.solving.routes.plans import require_constant_sum
from seqform.system.deadline import Deadline, within
from seqform.verify.guarantee import guarantee_of
from seqform.verify.nash import certify, payoff_by_sequence
from seqform.verify.sequential import exact_strategy


class Range(NamedTuple):
    """The least and the greatest probability; both are attained, and all between them."""

    low: Fraction
    high: Fraction


@dataclass(frozen=True, eq=False)
class OptimalPlans(Computed):
    """The optimal plans of one player of a constant-sum game: all that guarantee `value`."""

    free = ("options", "progress")

    game: ExtensiveGame
    player: int
    value: Fraction
    options: SolveOptions | None = None
    progress: Callable[[str], None] | None = None

    @cached_property
    def possible(self) -> Mask:
        """Mask of the sequences to which some optimal plan gives a positive weight, shape (|S|,).

        Each round asks for the optimal plan with the largest sum of weights of the sequences not seen yet. It shows at
        least one of them, or proves by a sum of 0 that there are no more.
        """
        size = len(self.game.sequences[self.player].index)
        unknown = np.ones(size, dtype=bool)
        empty_sequence = ExactArray.unit(size, 0)
        while unknown.any():
            if self.progress is not None:
                self.progress(
                    f"optimal strategies of {player_label(self.player)}: {unknown.sum():,} sequences left"
                )
            sum_of_unknown = ExactArray(unknown.astype(np.int64))
            weights, greatest = self.extreme(sum_of_unknown, empty_sequence)
            if greatest == 0:
                break
            unknown &= np.asarray(weights.numerators == 0, dtype=bool)
        return ~unknown

    def shares(self, parts: Sequence[ExactArray]) -> tuple[Range | None, ...]:
        """Return the range of each part·x / Σ parts·x over the optimal plans x for which the sum is positive.

        Parts are nonnegative combinations of sequences, shape (|S|,). The result is None for all of them if the sum is
        0 for all optimal plans.
        """
        total = sum(parts[1:], parts[0])
        if len(parts) != 2:
            return tuple(self._share(part, total) for part in parts)

        # Of two parts the second is the rest, without programs of its own.
        share = self._share(parts[0], total)
        if share is None:
            return None, None
        return share, Range(1 - share.high, 1 - share.low)

    def sums(self, parts: Sequence[ExactArray]) -> tuple[Range | None, ...]:
        """Return the ranges, as in `shares`, of the first part, the first two together, and so on up to all but one."""
        total = sum(parts[1:], parts[0])
        return tuple(self._share(sum(parts[1:k], parts[0]), total) for k in range(1, len(parts)))

    def _share(self, part: ExactArray, total: ExactArray) -> Range | None:
        """Return the range of part·x / total·x; it is known without programs where a part is always 0."""
        rest = total - part
        has_part = bool(np.any((part.numerators != 0) & self.possible))
        has_rest = bool(np.any((rest.numerators != 0) & self.possible))
        if not has_part and not has_rest:
            return None
        if not has_rest:
            return Range(Fraction(1), Fraction(1))
        if not has_part:
            return Range(Fraction(0), Fraction(0))

        if self.progress is not None:
            self.progress(
                f"range of probabilities of {player_label(self.player)} over all equilibria"
            )
        _, negated_low = self.extreme(-part, total)
        _, high = self.extreme(part, total)
        return Range(-negated_low, high)

    @cached_property
    def form(self) -> SequenceForm:
        """The sequence form of the game."""
        return sequence_form(self.game).target

    def extreme(self, part: ExactArray, total: ExactArray) -> tuple[ExactArray, Fraction]:
        """Return a multiple of an optimal plan with the greatest part·x / total·x, and this ratio, both checked."""
        program = optimal_ratio_lp(self.form, self.player, self.value, part, total)
        return self.proved(program, part, total)

    def proved(
        self, program: Reduced[LinearProgram, RawSolution, Any], part: ExactArray, total: ExactArray
    ) -> tuple[ExactArray, Fraction]:
        """Return the same from a program that proposes the weights, and multipliers that prove the ratio.

        The weights are λ ȳ of a plan ȳ, and the multipliers μ times a plan z of the opponent. Two checks on the game
        prove the answer, whatever the program is: λ ȳ guarantees λ times the value, so that ȳ is optimal. And with the
        ratio r no plan x has (part - r total)·x plus its payoff against μ z above μ times the value. An optimal x has
        a payoff of at least the value against z, so (part - r total)·x is at most 0: its ratio is at most r.
        """
        step = program.then(merge_equivalent)
        raw = ExactBackend().solve(step.target, self.options)
        if not raw.solved:
            raise SolveError(
                f"ranges of {player_label(self.player)}: {raw.termination} ({raw.status})", raw
            )
        weights, multipliers = step.lift(raw)
        ratio = part.dot(weights) / total.dot(weights)
        own = self.game.sequences[self.player].index
        opponent = self.game.sequences[1 - self.player].index

        guarantee = guarantee_of(self.game, self.player, weights)
        is_optimal = guarantee == multiple_of_a_plan(own, weights) * self.value

        against = payoff_by_sequence(self.game, self.player, self.player, multipliers)
        gradient = part - total * ratio + against
        greatest = own.best_response(gradient).value
        is_bound = greatest <= multiple_of_a_plan(opponent, multipliers) * self.value
        if not (is_optimal and is_bound):
            raise CertificationError(
                "the evidence about a range fails its check on the game; please report the game"
            )
        return weights, ratio


def multiple_of_a_plan(index: SequenceIndex, weights: ExactArray) -> Fraction:
    """Return λ for the weights λ ȳ of a plan ȳ."""
    multiple = weights[0]
    if multiple > 0 and RealizationPlan(index, weights * (1 / multiple)).residual() == 0:
        return multiple
    if weights.equals(ExactArray.zeros(len(index))):
        return multiple
    raise ModelError(f"the weights are no multiple of a plan of {player_label(index.player)}")


def optimal_plans(
    game: ExtensiveGame,
    certificate: Certificate | None = None,
    *,
    options: SolveOptions | None = None,
    progress: Callable[[str], None] | None = None,
) -> tuple[OptimalPlans, OptimalPlans]:
    """Return the optimal plans of both players of a constant-sum game, whose value is solved for if it is not known.

    It is known from the `certificate` of an exact equilibrium of this game, and of no other claim.
    """
    require_constant_sum(game)
    is_known = certificate is not None and certificate.holds(NASH) and certificate.is_on(game)
    if certificate is None or not is_known:
        certificate = solve(game, exact=True, options=options, progress=progress).certificate
    first, second = (
        OptimalPlans(game, player, Fraction(value), options, progress)
        for player, value in enumerate(certificate.values)
    )
    return first, second


@dataclass(frozen=True, eq=False)
class ExtremeOptimalStrategy(Computed):
    """An exact optimal strategy, of which it is proved that no other one earns less (or more) against an opponent.

    It earns `earned` against the strategy `against`, the least if `worst`, else the most, and `guarantee`, the value of
    the game, against any opponent.
    """

    strategy: BehaviorStrategy
    against: BehaviorStrategy
    worst: bool
    earned: Fraction
    guarantee: Fraction


def extreme_optimal_strategy(
    game: ExtensiveGame,
    player: int | str,
    against: BehaviorStrategy,
    *,
    worst: bool = True,
    equilibrium: BehaviorProfile | None = None,
    options: SolveOptions | None = None,
) -> ExtremeOptimalStrategy:
    """Return the optimal strategy of a player that earns least, or most, against a given opponent.

    The worst one is the baseline for any refinement: the plain linear program may return it.

    - `player`: 0, 1 or a name.
    - `against`: The opponent's, exact: `uniform_strategy`, or one that is `blundering`.
    - `equilibrium`: An exact equilibrium, for the value of the game; computed if absent.

    At sets that the plan leaves out the strategy is a best response to `against`.

    References
    ----------
    Čermák, Bošanský & Lisý, Practical performance of refinements of Nash equilibria in extensive-form zero-sum games,
    ECAI 2014.
    """
    player = player_number(player, game.players)
    require_constant_sum(game)
    if against.index.player == player:
        raise ModelError(
            f"extreme_optimal_strategy: a strategy of {player_label(1 - player)} expected, not of "
            f"{player_label(player)}"
        )
    opponent_weights = exact_strategy(game, against).plan.exact_weights("against")
    gradient = payoff_by_sequence(game, player, player, opponent_weights)
    certificate = None
    if equilibrium is not None:
        certificate = certify(game, equilibrium)
        if not certificate.holds(NASH):
            raise ModelError(
                f"extreme_optimal_strategy: an exact equilibrium of the game expected, but {certificate}"
            )
    plans = optimal_plans(game, certificate, options=_tight(options))[player]

    # The ratio to the weight of the empty sequence is the payoff itself.
    sign = -1 if worst else 1
    program = response_lp(plans.form, player, opponent_weights * sign, plans.value)
    empty_sequence = ExactArray.unit(len(gradient), 0)
    weights, greatest = plans.proved(program, gradient * sign, empty_sequence)
    plan = RealizationPlan(game.sequences[player].index, weights * (1 / weights[0]))
    strategy = plan.behavior(gradient)
    return ExtremeOptimalStrategy(strategy, against, worst, greatest * sign, plans.value)


def _tight(options: SolveOptions | None) -> SolveOptions:
    """Return the options with HiGHS's tightest tolerances: optimal strategies differ by little."""
    options = options or SolveOptions()
    if options.tolerance is not None:
        return options
    tight = dict.fromkeys(("primal_feasibility_tolerance", "dual_feasibility_tolerance"), 1e-10)
    return replace(options, raw={**tight, **options.raw})


SetRanges = Mapping[str, Mapping[str, Range | None]]
"""Of every action at every information set of a player."""


class StrategyRanges(tuple[SetRanges, SetRanges], Tabular):
    """The ranges of all probabilities over all equilibria: a pair of mappings, player 0's first, with its table.

    From the name of an information set and an action to a `Range`, or None where the player's choices lead to the set
    in no equilibrium.
    """

    game: ExtensiveGame

    def __new__(cls, game: ExtensiveGame, first: SetRanges, second: SetRanges) -> StrategyRanges:
        """Return the pair, with the game for the names of players and sets in the table."""
        pair = super().__new__(cls, (first, second))
        pair.game = game
        return pair

    def __reduce__(self) -> tuple[type[StrategyRanges], tuple[Any, ...]]:
        return StrategyRanges, (self.game, *self)

    def report(self, *, everything: bool = False) -> Report:
        """Return a table of all actions, with the least and the greatest probability."""
        rows: list[list[Cell]] = []
        for player, sets in enumerate(self):
            names = self.game.shown_names(player)
            for infoset, actions in sets.items():
                for action, ends in actions.items():
                    low, high = (None, None) if ends is None else ends
                    rows.append([self.game.players[player], names[infoset], action, low, high])

        def table(rows_shown: list[list[Cell]]) -> Table:
            columns = ("player", "information set", "action", "least", "greatest")
            title = f"Probabilities over all equilibria of {self.game.title}"
            return Table(title, columns, "lllrr", rows_shown)

        shown = rows if everything else rows[:MAX_ROWS]
        parts: list[Part] = [table(shown)]
        if len(rows) > len(shown):
            parts.append(Line(f"{len(rows) - len(shown):,} more", hint=f"{SHOW_ALL} one"))
        return Report(parts, {"ranges": lambda: table(rows)})

    def __repr__(self) -> str:
        num_sets = sum(map(len, self))
        return f"<StrategyRanges of {self.game.title!r}: {counted(num_sets, 'information set')}>"


def strategy_ranges(
    game: Any,
    *,
    options: SolveOptions | Mapping[str, Any] | None = None,
    progress: Callable[[str], None] | None = None,
    **portable: Any,
) -> StrategyRanges:
    """Return for both players the ranges of all probabilities over all equilibria of a constant-sum game.

    A probability is that of an action given that the player's own choices lead to its information set, over the
    equilibria in which they do. It is None where they do in no equilibrium: every behavior there is part of one.

    Examples
    --------
    >>> import seqform as sf
    >>> first, second = sf.strategy_ranges("kuhn")
    >>> [str(end) for end in first["J:"]["bet"]]
    ['0', '1/3']
    >>> first["Q:"]["bet"]
    Range(low=Fraction(0, 1), high=Fraction(0, 1))
    """
    applicable = ("time_limit", "tolerance", "threads", "verbose", "progress", "raw")
    chosen = options_among("strategy_ranges", applicable, options, **portable)
    with within(chosen.time_limit):
        first, second = optimal_plans(load(game), options=chosen, progress=progress)
        return StrategyRanges(first.game, _set_ranges(first), _set_ranges(second))


def _set_ranges(plans: OptimalPlans) -> SetRanges:
    index = plans.game.sequences[plans.player].index
    ranges = {}
    for row, name in enumerate(index.infoset_names):
        start, stop = index.first_sequence[row : row + 2].tolist()
        weights = [ExactArray.unit(len(index), sequence) for sequence in range(start, stop)]
        ranges[name] = dict(zip(index.action_names[row], plans.shares(weights), strict=True))
    return ranges


Payable = UtilityProfileSet | PayoffSet


@dataclass(frozen=True, eq=False, repr=False)
class PayoffSets(Computed, Tabular, Mapping[int, Payable]):
    """A mapping from the nodes of a game, its positions, to the payoffs of all equilibria of the subgames there.

    `pure` says whether only equilibria in pure moves count, and `at` returns the set of a position.
    """

    graph: PositionGraph
    pure: bool
    at: Callable[[int], Payable]

    def __getitem__(self, position: int) -> Payable:
        if not 0 <= position < len(self.graph):
            raise KeyError(position)
        return self.at(position)

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self.graph)))

    def __len__(self) -> int:
        return len(self.graph)

    def report(self, *, everything: bool = False) -> Report:
        """Return a table of the positions where somebody moves, each with its set."""
        inner = np.flatnonzero(self.graph.player != END)
        table = self._table(inner if everything else inner[:MAX_ROWS])
        parts: list[Part] = [table]
        if len(inner) > len(table.rows):
            parts.append(Line(f"{len(inner) - len(table.rows):,} more", hint=f"{SHOW_ALL} one"))
        return Report(parts, {"payoff sets": lambda: self._table(inner)})

    def _table(self, positions: Ints) -> Table:
        graph = self.graph
        movers = {CHANCE: "chance", **dict(enumerate(graph.players))}
        rows: list[list[Cell]] = []
        for position in positions.tolist():
            path = ", ".join(self.path(position))
            mover = movers[int(graph.player[position])]
            rows.append([position, path, mover, str(self.at(position))])
        which = " in pure moves" if self.pure else ""
        title = f"Payoffs of the subgame perfect equilibria{which} from each node on"
        return Table(title, ("node", "after", "mover", "payoffs"), "rlll", rows)

    def path(self, position: int) -> list[str]:
        """Return the labels of the moves that lead to a position, by the first way where there are several."""
        labels = []
        while position:
            move = int(np.argmax(self.graph.child == position))  # the first move that leads there
            position = int(np.searchsorted(self.graph.first_move, move, side="right")) - 1
            number = move - int(self.graph.first_move[position])
            labels.append(self.graph.move_label(position, number))
        return labels[::-1]

    def __repr__(self) -> str:
        return f"<PayoffSets of {self.graph.title!r}: {dict(islice(self.items(), 3))}>"


def payoff_sets(game: Any, *, pure: bool = False, time_limit: float | None = None) -> PayoffSets:
    """Return the payoffs of all subgame perfect equilibria from every node of a game of perfect information on.

    They are the sets of Littman, Ravi, Talwar & Zinkevich (2006), of two players, with chance or without; and finite
    sets of any number of players if only equilibria in pure moves count.

    Parameters
    ----------
    game : ExtensiveGame, PositionGraph, or whatever `load` accepts
        The nodes of a tree are its positions. Where positions are shared, play may depend on the moves before.
    pure : bool
        Whether only equilibria in which nobody mixes count.
    time_limit : float, optional
        In seconds, of games with chance or more than two players.

    Raises
    ------
    GameError
        If the game is not of perfect information, or there are not two players and nobody may mix.
    SolveError
        If the sets take too much memory or time.

    Examples
    --------
    >>> sets = payoff_sets("littman-figure-4")
    >>> print(sets[4], sets[4].ranges[0])
    [1, 3] × 2, 1 × [0, 2], 3 × [2, 3] (Fraction(1, 1), Fraction(3, 1))
    >>> print(payoff_sets("littman-figure-4", pure=True)[0])
    (3, 1), (3, 3)
    """
    loaded = game_for(game, SubgamePerfect(), None)
    graph = loaded
    if isinstance(loaded, ExtensiveGame):
        require_own_tree(loaded, "payoff_sets")
        graph = perfect_information(loaded).target
    if not isinstance(graph, PositionGraph):
        raise GameError(
            f"{graph.title}: a game of perfect information expected, not one with ordered signals"
        )
    effort = Effort(deadline=Deadline(time_limit))
    sets = equilibrium_sets(graph, mixing=not pure, effort=effort)
    return PayoffSets(graph, pure, sets.at)
