"""Depth-limited search of constant-sum games of perfect information: minimax, negamax and alpha-beta, with chance.

All methods find the same value. They differ in the number of positions that they search:

- minimax searches all plays up to the horizon; where chance moves it takes expectations (expectimax).
- negamax is minimax with a memory of positions, so that each is searched once.
- alpha-beta is negamax with cut-offs: a move is not searched further once it is refuted. The best move known from the
  memory comes first, then the one that caused the last cut-off at the same depth. A cut-off is right only if what one
  player gains the other loses. Rules that do not declare the sum of the payoffs are searched without, so that every
  end of the game is seen, and one with another sum is an error. What rules of a user's own declare is compared with
  every end that is seen, and stated as assumed where ends are not.

Values are kept as player 1's, so that it does not matter who moves next. A result also has bounds that hold in the
whole game: with the least and the greatest payoff in place of the values at the horizon.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from operator import gt, lt
from time import perf_counter
from typing import Any, NamedTuple

from seqform.builders.games import catalog
from seqform.builders.games.rules import (
    MAX_NODES,
    TERMINAL,
    GameLimits,
    PositionRules,
    Rules,
    StatesOfPositions,
    chance_shares,
    exact_numbers,
    is_rules,
    no_action,
    outcome_row,
    require_two_players,
    whole,
    wrong_player,
)
from seqform.errors import GameError, OptionError
from seqform.io.load import load, resolved
from seqform.models.answers.computed import Computed
from seqform.models.games.extensive import CHANCE
from seqform.models.numbers.exact import Number
from seqform.models.numbers.text import short, shown_rational
from seqform.models.options import argument, number, one_of, shown
from seqform.models.options import whole as whole_from
from seqform.models.table import Cell, Report, Table, Tabular, numeric
from seqform.system.deadline import Deadline, OutOfTimeError
from seqform.system.sources import Source

METHODS = ("alpha-beta", "negamax", "minimax")
MEMORY = 1_000_000
"""Default number of positions in the memory, which is emptied when it is full; each takes some 400 bytes."""

NO_HORIZON = 10**9
"""The depth of a search to the end of the game."""

_DEEPEST = 100_000
"""Calls within each other that a search may take, one for each move."""

_CHECKED_EVERY = 1024
_OTHERWISE = "'seqform solve --concept subgame-perfect' and '--method mcts' are for other games"

Evaluate = Callable[[Any], Any]
"""Estimates the payoff of player 1 from a state on."""


class Searched(NamedTuple):
    """A position's value at the horizon, bounds on its value in the whole game, and best play as nested pairs."""

    value: Any
    low: Any
    high: Any
    line: Any


class _Entry(NamedTuple):
    """A position in the memory: the depth searched, bounds on the value at it, and whether the horizon was not met."""

    depth: int
    least: Any
    greatest: Any
    complete: bool
    found: Searched


