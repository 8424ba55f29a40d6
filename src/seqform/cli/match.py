"""The command that lets agents play each other."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from seqform.builders.games.rules import MAX_NODES
from seqform.cli.common import Game, Json, MaxNodes, Normalize, out, print_message, progress
from seqform.cli.file_use import OUTPUT, FileUse, Role
from seqform.cli.show.matches import game_line, match_data, match_report
from seqform.io.json_values import to_json
from seqform.models.numbers.text import short
from seqform.play.agents import KINDS, profile_file
from seqform.play.matches import PlayedGame
from seqform.play.matches import match as played
from seqform.system.files import write_whole

DEFAULT_GAMES = 100
GAMES_OF_A_PERSON = 2


def _file_of_agent(agent: str) -> Iterator[Path]:
    if (path := profile_file(agent)) is not None:
        yield path


AgentName = Annotated[
    str,
    typer.Argument(metavar="AGENT", help=", ".join(kind.usage for kind in KINDS.values())),
    FileUse(Role.READ, _file_of_agent),
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
    person = any(name.strip().lower() == "human" for name in names)
    number = 0

    def watch(over: PlayedGame) -> None:
        nonlocal number
        number += 1
        if person:
            print_message("")
            received = ", ".join(f"{names[agent]} {short(over.payoffs[agent])}" for agent in over.seats)
            print_message(f"The game is over: {over}. Payoffs: {received}")
        if show and not json:
            out.print(game_line(names, over, number), soft_wrap=True)

    with progress(quiet=person) as callback:
        result = played(
            game,
            first,
            second,
            games=games or (GAMES_OF_A_PERSON if person else DEFAULT_GAMES),
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
    if json:
        sys.stdout.write(to_json(data))
    else:
        out.print(match_report(result))
    if result.interrupted and not person:
        raise KeyboardInterrupt
