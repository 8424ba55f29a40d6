"""What is played in a game of perfect information, for the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from seqform.models.game_tables import CHANCE
from seqform.models.number_text import counted, short
from seqform.models.position_graph import END, PositionGraph
from seqform.models.position_strategy import PositionStrategy
from seqform.models.subgame_perfect import SubgamePerfect
from seqform.report.console import Group, RenderableType, Table, Text
from seqform.report.positions_json import position_sizes_data

MAX_MOVES = 40
"""Of a longer line of play the beginning is shown."""


def positions_report(found: SubgamePerfect) -> RenderableType:
    """Return what every player expects, and the likeliest line of play."""
    strategy = found.strategy
    table = Table(title=strategy.graph.title)
    table.add_column("player")
    table.add_column("expects", justify="right")
    for player, value in zip(strategy.graph.players, found.values, strict=True):
        table.add_row(Text(player), short(value))
    moves = list(_likeliest_moves(strategy))
    more = " ..." if len(moves) > MAX_MOVES else ""
    line = Text(f"likeliest line of play: {', '.join(moves[:MAX_MOVES])}{more}")
    verified = Text("subgame perfect: yes, no move at any position gains (exact)", style="bold")
    parts: list[RenderableType] = [table, line, verified]
    if strategy.graph.note:
        parts.append(Text(f"note: {strategy.graph.note}", style="yellow"))
    return Group(*parts)


def position_sizes_table(graph: PositionGraph) -> RenderableType:
    """Return the sizes of a game, and whether it is constant-sum."""
    table = Table(title=graph.title, show_header=False)
    table.add_column()
    table.add_column(justify="right")
    data = position_sizes_data(graph)
    for what, size in data.items():
        if isinstance(size, int):
            table.add_row(what, f"{size:,}")
    table.add_row("sum of payoffs", data["constant_sum"] or "varies (general-sum)")
    hint = (
        f"a game of perfect information of {counted(len(graph.players), 'player')}: --concept subgame-perfect solves it"
    )
    parts: list[RenderableType] = [table, Text(hint, style="dim")]
    if graph.note:
        parts.append(Text(f"note: {graph.note}", style="yellow"))
    return Group(*parts)


def _likeliest_moves(strategy: PositionStrategy) -> Iterator[str]:
    graph, position = strategy.graph, 0
    while graph.player[position] != END:
        move = (
            _likeliest_of_chance(graph, position) if graph.player[position] == CHANCE else _played(strategy, position)
        )
        yield f"{_who(graph, position)} {graph.move_label(position, move)}"
        position = graph.moves(position)[move]


def _played(strategy: PositionStrategy, position: int) -> int:
    shares = strategy.at(position)
    return max(shares, key=lambda move: shares[move])


def _likeliest_of_chance(graph: PositionGraph, position: int) -> int:
    shares = graph.chances(position)
    return max(range(len(shares)), key=shares.__getitem__)


def _who(graph: PositionGraph, position: int) -> str:
    player = int(graph.player[position])
    return "chance:" if player == CHANCE else f"{graph.players[player]}:"
