"""The catalog of games, and graphs of distinct positions made from rules."""

import math
import re
from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import seqform as sf
from seqform.backends.bestnash.backend import backward_induction
from seqform.builders.games import catalog
from seqform.builders.games.entry import CatalogEntry, KnownValue, Parameter, spell
from seqform.builders.games.families.board_games import TicTacToe
from seqform.builders.games.rules import (
    MAX_NODES,
    TERMINAL,
    Rules,
    StatesOfPositions,
    expand,
    position_graph,
)
from seqform.builders.preprocess.subgames import is_perfect_information, perfect_information
from seqform.errors import GameError
from seqform.models.games.extensive import CHANCE, ExtensiveGame
from seqform.models.games.ordered import count
from seqform.models.games.positions import END, PositionGraph

ENTRIES = catalog.entries()
SIZED = [entry for entry in ENTRIES if entry.sizes is not None]
EXPANDABLE = [
    entry for entry in SIZED if entry.sizes is not None and entry.sizes.nodes <= MAX_NODES
]
TOO_LARGE = [entry for entry in SIZED if entry not in EXPANDABLE]
VALUES = [known for entry in ENTRIES for known in entry.values]


LARGE = {"tic-tac-toe", "liars-dice", "liars-dice(wild=false)"}


def large_ones_slow(values: Iterable[Any], name: str) -> list[Any]:
    return [
        pytest.param(
            value,
            id=getattr(value, name),
            marks=[pytest.mark.slow] * (getattr(value, name) in LARGE),
        )
        for value in values
    ]


@cache
def default_game(name: str) -> ExtensiveGame:
    return catalog.make(name)


@pytest.mark.parametrize("entry", large_ones_slow(EXPANDABLE, "name"))
def test_stored_sizes_are_those_of_the_game_and_descriptions_mark_what_is_not_zero_sum(
    entry: CatalogEntry,
) -> None:
    game = default_game(entry.name)
    indices = [own.index for own in game.sequences]
    assert entry.sizes is not None
    assert len(game) == entry.sizes.nodes
    assert tuple(index.num_infosets for index in indices) == entry.sizes.infosets
    assert tuple(len(index) for index in indices) == entry.sizes.sequences
    general_sum = "not zero-sum" in entry.description or entry.name == "binary-tree"
    assert game.is_zero_sum != general_sum


@pytest.mark.slow
def test_tic_tac_toe_has_its_plays_won_lost_and_drawn_and_a_set_for_every_history() -> None:
    game = default_game("tic-tac-toe")
    values, counts = np.unique(game.leaf_payoffs[0].numerators, return_counts=True)
    assert dict(zip(values.tolist(), counts.tolist(), strict=True)) == {
        1: 131_184,
        -1: 77_904,
        0: 46_080,
    }
    assert len(game.information_sets) == len(game) - len(game.leaves)


@pytest.mark.parametrize("known", large_ones_slow(VALUES, "spec"))
def test_stored_values_are_those_of_the_game(known: KnownValue) -> None:
    game = default_game(known.spec)
    assert game.is_zero_sum
    if is_perfect_information(game):
        assert backward_induction(perfect_information(game).target).values[0] == known.value
        return
    found = sf.solve(game, exact=True)
    assert found.certificate.proven and found.values[0] == known.value


@pytest.mark.parametrize("entry", TOO_LARGE, ids=lambda entry: entry.name)
def test_sizes_of_games_too_large_to_expand_are_counted_from_the_rules(entry: CatalogEntry) -> None:
    sizes = count(catalog.ordered(entry.name))
    assert entry.sizes is not None and sizes.nodes == entry.sizes.nodes
    assert (sizes.infosets, sizes.sequences) == (entry.sizes.infosets, entry.sizes.sequences)
    with pytest.raises(
        GameError, match=f"{sizes.nodes:,} nodes, too many to write out .*--preprocess lossless"
    ):
        catalog.make(entry.name)


