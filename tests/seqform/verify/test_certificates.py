"""Certificates of equilibria and guarantees from first principles; profiles of other games, put in order or refused."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from assessments import profile_playing
from command_line import Run
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from perturbed_programs import family_of
from scipy.optimize import linprog
from tree_walks import expected_from

import seqform as sf
from seqform.analysis.comparison import expected_payoff, guaranteed_payoff
from seqform.builders.forms.sequence_form import (
    count_pure_strategies,
    reduced_normal_form,
    sequence_form,
)
from seqform.builders.games.families.matrix_games import bimatrix_game
from seqform.builders.games.formats.efg import parse_efg
from seqform.builders.games.tree import Node, chance, leaf, move, tree
from seqform.errors import ModelError, ParseError
from seqform.io.json_values import to_json
from seqform.io.profiles import profile_data, strategies_data
from seqform.models.answers.certificate import NASH, SAFE
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.strategies.assessment import (
    Assessment,
    EpsilonFamily,
    constant_family,
    fully_mixed_beliefs,
)
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy
from seqform.models.strategies.tables import infoset_reach
from seqform.solving.concepts import CONCEPTS
from seqform.solving.request import ROUNDING, largest_gap, largest_regrets, with_allowed
from seqform.verify import best_response, certify
from seqform.verify.checks import check_assessment
from seqform.verify.consistent import consistency
from seqform.verify.guarantee import certify_safe
from seqform.verify.nash import known_certificate, reached_by_chance, rounding_bound
from seqform.verify.normal_form import (
    certify_normal_form_perfect,
    check_witness,
    normal_form_perfect,
    regret_against,
)
from seqform.verify.perturbed import extensive_form_perfection, quasi_perfection
from seqform.verify.sequential import sequential_regrets
from seqform.verify.subgames import certify_subgame_perfect, subgame_deviation

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
    never = move(
        0, "before", {"on": move(1, "behind", {"up": leaf(1), "down": leaf(2)}), "stop": leaf(6)}
    )
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
    assert (certificate.exact, certificate.constant_sum, certificate.note) == (
        exact,
        Fraction(10),
        "rounded payoffs",
    )
    assert certificate.values == (5.5, 4.5)
    assert certificate.best_response_values == (5.5, 6)


def test_a_sum_that_exceeds_the_best_response_by_rounding_has_no_regret() -> None:
    """If all rows pay the same, rounding puts the value of a mixture above it in about half of all cases."""
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
    first, second = (
        BehaviorStrategy(own.index, np.array([1.0, 0.5 + 4e-10, 0.5 + 4e-10]))
        for own in game.sequences
    )
    certificate = sf.check(game, BehaviorProfile((first, second)))
    assert certificate.regrets == certificate.values == (0.0, 0.0)


def test_the_rounding_bound_grows_with_leaves_levels_and_payoffs() -> None:
    """Kuhn's game has 30 leaves on 6 levels and payoffs up to 2; doubles have 53 bits."""
    small = [
        sf.bimatrix_game("small", payoffs, [[0], [-4]])
        for payoffs in ([[3], [-5]], [[-3], [5]], [[1], [5]])
    ]
    for game, largest, leaves, levels in ((KUHN, 2, 30, 6), *((game, 5, 2, 3) for game in small)):
        roundings = Fraction(2 * (leaves + 8 * levels), 2**53)
        expected = float(largest * roundings / (1 - roundings))
        assert rounding_bound(game) == pytest.approx(expected, rel=1e-15, abs=0)


