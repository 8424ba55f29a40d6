"""Proper equilibria: by levels against Dresher's procedure, and the families of mixed strategies that prove them."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from bimatrix import proper_payoffs
from command_line import Run
from drawn_games import drawn_games
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import seqform as sf
from seqform.builders.forms.sequence_form import (
    count_pure_strategies,
    pure_strategies,
    reduced_normal_form,
    sequence_form,
)
from seqform.builders.games.families.matrix_games import bimatrix_game
from seqform.builders.games.tree import Node, chance, leaf, move, tree
from seqform.errors import GameError, ModelError
from seqform.models.answers.equilibrium import Equilibrium
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.exact import ExactArray, ExactMatrix
from seqform.models.numbers.polynomials import PolynomialArray
from seqform.models.strategies.assessment import (
    EpsilonFamily,
    Mixture,
    PlanFamily,
    limit_assessment,
    mixed_family,
)
from seqform.solving.certifiers import orders
from seqform.solving.certifiers.orders import MistakeOrders, TooManyOrdersError
from seqform.solving.concepts import Proper
from seqform.solving.execute import execute
from seqform.solving.routes.proper import BY_PROGRAMS
from seqform.verify.normal_form import normal_form_perfect
from seqform.verify.proper import induction_objection, is_strict, properness, properness_along

MOST_STRATEGIES = 24
"""Of a player, for the oracle."""


def by_programs(game: ExtensiveGame) -> Equilibrium:
    """Return the equilibrium of the linear programs, also of a game of perfect information."""
    answer: Equilibrium = execute(replace(sf.plan(game, "proper"), route=BY_PROGRAMS))
    return answer


@pytest.fixture(scope="module")
def kuhn() -> Equilibrium:
    return sf.solve("kuhn", "proper")


@pytest.mark.slow
@settings(max_examples=15)
@given(drawn_games(zero_sum=True))
def test_strategies_earn_what_dresher_finds_and_are_quasi_perfect(game: ExtensiveGame) -> None:
    form = sequence_form(game).target
    assume(1 < max(count_pure_strategies(index) for index in form.sequences) <= MOST_STRATEGIES)
    answer, normal = by_programs(game), reduced_normal_form(form)
    names = ("proper", "sequential", "quasi-perfect", "normal-form perfect")
    assert answer.certificate.checks == dict.fromkeys(names, True)
    for player in (0, 1):
        payoffs = (form.A.T if player == 0 else form.B).dot(
            answer.profile[player].plan.exact_weights("test")
        )
        earned = proper_payoffs((normal.A.T if player == 0 else normal.B).to_dense())
        assert normal.strategies[1 - player].dot(payoffs).to_fractions() == earned


@pytest.mark.slow
@settings(max_examples=20)
@given(drawn_games(zero_sum=True, merge=("0",)))
def test_backward_induction_and_the_programs_prove_each_other(game: ExtensiveGame) -> None:
    induction, programs = sf.solve(game, "proper"), by_programs(game)
    assert programs.levels is not None and induction.backend == "backward induction"
    assert all(one.holds for one in properness(game, induction.profile, programs.levels))
    assert induction_objection(game, programs.profile) == ""


def test_values_that_are_known(kuhn: Equilibrium) -> None:
    assert kuhn.profile[0]["J:"]["bet"] == Fraction(1, 6) and kuhn.profile[0]["K:"][
        "bet"
    ] == Fraction(1, 2)
    assert kuhn.levels is not None
    assert [stage.value for stage in kuhn.levels[1].stages] == [
        Fraction(1, 18),
        Fraction(1, 9),
        Fraction(2, 9),
    ]
    assert sf.solve("guess-the-ace-second-gift", "proper").profile[1]["asked"]["no"] == 1


@pytest.mark.parametrize(
    ("player", "number", "changes"),
    [
        (0, 0, {"value": Fraction(-1, 18) + 1}),
        (0, 1, {"value": Fraction(1, 36) + 1}),
        (1, 1, {"replies": ExactArray.unit(13, 0)}),
        (1, 2, {"weights": ExactArray.zeros(13)}),
        (1, 2, {"weights": ExactArray.zeros(13), "replies": ExactArray.zeros(13)}),
        (1, 2, {"weights": -ExactArray.unit(13, 3)}),
        (0, 1, {"sequences": np.array([0])}),
    ],
)
def test_changed_levels_prove_nothing(
    kuhn: Equilibrium, player: int, number: int, changes: dict[str, Any]
) -> None:
    assert kuhn.levels is not None
    levels = list(kuhn.levels)
    stages = list(levels[player].stages)
    stages[number] = replace(stages[number], **changes)
    levels[player] = replace(levels[player], stages=tuple(stages))
    found = properness(kuhn.game, kuhn.profile, (levels[0], levels[1]))
    assert [one.holds for one in found] == [player == 1, player == 0]
    assert "not proven proper" in str(found[player])


def test_levels_in_the_wrong_order_prove_nothing(kuhn: Equilibrium) -> None:
    assert kuhn.levels is not None
    first, second = kuhn.levels
    turned = replace(second, stages=second.stages[::-1])
    assert not properness(kuhn.game, kuhn.profile, (first, turned))[1].holds


def test_levels_that_fall_prove_nothing() -> None:
    """Each level has a proof without the other one."""
    answer = by_programs(tree("mistake", move(1, "start", {"right": leaf(0), "wrong": leaf(1)})))
    assert answer.levels is not None
    first, second = answer.levels
    turned = replace(first, stages=first.stages[::-1])
    found = properness(answer.game, answer.profile, (turned, second))[0]
    assert not found.holds and "level 2 is not proven" in str(found)


def test_optimal_strategies_that_exploit_less_are_not_proper(seqform: Run) -> None:
    seqform("solve", "kuhn", "--exact", "-o", "nash.json")
    status, _, error = seqform("check", "kuhn", "nash.json", "--proper")
    assert status == 4 and "not proper: player 1's strategy is not proper: it earns " in " ".join(
        error.split()
    )
    seqform("solve", "kuhn", "--concept", "proper", "-o", "proper.json")
    status, shown, _ = seqform("check", "kuhn", "proper.json", "--proper", "--quasi-perfect")
    assert status == 0 and "proper: yes" in shown and "Levels of Player 2" in shown


def test_mistakes_behind_different_choices_are_exploited_evenly() -> None:
    """Behind both choices the opponent can make a mistake, which costs 1 or 3; a third choice leaves none."""

    def trap(name: str, cost: int) -> Node:
        return move(1, name, {"right": leaf(0), "wrong": leaf(cost)})

    game = tree(
        "traps", move(0, "start", {"small": trap("a", 1), "large": trap("b", 3), "none": leaf(0)})
    )
    found = sf.solve(game, "proper")
    assert list(found.profile[0]["start"].values()) == [Fraction(3, 4), Fraction(1, 4), 0]
    assert sf.check(game, found, proper=True).checks == {"proper": True}
    assert sf.check(game, sf.solve(game, exact=True), proper=True).checks == {"proper": False}


def test_large_normal_forms_are_refused() -> None:
    with pytest.raises(
        GameError, match=r"of player 1; Lemke's .* at most 64: leave the backend out"
    ):
        sf.solve("kuhn(ranks=4)", "proper", backend="lemke")
    with pytest.raises(GameError, match="at most 64: take quasi-perfect"):
        sf.solve("random-game(depth=8,seed=1,zero_sum=false)", "proper")


ALL = dict.fromkeys(("proper", "sequential", "quasi-perfect", "normal-form perfect"), True)

MYERSON = [[1, 0, -9], [0, 0, -7], [-9, -7, -7]]
"""The game of Myerson (1978), section 3: ("2", "2") is perfect, and only ("1", "1") proper."""

SMALL = Fraction(1, 10**40)
"""Small enough for the families of games with small payoffs."""

FEW_STRATEGIES = 8


@st.composite
def bimatrix_games(draw: st.DrawFn) -> ExtensiveGame:
    """Draw a game with many ties, some of its rows and columns copied."""
    height, width = draw(st.integers(1, 4)), draw(st.integers(1, 3))
    rows = draw(st.lists(st.integers(0, height - 1), min_size=1, max_size=5))
    columns = draw(st.lists(st.integers(0, width - 1), min_size=1, max_size=4))
    numbers = st.lists(
        st.lists(st.integers(0, 2), min_size=width, max_size=width),
        min_size=height,
        max_size=height,
    )
    first, second = (
        [[part[i][j] for j in columns] for i in rows] for part in (draw(numbers), draw(numbers))
    )
    return bimatrix_game("drawn", first, second)


@pytest.mark.slow
@settings(max_examples=30)
@given(bimatrix_games())
def test_along_the_family_worse_strategies_have_at_most_epsilon_times_the_weight(
    game: ExtensiveGame,
) -> None:
    found = sf.solve(game, "proper", backend="lemke")
    assert (
        found.certificate.checks == ALL
        and found.assessment is not None
        and found.assessment.family is not None
    )
    assert normal_form_perfect(game, found.profile).holds
    plans = found.assessment.family.at(SMALL)
    for player in (0, 1):
        payoffs = game.leaf_payoffs[player].to_fractions()
        shape = len(plans[0].weights) - 1, len(plans[1].weights) - 1
        table = np.array(payoffs, dtype=object).reshape(shape)
        own, other = (
            plans[k].exact_weights("test").to_fractions()[1:] for k in (player, 1 - player)
        )
        earned = (table if player == 0 else table.T).dot(np.array(other, dtype=object)).tolist()
        assert all(
            own[i] <= 2 * SMALL * own[j]
            for i in range(len(own))
            for j in range(len(own))
            if earned[i] < earned[j]
        )


@settings(max_examples=25)
@given(drawn_games(zero_sum=False))
def test_answers_of_extensive_games_are_proper_and_quasi_perfect(game: ExtensiveGame) -> None:
    assume(max(count_pure_strategies(own.index) for own in game.sequences) <= FEW_STRATEGIES)
    assume(game.constant_sum is None)
    assert sf.solve(game, "proper").certificate.checks == ALL


@settings(max_examples=25)
@given(drawn_games(zero_sum=True))
def test_levels_prove_the_answers_of_constant_sum_games(game: ExtensiveGame) -> None:
    assume(max(count_pure_strategies(own.index) for own in game.sequences) <= FEW_STRATEGIES)
    found = sf.solve(game, "proper", backend="lemke")
    assert found.certificate.checks == ALL
    assert sf.check(game, found.profile, proper=True).checks == {"proper": True}


def test_a_perfect_equilibrium_is_not_proper_if_it_needs_likely_large_mistakes() -> None:
    game = bimatrix_game("Myerson", MYERSON, MYERSON)
    found = sf.solve(game, "proper")
    assert found.profile[0]["row"]["1"] == found.profile[1]["column"]["1"] == 1
    assert found.family is not None and str(found.family.behavior(0)["row"]["3"]) == "ε^2"
    # (ε, 1 - 2 ε, ε).
    likely = PolynomialArray((ExactArray.of([1, 0, 1, 0]), ExactArray.of([0, 1, -2, 1])))
    family = EpsilonFamily(tuple(PlanFamily(own.index, likely) for own in game.sequences))  # type: ignore[arg-type]
    checked = sf.check_assessment(game, limit_assessment(game, family), ("quasi-perfect", "proper"))
    assert checked.certificate.checks == {"proper": False, "quasi-perfect": True}
    assert (
        "player 1's strategy '1: row 1' earns more than '3: row 3', which is not less likely"
        in checked.objections[0]
    )


@pytest.fixture(scope="module")
def two_moves() -> ExtensiveGame:
    """A game in which plans do not determine player 1's mixed strategies: neither set excludes the other one."""

    def branch(name: str, good: int) -> Node:
        return move(
            0,
            name,
            {"left": leaf(good, 1), "right": move(1, "guess", {"a": leaf(0, 1), "b": leaf(2, 0)})},
        )

    half = Fraction(1, 2)
    return tree(
        "two moves", chance({"heads": (half, branch("h", 1)), "tails": (half, branch("t", 2))})
    )


