"""The basis of best responses is the first basis of the path from a start."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from seqform.builders.forms.normal_form import count_pure_strategies
from seqform.builders.forms.sequence_form import sequence_form
from seqform.builders.forms.starts import centroid, random_start
from seqform.builders.games import catalog
from seqform.builders.programs.lcp import GameLcp, best_response_start, shared_normal_form_lcp, shared_sequence_form_lcp
from seqform.errors import ModelError
from seqform.models.numbers.exact import ExactArray
from seqform.models.programs.complementarity import LinearComplementarityProblem
from seqform.models.programs.solutions import PathStart
from seqform.models.strategies.behavior import RealizationPlan, RealizationPlans

FIGURE_1 = sequence_form(catalog.make("vsvet-figure-1")).target
SHARED: list[Any] = [shared_sequence_form_lcp, shared_normal_form_lcp]


def test_the_basis_of_figure_1_holds_the_best_response_sequences() -> None:
    lcp, start = shared_sequence_form_lcp(FIGURE_1), start_of_figure_1()
    path_start = best_response_start(lcp, start)
    n, names, slacks = len(lcp.base), lcp.base.names, lcp.base.slack_names
    basic = {
        "z0" if variable == 2 * n else slacks[variable] if variable < n else names[variable - n]
        for variable in path_start.basis.tolist()
    }
    plans = {"x start R", "x after R S", "y ∅", "y h b", "y h' c"}
    duals = {"v' ∅", "v' h", "v' h'", "u' ∅", "u' start", "u' after R"}
    nonoptimal = {"r start L", "r after R T", "s h a", "s h' d"}
    assert basic == {"z0"} | plans | duals | nonoptimal
    assert names[path_start.entering - n] == "x ∅"


@pytest.mark.parametrize("shared", SHARED)
@settings(deadline=None, max_examples=25)
@given(seed=st.integers(0, 10**6))
def test_the_basis_is_feasible_with_z0_one_and_leads_to_a_smaller_z0(shared: Any, seed: int) -> None:
    form = sequence_form(catalog.make(f"random-game(seed={seed},depth=4,max_actions=2,zero_sum=false)")).target
    assume(max(count_pure_strategies(index) for index in form.sequences) <= 20)
    lcp, start = shared(form), random_start(form, seed)
    problem, path_start = lcp.problem(start), best_response_start(lcp, start)
    n = len(problem)
    assert len(set(path_start.basis.tolist())) == n
    assert path_start.ties_from is not None
    assert path_start.ties_from.tolist() == path_start.basis.tolist()
    values, direction = basic_solution(problem, path_start)
    assert values[2 * n] == 1
    bound = [variable for variable in values if variable < n or variable == 2 * n or not problem.free[variable - n]]
    assert min(values[variable] for variable in bound) >= 0
    assert direction[2 * n] < 0
    assert all(values[variable] > 0 or direction[variable] >= 0 for variable in bound if variable >= n)
    assert_that_one_pair_is_missing(problem, path_start)
    assert_that_it_is_at_the_start(lcp, start, values)


@settings(deadline=None, max_examples=25)
@given(seed=st.integers(0, 10**6))
def test_slacks_are_in_their_own_rows(seed: int) -> None:
    form = sequence_form(catalog.make(f"random-game(seed={seed},depth=4,zero_sum=false)")).target
    lcp = shared_sequence_form_lcp(form)
    basis = best_response_start(lcp, centroid(form)).basis
    assert all(variable == row for row, variable in enumerate(basis.tolist()) if variable < len(lcp.base))


def test_a_start_of_another_game_is_one_clear_error() -> None:
    with pytest.raises(ModelError, match="start, player 1: a plan of 5 weights expected"):
        best_response_start(shared_sequence_form_lcp(FIGURE_1), centroid(sequence_form(catalog.make("kuhn")).target))


def start_of_figure_1() -> RealizationPlans:
    p = ["1", "3/10", "7/10", "7/20", "7/20"]
    q = ["1", "1/3", "2/3", "1/3", "2/3"]
    first, second = (
        RealizationPlan(index, ExactArray.of(map(Fraction, weights)))
        for index, weights in zip(FIGURE_1.sequences, (p, q), strict=True)
    )
    return RealizationPlans((first, second))


def assert_that_one_pair_is_missing(problem: LinearComplementarityProblem, path_start: PathStart) -> None:
    n, basis = len(problem), set(path_start.basis.tolist())
    missing = [pair for pair in range(n) if pair not in basis and n + pair not in basis]
    assert missing == [path_start.entering % n]
    assert all(n + pair in basis for pair in range(n) if problem.free[pair])


def assert_that_it_is_at_the_start(lcp: GameLcp, start: RealizationPlans, values: dict[int, Fraction]) -> None:
    n = len(lcp.base)
    z = ExactArray.of([values.get(n + place, Fraction(0)) for place in range(n)])
    on_path = lcp.plans_on_path(start, z, values[2 * n])
    for player in (0, 1):
        found, expected = on_path[player].weights, start[player].weights
        assert isinstance(found, ExactArray)
        assert isinstance(expected, ExactArray)
        assert found.equals(expected)


def basic_solution(
    problem: LinearComplementarityProblem, path_start: PathStart
) -> tuple[dict[int, Fraction], dict[int, Fraction]]:
    """Return the basic variables, and how fast each changes as the entering one rises."""
    n, matrix = len(problem), problem.matrix.to_dense()
    assert problem.covering_vector is not None
    d = problem.covering_vector.to_fractions()

    def column(variable: int) -> list[Fraction]:
        if variable == 2 * n:
            return [-value for value in d]
        if variable < n:
            return [Fraction(int(row == variable)) for row in range(n)]
        return [-matrix[row][variable - n] for row in range(n)]

    basis = path_start.basis.tolist()
    columns = [column(variable) for variable in basis]
    entering = column(path_start.entering)
    system = [
        [part[row] for part in columns] + [problem.q[row], -entering[row]] for row in range(n)
    ]  # fmt: skip
    solved = eliminated(system)
    values, direction = ([row[-2] for row in solved], [row[-1] for row in solved])
    return dict(zip(basis, values, strict=True)), dict(zip(basis, direction, strict=True))


def eliminated(system: list[list[Fraction]]) -> list[list[Fraction]]:
    """Return the system with the identity on its left; fails where it is singular."""
    for place in range(len(system)):
        pivot = next((row for row in range(place, len(system)) if system[row][place]), None)
        assert pivot is not None, "the basis is singular"
        system[place], system[pivot] = system[pivot], system[place]
        system[place] = [value / system[place][place] for value in system[place]]
        for row in range(len(system)):
            if row != place and system[row][place]:
                factor = system[row][place]
                system[row] = [a - factor * b for a, b in zip(system[row], system[place], strict=True)]
    return system
