"""Profiles and equilibria as JSON, for other programs.

The schema of what `write_equilibrium` writes, version 1:

- ``game``: ``title``, ``players``, ``nodes``, ``constant_sum`` (a string such as "0", or null), ``note``
- ``concept``, ``backend``: what was asked for
- ``players``: one object each with ``name``, ``value`` and ``information_sets``, a list in the
  order in which a depth-first, left-to-right walk of the tree first meets them, each with
  ``label``, ``actions``, ``probabilities``, ``reach``, and ``filled`` (true where the solver's
  plan was silent and a best response was put)
- ``values``, ``certificate``: ``exact``, ``values``, ``best_response_values``, ``regrets``, ``nash_conv``,
  ``exploitability`` (null unless constant-sum), ``checks``, ``note``
- ``witness``: null, or a list like ``players``: a completely mixed profile to which both strategies are best
  responses, the proof of normal-form perfection (`read_witness` reads it)
- ``objective``: the measure by which a subgame perfect equilibrium was chosen, or null
- ``profile_set``, where all subgame perfect equilibria were found: ``pure``, whether only those without mixing; and
  ``boxes``, whose union is what they can pay, each with the corners ``low`` and ``high``, pairs of numbers
- ``beliefs`` and ``family``, where there is an assessment: see `seqform.report.assessment_json`
- ``raw``: ``termination``, ``status``, ``solver``, ``objective``, ``iterations``, ``seconds``, ``options``
- ``seconds``: wall-clock time by phase

Numbers of an exact answer are strings such as "-1/18"; others are JSON numbers, or the strings "nan", "inf", "-inf".
A profile to be read needs only ``players`` with ``information_sets``, and in these
``label``, ``actions`` and ``probabilities``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from seqform.arguments import file_path, require_kind
from seqform.errors import ModelError
from seqform.models.certificate import Certificate
from seqform.models.equilibrium import Equilibrium
from seqform.models.game import ExtensiveGame
from seqform.models.number_text import write_rational
from seqform.models.profile_set import UtilityProfileSet
from seqform.models.sequences import SequenceIndex
from seqform.models.strategies import BehaviorProfile, BehaviorStrategy
from seqform.report.assessment_json import assessment_data
from seqform.report.json_values import action_places, json_file, rational_text
from seqform.system.files import write_whole
from seqform.system.foreign_files import memory_errors_named, shown_value
from seqform.system.foreign_text import json_text
from seqform.verify.reach import infoset_reach

SCHEMA = 1


def profile_data(game: ExtensiveGame, profile: BehaviorProfile) -> list[dict[str, Any]]:
    """Return the ``players`` part of the schema, each ``value`` null."""
    return [_player_data(game, profile, player) for player in (0, 1)]


def game_data(game: ExtensiveGame) -> dict[str, Any]:
    """Return the ``game`` part of the schema."""
    return {
        "title": game.title,
        "players": list(game.players),
        "nodes": len(game),
        "constant_sum": None if game.constant_sum is None else write_rational(game.constant_sum),
        "note": game.note,
    }


def certificate_data(certificate: Certificate) -> dict[str, Any]:
    """Return the ``certificate`` part of the schema."""
    exploitability = certificate.exploitability
    return {
        "exact": certificate.exact,
        "values": [number_data(value) for value in certificate.values],
        "best_response_values": [number_data(value) for value in certificate.best_response_values],
        "regrets": [number_data(value) for value in certificate.regrets],
        "nash_conv": number_data(certificate.nash_conv),
        "exploitability": None if exploitability is None else number_data(exploitability),
        "checks": dict(certificate.checks),
        "note": certificate.note,
    }


def equilibrium_data(equilibrium: Equilibrium) -> dict[str, Any]:
    """Return an equilibrium as plain data, after the module's schema."""
    game, raw = equilibrium.game, equilibrium.raw
    players = profile_data(game, equilibrium.profile)
    for data, value in zip(players, equilibrium.values, strict=True):
        data["value"] = number_data(value)
    return {
        "schema": SCHEMA,
        "game": game_data(game),
        "concept": equilibrium.concept,
        "backend": equilibrium.backend,
        "objective": equilibrium.objective or None,
        "players": players,
        "values": [number_data(value) for value in equilibrium.values],
        "certificate": certificate_data(equilibrium.certificate),
        "witness": None if equilibrium.witness is None else profile_data(game, equilibrium.witness),
        **({} if equilibrium.assessment is None else assessment_data(game, equilibrium.assessment)),
        **({} if equilibrium.profiles is None else {"profile_set": profile_set_data(equilibrium.profiles)}),
        "raw": {
            "termination": str(raw.termination),
            "status": raw.status,
            "solver": raw.solver,
            "objective": None if raw.objective is None else number_data(raw.objective),
            "iterations": raw.iterations,
            "seconds": raw.seconds,
            "options": dict(raw.options),
        },
        "seconds": dict(equilibrium.seconds),
    }


