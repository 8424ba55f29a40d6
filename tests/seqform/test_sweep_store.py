"""Stores and journals: one row a case, whoever writes it and however they are stopped."""

from __future__ import annotations

import contextlib
import csv
import errno
import importlib
import json
import math
import os
import random
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from seqform.errors import BackendNotInstalledError, ModelError
from seqform.experiments.file_lock import FileLock, is_locked
from seqform.experiments.journal import Journal, JournalError, JournalFolder, JournalReader, Ledger
from seqform.experiments.rows import Outcome, Row, row_from, row_text
from seqform.experiments.store import COLUMNS, RowError, Store, open_store
from seqform.experiments.values import Case, Scalar


@pytest.fixture(params=["duckdb", "sqlite"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    if request.param == "duckdb":
        pytest.importorskip("duckdb", reason="stores in DuckDB need it")
    return open_store(tmp_path / f"results.{request.param}")


def row(number: int, outcome: Outcome = Outcome.CERTIFIED, started: str = "2026-01-01", **more: Any) -> Row:
    case = Case("kuhn", {"bet": number, "ante": "1/2"}, seed=number, settings={"exact": True})
    return Row(case.key, case.as_dict(), outcome, started=started, **more)


def test_rows_come_back_as_they_were(store: Store) -> None:
    rows = [
        row(1, value=(0.5, -0.5), exact_value=("1/2", "-1/2"), bounds=[(1, 0.5, 0.0, 1.0)], phases={"solve": 0.1}),
        row(2, Outcome.CRASHED, error="it's 'broken'", value=(float("nan"), float("inf"))),
    ]
    store.add(rows)
    found = store.rows()
    assert sorted(map(repr, found)) == sorted(map(repr, rows))
    assert store.keys() == {one.key for one in rows}


def test_a_case_keeps_its_answer_and_a_later_row_replaces_a_failure(store: Store) -> None:
    store.add([row(1, started="1"), row(2, Outcome.TIMED_OUT, started="1")])
    store.add([row(1, Outcome.CRASHED, started="2"), row(2, started="2"), row(2, Outcome.CRASHED, started="3")])
    store.add([row(2, Outcome.GAVE_UP, started="0")])
    assert [(one.case["seed"], one.outcome, one.started) for one in store.rows()] == [
        (1, Outcome.CERTIFIED, "1"),
        (2, Outcome.CERTIFIED, "2"),
    ]


def test_an_approximate_answer_is_no_failure(store: Store) -> None:
    store.add([row(1, Outcome.APPROXIMATE)])
    store.add([row(1, Outcome.CRASHED, started="2026-01-02")])
    assert [one.outcome for one in store.rows()] == [Outcome.APPROXIMATE]
    assert store.failures(3, [row(1).key]) == []


@settings(deadline=None, max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.integers(0, 9), min_size=1, max_size=6), st.booleans(), st.integers(0, 2**32))
def test_the_order_in_which_journals_are_taken_in_does_not_matter(
    tmp_path_factory: pytest.TempPathFactory, moments: list[int], solved: bool, seed: int
) -> None:
    rows = [row(1, Outcome.CRASHED, started=str(moment)) for moment in moments]
    rows += [row(1, started="5")] if solved else []
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
    assert len(kept[0]) == 1
    assert kept[0][0].outcome is (Outcome.CERTIFIED if solved else Outcome.CRASHED)


def test_numbers_without_a_place_in_json_or_in_64_bits_are_exported(store: Store, tmp_path: Path) -> None:
    case = Case("kuhn", {"bet": 10**19}, settings={"certificate_tolerance": math.inf}, options={"raw.bound": -math.inf})
    store.add([Row(case.key, case.as_dict(), Outcome.CERTIFIED, probabilities={"1:K:bet": math.nan})])
    with store.session() as session:
        session.renew_view()
    store.export(tmp_path / "out.csv")
    with (tmp_path / "out.csv").open(encoding="utf-8", newline="") as file:
        (record,) = csv.DictReader(file)
    assert float(record["bet"]) == 1e19
    assert record["certificate_tolerance"] == "inf" and record["option_raw.bound"] == "-inf"
    assert store.rows()[0].case["settings"] == {"certificate_tolerance": math.inf}


def test_exports_of_both_databases_write_truth_alike(store: Store, tmp_path: Path) -> None:
    store.add([row(1)])
    store.export(tmp_path / "out.csv")
    with (tmp_path / "out.csv").open(encoding="utf-8", newline="") as file:
        assert [record["exact"] for record in csv.DictReader(file)] == ["true"]


def test_a_link_to_a_store_is_that_store(tmp_path: Path) -> None:
    open_store(tmp_path / "a.sqlite").add([row(1)])
    (tmp_path / "b.sqlite").symlink_to(tmp_path / "a.sqlite")
    assert open_store(tmp_path / "b.sqlite").path == open_store(tmp_path / "a.sqlite").path.resolve()


@pytest.mark.parametrize("name", ["a\0.sqlite", "a" * 400 + ".sqlite", 3])
def test_a_name_that_no_store_can_have_is_refused(tmp_path: Path, name: Any) -> None:
    with pytest.raises(ModelError):
        open_store(tmp_path / name if isinstance(name, str) else name)


def test_an_export_leaves_the_store_as_it_was(store: Store, tmp_path: Path) -> None:
    store.add([row(1), row(2)])
    before = store.path.read_bytes()
    store.export(tmp_path / "out.csv")
    assert store.path.read_bytes() == before


def test_the_view_and_exports_have_a_column_for_every_parameter(store: Store, tmp_path: Path) -> None:
    first = row(1, phases={"solve": 0.5}, probabilities={"1:K:bet": 0.25}, value=(1.0, -1.0))
    store.add([first, row(2)])
    store.export(tmp_path / "out.csv")
    with (tmp_path / "out.csv").open(encoding="utf-8", newline="") as file:
        records = list(csv.DictReader(file))
    assert [record["bet"] for record in records] == ["1", "2"] or [record["bet"] for record in records] == ["2", "1"]
    (record,) = [record for record in records if record["bet"] == "1"]
    assert record["ante"] == "1/2"
    assert float(record["seconds_solve"]) == 0.5
    assert float(record["probability_1:K:bet"]) == 0.25
    assert float(record["value_2"]) == -1
    duckdb = pytest.importorskip("duckdb", reason="Parquet is read and written by DuckDB")
    store.export(tmp_path / "out.parquet")
    found = duckdb.sql(f"SELECT bet, ante FROM '{tmp_path / 'out.parquet'}' ORDER BY bet").fetchall()
    assert found == [(1, "1/2"), (2, "1/2")]


def test_a_column_with_words_is_text_throughout(store: Store) -> None:
    parameters: list[dict[str, Scalar]] = [{"bet": 1}, {"bet": "1/2"}, {"bet": True}, {}]
    cases = [Case("kuhn", {**given, "ante": number}) for number, given in enumerate(parameters)]
    store.add(Row(case.key, case.as_dict(), Outcome.CERTIFIED) for case in cases)
    with store.session() as session:
        session.renew_view()
        assert session.ask(f"SELECT bet FROM ({session.view()}) ORDER BY ante") == [
            ("1",),
            ("1/2",),
            ("true",),
            (None,),
        ]


def test_failures_are_those_of_the_cases_that_are_asked_for(store: Store) -> None:
    rows = [row(number, Outcome.CRASHED, error="one" if number < 3 else "another") for number in range(6)]
    store.add([*rows, row(6)])
    assert store.failures(9, [one.key for one in rows]) == [("crashed", "another", 3), ("crashed", "one", 3)]
    assert store.failures(1, [one.key for one in rows[1:4]]) == [("crashed", "one", 2)]
    assert store.failures(9, [row(6).key, "no such key"]) == []


def test_a_database_of_another_program_is_refused_and_left_as_it_is(store: Store) -> None:
    package = importlib.import_module({".duckdb": "duckdb", ".sqlite": "sqlite3"}[store.path.suffix])
    connection = package.connect(str(store.path))
    connection.execute("CREATE TABLE rows (key VARCHAR, outcome VARCHAR)")
    connection.commit()
    connection.close()
    before = store.path.read_bytes()
    for use in (store.rows, store.keys, lambda: store.add([row(1)])):
        with pytest.raises(ModelError, match="a database, but no store of a sweep"):
            use()
    assert store.path.read_bytes() == before


def test_a_store_where_nothing_can_be_written_can_be_read(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    store.add([row(1)])
    before = store.path.read_bytes()

    def refuse(path: Path, patience: float) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    monkeypatch.setattr("seqform.experiments.store.exclusive", refuse)
    assert store.keys() == {row(1).key}
    assert [one.key for one in store.rows()] == [row(1).key]
    assert store.path.read_bytes() == before
    if store.path.suffix == ".duckdb":
        with pytest.raises(ModelError, match="cannot be written: Permission denied"):
            store.add([row(2)])


def test_bad_files_are_told_in_one_line(store: Store, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="there is no such store"):
        store.rows()
    store.path.write_text("this is no database at all, but long enough to be looked at\n" * 100, encoding="utf-8")
    with pytest.raises(ModelError, match=store.path.name):
        store.rows()
    with pytest.raises(ModelError, match=r"ends in \.csv or \.parquet"):
        store.export(tmp_path / "out.xls")
    with pytest.raises(ModelError, match=r"\.duckdb, \.sqlite, \.db"):
        open_store(tmp_path / "results.txt")
    with pytest.raises(ModelError, match="no folder"):
        open_store(tmp_path / "nowhere" / "results.duckdb")
    with pytest.raises(ModelError, match="no such store"):
        open_store(tmp_path / "other.duckdb", must_exist=True)


def test_a_missing_package_is_named_with_the_command_that_installs_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def absent(name: str, package: str | None = None) -> None:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)

    monkeypatch.setattr(importlib, "import_module", absent)
    monkeypatch.delitem(sys.modules, "duckdb", raising=False)
    with pytest.raises(BackendNotInstalledError, match=r'pip install "seqform\[sweeps\]"'):
        open_store(tmp_path / "results.duckdb").rows()


def test_processes_that_write_at_once_lose_nothing(store: Store) -> None:
    program = (
        "import sys\n"
        "from seqform.experiments.values import Case\n"
        "from seqform.experiments.rows import Outcome, Row\n"
        "from seqform.experiments.store import open_store\n"
        "for number in range(10):\n"
        "    case = Case('kuhn', seed=100 * int(sys.argv[2]) + number)\n"
        "    open_store(sys.argv[1]).add([Row(case.key, case.as_dict(), Outcome.CERTIFIED)])\n"
    )
    writers = [subprocess.Popen([sys.executable, "-c", program, str(store.path), str(number)]) for number in range(3)]
    assert [writer.wait(timeout=60) for writer in writers] == [0, 0, 0]
    assert sorted(one.case["seed"] for one in store.rows()) == sorted(
        100 * writer + number for writer in range(3) for number in range(10)
    )


def test_a_half_written_line_is_left_out_and_read_when_it_is_whole(tmp_path: Path) -> None:
    journal, reader = Journal(tmp_path, "driver"), JournalReader(tmp_path, "driver")
    journal.write(row(1))
    (path,) = reader.paths()
    whole = path.read_bytes()
    with path.open("ab") as file:
        file.write(whole[:50])
    assert [one.case["seed"] for one in reader.new_rows()] == [1]
    assert reader.new_rows() == []
    with path.open("ab") as file:
        file.write(whole[50:])
    assert [one.case["seed"] for one in reader.new_rows()] == [1]
    assert reader.processes() == {path: os.getpid()}
    journal.close()


def test_a_row_after_one_that_was_written_by_half_is_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal, reader = Journal(tmp_path, "driver"), JournalReader(tmp_path, "driver")
    write, calls = os.write, []

    def half(descriptor: int, data: bytes) -> int:
        calls.append(data)
        if len(calls) % 2 == 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(descriptor, data[: len(data) // 2])

    monkeypatch.setattr(os, "write", half)
    for number in (1, 2):
        with pytest.raises(JournalError, match=r"driver-.*\.jsonl: a row cannot be written: No space left on device"):
            journal.write(row(number))
    monkeypatch.setattr(os, "write", write)
    journal.write(row(3))
    journal.write(row(4))
    journal.close()
    assert [one.case["seed"] for one in reader.new_rows()] == [3, 4]


def test_a_lock_is_open_again_when_its_holder_is_gone(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    lock = FileLock(path)
    assert is_locked(path)
    with pytest.raises(BlockingIOError):
        FileLock(path)
    lock.release()
    assert not is_locked(path)
    holder = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import sys, time; from pathlib import Path; from seqform.experiments.file_lock import FileLock;"
            "lock = FileLock(Path(sys.argv[1])); print('held', flush=True); time.sleep(60)",
            str(path),
        ],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert holder.stdout is not None
    with holder.stdout:
        assert holder.stdout.readline() == "held\n"
        assert is_locked(path)
        holder.kill()
        holder.wait()
    assert not is_locked(path)


def cases(count: int) -> list[Case]:
    return [Case("kuhn", seed=number) for number in range(count)]


def finished(case: Case, outcome: Outcome = Outcome.CERTIFIED, started: str = "1") -> Row:
    return Row(case.key, case.as_dict(), outcome, started=started)


def test_two_drivers_never_take_on_the_same_case(store: Store) -> None:
    first, second = Ledger(store, cases(10)), Ledger(store, cases(10))
    mine, theirs = first.turn([], 4), second.turn([], 100)
    assert len(mine) == 4
    assert len(theirs) == 6
    assert not {case.key for case in mine} & {case.key for case in theirs}
    assert second.turn([], 100) == []
    first.leave([finished(case) for case in mine])
    assert second.turn([finished(case) for case in theirs], 100) == []
    assert second.found.total() == 4
    assert not second.missing
    second.leave([])
    assert len(store.keys()) == 10
    assert not JournalFolder(store.path).path.exists()


def test_what_a_dead_driver_claimed_is_free_and_what_it_had_finished_is_kept(store: Store) -> None:
    dead = Ledger(store, cases(3))
    taken = dead.turn([], 3)
    journal = Journal(dead.folder.path, dead.driver)
    journal.write(finished(taken[0]))
    journal.close()
    dead._lock.release()  # as the system does when a process dies
    heir = Ledger(store, cases(3))
    assert heir.found == {Outcome.CERTIFIED: 1}
    assert [case.key for case in heir.turn([], 9)] == [case.key for case in taken[1:]]
    heir.leave([])


def test_a_driver_that_dies_while_another_works_is_noticed(store: Store) -> None:
    first, second = Ledger(store, cases(2)), Ledger(store, cases(2))
    taken = first.turn([], 2)
    journal = Journal(first.folder.path, first.driver)
    journal.write(finished(taken[0]))
    assert second.turn([], 2) == []
    journal.close()
    first._lock.release()
    assert [case.key for case in second.turn([], 2)] == [taken[1].key]
    assert second.found == {Outcome.CERTIFIED: 1}
    second.leave([])


def test_rows_that_got_lost_on_the_way_from_the_journal_are_found_at_the_end(store: Store) -> None:
    ledger = Ledger(store, cases(1))
    (case,) = ledger.turn([], 1)
    journal = Journal(ledger.folder.path, ledger.driver)
    journal.write(finished(case))
    journal.close()
    ledger.leave([], interrupted=True)
    assert store.keys() == {case.key}


@pytest.mark.parametrize("wrong", [{"seed": 10**23}, {"game": "\udcff"}, {"preprocess": 3}])
def test_a_row_that_cannot_be_stored_is_set_aside_and_stops_no_later_sweep(store: Store, wrong: dict[str, Any]) -> None:
    good, bad = finished(cases(2)[0]), finished(cases(2)[1])
    bad.case.update(wrong)
    dead = Ledger(store, cases(2))
    dead.turn([], 2)
    journal = Journal(dead.folder.path, dead.driver)
    for one in (bad, good):
        journal.write(one)
    journal.close()
    dead._lock.release()
    heir = Ledger(store, cases(2))
    assert heir.found == {Outcome.CERTIFIED: 1}
    with pytest.raises(RowError, match=r"1 rows could not be stored and are in .*\.refused"):
        heir.leave([])
    assert not heir.folder.path.exists()
    assert [row_from(line) for line in heir.folder.refused.read_text(encoding="utf-8").splitlines()] == [bad]
    after = Ledger(store, cases(2))
    assert len(after.missing) == 1
    after.leave([finished(cases(2)[1])])
    assert len(store.keys()) == 2


def test_a_row_that_cannot_be_stored_leaves_the_others_of_its_sweep(store: Store) -> None:
    ledger = Ledger(store, cases(3))
    rows = [finished(case) for case in cases(3)]
    rows[1].case["seed"] = -(10**23)
    ledger.turn(rows[:2], 1)
    with pytest.raises(RowError, match="1 rows"):
        ledger.leave(rows[2:])
    assert store.keys() == {rows[0].key, rows[2].key}


def test_failures_are_run_again_only_when_asked(store: Store) -> None:
    first, second = cases(2)
    store.add([finished(first), finished(second, Outcome.TIMED_OUT)])
    again = Ledger(store, cases(2))
    assert not again.missing
    again.leave([])
    retry = Ledger(store, cases(2), retry_failed=True)
    assert [case.key for case in retry.turn([], 9)] == [second.key]
    retry.leave([finished(second, started="2")])
    assert {one.outcome for one in store.rows()} == {Outcome.CERTIFIED}


def test_a_store_of_sqlite_can_be_read_by_anything(tmp_path: Path) -> None:
    store = open_store(tmp_path / "results.db")
    Ledger(store, cases(1)).leave([finished(cases(1)[0])])
    connection = sqlite3.connect(store.path)
    try:
        assert connection.execute("SELECT game, outcome FROM results").fetchall() == [("kuhn", "certified")]
    finally:
        connection.close()


def test_it_is_told_that_a_store_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    pytest.importorskip("duckdb", reason="stores in DuckDB need it")
    monkeypatch.setattr("seqform.experiments.store.PATIENCE", 0.3)
    monkeypatch.setattr("seqform.experiments.store.SILENCE", 0.1)
    store = open_store(tmp_path / "held.duckdb")
    store.add([row(1)])
    program = "import duckdb, sys, time; held = duckdb.connect(sys.argv[1]); print('open', flush=True); time.sleep(60)"
    holder = subprocess.Popen([sys.executable, "-c", program, str(store.path)], stdout=subprocess.PIPE)
    try:
        assert holder.stdout is not None and holder.stdout.readline() == b"open\n"
        with pytest.raises(ModelError, match="another program has it open; close that and try again"):
            store.keys()
    finally:
        holder.kill()
        holder.communicate()
    (message,) = caplog.messages
    assert message == f"{store.path}: another program has it open; waiting up to 0.3 s"


# ---- stores of unknown origin ----


def execute(store: Store, *statements: str) -> None:
    package = importlib.import_module({".duckdb": "duckdb", ".sqlite": "sqlite3"}[store.path.suffix])
    connection = package.connect(str(store.path))
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


@pytest.fixture
def duck(tmp_path: Path) -> Store:
    pytest.importorskip("duckdb", reason="stores in DuckDB need it")
    return open_store(tmp_path / "results.duckdb")


def uses(store: Store, tmp_path: Path) -> list[Callable[[], object]]:
    return [store.rows, store.keys, lambda: store.failures(1, []), lambda: store.export(tmp_path / "out.csv")]


def test_a_view_over_a_file_in_place_of_the_rows_is_not_read(duck: Store, tmp_path: Path) -> None:
    secret = tmp_path / "secret.json"
    secret.write_text(row_text(row(1)), encoding="utf-8")
    columns = ", ".join("content AS row" if name == "row" else f"NULL AS {name}" for name in COLUMNS)
    execute(duck, f"CREATE VIEW rows AS SELECT {columns} FROM read_text('{secret}')")
    attempts: list[Callable[[], object]] = [*uses(duck, tmp_path), lambda: duck.add([row(2)])]
    for use in attempts:
        with pytest.raises(ModelError, match="a database, but no store of a sweep: it has no table rows"):
            use()


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("CREATE VIEW other AS SELECT * FROM rows", "its view 'other'"),
        ("CREATE MACRO json_keys(x) AS 'else'", "its macro 'json_keys'"),
        ("CREATE MACRO duckdb_tables() AS TABLE SELECT 'rows' AS table_name", "its macro 'duckdb_tables'"),
        ("CREATE TABLE other (x INTEGER)", "its table 'other'"),
        ("CREATE SCHEMA s; CREATE TABLE s.rows (x INTEGER)", r"its table 's\.rows'"),
        ("CREATE TYPE JSON AS VARCHAR", "its type 'JSON'"),
        ("CREATE SEQUENCE numbers", "its sequence 'numbers'"),
        ("CREATE INDEX places ON rows (nodes)", "its index 'places'"),
        ("ALTER TABLE rows ALTER seed SET DEFAULT 7", "it has no table rows"),
        ("ALTER TABLE rows ADD COLUMN more INTEGER", "it has no table rows"),
        ("DROP TABLE claims; CREATE TABLE claims (key VARCHAR)", "its table 'claims'"),
    ],
)
def test_a_duckdb_file_that_defines_anything_else_is_refused(
    duck: Store, statement: str, message: str, tmp_path: Path
) -> None:
    duck.add([row(1)])
    execute(duck, *statement.split("; "))
    for use in uses(open_store(duck.path), tmp_path)[:1]:
        with pytest.raises(ModelError, match=message):
            use()
    with pytest.raises(ModelError, match=message):
        open_store(duck.path).add([row(2)])


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("CREATE VIEW other AS SELECT * FROM rows", "its view 'other'"),
        ("CREATE TRIGGER t AFTER INSERT ON rows BEGIN DELETE FROM rows; END", "its trigger 't'"),
        ("CREATE TABLE other (x INTEGER)", "its table 'other'"),
        ("CREATE INDEX places ON rows (nodes)", "its index 'places'"),
        ("ALTER TABLE rows ADD COLUMN more INTEGER GENERATED ALWAYS AS (nodes + 1)", "it has no table rows"),
        ("ALTER TABLE rows RENAME TO old_rows", "it has no table rows"),
    ],
)
def test_an_sqlite_file_that_defines_anything_else_is_refused(statement: str, message: str, tmp_path: Path) -> None:
    store = open_store(tmp_path / "results.sqlite")
    store.add([row(1)])
    execute(store, statement)
    for use in (open_store(store.path).rows, lambda: open_store(store.path).add([row(2)])):
        with pytest.raises(ModelError, match=message):
            use()


