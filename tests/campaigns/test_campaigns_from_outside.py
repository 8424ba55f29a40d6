"""The campaigns from outside: a short run of their parts, and faults that they have to find."""

from fractions import Fraction
from random import Random
from typing import Any

import exact_games
import files
import pytest
import silent_drops
import tracing_2002
import units
from campaign import Campaign
from exact_games import (
    ONE,
    ZERO,
    extreme_equilibria,
    matrix_game,
    number_of_components,
    regular_index,
)

import seqform as sf

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::UserWarning:cvxpy")]

CAMPAIGNS = (tracing_2002.CAMPAIGN, files.CAMPAIGN, units.campaign(), silent_drops.CAMPAIGN)
Pair = tuple[exact_games.Vector, exact_games.Vector]
LEFT: set[str] = set()
"""Parts with failures that are listed among the results and not repaired."""

BATTLE = [[2 * ONE, ZERO], [ZERO, ONE]], [[ONE, ZERO], [ZERO, 2 * ONE]]


@pytest.mark.parametrize(
    ("campaign", "part"),
    [(campaign, part) for campaign in CAMPAIGNS for part in campaign.parts if part not in LEFT],
    ids=lambda value: value if isinstance(value, str) else value.name,
)
def test_a_short_run_finds_nothing(
    campaign: Campaign, part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert campaign.run(["--parts", part, "--cases", "2", "--seed", "5"]) == 0, (
        capsys.readouterr().out
    )


def test_the_oracle_has_the_equilibria_and_indices_of_the_battle_of_the_sexes() -> None:
    pairs = extreme_equilibria(*BATTLE)
    third = Fraction(1, 3)
    assert sorted(pairs) == [
        ((0, 1), (0, 1)),
        ((2 * third, third), (third, 2 * third)),
        ((1, 0), (1, 0)),
    ]
    assert number_of_components(pairs) == 3
    assert sorted(str(regular_index(*BATTLE, *pair)) for pair in pairs) == ["-1", "1", "1"]


@pytest.mark.parametrize(
    ("z0", "fault"), [(Fraction(1, 2), "x̄ < p z0"), (ZERO, "no best response")]
)
def test_a_point_off_the_path_is_found(z0: Fraction, fault: str) -> None:
    tree = matrix_game(*BATTLE)
    corner: Any = {"∅": ONE, "row r0": ONE}
    start = ({"∅": ONE, "row r1": ONE}, {"∅": ONE, "column c1": ONE})
    found = tracing_2002.point_fault(tree, start, (corner, {"∅": ONE, "column c1": ONE}), z0)
    assert found is not None and fault in found


def test_another_game_than_the_table_is_found() -> None:
    tree = files.renamed(matrix_game(*BATTLE), "TB", "LR")
    right = ",L,R\nT,2,0\nB,0,1\n\n,L,R\nT,1,0\nB,0,2\n"
    assert files.table_fault(right, "utf-8", files.own_figures(tree)) is None
    found = files.table_fault(right.replace("2\n", "3\n"), "utf-8", files.own_figures(tree))
    assert found is not None and "another game" in found


def test_units_that_do_not_go_along_are_found() -> None:
    tree = files.zero_sum(matrix_game(*BATTLE), ZERO)
    doubled = exact_games.with_payoffs(tree, ((2 * ONE, ZERO), (2 * ONE, ZERO)))
    values = [sf.solve(tracing_2002.read(one).game, exact=True).values for one in (tree, doubled)]
    assert units.sent(values[0], ((2 * ONE, ZERO), (2 * ONE, ZERO))) == values[1]
    assert units.sent(values[0], ((ONE, ZERO), (ONE, ZERO))) != values[1]


@pytest.mark.parametrize("seed", range(12))
def test_indices_after_paths_back_are_those_of_the_equilibria_of_a_game_nearby(seed: int) -> None:
    # An equilibrium that is a component of its own has the indices of those that it becomes if all payoffs change a
    # little. They are found by enumeration, without paths.
    rng = Random(seed)
    first, second = exact_games.drawn_matrices(rng, [ZERO, ONE, 2 * ONE], 3)
    close = nearby(rng, first), nearby(rng, second)
    indices = {pair: regular_index(*close, *pair) for pair in extreme_equilibria(*close)}
    alone = isolated(extreme_equilibria(first, second))
    game = sf.bimatrix_game(first, second)
    for member in sf.equilibria(game, starts=10, back=True):
        strategies = (
            tuple(member.profile[0]["row"].values()),
            tuple(member.profile[1]["column"].values()),
        )
        if strategies in alone:
            of_those_near = [indices[pair] for pair in indices if distance(pair, strategies) < NEAR]
            assert member.index == sum(index for index in of_those_near if index is not None)


NEAR = Fraction(1, 1000)


def nearby(rng: Random, rows: exact_games.Rows) -> exact_games.Rows:
    """Return a matrix whose entries differ by at most a millionth."""
    return [
        [entry + Fraction(rng.randint(-(10**6), 10**6), 10**12) for entry in row] for row in rows
    ]


def isolated(pairs: list[Pair]) -> list[Pair]:
    """Return the extreme equilibria that have no strategy in common with another one."""
    return [
        pair
        for pair in pairs
        if sum(pair[0] == other[0] or pair[1] == other[1] for other in pairs) == 1
    ]


def distance(pair: Pair, other: Pair) -> Fraction:
    """Return the sum of the differences of all probabilities."""
    return sum(
        (
            abs(a - b)
            for mine, theirs in zip(pair, other, strict=True)
            for a, b in zip(mine, theirs, strict=True)
        ),
        ZERO,
    )