def test_files_keep_mixed_strategies_that_plans_do_not_determine(
    two_moves: ExtensiveGame, tmp_path: Path, seqform: Run
) -> None:
    found, path = sf.solve(two_moves, "proper"), tmp_path / "proper.json"
    found.save(path)
    assert '"mixed"' in path.read_text()
    assert sf.check(two_moves, path, proper=True, quasi_perfect=True).checks == {
        "proper": True,
        "quasi-perfect": True,
    }
    sf.save(two_moves, tmp_path / "game.efg")
    status, shown, _ = seqform("check", str(tmp_path / "game.efg"), str(path), "--proper")
    assert status == 0 and "proper: yes" in shown
    path.write_text(path.read_text().replace('"mixed"', '"other"'))
    status, _, error = seqform("check", str(tmp_path / "game.efg"), str(path), "--proper")
    assert status == 4 and "no weight for every reduced pure strategy of player 1" in " ".join(
        error.split()
    )


@pytest.mark.parametrize(
    ("kept", "moved", "reason"),
    [
        ([0, 1, 2, 3], [0, 0, 0, 0, 1], ""),
        ([0, 1, 2, 3], [1], "has no positive weight"),
        ([0, 1, 2, 3], [0, 0, Fraction(1, 2)], "which is not less likely"),
        ([0, 1, 2, 3, 3], [0], "no weight for every reduced pure strategy"),
    ],
)
def test_mixtures_are_judged_beside_the_plans(
    two_moves: ExtensiveGame, kept: list[int], moved: list[Fraction | int], reason: str
) -> None:
    """Weight moves from the strategies LR and RL to LL and RR, which changes no plan."""
    found = sf.solve(two_moves, "proper")
    assert found.assessment is not None and found.assessment.family is not None
    family = found.assessment.family
    mixture = family[0].mixture
    assert mixture is not None
    shift = PolynomialArray(tuple(ExactArray.of([part, -part, -part, part]) for part in moved))
    weights = (mixture.weights + shift).take(np.array(kept))
    rows = [mixture.strategies.to_dense()[row] for row in kept]
    if len(kept) > 4:  # a copy of the last strategy, with none of its weight
        weights = PolynomialArray(
            tuple(part * ExactArray.of([1, 1, 1, 1, 0]) for part in weights.coefficients)
        )
    plan = replace(family[0], mixture=Mixture(ExactMatrix.from_dense(rows), weights))
    said = properness_along(two_moves, found.profile, EpsilonFamily((plan, family[1])))
    assert said.holds == (not reason) and reason in said.reason


