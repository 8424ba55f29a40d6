"""Faults campaign: commands that are interrupted, killed, and run without room, memory, or somewhere to write.

    python scripts/campaigns/faults.py --state state.json --result scripts/results/campaigns.md
    python scripts/campaigns/faults.py --parts interrupts --cases 20
    python scripts/campaigns/faults.py --parts interrupts --only 17

Every case runs commands in processes of their own, in a folder of their own. Moments are drawn over the time that the
command takes undisturbed, from the moment on at which it handles signals: some milliseconds after the start, in which
Python itself answers.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from campaign import Campaign
from kill_storm import storm

import seqform as sf
from seqform.cli.app import COMMANDS
from seqform.experiments.store import open_store

PATIENCE = 300.0
"""Seconds after which a command hangs."""

GRACE = 60.0
"""Seconds for the processes that a command has begun to end after it, and for their folders to be removed."""

MARK = "SEQFORM_FAULTS_CASE"
"""The variable of the environment by which the processes of a case are found."""

UNSHARED = ("unshare", "--mount", "--propagation", "private", "sh", "-c")
SWEEP = """
[[grid]]
game = "kuhn"
bet = {range = [1, 9]}
backend = ["highs", "lemke"]
"""


@dataclass(frozen=True)
class Invocation:
    """A command to be disturbed.

    Attributes
    ----------
    name : str
    arguments : tuple of str
    outputs : tuple of str
        The files that it writes.
    store : str
        The file of a sweep, which keeps what has ended; the same command goes on from there.
    """

    name: str
    arguments: tuple[str, ...]
    outputs: tuple[str, ...] = ()
    store: str = ""


def _invocation(name: str, words: str, *outputs: str, store: str = "") -> Invocation:
    return Invocation(name, tuple(words.split()), outputs, store)


INVOCATIONS = (
    *(
        _invocation(f"solve-{backend}", f"solve leduc(ranks=2) -b {backend} -o out.json", "out.json")
        for backend in ("highs", "cvxpy", "pyomo", "scipy", "pdlp", "exact")
    ),
    _invocation("solve-cfr", "solve leduc(ranks=2) -b cfr --tolerance 1e-3 -o out.json", "out.json"),
    _invocation("solve-pdhg", "solve leduc(ranks=2) -b pdhg --tolerance 1e-3 -o out.json", "out.json"),
    _invocation("solve-lemke", "solve general.efg -b lemke --option engine=revised -o out.json", "out.json"),
    _invocation("solve-nash-exact", "solve leduc(ranks=2) --exact -o out.json", "out.json"),
    *(
        _invocation(f"solve-{concept}", f"solve {game} --concept {concept} -o out.json", "out.json")
        for concept, game in (
            ("normal-form-perfect", "kuhn"),
            ("quasi-perfect", "kuhn"),
            ("extensive-form-perfect", "kuhn"),
        )
    ),
    _invocation(
        "solve-subgame-perfect",
        "solve knapsack(objects=12) --concept subgame-perfect --objective social -o out.json --draw out.svg",
        "out.json",
        "out.svg",
    ),
    _invocation(
        "solve-shrink",
        "solve rhode-island(ranks=3,suits=2) --preprocess lossless --target-gap 1e-2 --checkpoint state.npz -o out.sol",
        "out.sol",
        "state.npz",
    ),
    _invocation(
        "solve-anytime",
        "solve rhode-island(ranks=3,suits=2) --preprocess anytime --target-gap 0.5 -o out.sol",
        "out.sol",
    ),
    _invocation("equilibria", "equilibria binary-tree(depth=5) --starts 40 -o out.json", "out.json"),
    _invocation("equilibria-jobs", "equilibria binary-tree(depth=5) --starts 200 --jobs 2 -o out.json", "out.json"),
    _invocation("trace", "trace general.efg -o out.json --plot out.svg", "out.json", "out.svg"),
    _invocation("draw", "draw leduc(ranks=2) -o out.svg", "out.svg"),
    _invocation("chart", "chart leduc(ranks=2) -o out.svg", "out.svg"),
    _invocation("check", "check kuhn profile.json"),
    _invocation("compare", "compare leduc(ranks=2)"),
    _invocation("match", "match tic-tac-toe negamax random --games 10 -o out.json", "out.json"),
    _invocation("play", "play kuhn --hands 2"),
    _invocation("shrink", "shrink rhode-island(ranks=3,suits=2)"),
    _invocation("sweep-alone", "sweep sweep.toml --store out.sqlite --workers 0", store="out.sqlite"),
    _invocation("sweep-workers", "sweep sweep.toml --store out.db --workers 2", store="out.db"),
    _invocation("report-page", "report rows.sqlite --html out.html", "out.html"),
    _invocation("report-picture", "report rows.sqlite --plot profile -o out.svg", "out.svg"),
    _invocation("info", "info leduc(ranks=2)"),
    _invocation("export", "export leduc(ranks=2) out.mps", "out.mps"),
    _invocation("convert", "convert leduc(ranks=2) out.efg", "out.efg"),
    _invocation("games", "games"),
    _invocation("compile", "compile lemke"),
    _invocation("backends", "backends"),
)
OLD = b"old content\n"


def uncovered_commands() -> list[str]:
    """Return the commands of the command line that no invocation runs."""
    return sorted(set(COMMANDS) - {one.arguments[0] for one in INVOCATIONS})


# ---- running a command ----


@dataclass
class Ended:
    """How a command ended."""

    status: int
    out: str
    err: str
    left: list[str] = field(default_factory=list)


@cache
def _inputs() -> Path:
    """Return a folder with the files that commands read."""
    folder = Path(tempfile.mkdtemp(prefix="seqform-faults-inputs-"))
    sf.save(sf.load("binary-tree(depth=4)"), folder / "general.efg")
    sf.write_equilibrium(sf.solve("kuhn", exact=True), folder / "profile.json")
    (folder / "sweep.toml").write_text(SWEEP, encoding="utf-8")
    grid = {"grid": [{"game": "kuhn", "bet": [1, 2, 3], "backend": ["highs", "lemke"]}]}
    sf.sweep(grid, store=folder / "rows.sqlite", workers=0)
    return folder


@contextmanager
def workplace() -> Iterator[Path]:
    """Give a new folder with all inputs, and a folder for temporary files within."""
    folder = Path(tempfile.mkdtemp(prefix="seqform-faults-"))
    try:
        for file in _inputs().iterdir():
            shutil.copy2(file, folder)
        (folder / "tmp").mkdir()
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def started(
    one: Invocation,
    folder: Path,
    *,
    wrapper: Sequence[str] = (),
    variables: Mapping[str, str] | None = None,
    **more: Any,
) -> subprocess.Popen[str]:
    """Begin a command in a session of its own; return when it handles signals."""
    reading, writing = os.pipe()
    program = (
        "import os, signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"  # a shell's job may ignore it
        "from seqform.system import signals\nsignals.install()\n"
        f"os.write({writing}, b'.')\nos.close({writing})\n"
        "from seqform.__main__ import main\nmain()\n"
    )
    environment = {**os.environ, "TMPDIR": str(folder / "tmp"), MARK: folder.name, **(variables or {})}
    process = subprocess.Popen(
        [*wrapper, sys.executable, "-c", program, *one.arguments],
        **{"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **more},
        cwd=folder,
        env=environment,
        text=True,
        errors="replace",
        start_new_session=True,
        pass_fds=(writing,),
    )
    os.close(writing)
    os.read(reading, 1)
    os.close(reading)
    return process


def ended(process: subprocess.Popen[str], folder: Path) -> Ended:
    """Wait for a command, and for what it has begun; a status of -1000 means that it hangs."""
    try:
        out, err = process.communicate(timeout=PATIENCE)
        status = process.returncode
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        out, err = process.communicate()
        status = -1000
    end = time.monotonic() + GRACE
    while (left := _left(folder)) and time.monotonic() < end:
        time.sleep(0.05)
    for number in processes_of(folder):
        os.kill(number, signal.SIGKILL)
    return Ended(status, out or "", err or "", left)


def run(one: Invocation, folder: Path, **more: Any) -> Ended:
    """Run a command to its end."""
    return ended(started(one, folder, **more), folder)


def processes_of(folder: Path) -> list[int]:
    """Return the processes that have been begun in a case and are alive."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            if f"{MARK}={folder.name}".encode() in (path / "environ").read_bytes():
                found.append(int(path.name))
        except OSError:
            continue
    return found


