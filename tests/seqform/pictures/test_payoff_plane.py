"""Charts of regions of payoffs: geometry, what is drawn as reached, formats, and characters on the terminal."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from itertools import pairwise
from pathlib import Path as FilePath
from xml.etree import ElementTree

import pytest
from command_line import Run
from correlated_games import xor_game
from hypothesis import given
from hypothesis import strategies as st

import seqform as sf
from seqform.io.figures import THEMES
from seqform.models.answers.regions import PayoffRegions
from seqform.models.numbers.polygons import holds_point
from seqform.paths import regions as module
from seqform.pictures.payoff_plane import PayoffChart, ticks, window_of
from seqform.pictures.scene import Path, Shape, overlapping_texts
from seqform.solving.routes import correlated as route

GAMES = ("chicken", "job-signals", "beer-quiche", "inspection", "kuhn")


@cache
def regions_of(game: str) -> PayoffRegions:
    """Return the regions of a game, computed once."""
    return sf.payoff_regions(game)


def check_geometry(picture: PayoffChart) -> None:
    """Check that the picture is XML, that texts are apart, and that all shapes are on the canvas."""
    scene = picture.scene
    canvas = scene.box
    ElementTree.fromstring(picture.svg())
    assert not overlapping_texts(scene.texts)
    assert all(item.box.hull(canvas) == canvas for item in scene.items)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("game", GAMES)
def test_texts_do_not_overlap(game: str, theme: str) -> None:
    check_geometry(regions_of(game).chart(theme=theme))


CHICKEN = ([[6, 2], [7, 0]], [[6, 7], [2, 0]])


@pytest.mark.parametrize(
    ("unit", "least"),
    [
        (Fraction(1, 10**400), 0),
        (Fraction(1, 1000), 0),
        (Fraction(10**400), 0),
        (Fraction(1), 10**15),
    ],
)
def test_numbers_at_the_axes_differ_whatever_the_size_of_payoffs(
    unit: Fraction, least: int, seqform: Run, tmp_path: FilePath
) -> None:
    first, second = (
        [[least * unit + entry * unit for entry in row] for row in own] for own in CHICKEN
    )
    game = sf.bimatrix_game("scaled", first, second)
    picture = sf.payoff_regions(game).chart()
    check_geometry(picture)
    texts = [text.text for text in picture.scene.texts]
    end = texts.index("payoff of Player 1")
    across, up = texts[1 : 1 + (end - 1) // 2], texts[1 + (end - 1) // 2 : end]
    assert len(set(across)) == len(across) == 5
    assert across == up
    path = tmp_path / "scaled.nfg"
    sf.save(game, path)
    lines = seqform("chart", str(path), "--payoffs")[1].splitlines()
    place = next(number for number, line in enumerate(lines) if "└" in line)
    low, high = lines[place + 1].split()
    assert low != high
    assert lines[1].split()[0] == high
    assert lines[place - 1].split()[0] == low


@pytest.mark.parametrize("game", GAMES)
def test_no_label_is_on_a_border_of_a_region(game: str) -> None:
    regions = regions_of(game)
    scene = regions.chart().scene
    labels = [text.box for text in scene.texts if text.text.startswith("(")]
    assert labels
    polygons = [
        item for item in scene.items if isinstance(item, Path) and "equilibria" in item.title
    ]
    for polygon in polygons:
        points = [polygon.start, *((step[0], step[1]) for step in polygon.steps if len(step) == 2)]
        for (x, y), (next_x, next_y) in pairwise(points):
            for step in range(51):
                across = x + step / 50 * (next_x - x)
                down = y + step / 50 * (next_y - y)
                assert not any(
                    box.left + 2 < across < box.right - 2 and box.top + 2 < down < box.bottom - 2
                    for box in labels
                )


def test_the_legend_names_what_is_drawn() -> None:
    texts = {text.text for text in regions_of("inspection").chart().scene.texts}
    assert {
        "extensive-form correlated equilibria",
        "Nash equilibria",
        "all, in 1 component",
    } <= texts
    assert "Inspector commits: (−1/2, 1/2)" in texts
    assert "they extend beyond the picture" in texts
    assert "outer bound" not in texts


def test_regions_of_the_same_payoffs_are_drawn_once() -> None:
    scene = regions_of("job-signals").chart().scene
    filled = [item for item in scene.items if isinstance(item, Path) and item.fill != "none"]
    assert len(filled) == 3  # the feasible payoffs and two different regions


def test_a_single_point_is_a_diamond() -> None:
    scene = regions_of("kuhn").chart().scene
    assert [item for item in scene.items if isinstance(item, Shape) and item.turned]
    assert "a single point" in {text.text for text in scene.texts}


def test_what_is_not_proved_is_a_line_without_a_filling(monkeypatch: pytest.MonkeyPatch) -> None:
    for where in (route, module):
        monkeypatch.setattr(where, "may_be_priced", lambda pairs: False)
    regions = sf.payoff_regions(xor_game())
    scene = regions.chart().scene
    bounds = [
        item for item in scene.items if isinstance(item, Path) and "outer bound" in item.title
    ]
    assert bounds
    assert all(item.fill == "none" and item.dash for item in bounds)
    texts = [text.text for text in scene.texts]
    assert "outer bound" in texts
    assert not any("(1, 1)" in text for text in texts)
    check_geometry(regions.chart())


def test_the_window_has_all_that_is_marked() -> None:
    for game in GAMES:
        regions = regions_of(game)
        window = window_of(regions)
        for region in regions.regions:
            for point in region.points:
                assert all(0 <= share <= 1 for share in window.share(point))
        clipped = window.clip(regions.feasible.points)
        assert all(holds_point(regions.feasible.points, point) for point in clipped)


@given(st.fractions(), st.fractions(min_value=Fraction(1, 10**6), max_value=10**6))
def test_ticks_are_a_few_round_numbers_within_the_range(low: Fraction, size: Fraction) -> None:
    marks = ticks(low, low + size)
    assert 2 <= len(marks) <= 7
    assert all(low <= mark <= low + size for mark in marks)
    steps = {after - before for before, after in pairwise(marks)}
    assert len(steps) == 1


# ---- files and the command line ----


@pytest.mark.parametrize("suffix", [".svg", ".html", ".tex", ".png", ".pdf"])
def test_charts_are_saved_by_suffix(suffix: str, tmp_path: FilePath) -> None:
    path = tmp_path / f"payoffs{suffix}"
    regions_of("chicken").chart().save(path)
    content = path.read_bytes()
    begins = {
        ".svg": b"<svg",
        ".html": b"<!DOCTYPE",
        ".tex": b"\\documentclass",
        ".png": b"\x89PNG",
    }
    assert content.startswith(begins.get(suffix, b"%PDF"))
    if suffix == ".html":
        assert b"-10/19" in content or "−10/19".encode() in content
    if suffix == ".tex":
        assert b"-- cycle" in content


def test_the_terminal_shows_the_plane_and_the_exact_vertices(seqform: Run) -> None:
    status, output, _ = seqform("chart", "job-signals", "--payoffs")
    assert status == 0
    assert "payoff of Professor" in output
    assert "13/2" in output
    assert "▓▓ extensive-form-coarse, extensive-form-correlated" in output


def test_formats_have_every_vertex(seqform: Run, tmp_path: FilePath) -> None:
    status, output, _ = seqform("chart", "job-signals", "--payoffs", "--format", "csv")
    assert status == 0
    lines = output.splitlines()
    assert lines[0] == "payoffs,value of Student,value of Professor,proof"
    assert "extensive-form-correlated,7/2,13/2,device of 4 pairs" in lines

    path = tmp_path / "payoffs.svg"
    status, output, _ = seqform("chart", "job-signals", "--payoffs", "--json", "-o", str(path))
    assert status == 0
    assert json.loads(output)["regions"]["normal-form-coarse"]["vertices"][0] == ["0", "6"]
    assert path.read_text().startswith("<svg")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--payoffs", "--player", "1"), "--player: of no meaning with --payoffs"),
        (("--payoffs", "--frontier", "uniform"), "only one of them"),
        (("--payoffs", "--theme", "dark"), "--theme: of no meaning"),
        (
            ("--json",),
            "a table of hands (--hand, --by, --json, --format) is of a file of a solution",
        ),
    ],
)
def test_options_that_do_not_belong_together_are_refused(
    arguments: tuple[str, ...], message: str, seqform: Run
) -> None:
    status, _, errors = seqform("chart", "chicken", *arguments)
    assert status == 2
    assert message in errors
