"""A small game as one HTML file in which it is played: no server, no network, nothing to install.

The file has the tree of the game, the agent's strategy, and for every decision the worth of the actions, which is exact
if the strategy is. A page without a server cannot hide them: whoever reads the file finds all cards and the strategy.
Payoffs, worths and costs are computed here; the script adds up scores in doubles.
"""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import replace
from html import escape
from typing import Any

import numpy as np

from seqform.errors import GameError, OptionError
from seqform.io.pages import LONGEST_LABEL, exact_text, one_file, tree_data
from seqform.models.games.extensive import CHANCE
from seqform.models.numbers.text import counted
from seqform.play.agents import ProfileAgent
from seqform.play.display import Card, card_named, in_cards, keys_of, number_text
from seqform.play.matches import Move, student_quantile
from seqform.play.review import GRADES, NO_LOSS, Judge
from seqform.play.session import HIDDEN, Session, common_moves
from seqform.play.web.page import drawn
from seqform.playable import PlayableTree, RulesSituation
from seqform.system.foreign_text import visible, visible_lines

MOST_NODES = 20_000
"""Nodes of the largest game that such a page holds."""

STUDENT = 30
"""The page has the quantiles of Student's distribution up to so many degrees of freedom, and a series from there on."""


def offline_page(session: Session) -> str:
    """Return the page of a session's game and agent, as HTML; the hands of the session are not in it.

    The agent has to play a profile on a tree of at most `MOST_NODES` nodes. The page deals by the browser's
    cryptographic generator, or by a seed: the one in its address, as in ``kuhn.html#seed=7``, or one typed there.

    Examples
    --------
    >>> from seqform.play import open_session
    >>> page = offline_page(open_session("kuhn"))
    >>> page.count("<script"), "http" in page.replace("http-equiv", "").replace("http://www.w3.org", "")
    (2, False)
    """
    playable, agent = session.playable, session.agent
    if not isinstance(playable, PlayableTree) or not isinstance(agent, ProfileAgent):
        raise OptionError(
            f"a page of one file: {visible(agent.name)} plays no profile on a tree, such as equilibrium"
        )
    if len(playable.game) > MOST_NODES:
        raise GameError(
            f"{visible(playable.title)}: a page of one file has at most {MOST_NODES:,} nodes, "
            f"not {len(playable.game):,}"
        )
    known = _known(playable)
    data: dict[str, Any] = {
        "title": _label(playable.title),
        "players": [_label(name) for name in playable.players],
        **tree_data(playable.game, agent.profile),
        **_reviews(session.judge),
        **_observations(playable, known),
        **_pictures(playable),
        "student": [student_quantile(degrees) for degrees in range(1, STUDENT + 1)],
    }
    data["name"] = []
    for owner, moves, shown in zip(data["owner"], known, playable.game.shown_infosets, strict=True):
        name = ""
        if moves is not None:
            name = _label(in_cards(playable.felt, owner, moves) or shown)
        data["name"].append(name)
    data["keys"] = [keys_of(labels) for labels in data["lists"]]

    # Pictures of all cards that chance deals, and of the back of one.
    names = set()
    if playable.felt is not None:
        for place, owner in zip(data["actions"], data["owner"], strict=True):
            if owner == CHANCE:
                names.update(data["lists"][place])
    deck = [("", Card("")), *((name, card_named(name)) for name in sorted(names) if name)]
    parts = {
        "title": escape(data["title"]),
        "caption": escape(
            f"{counted(len(playable.game), 'node')}; the opponent plays {visible(agent.name)}."
        ),
        "deck": "".join(
            f'<span data-card="{escape(label)}">{drawn(card)}</span>' for label, card in deck
        ),
        "data": json.dumps(data, separators=(",", ":")).replace("<", "\\u003c"),
    }
    return one_file(__package__, ("offline.html", "style.css", "offline.js"), parts)


def _reviews(judge: Any) -> dict[str, Any]:
    """Return for every information set the worth of the actions, and their costs with the numbers of their grades."""
    assert isinstance(judge, Judge)
    worths: list[list[str] | None] = []
    costs: list[list[tuple[str, int]] | None] = []
    game = judge.game
    for player, infoset in zip(
        game.information_sets.player.tolist(), game.infoset_names, strict=True
    ):
        decision = None
        if player != CHANCE:
            decision = judge.decision(player, infoset, 0)
        if decision is None or decision.worth is None:
            worths.append(None)
            costs.append(None)
            continue
        worths.append([exact_text(worth) for worth in decision.worth])
        judged = [replace(decision, chosen=place) for place in range(len(decision.actions))]
        costs.append(
            [
                (exact_text(choice.cost or 0), GRADES.index(choice.grade or NO_LOSS))
                for choice in judged
            ]
        )
    perfect = [exact_text(judge.perfect(player)) for player in (0, 1)]
    return {"worths": worths, "costs": costs, "perfect": perfect}


