"""Tables of payoffs: `.nfg` files, comma-separated files, XML of user interfaces, and files of other kinds."""

import io
import os
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from game_files import FOLDER, rows
from hypothesis import given
from hypothesis import strategies as st
from tree_walks import both_payoffs_by_path

import seqform as sf
from seqform.builders.games.formats import files
from seqform.builders.games.formats.efg import parse_efg, write_efg
from seqform.builders.games.formats.files import parse_xml
from seqform.builders.games.formats.nfg import parse_nfg, read_nfg, write_nfg
from seqform.builders.games.formats.tables import parse_table
from seqform.builders.games.tree import Node, chance, leaf, move, tree
from seqform.errors import GameError, ParseError

HEADER = 'NFG 1 R "t" { "A" "B" } '
LABELLED = HEADER + '{ { "u" "d" } { "l" "m" "r" } } '


@pytest.mark.parametrize("row", rows(".nfg"))
def test_tables_of_the_collection_are_two_simultaneous_moves_and_survive_writing(
    row: dict[str, str],
) -> None:
    game = read_nfg(FOLDER / row["file"])
    assert game.information_sets.player.tolist() == [0, 1]
    first, second = (len(game.information_sets.actions(k)) for k in (0, 1))
    assert len(game) == 1 + first + first * second
    assert str(game.constant_sum is not None) == row["constant_sum"]
    assert parse_nfg(write_nfg(game)) == game


CELLS = [("u", "l"), ("d", "l"), ("u", "m"), ("d", "m"), ("u", "r"), ("d", "r")]
HALF = Fraction(1, 2)


@pytest.mark.parametrize(
    ("text", "payoffs"),
    [
        (
            LABELLED + "1 -1  2 -2  3 -3  4 -4,  5 -5, 6, -6",
            {cell: (k, -k) for k, cell in enumerate(CELLS, start=1)},
        ),
        (
            LABELLED + '"why" { { "win" 1/2, -.5 } { "loss" -1 1, } } 1 2 0 1 1 0',
            dict(
                zip(
                    CELLS,
                    [(HALF, -HALF), (-1, 1), (0, 0), (HALF, -HALF), (HALF, -HALF), (0, 0)],
                    strict=True,
                )
            ),
        ),
        (HEADER + "{ 1 2 } 1 1 2 2", {("1", "1"): (1, 1), ("1", "2"): (2, 2)}),
    ],
    ids=["payoffs", "outcomes, 0 for none", "numbers of strategies"],
)
def test_tables_run_over_player_1s_strategies_first(
    text: str, payoffs: dict[tuple[str, ...], Any]
) -> None:
    game = parse_nfg(text)
    assert both_payoffs_by_path(game) == payoffs
    if "why" in text:
        assert (game.comment, game.outcomes.labels) == ("why", ("win", "loss"))


