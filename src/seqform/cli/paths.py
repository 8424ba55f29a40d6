"""The commands that follow Lemke paths: the trace of one, and several equilibria of one game."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, cast, get_args

import typer

from seqform.backends.lemke.backend import Engine
from seqform.backends.lemke.path import Ties
from seqform.backends.protocol import SolveOptions
from seqform.builders.games.rules import MAX_NODES
from seqform.cli.common import (
    SOLVER_OPTIONS,
    Game,
    Json,
    MaxNodes,
    NormalForm,
    Normalize,
    StartOption,
    formulation,
    out,
    progress,
    raw_options,
)
from seqform.cli.file_use import OUTPUT
from seqform.cli.show.equilibria import equilibria_data, equilibria_report, write_equilibria
from seqform.cli.show.paths import path_table, write_path_plot
from seqform.errors import SolveError
from seqform.io.figures import require_plottable
from seqform.io.json_values import to_json
from seqform.io.paths import path_data, write_path
from seqform.solving import api
from seqform.solving.starts import Initial


def equilibria(
    game: Game,
    starts: Annotated[int, typer.Option(help="The centroid and random starts, together.")] = 100,
    seed: Annotated[int, typer.Option(help="Of the first random start; the others count on from it.")] = 1,
    back: Annotated[
        bool,
        typer.Option("--back", help="Also follow every path back from the equilibria of others, until none is new."),
    ] = False,
    jobs: Annotated[int, typer.Option(help="Processes; two pay from some seconds of work on.")] = 1,
    option: Annotated[
        list[str] | None,
        typer.Option("--option", help="An option of the backend lemke, NAME=VALUE; repeatable."),
        SOLVER_OPTIONS,
    ] = None,
    time_limit: Annotated[
        float | None, typer.Option(help="Stop after so many seconds, with those found so far.")
    ] = None,
    normal_form: NormalForm = False,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write all of them to this JSON file."), OUTPUT
    ] = None,
    json: Json = False,
    everything: Annotated[bool, typer.Option("--all", help="Show all equilibria, and their strategies.")] = False,
    normalize: Normalize = False,
    max_nodes: MaxNodes = MAX_NODES,
) -> None:
    """Find equilibria from many starts, each with its index and with proof."""
    from seqform.paths import search  # loads numba

    with progress() as callback:
        found = search.equilibria(
            api.load(game, normalize=normalize, max_nodes=max_nodes, progress=callback),
            starts=starts,
            seed=seed,
            formulation=formulation(normal_form),
            back=back,
            jobs=jobs,
            options=SolveOptions(time_limit=time_limit, raw=raw_options(option)),
            progress=callback,
        )
    if output is not None:
        write_equilibria(found, output)
    if json:
        sys.stdout.write(to_json(equilibria_data(found)))
    else:
        out.print(equilibria_report(found, everything=everything))
    if found.stopped == "interrupted":
        raise KeyboardInterrupt
    if found.stopped:
        raise SolveError(f"stopped at the {found.stopped} after {found.starts:,} starts; those found are above")


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
        str, typer.Option(metavar="|".join(get_args(Ties)), help="The rule for ties of the minimum ratio test.")
    ] = "random-column",
    no_early_exit: Annotated[
        bool,
        typer.Option("--no-early-exit", help="Let z0 leave by the pure lexicographic rule, not as soon as it can."),
    ] = False,
    engine: Annotated[
        str,
        typer.Option(
            metavar="|".join(get_args(Engine)), help="revised reports z0 in doubles; tableau is exact and slow."
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
    from seqform.paths.tracing import trace as traced  # loads numba

    require_plottable(plot)
    rule = {"early_exit": not no_early_exit, "ties": ties, "engine": engine, "max_pivots": max_pivots}
    with progress() as callback:
        found = traced(
            api.load(game, normalize=normalize, max_nodes=max_nodes, progress=callback),
            start=start or "centroid",
            path_start=cast("Initial", initial),
            formulation=formulation(normal_form),
            options=SolveOptions(time_limit=time_limit, raw=rule),
            points=points,
            progress=callback,
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
