"""What makes an equilibrium good, as rows of a mixed-integer program."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from seqform.builders.equilibrium_ranges import Range, Ranges
from seqform.builders.program_parts import Number, ProgramParts
from seqform.errors import ModelError

MEASURES = ("social", "fairest", "single-maximum", "best-for-1", "best-for-2")
"""The objectives that rows and binaries can state."""


@dataclass(frozen=True)
class Scale:
    """Numbers as ``least + unit * scaled``, the scaled ones between 0 and 1.

    The unit is a power of two, so that doubles are scaled without rounding.

    Examples
    --------
    >>> Scale.of([Fraction(3), Fraction(8)])
    Scale(least=Fraction(3, 1), unit=Fraction(8, 1))
    """

    least: Fraction
    unit: Fraction

    @classmethod
    def of(cls, numbers: Sequence[Fraction]) -> Scale:
        """Return the scale of numbers between the least and the largest of these."""
        spread = max(numbers) - min(numbers)
        if spread == 0:
            return cls(min(numbers), Fraction(1))
        power = spread.numerator.bit_length() - spread.denominator.bit_length()
        unit = Fraction(2) ** power
        return cls(min(numbers), unit if unit >= spread else 2 * unit)

    def at_least(self, unit: Fraction) -> Scale:
        """Return this scale, or the same one with a larger unit: payoffs in it are no larger than in their own."""
        return Scale(self.least, max(self.unit, unit))

    def scaled(self, interval: Range) -> Range:
        """Return an interval in this scale."""
        low, high = ((end - self.least) / self.unit for end in interval)
        return low, high


@dataclass(frozen=True)
class Measure:
    """A measure that is a column of the program.

    Attributes
    ----------
    name : str
    column : int
    scale : Scale
        In which the column counts.
    counted : tuple of int
        Two binaries that choose whose payoff counts, where one of them does.
    """

    name: str
    column: int
    scale: Scale
    counted: tuple[int, ...] = ()


def add_measure(parts: ProgramParts, name: str, root: Ranges, scales: tuple[Scale, Scale]) -> Measure:
    """Add a column that is at most a measure of the root's payoffs, which are columns 0 and 1.

    Parameters
    ----------
    parts : ProgramParts
    name : str
        One of `MEASURES`.
    root : pair of intervals
        Within which both payoffs lie.
    scales : pair of Scale
        Of the columns 0 and 1.

    Raises
    ------
    ModelError
        If the measure is not one of these.
    """
    if name not in MEASURES:
        raise ModelError(
            f"objective {name!r}: with chance, equilibria are compared by a linear program, so by "
            f"{', '.join(MEASURES)}, or several of them with commas between"
        )
    ends, players = _ends(name, root), _counted(name, root)
    scale = Scale.of(ends).at_least(max(scales[player].unit for player in players))
    column = parts.column(f"measure {name}", (0, (ends[1] - ends[0]) / scale.unit))
    if name == "single-maximum" and len(players) == 2:
        return Measure(name, column, scale, _add_maximum(parts, name, column, scale, scales, root, ends[1]))
    together = [players] if name == "social" else [(player,) for player in players]
    for one in together:
        _add_at_most(parts, f"{name} {one[-1] + 1}", column, scale, scales, one)
    return Measure(name, column, scale)


def _counted(name: str, root: Ranges) -> tuple[int, ...]:
    """Return the players whose payoffs a measure depends on: of two that cannot change order, one."""
    if name in ("best-for-1", "best-for-2"):
        return (int(name[-1]) - 1,)
    order = next(((low, 1 - low) for low in (0, 1) if root[low][1] <= root[1 - low][0]), None)
    if name == "social" or order is None:
        return (0, 1)
    return (order[0],) if name == "fairest" else (order[1],)


def _add_maximum(
    parts: ProgramParts,
    name: str,
    column: int,
    scale: Scale,
    scales: tuple[Scale, Scale],
    root: Ranges,
    largest: Fraction,
) -> tuple[int, ...]:
    """Add two binaries, one of which is 1, and rows: the measure is at most the payoff whose binary is 1."""
    counted = tuple(parts.whole(f"{name} counts {player + 1}", (0, 1)) for player in (0, 1))
    parts.row(f"{name} counts one", dict.fromkeys(counted, 1), (1, 1))
    for player, binary in enumerate(counted):
        slack = (largest - root[player][0]) / scale.unit
        _add_at_most(parts, f"{name} {player + 1}", column, scale, scales, (player,), (binary, slack))
    return counted


def _ends(name: str, root: Ranges) -> tuple[Fraction, Fraction]:
    """Return what the measure is at least and at most when the payoffs lie within intervals."""
    (low_1, high_1), (low_2, high_2) = root
    return {
        "social": (low_1 + low_2, high_1 + high_2),
        "fairest": (min(low_1, low_2), min(high_1, high_2)),
        "single-maximum": (max(low_1, low_2), max(high_1, high_2)),
        "best-for-1": (low_1, high_1),
        "best-for-2": (low_2, high_2),
    }[name]


def _add_at_most(
    parts: ProgramParts,
    name: str,
    column: int,
    scale: Scale,
    scales: tuple[Scale, Scale],
    players: tuple[int, ...],
    unless: tuple[int, Fraction] | None = None,
) -> None:
    """Add the row: the measure is at most these players' payoffs together; with a slack while a binary is 0."""
    row: dict[int, Number] = {column: 1, **{player: -scales[player].unit / scale.unit for player in players}}
    limit = (sum((scales[player].least for player in players), Fraction(0)) - scale.least) / scale.unit
    if unless is not None:
        binary, slack = unless
        row[binary] = slack
        limit += slack
    parts.row(name, row, (None, limit))
