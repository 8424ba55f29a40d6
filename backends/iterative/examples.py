"""Small games that call every loop of the iterative methods, so that all of them get compiled."""

from __future__ import annotations

import numpy as np

from seqform.backends.conformance.saddle_points import kuhn_saddle_point, two_rounds
from seqform.backends.iterative.cfr import RegretMatching, RegretRule
from seqform.backends.iterative.class_space import ClassSpace
from seqform.backends.protocol import SolveOptions
from seqform.backends.registry import get


def run_all() -> None:
    """Do an iteration on a small game in every way, which compiles everything that is not compiled yet."""
    game = two_rounds()
    for ranked in (True, False):
        space = ClassSpace(game, ranked=ranked)
        for dtype in (np.float64, np.float32):
            method = RegretMatching(space, RegretRule(), dtype)
            method.step()
            lower, upper = method.value_bounds()
            space.operator.gradient(0, method.average[1])
            assert lower <= upper
    get("cfr").solve(kuhn_saddle_point(), SolveOptions(raw={"iterations": 2}))
    for model in (kuhn_saddle_point(), game):
        get("pdhg").solve(model, SolveOptions(raw={"iterations": 4, "start_iterations": 1}))
