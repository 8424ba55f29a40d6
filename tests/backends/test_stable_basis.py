"""The method `stable-basis`: a proof from every solver, ε and start; limits."""

import logging
import time
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import seqform as sf
from seqform.backends.exact import ExactBackend
from seqform.backends.linalg import compiled
from seqform.backends.perturbed import lexicographic_simplex
from seqform.backends.perturbed.numeric import TOLERANCE, suggested_epsilon
from seqform.backends.perturbed.proofs import proof_of_optimality, prove_by_exact_pivots
from seqform.backends.perturbed.stable_basis import solve_stable_basis
from seqform.backends.protocol import SolveOptions
from seqform.backends.solvers.highs import HighsBackend
from seqform.backends.solvers.scipy import ScipyBackend
from seqform.builders.forms.sequence_form import sequence_form
from seqform.builders.programs.perturbed_lp import perturbed_lp, uniform_trembles
from seqform.errors import ModelError
from seqform.models.numbers.exact import ExactArray, ExactMatrix
from seqform.models.numbers.polynomials import PolynomialArray
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.perturbed import PerturbedLinearProgram
from seqform.models.programs.perturbed_solution import PerturbedSolution
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.programs.solutions import Basis, RawSolution, Termination
from seqform.models.strategies.families import EpsilonFamily

MEDIUM = "liars-dice(sides=4)"


class Fails:
    """A backend that never has an answer."""

    name = "fails"
    supports: frozenset[type] = frozenset({LinearProgram})
    exact = False

    def __init__(self, termination: Termination = Termination.INFEASIBLE) -> None:
        self.termination = termination
        self.asked = 0

    def solve(self, model: Any, options: SolveOptions | None = None) -> RawSolution:
        self.asked += 1
        return RawSolution(self.termination, "no", solver="none")


def form_of(spec: str) -> SequenceForm:
    return sequence_form(sf.load(spec)).target


def value_of(program: PerturbedLinearProgram, answer: PerturbedSolution) -> PolynomialArray:
    """Return the objective, a polynomial in ε, after checking the proof."""
    assert answer.termination is Termination.SOLVED
    assert answer.proven
    assert answer.primal is not None
    assert answer.dual is not None
    assert program.violations(answer.primal, answer.dual) == []
    return program.objective.dot(answer.primal)


def game_value(form: SequenceForm, family: EpsilonFamily) -> PolynomialArray:
    """Return x(ε)·A y(ε), a polynomial in ε."""
    first, second = (plan.weights for plan in family.plans)
    return first.dot(second.under(form.A))


@pytest.mark.parametrize("spec", ["kuhn", "uniform-bounds", "liars-dice(sides=3)", MEDIUM])
@pytest.mark.parametrize("uniform", [False, True])
def test_both_sides_give_the_same_polynomial_value(spec: str, uniform: bool) -> None:
    form = form_of(spec)
    values = []
    for player in (0, 1):
        step = perturbed_lp(form, player, uniform_trembles) if uniform else perturbed_lp(form, player)
        answer = solve_stable_basis(step.target, HighsBackend())
        value_of(step.target, answer)
        values.append(game_value(form, step.lift(answer)))
    assert values[0].equals(values[1])


@pytest.mark.parametrize("seed", range(4))
def test_random_games_give_both_sides_the_same_value(seed: int) -> None:
    form = form_of(f"random-game(seed={seed},depth=6)")
    values = []
    for player in (0, 1):
        step = perturbed_lp(form, player)
        answer = solve_stable_basis(step.target, HighsBackend())
        value_of(step.target, answer)
        values.append(game_value(form, step.lift(answer)))
    assert values[0].equals(values[1])


def test_every_epsilon_and_every_solver_lead_to_the_same_value() -> None:
    program = perturbed_lp(form_of(MEDIUM)).target
    answers = [solve_stable_basis(program, HighsBackend(), epsilon=Fraction(1, k)) for k in (20, 300, 5000)]
    answers.append(solve_stable_basis(program, ScipyBackend()))
    answers.append(solve_stable_basis(program, Fails()))
    values = [value_of(program, answer) for answer in answers]
    assert all(value.equals(values[0]) for value in values)


def test_interior_points_without_a_basis_are_crossed_over() -> None:
    program = perturbed_lp(form_of("leduc(ranks=2)")).target
    raw = {"solver": "ipm", "run_crossover": "off"}
    answer = solve_stable_basis(program, HighsBackend(), SolveOptions(raw=raw))
    value_of(program, answer)
    assert answer.pivots < 200


def test_the_exact_backend_can_be_the_solver() -> None:
    program = perturbed_lp(form_of("kuhn")).target
    value_of(program, solve_stable_basis(program, ExactBackend()))


