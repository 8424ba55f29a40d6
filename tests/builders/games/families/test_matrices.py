"""Payoffs and shares that Python code gives: frames, arrays, and exact numbers of other packages."""

from collections import namedtuple
from fractions import Fraction
from random import Random
from typing import Any

import flint
import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import seqform as sf
from seqform.builders.games import catalog
from seqform.builders.games.ordered.limit_poker import Betting
from seqform.builders.games.rules import TERMINAL, Rules, expand
from seqform.builders.games.tree import chance, leaf, move, tree
from seqform.errors import GameError, InputError, SeqformError
from seqform.models.numbers.rationals import exact_rational

A = pd.DataFrame([[3, 0], [5, 1]], index=["C", "D"], columns=["C", "D"])
B = pd.DataFrame([[3, 5], [0, 1]], index=["C", "D"], columns=["C", "D"])
DILEMMA: tuple[Any, Any] = ([3, 0, 5, 1], [3, 5, 0, 1])


class Lines:
    """A frame without labels of rows, with columns and rows as polars has them."""

    columns = ("L", "R")

    def to_numpy(self, *args: Any, **options: Any) -> Any:
        return np.array([[1, 0], [0, 2]])

    def rows(self) -> list[tuple[int, int]]:
        return [(1, 0), (0, 2)]


def payoffs(game: sf.ExtensiveGame) -> tuple[list[Fraction], list[Fraction]]:
    first, second = (column.to_fractions() for column in game.leaf_payoffs)
    return first, second


@pytest.mark.parametrize("rows", [["C", "D"], ["D", "C"]])
@pytest.mark.parametrize("columns", [["C", "D"], ["D", "C"]])
def test_frames_are_aligned_by_their_labels(rows: list[str], columns: list[str]) -> None:
    game = sf.bimatrix_game("dilemma", A, B.loc[rows, columns])
    assert payoffs(game) == DILEMMA
    found = sf.solve(game)
    assert found.values == (1, 1) and found.profile[0]["row"]["D"] == 1


@given(st.randoms(use_true_random=False), st.integers(1, 4), st.integers(1, 4), st.booleans())
def test_the_order_of_labels_changes_nothing(
    order: Random, height: int, width: int, numbered: bool
) -> None:
    rows, columns = (
        list(range(size)) if numbered else [f"a{k}" for k in range(size)]
        for size in (height, width)
    )
    first, second = (
        pd.DataFrame(
            [[order.randint(-99, 99) for _ in columns] for _ in rows], index=rows, columns=columns
        )
        for _ in "12"
    )
    mixed = second.loc[order.sample(rows, height), order.sample(columns, width)]
    game = sf.bimatrix_game("mixed", first, mixed)
    expected = sf.bimatrix_game(first.to_numpy(), second.to_numpy())
    by_path = [
        {
            game.path(int(leaf)): pair
            for leaf, pair in zip(game.leaves, zip(*payoffs(game), strict=True), strict=True)
        },
        dict(
            zip(
                map(expected.path, map(int, expected.leaves)),
                zip(*payoffs(expected), strict=True),
                strict=True,
            )
        ),
    ]
    names = (
        {str(k + 1): str(row) for k, row in enumerate(rows)},
        {str(k + 1): str(one) for k, one in enumerate(columns)},
    )
    if list(mixed.index) == rows and numbered:
        names = {name: name for name in names[0]}, names[1]
    if list(mixed.columns) == columns and numbered:
        names = names[0], {name: name for name in names[1]}
    assert by_path[0] == {
        (names[0][row], names[1][column]): pair for (row, column), pair in by_path[1].items()
    }


