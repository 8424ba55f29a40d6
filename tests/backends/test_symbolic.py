"""The method symbolic: every verdict proved for all small ε, and sensible play in the paper's games."""

import time
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from perturbed_programs import optimum, perturbed_game, perturbed_games, perturbed_program, perturbed_programs

import seqform as sf
from seqform.backends.exact import ExactBackend
from seqform.backends.perturbed.root_bound import epsilon_bound, solve_at_bound
from seqform.backends.perturbed.stable_basis import solve_stable_basis
from seqform.backends.perturbed.symbolic import SymbolicSimplex, SymbolicTableau, solve_symbolic
from seqform.backends.protocol import SolveOptions
from seqform.backends.solvers.highs import HighsBackend
from seqform.builders.forms.sequence_form import sequence_form
from seqform.builders.programs.perturbed_lp import PerturbedStep, perturbed_lp, uniform_trembles
from seqform.errors import CertificationError, OptionError, SolveError
from seqform.models.numbers.polynomials import PolynomialArray
from seqform.models.programs.perturbed import PerturbedLinearProgram
from seqform.models.programs.solutions import BasisStatus, Termination

ONE, ZERO = Fraction(1), Fraction(0)


class Watched(SymbolicSimplex):
    """Notes the phase of every pivot."""

    def __init__(self, tableau: SymbolicTableau) -> None:
        super().__init__(tableau)
        self.seen: list[str] = []

    def _pivot(self, row: int, column: int) -> None:
        self.seen.append(self.phase)
        super()._pivot(row, column)


@settings(deadline=None, max_examples=150)
@given(perturbed_programs())
def test_every_verdict_is_that_of_an_exact_program_below_the_bound(program: PerturbedLinearProgram) -> None:
    epsilon = epsilon_bound(program) / 2
    raw, answer = ExactBackend().solve(program.at(epsilon)), solve_symbolic(program)
    assert answer.termination is raw.termination
    assert answer.proven == answer.solved
    if answer.solved:
        assert optimum(program, answer).at(epsilon)[0] == raw.objective


@settings(deadline=None, max_examples=40)
@given(perturbed_programs(most=6))
def test_a_basis_comes_back_with_as_many_basic_variables_as_rows(program: PerturbedLinearProgram) -> None:
    answer = solve_symbolic(program)
    if answer.solved:
        assert answer.basis is not None
        statuses = np.concatenate([answer.basis.columns, answer.basis.rows])
        assert np.count_nonzero(statuses == BasisStatus.BASIC) == program.matrix.shape[0]


@settings(deadline=None, max_examples=25)
@given(perturbed_games())
def test_the_methods_agree_on_the_value_of_random_games(step: PerturbedStep) -> None:
    program = step.target
    values = [
        optimum(program, answer)
        for answer in (
            solve_symbolic(program),
            solve_at_bound(program),
            solve_stable_basis(program, HighsBackend(), SolveOptions()),
        )
    ]
    assert values[0].equals(values[1])
    assert values[0].equals(values[2])


@pytest.mark.parametrize("game", ["kuhn", "kuhn-with-raise", "liars-dice(sides=2)", "goofspiel(cards=3)"])
def test_the_game_is_worth_the_same_from_both_sides(game: str) -> None:
    """P_ε and Q_ε are duals: x(ε)ᵀ A y(ε) is one polynomial, whichever is solved."""
    form = sequence_form(sf.load(game)).target
    values = []
    for player in (0, 1):
        step = perturbed_lp(form, player)
        x, y = (plan.weights for plan in step.lift(solve_symbolic(step.target)))
        values.append(x.dot(y.under(form.A)))
    assert values[0].equals(values[1])


@pytest.mark.parametrize("game", ["guess-the-ace", "guess-the-ace-second-gift"])
@pytest.mark.parametrize("player", [0, 1])
def test_guess_the_ace_is_answered_sensibly(game: str, player: int) -> None:
    step = perturbed_game(game, player)
    assert step.lift(solve_symbolic(step.target)).limit[1]["asked"] == {"yes": ZERO, "no": ONE}