def _left(folder: Path) -> list[str]:
    return [
        *(f"process {number}" for number in processes_of(folder)),
        *(f"tmp/{path.name}" for path in (folder / "tmp").iterdir()),
    ]


@cache
def seconds_of(one: Invocation) -> float:
    """Return how long a command takes undisturbed, which has to succeed."""
    with workplace() as folder:
        begun = time.monotonic()
        done = run(one, folder)
        if done.status or done.left:
            raise AssertionError(f"{one.name} undisturbed: status {done.status}, {done.left}, {done.err[-300:]}")
        return time.monotonic() - begun


# ---- judging how it ended ----


def complaint(one: Invocation, done: Ended, folder: Path, statuses: Sequence[int], *, old: bool = False) -> str | None:
    """Return what is wrong with the end of a command; one that ends with 0 has to have done its work."""
    if done.status == -1000:
        return f"{one.name}: hangs"
    lines = done.err.splitlines()
    told = [line for line in lines if line.startswith("seqform: ")]
    if done.status not in (0, *statuses):
        return f"{one.name}: status {done.status}: {done.err[-300:]}"
    if done.status and len(told) != 1:
        return f"{one.name}: status {done.status} with {len(told)} lines: {done.err[-300:]}"
    rest = [line for line in lines if line not in told and not _documented(one, line)]
    if rest:
        return f"{one.name}: status {done.status}, unexpected lines: {rest[-3:]}"
    if done.left:
        return f"{one.name}: status {done.status}, left behind: {done.left}"
    for name in one.outputs:
        fault = _output_fault(folder / name, old)
        if fault or (done.status == 0 and not (folder / name).exists()):
            return f"{one.name}: status {done.status}, {name}: {fault or 'not written'}"
    known = {path.name for path in _inputs().iterdir()} | {"tmp", *one.outputs}
    more = [name for name in sorted(path.name for path in folder.iterdir()) if name not in known]
    more = [name for name in more if not (one.store and name.startswith(one.store))]
    return f"{one.name}: status {done.status}, files left: {more}" if more else None


