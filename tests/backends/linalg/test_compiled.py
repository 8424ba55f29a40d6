"""Loops as plain Python and as machine code: same results, caches, missing compilers."""

import gc
import itertools
import logging
import math
import os
import subprocess
import sys
import warnings
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any, cast

import pytest

import seqform as sf
from seqform.backends.compiling import compile_ahead
from seqform.backends.lemke.path import PathLimits, PivotRule
from seqform.backends.lemke.revised import follow_revised
from seqform.backends.linalg import compiled
from seqform.backends.linalg.compiled import ENGINES, Engine, prepare
from seqform.backends.linalg.tables import PRIME, inverse
from seqform.backends.perturbed.lexicographic_simplex import LexicographicSimplex
from seqform.builders.programs.perturbed_lp import perturbed_lp
from seqform.models.programs.solutions import Termination

pytestmark = pytest.mark.slow

PACKAGES = tuple(ENGINES)


def lemke_path() -> Any:
    step = sf.builders.sequence_form_lcp(sf.builders.sequence_form(sf.load("binary-tree(depth=5)")).target)
    end = follow_revised(step.target, PivotRule(), PathLimits())
    return end.z.to_fractions(), end.path.entering.tolist()


def perturbed_basis() -> Any:
    simplex = LexicographicSimplex(perturbed_lp(sf.builders.sequence_form(sf.load("kuhn")).target).target)
    return simplex.run(), simplex.basis.columns.tolist(), simplex.basis.rows.tolist()


@pytest.mark.timeout(2700)  # compiles all engines where nothing has been compiled
@pytest.mark.parametrize(
    ("package", "compute"),
    [
        ("lemke", lemke_path),
        ("perturbed", perturbed_basis),
    ],
)
def test_plain_loops_and_machine_code_compute_the_same(
    package: str, compute: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in PACKAGES:
        monkeypatch.setattr(ENGINES[name], "is_machine_code", False)
        monkeypatch.setattr(ENGINES[name], "seconds", -math.inf)
    plain = compute()
    assert not any(ENGINES[name].is_machine_code for name in PACKAGES)
    compile_ahead([package])
    assert ENGINES[package].is_machine_code
    assert compute() == plain


def run_python(program: str, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, **variables}
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=environment, timeout=600, check=False
    )


def test_small_games_wait_for_no_compiler() -> None:
    done = run_python(
        "import sys; sys.modules['numba'] = None\n"
        "import seqform as sf\n"
        "print(sf.solve('vsvet-figure-1').certificate.proven)\n"
        "print(sf.solve('binary-tree(depth=5)', concept='normal-form-perfect').certificate.proven)\n"
        "print(sf.solve('kuhn', concept='quasi-perfect').certificate.checks['quasi-perfect'])\n"
        "print(sf.solve('littman-figure-1', concept='subgame-perfect', objective='social').certificate.proven)\n"
        "rough = {'tolerance': 1e-2, 'certificate_tolerance': 0.1}\n"
        "print(sf.solve('kuhn', backend='cfr', **rough).certificate.nash_conv < 2e-2)\n"
        "print(sf.solve('kuhn', backend='pdhg', **rough).certificate.nash_conv < 2e-2)\n"
    )
    assert done.stdout.split() == ["True"] * 6, done.stderr
    assert "compiling" not in done.stderr


def test_a_large_problem_without_numba_is_one_line_with_the_command() -> None:
    done = run_python(
        "import sys; sys.modules['numba'] = None\n"
        "sys.argv = ['seqform', 'solve', 'binary-tree(depth=10)']\n"
        "from seqform.__main__ import main; main()"
    )
    assert done.returncode == 2
    assert done.stderr == "seqform: numba is not installed, which machine code needs: pip install numba\n"


@pytest.fixture
def cold(monkeypatch: pytest.MonkeyPatch) -> Engine:
    """Return an engine of which nothing has been compiled, and that will not be."""
    engine = ENGINES["lemke"]
    monkeypatch.setattr(engine, "is_machine_code", False)
    monkeypatch.setattr(engine, "seconds", 0.0)
    monkeypatch.setattr(compiled.Loop, "lies_on_disk", lambda _: False)
    monkeypatch.setattr(Engine, "lies_in_package", lambda _: False)
    monkeypatch.setattr(compiled, "require", lambda *_: None)
    return engine


