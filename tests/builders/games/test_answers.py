"""Answers of rules that are wrong: states that change, and values of other kinds than the methods have to return."""

import copy
import re
from collections import deque
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any

import numpy as np
import pytest

import seqform as sf
from seqform.errors import GameError
from seqform.models.games.ordered import Round
from seqform.models.games.stages import OVER, StageGame, turn


class Pennies(sf.Rules[Any, Any]):
    """Matching pennies, whose states are lists of moves in a box of a kind that subclasses choose."""

    title = "pennies"

    def initial(self) -> Any:
        return []

    def moves(self, state: Any) -> Any:
        return state

    def player(self, state: Any) -> Any:
        count = len(self.moves(state))
        return sf.TERMINAL if count == 2 else count

    def actions(self, state: Any) -> Any:
        return ("H", "T")

    def apply(self, state: Any, action: Any) -> Any:
        following = copy.deepcopy(state)
        self.moves(following).append(action)
        return following

    def payoffs(self, state: Any) -> Any:
        first, second = self.moves(state)
        return (1, -1) if first == second else (-1, 1)

    def observation(self, state: Any, player: Any) -> Any:
        return "coin"


class OpenPennies(Pennies):
    """The same with the first coin open."""

    perfect_information = True

    def observation(self, state: Any, player: Any) -> Any:
        return tuple(self.moves(state))

    def position(self, state: Any) -> Any:
        return tuple(self.moves(state))


class Box:
    """An object with a private list, and an attribute that is computed once."""

    def __init__(self) -> None:
        self._moves: list[str] = []
        self._count = None

    @cached_property
    def size(self) -> Any:
        return len(self._moves)


class Slots:
    __slots__ = ("moves",)

    def __init__(self) -> None:
        self.moves: list[str] = []


@dataclass(frozen=True)
class Frozen:
    moves: list[Any] = field(default_factory=list)


class ListOfOwn(list[Any]):
    pass


STATES: dict[str, Any] = {
    "list": (list, lambda state: state),
    "subclass of list": (ListOfOwn, lambda state: state),
    "deque": (deque, lambda state: state),
    "dict": (lambda: {"h": []}, lambda state: state["h"]),
    "list in a tuple": (lambda: (3, ([],)), lambda state: state[1][0]),
    "object": (Box, lambda state: state._moves),
    "object with slots": (Slots, lambda state: state.moves),
    "frozen dataclass of a list": (Frozen, lambda state: state.moves),
    "array of objects": (lambda: np.array([[], None], dtype=object), lambda state: state[0]),
}


def rules_on(base: Any, kind: Any, apply: Any) -> Any:
    """Return pennies whose states are of a kind, with another `apply`."""
    make, moves = STATES[kind]
    members: dict[str, Any] = {
        "initial": lambda self: make(),
        "moves": lambda self, state: moves(state),
    }
    if apply is not None:
        members["apply"] = apply
    return type("Own", (base,), members)()


def returns_the_argument(self: Any, state: Any, action: Any) -> Any:
    self.moves(state).append(action)
    return state


def copies_too_late(self: Any, state: Any, action: Any) -> Any:
    self.moves(state).append(action)
    return copy.deepcopy(state)


def copies_the_surface(self: Any, state: Any, action: Any) -> Any:
    following = copy.copy(state)
    self.moves(following).append(action)
    return following


CHANGED = (
    r"Own\): apply: changed the state it was given .*; return a new one, e\.g\. copy\.deepcopy"
)


@pytest.mark.parametrize("apply", [returns_the_argument, copies_too_late])
@pytest.mark.parametrize("kind", STATES)
def test_no_tree_is_made_of_states_that_apply_changes(kind: Any, apply: Any) -> None:
    with pytest.raises(GameError, match=CHANGED.replace(".*", "at the initial state")):
        sf.solve(rules_on(Pennies, kind, apply))


@pytest.mark.parametrize(
    "kind", ["dict", "list in a tuple", "object", "object with slots", "frozen dataclass of a list"]
)
def test_a_list_that_a_shallow_copy_shares_is_found(kind: Any) -> None:
    with pytest.raises(GameError, match=CHANGED):
        sf.solve(rules_on(Pennies, kind, copies_the_surface))


@pytest.mark.parametrize("kind", STATES)
def test_states_that_are_copied_first_give_the_game(kind: Any) -> None:
    game = sf.load(rules_on(Pennies, kind, None))
    assert len(game) == 7
    assert sf.solve(game).values == (0, 0)


@pytest.mark.parametrize(
    "use",
    [
        lambda rules: sf.load(rules, kind="positions"),
        lambda rules: sf.solve(rules, concept="subgame-perfect"),
        sf.search,
        lambda rules: sf.search(rules, method="minimax"),
        sf.mcts,
        lambda rules: sf.play.match(rules, "random", "random", games=2),
        lambda rules: sf.play.match(rules, "negamax", "mcts", games=2),
    ],
)
def test_every_use_of_rules_of_perfect_information_refuses_states_that_change(use: Any) -> None:
    with pytest.raises(GameError, match=CHANGED):
        use(rules_on(OpenPennies, "list", returns_the_argument))


