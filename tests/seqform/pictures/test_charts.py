"""Charts of strategies and public trees: numbers against brute force, geometry, parts of games, texts, formats."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, pairwise
from pathlib import Path as FilePath
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from class_profiles import random_strategies
from hypothesis import given
from hypothesis import strategies as st
from tree_walks import random_profile

import seqform as sf
from seqform.analysis.ranges import Range
from seqform.builders.abstraction.filters import equitable_filters
from seqform.builders.forms.class_game import class_game
from seqform.builders.games import catalog
from seqform.builders.games.tree import leaf, move, tree
from seqform.errors import InputError
from seqform.io.figures import THEMES
from seqform.io.saved_solution import SavedSolution
from seqform.io.solutions import shipped
from seqform.pictures import grids
from seqform.pictures.bars import _COLORS, percent
from seqform.pictures.chart import Chart, chart
from seqform.pictures.grids import GridCell, GridRow
from seqform.pictures.scene import Path, Shape, overlapping_texts

pytestmark = pytest.mark.slow

SMALL = [
    entry.name
    for entry in catalog.entries()
    if entry.sizes is not None and entry.sizes.nodes <= 2_000
]


def check_geometry(picture: Chart) -> None:
    """Check that the picture is XML, texts are apart and on the canvas, and bars are apart."""
    scene, canvas = picture.scene, picture.scene.box
    ElementTree.fromstring(picture.svg())
    assert not overlapping_texts(scene.texts)
    assert all(item.box.hull(canvas) == canvas for item in scene.items)
    bars = [
        item
        for item in scene.items
        if isinstance(item, Shape) and item.radius == 0 and item.half_height > 4
    ]
    for one, other in pairwise(sorted(bars, key=lambda bar: (bar.y, bar.x))):
        assert one.y != other.y or one.box.right <= other.box.left + 1e-6


# ---- card games ----


@pytest.mark.parametrize("name", SMALL)
def test_catalog_games_have_no_overlaps(name: str) -> None:
    game = sf.load(name)
    check_geometry(chart(game, random_profile(game, 1)))
    check_geometry(chart(game, random_profile(game, 1), versus=random_profile(game, 2)))


@pytest.mark.parametrize(("number", "theme"), [(1, "dark"), (2, "print")])
def test_rounds_have_no_overlaps(number: int, theme: str) -> None:
    game = sf.load("leduc")
    check_geometry(chart(game, random_profile(game, 3), round=number, theme=theme))


def test_many_hands_are_matrices_of_cards_on_one_board(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grids, "MOST_ROWS", 5)
    game = sf.load("leduc")
    profile = random_profile(game, 4)
    picture = chart(game, profile, round=2)
    check_geometry(picture)
    grid = picture.grids[0]
    assert grid.ranks == ("K", "Q", "J") and grid.suits == ("s", "h") and "board Ks" in grid.heading
    assert [row.label for row in grid.rows] == ["Ks", "Qs", "Js", "Kh", "Qh", "Jh"]
    assert grid.cells[0] == (None,) * len(grid.columns)
    place = [column.name for column in grid.columns].index("bet, call / first to act")
    shown = grid.cells[4][place]
    assert shown is not None and shown.reach == profile[0]["Qh:"]["bet"]
    if shown.reach:
        assert dict(zip(shown.actions, shown.shares, strict=True)) == profile[0]["Qh:bk/Ks:"]


def test_many_situations_are_the_most_frequent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grids, "MOST_COLUMNS", 4)
    game = sf.load("leduc")
    everything = random_profile(game, 7)
    some = chart(game, everything, round=2, player=1).grids[0]
    assert len(some.columns) == 4 and "4 most frequent of 15" in some.notes[0]


# ---- solution files ----


@pytest.fixture(scope="module")
def solution(tmp_path_factory: pytest.TempPathFactory) -> FilePath:
    game = sf.load("rhode-island(ranks=3,suits=2)", kind="ordered")
    filters = equitable_filters(game)
    path = tmp_path_factory.mktemp("solutions") / "small.sol"
    sf.write_solution(
        SavedSolution.of(game, filters, random_strategies(class_game(*filters), 0), bits=8), path
    )
    return path


def test_a_solution_file_has_the_shares_of_its_strategies(solution: FilePath) -> None:
    saved: SavedSolution = sf.read_solution(solution)
    for player in (0, 1):
        (grid,) = chart(str(solution), player=player, board="Kh", after="check check").grids
        assert len(grid.rows) == 5 and all(
            column.earlier == ("check, check",) for column in grid.columns
        )
        for row, line in zip(grid.rows, grid.cells, strict=True):
            own = row.label if len(row.label) == 2 else f"{row.label}s"
            for column, shown in zip(grid.columns, line, strict=True):
                taken = column.now.removeprefix("first to act").removeprefix("after ").split(", ")
                actions = [action for action in taken if action]
                known = saved.strategy(player, [own, "Kh"], [("check", "check")], actions)
                assert shown is not None
                if shown.reach:
                    assert dict(zip(shown.actions, shown.shares, strict=True)) == pytest.approx(
                        known, abs=1e-12
                    )


def test_a_solution_is_given_in_any_form(solution: FilePath) -> None:
    saved = sf.read_solution(solution)
    name = "rhode-island(ranks=3,suits=2)"
    pictures = [
        chart(solution),
        chart(saved),
        saved.chart(),
        chart(name, solution),
        chart(saved.game, saved),
    ]
    assert len({picture.svg() for picture in pictures}) == 1
    assert str(saved.certificate) in pictures[0].caption
    grid = chart(saved, versus=solution).grids[0]
    assert grid.others == grid.cells


# ---- information sets ----


def test_information_sets_from_one_on() -> None:
    game = sf.load("kuhn")
    labels = [
        row.label
        for grid in chart(game, sf.uniform_profile(game), at="2:K:c").grids
        for row in grid.rows
    ]
    assert sorted(labels) == ["J:cb", "K:c", "Q:cb"]


def test_of_many_information_sets_the_most_often_reached_are_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(grids, "MOST_ROWS", 2)  # fewer than hands
    game = sf.load("kuhn-with-raise")
    grid = game.chart(sf.uniform_profile(game), player=0).grids[0]
    assert [row.label for row in grid.rows] == [
        "Q:",
        "K:",
    ] and "most often reached of 9" in grid.notes[0]


# ---- ranges over all equilibria ----


def brackets(picture: Chart) -> list[Path]:
    """Return the horizontal strokes of brackets, without their outlines."""
    lines = [item for item in picture.scene.items if isinstance(item, Path) and item.title]
    return [
        line
        for line in lines
        if line.color == THEMES["light"].ink and line.start[1] == line.steps[0][1]
    ]


def test_brackets_span_what_equilibria_leave_open() -> None:
    """In Kuhn's game the king bets with any probability, the jack with up to 1/3, the queen calls with 1/3 to 2/3."""
    picture = chart(sf.solve("kuhn", exact=True), ranges=True)
    check_geometry(picture)
    (width,) = {
        2 * one.half_width
        for one in picture.scene.items
        if isinstance(one, Shape) and one.title == "call 1"
    }
    spans = sorted(line.steps[0][0] - line.start[0] for line in brackets(picture))
    assert spans == pytest.approx([width / 3, width / 3, width])
    first, second = picture.grids
    jack = first.cells[[row.label for row in first.rows].index("J")][0]
    assert first.columns[0].name == "first to act" and jack is not None
    assert jack.ranges == (Range(Fraction(2, 3), Fraction(1)), Range(Fraction(0), Fraction(1, 3)))
    assert all(
        one and one.low == one.high
        for line in second.cells
        for each in line
        if each
        for one in each.ranges
    )
    assert "brackets: all equilibria, exact" in picture.caption
    assert "over all equilibria: check 2/3 to 1, bet 0 to 1/3" in picture.html()