def _documented(one: Invocation, line: str) -> bool:
    """Return whether a line is a message of a command that goes on: what was written, the notice of a compilation."""
    if one.store and line.startswith("  "):  # the failures of a sweep, which is complete with them
        return True
    if one.name == "report-picture" and ": the fastest on " in line:  # the notes of the picture
        return True
    return line.startswith(("compiling ", *(f"{name}: " for name in (*one.outputs, one.store) if name)))


def _output_fault(path: Path, old: bool) -> str:
    if not path.exists():
        return "the old file is gone" if old else ""
    content = path.read_bytes()
    if old and content == OLD:
        return ""
    if path.suffix == ".json":
        try:
            json.loads(content)
        except ValueError:
            return "half written"
        return ""
    if path.suffix in (".sol", ".npz"):
        try:
            return "" if zipfile.ZipFile(path).testzip() is None else "damaged"
        except zipfile.BadZipFile:
            return "half written"
    ends = {".svg": b"</svg>", ".html": b"</html>", ".mps": b"ENDATA", ".efg": b""}
    return "" if content and content.rstrip().endswith(ends[path.suffix]) else "half written"


def resumed(one: Invocation, folder: Path) -> str | None:
    """Run a sweep again: rows that are there stay, and in the end there is one for each case."""
    path = folder / one.store
    before = {row.key: row.started for row in open_store(path).rows()} if path.exists() else {}
    done = run(one, folder)
    if done.status:
        return f"{one.name}, run again: status {done.status}: {done.err[-300:]}"
    rows = {row.key: row for row in open_store(path).rows()}
    if len(rows) != 16 or any(rows[key].started != moment for key, moment in before.items()):
        return f"{one.name}, run again: {len(rows)} rows, {len(before)} before; rows lost or repeated"
    wrong = [row.error for row in rows.values() if not row.outcome.is_answer]
    return f"{one.name}, run again: {wrong[:2]}" if wrong else None


