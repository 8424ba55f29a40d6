"""Constant-sum games by linear programming.

Games of any payoffs by linear complementarity.

Constant-sum games by methods that approach a saddle point.

Where a path came from at its very end: the witness of normal-form perfection.

Which backend solves a game if none is named.

Steps that make a game's problem smaller before it is solved, by name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

import numpy as np

from seqform.backends.exact.complementarity import exact_complementarity
from seqform.backends.exact.solution import exact_solution
from seqform.backends.lemke.exact_basis import ExactBasis
from seqform.backends.protocol import Backend, SolveOptions
from seqform.builders.forms.normal_form import normal_form_lp
from seqform.builders.forms.starts import completely_mixed
from seqform.builders.preprocess.dominated import eliminate_dominated
from seqform.builders.preprocess.merge import merge_equivalent, merge_equivalent_lcp
from seqform.builders.preprocess.sparsify import sparsify
from seqform.builders.programs.lcp import GameLcp, koller_megiddo_von_stengel, shared_sequence_form_lcp
from seqform.builders.programs.normal_form_lcp import shared_normal_form_lcp
from seqform.builders.programs.saddle_point import saddle_point
from seqform.builders.programs.zero_sum_lp import zero_sum_lp
from seqform.errors import GameError, ModelError, SolveError, UnsupportedModelError
from seqform.models.answers.equilibrium import Equilibrium
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.ordered import OrderedGame
from seqform.models.numbers.exact import ExactArray, Ints, Mask
from seqform.models.numbers.text import shown_rational
from seqform.models.programs.complementarity import LinearComplementarityProblem
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.programs.solutions import RawSolution
from seqform.models.reduced import Reduced
from seqform.models.strategies.behavior import BehaviorProfile, RealizationPlans
from seqform.solving.phases import Phases
from seqform.solving.starts import ALL_ONES, Start, starting_plans

MERGE = "merge-equivalent"
ELIMINATE = "eliminate-dominated"
SPARSIFY = "sparsify"
SOLVE_SUBGAMES = "solve-subgames"
NO_STEP = "none"
PREPROCESSORS = {
    MERGE: "merge what the problem cannot tell apart",
    ELIMINATE: "leave out dominated sequences, which may cost other equilibria",
    SPARSIFY: "tell a linear program by auxiliary variables, in fewer coefficients",
    SOLVE_SUBGAMES: "solve subgames of perfect information first, each for the objective",
}
"""What there is, and what it does."""

Form = Reduced[SequenceForm, RealizationPlans, BehaviorProfile]


def named_steps(preprocess: str | Sequence[str] | None) -> tuple[str, ...] | None:
    """Return the steps that were asked for; None if nothing was said.

    Parameters
    ----------
    preprocess : str or sequence of str, optional
        One step or several; "none" for none at all.

    Raises
    ------
    ModelError
        If there is no such step, or "none" is not alone.

    Examples
    --------
    >>> named_steps("none"), named_steps("sparsify"), named_steps(["merge-equivalent", "sparsify"])
    ((), ('sparsify',), ('merge-equivalent', 'sparsify'))
    """
    if preprocess is None:
        return None
    if not isinstance(preprocess, str | list | tuple):
        raise ModelError(f"preprocess: the names of steps expected, not {preprocess!r}")
    names = (preprocess,) if isinstance(preprocess, str) else tuple(preprocess)
    if names == (NO_STEP,):
        return ()
    if NO_STEP in names:
        raise ModelError(f"preprocess: {NO_STEP!r} stands alone; leave it out, or the steps beside it")
    unknown = [name for name in names if name not in tuple(PREPROCESSORS)]
    if unknown:
        raise ModelError(f"unknown preprocessor {unknown[0]!r}; known: {', '.join(PREPROCESSORS)}; {NO_STEP} for none")
    return names


def chosen_steps(
    preprocess: Sequence[str] | None, concept: str, *, linearly: bool, has_start: bool, by_saddle_point: bool = False
) -> tuple[str, ...]:
    """Return the steps to take: those asked for, or the default.

    Merging is the default for linear programs. Complementarity problems are left as they are, so that the end of the
    path proves normal-form perfection.

    Raises
    ------
    ModelError
        If a step has no meaning here.
    """
    if preprocess is None:
        return (MERGE,) if linearly else ()
    if MERGE in preprocess and by_saddle_point:
        raise ModelError(f"{MERGE}: for linear programs and complementarity problems; leave it out")
    if SPARSIFY in preprocess and not linearly:
        raise ModelError(f"{SPARSIFY}: for linear programs; leave it out")
    if SPARSIFY in preprocess and concept not in ("nash", "nf-perfect"):
        raise ModelError(f"{SPARSIFY}: concept {concept!r} has programs of its own; leave it out")
    if ELIMINATE in preprocess and concept != "nash":
        raise ModelError(f"{ELIMINATE}: concept {concept!r} is about all sequences; leave it out")
    if preprocess and not linearly and concept != "nash":
        raise ModelError(f"preprocess: concept {concept!r} needs the whole complementarity problem; leave it out")
    if preprocess and not linearly and has_start:
        raise ModelError("preprocess: a start is a start of the whole problem; leave one of the two out")
    return tuple(preprocess)


def without_dominated(form: Form, steps: Sequence[str], phases: Phases) -> Form:
    """Return the sequence form without dominated sequences, if that is among the steps."""
    if ELIMINATE not in steps:
        return form
    with phases.phase("preprocess", "eliminating dominated sequences"):
        return form.then(eliminate_dominated)


Formulation = Literal["sequence-form", "normal-form"]


@dataclass(frozen=True)
class LinearChoices:
    """What there is to choose on this route; as in `seqform.solving.api.solve`."""

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


def last_segment(
    lcp: GameLcp, start: RealizationPlans, problem: LinearComplementarityProblem, basis: Ints, z: ExactArray
) -> RealizationPlans | None:
    """Return plans on the last segment of a path, None if z0 did not fall there.

    At the last basis the basic variables are B⁻¹q + B⁻¹d z0, and nonnegative up to the z0 at which the segment
    begins, zero where z0 did not leave as soon as it could. The power of two below that is taken, for shorter numbers.

    Parameters
    ----------
    start : RealizationPlans
        (p, q).
    problem : LinearComplementarityProblem
        With their covering vector.
    basis : ndarray of int, shape (n,)
        The last one.
    z : ExactArray, shape (n,)
        The solution there.
    """
    assert problem.covering_vector is not None
    end = ExactBasis(problem, basis)
    w = problem.slack(z)
    assert isinstance(w, ExactArray)
    values = ExactArray.concatenate([w, z, ExactArray.zeros(1)]).take(end.basis)
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


@dataclass(frozen=True)
class ComplementarityChoices:
    """What there is to choose on this route; as in `seqform.solving.api.solve`."""

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


DEFAULT_LINEAR_BACKEND = "highs"
DEFAULT_COMPLEMENTARITY_BACKEND = "lemke"


def default_backend(game: ExtensiveGame | OrderedGame, concept: str = "nash", *, has_start: bool = False) -> str:
    """Return the name of the backend that `seqform.solve` takes if none is named.

    Parameters
    ----------
    has_start : bool
        Whether a start is given, which only paths of complementary pivoting have.

    Examples
    --------
    >>> from seqform.io.load import load
    >>> default_backend(load("kuhn")), default_backend(load("vsvet-figure-1"))
    ('highs', 'lemke')
    """
    if concept != "nf-perfect" and not has_start and game.constant_sum is not None:
        return DEFAULT_LINEAR_BACKEND
    return DEFAULT_COMPLEMENTARITY_BACKEND