def test_the_history_is_the_way_to_the_node() -> None:
    class Late(Pennies):
        def apply(self, state: Any, action: Any) -> Any:
            if state == ["T"]:
                state.append(action)
                return state
            return [*state, action]

    with pytest.raises(GameError, match="changed the state it was given at the history T;"):
        sf.load(Late())


def test_the_history_of_a_position_is_a_way_to_it() -> None:
    class Late(OpenPennies):
        def apply(self, state: Any, action: Any) -> Any:
            if state == ["T"]:
                state.append(action)
                return state
            return [*state, action]

    with pytest.raises(GameError, match="changed the state it was given at the history T;"):
        sf.load(Late(), kind="positions")


def test_moves_of_chance_may_not_change_states_either() -> None:
    class Dealt(Pennies):
        def player(self, state: Any) -> Any:
            return sf.CHANCE if not state else super().player(state)

        def chance(self, state: Any) -> Any:
            return [("H", 1), ("T", 2)]

        def apply(self, state: Any, action: Any) -> Any:
            state.append(action)
            return state

    with pytest.raises(GameError, match="changed the state it was given at the initial state"):
        sf.load(Dealt())


def test_a_generator_of_random_numbers_in_the_state_is_part_of_it() -> None:
    class Rolled(Pennies):
        def initial(self) -> Any:
            return (Random(1), ())

        def moves(self, state: Any) -> Any:
            return state[1]

        def apply(self, state: Any, action: Any) -> Any:
            state[0].random()
            return (state[0], (*state[1], action))

    with pytest.raises(GameError, match="changed the state it was given"):
        sf.load(Rolled())


def test_what_a_state_computes_once_is_no_change() -> None:
    class Cached(Pennies):
        def initial(self) -> Any:
            return Box()

        def moves(self, state: Any) -> Any:
            return state._moves

        def apply(self, state: Any, action: Any) -> Any:
            state._count = state.size  # fills both
            following = Box()
            following._moves = [*state._moves, action]
            return following

    assert len(sf.load(Cached())) == 7


def test_a_private_attribute_that_is_a_move_is_a_change() -> None:
    class Turns:
        _first = None
        _second = None

    class Filled(Pennies):
        def initial(self) -> Any:
            return Turns()

        def moves(self, state: Any) -> Any:
            return [move for move in (state._first, state._second) if move is not None]

        def apply(self, state: Any, action: Any) -> Any:
            if state._first is None:
                state._first = action
            else:
                state._second = action
            return state

    with pytest.raises(GameError, match="changed the state it was given"):
        sf.load(Filled())


def test_rules_may_remember_within_themselves_though_states_refer_to_them() -> None:
    class Remembers(Pennies):
        def __init__(self) -> None:
            self.known: dict[Any, str] = {}

        def initial(self) -> Any:
            return {"rules": self, "h": ()}

        def moves(self, state: Any) -> Any:
            return state["h"]

        def apply(self, state: Any, action: Any) -> Any:
            self.known[state["h"]] = action
            return {"rules": self, "h": (*state["h"], action)}

    assert len(sf.load(Remembers())) == 7


WRONG: dict[str, list[tuple[Any, str]]] = {
    "apply": [(None, "a state")],
    "actions": [
        (None, "a list or tuple"),
        (3, "a list or tuple"),
        ({"H", "T"}, "a list or tuple"),
        ({"H": 1}, "a list or tuple"),
        (iter("HT"), "a list or tuple"),
    ],
    "player": [
        (None, "CHANCE or TERMINAL"),
        ("0", "CHANCE or TERMINAL"),
        (7, "CHANCE or TERMINAL"),
        ([0], "CHANCE or TERMINAL"),
    ],
    "observation": [
        (["H"], "a hashable, such as a tuple"),
        ({"seen": "H"}, "a hashable, such as a tuple"),
        (np.zeros(2), "a hashable, such as a tuple"),
    ],
    "infoset_label": [(None, "a text"), (3, "a text"), (("H",), "a text")],
    "action_label": [(None, "a text"), (3, "a text"), (("H",), "a text")],
    "payoffs": [
        (None, "a pair of numbers"),
        (1, "a pair of numbers"),
        ((1, 2, 3), "a pair of numbers"),
        (([1], [2]), "hashable"),
        ((None, 1), "payoffs"),
    ],
    "chance": [
        (None, "a list of pairs"),
        ({"H": 1}, r"list\(weights\.items\(\)\)"),
        ("HT", "a list of pairs"),
        (["H", "T"], "a list of pairs"),
        ([("H", 1, 2)], "a list of pairs"),
        ([(["H"], 1)], "hashable"),
        ([("H", None)], "chance's weights"),
    ],
}
CASES = [(name, value, text) for name, answers in WRONG.items() for value, text in answers]


