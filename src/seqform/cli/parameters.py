"""Parameters of commands: their descriptions in annotations, the same as plain data, and as Click's parameters."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import NoneType

import click
from click.shell_completion import CompletionItem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

OPTIONS, ARGUMENTS = "Options", "Arguments"


Names = Mapping[str, Mapping[str, Sequence[str]]]
"""Names by kind ("games", "concepts", "backends"); those of games with the names of their parameters."""


class CommandArgument:
    """The description of an argument, in the annotation of a parameter; `names` is the kind of names it takes."""

    def __init__(self, *, metavar: str, help: str, names: str = "") -> None:
        self.settings = {"metavar": metavar, "help": help, "names": names, "panel": ARGUMENTS}


class CommandOption:
    """The description of an option: its flags, by default that of the parameter's name, and a section of the help.

    `least` and `most` bound a number; `names` is the kind of names that the option takes, for completion.
    """

    def __init__(
        self,
        *flags: str,
        help: str = "",
        metavar: str | None = None,
        least: int | None = None,
        most: int | None = None,
        panel: str = OPTIONS,
        names: str = "",
        hidden: bool = False,
    ) -> None:
        self.flags = flags
        self.settings = {"help": help, "metavar": metavar, "least": least, "most": most, "panel": panel}
        self.settings |= {"names": names, "hidden": hidden}


def declared(command: Callable[..., Any]) -> list[dict[str, Any]]:
    """Return the parameters of a function as plain data, from their annotations and defaults.

    Every annotation is ``Annotated[type, description]``; the type is str, int, float, bool, Path, or a list of these,
    perhaps with None.
    """
    from typing import get_args, get_type_hints

    hints, found = get_type_hints(command, include_extras=True), []
    for name, parameter in inspect.signature(command).parameters.items():
        kind, *described = get_args(hints[name])
        (shown,) = (one for one in described if isinstance(one, CommandOption | CommandArgument))
        kinds = [one for one in get_args(kind) if one is not NoneType] if NoneType in get_args(kind) else [kind]
        many = getattr(kinds[0], "__origin__", None) is list
        base = get_args(kinds[0])[0] if many else kinds[0]
        default = None if parameter.default is inspect.Parameter.empty else parameter.default
        flags = shown.flags or (f"--{name.replace('_', '-')}",) if isinstance(shown, CommandOption) else ()
        data = {"name": name, "type": base.__name__, "flags": list(flags), "many": many, "default": default}
        data["required"] = parameter.default is inspect.Parameter.empty
        data |= shown.settings
        found.append({key: value for key, value in data.items() if value not in (None, False, "")})
    return found


def click_parameter(data: dict[str, Any], known: Names) -> click.Parameter:
    """Return the parameter that plain data describe."""
    many, kind = data.get("many", False), _type(data, known)

    def given(context: click.Context, parameter: click.Parameter, value: Any) -> Any:
        return (list(value) or None) if many else value

    common = {"type": kind, "callback": given, "metavar": data.get("metavar")}
    if not data["flags"]:
        required, shown = data.get("required", False), data["metavar"]
        common |= {"required": required, "nargs": -1 if many else 1, "metavar": shown if required else f"[{shown}]"}
        return _ShownArgument([data["name"]], help=data["help"], **common)
    is_flag = data["type"] == "bool"
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
        least, most = data.get("least"), data.get("most")
        return click.INT if least is None and most is None else click.IntRange(least, most)
    if data["type"] == "float":
        return click.FLOAT
    if data["type"] == "bool":
        return click.BOOL
    if data["type"] == "Path":
        return click.Path(path_type=Path)
    return _Name(data["names"], known) if "names" in data else click.STRING


class _Name(click.types.StringParamType):
    """A name of a game, a concept or a backend, which the shell completes."""

    def __init__(self, kind: str, known: Names) -> None:
        self.kind, self.known = kind, known

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Return the names that begin as what has been typed; files where there are none."""
        found = [name for name in self.known[self.kind] if name.startswith(incomplete)]
        return [CompletionItem(name) for name in found] or [CompletionItem(incomplete, type="file")]


def names_among(parameters: Sequence[click.Parameter], kind: str, values: Mapping[str, Any]) -> list[str]:
    """Return the values of the parameters that take names of a kind."""
    found = (values.get(one.name or "") for one in parameters if isinstance(one.type, _Name) and one.type.kind == kind)
    return [name for name in found if isinstance(name, str)]


def help_sections(parameters: Sequence[click.Parameter], context: click.Context) -> dict[str, list[tuple[str, str]]]:
    """Return the rows of the help by the titles of their sections, arguments first."""
    sections: dict[str, list[tuple[str, str]]] = {ARGUMENTS: [], OPTIONS: []}
    for one in parameters:
        record = one.get_help_record(context)
        if record is not None:
            sections.setdefault(getattr(one, "panel", OPTIONS), []).append(record)
    return {title: rows for title, rows in sections.items() if rows}
