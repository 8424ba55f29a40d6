"""Training hands: the decisions to which they are dealt, how these are distributed, and what counts in the score."""

from collections import Counter
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random

import pytest
from sessions import played, saved

import seqform as sf
from seqform.errors import ParseError
from seqform.models.numbers.exact import Number
from seqform.models.strategies.tables import reach_without
from seqform.play import PlayableOrderedGame, PlayableTree, SolutionAgent, open_session, resume_session
from seqform.play.agents import ProfileAgent
from seqform.play.display import display
from seqform.play.review import draw_point, reach_of_paths, trained_points

pytestmark = pytest.mark.slow


@cache
def equilibrium(game: str) -> tuple[PlayableTree, ProfileAgent]:
    found = sf.solve(game, exact=True)
    return PlayableTree(found.game), ProfileAgent("equilibrium", found.profile)


@pytest.mark.parametrize("game", ["kuhn", "kuhn-with-raise", "tiny-poker"])
def test_paths_to_a_decision_have_the_probabilities_of_play(game: str) -> None:
    """They add up to the probability with which chance and the opponent lead to the information set."""
    table, agent = equilibrium(game)
    for player in (0, 1):
        index, reach = table.game.sequences[player].index, reach_without(table.game, player, agent.profile[1 - player])
        for row, infoset in enumerate(index.infoset_names):
            worlds = table.worlds(player, infoset).nodes
            paths = reach_of_paths(table, agent, worlds[0])
            assert [path for path, _ in paths] == [world.path for world in worlds]
            assert sum(share for _, share in paths) == reach[row]


def test_hands_of_a_game_that_is_dealt_have_the_probabilities_of_play() -> None:
    """Each card of the opponent's is weighted by chance and the stored strategy."""
    table = PlayableOrderedGame(saved().game)
    agent = SolutionAgent("solution", saved(), table)
    here = table.root
    for action in (0, 0, 0, 1):  # two cards, a check of player 1 and a bet of player 2
        here = here.after(action)
    assert here.player == 0
    paths = reach_of_paths(table, agent, here)
    assert len(paths) == 3
    for path, share in paths:
        there = table.root
        for action in path:
            there = there.after(action)
        assert there.information == here.information
        expected: Number = Fraction(1)
        there = table.root
        for action in path:
            if there.player == 1:
                seen = there.information
                shares = saved().strategy(1, seen.signals, seen.history[:-1], seen.history[-1])
                expected *= shares[seen.actions[action]]
            elif there.player != 0:
                expected *= there.lottery[action]
            there = there.after(action)
        assert share == expected


def test_a_decision_that_cost_more_comes_up_more_often_and_a_mended_one_less() -> None:
    session = played(open_session("kuhn", seed=4), 30)
    decided = session.decided()
    points = {(point.situation.player, point.situation.infoset): point.weight for point in trained_points(decided)}
    costs: dict[tuple[int, str], list[Fraction]] = {}
    for here, decision in decided:
        costs.setdefault((here.player, decision.infoset), []).append(Fraction(decision.cost or 0))
    mean = sum(map(sum, costs.values())) / len(decided)
    assert mean > 0 and points.keys() == costs.keys()
    assert all(points[point] == (sum(each) + 2 * mean) / (len(each) + 2) for point, each in costs.items())
    worst = max(points, key=lambda point: points[point])
    good = next(one for one in decided if (one[0].player, one[1].infoset) == worst and one[1].cost)
    mended = (
        good[0],
        sf.play.Decision(good[1].infoset, good[1].actions, 0, (1,), (0,) * len(good[1].actions), Fraction(4)),
    )
    after = {(one.situation.player, one.situation.infoset): one.weight for one in trained_points([*decided, mended])}
    assert after[worst] < points[worst]
    drawn = Counter(draw_point(trained_points(decided), random).infoset for random in map(Random, range(300)))
    assert drawn[worst[1]] > 300 / len(points)


def test_training_hands_begin_at_the_decision_and_do_not_count() -> None:
    session = played(open_session("kuhn", seed=4), 6)
    score, seats = session.score, []
    for _ in range(8):
        trained = {(point.situation.player, point.situation.infoset) for point in trained_points(session.decided())}
        session.next(train=True)
        turn = session.observation().turn
        assert turn is not None and (session.seat, turn.infoset) in trained and display(session).training
        seats.append(session.seat)
        while not session.over:
            session.act(0)
        hand = session.hands[-1]
        assert hand.dealt is not None and display(session).past[-1].training
        assert session.review()[0].infoset == turn.infoset
        assert session.score == score
    assert set(seats) == {0, 1}
    session.next()
    assert session.seat == 0 and session.dealt is None and not display(session).training
    while not session.over:
        session.act(0)
    assert session.score is not None and sum(session.score.hands) == 7


def test_a_history_with_training_hands_is_resumed(tmp_path: Path) -> None:
    file = tmp_path / "h.jsonl"
    session = played(open_session("kuhn", seed=4, file=file), 6)
    for _ in range(3):
        session.next(train=True)
        while not session.over:
            session.act(0)
    session.next(train=True)
    again = resume_session(file, "kuhn")
    assert again.history == session.history and display(again) == display(session)
    text = file.read_text(encoding="utf-8")
    for damaged in ('"dealt": [99]', '"dealt": "x"', '"dealt": [0]', '"dealt": null'):
        start = text.index('"dealt"')
        file.write_text(text[:start] + damaged + text[text.index("}", start) :], encoding="utf-8")
        with pytest.raises(ParseError, match="the game or the agent differs"):
            resume_session(file, "kuhn")
