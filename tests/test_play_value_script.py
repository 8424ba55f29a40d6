"""The page of play values: payoffs of the strategies, and resumption after an interruption."""

import importlib
from fractions import Fraction
from pathlib import Path
from types import ModuleType

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[1]
CONCEPTS = ("nash", "normal-form-perfect")


@pytest.fixture
def play_value(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    return importlib.import_module("play_value")


def test_a_game_is_computed_once_and_then_kept(play_value: ModuleType, tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    (first,) = play_value.run(["guess-the-ace"], CONCEPTS, kept)
    with kept.open("a", encoding="utf-8") as file:
        file.write('{"game": "cut short')
    assert play_value.run(["guess-the-ace"], CONCEPTS, kept) == [first]
    assert len(list(play_value.read_rows(kept))) == 1
    (other,) = play_value.run(["guess-the-ace"], ("nash",), kept)
    assert other.names == ["plain LP", "worst Nash"]


def test_every_opponent_is_met(play_value: ModuleType) -> None:
    row = play_value.compute("kuhn", CONCEPTS)
    assert row.names == ["plain LP", "worst Nash", "normal-form-perfect"]
    for player, seat in enumerate(row.seats):
        value = Fraction(-1, 18) if player == 0 else Fraction(1, 18)
        assert len(seat.earned) == 1 + 3 + 1 + 2 * 3
        for label, earned in seat.earned.items():
            assert len(earned) == 3
            if label in seat.ranges:
                least, most = map(Fraction, seat.ranges[label])
                assert value <= least
                assert all(least <= Fraction(number) <= most for number in earned)
            else:
                assert {Fraction(number) for number in earned} == {value}
        assert Fraction(seat.earned["uniformly random"][1]) == Fraction(seat.ranges["uniformly random"][0])
        assert len(list(play_value.lines(seat))) == 1 + 1 + 1 + 2 * 3


def test_the_page_places_each_strategy_between_least_and_most(play_value: ModuleType) -> None:
    row = play_value.compute("guess-the-ace", CONCEPTS)
    shares = list(play_value.shares_of_range(row))
    assert {player for _, player, _, _ in shares} == {"Player 2"}  # all of player 1's earn the same
    assert [label for _, _, label, _ in shares] == ["uniformly random", "plain LP, δ = 1/10", "plain LP, δ = 1/100"]
    assert all(share["normal-form-perfect"] == "100.0 %" and share["worst Nash"] == "0.0 %" for *_, share in shares)
    page = "\n\n".join(play_value.sections([row]))
    assert "| Player 2 against | plain LP | worst Nash | normal-form-perfect | least | most |" in page
    assert "| each of these, without blunders | 0 | 0 | 0 |  |  |" in page


def test_a_general_sum_game_has_neither_a_worst_strategy_nor_a_range(play_value: ModuleType) -> None:
    row = play_value.compute("vsvet-figure-1", CONCEPTS)
    assert row.names == ["Nash", "normal-form-perfect"]
    page = "\n\n".join(play_value.sections([row]))
    assert "Between the least" not in page
    assert "| Player 1 against | Nash | normal-form-perfect |" in page
