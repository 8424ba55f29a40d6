"""What is no regular file is read by no reader: pipes would be waited for, and devices have no end."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from command_line import Run

import seqform as sf
from seqform.errors import SeqformError
from seqform.experiments.declaration import expand, read_spec, spec_from
from seqform.io.assessments import read_assessment
from seqform.io.linear_programs import read_npz
from seqform.io.profiles import read_profile, read_strategy, read_witness
from seqform.io.solutions import is_solution_file, read_solution
from seqform.play.agents import RandomAgent, named_agent, recipe
from seqform.play.history import resume_session
from seqform.play.session import Session
from seqform.playable import open_game

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")

KUHN: Any = sf.load("kuhn")


def play(agent: str) -> None:
    recipe(agent).make(open_game("kuhn", tree=True), None)


READERS: dict[str, tuple[str, Callable[[Path], object]]] = {
    **{
        f"game {ending}": (ending, sf.load)
        for ending in (".efg", ".nfg", ".xml", ".gbt", ".csv", ".txt", "")
    },
    "game by its text": (".efg", lambda path: sf.load(str(path))),
    "graph of positions": (".efg", lambda path: sf.load(path, kind="positions")),
    "rules of a search": (".efg", lambda path: sf.search(str(path))),
    "game of OpenSpiel's": (".efg", lambda path: sf.load(f"openspiel:efg_game(filename={path})")),
    "own object": (".py", lambda path: sf.load(f"{path}:game")),
    "backend": (".py", lambda path: sf.solve("kuhn", backend=f"{path}:Solver")),
    "profile": (".json", lambda path: read_profile(path, KUHN)),
    "profile of check": (".json", lambda path: sf.check("kuhn", path)),
    "strategy": (".json", lambda path: read_strategy(path, KUHN, 0)),
    "witness": (".json", lambda path: read_witness(path, KUHN)),
    "assessment": (".json", lambda path: read_assessment(path, KUHN)),
    "start": (".json", lambda path: sf.solve("vsvet-figure-1", start=str(path))),
    "start of a trace": (".json", lambda path: sf.trace("vsvet-figure-1", start=str(path))),
    "equilibrium of a trace": (
        ".json",
        lambda path: sf.trace("vsvet-figure-1", equilibrium=str(path)),
    ),
    "opponent": (".json", lambda path: sf.solve("kuhn", "safe-response", opponent=str(path))),
    "opponent by its word": (
        ".json",
        lambda path: sf.solve("kuhn", "safe-response", opponent=f"profile:{path}"),
    ),
    "solution": (".solution", read_solution),
    "agent's profile": (".json", lambda path: play(f"profile:{path}")),
    "agent's solution": (".solution", lambda path: play(f"solution:{path}")),
    "agent's evaluation": (".py", lambda path: play(f"alpha-beta:evaluate={path}:worth")),
    "chart": (".solution", lambda path: sf.chart("kuhn", path)),
    "linear program": (".npz", read_npz),
    "checkpoint": (
        ".npz",
        lambda path: sf.solve("kuhn", preprocess="lossless", backend="cfr", resume=path),
    ),
    "declaration": (".toml", read_spec),
    "file of a case": (
        ".json",
        lambda path: expand(
            spec_from(
                {
                    "case": [
                        {"game": "kuhn", "concept": "safe-response", "opponent": f"profile:{path}"}
                    ]
                }
            )
        ),
    ),
    "store": (".sqlite", lambda path: sf.solve_row(path)),
    "store of a sweep": (
        ".sqlite",
        lambda path: sf.sweep({"case": [{"game": "kuhn"}]}, store=path, workers=0),
    ),
    "history": (".jsonl", lambda path: resume_session(path, "kuhn")),
    "new history": (".jsonl", lambda path: Session(open_game("kuhn"), RandomAgent(), file=path)),
}
"""By what they read: the ending of the file's name, and the reader."""


