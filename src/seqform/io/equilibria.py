"""Equilibria, and paths of Lemke's algorithm, as JSON files.

The schema of the files of `write_equilibrium`, version 2:

- ``game``: ``title``, ``players``, ``nodes``, ``constant_sum`` (a string such as "0", or null), ``note``
- ``concept``, ``backend``: those of the call
- ``players``: one object each with ``name``, ``value`` and ``information_sets``, a list in the
  order in which a depth-first, left-to-right walk of the tree first meets them, each with
  ``label``, ``actions``, ``probabilities``, ``reach``, and ``filled`` (true where the solver's
  plan leaves behavior open and a best response was filled in)
- ``values``, ``certificate``: ``exact``, ``values``, ``best_response_values``, ``regrets``, ``nash_conv``,
  ``exploitability`` (null unless constant-sum), ``checks``, ``note``; ``claims``, each "proven", "within tolerance",
  "no", "not proven" or "open"; ``undecided``, where some are open, the reasons by check; the further figures of a
  claim, pairs by name; and ``stored``, true, if it was only read
- ``witness``: null, or a list like ``players``: a completely mixed profile to which both strategies are best
  responses, the proof of normal-form perfection (`seqform.io.profiles.read_witness`)
- ``objective``: the measure by which a subgame perfect equilibrium was chosen, or null
- ``profile_set``, where all subgame perfect equilibria were found: ``pure``, whether only those without mixing; and
  ``boxes``, whose union is the set of their payoffs, each with the corners ``low`` and ``high``, pairs of numbers
- ``beliefs`` and ``family``, where there is an assessment: see `seqform.io.assessments`
- ``constraints``, where there are any: the rows, each with ``name``, ``sum``, ``bound`` and ``shadow_price``
- ``raw``: ``termination``, ``status``, ``solver``, ``objective``, ``iterations``, ``seconds``, ``options``
- ``bases``, of an answer by Lemke's algorithm: bases at which paths ended in this equilibrium, from which
  `seqform.trace` follows a path back. Each is a pair of lists of names, those of player 0's basic x and of player 1's
  basic y, as `seqform.models.programs.solutions.BasisNames`; the other basic variables are all u' and v', and the
  slacks r and s of the other names
- ``seconds``: wall-clock time by phase

Files of version 1, which are read as well, have no ``claims``; files without ``bases`` are read as well.

Numbers of an exact answer are strings such as "-1/18"; others are JSON numbers, or the strings "nan", "inf", "-inf".

The file is also a profile, which `seqform.io.profiles` reads.

The schema of an equilibrium of a graph of positions, version 2:

- ``game``: ``title``, ``players``, ``positions``, ``note``
- ``concept``: ``"subgame-perfect"``
- ``values``: the expected payoffs of the players, strings such as "-1/18"; ``profile_set``, if known, as above
- ``strategy``: one object for each position where a player moves, with ``position``, its number; ``path``, the fewest
  moves that lead there; ``player``, a name; ``actions``, the labels of all moves; and ``moves``, the positive
  probabilities by label
- ``next``: for each position, by number, a list of the positions that its moves lead to, in the order of the moves;
  empty where the game is over

Of two players the file is also a profile of the tree, which `seqform.io.profiles` reads.

The schema of the files of `write_path`, version 1:

- ``game``: as above
- ``formulation``: "sequence-form" or "normal-form"
- ``problem``: ``variables``, the number n of complementary pairs
- ``start``: ``name``, and ``plans``, (p, q), null for "ones"
- ``first_basis``: the names of the variables that are basic at the beginning, in the order of the rows
- ``rows``: one object for the beginning and one after every pivot, each with ``pivots``, their number;
  ``entering`` and ``leaving``, names of variables; ``z0``; ``plans``, (x̄, ȳ) = (x + p z0, y + q z0); and ``values``, an
  object of ``targets``, (x*, y*) = (x, y) / (1 - z0), and of lists ``u``, ``v``, ``r`` and ``s``. Absent values are
  null: ``entering`` and ``leaving`` at the beginning, ``leaving`` on a secondary ray, ``z0`` where the path comes down
  from infinity, ``plans`` and ``values`` where they were not requested
- ``termination``, ``status``, ``solver``, ``seconds``, ``options``: as reported by the solver
- ``index``: of the basis at the end, 1 or -1; null where the path was not followed to its end, or back to the start
- ``returned``: whether a path followed back from an equilibrium ends at the start; ``owned``: whether it is the path
  from the start to this equilibrium
- ``remarks``: sentences; ``others``: an object like this one for the path from every other basis of the equilibrium
- ``players`` and ``bases``, where the path ends at an equilibrium: that one, as in the files of `write_equilibrium`,
  so that the file is also a profile

Plans are two objects, of player 0 and of player 1, from the names of sequences to their weights, those of weight
zero left out. Variables are named by a letter and a name of the game: ``x`` and ``y`` by the players' sequences, as
are ``r`` and ``s``, the slacks of their best-response conditions; ``u'`` and ``v'``, their values, by information
sets, as are ``E`` and ``F``, the slacks of the equations there; ``z0`` is the artificial variable. Exact numbers are
strings such as "9/16"; others are JSON numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from seqform.io.assessments import assessment_data
from seqform.io.json_values import SCHEMA, attributes, number_data, numbers_data, to_json
from seqform.io.profiles import game_data, plan_data, profile_data
from seqform.models.answers.answer import Answer
from seqform.models.answers.certificate import Certificate
from seqform.models.answers.equilibrium import Equilibrium, PositionEquilibrium
from seqform.models.answers.trace import PathValues, Trace, TraceRow
from seqform.models.games.extensive import CHANCE
from seqform.models.games.infosets import player_label, unique_names
from seqform.models.games.positions import END, PositionGraph
from seqform.models.numbers.text import write_rational
from seqform.models.programs.solutions import BasisNames
from seqform.models.strategies.behavior import RealizationPlans
from seqform.models.strategies.constraints import ShadowPrice
from seqform.models.strategies.profile_set import PayoffSet, UtilityProfileSet
from seqform.system.files import file_path, require_kind, write_whole


def write_answer(answer: Answer, path: str | Path) -> None:
    """Write an equilibrium to a JSON file, which of a tree is also a profile for `seqform.check`; so is a device's.

    An existing file is replaced only when all of it is written.
    """
    write_whole(file_path("write_equilibrium, path", path), to_json(answer.as_dict()))


def write_equilibrium(equilibrium: Answer, path: str | Path) -> None:
    """Write an answer of `seqform.solve` to a file, by its method `save`."""
    require_kind("write_equilibrium, equilibrium", equilibrium, Answer)
    equilibrium.save(path)


def certificate_data(certificate: Certificate) -> dict[str, Any]:
    """Return the ``certificate`` part of the schema."""
    data: dict[str, Any] = {"exact": certificate.exact}
    if certificate.stored:
        data["stored"] = True
    for name in ("values", "best_response_values", "regrets"):
        data[name] = numbers_data(getattr(certificate, name))
    for name in ("nash_conv", "exploitability"):
        data[name] = number_data(getattr(certificate, name))
    data["checks"] = dict(certificate.checks)
    data["claims"] = certificate.claims
    for name in certificate.figures:
        data[name] = numbers_data(certificate.figure(name))
    if certificate.undecided:
        data["undecided"] = dict(certificate.undecided)
    data["note"] = certificate.note
    return data


def equilibrium_data(equilibrium: Equilibrium) -> dict[str, Any]:
    """Return an equilibrium as plain data, after the module's schema."""
    game = equilibrium.game
    raw = equilibrium.raw
    players = profile_data(game, equilibrium.profile)
    for player, value in zip(players, equilibrium.values, strict=True):
        player["value"] = number_data(value)

    witness = None
    if equilibrium.witness is not None:
        witness = profile_data(game, equilibrium.witness)

    evidence: dict[str, Any] = {}
    if equilibrium.assessment is not None:
        evidence |= assessment_data(game, equilibrium.assessment)
    if equilibrium.profiles is not None:
        evidence["profile_set"] = profile_set_data(equilibrium.profiles)
    if equilibrium.constraints:
        evidence["constraints"] = list(map(constraint_data, equilibrium.constraints))

    return {
        "schema": SCHEMA,
        "game": game_data(game),
        **attributes(equilibrium, "concept", "backend"),
        "objective": equilibrium.objective or None,
        "players": players,
        "values": numbers_data(equilibrium.values),
        "certificate": certificate_data(equilibrium.certificate),
        "witness": witness,
        **evidence,
        "raw": {
            "termination": str(raw.termination),
            **attributes(raw, "status", "solver"),
            "objective": number_data(raw.objective),
            **attributes(raw, "iterations", "seconds"),
            "options": dict(raw.options),
        },
        **bases_data(equilibrium.bases),
        "seconds": dict(equilibrium.seconds),
    }


