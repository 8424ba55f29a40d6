"""The backend `stable-basis` and the lexicographic simplex method: proved ends from every start, exact pivots."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any

import numpy as np
import pytest
from command_line import LIMIT, JumpingClock
from hypothesis import given
from hypothesis import strategies as st
from perturbed_programs import (
    optimum,
    perturbed_game,
    perturbed_games,
    perturbed_program,
    perturbed_programs,
)

import seqform as sf
from seqform.backends.exact import ExactBackend
from seqform.backends.linalg.arithmetic import PRIME
from seqform.backends.perturbed import lexicographic_simplex
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
from seqform.backends.perturbed.root_bound import suggested_epsilon
from seqform.backends.perturbed.scaled_program import lay_out
from seqform.backends.perturbed.stable_basis import StableBasisBackend
from seqform.backends.protocol import SolveOptions
from seqform.backends.solvers.scipy import ScipyBackend
from seqform.builders import perturbed_lp, sequence_form
from seqform.errors import ModelError
from seqform.models import (
    Basis,
    BasisStatus,
    ExactArray,
    PerturbedLinearProgram,
    PolynomialArray,
    Termination,
)
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.perturbed import PerturbedSolution
from seqform.models.programs.solutions import RawSolution
from seqform.system.deadline import Deadline, OutOfTimeError

pytestmark = pytest.mark.slow

MEDIUM = "liars-dice(sides=4)"


class Fails:
    """A backend that never has an answer."""

    name, exact = "fails", False
    supports: frozenset[type] = frozenset({LinearProgram})

    def __init__(self, termination: Termination = Termination.INFEASIBLE) -> None:
        self.termination, self.asked = termination, 0

    def solve(self, model: Any, options: SolveOptions | None = None) -> RawSolution:
        self.asked += 1
        return RawSolution(self.termination, "no", solver="none")


def solve(
    program: PerturbedLinearProgram,
    solver: Any = None,
    epsilon: Fraction | None = None,
    **options: Any,
) -> PerturbedSolution:
    return StableBasisBackend(solver, epsilon).solve(program, SolveOptions(**options))


def require_one_value(game: sf.ExtensiveGame, trembles: Any = None) -> PolynomialArray:
    """Return x(ε)·A y(ε), a polynomial in ε, which has to be the same from both sides."""
    form = sequence_form(game).target
    values = []
    for player in (0, 1):
        step = (
            perturbed_lp(form, player) if trembles is None else perturbed_lp(form, player, trembles)
        )
        answer = StableBasisBackend().solve(step.target)
        optimum(step.target, answer)
        first, second = (plan.weights for plan in step.lift(answer).plans)
        values.append(first.dot(second.under(form.A)))
    assert values[0].equals(values[1])
    return values[0]


@pytest.mark.parametrize("payoff", [0, 1, -7])
def test_games_in_which_nothing_matters_have_that_value(payoff: int) -> None:
    value = require_one_value(sf.bimatrix_game("nothing matters", [[payoff] * 3 for _ in range(2)]))
    assert value.equals(PolynomialArray.constant(ExactArray.of([payoff])))


@pytest.mark.parametrize(
    ("game", "solvers"), [(MEDIUM, [ScipyBackend(), Fails()]), ("kuhn", [ExactBackend()])]
)
def test_every_epsilon_and_every_solver_lead_to_the_same_value(
    game: str, solvers: list[Any]
) -> None:
    program = perturbed_game(game).target
    answers = [solve(program, epsilon=Fraction(1, k)) for k in (20, 300, 5000)]
    answers += [solve(program, solver) for solver in solvers]
    values = [optimum(program, answer) for answer in answers]
    assert all(value.equals(values[0]) for value in values)


def test_interior_points_without_a_basis_are_crossed_over() -> None:
    program = perturbed_game("leduc(ranks=2)").target
    answer = solve(program, raw={"solver": "ipx", "run_crossover": "off"})
    optimum(program, answer)
    assert answer.pivots < solve(program, Fails()).pivots


def test_a_number_too_large_is_divided_by_three_up_to_three_times() -> None:
    program, lines = perturbed_game("kuhn").target, list[str]()
    answer = solve(program, epsilon=Fraction(9, 10), progress=lines.append)
    optimum(program, answer)
    assert answer.epsilon == Fraction(3, 10)
    assert any("trying ε = 3/10" in line for line in lines)
    solver = Fails(Termination.NUMERICAL_ERROR)
    optimum(program, solve(program, solver))
    assert solver.asked == 4


@pytest.mark.parametrize(
    "termination", [Termination.TIME_LIMIT, Termination.INTERRUPTED, Termination.ITERATION_LIMIT]
)
def test_a_solver_cut_short_ends_the_method(termination: Termination) -> None:
    answer = solve(perturbed_game("kuhn").target, Fails(termination))
    assert (answer.termination, answer.proven, answer.primal) == (termination, False, None)


def test_the_time_limit_and_ctrl_c_hold_while_pivoting(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    def progress(line: str, stop: Callable[[], None]) -> None:
        if "lexicographic pivots" in line:
            stop()

    program, jump = perturbed_game(MEDIUM).target, JumpingClock(monkeypatch).jump
    for stop, termination in ((jump, Termination.TIME_LIMIT), (interrupt, Termination.INTERRUPTED)):
        answer = solve(program, Fails(), time_limit=LIMIT, progress=partial(progress, stop=stop))
        assert (answer.termination, answer.proven) == (termination, False)
        assert answer.basis is not None
        assert answer.pivots > 0


def test_exact_pivots_correct_a_wrong_basis_and_replace_failing_residues(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: Any) -> None:
        raise ZeroDivisionError("a number has a multiple of the prime in it")

    program, lines = perturbed_game("kuhn").target, list[str]()
    monkeypatch.setattr(
        lexicographic_simplex.LexicographicSimplex, "run", lambda _: Termination.SOLVED
    )
    answer = solve(program, Fails(), progress=lines.append)
    optimum(program, answer)
    assert answer.pivots > 0
    assert "the proof fails: continuing with exact pivots, which are slow" in lines
    monkeypatch.setattr(lexicographic_simplex, "lay_out", fail)
    optimum(program, solve(program))


def test_pivots_that_lead_in_a_circle_in_doubles_end_and_exact_ones_follow() -> None:
    """Payoffs differ by 10^-40 beside 10^300, so that ratios are alike to the last digit of doubles."""
    unit = Fraction(1, 10**40 + 3)
    payoffs: Any = [[0, 1, 3, -1], [0, 9, 1, 3], [-6, Fraction(3, 2), 1, 2]]

    def chosen(lot: int, first: int) -> Any:
        ends = [10**300 + unit * payoff / 3 for payoff in payoffs[lot][2 * first : 2 * first + 2]]
        leaves = [sf.leaf(end, -end) for end in ends]
        name = f"{lot}{'ab'[first]}"
        return sf.move(0, name, dict(zip("ab", leaves, strict=True)))

    lots = {
        f"lot {lot}": (weight, sf.move(1, "all", {"a": chosen(lot, 0), "b": chosen(lot, 1)}))
        for lot, weight in enumerate([Fraction(3, 7), Fraction(1, 7), Fraction(3, 7)])
    }
    answer = sf.solve(sf.tree("near", sf.chance(lots)), "quasi-perfect")
    assert answer.certificate.checks["quasi-perfect"]


def test_pivots_without_an_end_are_followed_by_exact_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lexicographic_simplex, "FIRST_CHUNK", 1)
    monkeypatch.setattr(lexicographic_simplex, "MOST_PIVOTS", -1)
    program, lines = perturbed_game("kuhn").target, list[str]()
    optimum(program, solve(program, Fails(), progress=lines.append))
    assert any("no end after" in line and "continuing with exact pivots" in line for line in lines)


def test_programs_without_optimum_are_proved_to_have_none() -> None:
    infeasible = solve(perturbed_program("max", [("<", [1], [0, -1])], [[1]]))
    assert infeasible.termination is Termination.INFEASIBLE
    assert infeasible.status == "infeasible for all small ε, proved over the rationals"
    at_half_only = perturbed_program("max", [("<", [-1], [1])], [[-1], [1]])
    optimum(at_half_only, solve(at_half_only, epsilon=Fraction(1, 2)))
    unbounded = solve(perturbed_program("max", [("<", [-1], [1])], [[0], [1]]))
    assert (unbounded.termination, unbounded.proven, unbounded.primal) == (
        Termination.UNBOUNDED,
        False,
        None,
    )


@given(program=perturbed_programs() | perturbed_games().map(lambda step: step.target))
def test_random_programs_are_solved_or_proved_to_have_no_optimum(
    program: PerturbedLinearProgram,
) -> None:
    answer = solve(program)
    if answer.solved:
        optimum(program, answer)
    else:
        assert answer.termination in (Termination.INFEASIBLE, Termination.UNBOUNDED)
        assert answer.status.endswith("proved over the rationals")


@pytest.mark.parametrize("epsilon", [0, 1, -1, 1.01, Fraction(3, 2)])
def test_an_invalid_epsilon_is_refused(epsilon: Any) -> None:
    with pytest.raises(ModelError, match="a number above 0 and below 1 expected"):
        StableBasisBackend(epsilon=epsilon)


def test_the_suggested_epsilon_leaves_room_for_all_actions() -> None:
    program = perturbed_program("max", [("<", [1], [1, -1000])], [[1]])
    assert suggested_epsilon(replace(program, at_least=np.array([True]))) == Fraction(1, 2000)
    assert suggested_epsilon(program) == Fraction(1, 1000)
    assert suggested_epsilon(perturbed_game("leduc").target) == Fraction(1, 266)


def end_of(
    program: PerturbedLinearProgram, basis: Basis | None = None
) -> tuple[Termination, Proof | None]:
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
    statuses = np.array(
        [random.choice([0, 0, 1]) for _ in range(sum(program.matrix.shape))], dtype=np.int8
    )
    drawn = Basis(*np.split(statuses, [program.matrix.shape[1]]))
    for start in (None, slack_basis(program), drawn):
        outcome, proof = end_of(program, start)
        # A free column that depends on others is not tried: exact pivots settle that.
        if proof is None:
            assert np.any(program.free)
            proof = prove_by_exact_pivots(program, slack_basis(program))
        if outcome is Termination.SOLVED and proof.termination is Termination.SOLVED:
            assert value_of(program, proof).equals(value_of(program, exact))
        else:
            assert {proof.termination, exact.termination} <= {
                Termination.INFEASIBLE,
                Termination.UNBOUNDED,
            }


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
    # At ε = 1/2 another basis is optimal.
    proof = prove_by_exact_pivots(program, slacks, first_bits=1)
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
    simplex = LexicographicSimplex(
        program, deadline=Deadline(LIMIT), chunk_seconds=0, progress=lambda _: clock.jump()
    )
    with pytest.raises(OutOfTimeError):
        simplex.run()
    assert simplex.pivots > 0
    statuses = np.concatenate([simplex.basis.columns, simplex.basis.rows])
    assert np.count_nonzero(statuses == BasisStatus.BASIC) == program.matrix.shape[0]


@pytest.mark.parametrize("order", [126, 127, 128, 300])
def test_values_are_compared_at_every_order_of_epsilon(order: int) -> None:
    power = PolynomialArray.powers(np.array([order]))
    program = perturbed_program("min", [(">", [1], [0] * order + [1])], [[1]])
    outcome, proof = end_of(program)
    assert outcome is Termination.SOLVED
    assert value_of(program, proof).equals(power)
