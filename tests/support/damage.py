"""Strategies for damaged texts, JSON, bytes and archives, and for hostile text.

``--hypothesis-profile=long`` draws a hundred times as many cases of the tests that take their settings from `cases`.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
from typing import Any

import numpy as np
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

IS_LONG = settings().max_examples > 1000


def cases(number: int) -> settings:
    """Return settings for so many cases of a short run, and a hundred times as many of a long one."""
    return settings(
        max_examples=max(1, number * settings().max_examples // 100),
        suppress_health_check=[
            HealthCheck.too_slow,
            HealthCheck.function_scoped_fixture,
            HealthCheck.data_too_large,
        ],
    )


TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[^\W\d]\w*|[-+]?\d[\w./+-]*|\s+|.', re.DOTALL)
NUMBERS = [
    "0", "1", "2", "3", "-1", "-2", "1/2", "1/3", "-2/3", "0.5", ".5", "1.", "1e3", "+2", "-0", "00", "1e400", "1e-400",
    "2147483648", "9223372036854775808", "1/0", "0/0", "/", "1//2", "1e", "1e99999", "1e999999999999", "nan", "-inf",
    "0x10", "1_000", "\u0663", "1,5", "1.5.2", "--1", "1/-2", "1" * 400, "9" * 5000,
    "1/" + "7" * 5000, "3" * 400 + ".5", "0." + "1" * 6000, "4" * 140_000,
]  # fmt: skip
QUOTED = [
    '""', '"a"', '"#1"', '"\\""', '"\n"', '"\x1b[31m"', '"\x00"', '"a" "a"', f'"{"x" * 3000}"', '"=1+1"', '"\ud7ff"',
    '"',
]  # fmt: skip
OTHERS = [*"{}[](),:=\\\0\ufeff\u2028#pc'", "true", "null"]
VALUES: list[Any] = [
    None, True, 0, 1, -1, 10**30, -(10**400), 0.5, 1e308, -1e-320, float("nan"), float("inf"), [], {}, [[1]],
    {"x": 1}, "", "a", "1/2", "1/0", "-1/3", "1" * 5000, "1/" + "7" * 5000,
    "#1", "\ud800", "\x00", "x" * 2000, "NESTED",
]  # fmt: skip


@st.composite
def damaged_text(draw: st.DrawFn, text: str) -> str:
    """Draw a text with one to four of its tokens replaced, mostly by their like, deleted, repeated or moved."""
    tokens = TOKEN.findall(text)
    for _ in range(draw(st.sampled_from((1, 1, 1, 2, 4)))):
        values = [k for k, token in enumerate(tokens) if token[0] in '"-.0123456789']
        place = draw(st.sampled_from(values or [0]) | st.integers(0, len(tokens)))
        part = tokens[place : place + draw(st.sampled_from((1, 2, 4, 12)))]
        kind = draw(
            st.sampled_from(("replace", "replace", "replace", "insert", "delete", "repeat", "move"))
        )
        if kind in ("replace", "insert"):
            like = (
                QUOTED
                if part and part[0][0] == '"'
                else NUMBERS
                if part and part[0][-1].isdigit()
                else OTHERS
            )
            like = draw(st.sampled_from((*[like] * 5, NUMBERS, QUOTED, OTHERS)))
            tokens[place : place + (kind == "replace")] = [draw(st.sampled_from(like))]
        elif kind == "repeat":
            tokens[place:place] = part
        else:
            del tokens[place : place + len(part)]
            if kind == "move":
                target = draw(st.integers(0, len(tokens)))
                tokens[target:target] = part
    return "".join(tokens)


@st.composite
def damaged_bytes(draw: st.DrawFn, data: bytes) -> bytes:
    """Draw bytes with one to four places changed, or cut off."""
    changed = bytearray(data)
    for _ in range(draw(st.sampled_from((1, 1, 1, 4)))):
        place, length = draw(st.integers(0, len(changed))), draw(st.sampled_from((0, 1, 4, 64)))
        changed[place : place + length] = draw(
            st.sampled_from((b"", b"\0", b"\xff" * 4, b"\x7f\xff")) | st.binary(max_size=8)
        )
    return bytes(
        changed[: draw(st.integers(0, len(changed)))] if draw(st.integers(0, 3)) == 0 else changed
    )


@st.composite
def damaged_json(draw: st.DrawFn, data: Any) -> str:
    """Draw JSON with one to three values deleted, repeated, exchanged or replaced, deeply nested ones among them."""
    data = {"": json.loads(json.dumps(data))}
    for _ in range(draw(st.sampled_from((1, 1, 1, 3)))):
        above, key = data, ""
        for _ in range(draw(st.integers(0, 8))):
            below = above[key]
            if not isinstance(below, dict | list) or not below:
                break
            above, key = (
                below,
                draw(
                    st.sampled_from(list(below) if isinstance(below, dict) else range(len(below)))
                ),
            )
        kind = draw(st.sampled_from((*["value"] * 4, "exchange", "exchange", "list", "delete")))
        other = draw(st.sampled_from(list(above) if isinstance(above, dict) else range(len(above))))
        if kind == "delete" and above is not data:
            del above[key]
        elif kind == "exchange":
            above[key], above[other] = above[other], above[key]
        else:
            above[key] = (
                [above[key]] * draw(st.integers(0, 3))
                if kind == "list"
                else draw(st.sampled_from(VALUES))
            )
    depth = draw(st.sampled_from((3, 400, 100_000)))
    return json.dumps(data[""]).replace('"NESTED"', "[" * depth + "]" * depth)


@st.composite
def damaged_archive(draw: st.DrawFn, data: bytes) -> bytes:
    """Draw a zip archive with correct checksums, in which one to three members are damaged, lost or renamed."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    for name in draw(
        st.lists(st.sampled_from(sorted(members)), min_size=1, max_size=2, unique=True)
    ):
        content = members.pop(name)
        kind = draw(st.sampled_from((*["damage"] * 8, "lose", "rename")))
        if kind == "rename":
            members[draw(st.sampled_from(("x", "_x.npy", "header.npy", "../x.npy", "x" * 300)))] = (
                content
            )
        elif kind == "damage":
            members[name] = draw(_damaged_member(name, content))
    stream = io.BytesIO()
    method = draw(st.sampled_from((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)))
    with zipfile.ZipFile(stream, "w", method) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return stream.getvalue()


