"""The best equilibrium of a small game, by mixed-integer programming."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from seqform.backends.exact.complementarity import exact_complementarity
from seqform.backends.protocol import SolveOptions, portable_options
from seqform.backends.solvers.pyomo import best_solution
from seqform.builders.forms.sequence_form import sequence_form
from seqform.builders.programs.lcp import GameLcp, shared_sequence_form_lcp
from seqform.errors import CertificationError, ModelError, SolveError
from seqform.io.load import load
from seqform.models.answers.equilibrium import Equilibrium
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.exact import ExactArray, ExactMatrix
from seqform.solving.phases import Phases, Progress
from seqform.verify.nash import certify

__all__ = ["best_equilibrium"]


def best_equilibrium(
    game: ExtensiveGame | str | Path | Any,
    weights: tuple[Fraction | int, Fraction | int] = (1, 1),
    *,
    options: SolveOptions | Mapping[str, Any] | None = None,
    progress: Progress | None = None,
) -> Equilibrium:
    """Return the equilibrium with the largest weighted sum of the players' payoffs.

    Pyomo's mixed-integer solver, HiGHS by default, chooses which sequences are played and which are best
    responses; the equilibrium is then computed exactly and certified. It is proven to be an equilibrium; no better one
    exists as far as the solver claims, to its tolerance.

    Parameters
    ----------
    game : ExtensiveGame, or a source that `load` accepts
        Small: a few dozen sequences are easy, a few hundred are not.
    weights : two Fraction or int
        (1, 1) for the best for both together, (1, 0) for the best for player 1, (-1, 0) for the worst for him.
        Payoffs of a player whose range is beyond 2**20 or below 2**-20 count as scaled to order one.
    options : SolveOptions, or a mapping of its fields, optional
        As for the backend "pyomo".
    progress : callable, optional
        Callback that receives short progress messages.

    Returns
    -------
    Equilibrium
        Exact.

    Raises
    ------
    ModelError
        If the weights are not two rational numbers.
    SolveError
        If the solver did not finish.
    CertificationError
        If the answer is no equilibrium.

    Examples
    --------
    >>> [best_equilibrium("vsvet-figure-1", weights).values for weights in ((1, 1), (-1, -1))]
    [(Fraction(11, 1), Fraction(3, 1)), (Fraction(4, 1), Fraction(3, 2))]
    """
    pair = isinstance(weights, tuple | list) and len(weights) == 2
    if not pair or not all(isinstance(weight, int | Fraction) for weight in weights):
        raise ModelError(f"weights: two whole numbers or fractions expected, not {weights!r}")
    portable = portable_options(options)
    phases = Phases(progress)
    with phases.phase("load", "loading the game"):
        game = load(game, progress=progress)
    with phases.phase("build", "building the complementarity problem"):
        form = sequence_form(game)
        lcp = shared_sequence_form_lcp(form.target)
        problem = lcp.base
        objective = np.zeros(len(problem), dtype=object)
        objective[lcp.blocks.u.start], objective[lcp.blocks.v.start] = -weights[0], -weights[1]
        goal = ExactArray.of(objective)
    with phases.phase("solve", "looking for the best equilibrium"):
        raw = best_solution(problem, goal, "max", largest=_largest(lcp, form.target.W), options=portable)
    if raw.primal is None or not raw.solved:
        raise SolveError(f"pyomo found no best equilibrium: {raw.termination} ({raw.status})", raw)
    with phases.phase("exact", "making the answer exact"):
        raw = exact_complementarity(problem, raw, goal, "max", time_limit=portable.time_limit, progress=progress)
    if not raw.solved:
        raise SolveError(f"the answer of pyomo could not be made exact: {raw.termination} ({raw.status})", raw)
    with phases.phase("verify", "verifying on the tree"):
        profile = form.lift(lcp.lift(raw))
        certificate = certify(game, profile)
    found = Equilibrium(game, profile, certificate, raw, "best", "pyomo", phases.seconds)
    if not certificate.proven:
        raise CertificationError(f"the certificate fails: {certificate}", certificate, found)
    return found


def _largest(lcp: GameLcp, chance: ExactMatrix) -> Fraction:
    """Return a bound on |z_i| over all equilibria: no plan weighs more than 1, no value is below the least payoff."""
    largest = Fraction(1)
    for costs, reach in zip(lcp.costs, (chance, chance.T), strict=True):  # the same places, all costs being positive
        pairs = zip(costs.values.to_fractions(), reach.values.to_fractions(), strict=True)
        largest = max(largest, *(cost / weight for cost, weight in pairs))
    return largest
