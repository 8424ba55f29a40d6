"""Files of stored solutions of ordered games: compact, written atomically, and checked when they are read.

A file is a zip archive of NumPy arrays and ``header.json``. The arrays are the classes of views by player and round,
and the quantized realization plans (`seqform.io.saved_solution`). Of an exact answer they are, instead of these, the
places and the bytes of the nonzero numerators of both plans, whose denominators the header has, hexadecimal; such files
are of version 2. Those of version 1 have quantized plans beside the exact ones, which are left aside, or quantized
ones alone, of at most 30 bits; those of more are of version 3.
"""

from __future__ import annotations

import hashlib
import io
import json
import math
import zipfile
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from seqform.builders.forms.class_game import class_game
from seqform.builders.games import catalog
from seqform.errors import GameError, ParseError
from seqform.io.saved_solution import (
    FEWEST_BITS,
    MOST_BITS,
    Packed,
    SavedSolution,
    Weights,
    next_arriving,
    pack,
    unpack,
    width,
)
from seqform.models.answers.certificate import Certificate
from seqform.models.games.abstraction import InformationFilter, views_of
from seqform.models.games.infosets import player_label
from seqform.models.games.ordered import OrderedGame
from seqform.models.games.signals import Comparison, Constant, LaterComparison, Own, of_views
from seqform.models.numbers.exact import Ints, Number
from seqform.models.numbers.text import write_rational
from seqform.models.programs.class_game import ClassPlan
from seqform.system.files import file_path, open_regular, require_kind, write_whole
from seqform.system.foreign_files import Archive, ArchiveError, json_data, open_archive, shown_value
from seqform.system.strategy_names import SHIPPED

FORMAT = "seqform solution"
VERSION, EXACT_VERSION, LONG_VERSION = 1, 2, 3
"""Versions of files of quantized and of exact plans, and of quantized ones of more than `MOST_SHORT` bits."""

MOST_SHORT = 30

HEADER = "header.json"
_LONGEST_AGO = (1980, 1, 1, 0, 0, 0)
"""The timestamp of every entry, so that equal solutions give equal files."""

_DAMAGED = (LookupError, TypeError, ValueError, ArithmeticError)
"""Errors from parts that do not fit together."""

_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_LZMA)

MOST_HEADER = 2**20
"""Bound in bytes on the header."""

_FIELDS = {
    "game": str,
    "fingerprint": str,
    "classes": list,
    "same_filter": bool,
    "method": str,
    "versions": dict,
    "certificate": dict,
}
"""The fields of a header."""

Array = npt.NDArray[Any]


def write_solution(solution: SavedSolution, path: str | Path) -> None:
    """Write a solution to a file."""
    require_kind("write_solution, solution", solution, SavedSolution)
    path = file_path("write_solution, path", path)
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr(_entry(HEADER), json.dumps(_header(solution), indent=1))
        for name, array in _arrays(solution).items():
            data = io.BytesIO()
            np.save(data, array, allow_pickle=False)
            archive.writestr(_entry(name), data.getvalue())
    write_whole(path, content.getvalue())


def read_solution(path: str | Path, game: OrderedGame | None = None) -> SavedSolution:
    """Read a solution from a file, or the one that comes with the package, of "rhode-island".

    Its certificate is the one in the file, which proves nothing and is shown "as stored"; `SavedSolution.check`
    recomputes it.

    - `game`: The game that it solves; if absent, the one of the catalog that the file names.

    Raises ParseError if the file cannot be read, is damaged, or is no solution of the version that is read here. Raises
    GameError if it is the solution of another game, or of none in the catalog and none was given.
    """
    if path in SHIPPED:
        path = shipped(path)
    path = file_path("read_solution, path", path)
    if game is not None:
        require_kind("read_solution, game", game, OrderedGame)
    try:
        with open_archive(path, methods=_METHODS) as archive:
            header = _checked_header(path, archive)
            return _solution(header, _game(header, game), archive)
    except OSError as error:
        raise ParseError(f"cannot be read: {error.strerror or error}", str(path)) from None
    except ArchiveError as error:
        if _begins_with(path, b"{"):
            raise ParseError(
                f"a profile in JSON, not a {FORMAT}; matches and charts take it as a profile",
                str(path),
            ) from None
        raise ParseError(f"not a {FORMAT}, or damaged: {error}", str(path)) from None
    except GameError:
        raise
    except _DAMAGED as error:
        raise ParseError(f"this {FORMAT} is damaged: {error}", str(path)) from None


def shipped(name: str | Path) -> Path:
    """Return the file of a solution that comes with the package."""
    return Path(__file__).with_name(f"{name}.solution")


