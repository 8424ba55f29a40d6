"""Journals: rows on disk the moment their cases end, whoever is killed after that.

Beside a store is a folder with, for every driver that is at work,

- ``DRIVER.lock``, which the driver holds locked as long as it lives, and
- ``DRIVER-PROCESS.jsonl`` for it and each of its workers, held likewise: a row of JSON a line.

Whatever a driver leaves behind is taken into the store by the next one.

Which cases are still to be run, and by whom: a driver's dealings with the store and the journals.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import time
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from pathlib import Path
from uuid import uuid4

from seqform.errors import ModelError
from seqform.experiments.file_lock import FileLock, is_locked, obtained
from seqform.experiments.rows import Outcome, Row, row_from, row_text
from seqform.experiments.run_case import now
from seqform.experiments.store import Finished, RowError, Session, Store
from seqform.experiments.values import Case
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


class Ledger:
    """One driver's account of a sweep.

    Parameters
    ----------
    retry_failed : bool
        Run cases anew that have a row without an answer.

    Attributes
    ----------
    missing : deque of Case
        Neither finished nor taken on by this driver, as far as it knows.
    found : Counter
        Outcomes of cases that somebody else has run, or this driver in an earlier life.

    Raises
    ------
    ModelError
        If the store cannot be opened.
    """

    def __init__(self, store: Store, cases: Sequence[Case], retry_failed: bool = False) -> None:
        self.store, self.folder = store, JournalFolder(store.path)
        self.found: Counter[Outcome] = Counter()
        self.missing = deque(cases)
        self._refused: dict[str, str] = {}
        self._retry_failed, self._begun = retry_failed, now()
        self.driver, self._lock = self.folder.enter()
        try:
            self._take_in_what_the_dead_left()
            with self.store.session() as session:
                self._drop_finished(session)
        except BaseException:
            self.folder.leave(self.driver, self._lock)
            raise

    def turn(self, rows: Sequence[Row], want: int) -> list[Case]:
        """Put rows into the store and take on more cases, in one go.

        Parameters
        ----------
        want : int
            How many cases at most.

        Returns
        -------
        list of Case
            Claimed for this driver as long as it lives. There is none if other drivers are at work on all that is left.
        """
        if want and any(self.folder.left_behind(name) for name in self.folder.names()):
            self._take_in_what_the_dead_left()
        try:
            with self.store.session() as session:
                session.add(rows)
                return self._claimed(session, want)
        except RowError:
            self._put(rows)
            return self.turn([], want)

    def leave(self, rows: Sequence[Row], *, interrupted: bool = False) -> None:
        """Put the last rows into the store and give up all claims.

        Parameters
        ----------
        interrupted : bool
            Rows may have got lost on their way from the journals to here, so read those again.

        Raises
        ------
        RowError
            If the store could not hold some rows. They are set aside, and all else is done.
        """
        if interrupted:
            rows = JournalReader(self.folder.path, self.driver).new_rows()
        try:
            self._put(rows)
            with self.store.session() as session:
                session.release(self.driver)
        except BaseException:
            self._lock.release()  # the journals stay, for the next driver
            raise
        self.folder.leave(self.driver, self._lock)
        with self.store.session() as session:
            session.renew_view()
        if self._refused and not interrupted:
            raise RowError(
                f"{self.store.path}: {len(self._refused):,} rows could not be stored and are in {self.folder.refused}; "
                f"the first: {next(iter(self._refused.values()))}"
            )

    def _put(self, rows: Sequence[Row]) -> None:
        """Put rows into the store; those that it cannot hold are set aside, so that they are in nobody's way."""
        if not rows:
            return
        try:
            self.store.add(rows)
            return
        except RowError as error:
            if len(rows) == 1:
                if rows[0].key not in self._refused:
                    self.folder.set_aside(rows[0])
                self._refused[rows[0].key] = str(error)
                return
        for row in rows:
            self._put([row])

    def _claimed(self, session: Session, want: int) -> list[Case]:
        taken: list[Case] = []
        elsewhere: list[Case] = []
        while self.missing and len(taken) < want:
            some = [self.missing.popleft() for _ in range(min(len(self.missing), max(want, 100)))]
            keys = [case.key for case in some]
            finished, claimants = session.finished(keys), session.claimants(keys)
            alive = {name for name in set(claimants.values()) if self.folder.is_there(name)}
            for place, case in enumerate(some):
                if len(taken) == want:
                    self.missing.extendleft(reversed(some[place:]))
                    break
                if self._is_over(finished.get(case.key)):
                    self.found[finished[case.key].outcome] += 1
                elif claimants.get(case.key) in alive:
                    elsewhere.append(case)
                else:
                    taken.append(case)
        session.claim([case.key for case in taken], self.driver)
        self.missing.extend(elsewhere)
        return taken

    def _drop_finished(self, session: Session) -> None:
        finished = session.finished([case.key for case in self.missing])
        over = {key for key, known in finished.items() if self._is_over(known)}
        self.found.update(finished[key].outcome for key in over)
        self.missing = deque(case for case in self.missing if case.key not in over)

    def _is_over(self, known: Finished | None) -> bool:
        if known is None:
            return False
        again = self._retry_failed and not known.outcome.is_answer and known.started < self._begun
        return not again

    def _take_in_what_the_dead_left(self) -> None:
        for name, lock in self.folder.dead():
            self.folder.await_orphans(name)
            rows = JournalReader(self.folder.path, name).new_rows()
            self._put(rows)
            with self.store.session() as session:
                session.release(name)
            self.folder.leave(name, lock)
