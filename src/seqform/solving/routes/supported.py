"""Restricted linear programs in rounds: one player's columns are those that a first-order run supports.

Each program keeps all strategies of the opponent, so that its plan guarantees its optimum in the whole game of classes;
the two players' plans together have the nash_conv that their guarantees leave. Columns that improve are priced in.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from seqform.backends import get
from seqform.backends.iterative.plan_space import ClassSpace
from seqform.backends.iterative.units import normalized_class_game
from seqform.backends.protocol import SolveOptions
from seqform.builders.abstraction.class_lp import ClassSequences, ClassStrategies
from seqform.builders.abstraction.restricted_lp import (
    chosen_actions,
    improving_actions,
    restricted_lp,
)
from seqform.models.numbers.exact import Mask, double
from seqform.models.numbers.text import counted
from seqform.models.programs.class_game import (
    ClassGame,
    ClassSolution,
    ClassStrategy,
    RestrictedProgram,
    RestrictedSolution,
)
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.solutions import Bound, RawSolution, Termination
from seqform.models.programs.units import Units
from seqform.solving.preprocessing import SupportedColumns
from seqform.solving.request import time_left
from seqform.system import watch

SolveProgram = Callable[[LinearProgram, SolveOptions], RawSolution]

PRICES = (1e-4, 1e-12)
"""Least improvement of a column that is priced in, relative to the target; if there is none, to the payoffs' spread."""

RELATIVE_GAP = 3e-6
"""Default gap at which iterative solvers stop, relative to the spread of the payoffs."""


def largest_payoff(game: ClassGame) -> float:
    """Return the size of the largest payoff of player 1."""
    return float(max(map(abs, game.payoff_range)))


def default_gap(game: ClassGame) -> float:
    """Return the nash_conv at which iterative solvers stop by default."""
    return RELATIVE_GAP * game.payoff_spread


@dataclass
class _Side:
    """A player whose columns are restricted.

    - `best`: The strategy with the largest guarantee so far.
    - `reply`: The opponent's strategy of the last program, completed where that leaves it open.
    - `loss`: A bound on what the restriction, and the solver's error, cost the player: the payoff of a best response to
      `reply`, minus the guarantee.
    """

    own: ClassSequences
    chosen: Mask
    best: ClassStrategy
    guarantee: float
    reply: ClassStrategy
    loss: float = float("inf")
    changed: bool = True


def supporting_run(
    game: ClassGame, step: SupportedColumns, options: SolveOptions | None = None
) -> tuple[ClassSolution, tuple[Mask, Mask]]:
    """Return the first-order solution of a class game, and the actions of both players that it supports.

    - `options`: Its limit of time and of threads, and its callback, apply to the run.
    """
    given = options or SolveOptions()
    found = get("cfr").solve(
        game,
        SolveOptions(
            time_limit=given.time_limit,
            threads=given.threads,
            target_gap=default_gap(game),
            progress=given.progress,
            raw={"iterations": step.iterations},
        ),
    )
    assert isinstance(found, ClassSolution)
    first, second = (chosen_actions(strategy, step.threshold) for strategy in found.strategies)
    return found, (first, second)


def solve_supported(
    game: ClassGame,
    step: SupportedColumns,
    solve: SolveProgram,
    options: SolveOptions,
    target: float,
) -> ClassSolution:
    """Return strategies of a constant-sum class game with bounds that restricted linear programs prove.

    - `solve`: Solves a linear program.
    - `options`: Of the solver of linear programs; the time limit holds for the whole.
    - `target`: The nash_conv at which the rounds end.
    """
    normalized, units = normalized_class_game(game)
    run = _Run(normalized, step, solve, options, units.normalized_gap(target), units)
    return run.result(*run.rounds(), game)