# ---- parts ----


def interruption(rng: random.Random) -> str | None:
    """Ask a command to stop at a random moment, by Ctrl-C or SIGTERM, once or twice, itself or its whole group."""
    one = rng.choice(INVOCATIONS)
    return interrupted(one, rng, rng.random())


def interrupted(one: Invocation, rng: random.Random, moment: float) -> str | None:
    """Interrupt a command at a moment between 0 and 1 of its time."""
    number = rng.choice((signal.SIGINT, signal.SIGINT, signal.SIGTERM))
    group, again, old = rng.random() < 0.5, rng.choice((None, None, 0.0, 0.05, 0.7)), rng.random() < 0.5
    delay = moment * seconds_of(one)
    with workplace() as folder:
        for name in one.outputs if old and "state.npz" not in one.outputs else ():
            (folder / name).write_bytes(OLD)
        process = started(one, folder)
        time.sleep(delay)
        for pause in (0.0,) if again is None else (0.0, again):
            time.sleep(pause)
            if process.poll() is None:
                os.killpg(process.pid, number) if group else process.send_signal(number)
        done = ended(process, folder)
        where = f"{number.name} {'to the group ' if group else ''}after {delay:.2f} s, again {again}: "
        fault = complaint(one, done, folder, (128 + number,), old=old and "state.npz" not in one.outputs)
        if fault is None and one.store:
            fault = resumed(one, folder)
        return None if fault is None else where + fault


def kills(rng: random.Random) -> str | None:
    """Kill drivers and workers of a sweep at random: no finished case is lost, none repeated."""
    with tempfile.TemporaryDirectory() as folder:
        storm(Path(folder), kills=10, cases=100, seed=rng.randrange(2**31))
    return None


def killed(rng: random.Random) -> str | None:
    """Kill a command at a random moment: no process is left behind, no output half written."""
    one = rng.choice(INVOCATIONS)
    with workplace() as folder:
        process = started(one, folder)
        time.sleep(rng.random() * seconds_of(one))
        process.kill()
        done = ended(process, folder)
        left = [each for each in done.left if each.startswith("process")]
        if left:
            return f"{one.name}: left behind: {left}"
        for name in one.outputs:
            if fault := _output_fault(folder / name, False):
                return f"{one.name}: {name}: {fault}"
        return resumed(one, folder) if one.store else None


def full_disk(rng: random.Random) -> str | None:
    """Limit the size of files that a command may write."""
    import resource

    one = rng.choice([one for one in INVOCATIONS if one.outputs])
    most = rng.choice((0, 1, rng.randrange(5000), rng.randrange(100_000)))
    with workplace() as folder:
        old = rng.random() < 0.5 and "state.npz" not in one.outputs
        for name in one.outputs if old else ():
            (folder / name).write_bytes(OLD)
        done = run(one, folder, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)))
        fault = complaint(one, done, folder, (2, 3), old=old)
        return None if fault is None else f"files of at most {most} bytes: {fault}"


def folders(rng: random.Random) -> str | None:
    """Name outputs in a folder that is not there, is a file, or is itself the output."""
    one = rng.choice([one for one in INVOCATIONS if one.outputs])
    where = rng.choice(("missing/", "general.efg/", "tmp"))
    name = rng.choice(one.outputs)
    arguments = tuple((where + name if where != "tmp" else where) if word == name else word for word in one.arguments)
    with workplace() as folder:
        done = run(Invocation(one.name, arguments), folder)
        fault = complaint(Invocation(one.name, arguments, one.outputs), done, folder, (2,))
        if done.status == 0:
            fault = "status 0"
        return None if fault is None else f"output in {where}: {fault}"


