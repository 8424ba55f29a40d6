"""Make a table or a figure of a paper, or a measurement, with its page under `scripts/results`.

    python scripts/run.py                   # the names
    python scripts/run.py table_1 --help    # the options of one
    python scripts/run.py table_1 --depths 3-6

Each is a module with a function `run`, whose parameters are the options; it returns the name, the title and the
sections of the page.
"""

from __future__ import annotations

import argparse
import ast
import inspect
import json
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, get_args, get_type_hints

from measure import write_results
from seqform.errors import InputError

ROOT = Path(__file__).resolve().parent
FILES = [path for folder in ("papers", "bench") for path in sorted((ROOT / folder).glob("*.py"))]
TEXTS = {path: path.read_text(encoding="utf-8") for path in FILES}
MODULES = {path.stem: path.parent.name for path, text in TEXTS.items() if "\ndef run(" in text}
"""The folders of the modules by their names."""


def main(arguments: Sequence[str] | None = None) -> None:
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given[:1] == ["--call"]:  # for `measure.called`
        function = getattr(import_module(given[1]), given[2])
        print(json.dumps(function(**json.loads(given[3]))))
        return
    firsts = {
        path.stem: str(ast.get_docstring(ast.parse(text))).splitlines()[0]
        for path, text in TEXTS.items()
    }
    lines = [f"  {name:20}{firsts[name]}" for name in MODULES]
    parser = argparse.ArgumentParser(
        usage="%(prog)s NAME ...",
        epilog="\n".join(lines),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("name", choices=MODULES, metavar="NAME")
    name = parser.parse_args(given[:1] or ["--help"]).name
    sys.path.append(str(ROOT.parent / "tests" / "support"))
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
    parser = argparse.ArgumentParser(
        prog=prog, description=about, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    hints = get_type_hints(run)
    for name, parameter in inspect.signature(run).parameters.items():
        flag, hint, default = f"--{name.replace('_', '-')}", hints[name], parameter.default
        kinds = [one for one in get_args(hint) if one not in (type(None), ...)] or [hint]
        shown = (
            f"(default: {' '.join(map(str, default)) if isinstance(default, tuple) else default})"
        )
        if hint is bool:
            parser.add_argument(flag, action=argparse.BooleanOptionalAction, default=default)
        elif isinstance(default, tuple):
            parser.add_argument(
                flag, type=kinds[0], nargs="*", default=default, metavar="VALUE", help=shown
            )
        elif default is parameter.empty:
            parser.add_argument(flag, type=kinds[0], required=True)
        else:
            parser.add_argument(flag, type=kinds[0], default=default, metavar="VALUE", help=shown)
    return parser


if __name__ == "__main__":
    main()
