"""Campaign: hostile titles, labels, comments and file names in every medium that seqform writes.

Each case draws a small game, or the rows of a sweep, with hostile text, passes it through the command line or the
Python interface, and reads the result with a reader that is independent of the writer: `html.parser` and headless
Chromium, `xml.etree`, `csv`, `json` without extensions, the readers of .efg and .nfg, and HiGHS for MPS and LP files.
"""

import csv
import io
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import unicodedata
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import highspy
from campaign import Campaign

import seqform as sf
from seqform.builders.games.formats.tokens import quote
from seqform.cli import common, outcome
from seqform.errors import SeqformError
from seqform.experiments.report import PLOTS
from seqform.experiments.rows import Outcome, Row
from seqform.experiments.store import open_store
from seqform.experiments.values import Case
from seqform.io.equilibria import write_equilibrium
from seqform.io.linear_programs import read_npz
from seqform.io.profiles import read_profile
from seqform.play.matches import match
from seqform.system.foreign_text import visible

FRAGMENTS: tuple[str, ...] = (
    "\x1b[5;35m", "\x1b[2J\x1b[H", "\x1b]0;title\x07", "\x1b]8;;http://x\x1b\\link", "\x1bP1$r\x1b\\", "\x1b", "\x9b5m",
    "\x9d0;t\x9c", "\x07", "\x08\x08", "\r", "\n", "\r\n", "\t", "\x00", "\x7f", "\x85", "\x0b", "\x0c", "\x1c",
    "\u202e", "\u2066", "\u200b", "\u200f", "\ufeff", "\u2028", "\ufffe", "\U000e0041", "\U0010ffff", "\u0300" * 5,
    "[/]", "[bold]", "[/bold]", "A [/] x", "[link=file:///etc]x[/link]", "\\[", "[red", "]", ":smile:", "[@click=f()]x",
    "$\\badcmd{$", "$x^2$", "$", "\\$", "$$", "_hidden", "\\frac", "__", "\\begin{document}", "^",
    "<script>document.documentElement.setAttribute('data-pwned',1)</script>", "</td></table>", "<b>", "&lt;", "&", "<",
    "<img src=x onerror=document.documentElement.setAttribute('data-pwned',2)>", "</style>", "</svg>", "]]>", "<!--",
    "\" onmouseover=\"document.documentElement.setAttribute('data-pwned',3)", "' autofocus onfocus='x()", "-->", "<?x",
    "=1+1", "+1+1", "-1-1", "@SUM(A1)", "=cmd|' /C calc'!A0", "\t=1", "\r=1", " =1", "\uff1d1", "a,=1", '","=1', ";",
    "max", "end", "1e5", "x + y >= 2\nsubject to", "st", "free", "inf", "\\ comment", "* comment", "RHS", "objective",
    "{0}", "{task}", "%s", "%n", "{{", "\\", "\\\\", '"', '\\"', "'", "`", "\\u001b", "\\x1b", "/", "..", "-", "--",
    "", " ", "  ", "\u00a0", "Żółć", "日本語", "🙂", "\u05d0\u05d1", "\u0627", "a" * 300, "K", "null",
)  # fmt: skip
CURSOR = re.compile(r"\x1b\[[0-9;?]*[mKAhl]|\r")
"""What rich writes to a terminal: styles, and on the standard error the line with the progress."""

FOREIGN_STYLE = "\x1b[5;35m"
FORMULA_STARTS = "=+-@\t\r\uff1d\uff0b\uff0d\uff20"
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
OK, BAD_INPUT, GAVE_UP, UNCERTIFIED = 0, 2, 3, 4


def hostile(rng: random.Random) -> str:
    """Return hostile text: one to three fragments."""
    return "".join(rng.choice(FRAGMENTS) for _ in range(rng.choice((1, 1, 2, 3))))


def distinct(rng: random.Random, count: int) -> list[str]:
    """Return different hostile texts."""
    found: dict[str, None] = {}
    while len(found) < count:
        found[hostile(rng)] = None
    return list(found)