@given(seed=st.integers(0, 10**6), zero_sum=st.booleans(), exact=st.booleans())
def test_the_guarantee_is_the_least_payoff_and_the_reply_the_best_one(
    seed: int, zero_sum: bool, exact: bool
) -> None:
    """Of all pure strategies of the opponent none pays the player less, and none the opponent more."""
    game = sf.load(
        f"random-game(seed={seed},depth=3,max_actions=2,payoffs=3,zero_sum={str(zero_sum).lower()})"
    )
    profile = sf.uniform_profile(game)
    strategy = profile[0] if exact else profile[0].to_floats()
    found = sf.check_strategy(game, strategy, 0)
    index = game.sequences[1].index
    pays = []
    for place in np.ndindex(*index.num_actions.tolist()):
        probabilities = np.zeros(len(index), dtype=object)
        probabilities[[0, *(index.first_sequence[:-1] + place).tolist()]] = 1
        pure = sf.BehaviorStrategy(index, probabilities)
        pays.append(sf.check(game, sf.BehaviorProfile((profile[0], pure), game)).values)
    assert found.guarantee == pytest.approx(float(min(first for first, _ in pays)))
    assert found.against_reply[1] == pytest.approx(float(max(second for _, second in pays)))
    assert found.exact == exact
    assert not exact or found.against_reply in pays
    assert isinstance(found.against_reply[0], float) != exact
    if zero_sum:
        assert found.against_reply[0] == pytest.approx(float(found.guarantee))


def test_the_report_has_the_payoffs_and_the_reply_where_it_is_reached() -> None:
    first = sf.uniform_profile(KUHN)[0]
    found = sf.check_strategy(KUHN, first, 0)
    text = str(found)
    assert text.startswith("kuhn\n") and text.rstrip().endswith(
        "computed on the game itself, exact"
    )
    for row in (
        ("Player 1 is guaranteed", "-5/12"),
        ("Player 2 receives by the best reply", "5/12"),
        ("information set", "actions"),
        ("J:b", "fold"),
    ):
        assert re.search(r"\W+".join(map(re.escape, row)), text)
    assert "quantity" not in text
    assert "in doubles" in str(sf.check_strategy(KUHN, first.to_floats(), 0))
    assert len(found.report().named("reply").rows) == 6


@pytest.mark.parametrize("form", ["behavior", "plan", "mixed"])
def test_a_file_may_hold_one_strategy_in_any_form(form: str, tmp_path: Path) -> None:
    equilibrium = sf.solve(KUHN, exact=True)
    alone = strategies_data(KUHN, equilibrium.profile, form)[1]  # type: ignore[arg-type]
    for name, data in (("alone.json", alone), ("beside.json", {"players": [None, alone]})):
        (tmp_path / name).write_text(to_json(data), encoding="utf-8")
        found = sf.check_strategy(KUHN, sf.read_strategy(tmp_path / name, KUHN, 1), 1)
        assert found.guarantee == Fraction(1, 18)
        assert "Player 1 receives by the best reply" in str(found)


def test_a_file_without_the_strategy_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "one.json"
    first = profile_data(KUHN, sf.uniform_profile(KUHN))[0]
    path.write_text(json.dumps({"players": [first, None]}), encoding="utf-8")
    with pytest.raises(ModelError, match='player 2: "information_sets"'):
        sf.read_strategy(path, KUHN, 1)


PAYOFFS = st.integers(min_value=-2, max_value=2)
"""Few values, so that ties, zeros and duplicated actions are frequent."""


@st.composite
def bimatrices(draw: st.DrawFn) -> tuple[list[list[int]], list[list[int]]]:
    rows, columns = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    matrix = st.lists(
        st.lists(PAYOFFS, min_size=columns, max_size=columns), min_size=rows, max_size=rows
    )
    return draw(matrix), draw(matrix)


def safety_value(matrix: np.ndarray) -> float:
    """Return the largest guarantee of the player of the rows, by a linear program on the normal form."""
    rows, columns = matrix.shape
    found = linprog(
        np.append(np.zeros(rows), -1.0),
        A_ub=np.column_stack([-matrix.T, np.ones(columns)]),
        b_ub=np.zeros(columns),
        A_eq=np.append(np.ones(rows), 0.0)[None],
        b_eq=[1.0],
        bounds=[(0, 1)] * rows + [(None, None)],
    )
    assert found.x is not None
    return float(found.x[-1])


