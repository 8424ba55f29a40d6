"""Backend on HiGHS: simplex, interior-point and first-order methods, branch and cut, and crossover from points.

Every method has one name, with one meaning whatever is installed: HiGHS's own name ``ipm``, which stands for HiPO where
the package highspy-extras is found and for IPX elsewhere, is refused.

HiGHS runs on a thread of its own, so that Ctrl-C is handled and every run may have its own number of threads.
"""

from __future__ import annotations

import math
import re
import threading
import time
import weakref
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from seqform.backends.equilibration import smaller_residuals
from seqform.backends.protocol import (
    UNSET_OPTIONS,
    SolveOptions,
    Traits,
    checks_call,
    require_tolerance_from,
    translate,
)
from seqform.backends.solvers import ends
from seqform.backends.solvers.highs_calls import (
    FINE,
    LEAST_TOLERANCE,
    MEETS,
    METHODS,
    PORTABLE,
    changed_options,
    failed,
    final_basis,
    import_highspy,
    lost_entries,
    new_highs,
    on_own_thread,
    pass_basis,
    pass_program,
    refusal,
    set_option,
)
from seqform.backends.solvers.modelling import trivial_answer
from seqform.errors import OptionError
from seqform.models.numbers.exact import Floats, Mask, RowEntries, Vector, doubles
from seqform.models.programs.linear import (
    LinearProgram,
    MixedIntegerProgram,
    ProgramArrays,
    to_arrays,
)
from seqform.models.programs.solutions import (
    CUT_SHORT,
    NO_OPTIMUM,
    Basis,
    BasisStatus,
    RawSolution,
    Termination,
)
from seqform.system.deadline import Deadline
from seqform.system.packages import require

UNLIMITED = 2**31 - 1
"""HiGHS's own limit of iterations."""

_MANY_ROWS = 5_000
_DENSE = 10
"""Rows of a program, and mean entries in one of them, from which interior point is the default."""

INTEGRALITY = 1e-9
"""The default of ``mip_feasibility_tolerance``: with a binary off by 1e-6 both of a complementary pair are positive."""

FROM_NEIGHBOR = {
    "presolve": "off",
    "simplex_strategy": 4,
    "simplex_scale_strategy": 2,
    "primal_simplex_bound_perturbation_multiplier": 0.0,
    "threads": 1,
}
"""The primal simplex method without presolve and perturbation, which takes few steps from the basis of a similar
program: with other bets in Leduc hold'em a fortieth of the time, with perturbation a tenth."""


class HighsBackend:
    """HiGHS through highspy.

    The method is that of ``raw={"solver": "ipx"}`` or the like. By default, and with an option of simplex or crossover,
    it is simplex; but interior point with crossover (``ipx``) for large programs with many entries in a row, and
    simplex after it if that ends without an optimal basis. The other options of HiGHS are passed in `raw` as well.
    ``tolerance`` is its ``kkt_tolerance``. Ctrl-C stops the simplex and interior-point methods at their next iteration;
    the termination is then ``INTERRUPTED``. A second Ctrl-C, or the first with a method that cannot be stopped, is a
    KeyboardInterrupt. `progress` receives the lines of the log, from the thread that solves, except those of ``pdlp``,
    which writes its log only to the terminal.

    ``hipo`` is the interior-point method of the package highspy-extras. Unless `raw` has other values, its Newton
    systems are the augmented ones, its tolerance is 1e-7, large programs are ordered by METIS, and it ends without
    crossover. Its point is kept if crossover, with ``run_crossover`` on, does not improve on it.

    A mixed-integer program is solved to a gap of zero in doubles, unless a limit or ``raw={"mip_rel_gap": ...}``
    stops the search before; the answer has a `bound`, and no duals.
    """

    name = "highs"
    supports: frozenset[type] = frozenset({LinearProgram, MixedIntegerProgram})
    exact = False
    traits = Traits(
        "solver",
        first_order=("pdlp", "hipdlp"),
        threads=True,
        takes_basis=True,
        neighbor_options=FROM_NEIGHBOR,
        fine_options=FINE,
        program_bytes=(550, 180),
        meets=MEETS,
    )

    def solvers(self) -> tuple[str, ...]:
        """Return the methods that the option ``solver`` takes here."""
        highs = new_highs(import_highspy())
        return tuple(
            method for method in METHODS if not failed(highs.setOptionValue("solver", method))
        )

    @checks_call
    def solve(
        self, model: Any, options: SolveOptions = UNSET_OPTIONS, basis: Basis | None = None
    ) -> RawSolution:
        """Solve a linear or a mixed-integer program; see `Backend.solve`.

        The simplex method starts from the basis, if there is one, and HiGHS then skips its presolve; a ModelError is
        raised if it is not a basis of the program.
        """
        highspy = import_highspy()
        if isinstance(model, MixedIntegerProgram):
            return _solved_mixed_integer(highspy, model, options, basis)
        if options.raw.get("solver") == "hipo":
            return _solved_by_hipo(highspy, model, options)
        return _solved_linear(highspy, model, options, basis)


