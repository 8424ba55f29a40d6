"""The games of the catalog as tables: sizes, known values and parameters."""

from __future__ import annotations

from collections.abc import Sequence

from seqform.builders.games import catalog
from seqform.builders.games.entry import CatalogEntry, format_value
from seqform.models.table import Cell, Line, Report, Table, Tabular


class GameList(tuple[CatalogEntry, ...], Tabular):
    """Games of the catalog, shown as a table; a single one with its parameters."""

    __slots__ = ()

    def report(self, *, everything: bool = False) -> Report:
        """Return the games with their parameters and known values; of a single game the parameters explained."""
        return _game_report(self[0]) if len(self) == 1 else _games_report(self)

    def __repr__(self) -> str:
        return str(self).rstrip()

    def __str__(self) -> str:
        return Tabular.__str__(self)


def games(name: str = "") -> GameList:
    """Return the games of the catalog, or the one of that name, with descriptions, parameters, sizes and values.

    Raises
    ------
    GameError
        If there is no such game.

    Examples
    --------
    >>> [game.name for game in games() if game.ordered][:4]
    ['kuhn', 'tiny-poker', 'leduc', 'rhode-island']
    >>> [(one.name, one.default, one.allowed) for one in games("kuhn")[0].parameters][:1]
    [('ante', Fraction(1, 1), 'an integer, decimal or fraction such as 3/2, at least 0')]
    """
    return GameList([catalog.find(name)] if name else catalog.entries())


def _games_report(entries: Sequence[CatalogEntry]) -> Report:
    rows: list[list[Cell]] = [
        [
            entry.name,
            ", ".join(f"{parameter.name}={format_value(parameter.default)}" for parameter in entry.parameters),
            entry.description,
            "" if entry.ordered is None else "yes",
            None if entry.sizes is None else entry.sizes.nodes,
            entry.value,
        ]
        for entry in entries
    ]
    columns = ("name", "parameters", "description", "ordered signals", "nodes", "value")
    table = Table("", columns, "llllrr", rows)
    return Report([table], {"games": lambda: table})


def _game_report(entry: CatalogEntry) -> Report:
    rows: list[list[Cell]] = [
        [one.name, format_value(one.default), one.allowed, one.description] for one in entry.parameters
    ]
    table = Table(entry.name, ("parameter", "default", "allowed", "meaning"), "llll", rows)
    sizes = "the tree is too large to be counted"
    if entry.sizes is not None:
        first, second = entry.sizes.infosets
        sizes = f"with the defaults: {entry.sizes.nodes:,} nodes, {first:,} and {second:,} information sets"
    facts = [
        entry.description,
        f"source: {entry.source}",
        sizes,
        *(f"value of {known.spec} to player 1: {known.value} ({known.source})" for known in entry.values),
    ]
    if entry.aliases:
        facts.append(f"also named {', '.join(entry.aliases)}")
    if entry.ordered is not None:
        facts.append("a game with ordered signals: abstractions such as --preprocess lossless work on it at any size")
    if not entry.parameters:
        return Report([Line(entry.name, "bold"), *map(Line, facts)], {"parameters": lambda: table})
    return Report([table, *map(Line, facts)], {"parameters": lambda: table})
