"""Games apart from solving them: their sizes, their linear programs for other solvers, and Gambit files."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from seqform import api
from seqform.builders.games.rules import MAX_NODES
from seqform.builders.sequence_form import sequence_form
from seqform.commands.common import (
    Game,
    Json,
    MaxNodes,
    NormalForm,
    Normalize,
    PlayerNumber,
    formulation,
    out,
    progress,
    require_writable,
    tell,
)
from seqform.models.number_text import write_rational
from seqform.report.profile_json import to_json
from seqform.report.tables import sizes_table
from seqform.sources import save


def info(game: Game, json: Json = False, normalize: Normalize = False, max_nodes: MaxNodes = MAX_NODES) -> None:
    """Tell a game's sizes, and whether it is constant-sum."""
    with progress() as told:
        tree = api.load(game, normalize=normalize, max_nodes=max_nodes, progress=told)
    if json:
        total = tree.constant_sum
        facts = {"title": tree.title, "players": tree.players, **tree.count(), "note": tree.note}
        sys.stdout.write(to_json({**facts, "constant_sum": None if total is None else write_rational(total)}))
    else:
        out.print(sizes_table(tree))


def export(
    game: Game,
    output: Annotated[Path, typer.Argument(metavar="FILE", help="Ends in .mps, .lp or .npz.")],
    player: PlayerNumber = 1,
    normal_form: NormalForm = False,
    normalize: Normalize = False,
    max_nodes: MaxNodes = MAX_NODES,
) -> None:
    """Write the linear program of a constant-sum game to a file for another solver."""
    require_writable(output)
    with progress() as told:
        tree = api.load(game, normalize=normalize, max_nodes=max_nodes, progress=told)
        form = sequence_form(tree).target
        program = api.linear_program(tree, form, player - 1, formulation(normal_form)).target
        program.write(output)
    rows, columns = program.matrix.shape
    tell(f"{output}: {rows:,} rows, {columns:,} columns, {program.matrix.nonzeros:,} nonzeros")


def convert(
    game: Game,
    output: Annotated[Path, typer.Argument(metavar="FILE", help="Ends in .efg or .nfg.")],
    normalize: Normalize = False,
    max_nodes: MaxNodes = MAX_NODES,
) -> None:
    """Write a game to a Gambit file."""
    require_writable(output)
    with progress() as told:
        tree = api.load(game, normalize=normalize, max_nodes=max_nodes, progress=told)
        save(tree, output)
    tell(f"{output}: {len(tree):,} nodes")
