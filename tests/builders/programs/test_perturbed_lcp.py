"""The perturbed complementarity problem is that of the game itself, seen from x = x̃ + k(ε), y = ỹ + l(ε)."""

from fractions import Fraction

import numpy as np
import pytest
from bimatrix import flint_matrix
from hypothesis import given
from hypothesis import strategies as st
from lcp_proofs import basis_matrix
from plans import exact, form_of

import seqform as sf
from seqform.builders import centroid, perturbed_lcp, random_start, shared_sequence_form_lcp
from seqform.builders.programs.perturbed_lp import quasi_perfect_trembles
from seqform.errors import ModelError, SolveError
from seqform.models import ExactArray, PerturbedSolution, PolynomialArray, Termination

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