@given(
    st.integers(1, 3).flatmap(
        lambda rows: st.lists(
            st.lists(st.one_of(st.none(), st.integers(0, 3)), min_size=rows, max_size=rows),
            min_size=1,
            max_size=3,
        )
    ),
    st.lists(st.tuples(st.text('a"\\\n'), st.fractions(), st.fractions()), min_size=4, max_size=4),
)
def test_random_tables_survive_writing_and_reading(
    columns: list[list[int | None]], outcomes: list[tuple[str, Fraction, Fraction]]
) -> None:
    body = " ".join(
        f'{{ "{k}" {first}, {second} }}' for k, (_, first, second) in enumerate(outcomes)
    )
    cells = " ".join(str(0 if cell is None else cell + 1) for column in columns for cell in column)
    game = parse_nfg(HEADER + f"{{ {len(columns[0])} {len(columns)} }} {{ {body} }} {cells}")
    payoffs = [
        (Fraction(0), Fraction(0)) if cell is None else outcomes[cell][1:]
        for column in columns
        for cell in column
    ]
    rows = len(columns[0])
    assert list(both_payoffs_by_path(game).values()) == [
        payoff for row in range(rows) for payoff in payoffs[row::rows]
    ]
    assert parse_nfg(write_nfg(game)) == game


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("EFG 2 R", "1:1: NFG, the first word of such a file, expected, not 'EFG'"),
        ("NFG 2 R", "1:5: only version 1 of the format is read, not 2"),
        (
            'NFG 1 R "t" { "A" "B" "C" } { 2 2 2 }',
            "1:13: a game of two players expected, not of more",
        ),
        (HEADER + "1 2", "1:25: { and the strategies expected, not '1'"),
        (HEADER + "{ 2 }", "1:29: player 2's number of strategies expected, not '}'"),
        (HEADER + "{ 2 2 2 }", "1:31: } after the strategies of two players expected, not '2'"),
        (HEADER + "{ 2 0 }", "1:25: every player needs at least one strategy"),
        (
            HEADER + "{ 99999999 99999999 } 1",
            "1:25: the text is too short for a table of 99999999 by 99999999 entries",
        ),
        (HEADER + '{ { "a" } { } }', "1:37: a strategy's label expected, not '}'"),
        (HEADER + '{ { "a" 2 } { "b" } }', "1:33: a strategy's label, or } expected, not '2'"),
        (
            HEADER + '{ { "a" } }',
            "1:35: { and the labels of player 2's strategies expected, not '}'",
        ),
        (
            HEADER + "{ 1 2 } 1 1 2",
            "1:38: player 2's payoff in entry 2 of 2 expected, not the end of the file",
        ),
        (
            HEADER + "{ 1 2 } 1 1 2 2 3",
            "1:41: the end of the file after the last entry expected, not '3'",
        ),
        (HEADER + "{ 1 2 } { { 1 2 } } 1 1", "1:37: the outcome's label expected, not '1'"),
        (
            HEADER + '{ 1 2 } { { "x" 1 2 } } 1',
            "1:50: the number of an outcome for entry 2 of 2 expected, not the end",
        ),
        (HEADER + '{ 1 2 } { { "x" 1 2 } } 1 2', "1:51: there is no outcome 2 among the 1 above"),
        (
            HEADER + '{ 1 2 } { { "x" 1 2 3 } } 1 -1',
            "1:45: } after the payoffs of two players expected, not '3'",
        ),
        (HEADER + '{ 1 2 } { "x" 1 2 } 1 1', "1:35: { and an outcome, or } expected, not '\"'"),
    ],
)
def test_messages_have_the_error_with_line_and_column(text: str, message: str) -> None:
    with pytest.raises(ParseError) as caught:
        parse_nfg(text, "game.nfg")
    assert str(caught.value).startswith("game.nfg:" + message)


SEES = move(
    0, "", {"a": move(1, "after a", {"x": leaf(1)}), "b": move(1, "after b", {"x": leaf(2)})}
)
SECOND_FIRST = move(1, "", {"a": move(0, "", {"x": leaf(1)})})
UNEVEN = move(0, "", {"a": move(1, "", {"x": leaf(1)}), "b": leaf(2)})
CHANCE = chance({"a": (1, move(0, "", {"x": move(1, "", {"y": leaf(1)})}))})
LONGER = move(0, "", {"a": move(1, "", {"x": move(0, "again", {"y": leaf(1)})})})


@pytest.mark.parametrize(
    "root",
    [SEES, SECOND_FIRST, UNEVEN, CHANCE, LONGER, move(0, "", {"a": leaf(1)}), leaf(1)],
    ids=[
        "seen",
        "player 2 first",
        "uneven",
        "chance",
        "longer",
        "one player moves",
        "nobody moves",
    ],
)
def test_only_two_simultaneous_moves_are_written(root: Node) -> None:
    game = tree("other", root)
    with pytest.raises(
        GameError,
        match=r"'other' cannot be written in the \.nfg format.*write it in the \.efg format",
    ):
        write_nfg(game)


def test_outcomes_before_the_end_are_not_written() -> None:
    game = parse_efg(
        'EFG 2 R "fee" { "A" "B" } p "" 1 1 "" { "a" } 1 "fee" { 1 1 } p "" 2 1 "" { "b" } 0 t "" 0'
    )
    with pytest.raises(GameError, match=r"'fee' has an outcome before its end.*\.efg"):
        write_nfg(game)


