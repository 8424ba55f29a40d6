"""The documentation site works without a network, and has an entry for every public name."""

import json
import re
import tomllib
from collections.abc import Iterator
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from browsers import chromium

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = (
    "seqform",
    "seqform.models",
    "seqform.builders",
    "seqform.backends",
    "seqform.backends.conformance",
    "seqform.verify",
    "seqform.play",
    "seqform.play.web",
    "seqform.experiments",
)
RESOURCES = {"src", "srcset", "data", "poster"}
ELSEWHERE = re.compile(r"(https?:)?//")
STYLE_SOURCE = re.compile(
    r"url\(\s*[\"']?\s*((?:https?:)?//[^)]*)|@import\s+[\"']((?:https?:)?//[^\"']*)"
)


class Page(HTMLParser):
    """The anchors, links and resources of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.resources: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if value is None:
                continue
            if name == "id":
                self.anchors.add(value)
            elif name in RESOURCES or (name == "href" and tag == "link"):
                self.resources.append(value)
            elif name == "href" and tag == "a":
                self.links.append(value)


@pytest.fixture(scope="module")
def site() -> Path:
    """The site that `scripts/docs` has built; the workflow for documentation runs this file after it."""
    folder = ROOT / "build" / "docs"
    if not (folder / "objects.inv").exists():
        pytest.skip("scripts/docs has not built the site")
    return folder


def test_the_site_works_offline_and_has_every_public_name(site: Path) -> None:
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")}
    assert len(pages) > 60
    assert list(broken_links(site, pages)) == []
    assert [
        (path.name, resource)
        for path, page in pages.items()
        for resource in page.resources
        if ELSEWHERE.match(resource)
    ] == []
    for style in site.rglob("*.css"):
        assert STYLE_SOURCE.search(style.read_text(encoding="utf-8")) is None, style
    assert undocumented(site) == []
    for tutorial in (site / "tutorials").glob("*.html"):
        # The cells have been executed.
        assert tutorial.read_text(encoding="utf-8").count("cell_output") >= 5


def broken_links(site: Path, pages: dict[Path, Page]) -> Iterator[tuple[str, str]]:
    """Yield each page and link that leads to no file of the site, or to no anchor in it."""
    for path, page in pages.items():
        for link in page.links + page.resources:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            anchor = unquote(parts.fragment)
            found = target.exists() and (
                not anchor or target not in pages or anchor in pages[target].anchors
            )
            # Interactive pages make their anchors themselves.
            if not found and path.parent.name != "gallery":
                yield path.relative_to(site).as_posix(), link


def undocumented(site: Path) -> list[str]:
    """Return the public names without an entry in the inventory of the site."""
    from sphinx.util.inventory import InventoryFile

    inventory = InventoryFile.loads((site / "objects.inv").read_bytes(), uri="")
    entries = {
        name for kind, names in inventory.data.items() if kind.startswith("py:") for name in names
    }
    last = {name.rpartition(".")[2] for name in entries}
    missing = []
    for package in PACKAGES:
        module = import_module(package)
        for name in module.__all__:
            thing = getattr(module, name)
            home = f"{getattr(thing, '__module__', '')}.{getattr(thing, '__qualname__', '')}"
            known = (
                {f"{package}.{name}", home} & entries
                if hasattr(thing, "__qualname__")
                else name in last
            )
            if not known:
                missing.append(f"{package}.{name}")
    return missing


@pytest.mark.slow
def test_no_page_scrolls_sideways_at_any_width(site: Path) -> None:
    wide: list[tuple[str, int]] = []
    with chromium() as browser:
        page = browser.new_page()
        for file in (*site.glob("*.html"), *site.glob("theory/*.html"), *site.glob("api/*.html")):
            page.goto(file.as_uri())
            for width in (390, 768, 1024, 1366, 1440, 1920):
                page.set_viewport_size({"width": width, "height": 800})
                if page.evaluate("document.documentElement.scrollWidth") > width:
                    wide.append((file.name, width))
    assert not wide


def test_entries_begin_with_a_sentence_of_their_own(site: Path) -> None:
    solving, index = (
        (site / "api" / name).read_text(encoding="utf-8") for name in ("solve.html", "index.html")
    )
    for page, name, sentence in (
        (solving, "solve", "Compute an equilibrium and certify it on the game itself."),
        (index, "__version__", "The version of the package"),
    ):
        entry = page.partition(f'id="seqform.{name}"')[2]
        assert re.sub(r"<[^>]+>", "", entry.partition("<dd><p>")[2]).strip().startswith(sentence)


SEARCHED = {
    "push fold": "tutorials/poker_researcher#push-or-fold",
    "own game": "own_game",
    "beginner": "own_game",
    "spe": "guide_equilibria#trees-of-perfect-information",
}


def search_index(site: Path) -> dict[str, Any]:
    """Return the index that the page of the search loads."""
    script = (site / "searchindex.js").read_text(encoding="utf-8")
    loaded: dict[str, Any] = json.loads(script.removeprefix("Search.setIndex(").removesuffix(")"))
    return loaded


def places_of(index: dict[str, Any], words: str) -> set[str]:
    """Return the pages and sections to which the words lead as a main entry of the index."""
    places = set()
    for number, anchor, is_main in index["indexentries"].get(words.lower(), []):
        if is_main:
            places.add(index["docnames"][number] + (f"#{anchor}" if anchor else ""))
    return places


def test_the_search_finds_the_words_of_the_list_at_their_pages(site: Path) -> None:
    index = search_index(site)
    words_at = tomllib.loads((ROOT / "docs" / "search_terms.toml").read_text(encoding="utf-8"))
    for place, phrases in words_at.items():
        for words in phrases:
            assert place in places_of(index, words), words
    for words, place in SEARCHED.items():
        assert place in places_of(index, words), words


def test_every_name_in_the_glossary_leads_to_its_row(site: Path) -> None:
    index, page = search_index(site), Page((site / "glossary.html").read_text(encoding="utf-8"))
    rows = re.findall(
        r"^\| ([^|]+) \|.*\| ([^|]*)\|$",
        (ROOT / "docs/glossary.md").read_text("utf-8"),
        re.MULTILINE,
    )
    checked = 0
    for terms, other_names in rows:
        if terms in ("term", "---"):
            continue
        names = [name.strip() for name in terms.split(",")]
        anchor = "term-" + re.sub(r"[^a-z0-9]+", "-", names[0].lower()).strip("-")
        assert anchor in page.anchors
        for part in re.sub(r"\([^)]*\)|`", "", other_names).split(";"):
            names += [name.strip() for name in part.split(": ")[-1].split(",")]
        for name in names:
            if re.search("[a-zA-Z]", name):
                assert f"glossary#{anchor}" in places_of(index, name), name
                checked += 1
    assert checked > 200
    assert "glossary#term-subgame-perfect-equilibrium" in places_of(index, "SPE")
    assert "glossary#term-nash-equilibrium" in places_of(index, "GTO")


@pytest.mark.slow
@pytest.mark.parametrize("words", SEARCHED)
def test_the_page_of_the_search_begins_with_what_is_meant(site: Path, words: str) -> None:
    results = "#search-results ul.search > li"
    with chromium() as browser:
        page = browser.new_page()
        page.goto(f"{(site / 'search.html').as_uri()}?q={words.replace(' ', '+')}")
        page.wait_for_selector("p.search-summary:not(:empty)")
        links = page.eval_on_selector_all(
            f"{results} > a", "all => all.slice(0, 2).map(link => link.getAttribute('href'))"
        )
    name, mark, anchor = SEARCHED[words].partition("#")
    assert f"{name}.html{mark}{anchor}" in links
