"""Payoffs that add up to a constant but for rounding: the game stays as written, and a step corrects it."""

import math
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

import seqform as sf
from seqform.builders.games.formats.efg import parse_efg
from seqform.builders.games.tree import leaf, move, tree
from seqform.builders.preprocess.constant_sum import constant_sum_game, rounded_sum, sum_error
from seqform.cli.app import app
from seqform.errors import GameError, UnsupportedModelError
from seqform.models.programs.linear import LinearProgram

TINY = Fraction(1, 10**30)


def win_rates(seed: int = 1, rows: int = 2, columns: int = 3) -> sf.ExtensiveGame:
    """Return a table in doubles less its constant, which is not constant-sum to the last digit for most seeds."""
    first = np.random.default_rng(seed).random((rows, columns))
    return sf.bimatrix_game(first, 1 - first)


NOT_TO_THE_LAST_DIGIT = sf.bimatrix_game(
    [[0.711, 0.3], [0.3, 0.956]], [[1 - 0.711, 0.7], [0.7, 1 - 0.956]]
)


@given(
    seed=st.integers(0, 10**6),
    total=st.sampled_from([0.0, 1.0, 0.1, 7.0]),
    scale=st.sampled_from([1.0, 1e-3, 1e3]),
)
def test_a_table_less_its_constant_is_read_as_written_and_recognized(
    seed: int, total: float, scale: float
) -> None:
    first = np.random.default_rng(seed).random((3, 4)) * scale
    game = sf.bimatrix_game(first, total - first)
    for payoffs, table in zip(game.leaf_payoffs, (first, total - first), strict=True):
        assert payoffs.to_fractions() == [Fraction(repr(float(payoff))) for payoff in table.ravel()]
    assert not game.note

    constant = rounded_sum(game)
    assert (
        constant is not None
        and abs(constant - Fraction(repr(total))) <= Fraction(2 * max(total, scale)) / 2**48
    )
    target = constant_sum_game(game).target
    assert target.constant_sum == constant
    assert target.leaf_payoffs[0].equals(game.leaf_payoffs[0])


@settings(max_examples=10)
@given(seed=st.integers(0, 10**6))
def test_an_equilibrium_of_the_corrected_game_loses_at_most_twice_the_error(seed: int) -> None:
    game = win_rates(seed)
    step = constant_sum_game(game)
    solved = sf.solve(step.target, exact=True)
    assert solved.certificate.proven
    error = sum_error(game)
    certificate = sf.check(game, step.lift(solved.profile))
    assert certificate.exact and certificate.regrets[0] == 0 and certificate.nash_conv <= 2 * error
    assert error < 1e-15


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ([[10**13, 0], [5, 1]], [[-(10**13), 0], [2, 3]]),
        ([[10**13, 0], [5, 1]], [[1 - 10**13, 0], [-5, -1]]),
        ([[10.0**17, 0.0], [5.0, 1.0]], [[-(10.0**17), 0.0], [2.0, 3.0]]),
        ([[1e13, 0.5], [0.25, 1.0]], [[-1e13, -0.5], [0.5, -1.0]]),
        (
            [["1/2", "-1/2"], ["-1/2", "1/2"]],
            [[str(TINY - Fraction(1, 2)), "1/2"], ["1/2", "-1/2"]],
        ),
        (
            [[0.5, 0.25], [0, 0.5], [-1e15, -1e15]],
            [[0.5, 0.25], [0.25, 0.5], ["1000000000000000.5"] * 2],
        ),
        ([[0.7, 0.2]], [[0.3000000000001, 0.8]]),
        ([[1e308, -1e308]], [[1e308, 1e308]]),
    ],
)
def test_differences_that_are_no_rounding_of_the_numbers_at_hand_are_differences(
    first: list[list[Any]], second: list[list[Any]]
) -> None:
    game = sf.bimatrix_game(first, second)
    assert game.constant_sum is None and rounded_sum(game) is None
    with pytest.raises(GameError, match="do not add up to a constant, even but for rounding"):
        constant_sum_game(game)