@st.composite
def _damaged_member(draw: st.DrawFn, name: str, content: bytes) -> bytes:
    """Draw a member with other JSON, bytes, numbers, shape or type."""
    if name.endswith(".json"):
        return draw(damaged_json(json.loads(content))).encode()
    array = np.load(io.BytesIO(content))
    kind = draw(st.sampled_from(("bytes", "shape", "type", *["number"] * 4, "text")))
    if kind == "shape":
        array = np.resize(array, draw(st.sampled_from(((0,), (1,), (2, 3), (), (array.size + 1,)))))
    elif kind == "type" and array.dtype.kind not in "US":
        with np.errstate(all="ignore"):
            array = array.astype(
                draw(st.sampled_from(("U3", "S2", "f4", "f8", "u1", "i8", "c16", "?")))
            )
    elif (
        kind == "text"
        and array.dtype.kind == "U"
        and array.ndim == 0
        and str(array).startswith("{")
    ):
        array = np.array(draw(damaged_json(json.loads(str(array)))))
    elif kind == "number" and array.size and array.dtype.kind in "iuf":
        array = array.copy()
        wild = (np.nan, np.inf, -1e308) if array.dtype.kind == "f" else ()
        value = draw(
            st.sampled_from((0, 1, 2, 5, 127, *((-1,) if array.dtype.kind != "u" else ()), *wild))
        )
        with np.errstate(all="ignore"):
            np.put(array, draw(st.integers(0, array.size - 1)), np.array(value).astype(array.dtype))
    else:
        return draw(damaged_bytes(content))
    stream = io.BytesIO()
    np.save(stream, array)
    return stream.getvalue()


@st.composite
def _damaged_line(draw: st.DrawFn, lines: list[str]) -> bytes:
    place = draw(st.integers(0, len(lines) - 1))
    return "\n".join(
        [*lines[:place], draw(damaged_json(json.loads(lines[place]))), *lines[place + 1 :]]
    ).encode()


def any_damage(data: bytes, kind: str = "") -> st.SearchStrategy[bytes]:
    """Return the strategy for the damage of a file: rarely as bytes, else as the text, JSON or archive that it is."""
    by_bytes = damaged_bytes(data)
    if kind == "archive":
        return damaged_archive(data) | damaged_archive(data) | by_bytes
    if kind == "binary":
        return by_bytes
    text = damaged_text(data.decode()).map(lambda one: one.encode(errors="surrogatepass"))
    if kind == "json":
        by_values = damaged_json(json.loads(data)).map(str.encode)
        return by_values | by_values | text | by_bytes
    if kind == "lines":
        return _damaged_line(data.decode().splitlines()) | by_bytes
    return text | text | text | by_bytes


# ---- hostile text ----

FRAGMENTS = (
    "\x1b[5;35m", "\x1b[2J\x1b[H", "\x1b]8;;http://x\x1b\\link", "\x9b5m", "\x07", "\x08", "\r", "\n", "\t", "\x00",
    "\x7f", "\x85", "\u202e", "\u2066", "\u200b", "\ufeff", "\u2028", "\ufffe", "\U000e0041", "\u0300" * 5, "[/]",
    "[bold]", "\\[", "]", "[link=file:///etc]x[/link]", ":smile:", "$\\badcmd{$", "$x^2$", "\\$", "_hidden",
    "\\begin{document}", "^", "</td></table>",
    "<script>document.documentElement.setAttribute('data-pwned',1)</script>", "<b>", "&lt;", "&", "]]>", "<!--",
    "</style>", "<img src=x onerror=document.documentElement.setAttribute('data-pwned',2)>",
    "' autofocus onfocus='x()", "-->", "<?x", "=1+1", "+1", "-1-1", "@SUM(A1)", "\t=1", " =1", "\uff1d1", "a,=1",
    '","=1', ";", "max", "end", "1e5", "st", "free", "inf", "x + y >= 2\nsubject to", "\\ comment", "* comment",
    "RHS", "objective", "{0}", "%s", "{{", "\\", '"', '\\"', "'", "`", "\\u001b", "/", "..", "-", "--", "", " ",
    "\u00a0", "Żółć", "日本語", "🙂", "\u05d0\u05d1", "a" * 300, "K", "null",
)  # fmt: skip
HOSTILE = st.lists(st.sampled_from(FRAGMENTS), min_size=1, max_size=3).map("".join)
