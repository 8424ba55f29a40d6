"""Sessions: what the person observes, the history, and resuming from it."""

import json
from fractions import Fraction
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some
from sessions import played, saved

import seqform as sf
from seqform.errors import GameError, InputError, ModelError, OptionError, ParseError
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy
from seqform.play import (
    Judge,
    PlayableOrderedGame,
    RandomAgent,
    Session,
    match,
    open_game,
    open_session,
    resume_session,
)
from seqform.play.session import HIDDEN

pytestmark = pytest.mark.slow

TABLES = {name: open_game(name) for name in ("kuhn", "leduc(ranks=2)", "liars-dice(sides=2)", "tic-tac-toe")}


def test_hidden_cards_are_shown_after_a_showdown_and_stay_hidden_after_a_fold() -> None:
    for open_cards in (False, True):
        session = Session(TABLES["kuhn"], RandomAgent(), seed=2, open_cards=open_cards)
        endings = set()
        for number in range(1, 41):
            played(session, number, seed=number)
            shown, hand = session.observation(), session.hands[-1]
            folded = hand.moves[-1].action == "fold"
            endings.add(folded)
            hidden = [place for place, move in enumerate(shown.moves) if move.action == HIDDEN]
            assert hidden == ([1 - hand.seat] if folded and not open_cards else [])
            shown_moves = [move for move in shown.moves if move.action != HIDDEN]
            assert shown_moves == [move for place, move in enumerate(hand.moves) if place not in hidden]
            assert shown.payoffs is not None and shown.payoffs[hand.seat] == hand.payoff
        assert endings == {False, True}


@given(some.sampled_from(sorted(TABLES)), some.integers(0, 10**6), some.sampled_from([0, 1, None]), some.booleans())
def test_the_seed_and_the_actions_determine_a_session(name: str, seed: int, seat: int | None, open_cards: bool) -> None:
    first, again = (
        played(Session(TABLES[name], RandomAgent(), seed=seed, seat=seat, open_cards=open_cards), 3, seed)
        for _ in range(2)
    )
    assert first.history == again.history
    assert [hand.actions for hand in first.hands] == [hand.actions for hand in again.hands]


@pytest.mark.parametrize("name", ["kuhn", "leduc(ranks=2)", "tic-tac-toe"])
def test_a_session_is_resumed_after_any_of_its_actions(name: str, tmp_path: Path) -> None:
    session = open_session(name, "random", seed=8, file=tmp_path / "h.jsonl")
    random = Random(3)
    for step in range(14):
        if session.over:
            session.next()
        elif (turn := session.observation().turn) is not None:
            session.act(random.randrange(len(turn.actions)))
        resumed = resume_session(tmp_path / "h.jsonl", name)
        if session.over or step % 2 == 0:
            assert resumed.history == session.history
        if resumed.over and not session.over:  # a hand that has begun has no record yet
            resumed.next()
        assert resumed.observation().moves == session.observation().moves
        assert [hand.actions for hand in resumed.hands] == [hand.actions for hand in session.hands]


def test_an_action_is_in_the_file_before_the_agent_moves(tmp_path: Path) -> None:
    file = tmp_path / "h.jsonl"

    def choose(view: Any, random: Random) -> int:
        raise KeyboardInterrupt

    session = Session(TABLES["kuhn"], SimpleNamespace(name="slow", choose=choose), seat=0, file=file)
    with pytest.raises(KeyboardInterrupt):
        session.act("bet")
    lines = file.read_text(encoding="utf-8").splitlines()
    assert [json.loads(line).get("action") for line in lines] == [None, "bet"]
    agent = SimpleNamespace(name="slow", choose=lambda view, random: 0)
    assert resume_session(file, "kuhn", agent).over


