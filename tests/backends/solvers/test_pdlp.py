"""PDLP of OR-Tools: parameters, terminations, its process, and highspy beside it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from solver_runs import interrupt_once, posix

from seqform.backends import get
from seqform.backends.conformance.linear import kuhn_program, linear_program, program_cases
from seqform.backends.protocol import SolveOptions
from seqform.backends.solvers.pdlp import PdlpBackend, solve_in_process
from seqform.errors import BackendError, OptionError
from seqform.models.programs.solutions import Termination

pytest.importorskip("ortools", reason="the extra 'pdlp' brings OR-Tools")

PDLP = PdlpBackend()
CASES = {case.name: case.model for case in program_cases()}


def test_pdlp_and_highs_solve_in_one_process_in_either_order() -> None:
    for name in ("highs", "pdlp", "highs"):
        answer = get(name).solve(kuhn_program(), SolveOptions(tolerance=1e-8))
        assert answer.objective == pytest.approx(-1 / 18, abs=1e-6)


def test_portable_options_reach_pdlp_and_are_reported() -> None:
    answer = PDLP.solve(kuhn_program(), SolveOptions(tolerance=1e-7, threads=1, time_limit=60))
    assert answer.solved
    assert answer.options == {
        "num_threads": 1,
        "termination_criteria.time_sec_limit": 60.0,
        "termination_criteria.simple_optimality_criteria.eps_optimal_absolute": 1e-7,
        "termination_criteria.simple_optimality_criteria.eps_optimal_relative": 1e-7,
    }
    assert answer.iterations is not None
    assert answer.iterations > 0
    assert answer.solver.startswith("OR-Tools PDLP 9")


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        ({"num_threds": 1}, "no option 'num_threds'; did you mean num_threads"),
        ({"num_threads": "two"}, "num_threads: a whole number expected, not 'two'"),
        ({"num_threads": True}, "num_threads: a whole number expected"),
        ({"presolve_options.use_glop": 1}, "use_glop: True or False expected"),
        ({"restart_strategy": "OFTEN"}, "one of .*NO_RESTARTS"),
        ({"initial_primal_weight": "x"}, "initial_primal_weight: a number expected"),
        ({"termination_criteria": 1}, "no option 'termination_criteria'"),
        ({"l_inf_ruiz_iterations": -3}, "refuses its options"),
    ],
)
def test_a_bad_option_is_an_option_error(raw: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        PDLP.solve(kuhn_program(), SolveOptions(raw=raw))


def test_limits_and_infeasibility_are_reported() -> None:
    limited = SolveOptions(raw={"termination_criteria.iteration_limit": 10, "restart_strategy": "NO_RESTARTS"})
    assert PDLP.solve(kuhn_program(), limited).termination is Termination.ITERATION_LIMIT
    assert PDLP.solve(kuhn_program(), SolveOptions(time_limit=1e-9)).termination is Termination.TIME_LIMIT
    assert PDLP.solve(CASES["infeasible rows"]).termination is Termination.INFEASIBLE
    unbounded = PDLP.solve(CASES["unbounded, maximised"])
    assert unbounded.termination is Termination.INFEASIBLE_OR_UNBOUNDED
    assert unbounded.primal is None


def test_the_log_goes_to_progress_and_to_the_terminal_only_if_verbose(capfd: pytest.CaptureFixture[str]) -> None:
    lines: list[str] = []
    PDLP.solve(kuhn_program(), SolveOptions(progress=lines.append))
    assert any("Termination reason" in line for line in lines)
    assert capfd.readouterr() == ("", "")
    PDLP.solve(kuhn_program(), SolveOptions(verbose=True))
    assert "Termination reason" in capfd.readouterr().out


@posix
def test_control_c_ends_the_process_and_is_reported() -> None:
    endless = SolveOptions(progress=interrupt_once(), tolerance=1e-300, time_limit=60)
    assert PDLP.solve(kuhn_program(), endless).termination is Termination.INTERRUPTED


ENDLESS = """
import sys
from seqform.backends.conformance.linear import kuhn_program
from seqform.backends.protocol import SolveOptions
from seqform.backends.solvers.pdlp import PdlpBackend

PdlpBackend().solve(kuhn_program(), SolveOptions(progress=lambda line: print(line, flush=True), tolerance=1e-300))
"""


@pytest.mark.skipif(os.name == "nt" or shutil.which("ps") is None, reason="processes are killed and listed as on POSIX")
def test_the_process_and_its_folder_end_with_the_waiting_process(tmp_path: Path) -> None:
    waiting = subprocess.Popen(
        [sys.executable, "-c", ENDLESS], env={**os.environ, "TMPDIR": str(tmp_path)}, stdout=subprocess.PIPE, text=True
    )
    assert waiting.stdout is not None
    with waiting.stdout:
        assert waiting.stdout.readline()
        (folder,) = tmp_path.glob("seqform-pdlp-*")
        waiting.kill()
        waiting.wait()
        end = time.monotonic() + 20
        while (processes_with(str(folder)) or folder.exists()) and time.monotonic() < end:
            time.sleep(0.05)
    assert not processes_with(str(folder))
    assert not folder.exists()


def processes_with(argument: str) -> list[str]:
    """Return the command lines with an argument."""
    listed = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout
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


def test_an_unknown_interpreter_is_a_backend_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.executable", "")
    with pytest.raises(BackendError, match=r"sys\.executable"):
        PDLP.solve(linear_program("min", [1], [], [(0, None)]))
