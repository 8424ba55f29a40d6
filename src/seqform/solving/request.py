"""The arguments of `seqform.solve`, resolved: starts, progress and time of phases, and conditions on answers."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypedDict, cast

import numpy as np

from seqform.backends import get
from seqform.backends.protocol import Backend, SolveOptions
from seqform.builders.steps import Preprocess, Step
from seqform.errors import CertificationError, ModelError, SolveError, TimeLimitError
from seqform.models.answers.certificate import NORMAL_FORM_PERFECT, Certificate, Claim, Figures
from seqform.models.answers.equilibrium import Equilibrium, Resolved
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.exact import ExactArray, Floats, Ints, Mask
from seqform.models.numbers.text import rounded, shown_bytes, shown_seconds
from seqform.models.options import ALL_ONES, CENTROID, RANDOM, Start
from seqform.models.programs.class_game import ClassGame
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.programs.solutions import CUT_SHORT, Basis, RawSolution, Termination
from seqform.models.strategies.behavior import RealizationPlans
from seqform.models.strategies.constraints import Constraint
from seqform.models.strategies.profile_set import ObjectiveLike
from seqform.solving.concepts import CERTIFICATE_TOLERANCE, Concept, Formulation, NormalFormPerfect
from seqform.system import watch
from seqform.system.deadline import Deadline
from seqform.system.files import is_taken
from seqform.system.foreign_files import shown_value
from seqform.system.strategy_names import FILE, PROFILE, parse_strategy

if TYPE_CHECKING:
    from seqform.builders.programs.lcp import GameLcp
    from seqform.models.programs.complementarity import LinearComplementarityProblem


class Answer(Protocol):
    """The attributes of the answers of all classes of games, by which they are accepted."""

    @property
    def game(self) -> Any:
        """The game."""

    @property
    def raw(self) -> Any:
        """The answer of the solver."""

    @property
    def backend(self) -> str:
        """The name of the solver."""

    @property
    def certificate(self) -> Certificate:
        """The certificate in the game."""


Progress = Callable[[str], None]

ROUNDING = 1e-12
"""Rounding error of a regret in a large game, relative to the largest payoff."""


@dataclass
class Phases:
    """Wall-clock seconds by phase, within a time limit; the beginning of each is reported to a callback.

    Examples
    --------
    >>> phases = Phases(print)
    >>> with phases.phase("load", "loading the game"):
    ...     pass
    loading the game
    >>> list(phases.seconds)
    ['load']
    """

    progress: Progress | None = None
    seconds: dict[str, float] = field(default_factory=dict)
    deadline: Deadline = field(default_factory=Deadline)
    last: str = ""

    @contextmanager
    def phase(self, name: str, text: str, *, cut: bool = True) -> Iterator[None]:
        """Time a block. After the deadline raise SolveError instead, unless the block is not to be `cut`."""
        if cut and self.last and self.deadline.passed:
            raise self._out_of_time()
        watch.phase(text, cut=cut)
        self.last = text
        if self.progress is not None:
            self.progress(text)
        start = time.perf_counter()
        try:
            yield
        except TimeLimitError as error:
            if error.raw is not None:  # of a phase within this one
                raise
            raise self._out_of_time() from None
        finally:
            self.add({name: time.perf_counter() - start})

    def _out_of_time(self) -> SolveError:
        limit = (
            "time limit"
            if self.deadline.seconds is None
            else f"time limit of {self.deadline.seconds:g} s"
        )
        status = f"{limit} reached while {self.last}"
        return TimeLimitError(status, RawSolution(Termination.TIME_LIMIT, status))

    def add(self, seconds: Mapping[str, float]) -> None:
        """Add the seconds of a part."""
        for name, more in seconds.items():
            self.seconds[name] = self.seconds.get(name, 0.0) + more

    def of_part(self) -> Phases:
        """Return phases of a part of the computation, with seconds of its own and the same deadline."""
        return replace(self, seconds={})


def time_left(limit: float | None, started: float) -> float | None:
    """Return the rest of a time limit since a reading of `time.perf_counter`, at least a millisecond."""
    return None if limit is None else max(1e-3, limit - time.perf_counter() + started)


class Options(TypedDict, total=False):
    """Arguments of `seqform.solve`, for type checkers: the fields of `SolveOptions` and of concepts among them.

    Options of further concepts are of type Any.
    """

    backend: str | Backend | None
    options: SolveOptions | Mapping[str, Any] | None
    progress: Progress | None
    time_limit: float | None
    tolerance: float | None
    threads: int | None
    verbose: bool
    target_gap: float | None
    checkpoint: str | os.PathLike[str] | None
    raw: Mapping[str, Any]
    start: Start | str | None
    formulation: Formulation
    player: int | str
    weights: Sequence[Fraction | int] | None
    witness: bool
    certificate_tolerance: float
    objective: ObjectiveLike | None
    target_payoffs: Sequence[Fraction | int] | None
    pure: bool
    epsilon: Fraction | int | str | None
    trembles: Start | str | None
    method: str | None
    constraints: Sequence[Constraint | str] | str
    opponent: Any
    max_loss: Fraction | int | str | None
    weight: Fraction | str | None


class Arguments(Options, total=False):
    """All arguments of `seqform.solve` by name."""

    preprocess: Preprocess
    exact: bool | None


class Inexact(Options, total=False):
    """Arguments by name where no exact answer is asked."""

    preprocess: Preprocess
    exact: Literal[False] | None


class Unprocessed(Options, total=False):
    """Arguments by name without steps."""

    preprocess: None
    exact: bool | None


@dataclass(frozen=True)
class Request:
    """The arguments of `seqform.solve`, resolved.

    - `backend`: The default of the concept and the game if None.
    - `steps`: The default of the problem class if None.
    - `exact`: The default of the size of the game if None.
    """

    concept: Concept
    backend: Backend | None
    steps: tuple[Step, ...] | None
    exact: bool | None
    options: SolveOptions
    phases: Phases

    @property
    def start(self) -> Start | None:
        """The starting point of Lemke's path, where the concept has one."""
        return getattr(self.concept, "start", None)

    @property
    def left(self) -> SolveOptions:
        """The options, with what is left of the time limit."""
        return replace(self.options, time_limit=self.phases.deadline.left)

    def part(self, concept: Concept, **changes: Any) -> Request:
        """Return the request of a part of the computation, with another concept and the same deadline."""
        return replace(self, concept=concept, phases=self.phases.of_part(), **changes)

    def aside(self, concept: Concept, **changes: Any) -> Request:
        """Return the request of a part for which no backend, no steps and no options of a solver are named."""
        return self.part(
            concept, backend=None, steps=None, options=replace(self.options, raw={}), **changes
        )

    def resolved(self, backend: str, steps: Sequence[Step] = ()) -> Resolved:
        """Return the arguments with the backend and the steps that were chosen."""
        concept = {one.name: getattr(self.concept, one.name) for one in fields(self.concept)}
        options = {
            one.name: getattr(self.options, one.name)
            for one in fields(self.options)
            if one.name != "progress"
        }
        return Resolved(
            concept=self.concept.name,
            settings={name: _kept(value) for name, value in concept.items() if value is not None},
            backend=backend,
            preprocess=tuple(step.spelled for step in steps),
            exact=bool(self.exact),
            options={name: value for name, value in options.items() if value is not None},
        )


