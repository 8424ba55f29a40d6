"""Lossless filters: their defining property and sizes; dominated sequences of games of classes."""

from collections.abc import Callable, Iterator
from dataclasses import replace
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
from seqform.builders.abstraction.dominated_classes import (
    Eliminated,
    eliminated_sequences,
    undominated,
)
from seqform.builders.abstraction.filters import (
    equitable_filters,
    filtered_game,
    lossless_violation,
)
from seqform.builders.forms.class_game import class_game
from seqform.builders.games import catalog
from seqform.builders.games.ordered.expansion import infoset_labels, to_extensive
from seqform.builders.games.ordered.poker import kuhn, leduc, rhode_island, tiny_poker
from seqform.builders.preprocess.dominated import eliminate_dominated
from seqform.builders.preprocess.gameshrink import game_shrink
from seqform.errors import ModelError
from seqform.models import ExtensiveGame, LinearProgram, Reduced, SequenceIndex
from seqform.models.games.abstraction import Filters, InformationFilter, identity_filters
from seqform.models.games.ordered import OrderedGame, Payoff, Round, ordered_game
from seqform.models.games.stages import CONTINUE, OVER, StageGame, turn
from seqform.models.numbers.exact import Ints
from seqform.solving.abstracted import abstract_game
from seqform.verify.nash import certify

pytestmark = pytest.mark.slow

SEEDS = st.integers(0, 10**6)


@pytest.mark.parametrize(
    ("game", "classes"),
    [
        (kuhn("kuhn"), (3,)),
        (tiny_poker("tiny-poker"), (2,)),
        (leduc("leduc"), (3, 9)),
        (leduc("leduc", ranks=10), (10, 100)),
        (leduc("leduc", ranks=4, suits=4), (4, 16)),
        (rhode_island("rhode-island", 3, 2), (3, 15, 60)),
    ],
)
def test_poker_keeps_ranks_and_forgets_suits(game: OrderedGame, classes: tuple[int, ...]) -> None:
    filters = equitable_filters(game)
    assert filters[0].num_classes == filters[1].num_classes == classes
    assert lossless_violation(filters) is None


def test_a_violation_may_lie_in_the_continuations() -> None:
    game = leduc("leduc")
    lossless = equitable_filters(game)[0]
    # Nobody looks at the first card, though it counts later.
    before = np.zeros_like(lossless.classes[0])
    one = InformationFilter(game, (before, lossless.classes[1] % 3))
    with pytest.raises(ModelError, match="different games"):
        lossless_violation((one, InformationFilter.identity(leduc("another"))))
    coarse = InformationFilter(game, (before, lossless.classes[1]))
    assert lossless_violation((coarse, coarse)) == (
        "round 1: for player 1 Js and Qs are in one class; "
        "the probability of continuing to the class of Js Jh is 1/5 and 0"
    )


@st.composite
def random_games(draw: st.DrawFn) -> OrderedGame:
    """Draw a game in which several signals may have one rank, with any probabilities of signals."""
    signals, weight = draw(st.integers(4, 5)), st.sampled_from([1, 2, 3, 10**9 + 7, 2**40])
    game = random_ordered_game(
        draw(SEEDS), signals=signals, constant_sum=draw(st.booleans()), even=draw(st.booleans())
    )
    return replace(
        game,
        weights=draw(st.none() | st.lists(weight, min_size=signals, max_size=signals).map(tuple)),
    )


@given(random_games())
def test_filters_of_random_games_are_equitable(game: OrderedGame) -> None:
    filters = equitable_filters(game)
    assert lossless_violation(filters) is None
    assert is_equitable_by_definition(filters)


@given(random_games(), SEEDS, st.tuples(st.integers(0, 2), st.integers(0, 2)))
def test_the_exact_check_agrees_with_the_definition(
    game: OrderedGame, seed: int, kinds: tuple[int, int]
) -> None:
    """If one player's filter merges nothing, a violation is one of the other player's filter."""
    known = (
        identity_filters(game),
        equitable_filters(game),
        (random_filter(game, seed), random_filter(game, seed, 1)),
    )
    filters = known[kinds[0]][0], known[kinds[1]][1]
    assert (lossless_violation(filters) is None) == is_equitable_by_definition(filters)


