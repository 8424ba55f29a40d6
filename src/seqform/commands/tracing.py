"""The path of Lemke's algorithm, as a table, as data, as a plot."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, cast, get_args

import typer

from seqform import api
from seqform.backends.lemke.engine import Engine
from seqform.backends.lemke.rules import Ties
from seqform.backends.options import SolveOptions
from seqform.builders.games.rules import MAX_NODES
from seqform.commands.common import (
    Game,
    Json,
    MaxNodes,
    NormalForm,
    Normalize,
    StartOption,
    formulation,
    out,
    progress,
)
from seqform.commands.file_use import OUTPUT
from seqform.errors import SolveError
from seqform.report.figure_file import require_plottable
from seqform.report.path_json import path_data, write_path
from seqform.report.path_plot import write_path_plot
from seqform.report.path_tables import path_table
from seqform.report.profile_json import to_json
from seqform.starts import Initial


def trace(
    game: Game,
    start: StartOption = None,
    points: Annotated[
        bool, typer.Option("--points", help="Show the pair of realization plans after every pivot; all numbers exact.")
    ] = False,
    initial: Annotated[
        str,
        typer.Option(
            metavar="|".join(get_args(Initial)),
            help="The first basis: slacks, with pivots that bring u' and v' in, or best responses to the start.",
        ),
    ] = "slacks",
    ties: Annotated[
        str, typer.Option(metavar="|".join(get_args(Ties)), help="What settles ties of the minimum ratio test.")
    ] = "random-column",
    no_early_exit: Annotated[
        bool,
        typer.Option("--no-early-exit", help="Let z0 leave by the pure lexicographic rule, not as soon as it can."),
    ] = False,
    engine: Annotated[
        str,
        typer.Option(
            metavar="|".join(get_args(Engine)), help="revised tells z0 in doubles, tableau exactly but slowly."
        ),
    ] = "auto",
    normal_form: NormalForm = False,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write the path to this JSON file."), OUTPUT
    ] = None,
    plot: Annotated[
        Path | None, typer.Option(help="Draw z0 along the path to this file, .svg or .png."), OUTPUT
    ] = None,
    json: Json = False,
    max_pivots: Annotated[int | None, typer.Option(help="Stop after so many pivots.")] = None,
    time_limit: Annotated[float | None, typer.Option(help="Stop after so many seconds.")] = None,
    normalize: Normalize = False,
    max_nodes: MaxNodes = MAX_NODES,
) -> None:
    """Show the path from a start to an equilibrium, pivot by pivot."""
    from seqform.tracing import trace as traced  # loads numba

    require_plottable(plot)
    rule = {"early_exit": not no_early_exit, "ties": ties, "engine": engine, "max_pivots": max_pivots}
    with progress() as told:
        found = traced(
            api.load(game, normalize=normalize, max_nodes=max_nodes, progress=told),
            start=start or "centroid",
            path_start=cast("Initial", initial),
            formulation=formulation(normal_form),
            options=SolveOptions(time_limit=time_limit, raw=rule),
            points=points,
            progress=told,
        )
    if output is not None:
        write_path(found, output)
    if plot is not None:
        write_path_plot(found, plot)
    if json:
        sys.stdout.write(to_json(path_data(found)))
    else:
        out.print(path_table(found))
    if not found.raw.solved:
        raise SolveError(f"the path was not followed to its end: {found.termination} ({found.raw.status})", found.raw)
