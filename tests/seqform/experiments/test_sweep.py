"""Sweeps as a whole: limits, crashes, resumption, clusters, and the command."""

import csv
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import psutil
import pytest
from command_line import Run, mounted, python
from kill_storm import storm, workers_of

import seqform
from seqform.errors import ModelError, OptionError
from seqform.experiments.executors import InProcess, MemoryWatch
from seqform.experiments.rows import Outcome, Row, row_text
from seqform.experiments.store import open_store
from seqform.experiments.sweep import SweepSummary, sweep

pytestmark = pytest.mark.slow

LONG = "tic-tac-toe"
"""A game that takes seconds and hundreds of megabytes."""

ENDLESS = {"game": "leduc", "backend": "cfr", "options": {"tolerance": 1e-14}}
"""A case whose solver does not end by itself."""

EFG = (
    'EFG 2 R "t" { "a" "b" }\np "" 1 1 "x" { "l" "r" } 0\nt "" 1 "" { 1 -1 }\nt "" 2 "" { 2, -2 }\n'
)


def rows_of(store: Path, name: str = "") -> dict[str, Row]:
    """Return the rows of a store by a name in their cases, or else by their keys."""
    return {row.case[name] if name else row.key: row for row in open_store(store).rows()}


def test_rows_of_other_versions_are_named_and_those_of_older_ones_replaced_when_asked(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store, spec = tmp_path / "x.sqlite", {"grid": [{"game": "kuhn", "bet": [1, 2, 3, 4]}]}
    sweep(spec, store=store, workers=0)
    for row, version in zip(
        open_store(store).rows(), ("", "0.9.0", seqform.__version__, "99.0.0"), strict=True
    ):
        with sqlite3.connect(store) as connection:
            text = row_text(replace(row, versions={"seqform": version}, nash_conv=float("nan")))
            connection.execute("UPDATE rows SET row = ? WHERE key = ?", [text, row.key])
        connection.close()
    found = sweep(spec, store=store, workers=0)
    assert (found.found.total(), found.others) == (4, {"": 1, "0.9.0": 1, "99.0.0": 1})
    assert [message.partition(": ")[2] for message in caplog.messages] == [
        "1 row of an unknown version of seqform, 1 row of seqform 0.9.0, 1 row of seqform 99.0.0, and this is seqform "
        f"{seqform.__version__}; again_if_older (--again-if-older) runs the cases of older versions again"
    ]
    again = sweep(spec, store=store, workers=0, again_if_older=True)
    assert (again.ran.total(), again.found.total(), again.others) == (2, 2, {"99.0.0": 1})
    assert sorted(row.version for row in open_store(store).rows()) == [
        *[seqform.__version__] * 3,
        "99.0.0",
    ]
    assert sweep(spec, store=store, workers=0, again_if_older=True).ran.total() == 0


def wait_until(condition: Callable[[], Any], seconds: float = 200) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_only_what_is_missing_is_run_and_failures_again_only_when_asked(tmp_path: Path) -> None:
    store, refused = tmp_path / "kuhn.sqlite", {"game": "kuhn", "watch": ["1:X:bet"]}
    few = sweep({"grid": [{"game": "kuhn", "bet": [1, 2]}, refused]}, store=store, workers=0)
    assert (few.total, few.ran, few.found.total()) == (
        3,
        {Outcome.CERTIFIED: 2, Outcome.REFUSED: 1},
        0,
    )
    before = rows_of(store)
    spec = {"store": str(store), "grid": [{"game": "kuhn", "bet": [1, 2, 3]}, refused]}
    more = sweep(spec, workers=0)
    assert (more.total, more.ran.total(), more.found.total(), more.failed) == (4, 1, 3, 1)
    after = rows_of(store)
    assert {key: after[key] for key in before} == before
    assert len(after) == 4
    assert sweep(spec, workers=0, retry_failed=True).ran == {Outcome.REFUSED: 1}


@pytest.mark.parametrize(
    ("limits", "cluster", "outcome", "error"),
    [
        ({"time": 5}, None, Outcome.TIMED_OUT, "stopped after 5 s, the limit"),
        ({"time": 5}, "local", Outcome.TIMED_OUT, "stopped after 5 s, the limit"),
        (
            {"time": 200, "memory": "220 MB"},
            None,
            Outcome.OUT_OF_MEMORY,
            r"stopped at \d+ MB, above the limit",
        ),
        (
            {"memory": "10 MB"},
            None,
            None,
            r"memory = 10 MB is less than the \d+ MB that a worker holds",
        ),
        (
            {"memory": "10 MB"},
            "local",
            None,
            r"memory = 10 MB is less than the \d+ MB that a worker holds",
        ),
    ],
)
def test_a_case_over_a_limit_is_stopped_and_a_limit_below_an_idle_worker_is_refused(
    tmp_path: Path, limits: dict[str, Any], cluster: str | None, outcome: Outcome | None, error: str
) -> None:
    if cluster is not None:
        pytest.importorskip("distributed", reason="clusters are of Dask")
    store = tmp_path / "x.sqlite"
    long = ENDLESS if outcome is Outcome.TIMED_OUT else {"game": LONG}
    spec = {"case": [long, {"game": "kuhn"}], "limits": limits}
    if outcome is None:
        with pytest.raises(OptionError, match=error):
            sweep(spec, store=store, workers=1, cluster=cluster)
        assert not list(tmp_path.iterdir())
        return
    done = sweep(spec, store=store, workers=1, cluster=cluster)
    rows = rows_of(store, "game")
    assert done.outcomes == Counter(row.outcome for row in rows.values())
    short = rows["kuhn"].outcome
    assert short is Outcome.CERTIFIED or short is outcome is Outcome.TIMED_OUT  # loaded machine
    row = rows[str(long["game"])]
    assert row.outcome is outcome
    assert re.fullmatch(error, row.error)
    assert row.peak_bytes > 220e6 if "memory" in limits else row.seconds >= 4.9
    assert list(tmp_path.iterdir()) == [store]


def test_the_memory_of_a_solver_that_a_worker_has_begun_counts_and_the_solver_ends_too() -> None:
    child = "import time; held = b'1' * 300_000_000; time.sleep(600)"
    program = "import subprocess, sys; subprocess.Popen([sys.executable, '-c', sys.argv[1]]).wait()"
    worker = subprocess.Popen([sys.executable, "-c", program, child])
    try:
        wait_until(psutil.Process(worker.pid).children)
        watch, (begun,) = MemoryWatch(worker.pid), psutil.Process(worker.pid).children()
        wait_until(lambda: watch.held() > 300_000_000)
        assert watch.held() > 300_000_000
        watch.kill()
        assert worker.wait(timeout=100) == -signal.SIGKILL
        assert not psutil.wait_procs([begun], timeout=100)[1]
        assert watch.held() == 0
    finally:
        worker.kill()


FULL = """
import resource, signal, sys
from seqform.errors import SeqformError
from seqform.experiments.sweep import sweep
if __name__ == '__main__':
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    sweep({'case': [{'game': 'kuhn'}]}, store=sys.argv[1], workers=0)
    resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, resource.RLIM_INFINITY))
    grid = {'game': 'kuhn', 'bet': {'range': [1, 200]}}
    try:
        sweep({'grid': [grid]}, store=sys.argv[1], workers=int(sys.argv[2]))
    except SeqformError as error:
        print(type(error).__name__)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="the size of files is limited the POSIX way")
@pytest.mark.parametrize("workers", [0, 1])
def test_a_full_disk_stops_the_sweep_with_one_error_and_no_crashed_row(
    tmp_path: Path, workers: int
) -> None:
    script, store = tmp_path / "full.py", tmp_path / "kuhn.sqlite"
    script.write_text(FULL, encoding="utf-8")
    assert python(script, store, workers, check=True).stdout.strip() == "StoreError"
    assert {row.outcome for row in open_store(store).rows()} == {Outcome.CERTIFIED}
    more = sweep({"grid": [{"game": "kuhn", "bet": {"range": [1, 30]}}]}, store=store, workers=0)
    assert more.outcomes == {Outcome.CERTIFIED: 29}
    assert more.found.total() > 5


@pytest.mark.parametrize(("kilobytes", "workers"), [(4, 0), (24, 0), (40, 2)])
def test_a_store_on_a_full_disk_is_one_line_whichever_process_finds_that(
    tmp_path: Path, kilobytes: int, workers: int
) -> None:
    with mounted(tmp_path / "disk", 1024 * kilobytes) as disk:
        (tmp_path / "x.toml").write_text(
            f'store = "{disk}/x.sqlite"\n[[case]]\ngame = "kuhn"\n', encoding="utf-8"
        )
        done = python("-m", "seqform", "sweep", "x.toml", "--workers", workers, cwd=tmp_path)
    *before, last = done.stderr.splitlines()
    assert done.returncode == 2 and all(line.startswith("0 of 1 case") for line in before), (
        done.stderr
    )
    assert last.startswith(f"seqform: {disk}/x.sqlite") and re.search(
        "disk|No space|written", last
    ), last


def test_a_worker_that_dies_is_a_row_and_is_replaced(tmp_path: Path) -> None:
    store = tmp_path / "crash.sqlite"
    killed: list[int] = []

    def kill(_: SweepSummary) -> None:
        """Kill the worker once it holds so much that it must be at work on the long game."""
        for worker in workers_of(os.getpid()):
            if not killed and worker.memory_info().rss > 250e6:
                killed.append(worker.pid)
                worker.kill()

    sweep({"grid": [{"game": [LONG, "kuhn"]}]}, store=store, workers=1, progress=kill)
    rows = rows_of(store, "game")
    assert killed
    assert rows[LONG].outcome is Outcome.CRASHED
    assert rows[LONG].error == "the process was killed by SIGKILL"
    assert rows["kuhn"].outcome is Outcome.CERTIFIED


def test_one_process_two_workers_and_a_cluster_of_two_give_the_same(tmp_path: Path) -> None:
    pytest.importorskip("distributed", reason="clusters are of Dask")
    spec: dict[str, Any] = {
        "grid": [
            {
                "game": "kuhn",
                "bet": [1, "3/2"],
                "backend": ["highs", "lemke"],
                "watch": ["1:K:bet"],
            },
            {"game": "kuhn", "exact": True},
            {"game": "random-game", "zero_sum": False, "seed": {"range": [0, 2]}},
            {"game": "kuhn", "backend": "highs", "option": {"no_such": 1}},
        ],
        "case": [{"game": "leduc", "preprocess": "lossless", "options": {"target_gap": 0.05}}],
    }
    names = (
        "case",
        "outcome",
        "error",
        "value",
        "exact_value",
        "nash_conv",
        "certificate",
        "probabilities",
        "nodes",
    )
    ways: list[dict[str, Any]] = [
        {"workers": 0},
        {"workers": 2},
        {"workers": 2, "cluster": "local"},
    ]
    found = []
    for number, way in enumerate(ways):
        limits = {"limits": {"time": 60}} if "cluster" in way else {}
        done = sweep({**spec, **limits}, store=tmp_path / f"{number}.sqlite", **way)
        assert (done.total, done.outcomes[Outcome.CERTIFIED]) == (9, 8)
        rows = rows_of(done.store)
        found.append(
            {key: {name: getattr(row, name) for name in names} for key, row in rows.items()}
        )
    assert found[0] == found[1] == found[2]


@pytest.mark.timeout(1800)
def test_twenty_random_kills_lose_no_finished_case_and_repeat_none(tmp_path: Path) -> None:
    """As many as show both kinds of kills in all phases; `scripts/campaigns/kill_storm.py` runs hundreds."""
    done = storm(tmp_path, kills=20, cases=400, seed=5)
    assert done.killed["driver"] >= 2
    assert done.killed["worker"] >= 10


@pytest.mark.parametrize(
    ("more", "how", "message"),
    [
        (
            {"limits": {"time": 1}},
            {"workers": 0},
            "limits of time and memory need worker processes",
        ),
        ({}, {"workers": -1}, "from 0 on"),
        ({}, {"workers": 0, "cluster": "local"}, "no meaning with cluster"),
        ({}, {"workers": 2, "cluster": "tcp://127.0.0.1:1"}, "no meaning with cluster"),
        *(
            ({}, {"workers": 0, "shard": shard}, "shard: ")
            for shard in ((0, 2), (3, 2), 1, (1.0, 2))
        ),
    ],
)
def test_a_sweep_needs_a_store_and_workers_for_limits(
    tmp_path: Path, more: dict[str, Any], how: dict[str, Any], message: str
) -> None:
    spec = {"case": [{"game": "kuhn"}], **more}
    with pytest.raises(OptionError, match=message):
        sweep(spec, store=tmp_path / "x.sqlite", **how)
    assert not list(tmp_path.iterdir())
    with pytest.raises(ModelError, match="which store"):
        sweep(spec, **how)


SPEC = 'store = "kuhn.sqlite"\n[[grid]]\ngame = "kuhn"\nbet = [1, 2]\nbackend = ["highs", "hgs"]\n'


def test_the_command_lists_runs_and_exports_the_cases_and_lists_failures(
    seqform: Run, tmp_path: Path
) -> None:
    text = (
        SPEC.replace("hgs", "lemke")
        + '[[case]]\ngame = "kuhn"\nbackend = "scipy"\noptions.threads = 1\n'
    )
    (tmp_path / "sweep.toml").write_text(text, encoding="utf-8")
    status, out, _ = seqform("sweep", "sweep.toml", "--dry-run")
    assert status == 0 and "5 cases" in out and "kuhn(bet=2)" in out
    assert not (tmp_path / "kuhn.sqlite").exists()
    status, _, err = seqform("sweep", "sweep.toml", "--workers", "0", "--export", "out.csv")
    assert status == 0
    assert re.match(r"kuhn\.sqlite: 5 cases, 5 run in [\d.]+ s: 4 certified, 1 refused\n", err)
    assert "1 refused: option threads" in err
    with (tmp_path / "out.csv").open(encoding="utf-8", newline="") as file:
        cases = sorted(
            (one["bet"], one["backend"])
            for one in csv.DictReader(file)
            if one["outcome"] == "certified"
        )
    assert cases == [("1", "highs"), ("1", "lemke"), ("2", "highs"), ("2", "lemke")]
    status, _, err = seqform("sweep", "sweep.toml", "--workers", "0", "--store", "kuhn.sqlite")
    assert "0 run" in err and "5 had a row" in err
    status, out, _ = seqform("sweep", "--help")
    assert status == 0 and all(table in out for table in ("[[grid]]", "[[case]]", "[limits]"))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["sweep.toml"], "sweep.toml:5: grid 1, backend: 'hgs' is unknown; did you mean highs?"),
        (["other.toml"], "other.toml: cannot be read: No such file or directory\n"),
        (
            ["right.toml", "--store", "kuhn.duckdb"],
            "kuhn.duckdb: stores are SQLite files; use a name that ends in",
        ),
    ],
)
def test_a_mistake_gets_one_line_that_names_the_place(
    seqform: Run, tmp_path: Path, arguments: list[str], message: str
) -> None:
    (tmp_path / "sweep.toml").write_text(SPEC, encoding="utf-8")
    (tmp_path / "right.toml").write_text(SPEC.replace("hgs", "lemke"), encoding="utf-8")
    status, out, err = seqform("sweep", *arguments)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"seqform: {message}")


def test_ctrl_c_keeps_what_has_ended_and_the_same_command_goes_on(tmp_path: Path) -> None:
    spec = tmp_path / "sweep.toml"
    spec.write_text(
        f'store = "{tmp_path}/kuhn.sqlite"\n[[grid]]\ngame = "kuhn"\nbet = {{range = [1, 3001]}}\n',
        encoding="utf-8",
    )
    command = [sys.executable, "-m", "seqform", "sweep", str(spec), "--workers", "1"]
    store = tmp_path / "kuhn.sqlite"
    driver = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True)
    wait_until(lambda: store.exists() and store.stat().st_size and open_store(store).outcomes())
    os.killpg(driver.pid, signal.SIGINT)  # as a terminal does: to the workers too
    _, err = driver.communicate(timeout=200)
    assert driver.returncode == 130
    # During an import.
    assert "the same command continues from there" in err or err == "seqform: interrupted\n"
    assert "Traceback" not in err
    assert sorted(tmp_path.iterdir()) == [store, spec]
    kept = len(open_store(store).outcomes())
    assert 0 < kept < 3000
    spec.write_text(spec.read_text(encoding="utf-8").replace("3001", "11"), encoding="utf-8")
    after = python(*command[1:])
    assert after.returncode == 0
    assert f"{min(kept, 10)} had a row" in after.stderr


REPORTING = """
from dataclasses import replace
from seqform.__main__ import main
from seqform.backends import get
backend = type(get("cfr"))
solve = backend.solve
def reporting(self, model, options):
    if 300 < options.time_limit <= 400:  # and not of the warm-up
        options = replace(options, progress=lambda line: print(line, flush=True))
    return solve(self, model, options)
backend.solve = reporting
main()
"""
"""The command with a CFR that writes a line now and then."""


def test_ctrl_c_without_workers_stops_although_the_solver_makes_an_answer_of_it(
    tmp_path: Path,
) -> None:
    text = '[[case]]\ngame = "leduc"\nbackend = "cfr"\noptions = {tolerance = 1e-14, time_limit = 400}\n'
    (tmp_path / "sweep.toml").write_text(f'store = "leduc.sqlite"\n{text}', encoding="utf-8")
    command = [sys.executable, "-c", REPORTING, "sweep", "sweep.toml", "--workers", "0"]
    driver = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path
    )
    assert driver.stdout is not None and driver.stdout.readline().startswith("iteration")
    driver.send_signal(signal.SIGINT)
    _, err = driver.communicate(timeout=200)
    assert driver.returncode == 130
    # During an import.
    assert "the same command continues from there" in err or err == "seqform: interrupted\n"
    assert not open_store(tmp_path / "leduc.sqlite").outcomes()


def test_an_executor_that_fails_to_stop_leaves_no_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = {"store": str(tmp_path / "kuhn.sqlite"), "grid": [{"game": "kuhn", "bet": [1, 2, 3]}]}

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(InProcess, "close", interrupt)
        with pytest.raises(KeyboardInterrupt):
            sweep(spec, workers=0, progress=interrupt)
    assert list(tmp_path.iterdir()) == [tmp_path / "kuhn.sqlite"]
    assert sweep(spec, workers=0).outcomes == {Outcome.CERTIFIED: 3}


COUNTED = """
import sys, seqform.experiments.executors as executors
from seqform.experiments.declaration import Limits
from seqform.experiments.values import Case
class Counted(executors._Worker):
    number = 0
    def __init__(self, *arguments): Counted.number += 1; super().__init__(*arguments)
executors._Worker = Counted
if __name__ == '__main__':
    pool = executors.LocalPool(None, 1, Limits(memory=10**9), kept=float(sys.argv[1]))
    rows = [row for rows in pool.run(Case('kuhn', backend='highs', seed=seed) for seed in range(4)) for row in rows]
    pool.close()
    print(Counted.number, [row.case['seed'] for row in rows], {str(row.outcome) for row in rows})
"""


# Any case exceeds the second one.
@pytest.mark.parametrize(("share", "processes"), [(0.1, 1), (-1.0, 4)])
def test_a_worker_that_has_kept_much_memory_gives_way_after_its_case(
    share: float, processes: int
) -> None:
    assert python("-c", COUNTED, share).stdout == f"{processes} [0, 1, 2, 3] {{'certified'}}\n"


TALKING = """
import logging, seqform as sf
def game():
    logging.getLogger("seqform").warning("compiling all loops")
    return sf.load("kuhn")
"""


def test_what_every_worker_says_is_one_line(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "own.py").write_text(TALKING, encoding="utf-8")
    grid = {"game": f"{tmp_path / 'own.py'}:game", "backend": "highs", "seed": {"range": [0, 6]}}
    done = sweep({"grid": [grid]}, store=tmp_path / "own.sqlite", workers=2)
    assert done.outcomes == {Outcome.CERTIFIED: 6}
    assert caplog.messages.count("compiling all loops") == 1


BOTH = """
import sys
from seqform.experiments.sweep import sweep
if __name__ == '__main__':
    grid = {'game': 'kuhn', 'backend': 'highs', 'seed': {'range': [0, 100]}}
    done = sweep({'grid': [grid]}, store=sys.argv[1], workers=1)
    print(done.ran.total(), done.found.total(), *done.outcomes)
"""


def test_two_sweeps_at_once_run_every_case_once(tmp_path: Path) -> None:
    script, store = tmp_path / "driver.py", tmp_path / "kuhn.sqlite"
    script.write_text(BOTH, encoding="utf-8")
    command = [sys.executable, str(script), str(store)]
    drivers = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    ended = sorted(driver.communicate(timeout=250)[0] for driver in drivers)
    assert ended == ["0 100 certified\n", "100 0 certified\n"]
    assert len(rows_of(store)) == 100


def test_a_game_file_removed_while_the_sweep_runs_fails_case_by_case(tmp_path: Path) -> None:
    path = tmp_path / "game.efg"
    path.write_text(EFG, encoding="utf-8")
    spec = {
        "grid": [{"game": str(path), "seed": {"range": [0, 3]}}],
        "store": str(tmp_path / "x.sqlite"),
    }
    done = sweep(spec, workers=0, progress=lambda _: path.unlink(missing_ok=True))
    assert done.outcomes == {Outcome.CERTIFIED: 1, Outcome.REFUSED: 2}
    (failure,) = open_store(done.store).failures(3, done.keys)
    assert "cannot be read any more" in failure[1]
