"""Strategies from functions in solutions for classes: the same as on the tree, with exact certificates."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from class_profiles import random_plans, random_strategies
from command_line import Run
from game_files import first_quick
from random_ordered_games import random_filter, random_ordered_game

import seqform as sf
from seqform.builders.abstraction.equal_actions import without_equal_actions
from seqform.builders.forms.class_game import class_game
from seqform.builders.games.ordered.expansion import infoset_labels, to_extensive
from seqform.errors import InputError, ModelError
from seqform.io.called_strategies import LEAST_BITS
from seqform.io.saved_solution import SavedSolution
from seqform.models.games.abstraction import Filters, InformationFilter, identity_filters
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.ordered import OrderedGame, Round, ordered_game
from seqform.models.games.stages import CONTINUE, OVER, StageGame, turn
from seqform.play import SolutionAgent, hand_table
from seqform.playable import PlayableTree

RIVER = "holdem(board=JsKs5cQs7d,pot=6,stack=14,ranges=[AsAh Ad5d 9h8h KhKd; QhQc Ad5d JhJc 3h2h],bets=pot)"
TURN = "holdem(board=JsKs5cQs,pot=10,stack=30,ranges=[AsAh 7h6h; KhKd],bets=pot+all-in)"
SYMMETRIC = (
    "holdem(board=AsKsQs7s2s,pot=6,stack=14,ranges=[8h8d 8d8c 8h8c; 9h9d 9d9c 9h9c],bets=pot)"
)
NAMES = ("kuhn", "leduc(ranks=2)", RIVER, TURN, SYMMETRIC)


@cache
def loaded(name: str) -> OrderedGame:
    return sf.load(name, kind="ordered")


def lossless(game: OrderedGame) -> Filters:
    return sf.abstract_game(game, "lossless").filters


def exact_solution(game: OrderedGame, filters: Filters, seed: int = 1) -> SavedSolution:
    plans: Any = without_equal_actions(game, random_plans(class_game(*filters), seed))
    return SavedSolution.of_plans(game, filters, plans, method="at random")


def drawn(seed: int, by_hand: bool = True) -> Callable[..., Any]:
    """Return a function that draws its answers, in sevenths, pure, or None, by cards and actions, or these alone."""

    def answer(hand: Any, board: Any, history: Any, actions: Any) -> Any:
        seen = (hand, board) if by_hand else ()
        known = (seed, seen, history)
        number = zlib.crc32(repr(known).encode())
        if number % 5 == 0:
            return None
        if number % 5 == 1:
            return {actions[number % len(actions)]: 1}
        share = Fraction(number % 8, 7)
        return {actions[0]: share, actions[-1]: 1 - share} if len(actions) > 1 else [1]

    return answer


def first_by(share: Any) -> Callable[..., Any]:
    """Return a function that gives the first action a probability."""
    return lambda hand, board, history, actions: {actions[0]: share}


def at_first(answer: Any) -> Callable[..., Any]:
    """Return a function with an answer before the first action."""
    return lambda hand, board, history, actions: None if history[-1] else answer


def always(answer: Any) -> Callable[..., Any]:
    return lambda hand, board, history, actions: answer


@cache
def tree_of(game: OrderedGame) -> ExtensiveGame:
    return to_extensive(game)


def on_tree(solution: SavedSolution) -> Any:
    """Return a solution as a profile of the tree."""
    return SolutionAgent("", solution, PlayableTree(tree_of(solution.game))).profile


def called_on_tree(solution: SavedSolution, player: int, function: Callable[..., Any]) -> Any:
    """Return the profile of the tree in which a player has the answers, label by label, and else the solution's."""
    game, profile = solution.game, on_tree(solution)
    tree = tree_of(game)
    shares = {name: profile[player][name] for name in profile[player].index.infoset_names}
    for number, views in enumerate(pair[player] for pair in game.views):
        stage = game.rounds[number].stage
        sets = stage.sets(player)
        labels = infoset_labels(game, player, number, np.arange(len(views)))
        places = product(range(len(views)), range(game.num_histories[number]), sets)
        for (view, history, node), label in zip(places, labels, strict=True):
            if label not in shares or not game.is_turn(number, history, node):
                continue
            signals = [game.signals[signal] for signal in views.signals[view]]
            hand = tuple(signals[column] for column in views.private)
            board = (*game.table, *(signals[column] for column in views.public))
            so_far = (*game.histories(number)[history], tuple(stage.path(node)))
            actions = tuple(stage.action[child] for child in game.choices(number, history, node))
            answer = function(hand, board, so_far, actions)
            if answer is not None:
                shares[label] = answer
    pair = (shares, profile[1]) if player == 0 else (profile[0], shares)
    return sf.profile(tree, pair)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("by_hand", [True, False])
