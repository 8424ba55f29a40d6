"""Stores in SQLite, which needs nothing that Python does not bring."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from seqform.errors import ModelError, SeqformError
from seqform.foreign_text import csv_text
from seqform.report.text_file import write_whole
from seqform.sweeps.columns import COLUMNS
from seqform.sweeps.row_json import row_from
from seqform.sweeps.store import INSERTION_RULE, Session, Store

PATIENCE = 60.0
"""How many seconds to wait while another process writes."""


class SqliteSession(Session):
    """A transaction on an open SQLite file."""

    _keys_and_kinds = "SELECT DISTINCT each.key, each.type FROM rows, json_each(rows.{column}) AS each"

    _keys = "SELECT value AS key FROM json_each(?)"
    _columns = "SELECT name FROM pragma_table_info('rows')"
    _data_errors = (*Session._data_errors, sqlite3.DataError, sqlite3.InterfaceError, sqlite3.ProgrammingError)

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


class SqliteStore(Store):
    """An SQLite file."""

    @contextmanager
    def session(self, *, reading: bool = False) -> Iterator[Session]:
        """Open the file for one transaction; see `Store.session`."""
        if reading:
            self._require_file()
        connection = None
        try:
            name = f"{self.path.absolute().as_uri()}?mode={'ro' if reading else 'rwc'}"
            connection = sqlite3.connect(name, timeout=PATIENCE, isolation_level=None, uri=True)
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

    def _export(self, session: Session, query: str, path: Path) -> None:
        if path.suffix.lower() == ".parquet":
            _through_duckdb(session, path)
            return
        cursor = session.connection.execute(query)
        write_whole(path, csv_text((column[0] for column in cursor.description), cursor))


def _through_duckdb(session: Session, path: Path) -> None:
    from seqform.sweeps.duckdb_store import DuckStore

    with TemporaryDirectory() as folder:
        copy = DuckStore(Path(folder) / "copy.duckdb")
        copy.add(row_from(text) for (text,) in session.ask("SELECT row FROM rows"))
        copy.export(path)
