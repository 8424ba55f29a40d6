"""The sequence form of a two-player game, and the bilinear saddle-point problem of a constant-sum one."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from seqform.errors import ModelError
from seqform.models.games.infosets import UNNAMED, SequenceIndex, player_label, player_number
from seqform.models.numbers.exact import ExactArray, ExactMatrix, Floats, Vector, extreme_ratios
from seqform.models.programs.solutions import BoundedSolution

if TYPE_CHECKING:
    from scipy.sparse import csr_array


class PlanEquations:
    """The right-hand sides of E x = e and F y = f, the equations of realization plans."""

    E: ExactMatrix
    F: ExactMatrix

    @property
    def e(self) -> ExactArray:
        """(1, 0, ..., 0), of the length of a column of E."""
        return ExactArray.unit(self.E.shape[0], 0)

    @property
    def f(self) -> ExactArray:
        """(1, 0, ..., 0), of the length of a column of F."""
        return ExactArray.unit(self.F.shape[0], 0)


@dataclass(frozen=True, eq=False, repr=False)
class SequenceForm(PlanEquations):
    """Strategy spaces X = {x ≥ 0, E x = e} and Y = {y ≥ 0, F y = f}, and payoffs xᵀA y and xᵀB y.

    - `sequences`: Meaning of the columns of E and F, and of the rows and columns of A, B and W.
    - `E`, `F`, shapes (1 + |H1|, |S1|) and (1 + |H2|, |S2|): Row 0 is x_∅ = 1; row 1 + h is Σ_c x_{σ_h c} - x_{σ_h} = 0
      (vSvET, 2.3).
    - `A`, `B`, shape (|S1|, |S2|): At (σ, τ) the payoffs of player 0 and of player 1 at the leaves whose sequences are
      σ and τ, weighted by chance.
    - `W`, shape (|S1|, |S2|): At (σ, τ) the probability with which chance leads to these leaves, so xᵀW y = 1 for all
      plans: adding c W adds the constant c to a player's payoff.
    - `of_matrices`: Whether the form was made of matrices. The tree, and so W, is then one of many that have this form,
      and a payoff is an entry of A or B as it stands, not divided by that of W.
    - `as_given`: Whether linear programs have the payoffs as they are, neither scaled nor centered for solvers.

    References
    ----------
    von Stengel (1996), Efficient computation of behavior strategies, Games and Economic
    Behavior 14; equations as in von Stengel, van den Elzen & Talman (2002), vSvET.
    """

    sequences: tuple[SequenceIndex, SequenceIndex]
    E: ExactMatrix
    F: ExactMatrix
    A: ExactMatrix
    B: ExactMatrix
    W: ExactMatrix
    title: str = ""
    players: tuple[str, str] = UNNAMED
    of_matrices: bool = False
    as_given: bool = False

    def gradient(self, player: int, opponent: Vector) -> Vector:
        """Return a player's payoff per sequence against the opponent's realization weights: A y, or Bᵀ x."""
        if player == 0:
            return self.A.dot(opponent)
        return self.B.T.dot(opponent)

    def __repr__(self) -> str:
        return (
            f"<SequenceForm {self.title!r}: E {self.E.shape[0]}×{self.E.shape[1]}, F {self.F.shape[0]}×"
            f"{self.F.shape[1]}, A with {self.A.nonzeros:,} nonzeros>"
        )


def require_sequence_form(form: object, caller: str, player: int | str = 0) -> int:
    """Return the number of a builder's player; raise `ModelError` unless its form is a sequence form."""
    if not isinstance(form, SequenceForm):
        raise ModelError(
            f"{caller}: a SequenceForm expected (`sequence_form(game).target`), not {type(form).__name__}"
        )
    return player_number(player, form.players, f"{caller}, player")


