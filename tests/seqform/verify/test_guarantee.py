"""The check of one player's strategy: guarantee, best reply, and files with one strategy alone."""

import json
import re
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import seqform as sf
from seqform.errors import ModelError
from seqform.io.json_values import to_json
from seqform.io.profiles import profile_data, strategies_data

KUHN = sf.load("kuhn")


@given(seed=st.integers(0, 10**6), zero_sum=st.booleans(), exact=st.booleans())
def test_the_guarantee_is_the_least_payoff_and_the_reply_the_best_one(seed: int, zero_sum: bool, exact: bool) -> None:
    """Of all pure strategies of the opponent none pays the player less, and none the opponent more."""
    game = sf.load(f"random-game(seed={seed},depth=3,max_actions=2,payoffs=3,zero_sum={str(zero_sum).lower()})")
    profile = sf.uniform_profile(game)
    strategy = profile[0] if exact else profile[0].to_floats()
    found = sf.check_strategy(game, strategy, 0)
    index = game.sequences[1].index
    pays = []
    for place in np.ndindex(*index.num_actions.tolist()):
        probabilities = np.zeros(len(index), dtype=object)
        probabilities[[0, *(index.first_sequence[:-1] + place).tolist()]] = 1
        pure = sf.BehaviorStrategy(index, probabilities)
        pays.append(sf.check(game, sf.BehaviorProfile((profile[0], pure), game)).values)
    assert found.guarantee == pytest.approx(float(min(first for first, _ in pays)))
    assert found.against_reply[1] == pytest.approx(float(max(second for _, second in pays)))
    assert found.exact == exact
    assert not exact or found.against_reply in pays
    assert isinstance(found.against_reply[0], float) != exact
    if zero_sum:
        assert found.against_reply[0] == pytest.approx(float(found.guarantee))


def test_the_report_has_the_payoffs_and_the_reply_where_it_is_reached() -> None:
    first = sf.uniform_profile(KUHN)[0]
    found = sf.check_strategy(KUHN, first, 0)
    text = str(found)
    assert text.startswith("kuhn\n") and text.rstrip().endswith("computed on the game itself, exact")
    for row in (
        ("Player 1 is guaranteed", "-5/12"),
        ("Player 2 receives by the best reply", "5/12"),
        ("information set", "choice"),
        ("J:b", "fold"),
    ):
        assert re.search(r"\W+".join(map(re.escape, row)), text)
    assert "quantity" not in text
    assert "in doubles" in str(sf.check_strategy(KUHN, first.to_floats(), 0))
    assert len(found.report().named("reply").rows) == 6


@pytest.mark.parametrize("form", ["behavior", "plan", "mixed"])
def test_a_file_may_hold_one_strategy_in_any_form(form: str, tmp_path: Path) -> None:
    equilibrium = sf.solve(KUHN, exact=True)
    alone = strategies_data(KUHN, equilibrium.profile, form)[1]  # type: ignore[arg-type]
    for name, data in (("alone.json", alone), ("beside.json", {"players": [None, alone]})):
        (tmp_path / name).write_text(to_json(data), encoding="utf-8")
        found = sf.check_strategy(KUHN, sf.read_strategy(tmp_path / name, KUHN, 1), 1)
        assert found.guarantee == Fraction(1, 18)
        assert "Player 1 receives by the best reply" in str(found)


def test_a_file_without_the_strategy_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "one.json"
    first = profile_data(KUHN, sf.uniform_profile(KUHN))[0]
    path.write_text(json.dumps({"players": [first, None]}), encoding="utf-8")
    with pytest.raises(ModelError, match='player 2: "information_sets"'):
        sf.read_strategy(path, KUHN, 1)