def file_name(rng: random.Random, suffix: str) -> str:
    """Return a hostile name of a file."""
    stem = hostile(rng).replace("/", "|").replace("\0", "")
    return "f" * rng.choice((0, 1)) + stem[:40].lstrip("-") + "n" + suffix


# ---- games ----


@dataclass(frozen=True)
class Labelled:
    """A game file's text, and the labels that reading it has to bring back."""

    text: str
    title: str
    players: tuple[str, str]
    comment: str
    labels: frozenset[str]
    perfect_information: bool
    zero_sum: bool


def labelled_game(rng: random.Random) -> Labelled:
    """Return a small game with hostile text wherever the format has a label."""
    title, comment, *players = (hostile(rng) for _ in range(4))
    first, second, third = distinct(rng, 3)
    actions = [distinct(rng, 2) for _ in range(4)]
    outcomes = [hostile(rng) for _ in range(4)]
    zero_sum, sees, chance = rng.random() < 0.6, rng.random() < 0.4, rng.random() < 0.4
    payoffs = [(rng.randint(-3, 3), rng.randint(-3, 3)) for _ in range(8)]
    braces = ["{ " + " ".join(map(quote, pair)) + " }" for pair in actions]

    def subtree(number: int) -> Iterator[str]:
        yield f"p {quote(hostile(rng))} 1 {number + 1} {quote(first + '1' * number)} {braces[0]} 0"
        for place in (0, 1):
            row = 2 * number + place + 1 if sees else 1
            name, moves = (second, braces[1]) if not sees else (third + str(row), braces[1 + place])
            yield f'p "" 2 {row} {quote(name)} {moves} 0'
            for _ in (0, 1):
                outcome = len(used) + 1
                used.append(outcome)
                one, other = payoffs[outcome - 1]
                yield f't "" {outcome} {quote(outcomes[outcome % 4])} {{ {one}, {-one if zero_sum else other} }}'

    used: list[int] = []
    parts = [f"EFG 2 R {quote(title)} {{ {' '.join(map(quote, players))} }}", quote(comment)]
    labels = {first, *actions[0], *actions[1], *(outcomes if chance else outcomes[:4])}
    labels |= {third + "1"} if sees else {second}
    if chance:
        moves = distinct(rng, 2)
        parts.append(f'c "" 1 {quote(hostile(rng))} {{ {quote(moves[0])} 1/3 {quote(moves[1])} 2/3 }} 0')
        labels |= set(moves)
        parts += [*subtree(0), *subtree(1)]
    else:
        parts += subtree(0)
    text = "\n".join(parts) + "\n"
    return Labelled(text, title, (players[0], players[1]), comment, frozenset(labels), sees, zero_sum)


def loaded(rng: random.Random, folder: Path) -> tuple[Labelled, Any]:
    """Return a game, written to a file and read."""
    game = labelled_game(rng)
    path = folder / "game.efg"
    path.write_bytes(game.text.encode())
    return game, sf.load(path)


# ---- independent readers ----


def raw_character(text: str) -> str | None:
    """Return the first character of a terminal's text that is neither shown as itself nor a line feed."""
    for character in text:
        if character != "\n" and unicodedata.category(character)[0] == "C":
            return repr(character)
        if character in "\u2028\u2029":
            return repr(character)
    return None


def terminal_failure(text: str, *, colored: bool) -> str | None:
    """Return what is wrong with text that was written to a terminal."""
    if colored:
        if FOREIGN_STYLE in text:
            return "a foreign style reached the terminal"
        text = CURSOR.sub("", text)
    raw = raw_character(text)
    return None if raw is None else f"raw {raw} in {text[:200]!r}"


class Elements(HTMLParser):
    """Names of the elements and attributes of a page, and its text."""

    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.count = 0
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element and its attributes."""
        self.count += 1
        self.names |= {tag, *(f"{tag} {name}" for name, _ in attrs)}

    def handle_comment(self, data: str) -> None:
        """Note a comment, which foreign text might open."""
        if not data.startswith((" ", "\n")):
            self.names.add("comment")

    def handle_data(self, data: str) -> None:
        """Note text."""
        self.texts.append(data)


MADE_BY_THE_PAGE = {"button", "button type", "input", "input aria-label", "input placeholder", "input type"}
"""What the script of a report's page adds: buttons that sort its tables, and boxes that filter them."""


