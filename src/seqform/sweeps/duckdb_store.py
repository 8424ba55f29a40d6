"""Stores in DuckDB, whose file one process at a time may have open: so it is open only for moments."""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from seqform.errors import ModelError, SeqformError
from seqform.foreign_text import csv_text, visible
from seqform.report.text_file import write_whole
from seqform.sweeps.columns import COLUMNS
from seqform.sweeps.extras import extra
from seqform.sweeps.file_lock import exclusive
from seqform.sweeps.store import INSERTION_RULE, Session, Store

PATIENCE = 60.0
"""How many seconds to wait while another process has the file open."""

SILENCE = 2.0
"""Seconds after which it is told that this waits."""

_logger = logging.getLogger("seqform")

_INTERRUPTED = "Query interrupted"
"""What DuckDB says at Ctrl-C."""

_LOCKED = "Could not set lock"
"""What DuckDB says while another process has the file open. Its own lock is for other programs: rows got lost, seldom,
where one process opened the file while another was closing it, so sessions exclude each other by a lock of theirs."""


class DuckSession(Session):
    """A transaction on an open DuckDB file."""

    _keys_and_kinds = (
        "SELECT DISTINCT key, json_type(value) FROM "
        "(SELECT unnest(json_keys({column})) AS key, unnest(json_extract({column}, '$.*')) AS value FROM rows)"
    )

    _keys = "SELECT unnest(CAST(? AS VARCHAR[])) AS key"
    _columns = "SELECT column_name FROM duckdb_columns() WHERE table_name = 'rows' AND NOT internal"

    def __init__(self, connection: Any) -> None:
        super().__init__(connection)
        duckdb = extra("duckdb")
        self._data_errors = (*Session._data_errors, duckdb.DataError, duckdb.InvalidInputException)

    def _insert(self, records: Sequence[dict[str, Any]]) -> None:
        columns = ", ".join(f"unnest(CAST(? AS {kind}[]))" for kind in COLUMNS.values())
        values = [[record[name] for record in records] for name in COLUMNS]
        self.ask(f"INSERT INTO rows SELECT {columns} {INSERTION_RULE}", values)  # a record at a time takes far longer

    def _parameter(self, keys: Sequence[str]) -> Any:
        return list(keys)

    def _opened(self, column: str, key: str, kind: str) -> str:
        pointer = "/" + key.replace("~", "~0").replace("/", "~1").replace("'", "''")  # in a path, "*" would be all keys
        return f"CAST(json_extract_string({column}, '{pointer}') AS {kind})"


class DuckStore(Store):
    """A DuckDB file."""

    @contextmanager
    def session(self, *, reading: bool = False) -> Iterator[Session]:
        """Open the file for one transaction; see `Store.session`."""
        extra("duckdb")
        if reading:
            self._require_file()
        with ExitStack() as stack:
            try:
                stack.enter_context(exclusive(self.path.with_name(self.path.name + ".lock"), PATIENCE))
            except TimeoutError:
                raise ModelError(f"{self.path}: another process holds it open; stop that and try again") from None
            except OSError as error:
                if not reading:  # else nothing can be written there, so that nobody writes
                    raise ModelError(f"{self.path}: cannot be written: {error.strerror or error}") from None
            yield stack.enter_context(self._open(reading))

    @contextmanager
    def _open(self, reading: bool) -> Iterator[Session]:
        duckdb = extra("duckdb")
        connection = self._connected(duckdb, reading)
        try:
            connection.execute("BEGIN")
            session = DuckSession(connection)
            self._prepare(session, reading)
            yield session
            connection.execute("COMMIT")
        except SeqformError:
            raise
        except (duckdb.Error, RuntimeError, ValueError) as error:
            if _INTERRUPTED in str(error):
                raise KeyboardInterrupt from None
            if isinstance(error, RuntimeError) and not isinstance(error, duckdb.Error):
                raise
            raise ModelError(f"{self.path}: {' '.join(str(error).split())}") from None
        finally:
            connection.close()

    def _connected(self, duckdb: Any, reading: bool) -> Any:
        begun, told = time.monotonic(), False
        while True:
            try:
                return duckdb.connect(str(self.path), read_only=reading, config={"threads": 1})
            except duckdb.Error as error:
                if _LOCKED not in str(error):
                    raise ModelError(f"{self.path}: not a DuckDB file: {' '.join(str(error).split())}") from None
                waited = time.monotonic() - begun
                if waited > PATIENCE:
                    raise ModelError(f"{self.path}: another program has it open; close that and try again") from None
                if waited > SILENCE and not told:
                    told = True
                    _logger.warning("%s: another program has it open; waiting up to %g s", visible(self.path), PATIENCE)
                time.sleep(random.uniform(0.005, 0.03))

    def _export(self, session: Session, query: str, path: Path) -> None:
        if path.suffix.lower() == ".parquet":
            target = str(path).replace("'", "''")
            session.ask(f"COPY ({query}) TO '{target}' (FORMAT parquet)")
            return
        found = session.connection.execute(query)
        write_whole(path, csv_text([column[0] for column in found.description], found.fetchall()))
