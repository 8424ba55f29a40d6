from collections import Counter
from fractions import Fraction

import pytest

from seqform.builders.games import catalog
from seqform.builders.games.ordered.limit_poker import betting_round
from seqform.errors import GameError
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
    ("spec", "path", "payoff"),
    [
        ("kuhn(ante=2,bet=3)", ("K", "J", "check", "check"), 2),
        ("kuhn(ante=2,bet=3)", ("K", "J", "bet", "fold"), 2),
        ("kuhn(ante=2,bet=3)", ("K", "J", "bet", "call"), 5),
        ("kuhn(ante=2,bet=3)", ("Q", "K", "check", "bet", "fold"), -2),
        ("kuhn(ante=2,bet=3)", ("Q", "K", "check", "bet", "call"), -5),
        ("leduc", ("Ks", "Qs", "check", "check", "Js", "check", "check"), 1),
        ("leduc", ("Ks", "Qs", "check", "check", "Qh", "check", "check"), -1),
        ("leduc", ("Ks", "Kh", "bet", "call", "Js", "bet", "call"), 0),
        ("leduc", ("Js", "Qs", "bet", "raise", "call", "Jh", "bet", "raise", "call"), 1 + 2 * 2 + 2 * 4),
        ("leduc", ("Js", "Qs", "bet", "raise", "call", "Ks", "bet", "raise", "fold"), -(1 + 2 * 2 + 4)),
        ("leduc", ("Ks", "Qs", "bet", "raise", "fold"), -(1 + 2)),
        ("kuhn-with-raise", ("AQ", "check", "bet", "raise", "call"), 3),
        ("kuhn-with-raise", ("AQ", "check", "bet", "raise", "fold"), 2),
        ("tiny-poker", ("J1", "J2", "bet", "call"), 0),
        ("tiny-poker", ("K2", "J1", "bet", "call"), 2),
    ],
)
def test_the_winner_gains_the_share_of_the_loser_of_the_pot(spec: str, path: tuple[str, ...], payoff: int) -> None:
    game = catalog.make(spec)
    at = {game.path(leaf): game.leaf_payoffs[0][place] for place, leaf in enumerate(game.leaves)}
    assert at[path] == payoff


def test_more_ranks_are_numbered_and_make_a_larger_deck() -> None:
    game = catalog.make("kuhn(ranks=5)")
    assert len(game) == 1 + 5 + 9 * 5 * 4
    assert {name.partition(":")[0] for name in game.sequences[0].index.infoset_names} == set("12345")


def test_stakes_may_be_fractions() -> None:
    game = catalog.make("kuhn(ante=1/2,bet=0.25)")
    assert max(game.leaf_payoffs[0].to_fractions()) == Fraction(3, 4)


def test_kuhn_with_raise_deals_both_cards_at_once_and_has_the_91_positions_of_the_paper() -> None:
    game = catalog.make("kuhn-with-raise")
    assert len(game) == 91
    assert game.count()["chance nodes"] == 1
    assert {name.partition(":")[0] for name in game.sequences[0].index.infoset_names} == {"A", "K", "Q"}
    assert max(game.leaf_payoffs[0].to_fractions()) == 3


def test_tiny_poker_has_the_113_nodes_of_the_paper() -> None:
    assert len(catalog.make("tiny-poker")) == 113


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


def lp_rows(game: ExtensiveGame) -> int:
    """Return the rows of the sequence-form LP: one for each sequence of a player, 1 + |H| of the other."""
    return len(game.sequences[0].index) + 1 + game.sequences[1].index.num_infosets


@pytest.mark.parametrize(
    ("spec", "rows"),
    [("leduc", 1562), ("leduc(collapse_suits=true)", 482), ("leduc(ranks=13,collapse_suits=true)", 8582)],
)
def test_the_linear_program_has_the_published_size(spec: str, rows: int) -> None:
    assert lp_rows(catalog.make(spec)) == rows


def test_information_sets_of_leduc_are_named_by_cards_and_betting() -> None:
    names = catalog.make("leduc").sequences[0].index.infoset_names
    assert "Ks:" in names
    assert "Jh:cbk/Qs:cb" in names
    assert "K:" in catalog.make("leduc(collapse_suits=true)").sequences[0].index.infoset_names
    assert "4h:" in catalog.make("leduc(ranks=4)").sequences[0].index.infoset_names


def test_a_deck_without_a_third_card_is_refused() -> None:
    with pytest.raises(GameError, match="2 ranks in 1 suit make too few cards to deal three"):
        catalog.make("leduc(ranks=2,suits=1)")


def test_without_bets_only_the_cards_matter() -> None:
    game = catalog.make("leduc(max_bets=0)")
    assert set(game.leaf_payoffs[0].to_fractions()) == {-1, 0, 1}
    assert max(game.num_actions[game.player >= 0]) == 1


def test_a_bet_and_two_raises_make_the_round_of_rhode_island_holdem() -> None:
    turns = betting_round(3)
    decisions = [turn for turn in turns.values() if turn.actions]
    ends = [turn for turn in turns.values() if not turn.actions]
    assert Counter(turn.player for turn in decisions) == {0: 4, 1: 4}
    assert [sum(len(turn.actions) for turn in decisions if turn.player == player) for player in (0, 1)] == [10, 10]
    assert sum(turn.folded is not None for turn in ends) == 6
    assert sorted(turn.paid[0] for turn in ends if turn.folded is None) == [0, 1, 1, 2, 2, 3, 3]


def test_players_who_continue_have_paid_the_same() -> None:
    for turn in betting_round(4).values():
        if not turn.actions and turn.folded is None:
            assert turn.paid[0] == turn.paid[1]
        if turn.folded is not None:
            assert turn.paid[turn.folded] < turn.paid[1 - turn.folded]


def test_nobody_folds_to_a_check_or_raises_beyond_the_limit() -> None:
    turns = betting_round(2)
    assert turns[""].actions == turns["c"].actions == ("c", "b")
    assert turns["b"].actions == ("f", "k", "r")
    assert turns["br"].actions == turns["cbr"].actions == ("f", "k")


def test_without_bets_both_check() -> None:
    assert list(betting_round(0)) == ["", "c", "cc"]
