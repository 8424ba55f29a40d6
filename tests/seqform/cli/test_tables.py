"""Tables of results: exact data, documents whose text is safe in each format, and what the command line prints."""

import csv
import io
import json
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from command_line import Run
from drawn_games import POKER
from hypothesis import given
from hypothesis import strategies as st

import seqform as sf
from seqform.models.numbers.text import short
from seqform.models.table import SHOW_ALL, Line, Report, Shares, Table, Words, latex_number
from seqform.pictures.drawing import draw, notebook_bundle
from seqform.pictures.scene import shown_number
from seqform.system.console import Console
from seqform.system.foreign_text import _SYMBOLS, latex_formula, latex_text, markdown_text, visible

KUHN = sf.load("kuhn")
EXACT = sf.solve(KUHN, exact=True)

NASTY = (
    "$x$ & 50% #1_{2}^3~\\", "=1+1", "-1/18", "a|b\\|c", "<b>*x*</b>", " [2] ", "\x1b[2J\r\n", "`'\"", "Żółć א", ""
)  # fmt: skip
FORMULAS = (
    *(f"${base}{index}{exponent}$" for base in (r"\frac{1}{2}x", r"\hat{p} \leq \mathcal{H}", "A|B") for index in
      ("_1", "_{k+1}", "") for exponent in ("'", "''", "^*", r"^{-\infty}", "")),
    *(f"$\\{symbol}$" for symbol in _SYMBOLS.split()),
)  # fmt: skip
TIMES = re.compile(r";\s+[\w .]+\ss(,\s+[\w .]+\ss)*")
LABELS = st.one_of(st.sampled_from(NASTY), st.text(max_size=12))
RATIONALS = st.fractions(max_denominator=10**9)
ROWS = st.lists(st.tuples(LABELS, RATIONALS), max_size=4)


def two_columns(rows: Any, heading: str = "x") -> Table:
    return Table("title", (heading, "number"), "lr", rows)


def centipede() -> sf.ExtensiveGame:
    """Return a game that ends at once, so that play reaches neither Bob's set nor the second of Ann."""
    last = sf.move("Ann", "s3", {"Stop": sf.leaf(3, 1), "Go": sf.leaf(2, 4)})
    middle = sf.move("Bob", "s2", {"Stop": sf.leaf(0, 2), "Go": last})
    first = sf.move("Ann", "s1", {"Stop": sf.leaf(1, 0), "Go": middle})
    return sf.tree("Centipede", first, players=("Ann", "Bob"))


# ---- data ----


@given(ROWS, LABELS)
def test_csv_keeps_text_and_exact_numbers_and_has_no_formula(rows: Any, heading: str) -> None:
    (first, _), *read = csv.reader(io.StringIO(two_columns(rows, heading).to_csv()))
    assert len(read) == len(rows)
    for found, text in zip(
        [first, *(row[0] for row in read)], [heading, *(row[0] for row in rows)], strict=True
    ):
        assert found in (visible(text), f"'{visible(text)}")
        assert not re.match(r"\s*[=@]", found)
    assert [Fraction(row[1]) for row in read] == [row[1] for row in rows]


# ---- documents ----


def unescaped(cell: str) -> str:
    """Return the text of a Markdown cell, as CommonMark reads it."""
    return re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", cell.strip(" ").replace("&#32;", " "))


@given(ROWS, LABELS)
def test_markdown_is_read_back(rows: Any, heading: str) -> None:
    text = two_columns(rows, heading).to_markdown()
    lines = text.split("\n")[2:-1]
    assert len(lines) == 2 + len(rows)
    cells = [re.findall(r"\|((?:\\.|[^|\\])*)(?=\|)", line) for line in lines]
    assert {len(row) for row in cells} == {2}
    assert [unescaped(row[0]) for row in (cells[0], *cells[2:])] == [
        visible(label) for label, _ in ((heading, 0), *rows)
    ]


@given(st.text())
def test_markdown_has_no_markup(text: str) -> None:
    rest = re.sub(r"\\[!-/:-@\[-`{-~]|^&#32;|&#32;$", "", markdown_text(text))
    assert not set(rest) & set("\\`*_[]<>|~$&#")


