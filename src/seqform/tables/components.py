"""Tables of all equilibria of a game: extreme equilibria, maximal Nash subsets, and both players' extreme plans."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from seqform.models.answers.components import AllEquilibria
from seqform.models.numbers.exact import ExactArray
from seqform.models.numbers.text import counted
from seqform.tables.strategies import SHOW_ALL, sequence_names
from seqform.tables.table import MAX_ROWS, Cell, Line, Part, Report, Shares, Table


def components_report(found: AllEquilibria, *, everything: bool = False) -> Report:
    """Return the extreme equilibria, the maximal Nash subsets and the plans; with `everything`, all rows."""
    equilibria, subsets = _equilibria_table(found), _subsets_table(found)
    parts: list[Part] = []
    for table in (equilibria, subsets, _shown_plans(found, 0), _shown_plans(found, 1)):
        rows = table.rows if everything else table.rows[:MAX_ROWS]
        if rows:
            parts.append(replace(table, rows=rows, columns=("", *table.columns[1:])))
        if len(rows) < len(table.rows):
            parts.append(Line(f"{len(table.rows) - len(rows):,} more; {SHOW_ALL} one"))
    parts += map(Line, _summary(found))
    data = {"equilibria": lambda: equilibria, "subsets": lambda: subsets, "plans": lambda: _plans_table(found)}
    return Report(parts, data)


def _equilibria_table(found: AllEquilibria) -> Table:
    values = (f"value of {name}" for name in found.game.players)
    rows: list[list[Cell]] = [
        [place, *one.values, *(number + 1 for number in one.numbers), _numbers(one.subsets), one.distribution + 1]
        for place, one in enumerate(found, start=1)
    ]
    return Table(
        "Extreme equilibria", ("equilibrium", *values, "plan 1", "plan 2", "subsets", "on leaves"), "rrrrrlr", rows
    )


def _subsets_table(found: AllEquilibria) -> Table:
    columns = ("subset", "component", *(f"plans of {name}" for name in found.game.players))
    rows: list[list[Cell]] = [
        [place, subset.component + 1, *map(_numbers, subset.plans)]
        for place, subset in enumerate(found.subsets, start=1)
    ]
    return Table("Maximal Nash subsets, products of convex hulls", columns, "rrll", rows)


def _shown_plans(found: AllEquilibria, player: int) -> Table:
    names = list(sequence_names(found.game, found.game.sequences[player].index).values())
    rows: list[list[Cell]] = []
    for place, plan in enumerate(found.plans[player], start=1):
        assert isinstance(plan.weights, ExactArray)
        rows.append([place, Shares(tuple(names), tuple(plan.weights.to_fractions()[1:]))])
    return Table(f"Extreme plans of {found.game.players[player]}", ("plan", "weights of sequences"), "rl", rows)


def _plans_table(found: AllEquilibria) -> Table:
    rows: list[list[Cell]] = []
    for name, plans in zip(found.game.players, found.plans, strict=True):
        for place, plan in enumerate(plans, start=1):
            assert isinstance(plan.weights, ExactArray)
            rows += [[name, place, *one] for one in zip(plan.index.names, plan.weights.to_fractions(), strict=True)]
    return Table("", ("player", "plan", "sequence", "weight"), "lrlr", rows)


def _numbers(places: Sequence[int]) -> str:
    return ", ".join(str(place + 1) for place in places)


def _summary(found: AllEquilibria) -> list[str]:
    sentences = []
    if len(found):
        sentences.append(
            f"{counted(len(found), 'extreme equilibrium', 'extreme equilibria')} with "
            f"{counted(found.distributions, 'distribution')} on leaves; every one proven: nash_conv = 0 (exact)"
        )
    if found.finished:
        sentences.append(
            f"complete: all equilibria are the union of {counted(len(found.subsets), 'maximal Nash subset')} "
            f"in {counted(found.components, 'connected component')}; {found.seconds:.2f} s"
        )
    elif not found.unfinished and len(found):
        sentences.append(
            f"all extreme equilibria, in {counted(found.components, 'connected component')}; {found.stopped} while the "
            "maximal Nash subsets were listed, of which there may be 2^n for n plans"
        )
    else:
        sentences.append(
            f"incomplete, {found.stopped}: {counted(found.unfinished, 'part')} of the search unfinished, "
            f"{found.examined:,} examined; equilibria may be missing, and subsets too small"
        )
    return sentences