def test_answers_are_certified_as_the_same_strategy_on_the_tree(
    name: str, player: int, by_hand: bool
) -> None:
    game = loaded(name)
    filters = lossless(game)
    before = exact_solution(game, filters)
    function = drawn(player, by_hand)
    locked = before.with_strategy(player, function)
    certificate = sf.check(tree_of(game), called_on_tree(before, player, function))
    assert certificate.exact and locked.certificate.exact
    assert locked.certificate.values == certificate.values
    assert locked.certificate.best_response_values == certificate.best_response_values
    assert sf.check(tree_of(game), on_tree(locked)).values == certificate.values
    assert locked.check().certificate == locked.certificate

    # A class is split only where its hands have different answers
    kept = [own is then for own, then in zip(locked.filters, before.filters, strict=True)]
    assert kept[1 - player]
    is_merged = filters[player].num_classes != identity_filters(game)[player].num_classes
    assert kept[player] is not (by_hand and is_merged)


@pytest.mark.parametrize("seed", first_quick(range(20), 6))
def test_answers_beside_strategies_for_any_classes_are_those_of_the_tree(seed: int) -> None:
    game = random_ordered_game(seed, weighted=seed % 3 == 0, even=seed % 4 != 1, signals=4)
    filters = random_filter(game, seed), random_filter(game, seed + 1, 1)
    before, player = exact_solution(game, filters, seed), seed % 2
    function = drawn(seed)
    locked = before.with_strategy(player, function)
    certificate = sf.check(tree_of(game), called_on_tree(before, player, function))
    assert locked.certificate.values == certificate.values
    assert locked.certificate.best_response_values == certificate.best_response_values
    assert locked.filters[player].refines(filters[player])


@pytest.mark.parametrize("name", NAMES)
def test_answers_beside_rounded_weights_are_those_of_the_tree_up_to_their_rounding(
    name: str,
) -> None:
    game = loaded(name)
    filters = lossless(game)
    strategies: Any = without_equal_actions(game, random_strategies(class_game(*filters), 3))
    before = SavedSolution.of(game, filters, strategies, bits=12)
    locked = before.with_strategy(1, drawn(7))
    assert not locked.certificate.exact and locked.bits == LEAST_BITS
    certificate = sf.check(tree_of(game), called_on_tree(before, 1, drawn(7)))
    stakes = float(max(map(abs, class_game(*filters).payoff_range)))
    assert locked.certificate.values == pytest.approx(certificate.values, abs=1e-6 * stakes)
    assert locked.certificate.best_response_values == pytest.approx(
        certificate.best_response_values, abs=1e-6 * stakes
    )
    of_file = sf.check(tree_of(game), on_tree(locked))
    assert locked.certificate.values == pytest.approx(of_file.values, abs=1e-12 * stakes)
    for kept, then in zip(locked.behavior[0], before.behavior[0], strict=True):
        assert np.array_equal(kept, then)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("player", [0, 1])
def test_best_responses_on_classes_earn_what_those_on_the_tree_earn(name: str, player: int) -> None:
    game = loaded(name)
    locked = exact_solution(game, lossless(game)).with_strategy(1 - player, drawn(5))
    found = sf.solve(
        game, "safe-response", player=player, opponent=locked, preprocess=identity_filters(game)
    )
    best = locked.certificate.best_response_values[player]
    assert found.values[player] == pytest.approx(float(best), abs=1e-9)
    assert found.certificate.claims == {"best response with this guarantee": "within tolerance"}
    tree_profile = on_tree(found.saved())
    reply = sf.check_strategy(tree_of(game), tree_profile[player], player)
    assert found.guarantee == pytest.approx(float(reply.guarantee), abs=1e-9)


