"""The command line: its commands, each imported when it is named, and the exit status of every error."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from seqform.errors import OptionError, SeqformError, SolveError
from seqform.system import memory_limit, signals
from seqform.system.foreign_text import visible
from seqform.system.packages import explain
from seqform.system.plugins import load_plugins

BAD_INPUT = 2

COMMANDS = {
    "solve": "solve.solve",
    "equilibria": "paths.equilibria",
    "trace": "paths.trace",
    "check": "check.check",
    "compare": "compare.compare",
    "match": "match.match",
    "shrink": "shrink.shrink",
    "sweep": "sweep.sweep",
    "report": "report.report",
    "info": "games.info",
    "export": "games.export",
    "convert": "games.convert",
    "games": "games.games",
    "backends": "games.backends",
    "compile": "games.compile_engines",
}
"""The module and the function of every command."""

USAGE_ERROR: Any = next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")
"""Click's base class of usage errors: of Click itself or, in newer versions, of Typer's own copy."""

LOOK: Any = {"add_completion": False, "pretty_exceptions_enable": False, "rich_markup_mode": "rich"}


class Commands(Mapping[str, Any]):
    """The commands by name; the module of a command is imported on access."""

    def __getitem__(self, name: str) -> Any:
        """Return a command that begins by checking the files that its parameters name."""
        module, _, function = COMMANDS[name].partition(".")
        from seqform.cli.file_use import checked

        one = typer.Typer(**LOOK)
        one.command(name)(checked(getattr(import_module(f"seqform.cli.{module}"), function)))
        return typer.main.get_command(one)

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names."""
        return iter(COMMANDS)

    def __len__(self) -> int:
        """Return the number of commands."""
        return len(COMMANDS)


class CommandGroup(TyperGroup):
    """The group of all commands."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings | {"commands": Commands()})


app = typer.Typer(
    **LOOK,
    cls=CommandGroup,
    no_args_is_help=True,
    help="Equilibria of two-player extensive games, certified on the game itself.",
    epilog="GAME is an .efg or .nfg file, a name from 'seqform games' such as 'kuhn(ante=2,bet=3)', "
    "or 'openspiel:leduc_poker'. Exit status: 0 done, 2 bad input, 3 the solver gave up, 4 a certificate fails, "
    "130 interrupted.",
)


@app.callback(invoke_without_command=True)
def _root(version: Annotated[bool, typer.Option("--version", help="Show the version.")] = False) -> None:
    if version:
        from seqform import __version__
        from seqform.cli.common import out

        out.print(f"seqform {__version__}")
        raise typer.Exit


def outcome() -> int:
    """Run the command line and return the exit status; a user's mistake is one line, never a traceback."""
    signals.begin()
    try:
        load_plugins()  # before the options of commands are generated
        status = run()
        sys.stdout.flush()
    except SeqformError as error:
        if _interrupted(error):
            return signals.interrupted_status(str(error))
        if signals.received():
            return signals.interrupted_status("")
        if memory_limit.is_cause(error, expected=True):
            return _fail(memory_limit.message(), BAD_INPUT)
        return _fail(str(error), error.exit_status)
    except KeyboardInterrupt as interruption:
        return signals.interrupted_status(str(interruption))
    except MemoryError:
        return _fail(memory_limit.message(), BAD_INPUT)
    except BrokenPipeError:
        _discard_output()  # the reader has closed the pipe, as `head` does: no message
        return 1
    except Exception as error:
        if signals.received():  # a library has made another error of it
            return signals.interrupted_status("")
        if memory_limit.is_cause(error, expected=False):
            return _fail(memory_limit.message(), BAD_INPUT)
        if isinstance(error, ImportError):
            return _fail(explain(error), BAD_INPUT)
        if isinstance(error, OSError | UnicodeEncodeError):
            _discard_output()
            return _fail(f"cannot write the output: {error}", BAD_INPUT)
        raise
    return status


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


def _interrupted(error: SeqformError) -> bool:
    """Return whether a solver stopped at Ctrl-C with a partial answer."""
    return isinstance(error, SolveError) and getattr(error.raw, "termination", None) == "interrupted"


def _discard_output() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fail(message: str, status: int) -> int:
    signals.report(visible(" ".join(message.split())))
    return status
