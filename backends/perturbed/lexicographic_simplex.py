"""Lexicographic simplex method for linear programs perturbed by ε, on factored bases, for all small ε at once.

Phase A is the dual simplex method with B⁻¹b compared lexicographically over the orders of ε, phase B the primal
method with reduced costs compared in the same way. ε is never replaced by a number, so all numbers are of the size of
the payoffs.

References
----------
Farina, Gatti & Sandholm, Practical exact algorithm for trembling-hand equilibrium refinements in games, NeurIPS 2018.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from seqform.backends.exact.simplex import ComputationalForm, Statuses, repaired
from seqform.backends.linalg.middle_product import new_updates
from seqform.backends.linalg.tables import FULL, SINGULAR, enlarged, new_factors, ordered
from seqform.backends.perturbed import simplex_kernel as kernel
from seqform.backends.perturbed.scaled_program import FREE, NONNEGATIVE, lay_out
from seqform.backends.perturbed.simplex_tables import Machine, new_scratch, new_state
from seqform.models.numbers.exact import Ints, Mask
from seqform.models.programs.perturbed import PerturbedLinearProgram
from seqform.models.programs.solutions import Basis, BasisStatus, Termination
from seqform.system.deadline import Deadline

FIRST_CHUNK = 16
MOST_UPDATES = 128
FACTOR_SPACE = 3  # in multiples of the entries of all columns
UPDATE_SPACE = 4  # in multiples of the rows
MOST_PIVOTS = 100
"""The most pivots, as a multiple of the rows and columns, before doubles are taken to lead in a circle."""

REFRESH_AFTER = 8  # factorizations between two recomputations of all values
MOST_ROUNDS = 20


class NumericalTroubleError(Exception):
    """Doubles and residues disagree, or the rounds do not end; caught inside this package."""


class LexicographicSimplex:
    """Pivots from a basis to one that is optimal for all small ε > 0, as far as doubles and residues show.

    It starts from `basis`, repaired if it is singular; by default from the free columns and the slacks. `culprit` is
    the variable that shows a program to be infeasible or unbounded. The clock is checked every `chunk_seconds`.

    Raises ZeroDivisionError if the prime of the residues divides one of the program's numbers, and ModelError if a
    number exceeds the range of doubles.
    """

    def __init__(
        self,
        program: PerturbedLinearProgram,
        basis: Basis | None = None,
        deadline: Deadline | None = None,
        progress: Callable[[str], None] | None = None,
        chunk_seconds: float = 0.3,
    ) -> None:
        self.program = program
        self.pivots = 0
        self.culprit = -1
        self._deadline = deadline or Deadline()
        self._progress = progress
        self._chunk_seconds = chunk_seconds
        self._per_pivot = 0.0
        self._form = ComputationalForm(program.at(0))

        # Costs and right-hand sides may be shifted on the way; the true ones are restored for each phase.
        layout = lay_out(program)
        self._true_cost = np.array(layout.cost), np.array(layout.cost_residues)
        self._true_right = np.array(layout.right), np.array(layout.right_residues)

        m, n = program.matrix.shape
        orders = program.degree + 2
        self._factors = new_factors(m, FACTOR_SPACE * len(layout.rows) + 64)
        self._machine = Machine(
            layout,
            new_state(m, n, orders),
            new_scratch(m, n, orders),
            ordered(self._factors),
            new_updates(MOST_UPDATES, (UPDATE_SPACE + 1) * m + 1),
        )

        statuses = self._statuses_of(basis)
        basic = np.flatnonzero(statuses == BasisStatus.BASIC)
        self._set_basic(basic if len(basic) == m else self._repaired(statuses))

    @property
    def basis(self) -> Basis:
        """The present basis."""
        return self._form.basis_of(self._statuses())

    def run(self) -> Termination:
        """Pivot to the end: SOLVED, INFEASIBLE or UNBOUNDED, without proof.

        Raises OutOfTimeError at the deadline, with `basis` and `pivots` reached, NumericalTroubleError if doubles and
        residues disagree, and SolveError if the start cannot be repaired.

        Phase A makes the values nonnegative, phase B the reduced costs. Each may shift the vector of the other to go
        on; then the phases are repeated with the true numbers, from a better basis.
        """
        self._open()
        for _ in range(MOST_ROUNDS):
            if not self._phase_a():
                return Termination.INFEASIBLE
            if not self._phase_b():
                return Termination.UNBOUNDED
            if not self._machine.state.is_shifted:
                return Termination.SOLVED
        raise NumericalTroubleError(
            f"not done after {MOST_ROUNDS} rounds of dual and primal pivots"
        )

    def _statuses_of(self, basis: Basis | None) -> Statuses:
        """Return a basis as statuses; without any the free columns and the slacks, repaired."""
        if basis is not None:
            return self._form.statuses_of(basis)
        m, n = self.program.matrix.shape
        statuses = np.full(n + m, BasisStatus.LOWER, dtype=np.int8)
        statuses[:n][self.program.free] = BasisStatus.BASIC
        return repaired(self._form, self._form.nearest_statuses(statuses))

    def _statuses(self) -> Statuses:
        """Return the basis as statuses; a nonbasic logical stands for a row at its bound."""
        n = self.program.matrix.shape[1]
        statuses = np.full(len(self._machine.state.place), BasisStatus.LOWER, dtype=np.int8)
        statuses[:n][self.program.free] = BasisStatus.FREE
        statuses[n:][self.program.at_most] = BasisStatus.UPPER
        statuses[np.asarray(self._machine.state.variable)] = BasisStatus.BASIC
        return statuses

    def _repaired(self, statuses: Statuses) -> Ints:
        """Return the basic variables of a basis that is not singular."""
        return np.flatnonzero(repaired(self._form, statuses) == BasisStatus.BASIC)

    def _set_basic(self, basic: Ints) -> None:
        """Make variables basic, in the order of the places."""
        state = self._machine.state
        state.variable[:] = basic
        place = np.asarray(state.place)
        place[:] = -1
        place[basic] = np.arange(len(basic))

    def _open(self) -> None:
        """Factor the basis, repaired if necessary, and make free columns basic."""
        if self._factor() == SINGULAR:
            self._set_basic(self._repaired(self._statuses()))
            self._require(self._factor())

        state = self._machine.state
        free = np.flatnonzero(self._can_enter(FREE))
        for variable in free.tolist():
            if kernel.enter_free(self._machine, variable):
                self.pivots += 1
            if kernel.worn(self._machine):
                self._require(self._factor())

        state.row_weight[:] = 1.0
        state.column_weight[:] = 1.0

    def _can_enter(self, sign_constraint: int) -> Mask:
        """Mask the nonbasic variables with a sign constraint, one of `scaled_program`."""
        is_nonbasic = np.asarray(self._machine.state.place) < 0
        mask: Mask = (
            np.asarray(self._machine.layout.sign_constraint) == sign_constraint
        ) & is_nonbasic
        return mask

    def _factor(self) -> int:
        """Factor the basis, with more space for the factors if they need it; return the result of `factor`."""
        layout = self._machine.layout
        variable = self._machine.state.variable
        while (outcome := kernel.factor_basis(layout, variable, self._factors)) == FULL:
            self._factors = enlarged(self._factors)
        if outcome >= 0:
            self._machine.updates.number = 0
            self._machine.ordered = ordered(self._factors)
        return outcome

    @staticmethod
    def _require(outcome: int) -> None:
        """Raise NumericalTroubleError unless a factorization has succeeded."""
        if outcome < 0:
            raise NumericalTroubleError("a basis is singular modulo the prime")

    def _refresh(self, phase_a: bool) -> None:
        """Factor the basis and recompute all values."""
        self._require(self._factor())
        kernel.refresh(self._machine, phase_a)

    def _phase_a(self) -> bool:
        """Make B⁻¹b nonnegative; return False if that is impossible."""
        layout = self._machine.layout
        state = self._machine.state
        layout.cost[:], layout.cost_residues[:] = self._true_cost
        layout.right[:], layout.right_residues[:] = self._true_right
        self._refresh(phase_a=True)
        if not state.num_wrong:
            return True

        # The last order of the costs is random: it breaks the ties of dual ratios.
        last = state.z.shape[1] - 1
        nonbasic = self._can_enter(NONNEGATIVE)
        for table in (state.z, state.z_residues, layout.cost, layout.cost_residues):
            np.asarray(table)[nonbasic, last] = np.asarray(layout.ties)[nonbasic]
        kernel.open_phase(self._machine, True)
        return self._loop(phase_a=True)

    def _phase_b(self) -> bool:
        """Make reduced costs nonnegative; return False if that is impossible."""
        layout = self._machine.layout
        layout.cost[:], layout.cost_residues[:] = self._true_cost
        self._machine.state.is_shifted = False
        kernel.open_phase(self._machine, False)
        self._refresh(phase_a=False)
        return self._loop(phase_a=False)

    def _loop(self, phase_a: bool) -> bool:
        """Pivot in chunks; conclusions are drawn only from a basis that has just been factored and recomputed.

        Raises NumericalTroubleError where doubles and residues disagree, and where pivots go on without an end.
        """
        is_fresh = True
        factored = 0
        most_pivots = self.pivots + FIRST_CHUNK + MOST_PIVOTS * sum(self.program.matrix.shape)
        while True:
            self._deadline.check()
            if self.pivots > most_pivots:
                raise NumericalTroubleError(
                    f"no end after {self.pivots:,} pivots: the numbers are beyond the digits of doubles"
                )
            began = time.perf_counter()
            in_time = int(self._chunk_seconds / max(self._per_pivot, 1e-6))
            budget = max(FIRST_CHUNK, in_time)
            code, steps, at = kernel.pivot(self._machine, budget, phase_a)
            self._count(steps, phase_a, time.perf_counter() - began)
            is_fresh = is_fresh and not steps

            if code == kernel.GOING:
                continue
            if code == kernel.WORN and factored < REFRESH_AFTER:
                self._require(self._factor())
                factored += 1
                continue
            if not is_fresh:
                self._refresh(phase_a)
                is_fresh = True
                factored = 0
                continue

            if code == kernel.DONE:
                return True
            if code == kernel.BLOCKED:
                self.culprit = int(self._machine.state.variable[at]) if phase_a else at
                return False
            raise NumericalTroubleError("doubles and residues disagree about a pivot")

    def _count(self, steps: int, phase_a: bool, seconds: float) -> None:
        """Count the pivots of a chunk, and report them."""
        if not steps:
            return
        self.pivots += steps
        self._per_pivot = seconds / steps
        if self._progress is not None:
            wrong = self._machine.state.num_wrong
            what = "values below zero" if phase_a else "reduced costs below zero"
            self._progress(f"{self.pivots:,} lexicographic pivots, {wrong:,} {what}")
