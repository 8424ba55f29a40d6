"""PDLP, GLOP and cuPDLPx: options, answers, their process, and highspy beside it.

A stand-in replaces the package cuPDLPx, which needs a graphics processor.
"""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cupdlpx_stand_in
import pytest
from solver_runs import interrupt_once, posix, residuals_of

from seqform.backends import Backend, SolveOptions, get
from seqform.backends.conformance.linear import kuhn_program, linear_program, program_cases
from seqform.backends.solvers import own_process
from seqform.backends.solvers.own_process import CupdlpxBackend, solve_in_process
from seqform.errors import BackendError, BackendNotInstalledError, OptionError
from seqform.models.programs.solutions import Termination

pytestmark = pytest.mark.slow

CUPDLPX = CupdlpxBackend()
CASES = {case.name: case.model for case in program_cases()}
EACH = pytest.mark.parametrize("backend", ["pdlp", "glop", "cupdlpx"], indirect=True)


@pytest.fixture
def stand_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A package of that name, and a graphics processor that is reported to be present."""
    with cupdlpx_stand_in.installed(tmp_path, monkeypatch):
        yield


@pytest.fixture
def backend(request: pytest.FixtureRequest) -> Backend:
    """The backend of that name; the test is skipped without OR-Tools."""
    if request.param == "cupdlpx":
        request.getfixturevalue("stand_in")
        return CUPDLPX
    pytest.importorskip("ortools", reason="the extra 'pdlp' brings OR-Tools")
    return get(request.param)


@pytest.mark.parametrize("backend", ["pdlp", "glop"], indirect=True)
def test_or_tools_and_highs_solve_in_one_process_in_either_order(backend: Backend) -> None:
    for one in (get("highs"), backend, get("highs")):
        answer = one.solve(kuhn_program(), SolveOptions(tolerance=1e-8))
        assert answer.objective == pytest.approx(-1 / 18, abs=1e-6)


@pytest.mark.parametrize(
    ("backend", "options", "expected", "solver"),
    [
        (
            "pdlp",
            SolveOptions(tolerance=1e-7, threads=1, time_limit=60),
            {
                "num_threads": 1,
                "termination_criteria.time_sec_limit": 60.0,
                "termination_criteria.simple_optimality_criteria.eps_optimal_absolute": 1e-7,
                "termination_criteria.simple_optimality_criteria.eps_optimal_relative": 1e-7,
            },
            "OR-Tools PDLP 9",
        ),
        (
            "glop",
            SolveOptions(
                tolerance=1e-7,
                time_limit=60,
                raw={"use_dual_simplex": True, "feasibility_rule": "DANTZIG"},
            ),
            {
                "max_time_in_seconds": 60.0,
                "primal_feasibility_tolerance": 1e-7,
                "dual_feasibility_tolerance": 1e-7,
                "use_dual_simplex": True,
                "feasibility_rule": 0,
            },
            "OR-Tools GLOP 9",
        ),
        (
            "cupdlpx",
            SolveOptions(tolerance=1e-6, raw={"IterationLimit": 500}),
            {
                "eps_optimal_relative": 1e-6,
                "eps_feasible_relative": 1e-6,
                "verbose": False,
                "matrix_zero_tol": 0.0,
                "IterationLimit": 500,
            },
            "cuPDLPx 0.0",
        ),
    ],
    indirect=["backend"],
)
def test_portable_options_reach_the_solver_and_are_reported(
    backend: Backend, options: SolveOptions, expected: dict[str, Any], solver: str
) -> None:
    answer = backend.solve(kuhn_program(), options)
    assert answer.solved
    assert answer.options == expected
    assert answer.iterations is not None
    assert answer.iterations > 0
    assert answer.solver.startswith(solver)


@pytest.mark.parametrize(
    ("backend", "raw", "message"),
    [
        ("pdlp", {"num_threds": 1}, "no option 'num_threds'; did you mean num_threads"),
        ("pdlp", {"num_threads": "two"}, "num_threads: a whole number expected, not 'two'"),
        ("pdlp", {"num_threads": True}, "num_threads: a whole number expected"),
        ("pdlp", {"presolve_options.use_glop": 1}, "use_glop: True or False expected"),
        ("pdlp", {"restart_strategy": "OFTEN"}, "one of .*NO_RESTARTS"),
        ("pdlp", {"l_inf_ruiz_iterations": -3}, "refuses its options"),
        (
            "glop",
            {"use_dual_simplx": True},
            "GLOP has no option 'use_dual_simplx'; did you mean use_dual_simplex",
        ),
        (
            "cupdlpx",
            {"iteration_limt": 1},
            "no option 'iteration_limt'; did you mean iteration_limit",
        ),
        ("cupdlpx", {"iteration_limit": 1.5}, "iteration_limit: a whole number expected, not 1.5"),
        ("cupdlpx", {"iteration_limit": -1}, "refuses its options: .* must be nonnegative"),
    ],
    indirect=["backend"],
)
def test_a_bad_option_is_an_option_error(
    backend: Backend, raw: dict[str, Any], message: str
) -> None:
    with pytest.raises(OptionError, match=message):
        backend.solve(kuhn_program(), SolveOptions(raw=raw))


@EACH
def test_limits_and_infeasibility_are_reported(backend: Backend) -> None:
    assert (
        backend.solve(kuhn_program(), SolveOptions(time_limit=1e-9)).termination
        is Termination.TIME_LIMIT
    )
    if backend is CUPDLPX:  # the conformance suite asks the others
        assert backend.solve(CASES["infeasible rows"]).termination is Termination.INFEASIBLE
        unbounded = backend.solve(CASES["unbounded, maximised"])
        assert unbounded.termination is Termination.INFEASIBLE_OR_UNBOUNDED
        assert unbounded.primal is None
    limits: dict[str, dict[str, Any]] = {
        "pdlp": {"termination_criteria.iteration_limit": 10, "restart_strategy": "NO_RESTARTS"},
        "glop": {"max_number_of_iterations": 1},
        "cupdlpx": {"iteration_limit": 400},
    }
    limited = SolveOptions(raw=limits[backend.name])
    assert backend.solve(kuhn_program(), limited).termination is Termination.ITERATION_LIMIT


@EACH
def test_the_log_goes_to_progress_and_to_the_terminal_only_if_verbose(
    backend: Backend, capfd: pytest.CaptureFixture[str]
) -> None:
    logged = {
        "pdlp": "Termination reason",
        "glop": "deterministic_time",
        "cupdlpx": "iter   primal obj   dual obj",
    }
    words = logged[backend.name]
    lines: list[str] = []
    backend.solve(kuhn_program(), SolveOptions(progress=lines.append))
    assert any(words in line for line in lines)
    assert all(line == line.strip() for line in lines)
    assert capfd.readouterr() == ("", "")
    backend.solve(kuhn_program(), SolveOptions(verbose=True))
    assert words in capfd.readouterr().out


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere cuPDLPx's lines come in blocks")
def test_lines_that_a_c_library_writes_are_passed_on_at_once() -> None:
    code = (
        "import ctypes, os, runpy, sys; runpy.run_path(sys.argv[1])['_pass_on_lines'](); "
        "ctypes.CDLL(None).printf(b'a line\\n'); os._exit(0)"
    )
    command = [sys.executable, "-c", code, str(own_process.SCRIPT)]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "a line\n"


@pytest.mark.usefixtures("stand_in")
@pytest.mark.parametrize(
    "name", ["minimise, at least", "maximise, at most", "maximise, ranged", "mixed rows"]
)
def test_values_and_duals_of_cupdlpx_have_the_signs_of_our_convention(name: str) -> None:
    program = CASES[name]
    answer = CUPDLPX.solve(program)
    assert answer.solved
    assert residuals_of(program, answer).worst < 1e-7
    assert answer.objective == pytest.approx(float(program.objective_at(answer.primal)))


@posix
@pytest.mark.parametrize("backend", ["pdlp"], indirect=True)
def test_control_c_ends_the_process_and_is_reported(backend: Backend) -> None:
    endless = SolveOptions(progress=interrupt_once(), tolerance=1e-300, time_limit=200)
    assert backend.solve(kuhn_program(), endless).termination is Termination.INTERRUPTED


ENDLESS = """
import sys
from seqform.backends.conformance.linear import kuhn_program
from seqform.backends.protocol import SolveOptions
from seqform.backends.solvers.own_process import PdlpBackend

