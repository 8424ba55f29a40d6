"""Declarations of sweeps: grids that multiply out, single cases, limits and a store.

A declaration in TOML::

    store = "kuhn.sqlite"

    [[grid]]
    game = "kuhn"
    ante = [1, 2]
    bet = {range = [1, 4]}
    backend = ["highs", "cvxpy"]
    options = {tolerance = [1e-7, 1e-9]}
    option.solver = "simplex"
    watch = ["1:K:bet", "2:Q:b:call"]

    [[case]]
    game = "leduc"
    preprocess = "lossless"

    [limits]
    time = 60
    memory = "2 GB"

The keys of a table are those of `seqform.experiments.keys`, and the parameters of its game. A key of ``[defaults]``
applies to every table without that key. A list of steps within the list of ``preprocess`` is one value. With
``warm = true`` cases are visited along the last number of the game that varies, each from its neighbor's answer.
"""

from __future__ import annotations

import itertools
import math
import re
import tomllib
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import cache, partial, reduce
from operator import getitem
from pathlib import Path
from typing import Any, NoReturn, cast

from seqform.builders.games import catalog
from seqform.errors import InputError, ParseError, SeqformError
from seqform.experiments import keys
from seqform.experiments.keys import (
    RANDOM_START,
    SEED,
    changed,
    complete_parameters,
    digest_of,
    named_in,
    parameters_in,
    parameters_of,
)
from seqform.experiments.values import RAW, WARM, Case, exactly, is_whole, near, number_of, plain
from seqform.models.numbers.text import shown
from seqform.models.options import number, option, options_of
from seqform.system.files import read_regular
from seqform.system.foreign_files import encoding_advice, quotes_advice, shown_value
from seqform.system.sources import Source, SourceKind

# ---- places, for error messages ----

KeyPath = tuple[str | int, ...]
"""Names of tables and keys from the outside in; after the name of an array of tables, which one, from 0."""


@dataclass(frozen=True)
class Place:
    """A place in a sweep's declaration: a key in a file, with the file's text; empty without a file."""

    file: str
    text: str = ""
    path: KeyPath = ()

    def at(self, *names: str | int) -> Place:
        """Return a place further in."""
        return Place(self.file, self.text, (*self.path, *names))

    def fail(self, message: str) -> NoReturn:
        """Raise the error for a mistake at this place, with the file, the line and the key."""
        words: list[str] = []
        for part in self.path:  # as a person writes it: "grid 2, ante"
            words += [f"{words.pop()} {part + 1}"] if isinstance(part, int) else [part]
        where = ", ".join(words)
        raise ParseError(
            f"{where}: {message}" if where else message, self.file, line_of(self.text, self.path)
        )


def line_of(text: str, path: KeyPath) -> int | None:
    r"""Return the line, counted from 1, where the statement begins that gives a key of a correct TOML text.

    `tomllib` reports no lines, but a key is there if and only if the statements up to its own are read, so a bisection
    over their ends finds it. The line of the table around it is returned if there is no such key, None if there is no
    such table either.

    Examples
    --------
    >>> text = 'store = "a"\n[[grid]]\nante = [\n  1]\n[[grid]]\nbet = 2\n'
    >>> [line_of(text, path) for path in (("store",), ("grid", 0, "ante"), ("grid", 1), ("grid", 1, "ante"), ("bet",))]
    [1, 3, 5, 5, None]
    """
    if not path or not text:
        return None
    ends = _statement_ends(text)

    def is_read(end: int) -> bool:
        """Return whether the key is given by the statements up to an end."""
        data: Any = tomllib.loads(text[:end], parse_float=str)
        with suppress(LookupError, TypeError):
            reduce(getitem, path, data)
            return True
        return False

    number = bisect_left(ends, True, key=is_read)
    if number == len(ends):
        return line_of(text, path[:-1])
    start = ends[number - 1] if number else 0
    return text.count("\n", 0, start) + 1


_TOKEN = re.compile(
    r'''"""(?:[^\\]|\\.)*?"{3,5}|"(?:[^"\\\n]|\\.)*"|'{3}.*?'{3,5}|'[^'\n]*'|#[^\n]*|[][{}]|\n''',
    re.DOTALL,
)
"""The texts, comments, brackets and ends of lines of TOML."""