def _kept(value: Any) -> Any:
    """Return a text in place of an equilibrium, which would keep all those that it was found from."""
    return f"an equilibrium of {value.game.title}" if isinstance(value, Equilibrium) else value


def require_solved(raw: RawSolution, backend: Backend) -> None:
    """Raise SolveError with the raw solution unless the backend solved its problem."""
    if not raw.solved:
        raise SolveError(
            f"{backend.name} found no equilibrium: {raw.termination} ({raw.status})", raw
        )


def require_reached(found: Answer) -> None:
    """Raise SolveError with the strategies found so far if the solver stopped before it reached its gap."""
    if found.raw.termination is Termination.SOLVED:
        return
    advice = f"give it more time{_faster(found)}"
    if found.raw.termination not in CUT_SHORT:
        advice = "more time does not help: allow a larger target_gap, or ask for an exact answer"
    elif found.backend == "highs":
        advice = f"raise the limit{'' if isinstance(found.game, ExtensiveGame) else _faster(found)}"
    certificate = found.certificate
    bounds = ""
    if certificate.constant_sum is not None and certificate.claim.is_equilibrium:
        most, theirs = certificate.best_response_values
        least = certificate.constant_sum - theirs
        bounds = f"; the value of {found.game.players[0]} is between {rounded(least, 6)} and {rounded(most, 6)}"
    gap = f"{certificate.claim.gap} = {rounded(certificate.gap, 3)}"
    reason = f"{found.backend} stopped early ({found.raw.status}) with {gap}{bounds}; {advice}"
    raise SolveError(reason, found.raw, found)


def _faster(found: Answer) -> str:
    """Return the backend that may be faster and for which this machine has the memory."""
    if isinstance(found.game, ExtensiveGame):
        return ", or take highs"
    advice = (
        "" if found.backend == "barrier" else interior_point(cast("Any", found).abstraction.classes)
    )
    return f", or take {advice}" if advice else ""


