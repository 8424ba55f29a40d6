"""The game of a case: one of the catalog with parameters, a file, or one of OpenSpiel."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from seqform.arguments import names_file
from seqform.builders.games import catalog
from seqform.builders.games.entry import CatalogEntry, Value, spell
from seqform.models.number_text import write_rational
from seqform.sources import OPENSPIEL
from seqform.sweeps.case import Case, Scalar

SEED = "seed"
"""The parameter that a case's seed goes to, where a game has it."""


def entry_of(game: str) -> CatalogEntry | None:
    """Return what the catalog knows about a game; None of a file or a game of OpenSpiel.

    Raises
    ------
    GameError
        If it is none of these, with the names that come near.
    """
    if game.startswith(OPENSPIEL) or is_file(game):
        return None
    return catalog.find(game.partition("(")[0])


def is_file(game: str) -> bool:
    """Tell whether a game is named by a path."""
    if game.startswith(OPENSPIEL):
        return False
    head = game.partition("(")[0]
    if Path(game).suffix.lower() in (".efg", ".nfg") or game.startswith((".", "/", "~")) or "/" in head:
        return True
    if catalog.knows(game):
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

    Raises
    ------
    GameError
        If a parameter is unknown or a value not allowed.

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
