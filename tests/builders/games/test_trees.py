"""Numbers of games, and trees written down in Python, from rules node by node, and by columns."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import seqform as sf
from seqform.builders.games import catalog
from seqform.builders.games.exact_numbers import exact_column, nearby_fraction, read_rational
from seqform.builders.games.families.bidding_games import LiarsDice
from seqform.builders.games.ordered.limit_poker import Betting, PokerRules
from seqform.builders.games.rules import TERMINAL, Rules, expand, expand_by_nodes, is_rules
from seqform.builders.games.tree import Node, PlayerMove, chance, leaf, move, tree
from seqform.errors import GameError, InputError, TooLargeError, UnknownLabelError
from seqform.models.games.extensive import CHANCE, NONE, ExtensiveGame
from seqform.models.numbers.exact import Ints, Rational
from seqform.models.numbers.text import write_rational

HALF = Fraction(1, 2)


def pennies(shown: bool) -> Node:
    def guess(coin: str) -> Node:
        right = {side: leaf(-1 if side == coin else 1) for side in "HT"}
        return move(1, f"saw {coin}" if shown else "saw nothing", right)

    return move(0, "coin", {side: guess(side) for side in "HT"})


def test_equal_labels_of_one_player_make_one_information_set() -> None:
    assert tree("hidden", pennies(shown=False)).count()["information sets of player 2"] == 1
    assert tree("shown", pennies(shown=True)).count()["information sets of player 2"] == 2
    game = tree("apart", move(0, "h", {"a": move(1, "h", {"b": leaf(0)})}))
    assert game.information_sets.player.tolist() == [0, 1]


def test_payoffs_and_probabilities_are_kept_exactly() -> None:
    game = tree(
        "exact", chance({"x": (Fraction(1, 3), leaf(HALF, 2)), "y": (Fraction(2, 3), leaf(-7))})
    )
    assert game.information_sets.player.tolist() == [CHANCE]
    assert game.chance_reach.take(game.leaves).to_fractions() == [Fraction(1, 3), Fraction(2, 3)]
    assert game.leaf_payoffs[0].to_fractions() == [HALF, -7]
    assert game.leaf_payoffs[1].to_fractions() == [2, 7]


def test_title_players_comment_and_the_order_of_actions_are_kept() -> None:
    root = move(0, "h", {"z": leaf(1), "a": move(1, "k", {"y": leaf(2), "b": leaf(3)})})
    game = tree("t", root, players=("Rose", "Colin"), comment="nothing happens")
    assert [game.path(node) for node in game.leaves] == [("z",), ("a", "y"), ("a", "b")]
    assert (game.title, game.players, game.comment) == ("t", ("Rose", "Colin"), "nothing happens")


AGAIN = move(0, "again", {"c": leaf(0), "d": leaf(1)})


@pytest.mark.parametrize(
    ("root", "message"),
    [
        (
            {
                "x": move(1, "h", {"a": leaf(0), "b": leaf(0)}),
                "y": move(1, "h", {"a": leaf(0), "c": leaf(0)}),
            },
            "information set 'h' of player 2 has actions a, b at one node and a, c at",
        ),
        (
            {"x": chance({"y": ("3/2", leaf(0)), "z": ("-1/2", leaf(0))})},
            "chance at x: action 'z' has probability -1/2, below 0",
        ),
        ({"a": AGAIN, "b": AGAIN}, "imperfect recall: information set 'again'"),
        ({"a": 5}, "a subtree expected, not 5"),
    ],
)
def test_trees_that_are_no_games_are_refused(root: Any, message: str) -> None:
    with pytest.raises(GameError, match=message):
        tree("odd", move(0, "start", root))


def two_nodes_of_one_set(first: str, second: str, other: str) -> PlayerMove:
    """Return nodes of one set with two actions each, of which the second node has `other` last."""
    at_second = dict.fromkeys((second, other), leaf(0))
    at_first = dict.fromkeys((first, second), leaf(0))
    return move(0, "A", {"x": move(1, "B", at_first), "y": move(1, "B", at_second)})


ONE_SET_TWICE = {
    "left": move(1, "B", {"x": leaf(1)}),
    "right": move(1, "B", {"y": leaf(1)}),
}

MISUSES: dict[str, tuple[Callable[..., Any], tuple[Any, ...], str]] = {
    "thirds as doubles": (
        chance,
        ({card: (1 / 3, leaf(1)) for card in "abc"},),
        "not to 1; write a fraction as a text, '1/3' for 0.333",
    ),
    "shares that are too small": (
        chance,
        ({"a": (0.5, leaf(1)), "b": (0.25, leaf(1))},),
        r"the probabilities of 'a', 'b' sum to 3/4, not to 1$",
    ),
    "chance without probabilities": (
        chance,
        ({"a": leaf(1)},),
        r"needs a probability and a subtree, as in \('1/2', leaf\(1\)\)",
    ),
    "a list of chance": (
        chance,
        ([("1/2", leaf(1))],),
        "a dict from each action to its probability and subtree expected",
    ),
    "a list of actions": (
        move,
        (0, "A", ["left", "right"]),
        "move at 'A': a dict from each action to its subtree expected",
    ),
    "no label": (
        move,
        (0, {"left": leaf(1)}, {}),
        "move: the label of an information set: a text or a number expected",
    ),
    "a payoff as a subtree": (
        move,
        (0, "A", {"left": 1}),
        r"action 'left': a subtree expected, not 1; a payoff is a leaf, as in leaf\(1, -1\)",
    ),
    "payoffs as one argument": (leaf, ((1, 2),), r"write leaf\(1, 2\)"),
    "no title": (tree, (leaf(1), leaf(1)), "tree: a title expected first"),
    "one player": (tree, ("g", leaf(1), ("Ann",)), "tree: the names of two players expected"),
    "different actions": (
        tree,
        ("g", move(0, "A", ONE_SET_TWICE)),
        "actions x at one node and y at another; nodes that the player can tell apart need different labels",
    ),
    "another order of actions": (
        tree,
        ("g", two_nodes_of_one_set("left", "right", "left")),
        "only the order differs: write left, right at every node",
    ),
    "other capitals": (
        tree,
        ("g", two_nodes_of_one_set("left", "right", "Left")),
        "only capitals differ: did you mean left, right at every node?",
    ),
    "nodes without a title": (
        sf.solve,
        (move(0, "A", {"left": leaf(1)}),),
        r"seqform.tree\('title', node\) makes a game of nodes",
    ),
}


@pytest.mark.parametrize(("function", "arguments", "message"), MISUSES.values(), ids=MISUSES)
def test_a_misused_function_is_refused_with_the_right_line(
    function: Callable[..., Any], arguments: tuple[Any, ...], message: str
) -> None:
    with pytest.raises(GameError, match=message):
        function(*arguments)


@pytest.mark.parametrize("number", [float("nan"), float("inf"), "a half", "1/0", 1j, None])
def test_a_third_player_and_what_is_no_finite_number_are_refused(number: object) -> None:
    with pytest.raises(InputError, match=r"move at 'h': 0, 1 or a name expected .*not 3"):
        move(3, "h", {"a": leaf(0)})
    with pytest.raises(GameError, match=r"payoff.*: a number expected, such as .*, not "):
        leaf(0, number) if number is not None else leaf(number)  # type: ignore[arg-type]
    with pytest.raises(GameError, match=r"probability of 'x': a number expected, such as .*, not "):
        chance({"x": (number, leaf(0))})  # type: ignore[dict-item]


def test_texts_and_floats_have_the_value_of_the_decimal_that_is_written() -> None:
    game = tree(
        "t", chance({"x": ("0.1", leaf(0.3, "1/3")), "y": (Fraction(9, 10), leaf(np.float32(0.1)))})
    )
    assert [payoffs.to_fractions() for payoffs in game.leaf_payoffs] == [
        [Fraction(3, 10), Fraction(1, 10)],
        [Fraction(1, 3), Fraction(-1, 10)],
    ]


def test_a_deep_tree_needs_no_recursion() -> None:
    node: Node = leaf(1)
    for depth in range(5000):
        node = move(depth % 2, f"h{depth}", {"on": node})
    assert len(tree("deep", node)) == 5001


SPECS = (
    *(
        "kuhn(ranks=2)",
        "kuhn(ante=3/2,bet=1/3,ranks=5)",
        "kuhn(bet=0)",
        "kuhn-with-raise(bet=2)",
        "tiny-poker(ante=0)",
    ),
    *("three-card-orderings", "three-card-orderings(merged=true,bet=2)"),
    *("liars-dice(sides=2)", "liars-dice(sides=4,wild=false)", "liars-dice(sides=2,dice=2)"),
    *("liars-dice(sides=2,dice=3,wild=false)",),
    *(
        f"leduc(ranks={ranks},suits={suits},collapse_suits={collapsed},max_bets={bets},ante=1/2,first_bet=1/3)"
        for ranks, suits, collapsed, bets in product(
            (2, 4), (1, 2, 3), ("true", "false"), (0, 1, 2)
        )
        if ranks * suits > 2 and ranks * suits * bets < 20
    ),
)


def assert_same_tree(made: ExtensiveGame, expected: ExtensiveGame) -> None:
    assert made == expected
    assert (
        made.information_sets.probability.denominator
        == expected.information_sets.probability.denominator
    )
    for name in ("parent", "infoset", "outcome"):
        assert getattr(made, name).dtype == getattr(expected, name).dtype


def rules_of(spec: str) -> Rules[Any, Any]:
    rules = catalog.built(spec)
    assert is_rules(rules)
    return rules


@pytest.mark.parametrize("spec", SPECS)
def test_the_tree_by_columns_is_the_tree_of_the_rules_node_for_node(spec: str) -> None:
    rules = rules_of(spec)
    assert_same_tree(expand(rules), expand_by_nodes(rules))


def test_every_family_with_columns_is_compared() -> None:
    built = {entry.name: catalog.built(entry.name) for entry in catalog.entries()}
    made = {name for name, rules in built.items() if "by_columns" in vars(type(rules))}
    assert made == {spec.partition("(")[0] for spec in SPECS}


def stronger_card(public: Ints, private: Ints) -> Ints:
    return np.asarray(
        private.sum(axis=1) + 2 * (private.sum(axis=1) == public.sum(axis=1)), dtype=np.int64
    )


@pytest.mark.parametrize("copies", [1, 2])
@pytest.mark.parametrize("deal_together", [False, True])
@pytest.mark.parametrize(
    "revealed",
    [[(0, 1)], [(1, 1)], [(0, 0), (1, 1)], [(0, 1), (0, 0)], [(0, 2)], [(0, 0)], [(1, 0), (0, 1)]],
)
def test_cards_may_be_dealt_in_any_round(
    revealed: list[tuple[int, int]], deal_together: bool, copies: int
) -> None:
    rounds = [Betting(Fraction(1, 2), 1, public, private) for public, private in revealed]
    deck = ("9", "100%", "J", "J", "Q")  # two cards of one name are one card for those who see it
    rules = PokerRules(
        "any", deck, 1, tuple(rounds), stronger_card, copies=copies, deal_together=deal_together
    )
    assert_same_tree(expand(rules), expand_by_nodes(rules))


class GenerousDice(LiarsDice):
    """Rules that inherit those of a game with columns, and pay twice as much."""

    def payoffs(self, state: tuple[int, int, tuple[int, ...]]) -> tuple[int, int]:
        first, second = super().payoffs(state)
        return int(2 * first), int(2 * second)


def test_rules_that_inherit_are_asked_at_every_node() -> None:
    assert expand(GenerousDice(sides=2)).leaf_payoffs[0].largest() == 2


@pytest.mark.parametrize("spec", ["leduc", "liars-dice(sides=3)", "kuhn(ranks=10)"])
def test_the_bound_on_the_size_holds_exactly(spec: str) -> None:
    rules = rules_of(spec)
    messages: list[str] = []
    size = len(expand(rules, progress=messages.append))
    assert messages[-1].endswith(f"{size:,} nodes")
    expand(rules, max_nodes=size)
    with pytest.raises(TooLargeError, match=f"more than {size - 1:,} nodes"):
        expand(rules, max_nodes=size - 1)


@pytest.mark.parametrize("spec", ["liars-dice(sides=12,dice=6)", "leduc(ranks=50,suits=4)"])
def test_games_far_beyond_the_bound_are_refused_at_once(spec: str) -> None:
    with pytest.raises(TooLargeError, match="more than 100,000 nodes"):
        catalog.make(spec, max_nodes=100_000)


@dataclass
class Moves(Rules[str, str]):
    """Play writes letters; who moves and what may follow is looked up, letter by letter."""

    title: str = "lines"
    movers: tuple[int, ...] = (0, 1)
    letters: tuple[str, ...] = ("ab", "cd")
    seen: str = "all"

    def initial(self) -> str:
        return ""

    def player(self, state: str) -> int:
        return self.movers[len(state)] if len(state) < len(self.movers) else TERMINAL

    def actions(self, state: str) -> str:
        return self.letters[len(state)]

    def apply(self, state: str, action: str) -> str:
        return state + action

    def payoffs(self, state: str) -> tuple[Rational, Rational]:
        return (len(state), -len(state))

    def observation(self, state: str, player: int) -> str:
        return state if self.seen == "all" else ""


@dataclass
class Weighted(Moves):
    """The same with moves of chance."""

    weights: tuple[Any, ...] = (1, 2, 3)

    def chance(self, state: str) -> list[tuple[str, Rational]]:
        return list(zip(self.letters[len(state)], self.weights, strict=False))


def test_nodes_are_numbered_breadth_first_in_the_order_of_the_actions() -> None:
    game = expand(Weighted())
    assert game.parent.tolist() == [NONE, 0, 0, 1, 1, 2, 2]
    assert [game.path(node) for node in game.leaves] == [
        ("a", "c"),
        ("a", "d"),
        ("b", "c"),
        ("b", "d"),
    ]
    assert len(game.outcomes) == 1
    assert game.leaf_payoffs[0].to_fractions() == [2, 2, 2, 2]
    # Over before it begins.
    assert expand(Weighted(movers=(), letters=())).leaf_payoffs[1].to_fractions() == [0]


def test_observations_and_own_moves_separate_information_sets() -> None:
    assert expand(Weighted(seen="all")).count()["information sets of player 2"] == 2
    assert expand(Weighted(seen="none")).count()["information sets of player 2"] == 1
    game = expand(Weighted(movers=(0, 0, 0), letters=("ab", "cd", "ef"), seen="none"))
    assert game.count()["information sets of player 1"] == 1 + 2 + 4


@pytest.mark.parametrize(
    ("weights", "shares"),
    [((1, 2, 3), ("1/6", "1/3", "1/2")), ((Fraction(1, 3), Fraction(2, 3), 0), ("1/3", "2/3", 0))],
)
def test_chance_weights_become_exact_probabilities(
    weights: tuple[Rational, ...], shares: tuple[Any, ...]
) -> None:
    game = expand(Weighted(movers=(CHANCE,), letters=("xyz",), weights=weights))
    assert game.chance_reach.take(game.leaves).to_fractions() == [
        Fraction(share) for share in shares
    ]


def test_different_actions_in_an_information_set_and_chance_without_weights_are_refused() -> None:
    with pytest.raises(GameError, match="Moves: chance moves, but the rules do not say how"):
        expand(Moves(movers=(CHANCE,)))

    class Uneven(Weighted):
        def actions(self, state: str) -> str:
            return "cde" if state == "b" else super().actions(state)

    with pytest.raises(GameError, match=r"player 2 has actions .* in one information set"):
        expand(Uneven(seen="none"))


@pytest.mark.parametrize(
    ("mover", "letters", "weights", "message"),
    [
        (0, "", (), "player 1 has to move but has no action"),
        (1, "", (), "player 2 has to move but has no action"),
        (CHANCE, "", (), "chance has to move but has no action"),
        (CHANCE, "xy", (1, -1), "chance's weights are 1, -1, not a distribution"),
        (CHANCE, "xy", (0, 0), "chance's weights are 0, 0, not a distribution"),
        (CHANCE, "xy", (0.1, math.inf), "chance's weights: a number expected, .* not inf"),
    ],
)
def test_a_move_without_actions_and_weights_that_are_no_distribution_are_refused(
    mover: int, letters: str, weights: tuple[Any, ...], message: str
) -> None:
    with pytest.raises(GameError, match=message):
        expand(Weighted(movers=(mover,), letters=(letters,), weights=weights))


def test_doubles_of_rules_are_the_decimals_that_they_print() -> None:
    thirds = expand(Weighted(movers=(CHANCE,), letters=("xyz",), weights=(1 / 3, 1 / 3, 1 / 3)))
    assert thirds.information_sets.probability.to_fractions() == [Fraction(1, 3)] * 3

    class Split(Weighted):
        def payoffs(self, state: str) -> Any:
            share = 0.1 * (1 + len(state) + ord(state[-1]) % 3)
            return share, 1 - share

    game = expand(Split(movers=(0,), letters=("xyz",)))
    shares = sorted(0.1 * times for times in (2, 3, 4))
    assert sorted(game.leaf_payoffs[0].to_fractions()) == [
        Fraction(repr(share)) for share in shares
    ]
    assert sorted(game.leaf_payoffs[1].to_fractions()) == [
        Fraction(repr(1 - share)) for share in reversed(shares)
    ]


@pytest.mark.parametrize(
    ("method", "message"),
    [
        (
            {"payoffs": lambda self, state: None},
            r"payoffs\(state\) returned None at the history a, c; a pair of numbers expected",
        ),
        ({"payoffs": lambda self, state: (math.nan, 1)}, "payoffs: a number expected, .* not nan"),
        (
            {"player": lambda self, state: 5},
            r"player\(state\) returned 5; 0, 1, CHANCE or TERMINAL expected",
        ),
    ],
)
def test_the_error_for_wrong_return_values_of_rules_names_the_method(
    method: dict[str, Any], message: str
) -> None:
    with pytest.raises(GameError, match=message):
        expand(type("Odd", (Moves,), method)())


# ---- numbers ----


@given(st.fractions())
def test_fractions_survive_writing_and_reading(value: Fraction) -> None:
    assert read_rational(write_rational(value)) == value


@given(st.integers(-(10**18), 10**18), st.integers(-30, 30))
def test_decimals_and_exponents_are_read_exactly(digits: int, exponent: int) -> None:
    assert read_rational(f"{digits}e{exponent}") == digits * Fraction(10) ** exponent


@given(st.fractions(-1000, 1000, max_denominator=10_000))
def test_the_double_nearest_to_a_fraction_is_read_as_that_fraction(value: Fraction) -> None:
    assert nearby_fraction(float(value)) == value


@given(st.integers(-(10**12), 10**12), st.integers(0, 20))
def test_short_decimals_are_read_as_written(digits: int, places: int) -> None:
    assert nearby_fraction(float(f"{digits}e-{places}")) == Fraction(digits, 10**places)


@given(st.floats(allow_nan=False, allow_infinity=False, allow_subnormal=False))
def test_the_fraction_lies_within_the_tolerance(value: float) -> None:
    assert abs(nearby_fraction(value) - Fraction(value)) <= abs(Fraction(value)) * Fraction(1e-12)


@given(st.integers(1, 1000), st.sampled_from([1e-2, 1e-3, 1e-4]))
def test_of_all_fractions_within_the_tolerance_the_simplest_is_taken(
    times: int, tolerance: float
) -> None:
    value = times * math.pi / 7
    low, high = (Fraction(value) * (1 + sign * Fraction(tolerance)) for sign in (-1, 1))
    simplest = next(q for q in range(1, 10**6) if math.ceil(low * q) <= high * q)
    found = nearby_fraction(value, tolerance)
    assert found.denominator == simplest
    assert low <= found <= high


@given(st.integers(-(2**60), 2**60).map(float))
def test_integers_are_kept_however_large(value: float) -> None:
    assert nearby_fraction(value) == value


def test_columns_keep_their_numbers() -> None:
    values = [Fraction(1, 3), Fraction(-7, 4), Fraction(10**30)]
    assert exact_column(values).to_fractions() == values
    assert len(exact_column([])) == 0


@pytest.mark.parametrize("text", ["1e100001", "1e-100001", "9" * 100_001, "1/" + "9" * 100_001])
def test_numbers_of_absurd_length_are_refused(text: str) -> None:
    with pytest.raises(GameError, match="more than 100,000 digits"):
        read_rational(text)


def test_a_player_by_name_needs_the_names_of_the_tree() -> None:
    root = move("Entrant", "start", {"out": leaf(0, 4), "in": leaf(2, 2)})
    with pytest.raises(UnknownLabelError, match=r"no player 'Entrant'.*players=\(NAME, NAME\)"):
        tree("entry", root)
    with pytest.raises(UnknownLabelError, match="did you mean Entrant") as error:
        tree(
            "entry", move("Entrent", "start", {"out": leaf(0, 4)}), players=("Entrant", "Incumbent")
        )
    assert "players=" not in str(error.value)
