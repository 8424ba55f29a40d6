"""The backend `exact`: conformance without tolerances, and real games."""

from fractions import Fraction
from typing import Any

import pytest

from seqform.backends.conformance import ConformanceCase, cases, check
from seqform.backends.conformance.linear import linear_program as linear_program_of
from seqform.backends.exact import ExactBackend, exact_solution
from seqform.backends.protocol import Backend, SolveOptions
from seqform.backends.solvers.highs import HighsBackend
from seqform.builders.forms.sequence_form import sequence_form
from seqform.io.load import load
from seqform.models.numbers.exact import ExactArray
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.solutions import RawSolution, Termination
from seqform.solving.pipeline import linear_program

LEDUC = Fraction(-1454920850547486749701863871533, 16995463438839962469905132501930)


def game_program(name: str, player: int = 0) -> LinearProgram:
    game = load(name)
    return linear_program(game, sequence_form(game).target, player).target


@pytest.fixture(scope="module")
def leduc() -> LinearProgram:
    return game_program("leduc")


def require_exact(program: LinearProgram, answer: RawSolution, objective: Fraction) -> None:
    assert answer.termination is Termination.SOLVED
    assert isinstance(answer.primal, ExactArray)
    assert isinstance(answer.dual, ExactArray)
    assert program.residuals(answer.primal, answer.dual).worst == 0
    assert answer.objective == objective


def test_the_exact_backend_is_a_backend() -> None:
    assert isinstance(ExactBackend(), Backend)
    assert ExactBackend.exact
    assert ExactBackend().solvers() == HighsBackend().solvers()


def test_the_time_of_highs_is_subtracted_from_the_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[Any, Any, Any]] = []

    def record(_: LinearProgram, raw: Any, *, time_limit: float | None, progress: Any) -> None:
        calls.append((raw, time_limit, progress))

    monkeypatch.setattr("seqform.backends.exact.solution.exact_solution", record)
    program = linear_program_of("min", [1], [(2, [1], None)], [(0, None)])
    ExactBackend().solve(program, SolveOptions(time_limit=50, progress=print))
    ExactBackend().solve(program)
    ExactBackend().solve(linear_program_of("min", [10**400], [(2, [1], None)], [(0, None)]))
    assert 0 < calls[0][1] < 50
    assert [progress for _, _, progress in calls] == [print, None, None]
    assert [limit for _, limit, _ in calls[1:]] == [None, None]
    assert [raw is None for raw, _, _ in calls] == [False, False, True]  # HiGHS solves what fits doubles


@pytest.mark.parametrize("case", [case for case in cases() if case.kind is LinearProgram], ids=lambda case: case.name)
def test_the_exact_backend_passes_the_conformance_cases_exactly(case: ConformanceCase) -> None:
    check(ExactBackend(), case)


@pytest.mark.parametrize(
    ("name", "value"),
    [("kuhn", Fraction(-1, 18)), ("leduc", LEDUC), ("liars-dice(sides=3)", None), ("goofspiel(cards=3)", Fraction(0))],
)
def test_games_are_worth_the_same_exact_value_to_both_players(name: str, value: Fraction | None) -> None:
    answers = []
    for player in (0, 1):
        program = game_program(name, player)
        answer = ExactBackend().solve(program)
        assert isinstance(answer.objective, Fraction)
        require_exact(program, answer, answer.objective)
        answers.append(answer.objective)
    assert answers[0] == -answers[1]
    assert value is None or answers[0] == value


def test_the_basis_of_highs_for_leduc_poker_needs_no_pivot(leduc: LinearProgram) -> None:
    answer = ExactBackend().solve(leduc)
    require_exact(leduc, answer, LEDUC)
    assert answer.options["exact_pivots"] == answer.options["basis_repairs"] == 0


def test_a_basis_found_with_a_loose_tolerance_is_repaired_by_exact_pivots(leduc: LinearProgram) -> None:
    loose = {"dual_feasibility_tolerance": 1e-4, "primal_feasibility_tolerance": 1e-4, "presolve": "off"}
    answer = ExactBackend().solve(leduc, SolveOptions(raw={"simplex_strategy": 4, **loose}))
    require_exact(leduc, answer, LEDUC)
    assert answer.options["exact_pivots"] > 0


@pytest.mark.parametrize("solver", ["simplex", "ipm", "pdlp"])
def test_every_method_of_highs_leads_to_the_same_exact_value(solver: str) -> None:
    program = game_program("kuhn")
    answer = ExactBackend().solve(program, SolveOptions(raw={"solver": solver}))
    require_exact(program, answer, Fraction(-1, 18))
    assert answer.options["solver"] == solver


def test_a_point_without_duals_is_enough() -> None:
    program = game_program("kuhn")
    raw = HighsBackend().solve(program)
    answer = exact_solution(program, RawSolution(Termination.SOLVED, "a point", primal=raw.primal))
    require_exact(program, answer, Fraction(-1, 18))


@pytest.mark.parametrize("exponent", [18, 25, 400])
def test_numbers_beyond_the_range_of_highs_are_solved(exponent: int) -> None:
    big = 10**exponent
    program = linear_program_of("max", [1, big], [(None, [big, 1], big), (None, [1, 1], 2)], [(0, None), (0, big)])
    require_exact(program, ExactBackend().solve(program), Fraction(2 * big))


def test_a_limit_of_highs_is_returned(leduc: LinearProgram) -> None:
    answer = ExactBackend().solve(leduc, SolveOptions(raw={"simplex_iteration_limit": 5, "presolve": "off"}))
    assert answer.termination is Termination.ITERATION_LIMIT
    assert not isinstance(answer.primal, ExactArray)
