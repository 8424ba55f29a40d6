"""The backend `stable-basis`: any LP solver at numbers ε, then pivots, then an exact proof for all small ε."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from seqform.backends.linalg.compiled import is_machine_code, prepare
from seqform.backends.perturbed.behavior_stable_basis import BehaviorRun
from seqform.backends.perturbed.proofs import (
    Proof,
    proof_of_no_optimum,
    proof_of_optimality,
    prove_by_exact_pivots,
    slack_basis,
)
from seqform.backends.perturbed.runs import NO_OPTIMUM, StableBasisRun, require_small, suggested_epsilon
from seqform.backends.protocol import Backend, SolveOptions, require_supported
from seqform.backends.solvers.highs import HighsBackend, basis_from_point
from seqform.errors import BackendError, ModelError
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.perturbed import MatrixPerturbedProgram, PerturbedLinearProgram
from seqform.models.programs.perturbed_solution import PerturbedSolution, RationalSolution
from seqform.models.programs.solutions import CUT_SHORT, Basis, RawSolution, Termination

ATTEMPTS = 4
FIRST_EPSILON = Fraction(1, 1000)


class StableBasisBackend:
    """Perturbed linear programs, for all small ε > 0 at once, from the basis that a solver finds at one number ε.

    Where ε is in the right-hand side and the objective, the lexicographic simplex method continues to a basis that is
    optimal for all small ε. This is proved in rational arithmetic; if the proof fails, exact pivots follow. Where ε is
    in the matrix, the basis defines rational functions of ε, and the next ε is taken from where it is not optimal; see
    `behavior_stable_basis`.

    Parameters
    ----------
    solver : Backend, optional
        For linear programs; HiGHS by default. If it returns a point without a basis, HiGHS crosses over to one.
    epsilon : Fraction, optional
        The first number at which the solver is called, by default `suggested_epsilon`, or 1/1000 where ε is in the
        matrix. If the solver fails, smaller ones are tried. Unless there are several, the answer does not depend on ε.
    pivot_from : int
        Programs with fewer rows are solved without the compiled simplex method.

    Raises
    ------
    ModelError
        If ε is not between 0 and 1.

    References
    ----------
    Farina, Gatti & Sandholm, NeurIPS 2018; Miltersen & Sørensen, SODA 2006; Farina & Gatti, Extensive-form perfect
    equilibrium computation in two-player games, AAAI 2017.

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

    def __init__(
        self, solver: Backend | None = None, epsilon: Fraction | None = None, *, pivot_from: int = 201
    ) -> None:
        require_small(epsilon)
        self.solver: Backend = HighsBackend() if solver is None else solver
        self.epsilon, self.pivot_from = epsilon, pivot_from

    def calling(self, solver: Backend, epsilon: Fraction | None = None) -> StableBasisBackend:
        """Return the method with another solver of linear programs, and another first ε."""
        return StableBasisBackend(solver, epsilon, pivot_from=self.pivot_from)

    def solve(self, model: Any, options: SolveOptions | None = None) -> PerturbedSolution | RationalSolution:
        """Solve a perturbed program; the options are those of the solver, the time limit is for all phases together.

        Returns
        -------
        PerturbedSolution or RationalSolution
            With ``proven=True`` and a stable `basis` if SOLVED. INFEASIBLE and UNBOUNDED are proved, too, where ε is
            not in the matrix. After a limit or Ctrl-C, `basis` is the last one. `seconds` has the phases "solver",
            "pivots" and "certificate", or "solver" and "functions".

        Raises
        ------
        SolveError
            If a basis is both too large and too ill-conditioned for exact arithmetic.
        """
        require_supported(self, model)
        solver, options = self.solver, options or SolveOptions()
        if isinstance(model, MatrixPerturbedProgram):
            epsilon = self.epsilon or FIRST_EPSILON
            return BehaviorRun(program=model, solver=solver, options=options, epsilon=epsilon).solve()
        epsilon, is_large = self.epsilon or suggested_epsilon(model), model.matrix.shape[0] >= self.pivot_from
        return _LexicographicRun(
            program=model, solver=solver, options=options, epsilon=epsilon, is_large=is_large
        ).solve()


@dataclass(kw_only=True)
class _LexicographicRun(StableBasisRun[PerturbedSolution]):
    program: PerturbedLinearProgram
    is_large: bool
    pivots: int = 0

    def _solve(self) -> PerturbedSolution:
        with self.phase("solver"):
            stopped = self._ask_solver()
        if stopped is not None:
            return self._unfinished(stopped)
        proof = self._proof()
        self.basis = proof.basis
        self.pivots += proof.pivots
        verdict = "optimal" if proof.termination is Termination.SOLVED else proof.termination
        solution = self._solution(proof.termination, f"{verdict} for all small ε, proved over the rationals")
        if proof.termination is not Termination.SOLVED:
            return solution
        return replace(solution, primal=proof.primal, dual=proof.dual, proven=True)

    def _ask_solver(self) -> Termination | None:
        """Get a basis from the solver; return the limit that stopped it, if any."""
        for attempt in range(ATTEMPTS):
            if attempt:
                self.report(
                    f"{self.solver.name} at ε: {self.raw and self.raw.termination}; trying ε = {self.epsilon / 3}"
                )
                self.epsilon /= 3
            model = self.program.at(self.epsilon)
            try:
                self.raw = self.ask(model)
            except ModelError as error:  # a power of ε, or a payoff, beyond the doubles
                self.report(f"{self.solver.name} cannot solve the program at ε: {error}; starting from the slacks")
                return None
            found = self.raw.basis or _crossed_over(model, self.raw)
            self.basis = found or self.basis
            if self.raw.termination in CUT_SHORT:
                return self.raw.termination
            if found is not None and self.raw.termination not in NO_OPTIMUM:
                return None
        return None

    def _proof(self) -> Proof:
        if not self.is_large:
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
            start = self.basis or slack_basis(self.program)
            return prove_by_exact_pivots(self.program, start, self.deadline, self.options.progress)

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
