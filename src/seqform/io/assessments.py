"""Assessments as JSON: beliefs and a family in ε beside the profile in the same file.

`assessment_data` adds to the schema of `seqform.io.equilibria`:

- ``beliefs``: a list of two, one for each player, of objects with ``name`` and ``information_sets``, a list in the
  order of the profile's, each with ``label`` and ``nodes``, a list of objects with ``path``, the actions that lead from
  the root to the node, and ``probability``, a string such as "1/3". Nodes that are not listed have probability 0.
  Actions are named as in ``actions`` of the profile; chance's by their labels, with "#k" (k from 1) added where labels
  are equal.
- ``family``: null, or a list of two, one for each player, of objects with ``name`` and ``information_sets``, each with
  ``label``, ``actions`` and ``weights``: for every action the coefficients of ε^0, ε^1, ... of the realization weight
  of the sequence that the action ends, as strings; zeros at the end may be left out. The empty sequence has weight 1;
  where there is a ``denominator``, a list of coefficients, all weights are to be divided by that polynomial. ``mixed``,
  of families that prove properness where plans do not determine mixed strategies: a list of objects with ``strategy``,
  a reduced pure strategy as the list of its sequences, and ``weights``, the coefficients of its weight.

An assessment to be read needs ``players`` and ``beliefs``; ``family`` may be absent. So may be ``name``: beliefs and
family without it are in the order of ``players``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import pairwise, zip_longest
from pathlib import Path
from typing import Any

import numpy as np

from seqform.errors import ModelError
from seqform.io.json_values import (
    action_places,
    errors_located,
    exact_number,
    field_of,
    json_file,
    numbered,
    to_json,
)
from seqform.io.load import load
from seqform.io.profiles import (
    gambit_lines,
    in_order_of_players,
    information_sets,
    names_in,
    profile_data,
    profile_from_data,
)
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import SequenceIndex, player_label
from seqform.models.numbers.exact import ExactArray, ExactMatrix
from seqform.models.numbers.polynomials import PolynomialArray
from seqform.models.numbers.text import write_rational
from seqform.models.strategies.assessment import (
    Assessment,
    Beliefs,
    EpsilonFamily,
    Mixture,
    PlanFamily,
    RationalPlanFamily,
    beliefs_of,
)
from seqform.system.files import write_whole
from seqform.system.foreign_files import shown_value

MOST_COEFFICIENTS = 10**8
"""Bound on the number of coefficients of a family that is read."""


def write_assessment(game: ExtensiveGame, assessment: Assessment, path: str | Path) -> None:
    """Write an assessment to a JSON file; an existing file is replaced only when all of it is written."""
    data = {"players": profile_data(game, assessment.profile), **assessment_data(game, assessment)}
    write_whole(Path(path), to_json(data))


def read_assessment(path: str | Path, game: Any, *, number: int | None = None) -> Assessment | None:
    """Read the assessment of a game that a profile's JSON file may hold.

    `number` is that of the equilibrium, from 1, in a file of several.

    Returns None if the file has neither ``beliefs`` nor ``family``, or has lines as Gambit's programs print them. A
    family alone brings its own beliefs.

    Raises ParseError if the file is not JSON. Raises ModelError if profile, beliefs or family are not of this game; the
    message names the place.
    """
    if gambit_lines(Path(path)):
        return None
    content = json_file(Path(path))
    tree = load(game)
    with errors_located(path):
        data = numbered(content, number)
        has_family = field_of(data, "family") is not None
        has_beliefs = field_of(data, "beliefs") is not None
        if not has_family and not has_beliefs:
            return None

        profile = profile_from_data(data, tree)
        family = None
        if has_family:
            family = family_from_data(_by_players(data, "family", tree), tree)
            if not has_beliefs:
                return Assessment(profile, beliefs_of(tree, family), family)
        beliefs = beliefs_from_data(_by_players(data, "beliefs", tree), tree)
        return Assessment(profile, beliefs, family)


def read_beliefs(path: str | Path, game: ExtensiveGame) -> Beliefs | Mapping[str, Any]:
    """Read beliefs from a JSON file: those of an assessment, of all sets, or a mapping as `seqform.check` takes it.

    The mapping, from information sets to probabilities by node, is the whole file or its ``beliefs``.
    """
    data = json_file(Path(path))
    with errors_located(path):
        beliefs = field_of(data, "beliefs")
        if isinstance(beliefs, list):
            return beliefs_from_data(_by_players(data, "beliefs", game), game)
        if beliefs is None and field_of(data, "family") is not None:
            family = family_from_data(_by_players(data, "family", game), game)
            return beliefs_of(game, family)
        if beliefs is None:
            beliefs = data
        is_profile = isinstance(beliefs, Mapping) and "players" in beliefs
        if is_profile or not isinstance(beliefs, Mapping):
            raise ModelError(
                'no beliefs: a mapping such as {"set": {"node": "1/2"}}, or "beliefs" of an assessment expected'
            )
        return beliefs


def _by_players(data: Mapping[str, Any], part: str, game: ExtensiveGame) -> Any:
    """Return a part of a file that lists an object for each player in the order of the game.

    An object without a name is of the player at its place in ``players``. What is no list of two is returned as it is.
    """
    items = data[part]
    if not isinstance(items, list) or len(items) != 2:
        return items
    names = list(names_in(data.get("players")))
    for place, name in enumerate(names_in(items)):
        if isinstance(name, str):
            names[place] = name
    return in_order_of_players(items, names, game)


def assessment_data(game: ExtensiveGame, assessment: Assessment) -> dict[str, Any]:
    """Return the ``beliefs`` and ``family`` parts of the schema."""
    beliefs = [_beliefs_data(game, assessment.beliefs, player) for player in (0, 1)]
    family = None
    if assessment.family is not None:
        family = list(map(_plan_data, game.players, assessment.family))
    return {"beliefs": beliefs, "family": family}


def beliefs_from_data(data: Any, game: ExtensiveGame) -> Beliefs:
    """Return the beliefs that the ``beliefs`` part of a file describes, its objects in the order of the players."""

    @cache
    def numbers(infoset: int) -> dict[str, int]:
        return {name: number for number, name in enumerate(game.action_names[infoset])}

    probability = np.full(len(game), Fraction(0), dtype=object)
    for player, item, row, where in _sets_of_both(data, game, "beliefs"):
        infoset = int(game.sequences[player].infosets[row])
        seen = set[int]()
        for entry in _nodes(item, where):
            node = _node(game, entry.get("path"), numbers, where)
            if game.infoset[node] != infoset:
                raise ModelError(f"{where}: {_place(game, node)} is not in this information set")
            if node in seen:
                raise ModelError(f"{where}: {_place(game, node)} comes twice")
            seen.add(node)
            probability[node] = exact_number(entry.get("probability"), where)
    return Beliefs(game, probability)


def family_from_data(data: Any, game: ExtensiveGame) -> EpsilonFamily:
    """Return the family that the ``family`` part of a file describes, its objects in the order of the players."""
    weights: list[list[list[Fraction]]] = []
    for sequences in game.sequences:
        others = [[Fraction(0)] for _ in range(len(sequences.index) - 1)]
        weights.append([[Fraction(1)], *others])  # 1 of the empty sequence
    for player, item, row, where in _sets_of_both(data, game, "family"):
        index = game.sequences[player].index
        start = int(index.first_sequence[row])
        for place, coefficients in _weights(item, index, row, where):
            weights[player][start + place] = [exact_number(value, where) for value in coefficients]
    first = _plan(data[0], game.sequences[0].index, weights[0])
    second = _plan(data[1], game.sequences[1].index, weights[1])
    return EpsilonFamily((first, second))


def _plan(
    data: Mapping[str, Any], index: SequenceIndex, weights: list[list[Fraction]]
) -> PlanFamily:
    if "denominator" not in data:
        return PlanFamily(index, _polynomials(weights), _mixture(data.get("mixed"), index))

    where = f"family, {player_label(index.player)}, denominator"
    coefficients = data["denominator"]
    if not isinstance(coefficients, list) or not coefficients:
        raise ModelError(f"{where}: a list of coefficients expected")
    weights[0] = [exact_number(value, where) for value in coefficients]
    return RationalPlanFamily(index, _polynomials(weights))


def _mixture(data: Any, index: SequenceIndex) -> Mixture | None:
    if data is None:
        return None
    where = f"family, {player_label(index.player)}, mixed"
    is_list = isinstance(data, list) and len(data) > 0
    if not is_list or not all(isinstance(item, Mapping) for item in data):
        raise ModelError(f'{where}: a list of objects with "strategy" and "weights" expected')

    # The matrix has a row for each pure strategy, with ones at its sequences, the empty one among them.
    places = {name: place for place, name in enumerate(index.names)}
    rows: list[int] = []
    columns: list[int] = []
    weights: list[list[Fraction]] = []
    for row, item in enumerate(data):
        place = f"{where}, strategy number {row + 1}"
        played = {0, *_sequences(item.get("strategy"), places, place)}
        rows += [row] * len(played)
        columns += sorted(played)

        coefficients = item.get("weights")
        if not isinstance(coefficients, list) or not coefficients:
            raise ModelError(
                f'{place}: "weights", a list of coefficients, that of ε^0 first, expected'
            )
        weights.append([exact_number(value, place) for value in coefficients])
    pure = ExactMatrix.from_entries(
        (len(weights), len(index)),
        np.array(rows, dtype=np.int64),
        np.array(columns, dtype=np.int64),
        ExactArray.ones(len(rows)),
    )
    return Mixture(pure, _polynomials(weights))


def _sequences(names: Any, places: Mapping[str, int], where: str) -> list[int]:
    """Return the places of the sequences of a pure strategy."""
    if isinstance(names, list):
        sequences = [places[name] for name in names if isinstance(name, str) and name in places]
        if len(sequences) == len(names):
            return sequences
    raise ModelError(f'{where}: "strategy", a list of sequences of the game, expected')


def _beliefs_data(game: ExtensiveGame, beliefs: Beliefs, player: int) -> dict[str, Any]:
    sequences = game.sequences[player]
    is_believed = np.asarray(beliefs.probability > 0, dtype=bool)
    nodes_of: dict[int, list[dict[str, Any]]] = {}
    for node in np.flatnonzero((game.player == player) & is_believed).tolist():
        probability = write_rational(Fraction(beliefs.probability[node]))
        entry = {"path": list(game.path(node)), "probability": probability}
        nodes_of.setdefault(int(game.infoset[node]), []).append(entry)

    sets = []
    for row in sequences.index.order.tolist():
        nodes = nodes_of[int(sequences.infosets[row])]
        sets.append({"label": sequences.index.infoset_names[row], "nodes": nodes})
    return {"name": game.players[player], "information_sets": sets}


def _plan_data(name: str, plan: PlanFamily) -> dict[str, Any]:
    index = plan.index
    weight_of = _polynomials_data(plan.weights)
    sets = []
    for row in index.order.tolist():
        start, stop = index.first_sequence[row : row + 2].tolist()
        names = list(index.action_names[row])
        weights = weight_of[start:stop]
        sets.append({"label": index.infoset_names[row], "actions": names, "weights": weights})

    data: dict[str, Any] = {"name": name, "information_sets": sets}
    if plan.mixture is not None:
        data["mixed"] = _mixture_data(index, plan.mixture)
    if isinstance(plan, RationalPlanFamily):
        data["denominator"] = weight_of[0]
    return data


def _mixture_data(index: SequenceIndex, mixture: Mixture) -> list[dict[str, Any]]:
    pure = mixture.strategies
    data = []
    bounds = pairwise(pure.row_start.tolist())
    for weights, (start, stop) in zip(_polynomials_data(mixture.weights), bounds, strict=True):
        sequences = pure.columns[start + 1 : stop].tolist()  # the first one is the empty sequence
        names = [index.names[sequence] for sequence in sequences]
        data.append({"strategy": names, "weights": weights})
    return data


def _polynomials_data(polynomials: PolynomialArray) -> list[list[str]]:
    """Return the coefficients of each polynomial, that of ε^0 first, without zeros at the end."""
    orders = [coefficients.to_fractions() for coefficients in polynomials.coefficients]
    data = []
    for coefficients in zip(*orders, strict=True):
        used = list(coefficients)
        while len(used) > 1 and used[-1] == 0:
            used.pop()
        data.append(list(map(write_rational, used)))
    return data


def _nodes(item: Mapping[str, Any], where: str) -> list[Mapping[str, Any]]:
    nodes = item.get("nodes")
    if not isinstance(nodes, list) or not all(isinstance(entry, Mapping) for entry in nodes):
        raise ModelError(
            f'{where}: "nodes", a list of objects with "path" and "probability", expected'
        )
    return nodes


def _weights(
    item: Mapping[str, Any], index: SequenceIndex, row: int, where: str
) -> list[tuple[int, list[Any]]]:
    """Return the places of an information set's actions, from 0, with their coefficients."""
    places = action_places(item.get("actions"), index, row, where)
    weights: Any = item.get("weights")
    is_complete = isinstance(weights, list) and len(weights) == len(places)
    if not is_complete or not all(isinstance(part, list) and part for part in weights):
        raise ModelError(
            f'{where}: "weights", {len(places)} lists of coefficients, that of ε^0 first, expected'
        )
    return list(zip(places, weights, strict=True))


