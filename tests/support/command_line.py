"""The command line within tests, Python in processes of its own, a clock that jumps, full and read-only disks."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., tuple[int, str, str]]
"""Runs a command within the tests, as the fixture `seqform` does; returns its status, output and errors."""


def python(*arguments: object, **how: Any) -> subprocess.CompletedProcess[str]:
    """Run Python with arguments, and return what has ended, with its output as text."""
    how = {"capture_output": True, "text": True, "check": False, "timeout": 600, **how}
    done: subprocess.CompletedProcess[str] = subprocess.run(
        [sys.executable, *map(str, arguments)], **how
    )
    return done


# ---- a time limit that passes at a known place, however fast or slow the machine is ----


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

    def stop_at(self, beginning: str, stopped: str) -> Callable[[str], None]:
        """Return a `progress` that jumps at a line with a beginning, or interrupts if `stopped` is "interrupted"."""

        def progress(line: str) -> None:
            if line.startswith(beginning):
                if stopped == "interrupted":
                    raise KeyboardInterrupt
                self.jump()

        return progress


# ---- file systems that are full or read-only, for real ----


@contextmanager
def mounted(folder: Path, size: int, *, read_only: bool = False) -> Iterator[Path]:
    """Mount a file system of some bytes in memory; skip the test where that is not allowed."""
    if sys.platform != "linux" or os.geteuid() != 0:
        pytest.skip("only root mounts file systems, on Linux")
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}{',ro' * read_only}", "tmpfs", str(folder)]
    done = subprocess.run(mount, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"no file system can be mounted here: {done.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


@contextmanager
def without_privileges(folder: Path) -> Iterator[None]:
    """Give up root's right to write everywhere, for a while; the folders above `folder` can be passed through."""
    if sys.platform == "win32":
        pytest.skip("permissions are those of POSIX")
    if os.geteuid() != 0:
        yield
        return
    modes = {above: above.stat().st_mode for above in folder.absolute().parents}
    for above, mode in modes.items():
        if not mode & 0o001:
            above.chmod(mode | 0o111)
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)
        for above, mode in modes.items():
            if not mode & 0o001:
                above.chmod(mode)
