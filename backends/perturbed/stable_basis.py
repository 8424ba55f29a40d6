"""The method "stable-basis": any LP solver at one number ε, then lexicographic pivots, then an exact proof.

What methods share that ask a solver at numbers ε: its options, the clock, the phases, the last basis.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

import numpy as np

from seqform.backends.linalg.compiled import is_machine_code, prepare
from seqform.backends.linalg.rational_solve import Deadline, OutOfTimeError
from seqform.backends.perturbed.exact_end import Proof, exact_end, proof_of_no_optimum, proof_of_optimality
from seqform.backends.protocol import Backend, SolveOptions
from seqform.backends.solvers.highs import HighsBackend
from seqform.backends.solvers.highs_model import basis_from_point
from seqform.errors import BackendError, ModelError
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.perturbed import PerturbedLinearProgram
from seqform.models.programs.perturbed_solution import PerturbedSolution
from seqform.models.programs.solutions import CUT_SHORT, Basis, BasisStatus, RawSolution, Termination

TOLERANCE = 1e-10
"""HiGHS's tightest: least weights multiply along a path, and with looser tolerances they are not seen."""

NO_OPTIMUM = (Termination.INFEASIBLE, Termination.UNBOUNDED, Termination.INFEASIBLE_OR_UNBOUNDED)


