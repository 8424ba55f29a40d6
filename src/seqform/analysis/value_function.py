"""The value of a constant-sum game, and both players' strategies, as exact functions of a parameter.

The payoffs and chance probabilities of the family are polynomials in the parameter, found by evaluating it. At a basis
of the linear program the solution is a vector of rational functions, which is optimal wherever finitely many
polynomials are not negative; see `seqform.backends.perturbed.parametric`. In steps:

1. The family is evaluated until the polynomials are known (`seqform.analysis.polynomial_family`).
2. The coefficients of each power of the parameter, put into a sequence-form matrix, make the linear program.
3. `optimal_pieces` covers the interval with optimal bases, one after the other from left to right.
4. Within each piece the family is compared with the polynomials once more. Neighbors with one formula of the value are
   then joined.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, overload

import seqform.models.verbs as verbs
from seqform.analysis.families import (
    Family,
    family_of,
    parameter_number,
    require_value,
)
from seqform.analysis.polynomial_family import PolynomialFamily
from seqform.backends.perturbed.parametric import (
    BasisPiece,
    ParametricProgram,
    number_between,
    optimal_pieces,
)
from seqform.builders.forms.sequence_form import behavior_profile, max_min_blocks, sequence_form
from seqform.errors import InputError, SolveError
from seqform.models.answers.computed import Computed
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import SequenceIndex
from seqform.models.numbers.algebraic import (
    AlgebraicNumber,
    RationalFunction,
    simplest_between,
)
from seqform.models.numbers.exact import ExactArray, ExactMatrix, in_doubles
from seqform.models.numbers.given import Given
from seqform.models.numbers.text import shown_rational
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.strategies.behavior import BehaviorProfile, RealizationPlan, RealizationPlans
from seqform.models.table import Cell, Formula, Line, Part, Report, Table, Tabular
from seqform.system.deadline import Deadline, OutOfTimeError


@dataclass(frozen=True, eq=False)
class ValuePiece:
    """An interval of the parameter on which the value is one rational function.

    `strategies` are the parts of the interval on which both players' strategies are, each by one basis.
    """

    start: AlgebraicNumber
    end: AlgebraicNumber
    value: RationalFunction
    strategies: tuple[StrategyPiece, ...] = field(repr=False)


@dataclass(frozen=True, eq=False, repr=False)
class StrategyPiece:
    """An interval of the parameter on which equilibrium strategies of both players are rational functions.

    `weights` are the realization weights of each player's sequences.
    """

    start: AlgebraicNumber
    end: AlgebraicNumber
    indices: tuple[SequenceIndex, SequenceIndex]
    weights: tuple[tuple[RationalFunction, ...], tuple[RationalFunction, ...]]

    def behavior(self, player: int) -> dict[str, dict[str, RationalFunction]]:
        """Return the probabilities of the actions at the information sets that a player's own choices reach."""
        index = self.indices[player]
        weights = self.weights[player]
        behavior: dict[str, dict[str, RationalFunction]] = {}
        for row, name in enumerate(index.infoset_names):
            parent = weights[index.parent_sequence[row]]
            if not parent.above:  # the player's own choices exclude the set
                continue
            behavior[name] = {}
            first = int(index.first_sequence[row])
            for sequence, action in enumerate(index.action_names[row], start=first):
                weight = weights[sequence]
                share = RationalFunction.of(
                    weight.above * parent.below, weight.below * parent.above
                )
                behavior[name][action] = share
        return behavior

    def profile(self, game: ExtensiveGame, place: Fraction) -> BehaviorProfile:
        """Return the strategies at a number, exact, in the game there."""
        form = sequence_form(game).target

        def plan(player: int) -> RealizationPlan:
            weights = [function(place) for function in self.weights[player]]
            return RealizationPlan(form.sequences[player], ExactArray.of(weights))

        return behavior_profile(form, RealizationPlans((plan(0), plan(1)))).bound_to(game)


