"""Ranges of hands: as text, from files, exactly, and with the errors of bad ones."""

from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from game_files import ABSENT, FOLDER
from hypothesis import given
from hypothesis import strategies as st

import seqform as sf
from seqform.builders.games.cards.classes import class_name, classes_of_hands
from seqform.builders.games.cards.deck import hand_cards, hand_text, parse_board
from seqform.builders.games.cards.ranges import (
    Range,
    given_ranges,
    is_range_file,
    num_opposing,
    parse_range,
    parse_ranges,
    read_ranges,
    require_meeting,
    uniform_range,
)
from seqform.errors import GameError, ParseError
from seqform.models.games.ordered import OrderedGame
from seqform.models.numbers.exact import ExactArray
from seqform.system.sources import parse_source

ENDGAMES = FOLDER / "endgames"


def names_of(hands: Range) -> set[str]:
    """The classes of which a range has hands."""
    return {class_name(number) for number in classes_of_hands()[hands.support].tolist()}


@pytest.mark.parametrize(
    ("text", "classes", "hands"),
    [
        ("77", {"77"}, 6),
        ("JJ+", {"JJ", "QQ", "KK", "AA"}, 24),
        ("99-77", {"77", "88", "99"}, 18),
        ("77-99", {"77", "88", "99"}, 18),
        ("AKs", {"AKs"}, 4),
        ("KAo", {"AKo"}, 12),
        ("AK", {"AKs", "AKo"}, 16),
        ("KTo+", {"KTo", "KJo", "KQo"}, 36),
        ("AK+", {"AKs", "AKo"}, 16),
        ("A5s-A3s", {"A3s", "A4s", "A5s"}, 12),
        ("A3s-A5s", {"A3s", "A4s", "A5s"}, 12),
        ("T9s-87s", {"T9s", "98s", "87s"}, 12),
        ("AsKd", {"AKo"}, 1),
        ("KdAs AsKd", {"AKo"}, 1),
        ("22, 33 44,55", {"22", "33", "44", "55"}, 24),
    ],
)
def test_parts_of_ranges_have_their_hands(text: str, classes: set[str], hands: int) -> None:
    parsed = parse_range(text)
    assert names_of(parsed) == classes
    assert parsed.num_hands == hands


def test_random_and_uniform_are_all_hands() -> None:
    for text in ("random", "uniform", " uniform "):
        assert parse_range(text).weights.equals(uniform_range().weights)
    assert parse_range("random:0.5").weights[7] == Fraction(1, 2)


def test_of_parts_with_hands_in_common_the_last_one_counts() -> None:
    hands = parse_range("random:1/3, AA, AsAh:0")
    by_name = {hand_text(hand): weight for hand, weight in enumerate(hands.weights.to_fractions())}
    assert [by_name["2s2h"], by_name["AsAh"], by_name["AsAd"]] == [Fraction(1, 3), 0, 1]
    assert hands.num_hands == 1325


weights = st.one_of(
    st.integers(0, 3).map(Fraction),
    st.fractions(0, 2, max_denominator=40),
    st.decimals(0, 1, places=12).map(Fraction),
)


@given(
    st.dictionaries(st.integers(0, 168), weights), st.dictionaries(st.integers(0, 1325), weights)
)
def test_a_range_reads_back_from_its_text(
    by_class: dict[int, Fraction], by_hand: dict[int, Fraction]
) -> None:
    numbers = [by_class.get(number, Fraction(0)) for number in classes_of_hands().tolist()]
    for hand, weight in by_hand.items():
        numbers[hand] = weight
    if not any(numbers):
        numbers[0] = Fraction(1)
    hands = Range(ExactArray.of(numbers))
    assert parse_range(str(hands)).weights.equals(hands.weights)


