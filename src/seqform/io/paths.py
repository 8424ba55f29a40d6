"""Paths of Lemke's algorithm as JSON files.

The schema of the files of `write_path`, version 1:

- ``game``: as in `seqform.io.equilibria`
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
- ``returned``: whether a path followed back from an equilibrium ends at the start

Plans are two objects, of player 1 and of player 2, from the names of sequences to their weights, those of weight
zero left out. Variables are named by a letter and a name of the game: ``x`` and ``y`` by the players' sequences, as
are ``r`` and ``s``, the slacks of their best-response conditions; ``u'`` and ``v'``, their values, by information
sets, as are ``E`` and ``F``, the slacks of the equations there; ``z0`` is the artificial variable. Exact numbers are
strings such as "9/16"; others are JSON numbers.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from seqform.io.json_values import number_data, numbers_data, to_json
from seqform.io.profiles import game_data
from seqform.models.answers.trace import PathValues, Trace, TraceRow
from seqform.models.numbers.exact import ExactArray
from seqform.models.strategies.behavior import RealizationPlan, RealizationPlans
from seqform.system.files import write_whole

SCHEMA = 1


def path_data(trace: Trace) -> dict[str, Any]:
    """Return a trace as plain data, after the module's schema."""
    game, raw, path = trace.game, trace.raw, trace.path
    return {
        "schema": SCHEMA,
        "game": game_data(game),
        "formulation": trace.formulation,
        "problem": {"variables": len(path.problem)},
        "start": {"name": trace.start_name, "plans": None if trace.start is None else _plans_data(trace.start)},
        "first_basis": [path.problem.variable_name(variable) for variable in path.start.tolist()],
        "rows": [_row_data(row) for row in trace.rows],
        "termination": str(raw.termination),
        "status": raw.status,
        "solver": raw.solver,
        "seconds": raw.seconds,
        "options": dict(raw.options),
        "index": path.index if raw.solved else None,
        "returned": trace.returned,
    }


def write_path(trace: Trace, path: str | Path) -> None:
    """Write a trace to a JSON file; an existing file is replaced only when all of it is written."""
    write_whole(Path(path), to_json(path_data(trace)))


def _row_data(row: TraceRow) -> dict[str, Any]:
    return {
        "pivots": row.pivots,
        "entering": row.entering,
        "leaving": row.leaving,
        "z0": number_data(row.z0),
        "plans": None if row.plans is None else _plans_data(row.plans),
        "values": None if row.values is None else _values_data(row.values),
    }


def _values_data(values: PathValues) -> dict[str, Any]:
    targets = None if values.targets is None else _plans_data(values.targets)
    vectors = {name: numbers_data(getattr(values, name).to_fractions()) for name in ("u", "v", "r", "s")}
    return {"targets": targets, **vectors}


def _plans_data(plans: RealizationPlans) -> list[dict[str, Any]]:
    return [plan_data(plan) for plan in plans]


def plan_data(plan: RealizationPlan) -> dict[str, Any]:
    """Return the weights of a plan by the names of sequences, those of weight zero left out."""
    weights = plan.weights.to_fractions() if isinstance(plan.weights, ExactArray) else plan.weights
    return {name: number_data(weight) for name, weight in zip(plan.index.names, weights, strict=True) if weight}
