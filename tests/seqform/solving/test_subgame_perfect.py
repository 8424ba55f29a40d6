"""Subgame perfect equilibria as a user asks for them, in Python and on the command line."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from exactly import exactly

import seqform as sf
from seqform.builders.games.tree import Node, leaf, move, tree
from seqform.errors import GameError, InputError, ModelError

Run = Callable[..., tuple[int, str, str]]

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


def test_payoffs_within_a_line_are_attained_exactly() -> None:
    found = sf.solve("littman-figure-4", concept=CONCEPT, target_payoffs=(2, Fraction(22, 7)))
    assert found.values == (2, Fraction(22, 7))
    assert found.certificate.proven


def test_payoffs_that_no_equilibrium_pays_are_refused() -> None:
    with pytest.raises(ModelError, match="no subgame perfect equilibrium pays"):
        sf.solve("littman-figure-4", concept=CONCEPT, target_payoffs=(3, Fraction(3, 2)))


def test_several_objectives_in_order_are_right_for_negative_payoffs_too() -> None:
    game = tree("line", move(1, "start", {"l": leaf(-3, -10), "r": leaf(-3, -1)}))
    found = sf.solve(game, concept=CONCEPT, objective="fairest,product")
    assert found.values == (-3, -3)  # within the line: the product is 9 there, 3 at its upper end
    assert found.certificate.proven


def test_a_game_that_hides_something_gets_an_equilibrium_that_is_checked_in_every_subgame() -> None:
    found = sf.solve("kuhn", concept=CONCEPT)
    assert found.values[0] == Fraction(-1, 18)
    assert found.certificate.checks["subgame perfect"]
    with pytest.raises(GameError, match=r"objective: kuhn is not of perfect information.*without objective"):
        sf.solve("kuhn", concept=CONCEPT, objective="social")


def test_subgames_are_solved_for_the_objective_before_the_rest() -> None:
    def after(mine: int, theirs: int) -> Node:
        return move(1, f"after {mine}", {"l": leaf(mine, theirs), "r": leaf(mine, theirs + 3)})

    hidden = {"h": after(1, 0), "t": after(0, 1)}, {"h": after(0, 2), "t": after(2, 0)}
    game = tree(
        "pennies, and a favour",
        move(1, "one", {"h": move(2, "two", hidden[0]), "t": move(2, "two", {"h": leaf(0, 2), "t": leaf(2, 0)})}),
    )
    kind = sf.solve(game, preprocess="solve-subgames=best-for-2")
    assert kind.certificate.proven
    assert kind.profile[0]["after 1"]["r"] == 1 and kind.profile[0]["after 0"]["r"] == 1
    assert "nodes lie in subgames of perfect information" in kind.raw.status


def test_a_game_that_is_all_of_perfect_information_is_solved_exactly_by_the_preprocessor() -> None:
    found = sf.solve("littman-figure-4", preprocess=["solve-subgames"])
    assert found.values == (2, 5)
    assert found.certificate.proven


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"objective": "social"}, "objective: an option of concept subgame-perfect, not of 'nash'"),
        ({"concept": CONCEPT, "objective": "social", "target_payoffs": (1, 1)}, "both choose an equilibrium"),
        ({"concept": CONCEPT, "pure": True}, "pure: needs an objective or target_payoffs"),
        ({"concept": CONCEPT, "start": "centroid"}, "start: an option of concept nash"),
        ({"concept": CONCEPT, "backend": "lemke"}, "backend lemke: a solver is called only to choose"),
        ({"concept": CONCEPT, "player": 1}, "player: an option of concept nash"),
        ({"concept": CONCEPT, "certificate_tolerance": 0.5}, "certificate_tolerance: an option of concept nash"),
        ({"concept": CONCEPT, "preprocess": ["merge-equivalent"]}, "computed without steps"),
        ({"concept": CONCEPT, "target_payoffs": (0.5, 1)}, "two whole numbers or fractions"),
        ({"concept": CONCEPT, "objective": "kindest"}, "unknown objective 'kindest'"),
        ({"concept": CONCEPT, "objective": 3}, "a name, or a function"),
        ({"concept": CONCEPT, "objective": lambda first, second: None}, "a number expected"),
        ({"concept": CONCEPT, "objective": lambda first, second: float("nan")}, "a number expected"),
        ({"concept": "quasi-perfect", "preprocess": ["solve-subgames"]}, "not proven quasi-perfect"),
        ({"preprocess": ["solve-subgames"], "target_payoffs": (1, 1)}, "target_payoffs: an option of concept subgame"),
        ({"preprocess": "solve-subgames=kindest"}, "unknown objective 'kindest'"),
    ],
)
def test_options_that_do_not_apply_are_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        sf.solve("littman-figure-1", **arguments)


@pytest.mark.parametrize("options", [{"time_limit": 1}, {"threads": 2}, {"raw": {"presolve": "off"}}])
def test_solver_options_are_refused_where_no_solver_is_called(options: dict[str, object]) -> None:
    with pytest.raises(InputError, match=r"bestnash (has no option|does not support it)"):
        sf.solve("littman-figure-1", concept=CONCEPT, objective="social", options=options)


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


def test_the_command_says_that_a_set_is_of_pure_moves(seqform: Run) -> None:
    command = ("solve", "littman-figure-4", "--concept", CONCEPT, "--objective", "social", "--pure")
    status, printed, _ = seqform(*command)
    assert status == 0 and "equilibria in pure moves can pay\n  (3, 1)\n  (3, 3)\n" in printed


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--target-payoffs", "2,3,4"), "two numbers with a comma"),
        (("--target-payoffs", "2"), "two numbers with a comma"),
        (("--target-payoffs", "2,x"), "--target-payoffs x"),
        (("--draw", "set.svg"), "--draw: of no meaning without --objective"),
        (("--pure",), "--pure: of no meaning without --objective"),
        (("--objective", "social", "--draw", "set.pdf"), ".svg or .png expected"),
        (("--objective", "social", "--draw", "nowhere/set.svg"), "there is no folder"),
        (("--objective", "social", "--time-limit", "1"), "option time_limit: bestnash does not support it"),
    ],
)
def test_the_command_refuses_in_one_line(seqform: Run, arguments: tuple[str, ...], message: str) -> None:
    status, printed, said = seqform("solve", "littman-figure-1", "--concept", CONCEPT, *arguments)
    assert status == 2 and not printed
    assert message in said and said.count("\n") == 1


def test_drawing_is_for_the_concept_only(seqform: Run) -> None:
    command = ("solve", "littman-figure-4", "--preprocess", "solve-subgames")
    status, printed, said = seqform(*command, "--draw", "set.svg")
    assert status == 2 and not printed and "--draw: only with --concept subgame-perfect" in said