def machine_memory() -> int:
    """Return the bytes of memory of this machine, 0 where the system does not tell."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") if hasattr(os, "sysconf") else 0


def interior_point(game: ClassGame) -> str:
    """Return the backend barrier with the time and the memory that a game takes; empty where the machine has less."""
    barrier: Any = get("barrier")
    needed = barrier.memory(game)
    if needed >= machine_memory():
        return ""
    return f"barrier (about {shown_seconds(barrier.seconds(game))}, {shown_bytes(needed)})"


def require_pass(found: Equilibrium) -> None:
    """Raise CertificationError with the equilibrium unless its certificate holds, or within what it allows."""
    certificate = found.certificate
    is_perfect = certificate.checks.get(NORMAL_FORM_PERFECT)
    if found.concept == NormalFormPerfect.name and not is_perfect:
        verdict = "not proven to be" if is_perfect is None else "not"
        raise CertificationError(
            f"the equilibrium that {found.backend} found is {verdict} normal-form perfect ({certificate}); "
            "take lemke, and a start that is completely mixed",
            certificate,
            found,
        )
    if not certificate.exact:
        require_gap(found, certificate.allowed)
    elif not certificate.holds(certificate.claim):
        raise CertificationError(f"the certificate fails: {certificate}", certificate, found)


def require_proven(found: Equilibrium, claim: Claim) -> None:
    """Raise CertificationError with the equilibrium unless its certificate proves a claim."""
    certificate = found.certificate
    if not certificate.holds(claim):
        raise CertificationError(
            f"the certificate fails: {certificate}; please report the game", certificate, found
        )


def require_gap(found: Answer, allowed: float) -> None:
    """Raise CertificationError with the strategies if the gap of their claim is above the allowed one."""
    certificate = found.certificate
    if not certificate.gap <= allowed:
        raise CertificationError(
            f"the certificate fails: {certificate.claim.gap} = {rounded(certificate.gap, 3)}, above the {allowed:.3g} "
            "allowed; ask the solver for a smaller tolerance, take another backend, or make the answer exact",
            certificate,
            found,
        )


def largest_regrets(
    game: ExtensiveGame, tolerance: float = CERTIFICATE_TOLERANCE
) -> tuple[float, float]:
    """Return the largest regret of each player in a floating-point answer: relative to the own payoffs, plus rounding.

    A multiple of the spread of the player's payoffs, so that it does not depend on the unit of the other's payoffs.
    """
    first, second = (_largest_regret(payoff.to_floats(), tolerance) for payoff in game.leaf_payoffs)
    return first, second


def _largest_regret(payoffs: Floats, tolerance: float) -> float:
    """Return the largest regret for a player's payoffs, whose spread alone may exceed the doubles."""
    share_of_spread = tolerance * payoffs.max() - tolerance * payoffs.min()
    return float(share_of_spread + ROUNDING * np.abs(payoffs).max())


def largest_gap(differences: Figures, largest: tuple[float, float]) -> float:
    """Return the largest sum of two players' differences that passes, if these keep their proportion.

    Differences pass if the shares that they are of the largest ones add up to no more than 1.

    Examples
    --------
    >>> largest_gap((0.5, 0.5), (2.0, 2.0)), largest_gap((0.5, 0.0), (2.0, 1000.0))
    (2.0, 2.0)
    """
    if largest[0] == largest[1] or not sum(differences) > 0:
        return min(largest)
    if any(
        difference > 0 and not most > 0
        for difference, most in zip(differences, largest, strict=True)
    ):
        return 0.0
    shares = [
        float(difference) / most
        for difference, most in zip(differences, largest, strict=True)
        if difference > 0
    ]
    return float(sum(differences)) / sum(shares) if sum(shares) else min(largest)


def with_allowed(game: ExtensiveGame, certificate: Certificate, request: Request) -> Certificate:
    """Return a certificate with the largest gap that passes, if it is in doubles."""
    if certificate.exact:
        return certificate
    tolerance = getattr(request.concept, "certificate_tolerance", CERTIFICATE_TOLERANCE)
    target = request.options.target_gap or 0
    first, second = largest_regrets(game, tolerance)
    return certificate.recomputed(
        allowed=largest_gap(certificate.differences, (first + target, second + target))
    )


MOST_DIGITS = 1000  # of a seed


