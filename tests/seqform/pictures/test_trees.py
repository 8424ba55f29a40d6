"""Pictures of trees: geometry, probabilities, folding, harmless text, and formats."""

import re
import shutil
import subprocess
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, pairwise
from pathlib import Path as FilePath
from typing import Any
from xml.etree import ElementTree

import pytest
from game_files import first_quick, paths
from hypothesis import example, given
from hypothesis import strategies as st

import seqform as sf
from seqform.builders.games import catalog
from seqform.builders.games.tree import leaf, move, tree
from seqform.errors import InputError
from seqform.io.figures import THEMES
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.strategies.behavior import BehaviorProfile
from seqform.pictures.chart import Chart, chart
from seqform.pictures.drawing import MOST_WHOLE, NODES_WHEN_FOLDED, draw
from seqform.pictures.formats import FORMATS, Drawing
from seqform.pictures.scene import Path, Shape, fitted, fitted_apart, overlapping_texts, shown_number
from seqform.pictures.tree import tree_scene
from seqform.pictures.visible import TreeSource, VisibleTree, visible_tree
from seqform.system.foreign_text import latex_formula, latex_text

LARGEST = 400
SMALL = [entry.name for entry in catalog.entries() if entry.sizes is not None and entry.sizes.nodes <= LARGEST]
NASTY = (
    "<script>alert(1)</script>", "\"quotes\" & 'more'", "x" * 300, "שלום עולם", "🂡🂱👩‍👩‍👧", "$_^&%#~\\{}",
    "\x00\x1b[31m\u202e", "\ud800", "", " ", "日本語の手",
)  # fmt: skip
XML = "{http://www.w3.org/2000/svg}"


def view_of(game: ExtensiveGame, profile: BehaviorProfile | None = None, **limits: Any) -> VisibleTree:
    return visible_tree(TreeSource(game, profile, None), **{"nodes": LARGEST, **limits})


def inside(x: float, y: float, shape: Shape) -> bool:
    box = shape.box
    return box.left < x < box.right and box.top < y < box.bottom


def check_geometry(view: VisibleTree, direction: Any) -> None:
    """Check that texts and capsules are apart, plays end before capsules, all is on the canvas, children in order.

    No two information sets of a player look alike.
    """
    scene = tree_scene(view, THEMES["light"], direction)
    assert not overlapping_texts(scene.texts)
    canvas = scene.box
    for item in scene.items:
        assert item.box.hull(canvas) == canvas, item
    capsules = [item for item in scene.items if isinstance(item, Shape) and item.dash]
    for one, other in combinations(capsules, 2):
        assert not one.box.overlaps(other.box), (one, other)
    shapes = [item for item in scene.items if isinstance(item, Shape) and not item.dash and item.title]
    for edge in (item for item in scene.items if isinstance(item, Path) and not item.dash):
        points = [edge.start, *(step[-2:] for step in edge.steps)]
        (x, y), (tip_x, tip_y) = points[-2], points[-1]
        if not any(inside(tip_x, tip_y, shape) for shape in shapes):
            for capsule in (one for one in capsules if not inside(x, y, one)):
                line = ((x + k / 50 * (tip_x - x), y + k / 50 * (tip_y - y)) for k in range(51))
                assert not any(inside(*point, capsule) for point in line), (edge, capsule)
    names = {(item.text, item.color, item.title) for item in scene.texts if item.title.startswith("information set")}
    assert len({(text, color) for text, color, _ in names if text}) == len([name for name in names if name[0]])
    inner = [node for node in view.preorder if view.nodes[node].children or view.nodes[node].hidden]
    spots = dict(zip(inner, shapes, strict=True))
    for node in inner:
        places = [spots[child] for child in view.nodes[node].children if child in spots]
        for first, second in pairwise(places):
            assert (first.x < second.x) if direction == "down" else (first.y < second.y)
    for members in view.sets.values():
        for node in members:
            assert any(item.box.hull(spots[node].box) == item.box for item in capsules) or len(capsules) == 0


@pytest.mark.parametrize("direction", ["down", "right"])
@pytest.mark.parametrize("name", SMALL)
def test_catalog_games_have_no_overlaps(name: str, direction: str) -> None:
    check_geometry(view_of(sf.load(name)), direction)


@pytest.mark.parametrize("direction", first_quick(["right", "down"], 1))
@pytest.mark.parametrize("path", paths(".efg", players="2", perfect_recall="True"))
def test_game_files_have_no_overlaps(path: FilePath, direction: str) -> None:
    game = sf.load(path)
    if len(game) <= LARGEST:
        check_geometry(view_of(game), direction)
        check_geometry(view_of(game, sf.uniform_profile(game)), direction)


@st.composite
def random_views(draw_from: st.DrawFn) -> VisibleTree:
    seed, depth = draw_from(st.integers(0, 10**6)), draw_from(st.integers(1, 5))
    game = sf.load(f"random-game(seed={seed},depth={depth},merge=0.5)")
    profile = sf.uniform_profile(game) if draw_from(st.booleans()) else None
    return view_of(game, profile, nodes=draw_from(st.integers(2, 120)))


@given(random_views(), st.sampled_from(["down", "right"]))
def test_random_games_have_no_overlaps(view: VisibleTree, direction: str) -> None:
    check_geometry(view, direction)


@given(st.lists(st.text("ab ", min_size=1, max_size=40), max_size=30), st.floats(20, 120))
@example(["a aa", "a ab", "aaa"], 20.0)
def test_texts_that_differ_look_different_after_cutting(texts: list[str], width: float) -> None:
    lines = [" ".join(text.split()) for text in texts]
    shown = fitted_apart(texts, 10, width)
    assert len(set(shown)) == len(set(lines))
    assert all(one == line for one, line in zip(shown, lines, strict=True) if fitted(line, 10, width) == line)