@settings(max_examples=8)
@given(SEEDS, st.booleans())
def test_every_pair_of_equitable_filters_of_a_tiny_game_refines_the_coarsest(
    seed: int, weighted: bool
) -> None:
    game = random_ordered_game(seed, signals=4, weighted=weighted, one_round=True)
    first, second = equitable_filters(game)
    for one, other in product(partitions(len(game.views[0][0])), repeat=2):
        filters = InformationFilter(game, (one,)), InformationFilter(game, (other,))
        if is_equitable_by_definition(filters):
            assert filters[0].refines(first)
            assert filters[1].refines(second)


LOSSLESS = [
    "tiny-poker",
    "kuhn(ranks=4)",
    "leduc",
    "leduc(ranks=2,suits=3)",
    "rhode-island(ranks=2,suits=2,max_bets=1)",
]


def solved(spec: str, filters: Filters) -> tuple[sf.Equilibrium, sf.Certificate]:
    game = catalog.ordered(spec)
    original = to_extensive(game)
    step = filtered_game(filters, original)
    found = sf.solve(step.target, exact=True)
    return found, certify(original, step.lift(found.profile))


@pytest.mark.parametrize("spec", LOSSLESS)
def test_an_equilibrium_of_lossless_classes_is_one_of_the_game_as_fractions(spec: str) -> None:
    game = catalog.ordered(spec)
    found, certificate = solved(spec, equitable_filters(game))
    assert certificate.exact
    assert certificate.nash_conv == 0
    assert certificate.values == found.certificate.values
    assert certificate.values == sf.solve(to_extensive(game), exact=True).certificate.values


def test_leducs_published_classes_lose_in_the_game_itself() -> None:
    found, certificate = solved("leduc", game_shrink(catalog.ordered("leduc")))
    assert found.certificate.nash_conv == 0
    assert certificate.exact
    assert certificate.nash_conv > Fraction(1, 100)


def is_equitable_by_definition(filters: Filters) -> bool:
    """Compare conditional expectations of payoffs and chances of continuations, view by view, in fractions."""
    game = filters[0].game
    return all(
        alike_in_round(game, filters, player, number)
        for player in (0, 1)
        for number in range(len(game.rounds))
    )


def alike_in_round(game: OrderedGame, filters: Filters, player: int, number: int) -> bool:
    deals, views = game.deals(number), game.views[number]
    values = [feature.values(deals, views).tolist() for feature in game.features]
    own, theirs = (
        deals.view[player].tolist(),
        filters[1 - player].classes[number][deals.view[1 - player]].tolist(),
    )
    chance = [Fraction(0) for _ in views[player].signals]
    expected: list[dict[tuple[int, int], Fraction]] = [{} for _ in views[player].signals]
    table = game.payoffs[number].numerators[player]
    ends = np.unique(table.reshape(len(table), -1), axis=1).T.tolist()
    for deal, probability in enumerate(deals.probability.to_fractions()):
        chance[own[deal]] += probability
        for end, coefficients in enumerate(ends):
            payoff = sum(
                weight * value[deal] for weight, value in zip(coefficients, values, strict=True)
            )
            key = end, theirs[deal]
            expected[own[deal]][key] = (
                expected[own[deal]].get(key, Fraction(0)) + probability * payoff
            )
    conditional = [
        {key: value / probability for key, value in sums.items() if value}
        for sums, probability in zip(expected, chance, strict=True)
    ]
    following = continuations(game, filters[player], player, number)
    classes = filters[player].classes[number].tolist()
    first = {one: view for view, one in reversed(list(enumerate(classes)))}
    return all(
        conditional[view] == conditional[first[one]] and following[view] == following[first[one]]
        for view, one in enumerate(classes)
    )


