"""Kill drivers and workers of a sweep at random, and check that no finished case is lost or repeated.

python scripts/campaigns/kill_storm.py 100
"""

from __future__ import annotations

import contextlib
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from seqform.experiments.rows import Outcome
from seqform.experiments.store import open_store

SPEC = """
[[grid]]
game = "kuhn"
bet = {{range = [1, {end}]}}
ante = [1, 2]
backend = "highs"
"""
DRIVERS_SHARE = 0.2
SENTENCE = re.compile(r"([\d,]+) cases, ([\d,]+) run in [\d.]+ s(?:, ([\d,]+) had a row)?")


@dataclass
class Storm:
    """A sweep under attack: of so many cases, and so many more whenever all are finished before the last kill."""

    folder: Path
    cases: int
    seed: int
    killed: Counter[str] = field(default_factory=Counter)
    finished: dict[str, set[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.spec = self.folder / "storm.toml"
        self.store = self.folder / "storm.sqlite"
        self.more, self.cases = self.cases, 0
        self._declare_more()
        self.random = random.Random(self.seed)

    def rage(self, kills: int) -> None:
        """Kill so many processes."""
        driver = self._start()
        while self.killed.total() < kills:
            pause = self.random.uniform(0.02, 0.3)
            # Else the cases run out.
            if self._stored() < 0.8 * self.cases * (self.killed.total() + 1) / kills:
                time.sleep(pause)
            wanted, of_a_driver = self.killed.total() + 1, self.random.random() < DRIVERS_SHARE
            while self.killed.total() < wanted:
                if of_a_driver or driver.poll() is not None:
                    self._end(driver)
                    driver = self._start()
                else:
                    self._kill_worker(driver.pid)
                    time.sleep(0.01)
        self._end(driver)

    def calm(self) -> tuple[int, int]:
        """Let a driver finish undisturbed; return how many cases it ran and how many it found finished."""
        driver = self._start()
        words = driver.communicate(timeout=1000)[1]
        assert driver.returncode == 0, words
        match = SENTENCE.search(words)
        assert match is not None, words
        total, ran, found = (int((part or "0").replace(",", "")) for part in match.groups())
        assert total == self.cases
        return ran, found

    def check(self, ran: int, found: int) -> None:
        """Compare the store with the rows that were in it when drivers died."""
        rows = {row.key: row for row in open_store(self.store).rows()}
        assert len(rows) == self.cases
        for key, moments in self.finished.items():
            assert len(moments) == 1, f"{key} was repeated"
            assert {rows[key].started} == moments, f"the row of {key} was lost"
        assert found == len(self.finished)
        assert ran == self.cases - found
        assert {row.outcome for row in rows.values()} <= {Outcome.CERTIFIED, Outcome.CRASHED}
        crashed = [row for row in rows.values() if row.outcome is Outcome.CRASHED]
        assert all("SIGKILL" in row.error for row in crashed)
        assert len(crashed) <= self.killed["worker"]
        assert sorted(self.folder.iterdir()) == sorted([self.spec, self.store])

    def _declare_more(self) -> None:
        self.cases += self.more
        self.spec.write_text(SPEC.format(end=1 + self.cases // 2), encoding="utf-8")

    def _start(self) -> subprocess.Popen[str]:
        command = [
            sys.executable,
            "-m",
            "seqform",
            "sweep",
            str(self.spec),
            "--store",
            str(self.store),
        ]
        return subprocess.Popen(
            [*command, "--workers", "2"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )

    def _end(self, driver: subprocess.Popen[str]) -> None:
        """Kill a driver; if it has ended before, declare more cases for the next one."""
        workers = self._workers(driver.pid)
        driver.kill()
        words = driver.communicate(timeout=1000)[1]
        if driver.returncode == 0:
            self._declare_more()
        else:
            assert driver.returncode == -signal.SIGKILL, (
                f"the driver ended after {self.killed}: {words}"
            )
            self.killed["driver"] += 1
        assert not psutil.wait_procs(workers, timeout=100)[1], "workers outlive their driver"
        if self.store.exists():
            for row in open_store(self.store).rows():
                self.finished.setdefault(row.key, set()).add(row.started)

    def _stored(self) -> int:
        return (
            len(open_store(self.store).outcomes())
            if self.store.exists() and self.store.stat().st_size
            else 0
        )

    def _kill_worker(self, driver: int) -> None:
        with contextlib.suppress(psutil.NoSuchProcess, IndexError):
            self.random.choice(self._workers(driver)).kill()
            self.killed["worker"] += 1

    def _workers(self, command: int) -> list[psutil.Process]:
        """Return the workers of a command: its process watches another one, which has begun them."""
        with contextlib.suppress(psutil.NoSuchProcess):
            return [
                worker
                for child in psutil.Process(command).children()
                for worker in workers_of(child.pid)
            ]
        return []


def workers_of(driver: int) -> list[psutil.Process]:
    """Return the worker processes of a driver: on Linux, the children of the process that they are copies of."""
    with contextlib.suppress(psutil.NoSuchProcess):
        children = psutil.Process(driver).children()
        return [process for child in children for process in child.children()]
    return []


def storm(folder: Path, *, kills: int, cases: int, seed: int) -> Storm:
    """Kill so many processes of a sweep with so many cases, let it finish, and check what is in the store."""
    one = Storm(folder, cases, seed)
    one.rage(kills)
    one.check(*one.calm())
    return one


if __name__ == "__main__":
    count = int(sys.argv[1])
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as place:
        done = storm(
            Path(place),
            kills=count,
            cases=10 * count,
            seed=int(sys.argv[2]) if len(sys.argv) > 2 else 1,
        )
    print(
        f"{dict(done.killed)}: no finished case lost, none repeated; {time.monotonic() - begun:.0f} s"
    )
