"""Errors in game files are reported in one line with their position, quickly."""

from pathlib import Path
from typing import Any

import pytest

from seqform.builders.games import exact_numbers
from seqform.builders.games.formats import tokens
from seqform.builders.games.formats.efg import parse_efg, read_efg
from seqform.builders.games.formats.nfg import parse_nfg, read_nfg
from seqform.errors import ParseError

HEADER = 'EFG 2 R "t" { "A" "B" }\n'
CHANCE = HEADER + 'c "" 1 "" { "a" 1/2 "b" 1/2 } 0 '
CHOICE = HEADER + 'p "" 1 1 "q" { "a" "b" } 0\n'

GAME = """EFG 2 R "all of it" { "A" "B" } "a comment"
c "" 1 "deal" { "x" 1/3 "y" .5 "z" 1/6 } 3 "fee" { -1, 0 }
p "n" 1 1 "" { "a" "b" } 0
p "" 2 1 "s" { "l" "r" } 0
t "" 1 "win" { 1.5e1, -1 }
t "" 0
t "" 1
p "" 1 2 "" { "a" "b" } 0
p "" 2 1 0
t "" 0
t "" 2 "loss" { -1, 1 }
t "" 2
t "" 4 "end" { 0, 0 }"""
TABLE = 'NFG 1 R "t" { "A" "B" } { { "a" "b" } { "c" "d" } } "comment" { { "x" 1, 2 } { "y" 3/4 -5 } } 1 2 0 1'
PAYOFFS = 'NFG 1 D "t" { "A" "B" } { 2 2 } 1 1 2 2, 3 3, 4 4'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "1:1: EFG, the first word of such a file, expected, not the end of the file"),
        ("EFG 1 R", "1:5: only version 2 of the format is read, not 1"),
        ('EFG 2 "t"', "1:7: R or D expected, not '\"'"),
        ("EFG 2 R { }", "1:9: the title in quotation marks expected, not '{'"),
        ('EFG 2 R "t', "1:9: this string is never closed by a quotation mark"),
        ('EFG 2 R "t" "A"', "1:13: { and the players' names expected, not '\"'"),
        ('EFG 2 R "t" { "A" }', "1:13: a game of two players expected, not of 1"),
        ('EFG 2 R "t" { "A" 1 }', "1:19: a player's name, or } expected, not '1'"),
        (HEADER, "2:1: the root (c, p or t) expected, not the end of the file"),
        (HEADER + "t 0", "2:3: the node's label in quotation marks expected, not '0'"),
        (HEADER + 't ""', "2:5: the outcome's number expected, not the end of the file"),
        (HEADER + 't "" 0 t "" 0', "2:8: the end of the file after the last node expected, not 't'"),
        (HEADER + 't "" 0 "" { 1 1 }', "2:8: outcome 0 means none and has neither label nor payoffs"),
        (HEADER + 't "" 5', "2:7: outcome 5 appears for the first time; its label and a list"),
        (HEADER + 't "" 5 "x"', "2:11: { and the payoffs expected, not the end of the file"),
        (HEADER + 't "" 5 "x" { 1 }', "2:16: player 2's payoff expected, not '}'"),
        (HEADER + 't "" 5 "x" { 1 2 3 }', "2:18: } after the payoffs of two players expected, not '3'"),
        (HEADER + 't "" 5 "x" { 1,, 2 }', "2:16: player 2's payoff expected, not ','"),
        (HEADER + 't "" 5 "x" { 1/0 2 }', "2:14: this number has denominator 0"),
        (HEADER + 't "" 5 "x" { 1 1e999999999 }', "2:16: this number has more than 100,000 digits"),
        (HEADER + 'p "" 3 1 "" { "a" } 0', "2:6: player 1 or 2 expected, not 3"),
        (HEADER + 'p "" 1 1 0', "2:10: information set 1 of player 1 appears for the first time; its label and a list"),
        (HEADER + 'p "" 1 1 "" { } 0', "2:15: an action's label expected, not '}'"),
        (HEADER + 'p "" 1 1 "" { "a", "b" } 0', "2:18: an action's label, or } expected, not ','"),
        (HEADER + 'c "" 1 "" { "a" "b" } 0', "2:17: the action's probability expected, not '\"'"),
        (HEADER + 'c "" 1 "" { "a" -1 "b" 2 } 0', "2:17: a probability may not be below 0"),
        (HEADER + 'c "" 1 "" { "a" 1/2 "b" 1 } 0', "2:11: chance's probabilities sum to 3/2, not to 1; --normalize"),
        (CHOICE, "3:1: the node (c, p or t) after action 'a' expected, not the end of the file"),
        (CHOICE + 't "" 1 "x" { 1 2 }\nt "" 1 "y" { 1 2 }', "4:8: outcome 1 has 'y' here, but 'x' where it was"),
        (CHOICE + 't "" 1 "x" { 1 2 }\nt "" 1 "x" { 1 2.5 }', "4:8: outcome 1 has 5/2 here, but 2 where"),
        (CHOICE + 'p "" 1 1 "q" { "a" "b" "c" } 0', "3:10: information set 1 of player 1 has 3 actions here"),
        (CHANCE + 'c "" 1 "" { "a" 1/3 "b" 2/3 } 0', "2:40: information set 1 of chance has 1/3 here, but 1/2 where"),
    ],
)
def test_messages_have_the_error_with_line_and_column(text: str, message: str) -> None:
    with pytest.raises(ParseError) as caught:
        parse_efg(text, "game.efg")
    assert str(caught.value).startswith("game.efg:" + message)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("text", [GAME, TABLE, PAYOFFS], ids=["efg", "outcome table", "payoff table"])