def test_a_best_response_takes_no_action_for_which_an_equal_one_stands() -> None:
    game = loaded(TURN)
    assert game.equal_actions is not None
    locked = exact_solution(game, lossless(game)).with_strategy(0, drawn(5))
    found = sf.solve(game, "safe-response", player=1, opponent=locked, preprocess="lossless")
    response = found.profile[1]
    merged: Any = without_equal_actions(game, (found.profile[0], response))
    for own, plan in zip(response.plan(), merged[1].plan(), strict=True):
        assert np.array_equal(own, plan)


def test_a_best_response_to_a_lock_is_one_for_merged_hands_unless_the_lock_tells_them_apart() -> (
    None
):
    game = loaded(SYMMETRIC)
    before = exact_solution(game, lossless(game))
    alike = before.with_strategy(1, drawn(2, by_hand=False))
    found = sf.solve(game, "safe-response", opponent=alike)
    assert found.certificate.gap == pytest.approx(0, abs=1e-9)
    apart = before.with_strategy(1, drawn(2))
    with pytest.raises(InputError, match=r"preprocess=solution\.filters, or identity"):
        sf.solve(game, "safe-response", opponent=apart)
    coarse = sf.solve(game, "safe-response", opponent=apart, preprocess=apart.filters)
    best = float(apart.certificate.best_response_values[0])
    assert coarse.values[0] <= best + 1e-9
    assert coarse.certificate.figure("bound on it")[0] == pytest.approx(best)


def test_a_function_that_always_returns_none_leaves_the_solution_as_it_is() -> None:
    for name in NAMES:
        game = loaded(name)
        before = exact_solution(game, lossless(game))
        locked = before.with_strategy(0, always(None))
        assert locked.filters == before.filters
        assert locked.certificate.values == before.certificate.values
        assert locked.certificate.best_response_values == before.certificate.best_response_values


def test_a_whole_number_is_exact_and_a_double_is_not() -> None:
    before = exact_solution(loaded("kuhn"), lossless(loaded("kuhn")))
    exact: list[Any] = [1, "1", Fraction(1), np.int64(1)]
    for share in exact:
        assert before.with_strategy(0, first_by(share)).certificate.exact
    in_doubles: list[Any] = [1.0, np.float64(1), np.float32(1)]
    for share in in_doubles:
        locked = before.with_strategy(0, first_by(share))
        assert not locked.certificate.exact and locked.plans is None
        assert locked.strategy(0, ["K"]) == {"check": 1.0, "bet": 0.0}

    # Also where both occur, and are equal
    mixed = before.with_strategy(0, lambda h, b, p, a: {a[0]: 1 if h == ("J",) else 1.0})
    assert not mixed.certificate.exact


def test_answers_may_be_in_the_order_of_the_actions_and_in_arrays() -> None:
    before = exact_solution(loaded("kuhn"), lossless(loaded("kuhn")))
    for answer in (["1/4", "3/4"], ("1/4", "3/4"), {"check": "1/4", "bet": "3/4"}):
        locked = before.with_strategy("Player 1", at_first(answer))
        assert locked.strategy(0, ["K"]) == {"check": Fraction(1, 4), "bet": Fraction(3, 4)}
    single = np.array([1 / 3, 2 / 3], dtype=np.float32)
    locked = before.with_strategy(0, always(single))
    assert locked.strategy(0, ["K"])["bet"] == pytest.approx(2 / 3)


