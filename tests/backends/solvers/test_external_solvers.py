"""Options, limits, infeasibility and output of the external solvers, through each backend that calls them."""

from __future__ import annotations

from typing import Any

import pytest

from seqform.backends import ChoosesSolver, SolveOptions, get
from seqform.backends.conformance.linear import kuhn_program, program_cases
from seqform.errors import OptionError
from seqform.models.programs.solutions import Termination

CASES = {case.name: case.model for case in program_cases()}


@pytest.mark.parametrize(
    ("backend", "raw", "message"),
    [
        ("highs", {"time_limt": 1}, "no option 'time_limt'; did you mean time_limit"),
        ("highs", {"solver": "magic"}, "solver = 'magic': one of choose, simplex, ipm, pdlp"),
        ("highs", {"solver": 3}, "solver = 3: one of choose, simplex, ipm, pdlp"),
        ("highs", {"time_limit": "soon"}, "time_limit = 'soon': a number"),
        ("highs", {"time_limit": -1.0}, "time_limit = -1.0: a number within its range"),
        ("highs", {"threads": 1.5}, "threads = 1.5: a whole number"),
        ("highs", {"threads": True}, "threads = True: a whole number"),
        ("highs", {"output_flag": 1}, "output_flag = 1: True or False"),
        ("highs", {"threads": None}, "threads = None: a whole number"),
        ("highs", {7: 7}, "names of options are strings, not 7"),
        ("scipy", {"time_limt": 1}, "no option 'time_limt'; did you mean time_limit"),
        ("scipy", {"time_limit": "soon"}, "time_limit: a number expected, not 'soon'"),
        ("scipy", {"time_limit": True}, "time_limit: a number expected"),
        ("scipy", {"maxiter": 1.5}, "maxiter: a whole number expected"),
        ("scipy", {"presolve": 1}, "presolve: True or False expected"),
        ("scipy", {"method": 1}, "method: a string expected"),
        ("scipy", {"method": "simplex"}, "one of highs, highs-ds, highs-ipm"),
        ("scipy", {"primal_feasibility_tolerance": 1e-30}, "refuses the options"),
        ("cvxpy", {"solver": "CLARABLE"}, "did you mean CLARABEL"),
        ("cvxpy", {"solver": "MAGIC"}, "one of CLARABEL"),
        ("cvxpy", {"solver": 3}, "not 3"),
        ("cvxpy", {"solver": "CLARABEL", "max_iter": "many"}, "max_iter"),
        ("cvxpy", {"solver": "OSQP", "max_iters": 5}, "max_iters"),
        ("cvxpy", {"solver": "HIGHS", "time_limt": 5}, "did you mean time_limit"),
        ("cvxpy", {"solver": "SCIPY", "time_limt": 5}, "time_limt"),
        ("cvxpy", {"solver": "SCIPY", "scipy_options": 5}, "a dictionary expected"),
        ("cvxpy", {"solver": "SCS", "eps_abs": "small"}, "eps_abs"),
        ("pyomo", {"solver": "hihgs"}, "did you mean highs"),
        ("pyomo", {"solver": "ipopt"}, "such as"),
        ("pyomo", {"solver": 3}, "not 3"),
        ("pyomo", {"time_limt": 1}, "did you mean time_limit"),
        ("pyomo", {"time_limit": "soon"}, "time_limit = 'soon'"),
    ],
)
def test_a_bad_option_is_an_option_error(backend: str, raw: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        get(backend).solve(kuhn_program(), SolveOptions(raw=raw))


@pytest.mark.parametrize(
    ("backend", "raw", "name"),
    [
        ("scipy", {}, "SciPy's linprog"),
        ("cvxpy", {"solver": "SCS"}, "SCS"),
        ("cvxpy", {"solver": "OSQP"}, "OSQP"),
        ("cvxpy", {"solver": "SCIPY"}, "SCIPY"),
    ],
)
def test_a_portable_option_that_a_solver_lacks_is_an_option_error(backend: str, raw: dict[str, Any], name: str) -> None:
    with pytest.raises(OptionError, match=f"option threads: {name}"):
        get(backend).solve(kuhn_program(), SolveOptions(threads=1, raw=raw))


@pytest.mark.parametrize(
    ("backend", "solver", "status"), [("cvxpy", "CLARABEL", "optimal (Solved)"), ("pyomo", "highs", None)]
)
def test_a_default_solver_is_chosen_and_named(backend: str, solver: str, status: str | None) -> None:
    answer = get(backend).solve(kuhn_program())
    assert answer.solved
    assert answer.options == {"solver": solver}
    assert answer.status == (status or answer.status)
    assert answer.iterations is not None
    assert answer.iterations > 0
    assert backend in answer.solver.lower()
    assert solver in answer.solver


@pytest.mark.parametrize(
    ("backend", "solver", "options", "expected"),
    [
        ("cvxpy", "CLARABEL", {"tolerance": 1e-6}, {"tol_gap_abs": 1e-6, "tol_gap_rel": 1e-6, "tol_feas": 1e-6}),
        ("cvxpy", "CLARABEL", {"threads": 1}, {"max_threads": 1}),
        ("cvxpy", "SCS", {"time_limit": 9}, {"time_limit_secs": 9}),
        ("cvxpy", "OSQP", {"tolerance": 1e-6}, {"eps_abs": 1e-6, "eps_rel": 1e-6}),
        ("cvxpy", "HIGHS", {"threads": 1, "time_limit": 9}, {"threads": 1, "time_limit": 9}),
        ("cvxpy", "SCIPY", {"time_limit": 9}, {"scipy_options": {"time_limit": 9}}),
        (
            *("pyomo", "highs", {"tolerance": 1e-8, "threads": 1, "time_limit": 60}),
            {"time_limit": 60, "kkt_tolerance": 1e-8, "threads": 1},
        ),
    ],
)
def test_portable_options_reach_the_solver(
    backend: str, solver: str, options: dict[str, Any], expected: dict[str, Any]
) -> None:
    answer = get(backend).solve(kuhn_program(), SolveOptions(**options, raw={"solver": solver}))
    assert answer.solved
    assert answer.options == {"solver": solver, **expected}


@pytest.mark.parametrize("backend", ["highs", "pyomo"])
def test_the_number_of_threads_may_change_between_solves(backend: str) -> None:
    for threads in (1, 2, 1):
        answer = get(backend).solve(kuhn_program(), SolveOptions(threads=threads))
        assert answer.solved
        assert answer.options["threads"] == threads


@pytest.mark.parametrize(
    ("backend", "raw", "expected"),
    [
        ("highs", {"simplex_iteration_limit": 3, "presolve": "off"}, Termination.ITERATION_LIMIT),
        ("scipy", {"time_limit": 1e-9}, Termination.TIME_LIMIT),
        ("scipy", {"maxiter": 1, "presolve": False}, Termination.ITERATION_LIMIT),
        ("pyomo", {"time_limit": 1e-9}, Termination.TIME_LIMIT),
        ("pyomo", {"simplex_iteration_limit": 1, "presolve": "off"}, Termination.ITERATION_LIMIT),
        ("cvxpy", {"solver": "CLARABEL", "max_iter": 1}, Termination.ITERATION_LIMIT),
        ("cvxpy", {"solver": "CLARABEL", "time_limit": 1e-9}, Termination.TIME_LIMIT),
        ("cvxpy", {"solver": "SCS", "max_iters": 1}, Termination.ITERATION_LIMIT),
        ("cvxpy", {"solver": "SCS", "time_limit_secs": 1e-9}, Termination.TIME_LIMIT),
        ("cvxpy", {"solver": "OSQP", "max_iter": 1}, Termination.ITERATION_LIMIT),
        ("cvxpy", {"solver": "OSQP", "time_limit": 1e-9}, Termination.TIME_LIMIT),
        ("cvxpy", {"solver": "SCIPY", "time_limit": 1e-9}, Termination.TIME_LIMIT),
        ("cvxpy", {"solver": "HIGHS", "time_limit": 1e-9}, Termination.TIME_LIMIT),
    ],
)
def test_time_and_iteration_limits_are_distinguished(backend: str, raw: dict[str, Any], expected: Termination) -> None:
    answer = get(backend).solve(kuhn_program(), SolveOptions(raw=raw))
    assert answer.termination is expected
    if backend == "scipy":
        assert answer.dual is None
    if backend == "highs":
        assert answer.options == raw


@pytest.mark.parametrize(
    ("backend", "raw"),
    [
        *(("highs", {"solver": method}) for method in ("simplex", "ipm", "pdlp", "hipdlp")),
        *(("scipy", {"method": method}) for method in ("highs", "highs-ds", "highs-ipm")),
        ("cvxpy", {"solver": "HIGHS"}),
        ("cvxpy", {"solver": "SCIPY"}),
        ("pyomo", {}),
    ],
)
def test_infeasible_and_unbounded_are_distinguished(backend: str, raw: dict[str, Any]) -> None:
    solve, options = get(backend).solve, SolveOptions(raw=raw)
    assert solve(CASES["infeasible rows"], options).termination is Termination.INFEASIBLE
    assert solve(CASES["infeasible, and its dual too"], options).termination in (
        Termination.INFEASIBLE,
        Termination.INFEASIBLE_OR_UNBOUNDED,
    )
    for name in ("unbounded, maximised", "unbounded, minimised"):
        answer = solve(CASES[name], options)
        assert answer.termination is Termination.UNBOUNDED
        if backend != "scipy":
            assert (answer.primal, answer.objective) == (None, None)


@pytest.mark.parametrize("name", ["highs", "scipy", "cvxpy", "pyomo"])
def test_backends_write_to_the_terminal_only_if_verbose(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    backend = get(name)
    assert isinstance(backend, ChoosesSolver)
    for solver in backend.solvers():
        backend.solve(kuhn_program(), SolveOptions(raw={backend.solver_option: solver}))
    assert capfd.readouterr() == ("", "")
    backend.solve(kuhn_program(), SolveOptions(verbose=True))
    assert ("Clarabel" if name == "cvxpy" else "HiGHS") in capfd.readouterr().out


@pytest.mark.parametrize("method", ["highs", "highs-ds", "highs-ipm"])
def test_the_tolerance_reaches_every_method_of_scipy(method: str) -> None:
    answer = get("scipy").solve(kuhn_program(), SolveOptions(raw={"method": method}, tolerance=1e-8))
    assert answer.objective == pytest.approx(-1 / 18)
    assert answer.options["method"] == method
    assert ("ipm_optimality_tolerance" in answer.options) == (method == "highs-ipm")