@given(ROWS, LABELS)
def test_latex_has_as_many_cells_as_columns_and_no_special_characters(
    rows: Any, heading: str
) -> None:
    text = two_columns(rows, heading).to_latex()
    body = re.sub(r"\\(mid|bottom)rule\n|\\end\{tabular\}\n", "", text.partition("\\toprule\n")[2])
    lines = body.split(" \\\\\n")[:-1]
    assert len(lines) == 1 + len(rows)
    for line in lines:
        bare = latex_formula().sub("", line)
        bare = re.sub(r"\$-?(\d+|\\frac\{\d+\}\{\d+\}|\\approx .*?)\$", "", bare)
        bare = re.sub(
            r"\\seqform(glyph|letter)\{.?\}|\\ensuremath\{.*?\}|\\[a-z]+(?=\{|\}|$)|\\[{}$&#%_]",
            "",
            bare,
        )
        assert bare.count("&") == 1
        assert not set(bare) & set("\\$#%_^~")
        assert not line.startswith(("[", "*"))


WORDS = "an explanation of several words that is wider than half of a page and goes on"
SIX = Shares(tuple(f"raise to {k} big blinds" for k in range(6)), (Fraction(1, 6),) * 6)
WIDE = Report([
    Table("many columns", ("set", *map("column {}".format, range(12))), "l" + 12 * "r", [
        ("K" * 60 + ":cbr", *(Fraction(-12345, 67890 + k) for k in range(12))),
        ("", *(0.1 + k for k in range(12))),
    ]),
    Table("two texts", ("set", "first", "second", "x"), "lllr", [("J:", WORDS, WORDS, 1)] * 3),
    Table("many rows", ("set", "behavior", "x"), "llr", [(f"set {k}", SIX, k) for k in range(70)]),
])  # fmt: skip
"""Tables wider and longer than a page."""


def rows_of(text: str) -> list[list[list[str]]]:
    """Return the cells of every ``tabular`` of a text, the heading first."""
    tables = re.findall(r"\\toprule\n(.*?)\\bottomrule", text, flags=re.DOTALL)
    cells = []
    for table in tables:
        lines = re.split(r" (?:\\\\|\\tabularnewline)\n", table.replace("\\midrule\n", ""))[:-1]
        cells.append([line.split(" & ") for line in lines])
    return cells


@pytest.mark.parametrize(
    ("game", "settings"),
    [
        ("kuhn", {"exact": True}),
        ("chicken", {}),
        ("chicken", {"concept": "normal-form-coarse", "objective": "social"}),
    ],
)
def test_latex_of_an_answer_has_no_times(game: str, settings: dict[str, Any]) -> None:
    answer = sf.solve(game, **settings)
    slow = answer.recomputed(seconds={"build": 12.25, "solve": 34.5})
    assert "build 12.25 s, solve 34.50 s" in " ".join(str(slow).split())
    for latex in (slow.to_latex(), slow.report().to_latex(), slow.to_latex(caption="a")):
        assert "34.5" not in latex
        assert not re.search(r"\d ?s\b", latex)
        assert latex_text(answer.raw.solver) in latex


def test_latex_tables_keep_all_cells_within_the_page() -> None:
    many_columns, two_texts, many_rows = (part.to_latex() for part in WIDE.parts)
    tables = rows_of(many_columns)
    assert len(tables) > 1
    heads = [heading for table in tables for heading in table[0][1:]]
    assert heads == [f"column {k}" for k in range(12)]
    numbers = [cell for table in tables for cell in table[1][1:]]
    expected = [Fraction(-12345, 67890 + k) for k in range(12)]
    assert numbers == [latex_number(short(number)) for number in expected]
    assert all("K" in table[1][0] and r"\allowbreak{}" in table[1][0] for table in tables)

    (table,) = rows_of(two_texts)
    assert [row[1].removeprefix(r"\raggedright ") for row in table[1:]] == [WORDS] * 3
    shares = [float(part) for part in re.findall(r"p\{([0-9.]+)\\linewidth\}", two_texts)]
    assert len(shares) == 2 and sum(shares) < 1

    tables = rows_of(many_rows)
    assert [row[0] for table in tables for row in table[1:]] == [f"set {k}" for k in range(70)]
    assert {tuple(table[0]) for table in tables} == {
        ("set", r"\raggedright behavior", "x")
    } and len(tables) > 4


