"""Regret matching as a backend."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import ClassVar

import numpy as np

from seqform.backends.iterative.backend import IterativeBackend, RunOptions, is_number
from seqform.backends.iterative.class_space import ClassSpace
from seqform.backends.iterative.plan_space import MatrixSpace
from seqform.backends.iterative.regret import RegretRule, regret_matching
from seqform.backends.iterative.run import Method

METHODS: Mapping[str, RegretRule] = {
    "dcfr+": RegretRule(),
    "pdcfr+": RegretRule(prediction=True),
    "pcfr+": RegretRule(averaging=2.0, discount=None, prediction=True),
    "cfr+": RegretRule(averaging=2.0, discount=None),
    "dcfr": RegretRule(averaging=2.0, plus=False),
}
"""The methods with their default settings."""


@dataclass(frozen=True)
class CfrOptions(RunOptions):
    """The options of the backend ``cfr``, besides those of `RunOptions`.

    Parameters
    ----------
    method : str
        ``"dcfr+"``, ``"pdcfr+"`` (with prediction), ``"pcfr+"`` (not discounted), ``"cfr+"`` or ``"dcfr"``.
    averaging : float, optional
        Plan number t has a weight in proportion to t to this power; the method's own if absent.
    discount : float, optional
        α ≥ 0: accumulated positive regrets are multiplied by t^α / (t^α + 1) before others are added; the method's own
        if absent, 0 for none at all.
    alternation : bool
        Whether player 2 responds to player 1's new strategy, rather than both to the old ones.
    precision : "double" or "single"
        Of regrets and behavior in class games; averages, bounds and saddle points are always in doubles.
    """

    backend: ClassVar[str] = "cfr"

    method: str = "dcfr+"
    averaging: float | None = None
    discount: float | None = None
    alternation: bool = True
    precision: str = "single"

    def __post_init__(self) -> None:
        super().__post_init__()
        self._require("method", self.method in METHODS, " or ".join(METHODS))
        self._require("precision", self.precision in ("double", "single"), "double or single")
        self._require("alternation", isinstance(self.alternation, bool), "true or false")
        for name in ("averaging", "discount"):
            value = getattr(self, name)
            self._require(name, value is None or (is_number(value) and 0 <= value <= 100), "a number from 0 to 100")

    @property
    def rule(self) -> RegretRule:
        """The rule that the options ask for."""
        own = METHODS[self.method]
        discount = own.discount if self.discount is None else (self.discount or None)
        averaging = own.averaging if self.averaging is None else float(self.averaging)
        return RegretRule(averaging, discount, own.plus, own.prediction, self.alternation)

    @property
    def course(self) -> dict[str, object]:
        return {**asdict(self.rule), "precision": self.precision}


class CfrBackend(IterativeBackend[CfrOptions]):
    """Counterfactual regret minimisation on a constant-sum class game, or on the saddle point of any constant-sum game.

    `raw` takes the fields of `CfrOptions`; see `IterativeBackend` for bounds and Ctrl-C.

    Examples
    --------
    >>> from seqform.backends.protocol import SolveOptions
    >>> from seqform.builders.forms.class_game import class_game
    >>> from seqform.builders.games.ordered.poker import kuhn
    >>> from seqform.models.games.abstraction import InformationFilter
    >>> game = class_game(InformationFilter.identity(kuhn("kuhn")))
    >>> answer = CfrBackend().solve(game, SolveOptions(tolerance=1e-4))
    >>> answer.lower <= -1 / 18 <= answer.upper, answer.nash_conv <= 1e-4
    (True, True)
    """

    name = "cfr"
    options_type = CfrOptions

    def method(self, space: ClassSpace | MatrixSpace, own: CfrOptions) -> Method:
        return regret_matching(space, own.rule, np.float64 if own.precision == "double" else np.float32)

    def title(self, own: CfrOptions) -> str:
        return own.method.upper()
