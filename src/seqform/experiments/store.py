"""Store of a sweep: one SQLite file with a row for each finished case.

The table ``rows`` has the columns by which cases are grouped and plotted, and the whole row as JSON. In the view
``results``, every parameter of a game, every option, setting and phase, and every watched probability has a column.
"""

from __future__ import annotations

import json
import math
import os
import sqlite3
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from seqform.errors import ModelError, SeqformError
from seqform.experiments.rows import SCALARS, Outcome, Row, is_older, row_from, row_text
from seqform.experiments.values import abstraction_in, other_steps
from seqform.system.files import write_whole
from seqform.system.foreign_text import csv_text
from seqform.system.packages import require

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = {
    **dict.fromkeys(("key", "game", "concept", "backend", "preprocess", "abstraction"), "TEXT"),
    "seed": "INTEGER",
    **dict.fromkeys(("outcome", "error", "started"), "TEXT"),
    "seconds": "REAL",
    "peak_bytes": "INTEGER",
    **dict.fromkeys(("termination", "status", "solver"), "TEXT"),
    **dict.fromkeys(("iterations", "nodes", "infosets", "sequences"), "INTEGER"),
    **dict.fromkeys(("value_1", "value_2"), "REAL"),
    **dict.fromkeys(("exact_value_1", "exact_value_2"), "TEXT"),
    "nash_conv": "REAL",
    **dict.fromkeys(
        ("parameters", "options", "settings", "phases", "probabilities", "row"), "TEXT"
    ),
}
"""Columns of the table with their types. Numbers that are infinite or not a number are null there; `row` has them.

They are those of 1.0.0rc1, and a store with others is refused: a new attribute of `Row` gets no column here.
"""

OPENED = {
    "parameters": "{}",
    "settings": "{}",
    "options": "option_{}",
    "phases": "seconds_{}",
    "probabilities": "probability_{}",
}
"""JSON columns whose keys become columns of the view, with the pattern of their names."""

IN_ROWS = {name: column for name, column in SCALARS.items() if name not in COLUMNS}
"""Columns of the view that are read from the JSON of a row, since stores of 1.0.0rc1 have no columns for them."""

VALUES = {"value": "REAL", "exact_value": "TEXT"}
"""Attributes of a row that have a value for each player, with the types of their columns."""

PLAYERS_WITH_COLUMNS = 20
"""Players whose values have columns of their own in the view, beyond the first two where a row has more."""

FIXED_COLUMNS = (*(name for name in COLUMNS if name not in (*OPENED, "row")), *IN_ROWS)
CASE_COLUMNS = ("game", "concept", "backend", "preprocess", "abstraction", "seed")

SUFFIXES = (".sqlite", ".db")
EXPORTS = (".csv", ".parquet")
LOCK = ".lock"
BESIDE = (LOCK, "-journal", "-wal", "-shm")
"""Suffixes of the files that locks and SQLite make beside a store."""

PATIENCE = 60.0
"""Seconds to wait while another process writes."""

MOST_LENGTH = 2**26
"""Bound in bytes on a value."""

LEAST_ROW = 32
"""Every row takes more bytes; a file with more rows than that permits is refused."""

MOST_TEXT = 2**28
GREATEST_RATIO = 100
"""The rows of a store have at most `MOST_TEXT` characters and `GREATEST_RATIO` for each byte of the file."""

KINDS = {"integer": "INTEGER", "real": "REAL", "true": "BOOLEAN", "false": "BOOLEAN"}
"""Types of columns for the kinds of JSON values that are not text."""

_DUCKDB_TYPES = {"TEXT": "VARCHAR", "INTEGER": "BIGINT", "REAL": "DOUBLE", "BOOLEAN": "BOOLEAN"}
_PANDAS_TYPES = {"INTEGER": "Int64", "REAL": "float64", "BOOLEAN": "boolean"}

ANSWERS = "(" + ", ".join(f"'{outcome}'" for outcome in Outcome if outcome.is_answer) + ")"
"""Outcomes of cases that are not run again, as SQL."""

