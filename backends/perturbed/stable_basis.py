"""The method "stable-basis": any LP solver at one number ε, then lexicographic pivots, then an exact proof."""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

import numpy as np

from seqform.backends.exact.deadline import Deadline, OutOfTimeError
from seqform.backends.highs import HighsBackend
from seqform.backends.highs_crossover import basis_from_point
from seqform.backends.options import SolveOptions
from seqform.backends.perturbed.exact_end import Proof, exact_end, proof_of_no_optimum, proof_of_optimality
from seqform.backends.protocol import Backend
from seqform.errors import BackendError, ModelError
from seqform.models.linear_program import LinearProgram
from seqform.models.perturbed_linear_program import PerturbedLinearProgram
from seqform.models.perturbed_solution import PerturbedSolution
from seqform.models.raw_solution import Basis, BasisStatus, RawSolution, Termination

ATTEMPTS = 4
SMALL = 200
"""Programs of up to this many rows are not worth loading compiled code for."""

TOLERANCE = 1e-10
"""HiGHS's tightest: with looser ones a power of ε is not seen."""

_SEEN = 2e-10
_LARGEST, _SMALLEST = 1e-2, 1e-3
_CUT_SHORT = (Termination.TIME_LIMIT, Termination.ITERATION_LIMIT, Termination.INTERRUPTED)
_NO_OPTIMUM = (Termination.INFEASIBLE, Termination.UNBOUNDED, Termination.INFEASIBLE_OR_UNBOUNDED)
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
    program : PerturbedLinearProgram
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
    >>> from seqform.builders.perturbed_lp import perturbed_lp
    >>> from seqform.builders.sequence_form import sequence_form
    >>> program = perturbed_lp(sequence_form(sf.load("kuhn")).target).target
    >>> answer = solve_stable_basis(program, HighsBackend())
    >>> answer.termination, answer.proven, program.violations(answer.primal, answer.dual)
    (<Termination.SOLVED: 'solved'>, True, [])
    """
    if epsilon is not None and not (isinstance(epsilon, int | Fraction) and 0 < epsilon < 1):
        raise ModelError(f"ε: a fraction between 0 and 1 expected, not {epsilon!r}; Fraction(1, 1000) for a thousandth")
    return _Run(program, backend, options or SolveOptions(), epsilon or suggested_epsilon(program)).solve()


def suggested_epsilon(program: PerturbedLinearProgram) -> Fraction:
    """Return a number ε that is small for the game and whose powers are large enough for a solver to see.

    Its highest power should be about 2e-10, within limits that spare pivots in games of all sizes; but it is no more
    than half of what makes an equation's right-hand side keep the sign that it has for all smaller ε, which is 1/(2a)
    where a player has up to a actions.

    Examples
    --------
    >>> import seqform as sf
    >>> from seqform.builders.perturbed_lp import perturbed_lp
    >>> from seqform.builders.sequence_form import sequence_form
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
    seen = min(_LARGEST, max(_SMALLEST, _SEEN ** (1 / max(1, program.degree))))
    return Fraction(1, math.ceil(max(2 * held, 1 / seen)))


