"""Warm-up: solves of small games and loading of compiled engines before the clock of a case starts."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import replace

from seqform.experiments.values import Case, Scalar, abstraction_in
from seqform.solving.concepts import REFINEMENTS
from seqform.solving.preprocessing import THRESHOLD

SMALL_GAMES = ("kuhn", "two-level-tree", "vsvet-figure-1")
"""One with hidden cards, one of perfect information, one that is not constant-sum: they go different ways."""

SMALL_ORDERED_GAME = "rhode-island(ranks=2,suits=2)"
SMALL_THRESHOLD = "threshold=0.1"
"""Not 0, for which no costs of merging are computed."""

MANY_SEQUENCES = 200
"""Perturbed programs of games with more go to the lexicographic simplex method, which is compiled."""

ENOUGH = 0.05
"""Seconds for a solver after its imports; a limit on time counts them, so they are few."""

FIRST_ORDER = ("cfr", "pdhg", "pdlp", "cupdlpx")
"""Backends that take long for small games as well."""

NUMBERS = ("epsilon", "certificate_tolerance")
"""Settings that are numbers: they change the time of a case, not the code that it loads."""

_warm: set[str] = set()
"""The keys of the small cases that this process has solved, and the engines that it has loaded."""


def warm_up(case: Case, attempt: Callable[[Case], object]) -> None:
    """Solve small games the way of a case, once in this process, by a function that raises no error."""
    for small in small_cases(case):
        if small.key not in _warm:
            _warm.add(small.key)
            attempt(small)


def load_engines(case: Case, sequences: int) -> float:
    """Load the compiled engines that a case may need, once in this process: small games do without.

    Which engine solves a small problem depends on whether the compiled one is there, so that this also keeps a case's
    way from depending on the cases before it. The case has the backend that it is going to take; `sequences` is the
    number of both players' sequences. Returns the seconds that it took.
    """
    begun = time.perf_counter()
    missing = [engine for engine in engines_of(case, sequences) if engine not in _warm]
    if missing:
        from seqform.backends.linalg.compiled import compile_ahead

        _warm.update(missing)
        compile_ahead(missing)
    return time.perf_counter() - begun


def engines_of(case: Case, sequences: int | None = None) -> list[str]:
    """Return the names of the compiled engines that a case may need; of a game of any size if `sequences` is None."""
    needed = ["lemke"] if case.backend == "lemke" else []
    if case.concept in REFINEMENTS and (sequences is None or sequences > MANY_SEQUENCES):
        needed.append("perturbed")
    return needed


def compile_for(cases: Iterable[Case]) -> None:
    """Compile the engines of some cases in a process of its own, where their machine code is not on disk.

    Worker processes load them from there. Compiled in a worker, they would count towards a case's limit on time, and
    a worker that is stopped at the limit keeps nothing.
    """
    from seqform.backends.linalg.compiled import ENGINES

    needed = {engine for case in cases for engine in engines_of(case)}
    missing = sorted(engine for engine in needed if not ENGINES[engine].lies_in_package())
    if missing:
        command = [sys.executable, "-m", "seqform", "compile", *missing]
        # in a session of its own, so that Ctrl-C is answered by this process alone, which then ends the other
        subprocess.run(command, stdout=subprocess.DEVNULL, check=False, start_new_session=True)


def small_cases(case: Case) -> list[Case]:
    """Return the cases that are solved the way of another, but are small."""
    settings = {name: value for name, value in case.settings.items() if name not in (*NUMBERS, "start")}
    if "start" in case.settings:
        settings["start"] = "centroid"
    options: dict[str, Scalar] = {name: value for name, value in case.options.items() if isinstance(value, str)}
    abstraction, steps = abstraction_in(case.preprocess), case.preprocess
    if abstraction is not None or case.backend in FIRST_ORDER:
        options["time_limit"] = ENOUGH
    if abstraction is not None and abstraction.startswith(THRESHOLD):
        steps = tuple(SMALL_THRESHOLD if step == abstraction else step for step in steps or ())
    small = replace(
        case,
        parameters={},
        preprocess=steps,
        options=options,
        settings=settings,
        seed=None,
        watch=(),
        files={},
    )
    return [replace(small, game=game) for game in ([SMALL_ORDERED_GAME] if abstraction else SMALL_GAMES)]
