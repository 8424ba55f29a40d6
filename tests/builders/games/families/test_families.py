"""Families of games: goofspiel, liar's dice, tic-tac-toe, matrix games, trees, knapsacks, and games drawn in papers."""

from fractions import Fraction
from itertools import product
from typing import Any, cast

import numpy as np
import pytest
from assessments import Choices, profile_playing
from every_equilibrium import (
    best_selection,
    best_values,
    contains,
    equilibrium_payoffs,
    positions_of,
)
from hypothesis import given
from hypothesis import strategies as st
from tree_walks import payoffs_by_path

import seqform as sf
from seqform.builders.games import catalog
from seqform.builders.games.families.matrix_games import bimatrix_game
from seqform.builders.games.families.paper_figures import (
    knapsack_game,
    knapsack_tree,
    random_objects,
)
from seqform.builders.preprocess.subgames import perfect_information
from seqform.errors import GameError
from seqform.models.games.extensive import CHANCE, NONE, ExtensiveGame
from seqform.models.games.positions import PositionGraph
from seqform.models.numbers.exact import Rational
from seqform.solving.routes.optimal_with_chance import optimal_with_chance
from seqform.verify.nash import payoff_per_sequence


@pytest.mark.slow
@pytest.mark.parametrize(
    ("spec", "rows"),
    [
        *(("goofspiel", 5542), ("liars-dice(sides=4)", 1534), ("liars-dice(sides=5)", 7677)),
        *(
            ("leduc", 1562),
            ("leduc(collapse_suits=true)", 482),
            ("leduc(ranks=13,collapse_suits=true)", 8582),
        ),
    ],
)
def test_linear_programs_have_the_published_size(spec: str, rows: int) -> None:
    first, second = catalog.make(spec).sequences
    assert len(first.index) + 1 + second.index.num_infosets == rows


@pytest.mark.parametrize(
    ("spec", "path", "payoff"),
    [
        ("goofspiel(cards=3)", "3 3 1 2 1 3", 1),
        ("goofspiel(cards=3)", "3 3 1 2 1 2", 0),
        ("goofspiel(cards=3,points_difference=true)", "3 3 1 2 1 3", 3 - 2),
        ("goofspiel(cards=3,points_difference=true,order=ascending)", "1 3 2 1", -1 + 2 + 3),
        ("goofspiel(cards=3,points_difference=true,order=descending)", "1 3 2 2", -3 + 1),
        ("goofspiel(cards=3,order=descending)", "1 3 2 2", -1),
        ("goofspiel(cards=3,order=descending)", "1 1 2 2", 0),
        ("liars-dice(sides=3)", "1 2 1x1 liar", 1),
        ("liars-dice(sides=3)", "1 2 2x1 liar", -1),
        ("liars-dice(sides=3)", "1 3 2x1 liar", 1),
        ("liars-dice(sides=3,wild=false)", "1 3 2x1 liar", -1),
        ("liars-dice(sides=3)", "1 2 1x1 1x2 liar", -1),
        ("liars-dice(sides=3)", "1 1 1x1 1x2 liar", 1),
        ("liars-dice(sides=2,dice=2)", "1-1 1-2 4x1 liar", 1),
        ("liars-dice(sides=2,dice=2)", "1-1 1-2 4x2 liar", -1),
    ],
)
def test_plays_end_with_the_payoff_of_the_rules(spec: str, path: str, payoff: int) -> None:
    assert payoffs_by_path(catalog.make(spec))[tuple(path.split())] == payoff


def test_a_hand_of_several_dice_is_as_likely_as_the_rolls_that_make_it() -> None:
    game = catalog.make("liars-dice(sides=2,dice=2)")
    rolls = dict(
        zip(
            map(game.path, range(1, 4)),
            game.chance_reach.take(game.levels[1]).to_fractions(),
            strict=True,
        )
    )
    assert rolls == {("1-1",): Fraction(1, 4), ("1-2",): Fraction(1, 2), ("2-2",): Fraction(1, 4)}


