"""Backends whose answers are changed, to test the conformance suite."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from seqform.backends import Backend, SolveOptions, get, traits_of
from seqform.backends.conformance import ConformanceFailure, cases, check
from seqform.models.numbers.exact import doubles
from seqform.models.programs.complementarity import LinearComplementarityProblem
from seqform.models.programs.solutions import RawSolution, Termination

CASES = {case.name: case for case in cases()}


class LemkeInDoubles:
    """Lemke's algorithm with its points rounded to doubles."""

    name, exact = "lemke in doubles", False
    supports: frozenset[type] = frozenset({LinearComplementarityProblem})

    def solve(self, model: Any, options: SolveOptions | None = None) -> RawSolution:
        answer = get("lemke").solve(model, options)
        return replace(answer, primal=doubles(answer.primal)) if answer.solved and answer.primal is not None else answer


LEMKE = LemkeInDoubles()


class Tampered:
    """A backend of seqform with a change of every answer."""

    name = "tampered"

    def __init__(self, backend: str | Backend, change: Callable[[Any], Any] = lambda answer: answer) -> None:
        self.backend, self.change = get(backend), change
        self.supports, self.exact = self.backend.supports, self.backend.exact
        self.traits = traits_of(self.backend)

    def solve(self, model: Any, options: SolveOptions | None = None) -> RawSolution:
        answer: RawSolution = self.change(self.backend.solve(model, options))
        return answer


class Ignoring(Tampered):
    """A backend that ignores its options, and solves a model of its own in place of a foreign object."""

    def __init__(self, backend: str, model: Any) -> None:
        super().__init__(backend)
        self.model = model

    def solve(self, model: Any, options: SolveOptions | None = None) -> RawSolution:
        return super().solve(model if isinstance(model, type(self.model)) else self.model)


class Forgetful(Tampered):
    """A backend whose time limit ends later solves too."""

    limit: float | None = None

    def solve(self, model: Any, options: SolveOptions | None = None) -> RawSolution:
        self.limit = (options or SolveOptions()).time_limit or self.limit
        answer = super().solve(model, options)
        return replace(answer, termination=Termination.TIME_LIMIT) if self.limit else answer


def failure(backend: Any, name: str) -> str:
    """Return the message with which a backend fails a case."""
    with pytest.raises(ConformanceFailure) as caught:
        check(backend, CASES[name])
    return str(caught.value)