def test_where_no_equilibrium_leads_the_bracket_is_dashed() -> None:
    later = move(0, "later", {"left": leaf(-5), "right": leaf(-6)})
    game = tree("a detour", move(0, "first", {"stop": leaf(0), "go on": later}))
    picture = chart(game, sf.uniform_profile(game), player=0, ranges=True)
    check_geometry(picture)
    assert [bool(line.dash) for line in brackets(picture)] == [True]
    assert "dashed" in " ".join(text.text for text in picture.scene.texts)


def test_ranges_are_refused_where_there_are_none(solution: FilePath) -> None:
    uniform = sf.uniform_profile(sf.load("kuhn"))
    for game, profile, other, noun in (
        ("vsvet-figure-1", sf.uniform_profile(sf.load("vsvet-figure-1")), None, "constant-sum"),
        ("kuhn", uniform, uniform, "`versus`"),
        (solution, None, None, "tree"),
    ):
        with pytest.raises(InputError, match=noun):
            chart(game, profile, versus=other, ranges=True)


# ---- text and formats ----


DEUTERANOPE = (
    (0.367322, 0.860646, -0.227968),
    (0.280085, 0.672501, 0.047413),
    (-0.01182, 0.04294, 0.968881),
)
PROTANOPE = (
    (0.152286, 1.052583, -0.204868),
    (0.114503, 0.786281, 0.099216),
    (-0.003882, -0.048116, 1.051998),
)


