"""Consoles, options of several commands, options generated from described fields, and progress on the terminal."""

from __future__ import annotations

import inspect
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Annotated, Any

from seqform.cli.file_use import (
    ANSWER,
    FileUse,
    Role,
    add_files,
    files_of_all,
    files_of_game,
    files_of_strategy,
    standard_output_if,
    values_of_options,
)
from seqform.cli.parameters import ParameterNote, refuse, regrouped
from seqform.errors import OptionError, SeqformError, suggestion
from seqform.io.figures import THEMES, require_plottable
from seqform.models.numbers.given import given_rational
from seqform.models.options import UNIFORM, Option
from seqform.models.table import FORMATS
from seqform.system.console import Console, Text
from seqform.system.files import STANDARD_OUTPUT, write_whole
from seqform.system.sources import Source

out = Console()
err = Console(stderr=True)


Game = Annotated[
    Source,
    ParameterNote(
        metavar="GAME",
        names="games",
        help="A file .efg, .nfg or .csv, - for standard input, a name of the catalog, openspiel:NAME, or FILE.py:NAME.",
    ),
    FileUse(Role.READ, files_of_game),
]
ThemeName = Annotated[
    str, ParameterNote("--theme", metavar="|".join(THEMES), help="Colours of the picture.")
]
Json = Annotated[
    bool,
    ParameterNote("--json", help="Write JSON to standard output."),
    FileUse(Role.WRITTEN, standard_output_if),
]
JsonFile = Annotated[
    Path | None, ParameterNote("--output", "-o", help="Write JSON to a file."), ANSWER
]
TimeLimit = Annotated[float | None, ParameterNote(help="Seconds for the solver.")]
Rest = Annotated[
    str | None,
    ParameterNote(
        "--rest",
        metavar=UNIFORM,
        help="What is played at information sets that the file of a profile leaves out.",
    ),
]
SOLVER_OPTIONS = FileUse(Role.UNKNOWN, values_of_options)


Format = Annotated[
    str | None,
    ParameterNote(
        "--format",
        metavar="|".join(FORMATS),
        help="The format of standard output; json is that of --json, csv has every row. Default: table.",
    ),
]


FILES_OF_PICTURES = ("svg", "png", "pdf", "html", "tex")
"""Formats of files for which `--format` is sometimes taken."""


@dataclass(frozen=True)
class ResultOutput:
    """The options for the output of a result; `form` is the format on standard output."""

    json: Json = False
    format: Format = None
    form: str = field(init=False)

    def __post_init__(self) -> None:
        form = self.format
        if form is not None and form not in FORMATS:
            hint = suggestion(form, FORMATS)
            if form in FILES_OF_PICTURES:
                hint = f", a file: pictures are written by -o FILE.{form} of the commands that draw"
            raise OptionError(f"--format {form}: unknown{hint}; known: {', '.join(FORMATS)}")
        if self.json and form not in (None, "json"):
            raise OptionError(f"--json and --format {form}: only one of them")
        if form not in (None, "table") and not self.json:
            add_files(Role.WRITTEN, "--format", [STANDARD_OUTPUT])
        flag = f"--format {form}"
        if self.json:
            form = "json"
            flag = "--json"
        if form in ("csv", "json"):
            refuse(f"with {flag}, which has every row", "--all")
        object.__setattr__(self, "form", form or "table")

    def write(
        self, data: Callable[[], object], report: Callable[[], Any], output: Path | None = None
    ) -> None:
        """Write a result: its data to a file, if there is one; to standard output its data, or its `Report`.

        As a table is shown all that Rich prints.
        """
        if self.form == "json" or output is not None:
            from seqform.io.json_values import to_json

            text = to_json(data())
            if output is not None:
                write_whole(output, text)
        if self.form == "table":
            out.print(report())
        elif self.form == "json":
            sys.stdout.write(text)
        else:
            sys.stdout.write(report().written(self.form))


def _max_nodes() -> int:
    from seqform.builders.games.rules import MAX_NODES

    return MAX_NODES


@dataclass(frozen=True)
class Reading:
    """The options by which a command reads its game, as those of `load`."""

    normalize: Annotated[
        bool, ParameterNote(help="Divide chance's probabilities by their sum.")
    ] = False
    max_nodes: Annotated[int, ParameterNote(least=1, help="Refuse to expand a larger tree.")] = (
        field(default_factory=_max_nodes)
    )


