from collections import Counter

from seqform.builders.games.families.betting import betting_round


def test_a_bet_and_two_raises_make_the_round_of_rhode_island_holdem() -> None:
    turns = betting_round(3)
    decisions = [turn for turn in turns.values() if turn.actions]
    ends = [turn for turn in turns.values() if not turn.actions]
    assert Counter(turn.player for turn in decisions) == {0: 4, 1: 4}
    assert [sum(len(turn.actions) for turn in decisions if turn.player == player) for player in (0, 1)] == [10, 10]
    assert sum(turn.folded is not None for turn in ends) == 6
    assert sorted(turn.paid[0] for turn in ends if turn.folded is None) == [0, 1, 1, 2, 2, 3, 3]


def test_who_goes_on_has_paid_as_much_as_the_other() -> None:
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