def test_large_problems_are_compiled_at_once_and_small_ones_after_a_while(
    cold: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    prepare("lemke", cold.plain_up_to)
    assert not cold.is_machine_code
    cold.seconds = compiled.WORTH_COMPILING - 1
    assert not cold.is_worth_compiling()
    cold.seconds = compiled.WORTH_COMPILING
    assert cold.is_worth_compiling()
    prepare("lemke", cold.plain_up_to + 1)
    assert cold.is_machine_code


class Compiler:
    """A process that compiles, which ends with these statuses when it is polled."""

    def __init__(self, *statuses: int | None) -> None:
        self.statuses, self.begun = list(statuses), 0

    def __call__(self, command: list[str], **_: Any) -> Any:
        assert command[-1] == "lemke"
        self.begun += 1
        return self

    def poll(self) -> int | None:
        return self.statuses.pop(0) if len(self.statuses) > 1 else self.statuses[0]

    def wait(self, _: float) -> None:
        self.statuses = self.statuses[-1:]

    def kill(self) -> None: ...


@pytest.mark.parametrize(
    ("compiler", "answers"), [(Compiler(None, None, 0), [False, False, True]), (Compiler(1), [False] * 3)]
)
def test_with_a_second_processor_another_process_compiles_while_plain_functions_work(
    compiler: Compiler, answers: list[bool], cold: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    monkeypatch.setattr(cold, "compiler", None)
    monkeypatch.setattr(subprocess, "Popen", compiler)
    cold.seconds = compiled.WORTH_A_PROCESS - 0.1
    found = [cold.is_worth_compiling()]
    begun = [compiler.begun]
    cold.seconds = compiled.WORTH_A_PROCESS
    found += [cold.is_worth_compiling() for _ in answers]
    assert (found, [*begun, compiler.begun]) == ([False, *answers], [0, 1])
    monkeypatch.setattr(cold, "processes", 2)
    compiler.statuses = [None, 0]
    cold.seconds = compiled.WORTH_WAITING  # they would take the processors from the one that compiles
    assert cold.is_worth_compiling()
    compiler.statuses = [1]
    cold.seconds = compiled.WORTH_COMPILING  # this process compiles where the other one has failed
    assert cold.is_worth_compiling()


def test_another_process_compiles_an_engine() -> None:
    engine = compiled.Engine("lemke", "an engine", "kernel.follow", 1000, seconds=compiled.WORTH_A_PROCESS)
    engine.is_compiled_beside()
    assert engine.compiler is not None and engine.compiler.wait(600) == 0
    assert engine.is_compiled_beside()


def test_seconds_of_loading_machine_code_are_counted_apart_and_taken_once() -> None:
    program = (
        "import time; from seqform.backends.linalg.compiled import ENGINES, pop_loading_seconds\n"
        "from seqform.solving.request import COMPILE, Phases\n"
        "from seqform.backends.compiling import compile_ahead\n"
        "phases = Phases()\n"
        "with phases.phase('solve', ''): compile_ahead(['lemke'])\n"
        "with phases.phase('solve', ''): compile_ahead(['lemke'])\n"
        "print(phases.seconds[COMPILE] > phases.seconds['solve'], pop_loading_seconds())\n"
    )
    assert run_python(program).stdout.split() == ["True", "0.0"]


def test_compiling_is_announced_by_callback_or_log(cold: Engine, caplog: pytest.LogCaptureFixture) -> None:
    messages: list[str] = []
    with caplog.at_level(logging.WARNING, logger="seqform"):
        prepare("lemke", 10**6, messages.append)
        assert messages == ["compiling the engine of lemke, once on this machine: about half a minute"]
        assert not caplog.records
        cold.is_machine_code = False
        prepare("lemke", 10**6)
    assert caplog.messages == messages


def test_plain_functions_look_at_the_clock_after_a_few_pivots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ENGINES["lemke"], "is_machine_code", False)
    monkeypatch.setattr(Engine, "is_worth_compiling", lambda _: False)
    step = sf.builders.sequence_form_lcp(sf.builders.sequence_form(sf.load("binary-tree(depth=6)")).target)
    end = follow_revised(step.target, PivotRule(), PathLimits(seconds=0))
    assert end.termination is Termination.TIME_LIMIT and len(end.path) <= 8


def test_an_interruption_at_any_instruction_of_the_look_for_machine_code_leaves_nothing_open(tmp_path: Path) -> None:
    loop = ENGINES["lemke"].main_loop()
    (tmp_path / f"{loop.file_name}.py311.1.nbc").touch()
    assert loop.lies_in(tmp_path)  # what is cached at the first look is not interrupted

    def is_interrupted(instruction: int) -> bool:
        left = itertools.count(instruction, -1)

        def trace(frame: FrameType, event: str, _: object) -> Any:
            frame.f_trace_opcodes = True
            if event == "opcode" and next(left) == 0:
                raise KeyboardInterrupt
            return trace

        before = sys.gettrace()
        gc.disable()  # no callback of a collection is interrupted
        sys.settrace(trace)
        try:
            assert loop.lies_in(tmp_path)
        except KeyboardInterrupt:
            return True
        finally:
            sys.settrace(before)
            gc.enable()
        return False

    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        assert next(place for place in itertools.count() if not is_interrupted(place)) > 0
    assert not warned
    assert not loop.lies_in(tmp_path / "absent")


THIRD = str(pow(3, -1, PRIME))

INVERSE = (
    "from seqform.backends.linalg.tables import inverse\n"
    "print(inverse.machine_code(3), inverse.machine_code.stats.cache_path)"
)


def test_without_a_folder_machine_code_stays_in_memory() -> None:
    done = run_python(INVERSE, NUMBA_CACHE_DIR="/dev/null/none", NUMBA_CACHE_LOCATOR_CLASSES="UserProvidedCacheLocator")
    assert done.stdout.split() == [THIRD, "None"], done.stderr


def test_a_full_disk_and_a_damaged_file_are_no_errors(tmp_path: Path) -> None:
    full = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))\n"
    done = run_python(full + INVERSE, NUMBA_CACHE_DIR=str(tmp_path))
    assert done.stdout.startswith(THIRD), done.stderr
    assert not list(tmp_path.rglob("*.nbc"))
    for _ in range(2):
        done = run_python(INVERSE, NUMBA_CACHE_DIR=str(tmp_path))
        assert done.stdout.startswith(THIRD), done.stderr
        index = next(tmp_path.rglob("*.nbi"))
        index.write_bytes(index.read_bytes()[:5])


