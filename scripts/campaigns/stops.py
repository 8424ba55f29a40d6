"""Campaign of stops: signals and time limits at random moments of long commands, then the same command again.

    python scripts/campaigns/stops.py --minutes 60 --seed 1
    python scripts/campaigns/stops.py --parts signals --only 17

A failure is a file that is neither whole nor the one of before, a file left over, a process left over, a traceback, an
exit status other than the documented ones, finished work lost, or a time limit that is exceeded by more than what
docs/guide_backends.md states and some seconds for a machine that is shared.
"""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from random import Random

sys.path[:0] = [str(Path(__file__).resolve().parents[2] / "scripts")]

import psutil
from campaign import Campaign, patience

Fault = str | None

COMMANDS = (
    *("solve leduc --exact -o out.json", "solve leduc --concept quasi-perfect -o out.json --all"),
    *(
        "solve leduc --backend cfr --target-gap 1e-9 -o out.json --checkpoint state.npz",
        "solve leduc --backend lemke -o out.json",
    ),
    *(
        "solve liars-dice(sides=4) --exact -o out.json",
        "solve binary-tree(depth=10) --start random:3 -o out.json",
    ),
    *(
        "solve rhode-island(ranks=3,suits=2) --preprocess lossless --target-gap 1e-6 -o out.solution",
    ),
    *(
        "solve leduc --concept proper -o out.json",
        "solve leduc(ranks=5) --preprocess anytime --target-gap 1e-7 -o out.solution",
    ),
    *(
        "solve leduc --backend barrier -o out.json",
        "solve leduc --concept extensive-form-perfect -o out.json",
    ),
    *(
        "solve leduc --backend pdhg --target-gap 1e-9 -o out.json --checkpoint state.npz",
        "solve leduc --concept maximin -o out.json",
    ),
    *(
        "solve leduc --backend cvxpy -o out.json",
        "solve leduc --backend pyomo -o out.json",
        "solve leduc --backend exact -o out.json",
    ),
    *(
        "equilibria binary-tree(depth=6) --starts 200 --back -o out.json",
        "equilibria binary-tree(depth=5) --complete -o out.json",
    ),
    *(
        "equilibria binary-tree(depth=6) --starts 400 --jobs 2 -o out.json",
        "trace binary-tree(depth=9) -o out.json --engine tableau",
    ),
    *(
        "trace leduc --points -o out.json",
        "compare leduc --concept nash --concept quasi-perfect --json",
    ),
    *(
        "draw leduc --concept nash -o out.html",
        "draw leduc --concept nash -o out.svg --nodes 2000",
        "chart leduc --concept nash -o out.svg",
    ),
    *(
        "vary leduc(second_bet=4..5,collapse_suits=true) -o out.svg",
        "vary leduc",
        "vary kuhn(bet=0..4,ranks=13) -o out.svg",
    ),
    *(
        "search connect-four --depth 9 -o out.json",
        "search connect-four --method mcts --simulations 100000 -o out.json",
    ),
    *(
        "search leduc --method smooth-uct --simulations 2000000 -o out.json",
        "search tic-tac-toe --method minimax -o out.json",
    ),
    *(
        "match leduc equilibrium random --games 20000 -o out.json",
        "match connect-four alpha-beta:5 mcts:500 --games 10 -o out.json",
    ),
    *(
        "match tic-tac-toe negamax random --games 2000 -o out.json",
        "play leduc -o out.html",
        "shrink rhode-island(ranks=5)",
    ),
    *(
        "export leduc(ranks=7) out.mps",
        "export rhode-island(ranks=3) out.mps --preprocess lossless",
        "convert leduc(ranks=7) out.efg",
    ),
    *(
        "convert leduc out.nfg",
        "info leduc(ranks=8)",
        "check leduc given.json --quasi-perfect",
        "check leduc given.json --proper",
    ),
    *(
        "solve tic-tac-toe --concept subgame-perfect --objective social -o out.json",
        "solve leduc --backend scipy -o out.json",
    ),
    *("solve knapsack(objects=12) --concept subgame-perfect --objective best-for-1 -o out.json",),
    *(
        "solve leduc --concept safe-response --opponent uniform --player 1 --max-loss 1/10 -o out.json",
    ),
    *(
        "chart leduc --frontier uniform -o out.svg",
        "draw tic-tac-toe -o out.html",
        "solve openspiel:leduc_poker --exact -o out.json",
    ),
    *(
        "solve leduc --constraint 1:Js:bet<=1/10 --exact -o out.json",
        "solve rhode-island(ranks=3) --preprocess published -o out.solution",
    ),
)
LIMITED = ("solve", "equilibria", "trace", "vary", "search")

