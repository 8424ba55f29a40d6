"""Charts of hands of two cards in squares of 13 × 13 classes: numbers against averages by hand, texts and errors."""

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from command_line import Run

import seqform as sf
from seqform.builders.games.cards.classes import class_name, classes_of_hands
from seqform.builders.games.cards.deck import hand_cards, meets, parse_board
from seqform.builders.games.cards.ranges import parse_range
from seqform.errors import GameError, InputError
from seqform.models.games.ordered import OrderedGame
from seqform.models.numbers.exact import Ints
from seqform.pictures.bars import class_text
from seqform.pictures.chart import hand_chart
from seqform.pictures.grids import GridCell, GridColumn, StrategyGrid
from seqform.pictures.hand_squares import HandStrategy, square_grid
from seqform.pictures.scene import overlapping_texts

BOARD = parse_board("JsKs5cQs7d")
DECK = ("Ks", "Kh", "As", "Ah", "Ac")


def best_rank(table: Ints, own: Ints) -> Ints:
    """A pair is best, else the sum of the ranks."""
    ranks = np.concatenate([own, table], axis=1) // 2
    return np.asarray(ranks.sum(axis=1), dtype=np.int64)


def two_cards(*rounds: sf.Betting) -> OrderedGame:
    return sf.limit_poker("two cards", deck=DECK, ante=1, rounds=rounds, strength=best_rank)


@pytest.fixture(scope="module")
def river() -> tuple[OrderedGame, Any]:
    game = two_cards(sf.Betting(1, private=2))
    return game, sf.solve(game, exact=True)


def column(grid: StrategyGrid, name: str) -> dict[str, GridCell | None]:
    """The cells of a situation by the names of their classes."""
    place = [column.name for column in grid.columns].index(name)
    return {row.label: cells[place] for row, cells in zip(grid.rows, grid.cells, strict=True)}


def situation(
    weights: Sequence[float] | np.ndarray,
    shares: np.ndarray,
    actions: tuple[str, ...] = ("check", "bet"),
) -> HandStrategy:
    return HandStrategy(
        GridColumn((), "first to act"), actions, np.asarray(weights, float), shares, ~meets(BOARD)
    )


def test_cells_are_averages_of_the_hands_by_their_weights() -> None:
    generator = np.random.default_rng(1)
    weights = generator.random(1326) * (generator.random(1326) < 0.5)
    bets = generator.random(1326)
    grid = square_grid(0, "Player 1", [situation(weights, np.stack([1 - bets, bets], axis=1))])
    cells = column(grid, "first to act")

    averages = {}
    for number in range(169):
        hands = [
            hand
            for hand in np.flatnonzero(classes_of_hands() == number).tolist()
            if not set(hand_cards()[hand].tolist()) & set(BOARD)
        ]
        total = sum(weights[hand] for hand in hands)
        cell = cells[class_name(number)]
        assert cell is not None
        averages[class_name(number)] = total / len(hands)
        if total:
            bet = sum(weights[hand] * bets[hand] for hand in hands) / total
            assert cell.shares == pytest.approx((1 - bet, bet))
        else:
            assert cell.shares == ()
    largest = max(averages.values())
    for name, average in averages.items():
        cell = cells[name]
        assert cell is not None
        assert cell.reach == pytest.approx(average / largest)

    free = ~meets(BOARD)
    (total_cell,) = grid.totals
    assert total_cell is not None
    assert total_cell.shares[1] == pytest.approx((weights * bets)[free].sum() / weights[free].sum())


def test_strategies_of_ones_own_are_charted_by_hand() -> None:
    bets = np.zeros(1326)
    bets[classes_of_hands() == 0] = 0.25
    hands = parse_range("AA:0.5, KK")
    strategy = HandStrategy.of("first to act", hands, {"check": 1 - bets, "bet 50": bets}, BOARD)
    picture = hand_chart("mine", [strategy], heading="button", caption="by hand")
    cells = column(picture.grids[0], "first to act")
    assert cells["AA"] == GridCell(("check", "bet 50"), (0.75, 0.25), 0.5)
    assert cells["KK"] == GridCell(("check", "bet 50"), (1, 0), 1)
    assert (picture.grids[0].heading, picture.caption) == ("button", "by hand")
    with pytest.raises(
        GameError, match=r"bet 50: a probability of each of the 1,326 hands expected"
    ):
        HandStrategy.of("first to act", hands, {"bet 50": np.ones(3)})


