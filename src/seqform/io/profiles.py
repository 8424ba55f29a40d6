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
from seqform.io.json_values import action_places, errors_located, json_file, number_data, numbers_data
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import SequenceIndex
from seqform.models.numbers.text import parse_rational, write_rational
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy
from seqform.models.strategies.reach import infoset_reach
from seqform.system.files import file_path, require_kind
from seqform.system.foreign_files import shown_value


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
    path = file_path("read_profile, path", path)
    data = json_file(path)
    with errors_located(path):
        return profile_from_data(data, game, normalize=normalize)


def read_witness(path: str | Path, game: ExtensiveGame) -> BehaviorProfile | None:
    """Read the witness of normal-form perfection that a profile's JSON file may hold; None if it has none."""
    data = json_file(Path(path))
    witness = data.get("witness") if isinstance(data, Mapping) else None
    if witness is None:
        return None
    with errors_located(f"{path}: witness"):
        return profile_from_data({"players": witness}, game)


def profile_from_data(data: Any, game: ExtensiveGame, *, normalize: bool = False) -> BehaviorProfile:
    """Return the profile that plain data after the module's schema describes."""
    players = data.get("players") if isinstance(data, Mapping) else None
    if not isinstance(players, list) or len(players) != 2:
        raise ModelError('a profile is an object with "players", a list of two')
    first, second = (_strategy(players[k], game.sequences[k].index, normalize) for k in (0, 1))
    return BehaviorProfile((first, second), game)


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
                "probabilities": numbers_data(strategy.probabilities[start:stop]),
                "reach": number_data(reach[row]),
                "filled": strategy.undetermined is not None and bool(strategy.undetermined[row]),
            }
        )
    return {"name": game.players[player], "value": None, "information_sets": sets}


def _strategy(data: Any, index: SequenceIndex, normalize: bool) -> BehaviorStrategy:
    who = f"player {index.player + 1}"
    values: list[Fraction | float] = [Fraction(1)] * len(index)
    for item, row, where in information_sets(data, index, who):
        start = int(index.first_sequence[row])
        places = action_places(item.get("actions"), index, row, where)
        for place, share in zip(places, _shares(item, len(places), where, normalize), strict=True):
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


def _shares(item: Mapping[str, Any], number: int, where: str, normalize: bool) -> list[Fraction | float]:
    """Return the probabilities in the order of the file, divided by their sum if they are to be normalized."""
    probabilities = item.get("probabilities")
    if not isinstance(probabilities, list) or len(probabilities) != number:
        raise ModelError(f'{where}: "probabilities" has to list {number} numbers')
    shares = [_probability(value, where) for value in probabilities]
    try:
        total = sum(shares) if normalize else 0
        return [share / total for share in shares] if total > 0 else shares
    except OverflowError:
        raise ModelError(f"{where}: a number is too large to be a probability") from None


def _probability(value: Any, where: str) -> Fraction | float:
    if isinstance(value, int) and not isinstance(value, bool):
        return Fraction(value)
    if isinstance(value, float) and np.isfinite(value):
        return value
    number = None if isinstance(value, bool) else parse_rational(value)
    if number is None:
        raise ModelError(
            f"{where}: {shown_value(value)} is not a probability; write 0.25 for a double, "
            '"1/4" or "0.25" for a fraction'
        )
    return number
