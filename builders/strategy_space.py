"""A player's strategies as a polytope, and its optimal bases."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from seqform.models.exact import ExactArray, ExactMatrix, Ints
from seqform.models.immutable import Immutable
from seqform.models.linear_program import Vector
from seqform.models.sequences import SequenceIndex, unique_names
from seqform.models.strategies import RealizationPlan


@dataclass(frozen=True, eq=False)
class OptimalBasis(Immutable):
    """A solution of the linear program: maximise gradient · s over the strategies s of a player.

    Attributes
    ----------
    basic : ndarray of int, shape (m,)
        The basic variables, one for every constraint; the first is never zero.
    dual : ExactArray, shape (m,)
        u of the dual program: minimise u_0 subject to Cᵀu ≥ gradient.
    """

    basic: Ints
    dual: ExactArray


class StrategySpace(Protocol):
    """The strategies of a player, {s ≥ 0, C s = (1, 0, ..., 0)}, and the plans that they realize."""

    @property
    def index(self) -> SequenceIndex:
        """The player's sequences."""

    @property
    def constraints(self) -> ExactMatrix:
        """C, shape (m, k)."""

    @property
    def names(self) -> tuple[str, ...]:
        """A unique name for every entry of s, length k."""

    @property
    def constraint_names(self) -> tuple[str, ...]:
        """A unique name for every row of C, length m."""

    def strategy(self, plan: RealizationPlan) -> ExactArray:
        """Return a strategy that realizes an exact plan, shape (k,)."""

    def plan(self, strategy: Vector) -> RealizationPlan:
        """Return the plan that a strategy realizes."""

    def optimal_basis(self, gradient: ExactArray) -> OptimalBasis:
        """Return an optimal basis of the linear program: maximise gradient · s over the strategies."""


@dataclass(frozen=True, eq=False)
class RealizationPlanSpace:
    """Realization plans: C is E for player 1 and F for player 2 (vSvET, 2.5).

    Parameters
    ----------
    index : SequenceIndex
    constraints : ExactMatrix, shape (1 + |H|, |S|)
    """

    index: SequenceIndex
    constraints: ExactMatrix

    @property
    def names(self) -> tuple[str, ...]:
        """The sequences' names."""
        return self.index.names

    @property
    def constraint_names(self) -> tuple[str, ...]:
        """The information sets' names, and "∅"."""
        return unique_names(["∅", *self.index.infoset_names])

    def strategy(self, plan: RealizationPlan) -> ExactArray:
        """Return the plan's weights."""
        assert isinstance(plan.weights, ExactArray)
        return plan.weights

    def plan(self, strategy: Vector) -> RealizationPlan:
        """Return the plan of these weights."""
        return RealizationPlan(self.index, strategy)

    def optimal_basis(self, gradient: ExactArray) -> OptimalBasis:
        """Return the empty sequence and the best one at every set, the first where several are."""
        best = self.index.best_response(gradient)
        assert isinstance(best.infoset_value, ExactArray)
        assert isinstance(best.sequence_value, ExactArray)
        return OptimalBasis(
            basic=np.concatenate([[0], self.index.first_sequence[:-1] + best.choice]).astype(np.int64),
            dual=ExactArray.concatenate([best.sequence_value.take(slice(0, 1)), best.infoset_value]),
        )
