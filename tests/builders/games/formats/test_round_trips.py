"""Games are read from every format as they were written, at sizes of numbers beyond doubles and 64-bit integers."""

from dataclasses import replace
from fractions import Fraction
from random import Random
from xml.sax.saxutils import escape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import seqform as sf
from seqform.builders.games.formats.efg import parse_efg, write_efg
from seqform.builders.games.formats.files import parse_xml
from seqform.builders.games.formats.nfg import parse_nfg, write_nfg
from seqform.builders.games.formats.tables import parse_table
from seqform.builders.games.tree import Node, chance, leaf, move, tree
from seqform.models.games.extensive import ExtensiveGame

SIZES = [
    Fraction(10) ** 300,
    Fraction(10) ** 400,
    Fraction(1, 10**300),
    Fraction(1, 10**400),
    *(Fraction(2**power + more) for power in (31, 53, 63) for more in (-1, 0, 1)),
    Fraction(1, 3**84),
    Fraction(10**40 + 7, 10**39 + 9),
    *map(Fraction, ("0", "1", "1/3")),
]
NUMBERS = st.builds(
    lambda sign, size: sign * size, st.sampled_from([-1, 1]), st.sampled_from(SIZES)
)
SHARES = [size for size in SIZES if 0 < size < 1]


def require_same(read: ExtensiveGame, game: ExtensiveGame, *, named: bool = True) -> None:
    for player in (0, 1):
        assert read.leaf_payoffs[player].to_fractions() == game.leaf_payoffs[player].to_fractions()
    chances, expected = (each.information_sets.probability.to_fractions() for each in (read, game))
    assert chances == expected
    assert read.parent.tolist() == game.parent.tolist()
    assert read.constant_sum == game.constant_sum
    if named:
        assert read.players == game.players


def workbook(tag: str, text: str) -> str:
    """Return a workbook of Gambit's user interface."""
    game = f"<game><{tag}>{escape(text)}</{tag}></game>"
    return f'<gambit:document xmlns:gambit="http://gambit.sourceforge.net/" version="0.1">{game}</gambit:document>'


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[list[Fraction]], list[list[Fraction]]]:
    """Draw the payoffs of both players, zero-sum in some cases."""
    rows, columns = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    table = st.lists(
        st.lists(NUMBERS, min_size=columns, max_size=columns), min_size=rows, max_size=rows
    )
    first = draw(table)
    second = [[-payoff for payoff in row] for row in first] if draw(st.booleans()) else draw(table)
    return first, second


@settings(max_examples=25)
@given(tables())
def test_payoffs_of_any_size_survive_every_format(
    payoffs: tuple[list[list[Fraction]], list[list[Fraction]]],
) -> None:
    game = sf.bimatrix_game("sizes", *payoffs)
    efg, nfg = write_efg(game), write_nfg(game)
    require_same(parse_efg(efg), game)
    require_same(parse_nfg(nfg), game)
    require_same(parse_xml(workbook("efgfile", efg)), game)
    require_same(parse_xml(workbook("nfgfile", nfg)), game)
    assert write_efg(parse_efg(efg)) == efg
    assert write_nfg(parse_nfg(nfg)) == nfg

    for separator in (",", ";", "\t"):
        text = "\n\n".join(
            "\n".join(separator.join(map(str, row)) for row in table) for table in payoffs
        )
        require_same(parse_table(text), game, named=False)
    listed = ("\n".join(" ".join(map(str, row)) for row in table) for table in payoffs)
    elements = "".join(
        f'<payoffs player="{number}">{table}</payoffs>'
        for number, table in enumerate(listed, start=1)
    )
    require_same(
        parse_xml(f"<gte><strategicForm>{elements}</strategicForm></gte>"), game, named=False
    )


def random_tree(random: Random, depth: int) -> Node:
    """Return a tree whose payoffs and chances are of any size."""
    if depth == 0:
        return leaf(*(random.choice([-1, 1]) * random.choice(SIZES) for _ in range(2)))
    below = [random_tree(random, depth - 1) for _ in range(2)]
    if random.random() < 1 / 3:
        share = random.choice(SHARES)
        return chance({"left": (share, below[0]), "right": (1 - share, below[1])})
    label = f"set {random.getrandbits(60)}"
    return move(random.choice((0, 1)), label, dict(zip(("left", "right"), below, strict=True)))


@settings(max_examples=30)
@given(st.randoms(use_true_random=False), st.integers(1, 3))
def test_trees_with_payoffs_and_chances_of_any_size_survive(random: Random, depth: int) -> None:
    game = replace(tree("sizes", random_tree(random, depth)), players=("Ann", "Bob"))
    text = write_efg(game)
    require_same(parse_efg(text), game)
    require_same(parse_xml(workbook("efgfile", text)), game)
    assert parse_efg(text).infoset_names == game.infoset_names
    assert write_efg(parse_efg(text)) == text


@pytest.mark.parametrize("zero", ["-0", "-0.0", "-0/1", "0e400", "-0e-400"])
def test_a_negative_zero_is_zero_in_every_format(zero: str) -> None:
    read = [
        parse_nfg(f'NFG 1 R "t" {{ "A" "B" }} {{ 1 2 }} {zero} 1 2 {zero}'),
        parse_table(f"{zero},2\n\n1,{zero}\n"),
        parse_efg(
            f'EFG 2 R "t" {{ "A" "B" }} p "" 1 1 "" {{ "x" }} 0 p "" 2 1 "" {{ "u" "v" }} 0 '
            f't "" 1 "" {{ {zero}, 1 }} t "" 2 "" {{ 2, {zero} }}'
        ),
    ]
    for game in read:
        assert [payoffs.to_fractions() for payoffs in game.leaf_payoffs] == [[0, 2], [1, 0]]
        assert "-0" not in write_efg(game)