def test_fractions_of_latex_tables_are_apart() -> None:
    fractions = two_columns([("a", Fraction(1, 3))], "b").to_latex()
    assert r"\renewcommand{\arraystretch}{1.4}" in fractions
    assert fractions.count(r"\begingroup") == fractions.count(r"\endgroup") == 1
    assert "arraystretch" not in two_columns([("a", Fraction(3))], "b").to_latex()


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="LaTeX is not installed")
@pytest.mark.parametrize(
    "preamble", ["", "\\usepackage[T1]{fontenc}\n", "\\usepackage{booktabs}\n"]
)
def test_latex_is_compiled(tmp_path: Path, preamble: str) -> None:
    package = ["kpsewhich", "booktabs.sty"]
    if (
        "booktabs" in preamble
        and subprocess.run(package, stdout=subprocess.PIPE, check=False).returncode
    ):
        pytest.skip("the package booktabs is not installed")
    labels = (*NASTY, *FORMULAS)
    rows = [
        (label, Fraction(-1, 3), Shares((label, "Ąę ðÞ"), (Fraction(1, 2), 1e-20)))
        for label in labels
    ]
    nasty = Report([Table("a & b", ("[x]", "n", "s"), "lrl", rows), *map(Line, labels)])
    reports = (nasty.to_latex(), EXACT.to_latex(everything=True), WIDE.to_latex(), "")
    body = "\n\n".join(reports)
    body += (
        EXACT.to_latex(caption="Poker & $\\sigma_1^*$", label="tab:kuhn poker")
        + "Table \\ref{tab:kuhn-poker}\n"
    )
    (tmp_path / "t.tex").write_text(
        f"\\documentclass{{article}}\n{preamble}\\begin{{document}}\n{body}\\end{{document}}\n"
    )
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "t.tex"]
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, errors="replace", check=False
    )
    assert done.returncode == 0, done.stdout[-2000:]
    assert "Overfull" not in done.stdout
    assert "\\newlabel{tab:kuhn-poker}" in (tmp_path / "t.aux").read_text()


def test_simple_formulas_pass_to_latex_and_nothing_else() -> None:
    assert all(latex_text(formula) == formula for formula in FORMULAS)
    foreign = (
        "$\\input{x}$",
        "$a^^5c$",
        "$x_1^2^3$",
        "$\\alphax$",
        "$}{$",
        "$\\frac{1}$",
        "$5 and $6",
        "($5)-($6)",
    )
    for text in foreign:
        assert re.sub(r"\\\$", "", latex_text(text)).count("$") == 0, text


@given(ROWS, LABELS)
def test_html_is_read_back(rows: Any, heading: str) -> None:
    page = ElementTree.fromstring(
        f"<div>{Report([two_columns(rows, heading), Line(heading)]).to_html()}</div>"
    )
    cells = [part.text or "" for part in page.iter() if part.tag in ("td", "th")]
    assert cells[::2] == [visible(label) for label in (heading, *(label for label, _ in rows))]
    assert {part.tag for part in page.iter()} <= {"div", "table", "caption", "tr", "td", "th", "p"}


# ---- terminals ----


def test_a_profile_prints_its_tables_with_the_players_names_and_reach() -> None:
    text = str(EXACT.profile)
    assert str(EXACT).startswith(text)
    assert "reached" in text and "Player 2\n" in text
    read = str(sf.uniform_profile(KUHN))
    assert "check: 1/2, bet: 1/2" in read and "reached" in read


@given(st.lists(st.integers(0, 9), min_size=1, max_size=6).filter(any))
def test_bars_are_as_long_as_their_probabilities(weights: list[int]) -> None:
    shares = tuple(Fraction(weight, sum(weights)) for weight in weights)
    bar = Shares(tuple("abcdef"[: len(weights)]), shares).bar("012345", width=20)
    assert len(bar) == 20 and list(bar) == sorted(bar)
    for place, share in enumerate(shares):
        assert abs(bar.count(str(place)) - 20 * share) <= 1


def test_text_that_the_terminal_cannot_encode_is_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table("Żółć", ("set",), "l", [(Fraction(1, 10**20 + 1),)])
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    text = Report([table, Line("1 × 2")]).to_text()
    assert text.isascii()
    assert "\\u017b" in text and "~1e-20" in text and "1 x 2" in text


# ---- the command line ----


