"""The command that lets agents play each other, whose result is a table or plain data.

The schema of the data, version 1: ``game``; ``seed``; ``fixed_seats``; ``asked`` and ``played``, numbers of games;
``interval``, how the intervals are computed; ``agents``, one object each with ``name``, ``mean`` (a string such as
"-1/18"), ``interval`` (two numbers, or null), ``adjusted_mean`` and ``adjusted_interval`` (without luck; null unless an
agent follows a profile or a solution), ``perfect`` and ``mistakes`` (what perfect play earns against the opponent from
the agent's seats, and the mean cost of its decisions in a game; null unless the opponent follows one), ``wins``,
``draws``, ``losses``, ``moves`` and ``seconds_per_move``; and ``games``, one object each with ``seats`` (the agents'
numbers, from 0, by seat), ``payoffs`` (by agent) and, where they were asked for, ``moves``: a list of ``player`` (1, 2,
or 0 for chance) and ``action``.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

from seqform.builders.games.rules import MAX_NODES
from seqform.cli.common import (
    Format,
    Game,
    Json,
    MaxNodes,
    Normalize,
    out,
    output_format,
    print_message,
    progress,
    write_result,
)
from seqform.cli.file_use import ANSWER, FileUse, Role
from seqform.cli.parameters import CommandArgument, CommandOption
from seqform.io.json_values import to_json
from seqform.models.games.extensive import CHANCE
from seqform.models.games.infosets import unique_names
from seqform.models.numbers.text import short, write_rational
from seqform.play.agents import KINDS, agent_file
from seqform.play.matches import match as played
from seqform.play.scores import MatchResult, PlayedGame, interval_of
from seqform.system.files import write_whole

DEFAULT_GAMES = 100
GAMES_OF_A_PERSON = 2


def files_of_agent(agent: str) -> Iterator[Path]:
    """Return the file of the profile or solution that an agent plays, if it plays one."""
    if (path := agent_file(agent)) is not None:
        yield path


AgentName = Annotated[
    str,
    CommandArgument(metavar="AGENT", help=", ".join(kind.usage for kind in KINDS.values())),
    FileUse(Role.READ, files_of_agent),
]


def match(
    game: Game,
    first: AgentName,
    second: AgentName,
    games: Annotated[
        int | None,
        CommandOption(
            least=1,
            help=f"How many; even, unless seats are fixed. Default: {DEFAULT_GAMES}, {GAMES_OF_A_PERSON} with a human.",
        ),
    ] = None,
    seed: Annotated[int, CommandOption(help="Decides all that is random.")] = 1,
    fixed_seats: Annotated[bool, CommandOption(help="Let the first agent be player 1 in every game.")] = False,
    show: Annotated[bool, CommandOption(help="Show the moves of every game.")] = False,
    json: Json = False,
    format: Format = None,
    output: Annotated[Path | None, CommandOption("--output", "-o", help="Write JSON to a file."), ANSWER] = None,
    normalize: Normalize = False,
    max_nodes: MaxNodes = MAX_NODES,
) -> None:
    """Let two agents play a game again and again, and score them with confidence intervals.

    Games come in pairs: seats swapped, the same chance moves (but not for a human, who would remember).
    Ctrl-C ends a match with the games played until then.
    """
    form = output_format(format, json)
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
        if show and form == "table":
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
    write_result(form, lambda: data, result.report)
    if result.interrupted and not people:
        raise KeyboardInterrupt


SCHEMA = 1


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
        "interval": interval_of(result),
        "agents": [_agent_data(result, agent) for agent in (0, 1)],
        "games": [_game_data(game, moves) for game in result.games],
    }


def _agent_data(result: MatchResult, agent: int) -> dict[str, Any]:
    interval = result.interval(agent)
    wins, draws, losses = result.record(agent)
    perfect = result.perfect[agent]
    adjusted, half_width = result.adjusted_mean(agent), result.adjusted_half_width(agent)
    return {
        "name": result.agents[agent],
        "mean": write_rational(result.mean(agent)),
        "interval": None if interval is None else list(interval),
        "adjusted_mean": adjusted,
        "adjusted_interval": (
            None if adjusted is None or half_width is None else [adjusted - half_width, adjusted + half_width]
        ),
        "perfect": None if perfect is None else float(perfect),
        "mistakes": result.mistakes(agent),
        "wins": wins,
        "draws": draws,
        "losses": losses,
        "moves": result.moves[agent],
        "seconds_per_move": result.seconds_per_move(agent),
    }


def _game_data(game: PlayedGame, moves: bool) -> dict[str, Any]:
    data: dict[str, Any] = {"seats": list(game.seats), "payoffs": [write_rational(payoff) for payoff in game.payoffs]}
    if moves:
        data["moves"] = [
            {"player": 0 if move.player == CHANCE else move.player + 1, "action": move.action} for move in game.moves
        ]
    return data
