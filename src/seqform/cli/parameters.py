"""Parameters of commands: signatures with their docstrings, the same as plain data, and as Click's parameters."""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import MISSING, fields, is_dataclass
from pathlib import Path
from string import Formatter
from types import NoneType

import click
from click.core import ParameterSource
from click.shell_completion import CompletionItem

from seqform.errors import InputError, OptionError, SeqformError
from seqform.system.files import advice_on_data, file_of_member
from seqform.system.sources import Source, parse_source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    Command = TypeVar("Command", bound=Callable[..., Any])
    Group = tuple[Sequence[inspect.Parameter], Callable[..., Any]]

OPTIONS, ARGUMENTS = "Options", "Arguments"
GAMES = "games"
"""The kind of names that are those of games."""


Names = Mapping[str, Mapping[str, Sequence[str]]]
"""Names by kind ("games", "concepts", "backends"); those of games with the names of their parameters."""


class ParameterNote:
    """The description of a parameter, in its annotation, for what the docstring of the command does not say.

    `least` and `most` bound a number; `names` is the kind of names that the parameter takes, for completion; `panel` is
    the section of the help.
    """

    def __init__(
        self,
        *flags: str,
        help: str = "",
        metavar: str | None = None,
        least: int | None = None,
        most: int | None = None,
        panel: str = "",
        names: str = "",
        hidden: bool = False,
    ) -> None:
        self.settings = {
            "flags": list(flags),
            "help": help,
            "metavar": metavar,
            "least": least,
            "most": most,
        }
        self.settings |= {"panel": panel, "names": names, "hidden": hidden}


class _Filled(Formatter):
    """Text with the constants that it names in braces; names in a collection are joined by a separator."""

    def __init__(self, separator: str) -> None:
        self.separator = separator

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, Collection) and not isinstance(value, str):
            return self.separator.join(value)
        text: str = super().format_field(value, format_spec)
        return text


def filled(**constants: object) -> Callable[[Command], Command]:
    """Return a decorator that gives a docstring the constants that it names in braces; see `documented`."""

    def decorate(command: Command) -> Command:
        setattr(command, "constants", constants)  # noqa: B010 - unknown to mypy
        return command

    return decorate


def documented(command: Callable[..., Any]) -> tuple[str, dict[str, dict[str, Any]]]:
    """Return the help of a command and the settings of its parameters, from its docstring.

    The list at the end has the flags of an option, if they are not that of its name, and the metavar in parentheses, as
    in ``- `output` (--output, -o FILE): ...``. What stands in braces is filled in from the decorator `filled`.
    """
    text = inspect.cleandoc(command.__doc__ or "")
    constants = getattr(command, "constants", {})
    settings: dict[str, dict[str, Any]] = {}
    shown, *entries = re.split(r"\n+- (?=`)", text)
    for entry in entries:
        match = re.fullmatch(r"`(\w+)`(?: \((.*?)\))?:?(.*)", entry, re.DOTALL)
        assert match is not None, entry
        name, form, help = match.groups(default="")
        words = form.split()
        flags = [word.rstrip(",") for word in words if word.startswith("-")]
        metavar = " ".join(words[len(flags) :])
        settings[name] = {
            "flags": flags,
            "metavar": _Filled("|").vformat(metavar, (), constants),
            "help": _Filled(", ").vformat(" ".join(help.split()), (), constants),
        }
    return shown, settings


def regrouped(command: Callable[..., Any], groups: Mapping[str, Group]) -> Callable[..., Any]:
    """Return a command in which parameters, by name, stand as groups of others, from whose values they are made."""
    from typing import get_type_hints

    hints = get_type_hints(command, include_extras=True)
    parameters: list[inspect.Parameter] = []
    for name, parameter in inspect.signature(command).parameters.items():
        if name in groups:
            parameters += groups[name][0]
        else:
            parameters.append(parameter.replace(annotation=hints[name]))

    @functools.wraps(command)
    def run(**values: Any) -> Any:
        made = {}
        for name, (members, make) in groups.items():
            made[name] = make(**{member.name: values.pop(member.name) for member in members})
        return command(**values, **made)

    setattr(run, "__signature__", inspect.Signature(parameters))  # noqa: B010 - unknown to mypy
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters} | {
        "return": None
    }
    return run


