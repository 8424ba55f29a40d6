"""Run of one case: warm-up, solution by `seqform.solving`, and the row with its provenance, even if the case fails.

Before the clock of a case starts, small games are solved the same way.
"""

from __future__ import annotations

import contextlib
import os
import platform
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

from seqform import __version__
from seqform.backends import BackendInfo, SolveOptions, Traits, describe, get, traits_of
from seqform.builders.steps import THRESHOLD
from seqform.errors import (
    CertificationError,
    OptionError,
    SeqformError,
    SolveError,
    is_out_of_memory,
)
from seqform.experiments.keys import (
    RANDOM_START,
    SEARCH,
    SETTING_OPTIONS,
    changed,
    complete_parameters,
    require_unchanged,
    spelled,
)
from seqform.experiments.rows import Outcome, Row
from seqform.experiments.values import (
    RAW,
    WARM,
    Case,
    Scalar,
    abstraction_in,
    is_neighbor,
    place_of,
    probability,
)
from seqform.models.answers.answer import Answer, Sizes
from seqform.models.answers.certificate import Certificate, PositionCertificate
from seqform.models.answers.equilibrium import Equilibrium
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.positions import PositionGraph
from seqform.models.numbers.exact import nearest_double
from seqform.models.numbers.text import short, write_rational
from seqform.models.programs.solutions import BoundedSolution, RawSolution, Termination
from seqform.solving.api import game_for, request_of
from seqform.solving.concepts import Concept, Mediated, concept_of
from seqform.solving.execute import execute
from seqform.solving.plan import plan_of
from seqform.solving.preprocessing import needs_signals, steps_of
from seqform.solving.request import Phases
from seqform.solving.routes.plans import require_warm
from seqform.solving.routes.starts import is_similar
from seqform.system.deadline import within
from seqform.system.memory import machine_memory
from seqform.system.packages import load_plugins

Known = dict[str, Any]
"""Attributes of a row that are known so far, by their names."""


def solve_case(
    case: Case,
    known: Known,
    progress: Callable[[str], None] | None = None,
    start: Equilibrium | None = None,
) -> Answer | None:
    """Solve a case, and add the attributes of its row to `known` as soon as they are known.

    A warm case starts from the answer to its neighbor, if that is of a game with the same information sets. The answer
    to a search is in the attributes alone.
    """
    load_plugins()
    require_unchanged(case.files)
    phases = Phases()
    known["phases"] = phases.seconds
    name, parameters = complete_parameters(case.game, case.parameters, case.seed)
    case = replace(case, game=name, parameters=parameters)
    known["case"] = case.as_dict()
    if case.concept == SEARCH:
        _searched(case, known, phases)
        return None

    concept = concept_of(case.concept, _settings(case))
    exact = bool(case.settings.get("exact"))
    steps = steps_of(case.preprocess)
    with phases.phase("load", "loading the game"):
        game = game_for(spelled(case), concept, steps)
    if isinstance(game, PositionGraph):
        known["nodes"] = len(game)
    elif isinstance(game, ExtensiveGame):
        known |= Sizes.of_tree(game)._asdict()
    _require_watched(case, game, concept, is_tree=exact or not needs_signals(steps))
    if case.settings.get(WARM):
        concept, known["warm_from"] = _warmed(concept, game, start, known.get("warm_from", ""))

    request = request_of(
        concept,
        backend=case.backend or None,
        preprocess=case.preprocess,
        exact=exact,
        options=_options(case),
        progress=progress,
    )
    # Loading was before the request, which has phases of its own.
    request.phases.add(phases.seconds)
    known["phases"] = request.phases.seconds
    with within(request.options.time_limit):
        plan = plan_of(game, request)
    if case.settings.get(WARM):  # only now is it known whether the plan can use a start
        require_warm(plan)

    # The row has the backend and the threads that the plan has chosen, also if the case fails or is stopped from here.
    case = replace(case, backend=case.backend or plan.route.solver(plan))
    case = replace(case, options=with_threads(case.options, _traits(case.backend)))
    known["case"] = case.as_dict()
    with within(request.phases.deadline.left):
        answer: Answer = execute(plan.with_options(threads=_options(case).threads))
    certificate = answer.certificate
    if certificate.gap > certificate.allowed and not plan.loses_nothing:
        known["outcome"] = Outcome.APPROXIMATE
    note_answer(answer, known)
    return answer


