"""Traces of Lemke's algorithm on a game, pivot by pivot, with the game's names."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from seqform.backends.lemke.backend import lemke_options, limits, raw_solution
from seqform.backends.lemke.engine import TABLEAU_UNTIL_LOADED, follow_path
from seqform.backends.lemke.exact_basis import ExactBasis
from seqform.backends.protocol import SolveOptions, portable_options
from seqform.builders.forms.sequence_form import sequence_form
from seqform.builders.programs.lcp import GameLcp
from seqform.io.load import load
from seqform.models.answers.trace import Trace, TraceRow
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.programs.solutions import ComplementaryPath, PathStart, Termination
from seqform.models.strategies.behavior import RealizationPlans
from seqform.paths.game_paths import first_basis
from seqform.solving.concepts import Formulation
from seqform.solving.pipeline import game_lcp
from seqform.solving.request import Progress
from seqform.solving.starts import Initial, Start, starting_plans


def trace(
    game: ExtensiveGame | str | Path | Any,
    *,
    start: Start = "centroid",
    path_start: PathStart | Initial = "slacks",
    formulation: Formulation = "sequence-form",
    options: SolveOptions | Mapping[str, Any] | None = None,
    points: bool = False,
    progress: Progress | None = None,
) -> Trace:
    """Follow the path from a start, and return every pivot with the entering and leaving variables and its point.

    Parameters
    ----------
    start : "centroid", "random:SEED", the path of a profile's JSON file, a profile or plans
        (p, q).
    path_start : "slacks", "best-response" or PathStart
        The first basis: the slacks, after which pivots that do not move (x̄, ȳ) bring u' and v' in; one of best
        responses, where the path leaves (p, q) at once; or any other, such as the `end` of another start's path.
    options : SolveOptions, or a mapping of its fields, optional
        With the options of the backend "lemke" in ``raw``.
    points : bool
        Compute (x̄, ȳ) and z0 after every pivot, exactly: a linear system each.
    progress : callable, optional
        Called with short progress messages.

    Returns
    -------
    Trace
        After Ctrl-C, or at a limit, of the path so far.

    References
    ----------
    von Stengel, van den Elzen & Talman, Econometrica 70 (2002), sections 3, 4 and 7.

    Examples
    --------
    >>> found = trace("vsvet-figure-1", path_start="best-response", points=True)
    >>> for row in found.rows[1:]:
    ...     print(row.pivots, row.entering, "enters,", row.leaving, "leaves, z0 =", row.z0)
    1 x ∅ enters, r after R T leaves, z0 = 2/3
    2 x after R T enters, x after R S leaves, z0 = 2/3
    3 r after R S enters, z0 leaves, z0 = 0
    """
    options = portable_options(options)
    if options.progress is None:
        options = replace(options, progress=progress)
    own = lemke_options(options)
    game = load(game, progress=progress)
    form = sequence_form(game).target
    plans = starting_plans(game, form, start)
    lcp = game_lcp(form, formulation)
    problem = lcp.problem(plans)
    first = path_start if isinstance(path_start, PathStart) else first_basis(lcp, plans, path_start)
    began = time.perf_counter()
    small = own.engine == "auto" and len(problem) <= TABLEAU_UNTIL_LOADED
    engine = "tableau" if small else own.engine  # the z0 of the tableau is exact
    end = follow_path(problem, own.rule, limits(options, own), first, engine)
    raw = raw_solution(end, own, time.perf_counter() - began)
    rows = _rows(end.path)
    if points:
        deadline = math.inf if options.time_limit is None else began + options.time_limit
        rows, cut_short = _with_points(rows, lcp, plans, end.path, deadline, options.progress)
        if cut_short is not None:
            status = f"{cut_short} while its points were computed; {raw.status}"
            raw = replace(raw, termination=cut_short, status=status)
    name = str(start) if isinstance(start, str | Path) else "given plans"
    return Trace(game, plans, name, formulation, tuple(rows), raw)


def _rows(path: ComplementaryPath) -> list[TraceRow]:
    """Return a row for the beginning and for every pivot, with the z0 of the engine."""
    names = path.problem.variable_name
    rows = [TraceRow(0, None, None, _first_z0(path))]
    steps = zip(path.entering.tolist(), path.leaving.tolist(), path.z0, strict=True)
    for number, (entering, leaving, z0) in enumerate(steps, start=1):
        exact = z0 if isinstance(z0, Fraction) else float(z0)
        rows.append(TraceRow(number, names(entering), None if leaving < 0 else names(leaving), exact))
    return rows


def _first_z0(path: ComplementaryPath) -> Fraction | None:
    """Return z0 at the first basis; None at that of the slacks, which is feasible for a large enough z0."""
    n = len(path.problem)
    if np.array_equal(path.start, np.arange(n)):
        return None
    return ExactBasis(path.problem, path.start).point()[1] if 2 * n in path.start else Fraction(0)


def _with_points(
    rows: Sequence[TraceRow],
    lcp: GameLcp,
    start: RealizationPlans,
    path: ComplementaryPath,
    deadline: float,
    progress: Progress | None,
) -> tuple[list[TraceRow], Termination | None]:
    """Return the rows with points and exact z0 as far as time permits, and the reason for stopping early, if any."""

    def located(row: TraceRow) -> TraceRow:
        if row.z0 is None:  # with z0 = 1 the path comes to (p, q)
            return replace(row, plans=start)
        z, z0 = ExactBasis(path.problem, path.basis(row.pivots)).point()
        return replace(row, z0=z0, plans=lcp.plans_on_path(start, z, z0))

    done: list[TraceRow] = []
    try:
        for row in rows:
            if time.perf_counter() >= deadline:
                return [*done, *rows[len(done) :]], Termination.TIME_LIMIT
            if progress is not None:
                progress(f"point {len(done):,} of {len(rows):,}")
            done.append(located(row))
    except KeyboardInterrupt:
        return [*done, *rows[len(done) :]], Termination.INTERRUPTED
    return done, None
