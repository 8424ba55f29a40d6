"""Subgame perfect equilibria as a user asks for them, in Python and on the command line."""

import json
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import islice
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from chance_zeros import game_with_chance_zeros
from command_line import Run
from every_equilibrium import pure_payoffs
from exactly import exactly
from knapsacks import best_selection

import seqform as sf
from seqform.backends.bestnash.profile_sets import Effort
from seqform.backends.solvers.highs import HighsBackend
from seqform.builders.games.families.paper_figures import knapsack_game, random_objects
from seqform.builders.games.tree import Node, chance, leaf, move, tree
from seqform.errors import InputError, ModelError, SolveError
from seqform.io.equilibria import equilibrium_data
from seqform.io.json_values import number_data
from seqform.models.answers.equilibrium import Equilibrium, PositionEquilibrium
from seqform.models.games.extensive import CHANCE, ExtensiveGame
from seqform.models.programs.linear import MixedIntegerProgram
from seqform.models.programs.solutions import RawSolution, Termination
from seqform.models.strategies.profile_set import OBJECTIVES
from seqform.models.strategies.profile_set import objective as measure_of

CONCEPT = "subgame-perfect"


@pytest.mark.parametrize(
    ("objective", "values"),
    [
        ("social", (1000, 4)),
        ("fairest", (1000, 4)),
        ("single-maximum", (1000, 4)),
        ("best-for-1", (1000, 4)),
        ("best-for-2", (2, 100)),
        ("product", (1000, 4)),
        ("best-for-2,social", (2, 100)),
    ],
)
def test_figure_1_has_the_optima_that_the_paper_names(objective: str, values: tuple[int, int]) -> None:
    found = sf.solve("littman-figure-1", concept=CONCEPT, objective=objective)
    assert found.values == values
    assert found.objective == objective
    assert found.certificate.proven and found.certificate.checks["subgame perfect"]


def test_the_social_optimum_of_figure_4_needs_two_lotteries() -> None:
    mixed = sf.solve("littman-figure-4", concept=CONCEPT, objective="social")
    pure = sf.solve("littman-figure-4", concept=CONCEPT, objective="social", pure=True)
    assert mixed.values == (2, 5)
    assert pure.values == (3, 3)
    lotteries = [
        name for player in (0, 1) for name in mixed.profile[player] if 1 not in mixed.profile[player][name].values()
    ]
    assert lotteries == ["5", "4"]
    assert pure.profiles is not None and pure.profiles.pure
    assert {(box.low, box.dimension) for box in pure.profiles.boxes} == {(exactly(3, 1), 0), (exactly(3, 3), 0)}


def test_payoffs_within_a_line_are_attained_exactly_and_others_refused() -> None:
    found = sf.solve("littman-figure-4", concept=CONCEPT, target_payoffs=(2, Fraction(22, 7)))
    assert found.values == (2, Fraction(22, 7))
    assert found.certificate.proven
    with pytest.raises(ModelError, match="no subgame perfect equilibrium pays"):
        sf.solve("littman-figure-4", concept=CONCEPT, target_payoffs=(3, Fraction(3, 2)))


def test_several_objectives_in_order_are_right_for_negative_payoffs_too() -> None:
    game = tree("line", move(0, "start", {"l": leaf(-3, -10), "r": leaf(-3, -1)}))
    found = sf.solve(game, concept=CONCEPT, objective="fairest,product")
    assert found.values == (-3, -3)  # within the line: the product is 9 there, 3 at its upper end
    assert found.certificate.proven


def test_a_game_that_hides_something_gets_an_equilibrium_that_is_checked_in_every_subgame() -> None:
    found = sf.solve("kuhn", concept=CONCEPT)
    assert found.values[0] == Fraction(-1, 18)
    assert found.certificate.checks["subgame perfect"]