def test_names_are_unique_descriptions_fit_on_a_line_and_defaults_are_allowed() -> None:
    names = [name for entry in ENTRIES for name in (entry.name, *entry.aliases)]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name) for name in names)
    for entry in ENTRIES:
        assert (
            "\n" not in entry.description and 0 < len(entry.description) <= 90 and entry.source
        ), entry.name
        assert catalog.parse_spec(entry.signature) == (entry.name, entry.defaults)
        for parameter in entry.parameters:
            for value in (parameter.default, str(parameter.default)):
                assert parameter.read(value) == parameter.default
            assert re.fullmatch("[a-z_]+", parameter.name)


def test_games_are_built_with_every_word_that_a_parameter_allows() -> None:
    for entry in ENTRIES:
        for parameter in entry.parameters:
            for choice in parameter.choices:
                built: Any = catalog.built(entry.name, **{parameter.name: choice})
                assert (choice == parameter.default) == (built.title == entry.name)


@pytest.mark.parametrize(
    ("spec", "name", "parameters"),
    [
        ("kuhn", "kuhn", {}),
        ("kuhn()", "kuhn", {}),
        (" Kuhn ( ante = 2 , bet=3 ) ", "kuhn", {"ante": 2, "bet": 3}),
        ("kuhn(ranks=4,ante=.5)", "kuhn", {"ante": Fraction(1, 2), "ranks": 4}),
        ("kuhn(bet=3/2)", "kuhn", {"bet": Fraction(3, 2)}),
        ("kuhn(ranks=4.0)", "kuhn", {"ranks": 4}),
        ("one_card_poker", "kuhn", {}),
        ("guess_the_ace(cards=32)", "guess-the-ace", {"cards": 32}),
        ("leduc(collapse-suits=TRUE)", "leduc", {"collapse_suits": True}),
        ("goofspiel(order=Descending)", "goofspiel", {"order": "descending"}),
        ("matrix-game(lowest=-3)", "matrix-game", {"lowest": -3}),
    ],
)
def test_a_spec_is_a_name_and_parameters(
    spec: str, name: str, parameters: dict[str, object]
) -> None:
    assert catalog.parse_spec(spec) == (name, parameters)


@pytest.mark.parametrize(
    "spec", ["", "kuhn(", "kuhn)", "kuhn(ante=1", "(ante=1)", "kuhn(ante=1)(bet=1)", "kuhn ante"]
)
def test_a_malformed_spec_is_refused(spec: str) -> None:
    with pytest.raises(
        GameError, match=r"is not a game.*: write a name, or a name with parameters|no game named"
    ):
        catalog.parse_spec(spec)


def test_an_unknown_name_is_refused_with_those_that_come_near() -> None:
    with pytest.raises(
        GameError,
        match=r"no game named 'leduk' in the catalog; did you mean leduc or leduc-poker\?",
    ):
        catalog.make("leduk")
    with pytest.raises(
        GameError, match="no game named 'xyzzy' in the catalog; `seqform games` lists"
    ):
        catalog.make("xyzzy")


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("kuhn(cards=3)", "kuhn has no parameter 'cards'; its parameters are ante, bet, ranks"),
        (
            "kuhn(3)",
            "kuhn: '3' is not a parameter: write name=value, as in kuhn(ante=1,bet=1,ranks=3)",
        ),
        ("kuhn(ante=1,Ante=2)", "kuhn: parameter 'ante' is given twice"),
        (
            "kuhn(ranks=1)",
            "kuhn: ranks=1: ranks (number of cards in the deck) is an integer from 2 to 100; the default is 3",
        ),
        (
            "kuhn(ranks=three)",
            "kuhn: ranks=three: ranks (number of cards in the deck) is an integer from 2 to 100",
        ),
        ("kuhn(ranks=7/2)", "kuhn: ranks=7/2: ranks"),
        (
            "kuhn(ante=-1)",
            "is an integer, decimal or fraction such as 3/2, at least 0; the default is 1",
        ),
        ("kuhn(ante=1/0)", "kuhn: ante=1/0: ante"),
        (
            "leduc(collapse_suits=1)",
            "leduc: collapse_suits=1: collapse_suits (whether cards of a rank",
        ),
        (
            "goofspiel(order=sideways)",
            "is one of random, descending, ascending; the default is random",
        ),
    ],
)
def test_the_error_of_a_wrong_parameter_lists_the_allowed_values(spec: str, message: str) -> None:
    with pytest.raises(GameError, match=re.escape(message)):
        catalog.make(spec)