@dataclass(frozen=True, eq=False, repr=False)
class SaddlePointProblem:
    """max over x in X, min over y in Y of xᵀA y, where X and Y are the players' sets of realization plans.

    `sequences` index X and Y: plans x ≥ 0 with x_∅ = 1 and, at every information set h, Σ_c x_{σ_h c} = x_{σ_h}.
    `payoffs` is A, those of player 0, of shape (|S1|, |S2|); `spread`, the largest minus the smallest payoff, is the
    unit for gaps. `chance` is W, of the same shape, with xᵀW y = 1 for all plans, as of `SequenceForm`, and entries
    wherever A has some: with it, backends can subtract a constant from all payoffs.
    """

    sequences: tuple[SequenceIndex, SequenceIndex]
    payoffs: ExactMatrix
    spread: float = 1.0
    name: str = ""
    chance: ExactMatrix | None = None

    def __post_init__(self) -> None:
        shape = (len(self.sequences[0]), len(self.sequences[1]))
        if self.payoffs.shape != shape:
            raise ModelError(
                f"saddle point: payoffs of shape {self.payoffs.shape}, but {shape} sequences"
            )
        if self.chance is not None and self.chance.shape != shape:
            raise ModelError(
                f"saddle point: chance weights of shape {self.chance.shape}, but {shape} sequences"
            )
        for player, index in enumerate(self.sequences):
            # Best responses go through the sets from the last to the first
            too_early = index.parent_sequence >= index.first_sequence[:-1]
            if too_early.any():
                row = int(np.argmax(too_early))
                raise ModelError(
                    f"saddle point, {player_label(player)}: information set {index.infoset_names[row]!r} is "
                    "listed before the sequence that leads to it"
                )

    @cached_property
    def payoff_range(self) -> tuple[Fraction, Fraction] | None:
        """The least and the largest payoff, averaged over the leaves at which both sequences are the same.

        None without chance weights.
        """
        if self.chance is None:
            return None
        return extreme_payoffs(self.payoffs, self.chance)

    @cached_property
    def matrix(self) -> csr_array:
        """A in doubles, by rows."""
        return _read_only(self.payoffs.to_scipy())

    @cached_property
    def transposed(self) -> csr_array:
        """Aᵀ in doubles, by rows."""
        return _read_only(self.payoffs.T.to_scipy())

    def gradient(self, player: int, opponent: Floats) -> Floats:
        """Return a player's payoff per sequence against the opponent's plan: A y, or -Aᵀx."""
        product: Floats = self.matrix @ opponent if player == 0 else -(self.transposed @ opponent)
        return product

    def bounds(self, first: Floats, second: Floats) -> tuple[float, float]:
        """Return the lower bound on the value that plan x proves and the upper bound that plan y proves."""
        below = self.sequences[1].best_response(self.gradient(1, first)).value
        above = self.sequences[0].best_response(self.gradient(0, second)).value
        return -float(below), float(above)

    def __repr__(self) -> str:
        sizes = " × ".join(f"{len(index):,}" for index in self.sequences)
        return f"<SaddlePointProblem {self.name!r}: {sizes} sequences, {self.payoffs.nonzeros:,} payoffs>"


def extreme_payoffs(payoffs: ExactMatrix, chance: ExactMatrix) -> tuple[Fraction, Fraction]:
    """Return the least and the largest payoff, averaged over the leaves at which both sequences are the same.

    `payoffs` are weighted by the probabilities `chance` of these leaves, as in `SequenceForm`.
    """
    width = chance.shape[1]
    # Both have their entries in row-major order, and payoffs only where chance weights are; the others are zero
    places = np.searchsorted(
        chance.rows * width + chance.columns, payoffs.rows * width + payoffs.columns
    )
    numerators = payoffs.values.scattered(chance.nonzeros, places).numerators
    scale = Fraction(chance.values.denominator, payoffs.values.denominator)
    least, largest = extreme_ratios(numerators, chance.values.numerators)
    return least * scale, largest * scale


def _read_only(matrix: csr_array) -> csr_array:
    """Return a matrix that no solver can change."""
    for part in (matrix.data, matrix.indices, matrix.indptr):
        part.setflags(write=False)
    return matrix


@dataclass(frozen=True, eq=False, kw_only=True)
class SaddlePointSolution(BoundedSolution):
    """A pair of plans, x as `primal` and y as `dual`, and bounds on the value."""

    problem: SaddlePointProblem

    def __repr__(self) -> str:
        return (
            f"<SaddlePointSolution of {self.problem.name!r} by {self.solver}: value in "
            f"[{self.lower:.9g}, {self.upper:.9g}], {self.termination}>"
        )