def test_classes_that_meet_the_board_in_every_hand_have_no_cell() -> None:
    board = parse_board("AsAhAdKsKh")
    everything = HandStrategy(
        GridColumn((), "now"), (), np.ones(1326), np.zeros((1326, 0)), ~meets(board)
    )
    cells = column(square_grid(0, "all", [everything]), "now")
    assert cells["AA"] is None
    assert class_text("AA", None) == "AA: every hand meets the board"
    assert cells["KK"] == GridCell((), (), 1)


def test_a_range_that_is_nowhere_has_cells_of_weight_zero() -> None:
    grid = square_grid(0, "none", [situation(np.zeros(1326), np.zeros((1326, 2)))])
    cell = column(grid, "first to act")["AKs"]
    assert cell == GridCell(("check", "bet"), (), 0)
    assert grid.totals == (None,)
    assert class_text("AKs", cell) == "AKs: never here"


@pytest.mark.parametrize(
    ("weights", "shares", "message"),
    [
        (
            np.ones(5),
            np.zeros((1326, 2)),
            r"1,326 weights and shares of shape \(1326, 2\) expected",
        ),
        (
            np.ones(1326),
            np.zeros((1326, 3)),
            r"1,326 weights and shares of shape \(1326, 2\) expected",
        ),
        (-np.ones(1326), np.zeros((1326, 2)), "finite weights from 0 on expected"),
        (np.full(1326, np.nan), np.zeros((1326, 2)), "finite weights from 0 on expected"),
    ],
)
def test_wrong_strategies_of_hands_are_refused(
    weights: np.ndarray, shares: np.ndarray, message: str
) -> None:
    with pytest.raises(GameError, match=message):
        situation(weights, shares)


def test_the_square_of_a_game_has_the_averages_of_its_equilibrium(
    river: tuple[OrderedGame, Any],
) -> None:
    game, equilibrium = river
    grid = sf.chart(game, equilibrium, grid=True, player=0).grids[0]
    cells = column(grid, "first to act")
    strategy = equilibrium.profile[0]
    bets: dict[str, list[Fraction]] = {}
    for first in DECK:
        for second in DECK:
            if first != second:
                cards = np.array([parse_one(first), parse_one(second)])
                number = hand_class(cards)
                bets.setdefault(number, []).append(strategy[f"{first} {second}:"]["bet"])
    for name, cell in cells.items():
        if name not in bets:
            assert cell is None
            continue
        assert cell is not None
        share = dict(zip(cell.actions, cell.shares, strict=True))["bet"]
        assert share == sum(bets[name]) / len(bets[name])
        assert cell.reach == 1
    (total,) = [
        cell
        for cell, place in zip(grid.totals, grid.columns, strict=True)
        if place.name == "first to act"
    ]
    assert total is not None
    everything = [bet for of_class in bets.values() for bet in of_class]
    assert dict(zip(total.actions, total.shares, strict=True))["bet"] == sum(everything) / 20


def parse_one(name: str) -> int:
    return ("23456789TJQKA".index(name[0])) * 4 + "shdc".index(name[1])


def hand_class(cards: np.ndarray) -> str:
    low, high = sorted(cards.tolist())
    hand = int(np.flatnonzero((hand_cards() == [low, high]).all(axis=1))[0])
    return class_name(int(classes_of_hands()[hand]))


RIVER = "holdem(ranges=[AsAh:0.5 KdQd 7s7h; AcKh JcTc:1/3 QhQc],max_bets=1)"


