"""Fractions written as whole numbers, so that they compare with fractions under strict typing."""

from __future__ import annotations

from fractions import Fraction


def exactly(*numbers: int | Fraction) -> tuple[Fraction, ...]:
    return tuple(Fraction(number) for number in numbers)