def bases_data(bases: Sequence[BasisNames]) -> dict[str, Any]:
    """Return the ``bases`` part of the schema; nothing without any."""
    if not bases:
        return {}
    return {"bases": [list(map(list, basis)) for basis in bases]}


def constraint_data(row: ShadowPrice) -> dict[str, Any]:
    """Return a row of a constraint as plain data."""
    activity, side, price = map(number_data, row[1:])
    return {"name": row.name, "sum": activity, "bound": side, "shadow_price": price}


def profile_set_data(profiles: UtilityProfileSet | PayoffSet) -> dict[str, Any]:
    """Return a set of payoffs as plain data: the ``profile_set`` of the schema."""
    boxes = [
        {"low": numbers_data(box.low), "high": numbers_data(box.high)} for box in profiles.boxes
    ]
    return {"pure": profiles.pure, "boxes": boxes}


def positions_data(equilibrium: PositionEquilibrium) -> dict[str, Any]:
    """Return an equilibrium as plain data, after the module's schema."""
    strategy = equilibrium.strategy
    graph = strategy.graph
    labels = [_move_labels(graph, position) for position in range(len(graph))]
    paths = _paths(graph, labels)

    decisions = []
    for position in np.flatnonzero(graph.player >= 0).tolist():
        moves = {}
        for move, share in strategy.at(position).items():
            moves[labels[position][move]] = write_rational(share)
        decisions.append(
            {
                "position": position,
                "path": paths[position],
                "player": graph.players[int(graph.player[position])],
                "actions": list(labels[position]),
                "moves": moves,
            }
        )

    data: dict[str, Any] = {
        "schema": SCHEMA,
        "game": {
            "title": graph.title,
            "players": list(graph.players),
            "positions": len(graph),
            "note": graph.note,
        },
        "concept": equilibrium.concept,
        "values": list(map(write_rational, equilibrium.values)),
    }
    if equilibrium.profiles is not None:
        data["profile_set"] = profile_set_data(equilibrium.profiles)
    data["strategy"] = decisions
    data["next"] = [list(graph.moves(position)) for position in range(len(graph))]
    return data


