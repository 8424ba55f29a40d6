"""Short versions of the campaigns of false proofs and of sizes of numbers, and their oracle on games that are known."""

from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from types import ModuleType

import false_proofs
import number_sizes
import pytest
from campaign import Campaign
from oracle import (
    best_reply_value,
    drawn_tree,
    infosets,
    is_subgame_perfect,
    is_undominated,
    matrix_tree,
    matrix_value,
    maximin,
    normal_form,
    pure_subgame_perfect_payoffs,
    regrets,
)

QUICK = (
    "steps",
    "program-steps",
    "rules",
    "replaced",
    "profiles",
    "best-of-tree",
    "constrained",
    "files",
)
QUICK_NUMBERS = ("lists", "checked", "lots")


@cache
def campaign_of(module: ModuleType) -> Campaign:
    """Return the campaign of a module, made when the first of its tests runs."""
    made: Campaign = module.campaign()
    return made


@pytest.mark.slow
@pytest.mark.parametrize(
    ("module", "name"), [*product([false_proofs], QUICK), *product([number_sizes], QUICK_NUMBERS)]
)  # fmt: skip
def test_a_short_campaign_finds_nothing(module: ModuleType, name: str) -> None:
    case, _ = campaign_of(module).parts[name]
    assert [case(Random(f"test:{name}:{number}")) for number in range(3)] == [None] * 3


def test_the_oracle_has_the_values_of_known_games() -> None:
    pennies = [[Fraction(1), Fraction(-1)], [Fraction(-1), Fraction(1)]]
    node = matrix_tree(pennies, [[-pay for pay in row] for row in pennies])
    assert matrix_value([[Fraction(3), Fraction(-1)], [Fraction(-2), Fraction(1)]]) == Fraction(
        1, 7
    )
    assert [maximin(node, player) for player in (0, 1)] == [0, 0]
    half = {"r0": Fraction(1, 2), "r1": Fraction(1, 2)}
    sure = {"c0": Fraction(1), "c1": Fraction(0)}
    pair = ({"row": half}, {"column": sure})
    assert best_reply_value(node, pair, 0) == 1
    assert list(regrets(node, pair)) == [1, 0]


def test_the_oracle_finds_dominated_strategies_and_empty_threats() -> None:
    weak = matrix_tree(
        [[Fraction(1), Fraction(0)], [Fraction(1), Fraction(1)]], [[Fraction(0)] * 2] * 2
    )
    tables, pures = normal_form(weak)
    assert len(tables) == 2
    assert [is_undominated(weak, (mine, pures[1][0]), 0) for mine in pures[0]] == [False, True]
    node = drawn_tree(Random(4), "ties", perfect=True)
    pays = pure_subgame_perfect_payoffs(node)
    table, pures = normal_form(node)
    found = {
        table[i][j]
        for i, mine in enumerate(pures[0])
        for j, yours in enumerate(pures[1])
        if is_subgame_perfect(node, (mine, yours))
    }
    assert found == pays
    assert infosets(node, 0) or infosets(node, 1)