STATUSES = {
    signal.SIGINT: {0, 2, 3, 4, 130},
    signal.SIGTERM: {0, 2, 3, 4, 143},
    signal.SIGHUP: {0, 2, 3, 4, 129},
    signal.SIGKILL: {0, 2, 3, 4, -9, 137},
}
SLACK = 5.0
"""Seconds beyond the documented ones that a shared machine may take."""
OLD = "the file of before"


def split(line: str) -> list[str]:
    """Return the words of a command; constraints have colons instead of blanks."""
    words = line.split()
    return [
        word.replace("1:Js:bet<=", "1: Js: bet <= ") if word.startswith("1:Js") else word
        for word in words
    ]


class Run:
    """A command in a process of its own, marked so that its descendants are found."""

    def __init__(self, words: Sequence[str], folder: Path) -> None:
        self.token = f"stops-{os.getpid()}-{time.monotonic_ns()}"
        environment = {**os.environ, "SEQFORM_STOPS": self.token}
        self.begun = time.monotonic()
        self.errors = (folder.parent / "errors.txt").open("w+b")
        self.output = (folder.parent / "output.txt").open("w+b")
        self.process = subprocess.Popen(
            [str(Path(sys.executable).with_name("seqform")), *words],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=self.output,
            stderr=self.errors,
            start_new_session=True,
        )

    def wait(self, seconds: float) -> int | None:
        """Wait for the end; None if it does not come."""
        with suppress(subprocess.TimeoutExpired):
            return self.process.wait(seconds)
        return None

    def texts(self) -> tuple[str, str]:
        """Return output and messages."""
        texts: list[str] = []
        for stream in (self.output, self.errors):
            stream.seek(0)
            texts.append(stream.read().decode("utf-8", "replace"))
        return texts[0], texts[1]

    def left_over(self) -> list[str]:
        """Return the processes that have outlived the command by two seconds, more under load, and end them."""
        end = time.monotonic() + patience(2)
        alive = list(self._descendants())
        while alive and time.monotonic() < end:
            time.sleep(0.1)
            alive = list(self._descendants())
        names: list[str] = []
        for process in alive:
            with suppress(psutil.Error):
                names.append(" ".join(process.cmdline())[-80:])
                process.kill()
        return names

    def _descendants(self) -> Iterator[psutil.Process]:
        for process in psutil.process_iter(["pid", "status"]):
            with suppress(psutil.Error):
                zombie = process.status() == psutil.STATUS_ZOMBIE
                if not zombie and process.environ().get("SEQFORM_STOPS") == self.token:
                    yield process

    def close(self) -> None:
        """End whatever is left."""
        for process in list(self._descendants()):
            with suppress(psutil.Error):
                process.kill()
        self.process.wait()
        self.errors.close()
        self.output.close()


@contextmanager
def started(words: Sequence[str], folder: Path) -> Iterator[Run]:
    """Start a command and clear away what is left of it."""
    run = Run(words, folder)
    try:
        yield run
    finally:
        run.close()


@contextmanager
def workplace(rng: Random, words: Sequence[str]) -> Iterator[tuple[Path, set[str]]]:
    """Make a folder with the files that a command reads, sometimes with an old output; yield it with their names."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "folder"
        folder.mkdir()
        if "given.json" in words:
            folder.joinpath("given.json").write_bytes(given())
        target = next((word for word in words if word.startswith("out.")), None)
        if target is not None and rng.random() < 0.5:
            folder.joinpath(target).write_text(OLD)
        yield folder, {path.name for path in folder.iterdir()} | {target or "", "state.npz"}


_GIVEN: list[bytes] = []


def given() -> bytes:
    """Return the file of a quasi-perfect equilibrium of Leduc hold'em."""
    if not _GIVEN:
        with tempfile.TemporaryDirectory() as place:
            command = [
                str(Path(sys.executable).with_name("seqform")),
                "solve",
                "leduc",
                "--concept",
                "quasi-perfect",
            ]
            subprocess.run(
                [*command, "-o", "given.json"], cwd=place, check=True, capture_output=True
            )
            _GIVEN.append(Path(place, "given.json").read_bytes())
    return _GIVEN[0]


