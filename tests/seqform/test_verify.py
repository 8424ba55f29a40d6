"""Certificates agree with first principles, and refuse what is not a profile of the game."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import seqform as sf
from seqform.builders.forms.normal_form import count_pure_strategies, reduced_normal_form
from seqform.builders.forms.sequence_form import sequence_form
from seqform.builders.games.tree import chance, leaf, move, tree
from seqform.models.games.extensive import CHANCE, ExtensiveGame
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy
from seqform.verify import best_response, certify
from seqform.verify.nash import infoset_reach, reached_by_chance, rounding_bound


def expected_payoffs(game: ExtensiveGame, profile: BehaviorProfile) -> tuple[Any, ...]:
    """Both players' expected payoffs by walking the tree, node by node."""

    def walk(node: int) -> list[Any]:
        if game.infoset[node] < 0:
            place = int(np.searchsorted(game.leaves, node))
            return [payoffs[place] for payoffs in game.leaf_payoffs]
        owner, total = game.player[node], [Fraction(0), Fraction(0)]
        for k in range(game.num_actions[node]):
            child = int(game.first_child[node]) + k
            if owner == CHANCE:
                share = game.edge_probability[child]
            else:
                sequence = game.sequences[owner].at_node[child]
                share = profile[owner].probabilities[sequence]
            total = [value + share * below for value, below in zip(total, walk(child), strict=True)]
        return total

    return tuple(walk(0))


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 10**6))
def test_values_and_best_responses_from_first_principles(seed: int) -> None:
    game = sf.load(f"random-game(seed={seed},depth=4,zero_sum=false)")
    profile = sf.uniform_profile(game)
    certificate = certify(game, profile)
    assert certificate.exact
    assert certificate.values == expected_payoffs(game, profile)
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


def test_an_equilibrium_of_kuhn_known_in_closed_form() -> None:
    """Kuhn (1950): player 1 bets the jack with probability α, the king with 3α, and calls with the queen α + 1/3."""
    game = sf.load("kuhn")
    for alpha in (Fraction(0), Fraction(1, 5), Fraction(1, 3)):
        first = {"J:": ("bet", alpha), "Q:": ("bet", 0), "K:": ("bet", 3 * alpha)}
        first |= {"J:cb": ("call", 0), "Q:cb": ("call", alpha + Fraction(1, 3)), "K:cb": ("call", 1)}
        second = {"J:c": ("bet", Fraction(1, 3)), "Q:c": ("bet", 0), "K:c": ("bet", 1)}
        second |= {"J:b": ("call", 0), "Q:b": ("call", Fraction(1, 3)), "K:b": ("call", 1)}
        profile = BehaviorProfile((two_way(game, 0, first), two_way(game, 1, second)))
        certificate = certify(game, profile)
        assert certificate.proven
        assert certificate.values == (Fraction(-1, 18), Fraction(1, 18))


def two_way(game: ExtensiveGame, player: int, shares: dict[str, tuple[str, Any]]) -> BehaviorStrategy:
    index = game.sequences[player].index
    probabilities = [Fraction(1)]
    for label, names in zip(index.infoset_names, index.action_names, strict=True):
        action, share = shares[label]
        probabilities += [Fraction(share if name == action else 1 - share) for name in names]
    return BehaviorStrategy(index, np.array(probabilities, dtype=object))


def two_doors() -> ExtensiveGame:
    """Chance keeps every play from the last set of the table, and from the set before it."""
    never = move(1, "before", {"on": move(2, "behind", {"up": leaf(1), "down": leaf(2)}), "stop": leaf(6)})
    always = move(2, "shown", {"up": leaf(0), "down": move(1, "end", {"x": leaf(3), "y": leaf(4)})})
    doors = {"open": (Fraction(1), always), "shut": (Fraction(0), never)}
    return tree("two doors", move(1, "start", {"in": chance(doors), "out": leaf(5)}))


