"""The route of restricted linear programs in rounds: one player's columns are those that a first-order run supports.

Each program keeps all strategies of the opponent, so that its plan guarantees its optimum in the whole game of classes;
the two players' plans together have the nash_conv that their guarantees leave. Columns that improve are priced in.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, cast

from seqform.backends import get
from seqform.backends.answers import checked_answer, solved_by
from seqform.backends.iterative.plan_space import ClassSpace
from seqform.backends.iterative.units import normalized_class_game
from seqform.backends.protocol import SolveOptions
from seqform.builders.abstraction.class_lp import ClassSequences, ClassStrategies
from seqform.builders.abstraction.restricted_lp import (
    chosen_actions,
    improving_actions,
    restricted_lp,
)
from seqform.builders.steps import CLASS_LP
from seqform.errors import InputError
from seqform.models.games.infosets import player_label
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
from seqform.models.reduced import Reduced, unchanged
from seqform.solving.chain import Stage, step_stages
from seqform.solving.concepts import Nash
from seqform.solving.execute import Plan
from seqform.solving.preprocessing import SupportedColumns
from seqform.solving.request import time_left
from seqform.solving.routes.ordered.classes import (
    ClassesRoute,
    default_gap,
    keeps_classes,
    of_the_game,
)
from seqform.solving.routes.ordered.programs import well_scaled, with_units
from seqform.system import watch

SolveProgram = Callable[[LinearProgram, SolveOptions], RawSolution]

PRICES = (1e-4, 1e-12)
"""Least improvement of a column that is priced in, relative to the target; if there is none, to the payoffs' spread."""


class SupportedRoute(ClassesRoute):
    """Linear programs over the columns that a first-order run supports, in rounds; other steps apply to each."""

    builder = CLASS_LP
    takes_player = True

    def require_applicable(self, plan: Plan) -> None:
        super().require_applicable(plan)
        for step in plan.steps:
            is_of_each_program = keeps_classes(step) or LinearProgram in step.reductions
            if not isinstance(step, SupportedColumns) and not is_of_each_program:
                raise InputError(
                    f"{step.name}: {SupportedColumns.name} chooses the sequences; leave one of them out"
                )
        if self._step(plan).target is not None and plan.request.options.target_gap is not None:
            raise InputError(
                f"{SupportedColumns.name}: target and target_gap mean the same; set one of them"
            )

    def exported(self, plan: Plan) -> Iterator[Stage]:
        """Yield the stages to the first program of a player, over the columns that the first-order run supports."""
        step = self._step(plan)
        player = int(cast("Nash", plan.request.concept).player)

        def restricted(model: ClassGame) -> Reduced[LinearProgram, RawSolution, Any]:
            first, chosen = supporting_run(model, step, plan.request.left)
            return restricted_lp(well_scaled(model)[0], player, chosen[player], first.strategies)

        yield from self.stages(plan)
        yield Stage(step.spelled, "preprocess", step.message, restricted, builds=False)
        yield from step_stages(plan.steps, LinearProgram)
        yield with_units(plan)

    def solve(self, plan: Plan, model: ClassGame) -> ClassSolution:

        def solve(program: LinearProgram, options: SolveOptions) -> RawSolution:
            reduction = Reduced[Any, Any, Any](program, unchanged)
            for stage in step_stages(plan.steps, LinearProgram):
                reduction = reduction.then(stage.apply)
            raw: RawSolution = solved_by(plan.backend, reduction.target, options)
            if raw.primal is None or raw.dual is None:
                return raw
            return cast("RawSolution", checked_answer(plan.backend, program, reduction.lift(raw)))

        with plan.phases.phase("solve", self.solving(plan)):
            options = replace(plan.request.left, target_gap=None)  # which is of the rounds
            target = self._target_in(plan, model)
            return solve_supported(model, self._step(plan), solve, options, target)

    def target(self, plan: Plan) -> float:
        """Return the gap that is asked for in the game itself; by default one for its certificate."""
        target = self._step(plan).target
        if target is None:
            target = plan.request.options.target_gap
        if target is not None:
            return float(target)
        tolerance = cast("Nash", plan.request.concept).certificate_tolerance
        return tolerance * of_the_game(plan).classes.payoff_spread

    def _target_in(self, plan: Plan, model: ClassGame) -> float:
        """Return the gap at which the rounds end, in units of payoff of the game after the steps on games."""
        step, options = self._step(plan), plan.request.options
        if step.target is None and options.target_gap is None:
            return cast("Nash", plan.request.concept).certificate_tolerance * model.payoff_spread
        option = "target_gap" if step.target is None else f"{step.name}: target"
        return plan.gap_after(option, self.target(plan))

    def _step(self, plan: Plan) -> SupportedColumns:
        return next(step for step in plan.steps if isinstance(step, SupportedColumns))


