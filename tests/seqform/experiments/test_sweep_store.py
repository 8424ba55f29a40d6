"""Stores: one row a case, kept whoever is killed; files of unknown origin; tables for analysis."""

import contextlib
import csv
import json
import math
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from command_line import without_privileges
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from seqform.errors import BackendNotInstalledError, ModelError
from seqform.experiments import read
from seqform.experiments.driver import Recorder, StoreError, driven
from seqform.experiments.report.data import frame_of
from seqform.experiments.report.tables import group_measures, group_tables
from seqform.experiments.rows import Outcome, Row, row_from, row_text
from seqform.experiments.store import (
    VALUES,
    RowError,
    Store,
    files_of,
    open_store,
    opened_columns,
    require_export,
)
from seqform.experiments.values import Case, Scalar


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return open_store(tmp_path / "results.sqlite")


def row(
    number: int, outcome: Outcome = Outcome.CERTIFIED, started: str = "2026-01-01", **more: Any
) -> Row:
    case = Case("kuhn", {"bet": number, "ante": "1/2"}, seed=number, settings={"exact": True})
    return Row(case.key, case.as_dict(), outcome, started=started, **more)


def exported(store: Store, path: Path) -> list[dict[str, str]]:
    """Return the records of a store's export as CSV."""
    store.export(path / "out.csv")
    with (path / "out.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def execute(store: Store, *statements: str) -> None:
    with contextlib.closing(sqlite3.connect(store.path)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


def test_rows_come_back_as_they_were(store: Store) -> None:
    rows = [
        row(
            1,
            value=(0.5, -0.5),
            exact_value=("1/2", "-1/2"),
            bounds=[(1, 0.5, 0.0, 1.0)],
            phases={"solve": 0.1},
        ),
        row(2, Outcome.CRASHED, error="it's 'broken'", value=(float("nan"), float("inf"))),
    ]
    store.add(rows)
    found = store.rows()
    assert sorted(map(repr, found)) == sorted(map(repr, rows))
    assert set(store.outcomes()) == {one.key for one in rows}


@settings(deadline=None, max_examples=15, suppress_health_check=list(HealthCheck))
@given(
    st.lists(st.integers(0, 9), min_size=1, max_size=6),
    st.sampled_from([None, Outcome.CERTIFIED, Outcome.APPROXIMATE]),
    st.integers(0, 2**32),
)
def test_a_case_keeps_its_answer_or_else_its_latest_failure_in_whatever_order_they_come(
    tmp_path_factory: pytest.TempPathFactory, moments: list[int], answer: Outcome | None, seed: int
) -> None:
    rows = [row(1, Outcome.CRASHED, started=str(moment)) for moment in moments]
    rows += [] if answer is None else [row(1, answer, started="5")]
    kept = []
    for number in range(2):
        random.Random(seed + number).shuffle(rows)
        store = open_store(tmp_path_factory.mktemp("store") / "results.sqlite")
        half = len(rows) // 2
        store.add(rows[:half])
        store.add(rows[half:])
        store.add(rows)
        kept.append(store.rows())
    assert kept[0] == kept[1]
    ((found,),) = kept[:1]
    assert (found.outcome, found.started) == (
        answer or Outcome.CRASHED,
        "5" if answer else str(max(moments)),
    )
    assert len(store.failures(3, [row(1).key])) == (answer is None)


def test_numbers_without_a_place_in_json_or_in_64_bits_are_exported(
    store: Store, tmp_path: Path
) -> None:
    case = Case(
        "kuhn",
        {"bet": 10**19},
        settings={"certificate_tolerance": math.inf},
        options={"raw.bound": -math.inf},
    )
    store.add(
        [Row(case.key, case.as_dict(), Outcome.CERTIFIED, probabilities={"1:K:bet": math.nan})]
    )
    (record,) = exported(store, tmp_path)
    assert float(record["bet"]) == 1e19
    assert record["certificate_tolerance"] == "inf" and record["option_raw.bound"] == "-inf"
    assert store.rows()[0].case["settings"] == {"certificate_tolerance": math.inf}


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("a\0.sqlite", "the name of a file expected"),
        ("a" * 400 + ".sqlite", "too long"),
        ("results.duckdb", r"stores are SQLite files; use a name that ends in \.sqlite or \.db"),
        ("nowhere/results.sqlite", "no folder"),
        ("other.sqlite", "no such store"),
        (3, "the name of a file expected"),
    ],
)
def test_a_name_that_no_store_can_have_is_refused(tmp_path: Path, name: Any, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        open_store(tmp_path / name if isinstance(name, str) else name, must_exist=True)


def test_a_link_to_a_store_is_that_store_and_names_that_are_not_utf8_are_kept(
    tmp_path: Path,
) -> None:
    store, case = open_store(tmp_path / "caf\udce9.sqlite"), Case("caf\udce9.efg")
    with driven(store) as recorder:
        recorder.add(Row(case.key, case.as_dict(), Outcome.CERTIFIED))
    (tmp_path / "b.sqlite").symlink_to(store.path)
    linked = open_store(tmp_path / "b.sqlite")
    assert linked.path == store.path.resolve()
    assert linked.rows()[0].case["game"] == "caf\udce9.efg"
    store.export(tmp_path / "out.csv")


def test_exports_and_pandas_have_a_typed_column_for_every_parameter(
    store: Store, tmp_path: Path
) -> None:
    first = row(1, phases={"solve": 0.5}, probabilities={"1:K:bet": 0.25}, value=(1.0, -1.0))
    store.add([first, row(2, Outcome.CRASHED, started="2026-01-02")])
    before = store.path.read_bytes()
    record, other = exported(store, tmp_path)
    assert store.path.read_bytes() == before
    assert (record["bet"], other["bet"], record["ante"], record["exact"]) == (
        "1",
        "2",
        "1/2",
        "true",
    )
    measured = ("seconds_solve", "probability_1:K:bet", "value_2")
    assert [float(record[name]) for name in measured] == [0.5, 0.25, -1.0]
    pytest.importorskip("pandas")
    frame = read(store.path)
    assert frame["value_1"].tolist()[0] == 1.0 and frame["value_1"].isna().tolist() == [False, True]
    assert (frame["ante"].tolist(), frame["exact"].tolist()) == (["1/2", "1/2"], [True, True])
    assert (
        frame["exact"].dtype == "boolean"
        and frame["nodes"].dtype == "Int64"
        and frame["nodes"].isna().all()
    )
    with pytest.raises(ModelError, match="no such store"):
        read(store.path.with_name("none.sqlite"))
    duckdb = pytest.importorskip("duckdb", reason="Parquet is read and written by DuckDB")
    store.export(tmp_path / "out.parquet")
    found = duckdb.sql(
        f"SELECT bet, ante, exact, nodes FROM '{tmp_path / 'out.parquet'}' ORDER BY bet"
    ).fetchall()
    assert found == [(1, "1/2", True, None), (2, "1/2", True, None)]


def test_values_of_more_players_have_columns_in_stores_of_the_same_definition(
    store: Store, tmp_path: Path
) -> None:
    store.add([row(1, value=(0.5, -0.5), exact_value=("1/2", "-1/2"))])
    with contextlib.closing(sqlite3.connect(store.path)) as connection:
        before = connection.execute("SELECT sql FROM sqlite_master WHERE name = 'rows'").fetchall()
    assert "value_3" not in exported(store, tmp_path)[0]

    three = row(2, value=(1.0, 2.0, 0.25), exact_value=("1", "2", "1/4"))
    damaged = row(3, value=(1.0, 2.0, 3.0, 4.0), exact_value=("1", "2"))
    store.add([three, damaged])
    with contextlib.closing(sqlite3.connect(store.path)) as connection:
        assert (
            connection.execute("SELECT sql FROM sqlite_master WHERE name = 'rows'").fetchall()
            == before
        )
    assert three in store.rows()
    cells = {record["bet"]: record for record in exported(store, tmp_path)}
    shown = [
        [cells[bet][f"{kind}_{player}"] for player in (1, 2, 3, 4)]
        for bet in "123"
        for kind in VALUES
    ]
    assert shown == [
        ["0.5", "-0.5", "", ""],
        ["1/2", "-1/2", "", ""],
        ["1.0", "2.0", "0.25", ""],
        ["1", "2", "1/4", ""],
        ["1.0", "2.0", "3.0", "4.0"],
        ["1", "2", "", ""],
    ]
    assert sorted(read(store.path)["value_3"].dropna()) == [0.25, 3.0]

    cases = frame_of(store.rows())
    (header, _), *_ = group_tables(cases)
    assert [name for name in header if "value" in name] == [
        f"value to player {player}" for player in (1, 2, 3, 4)
    ]
    (group,) = group_measures(cases, ["game"]).values()
    assert (group["value_3_min"], group["value_3_max"], group["exact_value_3"]) == (0.25, 3, None)


def test_a_value_that_is_no_list_of_players_is_a_damaged_row() -> None:
    text = row_text(row(1, value=(0.5, -0.5)))
    for value in ("[1]", "7", '"ab"', '{"0": 1, "1": 2}', "[]"):
        with pytest.raises(ValueError, match="damaged"):
            row_from(text.replace("[0.5,-0.5]", value))


def test_a_row_with_a_key_that_comes_twice_is_damaged() -> None:
    text = row_text(row(1))
    with pytest.raises(ValueError, match="this row is damaged: the key 'outcome' comes twice"):
        row_from(text.removesuffix("}") + ',"outcome":"certified"}')
    with pytest.raises(ValueError, match=r"this row is damaged: .* nested too deeply"):
        row_from("[" * 100_000)


def test_a_column_with_words_is_text_throughout(store: Store) -> None:
    parameters: list[dict[str, Scalar]] = [{"bet": 1}, {"bet": "1/2"}, {"bet": True}, {}]
    cases = [Case("kuhn", {**given, "ante": number}) for number, given in enumerate(parameters)]
    store.add(Row(case.key, case.as_dict(), Outcome.CERTIFIED) for case in cases)
    table = store.table()
    bets = {
        row[list(table.types).index("ante")]: row[list(table.types).index("bet")]
        for row in table.rows
    }
    assert bets == {0: "1", 1: "1/2", 2: "true", 3: None}


def test_failures_are_those_of_the_cases_that_are_asked_for(store: Store) -> None:
    rows = [
        row(number, Outcome.CRASHED, error="one" if number < 3 else "another")
        for number in range(6)
    ]
    store.add([*rows, row(6)])
    assert store.failures(9, [one.key for one in rows]) == [
        ("crashed", "another", 3),
        ("crashed", "one", 3),
    ]
    assert store.failures(1, [one.key for one in rows[1:4]]) == [("crashed", "one", 2)]
    assert store.failures(9, [row(6).key, "no such key"]) == []


def test_a_database_of_another_program_is_refused_and_left_as_it_is(store: Store) -> None:
    execute(store, "CREATE TABLE rows (key VARCHAR, outcome VARCHAR)")
    before = store.path.read_bytes()
    for use in (store.rows, store.outcomes, lambda: store.add([row(1)]), driven(store).__enter__):
        with pytest.raises(ModelError, match="a database, but no store of a sweep"):
            use()
    assert store.path.read_bytes() == before


def test_a_bad_file_gives_one_line(store: Store, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="no such store"):
        store.rows()
    store.path.write_text(
        "this is no database at all, but long enough to be looked at\n" * 100, encoding="utf-8"
    )
    with pytest.raises(ModelError, match=store.path.name):
        store.rows()
    with pytest.raises(ModelError, match=r"ends in \.csv or \.parquet"):
        store.export(tmp_path / "out.xls")


# ---- drivers ----


def test_a_driver_leaves_one_file_that_is_complete_by_itself_and_has_the_view(
    store: Store, tmp_path: Path
) -> None:
    with driven(store) as recorder:
        recorder.add(row(1))
        # Readers are not blocked, and see it at once.
        assert [one.key for one in store.rows()] == [row(1).key]
    assert list(tmp_path.iterdir()) == [store.path]
    copy = tmp_path / "copy" / "copy.db"
    copy.parent.mkdir()
    shutil.copy(store.path, copy)
    with contextlib.closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("SELECT game, bet, outcome FROM results").fetchall() == [
            ("kuhn", 1, "certified")
        ]
    assert open_store(copy).rows() == store.rows()


def test_a_second_driver_waits_and_logs_it(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("seqform.experiments.driver.SILENCE", 0.1)
    order: list[str] = []

    def drive() -> None:
        with driven(store) as recorder:
            order.append("second")
            recorder.add(row(2))

    second = threading.Thread(target=drive)
    with driven(store) as recorder:
        second.start()
        while not caplog.messages and second.is_alive():
            time.sleep(0.01)
        order.append("first")
        recorder.add(row(1))
    second.join(timeout=200)
    assert order == ["first", "second"]
    assert caplog.messages == [
        f"{store.path}: another sweep is writing to it; waiting until that has ended"
    ]
    assert set(store.outcomes()) == {row(1).key, row(2).key}


DRIVER = (
    "import sys\n"
    "from seqform.experiments.rows import Outcome, Row\n"
    "from seqform.experiments.driver import driven\n"
    "from seqform.experiments.store import open_store\n"
    "from seqform.experiments.values import Case\n"
    "with driven(open_store(sys.argv[1])) as recorder:\n"
    "    for number in range(10**6):\n"
    "        case = Case('kuhn', seed=number)\n"
    "        recorder.add(Row(case.key, case.as_dict(), Outcome.CERTIFIED, started='1'))\n"
    "        print(number, flush=True)\n"
)


@pytest.mark.slow
@pytest.mark.parametrize("rows", [1, 50])
def test_a_killed_driver_loses_no_row_and_blocks_no_other(
    store: Store, tmp_path: Path, rows: int
) -> None:
    driver: Any = subprocess.Popen(
        [sys.executable, "-c", DRIVER, str(store.path)], stdout=subprocess.PIPE, text=True
    )
    assert [driver.stdout.readline() for _ in range(rows)] == [
        f"{number}\n" for number in range(rows)
    ]
    driver.kill()
    stored = rows + len(driver.communicate()[0].splitlines())
    assert stored <= len(store.rows()) <= stored + 1
    with driven(store) as recorder:
        assert stored <= len(store.outcomes()) <= stored + 1
        recorder.add(row(1))
    assert stored + 1 <= len(store.rows()) <= stored + 2
    assert list(tmp_path.iterdir()) == [store.path]


def test_a_worker_that_outlives_its_driver_stores_nothing(store: Store) -> None:
    with driven(store) as recorder:
        orphan = Recorder(store.path, recorder.driver)
        orphan.add(row(1))
    for _ in range(2):
        with pytest.raises(StoreError, match="another sweep has taken over"):
            orphan.add(row(2))
        with driven(store) as recorder:
            recorder.add(row(3))
            with pytest.raises(StoreError, match="another sweep has taken over"):
                orphan.add(row(2))
    orphan.close()
    assert set(store.outcomes()) == {row(1).key, row(3).key}


def test_a_row_stored_by_this_driver_is_left(store: Store) -> None:
    store.add([row(1, Outcome.TIMED_OUT, started="1")])
    with driven(store) as recorder:
        assert (
            recorder.add(row(1, Outcome.GAVE_UP, started="3"), unless_since="2").outcome
            is Outcome.GAVE_UP
        )
        assert (
            recorder.add(row(1, Outcome.CRASHED, started="4"), unless_since="2").outcome
            is Outcome.GAVE_UP
        )
    assert set(store.outcomes().values()) == {Outcome.GAVE_UP}


@pytest.mark.parametrize("wrong", [{"nodes": 10**23}, {"iterations": [1]}])
def test_a_row_that_the_columns_cannot_hold_becomes_a_failure(
    store: Store, wrong: dict[str, Any]
) -> None:
    store.add([])
    with pytest.raises(RowError, match="a row cannot be stored"):
        store.add([row(1), row(2, **wrong)])
    assert not store.outcomes()
    with driven(store) as recorder:
        assert recorder.add(row(2, **wrong)).outcome is Outcome.CRASHED
    (stored,) = store.rows()
    assert stored.error.startswith("a row cannot be stored")


def test_a_store_where_nothing_can_be_written_can_be_read(store: Store, tmp_path: Path) -> None:
    store.add([row(1)])
    with contextlib.closing(sqlite3.connect(store.path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL").fetchall()
    before = store.path.read_bytes()
    tmp_path.chmod(0o555)
    store.path.chmod(0o444)
    try:
        with without_privileges(tmp_path):
            assert [one.key for one in store.rows()] == [row(1).key]
            with pytest.raises(ModelError, match=r"cannot be written|unable to open|readonly"):
                driven(store).__enter__()
    finally:
        tmp_path.chmod(0o755)
    assert store.path.read_bytes() == before


# ---- stores of unknown origin ----


@pytest.mark.parametrize(
    "statements",
    [
        ["ALTER TABLE rows ADD COLUMN more INTEGER GENERATED ALWAYS AS (nodes + 1)"],
        ["DROP TABLE rows", "CREATE VIEW rows AS SELECT * FROM driver"],
    ],
)
def test_a_table_with_another_definition_is_refused(store: Store, statements: list[str]) -> None:
    store.add([row(1)])
    execute(store, *statements)
    for use in (open_store(store.path).rows, lambda: open_store(store.path).add([row(2)])):
        with pytest.raises(ModelError, match="it has no table rows"):
            use()


@pytest.mark.parametrize(
    "text",
    [
        "no JSON",
        "[" * 100_000,
        "[1]",
        "{}",
        json.dumps({**row(1).as_dict(), "case": {**row(1).case, "parameters": [1]}}),
        json.dumps({**row(1).as_dict(), "bounds": [[1, 2]]}),
        json.dumps({**row(1).as_dict(), "started": 5}),
        json.dumps({**row(1).as_dict(), "nodes": 2**63}),
    ],
)
def test_a_damaged_row_is_one_line_with_its_number(store: Store, text: str) -> None:
    store.add([row(1), row(2)])
    escaped = text.replace("'", "''")
    execute(store, f"UPDATE rows SET row = '{escaped}' WHERE key = '{row(2).key}'")
    with pytest.raises(
        ModelError, match=r"row 2 of the table rows: this row is damaged: .*"
    ) as caught:
        open_store(store.path).rows()
    assert "\n" not in str(caught.value)


def test_rows_out_of_proportion_to_their_file_are_refused(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("seqform.experiments.store.MOST_TEXT", 2**20)
    monkeypatch.setattr("seqform.experiments.store.GREATEST_RATIO", 0)
    store.add([row(1, error="x" * 2**20), row(2)])
    with pytest.raises(ModelError, match="too much text, out of proportion to the file"):
        store.rows()
    monkeypatch.setattr("seqform.experiments.store.LEAST_ROW", 2**24)
    with pytest.raises(ModelError, match="more than 1 rows, out of proportion to the file"):
        store.outcomes()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_a_pipe_is_no_store_and_is_not_waited_for(store: Store) -> None:
    os.mkfifo(store.path)
    for use in (store.rows, lambda: store.add([row(1)])):
        with pytest.raises(ModelError, match="a store is a regular file"):
            use()


def test_a_store_attaches_no_other_file(store: Store, tmp_path: Path) -> None:
    store.add([])
    with (
        pytest.raises(ModelError, match="too many attached databases"),
        store.transaction() as connection,
    ):
        connection.execute(f"ATTACH '{tmp_path / 'other.sqlite'}' AS other")
    with pytest.raises(ModelError, match="readonly"), store.transaction(reading=True) as connection:
        connection.execute("DELETE FROM rows")
    assert not (tmp_path / "other.sqlite").exists()


# ---- columns ----


def test_keys_become_columns_with_names_of_their_own_and_common_types() -> None:
    parameters = {
        "bet": {"INTEGER"},
        "mix": {"INTEGER", "REAL"},
        "odd": {"REAL", "TEXT"},
        "X": {"TEXT"},
        "Value_1": {"TEXT"},
        **{name: {"TEXT"} for name in ("", 'a"b', "a\\b", "a\0b")},
    }
    kinds = {
        "parameters": parameters,
        "settings": {"BET": {"REAL"}, "parameters_Value_1": {"REAL"}},
    }
    assert opened_columns(kinds) == [
        ("parameters", "Value_1", "parameters_Value_1", "TEXT"),
        ("parameters", "X", "X", "TEXT"),
        ("parameters", "bet", "bet", "INTEGER"),
        ("parameters", "mix", "mix", "REAL"),
        ("parameters", "odd", "odd", "TEXT"),
        ("settings", "BET", "settings_BET", "REAL"),
        ("settings", "parameters_Value_1", "settings_parameters_Value_1", "REAL"),
    ]


@pytest.mark.parametrize("name", ["it's", "naïve", "a b", "*", "a.b", "~/'", "$"])
def test_any_name_is_a_column_of_both_exports(
    store: Store, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = Case("kuhn", {name: "half 'n' half"})
    store.add([Row(case.key, case.as_dict(), Outcome.CERTIFIED)])
    assert exported(store, tmp_path)[0][name] == "half 'n' half"
    duckdb = pytest.importorskip("duckdb", reason="Parquet is read and written by DuckDB")
    (tmp_path / "it's").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "it's"))
    store.export(tmp_path / "out.parquet")
    assert duckdb.read_parquet(str(tmp_path / "out.parquet")).select(f'"{name}"').fetchall() == [
        ("half 'n' half",)
    ]


def test_parquet_needs_duckdb_and_a_folder_for_temporary_files(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    duckdb = pytest.importorskip("duckdb", reason="Parquet is read and written by DuckDB")
    store.add([row(1)])
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))
    with pytest.raises(
        ModelError, match=r"out\.parquet: cannot be written: No such file or directory$"
    ):
        store.export(tmp_path / "out.parquet")
    monkeypatch.setattr(tempfile, "tempdir", None)

    def refuse(place: str) -> None:
        raise duckdb.Error("no\n  room")

    monkeypatch.setattr(duckdb, "connect", refuse)
    with pytest.raises(ModelError, match=r"out\.parquet: cannot be written: no room$"):
        store.export(tmp_path / "out.parquet")
    monkeypatch.setitem(sys.modules, "duckdb", None)
    require_export(tmp_path / "out.CSV")
    with pytest.raises(BackendNotInstalledError, match="which a Parquet file needs"):
        require_export(tmp_path / "out.PARQUET")


def test_whole_numbers_of_64_bits_are_stored_and_larger_ones_refused(store: Store) -> None:
    most = 2**63 - 1
    store.add([row(1, iterations=most)])
    with pytest.raises(RowError, match=f"iterations = {most + 1} has more than 64 bits"):
        store.add([row(2, iterations=most + 1)])
    case = Case("kuhn", {"low": -most, "lower": -most - 1, "text": "1/2"})
    store.add([Row(case.key, case.as_dict(), Outcome.CERTIFIED, value=(math.inf, 0.5))])
    with store.transaction(reading=True) as connection:
        text, value = connection.execute(
            "SELECT parameters, value_1 FROM rows WHERE value_2 = 0.5"
        ).fetchone()
    assert value is None and json.loads(text) == {
        "low": -most,
        "lower": str(-most - 1),
        "text": "1/2",
    }


def test_the_files_beside_a_store_are_those_beside_the_file_that_a_link_names(
    tmp_path: Path,
) -> None:
    (tmp_path / "link.sqlite").symlink_to("there.sqlite")
    beside = [
        tmp_path / f"there.sqlite{suffix}" for suffix in (".lock", "-journal", "-wal", "-shm")
    ]
    assert list(files_of(tmp_path / "link.sqlite")) == [tmp_path / "link.sqlite", *beside]
    assert list(files_of(Path("/"))) == [Path("/")]


def test_a_link_to_itself_is_no_store(tmp_path: Path) -> None:
    path = tmp_path / "loop.sqlite"
    path.symlink_to(path.name)
    with pytest.raises(ModelError, match=r"loop\.sqlite: "):
        open_store(path)
