"""The complementarity problems of games, plain, perturbed and proper: their matrices, solutions and paths."""

from collections.abc import Callable
from fractions import Fraction
from itertools import permutations, product
from operator import mul
from typing import Any

import numpy as np
import pytest
from bimatrix import flint_matrix
from hypothesis import assume, given
from hypothesis import strategies as st
from lcp_examples import basis_matrix, columns
from plans import exact, form_of, most_strategies, plan_of, plans_of_weights, random_plans, same_plans, weights

import seqform as sf
from seqform.backends import get
from seqform.builders import (
    GameLcp,
    behavior_profile,
    best_response_start,
    centroid,
    koller_megiddo_von_stengel,
    normal_form_lcp,
    perturbed_lcp,
    random_start,
    sequence_form_lcp,
    shared_normal_form_lcp,
    shared_sequence_form_lcp,
)
from seqform.builders.games import catalog
from seqform.builders.programs.perturbed_lp import quasi_perfect_trembles
from seqform.builders.programs.proper import permutahedron, sorting_network
from seqform.errors import ModelError, SolveError
from seqform.models import (
    ExactArray,
    PerturbedSolution,
    PolynomialArray,
    RawSolution,
    RealizationPlan,
    RealizationPlans,
    SequenceForm,
    Termination,
)
from seqform.models.programs.linear import Bounds, LinearProgram
from seqform.verify import certify

FIGURE_1 = form_of("vsvet-figure-1")
START_OF_FIGURE_1 = plans_of_weights(FIGURE_1, ["1", "3/10", "7/10", "7/20", "7/20"], ["1", "1/3", "2/3", "1/3", "2/3"])
BUILDS: list[Callable[..., Any]] = [sequence_form_lcp, normal_form_lcp]
SHARED = [shared_sequence_form_lcp, shared_normal_form_lcp]


@pytest.mark.parametrize(
    ("depth", "sequences", "strategies"),
    [(3, 16, 8), (4, 28, 14), (5, 52, 26), (6, 100, 146), (7, 196, 386), (8, 388, None), (9, 772, None)],
)
def test_dimensions_are_those_of_table_1(depth: int, sequences: int, strategies: int | None) -> None:
    form = form_of(f"binary-tree(depth={depth})")
    assert len(sequence_form_lcp(form).target) == sequences
    if strategies is not None:
        problem = normal_form_lcp(form).target
        assert len(problem) == strategies
        assert np.count_nonzero(problem.free) == 2


@pytest.mark.parametrize(
    ("x", "y", "solves"),
    [  # weights of ∅, L, R, RS, RT and of ∅, a, b, c, d, in the letters of the paper
        ("1 1 0 0 0", "1 1 0 1 0", True),
        ("1 1 0 0 0", "1 1 0 1/12 11/12", True),
        ("1 0 1 1/3 2/3", "1 0 1 2/3 1/3", True),
        ("1 5/14 9/14 3/14 3/7", "1 1/8 7/8 2/3 1/3", True),
        ("1 1 0 0 0", "1 1 0 1/13 12/13", False),
        ("1 0 1 1/3 2/3", "1 0 1 1/3 2/3", False),
        ("1 3/10 7/10 7/20 7/20", "1 1/3 2/3 1/3 2/3", False),
    ],
)
def test_equilibria_of_figure_1_and_only_they_solve_the_problems(x: str, y: str, solves: bool) -> None:
    plans = plans_of_weights(FIGURE_1, x.split(), y.split())
    lcp, standard = shared_sequence_form_lcp(FIGURE_1), koller_megiddo_von_stengel(FIGURE_1)
    point = lcp.point(plans)
    residuals = lcp.base.residuals(point)
    assert (residuals.variables, residuals.slacks) == (0, 0)
    assert (residuals.complementarity == 0) == solves
    values = point.to_fractions()
    negative = [max(-value, Fraction(0)) for value, free in zip(values, lcp.base.free, strict=True) if free]
    positive = [max(value, Fraction(0)) if free else value for value, free in zip(values, lcp.base.free, strict=True)]
    split = ExactArray.of([*positive, *negative])
    assert (standard.target.residuals(split).worst == 0) == solves
    assert same_plans(standard.lift(RawSolution(Termination.SOLVED, "", primal=split)), plans)


