"""Run of one case: its solution by `seqform.solving`, noted as the attributes of a row, even if it fails."""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import Any

from seqform.backends import SolveOptions
from seqform.errors import CertificationError, OptionError, SeqformError, SolveError
from seqform.experiments.keys import (
    RANDOM_START,
    SETTING_OPTIONS,
    changed,
    complete_parameters,
    require_unchanged,
    spelled,
)
from seqform.experiments.provenance import forget_peak, host, peak_bytes, versions
from seqform.experiments.rows import Outcome, Row
from seqform.experiments.values import RAW, Case, Scalar, place_of, probability
from seqform.experiments.warm_up import load_engines, warm_up
from seqform.io.equilibria import certificate_data
from seqform.io.load import load
from seqform.models.answers.certificate import Certificate
from seqform.models.answers.equilibrium import Equilibrium
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.ordered import OrderedGame
from seqform.models.numbers.text import write_rational
from seqform.models.programs.solutions import BoundedSolution, RawSolution, Termination
from seqform.solving.api import solve
from seqform.solving.concepts import Concept, concept_of
from seqform.solving.ordered import DEFAULT_BACKEND, OrderedEquilibrium
from seqform.solving.preprocessing import abstraction_of, steps_of
from seqform.solving.request import Phases
from seqform.system.memory_limit import is_cause
from seqform.system.packages import load_plugins

ONE_THREAD = ("highs", "cfr", "pdhg", "pdlp")
"""Backends that take all processors by default; cases run beside each other, so they get one each."""

LOADING = "loading"
"""Name, among the known attributes, of the seconds that do not count towards the case."""

Known = dict[str, Any]
"""Attributes of a row that are known so far, by their names."""


def solve_case(case: Case, known: Known) -> None:
    """Solve a case, and add the attributes of its row to `known` as soon as they are known.

    Raises
    ------
    SeqformError
        From the solver, the certificate, or bad input.
    """
    load_plugins()
    require_unchanged(case.files)
    phases, abstraction = Phases(), abstraction_of(steps_of(case.preprocess))
    known["phases"] = phases.seconds
    name, parameters = complete_parameters(case.game, case.parameters, case.seed)
    case = replace(case, game=name, parameters=parameters)
    known["case"] = case.as_dict()
    concept, exact = concept_of(case.concept, _settings(case)), bool(case.settings.get("exact"))
    with phases.phase("load", "loading the game"):
        game = load(spelled(case), kind="extensive" if abstraction is None else "ordered")
    if abstraction is not None and not exact and case.watch:
        raise OptionError("watch: only where the answer is a profile of the tree; add exact = true")
    named, case = case.backend, _with_backend(case, concept, game, exact)
    known["case"] = case.as_dict()
    if isinstance(game, ExtensiveGame):
        _note_sizes(game, known)
        for text in case.watch:
            place_of(text, game)
        if LOADING not in known:
            known[LOADING] = load_engines(case, known["sequences"])
    found = solve(game, concept, backend=named or None, preprocess=case.preprocess, exact=exact, options=_options(case))
    allowed = found.allowed_gap if isinstance(found, OrderedEquilibrium) else 0
    if abstraction is not None and not abstraction.loses_nothing and found.certificate.nash_conv > allowed:
        known["outcome"] = Outcome.APPROXIMATE
    note_answer(found, case, known)


def _settings(case: Case) -> dict[str, Any]:
    """Return the options of a case's concept."""
    settings = {name: value for name, value in changed(case.settings).items() if name != "exact"}
    if settings.get("start") == RANDOM_START:
        settings["start"] = f"{RANDOM_START}:{case.seed}"
    return {name: SETTING_OPTIONS[name].read(_exact_text(value)) for name, value in settings.items()}


def _exact_text(value: Scalar) -> object:
    return Decimal(repr(value)) if isinstance(value, float) else value


def _with_backend(case: Case, concept: Concept, game: ExtensiveGame | OrderedGame, exact: bool) -> Case:
    """Return a case with the backend that is called, and its number of threads."""
    backend = case.backend or (
        DEFAULT_BACKEND if isinstance(game, OrderedGame) and not exact else concept.default_backend(game) or ""
    )
    return replace(case, backend=backend, options=with_threads(case.options, backend))


def with_threads(options: Any, backend: str) -> dict[str, Scalar]:
    """Return options with one thread as default, for backends that would take all processors."""
    return {"threads": 1, **options} if backend in ONE_THREAD else dict(options)


def _options(case: Case) -> SolveOptions:
    given = with_threads(case.options, case.backend)
    raw = {name.removeprefix(RAW): value for name, value in given.items() if name.startswith(RAW)}
    portable: dict[str, Any] = {name: value for name, value in given.items() if not name.startswith(RAW)}
    return SolveOptions(**portable, raw=raw)


