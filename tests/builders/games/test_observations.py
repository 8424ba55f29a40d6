"""Names of the information sets of one's own rules: observations as people write them, and notes without names."""

from collections import namedtuple
from collections.abc import Hashable
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import seqform as sf
from seqform.builders.games.rules import Rules, observation_text

Seen = namedtuple("Seen", "card bets")


class Suit(Enum):
    SPADES = 1


class Named(str, Enum):  # noqa: UP042 - a text that is a member, as people write it
    BET = "b"


@dataclass(frozen=True)
class View:
    own: str
    board: tuple[str, ...] = ()


@dataclass(frozen=True)
class Written:
    own: str

    def __str__(self) -> str:
        return f"holds {self.own}"


@pytest.mark.parametrize(
    ("observation", "text"),
    [
        ("K", "K"),
        ("", ""),
        ((), "start"),
        (("AsQs", "bet 1/2"), "AsQs, bet 1/2"),
        ((("Ks", "7h"), ("bet", "call")), "Ks 7h, bet call"),
        (("K", ()), "K"),
        ((Fraction(1, 2), 3, None), "1/2, 3, None"),
        (frozenset({"b", "a"}), "a, b"),
        (Seen("K", ("bet", "call")), "card K, bets bet call"),
        ((Seen("K", ()), "x"), "card K, x"),
        (View("K", ("2", "3")), "own K, board 2 3"),
        (Written("K"), "holds K"),
        ((Suit.SPADES, Named.BET), "SPADES, BET"),
        (Named.BET, "BET"),
    ],
)
def test_observations_read_as_people_write_them(observation: Hashable, text: str) -> None:
    assert observation_text(observation) == text


@given(
    st.recursive(
        st.text(max_size=3) | st.integers() | st.fractions() | st.booleans() | st.none(),
        lambda inner: st.lists(inner, max_size=3).map(tuple) | st.frozensets(inner, max_size=3),
        max_leaves=8,
    )
)
def test_equal_observations_have_one_text_without_quotation_marks_of_python(
    observation: Any,
) -> None:
    text = observation_text(observation)
    assert text == observation_text(observation)
    assert "Fraction(" not in text and "frozenset(" not in text


class Twice(Rules[Any, Any]):
    """Player 1 says yes or no twice, and player 2 may look at what was said last."""

    title = "twice"

    def __init__(self, seen: Any) -> None:
        self.seen = seen

    def initial(self) -> Any:
        return ()

    def player(self, state: Any) -> int:
        return (0, 0, 1, sf.TERMINAL)[len(state)]

    def actions(self, state: Any) -> Any:
        return ("yes", "no")

    def apply(self, state: Any, action: Any) -> Any:
        return (*state, action)

    def payoffs(self, state: Any) -> Any:
        return (1, -1) if state[-1] == "yes" else (0, 0)

    def observation(self, state: Any, player: int) -> Hashable:
        seen: Hashable = self.seen(state, player)
        return seen


def test_sets_of_different_pasts_with_one_observation_have_a_note() -> None:
    game = sf.load(Twice(lambda state, player: ("turn", player + 1)))
    assert set(game.information_sets.labels) == {"turn, 1", "turn, 2"}
    note = (
        "3 information sets of player 1 are called 'turn, 1': a method infoset_label(state, player)"
    )
    assert game.note.startswith(note)
    assert note in str(sf.solve(game, exact=True).certificate.note)


def test_observations_without_a_text_have_a_note() -> None:
    class Object:
        def __init__(self, key: Any) -> None:
            self.key = key

        def __hash__(self) -> int:
            return hash(self.key)

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Object) and other.key == self.key

    game = sf.load(Twice(lambda state, player: Object((state[:1], player))))
    assert "an observation is shown as <" in game.note and "infoset_label" in game.note


def test_rules_with_names_of_their_own_have_no_note() -> None:
    class NamedTwice(Twice):
        def infoset_label(self, state: Any, player: int) -> str:
            return "now"

    assert sf.load(NamedTwice(lambda state, player: ())).note == ""
    assert sf.load(Twice(lambda state, player: state if player == 0 else "last")).note == ""
