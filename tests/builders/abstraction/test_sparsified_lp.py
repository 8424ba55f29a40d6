"""The sparsified linear program: another matrix, the same optimum, the same strategies."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from small_ordered_games import one_sided, stakes_that_vanish

from seqform.backends import get
from seqform.builders.abstraction.class_lp import class_lp, sparsified_lp
from seqform.builders.forms.class_game import class_game
from seqform.builders.games.ordered.poker import kuhn, leduc, rhode_island, tiny_poker
from seqform.builders.preprocess.sparsify import FactoredColumns, Triples, factored_columns
from seqform.errors import ModelError
from seqform.models.games.abstraction import InformationFilter
from seqform.models.games.ordered import OrderedGame, Round, ordered_game
from seqform.models.games.signals import Comparison, Own
from seqform.models.games.stages import OVER, StageGame, turn
from seqform.models.numbers.exact import ExactArray, Ints
from seqform.models.programs.linear import LinearProgram


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


def exact_value(program: LinearProgram) -> Fraction | float | None:
    return get("exact").solve(program).objective


@settings(max_examples=60, deadline=None)
@given(arrays(np.int64, st.tuples(st.integers(1, 6), st.integers(1, 6)), elements=st.integers(-2, 2)))
def test_factors_multiply_out_to_the_matrix_in_no_more_nonzeros(matrix: Ints) -> None:
    factors = factored_columns(matrix)
    assert multiplied_out(factors, matrix.shape) == pytest.approx(matrix, abs=1e-9)
    assert nonzeros(factors) <= np.count_nonzero(matrix)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 5), st.integers(1, 3)), min_size=2, max_size=10))
def test_folds_and_showdowns_of_weighted_hands_factor_together(hands: list[tuple[int, int]]) -> None:
    strength, weight = (np.array(column) for column in zip(*sorted(hands), strict=True))
    showdown = np.sign(strength[:, None] - strength) * np.outer(weight, weight)
    fold = weight[:, None] * (weight - np.eye(len(weight), dtype=np.int64))
    both = np.hstack([fold, showdown])
    factors = factored_columns(both)
    assert multiplied_out(factors, both.shape) == pytest.approx(both, abs=1e-9)
    assert nonzeros(factors) <= np.count_nonzero(both)


@pytest.mark.parametrize("size", [10, 40])
def test_a_showdown_takes_a_number_of_nonzeros_linear_in_the_hands(size: int) -> None:
    hands = np.arange(size)
    factors = factored_columns(np.sign(hands[:, None] - hands))
    assert nonzeros(factors) <= 5 * size + 5
    assert multiplied_out(factors, (size, size)) == pytest.approx(np.sign(hands[:, None] - hands), abs=1e-8)


def test_a_fold_takes_a_total_and_the_own_hand() -> None:
    ones = np.ones((20, 20), dtype=np.int64)
    factors = factored_columns(ones - np.eye(20, dtype=np.int64))
    assert factors.size <= 2
    assert nonzeros(factors) <= 3 * 20 + 5


def priced() -> OrderedGame:
    """A sale whose payoffs have two features, and coefficients that change direction with the ending."""
    stage = StageGame.of(
        turn(1, {"ask": turn(2, {"buy": OVER, "haggle": turn(1, {"sell": OVER, "leave": OVER})}), "stay": OVER})
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
    return ordered_game("sale", [Round(stage, 0, 1)], "abcde", [high, worth], utility, ordering=ordering)


GAMES = {
    "kuhn with 8 ranks": kuhn("kuhn", ranks=8),
    "tiny": tiny_poker("tiny"),
    "sale": priced(),
    "one-sided": one_sided(),
    "vanishing": stakes_that_vanish(),
    "leduc": leduc("leduc"),
}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("player", [0, 1])
def test_the_optimum_is_the_same_as_a_fraction(name: str, player: int) -> None:
    game = class_game(InformationFilter.identity(GAMES[name]))
    plain, sparsified = class_lp(game, player).target, sparsified_lp(game, player).target
    assert sparsified.matrix.nonzeros <= plain.matrix.nonzeros
    assert exact_value(sparsified) == exact_value(plain)


@pytest.mark.parametrize("player", [0, 1])
def test_solutions_are_solutions_of_the_plain_program_once_auxiliaries_are_dropped(player: int) -> None:
    game = class_game(InformationFilter.identity(GAMES["leduc"]))
    plain, sparsified = class_lp(game, player), sparsified_lp(game, player)
    answer = get("exact").solve(sparsified.target)
    rows, columns = plain.target.matrix.shape
    assert isinstance(answer.primal, ExactArray)
    assert isinstance(answer.dual, ExactArray)
    primal, dual = answer.primal.take(slice(0, columns)), answer.dual.take(slice(0, rows))
    assert plain.target.residuals(primal, dual).worst == 0
    assert [strategy.player for strategy in sparsified.lift(answer)] == [0, 1]


def test_sizes_of_a_small_rhode_island() -> None:
    game = class_game(InformationFilter.identity(rhode_island("small", ranks=4, suits=2)))
    plain, sparsified = class_lp(game).target.matrix, sparsified_lp(game).target.matrix
    assert sparsified.nonzeros < 0.9 * plain.nonzeros
    assert sparsified.shape[0] == sparsified.shape[1]


def test_names_of_auxiliary_variables_differ() -> None:
    program = sparsified_lp(class_game(InformationFilter.identity(GAMES["kuhn with 8 ranks"]))).target
    for names in (program.row_names, program.column_names):
        assert len(set(names)) == len(names)
    assert program.column_names[-1].startswith("auxiliary")
    assert program.row_names[-1].startswith("definition")


def test_numbers_that_64_bits_do_not_hold_are_refused_and_not_wrapped() -> None:
    game = replace(kuhn("weighted", ranks=6, bet=Fraction(1, 997)), weights=(7, 11, 13, 17, 19, 23))
    classes = class_game(InformationFilter.identity(game))
    assert get("highs").solve(class_lp(classes).target).solved
    with pytest.raises(ModelError, match="more than 64 bits; take the plain one"):
        sparsified_lp(classes)