def lab(color: str, vision: Any) -> Any:
    """Return CIELAB coordinates of a colour as somebody sees it, by Machado, Oliveira & Fernandes (2009)."""
    coded = np.array([int(color[k : k + 2], 16) / 255 for k in (1, 3, 5)])
    linear = np.where(coded <= 0.04045, coded / 12.92, ((coded + 0.055) / 1.055) ** 2.4)
    seen = np.clip(np.array(vision) @ linear, 0, 1)
    to_xyz = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    part = np.array(to_xyz) @ seen / [0.95047, 1, 1.08883]
    x, y, z = np.where(part > 0.008856, np.cbrt(part), 7.787 * part + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(
    "vision", [np.eye(3), DEUTERANOPE, PROTANOPE], ids=["usual", "deuteranope", "protanope"]
)
def test_colours_of_actions_are_told_apart(theme: str, vision: Any) -> None:
    for colors in _COLORS[theme]:
        for one, other in combinations(colors, 2):
            assert np.linalg.norm(lab(one, vision) - lab(other, vision)) > 25, (one, other)


@given(st.fractions(0, 1))
def test_per_cent_is_0_or_100_only_where_the_share_is(share: Fraction) -> None:
    text = percent(share)
    assert (text == "0") == (share == 0)
    assert text != "100" or share > Fraction(99, 100)
    assert abs(float(text.strip("‹›")) - 100 * float(share)) <= 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"theme": "neon"}, "theme 'neon'"),
        ({"player": 3}, "player: 0, 1 or a name expected"),
        ({"round": 0}, "round: a whole number from 1 on expected, not 0"),
        ({"round": "2"}, "round: a whole number from 1 on expected, not '2'"),
        ({"round": 3}, "leduc has 2 rounds"),
        ({"board": "Zs"}, "no signal 'Zs'"),
        ({"board": "Ks Kh Qs"}, "has no turn with the board"),
        ({"after": "fly"}, "has no turn after 'fly'"),
        ({"at": "nowhere"}, "no information set"),
        ({"at": "Ks:", "round": 1}, "of card games"),
    ],
)
def test_mistakes_are_named(arguments: dict[str, Any], message: str) -> None:
    game = sf.load("leduc")
    with pytest.raises(InputError, match=re.escape(message)):
        chart(game, sf.uniform_profile(game), **arguments)


def test_a_game_alone_is_solved_exactly_and_one_too_large_or_no_strategy_is_refused() -> None:
    assert chart("kuhn").caption == chart(sf.solve("kuhn", exact=True)).caption
    with pytest.raises(InputError, match="rhode-island --preprocess lossless -o FILE"):
        chart("rhode-island")
    with pytest.raises(InputError, match="an equilibrium or a path expected, not 5"):
        chart("kuhn", 5)