numbers = (
    st.fractions(max_denominator=50).map(str)
    | st.integers(-99, 99).map(str)
    | st.decimals(-9, 9, places=2).map(str)
)
shapes = st.tuples(st.integers(1, 4), st.integers(1, 4))


@given(
    tables=shapes.flatmap(
        lambda shape: st.lists(
            st.lists(
                st.lists(numbers, min_size=shape[1], max_size=shape[1]),
                min_size=shape[0],
                max_size=shape[0],
            ),
            min_size=1,
            max_size=2,
        )
    ),
    separator=st.sampled_from(",;\t"),
    named=st.tuples(st.booleans(), st.booleans()),
)
def test_a_table_gives_the_game_of_its_matrices(
    tables: list[list[list[str]]], separator: str, named: tuple[bool, bool]
) -> None:
    rows, columns = ([f"{letter}{k}" for k in range(4)] for letter in ("row ", "column "))
    blocks = []
    for table in tables:
        lines = [[rows[k], *row] if named[0] else row for k, row in enumerate(table)]
        if named[1]:
            lines.insert(0, [*([""] if named[0] else []), *columns[: len(table[0])]])
        blocks.append("\n".join(separator.join(line) for line in lines))
    if separator not in blocks[0]:
        return  # one column without names: any separator
    if may_have_other_names(tables, named):
        with pytest.raises(
            ParseError,
            match=r"can be read in two ways: as payoffs, in a table of .* and as names of",
        ):
            parse_table("\n\n".join(blocks) + "\n")
        return
    game = parse_table("\n\n".join(blocks) + "\n")
    expected = sf.bimatrix_game(tables[0], tables[1] if len(tables) == 2 else None)
    for mine, theirs in zip(game.leaf_payoffs, expected.leaf_payoffs, strict=True):
        assert mine.equals(theirs)
    if named[0]:
        assert list(game.sequences[0].index.action_names[0]) == rows[: len(tables[0])]
    if named[1]:
        assert list(game.sequences[1].index.action_names[0]) == columns[: len(tables[0][0])]


def may_have_other_names(tables: list[list[list[str]]], named: tuple[bool, bool]) -> bool:
    """Return whether the first row beside names of rows, or column below names of columns, ascends in all tables."""
    if named[0] == named[1]:
        return False
    lines = [[row[0] for row in table] if named[1] else table[0] for table in tables]
    numbers = [[Fraction(number) for number in line] for line in lines]
    first = numbers[0]
    size = len(tables[0][0]) if named[1] else len(tables[0])
    is_named = len(first) > 1 and first[0] >= 0 and first == sorted(set(first))
    return size > 2 and is_named and all(sorted(line) == first for line in numbers)


