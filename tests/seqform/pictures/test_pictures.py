"""Pictures: geometry, probabilities, folding, harmless text, formats, and the numbers of trees and charts."""

import math
import re
import shutil
import subprocess
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path as FilePath
from typing import Any, NamedTuple
from xml.etree import ElementTree

import numpy as np
import pytest
import tree_walks
from every_equilibrium import small_trees
from game_files import first_quick, paths
from goldens import require_golden
from hypothesis import assume, example, given
from hypothesis import strategies as st

import seqform as sf
from seqform.builders.games import catalog
from seqform.builders.games.tree import leaf, move, tree
from seqform.errors import InputError
from seqform.io.figures import THEMES
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.positions import PositionGraph
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy
from seqform.models.strategies.profile_set import PayoffBox, PayoffSet
from seqform.pictures import layout
from seqform.pictures.chart import Chart, chart, public_tree
from seqform.pictures.drawing import MOST_WHOLE, NODES_WHEN_FOLDED, draw
from seqform.pictures.formats import (
    CHART_FORMATS,
    FORMATS,
    Drawing,
    Format,
    require_drawable,
)
from seqform.pictures.grids import GridCell, StrategyGrid
from seqform.pictures.payoff_squares import (
    MOST_PARTS,
    MOST_SQUARES,
    SIDE,
    payoff_axes,
    payoff_square,
)
from seqform.pictures.scene import (
    Path,
    Scene,
    Shape,
    TextItem,
    crossed_texts,
    fitted,
    fitted_apart,
    overlapping_texts,
    shown_number,
)
from seqform.pictures.tree import tree_scene
from seqform.pictures.visible import GraphSource, TreeSource, VisibleTree, visible_tree
from seqform.system.foreign_text import latex_formula, latex_text

LARGEST = 400
SMALL = [
    entry.name
    for entry in catalog.entries()
    if entry.sizes is not None and entry.sizes.nodes <= LARGEST
]
NASTY = (
    "<script>alert(1)</script>", "\"quotes\" & 'more'", "x" * 300, "שלום עולם", "🂡🂱👩‍👩‍👧", "$_^&%#~\\{}",
    "\x00\x1b[31m\u202e", "\ud800", "", " ", "日本語の手",
)  # fmt: skip
XML = "{http://www.w3.org/2000/svg}"


def view_of(
    game: ExtensiveGame, profile: BehaviorProfile | None = None, **limits: Any
) -> VisibleTree:
    return visible_tree(TreeSource(game, profile, None), **{"nodes": LARGEST, **limits})


def inside(x: float, y: float, shape: Shape) -> bool:
    box = shape.box
    return box.left < x < box.right and box.top < y < box.bottom


def points_of(path: Path) -> Iterator[tuple[float, float]]:
    """Yield points on a path that are at most a pixel apart, or so."""
    start = path.start
    for step in path.steps:
        controls = (start, *zip(step[::2], step[1::2], strict=True))
        rounds = int(sum(math.dist(*pair) for pair in pairwise(controls))) + 2
        for k in range(rounds + 1):
            points = list(controls)
            while len(points) > 1:  # de Casteljau's algorithm
                share = k / rounds
                points = [
                    (x + share * (next_x - x), y + share * (next_y - y))
                    for (x, y), (next_x, next_y) in pairwise(points)
                ]
            yield points[0]
        start = controls[-1]


def check_labels(scene: Scene) -> None:
    """Check that no edge, with its width, runs through a label of an edge."""
    labels = [
        item
        for item in scene.texts
        if item.size in (layout.LABEL, layout.SMALL)
        and item.anchor == "start"
        and not item.title.startswith("information set")
    ]
    for edge in (item for item in scene.items if isinstance(item, Path) and not item.dash):
        hull = edge.box
        near = [(item, item.box) for item in labels if item.box.overlaps(hull)]
        for x, y in points_of(edge) if near else ():
            for item, box in near:
                across = max(box.left - x, x - box.right, 0)
                down = max(box.top - y, y - box.bottom, 0)
                assert math.hypot(across, down) > edge.width / 2 - 1e-6, (item, edge)


