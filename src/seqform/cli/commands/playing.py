"""The commands by which a person plays against an agent, and two agents play each other.

A person plays on the whole screen (`seqform.play.screen`), or in plain text, a line at a time, which works in pipes
and with screen readers.

A match is a table or plain data. The schema of the data, version 1: ``game``; ``seed``; ``fixed_seats``; ``asked`` and
``played``, numbers of games; ``interval``, how the intervals are computed; ``agents``, one object each with ``name``,
``mean`` (a string such as "-1/18"), ``interval`` (two numbers, or null), ``adjusted_mean`` and ``adjusted_interval``
(without luck; null unless an agent follows a profile or a solution), ``perfect`` and ``mistakes`` (what perfect play
earns against the opponent from the agent's seats, and the mean cost of its decisions in a game; null unless the
opponent follows one), ``wins``, ``draws``, ``losses``, ``moves`` and ``seconds_per_move``; and ``games``, one object
each with ``seats`` (the agents' numbers, from 0, by seat), ``payoffs`` (by agent) and, where they were asked for,
``moves``: a list of ``player`` (1, 2, or 0 for chance) and ``action``.
"""

from __future__ import annotations

import operator
import os
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Annotated, Any

from seqform.analysis.sizes import matrix_table
from seqform.cli.common import (
    Game,
    JsonFile,
    Reading,
    Rest,
    ResultOutput,
    out,
    print_message,
    progress,
)
from seqform.cli.file_use import FileUse, InputFile, OutputFile, Role
from seqform.cli.parameters import ParameterNote, filled, refuse
from seqform.errors import OptionError, TooLargeError
from seqform.io.json_values import attributes
from seqform.io.profiles import require_rest
from seqform.models.answers.payoff_table import BEST_REPLIES
from seqform.models.games.extensive import CHANCE, ExtensiveGame
from seqform.models.games.infosets import unique_names
from seqform.models.numbers.exact import in_doubles
from seqform.models.numbers.text import counted, short, write_rational
from seqform.models.table import Line, Report
from seqform.play.agents import HumanAgent, SolutionAgent, named_agent, typed, usages
from seqform.play.display import (
    ReviewedDecision,
    hinted,
    number_text,
    result_text,
    reviewed,
    score_lines,
    share_text,
)
from seqform.play.history import open_session, resume_session
from seqform.play.matches import CONFIDENCE, MatchResult, Move, PlayedGame, interval_of
from seqform.play.matches import match as played
from seqform.play.session import ALTERNATE, HIDDEN, Observation, Session
from seqform.playable.ordered import PlayableOrderedGame
from seqform.system.files import names_file, write_whole
from seqform.system.foreign_text import visible, visible_lines
from seqform.system.packages import install_here
from seqform.system.strategy_names import PROFILE, with_rest

AGENTS = ", ".join(usages("human"))
QUIT = ("q", "quit")
SMALLEST_SCREEN = (60, 20)
"""Columns and rows of the smallest terminal on which the game is drawn."""


