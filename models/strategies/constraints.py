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
from seqform.models.numbers.given import Given, given_rational
from seqform.models.numbers.text import shown, shown_rational, write_rational
from seqform.models.options import player as read_player
from seqform.models.options import written_player
from seqform.models.programs.linear import Bounds

SequenceName = tuple[str, str] | str
"""A sequence: its last information set and the action there, or its name, such as "Q: bet"."""

_SIDES = re.compile(r"<=|>=|==?|≤|≥")
_SIGNS = re.compile(r"(?:^|\s+)([+-])\s*")
_NUMBER = r"([\d./]+(?:[eE][+-]?\d+)?)"
_FACTOR = re.compile(rf"{_NUMBER}\s*\*\s*(.+)")
_FACTOR_ALONE = re.compile(rf"{_NUMBER}\s*(?:P\()?(.+?)\)?")
EQUAL = ("=", "==")
LONGEST_LIST = 12
"""Names that an error lists."""


@dataclass(frozen=True)
class Constraint:
    """A linear constraint on the strategy of one player.

    The weights of her sequences are her realization plan: the probabilities with which she plays what leads there.

    - `player`: 0, 1 or a name.
    - `weights`: The coefficients; a sequence is its last information set and the action there, ``("Q:", "bet")``, or
      its name, ``"Q: bet"``.
    - `lower`, `upper`: Bounds of the sum; equal ones make an equation. Numbers are exact: 0.1 is 1/10.
    - `conditional`: Whether the bounds are on probabilities at one information set, and so multiplied by the weight of
      the sequence that leads there; a set that the player's own strategy does not reach is then not constrained.

    Examples
    --------
    >>> few = Constraint(0, {("Q:", "bet"): 1}, upper=0.1)
    >>> rarely = Constraint.probability(0, "J:", "bet", upper="1/4")
    >>> print(few, rarely, sep="; ")
    1: Q: bet <= 1/10; 1: P(J: bet) <= 1/4
    >>> Constraint.of_text(str(rarely)) == Constraint(0, {"J: bet": 1}, upper="1/4", conditional=True)
    True
    """

    player: int | str
    weights: Mapping[Any, Given] | Sequence[tuple[SequenceName, Given]]
    lower: Given | None = None
    upper: Given | None = None
    conditional: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.player, str):
            player_number(self.player, where="constraint, player")
        pairs: Any = self.weights
        if hasattr(pairs, "items"):  # a mapping, or a series of pandas
            pairs = pairs.items()
        terms = tuple((name, _exact("weights", factor)) for name, factor in pairs)
        low = _exact_bound(self.lower)
        high = _exact_bound(self.upper)

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
        object.__setattr__(self, "weights", terms)
        object.__setattr__(self, "lower", low)
        object.__setattr__(self, "upper", high)

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
        lower: Given | None = None,
        upper: Given | None = None,
    ) -> Constraint:
        """Return bounds on the probability of an action at an information set, which are linear as well."""
        return cls(player, {(infoset, action): 1}, lower, upper, conditional=True)

    @classmethod
    def of_text(cls, text: object) -> Constraint:
        """Read "PLAYER: SUM <= NUMBER", also with >=, = or == and two bounds.

        The player is 1, 2 or a name. The sum has the names of sequences, each perhaps with a factor: "1: Q: bet + 2 *
        K: bet <= 1/2"; or probabilities at one information set: "1: P(J: bet) <= 1/4".
        """
        who, colon, rest = str(text).partition(":")
        parts = [part.strip() for part in _SIDES.split(rest)]
        signs = _SIDES.findall(rest)
        if not (isinstance(text, str) and colon and all(parts) and len(parts) in (2, 3)):
            raise InputError(
                f'"PLAYER: SEQUENCE <= NUMBER" expected, such as "1: Q: bet <= 1/10", not {shown(text)}'
            )

        at_most = signs[0] in ("<=", "≤")
        lower: str | None
        upper: str | None
        if len(parts) == 3:
            if signs[0] != signs[1] or signs[0] in EQUAL:
                raise InputError(
                    f"two bounds expected on two sides, such as 0 <= ... <= 1/2, not {shown(text)}"
                )
            lower, expression, upper = parts
            if not at_most:
                lower, upper = upper, lower
        else:
            expression, lower = parts
            upper = None
            if signs[0] in EQUAL:
                upper = lower
            elif at_most:
                upper = lower
                lower = None

        terms = list(_terms(expression))
        if len({conditional for _, _, conditional in terms}) > 1:
            raise InputError(f"either all terms are P(...) or none, not as in {shown(text)}")
        conditional = terms[0][2]
        weights = tuple((name, factor) for name, factor, _ in terms)
        return cls(read_player(who.strip()), weights, lower, upper, conditional)

    def __str__(self) -> str:
        return f"{written_player(self.player)}: {self._described('<=', '>=')}"

    def _described(self, at_most: str, at_least: str) -> str:
        """Return the constraint without its player, with these signs for its bounds."""
        expression = ""
        for name, factor in self.terms:
            term = name if isinstance(name, str) else " ".join(name)
            if self.conditional:
                term = f"P({term})"
            if abs(factor) != 1:
                term = f"{write_rational(abs(factor))} * {term}"
            if factor < 0:
                term = f"- {term}"
            elif expression:
                term = f"+ {term}"
            expression += f" {term}" if expression else term

        low, high = self.limits
        if low is None:
            assert high is not None
            return f"{expression} {at_most} {write_rational(high)}"
        lower = write_rational(low)
        if high is None:
            return f"{expression} {at_least} {lower}"
        if low == high:
            return f"{expression} = {lower}"
        return f"{lower} {at_most} {expression} {at_most} {write_rational(high)}"

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
        above = self._above(index, terms) if self.conditional else -1

        low, high = self.limits
        senses = [("=", low)] if low == high else [(">=", low), ("<=", high)]
        for sense, bound in senses:
            if bound is None:
                continue
            row = dict(terms)
            side = bound
            if self.conditional:
                # sum / x_above <= bound, as sum - bound x_above <= 0, which is linear
                row[above] = row.get(above, Fraction(0)) - bound
                side = Fraction(0)
            part = self
            if sense == ">=":
                part = replace(self, upper=None)
            elif sense == "<=":
                part = replace(self, lower=None)
            name = f"{who}: {part._described('≤', '≥')}"
            yield ConstraintRow(name, row, sense, side, bound, above)

    def _above(self, index: SequenceIndex, places: Iterable[int]) -> int:
        """Return the sequence that leads to the information set at which all these sequences end."""
        sets = {int(index.infoset_of[place]) for place in places}
        if len(sets) > 1 or -1 in sets:
            raise InputError(f"constraint {self}: probabilities at one information set expected")
        return int(index.parent_sequence[sets.pop()])


