"""Tables about games with ordered signals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from seqform.builders.forms.sequence_form import sequence_form
from seqform.builders.preprocess.dominated import eliminate_dominated
from seqform.builders.preprocess.merge import equivalent_information_sets, merge_equivalent
from seqform.builders.programs.lcp import sequence_form_lcp
from seqform.builders.programs.zero_sum_lp import zero_sum_lp
from seqform.cli.show.console import Group, RenderableType, Table, Text
from seqform.cli.show.strategies import certificate_table
from seqform.io.equilibria import certificate_data
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.ordered import OrderedGame, OrderedSizes
from seqform.models.numbers.text import counted, short, write_rational
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.strategies.classes import ClassSolution
from seqform.solving.ordered import AbstractedGame, OrderedEquilibrium

MAX_CLASSES = 12
"""Of more classes with more than one member, these many are shown."""


@dataclass(frozen=True, eq=False)
class Merged:
    """A game, and what remains of it.

    Attributes
    ----------
    program, merged_program : (int, int)
        Rows and columns of the linear program for player 1, or the complementarity problem where the game
        is not constant-sum; before and after merging.
    sequences, undominated : (int, int)
        Of each player, before and after the elimination of dominated ones.
    """

    game: ExtensiveGame
    classes: tuple[tuple[tuple[str, ...], ...], tuple[tuple[str, ...], ...]]
    program: tuple[int, int]
    merged_program: tuple[int, int]
    sequences: tuple[int, int]
    undominated: tuple[int, int]


def merged(game: ExtensiveGame) -> Merged:
    """Return what the coarsest equitable partition, and the elimination of dominated sequences, leave of a game.

    Examples
    --------
    >>> from seqform.builders.games import catalog
    >>> found = merged(catalog.make("leduc"))
    >>> found.program, found.merged_program
    ((1562, 1562), (482, 482))
    """
    form = sequence_form(game).target
    before, after = _program_sizes(game, form)
    left = eliminate_dominated(form).target
    return Merged(
        game=game,
        classes=equivalent_information_sets(game),
        program=before,
        merged_program=after,
        sequences=(len(form.sequences[0]), len(form.sequences[1])),
        undominated=(len(left.sequences[0]), len(left.sequences[1])),
    )


def _program_sizes(game: ExtensiveGame, form: SequenceForm) -> tuple[tuple[int, int], tuple[int, int]]:
    if game.constant_sum is not None:
        program = zero_sum_lp(form).target
        return program.matrix.shape, merge_equivalent(program).target.matrix.shape
    problem = sequence_form_lcp(form).target
    return problem.matrix.shape, merge_equivalent(problem).target.matrix.shape


def merged_table(found: Merged) -> RenderableType:
    """Return sizes before and after, and the information sets that are alike."""
    game = found.game
    table = Table(title=game.title or "untitled")
    for heading in ("", "original", "equals merged", "dominated eliminated"):
        table.add_column(heading, justify="left" if not heading else "right")
    for player, name in enumerate(game.players):
        sets = sum(map(len, found.classes[player]))
        table.add_row(f"information sets, {name}", f"{sets:,}", f"{len(found.classes[player]):,}")
        table.add_row(f"sequences, {name}", f"{found.sequences[player]:,}", "", f"{found.undominated[player]:,}")
    what = "complementarity problem" if game.constant_sum is None else "linear program"
    table.add_row(what, *(f"{rows:,} × {columns:,}" for rows, columns in (found.program, found.merged_program)))
    parts: list[RenderableType] = [table]
    alike = [", ".join(sets) for player in (0, 1) for sets in found.classes[player] if len(sets) > 1]
    parts += [Text(f"alike: {names}", style="dim") for names in alike[:MAX_CLASSES]]
    if len(alike) > MAX_CLASSES:
        parts.append(
            Text(f"{counted(len(alike) - MAX_CLASSES, 'more class', 'more classes')}; --json has all", style="dim")
        )
    return Group(*parts)


def merged_data(found: Merged) -> dict[str, Any]:
    """Return the same for a JSON document."""
    return {
        "game": found.game.title,
        "program": list(found.program),
        "merged_program": list(found.merged_program),
        "sequences": list(found.sequences),
        "undominated_sequences": list(found.undominated),
        "classes": [[list(sets) for sets in classes] for classes in found.classes],
    }


MAX_HANDS = 60
"""Of a first round with more hands, values by hand are not shown."""


def ordered_sizes_table(game: OrderedGame, sizes: OrderedSizes) -> RenderableType:
    """Return the sizes of a game that is too large to be written out."""
    table = Table(title=game.title, show_header=False)
    table.add_column()
    table.add_column(justify="right")
    for what, size in ordered_sizes_data(game, sizes).items():
        if isinstance(size, int):
            table.add_row(what, f"{size:,}")
    rows, columns = sizes.program_shape
    table.add_row("linear program, player 1's side", f"{rows:,} × {columns:,}")
    hint = "counted from the rules: too large to be written out; 'seqform shrink' counts what its classes leave of it"
    return Group(table, Text(hint, style="dim"))


def ordered_sizes_data(game: OrderedGame, sizes: OrderedSizes) -> dict[str, Any]:
    """Return the same for a JSON document."""
    return {
        "title": game.title,
        "players": list(game.players),
        "nodes": sizes.nodes,
        "leaves": sizes.leaves,
        "chance nodes": sizes.chance_nodes,
        "signal tree nodes": sizes.signal_nodes,
        **{f"information sets of player {player}": size for player, size in enumerate(sizes.infosets, start=1)},
        **{f"sequences of player {player}": size for player, size in enumerate(sizes.sequences, start=1)},
        "constant_sum": None if game.constant_sum is None else write_rational(game.constant_sum),
    }


def shrink_table(game: OrderedGame, sizes: OrderedSizes, abstractions: Sequence[AbstractedGame]) -> RenderableType:
    """Return what each way of shrinking leaves of a game, beside the game itself.

    Parameters
    ----------
    sizes : OrderedSizes
        Of the game.
    """
    table = Table(title=game.title)
    table.add_column("")
    table.add_column("original", justify="right")
    for one in abstractions:
        table.add_column(one.kind, justify="right")
    for number, views in enumerate(_num_views(game)):
        table.add_row(f"hands in round {number + 1}", f"{views:,}", *(_classes(one, number) for one in abstractions))
    table.add_row("nodes of the game tree", f"{sizes.nodes:,}")
    table.add_row("nodes of the signal tree", f"{sizes.signal_nodes:,}")
    if game.constant_sum is None:
        variables = f"{sum(sizes.program_shape):,}"
        table.add_row(
            "complementarity problem", variables, *_all(abstractions, lambda one: sum(one.classes.program_shape))
        )
    else:
        rows, columns = sizes.program_shape
        table.add_row(
            "rows of the linear program", f"{rows:,}", *_all(abstractions, lambda one: one.classes.program_shape[0])
        )
        table.add_row("columns", f"{columns:,}", *_all(abstractions, lambda one: one.classes.program_shape[1]))
        table.add_row("nonzero coefficients", "", *_all(abstractions, lambda one: one.classes.num_program_entries))
        for player, side in ((1, 1), (2, 0)):
            left = _all(abstractions, partial(_undominated, side))
            table.add_row(f"without player {player}'s dominated", "", *left)
    table.add_row("lossless", "", *("no" if one.violation else "yes, proved" for one in abstractions))
    table.add_row("seconds", "", *(f"{one.seconds:.2f}" for one in abstractions))
    reasons = [Text(f"{one.kind} loses: {one.violation}", style="dim") for one in abstractions if one.violation]
    return Group(table, *reasons)


def shrink_data(sizes: OrderedSizes, abstractions: Sequence[AbstractedGame]) -> dict[str, Any]:
    """Return what `shrink_table` shows, for a JSON document."""
    return {
        "game": abstractions[0].game.title,
        "nodes": sizes.nodes,
        "signal_nodes": sizes.signal_nodes,
        "program_shape": list(sizes.program_shape),
        "abstractions": [_abstraction_data(one) for one in abstractions],
    }


def _abstraction_data(one: AbstractedGame) -> dict[str, Any]:
    data: dict[str, Any] = {
        "kind": one.kind,
        "classes": [list(side.num_classes) for side in one.filters],
        "program_shape": list(one.classes.program_shape),
        "lossless": one.violation is None,
        "violation": one.violation,
        "seconds": one.seconds,
    }
    if one.game.constant_sum is not None:
        data["nonzeros"] = one.classes.num_program_entries
        data["program_shape_without_dominated"] = list(one.undominated.program_shape)
    return data


def ordered_report(found: OrderedEquilibrium) -> RenderableType:
    """Return what strategies for an ordered game are worth on its hands, and how they came about."""
    abstraction = found.abstraction
    took = ", ".join(f"{phase} {seconds:.2f} s" for phase, seconds in found.seconds.items() if seconds >= 0.005)
    classes = " / ".join(class_counts(abstraction))
    rows, columns = abstraction.classes.program_shape
    lines = [
        Text(
            f"{found.game.title}: {classes} classes of hands ({abstraction.kind}), {rows:,} × {columns:,}", style="bold"
        ),
        _hands_table(found),
        certificate_table(found.certificate, found.game),
    ]
    if isinstance(found.raw, ClassSolution):
        lines.append(Text(_inside(found.raw)))
    lines.append(Text(f"{found.raw.solver}: {found.raw.status}  ({took})", style="dim"))
    return Group(*lines)


def ordered_data(found: OrderedEquilibrium) -> dict[str, Any]:
    """Return the same for a JSON document."""
    data: dict[str, Any] = {
        "game": found.game.title,
        "abstraction": found.abstraction.kind,
        "classes": [list(one.num_classes) for one in found.abstraction.filters],
        "backend": found.backend,
        "certificate": certificate_data(found.certificate),
        "rounding_bound": found.deals.rounding_bound,
        "termination": str(found.raw.termination),
        "status": found.raw.status,
        "iterations": found.raw.iterations,
        "seconds": dict(found.seconds),
    }
    if isinstance(found.raw, ClassSolution):
        data["bounds"] = [bound._asdict() for bound in found.raw.bounds]
    return data


def _inside(solution: ClassSolution) -> str:
    return (
        f"in the game of classes the value is between {solution.lower:.7g} and {solution.upper:.7g}: "
        f"nash_conv = {short(solution.nash_conv)}"
    )


def _hands_table(found: OrderedEquilibrium) -> RenderableType:
    """Return what the classes of the first round are worth to each player."""
    game, hands = found.game, found.deals
    filters = found.abstraction.filters
    if max(one.num_classes[0] for one in filters) > MAX_HANDS:
        return Group()
    table = Table()
    for player, name in enumerate(game.players):
        table.add_column(Text(f"{name}'s first signals"))
        table.add_column("value", justify="right")
        if player == 0:
            table.add_column("")
    columns = [_first_hands(one, values) for one, values in zip(filters, hands.values, strict=True)]
    for row in range(max(map(len, columns))):
        cells = [column[row] if row < len(column) else ("", "") for column in columns]
        table.add_row(Text(cells[0][0]), cells[0][1], "", Text(cells[1][0]), cells[1][1])
    return table


def _first_hands(one: Any, values: Any) -> list[tuple[str, str]]:
    classes = one.classes[0]
    rows = []
    for number in range(one.num_classes[0]):
        members = np.flatnonzero(classes == number)
        names = [one.name(0, int(view)) for view in members]
        label = ", ".join(names) if len(names) <= 4 else f"{', '.join(names[:3])} and {len(names) - 3} more"
        rows.append((label, short(float(values[members].mean()))))
    return rows


def _num_views(game: OrderedGame) -> list[int]:
    return [len(views) for views in game.views]


def class_counts(one: AbstractedGame) -> list[str]:
    """Return how many classes each round has; both players' numbers where they differ."""
    return [_classes(one, number) for number in range(len(one.game.rounds))]


def _classes(one: AbstractedGame, number: int) -> str:
    first, second = (side.num_classes[number] for side in one.filters)
    return f"{first:,}" if first == second else f"{first:,} and {second:,}"


def _undominated(side: int, one: AbstractedGame) -> int:
    return one.undominated.program_shape[side]


def _all(abstractions: Sequence[AbstractedGame], size: Callable[[AbstractedGame], int]) -> list[str]:
    return [f"{size(one):,}" for one in abstractions]