def fault_of_files(folder: Path, expected: set[str], killed: bool) -> Fault:
    """Return a file that is in pieces, or one too many."""
    for path in folder.iterdir():
        if path.name not in expected:
            if not killed:  # what kill -9 leaves has a name of its own
                return f"{path.name} is left over"
            continue
        if path.suffix in (".json", ".html", ".svg", ".efg", ".nfg", ".mps"):
            text = path.read_text(encoding="utf-8", errors="replace")
            if text == OLD:
                continue
            whole = {
                ".svg": text.rstrip().endswith("</svg>"),
                ".html": text.rstrip().endswith("</html>"),
                ".mps": text.rstrip().endswith("ENDATA"),
            }.get(path.suffix, bool(text) and text.endswith("\n"))
            if path.suffix == ".json":
                try:
                    json.loads(text)
                except ValueError as error:
                    return f"{path.name}: {error}"
            if not whole and path.suffix != ".json":
                return f"{path.name} ends in {text[-60:]!r}"
        elif path.stat().st_size == 0:
            return f"{path.name} is empty"
    return None


def fault_of_texts(run: Run, status: int | None, allowed: set[int]) -> Fault:
    """Return a traceback, an exit status that is not documented, or processes left over."""
    output, messages = run.texts()
    if status is None:
        return "does not end"
    if "Traceback" in output + messages or "Error:" in messages.split("seqform:")[0][:2000]:
        return f"messages: {messages[-300:]}"
    if status not in allowed:
        return f"status {status}: {messages[-200:]}"
    if status not in (0, -9, 137) and not messages.strip():
        return f"status {status} without a line"
    left = run.left_over()
    return f"left over: {left}" if left else None


def signals(rng: Random) -> Fault:
    """Send a signal at a random moment; files are whole, processes gone, and the command can be repeated."""
    line = rng.choice(COMMANDS)
    words = split(line)
    sent = rng.choice((signal.SIGINT, signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL))
    moment = rng.choice((rng.uniform(0.3, 1.5), rng.uniform(1.0, 6.0), rng.uniform(2.0, 12.0)))
    with workplace(rng, words) as (folder, expected), started(words, folder) as run:
        status = run.wait(moment)
        if status is None:
            if sent == signal.SIGINT:  # as the terminal does, to the whole group
                os.killpg(run.process.pid, sent)
            else:
                run.process.send_signal(sent)
            asked = time.monotonic()
            status = run.wait(60)
            if sent in (signal.SIGTERM, signal.SIGHUP) and time.monotonic() - asked > 2 + SLACK:
                return f"{line}: {sent.name} after {moment:.2f} s: ends {time.monotonic() - asked:.1f} s later"
            if status is None and sent == signal.SIGINT:  # the second press ends it at the latest
                os.killpg(run.process.pid, sent)
                status = run.wait(10)
        # Until the first module is loaded: Python's default.
        early = {-sent, 128 + sent} if moment < 1.0 else set()
        fault = fault_of_texts(run, status, STATUSES[sent] | early)
        if fault is not None and moment < 1.0 and "KeyboardInterrupt" in fault:
            fault = None
        fault = fault or fault_of_files(folder, expected, sent == signal.SIGKILL)
    return fault and f"{line}: {sent.name} after {moment:.2f} s: {fault}"


def limits(rng: Random) -> Fault:
    """Set a time limit; the command ends when it is stated to, with whole files."""
    line = rng.choice([line for line in COMMANDS if line.split()[0] in LIMITED])
    limit = rng.choice((0.01, 0.5, 1.0, 2.0, 3.0, 4.5, 6.0, 9.0))
    words = [*split(line), "--time-limit", str(limit)]
    with workplace(rng, words) as (folder, expected), started(words, folder) as run:
        status = run.wait(120)
        seconds = time.monotonic() - run.begun
        fault = fault_of_texts(run, status, {0, 2, 3, 4}) or fault_of_files(folder, expected, False)
        _, messages = run.texts()
        certified = "certif" in messages or status == 0
        allowed = max(limit, 0.7) * 1.08 + 1.4 + SLACK + (max(1.0, limit / 2) if certified else 0)
        if fault is None and seconds > allowed:
            fault = f"{seconds:.1f} s, status {status}: {messages[-200:]}"
    return fault and f"{line} --time-limit {limit}: {fault}"


