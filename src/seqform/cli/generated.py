"""Options of commands that are generated from the described fields of concepts and of `SolveOptions`."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from typing import Annotated, Any, get_type_hints

import typer

from seqform.cli.file_use import FileUse, Role, file_of_start
from seqform.errors import OptionError, SeqformError
from seqform.models.options import Option

Command = Callable[..., Any]


def with_options(**groups: tuple[str, Mapping[str, Option]]) -> Callable[[Command], Command]:
    """Return a decorator that adds options to a command.

    Parameters
    ----------
    **groups : (str, mapping of str to Option)
        By the name of the command's parameter that receives the values which are given, and in whose place the options
        stand: the title of the options in the help, and the options by name.
    """

    def decorate(command: Command) -> Command:
        hints = get_type_hints(command, include_extras=True)
        signature = inspect.signature(command)
        parameters: list[inspect.Parameter] = []
        for one in signature.parameters.values():
            if one.name in groups:
                title, group = groups[one.name]
                parameters += [_parameter(name, described, title) for name, described in group.items()]
            else:
                parameters.append(one.replace(annotation=hints[one.name], kind=inspect.Parameter.KEYWORD_ONLY))

        @functools.wraps(command)
        def run(**given: Any) -> Any:
            for group, (_, options) in groups.items():
                values = {name: given.pop(name) for name in options}
                given[group] = {
                    name: _read(name, options[name], value)
                    for name, value in values.items()
                    if value not in (None, False)
                }
            return command(**given)

        setattr(run, "__signature__", signature.replace(parameters=parameters))  # noqa: B010 - unknown to mypy
        run.__annotations__ = {one.name: one.annotation for one in parameters} | {"return": None}
        return run

    return decorate


def _parameter(name: str, described: Option, title: str) -> inspect.Parameter:
    flag = f"--{name.replace('_', '-')}"
    shown = typer.Option(flag, help=described.help, metavar=described.metavar or None, rich_help_panel=title)
    annotation: Any = Annotated[bool if described.is_flag else str | None, shown]
    if described.names_file:
        annotation = Annotated[str | None, shown, FileUse(Role.READ, file_of_start)]
    default = False if described.is_flag else None
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def _read(name: str, described: Option, value: str | bool) -> Any:
    try:
        return described.read(value)
    except SeqformError as error:
        raise OptionError(f"--{name.replace('_', '-')} {value}: {error}") from None
