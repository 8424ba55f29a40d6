"""The kinds of texts that name games: files, standard input, OpenSpiel's games, own objects, and the catalog.

Nothing here imports the modules that read games, so that the command line refuses a mistyped name at once. Objects of
the user's own Python files, games and others, have texts such as ``./mygame.py:HighCard(cards=5)``.
"""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Container, Iterable, Mapping
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from seqform.errors import GameError, InputError, ParseError, suggestion
from seqform.system.files import names_file

OPENSPIEL = "openspiel:"
STANDARD_INPUT = "-"
SUFFIXES = (".efg", ".nfg", ".xml", ".gbt", ".csv")
"""The endings of files of games."""

_OPENSPIEL_VALUE = re.compile(r"=([^,()]+)")


def catalog_name(text: str) -> str:
    """Return the name before the parameters of a text as the catalog spells it: in lower case, with "-" for "_"."""
    return text.partition("(")[0].strip().lower().replace("_", "-")


def no_such_game(name: str, known: Iterable[str]) -> GameError:
    """Return the error for a name that the catalog does not have."""
    hint = suggestion(name, known) or "; `seqform games` lists those there are"
    return GameError(f"no game named {name!r} in the catalog{hint}")


def no_such_parameter(game: str, name: str, known: Iterable[str]) -> GameError:
    """Return the error for a parameter that a game of the catalog does not have."""
    words = list(known)
    has = f"its parameters are {', '.join(words)}" if words else "it has no parameters"
    return GameError(f"{game} has no parameter {name!r}{suggestion(name, words)}; {has}")


def game_path(source: str, known: Container[str]) -> Path | None:
    """Return the path of the file of a game that a text names, None if it names none; `known` is the catalog.

    Examples
    --------
    >>> game_path("kuhn", {"kuhn"}), game_path("openspiel:kuhn_poker", ()), game_path("kuhn.efg", ()).name
    (None, None, 'kuhn.efg')
    """
    if source == STANDARD_INPUT or source.startswith(OPENSPIEL) or own_file(source) is not None:
        return None
    path = Path(source)
    is_path = source.startswith((".", "/", "~")) or "/" in source.partition("(")[0] or "\\" in source
    if path.suffix.lower() in SUFFIXES or is_path or (catalog_name(source) not in known and names_file(source)):
        return path
    return None


def openspiel_files(source: str) -> list[Path]:
    """Return the files among the parameters of a game of OpenSpiel's, none for another name."""
    values = _OPENSPIEL_VALUE.findall(source) if source.startswith(OPENSPIEL) else []
    return [path for value in values if (path := Path(value.strip())).exists()]


def require_source(source: str, known: Mapping[str, Iterable[str]]) -> None:
    """Raise the error of `seqform.load` for a name that is not in the catalog, or a file that is not there.

    `known` has the parameters of the games of the catalog by their names; others than these are refused, too.
    """
    words = set(known)
    path = own_file(source) or game_path(source, words)
    if path is not None:
        try:
            path.expanduser().stat()
        except (OSError, RuntimeError) as error:
            raise ParseError(f"cannot be read: {getattr(error, 'strerror', None) or error}", str(path)) from None
        except ValueError:
            return  # no name of a file; reading it fails
    elif re.fullmatch(r"\w[\w-]*(\(.*)?", source) and catalog_name(source) not in words:
        raise no_such_game(source.partition("(")[0], known)
    else:
        for name in re.findall(r"[(,]\s*(\w+)\s*=", source) if source.endswith(")") else ():
            if name.lower() not in (names := known.get(catalog_name(source), (name.lower(),))):
                raise no_such_parameter(catalog_name(source), name, names)


_REFERENCE = re.compile(r"(?P<file>.+\.py):(?P<name>[A-Za-z_]\w*)(?:\((?P<arguments>[^()]*)\))?")


def own_file(text: str) -> Path | None:
    """Return the Python file of a text FILE.py:NAME, or None for another text.

    Examples
    --------
    >>> own_file("./mygame.py:HighCard(cards=5)").name, own_file("kuhn(bet=2)")
    ('mygame.py', None)
    """
    match = _REFERENCE.fullmatch(text)
    return None if match is None else Path(match["file"])


def own_object(text: str) -> Any:
    """Return the object FILE.py:NAME; a class or a function is called, with the arguments in parentheses.

    The file is run once in a process, with its folder first on the search path of modules. Arguments are whole numbers,
    fractions or decimals, and otherwise texts.

    Raises InputError if the text has another form, the file cannot be run, or it has no such object.
    """
    match = _REFERENCE.fullmatch(text)
    if match is None:
        raise InputError(f"{text}: FILE.py:NAME or FILE.py:NAME(argument=value) expected")
    found = getattr(_module(Path(match["file"])), match["name"], None)
    if found is None:
        module = _module(Path(match["file"]))
        own = [name for name, value in vars(module).items() if name[0] != "_" and not _is_imported(value, module)]
        hint = suggestion(match["name"], own) or (own and f"; it defines {', '.join(own[:8])}") or ""
        raise InputError(f"{match['file']}: defines no {match['name']}{hint}")
    if not callable(found):
        if match["arguments"] is not None:
            raise InputError(f"{text}: {match['name']} is neither a class nor a function, so it takes no arguments")
        return found
    arguments = _arguments(text, match["arguments"] or "")
    try:
        return found(**arguments)
    except Exception as error:
        raise InputError(f"{text}: {type(error).__name__}: {error}") from error


def own_function(text: str) -> Any:
    """Return the function FILE.py:NAME itself, or what it returns for the arguments of FILE.py:NAME(argument=value)."""
    match = _REFERENCE.fullmatch(text)
    if match is None or match["arguments"] is not None:
        return own_object(text)
    found = getattr(_module(Path(match["file"])), match["name"], None)
    if not callable(found):
        raise InputError(f"{match['file']}: defines no function {match['name']}")
    return found


def _is_imported(value: object, module: ModuleType) -> bool:
    made_there = getattr(value, "__module__", None) == module.__name__
    return isinstance(value, ModuleType) or (isinstance(value, type | FunctionType) and not made_there)


def _module(path: Path) -> ModuleType:
    try:
        whole = path.expanduser().resolve(strict=True)
    except (OSError, RuntimeError) as error:
        raise InputError(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None
    from hashlib import sha256  # which takes time to import

    name = f"seqform_own_{sha256(str(whole).encode()).hexdigest()[:16]}_{whole.stem}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, whole)
    assert spec is not None and spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    sys.path.insert(0, str(whole.parent))
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise InputError(f"{path}: cannot be run: {type(error).__name__}: {error}") from error
    finally:
        sys.path.remove(str(whole.parent))
    return module


def _arguments(text: str, given: str) -> dict[str, object]:
    found: dict[str, object] = {}
    for part in given.split(",") if given.strip() else ():
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not (name.isidentifier() and equals and value) or name in found:
            raise InputError(f"{text}: {part.strip()!r}: each argument once, as name=value, expected")
        found[name] = _value(value)
    return found


def _value(text: str) -> object:
    from fractions import Fraction  # which takes time to import

    try:
        number = Fraction(text)
    except (ValueError, ZeroDivisionError):
        return text
    return int(number) if number.denominator == 1 else number