def check_geometry(view: VisibleTree, direction: Any) -> None:
    """Check that texts and capsules are apart, plays end before capsules, all is on the canvas, children in order.

    No two information sets of a player look alike.
    """
    scene = tree_scene(view, THEMES["light"], direction)
    assert not overlapping_texts(scene.texts)
    check_labels(scene)
    canvas = scene.box
    for item in scene.items:
        assert item.box.hull(canvas) == canvas, item
    capsules = [item for item in scene.items if isinstance(item, Shape) and item.dash]
    for one, other in combinations(capsules, 2):
        assert not one.box.overlaps(other.box), (one, other)
    shapes = [
        item for item in scene.items if isinstance(item, Shape) and not item.dash and item.title
    ]
    for edge in (item for item in scene.items if isinstance(item, Path) and not item.dash):
        points = [edge.start, *(step[-2:] for step in edge.steps)]
        (x, y), (tip_x, tip_y) = points[-2], points[-1]
        if not any(inside(tip_x, tip_y, shape) for shape in shapes):
            for capsule in (one for one in capsules if not inside(x, y, one)):
                line = ((x + k / 50 * (tip_x - x), y + k / 50 * (tip_y - y)) for k in range(51))
                assert not any(inside(*point, capsule) for point in line), (edge, capsule)
    names = {
        (item.text, item.color, item.title)
        for item in scene.texts
        if item.title.startswith("information set")
    }
    assert len({(text, color) for text, color, _ in names if text}) == len(
        [name for name in names if name[0]]
    )
    inner = [node for node in view.preorder if view.nodes[node].children or view.nodes[node].hidden]
    spots = dict(zip(inner, shapes, strict=True))
    for node in inner:
        places = [spots[child] for child in view.nodes[node].children if child in spots]
        for first, second in pairwise(places):
            assert (first.x < second.x) if direction == "down" else (first.y < second.y)
    # A set is in a capsule; at a level with too many sets each node has the name instead.
    for members in view.sets.values():
        in_capsule = [
            any(item.box.hull(spots[node].box) == item.box for item in capsules) for node in members
        ]
        assert all(in_capsule) or not any(in_capsule)


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


@st.composite
def random_tables(draw_from: st.DrawFn) -> VisibleTree:
    words = st.sampled_from(
        ["L", "Center", "to the right", "a long name of an action", "an action of a name " * 8]
    )
    names, payoffs = [], []
    for _ in range(2):
        size = draw_from(st.integers(2, 5))
        names.append([f"{draw_from(words)} {number}" for number in range(size)])
    for _ in range(2):
        of_row = st.lists(
            st.sampled_from([0, 5, -17, 12345]), min_size=len(names[1]), max_size=len(names[1])
        )
        payoffs.append(draw_from(st.lists(of_row, min_size=len(names[0]), max_size=len(names[0]))))
    game = sf.bimatrix_game(payoffs[0], payoffs[1], rows=names[0], columns=names[1])
    profile = sf.uniform_profile(game) if draw_from(st.booleans()) else None
    return view_of(game, profile)


@given(random_tables(), st.sampled_from(["down", "right"]))
def test_tables_with_long_names_have_no_edge_through_a_label(
    view: VisibleTree, direction: str
) -> None:
    check_geometry(view, direction)


@pytest.mark.parametrize("with_profile", [False, True])
@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_branches_of_small_tables_are_evenly_spaced(size: int, with_profile: bool) -> None:
    names = ["Left", "Center", "Right", "Up", "Down"][:size]
    payoffs = [[10 * row + column for column in range(size)] for row in range(size)]
    game = sf.bimatrix_game(payoffs, payoffs, rows=names, columns=names)
    view = view_of(game, sf.uniform_profile(game) if with_profile else None)
    placement = layout.Placement(view, None, False, False, 1.0)
    for node in view.nodes:
        distances = [
            placement.across[second] - placement.across[first]
            for first, second in pairwise(node.children)
        ]
        for distance in distances:
            assert distance == pytest.approx(distances[0])


def test_a_sweep_finds_the_paths_through_texts() -> None:
    text = TextItem(100, 50, "middle", 10, "black")
    box = text.box
    curve = ((200, 0, 0, 90, 200, 90),)
    through = Path((100, 0), curve, "black", 1)
    below = Path((0, 60), ((300, 60),), "black", 1)
    at_the_corner = Path((box.left - 10, box.top + 9), ((box.left + 9, box.top - 10),), "black", 4)
    upright = Path((box.right - 1, 0), ((box.right - 1, 90),), "black", 1)
    beside = Path((box.right + 1, 0), ((box.right + 1, 90),), "black", 1)
    crossed = crossed_texts([text], [through, below, at_the_corner, upright, beside])
    assert {id(path) for _, path in crossed} == set(map(id, (through, at_the_corner, upright)))
    assert crossed_texts([], [through]) == crossed_texts([text], []) == []


