"""Which cases of a sweep are looked at."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from seqform.errors import OptionError
from seqform.report.sweeps.columns import number_of, require_columns, sort_key, text_in, text_of, value_at
from seqform.report.sweeps.titles import listed
from seqform.sweeps.row import Outcome, Row

SIZES: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}

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
        Compared as a number where both sides are numbers, else as text; "none" is having nothing in the column. Sizes
        are compared as text in a column of texts alone, such as dates.
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
            expected = 'a condition such as backend=highs or "bet>=2" expected; none is nothing, as in error!=none'
            raise OptionError(f"--where {text}: {expected}")
        column, relation, limit = found.groups()
        return cls(column, "=" if relation == "==" else relation, limit)

    def __str__(self) -> str:
        return f"{self.column}{self.relation}{self.limit}"

    def test(self, values: Iterable[Any]) -> Callable[[Any], bool]:
        """Return what tells whether a value of the column meets it; what is absent is neither small nor large.

        Parameters
        ----------
        values : iterable
            Those of all rows, which say whether the column has numbers.

        Raises
        ------
        OptionError
            If sizes of numbers are to be compared with a word.

        Examples
        --------
        >>> later = Condition.parse("started>=2030-05").test(["2030-04-30", "2030-05-01"])
        >>> later("2030-04-30"), later("2030-05-01"), later(None)
        (False, True, False)
        """
        if self.relation in ("=", "!="):
            return lambda value: self._equals(value) is (self.relation == "=")
        compare = SIZES[self.relation]
        if all(number_of(value) is None for value in values):
            return lambda value: isinstance(value, str) and compare(value, self.limit)
        limit = number_of(self.limit)
        if limit is None:
            raise OptionError(f"--where {self}: {self.column} has numbers, and {self.limit} is no number")
        return lambda value: (number := number_of(value)) is not None and compare(number, limit)

    def _equals(self, value: Any) -> bool:
        number, limit = number_of(value), number_of(self.limit)
        if number is not None and limit is not None:
            return number == limit
        if isinstance(value, bool):
            return text_of(value) == self.limit.lower()
        return self.limit in (text_of(value), text_in(self.column, value))


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
        meets = condition.test(value_at(row, condition.column) for row in rows)
        before, left = left, [row for row in left if meets(value_at(row, condition.column))]
        if before and not left:
            values = {value_at(row, condition.column) for row in before}
            there = listed(text_in(condition.column, value) for value in sorted(values, key=sort_key))
            raise OptionError(f"--where {condition}: no case is left; {condition.column} is {there}")
    return left


def counting_approximate(rows: Iterable[Row]) -> list[Row]:
    """Return the rows, approximate answers as if they were certified."""
    return [replace(row, outcome=Outcome.CERTIFIED) if row.outcome is Outcome.APPROXIMATE else row for row in rows]