SOLUTION = shipped("rhode-island")


def public_tree(game: Any, profile: Any = None, **arguments: Any) -> Chart:
    picture = sf.draw(game, profile, view="public", **arguments)
    assert isinstance(picture, Chart)
    return picture


def lines(picture: Chart) -> list[tuple[GridRow, GridCell | None]]:
    (grid,) = picture.grids
    return list(zip(grid.rows, (cell for (cell,) in grid.cells), strict=True))


@pytest.mark.parametrize("most", [1, 7, 40, 456, 1000])
def test_what_is_not_shown_is_counted(most: int) -> None:
    """A round of Rhode Island has 8 situations and leads to 7 others, so that there are 8 + 7 · 8 + 49 · 8 of them."""
    rows = [row.branch for row, _ in lines(sf.draw("rhode-island", nodes=most))]  # type: ignore[arg-type]
    assert len(rows) <= most and all(row is not None for row in rows)
    assert len(rows) + sum(row.below for row in rows if row) == 8 + 7 * 8 + 49 * 8


def test_the_likeliest_situations_are_shown() -> None:
    game = sf.load("leduc")
    profile = sf.solve(game)
    everything = {
        row.text.partition(" (")[0]: row for row, _ in lines(public_tree(game, profile, nodes=1000))
    }
    some = [row for row, _ in lines(public_tree(game, profile, nodes=12))]
    assert 8 <= len(some) <= 12 and all(row.text.partition(" (")[0] in everything for row in some)
    assert (
        max(row.branch.depth for row, _ in lines(public_tree(game, profile, depth=2)) if row.branch)
        == 2
    )


@pytest.mark.parametrize(
    ("name", "theme"),
    [*(("kuhn", theme) for theme in THEMES), ("tiny-poker", "light"), ("leduc(ranks=2)", "dark")],
)
def test_geometry(name: str, theme: str) -> None:
    game = sf.load(name)
    for picture in (
        public_tree(game, random_profile(game, 4), theme=theme, nodes=20),
        public_tree(name, theme=theme),
    ):
        check_geometry(picture)
        nodes = [
            item for item in picture.scene.items if isinstance(item, Shape) and item.half_width == 8
        ]
        assert len(nodes) == len(lines(picture))


@pytest.mark.parametrize(
    ("game", "arguments", "message"),
    [
        ("kuhn", {"view": "public", "at": "fly"}, "nobody has a turn after 'fly'"),
        ("kuhn", {"view": "public", "at": "check check"}, "nobody has a turn after 'check check'"),
        ("guess-the-ace", {"view": "public"}, "not known as a game with ordered signals"),
        ("rhode-island", {"direction": "down"}, "leave out direction (--direction)"),
    ],
)
def test_mistakes_about_public_trees_are_named(
    game: str, arguments: dict[str, Any], message: str
) -> None:
    with pytest.raises(sf.errors.SeqformError, match=re.escape(message)):
        sf.draw(game, **arguments)


def test_a_drawing_states_what_it_leaves_out(
    seqform: Callable[..., tuple[int, str, str]], tmp_path: FilePath
) -> None:
    status, _, err = seqform("draw", "rhode-island", "-o", str(tmp_path / "tree.svg"))
    assert status == 0
    assert "40 of 456 situations drawn: --nodes N draws more, --at ACTIONS a part" in err
    assert "cards and payoffs are left out" in err
    assert "cards and payoffs are left out" in (tmp_path / "tree.svg").read_text("utf-8")
    assert "left out" not in sf.draw(SOLUTION).svg()


@pytest.mark.parametrize("options", [{"complete": True}, {"starts": 2}])
def test_equilibria_of_a_list_are_charted_as_answers_are(options: dict[str, Any]) -> None:
    equilibrium = sf.equilibria("kuhn", **options)[0]
    assert str(chart(equilibrium).scene) == str(chart("kuhn", equilibrium).scene)
