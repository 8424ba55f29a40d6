"""The command that lets a person play hand after hand against an agent, line by line.

All is plain text on standard output, a line at a time, so that it works in pipes and with screen readers.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Annotated, Any

import typer

from seqform.builders.games.rules import MAX_NODES
from seqform.cli.common import Game, MaxNodes, Normalize, progress, refuse
from seqform.cli.file_use import INPUT, OUTPUT, FileUse, Role
from seqform.cli.match import files_of_agent
from seqform.errors import OptionError
from seqform.models.games.extensive import CHANCE
from seqform.models.numbers.exact import Number
from seqform.models.numbers.text import counted, short
from seqform.play.agents import KINDS, HumanAgent
from seqform.play.history import open_session, resume_session
from seqform.play.matches import CONFIDENCE
from seqform.play.review import NO_LOSS, Decision
from seqform.play.session import ALTERNATE, Observation, Score, Session
from seqform.system.files import names_file
from seqform.system.foreign_text import visible, visible_lines

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
