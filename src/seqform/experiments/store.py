"""The file with a sweep's results: one row a case, in DuckDB or SQLite.

Besides the table ``rows`` there is the view ``results``, in which every parameter of a game, every option, setting and
phase, and every watched probability is a column of its own; and the table ``claims``, of the cases that a driver has
taken on and not finished.

Stores in SQLite, which needs nothing that Python does not bring.

Stores in DuckDB, whose file one process at a time may have open: so it is open only for moments.

What a store has columns for: all that people group and plot by. The whole row is kept beside them.
"""

from __future__ import annotations

import json
import logging
import math
import os
import random
import sqlite3
import sys
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryDirectory
from typing import Any

from seqform.errors import ModelError, SeqformError
from seqform.experiments.file_lock import exclusive
from seqform.experiments.rows import Outcome, Row, checked_row, row_from, row_text
from seqform.system.files import write_whole
from seqform.system.foreign_files import memory_errors_named, shown_value
from seqform.system.foreign_text import csv_text, visible
from seqform.system.packages import require

COLUMNS = {
    "key": "VARCHAR",
    "game": "VARCHAR",
    "concept": "VARCHAR",
    "backend": "VARCHAR",
    "preprocess": "VARCHAR",
    "shrink": "VARCHAR",
    "seed": "BIGINT",
    "outcome": "VARCHAR",
    "error": "VARCHAR",
    "started": "VARCHAR",
    "seconds": "DOUBLE",
    "peak_bytes": "BIGINT",
    "termination": "VARCHAR",
    "status": "VARCHAR",
    "solver": "VARCHAR",
    "iterations": "BIGINT",
    "nodes": "BIGINT",
    "infosets": "BIGINT",
    "sequences": "BIGINT",
    "value_1": "DOUBLE",
    "value_2": "DOUBLE",
    "exact_value_1": "VARCHAR",
    "exact_value_2": "VARCHAR",
    "nash_conv": "DOUBLE",
    "parameters": "JSON",
    "options": "JSON",
    "settings": "JSON",
    "phases": "JSON",
    "probabilities": "JSON",
    "row": "VARCHAR",
}
"""Their types, in the words of DuckDB. Numbers that are infinite or none are null here; `row` has them."""

OPENED = {
    "parameters": "{}",
    "settings": "{}",
    "options": "option_{}",
    "phases": "seconds_{}",
    "probabilities": "probability_{}",
}
"""The JSON columns whose keys become columns of their own in the view, and how these are called."""


def record_of(row: Row) -> dict[str, Any]:
    """Return what the columns hold of a row.

    Raises
    ------
    OverflowError
        If a number is too large for its column, which a database might leave out silently.
    """
    case = row.case
    preprocess = case.get("preprocess")
    value, exact = row.value or (None, None), row.exact_value or (None, None)
    record: dict[str, Any] = {
        "key": row.key,
        "game": case.get("game"),
        "concept": case.get("concept"),
        "backend": case.get("backend"),
        "preprocess": None if preprocess is None else "+".join(preprocess) or "none",
        "shrink": case.get("shrink"),
        "seed": case.get("seed"),
        "outcome": str(row.outcome),
        "error": row.error,
        "started": row.started,
        "seconds": row.seconds,
        "peak_bytes": row.peak_bytes,
        "termination": row.termination,
        "status": row.status,
        "solver": row.solver,
        "iterations": row.iterations,
        "nodes": row.nodes,
        "infosets": row.infosets,
        "sequences": row.sequences,
        "value_1": _finite(value[0]),
        "value_2": _finite(value[1]),
        "exact_value_1": exact[0],
        "exact_value_2": exact[1],
        "nash_conv": _finite(row.nash_conv),
        "parameters": _json(case.get("parameters", {})),
        "options": _json(case.get("options", {})),
        "settings": _json(case.get("settings", {})),
        "phases": _json(row.phases),
        "probabilities": _json(row.probabilities),
        "row": row_text(row),
    }
    for name, number in record.items():
        if COLUMNS[name] == "BIGINT" and number is not None and not -(2**63) <= number < 2**63:
            raise OverflowError(f"{name} = {number} has more than 64 bits")
    return record