@pytest.mark.parametrize("player", [0, 1])
def test_the_ace_is_raised_after_a_check_and_a_bet_and_soon(player: int) -> None:
    step = perturbed_game("kuhn-with-raise", player)
    started = time.perf_counter()
    answer = solve_symbolic(step.target)
    assert time.perf_counter() - started < 0.3
    behavior = step.lift(answer).limit[0]
    assert behavior["A:cb"] == {"fold": ZERO, "call": ZERO, "raise": ONE}


@pytest.mark.parametrize("player", [0, 1])
def test_safe_or_risky_is_played_without_mistakes_after_risky(player: int) -> None:
    step = perturbed_game("safe-or-risky", player)
    assert step.lift(solve_symbolic(step.target)).limit[0]["after risky"] == {"careful": ONE, "slip": ZERO}


def test_uniform_trembles_lead_astray_and_the_right_ones_do_not() -> None:
    form = sequence_form(sf.load("uniform-bounds")).target
    right, uniform = perturbed_lp(form), perturbed_lp(form, trembles=uniform_trembles)
    assert right.lift(solve_symbolic(right.target)).limit[0]["after r"] == {"c": ONE, "d": ZERO}
    half = Fraction(1, 2)
    assert uniform.lift(solve_symbolic(uniform.target)).limit[0]["after r"] == {"c": half, "d": half}


@pytest.mark.parametrize("game", ["kuhn", "liars-dice(sides=2)", "goofspiel(cards=3)", "tiny-poker"])
@pytest.mark.parametrize("player", [0, 1])
def test_programs_of_games_are_feasible_without_phase_1(game: str, player: int) -> None:
    simplex = Watched(SymbolicTableau(perturbed_game(game, player).target))
    assert simplex.run() is Termination.SOLVED
    assert set(simplex.seen) == {"looking for a first basis", "phase 2"}


def test_phase_1_compares_polynomials() -> None:
    """With x ≥ 0, a bound x ≤ ε or x ≤ ε² leaves room, x ≤ -ε² or x ≤ -1 + ε + ε² does not."""
    for right, verdict in (
        ([ZERO, ONE, ZERO], Termination.SOLVED),
        ([ZERO, ZERO, -ONE], Termination.INFEASIBLE),
        ([-ONE, ONE, ONE], Termination.INFEASIBLE),
        ([ZERO, ZERO, ONE], Termination.SOLVED),
    ):
        program = perturbed_program("max", [("<", [ONE], right)], [[ONE]], [False])
        assert solve_symbolic(program).termination is verdict


def test_a_cost_of_a_high_order_makes_a_program_unbounded() -> None:
    program = perturbed_program("min", [(">", [ONE], [ONE])], [[ZERO], [ZERO], [-ONE]], [False])
    assert solve_symbolic(program).termination is Termination.UNBOUNDED


def test_equations_that_contradict_each_other_in_some_order_are_found() -> None:
    rows = [("=", [ONE, ONE], [ONE, ZERO]), ("=", [ONE, ONE], [ONE, ONE])]
    assert solve_symbolic(perturbed_program("max", rows, [[ONE, ONE]], [True, True])).termination is (
        Termination.INFEASIBLE
    )
    rows[1] = rows[0]
    assert solve_symbolic(perturbed_program("max", rows, [[ONE, ONE]], [True, True])).solved


def test_numbers_beyond_64_bits_are_exact() -> None:
    huge = Fraction(10**30 + 1)
    rows = [("<", [huge, ONE], [huge]), ("<", [ONE, huge], [huge])]
    program = perturbed_program("max", rows, [[ONE, ONE]], [False, False])
    answer = solve_symbolic(program)
    assert optimum(program, answer)[0][0] == 2 * huge / (huge + 1)