def test_a_number_too_large_is_divided_by_three() -> None:
    program = perturbed_lp(form_of("kuhn")).target
    heard: list[str] = []
    answer = solve_stable_basis(program, HighsBackend(), SolveOptions(progress=heard.append), Fraction(9, 10))
    value_of(program, answer)
    assert answer.epsilon == Fraction(3, 10)
    assert any("trying ε = 3/10" in line for line in heard)


def test_a_solver_that_always_fails_is_run_four_times() -> None:
    backend = Fails(Termination.NUMERICAL_ERROR)
    program = perturbed_lp(form_of("kuhn")).target
    value_of(program, solve_stable_basis(program, backend))
    assert backend.asked == 4


@pytest.mark.parametrize("termination", [Termination.TIME_LIMIT, Termination.INTERRUPTED, Termination.ITERATION_LIMIT])
def test_a_solver_cut_short_ends_the_method(termination: Termination) -> None:
    answer = solve_stable_basis(perturbed_lp(form_of("kuhn")).target, Fails(termination))
    assert answer.termination is termination
    assert not answer.proven
    assert answer.primal is None


def test_the_time_limit_holds_while_pivoting() -> None:
    def pause(line: str) -> None:
        if "lexicographic pivots" in line:
            time.sleep(1.0)

    program = perturbed_lp(form_of(MEDIUM)).target
    answer = solve_stable_basis(program, Fails(), SolveOptions(time_limit=1.0, progress=pause))
    assert answer.termination is Termination.TIME_LIMIT
    assert not answer.proven
    assert answer.basis is not None


def test_ctrl_c_while_pivoting_returns_the_last_basis() -> None:
    def interrupt(line: str) -> None:
        if "lexicographic pivots" in line:
            raise KeyboardInterrupt

    program = perturbed_lp(form_of(MEDIUM)).target
    answer = solve_stable_basis(program, Fails(), SolveOptions(progress=interrupt))
    assert answer.termination is Termination.INTERRUPTED
    assert answer.pivots > 0
    assert answer.basis is not None


def test_a_wrong_basis_is_corrected_by_exact_pivots(monkeypatch: pytest.MonkeyPatch) -> None:
    program = perturbed_lp(form_of("kuhn")).target
    monkeypatch.setattr(lexicographic_simplex.LexicographicSimplex, "run", lambda _: Termination.SOLVED)
    heard: list[str] = []
    answer = solve_stable_basis(program, Fails(), SolveOptions(progress=heard.append), pivot_from=0)
    value_of(program, answer)
    assert answer.pivots > 0
    assert "the proof fails: continuing with exact pivots, which are slow" in heard


def test_exact_pivots_are_the_fallback_if_residues_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise ZeroDivisionError("a number has a multiple of the prime in it")

    program = perturbed_lp(form_of("kuhn")).target
    monkeypatch.setattr(lexicographic_simplex, "lay_out", fail)
    value_of(program, solve_stable_basis(program, HighsBackend(), pivot_from=0))


