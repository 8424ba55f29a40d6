"""Pages of one file: what is in them, and which games have one."""

import re
from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

import pytest
from browsers import data_of, require_own_script
from hypothesis import given
from hypothesis import strategies as some

import seqform as sf
from seqform.builders.games.tree import leaf, move, tree
from seqform.errors import GameError, OptionError
from seqform.models.games.extensive import CHANCE
from seqform.play import Move, PlayableTree, Session, open_session
from seqform.play.display import display, reviewed
from seqform.play.review import GRADES
from seqform.play.session import HIDDEN
from seqform.play.web import offline, offline_page

GAMES = (
    "kuhn",
    "leduc(ranks=2)",
    "liars-dice(sides=2)",
    "goofspiel(cards=3)",
    "matching-pennies",
    "safe-or-risky",
)


@cache
def page_of(game: str) -> tuple[Session, dict[str, Any]]:
    session = open_session(game, "equilibrium")
    return session, data_of(offline_page(session))


@given(some.sampled_from(GAMES), some.integers(0, 10**6))
def test_a_page_shows_what_a_session_shows_and_names_decisions_as_reviews_do(
    game: str, seed: int
) -> None:
    first, data = page_of(game)
    assert isinstance(first.playable, PlayableTree)
    tree, random = first.playable.game, Random(seed)
    session = Session(first.playable, first.agent, seed=seed, seat=seed % 2)
    rows = {
        name: row
        for row, name in enumerate(tree.infoset_names)
        if tree.information_sets.player[row] == seed % 2
    }
    known, names = list[Any](), list[str]()
    while not session.over:
        shown: Any = session.observation()
        known = data["seen"][rows[shown.turn.infoset]]
        assert known == pairs(shown.moves)
        names.append(data["name"][rows[shown.turn.infoset]])
        session.act(random.randrange(len(shown.turn.actions)))
    hand = session.hands[-1]
    end: Any = hand.situations[-1]
    final = pairs(hand.moves)
    if data["open"][int(tree.leaves.searchsorted(end.node))] == "0":
        hidden = [*known, *[[CHANCE, None]] * len(final)]
        final = [hidden[place] if move[0] == CHANCE else move for place, move in enumerate(final)]
    assert final == pairs(session.observation().moves)
    assert names == [one.where for one in reviewed(session)]


def pairs(moves: Sequence[Move]) -> list[Any]:
    return [[one.player, None if one.action == HIDDEN else one.action] for one in moves]


def test_positions_are_drawn_by_the_rules() -> None:
    name = "oh-hell(cards=2)"
    session: Any = open_session(name, sf.uniform_profile(sf.load(name)))
    data = data_of(offline_page(session))
    for node in range(len(session.playable.game)):
        text = data["pictures"][data["picture"][node]]
        assert text.startswith("Player 1: ") and text.count("\n") >= 2
    assert data["pictures"][data["picture"][0]] == display(session).picture
    assert page_of("kuhn")[1]["picture"] is None


@pytest.mark.parametrize("game", GAMES)
def test_worths_costs_and_grades_are_those_of_the_judge(game: str) -> None:
    session, data = page_of(game)
    judge: Any = session.judge
    for row, name in enumerate(judge.game.infoset_names):
        player, worths, costs = int(judge.game.information_sets.player[row]), None, None
        if player != CHANCE:
            judged = [
                judge.decision(player, name, action)
                for action in range(len(judge.game.action_names[row]))
            ]
            if judged[0].worth is not None:
                worths = list(map(str, judged[0].worth))
                costs = [[str(one.cost), GRADES.index(one.grade)] for one in judged]
        assert (data["worths"][row], data["costs"][row]) == (worths, costs)
    assert data["perfect"] == [str(judge.perfect(player)) for player in (0, 1)]


def test_a_page_loads_nothing_and_allows_only_its_own_script() -> None:
    text = offline_page(page_of("kuhn")[0])
    require_own_script(text, "seqform.play.web", "offline.js", "style.css")
    assert not re.search(
        r"\b(src|href|style|on\w+)=", text.partition("<body>")[2].partition("<script")[0]
    )
    assert (
        "http" not in text.replace("http-equiv", "").replace("http://www.w3.org/2000/svg", "")
        and "url(" not in text
    )


def test_games_that_are_too_large_and_agents_without_a_profile_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with pytest.raises(OptionError, match="random plays no profile on a tree"):
        offline_page(open_session("kuhn", "random"))
    monkeypatch.setattr(offline, "MOST_NODES", 50)
    with pytest.raises(GameError, match="kuhn: a page of one file has at most 50 nodes, not 58"):
        offline_page(page_of("kuhn")[0])


def test_labels_cannot_leave_the_data() -> None:
    labels = (
        "</script><script>window.broken=1</script>",
        "<!--",
        '"quotes" & more',
        "\x1b\u202e",
        "x" * 400,
    )
    game = tree(
        labels[0], move(0, labels[1], {label: leaf(place) for place, label in enumerate(labels)})
    )
    text = offline_page(open_session(game, sf.uniform_profile(game)))
    assert text.count("<script") == 2 and "\x1b" not in text and data_of(text)["title"] == labels[0]
