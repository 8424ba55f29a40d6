"""Linear programs leave as files and as models of CVXPY and Pyomo, and are the same program there."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seqform.backends import get
from seqform.backends.conformance.linear import kuhn_program, linear_program, program_cases, random_program
from seqform.backends.solvers.modelling import cvxpy_duals, cvxpy_groups, to_cvxpy, to_pyomo
from seqform.errors import ModelError
from seqform.io.linear_programs import FORMATS, lp_text, mps_text, read_npz, safe_names, write
from seqform.models.numbers.exact import ExactArray
from seqform.models.programs.linear import LinearProgram

SOLVABLE = [case for case in program_cases() if case.value is not None and case.model.matrix.shape[1] > 0]
CONTRADICTORY = [case for case in program_cases() if case.name.startswith(("infeasible", "unbounded"))]


def read_by_highs(path: Path) -> Any:
    highspy = pytest.importorskip("highspy", reason="HiGHS reads the files back")
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    assert highs.readModel(str(path)) == highspy.HighsStatus.kOk
    highs.run()
    return highs


def assert_same_program(read: LinearProgram, written: LinearProgram) -> None:
    assert read.sense == written.sense
    assert read.name == written.name
    assert list(read.row_names) == list(written.row_names)
    assert list(read.column_names) == list(written.column_names)
    assert read.objective.equals(written.objective)
    assert read.matrix.equals(written.matrix)
    for mine, other in ((read.rows, written.rows), (read.columns, written.columns)):
        assert mine.has_lower.tolist() == other.has_lower.tolist()
        assert mine.has_upper.tolist() == other.has_upper.tolist()
        assert mine.lower.take(mine.has_lower).equals(other.lower.take(other.has_lower))
        assert mine.upper.take(mine.has_upper).equals(other.upper.take(other.has_upper))


@pytest.mark.parametrize("suffix", [".mps", ".lp"])
@pytest.mark.parametrize("case", SOLVABLE, ids=[case.name for case in SOLVABLE])
def test_highs_reads_a_text_file_back_to_the_same_optimum(case: Any, suffix: str, tmp_path: Path) -> None:
    write(case.model, tmp_path / f"program{suffix}")
    highs = read_by_highs(tmp_path / f"program{suffix}")
    assert highs.modelStatusToString(highs.getModelStatus()) == "Optimal"
    assert highs.getInfo().objective_function_value == pytest.approx(float(case.value), abs=1e-7)
    assert highs.getLp().num_col_ == case.model.matrix.shape[1]
    if case.primal is not None:
        assert np.array(highs.getSolution().col_value) == pytest.approx(case.primal.to_floats(), abs=1e-7)


@pytest.mark.parametrize("suffix", [".mps", ".lp"])
@pytest.mark.parametrize("case", CONTRADICTORY, ids=[case.name for case in CONTRADICTORY])
def test_highs_reads_a_text_file_back_to_the_same_verdict(case: Any, suffix: str, tmp_path: Path) -> None:
    write(case.model, tmp_path / f"program{suffix}")
    highs = read_by_highs(tmp_path / f"program{suffix}")
    verdict = highs.modelStatusToString(highs.getModelStatus()).lower()
    assert verdict in {str(termination) for termination in case.terminations}


@pytest.mark.parametrize("suffix", [".mps", ".lp"])
@given(seed=st.integers(0, 10**6))
@settings(max_examples=25, deadline=None)
def test_random_programs_survive_as_text(suffix: str, seed: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    program, primal, _ = random_program(seed)
    path = tmp_path_factory.mktemp("text") / f"program{suffix}"
    write(program, path)
    highs = read_by_highs(path)
    assert highs.getInfo().objective_function_value == pytest.approx(
        float(program.objective.dot(primal)), rel=1e-7, abs=1e-7
    )


def test_numbers_in_text_read_back_as_the_nearest_doubles() -> None:
    third = Fraction(1, 3)
    program = linear_program("min", [third], [(Fraction(10**20) + 7, [Fraction(1, 10**9)], None)], [(-third, 12)])
    for text in (mps_text(program), lp_text(program)):
        numbers = {float(word) for word in text.split() if re.fullmatch(r"-?\d[\d.e+-]*", word)}
        assert {1 / 3, 1e20, 1e-9, -1 / 3, 12.0} <= numbers


def test_the_lp_format_says_ranges_in_two_rows_and_wraps_its_lines() -> None:
    program = linear_program("max", [1] * 60, [(1, [1] * 60, 2), (None, [1] * 60, None)], [(0, None)] * 60)
    text = lp_text(program)
    assert " row_0: " in text
    assert " row_0_upper: " in text
    assert "\\ row_1 has no bounds" in text
    assert max(len(line) for line in text.splitlines()) <= 255


names = st.lists(st.text(min_size=0, max_size=12), max_size=30)


@given(names=names)
def test_safe_names_are_different_and_legal(names: list[str]) -> None:
    safe = safe_names(names, taken=("objective",))
    assert len(safe) == len(names)
    assert len({*safe, "objective"}) == len(names) + 1
    for name in safe:
        assert re.fullmatch(r"[A-Za-z_.][A-Za-z0-9_.]*", name)
        assert name[0] not in "eE."


@given(column=st.text(min_size=1, max_size=20), row=st.text(min_size=1, max_size=20))
@settings(max_examples=60, deadline=None)
def test_any_names_can_be_written(column: str, row: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("names")
    program = replace(
        linear_program("max", [1, 2], [(None, [1, 1], 3), (None, [0, 1], 2)], [(0, None)] * 2),
        column_names=[column, column + column],
        row_names=[row, row + row],
        name=row,
    )
    for suffix in (".mps", ".lp"):
        write(program, folder / f"program{suffix}")
        highs = read_by_highs(folder / f"program{suffix}")
        assert highs.getInfo().objective_function_value == pytest.approx(5.0)


@given(seed=st.integers(0, 10**6))
@settings(max_examples=25, deadline=None)
def test_npz_reads_back_exactly(seed: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    program, _, _ = random_program(seed)
    path = tmp_path_factory.mktemp("npz") / "program.npz"
    write(program, path)
    assert_same_program(read_npz(path), program)


def test_npz_keeps_rationals_long_integers_and_foreign_names(tmp_path: Path) -> None:
    program = replace(
        linear_program("min", [Fraction(1, 3), 3**90], [(-(2**80), [Fraction(2, 7), 1], None)], [(0, None), (None, 7)]),
        row_names=["ряд: 1"],
        column_names=["K♠:bet", "K♠:check"],
        name="名",
    )
    write(program, tmp_path / "program.npz")
    assert_same_program(read_npz(tmp_path / "program.npz"), program)
    with np.load(tmp_path / "program.npz", allow_pickle=False) as parts:
        assert parts["c"].tolist() == [1 / 3, float(3**90)]
        assert parts["row_upper"].tolist() == [np.inf]
        assert parts["A_shape"].tolist() == [1, 2]


def test_files_that_are_no_programs_are_a_model_error(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="no such file"):
        read_npz(tmp_path / "absent.npz")
    (tmp_path / "text.npz").write_text("not a zip file", encoding="utf-8")
    with pytest.raises(ModelError, match="not a linear program written by seqform"):
        read_npz(tmp_path / "text.npz")
    np.savez(tmp_path / "other.npz", c=np.zeros(3))
    with pytest.raises(ModelError, match="not a linear program written by seqform"):
        read_npz(tmp_path / "other.npz")
    np.savez(tmp_path / "future.npz", format=np.array(99))
    with pytest.raises(ModelError, match="format 99"):
        read_npz(tmp_path / "future.npz")


def test_a_name_of_no_known_format_is_a_model_error(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"ends in \.mps, \.lp, \.npz"):
        write(kuhn_program(), tmp_path / "kuhn.xlsx")
    for suffix in FORMATS:
        with pytest.raises(ModelError, match="cannot be written"):
            write(kuhn_program(), tmp_path / "no such folder" / f"kuhn{suffix}")


@pytest.mark.parametrize("case", SOLVABLE, ids=[case.name for case in SOLVABLE])
def test_the_cvxpy_problem_has_the_same_optimum_and_duals(case: Any) -> None:
    pytest.importorskip("cvxpy", reason="CVXPY makes the problem")
    problem = to_cvxpy(case.model)
    assert problem.solve(solver="HIGHS") == pytest.approx(float(case.value), abs=1e-7)
    duals = cvxpy_duals(case.model, problem)
    assert duals is not None
    assert case.model.residuals(np.asarray(problem.var_dict["x"].value), duals).worst < 1e-6
    if case.dual is not None:
        assert duals == pytest.approx(case.dual.to_floats(), abs=1e-6)


def test_the_cvxpy_problem_has_labelled_groups_and_can_be_extended() -> None:
    cvxpy = pytest.importorskip("cvxpy", reason="CVXPY makes the problem")
    program = linear_program("max", [3, 2], [(None, [1, 1], 4), (1, [1, 0], 1)], [(0, 3), (0, None)])
    groups = {name: index.tolist() for name, index in cvxpy_groups(program).items()}
    assert groups == {"equality": [1], "lower": [], "upper": [0], "column lower": [0, 1], "column upper": [0]}
    problem = to_cvxpy(program)
    assert [constraint.label for constraint in problem.constraints] == [
        "equality",
        "upper",
        "column lower",
        "column upper",
    ]
    x = problem.var_dict["x"]
    extended = cvxpy.Problem(problem.objective, [*problem.constraints, x[1] <= 1])
    assert problem.solve(solver="HIGHS") == pytest.approx(9)
    assert extended.solve(solver="HIGHS") == pytest.approx(5)
    duals = cvxpy_duals(program, extended)
    assert duals is not None
    assert duals.tolist() == pytest.approx([0, 3])


def test_an_unsolved_cvxpy_problem_has_no_duals() -> None:
    pytest.importorskip("cvxpy", reason="CVXPY makes the problem")
    assert cvxpy_duals(kuhn_program(), to_cvxpy(kuhn_program())) is None


def test_the_pyomo_model_is_indexed_by_names_and_can_be_extended() -> None:
    pyomo = pytest.importorskip("pyomo.environ", reason="Pyomo makes the model")
    pytest.importorskip("highspy", reason="HiGHS solves the model")
    program = replace(
        linear_program("max", [3, 2, 0], [(None, [1, 1, 0], 4), (1, [1, 0, 0], 3)], [(0, None), (0, None), (2, 5)]),
        row_names=["K: land", "K: labour"],
        column_names=["wheat", "rye", "idle"],
    )
    model = to_pyomo(program)
    assert isinstance(model, pyomo.ConcreteModel)
    assert list(model.row) == ["K: land", "K: labour"]
    assert model.x["idle"].bounds == (2, 5)
    assert model.x["wheat"].bounds == (0, None)
    solver = pyomo.SolverFactory("highs")
    solver.solve(model)
    assert pyomo.value(model.objective) == pytest.approx(11)
    assert [model.dual[model.row[name]] for name in program.row_names] == pytest.approx([2, 1])
    model.quota = pyomo.Constraint(expr=model.x["wheat"] <= 2)
    pyomo.SolverFactory("highs").solve(model)
    assert pyomo.value(model.objective) == pytest.approx(10)


def test_pyomo_is_spared_rows_that_say_nothing_and_told_of_those_it_cannot_say() -> None:
    pytest.importorskip("pyomo", reason="Pyomo makes the model")
    program = linear_program("max", [1], [(None, [1], 5), (-1, [0], 1), (None, [1], None)], [(0, None)])
    assert list(to_pyomo(program).row) == ["row 0"]
    with pytest.raises(ModelError, match="row 0 has no entries and bounds that exclude zero"):
        to_pyomo(linear_program("max", [1], [(1, [0], 2)], [(0, None)]))


def test_a_program_of_some_size_survives_its_export(tmp_path: Path) -> None:
    program, _, _ = random_program(4, rows=300, columns=400)
    assert program.matrix.nonzeros > 50_000
    for suffix in FORMATS:
        write(program, tmp_path / f"program{suffix}")
    read = read_npz(tmp_path / "program.npz")
    assert read.matrix.equals(program.matrix)
    answer = get("highs").solve(read)
    assert answer.objective == pytest.approx(read_by_highs(tmp_path / "program.mps").getInfo().objective_function_value)


def test_exact_arrays_are_not_changed_by_writing(tmp_path: Path) -> None:
    program = kuhn_program()
    before = program.matrix.values.to_fractions()
    for suffix in FORMATS:
        write(program, tmp_path / f"kuhn{suffix}")
    assert program.matrix.values.to_fractions() == before
    assert isinstance(program.objective, ExactArray)