@pytest.mark.parametrize(("method", "value", "expected"), CASES)
@pytest.mark.parametrize("kind", ["extensive", "positions"])
def test_an_answer_of_another_kind_names_the_method_and_what_is_expected(
    kind: Any, method: Any, value: Any, expected: Any
) -> None:
    """Every wrong answer ends in one line; of graphs, labels are read only when they are shown."""
    base = OpenPennies if kind == "positions" else Pennies
    members: dict[str, Any] = {method: lambda self, *arguments: value}
    if method == "chance":
        members["player"] = lambda self, state: base.player(self, state) if state else sf.CHANCE
    rules = type("Own", (base,), members)()

    if kind == "positions" and method.endswith("label"):
        return
    named = re.escape(f"{method}(state") if method != "chance" else "chance"
    with pytest.raises(GameError, match=expected) as error:
        sf.load(rules, kind=kind)
    assert re.search(named, str(error.value)) or method == "payoffs"
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("payoffs", [None, 1, (1,), "ab", (1, 2, 3), {"high": 1, "low": 2}])
def test_a_utility_that_returns_no_pair_is_named_with_the_history(payoffs: Any) -> None:
    stage = StageGame.of(turn(0, {"stop": OVER, "play": OVER}))
    with pytest.raises(
        GameError, match=r"war: utility\(path\) returned .* at the history stop; a pair"
    ):
        sf.ordered_game("war", [Round(stage, 0, 1)], "JQK", [], utility=lambda path: payoffs)


@pytest.mark.parametrize("kind", [Pennies, OpenPennies])
@pytest.mark.parametrize("player", [0.0, np.float64(1), "0", None, 2, -3, [0]])
def test_a_player_that_is_no_integer_of_a_player_is_refused(
    kind: type[Pennies], player: Any
) -> None:
    class Wrong(kind):  # type: ignore[misc, valid-type]
        def player(self, state: Any) -> Any:
            return player

    refused = pytest.raises(GameError, match=r"player\(state\) returned .* CHANCE or TERMINAL")
    with refused:
        sf.solve(Wrong())
    if kind is OpenPennies:
        with refused:
            sf.mcts(Wrong(), simulations=2)
        with refused:
            sf.search(Wrong())


@pytest.mark.parametrize("number", [np.int64, np.int8, bool])
def test_players_of_other_kinds_of_integers_are_players(number: Any) -> None:
    class Counted(Pennies):
        def player(self, state: Any) -> Any:
            player = super().player(state)
            return player if player == sf.TERMINAL else number(player)

    assert sf.solve(Counted(), exact=True).values == (0, 0)


@pytest.mark.parametrize("pair", [list, np.array])
def test_payoffs_may_be_lists_and_arrays(pair: Any) -> None:
    class Listed(OpenPennies):
        def payoffs(self, state: Any) -> Any:
            return pair(super().payoffs(state))

    assert sf.solve(Listed(), exact=True).values == (-1, 1)
    assert sf.search(Listed()).value == -1


# ---- missing methods ----


REQUIRED = ("initial", "player", "actions", "apply", "observation", "payoffs")


@pytest.mark.parametrize("method", REQUIRED)
@pytest.mark.parametrize("base", [Pennies, OpenPennies])
def test_rules_without_a_required_method_are_refused(base: type[Any], method: str) -> None:
    rules = type("Coins", (base,), {method: getattr(sf.Rules, method)})()
    with pytest.raises(GameError, match=rf"^Coins: the rules have no method {method}\("):
        sf.load(rules)
    with pytest.raises(GameError, match=rf"no method {method}\("):
        sf.play.match(rules, "random", "random", games=2)


@pytest.mark.parametrize("method", ["actions", "observation"])
def test_rules_of_another_class_need_the_same_methods(method: str) -> None:
    body = {name: getattr(OpenPennies, name) for name in (*REQUIRED, "moves") if name != method}
    rules = type("Coins", (), {"title": "coins", **body})()
    with pytest.raises(GameError, match=rf"^Coins: the rules have no method {method}\("):
        sf.load(rules)


def test_a_method_of_a_similar_name_is_suggested() -> None:
    class Misspelt(Pennies):
        observation = sf.Rules.observation

        def observe(self, state: Any, player: Any) -> Any:
            return "coin"

    with pytest.raises(GameError, match=r"separates information sets; did you mean observe\?$"):
        sf.solve(Misspelt())


def test_an_exception_of_rules_has_the_history_as_a_note() -> None:
    class Failing(Pennies):
        def payoffs(self, state: Any) -> Any:
            if state == ["T", "H"]:
                raise ZeroDivisionError
            return super().payoffs(state)

    with pytest.raises(ZeroDivisionError) as caught:
        sf.load(Failing())
    assert caught.value.__notes__ == ["at the history T, H"]