def test_numbers_that_outgrow_64_bits_on_the_way_stay_exact() -> None:
    size = 5
    rows = [
        ("<", [Fraction(10**12 + (3 * i + 1) ** (j + 1) + (10**9 if i == j else 0)) for j in range(size)], [ONE, ONE])
        for i in range(size)
    ]
    program = perturbed_program("max", rows, [[ONE] * size, [ONE] * size], [True] * size)
    tableau = SymbolicTableau(program)
    assert tableau.entries.dtype == np.int64
    assert SymbolicSimplex(tableau).run() is Termination.SOLVED
    assert tableau.entries.dtype == object
    assert program.violations(tableau.primal(), tableau.dual()) == []


def test_a_program_on_which_the_simplex_method_may_cycle_is_solved() -> None:
    """Beale's example of a cycle under the rule of the largest reduced cost."""
    quarter = Fraction(1, 4)
    rows = [
        ("<", [quarter, Fraction(-60), Fraction(-1, 25), Fraction(9)], [ZERO]),
        ("<", [Fraction(1, 2), Fraction(-90), Fraction(-1, 50), Fraction(3)], [ZERO]),
        ("<", [ZERO, ZERO, ONE, ZERO], [ONE]),
    ]
    cost = [[Fraction(3, 4), Fraction(-150), Fraction(1, 50), Fraction(-6)]]
    program = perturbed_program("max", rows, cost, [False] * 4)
    assert optimum(program, solve_symbolic(program))[0][0] == Fraction(1, 20)


def test_after_many_pivots_without_progress_the_least_index_decides() -> None:
    program = perturbed_program("max", [("<", [ONE, ONE], [ZERO])], [[ONE, Fraction(5)]], [False, False])
    simplex, both = SymbolicSimplex(SymbolicTableau(program)), np.arange(2)
    assert simplex._entering(both) == 1
    simplex._idle_pivots = 2
    assert simplex._entering(both) == 0


def test_the_time_limit_is_reported_with_the_pivots_so_far() -> None:
    answer = solve_symbolic(perturbed_game("liars-dice(sides=3)").target, SolveOptions(time_limit=0.001))
    assert answer.termination is Termination.TIME_LIMIT
    assert f"time limit after {answer.pivots} pivot" in answer.status
    assert answer.primal is None
    assert not answer.proven


def test_progress_is_reported() -> None:
    lines: list[str] = []
    solve_symbolic(perturbed_game("liars-dice(sides=3)").target, SolveOptions(progress=lines.append))
    assert lines[0].startswith("symbolic simplex: 100 pivots, ")


def test_ctrl_c_ends_with_an_answer() -> None:
    def interrupt(line: str) -> None:
        raise KeyboardInterrupt

    answer = solve_symbolic(perturbed_game("goofspiel(cards=3)").target, SolveOptions(progress=interrupt))
    assert answer.termination is Termination.INTERRUPTED
    assert "interrupted after 100 pivots, phase" in answer.status


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (SolveOptions(tolerance=1e-6), "option tolerance: symbolic simplex does not support it"),
        (SolveOptions(threads=2), "option threads: symbolic simplex does not support it"),
        (SolveOptions(raw={"presolve": "off"}), "symbolic simplex has no option 'presolve'"),
    ],
)
def test_options_that_do_not_apply_are_refused(options: SolveOptions, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        solve_symbolic(perturbed_game("kuhn").target, options)


def test_a_program_too_large_for_a_dense_tableau_is_refused() -> None:
    with pytest.raises(SolveError, match=r"20 rows × 20 columns are too many .* use the method stable-basis"):
        solve_symbolic(perturbed_game("kuhn").target, most_entries=100)


def test_an_answer_that_fails_its_check_is_not_returned(monkeypatch: pytest.MonkeyPatch) -> None:
    program = perturbed_game("kuhn").target
    wrong = PolynomialArray.zeros(program.matrix.shape[1])
    monkeypatch.setattr(SymbolicTableau, "primal", lambda self: wrong)
    with pytest.raises(CertificationError, match="symbolic simplex: the answer fails its check"):
        solve_symbolic(program)