def test_payoffs_stand_where_row_and_column_meet() -> None:
    game = bimatrix_game(
        "g", [[1, 2, 3], [4, 5, Fraction(1, 2)]], [[7, 8, 9], [0, 0, 6]], columns="xyz"
    )
    assert [game.path(leaf) for leaf in game.leaves] == [
        (row, column) for row in "12" for column in "xyz"
    ]
    assert game.leaf_payoffs[0].to_fractions() == [1, 2, 3, 4, 5, Fraction(1, 2)]
    assert game.leaf_payoffs[1].to_fractions() == [7, 8, 9, 0, 0, 6]
    assert [own.index.infoset_names for own in game.sequences] == [("row",), ("column",)]
    from_numpy = bimatrix_game("g", cast(Any, np.array([[1, 2], [3, 4]])))
    assert from_numpy.leaf_payoffs[0].to_fractions() == [1, 2, 3, 4]


def test_equal_pennies_are_player_1s_and_rock_beats_scissors_beats_paper_beats_rock() -> None:
    pennies = payoffs_by_path(catalog.make("matching-pennies"))
    assert pennies == {("H", "H"): 1, ("H", "T"): -1, ("T", "H"): -1, ("T", "T"): 1}
    at = payoffs_by_path(catalog.make("rock-paper-scissors"))
    for better, worse in (("rock", "scissors"), ("scissors", "paper"), ("paper", "rock")):
        assert [at[better, worse], at[worse, better], at[better, better]] == [1, -1, 0]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([[1, 2], [3]],), "first matrix has 2 entries in row 1, 1 in row 2"),
        (([[1, 2]], [[1, 2], [3]]), "second matrix has 2 entries in row 1, 1 in row 2"),
        (
            ([[1, 2, 3], [3, 4, 5]], [[1, 2], [3, 4], [5, 6]]),
            r"shape \(2, 3\), the second one \(3, 2\)",
        ),
        (([],), "first matrix is empty"),
        ((3,), "first matrix has to be a list of rows, not 3"),
        (([[np.nan, 2], [3, 1]],), "row 1 of the first matrix: a number expected, .* not nan"),
        (([[1, 2]], None, "AB"), "2 names for 1 rows"),
        (([[1, 2]], None, None, "A"), "1 names for 2 columns"),
    ],
)
def test_other_arguments_than_a_pair_of_matrices_are_refused(
    arguments: tuple[Any, ...], message: str
) -> None:
    with pytest.raises(GameError, match=f"^g: .*{message}"):
        bimatrix_game("g", *arguments)


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1, max_size=5))
def test_arrays_of_doubles_are_read_as_the_decimals_that_a_file_would_hold(
    numbers: list[float],
) -> None:
    game = bimatrix_game(np.array([numbers]), np.arange(len(numbers))[None, :])
    assert game.leaf_payoffs[0].to_fractions() == [Fraction(repr(number)) for number in numbers]
    assert game.leaf_payoffs[1].to_fractions() == list(range(len(numbers)))


@pytest.mark.parametrize(
    ("depth", "sequences", "constraints"),
    [
        *(
            (3, (7, 3), (4, 2)),
            (4, (7, 11), (4, 6)),
            (5, (23, 11), (12, 6)),
            (6, (23, 43), (12, 22)),
        ),
        *((7, (87, 43), (44, 22)), (8, (87, 171), (44, 86)), (9, (343, 171), (172, 86))),
    ],
)
def test_binary_trees_have_the_sizes_of_table_1(
    depth: int, sequences: tuple[int, int], constraints: tuple[int, int]
) -> None:
    game = catalog.make("binary-tree", depth=depth)
    indices = [own.index for own in game.sequences]
    assert len(game) == 2 ** (depth + 1) - 1
    assert tuple(len(index) for index in indices) == sequences
    assert tuple(1 + index.num_infosets for index in indices) == constraints


def test_players_alternate_and_the_mover_observes_all_choices_but_the_last() -> None:
    game = catalog.make("binary-tree(depth=6)")
    for distance, level in enumerate(game.levels[:-1]):
        assert set(game.player[level].tolist()) == {distance % 2}
    assert np.bincount(game.infoset[game.infoset != NONE]).tolist() == [1] + [2] * (
        len(game.information_sets) - 1
    )
    for node in np.flatnonzero(game.infoset != NONE)[1:]:
        *known, _ = game.path(int(node))
        assert game.information_sets.labels[game.infoset[node]] == "".join(known) + "?"
    assert len(catalog.make("binary-tree(depth=1)")) == 3