def test_subgames_are_solved_for_the_objective_before_the_rest() -> None:
    def after(mine: int, theirs: int) -> Node:
        return move(0, f"after {mine}", {"l": leaf(mine, theirs), "r": leaf(mine, theirs + 3)})

    hidden = {"h": after(1, 0), "t": after(0, 1)}, {"h": after(0, 2), "t": after(2, 0)}
    game = tree(
        "pennies, and a favour",
        move(0, "one", {"h": move(1, "two", hidden[0]), "t": move(1, "two", {"h": leaf(0, 2), "t": leaf(2, 0)})}),
    )
    kind = sf.solve(game, preprocess="solve-subgames=best-for-2")
    assert kind.certificate.proven
    assert kind.profile[0]["after 1"]["r"] == 1 and kind.profile[0]["after 0"]["r"] == 1
    assert "nodes lie in subgames of perfect information" in kind.raw.status


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"objective": "social"}, "objective: an option of concept subgame-perfect, not of 'nash'"),
        ({"concept": CONCEPT, "objective": "social", "target_payoffs": (1, 1)}, "both choose an equilibrium"),
        ({"concept": CONCEPT, "pure": True}, "pure: needs an objective or target_payoffs"),
        ({"concept": CONCEPT, "target_payoffs": (0.5, 1)}, "target_payoffs: a fraction such as"),
        ({"concept": CONCEPT, "objective": "kindest"}, "unknown objective 'kindest'"),
        ({"concept": CONCEPT, "objective": 3}, "a name, or a function"),
        ({"concept": CONCEPT, "objective": lambda first, second: None}, "a number expected"),
        ({"preprocess": "solve-subgames=kindest"}, "unknown objective 'kindest'"),
    ],
)
def test_options_that_do_not_apply_are_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        sf.solve("littman-figure-1", **arguments)


def test_the_command_prints_draws_and_writes_the_profile_set(seqform: Run) -> None:
    command = ("solve", "littman-figure-4", "--concept", CONCEPT, "--objective", "social", "--draw", "set.svg")
    status, printed, _ = seqform(*command, "-o", "answer.json")
    assert status == 0
    assert "can pay\n  [2, 3] × 1\n  [2, 3] × 2\n  2 × [1, 5]\n  3 × [2, 3]\n" in printed
    drawn = Path("set.svg").read_text("utf-8")
    assert "Player 1 receives" in drawn and "chosen" in drawn
    written = json.loads(Path("answer.json").read_text("utf-8"))
    assert written["objective"] == "social" and written["values"] == ["2", "5"]
    assert written["profile_set"]["pure"] is False
    assert {"low": ["2", "1"], "high": ["2", "5"]} in written["profile_set"]["boxes"]


# ---- trees with chance ----


def trust() -> ExtensiveGame:
    """Player 1 is indifferent about how much to share, if chance lets it work."""
    share = move(0, "share", {"much": leaf(2, 3), "little": leaf(2, 0)})
    half = Fraction(1, 2)
    works = chance({"works": (half, share), "fails": (half, leaf(0, 0))})
    return tree("trust", move(1, "trust", {"no": leaf(1, 1), "yes": works}))


def knapsack(objects: int, seed: int = 0) -> ExtensiveGame:
    return knapsack_game("knapsack", *random_objects(objects, seed))