@given(
    scale=st.integers(-280, 280),
    small=st.lists(st.sampled_from([0.5, 0.25, 1.0, 0.0, -0.75]), min_size=4, max_size=4),
)
def test_small_payoffs_beside_large_ones_do_not_vanish(scale: int, small: list[float]) -> None:
    """Whatever is recognized, no payoff moves by more than the rounding of its own leaf."""
    large = 10.0**scale
    game = sf.bimatrix_game([small[:2], [-large, -large]], [small[2:], [large, large]])
    total = rounded_sum(game)
    for own, other in zip(*(payoffs.to_fractions() for payoffs in game.leaf_payoffs), strict=True):
        assert total is None or abs(own + other - total) <= max(abs(own), abs(other)) / Fraction(
            2**48
        )


def test_a_game_in_doubles_is_solved_by_a_linear_program_and_certified_as_written() -> None:
    game = NOT_TO_THE_LAST_DIGIT
    found = sf.solve(game)
    assert found.backend == "highs" and found.game is game
    assert found.certificate.exact and not found.certificate.proven
    assert 0 < found.certificate.nash_conv <= 2 * sum_error(game) < 1e-16
    assert found.certificate.constant_sum is None
    assert "corrected by constant-sum, which adds at most 8e-17 to nash_conv" in found.raw.status
    assert found.certificate.nash_conv == sf.check(game, found.profile).nash_conv

    plan = sf.plan(game)
    assert ("constant-sum", "7 nodes, 1 and 1 information sets") in plan.sizes
    assert "nash_conv in the game itself" in " ".join(str(plan).split())


@pytest.mark.parametrize(
    "arguments", [{"exact": True}, {"backend": "lemke"}, {"preprocess": "none"}]
)
def test_without_the_step_the_game_as_written_is_solved_with_proof(
    arguments: dict[str, Any],
) -> None:
    found = sf.solve(NOT_TO_THE_LAST_DIGIT, **arguments)
    assert found.certificate.proven and found.backend == "lemke"


def test_the_step_with_an_exact_answer_claims_no_more_than_it_proves() -> None:
    found = sf.solve(NOT_TO_THE_LAST_DIGIT, preprocess="constant-sum", exact=True)
    assert found.certificate.exact and not found.certificate.proven
    assert found.certificate.claims["Nash equilibrium"] == "no"
    assert 0 < found.certificate.nash_conv < 1e-16


@pytest.mark.parametrize(
    "arguments", [{"backend": "scipy"}, {"backend": "exact"}, {"preprocess": "sparsify"}]
)
def test_every_solver_of_linear_programs_takes_the_step_by_default(
    arguments: dict[str, Any],
) -> None:
    found = sf.solve(NOT_TO_THE_LAST_DIGIT, **arguments)
    assert found.certificate.nash_conv < 1e-8
    assert "constant-sum" in found.raw.status


def test_a_constant_sum_game_is_returned_as_it_is_by_the_step() -> None:
    game = sf.load("kuhn")
    assert constant_sum_game(game).target is game
    found = sf.solve(game, preprocess=[sf.ConstantSum(), "merge-equivalent"], exact=True)
    assert found.certificate.proven and "rounding" not in found.raw.status


def test_a_refinement_is_proven_of_the_game_as_written() -> None:
    found = sf.solve(NOT_TO_THE_LAST_DIGIT, "quasi-perfect")
    assert found.certificate.proven
    with pytest.raises(
        sf.errors.InputError, match="constant-sum: its answer is not proven to be a quasi-perfect"
    ):
        sf.solve(NOT_TO_THE_LAST_DIGIT, "quasi-perfect", preprocess="constant-sum")