def note_answer(found: Equilibrium | OrderedEquilibrium, case: Case, known: Known) -> None:
    """Add the attributes of an answer to those that are known."""
    resolved = replace(case, backend=found.backend, options=with_threads(case.options, case.backend))
    known["case"] = resolved.as_dict()
    known["phases"] = {name: known.get("phases", {}).get(name, 0.0) + spent for name, spent in found.seconds.items()}
    known.setdefault("outcome", Outcome.CERTIFIED)
    known |= of_raw(found.raw) | of_certificate(found.certificate)
    if isinstance(found, Equilibrium):
        _note_sizes(found.game, known)
        known["probabilities"] = {text: probability(text, found) for text in case.watch}
        return
    sizes, classes = found.abstraction.sizes, found.abstraction.classes
    known["nodes"] = sizes.nodes
    known["infosets"] = sum(sizes.infosets)
    known["sequences"] = sum(classes.num_sequences(player) for player in (0, 1))


def _note_sizes(game: ExtensiveGame, known: Known) -> None:
    indices = [sequences.index for sequences in game.sequences]
    known["nodes"] = len(game)
    known["infosets"] = sum(len(index.num_actions) for index in indices)
    known["sequences"] = sum(map(len, indices))


def of_raw(raw: RawSolution) -> Known:
    """Return the attributes of a solver's answer."""
    bounds = raw.bounds if isinstance(raw, BoundedSolution) else ()
    return {
        "termination": str(raw.termination),
        "status": raw.status,
        "solver": raw.solver,
        "iterations": None if raw.iterations is None else int(raw.iterations),
        "bounds": [(int(one.iteration), float(one.seconds), float(one.lower), float(one.upper)) for one in bounds],
    }


def of_certificate(certificate: Certificate) -> Known:
    """Return the attributes of a certificate."""
    first, second = certificate.values
    exact = None
    if isinstance(first, Fraction) and isinstance(second, Fraction):
        exact = (write_rational(first), write_rational(second))
    return {
        "value": (float(first), float(second)),
        "exact_value": exact,
        "nash_conv": float(certificate.nash_conv),
        "certificate": certificate_data(certificate),
    }


LONGEST_ERROR = 2000


def run_case(case: Case) -> Row:
    """Solve a case, and return its row, whether it succeeds or fails.

    Before the clock starts, small games are solved the same way, once in a process, so that imports and compilation
    are in no case's seconds; within a sweep's limit of time they do count.

    Returns
    -------
    Row
        Its `case` has the defaults filled in: the backend that was chosen, the number of threads.

    Raises
    ------
    KeyboardInterrupt
        At Ctrl-C, even if the solver returned an answer then.

    Examples
    --------
    >>> row = run_case(Case("kuhn", settings={"exact": True}))
    >>> row.outcome, row.exact_value, row.case["backend"]
    (<Outcome.CERTIFIED: 'certified'>, ('-1/18', '1/18'), 'highs')
    """
    warm_up(case, partial(_attempt, is_small=True))
    forget_peak()
    start = time.perf_counter()
    known = _attempt(case)
    spent = time.perf_counter() - start - known.pop(LOADING, 0.0)
    return Row(
        key=case.key,
        seconds=spent,
        peak_bytes=peak_bytes(),
        versions=versions(str(known["case"]["backend"])),
        host=host(),
        **known,
    )


def _attempt(case: Case, *, is_small: bool = False) -> Known:
    """Solve a case; return the attributes of its row that are known then, with the outcome.

    Parameters
    ----------
    is_small : bool
        A small game of the warm-up, for which no engine is loaded.

    Raises
    ------
    KeyboardInterrupt
        At Ctrl-C.
    """
    known: Known = {"case": case.as_dict(), "started": now()}
    if is_small:
        known[LOADING] = 0.0
    try:
        solve_case(case, known)
    except SolveError as error:
        known |= {"outcome": Outcome.GAVE_UP, "error": one_line(error)}
        if isinstance(error.raw, RawSolution):
            known |= of_raw(error.raw)
        if isinstance(error.equilibrium, Equilibrium | OrderedEquilibrium):
            note_answer(error.equilibrium, case, known)
    except CertificationError as error:
        known |= {"outcome": Outcome.UNCERTIFIED, "error": one_line(error)}
        if isinstance(error.equilibrium, Equilibrium | OrderedEquilibrium):
            note_answer(error.equilibrium, case, known)
        if isinstance(error.certificate, Certificate):
            known |= of_certificate(error.certificate)
    except SeqformError as error:
        known |= {"outcome": Outcome.REFUSED, "error": one_line(error)}
    except MemoryError as error:
        known |= {"outcome": Outcome.OUT_OF_MEMORY, "error": f"out of memory: {one_line(error)}".rstrip(" :")}
    except Exception as error:
        outcome = Outcome.OUT_OF_MEMORY if is_cause(error, expected=False) else Outcome.CRASHED
        known |= {"outcome": outcome, "error": f"{type(error).__name__}: {one_line(error)}"}
    if known.get("termination") == Termination.INTERRUPTED:
        raise KeyboardInterrupt
    return known


def failed_row(
    case: Case, outcome: Outcome, error: str, *, started: str = "", seconds: float = 0.0, peak: int = 0
) -> Row:
    """Return the row of a case whose process could not write one."""
    resolved = replace(case, options=with_threads(case.options, case.backend))
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
    return text if len(text) <= LONGEST_ERROR else text[: LONGEST_ERROR - 3] + "..."