def expanded(command: Callable[..., Any]) -> Callable[..., Any]:
    """Return a command in which parameters that are dataclasses stand as their fields."""
    from typing import get_type_hints

    groups: dict[str, Group] = {}
    for name, annotation in get_type_hints(command).items():
        is_group = is_dataclass(annotation) and annotation is not Source  # which one text gives
        if is_group and isinstance(annotation, type):
            groups[name] = (_fields_as_parameters(annotation), annotation)
    if not groups:
        return command
    return regrouped(command, groups)


def _fields_as_parameters(dataclass: Any) -> list[inspect.Parameter]:
    """Return the fields with which a dataclass is made, as keyword-only parameters."""
    from typing import get_type_hints

    hints = get_type_hints(dataclass, include_extras=True)
    parameters = []
    for field in fields(dataclass):
        if not field.init:
            continue
        default = field.default if field.default_factory is MISSING else field.default_factory()
        keyword_only = inspect.Parameter.KEYWORD_ONLY
        parameters.append(
            inspect.Parameter(
                field.name, keyword_only, default=default, annotation=hints[field.name]
            )
        )
    return parameters


def declared(command: Callable[..., Any]) -> list[dict[str, Any]]:
    """Return the parameters of a command as plain data; those that are keyword-only are options, others arguments.

    A type is str, int, float, bool, Path, Source, or a list of these, perhaps with None.
    """
    from typing import get_type_hints

    hints = get_type_hints(command, include_extras=True)
    _, texts = documented(command)
    parameters = []
    for name, parameter in inspect.signature(command).parameters.items():
        value_type, many, notes = _annotated(hints[name])
        is_required = parameter.default is inspect.Parameter.empty
        is_input = value_type is Path and any(getattr(note, "is_read", False) for note in notes)
        data = {
            "name": name,
            "many": many,
            "default": None if is_required else parameter.default,
            "required": is_required,
            "type": "InputPath" if is_input else value_type.__name__,
        }
        if parameter.kind is inspect.Parameter.KEYWORD_ONLY:
            data |= {"panel": OPTIONS, "flags": [f"--{name.replace('_', '-')}"]}
        else:
            data |= {"panel": ARGUMENTS, "flags": [], "metavar": name.upper()}

        # What an annotation says counts more than the signature, and what the docstring says counts most.
        settings = [note.settings for note in notes if isinstance(note, ParameterNote)]
        for more in (*settings, texts.get(name, {})):
            data |= {key: value for key, value in more.items() if value}
        parameters.append(
            {key: value for key, value in data.items() if value not in (None, False, "")}
        )
    return parameters


def _annotated(hint: Any) -> tuple[Any, bool, list[Any]]:
    """Return the type of a parameter's values without None, whether it takes several, and the notes beside it."""
    from typing import Annotated, get_args, get_origin

    notes: list[Any] = []
    if get_origin(hint) is Annotated:
        hint, *notes = get_args(hint)
    if NoneType in get_args(hint):
        hint = next(member for member in get_args(hint) if member is not NoneType)
    if get_origin(hint) is list:
        return get_args(hint)[0], True, notes
    return hint, False, notes


def click_parameter(data: dict[str, Any], known: Names) -> click.Parameter:
    """Return the parameter that plain data describe."""
    many = data.get("many", False)

    def values_of(context: click.Context, parameter: click.Parameter, value: Any) -> Any:
        if many:
            return list(value) or None  # Click has an empty tuple where nothing is given
        return value

    common = {"type": _type(data, known), "callback": values_of, "metavar": data.get("metavar")}
    if not data["flags"]:
        is_required = data.get("required", False)
        metavar = data["metavar"] if is_required else f"[{data['metavar']}]"
        common |= {"required": is_required, "nargs": -1 if many else 1, "metavar": metavar}
        return _ShownArgument([data["name"]], help=data["help"], **common)

    is_flag = data["type"] == "bool"
    if is_flag:
        del common["type"]  # click 8.2.0 ignores flags that have one
    return ShownOption(
        [*data["flags"], data["name"]],
        **common,
        is_flag=is_flag,
        multiple=many,
        default=data.get("default", False if is_flag else None),
        help=data.get("help"),
        panel=data["panel"],
        hidden=data.get("hidden", False),
        show_default=True,
    )


