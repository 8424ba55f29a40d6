"""Settings of the documentation site: ``scripts/docs`` builds it; nothing in it refers to the network."""

from __future__ import annotations

import os
import re
import sys
import tomllib
from pathlib import Path
from typing import Any

from click.testing import CliRunner
from docutils import nodes
from docutils.parsers.rst import Directive
from latex2mathml.converter import convert
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.ext.napoleon import NumpyDocstring
from sphinx.pycode import ModuleAnalyzer
from sphinx.transforms import SphinxTransform
from sphinx.util.math import get_node_equation_number

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent
sys.path.insert(0, str(ROOT / "scripts"))

import gallery  # noqa: E402
import seqform  # noqa: E402
from seqform.cli.app import COMMANDS, app  # noqa: E402

project = "seqform"
author = copyright = "The seqform developers"
version = release = seqform.__version__
language = "en"

extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx_copybutton"]
exclude_patterns = ["README.md"]
suppress_warnings = [
    "misc.highlighting_failure"
]  # terminal output in blocks of the language "console"
nitpicky = True

html_theme = "furo"
html_title = f"seqform {release}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_favicon = "_static/favicon.svg"
html_copy_source = False
html_show_copyright = False
html_math_renderer = "mathml"
templates_path: list[str] = []
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

