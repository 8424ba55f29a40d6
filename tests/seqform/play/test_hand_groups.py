"""Tables of groups of hands: their numbers are those of all deals played out, and the root has the certified value."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import seqform as sf
from seqform.builders.games.cards.deck import card_number
from seqform.errors import InputError
from seqform.models.games.extensive import CHANCE
from seqform.models.games.ordered import OrderedGame, Round
from seqform.models.games.stages import OVER, StageGame, turn
from seqform.play.hand_groups import MADE
from seqform.play.hand_tables import hand_table
from seqform.playable.lines import words_of
from seqform.playable.ordered import OrderedSituation, PlayableOrderedGame

RIVER = (
    "holdem(ranges=[AsAh:0.5 AsAd KdKc:1/3 7s7h; AcKh:2/3 AcKc JcTc QhQc],pot=60,stack=140,bets=pot,"
    "max_bets=2)"
)
TURN = (
    "holdem(board=JsKs5cQs,ranges=[AsAh:0.5 KdQd; AsKh JcTc:1/3],pot=60,stack=90,bets=all-in,"
    "max_bets=1)"
)
SHOVE = "holdem(ranges=[AA; 77],pot=60,stack=140,bets=all-in,max_bets=1)"


def ordered(text: str) -> OrderedGame:
    game = sf.load(text, kind="ordered")
    assert isinstance(game, OrderedGame)
    return game


def exact_solution(text: str) -> Any:
    answer: Any = sf.solve(ordered(text), exact=True, preprocess="identity", backend="barrier")
    return answer.saved()


def strategy_at(solution: Any, here: OrderedSituation) -> list[Any]:
    if here.player == CHANCE:
        return list(here.lottery)
    seen = here.information
    shares = solution.strategy(here.player, seen.signals, seen.history[:-1], seen.history[-1])
    return [shares[action] for action in here.actions]


class PlayedOut:
    """Every deal of a game played out: sums at the points of play after some actions, by the class of the hand."""

    def __init__(self, solution: Any, after: str) -> None:
        self.solution = solution
        self.after = tuple(after.split())
        self.sums: dict[str, dict[str, Any]] = {}
        self.value = self.play(PlayableOrderedGame(solution.game).root, Fraction(1))

    def play(self, here: OrderedSituation, probability: Any) -> Any:
        """Return the expected payoff of player 1."""
        if here.player not in (CHANCE, 0, 1):
            return Fraction(here.payoffs[0])
        shares = strategy_at(self.solution, here)
        worth = []
        for action, share in enumerate(shares):
            worth.append(self.play(here.after(action), probability * share))
        value = sum(share * part for share, part in zip(shares, worth, strict=True))
        if here.player != CHANCE and words_of(here.information.history) == self.after:
            first, second = sorted(here.information.own, key=card_number, reverse=True)
            name = first[0] + second[0]
            if first[0] != second[0]:
                name += "s" if first[1] == second[1] else "o"
            sums = self.sums.setdefault(
                name, {"mass": 0, "value": 0, **dict.fromkeys(here.actions, 0)}
            )
            sums["mass"] += probability
            sums["value"] += probability * (value if here.player == 0 else -value)
            for name_of_action, share in zip(here.actions, shares, strict=True):
                sums[name_of_action] += probability * share
        return value


@pytest.mark.parametrize("after", ["", "check", "check bet 60", "bet 60"])
def test_rows_of_classes_are_the_means_of_all_deals_played_out(after: str) -> None:
    solution = exact_solution(RIVER)
    played = PlayedOut(solution, after)
    table = hand_table(solution, after, by="class")
    assert {row.hand for row in table.rows} == set(played.sums)
    everything = sum(sums["mass"] for sums in played.sums.values())
    for row in table.rows:
        sums = played.sums[row.hand]
        mass = sums["mass"]
        if not mass:
            assert row.value is None
            continue
        assert row.share == mass / everything
        assert row.value == sums["value"] / mass
        assert row.frequencies is not None
        for action, share in row.frequencies.items():
            assert share == sums[action] / mass
    if everything:
        value = sum(sums["value"] for sums in played.sums.values()) / everything
        assert table.total.value == value


@pytest.mark.parametrize("text", [RIVER, TURN])
def test_the_row_of_the_whole_range_has_the_certified_value(text: str) -> None:
    exact = exact_solution(text)
    (row,) = hand_table(exact, by="range").rows
    assert row == hand_table(exact).total == hand_table(exact, by="class").total
    assert row.value == exact.certificate.values[0]
    assert row.share == 1

    rounded = sf.solve(ordered(text), target_gap=1, backend="cfr").saved()
    table = hand_table(rounded)
    assert table.total.value == pytest.approx(float(rounded.certificate.values[0]), abs=1e-9)
    means: Any = 0
    for shown in table.rows:
        means += (shown.share or 0) * (shown.value or 0)
    assert means == pytest.approx(table.total.value)
    assert sum([float(row.share or 0) for row in table.rows]) == pytest.approx(1)


def test_the_value_of_a_hand_is_the_mean_of_its_actions_where_nobody_acts_any_more() -> None:
    solution = exact_solution(RIVER)
    for row in hand_table(solution, "check bet 60 all-in").rows:
        if row.values is None or row.value is None:
            continue
        mean: Any = 0
        assert row.frequencies is not None
        for action, share in row.frequencies.items():
            mean += share * row.values[action]
        assert row.value == mean


def test_groups_share_the_weight_of_their_hands() -> None:
    solution = exact_solution(RIVER)
    rows = {row.hand: row for row in hand_table(solution, by="class").rows}
    assert (rows["AA"].hands, rows["AA"].weight) == (2, Fraction(3, 2))
    hands = hand_table(solution, "check", hand="AK")
    share: Any = 0
    for row in hands.rows:
        share += row.share
    assert hands.total.hands == 2 and hands.total.share == share


def test_hands_that_never_come_have_frequencies_and_no_value() -> None:
    solution = exact_solution(SHOVE)
    called = hand_table(solution, "all-in", by="class")
    assert [row.hand for row in called.rows] == ["77"]
    checked = hand_table(solution, "check", by="range").rows[0]
    for row in (called.rows[0], checked):
        assert row.frequencies is not None
        assert sum(row.frequencies.values()) == 1
        assert (row.value is None) == (row.share is None)


def test_made_hands_are_groups_from_the_strongest() -> None:
    text = (
        "holdem(ranges=[AA KK AT T9 A9s KQo KTs 87; 22],board=JsKs5cQs2d,pot=6,stack=6,bets=none)"
    )
    solution = sf.solve(ordered(text), backend="cfr", target_gap=1).saved()
    table = hand_table(solution, by="made")
    names = [row.hand for row in table.rows]
    assert names == sorted(names, key=MADE.index)
    members = {row.hand: row.hands for row in table.rows}
    assert members["set"] == 3 and members["overpair"] == 6 and members["high card"] == 18
    assert members["straight"] == 30 and members["two pairs"] == 6
    assert sum(members.values()) == table.total.hands
    assert {"group": "set", "hands": 3}.items() <= table.as_dict()["groups"][
        2
    ].items() or "flush" in names


def test_groups_that_there_are_not_are_refused() -> None:
    solution = exact_solution(SHOVE)
    with pytest.raises(InputError, match=r"by 'clas': .*did you mean class"):
        hand_table(solution, by="clas")
    game = sf.ordered_game(
        "one card",
        [Round(StageGame.of(turn(0, {"stop": OVER, "go on": OVER})), public=0, private=1)],
        ["J", "Q", "K"],
        [],
        lambda path: (1, -1),
        ranges=({"J": 1, "Q": 1}, {"K": 1}),
    )
    saved = sf.solve(game, backend="cfr", target_gap=1).saved()
    assert hand_table(saved, by="range").total.hands == 2
    with pytest.raises(InputError, match="by 'class': of hands of two cards"):
        hand_table(saved, by="class")
