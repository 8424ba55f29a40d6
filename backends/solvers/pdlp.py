"""PDLP, the first-order method of OR-Tools, in a process of its own.

OR-Tools and highspy each bring a library named ``libhighs``, of different versions, and the one that is loaded second
into a process may fail to load (https://github.com/google/or-tools/issues/5246).
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import metadata
from typing import Any

from seqform.backends.protocol import SolveOptions, refuse_options, require_supported, unknown_option
from seqform.backends.solvers.process import solve_in_process
from seqform.errors import OptionError
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.solutions import RawSolution, Termination
from seqform.system.packages import require

_TERMINATIONS = {
    "OPTIMAL": Termination.SOLVED,
    "PRIMAL_INFEASIBLE": Termination.INFEASIBLE,
    # proves that the dual has no solution; the primal need not have one either
    "DUAL_INFEASIBLE": Termination.INFEASIBLE_OR_UNBOUNDED,
    "PRIMAL_OR_DUAL_INFEASIBLE": Termination.INFEASIBLE_OR_UNBOUNDED,
    "TIME_LIMIT": Termination.TIME_LIMIT,
    "ITERATION_LIMIT": Termination.ITERATION_LIMIT,
    "KKT_MATRIX_PASS_LIMIT": Termination.ITERATION_LIMIT,
    "INTERRUPTED_BY_USER": Termination.INTERRUPTED,
    "NUMERICAL_ERROR": Termination.NUMERICAL_ERROR,
}
DEFAULT_TOLERANCE = 1e-8
"""With PDLP's own default, 1e-6, certificates fail."""


class PdlpBackend:
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
    supports: frozenset[type] = frozenset({LinearProgram})
    exact = False

    def solve(self, model: Any, options: SolveOptions | None = None) -> RawSolution:
        """Solve a linear program; see `Backend.solve`."""
        require_supported(self, model)
        require("ortools.pdlp")
        from ortools.pdlp import solvers_pb2

        options = options or SolveOptions()
        parameters = _parameters(solvers_pb2, options)
        answer = solve_in_process(
            "pdlp",
            model,
            options,
            solver=f"OR-Tools PDLP {metadata.version('ortools')}",
            parameters=parameters.SerializeToString(),
            passed=dict(_given(parameters)),
            terminations=_TERMINATIONS,
        )
        if answer.status.startswith("INVALID_PARAMETER"):
            raise OptionError(f"PDLP refuses its options: {answer.status.removeprefix('INVALID_PARAMETER').strip()}")
        return answer


def _parameters(solvers_pb2: Any, options: SolveOptions) -> Any:
    """Return the parameters of PDLP, checked."""
    refuse_options("PDLP", options)
    parameters = solvers_pb2.PrimalDualHybridGradientParams()
    criteria = parameters.termination_criteria
    if options.time_limit is not None:
        criteria.time_sec_limit = options.time_limit
    tolerance = DEFAULT_TOLERANCE if options.tolerance is None else options.tolerance
    criteria.simple_optimality_criteria.eps_optimal_absolute = tolerance
    criteria.simple_optimality_criteria.eps_optimal_relative = tolerance
    if options.threads is not None:
        parameters.num_threads = options.threads
    if options.verbose or options.progress is not None:
        parameters.verbosity_level = 2
    for name, value in options.raw.items():
        _set(parameters, name, value)
    return parameters


def _set(parameters: Any, name: Any, value: Any) -> None:
    """Set the field of a dotted name, or raise OptionError."""
    known = dict(_fields(parameters.DESCRIPTOR))
    if name not in known:
        raise unknown_option("PDLP", str(name), known)
    *path, leaf = name.split(".")
    message = parameters
    for part in path:
        message = getattr(message, part)
    field = known[name]
    try:
        if field.enum_type is not None and isinstance(value, str):
            value = field.enum_type.values_by_name[value].number
        if isinstance(value, bool) != (field.type == field.TYPE_BOOL):
            raise TypeError
        setattr(message, leaf, value)
    except (TypeError, ValueError, KeyError):
        raise OptionError(f"PDLP: option {name}: {_expected(field)} expected, not {value!r}") from None


def _fields(descriptor: Any, prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the dotted name and the descriptor of every field that holds a single value."""
    for field in descriptor.fields:
        if field.message_type is not None:
            yield from _fields(field.message_type, f"{prefix}{field.name}.")
        elif not (field.is_repeated if hasattr(field, "is_repeated") else field.label == field.LABEL_REPEATED):
            yield f"{prefix}{field.name}", field


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
