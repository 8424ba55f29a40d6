"""Small games that call every loop of the interior-point method, so that all of them get compiled."""

from __future__ import annotations

from seqform.backends.conformance.saddle_points import kuhn_saddle_point, two_rounds
from seqform.backends.protocol import SolveOptions
from seqform.backends.registry import get


def run_all() -> None:
    """Do some iterations on a class game and on a saddle point."""
    for model in (kuhn_saddle_point(), two_rounds()):
        get("barrier").solve(model, SolveOptions(target_gap=0.0, raw={"iterations": 3, "start_iterations": 1}))
