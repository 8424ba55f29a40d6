"""Run the whole test suite as on other machines: fresh clones, one processor, a loaded one, other caches and locales.

    python scripts/campaigns/elsewhere.py
    python scripts/campaigns/elsewhere.py --only loaded -- tests/backends

Each run clones the last commit into an empty folder without machine code and bytecode, and calls the second command of
the README in it. Arguments after ``--`` go to pytest. The table is written into its section of the result page.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[2] / "scripts")]

from campaign import write_section

from measure import RESULTS, machine, versions

ROOT = Path(__file__).resolve().parents[2]
GAMES = ROOT.parent / "shared"
"""Folder of game files beside the repository; tests that need it are skipped without it."""

NAME = "Tests elsewhere"
BUSY_LOOP = "while True: pass"
MOST_NAMED = 10
"""Failing tests of a run that the table names; all are counted."""


@dataclass(frozen=True)
class Circumstances:
    """A difference from the machine of the developer.

    - `processors`: To which the run is confined; None for all.
    - `busy_loops`: Processes that run beside it.
    - `is_home_writable`: Whether the home folder exists; another one is below a file, where nothing can be made.
    - `environment`: Variables of the run.
    """

    description: str
    processors: str | None = None
    busy_loops: int = 0
    is_home_writable: bool = True
    environment: dict[str, str] = field(default_factory=dict)


RUNS = {
    "single": Circumstances(
        "one processor, hash seed 1, tests in order 1",
        processors="0",
        environment={"PYTHONHASHSEED": "1", "SEQFORM_TEST_ORDER": "1"},
    ),
    "loaded": Circumstances(
        "four busy loops beside it, hash seed 2",
        busy_loops=4,
        environment={"PYTHONHASHSEED": "2"},
    ),
    "read-only": Circumstances(
        "no bytecode, a home folder that cannot be made, hash seed 3",
        is_home_writable=False,
        environment={"PYTHONDONTWRITEBYTECODE": "1", "PYTHONHASHSEED": "3"},
    ),
    "kernel": Circumstances(
        "OPENBLAS_CORETYPE=Prescott, one thread of BLAS, tests in order 4",
        environment={
            "OPENBLAS_CORETYPE": "Prescott",
            "OPENBLAS_NUM_THREADS": "1",
            "SEQFORM_TEST_ORDER": "4",
        },
    ),
    "abroad": Circumstances(
        "locale C, time zone Pacific/Chatham, hash seed 5, tests in order 5",
        environment={
            "LC_ALL": "C",
            "LANG": "C",
            "TZ": "Pacific/Chatham",
            "PYTHONHASHSEED": "5",
            "SEQFORM_TEST_ORDER": "5",
        },
    ),
}


@dataclass(frozen=True)
class Outcome:
    """Counts of a run: tests, failed ones by name, wall-clock and processor seconds, exit status."""

    tests: int
    failed: list[str]
    seconds: float
    processor_seconds: float
    status: int

    @property
    def passed(self) -> bool:
        """True if the command succeeded and no test failed."""
        return self.status == 0 and not self.failed


def run(circumstances: Circumstances, arguments: Sequence[str]) -> Outcome:
    """Call the tests in a fresh clone under the circumstances."""
    with tempfile.TemporaryDirectory(prefix="seqform-elsewhere-") as name:
        folder = Path(name)
        clone, report = folder / "seqform", folder / "report.xml"
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
        if GAMES.exists():
            (folder / GAMES.name).symlink_to(GAMES)
        command = [str(clone / "scripts" / "test"), *arguments]
        if circumstances.processors is not None:
            command = ["taskset", "--cpu-list", circumstances.processors, *command]
        environment = {
            **os.environ,
            **circumstances.environment,
            "PYTEST_ADDOPTS": f"--junitxml={report}",
        }
        if not circumstances.is_home_writable:
            blocked = folder / "file"
            blocked.touch()
            environment["HOME"] = str(blocked / "home")

        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        began = time.monotonic()
        with busy_loops(circumstances.busy_loops):
            status = subprocess.run(command, cwd=clone, env=environment, check=False).returncode
        seconds = time.monotonic() - began
        after = resource.getrusage(resource.RUSAGE_CHILDREN)

        processor_seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        tests, failed = _counts(report)
        return Outcome(tests, failed, seconds, processor_seconds, status)


@contextmanager
def busy_loops(number: int) -> Iterator[None]:
    """Keep processes busy meanwhile, whose processor time is not counted."""
    processes = [subprocess.Popen([sys.executable, "-c", BUSY_LOOP]) for _ in range(number)]
    try:
        yield
    finally:
        for process in processes:
            process.kill()


def _counts(report: Path) -> tuple[int, list[str]]:
    """Return the number of tests in pytest's report, and the names of those that failed."""
    if not report.exists():
        return 0, ["no report: the command ended before the tests"]
    cases = ElementTree.parse(report).getroot().findall(".//testcase")
    failed = [
        case for case in cases if case.find("failure") is not None or case.find("error") is not None
    ]
    return len(cases), [f"{case.get('classname')}::{case.get('name')}" for case in failed]


def _row(name: str, circumstances: Circumstances, outcome: Outcome) -> str:
    named = ", ".join(f"`{test}`" for test in outcome.failed[:MOST_NAMED])
    failures = f"{len(outcome.failed)} {named}".strip()
    figures = f"{outcome.tests:,} | {outcome.seconds:,.0f} | {outcome.processor_seconds:,.0f} | {failures}"
    return f"| {name} | {circumstances.description} | {figures} |"


def main() -> int:
    """Run under each of the circumstances and write the table; return 0 if no test failed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--only", choices=RUNS, action="append", help="a run, instead of all; may be repeated"
    )
    parser.add_argument(
        "--result", type=Path, default=RESULTS / "campaigns.md", help="page with the section"
    )
    parser.add_argument("arguments", nargs="*", help="arguments of pytest")
    options = parser.parse_args()

    revision = ["git", "rev-parse", "--short", "HEAD"]
    commit = subprocess.run(
        revision, cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.strip()
    rows = [
        "| run | circumstances | tests | seconds | processor seconds | failures |",
        "| --- | --- | --: | --: | --: | --- |",
    ]
    outcomes = []
    for name in options.only or RUNS:
        outcome = run(RUNS[name], options.arguments)
        outcomes.append(outcome)
        rows.append(_row(name, RUNS[name], outcome))
        print(rows[-1], flush=True)

    about = f"Commit {commit}, {date.today().isoformat()}, {machine()}; {versions()}."
    command = (
        "`scripts/test` in fresh clones without machine code and bytecode:"
        " `python scripts/campaigns/elsewhere.py`."
    )
    write_section(
        options.result, NAME, "\n\n".join([f"## {NAME}", command, about, "\n".join(rows)])
    )
    return int(not all(outcome.passed for outcome in outcomes))


if __name__ == "__main__":
    sys.exit(main())