def test_mixtures_have_to_realize_the_plans(two_moves: ExtensiveGame) -> None:
    index = two_moves.sequences[0].index
    strategies, names = pure_strategies(index)
    even = PolynomialArray.constant(ExactArray.of([Fraction(1, len(names))] * len(names)))
    plan = mixed_family(index, Mixture(strategies, even))
    assert plan.mixture is not None and plan.bound_to(index) is plan
    with pytest.raises(ModelError, match="player 1: the mixed strategy does not realize the plan"):
        replace(
            plan, mixture=Mixture(strategies, even + PolynomialArray.powers(np.arange(len(names))))
        )


def test_mixtures_are_of_pure_strategies(two_moves: ExtensiveGame) -> None:
    strategies, names = pure_strategies(two_moves.sequences[0].index)
    with pytest.raises(ModelError, match="a 1 at every sequence"):
        doubled = replace(strategies, values=strategies.values * 2)
        Mixture(
            doubled,
            PolynomialArray.constant(ExactArray.of([Fraction(1, 2 * len(names))] * len(names))),
        )


def test_families_of_other_profiles_prove_nothing(two_moves: ExtensiveGame) -> None:
    found = sf.solve(two_moves, "proper")
    assert found.assessment is not None and found.assessment.family is not None
    said = properness_along(two_moves, sf.uniform_profile(two_moves), found.assessment.family)
    assert not said.holds and "tend to others than those of the profile" in str(said)


