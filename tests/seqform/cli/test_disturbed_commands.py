"""Commands that are interrupted, killed, or run without room, streams or a sound clock: one line, and whole files.

Moments are drawn over the time that the command takes undisturbed, from the moment on at which it handles signals. A
short run disturbs one command, ``--hypothesis-profile=long`` all of them.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from command_line import python
from damage import IS_LONG, cases
from hypothesis import given
from hypothesis import strategies as st
from sweep_rows import made_row

import seqform as sf
from seqform.cli.app import COMMANDS
from seqform.experiments.store import open_store

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up as on Linux"),
]

PATIENCE = 300.0
"""Seconds after which a command hangs."""

MARK = "SEQFORM_DISTURBED"
"""The variable of the environment by which the processes of a case are found."""

OLD = b"old content\n"
SWEEP = '[[grid]]\ngame = "kuhn"\nbet = {range = [1, 9]}\nbackend = ["highs", "lemke"]\n'
ROWS = 16
LINES = """
convert leduc(ranks=2) out.efg
solve leduc(ranks=2) -b highs -o out.json
solve leduc(ranks=2) -b cvxpy -o out.json
solve leduc(ranks=2) -b pyomo -o out.json
solve leduc(ranks=2) -b pdlp -o out.json
solve leduc(ranks=2) -b cfr --tolerance 1e-3 -o out.json
solve general.efg -b lemke -o out.json
solve leduc(ranks=2) --exact -o out.json
solve kuhn --concept quasi-perfect -o out.json
solve knapsack(objects=12) --concept subgame-perfect --objective social -o out.json --draw out.svg
solve rhode-island(ranks=3,suits=2) --preprocess lossless --target-gap 1e-2 --checkpoint out.npz -o out.sol
solve rhode-island(ranks=3,suits=2) --preprocess anytime --target-gap 0.5 -o out.sol
equilibria binary-tree(depth=5) --starts 40 -o out.json
equilibria binary-tree(depth=5) --starts 200 --jobs 2 -o out.json
trace general.efg -o out.json --plot out.svg
draw leduc(ranks=2) -o out.svg
chart leduc(ranks=2) -o out.svg
check kuhn profile.json
compare leduc(ranks=2)
match tic-tac-toe negamax random --games 10 -o out.json
search connect-four --depth 8 -o out.json
vary kuhn(bet=0..4) -o out.svg
play kuhn --hands 2
shrink rhode-island(ranks=3,suits=2)
sweep sweep.toml --store out.sqlite --workers 0
sweep sweep.toml --store out.sqlite --workers 2
report rows.sqlite --html out.html
info leduc(ranks=2)
export leduc(ranks=2) out.mps
games
backends
""".strip().splitlines()
DISTURBED = st.sampled_from(LINES if IS_LONG else LINES[:1])


def test_every_command_is_disturbed() -> None:
    assert set(COMMANDS) == {line.split()[0] for line in LINES}


@dataclass(frozen=True)
class Ended:
    """The end of a command: its status, output and files."""

    line: str
    status: int
    err: str
    left: list[str]


@cache
def inputs() -> Path:
    """Return a folder with the files that commands read."""
    folder = Path(tempfile.mkdtemp(prefix="seqform-disturbed-"))
    sf.save(sf.load("binary-tree(depth=4)"), folder / "general.efg")
    sf.solve("kuhn", exact=True).save(folder / "profile.json")
    (folder / "sweep.toml").write_text(SWEEP, encoding="utf-8")
    rows = [
        made_row("kuhn", {"bet": bet}, nodes=58, seconds=0.1, value=(0.0, 0.0)) for bet in (1, 2)
    ]
    open_store(folder / "rows.sqlite").add(rows)
    return folder


@contextmanager
def workplace(line: str, *, old: bool = False) -> Iterator[Path]:
    """Give a new folder with all inputs, a folder for temporary files within, and, if asked for, old outputs."""
    with tempfile.TemporaryDirectory(prefix="seqform-disturbed-") as name:
        folder = Path(name)
        shutil.copytree(inputs(), folder, dirs_exist_ok=True)
        (folder / "tmp").mkdir()
        for output in outputs(line) if old else ():
            (folder / output).write_bytes(OLD)
        yield folder


def outputs(line: str) -> list[str]:
    """Return the files that a command replaces: no checkpoint, and no store."""
    return [
        word
        for word in line.split()
        if word.startswith("out.") and not word.endswith((".npz", ".sqlite"))
    ]


def started(
    line: str, folder: Path, *, wrapper: Sequence[str] = (), **more: Any
) -> subprocess.Popen[str]:
    """Begin a command in a session of its own; return when it handles signals."""
    reading, writing = os.pipe()
    program = (
        "import os, signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"  # a shell's job may ignore it
        "from seqform.system import signals\nsignals.install()\n"
        f"os.write({writing}, b'.')\nos.close({writing})\n"
        "from seqform.__main__ import main\nmain()\n"
    )
    process = subprocess.Popen(
        [*wrapper, sys.executable, "-c", program, *line.split()],
        **{
            "stdin": subprocess.DEVNULL,
            "stdout": subprocess.PIPE,
            "stderr": subprocess.PIPE,
            **more,
        },
        cwd=folder,
        env={**os.environ, "TMPDIR": str(folder / "tmp"), MARK: folder.name},
        text=True,
        errors="replace",
        start_new_session=True,
        pass_fds=(writing,),
    )
    os.close(writing)
    os.read(reading, 1)
    os.close(reading)
    return process


def ended(line: str, process: subprocess.Popen[str], folder: Path) -> Ended:
    """Wait for a command, and up to a minute for what it has begun."""
    try:
        _, err = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    until = time.monotonic() + 60
    while (left := left_behind(folder)) and time.monotonic() < until:
        time.sleep(0.05)
    return Ended(line, process.returncode, err or "", left)


def left_behind(folder: Path) -> list[str]:
    """Return the processes and the temporary files that a case has left."""
    left = [f"tmp/{path.name}" for path in (folder / "tmp").iterdir()]
    for path in Path("/proc").glob("[0-9]*"):
        try:
            if f"{MARK}={folder.name}".encode() in (path / "environ").read_bytes():
                left.append(f"process {path.name}")
        except OSError:
            continue
    return left


@cache
def seconds_of(line: str) -> float:
    """Return how long a command takes undisturbed, which has to succeed."""
    with workplace(line) as folder:
        begun = time.monotonic()
        check(ended(line, started(line, folder), folder), folder, ())
        return time.monotonic() - begun


def check(done: Ended, folder: Path, statuses: Sequence[int], *, old: bool = False) -> None:
    """Check the status, the one line of it, that nothing is left behind, and that files are whole, old or absent."""
    told = [line for line in done.err.splitlines() if line.startswith("seqform: ")]
    notes = ("  ", *(f"{word}: " for word in done.line.split()))
    assert done.status in (0, *statuses), done
    assert len(told) == (done.status != 0), done
    progress = re.compile(r"[\d,]+ of [\d,]+ cases, ")  # of a slow sweep
    lines = [line for line in done.err.splitlines() if not progress.match(line)]
    assert all(line.startswith(("seqform: ", *notes)) for line in lines), done
    assert not done.left, done
    check_files(done.line, folder, old=old, written=done.status == 0)
    known = {*(path.name for path in inputs().iterdir()), "tmp", *outputs(done.line), "out.npz"}
    names = {path.name for path in folder.iterdir() if not path.name.startswith("out.sqlite")}
    assert names <= known, done
    if "out.sqlite" in done.line and done.status:
        check_rows(done.line, folder)


def check_files(line: str, folder: Path, *, old: bool, written: bool) -> None:
    for name in outputs(line):
        path = folder / name
        assert path.exists() or not (old or written), name
        content = path.read_bytes() if path.exists() else OLD
        if content == OLD:
            assert not written, name
        elif name.endswith(".json"):
            json.loads(content)
        elif name.endswith(".sol"):
            assert zipfile.ZipFile(path).testzip() is None
        else:
            ends = {".svg": b"</svg>", ".html": b"</html>", ".mps": b"ENDATA", ".efg": b"}"}
            assert content.rstrip().endswith(ends[path.suffix]), name


def check_rows(line: str, folder: Path) -> None:
    """Run a sweep again: rows that are there stay, and in the end there is one for each case."""
    store = folder / "out.sqlite"
    before = {row.key: row.started for row in open_store(store).rows()} if store.exists() else {}
    done = ended(line, started(line, folder), folder)
    assert done.status == 0, done
    rows = {row.key: row for row in open_store(store).rows()}
    assert len(rows) == ROWS and all(row.outcome.is_answer for row in rows.values())
    assert all(rows[key].started == moment for key, moment in before.items())


@cases(3)
@given(
    DISTURBED,
    st.floats(0, 1),
    st.sampled_from((signal.SIGINT, signal.SIGTERM)),
    st.booleans(),
    st.booleans(),
)
def test_an_interrupted_command_ends_with_one_line(
    line: str, moment: float, number: signal.Signals, again: bool, old: bool
) -> None:
    delay = moment * seconds_of(line)
    with workplace(line, old=old) as folder:
        process = started(line, folder)
        time.sleep(delay)
        for _ in range(1 + again):
            if process.poll() is None:
                os.killpg(process.pid, number)
        check(ended(line, process, folder), folder, (128 + number,), old=old)


@cases(2)
@given(DISTURBED, st.floats(0, 1))
def test_a_killed_command_leaves_no_process_and_whole_files(line: str, moment: float) -> None:
    delay = moment * seconds_of(line)
    with workplace(line) as folder:
        process = started(line, folder)
        time.sleep(delay)
        process.kill()
        done = ended(line, process, folder)
        assert not [left for left in done.left if left.startswith("process")], done
        check_files(line, folder, old=False, written=False)
        if "out.sqlite" in line:
            check_rows(line, folder)


@cases(2)
@given(DISTURBED.filter(outputs), st.sampled_from((0, 1)) | st.integers(0, 100_000), st.booleans())
def test_a_full_disk_leaves_the_old_file(line: str, most: int, old: bool) -> None:
    import resource

    with workplace(line, old=old) as folder:
        process = started(
            line, folder, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
        )
        check(ended(line, process, folder), folder, (2, 3), old=old)


@cases(3)
@given(DISTURBED, st.sampled_from(("0", "1", "2", "12", "012")))
def test_a_command_without_streams_does_its_work(line: str, closed: str) -> None:
    shut = " ".join(f"{number}>&-" for number in closed)
    with workplace(line) as folder:
        check(
            ended(
                line, started(line, folder, wrapper=("sh", "-c", f'exec "$@" {shut}', "sh")), folder
            ),
            folder,
            (),
        )


@cases(1)
@given(DISTURBED)
def test_a_reader_that_stops_ends_a_command_without_a_word(line: str) -> None:
    with workplace(line) as folder:
        process: Any = started(line, folder)
        process.stdout.readline()
        process.stdout.close()
        process.stdout = None
        done = ended(line, process, folder)
        assert done.status in (0, 1) and "seqform: " not in done.err and not done.left, done


@cases(2)
@given(
    st.sampled_from(
        ("solve ü.efg -o out.json", "info ü.efg", "convert ü.efg out.nfg", "solve ü.efg --json")
    )
)
def test_a_plain_locale_gets_an_answer_or_one_line(line: str) -> None:
    text = 'EFG 2 R "Ünï→" { "Ä" "Ω" }\np "" 1 1 "é" { "ł" "r" } 0\nt "" 1 "" { 1 -1 }\nt "" 2 "" { 0 0 }\n'
    plain = ["env", "LANG=C", "LC_ALL=C", "PYTHONUTF8=0", "PYTHONCOERCECLOCALE=0"]
    with workplace(line) as folder:
        (folder / "ü.efg").write_text(text, encoding="utf-8")
        done = ended(line, started(line, folder, wrapper=plain), folder)
        assert done.status in (0, 2) and len(done.err.splitlines()) <= 1 + (done.status == 0), done


JUMPS = """
import time
real, calls = time.time, [0]
def jumping():
    calls[0] += 1
    return real() + ({jump} if calls[0] % 2 else 0)
time.time = jumping
from seqform.__main__ import main
main()
"""


@cases(2)
@given(
    st.sampled_from(
        ("solve kuhn", "solve kuhn -b cfr --tolerance 1e-2", "equilibria general.efg --starts 3")
    ),
    st.integers(-400, 400),
)
def test_a_jump_of_the_clock_is_no_limit_of_time(line: str, days: int) -> None:
    with workplace(line) as folder:
        done = python(
            "-c", JUMPS.format(jump=86_400 * days), *line.split(), "--time-limit", 1000, cwd=folder
        )
        assert done.returncode == 0, done.stderr