def profile_set_data(profiles: UtilityProfileSet) -> dict[str, Any]:
    """Return the ``profile_set`` part of the schema."""
    boxes = [
        {"low": [number_data(value) for value in box.low], "high": [number_data(value) for value in box.high]}
        for box in profiles.boxes
    ]
    return {"pure": profiles.pure, "boxes": boxes}


def to_json(data: Any) -> str:
    """Return data as JSON text, ending in a newline.

    Characters that would act on a terminal are escaped. Numbers that JSON does not have are the strings "nan", "inf"
    and "-inf".
    """
    try:
        text = json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False, default=_plain)
    except ValueError:
        text = json.dumps(_finite(data), indent=2, ensure_ascii=False, allow_nan=False, default=_plain)
    return json_text(text) + "\n"


def write_equilibrium(equilibrium: Equilibrium, path: str | Path) -> None:
    """Write an equilibrium to a JSON file; an existing file is replaced only when all of it is written.

    Raises
    ------
    ModelError
        If the file cannot be written, or an argument is of another kind.
    """
    require_kind("write_equilibrium, equilibrium", equilibrium, Equilibrium)
    write_whole(file_path("write_equilibrium, path", path), to_json(equilibrium_data(equilibrium)))


def read_profile(path: str | Path, game: ExtensiveGame, *, normalize: bool = False) -> BehaviorProfile:
    """Read a profile for a game from a JSON file.

    Parameters
    ----------
    path : str or Path
    game : ExtensiveGame
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

    Parameters
    ----------
    path : str or Path
    game : ExtensiveGame

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
                "filled": bool(strategy.filled[row]) if strategy.filled is not None else False,
            }
        )
    return {"name": game.players[player], "value": None, "information_sets": sets}


def _strategy(data: Any, index: SequenceIndex, normalize: bool) -> BehaviorStrategy:
    who = f"player {index.player + 1}"
    sets = data.get("information_sets") if isinstance(data, Mapping) else None
    if not isinstance(sets, list):
        raise ModelError(f'{who}: "information_sets", a list, expected')
    values: list[Fraction | float | None] = [None] * len(index)
    values[0] = Fraction(1)
    for number, item in enumerate(sets, start=1):
        label = item.get("label") if isinstance(item, Mapping) else None
        if not isinstance(label, str):
            raise ModelError(f'{who}, information set number {number}: an object with a "label" expected')
        row = index.row_of.get(label)
        if row is None:
            raise ModelError(f"{who}: the game has no information set {shown_value(label)}")
        start = int(index.first_sequence[row])
        if values[start] is not None:
            raise ModelError(f"{who}: information set {shown_value(label)} comes twice")
        places, shares = _distribution(item, index, row, f"{who}, information set {label!r}")
        for place, share in zip(places, _normalized(shares, who) if normalize else shares, strict=True):
            values[start + place] = share
    missing = [index.infoset_names[int(index.infoset_of[k])] for k, value in enumerate(values) if value is None]
    if missing:
        raise ModelError(f"{who}: information set {missing[0]!r} is missing")
    exact = all(isinstance(value, Fraction) for value in values)
    try:
        probabilities = np.array(values, dtype=object if exact else np.float64)
    except OverflowError:
        raise ModelError(f"{who}: a number is too large to be a probability") from None
    return BehaviorStrategy(index, probabilities)


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
    number = rational_text(value)
    if number is not None:
        return number
    raise ModelError(
        f'{where}: {shown_value(value)} is not a probability; write 0.25 for a double, "1/4" or "0.25" for a fraction'
    )


def number_data(value: Any) -> str | float:
    """Return a number as the schema has it: a fraction as a string, whole; anything else as a double."""
    if isinstance(value, Fraction):
        return write_rational(value)
    return float(value)


def _finite(data: Any) -> Any:
    """Return data with strings in place of numbers that are infinite or none."""
    if isinstance(data, Mapping):
        return {key: _finite(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [_finite(value) for value in data]
    if isinstance(data, np.generic):
        data = data.item()
    return str(data) if isinstance(data, float) and not np.isfinite(data) else data


def _plain(value: Any) -> Any:
    if isinstance(value, np.generic):
        return value.item()
    return str(value)