@given(
    shape=shapes,
    order=st.randoms(use_true_random=False),
    numeric=st.booleans(),
    marks=st.sampled_from([(",", "."), (";", "."), (";", ","), ("\t", ","), ("\t", ".")]),
)
def test_the_second_table_is_aligned_by_its_names(
    shape: tuple[int, int], order: Random, numeric: bool, marks: tuple[str, str]
) -> None:
    """Whatever the order of its rows and columns is, whether or not names are numbers, with either decimal mark."""
    separator, point = marks
    rows, columns = (
        [str(10 * k) if numeric else f"{letter}{k}" for k in range(1, size + 1)]
        for letter, size in zip("rc", shape, strict=True)
    )
    first, second = (
        [[f"{order.randint(-9, 9)}.{order.randint(1, 99)}" for _ in columns] for _ in rows]
        for _ in "12"
    )
    row_order, column_order = (
        order.sample(range(shape[0]), shape[0]),
        order.sample(range(shape[1]), shape[1]),
    )

    def block(table: list[list[str]], in_rows: list[int], in_columns: list[int]) -> str:
        lines = [["", *(columns[k] for k in in_columns)]]
        lines += [
            [rows[j], *(table[j][k].replace(".", point) for k in in_columns)] for j in in_rows
        ]
        return "\n".join(separator.join(line) for line in lines)

    text = (
        block(first, list(range(shape[0])), list(range(shape[1])))
        + "\n\n"
        + block(second, row_order, column_order)
    )
    game, expected = parse_table(text), sf.bimatrix_game(first, second)
    for mine, theirs in zip(game.leaf_payoffs, expected.leaf_payoffs, strict=True):
        assert mine.equals(theirs)
    assert [list(own.index.action_names[0]) for own in game.sequences] == [rows, columns]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"PK\x03\x04abc", "a spreadsheet's workbook"),
        (b"%PDF-1.7", "a PDF"),
        (b'{"players": []}', "a JSON file"),
        (b"abc", "begins"),
    ],
)
def test_a_file_of_another_kind_is_named(content: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "game.dat"
    path.write_bytes(content)
    with pytest.raises(ParseError, match=message) as caught:
        sf.load(path)
    assert ".csv" in str(caught.value)


BEER = """<gte version="0.1"><gameDescription>beer</gameDescription><extensiveForm>
<node>
  <node player="1" prob="9/10">
    <node iset="2" player="2" move="B">{N31}{F10}</node>
    <node iset="4" player="2" move="Q">{N20}{F00}</node>
  </node>
  <node player="1" prob="0.1">
    <node iset="2" move="B">{N20}{F01}</node>
    <node iset="4" move="Q">{N30}{F11}</node>
  </node>
</node></extensiveForm></gte>"""


def outcome(move: str, first: str, second: str, *, old: bool) -> str:
    """Return an outcome in the form of newer or of older files."""
    pays = (
        f'<payoff player="{player}" value="{value}"/>'
        if old
        else f'<payoff player="{player}">{value}</payoff>'
        for player, value in (("1", first), ("2", second))
    )
    return f'<outcome move="{move}">{"".join(pays)}</outcome>'


def beer(*, old: bool) -> str:
    pairs = ("31", "20", "10", "00", "01", "30", "11")
    cells = {f"{move}{pair}": outcome(move, *pair, old=old) for move in "NF" for pair in pairs}
    return BEER.format(**cells)


@pytest.mark.parametrize("old", [True, False])
def test_a_tree_of_game_theory_explorer_is_read(old: bool) -> None:
    game = parse_xml(beer(old=old))
    assert (game.title, game.players, len(game)) == ("beer", ("Player 1", "Player 2"), 15)
    assert [own.index.num_infosets for own in game.sequences] == [2, 2]
    assert sorted(map(str, game.chance_reach.to_fractions()))[:1] == ["1"]
    assert sf.solve(game).certificate.proven


def test_a_table_of_game_theory_explorer_is_read() -> None:
    text = """<gte><players><player playerId="1">Row</player><player playerId="2">Column</player></players>
    <strategicForm>
    <strategy player="Row">{ "T" "B" }</strategy><strategy player="Column">{ "l" "m" "r" }</strategy>
    <payoffs player="Row">1 -1 1/2
    0 2 3</payoffs><payoffs player="Column">0 1 2
    3 4 0.5</payoffs></strategicForm></gte>"""
    game = parse_xml(text)
    assert game.players == ("Row", "Column")
    assert [list(own.index.action_names[0]) for own in game.sequences] == [
        ["T", "B"],
        ["l", "m", "r"],
    ]
    assert [list(map(str, column.to_fractions())) for column in game.leaf_payoffs] == [
        ["1", "-1", "1/2", "0", "2", "3"], ["0", "1", "2", "3", "4", "1/2"]
    ]  # fmt: skip


def test_payoffs_on_the_way_are_added_and_depth_is_no_limit() -> None:
    depth = 3000
    opening = "".join(
        '<node player="1" move="go"><payoff player="1">1</payoff>' for _ in range(depth)
    )
    end = '<outcome move="end"><payoff player="1">0</payoff><payoff player="2">7</payoff></outcome>'
    game = parse_xml(f"<extensiveForm>{opening}{end}{'</node>' * depth}</extensiveForm>")
    assert [str(column[0]) for column in game.leaf_payoffs] == [str(depth), "7"]


def test_a_workbook_holds_the_game_of_its_file(tmp_path: Path) -> None:
    kuhn = sf.load("kuhn")
    opening = '<gambit:document xmlns:gambit="http://gambit.sourceforge.net/"><game><efgfile>'
    book = f"{opening}{write_efg(kuhn)}</efgfile></game></gambit:document>"
    path = tmp_path / "book.gbt"
    path.write_text('<?xml version="1.0" encoding="UTF-8"?>\n' + book, encoding="utf-8")
    assert len(sf.load(path)) == len(kuhn)
    assert sf.load(path).constant_sum == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1,2\n3\n", "2:1: 1 payoffs in a table of 2 columns"),
        ("1,2\n3,x\n", "2:1: payoff 2 is 'x'"),
        (
            "a;b,c\nv;0,25\n",
            "separated by commas, as 1 × 1 payoffs and separated by semicolons, with decimal commas",
        ),
        (
            "1,500;2,000\n3,000;4,250\n",
            "with a decimal comma, and with a comma that separates thousands",
        ),
        (
            ",a,b\nx,1,2\n\n,a,c\nx,3,4\n",
            "columns of the second matrix have the names 'a', 'c', the game has 'a', 'b'",
        ),
        (",a,a\nx,1,2\n\n,a,a\nx,3,4\n", "'a', 'a' are not all different"),
        (",a,b,c\nx,1,2\n", "1:1: 3 names of columns in a table of 2 columns"),
        ("1" * 200_000, "no table of payoffs: field larger"),
        ("1,2\n\n3,4\n\n5,6\n", "not 3"),
        ("", "not 0"),
        ("1,2\n\n1,2\n3,4\n", "shape"),
        ("a,b\n", "not names alone"),
        (
            "1 2\n3 4\n",
            "1:1: blanks are between the payoffs of '1 2'; commas separate payoffs: write '1,2'",
        ),
        ("a b\nx 1/2 4\n", "not names alone"),
        ("<gte>", "1:6: not well-formed XML"),
        ("<svg/>", "an XML file whose root is <svg>"),
        ("<gte/>", "not of 0: none named"),
        ('<extensiveForm><node player="3"/></extensiveForm>', "not of 1: 3"),
        (
            '<extensiveForm><node><outcome move="a"><payoff player="1">1</payoff>'
            '<payoff player="2">1</payoff></outcome></node></extensiveForm>',
            r"probability \(prob\) of each expected",
        ),
        (
            '<extensiveForm><node player="1"><outcome move="a"><payoff player="2">x</payoff></outcome></node>'
            "</extensiveForm>",
            "a number expected, .* not 'x'",
        ),
        ('<gambit:document xmlns:gambit="http://gambit.sourceforge.net/"/>', "without a game"),
    ],
)
def test_other_tables_and_other_xml_are_refused(text: str, message: str) -> None:
    with pytest.raises(ParseError, match=message):
        (parse_xml if text.startswith("<") else parse_table)(text)


