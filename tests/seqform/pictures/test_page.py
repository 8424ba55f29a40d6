"""Pages of games: their data, and what a browser shows of them."""

import re
from collections.abc import Iterator
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from browsers import Tab, data_of, require_own_script
from hypothesis import given
from hypothesis import strategies as st

import seqform as sf
from seqform.builders.games.tree import chance, leaf, move, tree
from seqform.errors import InputError
from seqform.io.figures import THEMES
from seqform.io.pages import exact_text
from seqform.models.games.extensive import ExtensiveGame
from seqform.pictures import page as page_module
from seqform.pictures.drawing import draw
from seqform.pictures.visible import TreeSource

pytestmark = pytest.mark.slow

HOSTILE = (
    "<script>window.broken=1</script>", "</script><img src=x onerror='window.broken=1'>", "\"quotes\" & 'more'",
    "x" * 300, "שלום עולם", "🂡🂱👩‍👩‍👧", "{{data}}", "<!--", "\x00\x1b[31m\u202e", "\ud800", "",
)  # fmt: skip


def hostile_game() -> ExtensiveGame:
    below = {text: leaf(k) for k, text in enumerate(HOSTILE)}
    return tree(
        HOSTILE[1],
        move(0, HOSTILE[0], {"a": move(1, HOSTILE[1], below), "b": move(1, HOSTILE[1], below)}),
    )


def check_data(game: ExtensiveGame, text: str) -> None:
    """Check that the tree, the payoffs and the probabilities of chance can be recomputed from a page."""
    data, next_node = data_of(text), 1
    parent = [-1] * len(game)
    payoffs: dict[int, list[Fraction]] = {}
    for node, code in enumerate(data["nodes"]):
        if code < 0:
            payoffs[node] = [Fraction(number) for number in data["payoffs"][-1 - code]]
            continue
        assert code == game.infoset[node] and data["owner"][code] == game.player[node]
        labels = data["lists"][data["actions"][code]]
        if game.player[node] == -1:
            odds = [Fraction(number) for number in data["mixes"][data["mix"][code]]]
            assert odds == [game.edge_probability[next_node + k] for k in range(len(labels))]
        parent[next_node : next_node + len(labels)] = [node] * len(labels)
        next_node += len(labels)
    assert parent == game.parent.tolist()
    assert payoffs == {
        node: [payoff[k] for payoff in game.leaf_payoffs]
        for k, node in enumerate(game.leaves.tolist())
    }


# ---- the data ----


@given(st.integers(0, 10**6), st.integers(1, 5))
def test_the_game_can_be_recomputed_from_its_page(seed: int, depth: int) -> None:
    game = sf.load(f"random-game(seed={seed},depth={depth},merge=0.5)")
    check_data(game, draw(game).html())


def test_large_pages_are_compressed() -> None:
    game = sf.load("leduc(ranks=8)")
    text = draw(game).html()
    assert len(text.encode()) < 2_000_000
    data = data_of(text)
    assert data["view"] == "flow" and len(data["nodes"]) == len(game) == 255_617
    small = draw("kuhn").html()
    assert data_of(small)["view"] == "tree" and '"application/json"' in small