def elements(page: str) -> Elements:
    """Return what `html.parser` finds in a page."""
    reader = Elements()
    reader.feed(page)
    reader.close()
    return reader


def html_failure(page: str, allowed: set[str]) -> str | None:
    """Return what is wrong with a page that may have only some elements and attributes."""
    found = elements(page)
    if found.names - allowed:
        return f"HTML: foreign elements or attributes {sorted(found.names - allowed)}"
    raw = raw_character(page)
    return None if raw is None else f"HTML: raw {raw}"


def csv_failure(text: str) -> str | None:
    """Return what is wrong with a CSV file."""
    rows = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    if len({len(row) for row in rows}) != 1:
        return "CSV: rows of different lengths"
    for cell in (cell for row in rows for cell in row):
        if cell.lstrip(" \u00a0")[:1] in set(FORMULA_STARTS) and not is_number(cell):
            return f"CSV: the formula {cell!r}"
        raw = raw_character(cell)
        if raw is not None or "\n" in cell:
            return f"CSV: raw {raw or 'line feed'} in {cell!r}"
    return None


def is_number(text: str) -> bool:
    """Tell whether a cell is a number for any reader."""
    for kind in (float, Fraction):
        try:
            kind(text)
        except (ValueError, ZeroDivisionError):
            continue
        return True
    return False


def strict_json(text: str) -> Any:
    """Return what a JSON document holds; refuse NaN and Infinity."""

    def refuse(name: str) -> Any:
        raise ValueError(f"JSON: {name} is no JSON")

    return json.loads(text, parse_constant=refuse)


def picture_failure(path: Path) -> str | None:
    """Return what is wrong with a picture."""
    data = path.read_bytes()
    if path.suffix == ".png":
        return None if data.startswith(b"\x89PNG") and data.endswith(b"IEND\xaeB`\x82") else "PNG: incomplete"
    names = {element.tag.rpartition("}")[2] for element in ElementTree.fromstring(data).iter()}
    foreign = names & {"script", "foreignObject", "a", "image", "iframe", "img", "b"}
    return f"SVG: foreign elements {foreign}" if foreign else None


# ---- the command line, in this process ----


@contextmanager
def streams(text: str) -> Iterator[tuple[Any, Any]]:
    """Replace the standard streams by files."""
    before = sys.stdin, sys.stdout, sys.stderr
    with (
        tempfile.TemporaryFile("w+", encoding="utf-8", newline="") as out,
        tempfile.TemporaryFile("w+", encoding="utf-8", newline="") as err,
    ):
        sys.stdin, sys.stdout, sys.stderr = io.StringIO(text), out, err
        try:
            yield out, err
        finally:
            sys.stdin, sys.stdout, sys.stderr = before


def command(*arguments: str, typed: str = "", colored: bool = False) -> tuple[int, str, str]:
    """Run the command line and return its exit status, output and messages."""
    for console, error in ((common.out, False), (common.err, True)):
        console.__init__(stderr=error, force_terminal=colored or None, width=100)  # type: ignore[misc]
    with streams(typed) as (out, err):
        given, sys.argv = sys.argv, ["seqform", *arguments]
        try:
            status = outcome()
        finally:
            sys.argv = given
        texts = []
        for stream in (out, err):
            stream.seek(0)
            texts.append(stream.read())
    if status == 130:
        raise KeyboardInterrupt
    return status, texts[0], texts[1]


