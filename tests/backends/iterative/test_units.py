"""Iterative methods in other units of money and other orders, and the operators that they apply."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seqform.backends import SolveOptions, get
from seqform.backends.conformance.saddle_points import flattened, payoff_matrix
from seqform.backends.iterative.cfr import RegretRule, regret_matching
from seqform.backends.iterative.operator import PayoffOperator
from seqform.backends.iterative.plan_space import ClassSpace, MatrixSpace
from seqform.backends.iterative.rounds import in_board_order, renumbered
from seqform.backends.iterative.run import RunLimits, run
from seqform.builders import sequence_form
from seqform.builders.forms.class_game import class_game
from seqform.builders.games.ordered.expansion import to_extensive
from seqform.builders.games.ordered.limit_poker import Betting, limit_poker
from seqform.builders.games.ordered.poker import kuhn, leduc, rhode_island, tiny_poker
from seqform.builders.games.tree import chance, leaf, move, tree
from seqform.builders.programs.zero_sum_lp import saddle_point
from seqform.models import ExactArray, ExtensiveGame, Termination
from seqform.models.games.abstraction import InformationFilter
from seqform.models.games.ordered import OrderedGame, RoundPayoffs
from seqform.models.games.stages import CONTINUE, OVER, StageGame, turn
from seqform.models.numbers.exact import Floats, extreme_ratios
from seqform.models.programs.class_game import ClassGame, behavior_of_plan
from seqform.models.programs.class_pairs import ClassPairs
from seqform.models.programs.sequence_form import SaddlePointProblem

METHODS = ["cfr", "pdhg", "barrier"]
KINDS = ["classes", "tree"]
SHARE = 1e-5
"""Gaps, relative to the spread of the payoffs."""


def tied_hands() -> OrderedGame:
    """Return a game in which the best of four cards wins and the others tie."""
    return limit_poker(
        "tied hands",
        deck=list("abcd"),
        ante=1,
        rounds=[Betting(1, public=1, private=1)],
        strength=lambda _, own: (own[:, 0] == 0).astype(int),
    )


def in_other_money(game: OrderedGame, factor: Fraction, constant: Fraction) -> OrderedGame:
    """Return a game in which a payoff p of player 1 is factor · p + constant, and player 2 has what is left of zero."""
    tables = []
    for table in game.payoffs:
        numerators = table.numerators * (factor.numerator * constant.denominator)
        denominator = table.denominator * factor.denominator * constant.denominator
        numerators[:, 0] += np.array([1, -1])[:, None, None] * int(constant * denominator)
        tables.append(RoundPayoffs(numerators, denominator))
    return replace(game, payoffs=tuple(tables))


def model_of(kind: str, game: OrderedGame) -> ClassGame | SaddlePointProblem:
    if kind == "classes":
        return class_game(InformationFilter.identity(game))
    return saddle_point(sequence_form(to_extensive(game)).target).target


def solve(model: Any, method: str, share: float = SHARE, **raw: Any) -> Any:
    spread = model.payoff_spread if isinstance(model, ClassGame) else model.spread
    return get(method).solve(model, SolveOptions(threads=1, target_gap=share * spread, raw=raw))


def plans(answer: Any) -> list[Any]:
    if isinstance(answer.primal, np.ndarray):
        return [answer.primal, answer.dual]
    return [table for strategy in answer.strategies for table in strategy.behavior]


MONEY = [
    ("3", "0"),
    ("7", "0"),
    ("1/3", "0"),
    ("1", "1000000"),
    ("10", "-1/7"),
    ("1/1000000000", "1000000"),
]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("method", METHODS)
def test_neither_the_unit_of_money_nor_a_constant_changes_an_iteration(
    method: str, kind: str
) -> None:
    game = tied_hands()
    first = solve(model_of(kind, game), method)
    assert first.solved
    for factor, constant in (tuple(map(Fraction, both)) for both in MONEY):
        other = solve(model_of(kind, in_other_money(game, factor, constant)), method)
        assert other.iterations == first.iterations
        assert all(np.array_equal(*pair) for pair in zip(plans(other), plans(first), strict=True))
        moved = [
            (float(factor * b.lower + constant), float(factor * b.upper + constant))
            for b in first.bounds
        ]
        found = [(bound.lower, bound.upper) for bound in other.bounds]
        np.testing.assert_allclose(found, moved, rtol=1e-15, atol=1e-15 * float(factor))


numbers = st.fractions(-(10**6), 10**6, max_denominator=10**6)


@given(
    st.lists(
        st.tuples(st.integers(-(2**80), 2**80), st.integers(1, 2**80)), min_size=1, max_size=6
    ),
    st.integers(0, 79),
)
def test_extreme_ratios_are_exact(pairs: list[tuple[int, int]], shift: int) -> None:
    values, divisors = ([pair[place] >> shift or place for pair in pairs] for place in (0, 1))
    ratios = [Fraction(value, divisor) for value, divisor in zip(values, divisors, strict=True)]
    found = extreme_ratios(
        ExactArray(np.array(values, object)).numerators,
        ExactArray(np.array(divisors, object)).numerators,
    )
    assert found == (min(ratios), max(ratios))


@pytest.mark.parametrize("precision", ["single", "double"])
@pytest.mark.parametrize("kind", KINDS)
def test_actions_that_tie_stay_tied(kind: str, precision: str) -> None:
    """In the unnormalized game, since integers of other units than 1 are what rounding needs to break a tie."""
    model = model_of(kind, in_other_money(tied_hands(), Fraction(3, 7), Fraction(0)))
    space = ClassSpace(model) if isinstance(model, ClassGame) else MatrixSpace(model)
    method = regret_matching(
        space, RegretRule(), np.float32 if precision == "single" else np.float64
    )
    assert run(method, RunLimits(1e-12, 2_000)).termination is Termination.SOLVED


PAYOFFS = (((2, -1, 0), (0, 1, -3)), ((-1, 1, 1), (3, 0, -1)))
"""By the signal that player 1 sees, the action of player 1, and that of player 2, who does not see it."""


def signal_game(
    signals: tuple[int, ...] = (0, 1),
    rows: tuple[int, ...] = (0, 1),
    columns: tuple[int, ...] = (0, 1, 2),
    exchanged: bool = False,
) -> ExtensiveGame:
    """Return a game in which chance deals one of two signals with equal probabilities, in any order and with copies."""
    first, second, sign = (1, 0, -1) if exchanged else (0, 1, 1)

    def after(signal: int, place: int) -> Any:
        return move(first, f"signal {place}", {
            f"row {number}": move(second, "reply", {
                f"column {k}": leaf(sign * PAYOFFS[signal][row][column]) for k, column in enumerate(columns)
            })
            for number, row in enumerate(rows)
        })  # fmt: skip

    weight = {signal: Fraction(1, 2 * signals.count(signal)) for signal in signals}
    deals = {
        f"{place}": (weight[signal], after(signal, place)) for place, signal in enumerate(signals)
    }
    return tree("signals", chance(deals))


def problem_of(game: ExtensiveGame) -> SaddlePointProblem:
    return saddle_point(sequence_form(game).target).target


COPIES: list[dict[str, Any]] = [
    {"signals": (0, 1, 1)},
    {"rows": (0, 1, 1, 0)},
    {"signals": (1, 0, 0, 1), "rows": (1, 1, 0, 0)},
]
ORDERS: list[dict[str, Any]] = [
    {"signals": signals, "rows": rows, "columns": columns}
    for columns in permutations(range(3))
    for signals, rows in (((0, 1), (1, 0)), ((1, 0), (0, 1)))
]


@pytest.mark.parametrize("method", METHODS)
def test_order_and_as_many_copies_of_each_action_or_of_signals_change_iterations_by_less_than_a_tenth(
    method: str,
) -> None:
    # Whose default is the number of sequences.
    raw = {"start_iterations": 9} if method == "barrier" else {}
    first = solve(problem_of(signal_game()), method, **raw)
    for changed in (*ORDERS, *COPIES):
        other = solve(problem_of(signal_game(**changed)), method, **raw)
        assert other.objective == pytest.approx(first.objective, abs=6 * SHARE)
        assert other.iterations == pytest.approx(first.iterations, rel=0.1)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("method", METHODS)
def test_a_game_with_nothing_at_stake_is_solved_at_once(method: str, kind: str) -> None:
    flat = in_other_money(tied_hands(), Fraction(0), Fraction(1, 3))
    answer: Any = get(method).solve(model_of(kind, flat), SolveOptions(threads=1))
    assert answer.termination is Termination.SOLVED
    assert answer.iterations == 1
    assert answer.nash_conv == 0
    assert answer.objective == pytest.approx(1 / 3)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("method", ["pdhg", "barrier"])
def test_a_gap_of_rounding_counts_as_reached(method: str, kind: str) -> None:
    answer = solve(
        model_of(kind, in_other_money(tied_hands(), Fraction(7), Fraction(10))), method, share=0.0
    )
    assert answer.termination is Termination.SOLVED
    assert answer.nash_conv <= 1e-12
    assert "reached" in answer.status


def test_a_checkpoint_of_a_game_in_other_money_continues_the_run(tmp_path: Path) -> None:
    path = tmp_path / "run.npz"
    small, large = (
        model_of("classes", in_other_money(tied_hands(), Fraction(unit), Fraction(0)))
        for unit in (1, 3)
    )
    first, second, whole = (
        get("cfr").solve(
            game,
            SolveOptions(
                threads=1, target_gap=0.0, checkpoint=saved, raw={"iterations": iterations}
            ),
        )
        for game, saved, iterations in ((small, path, 8), (large, path, 32), (large, None, 32))
    )
    assert (first.iterations, second.iterations) == (8, 32)
    assert all(np.array_equal(*pair) for pair in zip(plans(second), plans(whole), strict=True))


GAMES = {
    "kuhn": kuhn("kuhn"),
    "tiny-poker": tiny_poker("tiny-poker"),
    "leduc": leduc("leduc"),
    "rhode-island": rhode_island("rhode-island", ranks=3, suits=2, max_bets=2),
}


def same_cards(game: OrderedGame) -> ClassGame:
    return class_game(InformationFilter.identity(game))


def product_of(game: ClassGame, player: int, plan: list[Floats]) -> tuple[float, list[Floats]]:
    """Return a player's gradient by the payoff matrix written out."""
    own = [
        RoundPayoffs(table.numerators[[player, 1 - player]], table.denominator)
        for table in game.payoffs
    ]
    matrix = payoff_matrix(replace(game, payoffs=tuple(own))).to_scipy()
    product = (matrix if player == 0 else matrix.T) @ flattened(game, 1 - player, plan)
    shapes = [game.shape(player, number) for number in range(game.num_rounds)]
    parts = np.split(product[1:], np.cumsum([int(np.prod(shape)) for shape in shapes])[:-1])
    return product[0], [
        part.reshape(classes, histories, choices).transpose(0, 2, 1)
        for part, (classes, choices, histories) in zip(parts, shapes, strict=True)
    ]