def _place(game: ExtensiveGame, node: int) -> str:
    return f"the node at {' > '.join(game.path(node)) or 'the root'}"


def _node(
    game: ExtensiveGame, path: Any, numbers: Callable[[int], dict[str, int]], where: str
) -> int:
    """Return the node at the end of a path; `numbers` gives the actions at an information set by name."""
    if not isinstance(path, list) or not all(isinstance(action, str) for action in path):
        raise ModelError(
            f'{where}: "path", a list of the names of the actions that lead to the node, expected'
        )
    node = 0
    for action in path:
        number = None
        infoset = int(game.infoset[node])
        if infoset >= 0:  # the game goes on here
            number = numbers(infoset).get(action)
        if number is None:
            raise ModelError(
                f"{where}: there is no action {shown_value(action)} at {_place(game, node)}"
            )
        node = int(game.first_child[node]) + number
    return node


def _polynomials(coefficients: list[list[Fraction]]) -> PolynomialArray:
    for part in coefficients:
        while len(part) > 1 and part[-1] == 0:
            part.pop()
    length = max(map(len, coefficients))
    if (length - 1) * len(coefficients) > MOST_COEFFICIENTS:
        raise ModelError(
            f"family: polynomials of degree {length - 1:,}, which no tremble of this game needs"
        )
    orders = zip_longest(*coefficients, fillvalue=Fraction(0))
    return PolynomialArray(tuple(map(ExactArray.of, orders)))


def _sets_of_both(
    data: Any, game: ExtensiveGame, what: str
) -> Iterator[tuple[int, Mapping[str, Any], int, str]]:
    """Yield every information set's player, object, row, and place in words; each of the game's comes once."""
    if not isinstance(data, list) or len(data) != 2:
        raise ModelError(f'"{what}" is a list of two objects, one for each player')
    for player, item in enumerate(data):
        index = game.sequences[player].index
        for place in information_sets(item, index, f"{what} of {player_label(player)}"):
            yield (player, *place)