class Search:
    """A search of a game by its rules, with a memory that later searches of the same game share.

    - `rules`: Of perfect information.
    - `method`, `memory`: As in `search`.
    - `evaluate`: As in `search`, of a state of the rules.
    """

    def __init__(
        self, rules: Rules[Any, Any], method: str = "alpha-beta", evaluate: Evaluate | None = None,
        memory: int | None = None,
    ) -> None:  # fmt: skip
        argument("method", one_of(METHODS), method)
        self.rules, self.title = rules, rules.title
        self.least, self.greatest, self.sum = _limits_of(rules)
        self.declared = (
            not isinstance(rules, PositionRules)
            and type(rules).__module__.partition(".")[0] != "seqform"
        )
        self.estimate = evaluate
        self.cuts = (
            method == "alpha-beta" and self.sum is not None
        )  # what is cut off may have another sum
        self.memory_size = (0 if method == "minimax" else MEMORY) if memory is None else memory
        self.memory: dict[Hashable, _Entry] = {}
        self.outcomes: dict[Any, int] = {}
        self.lotteries: dict[Any, list[Fraction]] = {}
        self.best_last: dict[int, Any] = {}
        self.nodes = self.cutoffs = self.hits = self.estimates = 0
        self.unlimited = False
        self.deadline = Deadline()

    def value(
        self, state: Any, depth: int | None = None, deadline: Deadline | None = None
    ) -> Searched:
        """Return what a search from a state finds, so many moves deep or to the end of the game."""
        self.estimates, self.deadline = 0, deadline or Deadline()
        self.unlimited, self.best_last = depth is None, {}
        with _deep_calls(self.title):
            return self._visit(
                state, NO_HORIZON if depth is None else depth, self.least, self.greatest
            )

    def _visit(self, state: Any, depth: int, alpha: Any, beta: Any) -> Searched:
        """Return the value of a state if it is between `alpha` and `beta`, else a bound on it beyond them."""
        rules, entry, key, estimates = self.rules, None, None, self.estimates
        if self.memory_size:
            key = rules.position(state)
            entry = self.memory.get(key)
            if entry is not None and (
                entry.depth == depth
                or (entry.complete and (self.unlimited or entry.depth <= depth))
            ):
                found, least, greatest = entry.found, entry.least, entry.greatest
                if least == greatest or least >= beta or greatest <= alpha:
                    self.hits += 1
                    self.estimates += not entry.complete
                    return found
        self.nodes += 1
        if not self.nodes % _CHECKED_EVERY:
            self.deadline.check()
        player = rules.player(state)
        if player == TERMINAL:
            value = self._payoff(state)
            found = Searched(value, value, value, None)
        elif depth == 0:
            self.estimates += 1
            found = Searched(self._estimated(state), self.least, self.greatest, None)
        elif player == CHANCE:
            found = self._expected(state, depth)
        else:
            found = self._best(state, player, depth, alpha, beta, entry)
        if self.memory_size:
            if len(self.memory) >= self.memory_size:
                self.memory.clear()
            value = found.value
            least = value if value > alpha or value <= self.least else self.least
            greatest = value if value < beta or value >= self.greatest else self.greatest
            self.memory[key] = _Entry(depth, least, greatest, self.estimates == estimates, found)
        return found

    def _best(
        self, state: Any, player: int, depth: int, alpha: Any, beta: Any, entry: _Entry | None
    ) -> Searched:
        """Return the largest of the values after a player's moves, the smallest if it is player 2's turn."""
        visit, apply, cuts = self._visit, self.rules.apply, self.cuts
        moves = self._ordered(state, player, depth, entry)
        first, left, line = player == 0, len(moves), None
        better, best = (gt, max) if first else (lt, min)
        value = low = high = -math.inf if first else math.inf
        for move in moves:
            found = visit(apply(state, move), depth - 1, alpha, beta)
            left -= 1
            if better(found.value, value):
                value, line = found.value, (move, found.line)
                if cuts:
                    alpha, beta = (max(alpha, value), beta) if first else (alpha, min(beta, value))
            low, high = best(low, found.low), best(high, found.high)
            if cuts and left and alpha >= beta:
                low, high = (low, self.greatest) if first else (self.least, high)
                self.cutoffs += 1
                self.best_last[depth] = move
                break
        return Searched(value, low, high, line)

    def _ordered(self, state: Any, player: int, depth: int, entry: _Entry | None) -> Sequence[Any]:
        """Return a player's moves, those first that are likely to be best."""
        moves = self.rules.actions(state)
        if not moves:
            raise no_action(self.title, player, repr(state))
        if player not in (0, 1):
            raise wrong_player(self.title, player)
        if self.cuts:
            first = (
                [entry.found.line[0]] if entry is not None and entry.found.line is not None else []
            )
            killer = self.best_last.get(depth)
            if killer is not None and killer in moves and killer not in first:
                first.append(killer)
            if first:
                return [*first, *(move for move in moves if move not in first)]
        return moves

    def _expected(self, state: Any, depth: int) -> Searched:
        """Return the expectation of the values after chance's moves."""
        lottery = self.rules.chance(state)
        if not lottery:
            raise no_action(self.title, CHANCE, repr(state))
        weights = tuple(weight for _, weight in lottery)
        if weights not in self.lotteries:
            self.lotteries[weights] = chance_shares(self.title, weights)
        value = low = high = 0
        for (move, _), share in zip(lottery, self.lotteries[weights], strict=True):
            if share:
                found = self._visit(
                    self.rules.apply(state, move), depth - 1, self.least, self.greatest
                )
                value, low, high = (
                    value + share * found.value,
                    low + share * found.low,
                    high + share * found.high,
                )
        return Searched(value, low, high, None)

    def _payoff(self, state: Any) -> Any:
        payoffs = self.rules.payoffs(state)
        known = len(self.outcomes)
        if outcome_row(self.title, payoffs, self.outcomes) == known:
            if not self.least <= payoffs[0] <= self.greatest:
                raise GameError(
                    f"{self.title}: a payoff of player 1 is {shown_rational(payoffs[0])}, and the rules declare "
                    f"payoffs from {shown_rational(self.least)} to {shown_rational(self.greatest)}: correct them"
                )
            total = Fraction(sum(exact_numbers(self.title, "payoffs", payoffs)))
            self.sum = total if self.sum is None else self.sum
            if total != self.sum:
                raise GameError(
                    f"{self.title} is not constant-sum, as a search expects: payoffs sum to "
                    f"{shown_rational(self.sum)} and to {shown_rational(total)}; "
                    f"{_OTHERWISE}"
                )
        return payoffs[0]

    @property
    def assumed(self) -> str:
        """The statements of rules about ends of the game that were not seen; empty if nothing is assumed."""
        if (
            not self.declared
            or not (self.cutoffs or self.estimates)
            or self.sum is None
            or self.least == -math.inf
        ):
            return ""
        return (
            f"payoffs of player 1 from {shown_rational(self.least)} to {shown_rational(self.greatest)} that sum with "
            f"player 2's to {shown_rational(self.sum)}, as the rules declare: not all ends of the game were seen"
        )

    def _estimated(self, state: Any) -> Any:
        if self.estimate is None:
            if self.least == -math.inf:
                raise OptionError(
                    f"{self.title}: a value at the horizon needs evaluate=, a function of the state, or an attribute "
                    "limits of the rules, a seqform.play.GameLimits"
                )
            return whole(Fraction(self.least + self.greatest) / 2)
        value = self.estimate(state)
        try:
            is_between = self.least <= value <= self.greatest
        except TypeError:
            is_between = False
        if not is_between:
            raise GameError(
                f"{self.title}: evaluate returned {shown(value)}; a payoff of player 1 from "
                f"{shown_rational(self.least)} to {shown_rational(self.greatest)} expected"
            )
        return value


