"""What there is: the games of the catalog, and the solvers."""

from __future__ import annotations

import sys

from seqform.backends.registry import describe
from seqform.builders.games import catalog
from seqform.builders.games.entry import format_value
from seqform.commands.common import Json, out
from seqform.models.number_text import short
from seqform.report.console import Group, Table, Text
from seqform.report.profile_json import to_json


def games(json: Json = False) -> None:
    """List the games of the catalog, with sizes and known values."""
    entries = catalog.entries()
    if json:
        sys.stdout.write(to_json([entry.as_dict() for entry in entries]))
        return
    table = Table()
    table.add_column("name, and parameters with their defaults", overflow="fold")
    table.add_column("what it is")
    table.add_column("nodes", justify="right")
    table.add_column("value", justify="right")
    for entry in entries:
        value = "" if entry.value is None else short(entry.value)
        parameters = [f"{parameter.name}={format_value(parameter.default)}" for parameter in entry.parameters]
        name = Group(Text(entry.name, "bold"), *([Text(", ".join(parameters), "dim")] if parameters else []))
        table.add_row(name, Text(entry.description), f"{entry.nodes:,}", value)
    out.print(table)
    out.print(Text("value: player 1's in a zero-sum game, for the parameters shown", style="dim"))


def backends(json: Json = False) -> None:
    """List the solvers: what is there, which version, what each solves, how to install what is missing."""
    found = describe(details=True)
    if json:
        sys.stdout.write(to_json([backend.as_dict() for backend in found]))
        return
    table = Table()
    for column in ("backend", "version", "solves", "through it", "if missing"):
        table.add_column(column, overflow="fold")
    for backend in found:
        table.add_row(
            Text(backend.name),
            backend.version or "not installed",
            ", ".join(backend.supports) + (" (exactly)" if backend.exact else ""),
            _choices(backend.solver_option, backend.solvers),
            Text("" if backend.installed else backend.install),
        )
    out.print(table)


def _choices(option: str | None, solvers: tuple[str, ...]) -> str:
    return f"--option {option}=... {', '.join(solvers)}" if option and solvers else ""
