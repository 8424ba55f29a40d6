"""Processor seconds of the same computations in two revisions of the repository, in turn on one machine.

    python scripts/run.py revisions --before 2850aaa
    python scripts/run.py revisions --before HEAD~20 --only lemke --repeat 5

Each computation runs in a process of its own, which prepares it, and takes the least of a few times; the revisions take
turns. A computation may be written in several ways, for revisions with other names: the first that a revision has is
run. The page shows the least time of each revision and their ratio.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from measure import Page, markdown_table

ROOT = Path(__file__).resolve().parents[2]

TASKS: dict[str, tuple[str, tuple[str, ...], int]] = {
    "kuhn, exact": ("game = sf.load('kuhn')", ("sf.solve(game, exact=True)",), 20),
    "leduc, exact": ("game = sf.load('leduc')", ("sf.solve(game, exact=True)",), 5),
    "liars-dice(sides=4), exact": ("game = sf.load('liars-dice(sides=4)')", ("sf.solve(game, exact=True)",), 3),
    "lemke, L = 7, 15 trees": (
        "games = [sf.load(f'binary-tree(depth=7,seed={seed})') for seed in range(15)]",
        ("[sf.solve(game) for game in games]",),
        3,
    ),
    "lemke, L = 9, 5 trees": (
        "games = [sf.load(f'binary-tree(depth=9,seed={seed})') for seed in range(5)]",
        ("[sf.solve(game) for game in games]",),
        3,
    ),
    "lemke, L = 11": ("game = sf.load('binary-tree(depth=11,seed=1)')", ("sf.solve(game)",), 3),
    "lemke, L = 13": ("game = sf.load('binary-tree(depth=13,seed=1)')", ("sf.solve(game)",), 1),
    "leduc, quasi-perfect": (
        "game = sf.load('leduc')",
        ("sf.solve(game, 'quasi-perfect')", "sf.solve(game, concept='quasi-perfect')"),
        3,
    ),
    "leduc, cfr": ("game = sf.load('leduc')", ("sf.solve(game, backend='cfr', options={'tolerance': 1e-5})",), 3),
    "bestNash, 5-card hand of Oh Hell": (
        "try:\n    graph = sf.load('oh-hell(cards=5,seed=1)', kind='positions')\n"
        "except TypeError:\n    graph = sf.load_positions('oh-hell(cards=5,seed=1)')",
        ("sf.solve(graph, 'subgame-perfect', objective='social')", "sf.solve_positions(graph, objective='social')"),
        3,
    ),
    "rhode-island, lossless partition": (
        "",
        ("sf.abstract_game('rhode-island', 'lossless')", "sf.shrunk('rhode-island', 'lossless')"),
        1,
    ),
    "rhode-island, lossless, cfr to 0.05 chips": (
        "",
        (
            "sf.solve('rhode-island', preprocess='lossless', backend='cfr', target_gap=0.05)",
            "sf.solve_ordered('rhode-island', gap=0.05)",
        ),
        1,
    ),
}
"""By name: the preparation, the ways of writing the computation, and how often it is run in a process."""

CHILD = """
import json, sys, time
import seqform as sf
prepare, ways, repeat = json.loads(sys.argv[1])
names = {"sf": sf}
exec(prepare, names)
for way in ways:
    try:
        exec(way, names)  # compiles what it needs
        break
    except (AttributeError, TypeError, ValueError):
        if way is ways[-1]:
            raise
times = []
for _ in range(repeat):
    start = time.process_time()
    exec(way, names)
    times.append(time.process_time() - start)
print(min(times))
"""


def run(*, before: str, repeat: int = 3, only: str = "") -> Page:
    """Make the page: `before` is the other revision, `only` a text that the names of computations contain."""
    with TemporaryDirectory() as folder:
        tree = Path(folder) / "before"
        git = ["git", "-C", str(ROOT), "worktree"]
        subprocess.run([*git, "add", "--quiet", "--detach", str(tree), before], check=True)
        try:
            rows = [row(name, tree, repeat) for name in TASKS if only in name]
        finally:
            subprocess.run([*git, "remove", "--force", str(tree)], check=True)
    note = (
        f"Processor seconds of all threads; the least of {repeat} processes a revision, which take turns. "
        f"Before is the revision {before}. Within a process the computation is run once beforehand."
    )
    table = markdown_table(("computation", "before", "now", "now / before"), rows)
    return "bench_revisions", "Two revisions", [note, table]


def row(name: str, before: Path, repeat: int) -> tuple[str, ...]:
    """Return the row of a computation."""
    task = json.dumps(TASKS[name])
    times: dict[Path, list[float]] = {before: [], ROOT: []}
    for _ in range(repeat):
        for root, spent in times.items():
            environment = {**os.environ, "PYTHONPATH": str(root / "src")}
            done = subprocess.run(
                [sys.executable, "-c", CHILD, task], env=environment, capture_output=True, text=True, check=False
            )
            if done.returncode:
                sys.exit(f"{name} in {root}:\n{done.stderr}")
            spent.append(float(done.stdout.split()[-1]))
    old, new = (min(times[root]) for root in (before, ROOT))
    print(f"{name}: {old:.3g} s, {new:.3g} s", file=sys.stderr)
    return name, f"{old:.3g}", f"{new:.3g}", f"{new / old:.2f}"