class ShownOption(click.Option):
    """An option that stands in a section of the help."""

    def __init__(self, *positional: Any, panel: str = OPTIONS, **settings: Any) -> None:
        super().__init__(*positional, **settings)
        self.panel = panel


class _ShownArgument(click.Argument):
    """An argument that the help explains."""

    panel = ARGUMENTS

    def __init__(self, *positional: Any, help: str, **settings: Any) -> None:
        super().__init__(*positional, **settings)
        self.explanation = help

    def get_help_record(self, ctx: click.Context) -> tuple[str, str]:
        """Return the row of the help."""
        return self.make_metavar(ctx), self.explanation


def _type(data: dict[str, Any], known: Names) -> click.ParamType[Any]:
    if data["type"] == "int":
        if "least" in data or "most" in data:
            return _Whole(data.get("least"), data.get("most"))
        return _Whole()
    if data["type"] == "float":
        return click.FLOAT
    if data["type"] == "bool":
        return click.BOOL
    if data["type"] == "Path":
        return _FilePath(path_type=Path)
    if data["type"] == "InputPath":
        return _InputPath(path_type=Path)
    if data["type"] == "Source":
        return _GameSource(GAMES, known)
    if "names" in data:
        return _Name(data["names"], known)
    return click.STRING


class _Whole(click.IntRange):
    """A whole number, perhaps within bounds."""

    def __init__(self, least: int | None = None, most: int | None = None) -> None:
        super().__init__(least, most)
        if least is None and most is None:
            self.name = "integer"  # in place of "integer range"

    def _describe_range(self) -> str:
        """Return the bounds for the help; Click takes a range for bounded on one side at least."""
        if self.min is None and self.max is None:
            return ""
        return super()._describe_range()

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number; the message about anything else has the bounds."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            expected = "a whole number"
            if self.min is not None and self.max is not None:
                expected += f" from {self.min:,} to {self.max:,}"
            elif self.min is not None:
                expected += f" from {self.min:,} on"
            self.fail(f"{expected} expected, not {value!r}", param, ctx)


class _FilePath(click.Path):
    """The path of a file, which is not empty, as that of a variable of the shell without a value is."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path; an empty text, which `Path` takes for the current folder, is an OptionError."""
        if value == "":
            where = "" if param is None else f"{param.get_error_hint(ctx)}: "
            raise OptionError(f"{where}the name of a file expected, not an empty text")
        return super().convert(value, param, ctx)


class _InputPath(_FilePath):
    """The path of a file that is read."""


class _Name(click.types.StringParamType):
    """A name of a game, a concept or a backend, which the shell completes."""

    def __init__(self, kind: str, known: Names) -> None:
        self.kind, self.known = kind, known

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the names that begin as what has been typed; files where there are none."""
        names = [name for name in self.known[self.kind] if name.startswith(incomplete)]
        if not names:
            return [CompletionItem(incomplete, type="file")]
        return [CompletionItem(name) for name in names]


class _GameSource(_Name):
    """The text that names a game, which is read here and nowhere else in a command."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return what the text names."""
        return value if isinstance(value, Source) else parse_source(value, self.known[self.kind])


def named_among(
    parameters: Sequence[click.Parameter], kind: str, values: Mapping[str, Any]
) -> list[Any]:
    """Return the values that were given for the parameters that take names of a kind; of games, their sources."""
    named = []
    for parameter in parameters:
        if isinstance(parameter.type, _Name) and parameter.type.kind == kind:
            value = values.get(parameter.name or "")
            if isinstance(value, str | Source):
                named.append(value)
    return named


