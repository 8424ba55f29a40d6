"""Matches between all pairs of several agents: the same games as single matches, in one table."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from seqform.errors import OptionError
from seqform.play import match, matches, round_robin


def bold(infoset: str, actions: tuple[str, ...]) -> Mapping[str, int]:
    return {actions[-1]: 1}


def test_every_pair_plays_the_match_that_it_plays_alone() -> None:
    agents = {"bold": bold, "uniform": "random", "nash": "equilibrium"}
    table = round_robin("kuhn", agents, games=10, seed=3)
    assert table.names == ("bold", "uniform", "nash")
    for first, second in ((0, 1), (0, 2), (1, 2)):
        names = (table.names[first], table.names[second])
        alone = match("kuhn", agents[names[0]], agents[names[1]], games=10, seed=3, names=names)
        assert table.mean(first, second) == alone.mean(0)
        assert table.mean(second, first) == alone.mean(1)
        result = table.result(second, first)
        assert result is not None and result.agents == names
    means = [table.mean(0, 1), table.mean(0, 2)]
    assert table.average(0) == sum(mean for mean in means if mean is not None) / Fraction(2)


def test_the_tables_have_a_row_for_each_agent_and_for_each_pair() -> None:
    table = round_robin("kuhn", ["random", bold, "random"], games=2)
    assert table.names == ("random#1", "bold", "random#3")
    pairs = table.to_frame()
    assert pairs["games"].tolist() == [2, 2, 2]
    means = table.to_frame("means")
    assert means["agent"].tolist() == list(table.names)
    assert means["against bold"].isna().tolist() == [False, True, False]
    assert repr(table) == "<RoundRobin of 'kuhn': random#1, bold, random#3>"


@pytest.mark.parametrize(
    ("agents", "message"),
    [
        (["random"], "agents: at least two expected, not 1"),
        ({}, "agents: at least two expected, not 0"),
        ("random", "agents: a list of agents, or a mapping from names, expected"),
        ({0: "random", 1: "random"}, "the names of agents are texts"),
        (["random", "nobody"], "no agent named 'nobody'"),
    ],
)
def test_agents_that_cannot_play_are_refused(agents: Any, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        round_robin("kuhn", agents, games=2)


def test_an_interrupted_table_has_the_matches_until_then(monkeypatch: pytest.MonkeyPatch) -> None:
    played = matches._Series.play
    count = 0

    def play(series: Any, number: int) -> Any:
        nonlocal count
        count += 1
        if count == 7:
            raise KeyboardInterrupt
        return played(series, number)

    monkeypatch.setattr(matches._Series, "play", play)
    table = round_robin("kuhn", ["random", "random", "random"], games=4)
    assert [len(result.games) for result in table.matches] == [4, 2]
    assert table.mean(1, 2) is None and table.average(1) is not None
