"""The commands of the command line, each imported when it runs.

The parameters of the commands, and the names that they take, are read as plain data from ``declarations.json``, so that
the help, completion and messages about mistyped words import none of the modules that compute. The file is written by
``python -m seqform.cli.app``. Where plug-ins are installed, which add concepts, games and options, the data are
collected from the modules instead.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import click
from click.shell_completion import get_completion_class

from seqform.cli.parameters import (
    GAMES,
    click_parameter,
    declared,
    documented,
    expanded,
    help_sections,
    named_among,
    naming_options,
    require_inputs,
)
from seqform.errors import (
    InputError,
    OptionError,
    UnknownBackendError,
    suggestion,
    unknown,
    unknown_command,
    unknown_concept,
)
from seqform.system import watch
from seqform.system.files import write_whole
from seqform.system.packages import load_plugins
from seqform.system.sources import SourceKind, parse_code, parse_source, require_source

DECLARATIONS = Path(__file__).with_name("declarations.json")


class Entry(NamedTuple):
    """A command: its module and function, and the arguments of examples."""

    function: str
    examples: tuple[str, ...]


COMMANDS = {
    "solve": Entry(
        "solve.solve",
        (
            "kuhn --exact",
            "game.efg --concept quasi-perfect -o answer.json",
            "rhode-island --preprocess lossless --backend cfr --time-limit 600",
        ),
    ),
    "equilibria": Entry("paths.equilibria", ("game.nfg --complete", "vsvet-figure-1 --starts 100")),
    "trace": Entry("paths.trace", ("vsvet-figure-1 --start random:7",)),
    "check": Entry("check.check", ("kuhn answer.json",)),
    "compare": Entry("compare.compare", ("kuhn --concept nash --concept quasi-perfect",)),
    "draw": Entry(
        "pictures.draw", ("kuhn --concept nash -o kuhn.svg", "leduc --depth 4 -o leduc.html")
    ),
    "chart": Entry(
        "pictures.chart", ("leduc -o leduc.svg", "kuhn --profile answer.json -o kuhn.html")
    ),
    "vary": Entry(
        "compare.vary",
        (
            "'kuhn(bet=0..4)' -o value.svg",
            "'stag-hunt(hare=3..5)' -o hunt.svg",
            "first.efg second.efg",
            "kuhn",
        ),
    ),
    "search": Entry(
        "searching.search",
        (
            "connect-four --depth 8",
            "tic-tac-toe --method mcts --simulations 10000",
            "leduc --method smooth-uct",
        ),
    ),
    "match": Entry("playing.match", ("kuhn equilibrium random --games 10000",)),
    "play": Entry("playing.play", ("kuhn", "rhode-island --seat 2 --review")),
    "shrink": Entry("games.shrink", ("leduc", "rhode-island --preprocess lossless")),
    "sweep": Entry("sweep.sweep", ("cases.toml --workers 4", "cases.toml --dry-run")),
    "report": Entry(
        "report.report", ("results.sqlite --by game,backend", "results.sqlite --html report.html")
    ),
    "info": Entry("games.info", ("kuhn", "game.efg --json")),
    "export": Entry(
        "games.export", ("kuhn kuhn.mps", "rhode-island classes.npz --preprocess lossless")
    ),
    "convert": Entry("games.convert", ("'kuhn(bet=2)' kuhn.efg",)),
    "games": Entry("lists.games", ("", "leduc", "--json")),
    "backends": Entry("lists.backends", ("", "highs", "--json")),
}

SAME_MEANING = (
    {"--games", "--hands", "--plays"},
    {"--time-limit", "--timeout", "--limit"},
    {"--backend", "--solver"},
    {"--output", "--out", "--file"},
    {"--profile", "--strategy"},
)
"""Options of other commands, or of other programs, for those of a command."""

MOST_COLUMNS = 100
"""The width of the help at most."""


def function_of(name: str) -> Any:
    """Import the module of a command and return its function."""
    module, _, function = COMMANDS[name].function.partition(".")
    return expanded(getattr(import_module(f"seqform.cli.commands.{module}"), function))


def collect() -> dict[str, Any]:
    """Return the parameters and the help of all commands, and the names that they take, from the modules."""
    from seqform.backends import registry
    from seqform.builders.games import catalog
    from seqform.solving.concepts import CONCEPTS

    commands = {}
    for name in COMMANDS:
        function = function_of(name)
        help_text, _ = documented(function)
        commands[name] = {"help": help_text, "parameters": declared(function)}
    games = {}
    for name in sorted(catalog.names()):
        games[name] = [parameter.name for parameter in catalog.find(name).parameters]
    return {
        "commands": commands,
        "names": {
            "games": games,
            "concepts": {name: [] for name in CONCEPTS},
            "backends": {
                backend.name: [backend.solves, backend.solver_option]
                for backend in registry.describe()
            },
        },
    }


def solver_options() -> dict[str, Any]:
    """Return the names of the options of solvers, HiGHS's with the name of its installed distribution, by backend."""
    from importlib.metadata import version

    import highspy

    from seqform.backends import registry
    from seqform.backends.protocol import traits_of
    from seqform.backends.solvers.highs_calls import new_highs, option_names
    from seqform.models.options import options_of

    names: dict[str, Any] = {
        "highs": sorted(option_names(new_highs(highspy))),
        "highs of": f"highspy-{version('highspy')}.dist-info",
    }
    for name in ("lemke", "cfr", "pdhg", "barrier", "bestnash"):
        options = traits_of(registry.get(name)).options
        if options is not None:
            names[name] = sorted(options_of(options))
    return names