@pytest.mark.parametrize(
    ("first", "second", "more", "message"),
    [
        (
            A,
            B.rename(index={"C": "Z"}),
            {},
            "rows of the second matrix have the names 'Z', 'D', the game has 'C', 'D'",
        ),
        (
            A,
            B,
            {"rows": ["a", "b"]},
            "rows of the first matrix have the names 'C', 'D', the game has 'a', 'b'",
        ),
        (pd.DataFrame([[1, 2]] * 2, index=["a", "a"]), B, {}, "'a', 'a' are not all different"),
        (pd.Series([1, 2]), None, {}, "has to be a list of rows, not an object of class Series"),
        ([pd.Series([1, 2], index=["L", "R"])], None, {}, "whose names would be lost"),
        ([{"1": 3}, {"1": 4}], None, {}, "whose names would be lost"),
        ({"1": {"1": 3}}, None, {}, "has to be a list of rows"),
        (["12", "34"], None, {}, "whose names would be lost"),
        (
            np.ma.array([[1, 2], [3, 4]], mask=[[False, True], [False, False]]),
            None,
            {},
            "first matrix has masked entries",
        ),
        (
            [[1, 2]],
            np.ma.array([[1, 2]], mask=[[True, False]]),
            {},
            "second matrix has masked entries",
        ),
        ([[1, np.ma.masked]], None, {}, "row 1 of the first matrix has masked entries"),
        (np.array([(1, 2)], dtype=[("L", int), ("R", int)]), None, {}, "an array of 1 dimensions"),
        (np.zeros((2, 2, 2)), None, {}, "an array of 3 dimensions"),
        (pd.DataFrame([[1, np.nan]]), None, {}, "a number expected, .* not nan"),
        (pd.DataFrame([["up", 1]]), None, {}, "a number expected, .* not 'up'"),
    ],
)
def test_what_would_lose_names_or_values_is_refused(
    first: Any, second: Any, more: Any, message: str
) -> None:
    with pytest.raises(GameError, match=message) as caught:
        sf.bimatrix_game("g", first, second, **more)
    assert "\n" not in str(caught.value)


def test_other_frames_and_arrays_are_read() -> None:
    assert payoffs(sf.bimatrix_game(Lines()))[0] == [1, 0, 0, 2]
    assert sf.bimatrix_game(Lines()).sequences[1].index.action_names == (("L", "R"),)
    assert payoffs(sf.bimatrix_game(np.ma.array([[1, 2]])))[0] == [1, 2]
    assert payoffs(sf.bimatrix_game("g", A, B, rows=["D", "C"]))[0] == [5, 1, 3, 0]
    assert payoffs(sf.bimatrix_game("g", A.to_numpy(), B))[1] == DILEMMA[1]


def test_the_columns_of_a_frame_keep_their_kinds_of_numbers() -> None:
    frame = pd.DataFrame({"whole": [2**53 + 1, 1], "half": [0.5, 0.1], "text": ["1/3", "2"]})
    assert payoffs(sf.bimatrix_game(frame))[0] == [
        2**53 + 1,
        Fraction(1, 2),
        Fraction(1, 3),
        1,
        Fraction(1, 10),
        2,
    ]


# ---- exact numbers of other packages ----

GmpyLike = namedtuple("GmpyLike", ["numerator", "denominator"])
SympyLike = namedtuple("SympyLike", ["p", "q"])
TENTHS = [flint.fmpq(1, 10), GmpyLike(1, 10), SympyLike(flint.fmpz(1), 10), Fraction(1, 10)]


@given(st.fractions())
def test_rational_numbers_of_any_package_keep_their_value(value: Fraction) -> None:
    p, q = value.numerator, value.denominator
    for number in (flint.fmpq(p, q), GmpyLike(p, q), SympyLike(flint.fmpz(p), flint.fmpz(q))):
        assert exact_rational(number) == value


@pytest.mark.parametrize(
    "value", [0.5, np.float32(1), "1/2", None, np.array([1]), np.ma.masked, GmpyLike(1, 0)]
)
def test_anything_else_is_no_exact_number(value: Any) -> None:
    assert exact_rational(value) is None


class Coin(Rules[str, str]):
    title = "coin"

    def __init__(self, number: Any) -> None:
        self.number = number

    def initial(self) -> str:
        return ""

    def player(self, state: str) -> int:
        return 0 if not state else TERMINAL

    def actions(self, state: str) -> list[str]:
        return ["a", "b"]

    def apply(self, state: str, action: str) -> str:
        return action

    def observation(self, state: str, player: int) -> str:
        return state

    def payoffs(self, state: str) -> Any:
        return (self.number, 0)


KUHN = sf.load("kuhn")
TENTH = Fraction(1, 10)

