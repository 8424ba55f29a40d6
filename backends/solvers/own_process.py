"""PDLP and GLOP of OR-Tools, and cuPDLPx, each in a Python process of its own, with the log passed on line by line.

OR-Tools and highspy each bring a library named ``libhighs``, of different versions, and the one that is loaded second
into a process may fail to load (https://github.com/google/or-tools/issues/5246). A process can also be ended by Ctrl-C.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import subprocess
import sys
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from importlib import import_module, metadata
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from seqform.backends.protocol import (
    UNSET_OPTIONS,
    SolveOptions,
    Traits,
    check_type,
    checks_call,
    translate,
    unknown_option,
)
from seqform.backends.solvers import ends
from seqform.backends.solvers.modelling import trivial_answer
from seqform.errors import BackendError, BackendNotInstalledError, OptionError
from seqform.models.numbers.exact import Floats
from seqform.models.programs.linear import LinearProgram, to_arrays
from seqform.models.programs.solutions import (
    NO_OPTIMUM,
    Basis,
    BasisStatus,
    RawSolution,
    Termination,
)
from seqform.system import signals
from seqform.system.foreign_text import visible
from seqform.system.packages import install_here, require

_BOUNDS = ("row_lower", "row_upper", "column_lower", "column_upper")

DEFAULT_TOLERANCE = 1e-8
"""With the defaults of PDLP, 1e-6, and of cuPDLPx, 1e-4, certificates fail."""

SCRIPT = Path(__file__).with_name("own_process_script.py")
_STATUSES = {
    "BASIC": BasisStatus.BASIC,
    "AT_LOWER_BOUND": BasisStatus.LOWER,
    "FIXED_VALUE": BasisStatus.LOWER,
    "AT_UPPER_BOUND": BasisStatus.UPPER,
    "FREE": BasisStatus.FREE,
}


def solve_in_process(
    mode: str,
    program: LinearProgram,
    options: SolveOptions,
    *,
    solver: str,
    parameters: bytes,
    passed: Mapping[str, Any],
    script: Path = SCRIPT,
) -> RawSolution:
    """Solve a linear program in a process that runs a script, and that Ctrl-C ends.

    If this process is killed meanwhile, that one ends too, and its folder is removed. The script reads `parameters`;
    the answer has the name and version of the solver, and the parameters as `passed`.
    """
    trivial = trivial_answer(program, solver)
    if trivial is not None:
        return trivial
    arrays = to_arrays(program)
    sign = 1.0 if program.sense == "min" else -1.0  # the solvers are called to minimise
    with tempfile.TemporaryDirectory(prefix=f"seqform-{mode}-") as name:
        folder = Path(name)
        np.savez(
            folder / "program.npz",
            cost=sign * arrays.cost,
            **{part: getattr(arrays.matrix, part) for part in ("data", "indices", "indptr")},
            **{bound: getattr(arrays, bound) for bound in _BOUNDS},
        )
        (folder / "parameters").write_bytes(parameters)
        start = time.perf_counter()
        try:
            failure = _run(solver, [str(script), mode], folder, options)
        except KeyboardInterrupt:
            seconds = time.perf_counter() - start
            return RawSolution(
                Termination.INTERRUPTED, "interrupted", seconds=seconds, solver=solver
            )
        if failure is not None:
            return RawSolution(Termination.ERROR, failure, solver=solver)
        outcome = json.loads((folder / "outcome.json").read_text(encoding="utf-8"))
        termination = ends.OWN_PROCESS.get(outcome["status"], Termination.ERROR)
        primal = dual = basis = objective = None
        if termination not in (*NO_OPTIMUM, Termination.ERROR):
            primal, dual, basis = _point(folder / "solution.npz")

    if primal is not None:
        objective = float(arrays.cost @ primal)
    if dual is not None:
        dual = sign * dual
    return RawSolution(
        termination,
        f"{outcome['status']} {outcome['message']}".strip(),
        primal=primal,
        dual=dual,
        objective=objective,
        basis=basis,
        iterations=outcome["iterations"],
        seconds=float(outcome["seconds"]),
        options=dict(passed),
        solver=solver,
    )


def _point(path: Path) -> tuple[Floats | None, Floats | None, Basis | None]:
    """Return the primal and the dual point, if they were written and are finite, and the basis if there is one."""
    if not path.exists():
        return None, None, None
    with np.load(path, allow_pickle=False) as file:
        parts = dict(file)
    primal = parts["primal"]
    dual = parts["dual"]
    if not (np.isfinite(primal).all() and np.isfinite(dual).all()):
        return None, None, None
    basis = None
    if "columns" in parts:
        basis = Basis(_statuses(parts["columns"]), _statuses(parts["rows"]))
    return primal, dual, basis


def _statuses(names: npt.NDArray[np.str_]) -> npt.NDArray[np.int8]:
    """Return the statuses in a basis by their names in OR-Tools."""
    return np.array([_STATUSES[name] for name in names.tolist()], dtype=np.int8)


def _run(solver: str, command: list[str], folder: Path, options: SolveOptions) -> str | None:
    """Run the script to its end; return its last line of output if it failed."""
    if not sys.executable:
        raise BackendError(
            f"{solver} runs in a Python process of its own, but sys.executable, the path of the interpreter, is empty"
        )
    path = [entry or str(Path.cwd()) for entry in sys.path]  # an empty entry is the current folder
    last = ""
    # The stack kills both processes, the guard first, however this ends; a context of a process waits for its end.
    with ExitStack() as stack:
        with signals.held():  # else a process that has just started might be left behind
            process = subprocess.Popen(
                [sys.executable, "-P", *command, str(folder)],
                env={**os.environ, "PYTHONPATH": os.pathsep.join(path)},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
            )
            stack.enter_context(process)
            stack.callback(process.kill)
            guard = subprocess.Popen(
                [sys.executable, "-I", "-S", str(SCRIPT), "guard", str(folder.absolute())],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                text=True,
            )
            stack.enter_context(guard)
            stack.callback(guard.kill)
            assert guard.stdin is not None
            with contextlib.suppress(OSError):
                guard.stdin.write(f"{process.pid}\n")
                guard.stdin.flush()

        assert process.stdout is not None
        for line in map(str.strip, process.stdout):
            if not line:
                continue
            last = line
            if options.verbose:
                print(visible(line), flush=True)
            if options.progress is not None:
                options.progress(line)
        if process.wait() == 0:
            return None
        return f"the process of {solver} failed: {last or process.returncode}"


# ---- OR-Tools ----


class _OrToolsBackend(ABC):
    name: str
    title: str
    supports: frozenset[type] = frozenset({LinearProgram})
    exact = False

    portable: ClassVar[dict[str, tuple[str, ...]]]
    """The names of portable options among the parameters."""

    defaults: ClassVar[dict[str, Any]] = {}

    logged: ClassVar[dict[str, Any]]
    """The parameters with which the solver writes its log."""

    @abstractmethod
    def _parameters(self) -> Any:
        """Return the parameters of the solver, a message of protobuf."""

    @checks_call
    def solve(self, model: Any, options: SolveOptions = UNSET_OPTIONS) -> RawSolution:
        """Solve a linear program; see `Backend.solve`."""
        require("ortools")
        parameters = self._parameters()
        settings = self.defaults | translate(self.title, options, self.portable)
        if options.verbose or options.progress is not None:
            settings |= self.logged
        for name, value in [*settings.items(), *options.raw.items()]:
            _set(self.title, parameters, name, value)
        answer = solve_in_process(
            self.name,
            model,
            options,
            solver=f"OR-Tools {self.title} {metadata.version('ortools')}",
            parameters=parameters.SerializeToString(),
            passed=dict(_given(parameters)),
        )
        if answer.status.startswith("INVALID_PARAMETER"):
            reason = answer.status.removeprefix("INVALID_PARAMETER").strip()
            raise OptionError(f"{self.title} refuses its options: {reason}")
        return answer


class GlopBackend(_OrToolsBackend):
    """GLOP, the simplex method of OR-Tools (extra ``pdlp``), on one thread.

    `raw` takes the fields of its ``GlopParameters``: ``raw={"use_dual_simplex": True}``. The time limit excludes the
    start of the process, some tenths of a second. Ctrl-C ends the process; the termination is then ``INTERRUPTED``.
    """

    name = "glop"
    title = "GLOP"
    portable: ClassVar = {
        "time_limit": ("max_time_in_seconds",),
        "tolerance": ("primal_feasibility_tolerance", "dual_feasibility_tolerance"),
    }
    logged: ClassVar = {"log_search_progress": True}

    def _parameters(self) -> Any:
        from ortools.glop.parameters_pb2 import GlopParameters

        return GlopParameters()


_PDLP_TOLERANCES = (
    "termination_criteria.simple_optimality_criteria.eps_optimal_absolute",
    "termination_criteria.simple_optimality_criteria.eps_optimal_relative",
)


class PdlpBackend(_OrToolsBackend):
    """PDLP of OR-Tools (extra ``pdlp``).

    `raw` takes the fields of its ``PrimalDualHybridGradientParams``, with dots where they are nested:
    ``raw={"termination_criteria.iteration_limit": 1000}``. The time limit excludes the start of the process, some
    tenths of a second. Ctrl-C ends the process; the termination is then ``INTERRUPTED``.

    Notes
    -----
    Applegate et al., "Practical large-scale linear programming using primal-dual hybrid
    gradient", NeurIPS 2021. `tolerance` is relative and absolute, 1e-8 by default.
    """

    name = "pdlp"
    title = "PDLP"
    traits = Traits(first_order=True, threads=True)
    portable: ClassVar = {
        "time_limit": ("termination_criteria.time_sec_limit",),
        "tolerance": _PDLP_TOLERANCES,
        "threads": ("num_threads",),
    }
    defaults: ClassVar = dict.fromkeys(_PDLP_TOLERANCES, DEFAULT_TOLERANCE)
    logged: ClassVar = {"verbosity_level": 2}

    def _parameters(self) -> Any:
        from ortools.pdlp.solvers_pb2 import PrimalDualHybridGradientParams

        return PrimalDualHybridGradientParams()


def _set(solver: str, parameters: Any, name: Any, value: Any) -> None:
    """Set the field of a dotted name, or raise OptionError."""
    known = dict(_fields(parameters.DESCRIPTOR))
    if name not in known:
        raise unknown_option(solver, str(name), known)
    *path, leaf = name.split(".")
    message = parameters
    for part in path:
        message = getattr(message, part)
    field = known[name]
    try:
        if field.enum_type is not None and isinstance(value, str):
            value = field.enum_type.values_by_name[value].number
        # protobuf takes True for a number.
        if isinstance(value, bool) != (field.type == field.TYPE_BOOL):
            raise TypeError
        setattr(message, leaf, value)
    except (TypeError, ValueError, KeyError):
        raise OptionError(
            f"{solver}: option {name}: {_expected(field)} expected, not {value!r}"
        ) from None


def _fields(descriptor: Any, prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the dotted name and the descriptor of every field that holds a single value."""
    for field in descriptor.fields:
        if field.message_type is not None:
            yield from _fields(field.message_type, f"{prefix}{field.name}.")
        elif not _is_repeated(field):
            yield f"{prefix}{field.name}", field