_TABLES = (
    f"CREATE TABLE rows ({', '.join(f'{name} {kind}' for name, kind in COLUMNS.items())}, PRIMARY KEY (key))",
    "CREATE TABLE driver (name TEXT)",
)
_INSERTION = (
    f"INSERT INTO rows VALUES ({', '.join('?' for _ in COLUMNS)}) ON CONFLICT (key) DO UPDATE SET "
    + ", ".join(f"{name} = excluded.{name}" for name in COLUMNS if name != "key")
    + f" WHERE rows.outcome NOT IN {ANSWERS} AND (excluded.outcome IN {ANSWERS} OR excluded.started > rows.started)"
)
"""Of one version, a case keeps one row: an answer or a later failure replaces a failure, and nothing an answer."""

_VERSION = (
    "CASE WHEN json_valid(row) THEN json_extract(row, '$.versions.seqform') END, "
    "CASE WHEN NOT json_valid(row) THEN row END"
)
"""The version in the JSON of a row; the text instead where it is no JSON to SQLite, as with numbers that are none."""

_IN_JSON = "CASE WHEN json_valid(row) THEN json_extract(row, '$.{}') END"

_IN_JSON_LENGTH = "CASE WHEN json_valid(row) THEN json_array_length(row, '$.{}') END"

_TRUTH = {"true": True, "false": False}
_DATA_ERRORS = (sqlite3.DataError, sqlite3.InterfaceError, sqlite3.ProgrammingError)


class RowError(ModelError):
    """A row with a value that its column cannot hold."""


@dataclass(frozen=True)
class ResultTable:
    """The rows of a store in the columns of its view, which have the type TEXT, INTEGER, REAL or BOOLEAN."""

    types: dict[str, str]
    rows: list[tuple[Any, ...]]


def value_columns(players: int) -> dict[str, tuple[str, int]]:
    """Return the columns of the values of the third and later players: the attribute of a row, and a place in it.

    Stores have no columns for them: the view reads them from the JSON of a row.
    """
    columns: dict[str, tuple[str, int]] = {}
    for place in range(2, min(players, PLAYERS_WITH_COLUMNS)):
        for attribute in VALUES:
            columns[f"{attribute}_{place + 1}"] = (attribute, place)
    return columns


def flat(row: Row) -> dict[str, Any]:
    """Return the attributes of a row and its case by the names of columns, without those of tables."""
    cells = {name: row.case.get(name) for name in CASE_COLUMNS}
    cells |= {name: getattr(row, name) for name in FIXED_COLUMNS if hasattr(row, name)}
    for attribute in VALUES:
        first, second, *_ = getattr(row, attribute) or (None, None)
        cells[f"{attribute}_1"] = first
        cells[f"{attribute}_2"] = second
    for name, (attribute, place) in value_columns(len(row.value or ())).items():
        values = getattr(row, attribute) or ()
        cells[name] = values[place] if place < len(values) else None
    steps = cells["preprocess"]
    cells["preprocess"] = other_steps(steps)
    cells["abstraction"] = abstraction_in(steps)
    cells["outcome"] = str(row.outcome)
    return cells


def record_of(row: Row) -> dict[str, Any]:
    """Return the values of a row's columns."""
    # A column of numbers has null where the number is none to SQLite; the JSON of the row has it.
    cells = flat(row)
    for name in ("value_1", "value_2", "nash_conv"):
        if _is_beyond(cells[name]):
            cells[name] = None
    for name in ("parameters", "options", "settings"):
        cells[name] = _json(row.case.get(name, {}))
    cells["phases"] = _json(row.phases)
    cells["probabilities"] = _json(row.probabilities)
    cells["row"] = row_text(row)
    record = {name: cells[name] for name in COLUMNS}
    for name, number in record.items():
        if COLUMNS[name] == "INTEGER" and _is_beyond(number):
            raise OverflowError(f"{name} = {number} has more than 64 bits")
    return record