def test_payoffs_of_binary_trees_are_integers_from_1_to_100_fixed_by_the_seed() -> None:
    game = catalog.make("binary-tree(depth=12)")
    for payoffs in game.leaf_payoffs:
        assert payoffs.denominator == 1
        assert (payoffs.numerators.min(), payoffs.numerators.max()) == (1, 100)
        assert abs(payoffs.numerators.mean() - 50.5) < 2
    assert game != catalog.make("binary-tree(depth=12)", seed=1)
    seventh = catalog.make("binary-tree(depth=3,seed=7)")
    assert seventh.leaf_payoffs[0].numerators.tolist() == [44, 26, 87, 15, 2, 73, 29, 6]


SHARES = st.fractions(0, 1, max_denominator=10)
PARAMETERS = st.fixed_dictionaries(
    {
        "seed": st.integers(0, 10**9),
        "depth": st.integers(0, 6),
        "max_actions": st.integers(1, 4),
        "chance": SHARES,
        "merge": SHARES,
        "stop": SHARES,
        "payoffs": st.integers(0, 100),
        "zero_sum": st.booleans(),
    }
)


@given(PARAMETERS)
def test_random_trees_have_perfect_recall_and_their_parameters(parameters: dict[str, Any]) -> None:
    # Checks perfect recall and chance's probabilities.
    game = catalog.make("random-game", **parameters)
    assert len(game.levels) - 1 <= parameters["depth"]
    assert game.num_actions.max() <= parameters["max_actions"]
    for payoffs in game.leaf_payoffs:
        assert abs(payoffs.numerators).max() <= parameters["payoffs"]
    if parameters["zero_sum"]:
        assert game.is_zero_sum
    if parameters["chance"] == 0:
        assert CHANCE not in game.information_sets.player
    if parameters["merge"] == 0:
        assert len(game.information_sets) == len(game) - len(game.leaves)
    assert catalog.make(game.title) == game


def test_a_tree_that_grows_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("seqform.builders.games.families.random_trees.MAX_NODES", 100)
    with pytest.raises(GameError, match="random-game: more than 100 nodes; choose a smaller depth"):
        catalog.make("random-game", depth=20, max_actions=3)


Instance = tuple[list[int], list[Fraction], int]
"""Weights, values and the capacity."""

sizes = st.integers(0, 6)
fractions = st.builds(Fraction, st.integers(0, 6), st.integers(1, 3))
instances = st.integers(1, 3).flatmap(
    lambda n: st.tuples(
        st.lists(sizes, min_size=n, max_size=n), st.lists(fractions, min_size=n, max_size=n), sizes
    )
)


def positions(
    weights: list[int], values: list[Fraction], capacity: int, abort: int = 0
) -> PositionGraph:
    return positions_of(knapsack_tree(weights, values, capacity, abort)[0])


def tried(weights: list[int], values: list[Fraction], capacity: int) -> tuple[Fraction, int]:
    """Return the value and weight of the lightest most valuable selection, by trying them all."""
    selections = [
        (
            sum((v * d for v, d in zip(values, chosen, strict=True)), Fraction(0)),
            -sum(map(int.__mul__, weights, chosen)),
        )
        for chosen in product((0, 1), repeat=len(weights))
    ]
    value, negative = max(one for one in selections if -one[1] <= capacity)
    return value, -negative


@given(instances)
def test_the_best_of_all_equilibria_is_the_lightest_most_valuable_selection(
    instance: Instance,
) -> None:
    weights, values, capacity = instance
    value, weight = tried(*instance)
    assert value == best_selection(weights, values, capacity)
    root, scale = knapsack_tree(*instance)
    graph = positions_of(root)
    assert best_values(graph, "social") == (-weight / (scale * len(weights)), value / len(weights))
    assert best_values(graph, "best-for-2")[1] == value / len(weights)


