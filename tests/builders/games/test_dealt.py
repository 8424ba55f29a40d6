"""Trees by columns, compared with the node-by-node expansion of the same rules."""

from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from seqform.builders.games import catalog
from seqform.builders.games.families.liars_dice import LiarsDice
from seqform.builders.games.ordered.limit_poker import Betting, LimitPoker
from seqform.builders.games.rules import Rules, expand, expand_by_nodes, is_rules
from seqform.errors import TooLargeError
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.exact import Ints

SPECS = (
    *("kuhn(ranks=2)", "kuhn(ante=3/2,bet=1/3,ranks=5)", "kuhn(bet=0)", "kuhn-with-raise(bet=2)", "tiny-poker(ante=0)"),
    *("three-card-orderings", "three-card-orderings(merged=true,bet=2)"),
    *("liars-dice(sides=2)", "liars-dice(sides=4,wild=false)", "liars-dice(sides=2,dice=2)"),
    *("liars-dice(sides=2,dice=3,wild=false)",),
    *(
        f"leduc(ranks={ranks},suits={suits},collapse_suits={collapsed},max_bets={bets},ante=1/2,first_bet=1/3)"
        for ranks, suits, collapsed, bets in product((2, 4), (1, 2, 3), ("true", "false"), (0, 1, 2))
        if ranks * suits > 2 and ranks * suits * bets < 20
    ),
)


def assert_same_tree(made: ExtensiveGame, expected: ExtensiveGame) -> None:
    assert made == expected
    assert made.information_sets.probability.denominator == expected.information_sets.probability.denominator
    for name in ("parent", "infoset", "outcome"):
        assert getattr(made, name).dtype == getattr(expected, name).dtype


def rules_of(spec: str) -> Rules[Any, Any]:
    rules = catalog.built(spec)
    assert is_rules(rules)
    return rules


@pytest.mark.parametrize("spec", SPECS)
def test_the_tree_by_columns_is_the_tree_of_the_rules_node_for_node(spec: str) -> None:
    rules = rules_of(spec)
    assert_same_tree(expand(rules), expand_by_nodes(rules))


def test_every_family_with_columns_is_compared() -> None:
    built = {entry.name: catalog.built(entry.name) for entry in catalog.entries()}
    made = {name for name, rules in built.items() if "by_columns" in vars(type(rules))}
    assert made == {spec.partition("(")[0] for spec in SPECS}


def stronger_card(public: Ints, private: Ints) -> Ints:
    return np.asarray(private.sum(axis=1) + 2 * (private.sum(axis=1) == public.sum(axis=1)), dtype=np.int64)


@pytest.mark.parametrize("copies", [1, 2])
@pytest.mark.parametrize("deal_together", [False, True])
@pytest.mark.parametrize(
    "revealed", [[(0, 1)], [(1, 1)], [(0, 0), (1, 1)], [(0, 1), (0, 0)], [(0, 2)], [(0, 0)], [(1, 0), (0, 1)]]
)
def test_cards_may_be_dealt_in_any_round(revealed: list[tuple[int, int]], deal_together: bool, copies: int) -> None:
    rounds = [Betting(Fraction(1, 2), 1, public, private) for public, private in revealed]
    deck = ("9", "100%", "J", "J", "Q")  # two cards of one name are one card for those who see it
    rules = LimitPoker("any", deck, 1, tuple(rounds), stronger_card, copies=copies, deal_together=deal_together)
    assert_same_tree(expand(rules), expand_by_nodes(rules))


class GenerousDice(LiarsDice):
    """Rules that inherit those of a game with columns, and pay twice as much."""

    def payoffs(self, state: tuple[int, int, tuple[int, ...]]) -> tuple[int, int]:
        first, second = super().payoffs(state)
        return int(2 * first), int(2 * second)


def test_rules_that_inherit_are_asked_at_every_node() -> None:
    assert expand(GenerousDice(sides=2)).leaf_payoffs[0].largest() == 2


@pytest.mark.parametrize("spec", ["leduc", "liars-dice(sides=3)", "kuhn(ranks=10)"])
def test_the_bound_on_the_size_holds_exactly(spec: str) -> None:
    rules = rules_of(spec)
    messages: list[str] = []
    size = len(expand(rules, progress=messages.append))
    assert messages[-1].endswith(f"{size:,} nodes")
    expand(rules, max_nodes=size)
    with pytest.raises(TooLargeError, match=f"more than {size - 1:,} nodes"):
        expand(rules, max_nodes=size - 1)


@pytest.mark.parametrize("spec", ["liars-dice(sides=12,dice=6)", "leduc(ranks=50,suits=4)"])
def test_games_far_beyond_the_bound_are_refused_at_once(spec: str) -> None:
    with pytest.raises(TooLargeError, match="more than 100,000 nodes"):
        catalog.make(spec, max_nodes=100_000)