def _solved_mixed_integer(
    highspy: Any, model: MixedIntegerProgram, options: SolveOptions, basis: Basis | None
) -> RawSolution:
    """Solve a mixed-integer program to optimality; by default HiGHS stops at a relative gap of 1e-4."""
    highs = new_highs(highspy)
    _set_options(highs, options)
    # With either of these HiGHS would solve the continuous relaxation.
    if "solver" in options.raw:
        raise OptionError(
            "HiGHS: option solver chooses among methods for linear programs; not for integer variables"
        )
    if basis is not None:
        raise OptionError(
            "HiGHS: a basis to start from is for linear programs; not for integer variables"
        )
    strict = {
        "mip_rel_gap": 0.0,
        "mip_abs_gap": 0.0,
        "mip_feasibility_tolerance": options.tolerance or INTEGRALITY,
    }
    for name, value in strict.items():
        if name not in options.raw:
            set_option(highs, name, value)
    answer = _solved(highs, highspy, model.program, options, None, model.integer)

    bound = None
    if answer.solved and answer.objective is not None:
        bound = float(answer.objective)
    # HiGHS reports no bound without an integer variable, or if it has not run.
    if model.integer.any() and highs.getModelStatus().name != "kNotset":
        reported = float(highs.getInfo().mip_dual_bound)
        if math.isfinite(reported):
            bound = reported
    # Duals and basis belong to a relaxation.
    return replace(answer, dual=None, basis=None, bound=bound)


_WITH_THREADS = frozenset({"threads", "parallel", "solver", "simplex_strategy"})
"""Options without which the simplex method is called, in one thread."""

_LARGE = 1_000_000
"""Nonzeros from which HiPO does not try every ordering: its minimum degree then takes minutes."""


def _solved_by_hipo(highspy: Any, program: LinearProgram, options: SolveOptions) -> RawSolution:
    """Solve by HiPO, then by crossover if asked for, and return the answer with the smaller error of the two.

    HiPO (1.15) restarts with IPX where it makes no progress, and its point is lost if that fails; it then runs again
    with a tolerance ten times larger. Within the run of HiPO a failing crossover has the same effect.
    """
    started = time.perf_counter()
    deadline = Deadline(options.time_limit)
    has_free_rows = np.any(~program.rows.has_lower & ~program.rows.has_upper)
    if options.raw.get("presolve") == "off" and has_free_rows:
        # HiPO (1.15) then writes beyond its memory.
        raise OptionError(
            "HiGHS: option presolve = off with solver = hipo is for programs whose rows have bounds"
        )
    ordering = "metis" if program.matrix.nonzeros >= _LARGE else "choose"
    raw = {
        "hipo_system": "augmented",
        "hipo_ordering": ordering,
        "ipm_optimality_tolerance": 1e-7,
        "primal_feasibility_tolerance": 1e-6,
        "dual_feasibility_tolerance": 1e-6,
        **options.raw,
    }
    # Crossover is called apart, below: a failing one within the run loses the point of HiPO.
    crossover = options.raw.get("run_crossover", "off")
    raw["run_crossover"] = "off" if crossover == "on" else crossover
    answer = _solved_linear(highspy, program, replace(options, raw=raw))
    if answer.solved and crossover != "on":
        return answer

    if answer.termination in (Termination.NUMERICAL_ERROR, Termination.ERROR):
        tolerance = 10 * raw.get("kkt_tolerance", options.tolerance or 1e-6)
        raw["kkt_tolerance"] = tolerance
        again = _solved_linear(
            highspy, program, replace(options, time_limit=deadline.left, raw=raw)
        )
        status = f"{again.status} with tolerance {tolerance:.0e}, after: {answer.status}"
        answer = smaller_residuals(program, answer, replace(again, status=status))

    if crossover == "on" and answer.solved:
        answer = _with_basis(highspy, program, answer, replace(options, time_limit=deadline.left))
    return replace(answer, seconds=time.perf_counter() - started)


