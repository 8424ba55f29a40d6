"""Stores in DuckDB, whose file one process at a time may have open: so it is open only for moments."""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache, partial
from pathlib import Path
from shutil import copyfileobj
from typing import Any

from seqform.errors import ModelError, SeqformError
from seqform.sweeps.columns import COLUMNS
from seqform.sweeps.file_lock import exclusive
from seqform.sweeps.store import INSERTION_RULE, SchemaObject, Session, Store
from seqform.system.files import write_whole
from seqform.system.foreign_text import csv_text, visible
from seqform.system.packages import require

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

    def __init__(self, connection: Any) -> None:
        super().__init__(connection)
        duckdb = require("duckdb")
        self._data_errors = (*Session._data_errors, duckdb.DataError, duckdb.InvalidInputException)

    def objects(self) -> list[SchemaObject]:
        """Return everything that the database defines; macros in it do not hide the functions of ``system.main``."""
        found = []
        for kind, name, sql, source in _OBJECTS:
            if source in _sources():
                condition = "" if source in _OWN_ONLY else " WHERE NOT internal"
                found += self.ask(f"SELECT '{kind}', {name}, {sql}, schema_name FROM system.main.{source}(){condition}")
        return [
            SchemaObject(kind, name if schema == "main" else f"{schema}.{name}", sql)
            for kind, name, sql, schema in found
        ]

    def _expected_tables(self) -> dict[str, str]:
        return _expected_tables()

    def _insert(self, records: Sequence[dict[str, Any]]) -> None:
        columns = ", ".join(f"unnest(CAST(? AS {kind}[]))" for kind in COLUMNS.values())
        values = [[record[name] for record in records] for name in COLUMNS]
        self.ask(f"INSERT INTO rows SELECT {columns} {INSERTION_RULE}", values)  # a record at a time takes far longer

    def _parameter(self, keys: Sequence[str]) -> Any:
        return list(keys)

    def _opened(self, column: str, key: str, kind: str) -> str:
        pointer = "/" + key.replace("~", "~0").replace("/", "~1").replace("'", "''")  # in a path, "*" would be all keys
        return f"CAST(json_extract_string({column}, '{pointer}') AS {kind})"


_OBJECTS = (
    ("table", "table_name", "sql", "duckdb_tables"),
    ("view", "view_name", "NULL", "duckdb_views"),
    ("macro", "function_name", "NULL", "duckdb_functions"),
    ("type", "type_name", "NULL", "duckdb_types"),
    ("index", "index_name", "NULL", "duckdb_indexes"),
    ("sequence", "sequence_name", "NULL", "duckdb_sequences"),
    ("trigger", "trigger_name", "NULL", "duckdb_triggers"),
)
"""Kinds of what a database defines: the columns of name and definition, and the function that lists them."""

_OWN_ONLY = ("duckdb_indexes", "duckdb_sequences", "duckdb_triggers")
"""Those that list nothing of DuckDB's own."""

_CONFIGURATION = {
    "threads": 1,
    "autoload_known_extensions": False,
    "autoinstall_known_extensions": False,
    "allow_community_extensions": False,
}


@cache
def _sources() -> frozenset[str]:
    """Return the functions of `_OBJECTS` that the installed version has."""
    with require("duckdb").connect(":memory:", config=_CONFIGURATION) as connection:
        found = connection.execute("SELECT function_name FROM duckdb_functions()").fetchall()
    return frozenset(name for (name,) in found)


@cache
def _expected_tables() -> dict[str, str]:
    with require("duckdb").connect(":memory:", config=_CONFIGURATION) as connection:
        session = DuckSession(connection)
        session.make_tables()
        return {item.name: item.sql or "" for item in session.objects()}


def _defend(connection: Any, folder: Path | None) -> None:
    """Let nothing in a file of unknown origin reach other files, but for exports to a folder."""
    if folder is not None:
        connection.execute(f"SET allowed_directories = [{_text(str(folder))}]")
    connection.execute("SET enable_external_access = false")
    connection.execute("SET lock_configuration = true")


def _text(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"


class DuckStore(Store):
    """A DuckDB file."""

    @contextmanager
    def session(self, *, reading: bool = False, folder: Path | None = None) -> Iterator[Session]:
        """Open the file for one transaction; see `Store.session`."""
        require("duckdb")
        self._require_file(reading)
        with ExitStack() as stack:
            try:
                stack.enter_context(exclusive(self.path.with_name(self.path.name + ".lock"), PATIENCE))
            except TimeoutError:
                raise ModelError(f"{self.path}: another process holds it open; stop that and try again") from None
            except OSError as error:
                if not reading:  # else nothing can be written there, so that nobody writes
                    raise ModelError(f"{self.path}: cannot be written: {error.strerror or error}") from None
            yield stack.enter_context(self._open(reading, folder))

    @contextmanager
    def _open(self, reading: bool, folder: Path | None) -> Iterator[Session]:
        duckdb = require("duckdb")
        connection = self._connected(duckdb, reading)
        try:
            _defend(connection, folder)
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
                return duckdb.connect(str(self.path), read_only=reading, config=_CONFIGURATION)
            except (duckdb.Error, RuntimeError, ValueError) as error:
                if _LOCKED not in str(error):
                    raise ModelError(f"{self.path}: not a DuckDB file: {' '.join(str(error).split())}") from None
                waited = time.monotonic() - begun
                if waited > PATIENCE:
                    raise ModelError(f"{self.path}: another program has it open; close that and try again") from None
                if waited > SILENCE and not told:
                    told = True
                    _logger.warning("%s: another program has it open; waiting up to %g s", visible(self.path), PATIENCE)
                time.sleep(random.uniform(0.005, 0.03))

    def _export(self, session: Session, query: str, path: Path, folder: Path) -> None:
        if path.suffix.lower() == ".parquet":
            whole = folder / "rows"
            session.ask(f"COPY ({query}) TO {_text(str(whole))} (FORMAT parquet)")
            with whole.open("rb") as rows:
                write_whole(path, partial(copyfileobj, rows))
            return
        found = session.connection.execute(query)
        write_whole(path, csv_text([column[0] for column in found.description], found.fetchall()))