def test_python_values_of_the_wrong_kind_are_refused() -> None:
    wrong = {"ante": (math.nan, [1]), "ranks": (True, Fraction(7, 2), None), "order": (3,)}
    for parameter, value in ((name, value) for name, values in wrong.items() for value in values):
        name = "goofspiel" if parameter == "order" else "kuhn"
        with pytest.raises(GameError, match=f"{name}: {parameter}=.*: {parameter} "):
            catalog.make(name, **{parameter: cast(Any, value)})


@given(
    st.fixed_dictionaries(
        {},
        optional={
            "ante": st.fractions(0, 10, max_denominator=20),
            "bet": st.fractions(0, 10, max_denominator=20),
            "ranks": st.integers(2, 4),
        },
    )
)
def test_the_title_is_the_shortest_spec_of_the_game(parameters: dict[str, Fraction | int]) -> None:
    game = catalog.make(spell("kuhn", parameters))
    _, named = catalog.parse_spec(game.title)
    defaults = catalog.find("kuhn").defaults
    assert named == {key: value for key, value in parameters.items() if value != defaults[key]}
    assert catalog.make(game.title) == game


def test_making_a_game_reports_progress_and_respects_the_limit() -> None:
    heard: list[str] = []
    catalog.make("liars-dice(sides=2)", progress=heard.append)
    assert heard[0] == "expanding liars-dice(sides=2): 3 nodes"
    with pytest.raises(GameError, match="liars-dice: more than 1,000 nodes"):
        catalog.make("liars-dice", max_nodes=1000)


Heaped = tuple[int, int, str]
"""The number of stones left, the player to move, and the numbers taken so far."""


class Heap(Rules[Heaped, int]):
    """A heap of stones from which one to three are taken in turn; who takes the last one wins.

    With `dice`, chance takes one or two stones first.
    """

    title = "a heap"

    def __init__(self, stones: int, dice: bool = False) -> None:
        self.stones, self.dice = stones, dice

    def initial(self) -> Heaped:
        return (self.stones, CHANCE if self.dice else 0, "")

    def player(self, state: Heaped) -> int:
        return state[1] if state[0] else TERMINAL

    def actions(self, state: Heaped) -> Sequence[int]:
        return range(1, min(3, state[0]) + 1)

    def chance(self, state: Heaped) -> Sequence[tuple[int, Fraction | int]]:
        return ((1, 1), (2, 2))

    def apply(self, state: Heaped, action: int) -> Heaped:
        return (state[0] - action, 0 if state[1] == CHANCE else 1 - state[1], f"{state[2]}{action}")

    def payoffs(self, state: Heaped) -> tuple[int, int]:
        return (1, -1) if state[1] == 1 else (-1, 1)

    def observation(self, state: Heaped, player: int) -> Hashable:
        return state[2]

    def position(self, state: Heaped) -> Hashable:
        return state[:2]


def num_plays(graph: PositionGraph) -> int:
    """Return the number of leaves of the game's tree; chance's moves count even where their probability is zero."""
    first_move, child = graph.first_move.tolist(), graph.child.tolist()
    plays = [1] * len(graph)
    for position in np.flatnonzero(graph.player != END)[::-1].tolist():
        plays[position] = sum(
            plays[below] for below in child[first_move[position] : first_move[position + 1]]
        )
    return plays[0]


def test_tic_tac_toe_has_5478_positions_and_255168_plays_of_value_0() -> None:
    graph = position_graph(TicTacToe())
    assert (len(graph), num_plays(graph)) == (5478, 255_168)
    assert list(backward_induction(graph).values) == [0, 0]