def _move_labels(graph: PositionGraph, position: int) -> tuple[str, ...]:
    moves = range(len(graph.moves(position)))
    return unique_names([graph.move_label(position, move) for move in moves])


def position_sizes_data(graph: PositionGraph) -> dict[str, Any]:
    """Return the sizes of a game as plain data, and the sum of all players' payoffs, null unless it is constant."""
    counts = {}
    for player in range(len(graph.players)):
        counts[f"positions of {player_label(player)}"] = int(
            np.count_nonzero(graph.player == player)
        )

    by_player = [payoffs.to_fractions() for payoffs in graph.payoffs]
    totals = set(map(sum, zip(*by_player, strict=True)))
    constant_sum = None
    if len(totals) == 1:
        constant_sum = write_rational(Fraction(totals.pop()))
    return {
        "title": graph.title,
        "players": list(graph.players),
        "positions": len(graph),
        "leaves": int(np.count_nonzero(graph.player == END)),
        "chance nodes": int(np.count_nonzero(graph.player == CHANCE)),
        **counts,
        "note": graph.note,
        "constant_sum": constant_sum,
    }


def _paths(graph: PositionGraph, labels: list[tuple[str, ...]]) -> list[list[str]]:
    """Return for each position the labels of the fewest moves that lead there."""
    paths: dict[int, list[str]] = {0: []}
    queue = [0]
    for position in queue:  # which grows, breadth first
        for move, child in enumerate(graph.moves(position)):
            if child not in paths:
                paths[child] = [*paths[position], labels[position][move]]
                queue.append(child)
    return [paths.get(position, []) for position in range(len(graph))]


PATH_SCHEMA = 1


def path_data(trace: Trace) -> dict[str, Any]:
    """Return a trace as plain data, after the module's schema."""
    raw = trace.raw
    path = trace.path
    return {
        "schema": PATH_SCHEMA,
        "game": game_data(trace.game),
        "formulation": trace.formulation,
        "problem": {"variables": len(path.problem)},
        "start": {
            "name": trace.start_name,
            "plans": _plans_data(trace.start),
        },
        "first_basis": list(map(path.problem.variable_name, path.start.tolist())),
        "rows": list(map(_row_data, trace.rows)),
        "termination": str(raw.termination),
        **attributes(raw, "status", "solver", "seconds"),
        "options": dict(raw.options),
        "index": path.index if raw.solved else None,
        **attributes(trace, "returned", "owned"),
        "remarks": list(trace.remarks),
        "others": list(map(path_data, trace.others)),
        **_end_data(trace),
    }


def _end_data(trace: Trace) -> dict[str, Any]:
    """Return the equilibrium at the end of a path, if it has come to one, with its basis."""
    if trace.profile is None:
        return {}
    return {"players": profile_data(trace.game, trace.profile), **bases_data(trace.bases)}


def write_path(trace: Trace, path: str | Path) -> None:
    """Write a trace to a JSON file; an existing file is replaced only when all of it is written."""
    write_whole(Path(path), to_json(path_data(trace)))


def _row_data(row: TraceRow) -> dict[str, Any]:
    return {
        **attributes(row, "pivots", "entering", "leaving"),
        "z0": number_data(row.z0),
        "plans": _plans_data(row.plans),
        "values": None if row.values is None else _values_data(row.values),
    }


def _plans_data(plans: RealizationPlans | None) -> list[dict[str, Any]] | None:
    return None if plans is None else list(map(plan_data, plans))


def _values_data(values: PathValues) -> dict[str, Any]:
    data: dict[str, Any] = {"targets": _plans_data(values.targets)}
    for name in ("u", "v", "r", "s"):
        data[name] = numbers_data(getattr(values, name).to_fractions())
    return data
