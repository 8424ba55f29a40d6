"""The payoff operator against sums written out deal by deal."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from seqform.backends.iterative.class_space import ClassSpace
from seqform.backends.iterative.operator import PayoffOperator
from seqform.backends.iterative.rounds import in_board_order, renumbered
from seqform.builders.forms.class_game import class_game
from seqform.builders.games.ordered.poker import kuhn, leduc, rhode_island, tiny_poker
from seqform.models.games.abstraction import InformationFilter
from seqform.models.games.ordered import OrderedGame, RoundPayoffs
from seqform.models.games.stages import CONTINUE, OVER, StageGame, turn
from seqform.models.numbers.exact import Floats, Ints
from seqform.models.programs.class_game import ClassGame, ClassPairs, behavior_of_plan

GAMES = {
    "kuhn": kuhn("kuhn"),
    "tiny-poker": tiny_poker("tiny-poker"),
    "leduc": leduc("leduc"),
    "rhode-island": rhode_island("rhode-island", ranks=3, suits=2),
}


def same_cards(game: OrderedGame) -> ClassGame:
    return class_game(InformationFilter.identity(game))


def last_sequence(
    game: ClassGame, player: int, number: int, classes: Ints, choice: int, history: int
) -> tuple[int, Ints, int, int] | None:
    """Return round, classes, choice and history of the last sequence, None for the empty one."""
    while choice == 0:
        if number == 0:
            return None
        classes = game.parents[player][number][classes]
        before = game.stages[number - 1]
        history, leaf = divmod(history, len(before.continuing))
        number -= 1
        choice = before.sequences(player).at[before.continuing[leaf]]
    return number, classes, choice - 1, history


def written_out(
    game: ClassGame, player: int, plan: list[Floats], meetings: list[tuple[tuple[Ints, Ints], Floats]]
) -> tuple[float, list[Floats]]:
    """Add up what every end earns, given classes of both players and weighted features, shape (features, meetings)."""
    empty = 0.0
    rounds = [np.zeros(game.shape(player, number)) for number in range(game.num_rounds)]
    for number, (classes, weights) in enumerate(meetings):
        stage, payoffs = game.stages[number], game.payoffs[number]
        coefficients = payoffs.numerators[player] / payoffs.denominator
        at = [stage.sequences(one).at for one in (0, 1)]
        for place, end in enumerate(stage.ends):
            for history in range(game.num_histories[number]):
                own, other = (
                    last_sequence(game, one, number, classes[one], at[one][end], history)
                    for one in (player, 1 - player)
                )
                weight = coefficients[:, place, history] @ weights
                if other is not None:
                    weight = weight * plan[other[0]][other[1], other[2], other[3]]
                if own is None:
                    empty += weight.sum()
                else:
                    np.add.at(rounds[own[0]][:, own[2], own[3]], own[1], weight)
    return empty, rounds


def deals_of(game: OrderedGame) -> list[tuple[tuple[Ints, Ints], Floats]]:
    meetings = []
    for number in range(len(game.rounds)):
        deals, views = game.deals(number), game.views[number]
        features = np.stack([feature.values(deals, views) for feature in game.features])
        meetings.append((deals.view, features * deals.probability.to_floats()))
    return meetings


def pairs_of(game: ClassGame) -> list[tuple[tuple[Ints, Ints], Floats]]:
    return [((pairs.first, pairs.second), pairs.numerators / pairs.denominator) for pairs in game.pairs]


def kinds(operator: PayoffOperator) -> tuple[str, ...]:
    return tuple("ranked" if side.meetings.ranked else "pairs" for side in operator.sides[0])


def vector(game: ClassGame, player: int, seed: int) -> list[Floats]:
    generator = np.random.default_rng(seed)
    return [generator.normal(size=game.shape(player, number)) for number in range(game.num_rounds)]


def lopsided_game(seed: int) -> ClassGame:
    """Return a game in which players pass rounds without a move and have different classes."""
    generator = np.random.default_rng(seed)
    stages = (
        StageGame.of(turn(0, {"stop": OVER, "go": CONTINUE, "run": turn(0, {"on": CONTINUE, "off": OVER})})),
        StageGame.of(turn(0, {"a": CONTINUE, "b": turn(1, {"x": CONTINUE, "y": OVER}), "c": OVER})),
        StageGame.of(turn(1, {"x": OVER, "y": turn(0, {"a": OVER, "b": turn(1, {"z": OVER, "w": OVER})}), "v": OVER})),
    )
    classes = ((2, 3, 5), (3, 4, 4))
    parents = tuple(
        tuple(
            np.sort(np.concatenate([np.arange(before), generator.integers(0, before, here - before)]))
            for before, here in zip((1, *own), own, strict=False)
        )
        for own in classes
    )
    pairs, payoffs, histories = [], [], 1
    for number, stage in enumerate(stages):
        met = np.flatnonzero(generator.random(classes[0][number] * classes[1][number]) < 0.7)
        first, second = np.divmod(met, classes[1][number])
        pairs.append(ClassPairs(first, second, generator.integers(-3, 4, (3, len(met))), 7))
        shape = (2, 3, len(stage.ends), histories)
        payoffs.append(RoundPayoffs(generator.integers(-2, 3, shape), 2))
        histories *= len(stage.continuing)
    return ClassGame(
        "lopsided", ("1", "2"), stages, classes, (parents[0], parents[1]), tuple(pairs), tuple(payoffs), ("c", "f", "g")
    )


def assert_same(found: tuple[float, list[Floats]], expected: tuple[float, list[Floats]]) -> None:
    assert found[0] == pytest.approx(expected[0], abs=1e-12)
    for mine, theirs in zip(found[1], expected[1], strict=True):
        np.testing.assert_allclose(mine, theirs, rtol=1e-12, atol=1e-12)


def one_wrong_number(row: int) -> ClassGame:
    """Return Leduc poker with a number of a pair of the last round changed, so that the round is not ranked."""
    game = same_cards(GAMES["leduc"])
    last = game.pairs[-1]
    numerators = last.numerators.copy()
    numerators[row, 5] += 1
    return replace(game, pairs=(game.pairs[0], ClassPairs(last.first, last.second, numerators, last.denominator)))


def ranks_only() -> ClassGame:
    """Return Leduc poker with coarse classes, in which cards have multiplicities."""
    game = GAMES["leduc"]
    rank = [views.signals // 2 for views, _ in game.views]
    ranks = InformationFilter(game, tuple(np.unique(rows, axis=0, return_inverse=True)[1].reshape(-1) for rows in rank))
    coarse = class_game(ranks)
    assert coarse.num_classes[0] == (3, 9)
    return coarse


def different_filters() -> ClassGame:
    game = GAMES["leduc"]
    return class_game(InformationFilter.identity(game), InformationFilter.coarsest(game))


MADE: dict[str, tuple[Callable[[], ClassGame], tuple[str, ...]]] = {
    **{f"lopsided {seed}": (partial(lopsided_game, seed), ("pairs",) * 3) for seed in range(6)},
    **{f"one wrong number in row {row}": (partial(one_wrong_number, row), ("ranked", "pairs")) for row in (0, 1)},
    "ranks only": (ranks_only, ("ranked", "ranked")),
    "different filters": (different_filters, ("pairs", "pairs")),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", [*GAMES, *MADE])
@pytest.mark.parametrize("player", [0, 1])
def test_gradient_is_the_sum_over_all_meetings(name: str, player: int) -> None:
    if name in GAMES:
        game, meetings = same_cards(GAMES[name]), deals_of(GAMES[name])
        expected_kinds: tuple[str, ...] = ("ranked",) * game.num_rounds
    else:
        make, expected_kinds = MADE[name]
        game = make()
        meetings = pairs_of(game)
    plan = vector(game, 1 - player, 1)
    expected = written_out(game, player, plan, meetings)
    assert kinds(PayoffOperator(game)) == expected_kinds
    for ranked in (True, False):
        operator = PayoffOperator(game, ranked=ranked)
        assert ranked or set(kinds(operator)) == {"pairs"}
        assert_same(operator.gradient(player, plan), expected)
    if name in MADE and name.startswith("lopsided"):  # player 1 moves first, player 2 not before round 2
        assert (expected[0] != 0) == (player == 1)


def value_bounds(game: ClassGame, first: list[Floats], second: list[Floats]) -> tuple[float, float]:
    space = ClassSpace(game)
    return space.guarantee(0, first), -space.guarantee(1, second)


def test_renumbered_classes_are_the_same_game() -> None:
    game = lopsided_game(2)
    generator = np.random.default_rng(3)
    first, second = (tuple(generator.permutation(count) for count in own) for own in game.num_classes)
    changed = renumbered(game, (first, second))
    for player, (mine, theirs) in enumerate(((first, second), (second, first))):
        plan = vector(game, 1 - player, 8)
        empty, gradient = PayoffOperator(game).gradient(player, plan)
        moved = PayoffOperator(changed.game).gradient(
            player, [rows[order] for rows, order in zip(plan, theirs, strict=True)]
        )
        assert_same(moved, (empty, [rows[order] for rows, order in zip(gradient, mine, strict=True)]))


def test_strategies_are_lifted_to_the_original_numbers() -> None:
    game = same_cards(GAMES["rhode-island"])
    changed = in_board_order(game)
    assert any((order != np.arange(len(order))).any() for order in changed.orders[0])
    plans = [[np.abs(rows) for rows in vector(changed.game, player, 9)] for player in (0, 1)]
    strategies = [behavior_of_plan(changed.game, player, plans[player]) for player in (0, 1)]
    lifted = [changed.lift(strategy) for strategy in strategies]
    values = value_bounds(changed.game, strategies[0].plan(), strategies[1].plan())
    assert value_bounds(game, lifted[0].plan(), lifted[1].plan()) == pytest.approx(values, abs=1e-12)