def starting_plans(game: ExtensiveGame, form: SequenceForm, start: Start) -> RealizationPlans:
    """Return the plans (p, q) that a start names, exact; raise ModelError if it is none, or not of this game."""
    if isinstance(start, RealizationPlans):
        return start.bound_to(game)
    from seqform.builders.forms.sequence_form import centroid, plans_of, random_start

    if not isinstance(start, str | Path):
        from seqform.playable.profiles import profile  # which takes time to import

        return plans_of(profile(game, start))
    if isinstance(start, str):
        named = parse_strategy(start)
        if named.word == CENTROID and not named.rest:
            return centroid(form)
        if named.word == RANDOM:
            if not named.rest.isdecimal() or len(named.rest) > MOST_DIGITS:
                raise ModelError(
                    f'start {shown_value(start)}: a seed from 0 on expected after "random:", as in random:1'
                )
            return random_start(form, int(named.rest))
        file = named.rest if named.word in (FILE, PROFILE) else ""
    else:
        file = str(start)
    if not is_taken(file):
        raise ModelError(
            f"start {shown_value(str(start))}: centroid, random:SEED, a profile's JSON file, or of solve and trace "
            f"{ALL_ONES} expected; no such file"
        )
    from seqform.io.profiles import read_profile

    return plans_of(read_profile(file, game))


def require_similar(game: ExtensiveGame, start: Equilibrium) -> None:
    """Raise ModelError unless an equilibrium is of a game with the same information sets and actions."""
    for own, other in zip(game.sequences, start.game.sequences, strict=True):
        try:
            own.index.correspondence(other.index, "start")
        except ModelError as error:
            raise ModelError(f"start: {error}") from None


def is_similar(game: ExtensiveGame, start: Equilibrium) -> bool:
    """Return whether an equilibrium is of a game with the same information sets and actions, in the same order."""
    pairs = zip(game.sequences, start.game.sequences, strict=True)
    return all(
        (own.index.infoset_names, own.index.action_names)
        == (other.index.infoset_names, other.index.action_names)
        for own, other in pairs
    )


def starting_basis(start: Equilibrium, program: LinearProgram) -> Basis | None:
    """Return the basis of an equilibrium's program, None if it is of another shape or there is none.

    A merged program may be of another shape where payoffs have become equal.
    """
    basis = start.raw.basis
    fits = basis is not None and (len(basis.rows), len(basis.columns)) == program.matrix.shape
    return basis if fits else None


def path_witness(
    lcp: GameLcp, start: RealizationPlans, raw: RawSolution
) -> RealizationPlans | None:
    """Return completely mixed plans to which the plans at the end of a path are best responses (vSvET, Theorem 1).

    They exist where the path begins at completely mixed plans and its last step is not degenerate; None otherwise.
    """
    path = raw.path
    if path is None or len(path) == 0 or not isinstance(raw.primal, ExactArray):
        return None
    return last_segment(lcp, start, path.problem, path.basis(len(path)), raw.primal)


def last_segment(
    lcp: GameLcp,
    start: RealizationPlans,
    problem: LinearComplementarityProblem,
    basis: Ints,
    z: ExactArray,
) -> RealizationPlans | None:
    """Return plans on the last segment of a path, None if z0 did not fall there or the start is not completely mixed.

    At the last basis the basic variables are B⁻¹q + B⁻¹d z0, and nonnegative up to the z0 at which the segment
    begins, zero where z0 did not leave as soon as it could. The power of two below that is taken, for shorter numbers.

    `start` is (p, q), `basis` the last one, shape (n,), and `z` the solution there.
    """
    from seqform.backends.lemke.exact_basis import ExactBasis
    from seqform.builders.forms.sequence_form import completely_mixed

    assert problem.covering_vector is not None
    if not completely_mixed(start):
        return None
    end = ExactBasis(problem, basis)
    w = problem.slack(z)
    assert isinstance(w, ExactArray)
    values = ExactArray.concatenate([w, z, ExactArray.zeros(1)]).take(end.basis)
    slopes = end.solve(problem.covering_vector)
    z0 = _reach(values, slopes, end.sign_constrained)
    return None if z0 == 0 else lcp.plans_on_path(start, end.point(values + slopes * z0)[0], z0)


def _reach(values: ExactArray, slopes: ExactArray, constrained: Mask) -> Fraction:
    """Return how large z0 may be, rounded down to a power of two up to 1, or 0."""
    falling = np.flatnonzero(constrained & np.asarray(slopes.numerators < 0, dtype=bool))
    if not np.all(values.numerators[falling] > 0):
        return Fraction(0)
    unit = Fraction(slopes.denominator, values.denominator)
    steps = zip(
        values.numerators[falling].tolist(), slopes.numerators[falling].tolist(), strict=True
    )
    least = min((Fraction(value, -slope) for value, slope in steps), default=1 / unit) * unit
    halvings = max(0, least.denominator.bit_length() - least.numerator.bit_length() + 1)
    return Fraction(1, 2**halvings)
