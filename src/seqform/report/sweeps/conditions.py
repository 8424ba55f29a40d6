"""Which cases of a sweep are looked at."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from seqform.errors import OptionError
from seqform.report.sweeps.columns import number_of, require_columns, sort_key, text_of, value_at
from seqform.sweeps.row import Outcome, Row

MOST_EXAMPLES = 8
"""Of a column's values, in messages."""

_CONDITION = re.compile(r"\s*([^<>=!]+?)\s*(<=|>=|!=|==|=|<|>)\s*(.*?)\s*")


@dataclass(frozen=True)
class Condition:
    """What a row has to meet, such as bet>=2.

    Attributes
    ----------
    column : str
    relation : str
        One of = != < <= > >=.
    limit : str
        Compared as a number where both sides are numbers, else as text; "none" is having nothing in the column.
    """

    column: str
    relation: str
    limit: str

    @classmethod
    def parse(cls, text: str) -> Condition:
        """Read a condition; == is another word for =.

        Raises
        ------
        OptionError
            If it is none.

        Examples
        --------
        >>> Condition.parse("bet >= 2")
        Condition(column='bet', relation='>=', limit='2')
        """
        found = _CONDITION.fullmatch(text)
        if found is None or not found[3] or found[3][0] in "=<>":
            raise OptionError(f'--where {text}: a condition such as backend=highs or "bet>=2" expected')
        column, relation, limit = found.groups()
        if relation[0] in "<>" and number_of(limit) is None:
            raise OptionError(f"--where {text}: {relation} compares numbers, and {limit} is no number")
        return cls(column, "=" if relation == "==" else relation, limit)

    def __str__(self) -> str:
        return f"{self.column}{self.relation}{self.limit}"

    def holds(self, row: Row) -> bool:
        """Tell whether a row meets it; what is absent is neither small nor large."""
        value = value_at(row, self.column)
        if self.relation in ("=", "!="):
            return self._equals(value) is (self.relation == "=")
        number, limit = number_of(value), number_of(self.limit)
        if number is None or limit is None:
            return False
        return {"<": number < limit, "<=": number <= limit, ">": number > limit, ">=": number >= limit}[self.relation]

    def _equals(self, value: Any) -> bool:
        number, limit = number_of(value), number_of(self.limit)
        if number is not None and limit is not None:
            return number == limit
        return text_of(value) == self.limit


def where(rows: Sequence[Row], conditions: Iterable[Condition]) -> list[Row]:
    """Return the rows that meet every condition.

    Raises
    ------
    OptionError
        If a column is unknown, or no row is left.
    """
    left = list(rows)
    for condition in conditions:
        require_columns([condition.column], rows, "--where")
        before, left = left, [row for row in left if condition.holds(row)]
        if before and not left:
            there = _examples(value_at(row, condition.column) for row in before)
            raise OptionError(f"--where {condition}: no case is left; {condition.column} is {there}")
    return left


def _examples(values: Iterable[Any]) -> str:
    texts = [text_of(value) for value in sorted(set(values), key=sort_key)]
    more = f" and {len(texts) - MOST_EXAMPLES} others" if len(texts) > MOST_EXAMPLES else ""
    return ", ".join(texts[:MOST_EXAMPLES]) + more


def counting_approximate(rows: Iterable[Row]) -> list[Row]:
    """Return the rows, approximate answers as if they were certified."""
    return [replace(row, outcome=Outcome.CERTIFIED) if row.outcome is Outcome.APPROXIMATE else row for row in rows]
