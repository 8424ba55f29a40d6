"""Keys of a case in a declaration with the readers of their values, and the games and files that a case refers to."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from seqform.backends import SolveOptions, names
from seqform.builders.games import catalog
from seqform.builders.games.entry import CatalogEntry, Value, spell
from seqform.builders.games.own_entry import OwnEntry, own_entry
from seqform.errors import GameError, InputError, ModelError
from seqform.experiments.values import WARM, Case, Scalar, is_whole, near, plain, watched
from seqform.models.numbers.text import shown, write_rational
from seqform.models.options import (
    Option,
    argument,
    defaults_of,
    one_of,
    options_of,
    truth,
    whole,
)
from seqform.solving.concepts import CONCEPTS
from seqform.solving.preprocessing import steps_of
from seqform.system.files import open_regular
from seqform.system.sources import Source, SourceKind, parse_code
from seqform.system.strategy_names import StrategyName, parse_strategy

SEED = "seed"
"""The parameter that a case's seed goes to, where a game has it."""


def entry_of(game: str | Source) -> CatalogEntry | None:
    """Return the catalog's entry for a game; None for any other. No code is run."""
    source = catalog.source_of(game)
    if source.kind is not SourceKind.CATALOG:
        return None
    if not source.name:
        catalog.parse_spec(source)  # which raises the error
    return catalog.find(source.name)


def parameters_of(game: str | Source) -> CatalogEntry | OwnEntry | None:
    """Return what describes the parameters of a game: of the catalog, or of a Python file, which is run for it.

    None for a file of a game, and a game of OpenSpiel.
    """
    source = catalog.source_of(game)
    if source.runs_code:
        return own_entry(source)
    return entry_of(source)


def parameters_in(source: Source, entry: CatalogEntry | OwnEntry) -> dict[str, Value]:
    """Return the parameters in the parentheses of a game with parameters."""
    if isinstance(entry, CatalogEntry):
        return catalog.parse_spec(source)[1]
    arguments: dict[str, object] = {}
    for name, value in source.arguments or ():
        if not name or name in arguments:
            written = f"{name}={value}" if name else value
            raise GameError(f"{source}: {written!r}: each argument once, as name=value, expected")
        arguments[name] = value
    return entry.read(arguments)


def complete_parameters(
    game: str | Source, added: Mapping[str, object], seed: int | None
) -> tuple[str, dict[str, Scalar]]:
    """Return a game's name and all its parameters: those in parentheses, those added, and the seed if it has one.

    Of a class or a function of a Python file they are those of its signature.

    Examples
    --------
    >>> complete_parameters("kuhn(bet=1/2)", {"ranks": 4}, None)
    ('kuhn', {'ante': 1, 'bet': '1/2', 'ranks': 4})
    """
    source = catalog.source_of(game)
    entry = parameters_of(source)
    if entry is None:
        return source.text, {}
    own: dict[str, object] = {**parameters_in(source, entry), **added}
    if seed is not None and SEED in entry.parameter_names:
        own.setdefault(SEED, seed)  # a seed among the parameters counts more
    parameters: dict[str, Scalar] = {}
    for key, value in entry.complete(own).items():
        parameters[key] = value if isinstance(value, Scalar) else write_rational(value)
    return entry.name, parameters


def spelled(case: Case) -> str:
    """Return a case's game as `seqform.load` takes it: the name with the parameters that differ from their defaults.

    Examples
    --------
    >>> spelled(Case("kuhn", {"ante": 1, "bet": "1/2"}))
    'kuhn(bet=1/2)'
    """
    source = catalog.source_of(case.game)
    entry = parameters_of(source)
    if entry is None:
        return case.game
    name, parameters = complete_parameters(source, case.parameters, case.seed)
    values = entry.read(parameters)
    return spell(
        name, {key: value for key, value in values.items() if value != entry.defaults.get(key)}
    )


STRATEGIES = ("start", "opponent")
"""The settings that name strategies."""


def named_in(case: Case) -> list[Source | StrategyName]:
    """Return what the texts of a case name that may be read or run: the game, the backend, the steps, strategies."""
    named: list[Source | StrategyName] = [catalog.source_of(case.game)]
    for text in (case.backend, *(case.preprocess or ())):
        code = parse_code(text)
        if code is not None:
            named.append(code)
    strategies = [case.settings[name] for name in STRATEGIES if case.settings.get(name)]
    named += [parse_strategy(str(text)) for text in strategies]
    return named


def digest_of(name: str) -> str:
    """Return the SHA-256 of the content of a file, in hexadecimal digits."""
    with open_regular(Path(name).expanduser()) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def require_unchanged(files: Mapping[str, str]) -> None:
    """Refuse files, given with their digests, whose content has changed since the case got its key."""
    for name, digest in files.items():
        try:
            now = digest_of(name)
        except OSError as error:
            raise ModelError(f"{name}: cannot be read any more: {error.strerror}") from None
        if now != digest:
            raise ModelError(
                f"{name}: changed since the sweep began, so that this would be another case; sweep again"
            )


