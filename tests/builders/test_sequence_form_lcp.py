"""The sequence-form complementarity problem is the paper's, and its solutions are the equilibria."""

import pickle
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from seqform.builders.forms.normal_form import count_pure_strategies, reduced_normal_form
from seqform.builders.forms.sequence_form import behavior_profile, sequence_form
from seqform.builders.forms.starts import centroid, random_start
from seqform.builders.games import catalog
from seqform.builders.programs.lcp import (
    GameLcp,
    MixedStrategySpace,
    negative_payoffs,
    sequence_form_lcp,
    shared_normal_form_lcp,
    shared_sequence_form_lcp,
)
from seqform.errors import ModelError, SolveError
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.exact import ExactArray, ExactMatrix
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.programs.solutions import RawSolution, Termination
from seqform.models.strategies.behavior import RealizationPlan, RealizationPlans
from seqform.verify import certify

FIGURE_1 = sequence_form(catalog.make("vsvet-figure-1")).target

# In the letters of the paper: x_L, x_RS, x_RT and y_a, y_b, y_c, y_d.
EQUILIBRIA_OF_FIGURE_1 = [
    (["1", "0", "0"], ["1", "0", "1", "0"]),
    (["1", "0", "0"], ["1", "0", "1/12", "11/12"]),
    (["0", "1/3", "2/3"], ["0", "1", "2/3", "1/3"]),
    (["5/14", "3/14", "3/7"], ["1/8", "7/8", "2/3", "1/3"]),
]
OTHERS_OF_FIGURE_1 = [
    (["1", "0", "0"], ["1", "0", "1/13", "12/13"]),
    (["0", "1/3", "2/3"], ["0", "1", "1/3", "2/3"]),
    (["3/10", "7/20", "7/20"], ["1/3", "2/3", "1/3", "2/3"]),
]


def of_figure_1(x: list[str], y: list[str]) -> RealizationPlans:
    L, RS, RT = (Fraction(text) for text in x)
    first = RealizationPlan(FIGURE_1.sequences[0], ExactArray.of([Fraction(1), L, RS + RT, RS, RT]))
    return RealizationPlans(
        (first, RealizationPlan(FIGURE_1.sequences[1], ExactArray.of([Fraction(1), *map(Fraction, y)])))
    )


START_OF_FIGURE_1 = of_figure_1(["3/10", "7/20", "7/20"], ["1/3", "2/3", "1/3", "2/3"])


def test_the_problem_of_figure_1_is_the_papers() -> None:
    problem = sequence_form_lcp(FIGURE_1, START_OF_FIGURE_1).target
    half = Fraction(1, 2)
    A = [  # less 25, the largest being 24
        [0, 0, 0, 0, 0],
        [0, -14, -22, 0, 0],
        [0, 0, 0, 0, 0],
        [0, -25 * half, -25 * half, -25 * half, -half],
        [0, 0, 0, -19, -25],
    ]
    B = [  # less 11, the largest being 10
        [0, 0, 0, 0, 0],
        [0, -8, -11, 0, 0],
        [0, 0, 0, 0, 0],
        [0, -11 * half, -half, -7 * half, -11 * half],
        [0, 0, 0, -11, -10],
    ]
    E = [[1, 0, 0, 0, 0], [-1, 1, 1, 0, 0], [0, 0, -1, 1, 1]]
    F = [[1, 0, 0, 0, 0], [-1, 1, 1, 0, 0], [-1, 0, 0, 1, 1]]
    assert problem.matrix.to_dense() == dense_problem(A, B, E, F)
    assert problem.q.to_fractions() == [0] * 5 + [-1, 0, 0] + [0] * 5 + [-1, 0, 0]
    assert problem.free.tolist() == [False] * 5 + [True] * 3 + [False] * 5 + [True] * 3
    assert problem.covering_vector is not None
    s = [Fraction(173, 40), Fraction(139, 40), Fraction(203, 40), Fraction(217, 40)]
    assert problem.covering_vector.to_fractions() == [0, Fraction(58, 3), 0, 17, 23, 1, 0, 0, 0, *s, 1, 0, 0]


def test_names_describe_the_variables() -> None:
    problem = sequence_form_lcp(FIGURE_1).target
    assert problem.names[:8] == ["x ∅", "x start L", "x start R", "x after R S", "x after R T", "v' ∅", "v' h", "v' h'"]
    assert problem.names[8:] == ["y ∅", "y h a", "y h b", "y h' c", "y h' d", "u' ∅", "u' start", "u' after R"]
    assert [name.split()[0] for name in problem.slack_names] == [*"rrrrr", *"FFF", *"sssss", *"EEE"]


