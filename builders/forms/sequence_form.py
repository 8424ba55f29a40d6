"""The sequence form of an extensive game, and the blocks of its max-min programs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from seqform.errors import ModelError
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import SequenceIndex, unique_names
from seqform.models.numbers.exact import ExactArray, ExactMatrix, magnitude
from seqform.models.programs.sequence_form import SequenceForm, first_unit_vector
from seqform.models.reduced import Reduced
from seqform.models.strategies.behavior import BehaviorProfile, RealizationPlan, RealizationPlans

ORDINARY_EXPONENT = 20
"""Payoffs whose largest is of order two to this, or to minus this, are not scaled."""


@dataclass(frozen=True, eq=False)
class MaxMinBlocks:
    """The matrices of a sequence form in the roles of a max-min program: one player maximises, the other minimises.

    Attributes
    ----------
    own, other : SequenceIndex
        The player's sequences and the opponent's.
    E, F : ExactMatrix
        The player's plans and the opponent's: E x = e and F y = f, as for player 1.
    payoffs : ExactMatrix, shape (|S_j|, |S_i|)
        Aᵀ for player 1, B for player 2, `well_scaled`: one row for each sequence of the opponent.
    scale : Fraction
        The factor of that scaling.
    """

    player: int
    own: SequenceIndex
    other: SequenceIndex
    E: ExactMatrix
    F: ExactMatrix
    payoffs: ExactMatrix
    scale: Fraction

    @property
    def e(self) -> ExactArray:
        """(1, 0, ..., 0), the right-hand side of the player's equations."""
        return first_unit_vector(self.E.shape[0])

    @property
    def f(self) -> ExactArray:
        """(1, 0, ..., 0), the right-hand side of the opponent's."""
        return first_unit_vector(self.F.shape[0])

    @property
    def row_names(self) -> list[str]:
        """Names of the player's equations, then of the opponent's sequences."""
        return [*set_names("plan", self.own), *(f"reply {name}" for name in self.other.names)]

    @property
    def column_names(self) -> list[str]:
        """Names of the player's sequences, then of the opponent's equations."""
        return [*(f"weight {name}" for name in self.own.names), *set_names("value", self.other)]

    @property
    def matrix(self) -> ExactMatrix:
        """E x above Fᵀq - Aᵀx, as in (2.5) of Miltersen & Sørensen (2006)."""
        return ExactMatrix.block([[self.E, None], [-self.payoffs, self.F.T]])

    def plans(self, mine: RealizationPlan, theirs: RealizationPlan) -> RealizationPlans:
        """Return the player's plan and the opponent's in the order of the players."""
        return RealizationPlans((mine, theirs) if self.player == 0 else (theirs, mine))


def max_min_blocks(form: SequenceForm, player: int, caller: str) -> MaxMinBlocks:
    """Return the blocks of a player's max-min programs.

    Parameters
    ----------
    player : int
        0 or 1.
    caller : str
        Named in errors.

    Raises
    ------
    ModelError
        If `form` is no sequence form, or `player` neither 0 nor 1.
    """
    if not isinstance(form, SequenceForm):
        raise ModelError(f"{caller}: a SequenceForm expected (`sequence_form(game).target`), not {type(form).__name__}")
    if player not in (0, 1):
        raise ModelError(f"{caller}: player 0 or 1 expected, not {player!r}")
    own, other = form.sequences[player], form.sequences[1 - player]
    E, F = (form.E, form.F) if player == 0 else (form.F, form.E)
    payoffs = form.A.T if player == 0 else form.B
    scaled = well_scaled(payoffs)
    scale = scaled.values[0] / payoffs.values[0] if payoffs.nonzeros else Fraction(1)
    return MaxMinBlocks(player, own, other, E, F, scaled, scale)


def well_scaled(payoffs: ExactMatrix) -> ExactMatrix:
    """Return payoffs times a power of two, so that their sizes are moderate for solvers.

    Sizes from 2⁻²⁰ to 2²⁰ are left as they are.
    """
    values = payoffs.values
    largest = magnitude(values.numerators)
    exponent = largest.bit_length() - values.denominator.bit_length()
    if largest == 0 or abs(exponent) <= ORDINARY_EXPONENT:
        return payoffs
    return replace(payoffs, values=values * Fraction(2) ** -exponent)


def set_names(prefix: str, index: SequenceIndex) -> list[str]:
    """Return a name for the empty sequence and for every information set of a player, with a prefix."""
    return [f"{prefix} {name}" for name in unique_names(["∅", *index.infoset_names])]


def sequence_form(game: ExtensiveGame) -> Reduced[SequenceForm, RealizationPlans, BehaviorProfile]:
    """Return the sequence form of a game.

    Returns
    -------
    Reduced
        `target` is the sequence form: E of shape (1 + |H1|, |S1|), F of shape
        (1 + |H2|, |S2|), A, B and W of shape (|S1|, |S2|). `lift` turns a pair of
        realization plans into behavior strategies; where a plan has weight zero, a best
        response is filled in and marked.

    References
    ----------
    von Stengel, van den Elzen & Talman (2002), section 2, (2.3)-(2.6).

    Examples
    --------
    >>> from seqform.builders.games.tree import leaf, move, tree
    >>> pennies = tree("pennies", move(1, "P", {
    ...     "H": move(2, "Q", {"h": leaf(1), "t": leaf(-1)}),
    ...     "T": move(2, "Q", {"h": leaf(-1), "t": leaf(1)})}))
    >>> sequence_form(pennies).target
    <SequenceForm 'pennies': E 2×3, F 2×3, A with 4 nonzeros>
    """
    if not isinstance(game, ExtensiveGame):
        raise ModelError(f"sequence_form: an ExtensiveGame expected (`load` returns one), not {type(game).__name__}")
    first, second = game.sequences
    shape = (len(first.index), len(second.index))
    leaves = game.leaves
    reach = game.chance_reach.take(leaves)
    rows, columns = first.at_node[leaves], second.at_node[leaves]
    payoffs = [
        ExactMatrix.from_entries(shape, rows, columns, (reach * payoff).reduced()) for payoff in game.leaf_payoffs
    ]
    form = SequenceForm(
        sequences=(first.index, second.index),
        E=plan_constraints(first.index),
        F=plan_constraints(second.index),
        A=payoffs[0],
        B=payoffs[1],
        W=ExactMatrix.from_entries(shape, rows, columns, reach),
        title=game.title,
    )
    return Reduced(form, lambda plans: behavior_profile(form, plans))


def plan_constraints(index: SequenceIndex) -> ExactMatrix:
    """Return E (or F): row 0 is x_∅ = 1, row 1 + h is Σ_c x_{σ_h c} - x_{σ_h} = 0 (vSvET, 2.3)."""
    sets = np.arange(index.num_infosets)
    rows = np.concatenate([[0], 1 + sets, 1 + index.infoset_of[1:]])
    columns = np.concatenate([[0], index.parent_sequence, np.arange(1, len(index))])
    values = np.concatenate([[1], np.full(len(sets), -1), np.ones(len(index) - 1, dtype=np.int64)])
    return ExactMatrix.from_entries((1 + len(sets), len(index)), rows, columns, ExactArray(values))


def behavior_profile(form: SequenceForm, plans: RealizationPlans) -> BehaviorProfile:
    """Return behavior strategies that realize the plans, completed by best responses at sets of weight zero."""
    first, second = (plans[player].behavior(form.gradient(player, plans[1 - player].weights)) for player in (0, 1))
    return BehaviorProfile((first, second))