PdlpBackend().solve(kuhn_program(), SolveOptions(progress=lambda line: print(line, flush=True), tolerance=1e-300))
"""


@pytest.mark.skipif(
    os.name == "nt" or shutil.which("ps") is None,
    reason="processes are killed and listed as on POSIX",
)
@pytest.mark.parametrize("backend", ["pdlp"], indirect=True)
@pytest.mark.usefixtures("backend")
def test_the_process_and_its_folder_end_with_the_waiting_process(tmp_path: Path) -> None:
    waiting = subprocess.Popen(
        [sys.executable, "-c", ENDLESS],
        env={**os.environ, "TMPDIR": str(tmp_path)},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert waiting.stdout is not None
    with waiting.stdout:
        assert waiting.stdout.readline()
        (folder,) = tmp_path.glob("seqform-pdlp-*")
        waiting.kill()
        waiting.wait()
        end = time.monotonic() + 100
        while (processes_with(str(folder)) or folder.exists()) and time.monotonic() < end:
            time.sleep(0.05)
    assert not processes_with(str(folder))
    assert not folder.exists()


def processes_with(argument: str) -> list[str]:
    """Return the command lines with an argument."""
    listed = subprocess.run(
        ["ps", "-eo", "args"], capture_output=True, text=True, check=True
    ).stdout
    return [line for line in listed.splitlines() if argument in line]


def test_a_process_that_fails_is_an_error_with_its_last_line_of_output() -> None:
    answer = solve_in_process(
        "pdlp",
        kuhn_program(),
        SolveOptions(),
        solver="PDLP",
        parameters=b"",
        passed={},
        script=Path("no such file.py"),
    )
    assert answer.termination is Termination.ERROR
    assert "No such file" in answer.status


@EACH
def test_an_unknown_interpreter_is_a_backend_error(
    backend: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.executable", "")
    with pytest.raises(BackendError, match=r"sys\.executable"):
        backend.solve(linear_program("min", [1], [], [(0, None)]))


def test_a_missing_package_is_one_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_process, "find_spec", lambda name: None)
    assert CUPDLPX.unavailable is not None
    with pytest.raises(BackendNotInstalledError, match=r'pip install "seqform\[gpu\]"'):
        CUPDLPX.solve(kuhn_program())


@pytest.mark.usefixtures("stand_in")
def test_a_missing_graphics_processor_is_one_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_process, "no_graphics_processor", lambda: "no graphics processor here")
    assert CUPDLPX.unavailable == "no graphics processor here"
    with pytest.raises(BackendError, match="no graphics processor here"):
        CUPDLPX.solve(kuhn_program())


@pytest.mark.usefixtures("stand_in")
def test_a_missing_graphics_processor_is_reported_before_the_package_is_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cupdlpx" / "__init__.py").write_text("raise AssertionError")
    monkeypatch.setattr(own_process, "no_graphics_processor", lambda: "no graphics processor here")
    with pytest.raises(BackendError, match="no graphics processor here"):
        CUPDLPX.solve(kuhn_program())


@pytest.mark.usefixtures("stand_in")
def test_a_library_of_cuda_that_is_not_found_is_one_clear_error(tmp_path: Path) -> None:
    reason = "libcublas.so.13: cannot open shared object file"
    (tmp_path / "cupdlpx" / "__init__.py").write_text(f"raise ImportError({reason!r})")
    with pytest.raises(BackendError, match=rf"{reason}\).* LD_LIBRARY_PATH"):
        CUPDLPX.solve(kuhn_program())