@pytest.mark.parametrize(("depth", "dimension"), [(3, 16), (4, 28), (5, 52), (6, 100), (7, 196), (8, 388), (9, 772)])
def test_dimensions_are_those_of_table_1(depth: int, dimension: int) -> None:
    form = sequence_form(catalog.make(f"binary-tree(depth={depth})")).target
    assert len(sequence_form_lcp(form).target) == dimension


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10**6), st.integers(0, 5))
def test_matrix_and_covering_vector_are_those_of_a_dense_construction_from_the_tree(seed: int, depth: int) -> None:
    game = catalog.make(f"random-game(seed={seed},depth={depth},zero_sum=false)")
    form = sequence_form(game).target
    start = random_start(form, seed)
    problem = sequence_form_lcp(form, start).target
    A, B = (negative_payoffs_of_the_tree(game, player) for player in (0, 1))
    assert problem.matrix.to_dense() == dense_problem(A, B, form.E.to_dense(), form.F.to_dense())
    p, q = (weights(plan) for plan in start)
    d = [-sum(a * b for a, b in zip(row, q, strict=True)) for row in A]
    d += form.f.to_fractions()
    d += [-sum(a * b for a, b in zip(column, p, strict=True)) for column in zip(*B, strict=True)]
    d += form.e.to_fractions()
    assert problem.covering_vector is not None
    assert problem.covering_vector.to_fractions() == d
    assert min(d) >= 0


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10**6))
def test_chance_weights_add_up_to_one_for_all_plans(seed: int) -> None:
    form = sequence_form(catalog.make(f"random-game(seed={seed},depth=5,zero_sum=false)")).target
    x, y = (ExactArray.of(weights(plan)) for plan in random_start(form, seed))
    assert x.dot(form.W.dot(y)) == 1
    assert form.W.values.numerators.min() > 0


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10**6), st.integers(-50, 50), st.integers(1, 50))
def test_the_largest_negative_payoff_is_minus_one_wherever_the_payoffs_were(seed: int, shift: int, scale: int) -> None:
    form = sequence_form(catalog.make(f"random-game(seed={seed},depth=4,zero_sum=false)")).target
    shifted = form.A + ExactMatrix(form.W.shape, form.W.rows, form.W.columns, form.W.values * shift)
    negative = negative_payoffs(form.A, form.W)
    assert largest_average(negative, form) == -1
    assert negative_payoffs(shifted, form.W).equals(negative)
    tiny = ExactMatrix(form.A.shape, form.A.rows, form.A.columns, form.A.values * Fraction(1, 10**30 * scale))
    assert largest_average(negative_payoffs(tiny, form.W), form) == -1
    sizes = [-value for value in negative_payoffs(tiny, form.W).values.to_fractions()]
    assert max(sizes) < 10**7


@pytest.mark.parametrize(("x", "y"), EQUILIBRIA_OF_FIGURE_1)
def test_every_equilibrium_of_figure_1_solves_the_problem(x: list[str], y: list[str]) -> None:
    lcp = shared_sequence_form_lcp(FIGURE_1)
    assert lcp.base.residuals(lcp.point(of_figure_1(x, y))).worst == 0


@pytest.mark.parametrize(("x", "y"), OTHERS_OF_FIGURE_1)
def test_other_plans_of_figure_1_do_not_solve_the_problem(x: list[str], y: list[str]) -> None:
    lcp = shared_sequence_form_lcp(FIGURE_1)
    residuals = lcp.base.residuals(lcp.point(of_figure_1(x, y)))
    assert (residuals.variables, residuals.slacks) == (0, 0)
    assert residuals.complementarity > 0


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10**6), st.integers(2, 3))
def test_exactly_the_profiles_without_regret_solve_the_problem(seed: int, denominator: int) -> None:
    game = catalog.make(f"random-game(seed={seed},depth=3,max_actions=2,zero_sum=false)")
    form = sequence_form(game).target
    plans = pure_or_mixed(form, seed, denominator)
    lcp = shared_sequence_form_lcp(form)
    solved = lcp.base.residuals(lcp.point(plans)).worst == 0
    assert solved == (certify(game, behavior_profile(form, plans)).nash_conv == 0)


