"""The reader of texts that name games, and objects of the user's own Python files.

`parse_source` reads a text once, to a `Source`: its kind, the name and the arguments in it, and the files that are read
for it. Commands, sweeps, checks of files and loaders hand this value on, and nothing else takes a text apart: so the
file that a command checks is the one that it reads. `parse_code` reads texts such as ``./mygame.py:HighCard(cards=5)``,
which may also name backends, filters and evaluations; `seqform.system.own_code` runs what they name.

Nothing here imports the modules that read games, so that the command line refuses a mistyped name at once.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from pathlib import Path

from seqform.errors import GameError, ParseError, suggestion
from seqform.system.files import names_file

OPENSPIEL = "openspiel:"
STANDARD_INPUT = "-"
SUFFIXES = (".efg", ".nfg", ".xml", ".gbt", ".csv")
"""The endings of files of games."""

_CALL = re.compile(r"\s*(?P<name>[^()=,\s]+)\s*(?:\((?P<inside>[^()]*)\)\s*)?")
_CODE = re.compile(r"(?P<file>.+?\.py):(?P<name>[A-Za-z_]\w*)(?:\((?P<inside>[^()]*)\))?")
_COMMA = re.compile(r",(?![^\[\]]*\])")
"""A comma that is not within the brackets of a list."""

_OPENSPIEL_ARGUMENT = re.compile(r"(\w+)\s*=\s*([^,()]+)")


RANGES = "ranges"
"""The parameter of games of the catalog whose value may be a file."""


class SourceKind(Enum):
    """What a text names."""

    CATALOG = "a game of the catalog"
    FILE = "a file of a game"
    STANDARD_INPUT = "standard input"
    OPENSPIEL = "a game of OpenSpiel"
    CODE = "an object of a Python file, which is run"


@dataclass(frozen=True)
class Source:
    """What a text names; it prints as the text itself.

    - `text`: The text itself.
    - `name`: In the catalog, as the catalog spells it, or "" for a text that can be no name; in OpenSpiel; or in a
      Python file. "" for the other kinds.
    - `arguments`: Names and values in parentheses, as texts; a part that is no pair has the name "". None without
      parentheses.
    - `path`: The file of a game, or the Python file; as it is written.
    - `others`: Further files that are read for it: those that parameters of OpenSpiel's games, and ranges, name.
    """

    text: str
    kind: SourceKind
    name: str = ""
    arguments: tuple[tuple[str, str], ...] | None = None
    path: Path | None = None
    others: tuple[Path, ...] = field(default=())

    def __str__(self) -> str:
        return self.text

    @property
    def files(self) -> tuple[Path, ...]:
        """All files that are read for it, or run."""
        return self.others if self.path is None else (self.path, *self.others)

    @property
    def runs_code(self) -> bool:
        """True if a Python file is run for it."""
        return self.kind is SourceKind.CODE

    @property
    def head(self) -> str:
        """The text before the arguments, as it is written."""
        code = _CODE.fullmatch(self.text) if self.runs_code else None
        if code is not None:  # the path of the file may have parentheses, too
            return self.text[: code.end("name")]
        return self.text.partition("(")[0]

    @property
    def specification(self) -> str:
        """The text by which OpenSpiel itself names one of its games."""
        return self.text.removeprefix(OPENSPIEL)

    def with_argument(self, name: str, value: str) -> Source:
        """Return the source with another value of an argument, which is added if it is not given."""
        arguments = []
        for key, own in self.arguments or ():
            arguments.append((key, value if key == name else own))
        if name not in [key for key, _ in arguments]:
            arguments.append((name, value))
        inside = ",".join(f"{key}={own}" if key else own for key, own in arguments)
        return replace(self, text=f"{self.head}({inside})", arguments=tuple(arguments))


def parse_source(text: str, known: Container[str]) -> Source:
    """Return what a text names as a game; `known` are the names of the catalog.

    A text that is no path, and nothing else, is a name of the catalog, known or not; a file of that name in the current
    folder is meant if the catalog lacks it.

    Examples
    --------
    >>> parse_source("Kuhn(bet=2)", {"kuhn"}).kind.name, parse_source("openspiel:kuhn_poker", ()).name
    ('CATALOG', 'kuhn_poker')
    >>> parse_source("kuhn(1).efg", {"kuhn"}).files, parse_source("./own.py:Game(cards=5)", ()).arguments
    ((PosixPath('kuhn(1).efg'),), (('cards', '5'),))
    """
    if text == STANDARD_INPUT:
        return Source(text, SourceKind.STANDARD_INPUT)
    if text.startswith(OPENSPIEL):
        return openspiel_source(text.removeprefix(OPENSPIEL))
    code = parse_code(text)
    if code is not None:
        return code

    call = _CALL.fullmatch(text)
    name = "" if call is None else catalog_name(call["name"])
    path = Path(text)
    is_path = text.startswith((".", "/", "~")) or "/" in text.partition("(")[0] or "\\" in text
    if path.suffix.lower() in SUFFIXES or is_path or (name not in known and names_file(text)):
        return Source(text, SourceKind.FILE, path=path, others=_files_in_parts(text))

    arguments = _pairs(None if call is None else call["inside"])
    others: list[Path] = []
    for parameter, value in arguments or ():
        if parameter_name(parameter) == RANGES:
            others += _files_of_ranges(value.removeprefix("[").removesuffix("]"))
    return Source(text, SourceKind.CATALOG, name, arguments, others=tuple(others))


def _files_of_ranges(text: str) -> tuple[Path, ...]:
    """Return the files that ranges name: one for both players, or those of the players with ";" between them."""
    if is_there(text):
        return (Path(text),)
    return _files_in_parts(text)


def _files_in_parts(text: str) -> tuple[Path, ...]:
    """Return the files that the parts of a text name, such as two ranges, with ";" between them."""
    if ";" not in text:
        return ()
    parts = [part.strip() for part in text.split(";")]
    return tuple([Path(part) for part in parts if is_there(part)])


def parse_code(text: str) -> Source | None:
    """Return what a text FILE.py:NAME or FILE.py:NAME(argument=value) names, None for another text.

    Examples
    --------
    >>> parse_code("./mygame.py:HighCard(cards=5)").path.name, parse_code("kuhn(bet=2)")
    ('mygame.py', None)
    """
    match = _CODE.fullmatch(text)
    if match is None or text.startswith(OPENSPIEL):
        return None
    return Source(
        text, SourceKind.CODE, match["name"], _pairs(match["inside"]), Path(match["file"])
    )


def openspiel_source(specification: str) -> Source:
    """Return the game that OpenSpiel names by a text, with the parameters of games within it.

    Examples
    --------
    >>> openspiel_source("repeated_game(stage_game=matrix_pd(),num_repetitions=2)").arguments
    (('stage_game', 'matrix_pd'), ('num_repetitions', '2'))
    """
    arguments = []
    files = []
    for name, written in _OPENSPIEL_ARGUMENT.findall(specification):
        value = written.strip()
        arguments.append((name, value))
        if is_there(value):
            files.append(Path(value))
    return Source(
        f"{OPENSPIEL}{specification}",
        SourceKind.OPENSPIEL,
        specification.partition("(")[0],
        tuple(arguments),
        others=tuple(files),
    )


def is_there(text: str) -> bool:
    """Return whether a text is the path of something other than a folder, pipes and devices included."""
    path = Path(text)
    try:
        return path.exists() and not path.is_dir()
    except (OSError, ValueError):  # no file can have this name
        return False


def _pairs(inside: str | None) -> tuple[tuple[str, str], ...] | None:
    """Return the names and values between parentheses."""
    if inside is None:
        return None
    if not inside.strip():
        return ()
    pairs = []
    for part in _COMMA.split(inside):
        name, equals, value = (word.strip() for word in part.partition("="))
        if name and equals and value:
            pairs.append((name, value))
        else:
            pairs.append(("", part.strip()))
    return tuple(pairs)


def catalog_name(text: str) -> str:
    """Return the name before the parameters of a text as the catalog spells it: in lower case, with "-" for "_"."""
    return text.partition("(")[0].strip().lower().replace("_", "-")


def parameter_name(text: str) -> str:
    """Return the name of a parameter as the catalog spells it: in lower case, with "_" for "-"."""
    return text.lower().replace("-", "_")


def unclosed(text: str) -> str:
    """Return a clause about a parenthesis that is opened and not closed, or empty text."""
    if text.count("(") <= text.count(")"):
        return ""
    return f", its parenthesis is not closed, as in '{text.rstrip()})'"


FILE_ENDINGS = (".solution", ".json", ".efg", ".nfg", ".csv", ".txt")
"""The endings of names that are those of files and of no game of the catalog."""


def no_such_game(name: str, known: Iterable[str]) -> GameError:
    """Return the error for a name that the catalog does not have, and for the name of a file that there is not."""
    if name.lower().endswith(FILE_ENDINGS):
        return GameError(f"{name}: no such file")
    prefix, colon, _ = name.partition(":")
    if colon and suggestion(f"{prefix}:", (OPENSPIEL,)):
        hint = f"; did you mean '{OPENSPIEL}NAME', a game of OpenSpiel?"
    else:
        hint = suggestion(name, known)
    path = Path(name)
    if not hint and path.suffix[1:].isalpha():
        return GameError(
            f"no file {name!r}, and no game of that name in the catalog{similar_file(path)}"
        )
    return GameError(
        f"no game named {name!r} in the catalog{hint or '; `seqform games` lists those there are'}"
    )


def similar_file(path: Path) -> str:
    """Return "; did you mean ...?" with the files beside it whose names are close to that of a missing one, or ""."""
    try:
        files = sorted(each for each in path.parent.iterdir() if each.is_file())
    except (OSError, ValueError):
        return ""
    # A file of another kind is not meant, but letters of an ending change places, as in .cvs
    letters = sorted(path.suffix.lower())
    names = [file.name for file in files if sorted(file.suffix.lower()) == letters]
    return suggestion(path.name, names)


def no_such_parameter(game: str, name: str, known: Iterable[str]) -> GameError:
    """Return the error for a parameter that a game of the catalog does not have."""
    parameters = list(known)
    has = stated_parameters(parameters)
    if parameters:
        has += f"; `seqform games {game}` describes them"
    return GameError(f"{game} has no parameter {name!r}{suggestion(name, parameters)}; {has}")


def stated_parameters(names: Sequence[str]) -> str:
    """Return a clause with the names of parameters, for messages."""
    return f"its parameters are {', '.join(names)}" if names else "it has no parameters"


def require_source(source: Source, known: Mapping[str, Iterable[str]]) -> None:
    """Raise the error of `seqform.load` for a name that is not in the catalog, or a file that is not there.

    `known` has the parameters of the games of the catalog by their names; others than these are refused, too.
    """
    if source.path is not None:
        require_file(source.path)
    elif source.kind is SourceKind.CATALOG and source.name:
        if source.name not in known:
            raise no_such_game(source.head, known)
        parameters = list(known[source.name])
        for name, _ in source.arguments or ():
            if name and parameter_name(name) not in parameters:
                raise no_such_parameter(source.name, name, parameters)


def require_file(path: Path) -> None:
    """Raise ParseError if there is no file of a name."""
    try:
        path.expanduser().stat()
    except (OSError, RuntimeError) as error:
        reason = getattr(error, "strerror", None) or error
        hint = similar_file(path) if isinstance(error, FileNotFoundError) else ""
        raise ParseError(f"cannot be read: {reason}{hint}", str(path)) from None
    except ValueError:
        return  # no name of a file; reading it fails
