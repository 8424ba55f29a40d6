"""The lexicographic simplex method: proved ends from every start."""

from fractions import Fraction
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import seqform as sf
from seqform.backends.linalg.rational_solve import Deadline, OutOfTimeError
from seqform.backends.linalg.tables import PRIME
from seqform.backends.perturbed.lexicographic_simplex import LexicographicSimplex
from seqform.backends.perturbed.proofs import (
    Proof,
    proof_of_no_optimum,
    proof_of_optimality,
    prove_by_exact_pivots,
    proves_infeasible,
    proves_unbounded,
)
from seqform.backends.perturbed.simplex_tables import lay_out
from seqform.builders.forms.sequence_form import sequence_form
from seqform.builders.programs.perturbed_lp import perturbed_lp, uniform_trembles
from seqform.models.numbers.exact import ExactArray, ExactMatrix
from seqform.models.numbers.polynomials import PolynomialArray
from seqform.models.programs.perturbed import PerturbedLinearProgram
from seqform.models.programs.solutions import Basis, BasisStatus, Termination

NUMBERS = st.sampled_from([Fraction(sixths, 6) for sixths in (0, 0, 0, 0, 6, 6, -6, 12, -12, 18, -30, 2, -5, 15)])
ROWS = st.sampled_from([(True, True), (True, False), (False, True), (False, True)])


def polynomials(draw: st.DrawFn, size: int, degree: int) -> PolynomialArray:
    orders = [draw(st.lists(NUMBERS, min_size=size, max_size=size)) for _ in range(degree + 1)]
    return PolynomialArray(tuple(ExactArray.of(order) for order in orders))


def program_of(
    sense: str, costs: list[list[int]], rows: list[list[int]], right: list[list[int]], kinds: str, free: list[bool]
) -> PerturbedLinearProgram:
    """Return a program; `kinds` has a letter a row: < or > or =; costs and right-hand sides come order by order."""
    return PerturbedLinearProgram(
        "max" if sense == "max" else "min",
        PolynomialArray(tuple(ExactArray.of(order) for order in costs)),
        ExactMatrix.from_dense([[Fraction(value) for value in row] for row in rows]),
        PolynomialArray(tuple(ExactArray.of(order) for order in right)),
        np.array([kind in ">=" for kind in kinds]),
        np.array([kind in "<=" for kind in kinds]),
        np.array(free),
        [f"row {i}" for i in range(len(rows))],
        [f"column {j}" for j in range(len(free))],
    )


@st.composite
def programs(draw: st.DrawFn, most: int = 6) -> PerturbedLinearProgram:
    """Draw a perturbed program with rows and columns of every kind, with a solution or not."""
    m, n, degree = draw(st.integers(1, most)), draw(st.integers(1, most)), draw(st.integers(0, 3))
    kinds = [draw(ROWS) for _ in range(m)]
    return PerturbedLinearProgram(
        draw(st.sampled_from(["min", "max"])),
        polynomials(draw, n, degree),
        ExactMatrix.from_dense([draw(st.lists(NUMBERS, min_size=n, max_size=n)) for _ in range(m)]),
        polynomials(draw, m, degree),
        np.array([lower for lower, _ in kinds]),
        np.array([upper for _, upper in kinds]),
        np.array(draw(st.lists(st.booleans(), min_size=n, max_size=n))),
        [f"row {i}" for i in range(m)],
        [f"column {j}" for j in range(n)],
    )


def slack_basis(program: PerturbedLinearProgram) -> Basis:
    columns = np.where(program.free, BasisStatus.FREE, BasisStatus.LOWER).astype(np.int8)
    return Basis(columns, np.full(len(program.right), BasisStatus.BASIC, dtype=np.int8))


def end_of(program: PerturbedLinearProgram, basis: Basis | None = None) -> tuple[Termination, Proof | None]:
    simplex = LexicographicSimplex(program, basis)
    outcome = simplex.run()
    if outcome is Termination.SOLVED:
        return outcome, proof_of_optimality(program, simplex.basis)
    return outcome, proof_of_no_optimum(program, simplex.basis, simplex.culprit)


def game_program(spec: str, player: int = 0, uniform: bool = False) -> PerturbedLinearProgram:
    form = sequence_form(sf.load(spec)).target
    return (perturbed_lp(form, player, uniform_trembles) if uniform else perturbed_lp(form, player)).target


def value_of(program: PerturbedLinearProgram, proof: Proof | None) -> PolynomialArray:
    assert proof is not None
    assert proof.primal is not None
    assert proof.dual is not None
    assert program.violations(proof.primal, proof.dual) == []
    return program.objective.dot(proof.primal)