def test_whole_ranges_are_written_by_names() -> None:
    assert str(uniform_range()) == "random"
    assert str(parse_range("random:0.25")) == "random:0.25"
    written = "22+, A2s+, K9s, 76s:0.5, KTo+, AhKd:1/3"
    assert str(parse_range(written)) == "22+, A2s+, K9s, 76s:0.5, KTo+, AhKd:1/3"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "range: no hands in ''"),
        ("77, XX", "range: 'XX' in '77, XX' names no hands; parts such as 77, 22+"),
        ("77s", "range: '77s' in '77s' names no hands"),
        ("AKs-AQo", "range: 'AKs-AQo' in 'AKs-AQo' names no hands"),
        ("AK-T8", "range: 'AK-T8' in 'AK-T8' names no hands"),
        ("77-", "range: '77-' in '77-' names no hands"),
        ("+", "range: '\\+' in '\\+' names no hands"),
        ("AsAs", "range: the card As occurs twice"),
        ("AsXd", "range: 'Xd' in 'AsXd' is no card"),
        ("AA:-1", "range: weight of AA in 'AA:-1': a number from 0 on expected, .* not '-1'"),
        ("AA:x", "range: weight of AA in 'AA:x': a number from 0 on expected"),
        ("AA:", "range: weight of AA in 'AA:': a number from 0 on expected"),
        ("AA:0", "range: all weights are 0"),
    ],
)
def test_bad_texts_have_one_clear_error(text: str, message: str) -> None:
    with pytest.raises(GameError, match=f"^{message}"):
        parse_range(text)


def test_two_ranges_in_one_text_are_the_players() -> None:
    first, second = parse_ranges("AA; KK")
    assert (names_of(first), names_of(second)) == ({"AA"}, {"KK"})
    first, second = parse_ranges("AA")
    assert names_of(first) == names_of(second) == {"AA"}
    with pytest.raises(GameError, match="player 2's range: 'XX'"):
        parse_ranges("AA; XX")
    with pytest.raises(GameError, match="3 ranges in 'AA; KK; QQ'; one for both players, or two"):
        parse_ranges("AA; KK; QQ")


def written(folder: Path, content: str) -> Path:
    path = folder / "ranges.txt"
    path.write_text(content)
    return path


def test_files_have_the_weights_of_one_player_or_of_two(tmp_path: Path) -> None:
    numbers = ["0.1", "2E-7"] + ["1/3"] * 1324
    first, second = read_ranges(written(tmp_path, "\n".join(numbers)))
    assert first.weights.to_fractions()[:3] == [Fraction(1, 10), Fraction(2, 10**7), Fraction(1, 3)]
    assert second.weights.equals(first.weights)
    first, second = given_ranges(str(written(tmp_path, " ".join(numbers + ["0"] * 1325 + ["5"]))))
    assert second.num_hands == 1
    assert [first.weights[0], second.weights[1325]] == [Fraction(1, 10), 5]
    first, second = given_ranges(written(tmp_path, "22+, A2s+\n; random"))
    assert (first.num_hands, second.num_hands) == (78 + 48, 1326)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (
            "0.5 " * 1325,
            "ranges.txt: 1,325 numbers; the weights of 1,326 hands, or those of player 1 and then",
        ),
        (
            "1 " * 1325 + "x",
            "ranges.txt: weight 1,326 of 1,326, of AdAc: a number from 0 on expected",
        ),
        (
            "1 " * 1327 + "-2 " + "1 " * 1324,
            "ranges.txt: weight 1,328 of 2,652, of 2s2d of player 2: a number from 0 on expected, .* not '-2'",
        ),
        ("0 " * 1326, "ranges.txt: range: all weights are 0"),
        ("AA, 7", "ranges.txt: range: '7' in 'AA, 7' names no hands"),
        ("", "ranges.txt: range: no hands in ''"),
    ],
)
def test_bad_files_have_one_clear_error(tmp_path: Path, content: str, message: str) -> None:
    with pytest.raises(ParseError, match=message):
        read_ranges(written(tmp_path, content))


def test_a_text_is_a_file_by_how_it_is_written_and_not_by_what_files_there_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "AA").write_text("22+")
    assert given_ranges("AA")[0].num_hands == 6
    assert given_ranges("./AA")[0].num_hands == 78
    (tmp_path / "Both.CSV").write_text(",".join(["1"] * 1326 + ["0.5"] * 1326))
    first, second = given_ranges("Both.CSV")
    assert first.weights[0] == 1
    assert second.weights[0] == Fraction(1, 2)


@pytest.mark.parametrize("text", ["AA", "AKs:1/3", "22+, A2s+; random", "76s:.5", "uniform"])
def test_texts_of_ranges_are_no_files(text: str) -> None:
    assert not is_range_file(text)


def test_a_missing_file_is_named() -> None:
    with pytest.raises(ParseError, match=r"nowhere\.txt: cannot be read"):
        given_ranges("nowhere.txt")