def test_the_square_of_a_game_with_ranges_has_their_weights() -> None:
    game = sf.load(RIVER, kind="ordered")
    equilibrium = sf.solve(game, target_gap=40, backend="cfr")
    cells = column(sf.chart(equilibrium, grid=True, player=0).grids[0], "first to act")
    # Of three hands of kings and queens of one suit, and of three pairs of sevens, one is in the range; of six pairs of
    # aces one, with half of its weight.
    expected = {"KQs": 1.0, "77": 1.0, "AA": 0.25}
    for name, cell in cells.items():
        assert cell is not None
        assert cell.reach == pytest.approx(expected.get(name, 0))
        assert cell.shares == () or sum(cell.shares) == pytest.approx(1)
        assert bool(cell.shares) == (name in expected)


def test_hands_of_a_class_are_mixed_by_their_chances() -> None:
    """Of two hands of one class, one meets fewer hands of the opponent, and counts less."""
    game = sf.load("holdem(ranges=[AsAh AdAc:1/2; AcKh JcTc],max_bets=1)", kind="ordered")
    equilibrium = sf.solve(game, target_gap=40, backend="cfr")
    saved = equilibrium.saved()
    grid = sf.chart(saved, grid=True, player=0).grids[0]
    cell = column(grid, "first to act")["AA"]
    assert cell is not None
    first = saved.strategy(0, ["As", "Ah"])
    second = saved.strategy(0, ["Ad", "Ac"])
    # AsAh meets both hands, with the weight 2; AdAc one of them, with the weight 1/2.
    for action, share in zip(cell.actions, cell.shares, strict=True):
        mixed = (2 * first[action] + second[action] / 2) / Fraction(5, 2)
        assert float(share) == pytest.approx(float(mixed))


def test_ranges_after_a_line_of_play_are_what_the_line_leaves(
    river: tuple[OrderedGame, Any],
) -> None:
    game, equilibrium = river
    grid = sf.chart(game, equilibrium, grid=True, player=0, after="check bet").grids[0]
    assert [column.name for column in grid.columns] == ["after check, bet"]
    checks = column(sf.chart(game, equilibrium, grid=True, player=0).grids[0], "first to act")
    cells = column(grid, "after check, bet")
    check_of = {}
    for name, cell in checks.items():
        if cell is not None:
            check_of[name] = dict(zip(cell.actions, cell.shares, strict=True))["check"]
    largest = max(check_of.values())
    for name, share in check_of.items():
        cell = cells[name]
        assert cell is not None
        assert cell.reach == pytest.approx(float(share / largest))


def test_a_board_is_chosen_among_the_public_cards() -> None:
    game = two_cards(sf.Betting(1, private=2), sf.Betting(1, public=1))
    picture = sf.chart(game, sf.solve(game), grid=True, round=2, board="Ac", player=1)
    (grid,) = picture.grids
    assert grid.heading == "Player 2, round 2, board Ac"
    cells = column(grid, grid.columns[0].name)
    assert cells["AA"] is not None
    assert cells["AKs"] is not None
    picture = sf.chart(game, sf.solve(game), grid=True, round=2, player=1)
    assert "one board; the option board chooses another" in picture.grids[0].notes


@pytest.mark.parametrize("theme", ["light", "dark", "print"])
def test_texts_of_squares_do_not_overlap(theme: str, river: tuple[OrderedGame, Any]) -> None:
    game, equilibrium = river
    assert not overlapping_texts(sf.chart(game, equilibrium, grid=True, theme=theme).scene.texts)
    ranges = sf.chart("22+, A2s+; random", grid=True, board="JsKs5cQs7d", theme=theme)
    assert not overlapping_texts(ranges.scene.texts)


def test_ranges_are_charted_with_their_equities(tmp_path: Path) -> None:
    picture = sf.chart(
        (parse_range("AA"), parse_range("JTo:0.5, 22")), grid=True, board="JsKs5cQs7d"
    )
    (grid,) = picture.grids
    first, second = grid.columns
    assert first.name.startswith("Player 1 / 6 hands; equity ")
    assert second.name.startswith("Player 2 / 15 hands, by weight 10.5; equity ")
    equity = [float(place.name.split("equity ")[1].removesuffix(" %")) for place in (first, second)]
    assert sum(equity) == pytest.approx(100, abs=0.1)
    for suffix in ("svg", "html", "tex"):
        picture.save(tmp_path / f"ranges.{suffix}")
        assert "AKs" in (tmp_path / f"ranges.{suffix}").read_text(encoding="utf-8")