@cache
def stored() -> dict[str, Any]:
    """Return what `collect` does without plug-ins, and without importing the modules."""
    data: dict[str, Any] = (
        json.loads(DECLARATIONS.read_text("utf-8")) if DECLARATIONS.exists() else collect()
    )
    return data


@cache
def declarations() -> dict[str, Any]:
    """Return what `collect` does, without importing the modules unless there are plug-ins."""
    return collect() if load_plugins() else stored()


class ShownCommand(click.Command):
    """A command with sections of its help, and a time limit that holds for all that it does."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the sections of the help."""
        for title, rows in help_sections(self.get_params(ctx), ctx).items():
            with formatter.section(click.style(title, bold=True)):
                formatter.write_dl(rows)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments; name the option that is meant by a mistyped one, or the parameter of the game."""
        words = list(args)  # Click takes the arguments out of its list as it reads them
        require_two_dashes(self.get_params(ctx), words)
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            written = word_of_option(error.option_name, words)
            name = written.partition("=")[0]
            hint = self._meant_instead(name, written, words)
            raise OptionError(
                f"no option {name!r}{hint}; `{ctx.command_path} --help` lists them"
            ) from None
        except click.UsageError as error:
            require_no_parameters(words)  # which an argument too many may be
            require_no_name(self, error.message)
            require_no_profile(self, error.message)
            require_no_picture(self, error.message)
            raise

    def _meant_instead(self, unknown_option: str, written: str, words: Sequence[str]) -> str:
        """Return what an unknown option may have meant: the same of another command, one of a solver, or a typo.

        `written` is the word of the command line in which the option stands.
        """
        after: Sequence[str] = ()
        if written in words:
            after = words[words.index(written) + 1 :]
        value = written.partition("=")[2] or next(iter(after), "...")
        parameter = unknown_option.lstrip("-").replace("-", "_")
        require_no_parameter(words, unknown_option, parameter, value)

        flags = [flag for option in self.params for flag in option.opts if flag.startswith("--")]
        for flag in flags:
            if any({flag, unknown_option} <= meaning for meaning in SAME_MEANING):
                return f"; did you mean {flag}?"
        if {"--option", "--backend"} <= {*flags} and parameter in known_options():
            return f"; did you mean --option {parameter}={value}?"
        return suggestion(unknown_option, flags)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; a game or a concept that is mistyped is refused before any module is imported."""
        require_no_parameters(argument_words(self.params, ctx.params))
        known = declarations()["names"]
        for source in named_among(self.params, GAMES, ctx.params):
            # Ranges of hands may be in place of a game of a chart, which asks for --grid where it is left out.
            is_game = "grid" not in ctx.params or bool(suggestion(source.head, known[GAMES]))
            if is_game and not ctx.params.get("grid"):
                require_source(source, known[GAMES])
        for concept in named_among(self.params, "concepts", ctx.params):
            if concept not in known["concepts"]:
                raise InputError(unknown_concept(concept, known["concepts"]))
        solvers = known["backends"]
        for backend in named_among(self.params, "backends", ctx.params):
            if (
                backend not in solvers
                and parse_code(backend) is None
                and suggestion(backend, solvers)
            ):
                raise UnknownBackendError(unknown("no backend", backend, solvers))
        require_inputs(self.params, ctx.params, known)
        if "backend" in ctx.params:
            require_options(ctx.params.get("option") or (), ctx.params["backend"])
        limit = ctx.params.get("time_limit")
        with suppress(TypeError, ValueError):  # refused by the command
            limit = float(limit)  # type: ignore[arg-type]
        with (
            watch.time_limit(limit if isinstance(limit, float) else None),
            naming_options(self.params),
        ):
            return super().invoke(ctx)


DASHES = ("-", "\u2013", "\u2014")
"""Marks before an option: hyphens, and dashes that programs set in place of two hyphens."""


