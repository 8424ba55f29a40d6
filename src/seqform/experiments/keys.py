"""Keys of a case in a declaration with the checks of their values, and the games and files that a case refers to."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from seqform.backends import SolveOptions, names
from seqform.builders.games import catalog
from seqform.builders.games.entry import CatalogEntry, Value, spell
from seqform.errors import ModelError, SeqformError
from seqform.experiments.values import Case, Scalar, is_whole, near, plain, shown
from seqform.io.arguments import names_file
from seqform.io.load import OPENSPIEL
from seqform.models.answers.objectives import objective
from seqform.models.numbers.text import parse_rational, write_rational
from seqform.solving.concepts import CONCEPTS, METHODS
from seqform.solving.ordered import THRESHOLD, WAYS, threshold_of
from seqform.solving.preprocessing import PREPROCESSORS
from seqform.solving.starts import ALL_ONES

SEED = "seed"
"""The parameter that a case's seed goes to, where a game has it."""


def entry_of(game: str) -> CatalogEntry | None:
    """Return the catalog's entry for a game; None for a file or a game of OpenSpiel."""
    if game.startswith(OPENSPIEL) or is_file(game):
        return None
    return catalog.find(game.partition("(")[0])


def is_file(game: str) -> bool:
    """Return whether a game is named by a path."""
    if game.startswith(OPENSPIEL):
        return False
    head = game.partition("(")[0]
    if Path(game).suffix.lower() in (".efg", ".nfg") or game.startswith((".", "/", "~")) or "/" in head:
        return True
    if catalog.has(game):
        return False
    return names_file(game)


def complete_parameters(game: str, given: Mapping[str, object], seed: int | None) -> tuple[str, dict[str, Scalar]]:
    """Return a game's name and all its parameters.

    Parameters
    ----------
    game : str
        With parameters in parentheses or without.
    given : mapping
        Further parameters.
    seed : int, optional
        The game's, where it has such a parameter and it is not given.

    Examples
    --------
    >>> complete_parameters("kuhn(bet=1/2)", {"ranks": 4}, None)
    ('kuhn', {'ante': 1, 'bet': '1/2', 'ranks': 4})
    """
    entry = entry_of(game)
    if entry is None:
        return game, {}
    name, inside = catalog.parse_spec(game)
    own: dict[str, object] = {**inside, **given}
    if seed is not None and SEED in entry.defaults:
        own.setdefault(SEED, seed)
    values = entry.read({**entry.defaults, **own})
    return name, {parameter: _scalar(value) for parameter, value in values.items()}


def spelled(case: Case) -> str:
    """Return a case's game as `seqform.load` takes it: the name with the parameters that differ from their defaults.

    Examples
    --------
    >>> spelled(Case("kuhn", {"ante": 1, "bet": "1/2"}))
    'kuhn(bet=1/2)'
    """
    entry = entry_of(case.game)
    if entry is None:
        return case.game
    name, parameters = complete_parameters(case.game, case.parameters, case.seed)
    values = entry.read(parameters)
    return spell(name, {key: value for key, value in values.items() if value != entry.defaults[key]})


def _scalar(value: Value) -> Scalar:
    return value if isinstance(value, bool | int | str) else write_rational(value)


def digest_of(name: str) -> str:
    """Return the SHA-256 of the content of a file, in hexadecimal digits."""
    return hashlib.sha256(Path(name).expanduser().read_bytes()).hexdigest()


def require_unchanged(files: Mapping[str, str]) -> None:
    """Refuse files whose content has changed since the case got its key.

    Parameters
    ----------
    files : mapping of str to str
        Names of files, with their digests.
    """
    for name, digest in files.items():
        try:
            now = digest_of(name)
        except OSError as error:
            raise ModelError(f"{name}: cannot be read any more: {error.strerror}") from None
        if now != digest:
            raise ModelError(f"{name}: changed since the sweep began, so that this would be another case; sweep again")


UNCHANGED: dict[str, Scalar] = {
    "exact": False,
    "sparsify": False,
    "pure": False,
    "player": 1,
    "formulation": "sequence-form",
}
"""Default values of settings: they may be given everywhere, and undo the ``[defaults]`` of a sweep."""


def changed(settings: Mapping[str, Scalar]) -> dict[str, Scalar]:
    """Return the settings that differ from their default values.

    Examples
    --------
    >>> changed({"exact": False, "player": 2})
    {'player': 2}
    """
    return {name: value for name, value in settings.items() if name not in UNCHANGED or value != UNCHANGED[name]}


Check = Callable[[object], Scalar]
"""Returns a value as a case keeps it; raises ValueError with the reason and the possible values."""

RANDOM_START = "random"
"""The start given by the seed of the case: "random:SEED"."""

MAX_SEED = 2**63 - 1
"""Bound of the column in a store, with either sign."""


def _truth(value: object) -> Scalar:
    if not isinstance(value, bool):
        raise ValueError(f"true or false expected, not {shown(value)}")
    return value


