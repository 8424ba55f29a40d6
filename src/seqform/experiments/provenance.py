"""Provenance of a row: versions, the machine, and memory; and variables of the environment for workers."""

from __future__ import annotations

import contextlib
import os
import platform
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

from seqform.backends import describe


@contextmanager
def set_meanwhile(values: Mapping[str, str]) -> Iterator[None]:
    """Set variables of the environment for a while; those that the user has set stay."""
    missing = {name: value for name, value in values.items() if name not in os.environ}
    os.environ.update(missing)
    try:
        yield
    finally:
        for name in missing:
            del os.environ[name]


PACKAGES = ("seqform", "numpy", "scipy", "numba", "python-flint")
_RESET_PEAK = "5"
"""Written to ``clear_refs``, it sets the peak of the memory to the memory held now."""


@cache
def versions(backend: str) -> dict[str, str]:
    """Return the versions of Python, of the packages that every case uses, and of a backend's solver."""
    found = {"python": platform.python_version()}
    for package in PACKAGES:
        with contextlib.suppress(metadata.PackageNotFoundError):
            found[package] = metadata.version(package)
    solver = _solver_versions().get(backend)
    return found if solver is None else {**found, backend: solver}


@cache
def _solver_versions() -> dict[str, str | None]:
    return {info.name: info.version for info in describe()}


@cache
def host() -> dict[str, Any]:
    """Return the system, the processor, the number of cores and the memory; no names."""
    return {
        "system": platform.system(),
        "release": platform.release(),
        "machine": platform.machine(),
        "processor": _processor(),
        "cores": os.cpu_count() or 1,
        "memory_bytes": _memory(),
    }


def _processor() -> str:
    for line in _lines(Path("/proc/cpuinfo")):
        name, _, value = line.partition(":")
        if name.strip() == "model name":
            return value.strip()
    return platform.processor()


def _memory() -> int:
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") if hasattr(os, "sysconf") else 0


def forget_peak() -> None:
    """Reset the peak of the memory held, where the system can."""
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text(_RESET_PEAK, encoding="ascii")


def peak_bytes() -> int:
    """Return the most memory that this process has held; 0 where the system does not report it."""
    for line in _lines(Path("/proc/self/status")):
        if line.startswith("VmHWM:"):
            return 1024 * int(line.split()[1])
    if sys.platform == "win32":
        return 0
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else 1024 * most


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []
