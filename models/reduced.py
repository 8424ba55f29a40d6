"""A step to the right: a new problem, and how its answer becomes an answer to the old one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

Target = TypeVar("Target")
Answer = TypeVar("Answer")
Lifted = TypeVar("Lifted")
Next = TypeVar("Next")
NextAnswer = TypeVar("NextAnswer")


@dataclass(frozen=True)
class Reduced(Generic[Target, Answer, Lifted]):
    """What a builder or preprocessor returns.

    Parameters
    ----------
    target : Target
        The smaller or later thing.
    lift : callable
        Carries an answer to `target` back to an answer to what it was made from.

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
        """Take one more step; the lifts compose."""
        after = step(self.target)
        return Reduced(after.target, lambda answer: self.lift(after.lift(answer)))
