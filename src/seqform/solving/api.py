"""The whole way in one call: load a game, solve it, certify the answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from numbers import Real
from pathlib import Path
from typing import Any

import numpy as np

from seqform.backends import get
from seqform.backends.protocol import Backend, SolveOptions, portable_options
from seqform.builders.forms.sequence_form import sequence_form
from seqform.errors import CertificationError, GameError, ModelError, UnsupportedModelError
from seqform.io.load import load
from seqform.io.profiles import read_profile, read_witness
from seqform.models.answers.certificate import Certificate
from seqform.models.answers.equilibrium import Equilibrium, FoundEquilibrium
from seqform.models.answers.objectives import OBJECTIVES, ObjectiveLike
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import SequenceIndex
from seqform.models.programs.complementarity import LinearComplementarityProblem
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.saddle_point import SaddlePointProblem
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy, completely_mixed_profile
from seqform.solving.concepts import (
    REFINEMENTS,
    STABLE_BASIS,
    SUBGAME_PERFECT,
    RefinementChoices,
    require_choices_meaning,
    subgame_perfect_choices,
)
from seqform.solving.phases import Phases, Progress
from seqform.solving.pipeline import (
    PREPROCESSORS,
    SOLVE_SUBGAMES,
    ComplementarityChoices,
    Formulation,
    LinearChoices,
    chosen_steps,
    default_backend,
    linear_program,
    named_steps,
    require_approximate,
    require_constant_sum,
    require_reached,
    solve_complementarity,
    solve_linear,
    solve_saddle_point,
    without_dominated,
)
from seqform.solving.positions import solve_around_subgames, solve_subgame_perfect
from seqform.solving.refinements import refined, require_meaning, require_method
from seqform.solving.starts import Start
from seqform.verify.nash import certify
from seqform.verify.normal_form import NORMAL_FORM_PERFECT, certify_normal_form_perfect, normal_form_perfect
from seqform.verify.subgames import CHECK as SUBGAME_PERFECT_CHECK
from seqform.verify.subgames import subgame_deviation

__all__ = [
    "CONCEPTS",
    "PREPROCESSORS",
    "Formulation",
    "check",
    "largest_gap",
    "linear_program",
    "load",
    "solve",
    "uniform_profile",
]

CONCEPTS = ("nash", SUBGAME_PERFECT, "nf-perfect", *REFINEMENTS)
"""The equilibrium concepts that `solve` computes."""

MAX_GAP = 1e-6
"""A floating-point answer passes if its nash_conv is at most this times the spread of the payoffs."""

ROUNDING = 1e-12
"""What summing the payoffs of a large game in doubles may add to a regret, in units of the largest payoff."""


def solve(
    game: ExtensiveGame | str | Path | Any,
    *,
    concept: str = "nash",
    backend: str | Backend | None = None,
    options: SolveOptions | Mapping[str, Any] | None = None,
    exact: bool = False,
    start: Start | None = None,
    witness: bool = True,
    method: str | None = None,
    epsilon: Fraction | None = None,
    player: int = 0,
    formulation: Formulation = "sequence-form",
    preprocess: str | Sequence[str] | None = None,
    objective: ObjectiveLike | None = None,
    payoffs: tuple[Fraction | int, Fraction | int] | None = None,
    mixing: bool = True,
    max_gap: float = MAX_GAP,
    progress: Progress | None = None,
) -> Equilibrium:
    """Compute an equilibrium and certify it on the game itself.

    Constant-sum games become a linear program, all others a linear complementarity problem; so do
    constant-sum games where the concept, the start or the backend asks for it.

    Parameters
    ----------
    concept : str
        One of `CONCEPTS`: "nash" for any equilibrium, "subgame-perfect" for one that is so in every subgame, in games
        of perfect information the best one by an objective, "nf-perfect" for a normal-form perfect one, "quasi-perfect"
        (and so "sequential") for one that is sensible at every information set, "extensive-form-perfect" for one in
        which players also beware of their own later trembles; each with the proof of it.
    backend : str or Backend, optional
        `seqform.backends.describe()` lists them, and what each solves; "highs" for linear programs
        and "lemke" for complementarity problems if absent.
    exact : bool
        Turn the solver's answer into a rational equilibrium whose nash_conv is exactly 0; the answers to general-sum
        games, and those of "lemke" and "exact", are so in any case.
    start : "centroid", "random:SEED", "ones", the path of a profile's JSON file, a profile or plans, optional
        Where the path of "lemke" begins; the centroid if absent. The equilibrium is normal-form perfect if the start is
        completely mixed, which the certificate then proves; a quasi-perfect one is computed from any start. "ones" is
        the covering vector of Koller, Megiddo & von Stengel, whose path starts from no strategies.
    witness : bool
        Whether to keep the witness of normal-form perfection, and check it, where the path gives one; "nf-perfect" does
        in any case. It takes about half as long again as a small game does without.
    method : str, optional
        How a quasi-perfect equilibrium of a constant-sum game is computed, from `seqform.solving.concepts.METHODS`:
        "stable-basis" if absent. Of any other game Lemke's algorithm computes one, ε being an indeterminate.
    epsilon : Fraction, optional
        The size of trembles with which the methods "stable-basis" and "numeric" ask the solver.
    player : int
        0 or 1: whose plan is the primal of the linear program; the other's is the dual.
    formulation : "sequence-form" or "normal-form"
        The normal form is exponentially larger: a baseline for small games.
    preprocess : str or sequence of str, optional
        Steps taken before the problem is solved, from `PREPROCESSORS`; "none" for none. If absent, linear programs are
        merged, which loses nothing.
    objective : str, Objective or callable, optional
        Which subgame perfect equilibrium of a game of perfect information is wanted, and what the preprocessor
        "solve-subgames" picks: a name such as "social" or "fairest,social", or a function of both payoffs that does not
        fall when a payoff rises; see `seqform.models.answers.objectives`.
    payoffs : two whole numbers or fractions, optional
        What the subgame perfect equilibrium has to pay.
    mixing : bool
        Whether the chosen one may have players mix where they are indifferent.
    max_gap : float
        A floating-point answer whose nash_conv exceeds this times the spread of the
        payoffs is an error.
    progress : callable, optional
        Told in a few words what is going on.

    Raises
    ------
    BackendError
        If the backend is unknown or not installed, does not solve what the game becomes, or an option is wrong.
    ModelError
        If the concept or the start is none.
    SolveError
        If the solver did not finish; the error carries its raw solution, and of "cfr" and "pdhg" the equilibrium as
        found so far.
    CertificationError
        If the answer did not pass; the error carries the equilibrium with its certificate.

    Examples
    --------
    >>> equilibrium = solve("kuhn", exact=True)
    >>> str(equilibrium.certificate)
    'nash_conv = 0 (exact)'
    >>> str(solve("vsvet-figure-1").certificate)
    'nash_conv = 0 (exact); normal-form perfect: yes'
    >>> solve("littman-figure-4", concept="subgame-perfect", objective="social").values
    (Fraction(2, 1), Fraction(5, 1))
    """
    if concept not in CONCEPTS:
        raise ModelError(f"unknown concept {concept!r}; known: {', '.join(CONCEPTS)}")
    require_meaning(concept, formulation, method, epsilon)
    solver_of_trees = backend if concept == SUBGAME_PERFECT and isinstance(backend, str) else None
    choices = subgame_perfect_choices(objective, payoffs, mixing=mixing, backend=solver_of_trees)
    preprocess = named_steps(preprocess)
    given = {
        "start": start,
        "backend": backend,
        "formulation": formulation,
        "player": player or None,
        "max_gap": None if max_gap == MAX_GAP else max_gap,
    }
    require_choices_meaning(choices, concept, preprocess, **given)
    if not isinstance(max_gap, Real) or not max_gap >= 0:
        raise ModelError(f"max_gap: a number from 0 on expected, not {max_gap!r}")
    options = portable_options(options)
    named = None if backend is None else get(backend)
    phases = Phases(progress)
    if options.progress is None:
        options = replace(options, progress=progress)
    with phases.phase("load", "loading the game"):
        game = load(game, progress=progress)
    if concept == SUBGAME_PERFECT:

        def quasi_perfect(part: ExtensiveGame, options: SolveOptions) -> Equilibrium:
            return solve(part, concept="quasi-perfect", options=options, progress=progress)

        return solve_subgame_perfect(game, choices, options, phases, quasi_perfect)
    if SOLVE_SUBGAMES in (preprocess or ()):
        steps_left = [step for step in preprocess or () if step != SOLVE_SUBGAMES] or None

        def rest(smaller: ExtensiveGame) -> Equilibrium:
            if game.constant_sum is None and named is not None and SaddlePointProblem in named.supports:
                require_constant_sum(game)  # as without the step: these methods give no exact answer
            return solve(
                smaller,
                backend=backend,
                options=options,
                exact=exact or game.constant_sum is None,
                player=player,
                formulation=formulation,
                preprocess=steps_left,
                max_gap=max_gap,
                progress=progress,
            )

        found = solve_around_subgames(game, choices.objective or OBJECTIVES["social"], rest, phases)
        _require_pass(found, max_gap)
        return found
    solver = named or get(default_backend(game, concept, has_start=start is not None))
    by_saddle_point = SaddlePointProblem in solver.supports
    if by_saddle_point:
        require_approximate(solver, concept, formulation, exact=exact)
    linearly = not by_saddle_point and _solves_linearly(game, solver, start)
    steps = chosen_steps(
        preprocess, concept, linearly=linearly, has_start=start is not None, by_saddle_point=by_saddle_point
    )
    linear = LinearChoices(player, formulation, steps, exact or concept == "nf-perfect")
    with phases.phase("build", "building the sequence form"):
        form = sequence_form(game)
    form = without_dominated(form, steps, phases)
    if concept in REFINEMENTS:
        refinement = RefinementChoices(player, method or STABLE_BASIS, epsilon, steps, start)
        require_method(concept, refinement, linearly, None if named is None else named.name, method, exact)
        return refined(game, concept, form.target, solver, linearly, options, refinement, phases)
    trembles = None
    if by_saddle_point:
        raw, plans = solve_saddle_point(game, form.target, solver, options, phases)
    elif linearly:
        raw, plans = solve_linear(game, form.target, solver, options, linear, phases)
    else:
        complementarity = ComplementarityChoices(
            "centroid" if start is None else start,
            formulation,
            linear.exact or game.constant_sum is None,
            witness or concept == "nf-perfect",
            steps,
        )
        answer = solve_complementarity(game, form.target, solver, options, complementarity, phases)
        raw, plans, trembles = answer.raw, answer.plans, answer.trembles
    with phases.phase("verify", "verifying on the tree"):
        profile = form.lift(plans)
        mixed = None if trembles is None else completely_mixed_profile(trembles)
        if concept == "nf-perfect" and mixed is None:
            profile, mixed = _undominated(game, profile, options)
        certificate = certify(game, profile) if mixed is None else certify_normal_form_perfect(game, profile, mixed)
    found = Equilibrium(game, profile, certificate, raw, concept, solver.name, phases.seconds, mixed)
    if by_saddle_point:
        require_reached(found)
    _require_pass(found, max_gap)
    return found


def _undominated(
    game: ExtensiveGame, profile: BehaviorProfile, options: SolveOptions
) -> tuple[BehaviorProfile, BehaviorProfile | None]:
    """Return a profile with its witness of normal-form perfection, if it has one.

    In a constant-sum game dominated strategies of the equilibrium are replaced, which leaves it one.
    """
    verdict = normal_form_perfect(game, profile, options=replace(options, raw={}, tolerance=None))
    replaced = verdict.undominated_profile if game.constant_sum is not None else profile
    return replaced, verdict.witness


def _solves_linearly(game: ExtensiveGame, solver: Backend, start: Start | None) -> bool:
    """Tell which of the two models of a game goes to the solver.

    Raises
    ------
    UnsupportedModelError
        If the solver solves neither that the game and the start allow.
    """
    if LinearProgram in solver.supports and start is None and game.constant_sum is not None:
        return True
    if start is not None and not getattr(solver, "has_start", False):
        raise UnsupportedModelError(f"backend {solver.name} walks no path, so it has no start; take lemke")
    if LinearComplementarityProblem in solver.supports:
        return False
    try:
        require_constant_sum(game)
    except GameError as why:
        raise UnsupportedModelError(f"{why}; backend {solver.name} solves nothing else: take lemke or pyomo") from None
    raise UnsupportedModelError(f"backend {solver.name} solves neither linear programs nor complementarity problems")


def check(
    game: ExtensiveGame | str | Path | Any,
    profile: BehaviorProfile | Equilibrium | FoundEquilibrium | str | Path,
    *,
    nf_perfect: bool = False,
    subgame_perfect: bool = False,
) -> Certificate:
    """Certify a profile from anywhere.

    Parameters
    ----------
    nf_perfect : bool
        Put among the certificate's checks whether the profile is proven to be a normal-form perfect equilibrium: by the
        witness of the equilibrium or the file, where there is one and it proves it, else by two exact linear programs.
    subgame_perfect : bool
        Put among them whether it is an equilibrium of every subgame.

    Returns
    -------
    Certificate
        Exact if every probability of the profile is a fraction.

    Raises
    ------
    ModelError
        If the profile is not one of this game, or a probability distribution does not sum to 1; with
        `nf_perfect` or `subgame_perfect` also if it is in doubles.

    Examples
    --------
    >>> equilibrium = solve("littman-figure-4", concept="subgame-perfect")
    >>> check("littman-figure-4", equilibrium, subgame_perfect=True).checks
    {'subgame perfect': True}
    """
    game = load(game)
    witness = None
    if isinstance(profile, Equilibrium | FoundEquilibrium):
        witness, profile = profile.witness, profile.profile
    elif isinstance(profile, str | Path):
        witness = read_witness(profile, game) if nf_perfect else None
        profile = read_profile(profile, game)
    if not isinstance(profile, BehaviorProfile):
        raise ModelError(f"a profile or the path of one expected, not {type(profile).__name__}")
    certificate = _normal_form_checked(game, profile, witness) if nf_perfect else certify(game, profile)
    if not subgame_perfect:
        return certificate
    holds = subgame_deviation(game, profile) is None
    return replace(certificate, checks={**certificate.checks, SUBGAME_PERFECT_CHECK: holds})


def _normal_form_checked(game: ExtensiveGame, profile: BehaviorProfile, witness: BehaviorProfile | None) -> Certificate:
    if witness is not None:
        certificate = certify_normal_form_perfect(game, profile, witness)
        if certificate.checks[NORMAL_FORM_PERFECT]:
            return certificate
    return normal_form_perfect(game, profile).certificate


def uniform_profile(game: ExtensiveGame) -> BehaviorProfile:
    """Return the profile in which every action at an information set is equally likely, exactly."""
    return BehaviorProfile((_uniform(game.sequences[0].index), _uniform(game.sequences[1].index)))


def _uniform(index: SequenceIndex) -> BehaviorStrategy:
    share = np.array([Fraction(1, int(count)) for count in index.num_actions], dtype=object)
    probabilities = np.append(np.array([Fraction(1)], dtype=object), np.repeat(share, index.num_actions))
    return BehaviorStrategy(index, probabilities)


def _require_pass(answer: Equilibrium, max_gap: float) -> None:
    certificate = answer.certificate
    if answer.concept == "nf-perfect" and not certificate.checks.get(NORMAL_FORM_PERFECT, False):
        raise CertificationError(
            f"the equilibrium that {answer.backend} found is not normal-form perfect ({certificate}); "
            "take lemke, and a start that is completely mixed",
            certificate,
            answer,
        )
    if certificate.exact:
        if certificate.nash_conv != 0:
            raise CertificationError(f"the certificate fails: {certificate}", certificate, answer)
        return
    allowed = largest_gap(answer.game, max_gap)
    if not certificate.nash_conv <= allowed:
        raise CertificationError(
            f"the certificate fails: nash_conv = {certificate.nash_conv:.3g}, above the {allowed:.3g} allowed; "
            "ask the solver for a smaller tolerance, take another backend, or make the answer exact",
            certificate,
            answer,
        )


def largest_gap(game: ExtensiveGame, max_gap: float = MAX_GAP) -> float:
    """Return the nash_conv that a floating-point answer may have: `max_gap` of the payoffs' spread, and rounding."""
    payoffs = np.concatenate([payoff.to_floats() for payoff in game.leaf_payoffs])
    return float(max_gap * np.ptp(payoffs.reshape(2, -1), axis=1).max() + ROUNDING * np.abs(payoffs).max())
