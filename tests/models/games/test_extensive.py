"""Extensive games: columns, information sets and their names, and players as arguments."""

import dataclasses
import inspect
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest
from drawn_games import POKER, without_labels
from hypothesis import assume, given
from hypothesis import strategies as st
from plans import INDEX

import seqform as sf
from seqform.analysis.ranges import extreme_optimal_strategy
from seqform.builders.abstraction.class_lp import class_lp, sparsified_lp
from seqform.builders.forms.class_game import class_game
from seqform.builders.forms.sequence_form import (
    count_pure_strategies,
    reduced_normal_form,
    sequence_form,
)
from seqform.builders.games import catalog
from seqform.builders.games.ordered.trade import negotiation
from seqform.builders.games.tree import Node, chance, leaf, move, tree
from seqform.builders.preprocess.gameshrink import player_filter
from seqform.builders.programs.perturbed_lp import behavior_perturbed_lp
from seqform.errors import GameError, ImperfectRecallError, InputError, ModelError
from seqform.io.saved_solution import SavedSolution
from seqform.models import CHANCE, ExactArray, InformationSets, Outcomes, breadth_first
from seqform.models.games.infosets import (
    UNNAMED,
    player_number,
    ranges,
    shown_actions,
    unique_names,
)
from seqform.models.games.stages import OVER, StageGame, turn
from seqform.play import Judge, RandomAgent, Session, action_values, opposing_hands
from seqform.playable import open_game
from seqform.solving.ordered_equilibrium import OrderedEquilibrium

HALF, THIRD = Fraction(1, 2), Fraction(333333, 1000000)


def columns(**changed: Any) -> dict[str, Any]:
    """A coin flip and player 1's guess, as columns."""
    given: dict[str, Any] = {
        "title": "guess",
        "players": ("A", "B"),
        "parent": np.array([-1, 0, 0, 1, 1, 2, 2]),
        "action": np.array([0, 0, 1, 0, 1, 0, 1]),
        "infoset": np.array([0, 1, 1, -1, -1, -1, -1]),
        "outcome": np.array([-1, -1, -1, 0, 1, 1, 0]),
        "information_sets": InformationSets(
            player=np.array([CHANCE, 0]),
            labels=("", "guess"),
            action_start=np.array([0, 2, 4]),
            action_labels=("H", "T", "h", "t"),
            probability=ExactArray.of([HALF, HALF, 0, 0]),
        ),
        "outcomes": Outcomes(("win", "lose"), (ExactArray.of([1, -1]), ExactArray.of([-1, 1]))),
    }
    return given | changed


def test_columns_in_any_parent_first_order_make_a_game() -> None:
    game = breadth_first(**columns())
    assert len(game) == 7
    assert game.is_zero_sum
    assert game.leaf_payoffs[0].to_fractions() == [1, -1, -1, 1]
    assert game.path(4) == ("H", "t")
    prefix = columns(
        parent=np.array([-1, 0, 1, 1, 0, 4, 4]),
        action=np.array([0, 0, 0, 1, 1, 0, 1]),
        infoset=np.array([0, 1, -1, -1, 1, -1, -1]),
        outcome=np.array([-1, -1, 0, 1, -1, 1, 0]),
    )
    assert breadth_first(**prefix) == game


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"parent": np.array([-1, 0, 0, 1, 1, 2, 9])}, "a parent listed before it"),
        ({"parent": np.array([-1, 0, 0, 1, 1, 1, 2])}, "2 actions, but 3 children"),
        ({"action": np.array([0, 0, 1, 0, 0, 0, 1])}, "two children by the same action"),
        ({"players": ("A", "B", "C")}, "two players expected, not 3"),
        (
            {"infoset": np.array([0, 1, 1, -1, -1, -1, 7])},
            "node 6: information set 7 is not in the table, which has 2",
        ),
    ],
)
def test_columns_that_do_not_fit_are_refused(changed: dict[str, Any], message: str) -> None:
    with pytest.raises(GameError, match=message):
        breadth_first(**columns(**changed))


