from fractions import Fraction

import pytest

from seqform.builders.games import catalog
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.exact import ExactArray

Behavior = dict[str, dict[str, Fraction]]
"""For information sets by label the probabilities of actions; elsewhere the first action is taken."""


def plan(game: ExtensiveGame, player: int, behavior: Behavior) -> ExactArray:
    index = game.sequences[player].index
    weights = [Fraction(1)]
    for row, name in enumerate(index.infoset_names):
        actions = index.action_names[row]
        here = behavior.get(name, {actions[0]: Fraction(1)})
        weights.extend(weights[index.parent_sequence[row]] * here.get(action, 0) for action in actions)
    return ExactArray.of(weights)


def values_and_regrets(game: ExtensiveGame, behaviors: list[Behavior]) -> list[tuple[Fraction, Fraction]]:
    plans = [plan(game, player, behavior) for player, behavior in enumerate(behaviors)]
    reach = game.chance_reach.take(game.leaves)
    results = []
    for player in (0, 1):
        mine, theirs = game.sequences[player], game.sequences[1 - player]
        weighted = game.leaf_payoffs[player] * reach * plans[1 - player].take(theirs.at_node[game.leaves])
        gradient = weighted.sum_by(mine.at_node[game.leaves], len(mine.index))
        value = plans[player].dot(gradient)
        results.append((value, Fraction(mine.index.best_response(gradient).value) - value))
    return results


def always(action: str) -> dict[str, Fraction]:
    return {action: Fraction(1)}


def mix(action: str, probability: Fraction, other: str) -> dict[str, Fraction]:
    return {action: probability, other: 1 - probability}


@pytest.mark.parametrize("bluff", [Fraction(0), Fraction(1, 7), Fraction(1, 3)])
def test_kuhns_equilibria_are_equilibria_worth_minus_one_eighteenth(bluff: Fraction) -> None:
    third = Fraction(1, 3)
    first = {
        "J:": mix("bet", bluff, "check"),
        "K:": mix("bet", 3 * bluff, "check"),
        "Q:cb": mix("call", bluff + third, "fold"),
        "K:cb": always("call"),
    }
    second = {
        "J:c": mix("bet", third, "check"),
        "Q:b": mix("call", third, "fold"),
        "K:c": always("bet"),
        "K:b": always("call"),
    }
    assert values_and_regrets(catalog.make("kuhn"), [first, second]) == [
        (Fraction(-1, 18), Fraction(0)),
        (Fraction(1, 18), Fraction(0)),
    ]


def test_information_sets_are_named_by_card_and_betting() -> None:
    first, second = (sequences.index for sequences in catalog.make("kuhn").sequences)
    assert set(first.infoset_names) == {"J:", "Q:", "K:", "J:cb", "Q:cb", "K:cb"}
    assert set(second.infoset_names) == {"J:c", "Q:c", "K:c", "J:b", "Q:b", "K:b"}
    assert first.action_names[first.row_of["K:"]] == ("check", "bet")
    assert second.action_names[second.row_of["J:b"]] == ("fold", "call")


@pytest.mark.parametrize(
    ("path", "payoff"),
    [
        (("K", "J", "check", "check"), 2),
        (("K", "J", "bet", "fold"), 2),
        (("K", "J", "bet", "call"), 5),
        (("Q", "K", "check", "bet", "fold"), -2),
        (("Q", "K", "check", "bet", "call"), -5),
    ],
)
def test_the_winner_takes_what_the_loser_paid(path: tuple[str, ...], payoff: int) -> None:
    game = catalog.make("kuhn(ante=2,bet=3)")
    at = {game.path(leaf): game.leaf_payoffs[0][place] for place, leaf in enumerate(game.leaves)}
    assert at[path] == payoff


def test_more_ranks_are_numbered_and_make_a_larger_deck() -> None:
    game = catalog.make("kuhn(ranks=5)")
    assert len(game) == 1 + 5 + 9 * 5 * 4
    assert {name.partition(":")[0] for name in game.sequences[0].index.infoset_names} == set("12345")


def test_stakes_may_be_fractions() -> None:
    game = catalog.make("kuhn(ante=1/2,bet=0.25)")
    assert max(game.leaf_payoffs[0].to_fractions()) == Fraction(3, 4)


def test_kuhn_with_raise_has_the_91_positions_of_the_paper() -> None:
    game = catalog.make("kuhn-with-raise")
    assert len(game) == 91
    assert game.count()["chance nodes"] == 1
    assert {name.partition(":")[0] for name in game.sequences[0].index.infoset_names} == {"A", "K", "Q"}


def test_kuhn_with_raise_lets_the_pot_grow_to_six() -> None:
    game = catalog.make("kuhn-with-raise")
    at = {game.path(leaf): game.leaf_payoffs[0][place] for place, leaf in enumerate(game.leaves)}
    assert at["AQ", "check", "bet", "raise", "call"] == 3
    assert at["AQ", "check", "bet", "raise", "fold"] == 2
    assert max(at.values()) == 3


def test_tiny_poker_has_the_113_nodes_of_the_paper() -> None:
    game = catalog.make("tiny-poker")
    assert len(game) == 113
    at = {game.path(leaf): game.leaf_payoffs[0][place] for place, leaf in enumerate(game.leaves)}
    assert at["J1", "J2", "bet", "call"] == 0
    assert at["K2", "J1", "bet", "call"] == 2


def test_players_with_different_orders_of_the_cards_may_both_win() -> None:
    game = catalog.make("three-card-orderings(bet=1)")
    payoffs = zip(*(column.to_fractions() for column in game.leaf_payoffs), strict=True)
    at = dict(zip(map(game.path, game.leaves), payoffs, strict=True))
    assert at["K", "J1", "bet", "call"] == (2, 2)
    assert at["J1", "J2", "bet", "call"] == (0, -2)
    assert at["J1", "K", "bet", "call"] == (-2, -2)
    assert at["J2", "K", "bet", "fold"] == (1, -1)


def test_an_equilibrium_of_the_game_with_merged_jacks_is_none_of_the_game_itself() -> None:
    second = {"K:b": always("call"), "J1:b": always("call"), "J1:c": always("bet")}
    calls = {card: always("call") for card in ("J:cb", "J1:cb", "J2:cb", "K:cb")}
    merged = values_and_regrets(catalog.make("three-card-orderings(merged=true)"), [calls, second])
    itself = values_and_regrets(catalog.make("three-card-orderings"), [calls, second])
    assert [value for value, _ in merged] == [value for value, _ in itself]
    assert [regret for _, regret in merged] == [0, 0]
    assert [regret for _, regret in itself] == [Fraction(1, 12), 0]
