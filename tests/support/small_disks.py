"""File systems that are full or read-only, for real."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


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