def test_a_store_has_no_access_to_other_files(duck: Store, tmp_path: Path) -> None:
    duck.add([row(1)])
    secret = tmp_path / "secret"
    secret.write_text("secret", encoding="utf-8")
    for query in (f"SELECT * FROM read_text('{secret}')", f"ATTACH '{tmp_path / 'other.duckdb'}'", "SET threads = 2"):
        for reading in (True, False):
            with (
                pytest.raises(ModelError, match=r"disabled by configuration|has been locked"),
                duck.session(reading=reading) as session,
            ):
                session.ask(query)


def test_an_sqlite_store_attaches_nothing(tmp_path: Path) -> None:
    store = open_store(tmp_path / "results.sqlite")
    with pytest.raises(ModelError, match="too many attached databases"), store.session() as session:
        session.ask(f"ATTACH '{tmp_path / 'other.sqlite'}' AS other")
    assert not (tmp_path / "other.sqlite").exists()


@pytest.mark.parametrize(
    "text",
    [
        "not a row",
        "[" * 100_000,
        "[1]",
        "{}",
        '"x"',
        json.dumps({"key": "k", "case": {}, "outcome": "certified", "bounds": [], "value": None, "exact_value": None}),
        json.dumps({**row(1).as_dict(), "case": {**row(1).case, "parameters": [1]}}),
        json.dumps({**row(1).as_dict(), "started": 5}),
        json.dumps({**row(1).as_dict(), "value": [1]}),
        json.dumps({**row(1).as_dict(), "bounds": [[1, 2]]}),
        json.dumps({**row(1).as_dict(), "seconds": 10**30}),
    ],
)
def test_rows_of_another_form_are_one_line(store: Store, text: str) -> None:
    store.add([row(1)])
    escaped = text.replace("'", "''")
    execute(store, f"UPDATE rows SET row = '{escaped}'")
    with pytest.raises(ModelError, match=r"not a row|Expecting value|Extra data") as caught:
        open_store(store.path).rows()
    assert "\n" not in str(caught.value)


