"""The command that lets agents play each other, and its results as a table and as plain data.

The schema of the data, version 1: ``game``; ``seed``; ``fixed_seats``; ``asked`` and ``played``, numbers of games;
``interval``, how the intervals are computed; ``agents``, one object each with ``name``, ``mean`` (a string such as
"-1/18"), ``interval`` (two numbers, or null), ``adjusted_mean`` and ``adjusted_interval`` (without luck; null unless an
agent plays a profile on a tree), ``wins``, ``draws``, ``losses``, ``moves`` and ``seconds_per_move``; and ``games``,
one object each with ``seats`` (the agents' numbers, from 0, by seat), ``payoffs`` (by agent) and, where they were asked
for, ``moves``: a list of ``player`` (1, 2, or 0 for chance) and ``action``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from seqform.builders.games.rules import MAX_NODES
from seqform.cli.common import Game, Json, MaxNodes, Normalize, out, present, print_message, progress
from seqform.cli.file_use import OUTPUT, FileUse, Role
from seqform.io.json_values import to_json
from seqform.models.games.extensive import CHANCE
from seqform.models.games.infosets import unique_names
from seqform.models.numbers.text import counted, short, write_rational
from seqform.play.agents import KINDS, agent_file
from seqform.play.matches import CONFIDENCE, MatchResult, PlayedGame
from seqform.play.matches import match as played
from seqform.system.console import Group, RenderableType, Table, Text
from seqform.system.files import write_whole

DEFAULT_GAMES = 100
GAMES_OF_A_PERSON = 2


def files_of_agent(agent: str) -> Iterator[Path]:
    """Return the file of the profile or solution that an agent plays, if it plays one."""
    if (path := agent_file(agent)) is not None:
        yield path


AgentName = Annotated[
    str,
    typer.Argument(metavar="AGENT", help=", ".join(kind.usage for kind in KINDS.values())),
    FileUse(Role.READ, files_of_agent),
]


def match(
    game: Game,
    first: AgentName,
    second: AgentName,
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            min=1,
            help=f"How many; even, unless seats are fixed. Default: {DEFAULT_GAMES}, {GAMES_OF_A_PERSON} with a human.",
        ),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="Decides all that is random.")] = 1,
    fixed_seats: Annotated[
        bool, typer.Option("--fixed-seats", help="Let the first agent be player 1 in every game.")
    ] = False,
    show: Annotated[bool, typer.Option("--show", help="Show the moves of every game.")] = False,
    json: Json = False,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Write JSON to a file."), OUTPUT] = None,
    normalize: Normalize = False,
    max_nodes: MaxNodes = MAX_NODES,
) -> None:
    """Let two agents play a game again and again, and score them with confidence intervals.

    Games come in pairs: seats swapped, the same chance moves (but not for a human, who would remember).
    Ctrl-C ends a match with the games played until then.
    """
    names = (first, second)
    people = [agent for agent, name in enumerate(names) if name.strip().lower() == "human"]
    number = 0

    def watch(over: PlayedGame) -> None:
        nonlocal number
        number += 1
        if people:
            print_message("")
            received = ", ".join(f"{names[agent]} {short(over.payoffs[agent])}" for agent in over.seats)
            moves = over.seen_by(people[0]) if len(people) == 1 else over
            print_message(f"The game is over: {moves}. Payoffs: {received}")
        if show and not json:
            out.print(game_line(names, over, number), soft_wrap=True)

    with progress(quiet=bool(people)) as callback:
        result = played(
            game,
            first,
            second,
            games=games or (GAMES_OF_A_PERSON if people else DEFAULT_GAMES),
            seed=seed,
            fixed_seats=fixed_seats,
            normalize=normalize,
            max_nodes=max_nodes,
            progress=callback,
            watch=watch,
        )
    data = match_data(result, moves=show)
    if output is not None:
        write_whole(output, to_json(data))
    present(json, lambda: data, lambda: match_report(result))
    if result.interrupted and not people:
        raise KeyboardInterrupt


SCHEMA = 1
_UNITS = (("s", 1), ("ms", 1_000), ("µs", 1_000_000))


def match_report(result: MatchResult) -> RenderableType:
    """Return the score: mean payoffs with confidence intervals, wins, draws and losses, time."""
    names = unique_names(result.agents)
    how = f"{names[0]} is player 1" if result.fixed_seats else "seats swapped within each pair"
    table = Table(title=f"{result.title}: {_played(result)}, {how}, seed {result.seed}")
    table.add_column("agent", overflow="fold")
    for heading in ("mean payoff", f"± {CONFIDENCE:.0%}", "wins", "draws", "losses", "per move"):
        table.add_column(heading, justify="right", no_wrap=True)
    for agent, name in enumerate(names):
        half_width = result.half_width(agent)
        table.add_row(
            name,
            short(float(result.mean(agent))),
            "none" if half_width is None else f"{half_width:.2g}",
            *(f"{games:,}" for games in result.record(agent)),
            _duration(result.seconds_per_move(agent)),
        )
    lines = [*_adjusted_lines(result, names), Text(_method(result), style="dim")]
    return Group(table, *lines)


def _adjusted_lines(result: MatchResult, names: Sequence[str]) -> list[Text]:
    scores = []
    for agent, name in enumerate(names):
        mean, half_width = result.adjusted_mean(agent), result.adjusted_half_width(agent)
        if mean is None:
            return []
        scores.append(f"{name} {short(mean)}" + ("" if half_width is None else f" ± {half_width:.2g}"))
    return [Text(f"without luck: {', '.join(scores)}")]


def game_line(agents: tuple[str, str], game: PlayedGame, number: int) -> str:
    """Return a game in a line: the seats, the moves, chance's in parentheses, and the payoffs by seat."""
    names = unique_names(agents)
    first, second = (names[agent] for agent in game.seats)
    payoffs = ", ".join(short(game.payoffs[agent]) for agent in game.seats)
    return f"game {number:,}, {first} against {second}: {game} → {payoffs}"