@given(st.lists(st.text("ab ", min_size=1, max_size=40), max_size=30), st.floats(20, 120))
@example(["a aa", "a ab", "aaa"], 20.0)
def test_texts_that_differ_look_different_after_cutting(texts: list[str], width: float) -> None:
    lines = [" ".join(text.split()) for text in texts]
    shown = fitted_apart(texts, 10, width)
    assert len(set(shown)) == len(set(lines))
    assert all(
        one == line
        for one, line in zip(shown, lines, strict=True)
        if fitted(line, 10, width) == line
    )


@pytest.mark.parametrize(
    "name", [entry.name for entry in catalog.entries() if entry.sizes and entry.sizes.nodes < 30000]
)
def test_pictures_are_of_a_page_by_default(name: str) -> None:
    game = sf.load(name)
    drawing = draw(game)
    shown = len(visible_tree(TreeSource(game, None, None), nodes=NODES_WHEN_FOLDED).nodes)
    assert len(game) <= MOST_WHOLE or (
        0 < shown <= 100 and drawing.scene.folded.startswith(f"{shown} of ")
    )
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
        NASTY[0] + NASTY[6],
        move(0, NASTY[1], {"a": move(1, NASTY[2], children), "b": move(1, NASTY[2], children)}),
    )


@pytest.mark.parametrize("kind", [Drawing, Chart])
def test_any_label_is_harmless(kind: type) -> None:
    game = nasty_game()
    picture = (
        draw(game, theme="dark")
        if kind is Drawing
        else chart(game, sf.uniform_profile(game), theme="print")
    )
    scene, canvas = picture.scene, picture.scene.box
    assert not overlapping_texts(scene.texts) and all(
        item.box.hull(canvas) == canvas for item in scene.items
    )
    tags = {
        element.tag.removeprefix(XML)
        for element in ElementTree.fromstring(picture.svg().encode()).iter()
    }
    assert tags <= {"svg", "title", "rect", "circle", "path", "text"}
    of_page = re.findall(r"<([a-z]+)", picture.html().encode().decode())
    assert kind is Drawing or (
        not {"script", "img", "a", "iframe"} & set(of_page) and of_page.count("table") == 2
    )
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
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=250
    )
    assert done.returncode == 0, done.stdout[-2000:]


@given(st.text(max_size=60))
def test_latex_text_has_no_special_characters(text: str) -> None:
    escaped = latex_formula().sub("", latex_text(text))
    rest = re.sub(
        r"\\seqformglyph\{.?\}|\\[a-z]+(?=\{|\}|$)|\\[{}$&#%_]", "", escaped, flags=re.DOTALL
    )
    assert not set(rest) & set("\\$&#%_^~")


@given(st.text(max_size=80), st.floats(5, 200))
def test_fitted_text_is_one_printable_line(text: str, width: float) -> None:
    assert fitted(text, 10, width).isprintable()