def _statement_ends(text: str) -> list[int]:
    """Return the places after the statements of a correct TOML text: the ends of lines outside texts and brackets."""
    ends, depth = [], 0
    for token in _TOKEN.finditer(text):
        if token[0] in ("[", "{"):
            depth += 1
        elif token[0] in ("]", "}"):
            depth -= 1
        elif token[0] == "\n" and depth == 0:
            ends.append(token.end())
    return [*ends, len(text)]


# ---- limits ----

_UNITS = {
    "": 1,
    "b": 1,
    "kb": 10**3,
    "mb": 10**6,
    "gb": 10**9,
    "tb": 10**12,
    "kib": 2**10,
    "mib": 2**20,
    "gib": 2**30,
}
_SIZE = re.compile(r"\s*(\d+(?:\.\d+)?)\s*([a-z]*)\s*", re.IGNORECASE)

LARGEST = 1e300
"""Numbers in limits of memory that are taken for mistakes from here on."""


def read_memory(limit: object) -> int:
    """Return a number of bytes.

    Examples
    --------
    >>> read_memory("1.5 GB"), read_memory("1 KiB")
    (1500000000, 1024)
    """
    number = plain(limit) if is_whole(limit) else 0
    if isinstance(number, int) and number > 0:
        return number
    match = _SIZE.fullmatch(limit) if isinstance(limit, str) else None
    if match is None or match[2].lower() not in _UNITS or not 0 < float(match[1]) < LARGEST:
        raise InputError(f'a size such as "2 GB" or "500 MB" expected, not {shown(limit)}')
    return round(float(match[1]) * _UNITS[match[2].lower()])


@dataclass(frozen=True)
class Limits:
    """Limits of a case: seconds of wall-clock time, and bytes that the process which runs it may hold.

    The memory includes the solvers that the process begins and the program itself, about 200 MB.
    """

    time: float | None = option(None, "seconds of a case", number(0, included=False))
    memory: int | None = option(None, "memory of a case", read_memory)


# ---- declarations ----

TABLES = ("store", "grid", "case", "limits", "defaults")


@dataclass(frozen=True)
class Axis:
    """A key of a grid, and the values that it takes in turn.

    Its role is "game", "parameter", "option", "setting", or "attribute" of a case.
    """

    role: str
    name: str
    values: tuple[Any, ...]


@dataclass(frozen=True)
class Grid:
    """Axes that multiply out, the first one slowest, with the place of their declaration."""

    axes: tuple[Axis, ...]
    place: Place


@dataclass(frozen=True)
class Spec:
    """A sweep's declaration, checked; a single case is a grid whose axes have one value each."""

    grids: tuple[Grid, ...]
    limits: Limits
    store: str | None = None


MOST_BYTES = 2**26
"""Bound on the size of a declaration that is read."""


def read_spec(path: str | Path) -> Spec:
    """Read a sweep's declaration from a TOML file; a ParseError has the line of a mistake."""
    name = str(path)
    content = b""
    try:
        content = read_regular(Path(path), MOST_BYTES)
        text = content.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        reason = encoding_advice(content) or "not TOML, nor a text in UTF-8 at all"
        raise ParseError(reason, name) from None
    except (OSError, ValueError) as error:
        raise ParseError(
            f"cannot be read: {getattr(error, 'strerror', None) or error}", name
        ) from None
    try:
        data = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        message, _, place = str(error).rpartition(" (at ")
        line = place.removeprefix("line ").partition(",")[0]
        number = int(line) if line.isdecimal() else text.count("\n") + 1
        lines = text.splitlines()[number - 1 : number]
        advice = quotes_advice("".join(lines))
        raise ParseError(f"not TOML: {message or error}{advice}", name, number) from None
    except (ValueError, ArithmeticError, RecursionError) as error:
        error_class = type(error).__name__
        raise ParseError(
            f"a number in it is too long, or lists are nested too deeply ({error_class})", name
        ) from None
    return _spec(data, Place(name, text))


def spec_from(declaration: Mapping[str, Any]) -> Spec:
    """Check a sweep's declaration that is written in Python, with the same keys as in TOML.

    Examples
    --------
    >>> spec = spec_from({"grid": [{"game": "kuhn", "bet": [1, "3/2"]}], "limits": {"time": 60}})
    >>> [axis.values for axis in spec.grids[0].axes], spec.limits
    ([('kuhn',), (1, '3/2')], Limits(time=60.0, memory=None))
    """
    if not isinstance(declaration, Mapping):
        raise ParseError(
            f"a mapping with the keys {', '.join(TABLES)} expected, not {declaration!r}", "sweep"
        )
    return _spec(_table(declaration, Place("sweep")), Place("sweep"))


