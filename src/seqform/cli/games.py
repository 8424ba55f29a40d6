"""The commands about games and solvers: lists of both, sizes, linear programs for other solvers, and Gambit files."""

from __future__ import annotations

import sys
from fractions import Fraction
from pathlib import Path
from typing import Annotated

import typer

from seqform.backends.registry import describe
from seqform.builders.forms.sequence_form import sequence_form
from seqform.builders.games import catalog
from seqform.builders.games.entry import format_value
from seqform.builders.games.rules import MAX_NODES
from seqform.builders.programs.perturbed_lp import perturbed_lp
from seqform.cli.common import (
    Game,
    Json,
    MaxNodes,
    NormalForm,
    Normalize,
    PlayerNumber,
    epsilon_of,
    formulation,
    out,
    print_message,
    progress,
)
from seqform.cli.file_use import OUTPUT
from seqform.cli.show.console import Group, Table, Text
from seqform.cli.show.equilibria import position_sizes_table
from seqform.cli.show.ordered import ordered_sizes_data, ordered_sizes_table
from seqform.cli.show.strategies import sizes_table
from seqform.errors import OptionError
from seqform.io.equilibria import position_sizes_data
from seqform.io.json_values import to_json
from seqform.io.linear_programs import write
from seqform.io.load import has_other_than_two_players, save
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.text import short, write_rational
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.sequence_form import SequenceForm
from seqform.solving import api
from seqform.solving.pipeline import linear_program, require_constant_sum


def games(json: Json = False) -> None:
    """List the games of the catalog, with sizes and known values."""
    entries = catalog.entries()
    if json:
        sys.stdout.write(to_json([entry.as_dict() for entry in entries]))
        return
    table = Table()
    table.add_column("name, and parameters with their defaults", overflow="fold")
    table.add_column("description")
    table.add_column("nodes", justify="right")
    table.add_column("value", justify="right")
    for entry in entries:
        value = "" if entry.value is None else short(entry.value)
        parameters = [f"{parameter.name}={format_value(parameter.default)}" for parameter in entry.parameters]
        name = Group(Text(entry.name, "bold"), *([Text(", ".join(parameters), "dim")] if parameters else []))
        table.add_row(name, entry.description, f"{entry.sizes.nodes:,}", value)
    out.print(table)
    out.print(Text("value: player 1's in a zero-sum game, for the parameters shown", style="dim"))


def backends(json: Json = False) -> None:
    """List the solvers: versions, models that they solve, and commands that install missing ones."""
    found = describe(details=True)
    if json:
        sys.stdout.write(to_json([backend.as_dict() for backend in found]))
        return
    table = Table()
    for column in ("backend", "version", "solves", "through it", "if missing"):
        table.add_column(column, overflow="fold")
    for backend in found:
        option, solvers = backend.solver_option, ", ".join(backend.solvers)
        table.add_row(
            backend.name,
            backend.version or "not installed",
            ", ".join(backend.supports) + (" (exactly)" if backend.exact else ""),
            f"--option {option}=... {solvers}" if option and solvers else "",
            "" if backend.installed else backend.install,
        )
    out.print(table)


def info(game: Game, json: Json = False, normalize: Normalize = False, max_nodes: MaxNodes = MAX_NODES) -> None:
    """Print the sizes of a game, and whether it is constant-sum."""
    if has_other_than_two_players(game):
        graph = api.load(game, kind="positions", normalize=normalize)
        if json:
            sys.stdout.write(to_json(position_sizes_data(graph)))
        else:
            out.print(position_sizes_table(graph))
        return
    large = catalog.counted(game)
    if large is not None and large[1].nodes > max_nodes:
        if json:
            sys.stdout.write(to_json(ordered_sizes_data(*large)))
        else:
            out.print(ordered_sizes_table(*large))
        return
    with progress() as callback:
        tree = api.load(game, normalize=normalize, max_nodes=max_nodes, progress=callback)
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
    with progress() as callback:
        tree = api.load(game, normalize=normalize, max_nodes=max_nodes, progress=callback)
        form = sequence_form(tree).target
        trembles = epsilon_of(epsilon)
        if trembles is None:
            program = linear_program(tree, form, player - 1, formulation(normal_form)).target
        else:
            program = _perturbed_at(tree, form, player - 1, normal_form, trembles)
        write(program, output)
    rows, columns = program.matrix.shape
    print_message(f"{output}: {rows:,} rows, {columns:,} columns, {program.matrix.nonzeros:,} nonzeros")


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
    with progress() as callback:
        tree = api.load(game, normalize=normalize, max_nodes=max_nodes, progress=callback)
        save(tree, output)
    print_message(f"{output}: {len(tree):,} nodes")