@settings(deadline=None, max_examples=15)
@given(st.integers(0, 10**6))
def test_gambits_equilibria_of_the_normal_form_solve_both_problems(seed: int) -> None:
    pygambit = pytest.importorskip("pygambit", reason="the extra 'gambit' brings pygambit")
    form = sequence_form(catalog.make(f"random-game(seed={seed},depth=3,zero_sum=false)")).target
    assume(2 <= max(count_pure_strategies(index) for index in form.sequences) <= 6)
    normal = reduced_normal_form(form)
    arrays = [np.array(payoffs.to_dense(), dtype=object) for payoffs in (normal.A, normal.B)]
    bimatrix = pygambit.StrategicGame.from_arrays(*arrays)
    found = pygambit.nash.enummixed_solve(bimatrix, rational=True).equilibria
    assert found
    for equilibrium in found:
        plans = []
        for mixed, index, pure, names in zip(equilibrium, form.sequences, normal.strategies, normal.names, strict=True):
            shares = ExactArray.of([share for _, share in mixed])
            plans.append(MixedStrategySpace(index, pure, names).plan(shares))
        for lcp in (shared_sequence_form_lcp(form), shared_normal_form_lcp(form)):
            assert lcp.base.residuals(lcp.point(RealizationPlans((plans[0], plans[1])))).worst == 0


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 10**6))
def test_the_path_begins_at_the_start_and_ends_at_plans(seed: int) -> None:
    form = sequence_form(catalog.make(f"random-game(seed={seed},depth=4,zero_sum=false)")).target
    lcp = shared_sequence_form_lcp(form)
    start, other = random_start(form, seed), centroid(form)
    nothing = ExactArray.zeros(len(lcp.base))
    assert_same(lcp.plans_on_path(start, nothing, Fraction(1)), start)
    z = lcp.point(other)
    assert_same(lcp.plans_on_path(start, z, Fraction(0)), other)
    half = lcp.plans_on_path(start, z * Fraction(1, 2), Fraction(1, 2))
    assert [plan.residual() for plan in half] == [0, 0]
    for player in (0, 1):
        between = [
            (a + b) / 2
            for a, b in zip(weights(start[player]), weights(other[player]), strict=True)
        ]  # fmt: skip
        assert weights(half[player]) == between


def test_lift_reads_exact_and_floating_point_plans() -> None:
    lcp = shared_sequence_form_lcp(FIGURE_1)
    plans = of_figure_1(*EQUILIBRIA_OF_FIGURE_1[2])
    step = sequence_form_lcp(FIGURE_1)
    z = lcp.point(plans)
    assert_same(step.lift(RawSolution(Termination.SOLVED, "", primal=z)), plans)
    in_doubles = step.lift(RawSolution(Termination.SOLVED, "", primal=z.to_floats()))
    for player in (0, 1):
        assert not in_doubles[player].exact
        assert in_doubles[player].weights == pytest.approx([float(weight) for weight in weights(plans[player])])


def test_an_answer_without_a_point_is_a_solve_error() -> None:
    with pytest.raises(SolveError, match=r"returned no solution: time limit \(stopped\)"):
        sequence_form_lcp(FIGURE_1).lift(RawSolution(Termination.TIME_LIMIT, "stopped"))


def test_the_start_is_the_centroid_unless_given() -> None:
    given_start = sequence_form_lcp(FIGURE_1, centroid(FIGURE_1)).target.covering_vector
    default = sequence_form_lcp(FIGURE_1).target.covering_vector
    assert given_start is not None
    assert default is not None
    assert default.equals(given_start)


def test_a_game_of_one_leaf_has_a_problem() -> None:
    form = sequence_form(catalog.make("random-game(depth=0)")).target
    lcp = shared_sequence_form_lcp(form)
    assert len(lcp.base) == 4
    assert lcp.base.residuals(lcp.point(centroid(form))).worst == 0


def test_the_common_parts_of_starts_can_be_pickled() -> None:
    lcp = shared_sequence_form_lcp(FIGURE_1)
    copy: GameLcp = pickle.loads(pickle.dumps(lcp))
    assert copy.covering_vector(START_OF_FIGURE_1).equals(lcp.covering_vector(START_OF_FIGURE_1))
    assert repr(copy) == "<GameLcp 'vsvet-figure-1': 16 variables>"


def plans_with(weights_of_first: Any) -> RealizationPlans:
    second = RealizationPlan(FIGURE_1.sequences[1], ExactArray.of([1, 1, 0, 1, 0]))
    return RealizationPlans((RealizationPlan(FIGURE_1.sequences[0], weights_of_first), second))