def match_data(result: MatchResult, *, moves: bool = False) -> dict[str, Any]:
    """Return a match as plain data, after the module's schema, and if asked for with the moves of every game."""
    return {
        "schema": SCHEMA,
        "game": result.title,
        "seed": result.seed,
        "fixed_seats": result.fixed_seats,
        "asked": result.asked,
        "played": len(result.games),
        "interval": _method(result),
        "agents": [_agent_data(result, agent) for agent in (0, 1)],
        "games": [_game_data(game, moves) for game in result.games],
    }


def _agent_data(result: MatchResult, agent: int) -> dict[str, Any]:
    interval = result.interval(agent)
    wins, draws, losses = result.record(agent)
    adjusted, half_width = result.adjusted_mean(agent), result.adjusted_half_width(agent)
    return {
        "name": result.agents[agent],
        "mean": write_rational(result.mean(agent)),
        "interval": None if interval is None else list(interval),
        "adjusted_mean": adjusted,
        "adjusted_interval": (
            None if adjusted is None or half_width is None else [adjusted - half_width, adjusted + half_width]
        ),
        "wins": wins,
        "draws": draws,
        "losses": losses,
        "moves": result.moves[agent],
        "seconds_per_move": result.seconds_per_move(agent),
    }


def _game_data(game: PlayedGame, moves: bool) -> dict[str, Any]:
    data: dict[str, Any] = {
        "seats": list(game.seats),
        "payoffs": [write_rational(payoff) for payoff in game.payoffs],
    }
    if moves:
        data["moves"] = [
            {"player": 0 if move.player == CHANCE else move.player + 1, "action": move.action} for move in game.moves
        ]
    return data


def _played(result: MatchResult) -> str:
    played = counted(len(result.games), "game")
    return f"{played} of {result.asked:,}, interrupted" if result.interrupted else played


def _method(result: MatchResult) -> str:
    units = result.units(0)
    if len(units) < 2:
        return "no interval: two independent games or pairs are needed at least"
    what = "games" if result.fixed_seats else "pairs of games"
    alike = "; all came out alike, which tells nothing of what is rare" if len(set(units)) == 1 else ""
    return f"± {CONFIDENCE:.0%} confidence interval: Student's t over {len(units):,} independent {what}{alike}"


def _duration(seconds: float | None) -> str:
    if seconds is None:
        return "never moved"
    unit, factor = next(((unit, factor) for unit, factor in _UNITS if seconds * factor >= 1), _UNITS[-1])
    return f"{seconds * factor:.3g} {unit}"