@pytest.mark.parametrize(
    "text",
    [
        "1,2o\n3,4\n5,6\n",
        "−1,−2\n3,4\n",
        "nan,nan\n1,2\n",
        "1..5,2..0\n3,4\n",
        "1,2\x00\n3,4\n",
        "1;2x\n3;4\n",
        "1e400000000,2x\n3,4\n",
        "$1,$2\n3,4\n",
        "(1),(2)\n3,4\n",
        "up,1o,2o\ndown,3,4\n",
        "1o,2\n3o,4\n",
        "−1,2\n−3,4\n",
        "O,O\n3,4\n",
        "up,O,O\ndown,3,4\n",
        "O,2\nO,4\n",
        "½,¼\n1,2\n",
        "½,1\n¼,2\n",
        "²,1\n³,2\n",
    ],
)
def test_a_misspelt_payoff_makes_no_names_of_its_row_or_column(text: str) -> None:
    with pytest.raises(ParseError, match="can be read in two ways: as names, and as payoffs"):
        parse_table(text)


@pytest.mark.parametrize("text", ["1,\n3,4\n", "sep=,\n1,2\n3,4\n", "L,\n3,4\n", ",L,\nup,1,2\n"])
def test_a_name_is_not_empty(text: str) -> None:
    with pytest.raises(ParseError, match="an empty cell among names"):
        parse_table(text)


