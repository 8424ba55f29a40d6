"""Several equilibria of one game."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from seqform import api
from seqform.backends.options import SolveOptions
from seqform.builders.games.rules import MAX_NODES
from seqform.commands.common import (
    SOLVER_OPTIONS,
    Game,
    Json,
    MaxNodes,
    NormalForm,
    Normalize,
    formulation,
    out,
    progress,
    raw_options,
)
from seqform.commands.file_use import OUTPUT
from seqform.errors import SolveError
from seqform.report.equilibria_report import equilibria_data, equilibria_report, write_equilibria
from seqform.report.profile_json import to_json


def equilibria(
    game: Game,
    starts: Annotated[int, typer.Option(help="The centroid and random starts, together.")] = 100,
    seed: Annotated[int, typer.Option(help="Of the first random start; the others count on from it.")] = 1,
    back: Annotated[
        bool,
        typer.Option("--back", help="Also follow every path back from what the others found, until nothing new comes."),
    ] = False,
    jobs: Annotated[int, typer.Option(help="Processes; two pay from some seconds of work on.")] = 1,
    option: Annotated[
        list[str] | None,
        typer.Option("--option", help="An option of the backend lemke, NAME=VALUE; repeatable."),
        SOLVER_OPTIONS,
    ] = None,
    time_limit: Annotated[float | None, typer.Option(help="Stop after so many seconds, with what was found.")] = None,
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
    from seqform import equilibrium_search  # loads numba

    with progress() as told:
        found = equilibrium_search.equilibria(
            api.load(game, normalize=normalize, max_nodes=max_nodes, progress=told),
            starts=starts,
            seed=seed,
            formulation=formulation(normal_form),
            back=back,
            jobs=jobs,
            options=SolveOptions(time_limit=time_limit, raw=raw_options(option)),
            progress=told,
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
        raise SolveError(f"stopped at the {found.stopped} after {found.starts:,} starts; what was found is above")