def _known(playable: PlayableTree) -> list[tuple[Move, ...] | None]:
    """Return for every information set the moves before it that its player observes; None for chance."""
    game = playable.game
    nodes = np.argsort(game.infoset, kind="stable")[np.count_nonzero(game.is_leaf) :]
    sizes = np.bincount(game.infoset[nodes], minlength=len(game.information_sets))
    members = np.split(nodes, np.cumsum(sizes)[:-1])
    owners = game.information_sets.player.tolist()
    pairs = zip(owners, members, strict=True)
    return [
        None if owner == CHANCE else common_moves(game, own_nodes) for owner, own_nodes in pairs
    ]


def _observations(playable: PlayableTree, known: list[tuple[Move, ...] | None]) -> dict[str, Any]:
    """Return what a person may observe, from the moves that are known at every decision.

    ``seen`` are the moves before every decision, ``open`` for every end 1 or 0: whether the moves of chance are shown
    there, ``dealt`` for every move of chance whose card it is, -1 for public ones, and ``stakes`` by the
    moves of the players.
    """
    felt = playable.felt
    seen = [None if moves is None else list(map(_observed, moves)) for moves in known]
    played = _played(playable)
    stakes = {}
    if felt is not None:
        for history in dict.fromkeys(played):
            both = felt.stakes(history)
            if both is not None:
                name = "\n".join(map(_label, history))
                stakes[name] = [number_text(number) for number in (*both, sum(both))]
    return {
        "seen": seen,
        "open": _open_ends(playable, played),
        "dealt": None if felt is None else felt.receivers,
        "stakes": stakes,
    }


def _played(playable: PlayableTree) -> list[tuple[str, ...]]:
    """Return for every node the actions of players before it."""
    game = playable.game
    owners = game.information_sets.player.tolist()
    played: list[tuple[str, ...]] = [()] * len(game)
    for node in range(1, len(game)):
        parent = int(game.parent[node])
        infoset = int(game.infoset[parent])
        played[node] = played[parent]
        if owners[infoset] != CHANCE:
            played[node] += (game.action_names[infoset][game.action[node]],)
    return played


def _open_ends(playable: PlayableTree, played: list[tuple[str, ...]]) -> str:
    """Return for every leaf 1 or 0: chance's moves are shown where payoffs depend on them, as in a showdown."""
    game = playable.game
    leaves = game.leaves.tolist()
    payoffs = list(
        zip(*(numbers.numerators.tolist() for numbers in game.leaf_payoffs), strict=True)
    )
    payoffs_after = defaultdict(set)
    for leaf, pair in zip(leaves, payoffs, strict=True):
        payoffs_after[played[leaf]].add(pair)
    is_open = [
        playable.perfect_information or len(payoffs_after[played[leaf]]) > 1 for leaf in leaves
    ]
    return "".join("1" if shown else "0" for shown in is_open)


def _pictures(playable: PlayableTree) -> dict[str, Any]:
    """Return for every node the number of the picture that the rules draw of it, if they do, among ``pictures``."""
    if playable.rules is None or not hasattr(playable.rules, "picture"):
        return {"picture": None}
    game = playable.game
    situations = [RulesSituation(playable.rules, playable.rules.initial())]
    for parent, action in zip(game.parent[1:].tolist(), game.action[1:].tolist(), strict=True):
        situations.append(situations[parent].after(action))
    number_of: dict[str, int] = {}
    numbers = []
    for situation in situations:
        picture = visible_lines(situation.rules.picture(situation.state))
        numbers.append(number_of.setdefault(picture, len(number_of)))
    return {"picture": numbers, "pictures": list(number_of)}


def _observed(move: Move) -> tuple[int, str | None]:
    if move.action == HIDDEN:
        return move.player, None
    return move.player, _label(move.action)


def _label(name: str) -> str:
    return visible(name)[:LONGEST_LABEL]