@given(bimatrices())
def test_guarantees_are_the_values_of_the_normal_form(
    payoffs: tuple[list[list[int]], list[list[int]]],
) -> None:
    first, second = map(np.array, payoffs)
    found = sf.solve(bimatrix_game("matrix", *payoffs), "maximin", exact=True)
    assert found.certificate.holds(SAFE) and found.certificate.claims == {SAFE.name: "proven"}
    expected = safety_value(first), safety_value(second.T)
    assert [float(value) for value in found.certificate.figure("guarantee")] == pytest.approx(
        expected
    )


@given(bimatrices())
def test_a_guarantee_is_the_payoff_against_the_worst_pure_reply(
    payoffs: tuple[list[list[int]], list[list[int]]],
) -> None:
    first, second = map(np.array, payoffs)
    game = bimatrix_game("matrix", *payoffs)
    uniform = sf.uniform_profile(game)
    certificate = certify_safe(game, uniform, uniform)
    assert certificate.figure("guarantee") == (
        min(Fraction(int(total), len(first)) for total in first.sum(axis=0)),
        min(Fraction(int(total), second.shape[1]) for total in second.sum(axis=1)),
    )
    assert certificate.figure("bound on it") == (
        max(Fraction(int(total), first.shape[1]) for total in first.sum(axis=1)),
        max(Fraction(int(total), len(second)) for total in second.sum(axis=0)),
    )


@pytest.mark.parametrize("name", ["kuhn", "leduc(ranks=2)", "guess-the-ace"])
def test_the_guarantees_of_a_constant_sum_game_are_its_values(name: str) -> None:
    safe, nash = sf.solve(name, "maximin", exact=True), sf.solve(name, exact=True)
    assert safe.certificate.figure("guarantee") == nash.values
    assert sf.check(name, safe).holds(NASH)


def test_strategies_that_punish_too_little_prove_nothing() -> None:
    game = sf.load("kuhn")
    found = sf.solve(game, "maximin", exact=True)
    certificate = certify_safe(game, found.profile, sf.uniform_profile(game))
    assert certificate.exact and not certificate.proven and certificate.claims == {SAFE.name: "no"}
    assert certificate.gap == certificate.differences[0] + certificate.differences[1] > 0


def test_an_answer_in_doubles_is_within_its_tolerance() -> None:
    found = sf.solve("vsvet-figure-1", "maximin", backend="cfr", target_gap=1e-3)
    assert not found.certificate.exact and 0 < found.certificate.gap <= found.certificate.allowed
    assert found.certificate.claims == {SAFE.name: "within tolerance"}
    with pytest.raises(ModelError, match="a shortfall of -1 is impossible"):
        type(found.certificate)(
            (0, 0), (0, 0), True, claim=SAFE, figures={SAFE.attained: (1, 0), SAFE.bound: (0, 0)}
        )


def test_the_command_line_checks_a_file_and_exits_with_status_4_if_it_is_not_proven(
    seqform: Run,
) -> None:
    seqform("solve", "vsvet-figure-1", "--concept", "maximin", "--exact", "-o", "maximin.json")
    seqform("solve", "vsvet-figure-1", "-o", "nash.json")
    status, shown, _ = seqform("check", "vsvet-figure-1", "maximin.json", "--maximin")
    assert status == 0 and "proven: a pair of maximin strategies" in shown
    status, _, error = seqform("check", "vsvet-figure-1", "nash.json", "--maximin")
    assert (
        status == 4
        and "not proven to be a pair of maximin strategies: total shortfall = 2 (exact)" in error
    )
    status, _, error = seqform("check", "vsvet-figure-1", "nash.json", "--maximin", "--sequential")
    assert status == 2 and "maximin (--maximin): a claim of its own" in error


