"""Statements of a paper beside the results here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from measure import markdown_table


@dataclass(frozen=True)
class Statement:
    """A statement about a game or a figure, and the result here.

    Attributes
    ----------
    about : str
    published, ours : str
    agrees : bool, optional
        None where they cannot be expected to agree.
    """

    about: str
    published: str
    ours: str
    agrees: bool | None


def verdict(found: Sequence[Statement]) -> str:
    """Return a sentence with the number of statements that hold, and with those that do not."""
    judged = [one for one in found if one.agrees is not None]
    differ = [f"{one.about} ({one.published})" for one in judged if not one.agrees]
    if not differ:
        return f"All {len(judged)} statements hold here."
    return f"{len(differ)} of {len(judged)} differ: {'; '.join(differ)}."


def statement_table(found: Sequence[Statement], about: str = "game") -> str:
    """Return the statements as a table with the given head of the first column."""
    rows = [(one.about, one.published, one.ours, yes_or_no(one.agrees)) for one in found]
    return markdown_table((about, "published", "ours", "agrees"), rows)


def yes_or_no(true: bool | None) -> str:
    """Return a truth value as a table has it; a dash where there is none."""
    return "–" if true is None else "yes" if true else "no"
