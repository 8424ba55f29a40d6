"""Benchmark of the programs of correlated equilibria and of commitment, by the number of relevant pairs and the method.

Every run has a process of its own. CPU seconds are compared rather than wall-clock ones, since the machine is shared:

    python scripts/run.py correlated                              # some fifteen minutes
    python scripts/run.py correlated --games sheriff --methods "HiGHS ipx" --limit 60
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import seqform as sf
from measure import Page, called, markdown_table
from seqform.backends import SolveOptions, get
from seqform.builders.forms.sequence_form import sequence_form
from seqform.builders.games.formats.efg import parse_efg
from seqform.builders.programs.commitment import commitment_milp
from seqform.builders.programs.correlated import correlated_lp, relevant_pairs
from seqform.errors import SeqformError
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.strategies.correlation import RECOMMENDATION

ROOT = Path(__file__).resolve().parents[2]

RANDOM = "random"
"""The name of a random tree, with the number of its inner nodes and a seed: "random:800:1"."""

GAMES = (
    "battleship",
    "sheriff",
    "sheriff(bribe=4)",
    "random:1000:1",
    "sheriff(bribe=2,rounds=3)",
    "random:3000:1",
    "sheriff(bribe=9)",
)
METHODS: dict[str, tuple[str, dict[str, Any]]] = {
    "HiGHS simplex": ("highs", {"solver": "simplex"}),
    "HiGHS ipx": ("highs", {"solver": "ipx"}),
    "HiGHS ipx, no crossover": ("highs", {"solver": "ipx", "run_crossover": "off"}),
    "Clarabel": ("cvxpy", {"solver": "CLARABEL"}),
    "PDLP": ("pdlp", {}),
}
MOST_PAIRS = {"HiGHS simplex": 20_000, "HiGHS ipx": 120_000, "Clarabel": 2_000, "PDLP": 2_000}
"""Relevant pairs up to which a method is measured."""

EXACT_GAMES = ("battleship", "sheriff", "sheriff(bribe=4)")
COMMITMENTS = (
    ("battleship", 0),
    ("battleship", 1),
    ("sheriff(rounds=1)", 0),
    ("sheriff(rounds=1)", 1),
    ("sheriff", 0),
    ("border-patrol(sites=6,rounds=3)", 0),
)


def run(
    *,
    games: tuple[str, ...] = GAMES,
    methods: tuple[str, ...] = tuple(METHODS),
    limit: float = 60.0,
    exact: tuple[str, ...] = EXACT_GAMES,
    exact_limit: float = 300.0,
    commitments: bool = True,
    minutes: float = 12.0,
    page: str = "correlated",
) -> Page:
    """Make the page: linear programs by method, exact devices, and mixed-integer programs of commitment."""
    end = time.perf_counter() + 60 * minutes
    committed = [commitment_row(*names, limit) for names in COMMITMENTS] if commitments else []
    devices = [exact_row(name, exact_limit) for name in exact]
    rows: list[tuple[object, ...]] = []
    for name in games:
        if time.perf_counter() > end:
            print(f"left out from {name} on: the time is up", file=sys.stderr)
            break
        rows += program_rows(name, methods, limit)
    parts = [
        "Extensive-form correlated equilibria with the largest sum of payoffs. Pairs are the relevant pairs of "
        "sequences; columns are these and the values of deviations. Every run has a process of its own, whose largest "
        f"memory is given; a method stops after {limit:g} s of the clock. CPU seconds are those of the solver. The "
        f"machine was shared, with a load of {os.getloadavg()[1]:.0f} on {os.cpu_count()} cores at the end: times "
        "are compared within this run only. Random trees have the given number of inner nodes, up to four actions and "
        "information sets of several nodes.",
        markdown_table(
            (
                "game",
                "pairs",
                "rows",
                "columns",
                "nonzeros",
                "method",
                "CPU, s",
                "clock, s",
                "status",
                "objective",
                "memory, MB",
            ),
            rows,
        ),
    ]
    if devices:
        parts += [
            f"Exact devices, by the default method, within {exact_limit:g} s: the certificate on the game is exact, "
            "and the optimum proved by exact duals. Mixed are the pairs of pure strategies of the device.",
            markdown_table(
                ("game", "pairs", "sum", "mixed", "proved", "CPU, s", "clock, s"), devices
            ),
        ]
    if committed:
        parts += [
            "Strong Stackelberg equilibria: the mixed-integer program of Bošanský & Čermák (2015) by HiGHS, to a "
            "proved optimum, and the linear program of the best correlated commitment (SEFCE), which bounds it. Where "
            "both are worth the same, the bound proves the commitment.",
            markdown_table(
                (
                    "game",
                    "leader",
                    "sequences",
                    "binaries",
                    "MILP, CPU s",
                    "status",
                    "payoff",
                    "SEFCE, CPU s",
                    "its payoff",
                ),
                committed,
            ),
        ]
    title = "Programs of correlated equilibria and of commitment"
    if not committed:
        title = "Programs of correlated equilibria by method"
    return page, title, parts


def game_of(name: str) -> ExtensiveGame:
    """Return a game by its name in the catalog, or a random tree."""
    if not name.startswith(RANDOM):
        game: ExtensiveGame = sf.load(name)
        return game
    sys.path.append(str(ROOT / "tests" / "support"))
    from small_games import Shape, random_game  # of the tests, which are no package

    _, inner, seed = name.split(":")
    shape = Shape(inner=int(inner), constant_sum=False, numbers="small")
    return parse_efg(random_game(Random(int(seed)), shape).to_efg())


def cpu_timed(work: Callable[[], Any]) -> tuple[Any, float, float]:
    """Return what one call returns, its processor seconds, with those of its processes, and its wall-clock seconds."""
    start, clock = os.times(), time.perf_counter()
    found = work()
    spent = sum(os.times()[:4]) - sum(start[:4])
    return found, spent, time.perf_counter() - clock


# ---- linear programs ----


def program_rows(name: str, methods: tuple[str, ...], limit: float) -> list[tuple[object, ...]]:
    """Return the rows of a game, one for each method that is installed."""
    rows: list[tuple[object, ...]] = []
    for method in methods:
        facts, finished = called(
            "bench.correlated",
            "one_program",
            2 * limit + 120,
            name=name,
            method=method,
            most=limit,
        )
        if facts is None:
            rows.append((name, "", "", "", "", method, "", "", finished.failure, "", ""))
            continue
        if facts.get("missing"):
            print(f"{method}: {facts['missing']}", file=sys.stderr)
            continue
        row = (
            name,
            *(f"{facts[size]:,}" for size in ("pairs", "rows", "columns", "nonzeros")),
            method,
            f"{facts['cpu']:.2f}",
            f"{facts['clock']:.2f}",
            facts["status"],
            "–" if facts["objective"] is None else f"{facts['objective']:.6f}",
            f"{finished.peak_bytes / 1e6:,.0f}",
        )
        print(" | ".join(map(str, row)), file=sys.stderr, flush=True)
        rows.append(row)
    return rows


def one_program(name: str, method: str, most: float) -> dict[str, Any]:
    """Solve the program of a game by a method; return sizes, times and the objective."""
    backend_name, raw = METHODS[method]
    try:
        backend = get(backend_name)
    except SeqformError as error:
        return {"missing": str(error)}
    form = sequence_form(game_of(name)).target
    if len(relevant_pairs(form)) > MOST_PAIRS.get(method, sys.maxsize):
        return {"missing": f"not measured of {name}"}
    program = correlated_lp(form, RECOMMENDATION, form.A + form.B).target
    options = SolveOptions(time_limit=most, raw=raw)
    warm_up = sequence_form(sf.load("chicken")).target
    backend.solve(correlated_lp(warm_up, RECOMMENDATION, warm_up.A).target, options)  # imports
    answer, cpu, clock = cpu_timed(lambda: backend.solve(program, options))
    objective = answer.objective if answer.solved else None
    return {
        "pairs": len(relevant_pairs(form)),
        "rows": program.matrix.shape[0],
        "columns": program.matrix.shape[1],
        "nonzeros": program.matrix.nonzeros,
        "cpu": cpu,
        "clock": clock,
        "status": str(answer.termination),
        "objective": None if objective is None else float(objective),
    }


# ---- exact devices ----


def exact_row(name: str, limit: float) -> tuple[object, ...]:
    """Return the row of an exact device."""
    facts, finished = called("bench.correlated", "one_device", limit, name=name)
    if facts is None:
        return (name, "", "", "", finished.failure, "", f"{finished.seconds:.0f}")
    print(name, facts, file=sys.stderr, flush=True)
    return (
        name,
        f"{facts['pairs']:,}",
        facts["sum"],
        facts["mixed"],
        "yes" if facts["optimal"] else "no",
        f"{facts['cpu']:.1f}",
        f"{facts['clock']:.1f}",
    )


def one_device(name: str) -> dict[str, Any]:
    """Return the facts of the best exact device of a game."""
    game = game_of(name)
    device, cpu, clock = cpu_timed(lambda: sf.solve(game, "extensive-form-correlated", exact=True))
    return {
        "pairs": len(device.plan.pairs),
        "sum": str(sum(device.values)),
        "mixed": len(device.mixture),
        "optimal": device.optimal,
        "cpu": cpu,
        "clock": clock,
    }


# ---- commitment ----


def commitment_row(name: str, leader: int, limit: float) -> tuple[object, ...]:
    """Return the row of a mixed-integer program, beside the linear program that bounds it."""
    facts, finished = called(
        "bench.correlated", "one_commitment", 3 * limit + 60, name=name, leader=leader, most=limit
    )
    if facts is None:
        return (name, leader + 1, "", "", "", finished.failure, "", "", "")
    print(name, facts, file=sys.stderr, flush=True)
    return (
        name,
        leader + 1,
        " and ".join(f"{size:,}" for size in facts["sequences"]),
        facts["binaries"],
        f"{facts['milp_cpu']:.2f}",
        facts["status"],
        f"{facts['payoff']:.6f}",
        f"{facts['bound_cpu']:.2f}",
        f"{facts['bound']:.6f}",
    )


def one_commitment(name: str, leader: int, most: float) -> dict[str, Any]:
    """Return the facts of the mixed-integer program, and of the best correlated commitment, in the game's units."""
    game = game_of(name)
    form = sequence_form(game).target
    model = commitment_milp(form, leader).target
    program = model.without([])
    options = SolveOptions(time_limit=most)
    raw, cpu, _ = cpu_timed(lambda: get("highs").solve(program, options))

    payoffs = form.A if leader == 0 else form.B
    bounding = correlated_lp(form, RECOMMENDATION, payoffs, deviators=(1 - leader,))
    best, bound_cpu, _ = cpu_timed(lambda: get("highs").solve(bounding.target, options))
    played = model.played(raw)
    best_for_reply = model.best_for(played)
    plan = best_for_reply.lift(get("exact").solve(best_for_reply.target))
    # The payoff of the commitment with this reply, by the game's own payoffs.
    own = form.A if leader == 0 else form.B.T
    reply = played.astype(float)
    earned = own.to_scipy() @ reply
    return {
        "sequences": [len(index) for index in form.sequences],
        "binaries": int(program.integer.sum()),
        "milp_cpu": cpu,
        "status": str(raw.termination),
        "payoff": float(plan.exact_weights("commitment").to_floats() @ earned),
        "bound_cpu": bound_cpu,
        "bound": float(bounding.lift(best).sum(payoffs)),
    }
