"""Depth-limited search of constant-sum games of perfect information: minimax, negamax and alpha-beta, with chance.

All methods find the same value. They differ in the number of positions that they search:

- minimax searches all plays up to the horizon; where chance moves it takes expectations (expectimax).
- negamax is minimax with a memory of positions, so that each is searched once.
- alpha-beta is negamax with cut-offs: a move is not searched further once it is refuted. The best move known from the
  memory comes first, then the one that caused the last cut-off at the same depth. A cut-off is right only if what one
  player gains the other loses. Rules that do not declare the sum of the payoffs are searched without, so that every
  end of the game is seen, and one with another sum is an error. What rules of a user's own declare is compared with
  every end that is seen, and stated as assumed where ends are not.

Values are kept as player 0's, so that it does not matter who moves next: player 0 makes them large, player 1 small. A
result also has bounds that hold in the whole game: with the least and the greatest payoff in place of the values at the
horizon.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from operator import gt, lt
from time import perf_counter
from typing import Any, NamedTuple

from seqform.builders.games import catalog
from seqform.builders.games.answers import actions_of, applier, lottery_of, payoffs_of
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
    mover_of,
    no_action,
    outcome_row,
    require_methods,
    require_two_players,
    whole,
)
from seqform.errors import GameError, OptionError
from seqform.io.load import load, resolved
from seqform.models.answers.computed import Computed
from seqform.models.games.extensive import CHANCE
from seqform.models.numbers.exact import Number
from seqform.models.numbers.text import short, shown, shown_rational
from seqform.models.options import argument, number, one_of
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
"""Estimates the payoff of player 0 from a state on."""


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
    result: Searched


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
        self.rules = rules
        self.apply = applier(rules)
        self.title = rules.title
        self.least, self.greatest, self.sum = _limits_of(rules)
        is_own = type(rules).__module__.partition(".")[0] == "seqform"
        self.declared = not isinstance(rules, PositionRules) and not is_own
        self.estimate = evaluate
        # Without a declared sum, what is cut off may have another one.
        self.cuts = method == "alpha-beta" and self.sum is not None
        if memory is None:
            memory = 0 if method == "minimax" else MEMORY
        self.memory_size = memory
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
        self.estimates = 0
        self.deadline = deadline or Deadline()
        self.unlimited = depth is None
        self.best_last = {}
        moves_ahead = NO_HORIZON if depth is None else depth
        with _deep_calls(self.title):
            return self._visit(state, moves_ahead, self.least, self.greatest)

    def _visit(self, state: Any, depth: int, alpha: Any, beta: Any) -> Searched:
        """Return the value of a state if it is between `alpha` and `beta`, else a bound on it beyond them.

        Player 0 can have `alpha` elsewhere, and player 1 keep it at `beta`: what is beyond them will not be played. The
        steps are those of fail-soft alpha-beta with a transposition table: look the position up, search it, and store
        the value, as a bound if it is beyond the window.
        """
        rules = self.rules
        entry = key = None
        if self.memory_size:
            key = rules.position(state)
            entry = self.memory.get(key)
            # An entry of another depth serves if the horizon was not met: then it holds at any greater depth.
            if entry is not None and (
                entry.depth == depth
                or (entry.complete and (self.unlimited or entry.depth <= depth))
            ):
                is_exact = entry.least == entry.greatest
                if is_exact or entry.least >= beta or entry.greatest <= alpha:
                    self.hits += 1
                    self.estimates += not entry.complete
                    return entry.result

        estimates_before = self.estimates
        self.nodes += 1
        if not self.nodes % _CHECKED_EVERY:
            self.deadline.check()
        player = mover_of(rules, state)
        if player == TERMINAL:
            payoff = self._payoff(state)
            result = Searched(payoff, payoff, payoff, None)
        elif depth == 0:
            self.estimates += 1
            result = Searched(self._estimated(state), self.least, self.greatest, None)
        elif player == CHANCE:
            result = self._expected(state, depth)
        else:
            result = self._best(state, player, depth, alpha, beta, entry)

        if self.memory_size:
            if len(self.memory) >= self.memory_size:
                self.memory.clear()
            value = result.value
            # A value above alpha is a lower bound, and one below beta an upper bound; between them it is exact.
            least = self.least
            if value > alpha or value <= self.least:
                least = value
            greatest = self.greatest
            if value < beta or value >= self.greatest:
                greatest = value
            complete = self.estimates == estimates_before
            self.memory[key] = _Entry(depth, least, greatest, complete, result)
        return result

    def _best(
        self, state: Any, player: int, depth: int, alpha: Any, beta: Any, entry: _Entry | None
    ) -> Searched:
        """Return the largest of the values after a player's moves, the smallest if it is player 1's turn."""
        visit = self._visit
        apply = self.apply
        cuts = self.cuts
        moves = self._ordered(state, player, depth, entry)
        moves_left = len(moves)
        maximizes = player == 0
        better, best = (gt, max) if maximizes else (lt, min)
        value = low = high = -math.inf if maximizes else math.inf
        line = None

        for move in moves:
            result = visit(apply(state, move), depth - 1, alpha, beta)
            moves_left -= 1

            # Of equal moves the first is kept. What a player has for certain narrows the window of the next moves.
            if better(result.value, value):
                value = result.value
                line = (move, result.line)
                if cuts and maximizes:
                    alpha = max(alpha, value)
                elif cuts:
                    beta = min(beta, value)
            low = best(low, result.low)
            high = best(high, result.high)

            if cuts and moves_left and alpha >= beta:
                # The moves left may be better for the player: nothing is known on that side.
                if maximizes:
                    high = self.greatest
                else:
                    low = self.least
                self.cutoffs += 1
                self.best_last[depth] = move
                break
        return Searched(value, low, high, line)

    def _ordered(self, state: Any, player: int, depth: int, entry: _Entry | None) -> Sequence[Any]:
        """Return a player's moves, those first that are likely to be best."""
        moves = actions_of(self.rules, state)
        if not moves:
            raise no_action(self.title, player, repr(state))
        if not self.cuts:
            return moves
        likely = []
        if entry is not None and entry.result.line is not None:
            likely.append(entry.result.line[0])
        killer = self.best_last.get(depth)  # of another state, where it may be no move
        if killer is not None and killer in moves and killer not in likely:
            likely.append(killer)
        if not likely:
            return moves
        return [*likely, *(move for move in moves if move not in likely)]

    def _expected(self, state: Any, depth: int) -> Searched:
        """Return the expectation of the values after chance's moves.

        They are searched without a window: a bound on one of them says nothing of the sum.
        """
        lottery = lottery_of(self.rules, state)
        if not lottery:
            raise no_action(self.title, CHANCE, repr(state))
        weights = tuple(weight for _, weight in lottery)
        if weights not in self.lotteries:
            self.lotteries[weights] = chance_shares(self.title, weights)
        value = low = high = 0
        for (move, _), share in zip(lottery, self.lotteries[weights], strict=True):
            if not share:
                continue
            following = self.apply(state, move)
            result = self._visit(following, depth - 1, self.least, self.greatest)
            value += share * result.value
            low += share * result.low
            high += share * result.high
        return Searched(value, low, high, None)

    def _payoff(self, state: Any) -> Any:
        """Return the payoff of player 0 at an end; payoffs that were not seen before are compared with the rules."""
        payoffs = payoffs_of(self.rules, state)
        num_known = len(self.outcomes)
        if outcome_row(self.title, payoffs, self.outcomes) == num_known:
            if not self.least <= payoffs[0] <= self.greatest:
                raise GameError(
                    f"{self.title}: a payoff of player 1 is {shown_rational(payoffs[0])}, and the rules declare "
                    f"payoffs from {shown_rational(self.least)} to {shown_rational(self.greatest)}: correct them"
                )
            total = Fraction(sum(exact_numbers(self.title, "payoffs", payoffs)))
            if self.sum is None:
                self.sum = total
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
        if not self.declared or self.sum is None or self.least == -math.inf:
            return ""
        if not self.cutoffs and not self.estimates:  # all ends were seen
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
    """Return the least and the greatest payoff of player 0, infinite if unknown, and the sum of both players' payoffs.

    They are those that the rules declare, or of a graph of positions.
    """
    total: Fraction | None
    require_two_players(rules, "searches for the value")
    if isinstance(rules, PositionRules):
        payoffs = [pair[0] for pair in rules.outcomes]
        least = min(payoffs)
        greatest = max(payoffs)
        sums = {sum(pair) for pair in rules.outcomes}
        total = sums.pop() if len(sums) == 1 else None
    else:
        limits = getattr(rules, "limits", None)
        if not isinstance(limits, GameLimits):
            return -math.inf, math.inf, None
        least, greatest = limits.payoff_range(0)
        total = limits.constant_sum
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

    - `value`: The payoff of player 0 under best play up to the horizon, where it is estimated.
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
        title = f"{self.title}: {self.method}"
        table = Table(title, ("quantity", "value"), "lr", rows, heading=False)

        depth_rows = [
            (iteration.depth, iteration.value, iteration.nodes, iteration.seconds)
            for iteration in self.iterations
        ]
        depths = Table("", ("depth", "value", "positions", "seconds"), "rrrr", depth_rows)

        parts = [table, depths] if self.iterations else [table]
        return Report(parts, {"search": lambda: table, "depths": lambda: depths})


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
        A function of a state at the horizon: the payoff that player 0 can expect, within the limits of the game. The
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
    >>> result = sf.search("two-level-tree")
    >>> result.value, result.line, result.nodes
    (Fraction(1, 1), ('left', 'right'), 6)
    >>> sf.search("tic-tac-toe", method="negamax").nodes
    5478
    >>> sf.search("tic-tac-toe", depth=3, evaluate=lambda state: Fraction(state[1].bit_count(), 9)).value
    Fraction(2, 9)
    """
    if depth is not None:
        depth = argument("depth", whole_from(1), depth)
    if memory is not None:
        memory = argument("memory", whole_from(0), memory)
    if time_limit is not None:
        time_limit = argument("time_limit", number(0, included=False), time_limit)
        deepening = True
    rules = rules_of(game, normalize=normalize, max_nodes=max_nodes, progress=progress)
    engine = Search(rules, method, evaluation_of(rules, evaluate), memory)
    began = perf_counter()
    root = rules.initial()
    deadline = Deadline(time_limit)

    depths: Iterable[int | None] = [depth]
    if deepening:
        depths = range(1, (depth or NO_HORIZON) + 1)
    iterations: list[Iteration] = []
    result: Searched | None = None
    limit: Deadline | None = None
    reached = depth
    complete = False
    try:
        for ahead in depths:
            if progress is not None and ahead is None:
                progress(rules.title)
            elif progress is not None:
                progress(f"{rules.title}: depth {ahead}, {engine.nodes:,} positions")
            result = engine.value(root, ahead, limit)
            limit = deadline  # from the second search on, so that there is a result
            reached = ahead
            complete = engine.estimates == 0
            if ahead is not None and deepening:
                seconds = perf_counter() - began
                iterations.append(Iteration(ahead, numeric(result.value), engine.nodes, seconds))
            if complete or result.low == result.high:
                break
    except OutOfTimeError:
        pass
    assert result is not None
    return SearchResult(
        title=rules.title,
        method=method,
        value=numeric(result.value),
        line=_labels(rules, root, result.line),
        bounds=(numeric(result.low), numeric(result.high)),
        depth=None if complete else reached,
        nodes=engine.nodes,
        cutoffs=engine.cutoffs,
        hits=engine.hits,
        seconds=perf_counter() - began,
        iterations=tuple(iterations),
        assumed=engine.assumed,
    )


def _labels(rules: Rules[Any, Any], state: Any, line: Any) -> tuple[str, ...]:
    """Return the labels of the moves of a line, which is a move and the rest of the line, or None."""
    apply = applier(rules)
    labels = []
    while line is not None:
        move, line = line
        labels.append(rules.action_label(state, move))
        state = apply(state, move)
    return tuple(labels)


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
        require_methods(built)
        return built
    graph = load(
        source, kind="positions", normalize=normalize, max_nodes=max_nodes, progress=progress
    )
    return PositionRules(graph)


def evaluation_of(rules: Rules[Any, Any], evaluate: Evaluate | None) -> Evaluate | None:
    """Return an evaluation of states; of positions that represent states of other rules, by these states."""
    if evaluate is None or not isinstance(rules, PositionRules):
        return evaluate
    source = rules.graph.source
    if not isinstance(source, StatesOfPositions):
        return evaluate
    return lambda position: evaluate(source.states[position])
