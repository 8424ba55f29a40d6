"""Best-response diagrams: correspondences and equilibria against a check of every point, charts and commands."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product
from pathlib import Path as FilePath
from xml.etree import ElementTree

import pytest
from command_line import Run
from hypothesis import given
from hypothesis import strategies as st

import seqform as sf
from seqform.errors import GameError
from seqform.io.figures import THEMES
from seqform.models.answers.best_responses import BestResponseDiagram
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.exact import ExactArray
from seqform.pictures.scene import Path, overlapping_texts

GAMES = ("chicken", "battle-of-the-sexes", "prisoners-dilemma", "matching-pennies", "stag-hunt")

Rows = list[list[int]]
tables: st.SearchStrategy[Rows] = st.lists(
    st.lists(st.integers(-2, 2), min_size=2, max_size=2), min_size=2, max_size=2
)


def entry_game() -> ExtensiveGame:
    """Return the game of entry, in which the reply is a move of its own."""
    reply = sf.move(1, "entered", {"fight": sf.leaf(-1, 0), "yield": sf.leaf(2, 2)})
    return sf.tree("entry", sf.move(0, "start", {"out": sf.leaf(0, 4), "in": reply}))


def contains(diagram: BestResponseDiagram, point: tuple[Fraction, Fraction]) -> list[bool]:
    """Return whether a point is in the correspondence of each player, and among the equilibria."""
    sets = [*diagram.responses, [box for box, _ in diagram.equilibria]]
    return [any(point in box for box in boxes) for boxes in sets]


@given(tables, tables)
def test_points_are_in_the_sets_where_no_strategy_gains(first: Rows, second: Rows) -> None:
    diagram = sf.best_response_diagram(sf.bimatrix_game(first, second))
    grid = [Fraction(k, 12) for k in range(13)]
    for p, q in product(grid, grid):
        values = diagram.values((p, q))
        best_of_first = max(diagram.values((Fraction(k), q))[0] for k in (0, 1))
        best_of_second = max(diagram.values((p, Fraction(k)))[1] for k in (0, 1))
        is_best = [values[0] == best_of_first, values[1] == best_of_second]
        assert contains(diagram, (p, q)) == [*is_best, all(is_best)]


@given(tables, tables)
def test_corners_and_components_are_those_of_the_complete_search(first: Rows, second: Rows) -> None:
    game = sf.bimatrix_game(first, second)
    diagram = sf.best_response_diagram(game)
    found = sf.equilibria(game, complete=True)
    extreme = set()
    for equilibrium in found:
        own, opposing = equilibrium.plans
        assert isinstance(own.weights, ExactArray) and isinstance(opposing.weights, ExactArray)
        extreme.add((own.weights.to_fractions()[1], opposing.weights.to_fractions()[1]))
    assert {corner for box, _ in diagram.equilibria for corner in box.corners} == extreme
    assert diagram.components == found.components
    assert len(diagram.equilibria) == len(found.subsets)
    numbers = [component for _, component in diagram.equilibria]
    assert list(dict.fromkeys(numbers)) == list(range(diagram.components))


def test_a_tree_is_read_in_its_reduced_normal_form() -> None:
    diagram = sf.best_response_diagram(entry_game())
    assert diagram.strategies == (("out", "in"), ("fight", "yield"))
    assert [(str(box), component) for box, component in diagram.equilibria] == [
        ("(0, 0)", 0),
        ("1 × [2/3, 1]", 1),
    ]


@pytest.mark.parametrize("name", ["rock-paper-scissors", "kuhn"])
def test_other_numbers_of_strategies_are_refused(name: str) -> None:
    with pytest.raises(GameError, match=r"two pure strategies of each player, but Player 1 has"):
        sf.best_response_diagram(name)


def check_picture(diagram: BestResponseDiagram, theme: str) -> None:
    """Check that the picture is XML, texts are apart, all shapes on the canvas, and all corners are there."""
    picture = diagram.chart(theme=theme)
    ElementTree.fromstring(picture.svg())
    scene = picture.scene
    canvas = scene.box
    assert not overlapping_texts(scene.texts)
    assert all(item.box.hull(canvas) == canvas for item in scene.items)
    titles = {item.title for item in scene.items if not isinstance(item, Path)}
    for box, _ in diagram.equilibria:
        for corner in box.corners:
            assert f"Nash equilibrium ({corner[0]}, {corner[1]})" in titles


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("game", GAMES)
def test_texts_do_not_overlap(game: str, theme: str) -> None:
    check_picture(sf.best_response_diagram(game), theme)


@given(tables, tables)
def test_texts_of_degenerate_games_do_not_overlap(first: Rows, second: Rows) -> None:
    check_picture(sf.best_response_diagram(sf.bimatrix_game(first, second)), "light")


def test_long_names_are_fitted() -> None:
    names = ["a long name of an action " * 8, "another long name of an action " * 8]
    game = sf.bimatrix_game([[1, 0], [0, 1]], [[1, 0], [0, 1]], rows=names, columns=names)
    check_picture(sf.best_response_diagram(game), "light")


def test_the_table_has_ranges_of_payoffs() -> None:
    report = sf.best_response_diagram(entry_game()).report()
    lines = report.written("csv").splitlines()
    assert lines[1:3] == [
        '"equilibria, component 1",0,0,2,2',
        '"equilibria, component 2",1,"[2/3, 1]",0,4',
    ]


def test_the_command_prints_a_square_and_writes_all_formats(
    seqform: Run, tmp_path: FilePath
) -> None:
    status, output = seqform("chart", "battle-of-the-sexes", "--best-responses")[:2]
    assert status == 0
    assert "Nash equilibria, all, in 3 components" in output
    assert output.count("●") == 4  # three equilibria and the legend

    status, output = seqform("chart", "chicken", "--best-responses", "--json")[:2]
    data = json.loads(output)
    assert status == 0
    assert [entry["low"] for entry in data["equilibria"]] == [
        ["0", "1"],
        ["9/10", "9/10"],
        ["1", "0"],
    ]
    for suffix in ("svg", "html", "tex"):
        path = tmp_path / f"chicken.{suffix}"
        assert seqform("chart", "chicken", "--best-responses", "-o", str(path))[0] == 0
        assert "best responses" in path.read_text()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["kuhn", "--best-responses"], "two pure strategies of each player"),
        (["chicken", "--best-responses", "--payoffs"], "--payoffs and --best-responses: only one"),
        (["chicken", "--best-responses", "--concept", "nash"], "--concept"),
        (["chicken", "--best-responses", "--time-limit", "3"], "--time-limit"),
        (["job-signals", "--payoffs", "--time-limit", "0.000001"], "time limit"),
        (["leduc", "--time-limit", "0.000001"], "time limit"),
        (["kuhn", "--frontier", "uniform", "--time-limit", "0.000001"], "time limit"),
    ],
)
def test_mistakes_and_time_limits_are_named(
    arguments: list[str], message: str, seqform: Run
) -> None:
    status, output, errors = seqform("chart", *arguments)[:3]
    assert status in (2, 3), (output, errors)
    assert message in errors