@pytest.mark.parametrize("sets", [[1, 0, 0], [0, 0, 0]])
def test_columns_whose_sets_are_not_numbered_by_first_nodes_are_refused(sets: list[int]) -> None:
    game = breadth_first(**columns())
    with pytest.raises(GameError, match="not numbered in the order of their first nodes"):
        dataclasses.replace(game, infoset=np.append(sets, game.infoset[3:]))


@pytest.mark.parametrize(
    ("shares", "message"),
    [
        ([THIRD] * 3, "chance: the probabilities of '0', '1', '2' sum to 999999/1000000, not to 1"),
        ([-HALF, Fraction(3, 2)], "action '0' has probability -1/2, below 0"),
    ],
)
def test_chance_has_to_be_a_distribution_exactly(shares: list[Fraction], message: str) -> None:
    with pytest.raises(GameError, match=message):
        tree("odd", chance({str(k): (share, leaf(0)) for k, share in enumerate(shares)}))


def test_payoffs_on_the_way_add_up() -> None:
    game = breadth_first(**columns(outcome=np.array([0, 1, -1, 0, 1, 1, 0])))
    assert game.leaf_payoffs[0].to_fractions() == [1, -1, 0, 2]
    assert game.leaf_payoffs[1].to_fractions() == [-1, 1, 0, -2]


def test_a_single_leaf_is_a_game_and_a_general_sum_game_has_no_constant_sum() -> None:
    game = tree("over", leaf(3, 4))
    assert game.constant_sum == 7
    assert len(game.sequences[0].index) == 1
    assert tree("pd", move(0, "a", {"c": leaf(2, 2), "d": leaf(0, 3)})).constant_sum is None


def test_repeated_and_empty_labels_become_unique_names() -> None:
    index = (
        tree("names", move(0, "", {"": move(1, "x", {"a": leaf(0)}), "go": leaf(1)}))
        .sequences[0]
        .index
    )
    assert (index.infoset_names, index.action_names) == (("#1",), (("#1", "go"),))


def test_probabilities_over_huge_denominators() -> None:
    denominator = 2**63 + 29
    shares = [Fraction(denominator // 4, denominator)] * 3
    shares.append(1 - sum(shares, Fraction(0)))
    game = tree("huge", chance({str(k): (share, leaf(k)) for k, share in enumerate(shares)}))
    assert game.chance_reach.take(game.leaves).to_fractions() == shares


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
        assert index.best_response(gradient.to_floats()).value == pytest.approx(
            float(best.value), abs=1e-12
        )


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
def test_another_player_set_or_action_is_refused_by_name(
    changes: dict[str, object], problem: str
) -> None:
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
            move(
                1, "exit", {"off": leaf(0), "on": move(1, "exit", {"off": leaf(1), "on": leaf(2)})}
            ),
            "player 2 (Player 2) has imperfect recall: information set 'exit' holds the node at the root "
            "(own choices before it: none) and the node at on (own choices: on at exit)",
        ),
    ],
)
def test_forgetting_is_refused_with_the_two_nodes_and_the_own_choices_before_them(
    root: Node, message: str
) -> None:
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
    st.sampled_from(
        ["kuhn", "guess-the-ace", "vsvet-figure-1", "binary-tree(depth=4)", "liars-dice(sides=2)"]
    ),
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
            actions = (
                []
                if shown[name] == "the root"
                else re.sub(r" \(#\d+\)$", "", shown[name]).split(" > ")
            )
            for node in (k for k in range(len(game)) if game.infoset[k] == row):
                ending = game.path(node)[-len(actions) :] if actions else ()
                assert all(
                    said == "*" or did in said.split(" or ")
                    for said, did in zip(actions, ending, strict=True)
                )