@given(
    small_trees(payoffs=3, moves=3, leaves=6, with_chance=True),
    st.sampled_from(["down", "right"]),
    st.booleans(),
)
def test_squares_have_the_sets_in_common_axes_apart_from_all_else(
    graph: PositionGraph, direction: Any, with_profile: bool
) -> None:
    strategy = sf.solve(graph, "subgame-perfect").strategy if with_profile else None
    source = GraphSource(graph, strategy)
    sets = sf.payoff_sets(source.graph)
    view = visible_tree(source, nodes=LARGEST, payable=sets)
    axes = view.payoff_axes
    assume(axes is not None)
    assert axes is not None

    scene = tree_scene(view, THEMES["light"], direction)
    assert not overlapping_texts(scene.texts)
    for item in scene.items:
        assert item.box.hull(scene.box) == scene.box
    frames = [
        item for item in scene.items if isinstance(item, Shape) and item.half_width == SIDE / 2
    ]
    inner = [node for node in view.nodes if node.payable is not None]
    assert sorted(frame.title for frame in frames) == sorted(["", *(node.note for node in inner)])
    for frame, other in combinations(frames, 2):
        assert not frame.box.overlaps(other.box)
    for frame in frames:
        assert not any(frame.box.overlaps(text.box) for text in scene.texts)
        for edge in (item for item in scene.items if isinstance(item, Path) and not item.title):
            points = [edge.start, *(step[-2:] for step in edge.steps)]
            for (x, y), (to_x, to_y) in pairwise(points):
                line = ((x + k / 50 * (to_x - x), y + k / 50 * (to_y - y)) for k in range(51))
                assert not any(inside(*point, frame) for point in line)
    for node in inner:
        assert node.payable is not None and (node.values is not None) == with_profile
        assert (
            node.values is None or tuple(Fraction(value) for value in node.values) in node.payable
        )
        for low, high in zip(
            node.payable.ranges, zip(axes.low, axes.high, strict=True), strict=True
        ):
            assert high[0] <= low[0] <= low[1] <= high[1]


def test_a_square_has_its_points_lines_and_rectangles_at_their_places() -> None:
    boxes = (
        PayoffBox((Fraction(0), Fraction(0)), (Fraction(2), Fraction(5))),
        PayoffBox((Fraction(2), Fraction(5)), (Fraction(4), Fraction(5))),
        PayoffBox((Fraction(4), Fraction(10)), (Fraction(4), Fraction(10))),
    )
    payable = PayoffSet(boxes, pure=False)
    axes = payoff_axes([payable])
    assert axes is not None
    frame, rectangle, line, point = payoff_square(
        payable, axes, (100.0, 50.0), "#000000", THEMES["light"], "the set"
    )
    assert isinstance(frame, Shape) and frame.title == "the set" and (frame.x, frame.y) == (100, 50)
    left, right = 100 - 17, 100 + 17
    top, bottom = 50 - 17, 50 + 17
    assert isinstance(rectangle, Shape) and rectangle.title == "[0, 2] × [0, 5]"
    assert (rectangle.x - rectangle.half_width, rectangle.x + rectangle.half_width) == (left, 100)
    assert (rectangle.y - rectangle.half_height, rectangle.y + rectangle.half_height) == (
        50,
        bottom,
    )
    assert isinstance(line, Path) and (line.start, line.steps) == ((100, 50), ((right, 50),))
    assert isinstance(point, Shape) and (point.x, point.y) == (right, top)


def test_sets_of_any_size_have_axes_and_large_pictures_have_texts() -> None:
    huge = PayoffBox((Fraction(10) ** 400, Fraction(1)), (Fraction(10) ** 401, Fraction(1)))
    axes = payoff_axes([PayoffSet((huge,), pure=False)])
    assert (
        axes is not None and axes.place(huge.low) == (-17, 0) and axes.place(huge.high) == (17, 0)
    )
    assert payoff_axes([]) is None
    assert payoff_axes([PayoffSet((huge,), pure=False)] * (MOST_SQUARES + 1)) is None
    assert payoff_axes([PayoffSet((huge,) * (MOST_PARTS + 1), pure=False)]) is None
    three = PayoffBox((Fraction(0),) * 3, (Fraction(1),) * 3)
    assert payoff_axes([PayoffSet((three,), pure=True)]) is None

    chain: Any = leaf(0, 0)
    for step in range(MOST_SQUARES + 1):
        chain = move(0, f"at {step}", {"on": chain, "end": leaf(1, -step)})
    picture = draw(tree("long", chain), sets=True, nodes=300).scene
    assert not any(
        isinstance(item, Shape) and item.half_width == SIDE / 2 for item in picture.items
    )
    assert any(text.text == f"1 × [−{MOST_SQUARES}, 0]" for text in picture.texts)


def test_shown_numbers_are_short() -> None:
    assert shown_number(Fraction(-7)) == "−7" and shown_number(Fraction(1, 10**9)) == "1e−09"