@pytest.mark.parametrize("value", [3, [1, 2], None, ["1"] * 1000])
def test_what_is_no_range_is_refused(value: object) -> None:
    with pytest.raises(GameError, match=r"^ranges: a Range or two, a file, text"):
        given_ranges(value)


def test_numbers_ranges_and_pairs_of_texts_are_ranges() -> None:
    first, second = given_ranges(np.full(1326, 0.1))
    assert first.weights[3] == second.weights[3] == Fraction(1, 10)
    first, second = given_ranges(("AA", uniform_range()))
    assert (first.num_hands, second.num_hands) == (6, 1326)
    assert given_ranges(first) == (first, first)


def test_wrong_weights_are_refused_with_their_places() -> None:
    with pytest.raises(GameError, match="range: 1,326 weights expected, one for each hand, not 3"):
        Range(ExactArray.of([1, 2, 3]))
    with pytest.raises(GameError, match="range: weight 4 of 1,326, of 3s2s, is negative: -1"):
        Range(ExactArray.of([1, 1, 1, -1] + [1] * 1322))


def test_hands_that_meet_the_board_are_dropped() -> None:
    board = parse_board("JsKs5cQs7d")
    left = uniform_range().without(board)
    assert left.num_hands == 47 * 46 // 2
    assert not np.isin(hand_cards()[left.support], board).any()


def test_a_range_that_cannot_meet_the_board_is_an_error() -> None:
    board = parse_board("JsKs5cQs7d")
    with pytest.raises(
        GameError,
        match="player 2's range: every hand with a positive weight has a card of the board JsKs5cQs7d",
    ):
        require_meeting(uniform_range(), parse_range("JsJh, 7d2c"), board)


def test_ranges_whose_hands_always_collide_are_an_error() -> None:
    board = parse_board("JsKs5cQs7d")
    with pytest.raises(
        GameError, match="every hand of player 1 has a card in common with every hand of player 2"
    ):
        require_meeting(parse_range("AsAh, AsAd"), parse_range("As2c, As2d"), board)
    first, second = require_meeting(parse_range("AsAh"), parse_range("As2c, 2d2c"), board)
    assert (first.num_hands, second.num_hands) == (1, 2)


@given(
    st.sets(st.integers(0, 60), min_size=1),
    st.sets(st.integers(0, 60), min_size=1),
    st.sampled_from([(), (0,), (1, 2, 51)]),
)
def test_opposing_hands_are_counted_as_by_comparing_all_pairs(
    first: set[int], second: set[int], board: tuple[int, ...]
) -> None:
    ranges = []
    for hands in (first, second):
        numbers = [int(hand in hands) for hand in range(1326)]
        ranges.append(Range(ExactArray.of(numbers)))
    expected = [0] * 1326
    cards = [set(pair) for pair in hand_cards().tolist()]
    for own, theirs in product(first, second):
        if not cards[own] & cards[theirs] and not (cards[own] | cards[theirs]) & set(board):
            expected[own] += 1
    assert num_opposing(ranges[0], ranges[1], board).tolist() == expected


@pytest.mark.skipif(not ENDGAMES.exists(), reason=ABSENT)
@pytest.mark.parametrize(
    ("number", "board"),
    [(1, "7s9h9cTc"), (2, "Ts6hAh7c"), (3, "4s8hTc9h2s"), (4, "JsKs5cQs7d")],
)
def test_the_ranges_of_endgames_fit_their_boards(number: int, board: str) -> None:
    ranges = read_ranges(ENDGAMES / f"subgame{number}.txt")
    for hands, fitting in zip(ranges, require_meeting(*ranges, parse_board(board)), strict=True):
        assert fitting.weights.equals(hands.weights)  # the files have no hand that meets the board
        assert parse_range(str(hands)).weights.equals(hands.weights)


@pytest.mark.parametrize(
    ("content", "texts"),
    [
        ("QQ+ AK\nTT+ QJs\n", ("QQ+ AK", "TT+ QJs")),
        ("# opener\n\nQQ+ AK # value\n\n# caller\nTT+ QJs", ("QQ+ AK", "TT+ QJs")),
        ("QQ+,\nAK\n", ("QQ+ AK", "QQ+ AK")),
        ("QQ+,\nAK\nTT", ("QQ+ AK", "TT")),
        ("QQ+\nAK;\nTT+\nQJs", ("QQ+ AK", "TT+ QJs")),
        ("88 77", ("88 77", "88 77")),
        ("88\n77", ("88", "77")),
        ("88 AQs 76s", ("88 AQs 76s", "88 AQs 76s")),
    ],
)
def test_two_lines_of_text_are_the_ranges_of_the_players(
    tmp_path: Path, content: str, texts: tuple[str, str]
) -> None:
    for hands, text in zip(read_ranges(written(tmp_path, content)), texts, strict=True):
        assert hands.weights.equals(parse_range(text).weights)


