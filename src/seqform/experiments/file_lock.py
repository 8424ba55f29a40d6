"""Locks on files, which the system opens when their holder dies, however it dies."""

from __future__ import annotations

import contextlib
import os
import random
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_FAR = 2**30
"""Beyond the end of every journal."""


class FileLock:
    """An open file that nobody else can lock.

    Parameters
    ----------
    create : bool
        Whether to make the file if it is not there.

    Raises
    ------
    BlockingIOError
        If somebody else holds it.
    FileNotFoundError
        If it is not there and not to be made.
    """

    def __init__(self, path: Path, *, create: bool = True) -> None:
        flags = os.O_RDWR | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0)  # a link could lead to any file
        self.descriptor = os.open(path, flags | (os.O_CREAT if create else 0), 0o666)
        try:
            _lock(self.descriptor)
        except OSError as error:
            os.close(self.descriptor)
            raise BlockingIOError(f"{path} is locked") from error

    def append(self, data: bytes) -> None:
        """Write data at the end of the file."""
        while data:
            data = data[os.write(self.descriptor, data) :]

    def release(self) -> None:
        """Close the file, which opens the lock."""
        if self.descriptor >= 0:
            os.close(self.descriptor)
            self.descriptor = -1


def is_locked(path: Path) -> bool:
    """Tell whether some process that is alive, be it this one, holds a file."""
    try:
        FileLock(path, create=False).release()
    except BlockingIOError:
        return True
    except FileNotFoundError:
        pass
    return False


@contextmanager
def exclusive(path: Path, patience: float) -> Iterator[None]:
    """Hold a lock for a while; wait if others hold it. The file is there only as long as somebody does.

    Parameters
    ----------
    patience : float
        Seconds to wait at most.

    Raises
    ------
    TimeoutError
        If that was not long enough.
    """
    end = time.monotonic() + patience
    while (lock := obtained(path)) is None:
        if time.monotonic() > end:
            raise TimeoutError(f"{path} is locked")
        time.sleep(random.uniform(0.002, 0.02))
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            path.unlink()
        lock.release()


def obtained(path: Path) -> FileLock | None:
    """Return the lock, unless somebody holds it, or removed the file between its being opened and locked here."""
    try:
        lock = FileLock(path)
    except BlockingIOError:
        return None
    try:
        if os.path.samestat(os.fstat(lock.descriptor), path.stat()):
            return lock
    except FileNotFoundError:
        pass
    lock.release()
    return None


def _lock(descriptor: int) -> None:
    if sys.platform == "win32":
        import msvcrt

        os.lseek(descriptor, _FAR, os.SEEK_SET)  # what is locked cannot be read by others
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