def test_drawings_are_saved_by_suffix(tmp_path: FilePath) -> None:
    drawing = draw("kuhn")
    for suffix, start in (
        (".svg", b"<svg"),
        (".html", b"<!DOCTYPE html>"),
        (".tex", b"\\documentclass"),
    ):
        drawing.save(tmp_path / f"kuhn{suffix}")
        assert (tmp_path / f"kuhn{suffix}").read_bytes().startswith(start)
    with pytest.raises(InputError, match="a name that ends in"):
        drawing.save(tmp_path / "kuhn.gif")
    assert set(FORMATS) == {".svg", ".html", ".tex", ".png", ".pdf"}


def test_a_drawing_of_one_tree_has_the_nodes_that_it_shows() -> None:
    whole = draw("kuhn").tree
    folded = draw("kuhn", depth=2).tree
    assert whole is not None and folded is not None
    assert (len(whole().nodes), len(folded().nodes), folded().total) == (58, 10, 58)
    uniform = sf.uniform_profile(sf.load("kuhn"))
    assert draw("kuhn", uniform, versus=uniform).tree is None


def test_formats_of_trees_are_refused_for_other_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    titles = Format(lambda drawing: drawing.tree().title if drawing.tree else "", of_trees=True)
    monkeypatch.setitem(FORMATS, ".title", titles)
    assert ".title" not in CHART_FORMATS
    require_drawable(FilePath("kuhn.title"), FORMATS)
    with pytest.raises(InputError, match=r"kuhn.title: a name that ends in .svg, .html, "):
        require_drawable(FilePath("kuhn.title"), CHART_FORMATS)