def opened_columns(kinds: dict[str, dict[str, set[str]]]) -> list[tuple[str, str, str, str]]:
    """Return the columns that the keys of JSON columns become in the view.

    Parameters
    ----------
    kinds : dict from str to dict
        By JSON column and key, the kinds of values there: "integer", "real", "text", "boolean".

    Returns
    -------
    list of (column, key, name, type)
        Keys that are empty, or have a quotation mark, a backslash or a null character, stay within the JSON.

    Examples
    --------
    >>> opened_columns({"parameters": {"bet": {"integer", "text"}, "seed": {"integer"}}})
    [('parameters', 'bet', 'bet', 'VARCHAR'), ('parameters', 'seed', 'parameters_seed', 'BIGINT')]
    """
    taken = {name.lower() for name in COLUMNS}
    found = []
    for column, naming in OPENED.items():
        for key, kind in sorted(kinds.get(column, {}).items()):
            name = naming.format(key)
            if name.lower() in taken:
                name = f"{column}_{key}"
            if key and name.lower() not in taken and not set('"\\\0') & set(key):
                taken.add(name.lower())
                found.append((column, key, name, _type_of(kind)))
    return found


def _type_of(kinds: set[str]) -> str:
    if kinds == {"boolean"}:
        return "BOOLEAN"
    if kinds == {"integer"}:
        return "BIGINT"
    return "DOUBLE" if kinds and kinds <= {"integer", "real"} else "VARCHAR"


def _json(values: Mapping[str, Any]) -> str:
    """Return values as JSON; numbers that are infinite, none, or of more than 64 bits are text there."""
    return json.dumps({key: str(value) if _is_beyond(value) else value for key, value in values.items()})


def _is_beyond(value: object) -> bool:
    if isinstance(value, float):
        return not math.isfinite(value)
    return isinstance(value, int) and not -(2**63) <= value < 2**63


def _finite(value: float | None) -> float | None:
    return value if value is not None and math.isfinite(value) else None


SUFFIXES = (".duckdb", ".sqlite", ".db")
EXPORTS = (".csv", ".parquet")
BESIDE = (".journal", ".refused", ".lock", "-journal", "-wal", "-shm", ".wal")
"""Suffixes of the files that belong to a store, added to its name."""

KINDS = {
    **dict.fromkeys(("integer", "bigint", "ubigint"), "integer"),
    **dict.fromkeys(("real", "double"), "real"),
    **dict.fromkeys(("boolean", "true", "false"), "boolean"),
}
"""What SQLite and DuckDB call the kinds of JSON values that are not text."""

ANSWERS = "(" + ", ".join(f"'{outcome}'" for outcome in Outcome if outcome.is_answer) + ")"
"""Outcomes of cases that need not be run again, as SQL."""

LEAST_ROW = 32
"""Every row of a store takes more bytes than these; a file with more rows than that makes possible is refused."""

MOST_TEXT = 2**28
GREATEST_RATIO = 100
"""The rows of a store have at most `MOST_TEXT` characters and `GREATEST_RATIO` for every byte of the file."""

FETCHED = 64
"""Rows that are fetched at a time."""

_UPDATED = ", ".join(f"{name} = excluded.{name}" for name in COLUMNS if name != "key")
INSERTION_RULE = (
    f"ON CONFLICT (key) DO UPDATE SET {_UPDATED} "
    f"WHERE rows.outcome NOT IN {ANSWERS} AND (excluded.outcome IN {ANSWERS} OR excluded.started > rows.started)"
)
"""A case keeps one row: an answer or a later failure replaces a failure, and nothing replaces an answer."""


@dataclass(frozen=True)
class Finished:
    """What a store knows of a case that has a row."""

    outcome: Outcome
    started: str


@dataclass(frozen=True)
class SchemaObject:
    """A table, view, function, ... that a database defines, with the SQL that does where there is one."""

    kind: str
    name: str
    sql: str | None = None

    @property
    def is_ours(self) -> bool:
        """Whether stores have such an object, tables aside; its definition does not matter, since it is never used."""
        return (self.kind, self.name) == ("view", "results")


class RowError(ModelError):
    """A row that the columns of a store cannot hold."""