@given(instances)
def test_every_selection_that_fits_is_an_equilibrium_and_no_other(instance: Instance) -> None:
    weights, values, capacity = instance
    root, scale = knapsack_tree(*instance)
    boxes, share = equilibrium_payoffs(positions_of(root)), Fraction(1, len(weights))
    for chosen in product((0, 1), repeat=len(weights)):
        weight = sum(w * d for w, d in zip(weights, chosen, strict=True))
        value = sum((v * d for v, d in zip(values, chosen, strict=True)), Fraction(0))
        paid = contains(boxes, (-weight * share / scale, value * share))
        if weight <= capacity:
            assert paid
    assert all(first[0] >= -capacity * share / scale for first, _ in boxes)


@pytest.mark.parametrize("seed", range(12))
def test_the_best_equilibrium_packs_as_dynamic_programming_does(seed: int) -> None:
    weights, values, capacity = random_objects(objects=4 + seed % 5, seed=seed)
    graph = perfect_information(knapsack_game("knapsack", weights, values, capacity)).target
    found = optimal_with_chance(graph, "social")
    assert found.settled
    assert found.equilibrium.values[1] * len(weights) == best_selection(weights, values, capacity)


def test_a_gain_of_player_2_from_aborting_would_hide_the_knapsack() -> None:
    gain = positions([3, 4], [Fraction(5), Fraction(6)], 5, abort=1000)
    assert best_values(gain, "social")[1] == 1000
    loss = positions([3, 4], [Fraction(5), Fraction(6)], 5, abort=-1000)
    assert best_values(loss, "social")[1] == 3


@pytest.mark.parametrize(
    ("weights", "values", "capacity", "message"),
    [([1, 2], [3], 4, "2 weights and 1 values"), ([-1], [1], 4, "cannot be negative")],
)
def test_bad_objects_get_one_error(
    weights: list[int], values: list[int], capacity: int, message: str
) -> None:
    with pytest.raises(GameError, match=message):
        knapsack_game("knapsack", weights, values, capacity)


F = Fraction


def gains(game: ExtensiveGame, player: int, opponent: Choices) -> dict[str, Fraction]:
    """Return what each sequence of a player contributes to that player's payoff against a behavior."""
    pair: tuple[Choices, Choices] = ({}, opponent) if player == 0 else (opponent, {})
    slope = payoff_per_sequence(game, player, profile_playing(game, *pair)[1 - player])
    assert not isinstance(slope, np.ndarray)
    return dict(zip(game.sequences[player].index.names, slope.to_fractions(), strict=True))


FIGURE_1: list[tuple[Choices, tuple[int, int]]] = [
    ({"1": {"2": 1}, "2": {"5": 1}}, (2, 100)),
    ({"1": {"3": 1}, "2": {"4": 1}}, (1000, 4)),
    ({"1": {"2": 1}, "2": {"4": F(96, 97), "5": F(1, 97)}}, (2, 4)),
    ({"1": {"3": 1}, "2": {"4": F(96, 97), "5": F(1, 97)}}, (1000, 4)),
]
EVEN = F(1, 2)
FIGURE_4: list[tuple[Choices, tuple[int, int]]] = [
    ({"5": {"10": 1}, "4": {"9": 1}, "3": {"8": 1}, "2": {"7": 1}, "1": {"2": 1}}, (3, 1)),
    ({"5": {"11": 1}, "4": {"5": 1}, "3": {"4": 1}, "2": {"3": 1}, "1": {"2": 1}}, (3, 3)),
    (
        {
            "5": {"10": EVEN, "11": EVEN},
            "4": {"9": EVEN, "5": EVEN},
            "3": {"4": 1},
            "2": {"3": 1},
            "1": {"6": 1},
        },
        (2, 5),
    ),
]
FIGURE_3: list[tuple[Choices, tuple[Rational, Rational]]] = [
    ({"start": {"quit": 1}, "object": {"leave": 1}}, (0, 0)),
    ({"start": {"pass": 1}, "object": {"pack": 1}}, (F(-3, 1000), 7)),
]
TWO_LEVELS: Choices = {"start": {"left": 1}, "after left": {"right": 1}, "after right": {"left": 1}}


