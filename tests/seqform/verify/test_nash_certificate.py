"""Certificates agree with first principles."""

from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tree_walks import expected_from

import seqform as sf
from seqform.builders.forms.sequence_form import count_pure_strategies, reduced_normal_form, sequence_form
from seqform.builders.games.tree import chance, leaf, move, tree
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy
from seqform.models.strategies.tables import infoset_reach
from seqform.verify import best_response, certify
from seqform.verify.nash import known_certificate, reached_by_chance, rounding_bound

KUHN = sf.load("kuhn")


@given(st.integers(0, 10**6))
def test_values_and_best_responses_from_first_principles(seed: int) -> None:
    game = sf.load(f"random-game(seed={seed},depth=4,zero_sum=false)")
    profile = sf.uniform_profile(game)
    certificate = certify(game, profile)
    assert certificate.exact
    assert certificate.values == tuple(expected_from(game, profile, player) for player in (0, 1))
    assert min(certificate.regrets) >= 0
    form = sequence_form(game).target
    assume(max(count_pure_strategies(index) for index in form.sequences) <= 500)
    normal = reduced_normal_form(form)
    for player in (0, 1):
        gradient: Any = form.gradient(player, profile[1 - player].plan.weights)
        pure = normal.strategies[player].dot(gradient)
        assert certificate.best_response_values[player] == max(pure.to_fractions())
    in_doubles = certify(game, profile.to_floats())
    assert not in_doubles.exact
    assert in_doubles.values == pytest.approx([float(value) for value in certificate.values])
    assert in_doubles.nash_conv == pytest.approx(float(certificate.nash_conv), abs=1e-9)


def test_reach_is_the_product_of_both_plans_and_chance_for_each_player() -> None:
    """Chance keeps every play from the last set of the table, and from the set before it."""
    never = move(0, "before", {"on": move(1, "behind", {"up": leaf(1), "down": leaf(2)}), "stop": leaf(6)})
    always = move(1, "shown", {"up": leaf(0), "down": move(0, "end", {"x": leaf(3), "y": leaf(4)})})
    doors = {"open": (Fraction(1), always), "shut": (Fraction(0), never)}
    game = tree("two doors", move(0, "start", {"in": chance(doors), "out": leaf(5)}))
    reached = dict(zip(game.infoset_names, reached_by_chance(game).tolist(), strict=True))
    assert [name for name, possible in reached.items() if not possible] == ["before", "behind"]
    assert game.infoset_names[-1] == "behind"
    assert reached_by_chance(KUHN).all()
    of_two_nodes: Any = infoset_reach(KUHN, sf.uniform_profile(KUHN), 0)
    assert of_two_nodes.to_fractions()[0] == Fraction(1, 3)
    uniform = sf.uniform_profile(game)
    expected = {"start": Fraction(1), "end": Fraction(1, 4), "shown": Fraction(1, 2)}
    expected |= {"before": Fraction(0), "behind": Fraction(0)}
    for player in (0, 1):
        reach: Any = infoset_reach(game, uniform, player)
        wanted = [expected[name] for name in game.sequences[player].index.infoset_names]
        assert reach.to_fractions() == wanted
        for doubles in (
            uniform.to_floats(),
            BehaviorProfile((uniform[0].to_floats(), uniform[1])),
            BehaviorProfile((uniform[0], uniform[1].to_floats())),
        ):
            in_doubles: Any = infoset_reach(game, doubles, player)
            assert in_doubles.dtype == np.float64
            assert in_doubles.tolist() == [float(share) for share in wanted]


def test_a_certificate_is_known_on_an_equal_game_alone() -> None:
    certificate = certify(KUHN, sf.uniform_profile(KUHN))
    found = SimpleNamespace(certificate=certificate)
    assert known_certificate(sf.load("kuhn"), found) is certificate
    assert known_certificate(sf.load("kuhn(ranks=4)"), found) is None
    for other in (
        certificate,
        SimpleNamespace(certificate="of"),
        SimpleNamespace(certificate=replace(certificate, of=None)),
    ):
        assert known_certificate(KUHN, other) is None


def test_half_exact_profiles_are_certified_in_doubles() -> None:
    exact = sf.uniform_profile(KUHN)
    certificate = certify(KUHN, BehaviorProfile((exact[0], exact[1].to_floats())))
    assert not certificate.exact
    assert certificate.nash_conv == pytest.approx(float(certify(KUHN, exact).nash_conv))


def test_a_best_response_names_its_choices() -> None:
    index, uniform = KUHN.sequences[0].index, sf.uniform_profile(KUHN)
    best = best_response(KUHN, 0, uniform[1])
    king = index.row_of["K:cb"]
    assert index.action_names[king][best.choice[king]] == "call"
    assert best.value == certify(KUHN, uniform).best_response_values[0]


@pytest.mark.parametrize("exact", [True, False])
def test_a_certificate_has_the_games_constant_sum_and_note(exact: bool) -> None:
    game = replace(sf.bimatrix_game("ten to share", [[4, 7]], [[6, 3]]), note="rounded payoffs")
    uniform = sf.uniform_profile(game)
    certificate = certify(game, uniform if exact else uniform.to_floats())
    assert (certificate.exact, certificate.constant_sum, certificate.note) == (exact, Fraction(10), "rounded payoffs")
    assert certificate.values == (5.5, 4.5)
    assert certificate.best_response_values == (5.5, 6)


def test_a_sum_that_exceeds_the_best_response_by_rounding_has_no_regret() -> None:
    """Where all rows pay the same, the value of a mixture of them in doubles is above that in about half of cases."""
    for seed in range(20):
        shares = np.random.default_rng(seed).dirichlet(np.ones(40))
        game = sf.bimatrix_game("whatever", [[seed + 1]] * 40)
        first = BehaviorStrategy(game.sequences[0].index, np.append(1.0, shares))
        certificate = certify(game, BehaviorProfile((first, sf.uniform_profile(game)[1])))
        assert certificate.regrets == pytest.approx((0.0, 0.0), abs=1e-12)
        assert min(certificate.regrets) >= 0


@pytest.mark.parametrize("scale", [1, 10**6, 10**12])
def test_doubles_that_sum_to_nearly_one_are_normalized_before_certification(scale: int) -> None:
    """A sum of 1 + 1e-9 times a large payoff would otherwise be a negative regret."""
    game = sf.bimatrix_game("large", [[scale, -scale], [-scale, scale]])
    first, second = (BehaviorStrategy(own.index, np.array([1.0, 0.5 + 4e-10, 0.5 + 4e-10])) for own in game.sequences)
    certificate = sf.check(game, BehaviorProfile((first, second)))
    assert certificate.regrets == certificate.values == (0.0, 0.0)


def test_the_rounding_bound_grows_with_leaves_levels_and_payoffs() -> None:
    """Kuhn's game has 30 leaves on 6 levels and payoffs up to 2; doubles have 53 bits."""
    small = [sf.bimatrix_game("small", payoffs, [[0], [-4]]) for payoffs in ([[3], [-5]], [[-3], [5]], [[1], [5]])]
    for game, largest, leaves, levels in ((KUHN, 2, 30, 6), *((game, 5, 2, 3) for game in small)):
        roundings = Fraction(2 * (leaves + 8 * levels), 2**53)
        expected = float(largest * roundings / (1 - roundings))
        assert rounding_bound(game) == pytest.approx(expected, rel=1e-15, abs=0)
