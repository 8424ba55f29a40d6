"""Profiles as JSON files.

A profile is part of the schema of `seqform.io.equilibria`. To be read it needs only ``players`` with
``information_sets``, and in these ``label``, ``actions`` and ``probabilities``. Probabilities are JSON numbers, or
strings such as "1/4" for exact ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from seqform.errors import ModelError
from seqform.io.arguments import file_path, require_kind
from seqform.io.json_values import action_places, json_file, number_data
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import SequenceIndex
from seqform.models.numbers.text import parse_rational, write_rational
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy
from seqform.system.foreign_files import memory_errors_named, shown_value
from seqform.verify.nash import infoset_reach


def game_data(game: ExtensiveGame) -> dict[str, Any]:
    """Return the ``game`` part of the schema."""
    return {
        "title": game.title,
        "players": list(game.players),
        "nodes": len(game),
        "constant_sum": None if game.constant_sum is None else write_rational(game.constant_sum),
        "note": game.note,
    }


def profile_data(game: ExtensiveGame, profile: BehaviorProfile) -> list[dict[str, Any]]:
    """Return the ``players`` part of the schema, each ``value`` null."""
    return [_player_data(game, profile, player) for player in (0, 1)]


def read_profile(path: str | Path, game: ExtensiveGame, *, normalize: bool = False) -> BehaviorProfile:
    """Read a profile for a game from a JSON file.

    Parameters
    ----------
    normalize : bool
        Divide the probabilities at each set by their sum, for programs that print a few digits.

    Returns
    -------
    BehaviorProfile
        Exact where every probability of a player is a string or a whole number.

    Raises
    ------
    ParseError
        If the file is not JSON.
    ModelError
        If it is not a profile of this game; the message names the place.
    """
    require_kind("read_profile, game", game, ExtensiveGame)
    data = json_file(file_path("read_profile, path", path))
    try:
        with memory_errors_named(str(path)):
            return profile_from_data(data, game, normalize=normalize)
    except ModelError as error:
        raise ModelError(f"{path}: {error}") from None


def read_witness(path: str | Path, game: ExtensiveGame) -> BehaviorProfile | None:
    """Read the witness of normal-form perfection that a profile's JSON file may hold.

    Returns
    -------
    BehaviorProfile or None
        None if the file has no ``witness``.

    Raises
    ------
    ParseError
        If the file is not JSON.
    ModelError
        If the witness is not a profile of this game; the message names the place.
    """
    data = json_file(Path(path))
    witness = data.get("witness") if isinstance(data, Mapping) else None
    if witness is None:
        return None
    try:
        with memory_errors_named(str(path)):
            return profile_from_data({"players": witness}, game)
    except ModelError as error:
        raise ModelError(f"{path}: witness: {error}") from None


def profile_from_data(data: Any, game: ExtensiveGame, *, normalize: bool = False) -> BehaviorProfile:
    """Return the profile that plain data after the module's schema describes."""
    players = data.get("players") if isinstance(data, Mapping) else None
    if not isinstance(players, list) or len(players) != 2:
        raise ModelError('a profile is an object with "players", a list of two')
    first, second = (_strategy(players[k], game.sequences[k].index, normalize) for k in (0, 1))
    return BehaviorProfile((first, second))


def _player_data(game: ExtensiveGame, profile: BehaviorProfile, player: int) -> dict[str, Any]:
    strategy = profile[player]
    index, reach = strategy.index, infoset_reach(game, profile, player)
    sets = []
    for row in index.order.tolist():
        start, stop = index.first_sequence[row : row + 2]
        sets.append(
            {
                "label": index.infoset_names[row],
                "actions": list(index.action_names[row]),
                "probabilities": [number_data(value) for value in strategy.probabilities[start:stop]],
                "reach": number_data(reach[row]),
                "filled": bool(strategy.undetermined[row]) if strategy.undetermined is not None else False,
            }
        )
    return {"name": game.players[player], "value": None, "information_sets": sets}


def _strategy(data: Any, index: SequenceIndex, normalize: bool) -> BehaviorStrategy:
    who = f"player {index.player + 1}"
    values: list[Fraction | float] = [Fraction(1)] * len(index)
    for item, row, where in information_sets(data, index, who):
        start = int(index.first_sequence[row])
        places, shares = _distribution(item, index, row, where)
        for place, share in zip(places, _normalized(shares, who) if normalize else shares, strict=True):
            values[start + place] = share
    exact = all(isinstance(value, Fraction) for value in values)
    try:
        probabilities = np.array(values, dtype=object if exact else np.float64)
    except OverflowError:
        raise ModelError(f"{who}: a number is too large to be a probability") from None
    return BehaviorStrategy(index, probabilities)


def information_sets(data: Any, index: SequenceIndex, what: str) -> Iterator[tuple[Mapping[str, Any], int, str]]:
    """Yield the object, the row and the name of every information set of a player; each of the game's occurs once."""
    sets = data.get("information_sets") if isinstance(data, Mapping) else None
    if not isinstance(sets, list):
        raise ModelError(f'{what}: "information_sets", a list, expected')
    seen = set[int]()
    for number, item in enumerate(sets, start=1):
        label = item.get("label") if isinstance(item, Mapping) else None
        if not isinstance(label, str):
            raise ModelError(f'{what}, information set number {number}: an object with a "label" expected')
        row = index.row_of.get(label)
        if row is None:
            raise ModelError(f"{what}: the game has no information set {shown_value(label)}")
        if row in seen:
            raise ModelError(f"{what}: information set {shown_value(label)} comes twice")
        seen.add(row)
        yield item, row, f"{what}, information set {label!r}"
    missing = [name for row, name in enumerate(index.infoset_names) if row not in seen]
    if missing:
        raise ModelError(f"{what}: information set {missing[0]!r} is missing")


def _normalized(shares: list[Fraction | float], who: str) -> list[Fraction | float]:
    try:
        total = sum(shares)
        return [share / total for share in shares] if total > 0 else shares
    except OverflowError:
        raise ModelError(f"{who}: a number is too large to be a probability") from None


def _distribution(
    item: Mapping[str, Any], index: SequenceIndex, row: int, where: str
) -> tuple[list[int], list[Fraction | float]]:
    actions, probabilities = item.get("actions"), item.get("probabilities")
    places = action_places(actions, index, row, where)
    if not isinstance(probabilities, list) or len(probabilities) != len(places):
        raise ModelError(f'{where}: "probabilities" has to list {len(places)} numbers')
    return places, [_parsed(value, where) for value in probabilities]


def _parsed(value: Any, where: str) -> Fraction | float:
    if isinstance(value, bool):
        raise ModelError(f"{where}: {shown_value(value)} is not a probability")
    if isinstance(value, int):
        return Fraction(value)
    if isinstance(value, float) and np.isfinite(value):
        return value
    number = parse_rational(value)
    if number is not None:
        return number
    raise ModelError(
        f'{where}: {shown_value(value)} is not a probability; write 0.25 for a double, "1/4" or "0.25" for a fraction'
    )