@pytest.mark.parametrize(
    ("spec", "choices", "values"),
    [
        *(("littman-figure-1", *row) for row in FIGURE_1),
        *(("littman-figure-4", *row) for row in FIGURE_4),
        *(("knapsack-figure-3(weight=3,value=7,scale=1000)", *row) for row in FIGURE_3),
        ("two-level-tree", TWO_LEVELS, (1, -1)),
    ],
)
def test_subgame_perfect_equilibria_are_the_papers(
    spec: str, choices: Choices, values: tuple[Rational, Rational]
) -> None:
    game = catalog.make(spec)
    certificate = sf.check(game, profile_playing(game, choices, choices), subgame_perfect=True)
    assert certificate.values == values
    assert certificate.checks == {"subgame perfect": True}


@pytest.mark.parametrize("alpha", [F(97, 98), F(1)])
def test_littmans_figure_1_goes_left_for_alpha_up_to_96_97ths_only(alpha: Fraction) -> None:
    game = catalog.make("littman-figure-1")
    choices: Choices = {"1": {"2": 1}, "2": {"4": alpha, "5": 1 - alpha}}
    assert not sf.check(game, profile_playing(game, choices, choices), subgame_perfect=True).checks[
        "subgame perfect"
    ]


def test_the_two_level_tree_has_the_articles_payoffs() -> None:
    payoffs = zip(
        *(column.to_fractions() for column in catalog.make("two-level-tree").leaf_payoffs),
        strict=True,
    )
    assert list(payoffs) == [(5, -5), (1, -1), (-3, 3), (6, -6)]


def test_merging_isomorphic_subtrees_turns_player_2_from_right_to_left() -> None:
    for merged, replies in ((False, ("l", "right")), (True, ("r", "left"))):
        game = catalog.make("abstraction-counterexample", merged=merged)
        (mine,), (theirs,) = (own.index.infoset_names for own in game.sequences)
        against = [gains(game, 0, {theirs: {answer: 1}}) for answer in ("left", "right")]
        dominant = [
            a
            for a, b in ("lr", "rl")
            if all(row[f"{mine} {a}"] > row[f"{mine} {b}"] for row in against)
        ]
        slope = gains(game, 1, {mine: {dominant[0]: 1}})
        best = max(("left", "right"), key=lambda answer: slope[f"{theirs} {answer}"])
        assert (*dominant, best) == replies
        assert slope[f"{theirs} left"] != slope[f"{theirs} right"]


def test_the_subtrees_below_a_and_b_are_isomorphic_and_chance_is_not_observed() -> None:
    game = catalog.make("abstraction-counterexample")
    at = payoffs_by_path(game)
    below_a = {path[1:]: payoff for path, payoff in at.items() if path[0] == "a"}
    swapped = {
        ("r" if path[1] == "l" else "l", *path[2:]): payoff
        for path, payoff in at.items()
        if path[0] == "b"
    }
    assert swapped == below_a
    assert game.player[0] == CHANCE
    assert game.infoset[1] == game.infoset[2]


def test_asking_loses_whatever_the_answer_and_no_is_the_better_answer() -> None:
    game = catalog.make("guess-the-ace")
    for answer in ("yes", "no"):
        offered = gains(game, 0, {"asked": {answer: 1}})
        assert offered["start ask"] < offered["start stop"] == 0
    for cards in (2, 52):
        asked = gains(
            catalog.make("guess-the-ace", cards=cards, prize=100), 1, {"start": {"ask": 1}}
        )
        assert asked["asked yes"] == F(100, cards)
        assert asked["asked no"] == 100 - F(100, cards)


def test_the_second_gift_may_reward_the_senseless_answer() -> None:
    game = catalog.make("guess-the-ace-second-gift(cards=4,prize=8)")
    choices: Choices = {"start": {"ask": 1}, "after yes": {"give": 1}, "after no": {"keep": 1}}
    assert gains(game, 1, choices) == {"∅": 0, "asked yes": 8 + 2, "asked no": 6}
    assert len(game.leaves) == 10


def test_under_uniform_bounds_c_and_d_continue_the_same_sequence() -> None:
    game = catalog.make("uniform-bounds")
    values = {
        ("a",): 2,
        ("b", "r", "c"): 1,
        ("b", "r", "d"): -2,
        ("b", "s", "p"): 0,
        ("b", "s", "q"): 0,
    }
    assert payoffs_by_path(game) == values
    index = game.sequences[0].index
    after_b = 1 + index.action_names[0].index("b")
    assert index.parent_sequence[1:].tolist() == [after_b, after_b]