def test_a_chart_of_too_many_hands_advises_the_grid() -> None:
    game = sf.load("holdem(ranges=22+ A2+ K2+ Q2+,max_bets=1)", kind="ordered")
    saved = sf.solve(game, target_gap=400, backend="cfr").saved()
    with pytest.raises(
        InputError, match=r"hands in round 1, and 200 at most in a chart; .* with grid \(--grid\)"
    ):
        sf.chart(saved)


def test_squares_are_for_hands_of_two_cards_of_the_deck() -> None:
    with pytest.raises(
        InputError, match="kuhn: a grid is for cards of the deck of 52 such as As, and 'J' is none"
    ):
        sf.chart("kuhn", grid=True)
    one_card = sf.limit_poker(
        "one", deck=DECK, ante=1, rounds=[sf.Betting(1, private=1)], strength=best_rank
    )
    with pytest.raises(
        InputError, match="one: a grid is for hands of two cards, and a hand has 1 here"
    ):
        sf.chart(one_card, sf.solve(one_card), grid=True)
    with pytest.raises(
        InputError, match="matching-pennies: a grid is for games with ordered signals"
    ):
        sf.chart("matching-pennies", grid=True)
    with pytest.raises(
        InputError, match="grid: of one strategy, by hands; leave out versus and at"
    ):
        sf.chart("kuhn", grid=True, versus="uniform", at="K:")


def test_the_terminal_prints_the_square(seqform: Run, tmp_path: Path) -> None:
    status, printed, _ = seqform("chart", "AA, AKs:0.5, QQ", "--grid")
    lines = printed.splitlines()
    place = next(number for number, line in enumerate(lines) if line.startswith("AA   AKs"))
    assert status == 0
    assert lines[place + 1].split() == ["100", "50", *["·"] * 11]
    file = tmp_path / "ranges.txt"
    file.write_text("AA; KK", encoding="utf-8")
    _, printed, _ = seqform("chart", str(file), "--grid", "--board", "JsKs5cQs7d", "--player", "2")
    assert "Player 2 / 3 hands" in printed
    status, _, errors = seqform("chart", "AA, XX", "--grid")
    assert (status, "'XX' in 'AA, XX' names no hands" in errors) == (2, True)


@pytest.mark.parametrize(
    ("text", "num_hands"),
    [
        ("AA", 6),
        ("AsKd", 1),
        ("uniform", 1326),
        ("AA:1/3", 6),
        ("AA;KK", 6),
        ("AKs:1/3, AA:2/3", 10),
    ],
)
def test_ranges_of_one_word_and_weights_that_are_fractions_are_no_names_of_games_and_files(
    text: str, num_hands: int, seqform: Run
) -> None:
    status, printed, _ = seqform("chart", text, "--grid")
    assert status == 0
    assert f"{num_hands:,} hand" in printed
    (grid,) = sf.chart(text, grid=True).grids
    assert f"{num_hands:,} hand" in grid.columns[0].name


def test_a_file_of_ranges_may_be_csv(tmp_path: Path, seqform: Run) -> None:
    file = tmp_path / "ranges.csv"
    file.write_text(",".join(["1"] * 1326), encoding="utf-8")
    assert "1,326 hands" in seqform("chart", str(file), "--grid")[1]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("AA;KK;QQ", "as ranges of hands: 3 ranges in 'AA;KK;QQ'"),
        ("AA:50%x", "as ranges of hands: range: weight of AA in 'AA:50%x': a number from 0 on"),
        ("AA:1/0", "range: weight of AA in 'AA:1/0': a number from 0 on"),
        (
            "holdme",
            "no game named 'holdme' in the catalog; did you mean holdem?; as ranges of hands:",
        ),
        ("", "range: no hands in ''"),
        ("AA, KK; QQ; JJ", "3 ranges in 'AA, KK; QQ; JJ'"),
        ("nowhere.txt", "nowhere.txt: cannot be read"),
        ("/nowhere", "/nowhere: cannot be read"),
        ("nowhere.efg", "nowhere.efg: cannot be read"),
    ],
)
def test_what_is_neither_a_game_nor_ranges_is_refused_as_both(
    text: str, message: str, seqform: Run
) -> None:
    status, _, errors = seqform("chart", text, "--grid")
    assert status == 2
    assert message in " ".join(errors.split())
    assert "--ranges" not in errors


