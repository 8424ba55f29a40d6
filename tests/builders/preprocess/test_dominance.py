"""Actions that are listed as dominated are so against every pure strategy of the opponent."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from drawn_games import drawn_games
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

import seqform as sf
from seqform.backends.exact.solution import ExactBackend
from seqform.builders.forms.sequence_form import count_pure_strategies, pure_strategies
from seqform.builders.preprocess import dominance
from seqform.builders.preprocess.dominance import dominated_actions
from seqform.models.games.infosets import SequenceIndex
from seqform.models.numbers.exact import ExactArray
from seqform.models.programs.linear import LinearProgram
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
    for each in dominated_actions(form).actions:
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


def largest_gain(rows: np.ndarray, place: int, goal: np.ndarray, margin: bool) -> float | None:
    """Return the optimum of a program in doubles: the mixture of other rows that is never worse, None without one.

    With `margin` it maximises the least gain, which may be negative, else the sum of the gains.
    """
    others = np.delete(rows, place, axis=0)
    costs = np.append(-goal[np.arange(len(rows)) != place], -1.0 if margin else 0.0)
    least = np.hstack([-others.T, np.ones((rows.shape[1], 1))])
    equal = np.append(np.ones(len(others)), 0.0)[np.newaxis]
    bounds = [(0, None)] * len(others) + [(None, None) if margin else (0, 0)]
    answer = linprog(costs, least, -rows[place], equal, [1.0], bounds)
    if answer.fun is None:
        return None
    return -float(answer.fun)


@settings(max_examples=60)
@given(first=CELLS)
def test_in_matrix_games_dominance_is_that_of_pure_strategies_by_mixed_ones(
    first: list[list[int]],
) -> None:
    game = sf.bimatrix_game(first)
    listed = {each.action: each for each in sf.dominated(game) if each.player == 0}
    rows = np.array(first, dtype=float)
    none = np.zeros(len(rows))
    for place, row in enumerate(first):
        name = str(place + 1)
        margin = largest_gain(rows, place, none, margin=True)
        gain = largest_gain(rows, place, rows.sum(axis=1), margin=False)
        expected = None
        if margin is not None and margin > 1e-9:
            expected = "strictly"
        elif gain is not None and gain - sum(row) > 1e-9:
            expected = "weakly"
        if name not in listed:
            assert expected is None
            continue
        each = listed[name]
        assert each.dominance == (expected or "equal")
        weights = [weight for _, weight in each.mixture]
        mean = [
            sum(weight * first[int(action) - 1][column] for action, weight in each.mixture)
            for column in range(3)
        ]
        gains = [better - own for better, own in zip(mean, row, strict=True)]
        assert sum(weights) == 1
        assert min(gains) >= 0
        assert (min(gains) > 0) == (each.dominance == "strictly")
        assert any(gains) == (each.dominance != "equal")
        assert not {action for action, _ in each.mixture} & {*listed}
    assert len(listed) < len(first)


def test_of_what_dominates_an_action_strictly_a_single_action_is_listed() -> None:
    game = sf.bimatrix_game([[0, 0], [2, 0], [1, 1]], [[1, 2], [3, 0], [1, 1]], rows="ABC")
    (each,) = sf.dominated(game)
    assert (each.action, each.dominance, each.by) == ("A", "strictly", "C")
    assert each.mixture == (("C", Fraction(1)),)


def test_a_mixture_is_listed_with_its_weights() -> None:
    found = sf.dominated(sf.bimatrix_game([[3, 0], [0, 3], [1, 1]], rows="TMB"))
    (each,) = found
    assert (each.action, each.dominance, each.by) == ("B", "strictly", "T: 1/2, M: 1/2")
    assert found.data()[0]["mixture"] == {"T": "1/2", "M": "1/2"}


def test_a_mixture_that_is_never_worse_dominates_weakly() -> None:
    (each,) = sf.dominated(sf.bimatrix_game([[2, 0, 1], [0, 2, 1], [1, 1, 0]]))
    assert (each.action, each.dominance, each.by) == ("3", "weakly", "1: 1/2, 2: 1/2")


def test_an_action_that_equals_a_mixture_is_not_listed() -> None:
    assert not len(sf.dominated(sf.bimatrix_game([[2, 0], [0, 2], [1, 1]])))


def test_mixtures_of_what_follows_an_action_dominate_another_one() -> None:
    # "in" with 1/2, 1/2 afterwards is worth 3/2 against both columns; "out" 1.
    column = ("a", "b")
    cells = {"up": (3, 0), "down": (0, 3)}
    after = {
        name: sf.move(1, "column", {c: sf.leaf(v, 0) for c, v in zip(column, row, strict=True)})
        for name, row in cells.items()
    }
    game = sf.tree(
        "in or out",
        sf.move(
            0,
            "first",
            {
                "out": sf.move(1, "column", {c: sf.leaf(1, 0) for c in column}),
                "in": sf.move(0, "second", after),
            },
        ),
    )
    listed = {each.action: each for each in sf.dominated(game) if each.player == 0}
    assert {*listed} == {"out"}
    assert (listed["out"].dominance, listed["out"].by) == ("strictly", "in")


def test_strict_elimination_keeps_the_equilibria_that_weak_elimination_loses() -> None:
    game = sf.bimatrix_game([[1, 0], [1, 1]], [[1, 0], [1, 1]])
    weakly = sf.dominated(game, iterated=True)
    strictly = sf.dominated(game, iterated=True, strict=True)
    assert len(weakly) == 2 and any("equilibria may be lost" in text for text in weakly.remarks)
    assert len(strictly) == 0 and strictly.remarks == ()

    dilemma = sf.dominated("prisoners-dilemma", iterated=True, strict=True)
    assert len(dilemma) == 2
    assert dilemma.remarks[0].startswith("no equilibrium is lost")

    threat = sf.tree(
        "entry",
        sf.move(
            0,
            "start",
            {
                "out": sf.leaf(0, 4),
                "in": sf.move(1, "entered", {"fight": sf.leaf(-1, 0), "yield": sf.leaf(2, 2)}),
            },
        ),
    )
    found = sf.dominated(threat, iterated=True, strict=True)
    assert {each.action for each in found} == {"out", "fight"}
    assert any("where they do not reach" in text for text in found.remarks)


def test_actions_whose_programs_are_too_large_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("seqform.analysis.dominance.MOST_NUMBERS", 10)
    found = sf.dominated(sf.bimatrix_game([[3, 0], [0, 3], [1, 1]]))
    assert len(found) == 0 and found.num_untested >= 1
    assert "not compared with mixtures" in str(found)


@pytest.mark.parametrize("name", ["kuhn", "leduc", "beer-quiche", "seltens-horse", "tiny-poker"])
def test_with_iteration_they_are_those_that_the_step_eliminates(name: str) -> None:
    form = sf.builders.sequence_form(sf.load(name)).target
    small = sf.EliminateDominated().reductions[SequenceForm](form).target
    listed = dominated_actions(form, iterated=True).actions
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
    # Strictly by "check" with a call of a bet with a probability between 1/2 and 1, though by neither alone.
    assert ("Q:", "bet", "strictly", "check", 3) in {
        (each.infoset, each.action, each.dominance, each.by, each.turn) for each in found
    }
    assert "turn" in str(found)
    assert [each["turn"] for each in found.data()] == [each.turn for each in found]
    assert "turn" not in str(sf.dominated("kuhn"))
    assert str(sf.dominated("vsvet-figure-1")).startswith("0 dominated actions of the whole game")


def test_dominated_actions_of_a_small_tree_name_the_command_for_strategies() -> None:
    def has_command(name: str) -> bool:
        return any("chart GAME --table --dominated" in line for line in sf.dominated(name).remarks)

    assert has_command("vsvet-figure-1")
    assert not has_command("prisoners-dilemma")  # its actions are the strategies
    assert not has_command("kuhn")  # more strategies than a table has


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
    assert "1 dominated action and 1 action equal to another of the whole game" in text


def test_plans_of_the_opponent_exclude_mixtures_without_other_verdicts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    form = sf.builders.sequence_form(sf.load("kuhn(ranks=4)")).target

    def searched() -> tuple[int, tuple[dominance.DominatedAction, ...]]:
        calls = 0

        def solver(program: LinearProgram) -> ExactArray | None:
            nonlocal calls
            calls += 1
            columns = ExactBackend().solve(program).primal
            assert isinstance(columns, ExactArray)
            return columns

        actions = dominated_actions(form, solver=solver).actions
        return calls, actions

    fewer, actions = searched()
    monkeypatch.setattr(dominance, "MORE_TRIALS", 0)
    calls, same = searched()
    assert actions == same
    assert fewer < calls