def test_a_truncated_file_is_an_error_wherever_it_ends(text: str) -> None:
    parse = parse_efg if text.startswith("EFG") else parse_nfg
    parse(text)
    for length in range(len(text) - 1 if text is not GAME else len(text)):
        with pytest.raises(ParseError):
            parse(text[:length])


@pytest.mark.parametrize("read", [read_efg, read_nfg])
@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("no", "no: cannot be read: No such file or directory"),
        (".", "cannot be read: Is a directory"),
        ("a\0b", "cannot be read: embedded null byte"),
    ],
)
def test_a_file_that_cannot_be_read_is_named(read: Any, name: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(ParseError, match=message) as caught:
        read(tmp_path / name)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("filler", [b"\0", b"EFG", b"\n"])
def test_a_large_file_of_another_kind_takes_one_short_error(filler: bytes, tmp_path: Path) -> None:
    (tmp_path / "garbage.efg").write_bytes(filler * 10**6)
    with pytest.raises(ParseError, match="EFG, the first word of such a file, expected") as caught:
        read_efg(tmp_path / "garbage.efg")
    assert len(str(caught.value)) < 300 + len(str(tmp_path))


def test_bytes_that_are_not_text_are_placed(tmp_path: Path) -> None:
    path = tmp_path / "latin.efg"
    path.write_bytes(b'\xef\xbb\xbfEFG 2 R "t" { "A" "B" }\n"\xc3\xa9 K\xfchn"')
    with pytest.raises(ParseError) as caught:
        read_efg(path)
    assert str(caught.value) == f"{path}:2:5: byte 0xfc is not UTF-8 text; convert the file to UTF-8"


@pytest.mark.parametrize(
    ("bound", "value", "payoff", "message"),
    [
        ((tokens, "MAX_TOTAL_DIGITS"), 100_000, "{}e999", "the numbers up to here have more than 100,000 digits"),
        ((exact_numbers, "MAX_COLUMN_BITS"), 1000, "1/{}", "common denominator"),
    ],
)
def test_numbers_that_are_too_long_together_are_refused_before_they_fill_the_memory(
    bound: tuple[Any, str], value: int, payoff: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(*bound, value)
    actions = '"" ' * 200
    leaves = "".join(f't "" {k} "" {{ {payoff.format(k)}, 0 }} ' for k in range(1, 201))
    with pytest.raises(ParseError, match=message):
        parse_efg(HEADER + f'p "" 1 1 "" {{ {actions} }} 0 ' + leaves)