def opened_columns(
    kinds: Mapping[str, Mapping[str, set[str]]], others: Iterable[str] = ()
) -> list[tuple[str, str, str, str]]:
    """Return the columns of the view for keys with their types by JSON column, as (JSON column, key, name, type).

    Their names differ from those of the fixed columns, and of `others`. Keys that are empty, or have a quotation mark,
    a backslash or a null character, get no column.
    """
    # To SQLite, names in capitals are the same.
    taken = {name.lower() for name in (*COLUMNS, *IN_ROWS, *others)}
    columns = []
    for column, pattern in OPENED.items():
        for key, types in sorted(kinds.get(column, {}).items()):
            name = pattern.format(key)
            if name.lower() in taken:
                name = f"{column}_{key}"
            if key and name.lower() not in taken and not set('"\\\0') & set(key):
                taken.add(name.lower())
                columns.append((column, key, name, _common_type(types)))
    return columns


def _common_type(types: set[str]) -> str:
    """Return the type of a column with cells of several types."""
    if len(types) == 1:
        return next(iter(types))
    if types == {"INTEGER", "REAL"}:
        return "REAL"
    return "TEXT"


def _json(values: Mapping[str, Any]) -> str:
    """Return values as JSON; numbers that are infinite, not a number, or of more than 64 bits are text there."""
    stored = {}
    for key, value in values.items():
        stored[key] = str(value) if _is_beyond(value) else value
    return json.dumps(stored)


def _is_beyond(value: object) -> bool:
    if isinstance(value, float):
        return not math.isfinite(value)
    return isinstance(value, int) and abs(value) >= 2**63


