"""Information filters of the caller, and linear programs over supported columns."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from class_profiles import raw_profile
from command_line import Run
from hypothesis import given, settings
from hypothesis import strategies as st
from own_steps import OwnStep
from random_ordered_games import random_filter, random_ordered_game

import seqform as sf
from seqform.builders.abstraction.filters import equitable_filters
from seqform.errors import InputError, ModelError, SolveError
from seqform.experiments.rows import Outcome
from seqform.experiments.run_case import run_case
from seqform.experiments.values import Case
from seqform.models.games.ordered import OrderedGame
from seqform.models.programs.class_game import ClassGame, RestrictedSolution
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.solutions import Termination
from seqform.solving.ordered_equilibrium import OrderedEquilibrium
from seqform.solving.routes.ordered.supported import solve_supported
from seqform.verify.nash import best_response

pytestmark = pytest.mark.slow

LEDUC = sf.load("leduc", kind="ordered")


def labels_of(one: sf.InformationFilter) -> list[list[str]]:
    return [[f"class {label}" for label in classes] for classes in one.classes]


@settings(max_examples=15)
@given(st.integers(0, 10**6), st.booleans())
def test_the_certificate_of_random_labels_is_that_of_best_replies_on_the_tree(
    seed: int, even: bool
) -> None:
    game = random_ordered_game(seed, constant_sum=True, signals=4, even=even)
    first, second = (
        sf.InformationFilter.from_labels(
            game, labels_of(random_filter(game, seed + k, k)), None if even else k
        )
        for k in (0, 1)
    )
    tree = sf.load(game)
    found = sf.solve(game, preprocess=(first, second), backend="highs")
    on_tree = sf.check(tree, raw_profile(tree, (first, second), found.profile))
    assert found.certificate.nash_conv == pytest.approx(on_tree.nash_conv, abs=1e-9)
    exact: Any = sf.solve(game, preprocess=[first, second], exact=True)
    assert exact.certificate.proven == (exact.certificate.nash_conv == 0)
    gains = [best_response(tree, k, exact.profile[1 - k]).value - exact.values[k] for k in (0, 1)]
    assert exact.certificate.nash_conv == sum(gains)


def test_the_classes_of_a_lossless_filter_by_labels_have_the_program_of_the_named_abstraction() -> (
    None
):
    first, second = equitable_filters(LEDUC)
    own = [sf.InformationFilter.from_labels(LEDUC, labels_of(one)) for one in (first, second)]
    program = sf.linear_program("leduc", preprocess=own).target
    assert (
        program.matrix.shape
        == sf.linear_program("leduc", preprocess="lossless").target.matrix.shape
    )
    found = sf.solve("leduc", preprocess=[*own, "sparsify"], backend="highs")
    assert found.certificate.nash_conv < 1e-7
    assert found.resolved.preprocess[0] == "own"


def test_labels_by_name_and_by_place_mean_the_same() -> None:
    ranks = sf.InformationFilter.from_function(
        LEDUC, lambda number, own, public: (own[0][0], *(p[0] for p in public))
    )
    names = [
        {tuple(LEDUC.signals[one] for one in row): label for row, label in pairs}
        for pairs in (
            list(zip(views.signals.tolist(), classes.tolist(), strict=True))
            for (views, _), classes in zip(LEDUC.views, ranks.classes, strict=True)
        )
    ]
    assert sf.InformationFilter.from_labels(LEDUC, names).num_classes == ranks.num_classes == (3, 9)


def test_imperfect_recall_is_refused_with_two_hands_and_the_round() -> None:
    def forgetful(number: int, own: tuple[str, ...], public: tuple[str, ...]) -> str:
        return own[0][0] if number == 1 else public[0][0]

    with pytest.raises(
        ModelError,
        match=r"imperfect recall: J\w \w+ and [QK]\w \w+ share a class in round 2, but .*round 1",
    ):
        sf.InformationFilter.from_function(LEDUC, forgetful)


def without_a_hand(game: OrderedGame) -> list[dict[tuple[str, ...], int]]:
    return [{(name,): 0 for name in game.signals[1:]}, {}]


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        ([[0] * 6], "labels for each of the 2 rounds of leduc expected"),
        ([[0] * 5, [0] * 30], "round 1: 5 labels for 6 hands"),
        (without_a_hand(LEDUC), "round 1: Js has no label"),
        (
            [{(name,): 0 for name in (*LEDUC.signals, "As")}, [0] * 30],
            r"round 1: \('As',\) is no hand of leduc",
        ),
        (3, "labels for each of the 2 rounds of leduc expected"),
        ([[{1}] * 6, [0] * 30], "round 1: a label that has no hash"),
    ],
)
def test_labels_that_do_not_fit_are_refused(labels: list[list[int]], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        sf.InformationFilter.from_labels(LEDUC, labels)


def test_rows_of_an_array_are_labels() -> None:
    rows = [np.array([[1.5, 2], [1.5, 2], [1.5, 3], [1.5, 3], [0, 0], [0, 0]]), np.zeros(30)]
    rows[1] = rows[0][LEDUC.views[1][0].parent]
    assert sf.InformationFilter.from_labels(LEDUC, rows).num_classes == (3, 3)


def test_filters_of_another_game_and_three_filters_are_refused() -> None:
    other = sf.InformationFilter.coarsest(sf.load("kuhn", kind="ordered"))
    with pytest.raises(ModelError, match="one of the signals of kuhn, not of leduc"):
        sf.solve("leduc", preprocess=other)
    with pytest.raises(
        InputError, match="one information filter for both players, or one for each"
    ):
        sf.solve("leduc", preprocess=[sf.InformationFilter.coarsest(LEDUC)] * 3)


def test_a_step_of_a_python_file_without_reductions_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(
        "from seqform.builders.steps import Step\n"
        "class Shift(Step):\n"
        "    name = 'shift'\n"
        "    summary = 'none'\n"
    )
    with pytest.raises(InputError, match=r"^shift: a step has a property reductions,"):
        sf.solve("leduc", preprocess=f"{file}:Shift")


def test_filters_of_a_python_file_are_a_step(tmp_path: Path) -> None:
    file = tmp_path / "buckets.py"
    file.write_text(
        "import seqform as sf\n"
        "def by_rank(deck='leduc'):\n"
        "    game = sf.load(deck, kind='ordered')\n"
        "    return sf.InformationFilter.from_function(game, lambda number, own, public: (own[0][0], public[:1]))\n"
    )
    step = f"{file}:by_rank"
    found = sf.abstract_game("leduc", step)
    assert (found.kind, found.filters[0].num_classes) == (step, (3, 18))
    assert sf.linear_program("leduc", preprocess=[step, "sparsify"]).target.matrix.shape[0] > 0


BAD_START = sf.SupportedColumns(threshold=1, iterations=1)


def solved(spec: str, *more: Any, **arguments: Any) -> OrderedEquilibrium:
    found = sf.solve(spec, preprocess=["lossless", *more], **{"backend": "highs", **arguments})
    assert isinstance(found, OrderedEquilibrium)
    return found


@pytest.mark.parametrize(
    "step", [sf.SupportedColumns(target=1e-6), sf.SupportedColumns(1, 1, target=1e-6)]
)
@pytest.mark.parametrize(
    ("spec", "backend"),
    [
        ("kuhn", "highs"),
        ("leduc", "highs"),
        ("leduc", "scipy"),
        ("rhode-island(ranks=2,suits=2)", "highs"),
    ],
)
def test_the_value_is_that_of_the_whole_program_and_the_certificate_within_the_target(
    spec: str, step: sf.SupportedColumns, backend: str
) -> None:
    whole, found = solved(spec, backend=backend), solved(spec, step, backend=backend)
    assert found.certificate.nash_conv <= 1.01e-6
    assert found.values[0] == pytest.approx(float(whole.values[0]), abs=2e-6)
    assert isinstance(found.raw, RestrictedSolution)
    assert found.raw.termination is Termination.SOLVED
    assert found.raw.nash_conv == pytest.approx(float(found.certificate.nash_conv), abs=1e-9)
    rows, columns = found.abstraction.classes.program_shape
    assert all(one.rows < rows and one.columns < columns for one in found.raw.programs)


@pytest.mark.parametrize("spec", ["leduc", "rhode-island(ranks=2,suits=2)"])
def test_every_guarantee_is_a_bound_on_the_value_and_columns_are_priced_in(spec: str) -> None:
    value = float(solved(spec).values[0])
    found: Any = solved(spec, sf.SupportedColumns(1, 1, target=1e-8))
    for one in found.raw.programs:
        assert one.guarantee <= (value, -value)[one.player] + 1e-9
    assert all(bound.lower - 1e-9 <= value <= bound.upper + 1e-9 for bound in found.raw.bounds)
    gaps = [bound.gap for bound in found.raw.bounds]
    assert gaps == sorted(gaps, reverse=True)
    assert gaps[0] > 1 > 1e-8 >= gaps[-1]
    assert found.raw.bounds[-1].iteration > 1
    for player in (0, 1):
        columns = [one.columns for one in found.raw.programs if one.player == player]
        assert columns == sorted(set(columns))


def test_other_steps_are_applied_to_the_restricted_programs() -> None:
    found = solved("leduc", "supported=1e-3", "sparsify", "merge-equivalent")
    assert found.resolved.preprocess == (
        "lossless",
        "supported=0.001",
        "sparsify",
        "merge-equivalent",
    )
    assert found.certificate.nash_conv <= 1.01 * found.raw.options["gap"] < 5e-5


@pytest.mark.parametrize("kind", [LinearProgram, ClassGame, OrderedGame])
def test_a_step_of_somebody_else_is_applied_before_the_run_or_in_each_round(kind: type) -> None:
    used: list[Any] = []

    def lift(model: Any, answer: Any) -> Any:
        used.append(model)
        return answer

    found: Any = solved(
        "leduc", sf.SupportedColumns(1, 1, target=1e-6), OwnStep(kind, lift), "merge-equivalent"
    )
    assert len(used) == (len(found.raw.programs) if kind is LinearProgram else 1)
    assert found.certificate.nash_conv <= 1.01e-6


@pytest.mark.parametrize(
    "lie",
    [
        lambda answer: replace(answer, primal=answer.primal[:5]),
        lambda answer: replace(answer, primal=None),
    ],
)
def test_a_lift_that_returns_no_solution_of_a_program_of_a_round_is_an_error(
    lie: Callable[[Any], Any],
) -> None:
    with pytest.raises(SolveError, match="returned a wrong primal"):
        solved("leduc", BAD_START, OwnStep(LinearProgram, lambda model, answer: lie(answer)))


def test_a_lossy_abstraction_keeps_its_loss_in_the_certificate() -> None:
    found = sf.solve("leduc", preprocess=["published", "supported=1e-3"], backend="highs")
    assert found.raw.nash_conv <= 1.01 * found.raw.options["gap"] < 5e-5
    assert found.certificate.nash_conv > 0.1


def test_a_target_that_the_first_run_meets_needs_no_program() -> None:
    found: Any = solved("leduc", "supported", target_gap=0.1)
    assert found.raw.programs == ()
    assert found.certificate.nash_conv <= 0.1


@pytest.mark.parametrize(
    ("step", "options", "message"),
    [
        (
            sf.SupportedColumns(1, 1, rounds=1, target=1e-9),
            {},
            "limit of 1 round reached after 1 round",
        ),
        (
            sf.SupportedColumns(target=0),
            {},
            "no column improves: the programs need a smaller tolerance",
        ),
        (
            BAD_START,
            {"raw": {"simplex_iteration_limit": 3, "presolve": "off"}},
            "HiGHS .*: .* after 1 round;",
        ),
    ],
)
def test_an_early_end_is_an_error_with_certified_strategies(
    step: sf.SupportedColumns, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(SolveError, match=message) as stopped:
        solved("leduc", step, options=options)
    found: Any = stopped.value.equilibrium
    assert found.certificate.nash_conv == pytest.approx(found.raw.bounds[-1].gap, abs=1e-9)


def test_a_time_limit_ends_the_rounds() -> None:
    def solve(program: Any, options: sf.SolveOptions) -> Any:
        raise AssertionError("no program is solved after the limit")

    classes = sf.abstract_game("leduc", "lossless").classes
    found = solve_supported(classes, BAD_START, solve, sf.SolveOptions(time_limit=1e-4), 0.0)
    assert found.termination is Termination.TIME_LIMIT
    assert found.status.startswith("time limit reached after 0 rounds")


def test_sweeps_and_the_command_line_report_rounds_and_sizes(seqform: Run, tmp_path: Path) -> None:
    row = run_case(Case("leduc", preprocess=("lossless", "supported"), backend="highs"))
    assert row.outcome is Outcome.CERTIFIED
    assert len(row.bounds) == 2
    arguments = [
        "solve",
        "leduc",
        "--preprocess",
        "lossless",
        "--preprocess",
        "supported=1e-3",
        "--backend",
        "highs",
    ]
    status, shown, _ = seqform(*arguments, "-o", "leduc.solution")
    assert status == 0
    assert "instead of 482 × 482" in " ".join(shown.split())
    assert seqform("check", "leduc", "leduc.solution", "--target-gap", "1e-4")[0] == 0
    status, shown, _ = seqform(*arguments, "--json")
    assert status == 0
    data = json.loads(shown)
    assert [bound["iteration"] for bound in data["bounds"]] == [0, 1]
    assert [program["player"] for program in data["programs"]] == [0, 1]
