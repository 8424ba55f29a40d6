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
from seqform.io.json_values import action_places, errors_located, exact_number, json_file, to_json
from seqform.io.load import load
from seqform.io.profiles import (
    gambit_lines,
    in_order_of_players,
    information_sets,
    names_in,
    numbered,
    profile_data,
    profile_from_data,
)
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import SequenceIndex
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
    whole, game = json_file(Path(path)), load(game)
    with errors_located(path):
        data = numbered(whole, number)
    if not isinstance(data, Mapping) or (
        data.get("beliefs") is None and data.get("family") is None
    ):
        return None
    with errors_located(path):
        profile = profile_from_data(data, game)
        family = None
        if data.get("family") is not None:
            family = family_from_data(_by_players(data, "family", game), game)
            if data.get("beliefs") is None:
                return Assessment(profile, beliefs_of(game, family), family)
        return Assessment(
            profile, beliefs_from_data(_by_players(data, "beliefs", game), game), family
        )


def _by_players(data: Mapping[str, Any], part: str, game: ExtensiveGame) -> Any:
    """Return a part of a file that lists an object for each player in the order of the game.

    An object without a name is of the player at its place in ``players``. What is no list of two is returned as it is.
    """
    items = data[part]
    if not isinstance(items, list) or len(items) != 2:
        return items
    names = [
        own if isinstance(own, str) else listed
        for own, listed in zip(names_in(items), names_in(data.get("players")), strict=True)
    ]
    return in_order_of_players(items, names, game)


def assessment_data(game: ExtensiveGame, assessment: Assessment) -> dict[str, Any]:
    """Return the ``beliefs`` and ``family`` parts of the schema."""
    family = assessment.family
    return {
        "beliefs": [_beliefs_data(game, assessment.beliefs, player) for player in (0, 1)],
        "family": None
        if family is None
        else [_plan_data(game.players[player], family[player]) for player in (0, 1)],
    }


def beliefs_from_data(data: Any, game: ExtensiveGame) -> Beliefs:
    """Return the beliefs that the ``beliefs`` part of a file describes, its objects in the order of the players."""
    numbers = cache(lambda infoset: {name: k for k, name in enumerate(game.action_names[infoset])})
    probability = np.full(len(game), Fraction(0), dtype=object)
    for player, item, row, where in _sets_of_both(data, game, "beliefs"):
        infoset, seen = int(game.sequences[player].infosets[row]), set[int]()
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
    weights = [
        [[Fraction(int(k == 0))] for k in range(len(sequences.index))]
        for sequences in game.sequences
    ]
    for player, item, row, where in _sets_of_both(data, game, "family"):
        index = game.sequences[player].index
        start = int(index.first_sequence[row])
        for place, coefficients in _weights(item, index, row, where):
            weights[player][start + place] = [exact_number(value, where) for value in coefficients]
    first, second = (
        _plan(data[player], sequences.index, weights[player])
        for player, sequences in enumerate(game.sequences)
    )
    return EpsilonFamily((first, second))


def _plan(
    data: Mapping[str, Any], index: SequenceIndex, weights: list[list[Fraction]]
) -> PlanFamily:
    if "denominator" not in data:
        return PlanFamily(index, _polynomials(weights), _mixture(data.get("mixed"), index))
    where, coefficients = f"family, player {index.player + 1}, denominator", data["denominator"]
    if not isinstance(coefficients, list) or not coefficients:
        raise ModelError(f"{where}: a list of coefficients expected")
    weights[0] = [exact_number(value, where) for value in coefficients]
    return RationalPlanFamily(index, _polynomials(weights))