def _with_basis(
    highspy: Any, program: LinearProgram, answer: RawSolution, options: SolveOptions
) -> RawSolution:
    """Return the vertex near the point of an answer, or that answer if no vertex has smaller residuals."""
    assert answer.primal is not None
    assert answer.dual is not None
    kept = replace(answer, status=f"{answer.status}; crossover found nothing better")
    try:
        basis = basis_from_point(program, answer.primal, answer.dual, options.time_limit)
    except KeyboardInterrupt:
        return replace(
            answer,
            termination=Termination.INTERRUPTED,
            status=f"{answer.status}; crossover interrupted",
        )
    if basis is None:
        return kept
    vertex = _solved_linear(highspy, program, replace(options, raw={"solver": "simplex"}), basis)
    if not vertex.solved:
        return kept
    vertex = replace(
        vertex,
        iterations=(answer.iterations or 0) + (vertex.iterations or 0),
        options={**answer.options, "run_crossover": "on"},
    )
    return smaller_residuals(program, kept, vertex)


def _solved_linear(
    highspy: Any, program: LinearProgram, options: SolveOptions, basis: Basis | None = None
) -> RawSolution:
    """Solve by the method that is chosen, or by that which suits the program and, if it fails, by others."""
    names = map(str, options.raw)
    if any(name.startswith(("solver", "simplex", "run_crossover")) for name in names):
        return _solved_by(highspy, program, options, basis)

    deadline = Deadline(options.time_limit)
    if basis is None and suits_interior_point(program):
        by_interior_point = replace(options, raw={**options.raw, "solver": "ipx"})
        answer = _solved_by(highspy, program, by_interior_point)
        if answer.termination in CUT_SHORT or (answer.solved and answer.basis is not None):
            return answer
        options = replace(options, time_limit=deadline.left)
    answer = _solved_by(highspy, program, options, basis)
    return _with_another_method(highspy, program, options, answer)


def _with_another_method(
    highspy: Any, program: LinearProgram, options: SolveOptions, answer: RawSolution
) -> RawSolution:
    """Return the answer, or that of another method with a basis where the simplex method failed.

    Presolve fails for numbers that are far apart in size, and so does the simplex method after it.
    """
    deadline = Deadline(options.time_limit)
    for raw in ({"presolve": "off"}, {"solver": "ipx"}):
        if answer.termination not in (Termination.ERROR, Termination.NUMERICAL_ERROR):
            break
        changed = replace(options, time_limit=deadline.left, raw={**raw, **options.raw})
        again = _solved_by(highspy, program, changed)
        if again.solved and again.basis is not None:
            answer = replace(again, status=f"{again.status}, after: {answer.status}")
    return answer


def _solved_by(
    highspy: Any, program: LinearProgram, options: SolveOptions, basis: Basis | None = None
) -> RawSolution:
    """Solve once, with the options as they are."""
    highs = new_highs(highspy)
    _set_options(highs, options)
    if options.threads is None and _WITH_THREADS.isdisjoint(options.raw):
        set_option(highs, "threads", 1)  # starting a pool takes longer than a small program
    return _solved(highs, highspy, program, options, basis)


