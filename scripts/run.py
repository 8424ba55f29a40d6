"""Make a table or a figure of a paper, or a measurement, with its page under `scripts/results`.

    python scripts/run.py                   # the names
    python scripts/run.py table_1 --help    # the options of one
    python scripts/run.py table_1 --depths 3-6

Each is a module with a function `run`, whose parameters are the options; it returns the name, the title and the
sections of the page.
"""

from __future__ import annotations

import argparse
import inspect
import json
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, get_args, get_type_hints

from measure import write_results
from seqform.errors import InputError

PAPERS = {
    "anomalies": "Miltersen & Sørensen 2006: figures 1 to 3, anomalies of unperturbed linear programs",
    "gameshrink_figure": "Gilpin & Sandholm 2006: GameShrink's figure, the counterexamples of section 4.1",
    "gameshrink_pipeline": "Gilpin & Sandholm 2006: GameShrink, elimination and linear program by the number of ranks",
    "oh_hell": "Littman, Ravi, Talwar & Zinkevich 2006: table 1, Open-Handed Oh Hell!",
    "rhode_island": "Gilpin & Sandholm 2006: Rhode Island Hold'em by every partition, evaluated in the original game",
    "rhode_island_sizes": "Gilpin & Sandholm 2006: sizes and times of Rhode Island Hold'em",
    "shipped_solution": "the solution of Rhode Island Hold'em that comes with the package",
    "smooth_uct": "Heinrich & Silver 2015: Smooth UCT and UCT by self-play, against the exact equilibrium",
    "table_1": "von Stengel, van den Elzen & Talman 2002: table I, binary trees",
    "trees": 'the article "Trees in Games": its games and tables',
}
BENCHMARKS = {
    "complete": "all equilibria of small games, compared with Gambit",
    "exact_decks": "small decks as exact programs, and first-order bounds",
    "first_order": "gap against time of iterative methods",
    "highs": "methods of HiGHS on the programs of games",
    "large_lp": "linear programs of Rhode Island Hold'em by the number of ranks",
    "lemke": "exact Lemke: time against size, compared with Gambit and an integer tableau",
    "pages": "pages of games in Chromium",
    "peers": "from a name to a certified equilibrium, compared with OpenSpiel and Gambit",
    "play_value": "payoffs of the strategies of each concept against opponents who make mistakes",
    "refinements": "cost of exact quasi-perfection",
    "revisions": "processor seconds of two revisions, compared",
    "search": "minimax, negamax and alpha-beta on tic-tac-toe and connect four",
    "sweep_speed": "overhead of a sweep per case, and the gain of a second core",
}
MODULES = {**dict.fromkeys(PAPERS, "papers"), **dict.fromkeys(BENCHMARKS, "bench")}


def main(arguments: Sequence[str] | None = None) -> None:
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given[:1] == ["--call"]:  # for `measure.called`
        function = getattr(import_module(given[1]), given[2])
        print(json.dumps(function(**json.loads(given[3]))))
        return
    lines = [f"  {name:20}{text}" for name, text in {**PAPERS, **BENCHMARKS}.items()]
    parser = argparse.ArgumentParser(
        usage="%(prog)s NAME ...", epilog="\n".join(lines), formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("name", choices=MODULES, metavar="NAME")
    name = parser.parse_args(given[:1] or ["--help"]).name
    sys.path.append(str(Path(__file__).resolve().parents[1] / "tests" / "support"))
    module = import_module(f"{MODULES[name]}.{name}")
    options = options_of(module.run, f"run.py {name}", module.__doc__ or "").parse_args(given[1:])
    try:
        found = module.run(**vars(options))
    except InputError as error:
        parser.exit(2, f"{name}: {error}\n")
    if found is not None:
        sys.stdout.write(write_results(*found).read_text(encoding="utf-8"))


def options_of(run: Callable[..., Any], prog: str, about: str) -> argparse.ArgumentParser:
    """Return the parser of the options that a function has as parameters."""
    parser = argparse.ArgumentParser(prog=prog, description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    hints = get_type_hints(run)
    for name, parameter in inspect.signature(run).parameters.items():
        flag, hint, default = f"--{name.replace('_', '-')}", hints[name], parameter.default
        kinds = [one for one in get_args(hint) if one not in (type(None), ...)] or [hint]
        shown = f"(default: {' '.join(map(str, default)) if isinstance(default, tuple) else default})"
        if hint is bool:
            parser.add_argument(flag, action=argparse.BooleanOptionalAction, default=default)
        elif isinstance(default, tuple):
            parser.add_argument(flag, type=kinds[0], nargs="*", default=default, metavar="VALUE", help=shown)
        elif default is parameter.empty:
            parser.add_argument(flag, type=kinds[0], required=True)
        else:
            parser.add_argument(flag, type=kinds[0], default=default, metavar="VALUE", help=shown)
    return parser


if __name__ == "__main__":
    main()