def is_solution_file(path: object) -> bool:
    """Return whether a text or a path is that of a file that begins as a solution does, whole or cut off."""
    if not isinstance(path, str | Path):
        return False
    try:
        return _begins_with(Path(path).expanduser(), b"PK")
    except (OSError, RuntimeError, ValueError):
        return False


def _begins_with(path: Path, text: bytes) -> bool:
    """Return whether a file begins with some bytes."""
    with open_regular(path) as file:
        return file.read(len(text)) == text


def _header(solution: SavedSolution) -> dict[str, Any]:
    certificate = solution.certificate
    constant_sum = None
    if certificate.constant_sum is not None:
        constant_sum = write_rational(certificate.constant_sum)

    version = VERSION
    exact = {}
    if solution.plans:
        version = EXACT_VERSION
        exact["denominators"] = [f"{plan.denominator:x}" for plan in solution.plans]
    elif solution.bits > MOST_SHORT:
        version = LONG_VERSION

    return {
        "format": FORMAT,
        "version": version,
        "game": solution.game.title,
        "fingerprint": fingerprint(solution.game),
        "features": feature_digest(solution.game),
        "classes": [list(filter.num_classes) for filter in solution.filters],
        "same_filter": _same_filter(solution),
        "bits": solution.bits,
        "method": solution.method,
        "versions": dict(solution.versions),
        "certificate": {
            "values": list(map(_number, certificate.values)),
            "best_response_values": list(map(_number, certificate.best_response_values)),
            "constant_sum": constant_sum,
            "note": certificate.note,
        },
        **exact,
    }


def _number(value: Number) -> float | str:
    """Return a double as it is, and a fraction as two hexadecimal numbers, of which readers bound no length."""
    if isinstance(value, Fraction):
        return f"{value.numerator:x}/{value.denominator:x}"
    return float(value)


def _checked_header(path: Path, archive: Archive) -> Mapping[str, Any]:
    if HEADER not in archive.names:
        raise ParseError(f"not a {FORMAT}: it has no {HEADER}", str(path))
    try:
        header = json_data(archive.read(HEADER, MOST_HEADER))
    except ArchiveError:
        raise
    except ValueError:
        header = None
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise ParseError(f"not a {FORMAT}: its {HEADER} has another format", str(path))
    version = header.get("version")
    if type(version) is not int or version not in (VERSION, EXACT_VERSION, LONG_VERSION):
        known = f"versions {VERSION} to {LONG_VERSION} are read here"
        raise ParseError(f"a {FORMAT} of version {shown_value(version)}; {known}", str(path))
    for name, field_type in _FIELDS.items():
        if type(header[name]) is not field_type:
            raise ValueError(f"{name} {shown_value(header[name])} in its {HEADER}")
    return header


def _game(header: Mapping[str, Any], game: OrderedGame | None) -> OrderedGame:
    """Return the game that a file solves: the one that is given, or else the one of the catalog with its title."""
    title = header["game"]
    if game is None:
        if not catalog.is_ordered(title):
            raise GameError(
                f"{title}: not an ordered game of the catalog; give the game that the file solves"
            )
        game = catalog.ordered(title)

    # Files of earlier programs have no digest of features, so that "" says nothing.
    same_features = header.get("features", "") in ("", feature_digest(game))
    if fingerprint(game) != header["fingerprint"] or not same_features:
        raise GameError(
            f"the file solves {title}, not {game.title}: rounds, signals, payoffs or the order of signals differ"
        )
    return game


def is_same_game(first: OrderedGame, second: OrderedGame) -> bool:
    """Return whether two games have the same rounds, signals and payoffs, so that a solution of one is of the other."""
    if first is second:
        return True
    if fingerprint(first) != fingerprint(second):
        return False
    return feature_digest(first) == feature_digest(second)


def feature_digest(game: OrderedGame) -> str:
    """Return a digest of the values of features that the order of signals does not determine, "" without any.

    A fingerprint has only the names of these. Files of earlier programs have no such digest.
    """
    digest = hashlib.sha256()
    has_values = False
    for feature in game.features:
        if isinstance(feature, Constant):
            continue
        if isinstance(feature, Comparison | LaterComparison) and feature.strength in game.ordering:
            continue

        has_values = True
        for number, views in enumerate(game.views):
            if isinstance(feature, Own):
                values = of_views(feature.value, views[feature.player])
            else:
                values = feature.values(game.deals(number), views)
            digest.update(np.ascontiguousarray(values, dtype="<i8").tobytes())
    return digest.hexdigest() if has_values else ""


