"""The benchmarks of Lemke paths, at tiny sizes."""

from __future__ import annotations

import importlib
import math
from pathlib import Path
from types import ModuleType

import pytest

import seqform as sf

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def bench_lemke(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    pytest.importorskip("matplotlib", reason="the extra 'plots' brings matplotlib")
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    return importlib.import_module("bench_lemke")


def test_lemke_runs_are_counted_by_depth_and_start(bench_lemke: ModuleType) -> None:
    runs = bench_lemke.speed_runs((3, 4), games=2, repeat=3, time_limit=60)
    assert [(run.depth, run.start) for run in runs] == [
        (depth, start) for depth in (3, 4) for _ in range(2) for start in ("centroid", "random")
    ]
    for run in runs:
        assert run.pivots > 0
        assert 0 < sum(run.phases.values()) <= run.seconds
    rows = [line.split(" | ") for line in bench_lemke.speed_section(runs, 60).splitlines() if line.startswith("| ")]
    assert [row[:4] for row in rows[2:]] == [
        [f"| {depth}", nodes, start, "2"] for depth, nodes in ((3, "15"), (4, "31")) for start in ("centroid", "random")
    ]


def test_a_lemke_run_that_meets_its_limit_is_shown_as_such(bench_lemke: ModuleType) -> None:
    run = bench_lemke.timed(10, 0, "centroid", 1e-9)
    assert math.isinf(run.seconds)
    assert run.pivots == 0, "the limit comes before the path begins"
    assert "over the limit" in bench_lemke.speed_section([run] * 3 + [bench_lemke.timed(10, 0, "random", 1e-9)], 1e-9)


def test_growth_is_the_power_of_the_number_of_nodes(bench_lemke: ModuleType) -> None:
    times = {depth: 1e-3 * bench_lemke.nodes(depth) ** 1.5 for depth in range(5, 9)}
    assert bench_lemke.exponent(times) == pytest.approx(1.5)
    assert bench_lemke.exponent({**times, 9: math.inf}) == pytest.approx(1.5)
    assert bench_lemke.exponent(bench_lemke.PAPER_SECONDS) == pytest.approx(2.82, abs=0.01)


def test_the_tableau_is_compared_on_the_same_path(bench_lemke: ModuleType) -> None:
    race = bench_lemke.against_tableau(4, 0, 1)
    assert race.other > 0
    assert race.ours["fast engine"] > 0


def test_ratios_are_those_of_the_medians_with_the_smallest_and_the_largest_of_one_game(bench_lemke: ModuleType) -> None:
    found = [bench_lemke.Race(4, other, {"ours": ours}) for other, ours in ((1, 0.5), (6, 2.0), (8, 1.0))]
    assert bench_lemke.comparison(found, "other").splitlines()[-1] == "| 4 | 3 | 6 | 1 | 6 (2 to 8) |"


def test_gambits_profile_is_certified_before_its_time_counts(
    bench_lemke: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pygambit", reason="the extra 'gambit' brings pygambit")
    race = bench_lemke.against_gambit(3, 0, 1)
    assert race.other > 0
    assert min(race.ours.values()) > 0
    monkeypatch.setattr(bench_lemke, "profile_from_pygambit", lambda theirs, game: sf.uniform_profile(game))
    with pytest.raises(AssertionError):
        bench_lemke.against_gambit(3, 0, 1)


def test_the_scaling_picture_is_the_same_for_the_same_times(bench_lemke: ModuleType, tmp_path: Path) -> None:
    runs = [bench_lemke.Run(depth, "centroid", 9, 0.1 * depth, {}) for depth in (3, 3, 4)]
    runs.append(bench_lemke.Run(4, "centroid", 9, math.inf, {}))
    races = [bench_lemke.Race(3, 2.0, {}), bench_lemke.Race(4, 5.0, {})]
    for name in ("once.svg", "twice.svg"):
        bench_lemke.draw_picture(runs, races, races, tmp_path / name)
    text = (tmp_path / "once.svg").read_text(encoding="utf-8")
    assert text == (tmp_path / "twice.svg").read_text(encoding="utf-8")
    assert "seqform, integer tableau" in text


def test_the_first_solve_of_a_process_is_timed_beside_its_second(bench_lemke: ModuleType) -> None:
    page = bench_lemke.first_solve_section((4,), compiling=False, repeat=1)
    depth, engine, processes, *seconds = page.splitlines()[-1].strip("| ").split(" | ")
    assert (depth, engine, processes) == ("4", "on disk", "1")
    assert len(seconds) == 3 and min(map(float, seconds)) >= 0 < max(map(float, seconds))