@pytest.mark.parametrize("steps", [None, "contract-forced"])
def test_the_claim_is_the_concepts_where_no_move_is_left(steps: str | None) -> None:
    found = sf.solve(bimatrix_game("one", [[3]], [[5]]), "maximin", preprocess=steps, exact=True)
    assert found.certificate.holds(SAFE) and found.certificate.figure("guarantee") == (3, 5)


def test_a_bound_that_is_lower_by_rounding_is_the_guarantee() -> None:
    game = sf.load("kuhn(ranks=5)")
    profile = sf.solve(game, exact=True).profile.to_floats()
    certificate = certify_safe(game, profile, profile)
    assert certificate.figure(SAFE.bound) == certificate.figure(SAFE.attained)
    strategies = profile.normalized()
    assert (
        sf.verify.best_response(game, 0, strategies[1]).value < certificate.figure(SAFE.attained)[0]
    )


def unlabelled(payoffs: list[int]) -> ExtensiveGame:
    """Two levels of player 1: the first choice leads to one of two sets without labels."""
    a, b, c, d = payoffs
    return parse_efg(
        f"""EFG 2 R "two levels" {{ "1" "2" }}
p "" 1 1 "" {{ "l" "r" }} 0
p "" 1 2 "" {{ "l" "r" }} 0
t "" 1 "" {{ {a}, {-a} }}
t "" 2 "" {{ {b}, {-b} }}
p "" 1 3 "" {{ "l" "r" }} 0
t "" 3 "" {{ {c}, {-c} }}
t "" 4 "" {{ {d}, {-d} }}
"""
    )


def card_game(sets: str, actions: str) -> ExtensiveGame:
    """Player 1 moves at one of two labelled sets, and player 2 answers; sets and actions in any order."""
    payoff = {"Xu": 3, "Xd": -1, "Yu": -2, "Yd": 1}

    def card(name: str, share: Fraction) -> tuple[Fraction, Node]:
        worth = {action: payoff[name + action] / share for action in actions}
        answers = {
            action: move(1, "answer", {"a": leaf(w), "b": leaf(2 * w)})
            for action, w in worth.items()
        }
        return share, move(0, name, answers)

    return tree(
        "cards", chance({name: card(name, Fraction(k, 3)) for k, name in enumerate(sets, start=1)})
    )


def test_an_equilibrium_of_another_unlabelled_game_is_not_certified_as_one_of_this() -> None:
    one, two = unlabelled([5, 0, 0, 0]), unlabelled([0, 0, 0, 5])
    found = sf.solve(one, exact=True)
    for verdict in (
        sf.check(two, found),
        sf.check(two, found.profile),
        sf.check(two, found.profile, normal_form_perfect=True),
        sf.check(two, found.profile, subgame_perfect=True),
    ):
        assert verdict.nash_conv == 5
        assert not verdict.proven
        assert not verdict.checks.get("normal-form perfect") and not verdict.checks.get(
            "subgame perfect"
        )
    assert subgame_deviation(two, found.profile) is not None


def different_trees() -> tuple[ExtensiveGame, ExtensiveGame]:
    """Games whose sets and actions have the same names, side by side or one set after the other."""
    half = Fraction(1, 2)
    first, second = (
        move(0, "A", {"l": leaf(1), "r": leaf(0)}),
        move(0, "B", {"l": leaf(0), "r": leaf(9)}),
    )
    in_line = move(0, "A", {"l": leaf(1), "r": move(0, "B", {"l": leaf(9), "r": leaf(0)})})
    return tree("side by side", chance({"x": (half, first), "y": (half, second)})), tree(
        "in line", in_line
    )