@given(programs(), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_every_start_ends_with_the_same_verdict_as_exact_pivots(
    program: PerturbedLinearProgram, random: Random
) -> None:
    exact = prove_by_exact_pivots(program, slack_basis(program))
    statuses = [random.choice([0, 0, 1]) for _ in range(sum(program.matrix.shape))]
    n = program.matrix.shape[1]
    drawn = Basis(np.array(statuses[:n], dtype=np.int8), np.array(statuses[n:], dtype=np.int8))
    for start in (None, slack_basis(program), drawn):
        outcome, proof = end_of(program, start)
        if proof is None:  # a free column that depends on others is not tried: exact pivots settle that
            assert np.any(program.free)
            proof = prove_by_exact_pivots(program, slack_basis(program))
        if outcome is Termination.SOLVED and proof.termination is Termination.SOLVED:
            assert value_of(program, proof).equals(value_of(program, exact))
        else:
            assert {proof.termination, exact.termination} <= {Termination.INFEASIBLE, Termination.UNBOUNDED}


@pytest.mark.parametrize("spec", ["kuhn", "uniform-bounds", "matching-pennies", "liars-dice(sides=3)"])
@pytest.mark.parametrize("uniform", [False, True])
@pytest.mark.parametrize("player", [0, 1])
def test_games_are_solved_from_nothing(spec: str, player: int, uniform: bool) -> None:
    program = game_program(spec, player, uniform)
    outcome, proof = end_of(program)
    assert outcome is Termination.SOLVED
    value_of(program, proof)


@pytest.mark.parametrize("seed", range(6))
def test_random_games_have_one_value_from_every_start(seed: int) -> None:
    program = game_program(f"random-game(seed={seed},depth=7)")
    ends = [end_of(program, start) for start in (None, slack_basis(program))]
    assert [outcome for outcome, _ in ends] == [Termination.SOLVED] * 2
    assert value_of(program, ends[0][1]).equals(value_of(program, ends[1][1]))


def test_a_thousand_pivots_from_nothing_end_proved() -> None:
    program = game_program("liars-dice(sides=4)")
    simplex = LexicographicSimplex(program)
    assert simplex.run() is Termination.SOLVED
    assert simplex.counts.dual + simplex.counts.primal > 1000
    value_of(program, proof_of_optimality(program, simplex.basis))


def test_a_program_feasible_at_zero_alone_is_proved_infeasible() -> None:
    program = program_of("max", [[1]], [[1]], [[0], [-1]], "<", [False])
    outcome, proof = end_of(program)
    assert outcome is Termination.INFEASIBLE
    assert proof is not None
    assert proof.termination is Termination.INFEASIBLE


def test_a_program_unbounded_by_a_perturbed_cost_is_proved_so() -> None:
    program = program_of("max", [[0, 0], [2, -1]], [[1, -1]], [[1]], "<", [False, False])
    outcome, proof = end_of(program)
    assert outcome is Termination.UNBOUNDED
    assert proof is not None
    assert proof.termination is Termination.UNBOUNDED


def test_proofs_of_no_optimum_are_checked() -> None:
    program = program_of("max", [[1]], [[1]], [[1]], "<", [False])
    assert not proves_infeasible(program, ExactArray.of([1]))
    assert not proves_infeasible(program, ExactArray.of([-1]))
    assert not proves_unbounded(program, PolynomialArray.zeros(1), ExactArray.of([1]))
    assert not proves_unbounded(program, PolynomialArray.zeros(1), ExactArray.of([-1]))
    assert proof_of_optimality(program, slack_basis(program)) is None


def test_equal_columns_and_redundant_equations_do_no_harm() -> None:
    rows = [[1, 1, 0], [2, 2, 0], [0, 0, 1]]
    program = program_of("min", [[1, 1, 1], [0, 1, 0]], rows, [[1, 2, 0], [-1, -2, 1]], "===", [False, False, False])
    outcome, proof = end_of(program)
    assert outcome is Termination.SOLVED
    assert value_of(program, proof).equals(PolynomialArray.constant(ExactArray.of([1])))


def test_numbers_that_the_prime_divides_are_refused() -> None:
    program = program_of("max", [[1]], [[PRIME]], [[1]], "<", [False])
    with pytest.raises(ZeroDivisionError):
        lay_out(program)


def test_the_time_limit_is_seen_between_chunks() -> None:
    program = game_program("leduc")
    simplex = LexicographicSimplex(program, deadline=Deadline(0.15), chunk_seconds=0)
    with pytest.raises(OutOfTimeError):
        simplex.run()
    statuses = np.concatenate([simplex.basis.columns, simplex.basis.rows])
    assert np.count_nonzero(statuses == BasisStatus.BASIC) == program.matrix.shape[0]


def test_progress_is_reported() -> None:
    heard: list[str] = []
    LexicographicSimplex(game_program("liars-dice(sides=3)"), progress=heard.append).run()
    assert heard
    assert all("lexicographic pivots" in line for line in heard)