@pytest.mark.parametrize(
    ("start", "message"),
    [
        (plans_with(np.array([1.0, 1.0, 0.0, 0.0, 0.0])), "player 1: fractions expected, not doubles"),
        (plans_with(ExactArray.of([1, 1, 1, 0, 0])), "player 1: not a realization plan; .* by 1"),
        (plans_with(ExactArray.of([1, 2, -1, -1, 0])), "player 1: not a realization plan; .* by 1"),
        (centroid(sequence_form(catalog.make("kuhn")).target), "player 1: a plan of 5 weights expected, .* not 13"),
        ("centroid", "realization plans expected .* not str"),
    ],
)
def test_a_bad_start_is_one_clear_error(start: Any, message: str) -> None:
    with pytest.raises(ModelError, match=f"start.*{message}"):
        sequence_form_lcp(FIGURE_1, start)


def test_a_game_instead_of_its_sequence_form_is_one_clear_error() -> None:
    game: Any = catalog.make("kuhn")
    with pytest.raises(ModelError, match=r"a SequenceForm expected .* not ExtensiveGame"):
        sequence_form_lcp(game)


def dense_problem(A: list[Any], B: list[Any], E: list[Any], F: list[Any]) -> list[list[Fraction]]:
    """Return the matrix of r = -Eᵀu' - A y, w_F = F y, s = -Fᵀv' - Bᵀx, w_E = E x, entry by entry."""
    sizes = [len(A), len(F), len(A[0]), len(E)]
    at_x, at_v, at_y, at_u = np.cumsum([0, *sizes[:3]]).tolist()
    matrix = [[Fraction(0)] * sum(sizes) for _ in range(sum(sizes))]
    for sigma in range(len(A)):
        for tau in range(len(A[0])):
            matrix[at_x + sigma][at_y + tau] = -Fraction(A[sigma][tau])
            matrix[at_y + tau][at_x + sigma] = -Fraction(B[sigma][tau])
        for row in range(len(E)):
            matrix[at_x + sigma][at_u + row] = -Fraction(E[row][sigma])
            matrix[at_u + row][at_x + sigma] = Fraction(E[row][sigma])
    for tau in range(len(A[0])):
        for row in range(len(F)):
            matrix[at_y + tau][at_v + row] = -Fraction(F[row][tau])
            matrix[at_v + row][at_y + tau] = Fraction(F[row][tau])
    return matrix


def negative_payoffs_of_the_tree(game: ExtensiveGame, player: int) -> list[list[Fraction]]:
    """Return a player's payoffs at pairs of sequences, leaf by leaf, less what makes the largest average -1."""
    first, second = game.sequences
    totals: dict[tuple[int, int], Fraction] = {}
    chances: dict[tuple[int, int], Fraction] = {}
    for place, node in enumerate(game.leaves.tolist()):
        pair, chance = (int(first.at_node[node]), int(second.at_node[node])), game.chance_reach[node]
        totals[pair] = totals.get(pair, Fraction(0)) + chance * game.leaf_payoffs[player][place]
        chances[pair] = chances.get(pair, Fraction(0)) + chance
    top = max(totals[pair] / chances[pair] for pair in totals) + 1
    dense = [[Fraction(0)] * len(second.index) for _ in range(len(first.index))]
    for (sigma, tau), total in totals.items():
        dense[sigma][tau] = total - top * chances[sigma, tau]
    return dense


def largest_average(payoffs: ExactMatrix, form: SequenceForm) -> Fraction:
    chances = dict(zip(zip(form.W.rows, form.W.columns, strict=True), form.W.values.to_fractions(), strict=True))
    values = zip(payoffs.rows, payoffs.columns, payoffs.values.to_fractions(), strict=True)
    averages = [value / chances.pop((row, column)) for row, column, value in values]
    assert not chances
    return max(averages)


def pure_or_mixed(form: SequenceForm, seed: int, denominator: int) -> RealizationPlans:
    """Return plans whose probabilities are random multiples of one over the denominator, 0 and 1 among them."""
    rng = np.random.default_rng(seed)
    plans = []
    for index in form.sequences:
        weight = [Fraction(1)] * len(index)
        for row in range(index.num_infosets):
            shares = rng.multinomial(denominator, np.full(index.num_actions[row], 1 / index.num_actions[row])).tolist()
            for sequence, share in zip(
                range(index.first_sequence[row], index.first_sequence[row + 1]), shares, strict=True
            ):
                weight[sequence] = weight[index.parent_sequence[row]] * Fraction(share, denominator)
        plans.append(RealizationPlan(index, ExactArray.of(weight)))
    return RealizationPlans((plans[0], plans[1]))


def weights(plan: RealizationPlan) -> list[Fraction]:
    assert isinstance(plan.weights, ExactArray)
    return plan.weights.to_fractions()


def assert_same(first: RealizationPlans, second: RealizationPlans) -> None:
    assert [weights(plan) for plan in first] == [weights(plan) for plan in second]
