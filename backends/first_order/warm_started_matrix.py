"""Primal-dual iterations on a payoff matrix, after some of regret matching."""

from __future__ import annotations

from seqform.backends.first_order.plan_space import MatrixSpace
from seqform.backends.first_order.primal_dual import PrimalDualRule
from seqform.backends.first_order.regret_rule import RegretRule
from seqform.backends.first_order.treeplex_regret import TreeplexRegretMatching
from seqform.backends.first_order.warm_start import WarmStarted
from seqform.models.exact import Floats
from seqform.models.saddle_point import SaddlePointProblem


class WarmStartedMatrix(WarmStarted):
    """The method, one iteration at a time; a `SaddlePointMethod`.

    Parameters
    ----------
    problem : SaddlePointProblem
    rule : PrimalDualRule
    start_rule : RegretRule
    start_iterations : int
        How many iterations are regret matching's.
    """

    def __init__(
        self, problem: SaddlePointProblem, rule: PrimalDualRule, start_rule: RegretRule, start_iterations: int
    ) -> None:
        start = TreeplexRegretMatching(problem, start_rule)

        def weights() -> tuple[list[Floats], list[Floats]]:
            first, second = start.answer()
            return [first], [second]

        super().__init__(MatrixSpace(problem), rule, start, weights, start_iterations)

    def answer(self) -> tuple[Floats, Floats]:
        """Return x and y."""
        first, second = self.plans()
        return first[0], second[0]