def suits_interior_point(program: LinearProgram) -> bool:
    """Return whether interior point with crossover is likely to be faster than the simplex method.

    So it is for the programs of card games, whose rows have many entries; scripts/results/bench_highs.md has the times.
    """
    return len(program.rows) >= _MANY_ROWS and program.matrix.nonzeros >= _DENSE * len(program.rows)


def _solved(
    highs: Any,
    highspy: Any,
    program: LinearProgram,
    options: SolveOptions,
    basis: Basis | None,
    integer: Mask | None = None,
) -> RawSolution:
    """Pass a program, whose options are set, to HiGHS, run it and return the answer."""
    solver = f"HiGHS {highs.version()}"
    trivial = trivial_answer(program, solver)
    if trivial is not None:
        return trivial
    arrays = to_arrays(program)
    reason = refusal(arrays)
    if reason is not None:
        return RawSolution(Termination.NUMERICAL_ERROR, reason, solver=solver)

    sign = _sign(highs, program)
    if sign > 0:
        pass_program(highs, highspy, arrays, program.sense, integer)
    else:
        pass_program(highs, highspy, replace(arrays, cost=-arrays.cost), "min", integer)
    if basis is not None:
        pass_basis(highs, highspy, basis, program)

    # Without presolve the point at a limit is that of the program itself.
    ran = highs
    is_presolved = highs.getOptionValue("presolve")[1] != "off"
    if integer is None and is_presolved and _may_be_cut_short(highs):
        ran = _run_in_parts(highs, highspy, options.progress)
    else:
        _run(highs, highspy, options.progress, highs.run)
    return _answer(highs, ran, highspy, program, arrays, sign)


def _set_options(highs: Any, options: SolveOptions) -> None:
    """Set the portable options, HiGHS's own, and where the log goes."""
    method = options.raw.get("solver")
    traits = HighsBackend.traits
    solver = f"HiGHS's method {method}" if traits.is_first_order(method) else "HiGHS"
    require_tolerance_from(LEAST_TOLERANCE, solver, options)
    translated = translate(solver, options, PORTABLE, traits.met(options))
    for name, value in translated.items():
        set_option(highs, name, value)
    set_option(highs, "log_to_console", options.verbose)

    # After the portable ones, whose values they replace.
    for name, value in options.raw.items():
        if not isinstance(name, str):
            raise OptionError(f"HiGHS: names of options are strings, not {name!r}")
        set_option(highs, name, value)
    if "output_flag" not in options.raw:
        is_logged = options.progress is not None and method != "pdlp"
        set_option(highs, "output_flag", options.verbose or is_logged)


def _sign(highs: Any, program: LinearProgram) -> float:
    """Return -1 if a maximisation has to be passed as a minimisation.

    HiGHS (1.15) returns duals of a maximisation with the wrong sign, and an unknown status, if it has no basis:
    first-order methods when presolve reduces the program to nothing, interior point without crossover when it ends
    imprecise.
    """
    solver = highs.getOptionValue("solver")[1]
    crossover = highs.getOptionValue("run_crossover")[1]
    has_basis = not HighsBackend.traits.is_first_order(solver) and crossover == "on"
    return 1.0 if program.sense == "min" or has_basis else -1.0


_HIPO_BEGINS = re.compile("olving the (presolved )?LP|Solving LP without")
_HIPO_REPEATS_TOLERANCE = re.compile("IpxWrapper: feasibility_tol")


def _may_be_cut_short(highs: Any) -> bool:
    """Return whether a run has a limit, or is one of HiPO, which may restart."""
    unlimited = {
        "time_limit": math.inf,
        "simplex_iteration_limit": UNLIMITED,
        "ipm_iteration_limit": UNLIMITED,
        "pdlp_iteration_limit": UNLIMITED,
    }
    if highs.getOptionValue("solver")[1] == "hipo":
        return True
    return any(highs.getOptionValue(name)[1] < largest for name, largest in unlimited.items())