@pytest.fixture
def few_boxes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave room for two boxes at a position."""
    monkeypatch.setattr("seqform.backends.bestnash.backend.Effort", partial(Effort, boxes=2))


@pytest.mark.parametrize(
    "objective", [*OBJECTIVES, "best-for-2,fairest", lambda first, second: first * second * second]
)
def test_every_objective_is_answered_exactly_with_the_whole_profile_set(objective: str) -> None:
    found = sf.solve(trust(), concept=CONCEPT, objective=objective)
    assert found.values == (1, Fraction(3, 2))
    assert found.certificate.checks["subgame perfect"]
    assert found.backend == "bestnash"
    assert str(found.profiles) == "1 × [1, 3/2]"


def test_payoffs_are_attained_and_those_that_no_equilibrium_pays_refused() -> None:
    found = sf.solve(trust(), concept=CONCEPT, target_payoffs=(1, Fraction(6, 5)))
    assert found.values == (1, Fraction(6, 5))
    with pytest.raises(ModelError, match=r"\(1, 2\): no subgame perfect equilibrium pays that"):
        sf.solve(trust(), concept=CONCEPT, target_payoffs=(1, 2))


def test_the_backend_highs_or_its_options_ask_for_the_mixed_integer_program_and_bestnash_for_boxes() -> None:
    program, chosen, boxes, by_default = (
        sf.solve(knapsack(5), concept=CONCEPT, objective="social", **how)
        for how in ({"backend": "highs"}, {"options": {"threads": 1}}, {"backend": "bestnash"}, {})
    )
    assert [one.backend for one in (program, chosen, boxes, by_default)] == ["highs"] * 2 + ["bestnash"] * 2
    assert "as HiGHS claims in doubles: none above" in chosen.raw.status and by_default.raw.bound is None
    assert program.values == chosen.values == boxes.values
    with pytest.raises(InputError, match="backend scipy: the mixed-integer program of trees with chance"):
        sf.solve(knapsack(5), concept=CONCEPT, objective="social", backend="scipy")
    others: list[dict[str, Any]] = [{"objective": "fairest", "pure": True}, {"target_payoffs": (1, 1)}]
    for other in others:
        with pytest.raises(ModelError, match="finds the best of all equilibria by an objective only"):
            sf.solve(knapsack(5), concept=CONCEPT, backend="highs", **other)


@pytest.mark.usefixtures("few_boxes")
def test_what_takes_too_many_boxes_goes_to_highs() -> None:
    weights, values, capacity = random_objects(8, seed=1)
    found = sf.solve(knapsack_game("knapsack", weights, values, capacity), concept=CONCEPT, objective="best-for-2")
    assert found.backend == "highs"
    assert found.values[1] * 8 == best_selection(weights, values, capacity)
    assert found.profiles is None


@pytest.mark.usefixtures("few_boxes")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"objective": "product"}, "more than 2 boxes at a position.*no way out: objective 'product'"),
        ({"objective": "social", "pure": True}, "no way out: pure"),
        ({"target_payoffs": (0, 1)}, "no way out: target_payoffs"),
    ],
)
def test_other_objectives_end_in_an_error_if_boxes_are_too_many(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(SolveError, match=message):
        sf.solve(knapsack(5), concept=CONCEPT, **arguments)


def test_an_equilibrium_that_is_not_settled_is_an_error_that_carries_it(monkeypatch: pytest.MonkeyPatch) -> None:
    unsettle(monkeypatch)
    with pytest.raises(
        SolveError, match=r"knapsack: perhaps not the best by social: .* is attained, the bound is \S+ \(time limit\)"
    ) as caught:
        sf.solve(knapsack(5), concept=CONCEPT, objective="social", options={"threads": 1})
    assert isinstance(caught.value.equilibrium, Equilibrium)
    assert caught.value.equilibrium.certificate.checks["subgame perfect"]
    with pytest.raises(SolveError, match="perhaps not the best by social") as caught:
        sf.solve(sf.load(knapsack(5), kind="positions"), CONCEPT, objective="social", threads=1)
    assert isinstance(caught.value.equilibrium, PositionEquilibrium)


def unsettle(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let HiGHS stop at a limit with the point it has, and a bound above it."""
    solve = HighsBackend.solve

    def stopped(self: HighsBackend, program: Any, *arguments: Any) -> RawSolution:
        answer = solve(self, program, *arguments)
        if not isinstance(program, MixedIntegerProgram):
            return answer
        return replace(answer, termination=Termination.TIME_LIMIT, bound=7.0)

    monkeypatch.setattr(HighsBackend, "solve", stopped)


def test_a_time_limit_is_for_boxes_and_highs_alike() -> None:
    found = sf.solve(knapsack(5), concept=CONCEPT, objective="social", options={"time_limit": 60.0})
    assert found.backend == "bestnash"
    with pytest.raises(SolveError):
        sf.solve(knapsack(200), concept=CONCEPT, objective="social", options={"time_limit": 1e-6})