def require_two_dashes(parameters: Sequence[click.Parameter], words: Sequence[str]) -> None:
    """Refuse the name of a long option after one dash, which Click reads as short options, the first with a value.

    A long dash in place of two hyphens is read as an argument.
    """
    flags = {flag for option in parameters for flag in option.opts if flag.startswith("--")}
    for word in words:
        if word == "--":
            return  # arguments from here on
        name = str(word).partition("=")[0]
        meant = f"--{name.lstrip(''.join(DASHES))}"
        if name.startswith(DASHES) and not name.startswith("--") and meant in flags:
            raise OptionError(f"no option {name!r}; did you mean {meant}?")


def word_of_option(option: str, words: Sequence[str]) -> str:
    """Return the word in which an unknown option stands; Click names a short one by its letter alone."""
    for word in words:
        if str(word).partition("=")[0] == option:
            return word
    letter = option.removeprefix("-")
    for word in words:
        if word.startswith("-") and not word.startswith("--") and letter in word:
            return word
    return option


def argument_words(parameters: Sequence[click.Parameter], values: Mapping[str, Any]) -> list[str]:
    """Return the words that are given for the arguments of a command, which are no options."""
    words: list[str] = []
    for parameter in parameters:
        value = values.get(parameter.name or "")
        if not isinstance(parameter, click.Argument) or value is None:
            continue
        many = value if isinstance(value, list) else [value]
        words += map(str, many)
    return words


def require_no_parameters(words: Sequence[str]) -> None:
    """Refuse words NAME=VALUE that give parameters of a game beside it, as far as they are no names of files."""
    for word in words:
        name, equals, value = str(word).partition("=")
        is_file = Path(value).suffix[1:].isalpha()
        if equals and not is_file:
            require_no_parameter(words, word, name.strip().replace("-", "_"), value)


def require_no_parameter(words: Sequence[str], written: str, name: str, value: str) -> None:
    """Refuse a word of the command line that gives a parameter of one of its games outside of the game's name."""
    if "(" in written:
        return
    games = declarations()["names"]["games"]
    for text in words:
        source = parse_source(text, games)
        if source.kind is SourceKind.CATALOG and name in games.get(source.name, ()):
            spec = source.with_argument(name, value)
            raise OptionError(f"{written}: {name} is a parameter of the game: {spec}") from None


def _words_in_parentheses(message: str) -> list[str]:
    return message.partition("(")[2].removesuffix(".").removesuffix(")").split()


def require_no_profile(command: click.Command, message: str) -> None:
    """Refuse files of strategies among the words in parentheses of a message, which are arguments too many."""
    files = [word for word in _words_in_parentheses(message) if word.endswith(".json")]
    if not files:
        return
    if any("--profile" in parameter.opts for parameter in command.params):
        advice = f"the file of a profile comes after --profile: --profile {files[0]}"
    else:
        advice = (
            f"`seqform {command.name}` takes no profile; `seqform chart GAME --profile FILE --versus FILE` shows two, "
            "and seqform.compare in Python compares them"
        )
    raise OptionError(f"{files[0]}: {advice}") from None


PICTURES = (".svg", ".html", ".tex", ".png", ".pdf")
"""The ends of names of pictures."""


def require_no_picture(command: click.Command, message: str) -> None:
    """Refuse files of pictures among the words in parentheses of a message, which are arguments too many."""
    takes_output = any("--output" in parameter.opts for parameter in command.params)
    for word in _words_in_parentheses(message):
        if takes_output and word.endswith(PICTURES):
            raise OptionError(f"{word}: the file to write comes after -o: -o {word}") from None


def require_no_name(command: click.Command, message: str) -> None:
    """Refuse backends and concepts among the words in parentheses of a message, which are arguments too many."""
    words = _words_in_parentheses(message)
    option_of = {flag: parameter for parameter in command.params for flag in parameter.opts}
    for kind, title, flag in (
        ("backends", "backend", "--backend"),
        ("concepts", "concept", "--concept"),
    ):
        names = [word for word in words if word in declarations()["names"][kind]]
        if not names:
            continue
        if flag not in option_of:
            raise OptionError(
                f"{names[0]}: `seqform {command.name}` takes no {title}; `seqform solve GAME {flag} {names[0]}` does, "
                f"and a sweep compares {title}s"
            ) from None
        if not getattr(option_of[flag], "multiple", False):
            names = names[:1]
        meant = " ".join(f"{flag} {name}" for name in names)
        raise OptionError(
            f"{names[0]}: the name of a {title} comes after {flag}: {meant}"
        ) from None


def known_options() -> list[str]:
    """Return the names of the options of all solvers that are chosen by default."""
    lists = (
        names for names in declarations().get("options", {}).values() if isinstance(names, list)
    )
    return sorted(set().union(*lists))


