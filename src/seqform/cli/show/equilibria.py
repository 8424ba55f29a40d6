"""Several equilibria of one game, normal-form perfection, and equilibria of games of perfect information.

The schema of the data of several equilibria, version 1:

- ``game``: as in `seqform.io.equilibria`
- ``starts``, ``stopped``, ``closed``, ``distributions``, ``index_sum``, ``seconds``: as in `EquilibriumSet`
- ``pivots``: ``mean``, ``least``, ``most`` over the starts
- ``equilibria``: one object each with ``players``, ``values``, ``certificate`` and ``witness`` as in
  `seqform.io.equilibria`, and ``index``, ``nondegenerate``, ``distribution`` and ``starts`` (numbers: 0 is the
  centroid, the others are seeds)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from seqform.analysis.blunders import differences
from seqform.cli.show.console import Group, RenderableType, Table, Text, lines
from seqform.cli.show.strategies import behavior_text, strategy_table
from seqform.io.equilibria import SCHEMA, certificate_data, position_sizes_data
from seqform.io.json_values import number_data, numbers_data, to_json
from seqform.io.profiles import game_data, profile_data
from seqform.models.answers.equilibrium import EquilibriumSet, FoundEquilibrium, PositionEquilibrium
from seqform.models.answers.evidence import NormalFormPerfection
from seqform.models.games.extensive import CHANCE, ExtensiveGame
from seqform.models.games.positions import END, PositionGraph, PositionStrategy
from seqform.models.numbers.text import counted, short
from seqform.system.files import write_whole
from seqform.verify.normal_form import NORMAL_FORM_PERFECT


def perfection_report(game: ExtensiveGame, perfection: NormalFormPerfection) -> RenderableType:
    """Return the dominating strategies, where a player's strategy is dominated."""
    return Group(Text("decided by two exact linear programs", style="dim"), *_dominated(game, perfection))


def witness_report(conditions: Mapping[str, bool]) -> RenderableType:
    """Return the conditions that a witness has to meet, and whether it does."""
    verdicts = [f"{what}: {'yes' if holds else 'no'}" for what, holds in conditions.items()]
    return Group(lines(verdicts), Text("decided by the witness, without a linear program", style="dim"))


def perfection_data(game: ExtensiveGame, perfection: NormalFormPerfection) -> list[dict[str, Any]]:
    """Return the verdicts as plain data, one for each player.

    ``holds``; ``gains``, the least and the most that the dominating strategy earns above the player's; and
    ``dominating``, its ``information_sets`` as in a profile's JSON, null if there is none.
    """
    return [
        {
            "holds": verdict.holds,
            "gains": numbers_data(verdict.gains),
            "dominating": None
            if verdict.dominating is None
            else profile_data(game, perfection.undominated_profile)[player]["information_sets"],
        }
        for player, verdict in enumerate(perfection.players)
    ]


def _dominated(game: ExtensiveGame, perfection: NormalFormPerfection) -> Iterator[RenderableType]:
    for player, verdict in enumerate(perfection.players):
        if verdict.dominating is not None:
            yield Text(str(verdict))
            table = Table(game.players[player], left=("information set", "dominated", "by"))
            for one in differences((verdict.strategy, verdict.dominating)):
                if any(one.allowed):
                    behaviors = (behavior_text(one.actions, shares) for shares in one.probabilities)
                    table.add_row(one.infoset, *behaviors)
            yield table


MAX_MOVES = 40
"""Of a longer line of play the beginning is shown."""


def positions_report(found: PositionEquilibrium) -> RenderableType:
    """Return the expected payoffs of all players, and the likeliest line of play."""
    strategy = found.strategy
    table = Table(strategy.graph.title, left=["player"], right=["expects"])
    for player, value in zip(strategy.graph.players, found.values, strict=True):
        table.add_row(player, short(value))
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
    table = Table(graph.title, left=[""], right=[""], show_header=False)
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
    while (player := int(graph.player[position])) != END:
        shares = dict(enumerate(graph.chances(position))) if player == CHANCE else strategy.at(position)
        move = max(shares, key=shares.__getitem__)
        yield f"{'chance' if player == CHANCE else graph.players[player]}: {graph.move_label(position, move)}"
        position = graph.moves(position)[move]