@pytest.mark.parametrize("dice", [False, True])
@pytest.mark.parametrize("stones", range(2, 11))
def test_the_graph_has_the_plays_and_the_value_of_the_tree(stones: int, dice: bool) -> None:
    rules = Heap(stones, dice)
    graph, tree = position_graph(rules), perfect_information(expand(rules)).target
    assert num_plays(graph) == np.sum(tree.player == END)
    assert num_plays(tree) == num_plays(graph)
    assert len(graph) <= 2 * stones + 3
    assert backward_induction(graph).values == backward_induction(tree).values


def test_positions_can_be_looked_up_by_their_states() -> None:
    graph = position_graph(TicTacToe())
    states = graph.source
    assert isinstance(states, StatesOfPositions)
    rules = TicTacToe()
    one, other = rules.initial(), rules.initial()
    for square in (0, 4, 8):
        one = rules.apply(one, square)
    for square in (8, 4, 0):
        other = rules.apply(other, square)
    number = states.number(one)
    assert number == states.number(other)
    labels = [graph.move_label(number, k) for k in range(len(graph.moves(number)))]
    assert labels == [str(square) for square in (1, 2, 3, 5, 6, 7)]
    assert all(states.number(state) == number for number, state in enumerate(states.states))


def changed(stones: int, **methods: Callable[..., Any]) -> Heap:
    """Return the rules of a heap of stones with other methods."""
    return cast(Heap, type("Changed", (Heap,), methods)(stones))


def round_and_round(self: Heap, state: Heaped, action: int) -> Heaped:
    return (state[0], 1 - state[1], state[2]) if action == 1 else Heap.apply(self, state, action)


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        (
            changed(4, apply=round_and_round),
            r"a heap: play can go round in circles, so it need not end; see \(4, 0, ''\)",
        ),
        (
            changed(6, position=lambda self, state: state[0] // 2),
            r"a heap: position\(state\) is equal for .* and .*, which play on differently",
        ),
        (
            changed(4, position=lambda self, state: [state[0]]),
            r"a heap: position\(state\) returned \[4\], which is not hashable",
        ),
        (
            changed(4, actions=lambda self, state: ()),
            r"a heap: player 1 has to move but has no action, at \(4, 0, ''\)",
        ),
        (changed(4, player=lambda self, state: 3), r"a heap: player\(state\) returned 3"),
        (Heap(200), "more than 100 positions; choose smaller parameters, or raise max_nodes"),
        (
            changed(4, observation=lambda self, state, player: player),
            r"information: player 2 observes the same at \(3, 1, '1'\) and at \(2, 1, '2'\); .*solve",
        ),
    ],
)
def test_contradictions_in_the_rules_and_too_many_positions_are_errors(
    rules: Heap, message: str
) -> None:
    with pytest.raises(GameError, match=message):
        position_graph(rules, max_nodes=100)


def test_progress_is_reported_and_plays_are_counted_beyond_64_bits() -> None:
    unlabelled = {
        "apply": lambda self, state, action: (state[0] - action, 1 - state[1], ""),
        "observation": lambda self, state, player: state[0],
    }
    assert num_plays(position_graph(changed(200, **unlabelled))) > 2**64
    told: list[str] = []
    position_graph(changed(60_000, **unlabelled), progress=told.append)
    assert len(told) == 1
    assert told[0].startswith("positions of a heap: 100,0")


def test_a_bound_that_is_not_included_is_refused_and_named() -> None:
    stake = Parameter("stake", Fraction(1), "the stake", maximum=3, above=Fraction(1, 2))
    assert stake.allowed.endswith("such as 3/2, more than 1/2, 3 at most")
    assert stake.read("0.51") == Fraction(51, 100)
    for value in ("0.5", "0", "4"):
        with pytest.raises(GameError, match="more than 1/2"):
            stake.read(value)


@pytest.mark.parametrize("ending", [".solution", ".json", ".txt"])
def test_the_name_of_a_file_that_there_is_not_is_no_game(ending: str) -> None:
    with pytest.raises(GameError, match=rf"^none\{ending}: no such file"):
        sf.load(f"none{ending}")