class ConstraintRow(NamedTuple):
    """A row over a player's sequences: coefficients by place, the sign "<=", ">=" or "=", and the right side.

    `bound` is that of the constraint: of probabilities the row is their sum times the weight of the sequence `above`,
    less the bound times that weight.
    """

    name: str
    terms: dict[int, Fraction]
    sense: str
    side: Fraction
    bound: Fraction
    above: int = -1

    @property
    def scale(self) -> Fraction:
        """The power of two that brings the largest coefficient between 1/2 and 2."""
        largest = max(map(abs, self.terms.values()), default=Fraction(0))
        if largest == 0:
            return Fraction(1)
        # The quotient of two integers is within a factor of 2 of that of the powers of two of their lengths
        return Fraction(2) ** (largest.denominator.bit_length() - largest.numerator.bit_length())

    def shown(self, activity: Number, weights: Vector) -> Number | None:
        """Return the sum that is bounded; None of probabilities at a set that the player does not reach."""
        if self.above < 0:
            return activity
        above = weights[self.above]
        if above == 0:
            return None
        return activity / above + self.bound

    def price(self, multiplier: Number, weights: Vector) -> Number:
        """Return the price of the bound: of probabilities the multiplier times the weight of the sequence above.

        The bound of probabilities is multiplied by that weight in the row.
        """
        if self.above < 0:
            return multiplier
        price: Number = multiplier * weights[self.above]
        return price