def test_what_is_no_distribution_is_refused_with_the_turn() -> None:
    before = exact_solution(loaded(RIVER), identity_filters(loaded(RIVER)))
    answers: list[tuple[Any, type[Exception], str]] = [
        ({"check": "1/2"}, ModelError, "the probabilities sum to 1/2, not to 1"),
        ({"check": 2, "bet 6": -1}, ModelError, "from 0 to 1 expected, not -1"),
        ({"check": float("nan"), "bet 6": 1}, ModelError, "from 0 to 1 expected, not nan"),
        ({"check": float("inf"), "bet 6": 1}, ModelError, "from 0 to 1 expected, not inf"),
        ({"check": True}, ModelError, "from 0 to 1 expected, not True"),
        ({"check": "x"}, ModelError, "from 0 to 1 expected, not 'x'"),
        ({"check": None}, ModelError, "from 0 to 1 expected"),
        ({"raise": 1}, InputError, "has no action 'raise'"),
        ([1], ModelError, "2 probabilities expected, not 1"),
        ("check", ModelError, "expected, not 'check'"),
        (1, ModelError, "expected, not 1"),
        ({}, ModelError, "sum to 0"),
    ]
    for answer, error, message in answers:
        with pytest.raises(error) as caught:
            before.with_strategy(0, always(answer))
        assert message in str(caught.value)
        assert "function: Player 1 with " in str(caught.value)
        assert "on Js Ks 5c Qs 7d" in str(caught.value)


@pytest.mark.parametrize("function", [None, "passive", lambda: {}, lambda hand, board: {}])
def test_a_function_of_other_arguments_is_refused(function: Any) -> None:
    before = exact_solution(loaded("kuhn"), lossless(loaded("kuhn")))
    with pytest.raises(InputError, match="function: a function of 4 arguments expected"):
        before.with_strategy(0, function)
    with pytest.raises(InputError, match="player: 0, 1 or a name expected"):
        before.with_strategy(2, drawn(1))


def test_a_function_is_called_with_the_hands_of_the_range_and_the_board_alone() -> None:
    game = loaded(TURN)
    calls: list[tuple[Any, ...]] = []

    def recorded(*arguments: Any) -> None:
        calls.append(arguments)

    exact_solution(game, lossless(game)).with_strategy(0, recorded)
    assert {hand for hand, _, _, _ in calls} == {("As", "Ah"), ("6h", "7h")}
    assert {board[:4] for _, board, _, _ in calls} == {game.table}
    assert {len(board) for _, board, _, _ in calls} == {4, 5}
    assert not any(set(hand) & set(board) for hand, board, _, _ in calls)
    for _, board, history, actions in calls:
        assert len(history) == len(board) - 3 and len(actions) > 1
    assert len(calls) == len(set(calls))


def test_a_turn_with_one_action_and_stakes_of_nothing_are_kept_as_they_are() -> None:
    stage = StageGame.of(turn(0, {"go": turn(1, {"stop": OVER, "on": CONTINUE})}))
    last = StageGame.of(turn(1, {"only": OVER}))
    game = ordered_game(
        "nothing", [Round(stage, 0, 1), Round(last, 1, 0)], "abc", [], lambda path: (0, 0)
    )
    before = exact_solution(game, identity_filters(game))
    certain = before.with_strategy(1, lambda h, b, p, a: {a[-1]: 1})
    assert certain.strategy(1, ["a"], actions=["go"]) == {"stop": 0, "on": 1}
    assert certain.certificate.values == (0, 0) == certain.certificate.best_response_values
    found = sf.solve(game, "safe-response", opponent=certain, preprocess="identity")
    assert found.values == (0, 0)


def test_solutions_with_answers_are_saved_read_and_checked(tmp_path: Path) -> None:
    for name in (RIVER, SYMMETRIC):
        game = loaded(name)
        exact = exact_solution(game, lossless(game))
        strategies = random_strategies(class_game(*exact.filters), 3)
        for before in (exact, SavedSolution.of(game, exact.filters, strategies, bits=12)):
            locked = before.with_strategy(1, drawn(3))
            locked.save(tmp_path / "a.solution")
            read = sf.read_solution(tmp_path / "a.solution", game)
            assert read.certificate.values == locked.certificate.values
            assert read.check().certificate.values == pytest.approx(locked.certificate.values)
            assert read.method.endswith("Player 2 plays answer")
            for own, other in zip(read.filters, locked.filters, strict=True):
                assert isinstance(other, InformationFilter) and own.num_classes == other.num_classes


