"""Tables of payoffs in comma-separated files, XML of user interfaces, and files of other kinds."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import seqform as sf
from seqform.builders.games.formats.efg import write_efg
from seqform.builders.games.formats.files import parse_table, parse_xml
from seqform.errors import ParseError

numbers = (
    st.fractions(max_denominator=50).map(str) | st.integers(-99, 99).map(str) | st.decimals(-9, 9, places=2).map(str)
)
shapes = st.tuples(st.integers(1, 4), st.integers(1, 4))


@given(
    tables=shapes.flatmap(
        lambda shape: st.lists(
            st.lists(st.lists(numbers, min_size=shape[1], max_size=shape[1]), min_size=shape[0], max_size=shape[0]),
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
    game = parse_table("\n\n".join(blocks) + "\n")
    expected = sf.bimatrix_game(tables[0], tables[1] if len(tables) == 2 else None)
    for mine, theirs in zip(game.leaf_payoffs, expected.leaf_payoffs, strict=True):
        assert mine.equals(theirs)
    if named[0]:
        assert list(game.sequences[0].index.action_names[0]) == rows[: len(tables[0])]
    if named[1]:
        assert list(game.sequences[1].index.action_names[0]) == columns[: len(tables[0][0])]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1,2\n3\n", "2:1: 1 payoffs in a table of 2 columns"),
        ("1,2\n3,x\n", "2:1: payoff 2 is 'x'"),
        ("1,2\n\n3,4\n\n5,6\n", "not 3"),
        ("", "not 0"),
        ("1,2\n\n1,2\n3,4\n", "shape"),
        ("a,b\n", "not names alone"),
    ],
)
def test_what_is_no_table_is_refused(text: str, message: str) -> None:
    with pytest.raises(ParseError, match=message):
        parse_table(text)


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
        f'<payoff player="{player}" value="{value}"/>' if old else f'<payoff player="{player}">{value}</payoff>'
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
    assert [list(own.index.action_names[0]) for own in game.sequences] == [["T", "B"], ["l", "m", "r"]]
    assert [list(map(str, column.to_fractions())) for column in game.leaf_payoffs] == [
        ["1", "-1", "1/2", "0", "2", "3"], ["0", "1", "2", "3", "4", "1/2"]
    ]  # fmt: skip


def test_payoffs_on_the_way_are_added_and_depth_is_no_limit() -> None:
    depth = 3000
    opening = "".join('<node player="1" move="go"><payoff player="1">1</payoff>' for _ in range(depth))
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
            "'x': a finite number expected",
        ),
        ('<gambit:document xmlns:gambit="http://gambit.sourceforge.net/"/>', "without a game"),
    ],
)
def test_other_xml_is_refused(text: str, message: str) -> None:
    with pytest.raises(ParseError, match=message):
        parse_xml(text)
