"""Payoffs without luck, and reviews: proved on whole trees rather than sampled."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np
import pytest
from assessments import kuhn_equilibrium

import seqform as sf
from seqform.analysis.play_value import expected_payoff
from seqform.models.games.extensive import CHANCE, ExtensiveGame
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy
from seqform.play import Judge, open_game, open_session
from seqform.play.review import BLUNDER, INACCURACY, NO_LOSS
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
