"""The kinds of texts that name games: files, standard input, OpenSpiel's games, own objects, and the catalog.

Nothing here imports the modules that read games, so that the command line refuses a mistyped name at once.
"""

from __future__ import annotations

import re
from pathlib import Path

from seqform.errors import GameError, ParseError, suggestion
from seqform.system.files import names_file
from seqform.system.own_objects import own_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping

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