def _run_in_parts(highs: Any, highspy: Any, progress: Callable[[str], None] | None) -> Any:
    """Presolve, run on the reduced program, and postsolve; return the solver that ran.

    In one run HiGHS (1.16) does not postsolve the point that a method has at a limit, even if HiPO ended near the
    optimum, and the limit fell into the restart with IPX.
    """
    _run(highs, highspy, progress, highs.presolve)
    if highs.getModelPresolveStatus() != highspy.HighsPresolveStatus.kReduced:
        _run(highs, highspy, progress, highs.run)
        return highs

    # A run of its own, whose last point can be read and postsolved.
    reduced = new_highs(highspy)
    reduced.passOptions(highs.getOptions())
    set_option(reduced, "presolve", "off")
    left = highs.getOptionValue("time_limit")[1] - highs.getRunTime()
    set_option(reduced, "time_limit", max(1e-3, left))
    reduced.passModel(highs.getPresolvedLp())
    _run(reduced, highspy, progress, reduced.run)

    solution = reduced.getSolution()
    basis = reduced.getBasis()
    if _termination(reduced) in CUT_SHORT:
        # At a limit HiGHS marks its last iterates as invalid; without an iteration there are none.
        info = reduced.getInfo()
        methods = ("simplex", "ipm", "pdlp")
        has_iterated = max(getattr(info, f"{method}_iteration_count") for method in methods) > 0
        solution.value_valid = has_iterated
        solution.dual_valid = has_iterated
        basis.valid = False  # with a basis postsolve would go on to the optimum

    if basis.valid:

        def with_basis() -> None:
            # A run starts the pool of this thread, without which postsolve's simplex run crashes.
            new_highs(highspy).run()
            highs.postsolve(solution, basis)

        # By another method postsolve ends at an iteration limit.
        solver = highs.getOptionValue("solver")[1]
        set_option(highs, "solver", "simplex")
        _run(highs, highspy, progress, with_basis)
        set_option(highs, "solver", solver)
    elif solution.value_valid and solution.dual_valid:
        _run(highs, highspy, progress, lambda: highs.postsolve(solution))
    return reduced


def _run(
    highs: Any, highspy: Any, progress: Callable[[str], None] | None, work: Callable[[], object]
) -> None:
    """Do the work of HiGHS and pass its log lines to `progress`; Ctrl-C, or an exception of `progress`, stops it.

    HiPO (1.15) logs nothing unless it finds the terminal's log on when it begins, so that log is on between the last
    line before HiPO and its first check for an interruption.
    """
    stop = threading.Event()
    failures: list[BaseException] = []
    events = highspy.cb.HighsCallbackType
    # A solver keeps its callback, and would never be freed if that kept the solver.
    observed = weakref.proxy(highs)
    unfinished = ""

    solver = highs.getOptionValue("solver")[1]
    on_terminal = highs.getOptionValue("log_to_console")[1]
    logs_hipo = (
        solver == "hipo" and progress is not None and not on_terminal and highs.getNumRow() > 0
    )
    last_line_before_hipo = _HIPO_BEGINS
    if highs.getOptionValue("kkt_tolerance")[1] != highspy.HighsOptions().kkt_tolerance:
        last_line_before_hipo = _HIPO_REPEATS_TOLERANCE

    def callback(event: int, message: str, _: Any, reply: Any, __: Any) -> None:
        nonlocal unfinished
        if event != int(events.kCallbackLogging):
            reply.user_interrupt = stop.is_set()
            if logs_hipo:
                observed.setOptionValue("log_to_console", False)
            return
        *lines, unfinished = (unfinished + message).split("\n")
        for line in lines:
            pass_on(line)
        if logs_hipo and last_line_before_hipo.search(message):
            observed.setOptionValue("log_to_console", True)

    def pass_on(line: str) -> None:
        if progress is not None and line.strip() and not stop.is_set():
            try:
                progress(line.strip())
            except BaseException as error:
                failures.append(error)
                stop.set()

    highs.setCallback(callback, None)
    highs.startCallback(events.kCallbackSimplexInterrupt)
    highs.startCallback(events.kCallbackIpmInterrupt)
    highs.startCallback(events.kCallbackMipInterrupt)
    if progress is not None:
        highs.startCallback(events.kCallbackLogging)
    on_own_thread(highspy, work, stop)

    pass_on(unfinished)  # a last line without an end
    if failures:
        raise failures[0]
    if stop.is_set() and highs.getModelStatus() != highspy.HighsModelStatus.kInterrupt:
        raise KeyboardInterrupt


