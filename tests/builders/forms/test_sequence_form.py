"""The sequence form has the paper's matrices, and its payoffs are those of the tree."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from plans import exact, form_of, random_plans
from tree_walks import expected_from

from seqform.builders.forms.sequence_form import behavior_profile, count_pure_strategies, reduced_normal_form
from seqform.builders.games import catalog
from seqform.builders.games.tree import chance, leaf, move, tree
from seqform.errors import ModelError


def test_the_matrices_of_a_small_game_are_those_on_paper() -> None:
    def deal(left: int, right: int) -> Any:
        return move(0, "h", {"L": leaf(3), "R": move(1, "g", {"l": leaf(left), "r": leaf(right)})})

    form = form_of(tree("small", chance({"a": (Fraction(1, 3), deal(6, 0)), "b": (Fraction(2, 3), deal(-3, 9))})))
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
    assert normal.A.shape == tuple(count_pure_strategies(index) for index in form.sequences) == (27, 64)
    assert len(set(normal.names[0])) == 27
    assert (normal.A + normal.B).nonzeros == 0


def test_an_exploding_normal_form_is_refused_before_it_explodes() -> None:
    with pytest.raises(ModelError, match=r"has about 10\^\d+ pure strategies of player 1, more than 20,000"):
        reduced_normal_form(form_of("leduc"))
