"""Expected payoffs, extreme optimal strategies, differences and values of blunders, and their reports."""

import json
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from command_line import Run
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console
from tree_walks import expected_from, random_profile, reach, received_before

import seqform as sf
from seqform.analysis.comparison import (
    StrategyComparison,
    blunder_comparison,
    blundering,
    compare,
    expected_payoff,
    guaranteed_payoff,
)
from seqform.analysis.ranges import extreme_optimal_strategy
from seqform.errors import GameError, InputError, ModelError
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy, uniform_strategy
from seqform.verify.nash import certify

SEEDS = st.integers(0, 10**6)
ACE = sf.load("guess-the-ace")
KUHN = sf.load("kuhn-with-raise")
UNIFORM = uniform_strategy(KUHN.sequences[1].index)
GENERAL = sf.load("vsvet-figure-1")


def ace(yes: Fraction | int) -> BehaviorProfile:
    """Return the equilibrium of Guess-the-Ace in which the answer is yes with this probability."""
    asker, answer = (sequences.index for sequences in ACE.sequences)
    stop = BehaviorStrategy(asker, np.array([Fraction(1), Fraction(1), Fraction(0)]))
    return BehaviorProfile(
        (stop, BehaviorStrategy(answer, np.array([Fraction(1), Fraction(yes), Fraction(1 - yes)])))
    )


@pytest.mark.slow
@settings(max_examples=20)
@given(SEEDS, st.integers(0, 1), st.fractions(0, 1, max_denominator=20))
def test_extreme_optimal_strategies_keep_the_value_and_frame_any_other(
    seed: int, player: int, share: Fraction
) -> None:
    game = sf.load(f"random-game(seed={seed},depth=4,payoffs=2)")
    plain = sf.solve(game, exact=True)
    against = blundering(plain.profile[1 - player], share)
    worst, best = (
        extreme_optimal_strategy(game, player, against, worst=worst, equilibrium=plain.profile)
        for worst in (True, False)
    )
    assert worst.guarantee == best.guarantee == plain.values[player]
    assert (
        guaranteed_payoff(game, worst.strategy)
        == guaranteed_payoff(game, best.strategy)
        == plain.values[player]
    )
    assert worst.earned <= expected_payoff(game, plain.profile[player], against) <= best.earned
    if share == 0:
        assert worst.earned == best.earned == plain.values[player]


@pytest.mark.parametrize(
    ("game", "player", "against", "choices", "error", "message"),
    [
        (
            KUHN,
            0,
            UNIFORM,
            {"equilibrium": sf.uniform_profile(KUHN)},
            ModelError,
            "an exact equilibrium of",
        ),
        (KUHN, 0, UNIFORM.to_floats(), {}, ModelError, "decided in fractions only"),
        (KUHN, 1, UNIFORM, {}, ModelError, "a strategy of player 1 expected, not of player 2"),
        (KUHN, 2, UNIFORM, {}, InputError, "player: 0, 1 or a name expected"),
        (GENERAL, 0, sf.uniform_profile(GENERAL)[1], {}, GameError, "is not constant-sum"),
    ],
)
def test_extreme_strategies_need_an_exact_equilibrium_of_a_constant_sum_game(
    game: sf.ExtensiveGame,
    player: int,
    against: Any,
    choices: dict[str, Any],
    error: type[Exception],
    message: str,
) -> None:
    with pytest.raises(error, match=message):
        extreme_optimal_strategy(game, player, against, **choices)


def worth_by_walking(
    game: sf.ExtensiveGame, profile: BehaviorProfile, player: int, name: str, action: int
) -> Any:
    """Return a blunder's worth as defined, node by node: None where the set is not reached."""
    infoset = next(
        row
        for row, label in enumerate(game.infoset_names)
        if label == name and game.information_sets.player[row] == 1 - player
    )
    total = reached = Fraction(0)
    for node in np.flatnonzero(game.infoset == infoset).tolist():
        met = reach(game, profile, node, (-1, player))
        child = int(game.first_child[node]) + action
        worth = received_before(game, player, child) + expected_from(game, profile, player, child)
        total, reached = total + met * worth, reached + met
    return total / reached if reached else None


