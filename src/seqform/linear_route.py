"""Constant-sum games by linear programming."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from seqform.backends.exact.solution import exact_solution
from seqform.backends.options import SolveOptions
from seqform.backends.protocol import Backend
from seqform.builders.equitable_partition import merge_equivalent
from seqform.builders.normal_form import normal_form_lp
from seqform.builders.sparsify import sparsify
from seqform.builders.zero_sum_lp import zero_sum_lp
from seqform.errors import GameError, ModelError, SolveError
from seqform.models.game import ExtensiveGame
from seqform.models.linear_program import LinearProgram
from seqform.models.number_text import shown_rational
from seqform.models.raw_solution import RawSolution
from seqform.models.reduced import Reduced
from seqform.models.sequence_form import SequenceForm
from seqform.models.strategies import RealizationPlans
from seqform.phases import Phases
from seqform.preprocessing import MERGE, SPARSIFY

Formulation = Literal["sequence-form", "normal-form"]


@dataclass(frozen=True)
class LinearChoices:
    """What there is to choose on this route; as in `seqform.api.solve`."""

    player: int = 0
    formulation: Formulation = "sequence-form"
    preprocess: Sequence[str] = (MERGE,)
    exact: bool = False

    def __post_init__(self) -> None:
        if self.player not in (0, 1):
            raise ModelError(f"player: 0 or 1 expected, not {self.player!r}")


def solve_linear(
    game: ExtensiveGame,
    form: SequenceForm,
    solver: Backend,
    options: SolveOptions,
    choices: LinearChoices,
    phases: Phases,
) -> tuple[RawSolution, RealizationPlans]:
    """Return optimal plans of both players, and what the solver said.

    Raises
    ------
    GameError
        If the game is not constant-sum.
    SolveError
        If the solver did not finish.
    """
    with phases.phase("build", "building the linear program"):
        step = linear_program(game, form, choices.player, choices.formulation)
    if MERGE in choices.preprocess:
        with phases.phase("preprocess", "merging what the program cannot tell apart"):
            step = step.then(merge_equivalent)
    if SPARSIFY in choices.preprocess:
        with phases.phase("preprocess", "telling the program in fewer coefficients"):
            step = step.then(sparsify)
    with phases.phase("solve", f"solving with {solver.name}"):
        raw = solver.solve(step.target, options)
    require_solved(raw, solver)
    if choices.exact and not solver.exact:
        with phases.phase("exact", "making the answer exact"):
            raw = exact_solution(step.target, raw, time_limit=options.time_limit, progress=phases.tell)
        require_exact(raw, solver)
    return raw, step.lift(raw)


def require_solved(raw: RawSolution, solver: Backend) -> None:
    """Raise SolveError with the raw solution unless the solver solved."""
    if not raw.solved:
        raise SolveError(f"{solver.name} found no equilibrium: {raw.termination} ({raw.status})", raw)


def require_exact(raw: RawSolution, solver: Backend) -> None:
    """Raise SolveError with the raw solution unless the answer was made exact."""
    if not raw.solved:
        raise SolveError(f"the answer of {solver.name} could not be made exact: {raw.termination} ({raw.status})", raw)


def linear_program(
    game: ExtensiveGame, form: SequenceForm, player: int = 0, formulation: Formulation = "sequence-form"
) -> Reduced[LinearProgram, RawSolution, RealizationPlans]:
    """Return the linear program of a constant-sum game, and how its solution becomes a pair of plans.

    Raises
    ------
    GameError
        If the game is not constant-sum.
    """
    require_constant_sum(game)
    if formulation == "sequence-form":
        return zero_sum_lp(form, player)
    if formulation == "normal-form":
        return normal_form_lp(form, player)
    raise unknown_formulation(formulation)


def unknown_formulation(formulation: str) -> ModelError:
    """Return the error for a formulation that there is not."""
    return ModelError(f"unknown formulation {formulation!r}; known: sequence-form, normal-form")


def require_constant_sum(game: ExtensiveGame) -> None:
    """Raise GameError, with two places whose payoffs add up differently, unless the game is constant-sum."""
    if game.constant_sum is not None:
        return
    first, second = game.leaf_payoffs
    total = (first + second).numerators
    other = int(np.argmax(total != total[0]))
    places = [" > ".join(game.path(int(game.leaves[leaf]))) or "the root" for leaf in (0, other)]
    raise GameError(
        f"{game.title!r} is not constant-sum, so no linear program solves it: the payoffs add up to "
        f"{shown_rational((first + second)[0])} at {places[0]} and to "
        f"{shown_rational((first + second)[other])} at {places[1]}"
    )
