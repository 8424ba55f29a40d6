"""Without dominated sequences a game has the same value, and its equilibria are equilibria of the game."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plans import form_of

import seqform as sf
from seqform.backends import get
from seqform.backends.exact import exact_solution
from seqform.builders import behavior_profile, plan_constraints, sequence_form_lcp, zero_sum_lp
from seqform.builders.games import catalog
from seqform.builders.games.families.matrix_games import bimatrix_game
from seqform.builders.games.tree import leaf, move, tree
from seqform.builders.preprocess.dominated import eliminate_dominated
from seqform.models import ExtensiveGame

ZERO_SUM = ["kuhn", "kuhn-with-raise", "tiny-poker", "two-level-tree", "abstraction-counterexample", "kuhn(ranks=6)"]
GENERAL_SUM = ["three-card-orderings", "vsvet-figure-1", "littman-figure-1", "littman-figure-4", "knapsack-figure-3"]


@pytest.mark.parametrize("name", [*ZERO_SUM, "leduc", "goofspiel(cards=3)"])
def test_the_value_stays_and_the_lifted_answer_is_an_equilibrium(name: str) -> None:
    game = catalog.make(name)
    form = form_of(game)
    step = eliminate_dominated(form).then(zero_sum_lp)
    raw, plain = (exact_solution(one, get("highs").solve(one)) for one in (step.target, zero_sum_lp(form).target))
    assert raw.objective == plain.objective
    certificate = sf.verify.certify(game, behavior_profile(form, step.lift(raw)))
    assert (certificate.exact, certificate.nash_conv) == (True, 0)


def require_equilibrium(game: ExtensiveGame) -> None:
    form = form_of(game)
    step = eliminate_dominated(form).then(sequence_form_lcp)
    certificate = sf.verify.certify(game, behavior_profile(form, step.lift(get("lemke").solve(step.target))))
    assert (certificate.exact, certificate.nash_conv) == (True, 0)


@pytest.mark.parametrize("name", [*ZERO_SUM, *GENERAL_SUM])
def test_equilibria_of_general_sum_games_stay_equilibria(name: str) -> None:
    require_equilibrium(catalog.make(name))


@given(st.integers(0, 10**6), st.booleans())
def test_equilibria_of_random_games_stay_equilibria(seed: int, zero_sum: bool) -> None:
    """Games of several levels with few different payoffs, so that much is dominated."""
    game = catalog.make("random-game", depth=5, seed=seed, zero_sum=zero_sum, payoffs=2, merge=Fraction(3, 4))
    require_equilibrium(game)


def test_elimination_goes_on_where_the_opponents_choices_have_gone() -> None:
    """Right is dominated; only without it is Bottom; and only then is Middle."""
    game = bimatrix_game("iterated", [[3, 2, 0], [1, 1, 5]], [[2, 1, 0], [1, 2, 0]], ["Top", "Bottom"], "LMR")
    left = eliminate_dominated(form_of(game)).target
    assert [index.names for index in left.sequences] == [("∅", "row Top"), ("∅", "column L")]


def test_of_equal_actions_one_stays() -> None:
    assert sizes(tree("equal", move(0, "1", {"a": leaf(1, 0), "b": leaf(1, 0), "c": leaf(1, 0)}))) == (2, 1)


def test_dominance_by_a_mixture_alone_is_not_looked_for() -> None:
    assert sizes(bimatrix_game("three rows", [[3, 0], [0, 3], [1, 1]])) == (4, 3)


def test_the_reduced_form_is_a_sequence_form() -> None:
    form = eliminate_dominated(form_of("goofspiel(cards=3)")).target
    for index, matrix in zip(form.sequences, (form.E, form.F), strict=True):
        assert matrix.equals(plan_constraints(index))
        assert sorted(index.order.tolist()) == list(range(index.num_infosets))
        assert [len(names) for names in index.action_names] == index.num_actions.tolist()


def sizes(game: str | ExtensiveGame) -> tuple[int, int]:
    """Return how many sequences elimination leaves."""
    first, second = eliminate_dominated(form_of(game)).target.sequences
    return len(first), len(second)
