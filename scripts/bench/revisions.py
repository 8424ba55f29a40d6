"""Processor seconds of the same work in two revisions of the repository, in turn on one machine.

    python scripts/run.py revisions                               # against the last release candidate
    python scripts/run.py revisions --before HEAD~20 --only lemke --repeat 5

Computations run in a process of their own, which prepares them and carries them out once beforehand; commands are timed
with the start of their process. The revisions take turns. The page has the least time of each revision, their ratio,
and the shares of the phases of an answer. The other revision is checked out, and its machine code built, once in
`build/revisions`.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from measure import Page, markdown_table

ROOT = Path(__file__).resolve().parents[2]
CHECKOUTS = ROOT / "build" / "revisions"

LAST_RELEASE = "a28c2289"
"""The commit of version 1.0.0rc1."""

TREES = "games = [sf.load(f'binary-tree(depth={},seed={{seed}})') for seed in range({})]"
SOLVE_ALL = "result = [sf.solve(game) for game in games]"

COMPUTATIONS: dict[str, tuple[str, str, int]] = {
    "kuhn, exact": ("game = sf.load('kuhn')", "result = sf.solve(game, exact=True)", 20),
    "leduc, exact": ("game = sf.load('leduc')", "result = sf.solve(game, exact=True)", 5),
    "leduc, quasi-perfect": (
        "game = sf.load('leduc')",
        "result = sf.solve(game, 'quasi-perfect')",
        1,
    ),
    "kuhn(ranks=8), proper": (
        "game = sf.load('kuhn(ranks=8)')",
        "result = sf.solve(game, 'proper')",
        1,
    ),
    "lemke, L = 7, 15 trees": (TREES.format(7, 15), SOLVE_ALL, 3),
    "lemke, L = 11": (TREES.format(11, 1), SOLVE_ALL, 3),
    "one hundred starts, L = 7": (
        "game = sf.load('binary-tree(depth=7)')",
        "result = sf.equilibria(game, starts=100)",
        1,
    ),
    "rhode-island(ranks=6), cfr to 0.05": (
        "",
        "result = sf.solve('rhode-island(ranks=6)', preprocess='lossless', backend='cfr', target_gap=0.05)",
        1,
    ),
    "leduc, pdhg to 0.001": (
        "game = sf.load('leduc')",
        "result = sf.solve(game, backend='pdhg', target_gap=0.001)",
        1,
    ),
    "leduc, barrier": ("", "result = sf.solve('leduc', backend='barrier')", 3),
    "bestNash, 5-card hand of Oh Hell": (
        "graph = sf.load('oh-hell(cards=5,seed=1)', kind='positions')",
        "result = sf.solve(graph, 'subgame-perfect', objective='social')",
        3,
    ),
    "zero-sum binary tree, L = 12": (
        "",
        "result = sf.solve('binary-tree(depth=12,zero_sum=True)', 'nash')",
        1,
    ),
    "leduc(ranks=12), tree by columns": ("", "result = sf.load('leduc(ranks=12)')", 1),
    "rhode-island, lossless partition": (
        "",
        "result = sf.abstract_game('rhode-island', 'lossless')",
        1,
    ),
}
"""By name: the preparation, the computation, and how often it is carried out in a process."""

SWEEP = """
[[grid]]
game = "kuhn"
bet = {range = [1, 101]}
backend = "highs"
"""

COMMANDS: dict[str, list[str]] = {
    "start-up: solve kuhn": ["solve", "kuhn"],
    "start-up: equilibria kuhn": ["equilibria", "kuhn"],
    "a sweep of 100 cases": ["sweep", "cases.toml", "--store", "cases.sqlite"],
}
"""By name: the arguments of the command line, in a folder with the sweep `cases.toml`."""

CHILD = """
import json, sys, time
import seqform as sf
prepare, compute, repeat = json.loads(sys.argv[1])
names = {"sf": sf}
exec(prepare, names)
exec(compute, names)  # loads, and in earlier revisions compiles, what it needs
times = []
for _ in range(repeat):
    start = time.process_time()
    exec(compute, names)
    times.append(time.process_time() - start)
