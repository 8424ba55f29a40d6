"""What a promise of the conformance suite is, and how one is broken."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from seqform.backends.options import SolveOptions
from seqform.backends.protocol import Backend
from seqform.models.raw_solution import RawSolution, Termination

Judge = Callable[[Backend, SolveOptions, float], None]


class ConformanceFailure(AssertionError):  # noqa: N818 - the built-in suites say failure too
    """A backend that breaks a promise; the message says which and how."""


@dataclass(frozen=True, eq=False)
class ConformanceCase:
    """One promise.

    Attributes
    ----------
    name, claim : str
        What is promised, in short and in a sentence.
    model : type
        The class of models that it is about; backends that do not support it need not keep it.
    judge : callable
        Takes the backend, options and accuracy, and raises ConformanceFailure.
    """

    name: str
    claim: str
    model: type
    judge: Judge


def require(kept: bool, message: str) -> None:
    """Raise ConformanceFailure with the message unless the promise is kept."""
    if not kept:
        raise ConformanceFailure(message)


def require_answer(answer: RawSolution, terminations: frozenset[Termination]) -> None:
    """Require an answer that says something true, and who says it."""
    require(isinstance(answer, RawSolution), f"a RawSolution expected, not {type(answer).__name__}")
    require(
        answer.termination in terminations,
        f"says {answer.termination} ({answer.status}); true is {' or '.join(sorted(terminations))}",
    )
    require(bool(answer.status) and bool(answer.solver), "the solver's words or its name are missing")
    require(answer.seconds >= 0, f"took {answer.seconds} seconds")