@dataclass
class _Run:
    """One call of the method."""

    program: PerturbedLinearProgram
    backend: Backend
    options: SolveOptions
    epsilon: Fraction
    basis: Basis | None = None
    raw: RawSolution | None = None
    pivots: int = 0
    iterations: int = 0
    seconds: dict[str, float] = field(default_factory=lambda: {"solver": 0.0, "pivots": 0.0, "certificate": 0.0})

    def __post_init__(self) -> None:
        self.started = time.perf_counter()
        self.deadline = Deadline(self.options.time_limit)

    def solve(self) -> PerturbedSolution:
        try:
            with self._phase("solver"):
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
                self._tell(f"{self.backend.name} at ε: {self._last.termination}; trying ε = {self.epsilon / 3}")
                self.epsilon /= 3
            model = self.program.at(self.epsilon)
            self.raw = self._solved_at(model)
            self.iterations += self.raw.iterations or 0
            found = self.raw.basis or self._crossed_over(model)
            self.basis = found or self.basis
            if self.raw.termination in _CUT_SHORT:
                return self.raw.termination
            if found is not None and self.raw.termination not in _NO_OPTIMUM:
                return None
        return None

    @property
    def _last(self) -> RawSolution:
        assert self.raw is not None
        return self.raw

    def _solved_at(self, model: LinearProgram) -> RawSolution:
        options = replace(self.options, time_limit=self._time_left(), raw=self._raw_options())
        if isinstance(self.backend, HighsBackend) and self.basis is not None:
            return self.backend.solve(model, options, self.basis)
        return self.backend.solve(model, options)

    def _raw_options(self) -> Mapping[str, Any]:
        if self.options.tolerance is not None or self.backend.name not in ("highs", "exact"):
            return self.options.raw
        tight = dict.fromkeys(("primal_feasibility_tolerance", "dual_feasibility_tolerance"), TOLERANCE)
        return {**tight, **self.options.raw}

    def _time_left(self) -> float | None:
        if self.options.time_limit is None:
            return None
        self.deadline.check()
        return max(1e-3, self.options.time_limit - (time.perf_counter() - self.started))

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
            self._tell(f"{error}: going on with exact pivots, which are slow")
        with self._phase("certificate"):
            return exact_end(self.program, self._start(), self.deadline, self.options.progress)

    def _small_proof(self) -> Proof:
        proof = self._proof_at_once()
        if proof is not None:
            return proof
        with self._phase("certificate"):
            return exact_end(self.program, self._start(), self.deadline, self.options.progress)

    def _proof_at_once(self) -> Proof | None:
        """Return the proof that the solver's own basis is stable, None if it is not, or there is none."""
        if self.basis is None:
            return None
        with self._phase("certificate"):
            return proof_of_optimality(self.program, self.basis, self.deadline)

    def _pivoted_proof(self) -> Proof:
        """Pivot in doubles and residues; prove where that ends, or go on from there in rational arithmetic."""
        from seqform.backends.factors.compiled import compiled_before

        if not compiled_before("perturbed", "simplex_pivots.pivot"):
            proof = self._proof_at_once()  # may spare the compiler
            if proof is not None:
                return proof
            self._announce_compiling()
        from seqform.backends.perturbed.lexicographic_simplex import LexicographicSimplex, Outcome

        with self._phase("pivots"):
            simplex = LexicographicSimplex(self.program, self.basis, self.deadline, self.options.progress)
            try:
                outcome = simplex.run()
            finally:
                self.basis = simplex.basis
                self.pivots += simplex.counts.dual + simplex.counts.primal
        with self._phase("certificate"):
            if outcome is Outcome.OPTIMAL:
                proof = proof_of_optimality(self.program, self.basis, self.deadline)
            else:
                proof = proof_of_no_optimum(self.program, self.basis, simplex.culprit, self.deadline)
            if proof is not None:
                return proof
            self._tell("the proof fails: going on with exact pivots, which are slow")
            return exact_end(self.program, self.basis, self.deadline, self.options.progress)

    def _start(self) -> Basis:
        """Return the basis to pivot from, the one of all slacks if there is none."""
        if self.basis is not None:
            return self.basis
        columns = np.where(self.program.free, BasisStatus.FREE, BasisStatus.LOWER).astype(np.int8)
        return Basis(columns, np.full(self.program.matrix.shape[0], BasisStatus.BASIC, dtype=np.int8))

    def _announce_compiling(self) -> None:
        """Say so before numba compiles: to whoever listens to progress, else as a warning of the log."""
        text = "compiling the lexicographic simplex method, once on this machine: about a minute"
        if self.options.progress is not None:
            self.options.progress(text)
        else:
            logging.getLogger("seqform").warning(text)

    def _tell(self, text: str) -> None:
        if self.options.progress is not None:
            self.options.progress(text)

    @contextmanager
    def _phase(self, name: str) -> Iterator[None]:
        began = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[name] += time.perf_counter() - began

    def _unfinished(self, termination: Termination) -> PerturbedSolution:
        return self._solution(termination, f"{termination} after {self.pivots} lexicographic pivots")

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
            solver=f"{solver}, lexicographic simplex" if solver else "lexicographic simplex",
        )
