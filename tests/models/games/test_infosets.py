"""Best responses by dynamic programming agree with trying every pure strategy; shown names of sets are unique."""

import re
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from small_indices import INDEX
from unnamed_sets import POKER, without_labels

from seqform.builders.forms.sequence_form import count_pure_strategies, reduced_normal_form, sequence_form
from seqform.builders.games import catalog
from seqform.builders.games.tree import Node, chance, leaf, move, tree
from seqform.errors import ImperfectRecallError, ModelError
from seqform.models.games.infosets import ranges, shown_actions, unique_names
from seqform.models.numbers.exact import ExactArray


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_best_response_is_the_best_pure_strategy(seed: int, payoff_seed: int) -> None:
    form = sequence_form(catalog.make(f"random-game(seed={seed},depth=4)")).target
    rng = np.random.default_rng(payoff_seed)
    assume(max(count_pure_strategies(index) for index in form.sequences) <= 2000)
    normal = reduced_normal_form(form, 2000)
    for player, index in enumerate(form.sequences):
        gradient = ExactArray(rng.integers(-5, 6, len(index)), 7)
        best = index.best_response(gradient)
        assert best.value == max(normal.strategies[player].dot(gradient).to_fractions())
        assert index.best_response(gradient.to_floats()).value == pytest.approx(float(best.value), abs=1e-12)


def test_an_index_without_sets_has_the_empty_sequence_only() -> None:
    index = tree("over", leaf(1)).sequences[0].index
    assert (len(index), index.stages, index.names) == (1, [], ("∅",))
    assert index.depth.dtype == np.int64
    assert index.best_response(ExactArray(np.array([3]), 2)).value == Fraction(3, 2)
    assert index.best_response(np.array([1.5])).value == 1.5


DIFFERS = "player 1: this plan is for another game; its information sets or actions differ: "


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"infoset_names": ("A", "D", "C")}, f"{DIFFERS}the game has no information set 'D'"),
        ({"action_names": (("l", "r"), ("x", "y", "w"), ("u",))}, f"{DIFFERS}at information set 'B'"),
        (
            {"parent_sequence": np.array([0, 1]), "first_sequence": np.array([1, 3, 6]), "infoset_names": ("A", "B"),
             "action_names": (("l", "r"), ("x", "y", "z")), "order": np.array([0, 1])},
            f"{DIFFERS}nothing for information set 'C'",
        ),
        ({"player": 1}, "a plan of player 1 expected, not of player 2"),
    ],
)  # fmt: skip
def test_another_player_set_or_action_is_refused_by_name(changes: dict[str, object], problem: str) -> None:
    other = replace(INDEX, **changes)  # type: ignore[arg-type]
    with pytest.raises(ModelError) as caught:
        INDEX.correspondence(other, "plan")
    assert str(caught.value) == problem
    with pytest.raises(ModelError, match=problem.replace("plan", "strategy")):
        INDEX.correspondence(other)


def test_sums_in_a_best_response_may_exceed_64_bits() -> None:
    huge = 2**62
    gradient = ExactArray(np.array([huge, huge, 0, huge, 0, 0, huge], dtype=np.int64))
    assert INDEX.best_response(gradient).value == 4 * huge


def test_unique_names_and_ranges() -> None:
    assert unique_names(["a", "b"]) == ("a", "b")
    assert unique_names(["a", "", "b", "a"]) == ("a#1", "#2", "b", "a#4")
    assert unique_names(["a", "a", "a#1"]) == ("a#1#1", "a#2#2", "a#1#3")
    assert ranges(np.array([5, 0, 7]), np.array([2, 0, 3])).tolist() == [5, 6, 7, 8, 9]


def end(name: str = "end", first: int = 1) -> Node:
    return move(0, name, {"x": leaf(first), "y": leaf(0)})


