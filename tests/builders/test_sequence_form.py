"""The sequence form has the paper's matrices, and its payoffs are those of the tree."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seqform.builders.forms.sequence_form import sequence_form
from seqform.builders.games import catalog
from seqform.builders.games.tree import chance, leaf, move, tree
from seqform.models.games.infosets import SequenceIndex
from seqform.models.numbers.exact import ExactArray


def test_the_matrices_of_a_small_game_are_those_on_paper() -> None:
    game = tree(
        "small",
        chance(
            {
                "a": (Fraction(1, 3), move(1, "h", {"L": leaf(3), "R": move(2, "g", {"l": leaf(6), "r": leaf(0)})})),
                "b": (Fraction(2, 3), move(1, "h", {"L": leaf(3), "R": move(2, "g", {"l": leaf(-3), "r": leaf(9)})})),
            }
        ),
    )
    form = sequence_form(game).target
    assert form.E.to_dense() == [[1, 0, 0], [-1, 1, 1]]
    assert form.F.to_dense() == [[1, 0, 0], [-1, 1, 1]]
    assert form.A.to_dense() == [[0, 0, 0], [3, 0, 0], [0, 0, 6]]
    assert form.e.to_fractions() == form.f.to_fractions() == [1, 0]
    assert (form.A + form.B).nonzeros == 0
    assert form.sequences[0].names == ("∅", "h L", "h R")


@pytest.mark.parametrize(("name", "rows"), [("kuhn", 20), ("leduc", 1562), ("liars-dice(sides=4)", 1534)])
def test_sizes_of_the_linear_programs_known_from_the_literature(name: str, rows: int) -> None:
    form = sequence_form(catalog.make(name)).target
    assert form.E.shape[0] + form.F.shape[1] == rows


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 10**6))
def test_the_bilinear_form_is_the_expected_payoff_of_the_tree(seed: int) -> None:
    game = catalog.make(f"random-game(seed={seed},depth=5,zero_sum=false)")
    form = sequence_form(game).target
    rng = np.random.default_rng(seed)
    behaviors = [_random_probabilities(index, rng) for index in form.sequences]
    plans = [_weights(index, behavior) for index, behavior in zip(form.sequences, behaviors, strict=True)]
    expected = [Fraction(0), Fraction(0)]
    for place, node in enumerate(game.leaves):
        weight = game.chance_reach[int(node)]
        for sequences, plan in zip(game.sequences, plans, strict=True):
            weight *= plan[int(sequences.at_node[node])]
        expected = [total + weight * payoffs[place] for total, payoffs in zip(expected, game.leaf_payoffs, strict=True)]
    x, y = (ExactArray.of(plan) for plan in plans)
    assert [x.dot(form.A.dot(y)), x.dot(form.B.dot(y))] == expected
    gradients: list[Any] = [form.gradient(0, y), form.gradient(1, x.to_floats())]
    assert gradients[0].equals(form.A.dot(y))
    assert np.allclose(gradients[1], form.B.T.dot(x).to_floats())
    assert form.E.dot(x).equals(form.e)
    assert form.F.dot(y).equals(form.f)


def _random_probabilities(index: SequenceIndex, rng: np.random.Generator) -> list[Fraction]:
    probabilities = [Fraction(1)]
    for count in index.num_actions:
        weights = [int(weight) for weight in rng.integers(0, 4, count)]
        weights[0] += not any(weights)
        probabilities += [Fraction(weight, sum(weights)) for weight in weights]
    return probabilities


def _weights(index: SequenceIndex, probabilities: list[Fraction]) -> list[Fraction]:
    weights = [Fraction(1)]
    for sequence in range(1, len(index)):
        above = int(index.parent_sequence[index.infoset_of[sequence]])
        weights.append(weights[above] * probabilities[sequence])
    return weights
