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
from seqform.analysis.play_value import blundering, expected_payoff
from seqform.models.games.extensive import CHANCE, ExtensiveGame
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy
from seqform.play import Judge, RandomAgent, Session, match, open_game, open_session
from seqform.play.review import BLUNDER, INACCURACY, NO_LOSS
from seqform.solving.api import uniform_strategy

pytestmark = pytest.mark.slow

HALF = Fraction(1, 2)
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


def variance(all_endings: list[Ending], what: str) -> float:
    centre = float(mean(all_endings, what))
    return sum(float(each.probability) * (float(getattr(each, what)) - centre) ** 2 for each in all_endings)


def grid(game: ExtensiveGame, player: int) -> Iterator[BehaviorStrategy]:
    """Yield all strategies of two actions a set that have probabilities 0, 1/2 and 1."""
    index = game.sequences[player].index
    for shares in product((Fraction(0), HALF, Fraction(1)), repeat=index.num_infosets):
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
    assert checked == 3**6


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


@pytest.mark.parametrize(
    ("name", "share", "fewer"),
    [("kuhn", 1, 18), ("kuhn", HALF / 2, 36), ("leduc", 1, 6), ("leduc", HALF / 2, 21), ("leduc", HALF / 50, 200)],
)
def test_fewer_hands_have_an_equally_narrow_interval_without_luck(name: str, share: Fraction, fewer: float) -> None:
    """The person alternates seats, and errs with a probability of `share` at every decision."""
    game, profile = solved(name)
    spread = np.zeros(2)
    for person in (0, 1):
        reached = list(endings(game, profile, person, blundering(profile[person], Fraction(share))))
        spread += [variance(reached, what) for what in ("payoff", "adjusted")]
    assert spread[0] / spread[1] > fewer


def test_nothing_but_luck_is_left_between_equilibria() -> None:
    result = match("kuhn", "equilibrium", "equilibrium", games=40)
    assert {game.adjusted for game in result.games} == {
        (Fraction(-1, 18), Fraction(1, 18)),
        (Fraction(1, 18), Fraction(-1, 18)),
    }
    assert result.adjusted_mean(0) == pytest.approx(0) and result.adjusted_half_width(1) == pytest.approx(0)


def test_a_match_has_a_narrower_interval_without_luck_that_covers_the_expected_payoff() -> None:
    game, profile = solved("leduc")
    result = match(game, "random", "equilibrium", games=600, fixed_seats=True)
    expected = float(expected_payoff(game, uniform_strategy(game.sequences[0].index), profile[1]))
    adjusted, half_width, plain = result.adjusted_mean(0), result.adjusted_half_width(0), result.half_width(0)
    assert adjusted is not None and half_width is not None and plain is not None
    assert abs(adjusted - expected) < 1.5 * half_width
    assert half_width < 0.7 * plain
    assert result.adjusted_mean(1) == pytest.approx(-adjusted)
    other = match("tic-tac-toe", "random", "negamax", games=2)
    assert other.adjusted_mean(0) is other.adjusted_half_width(0) is None


def test_in_a_general_sum_game_both_means_without_luck_cover_the_expected_payoffs() -> None:
    game, profile = solved(GENERAL)
    result = match(game, profile, "random", games=400, fixed_seats=True)
    uniform = uniform_strategy(game.sequences[1].index)
    expected = expected_payoff(game, profile[0], uniform), expected_payoff(game, uniform, profile[0])
    for agent in (0, 1):
        adjusted, half_width = result.adjusted_mean(agent), result.adjusted_half_width(agent)
        assert adjusted is not None and half_width is not None
        assert abs(adjusted - float(expected[agent])) <= 1.6 * half_width
    assert result.mistakes(1) == pytest.approx(float(result.perfect[1] or 0) - (result.adjusted_mean(1) or 0))


def test_a_profile_in_doubles_gives_almost_the_same() -> None:
    game, profile = solved("kuhn")
    strategy = uniform_strategy(game.sequences[0].index)
    exact = list(endings(game, profile, 0, strategy))
    close = list(endings(game, profile.to_floats(), 0, strategy))
    for one, other in zip(exact, close, strict=True):
        assert isinstance(other.adjusted, float) and other.adjusted == pytest.approx(float(one.adjusted))
        assert other.cost == pytest.approx(float(one.cost))


# ---- reviews ----


def test_bets_that_the_equilibrium_never_makes_may_cost_nothing() -> None:
    """In Kuhn poker player 1 may bet a jack or a king with any probability that fits together."""
    game, profile = solved("kuhn")
    judge = Judge(game, profile)
    for card in "JK":
        bet = judge.decision(0, f"{card}:", "bet")
        assert (bet.cost, bet.grade) == (0, NO_LOSS)
    assert judge.decision(0, "Q:", "check").grade == NO_LOSS
    fold = judge.decision(0, "K:cb", "fold")
    assert (fold.worth, fold.cost, fold.grade) == ((-1, 2), 3, BLUNDER)


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


def test_what_the_equilibrium_plays_costs_nothing() -> None:
    for name in ("kuhn", "leduc", GENERAL):
        game, profile = solved(name)
        judge = Judge(game, profile)
        for player in (0, 1):
            reached = list(endings(game, profile, player, profile[player]))
            assert {each.cost for each in reached} == {0}
            assert judge.perfect(player) == mean(reached, "payoff")


def test_where_the_agent_never_leads_there_is_no_worth() -> None:
    game, profile = solved("kuhn")
    timid = BehaviorStrategy(
        game.sequences[1].index,
        np.array([1 if name.split()[-1] in ("∅", "check", "fold") else 0 for name in game.sequences[1].index.names])
        * Fraction(1),
    )
    decision = Judge(game, BehaviorProfile((profile[0], timid))).decision(0, "K:cb", "call")
    assert decision.worth is None and decision.cost is None and decision.grade is None


def test_a_session_reviews_its_hands_and_its_score_has_the_luck_and_the_mistakes() -> None:
    session = open_session("kuhn", seed=11)
    while len(session.hands) < 40:
        if session.over:
            session.next()
        else:
            session.act(-1 + len(session._situations[-1].actions))
    score = session.score
    assert score is not None and session.judge is not None
    costs = [sum(decision.cost or 0 for decision in session.review(hand)) for hand in session.hands]
    assert score.mistakes == pytest.approx(float(sum(costs)) / 40) and sum(costs) > 0
    assert score.perfect == 0  # both seats 20 times
    assert score.adjusted_mean == pytest.approx(-float(sum(costs)) / 40)
    assert score.adjusted_half_width is not None and score.half_width is not None
    assert score.adjusted_half_width < score.half_width
    assert [decision.infoset for decision in session.review()] == [
        here.infoset for here in session.hands[-1].situations if here.player == session.hands[-1].seat
    ]


def test_without_a_profile_there_is_no_review() -> None:
    session = Session(open_game("kuhn"), RandomAgent(), seat=0)
    with pytest.raises(sf.errors.OptionError, match="no review: random plays neither a profile"):
        session.review()
    with pytest.raises(sf.errors.OptionError, match="no review: no hand is over"):
        open_session("kuhn", seat=0).review()
    session.act("bet")
    assert session.score is not None and session.score.perfect is session.score.adjusted_mean is None
