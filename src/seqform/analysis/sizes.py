"""Sizes of games, and of what merging leaves of them, as tables and as plain data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from seqform.builders.forms.sequence_form import count_pure_strategies, sequence_form
from seqform.builders.preprocess.constant_sum import rounded_sum, sum_error
from seqform.builders.preprocess.merge import equivalent_information_sets, merge_equivalent
from seqform.builders.programs.zero_sum_lp import zero_sum_lp
from seqform.builders.steps import IDENTITY, LOSSLESS
from seqform.errors import SeqformError
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.ordered import OrderedGame, OrderedSizes
from seqform.models.games.positions import PositionGraph
from seqform.models.numbers.text import counted, rough_count, shown_rational, write_rational
from seqform.models.table import Cell, Line, Part, Report, Table
from seqform.solving.api import plan
from seqform.solving.concepts import Nash, SubgamePerfect

if TYPE_CHECKING:
    from seqform.solving.abstracted import AbstractedGame

MAX_CLASSES = 12
"""Of more classes with more than one member, these many are shown."""


def choice_data(game: ExtensiveGame | OrderedGame | PositionGraph) -> dict[str, Any]:
    """Return the class of problems that a game becomes by default, the backend that is called, and a sentence on both.

    Both are None where only other arguments lead to an equilibrium, which the sentence names then. Signals of a game
    with ordered signals are not merged for it: they change neither.

    Examples
    --------
    >>> from seqform.io.load import load
    >>> choice_data(load("kuhn"))
    {'problem': 'linear program', 'backend': 'highs', 'solved': 'solved as a linear program, by highs'}
    """
    steps = IDENTITY if isinstance(game, OrderedGame) else None
    concept = SubgamePerfect.name if isinstance(game, PositionGraph) else Nash.name
    try:
        chosen = plan(game, concept, preprocess=steps)
    except SeqformError as error:
        return {"problem": None, "backend": None, "solved": str(error)}
    problem, backend = chosen.route.title, chosen.route.solver(chosen)
    advice = chosen.route.advice(chosen)
    where = "" if steps is None else f"with --preprocess {LOSSLESS} "
    return {
        "problem": problem,
        "backend": backend,
        "solved": f"{where}solved as a {problem}, by {backend}{advice}",
    }


def sizes_report(game: ExtensiveGame) -> Report:
    """Return the counts of `ExtensiveGame.count`, and whether the game is constant-sum."""
    total = rounded_sum(game)
    shown: Cell = "varies (general-sum)" if total is None else total
    if total is not None and game.constant_sum is None:
        shown = f"{shown_rational(total)} but for rounding, by at most {float(sum_error(game)):.2g}"
    rows: list[list[Cell]] = [["sum of payoffs", shown]]
    first, second = (len(sequences.index) for sequences in game.sequences)
    sets = [sequences.index.num_infosets for sequences in game.sequences]
    rows += [
        [
            f"reduced pure strategies of player {own.index.player + 1}",
            rough_count(count_pure_strategies(own.index)),
        ]
        for own in game.sequences
    ]
    if total is None:
        rows.append(
            ["complementarity problem", f"{first + 1 + sets[1] + second + 1 + sets[0]:,} variables"]
        )
    else:
        rows.append(
            [
                "linear program, player 1's side",
                f"{1 + sets[0] + second:,} × {first + 1 + sets[1]:,}",
            ]
        )
    comment = [Line(line, "dim") for line in game.comment.strip().splitlines()]
    return _counts(
        game.title or "untitled", game.count(), rows, [*comment, *_note(game.note), _solved(game)]
    )


def position_sizes_report(graph: PositionGraph) -> Report:
    """Return the sizes of a game of perfect information, and whether it is constant-sum."""
    from seqform.io.equilibria import position_sizes_data

    data = position_sizes_data(graph)
    players = counted(len(graph.players), "player")
    hint = Line(
        f"a game of perfect information of {players}: --concept subgame-perfect solves it", "dim"
    )
    rows = [["sum of payoffs", data["constant_sum"] or "varies (general-sum)"]]
    return _counts(graph.title, data, rows, [hint, *_note(graph.note), _solved(graph)])


def ordered_sizes_report(game: OrderedGame, data: Mapping[str, Any], sizes: OrderedSizes) -> Report:
    """Return the sizes of a game that is too large to be written out, and how it is solved, by its data."""
    rows, columns = sizes.program_shape
    hint = "counted from the rules: too large to be written out; 'seqform shrink' counts what its classes leave of it"
    program = ["linear program, player 1's side", f"{rows:,} × {columns:,}"]
    return _counts(game.title, data, [program], [Line(hint, "dim"), Line(data["solved"], "dim")])


def _counts(
    title: str, facts: Mapping[str, object], more: Sequence[Sequence[Cell]], lines: Sequence[Line]
) -> Report:
    """Return a table of the counts among some facts and of further rows, with lines below."""
    counts: list[list[Cell]] = [
        [name, count] for name, count in facts.items() if isinstance(count, int)
    ]
    table = Table(title, ("quantity", "value"), "lr", [*counts, *more], heading=False)
    return Report([table, *lines], {"sizes": lambda: table})


def _solved(game: ExtensiveGame | OrderedGame | PositionGraph) -> Line:
    return Line(choice_data(game)["solved"], "dim")


def _note(note: str) -> list[Line]:
    return [Line(f"note: {note}", "yellow")] if note else []


def merged_report(game: ExtensiveGame, data: Mapping[str, Any]) -> Report:
    """Return the sizes of a game after equivalent sets are merged, and the information sets that are alike."""
    rows: list[list[Cell]] = []
    for player, name in enumerate(game.players):
        classes, size, left = (
            data[key][player] for key in ("classes", "sequences", "undominated_sequences")
        )
        rows.append([f"information sets, {name}", sum(map(len, classes)), len(classes), None])
        rows.append([f"sequences, {name}", size, None, left])
    kind = "complementarity problem" if game.constant_sum is None else "linear program"
    shapes = (
        f"{rows:,} × {columns:,}" for rows, columns in (data["program"], data["merged_program"])
    )
    rows.append([kind, *shapes, None])
    columns = ("quantity", "original", "equals merged", "dominated eliminated")
    table = Table(game.title or "untitled", columns, "lrrr", rows)
    alike = [
        ", ".join(map(game.shown_names(player).__getitem__, sets))
        for player, classes in enumerate(data["classes"])
        for sets in classes
        if len(sets) > 1
    ]
    parts: list[Part] = [table, *(Line(f"alike: {names}", "dim") for names in alike[:MAX_CLASSES])]
    if len(alike) > MAX_CLASSES:
        more = counted(len(alike) - MAX_CLASSES, "more class", "more classes")
        parts.append(Line(f"{more}; --json has all", "dim"))
    return Report(parts, {"sizes": lambda: table})


def shrink_report(
    game: OrderedGame, sizes: OrderedSizes, abstractions: Sequence[AbstractedGame]
) -> Report:
    """Return the sizes that each abstraction leaves of a game, beside the sizes of the game itself."""
    rows: list[list[Cell]] = [
        [
            f"hands in round {number + 1}",
            _pair(*map(len, views)),
            *(_classes(one, number) for one in abstractions),
        ]
        for number, views in enumerate(game.views)
    ]

    def add(
        name: str, original: Cell, size: Callable[[AbstractedGame], Cell] = lambda one: None
    ) -> None:
        rows.append([name, original, *(size(one) for one in abstractions)])

    add("nodes of the game tree", sizes.nodes, lambda one: one.classes.num_nodes)
    add("nodes of the signal tree", sizes.signal_nodes)
    height, width = sizes.program_shape
    if game.constant_sum is None:
        add("complementarity problem", height + width, lambda one: sum(one.classes.program_shape))
    else:
        add("rows of the linear program", height, lambda one: one.classes.program_shape[0])
        add("columns", width, lambda one: one.classes.program_shape[1])
        add("nonzero coefficients", None, lambda one: one.classes.num_program_entries)
        add("columns without dominated", None, lambda one: one.undominated.program_shape[1])
        add("rows without dominated", None, lambda one: one.undominated.program_shape[0])
    add("lossless", None, lambda one: "not proved" if one.violation else "yes, proved")
    add("seconds", None, lambda one: f"{one.seconds:.2f}")
    columns = ("quantity", "original", *(one.kind for one in abstractions))
    table = Table(game.title, columns, "lr" + "r" * len(abstractions), rows)
    notes = [
        "eliminate-dominated: dominated sequences of all rounds, repeatedly, until there are none"
    ]
    notes = [] if game.constant_sum is None else notes
    notes += [
        f"{one.kind} may lose value: {one.violation}" for one in abstractions if one.violation
    ]
    return Report([table, *(Line(note, "dim") for note in notes)], {"sizes": lambda: table})


def _classes(one: AbstractedGame, number: int) -> Cell:
    return _pair(*(side.num_classes[number] for side in one.filters))


def _pair(first: int, second: int) -> Cell:
    return first if first == second else f"{first:,} and {second:,}"


def merged_data(game: ExtensiveGame) -> dict[str, Any]:
    """Return what the coarsest equitable partition, and the elimination of dominated sequences, leave of a game.

    Programs are given by rows and columns: the linear program for player 1, or the complementarity problem where the
    game is not constant-sum.

    Examples
    --------
    >>> from seqform.builders.games import catalog
    >>> found = merged_data(catalog.make("leduc"))
    >>> found["program"], found["merged_program"]
    ([1562, 1562], [482, 482])
    """
    from seqform.builders.preprocess.dominated import eliminate_dominated
    from seqform.builders.programs.lcp import sequence_form_lcp

    form = sequence_form(game).target
    program = (sequence_form_lcp if game.constant_sum is None else zero_sum_lp)(form).target
    left = eliminate_dominated(form).target
    return {
        "game": game.title,
        "program": list(program.matrix.shape),
        "merged_program": list(merge_equivalent(program).target.matrix.shape),
        "sequences": [len(index) for index in form.sequences],
        "undominated_sequences": [len(index) for index in left.sequences],
        "classes": [
            [list(sets) for sets in classes] for classes in equivalent_information_sets(game)
        ],
    }


def ordered_sizes_data(game: OrderedGame, sizes: OrderedSizes) -> dict[str, Any]:
    """Return the sizes of a game that is too large to be written out, for a JSON document."""
    return {
        "title": game.title,
        "players": list(game.players),
        "nodes": sizes.nodes,
        "leaves": sizes.leaves,
        "chance nodes": sizes.chance_nodes,
        "signal tree nodes": sizes.signal_nodes,
        **{
            f"information sets of player {player}": size
            for player, size in enumerate(sizes.infosets, start=1)
        },
        **{
            f"sequences of player {player}": size
            for player, size in enumerate(sizes.sequences, start=1)
        },
        "constant_sum": None if game.constant_sum is None else write_rational(game.constant_sum),
    }


def shrink_data(sizes: OrderedSizes, abstractions: Sequence[AbstractedGame]) -> dict[str, Any]:
    """Return the sizes that each abstraction leaves of a game, for a JSON document."""
    found: list[dict[str, Any]] = []
    for one in abstractions:
        found.append({
            "kind": one.kind,
            "nodes": one.classes.num_nodes,
            "classes": [list(side.num_classes) for side in one.filters],
            "program_shape": list(one.classes.program_shape),
            "lossless": True if one.violation is None else None,  # not known
            "violation": one.violation,
            "seconds": one.seconds,
        })  # fmt: skip
        if one.game.constant_sum is not None:
            found[-1]["nonzeros"] = one.classes.num_program_entries
            found[-1]["program_shape_without_dominated"] = list(one.undominated.program_shape)
    return {
        "game": abstractions[0].game.title,
        "nodes": sizes.nodes,
        "signal_nodes": sizes.signal_nodes,
        "program_shape": list(sizes.program_shape),
        "abstractions": found,
    }
