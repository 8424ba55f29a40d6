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
- ``beliefs`` and ``family``, where there is an assessment: see `seqform.io.profiles`
- ``raw``: ``termination``, ``status``, ``solver``, ``objective``, ``iterations``, ``seconds``, ``options``
- ``seconds``: wall-clock time by phase

Numbers of an exact answer are strings such as "-1/18"; others are JSON numbers, or the strings "nan", "inf", "-inf".
A profile to be read needs only ``players`` with ``information_sets``, and in these
``label``, ``actions`` and ``probabilities``.

Beliefs and families in ε as JSON, beside the profile in the same file.

What `assessment_data` adds to the schema of `seqform.io.profiles`:

- ``beliefs``: a list of two, one for each player, of objects with ``information_sets``, a list in the order of the
  profile's, each with ``label`` and ``nodes``, a list of objects with ``path``, the actions that lead from the root to
  the node, and ``probability``, a string such as "1/3". Nodes that are not listed have probability 0. Actions are
  named as in ``actions`` of the profile; chance's by their labels, with "#k" (k from 1) added where labels are equal.
- ``family``: null, or a list of two, one for each player, of objects with ``information_sets``, each with ``label``,
  ``actions`` and ``weights``: for every action the coefficients of ε^0, ε^1, ... of the realization weight of the
  sequence that the action ends, as strings; zeros at the end may be left out. The empty sequence has weight 1;
  where there is a ``denominator``, a list of coefficients, all weights are to be divided by that polynomial.

An assessment to be read needs ``players`` and ``beliefs``; ``family`` may be absent.

Assessments in JSON files.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from seqform.errors import ModelError
from seqform.io.arguments import file_path, require_kind
from seqform.io.json_values import action_places, exact_number, json_file, rational_text
from seqform.models.answers.certificate import Certificate
from seqform.models.answers.equilibrium import Equilibrium
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import SequenceIndex
from seqform.models.numbers.exact import ExactArray
from seqform.models.numbers.polynomials import PolynomialArray
from seqform.models.numbers.text import write_rational
from seqform.models.strategies.assessment import Assessment, Beliefs, beliefs_of
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy
from seqform.models.strategies.families import EpsilonFamily, PlanFamily, RationalPlanFamily
from seqform.models.strategies.profile_set import UtilityProfileSet
from seqform.system.files import write_whole
from seqform.system.foreign_files import memory_errors_named, shown_value
from seqform.system.foreign_text import json_text
from seqform.verify.nash import infoset_reach

MOST_COEFFICIENTS = 10**8
"""Of a family that is read: a file may not ask for more memory than a computer has."""


def assessment_data(game: ExtensiveGame, assessment: Assessment) -> dict[str, Any]:
    """Return the ``beliefs`` and ``family`` parts of the schema."""
    family = assessment.family
    return {
        "beliefs": [_beliefs_data(game, assessment.beliefs, player) for player in (0, 1)],
        "family": None if family is None else [_plan_data(family[player]) for player in (0, 1)],
    }


def beliefs_from_data(data: Any, game: ExtensiveGame) -> Beliefs:
    """Return the beliefs that the ``beliefs`` part of a file describes.

    Raises
    ------
    ModelError
        The message names the place.
    """
    paths = _Paths(game)
    probability = np.full(len(game), Fraction(0), dtype=object)
    for player, item, row, where in _information_sets(data, game, "beliefs"):
        infoset, seen = int(game.sequences[player].infosets[row]), set[int]()
        for entry in _nodes(item, where):
            node = paths.follow(entry.get("path"), where)
            if game.infoset[node] != infoset:
                raise ModelError(f"{where}: {_place(game, node)} is not in this information set")
            if node in seen:
                raise ModelError(f"{where}: {_place(game, node)} comes twice")
            seen.add(node)
            probability[node] = exact_number(entry.get("probability"), where)
    return Beliefs(game, probability)


def family_from_data(data: Any, game: ExtensiveGame) -> EpsilonFamily:
    """Return the family that the ``family`` part of a file describes.

    Raises
    ------
    ModelError
        The message names the place.
    """
    weights = [[[Fraction(int(k == 0))] for k in range(len(sequences.index))] for sequences in game.sequences]
    for player, item, row, where in _information_sets(data, game, "family"):
        index = game.sequences[player].index
        start = int(index.first_sequence[row])
        for place, coefficients in _weights(item, index, row, where):
            weights[player][start + place] = [exact_number(value, where) for value in coefficients]
    first, second = (
        _plan(data[player], sequences.index, weights[player]) for player, sequences in enumerate(game.sequences)
    )
    return EpsilonFamily((first, second))


def _plan(data: Mapping[str, Any], index: SequenceIndex, weights: list[list[Fraction]]) -> PlanFamily:
    if "denominator" not in data:
        return PlanFamily(index, _polynomials(weights))
    where, coefficients = f"family, player {index.player + 1}, denominator", data["denominator"]
    if not isinstance(coefficients, list) or not coefficients:
        raise ModelError(f"{where}: a list of coefficients expected")
    weights[0] = [exact_number(value, where) for value in coefficients]
    return RationalPlanFamily(index, _polynomials(weights))


def _beliefs_data(game: ExtensiveGame, beliefs: Beliefs, player: int) -> dict[str, Any]:
    sequences = game.sequences[player]
    nodes_of: dict[int, list[int]] = {}
    for node in np.flatnonzero((game.player == player) & np.asarray(beliefs.probability > 0, dtype=bool)).tolist():
        nodes_of.setdefault(int(game.infoset[node]), []).append(node)
    sets = []
    for row in sequences.index.order.tolist():
        nodes = [
            {"path": list(game.path(node)), "probability": write_rational(Fraction(beliefs.probability[node]))}
            for node in nodes_of[int(sequences.infosets[row])]
        ]
        sets.append({"label": sequences.index.infoset_names[row], "nodes": nodes})
    return {"information_sets": sets}


