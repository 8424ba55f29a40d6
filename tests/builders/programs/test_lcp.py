"""Sequence forms, starts of paths in them, and complementarity problems, plain, perturbed and proper."""

from collections import Counter
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
from plans import (
    exact,
    form_of,
    most_strategies,
    plan_of,
    plans_of_weights,
    random_plans,
    same_plans,
    weights,
)
from tree_walks import expected_from

import seqform as sf
from seqform.backends import get
from seqform.builders import (
    GameLcp,
    behavior_profile,
    best_response_start,
    centroid,
    completely_mixed,
    koller_megiddo_von_stengel,
    normal_form_lcp,
    perturbed_lcp,
    plans_of,
    random_start,
    sequence_form_lcp,
    shared_normal_form_lcp,
    shared_sequence_form_lcp,
)
from seqform.builders.forms.sequence_form import count_pure_strategies, reduced_normal_form
from seqform.builders.games import catalog
from seqform.builders.games.tree import chance, leaf, move, tree
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
START_OF_FIGURE_1 = plans_of_weights(
    FIGURE_1, ["1", "3/10", "7/10", "7/20", "7/20"], ["1", "1/3", "2/3", "1/3", "2/3"]
)
BUILDS: list[Callable[..., Any]] = [sequence_form_lcp, normal_form_lcp]
SHARED = [shared_sequence_form_lcp, shared_normal_form_lcp]


@pytest.mark.parametrize(
    ("depth", "sequences", "strategies"),
    [
        (3, 16, 8),
        (4, 28, 14),
        (5, 52, 26),
        (6, 100, 146),
        (7, 196, 386),
        (8, 388, None),
        (9, 772, None),
    ],
)
def test_dimensions_are_those_of_table_1(
    depth: int, sequences: int, strategies: int | None
) -> None:
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
def test_equilibria_of_figure_1_and_only_they_solve_the_problems(
    x: str, y: str, solves: bool
) -> None:
    plans = plans_of_weights(FIGURE_1, x.split(), y.split())
    lcp, standard = shared_sequence_form_lcp(FIGURE_1), koller_megiddo_von_stengel(FIGURE_1)
    point = lcp.point(plans)
    residuals = lcp.base.residuals(point)
    assert (residuals.variables, residuals.slacks) == (0, 0)
    assert (residuals.complementarity == 0) == solves
    values = point.to_fractions()
    negative = [
        max(-value, Fraction(0)) for value, free in zip(values, lcp.base.free, strict=True) if free
    ]
    positive = [
        max(value, Fraction(0)) if free else value
        for value, free in zip(values, lcp.base.free, strict=True)
    ]
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
def test_lift_reads_exact_and_floating_point_plans(
    shared: Callable[[SequenceForm], GameLcp],
) -> None:
    lcp = shared(FIGURE_1)
    z = lcp.point(START_OF_FIGURE_1)
    assert same_plans(lcp.lift(RawSolution(Termination.SOLVED, "", primal=z)), START_OF_FIGURE_1)
    in_doubles = lcp.lift(RawSolution(Termination.SOLVED, "", primal=z.to_floats()))
    for player in (0, 1):
        assert not in_doubles[player].exact
        assert in_doubles[player].weights == pytest.approx(
            [float(one) for one in weights(START_OF_FIGURE_1[player])]
        )
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
    # Slacks are in their own rows.
    assert all(variable == row for row, variable in enumerate(basis) if variable < n)
    assert [pair for pair in range(n) if not {pair, n + pair} & set(basis)] == [
        path_start.entering % n
    ]
    assert all(n + pair in basis for pair in range(n) if problem.free[pair])
    entering = columns(problem)[path_start.entering]
    right = flint_matrix(
        [[q, -rate] for q, rate in zip(problem.q.to_fractions(), entering, strict=True)]
    )
    solved = basis_matrix(problem, path_start.basis).solve(right)
    values, direction = (
        {v: Fraction(int(solved[row, k].p), int(solved[row, k].q)) for row, v in enumerate(basis)}
        for k in (0, 1)
    )
    bound = [variable for variable in values if not problem.free[variable % n] or variable >= 2 * n]
    assert values[2 * n] == 1
    assert min(values.values()) >= 0
    assert direction[2 * n] < 0
    assert all(
        values[variable] > 0 or direction[variable] >= 0 for variable in bound if variable >= n
    )
    z = ExactArray.of([values.get(n + place, Fraction(0)) for place in range(n)])
    assert same_plans(lcp.plans_on_path(start, z, values[2 * n]), start)


def plans_with(weights_of_first: Any) -> RealizationPlans:
    first, second = FIGURE_1.sequences
    return RealizationPlans(
        (RealizationPlan(first, weights_of_first), plan_of(second, [1, 1, 0, 1, 0]))
    )