def _require_watched(case: Case, game: Any, concept: Concept, *, is_tree: bool) -> None:
    """Refuse probabilities to be noted that the answer will not have."""
    if not case.watch:
        return
    if concept.kind == Mediated.kind:
        raise OptionError(
            f"concept {concept.name}: watch: the answer is a mixture of pairs of strategies, no profile"
        )
    if isinstance(game, PositionGraph):
        raise OptionError(
            f"{game.title}, solved as a graph of positions: watch: the answer is no profile of a tree"
        )
    if not is_tree:
        raise OptionError("watch: only where the answer is a profile of the tree; add exact = true")
    if isinstance(game, ExtensiveGame):
        for text in case.watch:
            place_of(text, game)


def _searched(case: Case, known: Known, phases: Phases) -> None:
    """Search the game of a case; add what was found to the attributes of its row."""
    from seqform.analysis.search import search

    options: dict[str, Any] = {
        name.removeprefix(f"{SEARCH}."): value for name, value in case.settings.items()
    }
    with phases.phase("search", "searching"):
        result = search(spelled(case), **options)
    status = "value of the game"
    if not result.proven:
        low, high = map(short, result.bounds)
        status = f"value at the horizon; that of the game: {low} to {high}"
    if result.assumed:
        status += f"; assumed: {result.assumed}"
    known |= {
        "outcome": Outcome.SEARCHED,
        "status": status,
        "value": (nearest_double(result.value), None),
        "line": ", ".join(result.line),
        "positions": result.nodes,
        "cutoffs": result.cutoffs,
    }


def _warmed(
    concept: Concept, game: Any, start: Equilibrium | None, key: str
) -> tuple[Concept, str]:
    """Return the concept with the start, and the key of its case, if the start fits the game."""
    if start is None or not isinstance(game, ExtensiveGame) or not is_similar(game, start):
        return concept, ""
    return replace(concept, start=start), key  # type: ignore[call-arg]  # `require_warm` says of which concepts


def _settings(case: Case) -> dict[str, Any]:
    """Return the options of a case's concept."""
    options = {}
    for name, value in changed(case.settings).items():
        if name in ("exact", WARM):
            continue
        exact_value: object = value
        if name == "start" and value == RANDOM_START:
            exact_value = f"{RANDOM_START}:{case.seed}"
        options[name] = SETTING_OPTIONS[name].read(exact_value)
    return options


def _traits(backend: str) -> Traits:
    """Return the traits of a backend; the defaults where none is named, or none is found."""
    if not backend:
        return Traits()
    try:
        return traits_of(get(backend))
    except SeqformError:
        return Traits()


def with_threads(options: Any, traits: Traits) -> dict[str, Scalar]:
    """Return options with one thread as default, for backends that would take all processors.

    Cases run beside each other, so they get one each.
    """
    if not traits.threads:
        return dict(options)
    return {"threads": 1, **options}


def _options(case: Case) -> SolveOptions:
    portable: dict[str, Any] = {}
    raw: dict[str, Any] = {}
    for name, value in with_threads(case.options, _traits(case.backend)).items():
        if name.startswith(RAW):
            raw[name.removeprefix(RAW)] = value
        else:
            portable[name] = value
    return SolveOptions(**portable, raw=raw)


def note_answer(answer: Answer, known: Known) -> None:
    """Add the attributes of an answer to those that are known."""
    known["case"] = {**known["case"], "backend": answer.backend or known["case"]["backend"]}
    known.setdefault("outcome", Outcome.CERTIFIED)
    if answer.raw is not None:
        known |= of_raw(answer.raw)
    known.setdefault("termination", str(Termination.SOLVED))
    known |= of_certificate(answer.certificate) | answer.sizes._asdict()
    known["probabilities"] = {text: probability(text, answer) for text in known["case"]["watch"]}


def of_raw(raw: RawSolution) -> Known:
    """Return the attributes of a solver's answer."""
    reported = raw.bounds if isinstance(raw, BoundedSolution) else ()
    return {
        "termination": str(raw.termination),
        "status": raw.status,
        "solver": raw.solver,
        "solver_seconds": float(raw.seconds),
        "iterations": None if raw.iterations is None else int(raw.iterations),
        "bounds": [
            (int(at.iteration), float(at.seconds), float(at.lower), float(at.upper))
            for at in reported
        ],
    }