# ---- pure equilibria, against enumeration ----


def trees_with_chance(chance: str = "1/3") -> Iterator[ExtensiveGame]:
    """Random trees of perfect information with ties, chance moves, and some chance probabilities of 0."""
    for seed in range(10**6):
        game = game_with_chance_zeros(seed, depth=3, chance=chance, merge="0")
        has_chance = bool(np.any(game.player == CHANCE))
        if has_chance == (chance != "0") and 8 <= prod(game.num_actions[game.player >= 0].tolist()) <= 400:
            yield game


def points(found: sf.Equilibrium) -> set[tuple[object, ...]]:
    assert found.profiles is not None
    assert all(box.dimension == 0 for box in found.profiles.boxes)
    return {box.low for box in found.profiles.boxes}


@pytest.mark.parametrize("chance", ["0", "1/3"])
def test_the_payoffs_of_pure_equilibria_are_those_of_the_enumeration(chance: str) -> None:
    for game in islice(trees_with_chance(chance), 40):
        every = pure_payoffs(game)
        found = sf.solve(game, concept=CONCEPT, objective="social", pure=True)
        assert found.profiles is not None and found.profiles.pure
        assert points(found) == every
        stored = equilibrium_data(found)["profile_set"]
        assert stored["pure"] is True
        pairs = [[number_data(value) for value in pair] for pair in every]
        assert sorted(box["low"] for box in stored["boxes"]) == sorted(pairs)
        assert [box["low"] for box in stored["boxes"]] == [box["high"] for box in stored["boxes"]]


def test_functions_as_objectives_are_answered_at_corners_or_refused() -> None:
    for game in ("littman-figure-4", "littman-figure-1"):
        found = sf.solve(game, concept=CONCEPT, objective=lambda first, second: 3 * first + second)
        assert found.raw.status == "best by <lambda> among the corners of the set of payoffs"
    with pytest.raises(ModelError, match=r"payoffs \(2, .*\) are better than \(2, 5\)"):
        sf.solve("littman-figure-4", concept=CONCEPT, objective=lambda first, second: -abs(second - 4))
    chancy = next(trees_with_chance())
    least = sf.solve(chancy, concept=CONCEPT, objective=lambda first, second: -first - second, pure=True)
    assert sum(least.values) == min(map(sum, pure_payoffs(chancy)))


@pytest.mark.slow
@pytest.mark.parametrize("objective", ["social", "product", "fairest,best-for-2"])
def test_the_best_pure_equilibrium_is_the_best_of_the_enumeration(objective: str) -> None:
    for game in islice(trees_with_chance(), 15):
        found = sf.solve(game, concept=CONCEPT, objective=objective, pure=True)
        assert found.values == measure_of(objective).best(sorted(pure_payoffs(game)))
        assert found.certificate.checks["subgame perfect"]
        assert all(set(shares.values()) <= {0, 1} for strategy in found.profile for shares in strategy.values())
        assert found.raw.status == f"best by {objective}, in pure moves"


def test_every_pure_payoff_is_attained_without_mixing_and_no_other() -> None:
    refused = 0
    for game in islice(trees_with_chance(), 20):
        every = pure_payoffs(game)
        for payoffs in every:
            found = sf.solve(game, concept=CONCEPT, target_payoffs=payoffs, pure=True)
            assert found.values == payoffs and points(found) == every
            assert found.raw.status == "attained, in pure moves"
        mixed = sf.solve(game, concept=CONCEPT, objective="social")
        assert mixed.profiles is not None and not mixed.profiles.pure
        middles = {((one.low[0] + one.high[0]) / 2, (one.low[1] + one.high[1]) / 2) for one in mixed.profiles.boxes}
        for payoffs in middles - every:
            refused += 1
            with pytest.raises(ModelError, match="no subgame perfect equilibrium in pure moves pays that"):
                sf.solve(game, concept=CONCEPT, target_payoffs=payoffs, pure=True)
    assert refused >= 5