def test_behavior_of_another_tree_is_judged_by_the_plan_it_has_in_this_one() -> None:
    for one, two in permutations(different_trees()):
        profile = sf.solve(one, exact=True).profile
        _ = profile[0].plan, profile[1].plan  # cached for the other tree
        first, second = (
            BehaviorStrategy(own.index, strategy.probabilities)
            for own, strategy in zip(two.sequences, profile, strict=True)
        )
        by_hand = BehaviorProfile((first, second))
        assert sf.check(two, profile).values == sf.check(two, by_hand).values
        assert sf.check(two, profile).nash_conv == sf.check(two, by_hand).nash_conv > 0
        assert expected_payoff(two, profile[0], profile[1]) == expected_payoff(two, first, second)
        assert guaranteed_payoff(two, profile[0]) == guaranteed_payoff(two, first)
        reached, expected = infoset_reach(two, profile, 0), infoset_reach(two, by_hand, 0)
        assert [reached[row] for row in range(2)] == [expected[row] for row in range(2)]
        assert regret_against(two, profile[0], profile[1]) == regret_against(two, first, second)


ORDERS = [card_game(sets, actions) for sets, actions in product(("XY", "YX"), ("ud", "du"))]


def test_beliefs_of_another_game_are_refused() -> None:
    one, two = ORDERS[0], ORDERS[1]
    uniform = sf.uniform_profile(one)
    with pytest.raises(ModelError, match="beliefs are for another game"):
        check_assessment(two, Assessment(uniform, fully_mixed_beliefs(one, uniform)))


def test_a_family_of_another_tree_is_refused() -> None:
    one, two = different_trees()
    refined = sf.solve(one, concept="quasi-perfect")
    assert refined.assessment is not None
    assert refined.assessment.family is not None
    with pytest.raises(ModelError, match="do not add up"):
        refined.assessment.family.bound_to(two)


def test_a_start_of_another_writing_of_the_game_is_put_in_order() -> None:
    third, two_thirds = Fraction(1, 3), Fraction(2, 3)
    cards = {"u": third, "d": two_thirds}
    start = profile_playing(
        ORDERS[0], {"X": cards, "Y": cards}, {"answer": {"a": third, "b": two_thirds}}
    )
    for prior in (start, sf.models.RealizationPlans((start[0].plan, start[1].plan))):
        found = sf.solve(ORDERS[3], start=prior, concept="normal-form-perfect")
        assert found.certificate.checks["normal-form perfect"]


def two_cards(
    payoffs: list[tuple[int, int]], sets: str, actions: str, answers: str
) -> ExtensiveGame:
    """Player 1 sees one of two cards and moves, player 2 answers; sets and actions of both in any order."""
    paid = dict(zip(product("XY", "ud", "ab"), payoffs, strict=True))

    def card(name: str) -> Node:
        return move(
            0,
            name,
            {
                action: move(
                    1, "answer", {answer: leaf(*paid[name, action, answer]) for answer in answers}
                )
                for action in actions
            },
        )

    return tree("two cards", chance({name: (Fraction(1, 2), card(name)) for name in sets}))


def playing_two_cards(game: ExtensiveGame, shares: list[int]) -> BehaviorProfile:
    """Return the profile whose first actions have some numbers of quarters as probabilities."""
    x, y, answer = (Fraction(share, 4) for share in shares)
    first = {"X": {"u": x, "d": 1 - x}, "Y": {"u": y, "d": 1 - y}}
    return profile_playing(game, first, {"answer": {"a": answer, "b": 1 - answer}})


WRITINGS = list(product(("XY", "YX"), ("ud", "du"), ("ab", "ba")))
EIGHT_PAYOFFS = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=8, max_size=8)


