"""Driver of a store: the one process whose workers add rows, from the beginning of a sweep to its end.

While a sweep runs, the store is in SQLite's write-ahead mode, in which a commit survives the death of every process and
readers are not blocked. One driver at a time holds the lock of a store; its name is in the table ``driver``, and every
commit of its workers checks it, so that a worker which outlives its driver cannot add a row while another driver runs
the same case. When a driver ends, the file is complete by itself and nothing is beside it. A store must lie on a local
disk, as every SQLite file in write-ahead mode.
"""

from __future__ import annotations

import errno
import logging
import os
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from uuid import uuid4

from seqform.errors import ModelError
from seqform.experiments.rows import Outcome, Row, row_from
from seqform.experiments.store import (
    LOCK,
    PATIENCE,
    RowError,
    Store,
    defended,
    files_of,
    insert,
    view_query,
)
from seqform.system import signals
from seqform.system.foreign_text import visible

CLOSING_PATIENCE = 2.0
"""Seconds to wait for readers when a driver ends; if they stay, the next driver tidies the store."""

SILENCE = 2.0
"""Seconds of waiting for another driver after which a message is logged."""

_logger = logging.getLogger("seqform")
_HELD = (errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES, errno.EDEADLK)
_PERIOD = 0.05


@contextmanager
def exclusive(path: Path, waiting: Callable[[float], None]) -> Iterator[None]:
    """Hold the lock of a file, which is made for this and removed afterwards.

    While another process holds it, `waiting` is called now and then, with the seconds waited so far; it may raise.
    """
    begun = time.monotonic()
    while (descriptor := _obtained(path)) is None:
        waiting(time.monotonic() - begun)
        time.sleep(_PERIOD)
    try:
        yield
    finally:
        with suppress(OSError):  # Windows removes no open file
            path.unlink()
        os.close(descriptor)


def _obtained(path: Path) -> int | None:
    """Return the descriptor of a file that is locked now; None if another process holds it or has just removed it."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
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


class StoreError(ModelError):
    """A store that cannot be written any more, as on a full disk."""


@contextmanager
def driven(store: Store) -> Iterator[Recorder]:
    """Be the driver of a store: the only process whose workers add rows, until the block ends.

    While another process is the driver, this waits, and logs that it does.
    """
    logged = False

    def waiting(seconds: float) -> None:
        nonlocal logged
        if seconds > SILENCE and not logged:
            logged = True
            _logger.warning(
                "%s: another sweep is writing to it; waiting until that has ended",
                visible(store.path),
            )

    try:
        lock = exclusive(store.path.with_name(store.path.name + LOCK), waiting)
        with lock, _kept_if_used(store), _registered(store) as recorder:
            yield recorder
    except OSError as error:
        if isinstance(error, BrokenPipeError | ConnectionError):
            raise
        raise ModelError(f"{store.path}: cannot be written: {error.strerror or error}") from None


@contextmanager
def _kept_if_used(store: Store) -> Iterator[None]:
    """Remove a store that was not there before, if the block fails and no case has a row."""
    is_new = not store.path.exists()
    try:
        yield
    except Exception:
        with signals.held(), suppress(OSError, ModelError):
            if is_new and not (store.path.stat().st_size and store.outcomes()):
                for path in files_of(store.path):
                    if not path.name.endswith(LOCK):
                        path.unlink(missing_ok=True)
        raise


@contextmanager
def _registered(store: Store) -> Iterator[Recorder]:
    name = uuid4().hex
    with store.transaction() as connection:
        connection.execute("DELETE FROM driver")
        connection.execute("INSERT INTO driver VALUES (?)", [name])
    recorder = Recorder(store.path, name)
    try:
        yield recorder
    except BaseException:
        with signals.held(), suppress(sqlite3.Error, ModelError):
            _tidy(store, recorder)
        raise
    with signals.held():
        _tidy(store, recorder)


def _tidy(store: Store, recorder: Recorder) -> None:
    """Renew the view and bring the file into the state in which nothing belongs to it but itself."""
    recorder.close()
    with store.transaction() as connection:
        connection.execute("DELETE FROM driver")
        connection.execute("DROP VIEW IF EXISTS results")
        connection.execute(f"CREATE VIEW results AS {view_query(connection)[0]}")
    with (
        suppress(sqlite3.Error),
        closing(store.connected(reading=False, patience=CLOSING_PATIENCE)) as connection,
    ):
        connection.execute(
            "PRAGMA journal_mode = DELETE"
        ).fetchall()  # fails while a reader has the file open


class Recorder:
    """Writer of the rows of one process of a sweep, each in a transaction of its own.

    A row is stored when `add` returns, whichever process is killed after that.
    """

    def __init__(self, path: Path, driver: str) -> None:
        self.path, self.driver = path, driver
        try:
            self._connection = defended(
                sqlite3.connect(path, timeout=PATIENCE, isolation_level=None), reading=False
            )
            try:
                self._connection.execute("PRAGMA journal_mode = WAL").fetchall()
            except BaseException:
                self._connection.close()
                raise
        except sqlite3.Error as error:
            raise StoreError(
                f"{path}: cannot be written: {error}; make room, and run the same again"
            ) from None

    def add(self, row: Row, *, unless_since: str | None = None) -> Row:
        """Store a row; return the row stored, which is one without an answer if the columns cannot hold the given one.

        A row that the case has already is left, and returned, if it was started at the time `unless_since` or later. A
        StoreError is raised if the row cannot be written, or another driver has taken over the store.
        """
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                if self._connection.execute("SELECT name FROM driver").fetchall() != [
                    (self.driver,)
                ]:
                    raise StoreError(
                        f"{self.path}: another sweep has taken over; run the same again when it has ended"
                    )
                row = self._added(row, unless_since)
                self._connection.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):  # SQLite has rolled back by itself after some errors
                    self._connection.execute("ROLLBACK")
                raise
        except sqlite3.Error as error:
            raise StoreError(
                f"{self.path}: a row cannot be written: {error}; make room, and run the same again"
            ) from None
        return row

    def _added(self, row: Row, unless_since: str | None) -> Row:
        if unless_since is not None:
            query = "SELECT row FROM rows WHERE key = ? AND started >= ?"
            for (text,) in self._connection.execute(query, [row.key, unless_since]).fetchall():
                return row_from(text)
        try:
            insert(self._connection, row)
        except RowError as error:
            known = Row(row.key, row.case, Outcome.CRASHED, str(error), row.started, row.seconds)
            row = replace(known, versions=row.versions, host=row.host)
            insert(self._connection, row)
        return row

    def close(self) -> None:
        """Close the file."""
        self._connection.close()
