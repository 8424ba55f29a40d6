"""Rhode Island Hold'em shrunk in every way, solved, and evaluated in the real game.

    python scripts/rhode_island.py                                       # the whole deck: about ten minutes
    python scripts/rhode_island.py --game "rhode-island(ranks=4)" --gap 0.01

Every way has a process of its own, so that its memory can be measured.
"""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from measure import markdown_table, run_measured, write_results

NAME = "rhode_island"
WAYS = (
    "threshold=0.07",
    "threshold=0.06",
    "threshold=0.05",
    "threshold=0.03",
    "threshold=0.01",
    "published",
    "lossless",
)
HEADER = (
    "classes",
    "hands by round",
    "rows and columns",
    "nonzeros",
    "without dominated",
    "shrunk, s",
    "solved, s",
    "its own nash_conv",
    "nash_conv in the real game",
    "player 1 gains",
    "player 2 gains",
    "value",
    "in all, s",
    "memory, MB",
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="rhode-island")
    parser.add_argument("--ways", nargs="+", default=list(WAYS), help="from coarse to fine")
    parser.add_argument("--gap", type=float, default=0.001, help="where to stop, in chips (default 0.001)")
    parser.add_argument("--minutes", type=float, default=10.0, help="limit of each (default 10)")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.one:
        print(json.dumps(solved_here(arguments)))
        return
    rows = []
    for way in arguments.ways:
        sys.stderr.write(f"{way}\n")
        rows.append(row(way, arguments))
    note = (
        f"`{arguments.game}`, solved by the backend `cfr` until nash_conv in the game of classes was at most "
        f"{arguments.gap:g} chips (the ante is 5). The strategies were then lifted to all hands, and best replies "
        "computed over every deal, hands seen as they are. Sizes without dominated sequences are player 1's and player "
        "2's (the paper's rows and columns). Seconds in all include start, shrinking, solving and the replies."
    )
    page = write_results(NAME, "Rhode Island Hold'em, shrunk and judged", [note, markdown_table(HEADER, rows)])
    sys.stdout.write(page.read_text("utf-8"))


def row(way: str, arguments: argparse.Namespace) -> tuple[str, ...]:
    """Return the results of one way of shrinking."""
    command = [sys.executable, __file__, "--one", way, "--game", arguments.game]
    command += ["--gap", str(arguments.gap), "--minutes", str(arguments.minutes)]
    finished = run_measured(command, 120 * arguments.minutes + 600)
    if finished.killed or not finished.output.strip():
        return (way, "killed at its limit" if finished.killed else "failed", *[""] * (len(HEADER) - 2))
    found = json.loads(finished.output.splitlines()[-1])
    return (
        way,
        " / ".join(f"{count:,}" for count in found["classes"]),
        f"{found['shape'][0]:,}",
        f"{found['nonzeros']:,}",
        " × ".join(f"{size:,}" for size in reversed(found["undominated"])),
        f"{found['shrink']:.2f}",
        f"{found['solve']:.1f}",
        f"{found['inside']:.2g}",
        f"{found['nash_conv']:.3g}",
        *(f"{regret:.3g}" for regret in found["regrets"]),
        f"{found['value']:.4f}",
        f"{finished.seconds:.1f}",
        f"{finished.peak_bytes / 1e6:.0f}",
    )


def solved_here(arguments: argparse.Namespace) -> dict[str, Any]:
    """Solve in this process."""
    import seqform as sf

    options = sf.SolveOptions(time_limit=60 * arguments.minutes)
    try:
        found = sf.solve(
            arguments.game, preprocess=arguments.one, backend="cfr", options=options, target_gap=arguments.gap
        )
    except sf.errors.SolveError as stopped:  # at the limit on time
        if stopped.equilibrium is None:
            raise
        found = stopped.equilibrium
    classes = found.abstraction.classes
    solution: Any = found.raw
    return {
        "classes": found.abstraction.filters[0].num_classes,
        "shape": classes.program_shape,
        "nonzeros": classes.num_program_entries,
        "undominated": found.abstraction.undominated.program_shape,
        "shrink": found.abstraction.seconds,
        "solve": solution.seconds,
        "inside": solution.nash_conv,
        "nash_conv": found.certificate.nash_conv,
        "regrets": [float(regret) for regret in found.certificate.regrets],
        "value": found.certificate.values[0],
    }


if __name__ == "__main__":
    main()
