"""The commands of the command line, and the command that compiles ahead of time."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

import seqform
from seqform.cli.check import check
from seqform.cli.common import out, print_message
from seqform.cli.compare import compare
from seqform.cli.file_use import checked
from seqform.cli.games import backends, convert, export, games, info
from seqform.cli.match import match
from seqform.cli.paths import equilibria, trace
from seqform.cli.report import report
from seqform.cli.shrink import shrink
from seqform.cli.solve import solve
from seqform.cli.sweep import sweep
from seqform.errors import OptionError


def compile_engines(
    engines: Annotated[
        list[str] | None, typer.Argument(metavar="[ENGINE]...", help="lemke, perturbed, iterative, bestnash.")
    ] = None,
) -> None:
    """Compile the inner loops now, rather than when a large game first needs them; all engines if none is named."""
    from seqform.backends.linalg.compiled import ENGINES, compile_ahead

    chosen = engines or list(ENGINES)
    unknown = [name for name in chosen if name not in ENGINES]
    if unknown:
        raise OptionError(f"no engine {unknown[0]!r}; known: {', '.join(ENGINES)}")
    compile_ahead(chosen, print_message)
    out.print(f"compiled: {', '.join(chosen)}")


USAGE_ERROR: Any = next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")
"""Click's base class of usage errors: of Click itself or, in newer versions, of Typer's own copy."""

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    help="Equilibria of two-player extensive games, certified on the game itself.",
    epilog="GAME is an .efg or .nfg file, a name from 'seqform games' such as 'kuhn(ante=2,bet=3)', "
    "or 'openspiel:leduc_poker'. Exit status: 0 done, 2 bad input, 3 the solver gave up, 4 a certificate fails, "
    "130 interrupted.",
)
COMMANDS = (
    *(solve, equilibria, trace, check, compare, match, shrink, sweep),
    *(report, info, export, convert, games, backends),
)
for command in COMMANDS:
    app.command()(checked(command))
app.command("compile")(checked(compile_engines))


@app.callback(invoke_without_command=True)
def _root(version: Annotated[bool, typer.Option("--version", help="Show the version.")] = False) -> None:
    if version:
        out.print(f"seqform {seqform.__version__}")
        raise typer.Exit


def run() -> int:
    """Run the command line and return the exit status; errors and interruptions are raised."""
    command = typer.main.get_command(app)
    try:
        with command.make_context("seqform", sys.argv[1:]) as context:  # `main` has its own answer to Ctrl-C
            command.invoke(context)
    except typer.Exit as stop:
        return int(stop.exit_code)
    except USAGE_ERROR as error:
        message = error.format_message()
        if not message:  # no command was given, and the help has been shown
            return OptionError.exit_status
        if getattr(error, "ctx", None) is None or message.lstrip().startswith("Usage:"):
            raise OptionError(message) from None
        raise OptionError(f"{message} See '{error.ctx.command_path} --help'.") from None
    return 0
