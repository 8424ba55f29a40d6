"""Run of one case: its solution by `seqform.solving`, noted as the attributes of a row, even if it fails."""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction
from functools import partial
from typing import Any

from seqform.backends import SolveOptions
from seqform.builders.forms.perfect_information import is_perfect_information
from seqform.errors import CertificationError, OptionError, SeqformError, SolveError
from seqform.experiments.keys import RANDOM_START, changed, complete_parameters, require_unchanged, spelled
from seqform.experiments.provenance import forget_peak, host, peak_bytes, versions
from seqform.experiments.rows import Outcome, Row
from seqform.experiments.values import RAW, Case, Scalar, place_of, probability
from seqform.experiments.warm_up import load_engines, warm_up
from seqform.io.equilibria import certificate_data
from seqform.io.load import load, load_ordered
from seqform.models.answers.certificate import Certificate
from seqform.models.answers.equilibrium import Equilibrium
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.ordered import OrderedGame
from seqform.models.numbers.text import parse_rational, write_rational
from seqform.models.programs.solutions import BoundedSolution, RawSolution, Termination
from seqform.models.strategies.classes import ClassSolution
from seqform.solving.api import solve
from seqform.solving.concepts import CERTIFICATE_TOLERANCE, SubgamePerfect
from seqform.solving.ordered import (
    DEFAULT_BACKEND,
    LOSSLESS,
    NONE,
    OrderedEquilibrium,
    default_gap,
    solve_filtered,
    solve_ordered,
)
from seqform.solving.phases import Phases
from seqform.solving.pipeline import default_backend
from seqform.system.memory_limit import is_cause

ONE_THREAD = ("highs", "cfr", "pdhg", "pdlp")
"""Backends that take all processors by default; cases run beside each other, so they get one each."""

SOLVERLESS = ("symbolic", "bound")
"""Methods without a solver, which refuse options for one."""

ORDERED_SETTINGS = ("gap", "sparsify", "certificate_tolerance")
FILTERED_SETTINGS = ("exact",)
LOSES_NOTHING = (LOSSLESS, NONE)
"""Ways to shrink a game after which an equilibrium is one of the whole game."""

LOADING = "loading"
"""Name, among the known attributes, of the seconds that do not count towards the case."""

Known = dict[str, Any]
"""Attributes of a row that are known so far, by their names."""


def solve_case(case: Case, known: Known) -> None:
    """Solve a case, and add the attributes of its row to `known` as soon as they are known.

    Raises
    ------
    SeqformError
        What the solver, the certificate or bad input raise.
    """
    require_unchanged(case.files)
    if case.shrink is None:
        _solve_tree(_resolved(case, case.backend, known), known)
    elif case.settings.get("exact"):
        _refuse(case, FILTERED_SETTINGS, "a case with shrink and exact")
        _solve_filtered(_resolved(case, case.backend, known), case.shrink, known)
    else:
        _refuse(case, ORDERED_SETTINGS, "a case with shrink")
        _solve_classes(_resolved(case, case.backend or DEFAULT_BACKEND, known), case.shrink, known)


def _resolved(case: Case, backend: str, known: Known) -> Case:
    """Return a case with its parameters complete and its backend, as far as they are known beforehand."""
    name, parameters = complete_parameters(case.game, case.parameters, case.seed)
    options = with_threads(case.options, backend)
    case = replace(case, game=name, parameters=parameters, backend=backend, options=options)
    known["case"] = case.as_dict()
    return case


def _with_default_backend(case: Case, game: ExtensiveGame | OrderedGame, known: Known) -> Case:
    """Return a case with the backend that its route is going to take, as if it had been named.

    The route itself is still given no name: some methods take none, although the answer is a solver's in part.
    """
    if case.backend or case.settings.get("method") in SOLVERLESS or _is_solved_backwards(case, game):
        return case
    concept = "quasi-perfect" if case.concept == SubgamePerfect.name else case.concept
    backend = default_backend(game, concept, has_start="start" in case.settings)
    case = replace(case, backend=backend, options=with_threads(case.options, backend))
    known["case"] = case.as_dict()
    return case


def _is_solved_backwards(case: Case, game: ExtensiveGame | OrderedGame) -> bool:
    return case.concept == SubgamePerfect.name and isinstance(game, ExtensiveGame) and is_perfect_information(game)


def _solve_tree(case: Case, known: Known) -> None:
    phases = Phases()
    known["phases"] = phases.seconds
    with phases.phase("load", "loading the game"):
        game = load(spelled(case))
    _note_sizes(game, known)
    for text in case.watch:
        place_of(text, game)
    named, case = case.backend, _with_default_backend(case, game, known)
    if LOADING not in known:
        known[LOADING] = load_engines(case, known["sequences"])
    found = solve(
        game,
        concept=case.concept,
        backend=named or None,
        options=_options(case),
        preprocess=case.preprocess,
        **_arguments(case),
    )
    note_equilibrium(found, case, known)