class Store:
    """A file with rows, whose path is not a symbolic link; see `open_store`."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def add(self, rows: Iterable[Row]) -> None:
        """Insert all rows or, if a column cannot hold a value, none.

        Of two rows for a case, the one of the newer version of seqform stays; of one version an answer, or else the
        later failure.
        """
        with self.transaction() as connection:
            for row in rows:
                insert(connection, row)

    def rows(self) -> list[Row]:
        """Return all rows, the earliest first."""
        rows: list[Row] = []
        with self.transaction(reading=True) as connection:
            remaining = MOST_TEXT + GREATEST_RATIO * self._size()
            for number, (text,) in enumerate(connection.execute("SELECT row FROM rows"), start=1):
                remaining -= len(str(text))
                if remaining < 0:
                    raise ModelError(
                        f"{self.path}: its rows have too much text, out of proportion to the file"
                    )
                try:
                    rows.append(row_from(text))
                except ValueError as error:
                    message = f"{self.path}: row {number} of the table rows: {error}; delete it, or the store"
                    raise ModelError(message) from None
        return sorted(rows, key=lambda row: (row.started, row.key))

    def outcomes(self) -> dict[str, Outcome]:
        """Return the outcomes of all cases that have rows, by their keys."""
        with self.transaction(reading=True) as connection:
            return {
                key: Outcome(outcome)
                for key, outcome in connection.execute("SELECT key, outcome FROM rows")
            }

    def versions(self) -> dict[str, str]:
        """Return the versions of seqform that computed the rows, by the keys of the cases; see `Row.version`."""
        with self.transaction(reading=True) as connection:
            return {
                key: _version(*row)
                for key, *row in connection.execute(f"SELECT key, {_VERSION} FROM rows")
            }

    def failures(self, most: int, keys: Iterable[str]) -> list[tuple[str, str, int]]:
        """Return outcome, error and number of the cases without an answer that passes, the most frequent errors first.

        These are at most so many errors, of the cases with the keys: a store may have others, of other sweeps.
        """
        keys = set(keys)
        failed: Counter[tuple[str, str]] = Counter()
        with self.transaction(reading=True) as connection:
            query = f"SELECT outcome, error, key FROM rows WHERE outcome NOT IN {ANSWERS}"
            for outcome, error, key in connection.execute(query):
                if key in keys:
                    failed[str(outcome), str(error)] += 1
        ordered = sorted(failed.items(), key=lambda item: (-item[1], item[0]))
        return [(outcome, error, cases) for (outcome, error), cases in ordered[:most]]

    def table(self) -> ResultTable:
        """Return all rows in the columns of the view."""
        with self.transaction(reading=True) as connection:
            query, types = view_query(connection)
            rows = connection.execute(f"{query} ORDER BY started, key").fetchall()
        columns: list[Iterable[Any]] = []
        # No rows: no columns.
        for column_type, column in zip(types.values(), zip(*rows, strict=True), strict=False):
            if column_type == "BOOLEAN":
                columns.append(map(_TRUTH.get, column))
            else:
                columns.append(column)
        return ResultTable(types, list(zip(*columns, strict=True)))

    def export(self, path: str | Path) -> None:
        """Write all rows to a CSV or Parquet file, by its suffix, in the columns of the view."""
        path = Path(path)
        require_export(path)
        table = self.table()
        if path.suffix.lower() == ".csv":
            write_whole(path, csv_text(table.types, table.rows))
        else:
            _write_parquet(table, path)

    @contextmanager
    def transaction(self, *, reading: bool = False) -> Iterator[sqlite3.Connection]:
        """Open the file for one transaction; wait while another process writes; refuse a file that is no store."""
        if not self.path.exists() and reading:
            raise ModelError(f"{self.path}: there is no such store")
        if self.path.exists() and not self.path.is_file():
            raise ModelError(
                f"{self.path}: a store is a regular file, not a pipe, a device or a folder"
            )
        try:
            with closing(self.connected(reading, PATIENCE)) as connection:
                connection.execute("BEGIN" if reading else "BEGIN IMMEDIATE")
                self._require_store(connection, reading)
                yield connection
                connection.execute("COMMIT")
        except SeqformError:
            raise
        except (sqlite3.Error, ValueError) as error:
            raise ModelError(f"{self.path}: {error}") from None

    def connected(self, reading: bool, patience: float) -> sqlite3.Connection:
        """Return a connection to the file, which waits so many seconds while another process writes."""
        uri = f"{self.path.absolute().as_uri()}?mode={'ro' if reading else 'rwc'}"
        try:
            return defended(
                sqlite3.connect(uri, timeout=patience, isolation_level=None, uri=True), reading
            )
        except sqlite3.OperationalError:
            # in write-ahead mode, reading makes a file beside the store, which is impossible in a read-only folder
            log = self.path.with_name(self.path.name + "-wal")
            if not reading or (log.exists() and log.stat().st_size):
                raise
        return defended(
            sqlite3.connect(f"{uri}&immutable=1", isolation_level=None, uri=True), reading
        )

    def _require_store(self, connection: sqlite3.Connection, reading: bool) -> None:
        """Make the tables of a new store; refuse a database of another program, or one out of proportion.

        A table with another definition could compute values when it is read. The view ``results`` is never read.
        """
        objects = connection.execute("SELECT type, name, sql FROM main.sqlite_master").fetchall()
        if not objects and not reading:
            for table in _TABLES:
                connection.execute(table)
            return
        if ("table", "rows", _TABLES[0]) not in objects:
            raise ModelError(
                f"{self.path}: a database, but no store of a sweep: it has no table rows as stores have"
            )
        most = self._size() // LEAST_ROW + 1
        if reading and connection.execute(f"SELECT 1 FROM rows LIMIT 1 OFFSET {most}").fetchall():
            raise ModelError(f"{self.path}: more than {most:,} rows, out of proportion to the file")

    def _size(self) -> int:
        """Return the bytes of the file and of its write-ahead log."""
        files = (self.path, self.path.with_name(self.path.name + "-wal"))
        return sum(file.stat().st_size for file in files if file.exists())


def _write_parquet(table: ResultTable, path: Path) -> None:
    """Write a table by DuckDB, at first to a folder of its own: `path` may be a file that the new one replaces."""
    duckdb = require("duckdb")
    columns = []
    for name, column_type in table.types.items():
        columns.append(f"unnest(CAST(? AS {_DUCKDB_TYPES[column_type]}[])) AS {_quoted(name)}")
    values: list[list[Any]] = [[] for _ in table.types]
    if table.rows:
        values = list(map(list, zip(*table.rows, strict=True)))
    try:
        with TemporaryDirectory() as folder, duckdb.connect(":memory:") as connection:
            parquet = Path(folder) / "rows"
            connection.execute(f"CREATE TABLE results AS SELECT {', '.join(columns)}", values)
            quoted = str(parquet).replace("'", "''")
            connection.execute(f"COPY results TO '{quoted}' (FORMAT parquet)")
            with parquet.open("rb") as rows:
                write_whole(path, partial(copyfileobj, rows))
    except BrokenPipeError:
        raise
    except (OSError, duckdb.Error) as error:  # such as a full disk under the temporary folder
        message = " ".join(str(error).split())
        if isinstance(error, OSError) and error.strerror:
            message = error.strerror
        raise ModelError(f"{path}: cannot be written: {message}") from None


def is_store_name(text: str) -> bool:
    """Return whether a name is one of a sweep's store, by its ending."""
    return Path(text).suffix.lower() in SUFFIXES


