"""Names in the documentation exist: paths, links with anchors, modules and attributes of seqform, and messages."""

import ast
import re
import subprocess
import sys
import tomllib
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

import pytest

import seqform as sf
from seqform.io.equilibria import equilibrium_data
from seqform.io.json_values import SCHEMA

ROOT = Path(__file__).resolve().parents[1]
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *(
        ROOT / folder / "README.md"
        for folder in ("models", "builders", "backends", "tests", "scripts")
    ),
    *sorted((ROOT / "scripts").glob("*/README.md")),
    *sorted((ROOT / "docs").glob("*.md")),
    *(
        page
        for folder in ("theory", "tutorials", "project")
        for page in sorted((ROOT / "docs" / folder).glob("*.md"))
    ),
]
FOLDERS = (
    "",
    "src/seqform",
    "scripts",
    "src/seqform/cli",
    "src/seqform/experiments",
    "src/seqform/play",
)
PATH = re.compile(r"[\w.*-]+/[\w./*-]*|[\w.*-]+\.(py|md|toml|sh|svg|png|json)")
NOT_PATHS = {"1/2", "2/3", "1/10"}
PLACEHOLDERS = {"docs/pictures/sweep-NAME.svg"}
CREATED = {
    ".venv",
    ".venv/bin/seqform",
    ".venv/bin/python",
    "mutants/",
    "build/docs",
    "docs/repository/",
}
ENTRY_POINT_GROUPS = {"seqform.plugins"}


@cache
def file_names() -> set[str]:
    folders = ("models", "builders", "backends", "src", "tests", "scripts", "docs")
    return {
        path.name for folder in folders for path in (ROOT / folder).rglob("*") if path.is_file()
    }


