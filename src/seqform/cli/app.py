"""The commands of the command line, each imported when it is named."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from importlib import import_module
from typing import Annotated, Any, NamedTuple

import typer
from typer.core import TyperCommand, TyperGroup

from seqform.errors import OptionError
from seqform.system import watch


class Entry(NamedTuple):
    """A command: its module and function, its help in a line, and the arguments of examples."""

    function: str
    summary: str
    examples: tuple[str, ...]


COMMANDS = {
    "solve": Entry(
        "solve.solve",
        "Compute an equilibrium and certify it.",
        (
            "kuhn --exact",
            "game.efg --concept quasi-perfect -o answer.json",
            "rhode-island --preprocess lossless --backend cfr --time-limit 600",
        ),
    ),
    "equilibria": Entry(
        "paths.equilibria",
        "Find equilibria from many starts, each with its index and with proof; or all of them.",
        ("game.nfg --complete", "vsvet-figure-1 --starts 100"),
    ),
    "trace": Entry(
        "paths.trace",
        "Show the path from a start to an equilibrium, pivot by pivot.",
        ("vsvet-figure-1 --start random:7",),
    ),
    "check": Entry(
        "check.check",
        "Certify a profile from anywhere: values, best responses, regrets; and refinements, beliefs given.",
        ("kuhn answer.json",),
    ),
    "compare": Entry(
        "compare.compare",
        "Compare equilibrium strategies: differences, payoffs, and the value of the opponent's blunders to each.",
        ("kuhn --concept nash --concept quasi-perfect",),
    ),
    "draw": Entry(
        "pictures.draw",
        "Draw the tree of a game: information sets, payoffs and, with a profile, probabilities and beliefs.",
        ("kuhn --concept nash -o kuhn.svg", "leduc --depth 4 -o leduc.html"),
    ),
    "chart": Entry(
        "pictures.chart",
        "Chart strategies: hands by situations in card games, or information sets, with bars of probabilities.",
        ("leduc -o leduc.svg", "kuhn --profile answer.json -o kuhn.html"),
    ),
    "search": Entry(
        "searching.search",
        "Search a game: for its value to some depth, for the best move by simulations, or for strategies by self-play.",
        ("connect-four --depth 8", "tic-tac-toe --method mcts --simulations 10000", "leduc --method smooth-uct"),
    ),
    "match": Entry(
        "playing.match",
        "Let two agents play a game again and again, and score them with confidence intervals.",
        ("kuhn equilibrium random --games 10000",),
    ),
    "play": Entry(
        "playing.play",
        "Play a game at the terminal or in a browser, against an exact equilibrium or another agent.",
        ("kuhn", "rhode-island --seat 2 --review"),
    ),
    "shrink": Entry(
        "games.shrink",
        "Report the size of a game after equivalent signals or information sets are merged.",
        ("leduc", "rhode-island --preprocess lossless"),
    ),
    "sweep": Entry(
        "sweep.sweep",
        "Run the cases of a declaration that have no row in its store yet; the same command continues after any stop.",
        ("cases.toml --workers 4", "cases.toml --dry-run"),
    ),
    "report": Entry(
        "report.report",
        "Show what a sweep has found: tables, pictures, or a page with both.",
        ("results.sqlite --by game,backend", "results.sqlite --html report.html"),
    ),
    "info": Entry(
        "games.info",
        "Print the sizes of a game, whether it is constant-sum, and what 'solve' makes of it by default.",
        ("kuhn", "game.efg --json"),
    ),
    "export": Entry(
        "games.export",
        "Write the linear program of a constant-sum game to a file for another solver.",
        ("kuhn kuhn.mps", "rhode-island classes.npz --preprocess lossless"),
    ),
    "convert": Entry(
        "games.convert",
        "Write a game to a Gambit file, or a profile in another form of strategies.",
        ("'kuhn(bet=2)' kuhn.efg",),
    ),
    "games": Entry(
        "games.games",
        "List the games of the catalog, with sizes and known values, or explain the parameters of one.",
        ("", "leduc", "--json"),
    ),
    "backends": Entry(
        "games.backends",
        "List the solvers: versions, models that they solve, and commands that install missing ones; or describe one.",
        ("", "highs", "--json"),
    ),
    "compile": Entry(
        "games.compile_engines",
        "Compile the inner loops now, rather than when a large game first needs them; all engines if none is named.",
        ("lemke",),
    ),
}

USAGE_ERROR: Any = next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")
"""Click's base class of usage errors: of Click itself or, in newer versions, of Typer's own copy."""

LOOK: Any = {"add_completion": False, "pretty_exceptions_enable": False, "rich_markup_mode": "rich"}


class Commands(Mapping[str, Any]):
    """The commands by name; the module of a command is imported on access."""

    def __getitem__(self, name: str) -> Any:
        """Return a command that begins by checking the files that its parameters name."""
        entry = COMMANDS[name]
        module, _, function = entry.function.partition(".")
        from seqform.cli.file_use import checked

        one = typer.Typer(**LOOK)
        lines = (f"[dim]$[/dim] seqform {name} {arguments}".rstrip() for arguments in entry.examples)
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
    """One command, whose time limit holds for all that it does."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command."""
        limit = ctx.params.get("time_limit")
        with suppress(TypeError, ValueError):  # refused by the command
            limit = float(limit)
        with watch.time_limit(limit if isinstance(limit, float) else None):
            return super().invoke(ctx)


class CommandGroup(PlainFlags, TyperGroup):
    """The group of all commands."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings | {"commands": Commands()})

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help with the summaries of the commands, whose modules are not imported."""
        commands = self.commands
        self.commands = {name: TyperCommand(name, help=entry.summary) for name, entry in COMMANDS.items()}
        try:
            super().format_help(ctx, formatter)
        finally:
            self.commands = commands


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
        from seqform.system.foreign_text import visible

        print(visible(f"seqform {__version__}"))
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
        sentence = message if message.endswith((".", "?")) else f"{message}."
        raise OptionError(f"{sentence} See '{error.ctx.command_path} --help'.") from None
    return 0