def command_failure(arguments: Sequence[str], *, typed: str = "", colored: bool = False) -> str | None:
    """Run a command and return what is wrong with its exit status or its text on the terminal."""
    status, out, err = command(*arguments, typed=typed, colored=colored)
    shown = f"{arguments[0]}, status {status}"
    if status not in (OK, BAD_INPUT, GAVE_UP, UNCERTIFIED) or "Traceback" in err:
        return f"{shown}: {err[-200:]!r}"
    is_data = "--json" in arguments or arguments[-1] == "-"
    for name, text in (("output", out), ("messages", err)):
        failure = terminal_failure(text, colored=colored and not (is_data and text is out))
        if failure:
            return f"{shown}, {name}: {failure}"
    if status and not colored and (err.count("\n") < 1 or not err.splitlines()[-1].startswith("seqform: ")):
        return f"{shown}: no message in {err!r}"
    if "--json" in arguments and out:
        strict_json(out)
    return None


@contextmanager
def folder() -> Iterator[Path]:
    """Make a folder and work in it."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as name:
        os.chdir(name)
        try:
            yield Path(name)
        finally:
            os.chdir(before)


# ---- parts ----


def commands(rng: random.Random) -> str | None:
    """Run one command on a game with hostile text, from a file with a hostile name."""
    with folder() as place:
        game = labelled_game(rng)
        name = file_name(rng, ".efg")
        (place / name).write_bytes(game.text.encode())
        arguments, typed = _command_line(rng, game, f"./{name}")
        failure = command_failure(arguments, typed=typed, colored=rng.random() < 0.3)
        return failure or _files_failure(place, name)


def _command_line(rng: random.Random, game: Labelled, path: str) -> tuple[list[str], str]:
    output = f"./{file_name(rng, '')}"
    json_flag = ["--json"] * (rng.random() < 0.3)
    typed = "".join(rng.choice(("1\n", "2\n", hostile(rng).replace("\n", "") + "\n")) for _ in range(12)) + "1\n" * 8
    choices: list[list[str]] = [
        ["info", path, *json_flag],
        ["solve", path, "--exact", *rng.choice(([], ["--all"], ["-o", output + ".json"], ["--json"]))],
        ["compare", path, "--format", rng.choice(("csv", "markdown", "latex"))],
        ["solve", path, "--concept", rng.choice(("normal-form-perfect", "quasi-perfect", "sequential")), *json_flag],
        ["equilibria", path, "--starts", "3", "--all", *json_flag],
        ["trace", path, *["--points"] * (rng.random() < 0.5), *json_flag],
        ["trace", path, "--plot", output + rng.choice((".svg", ".png"))],
        ["compare", path, "--all", *json_flag],
        ["match", path, "random", "equilibrium", "--games", "2", "--show", *json_flag],
        ["match", path, "human", "random", "--games", "2", "--show"],
        ["match", path, hostile(rng).lstrip("-"), "random", "--games", "2"],
        ["play", path, *["--open"] * (rng.random() < 0.5), "--hands", "2", *rng.choice(([], ["--hints"]))],
        ["play", path, "--against", "random", "--seat", "2", "--history", output],
        ["play", path, "--resume", path],
        ["shrink", path, *json_flag],
        ["export", path, output + rng.choice((".lp", ".mps", ".npz", hostile(rng).replace("/", "").replace("\0", "")))],
        ["convert", path, output + rng.choice((".efg", ".nfg"))],
        ["solve", path, "--option", "x" + hostile(rng)],
        ["solve", path + hostile(rng).replace("\0", "")],
        ["solve", hostile(rng).lstrip("-").replace("\0", "") or "x"],
        ["check", path, path],
        ["sweep", path],
        ["report", path, "--by", hostile(rng).lstrip("-")],
        [hostile(rng).lstrip("-").replace("\0", "") or "x"],
    ]
    if game.perfect_information:
        draw = ["--draw", output + rng.choice((".svg", ".png"))]
        choices += [["solve", path, "--concept", "subgame-perfect", *rng.choice(([], draw, ["--json"]))]] * 2
    return rng.choice(choices), typed


def _files_failure(place: Path, name: str) -> str | None:
    for path in place.iterdir():
        if path.name == name:
            continue
        if path.suffix == ".json":
            strict_json(path.read_text(encoding="utf-8"))
        elif path.suffix in (".svg", ".png"):
            failure = picture_failure(path)
            if failure:
                return failure
    return None


def messages(rng: random.Random) -> str | None:
    """Damage a game or a profile, so that an error quotes the hostile text."""
    with folder() as place:
        game, tree = loaded(rng, place)
        write_equilibrium(sf.solve(tree, exact=True), place / "profile.json")
        data = json.loads((place / "profile.json").read_text(encoding="utf-8"))
        sets = data["players"][rng.randrange(2)]["information_sets"]
        chosen = rng.choice(sets)
        damage = rng.randrange(4)
        if damage == 0:
            chosen["label"] = hostile(rng) + "?"
        elif damage == 1:
            chosen["actions"] = [hostile(rng), "\ud800"]
        elif damage == 2:
            chosen["probabilities"] = [hostile(rng), "1/2"]
        else:
            sets.append(chosen)
        (place / "profile.json").write_text(json.dumps(data), encoding="utf-8")
        failure = command_failure(["check", "game.efg", "profile.json"])
        cut = game.text[: rng.randrange(len(game.text))]
        (place / "cut.efg").write_bytes(cut.encode())
        failure = failure or command_failure(["solve", "cut.efg"])
        noise = game.text.replace(rng.choice("{}0123"), hostile(rng), 1)
        (place / "noise.efg").write_bytes(noise.encode())
        return failure or command_failure(["info", "noise.efg"])


def round_trips(rng: random.Random) -> str | None:
    """Write and read .efg, .nfg and JSON: labels come back as they were, and JSON is strict."""
    with folder() as place:
        game, tree = loaded(rng, place)
        if (tree.title, tuple(tree.players), tree.comment) != (game.title, game.players, game.comment):
            return f"reading .efg changed {(game.title, game.players, game.comment)!r}"
        sets = tree.information_sets
        missing = game.labels - {*sets.labels, *sets.action_labels, *tree.outcomes.labels}
        if missing:
            return f"reading .efg lost {missing!r}"
        sf.save(tree, place / "again.efg")
        again = sf.load(place / "again.efg")
        if not _same_labels(tree, again):
            return "writing .efg changed a label"
        try:
            sf.save(tree, place / "again.nfg")
        except SeqformError:
            pass
        else:
            table = sf.load(place / "again.nfg")
            kept = [table.title, table.comment, *table.players, *table.information_sets.action_labels]
            if kept != [tree.title, tree.comment, *tree.players, *sets.action_labels]:
                return "writing .nfg changed a label"
        answer = sf.solve(tree, exact=True)
        write_equilibrium(answer, place / "answer.json")
        text = (place / "answer.json").read_text(encoding="utf-8")
        data = strict_json(text)
        if (raw := raw_character(text)) is not None:
            return f"JSON: raw {raw}"
        if data["game"]["title"] != game.title or data["game"]["players"] != list(game.players):
            return "JSON changed a label"
        profile = read_profile(place / "answer.json", tree)
        return None if sf.check(tree, profile).proven else "the profile read back is no equilibrium"


def _same_labels(one: Any, other: Any) -> bool:
    return all(
        list(mine) == list(theirs)
        for mine, theirs in (
            ([one.title, one.comment, *one.players], [other.title, other.comment, *other.players]),
            (sorted(one.information_sets.labels), sorted(other.information_sets.labels)),
            (sorted(one.information_sets.action_labels), sorted(other.information_sets.action_labels)),
            (sorted(one.outcomes.labels), sorted(other.outcomes.labels)),
        )
    )


def programs(rng: random.Random) -> str | None:
    """Write a linear program, and read it with HiGHS or numpy."""
    with folder() as place:
        _, tree = loaded(rng, place)
        if tree.constant_sum is None:
            return None
        suffix = rng.choice((".lp", ".mps", ".npz"))
        flags = ["--formulation", "normal-form"] if rng.random() < 0.3 else []
        failure = command_failure(["export", "game.efg", f"program{suffix}", *flags])
        if failure or not (place / f"program{suffix}").exists():
            return failure or f"export wrote no {suffix}"
        value = sf.solve(tree, exact=True).values[0]
        if suffix == ".npz":
            program = read_npz(place / "program.npz")
            rows, columns = program.matrix.shape
            return None if (len(program.row_names), len(program.column_names)) == (rows, columns) else "npz: names lost"
        (place / f"program{suffix}").read_text(encoding="ascii")
        solver = highspy.Highs()
        solver.setOptionValue("output_flag", False)
        if solver.readModel(str(place / f"program{suffix}")) != highspy.HighsStatus.kOk:
            return f"{suffix}: not read"
        solver.run()
        found = solver.getInfo().objective_function_value
        return None if abs(found - float(value)) < 1e-6 else f"{suffix}: value {found}, not {value}"


def notebooks(rng: random.Random) -> str | None:
    """Show games, equilibria, profiles and matches as a notebook does."""
    with folder() as place:
        game, tree = loaded(rng, place)
        answer = sf.solve(tree, exact=True)
        shown = [tree, answer, answer.profile, answer.certificate, match(tree, "random", "random", games=2)]
        for one in shown:
            failure = html_failure(one._repr_html_(), {"table", "caption", "tr", "th", "td", "p"})
            if failure:
                return f"{type(one).__name__}: {failure}"
            if (raw := raw_character(repr(one))) is not None:
                return f"{type(one).__name__}: repr with raw {raw}"
        for text in (answer.to_csv(), answer.to_csv(table="certificate")):
            if (failure := csv_failure(text)) is not None:
                return failure
        for text in (str(answer), answer.to_markdown(), answer.to_latex(), *tree._repr_mimebundle_().values()):
            if (raw := raw_character(text)) is not None:
                return f"a document with raw {raw}"
        caption = visible(game.title)
        return (
            None if caption in "".join(elements(tree._repr_html_()).texts) else f"HTML: the title {caption!r} is lost"
        )


def sweep_rows(rng: random.Random) -> list[Row]:
    """Return rows of a store whose text is hostile wherever a row has text."""
    game, parameter, option, watched = (
        hostile(rng),
        "p" + hostile(rng),
        hostile(rng),
        f"1:{hostile(rng)}:{hostile(rng)}",
    )
    rows = []
    for backend in distinct(rng, 2):
        for number in (1, 2, 4):
            case = Case(game, {parameter: number}, backend=backend, options={option: hostile(rng)}, watch=(watched,))
            rows.append(
                Row(
                    case.key,
                    case.as_dict(),
                    Outcome.CERTIFIED,
                    seconds=0.1 * number**2,
                    phases={"solve": 0.1, hostile(rng): 0.2},
                    solver=hostile(rng),
                    status=hostile(rng),
                    nodes=10**number,
                    value=(-1.0 / number, 1.0 / number),
                    exact_value=(f"-1/{number}", f"1/{number}"),
                    nash_conv=1e-9,
                    probabilities={watched: 1 / number},
                    bounds=[(step, float(step), -1 / step, 1 / step) for step in (1, 10, 100)],
                    versions={hostile(rng): hostile(rng)},
                    host={"system": hostile(rng), hostile(rng): hostile(rng)},
                    started="2031-05-01T10:00:00",
                )
            )
    failed = Case(game, {parameter: 9}, backend=hostile(rng))
    surrogate = "\ud800" * (rng.random() < 0.1)
    rows.append(
        Row(failed.key, failed.as_dict(), Outcome.REFUSED, error=hostile(rng) + surrogate, started=hostile(rng))
    )
    return rows


def report_elements() -> set[str]:
    """Return the elements and attributes of a report's page whose rows have harmless text."""

    class Harmless(random.Random):
        def choice(self, seq: Any) -> Any:
            return str(self.randrange(10**9)) if seq is FRAGMENTS else super().choice(seq)

    with folder() as place:
        open_store(place / "s.sqlite").add(sweep_rows(Harmless(1)))
        status, _, messages = command("report", "s.sqlite", "--html", "page.html")
        assert status == OK, messages
        return elements((place / "page.html").read_text(encoding="utf-8")).names


