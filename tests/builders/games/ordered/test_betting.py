"""Betting rounds: the rules of no-limit betting, small decks solved as trees, and lines of play as in OpenSpiel."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import seqform as sf
from seqform.builders.games.cards.strengths import strengths
from seqform.builders.games.ordered.betting import (
    BettingNode,
    BettingTree,
    Chips,
    LimitStreet,
    NoLimit,
    betting_round,
    no_limit,
)
from seqform.builders.games.ordered.limit_poker import Betting, PokerRules, limit_poker
from seqform.builders.games.rules import expand, expand_by_nodes
from seqform.errors import GameError
from seqform.models.numbers.exact import Ints

sizes = st.lists(
    st.sampled_from(["1/3", "0.5", "pot", "200%", "1.5", "all-in"]), min_size=1, max_size=3
)


@st.composite
def streets(draw: st.DrawFn) -> tuple[NoLimit, Fraction]:
    """Betting of small menus and stacks, and half of the first pot."""
    menus = [" + ".join(draw(sizes)) for _ in range(4)]
    share = draw(st.sampled_from(["1", "2/3", "0.25"]))
    betting = no_limit(
        draw(st.fractions(Fraction(1, 2), 30, max_denominator=3)),
        f"{menus[0]} | {menus[1]}",
        raises=f"{menus[2]} | {menus[3]}",
        max_bets=draw(st.integers(0, 4)),
        all_in_above=share,
    )
    return betting, draw(st.sampled_from([Fraction(1), Fraction(5, 2)]))


@given(streets())
def test_every_raise_is_as_large_as_the_last_one_or_all_in(
    drawn: tuple[NoLimit, Fraction],
) -> None:
    betting, ante = drawn
    nodes = betting_round(betting.street(0, ante), (ante, ante))
    most = ante + betting.stack
    pending: list[tuple[str, Fraction, int]] = [("", Fraction(0), 0)]
    for history, last_raise, count in pending:
        node = nodes[history]
        amounts = []
        for mark in node.actions:
            after = nodes[history + mark]
            assert after.player == 1 - node.player
            assert max(after.paid) <= most
            size = Fraction(max(after.paid)) - max(node.paid)
            if mark[0] in "bra":
                amounts.append(size)
                assert size >= last_raise or max(after.paid) == most
                assert (mark == "a") == (max(after.paid) == most)
                pending.append((history + mark, size, count + 1))
            else:
                assert size == 0
                pending.append((history + mark, last_raise, count))
        assert amounts == sorted(set(amounts))
        assert all(amount > 0 for amount in amounts)
        assert count <= (betting.max_bets or 0)


@given(streets())
def test_a_round_ends_by_a_fold_or_with_equal_chips(drawn: tuple[NoLimit, Fraction]) -> None:
    betting, ante = drawn
    for history, node in betting_round(betting.street(0, ante), (ante, ante)).items():
        if node.folded is not None:
            assert history.endswith("f")
            assert node.paid[node.folded] < node.paid[1 - node.folded]
        elif not node.actions:
            assert node.paid[0] == node.paid[1]
        facing = node.paid[0] != node.paid[1]
        if node.actions:
            assert node.actions[0] == ("f" if facing else "c")


@given(streets(), st.booleans())
def test_the_tree_of_a_round_has_the_chips_of_its_histories(
    drawn: tuple[NoLimit, Fraction], last: bool
) -> None:
    betting, ante = drawn
    nodes = betting_round(betting.street(0, ante), (ante, ante))
    tree = BettingTree.of(nodes, last)
    assert sorted(tree.histories) == sorted(nodes)
    assert tree.paid == tuple(nodes[history].paid for history in tree.histories)
    for node, history in enumerate(tree.histories):
        here = nodes[history]
        assert tree.folded[node] == here.folded
        children = tree.stage.children[node]
        assert [tree.histories[child] for child in children] == [history + m for m in here.actions]
        if here.actions:
            assert tree.stage.player[node] == here.player
        else:
            assert tree.stage.over[node] == (last or here.folded is not None)


def test_amounts_are_those_of_the_rule_of_the_field() -> None:
    # Pot 100, stacks 1,000: half of the pot is 50. A raise of half the pot is to 50 + (100 + 100) / 2 = 150, as much as
    # the minimum, 100; then to 150 + 200 = 350.
    betting = no_limit(1000, "0.5+all-in")
    nodes = betting_round(betting.street(0, 50), (50, 50))
    assert nodes[""].actions == ("c", "b50", "a")
    assert nodes["b50"].actions == ("f", "k", "r150", "a")
    assert nodes["b50r150"].actions == ("f", "k", "r350", "a")
    assert nodes["cb50r150"].paid == (200, 100)
    assert nodes["a"].actions == nodes["cb50a"].actions == ("f", "k")


def test_small_raises_are_lifted_to_the_minimum() -> None:
    betting = no_limit(100, "pot", raises="0.1")
    nodes = betting_round(betting.street(0, 1), (1, 1))
    assert nodes["b2"].actions == ("f", "k", "r4")  # to 2 + 2, and not to 2 + 0.6
    betting = no_limit(100, "pot", raises="0.1", min_bet=2)
    assert betting_round(betting.street(0, 1), (1, 1))["b2"].actions == ("f", "k", "r4")


def test_what_exceeds_the_stack_or_a_share_of_it_is_all_in() -> None:
    nodes = betting_round(no_limit(3, "2").street(0, 1), (1, 1))
    assert nodes[""].actions == ("c", "a")
    nodes = betting_round(no_limit(5, "pot", all_in_above=0.4).street(0, 1), (1, 1))
    assert nodes[""].actions == ("c", "b2")
    nodes = betting_round(no_limit(5, "pot", all_in_above="39/100").street(0, 1), (1, 1))
    assert nodes[""].actions == ("c", "a")


def test_menus_differ_by_round_and_player() -> None:
    betting = no_limit(100, "0.5 | pot; none | all-in", raises="none")
    first = betting_round(betting.street(0, 1), (1, 1))
    assert (first[""].actions, first["c"].actions) == (("c", "b1"), ("c", "b2"))
    assert first["b1"].actions == ("f", "k")
    for number in (1, 2):  # the last menus are those of further rounds
        later = betting_round(betting.street(number, 1), (2, 2))
        assert (later[""].actions, later["c"].actions) == (("c",), ("c", "a"))


def test_players_who_are_all_in_bet_no_more() -> None:
    assert betting_round(no_limit(1).street(1, 1), (2, 2)) == {
        "": BettingNode(player=0, actions=(), paid=(2, 2), folded=None)
    }


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"stack": 0}, "no_limit: stack: a number above 0 expected, .* not 0"),
        ({"stack": -5}, "no_limit: stack: a number above 0 expected"),
        (
            {"bets": "0+pot"},
            "no_limit: bets: fractions of the pot above 0, 'pot', 'all-in' or 'none' expected",
        ),
        ({"bets": "-50%"}, "no_limit: bets: fractions of the pot above 0"),
        ({"bets": "pott"}, "no_limit: bets: fractions of the pot above 0, .* not 'pott'"),
        (
            {"raises": "pot|pot|pot"},
            "no_limit: raises='pot.*': 3 menus in a round; one for both players, or two",
        ),
        ({"bets": 7}, "no_limit: bets=7: sizes such as 'pot"),
        ({"max_bets": -1}, "no_limit: max_bets=-1: an integer, at least 0, expected"),
        ({"max_bets": 1.5}, r"no_limit: max_bets=1\.5: an integer"),
        ({"min_bet": -1}, "no_limit: min_bet: a number from 0 on expected"),
        ({"all_in_above": 0}, "no_limit: all_in_above: a number above 0, 1 at most, expected"),
        ({"all_in_above": 2}, "no_limit: all_in_above: a number above 0, 1 at most, expected"),
    ],
)
def test_wrong_betting_has_one_clear_error(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(GameError, match=f"^{message}"):
        no_limit(**{"stack": 10, **arguments})


def high_card(table: Ints, own: Ints) -> Ints:
    return np.asarray(own[:, 0])


def pair_or_high_card(table: Ints, own: Ints) -> Ints:
    rank = own[:, 0] // 2
    if not table.shape[1]:
        return np.asarray(rank)
    return np.asarray(rank + 10 * (rank == table[:, 0] // 2))


def no_limit_kuhn(betting: NoLimit, **of_round: Any) -> PokerRules:
    rounds = [Betting(**{"bet": 1, "private": 1, **of_round})]
    return limit_poker(
        "kuhn", deck="JQK", ante=1, rounds=rounds, strength=high_card, betting=betting
    )


def no_limit_leduc(betting: NoLimit, ante: int = 1) -> PokerRules:
    rounds = [Betting(1, 2, private=1), Betting(1, 2, public=1)]
    deck = ["Js", "Jh", "Qs", "Qh", "Ks", "Kh"]
    return limit_poker(
        "leduc", deck=deck, ante=ante, rounds=rounds, strength=pair_or_high_card, betting=betting
    )


def test_sizes_of_more_rounds_than_there_are_are_an_error() -> None:
    with pytest.raises(
        GameError, match=r"kuhn: bets has sizes of 2 rounds, .* the game has 1 round"
    ):
        no_limit_kuhn(no_limit(10, "pot;pot"))
    no_limit_leduc(no_limit(10, "pot;0.5"))
    message = "leduc: raises has sizes of 3 rounds, .* the game has 2 rounds of betting"
    with pytest.raises(GameError, match=message):
        no_limit_leduc(no_limit(10, "pot", raises="pot;0.5;all-in"))


def test_a_bet_below_the_least_one_is_an_error() -> None:
    message = r"no_limit: a bet of 0\.25 of the pot of 2 is 0\.5 chips, below the least bet of 1; choose larger"
    with pytest.raises(GameError, match=message):
        no_limit_kuhn(no_limit(10, "0.25"))
    with pytest.raises(GameError, match="no_limit: a bet of 0 chips, since the pot is empty"):
        limit_poker(
            "free",
            deck="JQK",
            ante=0,
            rounds=[Betting(0, private=1)],
            strength=high_card,
            betting=no_limit(5, "pot"),
        )


def test_too_few_cards_and_wrong_betting_are_errors() -> None:
    rounds = [Betting(1, private=2)]
    with pytest.raises(GameError, match="few: 4 cards are dealt, but there are 3"):
        limit_poker(
            "few", deck="JQK", ante=1, rounds=rounds, strength=high_card, betting=no_limit(5)
        )
    with pytest.raises(GameError, match=r"few: betting='pot': the result of no_limit\(\.\.\.\)"):
        limit_poker("few", deck="JQK", ante=1, rounds=rounds, strength=high_card, betting="pot")  # type: ignore[call-overload]


def test_kuhns_poker_with_one_chip_left_is_kuhns_poker() -> None:
    assert sf.solve(no_limit_kuhn(no_limit(1, "all-in")), exact=True).values[0] == Fraction(-1, 18)
    # From a bet of 2 on the value is 0.
    deep = sf.solve(no_limit_kuhn(no_limit(3, "all-in")), exact=True)
    assert deep.values[0] == sf.solve("kuhn(bet=3)", exact=True).values[0] == 0


def test_more_sizes_are_worth_no_less_to_the_player_who_has_them() -> None:
    values = []
    for bets in ("all-in", "0.5+all-in"):
        betting = no_limit(3, f"{bets} | all-in", raises="all-in", max_bets=2)
        values.append(sf.solve(no_limit_kuhn(betting, max_bets=2), exact=True).values[0])
    assert values[0] <= values[1]


@pytest.mark.parametrize("bets", ["pot+all-in", "0.5; pot+all-in", "none; 1/3+all-in"])
def test_rounds_after_each_other_are_one_tree_by_nodes_and_by_columns(bets: str) -> None:
    betting = no_limit(6, bets, max_bets=1)
    rules = no_limit_leduc(betting, ante=2)
    assert expand(rules) == expand_by_nodes(rules)


def test_two_rounds_of_no_limit_betting_are_solved_exactly() -> None:
    equilibrium = sf.solve(no_limit_leduc(no_limit(3, "all-in")), exact=True)
    assert equilibrium.certificate.nash_conv == 0
    # All-in and call of the first round is a showdown after the public card
    game = equilibrium.game
    assert "Js:ak" not in {name.partition("/")[0] for name in game.infoset_names}
    assert {abs(payoff) for payoff in game.leaf_payoffs[0].to_fractions()} == {0, 1, 4}


def test_one_round_of_no_limit_betting_has_ordered_signals() -> None:
    rules = no_limit_kuhn(no_limit(3, "0.5+all-in"), max_bets=2)
    game = rules.ordered()
    assert sf.solve(game, exact=True).values == sf.solve(rules, exact=True).values
    with pytest.raises(GameError, match="leduc: the bets of a round depend on those before it"):
        no_limit_leduc(no_limit(3)).ordered()


@pytest.mark.parametrize("stack", [150, 750, 2000, 30000])
def test_lines_of_play_have_the_actions_and_payoffs_of_openspiel(stack: int) -> None:
    """Random lines of games with fold, call, pot and all-in; both blinds are 100, so that nothing is called at first.

    OpenSpiel's endgames with `potSize` are no measure: in version 2.0.2 bets there count the blinds as the pot.
    """
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is an optional extra")
    theirs = pyspiel.load_game(
        f"universal_poker(betting=nolimit,numPlayers=2,numRounds=2,blind=100 100,firstPlayer=1 1,numSuits=4,"
        f"numRanks=13,numHoleCards=2,numBoardCards=4 1,stack={stack} {stack},bettingAbstraction=fcpa)"
    )
    betting = no_limit(stack - 100, "pot+all-in", min_bet=100)
    generator = np.random.default_rng(7)
    for _ in range(100):
        state = theirs.new_initial_state()
        paid: Chips = (100, 100)
        for number in (0, 1):
            dealt(state, generator)
            nodes = betting_round(betting.street(number, Fraction(100)), paid)
            history = ""
            while nodes[history].actions:
                node = nodes[history]
                marks = dict(zip(openspiel_names(node), node.actions, strict=True))
                names = {
                    state.action_to_string(action).partition("move=")[2]: action
                    for action in state.legal_actions()
                }
                assert state.current_player() == node.player
                assert names.keys() == marks.keys()
                name = str(generator.choice(sorted(names)))
                state.apply_action(names[name])
                history += marks[name]
            paid = nodes[history].paid
            if nodes[history].folded is not None:
                break

        dealt(state, generator)
        assert state.is_terminal()
        folded = nodes[history].folded
        if folded is not None:
            assert state.returns()[folded] == -paid[folded]
            continue
        cards = [step.action for step in state.full_history() if step.player < 0]
        hands = np.array([cards[:2], cards[2:4]])
        first_strength, second_strength = strengths(cards[4:], hands).tolist()
        sign = (first_strength > second_strength) - (first_strength < second_strength)
        assert state.returns()[0] == sign * paid[0]


def dealt(state: Any, generator: np.random.Generator) -> None:
    """Deal cards at random until a player is to move, or the game is over."""
    while state.is_chance_node():
        cards, _ = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(int(generator.choice(cards)))


def openspiel_names(node: BettingNode) -> list[str]:
    """The names of actions in OpenSpiel."""
    names = {"c": "Call", "k": "Call", "f": "Fold", "a": "AllIn"}
    return [names.get(mark[0], "Bet") for mark in node.actions]


def test_a_limit_round_has_chips_of_the_bet() -> None:
    nodes = betting_round(LimitStreet(Fraction(1, 2), 2), (3, 3))
    assert nodes["br"].paid == (Fraction(7, 2), 4)
    assert nodes["brk"].paid == (4, 4)
