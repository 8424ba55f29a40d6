"""Complementarity problems as Pyomo models: names and rows, extensions, other solvers."""

from __future__ import annotations

from pathlib import Path

import pytest
from pyomo import environ as pyomo

from seqform.backends.solvers.modelling import complementarity_to_pyomo, make_mixed_integer, tighten
from seqform.errors import ModelError
from seqform.models.programs.complementarity import LinearComplementarityProblem, linear_complementarity_problem

THREE = linear_complementarity_problem([[2, 3], [3, 2]], [-3, -4])  # (3/2, 0), (0, 2) and (6/5, 1/5)
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


def test_the_mixed_integer_model_can_be_extended_and_solved() -> None:
    model = complementarity_to_pyomo(THREE)
    model.both = pyomo.Constraint(expr=model.z["z1"] >= model.z["z2"])
    model.objective = pyomo.Objective(expr=model.z["z2"], sense=pyomo.maximize)
    make_mixed_integer(model, largest=100)
    pyomo.SolverFactory("highs").solve(model)
    assert [pyomo.value(variable) for variable in model.z.values()] == pytest.approx([1.2, 0.2])


@pytest.mark.parametrize("problem", [THREE, MIXED], ids=["three", "mixed"])
def test_bounds_of_the_mixed_integer_model_are_what_the_rows_imply(problem: LinearComplementarityProblem) -> None:
    model = complementarity_to_pyomo(problem)
    make_mixed_integer(model, largest=50)
    for variable in (*model.z.values(), *model.w.values()):
        assert variable.ub is not None
        assert variable.lb is not None
    assert model.w["w1"].lb == 0
    if problem is MIXED:
        assert model.z["z1"].ub == 1


def test_contradictions_and_bad_bounds_are_model_errors() -> None:
    with pytest.raises(ModelError, match="contradict each other"):
        tighten(complementarity_to_pyomo(linear_complementarity_problem([[-1]], [-1])))
    for largest in (0, -1, float("nan")):
        with pytest.raises(ModelError, match="largest: a positive number expected"):
            make_mixed_integer(complementarity_to_pyomo(THREE), largest)


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
