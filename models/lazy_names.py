"""Names that are made when they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import overload


@dataclass(frozen=True, eq=False)
class LazyNames(Sequence[str]):
    """Distinct names, too many to be kept.

    Parameters
    ----------
    size : int
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
