"""Sizes of games, and of what merging leaves of them, as tables and as plain data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from seqform.analysis.payoff_tables import payoff_table
from seqform.builders.forms.sequence_form import count_pure_strategies, sequence_form
from seqform.builders.games.ordered.expansion import expanded_from
from seqform.builders.preprocess.constant_sum import rounded_sum, sum_error
from seqform.builders.preprocess.merge import equivalent_information_sets, merge_equivalent
from seqform.builders.programs.zero_sum_lp import zero_sum_lp
from seqform.builders.steps import IDENTITY, LOSSLESS
from seqform.errors import SeqformError
from seqform.models.answers.payoff_table import BEST_REPLIES
from seqform.models.games.extensive import CHANCE, ExtensiveGame
from seqform.models.games.infosets import player_label, player_name
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

    Both are None where only other arguments lead to an equilibrium, which the sentence names then. A game with ranges
    of hands is taken for one that is solved by classes of these; signals of other games with ordered signals are not
    merged for it: they change neither.

    Examples
    --------
    >>> from seqform.io.load import load
    >>> choice_data(load("kuhn"))
    {'problem': 'linear program', 'backend': 'highs', 'solved': 'solved as a linear program, by highs'}
    """
    steps = None
    before = by = ""
    if isinstance(game, OrderedGame):
        if game.ranges is None:
            steps = IDENTITY
            before = f"with --preprocess {LOSSLESS} "
        else:
            by = f" by classes of hands ({LOSSLESS}),"
    concept = Nash.name
    if isinstance(game, PositionGraph):
        concept = SubgamePerfect.name
    try:
        chosen = plan(game, concept, preprocess=steps)
    except SeqformError as error:
        return {"problem": None, "backend": None, "solved": str(error)}
    problem = chosen.route.title
    backend = chosen.route.solver(chosen)
    advice = chosen.route.advice(chosen)
    solved = f"{before}solved{by} as a {problem}, by {backend}{advice}"
    if chosen.route.without_solver:
        steps = ", ".join(step.spelled for step in chosen.game_steps)
        solved = f"{before}solved by {steps}; {chosen.route.without_solver}"
    return {"problem": problem, "backend": backend, "solved": solved}


def sizes_report(game: ExtensiveGame, signals: OrderedGame | None = None) -> Report:
    """Return the counts of `ExtensiveGame.count`, and whether the game is constant-sum.

    - `signals`: The game with ordered signals that is solved in place of the tree, if one is.
    """
    total = rounded_sum(game)
    sum_shown: Cell = total
    if total is None:
        sum_shown = "varies (general-sum)"
    elif game.constant_sum is None:
        error = float(sum_error(game))
        sum_shown = f"{shown_rational(total)} but for rounding, by at most {error:.2g}"
    rows: list[list[Cell]] = [["sum of payoffs", sum_shown]]

    for sequences in game.sequences:
        name = f"reduced pure strategies of {player_name(game.players, sequences.index.player)}"
        rows.append([name, rough_count(count_pure_strategies(sequences.index))])

    # A player has one equation for each information set, and one for the weight 1 of the empty sequence.
    weights = [len(sequences.index) for sequences in game.sequences]
    equations = [1 + sequences.index.num_infosets for sequences in game.sequences]
    if total is None:
        size = sum(weights) + sum(equations)
        rows.append(["complementarity problem", f"{size:,} variables"])
    else:
        num_rows = equations[0] + weights[1]
        num_columns = weights[0] + equations[1]
        side = f"linear program, {player_name(game.players, 0)}'s side"
        rows.append([side, f"{num_rows:,} × {num_columns:,}"])

    lines = [Line(line, "dim") for line in game.comment.strip().splitlines()]
    lines += [*_note(game.note), _solved(signals or game)]
    facts = game.count() | left_out_data(expanded_from(game))
    counts = _counts(game.title or "untitled", game.players, facts, rows, lines)
    table = matrix_table(game)
    if table is None:
        return counts
    return counts + Report([table, Line(BEST_REPLIES, "dim")])


MOST_SHOWN = 8
"""Actions of each player up to which the payoffs of a matrix game are shown."""


def matrix_table(game: ExtensiveGame) -> Table | None:
    """Return the payoffs of both players by their actions, those of best replies marked with an asterisk.

    None unless each moves once and chance never does.
    """
    if game.matrices is not None:  # names of sequences, and no moves
        return None
    sides = [sequences.index for sequences in game.sequences]
    actions = [index.action_names[0] for index in sides if index.num_infosets == 1]
    is_matrix = len(actions) == 2 and bool((game.player != CHANCE).all())
    if not is_matrix or max(map(len, actions)) > MOST_SHOWN:
        return None
    first, second = (sequences.at_node[game.leaves].tolist() for sequences in game.sequences)
    if len(set(zip(first, second, strict=True))) != len(actions[0]) * len(actions[1]):
        return None
    if 0 in first or 0 in second:
        return None
    return payoff_table(game).table()


