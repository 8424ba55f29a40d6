"""Sweeps on clusters of Dask: schedulers that are away, workers that are missing or of another version."""

import contextlib
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from seqform.errors import BackendError
from seqform.experiments.rows import Outcome
from seqform.experiments.sweep import SweepSummary, sweep

distributed = pytest.importorskip("distributed", reason="clusters are of Dask")
pytestmark = pytest.mark.slow


def test_a_cluster_that_is_not_there_is_one_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("seqform.experiments.cluster.CONNECTION_PATIENCE", 1)
    with pytest.raises(
        BackendError, match=r"cluster tcp://127\.0\.0\.1:1: no scheduler of Dask there"
    ):
        sweep(
            {"case": [{"game": "kuhn"}]}, store=tmp_path / "x.sqlite", cluster="tcp://127.0.0.1:1"
        )
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("workers", "changed", "error"),
    [
        (0, {"WORKER_PATIENCE": 0.1}, "the scheduler has had no workers for 0.1 s; start some"),
        (
            1,
            {"_VERSION": "'0.9.0'"},
            "worker .* has seqform 0.9.0, and this is .*; install the same version on both",
        ),
        (
            1,
            {"_VERSION": "'99.0.0'", "__version__": "99.0.0"},
            r"a worker has seqform .*, and this is 99\.0\.0",
        ),
    ],
    ids=["no workers", "another version", "a row of another version"],
)
def test_a_cluster_without_workers_or_with_another_version_is_one_error(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    workers: int,
    changed: dict[str, Any],
    error: str,
) -> None:
    for name, value in changed.items():
        monkeypatch.setattr(f"seqform.experiments.cluster.{name}", value)
    with (
        distributed.LocalCluster(
            n_workers=workers, processes=False, dashboard_address="127.0.0.1:0"
        ) as cluster,
        pytest.raises(BackendError, match=error),
    ):
        sweep(
            {"case": [{"game": "kuhn"}]},
            store=tmp_path / "x.sqlite",
            cluster=cluster.scheduler_address,
        )
    assert not list(tmp_path.iterdir())


def test_a_scheduler_waits_for_its_workers_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("seqform.experiments.cluster.SILENCE", 0.0)

    def said() -> list[str]:
        return [record.getMessage() for record in caplog.records if record.name == "seqform"]

    with distributed.LocalCluster(
        n_workers=0, processes=False, dashboard_address="127.0.0.1:0"
    ) as cluster:

        def begin(_: SweepSummary) -> None:
            if said():
                cluster.scale(1)

        spec = {"case": [{"game": "kuhn"}]}
        done = sweep(
            spec, store=tmp_path / "x.sqlite", cluster=cluster.scheduler_address, progress=begin
        )
    assert done.outcomes == {Outcome.CERTIFIED: 1}
    assert said() == [
        f"cluster {cluster.scheduler_address}: the scheduler has no workers; waiting 300 s for one"
    ]


def test_a_cluster_of_this_machine_ends_without_a_word(tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_text(
        'store = "x.sqlite"\n[[case]]\ngame = "kuhn"\n', encoding="utf-8"
    )
    script = Path(sys.executable).with_name("seqform")  # its workers import it as their main module
    command = [str(script), "sweep", "x.toml", "--cluster", "local", "--workers", "1"]
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, timeout=250, check=True
    )
    lines = [line for line in done.stderr.splitlines() if not line.startswith("0 of 1 case")]
    assert len(lines) == 1 and lines[0].startswith("x.sqlite: 1 case, 1 run in ")


def test_a_local_cluster_does_not_need_the_port_of_another(tmp_path: Path) -> None:
    with socket.socket() as taken:
        with contextlib.suppress(OSError):
            taken.bind(("127.0.0.1", 8787))
            taken.listen()
        done = sweep(
            {"case": [{"game": "kuhn"}]}, store=tmp_path / "x.sqlite", workers=1, cluster="local"
        )
    assert done.outcomes == {Outcome.CERTIFIED: 1}


def test_a_scheduler_that_dies_is_one_error_and_no_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("seqform.experiments.cluster.CONNECTION_PATIENCE", 6)
    store = tmp_path / "x.sqlite"
    spec = {
        "case": [
            {"game": "leduc", "backend": "cfr", "options": {"tolerance": 1e-14, "time_limit": 5}}
        ]
    }
    gone = pytest.raises(BackendError, match="the scheduler of the cluster is gone")
    with (
        distributed.LocalCluster(
            n_workers=1, processes=False, dashboard_address="127.0.0.1:0"
        ) as cluster,
        gone,
    ):
        sweep(
            spec, store=store, cluster=cluster.scheduler_address, progress=lambda _: cluster.close()
        )
    assert not list(tmp_path.iterdir())
