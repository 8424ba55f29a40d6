"""The page of a sweep: well-formed, self-contained, and escaped throughout."""

import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from sweep_rows import made_row

from seqform.experiments.report.data import frame_of
from seqform.experiments.report.page import sweep_html
from seqform.experiments.rows import Outcome
from seqform.experiments.store import open_store

for package in ("pandas", "jinja2", "matplotlib"):
    pytest.importorskip(package, reason="pages need the extras 'sweeps' and 'plots'")

EVIL = "<script>alert('&\"x\"')</script>"
ROWS = [
    *(
        made_row(
            "kuhn",
            {"bet": bet},
            backend=backend,
            nodes=58 * bet,
            seconds=bet * 0.1,
            started=f"2030-01-0{bet}T00:00:00",
            value=(-0.1 * bet, 0.1 * bet),
            nash_conv=0.0,
            probabilities={f"1:{EVIL}:bet": 0.5},
            versions={"seqform": "0.1", EVIL: "1"},
            host={"system": EVIL, "cores": 2},
        )
        for bet in (1, 2, 3)
        for backend in ("highs", EVIL)
    ),
    made_row(EVIL, {EVIL: EVIL}, outcome=Outcome.CRASHED, error=f"{EVIL}\x00\x1b[31m \ud800 ]]>"),
]


@pytest.fixture(scope="module")
def page() -> str:
    return sweep_html(frame_of(ROWS), title=f"a & b {EVIL}.sqlite")


def test_the_page_is_well_formed_and_shows_all_parts(page: str) -> None:
    root = ElementTree.fromstring(page)
    assert [part.text for part in root.iter("h1")] == [f"a & b {EVIL}.sqlite"]
    assert [part.text for part in root.iter("h2")] == [
        "Outcomes and values",
        "Seconds of a case",
        "Value and strategies by parameter",
        "Time against size",
        "Performance profiles",
        "1 case without a certified answer",
        "Versions and hosts",
        "Cases",
    ]
    assert len(list(root.iter("{http://www.w3.org/2000/svg}svg"))) == 3
    assert "computed from 2030-01-01 00:00 to 2030-01-03 00:00 UTC" in page
    specs = ["".join(part.itertext()) for part in root.iter("pre")]
    assert len(specs) == len(ROWS) and all('"key": "' in spec for spec in specs)


def test_nothing_from_the_rows_becomes_markup(page: str) -> None:
    root = ElementTree.fromstring(page)
    assert "<script" not in page and not list(root.iter("script"))
    assert EVIL in "".join(root.itertext())
    assert not {"\x00", "\x1b", "\ud800"} & set(page)


def test_the_page_needs_no_network_and_its_identifiers_are_unique(page: str) -> None:
    asked = re.findall(r'(?:src|href|action)\s*=\s*"([^"]*)"|url\(([^)]*)\)|@import', page)
    assert all((left or right).startswith("#") for left, right in asked)
    assert "prefers-color-scheme: dark" in page and "@media print" in page
    found = re.findall(r'\bid="([^"]+)"', page)
    assert found and len(found) == len(set(found))


def test_the_same_rows_give_the_same_file(seqform: Callable[..., tuple[int, str, str]]) -> None:
    rows = [row for row in ROWS if "\x00" not in row.error]
    for folder, order in (("a", rows), ("b", rows[::-1])):
        Path(folder).mkdir()
        open_store(f"{folder}/out.sqlite").add(order)
        assert seqform("report", f"{folder}/out.sqlite", "--html", f"{folder}.html") == (0, "", "")
    assert Path("a.html").read_bytes() == Path("b.html").read_bytes()


def test_pictures_without_data_are_explained() -> None:
    page = sweep_html(frame_of([made_row(value=(0.0, 0.0))]))
    assert "<svg" not in page
    assert "convergence plot: needs cases whose solver records bounds" in page