def require_options(pairs: Sequence[str], backend: str | None) -> None:
    """Refuse options that no solver has, or not the one that is named, before any module is imported.

    Those of another version of HiGHS, of solvers that pass options on, and of other packages are left to the solvers.
    """
    known = dict(declarations().get("options", {}))
    distribution = known.pop("highs of", "")
    is_known = backend is None or backend in known
    if not known or not is_known or backend == "bestnash":
        return
    is_same_highs = any((Path(folder) / distribution).is_dir() for folder in sys.path)
    if backend in (None, "highs") and not is_same_highs:
        return
    if backend is None:
        names = known_options()
        subject = "no solver that is chosen by default has an option"
    else:
        names = known[backend]
        subject = f"{'HiGHS' if backend == 'highs' else backend} has no option"
    for pair in pairs:
        name, equals, _ = pair.partition("=")
        if equals and name.strip() not in names:
            raise OptionError(f"{subject} {name.strip()!r}{suggestion(name.strip(), names)}")


class CommandGroup(click.Group):
    """The group of all commands."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the options before the command; name the one that is meant by one with a single dash."""
        if args:
            require_two_dashes(self.get_params(ctx), args[:1])
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command, whose module is imported when it runs, and which begins by checking the files it names."""
        if cmd_name not in COMMANDS:
            return None
        entry = COMMANDS[cmd_name]
        data = declarations()

        def run(**values: Any) -> Any:
            from seqform.cli.file_use import checked

            return checked(function_of(cmd_name))(**values)

        described = data["commands"][cmd_name]
        examples = "\n".join(
            f"  $ seqform {cmd_name} {arguments}".rstrip() for arguments in entry.examples
        )
        return ShownCommand(
            cmd_name,
            callback=run,
            params=[
                click_parameter(parameter, data["names"]) for parameter in described["parameters"]
            ],
            help=described["help"],
            epilog=f"\b\nExamples:\n{examples}",
        )

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that is named first."""
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            raise OptionError(unknown_command(name, COMMANDS))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the summaries of the commands."""
        with formatter.section(click.style("Commands", bold=True)):
            rows = []
            for name in COMMANDS:
                summary, *_ = stored()["commands"][name]["help"].split("\n\n")
                rows.append((name, " ".join(summary.split())))
            formatter.write_dl(rows)


def _show_version(ctx: click.Context, _: click.Parameter, shown: bool) -> None:
    if shown and not ctx.resilient_parsing:
        from seqform import __version__
        from seqform.system.foreign_text import visible

        click.echo(visible(f"seqform {__version__}"))
        ctx.exit()


def _show_completion(ctx: click.Context, _: click.Parameter, shell: str | None) -> None:
    if shell is None or ctx.resilient_parsing:
        return
    completion = get_completion_class(Path(shell).name)
    if completion is None:
        raise OptionError(f"--show-completion {shell}: bash, zsh or fish expected")
    click.echo(completion(app, {}, "seqform", "_SEQFORM_COMPLETE").source())
    ctx.exit()


app = CommandGroup(
    "seqform",
    params=[
        click.Option(
            ["--version"],
            is_flag=True,
            is_eager=True,
            callback=_show_version,
            help="Show the version.",
        ),
        click.Option(
            ["--show-completion"],
            metavar="[SHELL]",
            is_flag=False,
            flag_value=os.environ.get("SHELL", "bash"),
            is_eager=True,
            callback=_show_completion,
            help="Show the completion of bash, zsh or fish, to be added to its startup file.",
        ),
    ],
    context_settings={"max_content_width": MOST_COLUMNS},
    help="Equilibria of two-player extensive games, certified on the game itself.",
    epilog="GAME is an .efg or .nfg file, a .csv file of payoff tables, a name from 'seqform games' such as "
    "'kuhn(ante=2,bet=3)', 'openspiel:leduc_poker', or a game of your own, 'FILE.py:NAME'. "
    "Exit status: 0 done, 2 bad input, 3 the solver gave up, 4 a certificate fails, 130 interrupted.",
)


def run() -> int:
    """Run the command line and return the exit status; errors and interruptions are raised."""
    app._main_shell_completion({}, "seqform")  # does nothing unless the shell has asked
    try:
        with app.make_context(
            "seqform", sys.argv[1:]
        ) as context:  # `main` has its own answer to Ctrl-C
            app.invoke(context)
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return OptionError.exit_status
    except click.ClickException as error:
        message = error.format_message()
        context_of_error = getattr(error, "ctx", None)
        if context_of_error is None:
            raise OptionError(message) from None
        if not message.endswith((".", "?")):
            message += "."
        raise OptionError(f"{message} See '{context_of_error.command_path} --help'.") from None
    return 0


if __name__ == "__main__":
    write_whole(
        DECLARATIONS,
        json.dumps({**collect(), "options": solver_options()}, ensure_ascii=False, indent=1) + "\n",
    )
