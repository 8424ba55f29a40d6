"""Telling what is going on, and how long it took."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

Progress = Callable[[str], None]


@dataclass
class Phases:
    """Wall-clock seconds by phase; `tell`, if there is one, hears what begins.

    Examples
    --------
    >>> phases = Phases(print)
    >>> with phases.phase("load", "loading the game"):
    ...     pass
    loading the game
    >>> list(phases.seconds)
    ['load']
    """

    tell: Progress | None = None
    seconds: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def phase(self, name: str, text: str) -> Iterator[None]:
        """Time what happens within."""
        if self.tell is not None:
            self.tell(text)
        start = time.perf_counter()
        try:
            yield
        finally:
            self.add({name: time.perf_counter() - start})

    def add(self, seconds: Mapping[str, float]) -> None:
        """Add what the phases of a part took."""
        for name, more in seconds.items():
            self.seconds[name] = self.seconds.get(name, 0.0) + more
