import numpy as np
import pytest
from scipy.optimize import linprog
from small_ordered_games import one_sided, stakes_that_vanish

from seqform.backends import get
from seqform.backends.iterative.class_space import ClassSpace
from seqform.builders.abstraction.class_lp import ClassSequences, class_lp
from seqform.builders.abstraction.filters import equitable_filters
from seqform.builders.abstraction.restricted_lp import (
    chosen_actions,
    improving_actions,
    reached_sequences,
    restricted_lp,
)
from seqform.builders.forms.class_game import class_game
from seqform.builders.games import catalog
from seqform.errors import ModelError
from seqform.models.numbers.exact import Mask
from seqform.models.programs.class_game import ClassGame, ClassStrategy, behavior_of_plan
from seqform.models.programs.linear import to_arrays

GAMES = ("kuhn", "leduc", "one-sided", "vanishing", "rhode-island(ranks=2,suits=2,max_bets=1)")


def classes_of(name: str) -> ClassGame:
    own = {"one-sided": one_sided, "vanishing": stakes_that_vanish}
    return class_game(*equitable_filters(own[name]() if name in own else catalog.ordered(name)))


def random_strategy(game: ClassGame, player: int, seed: int) -> ClassStrategy:
    random = np.random.default_rng(seed)
    shapes = [game.shape(player, number) for number in range(game.num_rounds)]
    return behavior_of_plan(game, player, [random.exponential(size=shape) ** 3 for shape in shapes])


def optimum(game: ClassGame, player: int, kept: Mask) -> float:
    """Return the optimum of the whole program with the other columns fixed at zero, by SciPy."""
    lp = to_arrays(class_lp(game, player).target)
    upper = np.full(len(lp.cost), np.inf)
    upper[: len(kept)] = np.where(kept, np.inf, 0)
    equal, matrix = lp.row_lower == lp.row_upper, lp.matrix.toarray()
    found = linprog(
        -lp.cost,
        A_eq=matrix[equal],
        b_eq=lp.row_upper[equal],
        A_ub=matrix[~equal],
        b_ub=lp.row_upper[~equal],
        bounds=list(zip(lp.column_lower.tolist(), upper.tolist(), strict=True)),
    )
    assert found.status == 0
    assert found.fun is not None
    return -float(found.fun)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("name", GAMES)
def test_the_optimum_is_that_of_the_whole_program_without_the_other_columns_and_is_guaranteed(
    name: str, player: int, seed: int
) -> None:
    game = classes_of(name)
    own = ClassSequences(game, player)
    chosen = chosen_actions(random_strategy(game, player, seed), 0.2)
    program = restricted_lp(game, player, chosen)
    assert program.target.matrix.shape < class_lp(game, player).target.matrix.shape
    for names in (program.target.row_names, program.target.column_names):
        assert len(set(names)) == len(names)
    found = get("highs").solve(program.target)
    assert found.objective == pytest.approx(optimum(game, player, reached_sequences(own, chosen)), abs=1e-7)
    plan, space = program.lift(found)[player].plan(), ClassSpace(game)
    assert space.guarantee(player, plan) == pytest.approx(found.objective, abs=1e-7)
    weights = np.concatenate([[1.0], *(table.ravel() for table in plan)])
    assert (weights[~reached_sequences(own, chosen)] < 1e-7).all()
    assert found.objective <= optimum(game, player, np.ones(len(own), dtype=bool)) + 1e-7


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("name", GAMES)
def test_with_all_actions_the_optimum_is_the_value_and_no_action_improves(name: str, player: int) -> None:
    game = classes_of(name)
    own = ClassSequences(game, player)
    everything = np.ones(len(own), dtype=bool)
    program = restricted_lp(game, player, everything)
    found = get("highs").solve(program.target)
    assert found.objective == pytest.approx(optimum(game, player, everything), abs=1e-7)
    space = ClassSpace(game)
    gains = space.zeros(player)
    space.gradient(player, program.lift(found)[1 - player].plan(), gains)
    best = chosen_actions(program.lift(found)[player], 1e-9)
    assert not improving_actions(own, gains, best, 1e-7).any()


def test_sets_of_weight_zero_get_the_behavior_of_other_strategies() -> None:
    game = classes_of("leduc")
    elsewhere = random_strategy(game, 0, 3), random_strategy(game, 1, 4)
    program = restricted_lp(game, 0, chosen_actions(elsewhere[0], 1), elsewhere)
    strategies = program.lift(get("highs").solve(program.target))
    for strategy, other in zip(strategies, elsewhere, strict=True):
        same = [np.isclose(one, two).mean() for one, two in zip(strategy.behavior, other.behavior, strict=True)]
        assert max(same) > 0.2


def test_only_games_of_classes_with_constant_sums_have_a_program() -> None:
    with pytest.raises(ModelError, match="not constant-sum"):
        restricted_lp(classes_of("negotiation"), 0, np.ones(3, dtype=bool))
