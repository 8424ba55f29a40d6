"""Dominated sequences of the last round: the published sizes, and agreement with general elimination in small games."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_ordered_games import random_ordered_game
from rhode_island import lossless_filters, published_filters, whole_game

import seqform as sf
from seqform.backends import get
from seqform.builders.abstraction.class_lp import class_lp, sparsified_lp
from seqform.builders.abstraction.dominated_classes import Eliminated, continuations, eliminated_sequences, undominated
from seqform.builders.abstraction.filters import equitable_filters
from seqform.builders.forms.class_game import class_game
from seqform.builders.forms.sequence_form import behavior_profile, sequence_form
from seqform.builders.games.ordered.expansion import infoset_labels, to_extensive
from seqform.builders.games.ordered.poker import kuhn, leduc, rhode_island, tiny_poker
from seqform.builders.preprocess.dominated import eliminate_dominated, restricted
from seqform.builders.programs.lcp import sequence_form_lcp
from seqform.models.games.abstraction import InformationFilter
from seqform.models.games.ordered import OrderedGame, Payoff, Round, count, ordered_game
from seqform.models.games.signals import Comparison
from seqform.models.games.stages import OVER, StageGame, turn
from seqform.models.numbers.exact import Ints
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.reduced import Reduced
from seqform.solving.abstracted import abstract_game

pytestmark = pytest.mark.slow


def test_the_published_game_of_rhode_island_has_the_published_size_without_dominated_sequences() -> None:
    game = class_game(*published_filters())
    assert game.program_shape == (1_237_238, 1_237_238)
    left = eliminated_sequences(game)
    assert left.program_shape == (1_181_084, 1_190_443)
    lost = left.by_class(0), left.by_class(1)
    assert [np.unique(one).tolist() for one in lost] == [[0, 5 * 49], [0, 6 * 49]]
    assert np.count_nonzero(lost[0]) == np.count_nonzero(lost[1]) == 191


def test_of_all_hands_of_rhode_island_7152_lose_sequences_which_gives_the_published_size() -> None:
    """Hands of a class of the lossless game lose the same ones, so classes are weighed by their sizes."""
    filters = lossless_filters()
    left = eliminated_sequences(class_game(*filters))
    hands = np.bincount(filters[0].classes[-1])
    assert int(hands[left.by_class(0) > 0].sum()) == 7152
    rows, columns = count(whole_game()).program_shape
    assert rows == columns == 91_224_226
    assert rows - int(hands @ left.by_class(0)) == 89_471_986
    assert columns - int(hands @ left.by_class(1)) == 89_121_538


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


@pytest.mark.parametrize("game", [leduc("leduc", suits=1), leduc("leduc"), rhode_island("rhode-island", 2, 2)])
def test_elimination_in_all_rounds_finds_at_least_that_of_the_last_round(game: OrderedGame) -> None:
    filters = equitable_filters(game)
    left = eliminated_sequences(class_game(*filters))
    form = sequence_form(to_extensive(game, filters)).target
    everywhere = eliminate_dominated(form).target
    for player in (0, 1):
        assert left.game.num_sequences(player) == len(form.sequences[player])
        assert len(everywhere.sequences[player]) <= left.num_sequences(player) < left.game.num_sequences(player)


@given(st.data())
def test_equilibria_of_reduced_random_games_are_equilibria(data: st.DataObject) -> None:
    assert nash_conv_without_dominated(one_round(data)) == 0


@pytest.mark.parametrize("game", [kuhn("kuhn"), tiny_poker("tiny-poker"), leduc("leduc", suits=1)])
def test_equilibria_of_reduced_poker_are_equilibria(game: OrderedGame) -> None:
    assert nash_conv_without_dominated(game) == 0


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
            last = left.surviving[strategy.player]
            assert not strategy.plan()[-1][~last].any()


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


def test_ways_to_go_on_after_the_first_check() -> None:
    stage = rhode_island("rhode-island", 2, 2).rounds[-1].stage
    own = stage.sequences(0)
    ways = continuations(stage, own, 1)
    assert sorted(tuple(stage.action[own.nodes[choice - 1]] for choice in used) for used, _ in ways) == [
        ("call",),
        ("fold",),
        ("raise", "call"),
        ("raise", "fold"),
    ]
    assert all(len(set(ends)) == len(ends) for _, ends in ways)


def nash_conv_without_dominated(game: OrderedGame) -> Fraction | float:
    """Solve a game without its dominated sequences, exactly, and certify the answer in the game itself."""
    expanded = to_extensive(game)
    form = sequence_form(expanded).target
    left = eliminated_sequences(class_game(InformationFilter.identity(game)))
    step = restricted(form, (survivors(form, left, game, 0), survivors(form, left, game, 1)))
    for player, index in enumerate(step.target.sequences):
        assert (len(index), index.num_infosets) == (left.num_sequences(player), left.num_infosets(player))
    program = step.then(sequence_form_lcp)
    profile = behavior_profile(form, program.lift(get("lemke").solve(program.target)))
    return sf.verify.certify(expanded, profile).nash_conv


def survivors(form: SequenceForm, left: Eliminated, game: OrderedGame, player: int) -> npt.NDArray[np.bool_]:
    """Return which sequences of the expanded game survive."""
    index, last = form.sequences[player], len(game.rounds) - 1
    own = game.rounds[last].stage.sequences(player)
    views, _, histories = left.surviving[player].shape
    labels = iter(infoset_labels(game, player, last, np.arange(views)))
    kept = np.ones(len(index), dtype=bool)
    for view, history, place in product(range(views), range(histories), range(len(own.sets))):
        start = index.first_sequence[index.row_of[next(labels)]]
        mine = left.surviving[player][view, own.set_start[place] - 1 : own.set_start[place + 1] - 1, history]
        kept[start : start + len(mine)] = mine
    return kept


def one_round(data: st.DataObject) -> OrderedGame:
    """Return a random general-sum game of one card each and two or three moves."""
    small = st.integers(-2, 2)

    def rank(public: Ints, private: Ints) -> Ints:
        return np.asarray(private[:, 0] // 2, dtype=np.int64)

    def utility(path: tuple[tuple[str, ...], ...]) -> tuple[Payoff, Payoff]:
        constants, stakes = (
            data.draw(st.tuples(small, small)),
            data.draw(st.tuples(st.integers(0, 2), st.integers(0, 2))),
        )
        return {"constant": constants[0], "rank": stakes[0]}, {"constant": constants[1], "rank": -stakes[1]}

    last = turn(0, {"e": OVER, "f": OVER})
    stage = turn(0, {"a": turn(1, {"c": OVER, "d": last}), "b": turn(1, {"c": OVER, "d": OVER})})
    rounds = [Round(StageGame.of(stage), 0, 1)]
    return ordered_game("one round", rounds, "abcd", [Comparison(rank, "rank")], utility, ordering=[rank])