@pytest.mark.parametrize("text", ["# x\n1,2\n3,4\n", "kuhn\n1,2\n3,4\n\n5,6\n7,8\n"])
def test_a_comma_is_a_decimal_mark_only_beside_another_separator(text: str) -> None:
    with pytest.raises(ParseError, match="1:1: 1 names of columns in a table of 2 columns"):
        parse_table(text)


@pytest.mark.parametrize(
    "text", ["x,L,R\n10,1,2\n20,3,4\n", "x;L;R\n0.5;1;2\n1;3;4\n", "bid,L,R\n1/2,1,2\n1,3,4\n"]
)
def test_a_column_of_payoffs_that_may_be_names_of_rows_is_refused_with_both_readings(
    text: str,
) -> None:
    with pytest.raises(
        ParseError, match=r"as payoffs, in a table of 2 × 3, and as names of rows, in one of 2 × 2"
    ):
        parse_table(text)


@pytest.mark.parametrize(
    "text", ["price,10,20\nlow,3,0\nhigh,5,1\n", "p;0,5;1\nlow;3;0\nhigh;5;1\n"]
)
def test_a_row_of_payoffs_that_may_be_names_of_columns_is_refused_with_both_readings(
    text: str,
) -> None:
    with pytest.raises(
        ParseError,
        match=r"as payoffs, in a table of 3 × 2, and as names of columns, in one of 2 × 2",
    ):
        parse_table(text)


@pytest.mark.parametrize(
    ("text", "rows", "columns"),
    [
        ("T,10,20\nM,3,0\nB,5,1\n\nT,9,20\nM,1,1\nB,0,1\n", ("T", "M", "B"), ("1", "2")),
        ("T,20,10\nM,3,0\nB,5,1\n", ("T", "M", "B"), ("1", "2")),
        ("T,10,20\nB,5,1\n", ("T", "B"), ("1", "2")),
        (",L,R\n10,1,2\n20,3,4\n", ("10", "20"), ("L", "R")),
        (",x,L,R\nup,10,1,2\ndown,20,3,4\n", ("up", "down"), ("x", "L", "R")),
        ("L,M,R\n20,1,2\n10,3,4\n", ("1", "2"), ("L", "M", "R")),
        ("L,M,R\n-1,1,2\n10,3,4\n", ("1", "2"), ("L", "M", "R")),
        ("C,D\n0,3\n1,5\n", ("1", "2"), ("C", "D")),
        ("L,M,R\n10,1,2\n", ("1",), ("L", "M", "R")),
    ],
)
def test_names_of_rows_and_columns_that_can_be_read_in_one_way(
    text: str, rows: tuple[str, ...], columns: tuple[str, ...]
) -> None:
    assert [own.index.action_names[0] for own in parse_table(text).sequences] == [rows, columns]


def test_an_empty_first_cell_makes_names_of_numbers() -> None:
    game = parse_table(",2x,3x\n10,1,2\n20,3,4\n")
    assert [own.index.action_names[0] for own in game.sequences] == [("10", "20"), ("2x", "3x")]


def test_decimal_commas_are_read_where_the_other_way_leaves_halves_of_numbers() -> None:
    game = parse_table("0,5;1\n2;0,25\n")
    assert list(game.leaf_payoffs[0].to_fractions()) == [Fraction(1, 2), 1, 2, Fraction(1, 4)]


