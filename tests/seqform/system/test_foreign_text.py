"""Foreign text in each medium: escaped where it is shown, kept where it is stored."""

import ast
import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from command_line import Run
from sweep_rows import made_row

from seqform.errors import ModelError
from seqform.experiments.rows import Outcome
from seqform.experiments.store import open_store
from seqform.io.json_values import to_json
from seqform.system.console import Console, ConsoleTable, Text
from seqform.system.foreign_text import (
    MOST_IN_MESSAGE,
    csv_text,
    figure_text,
    html_text,
    visible,
    visible_lines,
)

SOURCES = Path(__file__).resolve().parents[3]
MESSAGES = {
    ("system/signals.py", "line.encode(errors='backslashreplace').decode()"),
}
"""The prints of the command line's message, whose line is made visible before."""

MATRIX = (
    'EFG 2 R "{title}" {{ "{player}" "B" }}\n"{comment}"\np "" 1 1 "x" {{ "l" "{action}" }} 0\n'
    'p "" 2 1 "y" {{ "L" "R" }} 0\nt "" 1 "" {{ 1 -1 }}\nt "" 2 "" {{ -1 1 }}\n'
    'p "" 2 1 "y" {{ "L" "R" }} 0\nt "" 3 "" {{ -1 1 }}\nt "" 4 "" {{ 1 -1 }}\n'
)


def game_file(
    folder: Path, title: str = "t", player: str = "A", action: str = "r", comment: str = ""
) -> Path:
    path = folder / "game.efg"
    text = MATRIX.format(title=title, player=player, action=action, comment=comment)
    path.write_bytes(text.encode())
    return path


def no_controls(text: str) -> bool:
    return all(line.isprintable() for line in text.split("\n"))


def test_a_line_break_in_a_label_makes_no_line_of_its_own(seqform: Run, tmp_path: Path) -> None:
    game_file(tmp_path, player="A\nproven: a Nash equilibrium", comment="one\ntwo")
    _, out, _ = seqform("solve", "game.efg", "--exact", "--json")
    assert json.loads(out)["game"]["players"][0] == "A\nproven: a Nash equilibrium"
    assert "one\ntwo" in seqform("info", "game.efg")[1]
    assert "A\\nproven: a Nash equilibrium" in seqform("solve", "game.efg", "--exact")[1]


def test_errors_are_escaped_as_text_and_keep_their_message() -> None:
    error = ModelError("set \x1b[31m\nsecond line")
    assert str(error) == "set \\x1b[31m\nsecond line"
    assert error.args == ("set \x1b[31m\nsecond line",)


def test_errors_quote_numbers_and_texts_of_any_length_briefly(seqform: Run) -> None:
    number = "9" * 5000
    assert len(str(ModelError(f"ante={number}: too large; choose less"))) < 400
    assert len(str(ModelError("a label of many words " * 10_000))) <= MOST_IN_MESSAGE
    file = f"{'folder/' * 30}game.efg"
    assert str(ModelError(f"{file}: no such file")) == f"{file}: no such file"
    for command in (
        ("solve", f"kuhn(ante={number})"),
        ("solve", "kuhn", "--epsilon", number + "x"),
        ("info", number),
    ):
        status, _, message = seqform(*command)
        assert status == 2 and len(message) < 1000, message


def test_strings_are_no_markup_on_a_console(capsys: pytest.CaptureFixture[str]) -> None:
    console, table = Console(width=80), ConsoleTable(title="[bold]t")
    table.add_column("[/]")
    table.add_row("a\x1b")
    console.print("[red]x[/red] :smile:", table, Text.assemble("b\x07", ("c\r", "dim")))
    out = capsys.readouterr().out
    assert no_controls(out)
    for shown in ("[red]x[/red] :smile:", "[bold]t", "[/]", "a\\x1b", "b\\x07c\\r"):
        assert shown in out


