"""The lexicographic simplex method: proved ends from every start; exact pivots and proofs."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from clocks import LIMIT, JumpingClock
from hypothesis import given
from hypothesis import strategies as st
from perturbed_programs import perturbed_game, perturbed_program, perturbed_programs

from seqform.backends.linalg.tables import PRIME
from seqform.backends.perturbed.lexicographic_simplex import LexicographicSimplex
from seqform.backends.perturbed.proofs import (
    Proof,
    proof_of_no_optimum,
    proof_of_optimality,
    prove_by_exact_pivots,
    proves_infeasible,
    proves_unbounded,
    slack_basis,
)
from seqform.backends.perturbed.simplex_tables import lay_out
from seqform.models import Basis, BasisStatus, ExactArray, PerturbedLinearProgram, PolynomialArray, Termination
from seqform.system.deadline import Deadline, OutOfTimeError

pytestmark = pytest.mark.slow


def end_of(program: PerturbedLinearProgram, basis: Basis | None = None) -> tuple[Termination, Proof | None]:
    simplex = LexicographicSimplex(program, basis)
    outcome = simplex.run()
    if outcome is Termination.SOLVED:
        return outcome, proof_of_optimality(program, simplex.basis)
    return outcome, proof_of_no_optimum(program, simplex.basis, simplex.culprit)


def value_of(program: PerturbedLinearProgram, proof: Proof | None) -> PolynomialArray:
    assert proof is not None
    assert proof.primal is not None
    assert proof.dual is not None
    assert program.violations(proof.primal, proof.dual) == []
    return program.objective.dot(proof.primal)


@given(perturbed_programs(most=6), st.randoms(use_true_random=False))
def test_every_start_ends_with_the_same_verdict_as_exact_pivots(
    program: PerturbedLinearProgram, random: Random
) -> None:
    exact = prove_by_exact_pivots(program, slack_basis(program))
    statuses = np.array([random.choice([0, 0, 1]) for _ in range(sum(program.matrix.shape))], dtype=np.int8)
    drawn = Basis(*np.split(statuses, [program.matrix.shape[1]]))
    for start in (None, slack_basis(program), drawn):
        outcome, proof = end_of(program, start)
        if proof is None:  # a free column that depends on others is not tried: exact pivots settle that
            assert np.any(program.free)
            proof = prove_by_exact_pivots(program, slack_basis(program))
        if outcome is Termination.SOLVED and proof.termination is Termination.SOLVED:
            assert value_of(program, proof).equals(value_of(program, exact))
        else:
            assert {proof.termination, exact.termination} <= {Termination.INFEASIBLE, Termination.UNBOUNDED}


def test_hundreds_of_pivots_from_nothing_end_proved_and_are_reported() -> None:
    program, lines = perturbed_game("liars-dice(sides=4)").target, list[str]()
    simplex = LexicographicSimplex(program, progress=lines.append)
    assert simplex.run() is Termination.SOLVED
    assert simplex.pivots > 300
    value_of(program, proof_of_optimality(program, simplex.basis))
    assert lines
    assert all("lexicographic pivots" in line for line in lines)


def test_wrong_proofs_are_refused() -> None:
    program = perturbed_program("max", [("<", [1], [1])], [[1]])
    for sign in (1, -1):
        assert not proves_infeasible(program, ExactArray.of([sign]))
        assert not proves_unbounded(program, PolynomialArray.zeros(1), ExactArray.of([sign]))
    assert proof_of_optimality(program, slack_basis(program)) is None
    game = perturbed_game("uniform-bounds").target
    simplex = LexicographicSimplex(game)
    simplex.run()
    assert proof_of_optimality(game, simplex.basis) is not None
    assert proof_of_optimality(replace(game, objective=-game.objective), simplex.basis) is None


def test_exact_pivots_continue_at_ever_smaller_numbers() -> None:
    program = perturbed_program("max", [("<", [1], [1])], [[-1], [1000]])
    slacks = Basis(np.ones(1, dtype=np.int8), np.zeros(1, dtype=np.int8))
    proof = prove_by_exact_pivots(program, slacks, first_bits=1)  # at ε = 1/2 another basis is optimal
    assert not value_of(program, proof).signs().any()


def test_equal_columns_and_redundant_equations_do_no_harm() -> None:
    rows = [("=", [1, 1, 0], [1, -1]), ("=", [2, 2, 0], [2, -2]), ("=", [0, 0, 1], [0, 1])]
    program = perturbed_program("min", rows, [[1, 1, 1], [0, 1, 0]])
    outcome, proof = end_of(program)
    assert outcome is Termination.SOLVED
    assert value_of(program, proof).equals(PolynomialArray.constant(ExactArray.of([1])))


def test_numbers_that_the_prime_divides_are_refused() -> None:
    with pytest.raises(ZeroDivisionError):
        lay_out(perturbed_program("max", [("<", [PRIME], [1])], [[1]]))


def test_the_time_limit_is_seen_between_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    program, clock = perturbed_game("leduc").target, JumpingClock(monkeypatch)
    simplex = LexicographicSimplex(program, deadline=Deadline(LIMIT), chunk_seconds=0, progress=lambda _: clock.jump())
    with pytest.raises(OutOfTimeError):
        simplex.run()
    assert simplex.pivots > 0
    statuses = np.concatenate([simplex.basis.columns, simplex.basis.rows])
    assert np.count_nonzero(statuses == BasisStatus.BASIC) == program.matrix.shape[0]