def test_formats_of_the_command_line(seqform: Run) -> None:
    solve = ("solve", "kuhn", "--exact", "--format")
    assert seqform(*solve, "csv")[1] == EXACT.to_csv()
    for name, text in (("markdown", EXACT.to_markdown()), ("latex", EXACT.to_latex())):
        assert TIMES.sub("", seqform(*solve, name)[1]) == TIMES.sub("", text)
    for flag in (("--json",), ("--format", "json")):
        assert json.loads(seqform("solve", "kuhn", "--exact", *flag)[1])["values"] == [
            "-1/18",
            "1/18",
        ]
    EXACT.save("kuhn.json")
    assert seqform("check", "kuhn", "kuhn.json", "--format", "csv")[1] == (
        "quantity,Player 1,Player 2\nvalue,-1/18,1/18\nbest response,-1/18,1/18\nregret,0,0\n"
    )
    found = seqform("equilibria", "vsvet-figure-1", "--starts", "5", "--format", "csv")[
        1
    ].splitlines()
    assert found[0].startswith("equilibrium,value of Player 1,value of Player 2,index")
    assert seqform("trace", "vsvet-figure-1", "--format", "csv")[1].startswith(
        "pivot,enters,leaves,z0\n1,x ∅,r T,2/3\n"
    )
    compared = seqform("compare", "guess-the-ace", "--format", "markdown")[1]
    assert "| against | plain LP | worst Nash |" in compared


# ---- notebooks ----


def test_notebooks_get_tables_and_pictures() -> None:
    bundle = EXACT._repr_mimebundle_()
    assert bundle["text/plain"] == repr(EXACT)
    assert bundle["text/html"] == EXACT._repr_html_()
    assert "<td>fold: 2/3, call: 1/3</td>" in bundle["text/html"]
    picture = KUHN._repr_mimebundle_()["image/svg+xml"]
    assert picture == draw(KUHN).svg()
    assert picture in KUHN._repr_mimebundle_()["text/html"]
    graph = sf.load("tic-tac-toe", kind="positions")
    assert notebook_bundle(graph)["image/svg+xml"].startswith("<svg")


# ---- names by paths ----


def test_unnamed_sets_are_shown_by_their_names() -> None:
    assert "│ queen " in str(sf.solve(POKER)) and "#" not in str(sf.solve(POKER, exact=True))


def test_a_partition_that_is_not_proved_lossless_may_lose_value_and_is_not_said_to(
    seqform: Run,
) -> None:
    text = seqform("shrink", "leduc(suits=1)")[1]
    assert (
        "not proved" in text
        and "yes, proved" in text
        and "published may lose value: round 2" in text
    )
    published, lossless = json.loads(seqform("shrink", "leduc(suits=1)", "--json")[1])[
        "abstractions"
    ]
    assert (published["lossless"], lossless["lossless"]) == (None, True)
    found = sf.solve("leduc(suits=1)", preprocess="published", exact=True)
    assert found.certificate.proven, "and in fact loses nothing"


