"""The arguments of `seqform.solve`, resolved, with the progress and the time of phases; and conditions on answers."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from typing import Any, Literal, cast

import numpy as np

from seqform.backends import get
from seqform.backends.protocol import Backend, SolveOptions
from seqform.builders.steps import Preprocess, Step
from seqform.errors import CertificationError, SolveError, TimeLimitError
from seqform.models.answers.answer import Answer, Resolved
from seqform.models.answers.certificate import NORMAL_FORM_PERFECT, Certificate, Claim, Figures
from seqform.models.answers.equilibrium import Equilibrium
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.exact import Floats, in_doubles
from seqform.models.numbers.text import rounded, shown_bytes, shown_seconds
from seqform.models.options import Start, require_callable
from seqform.models.programs.class_game import ClassGame
from seqform.models.programs.solutions import CUT_SHORT, RawSolution, Termination
from seqform.solving.concepts import (
    CERTIFICATE_TOLERANCE,
    Concept,
    ConceptOptions,
    NormalFormPerfect,
)
from seqform.system import watch
from seqform.system.deadline import Deadline
from seqform.system.memory import machine_memory

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

    def __post_init__(self) -> None:
        require_callable("progress", self.progress)

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
        limit = "time limit"
        if self.deadline.limit is not None:
            limit += f" of {self.deadline.limit:g} s"
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
    if limit is None:
        return None
    return max(1e-3, limit - time.perf_counter() + started)


class Options(ConceptOptions, total=False):
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
    target_gap: float | str | None
    pot_share: float | None
    checkpoint: str | os.PathLike[str] | None
    raw: Mapping[str, Any]


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
        settings = _settings(self.concept)
        options = _settings(self.options)
        options.pop("progress", None)
        return Resolved(
            concept=self.concept.name,
            settings={name: _kept(value) for name, value in settings.items()},
            backend=backend,
            preprocess=tuple(step.spelled for step in steps),
            exact=bool(self.exact),
            options=options,
        )


def _settings(options: Any) -> dict[str, Any]:
    """Return the fields of a dataclass of options that are set, by name."""
    values = {option.name: getattr(options, option.name) for option in fields(options)}
    return {name: value for name, value in values.items() if value is not None}


def _kept(value: Any) -> Any:
    """Return a text in place of an equilibrium, which would keep all those that it was found from."""
    if isinstance(value, Equilibrium):
        return f"an equilibrium of {value.game.title}"
    return value


def require_solved(raw: RawSolution, backend: Backend) -> None:
    """Raise SolveError with the raw solution unless the backend solved its problem."""
    if not raw.solved:
        raise SolveError(
            f"{backend.name} found no equilibrium: {raw.termination} ({raw.status})", raw
        )


def require_reached(answer: Answer) -> None:
    """Raise SolveError with the strategies found so far if the solver stopped before it reached its gap."""
    if answer.raw.termination is Termination.SOLVED:
        return
    certificate = answer.certificate
    gap = f"{certificate.claim.gap} = {rounded(certificate.gap, 3)}"
    reason = f"{answer.backend} stopped early ({answer.raw.status}) with {gap}"
    if certificate.constant_sum is not None and certificate.claim.is_equilibrium:
        most, theirs = certificate.best_response_values
        least = certificate.constant_sum - theirs
        first = answer.game.players[0]
        reason += f"; the value of {first} is between {rounded(least, 6)} and {rounded(most, 6)}"
    raise SolveError(f"{reason}; {_advice(answer)}", answer.raw, answer)


def _advice(answer: Answer) -> str:
    """Return what may help where a solver stopped early."""
    if answer.raw.termination not in CUT_SHORT:
        return "more time does not help: allow a larger target_gap, or ask for an exact answer"
    if answer.backend != "highs":
        return f"give it more time{_faster(answer)}"
    if isinstance(answer.game, ExtensiveGame):  # of a tree there is nothing faster
        return "raise the limit"
    return f"raise the limit{_faster(answer)}"


def _faster(answer: Answer) -> str:
    """Return the backend that may be faster and for which this machine has the memory."""
    if isinstance(answer.game, ExtensiveGame):
        return ", or take highs"
    if answer.backend == "barrier":
        return ""
    advice = interior_point(cast("Any", answer).abstraction.classes)
    return f", or take {advice}" if advice else ""


def interior_point(game: ClassGame) -> str:
    """Return the backend barrier with the time and the memory that a game takes; empty where the machine has less."""
    barrier: Any = get("barrier")
    needed = barrier.memory(game)
    if needed >= machine_memory():
        return ""
    return f"barrier (about {shown_seconds(barrier.seconds(game))}, {shown_bytes(needed)})"


def require_pass(answer: Equilibrium) -> None:
    """Raise CertificationError with the equilibrium unless its certificate holds, or within what it allows."""
    certificate = answer.certificate
    is_perfect = certificate.checks.get(NORMAL_FORM_PERFECT)
    if answer.concept == NormalFormPerfect.name and not is_perfect:
        # Without a check no witness was found, which proves nothing; a check that fails proves the contrary.
        verdict = "not proven to be" if is_perfect is None else "not"
        raise CertificationError(
            f"the equilibrium that {answer.backend} found is {verdict} normal-form perfect ({certificate}); "
            "take lemke, and a start that is completely mixed",
            certificate,
            answer,
        )
    if not certificate.exact:
        require_gap(answer, certificate.allowed)
    elif not certificate.holds(certificate.claim):
        raise CertificationError(f"the certificate fails: {certificate}", certificate, answer)


def require_proven(answer: Equilibrium, claim: Claim) -> None:
    """Raise CertificationError with the equilibrium unless its certificate proves a claim."""
    certificate = answer.certificate
    if not certificate.holds(claim):
        raise CertificationError(
            f"the certificate fails: {certificate}; please report the game", certificate, answer
        )


def require_gap(answer: Answer, allowed: float) -> None:
    """Raise CertificationError with the strategies if the gap of their claim is above the allowed one."""
    certificate = answer.certificate
    if not certificate.gap <= allowed:
        raise CertificationError(
            f"the certificate fails: {certificate.claim.gap} = {rounded(certificate.gap, 3)}, above the {allowed:.3g} "
            "allowed; ask the solver for a smaller tolerance or target_gap, allow the gap by certificate_tolerance "
            "(--certificate-tolerance), take another backend, or make the answer exact",
            certificate,
            answer,
        )


def largest_regrets(
    game: ExtensiveGame, tolerance: float = CERTIFICATE_TOLERANCE
) -> tuple[float, float]:
    """Return the largest regret of each player in a floating-point answer: relative to the own payoffs, plus rounding.

    A multiple of the spread of the player's payoffs, so that it does not depend on the unit of the other's payoffs.
    """
    first, second = game.payoff_limits
    return (
        _largest_regret(first.to_floats(), tolerance),
        _largest_regret(second.to_floats(), tolerance),
    )


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

    shares = []
    for difference, most in zip(differences, largest, strict=True):
        if not difference > 0:
            continue
        if not most > 0:
            return 0.0
        shares.append(float(difference) / most)
    if not sum(shares):  # so small that the quotients are 0 in doubles
        return min(largest)
    return float(sum(differences)) / sum(shares)


def with_allowed(game: ExtensiveGame, certificate: Certificate, request: Request) -> Certificate:
    """Return a certificate with the largest gap that passes, if it is in doubles."""
    if certificate.exact:
        return certificate
    tolerance = getattr(request.concept, "certificate_tolerance", CERTIFICATE_TOLERANCE)
    target = request.options.target_gap or 0
    first, second = largest_regrets(game, tolerance)
    # The target is one of the sum of both regrets, of which either may be all.
    allowed = largest_gap(certificate.differences, (first + target, second + target))
    certificate = certificate.recomputed(allowed=allowed)
    if not target and certificate.gap <= allowed:
        certificate = with_large_gap(game, certificate)
    return certificate


def with_missed_target(answer: Any, target: float | None) -> Any:
    """Return an answer with a remark, in its status and the note of its certificate, if it misses the target gap.

    The gap that a solver states is that of its own problem. Tolerances, rounding and abstractions can make that of the
    certificate, on the game itself, larger: it may pass, but does not count as the target that was asked for.
    """
    certificate = answer.certificate
    if target is None or not isinstance(certificate, Certificate):
        return answer
    rounding = 0.0
    if not certificate.exact:
        figures = (*certificate.values, *certificate.best_response_values)
        rounding = ROUNDING * max(map(abs, map(float, figures)))
    if certificate.gap <= target + rounding:
        return answer

    gap = rounded(certificate.gap, 3)
    sentence = f"{certificate.claim.gap} = {gap} in the game itself is above the target gap of {target:.3g}"
    return answer.noted(sentence)


LARGE_GAP = 0.01
"""The gap, as a share of the values and of the least payoff, from which on a certificate that passes has a note."""


def with_large_gap(game: ExtensiveGame, certificate: Certificate) -> Certificate:
    """Return a certificate with a note where a gap that passes is large beside what the game is about.

    A gap is allowed relative to the spread of the payoffs, and one payoff of 10^12 allows 10^6 in a game whose value is
    6. Values may be 0, and payoffs too small to matter: the gap has to be large beside both.
    """
    stakes = max(abs(float(value)) for value in certificate.values)
    for payoffs in game.payoff_limits:
        for least in payoffs.extremes()[:1]:
            stakes = max(stakes, in_doubles(least))
    if certificate.gap <= LARGE_GAP * stakes:
        return certificate
    sentence = (
        f"{certificate.claim.gap} is large beside the values and the smallest payoffs, though small beside the "
        "largest; exact=True, or --exact, makes the answer exact, and target_gap, or --target-gap, asks an iterative "
        "solver for less"
    )
    return certificate.noted(sentence)