def open_store(path: str | Path, *, must_exist: bool = False) -> Store:
    """Return the store in a file whose name ends in ".sqlite" or ".db" and whose folder is there."""
    if not isinstance(path, str | Path) or "\0" in str(path):
        raise ModelError(f"{str(path)!r}: the name of a file expected, for a store")
    path = Path(path)
    if not is_store_name(path.name):
        raise ModelError(
            f"{path}: stores are SQLite files; use a name that ends in {' or '.join(SUFFIXES)}"
        )
    if not path.absolute().parent.is_dir():
        raise ModelError(f"{path}: there is no folder {path.absolute().parent}")
    try:
        if path.is_symlink():
            path = path.resolve()  # the files beside a store are beside the file itself
        is_there = path.exists()
    except (
        OSError,
        RuntimeError,
    ) as error:  # Python 3.11 has a RuntimeError for links that lead to themselves
        raise ModelError(
            f"{path}: {getattr(error, 'strerror', None) or 'a symbolic link to itself'}"
        ) from None
    if path.is_dir():
        raise ModelError(f"{path}: a file expected, not a folder")
    if must_exist and not is_there:
        raise ModelError(f"{path}: there is no such store")
    return Store(path)


def read(store: str | Path) -> pd.DataFrame:
    """Return the rows of a store as a table of pandas, in the columns of its view ``results``."""
    pandas = require("pandas")
    table = open_store(store, must_exist=True).table()
    frame = pandas.DataFrame.from_records(table.rows, columns=list(table.types))
    pandas_types = {}
    for name, column_type in table.types.items():
        if column_type in _PANDAS_TYPES:
            pandas_types[name] = _PANDAS_TYPES[column_type]
    result: pd.DataFrame = frame.astype(pandas_types)
    return result


def files_of(path: Path) -> Iterator[Path]:
    """Return the file of a store, and those that locks and SQLite make beside it."""
    yield path
    path = Path(os.path.realpath(path))
    if not path.name:  # the root folder
        return
    for suffix in BESIDE:
        yield path.with_name(path.name + suffix)


def require_export(path: Path) -> None:
    """Refuse a file to which nothing can be exported, as Parquet without DuckDB."""
    if path.suffix.lower() not in EXPORTS:
        raise ModelError(f"{path}: a file name that ends in {' or '.join(EXPORTS)} expected")
    if not path.absolute().parent.is_dir():
        raise ModelError(f"{path}: there is no folder {path.absolute().parent}")
    if path.suffix.lower() == ".parquet":
        require("duckdb", "a Parquet file")