def test_reach_is_the_product_of_both_plans_and_chance_for_each_player() -> None:
    game = two_doors()
    uniform = sf.uniform_profile(game)
    names = [game.sequences[player].index.infoset_names for player in (0, 1)]
    expected = {"start": Fraction(1), "end": Fraction(1, 4), "shown": Fraction(1, 2)}
    expected |= {"before": Fraction(0), "behind": Fraction(0)}
    for player in (0, 1):
        reach: Any = infoset_reach(game, uniform, player)
        assert reach.to_fractions() == [expected[name] for name in names[player]]
        for doubles in (
            uniform.to_floats(),
            BehaviorProfile((uniform[0].to_floats(), uniform[1])),
            BehaviorProfile((uniform[0], uniform[1].to_floats())),
        ):
            in_doubles: Any = infoset_reach(game, doubles, player)
            assert in_doubles.dtype == np.float64
            assert in_doubles.tolist() == [float(expected[name]) for name in names[player]]


def test_sets_in_chances_reach_are_those_that_some_plays_reach() -> None:
    game = two_doors()
    reached = dict(zip(game.infoset_names, reached_by_chance(game).tolist(), strict=True))
    assert [name for name, possible in reached.items() if not possible] == ["before", "behind"]
    assert game.infoset_names[-1] == "behind"
    assert reached_by_chance(sf.load("kuhn")).all()


def test_half_exact_profiles_are_certified_in_doubles() -> None:
    game = sf.load("kuhn")
    exact = sf.uniform_profile(game)
    mixed = BehaviorProfile((exact[0], exact[1].to_floats()))
    certificate = certify(game, mixed)
    assert not certificate.exact
    assert certificate.nash_conv == pytest.approx(float(certify(game, exact).nash_conv))


def test_a_best_response_names_its_choices() -> None:
    game = sf.load("kuhn")
    index = game.sequences[0].index
    best = best_response(game, 0, sf.uniform_profile(game)[1])
    king = index.row_of["K:cb"]
    assert index.action_names[king][best.choice[king]] == "call"
    assert best.value == certify(game, sf.uniform_profile(game)).best_response_values[0]


def test_exploitability_is_for_constant_sum_games_only() -> None:
    zero = sf.load("kuhn")
    general = sf.load("random-game(seed=1,zero_sum=false)")
    assert certify(zero, sf.uniform_profile(zero)).exploitability == Fraction(11, 24)
    assert certify(general, sf.uniform_profile(general)).exploitability is None


@pytest.mark.parametrize("exact", [True, False])
def test_a_certificate_has_the_games_constant_sum_and_note(exact: bool) -> None:
    game = replace(sf.bimatrix_game("ten to share", [[4, 7]], [[6, 3]]), note="rounded payoffs")
    uniform = sf.uniform_profile(game)
    certificate = certify(game, uniform if exact else uniform.to_floats())
    assert certificate.exact is exact
    assert certificate.constant_sum == 10
    assert certificate.note == "rounded payoffs"
    assert certificate.values == (5.5, 4.5)
    assert certificate.best_response_values == (5.5, 6)


def test_a_sum_that_exceeds_the_best_response_by_rounding_has_no_regret() -> None:
    """Where all rows pay the same, what a mixture of them is worth in doubles is above that in about half of cases."""
    for seed in range(20):
        shares = np.random.default_rng(seed).dirichlet(np.ones(40))
        game = sf.bimatrix_game("whatever", [[seed + 1]] * 40)
        first = BehaviorStrategy(game.sequences[0].index, np.append(1.0, shares))
        certificate = certify(game, BehaviorProfile((first, sf.uniform_profile(game)[1])))
        assert certificate.regrets == pytest.approx((0.0, 0.0), abs=1e-12)
        assert min(certificate.regrets) >= 0


def test_the_rounding_bound_grows_with_leaves_levels_and_payoffs() -> None:
    """Kuhn's game has 30 leaves on 6 levels and payoffs up to 2; doubles have 53 bits."""
    roundings = Fraction(2 * (30 + 8 * 6), 2**53)
    assert rounding_bound(sf.load("kuhn")) == pytest.approx(float(2 * roundings / (1 - roundings)), rel=1e-15, abs=0)
    for payoffs in ([[3], [-5]], [[-3], [5]], [[1], [5]]):
        others = [[0], [-4]]
        roundings = Fraction(2 * (2 + 8 * 3), 2**53)
        game = sf.bimatrix_game("small", payoffs, others)
        assert rounding_bound(game) == pytest.approx(float(5 * roundings / (1 - roundings)), rel=1e-15, abs=0)
