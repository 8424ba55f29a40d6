"""Texts of results: `repr` is one short line, whatever the result holds."""

import pytest

import seqform as sf

RESULTS = {
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
