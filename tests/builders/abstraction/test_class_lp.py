"""The linear programs of class games, whole and over some columns: their optima, duals and guarantees."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from class_profiles import random_strategies
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from random_ordered_games import one_sided, stakes_that_vanish
from scipy.optimize import linprog

from seqform.backends import SolveOptions, get
from seqform.backends.iterative.plan_space import ClassSpace
from seqform.builders import sequence_form, zero_sum_lp
from seqform.builders.abstraction.class_lp import (
    ClassSequences,
    class_lp,
    exact_plans,
    program_point,
    sparsified_lp,
)
from seqform.builders.abstraction.filters import equitable_filters
from seqform.builders.abstraction.restricted_lp import (
    chosen_actions,
    improving_actions,
    reached_sequences,
    restricted_lp,
)
from seqform.builders.forms.class_game import class_game
from seqform.builders.games import catalog
from seqform.builders.games.ordered.expansion import to_extensive
from seqform.builders.games.ordered.poker import kuhn, leduc, rhode_island, tiny_poker
from seqform.builders.preprocess.sparsify import FactoredColumns, Triples, factored_columns
from seqform.errors import InputError, ModelError, SolveError
from seqform.models import ExactArray, LinearProgram, RawSolution, Termination
from seqform.models.games.abstraction import InformationFilter
from seqform.models.games.ordered import OrderedGame, Round, ordered_game
from seqform.models.games.signals import Comparison, Own
from seqform.models.games.stages import OVER, StageGame, turn
from seqform.models.numbers.exact import Ints, Mask
from seqform.models.programs.class_game import ClassGame, ClassStrategy, behavior_of_plan
from seqform.models.programs.linear import to_arrays


def priced() -> OrderedGame:
    """A sale whose payoffs have two features, and coefficients that change direction with the ending."""
    stage = StageGame.of(
        turn(
            0,
            {
                "ask": turn(1, {"buy": OVER, "haggle": turn(0, {"sell": OVER, "leave": OVER})}),
                "stay": OVER,
            },
        )
    )
    high = Comparison(lambda public, private: private[:, 0].astype(np.int64), "high card")
    worth = Own(0, lambda public, private: private[:, 0].astype(np.int64), "worth")

    def utility(path: tuple[tuple[str, ...], ...]) -> tuple[dict[str, int], dict[str, int]]:
        gains = {
            ("ask", "buy"): {"constant": 2, "worth": 1},
            ("ask", "haggle", "sell"): {"constant": -1, "worth": 1, "high card": 3},
            ("ask", "haggle", "leave"): {"constant": -2},
        }.get(path[0], {"high card": 1})
        return gains, {name: -value for name, value in gains.items()}

    ordering = [high.strength]
    return ordered_game(
        "sale", [Round(stage, 0, 1)], "abcde", [high, worth], utility, ordering=ordering
    )


def classes_of(game: OrderedGame) -> ClassGame:
    return class_game(InformationFilter.identity(game))


SMALL = {
    "kuhn": classes_of(kuhn("kuhn")),
    "kuhn with 8 ranks": classes_of(kuhn("kuhn", ranks=8)),
    "tiny": classes_of(tiny_poker("tiny")),
    "sale": classes_of(priced()),
    "one-sided": classes_of(one_sided()),
    "vanishing": classes_of(stakes_that_vanish()),
    "leduc": classes_of(leduc("leduc")),
    "blind": class_game(
        InformationFilter.identity(one_sided()), InformationFilter.coarsest(one_sided())
    ),
}


def exact_value(program: LinearProgram) -> Fraction:
    value = get("exact").solve(program).objective
    assert isinstance(value, Fraction)
    return value


def multiset(program: LinearProgram) -> list[tuple[int, Fraction]]:
    """The entries, by how many stand in their row: what renumbering rows and columns does not change."""
    size = np.diff(program.matrix.row_start)[program.matrix.rows].tolist()
    return sorted(zip(size, program.matrix.values.to_fractions(), strict=True))


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
@pytest.mark.parametrize("player", [0, 1])
def test_it_is_the_program_of_the_expanded_game_up_to_the_order_of_rows(
    name: str, player: int
) -> None:
    ours = class_lp(SMALL[name], player).target
    expanded = zero_sum_lp(sequence_form(catalog.make(name)).target, player).target
    assert ours.matrix.shape == expanded.matrix.shape
    assert ours.matrix.nonzeros == expanded.matrix.nonzeros
    assert multiset(ours) == multiset(expanded)
    assert exact_value(ours) == exact_value(expanded)
    assert name != "kuhn" or abs(exact_value(ours)) == Fraction(1, 18)


@pytest.mark.parametrize("name", SMALL)
def test_values_of_both_sides_agree_plain_and_sparsified(name: str) -> None:
    game = SMALL[name]
    programs = [class_lp(game, player).target for player in (0, 1)]
    assert programs[0].matrix.shape == game.program_shape
    assert programs[1].matrix.shape == game.program_shape[::-1]
    values = [exact_value(program) for program in programs]
    assert values[0] == -values[1]
    for player, plain in enumerate(programs):
        sparsified = sparsified_lp(game, player).target
        assert sparsified.matrix.nonzeros <= plain.matrix.nonzeros
        assert exact_value(sparsified) == values[player]


@pytest.mark.parametrize("name", ["kuhn", "tiny-poker", "leduc", "rhode-island(ranks=2,suits=2)"])
def test_best_replies_complete_two_plans_to_a_feasible_pair_with_the_bounds_as_objectives(
    name: str,
) -> None:
    game = class_game(InformationFilter.identity(catalog.ordered(name)))
    program, space = class_lp(game).target, ClassSpace(game)
    strategies = random_strategies(game, 1)
    primal, dual = program_point(program, game, strategies)
    residuals = program.residuals(primal, dual)
    assert max(residuals.primal_rows, residuals.primal_columns, residuals.dual) < 1e-12
    assert program.objective.to_floats() @ primal == pytest.approx(
        space.guarantee(0, strategies[0].plan())
    )
    assert dual[0] == pytest.approx(-space.guarantee(1, strategies[1].plan()))


def test_exact_plans_come_from_exact_pairs_alone() -> None:
    game = class_game(InformationFilter.identity(kuhn("kuhn")))
    answer = get("exact").solve(class_lp(game).target)
    first, second = exact_plans(game, answer)
    assert (first.player, second.player) == (0, 1)
    assert first.strategy().plan()[0] == pytest.approx(
        (first.weights[0] / first.denominator).astype(float)
    )
    with pytest.raises(ModelError, match="an exact primal-dual pair expected"):
        exact_plans(game, get("highs").solve(class_lp(game).target))


def test_weights_slightly_below_zero_are_clipped() -> None:
    step = class_lp(SMALL["kuhn"])
    answer = get("highs").solve(step.target, SolveOptions(raw={"solver": "ipx"}))
    assert isinstance(answer.primal, np.ndarray)
    assert isinstance(answer.dual, np.ndarray)
    noisy = RawSolution(
        Termination.SOLVED, "", primal=answer.primal - 1e-7, dual=answer.dual - 1e-7
    )
    for strategy in step.lift(noisy):
        assert min(table.min() for table in strategy.behavior) >= 0


def test_without_a_pair_the_error_of_the_lift_has_the_solvers_status() -> None:
    step = class_lp(SMALL["kuhn"])
    with pytest.raises(SolveError, match="no primal-dual pair: time limit"):
        step.lift(RawSolution(Termination.TIME_LIMIT, "gave up"))
    rows, columns = step.target.matrix.shape
    spoilt = RawSolution(
        Termination.ERROR, "bad", primal=np.full(columns, np.nan), dual=np.zeros(rows)
    )
    with pytest.raises(SolveError, match="not finite: error"):
        step.lift(spoilt)


def test_entries_are_counted_before_they_are_made() -> None:
    game = classes_of(rhode_island("small", ranks=3, suits=2))
    program = class_lp(game).target
    assert program.matrix.shape == game.program_shape == (85346, 85346)
    assert program.matrix.nonzeros == game.num_payoff_entries + sum(game.program_shape) - 2


def test_a_program_is_within_a_number_of_entries_or_larger_without_a_count_of_payoffs() -> None:
    game = classes_of(rhode_island("small", ranks=3, suits=2))
    assert not game.has_program_within(20_000)
    assert "num_payoff_entries" not in vars(game)
    assert game.has_program_within(game.num_program_entries)
    assert not game.has_program_within(game.num_program_entries - 1)


def test_other_objects_than_class_games_and_other_players_are_refused() -> None:
    with pytest.raises(InputError, match="class_lp, player: 0, 1 or a name expected"):
        class_lp(SMALL["kuhn"], 2)
    with pytest.raises(ModelError, match="a ClassGame expected"):
        class_lp(kuhn("kuhn"))  # type: ignore[arg-type]


def dense(entries: Triples, shape: tuple[int, int]) -> Ints:
    matrix = np.zeros(shape, dtype=np.int64)
    np.add.at(matrix, (entries[0], entries[1]), entries[2])
    return matrix


def multiplied_out(factors: FactoredColumns, shape: tuple[int, int]) -> np.ndarray:
    """Return U of ``Uᵀx = R a + S x`` with ``V a + W x = 0``."""
    rows, columns = shape
    V, W = dense(factors.V, (factors.size,) * 2), dense(factors.W, (factors.size, rows))
    R, S = dense(factors.R, (columns, factors.size)), dense(factors.S, (columns, rows))
    product: np.ndarray = (R @ np.linalg.solve(V.astype(float), -W.astype(float)) + S).T
    return product


def nonzeros(factors: FactoredColumns) -> int:
    return sum(len(part[0]) for part in (factors.V, factors.W, factors.R, factors.S))


@given(
    arrays(np.int64, st.tuples(st.integers(1, 6), st.integers(1, 6)), elements=st.integers(-2, 2))
)
def test_factors_multiply_out_to_the_matrix_in_no_more_nonzeros(matrix: Ints) -> None:
    factors = factored_columns(matrix)
    assert multiplied_out(factors, matrix.shape) == pytest.approx(matrix, abs=1e-9)
    assert nonzeros(factors) <= np.count_nonzero(matrix)


@pytest.mark.parametrize("size", [10, 40])
def test_a_showdown_takes_a_number_of_nonzeros_linear_in_the_hands(size: int) -> None:
    hands = np.arange(size)
    factors = factored_columns(np.sign(hands[:, None] - hands))
    assert nonzeros(factors) <= 5 * size + 5
    assert multiplied_out(factors, (size, size)) == pytest.approx(
        np.sign(hands[:, None] - hands), abs=1e-8
    )


@pytest.mark.parametrize("player", [0, 1])
def test_solutions_are_solutions_of_the_plain_program_once_auxiliaries_are_dropped(
    player: int,
) -> None:
    game = SMALL["leduc"]
    plain, sparsified = class_lp(game, player), sparsified_lp(game, player)
    answer = get("exact").solve(sparsified.target)
    rows, columns = plain.target.matrix.shape
    assert isinstance(answer.primal, ExactArray)
    assert isinstance(answer.dual, ExactArray)
    primal, dual = answer.primal.take(slice(0, columns)), answer.dual.take(slice(0, rows))
    assert plain.target.residuals(primal, dual).worst == 0
    assert [strategy.player for strategy in sparsified.lift(answer)] == [0, 1]


@pytest.mark.parametrize(
    "weights", [(7, 11, 13, 17, 19, 23), (999983, 999979, 1000003, 999961, 999959, 999953)]
)
def test_numbers_that_64_bits_do_not_hold_are_exact(weights: tuple[int, ...]) -> None:
    game = replace(kuhn("weighted", ranks=6, bet=Fraction(1, 997)), weights=weights)
    tree, classes = zero_sum_lp(sequence_form(to_extensive(game)).target).target, classes_of(game)
    values = {
        get("exact").solve(program).objective
        for program in (tree, class_lp(classes).target, sparsified_lp(classes).target)
    }
    assert len(values) == 1


GAMES = ("kuhn", "leduc", "one-sided", "vanishing", "rhode-island(ranks=2,suits=2,max_bets=1)")


def lossless_classes(name: str) -> ClassGame:
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
    game = lossless_classes(name)
    own = ClassSequences(game, player)
    chosen = chosen_actions(random_strategy(game, player, seed), 0.2)
    program = restricted_lp(game, player, chosen)
    assert program.target.matrix.shape < class_lp(game, player).target.matrix.shape
    for names in (program.target.row_names, program.target.column_names):
        assert len(set(names)) == len(names)
    found = get("highs").solve(program.target)
    assert found.objective == pytest.approx(
        optimum(game, player, reached_sequences(own, chosen)), abs=1e-7
    )
    plan, space = program.lift(found)[player].plan(), ClassSpace(game)
    assert space.guarantee(player, plan) == pytest.approx(found.objective, abs=1e-7)
    weights = np.concatenate([[1.0], *(table.ravel() for table in plan)])
    assert (weights[~reached_sequences(own, chosen)] < 1e-7).all()
    assert found.objective <= optimum(game, player, np.ones(len(own), dtype=bool)) + 1e-7


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("name", GAMES)
def test_with_all_actions_the_optimum_is_the_value_and_no_action_improves(
    name: str, player: int
) -> None:
    game = lossless_classes(name)
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
    game = lossless_classes("leduc")
    elsewhere = random_strategy(game, 0, 3), random_strategy(game, 1, 4)
    program = restricted_lp(game, 0, chosen_actions(elsewhere[0], 1), elsewhere)
    strategies = program.lift(get("highs").solve(program.target))
    for strategy, other in zip(strategies, elsewhere, strict=True):
        same = [
            np.isclose(one, two).mean()
            for one, two in zip(strategy.behavior, other.behavior, strict=True)
        ]
        assert max(same) > 0.2


def test_only_games_of_classes_with_constant_sums_have_a_program() -> None:
    with pytest.raises(ModelError, match="not constant-sum"):
        restricted_lp(lossless_classes("negotiation"), 0, np.ones(3, dtype=bool))
