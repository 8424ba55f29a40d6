"""Actions that are listed as dominated are so against every pure strategy of the opponent."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from drawn_games import drawn_games
from hypothesis import given, settings
from hypothesis import strategies as st

import seqform as sf
from seqform.builders.forms.sequence_form import count_pure_strategies, pure_strategies
from seqform.builders.preprocess.dominance import dominated_actions
from seqform.models.games.infosets import SequenceIndex
from seqform.models.programs.sequence_form import SequenceForm

MOST_STRATEGIES = 200


def continuations(index: SequenceIndex, sequence: int) -> list[list[int]]:
    """Return the pure ways to go on after a sequence, each the sequences that are played, this one among them."""
    sets = [row for row, above in enumerate(index.parent_sequence.tolist()) if above == sequence]
    choices = []
    for row in sets:
        start, stop = index.first_sequence[row : row + 2].tolist()
        choices.append([way for after in range(start, stop) for way in continuations(index, after)])
    return [[sequence, *(each for way in ways for each in way)] for ways in product(*choices)]


def gains(form: SequenceForm, player: int, better: int, worse: int) -> list[list[Fraction]]:
    """Return, for each continuation after the better action, its least gain against each pure strategy."""
    payoffs = np.array((form.A if player == 0 else form.B.T).to_dense(), dtype=object)
    index = form.sequences[player]
    opponents, _ = pure_strategies(form.sequences[1 - player])
    replies = np.array(opponents.to_dense(), dtype=object)
    against = payoffs @ replies.T

    def worth(sequence: int) -> list[list[Fraction]]:
        ways = continuations(index, sequence)
        return [list(sum(against[each] for each in way)) for way in ways]

    most = [max(column) for column in zip(*worth(worse), strict=True)]
    return [[own - other for own, other in zip(way, most, strict=True)] for way in worth(better)]


def reached(form: SequenceForm, player: int, sequence: int) -> list[bool]:
    """Return whether each pure strategy of the opponent leads to the set of a sequence, chance permitting."""
    chance = np.array((form.W if player == 0 else form.W.T).to_dense(), dtype=object)
    opponents, _ = pure_strategies(form.sequences[1 - player])
    way = continuations(form.sequences[player], sequence)[0]
    likelihood = sum(chance[each] for each in way) @ np.array(opponents.to_dense(), dtype=object).T
    return [each > 0 for each in likelihood]


@settings(max_examples=25)
@given(game=drawn_games(zero_sum=False, merge=("1/2", "3/4")))
def test_what_is_listed_is_dominated(game: sf.ExtensiveGame) -> None:
    form = sf.builders.sequence_form(game).target
    if max(map(count_pure_strategies, form.sequences)) > MOST_STRATEGIES:
        return
    for each in dominated_actions(form):
        index = form.sequences[each.player]
        row = index.row_of[each.infoset]
        first = int(index.first_sequence[row])
        worse = first + index.action_names[row].index(each.action)
        better = first + index.action_names[row].index(each.by)
        ways = [way for way in gains(form, each.player, better, worse) if min(way) >= 0]
        assert ways
        where = reached(form, each.player, better)
        if each.dominance == "strictly":
            assert any(
                all(gain > 0 for gain, is_reached in zip(way, where, strict=True) if is_reached)
                for way in ways
            )
        if each.dominance == "equal":
            assert any(not any(way) for way in ways)


CELLS = st.lists(st.lists(st.integers(0, 2), min_size=3, max_size=3), min_size=2, max_size=4)


@given(first=CELLS)
def test_in_matrix_games_every_action_dominated_by_another_is_listed(
    first: list[list[int]],
) -> None:
    game = sf.bimatrix_game(first)
    listed = {each.action: each for each in sf.dominated(game) if each.player == 0}
    for place, row in enumerate(first):
        others = [other for k, other in enumerate(first) if k != place]
        never_worse = [o for o in others if all(b >= a for a, b in zip(row, o, strict=True))]
        # Of equal rows one is left
        is_dominated = any(other != row for other in never_worse)
        name = str(place + 1)
        if is_dominated:
            assert name in listed
        if name in listed:
            by = first[int(listed[name].by) - 1]
            assert by in never_worse
            expected = "weakly"
            if by == row:
                expected = "equal"
            elif all(b > a for a, b in zip(row, by, strict=True)):
                expected = "strictly"
            assert listed[name].dominance == expected
    assert len(listed) < len(first)


@pytest.mark.parametrize("name", ["kuhn", "leduc", "beer-quiche", "seltens-horse", "tiny-poker"])
def test_with_iteration_they_are_those_that_the_step_eliminates(name: str) -> None:
    form = sf.builders.sequence_form(sf.load(name)).target
    small = sf.EliminateDominated().reductions[SequenceForm](form).target
    listed = dominated_actions(form, iterated=True)
    for player in (0, 1):
        gone = {(each.infoset, each.action) for each in listed if each.player == player}
        left = small.sequences[player]
        for infoset, actions in zip(left.infoset_names, left.action_names, strict=True):
            row = form.sequences[player].row_of[infoset]
            before = form.sequences[player].action_names[row]
            assert {action for action in before if (infoset, action) in gone} == {*before} - {
                *actions
            }


def test_the_turns_of_an_iteration_are_in_the_table_and_in_the_data() -> None:
    found = sf.dominated("kuhn", iterated=True)
    assert [each.turn for each in found] == sorted(each.turn for each in found)
    assert ("Q:", "bet", "weakly", "check", 3) in {
        (each.infoset, each.action, each.dominance, each.by, each.turn) for each in found
    }
    assert "turn" in str(found)
    assert [each["turn"] for each in found.data()] == [each.turn for each in found]
    assert "turn" not in str(sf.dominated("kuhn"))
    assert str(sf.dominated("vsvet-figure-1")).startswith("0 dominated actions of the whole game")


def test_of_matrices_only_what_holds_against_every_strategy_is_strict() -> None:
    form = sf.builders.sequence_form(sf.load("kuhn")).target
    game = sf.sequence_form(form.E, form.e, form.F, form.f, form.A)
    assert {each.dominance for each in sf.dominated(game)} == {"weakly"}
    assert len(sf.dominated(game)) == len(sf.dominated("kuhn"))


def test_equal_actions_are_not_counted_as_dominated() -> None:
    first = sf.move(
        0, "start", {"same": sf.leaf(1, -1), "again": sf.leaf(1, -1), "less": sf.leaf(0, 0)}
    )
    text = " ".join(str(sf.dominated(sf.tree("three", first))).split())
    assert text.endswith("1 dominated action and 1 action equal to another of the whole game")