def _one_of(known: Iterable[str]) -> Check:
    words = tuple(known)

    def check(value: object) -> Scalar:
        if not isinstance(value, str) or value not in words:
            raise ValueError(f"{shown(value)} is unknown; {near(str(value), words)}")
        return value

    return check


def _number(least: float, *, included: bool) -> Check:
    def check(value: object) -> Scalar:
        number = plain(value)
        if isinstance(number, str | bool) or not (number > least or (included and number == least)):
            raise ValueError(f"a number {'from' if included else 'above'} {least:g} expected, not {shown(value)}")
        return number

    return check


def _player(value: object) -> Scalar:
    if not is_whole(value) or value not in (1, 2):
        raise ValueError(f"1 or 2 expected, not {shown(value)}")
    return plain(value)


def _seed(value: object) -> Scalar:
    number = plain(value) if is_whole(value) else None
    if not isinstance(number, int) or not -MAX_SEED <= number <= MAX_SEED:
        raise ValueError(f"a whole number expected, at most {MAX_SEED}, not {shown(value)}")
    return number


def _share(value: object) -> Scalar:
    number = parse_rational(str(value))
    if isinstance(value, bool | float) or number is None or not 0 < number < 1:
        raise ValueError(f'a fraction between 0 and 1 expected, such as "1/1000", not {shown(value)}')
    return write_rational(Fraction(number))


def _objective(value: object) -> Scalar:
    if not isinstance(value, str):
        raise ValueError(f"a name expected, not {shown(value)}")
    return objective(value).name


def _start(value: object) -> Scalar:
    words = ("centroid", ALL_ONES, RANDOM_START)
    if not isinstance(value, str) or not (value in words or value.startswith(f"{RANDOM_START}:") or names_file(value)):
        raise ValueError(f"{shown(value)}: {', '.join(words)}, random:SEED or the file of a profile expected")
    return value


def _shrink(value: object) -> Scalar:
    if not isinstance(value, str) or not (value in WAYS or value.startswith(THRESHOLD)):
        raise ValueError(f"{shown(value)} is unknown; {near(str(value), WAYS)}")
    if not value.startswith(THRESHOLD):
        return value
    numbers = map(threshold_of, value.removeprefix(THRESHOLD).split(","))
    return THRESHOLD + ",".join(str(number).removesuffix(".0") for number in numbers)


SETTINGS: dict[str, Check] = {
    "exact": _truth,
    "start": _start,
    "method": _one_of(METHODS),
    "epsilon": _share,
    "objective": _objective,
    "pure": _truth,
    "player": _player,
    "formulation": _one_of(("sequence-form", "normal-form")),
    "certificate_tolerance": _number(0, included=True),
    "gap": _number(0, included=False),
    "sparsify": _truth,
}
"""Settings of `seqform.solve` and `seqform.solve_ordered`, by name."""

OPTIONS = ("time_limit", "tolerance", "threads")
"""The portable options of solvers."""

CHOICES: dict[str, Check] = {
    "concept": _one_of(CONCEPTS),
    "backend": _one_of(names()),
    "shrink": _shrink,
    "seed": _seed,
}
"""Attributes of a case that are one word or number."""

_FILE_WORDS = frozenset(
    ("checkpoint", "resume", "file", "filename", "logfile", "path", "dir", "directory", "folder", "executable")
)

KEYS = ("game", *CHOICES, "preprocess", *SETTINGS, "options", "option", "watch")
"""All keys of a table but the game's parameters."""


def option(name: str, value: object) -> Scalar:
    """Return the value of a portable option."""
    if name not in OPTIONS:
        raise ValueError(
            f"no option {name!r} of all solvers; {near(name, OPTIONS)}; a solver's own goes into option.{name}"
        )
    kept = plain(value)
    checked: dict[str, Any] = {name: kept}
    SolveOptions(**checked)
    return kept


def names_a_file(name: str) -> bool:
    """Return whether a solver's own option names a file or a program, by its words.

    Examples
    --------
    >>> [names_a_file(name) for name in ("checkpoint", "log_file", "write_model_file", "profile", "solver")]
    [True, True, True, False, False]
    """
    return not _FILE_WORDS.isdisjoint(name.lower().replace("-", "_").split("_"))


def steps(value: object) -> tuple[str, ...]:
    """Return the steps of preprocessing that a word, or a list of words, stands for."""
    words = list(value) if isinstance(value, list | tuple) else [] if value == "none" else [value]
    known = _one_of((*PREPROCESSORS, "none") if not isinstance(value, list | tuple) else PREPROCESSORS)
    return tuple(str(known(word)) for word in words)


def checked(check: Callable[[Any], object], value: object) -> object:
    """Return a value as a check returns it; errors of seqform become ValueErrors."""
    try:
        return check(value)
    except SeqformError as error:
        raise ValueError(str(error)) from None
