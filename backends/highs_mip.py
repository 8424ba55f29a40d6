"""Mixed-integer programs in the terms of HiGHS: its options, and what it proves beside a point."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from seqform.backends.highs_model import set_option
from seqform.backends.options import SolveOptions
from seqform.errors import OptionError
from seqform.models.raw_solution import Basis, RawSolution


def check_question(options: SolveOptions, basis: Basis | None) -> None:
    """Raise OptionError for what only makes sense of a linear program; HiGHS would leave the whole numbers out."""
    if "solver" in options.raw:
        raise OptionError(
            "HiGHS: option solver chooses among methods for linear programs; leave it out where numbers are whole"
        )
    if basis is not None:
        raise OptionError("HiGHS: a basis to start from is for linear programs; leave it out where numbers are whole")


def ask_for_proof(highs: Any, options: SolveOptions) -> None:
    """Let HiGHS go on until its bound meets its point, and hold whole numbers to the tolerance.

    By default it stops at a relative gap of 1e-4.
    """
    wanted: dict[str, float] = {"mip_rel_gap": 0.0, "mip_abs_gap": 0.0}
    if options.tolerance is not None:
        wanted["mip_feasibility_tolerance"] = options.tolerance
    for name, value in wanted.items():
        if name not in options.raw:
            set_option(highs, name, value)


def with_bound(highs: Any, answer: RawSolution, searched: bool) -> RawSolution:
    """Return an answer without duals and basis, which belong to some relaxation, and with the bound that is proved.

    Parameters
    ----------
    highs : highspy.Highs
    answer : RawSolution
    searched : bool
        Whether there were numbers to be whole; without any HiGHS solves a linear program and states no bound.
    """
    ran = highs.getModelStatus().name != "kNotset"
    bound = float(highs.getInfo().mip_dual_bound) if searched and ran else math.inf
    if not math.isfinite(bound):
        bound = float(answer.objective) if answer.solved and answer.objective is not None else math.inf
    return replace(answer, dual=None, basis=None, bound=bound if math.isfinite(bound) else None)
