import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from command_line import Run
from own_steps import OwnStep

import seqform as sf
from seqform.errors import InputError, SolveError
from seqform.experiments.rows import Outcome
from seqform.experiments.run_case import run_case
from seqform.experiments.values import Case
from seqform.models.games.ordered import OrderedGame
from seqform.models.programs.class_game import ClassGame, RestrictedSolution
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.programs.solutions import Termination
from seqform.solving.ordered_equilibrium import OrderedEquilibrium
from seqform.solving.routes.supported import solve_supported

pytestmark = pytest.mark.slow

STEPS = ["lossless", "supported"]
BAD_START = sf.SupportedColumns(threshold=1, iterations=1)


def solved(spec: str, *more: Any, **arguments: Any) -> OrderedEquilibrium:
    found = sf.solve(spec, preprocess=["lossless", *more], **{"backend": "highs", **arguments})
    assert isinstance(found, OrderedEquilibrium)
    return found


@pytest.mark.parametrize("step", [sf.SupportedColumns(target=1e-6), sf.SupportedColumns(1, 1, target=1e-6)])
@pytest.mark.parametrize(
    ("spec", "backend"),
    [("kuhn", "highs"), ("leduc", "highs"), ("leduc", "scipy"), ("rhode-island(ranks=2,suits=2)", "highs")],
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
    assert found.resolved.preprocess == ("lossless", "supported=0.001", "sparsify", "merge-equivalent")
    assert found.certificate.nash_conv <= 1.01 * found.raw.options["gap"] < 5e-5


@pytest.mark.parametrize("kind", [LinearProgram, ClassGame, OrderedGame])
def test_a_step_of_somebody_else_is_applied_before_the_run_or_in_each_round(kind: type) -> None:
    used: list[Any] = []

    def lift(model: Any, answer: Any) -> Any:
        used.append(model)
        return answer

    found: Any = solved("leduc", sf.SupportedColumns(1, 1, target=1e-6), OwnStep(kind, lift), "merge-equivalent")
    assert len(used) == (len(found.raw.programs) if kind is LinearProgram else 1)
    assert found.certificate.nash_conv <= 1.01e-6


@pytest.mark.parametrize(
    "lie", [lambda answer: replace(answer, primal=answer.primal[:5]), lambda answer: replace(answer, primal=None)]
)
def test_a_lift_that_returns_no_solution_of_a_program_of_a_round_is_an_error(lie: Callable[[Any], Any]) -> None:
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
        (sf.SupportedColumns(1, 1, rounds=1, target=1e-9), {}, "limit of 1 round reached after 1 round"),
        (sf.SupportedColumns(target=0), {}, "no column improves: the programs need a smaller tolerance"),
        (BAD_START, {"raw": {"simplex_iteration_limit": 3, "presolve": "off"}}, "HiGHS .*: .* after 1 round;"),
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


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        *(
            ({"preprocess": [*STEPS, step], "backend": "highs"}, InputError, "not for the linear program of a game of")
            for step in ("contract-forced", "solve-subgames", OwnStep(SequenceForm))
        ),
        ({"preprocess": [*STEPS, "eliminate-dominated"]}, InputError, "supported chooses the sequences; leave one"),
        ({"backend": "highs", "preprocess": [*STEPS, BAD_START]}, InputError, "given twice"),
        ({"preprocess": ["lossless", "supported=2"]}, InputError, "supported=2: a threshold from 0 to 1 expected"),
        (
            {"backend": "highs", "preprocess": ["lossless", sf.SupportedColumns(target=1)], "target_gap": 1},
            InputError,
            "target and target_gap mean the same",
        ),
    ],
)
def test_combinations_without_meaning_are_refused_in_one_line(
    arguments: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message) as refused:
        sf.solve("leduc", **{"preprocess": STEPS, **arguments})
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "options", [{"threshold": -1}, {"threshold": float("nan")}, {"iterations": 0}, {"rounds": True}, {"target": -1e-3}]
)
def test_impossible_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=f"supported: {next(iter(options))}: a "):
        sf.SupportedColumns(**options)


def test_sweeps_and_the_command_line_report_rounds_and_sizes(seqform: Run, tmp_path: Path) -> None:
    row = run_case(Case("leduc", preprocess=("lossless", "supported"), backend="highs"))
    assert row.outcome is Outcome.CERTIFIED
    assert len(row.bounds) == 2
    arguments = ["solve", "leduc", "--preprocess", "lossless", "--preprocess", "supported=1e-3", "--backend", "highs"]
    status, shown, _ = seqform(*arguments, "-o", "leduc.solution")
    assert status == 0
    assert "instead of 482 × 482" in " ".join(shown.split())
    assert seqform("check", "leduc", "leduc.solution", "--target-gap", "1e-4")[0] == 0
    status, shown, _ = seqform(*arguments, "--json")
    assert status == 0
    data = json.loads(shown)
    assert [bound["iteration"] for bound in data["bounds"]] == [0, 1]
    assert [program["player"] for program in data["programs"]] == [0, 1]