@pytest.mark.slow
def test_the_console_module_is_the_only_way_to_the_terminal() -> None:
    """Rich's own texts, tables and consoles, which read markup, and plain prints are used nowhere else."""
    allowed_rich = re.compile(r"from rich\.(progress|box|cells) import ")
    for room in ("src/seqform", "models", "builders", "backends"):
        for file in (SOURCES / room).rglob("*.py"):
            name = file.relative_to(SOURCES / room).as_posix()
            code = file.read_text(encoding="utf-8")
            for call in ast.walk(ast.parse(code)) if "print(" in code else ():
                if (
                    isinstance(call, ast.Call)
                    and isinstance(call.func, ast.Name)
                    and call.func.id == "print"
                ):
                    printed = ast.unparse(call.args[0])
                    assert printed.startswith("visible") or (name, printed) in MESSAGES, (
                        f"{name}: print({printed})"
                    )
            for line in code.splitlines():
                if re.match(r"\s*(from|import) rich\b", line):
                    assert name == "system/console.py" or allowed_rich.match(line), (
                        f"{name}: {line}"
                    )
            for column in re.findall(r"TextColumn\(([^()]*)\)", code):
                assert "markup=False" in column, f"{name}: {column}"


def test_attributes_labels_and_cells_are_escaped() -> None:
    assert html_text("<b>&\x1b'\"") == "&lt;b&gt;&amp;\\x1b&#x27;&quot;"
    assert (figure_text("K\x1b"), figure_text("a" * 10, most=4), figure_text("_x")) == (
        "K\\x1b",
        "aaa…",
        " _x",
    )
    assert csv_text(["sure"], [[True], [None], [-0.5], ["a\r"]]) == 'sure\ntrue\n""\n-0.5\na\\r\n'
    assert visible_lines("one\r\n\ttwo") == "one\\r\n\\ttwo"


def test_legends_keep_labels_that_begin_with_an_underscore() -> None:
    pytest.importorskip("matplotlib")
    from seqform.experiments.report.figure import Picture, points_of

    names = ["_x", "b" * 200 + "1", "b" * 200 + "2"]
    figure = Picture("sweep", "", points_of(range(3), range(3), series=names), "x").draw()
    assert len(figure.legends[0].get_texts()) == 3


def test_exports_of_stores_have_no_formulas(tmp_path: Path) -> None:
    error, store = "=cmd|' /C calc'!A0", open_store(tmp_path / "s.sqlite")
    store.add(
        [made_row("kuhn", {"=2": 1}, outcome=Outcome.REFUSED, error=error, value=(-0.5, 0.5))]
    )
    store.export(tmp_path / "s.csv")
    (row,) = csv.DictReader(io.StringIO((tmp_path / "s.csv").read_text(encoding="utf-8")))
    assert (row["error"], float(row["value_1"])) == (f"'{error}", -0.5)
    assert "'=2" in row


def test_json_is_strict_and_keeps_its_data() -> None:
    data = {
        "label": "\x1b\x9b\u202e\ud800\U000e0041 é",
        "numbers": [float("nan"), float("inf"), 1.5],
        "nested": {"x": ()},
    }
    text = to_json(data)

    def refuse(name: str) -> Any:
        raise AssertionError(name)

    assert no_controls(text)
    assert json.loads(text, parse_constant=refuse) == {
        **data,
        "numbers": ["nan", "inf", 1.5],
        "nested": {"x": []},
    }


def test_visible_text_is_what_repr_shows_except_for_spaces() -> None:
    for code in (
        *range(0x3000),
        *range(0xD7F0, 0xE010),
        *range(0xFFF0, 0x10010),
        *range(0xE0000, 0xE0080),
    ):
        character = chr(code)
        if (
            character.isspace()
            and character not in "\t\n\r\x0b\x0c\x1c\x1d\x1e\x1f\x85\u2028\u2029"
        ):
            assert visible(character) == character
        elif character not in "\\'\"":
            assert visible(character) == repr(character)[1:-1]
