"""A time limit that passes at a known place, however fast or slow the machine is."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

import pytest

LIMIT = 10_000.0
"""A limit in seconds that passes only when the clock jumps."""


class JumpingClock:
    """The clocks of `time`, which `jump` sets forward, by default beyond `LIMIT`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._ahead = 0.0
        for name in ("monotonic", "perf_counter"):
            monkeypatch.setattr(time, name, partial(self._read, getattr(time, name)))

    def _read(self, clock: Callable[[], float]) -> float:
        return clock() + self._ahead

    def jump(self, seconds: float = 2 * LIMIT) -> None:
        self._ahead += seconds
