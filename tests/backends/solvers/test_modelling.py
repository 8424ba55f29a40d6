"""Linear programs and complementarity problems as models of CVXPY and Pyomo, which can be extended."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pyomo import environ as pyomo

from seqform.backends.conformance.linear import kuhn_program, linear_program, program_cases
from seqform.backends.solvers.modelling import (
    complementarity_to_pyomo,
    cvxpy_duals,
    cvxpy_groups,
    to_cvxpy,
    to_named_cvxpy,
    to_pyomo,
)
from seqform.errors import ModelError
from seqform.models.programs.complementarity import linear_complementarity_problem

SOLVABLE = [case for case in program_cases() if case.value is not None and case.model.matrix.shape[1] > 0]


@pytest.mark.parametrize("case", SOLVABLE, ids=[case.name for case in SOLVABLE])
def test_the_named_cvxpy_problem_has_the_same_optimum(case: Any) -> None:
    pytest.importorskip("cvxpy", reason="CVXPY makes the problem")
    assert to_named_cvxpy(case.model).solve(solver="HIGHS") == pytest.approx(float(case.value), abs=1e-7)


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
    assert [each.label for each in problem.constraints] == ["equality", "upper", "column lower", "column upper"]
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


def test_pyomo_gets_no_vacuous_rows_and_impossible_ones_are_refused() -> None:
    pytest.importorskip("pyomo", reason="Pyomo makes the model")
    program = linear_program("max", [1], [(None, [1], 5), (-1, [0], 1), (None, [1], None)], [(0, None)])
    assert list(to_pyomo(program).row) == ["row 0"]
    with pytest.raises(ModelError, match="row 0 has no entries and bounds that exclude zero"):
        to_pyomo(linear_program("max", [1], [(1, [0], 2)], [(0, None)]))


MIXED = linear_complementarity_problem([[1, 0, -1], [0, 1, -1], [1, 1, 0]], [-2, 0, -1], [False, False, True])


def test_the_model_has_the_names_signs_and_rows_of_the_problem() -> None:
    model = complementarity_to_pyomo(MIXED)
    assert list(model.z) == ["z1", "z2", "z3"]
    assert [variable.bounds for variable in model.z.values()] == [(0, None), (0, None), (None, None)]
    assert list(model.w) == list(model.pair) == ["w1", "w2"]
    assert str(model.row["w1"].expr) == "z[z1] - z[z3] - w[w1]  ==  2.0"
    assert str(model.row["w3"].expr) == "z[z1] + z[z2]  ==  1.0"
    assert not list(model.component_objects(pyomo.Objective))


def test_empty_rows_are_left_out_and_contradictory_ones_refused() -> None:
    empty = complementarity_to_pyomo(linear_complementarity_problem([], []))
    assert (len(empty.z), len(empty.row), len(empty.pair)) == (0, 0, 0)
    idle = linear_complementarity_problem([[1, 0], [0, 0]], [-1, 0], [False, True])
    assert list(complementarity_to_pyomo(idle).row) == ["w1"]
    with pytest.raises(ModelError, match="w2 has to be zero, but no variable is in it"):
        complementarity_to_pyomo(linear_complementarity_problem([[1, 0], [0, 0]], [-1, -1], [False, True]))


def test_the_model_goes_to_nl_files_with_one_variable_for_every_row(tmp_path: Path) -> None:
    model = complementarity_to_pyomo(MIXED)
    pyomo.TransformationFactory("mpec.nl").apply_to(model)
    model.write(str(tmp_path / "mixed.nl"))
    lines = (tmp_path / "mixed.nl").read_text(encoding="utf-8").splitlines()
    variables, rows = (int(count) for count in lines[1].split()[:2])
    assert variables == rows  # a mixed complementarity problem has to be square
    complementary = [line for line in lines if line.startswith("5 1 ")]
    assert [line.split()[2] for line in complementary] == ["1", "2"]  # that is z1 and z2


def test_the_model_goes_to_nonlinear_solvers_as_products(tmp_path: Path) -> None:
    model = complementarity_to_pyomo(MIXED)
    pyomo.TransformationFactory("mpec.simple_nonlinear").apply_to(model)
    products = [row for row in model.component_data_objects(pyomo.Constraint) if row.body.polynomial_degree() == 2]
    assert len(products) == 2
    model.write(str(tmp_path / "mixed.nl"))
    assert (tmp_path / "mixed.nl").stat().st_size > 0


def test_without_a_transformation_pyomo_refuses_to_drop_the_complementarity(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="Complementarity"):
        complementarity_to_pyomo(MIXED).write(str(tmp_path / "mixed.nl"))
