"""Subgame perfect equilibria of trees with chance as a user asks for them, in Python and on the command line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import seqform as sf
from seqform.backends.bestnash.boxes import Effort
from seqform.backends.solvers.highs import HighsBackend
from seqform.builders.games.families.knapsack import best_selection, knapsack_game, random_objects
from seqform.builders.games.tree import chance, leaf, move, tree
from seqform.errors import InputError, ModelError, SolveError
from seqform.models.answers.equilibrium import Equilibrium, PositionEquilibrium
from seqform.models.answers.objectives import OBJECTIVES
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.programs.mixed_integer import MixedIntegerProgram
from seqform.models.programs.solutions import RawSolution, Termination
from seqform.solving.positions import solve_positions

Run = Callable[..., tuple[int, str, str]]

CONCEPT = "subgame-perfect"

NO_CHOICE = """EFG 2 R "nochoice" { "A" "B" }
c "" 1 "" { "a" 1/2 "b" 1/2 } 0
t "" 1 "" { -1000000000, 1000000001 }
c "" 2 "" { "a" 4/9 "b" 4/9 "c" 1/9 } 0
t "" 2 "" { 1000000001, -1000000000 }
t "" 3 "" { 1000000001, 1000000001 }
t "" 4 "" { 1000000001, 1000000001 }
"""


def trust() -> ExtensiveGame:
    """Player 1 is indifferent about how much to share, if chance lets it work."""
    share = move(1, "share", {"much": leaf(2, 3), "little": leaf(2, 0)})
    half = Fraction(1, 2)
    works = chance({"works": (half, share), "fails": (half, leaf(0, 0))})
    return tree("trust", move(2, "trust", {"no": leaf(1, 1), "yes": works}))


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


def test_options_for_highs_ask_highs_whose_claim_is_called_one() -> None:
    found = sf.solve(knapsack(5), concept=CONCEPT, objective="social", options={"threads": 1})
    assert found.backend == "highs"
    assert "as HiGHS claims in doubles: none above" in found.raw.status
    exact = sf.solve(knapsack(5), concept=CONCEPT, objective="social")
    assert found.values == exact.values
    assert exact.raw.bound is None


def test_the_backend_highs_asks_for_the_mixed_integer_program_and_bestnash_for_boxes() -> None:
    program, boxes = (
        sf.solve(knapsack(5), concept=CONCEPT, objective="social", backend=name) for name in ("highs", "bestnash")
    )
    assert (program.backend, boxes.backend) == ("highs", "bestnash")
    assert program.values == boxes.values
    with pytest.raises(InputError, match="backend scipy: the mixed-integer program of trees with chance"):
        sf.solve(knapsack(5), concept=CONCEPT, objective="social", backend="scipy")


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
def test_what_highs_does_not_know_either_is_given_up(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(SolveError, match=message):
        sf.solve(knapsack(5), concept=CONCEPT, **arguments)


def test_an_equilibrium_that_is_not_settled_is_an_error_that_carries_it(monkeypatch: pytest.MonkeyPatch) -> None:
    unsettle(monkeypatch)
    with pytest.raises(
        SolveError, match=r"knapsack: perhaps not the best by social: .* is attained, the bound is \d"
    ) as caught:
        sf.solve(knapsack(5), concept=CONCEPT, objective="social", options={"threads": 1})
    assert isinstance(caught.value.equilibrium, Equilibrium)
    assert caught.value.equilibrium.certificate.checks["subgame perfect"]
    with pytest.raises(SolveError, match="perhaps not the best by social") as caught:
        solve_positions(knapsack(5), objective="social", options={"threads": 1})
    assert isinstance(caught.value.equilibrium, PositionEquilibrium)


def unsettle(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let HiGHS stop at a limit with the point it has, and a bound above it."""
    solve = HighsBackend.solve

    def stopped(self: HighsBackend, program: Any, options: sf.SolveOptions) -> RawSolution:
        answer = solve(self, program, options)
        if not isinstance(program, MixedIntegerProgram):
            return answer
        return replace(answer, termination=Termination.TIME_LIMIT, bound=7.0)

    monkeypatch.setattr(HighsBackend, "solve", stopped)


def test_the_command_shows_what_was_found_and_exits_3_where_it_is_not_settled(
    seqform: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    unsettle(monkeypatch)
    status, printed, said = seqform(
        "solve", "knapsack", "--concept", CONCEPT, "--objective", "social", "--threads", "1"
    )
    assert status == 3
    assert "perhaps not the best by social" in said
    assert "subgame perfect" in printed


def test_the_command_solves_large_payoffs_and_prints_the_profile_set(seqform: Run) -> None:
    Path("nochoice.efg").write_text(NO_CHOICE, "utf-8")
    status, printed, _ = seqform("solve", "nochoice.efg", "--concept", CONCEPT, "--objective", "social")
    assert status == 0
    assert "(1/2, 1666666669/3)" in printed
    status, printed, _ = seqform(
        "solve", "nochoice.efg", "--concept", CONCEPT, "--objective", "social", "--threads", "1"
    )
    assert status == 0 and "all equilibria pay the same" in printed


def test_the_profile_set_of_a_tree_with_chance_is_drawn(seqform: Run) -> None:
    command = ("solve", "knapsack", "--concept", CONCEPT, "--objective", "product", "--draw", "set.svg")
    status, _, _ = seqform(*command)
    assert status == 0 and "chosen" in Path("set.svg").read_text("utf-8")


def test_a_time_limit_is_for_boxes_and_highs_alike() -> None:
    found = sf.solve(knapsack(5), concept=CONCEPT, objective="social", options={"time_limit": 60.0})
    assert found.backend == "bestnash"
    with pytest.raises(SolveError):
        sf.solve(knapsack(200), concept=CONCEPT, objective="social", options={"time_limit": 1e-6})
