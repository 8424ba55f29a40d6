"""Names that are numbers become texts, and other names that are no texts are refused when the game is made."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import seqform as sf
from seqform.builders.games.names import distinct_names
from seqform.errors import GameError

FIRST = [[1, 2], [3, 0]]
SECOND = [[1, 0], [0, 1]]
COLUMNS: Any = [0.5, Fraction(3, 2)]

NUMBERS: list[Any] = [
    [1, 2],
    range(1, 3),
    (1, 2),
    np.array([1, 2]),
    [np.int64(1), 2],
    [Fraction(1), 2],
    np.array(["1", "2"]),
    "12",
    (number for number in (1, 2)),
]

WRONG: list[Any] = [None, True, np.True_, (1, 2), b"a", ["a"], object]


@pytest.mark.parametrize("names", NUMBERS, ids=lambda names: type(names).__name__)
def test_numbers_of_rows_are_texts(names: Any) -> None:
    game = sf.bimatrix_game("numbers", FIRST, SECOND, rows=names, columns=COLUMNS)
    assert game.action_names == (("1", "2"), ("0.5", "3/2"))
    assert {type(label) for label in game.information_sets.action_labels} == {str}


@pytest.mark.parametrize("name", WRONG, ids=repr)
def test_names_without_a_text_are_refused(name: Any) -> None:
    leaf = sf.leaf(1)
    with pytest.raises(GameError, match="a text or a number expected as a name, not"):
        sf.bimatrix_game("wrong", FIRST, SECOND, rows=["a", name])
    with pytest.raises(GameError, match="a text or a number expected as a name, not"):
        sf.tree("wrong", leaf, players=("A", name))
    with pytest.raises(GameError, match="a text or a number expected as a name, not"):
        sf.move(0, name, {"a": leaf})
    if name.__hash__ is None:
        return
    with pytest.raises(GameError, match="a text or a number expected as a name, not"):
        sf.move(0, "set", {name: leaf, "b": leaf})
    with pytest.raises(GameError, match="a text or a number expected as a name, not"):
        sf.chance({name: (1, leaf)})


@pytest.mark.parametrize("names", [{1, 2}, {"a": 1, "b": 2}, 2, True], ids=repr)
def test_names_are_a_list(names: Any) -> None:
    with pytest.raises(GameError, match="rows: a list of names expected"):
        sf.bimatrix_game("wrong", FIRST, SECOND, rows=names)


def test_names_of_the_same_text_are_refused_in_a_mapping() -> None:
    with pytest.raises(GameError, match="the names 1 and '1' are the same text"):
        sf.move(0, "set", {1: sf.leaf(1), "1": sf.leaf(2)})
    with pytest.raises(GameError, match="the names 1 and '1' are the same text"):
        sf.chance({1: ("1/2", sf.leaf(1)), "1": ("1/2", sf.leaf(2))})
    assert distinct_names([], "none") == []


def test_parts_of_a_game_that_are_no_texts_are_refused() -> None:
    game = sf.bimatrix_game(FIRST, SECOND)
    sets: Any = game.information_sets
    outcomes: Any = game.outcomes
    wrong: list[dict[str, Any]] = [
        {"title": 1},
        {"comment": None},
        {"note": 1},
        {"players": ("A", 2)},
        {"node_labels": ("",) * 6 + (None,)},
        {"information_sets": replace(sets, labels=(1, "b"))},
        {"information_sets": replace(sets, action_labels=("a", "b", "c", 4))},
        {"outcomes": replace(outcomes, labels=("", "", "", 1))},
    ]
    for changes in wrong:
        with pytest.raises(GameError, match="a text expected"):
            replace(game, **changes)


def numbered_tree() -> sf.ExtensiveGame:
    """Return a tree all of whose names are numbers."""
    players: Any = (1, 2)
    second = {1: sf.leaf(1, 2), 2: sf.leaf(0, 1)}
    first = sf.move(0, 1, {1: sf.move(1, 7, second), 2: sf.leaf(2, 0)})
    return sf.tree("numbers", sf.chance({1: ("1/2", first), 2: ("1/2", sf.leaf(1, 1))}), players)


@pytest.mark.parametrize(
    "game",
    [sf.bimatrix_game(FIRST, SECOND, rows=[1, 2], columns=np.arange(2)), numbered_tree()],
    ids=["table", "tree"],
)
def test_games_of_numbers_are_solved_drawn_and_saved(
    game: sf.ExtensiveGame, tmp_path: Path
) -> None:
    equilibrium = game.solve()
    assert equilibrium.certificate.nash_conv == 0
    assert sf.check(game, equilibrium.profile).nash_conv == 0
    for text in (repr(game), str(equilibrium), game._repr_html_(), str(sf.dominated(game))):
        assert text
    assert len(sf.equilibria(game, complete=True)) >= 1
    assert sf.draw(game)
    for ending in ("efg", "nfg"):
        path = tmp_path / f"game.{ending}"
        sf.save(game, path)
        assert sf.load(path).action_names
    equilibrium.save(tmp_path / "answer.json")
    assert sf.check(game, tmp_path / "answer.json").nash_conv == 0