MAX_ROWS = 40
"""Of more equilibria than this, the ones that most starts lead to are shown."""


def equilibria_report(found: EquilibriumSet, *, everything: bool = False) -> RenderableType:
    """Return a table of the equilibria, and with `everything` their strategies, too."""
    values = [f"value of {name}" for name in found.game.players]
    table = Table(right=("", *values, "index", "on leaves", "starts"))
    table.add_column("normal-form perfect")
    order = sorted(range(len(found)), key=lambda place: (-len(found[place].starts), place))
    shown = order if everything else order[:MAX_ROWS]
    for place in shown:
        one = found[place]
        table.add_row(
            f"{place + 1}",
            *map(short, one.certificate.values),
            f"{one.index:+d}" if one.nondegenerate else f"({one.index:+d})",
            f"{one.distribution + 1}",
            f"{len(one.starts)}" if one.starts else "back",
            _perfect(one),
        )
    parts: list[RenderableType] = [table, lines(_summary(found, len(shown)))]
    if everything:
        for place in shown:
            parts += [Text(), Text(f"equilibrium {place + 1}", style="bold")]
            parts += [strategy_table(found.game, found[place].profile, player, everything=True) for player in (0, 1)]
    return Group(*parts)


def _perfect(one: FoundEquilibrium) -> str:
    if NORMAL_FORM_PERFECT not in one.certificate.checks:
        return "not examined"
    return "yes, proven" if one.certificate.checks[NORMAL_FORM_PERFECT] else "not proven"


def _summary(found: EquilibriumSet, shown: int) -> list[str]:
    if not len(found):
        return [f"no equilibrium yet: {found.stopped}"]
    sentences = (
        [f"{counted(len(found) - shown, 'more equilibrium', 'more equilibria')}: --all shows them"]
        if shown < len(found)
        else []
    )
    sentences.append(
        f"{counted(len(found), 'equilibrium', 'equilibria')} with {counted(found.distributions, 'distribution')} "
        f"on leaves, from {counted(found.starts, 'start')}; every one proven: nash_conv = 0 (exact)"
    )
    if len(found.pivots):
        sentences.append(
            f"pivots: {found.pivots.mean():.1f} on average, {found.pivots.min():,} to {found.pivots.max():,}; "
            f"{found.seconds:.2f} s"
        )
    if not all(one.nondegenerate for one in found):
        sentences.append("(index) of the bases that were found; the equilibrium is degenerate and may have others")
    if not found.finished:
        sentences.append(f"{found.stopped}: stopped before all was done")
    elif found.closed:
        sentences.append(f"all paths followed back until nothing new came; indices add up to {found.index_sum:+d}")
        sentences.append("equilibria that no path from these starts leads to may exist as well")
    return sentences


def equilibria_data(found: EquilibriumSet) -> dict[str, Any]:
    """Return the equilibria as plain data, after the module's schema."""
    pivots = found.pivots
    return {
        "schema": SCHEMA,
        "game": game_data(found.game),
        "starts": found.starts,
        "stopped": found.stopped,
        "closed": found.closed,
        "distributions": found.distributions,
        "index_sum": found.index_sum,
        "pivots": {"mean": float(pivots.mean()), "least": int(pivots.min()), "most": int(pivots.max())}
        if len(pivots)
        else None,
        "seconds": found.seconds,
        "equilibria": [_one(found, one) for one in found],
    }


def _one(found: EquilibriumSet, one: FoundEquilibrium) -> dict[str, Any]:
    return {
        "players": [
            {**player, "value": number_data(value)}
            for player, value in zip(profile_data(found.game, one.profile), one.values, strict=True)
        ],
        "values": numbers_data(one.certificate.values),
        "certificate": certificate_data(one.certificate),
        "witness": None if one.witness is None else profile_data(found.game, one.witness),
        "index": one.index,
        "nondegenerate": one.nondegenerate,
        "distribution": one.distribution,
        "starts": list(one.starts),
    }


def write_equilibria(found: EquilibriumSet, path: str | Path) -> None:
    """Write the equilibria to a JSON file; an existing file is replaced only when all of it is written."""
    write_whole(Path(path), to_json(equilibria_data(found)))
