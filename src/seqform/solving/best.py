"""The best equilibrium of a small game, by mixed-integer programming."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from seqform.backends.exact.complementarity import exact_complementarity
from seqform.backends.solvers.pyomo import best_solution
from seqform.builders.forms.sequence_form import sequence_form
from seqform.builders.programs.lcp import GameLcp, shared_sequence_form_lcp
from seqform.errors import CertificationError, InputError, SolveError
from seqform.models.answers.equilibrium import Equilibrium
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.exact import ExactArray, ExactMatrix
from seqform.solving.concepts import Nash
from seqform.solving.pipeline import Request
from seqform.verify.nash import certify

BACKEND = "pyomo"


def solve_best(game: ExtensiveGame, request: Request) -> Equilibrium:
    """Return the equilibrium with the largest weighted sum of the payoffs; see `seqform.solving.concepts.Nash`.

    Pyomo's mixed-integer solver, HiGHS by default, chooses the sequences that are played and the best responses; the
    equilibrium is then computed exactly and certified. Payoffs of a player whose range is beyond 2**20 or below 2**-20
    count as scaled to order one.

    Raises
    ------
    SolveError
        If the solver did not finish.
    CertificationError
        If the answer is no equilibrium.
    """
    concept, portable, phases, progress = request.concept, request.options, request.phases, request.phases.progress
    assert isinstance(concept, Nash) and concept.weights is not None
    weights = concept.weights
    if request.backend is not None and request.backend.name != BACKEND:
        raise InputError(f"weights: chosen by {BACKEND}, not by {request.backend.name}; leave one of the two out")
    if request.steps:
        raise InputError(
            f"{request.steps[0].name}: weights choose among the equilibria of the whole game; leave it out"
        )
    for name in ("start", "formulation"):
        if getattr(concept, name) != getattr(Nash(), name):
            raise InputError(f"{name}: of no meaning with weights; leave one of the two out")
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
    found = Equilibrium(game, profile, certificate, raw, request.resolved(BACKEND), phases.seconds)
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