@given(st.integers(0, 10**6))
def test_exactly_the_profiles_without_regret_solve_both_problems(seed: int) -> None:
    game = catalog.make(f"random-game(seed={seed},depth=3,max_actions=2,zero_sum=false)")
    form = form_of(game)
    plans = random_plans(form, seed)
    is_equilibrium = certify(game, behavior_profile(form, plans)).nash_conv == 0
    for shared in SHARED:
        lcp = shared(form)
        assert (lcp.base.residuals(lcp.point(plans)).worst == 0) == is_equilibrium


@pytest.mark.parametrize("shared", SHARED)
def test_lift_reads_exact_and_floating_point_plans(shared: Callable[[SequenceForm], GameLcp]) -> None:
    lcp = shared(FIGURE_1)
    z = lcp.point(START_OF_FIGURE_1)
    assert same_plans(lcp.lift(RawSolution(Termination.SOLVED, "", primal=z)), START_OF_FIGURE_1)
    in_doubles = lcp.lift(RawSolution(Termination.SOLVED, "", primal=z.to_floats()))
    for player in (0, 1):
        assert not in_doubles[player].exact
        assert in_doubles[player].weights == pytest.approx([float(one) for one in weights(START_OF_FIGURE_1[player])])
    with pytest.raises(SolveError, match=r"returned no solution: time limit \(stopped\)"):
        lcp.lift(RawSolution(Termination.TIME_LIMIT, "stopped"))


def test_the_covering_vector_of_koller_megiddo_and_von_stengel_is_all_ones() -> None:
    problem = koller_megiddo_von_stengel(form_of("binary-tree(depth=4)")).target
    assert exact(problem.covering_vector).to_fractions() == [1] * (7 + 11 + 2 * (4 + 6))
    assert not problem.free.any()
    assert [problem.q.to_fractions().count(Fraction(value)) for value in (1, -1)] == [2, 2]


@pytest.mark.parametrize("shared", SHARED)
@given(seed=st.integers(0, 10**6))
def test_the_first_basis_is_feasible_with_z0_one_and_leads_to_a_smaller_z0(
    shared: Callable[[SequenceForm], GameLcp], seed: int
) -> None:
    form = form_of(f"random-game(seed={seed},depth=4,max_actions=2,zero_sum=false)")
    assume(most_strategies(form) <= 20)
    lcp, start = shared(form), random_start(form, seed)
    problem, path_start = lcp.problem(start), best_response_start(lcp, start)
    n, basis = len(problem), path_start.basis.tolist()
    assert len(set(basis)) == n
    assert path_start.ties_from is not None
    assert sorted(path_start.ties_from.tolist()) == list(range(n))
    assert all(variable == row for row, variable in enumerate(basis) if variable < n)  # slacks are in their own rows
    assert [pair for pair in range(n) if not {pair, n + pair} & set(basis)] == [path_start.entering % n]
    assert all(n + pair in basis for pair in range(n) if problem.free[pair])
    entering = columns(problem)[path_start.entering]
    right = flint_matrix([[q, -rate] for q, rate in zip(problem.q.to_fractions(), entering, strict=True)])
    solved = basis_matrix(problem, path_start.basis).solve(right)
    values, direction = (
        {v: Fraction(int(solved[row, k].p), int(solved[row, k].q)) for row, v in enumerate(basis)} for k in (0, 1)
    )
    bound = [variable for variable in values if not problem.free[variable % n] or variable >= 2 * n]
    assert values[2 * n] == 1
    assert min(values.values()) >= 0
    assert direction[2 * n] < 0
    assert all(values[variable] > 0 or direction[variable] >= 0 for variable in bound if variable >= n)
    z = ExactArray.of([values.get(n + place, Fraction(0)) for place in range(n)])
    assert same_plans(lcp.plans_on_path(start, z, values[2 * n]), start)