@pytest.mark.parametrize("argument", ["board", "after", "at"])
def test_a_part_of_a_chart_is_named_by_text(argument: str) -> None:
    wrong: Any = {argument: ["Js"]}
    with pytest.raises(InputError, match=f"{argument}: a text expected, not list"):
        sf.chart("kuhn", **wrong)


def test_a_grid_after_actions_is_that_of_the_turn_there() -> None:
    name = "holdem(board=9s8h3d2c,pot=60,stack=140,ranges=[88 76s; TT JTs],bets=pot,max_bets=1)"
    solution = sf.solve(sf.load(name, kind="ordered"), backend="cfr", target_gap=60).saved()

    def shown(**options: Any) -> list[tuple[int, list[str]]]:
        grids = sf.chart(solution, grid=True, **options).grids
        return [(grid.player, [column.name for column in grid.columns]) for grid in grids]

    assert shown(after="check") == [(1, ["after check"])]
    assert shown(after="check", player=1) == [(1, ["after check"])]
    assert shown(after="check check") == [(0, ["check, check / first to act"])]
    assert len(shown(after="check", everything=True)) == 2
    ((player, columns),) = shown(after="check", player=0)
    assert player == 0 and len(columns) == 1 and columns[0].startswith("after check, bet")


def test_lines_that_nobody_can_play_list_the_actions_and_boards_may_be_written_whole() -> None:
    name = "holdem(board=9s8h3d2c,pot=60,stack=140,ranges=[88 76s; TT JTs],bets=pot,max_bets=1)"
    solution = sf.solve(sf.load(name, kind="ordered"), backend="cfr", target_gap=60).saved()
    message = (
        r"^holdem\(\.\.\.\): Player 2 has no turn after 'check bet 44'; "
        r"after 'check' the actions of Player 2 are check, bet 60$"
    )
    with pytest.raises(InputError, match=message):
        sf.chart(solution, grid=True, player=1, after="check bet 44")
    expected = sf.chart(solution, grid=True, player=0, board="Ah").grids[0]
    for board in ("9s8h3d2c Ah", "9s 8h 3d 2c Ah", "9s8h3d2cAh"):
        assert sf.chart(solution, grid=True, player=0, board=board).grids[0].cells == expected.cells
    message = r"the board of holdem\(\.\.\.\) begins with 9s 8h 3d 2c; name these cards, in any order, and then"
    for board in ("9s8h3d2d Ah", "9s8h3d", "AhKh"):
        with pytest.raises(InputError, match=message):
            sf.chart(solution, grid=True, player=0, board=board)


def test_actions_that_end_the_hand_are_named_as_such() -> None:
    name = "holdem(ranges=[AA; KK],pot=60,stack=140,bets=pot)"
    solution = sf.solve(sf.load(name, kind="ordered"), backend="cfr", target_gap=60).saved()
    for after in ("check check", "bet 60 fold", "check bet 60 call"):
        for chart_of in (sf.chart, sf.play.hand_table):
            with pytest.raises(InputError, match=r"the hand is over then$"):
                chart_of(solution, after=after)
        with pytest.raises(InputError, match=r"the hand is over then$"):
            sf.draw(solution, at=after)
    with pytest.raises(InputError, match=r"first the actions of Player 1 are check, bet 60$"):
        sf.draw(solution, at="fold")


@pytest.mark.parametrize("text", ["AA", "22+; AK", "AKs:1/3", "AsKd"])
def test_ranges_without_a_grid_are_answered_with_it(text: str, seqform: Run) -> None:
    status, _, errors = seqform("chart", text)
    assert status == 2
    assert f"{text}: ranges of hands, which are drawn with grid=True (--grid)" in errors
    with pytest.raises(InputError, match="drawn with grid=True"):
        sf.chart(text, board="JsKs5cQs7d")
    assert "did you mean kuhn?" in seqform("chart", "kuhnn")[2]