def kinds(operator: PayoffOperator) -> tuple[str, ...]:
    return tuple("ranked" if side.meetings.ranked else "pairs" for side in operator.sides[0])


def vector(game: ClassGame, player: int, seed: int) -> list[Floats]:
    generator = np.random.default_rng(seed)
    return [generator.normal(size=game.shape(player, number)) for number in range(game.num_rounds)]


def lopsided_game(seed: int) -> ClassGame:
    """Return a game in which players pass rounds without a move and have different classes."""
    generator = np.random.default_rng(seed)
    stages = (
        StageGame.of(
            turn(0, {"stop": OVER, "go": CONTINUE, "run": turn(0, {"on": CONTINUE, "off": OVER})})
        ),
        StageGame.of(turn(0, {"a": CONTINUE, "b": turn(1, {"x": CONTINUE, "y": OVER}), "c": OVER})),
        StageGame.of(
            turn(
                1,
                {
                    "x": OVER,
                    "y": turn(0, {"a": OVER, "b": turn(1, {"z": OVER, "w": OVER})}),
                    "v": OVER,
                },
            )
        ),
    )
    classes = ((2, 3, 5), (3, 4, 4))
    parents = tuple(
        tuple(
            np.sort(
                np.concatenate([np.arange(before), generator.integers(0, before, here - before)])
            )
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
        "lopsided",
        ("1", "2"),
        stages,
        classes,
        (parents[0], parents[1]),
        tuple(pairs),
        tuple(payoffs),
        ("c", "f", "g"),
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
    return replace(
        game,
        pairs=(game.pairs[0], ClassPairs(last.first, last.second, numerators, last.denominator)),
    )


def ranks_only() -> ClassGame:
    """Return Leduc poker with coarse classes, in which cards have multiplicities."""
    game = GAMES["leduc"]
    rank = [views.signals // 2 for views, _ in game.views]
    ranks = InformationFilter(
        game, tuple(np.unique(rows, axis=0, return_inverse=True)[1].reshape(-1) for rows in rank)
    )
    coarse = class_game(ranks)
    assert coarse.num_classes[0] == (3, 9)
    return coarse


def different_filters() -> ClassGame:
    game = GAMES["leduc"]
    return class_game(InformationFilter.identity(game), InformationFilter.coarsest(game))


MADE: dict[str, tuple[Callable[[], ClassGame], tuple[str, ...]]] = {
    **{f"lopsided {seed}": (partial(lopsided_game, seed), ("pairs",) * 3) for seed in range(6)},
    **{
        f"one wrong number in row {row}": (partial(one_wrong_number, row), ("ranked", "pairs"))
        for row in (0, 1)
    },
    "ranks only": (ranks_only, ("ranked", "ranked")),
    "different filters": (different_filters, ("pairs", "pairs")),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", [*GAMES, *MADE])
@pytest.mark.parametrize("player", [0, 1])
def test_gradient_is_the_product_with_the_matrix_written_out(name: str, player: int) -> None:
    make, expected_kinds = MADE[name] if name in MADE else (partial(same_cards, GAMES[name]), ())
    game = make()
    plan = vector(game, 1 - player, 1)
    expected = product_of(game, player, plan)
    assert kinds(PayoffOperator(game)) == (expected_kinds or ("ranked",) * game.num_rounds)
    for ranked in (True, False):
        operator = PayoffOperator(game, ranked=ranked)
        assert ranked or set(kinds(operator)) == {"pairs"}
        assert_same(operator.gradient(player, plan), expected)
    if name.startswith("lopsided"):  # player 1 moves first, player 2 not before round 2
        assert (expected[0] != 0) == (player == 1)


def value_bounds(game: ClassGame, first: list[Floats], second: list[Floats]) -> tuple[float, float]:
    space = ClassSpace(game)
    return space.guarantee(0, first), -space.guarantee(1, second)


def test_renumbered_classes_are_the_same_game() -> None:
    game = lopsided_game(2)
    generator = np.random.default_rng(3)
    first, second = (
        tuple(generator.permutation(count) for count in own) for own in game.num_classes
    )
    changed = renumbered(game, (first, second))
    for player, (mine, theirs) in enumerate(((first, second), (second, first))):
        plan = vector(game, 1 - player, 8)
        empty, gradient = PayoffOperator(game).gradient(player, plan)
        moved = PayoffOperator(changed.game).gradient(
            player, [rows[order] for rows, order in zip(plan, theirs, strict=True)]
        )
        assert_same(
            moved, (empty, [rows[order] for rows, order in zip(gradient, mine, strict=True)])
        )


def test_strategies_are_lifted_to_the_original_numbers() -> None:
    game = same_cards(GAMES["rhode-island"])
    changed = in_board_order(game)
    assert any((order != np.arange(len(order))).any() for order in changed.orders[0])
    plans = [[np.abs(rows) for rows in vector(changed.game, player, 9)] for player in (0, 1)]
    strategies = [behavior_of_plan(changed.game, player, plans[player]) for player in (0, 1)]
    lifted = [changed.lift(strategy) for strategy in strategies]
    values = value_bounds(changed.game, strategies[0].plan(), strategies[1].plan())
    assert value_bounds(game, lifted[0].plan(), lifted[1].plan()) == pytest.approx(
        values, abs=1e-12
    )