@pytest.mark.parametrize(
    "name", [entry.name for entry in catalog.entries() if entry.sizes and entry.sizes.nodes < 30000]
)
def test_pictures_are_of_a_page_by_default(name: str) -> None:
    game = sf.load(name)
    drawing = draw(game)
    shown = len(visible_tree(TreeSource(game, None, None), nodes=NODES_WHEN_FOLDED).nodes)
    assert len(game) <= MOST_WHOLE or (0 < shown <= 100 and drawing.scene.folded.startswith(f"{shown} of "))
    box = drawing.scene.box
    assert box.right - box.left < 2000 and box.bottom - box.top < 2000, repr(drawing)


def test_a_part_begins_at_an_information_set() -> None:
    game = sf.load("kuhn")
    view = view_of(game, sf.uniform_profile(game), at="1:K:cb")
    starts = [view.nodes[child] for child in view.nodes[0].children]
    assert [node.belief for node in starts] == [Fraction(1, 2)] * 2
    assert len(view.nodes) == 1 + 2 * 3
    check_geometry(view, "right")
    with pytest.raises(InputError, match="no information set of 'kuhn' has this name"):
        draw(game, at="X:")
    with pytest.raises(InputError, match="both players"):
        draw(tree("twice", move(0, "A", {"x": move(1, "A", {"y": leaf(0)})})), at="A")


def nasty_game() -> ExtensiveGame:
    children = {text: leaf(1) for text in NASTY}
    return tree(
        NASTY[0] + NASTY[6], move(0, NASTY[1], {"a": move(1, NASTY[2], children), "b": move(1, NASTY[2], children)})
    )


LABELLED: dict[str, Callable[[ExtensiveGame, str], Drawing | Chart]] = {
    "tree": lambda game, theme: draw(game, theme=theme),
    "chart": lambda game, theme: chart(game, sf.uniform_profile(game), theme=theme),
}


@pytest.mark.parametrize(("name", "theme"), [("tree", "dark"), ("chart", "print")])
def test_any_label_is_harmless(name: str, theme: str) -> None:
    picture = LABELLED[name](nasty_game(), theme)
    scene = picture.scene
    assert not overlapping_texts(scene.texts) and all(item.box.hull(scene.box) == scene.box for item in scene.items)
    tags = {element.tag.removeprefix(XML) for element in ElementTree.fromstring(picture.svg().encode()).iter()}
    assert tags <= {"svg", "title", "rect", "circle", "path", "text"}
    of_page = re.findall(r"<([a-z]+)", picture.html().encode().decode())
    assert name == "tree" or (not {"script", "img", "a", "iframe"} & set(of_page) and of_page.count("table") == 2)
    document = picture.tikz().encode().decode()
    assert not re.search(r"\\node.*(?<!\\)[$&#%_^~]", document)
    depth = 0
    for one in re.sub(r"\\[\\{}$&#%_^~]", "", document):
        depth += (one == "{") - (one == "}")
        assert depth >= 0
    assert depth == 0


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="LaTeX is not installed")
def test_tikz_is_compiled_by_latex(tmp_path: FilePath) -> None:
    draw(nasty_game()).save(tmp_path / "nasty.tex")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "nasty.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=250)
    assert done.returncode == 0, done.stdout[-2000:]


@given(st.text(max_size=60))
def test_latex_text_has_no_special_characters(text: str) -> None:
    escaped = latex_formula().sub("", latex_text(text))
    rest = re.sub(r"\\seqformglyph\{.?\}|\\[a-z]+(?=\{|\}|$)|\\[{}$&#%_]", "", escaped, flags=re.DOTALL)
    assert not set(rest) & set("\\$&#%_^~")


@given(st.text(max_size=80), st.floats(5, 200))
def test_fitted_text_is_one_printable_line(text: str, width: float) -> None:
    assert fitted(text, 10, width).isprintable()


def test_shown_numbers_are_short() -> None:
    assert shown_number(Fraction(-7)) == "−7" and shown_number(Fraction(1, 10**9)) == "1e−09"


def test_drawings_are_saved_by_suffix(tmp_path: FilePath) -> None:
    drawing = draw("kuhn")
    for suffix, start in ((".svg", b"<svg"), (".html", b"<!DOCTYPE html>"), (".tex", b"\\documentclass")):
        drawing.save(tmp_path / f"kuhn{suffix}")
        assert (tmp_path / f"kuhn{suffix}").read_bytes().startswith(start)
    with pytest.raises(InputError, match="a name that ends in"):
        drawing.save(tmp_path / "kuhn.gif")
    assert set(FORMATS) == {".svg", ".html", ".tex", ".png", ".pdf"}


def test_png_and_pdf() -> None:
    pytest.importorskip("typst", reason="PNG and PDF need the extra 'pictures'")
    drawing: Drawing = draw("kuhn")
    assert drawing.png().startswith(b"\x89PNG") and drawing.pdf().startswith(b"%PDF")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"theme": "neon"}, "theme 'neon'"),
        ({"direction": "up"}, "direction 'up'"),
        ({"nodes": 0}, "nodes 0"),
        ({"depth": -1}, "depth -1"),
        ({"difference": True}, "of two profiles"),
        ({"versus": "x.json"}, "versus: compared with a profile, which is missing"),
    ],
)
def test_mistakes_are_named(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        draw("kuhn", **arguments)
