"""The method `symbolic`: the simplex method with ε kept as an indeterminate."""

from __future__ import annotations

import time
from dataclasses import replace

from seqform.backends.checks import check_names, translate
from seqform.backends.exact.deadline import Deadline, OutOfTimeError
from seqform.backends.options import SolveOptions
from seqform.backends.perturbed.basis_polynomials import proves_infeasible, proves_unbounded
from seqform.backends.perturbed.symbolic_simplex import SymbolicSimplex
from seqform.backends.perturbed.symbolic_tableau import SymbolicTableau
from seqform.errors import CertificationError, SolveError
from seqform.models.number_text import counted
from seqform.models.perturbed_linear_program import PerturbedLinearProgram
from seqform.models.perturbed_solution import PerturbedSolution
from seqform.models.raw_solution import Termination

SOLVER = "symbolic simplex"

MOST_ENTRIES = 10**7
"""The tableau is dense; a larger one is for the method stable-basis."""


def solve_symbolic(program: PerturbedLinearProgram, options: SolveOptions | None = None) -> PerturbedSolution:
    """Solve a perturbed program as the paper proposes: simplex pivots on a tableau whose numbers are polynomials in ε.

    All is decided in integers, for all small ε > 0 at once. For programs of up to some hundred rows.

    Parameters
    ----------
    program : PerturbedLinearProgram
    options : SolveOptions, optional
        Of which `time_limit` and `progress` mean something here.

    Returns
    -------
    PerturbedSolution
        Of termination SOLVED, with `proven` true: no condition of `program.violations` is violated; INFEASIBLE or
        UNBOUNDED, proved for all small ε; or TIME_LIMIT or INTERRUPTED, with the pivots so far in the status.

    Raises
    ------
    OptionError
        If an option is set that the method does not have.
    SolveError
        If the tableau would have more than ten million entries.
    CertificationError
        If the answer does not pass its own check.

    References
    ----------
    Miltersen & Sørensen, Computing sequential equilibria for two-player games, SODA 2006, section 2.3.

    Examples
    --------
    >>> import seqform as sf
    >>> from seqform.builders.perturbed_lp import perturbed_lp
    >>> from seqform.builders.sequence_form import sequence_form
    >>> step = perturbed_lp(sequence_form(sf.load("guess-the-ace")).target)
    >>> answer = solve_symbolic(step.target)
    >>> answer.proven, step.lift(answer).limit[1]["asked"]
    (True, {'yes': Fraction(0, 1), 'no': Fraction(1, 1)})
    """
    options = options or SolveOptions()
    translate(SOLVER, options, {"time_limit": ("time_limit",)})
    check_names(SOLVER, options.raw, ())
    m, n = program.matrix.shape
    if m * n > MOST_ENTRIES:
        raise SolveError(
            f"{SOLVER}: {m:,} rows × {n:,} columns are too many for its dense tableau; use the method stable-basis"
        )
    started = time.perf_counter()
    simplex = SymbolicSimplex(SymbolicTableau(program), Deadline(options.time_limit), options.progress)
    try:
        termination = simplex.run()
    except OutOfTimeError:
        termination = Termination.TIME_LIMIT
    except KeyboardInterrupt:
        termination = Termination.INTERRUPTED
    return _answer(program, simplex, termination, started)


def _answer(
    program: PerturbedLinearProgram, simplex: SymbolicSimplex, termination: Termination, started: float
) -> PerturbedSolution:
    pivoted = time.perf_counter()
    answer = PerturbedSolution(
        termination,
        f"{termination} after {counted(simplex.pivots, 'pivot')}, {simplex.phase}",
        iterations=simplex.pivots,
        pivots=simplex.pivots,
        solver=SOLVER,
    )
    if termination is Termination.SOLVED:
        answer = _optimal(program, simplex.tableau, answer)
    elif termination in (Termination.INFEASIBLE, Termination.UNBOUNDED):
        answer = _without_optimum(program, simplex, answer)
    seconds = {"pivots": pivoted - started, "check": time.perf_counter() - pivoted}
    return replace(answer, seconds=seconds)


def _optimal(program: PerturbedLinearProgram, tableau: SymbolicTableau, answer: PerturbedSolution) -> PerturbedSolution:
    primal, dual = tableau.primal(), tableau.dual()
    if found := program.violations(primal, dual):
        raise CertificationError(f"{SOLVER}: the answer fails its check, {found[0]}; please report the program")
    status = f"optimal for all small ε, proved over the rationals; {counted(answer.pivots, 'pivot')}"
    return replace(answer, status=status, primal=primal, dual=dual, proven=True, basis=tableau.basis())


def _without_optimum(
    program: PerturbedLinearProgram, simplex: SymbolicSimplex, answer: PerturbedSolution
) -> PerturbedSolution:
    tableau = simplex.tableau
    if answer.termination is Termination.INFEASIBLE:
        proved = proves_infeasible(program, tableau.multipliers(simplex.culprit))
    else:
        proved = proves_unbounded(program, tableau.primal(), tableau.ray(simplex.culprit))
    if not proved:
        raise CertificationError(
            f"{SOLVER}: the proof that the program is {answer.termination} fails its check; please report the program"
        )
    status = f"{answer.termination} for all small ε, proved over the rationals; {counted(answer.pivots, 'pivot')}"
    return replace(answer, status=status)
