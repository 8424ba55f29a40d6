"""Games by name, ``make("kuhn(ante=2,bet=3)")``, and the tables of those there are."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence, Set
from pathlib import Path
from typing import Any, overload

from seqform.builders.games.entry import CatalogEntry, Value, format_value, spell
from seqform.builders.games.rules import MAX_NODES, Rules, expand, require_size
from seqform.errors import GameError, TooLargeError, suggestion
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.ordered import OrderedGame
from seqform.models.numbers.given import written_rational
from seqform.models.table import Cell, Line, Report, Table, Tabular
from seqform.system.packages import Registry
from seqform.system.sources import (
    Source,
    SourceKind,
    catalog_name,
    no_such_game,
    parameter_name,
    parse_source,
    unclosed,
)

_BY_NAME = Registry[str, CatalogEntry]("game")


def register(entry: CatalogEntry) -> None:
    """Add a game to the catalog; InputError if another game has its name, or one of its aliases."""
    _BY_NAME.update(dict.fromkeys((*entry.aliases, entry.name), entry))


_TABLES = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
for _name, _table in _TABLES.items():
    register(CatalogEntry.of_table(_name, _table))


def entries() -> list[CatalogEntry]:
    """Return all games of the catalog."""
    return [entry for name, entry in _BY_NAME.items() if name == entry.name]


def names() -> Set[str]:
    """Return all names and aliases."""
    return _BY_NAME.keys()


@overload
def source_of(text: str | Source) -> Source: ...
@overload
def source_of(text: Any) -> Any: ...
def source_of(text: Any) -> Any:
    """Return what a text names as a game: one of the catalog, a file, or another source. All else stays as it is.

    Examples
    --------
    >>> source_of("kuhn(bet=2)").kind.name, source_of("kuhn.efg").kind.name, source_of(3)
    ('CATALOG', 'FILE', 3)
    """
    return parse_source(text, _BY_NAME) if isinstance(text, str) else text


def has(spec: str | Source) -> bool:
    """Return whether a text names a game of the catalog; its parameters are not checked."""
    source = source_of(spec)
    return source.kind is SourceKind.CATALOG and source.name in _BY_NAME


def find(name: str) -> CatalogEntry:
    """Return the entry of a game; in its name "_" stands for "-"."""
    entry = _BY_NAME.get(catalog_name(name))
    if entry is None:
        raise no_such_game(name, _BY_NAME)
    return entry


def parse_spec(spec: str | Source) -> tuple[str, dict[str, Value]]:
    """Return the name and the given parameters that a text such as ``leduc(ranks=4)`` stands for.

    Examples
    --------
    >>> parse_spec("Liars_Dice(sides=5)")
    ('liars-dice', {'sides': 5})
    """
    source = source_of(spec)
    if source.kind is not SourceKind.CATALOG:
        raise GameError(f"{source}: {source.kind.value}; a game of the catalog expected")
    if not source.name:
        # A title such as "prisoner's dilemma" may be meant, whose words the catalog joins by "-".
        meant = _call_advice(source.text) or suggestion("-".join(source.text.split()), _BY_NAME)
        raise GameError(
            f"{source.text!r} is not a game{unclosed(source.text)}: write a name, or a name with parameters such as "
            f"kuhn(ante=2,bet=3){meant}"
        )
    entry = find(source.name)
    arguments: dict[str, str] = {}
    for key, value in source.arguments or ():
        if not key:
            sizes = [name for name in arguments if name in ("bets", "raises")]
            if sizes and written_rational(value.strip("%")) is not None:
                raise GameError(
                    f"{entry.name}: {value!r} is not a parameter; sizes are separated by '+': "
                    f"{sizes[-1]}={arguments[sizes[-1]]}+{value}"
                )
            raise GameError(
                f"{entry.name}: {value!r} is not a parameter: write name=value, as in {entry.signature}"
                f"{_decimal_advice(arguments, value)}"
            )
        name = parameter_name(key)
        if name in arguments:
            raise GameError(f"{entry.name}: parameter {name!r} is given twice")
        arguments[name] = value
    return entry.name, entry.read(arguments)


_NEARLY_CALL = re.compile(r"([\w-]+)\s*[\s\[{]\s*(\w+\s*=[^\[\]{}()]*)[\]}]?")


def _call_advice(text: str) -> str:
    """Return how a game of the catalog with parameters in no parentheses is written; "" of any other text."""
    call = _NEARLY_CALL.fullmatch(text.strip())
    if call is None or catalog_name(call[1]) not in _BY_NAME:
        return ""
    arguments = ",".join(call[2].replace(",", " ").split())
    return f"; did you mean '{call[1]}({arguments})'?"


def _decimal_advice(arguments: Mapping[str, str], value: str) -> str:
    """Return how a decimal is written, where a number with a comma has been taken for two arguments; else ""."""
    if not arguments or not value.isdecimal():
        return ""
    name, last = list(arguments.items())[-1]
    if not last.lstrip("+-").isdecimal():
        return ""
    return f"; a decimal is written with a point, {name}={last}.{value}"


def make(
    spec: str | Source,
    *,
    max_nodes: int = MAX_NODES,
    progress: Callable[[str], None] | None = None,
    **parameters: object,
) -> ExtensiveGame:
    """Return a game of the catalog, whose title is the shortest text from which `make` makes the same game.

    - `spec`: A name, with parameters or without.
    - `max_nodes`, `progress`: As in `expand`.
    - ``**parameters``: More parameters, by name.

    Raises GameError if there is no such game, parameter or value; the message lists the existing ones.

    Examples
    --------
    >>> make("kuhn")
    <ExtensiveGame 'kuhn': 58 nodes, 6 and 6 information sets>
    >>> make("kuhn(ante=1)", bet=2).title
    'kuhn(bet=2)'
    """
    made = built(spec, **parameters)
    if isinstance(made, OrderedGame):
        from seqform.builders.games.ordered.expansion import to_extensive

        return to_extensive(made, max_nodes=max_nodes, progress=progress)
    if isinstance(made, ExtensiveGame):
        require_size(made, max_nodes)
        return made

    # An entry without sizes is too large at its defaults; other parameters may make it small enough.
    has_defaults = "(" not in made.title
    if has_defaults and find(made.title).sizes is None:
        raise TooLargeError(
            f"{made.title}: too large for a tree; search, match and play follow its rules"
        )
    return expand(made, max_nodes=max_nodes, progress=progress)


def built(
    spec: str | Source, **parameters: object
) -> ExtensiveGame | OrderedGame | Rules[Any, Any]:
    """Return a game of the catalog without expanding it, mostly as rules; parameters as in `make`."""
    entry, title, complete = _read(spec, parameters)
    return entry.build(title=title, **complete)


def ordered(spec: str | Source, **parameters: object) -> OrderedGame:
    """Return a game of the catalog as one with ordered signals, of any size; parameters as in `make`.

    Examples
    --------
    >>> ordered("rhode-island")
    <OrderedGame 'rhode-island': 3 rounds, 52 signals>
    """
    entry, title, complete = _read(spec, parameters)
    if entry.ordered is None:
        known = ", ".join(game.name for game in entries() if game.ordered is not None)
        raise GameError(
            f"{entry.name} is not known as a game with ordered signals; these are: {known}. "
            "GameShrink is for such games; of any game, equal information sets are merged when it is solved"
        )
    return entry.ordered(title=title, **complete)


def is_ordered(spec: str | Source) -> bool:
    """Return whether a text names a game of the catalog with ordered signals; its parameters are not checked."""
    source = source_of(spec)
    return has(source) and find(source.name).ordered is not None


def expanded_from(spec: str | Source) -> OrderedGame | None:
    """Return the game with ordered signals from which the tree of a text is expanded; None for all other games."""
    source = source_of(spec)
    if not is_ordered(source):
        return None
    entry = find(source.name)
    return ordered(source) if entry.build == entry.ordered else None


def _read(
    spec: str | Source, parameters: Mapping[str, object]
) -> tuple[CatalogEntry, str, dict[str, Value]]:
    """Return the entry, the shortest text that stands for the same game, and all parameters."""
    name, values = parse_spec(spec)
    entry = find(name)
    for twice in values.keys() & parameters.keys():
        raise GameError(
            f"{entry.name}: parameter {twice!r} is given twice, in {str(spec)!r} and by itself"
        )
    complete = entry.read({**entry.defaults, **values, **parameters})
    # Parameters at their defaults are left out of the title, so that equal games have equal titles.
    changed = {key: value for key, value in complete.items() if value != entry.defaults[key]}
    return entry, spell(name, changed), complete


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

    Raises GameError if there is no such game, or a parameter in parentheses cannot have its value.

    Examples
    --------
    >>> [game.name for game in games() if game.ordered][:4]
    ['kuhn', 'tiny-poker', 'leduc', 'rhode-island']
    >>> games("kuhn")[0].parameters[0].allowed
    'an integer, decimal or fraction such as 3/2, at least 0'
    """
    if not isinstance(name, str):
        raise GameError(f"games: the name of a game expected, not {name!r}")
    if not name:
        return GameList(entries())
    if "(" in name:
        parse_spec(name)
    return GameList([find(name)])


