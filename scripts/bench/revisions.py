"""Processor seconds of the same computations in two revisions of the repository, in turn on one machine.

    python scripts/run.py revisions --before 2850aaa
    python scripts/run.py revisions --before HEAD~20 --only lemke --repeat 5

Each computation runs in a process of its own, which prepares it, and takes the least of a few times; the revisions take
turns. The page shows the least time of each revision and their ratio.
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

LEMKE = "games = [sf.load(f'binary-tree(depth={},seed={{seed}})') for seed in range({})]"
SOLVE_ALL = "[sf.solve(game) for game in games]"
EXACT = "sf.solve(game, exact=True)"
TASKS: dict[str, tuple[str, str, int]] = {
    "kuhn, exact": ("game = sf.load('kuhn')", EXACT, 20),
    "leduc, exact": ("game = sf.load('leduc')", EXACT, 5),
    "liars-dice(sides=4), exact": ("game = sf.load('liars-dice(sides=4)')", EXACT, 3),
    "lemke, L = 7, 15 trees": (LEMKE.format(7, 15), SOLVE_ALL, 3),
    "lemke, L = 9, 5 trees": (LEMKE.format(9, 5), SOLVE_ALL, 3),
    "lemke, L = 11": (LEMKE.format(11, 1), SOLVE_ALL, 3),
    "lemke, L = 13": (LEMKE.format(13, 1), SOLVE_ALL, 1),
    "leduc, quasi-perfect": ("game = sf.load('leduc')", "sf.solve(game, 'quasi-perfect')", 3),
    "leduc, cfr": ("game = sf.load('leduc')", "sf.solve(game, backend='cfr', options={'tolerance': 1e-5})", 3),
    "bestNash, 5-card hand of Oh Hell": (
        "graph = sf.load('oh-hell(cards=5,seed=1)', kind='positions')",
        "sf.solve(graph, 'subgame-perfect', objective='social')",
        3,
    ),
    "rhode-island, lossless partition": ("", "sf.abstract_game('rhode-island', 'lossless')", 1),
    "rhode-island, lossless, cfr to 0.05 chips": (
        "",
        "sf.solve('rhode-island', preprocess='lossless', backend='cfr', target_gap=0.05)",
        1,
    ),
}
"""By name: the preparation, the computation, and how often it is run in a process."""

CHILD = """
import json, sys, time
import seqform as sf
prepare, compute, repeat = json.loads(sys.argv[1])
names = {"sf": sf}
exec(prepare, names)
exec(compute, names)  # compiles what it needs
times = []
for _ in range(repeat):
    start = time.process_time()
    exec(compute, names)
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
