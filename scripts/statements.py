"""What a paper says beside what is found here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from measure import markdown_table


@dataclass(frozen=True)
class Statement:
    """What is said of a game, and what is found here."""

    game: str
    published: str
    ours: str
    agrees: bool


def verdict(found: Sequence[Statement]) -> str:
    """Return a sentence about how many statements hold, naming those that do not."""
    differ = [one.published for one in found if not one.agrees]
    if not differ:
        return f"All {len(found)} statements hold here."
    return f"{len(differ)} of {len(found)} differ: {'; '.join(differ)}."


def statement_table(found: Sequence[Statement]) -> str:
    """Return the statements as a table."""
    rows = [(one.game, one.published, one.ours, yes_or_no(one.agrees)) for one in found]
    return markdown_table(("game", "published", "ours", "agrees"), rows)


def yes_or_no(true: bool) -> str:
    """Return a truth value as a table has it."""
    return "yes" if true else "no"