def continuations(
    game: OrderedGame, own: InformationFilter, player: int, number: int
) -> list[dict[int, Fraction]]:
    found: list[dict[int, Fraction]] = [{} for _ in game.views[number][player].signals]
    if number + 1 < len(game.rounds):
        deals, views = game.deals(number + 1), game.views[number + 1]
        classes = own.classes[number + 1].tolist()
        for view, probability in zip(
            deals.view[player].tolist(), deals.probability.to_fractions(), strict=True
        ):
            above = found[int(views[player].parent[view])]
            above[classes[view]] = above.get(classes[view], Fraction(0)) + probability
    totals = [sum(chances.values()) for chances in found]
    return [
        {one: chance / total for one, chance in chances.items()}
        for chances, total in zip(found, totals, strict=True)
    ]


def partitions(size: int) -> Iterator[Ints]:
    """Yield every partition, as restricted growth strings."""
    for classes in product(range(size), repeat=size):
        if all(one <= max(classes[:place], default=-1) + 1 for place, one in enumerate(classes)):
            yield np.array(classes, dtype=np.int64)


@pytest.mark.parametrize(
    "game", [rhode_island("rhode-island", 3, 2), leduc("leduc"), tiny_poker("tiny-poker")]
)
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
    assert [left.num_sequences(player) for player in (0, 1)] == [
        len(index) for index in form.sequences
    ]
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
        seed,
        constant_sum=constant_sum,
        weighted=weighted,
        signals=4,
        even=even,
        last_only=last_only,
        unit=unit,
    )
    filters = (
        (random_filter(game, seed), random_filter(game, seed + 1, 1))
        if merged
        else identity_filters(game)
    )
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
    "game",
    [kuhn("kuhn"), tiny_poker("tiny-poker"), leduc("leduc"), rhode_island("rhode-island", 2, 2)],
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
        assert solution.objective == pytest.approx(
            get("highs").solve(whole.target).objective, abs=1e-9
        )
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
    steps = [
        abstraction,
        "eliminate-dominated",
        *(["sparsify"] if sparse else []),
        "merge-equivalent",
    ]
    found = sf.solve(game, preprocess=steps, backend="highs")
    assert found.resolved.preprocess == tuple(steps)
    assert found.certificate.nash_conv < 1e-9
    assert found.values[0] == pytest.approx(float(whole.values[0]), abs=1e-9)


def without_dominated(game: ExtensiveGame, once: bool = False) -> list[set[str]]:
    """Return the names of both players' sequences that elimination leaves of a tree."""
    return [
        set(index.names)
        for index in eliminate_dominated(sequence_form(game).target, once).target.sequences
    ]


def left_in_tree(left: Eliminated, filters: Filters) -> list[set[str]]:
    """Return the names of the sequences left, in the tree, which has no information sets with one action."""
    form = sequence_form(to_extensive(filters[0].game, filters)).target
    return [names_left(form.sequences[player], left, filters[player], player) for player in (0, 1)]


def names_left(
    index: SequenceIndex, left: Eliminated, own_filter: InformationFilter, player: int
) -> set[str]:
    """Return the names of a player's sequences left."""
    names, game = {index.names[0]}, own_filter.game
    for number, (mask, classes) in enumerate(
        zip(left.surviving[player], own_filter.classes, strict=True)
    ):
        own = game.rounds[number].stage.sequences(player)
        views = np.unique(classes, return_index=True)[1]
        labels = infoset_labels(game, player, number, views)
        places = product(range(len(views)), range(mask.shape[2]), range(len(own.sets)))
        for label, (view, history, place) in zip(labels, places, strict=True):
            row = index.row_of.get(label)
            if row is not None:
                alive = mask[view, own.set_start[place] - 1 : own.set_start[place + 1] - 1, history]
                names |= {
                    index.names[index.first_sequence[row] + choice]
                    for choice in np.flatnonzero(alive)
                }
    return names
