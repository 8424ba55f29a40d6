"""The command line: which commands there are, and how it ends."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

import seqform
from seqform.commands.catalogue import backends, games
from seqform.commands.checking import check
from seqform.commands.common import out
from seqform.commands.comparing import compare
from seqform.commands.compiling import compile_engines
from seqform.commands.equilibria import equilibria
from seqform.commands.file_use import checked
from seqform.commands.game_files import convert, export, info
from seqform.commands.matching import match
from seqform.commands.reporting import report
from seqform.commands.shrinking import shrink
from seqform.commands.solving import solve
from seqform.commands.sweeping import sweep
from seqform.commands.tracing import trace
from seqform.errors import OptionError

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
for command in (
    solve,
    equilibria,
    trace,
    check,
    compare,
    match,
    shrink,
    sweep,
    report,
    info,
    export,
    convert,
    games,
    backends,
):
    app.command()(checked(command))
app.command("compile")(checked(compile_engines))


@app.callback(invoke_without_command=True)
def _root(version: Annotated[bool, typer.Option("--version", help="Show the version.")] = False) -> None:
    if version:
        out.print(f"seqform {seqform.__version__}")
        raise typer.Exit


def run() -> int:
    """Run the command line and return the exit status.

    Raises
    ------
    SeqformError
        For a user's mistake, a solver that gave up, or a certificate that fails.
    KeyboardInterrupt
    """
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
