"""A step to the right: a new problem, and how its answer becomes an answer to the old one.

Names that are made when they are asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar, overload


@dataclass(frozen=True, eq=False)
class LazyNames(Sequence[str]):
    """Distinct names, too many to be kept.

    Parameters
    ----------
    name : callable
        From a place, 0 to ``size`` (exclusive), to its name. No two places may have the same one: that is
        taken for granted.

    Examples
    --------
    >>> names = LazyNames(10**9, "x{}".format)
    >>> len(names), names[12], names[-1], list(names[:2])
    (1000000000, 'x12', 'x999999999', ['x0', 'x1'])
    """

    size: int
    name: Callable[[int], str]

    def __len__(self) -> int:
        return self.size

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> LazyNames: ...
    def __getitem__(self, place: int | slice) -> str | LazyNames:
        if isinstance(place, slice):
            places = range(self.size)[place]
            return LazyNames(len(places), lambda k: self.name(places[k]))
        return self.name(range(self.size)[place])


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
