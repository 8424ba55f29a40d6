"""Constant-sum games by methods that approach a saddle point."""

from __future__ import annotations

from seqform.backends.options import SolveOptions
from seqform.backends.protocol import Backend
from seqform.builders.saddle_point import saddle_point
from seqform.errors import SolveError, UnsupportedModelError
from seqform.linear_route import require_constant_sum, require_solved
from seqform.models.equilibrium import Equilibrium
from seqform.models.game import ExtensiveGame
from seqform.models.raw_solution import RawSolution
from seqform.models.sequence_form import SequenceForm
from seqform.models.strategies import RealizationPlans
from seqform.phases import Phases


def solve_saddle_point(
    game: ExtensiveGame, form: SequenceForm, solver: Backend, options: SolveOptions, phases: Phases
) -> tuple[RawSolution, RealizationPlans]:
    """Return plans of both players, and what the solver said; it may have stopped early, see `require_reached`.

    Raises
    ------
    GameError
        If the game is not constant-sum.
    SolveError
        If the solver brought back no plans.
    """
    require_constant_sum(game)
    with phases.phase("build", "building the saddle point"):
        step = saddle_point(form)
    with phases.phase("solve", f"solving with {solver.name}"):
        raw = solver.solve(step.target, options)
    if raw.primal is None or raw.dual is None:
        require_solved(raw, solver)
    return raw, step.lift(raw)


def require_reached(found: Equilibrium) -> None:
    """Raise SolveError, with what has been found so far, if the solver stopped before it reached its gap."""
    if not found.raw.solved:
        raise SolveError(
            f"{found.backend} stopped early ({found.raw.status}) with nash_conv = "
            f"{found.certificate.nash_conv:.3g}; give it more time, or take highs",
            found.raw,
            found,
        )


def require_approximate(solver: Backend, concept: str, formulation: str, *, exact: bool) -> None:
    """Refuse what a method that only approaches an equilibrium cannot give.

    Raises
    ------
    UnsupportedModelError
        If an exact answer, a refinement, or the normal form is asked for.
    """
    asked = [
        what
        for what, wanted in (
            ("an exact answer", exact),
            (f"concept {concept}", concept != "nash"),
            ("the normal form", formulation != "sequence-form"),
        )
        if wanted
    ]
    if asked:
        raise UnsupportedModelError(f"backend {solver.name} approaches an equilibrium: {asked[0]} needs highs or lemke")