def _spec(data: Mapping[str, Any], place: Place) -> Spec:
    _refuse_null_characters(data, place)
    for key in data:
        if key not in TABLES:
            place.at(key).fail(f"no such table or key; {near(str(key), TABLES)}")
    store = data.get("store")
    if store is not None and (not isinstance(store, str | Path) or not str(store)):
        place.at("store").fail(f"the name of a file expected, not {store!r}")
    defaults = _table(data.get("defaults", {}), place.at("defaults"))
    grids = []
    for name in ("grid", "case"):
        tables = _tables(data.get(name, ()), place.at(name))
        grids += [
            _grid(table, defaults, name, place.at(name, number))
            for number, table in enumerate(tables)
        ]
    if not grids:
        place.fail("no cases; declare some in [[grid]] or [[case]]")
    limits = _limits(_table(data.get("limits", {}), place.at("limits")), place.at("limits"))
    return Spec(tuple(grids), limits, None if store is None else str(store))


def _refuse_null_characters(value: object, place: Place) -> None:
    """Refuse texts with a null character, which no file, game or information set has in its name."""
    if isinstance(value, str) and "\0" in value:
        place.fail(f"a text without the character \\u0000 expected, not {shown_value(value)}")
    elif isinstance(value, Mapping):
        for key, item in value.items():
            _refuse_null_characters(key, place)
            _refuse_null_characters(item, place.at(key))
    elif isinstance(value, list | tuple):
        for item in value:
            _refuse_null_characters(item, place)


def _tables(value: object, place: Place) -> list[Mapping[str, Any]]:
    name = place.path[-1]
    if isinstance(value, Mapping) or not isinstance(value, Sequence) or isinstance(value, str):
        place.fail(f"tables expected, each beginning with [[{name}]]")
    return [_table(table, place.at(number)) for number, table in enumerate(value)]


def _table(value: object, place: Place) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        place.fail(f"a table expected, not {value!r}")
    for key in value:
        if not isinstance(key, str):
            place.fail(f"keys are texts, not {key!r}")
    return value


def _limits(table: Mapping[str, Any], place: Place) -> Limits:
    known = options_of(Limits)
    limits = {}
    for key in table:
        if key not in known:
            place.at(key).fail(f"no such limit; {near(key, known)}")
    for key, value in table.items():
        limits[key] = _read(known[key].read, value, place.at(key))
    return Limits(**limits)


def _grid(table: Mapping[str, Any], defaults: Mapping[str, Any], name: str, place: Place) -> Grid:
    """Return the axes of a table [[grid]] or [[case]], with the defaults for keys that it does not have."""
    spread = values_of if name == "grid" else single_value
    place_of_defaults = replace(place, path=("defaults",))
    items = {key: (value, place.at(key)) for key, value in table.items()}
    for key, value in defaults.items():
        items.setdefault(key, (value, place_of_defaults.at(key)))
    if "game" not in items:
        place.fail("which game? game = ... is missing")
    games = _games(*items.pop("game"), spread)  # read once, for all axes
    if keys.SEARCH in items:
        items = _without_solving(items, table, place)

    axes = [Axis("game", "game", tuple(map(str, games)))]
    options: Mapping[str, Any] = {}
    if "options" in items and isinstance(items["options"][0], Mapping):
        options = items["options"][0]
    for key, (value, where) in items.items():
        if key in keys.OPTIONS and key in options:
            where.fail(f"given twice: also in options.{key}")
        axes += _axes(key, value, where, games, spread, name)
    return Grid(tuple(axes), place)


def _without_solving(
    items: Mapping[str, tuple[Any, Place]], table: Mapping[str, Any], place: Place
) -> dict[str, tuple[Any, Place]]:
    """Return the items of a search: without keys for solving, which only the defaults of all tables may have."""
    solving = {*keys.KEYS} - {"game", keys.SEARCH, SEED}
    for key in table:
        if key in solving:
            place.at(key).fail(f"of no meaning for a search; leave out {key}, or {keys.SEARCH}")
    return {key: item for key, item in items.items() if key not in solving}


Spread = Callable[[object, Place], tuple[Any, ...]]


