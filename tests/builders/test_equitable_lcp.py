"""Merging equivalent variables of a complementarity problem is lossless, in general-sum games too."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import seqform as sf
from seqform.backends import get
from seqform.backends.exact import exact_solution
from seqform.builders.forms.sequence_form import behavior_profile, sequence_form
from seqform.builders.forms.starts import random_start
from seqform.builders.games import catalog
from seqform.builders.games.tree import Node, chance, leaf, move, tree
from seqform.builders.preprocess.merge import equivalent_information_sets, equivalent_variables, merge_equivalent
from seqform.builders.programs.lcp import sequence_form_lcp
from seqform.builders.programs.zero_sum_lp import zero_sum_lp
from seqform.models.answers.certificate import Certificate
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.exact import ExactArray
from seqform.models.programs.complementarity import linear_complementarity_problem


def solved_through_merging(game: ExtensiveGame) -> tuple[Certificate, int, int]:
    """Solve the merged problem of a game, lift, and certify; return the two sizes too."""
    form = sequence_form(game).target
    step = sequence_form_lcp(form).then(merge_equivalent)
    raw = get("lemke").solve(step.target)
    certificate = sf.verify.certify(game, behavior_profile(form, step.lift(raw)))
    return certificate, len(step.target), sum(form.E.shape) + sum(form.F.shape)


@pytest.mark.parametrize(
    ("name", "merged"),
    [
        ("tiny-poker", True),
        ("leduc", True),
        ("goofspiel(cards=3)", True),
        ("three-card-orderings", False),
        ("vsvet-figure-1", False),
        ("abstraction-counterexample", False),
        ("kuhn", False),
    ],
)
def test_an_equilibrium_of_the_merged_problem_is_one_of_the_game(name: str, merged: bool) -> None:
    certificate, size, original = solved_through_merging(catalog.make(name))
    assert certificate.exact
    assert certificate.nash_conv == 0
    assert (size < original) == merged


def test_leduc_shrinks_as_much_as_its_linear_program_does() -> None:
    form = sequence_form(catalog.make("leduc")).target
    rows, columns = merge_equivalent(zero_sum_lp(form).target).target.matrix.shape
    assert len(merge_equivalent(sequence_form_lcp(form).target).target) == rows + columns == 964


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10**6))
def test_copies_of_cards_are_merged_and_the_equilibrium_is_one_of_the_game(seed: int) -> None:
    certificate, size, original = solved_through_merging(copied_cards(seed))
    assert certificate.exact
    assert certificate.nash_conv == 0
    assert size < original


@settings(deadline=None, max_examples=20)
@given(st.integers(0, 10**6))
def test_slacks_are_constant_where_the_point_is(seed: int) -> None:
    problem = sequence_form_lcp(sequence_form(copied_cards(seed)).target).target
    classes = equivalent_variables(problem)
    values = np.random.default_rng(seed).integers(-9, 10, size=int(classes.max()) + 1)
    slack = problem.slack(ExactArray(values[classes]))
    assert isinstance(slack, ExactArray)
    assert len(set(zip(classes.tolist(), slack.to_fractions(), strict=True))) == len(values)


def test_copies_with_different_starting_weights_are_not_merged() -> None:
    form = sequence_form(catalog.make("tiny-poker")).target
    centre, random = (sequence_form_lcp(form, start).target for start in (None, random_start(form, 1)))
    assert len(merge_equivalent(random).target) > len(merge_equivalent(centre).target)
    without = replace(random, covering_vector=None)
    assert merge_equivalent(without).target.covering_vector is None
    assert len(merge_equivalent(without).target) == len(merge_equivalent(centre).target)


def test_a_problem_of_two_equal_variables_becomes_one_of_one() -> None:
    problem = linear_complementarity_problem([[2, 1], [1, 2]], [-6, -6], covering_vector=[1, 1])
    step = merge_equivalent(problem)
    assert step.target.matrix.to_dense() == [[6]]
    lifted = step.lift(get("lemke").solve(step.target))
    assert isinstance(lifted.primal, ExactArray)
    assert lifted.primal.to_fractions() == [2, 2]
    assert problem.residuals(lifted.primal).worst == 0


def test_equivalent_sets_of_leduc_forget_suits_alone() -> None:
    without_suits = catalog.make("leduc(collapse_suits=true)")
    for player, classes in enumerate(equivalent_information_sets(catalog.make("leduc"))):
        assert len(classes) == without_suits.sequences[player].index.num_infosets
        assert sum(map(len, classes)) == catalog.make("leduc").sequences[player].index.num_infosets


def test_sets_of_kuhn_are_all_different() -> None:
    for classes in equivalent_information_sets(catalog.make("kuhn")):
        assert all(len(one) == 1 for one in classes)


class TestTheCounterexamplesOfSection41:
    """Merging by one player's outcomes changes the equilibrium; the equitable partition does not."""

    def value(self, game: ExtensiveGame, *, merge: bool) -> Fraction:
        program = zero_sum_lp(sequence_form(game).target).target
        step = merge_equivalent(program)
        target = step.target if merge else program
        solution = exact_solution(target, get("highs").solve(target))
        assert isinstance(solution.objective, Fraction)
        return solution.objective

    def test_isomorphic_subtrees_that_chance_does_not_reveal(self) -> None:
        game = catalog.make("abstraction-counterexample")
        folded = catalog.make("abstraction-counterexample(merged=true)")
        assert self.value(game, merge=True) == self.value(game, merge=False) == Fraction(-13, 10)
        assert self.value(folded, merge=False) == 0

    def test_players_who_order_the_cards_differently(self) -> None:
        game = catalog.make("three-card-orderings")
        first, _ = equivalent_information_sets(game)
        together = {name: one for one in first for name in one}
        assert together["J1:"] != together["J2:"]
        assert solved_through_merging(game)[0].nash_conv == 0


def copied_cards(seed: int) -> ExtensiveGame:
    """Return a small general-sum game in which a card that counts for nothing is dealt to player 1."""
    rng = np.random.default_rng(seed)
    copies, cards = int(rng.integers(2, 4)), int(rng.integers(1, 3))
    payoffs = rng.integers(-4, 5, size=(cards, 2, 3, 2))

    def answer(card: int, action: int) -> Node:
        return move(2, f"after {action}", {str(k): leaf(*map(int, payoffs[card, action, k])) for k in range(3)})

    deals = {
        f"{card}{copy}": (
            Fraction(1, cards * copies),
            move(1, f"{card}{copy}", {str(action): answer(card, action) for action in range(2)}),
        )
        for card in range(cards)
        for copy in range(copies)
    }
    return tree("copied cards", chance(deals))
