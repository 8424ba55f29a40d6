"""Entry point of Lemke's algorithm: choice of the pivoting engine, with the integer tableau as the fallback."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from seqform.backends.lemke.path import LemkeResult, PathLimits, PivotRule
from seqform.backends.lemke.tableau import follow_on_tableau
from seqform.backends.linalg.compiled import is_machine_code, prepare
from seqform.models.numbers.exact import ExactArray
from seqform.models.programs.complementarity import LinearComplementarityProblem
from seqform.models.programs.solutions import PathStart

if TYPE_CHECKING:
    from seqform.backends.lemke.layout import BlockLayout

Engine = Literal["auto", "revised", "tableau"]
"""The revised method, the integer tableau, or a choice by the size of the problem."""

TABLEAU_UP_TO = 12
"""Largest number of variables for which the tableau is faster than the revised method."""

TABLEAU_UNTIL_LOADED = 64
"""The same while the machine code of the revised method is not loaded."""


def follow_path(
    problem: LinearComplementarityProblem,
    rule: PivotRule | None = None,
    limits: PathLimits | None = None,
    start: PathStart | None = None,
    engine: Engine = "auto",
    layout: BlockLayout | None = None,
    higher: Sequence[ExactArray] = (),
) -> LemkeResult:
    """Follow the complementary path of a problem's covering vector: Lemke's algorithm.

    Parameters
    ----------
    start : PathStart, optional
        By default the path comes from z0 = ∞, with all slacks basic.
    engine : "auto", "revised" or "tableau"
        All of them follow the same path.
    layout : BlockLayout, optional
        Of the problem, for the revised method; paths from several starts can share it.
    higher : sequence of ExactArray, each of shape (n,)
        q_1, ..., q_D, if q is a polynomial in ε; the problem's own is q_0.

    Returns
    -------
    LemkeResult
        SOLVED, with residuals zero; SECONDARY_RAY, with the unbounded direction `ray` from (z, z0), along which the
        last entering variable rises at rate 1; or a limit or INTERRUPTED, with the point reached. From a given start
        the ray may also be the one to z0 = ∞. ERROR means that z0 left while the slack of a free variable was
        positive: the point solves the problem in which that variable is nonnegative.

    Raises
    ------
    ModelError
        If a covering vector is required and absent, q is positive in the row of a free variable, or the start is
        not valid.

    Examples
    --------
    >>> from seqform.models.programs.complementarity import linear_complementarity_problem
    >>> problem = linear_complementarity_problem([[2, 1], [1, 2]], [-5, -6], covering_vector=[1, 1])
    >>> end = follow_path(problem)
    >>> end.termination, end.z.to_fractions(), len(end.path)
    (<Termination.SOLVED: 'solved'>, [Fraction(4, 3), Fraction(7, 3)], 3)
    """
    rule, limits = rule or PivotRule(), limits or PathLimits()
    if engine == "tableau" or (engine == "auto" and layout is None and _is_small(len(problem))):
        return follow_on_tableau(problem, rule, limits, start, higher)
    prepare("lemke", len(problem), limits.progress)
    from seqform.backends.lemke.revised import ResidueError, follow_revised

    began = time.perf_counter()
    try:
        return follow_revised(problem, rule, limits, start, layout, higher)
    except ResidueError as failure:
        if limits.progress is not None:
            limits.progress(f"{failure}: continuing with the integer tableau, which is slow")
        left = None if limits.seconds is None else max(0.0, limits.seconds - (time.perf_counter() - began))
        return follow_on_tableau(problem, rule, replace(limits, seconds=left), start, higher)


def _is_small(variables: int) -> bool:
    return variables <= (TABLEAU_UP_TO if is_machine_code("lemke") else TABLEAU_UNTIL_LOADED)