@pytest.mark.parametrize(
    ("root", "message"),
    [
        (
            move(0, "start", {"l": end("later"), "r": end("later", 2)}),
            "player 1 (Player 1) has imperfect recall: information set 'later' holds the node at l "
            "(own choices before it: l at start) and the node at r (own choices: r at start)",
        ),
        (
            move(1, "exit", {"off": leaf(0), "on": move(1, "exit", {"off": leaf(1), "on": leaf(2)})}),
            "player 2 (Player 2) has imperfect recall: information set 'exit' holds the node at the root "
            "(own choices before it: none) and the node at on (own choices: on at exit)",
        ),
    ],
)
def test_forgetting_is_refused_with_the_two_nodes_and_the_own_choices_before_them(root: Node, message: str) -> None:
    with pytest.raises(ImperfectRecallError) as caught:
        tree("forgetful", root)
    assert str(caught.value) == message


def test_unnamed_information_sets_are_shown_by_the_shortest_path() -> None:
    assert POKER.shown_names(0) == {"#1": "king", "#2": "queen"}
    assert POKER.shown_names(1) == {"#1": "raise"}
    single = without_labels(tree("t", move(0, "x", {"a": leaf(0), "b": leaf(1)})))
    assert single.shown_names(0) == {"#1": "the root"}


def test_repeated_labels_are_followed_by_the_path_and_unnamed_actions_by_their_place() -> None:
    inner = move(0, "x", {"": leaf(0), "c": leaf(1)})
    game = tree("t", move(0, "y", {"a": inner, "b": move(0, "x ", {"": leaf(2), "c": leaf(3)})}))
    sets = replace(game.information_sets, labels=("y", "x", "x"))
    game = replace(game, information_sets=sets)
    assert list(game.shown_names(0).values()) == ["y", "x at a", "x at b"]
    assert shown_actions(game.action_names[1]) == ("action 1", "c")


@given(
    st.sampled_from(["kuhn", "guess-the-ace", "vsvet-figure-1", "binary-tree(depth=4)", "liars-dice(sides=2)"]),
    st.data(),
)
def test_names_by_paths_are_unique_and_true(name: str, data: st.DataObject) -> None:
    game = catalog.make(name)
    sets = range(len(game.information_sets))
    game = without_labels(game, data.draw(st.sets(st.sampled_from(sets))))
    for player in (0, 1):
        shown = game.shown_names(player)
        assert len(set(shown.values())) == len(shown)
        for row in game.sequences[player].infosets.tolist():
            name = game.infoset_names[row]
            if game.information_sets.labels[row]:
                assert shown[name] == name
                continue
            actions = [] if shown[name] == "the root" else re.sub(r" \(#\d+\)$", "", shown[name]).split(" > ")
            for node in (k for k in range(len(game)) if game.infoset[k] == row):
                ending = game.path(node)[-len(actions) :] if actions else ()
                assert all(said == "*" or did in said.split(" or ") for said, did in zip(actions, ending, strict=True))


def test_more_than_a_few_alternatives_and_names_taken_are_shown_short() -> None:
    inner = {f"{k}": move(0, "x", {"a": leaf(k), "b": leaf(0)}) for k in range(5)}
    many = without_labels(tree("many", chance({name: (Fraction(1, 5), node) for name, node in inner.items()})))
    assert many.shown_names(0) == {"#1": "*"}
    few = {name: (Fraction(1, 3), inner[name]) for name in ("0", "1", "2")}
    assert without_labels(tree("few", chance(few))).shown_names(0) == {"#1": "0 or 1 or 2"}
    taken = tree("taken", move(0, "start", {"start": move(0, "later", {"a": leaf(0), "b": leaf(1)}), "end": leaf(2)}))
    assert without_labels(taken, {0}).shown_names(0) == {"start": "start", "#2": "start (#2)"}


def test_names_are_as_short_as_others_allow() -> None:
    def dealt(**nodes: Any) -> Any:
        return chance({name: (Fraction(1, len(nodes)), node) for name, node in nodes.items()})

    def choice(name: str) -> Any:
        return move(0, name, {"l": leaf(0), "r": leaf(1)})

    first = dealt(x=dealt(d=choice("1"), e=choice("2")))
    game = tree("deals", dealt(go=dealt(a=first, b=dealt(x=dealt(d=choice("3"))))))
    assert list(without_labels(game).shown_names(0).values()) == ["a > x > d", "e", "b > x > d"]