def position_sizes_report(graph: PositionGraph) -> Report:
    """Return the sizes of a game of perfect information, and whether it is constant-sum."""
    from seqform.io.equilibria import position_sizes_data

    data = position_sizes_data(graph)
    players = counted(len(graph.players), "player")
    perfect = Line(
        f"a game of perfect information of {players}",
        "dim",
        hint="--concept subgame-perfect solves it",
    )
    rows = [["sum of payoffs", data["constant_sum"] or "varies (general-sum)"]]
    return _counts(
        graph.title, graph.players, data, rows, [perfect, *_note(graph.note), _solved(graph)]
    )


def ordered_sizes_report(game: OrderedGame, data: Mapping[str, Any], sizes: OrderedSizes) -> Report:
    """Return the sizes of a game that is too large to be written out, and how it is solved, by its data."""
    rows, columns = sizes.program_shape
    hint = "counted from the rules: too large to be written out; 'seqform shrink' counts what its classes leave of it"
    side = f"linear program, {player_name(game.players, 0)}'s side"
    program = [side, f"{rows:,} × {columns:,}"]
    lines = [Line(hint, "dim"), *_note(game.note), Line(data["solved"], "dim")]
    return _counts(game.title, game.players, data, [program], lines)


def left_out_data(game: OrderedGame | None) -> dict[str, int]:
    """Return how many equal actions the tree of a game with ordered signals leaves out, nothing if there are none."""
    if game is None or game.equal_actions is None:
        return {}
    return {"equal actions left out": game.equal_actions.count}


def _counts(
    title: str,
    players: Sequence[str],
    facts: Mapping[str, object],
    more: Sequence[Sequence[Cell]],
    lines: Sequence[Line],
) -> Report:
    """Return a table of the counts among some facts and of further rows, with lines below."""
    rows: list[Sequence[Cell]] = []
    for name, number in facts.items():
        if isinstance(number, int):
            rows.append([_with_name(name, players), number])
    rows += more
    table = Table(title, ("quantity", "value"), "lr", rows, heading=False)
    return Report([table, *lines], {"sizes": lambda: table})


def _with_name(fact: str, players: Sequence[str]) -> str:
    """Return the name of a fact of "player 1" with the name of that player, where the game has one."""
    for player in range(len(players)):
        subject, is_of, _ = fact.rpartition(f" of {player_label(player)}")
        if is_of:
            return f"{subject} of {player_name(players, player)}"
    return fact


def _solved(game: ExtensiveGame | OrderedGame | PositionGraph) -> Line:
    return Line(choice_data(game)["solved"], "dim")


def _note(note: str) -> list[Line]:
    if not note:
        return []
    return [Line(f"note: {note}", "yellow")]


def merged_report(game: ExtensiveGame, data: Mapping[str, Any]) -> Report:
    """Return the sizes of a game after equivalent sets are merged, and the information sets that are alike."""
    rows: list[list[Cell]] = []
    for player, name in enumerate(game.players):
        classes = data["classes"][player]
        num_sequences = data["sequences"][player]
        num_undominated = data["undominated_sequences"][player]
        rows.append([f"information sets, {name}", sum(map(len, classes)), len(classes), None])
        rows.append([f"sequences, {name}", num_sequences, None, num_undominated])
    problem = "complementarity problem" if game.constant_sum is None else "linear program"
    rows.append([problem, _shape(data["program"]), _shape(data["merged_program"]), None])
    columns = ("quantity", "original", "equals merged", "dominated eliminated")
    table = Table(game.title or "untitled", columns, "lrrr", rows)

    alike: list[str] = []
    for player, classes in enumerate(data["classes"]):
        names = game.shown_names(player)
        several = [members for members in classes if len(members) > 1]
        alike += [", ".join(names[infoset] for infoset in members) for members in several]
    parts: list[Part] = [table]
    parts += [Line(f"alike: {members}", "dim") for members in alike[:MAX_CLASSES]]
    if len(alike) > MAX_CLASSES:
        more = counted(len(alike) - MAX_CLASSES, "more class", "more classes")
        parts.append(Line(more, "dim", hint="--json has all"))
    return Report(parts, {"sizes": lambda: table})