@pytest.fixture
def orders_that_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every game one of too many orders of mistakes."""
    monkeypatch.setattr(orders, "MOST_PAIRS", 0)


@pytest.mark.usefixtures("orders_that_are_many")
def test_general_sum_games_without_a_family_are_decided_where_it_follows(
    two_moves: ExtensiveGame,
) -> None:
    proper = sf.solve(two_moves, "proper").profile
    assert sf.check(two_moves, proper, proper=True).checks == {"proper": True}
    dominated = sf.equilibria("entry-deterrence", complete=True)[0]
    assert dominated.check(proper=True).checks == {"proper": False}
    mixed = sf.equilibria("vsvet-figure-1", complete=True)[2]
    alone = mixed.check(proper=True)
    assert "not decided without a family of mixed strategies" in alone.undecided["proper"]
    assert (alone.checks, alone.claims["Nash equilibrium"]) == ({}, "proven")


@pytest.mark.usefixtures("orders_that_are_many")
@pytest.mark.parametrize("claims", [("sequential", "proper"), ("proper", "sequential")])
def test_an_open_claim_leaves_those_beside_it_decided(claims: tuple[str, str]) -> None:
    mixed = sf.equilibria("vsvet-figure-1", complete=True)[2]
    certificate = mixed.check(**dict.fromkeys(claims, True))
    assert certificate.checks["sequential"] and "proper" not in certificate.checks
    assert "not decided without a family of mixed" in certificate.undecided["proper"]
    assert certificate.claims["sequential equilibrium"] == "proven"
    assert certificate.claims["proper equilibrium"] == "open"
    assert not certificate.holds(Proper.claim)
    assert "sequential: yes" in str(certificate) and "proper: open" in str(certificate)
    assert "open: check: proper: not decided" in str(certificate.report())


def entry_with_two_ways(payoff: Fraction) -> ExtensiveGame:
    """Return the game of Mas-Colell, Whinston & Green, example 9.C.3; `payoff` is that of the second way if fought."""
    fought = {"fight": leaf(-1, -1), "accommodate": leaf(3, -2)}
    second = {"fight": leaf(payoff, -1), "accommodate": leaf(2, 1)}
    ways: dict[str, Any] = {
        "out": leaf(0, 2),
        "in1": move(1, "answer", fought),
        "in2": move(1, "answer", second),
    }
    return tree("entry", move(0, "entry", ways))


def refined(game: ExtensiveGame) -> list[tuple[dict[str, Any], bool]]:
    """Return the answers of the second player with the decision of each extreme equilibrium."""
    decided = []
    for found in sf.equilibria(game, complete=True):
        proper = found.check(proper=True).checks["proper"]
        decided.append((dict(found.profile[1]["answer"]), proper))
    return decided


def test_a_threat_is_not_proper_if_the_cheaper_mistake_makes_it_costly() -> None:
    fight = {"fight": 1, "accommodate": 0}
    answers = refined(entry_with_two_ways(Fraction(-1, 2)))
    assert (fight, False) in answers
    assert [answer["accommodate"] > 0 for answer, proper in answers if proper] == [True]
    # The other way round in1 is the cheaper mistake, against which fighting is best
    assert (fight, True) in refined(entry_with_two_ways(Fraction(-2)))


COORDINATION = bimatrix_game(
    "coordination", [[3, 0, 0], [0, 2, 0], [0, 0, 1]], [[3, 0, 0], [0, 2, 0], [0, 0, 1]]
)


def test_all_equilibria_of_a_coordination_game_are_proper() -> None:
    found = sf.equilibria(COORDINATION, complete=True)
    assert len(found) == 7
    assert [is_strict(COORDINATION, each.profile) for each in found].count(True) == 3
    for each in found:
        assert each.check(proper=True).checks == {"proper": True}


def test_strict_equilibria_of_large_games_are_proper() -> None:
    size = 30
    payoffs = [[row + 1 if row == column else 0 for column in range(size)] for row in range(size)]
    game = bimatrix_game("large", payoffs, payoffs)
    worst = sf.profile(game, {"row": {"1": 1}, "column": {"1": 1}})
    assert sf.check(game, worst, proper=True).checks == {"proper": True}


def test_a_strategy_with_another_best_reply_beside_it_is_not_strict() -> None:
    tied = bimatrix_game("tied", [[1, 0], [1, 0]], [[1, 0], [0, 0]])
    profile = sf.profile(tied, {"row": {"1": 1}, "column": {"1": 1}})
    assert sf.check(tied, profile).nash_conv == 0
    assert not is_strict(tied, profile)


def test_orders_of_mistakes_decide_the_game_of_myerson() -> None:
    game = bimatrix_game("Myerson", MYERSON, MYERSON)
    decided = {}
    for found in sf.equilibria(game, complete=True):
        family = MistakeOrders(game).family(found.profile)
        decided[str(found.profile[0]["row"]["1"])] = isinstance(family, EpsilonFamily)
        if isinstance(family, EpsilonFamily):
            assert properness_along(game, found.profile, family).holds
    assert decided == {"1": True, "0": False}


@settings(max_examples=3, deadline=None)
@given(
    st.lists(st.lists(st.integers(0, 2), min_size=3, max_size=3), min_size=2, max_size=2),
    st.lists(st.lists(st.integers(0, 2), min_size=3, max_size=3), min_size=2, max_size=2),
)
def test_orders_of_mistakes_agree_with_the_other_proofs(
    first: list[list[int]], second: list[list[int]]
) -> None:
    game = bimatrix_game("drawn", first, second)
    answer = sf.solve(game, "proper", backend="lemke")
    family = MistakeOrders(game).family(answer.profile)
    assert not isinstance(family, str)
    assert properness_along(game, answer.profile, family).holds
    for found in sf.equilibria(game, complete=True):
        decision = MistakeOrders(game).family(found.profile)
        if is_strict(game, found.profile):
            assert not isinstance(decision, str)
        if isinstance(decision, EpsilonFamily):
            assert normal_form_perfect(game, found.profile).holds


def test_games_with_many_orders_stay_undecided() -> None:
    size = 7
    cyclic = [[(row - column) % size for column in range(size)] for row in range(size)]
    game = bimatrix_game("many", cyclic, list(map(list, zip(*cyclic, strict=True))))
    even = sf.uniform_profile(game)
    assert sf.check(game, even).nash_conv == 0
    with pytest.raises(
        TooManyOrdersError, match=r"near the profile .* orders of the payoffs of Player 1|examined"
    ):
        MistakeOrders(game).family(even)


def test_of_a_game_with_many_strategies_the_limit_is_named() -> None:
    size = 41
    one_best = [[int(row == column) for column in range(size)] for row in range(size)]
    game = bimatrix_game("wide", one_best, one_best)
    with pytest.raises(
        TooManyOrdersError, match="up to 40 reduced pure strategies, and Player 1 has 41"
    ):
        MistakeOrders(game).family(sf.uniform_profile(game))