def defended(connection: sqlite3.Connection, reading: bool) -> sqlite3.Connection:
    """Let nothing in a file of unknown origin call functions with effects, attach files, or take much memory."""
    try:
        connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_LENGTH)
        for pragma in (
            "trusted_schema = OFF",
            "cell_size_check = ON",
            "mmap_size = 0",
            "synchronous = NORMAL",
        ):
            connection.execute(f"PRAGMA {pragma}").close()
        if reading:
            connection.execute("PRAGMA query_only = ON").close()
            connection.execute(
                "SELECT 1 FROM sqlite_master"
            ).close()  # reads the file, as no pragma has to
        if sys.version_info >= (3, 12):
            connection.setconfig(sqlite3.SQLITE_DBCONFIG_DEFENSIVE, True)
            connection.setconfig(sqlite3.SQLITE_DBCONFIG_ENABLE_TRIGGER, False)
    except BaseException:
        connection.close()
        raise
    return connection


def insert(connection: sqlite3.Connection, row: Row) -> None:
    """Insert a row; of two rows for a case, the one of the newer version, or an answer, or the later failure stays."""
    try:
        values = list(map(_storable, record_of(row).values()))
        # Versions are compared here, since SQL cannot; of one version, the insertion itself decides.
        for stored in connection.execute(
            f"SELECT {_VERSION} FROM rows WHERE key = ?", [row.key]
        ).fetchall():
            if is_older(_version(*stored), row.version):
                connection.execute("DELETE FROM rows WHERE key = ?", [row.key])
        connection.execute(_INSERTION, values)
    except (AttributeError, OverflowError, TypeError, ValueError, *_DATA_ERRORS) as error:
        raise RowError(f"a row cannot be stored: {' '.join(str(error).split())}") from None


def _storable(value: object) -> object:
    """Return a value that SQLite takes: surrogates, as in names of files that are not UTF-8, are escaped."""
    if isinstance(value, str):
        return value.encode(errors="backslashreplace").decode()
    return value


def _version(version: object, text: object) -> str:
    if isinstance(text, str):
        with suppress(ValueError):
            return row_from(text).version
    return version if isinstance(version, str) else ""


def view_query(connection: sqlite3.Connection) -> tuple[str, dict[str, str]]:
    """Return the query of the view, and the types of its columns by their names."""
    types_of_keys: dict[str, dict[str, set[str]]] = {column: {} for column in OPENED}
    for column, types_of_key in types_of_keys.items():
        query = f"SELECT DISTINCT each.key, each.type FROM rows, json_each(rows.{column}) AS each"
        for key, json_type in connection.execute(query):
            if isinstance(key, str):  # else a list, or no table at all
                types_of_key.setdefault(key, set()).add(KINDS.get(json_type, "TEXT"))

    types = {name: (COLUMNS | IN_ROWS)[name] for name in FIXED_COLUMNS}
    columns = [name if name in COLUMNS else f"{_IN_JSON.format(name)} AS {name}" for name in types]
    (players,) = connection.execute(
        f"SELECT max({_IN_JSON_LENGTH.format('value')}) FROM rows"
    ).fetchone()
    further_values = value_columns(players or 0)
    for name, (attribute, place) in further_values.items():
        types[name] = VALUES[attribute]
        columns.append(f"{_IN_JSON.format(f'{attribute}[{place}]')} AS {name}")
    for column, key, name, column_type in opened_columns(types_of_keys, further_values):
        types[name] = column_type
        columns.append(f"{_opened(column, key, column_type)} AS {_quoted(name)}")
    return f"SELECT {', '.join(columns)} FROM rows", types


def _opened(column: str, key: str, kind: str) -> str:
    """Return the SQL of a key's value in a JSON column. A path such as $."key" misses keys with escapes."""
    value = "each.value"
    if kind in ("TEXT", "BOOLEAN"):
        value = "CASE each.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(each.value AS TEXT) END"
    quoted = key.replace("'", "''")
    return f"(SELECT {value} FROM json_each(rows.{column}) AS each WHERE each.key = '{quoted}')"


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