def test_more_rows_than_a_file_of_its_size_can_hold_are_refused(duck: Store) -> None:
    duck.add([row(1)])
    rest = ", ".join("i::VARCHAR" if name == "key" else "NULL" for name in COLUMNS)
    with duck.session() as session:
        session.ask(f"INSERT INTO rows SELECT {rest} FROM range(100000) t(i)")
    size = duck.path.stat().st_size
    store = open_store(duck.path)
    store._size = lambda: 3_000_000  # type: ignore[method-assign]
    with pytest.raises(ModelError, match="out of proportion to the file"):
        store.rows()
    assert size > 0


@pytest.mark.parametrize("length", [2**20])
def test_rows_with_more_text_than_a_file_of_its_size_can_hold_are_refused(
    store: Store, length: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("seqform.experiments.store.MOST_TEXT", length)
    monkeypatch.setattr("seqform.experiments.store.GREATEST_RATIO", 0)
    store.add([row(1, error="x" * length)])
    with pytest.raises(ModelError, match="out of proportion to the file"):
        store.rows()


def test_a_log_of_duckdb_beside_a_store_is_read_or_refused(duck: Store) -> None:
    duck.add([row(1)])
    log = duck.path.with_name(duck.path.name + ".wal")
    log.write_bytes(bytes(range(256)) * 10)
    with contextlib.suppress(ModelError):
        assert {one.key for one in duck.rows()} <= {row(1).key}


def test_a_name_that_is_not_utf8_is_refused_for_duckdb_and_taken_for_sqlite(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="not a name in UTF-8, which DuckDB needs; rename the file"):
        open_store(tmp_path / "caf\udce9.duckdb")
    store = open_store(tmp_path / "caf\udce9.sqlite")
    store.add([row(1)])
    assert len(store.rows()) == 1


def test_links_and_pipes_among_the_journals_are_left_alone(tmp_path: Path) -> None:
    folder = tmp_path / "results.duckdb.journal"
    folder.mkdir()
    other = tmp_path / "other.jsonl"
    other.write_text(row_text(row(1)) + "\n", encoding="utf-8")
    (folder / "d-1-a.jsonl").symlink_to(other)
    os.mkfifo(folder / "d-2-b.jsonl")
    (folder / "d-x-c.jsonl").write_text("[" * 100_000 + "\n" + row_text(row(2)) + "\n", encoding="utf-8")
    reader = JournalReader(folder, "d")
    assert [one.key for one in reader.new_rows()] == [row(2).key]
    assert set(reader.processes().values()) == {1, 2}


def test_a_lock_that_is_a_link_is_not_followed(tmp_path: Path) -> None:
    target = tmp_path / "target"
    (tmp_path / "lock").symlink_to(target)
    with pytest.raises(OSError, match="symbolic link"):
        FileLock(tmp_path / "lock")
    assert not target.exists()


@pytest.mark.parametrize("text", ["[1, 2]", "7", '"x"'])
def test_parameters_that_are_no_table_have_no_columns_of_their_own(store: Store, text: str, tmp_path: Path) -> None:
    store.add([row(1), row(2)])
    execute(store, f"UPDATE rows SET parameters = '{text}' WHERE key = '{row(1).key}'")
    open_store(store.path).export(tmp_path / "out.csv")
    with (tmp_path / "out.csv").open(encoding="utf-8", newline="") as file:
        assert sorted(record["bet"] for record in csv.DictReader(file)) == ["", "2"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
@pytest.mark.parametrize("suffix", [".sqlite", ".duckdb"])
def test_a_pipe_is_no_store_and_is_not_waited_for(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"pipe{suffix}"
    os.mkfifo(path)
    store = open_store(path)
    for use in (store.rows, lambda: store.add([row(1)])):
        with pytest.raises(ModelError, match="a store is a regular file"):
            use()