def shrink_report(
    game: OrderedGame, sizes: OrderedSizes, abstractions: Sequence[AbstractedGame]
) -> Report:
    """Return the sizes that each abstraction leaves of a game, beside the sizes of the game itself."""
    rows: list[list[Cell]] = []

    def add(name: str, original: Cell, size: Callable[[AbstractedGame], Cell]) -> None:
        rows.append([name, original, *map(size, abstractions)])

    for number, views in enumerate(game.views):
        add(
            f"hands in round {number + 1}",
            _pair(*map(len, views)),
            partial(_classes, number),
        )
    add("nodes of the game tree", sizes.nodes, lambda small: small.classes.num_nodes)
    add("nodes of the signal tree", sizes.signal_nodes, lambda small: None)
    height, width = sizes.program_shape
    if game.constant_sum is None:
        size = height + width
        add("complementarity problem", size, lambda small: sum(small.classes.program_shape))
    else:
        add("rows of the linear program", height, lambda small: small.classes.program_shape[0])
        add("columns", width, lambda small: small.classes.program_shape[1])
        add("nonzero coefficients", None, lambda small: small.classes.num_program_entries)
        add("columns without dominated", None, lambda small: small.undominated.program_shape[1])
        add("rows without dominated", None, lambda small: small.undominated.program_shape[0])
    add("lossless", None, lambda small: "not proved" if small.violation else "yes, proved")
    add("seconds", None, lambda small: f"{small.seconds:.2f}")

    columns = ("quantity", "original", *(small.kind for small in abstractions))
    table = Table(game.title, columns, "lr" + "r" * len(abstractions), rows)

    notes = []
    if game.constant_sum is not None:
        notes.append(
            "eliminate-dominated: dominated sequences of all rounds, repeatedly, until there are none"
        )
    if game.equal_actions is not None:
        notes.append(
            f"the original without {counted(game.equal_actions.count, 'equal action')} of its rounds; the games of "
            "classes, as they are solved, with these"
        )
    lossy = [small for small in abstractions if small.violation]
    notes += [f"{small.kind} may lose value: {small.violation}" for small in lossy]
    return Report([table, *(Line(note, "dim") for note in notes)], {"sizes": lambda: table})


def _classes(round_number: int, small: AbstractedGame) -> Cell:
    first, second = small.filters
    return _pair(first.num_classes[round_number], second.num_classes[round_number])


def _pair(first: int, second: int) -> Cell:
    return first if first == second else f"{first:,} and {second:,}"


def _shape(shape: Sequence[int]) -> str:
    num_rows, num_columns = shape
    return f"{num_rows:,} × {num_columns:,}"


def merged_data(game: ExtensiveGame) -> dict[str, Any]:
    """Return what the coarsest equitable partition, and the elimination of dominated sequences, leave of a game.

    Programs are given by rows and columns: the linear program for player 0, or the complementarity problem where the
    game is not constant-sum.

    Examples
    --------
    >>> from seqform.builders.games import catalog
    >>> sizes = merged_data(catalog.make("leduc"))
    >>> sizes["program"], sizes["merged_program"]
    ([1562, 1562], [482, 482])
    """
    from seqform.builders.preprocess.dominated import eliminate_dominated
    from seqform.builders.programs.lcp import sequence_form_lcp

    form = sequence_form(game).target
    builder = sequence_form_lcp if game.constant_sum is None else zero_sum_lp
    program = builder(form).target
    undominated = eliminate_dominated(form).target
    classes = [list(map(list, sets)) for sets in equivalent_information_sets(game)]
    return {
        "game": game.title,
        "program": list(program.matrix.shape),
        "merged_program": list(merge_equivalent(program).target.matrix.shape),
        "sequences": [len(index) for index in form.sequences],
        "undominated_sequences": [len(index) for index in undominated.sequences],
        "classes": classes,
    }


def ordered_sizes_data(game: OrderedGame, sizes: OrderedSizes) -> dict[str, Any]:
    """Return the sizes of a game that is too large to be written out, for a JSON document."""
    constant_sum = game.constant_sum
    return {
        "title": game.title,
        "players": list(game.players),
        "nodes": sizes.nodes,
        "leaves": sizes.leaves,
        "chance nodes": sizes.chance_nodes,
        "signal tree nodes": sizes.signal_nodes,
        "information sets of player 1": sizes.infosets[0],
        "information sets of player 2": sizes.infosets[1],
        "sequences of player 1": sizes.sequences[0],
        "sequences of player 2": sizes.sequences[1],
        **left_out_data(game),
        "note": game.note,
        "constant_sum": None if constant_sum is None else write_rational(constant_sum),
    }


def shrink_data(sizes: OrderedSizes, abstractions: Sequence[AbstractedGame]) -> dict[str, Any]:
    """Return the sizes that each abstraction leaves of a game, for a JSON document."""
    entries: list[dict[str, Any]] = []
    for small in abstractions:
        entry: dict[str, Any] = {
            "kind": small.kind,
            "nodes": small.classes.num_nodes,
            "classes": [list(player_filter.num_classes) for player_filter in small.filters],
            "program_shape": list(small.classes.program_shape),
            "lossless": True if small.violation is None else None,  # not known
            "violation": small.violation,
            "seconds": small.seconds,
        }
        if small.game.constant_sum is not None:
            entry["nonzeros"] = small.classes.num_program_entries
            entry["program_shape_without_dominated"] = list(small.undominated.program_shape)
        entries.append(entry)
    return {
        "game": abstractions[0].game.title,
        "nodes": sizes.nodes,
        "signal_nodes": sizes.signal_nodes,
        "program_shape": list(sizes.program_shape),
        "abstractions": entries,
    }
