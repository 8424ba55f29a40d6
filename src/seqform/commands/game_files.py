"""Games apart from solving them: their sizes, their linear programs for other solvers, and Gambit files."""

from __future__ import annotations

import sys
from fractions import Fraction
from pathlib import Path
from typing import Annotated

import typer

from seqform import api
from seqform.builders.games import catalog
from seqform.builders.games.rules import MAX_NODES
from seqform.builders.perturbed_lp import perturbed_lp
from seqform.builders.sequence_form import sequence_form
from seqform.commands.any_players import has_other_than_two_players, show_sizes
from seqform.commands.common import (
    Game,
    Json,
    MaxNodes,
    NormalForm,
    Normalize,
    PlayerNumber,
    epsilon_of,
    formulation,
    out,
    progress,
    tell,
)
from seqform.commands.file_use import OUTPUT
from seqform.errors import OptionError
from seqform.linear_route import require_constant_sum
from seqform.models.game import ExtensiveGame
from seqform.models.linear_program import LinearProgram
from seqform.models.number_text import write_rational
from seqform.models.sequence_form import SequenceForm
from seqform.report.ordered_tables import ordered_sizes_data, ordered_sizes_table
from seqform.report.profile_json import to_json
from seqform.report.tables import sizes_table
from seqform.sources import save


def info(game: Game, json: Json = False, normalize: Normalize = False, max_nodes: MaxNodes = MAX_NODES) -> None:
    """Tell a game's sizes, and whether it is constant-sum."""
    if has_other_than_two_players(game):
        show_sizes(game, normalize=normalize, json=json)
        return
    large = catalog.counted(game)
    if large is not None and large[1].nodes > max_nodes:
        if json:
            sys.stdout.write(to_json(ordered_sizes_data(*large)))
        else:
            out.print(ordered_sizes_table(*large))
        return
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
    output: Annotated[Path, typer.Argument(metavar="FILE", help="Ends in .mps, .lp or .npz."), OUTPUT],
    player: PlayerNumber = 1,
    normal_form: NormalForm = False,
    epsilon: Annotated[
        str | None,
        typer.Option(
            help="Write the perturbed program at this ε: every sequence of k choices has weight ε^k at least."
        ),
    ] = None,
    normalize: Normalize = False,
    max_nodes: MaxNodes = MAX_NODES,
) -> None:
    """Write the linear program of a constant-sum game to a file for another solver."""
    with progress() as told:
        tree = api.load(game, normalize=normalize, max_nodes=max_nodes, progress=told)
        form = sequence_form(tree).target
        trembles = epsilon_of(epsilon)
        if trembles is None:
            program = api.linear_program(tree, form, player - 1, formulation(normal_form)).target
        else:
            program = _perturbed_at(tree, form, player - 1, normal_form, trembles)
        program.write(output)
    rows, columns = program.matrix.shape
    tell(f"{output}: {rows:,} rows, {columns:,} columns, {program.matrix.nonzeros:,} nonzeros")


def _perturbed_at(
    game: ExtensiveGame, form: SequenceForm, player: int, normal_form: bool, epsilon: Fraction
) -> LinearProgram:
    if normal_form:
        raise OptionError("--epsilon: perturbed programs are for the sequence form, not for --normal-form")
    if not 0 <= epsilon < 1:
        raise OptionError(f"--epsilon {epsilon}: a number from 0 to below 1 expected")
    require_constant_sum(game)
    return perturbed_lp(form, player).target.at(epsilon)


def convert(
    game: Game,
    output: Annotated[Path, typer.Argument(metavar="FILE", help="Ends in .efg or .nfg."), OUTPUT],
    normalize: Normalize = False,
    max_nodes: MaxNodes = MAX_NODES,
) -> None:
    """Write a game to a Gambit file."""
    with progress() as told:
        tree = api.load(game, normalize=normalize, max_nodes=max_nodes, progress=told)
        save(tree, output)
    tell(f"{output}: {len(tree):,} nodes")