class Elements(HTMLParser):
    """The names of all elements, and their attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attributes


@pytest.mark.parametrize("profile", [False, True])
def test_labels_cannot_leave_the_data(profile: bool) -> None:
    game = hostile_game()
    text = draw(game, sf.uniform_profile(game) if profile else None).html()
    plain, elements = Elements(draw("kuhn").html()), Elements(text)
    assert elements.tags == plain.tags and len(elements.attributes) == len(plain.attributes)
    check_data(game, text)
    text.encode()


def test_a_page_loads_nothing_and_allows_only_its_own_script() -> None:
    text = draw("kuhn").html()
    require_own_script(text, "seqform.pictures", "page.js", "page.css")
    assert "http" not in text.replace("http-equiv", "")
    assert not {"src", "href", "style", "onclick"} & {name for name, _ in Elements(text).attributes}


def test_games_that_are_too_large_for_a_page_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_module, "MOST_PAGE_NODES", 50)
    with pytest.raises(
        InputError,
        match="a page has at most 50 nodes; draw a part with --at SET, a static picture with",
    ):
        draw("kuhn").html()
    assert draw("kuhn", at="1:K:cb").html().count("<svg") == 1


def test_differences_and_graphs_of_positions_remain_pictures() -> None:
    game = sf.load("kuhn")
    uniform = sf.uniform_profile(game)
    picture = draw(game, uniform, versus=uniform, difference=True)
    assert "<svg" in picture.html() and "<script" not in picture.html()
    with pytest.raises(InputError, match="view 'flow': of the page of a two-player game"):
        draw(game, uniform, versus=uniform, difference=True, view="flow")
    with pytest.raises(InputError, match="view 'sunburst': one of tree, flow"):
        draw(game, view="sunburst")


def test_a_page_has_the_part_that_is_open_first_and_both_profiles(tmp_path: Path) -> None:
    game = sf.load("kuhn")
    equilibrium = sf.solve(game, exact=True)
    equilibrium.save(tmp_path / "solved.json")
    data = data_of(draw(game, at="1:K:cb", depth=2, nodes=99).html())
    assert (data["budget"], data["depth"], data["other"]) == (99, 2, None)
    assert {game.infoset_names[game.infoset[node]] for node in data["start"]} == {"K:cb"} and len(
        data["start"]
    ) == 2
    text = draw(game, sf.uniform_profile(game), versus=tmp_path / "solved.json").html()
    data = data_of(text)
    assert data["names"] == ["first profile", "solved"] and data["worth"] == ["1/8", "-1/8"]
    assert data["other"]["worth"] == ["-1/18", "1/18"]
    alone = data_of(draw(game, equilibrium).html())
    assert [data["other"][name] for name in ("mix", "mixes")] == [alone["mix"], alone["mixes"]]
    assert (
        "first profile: worth 1/8 to Player 1" in text and "solved: worth −1/18 to Player 1" in text
    )


# ---- in a browser ----


LOOK = """node => {
  const search = document.getElementById("search");
  search.value = `#${node}`;
  search.dispatchEvent(new KeyboardEvent("keydown", {key: "Enter"}));
  const way = [...document.querySelectorAll("[data-what=history] button")].map((one) => one.textContent).join(" ");
  const texts = [...document.querySelectorAll("[data-what]")].map((one) => [one.dataset.what, one.textContent]);
  return {...Object.fromEntries(texts), way};
}"""


class Opened(Tab):
    """The page of a game, which asks for no other file."""

    def __init__(self, browser: Any, path: Path, **options: Any) -> None:
        size = {"width": 1280, "height": 800}
        super().__init__(
            browser, path.as_uri(), viewport=size, **{"reduced_motion": "reduce", **options}
        )
        self.page.wait_for_function("window.ready")

    def close(self) -> None:
        super().close()
        assert len(self.requests) == 1

    def keys(self, *names: str) -> int:
        """Press keys on the canvas; return the node that is selected then."""
        for name in names:
            self.page.press("#canvas", name)
        return self.selected

    @property
    def selected(self) -> int:
        node: int = self.page.evaluate("window.selected")
        return node

    def find(self, text: str) -> int:
        """Search, and return the node that is selected then."""
        self.page.fill("#search", text)
        self.page.press("#search", "Enter")
        return self.selected

    def look(self, node: int) -> dict[str, str]:
        """Select a node by its number; return the texts of the panel by name, numbers with all their digits."""
        texts: dict[str, str] = self.page.evaluate(LOOK, node)
        assert self.selected == node
        return {
            name: text.replace("−", "-").split(" ≈")[0].rpartition("exactly")[2]
            for name, text in texts.items()
        }

    def drawn(self) -> int:
        """Return the number of shapes of the next frame."""
        self.page.evaluate(
            "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
        )
        number: int = self.page.evaluate("window.drawn")
        return number


@pytest.fixture
def opened(browser: Any, tmp_path: Path) -> Iterator[Any]:
    pages: list[Opened] = []

    def open_page(game: Any, profile: Any = None, **options: Any) -> Opened:
        context = {
            name: options.pop(name)
            for name in ("color_scheme", "reduced_motion")
            if name in options
        }
        path = tmp_path / f"{len(pages)}.html"
        draw(game, profile, **options).save(path)
        pages.append(Opened(browser, path, **context))
        return pages[-1]

    yield open_page
    for page in pages:
        page.close()


def test_the_panel_has_the_exact_numbers_of_every_node(opened: Any) -> None:
    game = sf.load("kuhn")
    equilibrium = sf.solve(game, exact=True)
    source: Any = TreeSource(game, equilibrium.profile, None)
    page = opened(game, equilibrium)
    for node in range(len(game)):
        texts = page.look(node)
        assert texts["reach"] == exact_text(source.reach[node]) and texts["way"] == " ".join(
            game.path(node)
        )
        for player in (0, 1):
            assert texts[f"value{player}"] == exact_text(source.expected[player][node])
        if game.player[node] >= 0:
            row = int(game.infoset[node])
            assert texts["set"] == game.infoset_names[row]
            total = source.set_reach[row]
            unreached = "none: the set is never reached"
            assert texts["belief"] == (
                exact_text(source.reach[node] / total) if total else unreached
            )


def test_beliefs_of_an_assessment_are_in_the_panel_where_play_never_leads(opened: Any) -> None:
    game = sf.load("kuhn")
    equilibrium: Any = sf.solve(game, "quasi-perfect")
    page = opened(game, equilibrium)
    beliefs = equilibrium.assessment.beliefs.bound_to(game).probability
    for node in np.flatnonzero(game.player >= 0).tolist():
        assert page.look(node)["belief"] == exact_text(beliefs[node])


def test_probabilities_with_many_digits_are_read(opened: Any) -> None:
    long = Fraction(10**400, 3 * 10**400 + 1)
    tiny = Fraction(1, 10**400 + 1)
    game = tree(
        "long",
        chance({"a": (long, leaf(1)), "b": (tiny, leaf(5)), "c": (1 - long - tiny, leaf(-1))}),
    )
    page = opened(game)
    for node, probability in ((1, long), (2, tiny), (3, 1 - long - tiny)):
        texts = page.look(node)
        assert texts["share"] == texts["reach"] == exact_text(probability)
        shown = page.page.inner_text("[data-what=share]").split("\n")[0].removeprefix("≈ ")
        assert float(shown) == pytest.approx(float(probability), abs=1e-6)


def test_keys_walk_through_the_tree(opened: Any) -> None:
    game = sf.load("kuhn")
    page = opened(game, sf.solve(game, exact=True))
    node = 0
    while not game.is_leaf[node]:
        node = int(game.first_child[node])
        assert page.keys("ArrowRight") == node
    assert page.keys("ArrowRight") == node
    assert page.keys("ArrowLeft") == game.parent[node]
    assert page.keys("Home") == 0
    assert page.keys("ArrowRight", "ArrowDown") == 2 and page.keys("ArrowUp") == 1
    assert page.keys("ArrowUp") == 1
    whole = page.drawn()
    page.keys("Home", "Enter")
    assert page.page.inner_text("#shown") == "; 1 shown" and page.drawn() < whole / 10
    page.keys("Enter", "f")
    assert page.drawn() == whole
    page.keys("w")
    assert page.page.evaluate("document.body.dataset.view") == "flow"
    assert page.keys("ArrowRight", "ArrowRight") == int(game.first_child[1])
    page.keys("Enter", "+", "-", "Escape", "t")
    assert page.page.evaluate("document.body.dataset.view") == "tree"
    assert page.page.get_attribute("#facts", "aria-live") == "polite"


def test_a_signalling_game_has_its_layout_until_something_is_folded(opened: Any) -> None:
    game = sf.load("beer-quiche")
    page = opened(game, sf.solve(game, "sequential", exact=True))
    places = dict(
        zip(
            (game.path(k) for k in preorder(game)),
            page.page.evaluate("window.signals()"),
            strict=True,
        )
    )
    (x, y), (_, above), (_, below) = places[()], places["strong",], places["weak",]
    assert above < y < below
    for side, message in ((-1, "beer"), (1, "quiche")):
        for kind, level in (("strong", above), ("weak", below)):
            receiver_x, receiver_y = places[kind, message]
            assert side * (receiver_x - x) > 0 and receiver_y == level
            ends = [places[kind, message, answer] for answer in ("fight", "leave")]
            assert all(side * (end_x - receiver_x) > 0 for end_x, _ in ends)
            assert ends[0][1] < level < ends[1][1]

    # A click at the payoffs on the left selects the end of that play.
    end = preorder(game).index(leaf_of(game, ("strong", "beer", "fight")))
    x, y, scale, left, top = page.page.evaluate("(i) => window.screen_of(i)", end)
    page.page.mouse.click(left + x - 10 * scale, top + y)
    assert page.selected == leaf_of(game, ("strong", "beer", "fight"))

    page.keys("Enter", "ArrowLeft", "Enter")
    assert page.page.evaluate("window.signals()") is None
    assert opened(game, layout="tree").page.evaluate("window.signals()") is None


def test_three_types_of_a_signalling_game_are_rows_of_the_page(opened: Any) -> None:
    below = {}
    for kind in ("w", "m", "s"):
        messages = {}
        for message in ("L", "E"):
            messages[message] = move(1, message, {"a": leaf(1, 1), "b": leaf(0, 0)})
        below[kind] = (Fraction(1, 3), move(0, kind, messages))
    game = tree("three types", chance(below))
    page = opened(game)
    places = dict(
        zip(
            (game.path(k) for k in preorder(game)),
            page.page.evaluate("window.signals()"),
            strict=True,
        )
    )
    x, y = places[()]
    assert [places[kind,][0] for kind in ("w", "m", "s")] == [x, x, x]
    assert [places[kind,][1] - y for kind in ("w", "m", "s")] == [-60, 60, 180]
    for kind in ("w", "m", "s"):
        assert places[kind, "L"][0] < x < places[kind, "E"][0]
        assert places[kind, "L"][1] == places[kind, "E"][1] == places[kind,][1]


def preorder(game: ExtensiveGame) -> list[int]:
    """Return the nodes depth-first."""
    order = []
    stack = [0]
    while stack:
        node = stack.pop()
        order.append(node)
        stack += reversed(np.flatnonzero(game.parent[1:] == node) + 1)
    return [int(node) for node in order]


def leaf_of(game: ExtensiveGame, path: tuple[str, ...]) -> int:
    """Return the node at the end of a path."""
    return next(node for node in range(len(game)) if game.path(node) == path)


def shown_in(page: Opened) -> int:
    """Return how many nodes the header counts as shown."""
    found: Any = re.search(r"; ([0-9,]+) shown", page.page.inner_text("#shown"))
    return int(found[1].replace(",", ""))


def test_a_part_is_open_at_first_and_the_rest_a_click_away(opened: Any) -> None:
    game = sf.load("leduc")
    page = opened(game, at="2:Qs:cbr", nodes=200)
    members = np.flatnonzero(game.infoset == game.infoset_names.index("Qs:cbr")).tolist()
    assert page.selected == members[0]
    whole = shown_in(page)
    assert 100 < whole < 300  # 200, and the way to the five nodes
    page.page.click("#more")
    assert shown_in(page) > whole
    page = opened(sf.load("kuhn"), depth=2)
    assert shown_in(page) == 1 + 3 + 6
    page.page.click("#all")
    assert page.page.inner_text("#shown") == ""
    page.page.click("#fold")
    assert shown_in(page) == 10


def test_two_profiles_are_a_key_apart(opened: Any) -> None:
    game = sf.load("kuhn")
    solved, uniform = sf.solve(game, exact=True), sf.uniform_profile(game)
    page = opened(game, uniform, versus=solved)
    node = int(np.flatnonzero(game.infoset == game.infoset_names.index("Q:b"))[0])
    first = page.look(node)
    assert (first["value0"], first["reach"]) == ("-1/2", "1/12")
    page.keys("p")
    second = page.look(node)
    alone = opened(game, solved)
    assert second == alone.look(node) != first
    assert page.page.get_attribute("#profile1", "aria-pressed") == "true"
    heads = page.page.eval_on_selector_all(
        "#facts th", "cells => cells.map(cell => cell.textContent)"
    )
    assert heads == ["action", "first profile", "second profile", "worth to Player 1"]
    page.page.click("#profile0")
    assert page.look(node) == first
    assert not alone.page.is_visible("#profile0")


def test_search_finds_sets_and_actions_and_unfolds_the_way(opened: Any) -> None:
    game = sf.load("leduc")
    page = opened(game)
    node = page.find("Ks:cb")
    assert game.infoset_names[game.infoset[node]] == "Ks:cb"
    nodes = np.flatnonzero(game.infoset == game.infoset[node]).tolist()
    assert page.page.inner_text("#hits") == f"1 of {len(nodes)}" and node == nodes[0]
    page.page.press("#search", "Enter")
    assert page.selected == nodes[1]
    page.page.press("#search", "Shift+Enter")
    assert page.selected == nodes[0]
    node = page.find("raise")
    assert game.path(node)[-1] == "raise"
    page.find("no such action")
    assert page.page.inner_text("#hits") == "nothing found"


def test_pointers_select_fold_pan_and_zoom(opened: Any) -> None:
    game = sf.load("leduc")
    page = opened(game, sf.uniform_profile(game), view="flow")
    box = page.page.query_selector("#canvas").bounding_box()
    page.page.mouse.click(box["x"] + 130, box["y"] + 50)
    assert page.selected == 1
    assert page.drawn() > 100
    page.page.mouse.wheel(0, -400)
    page.page.mouse.move(box["x"] + 300, box["y"] + 300)
    page.page.mouse.down()
    page.page.mouse.move(box["x"] + 250, box["y"] + 200)
    page.page.mouse.up()
    assert page.selected == 1 and page.drawn() > 0
    page.page.click("#tree")
    page.keys("Home")
    shown = shown_in(page)
    page.page.click("#more")
    assert shown_in(page) > 1.5 * shown
    page.page.click("#fold")
    assert page.page.inner_text("#shown") == f"; {shown} shown"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_colours_follow_the_system(opened: Any, scheme: str) -> None:
    page = opened("kuhn", color_scheme=scheme)
    read = "getComputedStyle(document.documentElement).getPropertyValue('--background')"
    assert page.page.evaluate(read) == THEMES[scheme].background
    page.page.click("#theme")
    assert page.page.evaluate(read) != THEMES[scheme].background
    corner = "[...document.getElementById('canvas').getContext('2d').getImageData(1, 1, 1, 1).data.slice(0, 3)]"
    page.drawn()
    shade = page.page.evaluate(corner)
    assert (sum(shade) > 380) == (scheme == "dark")


@pytest.mark.parametrize("view", ["tree", "flow"])
def test_hostile_labels_are_harmless(opened: Any, view: str) -> None:
    game = hostile_game()
    page = opened(game, sf.uniform_profile(game), view=view)
    for node in range(len(game)):
        page.look(node)
    assert page.drawn() > 5 and page.page.evaluate("window.broken") is None
    assert page.page.evaluate("document.querySelectorAll('img').length") == 0
    page.find("<script>")
    assert page.page.inner_text("[data-what=set]") == HOSTILE[0]


def test_sets_across_depths_and_circles_are_drawn(opened: Any) -> None:
    def stage(one: tuple[int, str], other: tuple[int, str]) -> Any:
        return move(*one, {"a": move(*other, {"a": leaf(1), "b": leaf(2)}), "b": leaf(0)})

    half = Fraction(1, 2)
    circle = tree(
        "circle",
        chance({"x": (half, stage((0, "A"), (1, "B"))), "y": (half, stage((1, "B"), (0, "A")))}),
    )
    for game in (circle, sf.load("vsvet-figure-1")):
        page = opened(game)
        assert page.drawn() >= 2 * len(game) - 1


def test_frames_of_notebooks_run_the_page(browser: Any) -> None:
    page = browser.new_page()
    page.set_content(sf.load("kuhn").explore()._repr_html_())
    frame = page.frames[-1]
    frame.wait_for_function("window.ready", timeout=100_000)
    assert frame.evaluate("window.drawn") > 58
    page.mouse.move(100, 300)  # the pointer is over the picture, without a click
    page.keyboard.press("ArrowRight")
    assert frame.evaluate("window.selected") == 1
    page.close()


@pytest.mark.parametrize("name", ["kuhn", "leduc", "goofspiel", "oh-hell"])
def test_keys_work_at_once_and_the_first_view_is_legible(opened: Any, name: str) -> None:
    page = opened(name)
    page.page.evaluate(
        "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
    )
    assert page.page.evaluate("document.body.dataset.view === 'flow' || window.scale >= 0.7")
    page.page.keyboard.press("ArrowRight")
    assert page.selected > 0


def test_plays_end_before_the_capsules_of_information_sets(opened: Any) -> None:
    for game in map(sf.load, ("kuhn", "tiny-poker")):
        page = opened(game)
        tips, capsules = page.page.evaluate("[window.tips(), window.capsules()]")
        assert len(tips) == len(game.leaves) and capsules
        for left, right, y in tips:
            assert not any(
                x < right and left < z and top < y < low for x, z, top, low in capsules
            ), (left, right, y)


@pytest.mark.parametrize(
    ("site", "system", "is_dark"),
    [("dark", "light", True), ("light", "dark", False), ("auto", "dark", True)],
)
def test_drawings_on_the_site_follow_its_theme(
    browser: Any, tmp_path: Path, site: str, system: str, is_dark: bool
) -> None:
    image = pytest.importorskip("PIL.Image", reason="Pillow is not installed")
    draw("kuhn").save(tmp_path / "kuhn.svg")
    style = Path(__file__).parents[3].joinpath("docs/_static/site.css").read_text(encoding="utf-8")
    (tmp_path / "page.html").write_text(
        f'<style>{style}</style><body data-theme="{site}"><div class="content"><img src="kuhn.svg"></div>'
    )
    page = browser.new_page(color_scheme=system)
    page.goto((tmp_path / "page.html").as_uri())
    page.locator("img").screenshot(path=tmp_path / "kuhn.png")
    page.close()
    with image.open(tmp_path / "kuhn.png") as shot:
        assert (max(shot.convert("RGB").getpixel((3, 3))) < 40) == is_dark