@pytest.mark.parametrize(
    ("start", "message"),
    [
        (
            plans_with(np.array([1.0, 1.0, 0.0, 0.0, 0.0])),
            "player 1: fractions expected, not doubles",
        ),
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
    with pytest.raises(
        ModelError,
        match="65,536 pure strategies of player 1, more than 20,000; use the sequence form",
    ):
        normal_form_lcp(form_of("binary-tree(depth=9)"))
    with pytest.raises(ModelError, match="3 pure strategies of player 1, more than 2;"):
        normal_form_lcp(FIGURE_1, max_strategies=2)


HUNDREDTH = Fraction(1, 100)

random_games = st.builds(
    "random-game(seed={},zero_sum={},depth=4)".format,
    st.integers(0, 10**6),
    st.sampled_from(["true", "false"]),
)


@given(name=random_games, seed=st.integers(1, 50))
def test_slacks_are_those_of_the_game_itself_at_the_plans_with_their_trembles(
    name: str, seed: int
) -> None:
    form = form_of(name)
    shared = shared_sequence_form_lcp(form)
    blocks, bound = shared.blocks, ~shared.base.free
    z = shared.point(random_start(form, seed))
    expected = exact(shared.base.slack(z))
    k, l = (quasi_perfect_trembles(index).at(HUNDREDTH) for index in form.sequences)  # noqa: E741 - the paper's letter
    numbers = z.to_fractions()
    for place, least in ((blocks.x, k), (blocks.y, l)):
        numbers[place] = [
            value - by for value, by in zip(numbers[place], least.to_fractions(), strict=True)
        ]
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
    # Slacks rise with z0.
    assert all(rate > 0 for v, rate in zip(basis.tolist(), rates, strict=True) if v < n)


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
    # 1 - 2 ε, besides ε for everything.
    z = PolynomialArray((ExactArray(weights), ExactArray(-2 * weights)))
    family = step.lift(PerturbedSolution(Termination.SOLVED, "as given", z))
    x = family[0].weights
    assert x.equals(PolynomialArray((ExactArray.of([1, 1, 0]), ExactArray.of([0, -1, 1]))))
    assert [family.limit[0].probabilities.tolist(), family.limit[1].probabilities.tolist()] == [
        [1, 1, 0],
        [1, 0, 1],
    ]


def test_wrong_starts_trembles_and_answers_are_refused() -> None:
    form, other = form_of("kuhn"), form_of("guess-the-ace")
    with pytest.raises(SolveError, match="returned no solution: iteration limit"):
        perturbed_lcp(form).lift(PerturbedSolution(Termination.ITERATION_LIMIT, "as given"))
    with pytest.raises(ModelError, match="start, player 1: a plan of 13 weights expected"):
        perturbed_lcp(form, centroid(other))
    with pytest.raises(
        ModelError, match="player 1: at information set 'J:' the least weights of the choices"
    ):
        perturbed_lcp(
            form,
            centroid(form),
            lambda index: PolynomialArray.powers(np.zeros(len(index), dtype=np.int64)),
        )
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


# ---- the sequence form and starts ----


def test_the_matrices_of_a_small_game_are_those_on_paper() -> None:
    def deal(left: int, right: int) -> Any:
        return move(0, "h", {"L": leaf(3), "R": move(1, "g", {"l": leaf(left), "r": leaf(right)})})

    form = form_of(
        tree(
            "small", chance({"a": (Fraction(1, 3), deal(6, 0)), "b": (Fraction(2, 3), deal(-3, 9))})
        )
    )
    assert form.E.to_dense() == [[1, 0, 0], [-1, 1, 1]]
    assert form.F.to_dense() == [[1, 0, 0], [-1, 1, 1]]
    assert form.A.to_dense() == [[0, 0, 0], [3, 0, 0], [0, 0, 6]]
    assert form.e.to_fractions() == form.f.to_fractions() == [1, 0]
    assert (form.A + form.B).nonzeros == 0
    assert form.sequences[0].names == ("∅", "h L", "h R")


@given(st.integers(0, 10**6))
def test_the_bilinear_form_is_the_expected_payoff_of_the_tree(seed: int) -> None:
    game = catalog.make(f"random-game(seed={seed},depth=5,zero_sum=false)")
    form = form_of(game)
    plans = random_plans(form, seed)
    x, y = (exact(plan) for plan in plans)
    profile = behavior_profile(form, plans)
    assert x.dot(form.A.dot(y)) == expected_from(game, profile, 0)
    assert x.dot(form.B.dot(y)) == expected_from(game, profile, 1)
    assert x.dot(form.W.dot(y)) == 1
    assert form.W.values.numerators.min() > 0
    assert exact(form.gradient(0, y)).equals(form.A.dot(y))
    assert np.allclose(np.asarray(form.gradient(1, x.to_floats())), form.B.T.dot(x).to_floats())
    assert form.E.dot(x).equals(form.e)
    assert form.F.dot(y).equals(form.f)


def test_the_count_of_pure_strategies_is_that_of_the_list() -> None:
    form = form_of("kuhn")
    normal = reduced_normal_form(form)
    assert (
        normal.A.shape
        == tuple(count_pure_strategies(index) for index in form.sequences)
        == (27, 64)
    )
    assert len(set(normal.names[0])) == 27
    assert (normal.A + normal.B).nonzeros == 0


def test_an_exploding_normal_form_is_refused_before_it_explodes() -> None:
    with pytest.raises(
        ModelError, match=r"has about 10\^\d+ pure strategies of player 1, more than 20,000"
    ):
        reduced_normal_form(form_of("leduc"))


KUHN = form_of("kuhn")


def one_move(actions: int) -> SequenceForm:
    return form_of(
        tree("one move", move(0, "h", {str(action): leaf(action) for action in range(actions)}))
    )


def probabilities(plan: RealizationPlan) -> list[tuple[Fraction, int]]:
    """Return the behavior probability of every sequence but the empty one, with the number of actions at its set."""
    x, index = weights(plan), plan.index
    rows = index.infoset_of[1:].tolist()
    return [
        (x[sequence] / x[index.parent_sequence[row]], int(index.num_actions[row]))
        for sequence, row in enumerate(rows, start=1)
    ]


@given(st.integers(0, 10**6), st.sampled_from([7, 1000, 10**9 + 7, 2**62]))
def test_starts_are_completely_mixed_plans_with_the_probabilities_asked_for(
    seed: int, denominator: int
) -> None:
    form = form_of(f"random-game(seed={seed % 97},depth=6,max_actions=5)")
    start, even = random_start(form, seed, denominator), centroid(form)
    assert completely_mixed(start)
    for plan in (*start, *even):
        assert plan.residual() == 0
    for plan in start:
        for probability, actions in probabilities(plan):
            assert denominator % probability.denominator == 0
            assert probability < 1 or actions == 1
    assert all(
        probability == Fraction(1, actions)
        for plan in even
        for probability, actions in probabilities(plan)
    )


def test_a_seed_gives_the_same_start_again_and_the_uniform_profile_the_centroid() -> None:
    first, again, other = (random_start(KUHN, seed) for seed in (5, 5, 6))
    assert same_plans(first, again) and not same_plans(first, other)
    assert weights(first[0])[1:3] != weights(first[0])[3:5]
    assert same_plans(plans_of(sf.uniform_profile(catalog.make("kuhn"))), centroid(KUHN))
    form = one_move(2)  # player 2 never moves
    assert weights(random_start(form, 1)[1]) == weights(centroid(form)[1]) == [1]


@pytest.mark.slow
@pytest.mark.parametrize(("actions", "denominator"), [(2, 7), (3, 6), (4, 7), (5, 6)])
def test_all_compositions_of_the_denominator_are_equally_likely(
    actions: int, denominator: int
) -> None:
    form, draws = one_move(actions), 2000
    found = Counter(
        tuple(weights(random_start(form, seed, denominator)[0])[1:]) for seed in range(draws)
    )
    parts = [Fraction(part, denominator) for part in range(1, denominator)]
    compositions = [shares for shares in product(parts, repeat=actions) if sum(shares) == 1]
    assert set(found) == set(compositions)
    expected = draws / len(compositions)
    assert all(abs(count - expected) < 5 * expected**0.5 for count in found.values())


def test_a_long_game_keeps_every_digit() -> None:
    node: Any = leaf(1)
    for depth in reversed(range(30)):
        node = move(0, f"h{depth}", {"on": node, "off": leaf(0)})
    form = form_of(tree("long", node))
    assert weights(random_start(form, 0, 997)[0])[-1].denominator == 997**30
    assert centroid(form)[0].residual() == random_start(form, 0)[0].residual() == 0


def test_only_positive_weights_everywhere_are_completely_mixed() -> None:
    form = one_move(2)
    first, other = form.sequences[0], centroid(form)[1]
    assert not completely_mixed(RealizationPlans((plan_of(first, [1, 1, 0]), other)))
    assert completely_mixed(
        RealizationPlans((RealizationPlan(first, np.array([1.0, 0.25, 0.75])), other))
    )


@pytest.mark.parametrize(
    ("start", "message"),
    [
        *((lambda d=d: random_start(one_move(3), 0, d), r"a denominator from 3, .* to 2\*\*62 expected, not")
          for d in (2, 0, -1, 2**62 + 1)),
        (lambda: random_start(KUHN, -1), "a seed of 0 or more expected, not -1"),
        (lambda: centroid(sf.load("kuhn")), r"a SequenceForm expected .* not ExtensiveGame"),  # type: ignore[arg-type]
        (lambda: random_start(sf.load("kuhn"), 0), r"a SequenceForm expected .* not"),  # type: ignore[arg-type]
        (lambda: plans_of(sf.uniform_profile(sf.load("kuhn")).to_floats()), "start, player 1: fractions expected, not"),
        (lambda: plans_of(centroid(KUHN)), "a BehaviorProfile expected, not RealizationPlans"),  # type: ignore[arg-type]
    ],
)  # fmt: skip
def test_a_wrong_argument_is_one_clear_error(start: Callable[[], Any], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        start()