def _solve_filtered(case: Case, shrink: str, known: Known) -> None:
    game = load_ordered(spelled(case))
    named, case = case.backend, _with_default_backend(case, game, known)
    found = solve_filtered(game, shrink=shrink, backend=named or None, options=_options(case))
    if shrink not in LOSES_NOTHING and found.certificate.nash_conv > 0:
        known["outcome"] = Outcome.APPROXIMATE
    note_equilibrium(found, case, known)


def _solve_classes(case: Case, shrink: str, known: Known) -> None:
    if case.watch:
        raise OptionError("watch: of meaning only where the answer is a profile; leave out shrink, or add exact = true")
    tolerance = float(case.settings.get("certificate_tolerance", CERTIFICATE_TOLERANCE))
    arguments: Known = {key: value for key, value in case.settings.items() if key in ("gap", "sparsify")}
    found = solve_ordered(
        spelled(case),
        shrink=shrink,
        backend=case.backend,
        options=_options(case),
        **arguments,
    )
    sizes = found.shrunk.sizes
    known |= {
        "phases": dict(found.seconds),
        "nodes": sizes.nodes,
        "infosets": sum(sizes.infosets),
        "sequences": sum(found.shrunk.classes.num_sequences(player) for player in (0, 1)),
        **of_raw(found.solution),
        **of_certificate(found.certificate),
    }
    known |= _verdict(found, tolerance, arguments.get("gap"))


def _verdict(found: OrderedEquilibrium, tolerance: float, gap: float | None) -> Known:
    """Return the outcome of a case with strategies by classes: approximate where filters lose more than was asked."""
    if found.termination is not Termination.SOLVED:
        return {"outcome": Outcome.GAVE_UP, "error": f"{found.backend} stopped early: {found.solution.status}"}
    allowed = tolerance * found.shrunk.classes.payoff_spread
    by_gap = isinstance(found.solution, ClassSolution)
    if found.shrunk.how not in LOSES_NOTHING:
        asked = (gap or default_gap(found.shrunk.classes)) if by_gap else 0.0
        lost = found.certificate.nash_conv > asked + allowed
        return {"outcome": Outcome.APPROXIMATE if lost else Outcome.CERTIFIED}
    if not by_gap and not found.certificate.nash_conv <= allowed:
        error = f"the certificate fails: nash_conv = {found.certificate.nash_conv:.3g}, above the {allowed:.3g} allowed"
        return {"outcome": Outcome.UNCERTIFIED, "error": error}
    return {"outcome": Outcome.CERTIFIED}


def _refuse(case: Case, settings: tuple[str, ...], where: str) -> None:
    """Refuse what has no meaning where a game is shrunk."""
    wrong = [name for name in changed(case.settings) if name not in settings]
    wrong += ["concept"] if case.concept != "nash" else []
    wrong += ["preprocess"] if case.preprocess is not None else []
    if wrong:
        raise OptionError(f"{', '.join(wrong)}: of no meaning in {where}")


def _arguments(case: Case) -> dict[str, Any]:
    """Return what `solve` takes for the settings of a case."""
    given: dict[str, Any] = dict(changed(case.settings))
    wrong = [name for name in ("gap", "sparsify") if name in given]
    if wrong:
        raise OptionError(f"{', '.join(wrong)}: of meaning only with shrink")
    if "epsilon" in given:
        given["epsilon"] = parse_rational(given["epsilon"])
    if "player" in given:
        given["player"] -= 1
    if given.get("start") == RANDOM_START:
        given["start"] = f"{RANDOM_START}:{case.seed}"
    return given


def with_threads(options: Any, backend: str) -> dict[str, Scalar]:
    """Return options with one thread as default, for backends that would take all processors."""
    return {"threads": 1, **options} if backend in ONE_THREAD else dict(options)


def _options(case: Case) -> SolveOptions:
    given = with_threads(case.options, case.backend)
    raw = {name.removeprefix(RAW): value for name, value in given.items() if name.startswith(RAW)}
    portable: dict[str, Any] = {name: value for name, value in given.items() if not name.startswith(RAW)}
    return SolveOptions(**portable, raw=raw)


def note_equilibrium(found: Equilibrium, case: Case, known: Known) -> None:
    """Add the attributes of an equilibrium to those that are known."""
    resolved = replace(case, backend=found.backend, options=with_threads(case.options, case.backend))
    known["case"] = resolved.as_dict()
    known["phases"] = {name: known.get("phases", {}).get(name, 0.0) + spent for name, spent in found.seconds.items()}
    known.setdefault("outcome", Outcome.CERTIFIED)
    _note_sizes(found.game, known)
    known |= of_raw(found.raw) | of_certificate(found.certificate)
    known["probabilities"] = {text: probability(text, found) for text in case.watch}


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
        if isinstance(error.equilibrium, Equilibrium):
            note_equilibrium(error.equilibrium, case, known)
    except CertificationError as error:
        known |= {"outcome": Outcome.UNCERTIFIED, "error": one_line(error)}
        if isinstance(error.equilibrium, Equilibrium):
            note_equilibrium(error.equilibrium, case, known)
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