@filled(agents=AGENTS)
def play(
    game: Game,
    *,
    against: Annotated[str | None, FileUse(Role.READ, files_of_agent)] = None,
    seat: str | None = None,
    seed: int = 1,
    hands: Annotated[int | None, ParameterNote(least=1)] = None,
    hints: bool = False,
    open_cards: bool = False,
    history: OutputFile = None,
    resume: InputFile = None,
    review: bool = False,
    train: bool = False,
    plain: bool = False,
    browser: bool = False,
    port: Annotated[int | None, ParameterNote(least=0, most=65535)] = None,
    no_open: bool = False,
    output: OutputFile = None,
    rest: Rest = None,
    reading: Reading,
) -> None:
    """Play a game at the terminal or in a browser, against an exact equilibrium or another agent.

    Actions are taken by keys; after a hand, v reviews your decisions: what every action was worth against the agent,
    and what yours cost. Where the terminal has no room, in pipes, and with --plain, all is text, a line at a time:
    type the number or the name of an action, r for the review, and q to end. Ctrl-C loses nothing that is in the
    history.

    - `against` (AGENT): {agents}. Default: an exact equilibrium, or the solution that comes with the package.
    - `seat` (1|2|alternate): Your seat. Default: alternate.
    - `seed`: Decides all that is random.
    - `hands`: End after so many. Default: until q.
    - `hints`: Show the worth of the actions before every decision.
    - `open_cards` (--open): Show all moves of chance after every hand, also after a fold.
    - `history`: Keep the actions in a file; continue it if it exists.
    - `resume`: Continue the history in a file, with its options.
    - `review`: Show the review after every hand.
    - `train`: Deal hands that lead to decisions which have cost you something; not counted.
    - `plain`: Plain text, a line at a time.
    - `browser`: Play on a page that this machine serves to itself.
    - `port`: The port of the page. Default: a free one.
    - `no_open`: Print the address of the page, and open no browser.
    - `output` (--output, -o FILE.html): Write a page that plays without a server, and end.
    """
    if rest is not None:
        (against,) = _completed([] if against is None else [against], rest)
    most_on_page: int | None = None
    if not browser:
        refuse("without --browser", "--port", "--no-open")
    else:
        refuse(
            "on the page, which shows reviews and offers training", "--review", "--train", "--plain"
        )
        from seqform.play.web.server import require_servable, serve

        require_servable()
    if output is not None:
        if output.suffix.lower() != ".html":
            raise OptionError(f"--output {output}: a file FILE.html expected")
        shown = ("--browser", "--hints", "--review", "--train", "--plain")
        dealt = ("--seed", "--seat", "--open", "--hands", "--history", "--resume")
        refuse("for a page of one file", *shown, *dealt)
        against = against or "equilibrium"
        from seqform.play.web.offline import MOST_NODES, offline_page

        if reading.max_nodes > MOST_NODES:
            most_on_page = MOST_NODES
            reading = replace(reading, max_nodes=MOST_NODES)

    file = history if resume is None else resume
    if resume is not None:
        refuse(f"when {file} is continued", "--seat", "--seed", "--open", "--history")
    has_history = history is not None and names_file(history) and history.stat().st_size > 0
    if has_history:
        refuse(f"when {file} is continued", "--seat", "--seed", "--open")
    with progress() as callback, _page_refusals(str(game), most_on_page):
        if file is not None and (has_history or resume is not None):
            session = resume_session(file, game, against, **vars(reading), progress=callback)
            _review_all(session, callback)
        else:
            chosen: dict[str, Any] = {"seat": _seat(seat), "open_cards": open_cards, "file": file}
            session = open_session(
                game, against, seed=seed, **chosen, **vars(reading), progress=callback
            )
    if output is not None:
        write_whole(output, offline_page(session))
        return

    for option, is_given in (("--hints", hints), ("--review", review), ("--train", train)):
        if is_given and session.judge is None:
            raise OptionError(
                f"{option}: decisions are judged against a stored strategy, and {session.agent.name} has none: leave "
                "it out, or play against equilibrium, profile:FILE or solution:FILE"
            )
    if train:
        session.training_deal()
    choices: dict[str, Any] = {"hands": hands, "hints": hints, "review": review, "train": train}
    on_screen = not browser and not plain and has_screen()
    if on_screen and find_spec("textual") is None:
        _say(f"Text, a line at a time. To play on the whole screen: {install_here('textual')}")
        on_screen = False
    if browser:
        serve(
            session,
            port=port or 0,
            hands=hands,
            hints=hints,
            ranges=_ranges_picture(session),
            open_browser=not no_open,
            say=_say_address,
        )
    elif on_screen:
        from seqform.play.screen import PlayApp

        app = PlayApp(session, **choices)
        app.run()
        if app.problem is not None:
            raise app.problem
    else:
        _say(
            f"{visible(session.playable.title)} against {visible(session.agent.name)}. Type q to end."
        )
        if isinstance(session.agent, SolutionAgent):
            _say(f"The certificate of its solution: {session.agent.solution.certificate}.")
        game_played = getattr(session.playable, "game", None)
        table = matrix_table(game_played) if isinstance(game_played, ExtensiveGame) else None
        if table is not None:
            out.print(Report([table, Line(BEST_REPLIES, "dim")]))
        if session.hands:
            _say(f"{counted(len(session.hands), 'hand')} so far.")
        with suppress(EOFError):
            _play(session, **choices)
    for line in score_text(session):
        _say(line)