def test_two_processes_may_compile_at_once(tmp_path: Path) -> None:
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    command = [sys.executable, "-c", INVERSE]
    both = [subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, text=True) for _ in range(2)]
    assert [one.communicate(timeout=600)[0].split()[0] for one in both] == [THIRD] * 2


LOOPS = """
from typing import NamedTuple
from seqform.backends.linalg.compiled import compiled, compiled_part
FACTOR = 2
class Pair(NamedTuple):
    one: int
    two: int
@compiled_part
def inner(x: int) -> int:
    "Return a multiple."
    return x * FACTOR
@compiled
def outer(x: int) -> int:
    return inner(x) + 1
@compiled
def apart(pair: Pair) -> int:
    return pair.one
"""


@pytest.mark.slow
def test_ahead_of_use_every_loop_is_compiled_for_the_types_of_real_games() -> None:
    """A loop that is called with other types, such as a read-only array, is compiled twice by those who solve games."""
    done = run_python(
        "import seqform as sf\n"
        "from seqform.backends.compiling import compile_ahead\n"
        "from seqform.backends.linalg.compiled import ENGINES\n"
        "compile_ahead()\n"
        "loops = {loop.place: loop for engine in ENGINES.values() for loop in engine.loops if not loop.is_part}\n"
        "compiled = {place: loop.machine_code.signatures[:] for place, loop in loops.items()}\n"
        "sf.equilibria('binary-tree(depth=8)', starts=2)\n"
        "sf.solve('binary-tree(depth=8)', 'nash', backend='lemke')\n"
        "sf.solve('leduc(ranks=2)', 'quasi-perfect')\n"
        "print([place for place, loop in loops.items() if loop.machine_code.signatures != compiled[place]])\n"
    )
    assert done.stdout.splitlines()[-1:] == ["[]"], done.stderr


@pytest.mark.parametrize(
    ("before", "after", "changed"),
    [
        ("x * FACTOR", "x + FACTOR", {"inner", "outer"}),
        ("FACTOR = 2", "FACTOR = 3", {"inner", "outer"}),
        ("+ 1", "+ 2", {"outer"}),
        ("two: int", "two: float", {"apart"}),
        ("Return a multiple.", "Return a product.", set()),
        ("FACTOR = 2", "FACTOR = 2  # lines below move\n", set()),
    ],
)
def test_a_change_compiles_the_functions_that_it_touches(
    before: str, after: str, changed: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for engine in ENGINES.values():
        monkeypatch.setattr(engine, "loops", [])
    found = []
    for text in (LOOPS, LOOPS.replace(before, after)):
        module: Any = ModuleType("own.loops")
        monkeypatch.setitem(sys.modules, "own.loops", module)
        exec(text, vars(module))
        found.append({name: getattr(module, name).digest for name in ("inner", "outer", "apart")})
    assert {name for name in found[0] if found[0][name] != found[1][name]} == changed


def test_machine_code_of_a_changed_function_is_removed(tmp_path: Path) -> None:
    run_python(INVERSE, NUMBA_CACHE_DIR=str(tmp_path))
    current = sorted(tmp_path.rglob("*.nb[ci]"))
    assert len(current) == 2
    for file in current:
        file.rename(file.with_name(file.name.replace(cast("Any", inverse).digest, "0" * 16)))
    run_python(INVERSE, NUMBA_CACHE_DIR=str(tmp_path))
    assert sorted(tmp_path.rglob("*.nb[ci]")) == current


@pytest.mark.parametrize(
    "call",
    ["solve(game, 'normal-form-perfect', **options).certificate.proven", "equilibria(game, starts=2, **options)"],
)
def test_nothing_is_compiled_within_a_time_limit_that_is_shorter(call: str, tmp_path: Path) -> None:
    program = (
        "import seqform as sf\n"
        "from seqform.backends.linalg.compiled import COMPILING, ENGINES\n"
        "ENGINES['lemke'].plain_up_to = 0\n"
        "game = 'binary-tree(depth=5)'\n"
        "options = {'time_limit': COMPILING / 2, 'progress': print, 'options': {'raw': {'engine': 'revised'}}}\n"
        f"print(bool(sf.{call}), ENGINES['lemke'].is_machine_code)\n"
    )
    done = run_python(program, NUMBA_CACHE_DIR=str(tmp_path))
    said = done.stdout + done.stderr  # a search logs it
    assert said.count(": not compiled yet, which takes longer than the time limit; 'seqform compile' does it once") == 1
    assert done.stdout.splitlines()[-1] == "True False", done.stderr
