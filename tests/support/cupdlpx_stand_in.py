"""A stand-in for the package cuPDLPx, which needs a graphics processor: its interface, answered by HiGHS."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from seqform.backends.solvers import own_process

STAND_IN = """
import highspy
import numpy as np
from scipy.sparse import csr_matrix

class PDLP:
    _PARAM_ALIAS = {"IterationLimit": "iteration_limit"}

class Model:
    def __init__(self, objective_vector, constraint_matrix, constraint_lower_bound, constraint_upper_bound,
                 variable_lower_bound=None, variable_upper_bound=None):
        self.parts = (objective_vector, constraint_matrix, constraint_lower_bound, constraint_upper_bound,
                      variable_lower_bound, variable_upper_bound)
        self.Params = dict(time_sec_limit=3600.0, iteration_limit=2147483647, verbose=True, presolve=True,
                           eps_optimal_relative=1e-4, eps_feasible_relative=1e-4, matrix_zero_tol=1e-9,
                           termination_evaluation_frequency=200, optimality_norm="l2")

    def getParam(self, name):
        return self.Params[PDLP._PARAM_ALIAS.get(name, name)]

    def setParams(self, **values):
        for alias, value in values.items():
            name = PDLP._PARAM_ALIAS.get(alias, alias)
            if name not in self.Params:
                raise KeyError(f"Unknown parameter '{alias}'.")
            if name == "iteration_limit" and value < 0:
                raise ValueError(f"Parameter '{name}' must be nonnegative.")
            if name.startswith("eps_") and value <= 0:
                raise ValueError(f"Parameter '{name}' must be positive.")
            self.Params[name] = value

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
        names = {"kOptimal": "OPTIMAL", "kInfeasible": "PRIMAL_INFEASIBLE", "kUnbounded": "INFEASIBLE_OR_UNBOUNDED",
                 "kUnboundedOrInfeasible": "INFEASIBLE_OR_UNBOUNDED"}
        self.StatusName = names[highs.getModelStatus().name]
        if self.StatusName == "OPTIMAL":
            if self.Params["iteration_limit"] <= 400:
                self.StatusName = "ITERATION_LIMIT"
            elif self.Params["time_sec_limit"] < 0.1:
                self.StatusName = "TIME_LIMIT"
        self.Status = 0
        self.X, self.Pi = np.zeros(len(cost)), np.zeros(len(row_lower))
        if self.StatusName in ("OPTIMAL", "ITERATION_LIMIT", "TIME_LIMIT"):
            solution = highs.getSolution()
            self.X, self.Pi = np.array(solution.col_value), np.array(solution.row_dual)
        self.IterCount, self.Runtime = 400, 0.01
"""
"""The names, errors, statuses and points are those of cuPDLPx 0.3.0; with low limits it stops at them."""


@contextmanager
def installed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Put a package of that name into a folder that is imported from, and report a graphics processor."""
    (folder / "cupdlpx").mkdir()
    (folder / "cupdlpx" / "__init__.py").write_text(STAND_IN, encoding="utf-8")
    (folder / "cupdlpx-0.0.dist-info").mkdir()
    (folder / "cupdlpx-0.0.dist-info" / "METADATA").write_text(
        "Name: cupdlpx\nVersion: 0.0\n", encoding="utf-8"
    )
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.delitem(sys.modules, "cupdlpx", raising=False)
    importlib.invalidate_caches()
    monkeypatch.setattr(own_process, "no_graphics_processor", lambda: None)
    yield
    sys.modules.pop("cupdlpx", None)
