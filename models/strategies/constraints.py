"""Linear constraints on realization plans: side constraints of a player's strategy, with names and as rows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple, cast

import numpy as np

from seqform.errors import (
    InputError,
    UnknownLabelError,
    label_of,
    shared_label,
    suggestion,
    unknown,
)
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import SequenceIndex, player_number, shown_actions, unique_names
from seqform.models.numbers.exact import ExactArray, ExactMatrix, Number, Vector
from seqform.models.numbers.text import shown_rational, write_rational
from seqform.models.options import fraction, shown, written_player
from seqform.models.options import player as read_player
from seqform.models.programs.linear import Bounds

SequenceName = tuple[str, str] | str
"""A sequence: its last information set and the action there, or its name, such as "Q: bet"."""

_SIDES = re.compile(r"<=|>=|=|≤|≥")
_SIGNS = re.compile(r"(?:^|\s+)([+-])\s*")
_FACTOR = re.compile(r"([\d./]+(?:[eE][+-]?\d+)?)\s*\*\s*(.+)")
LONGEST_LIST = 12
"""Names that an error lists."""


@dataclass(frozen=True)
class Constraint:
    """A linear constraint on the strategy of one player.

    The weights of her sequences are her realization plan: the probabilities with which she plays what leads there.

    - `player`: 0, 1 or a name.
    - `weights`: The coefficients; a sequence is its last information set and the action there, ``("Q:", "bet")``, or
      its name, ``"Q: bet"``.
    - `lower`, `upper`: Bounds of the sum; equal ones make an equation. Numbers are exact: fractions, or decimals as
      text.
    - `conditional`: Whether the bounds are on probabilities at one information set, and so multiplied by the weight of
      the sequence that leads there; a set that the player's own strategy does not reach is then not constrained.

    Examples
    --------
    >>> few = Constraint(0, {("Q:", "bet"): 1}, upper="1/10")
    >>> rarely = Constraint.probability(0, "J:", "bet", upper="1/4")
    >>> print(few, rarely, sep="; ")
    1: Q: bet <= 1/10; 1: P(J: bet) <= 1/4
    >>> Constraint.of_text(str(rarely)) == Constraint(0, {"J: bet": 1}, upper="1/4", conditional=True)
    True
    """

    player: int | str
    weights: Mapping[Any, Number | str] | Sequence[tuple[SequenceName, Number | str]]
    lower: Number | str | None = None
    upper: Number | str | None = None
    conditional: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.player, str):
            player_number(self.player, where="constraint, player")
        given: Any = self.weights
        pairs = (
            given.items() if hasattr(given, "items") else given
        )  # of a mapping, or a series of pandas
        terms = tuple((name, _exact("weights", factor)) for name, factor in pairs)
        low, high = (
            None if one is None else _exact("bound", one) for one in (self.lower, self.upper)
        )
        if not any(factor for _, factor in terms):
            raise InputError(
                "constraint: no weights; a mapping such as {('Q:', 'bet'): 1} is needed"
            )
        if low is None and high is None:
            raise InputError("constraint: no bound; give lower or upper, or both")
        if low is not None and high is not None and low > high:
            raise InputError(
                f"constraint: the lower bound {shown_rational(low)} is above the upper bound {shown_rational(high)}"
            )
        for name, value in (("weights", terms), ("lower", low), ("upper", high)):
            object.__setattr__(self, name, value)

    @property
    def terms(self) -> tuple[tuple[SequenceName, Fraction], ...]:
        """The sequences with their coefficients."""
        return cast("tuple[tuple[SequenceName, Fraction], ...]", self.weights)

    @property
    def limits(self) -> tuple[Fraction | None, Fraction | None]:
        """Both bounds."""
        return cast("tuple[Fraction | None, Fraction | None]", (self.lower, self.upper))

    @classmethod
    def probability(
        cls,
        player: int | str,
        infoset: str,
        action: str,
        *,
        lower: Number | str | None = None,
        upper: Number | str | None = None,
    ) -> Constraint:
        """Return bounds on the probability of an action at an information set, which are linear as well."""
        return cls(player, {(infoset, action): 1}, lower, upper, conditional=True)

    @classmethod
    def of_text(cls, text: object) -> Constraint:
        """Read "PLAYER: SUM <= NUMBER", also with >=, = and two bounds.

        The player is 1, 2 or a name. The sum has the names of sequences, each perhaps with a factor: "1: Q: bet + 2 *
        K: bet <= 1/2"; or probabilities at one information set: "1: P(J: bet) <= 1/4".
        """
        who, colon, rest = str(text).partition(":")
        parts, signs = [part.strip() for part in _SIDES.split(rest)], _SIDES.findall(rest)
        if not (isinstance(text, str) and colon and all(parts) and len(parts) in (2, 3)):
            raise InputError(
                f'"PLAYER: SEQUENCE <= NUMBER" expected, such as "1: Q: bet <= 1/10", not {shown(text)}'
            )
        if len(parts) == 3 and (signs[0] != signs[1] or signs[0] == "="):
            raise InputError(
                f"two bounds expected on two sides, such as 0 <= ... <= 1/2, not {shown(text)}"
            )
        at_most = signs[0] in ("<=", "≤")
        *lows, expression, high = parts if len(parts) == 3 else ["", *parts]
        bounds: list[str | None] = [lows[0] or None, high]
        if len(parts) == 2:
            bounds = [high, high] if signs[0] == "=" else [None, high] if at_most else [high, None]
        elif not at_most:
            bounds.reverse()
        terms = list(_terms(expression))
        if len({conditional for _, _, conditional in terms}) > 1:
            raise InputError(f"either all terms are P(...) or none, not as in {shown(text)}")
        weights = tuple((name, factor) for name, factor, _ in terms)
        return cls(read_player(who.strip()), weights, bounds[0], bounds[1], terms[0][2])

    def __str__(self) -> str:
        return f"{written_player(self.player)}: {self._described('<=', '>=')}"

    def _described(self, at_most: str, at_least: str) -> str:
        """Return the constraint without its player."""
        words = ""
        for name, factor in self.terms:
            sequence = name if isinstance(name, str) else " ".join(name)
            sequence = f"P({sequence})" if self.conditional else sequence
            times = "" if abs(factor) == 1 else f"{write_rational(abs(factor))} * "
            sign = ("- " if factor < 0 else "+ ") if words else ("- " if factor < 0 else "")
            words += f"{' ' if words else ''}{sign}{times}{sequence}"
        low, high = (None if one is None else write_rational(one) for one in self.limits)
        if low == high:
            return f"{words} = {low}"
        if low is None:
            return f"{words} {at_most} {high}"
        return (
            f"{words} {at_least} {low}"
            if high is None
            else f"{low} {at_most} {words} {at_most} {high}"
        )

    def rows(
        self, index: SequenceIndex, who: str, printed: Mapping[str, str]
    ) -> Iterator[ConstraintRow]:
        """Yield the rows of the constraint, one for each bound, or a single equation.

        `printed` has the names of information sets that tables print by those of the index; either is accepted.
        """
        terms: dict[int, Fraction] = {}
        for name, factor in self.terms:
            place = _place(index, name, who, printed)
            terms[place] = terms.get(place, Fraction(0)) + factor
        above = -1
        if self.conditional:
            sets = {int(index.infoset_of[place]) for place in terms}
            if len(sets) > 1 or -1 in sets:
                raise InputError(
                    f"constraint {self}: probabilities at one information set expected"
                )
            above = int(index.parent_sequence[sets.pop()])
        low, high = self.limits
        for kind, side in (("=", low),) if low == high else ((">=", low), ("<=", high)):
            if side is None:
                continue
            row = dict(terms)
            if self.conditional:
                row[above] = row.get(above, Fraction(0)) - side
            only = replace(
                self, lower=None if kind == "<=" else low, upper=None if kind == ">=" else high
            )
            name = f"{who}: {only._described('≤', '≥')}"
            yield ConstraintRow(
                name, row, kind, Fraction(0) if self.conditional else side, side, above
            )


class ConstraintRow(NamedTuple):
    """A row over a player's sequences: coefficients by place, the sign "<=", ">=" or "=", and the right side.

    `bound` is that of the constraint: of probabilities the row is their sum times the weight of the sequence `above`,
    less the bound times that weight.
    """

    name: str
    terms: dict[int, Fraction]
    kind: str
    side: Fraction
    bound: Fraction
    above: int = -1

    @property
    def scale(self) -> Fraction:
        """The power of two that brings the largest coefficient between 1/2 and 2."""
        largest = max(map(abs, self.terms.values()), default=Fraction(0))
        if largest == 0:
            return Fraction(1)
        return Fraction(2) ** (largest.denominator.bit_length() - largest.numerator.bit_length())

    def shown(self, activity: Number, weights: Vector) -> Number | None:
        """Return the sum that is bounded; None of probabilities at a set that the player does not reach."""
        if self.above < 0:
            return activity
        above = weights[self.above]
        return None if above == 0 else activity / above + self.bound


class ShadowPrice(NamedTuple):
    """A row of a constraint at an equilibrium.

    `sum` is None of probabilities at a set that the player does not reach. `price` is the multiplier of the row: the
    derivative of the player's value with respect to the bound, where the equilibrium is not degenerate; of
    probabilities for each unit of the weight with which the player reaches the set.
    """

    name: str
    sum: Number | None
    bound: Fraction
    price: Number


@dataclass(frozen=True, eq=False)
class PlanRows:
    """The constraints of one player on her realization plan x: the rows `matrix` x within `bounds`, each one-sided.

    Each is the row of a constraint times a power of two, its entry of `scale`, after which its largest coefficient is
    near 1. Solvers in doubles measure by how much a row is violated, and drop small coefficients, whatever the units of
    the constraint.
    """

    matrix: ExactMatrix
    bounds: Bounds
    names: tuple[str, ...]
    rows: tuple[ConstraintRow, ...]
    scale: ExactArray

    @classmethod
    def of(cls, index: SequenceIndex, rows: list[ConstraintRow]) -> PlanRows:
        """Return the rows as a matrix."""
        scales = [row.scale for row in rows]
        entries = [
            (i, place, factor * scales[i])
            for i, row in enumerate(rows)
            for place, factor in row.terms.items()
        ]
        matrix = ExactMatrix.zeros((len(rows), len(index)))
        if entries:
            places, columns, factors = zip(*entries, strict=True)
            matrix = ExactMatrix.from_entries(
                matrix.shape,
                np.array(places, dtype=np.int64),
                np.array(columns, dtype=np.int64),
                ExactArray.of(factors),
            )
        bounds = []
        for row, scale in zip(rows, scales, strict=True):
            side = row.side * scale
            bounds.append((None if row.kind == "<=" else side, None if row.kind == ">=" else side))
        names = unique_names([row.name for row in rows])
        return cls(matrix, Bounds.of(bounds), names, tuple(rows), ExactArray.of(scales))

    def __len__(self) -> int:
        return len(self.names)

    @property
    def sides(self) -> ExactArray:
        """The bound of each row."""
        return ExactArray.of(row.side for row in self.rows) * self.scale

    def activities(self, weights: Vector) -> tuple[Vector, Vector]:
        """Return the activities of the rows at a plan, and those of the constraints, in their own units."""
        if isinstance(weights, ExactArray):
            exact = self.matrix.dot(weights)
            return exact, exact * ExactArray.of(1 / scale for scale in self.scale.to_fractions())
        rounded = self.matrix.to_scipy() @ weights
        return rounded, rounded / self.scale.to_floats()

    def prices(self, multipliers: Vector) -> Vector:
        """Return the multipliers of the constraints in their own units, by those of the rows."""
        if isinstance(multipliers, ExactArray):
            return multipliers * self.scale
        return multipliers * self.scale.to_floats()


def plan_rows(game: ExtensiveGame, constraints: Iterable[Constraint]) -> tuple[PlanRows, PlanRows]:
    """Return the rows of constraints on both players' plans.

    Raises UnknownLabelError if the game has no such player, information set or action.
    """
    rows: tuple[list[ConstraintRow], list[ConstraintRow]] = [], []
    for constraint in constraints:
        player = player_number(constraint.player, game.players, "constraint, player")
        printed = game.shown_names(player)
        rows[player].extend(
            constraint.rows(game.sequences[player].index, game.players[player], printed)
        )
    first, second = (PlanRows.of(game.sequences[player].index, rows[player]) for player in (0, 1))
    return first, second


def read_constraints(given: object) -> tuple[Constraint, ...]:
    """Return constraints, texts of them, or one text of several with semicolons between, as a tuple.

    A text without any is refused, unless it is empty.
    """
    if isinstance(given, Constraint):
        return (given,)
    several = (
        [part for part in given.split(";") if part.strip()] if isinstance(given, str) else given
    )
    if isinstance(given, str) and given and not several:
        raise InputError(f"constraints: {shown(given)} has none")
    if not isinstance(several, Iterable):
        raise InputError(f"constraints, or texts of them, expected, not {shown(given)}")
    return tuple(one if isinstance(one, Constraint) else Constraint.of_text(one) for one in several)


def written_constraints(constraints: Iterable[Constraint]) -> str:
    """Write constraints with semicolons between."""
    return "; ".join(map(str, constraints))


def _exact(what: str, value: object) -> Fraction:
    try:
        return fraction(value)
    except InputError as error:
        raise InputError(f"constraint, {what}: {error}") from None


def _terms(expression: str) -> Iterator[tuple[str, str, bool]]:
    """Yield the names in a sum with their factors, and whether they stand for probabilities."""
    first, *others = _SIGNS.split(expression)
    pairs = [("+", first)] if first.strip() else []
    pairs += zip(others[::2], others[1::2], strict=True)
    for sign, term in pairs:
        found = _FACTOR.fullmatch(term.strip())
        factor, name = found.groups() if found else ("1", term.strip())
        conditional = name.startswith("P(") and name.endswith(")")
        yield (
            (name[2:-1].strip() if conditional else name),
            f"{'-' if sign == '-' else ''}{factor}",
            conditional,
        )


def _place(index: SequenceIndex, name: SequenceName, who: str, printed: Mapping[str, str]) -> int:
    if isinstance(name, str):
        if name in index.names:
            return index.names.index(name)
        places: dict[str, int] = {}
        shown_names: list[str] = []
        sharing: list[str] = []
        for row, stored in enumerate(index.infoset_names):
            shown_set = printed.get(stored, stored)
            actions = index.action_names[row]
            pairs = zip(actions, shown_actions(actions), strict=True)
            for place, (action, shown_action) in enumerate(
                pairs, start=int(index.first_sequence[row])
            ):
                shown_names.append(
                    f"{shown_set}{'' if shown_set.endswith(':') else ':'} {shown_action}"
                )
                if name in (f"{label_of(stored)}: {action}", f"{label_of(stored)} {action}"):
                    sharing.append(shown_names[-1])
                for one in (f"{stored}: {action}", f"{shown_set} {shown_action}", shown_names[-1]):
                    places.setdefault(one, place)
        if name in places:
            return places[name]
        hint = shared_label(sharing) or suggestion(name, shown_names)
        hint = hint or f"; such as {', '.join(shown_names[: LONGEST_LIST - 1])}"
        raise UnknownLabelError(f"constraint: {who} has no sequence {name!r}{hint}")
    infoset, action = name
    row_of = {shown_set: stored for stored, shown_set in printed.items()} | {
        one: one for one in index.row_of
    }
    if infoset not in row_of:
        known = [printed.get(one, one) for one in index.infoset_names]
        hint = suggestion(infoset, known) or f"; such as {', '.join(known[:LONGEST_LIST])}"
        raise UnknownLabelError(f"constraint: {who} has no information set {infoset!r}{hint}")
    row = index.row_of[row_of[infoset]]
    for actions in (index.action_names[row], shown_actions(index.action_names[row])):
        if action in actions:
            return int(index.first_sequence[row]) + actions.index(action)
    raise UnknownLabelError(
        unknown(f"constraint, {infoset}: no action", action, index.action_names[row])
    )