def fingerprint(game: OrderedGame) -> str:
    """Return a digest of a game's rounds, signals, payoffs and order of signals."""
    digest = hashlib.sha256()

    def add_text(*parts: object) -> None:
        digest.update(repr(parts).encode())

    def add_numbers(array: Array) -> None:
        digest.update(np.ascontiguousarray(array, dtype="<i8").tobytes())

    for betting in game.rounds:
        stage = betting.stage
        tree = (stage.player, stage.parent, stage.action, stage.over)
        add_text(*tree, betting.public, betting.private)

    weights = None
    if game.weights is not None:
        weights = [int(weight) for weight in game.weights]
    add_text(game.signals, weights, [feature.name for feature in game.features])
    if game.ranges is not None:
        add_numbers(game.ranges.hands)
        add_text(*(own.tolist() for own in game.ranges.weights))

    for table in game.payoffs:
        add_text(table.numerators.shape, table.denominator)
        add_numbers(table.numerators)

    for strength in game.ordering:
        for views in game.views:
            # In an even game both players have the same views.
            for of_player in views[:1] if game.is_even else views:
                add_numbers(of_views(strength, of_player))
    return digest.hexdigest()


def _arrays(solution: SavedSolution) -> dict[str, Array]:
    arrays: dict[str, Array] = {}
    filters = solution.filters[:1] if _same_filter(solution) else solution.filters
    for player, filter in enumerate(filters):
        for number, classes in enumerate(filter.classes):
            smallest_type = np.min_scalar_type(int(classes.max()))
            arrays[_classes_name(player, number)] = classes.astype(smallest_type)

    if solution.plans is None:
        for player, rounds in enumerate(solution.weights):
            for number, weights in enumerate(rounds):
                packed = pack(solution.game.rounds[number].stage, player, weights, solution.bits)
                arrays[_plan_name(player, number, "kinds")] = packed.kinds
                names = _planes(len(packed.planes))
                for name, plane in zip(names, packed.planes, strict=True):
                    arrays[_plan_name(player, number, name)] = plane

    for player, plan in enumerate(solution.plans or ()):
        num_bytes = (plan.denominator.bit_length() + 7) // 8
        for number, table in enumerate(plan.weights):
            numerators = table.ravel()
            places = np.flatnonzero(numerators != 0)
            parts = [
                numerator.to_bytes(num_bytes, "little") for numerator in numerators[places].tolist()
            ]
            digits = np.frombuffer(b"".join(parts), np.uint8)
            arrays[_plan_name(player, number, "places")] = places.astype(np.uint32)
            arrays[_plan_name(player, number, "digits")] = digits.reshape(len(places), num_bytes)
    return arrays


def _solution(header: Mapping[str, Any], game: OrderedGame, archive: Archive) -> SavedSolution:
    if header["same_filter"] and not game.is_even:
        raise ValueError("one filter for two players who get unequal numbers of signals")
    first = _filter(game, 0, archive)
    second = first if header["same_filter"] else _filter(game, 1, archive)
    if header["classes"] != [list(first.num_classes), list(second.num_classes)]:
        raise ValueError(f"the classes differ from those in its {HEADER}")
    if not all(isinstance(version, str) for version in header["versions"].values()):
        raise ValueError(f"versions {header['versions']}")
    if header["version"] == EXACT_VERSION and "denominators" not in header:
        raise ValueError("no denominators of exact plans")

    bits = header["bits"]
    plans = None
    weights: tuple[Weights, Weights] = ((), ())
    if "denominators" in header:
        plans = _exact_plans(header["denominators"], (first, second), archive)
    else:
        _require_bits(bits, is_long=header["version"] == LONG_VERSION)
        weights = (_plan(bits, first, 0, archive), _plan(bits, second, 1, archive))

    return SavedSolution(
        game=game,
        filters=(first, second),
        weights=weights,
        bits=bits,
        certificate=_certificate(header["certificate"], game, exact=plans is not None),
        method=header["method"],
        versions=header["versions"],
        plans=plans,
    )


def _require_bits(bits: Any, *, is_long: bool) -> None:
    """Refuse a number of bits that no file has, or only one of another version."""
    is_possible = type(bits) is int and FEWEST_BITS <= bits <= MOST_BITS
    if not is_possible or (bits > MOST_SHORT) is not is_long:
        raise ValueError(f"{shown_value(bits)} bits")