def require_inputs(
    parameters: Sequence[click.Parameter], values: Mapping[str, Any], known: Names
) -> None:
    """Refuse files to be read that are not there, before any module is imported; `known` are names of other things."""
    has_concept = any(parameter.name == "concept" for parameter in parameters)
    for parameter in parameters:
        path = values.get(parameter.name or "")
        if not isinstance(parameter.type, _InputPath) or not isinstance(path, Path):
            continue
        if str(path).startswith(("-", "~")):  # a stream, or a name that the reader expands
            continue
        try:
            file_of_member(path)[0].stat()
        except OSError as error:
            advice = advice_on_data(path)
            if str(path) in known[GAMES]:
                advice = f"; {path} is a game, and this the place of a file: the game comes first"
            if str(path) in known["concepts"]:
                advice = f"; {path} is a concept, and the file of a profile is expected"
                if has_concept and parameter.name == "profile":
                    advice += f": --concept {path} computes its strategies"
                else:
                    advice += f", such as seqform solve GAME --concept {path} -o FILE.json writes"
            raise InputError(f"{path}: cannot be read: {error.strerror}{advice}") from None
        except ValueError:  # a null character, which the reader refuses
            continue


def refuse(where: str, *flags: str) -> None:
    """Refuse options of the command that is running which mean nothing in some place, if they were given."""
    context = click.get_current_context()
    typed: set[str] = set()
    for parameter in context.command.params:
        if (
            parameter.name
            and context.get_parameter_source(parameter.name) is ParameterSource.COMMANDLINE
        ):
            typed.update(parameter.opts)
    meaningless = [flag for flag in flags if flag in typed]
    if meaningless:
        raise OptionError(f"{', '.join(meaningless)}: of no meaning {where}")


@contextmanager
def naming_options(parameters: Sequence[click.Parameter]) -> Iterator[None]:
    """Add the options to the arguments of Python that an error names, as in "max_nodes (--max-nodes)"."""
    try:
        yield
    except SeqformError as error:
        message = str(error.args[0]) if error.args else ""
        for parameter in parameters:
            flag = next((flag for flag in parameter.opts if flag.startswith("--")), "")
            if flag and parameter.name:
                message = with_option(message, parameter.name, flag)
        error.args = (message, *error.args[1:])
        raise


def with_option(message: str, name: str, flag: str) -> str:
    """Return a message with the option behind the first place where it names an argument of Python.

    That is a name with an underscore anywhere, and one that may be an ordinary word only where it has a placeholder,
    as in number=N, or where the message begins with it and a colon. A message that names the option is left as it is.

    Examples
    --------
    >>> with_option("more than 3 nodes; raise max_nodes", "max_nodes", "--max-nodes")
    'more than 3 nodes; raise max_nodes (--max-nodes)'
    >>> with_option("player: of no effect with this player", "player", "--player")
    'player (--player): of no effect with this player'
    >>> with_option("3 equilibria; number=N takes one of them", "number", "--number")
    '3 equilibria; number=N (--number) takes one of them'
    """
    if flag in message:
        return message
    place = rf"(?<![\w./'-]){re.escape(name)}(?!\.?\w|['/(-])"
    if "_" not in name:
        place = rf"^{re.escape(name)}(?=:| and )|(?<![\w./'-]){re.escape(name)}=[A-Z]+\b"
    return re.sub(place, rf"\g<0> ({flag})", message, count=1)


def help_sections(
    parameters: Sequence[click.Parameter], context: click.Context
) -> dict[str, list[tuple[str, str]]]:
    """Return the rows of the help by the titles of their sections, arguments first."""
    sections: dict[str, list[tuple[str, str]]] = {ARGUMENTS: [], OPTIONS: []}
    for parameter in parameters:
        record = parameter.get_help_record(context)
        if record is not None:
            title = getattr(parameter, "panel", OPTIONS)
            sections.setdefault(title, []).append(record)
    return {title: rows for title, rows in sections.items() if rows}
