"""The average of profiles by reach is worth the average of what they are worth."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import seqform as sf
from seqform.errors import InputError, ModelError

GAMES = {name: sf.load(name) for name in ("kuhn", "vsvet-figure-1")}
KUHN = GAMES["kuhn"]


@st.composite
def random_profiles(draw: st.DrawFn, name: str) -> sf.BehaviorProfile:
    """Return a profile in which many probabilities are 0, so that some sets are not reached."""
    drawn = st.lists(st.integers(0, 2), min_size=10, max_size=10)

    def shares(infoset: str, actions: tuple[str, ...]) -> list[Fraction]:
        parts = draw(drawn)[: len(actions)]
        parts[0] += not sum(parts)
        return [Fraction(part, sum(parts)) for part in parts]

    return sf.profile(GAMES[name], shares)


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=20)
@given(data=st.data())
def test_the_average_is_worth_the_average_against_every_opponent(
    name: str, data: st.DataObject
) -> None:
    game = GAMES[name]
    profiles = data.draw(st.lists(random_profiles(name), min_size=1, max_size=4))
    drawn = st.lists(st.integers(0, 5), min_size=len(profiles), max_size=len(profiles))
    weights = data.draw(drawn.filter(any))
    average = sf.average(profiles, weights)
    assert average.exact
    assert average.game is game

    for player in (0, 1):
        opponents = [data.draw(random_profiles(name)), sf.uniform_profile(game)]
        for opponent in opponents:
            against = opponent[1 - player]
            payoffs = [sf.expected_payoff(game, each[player], against) for each in profiles]
            weighted = [weight * payoff for weight, payoff in zip(weights, payoffs, strict=True)]
            expected = sum(weighted) / sum(weights)
            assert sf.expected_payoff(game, average[player], against) == expected
        alone = sf.average(profiles, weights, player=player)
        assert np.array_equal(alone.probabilities, average[player].probabilities)

    floats = sf.average([each.to_floats() for each in profiles], weights)
    for player in (0, 1):
        exact = average[player].to_floats().probabilities
        assert floats[player].probabilities == pytest.approx(exact, abs=1e-12)


def test_it_is_no_average_of_probabilities() -> None:
    first = sf.profile(KUHN, {"J:": {"bet": 1}, "J:cb": {"call": 1}}, rest="uniform")
    second = sf.profile(KUHN, {"J:": {"check": 1}, "J:cb": {"fold": 1}}, rest="uniform")
    average = sf.average([first, second])
    assert average[0]["J:"] == {"check": Fraction(1, 2), "bet": Fraction(1, 2)}
    assert average[0]["J:cb"] == {"fold": 1, "call": 0}


def test_at_sets_that_none_reaches_the_probabilities_are_averaged_by_the_weights() -> None:
    first = sf.profile(KUHN, {"J:": {"bet": 1}, "J:cb": {"call": 1}}, rest="uniform")
    second = sf.profile(KUHN, {"J:": {"bet": 1}, "J:cb": {"fold": 1}}, rest="uniform")
    average = sf.average([first, second], ["1/3", "2/3"])
    assert average[0]["J:cb"] == {"fold": Fraction(2, 3), "call": Fraction(1, 3)}


def test_weights_are_exact_as_people_write_them_and_doubles_in_an_array() -> None:
    profiles = [sf.uniform_profile(KUHN), sf.profile(KUHN, lambda infoset, actions: [1, 0])]
    typed = sf.average(profiles, [0.1, 0.9])
    assert typed[0]["J:"]["bet"] == Fraction(1, 20)
    assert not sf.average(profiles, np.array([0.1, 0.9])).exact
    assert sf.average(profiles, np.array([1, 9])).exact
    assert not sf.average([profiles[0], profiles[1].to_floats()]).exact


def test_profiles_are_whatever_profile_takes() -> None:
    always: Any = lambda infoset, actions: {actions[-1]: 1}  # noqa: E731 - a function among sources
    average = sf.average(["uniform", always], game="kuhn")
    assert average[1]["K:b"]["call"] == Fraction(3, 4)
    answer = sf.solve(KUHN, exact=True)
    assert sf.average([answer, answer])[0]["J:"] == answer.profile[0]["J:"]
    bet_on_jack: Any = lambda infoset, actions: [0, 1] if infoset == "J:" else [1, 0]  # noqa: E731
    alone = sf.average([answer.profile[0], bet_on_jack], game=KUHN, player=0)
    assert alone["J:"]["bet"] == (1 + answer.profile[0]["J:"]["bet"]) / 2


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        ([[]], {}, "at least one profile"),
        ([sf.uniform_profile(KUHN)], {}, r"profiles: a list of profiles expected, .*BehaviorProf"),
        (["uniform"], {}, "a list of profiles expected"),
        ([["uniform"]], {}, "none of the profiles is bound to a game: name it"),
        ([["uniform"], [1, 2]], {"game": KUHN}, "2 weights for 1 profile$"),
        ([["uniform"], [-1]], {"game": KUHN}, r"weights\[0\]: a number from 0 on expected"),
        ([["uniform"] * 2, [0, 0]], {"game": KUHN}, "at least one that is not 0"),
        ([["uniform"], 1], {"game": KUHN}, "weights: a list of numbers expected, not 1"),
        ([["uniform"]], {"game": KUHN, "player": 2}, "average, player: 0, 1 or a name"),
    ],
)
def test_bad_input_is_named(arguments: list[Any], options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        sf.average(*arguments, **options)


def test_a_profile_of_another_game_is_refused_with_its_number() -> None:
    other = sf.uniform_profile(GAMES["vsvet-figure-1"])
    with pytest.raises(ModelError, match=r"^average, profiles\[1\]: .*for another game"):
        sf.average([sf.uniform_profile(KUHN), other])