@given(SEEDS, st.integers(0, 1), st.booleans())
def test_values_of_blunders_are_those_of_a_walk_through_the_tree(
    seed: int, player: int, zero_sum: bool
) -> None:
    game = sf.load(f"random-game(seed={seed},depth=5,zero_sum={str(zero_sum).lower()})")
    profiles = {"one": random_profile(game, seed), "two": random_profile(game, seed + 1)}
    report = blunder_comparison(game, profiles, player)
    opponent = profiles["two"][1 - player]
    index = game.sequences[1 - player].index
    found = {(blunder.infoset, blunder.action): blunder for blunder in report.blunders}
    for label in index.infoset_names:
        actions, expected = opponent[label], []
        for profile in profiles.values():
            pair = BehaviorProfile(
                (profile[0], opponent) if player == 0 else (opponent, profile[1])
            )
            worths = [
                worth_by_walking(game, pair, player, label, action)
                for action in range(len(actions))
            ]
            reached = worths[0] is not None
            usual = (
                sum(share * got for share, got in zip(actions.values(), worths, strict=True))
                if reached
                else None
            )
            expected.append([(worth, worth - usual if reached else None) for worth in worths])
        for name, both in zip(actions, zip(*expected, strict=True), strict=True):
            blunder = found.pop((label, name), None)
            if blunder is None:
                assert actions[name] > 0 or both == ((None, None),) * 2
            else:
                assert actions[name] == 0
                assert tuple(zip(blunder.worth, blunder.gains, strict=True)) == both
    assert not found


@pytest.mark.parametrize(
    ("game", "profiles", "player", "message"),
    [
        (ACE, {}, 0, "at least one profile expected"),
        (
            ACE,
            {"no": ace(0).to_floats()},
            0,
            "decided in fractions only, and the strategy is in doubles",
        ),
        (KUHN, {"no": ace(0)}, 0, "this strategy is for another game"),
    ],
)
def test_profiles_that_cannot_be_compared_are_refused(
    game: Any, profiles: Any, player: int, message: str
) -> None:
    with pytest.raises(ModelError, match=message):
        blunder_comparison(game, profiles, player)


def text_of(comparison: StrategyComparison, **choices: Any) -> str:
    console = Console(width=140)
    with console.capture() as captured:
        console.print(comparison.report(**choices))
    return captured.get()


@pytest.mark.parametrize("reference", [None, "exact"])
def test_profiles_in_doubles_are_compared_by_payoffs_alone(reference: str | None) -> None:
    exact = sf.solve(KUHN, exact=True).profile
    profiles = {"exact": exact, "rounded": exact.to_floats()}
    comparison = sf.compare(KUHN, profiles, reference=reference)
    for part in comparison.players:
        assert isinstance(part.guaranteed[0], Fraction)
        assert part.guaranteed[1] == pytest.approx(float(part.guaranteed[0]))
        assert part.uniform[1] == pytest.approx(float(part.uniform[0]))
        assert part.blunders.left_out == ("rounded",)
        assert not part.blunders.differences
        assert not part.blunders.blunders
    text = " ".join(text_of(comparison).split())
    assert text.count("left out: they are compared in fractions, and rounded is in doubles") == 1
    assert "agree" not in text
    with pytest.raises(ModelError, match="no profile is named 'other'"):
        sf.compare(KUHN, profiles, reference="other")


def test_the_report_shows_earnings_differences_and_blunders() -> None:
    found = compare(ACE, {"gullible": ace(1), "sensible": ace(0)})
    assert [one.spread for one in found.players[1].blunders.blunders] == [Fraction(50000, 52)]
    text = text_of(found)
    for part in (
        "Player 1: the strategies agree wherever one of them can lead",
        "no strategy of Player 1 ever meets an action of Player 2 that sensible never plays",
        "any opponent (guaranteed)",
        "one who plays uniformly at random",
        "sensible, blundering with probability 1/10",
        "1275/26",
        "yes: 1",
        "250/13 (+250/13)",
        "12750/13 (+12750/13)",
    ):
        assert part in text


def test_names_of_concepts_stand_for_their_equilibria() -> None:
    found = sf.compare(KUHN, ["nash", "quasi-perfect"])
    assert found.names == ("plain LP", "worst Nash", "quasi-perfect")
    assert found.profiles["quasi-perfect"].equals(sf.solve(KUHN, "quasi-perfect").profile)
    with pytest.raises(InputError, match="unknown concept 'nsh'; did you mean nash"):
        sf.compare(KUHN, ["nsh"])