@pytest.mark.parametrize("suffix", [".csv", ".xml", ".gbt"])
def test_a_large_file_is_refused_before_it_is_read(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"large{suffix}"
    path.touch()
    os.truncate(path, 3 * 2**30)
    with pytest.raises(ParseError, match="more than 1,073,741,824 bytes"):
        sf.load(path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0,5;1,5\n2,5;x\n", r":2:1: payoff 2 is 'x'"),
        ("0,5;1,5\n2,5;0,5.\n", r":2:1: payoff 2 is '0,5\.'"),
        ("0,5;1,5\n2,5;0.5\n", r":2:1: '0\.5' has a decimal point beside decimal commas"),
        ("0.5;1.5\n2.5;0,x\n", r":2:1: payoff 2 is '0,x'"),
        ("0,5\t1,5\n2,5\t-\n", r":2:1: payoff 2 is '-'"),
        ("1;2\n3;x\n", r":2:1: payoff 2 is 'x'"),
    ],
)
def test_the_error_is_that_of_the_way_in_which_most_cells_are_numbers(
    text: str, message: str
) -> None:
    with pytest.raises(ParseError, match=message):
        parse_table(text)


def test_standard_input_without_an_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MOST_BYTES", 1000)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"NFG " * 1000)))
    with pytest.raises(ParseError, match="standard input: it has more than 1,000 bytes"):
        files.read_standard_input()


@pytest.mark.parametrize(
    "text",
    [
        ',L,R\nT,"4,3","2,5"\nB,"1,1","0,0"\n',
        ',L,R\nT,"(4, 3)","(2, 5)"\n',
        ",L,R\nT,(4,3),(2,5)\n",
        ",L,R\nT,4 3,2 5\n",
        ",L,R\nT,4|3,2|5\n",
        "4 3;2 5\n1 1;0 0\n",
        "\tL\tR\nT\t(4,3)\t(2,5)\n",
    ],
)
def test_cells_with_the_payoffs_of_both_players_are_refused_with_the_right_form(text: str) -> None:
    with pytest.raises(ParseError, match="two tables with an empty line between them"):
        parse_table(text)


@pytest.mark.parametrize("text", [",L,R\nT,4,2\n,L,R\nT,3,1\n", "L,R\n4,2\nL,R\n3,1\n"])
def test_names_below_a_table_are_refused_with_a_hint_at_the_empty_line(text: str) -> None:
    with pytest.raises(ParseError, match=r"payoff 1 is 'L'.*an empty line before them is missing"):
        parse_table(text)


def test_a_misspelt_payoff_alone_has_no_hint_at_other_forms() -> None:
    with pytest.raises(ParseError, match=r"a number such as -2, 0.5 or 1/3 expected$"):
        parse_table(",L,R\nT,4,x\n")


def test_one_table_and_decimal_commas_are_noted() -> None:
    opposite = "no second table: player 2 gets the opposite payoffs"
    assert parse_table("1,2\n3,4\n").note == opposite
    assert parse_table(" ;L;R\nT;4,3;2,5\n").note == (
        f"{opposite}; commas are decimal: 4,3 is read as 43/10"
    )
    assert parse_table("1,2\n3,4\n\n1,2\n3,4\n").note == ""
    assert parse_table("0,5;1\n3;4\n\n1;2\n3;4\n").note == "commas are decimal: 0,5 is read as 1/2"


@pytest.mark.parametrize(
    "pairs",
    [
        [["4,3", "2,5"], ["1,1", "0,0"]],
        np.ones((2, 2, 2)),
        np.ones((2, 2, 2), dtype=int),
    ],
)
def test_pairs_in_a_matrix_are_refused_with_the_right_form(pairs: Any) -> None:
    with pytest.raises(GameError, match="two matrices, player 1's payoffs and then player 2's"):
        sf.bimatrix_game(pairs)


@pytest.mark.parametrize("title", ["Dilemma", "Dilemma,,"])
def test_a_title_above_a_table_is_refused_as_one(title: str, tmp_path: Path) -> None:
    path = tmp_path / "game.csv"
    path.write_text(f"{title}\n,L,R\nU,1,0\nD,0,1\n", encoding="utf-8")
    with pytest.raises(ParseError, match=r":1:1: 'Dilemma' is a title; .* leave this line out"):
        sf.load(path)