def read_only(rng: random.Random) -> str | None:
    """Run a command in a folder on a file system that is mounted for reading only."""
    one = rng.choice([one for one in INVOCATIONS if one.outputs or one.store])
    with workplace() as folder:
        script = 'mount --bind "$PWD" "$PWD" && mount -o remount,bind,ro "$PWD" && cd "$PWD" && exec "$@"'
        done = run(one, folder, wrapper=(*UNSHARED, script, "sh"), variables={"TMPDIR": "/tmp"})
        fault = complaint(Invocation(one.name, one.arguments), done, folder, (2,))
        if done.status == 0:
            fault = "status 0"
        return None if fault is None else f"read-only folder: {fault}"


def closed_streams(rng: random.Random) -> str | None:
    """Run a command whose standard streams are closed, or whose reader stops after the first line."""
    one = rng.choice(INVOCATIONS)
    how = rng.choice(("head", "0", "1", "2", "12", "012", "full"))
    with workplace() as folder:
        if how == "head":
            process = started(one, folder)
            assert process.stdout is not None
            process.stdout.readline()
            process.stdout.close()
            process.stdout = None
            done = ended(process, folder)
            told = [line for line in done.err.splitlines() if not _documented(one, line)]
            fault = (
                f"{one.name}: status {done.status}: {told}" if done.status not in (0, 1) or told or done.left else None
            )
        elif how == "full":
            with Path("/dev/full").open("w", encoding="utf-8") as full:
                done = run(one, folder, stdout=full)
            fault = complaint(one, done, folder, (2,))
        else:
            shut = " ".join(f"{number}>&-" for number in how)
            done = run(one, folder, wrapper=("sh", "-c", f'exec "$@" {shut}', "sh"))
            fault = complaint(one, done, folder, ())
        return None if fault is None else f"streams {how}: {fault}"


def memory(rng: random.Random) -> str | None:
    """Limit the address space of a command, to between 16 MB and 4 GB."""
    import resource

    one = rng.choice(INVOCATIONS)
    most = int(16e6 * 250 ** rng.random())
    with workplace() as folder:
        done = run(one, folder, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (most, most)))
        fault = complaint(one, done, folder, (2, 3))
        return None if fault is None else f"{most / 1e6:.0f} MB of address space: {fault}"


def without_shared_memory(rng: random.Random) -> str | None:
    """Run commands that begin processes where /dev/shm cannot be written to."""
    one = rng.choice([one for one in INVOCATIONS if one.name in ("sweep-workers", "equilibria-jobs", "solve-pdlp")])
    with workplace() as folder:
        script = 'mount -t tmpfs -o ro none /dev/shm && exec "$@"'
        done = run(one, folder, wrapper=(*UNSHARED, script, "sh"))
        fault = complaint(one, done, folder, (2, 3))
        return None if fault is None else f"no /dev/shm: {fault}"


def compiler_cache(rng: random.Random) -> str | None:
    """Run commands with compiled loops where the folder of the machine code cannot be written to."""
    one = rng.choice([one for one in INVOCATIONS if one.name in ("solve-lemke", "trace", "solve-cfr", "match")])
    places = {str(Path(str(sf.__file__)).resolve().parent), str(Path(str(sf.backends.__file__)).resolve().parent)}
    mounts = " && ".join(
        f"mount --bind {place} {place} && mount -o remount,bind,ro {place}" for place in sorted(places)
    )
    with workplace() as folder:
        done = run(one, folder, wrapper=(*UNSHARED, f'{mounts} && exec "$@"', "sh"))
        fault = complaint(one, done, folder, ())
        return None if fault is None else f"package on a read-only file system: {fault}"


def two_compile(rng: random.Random) -> str | None:
    """Let two processes compile the same loops at once, into an empty cache."""
    one = next(one for one in INVOCATIONS if one.name == "solve-cfr")
    with workplace() as first, workplace() as second:
        variables = {"NUMBA_CACHE_DIR": str(first / "cache")}
        (first / "cache").mkdir()
        beside = started(one, second, variables=variables)
        time.sleep(rng.random())
        done = [run(one, first, variables=variables), ended(beside, second)]
        shutil.rmtree(first / "cache")
        faults = [complaint(one, each, place, ()) for each, place in zip(done, (first, second), strict=True)]
        return next((fault for fault in faults if fault), None)


