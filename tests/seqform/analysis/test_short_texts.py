"""Texts of results: `repr` is one short line, whatever the result holds."""

import pickle
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

import seqform as sf

RESULTS: dict[str, Callable[[], Any]] = {
    "action_values": lambda: sf.action_values("leduc", "uniform"),
    "mcts": lambda: sf.mcts("tic-tac-toe", simulations=10),
    "sensitivity": lambda: sf.sensitivity("kuhn"),
    "linear_program": lambda: sf.linear_program("kuhn"),
}


@pytest.mark.parametrize("name", RESULTS)
def test_the_text_of_a_result_is_a_short_line(name: str) -> None:
    text = repr(RESULTS[name]())
    assert len(text) <= 120 and "\n" not in text
    assert text.startswith("<")


def test_a_program_has_its_sizes_as_a_table_in_notebooks() -> None:
    program = sf.linear_program("kuhn")
    page = program._repr_html_()
    for cell in ("rows", "20", "68", "can guarantee"):
        assert cell in page
    assert program.to_frame()["number"].tolist() == [20, 20, 68]


def test_ranges_over_all_equilibria_are_a_pair_with_a_table() -> None:
    ranges = sf.strategy_ranges("kuhn")
    first, second = ranges
    assert (first, second) == ranges
    ends = first["J:"]["bet"]
    assert ends is not None and [str(end) for end in ends] == ["0", "1/3"]
    table = ranges.to_frame()
    assert len(table) == sum(len(actions) for own in ranges for actions in own.values())
    row = table[(table["information set"] == "J:") & (table["action"] == "bet")].iloc[0]
    assert (row["least"], row["greatest"]) == (0, Fraction(1, 3))
    assert "<td" in ranges._repr_html_()
    assert len(repr(ranges)) < 80
    assert pickle.loads(pickle.dumps(ranges)) == ranges
