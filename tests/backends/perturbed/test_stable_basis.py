"""The backend `stable-basis`: a proof from every solver, ε and start; limits."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import pytest
from clocks import LIMIT, JumpingClock
from hypothesis import given
from perturbed_programs import optimum, perturbed_game, perturbed_program, perturbed_programs

import seqform as sf
from seqform.backends.exact import ExactBackend
from seqform.backends.perturbed import lexicographic_simplex
from seqform.backends.perturbed.root_bound import suggested_epsilon
from seqform.backends.perturbed.stable_basis import StableBasisBackend
from seqform.backends.protocol import SolveOptions
from seqform.backends.solvers.scipy import ScipyBackend
from seqform.builders.forms.sequence_form import sequence_form
from seqform.builders.programs.perturbed_lp import perturbed_lp
from seqform.errors import ModelError
from seqform.models.numbers.exact import ExactArray
from seqform.models.numbers.polynomials import PolynomialArray
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.perturbed import PerturbedLinearProgram, PerturbedSolution
from seqform.models.programs.solutions import RawSolution, Termination

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
    program: PerturbedLinearProgram, solver: Any = None, epsilon: Fraction | None = None, **options: Any
) -> PerturbedSolution:
    """Solve with the compiled simplex method, unless `small=True`."""
    pivot_from = 201 if options.pop("small", False) else 0
    return StableBasisBackend(solver, epsilon, pivot_from=pivot_from).solve(program, SolveOptions(**options))


def require_one_value(game: sf.ExtensiveGame, trembles: Any = None) -> PolynomialArray:
    """Return x(ε)·A y(ε), a polynomial in ε, which has to be the same from both sides."""
    form = sequence_form(game).target
    values = []
    for player in (0, 1):
        step = perturbed_lp(form, player) if trembles is None else perturbed_lp(form, player, trembles)
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


@pytest.mark.parametrize(("game", "solvers"), [(MEDIUM, [ScipyBackend(), Fails()]), ("kuhn", [ExactBackend()])])
def test_every_epsilon_and_every_solver_lead_to_the_same_value(game: str, solvers: list[Any]) -> None:
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
    answer = solve(program, epsilon=Fraction(9, 10), progress=lines.append, small=True)
    optimum(program, answer)
    assert answer.epsilon == Fraction(3, 10)
    assert any("trying ε = 3/10" in line for line in lines)
    solver = Fails(Termination.NUMERICAL_ERROR)
    optimum(program, solve(program, solver, small=True))
    assert solver.asked == 4


@pytest.mark.parametrize("termination", [Termination.TIME_LIMIT, Termination.INTERRUPTED, Termination.ITERATION_LIMIT])
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


def test_exact_pivots_correct_a_wrong_basis_and_replace_failing_residues(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise ZeroDivisionError("a number has a multiple of the prime in it")

    program, lines = perturbed_game("kuhn").target, list[str]()
    monkeypatch.setattr(lexicographic_simplex.LexicographicSimplex, "run", lambda _: Termination.SOLVED)
    answer = solve(program, Fails(), progress=lines.append)
    optimum(program, answer)
    assert answer.pivots > 0
    assert "the proof fails: continuing with exact pivots, which are slow" in lines
    monkeypatch.setattr(lexicographic_simplex, "lay_out", fail)
    optimum(program, solve(program))


@pytest.mark.parametrize("small", [False, True])
def test_programs_without_optimum_are_proved_to_have_none(small: bool) -> None:
    infeasible = solve(perturbed_program("max", [("<", [1], [0, -1])], [[1]]), small=small)
    assert infeasible.termination is Termination.INFEASIBLE
    assert infeasible.status == "infeasible for all small ε, proved over the rationals"
    at_half_only = perturbed_program("max", [("<", [-1], [1])], [[-1], [1]])
    optimum(at_half_only, solve(at_half_only, epsilon=Fraction(1, 2), small=small))
    unbounded = solve(perturbed_program("max", [("<", [-1], [1])], [[0], [1]]), small=small)
    assert (unbounded.termination, unbounded.proven, unbounded.primal) == (Termination.UNBOUNDED, False, None)


@pytest.mark.parametrize("small", [False, True])
@given(program=perturbed_programs())
def test_random_programs_are_solved_or_proved_to_have_no_optimum(program: PerturbedLinearProgram, small: bool) -> None:
    answer = solve(program, small=small)
    if answer.solved:
        optimum(program, answer)
    else:
        assert answer.termination in (Termination.INFEASIBLE, Termination.UNBOUNDED)
        assert answer.status.endswith("proved over the rationals")


@pytest.mark.parametrize("epsilon", [0, 1, -1, 0.01, Fraction(3, 2)])
def test_an_invalid_epsilon_is_refused(epsilon: Any) -> None:
    with pytest.raises(ModelError, match="a fraction between 0 and 1 expected"):
        StableBasisBackend(epsilon=epsilon)


def test_the_suggested_epsilon_leaves_room_for_all_actions() -> None:
    program = perturbed_program("max", [("<", [1], [1, -1000])], [[1]])
    assert suggested_epsilon(replace(program, at_least=np.array([True]))) == Fraction(1, 2000)
    assert suggested_epsilon(program) == Fraction(1, 1000)
    assert suggested_epsilon(perturbed_game("leduc").target) == Fraction(1, 266)
