"""Hostile titles, labels, names of files and rows, drawn at random, in every medium; read by independent readers."""

import csv
import io
import json
import re
import subprocess
import unicodedata
import xml.etree.ElementTree as ElementTree
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import highspy
import pytest
from browsers import CHROMIUM
from command_line import Run
from damage import HOSTILE, cases
from hypothesis import given
from hypothesis import strategies as st
from sweep_rows import made_row

import seqform as sf
from seqform.builders.games.formats.efg import parse_efg
from seqform.builders.games.formats.tokens import quote
from seqform.errors import SeqformError
from seqform.experiments.report.data import default_groups, frame_of
from seqform.experiments.report.page import sweep_html
from seqform.experiments.rows import Outcome, Row
from seqform.experiments.store import open_store
from seqform.io.profiles import read_profile
from seqform.play.matches import match
from seqform.system.foreign_text import visible

pytestmark = pytest.mark.slow

FORMULA_STARTS = tuple("=+-@\t\r\uff1d\uff0b\uff0d\uff20")


@dataclass(frozen=True)
class Labelled:
    """The text of a game file, and the labels that it has."""

    text: str
    title: str
    comment: str
    players: tuple[str, str]
    labels: frozenset[str]


@st.composite
def labelled_games(draw: st.DrawFn) -> Labelled:
    """Draw a game of player 1's choice, seen by player 2 or not, after a move of chance, with hostile labels."""
    title, comment, one, other, shown = (draw(HOSTILE) for _ in range(5))
    sets = draw(st.lists(HOSTILE, min_size=3, max_size=3, unique=True))
    actions = [draw(st.lists(HOSTILE, min_size=2, max_size=2, unique=True)) for _ in range(3)]
    braces = ["{ " + " ".join(map(quote, pair)) + " }" for pair in actions]
    sees = draw(st.booleans())
    chance = "{ " + f"{quote(actions[2][0])} 1/3 {quote(actions[2][1])} 2/3" + " }"
    lines = [
        f"EFG 2 R {quote(title)} {{ {quote(one)} {quote(other)} }}",
        quote(comment),
        f'c "" 1 "" {chance} 0',
    ]
    used: set[str] = {
        *sets[:2],
        *actions[0],
        *actions[1],
        *actions[2],
        *({sets[2]} if sees else ()),
    }
    for k in (0, 1):
        lines.append(f"p {quote(shown)} 1 1 {quote(sets[0])} {braces[0]} 0")
        for row in (0, 1):
            place = row if sees else 0
            lines.append(f'p "" 2 {place + 1} {quote(sets[1 + place])} {braces[1]} 0')
            lines += [
                f't "" {n} {quote(shown)} {{ {n % 4} {-(n % 4)} }}'
                for n in range(4 * k + 2 * row + 1, 4 * k + 2 * row + 3)
            ]
    return Labelled("\n".join(lines) + "\n", title, comment, (one, other), frozenset(used))


def raw_character(text: str) -> str:
    """Return the first character but line feeds that a terminal or a page does not show as itself."""
    return next(
        (
            repr(c)
            for c in text
            if c in "\u2028\u2029" or (c != "\n" and unicodedata.category(c)[0] == "C")
        ),
        "",
    )


