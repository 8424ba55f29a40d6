"""Helpers of the tests of external solvers."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from itertools import product
from types import FrameType

import numpy as np
import pytest

from seqform.backends import SolveOptions
from seqform.backends.solvers.pyomo import PyomoBackend
from seqform.models import LinearComplementarityProblem, LinearProgram, RawSolution, Residuals
from seqform.models.numbers.exact import ExactArray, Mask

posix = pytest.mark.skipif(os.name == "nt", reason="signals are sent the POSIX way")


def interrupt_once(when: str = "") -> Callable[[str], None]:
    """Return a progress callback that sends Ctrl-C at the first line that contains a text."""
    sent, noticed = threading.Event(), threading.Event()
    before = signal.getsignal(signal.SIGINT)
    assert callable(before)

    def note(number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, before)
        noticed.set()
        before(number, frame)

    def interrupt(line: str) -> None:
        if when in line and not sent.is_set():
            sent.set()
            os.kill(os.getpid(), signal.SIGINT)
            noticed.wait(60)  # so that the solver does not end before

    signal.signal(signal.SIGINT, note)
    return interrupt


def residuals_of(program: LinearProgram, answer: RawSolution) -> Residuals:
    """Return the residuals of the pair of an answer."""
    assert answer.primal is not None
    assert answer.dual is not None
    return program.residuals(answer.primal, answer.dual)


def exact_point(answer: RawSolution) -> ExactArray:
    """Return the point of an answer, which has to be exact."""
    assert isinstance(answer.primal, ExactArray)
    return answer.primal


def through(solver: str, **raw: object) -> SolveOptions:
    """Return options that choose one of Pyomo's solvers; skip the test if it is missing."""
    if solver not in PyomoBackend().solvers():
        pytest.skip(f"Pyomo does not find {solver} on this machine")
    return SolveOptions(raw={"solver": solver, **raw})


def supports_of(problem: LinearComplementarityProblem) -> Iterator[Mask]:
    """Yield every support: the free variables, and any of the others."""
    for choice in product((False, True), repeat=int(np.count_nonzero(~problem.free))):
        support = problem.free.copy()
        support[~problem.free] = choice
        yield support