@pytest.mark.slow
@settings(max_examples=10)
@given(
    EIGHT_PAYOFFS,
    st.sampled_from(WRITINGS[1:]),
    st.lists(st.integers(0, 4), min_size=3, max_size=3),
)
def test_every_check_judges_every_object_of_another_writing_as_it_does_the_own_one(
    payoffs: list[tuple[int, int]], writing: tuple[str, str, str], shares: list[int]
) -> None:
    game, other = (two_cards(payoffs, *order) for order in (WRITINGS[0], writing))
    mine, theirs = (playing_two_cards(one, shares) for one in (game, other))
    uniform, halves = sf.uniform_profile(game), playing_two_cards(other, [2, 2, 2])
    family = EpsilonFamily((constant_family(uniform[0].plan), constant_family(uniform[1].plan)))
    beliefs = fully_mixed_beliefs(game, uniform)
    refined: dict[str, Any] = {"normal_form_perfect": True, "subgame_perfect": True}

    def verdicts(
        profile: BehaviorProfile, family: EpsilonFamily, witness: BehaviorProfile
    ) -> list[object]:
        certificate = sf.check(game, profile, **refined)
        assessments = [
            Assessment(profile, beliefs, family),
            replace(Assessment(uniform, beliefs), profile=profile),
        ]
        return [
            certificate,
            certificate.proven,
            infoset_reach(game, profile, 1)[0],
            str(subgame_deviation(game, profile)),
            certify_normal_form_perfect(game, profile, witness),
            *(
                str(kind(game, profile, family))
                for kind in (quasi_perfection, extensive_form_perfection)
            ),
            *(check_assessment(game, one).certificate for one in assessments),
        ]

    expected = verdicts(mine, family, uniform)
    foreign = EpsilonFamily((constant_family(halves[0].plan), constant_family(halves[1].plan)))
    for profile in (
        theirs,
        theirs.bound_to(other),
        BehaviorProfile(theirs.strategies, game),
        replace(theirs.bound_to(other), game=game),
        replace(uniform, strategies=theirs.strategies),
    ):
        assert verdicts(profile, foreign, BehaviorProfile(halves.strategies, game)) == expected


@settings(max_examples=15)
@given(EIGHT_PAYOFFS, st.sampled_from(WRITINGS[1:]))
def test_an_equilibrium_has_a_certificate_of_its_own_profile_only(
    payoffs: list[tuple[int, int]], writing: tuple[str, str, str]
) -> None:
    game, other = (two_cards(payoffs, *order) for order in (WRITINGS[0], writing))
    found = sf.solve(game, "nash", backend="lemke")
    rewritten = found.profile.bound_to(other)
    witness = None if found.witness is None else found.witness.bound_to(other)
    for profile in (rewritten, BehaviorProfile(rewritten.strategies, game)):
        assert replace(found, profile=profile, witness=witness).profile.equals(found.profile)
        assert sf.check(game, replace(found, profile=profile)).proven
    first = found.profile[0].probabilities.copy()
    first[1:3] = (1, 0) if first[1] != 1 else (0, 1)
    changed = BehaviorStrategy(game.sequences[0].index, first)
    with pytest.raises(ModelError, match="this certificate is of another profile"):
        replace(found, profile=replace(found.profile, strategies=(changed, found.profile[1])))


EXACT_CHECKS: dict[str, Callable[[BehaviorProfile], Any]] = {
    "check": lambda profile: sf.check(KUHN, profile, normal_form_perfect=True),
    "perfection": lambda profile: normal_form_perfect(KUHN, profile),
    "witness": lambda profile: check_witness(KUHN, sf.uniform_profile(KUHN), profile),
    "by a witness": lambda profile: check_witness(KUHN, profile, sf.uniform_profile(KUHN)),
    "quasi-perfection": lambda profile: quasi_perfection(KUHN, profile, family_of(KUHN)),
    "extensive-form perfection": lambda profile: extensive_form_perfection(
        KUHN, profile, family_of(KUHN)
    ),
    "subgames": lambda profile: certify_subgame_perfect(KUHN, profile),
    "sequential rationality": lambda profile: sequential_regrets(KUHN, believing(profile)),
    "consistency": lambda profile: consistency(KUHN, believing(profile)),
    "assessment": lambda profile: check_assessment(KUHN, believing(profile)),
}