def test_more_than_a_few_alternatives_and_names_taken_are_shown_short() -> None:
    inner = {f"{k}": move(0, "x", {"a": leaf(k), "b": leaf(0)}) for k in range(5)}
    many = without_labels(
        tree("many", chance({name: (Fraction(1, 5), node) for name, node in inner.items()}))
    )
    assert many.shown_names(0) == {"#1": "*"}
    few = {name: (Fraction(1, 3), inner[name]) for name in ("0", "1", "2")}
    assert without_labels(tree("few", chance(few))).shown_names(0) == {"#1": "0 or 1 or 2"}
    taken = tree(
        "taken",
        move(0, "start", {"start": move(0, "later", {"a": leaf(0), "b": leaf(1)}), "end": leaf(2)}),
    )
    assert without_labels(taken, {0}).shown_names(0) == {"start": "start", "#2": "start (#2)"}


def test_names_are_as_short_as_others_allow() -> None:
    def dealt(**nodes: Any) -> Any:
        return chance({name: (Fraction(1, len(nodes)), node) for name, node in nodes.items()})

    def choice(name: str) -> Any:
        return move(0, name, {"l": leaf(0), "r": leaf(1)})

    first = dealt(x=dealt(d=choice("1"), e=choice("2")))
    game = tree("deals", dealt(go=dealt(a=first, b=dealt(x=dealt(d=choice("3"))))))
    assert list(without_labels(game).shown_names(0).values()) == ["a > x > d", "e", "b > x > d"]


NAMES = ("Rose", "Colin")


def card(worth: int) -> Any:
    reply = move("Colin", "reply", {"left": leaf(worth), "right": leaf(1 - worth)})
    return move("Rose", f"card {worth}", {"go": reply, "stop": leaf(0)})


GAME = tree("named", chance({"low": ("1/2", card(0)), "high": ("1/2", card(3))}), players=NAMES)
PROFILE = sf.uniform_profile(GAME)
FORM = sf.builders.sequence_form(GAME).target
CARDS = sf.load("kuhn", kind="ordered")
CLASSES = class_game(sf.InformationFilter.identity(CARDS))
SALE = negotiation("negotiation")


@cache
def saved() -> SavedSolution:
    found = sf.solve(CARDS, exact=True, preprocess="identity", backend="barrier")
    assert isinstance(found, OrderedEquilibrium)
    return found.saved()


def other(player: Any) -> Any:
    return 1 - player_number(player, NAMES)