def _games(value: object, place: Place, spread: Spread) -> tuple[Source, ...]:
    """Return the games that a key names; refuse those that there are not."""
    games = []
    for game in spread(value, place):
        if not isinstance(game, str):
            place.fail(f"a game's name, a file or FILE.py:NAME expected, not {game!r}")
        source = catalog.source_of(game)
        games.append(source)
        if source.kind is SourceKind.FILE:
            assert source.path is not None
            if not source.path.expanduser().is_file():
                place.fail(f"there is no file {game}")
            continue
        try:
            entry = parameters_of(source)
            if entry is not None:
                parameters_in(source, entry)
        except SeqformError as error:
            place.fail(str(error))
    return tuple(games)


def _axes(
    key: str, value: Any, place: Place, games: Sequence[Source], spread: Spread, name: str
) -> list[Axis]:
    if key in keys.READERS:
        role, read = keys.READERS[key]
        return [Axis(role, key, _all(read, _values(key, value, place, spread, name), place))]
    if key == keys.SEARCH:
        return _search(value, place, spread)
    if key in ("options", "option"):
        return _options(key, _table(value, place), place, spread)
    if key in keys.OPTIONS:
        return [Axis("option", key, _all(partial(keys.option, key), spread(value, place), place))]
    return [Axis("parameter", key, _parameter(key, spread(value, place), place, games))]


def _values(key: str, value: Any, place: Place, spread: Spread, name: str) -> tuple[Any, ...]:
    """Return the values of a key with one reader; a list of watched probabilities, or of a case's steps, is one."""
    if key == "watch":
        return (value,)
    if key == "preprocess":
        return values_of(value, place) if name == "grid" else (value,)
    return spread(value, place)


def _search(value: Any, place: Place, spread: Spread) -> list[Axis]:
    """Return the axes of a search: of a table of its options, or of its methods alone."""
    table: dict[str, Any] = {"method": value}
    places = {"method": place}
    if isinstance(value, Mapping):
        table = {"method": "alpha-beta", **value}
        places |= {name: place.at(name) for name in value}
    axes = [Axis("attribute", "concept", (keys.SEARCH,))]
    for name, option_value in table.items():
        where = places[name]
        if name not in keys.SEARCH_OPTIONS:
            where.fail(f"no such option of a search; {near(name, keys.SEARCH_OPTIONS)}")
        values = _all(keys.SEARCH_OPTIONS[name], spread(option_value, where), where)
        axes.append(Axis("setting", f"{keys.SEARCH}.{name}", values))
    return axes


def _options(key: str, table: Mapping[str, Any], place: Place, spread: Spread) -> list[Axis]:
    axes = []
    for name, value in table.items():
        where = place.at(name)
        if key == "options" and name == RAW[:-1]:
            axes += _options("option", _table(value, where), where, spread)
        elif key == "options":
            axes.append(
                Axis("option", name, _all(partial(keys.option, name), spread(value, where), where))
            )
        else:
            if keys.names_a_file(name):
                where.fail(
                    "an option that names a file, which solvers would write to, is not possible in a sweep"
                )
            axes.append(Axis("option", RAW + name, _all(plain, spread(value, where), where)))
    return axes


def _parameter(
    name: str, values: tuple[Any, ...], place: Place, games: Sequence[Source]
) -> tuple[Any, ...]:
    exact = _all(exactly, values, place)
    for game in games:
        entry = parameters_of(game)
        if entry is None:
            place.fail(f"no such key, and {game} has no parameters here; {near(name, keys.KEYS)}")
        if not entry.takes(name):
            known = (*entry.parameter_names, *keys.KEYS)
            place.fail(
                f"no such key, and {entry.name} has no parameter {name!r}; {near(name, known)}"
            )
        if name in parameters_in(game, entry):
            place.fail(f"given twice: also in {game}")
        for value in exact:
            _read(entry.read, {name: value}, place)
    return exact


def _all(read: keys.Reader, values: tuple[Any, ...], place: Place) -> tuple[Any, ...]:
    return tuple(_read(read, value, place) for value in values)


def _read(read: keys.Reader, value: object, place: Place) -> Any:
    try:
        return read(value)
    except (ValueError, SeqformError) as error:
        place.fail(str(error))


# ---- cases ----

MAX_CASES = 1_000_000
"""A declaration with more is a mistake."""