def test_png_and_pdf() -> None:
    pytest.importorskip("typst", reason="PNG and PDF need the extra 'pictures'")
    drawing: Drawing = draw("kuhn")
    assert drawing.png().startswith(b"\x89PNG") and drawing.pdf().startswith(b"%PDF")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"theme": "neon"}, "theme 'neon'"),
        ({"direction": "up"}, "direction 'up'"),
        ({"nodes": 0}, "nodes: a whole number from 1 on"),
        ({"depth": -1}, "depth: a whole number from 0 on"),
        ({"difference": True}, "of two profiles"),
        ({"versus": "x.json"}, "versus: compared with a profile, which is missing"),
    ],
)
def test_mistakes_are_named(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        draw("kuhn", **arguments)


# ---- numbers ----

SETS = ("vsvet-figure-1", "three-card-orderings", "random-game(seed=3,depth=4,merge=0.5)")
SET_CHARTS = (
    "vsvet-figure-1",
    "guess-the-ace-second-gift",
    "random-game(seed=3,depth=4,merge=0.5)",
)
"""Games without hands, whose charts are of information sets."""
TREES = ("kuhn", "guess-the-ace", *SETS)
PROFILES = ("uniform", "pure", "mixed", "solved", "doubles")
SEEDS = (1, 2)


@dataclass
class Cell:
    """A bar: its shares by action, and how often its owner's choices lead there."""

    shares: dict[str, Any]
    reach: Any


class Node(NamedTuple):
    """The label and the probability of the edge into a node, and what the node has."""

    label: str
    probability: Any
    reach: Any
    belief: Any
    payoffs: tuple[Any, ...]


# ---- by walking the game ----


@cache
def loaded(name: str) -> ExtensiveGame:
    game: ExtensiveGame = sf.load(name)
    return game


@cache
def profile_of(name: str, kind: str, seed: int = 1) -> BehaviorProfile:
    game = loaded(name)
    if kind == "uniform":
        return sf.uniform_profile(game)
    if kind in ("pure", "mixed"):
        return tree_walks.random_profile(game, seed, (0,) if kind == "pure" else (0, 0, 1, 2))
    solved: BehaviorProfile = sf.solve(game, exact=True).profile
    return solved if kind == "solved" else solved.to_floats()


def members_of(game: ExtensiveGame, player: int) -> dict[str, list[int]]:
    """Return the nodes of every information set of a player, by the set's name."""
    found = defaultdict[str, list[int]](list)
    for node in np.flatnonzero(game.player == player).tolist():
        found[game.infoset_names[game.infoset[node]]].append(node)
    return found


def set_cells(game: ExtensiveGame, profile: BehaviorProfile, player: int) -> dict[str, Cell]:
    return {
        name: Cell(
            dict(profile[player][name]), tree_walks.reach(game, profile, nodes[0], (player,))
        )
        for name, nodes in members_of(game, player).items()
    }


def set_numbers(
    game: ExtensiveGame, profile: BehaviorProfile, player: int
) -> dict[str, tuple[Any, ...]]:
    """Return the reach of every information set, the value there, and what the best reply from there on adds."""
    found = {}
    for name, nodes in members_of(game, player).items():
        weighted = [
            (node, tree_walks.reach(game, profile, node, (-1, 1 - player))) for node in nodes
        ]
        before = sum(by * tree_walks.received_before(game, player, node) for node, by in weighted)
        value = sum(
            by * tree_walks.expected_from(game, profile, player, node) for node, by in weighted
        )
        gain = tree_walks.best_reply(game, profile, player, weighted) - value
        reach, whole = (
            sum(tree_walks.reach(game, profile, node) for node in nodes),
            sum(by for _, by in weighted),
        )
        found[name] = (
            (reach, (value + before) / whole, gain / whole) if whole else (reach, None, None)
        )
    return found


def situation(path: tuple[str, ...], player: int) -> tuple[list[str], list[list[str]]]:
    """Return the cards that a player sees on the way to a node, one of them private, and the actions by round."""
    cards, rounds = [path[player]], [list[str]()]
    for step in path[2:]:
        if step[0].isupper():
            cards.append(step)
            rounds.append([])
        else:
            rounds[-1].append(step)
    return cards, rounds


def hand_cells(
    game: ExtensiveGame, profile: BehaviorProfile, player: int, number: int | None
) -> dict[tuple[str, str], Cell]:
    """Return the mean bars of the hands of equal ranks by row and column; of all hands and rounds without a number."""
    groups = defaultdict[tuple[str, str], list[tuple[Any, dict[str, Any]]]](list)
    for name, nodes in members_of(game, player).items():
        cards, rounds = situation(game.path(nodes[0]), player)
        earlier, now = [", ".join(one) for one in rounds[:-1]], ", ".join(rounds[-1])
        column = " / ".join([*earlier, f"after {now}" if now else "first to act"])
        row = " with ".join(card[0] for card in cards)
        if number is None:
            row, column = "", " ".join(step for one in rounds for step in one)
        elif len(rounds) != number:
            continue
        own = tree_walks.reach(game, profile, nodes[0], (player,))
        groups[row, column].append((own, profile[player][name]))
    found = {}
    for place, members in groups.items():
        total = sum(reach for reach, _ in members)
        weighted = members if total else [(1, shares) for _, shares in members]
        parts = {
            a: sum(by * shares[a] for by, shares in weighted) / (total or len(members))
            for a in members[0][1]
        }
        found[place] = Cell(parts, Fraction(total) / len(members))
    return found


def walked(game: ExtensiveGame, profile: BehaviorProfile | None) -> dict[tuple[str, ...], Node]:
    """Return all nodes by the actions that lead there."""
    known, chosen = profile is not None, profile or sf.uniform_profile(game)
    reach = [tree_walks.reach(game, chosen, node) for node in range(len(game))]
    found = {}
    for node in range(len(game)):
        path, row, above = game.path(node), int(game.infoset[node]), int(game.parent[node])
        edge = None
        if node and (known or game.player[above] < 0):
            edge = tree_walks.edge(game, chosen, above, node - int(game.first_child[above]))
        members = (
            np.flatnonzero(game.infoset == row).tolist()
            if row >= 0 and game.player[node] >= 0
            else []
        )
        total = sum(reach[one] for one in members) if known and len(members) > 1 else 0
        belief = reach[node] / total if total else None
        paid = (
            [tree_walks.received_before(game, k, node) + received(game, k, node) for k in (0, 1)]
            if row < 0
            else ()
        )
        found[path] = Node(
            path[-1] if path else "", edge, reach[node] if known else None, belief, tuple(paid)
        )
    return found


def received(game: ExtensiveGame, player: int, node: int) -> Any:
    row = int(game.outcome[node])
    return game.outcomes.payoffs[player][row] if row >= 0 else 0


# ---- charts ----


def require_cells(
    grid: StrategyGrid, shown: Iterable[Iterable[GridCell | None]], known: Any, column: str = ""
) -> None:
    """Require that the cells of a table are those known by row and column."""
    found = {
        (row.label, column or one.name): Cell(
            dict(zip(cell.actions, cell.shares, strict=True)), cell.reach
        )
        for row, cells in zip(grid.rows, shown, strict=True)
        for one, cell in zip(grid.columns, cells, strict=True)
        if cell is not None
    }
    assert found == known


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", SET_CHARTS)
def test_information_sets_have_their_shares_reach_values_and_regrets(name: str, seed: int) -> None:
    game = loaded(name)
    profiles = [tree_walks.random_profile(game, one) for one in (seed, seed + 10)]
    for player, grid in enumerate(chart(game, profiles[0], versus=profiles[1]).grids):
        for cells, profile in zip((grid.cells, grid.others), profiles, strict=True):
            require_cells(
                grid,
                cells,
                {(k, "set"): c for k, c in set_cells(game, profile, player).items()},
                "set",
            )
        assert {row.label: row.numbers for row in grid.rows} == set_numbers(
            game, profiles[0], player
        )


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("name", "number"), [("kuhn", 1), ("leduc", 1), ("leduc", 2)])
def test_hands_have_the_means_of_their_members(name: str, number: int, seed: int) -> None:
    game = loaded(name)
    profiles = [tree_walks.random_profile(game, one) for one in (seed, seed + 10)]
    for player, grid in enumerate(chart(game, profiles[0], versus=profiles[1], round=number).grids):
        for cells, profile in zip((grid.cells, grid.others), profiles, strict=True):
            require_cells(grid, cells, hand_cells(game, profile, player, number))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_the_public_tree_has_the_means_of_all_hands(name: str, seed: int) -> None:
    game = loaded(name)
    profile = tree_walks.random_profile(game, seed)
    cells = {
        way: (k, one)
        for k in (0, 1)
        for (_, way), one in hand_cells(game, profile, k, None).items()
    }
    (grid,) = public_tree(game, profile).grids
    way: list[str] = []
    reach: list[Any] = [Fraction(1)]
    for row, (shown,) in zip(grid.rows, grid.cells, strict=True):
        assert row.branch is not None and shown is not None
        if row.branch.depth:
            del way[row.branch.depth - 1 :], reach[row.branch.depth :]
            share = cells[" ".join(way)][1].shares[row.branch.action]
            assert row.branch.share == share
            way.append(row.branch.action)
            reach.append(reach[-1] * share)
        player, cell = cells[" ".join(way)]
        assert (row.branch.mover, row.numbers) == (player, (reach[-1],))
        assert Cell(dict(zip(shown.actions, shown.shares, strict=True)), shown.reach) == cell
    assert len(grid.rows) == len(cells)


