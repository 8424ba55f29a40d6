"""Payoffs without luck, reviews, and hands for training: proved on whole trees rather than sampled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest
from assessments import kuhn_equilibrium
from sessions import played, saved

import seqform as sf
from seqform.analysis.comparison import expected_payoff
from seqform.errors import ParseError
from seqform.models.games.extensive import CHANCE, ExtensiveGame
from seqform.models.numbers.exact import Number
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy
from seqform.models.strategies.tables import reach_without
from seqform.play import (
    Judge,
    PlayableOrderedGame,
    PlayableTree,
    SolutionAgent,
    open_game,
    open_session,
    resume_session,
)
from seqform.play.agents import ProfileAgent
from seqform.play.display import display
from seqform.play.review import BLUNDER, INACCURACY, NO_LOSS, draw_point, reach_of_paths, trained_points
from seqform.solving.api import uniform_strategy

pytestmark = pytest.mark.slow

GENERAL = "vsvet-figure-1"


@cache
def solved(name: str) -> tuple[ExtensiveGame, BehaviorProfile]:
    game = sf.load(name)
    if name == "kuhn":
        return game, kuhn_equilibrium(game, Fraction(0))
    return game, sf.solve(game, exact=True).profile


class Ending(NamedTuple):
    """A leaf: the probability that play ends there, the payoff, the cost of all mistakes, the payoffs without luck.

    The opponent's payoff without luck is the one by the values that `Judge` has for the opponent.
    """

    probability: Fraction
    payoff: Fraction
    opponents: Fraction
    cost: Any
    adjusted: Any
    opponents_adjusted: Any


def endings(game: ExtensiveGame, profile: BehaviorProfile, person: int, strategy: BehaviorStrategy) -> Iterator[Ending]:
    """Yield all leaves that a person's strategy reaches against a profile."""
    table, judge = open_game(game), Judge(game, profile)
    pending: list[Any] = [((table.root,), (), Fraction(1))]
    while pending:
        situations, actions, reach = pending.pop()
        here = situations[-1]
        if here.num_actions == 0:
            taken = [each for each in zip(situations, actions, strict=False) if each[0].player == person]
            cost: Any = sum(judge.at(one, action).cost or 0 for one, action in taken)
            points = [(*judge.point(one), action) for one, action in taken]
            most, losses = judge.costs_to_opponent(person, points)
            payoffs, adjusted = here.payoffs, judge.perfect(person) - cost
            yield Ending(reach, payoffs[person], payoffs[1 - person], cost, adjusted, most - sum(losses))
            continue
        if here.player == CHANCE:
            shares = here.lottery
        else:
            shares = list((strategy if here.player == person else profile[here.player])[here.infoset].values())
        pending += [
            ((*situations, here.after(action)), (*actions, action), reach * share)
            for action, share in enumerate(shares)
            if share
        ]


def mean(all_endings: list[Ending], what: str) -> Any:
    return sum((each.probability * getattr(each, what) for each in all_endings), Fraction(0))


def grid(game: ExtensiveGame, player: int) -> Iterator[BehaviorStrategy]:
    """Yield all strategies of two actions a set with probabilities 1/3 and 1; payoffs are linear in each of them."""
    index = game.sequences[player].index
    for shares in product((Fraction(1, 3), Fraction(1)), repeat=index.num_infosets):
        yield BehaviorStrategy(index, np.array([Fraction(1), *(p for share in shares for p in (share, 1 - share))]))


@pytest.mark.parametrize("person", [0, 1])
def test_the_payoff_without_luck_has_the_same_mean_for_every_strategy_of_a_grid_in_kuhn(person: int) -> None:
    game, profile = solved("kuhn")
    judge, checked = Judge(game, profile), 0
    for strategy in grid(game, person):
        reached = list(endings(game, profile, person, strategy))
        assert sum(each.probability for each in reached) == 1
        earned = expected_payoff(game, strategy, profile[1 - person])
        assert mean(reached, "payoff") == mean(reached, "adjusted") == earned
        assert mean(reached, "opponents_adjusted") == -earned
        assert judge.perfect(person) - mean(reached, "cost") == earned
        checked += 1
    assert checked == 2**6


@pytest.mark.parametrize("name", ["leduc", GENERAL, "kuhn-with-raise"])
@pytest.mark.parametrize("person", [0, 1])
def test_the_payoff_without_luck_has_the_same_mean_in_larger_and_in_general_sum_games(name: str, person: int) -> None:
    game, profile = solved(name)
    strategy = uniform_strategy(game.sequences[person].index)
    reached = list(endings(game, profile, person, strategy))
    earned = expected_payoff(game, strategy, profile[1 - person])
    assert mean(reached, "payoff") == mean(reached, "adjusted") == earned
    assert mean(reached, "opponents") == mean(reached, "opponents_adjusted")
    assert Judge(game, profile).perfect(person) - mean(reached, "cost") == earned


def test_a_loss_below_a_twentieth_of_the_range_of_payoffs_is_an_inaccuracy() -> None:
    game, profile = solved("leduc")
    judge = Judge(game, profile)
    found = set()
    for row, name in enumerate(game.sequences[0].index.infoset_names):
        for action in range(int(game.sequences[0].index.num_actions[row])):
            decision = judge.decision(0, name, action)
            assert decision.payoff_range == 26
            if decision.cost is None:
                assert decision.worth is None and decision.grade is None
            else:
                expected = BLUNDER if decision.cost >= Fraction(26, 20) else INACCURACY
                assert decision.grade == (expected if decision.cost > 0 else NO_LOSS)
            assert sum(decision.profile) == 1
            found.add(decision.grade)
    assert {NO_LOSS, INACCURACY, BLUNDER} <= found


def test_a_session_reviews_its_hands_and_its_score_has_the_luck_and_the_mistakes() -> None:
    session = open_session("kuhn", seed=11)
    while len(session.hands) < 40:
        if session.over:
            session.next()
        else:
            session.act(-1 + len(session._situations[-1].actions))
    score: Any = session.score
    assert score is not None and session.judge is not None
    costs = [sum(decision.cost or 0 for decision in session.review(hand)) for hand in session.hands]
    assert score.mistakes == pytest.approx(float(sum(costs)) / 40) and sum(costs) > 0
    assert score.perfect == 0  # both seats 20 times
    assert score.adjusted_mean == pytest.approx(-float(sum(costs)) / 40)
    assert score.adjusted_half_width < score.half_width
    assert [decision.infoset for decision in session.review()] == [
        here.infoset for here in session.hands[-1].situations if here.player == session.hands[-1].seat
    ]


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