def checkpoints(rng: Random) -> Fault:
    """Kill a run with a checkpoint, and go on: it does not begin from the start."""
    backend = rng.choice(("cfr", "pdhg"))
    words = f"solve leduc --backend {backend} --target-gap 1e-4 --checkpoint state.npz -o out.json".split()
    with workplace(rng, words) as (folder, expected):
        for _ in range(rng.choice((1, 2))):
            with started(words, folder) as run:
                run.wait(rng.uniform(2.0, 6.0))
        with started(words, folder) as run:
            status = run.wait(200)
            fault = fault_of_texts(run, status, {0}) or fault_of_files(folder, expected, True)
    return fault and f"{' '.join(words)}: {fault}"


SWEEP = """
store = "rows.sqlite"

[[grid]]
game = "kuhn"
bet = {range = [1, %d]}
ante = [1, 2]
concept = ["nash", "quasi-perfect"]

[[case]]
game = "leduc"
backend = "cfr"
target_gap = 1e-3
"""


def rows_of(store: Path) -> dict[str, tuple[object, ...]]:
    """Return the rows of a store by the text of all columns that identify one."""
    if not store.exists() or not store.stat().st_size:
        return {}
    with closing(sqlite3.connect(f"file:{store}?mode=ro", uri=True)) as connection:
        tables = [
            name
            for (name,) in connection.execute("select name from sqlite_master where type = 'table'")
            if name != "driver"
        ]
        rows: dict[str, tuple[object, ...]] = {}
        for name in tables:
            for row in connection.execute(f'select * from "{name}"'):
                rows[f"{name} {row[0]}"] = row
    return rows


def sweeps(rng: Random) -> Fault:
    """Stop a sweep several times, and finish it: each finished row remains as it is."""
    words = ["sweep", "cases.toml", "--workers", str(rng.choice((0, 1, 2)))]
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "folder"
        folder.mkdir()
        folder.joinpath("cases.toml").write_text(SWEEP % rng.choice((4, 8)))
        kept: dict[str, tuple[object, ...]] = {}
        about: list[str] = []
        for _ in range(rng.choice((1, 2, 3))):
            sent = rng.choice((signal.SIGINT, signal.SIGTERM, signal.SIGKILL))
            moment = rng.uniform(0.5, 8)
            about.append(f"{sent.name} after {moment:.1f} s")
            with started(words, folder) as run:
                if run.wait(moment) is None:
                    run.process.send_signal(sent)
                status = run.wait(60)
                early = {-sent, 128 + sent} if moment < 1 else set()
                fault = fault_of_texts(run, status, STATUSES[sent] | early)
                if fault is not None:
                    return f"{' '.join(words)}: {', '.join(about)}: {fault}"
            rows = rows_of(folder / "rows.sqlite")
            lost = [
                key for key, row in kept.items() if rows.get(key) != row and "progress" not in key
            ]
            if lost:
                return f"{' '.join(words)}: {', '.join(about)}: {len(lost)} rows lost or changed, {lost[0]}"
            kept = rows
        with started(words, folder) as run:
            status = run.wait(300)
            fault = fault_of_texts(run, status, {0})
            _, messages = run.texts()
            if fault is None and kept and "had a row" not in messages:
                fault = f"begins anew: {messages[-200:]}"
        left = sorted(
            path.name for path in folder.iterdir() if path.name not in ("cases.toml", "rows.sqlite")
        )
        if fault is None and left:
            fault = f"left over: {left}"
    return fault and f"{' '.join(words)}: {', '.join(about)}: {fault}"


def campaign() -> Campaign:
    """Return the campaign, with a part for each kind of stop."""
    return Campaign(
        "stops",
        "SIGINT, SIGTERM, SIGHUP, SIGKILL and time limits at random moments of long commands, and the same commands "
        "again: files are whole, no process is left, no finished work is lost, exit statuses are the documented ones.",
        {
            "signals": (signals, 200),
            "limits": (limits, 100),
            "checkpoints": (checkpoints, 10),
            "sweeps": (sweeps, 20),
        },
    )


if __name__ == "__main__":
    # A shell's background; commands would inherit it.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.exit(campaign().run())