def _review_all(session: Session, progress: Callable[[str], None] | None) -> None:
    """Judge the decisions of all hands that are over, so that the first score does not take long."""
    if session.judge is None:
        return
    for hand in session.hands:
        if progress is not None:
            progress(f"review of hand {hand.number:,} of {len(session.hands):,}")
        session.review(hand)


@contextmanager
def _page_refusals(game: str, most: int | None) -> Iterator[None]:
    """Name the bound of pages of one file where it is what a game exceeds."""
    try:
        yield
    except TooLargeError as problem:
        if most is None:
            raise
        raise OptionError(
            f"{visible(game)}: a page of one file has at most {most:,} nodes; --browser plays larger games"
        ) from problem


def _seat(text: str | None) -> int | None:
    places = {None: None, ALTERNATE: None, "1": 0, "2": 1}
    if text not in places:
        raise OptionError(f"--seat {text}: 1, 2 or {ALTERNATE} expected")
    return places[text]


def has_screen() -> bool:
    """Return whether input and output are a terminal with room for the game."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM", "dumb") == "dumb":
        return False
    is_unicode = (sys.stdout.encoding or "").lower().startswith("utf")
    return is_unicode and all(map(operator.ge, shutil.get_terminal_size(), SMALLEST_SCREEN))


def _play(session: Session, hands: int | None, hints: bool, review: bool, train: bool) -> None:
    """Play hands as text, until there are so many or the person ends the input, which is an EOFError."""

    def ask(prompt: str) -> str:
        line = typed(prompt, _say, sys.stdout)
        here = session.observation().turn
        if line.strip().lower() in QUIT and (here is None or line.strip() not in here.actions):
            raise EOFError
        return line

    person = HumanAgent(session.playable, _say, ask)
    while hands is None or len(session.hands) < hands:
        if session.over:
            session.next(train=train)
        heading = f"\nHand {session.hand}"
        if session.dealt is not None:
            heading += ", to train"
        _say(heading)
        while (turn := (shown := session.observation()).turn) is not None:
            if shown.moves and turn.situation is None:  # where positions are not drawn
                _say(f"\n{_moves_before(session, shown)}")
            if hints:
                # Without the verdict: nothing is chosen yet.
                for line in decision_lines(hinted(session))[:-1]:
                    _say(line)
            session.act(person.choose(turn, Random()))
        _say(f"\nThe hand is over: {_moves_line(session, shown)}")
        assert shown.payoffs is not None
        _say(result_text(session, *shown.payoffs))
        if review:
            _say_review(session)
        _between(session, ask, is_last=hands is not None and len(session.hands) >= hands)


def _moves_before(session: Session, shown: Observation) -> str:
    """Return the line about the moves before a decision of the person."""
    opponent = 1 - shown.seat
    is_card_game = isinstance(session.playable, PlayableOrderedGame)
    # The opponent has not seen the move to come, and the person does not see the last one
    if is_card_game or shown.moves[-1] != Move(opponent, HIDDEN):
        return f"So far: {_moves_line(session, shown)}"
    text = f"{visible(session.playable.players[opponent])} moves at the same time"
    earlier = shown.moves[:-1]
    if earlier:
        text = f"So far: {_moves_line(session, replace(shown, moves=earlier))}; {text}"
    return text


def _moves_line(session: Session, shown: Observation) -> str:
    names = {
        CHANCE: "chance",
        1 - shown.seat: session.playable.players[1 - shown.seat],
        shown.seat: "you",
    }
    noun = "card" if isinstance(session.playable, PlayableOrderedGame) else "move"
    words = []
    for move, run in groupby(shown.moves):
        count = len(list(run))
        action = visible(move.action)
        if move.action == HIDDEN:
            hidden = f"hidden {noun}" if count == 1 else counted(count, f"hidden {noun}")
            words.append(f"{visible(names[move.player])}: {hidden}")
        else:
            words += [f"{visible(names[move.player])}: {action}"] * count
    return ", ".join(words)


def _between(session: Session, ask: Callable[[str], str], *, is_last: bool) -> None:
    """Ask after a hand for reviews and scores until the next one is to begin."""
    following = "end" if is_last else "next hand"
    while answer := ask(f"Enter: {following}, r: review, s: score, q: end > ").strip().lower():
        if answer in ("r", "review"):
            _say_review(session)
        elif answer in ("s", "score"):
            for line in score_text(session):
                _say(line)
        else:
            _say(f"{answer!r} is no command here; expected: Enter, r, s or q")


def _say_review(session: Session) -> None:
    lines: list[str] = []
    try:
        for decision in reviewed(session):
            lines += decision_lines(decision)
    except OptionError as problem:
        lines = [f"There is {visible(problem)}."]
    for line in lines:
        _say(line)


def decision_lines(decision: ReviewedDecision) -> list[str]:
    """Return a decision as lines: the information set, every action with its probability and worth, and the verdict."""
    lines = [f"At {visible(decision.where)}"]
    for row in decision.rows:
        text = f"  {visible(row.action)}: played with probability {share_text(row.probability)}"
        if row.worth is not None:
            text += f", is worth {number_text(row.worth)}"
        lines.append(text)
    if decision.equity is not None:
        lines.append(f"  {decision.equity}")
    return [*lines, f"  You chose {visible(decision.chosen)}: {decision.verdict}."]


def score_text(session: Session) -> list[str]:
    """Return the score as lines."""
    score = session.score
    if score is None:
        return ["No hand is over."]
    seats = []
    for number, name in zip(score.hands, session.playable.players, strict=True):
        if number:
            seats.append(f"{number:,} as {visible(name)}")
    hands = counted(sum(score.hands), "hand")
    lines = [f"\nScore: {hands} ({', '.join(seats)}); means of a hand, ± {CONFIDENCE:.0%} interval"]
    for line in score_lines(session):
        text = f"  {line.label}: {line.value}"
        if line.interval == "± 0":
            text += " (all hands alike, so no interval)"
        elif line.interval:
            text += f" {line.interval}"
        lines.append(text)
    return lines


def _ranges_picture(session: Session) -> str:
    """Return the ranges of both players of a card game as SVG, empty for a game without ranges."""
    playable = session.playable
    if not isinstance(playable, PlayableOrderedGame):
        return ""
    from seqform.pictures.chart import game_ranges

    picture = game_ranges(playable.game)
    return "" if picture is None else picture.svg()


def _say_address(address: str) -> None:
    _say(f"{address}\nThe address works once. The page, or Ctrl-C, ends the session.")


def _say(text: str) -> None:
    print(visible_lines(text), flush=True)


DEFAULT_GAMES = 100
GAMES_OF_A_PERSON = 2


def files_of_agent(agent: str) -> Iterator[Path]:
    """Return the files that are read or run for an agent."""
    yield from named_agent(agent).files


def _completed(agents: Sequence[str], rest: str) -> list[str]:
    """Return agents, those of files of profiles with what is played at information sets that these leave out."""
    require_rest(rest)
    if not any(named_agent(agent).word == PROFILE for agent in agents):
        refuse(f"without an agent {PROFILE}:FILE", "--rest")
    named = []
    for agent in agents:
        is_profile = named_agent(agent).word == PROFILE
        named.append(with_rest(agent, rest) if is_profile else agent)
    return named


AgentName = Annotated[
    str,
    ParameterNote(metavar="AGENT", help=", ".join(usages())),
    FileUse(Role.READ, files_of_agent),
]


@filled(games=DEFAULT_GAMES, games_of_a_person=GAMES_OF_A_PERSON)
def match(
    game: Game,
    first: AgentName,
    second: AgentName,
    *,
    games: Annotated[int | None, ParameterNote(least=1)] = None,
    seed: int = 1,
    fixed_seats: bool = False,
    names: str | None = None,
    show: bool = False,
    shown: ResultOutput,
    output: JsonFile = None,
    rest: Rest = None,
    reading: Reading,
) -> None:
    """Let two agents play a game again and again, and score them with confidence intervals.

    Games come in pairs: seats swapped, the same chance moves (but not for a human, who would remember).
    Ctrl-C ends a match with the games played until then.

    - `games`: How many; even, unless seats are fixed. Default: {games}, {games_of_a_person} with a human.
    - `seed`: Decides all that is random.
    - `fixed_seats`: Let the first agent be player 1 in every game, as where a profile was made for one seat.
    - `names` (A,B): The names of both agents in results. Default: as they are given.
    - `show`: Show the moves of every game.
    """
    if shown.form not in ("table", "json") and output is None:
        refuse(
            f"with --format {shown.form}, which is one table; --format json has the moves", "--show"
        )
    if rest is not None:
        first, second = _completed([first, second], rest)
    people = [
        agent for agent, text in enumerate((first, second)) if text.strip().lower() == "human"
    ]
    shown_names = _pair_of_names(names) or (first, second)
    number = 0

    def watch(over: PlayedGame) -> None:
        nonlocal number
        number += 1
        if people:
            print_message("")
            received = ", ".join(
                f"{shown_names[agent]} {short(over.payoffs[agent])}" for agent in over.seats
            )
            moves = over.seen_by(people[0]) if len(people) == 1 else over
            print_message(f"The game is over: {moves}. Payoffs: {received}")
        if show and shown.form == "table":
            out.print(game_line(shown_names, over, number), soft_wrap=True)

    with progress(quiet=bool(people)) as callback:
        result = played(
            game,
            first,
            second,
            games=games or (GAMES_OF_A_PERSON if people else DEFAULT_GAMES),
            seed=seed,
            fixed_seats=fixed_seats,
            names=_pair_of_names(names),
            **vars(reading),
            progress=callback,
            watch=watch,
        )
    data = match_data(result, moves=show)
    shown.write(lambda: data, result.report, output)
    if result.interrupted and not people:
        raise KeyboardInterrupt


def _pair_of_names(text: str | None) -> tuple[str, str] | None:
    """Return the names of both agents in a text such as "cfr, net"."""
    if text is None:
        return None
    names = [name.strip() for name in text.split(",")]
    if len(names) != 2 or not all(names):
        raise OptionError(f"--names {text}: two names with a comma between them expected")
    return names[0], names[1]


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
        **attributes(result, "seed", "fixed_seats", "asked"),
        "played": len(result.games),
        "interval": interval_of(result),
        "agents": [_agent_data(result, agent) for agent in (0, 1)],
        "games": [_game_data(game, moves) for game in result.games],
    }


def _agent_data(result: MatchResult, agent: int) -> dict[str, Any]:
    interval = result.interval(agent)
    record = dict(zip(("wins", "draws", "losses"), result.record(agent), strict=True))
    perfect = result.perfect[agent]
    adjusted, half_width = result.adjusted_mean(agent), result.adjusted_half_width(agent)
    return {
        "name": result.agents[agent],
        "mean": write_rational(result.mean(agent)),
        "interval": None if interval is None else list(interval),
        "adjusted_mean": adjusted,
        "adjusted_interval": (
            None
            if adjusted is None or half_width is None
            else [adjusted - half_width, adjusted + half_width]
        ),
        "perfect": None if perfect is None else in_doubles(perfect),
        "mistakes": result.mistakes(agent),
        **record,
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
            {"player": 0 if move.player == CHANCE else move.player + 1, "action": move.action}
            for move in game.moves
        ]
    return data
