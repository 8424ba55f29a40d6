"""Journals: rows on disk the moment their cases end, whoever is killed after that.

Beside a store is a folder with, for every driver that is at work,

- ``DRIVER.lock``, which the driver holds locked as long as it lives, and
- ``DRIVER-PROCESS.jsonl`` for it and each of its workers, held likewise: a row of JSON a line.

Whatever a driver leaves behind is taken into the store by the next one.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import time
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

from seqform.errors import ModelError
from seqform.sweeps.file_lock import FileLock, is_locked, obtained
from seqform.sweeps.row import Row
from seqform.sweeps.row_json import row_from, row_text
from seqform.system.files import append_whole
from seqform.system.foreign_files import open_regular

ORPHAN_PATIENCE = 5.0
"""How many seconds the workers of a driver that died get for dying too."""

MOST_LINE = 2**26
"""Bound in bytes on a line that is read at once; the parts of a longer one are no rows."""

_ATTEMPTS = 100
_PROCESS = re.compile(r"[0-9]{1,18}")


class JournalError(ModelError):
    """A row that could not be written down, as on a full disk: without its journal no sweep can go on."""


class Journal:
    """Where one process writes its rows.

    Parameters
    ----------
    folder : Path
    driver : str
        Whose sweep the process works for.

    Raises
    ------
    JournalError
        If it cannot be made.
    """

    def __init__(self, folder: Path, driver: str) -> None:
        self.path = folder / f"{driver}-{os.getpid()}-{uuid4().hex[:6]}.jsonl"
        self._torn = False
        try:
            self._file = FileLock(self.path)
        except OSError as error:
            raise JournalError(f"{self.path}: cannot be made: {error.strerror or error}") from None

    def write(self, row: Row) -> None:
        """Write a row; it is safe when this returns, unless the machine itself fails.

        Raises
        ------
        JournalError
            If the disk is full or gone; then the last line may be half a row, and the next one begins anew.
        """
        line = row_text(row).encode() + b"\n"
        try:
            self._file.append(b"\n" + line if self._torn else line)
        except OSError as error:
            self._torn = True
            raise JournalError(
                f"{self.path}: a row cannot be written: {error.strerror or error}; make room, and run the same again"
            ) from None
        self._torn = False

    def close(self) -> None:
        """End the journal."""
        self._file.release()


class JournalReader:
    """Reads the journals of one driver as they grow."""

    def __init__(self, folder: Path, driver: str) -> None:
        self.folder, self.driver = folder, driver
        self._read: dict[Path, int] = {}

    def new_rows(self) -> list[Row]:
        """Return the rows that were written since the last time; half-written lines and damaged ones are left out."""
        rows = []
        for path in self.paths():
            for line in self._new_lines(path):
                with contextlib.suppress(ValueError):
                    rows.append(row_from(line))
        return rows

    def paths(self) -> list[Path]:
        """Return the journals that there are."""
        return sorted(self.folder.glob(f"{self.driver}-*.jsonl"))

    def processes(self) -> dict[Path, int]:
        """Return the journals with the numbers of the processes that began them."""
        numbers = {path: path.name.split("-")[-2] for path in self.paths()}
        return {path: int(number) for path, number in numbers.items() if _PROCESS.fullmatch(number)}

    def _new_lines(self, path: Path) -> Iterator[bytes]:
        begin = self._read.get(path, 0)
        try:
            if path.is_symlink() or not path.is_file() or path.stat().st_size == begin:
                return
            with open_regular(path) as raw, io.BufferedReader(raw) as file:
                file.seek(begin)
                while line := file.readline(MOST_LINE):
                    if not line.endswith(b"\n") and len(line) < MOST_LINE:
                        return
                    begin = self._read[path] = begin + len(line)
                    yield line
        except FileNotFoundError:
            return
        except OSError as error:
            raise JournalError(f"{path}: cannot be read: {error.strerror or error}") from None


class JournalFolder:
    """The folder of a store's journals.

    Parameters
    ----------
    store : Path
        The store's file; the folder's name is the same with ".journal" after it, and that of the file of rows which the
        store cannot hold with ".refused".
    """

    def __init__(self, store: Path) -> None:
        self.path = store.with_name(store.name + ".journal")
        self.refused = store.with_name(store.name + ".refused")

    def enter(self) -> tuple[str, FileLock]:
        """Return a new driver's name, and the lock that shows that it lives.

        Raises
        ------
        ModelError
            If the folder cannot be written to.
        """
        for _ in range(_ATTEMPTS):
            name = uuid4().hex[:12]
            try:
                self.path.mkdir(exist_ok=True)
                lock = obtained(self._lock_path(name))
            except FileNotFoundError:  # another driver has just left, and removed the folder
                continue
            except OSError as error:
                raise ModelError(f"{self.path}: cannot be written: {error.strerror or error}") from None
            if lock is not None:  # else another driver saw the file before it was locked, and took it for a dead one's
                return name, lock
        raise ModelError(f"{self.path}: cannot be made in this folder")

    def leave(self, driver: str, lock: FileLock) -> None:
        """Remove all that a driver has left; its rows are in the store."""
        lock.release()
        for path in [*self.path.glob(f"{driver}-*.jsonl"), self._lock_path(driver)]:
            path.unlink(missing_ok=True)
        with contextlib.suppress(OSError):  # another driver is at work
            self.path.rmdir()

    def set_aside(self, row: Row) -> None:
        """Write a row that the store cannot hold to a file beside it, which nothing reads.

        Raises
        ------
        JournalError
            If that cannot be written.
        """
        try:
            append_whole(self.refused, row_text(row).encode() + b"\n")
        except OSError as error:
            raise JournalError(f"{self.refused}: cannot be written: {error.strerror or error}") from None

    def names(self) -> set[str]:
        """Return the drivers that have not left, alive or dead."""
        journals = {path.name.partition("-")[0] for path in self.path.glob("*-*.jsonl")}
        return journals | {path.stem for path in self.path.glob("*.lock")}

    def is_there(self, driver: str) -> bool:
        """Tell whether a driver is at work, or has left something to be taken in."""
        return driver in self.names()

    def left_behind(self, driver: str) -> bool:
        """Tell whether a driver died without leaving."""
        return not is_locked(self._lock_path(driver))

    def dead(self) -> list[tuple[str, FileLock]]:
        """Return the drivers that ended without leaving, each with its lock, so that only the caller cleans up."""
        found = []
        for name in sorted(self.names()):
            try:
                found.append((name, FileLock(self._lock_path(name))))
            except (BlockingIOError, FileNotFoundError):
                continue
            except OSError as error:
                raise JournalError(f"{self._lock_path(name)}: cannot be opened: {error.strerror or error}") from None
        return found

    def await_orphans(self, driver: str) -> None:
        """Wait until the workers of a driver that died are dead too: they notice it and end themselves."""
        end = time.monotonic() + ORPHAN_PATIENCE
        while any(map(is_locked, self.path.glob(f"{driver}-*.jsonl"))) and time.monotonic() < end:
            time.sleep(0.02)

    def _lock_path(self, driver: str) -> Path:
        return self.path / f"{driver}.lock"
