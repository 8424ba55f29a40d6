"""Iterative methods on equivalent games: other units of money, constants, ties, names, orders and copies of actions."""

from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seqform.backends import SolveOptions, get
from seqform.backends.iterative.cfr import RegretRule, regret_matching
from seqform.backends.iterative.class_space import ClassSpace
from seqform.backends.iterative.plan_space import MatrixSpace
from seqform.backends.iterative.run import RunLimits, run
from seqform.builders import sequence_form
from seqform.builders.forms.class_game import class_game
from seqform.builders.games.ordered.expansion import to_extensive
from seqform.builders.games.ordered.limit_poker import Betting, limit_poker
from seqform.builders.games.tree import chance, leaf, move, tree
from seqform.builders.programs.max_min import saddle_point
from seqform.models import ExactArray, ExtensiveGame, Termination
from seqform.models.games.abstraction import InformationFilter
from seqform.models.games.ordered import OrderedGame, RoundPayoffs
from seqform.models.numbers.exact import extreme_ratios
from seqform.models.programs.class_game import ClassGame
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


MONEY = [("3", "0"), ("7", "0"), ("1/3", "0"), ("1", "1000000"), ("10", "-1/7"), ("1/1000000000", "1000000")]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("method", METHODS)
def test_neither_the_unit_of_money_nor_a_constant_changes_an_iteration(method: str, kind: str) -> None:
    game = tied_hands()
    first = solve(model_of(kind, game), method)
    assert first.solved
    for factor, constant in (tuple(map(Fraction, both)) for both in MONEY):
        other = solve(model_of(kind, in_other_money(game, factor, constant)), method)
        assert other.iterations == first.iterations
        assert all(np.array_equal(*pair) for pair in zip(plans(other), plans(first), strict=True))
        moved = [(float(factor * b.lower + constant), float(factor * b.upper + constant)) for b in first.bounds]
        found = [(bound.lower, bound.upper) for bound in other.bounds]
        np.testing.assert_allclose(found, moved, rtol=1e-15, atol=1e-15 * float(factor))


numbers = st.fractions(-(10**6), 10**6, max_denominator=10**6)


@given(
    st.lists(st.tuples(st.integers(-(2**80), 2**80), st.integers(1, 2**80)), min_size=1, max_size=6), st.integers(0, 79)
)
def test_extreme_ratios_are_exact(pairs: list[tuple[int, int]], shift: int) -> None:
    values, divisors = ([pair[place] >> shift or place for pair in pairs] for place in (0, 1))
    ratios = [Fraction(value, divisor) for value, divisor in zip(values, divisors, strict=True)]
    found = extreme_ratios(
        ExactArray(np.array(values, object)).numerators, ExactArray(np.array(divisors, object)).numerators
    )
    assert found == (min(ratios), max(ratios))


@pytest.mark.parametrize("precision", ["single", "double"])
@pytest.mark.parametrize("kind", KINDS)
def test_actions_that_tie_stay_tied(kind: str, precision: str) -> None:
    """In the unnormalized game, since integers of other units than 1 are what rounding needs to break a tie."""
    model = model_of(kind, in_other_money(tied_hands(), Fraction(3, 7), Fraction(0)))
    space = ClassSpace(model) if isinstance(model, ClassGame) else MatrixSpace(model)
    method = regret_matching(space, RegretRule(), np.float32 if precision == "single" else np.float64)
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
    deals = {f"{place}": (weight[signal], after(signal, place)) for place, signal in enumerate(signals)}
    return tree("signals", chance(deals))


def problem_of(game: ExtensiveGame) -> SaddlePointProblem:
    return saddle_point(sequence_form(game).target).target


@pytest.mark.parametrize("method", METHODS)
def test_the_order_of_actions_and_signals_changes_iterations_by_less_than_a_tenth(method: str) -> None:
    first = solve(problem_of(signal_game()), method)
    for columns in permutations(range(3)):
        for signals, rows in (((0, 1), (1, 0)), ((1, 0), (0, 1))):
            other = solve(problem_of(signal_game(signals, rows, columns)), method)
            assert other.objective == pytest.approx(first.objective, abs=6 * SHARE)
            assert other.iterations == pytest.approx(first.iterations, rel=0.1)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    "copies", [{"signals": (0, 1, 1)}, {"rows": (0, 1, 1, 0)}, {"signals": (1, 0, 0, 1), "rows": (1, 1, 0, 0)}]
)
def test_as_many_copies_of_each_action_or_of_signals_change_iterations_by_less_than_a_tenth(
    copies: dict[str, Any], method: str
) -> None:
    raw = {"start_iterations": 9} if method == "barrier" else {}  # whose default is the number of sequences
    first, other = (solve(problem_of(signal_game(**changed)), method, **raw) for changed in ({}, copies))
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
    answer = solve(model_of(kind, in_other_money(tied_hands(), Fraction(7), Fraction(10))), method, share=0.0)
    assert answer.termination is Termination.SOLVED
    assert answer.nash_conv <= 1e-12
    assert "reached" in answer.status


def test_a_checkpoint_of_a_game_in_other_money_continues_the_run(tmp_path: Path) -> None:
    path = tmp_path / "run.npz"
    small, large = (model_of("classes", in_other_money(tied_hands(), Fraction(unit), Fraction(0))) for unit in (1, 3))
    first, second, whole = (
        get("cfr").solve(
            game, SolveOptions(threads=1, target_gap=0.0, checkpoint=saved, raw={"iterations": iterations})
        )
        for game, saved, iterations in ((small, path, 8), (large, path, 32), (large, None, 32))
    )
    assert (first.iterations, second.iterations) == (8, 32)
    assert all(np.array_equal(*pair) for pair in zip(plans(second), plans(whole), strict=True))