TAKERS: dict[str, tuple[tuple[str, str], Callable[[Any], object]]] = {
    "profile[]": (NAMES, lambda player: PROFILE[player]),
    "profile": (
        NAMES,
        lambda player: repr(list(sf.profile(GAME, {player: {}}, rest="uniform")[player])),
    ),
    "plans[]": (UNNAMED, lambda player: sf.builders.centroid(FORM)[player].index),
    "family[]": (
        NAMES,
        lambda player: sf.solve(GAME, "quasi-perfect").profile[player].index.player,
    ),
    "move": (
        NAMES,
        lambda player: tree("t", move(player, "x", {"a": leaf(0)}), players=NAMES).player.tolist(),
    ),
    "turn": (NAMES, lambda player: StageGame.of(turn(player, {"a": OVER}), NAMES).player),
    "solve": (
        NAMES,
        lambda player: sf.solve(GAME, exact=True, player=player).resolved.settings["player"],
    ),
    "quasi-perfect": (
        NAMES,
        lambda player: sf.solve(GAME, "quasi-perfect", player=player).resolved.settings["player"],
    ),
    "linear_program": (
        NAMES,
        lambda player: list(sf.linear_program(GAME, player).target.column_names),
    ),
    "linear_program, classes": (
        UNNAMED,
        lambda player: list(sf.linear_program(CARDS, player).target.column_names),
    ),
    "zero_sum_lp": (
        NAMES,
        lambda player: list(sf.builders.zero_sum_lp(FORM, player).target.column_names),
    ),
    "normal_form_lp": (
        NAMES,
        lambda player: list(sf.builders.normal_form_lp(FORM, player).target.column_names),
    ),
    "perturbed_lp": (
        NAMES,
        lambda player: list(sf.builders.perturbed_lp(FORM, player).target.column_names),
    ),
    "behavior_perturbed_lp": (
        NAMES,
        lambda player: list(behavior_perturbed_lp(FORM, player).target.column_names),
    ),
    "class_lp": (UNNAMED, lambda player: list(class_lp(CLASSES, player).target.column_names)),
    "sparsified_lp": (
        UNNAMED,
        lambda player: list(sparsified_lp(CLASSES, player).target.column_names),
    ),
    "player_filter": (
        ("Seller", "Buyer"),
        lambda player: [len(k) for k in player_filter(SALE, player).classes],
    ),
    "chart": (
        NAMES,
        lambda player: [grid.player for grid in sf.chart(GAME, PROFILE, player=player).grids],
    ),
    "chart of cards": (
        UNNAMED,
        lambda player: [grid.player for grid in sf.chart(saved(), player=player).grids],
    ),
    "compare": (
        NAMES,
        lambda player: [
            one.player for one in sf.compare(GAME, {"u": PROFILE}, players=[player]).players
        ],
    ),
    "blunder_comparison": (
        NAMES,
        lambda player: sf.blunder_comparison(GAME, {"u": PROFILE}, player).player,
    ),
    "extreme": (
        NAMES,
        lambda player: extreme_optimal_strategy(GAME, player, PROFILE[other(player)]).earned,
    ),
    "best_response": (
        NAMES,
        lambda player: sf.verify.best_response(GAME, player, PROFILE[other(player)]).value,
    ),
    "shown_names": (NAMES, lambda player: GAME.shown_names(player)),
    "judge": (NAMES, lambda player: Judge(GAME, PROFILE).perfect(player)),
    "session": (
        NAMES,
        lambda player: Session(open_game(GAME), RandomAgent(), seed=1, seat=player).seat,
    ),
    "saved strategy": (
        UNNAMED,
        lambda player: saved().strategy(player, ["K"], actions=["bet"][: player_number(player)]),
    ),
    "action_values": (
        UNNAMED,
        lambda player: action_values(saved(), player, "K", (), ["bet"][: player_number(player)]),
    ),
    "opposing_hands": (
        UNNAMED,
        lambda player: opposing_hands(saved(), player, "K", (), ["bet"][: player_number(player)]),
    ),
}


@pytest.mark.parametrize("name", TAKERS)
def test_a_name_and_its_number_mean_the_same_and_the_base_is_stated(name: str) -> None:
    names, call = TAKERS[name]
    answers = [call(0), call(1)]
    assert [call(each) for each in names] == answers
    with pytest.raises(InputError, match=r"Python counts from 0; '.*' is 0, '.*' is 1\), not 2"):
        call(2)
    with pytest.raises(
        InputError,
        match=rf"(no player 'Nobody'; known: {names[0]}, {names[1]}|no information set or player 'Nobody')",
    ):
        call("Nobody")


@pytest.mark.parametrize("given", [-1, 2, True, 0.0, None, [0]])
def test_what_is_no_player_is_refused(given: object) -> None:
    with pytest.raises(InputError, match=r"^seat: 0, 1 or a name expected"):
        player_number(given, where="seat")


def test_players_of_one_name_are_told_apart_by_number_only() -> None:
    assert player_number(1, ("", "")) == 1
    with pytest.raises(InputError, match="both players are named ''; give the number"):
        player_number("", ("", ""))


def public_functions() -> Iterator[tuple[str, Any]]:
    for room in (sf, sf.builders, sf.verify, sf.play):
        for name in room.__all__:
            each = getattr(room, name)
            yield f"{room.__name__}.{name}", each
            if inspect.isclass(each):
                yield from (
                    (f"{name}.{key}", one)
                    for key, one in vars(each).items()
                    if not key.startswith("_")
                )


CALLBACKS = {"Rules.observation", "Rules.infoset_label"}
"""Methods that a game's rules define and that are called with the number of the player."""


def test_every_public_function_takes_names_of_players() -> None:
    numbers_only = [
        f"{name}: {argument.annotation}"
        for name, function in public_functions()
        if inspect.isfunction(function) and name not in CALLBACKS
        for key, argument in inspect.signature(function).parameters.items()
        if key in ("player", "players", "seat")
        if "str" not in str(argument.annotation)
    ]
    assert numbers_only == []
