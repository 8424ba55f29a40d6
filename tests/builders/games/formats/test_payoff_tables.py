"""Tables of payoffs in comma-separated files, and files of other kinds."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import seqform as sf
from seqform.builders.games.formats.files import parse_table
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