class Elements(HTMLParser):
    """The names of the elements and attributes of a page, and its text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.text = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names |= {tag, *(f"{tag} {name}" for name, _ in attrs)}

    def handle_comment(self, data: str) -> None:
        self.names |= set() if data.startswith((" ", "\n")) else {"comment"}

    def handle_data(self, data: str) -> None:
        self.text += data


def check_csv(text: str) -> None:
    rows = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    assert len({len(row) for row in rows}) == 1
    for cell in (cell for row in rows for cell in row):
        assert not raw_character(cell) and "\n" not in cell
        if cell.lstrip(" \u00a0").startswith(FORMULA_STARTS):
            Fraction(cell)  # a number, and no formula


def strict_json(text: str) -> Any:
    def refuse(name: str) -> Any:
        raise ValueError(f"{name} is no JSON")

    return json.loads(text, parse_constant=refuse)


def check_picture(path: Path) -> None:
    names = {
        element.tag.rpartition("}")[2]
        for element in ElementTree.fromstring(path.read_bytes()).iter()
    }
    assert not names & {"script", "foreignObject", "a", "image", "iframe", "img", "b"}


def run_command(seqform: Run, *arguments: str) -> str:
    """Run a command; it answers, or ends with one line, and nothing acts on the terminal. Return the output."""
    status, out, err = seqform(*arguments)
    assert status in (0, 2, 3, 4), (arguments, err)
    assert not raw_character(out + err), (arguments, out, err)
    assert status == 0 or err.splitlines()[-1].startswith("seqform: "), (arguments, err)
    assert "Traceback" not in err
    if "--json" in arguments and out:
        strict_json(out)
    return out


LINES = """
info {game}
info {game} --json
solve {game} --exact --all
solve {game} --exact -o {out}.json
solve {game} --concept quasi-perfect --json
solve {game} --concept subgame-perfect --draw {out}.svg
solve {game} --option x{text}
solve {game}{text}
solve {text}
compare {game} --format csv
compare {game} --format latex --all
equilibria {game} --starts 3 --all
trace {game} --points
trace {game} --plot {out}.svg
match {game} random equilibrium --games 2 --show
match {game} {text} random --games 2
match {game} human random --games 2
play {game} --open --hands 2 --hints
play {game} --against random --seat 2 --history {out}
play {game} --resume {game}
shrink {game} --json
export {game} {out}.lp
export {game} {out}{text}
convert {game} {out}.efg
convert {game} {out}.nfg
check {game} {game}
sweep {game}
report {game} --by {text}
{text}
""".strip().splitlines()


@cases(60)
@given(
    game=labelled_games(),
    name=HOSTILE,
    text=HOSTILE,
    line=st.sampled_from(LINES),
    typed=st.lists(HOSTILE, max_size=9),
)
def test_hostile_labels_and_names_of_files_do_not_act_on_the_terminal(
    game: Labelled,
    name: str,
    text: str,
    line: str,
    typed: list[str],
    seqform: Run,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for path in Path().iterdir():
        path.unlink()
    stem = "./f" + re.sub("[/\0]", "", name)[:40]
    text = text.replace("\0", "").replace("/", "").lstrip("-") or "x"
    Path(f"{stem}.efg").write_bytes(game.text.encode())
    answers = "".join(one.replace("\n", "") + "\n1\n" for one in typed) + "1\n" * 8
    monkeypatch.setattr("sys.stdin", io.StringIO(answers))
    run_command(
        seqform,
        *(word.format(game=f"{stem}.efg", out=f"{stem}-out", text=text) for word in line.split()),
    )
    for path in Path().iterdir():
        if path.suffix == ".json":
            strict_json(path.read_text(encoding="utf-8"))
        elif path.suffix == ".svg":
            check_picture(path)


@cases(25)
@given(game=labelled_games())
def test_labels_come_back_from_files_and_are_escaped_in_documents(
    game: Labelled, tmp_path: Path
) -> None:
    path = tmp_path / "game.efg"
    path.write_bytes(game.text.encode())
    tree = sf.load(path)
    sets = tree.information_sets
    assert (tree.title, tree.comment, tuple(tree.players)) == (
        game.title,
        game.comment,
        game.players,
    )
    assert game.labels <= {*sets.labels, *sets.action_labels}
    sf.save(tree, path)
    assert sf.load(path) == tree
    answer = sf.solve(tree, exact=True)
    answer.save(tmp_path / "answer.json")
    text = (tmp_path / "answer.json").read_text(encoding="utf-8")
    assert not raw_character(text) and strict_json(text)["game"]["title"] == game.title
    assert sf.check(tree, read_profile(tmp_path / "answer.json", tree)).proven
    for shown in (
        tree,
        answer,
        answer.profile,
        answer.certificate,
        match(tree, "random", "random", games=2),
    ):
        found = Elements(shown._repr_html_())
        assert found.names <= {"table", "caption", "tr", "th", "td", "p"}
        assert not raw_character(shown._repr_html_() + repr(shown))
    assert visible(game.title) in Elements(tree._repr_html_()).text
    check_csv(answer.to_csv())
    check_csv(answer.to_csv(table="certificate"))
    assert not raw_character(str(answer) + answer.to_markdown() + answer.to_latex())


@cases(15)
@given(game=labelled_games(), suffix=st.sampled_from((".lp", ".mps")))
def test_programs_with_hostile_names_are_read_by_highs(
    game: Labelled, suffix: str, seqform: Run
) -> None:
    Path("game.efg").write_bytes(game.text.encode())
    run_command(seqform, "export", "game.efg", f"program{suffix}")
    Path(f"program{suffix}").read_text(encoding="ascii")
    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    assert solver.readModel(f"program{suffix}") == highspy.HighsStatus.kOk
    solver.run()
    value = float(sf.solve("game.efg", exact=True).values[0])
    assert solver.getInfo().objective_function_value == pytest.approx(value, abs=1e-6)


@st.composite
def hostile_rows(draw: st.DrawFn, text: st.SearchStrategy[str] = HOSTILE) -> list[Row]:
    """Draw rows with hostile text wherever a row has text."""
    game, option, step = draw(text), draw(text), draw(text)
    parameter, watch = "p" + draw(text), f"1:{draw(text)}:{draw(text)}"
    rows = [
        made_row(
            game,
            {parameter: number},
            backend=backend,
            options={option: draw(text)},
            seconds=0.1 * number**2,
            phases={"solve": 0.1, step: 0.2},
            solver=draw(text),
            status=draw(text),
            nodes=10**number,
            value=(-1.0 / number, 1.0 / number),
            nash_conv=1e-9,
            probabilities={watch: 1 / number},
            bounds=[(k, float(k), -1 / k, 1 / k) for k in (1, 10, 100)],
            versions={draw(text): draw(text)},
            host={draw(text): draw(text)},
        )
        for backend in draw(st.lists(text, min_size=2, max_size=2, unique=True))
        for number in (1, 2, 4)
    ]
    return [
        *rows,
        made_row(
            game, {parameter: 9}, outcome=Outcome.REFUSED, error=draw(text), started=draw(text)
        ),
    ]


REPORTS = """
report s.sqlite
report s.sqlite --json
report s.sqlite --csv -
report s.sqlite --by game,backend,solver --csv out.csv
report s.sqlite --plot sweep --output out.svg
report s.sqlite --plot profile --output out.svg
report s.sqlite --html out.html
""".strip().splitlines()


@cases(12)
@given(rows=hostile_rows(), line=st.sampled_from(REPORTS))
def test_reports_of_hostile_rows_have_no_formulas_and_no_elements_of_theirs(
    rows: list[Row], line: str, seqform: Run
) -> None:
    for path in Path().iterdir():
        path.unlink()
    with suppress(SeqformError):
        open_store("s.sqlite").add(rows)
        out = run_command(seqform, *line.split())
        if line.endswith("--csv -"):
            check_csv(out)
        if Path("out.csv").exists():
            check_csv(Path("out.csv").read_text(encoding="utf-8"))
        if Path("out.svg").exists():
            check_picture(Path("out.svg"))
        if Path("out.html").exists():
            page = Path("out.html").read_text(encoding="utf-8")
            assert not raw_character(page) and Elements(page).names <= harmless_elements()


def harmless_elements() -> set[str]:
    """Return the elements and attributes of a page whose rows have harmless text."""
    report = frame_of(
        [made_row("kuhn", {"bet": k}, seconds=0.1, value=(0.0, 0.0), nodes=k) for k in (1, 2)]
    )
    return Elements(sweep_html(report, default_groups(report)[0], title="s")).names


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
@cases(1)
@given(rows=hostile_rows(), games=st.lists(labelled_games(), min_size=3, max_size=3))
def test_no_script_of_a_label_runs_in_a_browser(
    rows: list[Row], games: list[Labelled], tmp_path: Path
) -> None:
    report = frame_of(rows)
    trees = [parse_efg(game.text) for game in games]
    tables = "".join(
        tree._repr_html_() + sf.solve(tree, exact=True)._repr_html_() for tree in trees
    )
    page = sweep_html(report, default_groups(report)[0], title=games[0].title).replace(
        "</body>", tables + "</body>"
    )
    (tmp_path / "page.html").write_text(page, encoding="utf-8")
    flags = ("--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path}/user")
    command = [
        str(CHROMIUM),
        *flags,
        "--virtual-time-budget=2000",
        "--dump-dom",
        (tmp_path / "page.html").as_uri(),
    ]
    done = subprocess.run(command, capture_output=True, timeout=300, check=False)
    shown = Elements(done.stdout.decode()).names
    assert "table" in shown and "html data-pwned" not in shown
    made = {
        "button",
        "button type",
        "input",
        *(f"input {name}" for name in ("aria-label", "placeholder", "type")),
    }
    assert shown <= Elements(page).names | made | {"tbody", "html", "head", "body"}
