"""The sequence form of a two-player game."""

from __future__ import annotations

from dataclasses import dataclass

from seqform.errors import ModelError
from seqform.models.games.infosets import SequenceIndex
from seqform.models.games.players import UNNAMED, player_number
from seqform.models.numbers.exact import ExactArray, ExactMatrix, Vector


@dataclass(frozen=True, eq=False, repr=False)
class SequenceForm:
    """Strategy spaces X = {x ≥ 0, E x = e} and Y = {y ≥ 0, F y = f}, and payoffs xᵀA y and xᵀB y.

    Parameters
    ----------
    sequences : two SequenceIndex
        Meaning of the columns of E and F, and of the rows and columns of A, B and W.
    E, F : ExactMatrix, shapes (1 + |H1|, |S1|) and (1 + |H2|, |S2|)
        Row 0 is x_∅ = 1; row 1 + h is Σ_c x_{σ_h c} - x_{σ_h} = 0 (vSvET, 2.3).
    A, B : ExactMatrix, shape (|S1|, |S2|)
        At (σ, τ) the payoffs of player 1 and of player 2 at the leaves whose sequences
        are σ and τ, weighted by chance.
    W : ExactMatrix, shape (|S1|, |S2|)
        At (σ, τ) the probability with which chance leads to these leaves, so xᵀW y = 1 for all plans:
        adding c W adds the constant c to a player's payoff.

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

    @property
    def e(self) -> ExactArray:
        """(1, 0, ..., 0), shape (1 + |H1|,)."""
        return ExactArray.unit(self.E.shape[0], 0)

    @property
    def f(self) -> ExactArray:
        """(1, 0, ..., 0), shape (1 + |H2|,)."""
        return ExactArray.unit(self.F.shape[0], 0)

    def gradient(self, player: int, opponent: Vector) -> Vector:
        """Return a player's payoff per sequence against the opponent's realization weights: A y, or Bᵀ x."""
        return (self.A if player == 0 else self.B.T).dot(opponent)

    def __repr__(self) -> str:
        return (
            f"<SequenceForm {self.title!r}: E {self.E.shape[0]}×{self.E.shape[1]}, F {self.F.shape[0]}×"
            f"{self.F.shape[1]}, A with {self.A.nonzeros:,} nonzeros>"
        )


def require_sequence_form(form: object, caller: str, player: int | str = 0) -> int:
    """Return the number of a builder's player; raise `ModelError` unless its form is a sequence form."""
    if not isinstance(form, SequenceForm):
        raise ModelError(f"{caller}: a SequenceForm expected (`sequence_form(game).target`), not {type(form).__name__}")
    return player_number(player, form.players, f"{caller}, player")