def plain_locale(rng: random.Random) -> str | None:
    """Run a command in the locale C without UTF-8, on a game with labels beyond ASCII."""
    words = rng.choice(
        ("solve ü.efg", "info ü.efg", "convert ü.efg out.nfg", "solve ü.efg --json", "solve ü.efg -o out.json")
    )
    one = _invocation(words, words)
    variables = {"LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": ""}
    with workplace() as folder:
        text = 'EFG 2 R "Ünï→" { "Ä" "Ω" }\np "" 1 1 "é" { "ł" "r" } 0\nt "" 1 "" { 1 -1 }\nt "" 2 "" { 0 0 }\n'
        (folder / "ü.efg").write_text(text, encoding="utf-8")
        done = run(one, folder, variables=variables)
        if done.status == 0 and not [line for line in done.err.splitlines() if not line.startswith("seqform: ")]:
            return None
        told = done.err.splitlines()
        return None if done.status == 2 and len(told) == 1 else f"locale C, {words}: {done.status}: {done.err[-300:]}"


def clock_jumps(rng: random.Random) -> str | None:
    """Let the clock of the day jump while a command with a limit of time runs: it neither stops early nor hangs."""
    words = rng.choice(
        (
            "solve leduc(ranks=2) --time-limit 1000",
            "solve leduc(ranks=2) -b cfr --tolerance 1e-3 --time-limit 1000",
            "equilibria binary-tree(depth=4) --starts 20 --time-limit 1000",
            "trace general.efg --time-limit 1000",
            "sweep sweep.toml --store out.sqlite --workers 0",
        )
    )
    jump = rng.choice((-1, 1)) * 86_400 * rng.randrange(1, 400)
    program = (
        "import time; real = time.time; calls = [0]\n"
        f"def jumping():\n    calls[0] += 1\n    return real() + ({jump} if calls[0] % 2 else 0)\n"
        "time.time = jumping\nfrom seqform.__main__ import main\nmain()\n"
    )
    with workplace() as folder:
        done = subprocess.run(
            [sys.executable, "-c", program, *words.split()],
            cwd=folder,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        return (
            None
            if done.returncode == 0
            else f"clock jumps by {jump} s, {words}: {done.returncode}: {done.stderr[-300:]}"
        )


def _unshares() -> bool:
    """Return whether file systems can be mounted for one process."""
    try:
        test = subprocess.run([*UNSHARED, "mount -t tmpfs none /dev/shm"], capture_output=True, check=False)
    except OSError:
        return False
    return test.returncode == 0


def campaign() -> Campaign:
    """Return the campaign with all its parts."""
    if missing := uncovered_commands():
        raise AssertionError(f"no invocation of {', '.join(missing)}")
    found = Campaign(
        "Faults", "Interruptions, kills, full disks, closed streams and lack of memory, over all commands."
    )
    parts: tuple[tuple[str, Callable[[random.Random], str | None], int], ...] = (
        ("interrupts", interruption, 500),
        ("kills", kills, 10),
        ("killed", killed, 60),
        ("full-disk", full_disk, 60),
        ("folders", folders, 40),
        ("closed-streams", closed_streams, 60),
        ("memory", memory, 100),
        ("two-compile", two_compile, 1),
        ("locale", plain_locale, 10),
        ("clock", clock_jumps, 10),
    )
    for name, case, cases in parts:
        found.part(name, case, cases)
    mounted = (
        ("read-only", read_only, 30),
        ("no-shared-memory", without_shared_memory, 9),
        ("compiler-cache", compiler_cache, 8),
    )
    for name, case, cases in mounted:
        if _unshares():
            found.part(name, case, cases)
        else:
            found.not_run(name, "needs the right to mount file systems")
    return found


if __name__ == "__main__":
    sys.exit(campaign().run())
