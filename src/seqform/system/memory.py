"""The memory of this process, and a bound on what the expansion of a tree takes of it."""

from __future__ import annotations

import os
from pathlib import Path

from seqform.errors import TooLargeError


class MemoryBound:
    """A bound on the memory of a tree: it may not have taken more since the start than is still available.

    So it takes at most half of what was available. Without the files of Linux in /proc there is no bound.
    """

    def __init__(self, title: str) -> None:
        self.title = title
        self.at_start = resident_bytes() or 0

    def check(self, nodes: int) -> None:
        """Raise TooLargeError if the nodes so far have taken more than is available."""
        resident = resident_bytes()
        available = available_bytes()
        if resident is None or available is None:
            return
        taken = resident - self.at_start
        if taken > available:
            raise TooLargeError(
                f"{self.title}: {nodes:,} nodes take {taken / 1e9:.1f} GB, half of the memory that was available, and "
                "the tree has more; choose smaller parameters"
            )


def resident_bytes() -> int | None:
    """Return the memory of this process, None where the system does not state it."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return None
    return pages * os.sysconf("SC_PAGE_SIZE")


def available_bytes() -> int | None:
    """Return the memory that this process can still get, None where the system does not state it.

    It is that of the machine, or of the container where this has a lower limit.
    """
    try:
        text = Path("/proc/meminfo").read_text(encoding="ascii")
    except (OSError, ValueError):
        return None
    for line in text.splitlines():
        if line.startswith("MemAvailable:"):
            available = int(line.split()[1]) * 1024
            in_container = _left_in_container()
            return available if in_container is None else min(available, in_container)
    return None


def _left_in_container() -> int | None:
    """Return the memory below the limit of the control group at the root, None without a limit.

    Pages of files count as free, since the system takes them back.
    """
    folder = Path("/sys/fs/cgroup")
    try:
        limit = int((folder / "memory.max").read_text(encoding="ascii"))
        current = int((folder / "memory.current").read_text(encoding="ascii"))
        statistics = (folder / "memory.stat").read_text(encoding="ascii")
    except (OSError, ValueError):  # also of "max", no limit
        return None
    for line in statistics.splitlines():
        if line.startswith("file "):
            return limit - current + int(line.split()[1])
    return None