@pytest.mark.slow
def test_shrink_and_info_take_ordered_games_of_ones_own_of_any_size(
    seqform: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = "from seqform.builders.games import catalog\nGAME = catalog.ordered('{}')\n"
    (tmp_path / "tiny.py").write_text(lines.format("tiny-poker"), encoding="utf-8")
    (tmp_path / "large.py").write_text(lines.format("rhode-island(ranks=5)"), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    data = json.loads(seqform("shrink", "tiny.py:GAME", "--json")[1])
    assert data["nodes"] == 113
    # Gilpin & Sandholm (2006), figure 2.
    assert [one["nodes"] for one in data["abstractions"]] == [39, 39]
    assert "too large to be written out" in seqform("info", "large.py:GAME")[1]


@pytest.mark.parametrize(
    "arguments",
    [("info", "kuhn"), ("info", "rhode-island(ranks=5)"), ("shrink", "leduc"), ("games",)],
)
def test_sizes_and_the_catalog_come_in_all_formats(
    seqform: Run, arguments: tuple[str, ...]
) -> None:
    status, csv, _ = seqform(*arguments, "--format", "csv")
    nodes = next(line for line in csv.splitlines() if line.startswith(("nodes", "kuhn,")))
    assert status == 0 and any(number in nodes for number in ("58", "120665601", "9457"))
    for form, expected in (("markdown", "| --- |"), ("latex", r"\begin{tabular}")):
        status, out, _ = seqform(*arguments, "--format", form)
        assert status == 0 and expected in out
    status, plain, _ = seqform(*arguments, "--json")
    # Which has seconds.
    assert seqform(*arguments, "--format", "json")[1] == plain or arguments[0] == "shrink"
    assert (
        seqform(*arguments, "--format", "table")[1] == seqform(*arguments)[1]
        or arguments[0] == "shrink"
    )


def test_comparisons_have_exact_data() -> None:
    found = sf.compare(KUHN, {"exact": EXACT.profile, "uniform": sf.uniform_profile(KUHN)})
    guaranteed = found.to_frame().query("against == 'any opponent (guaranteed)'")
    assert list(guaranteed["exact"]) == [Fraction(-1, 18), Fraction(1, 18)]
    differing = found.to_frame("differences")
    assert list(differing["uniform"].unique()) == [Fraction(1, 2)]
    assert (differing["exact"] != differing["uniform"]).any()


OF_TWO_KEYS = Table(
    "wide",
    ("branch", "information set", "first share", "second share"),
    "rlrr",
    [[1, "row", Fraction(-2729, 40), Fraction(123456, 7)], [2, "row", 0, Fraction(1, 3)]],
    keys=2,
)


def printed(table: Table, width: int) -> str:
    """Return a table as a terminal of some width prints it."""
    output = io.StringIO()
    Console(file=output, width=width, color_system=None).print(table)
    return output.getvalue()


@pytest.mark.parametrize("width", [100, 50, 40])
def test_terminals_show_numbers_in_full_and_break_lines_between_words(width: int) -> None:
    text = printed(OF_TWO_KEYS, width)
    assert max(map(len, text.splitlines())) <= width
    assert "-2729/40" in text and "123456/7" in text and "…" not in text
    words = set(text.replace("┃", " ").split())
    assert {"branch", "information", "set", "first", "second", "share"} <= words


@pytest.mark.parametrize("game", ["inspection", "monty-hall", "kuhn"])
@pytest.mark.parametrize("width", [60, 80, 120])
def test_charts_on_a_terminal_have_all_numbers_and_words(
    seqform: Run, monkeypatch: pytest.MonkeyPatch, game: str, width: int
) -> None:
    from seqform.cli import common

    monkeypatch.setattr(common.out, "_width", width)
    status, text, _ = seqform("chart", game)
    assert status == 0
    assert "…" not in text
    grids = sf.chart(game).grids
    for grid in grids:
        for name in grid.numbers:
            assert name in text.split()
        for row in grid.rows:
            numbers = ["–" if value is None else shown_number(value) for value in row.numbers]
            assert "  ".join(numbers) in re.sub(" {2,}", "  ", text)
    assert max(map(len, text.splitlines()[3:])) <= width


def test_parts_of_a_wide_table_begin_with_its_keys() -> None:
    text = printed(OF_TWO_KEYS, 40)
    assert text.count("branch") == text.count("information") == 2
    wide = replace(OF_TWO_KEYS, columns=("branch", "set", *["a long heading of numbers" * 3] * 2))
    parts = wide.to_latex().split(r"\begin{tabular}")[1:]
    assert len(parts) == 2 and all("branch & \\raggedright set & " in part for part in parts)


def test_names_and_parameters_in_the_list_of_games_can_be_copied(
    seqform: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    _, shown, _ = seqform("games")
    words = shown.replace("│", " ").replace(",", " ").split()
    assert "…" not in shown
    assert {"three-card-orderings", "collapse_suits=false", "points_difference=false"} <= set(words)


@pytest.mark.parametrize(
    ("options", "last"),
    [
        (
            ["--complete", "--check", "sequential,subgame-perfect"],
            r"\shortstack[l]{subgame\\perfect}",
        ),
        (["--starts", "5"], r"\shortstack[l]{normal{-}form\\perfect}"),
    ],
)
def test_the_equilibria_are_one_table_of_a_paper_without_times(
    seqform: Run, options: list[str], last: str
) -> None:
    """Headings stand in two lines where that lets all columns fit; the payoffs of mixed strategies are fractions."""
    status, text, _ = seqform("equilibria", "stag-hunt(hare=10/3)", *options, "--format", "latex")
    (table, *_) = rows_of(text)
    assert status == 0 and table[0][-1] == last
    assert any(r"\frac{10}{3}" in cell for row in table for cell in row)
    assert "10/3" not in "".join("".join(row) for row in table)
    assert not re.search(r"\d\.\d\d s", text)
    assert len(rows_of(text)) == 1


def test_lines_have_their_time_everywhere_but_in_latex() -> None:
    report = Report([Line("all done", time="0.25 s")])
    assert "all done; 0.25 s" in report.to_text()
    assert "all done; 0.25 s" in report.to_markdown() and "all done; 0.25 s" in report.to_html()
    assert "all done" in report.to_latex() and "0.25" not in report.to_latex()


def test_numbers_among_words_are_formulas_in_latex() -> None:
    words = Words(("a: ", Fraction(2, 3), "; 1/2 pot"))
    table = Table("", ("played",), "l", [(words,)])
    assert r"a: $\frac{2}{3}$; 1/2 pot" in table.to_latex()
    assert "a: 2/3; 1/2 pot" in table.to_markdown() and "a: 2/3; 1/2 pot" in table.to_csv()


# ---- behavior where play does not lead ----


@pytest.mark.parametrize(
    "concept",
    [
        "subgame-perfect",
        "sequential",
        "quasi-perfect",
        "extensive-form-perfect",
        "normal-form-perfect",
        "proper",
    ],
)
def test_refinements_show_the_sets_that_play_does_not_reach_with_a_reach_of_0(
    concept: str,
) -> None:
    answer = sf.solve(centipede(), concept)
    tables = [part for part in answer.report().parts if isinstance(part, Table)]
    reach = {row[0]: row[-1] for table in tables[:2] for row in table.rows}
    assert reach == {"s1": 1, "s2": 0, "s3": 0}
    assert "does not reach" not in str(answer)


def test_every_route_to_a_subgame_perfect_equilibrium_shows_unreached_sets() -> None:
    for objective in (None, "social"):
        answer = sf.solve(centipede(), "subgame-perfect", objective=objective)
        assert re.search(r"s3 +│ Stop: 1", str(answer))


def test_a_nash_equilibrium_has_a_line_instead_of_a_table_of_sets_that_play_does_not_reach() -> (
    None
):
    text = str(sf.solve(centipede(), "nash"))
    assert "Bob: 1 set that play does not reach left out; --all shows every set" in text
    assert "s2" not in text


# ---- hints ----


def test_markdown_and_latex_have_no_options_of_the_command_line_and_html_has_those_of_python() -> (
    None
):
    coordination = sf.bimatrix_game([[2, 0], [0, 1]], [[1, 0], [0, 2]])
    answers = (
        sf.equilibria(coordination, complete=True),
        sf.equilibria(coordination, starts=3),
        sf.solve(centipede(), "nash"),
        sf.solve("leduc"),
        sf.solve(coordination, "extensive-form-correlated"),
        sf.compare("leduc", {"a": sf.solve("leduc"), "b": "uniform"}),
    )
    for answer in answers:
        assert re.search("--[a-z]", str(answer)), answer
        for document in (answer.to_markdown(), answer.to_latex(), answer._repr_html_()):
            assert not re.search("--[a-z]", document), answer
        assert re.search("everything=True|complete=True", answer._repr_html_())


def test_a_document_still_counts_the_rows_that_it_leaves_out() -> None:
    long = Report(two_columns([("a", 1)] * 20).shortened(False, "pairs"))
    assert "4 more pairs" in long.to_markdown() and "4 more pairs" in long.to_latex()
    assert "4 more pairs; --all shows every one" in long.to_text()


@pytest.mark.parametrize("form", ["markdown", "latex"])
def test_documents_have_all_rows_of_the_equilibria(seqform: Run, tmp_path: Path, form: str) -> None:
    identity = [[int(row == column) for column in range(5)] for row in range(5)]
    game = sf.bimatrix_game(identity, identity)
    sf.save(game, tmp_path / "five.nfg")
    status, text, _ = seqform(
        "equilibria", str(tmp_path / "five.nfg"), "--complete", "--format", form
    )
    assert status == 0 and " more" not in text
    assert re.search(r"^\W*31\b", text, re.MULTILINE)


def test_what_is_left_out_of_a_table_is_a_comment_in_documents() -> None:
    report = Report([Line("6 more", hint=f"{SHOW_ALL} one")])
    assert report.to_markdown() == "<!-- not shown: 6 more -->\n"
    assert report.to_latex().endswith("% not shown: 6 more\n")
