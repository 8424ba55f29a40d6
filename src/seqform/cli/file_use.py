"""The files that an invocation of the command line reads and writes, and the refusal of those that coincide.

Every parameter of a command that names files has a `FileUse` in its annotation. `checked` wraps a command so that it
begins by refusing an output that the invocation also reads, or writes elsewhere, and one that cannot be written.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass
from enum import Enum
from itertools import chain
from pathlib import Path
from typing import Annotated, Any, ParamSpec, TypeVar, get_type_hints

from seqform.cli.parameters import declared
from seqform.errors import OptionError
from seqform.system.files import (
    STANDARD_ERROR,
    STANDARD_INPUT,
    STANDARD_OUTPUT,
    file_of_member,
    open_descriptor,
    require_answer_name,
    require_writable,
    same_file,
)
from seqform.system.sources import Source, SourceKind, parse_code
from seqform.system.strategy_names import parse_strategy

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

STANDARD_OUTPUT_PATH = Path("-")

BAYES = "bayes"
"""The word for beliefs by Bayes' rule in place of a file, as of `seqform.check`."""

File = Path | int
"""A path, or the number of a standard stream."""


class Role(Enum):
    """The use of a file: read, written, or perhaps either, as those in options of solvers."""

    READ = "read"
    WRITTEN = "written"
    UNKNOWN = "unknown"


def path_itself(value: Path) -> Iterator[File]:
    """Return the path that a parameter is."""
    yield value


@dataclass(frozen=True)
class FileUse:
    """The files that the value of a parameter stands for; part of the parameter's annotation.

    `files` maps the value to the files; `label` is their name in messages instead of the parameter's name; `replaced`
    means that `seqform.system.files.write_whole` writes the file, so that its folder has to permit that; `answer` means
    that an answer is written, as JSON.
    """

    role: Role
    files: Callable[[Any], Iterable[File]] = path_itself
    label: str = ""
    replaced: bool = False
    answer: bool = False

    @property
    def is_read(self) -> bool:
        """Return whether the files are read for certain."""
        return self.role is Role.READ


def files_of_game(game: Source) -> Iterator[File]:
    """Return the files that are read for a game, be it only as parameters of one of OpenSpiel's."""
    if game.kind is SourceKind.STANDARD_INPUT:
        yield STANDARD_INPUT
    yield from game.files


def files_of_code(text: str) -> Iterator[File]:
    """Return the Python file of a backend, a step or a function that is given as FILE.py:NAME."""
    code = parse_code(text)
    if code is not None:
        yield from code.files


def files_of_lock(text: str) -> Iterator[File]:
    """Return the Python file of a function that is given for a player as PLAYER=FILE.py:NAME."""
    _, _, code = text.partition("=")
    yield from files_of_code(code.strip())


def files_of_strategy(text: str) -> Iterator[File]:
    """Return the files that are read for a start or an opponent."""
    yield from parse_strategy(text).files


def files_of_beliefs(text: str) -> Iterator[File]:
    """Return the file of beliefs; none for those of Bayes' rule."""
    if text != BAYES:
        yield Path(text)


def files_of_all(
    files: Callable[[str], Iterator[File]],
) -> Callable[[Iterable[str]], Iterator[File]]:
    """Return the function that gives the files of several texts."""
    return lambda texts: chain.from_iterable(map(files, texts))


def values_of_options(pairs: Iterable[str]) -> Iterator[File]:
    """Return the values of a solver's options as paths: which of them are files depends on the solver."""
    for pair in pairs:
        _, _, value = pair.partition("=")
        if value.strip():
            yield Path(value.strip())


def standard_output_if(is_asked_for: bool) -> Iterator[File]:
    """Return standard output for an option that writes to it."""
    if is_asked_for:
        yield STANDARD_OUTPUT


def file_or_standard_output(path: Path) -> Iterator[File]:
    """Return standard output for ``-``, and a path for all else."""
    yield STANDARD_OUTPUT if path == STANDARD_OUTPUT_PATH else path


INPUT = FileUse(Role.READ)
OUTPUT = FileUse(Role.WRITTEN, replaced=True)
ANSWER = FileUse(Role.WRITTEN, replaced=True, answer=True)
InputFile = Annotated[Path | None, INPUT]
OutputFile = Annotated[Path | None, OUTPUT]
AnswerFile = Annotated[Path | None, ANSWER]
Steps = Annotated[list[str] | None, FileUse(Role.READ, files_of_all(files_of_code))]
"""Steps of preprocessing, which may be filters of a Python file."""


