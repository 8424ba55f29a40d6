"""Dominated sequences of games of classes: the published sizes, and agreement with the rule on trees."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_ordered_games import random_filter, random_ordered_game

import seqform as sf
from seqform.backends import get
from seqform.builders import sequence_form
from seqform.builders.abstraction.class_lp import class_lp, sparsified_lp
from seqform.builders.abstraction.dominated_classes import Eliminated, eliminated_sequences, undominated
from seqform.builders.abstraction.filters import equitable_filters
from seqform.builders.forms.class_game import class_game
from seqform.builders.games.ordered.expansion import infoset_labels, to_extensive
from seqform.builders.games.ordered.poker import kuhn, leduc, rhode_island, tiny_poker
from seqform.builders.preprocess.dominated import eliminate_dominated
from seqform.models import ExtensiveGame, LinearProgram, Reduced, SequenceIndex
from seqform.models.games.abstraction import Filters, InformationFilter, identity_filters
from seqform.models.games.ordered import OrderedGame, Payoff, Round, ordered_game
from seqform.models.games.stages import CONTINUE, OVER, StageGame, turn
from seqform.solving.abstracted import abstract_game

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("game", [rhode_island("rhode-island", 3, 2), leduc("leduc"), tiny_poker("tiny-poker")])
def test_classes_lose_the_sequences_that_their_hands_lose(game: OrderedGame) -> None:
    filters = equitable_filters(game)
    of_classes = eliminated_sequences(class_game(*filters))
    of_hands = eliminated_sequences(class_game(InformationFilter.identity(game)))
    for player in (0, 1):
        lifted = of_classes.by_class(player)[filters[player].classes[-1]]
        assert np.array_equal(lifted, of_hands.by_class(player))


def test_sequences_of_kuhn_poker_are_eliminated_until_none_is_left_as_in_its_tree() -> None:
    left = abstract_game("kuhn", "identity").undominated
    assert [left.by_class(player).tolist() for player in (0, 1)] == [[1, 1, 1], [1, 1, 2]]
    form = eliminate_dominated(sequence_form(sf.load("kuhn")).target).target
    assert [left.num_sequences(player) for player in (0, 1)] == [len(index) for index in form.sequences]
    assert left.program_shape == (16, 17)


@settings(max_examples=60)
@given(
    st.integers(0, 10**6),
    st.booleans(),
    st.booleans(),
    st.booleans(),
    st.booleans(),
    st.booleans(),
    st.booleans(),
    st.sampled_from([1, Fraction(1, 3), 10**15]),
)
def test_random_games_lose_the_sequences_that_their_trees_lose(
    seed: int,
    constant_sum: bool,
    weighted: bool,
    even: bool,
    merged: bool,
    last_only: bool,
    once: bool,
    unit: Fraction | int,
) -> None:
    """Payoffs are few and often zero, actions without consequences are the same twice, and sets may have one action."""
    game = random_ordered_game(
        seed, constant_sum=constant_sum, weighted=weighted, signals=4, even=even, last_only=last_only, unit=unit
    )
    filters = (random_filter(game, seed), random_filter(game, seed + 1, 1)) if merged else identity_filters(game)
    left = eliminated_sequences(class_game(*filters), once=once)
    assert left_in_tree(left, filters) == without_dominated(to_extensive(game, filters), once)


def test_of_an_action_that_is_there_twice_one_is_left_in_every_round() -> None:
    """Stopping with 0 is as good as going on to a choice between 0 and -1, however the signals fall."""
    first = turn(0, {"a": CONTINUE, "b": CONTINUE, "stop": OVER})
    second = turn(1, {"c": turn(0, {"e": OVER, "f": OVER}), "d": OVER})
    rounds = [Round(StageGame.of(first), 0, 1), Round(StageGame.of(second), 1, 0)]

    def utility(path: tuple[tuple[str, ...], ...]) -> tuple[Payoff, Payoff]:
        return -int(path[-1][-1] == "f"), int(path[-1][-1] == "f")

    game = ordered_game("twice", rounds, "xyz", [], utility)
    left = abstract_game(game, "identity").undominated
    assert [left.by_class(0, number).tolist() for number in (0, 1)] == [[2, 2, 2], [4] * 6]
    assert [left.by_class(1, number).tolist() for number in (0, 1)] == [[0, 0, 0], [2] * 6]
    assert left_in_tree(left, identity_filters(game)) == without_dominated(to_extensive(game))


@pytest.mark.parametrize("build", [class_lp, sparsified_lp])
@pytest.mark.parametrize(
    "game", [kuhn("kuhn"), tiny_poker("tiny-poker"), leduc("leduc"), rhode_island("rhode-island", 2, 2)]
)
def test_the_program_without_dominated_sequences_has_the_counted_size_and_the_same_optimum(
    game: OrderedGame, build: Callable[..., Reduced[LinearProgram, Any, Any]]
) -> None:
    classes = class_game(*equitable_filters(game))
    left = undominated(classes).target
    for player, shape in enumerate((left.program_shape, left.program_shape[::-1])):
        whole, small = build(classes, player), build(left, player)
        extra = whole.target.matrix.shape[0] - classes.program_shape[player]
        assert small.target.matrix.shape == (shape[0] + extra, shape[1] + extra)
        solution = get("highs").solve(small.target)
        assert solution.objective == pytest.approx(get("highs").solve(whole.target).objective, abs=1e-9)
        assert len(set(small.target.column_names)) == shape[1] + extra
        for strategy in small.lift(solution):
            for weights, mask in zip(strategy.plan(), left.surviving[strategy.player], strict=True):
                assert not weights[~mask].any()


@settings(max_examples=20)
@given(st.integers(0, 10**6), st.sampled_from(["lossless", "identity"]), st.booleans())
def test_strategies_without_dominated_sequences_are_equilibria_of_random_games_with_ties(
    seed: int, abstraction: str, sparse: bool
) -> None:
    game = random_ordered_game(seed, constant_sum=True, weighted=bool(seed % 2))
    whole = sf.solve(game, preprocess=abstraction, backend="highs")
    steps = [abstraction, "eliminate-dominated", *(["sparsify"] if sparse else []), "merge-equivalent"]
    found = sf.solve(game, preprocess=steps, backend="highs")
    assert found.resolved.preprocess == tuple(steps)
    assert found.certificate.nash_conv < 1e-9
    assert found.values[0] == pytest.approx(float(whole.values[0]), abs=1e-9)


def without_dominated(game: ExtensiveGame, once: bool = False) -> list[set[str]]:
    """Return the names of both players' sequences that elimination leaves of a tree."""
    return [set(index.names) for index in eliminate_dominated(sequence_form(game).target, once).target.sequences]


def left_in_tree(left: Eliminated, filters: Filters) -> list[set[str]]:
    """Return the names of the sequences left, in the tree, which has no information sets with one action."""
    form = sequence_form(to_extensive(filters[0].game, filters)).target
    return [names_left(form.sequences[player], left, filters[player], player) for player in (0, 1)]


def names_left(index: SequenceIndex, left: Eliminated, own_filter: InformationFilter, player: int) -> set[str]:
    """Return the names of a player's sequences left."""
    names, game = {index.names[0]}, own_filter.game
    for number, (mask, classes) in enumerate(zip(left.surviving[player], own_filter.classes, strict=True)):
        own = game.rounds[number].stage.sequences(player)
        views = np.unique(classes, return_index=True)[1]
        labels = infoset_labels(game, player, number, views)
        places = product(range(len(views)), range(mask.shape[2]), range(len(own.sets)))
        for label, (view, history, place) in zip(labels, places, strict=True):
            row = index.row_of.get(label)
            if row is not None:
                alive = mask[view, own.set_start[place] - 1 : own.set_start[place + 1] - 1, history]
                names |= {index.names[index.first_sequence[row] + choice] for choice in np.flatnonzero(alive)}
    return names
