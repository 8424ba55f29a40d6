"""Games of any payoffs by linear complementarity."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from seqform.backends.complementary_support import exact_complementarity
from seqform.backends.lemke.exact_basis import ExactBasis
from seqform.backends.options import SolveOptions
from seqform.backends.protocol import Backend
from seqform.builders.koller_megiddo_von_stengel import koller_megiddo_von_stengel
from seqform.builders.normal_form_lcp import shared_normal_form_lcp
from seqform.builders.sequence_form_lcp import shared_sequence_form_lcp
from seqform.builders.starting_plans import completely_mixed
from seqform.errors import ModelError
from seqform.linear_route import Formulation, require_exact, require_solved, unknown_formulation
from seqform.models.exact import ExactArray
from seqform.models.game import ExtensiveGame
from seqform.models.linear_program import Mask
from seqform.models.raw_solution import RawSolution
from seqform.models.reduced import Reduced
from seqform.models.sequence_form import SequenceForm
from seqform.models.strategies import RealizationPlans
from seqform.phases import Phases
from seqform.starts import ALL_ONES, Start, starting_plans

if TYPE_CHECKING:
    from seqform.builders.game_lcp import GameLcp


@dataclass(frozen=True)
class ComplementarityChoices:
    """What there is to choose on this route; as in `seqform.api.solve`."""

    start: Start = "centroid"
    formulation: Formulation = "sequence-form"
    exact: bool = False
    witness: bool = True


@dataclass(frozen=True)
class PivotedAnswer:
    """What came of the route.

    Attributes
    ----------
    raw : RawSolution
    plans : RealizationPlans
    trembles : RealizationPlans, optional
        Completely mixed plans on the last segment of the path, to which `plans` are best responses: the
        witness of normal-form perfection (vSvET, Theorem 1). Absent where there is no path, where it did
        not begin in completely mixed plans, or where it was not asked for.
    """

    raw: RawSolution
    plans: RealizationPlans
    trembles: RealizationPlans | None


def game_lcp(form: SequenceForm, formulation: Formulation) -> GameLcp:
    """Return what the complementarity problems of a game share, whatever the start.

    Raises
    ------
    ModelError
        If the formulation is unknown, or the normal form too large.
    """
    if formulation == "sequence-form":
        return shared_sequence_form_lcp(form)
    if formulation == "normal-form":
        return shared_normal_form_lcp(form)
    raise unknown_formulation(formulation)


def solve_complementarity(
    game: ExtensiveGame,
    form: SequenceForm,
    solver: Backend,
    options: SolveOptions,
    choices: ComplementarityChoices,
    phases: Phases,
) -> PivotedAnswer:
    """Return plans of an equilibrium, and what the solver said.

    Raises
    ------
    ModelError
        If the start is none.
    SolveError
        If the solver did not finish.
    """
    lcp, start = None, None
    with phases.phase("build", "building the complementarity problem"):
        if choices.start == ALL_ONES:
            if choices.formulation != "sequence-form":
                raise ModelError("start 'ones': the all-ones vector is offered for the sequence form alone")
            step = koller_megiddo_von_stengel(form)
        else:
            start = starting_plans(game, form, choices.start)
            lcp = game_lcp(form, choices.formulation)
            step = Reduced(lcp.problem(start), lcp.lift)
    with phases.phase("solve", f"solving with {solver.name}"):
        raw = solver.solve(step.target, options)
    require_solved(raw, solver)
    if choices.exact and not solver.exact:
        with phases.phase("exact", "making the answer exact"):
            raw = exact_complementarity(step.target, raw, time_limit=options.time_limit, progress=phases.tell)
        require_exact(raw, solver)
    trembles = None
    if lcp is not None and start is not None and choices.witness and completely_mixed(start):
        with phases.phase("witness", "keeping the last segment of the path"):
            trembles = last_segment(lcp, start, raw)
    return PivotedAnswer(raw, step.lift(raw), trembles)


def last_segment(lcp: GameLcp, start: RealizationPlans, raw: RawSolution) -> RealizationPlans | None:
    """Return plans on the last segment of a solver's path, None if it walked none or z0 did not fall there.

    At the last basis the basic variables are B⁻¹q + B⁻¹d z0, and nonnegative up to the z0 at which the segment
    begins, zero where z0 did not leave as soon as it could. The power of two below that is taken, for shorter numbers.
    """
    path = raw.path
    if path is None or len(path) == 0:
        return None
    problem = path.problem
    assert problem.covering_vector is not None
    end = ExactBasis(problem, path.basis(len(path)))
    assert isinstance(raw.primal, ExactArray)
    w = problem.slack(raw.primal)
    assert isinstance(w, ExactArray)
    values = ExactArray.concatenate([w, raw.primal, ExactArray.zeros(1)]).take(end.basis)
    slopes = end.solve(problem.covering_vector)
    z0 = _reach(values, slopes, end.sign_constrained)
    return None if z0 == 0 else lcp.plans_on_path(start, end.point_of(values + slopes * z0)[0], z0)


def _reach(values: ExactArray, slopes: ExactArray, constrained: Mask) -> Fraction:
    """Return how large z0 may be, rounded down to a power of two up to 1, or 0."""
    falling = np.flatnonzero(constrained & np.asarray(slopes.numerators < 0, dtype=bool))
    if not np.all(values.numerators[falling] > 0):
        return Fraction(0)
    unit = Fraction(slopes.denominator, values.denominator)
    steps = zip(values.numerators[falling].tolist(), slopes.numerators[falling].tolist(), strict=True)
    least = min((Fraction(value, -slope) for value, slope in steps), default=1 / unit) * unit
    halvings = max(0, least.denominator.bit_length() - least.numerator.bit_length() + 1)
    return Fraction(1, 2**halvings)
