"""The method `stable-basis`: any LP solver at one number ε, then lexicographic pivots, then an exact proof."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from seqform.backends.linalg.compiled import is_machine_code, prepare
from seqform.backends.perturbed.numeric import NO_OPTIMUM, NumericRun, require_small, suggested_epsilon
from seqform.backends.perturbed.proofs import Proof, proof_of_no_optimum, proof_of_optimality, prove_by_exact_pivots
from seqform.backends.protocol import Backend, SolveOptions
from seqform.backends.solvers.highs_model import basis_from_point
from seqform.errors import BackendError, ModelError
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.perturbed import PerturbedLinearProgram
from seqform.models.programs.perturbed_solution import PerturbedSolution
from seqform.models.programs.solutions import CUT_SHORT, Basis, BasisStatus, RawSolution, Termination

ATTEMPTS = 4
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
    pivot_from: int = 201,
) -> PerturbedSolution:
    """Solve a perturbed linear program for all small ε > 0 at once.

    A solver finds a basis at one number ε. From there the lexicographic simplex method continues to a basis that is
    optimal for all small ε. This is proved in rational arithmetic; if the proof fails, exact pivots follow.

    Parameters
    ----------
    backend : Backend
        For linear programs. If it returns a point without a basis, HiGHS crosses over to one.
    options : SolveOptions, optional
        `time_limit` applies to all phases together. The default `tolerance` for HiGHS is 1e-10.
    epsilon : Fraction, optional
        The number at which the solver is run, by default `suggested_epsilon`. If the solver fails, a third of it is
        tried, and so on. Unless there are several, the answer does not depend on ε.
    pivot_from : int
        Programs with fewer rows are solved without the compiled simplex method.

    Returns
    -------
    PerturbedSolution
        With ``proven=True`` and a stable `basis` if SOLVED. INFEASIBLE and UNBOUNDED are proved, too. After a limit or
        Ctrl-C, `basis` is the last one. `seconds` has the phases "solver", "pivots" and "certificate".

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
    require_small(epsilon)
    epsilon = epsilon or suggested_epsilon(program)
    options = options or SolveOptions()
    return _StableBasisRun(
        program=program, backend=backend, options=options, epsilon=epsilon, pivot_from=pivot_from
    ).solve()


@dataclass(kw_only=True)
class _StableBasisRun(NumericRun[PerturbedSolution]):
    program: PerturbedLinearProgram
    pivot_from: int
    pivots: int = 0

    def _solve(self) -> PerturbedSolution:
        with self.phase("solver"):
            stopped = self._ask_solver()
        if stopped is not None:
            return self._unfinished(stopped)
        proof = self._proof()
        self.basis = proof.basis
        self.pivots += proof.pivots
        solution = self._solution(proof.termination, _VERDICTS[proof.termination])
        if proof.termination is not Termination.SOLVED:
            return solution
        return replace(solution, primal=proof.primal, dual=proof.dual, proven=True)

    def _ask_solver(self) -> Termination | None:
        """Get a basis from the solver; return the limit that stopped it, if any."""
        for attempt in range(ATTEMPTS):
            if attempt:
                self.report(
                    f"{self.backend.name} at ε: {self.raw and self.raw.termination}; trying ε = {self.epsilon / 3}"
                )
                self.epsilon /= 3
            model = self.program.at(self.epsilon)
            try:
                self.raw = self.ask(model)
            except ModelError as error:  # a power of ε, or a payoff, beyond the doubles
                self.report(f"{self.backend.name} cannot solve the program at ε: {error}; starting from the slacks")
                return None
            found = self.raw.basis or _crossed_over(model, self.raw)
            self.basis = found or self.basis
            if self.raw.termination in CUT_SHORT:
                return self.raw.termination
            if found is not None and self.raw.termination not in NO_OPTIMUM:
                return None
        return None

    def _proof(self) -> Proof:
        if self.program.matrix.shape[0] < self.pivot_from:
            proof = self._proof_at_once()
            if proof is not None:
                return proof
        else:
            from seqform.backends.perturbed.lexicographic_simplex import NumericalTroubleError

            try:
                return self._pivoted_proof()
            except (NumericalTroubleError, ZeroDivisionError, ModelError) as error:
                self.report(f"{error}: continuing with exact pivots, which are slow")
        with self.phase("certificate"):
            return prove_by_exact_pivots(self.program, self._start(), self.deadline, self.options.progress)

    def _proof_at_once(self) -> Proof | None:
        """Return the proof that the basis of the solver is stable, None without a basis or if it is not stable."""
        if self.basis is None:
            return None
        with self.phase("certificate"):
            return proof_of_optimality(self.program, self.basis, self.deadline)

    def _pivoted_proof(self) -> Proof:
        """Pivot in doubles and residues; prove the result, or continue in rational arithmetic."""
        if not is_machine_code("perturbed"):
            proof = self._proof_at_once()  # may avoid compiling
            if proof is not None:
                return proof
        prepare("perturbed", self.program.matrix.shape[0], self.options.progress)
        from seqform.backends.perturbed.lexicographic_simplex import LexicographicSimplex

        with self.phase("pivots"):
            simplex = LexicographicSimplex(self.program, self.basis, self.deadline, self.options.progress)
            try:
                outcome = simplex.run()
            finally:
                self.basis = simplex.basis
                self.pivots += simplex.counts.dual + simplex.counts.primal
        with self.phase("certificate"):
            if outcome is Termination.SOLVED:
                proof = proof_of_optimality(self.program, self.basis, self.deadline)
            else:
                proof = proof_of_no_optimum(self.program, self.basis, simplex.culprit, self.deadline)
            if proof is not None:
                return proof
            self.report("the proof fails: continuing with exact pivots, which are slow")
            return prove_by_exact_pivots(self.program, self.basis, self.deadline, self.options.progress)

    def _start(self) -> Basis:
        """Return the last basis, or that of all slacks."""
        if self.basis is not None:
            return self.basis
        columns = np.where(self.program.free, BasisStatus.FREE, BasisStatus.LOWER).astype(np.int8)
        return Basis(columns, np.full(self.program.matrix.shape[0], BasisStatus.BASIC, dtype=np.int8))

    def _unfinished(self, termination: Termination) -> PerturbedSolution:
        return self._solution(termination, f"{termination} after {self.pivots} lexicographic pivots")

    def _solution(self, termination: Termination, status: str) -> PerturbedSolution:
        solver = self.raw.solver if self.raw is not None else ""
        own = "lexicographic simplex" if "pivots" in self.seconds else "exact basis"
        return PerturbedSolution(
            termination,
            status,
            basis=self.basis,
            epsilon=self.epsilon,
            iterations=self.iterations + self.pivots,
            pivots=self.pivots,
            seconds=dict(self.seconds),
            options=self.raw_options,
            solver=", ".join(name for name in (solver, own) if name),
        )


def _crossed_over(model: LinearProgram, raw: RawSolution) -> Basis | None:
    """Return a basis near the point of a solver that returns no basis, None if the crossover fails."""
    if raw.primal is None or raw.dual is None:
        return None
    try:
        return basis_from_point(model, raw.primal, raw.dual)
    except BackendError:
        return None
