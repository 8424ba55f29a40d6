"""Files of Game Theory Explorer and workbooks of Gambit's: games, damage, and other XML."""

from pathlib import Path

import pytest

import seqform as sf
from seqform.builders.games.formats.efg import write_efg
from seqform.builders.games.formats.files import parse_xml
from seqform.errors import ParseError

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