@pytest.mark.parametrize("given", ["leduc", 3, None, []])
def test_profiles_that_have_no_names_are_refused(given: Any) -> None:
    with pytest.raises(InputError, match=r"profiles: profiles by name expected, such as .*, not"):
        sf.compare("kuhn", given)
    with pytest.raises(InputError, match=r"profiles: profiles by name expected, such as .*, not"):
        sf.blunder_comparison("kuhn", given, 0)


def test_by_default_quasi_perfect_strategies_are_compared_and_keep_the_second_gift(
    seqform: Run,
) -> None:
    data = json.loads(seqform("compare", "guess-the-ace-second-gift", "--json")[1])
    assert data["names"] == ["plain LP", "worst Nash", "normal-form-perfect", "quasi-perfect"]
    assert data["reference"] == "quasi-perfect"
    asked = next(item for item in data["players"][1]["blunders"] if item["action"] == "ask")
    assert asked["worth"]["quasi-perfect"] == "12750/13"
    assert data["players"][1]["guaranteed"]["quasi-perfect"] == "0"


SHARES = st.fractions(0, 1, max_denominator=50)


def random_game(seed: int, *, zero_sum: bool) -> sf.ExtensiveGame:
    return sf.load(f"random-game(seed={seed},depth=4,zero_sum={str(zero_sum).lower()})")


@given(SEEDS, st.booleans(), SHARES)
def test_payoffs_also_against_blunders_are_those_of_a_walk_through_the_tree(
    seed: int, zero_sum: bool, share: Fraction
) -> None:
    game = random_game(seed, zero_sum=zero_sum)
    profile = random_profile(game, seed)
    for player in (0, 1):
        earned = expected_payoff(game, profile[player], profile[1 - player])
        assert (
            earned == expected_from(game, profile, player) == certify(game, profile).values[player]
        )
        erring = blundering(profile[1 - player], share)
        pair = (profile[0], erring) if player == 0 else (erring, profile[1])
        expected = expected_from(game, BehaviorProfile(pair), player)
        assert expected_payoff(game, profile[player], erring) == expected


@given(SEEDS)
def test_blunders_range_from_the_strategy_itself_to_uniform_play(seed: int) -> None:
    game = random_game(seed, zero_sum=True)
    for strategy in random_profile(game, seed):
        uniform = uniform_strategy(strategy.index)
        assert np.array_equal(blundering(strategy, 0).probabilities, strategy.probabilities)
        assert np.array_equal(blundering(strategy, 1).probabilities, uniform.probabilities)
        assert np.array_equal(
            blundering(uniform, Fraction(1, 3)).probabilities, uniform.probabilities
        )


def test_doubles_are_taken_as_they_are() -> None:
    game = sf.load("kuhn")
    exact, other = random_profile(game, 3), random_profile(game, 4)
    doubles = exact.to_floats()
    expected = expected_payoff(game, exact[0], blundering(other[1], Fraction(1, 10)))
    for mine, theirs in ((doubles[0], other[1]), (exact[0], other.to_floats()[1])):
        earned = expected_payoff(game, mine, blundering(theirs, Fraction(1, 10)))
        assert isinstance(earned, float)
        assert earned == pytest.approx(float(expected), abs=1e-12)
    assert guaranteed_payoff(game, doubles[0]) == pytest.approx(
        float(guaranteed_payoff(game, exact[0])), abs=1e-12
    )


def test_strategies_that_do_not_meet_are_refused() -> None:
    game, other = sf.load("kuhn"), sf.load("guess-the-ace")
    first, second = sf.uniform_profile(game)
    with pytest.raises(ModelError, match="a strategy of player 2 expected, not of player 1"):
        expected_payoff(game, first, first)
    with pytest.raises(ModelError, match="this strategy is for another game"):
        expected_payoff(other, first, second)
    with pytest.raises(ModelError, match="this strategy is for another game"):
        guaranteed_payoff(other, first)


@pytest.mark.parametrize("share", [Fraction(-1, 2), Fraction(3, 2), 2, 1.1, "-1/10", None])
def test_a_blunders_probability_is_a_number_from_0_to_1(share: Any) -> None:
    game = sf.load("kuhn")
    with pytest.raises(ModelError, match=r"a number from 0 to 1 expected, .* not"):
        blundering(sf.uniform_profile(game)[0], share)
