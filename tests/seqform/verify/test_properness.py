"""Proper equilibria of constant-sum games, against Dresher's procedure on the reduced normal form."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from command_line import Run
from drawn_games import drawn_games
from dresher import proper_payoffs
from hypothesis import assume, given, settings

import seqform as sf
from seqform.builders.forms.sequence_form import count_pure_strategies, reduced_normal_form, sequence_form
from seqform.builders.games.tree import Node, leaf, move, tree
from seqform.errors import GameError
from seqform.models.answers.equilibrium import Equilibrium
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.exact import ExactArray
from seqform.solving.execute import execute
from seqform.solving.routes.proper import BY_PROGRAMS
from seqform.verify.proper import induction_objection, properness

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
        payoffs = (form.A.T if player == 0 else form.B).dot(answer.profile[player].plan.exact_weights("test"))
        assert normal.strategies[1 - player].dot(payoffs).to_fractions() == proper_payoffs(normal, player)


@pytest.mark.slow
@settings(max_examples=20)
@given(drawn_games(zero_sum=True, merge=("0",)))
def test_backward_induction_and_the_programs_prove_each_other(game: ExtensiveGame) -> None:
    induction, programs = sf.solve(game, "proper"), by_programs(game)
    assert programs.levels is not None and induction.backend == "backward induction"
    assert all(one.holds for one in properness(game, induction.profile, programs.levels))
    assert induction_objection(game, programs.profile) == ""


def test_values_that_are_known(kuhn: Equilibrium) -> None:
    assert kuhn.profile[0]["J:"]["bet"] == Fraction(1, 6) and kuhn.profile[0]["K:"]["bet"] == Fraction(1, 2)
    assert kuhn.levels is not None
    assert [stage.value for stage in kuhn.levels[1].stages] == [Fraction(1, 18), Fraction(1, 9), Fraction(2, 9)]
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
def test_changed_levels_prove_nothing(kuhn: Equilibrium, player: int, number: int, changes: dict[str, Any]) -> None:
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
    assert status == 4 and "not proper: player 1's strategy is not proper: it earns " in " ".join(error.split())
    seqform("solve", "kuhn", "--concept", "proper", "-o", "proper.json")
    status, shown, _ = seqform("check", "kuhn", "proper.json", "--proper", "--quasi-perfect")
    assert status == 0 and "proper: yes" in shown and "Levels of Player 2" in shown


def test_mistakes_behind_different_choices_are_exploited_evenly() -> None:
    """Behind both choices the opponent can make a mistake, which costs 1 or 3; a third choice leaves none."""

    def trap(name: str, cost: int) -> Node:
        return move(1, name, {"right": leaf(0), "wrong": leaf(cost)})

    game = tree("traps", move(0, "start", {"small": trap("a", 1), "large": trap("b", 3), "none": leaf(0)}))
    found = sf.solve(game, "proper")
    assert list(found.profile[0]["start"].values()) == [Fraction(3, 4), Fraction(1, 4), 0]
    assert sf.check(game, found, proper=True).checks == {"proper": True}
    assert sf.check(game, sf.solve(game, exact=True), proper=True).checks == {"proper": False}


def test_large_normal_forms_are_refused() -> None:
    with pytest.raises(GameError, match=r"of player 1; Lemke's .* at most 64: leave the backend out"):
        sf.solve("kuhn(ranks=4)", "proper", backend="lemke")
    with pytest.raises(GameError, match="at most 64: take quasi-perfect"):
        sf.solve("random-game(depth=8,seed=1,zero_sum=false)", "proper")