# ---- trees ----


@pytest.mark.parametrize("kind", PROFILES)
@pytest.mark.parametrize("name", TREES)
def test_trees_have_the_probabilities_reach_beliefs_and_payoffs_of_every_node(
    name: str, kind: str
) -> None:
    game, profile = loaded(name), profile_of(name, kind)
    known = walked(game, profile)
    every: tuple[dict[str, Any], ...] = ({"nodes": 400}, {"nodes": 20}, {"depth": 2, "nodes": 400})
    for limits in every:
        view = visible_tree(TreeSource(game, profile, None), **limits)
        assert len(view.nodes) == len(known) or any(node.hidden for node in view.nodes)
        for node in view.nodes:
            one = known[node.path]
            assert (node.label, node.payoffs or ()) == (one.label, one.payoffs)
            for shown, number in ((node.probability, one.probability), (node.reach, one.reach)):
                assert shown is None or float(shown) == pytest.approx(float(number), abs=1e-12)
            assert node.belief == (
                None if one.belief is None else pytest.approx(one.belief, abs=1e-12)
            )


def test_a_graph_of_positions_has_the_probabilities_of_its_strategy() -> None:
    graph: Any = sf.load("littman-figure-4", kind="positions")
    strategy = sf.solve(graph, "subgame-perfect").strategy
    view = visible_tree(GraphSource(strategy.graph, strategy), nodes=400)
    for node in view.nodes:
        chances = strategy.graph.chances(node.key) if strategy.graph.player[node.key] == -1 else []
        for place, child in enumerate(node.children):
            share = chances[place] if chances else strategy.at(node.key).get(place, 0)
            assert view.nodes[child].label == strategy.graph.move_label(node.key, place)
            assert view.nodes[child].probability == share
            assert view.nodes[child].reach == node.reach * share


