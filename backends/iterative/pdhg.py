"""Restarted primal-dual hybrid gradient as a backend."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import ClassVar

from seqform.backends.iterative.backend import IterativeBackend, RunOptions, is_count, is_number
from seqform.backends.iterative.class_space import ClassSpace
from seqform.backends.iterative.plan_space import MatrixSpace
from seqform.backends.iterative.primal_dual import PrimalDualRule, WarmStarted
from seqform.backends.iterative.regret import RegretRule, regret_matching
from seqform.backends.iterative.run import Method

START_RULE = RegretRule(averaging=2.0, plus=False, prediction=False)
"""Discounted regret matching, which leads to a rough solution soonest."""


@dataclass(frozen=True)
class PdhgOptions(RunOptions):
    """The options of the backend ``pdhg``, besides those of `RunOptions`.

    Parameters
    ----------
    start_iterations : int
        The number of first iterations that are done by discounted regret matching; they count as iterations.
    share, mixture : float from 0 to 1
        Of the geometry; see `PrimalDualRule`.
    """

    backend: ClassVar[str] = "pdhg"

    start_iterations: int = 300
    share: float = 0.6
    mixture: float = 0.1

    def __post_init__(self) -> None:
        super().__post_init__()
        self._require("start_iterations", is_count(self.start_iterations, 0), "a whole number from 0 on")
        for name in ("share", "mixture"):
            value = getattr(self, name)
            self._require(name, is_number(value) and 0 < value <= 1, "a number above 0, at most 1")

    @property
    def rule(self) -> PrimalDualRule:
        """The rule that the options ask for."""
        return PrimalDualRule(share=float(self.share), mixture=float(self.mixture))

    @property
    def course(self) -> dict[str, object]:
        return {"start_iterations": self.start_iterations, **asdict(self.rule)}


class PdhgBackend(IterativeBackend[PdhgOptions]):
    """Restarted primal-dual hybrid gradient over realization plans, in the geometry of behaviors.

    It starts with some iterations of regret matching. In the end it converges linearly, so that it is for answers of
    high accuracy. `raw` takes the fields of `PdhgOptions`; see `IterativeBackend` for bounds and Ctrl-C.

    Examples
    --------
    >>> import seqform as sf
    >>> from seqform.backends.protocol import SolveOptions
    >>> from seqform.builders.programs.max_min import saddle_point
    >>> from seqform.builders.forms.sequence_form import sequence_form
    >>> kuhn = saddle_point(sequence_form(sf.load("kuhn")).target).target
    >>> answer = PdhgBackend().solve(kuhn, SolveOptions(tolerance=1e-9))
    >>> answer.nash_conv <= 1e-9, round(18 * answer.objective, 6)
    (True, -1.0)
    """

    name = "pdhg"
    options_type = PdhgOptions

    def method(self, space: ClassSpace | MatrixSpace, own: PdhgOptions) -> Method:
        return WarmStarted(space, own.rule, regret_matching(space, START_RULE), own.start_iterations)

    def title(self, own: PdhgOptions) -> str:
        return "restarted primal-dual hybrid gradient"