@dataclass(kw_only=True)
class NumericRun:
    """One call of a method.

    Parameters
    ----------
    options : SolveOptions
        Its time limit is for everything together.
    epsilon : Fraction
        The next number to ask at.

    Attributes
    ----------
    basis : Basis, optional
        The last one; HiGHS goes on from it.
    raw : RawSolution, optional
        The solver's last answer.
    iterations : int
        The solver's, together.
    seconds : dict from str to float
        By phase.
    """

    backend: Backend
    options: SolveOptions
    epsilon: Fraction
    basis: Basis | None = None
    raw: RawSolution | None = None
    iterations: int = 0
    seconds: dict[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.started = time.perf_counter()
        self.deadline = Deadline(self.options.time_limit)

    def ask(self, model: LinearProgram) -> RawSolution:
        """Return the solver's answer at a number ε."""
        options = replace(self.options, time_limit=self.time_left(), raw=self._raw_options())
        if isinstance(self.backend, HighsBackend) and self.basis is not None:
            answer = self.backend.solve(model, options, self.basis)
        else:
            answer = self.backend.solve(model, options)
        self.iterations += answer.iterations or 0
        return answer

    def _raw_options(self) -> Mapping[str, Any]:
        if self.options.tolerance is not None or self.backend.name not in ("highs", "exact"):
            return self.options.raw
        tight = dict.fromkeys(("primal_feasibility_tolerance", "dual_feasibility_tolerance"), TOLERANCE)
        return {**tight, **self.options.raw}

    def time_left(self) -> float | None:
        """Return how many seconds are left, None without a limit.

        Raises
        ------
        OutOfTimeError
            If none are.
        """
        if self.options.time_limit is None:
            return None
        self.deadline.check()
        return max(1e-3, self.options.time_limit - (time.perf_counter() - self.started))

    def tell(self, text: str) -> None:
        """Tell whoever listens to progress."""
        if self.options.progress is not None:
            self.options.progress(text)

    @contextmanager
    def phase(self, name: str) -> Iterator[None]:
        """Time what happens within."""
        began = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[name] = self.seconds.get(name, 0.0) + time.perf_counter() - began


ATTEMPTS = 4
SMALL = 200
"""Programs of up to this many rows are not worth loading compiled code for."""

_SEEN = 2e-10
_DOUBLE = 1e-280  # a power that doubles hold
_LARGEST, _SMALLEST = 1e-2, 1e-3
_VERDICTS = {
    Termination.SOLVED: "optimal for all small ε, proved over the rationals",
    Termination.INFEASIBLE: "infeasible for all small ε, proved over the rationals",
    Termination.UNBOUNDED: "unbounded for all small ε, proved over the rationals",
}


def solve_stable_basis(
    program: PerturbedLinearProgram,
    backend: Backend,
    options: SolveOptions | None = None,
    epsilon: Fraction | None = None,
) -> PerturbedSolution:
    """Solve a perturbed linear program for all small ε > 0 at once.

    A solver is asked at one number ε. From its final basis the lexicographic simplex method goes on to one that is
    optimal for all small ε. That is proved in rational arithmetic; where the proof fails, exact pivots follow.

    Parameters
    ----------
    backend : Backend
        For linear programs. One that returns points without a basis is helped by the crossover of HiGHS.
    options : SolveOptions, optional
        `time_limit` is for everything together. Where no `tolerance` is given, HiGHS works with 1e-10.
    epsilon : Fraction, optional
        The number at which the solver is asked: `suggested_epsilon` if absent. Where it fails, a third of it is tried,
        and so on. The answer does not depend on it, save where there are several.

    Returns
    -------
    PerturbedSolution
        With ``proven=True`` and `basis` stable if SOLVED. INFEASIBLE and UNBOUNDED are proved, too. Where a limit is
        reached or Ctrl-C is pressed, `basis` is how far it got. `seconds` are those of the phases "solver", "pivots"
        and "certificate".

    Raises
    ------
    ModelError
        If ε is not between 0 and 1.
    SolveError
        If a basis is both too large and too ill-conditioned for exact arithmetic.

    References
    ----------
    Farina, Gatti & Sandholm, NeurIPS 2018; Miltersen & Sørensen, SODA 2006.

    Examples
    --------
    >>> import seqform as sf
    >>> from seqform.backends.solvers.highs import HighsBackend
    >>> from seqform.builders.programs.perturbed_lp import perturbed_lp
    >>> from seqform.builders.forms.sequence_form import sequence_form
    >>> program = perturbed_lp(sequence_form(sf.load("kuhn")).target).target
    >>> answer = solve_stable_basis(program, HighsBackend())
    >>> answer.termination, answer.proven, program.violations(answer.primal, answer.dual)
    (<Termination.SOLVED: 'solved'>, True, [])
    """
    if epsilon is not None and not (isinstance(epsilon, int | Fraction) and 0 < epsilon < 1):
        raise ModelError(f"ε: a fraction between 0 and 1 expected, not {epsilon!r}; Fraction(1, 1000) for a thousandth")
    epsilon = epsilon or suggested_epsilon(program)
    return _Run(program=program, backend=backend, options=options or SolveOptions(), epsilon=epsilon).solve()


def suggested_epsilon(program: PerturbedLinearProgram) -> Fraction:
    """Return a number ε that is small for the game and whose powers are large enough for a solver to see.

    Its highest power should be about 2e-10, within limits that spare pivots in games of all sizes; but it is no more
    than half of what makes an equation's right-hand side keep the sign that it has for all smaller ε, which is 1/(2a)
    where a player has up to a actions.

    Examples
    --------
    >>> import seqform as sf
    >>> from seqform.builders.programs.perturbed_lp import perturbed_lp
    >>> from seqform.builders.forms.sequence_form import sequence_form
    >>> suggested_epsilon(perturbed_lp(sequence_form(sf.load("leduc")).target).target)
    Fraction(1, 266)
    """
    right = program.right.take(program.equations)
    orders = right.leading_orders()
    leading = np.abs(right.coefficient_at(orders).to_floats())
    following = np.zeros(len(right))
    for k in range(1, right.degree + 1):
        following += np.where(orders < k, np.abs(right.order(k).to_floats()), 0.0)
    held = float(np.max(following / np.where(leading > 0, leading, 1.0), initial=1.0))
    degree = max(1, program.degree)
    seen = max(_DOUBLE ** (1 / degree), min(_LARGEST, max(_SMALLEST, _SEEN ** (1 / degree))))
    return Fraction(1, math.ceil(max(2 * held, 1 / seen)))


@dataclass(kw_only=True)
class _Run(NumericRun):
    """One call of the method."""

    program: PerturbedLinearProgram
    pivots: int = 0

    def solve(self) -> PerturbedSolution:
        try:
            with self.phase("solver"):
                stopped = self._ask_solver()
            if stopped is not None:
                return self._unfinished(stopped)
            proof = self._proof()
        except OutOfTimeError:
            return self._unfinished(Termination.TIME_LIMIT)
        except KeyboardInterrupt:
            return self._unfinished(Termination.INTERRUPTED)
        self.basis = proof.basis
        self.pivots += proof.pivots
        solution = self._solution(proof.termination, _VERDICTS[proof.termination])
        if proof.termination is not Termination.SOLVED:
            return solution
        return replace(solution, primal=proof.primal, dual=proof.dual, proven=True)

    def _ask_solver(self) -> Termination | None:
        """Get a basis from the solver; return why it was stopped, if it was."""
        for attempt in range(ATTEMPTS):
            if attempt:
                self.tell(f"{self.backend.name} at ε: {self._last.termination}; trying ε = {self.epsilon / 3}")
                self.epsilon /= 3
            model = self.program.at(self.epsilon)
            try:
                self.raw = self.ask(model)
            except ModelError as error:  # a power of ε, or a payoff, that no double holds
                self.tell(f"{self.backend.name} cannot be asked at ε: {error}; beginning with the slacks")
                return None
            found = self.raw.basis or self._crossed_over(model)
            self.basis = found or self.basis
            if self.raw.termination in CUT_SHORT:
                return self.raw.termination
            if found is not None and self.raw.termination not in NO_OPTIMUM:
                return None
        return None

    @property
    def _last(self) -> RawSolution:
        assert self.raw is not None
        return self.raw

    def _crossed_over(self, model: LinearProgram) -> Basis | None:
        """Return the basis near a point of a solver that has none to offer, None if that fails."""
        if self._last.primal is None or self._last.dual is None:
            return None
        try:
            return basis_from_point(model, self._last.primal, self._last.dual)
        except BackendError:
            return None

    def _proof(self) -> Proof:
        m = self.program.matrix.shape[0]
        if m <= SMALL:
            return self._small_proof()
        from seqform.backends.perturbed.lexicographic_simplex import NumericalTroubleError

        try:
            return self._pivoted_proof()
        except (NumericalTroubleError, ZeroDivisionError, ModelError) as error:
            self.tell(f"{error}: going on with exact pivots, which are slow")
        with self.phase("certificate"):
            return exact_end(self.program, self._start(), self.deadline, self.options.progress)

    def _small_proof(self) -> Proof:
        proof = self._proof_at_once()
        if proof is not None:
            return proof
        with self.phase("certificate"):
            return exact_end(self.program, self._start(), self.deadline, self.options.progress)

    def _proof_at_once(self) -> Proof | None:
        """Return the proof that the solver's own basis is stable, None if it is not, or there is none."""
        if self.basis is None:
            return None
        with self.phase("certificate"):
            return proof_of_optimality(self.program, self.basis, self.deadline)

    def _pivoted_proof(self) -> Proof:
        """Pivot in doubles and residues; prove where that ends, or go on from there in rational arithmetic."""
        if not is_machine_code("perturbed"):
            proof = self._proof_at_once()  # may spare the compiler
            if proof is not None:
                return proof
        prepare("perturbed", self.program.matrix.shape[0], self.options.progress)
        from seqform.backends.perturbed.lexicographic_simplex import LexicographicSimplex, Outcome

        with self.phase("pivots"):
            simplex = LexicographicSimplex(self.program, self.basis, self.deadline, self.options.progress)
            try:
                outcome = simplex.run()
            finally:
                self.basis = simplex.basis
                self.pivots += simplex.counts.dual + simplex.counts.primal
        with self.phase("certificate"):
            if outcome is Outcome.OPTIMAL:
                proof = proof_of_optimality(self.program, self.basis, self.deadline)
            else:
                proof = proof_of_no_optimum(self.program, self.basis, simplex.culprit, self.deadline)
            if proof is not None:
                return proof
            self.tell("the proof fails: going on with exact pivots, which are slow")
            return exact_end(self.program, self.basis, self.deadline, self.options.progress)

    def _start(self) -> Basis:
        """Return the basis to pivot from, the one of all slacks if there is none."""
        if self.basis is not None:
            return self.basis
        columns = np.where(self.program.free, BasisStatus.FREE, BasisStatus.LOWER).astype(np.int8)
        return Basis(columns, np.full(self.program.matrix.shape[0], BasisStatus.BASIC, dtype=np.int8))

    def _unfinished(self, termination: Termination) -> PerturbedSolution:
        return self._solution(termination, f"{termination} after {self.pivots} lexicographic pivots")

    @property
    def _own_part(self) -> str:
        """What came after the solver; small programs need no pivots in doubles."""
        return "lexicographic simplex" if "pivots" in self.seconds else "exact basis"

    def _solution(self, termination: Termination, status: str) -> PerturbedSolution:
        solver = self.raw.solver if self.raw is not None else ""
        return PerturbedSolution(
            termination,
            status,
            basis=self.basis,
            epsilon=self.epsilon,
            iterations=self.iterations + self.pivots,
            pivots=self.pivots,
            seconds=dict(self.seconds),
            options=dict(self.raw.options) if self.raw is not None else {},
            solver=", ".join(name for name in (solver, self._own_part) if name),
        )
