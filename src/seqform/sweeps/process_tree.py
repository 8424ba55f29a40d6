"""Which processes a process has begun, and these in their turn; only Linux tells."""

from __future__ import annotations

import contextlib
from pathlib import Path


def parents() -> dict[int, int]:
    """Return the parent of every process that can be seen, by their numbers; nothing where the system does not tell."""
    found: dict[int, int] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError, ValueError, IndexError):
            fields = path.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
            found[int(path.parent.name)] = int(fields[1])
    return found


def descendants(process: int, parent_of: dict[int, int]) -> set[int]:
    """Return the children of a process, their children, and so on.

    Examples
    --------
    >>> sorted(descendants(1, {2: 1, 3: 2, 4: 9}))
    [2, 3]
    """
    found: set[int] = set()
    new = {process}
    while new:
        new = {child for child, parent in parent_of.items() if parent in new} - found
        found |= new
    return found
