"""Mutations of texts, JSON values, bytes and zip archives for the fuzzing campaign.

Every function draws from the given generator only, so that a case can be repeated.
"""

from __future__ import annotations

import io
import json
import random
import re
import zipfile
from collections.abc import Callable, Sequence
from typing import Any

TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[^\W\d]\w*|[-+]?\d[\w./+-]*|\s+|.', re.DOTALL)

NUMBERS = (
    *("0", "-0", "00", "1", "-1", "2", "3", "7", "1/2", "1/3", "-2/3", "0.5", ".5", "1.", "1e3", "-1e-3", "+2"),
    *(
        "1/0",
        "0/0",
        "/",
        "1//2",
        "1e",
        "1e400",
        "1e-400",
        "1e99999",
        "1e-99999",
        "1e999999999999",
        "nan",
        "inf",
        "-inf",
    ),
    *("2147483648", "9223372036854775807", "9223372036854775808", "18446744073709551616", "1" * 400, "9" * 5000),
    *("0x10", "1_000", "\u0663", "1,5", "1.5.2", "--1", "1/-2", "true", "null", "999999999"),
)
STRINGS = (
    *('""', '" "', '"#1"', '"a"', '"\\\\"', '"\\""', '"\\n"', '"\n"', '"\x1b[31m"', '"\u202e"', '"\x00"', '"[/]"'),
    *('"a" "a"', '"' + "x" * 3000 + '"', '"$\\badcmd{$"', '"=1+1"', '"\U0001f600"', '"\ud7ff"', '"', "'a'"),
)
SYMBOLS = ("{", "}", "[", "]", "(", ")", ",", ":", "=", "\\", "\0", "\ufeff", "\u2028", "#", "-", "p", "c", "t")

NESTED = "nested lists"

SCALARS: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2, 10**30, -(10**400), 0.5, 1e308, -1e-320, float("nan"), float("inf")),
    *("", "a", "1/2", "1/0", "-1/3", "0.25", "1" * 5000, "#1", "\ud800", "\x00", "x" * 2000),
)


def mutated_text(rng: random.Random, text: str, others: Sequence[str] = ()) -> str:
    """Return a text after one to four changes of its tokens; `others` lend tokens."""
    tokens = TOKEN.findall(text)
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 4))):
        if not tokens:
            break
        place = rng.randrange(len(tokens))
        kind = rng.randrange(11)
        if kind == 0:
            del tokens[place]
        elif kind == 1:
            del tokens[place : place + rng.randrange(1, 12)]
        elif kind == 2:
            tokens.insert(place, tokens[place])
        elif kind == 3:
            tokens[place:place] = tokens[place : place + rng.randrange(1, 30)]
        elif kind == 4:
            other = rng.randrange(len(tokens))
            tokens[place], tokens[other] = tokens[other], tokens[place]
        elif kind == 5:
            lender = TOKEN.findall(rng.choice(others)) if others else tokens
            start = rng.randrange(len(lender)) if lender else 0
            tokens[place:place] = lender[start : start + rng.randrange(1, 20)]
        elif kind == 6:
            tokens.insert(place, rng.choice(SYMBOLS))
        else:
            _replace(rng, tokens, place)
    return "".join(tokens)


def _replace(rng: random.Random, tokens: list[str], place: int) -> None:
    """Replace the next number or quoted string by another."""
    numeric = rng.random() < 0.6
    for step in range(len(tokens)):
        at = (place + step) % len(tokens)
        first = tokens[at][:1]
        if (first.isdigit() or first in ("-", "+")) if numeric else first == '"':
            tokens[at] = rng.choice(NUMBERS if numeric else STRINGS)
            return
    tokens[place] = rng.choice(NUMBERS + STRINGS)


def mutated_bytes(rng: random.Random, data: bytes, others: Sequence[bytes] = ()) -> bytes:
    """Return bytes after one to four changes, or cut off."""
    changed = bytearray(data)
    for _ in range(rng.choice((1, 1, 1, 2, 3, 4))):
        place = rng.randrange(len(changed) + 1)
        kind = rng.randrange(9)
        if kind <= 2 and place < len(changed):
            changed[place] = rng.choice((changed[place] ^ (1 << rng.randrange(8)), 0, 255, rng.randrange(256)))
        elif kind == 3:
            changed[place:place] = rng.randbytes(rng.randrange(1, 9))
        elif kind == 4:
            del changed[place : place + rng.choice((1, 2, 4, 16, 256))]
        elif kind == 5:
            changed[place:place] = changed[place : place + rng.randrange(1, 64)]
        elif kind == 6:
            changed[place : place + rng.choice((2, 4, 8))] = rng.choice((b"\xff\xff\xff\xff", b"\0\0\0\0", b"\x7f\xff"))
        elif kind == 7:
            del changed[place:]
        elif others:
            other = rng.choice(others)
            start = rng.randrange(len(other) + 1)
            changed[place:] = other[start:]
    return bytes(changed)


def mutated_json(rng: random.Random, value: Any) -> Any:
    """Return JSON data after one to three changes at random places."""
    value = json.loads(json.dumps(value))
    for _ in range(rng.choice((1, 1, 2, 3))):
        value = _changed(rng, value, rng.randrange(1, 9))
    return value


def _changed(rng: random.Random, value: Any, depth: int) -> Any:
    if depth == 0 or not isinstance(value, dict | list) or not value:
        return _other(rng, value)
    key = rng.choice(list(value)) if isinstance(value, dict) else rng.randrange(len(value))
    kind = rng.randrange(12)
    if kind == 0:
        del value[key]
    elif kind == 1 and isinstance(value, list):
        value.insert(key, value[rng.randrange(len(value))])
    elif kind == 1:
        value[rng.choice(("", "x", *value))] = value[key]
    elif kind == 2:
        other = rng.choice(list(value)) if isinstance(value, dict) else rng.randrange(len(value))
        value[key], value[other] = value[other], value[key]
    else:
        value[key] = _changed(rng, value[key], depth - 1)
    return value


def _other(rng: random.Random, value: Any) -> Any:
    kind = rng.randrange(8)
    if kind == 0:
        return [value] * rng.randrange(4)
    if kind == 1:
        return {rng.choice(("", "label", "x")): value}
    if kind == 2:
        return NESTED
    return rng.choice(SCALARS)


def json_text(rng: random.Random, value: Any) -> str:
    """Return data as JSON, nested lists of some depth in the place of `NESTED`."""
    depth = rng.choice((3, 400, 900, 100_000))
    return json.dumps(value).replace(f'"{NESTED}"', "[" * depth + "]" * depth)


def members_of(data: bytes) -> dict[str, bytes]:
    """Return the members of a zip archive."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def mutated_archive(
    rng: random.Random, members: dict[str, bytes], method: int, change: Callable[[random.Random, str, bytes], bytes]
) -> bytes:
    """Return a whole zip archive, with correct checksums, one to three members of which were changed."""
    content = dict(members)
    for _ in range(rng.choice((1, 1, 2, 3))):
        name = rng.choice(list(content) or [""])
        kind = rng.randrange(10)
        if kind == 0:
            content.pop(name, None)
        elif kind == 1:
            content[rng.choice(("x", "_x", "_x.npy", "header.npy", "../x.npy", "x" * 300))] = content.get(name, b"")
        elif kind == 2:
            content[name] = content[rng.choice(list(content))] if content else b""
        else:
            content[name] = change(rng, name, content.get(name, b""))
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", rng.choice((method, method, zipfile.ZIP_DEFLATED))) as archive:
        for name, part in content.items():
            archive.writestr(name, part)
    return data.getvalue()
