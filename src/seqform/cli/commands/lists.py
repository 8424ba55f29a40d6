"""The commands that list the games of the catalog and the solvers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from seqform.cli.common import Json, ResultOutput, out
from seqform.cli.parameters import ParameterNote
from seqform.models.numbers.text import short
from seqform.system.console import ConsoleTable, Group, RenderableType, Text
from seqform.system.sources import Source

if TYPE_CHECKING:
    from seqform.backends.registry import BackendInfo


def games(
    name: Annotated[Source | None, ParameterNote(names="games")] = None,
    *,
    shown: ResultOutput,
) -> None:
    """List the games of the catalog, with sizes and known values, or explain the parameters of one.

    - `name`: Explain the parameters of this game.
    """
    from seqform.builders.games.catalog import games as catalog_games

    entries = catalog_games("" if name is None else name.text)
    if shown.form == "table" and name is None:
        out.print(_catalog_table())
        return
    data = [entry.as_dict() for entry in entries]
    shown.write(lambda: data if name is None else data[0], entries.report)


def _catalog_table() -> RenderableType:
    from seqform.builders.games import catalog
    from seqform.builders.games.entry import format_value

    table = ConsoleTable()
    # One column for all of them, as names and parameters are copied to command lines and must not be broken
    table.add_column("name, parameters with their defaults, description", overflow="fold")
    table.add_column("ordered", justify="center")
    table.add_column("nodes", justify="right", no_wrap=True)
    table.add_column("value", justify="right", no_wrap=True)
    for entry in catalog.entries():
        nodes = "unknown" if entry.sizes is None else f"{entry.sizes.nodes:,}"
        value = "" if entry.value is None else short(entry.value)
        name = [Text(entry.name, "bold")]
        parameters = [
            f"{parameter.name}={format_value(parameter.default)}" for parameter in entry.parameters
        ]
        if parameters:
            name.append(Text(", ".join(parameters), "dim"))
        name.append(Text(entry.description))
        table.add_row(Group(*name), "yes" if entry.ordered else "", nodes, value)
    notes = (
        "ordered: with ordered signals, so that abstractions work on it at any size",
        "value: player 1's in a zero-sum game, for the parameters shown",
        "'seqform games NAME' explains the parameters of a game",
    )
    return Group(table, *(Text(note, style="dim") for note in notes))


def backends(
    name: Annotated[str | None, ParameterNote(names="backends")] = None,
    *,
    json: Json = False,
) -> None:
    """List the solvers: versions, models that they solve, and commands that install missing ones; or describe one.

    - `name`: Describe this solver; or FILE.py:NAME.
    """
    if name is None and not json:
        out.print(_backends_table())
        return
    from seqform.backends.registry import describe

    descriptions = describe(details=name is not None, name=name)
    data = [backend.as_dict() for backend in descriptions]
    output = ResultOutput(json=json)
    output.write(lambda: data if name is None else data[0], lambda: _backend_table(descriptions[0]))


def _backends_table() -> RenderableType:
    """Return the table of all backends, none of which is imported, with a line if machine code is missing."""
    from seqform.backends.entries import ENTRIES, foreign_entries
    from seqform.backends.machine_code import MISSING, is_missing
    from seqform.cli.app import declarations

    described = declarations()["names"]["backends"]
    table = ConsoleTable()
    table.add_column("backend", no_wrap=True)
    table.add_column("package", no_wrap=True)
    table.add_column("solves", overflow="fold")
    table.add_column("other solvers through it, or how to install", overflow="fold")
    for name, entry in ENTRIES.items():
        solves, option = described[name]
        package = f"{entry.distribution} {entry.version}" if entry.version else "not installed"
        notes = []
        if option:
            notes.append(f"--option {option}=..., listed by 'seqform backends {name}'")
        if not entry.version:
            notes.append(entry.install)
        table.add_row(name, package, solves, "; ".join(notes))
    for name, plugin in foreign_entries().items():
        package = f"{plugin.dist.name} {plugin.dist.version}" if plugin.dist else "not installed"
        table.add_row(name, package, "", "")
    if is_missing():
        return Group(table, Text(MISSING))
    return table


def _flag(option: str) -> str:
    return f"--{option.replace('_', '-')}"


def _backend_table(backend: BackendInfo) -> ConsoleTable:
    from seqform.builders.games.entry import format_value

    traits = backend.traits
    rows = {"version": backend.version or "", "solves": backend.solves}
    if not backend.installed:
        rows["version"] = f"not installed: {backend.install}"
    rows[f"--option {traits.solver_option}="] = ", ".join(backend.solvers)
    if traits.first_order:
        which = "yes" if traits.first_order is True else ", ".join(traits.first_order or ())
        rows["first-order method"] = f"{which}: few digits, after many iterations"
    if traits.takes_start:
        rows["--start"] = "the beginning of its path"
    if traits.threads:
        rows["--threads"] = "by default all processors"
    for name, reason in traits.meets.items():
        rows[_flag(name)] = f"met in any case: {reason}"
    if traits.takes_basis:
        rows["in Python"] = "solve(model, options, basis) starts from a basis"
    for option in backend.options:
        help_text = option.help
        if option.default is not None:
            help_text += f" Default: {format_value(option.default)}."
        rows[f"--option {option.name}={option.values}"] = help_text

    table = ConsoleTable(title=backend.name, show_header=False)
    for name, text in rows.items():
        if text:
            table.add_row(name, text)
    return table
