"""The route of games with ordered signals through the linear program of the game of classes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import cast

from seqform.backends import get
from seqform.backends.iterative.units import normalized_class_game
from seqform.builders.abstraction.dominated_classes import Eliminated
from seqform.builders.programs.zero_sum_lp import FAR
from seqform.builders.steps import CLASS_LP, CLASSES, Step
from seqform.errors import InputError, SolveError
from seqform.models.numbers.text import shown_bytes
from seqform.models.programs.class_game import ClassGame
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.solutions import RawSolution
from seqform.models.programs.units import Units
from seqform.models.reduced import Reduced, unchanged
from seqform.solving.chain import (
    LARGE_PROGRAM,
    Stage,
    Unbuilt,
    applied,
    building,
    problem_bytes,
    step_stages,
)
from seqform.solving.concepts import Nash
from seqform.solving.defaults import DEFAULT_BACKENDS
from seqform.solving.execute import Plan
from seqform.solving.request import interior_point, require_solved
from seqform.solving.routes.ordered.classes import ClassesRoute
from seqform.system.memory import machine_memory

SLOW_PROGRAM = 500_000
"""Nonzeros of a program of classes from which on the simplex method takes minutes."""

LARGE = 20
"""Payoffs with a size between 2^-20 and 2^20 are given to solvers of linear programs as they are."""


class ClassProgramRoute(ClassesRoute):
    """The linear program of the game of classes."""

    builder = CLASS_LP
    takes_player = True

    def require_room(self, plan: Plan) -> None:
        """Raise InputError where a large program does not fit into the memory, with a remedy."""
        classes = plan.tree.target.classes
        program = large_program(classes)
        has_smaller_program = any(ClassGame in step.reductions for step in plan.steps)
        if program is None or has_smaller_program:
            return

        # Of a backend whose memory is not known, that of the default is a guess which is better than none.
        usual = get(DEFAULT_BACKENDS[LinearProgram])
        needed = problem_bytes(plan.backend, program) or problem_bytes(usual, program) or 0
        if needed > machine_memory() > 0:
            others = filter(None, (DEFAULT_BACKENDS[ClassGame], interior_point(classes)))
            raise InputError(
                f"{classes.title}: a linear program of {program.nonzeros:,} nonzeros takes about "
                f"{shown_bytes(needed)} with {plan.backend.name}, and this machine has "
                f"{shown_bytes(machine_memory())}; take {' or '.join(others)}"
            )

    def advice(self, plan: Plan) -> str:
        """Return that an interior-point method is faster for a game whose program is not small."""
        classes = plan.tree.target.classes
        if plan.exact or classes.num_program_entries < SLOW_PROGRAM:
            return ""
        faster = interior_point(classes)
        return f"; {faster} is faster" if faster else ""

    def stages(self, plan: Plan) -> Iterator[Stage]:
        """Yield the game of classes, its linear program, and the steps on either."""
        yield building(CLASSES, lambda small: Reduced(well_scaled(small.classes)[0], unchanged))
        yield from program_stages(plan.steps, cast("Nash", plan.request.concept).player)

    def exported(self, plan: Plan) -> Iterator[Stage]:
        """Yield the stages to the program, with the units of the payoffs of the game."""
        yield from self.stages(plan)
        yield with_units(plan)

    def require_usable(self, plan: Plan, raw: RawSolution) -> None:
        """Raise SolveError unless there are strategies."""
        if raw.primal is None or raw.dual is None:
            require_solved(raw, plan.backend)
            raise SolveError(f"{plan.backend.name} returned no strategies: {raw.status}", raw)


CLASS_PROGRAM = ClassProgramRoute()

_ORDER = (ClassGame, Eliminated, LinearProgram)
"""The classes of models from a game of classes to its linear program."""


def program_stages(steps: Sequence[Step], player: int | str = 0) -> Iterator[Stage]:
    """Yield the stages from a game of classes to a player's linear program, which a step may build, and on it.

    At each model the steps on its class are due, and that which leads the least far along `_ORDER` comes first: one
    from the game of classes to a smaller one before one to its program, in whatever order they are given. Where no
    step is due the builder makes the program. The steps that are left are those on the program.
    """
    model_class: type = ClassGame
    left = list(steps)
    while model_class is not LinearProgram:
        due = [step for step in left if model_class in step.reductions]
        if not due:
            stage = building(CLASS_LP, partial(CLASS_LP, player=player))
            yield replace(stage, foreseen=large_program)
            break

        for step in due:
            after = step.model_after(model_class)
            if after not in _ORDER:
                raise InputError(
                    f"{step.spelled}: a {after.__name__} is not among the models between a game of classes and its "
                    "linear program; leave the step out"
                )

        places = [_ORDER.index(step.model_after(model_class)) for step in due]
        step = due[places.index(min(places))]
        left.remove(step)
        after = step.model_after(model_class)
        apply = partial(applied, step, model_class)
        if after is LinearProgram and player:
            apply = partial(apply, player=player)
        yield Stage(step.spelled, "preprocess", step.message, apply, builds=False)
        model_class = after

    yield from step_stages(left, LinearProgram)


def large_program(game: ClassGame | Eliminated) -> Unbuilt | None:
    """Return what is known beforehand of the linear program of a game of classes if it is large, or None."""
    if not isinstance(game, ClassGame) or game.num_program_entries <= LARGE_PROGRAM:
        return None
    return Unbuilt(game.program_shape, game.num_program_entries)


def well_scaled(game: ClassGame) -> tuple[ClassGame, Units]:
    """Return a game with the same equilibria, normalized where payoffs are of extreme size or far from zero.

    The units are those of player 0.
    """
    least, largest = game.payoff_range
    spread = largest - least
    size = max(-least, largest)
    is_moderate = 2**LARGE * spread >= 1 and size <= min(2**LARGE, FAR * spread)
    if spread == 0 or is_moderate:
        return game, Units()
    return normalized_class_game(game)


def with_units(plan: Plan) -> Stage:
    """Return the stage that states the units of a program whose game of classes is `well_scaled` first."""
    game = plan.tree.target.classes
    player = int(cast("Nash", plan.request.concept).player)
    normalized, units = well_scaled(game)
    if player == 1 and normalized is not game:
        units = units._replace(center=game.constant_sum - units.center)

    def apply(program: LinearProgram) -> Reduced[LinearProgram, RawSolution, RawSolution]:
        return Reduced(replace(program, units=units), unchanged)

    return building("program in the units of the game", apply)