class _Run:
    """The rounds on a normalized game; reports and the result are in units of the original one."""

    def __init__(
        self,
        game: ClassGame,
        step: SupportedColumns,
        solve: SolveProgram,
        options: SolveOptions,
        target: float,
        units: Units,
    ) -> None:
        self.game, self.step, self.solve, self.options, self.target = (
            game,
            step,
            solve,
            options,
            target,
        )
        self.units = units
        self.started = time.perf_counter()
        first, chosen = supporting_run(game, step, options)
        watch.phase("solving restricted programs")
        self.space = ClassSpace(game)
        self.sides = [
            _Side(
                ClassSequences(game, player),
                chosen[player],
                first.strategies[player],
                guarantee,
                first.strategies[1 - player],
            )
            for player, guarantee in enumerate((first.lower, -first.upper))
        ]
        self.bounds = [Bound(0, time.perf_counter() - self.started, first.lower, first.upper)]
        self.programs: list[RestrictedProgram] = []
        self.raw: RawSolution = first
        self.report(
            f"{first.iterations:,} iterations of cfr: nash_conv {units.gap(first.nash_conv):.3g}"
        )

    def report(self, text: str) -> None:
        if self.options.progress is not None:
            self.options.progress(f"{self.step.name}: {text}")

    def rounds(self) -> tuple[Termination, str]:
        """Solve programs until an end is reached, and return it."""
        if self.raw.termination is Termination.INTERRUPTED:
            return self.raw.termination, self.raw.status
        for number in range(1, self.step.rounds + 1):
            if self.bounds[-1].gap <= self.target:
                break
            for player in (0, 1):
                if self.sides[player].changed:
                    left = time_left(self.options.time_limit, self.started)
                    if left is not None and left <= 1e-3:
                        return Termination.TIME_LIMIT, "time limit reached"
                    self.solve_side(number, player, left)
                    if not self.raw.solved:
                        break
            lower, upper = self.sides[0].guarantee, 0.0 - self.sides[1].guarantee
            self.bounds.append(Bound(number, time.perf_counter() - self.started, lower, upper))
            self.report(f"round {number}: nash_conv {self.units.gap(self.bounds[-1].gap):.3g}")
            if self.bounds[-1].gap <= self.target:
                break
            if not self.raw.solved:
                return self.raw.termination, f"{self.raw.solver}: {self.raw.status}"
            if not self.price_in():
                return (
                    Termination.NUMERICAL_ERROR,
                    "no column improves: the programs need a smaller tolerance",
                )
        if self.bounds[-1].gap <= self.target:
            return Termination.SOLVED, f"gap of at most {self.units.gap(self.target):g} reached"
        return Termination.ITERATION_LIMIT, f"limit of {counted(self.step.rounds, 'round')} reached"

    def solve_side(self, number: int, player: int, seconds: float | None) -> None:
        """Solve the program of one player, and keep what its strategies guarantee."""
        side, other = self.sides[player], self.sides[1 - player]
        elsewhere: ClassStrategies = (self.sides[0].best, self.sides[1].best)
        program = restricted_lp(self.game, player, side.chosen, elsewhere)
        rows, columns = program.target.matrix.shape
        size = f"{rows:,} × {columns:,}, {program.target.matrix.nonzeros:,} nonzeros"
        self.report(f"round {number}, player {player + 1}: {size}")
        self.raw = self.solve(program.target, replace(self.options, time_limit=seconds))
        if self.raw.primal is None or self.raw.dual is None:
            return
        pair = program.lift(self.raw)
        plan, reply = pair[player], pair[1 - player]
        guarantee, against = (self.space.guarantee(one.player, one.plan()) for one in (plan, reply))
        center = double(self.units.center)
        shown = self.units.gap(guarantee) + (center if player == 0 else -center)
        self.programs.append(
            RestrictedProgram(number, player, rows, columns, program.target.matrix.nonzeros, shown)
        )
        side.reply, side.loss, side.changed = reply, -against - guarantee, False
        for one, strategy, value in ((side, plan, guarantee), (other, reply, against)):
            if value > one.guarantee:
                one.best, one.guarantee = strategy, value

    def price_in(self) -> bool:
        """Choose actions that improve against the opponent's plans; return False if there are none."""
        least = (PRICES[0] * self.target, PRICES[1] * self.game.payoff_spread)
        return any(self.priced(bound) for bound in least)

    def priced(self, least: float) -> bool:
        for player, side in enumerate(self.sides):
            if side.loss <= self.target / 2:
                continue  # the guarantee is that close to the value
            for plan in (side.reply, self.sides[1 - player].best):
                gains = self.space.zeros(player)
                self.space.gradient(player, plan.plan(), gains)
                better = improving_actions(side.own, gains, side.chosen, least)
                if better.any():
                    side.chosen, side.changed = side.chosen | better, True
        return any(side.changed for side in self.sides)

    def result(self, termination: Termination, status: str, game: ClassGame) -> RestrictedSolution:
        """Return the best strategies of both players for the original game."""
        bounds = tuple(self.units.bound(bound) for bound in self.bounds)
        first, second = (replace(side.best, game=game) for side in self.sides)
        last = {one.player: f"{one.rows:,} × {one.columns:,}" for one in self.programs}
        whole = self.game.program_shape
        sizes = (
            f"; {' and '.join(last.values())} instead of {whole[0]:,} × {whole[1]:,}"
            if last
            else ""
        )
        rounds, seconds = self.bounds[-1].iteration, time.perf_counter() - self.started
        return RestrictedSolution(
            termination=termination,
            status=f"{status} after {counted(rounds, 'round')}{sizes}",
            objective=(bounds[-1].lower + bounds[-1].upper) / 2,
            iterations=rounds,
            seconds=seconds,
            options={**self.raw.options, "gap": self.units.gap(self.target)},
            solver=self.raw.solver,
            bounds=bounds,
            game=game,
            strategies=(first, second),
            programs=tuple(self.programs),
        )
