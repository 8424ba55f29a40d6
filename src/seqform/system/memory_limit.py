"""Orderly end of commands that exceed a limit to the address space (``ulimit -v``, ``ulimit -d``).

Native libraries end a process that runs out of address space: OpenBLAS exits, HiGHS and LLVM abort. The process that
watches a command (`seqform.system.watch`) then reports it. Without a limit the system may kill it without a message.
"""

from __future__ import annotations

import math
import os
import sys

OUT_OF_MEMORY = 2
"""The exit status."""

ENOUGH = 1 << 30
PER_CORE = 1 << 28
"""Bytes of address space from which the number of threads is not limited; each thread takes a stack and a heap."""

_THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")
_MOST_ARENAS = -8
"""The number of the option of `mallopt` that limits how many heaps threads have."""

_REASONS = ("cannot allocate memory", "failed to map", "can't start new thread", "bad_alloc", "out of memory")
"""Parts of messages of errors other than MemoryError that are due to a lack of memory."""

_NEARLY = 0.6
"""Share of the limit in use from which unexpected errors are attributed to it; failed allocations do not count."""


def limit() -> int | None:
    """Return the limit to the address space of this process in bytes, None without one."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    bounds = [resource.getrlimit(kind)[0] for kind in (resource.RLIMIT_AS, resource.RLIMIT_DATA)]
    given = [bound for bound in bounds if bound != resource.RLIM_INFINITY]
    return min(given) if given else None


def message() -> str:
    """Return a line for the user whose command has run out of memory."""
    most = limit()
    if most is None:
        return "out of memory; choose a smaller game"
    return (
        f"out of memory: the limit is {most / 1e6:,.0f} MB of address space (ulimit); raise it or choose a smaller game"
    )


def is_cause(error: BaseException, *, expected: bool) -> bool:
    """Return whether an error is due to a lack of memory; an `expected` one, of seqform, only if its causes are."""
    one: BaseException | None = error
    while one is not None:
        behind = one is not error or not expected
        if behind and (isinstance(one, MemoryError) or any(reason in str(one).lower() for reason in _REASONS)):
            return True
        one = one.__cause__ or one.__context__
    most = limit()
    return most is not None and not expected and _peak() > _NEARLY * most


def prepare(most: int) -> None:
    """Prepare this process, in which libraries are still to be loaded, for a limit in bytes."""
    _spare_memory(most)
    _quiet_libraries()


def _spare_memory(most: int) -> None:
    """Keep libraries that are still to be loaded from reserving memory for many threads."""
    if most < ENOUGH + PER_CORE * (os.cpu_count() or 1):
        for name in _THREADS:
            os.environ.setdefault(name, "1")
        if sys.platform == "linux":
            import ctypes

            mallopt = getattr(ctypes.CDLL(None), "mallopt", None)  # of glibc only
            if mallopt is not None:
                mallopt(_MOST_ARENAS, 1)


def _quiet_libraries() -> None:
    """Discard the messages of native libraries on standard error; Python's messages stay."""
    try:
        own = os.dup(2)
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 2)
        os.close(nowhere)
        sys.stderr = open(own, "w", encoding="utf-8", errors="backslashreplace", buffering=1)  # noqa: SIM115, PTH123
    except OSError:
        pass


def room() -> float:
    """Return the bytes of address space that are left under the limit; infinite without one."""
    most = limit()
    return math.inf if most is None else most - _status("VmSize:")


def _peak() -> int:
    """Return the peak address space of this process in bytes."""
    return _status("VmPeak:")


def _status(name: str) -> int:
    """Return a size of this process in bytes, 0 where the system does not report it."""
    try:
        with open("/proc/self/status", encoding="ascii") as file:  # noqa: PTH123 -- as little as possible
            for line in file:
                if line.startswith(name):
                    return int(line.split()[1]) * 1024
    except OSError:
        pass
    return 0