def _is_repeated(field: Any) -> bool:
    if hasattr(field, "is_repeated"):
        return bool(field.is_repeated)
    return bool(field.label == field.LABEL_REPEATED)  # older versions of protobuf


def _expected(field: Any) -> str:
    if field.enum_type is not None:
        return f"one of {', '.join(field.enum_type.values_by_name)}"
    if field.type == field.TYPE_BOOL:
        return "True or False"
    return "a number" if field.type in (field.TYPE_DOUBLE, field.TYPE_FLOAT) else "a whole number"


def _given(message: Any, prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the dotted name and the value of every field that was set."""
    for field, value in message.ListFields():
        if field.message_type is not None:
            yield from _given(value, f"{prefix}{field.name}.")
        else:
            yield f"{prefix}{field.name}", value


# ---- cuPDLPx ----

_PORTABLE = {
    "time_limit": ("time_sec_limit",),
    "tolerance": ("eps_optimal_relative", "eps_feasible_relative"),
}
_DROPPED = "matrix_zero_tol"
"""The parameter up to which entries of the matrix are dropped, from version 0.3 on; 1e-9 by default."""


class CupdlpxBackend:
    """cuPDLPx (extra ``gpu``), which needs an NVIDIA graphics processor.

    `raw` takes the names of its parameters, or their aliases: ``raw={"IterationLimit": 1000}``. `progress` receives
    the lines of its log, with the primal and the dual objective. Ctrl-C ends the process; the termination is then
    ``INTERRUPTED``. Only its presolver proves that a program is infeasible or unbounded; where that proves nothing, the
    iterations go on to a limit. Without a time limit that is an hour, its own default. It compares the limit with the
    processor seconds of the iterations: reading the program, presolve and scaling are not counted. Limits are tested
    every ``termination_evaluation_frequency`` iterations, 200 by default.

    Notes
    -----
    Lu, Peng & Yang, "cuPDLPx: a further enhanced GPU-based first-order solver for linear programming",
    arXiv:2507.14051. `tolerance` is relative, 1e-8 by default.
    """

    name = "cupdlpx"
    supports: frozenset[type] = frozenset({LinearProgram})
    exact = False
    traits = Traits(first_order=True)

    @property
    def unavailable(self) -> str | None:
        """The reason why it cannot solve on this machine, or None."""
        if find_spec("cupdlpx") is None:
            return f"cupdlpx is not installed: {install_here('cupdlpx')}"
        return no_graphics_processor()

    @checks_call
    def solve(self, model: Any, options: SolveOptions = UNSET_OPTIONS) -> RawSolution:
        """Solve a linear program; see `Backend.solve`. Without a graphics processor a BackendError is raised."""
        if find_spec("cupdlpx") is None:
            raise BackendNotInstalledError(f"backend cupdlpx: {self.unavailable}")
        reason = no_graphics_processor()  # without a driver the package may not be importable
        if reason is not None:
            raise BackendError(f"backend cupdlpx: {reason}")
        package = _package()
        empty = package.Model(np.zeros(1), np.zeros((1, 1)), None, None)
        parameters = parameters_of(options, _defaults(package, empty))
        try:
            empty.setParams(**parameters)
        except (TypeError, ValueError) as error:
            raise OptionError(f"cuPDLPx refuses its options: {error}") from None
        return solve_in_process(
            "cupdlpx",
            model,
            options,
            solver=f"cuPDLPx {metadata.version('cupdlpx')}",
            parameters=json.dumps(parameters).encode(),
            passed=parameters,
        )


def parameters_of(options: SolveOptions, known: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters that are set, checked against `known`: every name, aliases included, and its default."""
    parameters: dict[str, Any] = dict.fromkeys(_PORTABLE["tolerance"], DEFAULT_TOLERANCE)
    parameters |= translate("cuPDLPx", options, _PORTABLE)
    parameters["verbose"] = options.verbose or options.progress is not None
    if _DROPPED in known:
        parameters[_DROPPED] = 0.0
    for name, value in options.raw.items():
        if name not in known:
            raise unknown_option("cuPDLPx", str(name), known)
        check_type("cuPDLPx", name, value, type(known[name]))
        parameters[name] = value
    return parameters


def _package() -> ModuleType:
    """Import cuPDLPx, or raise BackendError; its extension module needs the libraries of CUDA it was built with."""
    try:
        return import_module("cupdlpx")
    except ImportError as error:
        reason = " ".join(str(error).split())
        raise BackendError(
            f"backend cupdlpx: the package cannot be imported ({reason}); where a library of CUDA is missing, add its "
            "folder to LD_LIBRARY_PATH, or build the package anew with the CUDA of this machine"
        ) from error


def _defaults(package: ModuleType, model: Any) -> dict[str, Any]:
    """Return the default of every parameter of a new model, under its name and its aliases."""
    known = {name: model.getParam(name) for name in list(model.Params.keys())}
    aliases: Mapping[str, str] = getattr(package.PDLP, "_PARAM_ALIAS", {})
    for alias, name in aliases.items():
        if name in known:
            known[alias] = known[name]
    return known


def no_graphics_processor() -> str | None:
    """Return the reason why no NVIDIA graphics processor is usable, or None if one is."""
    library = "nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1"
    try:
        driver = ctypes.CDLL(library)
    except OSError:
        return (
            f"no NVIDIA driver ({library}) on this machine, and cuPDLPx needs a graphics processor"
        )
    count = ctypes.c_int(0)  # it stays 0 if one of the calls fails
    if driver.cuInit(0) == 0:
        driver.cuDeviceGetCount(ctypes.byref(count))
    if count.value == 0:
        return "no NVIDIA graphics processor on this machine, and cuPDLPx needs one"
    return None
