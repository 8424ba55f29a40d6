"""Stores in SQLite, which needs nothing that Python does not bring."""

from __future__ import annotations

import json
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from seqform.errors import ModelError, SeqformError
from seqform.sweeps.columns import COLUMNS
from seqform.sweeps.row_json import row_from
from seqform.sweeps.store import INSERTION_RULE, SchemaObject, Session, Store
from seqform.system.files import write_whole
from seqform.system.foreign_text import csv_text

PATIENCE = 60.0
"""How many seconds to wait while another process writes."""

MOST_LENGTH = 2**26
"""Bound in bytes on a value."""


class SqliteSession(Session):
    """A transaction on an open SQLite file."""

    _keys_and_kinds = "SELECT DISTINCT each.key, each.type FROM rows, json_each(rows.{column}) AS each"

    _keys = "SELECT value AS key FROM json_each(?)"
    _data_errors = (*Session._data_errors, sqlite3.DataError, sqlite3.InterfaceError, sqlite3.ProgrammingError)

    def objects(self) -> list[SchemaObject]:
        """Return everything that the database defines, but for the indexes that primary keys bring."""
        found = self.ask("SELECT type, name, sql FROM main.sqlite_master")
        if not all(isinstance(part, str) for kind, name, _ in found for part in (kind, name)):
            raise ModelError("a database, but no store of a sweep")
        return [SchemaObject(*one) for one in found if not (one[0] == "index" and one[2] is None)]

    def _expected_tables(self) -> dict[str, str]:
        return _expected_tables()

    def _insert(self, records: Sequence[dict[str, Any]]) -> None:
        marks = ", ".join("?" for _ in COLUMNS)
        self.connection.executemany(
            f"INSERT INTO rows VALUES ({marks}) {INSERTION_RULE}",
            [[record[name] for name in COLUMNS] for record in records],
        )

    def _parameter(self, keys: Sequence[str]) -> Any:
        return json.dumps(list(keys))

    def _opened(self, column: str, key: str, kind: str) -> str:
        # a path such as $."key" misses keys that the JSON text has with escapes
        quoted = key.replace("'", "''")
        value = "each.value"
        if kind in ("VARCHAR", "BOOLEAN"):
            truth = "WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(each.value AS TEXT)"
            value = f"CASE each.type {truth} END"
        return f"(SELECT {value} FROM json_each(rows.{column}) AS each WHERE each.key = '{quoted}')"


@cache
def _expected_tables() -> dict[str, str]:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    try:
        session = SqliteSession(connection)
        session.make_tables()
        return {item.name: item.sql or "" for item in session.objects()}
    finally:
        connection.close()


def _defend(connection: sqlite3.Connection, reading: bool) -> None:
    """Let nothing in a file of unknown origin call functions with effects, attach files, or take much memory."""
    connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_LENGTH)
    for pragma in ("trusted_schema = OFF", "cell_size_check = ON", "mmap_size = 0"):
        connection.execute(f"PRAGMA {pragma}").close()
    if reading:
        connection.execute("PRAGMA query_only = ON").close()
    if sys.version_info >= (3, 12):
        connection.setconfig(sqlite3.SQLITE_DBCONFIG_DEFENSIVE, True)
        connection.setconfig(sqlite3.SQLITE_DBCONFIG_ENABLE_TRIGGER, False)


class SqliteStore(Store):
    """An SQLite file."""

    @contextmanager
    def session(self, *, reading: bool = False, folder: Path | None = None) -> Iterator[Session]:
        """Open the file for one transaction; see `Store.session`."""
        self._require_file(reading)
        connection = None
        try:
            name = f"{self.path.absolute().as_uri()}?mode={'ro' if reading else 'rwc'}"
            connection = sqlite3.connect(name, timeout=PATIENCE, isolation_level=None, uri=True)
            _defend(connection, reading)
            connection.execute("BEGIN" if reading else "BEGIN IMMEDIATE")
            session = SqliteSession(connection)
            self._prepare(session, reading)
            yield session
            connection.execute("COMMIT")
        except SeqformError:
            raise
        except (sqlite3.Error, ValueError) as error:
            raise ModelError(f"{self.path}: {error}") from None
        finally:
            if connection is not None:
                connection.close()

    def _export(self, session: Session, query: str, path: Path, folder: Path) -> None:
        if path.suffix.lower() == ".parquet":
            _through_duckdb(session, path, folder)
            return
        cursor = session.connection.execute(query)
        write_whole(path, csv_text((column[0] for column in cursor.description), cursor))


def _through_duckdb(session: Session, path: Path, folder: Path) -> None:
    from seqform.sweeps.duckdb_store import DuckStore

    copy = DuckStore(folder / "copy.duckdb")
    copy.add(row_from(text) for (text,) in session.ask("SELECT row FROM rows"))
    copy.export(path)
