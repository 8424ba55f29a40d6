"""`seqform report`: from a store to tables, files, pages and clear errors."""

import csv
import io
import os
import re
import shlex
import subprocess
import sys
from collections import Counter
from importlib.resources import files
from pathlib import Path
from xml.etree import ElementTree

import pytest
from browsers import Tab, chromium
from command_line import Run, python
from sweep_rows import made_row

from seqform.experiments.report.data import frame_of
from seqform.experiments.report.page import sweep_html
from seqform.experiments.report.tables import _key_texts, sweep_data
from seqform.experiments.rows import Outcome
from seqform.experiments.store import open_store
from seqform.io.pages import hash_of

pytestmark = pytest.mark.slow

for package in ("pandas", "jinja2", "matplotlib"):
    pytest.importorskip(package, reason="reports need the extras 'sweeps' and 'plots'")


ROWS = [
    made_row(
        "kuhn",
        {"bet": bet},
        backend=backend,
        nodes=58,
        seconds=bet * 0.1,
        value=(-bet / 10, bet / 10),
    )
    for bet in (1, 2, 3)
    for backend in ("highs", "scipy")
] + [made_row("kuhn", {"bet": 4}, outcome=Outcome.CRASHED, error="fell over")]


COMMAND = [sys.executable, "-m", "seqform", "report", "out.sqlite"]


@pytest.fixture
def report(seqform: Run) -> Run:
    """Run the command on a store with `ROWS`, in its folder."""
    open_store("out.sqlite").add(ROWS)
    return lambda *arguments: seqform("report", "out.sqlite", *arguments)


def lines_in(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


@pytest.mark.parametrize(
    ("choices", "names", "cells"),
    [
        (["--by", "backend"], ["backend", "cases"], [("highs", "4"), ("scipy", "3")]),
        (
            ["--where", "backend=scipy"],
            ["bet", "value_2"],
            [("1", "0.1"), ("2", "0.2"), ("3", "0.3")],
        ),
        (["--where", "bet=4"], ["outcome"], [("crashed",)]),
    ],
)
def test_csv_has_a_line_for_each_group_or_else_each_case(
    report: Run, choices: list[str], names: list[str], cells: list[tuple[str, ...]]
) -> None:
    assert report("--csv", "out.csv", *choices) == (0, "", "")
    text = Path("out.csv").read_text("utf-8")
    assert [tuple(line[name] for name in names) for line in lines_in(text)] == cells
    assert report("--csv", "-", *choices) == (0, text, "")
    assert not Path("-").exists()


def test_a_plot_and_a_page_are_written(report: Run) -> None:
    ended = report("--plot", "sweep", "--x", "bet", "-o", "a.svg", "--html", "a.html")
    notes = "a.svg: the value against bet\n1 case without an answer left out\n"
    assert ended == (0, "", notes)
    assert "value to player 1" in Path("a.svg").read_text()
    assert ElementTree.parse("a.html").getroot().tag == "html"


def test_csv_goes_into_a_pipe_and_lines_of_tables_are_as_long_as_they_need_to_be(
    report: Run,
) -> None:
    environment = os.environ | {"COLUMNS": "40"}
    done = python(*COMMAND[1:], "--by", "bet", check=True, env=environment)
    (header,) = (line for line in done.stdout.splitlines() if "nash_conv" in line)
    assert header.split() == ["bet", "certified", "crashed", "value", "nash_conv"]
    if Path("/dev/stdout").exists():
        assert len(lines_in(python(*COMMAND[1:], "--csv", "/dev/stdout").stdout)) == len(ROWS)


@pytest.mark.skipif(os.name != "posix", reason="the shell of other systems closes no streams")
@pytest.mark.parametrize("closed", ["--json >&- 2>&-", "--csv nowhere/a 2>&-"])
def test_closed_streams_lead_nowhere(report: Run, closed: str) -> None:
    before = Path("out.sqlite").read_bytes()
    done = subprocess.run(
        f"{shlex.join(COMMAND)} {closed}", shell=True, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (2 if "nowhere" in closed else 0, "", "")
    assert Path("out.sqlite").read_bytes() == before


def test_nothing_is_written_if_a_part_cannot_be_made(report: Run) -> None:
    status, _, _ = report(
        "--csv", "a.csv", "--html", "a.html", "--plot", "threshold", "-o", "a.svg"
    )
    assert status == 2
    assert {path.suffix for path in Path().iterdir()} == {".sqlite"}


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (
            ["--by", "bett"],
            "--by bett: no case of this store has it; did you mean bet? Known: game",
        ),
        (["--where", "bet"], "--where bet: a condition such as"),
        (["--plot", "sweep"], "--plot sweep: choose with --output FILE"),
        (["--plot", "sweep", "-o", "a.gif"], "a.gif: .svg, .png or .pdf expected"),
        (["--x", "bet"], "--x: of no meaning without --plot"),
        (["--all", "--json"], "--all: of no meaning with --csv, --json, --html and --plot"),
        (["--count-approximate"], "--count-approximate: of no meaning without --plot or --html"),
        (["--html", "nowhere/a.html"], "nowhere/a.html: there is no folder"),
        (["--csv", "-", "--json"], "--json and --csv: both use standard output"),
    ],
)
def test_mistakes_get_one_clear_line(report: Run, arguments: list[str], problem: str) -> None:
    status, out, err = report(*arguments)
    assert (status, out) == (2, "")
    assert problem in err and err.count("\n") == 1
    assert not Path("a.svg").exists()