def _termination(highs: Any) -> Termination:
    return ends.HIGHS.get(highs.getModelStatus().name, Termination.ERROR)


def _point(highs: Any, ran: Any, termination: Termination) -> tuple[Floats | None, Floats | None]:
    """Return the primal and the dual point, None for an invalid one.

    At a limit HiGHS (1.15) marks its last iterates as invalid. Without presolve those of interior point and ``pdlp``
    are usable; after presolve they belong to the reduced program. ``hipo`` and ``hipdlp`` return zeros marked as valid.
    """
    if termination in NO_OPTIMUM:
        return None, None
    solution = highs.getSolution()
    solver = highs.getOptionValue("solver")[1]
    presolve = highs.getOptionValue("presolve")[1]
    is_at_limit = termination in CUT_SHORT and ran is highs
    is_usable = is_at_limit and solver in ("ipx", "hipo", "pdlp") and presolve == "off"
    if is_at_limit and solver in ("hipo", "hipdlp") and not is_usable:
        return None, None

    primal = dual = None
    if solution.value_valid or is_usable:
        primal = np.array(solution.col_value, dtype=np.float64)
    if solution.dual_valid or is_usable:
        dual = np.array(solution.row_dual, dtype=np.float64)
    return primal, dual


def _answer(
    highs: Any, ran: Any, highspy: Any, program: LinearProgram, arrays: ProgramArrays, sign: float
) -> RawSolution:
    """Return the answer of a run; `ran` is the solver of the reduced program, if there was one, else `highs`."""
    # Postsolve may leave larger residuals, and so another status than that of the reduced program.
    judge = highs if _termination(ran) is Termination.SOLVED else ran
    termination = _termination(judge)
    status = highs.modelStatusToString(judge.getModelStatus())
    lost = lost_entries(arrays)
    if lost:
        status += f" ({lost} matrix entries too small and dropped)"

    primal, dual = _point(highs, ran, termination)
    objective = None
    if primal is not None:
        objective = float(arrays.cost @ primal)
    if dual is not None:
        dual = sign * dual

    info = ran.getInfo()
    iterations = 0
    for method in ("simplex", "ipm", "crossover", "pdlp"):
        iterations += max(0, getattr(info, f"{method}_iteration_count"))  # -1 if it did not run
    seconds = highs.getRunTime()
    if ran is not highs:
        seconds += ran.getRunTime()
    return RawSolution(
        termination,
        status,
        primal=primal,
        dual=dual,
        objective=objective,
        basis=final_basis(highs, highspy, arrays),
        iterations=iterations,
        seconds=float(seconds),
        options=changed_options(highs, highspy),
        solver=f"HiGHS {highs.version()}",
    )


# ---- crossover ----