def believing(profile: BehaviorProfile) -> Assessment:
    return Assessment(profile, fully_mixed_beliefs(KUHN, sf.uniform_profile(KUHN)))


@pytest.mark.parametrize("check", EXACT_CHECKS.values(), ids=EXACT_CHECKS)
def test_profiles_in_doubles_or_of_another_game_are_refused_by_every_exact_check(
    check: Any,
) -> None:
    exact = sf.uniform_profile(KUHN)
    for doubles in (exact.to_floats(), BehaviorProfile((exact[0], exact[1].to_floats()))):
        with pytest.raises(
            ModelError, match=r"decided in fractions only|the profile is in doubles"
        ):
            check(doubles)
    for other in ("kuhn-with-raise", "leduc", "guess-the-ace"):
        with pytest.raises(ModelError, match="for another game"):
            check(sf.uniform_profile(sf.load(other)))


@pytest.mark.parametrize("unit", [Fraction(1, 1000), 1, 1000])
@pytest.mark.parametrize("shift", [0, 7])
def test_an_answer_in_doubles_is_judged_by_each_player_s_own_unit(
    unit: Fraction | int, shift: int
) -> None:
    payoffs = [[0, 1, 3], [2, 0, 1]]
    scaled = [[unit * payoff + shift for payoff in row] for row in payoffs]
    games = [
        sf.bimatrix_game("first", payoffs, [[1, 0, 2], [0, 3, 1]]),
        sf.bimatrix_game("scaled", scaled, [[1, 0, 2], [0, 3, 1]]),
    ]
    plain, other = (largest_regrets(game, 1e-6) for game in games)
    assert plain == pytest.approx((3e-6, 3e-6), rel=1e-3)
    assert other == pytest.approx((3e-6 * float(unit), 3e-6), rel=1e-3, abs=ROUNDING * 10)


def test_regrets_pass_if_their_shares_of_the_largest_ones_add_up_to_one() -> None:
    assert largest_gap((0.0, 0.5), (1e-6, 1.0)) == 1.0
    assert largest_gap((0.5, 0.0), (1e-6, 1.0)) == pytest.approx(1e-6)
    assert largest_gap((1.0, 1.0), (2.0, 2.0)) == 2.0
    assert largest_gap((1e-6, 1.0), (2e-6, 2.0)) == pytest.approx(1.000001)
    assert largest_gap((0.0, 0.0), (0.0, 1.0)) == 0.0
    assert largest_gap((1e-320, 0.0), (1e200, 1.0)) == 1.0


@pytest.mark.parametrize("unit", [Fraction(1, 10**7), 1, 10**7])
def test_a_regret_does_not_pass_by_the_size_of_the_other_player_s_payoffs(
    unit: Fraction | int,
) -> None:
    game = sf.bimatrix_game("units", [[1, 0], [0, 1]], [[unit, 0], [unit, 0]])
    certificate = certify(game, sf.profile(game, {"row": {"2": 1}, "column": {"1": 1}}).to_floats())
    judged = with_allowed(game, certificate, sf.plan(game, "maximin", backend="highs").request)
    assert judged.regrets == (1, 0) and judged.allowed == pytest.approx(1e-6, rel=1e-3)
    assert judged.claims == {"Nash equilibrium": "not proven"}


CONCEPTS_WITHOUT_ARGUMENTS = sorted(set(CONCEPTS) - {"constrained", "safe-response"})


