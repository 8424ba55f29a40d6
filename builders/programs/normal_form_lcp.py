"""The complementarity problem of the reduced normal form, the baseline for the sequence form."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

import numpy as np

from seqform.builders.forms.normal_form import MAX_STRATEGIES, reduced_normal_form
from seqform.builders.forms.starts import centroid
from seqform.builders.programs.lcp import GameLcp, OptimalBasis, negative_payoffs
from seqform.errors import ModelError
from seqform.models.games.infosets import SequenceIndex
from seqform.models.numbers.exact import ExactArray, ExactMatrix, Vector
from seqform.models.programs.complementarity import LinearComplementarityProblem
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.programs.solutions import RawSolution
from seqform.models.reduced import Reduced
from seqform.models.strategies.behavior import RealizationPlan, RealizationPlans


def normal_form_lcp(
    form: SequenceForm, start: RealizationPlans | None = None, max_strategies: int = MAX_STRATEGIES
) -> Reduced[LinearComplementarityProblem, RawSolution, RealizationPlans]:
    """Return the complementarity problem of the reduced normal form.

    The same as `sequence_form_lcp`, but x and y are mixed strategies, and E and F single rows of
    ones (vSvET, section 5). With its covering vector Lemke's algorithm is that of van den Elzen & Talman (1991).

    Parameters
    ----------
    form : SequenceForm
        Of any two-player game.
    start : RealizationPlans, optional
        Exact; the centroid if absent. The path starts from the mixed strategies of the behavior
        strategies that realize these plans, the canonical ones of section 5.
    max_strategies : int
        Per player; their number grows exponentially with the game.

    Returns
    -------
    Reduced
        `target` has k1 + 1 + k2 + 1 variables, x, v', y and u', for k1 and k2 reduced pure
        strategies. `lift` returns the realization plans of x and y.

    Raises
    ------
    ModelError
        If the normal form is too large, or the start is not a pair of exact realization plans of this game.

    References
    ----------
    von Stengel, van den Elzen & Talman, Econometrica 70 (2002), section 5; van den Elzen & Talman,
    A procedure for finding Nash equilibria in bi-matrix games, ZOR 35 (1991).

    Examples
    --------
    >>> from seqform.builders.games import catalog
    >>> from seqform.builders.forms.sequence_form import sequence_form
    >>> form = sequence_form(catalog.make("binary-tree(depth=3)")).target
    >>> normal_form_lcp(form).target
    <LinearComplementarityProblem 'binary-tree(depth=3) (normal form)': 8 variables, 2 of them free, 28 nonzeros>
    """
    lcp = shared_normal_form_lcp(form, max_strategies)
    return Reduced(lcp.problem(centroid(form) if start is None else start), lcp.lift)


def shared_normal_form_lcp(form: SequenceForm, max_strategies: int = MAX_STRATEGIES) -> GameLcp:
    """Return the common parts of the problems of `normal_form_lcp`, for a game with many starts.

    Parameters
    ----------
    max_strategies : int
        Per player.

    Raises
    ------
    ModelError
        If the normal form is too large.
    """
    if not isinstance(form, SequenceForm):
        raise ModelError(
            f"normal_form_lcp: a SequenceForm expected (`sequence_form(game).target`), not {type(form).__name__}"
        )
    negative = replace(form, A=negative_payoffs(form.A, form.W), B=negative_payoffs(form.B, form.W))
    normal = reduced_normal_form(negative, max_strategies)
    return GameLcp(
        spaces=(
            MixedStrategySpace(form.sequences[0], normal.strategies[0], normal.names[0]),
            MixedStrategySpace(form.sequences[1], normal.strategies[1], normal.names[1]),
        ),
        costs=(-normal.A, -normal.B.T),
        title=f"{form.title} (normal form)",
    )


@dataclass(frozen=True, eq=False)
class MixedStrategySpace:
    """Mixed strategies {x ≥ 0, Σ x = 1} over the reduced pure strategies of a player.

    Parameters
    ----------
    pure : ExactMatrix, shape (k, |S|)
        Row π has a 1 at every sequence σ with π[σ] = 1 (vSvET, 2.1).
    """

    index: SequenceIndex
    pure: ExactMatrix
    names: tuple[str, ...]

    @cached_property
    def constraints(self) -> ExactMatrix:
        """A row of ones, shape (1, k)."""
        return ExactMatrix.from_dense([[1] * len(self.names)])

    @property
    def constraint_names(self) -> tuple[str, ...]:
        """One name: "total"."""
        return ("total",)

    def strategy(self, plan: RealizationPlan) -> ExactArray:
        """Return the mixed strategy of the behavior strategy that realizes a plan.

        The probability of a pure strategy is the product of those of its choices, β(c) = x(σ_h c) / x(σ_h)
        (vSvET, 5.1): positive everywhere if the plan is completely mixed.
        """
        assert isinstance(plan.weights, ExactArray)
        weights = plan.weights.numerators.astype(object)
        above = np.ones(len(self.index), dtype=object)
        above[1:] = weights[self.index.parent_sequence[self.index.infoset_of[1:]]]
        weights[0] = 1
        above[above == 0] = 1  # the weight below is 0 as well, and so is the product
        first = self.pure.row_start[:-1]
        products = (np.multiply.reduceat(part[self.pure.columns], first) for part in (weights, above))
        return ExactArray.of(Fraction(weight, whole) for weight, whole in zip(*products, strict=True))

    def plan(self, strategy: Vector) -> RealizationPlan:
        """Return Σ_π π[σ] μ(π) (vSvET, 2.2)."""
        if isinstance(strategy, ExactArray):
            return RealizationPlan(self.index, self.pure.T.dot(strategy).reduced())
        return RealizationPlan(self.index, self.pure.to_scipy().T @ strategy)

    def optimal_basis(self, gradient: ExactArray) -> OptimalBasis:
        """Return the best pure strategy, the first where several are."""
        best = int(np.argmax(gradient.numerators))
        return OptimalBasis(basic=np.array([best], dtype=np.int64), dual=ExactArray.of([gradient[best]]))
