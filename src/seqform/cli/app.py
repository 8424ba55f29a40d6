"""The commands of the command line, each imported when it is named."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from seqform.errors import OptionError

COMMANDS = {
    "solve": "solve.solve",
    "equilibria": "paths.equilibria",
    "trace": "paths.trace",
    "check": "check.check",
    "compare": "compare.compare",
    "draw": "pictures.draw",
    "chart": "pictures.chart",
    "match": "playing.match",
    "play": "playing.play",
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

EXAMPLES = {
    "solve": (
        "kuhn --exact",
        "game.efg --concept quasi-perfect -o answer.json",
        "rhode-island --preprocess lossless --backend cfr --time-limit 600",
    ),
    "equilibria": ("game.nfg --complete", "vsvet-figure-1 --starts 100"),
    "trace": ("vsvet-figure-1 --start random:7",),
    "check": ("kuhn answer.json",),
    "compare": ("kuhn --concept nash --concept quasi-perfect",),
    "draw": ("kuhn --concept nash -o kuhn.svg", "leduc --depth 4 -o leduc.html"),
    "chart": ("leduc -o leduc.svg", "kuhn --profile answer.json -o kuhn.html"),
    "match": ("kuhn nash uniform --games 10000",),
    "play": ("kuhn", "rhode-island --seat 2 --review"),
    "shrink": ("leduc", "rhode-island --preprocess lossless"),
    "sweep": ("cases.toml --workers 4", "cases.toml --dry-run"),
    "report": ("results.sqlite --by game,backend", "results.sqlite --html report.html"),
    "info": ("kuhn", "game.efg --json"),
    "export": ("kuhn kuhn.mps", "rhode-island classes.npz --preprocess lossless"),
    "convert": ("'kuhn(bet=2)' kuhn.efg",),
    "games": ("", "leduc", "--json"),
    "backends": ("--json",),
    "compile": ("lemke",),
}
"""The arguments of examples in the help of every command."""

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
        lines = (f"[dim]$[/dim] seqform {name} {arguments}".rstrip() for arguments in EXAMPLES[name])
        command = checked(getattr(import_module(f"seqform.cli.{module}"), function))
        one.command(name, cls=PlainCommand, epilog="\n".join(["Examples:", *lines]))(command)
        return typer.main.get_command(one)

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names."""
        return iter(COMMANDS)

    def __len__(self) -> int:
        """Return the number of commands."""
        return len(COMMANDS)


class PlainFlags:
    """A command whose flags have no type in the help."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters, flags without <bool>."""
        found: list[Any] = super().get_params(ctx)  # type: ignore[misc]
        for parameter in found:
            if getattr(parameter, "is_flag", False):
                parameter.metavar = ""
        return found


class PlainCommand(PlainFlags, TyperCommand):
    """One command."""


class CommandGroup(PlainFlags, TyperGroup):
    """The group of all commands."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings | {"commands": Commands()})


app = typer.Typer(
    **LOOK | {"add_completion": True},
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


def run() -> int:
    """Run the command line and return the exit status; errors and interruptions are raised."""
    command: Any = typer.main.get_command(app)
    command._main_shell_completion({}, "seqform")  # does nothing unless the shell has asked
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