def others(ending: str) -> Iterator[Path]:
    """Return paths that are no regular files, with an ending."""
    pipe, link, endless = (Path(f"{name}{ending}") for name in ("pipe", "link", "endless"))
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    yield from (pipe, link)
    if Path("/dev/zero").exists():
        endless.symlink_to("/dev/zero")
        yield endless


@pytest.mark.parametrize("name", READERS)
def test_no_reader_reads_what_is_no_file(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if "OpenSpiel" in name:
        pytest.importorskip("pyspiel", reason="OpenSpiel is an optional extra")
    monkeypatch.chdir(tmp_path)
    ending, read = READERS[name]
    for path in others(ending):
        with pytest.raises(SeqformError) as caught:
            read(path)
        assert "\n" not in str(caught.value)


def test_looking_at_the_kind_of_a_file_waits_for_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for path in others(".solution"):
        assert not is_solution_file(path)
        assert named_agent(f"solution:{path}").files == (path,)


@pytest.mark.parametrize(
    "command",
    [
        "solve {}.csv", "check kuhn {}.json", "chart kuhn --profile {}.solution", "sweep {}.toml", "report {}.sqlite",
        "trace kuhn --start {}.json", "solve kuhn --start {}.json",
        "play kuhn --resume {}.jsonl", "match kuhn solution:{}.solution random", "trace kuhn --from {}.json",
        "solve kuhn --concept safe-response --opponent {}.json", "play kuhn --history {}.jsonl",
    ],
)  # fmt: skip
def test_commands_refuse_what_is_no_file_in_one_line(
    command: str, seqform: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ending = next(word for word in command.split() if "{}" in word).partition("{}")[2]
    for path in others(ending):
        status, out, errors = seqform(*command.format(path.stem).split())
        assert (status, out, errors.count("\n")) == (2, "", 1), errors
        assert "--start" not in command or "cannot be read: not a regular file" in errors


# ---- no other way of reading ----

ROOT = Path(__file__).parents[3]
READING = re.compile(
    r"(?<![\w.])open\(|\.(open|read_text|read_bytes)\(|np\.(load|loadtxt|genfromtxt|memmap|fromfile)\(|ElementTree\.parse\("
)
"""Calls by which Python, NumPy and ElementTree read files."""

OWN_FILES = {
    "backends/solvers/own_process.py": "files in a temporary folder, written by a process that this one has begun",
    "backends/solvers/own_process_script.py": "files in a temporary folder, written by the process that has begun it",
    "backends/solvers/pyomo.py": "the log of a solver in a temporary folder",
    "builders/games/catalog.py": "a file of the package",
    "builders/games/formats/openspiel.py": "the null device",
    "src/seqform/__main__.py": "the null device",
    "src/seqform/cli/__init__.py": "the null device",
    "src/seqform/cli/app.py": "a file of the package",
    "src/seqform/experiments/driver.py": "the lock of a store, which is never read",
    "src/seqform/experiments/report/page.py": "a file of the package",
    "src/seqform/experiments/run_case.py": "files of /proc",
    "src/seqform/experiments/store.py": "a file in a temporary folder",
    "src/seqform/io/pages.py": "files of the package",
    "src/seqform/play/web/page.py": "files of the package",
    "src/seqform/system/files.py": "the reader itself, and the writer",
    "src/seqform/system/foreign_files.py": "members of an archive that is open",
    "src/seqform/system/memory.py": "files of /proc and of control groups",
    "src/seqform/system/programs.py": "no file: a page in the browser of the system",
    "src/seqform/system/signals.py": "the null device",
    "src/seqform/system/watch.py": "files of /proc",
}
"""Modules that open files in another way than by `open_regular`, with the files."""


def test_every_other_module_reads_files_by_open_regular() -> None:
    modules = [
        path.relative_to(ROOT).as_posix()
        for folder in ("src/seqform", "builders", "backends", "models")
        for path in (ROOT / folder).rglob("*.py")
        if READING.search(path.read_text(encoding="utf-8"))
    ]
    assert sorted(set(modules) - OWN_FILES.keys()) == []
    assert sorted(OWN_FILES.keys() - set(modules)) == []