def test_three_lines_of_text_are_refused(tmp_path: Path) -> None:
    with pytest.raises(
        ParseError, match=r"3 lines of hands; .* with a comma, or separate .* by ';'"
    ):
        read_ranges(written(tmp_path, "AA\nKK\nQQ"))


def test_comments_are_left_out_of_files_of_numbers(tmp_path: Path) -> None:
    first, second = read_ranges(written(tmp_path, "# 1326 weights\n" + "1 # each\n" * 1326))
    assert first.num_hands == second.num_hands == 1326


def test_one_player_may_have_a_file_and_the_other_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ip.txt").write_text("TT AKs")
    (tmp_path / "both.txt").write_text("AA\nKK")
    for text, sizes in {
        "88 AK; ./ip.txt": (22, 10),
        "ip.txt; 88 AK": (10, 22),
        "./ip.txt; ./ip.txt": (10, 10),
        "./both.txt; both.txt": (6, 6),
    }.items():
        first, second = given_ranges(text)
        assert (first.num_hands, second.num_hands) == sizes
        game = sf.load(f"holdem(ranges=[{text}],bets=pot)", kind="ordered")
        assert isinstance(game, OrderedGame) and game.ranges is not None
    first, second = given_ranges("./both.txt; both.txt")
    assert not first.weights.equals(second.weights)
    with pytest.raises(ParseError, match=r"op\.txt: cannot be read"):
        given_ranges("AA; ./op.txt")


def test_a_file_of_ranges_names_no_further_file(tmp_path: Path) -> None:
    (tmp_path / "other.txt").write_text("AA")
    with pytest.raises(ParseError, match="names no hands"):
        read_ranges(written(tmp_path, f"AA; {tmp_path}/other.txt"))


def test_the_files_of_both_ranges_are_those_that_a_command_checks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("r1.txt", "r2.txt"):
        (tmp_path / name).write_text("AA")
    files = (Path("r1.txt"), Path("r2.txt"))
    for text in ("holdem(ranges=[./r1.txt; r2.txt],bets=pot)", "./r1.txt; r2.txt"):
        assert set(parse_source(text, {"holdem"}).others) == set(files)
    assert parse_source("holdem(ranges=[./r1.txt])", {"holdem"}).others == files[:1]
    assert parse_source("holdem(ranges=[AA; ./r2.txt])", {"holdem"}).others == files[1:]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("aks", r"did you mean AKs\?"),
        ("1010+", r"did you mean TT\+\?"),
        ("askh", "did you mean 'AsKh'"),
        ("ASKH", "did you mean 'AsKh'"),
    ],
)
def test_other_spellings_of_hands_are_refused_with_the_usual_one(text: str, meant: str) -> None:
    with pytest.raises(GameError, match=meant):
        parse_range(text)


def test_other_spellings_of_boards_are_refused_with_the_usual_one() -> None:
    with pytest.raises(GameError, match="did you mean 'Js Th 2c'"):
        parse_board("js 10h 2c")


def test_weights_are_read_in_per_cent() -> None:
    half = parse_range("AA:50%, KK:12.5%")
    assert half.weights.to_fractions()[-1] == Fraction(1, 2)
    assert str(half) == "AA:0.5, KK:0.125"
    for text in ("AA:50%x", "AA:%", "AA:-5%", "AA:5%%"):
        with pytest.raises(GameError, match=r"weight of AA in .*: a number from 0 on"):
            parse_range(text)


def test_a_weight_above_1_beside_others_has_a_note() -> None:
    def note(ranges: str) -> str:
        return sf.load(f"holdem(ranges=[{ranges}],bets=pot)", kind="ordered").note

    assert "player 2's range has weights up to 50" in note("QQ; AA:50 KK")
    for ranges in ("AA:50%, KK", "AA:2, KK:3", "AA, KK"):
        assert "weights" not in note(ranges)