@pytest.mark.parametrize("exponent", [400, -400])
@pytest.mark.parametrize("concept", CONCEPTS_WITHOUT_ARGUMENTS)
def test_exact_answers_are_certified_with_payoffs_beyond_doubles(
    concept: str, exponent: int
) -> None:
    unit = Fraction(10) ** exponent
    first: Any = [[3 * unit, 0], [0, 2 * unit]]
    second: Any = [[2, 0], [0, 3]]
    small = sf.bimatrix_game("small", [[3, 0], [0, 2]], second)
    game = sf.bimatrix_game("beyond doubles", first, second)
    objective: dict[str, Any] = {}
    if "objective" in CONCEPTS[concept].__dataclass_fields__ and concept != "subgame-perfect":
        objective = {"objective": "best-for-1"}  # the default, the sum, depends on a player's units
    answer = sf.solve(game, concept, exact=True, **objective)
    expected = sf.solve(small, concept, exact=True, **objective)
    assert answer.certificate.exact
    assert answer.values == (expected.values[0] * unit, expected.values[1])


def test_all_actions_of_best_replies_are_listed_where_they_are_reached() -> None:
    game = sf.bimatrix_game([[2, 0], [0, 2], [1, 1]], rows="TMB", columns="LR")
    mixed = {"column": {"L": Fraction(1, 2), "R": Fraction(1, 2)}}
    tied = sf.best_response(game, "Player 1", mixed)
    assert dict(tied.replies) == {"row": ("T", "M", "B")}
    assert "T, M, B" in str(tied)
    left = sf.best_response(game, 0, {"column": {"L": 1}})
    assert dict(left.replies) == {"row": ("T",)} and left.against_reply == (-2, 2)


def test_sets_that_a_best_reply_alone_reaches_are_listed_and_others_are_not() -> None:
    def second(name: str, payoffs: tuple[int, int]) -> Any:
        ends = {action: sf.leaf(0, own) for action, own in zip("ab", payoffs, strict=True)}
        return sf.move(1, name, ends)

    start = {"l": second("tied", (1, 1)), "m": second("best", (0, 1)), "r": second("worse", (0, 0))}
    game = sf.tree(
        "sets", sf.move(0, "first", {"go": sf.move(1, "start", start), "stop": sf.leaf(0, 0)})
    )
    found = sf.check_strategy(game, {"first": {"go": 1}}, 0)
    assert found.replies["start"] == ("l", "m")
    assert found.replies["tied"] == ("a", "b") and found.replies["best"] == ("b",)
    text = str(found)
    assert "tied" in text and "best " in text and "worse" not in text
    assert "worse" in str(found.report(everything=True).parts[1])


@pytest.mark.parametrize(
    "claim", ["subgame-perfect", "sequential", "quasi-perfect", "normal-form-perfect", "proper"]
)
def test_objections_name_players_as_the_game_does(claim: str, seqform: Run, tmp_path: Path) -> None:
    reply = sf.move("Incumbent", "entered", {"fight": sf.leaf(-1, 0), "yield": sf.leaf(2, 2)})
    start = sf.move("Entrant", "start", {"out": sf.leaf(0, 4), "in": reply})
    sf.save(sf.tree("entry", start, players=("Entrant", "Incumbent")), tmp_path / "entry.efg")
    threat = {"Entrant": {"start": {"out": 1}}, "Incumbent": {"entered": {"fight": 1}}}
    (tmp_path / "threat.json").write_text(to_json(threat), encoding="utf-8")
    status, _, error = seqform(
        "check", str(tmp_path / "entry.efg"), str(tmp_path / "threat.json"), f"--{claim}"
    )
    assert status == 4
    assert "Incumbent" in error and "player 2" not in error


def test_best_responses_to_pure_strategies_are_found_by_their_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    game = sf.bimatrix_game([[2, 0], [0, 2], [2, 1]], rows="TMB", columns="LR")
    answer = sf.best_response(game, 0, "L")
    assert dict(answer.replies) == {"row": ("T", "B")}
    assert answer.against_reply == (-2, 2)
    named = sf.best_response(game, 0, {"column": "L"})
    assert named.replies == answer.replies
    (tmp_path / "L").write_text("a file of that name goes first", encoding="utf-8")
    with pytest.raises(ParseError, match="L"):
        sf.best_response(game, 0, "L")
