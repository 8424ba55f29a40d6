"""Progress messages and wall-clock time of the phases of a computation."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

Progress = Callable[[str], None]


@dataclass
class Phases:
    """Wall-clock seconds by phase; the beginning of each is reported to a callback.

    Examples
    --------
    >>> phases = Phases(print)
    >>> with phases.phase("load", "loading the game"):
    ...     pass
    loading the game
    >>> list(phases.seconds)
    ['load']
    """

    progress: Progress | None = None
    seconds: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def phase(self, name: str, text: str) -> Iterator[None]:
        """Time a block."""
        if self.progress is not None:
            self.progress(text)
        start = time.perf_counter()
        try:
            yield
        finally:
            self.add({name: time.perf_counter() - start})

    def add(self, seconds: Mapping[str, float]) -> None:
        """Add the seconds of a part."""
        for name, more in seconds.items():
            self.seconds[name] = self.seconds.get(name, 0.0) + more
