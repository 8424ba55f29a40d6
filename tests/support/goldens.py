"""Files of expected text under tests/data; `SEQFORM_UPDATE_GOLDENS=1 scripts/test FILE` writes them anew."""

from __future__ import annotations

import os
from difflib import unified_diff
from pathlib import Path

DATA = Path(__file__).resolve().parents[1] / "data"


def require_golden(name: str, text: str) -> None:
    """Require that a text is that of the file of this name."""
    path = DATA / name
    if os.environ.get("SEQFORM_UPDATE_GOLDENS"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    expected = path.read_text(encoding="utf-8")
    changes = unified_diff(
        expected.splitlines(), text.splitlines(), "on file", "found", lineterm=""
    )
    assert text == expected, "\n".join(
        (f"{name} differs; look at it, and write it anew if it is right", *changes)
    )