def of_certificate(certificate: Certificate | PositionCertificate) -> Known:
    """Return the attributes of a certificate."""
    exact = [write_rational(value) for value in certificate.values if isinstance(value, Fraction)]
    return {
        "value": tuple(map(nearest_double, certificate.values)),
        "exact_value": tuple(exact) or None,
        "nash_conv": nearest_double(certificate.nash_conv)
        if certificate.claim.is_equilibrium
        else None,
        "claim": certificate.claim.name,
        "gap": nearest_double(certificate.gap),
        "certificate": certificate.as_dict(),
    }


LONGEST_ERROR = 2000

OUTCOMES: dict[type[SeqformError], Outcome] = {
    SolveError: Outcome.GAVE_UP,
    CertificationError: Outcome.UNCERTIFIED,
    SeqformError: Outcome.REFUSED,
}
"""Outcomes of the errors of seqform; the first kind that matches counts."""


def run_case(case: Case) -> Row:
    """Solve a case, and return its row, whether it succeeds or fails.

    Before the clock starts, small games are solved the same way, once in a process, so that imports are in no case's
    seconds; within a sweep's limit of time they do count.

    The row's `case` has the defaults filled in: the backend that was chosen, the number of threads. A KeyboardInterrupt
    is raised at Ctrl-C, even if the solver returned an answer then.

    Examples
    --------
    >>> row = run_case(Case("kuhn", settings={"exact": True}))
    >>> row.outcome, row.exact_value, row.case["backend"]
    (<Outcome.CERTIFIED: 'certified'>, ('-1/18', '1/18'), 'highs')
    """
    warm_up(case, _attempt)
    forget_peak()
    start = time.perf_counter()
    known = _attempt(case, from_neighbor=bool(case.settings.get(WARM)))
    spent = time.perf_counter() - start
    return Row(
        key=case.key,
        seconds=spent,
        peak_bytes=peak_bytes(),
        versions=versions(str(known["case"]["backend"])),
        host=host(),
        **known,
    )


def forget_neighbor() -> None:
    """Let the next warm case start without another's answer, as the first case of a sweep does."""
    _neighbor.clear()


def _attempt(case: Case, *, from_neighbor: bool = False) -> Known:
    """Solve a case; return the attributes of its row that are known then, with the outcome.

    A warm case starts from the answer to the last one, if they are neighbors, and leaves its own.
    """
    known: Known = {"case": case.as_dict(), "started": now()}
    start = None
    if from_neighbor and _neighbor:
        ((last_case, last_answer),) = _neighbor
        if is_neighbor(case, last_case):
            start = last_answer
            known["warm_from"] = last_case.key
    try:
        answer = solve_case(case, known, start=start)
        if from_neighbor:
            _neighbor[:] = [(case, answer)] if isinstance(answer, Equilibrium) else []
    except SeqformError as error:
        outcome = next(
            outcome for error_type, outcome in OUTCOMES.items() if isinstance(error, error_type)
        )
        known |= {"outcome": outcome, "error": one_line(error)}
        raw = getattr(error, "raw", None)
        if isinstance(raw, RawSolution):
            known |= of_raw(raw)
        equilibrium = getattr(error, "equilibrium", None)
        if isinstance(equilibrium, Answer):
            note_answer(equilibrium, known)
        certificate = getattr(error, "certificate", None)
        if isinstance(certificate, Certificate):
            known |= of_certificate(certificate)
    except MemoryError as error:
        known |= {
            "outcome": Outcome.OUT_OF_MEMORY,
            "error": f"out of memory: {one_line(error)}".rstrip(" :"),
        }
    except Exception as error:
        outcome = Outcome.OUT_OF_MEMORY if is_out_of_memory(error) else Outcome.CRASHED
        known |= {"outcome": outcome, "error": f"{type(error).__name__}: {one_line(error)}"}
    # A solver that answers Ctrl-C by what it has so far.
    if known.get("termination") == Termination.INTERRUPTED:
        raise KeyboardInterrupt
    return known


def failed_row(
    case: Case,
    outcome: Outcome,
    error: str,
    *,
    started: str = "",
    seconds: float = 0.0,
    peak: int = 0,
) -> Row:
    """Return the row of a case whose process could not write one; the backend's own code is not run here."""
    described = _described().get(case.backend)
    traits = Traits() if described is None else described.traits
    resolved = replace(case, options=with_threads(case.options, traits))
    return Row(
        case.key,
        resolved.as_dict(),
        outcome,
        error,
        started or now(),
        seconds,
        peak_bytes=peak,
        versions=versions(case.backend),
        host=host(),
    )