class ShadowPrice(NamedTuple):
    """A row of a constraint at an equilibrium.

    `sum` is None of probabilities at a set that the player does not reach. `price` is the derivative of the player's
    value with respect to the bound, where the equilibrium is not degenerate: the multiplier of the row, of
    probabilities times the weight with which the player reaches the set.
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
        row_of: list[int] = []
        columns: list[int] = []
        factors: list[Fraction] = []
        bounds: list[tuple[Fraction | None, Fraction | None]] = []
        for i, (row, scale) in enumerate(zip(rows, scales, strict=True)):
            for place, factor in row.terms.items():
                row_of.append(i)
                columns.append(place)
                factors.append(factor * scale)
            side = row.side * scale
            lower: Fraction | None = side
            upper: Fraction | None = side
            if row.sense == "<=":
                lower = None
            elif row.sense == ">=":
                upper = None
            bounds.append((lower, upper))
        matrix = ExactMatrix.from_entries(
            (len(rows), len(index)),
            np.array(row_of, dtype=np.int64),
            np.array(columns, dtype=np.int64),
            ExactArray.of(factors),
        )
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
        # A price beyond doubles is infinite in them.
        with np.errstate(over="ignore"):
            return np.asarray(multipliers * self.scale.to_floats(), dtype=np.float64)


def plan_rows(game: ExtensiveGame, constraints: Iterable[Constraint]) -> tuple[PlanRows, PlanRows]:
    """Return the rows of constraints on both players' plans.

    Raises UnknownLabelError if the game has no such player, information set or action.
    """
    rows: tuple[list[ConstraintRow], list[ConstraintRow]] = ([], [])
    for constraint in constraints:
        player = player_number(constraint.player, game.players, "constraint, player")
        index = game.sequences[player].index
        rows[player].extend(constraint.rows(index, game.players[player], game.shown_names(player)))
    first, second = game.sequences
    return PlanRows.of(first.index, rows[0]), PlanRows.of(second.index, rows[1])


def read_constraints(constraints: object) -> tuple[Constraint, ...]:
    """Return constraints, texts of them, or one text of several with semicolons between, as a tuple.

    A text without any is refused, unless it is empty.
    """
    if isinstance(constraints, Constraint):
        return (constraints,)
    if isinstance(constraints, str):
        texts = [part for part in constraints.split(";") if part.strip()]
        if constraints and not texts:
            raise InputError(f"constraints: {shown(constraints)} has none")
        return tuple(map(Constraint.of_text, texts))
    if not isinstance(constraints, Iterable):
        raise InputError(f"constraints, or texts of them, expected, not {shown(constraints)}")
    return tuple(
        part if isinstance(part, Constraint) else Constraint.of_text(part) for part in constraints
    )


def written_constraints(constraints: Iterable[Constraint]) -> str:
    """Write constraints with semicolons between."""
    return "; ".join(map(str, constraints))


def _exact_bound(value: Given | None) -> Fraction | None:
    if value is None:
        return None
    return _exact("bound", value)


def _exact(what: str, value: Given) -> Fraction:
    return Fraction(given_rational(value, f"constraint, {what}"))


def _terms(expression: str) -> Iterator[tuple[str, str, bool]]:
    """Yield the names in a sum with their factors, and whether they stand for probabilities."""
    # Signs and terms alternate; before the first sign is a term without one, or nothing
    first, *rest = _SIGNS.split(expression)
    signed = list(zip(rest[::2], rest[1::2], strict=True))
    if first.strip():
        signed.insert(0, ("+", first))
    for sign, text in signed:
        term = text.strip()
        product = _FACTOR.fullmatch(term)
        factor, name = product.groups() if product else ("1", term)
        if sign == "-":
            factor = f"-{factor}"
        conditional = name.startswith("P(") and name.endswith(")")
        if conditional:
            name = name[2:-1].strip()
        yield name, factor, conditional


def _place(index: SequenceIndex, name: SequenceName, who: str, printed: Mapping[str, str]) -> int:
    """Return the sequence that a constraint names, by its name or by its last choice."""
    if isinstance(name, str):
        return _place_by_name(index, name, who, printed)
    infoset, action = name
    return _place_by_choice(index, infoset, action, who, printed)


def _place_by_name(index: SequenceIndex, name: str, who: str, printed: Mapping[str, str]) -> int:
    """Return the sequence with a name: that of the index first, then the spellings of tables, with a colon or not."""
    if name in index.names:
        return index.names.index(name)
    places: dict[str, int] = {}
    shown_names: list[str] = []
    sharing: list[str] = []
    place = 0  # the empty sequence; those of the sets follow in their order
    for stored, actions in zip(index.infoset_names, index.action_names, strict=True):
        label = label_of(stored)
        shown_set = printed.get(stored, stored)
        colon = "" if shown_set.endswith(":") else ":"
        for action, shown_action in zip(actions, shown_actions(actions), strict=True):
            place += 1
            shown_name = f"{shown_set}{colon} {shown_action}"
            shown_names.append(shown_name)
            if name in (f"{label}: {action}", f"{label} {action}"):
                sharing.append(shown_name)
            for spelling in (f"{stored}: {action}", f"{shown_set} {shown_action}", shown_name):
                places.setdefault(spelling, place)
    if name in places:
        return places[name]

    product = _FACTOR_ALONE.fullmatch(name)
    if product is not None and (product[2] in places or product[2] in index.names):
        sequence = name.removeprefix(product[1]).strip()
        raise InputError(
            f"constraint: a factor is written with *, as in {product[1]} * {sequence}, not as in {name!r}"
        )
    hint = (
        shared_label(sharing)
        or suggestion(name, shown_names)
        or f"; such as {', '.join(shown_names[: LONGEST_LIST - 1])}"
    )
    raise UnknownLabelError(f"constraint: {who} has no sequence {name!r}{hint}")


def _place_by_choice(
    index: SequenceIndex, infoset: str, action: str, who: str, printed: Mapping[str, str]
) -> int:
    """Return the sequence that ends with an action at an information set, both by either of their names."""
    stored = infoset
    if infoset not in index.row_of:
        stored_by_shown = {shown_set: name for name, shown_set in printed.items()}
        if infoset not in stored_by_shown:
            names = [printed.get(name, name) for name in index.infoset_names]
            hint = suggestion(infoset, names) or f"; such as {', '.join(names[:LONGEST_LIST])}"
            raise UnknownLabelError(f"constraint: {who} has no information set {infoset!r}{hint}")
        stored = stored_by_shown[infoset]
    row = index.row_of[stored]
    stored_actions = index.action_names[row]
    for actions in (stored_actions, shown_actions(stored_actions)):
        if action in actions:
            return int(index.first_sequence[row]) + actions.index(action)
    raise UnknownLabelError(unknown(f"constraint, {infoset}: no action", action, stored_actions))
