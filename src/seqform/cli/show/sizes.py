"""Tables of the sizes of games."""

from __future__ import annotations

from collections.abc import Mapping

from seqform.io.equilibria import position_sizes_data
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.positions import PositionGraph
from seqform.models.numbers.text import counted, short
from seqform.system.console import Group, RenderableType, Table, Text, lines


def counts_table(title: str, counts: Mapping[str, object]) -> Table:
    """Return a table without headings of the counts among some facts."""
    table = Table(title, left=[""], right=[""], show_header=False)
    for name, count in counts.items():
        if isinstance(count, int):
            table.add_row(name, f"{count:,}")
    return table


def sizes_table(game: ExtensiveGame) -> RenderableType:
    """Return the counts of `ExtensiveGame.count`, and whether the game is constant-sum."""
    table = counts_table(game.title or "untitled", game.count())
    total = game.constant_sum
    table.add_row("sum of payoffs", "varies (general-sum)" if total is None else short(total))
    first, second = (len(sequences.index) for sequences in game.sequences)
    sets = [sequences.index.num_infosets for sequences in game.sequences]
    if total is None:
        table.add_row("complementarity problem", f"{first + 1 + sets[1] + second + 1 + sets[0]:,} variables")
    else:
        table.add_row("linear program, player 1's side", f"{1 + sets[0] + second:,} × {first + 1 + sets[1]:,}")
    comment = lines(game.comment.strip().splitlines(), style="dim")
    return Group(table, comment, *_note(game.note))


def position_sizes_table(graph: PositionGraph) -> RenderableType:
    """Return the sizes of a game, and whether it is constant-sum."""
    data = position_sizes_data(graph)
    table = counts_table(graph.title, data)
    table.add_row("sum of payoffs", data["constant_sum"] or "varies (general-sum)")
    players = counted(len(graph.players), "player")
    hint = f"a game of perfect information of {players}: --concept subgame-perfect solves it"
    return Group(table, Text(hint, style="dim"), *_note(graph.note))


def _note(note: str) -> list[Text]:
    return [Text(f"note: {note}", style="yellow")] if note else []