def reports(rng: random.Random) -> str | None:
    """Report a store with hostile rows: tables, CSV, JSON and pictures."""
    with folder() as place:
        name = file_name(rng, rng.choice((".sqlite", ".db")))
        try:
            open_store(place / name).add(sweep_rows(rng))
        except SeqformError as error:
            return terminal_failure(str(error), colored=False)
        store = f"./{name}"
        picture = place / f"picture{rng.choice(('.svg', '.png'))}"
        arguments = rng.choice(
            (
                ["report", store],
                ["report", store, "--json"],
                ["report", store, "--csv", "-"],
                ["report", store, "--csv", "cases.csv"],
                ["report", store, "--by", "game,backend,solver", "--csv", "cases.csv"],
                ["report", store, "--by", "backend,status"],
                ["report", store, "--plot", rng.choice(list(PLOTS)), "--output", picture.name],
                ["report", store, "--where", f"backend={hostile(rng)}"],
            )
        )
        failure = command_failure(arguments, colored=rng.random() < 0.3)
        if failure is None and picture.exists():
            failure = picture_failure(picture)
        if failure is None and (place / "cases.csv").exists():
            failure = csv_failure((place / "cases.csv").read_text(encoding="utf-8"))
        if failure is None and rng.random() < 0.3:
            open_store(place / name).export(place / "all.csv")
            failure = csv_failure((place / "all.csv").read_text(encoding="utf-8"))
        return failure