def _games_report(entries: Sequence[CatalogEntry]) -> Report:
    """Return a table of games, one a row."""
    rows: list[list[Cell]] = []
    for entry in entries:
        defaults = []
        for name, default in entry.defaults.items():
            defaults.append(f"{name}={format_value(default)}")
        is_ordered = "" if entry.ordered is None else "yes"
        nodes = None if entry.sizes is None else entry.sizes.nodes
        rows.append(
            [entry.name, ", ".join(defaults), entry.description, is_ordered, nodes, entry.value]
        )
    columns = ("name", "parameters", "description", "ordered signals", "nodes", "value")
    table = Table("", columns, "llllrr", rows)
    return Report([table], {"games": lambda: table})


def _game_report(entry: CatalogEntry) -> Report:
    """Return a table of a game's parameters, and what else the catalog knows of it."""
    rows: list[list[Cell]] = []
    for parameter in entry.parameters:
        default = format_value(parameter.default)
        rows.append([parameter.name, default, parameter.allowed, parameter.description])
    table = Table(entry.name, ("parameter", "default", "allowed", "meaning"), "llll", rows)

    sizes = "the tree is too large to be counted"
    if entry.sizes is not None:
        first, second = entry.sizes.infosets
        sizes = f"with the defaults: {entry.sizes.nodes:,} nodes, {first:,} and {second:,} information sets"
    facts = [entry.description, f"source: {entry.source}", sizes]
    facts += [
        f"value of {row.spec} to player 1: {row.value} ({row.source})" for row in entry.values
    ]
    if entry.aliases:
        facts.append(f"also named {', '.join(entry.aliases)}")
    if entry.ordered is not None:
        facts.append(
            "a game with ordered signals: abstractions such as --preprocess lossless work on it at any size"
        )
    heading: Table | Line = table if entry.parameters else Line(entry.name, "bold")
    return Report([heading, *map(Line, facts)], {"parameters": lambda: table})
