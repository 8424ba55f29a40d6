"""Linear programs as models of CVXPY and Pyomo: the same program, which can be extended."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from seqform.backends.conformance.linear import kuhn_program, linear_program, program_cases
from seqform.backends.solvers.modelling import cvxpy_duals, cvxpy_groups, to_cvxpy, to_pyomo
from seqform.errors import ModelError

SOLVABLE = [case for case in program_cases() if case.value is not None and case.model.matrix.shape[1] > 0]


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