def _limits_of(rules: Rules[Any, Any]) -> tuple[Any, Any, Fraction | None]:
    """Return the least and the greatest payoff of player 1, infinite if unknown, and the sum of both players' payoffs.

    They are those that the rules declare, or of a graph of positions.
    """
    total: Fraction | None
    require_two_players(rules, "searches for the value")
    if isinstance(rules, PositionRules):
        first, sums = [pair[0] for pair in rules.outcomes], {sum(pair) for pair in rules.outcomes}
        least, greatest, total = min(first), max(first), sums.pop() if len(sums) == 1 else None
    else:
        limits = getattr(rules, "limits", None)
        if not isinstance(limits, GameLimits):
            return -math.inf, math.inf, None
        (least, greatest), total = limits.payoff_range(0), limits.constant_sum
    if total is None:
        raise GameError(f"{rules.title} is not constant-sum, as a search expects; {_OTHERWISE}")
    return whole(least), whole(greatest), total


@contextmanager
def _deep_calls(title: str) -> Iterator[None]:
    """Let a search call itself once for each move of a long play."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, _DEEPEST))
    try:
        yield
    except RecursionError:
        raise GameError(
            f"{title}: plays of more than {_DEEPEST // 3:,} moves; give a depth"
        ) from None
    finally:
        sys.setrecursionlimit(before)


# ---- results ----


@dataclass(frozen=True)
class Iteration:
    """A search to one depth: its value, with the positions searched and the seconds spent."""

    depth: int
    value: Number
    nodes: int
    seconds: float


@dataclass(frozen=True)
class SearchResult(Computed, Tabular):
    """The result of a search.

    - `value`: The payoff of player 1 under best play up to the horizon, where it is estimated.
    - `line`: Best play: the labels of the moves, up to the horizon, a move of chance, or the end.
    - `bounds`: Between them is the value of the whole game; infinite where the rules declare no limits.
    - `depth`: The moves searched, None if to the end of all plays that matter.
    - `nodes`, `cutoffs`, `hits`: Positions searched, nodes at which moves were cut off, and positions found in the
      memory.
    - `iterations`: One for each depth of iterative deepening.
    - `assumed`: What `bounds` and `value` assume of ends of the game that were not seen, as rules of a user's own
      declare it; empty if nothing.
    """

    title: str
    method: str
    value: Number
    line: tuple[str, ...]
    bounds: tuple[Number, Number]
    depth: int | None
    nodes: int
    cutoffs: int
    hits: int
    seconds: float
    iterations: tuple[Iteration, ...] = ()
    assumed: str = ""

    @property
    def proven(self) -> bool:
        """True if the value is that of the whole game, if what is `assumed` is true."""
        return self.bounds[0] == self.bounds[1]

    def __repr__(self) -> str:
        return (
            f"<SearchResult of {self.title!r}: value {short(self.value)}, {self.nodes:,} positions>"
        )

    def report(self, *, everything: bool = False) -> Report:
        """Return the findings as a table, and the depths of iterative deepening as another."""
        rows: list[list[Cell]] = [
            ["value to player 1" if self.proven else "value at the horizon", self.value],
            ["lower bound in the whole game", self.bounds[0]],
            ["upper bound in the whole game", self.bounds[1]],
            ["line", ", ".join(self.line)],
            ["depth", "to the end" if self.depth is None else self.depth],
            ["positions searched", self.nodes],
            ["positions a second", round(self.nodes / max(self.seconds, 1e-9))],
            ["cut-offs", self.cutoffs],
            ["found in the memory", self.hits],
            ["seconds", self.seconds],
        ]
        if self.assumed:
            rows.insert(3, ["assumed", self.assumed])
        table = Table(
            f"{self.title}: {self.method}", ("quantity", "value"), "lr", rows, heading=False
        )
        columns = ("depth", "value", "positions", "seconds")
        depths = Table(
            "",
            columns,
            "rrrr",
            [(one.depth, one.value, one.nodes, one.seconds) for one in self.iterations],
        )
        return Report(
            [table, *([depths] if self.iterations else [])],
            {"search": lambda: table, "depths": lambda: depths},
        )


def search(
    game: Any,
    *,
    depth: int | None = None,
    method: str = "alpha-beta",
    evaluate: Evaluate | None = None,
    memory: int | None = None,
    deepening: bool = False,
    time_limit: float | None = None,
    normalize: bool = False,
    max_nodes: int = MAX_NODES,
    progress: Callable[[str], None] | None = None,
) -> SearchResult:
    """Search a constant-sum game of perfect information for the value and a line of best play.

    Parameters
    ----------
    game : Rules, PositionGraph, ExtensiveGame, or whatever `load` accepts
        Rules with an attribute ``perfect_information`` that is true are searched as they are.
    depth : int, optional
        The number of moves to look ahead, chance's included; by default to the end of the game.
    method : "alpha-beta", "negamax" or "minimax"
        All find the same value. Cut-offs need the sum of the payoffs, which rules declare by `limits`.
    evaluate : callable, optional
        A function of a state at the horizon: the payoff that player 1 can expect, within the limits of the game. The
        state is that of the rules, or the number of the position or node. By default the middle between the limits.
    memory : int, optional
        The number of positions to remember, 0 for none; by default 1,000,000, and none with minimax.
    deepening : bool
        Search to depth 1, 2, and so on, until the depth is reached or the value is proven.
    time_limit : float, optional
        Seconds; the result is that of the last depth reached, with `deepening`, which is implied.
    normalize, max_nodes, progress
        As in `load`.

    Raises
    ------
    GameError
        If information is hidden, the sum of the payoffs differs, or a payoff is outside the limits of the rules.
    OptionError
        If an argument is wrong.

    Examples
    --------
    >>> import seqform as sf
    >>> found = sf.search("two-level-tree")
    >>> found.value, found.line, found.nodes
    (Fraction(1, 1), ('left', 'right'), 6)
    >>> sf.search("tic-tac-toe", method="negamax").nodes
    5478
    >>> sf.search("tic-tac-toe", depth=3, evaluate=lambda state: Fraction(state[1].bit_count(), 9)).value
    Fraction(2, 9)
    """
    depth = depth if depth is None else argument("depth", whole_from(1), depth)
    memory = memory if memory is None else argument("memory", whole_from(0), memory)
    if time_limit is not None:
        time_limit = argument("time_limit", number(0, included=False), time_limit)
    rules = rules_of(game, normalize=normalize, max_nodes=max_nodes, progress=progress)
    one = Search(rules, method, evaluation_of(rules, evaluate), memory)
    began, root, deadline = perf_counter(), rules.initial(), Deadline(time_limit)
    deepening = deepening or time_limit is not None
    iterations: list[Iteration] = []
    found, reached, complete = None, depth, False
    try:
        for ahead in range(1, (depth or NO_HORIZON) + 1) if deepening else [depth]:
            if progress is not None:
                progress(
                    f"{rules.title}: depth {ahead}, {one.nodes:,} positions"
                    if ahead
                    else rules.title
                )
            found = one.value(root, ahead, deadline if found is not None else None)
            complete, reached = one.estimates == 0, ahead
            if ahead is not None and deepening:
                iterations.append(
                    Iteration(ahead, numeric(found.value), one.nodes, perf_counter() - began)
                )
            if complete or found.low == found.high:
                break
    except OutOfTimeError:
        pass
    assert found is not None  # the first search has no deadline
    labels, state, line = list[str](), root, found.line
    while line is not None:
        move, line = line
        labels.append(rules.action_label(state, move))
        state = rules.apply(state, move)
    return SearchResult(
        rules.title,
        method,
        numeric(found.value),
        tuple(labels),
        (numeric(found.low), numeric(found.high)),
        None if complete else reached,
        one.nodes,
        one.cutoffs,
        one.hits,
        perf_counter() - began,
        tuple(iterations),
        one.assumed,
    )


def rules_of(
    source: Any,
    *,
    normalize: bool = False,
    max_nodes: int = MAX_NODES,
    progress: Callable[[str], None] | None = None,
) -> Rules[Any, Any]:
    """Return the rules of a game of perfect information; of a tree or a graph, those of its positions."""
    source = resolved(source)
    built = source
    if isinstance(source, Source) and catalog.has(source):
        built = catalog.built(source)
    if is_rules(built) and getattr(built, "perfect_information", False):
        return built
    graph = load(
        source, kind="positions", normalize=normalize, max_nodes=max_nodes, progress=progress
    )
    return PositionRules(graph)


def evaluation_of(rules: Rules[Any, Any], evaluate: Evaluate | None) -> Evaluate | None:
    """Return an evaluation of states; of positions that represent states of other rules, by these states."""
    source = rules.graph.source if isinstance(rules, PositionRules) else None
    if evaluate is None or not isinstance(source, StatesOfPositions):
        return evaluate
    return lambda position: evaluate(source.states[position])
