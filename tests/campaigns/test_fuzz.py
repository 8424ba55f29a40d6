"""A short run of the fuzzing campaign, and what its worker reports of crashes and hangs."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

import fuzz
import mutations
import pytest

from seqform.errors import ParseError

pytestmark = pytest.mark.slow

SHORT = {
    **{
        "efg": 1500,
        "nfg": 1500,
        "positions": 1000,
        "profiles": 150,
        "assessments": 50,
        "starts": 150,
        "histories": 150,
    },
    **{"histories": 150, "solutions": 20, "checkpoints": 40, "programs": 40, "declarations": 100, "rows": 60},
    **{"sqlite": 40, "logs": 20, "names": 100, "openspiel": 20, "options": 200, "cut nfg": 1},
}
"""Numbers of cases."""


@pytest.fixture(scope="module")
def worker() -> Iterator[fuzz.Worker]:
    worker = fuzz.Worker()
    worker.start()
    yield worker
    worker.end()


@pytest.mark.parametrize("part", SHORT)
def test_mutated_input_gives_errors_of_our_own_only(
    part: str, worker: fuzz.Worker, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(fuzz, "PATIENCE", 100.0)
    if part == "openspiel":
        pytest.importorskip("pyspiel", reason="games of OpenSpiel need it")
    status = fuzz.campaign(worker).run(["--cases", str(SHORT[part]), "--parts", part])
    printed = capsys.readouterr().out
    assert status == 0, printed
    assert re.search(rf"\| {part} \| {SHORT[part]:,} \| 0 \|", printed)


def test_every_part_has_a_short_run() -> None:
    assert set(SHORT) >= set(fuzz.PARTS)


class Broken(fuzz.Worker):
    """A worker whose process is one of the standard library."""

    program = "import time; time.sleep(600)"

    def start(self) -> Connection:
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=exec, args=(self.program, {"pipe": theirs}), daemon=True)
        self._process.start()
        theirs.close()
        return self._pipe


def test_hangs_and_crashes_are_failures(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = Broken()
    monkeypatch.setattr(fuzz, "PATIENCE", 0.5)
    assert broken.ask("efg", 1) == "no answer within 0.5 s"
    monkeypatch.setattr(fuzz, "PATIENCE", 60.0)
    broken.program = "import os; os._exit(3)"
    assert broken.ask("efg", 1) == "the process ended with status 3"
    broken.end()


def test_errors_that_are_not_our_own_are_failures() -> None:
    class Readers:
        def case(self, part: str, rng: random.Random) -> str | None:
            raise {"own": ParseError("wrong"), "other": KeyError("x"), "memory": MemoryError()}[part]

    assert fuzz._failure(Readers(), "own", 1) is None  # type: ignore[arg-type]
    assert "KeyError at test_fuzz.py" in str(fuzz._failure(Readers(), "other", 1))  # type: ignore[arg-type]
    assert "bytes" in str(fuzz._failure(Readers(), "memory", 1))  # type: ignore[arg-type]


def test_mutations_depend_on_the_generator_alone_and_change_something() -> None:
    text, data = (Path(__file__).parents[2] / "scripts" / "sweeps" / "epsilon.toml").read_text("utf-8"), {"a": [1, "2"]}
    one, other = ([mutations.mutated_text(random.Random(k), text) for k in range(50)] for _ in range(2))
    assert one == other
    assert len(set(one)) > 40
    changed = {json.dumps(mutations.mutated_json(random.Random(k), data)) for k in range(50)}
    assert len(changed) > 15
    assert data == {"a": [1, "2"]}