class Session(ABC):
    """A transaction on an open store.

    Parameters
    ----------
    connection : Any
        Of the database's Python package.
    """

    _keys_and_kinds: str
    """The query for the keys of a JSON column with the kinds of their values."""

    _keys: str
    """The query that gives the keys it takes as one parameter, as the column key."""

    _data_errors: tuple[type[Exception], ...] = (AttributeError, OverflowError, TypeError, ValueError)
    """What comes of a value that a column cannot hold."""

    def __init__(self, connection: Any) -> None:
        self.connection = connection

    @abstractmethod
    def _insert(self, records: Sequence[dict[str, Any]]) -> None:
        """Insert records by the rule; no key comes twice."""

    @abstractmethod
    def _parameter(self, keys: Sequence[str]) -> Any:
        """Return what `_keys` takes for keys."""

    @abstractmethod
    def _opened(self, column: str, key: str, kind: str) -> str:
        """Return the SQL of a key's value in a JSON column."""

    def ask(self, query: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Carry out a query; return the rows that it finds, if it is one that finds some."""
        return list(self.connection.execute(query, list(values)).fetchall())

    @abstractmethod
    def objects(self) -> list[SchemaObject]:
        """Return everything that the database defines, by queries that nothing in the database can redirect."""

    @abstractmethod
    def _expected_tables(self) -> dict[str, str]:
        """Return the definitions of the tables that `make_tables` makes, as `objects` gives them, by their names."""

    def schema_error(self, objects: Sequence[SchemaObject]) -> str:
        """Return in one line why a database is no store: other definitions than those of a store; else nothing.

        A view, macro or trigger could redirect what is read here to files of the reader, and a table with other
        definitions could compute values when it is read. The view ``results`` is never read.
        """
        expected = self._expected_tables()
        if expected["rows"] not in [item.sql for item in objects if (item.kind, item.name) == ("table", "rows")]:
            return "a database, but no store of a sweep: it has no table rows as stores have"
        for item in objects:
            known = item.sql == expected.get(item.name) if item.kind == "table" else item.is_ours
            if not known:
                return (
                    f"not read, since its {item.kind} {shown_value(item.name)} is none of a store of a sweep; drop it, "
                    "if this is a store of yours"
                )
        return ""

    def row_texts(self, most_bytes: int) -> Iterator[str]:
        """Return what `row_text` wrote of every row, in any order.

        Raises
        ------
        ModelError
            If something else is there, or more than `most_bytes` in all.
        """
        cursor, total = self.connection.execute("SELECT row FROM rows"), 0
        while part := cursor.fetchmany(FETCHED):
            for (text,) in part:
                if not isinstance(text, str):
                    raise ValueError("a row that is no text")
                total += len(text)
                if total > most_bytes:
                    raise ValueError(
                        f"its rows have more than {most_bytes:,} characters, out of proportion to the file"
                    )
                yield text

    def make_tables(self) -> None:
        """Make the tables if they are not there."""
        columns = ", ".join(f"{name} {kind}{' PRIMARY KEY' * (name == 'key')}" for name, kind in COLUMNS.items())
        self.connection.execute(f"CREATE TABLE IF NOT EXISTS rows ({columns})")
        self.connection.execute("CREATE TABLE IF NOT EXISTS claims (key VARCHAR PRIMARY KEY, driver VARCHAR)")

    def add(self, rows: Iterable[Row]) -> None:
        """Put rows in, and drop the claims on their cases.

        Raises
        ------
        RowError
            If a value has no place in its column.
        """
        best: dict[str, Row] = {}
        for row in rows:
            if row.key not in best or _replaces(row, best[row.key]):
                best[row.key] = row
        if best:
            try:
                self._insert([record_of(row) for row in best.values()])
            except self._data_errors as error:
                raise RowError(f"a row cannot be stored: {' '.join(str(error).split())}") from None
            self._among("DELETE FROM claims WHERE key IN ({keys})", list(best))

    def finished(self, keys: Sequence[str]) -> dict[str, Finished]:
        """Return what is known of those cases that have rows."""
        found = self._among("SELECT key, outcome, started FROM rows WHERE key IN ({keys})", keys)
        return {key: Finished(Outcome(outcome), started) for key, outcome, started in found}

    def failed(self, keys: Sequence[str]) -> list[tuple[str, str]]:
        """Return outcome and error of those cases that have rows without an answer that passes."""
        query = f"SELECT outcome, error FROM rows WHERE outcome NOT IN {ANSWERS} AND key IN ({{keys}})"
        return [(str(outcome), str(error)) for outcome, error in self._among(query, keys)]

    def claimants(self, keys: Sequence[str]) -> dict[str, str]:
        """Return the drivers that have claimed cases, by the cases' keys."""
        return dict(self._among("SELECT key, driver FROM claims WHERE key IN ({keys})", keys))

    def claim(self, keys: Sequence[str], driver: str) -> None:
        """Write down that a driver has taken on cases; earlier claims on them are void."""
        if keys:
            self._among("DELETE FROM claims WHERE key IN ({keys})", keys)
            self.ask(f"INSERT INTO claims SELECT key, ? FROM ({self._keys})", [driver, self._parameter(keys)])

    def release(self, driver: str) -> None:
        """Drop the claims of a driver."""
        self.ask("DELETE FROM claims WHERE driver = ?", [driver])

    def renew_view(self) -> None:
        """Make the view anew, with a column for every parameter that there is by now."""
        self.connection.execute("DROP VIEW IF EXISTS results")
        self.connection.execute(f"CREATE VIEW results AS {self.view()}")

    def view(self) -> str:
        """Return the query of the view: all rows, with a column for every parameter that there is."""
        kinds = {column: self._kinds(column) for column in OPENED}
        columns = [name for name in COLUMNS if name not in (*OPENED, "row")]
        columns += [
            f"{self._opened(column, key, kind)} AS {_quoted(name)}" for column, key, name, kind in opened_columns(kinds)
        ]
        return f"SELECT {', '.join(columns)} FROM rows"

    def _kinds(self, column: str) -> dict[str, set[str]]:
        """Return the kinds of values at every key of a JSON column, in the words of `opened_columns`."""
        kinds: dict[str, set[str]] = {}
        for key, kind in self.ask(self._keys_and_kinds.format(column=column)):
            if isinstance(key, str):  # else a list, or no table at all
                kinds.setdefault(key, set()).add(KINDS.get(str(kind).lower(), "text"))
        return kinds

    def _among(self, query: str, keys: Sequence[str]) -> list[tuple[Any, ...]]:
        return self.ask(query.format(keys=self._keys), [self._parameter(keys)])


class Store(ABC):
    """A file with rows."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._is_known = False

    @abstractmethod
    @contextmanager
    def session(self, *, reading: bool = False, folder: Path | None = None) -> Iterator[Session]:
        """Open the file for one transaction, and close it; wait while another process has it open.

        The database itself has no access to other files, whatever is in this one.

        Parameters
        ----------
        reading : bool
            Write nothing, so that the file and its folder may be such that nothing can be written.
        folder : Path, optional
            A folder to which the database may write exports.

        Raises
        ------
        ModelError
            If it cannot be opened, or is no store.
        """

    @abstractmethod
    def _export(self, session: Session, query: str, path: Path, folder: Path) -> None:
        """Write what a query finds to a file; `folder` is empty, and a place for intermediate files."""

    def _require_file(self, reading: bool) -> None:
        """Refuse a pipe, a device or a folder, and to read a store that does not exist.

        Raises
        ------
        ModelError
        """
        if not self.path.exists():
            if not reading:
                return
            raise ModelError(f"{self.path}: there is no such store")
        if not self.path.is_file():
            raise ModelError(f"{self.path}: a store is a regular file, not a pipe, a device or a folder")

    def _prepare(self, session: Session, reading: bool) -> None:
        """Make the tables of a new store; refuse what is none.

        Raises
        ------
        ModelError
            If the file is a database of another program.
        """
        if not self._is_known:
            objects = session.objects()
            reason = session.schema_error(objects) if objects or reading else ""
            if reason:
                raise ModelError(f"{self.path}: {reason}")
        self._is_known = True
        if not reading:
            session.make_tables()
            return
        most = self._size() // LEAST_ROW + 1
        if session.ask(f"SELECT 1 FROM rows LIMIT 1 OFFSET {most}"):
            raise ModelError(f"{self.path}: more than {most:,} rows, out of proportion to the file")

    def _size(self) -> int:
        """Return the bytes of the file and of what its database keeps beside it."""
        files = [self.path, *(self.path.with_name(self.path.name + end) for end in (".wal", "-wal"))]
        return sum(file.stat().st_size for file in files if file.exists())

    def add(self, rows: Iterable[Row]) -> None:
        """Put rows in; see `INSERTION_RULE` for cases that have one."""
        with self.session() as session:
            session.add(rows)

    def rows(self) -> list[Row]:
        """Return all rows, the earliest first."""
        with memory_errors_named(str(self.path)), self.session(reading=True) as session:
            texts = session.row_texts(MOST_TEXT + GREATEST_RATIO * self._size())
            found = [self._row(number, text) for number, text in enumerate(texts, start=1)]
        return sorted(found, key=lambda row: (row.started, row.key))

    def _row(self, number: int, text: str) -> Row:
        try:
            return checked_row(text)
        except ValueError as error:
            raise ModelError(
                f"{self.path}: row {number} of the table rows is none of a sweep ({error}); delete it, or the store"
            ) from None

    def keys(self) -> set[str]:
        """Return the keys of all cases that have rows."""
        with self.session(reading=True) as session:
            return {key for (key,) in session.ask("SELECT key FROM rows")}

    def failures(self, most: int, keys: Sequence[str]) -> list[tuple[str, str, int]]:
        """Return outcome, error and number of the cases without an answer that passes, the most frequent errors first.

        Parameters
        ----------
        most : int
            How many errors at most.
        keys : sequence of str
            The cases: a store may have others, of other sweeps.
        """
        with self.session(reading=True) as session:
            failed = Counter(session.failed(keys))
        ordered = sorted(failed.items(), key=lambda item: (-item[1], item[0]))
        return [(outcome, error, cases) for (outcome, error), cases in ordered[:most]]

    def export(self, path: str | Path) -> None:
        """Write all rows to a CSV or Parquet file, by its suffix, in the columns of the view.

        Raises
        ------
        ModelError
            If the suffix is another, or the file cannot be written.
        """
        path = Path(path)
        require_export(path)
        try:
            with TemporaryDirectory() as folder, self.session(reading=True, folder=Path(folder)) as session:
                self._export(session, f"SELECT * FROM ({session.view()}) ORDER BY started, key", path, Path(folder))
        except BrokenPipeError:
            raise
        except OSError as error:  # such as a full disk under the temporary folder
            raise ModelError(f"{path}: cannot be written: {error.strerror or error}") from None


def files_of(path: Path) -> Iterator[Path]:
    """Return the file of a store, and those that the database, locks and journals make beside it."""
    yield path
    path = Path(os.path.realpath(path))
    for suffix in BESIDE if path.name else ():
        yield path.with_name(path.name + suffix)


def require_export(path: Path) -> None:
    """Refuse a file to which nothing can be exported.

    Raises
    ------
    ModelError
        If its suffix is none of `EXPORTS`, or its folder is not there.
    """
    if path.suffix.lower() not in EXPORTS:
        raise ModelError(f"{path}: a file name that ends in {' or '.join(EXPORTS)} expected")
    if not path.absolute().parent.is_dir():
        raise ModelError(f"{path}: there is no folder {path.absolute().parent}")


def open_store(path: str | Path, *, must_exist: bool = False) -> Store:
    """Return the store in a file; the suffix tells which database.

    Parameters
    ----------
    path : str or Path
        Ends in ".duckdb", or in ".sqlite" or ".db".

    Raises
    ------
    ModelError
        If the suffix is another, the folder is not there, or the file has to be there and is not.
    BackendNotInstalledError
        If DuckDB is not installed.
    """
    if not isinstance(path, str | Path) or "\0" in str(path):
        raise ModelError(f"{str(path)!r}: the name of a file expected, for a store")
    path = Path(path)
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        raise ModelError(f"{path}: a store's name ends in {', '.join(SUFFIXES)}")
    if not path.absolute().parent.is_dir():
        raise ModelError(f"{path}: there is no folder {path.absolute().parent}")
    try:
        if path.is_symlink():
            path = path.resolve()  # what lies beside a store lies beside the file itself
        is_there = path.exists()
    except OSError as error:
        raise ModelError(f"{path}: {error.strerror}") from None
    if path.is_dir() or (must_exist and not is_there):
        raise ModelError(f"{path}: {'a file expected, not a folder' if path.is_dir() else 'there is no such store'}")
    if suffix != ".duckdb":
        return SqliteStore(path)
    try:
        str(path.absolute()).encode()
    except UnicodeEncodeError:
        raise ModelError(f"{str(path)!a}: not a name in UTF-8, which DuckDB needs; rename the file") from None
    return DuckStore(path)


def _replaces(new: Row, old: Row) -> bool:
    if old.outcome.is_answer:
        return False
    return new.outcome.is_answer or new.started > old.started


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


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

    copy = DuckStore(folder / "copy.duckdb")
    copy.add(row_from(text) for (text,) in session.ask("SELECT row FROM rows"))
    copy.export(path)


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
        return _expected_duckdb_tables()

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
def _expected_duckdb_tables() -> dict[str, str]:
    with require("duckdb").connect(":memory:", config=_CONFIGURATION) as connection:
        session = DuckSession(connection)
        session.make_tables()
        return {item.name: item.sql or "" for item in session.objects()}


def _defend_duckdb(connection: Any, folder: Path | None) -> None:
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
            _defend_duckdb(connection, folder)
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
