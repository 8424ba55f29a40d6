"""A basis that stays optimal as ε falls to 0, where the matrix depends on ε."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from seqform.backends.exact.deadline import OutOfTimeError
from seqform.backends.exact.solution import exact_solution
from seqform.backends.highs import HighsBackend
from seqform.backends.options import SolveOptions
from seqform.backends.perturbed.numeric_run import NO_OPTIMUM, NumericRun
from seqform.backends.perturbed.positive_roots import sign_holds_below
from seqform.backends.perturbed.rational_basis import basis_functions
from seqform.backends.protocol import Backend
from seqform.errors import CertificationError, ModelError, SolveError
from seqform.models.linear_program import LinearProgram
from seqform.models.matrix_perturbed_program import MatrixPerturbedProgram
from seqform.models.number_text import shown_rational
from seqform.models.polynomials import PolynomialArray
from seqform.models.rational_functions import RationalFunctionArray
from seqform.models.rational_solution import RationalSolution
from seqform.models.raw_solution import CUT_SHORT, Basis, RawSolution, Termination

FIRST_EPSILON = Fraction(1, 1000)

HOPELESS = 5
"""After so many numbers ε without an optimum, each a tenth of the last, the program is taken to have none."""

SHRINK = 4
"""How far below the bound under which a basis is not optimal the next ε lies."""

ASKED = 3
"""How often HiGHS is asked, from the last basis on. What it finds at ever smaller ε is worth ever less."""


def solve_behavior_stable_basis(
    program: MatrixPerturbedProgram,
    backend: Backend,
    options: SolveOptions | None = None,
    epsilon: Fraction | None = None,
) -> RationalSolution:
    """Solve a linear program whose matrix depends on ε, for all small ε > 0 at once.

    A solver is asked at one number ε. The basis found there gives rational functions x(ε) and y(ε), whose signs for
    all small ε > 0 are those of lowest coefficients. Where one is wrong, it is so below the smallest positive
    root of a known polynomial, and the basis is not optimal there: the next ε is taken from that range. There HiGHS
    goes on from that basis, and after a few such attempts exact pivots do, which lead to a basis that is optimal at ε.
    It is left behind for good if it is not stable, so this ends.

    Parameters
    ----------
    program : MatrixPerturbedProgram
    backend : Backend
        For linear programs: HiGHS is asked up to `ASKED` times, others once. A point without a basis is turned
        into one.
    options : SolveOptions, optional
        `time_limit` is for everything together.
    epsilon : Fraction, optional
        The first number, 1/1000 if absent.

    Returns
    -------
    RationalSolution
        With ``proven=True`` and `basis` stable if SOLVED. That there is no optimum is found at numbers ε only, and
        proves nothing about smaller ones. Where a limit is reached or Ctrl-C is pressed, `basis` is the last one.
        `seconds` are those of the phases "solver" and "functions".

    Raises
    ------
    ModelError
        If ε is not between 0 and 1.
    SolveError
        If a basis is both too large and too ill-conditioned for exact arithmetic.
    CertificationError
        If the answer does not pass its own check.

    References
    ----------
    Farina & Gatti (2017), Extensive-form perfect equilibrium computation in two-player games, AAAI; Farina, Gatti &
    Sandholm, NeurIPS 2018.

    Examples
    --------
    >>> import seqform as sf
    >>> from seqform.backends.highs import HighsBackend
    >>> from seqform.builders.behavior_perturbed_lp import behavior_perturbed_lp
    >>> from seqform.builders.sequence_form import sequence_form
    >>> program = behavior_perturbed_lp(sequence_form(sf.load("kuhn-with-raise")).target).target
    >>> answer = solve_behavior_stable_basis(program, HighsBackend())
    >>> answer.termination, answer.proven, program.violations(answer.primal, answer.dual)
    (<Termination.SOLVED: 'solved'>, True, [])
    """
    if epsilon is not None and not (isinstance(epsilon, int | Fraction) and 0 < epsilon < 1):
        raise ModelError(f"ε: a fraction between 0 and 1 expected, not {epsilon!r}; Fraction(1, 1000) for a thousandth")
    epsilon = epsilon or FIRST_EPSILON
    return _Run(program=program, backend=backend, options=options or SolveOptions(), epsilon=epsilon).solve()


@dataclass(kw_only=True)
class _Run(NumericRun):
    """One call of the method."""

    program: MatrixPerturbedProgram
    attempts: int = 0
    solver: str = ""

    def solve(self) -> RationalSolution:
        try:
            while True:
                stopped = self._solve_at_number()
                if stopped is not None:
                    return self._unfinished(stopped)
                with self.phase("functions"):
                    pair = self._proved()
                if pair is not None:
                    return self._finished(*pair)
        except OutOfTimeError:
            return self._unfinished(Termination.TIME_LIMIT)
        except KeyboardInterrupt:
            return self._unfinished(Termination.INTERRUPTED)

    def _solve_at_number(self) -> Termination | None:
        """Find the basis that is optimal at ε; return why that failed, if it did."""
        for _ in range(HOPELESS):
            self.attempts += 1
            self.tell(f"solving at ε = {shown_rational(self.epsilon)}")
            with self.phase("solver"):
                raw = self.raw = self._solved_at(self.program.at(self.epsilon))
            if raw.termination is Termination.SOLVED:
                self.basis = raw.basis
                return None
            if raw.termination not in NO_OPTIMUM:
                return raw.termination
            self.epsilon /= 10
        return self.raw.termination if self.raw is not None else Termination.ERROR

    def _solved_at(self, model: LinearProgram) -> RawSolution:
        """Return an optimum at a number ε: the solver's if its basis is a new one, else an exact one."""
        start = RawSolution(Termination.ERROR, "a basis for a larger ε", basis=self.basis)
        if self.basis is None or self._may_ask_again():
            answer = self.ask(model)
            self.solver = answer.solver
            if answer.termination in CUT_SHORT or getattr(self.backend, "exact", False):
                return answer
            if _has_other_basis(answer, self.basis):
                return answer
            start = answer if self.basis is None else start
        return exact_solution(model, start, time_limit=self.time_left(), progress=self.options.progress)

    def _may_ask_again(self) -> bool:
        return isinstance(self.backend, HighsBackend) and self.attempts <= ASKED

    def _proved(self) -> tuple[RationalFunctionArray, RationalFunctionArray] | None:
        """Return the optimal pair if the basis is stable; otherwise choose an ε at which it is not optimal."""
        assert self.basis is not None
        try:
            primal, dual = basis_functions(self.program, self.basis, self.deadline, self.options.progress)
        except SolveError as error:
            self.tell(f"{error}: repairing it")
            self.epsilon /= SHRINK
            return None
        wrong = self.program.wrong_conditions(primal, dual)
        if wrong:
            self.tell(f"not optimal for smaller ε: {wrong[0][0]}")
            bound = sign_holds_below(PolynomialArray.concatenate([part for _, part in wrong]), self.epsilon)
            self.epsilon = bound / SHRINK
            return None
        violations = self.program.violations(primal, dual)
        if violations:
            raise CertificationError(f"perturbed linear program: {violations[0]}; please report the program")
        return primal, dual

    def _finished(self, primal: RationalFunctionArray, dual: RationalFunctionArray) -> RationalSolution:
        solution = self._solution(Termination.SOLVED, "optimal for all small ε, proved over the rationals")
        return replace(solution, primal=primal, dual=dual, proven=True)

    def _unfinished(self, termination: Termination) -> RationalSolution:
        return self._solution(termination, f"{termination} at ε = {shown_rational(self.epsilon)}")

    def _solution(self, termination: Termination, status: str) -> RationalSolution:
        return RationalSolution(
            termination,
            status,
            basis=self.basis,
            epsilon=self.epsilon,
            iterations=self.iterations,
            attempts=self.attempts,
            seconds=dict(self.seconds),
            options=dict(self.raw.options) if self.raw is not None else {},
            solver=f"{self.solver}, rational functions" if self.solver else "rational functions",
        )


def _has_other_basis(raw: RawSolution, known: Basis | None) -> bool:
    basis = raw.basis
    if not raw.solved or basis is None:
        return False
    if known is None:
        return True
    return not (np.array_equal(basis.columns, known.columns) and np.array_equal(basis.rows, known.rows))