def test_payoffs_before_the_end_count() -> None:
    """The sum of a leaf is that of the payoffs on its path, as those of a file with outcomes at inner nodes."""
    text = (
        'EFG 2 R "inner" { "A" "B" }\n""\n'
        'p "" 1 1 "" { "l" "r" } 1 "" { 0.1, 0.2 }\n'
        't "" 2 "" { 0.3, 0.4 }\n'
        't "" 3 "" { 0.35, 0.35000000000000003 }\n'
    )
    game = parse_efg(text)
    assert game.constant_sum is None and rounded_sum(game) == 1
    found = sf.solve(game)
    assert math.isclose(found.values[0], 0.45) and found.certificate.nash_conv <= 2 * sum_error(
        game
    )


def test_perfect_information_is_solved_by_induction_on_the_game_as_written() -> None:
    ends = {"l": leaf(0.711, 1 - 0.711), "r": leaf(0.956, 1 - 0.956)}
    game = tree("turns", move(0, "first", {"a": move(1, "second", ends), "b": leaf(0.3, 0.7)}))
    assert rounded_sum(game) == 1
    assert sf.solve(game).certificate.proven and sf.plan(game).game_steps == (sf.SolveSubgames(),)


def test_linear_programs_for_other_solvers_are_those_of_the_corrected_game() -> None:
    program = sf.linear_program(NOT_TO_THE_LAST_DIGIT)
    assert isinstance(program.target, LinearProgram)
    profile = program.lift(program.solve())
    assert sf.check(NOT_TO_THE_LAST_DIGIT, profile).nash_conv < 1e-8


def test_what_needs_a_constant_sum_names_the_way_to_one() -> None:
    with pytest.raises(
        GameError, match=r"add up to 1 but for rounding, by at most 4e-17; .*constant_sum_game"
    ):
        sf.solve(NOT_TO_THE_LAST_DIGIT, constraints=["1: P(row: 1) <= 1/2"])
    corrected = sf.builders.constant_sum_game(NOT_TO_THE_LAST_DIGIT).target
    assert sf.solve(corrected, constraints=["1: row: 1 <= 1/2"]).certificate.gap < 1e-8


def test_a_general_sum_game_is_refused_by_solvers_of_linear_programs() -> None:
    with pytest.raises(UnsupportedModelError, match="is not constant-sum"):
        sf.solve(sf.bimatrix_game([[0.7, 0.2]], [[0.3, 0.9]]), backend="scipy")


def test_a_file_in_doubles_is_read_as_written(tmp_path: Path) -> None:
    first = np.random.default_rng(1).random((2, 3))
    blocks = (
        "\n".join(",".join(map(repr, row)) for row in table.tolist())
        for table in (first, 1 - first)
    )
    (tmp_path / "doubles.csv").write_text("\n\n".join(blocks), encoding="utf-8")
    game = sf.load(tmp_path / "doubles.csv")
    assert game.leaf_payoffs[0].to_fractions() == [
        Fraction(repr(payoff)) for payoff in first.ravel().tolist()
    ]
    assert not game.note and rounded_sum(game) == 1
    assert sf.solve(game).backend == "highs"


def test_convert_writes_the_corrected_game(tmp_path: Path) -> None:
    source, target = tmp_path / "doubles.efg", tmp_path / "corrected.efg"
    sf.save(NOT_TO_THE_LAST_DIGIT, source)
    ran = CliRunner().invoke(
        app, ["convert", str(source), str(target), "--preprocess", "constant-sum"]
    )
    assert ran.exit_code == 0, ran.output
    assert sf.load(target).constant_sum == 1 and sf.load(source).constant_sum is None


@pytest.mark.parametrize("extreme", [10**400, Fraction(1, 10**400)])
def test_payoffs_beyond_doubles_are_no_rounded_ones(extreme: Fraction | int) -> None:
    game = sf.bimatrix_game([[extreme, 0], [0, 1]], [[1, 0], [0, 1]])
    assert rounded_sum(game) is None
    assert sf.solve(game).certificate.proven
    assert (
        sf.plan(game).game_steps
        == sf.plan(sf.bimatrix_game([[3, 0], [0, 1]], [[1, 0], [0, 1]])).game_steps
    )
    with pytest.raises(GameError, match="is not constant-sum"):
        sf.solve(game, "safe-response")
