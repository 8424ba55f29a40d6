"""What the person sees of a session: nothing hidden, stakes, cards, boards, keys, score and reviews."""

from collections import defaultdict
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seqform.builders.games.rules import TERMINAL, Rules
from seqform.play import PlayableGame, RandomAgent, Session, open_game, open_session
from seqform.play.display import BOARD, FELT, RESERVED, TABLE, Display, display, keys_of

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
        session, random, views = Session(table, RandomAgent(), seed=seed, seat=seed % 2), Random(seed), []
        while not session.over:
            views.append(display(session))
            session.act(random.randrange(len(views[-1].choices)))
        played.append((session, views))
    return played


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "deals"), [*((game, False) for game in HIDDEN_GAMES), ("rhode-island(ranks=2,suits=2)", True)]
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


@pytest.mark.parametrize(
    ("game", "layout"),
    [("kuhn", FELT), ("liars-dice(sides=2)", FELT), ("tic-tac-toe", BOARD), ("goofspiel(cards=2)", TABLE)],
)
def test_every_game_has_its_layout(game: str, layout: str) -> None:
    shown = display(Session(table_of(game), RandomAgent(), seat=0))
    assert shown.layout == layout
    assert bool(shown.board) is (layout == BOARD) and bool(shown.own) is (layout == FELT)
    if game != "kuhn":
        assert shown.stakes is None


def test_a_board_has_the_marks_and_the_actions_of_its_free_cells() -> None:
    session = Session(table_of("tic-tac-toe"), RandomAgent(), seed=2, seat=1)
    while True:
        shown = display(session)
        cells = [cell for row in shown.board for cell in row]
        marks = [cell.mark for cell in cells if cell.mark]
        assert len(marks) == len(shown.events) and marks.count("X") - marks.count("O") in (0, 1)
        assert sum(cell.latest for cell in cells) == 1
        free = [cell.choice for cell in cells if cell.choice is not None]
        assert free == [choice.index for choice in shown.choices]
        if shown.over:
            break
        session.act(0)


class Row(Rules[str, int]):
    """Two players mark the cells of a row of three; the last one wins."""

    title = "row"
    perfect_information = True

    def initial(self) -> str:
        return "..."

    def player(self, state: str) -> int:
        return (3 - state.count(".")) % 2 if "." in state else TERMINAL

    def actions(self, state: str) -> list[int]:
        return [place for place, mark in enumerate(state) if mark == "."]

    def apply(self, state: str, action: int) -> str:
        return state[:action] + "xo"[self.player(state)] + state[action + 1 :]

    def payoffs(self, state: str) -> tuple[int, int]:
        return (1, -1)

    def observation(self, state: str, player: int) -> str:
        return state

    def board(self, state: str) -> list[list[tuple[str, int | None]]]:
        return [[(mark.strip("."), place) for place, mark in enumerate(state)]]


def test_a_board_is_drawn_on_the_tree_as_by_the_rules() -> None:
    by_rules, on_tree = (Session(open_game(Row(), tree=tree), RandomAgent(), seed=3, seat=0) for tree in (False, True))
    for action in (1, 0):
        assert display(by_rules) == display(on_tree) and display(by_rules).layout == BOARD
        by_rules.act(action)
        on_tree.act(action)
    assert display(by_rules) == display(on_tree) and {cell.mark for cell in display(on_tree).board[0]} == {"x", "o"}


@given(st.lists(st.text(min_size=1, max_size=4), min_size=1, max_size=40, unique=True))
def test_keys_are_distinct_single_characters_that_are_free(actions: list[str]) -> None:
    keys = keys_of(actions)
    used = [key for key in keys if key]
    assert len(keys) == len(actions) and len(set(used)) == len(used) >= min(len(actions), 30)
    assert all(len(key) == 1 and key.isascii() and key.isalnum() and key not in RESERVED for key in used)


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
def test_keys_are_the_names_or_first_letters_where_they_can_be(actions: list[str], keys: str) -> None:
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


def test_intervals_of_costs_are_not_below_0() -> None:
    session = open_session("kuhn", seed=5)
    for _ in range(8):
        while not session.over:
            session.act(session.hand % 2)
        session.next()
    lines = {line.label: line.interval for line in display(session).score}
    assert lines["your mistakes have cost"].startswith("(0 to ") and lines["as played"].startswith("± ")
