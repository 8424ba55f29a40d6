"""Compiling of engines ahead of use, by small models that call every loop."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from importlib.util import find_spec
from typing import TYPE_CHECKING

import numpy as np

from seqform.backends.linalg.compiled import ENGINES, Progress, start_compiler
from seqform.models.numbers.exact import ExactArray, ExactMatrix
from seqform.models.numbers.polynomials import PolynomialArray
from seqform.models.programs.complementarity import linear_complementarity_problem
from seqform.models.programs.perturbed import PerturbedLinearProgram
from seqform.models.programs.solutions import Termination
from seqform.system import signals
from seqform.system.packages import require

if TYPE_CHECKING:
    from seqform.backends.lemke.revised import RevisedPath

# Every example imports its engine itself: an engine is loaded where it is used.


def lemke_bases() -> None:
    """Factor the first basis of a small path."""
    _small_path().refactor()


def lemke_paths() -> None:
    """Follow a small path for no pivot."""
    from seqform.backends.lemke.kernel import follow
    from seqform.backends.lemke.layout import new_record

    path = _small_path()
    follow(path.state, new_record(0), 2 * len(path.problem), -1, False, False)


def _small_path() -> RevisedPath:
    from seqform.backends.lemke.layout import lay_out
    from seqform.backends.lemke.path import PathLimits, PivotRule
    from seqform.backends.lemke.revised import RevisedPath

    problem = linear_complementarity_problem([[1, 2], [0, 1]], [-1, -1], covering_vector=[1, 1])
    return RevisedPath(problem, PivotRule(), PathLimits(), lay_out(problem))


def perturbed() -> None:
    """Solve a small program from its slacks."""
    from seqform.backends.perturbed.lexicographic_simplex import LexicographicSimplex
    from seqform.backends.perturbed.proofs import slack_basis

    program = PerturbedLinearProgram(
        "max",
        PolynomialArray((ExactArray.of([1, 2, 0]), ExactArray.of([0, -1, 1]))),
        ExactMatrix.from_dense([[1, 1, 1], [1, 0, -1]]),
        PolynomialArray((ExactArray.of([1, 0]), ExactArray.of([-1, 1]))),
        np.array([True, False], dtype=bool),
        np.array([True, True], dtype=bool),
        np.array([False, False, True], dtype=bool),
        ["total", "limit"],
        ["x", "y", "z"],
    )
    assert LexicographicSimplex(program, slack_basis(program)).run() is Termination.SOLVED


EXAMPLES: dict[str, tuple[Callable[[], None], ...]] = {
    "lemke": (lemke_paths, lemke_bases),
    "perturbed": (perturbed,),
}
"""By package of `seqform.backends`; those of a package have few loops in common."""


def compile_ahead(packages: Iterable[str] = tuple(ENGINES), progress: Progress | None = None) -> None:
    """Compile engines or load their cached machine code."""
    for package in packages:
        for number in range(len(EXAMPLES[package])):
            _compile_example(package, number, progress)


def compile_to_disk(packages: Iterable[str], progress: Progress | None = None) -> None:
    """Compile engines for later use, in as many processes as there are processors.

    Nothing is loaded into this process. Its main module has to be importable by others, as that of the command line.
    """
    require("numba", "machine code")
    tasks = [(package, number) for package in packages for number in range(len(EXAMPLES[package]))]
    jobs = min(os.cpu_count() or 1, len(tasks))
    with signals.process_pool(jobs, signals.die_with_parent) as pool:
        with signals.held(workers=True):  # the processes begin here
            parts = [pool.submit(_compile_example, *task, _no_progress) for task in tasks]
        for (package, number), part in zip(tasks, parts, strict=True):
            if number == 0 and progress is not None:
                progress(f"compiling {ENGINES[package].title}")
            part.result()


def compile_beside(packages: Iterable[str]) -> None:
    """Compile the engines whose machine code is not in their packages in another process, and wait for it.

    Nothing is done where numba is missing: plain loops go on. The process is in a session of its own, so that Ctrl-C is
    answered by this process alone, which then ends the other.
    """
    missing = sorted(package for package in set(packages) if not ENGINES[package].lies_in_package())
    if missing and sys.executable and find_spec("numba") is not None:
        with start_compiler(missing) as process:
            try:
                process.wait()
            finally:
                process.kill()


def _no_progress(_: str) -> None:
    """Report nothing: the process that has begun this one does."""


def _compile_example(package: str, number: int, progress: Progress | None = None) -> None:
    engine = ENGINES[package]
    engine.progress = progress
    engine.compile_or_load()
    EXAMPLES[package][number]()