seconds = getattr(names["result"], "seconds", None)
phases = dict(seconds) if hasattr(seconds, "items") else {}
print(json.dumps([min(times), phases]))
"""

Measurement = tuple[float, dict[str, float]]
"""Processor seconds, and the wall-clock seconds of the phases."""


class NotPossibleError(Exception):
    """The earlier revision cannot carry out a row."""


def run(*, before: str = LAST_RELEASE, repeat: int = 3, only: str = "") -> Page:
    """Make the page: `before` is the other revision, `only` a text that the names of rows contain."""
    checkout = checked_out(before)

    rows = []
    for name, task in COMPUTATIONS.items():
        if only in name:
            rows.append(row(name, checkout, repeat, partial(computed, task)))
    for name, arguments in COMMANDS.items():
        if only in name:
            rows.append(row(name, checkout, repeat, partial(commanded, arguments)))

    note = (
        f"Processor seconds of all threads; the least of {repeat} processes a revision, which take turns. Before is "
        f"the revision {before}. Computations are carried out once beforehand in their process; commands are timed "
        "with its start. The phases are shares of the wall-clock time of the answer, now."
    )
    table = markdown_table(("work", "before", "now", "now / before", "phases"), rows)
    return "bench_revisions", "Two revisions", [note, table]


def checked_out(revision: str) -> Path:
    """Return the folder of a revision, checked out and with its machine code built, unless an earlier call did that."""
    commit = git("rev-parse", "--short=12", f"{revision}^{{commit}}")
    checkout = CHECKOUTS / commit
    if not checkout.exists():
        CHECKOUTS.mkdir(parents=True, exist_ok=True)
        git("worktree", "prune")
        git("worktree", "add", "--quiet", "--detach", str(checkout), commit)
    if (checkout / "setup.py").exists():
        build = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"]
        subprocess.run(build, cwd=checkout, check=True, stdout=subprocess.DEVNULL)
    return checkout


def git(*arguments: str) -> str:
    done = subprocess.run(
        ["git", "-C", str(ROOT), *arguments], check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


def row(
    name: str, before: Path, repeat: int, measure: Callable[[Path], Measurement]
) -> tuple[str, ...]:
    """Return the row of some work, which `measure` carries out in the revision of a folder."""
    earlier: list[Measurement] = []
    later: list[Measurement] = []
    for _ in range(repeat):
        with suppress(NotPossibleError):
            earlier.append(measure(before))
        later.append(measure(ROOT))

    new, phases = min(later, key=processor_seconds)
    if not earlier:
        print(f"{name}: {new:.3g} s", file=sys.stderr)
        return name, "–", f"{new:.3g}", "", shares(phases)
    old, _ = min(earlier, key=processor_seconds)
    print(f"{name}: {old:.3g} s, {new:.3g} s", file=sys.stderr)
    return name, f"{old:.3g}", f"{new:.3g}", f"{new / old:.2f}", shares(phases)


def processor_seconds(measurement: Measurement) -> float:
    return measurement[0]


def computed(task: tuple[str, str, int], root: Path) -> Measurement:
    """Carry out a computation in a process of its own."""
    done = run_python(root, ["-c", CHILD, json.dumps(task)], ROOT)
    seconds, phases = json.loads(done.splitlines()[-1])
    return seconds, phases


def commanded(arguments: list[str], root: Path) -> Measurement:
    """Run a command in a folder of its own; the time is that of its process and of those it starts."""
    with TemporaryDirectory() as folder:
        (Path(folder) / "cases.toml").write_text(SWEEP, encoding="utf-8")
        began = processor_seconds_of_children()
        run_python(root, ["-m", "seqform", *arguments], Path(folder))
        return processor_seconds_of_children() - began, {}


def run_python(root: Path, arguments: list[str], folder: Path) -> str:
    """Run Python with the package of a revision, and return the standard output."""
    environment = {**os.environ, "PYTHONPATH": str(root / "src")}
    command = [sys.executable, *arguments]
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode and root != ROOT:
        raise NotPossibleError
    if done.returncode:
        sys.exit(f"{arguments[-1]}:\n{done.stderr}")
    return done.stdout


def processor_seconds_of_children() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def shares(phases: dict[str, float]) -> str:
    """Return the phases of an answer that take a tenth of its time or more."""
    total = sum(phases.values())
    large = [(name, seconds / total) for name, seconds in phases.items() if seconds >= 0.1 * total]
    return ", ".join(f"{name} {share:.0%}" for name, share in large)