def page(rng: random.Random, place: Path) -> str | None:
    """Return a report's page of hostile rows; None where a store refuses them."""
    try:
        open_store(place / "s.sqlite").add(sweep_rows(rng))
    except SeqformError:
        return None
    status, _, messages = command("report", "s.sqlite", "--html", "page.html")
    assert status == OK, messages
    return (place / "page.html").read_text(encoding="utf-8")


def pages(rng: random.Random) -> str | None:
    """Write the page of a report, and parse it."""
    with folder() as place:
        text = page(rng, place)
        return None if text is None else html_failure(text, ALLOWED_ON_PAGES)


def browser(rng: random.Random) -> str | None:
    """Show a report's page and what notebooks show in headless Chromium: no script runs, no element is added."""
    assert CHROMIUM is not None
    with folder() as place:
        text = page(rng, place)
        if text is None:
            return None
        tables = []
        for _ in range(10):
            _, tree = loaded(rng, place)
            tables += [tree._repr_html_(), sf.solve(tree, exact=True)._repr_html_()]
        text = text.replace("</body>", "".join(tables) + "</body>")
        (place / "page.html").write_text(text, encoding="utf-8")
        flags = ("--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={place}/profile", "--dump-dom")
        done = subprocess.run(
            [CHROMIUM, *flags, "--virtual-time-budget=2000", (place / "page.html").as_uri()],
            capture_output=True,
            timeout=300,
            check=False,
        )
        shown = elements(done.stdout.decode())
        if shown.count < 100:
            return f"Chromium: status {done.returncode}, {done.stderr[-200:]!r}"
        wanted = elements(text)
        if "html data-pwned" in shown.names:
            return "Chromium: a script ran"
        foreign = shown.names - wanted.names - {"tbody", "html", "head", "body"} - MADE_BY_THE_PAGE
        if foreign:
            return f"Chromium: foreign elements or attributes {sorted(foreign)}"
        return None


if __name__ == "__main__":
    campaign = Campaign("hostile text", (__doc__ or "").partition("\n\n")[2].strip().replace("\n", " "))
    campaign.part("commands", commands, 3000)
    campaign.part("messages", messages, 1000)
    campaign.part("round trips", round_trips, 2000)
    campaign.part("programs", programs, 1000)
    campaign.part("notebooks", notebooks, 1000)
    if find_spec("matplotlib") is not None:
        ALLOWED_ON_PAGES = report_elements()
        campaign.part("reports", reports, 2000)
        campaign.part("pages", pages, 200)
    else:
        campaign.not_run("reports", "matplotlib is needed")
    if CHROMIUM is not None:
        campaign.part("browser", browser, 100)
    else:
        campaign.not_run("browser", "there is no Chromium")
    sys.exit(campaign.run())