def _mixture(data: Any, index: SequenceIndex) -> Mixture | None:
    if data is None:
        return None
    where = f"family, player {index.player + 1}, mixed"
    if (
        not isinstance(data, list)
        or not data
        or not all(isinstance(item, Mapping) for item in data)
    ):
        raise ModelError(f'{where}: a list of objects with "strategy" and "weights" expected')
    places = {name: place for place, name in enumerate(index.names)}
    rows, columns, weights = list[int](), list[int](), list[list[Fraction]]()
    for row, item in enumerate(data):
        names, coefficients, here = (
            item.get("strategy"),
            item.get("weights"),
            f"{where}, strategy number {row + 1}",
        )
        if not isinstance(names, list) or not all(
            isinstance(name, str) and name in places for name in names
        ):
            raise ModelError(f'{here}: "strategy", a list of sequences of the game, expected')
        if not isinstance(coefficients, list) or not coefficients:
            raise ModelError(
                f'{here}: "weights", a list of coefficients, that of ε^0 first, expected'
            )
        played = sorted({0, *(places[name] for name in names)})
        rows += [row] * len(played)
        columns += played
        weights.append([exact_number(value, here) for value in coefficients])
    ones = ExactArray.ones(len(rows))
    shape = (len(weights), len(index))
    return Mixture(
        ExactMatrix.from_entries(
            shape, np.array(rows, dtype=np.int64), np.array(columns, dtype=np.int64), ones
        ),
        _polynomials(weights),
    )


def _beliefs_data(game: ExtensiveGame, beliefs: Beliefs, player: int) -> dict[str, Any]:
    sequences = game.sequences[player]
    nodes_of: dict[int, list[int]] = {}
    for node in np.flatnonzero(
        (game.player == player) & np.asarray(beliefs.probability > 0, dtype=bool)
    ).tolist():
        nodes_of.setdefault(int(game.infoset[node]), []).append(node)
    sets = []
    for row in sequences.index.order.tolist():
        nodes = [
            {
                "path": list(game.path(node)),
                "probability": write_rational(Fraction(beliefs.probability[node])),
            }
            for node in nodes_of[int(sequences.infosets[row])]
        ]
        sets.append({"label": sequences.index.infoset_names[row], "nodes": nodes})
    return {"name": game.players[player], "information_sets": sets}


def _plan_data(name: str, plan: PlanFamily) -> dict[str, Any]:
    index, orders = plan.index, [part.to_fractions() for part in plan.weights.coefficients]
    sets = []
    for row in index.order.tolist():
        start, stop = index.first_sequence[row : row + 2].tolist()
        weights = [
            _trimmed([order[sequence] for order in orders]) for sequence in range(start, stop)
        ]
        names = list(index.action_names[row])
        sets.append({"label": index.infoset_names[row], "actions": names, "weights": weights})
    more: dict[str, Any] = (
        {} if plan.mixture is None else {"mixed": _mixture_data(index, plan.mixture)}
    )
    more |= (
        {"denominator": _trimmed([order[0] for order in orders])}
        if isinstance(plan, RationalPlanFamily)
        else {}
    )
    return {"name": name, "information_sets": sets, **more}


def _mixture_data(index: SequenceIndex, mixture: Mixture) -> list[dict[str, Any]]:
    pure, orders = (
        mixture.strategies,
        [part.to_fractions() for part in mixture.weights.coefficients],
    )
    return [
        {
            "strategy": [
                index.names[sequence] for sequence in pure.columns[start + 1 : stop].tolist()
            ],
            "weights": _trimmed([order[row] for order in orders]),
        }
        for row, (start, stop) in enumerate(pairwise(pure.row_start.tolist()))
    ]


def _trimmed(coefficients: list[Fraction]) -> list[str]:
    used = max((k for k, value in enumerate(coefficients) if value), default=0)
    return [write_rational(value) for value in coefficients[: used + 1]]


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
    places, weights = action_places(item.get("actions"), index, row, where), item.get("weights")
    lists = isinstance(weights, list) and all(isinstance(part, list) and part for part in weights)
    if not isinstance(weights, list) or not lists or len(weights) != len(places):
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
        number = None if game.infoset[node] < 0 else numbers(int(game.infoset[node])).get(action)
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
    return PolynomialArray(
        tuple(map(ExactArray.of, zip_longest(*coefficients, fillvalue=Fraction(0))))
    )


def _sets_of_both(
    data: Any, game: ExtensiveGame, what: str
) -> Iterator[tuple[int, Mapping[str, Any], int, str]]:
    """Yield every information set's player, object, row, and place in words; each of the game's comes once."""
    if not isinstance(data, list) or len(data) != 2:
        raise ModelError(f'"{what}" is a list of two objects, one for each player')
    for player in (0, 1):
        for found in information_sets(
            data[player], game.sequences[player].index, f"{what} of player {player + 1}"
        ):
            yield (player, *found)