@dataclass(frozen=True, eq=False, repr=False)
class ValueFunction(Computed, Tabular):
    """The value of a constant-sum game to player 0 as an exact, piecewise rational function of a parameter.

    - `name`: The name of the parameter.
    - `pieces`: From left to right; each is proved on its whole interval.

    Examples
    --------
    >>> function = value_function("kuhn", bet=(0, 4))
    >>> function(Fraction(3, 2)), function.derivative(1, side="left"), function.derivative(1, side="right")
    (Fraction(-1, 28), Fraction(-5, 54), Fraction(1, 54))
    """

    title: str
    name: str
    pieces: tuple[ValuePiece, ...]
    family: Family

    @property
    def start(self) -> Fraction:
        """The left end of the interval."""
        return self.pieces[0].start.low

    @property
    def end(self) -> Fraction:
        """The right end."""
        return self.pieces[-1].end.high

    @property
    def breakpoints(self) -> tuple[AlgebraicNumber, ...]:
        """The numbers at which one formula of the value ends and the next one begins."""
        return tuple(piece.end for piece in self.pieces[:-1])

    @property
    def strategies(self) -> tuple[StrategyPiece, ...]:
        """The pieces of the strategies, from left to right."""
        return tuple(part for piece in self.pieces for part in piece.strategies)

    @overload
    def __call__(self, place: Fraction | int | str) -> Fraction: ...
    @overload
    def __call__(self, place: float) -> float: ...
    def __call__(self, place: Fraction | int | str | float) -> Fraction | float:
        """Return the value at a number: exact at an exact one, in doubles at a double."""
        if isinstance(place, float):
            return in_doubles(self(parameter_number(place, self.name)))
        exact = self._within(place)
        value: RationalFunction = self._at(self.pieces, exact).value
        return value(exact)

    def derivative(self, place: Given, side: str = "") -> Fraction:
        """Return the derivative at a number; at a kink, and at the ends, that of one side.

        - `side`: "left" or "right". By default the derivative itself, which at a kink there is none.
        """
        if side not in ("", "left", "right"):
            raise InputError(f"side: 'left' or 'right' expected, not {side!r}")
        exact = self._within(place)
        slopes: dict[str, Fraction] = {}
        for piece in self.pieces:
            # Ends are algebraic numbers, which define "<" alone.
            if piece.start < exact and not piece.end < exact:
                slopes["left"] = piece.value.derivative()(exact)
            if not exact < piece.start and exact < piece.end:
                slopes["right"] = piece.value.derivative()(exact)

        if side and side not in slopes:
            raise InputError(
                f"side: nothing is known {side} of {self.name} = {shown_rational(exact)}, an end of the interval"
            )
        if not side and len(set(slopes.values())) > 1:
            raise InputError(
                f"derivative: {shown_rational(slopes['left'])} left and {shown_rational(slopes['right'])} "
                f"right of {self.name} = {shown_rational(exact)}; choose a side"
            )
        if side:
            return slopes[side]
        return next(iter(slopes.values()))

    def game(self, place: Given) -> ExtensiveGame:
        """Return the game at a number."""
        return self.family(self._within(place))

    def profile(self, place: Given) -> BehaviorProfile:
        """Return the equilibrium of the game at a number that the formulas give, exact."""
        exact = self._within(place)
        piece: StrategyPiece = self._at(self.strategies, exact)
        return piece.profile(self.game(exact), exact)

    plot = verbs.plot_value_function

    def _within(self, place: Given) -> Fraction:
        exact = parameter_number(place, self.name)
        if not self.start <= exact <= self.end:
            raise InputError(
                f"{self.name} = {shown_rational(exact)}: a number from {shown_rational(self.start)} "
                f"to {shown_rational(self.end)} expected"
            )
        return exact

    @staticmethod
    def _at(pieces: Sequence[Any], place: Fraction) -> Any:
        """Return the piece that contains a number: at a common end of two, the first."""
        return next(piece for piece in pieces if not piece.end < place)

    def report(self, *, everything: bool = False) -> Report:
        """Return the formulas of the value, and those of the strategies."""
        pieces: list[list[Cell]] = [
            [*_ends(piece), formula_cell(piece.value, self.name, piece)] for piece in self.pieces
        ]
        title = f"Value of {self.title} to {self._players[0]}"
        values = Table(title, ("from", "to", "value"), "rrl", pieces, keys=2)

        columns = ("from", "to", "player", "information set", "action", "probability")
        rows = list(self._strategy_rows())
        strategies = Table("Strategies", columns, "rrllll", rows, keys=5)

        parts: list[Part] = [values, *strategies.shortened(everything)]
        irrational = [number for number in self.breakpoints if number.rational is None]
        parts += [Line(f"breakpoint: {number.description(self.name)}") for number in irrational]
        parts.append(Line("each piece is proved on its whole interval (exact)", "bold"))
        return Report(
            parts,
            {
                "value": lambda: values,
                "strategies": lambda: Table("", columns, "rrllll", rows, keys=5),
            },
        )

    def _strategy_rows(self) -> Iterator[list[Cell]]:
        for piece in self.strategies:
            for player, player_name in enumerate(self._players):
                for infoset, actions in piece.behavior(player).items():
                    for action, share in actions.items():
                        formula = formula_cell(share, self.name, piece)
                        yield [*_ends(piece), player_name, infoset, action, formula]

    @cached_property
    def _players(self) -> tuple[str, str]:
        return self.family(self.start).players

    def formula(self) -> str:
        r"""Return the value as a formula of LaTeX, by cases, for a document that loads amsmath.

        Examples
        --------
        >>> print(value_function("kuhn", bet=(1, 3)).formula())
        \begin{cases}
        \frac{\mathit{bet}^{2} - 2 \mathit{bet}}{6 \mathit{bet} + 12} & 1 \le \mathit{bet} \le 2 \\
        0 & 2 \le \mathit{bet} \le 3
        \end{cases}
        """
        name = RationalFunction.of([0, 1], [1]).latex(self.name)
        lines = [
            f"{piece.value.latex(self.name)} & {piece.start} \\le {name} \\le {piece.end}"
            for piece in self.pieces
        ]
        body = " \\\\\n".join(lines).replace("≈", "\\approx ")
        return f"\\begin{{cases}}\n{body}\n\\end{{cases}}"

    def __repr__(self) -> str:
        pieces = f"{len(self.pieces)} piece{'s' * (len(self.pieces) > 1)}"
        return (
            f"<ValueFunction of {self.title!r}: {self.name} from {shown_rational(self.start)} "
            f"to {shown_rational(self.end)}, {pieces}>"
        )


