"""Games of any payoffs by linear complementarity."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from seqform.backends.complementary_support import exact_complementarity
from seqform.backends.options import SolveOptions
from seqform.backends.protocol import Backend
from seqform.builders.equitable_lcp import merge_equivalent_lcp
from seqform.builders.koller_megiddo_von_stengel import koller_megiddo_von_stengel
from seqform.builders.normal_form_lcp import shared_normal_form_lcp
from seqform.builders.sequence_form_lcp import shared_sequence_form_lcp
from seqform.builders.starting_plans import completely_mixed
from seqform.errors import ModelError
from seqform.last_segment import last_segment
from seqform.linear_route import Formulation, require_exact, require_solved, unknown_formulation
from seqform.models.exact import ExactArray
from seqform.models.game import ExtensiveGame
from seqform.models.raw_solution import RawSolution
from seqform.models.reduced import Reduced
from seqform.models.sequence_form import SequenceForm
from seqform.models.strategies import RealizationPlans
from seqform.phases import Phases
from seqform.preprocessing import MERGE
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
    preprocess: Sequence[str] = ()


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
    if MERGE in choices.preprocess:
        with phases.phase("preprocess", "merging what the problem cannot tell apart"):
            step = step.then(merge_equivalent_lcp)
    with phases.phase("solve", f"solving with {solver.name}"):
        raw = solver.solve(step.target, options)
    require_solved(raw, solver)
    if choices.exact and not solver.exact:
        with phases.phase("exact", "making the answer exact"):
            raw = exact_complementarity(step.target, raw, time_limit=options.time_limit, progress=phases.tell)
        require_exact(raw, solver)
    trembles = None
    witnessed = choices.witness and not choices.preprocess
    if lcp is not None and start is not None and witnessed and completely_mixed(start):
        with phases.phase("witness", "keeping the last segment of the path"):
            trembles = _trembles(lcp, start, raw)
    return PivotedAnswer(raw, step.lift(raw), trembles)


def _trembles(lcp: GameLcp, start: RealizationPlans, raw: RawSolution) -> RealizationPlans | None:
    path = raw.path
    if path is None or len(path) == 0 or not isinstance(raw.primal, ExactArray):
        return None
    return last_segment(lcp, start, path.problem, path.basis(len(path)), raw.primal)