def now() -> str:
    """Return the date and the time, UTC, to the microsecond, so that rows can be put in order."""
    return datetime.now(UTC).isoformat(timespec="microseconds")


def one_line(error: BaseException) -> str:
    """Return an error's message without line breaks, not too long."""
    text = " ".join(str(error).split())
    if len(text) > LONGEST_ERROR:
        return text[: LONGEST_ERROR - 3] + "..."
    return text


# ---- warm-up ----

SMALL_GAMES = ("kuhn", "two-level-tree", "vsvet-figure-1")
"""One with hidden cards, one of perfect information, one that is not constant-sum: they go different ways."""

SMALL_ORDERED_GAME = "rhode-island(ranks=2,suits=2)"
SMALL_THRESHOLD = "threshold=0.1"
"""Not 0, for which no costs of merging are computed."""

ENOUGH = 0.5
"""Seconds for a solver after its imports; a limit on time counts them, so they are few."""

NUMBERS = ("epsilon", "certificate_tolerance")
"""Settings that are numbers: they change the time of a case, not the code that it loads."""

_neighbor: list[tuple[Case, Equilibrium]] = []
"""The last warm case of this process, with its answer, from which the next one may start."""

_warm: set[str] = set()
"""The keys of the small cases that this process has solved."""


def warm_up(case: Case, attempt: Callable[[Case], object]) -> None:
    """Solve small games the way of a case, once in this process, by a function that raises no error."""
    for small in small_cases(case):
        if small.key not in _warm:
            _warm.add(small.key)
            attempt(small)


def small_cases(case: Case) -> list[Case]:
    """Return the cases that are solved the way of another, but are small."""
    settings = {
        name: value
        for name, value in case.settings.items()
        if name not in (*NUMBERS, "start", WARM)
    }
    if "start" in case.settings:
        settings["start"] = "centroid"
    options: dict[str, Scalar] = {
        name: value for name, value in case.options.items() if isinstance(value, str)
    }
    abstraction = abstraction_in(case.preprocess)
    traits = _traits(case.backend)
    if abstraction is not None or traits.is_first_order(
        case.options.get(f"{RAW}{traits.solver_option}")
    ):
        options["time_limit"] = ENOUGH  # first-order methods take long for small games as well

    steps = case.preprocess
    if abstraction is not None and abstraction.startswith(THRESHOLD):
        steps = tuple(SMALL_THRESHOLD if step == abstraction else step for step in steps or ())
    games = [SMALL_ORDERED_GAME] if abstraction else SMALL_GAMES
    return [Case(game, {}, case.concept, case.backend, steps, options, settings) for game in games]


# ---- provenance ----

PACKAGES = ("numpy", "scipy", "python-flint")
_RESET_PEAK = "5"
"""Written to ``clear_refs``, it sets the peak of the memory to the memory held now."""


@cache
def versions(backend: str) -> dict[str, str]:
    """Return the versions of Python, of the packages that every case uses, and of a backend's solver."""
    installed = {"python": platform.python_version(), "seqform": __version__}
    for package in PACKAGES:
        with contextlib.suppress(metadata.PackageNotFoundError):
            installed[package] = metadata.version(package)
    described = _described().get(backend)
    if described is not None and described.version is not None:
        installed[backend] = described.version
    return installed


@cache
def _described() -> dict[str, BackendInfo]:
    return {info.name: info for info in describe()}


@cache
def host() -> dict[str, Any]:
    """Return the system, the processor, the number of cores and the memory; no names."""
    return {
        "system": platform.system(),
        "release": platform.release(),
        "machine": platform.machine(),
        "processor": _processor(),
        "cores": os.cpu_count() or 1,
        "memory_bytes": machine_memory(),
    }


def _processor() -> str:
    for line in _lines(Path("/proc/cpuinfo")):
        name, _, value = line.partition(":")
        if name.strip() == "model name":
            return value.strip()
    return platform.processor()


def forget_peak() -> None:
    """Reset the peak of the memory held, where the system can."""
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text(_RESET_PEAK, encoding="ascii")


def peak_bytes() -> int:
    """Return the most memory that this process has held; 0 where the system does not report it."""
    for line in _lines(Path("/proc/self/status")):
        if line.startswith("VmHWM:"):
            return 1024 * int(line.split()[1])
    if sys.platform == "win32":
        return 0
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else 1024 * most


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []
