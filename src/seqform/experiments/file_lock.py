"""Exclusive locks on files, which the operating system releases when their process ends, however it ends."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

_HELD = (errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES, errno.EDEADLK)
_PERIOD = 0.05


@contextmanager
def exclusive(path: Path, waiting: Callable[[float], None]) -> Iterator[None]:
    """Hold the lock of a file, which is made for this and removed afterwards.

    Parameters
    ----------
    waiting : callable
        Called now and then, with the seconds waited so far, while another process holds the lock; may raise.

    Raises
    ------
    OSError
        If the file cannot be made, or cannot be locked on its file system.
    """
    begun = time.monotonic()
    while (descriptor := _obtained(path)) is None:
        waiting(time.monotonic() - begun)
        time.sleep(_PERIOD)
    try:
        yield
    finally:
        with contextlib.suppress(OSError):  # Windows removes no open file
            path.unlink()
        os.close(descriptor)


def _obtained(path: Path) -> int | None:
    """Return the descriptor of a file that is locked now; None if another process holds it or has just removed it."""
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)  # a link could lead to any file
    descriptor = os.open(path, flags, 0o666)
    try:
        _lock(descriptor)
        if os.path.samestat(os.fstat(descriptor), path.stat()):
            return descriptor
    except FileNotFoundError:
        pass
    except OSError as error:
        if error.errno not in _HELD:
            os.close(descriptor)
            raise
    os.close(descriptor)
    return None


def _lock(descriptor: int) -> None:
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
