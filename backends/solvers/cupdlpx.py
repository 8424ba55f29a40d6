"""cuPDLPx, a first-order method on a graphics processor, in a process of its own."""

from __future__ import annotations

import ctypes
import json
import sys
from collections.abc import Mapping
from importlib import metadata
from importlib.util import find_spec
from typing import Any

import numpy as np

from seqform.backends.protocol import SolveOptions, check_type, require_supported, translate, unknown_option
from seqform.backends.solvers.process import solve_in_process
from seqform.errors import BackendError, BackendNotInstalledError
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.solutions import RawSolution, Termination
from seqform.system.packages import install_command, require

_TERMINATIONS = {
    "OPTIMAL": Termination.SOLVED,
    "FEAS_POLISH_SUCCESS": Termination.SOLVED,
    "PRIMAL_INFEASIBLE": Termination.INFEASIBLE,
    # proves that the dual has no solution; the primal need not have one either
    "DUAL_INFEASIBLE": Termination.INFEASIBLE_OR_UNBOUNDED,
    "INFEASIBLE_OR_UNBOUNDED": Termination.INFEASIBLE_OR_UNBOUNDED,
    "TIME_LIMIT": Termination.TIME_LIMIT,
    "ITERATION_LIMIT": Termination.ITERATION_LIMIT,
    "UNSPECIFIED": Termination.NUMERICAL_ERROR,
}
_PORTABLE = {"time_limit": ("time_sec_limit",), "tolerance": ("eps_optimal_relative", "eps_feasible_relative")}

DEFAULT_TOLERANCE = 1e-8
"""With the solver's own default, 1e-4, regrets are large."""


class CupdlpxBackend:
    """cuPDLPx (extra ``gpu``), which needs an NVIDIA graphics processor.

    `raw` takes the names of its parameters, or their aliases: ``raw={"IterationLimit": 1000}``. `progress` receives
    the lines of its log, with the primal and the dual objective. Ctrl-C ends the process; the termination is then
    ``INTERRUPTED``.

    Notes
    -----
    Lu, Peng & Yang, "cuPDLPx: a further enhanced GPU-based first-order solver for linear programming",
    arXiv:2507.14051. `tolerance` is relative, 1e-8 by default.
    """

    name = "cupdlpx"
    supports: frozenset[type] = frozenset({LinearProgram})
    exact = False

    @property
    def unavailable(self) -> str | None:
        """The reason why it cannot solve on this machine, or None."""
        if find_spec("cupdlpx") is None:
            return f"cupdlpx is not installed: {install_command('cupdlpx')}"
        return no_graphics_processor()

    def solve(self, model: Any, options: SolveOptions | None = None) -> RawSolution:
        """Solve a linear program; see `Backend.solve`. Without a graphics processor a BackendError is raised."""
        require_supported(self, model)
        if find_spec("cupdlpx") is None:
            raise BackendNotInstalledError(f"backend cupdlpx: {self.unavailable}")
        options = options or SolveOptions()
        parameters = parameters_of(options, _defaults())
        reason = no_graphics_processor()
        if reason is not None:
            raise BackendError(f"backend cupdlpx: {reason}")
        return solve_in_process(
            "cupdlpx",
            model,
            options,
            solver=f"cuPDLPx {metadata.version('cupdlpx')}",
            parameters=json.dumps(parameters).encode(),
            passed=parameters,
            terminations=_TERMINATIONS,
        )


def parameters_of(options: SolveOptions, known: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters that are set, checked against `known`: every name, aliases included, and its default."""
    parameters: dict[str, Any] = dict.fromkeys(_PORTABLE["tolerance"], DEFAULT_TOLERANCE)
    parameters |= translate("cuPDLPx", options, _PORTABLE)
    if options.verbose or options.progress is not None:
        parameters["verbose"] = True
    for name, value in options.raw.items():
        if name not in known:
            raise unknown_option("cuPDLPx", str(name), known)
        check_type("cuPDLPx", name, value, type(known[name]))
        parameters[name] = value
    return parameters


def _defaults() -> dict[str, Any]:
    """Return the default of every parameter, under its name and its aliases."""
    require("cupdlpx")
    from cupdlpx import PDLP, Model

    model = Model(np.zeros(1), np.zeros((1, 1)), None, None)
    known = {name: model.getParam(name) for name in list(model.Params.keys())}
    aliases: Mapping[str, str] = getattr(PDLP, "_PARAM_ALIAS", {})
    return known | {alias: known[name] for alias, name in aliases.items() if name in known}


def no_graphics_processor() -> str | None:
    """Return the reason why no NVIDIA graphics processor is usable, or None if one is."""
    library = "nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1"
    try:
        driver = ctypes.CDLL(library)
    except OSError:
        return f"no NVIDIA driver ({library}) on this machine, and cuPDLPx needs a graphics processor"
    count = ctypes.c_int(0)
    if driver.cuInit(0) != 0 or driver.cuDeviceGetCount(ctypes.byref(count)) != 0 or count.value == 0:
        return "no NVIDIA graphics processor on this machine, and cuPDLPx needs one"
    return None