def test_a_bound_on_the_loss_and_exact_responses_to_solutions_are_refused_with_a_remedy() -> None:
    saved = exact_solution(loaded("kuhn"), lossless(loaded("kuhn")))
    options: list[dict[str, Any]] = [{"max_loss": 0}, {"exact": True}]
    for option in options:
        with pytest.raises(InputError, match="for a response on classes"):
            sf.solve("kuhn", "safe-response", opponent=saved, preprocess="lossless", **option)
    with pytest.raises(InputError, match="no solver is called for a best response on classes"):
        sf.solve("kuhn", "safe-response", opponent=saved, preprocess="lossless", backend="cfr")


PASSIVE = """
def passive(hand, board, history, actions):
    return {"check": 1} if "check" in actions else {"call": 1}

def wrong(hand, board, history, actions):
    return {"wait": 1}

def failing(hand, board, history, actions):
    return hand[2]
"""


def test_the_command_line_checks_and_writes_a_solution_with_a_lock(
    seqform: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("own.py").write_text(PASSIVE)
    game = loaded(RIVER)
    before = exact_solution(game, lossless(game))
    before.save("a.solution")
    words = ("check", RIVER, "a.solution", "--lock", "2=./own.py:passive")
    status, shown, _ = seqform(*words, "-o", "b.solution")
    assert status == 0 and "the best reply of Player 1 earns" in shown
    locked = sf.read_solution("b.solution", game)
    assert locked.certificate.exact and locked.method.endswith("Player 2 plays passive")
    data = json.loads(seqform(*words, "--json")[1])
    best = str(locked.certificate.best_response_values[0])
    assert data["best_response_values"][0] == best
    then = str(before.certificate.best_response_values[0])
    assert data["without_lock"]["best_response_values"][0] == then
    assert (
        seqform("chart", "b.solution", "--after", "check", "--hand", "JhJc", "--format", "csv")[0]
        == 0
    )

    # Both players, and everything that is no lock
    both = seqform(*words, "--lock", "Player 1=./own.py:passive", "--json")
    assert both[0] == 0 and json.loads(both[1])["values"] != data["values"]
    for lock, message in (
        ("2=./own.py:wrong", "has no action 'wait'"),
        (
            "2=./own.py:failing",
            "./own.py:failing: IndexError: tuple index out of range (own.py, line 9)",
        ),
        ("3=./own.py:passive", "--lock 3: 1, 2 or a player's name expected"),
        ("./own.py:passive", "PLAYER=FILE.py:NAME expected"),
        ("2=passive", "FILE.py:NAME"),
    ):
        status, _, errors = seqform("check", RIVER, "a.solution", "--lock", lock)
        assert status == 2 and message in errors and errors.count("\n") == 1, errors
    status, _, errors = seqform("check", RIVER, "a.solution", "-o", "c.solution")
    assert status == 2 and "of no meaning without --lock" in errors
    sf.solve("kuhn").save("kuhn.json")
    status, _, errors = seqform("check", "kuhn", "kuhn.json", "--lock", "2=./own.py:passive")
    assert status == 2 and "only for a file of class strategies" in errors


def test_a_table_of_hands_has_no_frequencies_where_a_lock_leads_no_more() -> None:
    game = sf.load("holdem(pot=60,stack=140,ranges=[AA QQ JTs; KK AJs],bets=pot)", kind="ordered")
    solution = sf.solve(game, target_gap=0.5, backend="cfr").saved()

    def never_bets(hand: Any, board: Any, history: Any, actions: Any) -> Any:
        return {"check": 1} if "check" in actions else None

    table = hand_table(solution.with_strategy(1, never_bets), "check bet 60 all-in")
    assert table.player == 1
    assert all(row.reach == 0 and row.frequencies is None for row in table.rows)
    assert "not reached" in str(table)
    assert table.as_dict()["hands"][0]["frequencies"] is None
    before = hand_table(solution, "check bet 60 all-in")
    assert any(row.frequencies is not None for row in before.rows)