def plans_with(weights_of_first: Any) -> RealizationPlans:
    first, second = FIGURE_1.sequences
    return RealizationPlans((RealizationPlan(first, weights_of_first), plan_of(second, [1, 1, 0, 1, 0])))


@pytest.mark.parametrize(
    ("start", "message"),
    [
        (plans_with(np.array([1.0, 1.0, 0.0, 0.0, 0.0])), "player 1: fractions expected, not doubles"),
        (plans_with(ExactArray.of([1, 1, 1, 0, 0])), "player 1: not a realization plan; .* by 1"),
        (plans_with(ExactArray.of([1, 2, -1, -1, 0])), "player 1: not a realization plan; .* by 1"),
        (centroid(form_of("kuhn")), "player 1: a plan of 5 weights expected, .* not 13"),
        ("centroid", "realization plans expected .* not str"),
    ],
)
def test_a_bad_start_is_one_clear_error(start: Any, message: str) -> None:
    for build in BUILDS:
        with pytest.raises(ModelError, match=f"start.*{message}"):
            build(FIGURE_1, start)
    with pytest.raises(ModelError, match=f"start.*{message}"):
        best_response_start(shared_sequence_form_lcp(FIGURE_1), start)


def test_trees_and_normal_forms_that_are_too_large_are_refused() -> None:
    game: Any = catalog.make("kuhn")
    for build in BUILDS:
        with pytest.raises(ModelError, match=r"a SequenceForm expected .* not ExtensiveGame"):
            build(game)
    with pytest.raises(ModelError, match="65,536 pure strategies of player 1, more than 20,000; use the sequence form"):
        normal_form_lcp(form_of("binary-tree(depth=9)"))
    with pytest.raises(ModelError, match="3 pure strategies of player 1, more than 2;"):
        normal_form_lcp(FIGURE_1, max_strategies=2)


HUNDREDTH = Fraction(1, 100)

random_games = st.builds(
    "random-game(seed={},zero_sum={},depth=4)".format, st.integers(0, 10**6), st.sampled_from(["true", "false"])
)


@given(name=random_games, seed=st.integers(1, 50))
def test_slacks_are_those_of_the_game_itself_at_the_plans_with_their_trembles(name: str, seed: int) -> None:
    form = form_of(name)
    shared = shared_sequence_form_lcp(form)
    blocks, bound = shared.blocks, ~shared.base.free
    z = shared.point(random_start(form, seed))
    expected = exact(shared.base.slack(z))
    k, l = (quasi_perfect_trembles(index).at(HUNDREDTH) for index in form.sequences)  # noqa: E741 - the paper's letter
    numbers = z.to_fractions()
    for place, least in ((blocks.x, k), (blocks.y, l)):
        numbers[place] = [value - by for value, by in zip(numbers[place], least.to_fractions(), strict=True)]
    moved = ExactArray.of(numbers)
    copies = ExactArray.zeros(int(np.count_nonzero(shared.base.free)))
    split = perturbed_lcp(form).target.at(HUNDREDTH)
    slack = exact(split.slack(ExactArray.concatenate([moved, copies])))
    assert slack.take(slice(0, len(moved))).equals(expected)
    started = exact(perturbed_lcp(form, centroid(form)).target.at(HUNDREDTH).slack(moved))
    assert started.take(bound).equals(expected.take(bound))
    assert (-started.take(~bound)).equals(expected.take(~bound))


@given(name=random_games, seed=st.integers(0, 50))
def test_the_path_from_a_start_begins_at_the_only_best_plans(name: str, seed: int) -> None:
    form = form_of(name)
    problem = perturbed_lcp(form, random_start(form, seed) if seed else centroid(form)).target
    assert problem.start is not None
    assert problem.start.falling
    n, basis = len(problem), problem.start.basis
    assert sorted((basis % n).tolist()) == list(range(n))  # one of each pair
    assert set(n + np.flatnonzero(problem.free)) <= set(basis)  # all of u' and v'
    d = [[value] for value in exact(problem.covering_vector).to_fractions()]
    rates = basis_matrix(problem.limit, basis).solve(flint_matrix(d)).entries()
    assert all(rate > 0 for v, rate in zip(basis.tolist(), rates, strict=True) if v < n)  # slacks rise with z0


