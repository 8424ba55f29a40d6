"""Correlation devices as JSON files.

The schema of the files, version 2 as that of equilibria:

- ``game``: as in `seqform.io.equilibria`; ``concept`` and ``backend``: those of the call
- ``leader``: a name, the player who commits to the mixture; only with a concept of commitment
- ``mixture``: a list of objects with ``probability`` and ``strategies``: for each player the list of the names of the
  sequences that the pure strategy plays, but for the empty one. Probabilities are strings such as "1/4", or doubles
- ``values``, ``certificate``: as in `seqform.io.equilibria`
- ``gains``: one object for each moment at which a player may stop to obey: ``player``, a name, ``information_set``,
  ``recommended``, ``probability``, ``obeying``, ``deviating`` and ``gain``
- ``objective``, ``objective_value``, ``bound``; ``optimal``, whether it is proven that none is better by it, and
  ``triangle_free``
- ``raw``: ``termination``, ``status``, ``solver``; ``seconds``: by phase

To be read a file needs ``concept`` and ``mixture``.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from seqform.errors import InputError, ModelError, ParseError
from seqform.io.equilibria import certificate_data
from seqform.io.json_values import (
    SCHEMA,
    attributes,
    errors_located,
    field_of,
    json_file,
    number_array,
    number_data,
    numbers_data,
    probability_from,
)
from seqform.io.profiles import gambit_lines, game_data, read_profile
from seqform.models.answers.device import Device, TriggerGain
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import SequenceIndex, player_label, player_number
from seqform.models.numbers.exact import ExactArray, Mask
from seqform.models.strategies.behavior import BehaviorProfile
from seqform.models.strategies.correlation import ClaimedDevice, PairMixture
from seqform.system.files import file_path
from seqform.system.foreign_files import shown_value


def device_data(device: Device) -> dict[str, Any]:
    """Return a device as plain data, after the module's schema."""
    game = device.game
    raw = device.raw
    leader = {} if device.leader is None else {"leader": game.players[device.leader]}
    return {
        "schema": SCHEMA,
        "game": game_data(game),
        **attributes(device, "concept", "backend"),
        **leader,
        "mixture": mixture_data(device.mixture),
        "values": numbers_data(device.values),
        "certificate": certificate_data(device.certificate),
        "gains": [gain_data(game, gain) for gain in device.gains],
        "objective": device.objective,
        "objective_value": number_data(device.objective_value),
        "bound": number_data(device.bound),
        **attributes(device, "optimal", "triangle_free"),
        "raw": {"termination": str(raw.termination), **attributes(raw, "status", "solver")},
        "seconds": dict(device.seconds),
    }


def mixture_data(mixture: PairMixture) -> list[dict[str, Any]]:
    """Return the pairs of a mixture as plain data."""
    weights: Any = mixture.weights
    if isinstance(weights, ExactArray):
        weights = weights.to_fractions()
    pairs = []
    for pair, weight in enumerate(weights):
        strategies = []
        for index, plays in zip(mixture.sequences, mixture.plays, strict=True):
            played = np.flatnonzero(plays[pair])[1:].tolist()
            strategies.append([index.names[sequence] for sequence in played])
        pairs.append({"probability": number_data(weight), "strategies": strategies})
    return pairs


def gain_data(game: ExtensiveGame, gain: TriggerGain) -> dict[str, Any]:
    """Return what a deviation gains as plain data."""
    return {
        "player": game.players[gain.player],
        "information_set": gain.infoset,
        "recommended": gain.recommended,
        "probability": number_data(gain.probability),
        "obeying": number_data(gain.obeying),
        "deviating": number_data(gain.deviating),
        "gain": number_data(gain.gain),
    }


def is_device_file(path: str | Path) -> bool:
    """Return whether a file is that of a device: JSON with a mixture."""
    path = Path(path)
    if gambit_lines(path):
        return False
    try:
        data = json_file(path)
    except ParseError:
        return False
    return isinstance(data, Mapping) and "mixture" in data


def read_device(path: str | Path, game: ExtensiveGame) -> ClaimedDevice:
    """Read the mixture of a device for a game, and the concept.

    Raises ParseError if the file is not JSON, and ModelError if it is not a mixture of pure strategies of this game.
    """
    path = file_path("read_device, path", path)
    data = json_file(path)
    with errors_located(path):
        name = field_of(data, "concept")
        if not isinstance(name, str):
            raise ModelError('"concept", the name of one, expected')
        leader = data.get("leader")
        if leader is not None:
            leader = player_number(leader, game.players, "leader")
        return ClaimedDevice(name, _mixture(field_of(data, "mixture"), game), leader)


def read_strategies(
    path: str | Path, game: ExtensiveGame, *, rest: str | None = None
) -> ClaimedDevice | BehaviorProfile:
    """Read the profile or the device in a file.

    `rest` is that of `read_profile`; a device, which leaves no information set out, has none.
    """
    if not is_device_file(path):
        return read_profile(path, game, rest=rest)
    if rest is not None:
        raise InputError(f"rest: of no meaning for {path}, the device of a correlated equilibrium")
    return read_device(path, game)


def _mixture(items: Any, game: ExtensiveGame) -> PairMixture:
    """Return the mixture that plain data describes."""
    if not isinstance(items, list) or not items:
        raise ModelError(
            '"mixture", a list of objects with "probability" and "strategies", expected'
        )
    first, second = (own.index for own in game.sequences)
    weights: list[Fraction | float] = []
    plays = (
        np.zeros((len(items), len(first)), dtype=bool),
        np.zeros((len(items), len(second)), dtype=bool),
    )
    for row, item in enumerate(items):
        where = f"mixture, pair number {row + 1}"
        strategies = field_of(item, "strategies")
        if not isinstance(strategies, list) or len(strategies) != 2:
            raise ModelError(f'{where}: "strategies", a list for each player, expected')
        weights.append(probability_from(field_of(item, "probability"), where))
        for index, table, names in zip((first, second), plays, strategies, strict=True):
            _mark(table[row], names, index, f"{where}, {player_label(index.player)}")
    array = number_array(weights, "mixture")
    is_exact = array.dtype == object
    return PairMixture((first, second), plays, ExactArray.of(array) if is_exact else array)


def _mark(row: Mask, names: Any, index: SequenceIndex, where: str) -> None:
    """Mark the sequences of a pure strategy."""
    if not isinstance(names, list):
        raise ModelError(f"{where}: a list of the names of sequences expected")
    places = {name: place for place, name in enumerate(index.names)}
    row[0] = True
    for name in names:
        if not isinstance(name, str) or name not in places:
            raise ModelError(f"{where}: the game has no sequence {shown_value(name)}")
        row[places[name]] = True
