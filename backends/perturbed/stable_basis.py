"""The backend `stable-basis`: any LP solver at numbers ε, then an exact proof for all small ε.

Where ε is in the right-hand side and the objective, the lexicographic simplex method continues from the basis of the
solver to a basis that is optimal for all small ε, which is proved in rational arithmetic.

Where ε is in the matrix, a basis defines rational functions x(ε) and y(ε), whose signs for all small ε > 0 are those of
their lowest coefficients. If a sign is wrong, it is wrong below the smallest positive root of a known polynomial, and
the basis is not optimal there: the next ε is taken from that range. Since the functions take most of the time, they are
computed only of a basis that is optimal at ε to some hundred bits: HiGHS solves the program at a few ever smaller
numbers, and precise pivots continue from its last basis. Where that is not enough, pivots in rational arithmetic do. A
basis that is not stable never returns, so the method ends.

References
----------
Farina, Gatti & Sandholm, Practical exact algorithm for trembling-hand equilibrium refinements in games, NeurIPS 2018;
Farina & Gatti, Extensive-form perfect equilibrium computation in two-player games, AAAI 2017; Miltersen & Sørensen,
SODA 2006.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

import numpy as np

from seqform.backends.answers import solved_in_doubles
from seqform.backends.exact.simplex import ComputationalForm, ExactSimplex
from seqform.backends.exact.solution import crossed_over, exact_solution
from seqform.backends.machine_code import warn_if_missing
from seqform.backends.perturbed.lexicographic_simplex import (
    LexicographicSimplex,
    NumericalTroubleError,
)
from seqform.backends.perturbed.proofs import (
    Proof,
    basis_functions,
    proof_of_no_optimum,
    proof_of_optimality,
    prove_by_exact_pivots,
    sign_holds_below,
    slack_basis,
)
from seqform.backends.perturbed.root_bound import suggested_epsilon
from seqform.backends.protocol import (
    UNSET_OPTIONS,
    Backend,
    SolveOptions,
    checks_call,
    traits_of,
)
from seqform.backends.solvers.highs import HighsBackend
from seqform.errors import CertificationError, ModelError, SolveError
from seqform.models.numbers.given import Given, given_rational
from seqform.models.numbers.polynomials import PolynomialArray
from seqform.models.numbers.text import shown_rational
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.perturbed import (
    Functions,
    MatrixPerturbedProgram,
    PerturbedLinearProgram,
    PerturbedSolution,
)
from seqform.models.programs.solutions import CUT_SHORT, NO_OPTIMUM, Basis, RawSolution, Termination
from seqform.system.deadline import Deadline, OutOfTimeError

ATTEMPTS = 4
"""Number of numbers ε, each a third of the last, at which the solver is called; then the start is the last basis."""

FIRST_EPSILON = Fraction(1, 1000)
"""The first ε of programs with ε in their matrix."""

MOST_FAILURES = 5
"""Number of numbers ε without an optimum, each a tenth of the last, after which such a program is given up."""

SHRINK = 4
"""Divisor of the bound below which a basis is not optimal, for the next ε."""

HIGHS_ATTEMPTS = 3
"""Number of runs of HiGHS, each from the last basis; its answers at ever smaller ε become useless."""

PRECISE_BITS = 400
"""Bits of the numbers with which a basis is checked, and exchanged for an optimal one, before its functions."""

TOLERANCE = 1e-10
"""The tightest of HiGHS: least weights multiply along a path, and looser tolerances would hide them."""


class StableBasisBackend:
    """Perturbed linear programs, for all small ε > 0 at once, from the basis that a solver finds at one number ε.

    - `solver`: For linear programs; HiGHS by default. If it returns a point without a basis, HiGHS crosses over to one.
    - `epsilon`: The first number at which the solver is called, by default `suggested_epsilon`, or 1/1000 where ε is in
      the matrix. If the solver fails, smaller ones are tried. Unless there are several, the answer does not depend on
      ε.

    Examples
    --------
    >>> import seqform as sf
    >>> from seqform.builders.programs.perturbed_lp import perturbed_lp
    >>> program = sf.builders.sequence_form(sf.load("kuhn")).then(perturbed_lp).target
    >>> answer = StableBasisBackend().solve(program)
    >>> answer.termination, answer.proven, program.violations(answer.primal, answer.dual)
    (<Termination.SOLVED: 'solved'>, True, [])
    """

    name = "stable-basis"
    supports: frozenset[type] = frozenset({PerturbedLinearProgram, MatrixPerturbedProgram})
    exact = True

    def __init__(self, solver: Backend | None = None, epsilon: Given | None = None) -> None:
        self.solver: Backend = HighsBackend() if solver is None else solver
        self.epsilon: Fraction | None = None
        if epsilon is not None:
            expected = "a number above 0 and below 1"
            exact = given_rational(epsilon, "ε", expected, lambda value: 0 < value < 1, ModelError)
            self.epsilon = Fraction(exact)

    def calling(self, solver: Backend, epsilon: Fraction | None = None) -> StableBasisBackend:
        """Return the method with another solver of linear programs, and another first ε."""
        return StableBasisBackend(solver, epsilon)

    @checks_call
    def solve(self, model: Any, options: SolveOptions = UNSET_OPTIONS) -> PerturbedSolution:
        """Solve a perturbed program; the options are those of the solver, the time limit is for all phases together.

        If SOLVED, the answer is proven and `basis` is stable. INFEASIBLE and UNBOUNDED are proved, too, where ε is not
        in the matrix. After a limit or Ctrl-C, `basis` is the last one. `seconds` has the phases "solver", "pivots" and
        "certificate", or "solver" and "functions". Raises SolveError if a basis is both too large and too
        ill-conditioned for exact arithmetic.
        """
        run: _Run
        if isinstance(model, MatrixPerturbedProgram):
            epsilon = self.epsilon or FIRST_EPSILON
            run = _MatrixRun(solver=self.solver, options=options, epsilon=epsilon, program=model)
        else:
            epsilon = self.epsilon or suggested_epsilon(model)
            run = _LexicographicRun(
                solver=self.solver, options=options, epsilon=epsilon, program=model
            )
        return run.solve()


@dataclass(kw_only=True)
class _Run(ABC):
    """State of a method that solves a program at numbers ε and proves the answer for all small ε.

    `epsilon` is the next number, `basis` the last basis, from which a solver that takes one starts, and `raw` the last
    answer at a number ε. The time limit applies to all phases together; `seconds` counts them apart.
    """

    solver: Backend
    options: SolveOptions
    epsilon: Fraction
    basis: Basis | None = None
    raw: RawSolution | None = None
    called: str = ""  # name and version of the solver
    method: str
    iterations: int = 0
    pivots: int = 0
    attempts: int = 0
    seconds: dict[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.deadline = Deadline(self.options.time_limit)

    def solve(self) -> PerturbedSolution:
        """Run the method; the time limit and Ctrl-C end it with the basis reached."""
        try:
            return self._solve()
        except OutOfTimeError:
            return self._unfinished(Termination.TIME_LIMIT)
        except KeyboardInterrupt:
            return self._unfinished(Termination.INTERRUPTED)

    @abstractmethod
    def _solve(self) -> PerturbedSolution: ...

    @abstractmethod
    def _unfinished(self, termination: Termination) -> PerturbedSolution: ...

    def _ask(self, model: LinearProgram) -> RawSolution:
        """Return the answer of the solver to the program at a number ε."""
        raw = self.options.raw
        if self.options.tolerance is None and self.solver.name in ("highs", "exact"):
            tolerances = {
                "primal_feasibility_tolerance": TOLERANCE,
                "dual_feasibility_tolerance": TOLERANCE,
            }
            raw = tolerances | dict(raw)
        options = replace(self.options, time_limit=self._time_left(), raw=raw)

        start: tuple[Basis, ...] = ()
        if self.basis is not None and traits_of(self.solver).takes_basis:
            start = (self.basis,)
        answer = solved_in_doubles(self.solver, model, options, *start)
        self.iterations += answer.iterations or 0
        self.called = answer.solver
        return answer

    def _time_left(self) -> float | None:
        """Return the remaining seconds, None without a limit; raise OutOfTimeError if none are left."""
        self.deadline.check()
        return self.deadline.left

    def _report(self, text: str) -> None:
        if self.options.progress is not None:
            self.options.progress(text)

    @contextmanager
    def _phase(self, name: str) -> Iterator[None]:
        """Add the duration of a block to `seconds`."""
        began = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[name] = self.seconds.get(name, 0.0) + time.perf_counter() - began

    def _solution(
        self, termination: Termination, status: str, **functions: Any
    ) -> PerturbedSolution:
        """Return an answer with the basis reached, and the functions of ε if they are proved."""
        return PerturbedSolution(
            termination,
            status,
            **functions,
            basis=self.basis,
            epsilon=self.epsilon,
            iterations=self.iterations + self.pivots,
            pivots=self.pivots,
            attempts=self.attempts,
            seconds=dict(self.seconds),
            options=dict(self.raw.options) if self.raw is not None else {},
            solver=", ".join(filter(None, (self.called, self.method))),
        )


@dataclass(kw_only=True)
class _LexicographicRun(_Run):
    program: PerturbedLinearProgram
    method: str = "lexicographic simplex"

    def _solve(self) -> PerturbedSolution:
        with self._phase("solver"):
            stopped = self._ask_solver()
        if stopped is not None:
            return self._unfinished(stopped)
        proof = self._proof()
        self.basis = proof.basis
        self.pivots += proof.pivots
        if proof.termination is not Termination.SOLVED:
            status = f"{proof.termination} for all small ε, proved over the rationals"
            return self._solution(proof.termination, status)

        status = "optimal for all small ε, proved over the rationals"
        return self._solution(
            Termination.SOLVED, status, primal=proof.primal, dual=proof.dual, proven=True
        )

    def _ask_solver(self) -> Termination | None:
        """Get a basis from the solver; return the limit that stopped it, if any.

        Without an optimum the number ε may be too large, so that a third of it is tried.
        """
        for attempt in range(ATTEMPTS):
            if attempt:
                self._report(
                    f"{self.solver.name} at ε: {self.raw and self.raw.termination}; "
                    f"trying ε = {shown_rational(self.epsilon / 3)}"
                )
                self.epsilon /= 3

            model = self.program.at(self.epsilon)
            self.raw = self._ask(model)
            basis = self.raw.basis or crossed_over(model, self.raw)
            self.basis = basis or self.basis
            if self.raw.termination in CUT_SHORT:
                return self.raw.termination
            if basis is not None and self.raw.termination not in NO_OPTIMUM:
                return None
        return None

    def _proof(self) -> Proof:
        """Return the proof from the basis of the solver on."""
        # Small programs, too: where the basis of the solver is stable, the lexicographic simplex method takes 1 to 2 ms
        # more than the certificate alone; where it is not, exact pivots take 2 to 50 times as long as all phases here,
        # from some 400 rows × orders of ε on. Proper equilibria have few rows of many orders.
        try:
            return self._pivoted_proof()
        except (NumericalTroubleError, ZeroDivisionError, ModelError) as error:
            self._report(f"{error}: continuing with exact pivots, which are slow")
        with self._phase("certificate"):
            start = self.basis or slack_basis(self.program)
            return prove_by_exact_pivots(self.program, start, self.deadline, self.options.progress)

    def _pivoted_proof(self) -> Proof:
        """Pivot in doubles and residues; prove the result, or continue in rational arithmetic."""
        warn_if_missing()
        with self._phase("pivots"):
            simplex = LexicographicSimplex(
                self.program, self.basis, self.deadline, self.options.progress
            )
            try:
                outcome = simplex.run()
            finally:
                self.basis = simplex.basis
                self.pivots += simplex.pivots

        with self._phase("certificate"):
            if outcome is Termination.SOLVED:
                proof = proof_of_optimality(self.program, self.basis, self.deadline)
            else:
                proof = proof_of_no_optimum(
                    self.program, self.basis, simplex.culprit, self.deadline
                )
            if proof is not None:
                return proof
            self._report("the proof fails: continuing with exact pivots, which are slow")
            return prove_by_exact_pivots(
                self.program, self.basis, self.deadline, self.options.progress
            )

    def _unfinished(self, termination: Termination) -> PerturbedSolution:
        return self._solution(
            termination, f"{termination} after {self.pivots} lexicographic pivots"
        )


@dataclass(kw_only=True)
class _MatrixRun(_Run):
    """State of the method for one program.

    SOLVED is proven. INFEASIBLE and UNBOUNDED are results at numbers ε and prove nothing about smaller ones. HiGHS runs
    up to `HIGHS_ATTEMPTS` times, other solvers once.
    """

    program: MatrixPerturbedProgram
    method: str = "rational functions"
    is_checked: bool = False  # whether the basis is optimal at ε to many bits

    def _solve(self) -> PerturbedSolution:
        while True:
            stopped = self._solve_at_number()
            if stopped is not None:
                return self._unfinished(stopped)
            if not self.is_checked:
                self.epsilon /= SHRINK
                continue

            with self._phase("functions"):
                pair = self._proved()
            if pair is not None:
                primal, dual = pair
                status = "optimal for all small ε, proved over the rationals"
                return self._solution(
                    Termination.SOLVED, status, primal=primal, dual=dual, proven=True
                )

    def _solve_at_number(self) -> Termination | None:
        """Find a basis that is optimal at ε; return the termination if that fails."""
        for _ in range(MOST_FAILURES):
            self.attempts += 1
            self._report(f"solving at ε = {shown_rational(self.epsilon)}")
            with self._phase("solver"):
                raw = self.raw = self._solved_at(self.program.at(self.epsilon))
            if raw.termination is Termination.SOLVED:
                self.basis = raw.basis
                return None
            if raw.termination not in NO_OPTIMUM:
                return raw.termination
            self.epsilon /= 10
        return self.raw.termination if self.raw is not None else Termination.ERROR

    def _solved_at(self, model: LinearProgram) -> RawSolution:
        """Return an optimum at a number ε: that of the solver if its basis is new, otherwise one by precise pivots."""
        start = RawSolution(Termination.ERROR, "a basis for a larger ε", basis=self.basis)
        again = traits_of(self.solver).takes_basis and self.attempts <= HIGHS_ATTEMPTS
        if self.basis is None or again:
            answer = self._ask(model)
            self.is_checked = self.solver.exact
            is_complete = self.solver.exact and not (answer.solved and answer.basis is None)
            is_cut_short = answer.termination in CUT_SHORT
            if is_cut_short or is_complete or _has_other_basis(answer, self.basis):
                return answer
            if self.basis is None:
                start = answer

        # The solver has no other basis. The last one is checked once to many bits, and then over the rationals.
        was_checked = self.is_checked
        self.is_checked = True
        if self.basis is not None and not was_checked:
            basis = self._checked(model, self.basis)
            if basis is not None:
                status = f"optimal to {PRECISE_BITS} bits"
                return RawSolution(Termination.SOLVED, status, basis=basis)
        return exact_solution(
            model, start, time_limit=self._time_left(), progress=self.options.progress
        )

    def _checked(self, model: LinearProgram, basis: Basis) -> Basis | None:
        """Return a basis that is optimal to many bits, None without any, and the given one if it is ill-conditioned."""
        form = ComputationalForm(model)
        simplex = ExactSimplex(
            form, form.statuses_of(basis), self.deadline, self.options.progress, bits=PRECISE_BITS
        )
        try:
            is_optimal = simplex.run().termination is Termination.SOLVED
        except SolveError:
            return basis
        return form.basis_of(simplex.statuses) if is_optimal else None

    def _proved(self) -> tuple[Functions, Functions] | None:
        """Return the optimal pair if the basis is stable; otherwise choose an ε at which it is not optimal."""
        assert self.basis is not None
        try:
            primal, dual = basis_functions(
                self.program, self.basis, self.deadline, self.options.progress
            )
        except SolveError as error:
            self._report(f"{error}: repairing it")
            self.epsilon /= SHRINK
            return None

        wrong = self.program.wrong_conditions(primal, dual)
        if wrong:
            self._report(f"not optimal for smaller ε: {wrong[0][0]}")
            functions = PolynomialArray.concatenate([function for _, function in wrong])
            self.epsilon = sign_holds_below(functions, self.epsilon) / SHRINK
            return None

        if not self.program.has_equal_objectives(primal, dual):
            raise CertificationError(
                "perturbed linear program: the objectives differ; please report the program"
            )
        return primal, dual

    def _unfinished(self, termination: Termination) -> PerturbedSolution:
        return self._solution(termination, f"{termination} at ε = {shown_rational(self.epsilon)}")


def _has_other_basis(raw: RawSolution, known: Basis | None) -> bool:
    """Return whether an answer has an optimal basis, and another one than the last."""
    if not raw.solved or raw.basis is None:
        return False
    if known is None:
        return True
    is_known = np.array_equal(raw.basis.columns, known.columns)
    return not (is_known and np.array_equal(raw.basis.rows, known.rows))
