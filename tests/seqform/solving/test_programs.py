"""Linear programs of games as they are passed to backends and written to files."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import seqform as sf
from seqform.backends import get
from seqform.errors import GameError, InputError
from seqform.experiments.rows import Outcome
from seqform.experiments.run_case import run_case
from seqform.experiments.values import Case

Run = Callable[..., tuple[int, str, str]]

STEPS: list[Any] = [None, "none", "merge-equivalent", "sparsify", ["eliminate-dominated", "merge-equivalent"]]
CLASSES: list[Any] = [["lossless"], ["lossless", "sparsify"], ["lossless", "merge-equivalent"], ["identity"],
                      ["lossless", "eliminate-dominated"], ["lossless", "sparsify", "eliminate-dominated"]]  # fmt: skip


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("steps", STEPS + CLASSES, ids=str)
def test_the_optimum_is_the_players_value_after_any_steps(steps: Any, player: int) -> None:
    program = sf.linear_program("kuhn", player, preprocess=steps).target
    assert get("highs").solve(program).objective == pytest.approx((2 * player - 1) / 18)


@pytest.mark.parametrize("steps", STEPS, ids=str)
def test_solutions_are_lifted_to_profiles_of_the_game(steps: Any) -> None:
    program = sf.linear_program("kuhn", preprocess=steps)
    profile = program.lift(get("highs").solve(program.target))
    assert sf.check("kuhn", profile).nash_conv < 1e-9


@pytest.mark.parametrize("player", [0, 1])
def test_a_player_of_a_game_of_classes_is_an_option_of_its_program_only(player: int) -> None:
    plan = sf.plan("leduc", preprocess="lossless", backend="highs", player=player)
    exported = sf.linear_program("leduc", player, preprocess="lossless").target
    assert list(plan.models[-1][1].column_names) == list(exported.column_names)
    assert repr(plan.reduction().target) == repr(exported)
    if player:
        with pytest.raises(InputError, match="of no meaning for a game with ordered signals without a linear program"):
            sf.plan("leduc", preprocess="lossless", player=player)


@pytest.mark.slow
def test_a_program_over_supported_columns_is_smaller_and_a_bound_on_the_value() -> None:
    whole = sf.linear_program("leduc(ranks=5)", preprocess="lossless")
    for player in (0, 1):
        some = sf.linear_program("leduc(ranks=5)", player, preprocess=["lossless", "supported"])
        assert some.target.matrix.nonzeros < 0.6 * whole.target.matrix.nonzeros
        value, optimum = (float(get("highs").solve(one.target).objective or 0) for one in (whole, some))
        value *= 1 - 2 * player
        assert value - 1e-6 < optimum < value + 1e-9
        strategies = some.lift(get("highs").solve(some.target))
        assert [strategy.player for strategy in strategies] == [0, 1]
        assert np.all(strategies[player].plan()[0] >= -1e-12)


def test_the_published_pipeline_is_planned_exported_solved_and_swept_alike(seqform: Run, tmp_path: Path) -> None:
    steps = ("lossless", "eliminate-dominated")
    chosen = [word for step in steps for word in ("--preprocess", step)]
    status, shown, _ = seqform("solve", "leduc", *chosen, "--dry-run", "--json")
    rows = {row["step"]: row["model"] for row in json.loads(shown)["steps"]}
    assert status == 0 and rows["linear program"] == "max, 422 rows × 437 columns, 1,613 nonzeros"
    path = tmp_path / "leduc.mps"
    status, _, shown = seqform("export", "leduc", str(path), *chosen)
    assert status == 0 and "422 rows, 437 columns, 1,613 nonzeros" in " ".join(shown.split())
    assert path.stat().st_size > 10_000
    row = run_case(Case("leduc", preprocess=steps))
    assert (row.outcome, row.case["backend"], row.error) == (Outcome.CERTIFIED, "highs", "")


def test_what_has_no_such_program_is_refused() -> None:
    with pytest.raises(InputError, match="put lossless before it"):
        sf.linear_program("kuhn", preprocess="supported")
    with pytest.raises(InputError, match="formulation: of no meaning for a game with ordered"):
        sf.linear_program("leduc", preprocess="lossless", formulation="normal-form")
    with pytest.raises(GameError, match="not constant-sum"):
        sf.linear_program("vsvet-figure-1")
    with pytest.raises(GameError, match="not constant-sum"):
        sf.linear_program("negotiation", preprocess="lossless")


@pytest.mark.slow
@pytest.mark.parametrize("steps", [(), "merge-equivalent", ("contract-forced", "merge-equivalent")])
@pytest.mark.parametrize("player", [0, 1])
def test_a_perturbed_program_is_lifted_to_a_completely_mixed_profile(steps: Any, player: int) -> None:
    epsilon = Fraction(1, 100)
    program = sf.linear_program("leduc", player, epsilon=epsilon, preprocess=steps)
    profile = program.lift(get("exact").solve(program.target))
    assert min(min(strategy.probabilities) for strategy in profile) > 0
    assert sf.check("leduc", profile).nash_conv < Fraction(1, 10)


def test_a_perturbed_program_is_one_of_a_tree() -> None:
    with pytest.raises(InputError, match="lossless: its answer is not proven"):
        sf.linear_program("leduc", epsilon=Fraction(1, 9), preprocess="lossless")
    with pytest.raises(GameError, match="not constant-sum"):
        sf.linear_program("vsvet-figure-1", epsilon=Fraction(1, 9))


def test_a_program_after_steps_on_the_tree_alone_is_not_merged() -> None:
    assert sf.linear_program("leduc", preprocess="contract-forced").target.matrix.shape == (1562, 1562)