SUPPORTED = SupportedRoute()


# ---- the rounds ----


def supporting_run(
    game: ClassGame, step: SupportedColumns, options: SolveOptions | None = None
) -> tuple[ClassSolution, tuple[Mask, Mask]]:
    """Return the first-order solution of a class game, and the actions of both players that it supports.

    - `options`: Its limit of time and of threads, and its callback, apply to the run.
    """
    limits = options or SolveOptions()
    solution = get("cfr").solve(
        game,
        SolveOptions(
            time_limit=limits.time_limit,
            threads=limits.threads,
            target_gap=default_gap(game),
            progress=limits.progress,
            raw={"iterations": step.iterations},
        ),
    )
    assert isinstance(solution, ClassSolution)
    first, second = (chosen_actions(strategy, step.threshold) for strategy in solution.strategies)
    return solution, (first, second)


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

    def keep_better(self, strategy: ClassStrategy, guarantee: float) -> None:
        """Keep a strategy as the best one if it guarantees more."""
        if guarantee > self.guarantee:
            self.best = strategy
            self.guarantee = guarantee


class _Run:
    """The rounds on a normalized game; reports and the result are in units of the original one.

    1. A first-order run gives both players a strategy, and the columns of their first programs: the actions that are
       likelier than the threshold.
    2. In each round the program of every player whose columns have changed is solved. Its plan guarantees its optimum,
       and the dual plan is a strategy of the opponent, which is kept as well if it is better than the opponent's own.
    3. Guarantees are computed anew, by best responses in the whole game. What they leave is the nash_conv; the rounds
       end when that is small enough, or after a limit.
    4. Else a player whose restriction costs more than half the target is given the columns that earn more against the
       opponent's strategies than those of the program.
    """

    def __init__(
        self,
        game: ClassGame,
        step: SupportedColumns,
        solve: SolveProgram,
        options: SolveOptions,
        target: float,
        units: Units,
    ) -> None:
        self.game = game
        self.step = step
        self.solve = solve
        self.options = options
        self.target = target
        self.units = units
        self.started = time.perf_counter()
        first, chosen = supporting_run(game, step, options)
        watch.phase("solving restricted programs")
        self.space = ClassSpace(game)
        guarantees = (first.lower, -first.upper)
        self.sides = [
            _Side(
                own=ClassSequences(game, player),
                chosen=chosen[player],
                best=first.strategies[player],
                guarantee=guarantees[player],
                reply=first.strategies[1 - player],
            )
            for player in (0, 1)
        ]
        self.bounds = [Bound(0, time.perf_counter() - self.started, first.lower, first.upper)]
        self.programs: list[RestrictedProgram] = []
        self.raw: RawSolution = first
        self.report(
            f"{first.iterations:,} iterations of cfr: nash_conv {units.gap(first.nash_conv):.3g}"
        )

    @property
    def is_reached(self) -> bool:
        """True if the best strategies have the gap that is asked for."""
        return self.bounds[-1].gap <= self.target

    def report(self, text: str) -> None:
        if self.options.progress is not None:
            self.options.progress(f"{self.step.name}: {text}")

    def rounds(self) -> tuple[Termination, str]:
        """Solve programs until an end is reached, and return it."""
        if self.raw.termination is Termination.INTERRUPTED:
            return self.raw.termination, self.raw.status
        number = 0
        while not self.is_reached:
            if number == self.step.rounds:
                limit = counted(self.step.rounds, "round")
                return Termination.ITERATION_LIMIT, f"limit of {limit} reached"
            number += 1
            end = self.round(number)
            if end is not None:
                return end
        return Termination.SOLVED, f"gap of at most {self.units.gap(self.target):g} reached"

    def round(self, number: int) -> tuple[Termination, str] | None:
        """Solve the programs whose columns have changed, and price columns in; return an end if there is one."""
        for player in (0, 1):
            if not self.sides[player].changed:
                continue
            left = time_left(self.options.time_limit, self.started)
            if left is not None and left <= 1e-3:
                return Termination.TIME_LIMIT, "time limit reached"
            self.solve_side(number, player, left)
            if not self.raw.solved:
                break

        lower = self.sides[0].guarantee
        upper = 0.0 - self.sides[1].guarantee
        self.bounds.append(Bound(number, time.perf_counter() - self.started, lower, upper))
        self.report(f"round {number}: nash_conv {self.units.gap(self.bounds[-1].gap):.3g}")
        if self.is_reached:
            return None
        if not self.raw.solved:
            return self.raw.termination, f"{self.raw.solver}: {self.raw.status}"
        if not self.price_in():
            status = "no column improves: the programs need a smaller tolerance"
            return Termination.NUMERICAL_ERROR, status
        return None

    def solve_side(self, number: int, player: int, seconds: float | None) -> None:
        """Solve the program of one player, and keep what its strategies guarantee."""
        side = self.sides[player]
        opposite = self.sides[1 - player]
        elsewhere: ClassStrategies = (self.sides[0].best, self.sides[1].best)
        program = restricted_lp(self.game, player, side.chosen, elsewhere)
        rows, columns = program.target.matrix.shape
        nonzeros = program.target.matrix.nonzeros
        size = f"{rows:,} × {columns:,}, {nonzeros:,} nonzeros"
        self.report(f"round {number}, {player_label(player)}: {size}")

        self.raw = self.solve(program.target, replace(self.options, time_limit=seconds))
        if self.raw.primal is None or self.raw.dual is None:
            return
        pair = program.lift(self.raw)
        strategy, reply = pair[player], pair[1 - player]
        guarantee = self.space.guarantee(player, strategy.plan())
        of_reply = self.space.guarantee(1 - player, reply.plan())

        center = double(self.units.center)
        if player == 1:
            center = -center
        shown = self.units.gap(guarantee) + center
        self.programs.append(
            RestrictedProgram(number, player, rows, columns, nonzeros, guarantee=shown)
        )
        side.reply = reply
        side.loss = -of_reply - guarantee
        side.changed = False
        side.keep_better(strategy, guarantee)
        opposite.keep_better(reply, of_reply)

    def price_in(self) -> bool:
        """Choose actions that improve against the opponent's plans; return False if there are none."""
        least = (PRICES[0] * self.target, PRICES[1] * self.game.payoff_spread)
        return any(self.priced(bound) for bound in least)

    def priced(self, least: float) -> bool:
        for player, side in enumerate(self.sides):
            if side.loss <= self.target / 2:
                continue  # the guarantee is that close to the value
            for strategy in (side.reply, self.sides[1 - player].best):
                gains = self.space.zeros(player)
                self.space.gradient(player, strategy.plan(), gains)
                better = improving_actions(side.own, gains, side.chosen, least)
                if better.any():
                    side.chosen = side.chosen | better
                    side.changed = True
        return any(side.changed for side in self.sides)

    def result(self, termination: Termination, status: str, game: ClassGame) -> RestrictedSolution:
        """Return the best strategies of both players for the original game."""
        bounds = tuple(self.units.bound(bound) for bound in self.bounds)
        first, second = (replace(side.best, game=game) for side in self.sides)
        rounds = self.bounds[-1].iteration

        last = {
            program.player: f"{program.rows:,} × {program.columns:,}" for program in self.programs
        }
        sizes = ""
        if last:
            rows, columns = self.game.program_shape
            sizes = f"; {' and '.join(last.values())} instead of {rows:,} × {columns:,}"
        return RestrictedSolution(
            termination=termination,
            status=f"{status} after {counted(rounds, 'round')}{sizes}",
            objective=(bounds[-1].lower + bounds[-1].upper) / 2,
            iterations=rounds,
            seconds=time.perf_counter() - self.started,
            options={**self.raw.options, "gap": self.units.gap(self.target)},
            solver=self.raw.solver,
            bounds=bounds,
            game=game,
            strategies=(first, second),
            programs=tuple(self.programs),
        )