READERS: dict[str, Any] = {
    "bimatrix_game": lambda tenth: payoffs(sf.bimatrix_game([[tenth]]))[0][0] == TENTH,
    "leaf": lambda tenth: (
        payoffs(tree("t", move(0, "m", {"a": leaf(tenth, 0), "b": leaf(1)})))[0][0] == TENTH
    ),
    "chance": lambda tenth: (
        tree(
            "t", chance({"a": (tenth, leaf(1)), "b": ("9/10", leaf(0))})
        ).information_sets.probability.to_fractions()
        == [TENTH, 1 - TENTH]
    ),
    "rules": lambda tenth: payoffs(expand(Coin(tenth)))[0] == [TENTH, TENTH],
    "parameter": lambda tenth: catalog.make("kuhn", bet=tenth) == catalog.make("kuhn", bet=TENTH),
    "bet": lambda tenth: Betting(tenth).bet == TENTH,
    "constraint": lambda tenth: (
        sf.Constraint(0, {"Q: bet": tenth}, upper=tenth).limits == (None, TENTH)
    ),
    "epsilon": lambda tenth: (
        sf.linear_program("kuhn", epsilon=tenth).target.matrix.shape == (20, 20)
    ),
    "max_loss": lambda tenth: sf.SafeResponse(opponent="uniform", max_loss=tenth).max_loss == TENTH,
    "weights": lambda tenth: sf.Nash(weights=(tenth, 1)).weights == (TENTH, 1),
    "interval": lambda tenth: sf.value_function("kuhn", bet=(tenth, 1)).start == TENTH,
    "profile": lambda tenth: (
        TENTH in sf.profile(KUHN, {"J:": [tenth, 1 - TENTH]}, rest="uniform")[0]["J:"].values()
    ),
}


@pytest.mark.parametrize("tenth", TENTHS, ids=lambda tenth: type(tenth).__name__)
@pytest.mark.parametrize("name", READERS)
def test_every_place_that_reads_numbers_takes_exact_ones_of_other_packages(
    name: str, tenth: Any
) -> None:
    assert READERS[name](tenth)


def test_labels_of_shares_are_not_dropped() -> None:
    shares = pd.Series([Fraction(1, 4), Fraction(3, 4)], index=["bet", "check"])
    strategy = sf.profile(KUHN, {"J:": shares}, rest="uniform")[0]
    assert strategy["J:"]["bet"] == Fraction(1, 4)
    weights: Any = pd.Series({"Q: bet": 1})
    assert sf.Constraint(0, weights, upper="1/10") == sf.Constraint(0, {"Q: bet": 1}, upper="1/10")
    with pytest.raises(InputError, match="no action 'raise'"):
        sf.profile(KUHN, {"J:": shares.rename({"bet": "raise"})}, rest="uniform")


def test_masked_shares_are_refused() -> None:
    with pytest.raises(SeqformError):
        sf.profile(KUHN, {"J:": np.ma.array([0.5, 0.5], mask=[False, True])}, rest="uniform")
    index = KUHN.sequences[0].index
    ones = np.ma.array(
        np.where(np.arange(len(index)) == 0, 1.0, 0.5), mask=np.arange(len(index)) == 1
    )
    with pytest.raises(SeqformError, match="masked entries"):
        sf.BehaviorStrategy(index, ones)


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int32", "int64", "uint64", ">i4", object])
def test_arrays_of_integers_have_the_payoffs_of_their_lists(dtype: Any) -> None:
    array = np.array([[0, 3, 100], [127, 1, 2]], dtype=dtype)
    for table in (array, array[:, ::-1], np.asfortranarray(array)):
        game, same = sf.bimatrix_game(table), sf.bimatrix_game(table.tolist())
        for mine, theirs in zip(game.outcomes.payoffs, same.outcomes.payoffs, strict=True):
            assert (mine - theirs).numerators.tolist() == [0] * 6


def test_integers_beyond_64_bits_in_arrays_are_exact() -> None:
    game = sf.bimatrix_game(np.array([[2**64 - 1, 0]], dtype=np.uint64))
    assert game.outcomes.payoffs[0][0] == 2**64 - 1