def completed(strategies: Any, game: Any, rest: str | None) -> Any:
    """Return strategies as they are; where `--rest` is given, of a file the profile of all information sets in it."""
    if rest is None or not isinstance(strategies, Path):
        return strategies
    from seqform.io.devices import read_strategies  # which takes time to import
    from seqform.io.load import load

    return read_strategies(strategies, load(game), rest=rest)


def require_plots(theme: str, *paths: Path | None) -> None:
    """Check before the computation that the plots of a command, None for one not asked for, can be written.

    A theme without any of them is refused.
    """
    for path in paths:
        require_plottable(path, theme)
    if not any(paths):
        refuse("without a picture to write", "--theme")


def print_message(text: str) -> None:
    """Print a line where messages go."""
    err.print(Text(text), soft_wrap=True)


def raw_options(pairs: list[str] | None) -> dict[str, Any]:
    """Return the options given as NAME=VALUE."""
    options: dict[str, Any] = {}
    for pair in pairs or []:
        name, equals, value = pair.partition("=")
        if not equals or not name.strip():
            raise OptionError(f"--option {pair}: NAME=VALUE expected")
        if name.strip() in options:
            raise OptionError(f"--option {pair}: {name.strip()} comes twice; give it once")
        options[name.strip()] = _typed(value.strip())
    return options


def fraction_of(
    text: str,
    option: str,
    expected: str = "a number",
    allowed: Callable[[Fraction | int], bool] | None = None,
) -> Fraction:
    """Return the fraction or decimal that an option gives."""
    return Fraction(given_rational(text, option, expected, allowed, error=OptionError))


def _typed(text: str) -> Any:
    """Return true, false or none, a number, or else the text itself."""
    words = {"true": True, "false": False, "none": None}
    if text.lower() in words:
        return words[text.lower()]
    for number_type in (int, float):
        try:
            return number_type(text)
        except ValueError:
            continue
    return text


Command = Callable[..., Any]


def with_options(**groups: tuple[str, Mapping[str, Option]]) -> Callable[[Command], Command]:
    """Return a decorator that adds groups of options to a command: their title in the help, and the options by name.

    The values given are passed to the parameter that has the name of the group, in whose place the options stand.
    """

    def decorate(command: Command) -> Command:
        parameters = {}
        for name, (title, options) in groups.items():
            members = [
                _parameter(option, described, title) for option, described in options.items()
            ]
            parameters[name] = (members, partial(_read, options))
        return regrouped(command, parameters)

    return decorate


def _read(options: Mapping[str, Option], /, **values: Any) -> dict[str, Any]:
    """Return the values of described options that are given."""
    read = {}
    for name, value in values.items():
        if value not in (None, False, []):
            read[name] = read_option(name, options[name], value)
    return read


def _parameter(name: str, described: Option, title: str) -> inspect.Parameter:
    flag = _flag(name, described)
    shown = ParameterNote(flag, help=described.help, metavar=described.metavar or None, panel=title)
    value: Any = str | None
    files: Any = files_of_strategy
    if described.is_flag:
        value = bool
    if described.flag:
        value = list[str] | None
        files = files_of_all(files_of_strategy)
    annotation: Any = Annotated[value, shown]
    if described.names_file:
        annotation = Annotated[value, shown, FileUse(Role.READ, files)]
    default = False if described.is_flag else None
    return inspect.Parameter(
        name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation
    )


def _flag(name: str, described: Option) -> str:
    return f"--{(described.flag or name).replace('_', '-')}"


def read_option(name: str, described: Option, value: str | bool | list[str]) -> Any:
    """Return the value of a described option; OptionError with the option if it cannot be read."""
    try:
        return described.read(value)
    except SeqformError as error:
        text = "; ".join(value) if isinstance(value, list) else value
        raise OptionError(f"{_flag(name, described)} {text}: {error}") from None


SELDOM = 30.0
"""Seconds between messages on progress that are kept, such as in a file."""


def _seldom(report: Callable[[str], None]) -> Callable[[str], None]:
    """Return a function for messages of which one in `SELDOM` seconds is reported, none in the first ones."""
    last = time.monotonic()

    def report_seldom(text: str) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last > SELDOM:
            last = now
            report(text)

    return report_seldom


@contextmanager
def progress(quiet: bool = False) -> Iterator[Callable[[str], None] | None]:
    """Show progress messages on a terminal; elsewhere, such as in a file, one at most every half minute."""
    if quiet:
        yield None
        return
    if not err.is_terminal:
        yield _seldom(print_message)
        return
    with err.status("starting") as status:
        yield lambda text: status.update(Text(text))