def expand(spec: Spec) -> list[Case]:
    """Return the cases of a declaration, in its order, the last key changing fastest; none comes twice.

    Examples
    --------
    >>> from seqform.experiments.declaration import spec_from
    >>> spec = spec_from({"grid": [{"game": "kuhn", "bet": [1, 2]}], "case": [{"game": "kuhn"}]})
    >>> [case.parameters["bet"] for case in expand(spec)]
    [1, 2]
    """
    digest = cache(digest_of)
    cases: dict[str, Case] = {}
    for grid in spec.grids:
        total = math.prod(len(axis.values) for axis in grid.axes)
        if total + len(cases) > MAX_CASES:
            grid.place.fail(f"{total:,} cases; at most {MAX_CASES:,} make a sweep")
        axes = _visited(grid.axes)
        for values in itertools.product(*(axis.values for axis in axes)):
            case = _case(grid, axes, values)
            try:
                files = {name: digest(name) for name in _files(case)}
            except OSError as error:
                grid.place.fail(f"{error.filename}: cannot be read: {error.strerror}")
            if files:
                case = replace(case, files=files)
            cases.setdefault(case.key, case)
    return list(cases.values())


def _visited(axes: tuple[Axis, ...]) -> tuple[Axis, ...]:
    """Return axes in the order of the cases: if some are warm, the last varying number of the game changes fastest."""
    if not any(axis.name == WARM and True in axis.values for axis in axes):
        return axes
    for fastest in reversed(axes):
        numbers = [number_of(value) for value in fastest.values]
        if fastest.role == "parameter" and len(numbers) > 1 and None not in numbers:
            break
    else:
        return axes
    # Neighbors beside each other.
    values = sorted(fastest.values, key=lambda value: cast("Fraction", number_of(value)))
    return (*(axis for axis in axes if axis is not fastest), replace(fastest, values=tuple(values)))


def _case(grid: Grid, axes: tuple[Axis, ...], values: tuple[Any, ...]) -> Case:
    by_role: dict[str, dict[str, Any]] = {
        "parameter": {},
        "option": {},
        "setting": {},
        "attribute": {},
    }
    for axis, value in zip(axes[1:], values[1:], strict=True):
        by_role[axis.role][axis.name] = value
    attributes = by_role["attribute"]
    seed = attributes.get("seed")
    if by_role["setting"].get("start") == RANDOM_START and seed is None:
        grid.place.at("start").fail(
            f'"{RANDOM_START}" needs a seed; add seed = ..., or write "{RANDOM_START}:1"'
        )
    try:
        game, parameters = complete_parameters(values[0], by_role["parameter"], seed)
    except SeqformError as error:
        grid.place.fail(str(error))
    if seed is None and is_whole(parameters.get(SEED)):
        attributes["seed"] = parameters[SEED]
    settings = changed(by_role["setting"])
    return Case(
        game=game, parameters=parameters, options=by_role["option"], settings=settings, **attributes
    )


def _files(case: Case) -> list[str]:
    """Return the files that are read or run for a case, by their names in it."""
    files: list[str] = []
    for named in named_in(case):
        files += map(str, named.files)
    return files


# ---- values of a key ----

MAX_VALUES = 1_000_000
"""Most values of a range; one with more is taken for a mistake."""


def values_of(value: object, place: Place) -> tuple[Any, ...]:
    """Return the values that a key of a grid takes in turn.

    Examples
    --------
    >>> values_of([7, {"range": [0, 6, 2]}], Place("a sweep"))
    (7, 0, 2, 4)
    """
    if not isinstance(value, list | tuple):
        return tuple(_spread(value, place))
    if not value:
        place.fail("no values; a list needs at least one")
    return tuple(itertools.chain.from_iterable(_spread(item, place) for item in value))


def single_value(value: object, place: Place) -> tuple[Any, ...]:
    """Return the one value that a key of a single case has."""
    if isinstance(value, list | tuple | Mapping):
        place.fail("one value expected; lists and ranges multiply out in [[grid]]")
    return (value,)


def _spread(value: object, place: Place) -> Iterator[Any]:
    if not isinstance(value, Mapping):
        yield value
        return
    bounds: Any = value.get("range")
    is_range = (
        set(value) == {"range"} and isinstance(bounds, list | tuple) and len(bounds) in (2, 3)
    )
    if not is_range or not all(map(is_whole, bounds)) or 0 in bounds[2:]:
        place.fail(
            "a value, a list of values, or {range = [FIRST, END]} or {range = [FIRST, END, STEP]} expected"
        )
    numbers = range(*map(int, bounds))
    # len() fails where there are very many.
    count = max(0, -((numbers.start - numbers.stop) // numbers.step))
    if not 0 < count <= MAX_VALUES:
        words = f"range = {list(bounds)} has {count:,} values"
        place.fail(f"{words}; from 1 to {MAX_VALUES:,} are possible, and the end is not among them")
    yield from numbers
