"""The commands that let agents play each other, and a person against an agent.

A person's hands are plain text, a line at a time, so that they work in pipes and with screen readers. The results of a
match are a table, or plain data.

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

import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Annotated, Any

import typer

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
    refuse,
    write_result,
)
from seqform.cli.file_use import INPUT, OUTPUT, FileUse, Role
from seqform.errors import OptionError
from seqform.io.json_values import to_json
from seqform.models.games.extensive import CHANCE
from seqform.models.games.infosets import unique_names
from seqform.models.numbers.exact import Number
from seqform.models.numbers.text import counted, short, write_rational
from seqform.play.agents import KINDS, HumanAgent, SolutionAgent, agent_file
from seqform.play.history import open_session, resume_session
from seqform.play.matches import CONFIDENCE, MatchResult, PlayedGame
from seqform.play.matches import match as played
from seqform.play.review import NO_LOSS, Decision
from seqform.play.session import ALTERNATE, Observation, Score, Session
from seqform.system.files import names_file, write_whole
from seqform.system.foreign_text import visible, visible_lines
from seqform.tables.matches import interval_of

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
    format: Format = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Write JSON to a file."), OUTPUT] = None,
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
    data: dict[str, Any] = {
        "seats": list(game.seats),
        "payoffs": [write_rational(payoff) for payoff in game.payoffs],
    }
    if moves:
        data["moves"] = [
            {"player": 0 if move.player == CHANCE else move.player + 1, "action": move.action} for move in game.moves
        ]
    return data


AGENTS = ", ".join(kind.usage for name, kind in KINDS.items() if name != "human")
QUIT = ("q", "quit")
LONGEST_FRACTION = 7
"""Characters of a fraction that is not shown as a decimal."""


def play(
    game: Game,
    against: Annotated[
        str | None,
        typer.Option(
            "--against",
            metavar="AGENT",
            help=f"{AGENTS}. Default: an exact equilibrium, or the solution that comes with the package.",
        ),
        FileUse(Role.READ, files_of_agent),
    ] = None,
    seat: Annotated[
        str | None, typer.Option("--seat", metavar="1|2|alternate", help="Your seat. Default: alternate.")
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", help="Decides all that is random. Default: 1.")] = None,
    hands: Annotated[int | None, typer.Option("--hands", min=1, help="End after so many. Default: until q.")] = None,
    hints: Annotated[
        bool, typer.Option("--hints", help="Show the worth of the actions before every decision.")
    ] = False,
    open_cards: Annotated[
        bool, typer.Option("--open", help="Show all moves of chance after every hand, also after a fold.")
    ] = False,
    history: Annotated[
        Path | None, typer.Option("--history", help="Keep the actions in a file; continue it if it exists."), OUTPUT
    ] = None,
    resume: Annotated[
        Path | None, typer.Option("--resume", help="Continue the history in a file, with its options."), INPUT
    ] = None,
    normalize: Normalize = False,
    max_nodes: MaxNodes = MAX_NODES,
) -> None:
    """Play a game at the terminal against an exact equilibrium or another agent.

    Type the number or the name of an action, and q to end. After a hand, r reviews your decisions: what every action
    was worth against the agent, and what yours cost. Ctrl-C loses nothing that is in the history.
    """
    file = history if resume is None else resume
    is_old = resume is not None or (history is not None and names_file(history) and history.stat().st_size > 0)
    if is_old:
        given = {"--seat": seat, "--seed": seed is not None, "--open": open_cards}
        refuse(f"when {file} is continued", given | {"--history": history if resume is not None else None})
    expanding: dict[str, Any] = {"normalize": normalize, "max_nodes": max_nodes}
    with progress() as callback:
        if is_old and file is not None:
            session = resume_session(file, game, against, **expanding, progress=callback)
        else:
            chosen: dict[str, Any] = {"seat": _seat(seat), "open_cards": open_cards, "file": file}
            number = 1 if seed is None else seed
            session = open_session(game, against, seed=number, **chosen, **expanding, progress=callback)
    if hints and session.judge is None:
        raise OptionError(f"--hints: {session.agent.name} plays neither a profile on a tree nor a solution")
    _say(f"{visible(session.table.title)} against {visible(session.agent.name)}. Type q to end.")
    if isinstance(session.agent, SolutionAgent):
        _say(f"The certificate of its solution: {session.agent.solution.certificate}.")
    if session.hands:
        _say(f"{counted(len(session.hands), 'hand')} so far.")
    with suppress(EOFError):
        _play(session, hands, hints)
    for line in score_lines(session.score, session.table.players):
        _say(line)


def _seat(text: str | None) -> int | None:
    places = {None: None, ALTERNATE: None, "1": 0, "2": 1}
    if text not in places:
        raise OptionError(f"--seat {text}: 1, 2 or {ALTERNATE} expected")
    return places[text]


def _play(session: Session, hands: int | None, hints: bool) -> None:
    def ask(prompt: str) -> str:
        line = _ask(prompt)
        here = session.view().turn
        if line.strip().lower() in QUIT and (here is None or line.strip() not in here.actions):
            raise EOFError
        return line

    person = HumanAgent(session.table, _say, ask)
    while hands is None or len(session.hands) < hands:
        if session.over:
            session.next()
        _say(f"\nHand {session.hand}")
        while (turn := (shown := session.view()).turn) is not None:
            if shown.moves and turn.situation is None:
                _say(f"\nSo far: {_moves_line(session, shown)}")
            for line in decision_lines(session.hint())[:-1] if hints else ():
                _say(line)
            session.act(person.choose(turn, Random()))
        _say(f"\nThe hand is over: {_moves_line(session, shown)}")
        _say(f"You receive {short(session.hands[-1].payoff)}.")
        _between(session, ask, is_last=hands is not None and len(session.hands) >= hands)


def _moves_line(session: Session, shown: Observation) -> str:
    names = {CHANCE: "chance", 1 - shown.seat: session.table.players[1 - shown.seat], shown.seat: "you"}
    return ", ".join(f"{visible(names[move.player])}: {visible(move.action)}" for move in shown.moves)


def _between(session: Session, ask: Callable[[str], str], *, is_last: bool) -> None:
    """Ask after a hand for reviews and scores until the next one is to begin."""
    following = "end" if is_last else "next hand"
    while answer := ask(f"Enter: {following}, r: review, s: score, q: end > ").strip().lower():
        if answer in ("r", "review"):
            try:
                lines = [line for decision in session.review() for line in decision_lines(decision)]
            except OptionError as problem:
                lines = [f"There is {visible(problem)}."]
            for line in lines:
                _say(line)
        elif answer in ("s", "score"):
            for line in score_lines(session.score, session.table.players):
                _say(line)
        else:
            _say(f"{answer!r} is not understood here.")


def decision_lines(decision: Decision) -> list[str]:
    """Return a decision as lines: the information set, every action with its probability and worth, and the cost."""
    lines = [f"At {visible(decision.infoset)}"]
    for place, action in enumerate(decision.actions):
        worth = "" if decision.worth is None else f", is worth {_text(decision.worth[place])}"
        lines.append(f"  {visible(action)}: played with probability {_text(decision.profile[place])}{worth}")
    if decision.equity is not None:
        lines.append(f"  Your hand is the stronger one in the end with probability {_text(decision.equity)}.")
    chosen = f"  You chose {visible(decision.actions[decision.chosen])}: "
    if decision.cost is None:
        lines.append(f"{chosen}the agent's strategy never leads here, so nothing can be compared.")
    elif decision.grade == NO_LOSS:
        never = "; the profile itself never plays it" if decision.profile[decision.chosen] == 0 else ""
        lines.append(f"{chosen}{NO_LOSS}{never}.")
    else:
        lines.append(f"{chosen}{decision.grade}; it costs {_text(decision.cost)}.")
    return lines


def score_lines(score: Score | None, players: tuple[str, str]) -> list[str]:
    """Return the score as lines, the mean without luck first."""
    if score is None:
        return ["No hand is over."]
    seats = ", ".join(
        f"{number:,} as {visible(name)}" for number, name in zip(score.hands, players, strict=True) if number
    )
    lines = [f"\nScore: {counted(sum(score.hands), 'hand')} ({seats}); means of a hand, ± {CONFIDENCE:.0%} interval"]
    if score.adjusted_mean is not None:
        lines.append(f"  without luck: {_with_interval(score.adjusted_mean, score.adjusted_half_width)}")
    lines.append(f"  as played: {_with_interval(float(score.mean), score.half_width)}")
    if score.perfect is not None and score.mistakes is not None:
        lines.append(f"  perfect play earns: {_text(score.perfect)}")
        lines.append(f"  your mistakes have cost: {_with_interval(score.mistakes, score.mistakes_half_width)}")
    return lines


def _with_interval(mean: Number, half_width: float | None) -> str:
    if half_width == 0:
        return f"{short(mean)} (all hands alike, so no interval)"
    return short(mean) + ("" if half_width is None else f" ± {half_width:.2g}")


def _text(number: Number) -> str:
    """Return a number, as a decimal unless its fraction is short."""
    text = short(number)
    return text if len(text) <= LONGEST_FRACTION or not isinstance(number, Fraction) else f"≈{float(number):.6g}"


def _say(text: str) -> None:
    print(visible_lines(text), flush=True)


def _ask(prompt: str) -> str:
    """Return the line that is typed after a prompt; EOFError at the end of the input."""
    print(visible(prompt), end="", flush=True)
    line = sys.stdin.readline()
    if not line:
        _say("")
        raise EOFError
    return line