def test_an_action_that_cannot_be_recorded_is_not_taken(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    session = Session(TABLES["kuhn"], RandomAgent(), seat=0, file=folder / "h.jsonl")
    before = session.observation(), session.history
    (folder / "h.jsonl").unlink()
    folder.rmdir()
    with pytest.raises(ModelError, match="cannot be written"):
        session.act(0)
    assert (session.observation(), session.history) == before


HEADER = {"play": 1, "game": "kuhn", "against": "random", "seed": 5, "seat": 1, "open": False}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", ":1: no history of seqform play: no proper 'play'"),
        ("what\n", ":1: no history of seqform play, or a damaged one"),
        (json.dumps(HEADER | {"seat": 3}), ":1: a history of another version than 1, or a damaged one"),
        (json.dumps(HEADER | {"game": "leduc"}), "a history with game 'leduc', not 'kuhn'"),
        (json.dumps(HEADER | {"against": "human"}), "an agent expected that is not human"),
        (json.dumps(HEADER) + "\n{}", ":2: the game or the agent differs from those of this history, or it is"),
        (json.dumps(HEADER) + '\n{"hand": 1, "infoset": "X:", "action": "bet"}', ":2: the game or the agent"),
    ],
)
def test_a_damaged_or_foreign_history_is_one_clear_error_and_stays(content: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "h.jsonl"
    file.write_text(content, encoding="utf-8")
    with pytest.raises((ParseError, OptionError)) as failure:
        resume_session(file, "kuhn")
    assert message in str(failure.value) and "\n" not in str(failure.value)
    assert file.read_text(encoding="utf-8") == content


def test_wrong_payoffs_in_a_history_are_found(tmp_path: Path) -> None:
    file = tmp_path / "h.jsonl"
    played(open_session("kuhn", "random", file=file), 3)
    file.write_text(file.read_text(encoding="utf-8").replace('"payoff": "', '"payoff": "1'), encoding="utf-8")
    with pytest.raises(ParseError, match=":3: the game or the agent differs"):
        resume_session(file, "kuhn")


def test_mistakes_are_refused() -> None:
    session = Session(TABLES["kuhn"], RandomAgent(), seat=0)
    for action in ("fold", 2, -1, True, None):
        with pytest.raises(OptionError, match="is no action here; there are check, bet"):
            session.act(action)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="the hand is not over"):
        session.next()
    played(session, 1)
    with pytest.raises(OptionError, match="the hand is over"):
        session.act(0)
    with pytest.raises(InputError, match=r"seat: 0, 1 or a name expected .*not 2"):
        Session(TABLES["kuhn"], RandomAgent(), seat=2)
    with pytest.raises(OptionError, match="not human"):
        open_session("kuhn", "human")


def test_a_game_without_moves_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "over.efg"
    file.write_text('EFG 2 R "over" { "a" "b" }\nt "" 1 "" { 1 -1 }\n', encoding="utf-8")
    for play in (lambda: open_session(file, "random"), lambda: match(file, "random", "random")):
        with pytest.raises(GameError, match="over: no player ever moves in this game"):
            play()


def test_hands_that_are_dealt_show_and_review_as_on_the_tree() -> None:
    """The tree of the same game, with the strategy that is stored, is the reference."""
    game = sf.load("rhode-island(ranks=2,suits=2)")
    profile = BehaviorProfile(tuple(stored_strategy(game, player) for player in (0, 1)))  # type: ignore[arg-type]
    judge, folds = Judge(game, profile), set()
    dealt = played(open_session(saved().game, saved(), seed=3), 12)
    assert isinstance(dealt.playable, PlayableOrderedGame)
    for hand in dealt.hands:
        for decision in dealt.review(hand):
            on_the_tree = judge.decision(hand.seat, decision.infoset, decision.chosen)
            assert on_the_tree.actions == decision.actions
            assert decision.worth == on_the_tree.worth
    for number in range(20):
        dealt.next()
        played(dealt, 13 + number, seed=number)
        shown, moves = dealt.observation().moves, dealt.hands[-1].moves
        hidden = [place for place, move in enumerate(shown) if move.action == HIDDEN]
        assert hidden == ([1 - dealt.seat] if moves[-1].action == "fold" else [])
        folds.add(moves[-1].action == "fold")
    assert folds == {False, True}
    score = dealt.score
    assert score is not None and score.mistakes is not None and score.mistakes >= 0
    assert score.perfect is not None and score.adjusted_mean == float(score.perfect) - score.mistakes


def stored_strategy(game: sf.ExtensiveGame, player: int) -> BehaviorStrategy:
    """Return a saved strategy for the tree, in fractions as it is stored."""
    index, table = game.sequences[player].index, open_game(saved().game, deals=True)
    shares = np.full(len(index), Fraction(1), dtype=object)
    pending = [table.root]
    while pending:
        here = pending.pop()
        if here.player == player:
            view = here.information  # type: ignore[union-attr]
            weights = saved().shares(player, view.round, view.hand, view.past, view.node)
            row = index.row_of[here.infoset]
            for place, weight in enumerate(weights):
                share = Fraction(weight, sum(weights)) if sum(weights) else Fraction(1, len(weights))
                shares[int(index.first_sequence[row]) + place] = share
        pending += [here.after(action) for action in range(here.num_actions)]
    return BehaviorStrategy(index, shares)
