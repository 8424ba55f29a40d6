"""cuPDLPx: options and answers, with a stand-in for the package where there is no graphics processor."""

from __future__ import annotations

import ctypes
import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from solver_runs import residuals_of

from seqform.backends.conformance.linear import kuhn_program, program_cases
from seqform.backends.protocol import SolveOptions
from seqform.backends.solvers import pdlp
from seqform.backends.solvers.pdlp import CupdlpxBackend, parameters_of
from seqform.errors import BackendError, BackendNotInstalledError, OptionError, UnsupportedModelError
from seqform.models.programs.solutions import Termination

BACKEND = CupdlpxBackend()
CASES = {case.name: case.model for case in program_cases()}

# The interface of cuPDLPx that the backend uses, answered by HiGHS.
STAND_IN = """
import highspy
import numpy as np
from scipy.sparse import csr_matrix

class PDLP:
    _PARAM_ALIAS = {"IterationLimit": "iteration_limit"}

class Params(dict):
    pass

class Model:
    def __init__(self, objective_vector, constraint_matrix, constraint_lower_bound, constraint_upper_bound,
                 variable_lower_bound=None, variable_upper_bound=None):
        self.parts = (objective_vector, constraint_matrix, constraint_lower_bound, constraint_upper_bound,
                      variable_lower_bound, variable_upper_bound)
        self.Params = Params(time_sec_limit=3600.0, iteration_limit=2147483647, verbose=False,
                             eps_optimal_relative=1e-4, eps_feasible_relative=1e-4)

    def getParam(self, name):
        return self.Params[name]

    def setParams(self, **values):
        self.Params.update(values)

    def optimize(self):
        if self.Params["verbose"]:
            print("   iter   primal obj   dual obj", flush=True)
        cost, matrix, row_lower, row_upper, lower, upper = self.parts
        highs = highspy.Highs()
        highs.setOptionValue("output_flag", False)
        lp = highspy.HighsLp()
        lp.num_row_, lp.num_col_ = matrix.shape
        lp.col_cost_, lp.col_lower_, lp.col_upper_ = cost, lower, upper
        lp.row_lower_, lp.row_upper_ = row_lower, row_upper
        lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        lp.a_matrix_.start_, lp.a_matrix_.index_, lp.a_matrix_.value_ = matrix.indptr, matrix.indices, matrix.data
        highs.passModel(lp)
        highs.run()
        names = {"kOptimal": "OPTIMAL", "kInfeasible": "PRIMAL_INFEASIBLE", "kUnbounded": "DUAL_INFEASIBLE",
                 "kUnboundedOrInfeasible": "DUAL_INFEASIBLE"}
        self.StatusName = names[highs.getModelStatus().name]
        if self.Params["time_sec_limit"] < 1e-3:
            self.StatusName = "TIME_LIMIT"
        self.Status = 0
        solution = highs.getSolution()
        self.X, self.Pi = np.array(solution.col_value), np.array(solution.row_dual)
        if self.StatusName != "OPTIMAL":
            self.X = None
        self.IterCount, self.Runtime = 7, 0.01
        self.ObjVal, self.DualObj = float(cost @ np.array(solution.col_value)), 0.0
"""


@pytest.fixture
def stand_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A package of that name, and a graphics processor that is reported to be present."""
    (tmp_path / "cupdlpx").mkdir()
    (tmp_path / "cupdlpx" / "__init__.py").write_text(STAND_IN, encoding="utf-8")
    (tmp_path / "cupdlpx-0.0.dist-info").mkdir()
    (tmp_path / "cupdlpx-0.0.dist-info" / "METADATA").write_text("Name: cupdlpx\nVersion: 0.0\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "cupdlpx", raising=False)
    importlib.invalidate_caches()
    monkeypatch.setattr(pdlp, "no_graphics_processor", lambda: None)
    yield
    sys.modules.pop("cupdlpx", None)


@pytest.mark.usefixtures("stand_in")
@pytest.mark.parametrize("name", ["minimise, at least", "maximise, at most", "maximise, ranged", "mixed rows"])
def test_values_and_duals_have_the_signs_of_our_convention(name: str) -> None:
    program = CASES[name]
    answer = BACKEND.solve(program)
    assert answer.solved
    assert residuals_of(program, answer).worst < 1e-7
    assert answer.objective == pytest.approx(float(program.objective_at(answer.primal)))


@pytest.mark.usefixtures("stand_in")
def test_limits_and_infeasibility_are_reported() -> None:
    assert BACKEND.solve(CASES["infeasible rows"]).termination is Termination.INFEASIBLE
    unbounded = BACKEND.solve(CASES["unbounded, maximised"])
    assert unbounded.termination is Termination.INFEASIBLE_OR_UNBOUNDED
    assert unbounded.primal is None
    limited = BACKEND.solve(kuhn_program(), SolveOptions(time_limit=1e-6))
    assert limited.termination is Termination.TIME_LIMIT


@pytest.mark.usefixtures("stand_in")
def test_options_are_checked_before_anything_is_solved_and_reported_afterwards() -> None:
    for raw, message in (
        ({"iteration_limt": 1}, "no option 'iteration_limt'; did you mean iteration_limit"),
        ({"iteration_limit": 1.5}, "iteration_limit: a whole number expected, not 1.5"),
        ({"verbose": 1}, "verbose: True or False expected"),
        ({"eps_optimal_relative": "small"}, "eps_optimal_relative: a number expected"),
    ):
        with pytest.raises(OptionError, match=message):
            BACKEND.solve(kuhn_program(), SolveOptions(raw=raw))
    with pytest.raises(OptionError, match="threads"):
        BACKEND.solve(kuhn_program(), SolveOptions(threads=2))
    answer = BACKEND.solve(kuhn_program(), SolveOptions(tolerance=1e-6, raw={"IterationLimit": 5}))
    assert answer.options == {
        "eps_optimal_relative": 1e-6,
        "eps_feasible_relative": 1e-6,
        "IterationLimit": 5,
    }
    assert (answer.iterations, answer.solver) == (7, "cuPDLPx 0.0")
    assert {"time_sec_limit": 3, "verbose": True}.items() <= parameters_of(SolveOptions(3, verbose=True), {}).items()


@pytest.mark.usefixtures("stand_in")
def test_progress_receives_the_log() -> None:
    lines: list[str] = []
    BACKEND.solve(kuhn_program(), SolveOptions(progress=lines.append))
    assert lines == ["iter   primal obj   dual obj"]


def test_a_missing_package_is_one_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdlp, "find_spec", lambda name: None)
    assert BACKEND.unavailable is not None
    with pytest.raises(BackendNotInstalledError, match=r'pip install "seqform\[gpu\]"'):
        BACKEND.solve(kuhn_program())


@pytest.mark.usefixtures("stand_in")
def test_a_missing_graphics_processor_is_one_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdlp, "no_graphics_processor", lambda: "no graphics processor here")
    assert BACKEND.unavailable == "no graphics processor here"
    with pytest.raises(BackendError, match="no graphics processor here"):
        BACKEND.solve(kuhn_program())


def test_a_driver_without_a_processor_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    class Driver:
        def cuInit(self, flags: int) -> int:  # noqa: N802 - the driver's name
            return 100

    monkeypatch.setattr(ctypes, "CDLL", lambda name: Driver())
    assert "no NVIDIA graphics processor" in (pdlp.no_graphics_processor() or "")


def test_another_model_is_refused() -> None:
    with pytest.raises(UnsupportedModelError, match="LinearProgram"):
        BACKEND.solve("a program")