def _plan_data(plan: PlanFamily) -> dict[str, Any]:
    index, orders = plan.index, [part.to_fractions() for part in plan.weights.coefficients]
    sets = []
    for row in index.order.tolist():
        start, stop = index.first_sequence[row : row + 2].tolist()
        weights = [_trimmed([order[sequence] for order in orders]) for sequence in range(start, stop)]
        names = list(index.action_names[row])
        sets.append({"label": index.infoset_names[row], "actions": names, "weights": weights})
    if isinstance(plan, RationalPlanFamily):
        return {"denominator": _trimmed([order[0] for order in orders]), "information_sets": sets}
    return {"information_sets": sets}


def _trimmed(coefficients: list[Fraction]) -> list[str]:
    used = max((k for k, value in enumerate(coefficients) if value), default=0)
    return [write_rational(value) for value in coefficients[: used + 1]]


def _nodes(item: Mapping[str, Any], where: str) -> list[Mapping[str, Any]]:
    nodes = item.get("nodes")
    if not isinstance(nodes, list) or not all(isinstance(entry, Mapping) for entry in nodes):
        raise ModelError(f'{where}: "nodes" has to list objects with "path" and "probability"')
    return nodes


def _weights(item: Mapping[str, Any], index: SequenceIndex, row: int, where: str) -> list[tuple[int, list[Any]]]:
    places, weights = action_places(item.get("actions"), index, row, where), item.get("weights")
    if (
        not isinstance(weights, list)
        or not all(isinstance(part, list) and part for part in weights)
        or len(weights) != len(places)
    ):
        raise ModelError(f'{where}: "weights" has to list {len(places)} lists of coefficients, that of ε^0 first')
    return list(zip(places, weights, strict=True))


def _place(game: ExtensiveGame, node: int) -> str:
    return f"the node at {' > '.join(game.path(node)) or 'the root'}"


class _Paths:
    """Paths of action names, followed from the root."""

    def __init__(self, game: ExtensiveGame) -> None:
        self._game = game
        self._numbers: dict[int, dict[str, int]] = {}

    def follow(self, path: Any, where: str) -> int:
        """Return the node at the end of a path."""
        if not isinstance(path, list) or not all(isinstance(action, str) for action in path):
            raise ModelError(f'{where}: "path" has to list the names of the actions that lead to the node')
        game, node = self._game, 0
        for action in path:
            numbers = self._at(int(game.infoset[node]))
            if action not in numbers:
                raise ModelError(f"{where}: there is no action {shown_value(action)} at {_place(game, node)}")
            node = int(game.first_child[node]) + numbers[action]
        return node

    def _at(self, infoset: int) -> dict[str, int]:
        if infoset < 0:
            return {}
        if infoset not in self._numbers:
            self._numbers[infoset] = {name: k for k, name in enumerate(self._game.action_names[infoset])}
        return self._numbers[infoset]


def _polynomials(coefficients: list[list[Fraction]]) -> PolynomialArray:
    for part in coefficients:
        while len(part) > 1 and part[-1] == 0:
            part.pop()
    degree = max(map(len, coefficients)) - 1
    if degree * len(coefficients) > MOST_COEFFICIENTS:
        raise ModelError(f"family: polynomials of degree {degree:,}, which no tremble of this game needs")
    orders = range(max(map(len, coefficients)))
    padded = [[part[k] if k < len(part) else Fraction(0) for part in coefficients] for k in orders]
    return PolynomialArray(tuple(ExactArray.of(order) for order in padded))


def _information_sets(data: Any, game: ExtensiveGame, what: str) -> Iterator[tuple[int, Mapping[str, Any], int, str]]:
    """Yield every information set's player, object, row, and place in words; each of the game's comes once."""
    if not isinstance(data, list) or len(data) != 2:
        raise ModelError(f'"{what}" is a list of two objects, one for each player')
    for player in (0, 1):
        index = game.sequences[player].index
        yield from ((player, *found) for found in _sets_of(data[player], index, f"{what} of player {player + 1}"))


def _sets_of(data: Any, index: SequenceIndex, what: str) -> Iterator[tuple[Mapping[str, Any], int, str]]:
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


def write_assessment(game: ExtensiveGame, assessment: Assessment, path: str | Path) -> None:
    """Write an assessment to a JSON file; an existing file is replaced only when all of it is written."""
    data = {"players": profile_data(game, assessment.profile), **assessment_data(game, assessment)}
    write_whole(Path(path), to_json(data))


def read_assessment(path: str | Path, game: ExtensiveGame) -> Assessment | None:
    """Read the assessment of a game that a profile's JSON file may hold.

    Returns
    -------
    Assessment or None
        None if the file has neither ``beliefs`` nor ``family``. A family alone brings its own beliefs.

    Raises
    ------
    ParseError
        If the file is not JSON.
    ModelError
        If profile, beliefs or family are not of this game; the message names the place.
    """
    data = json_file(Path(path))
    if not isinstance(data, Mapping) or (data.get("beliefs") is None and data.get("family") is None):
        return None
    try:
        with memory_errors_named(str(path)):
            return _assessment(data, game)
    except ModelError as error:
        raise ModelError(f"{path}: {error}") from None


def _assessment(data: Mapping[str, Any], game: ExtensiveGame) -> Assessment:
    profile = profile_from_data(data, game)
    family = None if data.get("family") is None else family_from_data(data["family"], game)
    if family is not None and data.get("beliefs") is None:
        return Assessment(profile, beliefs_of(game, family), family)
    return Assessment(profile, beliefs_from_data(data["beliefs"], game), family)
