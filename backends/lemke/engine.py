"""Which engine walks, and who takes over where it cannot."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from seqform.backends.lemke.tableau import walk_tableau
from seqform.backends.lemke.walk import Limits, PivotRule, Walk
from seqform.backends.linalg.compiled import is_machine_code, prepare
from seqform.models.numbers.exact import ExactArray
from seqform.models.programs.complementarity import LinearComplementarityProblem
from seqform.models.programs.solutions import PathStart

if TYPE_CHECKING:
    from seqform.backends.lemke.walk import Layout

Engine = Literal["auto", "revised", "tableau"]
"""The fast engine, the plain tableau, or whichever has a problem of this size done first."""

TABLEAU_UP_TO = 12
"""Problems up to this many variables are solved on the tableau before the fast engine has begun."""

TABLEAU_UNTIL_LOADED = 64
"""And up to this many before it would be loaded, where no problem has needed it yet."""


def walk(
    problem: LinearComplementarityProblem,
    rule: PivotRule | None = None,
    limits: Limits | None = None,
    start: PathStart | None = None,
    engine: Engine = "auto",
    layout: Layout | None = None,
    higher: Sequence[ExactArray] = (),
) -> Walk:
    """Follow the complementary path of a problem's covering vector: Lemke's algorithm.

    Parameters
    ----------
    problem : LinearComplementarityProblem
        With a covering vector.
    start : PathStart, optional
        The slacks, which z0 enters, if absent.
    engine : "auto", "revised" or "tableau"
        They walk the same path.
    layout : Layout, optional
        Of the problem, for the fast engine, where many walks share it.
    higher : sequence of ExactArray, each of shape (n,)
        q_1, ..., q_D, if q is a polynomial in ε; the problem's own is q_0.

    Raises
    ------
    ModelError
        If a covering vector is needed and absent, q is positive in the row of a free variable, or no path
        can begin at the given start.

    Examples
    --------
    >>> from seqform.models.programs.complementarity import linear_complementarity_problem
    >>> problem = linear_complementarity_problem([[2, 1], [1, 2]], [-5, -6], covering_vector=[1, 1])
    >>> end = walk(problem)
    >>> end.termination, end.z.to_fractions(), len(end.path)
    (<Termination.SOLVED: 'solved'>, [Fraction(4, 3), Fraction(7, 3)], 3)
    """
    rule, limits = rule or PivotRule(), limits or Limits()
    if engine == "tableau" or (engine == "auto" and layout is None and _is_small(len(problem))):
        return walk_tableau(problem, rule, limits, start, higher)
    prepare("lemke", len(problem), limits.tell)
    from seqform.backends.lemke.revised import ResiduesFail, walk_revised

    began = time.perf_counter()
    try:
        return walk_revised(problem, rule, limits, start, layout, higher)
    except ResiduesFail as failure:
        if limits.tell is not None:
            limits.tell(f"{failure}: going on with the integer tableau, which is slow")
        left = None if limits.seconds is None else max(0.0, limits.seconds - (time.perf_counter() - began))
        return walk_tableau(problem, rule, replace(limits, seconds=left), start, higher)


def _is_small(variables: int) -> bool:
    return variables <= (TABLEAU_UP_TO if is_machine_code("lemke") else TABLEAU_UNTIL_LOADED)