def test_compiling_is_announced_unless_the_solvers_basis_is_stable_already(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    engine = compiled.ENGINES["perturbed"]
    monkeypatch.setattr(engine, "plain_up_to", 0)
    monkeypatch.setattr(engine, "is_machine_code", False)
    monkeypatch.setattr(compiled.Loop, "lies_on_disk", lambda _: False)
    program = perturbed_lp(form_of("kuhn")).target
    with caplog.at_level(logging.WARNING, logger="seqform"):
        value_of(program, solve_stable_basis(program, HighsBackend(), pivot_from=0))
        assert not caplog.text
        value_of(program, solve_stable_basis(program, Fails(), pivot_from=0))
    assert "compiling the lexicographic simplex method, once on this machine" in caplog.text
    engine.is_machine_code = False
    heard: list[str] = []
    solve_stable_basis(program, Fails(), SolveOptions(progress=heard.append), pivot_from=0)
    assert any("once on this machine" in line for line in heard)


@pytest.mark.parametrize("payoff", [0, 1, -7])
def test_games_in_which_nothing_matters_have_that_value(payoff: int) -> None:
    game = sf.bimatrix_game("nothing matters", [[payoff] * 3 for _ in range(2)])
    form = sequence_form(game).target
    for player in (0, 1):
        step = perturbed_lp(form, player)
        answer = solve_stable_basis(step.target, HighsBackend())
        value_of(step.target, answer)
        value = game_value(form, step.lift(answer))
        assert value.equals(PolynomialArray.constant(ExactArray.of([payoff])))


def test_no_basis_is_called_stable_without_proof() -> None:
    program = perturbed_lp(form_of("uniform-bounds")).target
    answer = solve_stable_basis(program, HighsBackend())
    assert answer.basis is not None
    assert proof_of_optimality(program, answer.basis) is not None
    spoiled = replace(program, objective=-program.objective)
    assert proof_of_optimality(spoiled, answer.basis) is None


def test_exact_pivots_continue_at_ever_smaller_numbers() -> None:
    program = small_program([[-1], [1000]], [[1]], [[1]])
    slacks = Basis(np.ones(1, dtype=np.int8), np.zeros(1, dtype=np.int8))
    proof = prove_by_exact_pivots(program, slacks, first_bits=1)  # at ε = 1/2 another basis is optimal
    assert proof.primal is not None
    assert proof.dual is not None
    assert program.violations(proof.primal, proof.dual) == []
    assert not program.objective.dot(proof.primal).signs().any()


def small_program(costs: list[list[int]], rows: list[list[int]], right: list[list[int]]) -> PerturbedLinearProgram:
    """Return a maximisation over nonnegative columns and rows ≤."""
    return PerturbedLinearProgram(
        "max",
        PolynomialArray(tuple(ExactArray.of(order) for order in costs)),
        ExactMatrix.from_dense([[Fraction(value) for value in row] for row in rows]),
        PolynomialArray(tuple(ExactArray.of(order) for order in right)),
        np.zeros(len(rows), dtype=bool),
        np.ones(len(rows), dtype=bool),
        np.zeros(len(costs[0]), dtype=bool),
        [f"row {i}" for i in range(len(rows))],
        [f"column {j}" for j in range(len(costs[0]))],
    )


@pytest.mark.parametrize("pivot_from", [0, 201])
def test_programs_without_optimum_are_proved_so(pivot_from: int) -> None:
    infeasible = solve_stable_basis(small_program([[1]], [[1]], [[0], [-1]]), HighsBackend(), pivot_from=pivot_from)
    assert infeasible.termination is Termination.INFEASIBLE
    assert infeasible.status == "infeasible for all small ε, proved over the rationals"
    unbounded = solve_stable_basis(
        small_program([[-1], [1]], [[-1]], [[1]]), HighsBackend(), epsilon=Fraction(1, 2), pivot_from=pivot_from
    )
    assert unbounded.termination is Termination.SOLVED
    unbounded = solve_stable_basis(small_program([[0], [1]], [[-1]], [[1]]), HighsBackend(), pivot_from=pivot_from)
    assert unbounded.termination is Termination.UNBOUNDED
    assert not unbounded.proven
    assert unbounded.primal is None


@given(
    st.lists(st.lists(st.integers(-3, 3), min_size=3, max_size=3), min_size=2, max_size=2),
    st.lists(st.lists(st.integers(-3, 3), min_size=3, max_size=3), min_size=4, max_size=4),
    st.lists(st.lists(st.integers(-3, 3), min_size=4, max_size=4), min_size=3, max_size=3),
    st.sampled_from([0, 201]),
)
@settings(max_examples=40, deadline=None)
def test_random_programs_are_solved_or_proved_to_have_no_optimum(
    costs: list[list[int]], rows: list[list[int]], right: list[list[int]], pivot_from: int
) -> None:
    program = small_program(costs, rows, right)
    answer = solve_stable_basis(program, HighsBackend(), pivot_from=pivot_from)
    if answer.termination is Termination.SOLVED:
        value_of(program, answer)
    else:
        assert answer.termination in (Termination.INFEASIBLE, Termination.UNBOUNDED)
        assert answer.status.endswith("proved over the rationals")


@pytest.mark.parametrize("epsilon", [0, 1, -1, 0.01, Fraction(3, 2)])
def test_an_invalid_epsilon_is_refused(epsilon: Any) -> None:
    with pytest.raises(ModelError, match="a fraction between 0 and 1 expected"):
        solve_stable_basis(perturbed_lp(form_of("kuhn")).target, HighsBackend(), epsilon=epsilon)


def test_the_suggested_epsilon_leaves_room_for_all_actions() -> None:
    program = small_program([[1]], [[1]], [[1], [-1000]])
    equation = replace(program, at_least=np.array([True]))
    assert suggested_epsilon(equation) == Fraction(1, 2000)
    assert suggested_epsilon(program) == Fraction(1, 1000)


def test_the_answer_has_counts_phases_and_options() -> None:
    answer = solve_stable_basis(perturbed_lp(form_of(MEDIUM)).target, HighsBackend())
    assert set(answer.seconds) == {"solver", "pivots", "certificate"}
    assert "HiGHS" in answer.solver
    assert answer.solver.endswith("lexicographic simplex")
    assert solve_stable_basis(perturbed_lp(form_of("kuhn")).target, HighsBackend()).solver.endswith("exact basis")
    assert answer.iterations is not None
    assert answer.iterations > answer.pivots
    assert answer.options["primal_feasibility_tolerance"] == TOLERANCE
