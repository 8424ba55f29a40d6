"""Drafts of plans: a game after the steps on games, those among them that are carried out without being named."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, cast

from seqform.builders.steps import ConstantSum, Step
from seqform.errors import InputError
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.sequence_form import SaddlePointProblem
from seqform.models.reduced import Reduced, unchanged
from seqform.solving.chain import applied, payoffs_after
from seqform.solving.concepts import Concept, Nash
from seqform.solving.preprocessing import SolveSubgames
from seqform.solving.request import Request


@dataclass(frozen=True)
class Draft:
    """A game after the steps on games, and what is asked of it.

    - `game`: The game itself; `after`, the game after the steps, with their lift.
    - `game_steps`, `games`: The steps on games, and the games after each of them.
    - `others`: The steps on forms and programs; None for the default.
    - `remarks`: What the steps on games add to the status of the answer.
    """

    game: Any
    request: Request
    after: Reduced[Any, Any, Any]
    game_steps: tuple[Step, ...] = ()
    games: tuple[Any, ...] = ()
    others: tuple[Step, ...] | None = None
    remarks: tuple[str, ...] = ()

    @property
    def target(self) -> Any:
        """The game after the steps on games."""
        return self.after.target

    @property
    def concept(self) -> Concept:
        """The concept."""
        return self.request.concept

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps on forms and programs that are named."""
        return self.others or ()

    @property
    def has_start(self) -> bool:
        """True if the concept has a start."""
        return self.request.start is not None

    @property
    def is_constant_sum(self) -> bool:
        """True if the payoffs of the game after the steps on games have a constant sum."""
        return self.target.constant_sum is not None

    def may_solve(self, *problems: type) -> bool:
        """Return whether the backend that is named solves one of the problems, or none is named."""
        named = self.request.backend
        return named is None or bool(named.supports & set(problems))


# ---- the steps that are named ----


def after_game_steps(game: Any, request: Request) -> Draft:
    """Return a game after the steps on games of its class.

    The default of the other steps also holds where steps on games alone are given.
    """
    game_class = type(game)
    steps = tuple(step for step in request.steps or () if game_class in step.reductions)
    others = tuple(step for step in request.steps or () if step not in steps)

    after = Reduced[Any, Any, Any](game, unchanged)
    games: list[Any] = []
    remarks: list[str] = []
    for place, step in enumerate(steps):
        require_units(step, game, steps[:place], games)
        apply = partial(applied, step, game_class)
        before = after.target
        with request.phases.phase("preprocess", step.message):
            # The first lift is taken as it is: composed with the identity it would be a function, and no longer data.
            after = after.then(apply) if games else apply(game)
        games.append(after.target)
        remark = step.remark(before, after.target)
        if remark:
            remarks.append(remark)

    has_default = request.steps is None or (bool(steps) and not others)
    return Draft(
        game,
        request,
        after,
        game_steps=steps,
        games=tuple(games),
        others=None if has_default else others,
        remarks=tuple(remarks),
    )


def require_units(step: Step, game: Any, before: Sequence[Step], games: Sequence[Any]) -> None:
    """Raise InputError if a step has an option in units of payoff, and steps on games before it may change these."""
    option = step.in_units_of_payoff(game)
    if not option or not before:
        return
    payoffs = payoffs_after(game, before, games)
    if payoffs is None or not payoffs.keeps_payoffs:
        raise InputError(
            f"{step.spelled}: its {option} is in units of payoff, which may be others after "
            f"{', '.join(each.spelled for each in before)}; leave one of them out"
        )


# ---- the steps that are carried out without being named ----


def with_usual_steps(game: ExtensiveGame, request: Request) -> Request:
    """Return a request with the steps on a tree that are carried out without being named."""
    solves_subgames = _solves_subgames(game, request)
    # Of a tree that backward induction solves to the end no program is left, whose payoffs would need a constant sum.
    leaves_program = not (solves_subgames and is_of_perfect_information(game))
    if leaves_program and _corrects_rounding(request):
        request = replace(request, steps=with_correction(game, request.steps))
    if solves_subgames:
        request = replace(request, steps=(*(request.steps or ()), SolveSubgames()))
    return request


def is_of_perfect_information(game: ExtensiveGame) -> bool:
    """Return whether every information set of a tree has one node."""
    from seqform.builders.preprocess.subgames import is_perfect_information

    return is_perfect_information(game)


MANY_NODES = 1_000
"""Inner nodes in subgames that backward induction solves from which these are solved first by default."""


def _solves_subgames(game: ExtensiveGame, request: Request) -> bool:
    """Return whether subgames are solved first by default, which takes linear or nearly linear time.

    So it is for games with `MANY_NODES` in such subgames, and for general-sum games of perfect information without
    chance of any size. The steps, the backend, its options, a starting point and the player are left to the caller who
    names them.
    """
    if request.concept.name != Nash.name:
        return False
    concept = cast("Nash", request.concept)
    if concept.weights is not None or concept.formulation != Nash.formulation:
        return False
    named = (
        request.steps,
        request.backend,
        request.start,
        concept.player or None,
        request.options.checkpoint,
    )
    if request.options.raw or any(choice is not None for choice in named):
        return False

    if game.constant_sum is None:
        from seqform.builders.preprocess.subgames import nodes_decided

        decided = nodes_decided(game)
        moves = len(game) - len(game.leaves)
        return decided >= MANY_NODES or decided == moves > 0

    if len(game) <= MANY_NODES:
        return False
    from seqform.builders.preprocess.induction import count_decided

    return count_decided(game) >= MANY_NODES


def _corrects_rounding(request: Request) -> bool:
    """Return whether rounding of payoffs is corrected by default, for a linear program or a saddle point.

    A claim that has to be proven of the game as written, and a start of a path, need the complementarity problem.
    """
    concept = request.concept
    is_plain = concept.name == Nash.name and cast("Nash", concept).weights is None
    if not is_plain or request.exact or request.start is not None:
        return False
    if request.steps == ():  # "none" is named
        return False
    backend = request.backend
    return backend is None or bool({LinearProgram, SaddlePointProblem} & backend.supports)


def with_correction(game: ExtensiveGame, steps: tuple[Step, ...] | None) -> tuple[Step, ...] | None:
    """Return the steps, after one that makes a game constant-sum whose payoffs are so but for rounding in doubles."""
    is_named = any(isinstance(step, ConstantSum) for step in steps or ())
    if is_named or game.constant_sum is not None:
        return steps
    from seqform.builders.preprocess.constant_sum import rounded_sum

    if rounded_sum(game) is None:
        return steps
    return (ConstantSum(), *(steps or ()))