@dataclass(frozen=True)
class _Used:
    role: Role
    label: str
    file: File

    def __str__(self) -> str:
        return self.label if isinstance(self.file, int) else f"{self.label} {self.file}"


# The shell may have led each of these to a file.
_STREAMS = (
    _Used(Role.READ, "standard input", STANDARD_INPUT),
    _Used(Role.WRITTEN, "standard output", STANDARD_OUTPUT),
    _Used(Role.WRITTEN, "standard error", STANDARD_ERROR),
)


_used: ContextVar[list[_Used]] = ContextVar("files of this invocation")


def add_files(role: Role, label: str, files: Iterable[File]) -> None:
    """Add files to those of this invocation; a file that is written must not be the same as one added before."""
    used = _used.get([])
    new = [_Used(role, label, _stream(_expanded(file))) for file in files]
    for use in new:
        # The shell may have led a standard stream to the file; streams as such are among those used.
        others = [*used, *_STREAMS] if isinstance(use.file, Path) else used
        for other in others:
            if not _exclude_each_other(use.role, other.role):
                continue
            if use.file == other.file or same_file(use.file, other.file):
                raise OptionError(_coinciding(use, other))
    used += new


def _exclude_each_other(first: Role, second: Role) -> bool:
    """Return whether a file cannot have both roles: only two uses that read it, or that may do either, go together."""
    if Role.WRITTEN in (first, second):
        return True
    return {first, second} == {Role.READ, Role.UNKNOWN}


def _coinciding(use: _Used, other: _Used) -> str:
    """Return the error for two uses of a file or of a standard stream, which only a use with a path can change."""
    if isinstance(use.file, Path) or isinstance(other.file, Path):
        return f"{use}: the same file as {other.label}; name another file"
    streams = {
        STANDARD_INPUT: "standard input",
        STANDARD_OUTPUT: "standard output",
        STANDARD_ERROR: "standard error",
    }
    return f"{use} and {other}: both use {streams[use.file]}; only one of them can"


def checked(command: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Return a command that begins by checking the files that its parameters name.

    An OptionError means that a file would be written that is read, or written twice; a ModelError that an output cannot
    be written.
    """

    @functools.wraps(command)
    def run(*positional: Parameters.args, **named: Parameters.kwargs) -> Result:
        arguments = inspect.signature(command).bind(*positional, **named).arguments
        uses = []
        for name, (label, use) in file_uses(command).items():
            if arguments.get(name) is not None:
                uses.append((use.label or label, use, arguments[name]))

        # What is read comes first, so that the error is about the output.
        token = _used.set([])
        try:
            for label, use, value in sorted(uses, key=lambda entry: entry[1].role is not Role.READ):
                add_files(use.role, label, use.files(value))
            for _, use, value in uses:
                if use.replaced:
                    _require_writable(use, value)
            return command(*positional, **named)
        finally:
            _used.reset(token)

    return run


def _require_writable(use: FileUse, value: Any) -> None:
    for file in use.files(value):
        if isinstance(file, Path):
            if use.answer:
                require_answer_name(file)
            require_writable(file)


def file_uses(command: Callable[..., Any]) -> dict[str, tuple[str, FileUse]]:
    """Return the parameters of a command that name files, with their names for users and their uses."""
    hints = get_type_hints(command, include_extras=True)
    uses = {}
    for parameter in declared(command):
        name = parameter["name"]
        flags = [flag for flag in parameter["flags"] if flag.startswith("--")]
        label = flags[0] if flags else parameter.get("metavar", "")
        for note in getattr(hints[name], "__metadata__", ()):
            if isinstance(note, FileUse):
                uses[name] = (label, note)
    return uses


def _expanded(file: File) -> File:
    """Return a path with the folder that "~" stands for, and without the number of a member of a list."""
    if isinstance(file, Path):
        file, _ = file_of_member(file)
        with suppress(RuntimeError):  # no such user; reading the file fails too
            return file.expanduser()
    return file


def _stream(file: File) -> File:
    """Return the number of a standard stream instead of its path."""
    number = open_descriptor(file) if isinstance(file, Path) else file
    if number in (STANDARD_INPUT, STANDARD_OUTPUT, STANDARD_ERROR):
        return number
    return file
