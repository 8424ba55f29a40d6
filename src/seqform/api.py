"""The whole way in one call: load a game, solve it, certify the answer."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields as dataclass_fields
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

import numpy as np

from seqform.backends import get
from seqform.backends.exact.solution import exact_solution
from seqform.backends.options import SolveOptions
from seqform.builders.equitable_partition import merge_equivalent
from seqform.builders.normal_form import normal_form_lp
from seqform.builders.sequence_form import sequence_form
from seqform.builders.zero_sum_lp import zero_sum_lp
from seqform.errors import CertificationError, GameError, ModelError, OptionError, SolveError
from seqform.models.certificate import Certificate
from seqform.models.equilibrium import Equilibrium
from seqform.models.game import ExtensiveGame
from seqform.models.linear_program import LinearProgram
from seqform.models.number_text import shown_rational
from seqform.models.raw_solution import RawSolution, Termination
from seqform.models.reduced import Reduced
from seqform.models.sequence_form import SequenceForm
from seqform.models.sequences import SequenceIndex
from seqform.models.strategies import BehaviorProfile, BehaviorStrategy, RealizationPlans
from seqform.report.profile_json import read_profile
from seqform.sources import load
from seqform.verify.certify import certify

__all__ = ["CONCEPTS", "PREPROCESSORS", "check", "linear_program", "load", "solve", "uniform_profile"]

PREPROCESSORS = {"merge-equivalent": merge_equivalent}
"""Steps from a linear program to a smaller one with the same optimum, by name."""

CONCEPTS = ("nash",)
"""The equilibrium concepts that `solve` computes."""

DEFAULT_BACKEND = "highs"

MAX_GAP = 1e-6
"""A floating-point answer passes if its nash_conv is at most this times the spread of the payoffs."""

ROUNDING = 1e-12
"""What summing the payoffs of a large game in doubles may add to a regret, in units of the largest payoff."""

Formulation = Literal["sequence-form", "normal-form"]
Progress = Callable[[str], None]


def solve(
    game: ExtensiveGame | str | Path | Any,
    *,
    concept: str = "nash",
    backend: str = DEFAULT_BACKEND,
    options: SolveOptions | Mapping[str, Any] | None = None,
    exact: bool = False,
    player: int = 0,
    formulation: Formulation = "sequence-form",
    preprocess: Sequence[str] = ("merge-equivalent",),
    max_gap: float = MAX_GAP,
    progress: Progress | None = None,
) -> Equilibrium:
    """Compute an equilibrium of a constant-sum game and certify it on the game itself.

    Parameters
    ----------
    game : ExtensiveGame, or whatever `load` accepts
    concept : str
        One of `CONCEPTS`.
    backend : str
        A solver of linear programs; `seqform.backends.describe()` lists them.
    options : SolveOptions, or a mapping of its fields, optional
    exact : bool
        Turn the solver's answer into a rational equilibrium whose nash_conv is exactly 0.
    player : int
        0 or 1: whose plan is the primal of the linear program; the other's is the dual.
    formulation : "sequence-form" or "normal-form"
        The normal form is exponentially larger: a baseline for small games.
    preprocess : sequence of str
        Lossless steps taken before solving, from `PREPROCESSORS`, in this order; () for none.
    max_gap : float
        A floating-point answer whose nash_conv exceeds this times the spread of the
        payoffs is an error.
    progress : callable, optional
        Told in a few words what is going on.

    Returns
    -------
    Equilibrium

    Raises
    ------
    GameError
        If the game is not constant-sum.
    BackendError
        If the backend is unknown or not installed, or an option is wrong.
    SolveError
        If the solver did not finish; the error carries its raw solution.
    CertificationError
        If the answer did not pass; the error carries the equilibrium with its certificate.

    Examples
    --------
    >>> equilibrium = solve("kuhn", exact=True)
    >>> str(equilibrium.certificate)
    'nash_conv = 0 (exact)'
    """
    tell = progress or _silent
    seconds: dict[str, float] = {}
    if concept not in CONCEPTS:
        raise ModelError(f"unknown concept {concept!r}; known: {', '.join(CONCEPTS)}")
    unknown = [name for name in preprocess if name not in PREPROCESSORS]
    if unknown:
        raise ModelError(f"unknown preprocessor {unknown[0]!r}; known: {', '.join(PREPROCESSORS)}; () for none")
    solver = get(backend)
    options = _portable(options)
    if player not in (0, 1):
        raise ModelError(f"player: 0 or 1 expected, not {player!r}")
    if not max_gap >= 0:
        raise ModelError(f"max_gap: a number from 0 on expected, not {max_gap!r}")
    if options.progress is None:
        options = replace(options, progress=progress)
    with _phase("load", "loading the game", seconds, tell):
        game = load(game, progress=progress)
    with _phase("build", "building the linear program", seconds, tell):
        form = sequence_form(game)
        step = form.then(lambda target: linear_program(game, target, player, formulation))
    for name in preprocess:
        with _phase("preprocess", f"preprocessing: {name}", seconds, tell):
            step = step.then(PREPROCESSORS[name])
    with _phase("solve", f"solving with {backend}", seconds, tell):
        raw = solver.solve(step.target, options)
    if not raw.solved:
        raise SolveError(f"{backend} found no equilibrium: {raw.termination} ({raw.status})", raw)
    if exact and not solver.exact:
        with _phase("exact", "making the answer exact", seconds, tell):
            raw = exact_solution(step.target, raw, time_limit=options.time_limit, progress=progress)
        if raw.termination is not Termination.SOLVED:
            raise SolveError(f"the answer of {backend} could not be made exact: {raw.termination} ({raw.status})", raw)
    with _phase("verify", "verifying on the tree", seconds, tell):
        profile = step.lift(raw)
        certificate = certify(game, profile)
    answer = Equilibrium(game, profile, certificate, raw, concept, backend, seconds)
    _require_pass(answer, max_gap)
    return answer


def linear_program(
    game: ExtensiveGame, form: SequenceForm, player: int = 0, formulation: Formulation = "sequence-form"
) -> Reduced[LinearProgram, RawSolution, RealizationPlans]:
    """Return the linear program of a constant-sum game, and how its solution becomes a pair of plans.

    Raises
    ------
    GameError
        If the game is not constant-sum.
    """
    _require_constant_sum(game)
    if formulation == "sequence-form":
        return zero_sum_lp(form, player)
    if formulation == "normal-form":
        return normal_form_lp(form, player)
    raise ModelError(f"unknown formulation {formulation!r}; known: sequence-form, normal-form")


def check(game: ExtensiveGame | str | Path | Any, profile: BehaviorProfile | Equilibrium | str | Path) -> Certificate:
    """Certify a profile from anywhere.

    Parameters
    ----------
    game : ExtensiveGame, or whatever `load` accepts
    profile : BehaviorProfile, Equilibrium, or the path of a JSON file

    Returns
    -------
    Certificate
        Exact if every probability of the profile is a fraction.

    Raises
    ------
    ModelError
        If the profile is not one of this game, or a probability distribution does not sum to 1.
    """
    game = load(game)
    if isinstance(profile, Equilibrium):
        profile = profile.profile
    elif isinstance(profile, str | Path):
        profile = read_profile(profile, game)
    if not isinstance(profile, BehaviorProfile):
        raise ModelError(f"a profile or the path of one expected, not {type(profile).__name__}")
    return certify(game, profile)


def uniform_profile(game: ExtensiveGame) -> BehaviorProfile:
    """Return the profile in which every action at an information set is equally likely, exactly."""
    return BehaviorProfile((_uniform(game.sequences[0].index), _uniform(game.sequences[1].index)))


def _uniform(index: SequenceIndex) -> BehaviorStrategy:
    share = np.array([Fraction(1, int(count)) for count in index.num_actions], dtype=object)
    probabilities = np.append(np.array([Fraction(1)], dtype=object), np.repeat(share, index.num_actions))
    return BehaviorStrategy(index, probabilities)


def _portable(options: SolveOptions | Mapping[str, Any] | None) -> SolveOptions:
    if isinstance(options, SolveOptions):
        return options
    try:
        return SolveOptions(**(options or {}))
    except TypeError:
        fields = [field.name for field in dataclass_fields(SolveOptions)]
        raise OptionError(
            f"options: SolveOptions, or a mapping of its fields ({', '.join(fields)}), expected, not {options!r}; "
            'an option of the solver itself goes into "raw"'
        ) from None


def _require_constant_sum(game: ExtensiveGame) -> None:
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


def _require_pass(answer: Equilibrium, max_gap: float) -> None:
    certificate = answer.certificate
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


def _silent(text: str) -> None:
    pass


@contextmanager
def _phase(name: str, text: str, seconds: dict[str, float], tell: Progress) -> Iterator[None]:
    tell(text)
    start = time.perf_counter()
    try:
        yield
    finally:
        seconds[name] = seconds.get(name, 0.0) + time.perf_counter() - start