def basis_from_point(
    program: LinearProgram, primal: Vector, dual: Vector, time_limit: float | None = None
) -> Basis | None:
    """Return an optimal basis near a primal vector, shape (n,), and row duals, shape (m,).

    It is optimal in double precision according to the simplex method, started from the crossover's basis; None is
    returned if that finds no optimal basis in time, or the point is not finite.

    Crossover is Megiddo's strongly polynomial algorithm from a pair of optimal points to a basis ("On finding primal-
    and dual-optimal bases", ORSA Journal on Computing 3, 1991). It requires a complementary pair, so each column is
    first moved to a bound or its reduced cost set to zero, whichever is the smaller change.
    """
    point = doubles(primal)
    prices = doubles(dual)
    if not (np.all(np.isfinite(point)) and np.all(np.isfinite(prices))):
        return None
    highspy = import_highspy()
    arrays = to_arrays(program)
    if program.sense == "max":
        prices = -prices

    slack_rows = np.flatnonzero(arrays.row_lower != arrays.row_upper)
    slacks = (arrays.matrix @ point)[slack_rows]
    equations = _with_slacks(arrays, program.sense, slack_rows)
    start, costs = _complementary(
        np.concatenate([point, slacks]),
        equations.cost - equations.matrix.T @ prices,
        equations.column_lower,
        equations.column_upper,
    )

    solution = highspy.HighsSolution()
    solution.col_value = start
    solution.col_dual = costs
    solution.row_value = equations.row_lower
    solution.row_dual = prices
    solution.value_valid = True
    solution.dual_valid = True
    basis = _cross_over(highspy, equations, solution, time_limit)
    if basis is None:
        return None
    return _without_slacks(basis, slack_rows, len(point))


def _cross_over(
    highspy: Any, equations: ProgramArrays, solution: Any, time_limit: float | None
) -> Basis | None:
    """Return the basis of the simplex method from that of the crossover, if it is optimal."""
    highs = new_highs(highspy)
    if time_limit is not None:
        set_option(highs, "time_limit", time_limit)

    def work() -> None:
        highs.run()  # without a model: crossover crashes unless HiGHS has started its pool of threads
        pass_program(highs, highspy, equations, "min")
        if highs.crossover(solution) == highspy.HighsStatus.kError:
            highs.clearSolver()
        highs.run()

    interrupted = threading.Event()
    on_own_thread(highspy, work, interrupted)
    if interrupted.is_set():
        raise KeyboardInterrupt
    if highs.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        return None
    return final_basis(highs, highspy, equations)


def _with_slacks(arrays: ProgramArrays, sense: str, slack_rows: Any) -> ProgramArrays:
    """Return the minimisation whose rows are all equations: row i becomes a·x - s = 0 with bounds on s.

    Crossover of HiGHS (1.15) with other rows returns wrong bases or crashes.
    """
    require("scipy.sparse")
    from scipy.sparse import csr_array, hstack

    m = arrays.matrix.shape[0]
    k = len(slack_rows)
    slack = csr_array((-np.ones(k), (slack_rows, np.arange(k))), shape=(m, k))
    extended = csr_array(hstack([arrays.matrix, slack], format="csr"))
    sides = np.where(arrays.row_lower == arrays.row_upper, arrays.row_lower, 0.0)
    cost = arrays.cost if sense == "min" else -arrays.cost
    return ProgramArrays(
        np.concatenate([cost, np.zeros(k)]),
        RowEntries(extended.data, extended.indices, extended.indptr, extended.shape),
        sides,
        sides,
        np.concatenate([arrays.column_lower, arrays.row_lower[slack_rows]]),
        np.concatenate([arrays.column_upper, arrays.row_upper[slack_rows]]),
    )


def _complementary(
    point: Floats, costs: Floats, lower: Floats, upper: Floats
) -> tuple[Floats, Floats]:
    """Return the point and the reduced costs, with the point at a bound or the cost zero in every column."""
    point = np.clip(point, lower, upper)
    to_lower = (costs > 0) & (point - lower <= costs)
    to_upper = (costs < 0) & (upper - point <= -costs)
    moved = np.where(to_lower, lower, np.where(to_upper, upper, point))
    keeps_cost = to_lower | to_upper | (lower == upper)
    return moved, np.where(keeps_cost, costs, 0.0)


def _without_slacks(basis: Basis, slack_rows: Any, columns: int) -> Basis:
    """Return the basis of the original rows: a row has the status of its slack."""
    rows = basis.rows.copy()
    slack = basis.columns[columns:]
    rows[slack_rows] = np.where(rows[slack_rows] == BasisStatus.BASIC, BasisStatus.BASIC, slack)
    return Basis(basis.columns[:columns], rows)
