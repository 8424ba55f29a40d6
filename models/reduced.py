"""Reductions: a transformed problem with the map that recovers a solution of the original."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

from seqform.models.games.abstraction import SignalMap
from seqform.models.strategies.maps import ProfileMap

Target = TypeVar("Target")
Answer = TypeVar("Answer")
Lifted = TypeVar("Lifted")
Next = TypeVar("Next")
NextAnswer = TypeVar("NextAnswer")


@dataclass(frozen=True)
class Reduced(Generic[Target, Answer, Lifted]):
    """Result of a builder or preprocessor: a new problem, and a function from its answers to answers of the original.

    Examples
    --------
    >>> halve = Reduced(5, lambda answer: 2 * answer)
    >>> step = halve.then(lambda five: Reduced(five - 1, lambda answer: answer + 1))
    >>> step.target, step.lift(4)
    (4, 10)
    """

    target: Target
    lift: Callable[[Answer], Lifted]

    def __repr__(self) -> str:
        return f"<Reduced to {self.target!r}>"

    def then(self, step: Callable[[Target], Reduced[Next, NextAnswer, Answer]]) -> Reduced[Next, NextAnswer, Lifted]:
        """Return the composition with a further step; maps of strategies are multiplied."""
        after = step(self.target)
        outer: Any = self.lift
        if isinstance(outer, ProfileMap | SignalMap) and isinstance(after.lift, type(outer)):
            composed: Any = outer.then(cast("Any", after.lift))
            return Reduced(after.target, composed)
        return Reduced(after.target, _Composition(self.lift, after.lift))


@dataclass(frozen=True)
class _Composition(Generic[NextAnswer, Answer, Lifted]):
    """Two lifts, one after the other; a class, so that it can be pickled where both can."""

    outer: Callable[[Answer], Lifted]
    inner: Callable[[NextAnswer], Answer]

    def __call__(self, answer: NextAnswer) -> Lifted:
        return self.outer(self.inner(answer))


def unchanged(answer: Answer) -> Answer:
    """Return the answer: the lift of a step that changes nothing."""
    return answer
