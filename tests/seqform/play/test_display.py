"""What the person sees of a session: nothing hidden, stakes, cards, boards, keys, score and reviews."""

from collections import defaultdict
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seqform.play import PlayableGame, RandomAgent, Session, open_game, open_session
from seqform.play.display import HIDDEN_MOVE, RESERVED, Display, display, keys_of
from seqform.play.screen_drawing import position
from seqform.play.web.offline import offline_page
from seqform.play.web.page import Page

HIDDEN_GAMES = (
    "kuhn",
    "kuhn-with-raise",
    "three-card-orderings(merged=true)",
    "leduc",
    "liars-dice(sides=2)",
    "goofspiel(cards=3)",
    "rhode-island(ranks=2,suits=2)",
)


@cache
def table_of(game: str, *, deals: bool = False) -> PlayableGame:
    return open_game(game, deals=deals)


def first_hands(table: PlayableGame, number: int) -> list[tuple[Session, list[Display]]]:
    """Return sessions whose first hand is over, with the views at every decision."""
    played = []
    for seed in range(number):
        session, random, views = (
            Session(table, RandomAgent(), seed=seed, seat=seed % 2),
            Random(seed),
            [],
        )
        while not session.over:
            views.append(display(session))
            session.act(random.randrange(len(views[-1].choices)))
        played.append((session, views))
    return played


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "deals"),
    [*((game, False) for game in HIDDEN_GAMES), ("rhode-island(ranks=2,suits=2)", True)],
)
def test_a_view_is_the_same_wherever_in_its_information_set_play_is(game: str, deals: bool) -> None:
    """So it has nothing that the person may not observe."""
    table = table_of(game, deals=deals)
    by_set = defaultdict(set)
    worlds = defaultdict(set)
    for session, views in first_hands(table, 150):
        hand = session.hands[0]
        own = [place for place, here in enumerate(hand.situations[:-1]) if here.player == hand.seat]
        for place, shown in zip(own, views, strict=True):
            here = hand.situations[place]
            by_set[hand.seat, here.infoset].add(shown)
            worlds[hand.seat, here.infoset].add(here.position)
    assert all(len(views) == 1 for views in by_set.values())
    assert any(len(positions) > 1 for positions in worlds.values())


@given(st.lists(st.text(min_size=1, max_size=4), min_size=1, max_size=40, unique=True))
def test_keys_are_distinct_single_characters_that_are_free(actions: list[str]) -> None:
    keys = keys_of(actions)
    used = [key for key in keys if key]
    assert len(keys) == len(actions) and len(set(used)) == len(used) >= min(len(actions), 30)
    assert all(
        len(key) == 1 and key.isascii() and key.isalnum() and key not in RESERVED for key in used
    )


@pytest.mark.parametrize(
    ("actions", "keys"),
    [
        (["fold", "call", "raise"], "fcr"),
        (["0", "4", "8"], "048"),
        (["1x2", "1x3", "liar"], "123"),
        (["quit", "stay"], "12"),
        (["bid 0", "bid 1"], "12"),
    ],
)
def test_keys_are_the_names_or_first_letters_where_they_can_be(
    actions: list[str], keys: str
) -> None:
    assert "".join(keys_of(actions)) == keys


def test_reviews_and_hands_are_in_the_language_of_cards() -> None:
    session = open_session("leduc", seed=12, seat=0)
    while not session.over:
        turn: Any = session.observation().turn
        session.act(next(name for name in ("call", "check") if name in turn.actions))
    shown = display(session)
    assert shown.own[0].suit and shown.public
    assert shown.review[0].where == f"{shown.own[0]}, first to act"
    last = shown.review[-1].where
    assert last.startswith(f"{shown.own[0]}, board {shown.public[0]}, after ") and ":" not in last
    assert shown.past[0].cards == f"{shown.own[0]}–{shown.other[0]} {shown.public[0]}"


def test_all_faces_have_the_same_words_for_a_hidden_move() -> None:
    session = open_session("matching-pennies", seat=1, seed=1)
    shown = display(session)
    assert [event.text for event in shown.events] == [HIDDEN_MOVE]
    lines = position(shown, height=20)
    assert any(HIDDEN_MOVE in str(line) for line in lines)
    assert f"<b>{HIDDEN_MOVE}</b>" in Page(session).table(0)
    page = offline_page(session)
    assert page.count(HIDDEN_MOVE) == 3 and '?? "?"' not in page

    session.act(0)
    assert HIDDEN_MOVE not in [event.text for event in display(session).events]