def test_stores_with_many_groups_none_or_no_rows_get_one_line(seqform: Run) -> None:
    open_store("many.sqlite").add(
        made_row("kuhn", {"bet": bet}, seconds=1.0) for bet in range(1, 50)
    )
    status, text, err = seqform("report", "many.sqlite")
    assert status == 0 and "49 cases: 49 certified" in text
    assert err == "49 groups by bet are too many to show by default; --by bet shows them\n"
    status, _, err = seqform("report", "none.sqlite")
    assert status == 2 and "none.sqlite: cannot be read" in err
    open_store("empty.sqlite").add([])
    status, _, err = seqform("report", "empty.sqlite")
    assert status == 2 and "no case has finished yet" in err


@pytest.mark.parametrize("wanted", [["--plot", "profile", "-o", "a.svg"], ["--html", "a.html"]])
def test_without_matplotlib_pictures_are_refused_and_tables_are_not(
    report: Run, wanted: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    status, _, err = report(*wanted)
    assert status == 2 and 'pip install "seqform[plots]"' in err
    assert report("--by", "backend")[0] == 0


EVIL = "<script>alert('&\"x\"')</script>"
EVIL_ROWS = [
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
    return sweep_html(frame_of(EVIL_ROWS), title=f"a & b {EVIL}.sqlite")


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
    assert len(specs) == len(EVIL_ROWS) and all('"key": "' in spec for spec in specs)


def test_nothing_from_the_rows_becomes_markup(page: str) -> None:
    root = ElementTree.fromstring(page)
    (script,) = root.iter("script")
    assert (
        page.count("<script") == 1
        and script.text == files("seqform.experiments.report").joinpath("page.js").read_text()
    )
    assert f"script-src '{hash_of(script.text)}'" in page
    assert EVIL in "".join(root.itertext())
    assert not {"\x00", "\x1b", "\ud800"} & set(page)


def test_the_page_needs_no_network_and_its_identifiers_are_unique(page: str) -> None:
    asked = re.findall(r'(?:src|href|action)\s*=\s*"([^"]*)"|url\(([^)]*)\)|@import', page)
    assert all((left or right).startswith("#") for left, right in asked)
    assert "prefers-color-scheme: dark" in page and "@media print" in page
    found = re.findall(r'\bid="([^"]+)"', page)
    assert found and len(found) == len(set(found))


def test_every_group_and_every_failure_links_its_cases(page: str) -> None:
    root = ElementTree.fromstring(page)
    anchors = {part.get("id") for part in root.iter("details") if part.get("id")}
    linked = [part.get("href", "") for part in root.iter("a")]
    assert anchors == {f"case-{number}" for number in range(1, len(EVIL_ROWS) + 1)}
    assert {link.removeprefix("#") for link in linked} == anchors


def test_a_page_groups_replications_only_and_names_what_was_varied(seqform: Run) -> None:
    open_store("many.sqlite").add(
        made_row("kuhn", {"bet": bet}, seed=seed, seconds=1.0)
        for bet in range(1, 50)
        for seed in (1, 2)
    )
    assert seqform("report", "many.sqlite", "--html", "a.html") == (0, "", "")
    page = Path("a.html").read_text("utf-8")
    lines = list(next(ElementTree.fromstring(page).iter("tbody")))
    assert [len(list(line.iter("a"))) for line in lines] == [2] * 49
    assert (
        "Varied: bet: 1, 2, 3" in page and "Cases of one line differ in their seeds alone." in page
    )
    assert seqform("report", "many.sqlite", "--by", "game", "--html", "b.html") == (0, "", "")
    assert "Lines merge cases that differ in bet." in Path("b.html").read_text("utf-8")


def test_tables_are_sorted_and_filtered_and_links_open_cases_in_a_browser(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(sweep_html(frame_of(ROWS), ["bet", "backend"]), "utf-8")
    with chromium() as browser:
        tab = Tab(browser, (tmp_path / "page.html").as_uri())
        page = tab.page
        table = page.locator("table").first
        table.locator("th button", has_text="value").click()
        values = [cell.inner_text() for cell in table.locator("td:nth-child(5)").all()]
        assert values == ["-0.3", "-0.3", "-0.2", "-0.2", "-0.1", "-0.1", "–"]
        table.locator("th button", has_text="value").click()
        values = [cell.inner_text() for cell in table.locator("td:nth-child(5)").all()]
        assert values == ["-0.1", "-0.1", "-0.2", "-0.2", "-0.3", "-0.3", "–"]
        page.locator("input[type=search]").first.fill("SCIPY -0.2")
        (line,) = table.locator("tbody tr:visible").all()
        assert line.locator("td").first.inner_text() == "2"
        line.locator("a").click()
        assert page.locator("details:target pre").is_visible()
        tab.close()


def test_the_same_rows_give_the_same_page(seqform: Run) -> None:
    rows = [row for row in EVIL_ROWS if "\x00" not in row.error]
    for folder, order in (("a", rows), ("b", rows[::-1])):
        Path(folder).mkdir()
        open_store(f"{folder}/out.sqlite").add(order)
        assert seqform("report", f"{folder}/out.sqlite", "--html", f"{folder}.html") == (0, "", "")
    assert Path("a.html").read_bytes() == Path("b.html").read_bytes()


@pytest.mark.parametrize(
    ("versions", "text"),
    [
        (["", ""], ""),
        (["1.0.0", "1.0.0"], "computed by seqform 1.0.0"),
        (
            ["1.10.0", "1.9.0", "", "1.9.0"],
            "computed by different versions: "
            "1 case by an unknown version, 2 cases by seqform 1.9.0, 1 case by seqform 1.10.0",
        ),
    ],
)
def test_reports_have_the_versions_that_computed_the_cases(
    seqform: Run, versions: list[str], text: str
) -> None:
    rows = [
        made_row(seed=n, versions={"seqform": one} if one else {}) for n, one in enumerate(versions)
    ]
    open_store("out.sqlite").add(rows)
    shown = seqform("report", "out.sqlite")[1]
    assert text in shown and ("computed by" in shown) == bool(text)
    assert sweep_data(frame_of(rows))["versions"] == Counter(versions)


def test_an_outcome_in_place_of_a_column_is_answered_with_the_column(report: Run) -> None:
    status, _, errors = report("--by", "certified")
    assert status == 2
    assert "--by certified: an outcome, whose cases are counted, and no column" in errors
    assert report("--by", "outcome")[0] == 0


def test_groups_by_times_have_six_digits_where_they_differ_in_these() -> None:
    by = ("solver_seconds", "backend")
    times: list[float | None] = [0.00012783100009983173, 0.00013, None]
    texts = _key_texts(by, {(time, "highs"): {} for time in times})
    assert [cells[0] for cells in texts] == ["0.000127831", "0.00013", "–"]
    close = _key_texts(("x",), {(time,): {} for time in (0.1, 0.1 + 1e-12, 0.5)})
    assert len(set(close)) == 3