def test_a_small_exact_difference_is_drawn_and_rounding_is_not() -> None:
    game = loaded("kuhn")
    strategies = sf.uniform_profile(game)
    for step, drawn in ((Fraction(1, 10**12), 2), (1e-12, 0)):
        shares = strategies[0].probabilities.astype(type(step))
        start = int(strategies[0].index.first_sequence[0])
        shares[start : start + 2] += [step, -step]
        other = BehaviorProfile((BehaviorStrategy(strategies[0].index, shares), strategies[1]))
        picture = draw(game, strategies, versus=other, difference=True)
        sets = np.flatnonzero(game.infoset == game.infoset_names.index("J:"))
        assert sum(
            "→" in one.text and "profile" not in one.text for one in picture.scene.texts
        ) == drawn * len(sets)


# ---- drawings ----


PICTURES: dict[str, Callable[[], Any]] = {
    "tree": lambda: draw("kuhn", profile_of("kuhn", "mixed")),
    "tree-downwards": lambda: draw(
        "guess-the-ace", profile_of("guess-the-ace", "doubles"), direction="down"
    ),
    "two-trees": lambda: draw(
        "kuhn", profile_of("kuhn", "uniform"), versus=profile_of("kuhn", "pure"), at="1:K:cb"
    ),
    "difference": lambda: draw(
        "kuhn",
        profile_of("kuhn", "mixed"),
        versus=profile_of("kuhn", "pure", 2),
        difference=True,
        theme="dark",
    ),
    "positions": lambda: draw("littman-figure-1", sf.solve("littman-figure-1", "subgame-perfect")),
    "payoff-squares": lambda: draw(
        "littman-figure-4",
        sf.solve("littman-figure-4", "subgame-perfect", objective="social"),
        sets=True,
    ),
    "signalling": lambda: draw(
        "beer-quiche", sf.solve("beer-quiche", "sequential", exact=True), theme="dark"
    ),
    "chart": lambda: chart("kuhn", profile_of("kuhn", "mixed")),
    "two-strategies": lambda: chart(
        "leduc",
        tree_walks.random_profile(loaded("leduc"), 1),
        round=1,
        theme="dark",
        versus=tree_walks.random_profile(loaded("leduc"), 2),
    ),
    "information-sets": lambda: chart(
        SET_CHARTS[1], tree_walks.random_profile(loaded(SET_CHARTS[1]), 1)
    ),
    "public-tree": lambda: public_tree("leduc", tree_walks.random_profile(loaded("leduc"), 1)),
}


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_are_those_on_file(name: str) -> None:
    require_golden(f"pictures/{name}.svg", PICTURES[name]().svg())


def test_the_payoffs_of_backward_induction_are_written_beside_the_nodes() -> None:
    game = sf.load("littman-figure-4")
    drawing = sf.draw(game, sf.solve(game, "subgame-perfect"), node_values=True)
    texts = re.findall(r">(\([−0-9, ]+\))<", drawing.svg())
    assert texts == ["(3, 1)", "(3, 1)", "(1, 0)", "(0, 2)", "(3, 1)"]
    assert "pays 0, 2" in drawing.svg()
    assert "the payoffs from there on" in drawing.svg()
    assert "from there on" not in sf.draw(game, sf.solve(game, "subgame-perfect")).svg()


def test_values_are_written_beside_nodes_that_are_alone_in_their_sets() -> None:
    kuhn = sf.draw("kuhn", sf.solve("kuhn", exact=True), node_values=True).svg()
    assert kuhn.count("pays ") == 4  # the nodes of chance


def test_values_beside_nodes_need_strategies_and_one_tree() -> None:
    with pytest.raises(InputError, match=r"node_values .*of a profile, which is missing"):
        sf.draw("kuhn", node_values=True)
    for chosen in ({"sets": True}, {"versus": "uniform"}, {"view": "flow"}):
        with pytest.raises(InputError, match="node_values: of the picture of one tree"):
            sf.draw("kuhn", "uniform", node_values=True, **chosen)


def test_a_concept_in_place_of_a_profile_is_refused_with_the_call_that_computes_one() -> None:
    message = r"profile 'nash': a concept, not a profile; draw\(game, sf.solve\(game, 'nash'\)\)"
    with pytest.raises(InputError, match=message):
        sf.draw("kuhn", "nash")