def test_the_covering_vector_leaves_the_plans_rows_alone_and_breaks_ties() -> None:
    form = form_of("matching-pennies")  # against the centroid all choices are equally good
    shared = shared_sequence_form_lcp(form)
    problem = perturbed_lcp(form, centroid(form)).target
    d, plain = exact(problem.covering_vector), shared.covering_vector(centroid(form))
    assert set(d.take(problem.free).to_fractions()) == {0}
    raised = (d - plain).take(~problem.free).to_fractions()
    assert sorted(raised) == [0] * (len(raised) - 2) + [1, 1]  # the second choice of each


def test_the_answer_becomes_a_family_of_plans_with_their_trembles() -> None:
    form = form_of("guess-the-ace")
    step = perturbed_lcp(form, centroid(form))
    blocks = shared_sequence_form_lcp(form).blocks
    weights = np.zeros(len(step.target), dtype=np.int64)
    weights[[blocks.x.start + 1, blocks.y.start + 2]] = 1  # stop, no
    z = PolynomialArray((ExactArray(weights), ExactArray(-2 * weights)))  # 1 - 2 ε, besides ε for everything
    family = step.lift(PerturbedSolution(Termination.SOLVED, "as given", z))
    x = family[0].weights
    assert x.equals(PolynomialArray((ExactArray.of([1, 1, 0]), ExactArray.of([0, -1, 1]))))
    assert [family.limit[0].probabilities.tolist(), family.limit[1].probabilities.tolist()] == [[1, 1, 0], [1, 0, 1]]


def test_wrong_starts_trembles_and_answers_are_refused() -> None:
    form, other = form_of("kuhn"), form_of("guess-the-ace")
    with pytest.raises(SolveError, match="returned no solution: iteration limit"):
        perturbed_lcp(form).lift(PerturbedSolution(Termination.ITERATION_LIMIT, "as given"))
    with pytest.raises(ModelError, match="start, player 1: a plan of 13 weights expected"):
        perturbed_lcp(form, centroid(other))
    with pytest.raises(ModelError, match="player 1: at information set 'J:' the least weights of the choices"):
        perturbed_lcp(form, centroid(form), lambda index: PolynomialArray.powers(np.zeros(len(index), dtype=np.int64)))
    with pytest.raises(ModelError, match="a SequenceForm expected"):
        perturbed_lcp(sf.load("kuhn"))  # type: ignore[arg-type]  # what is tested


@pytest.mark.parametrize("size", range(1, 9))
def test_the_network_sorts_zeros_and_ones(size: int) -> None:
    """It then sorts all numbers: the 0-1 principle."""
    for bits in product((0, 1), repeat=size):
        wires = list(bits)
        for low, high in sorting_network(size):
            wires[low], wires[high] = sorted((wires[low], wires[high]))
        assert wires == sorted(bits)


@pytest.mark.parametrize("size", range(1, 5))
def test_best_replies_give_the_least_trembles_to_the_worst_strategies(size: int) -> None:
    """The support function of the permutahedron, over its description and over all permutations of the trembles."""
    space = permutahedron(size)
    least = space.least.at(Fraction(1, 7))
    trembles = least.to_fractions()[-size:]
    rows, columns = space.constraints.shape
    for gains in product((0, 1, 3), repeat=size):
        program = LinearProgram(
            "max",
            ExactArray.of([*gains, *[0] * (columns - size)]),
            space.constraints,
            Bounds.at_least(least),
            Bounds.nonnegative(columns),
            [f"row {k}" for k in range(rows)],
            [f"column {k}" for k in range(columns)],
        )
        assert get("exact").solve(program).objective == max(
            sum(map(mul, gains, order)) for order in permutations(trembles)
        )
