"""Unknown positive numbers of which some ratios are known."""

from __future__ import annotations

from typing import Any


class Ratios:
    """Positive numbers ζ_0, ..., ζ_{n-1} whose ratios are learnt one by one: union-find with factors.

    Parameters
    ----------
    size : int
        n.

    Examples
    --------
    >>> from fractions import Fraction
    >>> ratios = Ratios(3)
    >>> ratios.learn(1, 0, Fraction(2)), ratios.learn(2, 1, Fraction(3)), ratios.learn(2, 0, Fraction(5))
    (True, True, False)
    >>> ratios.of(2)
    (0, Fraction(6, 1))
    """

    def __init__(self, size: int) -> None:
        self._above = list(range(size))
        self._factor: list[Any] = [1] * size

    def of(self, number: int) -> tuple[int, Any]:
        """Return the least r such that the ratio ζ_number / ζ_r is known, and this ratio."""
        path = []
        while self._above[number] != number:
            path.append(number)
            number = self._above[number]
        factor: Any = 1
        for below in reversed(path):
            factor = self._factor[below] * factor
            self._above[below], self._factor[below] = number, factor
        return number, factor

    def learn(self, one: int, other: int, ratio: Any) -> bool:
        """Take in that ζ_one / ζ_other is `ratio`, a rational; return False if that contradicts what is known."""
        (first, of_first), (second, of_second) = self.of(one), self.of(other)
        if first == second:
            return bool(of_first == ratio * of_second)
        quotient = of_first / (ratio * of_second)  # ζ_second / ζ_first
        if first < second:
            self._above[second], self._factor[second] = first, quotient
        else:
            self._above[first], self._factor[first] = second, 1 / quotient
        return True
