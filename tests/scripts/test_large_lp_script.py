"""The benchmark of LP solvers: small decks, interrupted and resumed."""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

from seqform.models.programs.solutions import RawSolution, Termination

pytestmark = pytest.mark.slow

TINY = ["--ranks", "2", "--suits", "2", "--forms", "plain", "sparsified", "restricted", "--solvers", "HiGHS ipx"]


@pytest.fixture
def bench(results: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    module = importlib.import_module("bench_large_lp")
    monkeypatch.setattr(module, "RESULTS", results)
    return module


def test_every_run_is_written_and_none_is_repeated(
    bench: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["bench_large_lp.py", *TINY])
    bench.main()
    rows = bench.table_records(tmp_path / "large_lp.md")
    assert [(row["ranks"], row["form"], row["solver"]) for row in rows] == [
        ("2", form, "HiGHS ipx") for form in ("plain", "sparsified", "restricted")
    ]
    for facts in rows:
        assert facts["status"] == "solved"
        assert 0 <= float(facts["nash_conv"]) < 1e-5
        assert float(facts["memory, MB"]) > 50
    page = (tmp_path / "large_lp.md").read_text(encoding="utf-8")
    assert "that of a row was `python scripts/bench_large_lp.py --ranks RANKS" in page
    capsys.readouterr()
    monkeypatch.setattr(bench, "measured_row", lambda *_: pytest.fail("what is there is not run again"))
    bench.main()
    assert bench.table_records(tmp_path / "large_lp.md") == rows


def test_a_process_is_stopped_at_its_limit(bench: ModuleType) -> None:
    finished = bench.run_measured(["sh", "-c", "echo begun; exec sleep 600"], 5)
    assert finished.killed
    assert finished.output == "begun\n"


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the system does not report a process's memory")
def test_memory_of_a_process_is_measured(bench: ModuleType) -> None:
    small = bench.run_measured([sys.executable, "-c", "import time; time.sleep(2)"], 200)
    large = bench.run_measured([sys.executable, "-c", "x = b'1' * 200_000_000; import time; time.sleep(2)"], 200)
    assert not large.killed
    assert large.peak_bytes - small.peak_bytes > 150_000_000


def test_a_solver_that_cannot_run_is_reported_and_left_out(
    bench: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(bench.SOLVERS, "nowhere", bench.Solver("no such backend", {}))
    assert bench.unavailable("nowhere")
    assert "no such backend" in capsys.readouterr().err


def test_a_solver_without_memory_gives_a_row_with_that_status(
    bench: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Hungry:
        def solve(self, program: object, options: object) -> None:
            raise MemoryError("std::bad_alloc")

    monkeypatch.setattr(bench, "get", lambda _: Hungry())
    monkeypatch.setattr(sys, "argv", ["bench_large_lp.py", *TINY[:4], "--forms", "plain", *TINY[-2:], "--one"])
    bench.main()
    facts = json.loads(capsys.readouterr().out)
    assert facts["status"] == "out of memory"
    assert facts["nash_conv"] is None
    assert facts["rows"] > 0
    assert bench.status_of(RawSolution(Termination.ERROR, "Memory limit reached"), 21.0) == "out of memory (21 GB)"
