"""Sessions that are opened, and resumed from the files of their histories.

A history has one JSON object a line:

``{"play": 1, "game": ..., "against": ..., "seed": ..., "seat": 1, 2 or "alternate", "open": ...}``
    The first line; 1 is the version of the schema.
``{"hand": 1, "infoset": ..., "action": ...}``
    An action of the person.
``{"hand": 1, "payoff": "-1/2"}``
    The person's payoff in a hand that is over.
``{"hand": 2, "dealt": [0, 3, 1]}``
    The beginning of a training hand: the numbers of all moves, from 0, up to the decision to which it was dealt.
"""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

from seqform.builders.games.rules import MAX_NODES
from seqform.builders.preprocess.subgames import is_perfect_information
from seqform.errors import OptionError, ParseError
from seqform.io.load import resolved
from seqform.models.games.extensive import ExtensiveGame
from seqform.play.agents import Agent, AgentLike, Progress, named_agent, recipe_of
from seqform.play.session import ALTERNATE, SCHEMA, Session
from seqform.playable import (
    PlayableGame,
    PlayableOrderedGame,
    PlayableRules,
    PlayableTree,
    open_game,
)
from seqform.system.files import file_path, read_regular
from seqform.system.foreign_files import json_data, shown_value
from seqform.system.strategy_names import SHIPPED

LONGEST_SOLVED = 16
"""The most moves of games that are searched to the end for an opponent, unless another is named."""

MOST_BYTES = 2**26
"""Bound on the size of a history that is read."""

_HEADER: dict[str, Any] = {
    "play": int,
    "game": str,
    "against": str,
    "seed": int,
    "seat": (int, str),
    "open": bool,
}


def open_session(
    game: ExtensiveGame | str | Path | Any,
    against: AgentLike | None = None,
    *,
    seed: int = 1,
    seat: int | str | None = None,
    open_cards: bool = False,
    file: str | Path | None = None,
    normalize: bool = False,
    max_nodes: int = MAX_NODES,
    progress: Progress | None = None,
) -> Session:
    """Return a session of a game.

    Parameters
    ----------
    game : ExtensiveGame, or anything that `seqform.load` accepts
    against : str, Agent, or strategies to play by, optional
        As in `match`. If absent, an exact equilibrium: ``negamax`` in constant-sum games of perfect information that
        are given by rules without chance, the solution that comes with the package where there is one,
        ``equilibrium:subgame-perfect`` in trees of perfect information, and ``equilibrium`` in all others. Rules whose
        plays may have more than 16 moves are played by ``alpha-beta:6``.
    seed, seat, open_cards, file
        As in `Session`.
    normalize, max_nodes, progress
        As in `match`.

    Examples
    --------
    >>> from seqform.play import open_session
    >>> session = open_session("kuhn", seat=0, seed=3)
    >>> session.act("bet")
    >>> session.over, session.observation().payoffs
    (True, (Fraction(-2, 1), Fraction(2, 1)))
    """
    playable, agent = _seated(game, against, normalize, max_nodes, progress)
    return Session(playable, agent, seed=seed, seat=seat, open_cards=open_cards, file=file)


def resume_session(
    file: str | Path,
    game: ExtensiveGame | str | Path | Any,
    against: AgentLike | None = None,
    *,
    normalize: bool = False,
    max_nodes: int = MAX_NODES,
    progress: Progress | None = None,
) -> Session:
    """Return the session whose history is in a file, after its last action; the file is continued.

    The agent and all options are those of the history. `against` is needed for an agent of one's own, and for one that
    reads or runs a file: a history is data, and names none to be read or run. A history of another game or agent, one
    that they do not reproduce, and a damaged file are a ParseError.
    """
    path = file_path("resume_session", file)
    records = _read_history(path)
    header = records[0]
    if against is None:
        against = str(header["against"])
        agent = named_agent(against)
        if agent.files:
            use = "runs a Python file" if agent.runs_code else "reads a file"
            again = f"--against {shlex.quote(against)}"
            raise ParseError(
                f"the agent of this history {use}; if that is wanted, name it again: {again}",
                str(path),
            )
    playable, player = _seated(game, against, normalize, max_nodes, progress)
    for key, name in (("game", playable.title), ("against", player.name)):
        if header[key] != name:
            raise ParseError(f"a history with {key} {header[key]!r}, not {name!r}", str(path))
    seat = None if header["seat"] == ALTERNATE else header["seat"] - 1
    session = Session(playable, player, seed=header["seed"], seat=seat, open_cards=header["open"])
    session.replay(records, path)
    session.keep_in(path)
    return session


def _seated(
    game: Any, against: AgentLike | None, normalize: bool, max_nodes: int, progress: Progress | None
) -> tuple[PlayableGame, Agent]:
    """Return the game to be played and the agent that plays it."""
    if isinstance(against, str) and against.strip().lower() == "human":
        raise OptionError(
            "against: an agent expected that is not human; two people play by match, as human and human"
        )
    reading: Any = {"normalize": normalize, "max_nodes": max_nodes, "progress": progress}
    game = resolved(game)
    if against is None:
        against = _default_agent(open_game(game, deals=True, **reading))
    recipe = recipe_of(against)
    playable = open_game(game, tree=recipe.needs_tree, deals=recipe.plays_deals, **reading)
    return playable, recipe.make(playable, progress)


def _default_agent(playable: PlayableGame) -> str:
    """Return the name of the agent for a game; see `open_session`."""
    if isinstance(playable, PlayableOrderedGame) and playable.title in SHIPPED:
        return f"solution:{playable.title}"
    if isinstance(playable, PlayableRules):
        limits = playable.limits
        if limits is not None and limits.chance_actions == 0 and limits.constant_sum is not None:
            return "negamax" if limits.longest <= LONGEST_SOLVED else "alpha-beta:6"
    if isinstance(playable, PlayableTree) and is_perfect_information(playable.game):
        # any other equilibrium may blunder where it does not lead, and reviews would praise the person's mistakes
        return "equilibrium:subgame-perfect"
    return "equilibrium"


def _read_history(path: Path) -> list[dict[str, Any]]:
    """Return the records of a history, the first of which is a complete header."""
    where = str(path)
    try:
        content = read_regular(path, MOST_BYTES)
    except OSError as error:
        raise ParseError(f"cannot be read: {error.strerror or error}", where) from None
    records = []
    for line, text in enumerate(content.splitlines(), start=1):
        try:
            record = json_data(text)
        except ValueError:
            record = None
        if not isinstance(record, dict):
            raise ParseError(
                "no history of seqform play, or a damaged one: a JSON object expected", where, line
            )
        records.append(record)
    header = records[0] if records else {}
    for key, expected in _HEADER.items():
        if not isinstance(header.get(key), expected):
            raise ParseError(
                f"no history of seqform play: no proper {key!r} in the first line", where, 1
            )
    if header["play"] != SCHEMA or header["seat"] not in (1, 2, ALTERNATE):
        actual = f"version {shown_value(header['play'])}, seat {shown_value(header['seat'])}"
        raise ParseError(
            f"a history of another version than {SCHEMA}, or a damaged one: {actual}", where, 1
        )
    return records
