"""Both engines of Lemke's algorithm make the same pivots, with numbers and with ε; rational bases agree with flint."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import get_args

import numpy as np
import pytest
from bimatrix import flint_matrix
from game_files import ABSENT, FOLDER, index
from hypothesis import given
from hypothesis import strategies as st
from lcp_examples import (
    RANDOM_KINDS,
    basic_values,
    basis_matrix,
    columns,
    kinds,
    random_matrix_game,
    randomly_started,
    randoms,
    require_proven,
    require_same,
    require_same_path,
    rules,
)
from plans import exact, form_of
from plays import sequential_gains

import seqform as sf
from seqform.backends.exact.solution import ExactBackend
from seqform.backends.lemke.backend import LemkeBackend
from seqform.backends.lemke.exact_basis import ExactBasis, nearest_fractions
from seqform.backends.lemke.path import (
    LemkeResult,
    PathLimits,
    PivotRule,
    Ties,
    first_basis,
    follow_on_tableau,
)
from seqform.backends.lemke.revised import exact_leaving, follow_revised
from seqform.builders import centroid, perturbed_lcp, random_start
from seqform.builders.programs.lcp import GameLcp, Initial, shared_sequence_form_lcp
from seqform.builders.programs.perturbed_lp import perturbed_lp, quasi_perfect_trembles
from seqform.errors import ModelError
from seqform.models import (
    ExtensiveGame,
    LinearComplementarityProblem,
    PathStart,
    linear_complementarity_problem,
)
from seqform.models.numbers.exact import ExactArray, Ints
from seqform.models.numbers.polynomials import PolynomialArray
from seqform.models.programs.perturbed import PerturbedComplementarityProblem
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.programs.solutions import Termination
from seqform.models.strategies.assessment import EpsilonFamily, beliefs_of
from seqform.models.strategies.behavior import RealizationPlans

pytestmark = pytest.mark.slow

RULES = [PivotRule(early_exit, ties) for early_exit in (True, False) for ties in get_args(Ties)]
NO_LIMITS = PathLimits()
TINY = Fraction(1, 10**40)
PLANS: dict[str, Callable[[SequenceForm], RealizationPlans | None]] = {
    "ones": lambda _: None,
    "centroid": centroid,
    "random": lambda form: random_start(form, 7),
}
STARTS = tuple(PLANS)
INITIAL: tuple[Initial, ...] = get_args(Initial)
names = st.builds(
    "random-game(seed={},payoffs={},zero_sum={},depth={})".format,
    st.integers(0, 10**6),
    st.sampled_from([1, 2, 100]),
    st.sampled_from(["false", "true"]),
    st.sampled_from([3, 4]),
)


def both(
    problem: LinearComplementarityProblem, rule: PivotRule, higher: Sequence[ExactArray] = ()
) -> LemkeResult:
    fast = follow_revised(problem, rule, NO_LIMITS, higher=higher)
    require_same(fast, follow_on_tableau(problem, rule, NO_LIMITS, higher))
    if problem.start is None and fast.termination is not Termination.ERROR and not higher:
        require_proven(fast)
    return fast


def both_perturbed(problem: PerturbedComplementarityProblem, rule: PivotRule) -> LemkeResult:
    return both(problem.limit, rule, problem.higher)


def setting(name: str) -> tuple[SequenceForm, GameLcp]:
    form = form_of(name)
    return form, shared_sequence_form_lcp(form)


def problem_of(name: str, start: str) -> PerturbedComplementarityProblem:
    form = form_of(name)
    return perturbed_lcp(form, PLANS[start](form)).target


def refined(game: ExtensiveGame, start: str = "centroid") -> EpsilonFamily:
    """Return the family at the end of a path, and require the proof."""
    form = form_of(game)
    step = perturbed_lcp(form, PLANS[start](form))
    answer = LemkeBackend().solve(step.target)
    assert answer.solved
    assert answer.proven
    assert isinstance(answer.primal, PolynomialArray)
    assert step.target.violations(answer.primal) == []
    return step.lift(answer)


@given(
    name=names,
    rule=st.sampled_from(RULES),
    initial=st.sampled_from(INITIAL),
    start=st.integers(0, 50),
)
def test_random_games_with_chance_and_degenerate_payoffs(
    name: str, rule: PivotRule, initial: Initial, start: int
) -> None:
    form, lcp = setting(name)
    problem = lcp.problem(random_start(form, start) if start else centroid(form), initial)
    assert both(problem, rule).termination is Termination.SOLVED


@pytest.mark.parametrize("seed", range(2))
def test_paths_from_best_responses_and_back_from_other_ends(seed: int) -> None:
    form, lcp = setting(f"binary-tree(depth=4,seed={seed})")
    starts = [random_start(form, number) for number in range(4)]
    for start in starts:
        both(lcp.problem(start, "best-response"), PivotRule())
    pure = PivotRule(early_exit=False)
    problems = [lcp.problem(start, "slacks") for start in starts]
    ends = [both(problem, pure) for problem in problems]
    for end in ends:
        rows = end.path.basis(len(end.path))
        for other, problem in zip(ends, problems, strict=True):
            if set(rows) != set(other.path.basis(len(other.path))):
                start_there = PathStart(
                    rows, 2 * len(rows), determinant=end.path.determinant, nonnegative=True
                )
                assert both(replace(problem, start=start_there), pure).path.index == -1


def bases_of_a_path(problem: LinearComplementarityProblem) -> list[Ints]:
    path = follow_on_tableau(problem, PivotRule(), NO_LIMITS).path
    return [path.basis(pivots) for pivots in range(len(path) + 1)]


@given(random=randoms, kind=st.sampled_from([*sorted(RANDOM_KINDS), "game"]), n=st.integers(1, 6))
def test_every_basis_of_a_path_is_solved_as_flint_solves_it(
    random: Random, kind: str, n: int
) -> None:
    if kind == "game":  # with free variables and large denominators
        problem = randomly_started(random_matrix_game(random, 3, 4, [0, 1, 2, 10**12 + 39]), random)
    else:
        problem = RANDOM_KINDS[kind](random, n)
    n = len(problem)
    for basis in bases_of_a_path(problem):
        exact, expected = ExactBasis(problem, basis), basic_values(problem, basis)
        assert exact.values.to_fractions() == expected
        z, z0 = exact.point()
        value_of = dict(zip(basis.tolist(), expected, strict=True))
        assert z.to_fractions() == [value_of.get(n + i, Fraction(0)) for i in range(n)]
        assert z0 == value_of.get(2 * n, 0)
        entering = next(variable for variable in range(2 * n + 1) if variable not in value_of)
        rates = basis_matrix(problem, basis).solve(
            flint_matrix([[value] for value in columns(problem)[entering]])
        )
        solved = exact.solve(exact.column(entering)).to_fractions()
        assert solved == [Fraction(int(value.p), int(value.q)) for value in rates.entries()]


@given(
    st.lists(
        st.fractions(min_value=-100, max_value=100, max_denominator=12), min_size=1, max_size=6
    )
)
def test_fractions_with_small_denominators_are_reconstructed(numbers: list[Fraction]) -> None:
    found = nearest_fractions(np.array([float(number) for number in numbers]))
    if found is not None:
        assert found.to_fractions() == numbers
    common = np.lcm.reduce([number.denominator for number in numbers])
    assert found is not None or common > 1_000


@pytest.mark.parametrize(
    "doubles", [[float("nan")], [float("inf")], [2.0**48], [np.sqrt(2)], [1.0, 1e-5]]
)
def test_numbers_without_a_small_denominator_are_not_rounded(doubles: list[float]) -> None:
    found = nearest_fractions(np.array(doubles))
    assert found is None or float(found.to_fractions()[-1]) == doubles[-1]


@given(name=names, rule=st.sampled_from(RULES), start=st.sampled_from(STARTS))
def test_random_games_are_solved_the_same_way_by_both_engines_and_at_a_tiny_number(
    name: str, rule: PivotRule, start: str
) -> None:
    problem = problem_of(name, start)
    end = both_perturbed(problem, rule)
    assert end.termination is Termination.SOLVED
    assert problem.violations(end.family) == []
    require_same_path(end, follow_on_tableau(problem.at(TINY), rule, NO_LIMITS))


@given(random=randoms, kind=kinds, n=st.integers(1, 7), degree=st.integers(0, 3), rule=rules)
def test_random_problems_of_every_kind(
    random: Random, kind: str, n: int, degree: int, rule: PivotRule
) -> None:
    limit = RANDOM_KINDS[kind](random, n)
    orders = [
        ExactArray.of([random.choice([0, 0, -1, 1, 3]) for _ in range(n)]) for _ in range(degree)
    ]
    problem = PerturbedComplementarityProblem(
        q=PolynomialArray((limit.q, *orders)), **limit.parts_but_q()
    )
    end = both_perturbed(problem, rule)
    require_same_path(end, follow_on_tableau(problem.at(TINY), rule, NO_LIMITS))
    if end.termination is Termination.SOLVED:
        assert problem.violations(end.family) == []
    else:
        assert end.termination is Termination.SECONDARY_RAY
        assert end.ray is not None


@pytest.mark.parametrize("rule", RULES, ids=str)
def test_rational_arithmetic_makes_the_choices_of_both_engines(rule: PivotRule) -> None:
    problem = problem_of("random-game(seed=8,zero_sum=false,payoffs=1,depth=4)", "ones")
    path, ties = both_perturbed(problem, rule).path, first_basis(problem.limit)[1]
    for pivot in range(1, len(path)):
        basis = ExactBasis(problem.limit, path.basis(pivot))
        leaving = exact_leaving(basis, int(path.entering[pivot]), rule, ties, problem.higher)
        assert leaving == path.leaving[pivot]


def test_z0_leaves_early_only_where_it_is_tied_in_all_orders() -> None:
    # w1 = -2 + q1 ε + z1 + z2 and w2 = -2 + z2: with q1 = 0 both reach zero as z0 does.
    limit = linear_complementarity_problem([[1, 1], [0, 1]], [-2, -2], covering_vector=[1, 1])
    pure = PivotRule(ties="unit-columns")
    tied, apart = (
        both(limit, pure, higher=[ExactArray.of([order_one, 0])]) for order_one in (0, -1)
    )
    assert (len(tied.path), len(apart.path)) == (2, 3)
    assert tied.family.at(TINY).to_fractions() == [Fraction(0), Fraction(2)]
    assert apart.family.at(TINY).to_fractions() == [TINY, Fraction(2)]


GENERAL_SUM = (
    "vsvet-figure-1",
    "three-card-orderings",
    "littman-figure-1",
    "knapsack-figure-3",
    "random-game(seed=11,zero_sum=false,depth=4)",
    "random-game(seed=12,zero_sum=false,depth=4,payoffs=2)",
)
ZERO_SUM = (
    "guess-the-ace",
    "guess-the-ace-second-gift",
    "safe-or-risky",
    "uniform-bounds",
    "kuhn",
    "matching-pennies",
)


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("name", [*GENERAL_SUM, *ZERO_SUM])
def test_the_limit_is_sequentially_rational_at_every_information_set(name: str, start: str) -> None:
    game = sf.load(name)
    family = refined(game, start)
    assert set(sequential_gains(game, family.limit, beliefs_of(game, family)).values()) <= {0}
    assert all(
        len(family.limit[player]) == game.sequences[player].index.num_infosets for player in (0, 1)
    )


SMALL_FILES = [
    pytest.param(FOLDER / row["file"], id=row["file"])
    for row in index(players="2", perfect_recall="True")
    if row["file"].endswith(".efg") and int(row["nodes"]) <= 60
]


@pytest.mark.parametrize(
    "path", SMALL_FILES or [pytest.param(None, marks=pytest.mark.skip(reason=ABSENT))]
)
def test_small_games_of_the_collection(path: Path) -> None:
    game = sf.load(path)
    family = refined(game)
    assert set(sequential_gains(game, family.limit, beliefs_of(game, family)).values()) <= {0}


@pytest.mark.parametrize("name", [*ZERO_SUM, "kuhn-with-raise", "random-game(seed=5,depth=4)"])
def test_the_value_is_that_of_the_linear_program_at_small_numbers(name: str) -> None:
    form = form_of(name)
    family = refined(sf.load(name))
    value = family[0].weights.dot(family[1].weights.under(form.A))
    step = perturbed_lp(form)
    for epsilon in (Fraction(1, 10**6), Fraction(1, 10**9)):
        k, l = (quasi_perfect_trembles(index).at(epsilon) for index in form.sequences)  # noqa: E741 - the paper's letter
        program = step.target.at(epsilon)
        primal = exact(ExactBackend().solve(program).primal)
        assert program.objective.dot(primal) + k.dot(form.A.dot(l)) == value.at(epsilon)[0]


def test_a_start_that_cannot_fall_from_infinity_is_refused_by_both_engines() -> None:
    problem = problem_of("vsvet-figure-1", "centroid")
    start = problem.start
    assert start is not None

    def refused(start: PathStart, covering_vector: ExactArray | None, match: str) -> None:
        d = problem.covering_vector if covering_vector is None else covering_vector
        limit = replace(problem.limit, covering_vector=d, start=start)
        for engine in (follow_on_tableau, follow_revised):
            with pytest.raises(ModelError, match=match):
                engine(limit, PivotRule(), NO_LIMITS, higher=problem.higher)

    basic = [v for v in start.basis.tolist() if v < len(problem)]
    against_others = np.ones(len(problem), dtype=np.int64)
    against_others[[*basic, *np.flatnonzero(problem.free)]] = 0
    refused(start, ExactArray(against_others), "would be negative for large z0")
    refused(replace(start, entering=0), None, "z0 falls from ∞ it enters|cannot enter")