myst_enable_extensions = ["amsmath", "colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 4
nb_execution_mode = "force"
nb_execution_in_temp = True  # the tutorials write files
nb_execution_timeout = 900
nb_execution_raise_on_error = True
nb_merge_streams = True

default_role = "py:obj"
autodoc_default_options = {"members": True}
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
napoleon_google_docstring = False
napoleon_use_param = False
napoleon_use_rtype = False
napoleon_custom_sections = [("Attributes", "params_style")]
add_module_names = False
python_maximum_signature_line_length = 100
python_use_unqualified_type_names = True

NumpyDocstring._parse_attribute_docstring = (
    NumpyDocstring._consume_to_end
)  # its "text: more" is no type

COPIES = "repository"
"""The folder of pages from elsewhere in the repository: copies, since the pages of a site are in one folder."""

LINK = re.compile(r"(?<!`)(\]\()([^)\s#:]+)(#[^)\s]*)?(?=\))")


def copy_pages(site: Sphinx, config: object) -> None:
    """Copy the pages that are not in the folder of the documentation."""
    names = ["CHANGELOG.md", "CONTRIBUTING.md", "scripts/README.md"]
    for page in [*(ROOT / name for name in names), *(ROOT / "scripts").glob("*/*.md")]:
        copy, text = DOCS / COPIES / page.relative_to(ROOT), page.read_text(encoding="utf-8")
        if not copy.exists() or copy.read_text(encoding="utf-8") != text:
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(text, encoding="utf-8")


def follow_links(site: Sphinx, docname: str, source: list[str]) -> None:
    """Point the relative links of a page, which are those of the repository, at pages of the site."""
    place = DOCS / docname
    origin = (
        ROOT / place.relative_to(DOCS / COPIES) if place.is_relative_to(DOCS / COPIES) else place
    )

    def moved(link: re.Match[str]) -> str:
        target = (origin.parent / link[2]).resolve()
        if target == ROOT / "README.md":
            target = DOCS / "index.md"
        elif target.suffix == ".md" and not target.is_relative_to(DOCS):
            target = DOCS / COPIES / target.relative_to(ROOT)
        scheme = "" if target.suffix in (".md", ".rst", ".svg", ".png", ".webp") else "path:"
        return f"{link[1]}{scheme}{os.path.relpath(target, place.parent)}{link[3] or ''}"

    if Path(site.env.doc2path(docname)).suffix == ".md":
        source[0] = LINK.sub(moved, source[0])


def plain_signs(
    site: Sphinx, what: str, name: str, obj: object, options: object, lines: list[str]
) -> None:
    """Keep bars and trailing underscores of docstrings from being markup."""
    example = False
    for number, line in enumerate(lines):
        example = line.lstrip().startswith(">>>") or (example and bool(line.strip()))
        if not example:
            lines[number] = re.sub(
                r"(`[^`]*`)|(\||(?<=\w)_(?!\w))", lambda sign: sign[1] or "\\" + sign[2], line
            )


def short_signature(
    site: Sphinx,
    what: str,
    name: str,
    obj: object,
    options: object,
    signature: str | None,
    returns: str | None,
) -> tuple[str | None, str | None]:
    """Leave out the arguments of protocols, and the default values that factories make."""
    if what == "class" and signature == "(*args, **kwargs)":
        return "", None
    return (signature or "").replace("=<factory>", "=...").replace(
        "= <factory>", "= ..."
    ) or None, returns


def public_or_plain(site: Sphinx, env: Any, node: Any, text: nodes.Element) -> nodes.Element | None:
    """Resolve names in docstrings and types in signatures by their last part, or leave them as plain text."""
    if node.get("refdomain") != "py" or not node["refdoc"].startswith("api/"):
        return None
    last, kinds = node["reftarget"].rpartition(".")[2], {"class", "exception"}
    found = {
        entry.node_id: (name, entry)
        for name, entry in env.get_domain("py").objects.items()
        if name.rpartition(".")[2] == last and (node["reftype"] == "obj" or entry.objtype in kinds)
    }
    if len(found) != 1 or (
        node["reftype"] == "obj" and node["reftarget"][:1].islower() and "." in node["reftarget"]
    ):
        return text
    ((name, entry),) = found.values()
    link = nodes.reference("", "", text, internal=True, reftitle=name)
    link["refuri"] = (
        site.builder.get_relative_uri(node["refdoc"], entry.docname) + "#" + entry.node_id
    )
    return link


def inline_math(writer: Any, node: nodes.math) -> None:
    """Write a formula as MathML, which browsers draw without a script."""
    writer.body.append(convert(node.astext()))
    raise nodes.SkipNode


def block_math(writer: Any, node: nodes.math_block) -> None:
    """Write a displayed formula as MathML, with its number."""
    number = (
        f'<span class="eqno">({get_node_equation_number(writer, node)})</span>'
        if node["number"]
        else ""
    )
    formula = convert(node.astext(), display="block")
    writer.body.append(writer.starttag(node, "div", CLASS="math") + number + formula + "</div>\n")
    raise nodes.SkipNode


class Gallery(Directive):
    """The pictures of a section of the gallery, each with its caption and its code."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return a card for every picture."""
        cards = "".join(map(gallery.figure, gallery.SECTIONS[self.arguments[0]]))
        return [nodes.raw("", f'<div class="gallery">{cards}</div>', format="html")]


class CommandHelp(Directive):
    """The help of every command of the command line."""

    def run(self) -> list[nodes.Node]:
        """Return a section for every command."""
        return [self.section(name) for name in COMMANDS]

    def section(self, name: str) -> nodes.section:
        """Return the section of a command."""
        asked = CliRunner().invoke(
            app, [name, "--help"], prog_name="seqform", env={"COLUMNS": "110", "TERM": "dumb"}
        )
        text = "\n".join(line.rstrip() for line in asked.stdout.strip("\n").splitlines())
        title = nodes.title(text=f"seqform {name}")
        return nodes.section(
            "", title, nodes.literal_block(text, text, language="text"), ids=[f"seqform-{name}"]
        )


SEARCH_TERMS = tomllib.loads((DOCS / "search_terms.toml").read_text(encoding="utf-8"))
"""By pages and sections, "page#anchor", the words for which the search shows them first."""


def names_in(cell: str) -> list[str]:
    """Return the names in a cell of the glossary, without the programs before colons and the remarks in parentheses."""
    names: list[str] = []
    for part in re.sub(r" *\([^)]*\)", "", cell).split(";"):
        names += part.rpartition(": ")[2].split(",")
    return [name.strip() for name in names if re.search(r"[^\W\d]", name)]


class SearchEntries(SphinxTransform):
    """Entries of the index, which the search of the site reads: words of `SEARCH_TERMS`, and the names of the glossary.

    A term of the glossary and its other names lead to its row, which gets an anchor.
    """

    default_priority = 840  # before the transform that collects the index

    def apply(self, **options: Any) -> None:
        """Add the entries of a page."""
        for place, phrases in SEARCH_TERMS.items():
            page, _, anchor = place.partition("#")
            if page != self.env.docname:
                continue
            if anchor and anchor not in self.document.ids:
                raise ExtensionError(f"search_terms.toml: {page} has no section {anchor!r}")
            self.add(phrases, anchor)
        if self.env.docname == "glossary":
            for row in list(self.document.findall(nodes.row)):
                if not isinstance(row.parent, nodes.thead):
                    self.add_term(row)

    def add_term(self, row: nodes.row) -> None:
        """Add the entries of a row of the glossary."""
        term, other_names = row.children[0].astext(), row.children[-1].astext()
        terms = names_in(term)
        anchor = nodes.make_id(f"term {terms[0]}")
        row["ids"].append(anchor)
        self.add([*terms, *names_in(other_names)], anchor)

    def add(self, phrases: list[str], anchor: str) -> None:
        """Add entries that lead to an anchor of the page, or to its beginning."""
        entries = [("single", phrase, anchor, "main", None) for phrase in phrases]
        self.document.insert(0, addnodes.index(entries=entries, inline=False))


def draw_gallery(site: Sphinx) -> None:
    """Draw the pictures that are not drawn yet into the folder of the site."""
    if site.builder.format == "html":
        gallery.draw(Path(site.outdir) / gallery.FOLDER)


def hide_overloads(site: Sphinx) -> None:
    """Show `solve` with its arguments, which its overloads, for type checkers, have in a class."""
    analyzer = ModuleAnalyzer.for_module("seqform.solving.api")
    analyzer.analyze()
    analyzer.overloads.clear()


def setup(site: Sphinx) -> None:
    """Register the functions of this file."""
    site.add_html_math_renderer("mathml", (inline_math, None), (block_math, None))
    site.add_directive("gallery", Gallery)
    site.add_directive("command-help", CommandHelp)
    site.add_transform(SearchEntries)
    site.connect("config-inited", copy_pages)
    site.connect("source-read", follow_links)
    site.connect("autodoc-process-docstring", plain_signs, priority=400)
    site.connect("autodoc-process-signature", short_signature)
    site.connect("missing-reference", public_or_plain)
    site.connect("builder-inited", draw_gallery)
    site.connect("builder-inited", hide_overloads)