def _ends(piece: ValuePiece | StrategyPiece) -> list[Cell]:
    return [number_cell(piece.start), number_cell(piece.end)]


def number_cell(number: AlgebraicNumber) -> Cell:
    """Return a number as a cell of a table: exact if it is rational, else a decimal."""
    if number.rational is not None:
        return number.rational
    text = str(number)
    return Formula(text, text.replace("≈", r"\approx "))


def formula_cell(
    function: RationalFunction, name: str, piece: ValuePiece | StrategyPiece
) -> Formula | Fraction:
    """Return a function on the interval of a piece as a cell of a table: a constant as a number.

    Its denominator is positive there.
    """
    if function.above.degree() <= 0 and function.below.degree() == 0:
        return function(0)
    within = piece.start.rational
    if piece.start.high < piece.end.low:
        within = simplest_between(piece.start.high, piece.end.low)
    return Formula(function.text(name, within), function.latex(name, within))


def value_function(
    game: Any,
    other: Any = None,
    *,
    interval: tuple[Any, Any] | None = None,
    time_limit: float | None = None,
    progress: Callable[[str], None] | None = None,
    **parameters: Any,
) -> ValueFunction:
    """Return the value of a constant-sum game as an exact function of a parameter, with both players' strategies.

    The payoffs and the probabilities of chance have to be polynomials in the parameter, and the tree may not depend on
    it. They are found by evaluating the family at enough numbers, and checked at three more and within every piece.

    Parameters
    ----------
    game : name, function or ExtensiveGame
        A game of the catalog; a text with an interval, such as ``kuhn(bet=0..4)``; a function that returns a game, or
        what `load` accepts, for a fraction; or, with `other`, a game.
    other : ExtensiveGame, name or path, optional
        A second game on the same tree: payoffs and probabilities go linearly from those of `game` at t = 0 to those of
        this one at t = 1.
    interval : pair of numbers, optional
        Of a function; of two games it is (0, 1) by default.
    time_limit : float, optional
        In seconds.
    **parameters
        Those of the catalog's game: one is a pair, the ends of the interval, the others are numbers.

    Raises
    ------
    InputError
        If the interval is empty, or the payoffs are no polynomials in the parameter.
    GameError
        If the tree depends on the parameter, or the game is not constant-sum: `seqform.equilibrium_correspondence`
        samples the equilibria of general-sum games.

    Examples
    --------
    >>> for piece in value_function("kuhn(bet=0..4)").pieces:
    ...     print(piece.start, piece.end, piece.value.text("bet"))
    0 1 -bet^2 / (6 bet + 12)
    1 2 (bet^2 - 2 bet) / (6 bet + 12)
    2 4 0
    """
    title, name, family, (start, end) = family_of(
        "value_function", game, other, interval, parameters
    )
    terms = PolynomialFamily.of(family, name, start, end, players=(0,), accept=require_value)
    form, program = _program(terms)
    try:
        bases = optimal_pieces(
            program, start, end, deadline=Deadline(time_limit), progress=progress
        )
    except OutOfTimeError:
        raise SolveError(
            f"{title}: the time limit passed; a shorter interval has fewer pieces"
        ) from None

    pieces: list[ValuePiece] = []
    for basis in bases:
        terms.require_at(number_between(basis.start, basis.end))
        strategies: tuple[StrategyPiece, ...] = (_strategies(form, basis),)
        left_end = basis.start
        if pieces and pieces[-1].value == basis.value:
            left_part = pieces.pop()
            left_end = left_part.start
            strategies = (*left_part.strategies, *strategies)
        pieces.append(ValuePiece(left_end, basis.end, basis.value, strategies))
    return ValueFunction(title, name, tuple(pieces), family)