def _exact_plans(
    denominators: Any, filters: tuple[InformationFilter, InformationFilter], archive: Archive
) -> tuple[ClassPlan, ClassPlan]:
    """Return plans, which prove their equations themselves."""
    if not (isinstance(denominators, list) and len(denominators) == 2):
        raise ValueError(f"denominators {shown_value(denominators)}")
    classes = class_game(*filters)
    plans = []
    for player, text in enumerate(denominators):
        denominator = _natural(text)
        num_bytes = (denominator.bit_length() + 7) // 8
        rounds = []
        for number in range(classes.num_rounds):
            shape = classes.shape(player, number)
            size = math.prod(shape)
            places = archive.array(
                _plan_name(player, number, "places"), kinds="u", shape=(None,), most_items=size
            )
            digits = archive.array(
                _plan_name(player, number, "digits"), kinds="u", shape=(len(places), num_bytes)
            )
            if digits.dtype != np.uint8 or np.any(places >= size):
                raise ValueError(f"exact plan of {player_label(player)} in round {number + 1}")
            table = np.zeros(size, dtype=object)
            table[places] = [int.from_bytes(row.tobytes(), "little") for row in digits]
            rounds.append(table.reshape(shape))
        plans.append(ClassPlan(classes, player, tuple(rounds), denominator))
    return plans[0], plans[1]


def _natural(text: Any) -> int:
    """Return a positive hexadecimal number without sign, prefix or spaces."""
    if isinstance(text, str) and text and set(text) <= set("0123456789abcdef"):
        number = int(text, 16)
        if number > 0:
            return number
    raise ValueError(f"number {shown_value(text)}")


def _certificate(known: Mapping[str, Any], game: OrderedGame, exact: bool) -> Certificate:
    written = known["constant_sum"]
    constant_sum = None if written is None else Fraction(written)
    if constant_sum != game.constant_sum:
        raise ValueError(f"constant_sum {written!r}")
    if not isinstance(known["note"], str):
        raise ValueError(f"note {known['note']!r}")
    return Certificate(
        values=_two_numbers("values", known, exact),
        best_response_values=_two_numbers("best_response_values", known, exact),
        exact=exact,
        constant_sum=game.constant_sum,
        note=known["note"],
        stored=True,
    )


def _two_numbers(name: str, known: Mapping[str, Any], exact: bool) -> tuple[Number, Number]:
    numbers = known[name]
    if isinstance(numbers, list) and len(numbers) == 2:
        first, second = numbers
        if exact:
            return _fraction(first), _fraction(second)
        if _is_finite(first) and _is_finite(second):
            return first, second
    raise ValueError(f"{name} {numbers!r}")


def _is_finite(number: Any) -> bool:
    return type(number) is float and math.isfinite(number)


def _fraction(text: Any) -> Fraction:
    if not isinstance(text, str):
        raise ValueError(f"number {shown_value(text)}")
    above, _, below = text.removeprefix("-").partition("/")
    numerator = 0 if above == "0" else _natural(above)
    size = Fraction(numerator, _natural(below))
    return -size if text.startswith("-") else size


def _filter(game: OrderedGame, player: int, archive: Archive) -> InformationFilter:
    by_round = []
    for number, views in enumerate(views_of(game, player)):
        num_views = len(views.signals)
        classes = archive.array(_classes_name(player, number), kinds="u", shape=(num_views,))
        if int(classes.max(initial=0)) >= num_views:
            raise ValueError("more classes than views")
        by_round.append(classes.astype(np.int64))
    return InformationFilter(game, tuple(by_round), None if game.is_even else player)


def _plan(bits: int, filter: InformationFilter, player: int, archive: Archive) -> Weights:
    """Return the weights of a player by round, each unpacked with those at the end of the round before."""
    after: Ints = np.full((1, 1), 2**bits, dtype=np.int64)
    rounds = []
    for number, betting in enumerate(filter.game.rounds):
        stage = betting.stage
        arriving = after[filter.parents(number)]
        # The size of an array is limited, so that a damaged file fills no memory.
        most = arriving.size * len(stage.sequences(player))
        parts = []
        for name in ("kinds", *_planes(width(bits))):
            part = archive.array(
                _plan_name(player, number, name), kinds="u", shape=(None,), most_items=most
            )
            if part.dtype != np.uint8:
                raise ValueError(f"bytes expected in the plans of round {number + 1}")
            parts.append(part)
        kinds, *planes = parts
        weights = unpack(stage, player, arriving, Packed(kinds, tuple(planes)))
        after = next_arriving(stage, player, weights)
        rounds.append(weights)
    return tuple(rounds)


def _same_filter(solution: SavedSolution) -> bool:
    first, second = solution.filters
    if first.player != second.player:
        return False
    return all(map(np.array_equal, first.classes, second.classes))


def _classes_name(player: int, number: int) -> str:
    return f"classes/player{player + 1}-round{number + 1}.npy"


def _plan_name(player: int, number: int, part: str) -> str:
    return f"plan/player{player + 1}-round{number + 1}-{part}.npy"


def _planes(count: int) -> list[str]:
    """Return the names of the planes of bytes, lowest first."""
    return [f"byte{place}" for place in range(count)]


def _entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, _LONGEST_AGO)
    entry.compress_type = zipfile.ZIP_LZMA
    return entry