def slugs(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def named(dotted: str) -> Any:
    """Return a module of seqform, or an attribute of a module or class, by its dotted name."""
    first, *names = dotted.split(".")
    found = import_module({"sf": "seqform"}.get(first, first))
    for name in names:
        found = (
            getattr(found, name)
            if hasattr(found, name)
            else import_module(f"{found.__name__}.{name}")
        )
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_path_link_and_name_on_a_page_exists(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    prose = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    folders = [page.parent, *(ROOT / folder for folder in FOLDERS)]
    paths = {span for span in re.findall(r"`([^`\n]+)`", prose) if PATH.fullmatch(span)}
    for path in paths - NOT_PATHS - PLACEHOLDERS - CREATED - file_names():
        assert any(next(folder.glob(path), None) for folder in folders), path
    for link in set(re.findall(r"\]\(([^)\s]+)\)", prose)) - CREATED:
        file, _, anchor = link.partition("#")
        linked = page.parent / file if file else page
        assert "://" in link or linked.exists(), link
        assert "://" in link or not anchor or anchor in slugs(linked), link
    names = set(
        re.findall(
            r"\b(?:seqform|sf)(?:\.[A-Za-z_]\w*)+", re.sub(r"\w+/\S+|\"[^\"\n]*\"", "", text)
        )
    )
    imports = re.findall(r"from (seqform[\w.]*) import ([\w, ]+)", text)
    names |= {
        f"{module}.{name.strip()}" for module, several in imports for name in several.split(",")
    }
    for name in names - ENTRY_POINT_GROUPS:
        named(name)


@cache
def texts_of_the_program() -> str:
    """Return the texts in the source, a line each; what is filled into one is a line end."""
    files = (
        path
        for folder in ("models", "builders", "backends", "src")
        for path in (ROOT / folder).rglob("*.py")
    )
    nodes = (
        node for file in files for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
    )
    texts = (
        node.value
        for node in nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
    return "\n".join(texts)


@pytest.mark.slow
def test_messages_with_remedies_are_those_of_the_program() -> None:
    tables = [
        (page.name, row.split("|")[1])
        for page in PAGES
        for table in re.findall(
            r"^\| message \|.*\n\|[- |]+\n((?:\|.*\n)+)",
            page.read_text(encoding="utf-8"),
            re.MULTILINE,
        )
        for row in table.splitlines()
    ]
    assert len(tables) > 10
    for name, cell in tables:
        for message in re.findall(r"`([^`]+)`", cell):
            for part in re.split(
                r"\.\.\.|did you mean \w+|[:;,]|'[^']*'|[\w.]*\d[\d,./]*|=", message
            ):
                if len(part.split()) > 1:
                    assert part.strip() in texts_of_the_program(), (name, message)


def test_the_guide_describes_the_schema_of_the_files_that_are_written() -> None:
    page = (ROOT / "docs" / "guide_solve.md").read_text(encoding="utf-8")
    assert f"The fields of schema {SCHEMA}:" in page
    table = page.split("The fields of schema")[1].split("\n\n")[1]
    rows = {
        name: row
        for row in table.splitlines()
        for name in re.findall(r"`(\w+)`", row.split("|")[1])
    }
    found = equilibrium_data(sf.solve("kuhn-with-raise", concept="quasi-perfect"))
    assert set(found) - set(rows) == set()
    assert {key for key in found["certificate"] if f"`{key}`" not in rows["certificate"]} == set()


def test_the_words_of_the_search_lead_to_pages_and_sections() -> None:
    words_at = tomllib.loads((ROOT / "docs" / "search_terms.toml").read_text(encoding="utf-8"))
    for place in words_at:
        name, _, anchor = place.partition("#")
        sections = slugs(ROOT / "docs" / f"{name}.md")
        assert not anchor or anchor in sections, place
    phrases = [words.lower() for several in words_at.values() for words in several]
    assert sorted(phrases) == sorted(set(phrases))


def test_titles_of_pages_of_the_site_differ() -> None:
    pages = [*PAGES[1:], *sorted((ROOT / "scripts").glob("*/*.md"))]
    titles = [
        found[1]
        for page in set(pages)
        if (found := re.search(r"^# (.*)$", page.read_text("utf-8"), re.MULTILINE))
    ]
    assert sorted(titles) == sorted(set(titles))


@pytest.mark.parametrize(
    "name", ["poker_researcher", "gambit", "lecture", "exploit", "bet_size", "mediator", "river"]
)
def test_tutorials_for_users_import_nothing_else(name: str) -> None:
    text = (ROOT / "docs" / "tutorials" / f"{name}.md").read_text(encoding="utf-8")
    assert re.findall(r"^(?:import|from) .*$", text, re.MULTILINE) == ["import seqform as sf"]


@pytest.mark.parametrize(
    "name", [name for name in sf.__all__ if not isinstance(getattr(sf, name), str | ModuleType)]
)
def test_every_public_name_is_on_a_page_of_the_api(name: str) -> None:
    directive = re.compile(rf"^\.\. auto\w+:: (seqform\.)?{name}$", re.MULTILINE)
    assert any(
        directive.search(page.read_text(encoding="utf-8"))
        for page in (ROOT / "docs" / "api").glob("*.rst")
    )


@pytest.mark.parametrize("package", ["models", "builders", "backends", "verify", "play"])
def test_no_public_name_of_a_package_is_hidden_by_a_module_in_it(package: str) -> None:
    module = import_module(f"seqform.{package}")
    assert not set(module.__all__) & {one.name for one in iter_modules(module.__path__)}


DOTTED = re.compile(r"(?<![\w/.\"@-])(?<!-m )(?:sf|seqform)((?:\.[A-Za-z_]\w*)+)")
RESOLVE = """
import sys
import seqform

for name in sys.argv[1:]:
    found = seqform
    try:
        for part in name.split("."):
            found = getattr(found, part)
    except AttributeError as error:
        print(f"{name}: {error}")
"""


def test_dotted_names_resolve_after_the_import_of_seqform_alone() -> None:
    names = set[str]()
    for page in PAGES:
        for match in DOTTED.finditer(page.read_text(encoding="utf-8")):
            names.add(match[1].removeprefix("."))
    names -= {group.removeprefix("seqform.") for group in ENTRY_POINT_GROUPS}
    assert {"io.profiles", "experiments.rows.Row", "play.web.serve"} <= names

    done = subprocess.run(
        [sys.executable, "-c", RESOLVE, *sorted(names)], capture_output=True, text=True, check=True
    )
    assert done.stdout == ""