def _strategies(form: SequenceForm, basis: BasisPiece) -> StrategyPiece:
    """Return both players' weights at a basis.

    Those of player 0 are the first variables, and those of player 1 the multipliers of the last rows, one for each of
    player 1's sequences.
    """
    num_own = len(form.sequences[0])
    num_rows = len(basis.dual) - len(form.sequences[1])
    primal = basis.primal[:num_own]
    dual = basis.dual[num_rows:]
    own = tuple(RationalFunction.of(weight, basis.denominator) for weight in primal)
    opponent = tuple(RationalFunction.of(weight, basis.denominator) for weight in dual)
    return StrategyPiece(basis.start, basis.end, form.sequences, (own, opponent))


def _program(terms: PolynomialFamily) -> tuple[SequenceForm, ParametricProgram]:
    """Return the sequence form at the left end, and the linear program with polynomial entries."""
    game = terms.game

    # Of the program's matrix, [E 0; -Aᵀ Fᵀ], the payoffs alone depend on the parameter.
    form = sequence_form(game).target
    side = max_min_blocks(form, 0, "value_function")
    rows, columns = (sequences.at_node[game.leaves] for sequences in game.sequences)
    constraints = (side.E, side.F.T)
    zeros = (ExactMatrix.zeros(side.E.shape), ExactMatrix.zeros(side.F.T.shape))
    matrices = []
    for power, numbers in enumerate(terms.payoffs(0)):
        payoffs = ExactMatrix.from_entries(form.A.shape, rows, columns, numbers).T
        top, right = constraints if power == 0 else zeros
        matrices.append(ExactMatrix.block([[top, None], [-payoffs, right]]))
    objective = ExactArray.concatenate([ExactArray.zeros(len(side.own)), side.f])
    program = side.program(objective, ExactArray.zeros(len(side.other)), form.title)
    at_zero = replace(program, matrix=matrices[0])
    return form, ParametricProgram(at_zero, tuple(matrices))