Reader = Callable[[Any], Any]
"""Returns a value as a case keeps it; raises a ValueError, or an error of seqform, with the possible values."""

RANDOM_START = "random"
"""The start given by the seed of the case: "random:SEED"."""

MAX_SEED = 2**63 - 1
"""Bound of the column in a store, with either sign."""


def canonical(described: Option) -> Reader:
    """Return the reader of an option: from a value in a declaration to the same plain value for equal arguments."""

    def read(value: object) -> Scalar:
        return plain(described.write(described.read(value)))

    return read


def _start(value: object) -> Scalar:
    if value == RANDOM_START:
        return RANDOM_START
    start: Scalar = canonical(SETTING_OPTIONS["start"])(value)
    return start


def _seed(value: object) -> Scalar:
    number = plain(value) if is_whole(value) else None
    if not isinstance(number, int) or not -MAX_SEED <= number <= MAX_SEED:
        raise InputError(f"a whole number expected, at most {MAX_SEED}, not {shown(value)}")
    return number


def _backend(value: object) -> str:
    if isinstance(value, str) and parse_code(value) is not None:
        return value
    return str(one_of(names())(value))


def steps(value: object) -> tuple[str, ...]:
    """Return the texts of the preprocessing steps that a word, or a list of words, stands for. No code is run."""
    words = [value] if isinstance(value, str) else value
    if not isinstance(words, list | tuple) or not all(isinstance(word, str) for word in words):
        raise InputError(f"steps of preprocessing expected, not {shown(value)}")
    named = steps_of([str(word) for word in words], runs_code=False)
    return tuple(step.spelled for step in named or ())


def _setting_options() -> dict[str, Option]:
    options: dict[str, Option] = {}
    for concept in CONCEPTS.values():
        options |= options_of(concept)
    return options


SETTING_OPTIONS = _setting_options()
"""The options of concepts, by name."""

READERS: dict[str, tuple[str, Reader]] = {
    "concept": ("attribute", one_of(CONCEPTS)),
    "backend": ("attribute", _backend),
    "seed": ("attribute", _seed),
    "preprocess": ("attribute", steps),
    "watch": ("attribute", watched),
    "exact": ("setting", truth),
    WARM: ("setting", truth),
    **{name: ("setting", canonical(described)) for name, described in SETTING_OPTIONS.items()},
    "start": ("setting", _start),
}
"""The keys of a table with one value, each with its role in a case and its reader."""

OPTIONS: dict[str, Reader] = {
    name: canonical(described) for name, described in options_of(SolveOptions).items()
}
"""The readers of the portable options of solvers, by name."""

SEARCH = "search"
"""The table of the options of `seqform.search`, with which their names in the settings of a case begin; its concept."""


def _method(value: object) -> Any:
    from seqform.analysis.search import METHODS  # not needed by other sweeps

    return one_of(METHODS)(value)


SEARCH_OPTIONS: dict[str, Reader] = {
    "method": _method,
    "depth": whole(1),
    "memory": whole(0),
    "deepening": truth,
}
"""The readers of the options of a search, by name."""

KEYS = ("game", *READERS, *OPTIONS, "options", "option", SEARCH)
"""All keys of a table but the game's parameters."""


def _defaults() -> dict[str, Scalar]:
    defaults: dict[str, Scalar] = {"exact": False, WARM: False}
    for concept in CONCEPTS.values():
        for name, value in defaults_of(concept).items():
            if value is not None:
                written = SETTING_OPTIONS[name].write(value)
                defaults[name] = argument(f"{concept.name}, default of {name}", plain, written)
    return defaults


_DEFAULTS = _defaults()


def changed(settings: Mapping[str, Scalar]) -> dict[str, Scalar]:
    """Return the settings that differ from their default values, which may be given for every concept.

    Examples
    --------
    >>> changed({"exact": False, "player": 2})
    {'player': 2}
    """
    return {
        name: value
        for name, value in settings.items()
        if name not in _DEFAULTS or value != _DEFAULTS[name]
    }


_FILE_WORDS = frozenset(
    (
        "checkpoint",
        "resume",
        "file",
        "filename",
        "logfile",
        "path",
        "dir",
        "directory",
        "folder",
        "executable",
    )
)


def option(name: str, value: object) -> Scalar:
    """Return the value of a portable option."""
    if name not in OPTIONS:
        raise InputError(
            f"no option {name!r} of all solvers; {near(name, OPTIONS)}; a solver's own goes into option.{name}"
        )
    return plain(OPTIONS[name](value))


def names_a_file(name: str) -> bool:
    """Return whether a solver's own option names a file or a program, by its words.

    Examples
    --------
    >>> [names_a_file(name) for name in ("checkpoint", "log_file", "write_model_file", "profile", "solver")]
    [True, True, True, False, False]
    """
    return not _FILE_WORDS.isdisjoint(name.lower().replace("-", "_").split("_"))
