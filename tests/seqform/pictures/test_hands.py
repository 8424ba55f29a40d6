"""Charts of card games that are given as trees: which have hands, and what is in their cells."""

from fractions import Fraction
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
import tree_walks

import seqform as sf
from seqform.builders.games import catalog
from seqform.builders.games.tree import chance, leaf, move, tree
from seqform.errors import InputError
from seqform.models.games.extensive import ExtensiveGame
from seqform.pictures.chart import chart
from seqform.pictures.grids import GridCell
from seqform.pictures.hands import dealt_hands

CARDS = ("AsQs", "7s7d", "Jh9h")
ENDS = (
    ("check", "check"),
    ("bet 1/2", "fold"),
    ("bet 1/2", "call"),
    ("check", "bet 1/2", "fold"),
    ("check", "bet 1/2", "call"),
)


class Street(sf.Rules):  # type: ignore[misc, type-arg, name-defined, unused-ignore]
    """A round of bets after each player has got a hand."""

    title = "street"

    def initial(self) -> Any:
        return ()

    def player(self, state: Any) -> int:
        if not state:
            return sf.CHANCE
        return sf.TERMINAL if state[1:] in ENDS else (len(state) - 1) % 2

    def chance(self, state: Any) -> Any:
        return [(pair, 1) for pair in permutations(CARDS, 2)]

    def actions(self, state: Any) -> Any:
        return ("fold", "call") if state[-1] == "bet 1/2" else ("check", "bet 1/2")

    def apply(self, state: Any, action: Any) -> Any:
        return (*state, action)

    def payoffs(self, state: Any) -> Any:
        first, second = map(CARDS.index, state[0])
        sign = 1 if first < second else -1
        if state[-1] == "fold":
            sign = 1 if len(state) == 3 else -1
        return (sign, -sign)

    def observation(self, state: Any, player: int) -> Any:
        return (state[0][player], *state[1:])


STREET = sf.load(Street())


def test_rules_with_hands_are_charted_by_hands_and_situations() -> None:
    profile = tree_walks.random_profile(STREET, 1)
    other = tree_walks.random_profile(STREET, 2)
    grids = chart(STREET, profile, versus=other).grids
    situations = (("first to act", "after check, bet 1/2"), ("after check", "after bet 1/2"))
    for player, (grid, columns) in enumerate(zip(grids, situations, strict=True)):
        assert tuple(row.label for row in grid.rows) == CARDS
        assert tuple(column.now for column in grid.columns) == columns
        for strategies, table in ((profile, grid.cells), (other, grid.others)):
            for card, line in zip(CARDS, table, strict=True):
                for column, cell in zip(columns, line, strict=True):
                    taken = column.removeprefix("first to act").removeprefix("after ")
                    name = ", ".join(filter(None, (card, taken)))
                    assert isinstance(cell, GridCell)
                    shares = dict(zip(cell.actions, cell.shares, strict=True))
                    assert shares == dict(strategies[player][name])
                    node = next(
                        k
                        for k in range(len(STREET))
                        if STREET.player[k] == player
                        and STREET.infoset_names[STREET.infoset[k]] == name
                    )
                    assert cell.reach == tree_walks.reach(STREET, strategies, node, (player,))


def test_a_file_of_a_card_game_has_the_cells_of_the_game(tmp_path: Path) -> None:
    sf.save(sf.load("kuhn"), tmp_path / "own.efg")
    game = sf.load(tmp_path / "own.efg")
    profile = tree_walks.random_profile(game, 3)
    of_file = chart(game, profile)
    of_game = chart("kuhn", tree_walks.random_profile(sf.load("kuhn"), 3))
    for own, known in zip(of_file.grids, of_game.grids, strict=True):
        expected = dict(zip((row.label for row in known.rows), known.cells, strict=True))
        assert {
            row.label: cells for row, cells in zip(own.rows, own.cells, strict=True)
        } == expected
        assert own.columns == known.columns


@pytest.mark.parametrize(
    "entry", [one for one in catalog.entries() if one.sizes and one.sizes.nodes < 6000]
)
def test_of_the_small_games_of_the_catalog_the_card_games_of_one_deal_have_hands(
    entry: Any,
) -> None:
    has_hands = dealt_hands(sf.load(entry.name)) is not None
    card_games = ("kuhn", "kuhn-with-raise", "tiny-poker", "three-card-orderings")
    assert has_hands == (entry.name in card_games)


def dealt(first: str, second: str, deals: str = "ab") -> ExtensiveGame:
    """Return a game in which both players move twice in turn, and see of each deal what stands in these texts."""

    def play(place: int) -> Any:
        def turn(player: int, past: str) -> Any:
            if len(past) == 3:
                return leaf(0)
            seen = (first, second)[player][place]
            name = f"{player}{seen}{past}" if seen != "?" else f"{player}{past}"
            return move(player, name, {move_: turn(1 - player, past + move_) for move_ in "xy"})

        return turn(0, "")

    share = Fraction(1, len(deals))
    return tree("dealt", chance({deal: (share, play(k)) for k, deal in enumerate(deals)}))


@pytest.mark.parametrize(
    ("first", "second", "deals", "has_hands"),
    [
        ("ppqq", "pqpq", "abcd", True),
        ("ppqq", "pqrs", "abcd", True),  # player 2 knows the deal, player 1 does not
        ("pqrs", "pqrs", "abcd", False),  # nothing is hidden
        ("????", "pqpq", "abcd", False),  # player 1 has no hand
    ],
)
def test_hands_are_hidden_cards(first: str, second: str, deals: str, has_hands: bool) -> None:
    game = dealt(first, second, deals)
    assert (dealt_hands(game) is not None) == has_hands


def test_parts_of_hands_are_chosen_and_information_sets_come_with_at() -> None:
    profile = sf.uniform_profile(STREET)
    (grid,) = chart(STREET, profile, after="check", player=1).grids
    assert [column.now for column in grid.columns] == ["after check"]
    assert chart(STREET, profile, at="1:AsQs").grids[0].numbers == ("reach", "value", "regret")
    with pytest.raises(InputError, match="Player 1 has no turn after 'raise'"):
        chart(STREET, profile, player=0, after="raise")
    with pytest.raises(InputError, match="round 2: street has 1 round"):
        chart(STREET, profile, round=2)
    with pytest.raises(InputError, match="rounds, boards and actions so far are of card games"):
        chart(STREET, profile, board="Ks")


def test_equilibrium_ranges_are_in_the_cells_of_hands() -> None:
    picture = chart(STREET, sf.solve(STREET, exact=True), ranges=True)
    cells = [cell for grid in picture.grids for line in grid.cells for cell in line]
    assert len(cells) == 12 and all(cell is not None and cell.ranges for cell in cells)


def own_streets() -> Any:
    return sf.limit_poker(
        "own streets",
        deck="2345",
        ante=1,
        strength=lambda table, own: own[:, 0],
        rounds=[sf.Betting(1, private=1), sf.Betting(2, public=1)],
    )


def test_an_ordered_game_of_ones_own_has_its_hands_however_it_comes() -> None:
    game = own_streets()
    equilibrium = sf.solve(game, exact=True)
    tree_of_it = equilibrium.game
    of_game = chart(game, equilibrium, round=2)
    assert [column.earlier[0] for column in of_game.grids[0].columns][:2] == ["check, check"] * 2
    for picture in (chart(equilibrium, round=2), chart(tree_of_it, equilibrium, round=2)):
        assert picture.grids == of_game.grids
    assert [row.label for row in chart(equilibrium).grids[0].rows] == ["5", "4", "3", "2"]
