"""The benchmark of sweeps, on few cases."""

from __future__ import annotations

import importlib
import os
import time
from pathlib import Path
from types import ModuleType

import pytest

pytest.importorskip("psutil", reason="sweeps need it for worker processes")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="processes cannot be bound to cores here"),
]


@pytest.fixture
def bench(results: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    module = importlib.import_module("bench_sweeps")
    monkeypatch.setattr(module, "SPEC", module.SPEC.replace("[0, 250]", "[0, 1]"))
    monkeypatch.setattr(module, "CASES", 4)
    return module


def test_a_sweep_is_timed_with_its_driver_and_its_cases_without_one(bench: ModuleType, tmp_path: Path) -> None:
    spec = tmp_path / "sweep.toml"
    spec.write_text(bench.SPEC, encoding="utf-8")
    begun = time.perf_counter()
    alone, (swept, driver) = bench.seconds_alone(spec, 2), bench.seconds_swept(spec, bench.Way(1, 1))
    assert alone + swept < time.perf_counter() - begun
    assert min(alone, swept, driver) > 0


def test_the_page_compares_with_one_core(bench: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(bench, "seconds_alone", lambda spec, processes: float(processes))
    monkeypatch.setattr(bench, "seconds_swept", lambda spec, way: (8 / (way.workers * way.cores), 0.01))
    table = bench.sections(tmp_path / "sweep.toml", 1)[1].splitlines()
    assert table[2:5] == [
        "| 1 | 1 | 8.00 | 2.50 | 1.00 |",
        "| 1 | 2 | 4.00 | 2.50 | 2.00 |",
        "| 2 | 2 | 2.00 | 2.50 | 4.00 |",
    ]
