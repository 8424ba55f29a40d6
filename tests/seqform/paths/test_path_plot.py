"""The plot of z0: reproducible, with marked stretches in which the path stands still."""

import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from command_line import Run

import seqform as sf
from seqform.builders.games.formats.efg import parse_efg
from seqform.errors import InputError, ModelError
from seqform.io.figures import THEMES, blend, require_plottable
from seqform.models.answers.trace import Trace
from seqform.models.numbers.exact import ExactArray
from seqform.paths.figures import path_figure, spaces_figure, write_path_plot

pytest.importorskip("matplotlib", reason="plots are an extra")


@pytest.mark.slow
def test_the_same_path_gives_the_same_valid_svg(tmp_path: Path) -> None:
    found = sf.trace("vsvet-figure-1", points=True)
    for name in ("a.svg", "b.svg", "z0.png", "a.pdf", "b.pdf"):
        write_path_plot(found, tmp_path / name)
    first = (tmp_path / "a.svg").read_bytes()
    assert first == (tmp_path / "b.svg").read_bytes()
    assert ElementTree.fromstring(first).tag == "{http://www.w3.org/2000/svg}svg"
    assert b"<dc:date>" not in first
    assert b"font-family: Helvetica, Arial" in first and b">pivots</text>" in first
    assert (tmp_path / "z0.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "a.pdf").read_bytes().startswith(b"%PDF")
    assert (tmp_path / "a.pdf").read_bytes() == (tmp_path / "b.pdf").read_bytes()


@pytest.mark.parametrize("theme", THEMES)
def test_a_theme_colours_all_of_a_plot(theme: str, tmp_path: Path) -> None:
    write_path_plot(sf.trace("vsvet-figure-1"), tmp_path / "z0.svg", theme=theme)
    text = (tmp_path / "z0.svg").read_text(encoding="utf-8")
    colors = set(re.findall(r"#[0-9a-f]{6}", text))
    one = THEMES[theme]
    assert {one.background, one.ink, one.muted, one.players[0]} <= colors
    assert colors <= {
        one.background,
        one.ink,
        one.muted,
        one.players[0],
        blend(one.ink, one.background, 0.1),
    }


def test_a_theme_that_there_is_not_is_refused_before_the_work() -> None:
    with pytest.raises(InputError, match="theme 'neon': one of light, dark, print expected"):
        require_plottable(Path("z0.svg"), "neon")


@pytest.mark.parametrize("engine", ["tableau", "revised"])
def test_the_line_goes_through_z0_and_the_stretches_are_where_it_stands_still(engine: str) -> None:
    found = sf.trace("vsvet-figure-1", path_start="slacks", options={"raw": {"engine": engine}})
    axes = path_figure(found).axes[0]
    z0 = [float(row.z0) for row in found.rows if row.z0 is not None]
    assert np.array_equal(axes.lines[0].get_ydata(), z0)
    assert axes.get_title(loc="left") == "vsvet-figure-1 from centroid"
    stretches = [
        patch.get_extents().transformed(axes.transData.inverted()) for patch in axes.patches
    ]
    shaded = {k for stretch in stretches for k in range(round(stretch.x0), round(stretch.x1))}
    assert shaded == {k + 1 for k in range(len(z0) - 1) if abs(z0[k] - z0[k + 1]) < 1e-9}


def labels(trace: Trace) -> list[set[str]]:
    panels = spaces_figure(trace).axes
    return [
        {text.get_text().replace("\N{COMBINING LOW LINE}", "") for text in axes.texts}
        for axes in panels
    ]


@pytest.mark.slow
def test_the_spaces_of_the_worked_example_have_its_regions_corners_and_steps() -> None:
    game = sf.load("vsvet-figure-1")
    given = (
        {"start": {"L": "3/10", "R": "7/10"}, "after R": {"S": "1/2", "T": "1/2"}},
        {"h": {"a": "1/3", "b": "2/3"}, "h'": {"c": "1/3", "d": "2/3"}},
    )
    start = sf.profile(game, given)
    first, second = labels(sf.trace("vsvet-figure-1", start=start, points=True))
    assert {"a", "b", "c", "d", "L", "S", "T", "z₀ = 9/16", "z₀ = 60/77"} <= first
    assert {"L", "S", "T", "a c", "b c", "a d", "b d", "z₀ = 9/16", "z₀ = 60/77"} <= second
    assert {f"{number}." for number in range(1, 6)} <= first & second


def test_a_choice_that_is_never_best_has_no_region_and_spaces_may_be_segments_and_points() -> None:
    for columns, best in ((1, {"L"}), (2, {"L"}), (3, {"L", "R"})):
        replies = [[5, 4, 5][:columns], [5, 4, 6][:columns]]
        game = sf.bimatrix_game(
            [[0] * columns] * 2, replies, rows=["T", "B"], columns=["L", "M", "R"][:columns]
        )
        first, second = labels(sf.trace(game, points=True))
        assert {"T", "B"} <= first and set("LMR"[:columns]) <= second
        assert {"L", "M", "R"} & first == best


def polygons(trace: Trace) -> list[list[list[float]]]:
    """Return the corners of all regions of both spaces."""
    shapes: list[Any] = [shape for axes in spaces_figure(trace).axes for shape in axes.patches]
    return [np.round(shape.get_xy(), 9).tolist() for shape in shapes]


@pytest.mark.parametrize(
    ("factor", "shift"),
    [
        (Fraction(1, 10**12), 0),
        (1, 10**18),
        (10**300, 0),
        (10**400, -(10**300)),
        (Fraction(1, 10**400), 10**15),
    ],
)
def test_spaces_are_divided_alike_in_all_units_of_payoff(factor: Any, shift: int) -> None:
    game = sf.load("vsvet-figure-1")
    payoffs = [
        [factor * payoff + shift for payoff in row.to_fractions()] for row in game.outcomes.payoffs
    ]
    first, second = (ExactArray.of(row) for row in payoffs)
    scaled = replace(game, outcomes=replace(game.outcomes, payoffs=(first, second)))
    whole, same = (sf.trace(one, points=True) for one in (game, scaled))
    assert len(polygons(whole)) > 4
    assert polygons(same) == polygons(whole)
    assert labels(same) == labels(whole)


def test_spaces_of_more_than_two_dimensions_are_refused() -> None:
    with pytest.raises(ModelError, match="at most 2 free dimensions"):
        spaces_figure(sf.trace("kuhn", points=True))
    with pytest.raises(ModelError, match="points"):
        spaces_figure(sf.trace("vsvet-figure-1"))


PARALLEL = """EFG 2 R "parallel" { "Player 1" "Player 2" }
p "" 1 1 "s" { "L" "M" "R" } 0
p "" 2 1 "h" { "a" "b" } 0
FORCEDt "" 1 "" { 3, 1 }
t "" 2 "" { 0, 2 }
c "" 1 "" { "1" 1/2 "2" 1/2 } 0
p "" 2 1 "h" { "a" "b" } 0
FORCEDt "" 3 "" { 0, 4 }
t "" 4 "" { 2, 1 }
p "" 2 3 "k" { "c" "d" } 0
t "" 5 "" { 1, 3 }
t "" 6 "" { 2, 0 }
p "" 2 3 "k" { "c" "d" } 0
t "" 6 "" { 2, 0 }
t "" 7 "" { 0, 3 }
"""


def test_a_forced_move_behind_a_parallel_choice_changes_no_region_and_no_corner() -> None:
    pictures = []
    for forced in ("", 'p "" 2 2 "f" { "go" } 0\n'):
        game = parse_efg(PARALLEL.replace("FORCED", forced))
        for axes in spaces_figure(sf.trace(game, points=True)).axes:
            fields = [
                np.round(np.asarray(patch.get_path().vertices, dtype=np.float64), 9).tolist()
                for patch in axes.patches
            ]
            texts: list[Any] = list(axes.texts)
            names = [
                (text.get_text(), np.round(text.xy, 9).tolist())
                for text in texts
                if text.get_fontstyle() == "italic" or text.get_fontweight() == "bold"
            ]
            pictures.append((fields, sorted(names)))
    assert pictures[:2] == pictures[2:]
    assert {"a c", "a d", "b c", "b d"} <= {name for name, _ in pictures[1][1]}


def test_labels_of_points_and_edges_stand_beside_them_and_not_on_each_other() -> None:
    rows = [[1, 0, 0], [0, 1, 0], [0, 1, -1]]
    for game, best in (
        (sf.bimatrix_game([[1], [1], [0]], [[0], [0], [0]]), "1, 2"),
        (sf.bimatrix_game(rows, [[1, 0, 0], [0, 1, 1], [0, 0, 0]]), "3"),
    ):
        texts: list[Any] = list(spaces_figure(sf.trace(game, points=True)).axes[1].texts)
        (flat,) = (
            text for text in texts if text.get_fontstyle() == "italic" and text.get_text() == best
        )
        # Points on the page, from the place in the space.
        assert np.hypot(*flat.get_position()) > 30
        places = [(*np.round(text.xy, 6), *text.get_position()) for text in texts]
        assert len(set(places)) == len(places)


def test_spaces_are_refused_before_a_path_is_followed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, seqform: Run
) -> None:
    def followed(*_: object, **__: object) -> None:
        raise AssertionError("a path is followed")

    monkeypatch.setattr("seqform.paths.tracing.trace", followed)
    status, _, message = seqform("trace", "kuhn", "--spaces", "-o", tmp_path / "x.svg")
    assert status == 2
    assert "at most 2 free dimensions" in message
