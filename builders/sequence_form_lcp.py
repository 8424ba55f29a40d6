"""The sequence-form linear complementarity problem of von Stengel, van den Elzen & Talman."""

from __future__ import annotations

from seqform.builders.game_lcp import GameLcp, negative_payoffs
from seqform.builders.starting_plans import centroid
from seqform.builders.strategy_space import RealizationPlanSpace
from seqform.errors import ModelError
from seqform.models.linear_complementarity import LinearComplementarityProblem
from seqform.models.raw_solution import RawSolution
from seqform.models.reduced import Reduced
from seqform.models.sequence_form import SequenceForm
from seqform.models.strategies import RealizationPlans


def sequence_form_lcp(
    form: SequenceForm, start: RealizationPlans | None = None
) -> Reduced[LinearComplementarityProblem, RawSolution, RealizationPlans]:
    """Return the complementarity problem whose solutions are the equilibria of a game.

    Its variables are z = (x, v', y, u') and its slacks w = (r, w_F, s, w_E); with a start (p, q)

        r   = -Eᵀu' - A y - (A q) z0,      w_F = F y - f + f z0,
        s   = -Fᵀv' - Bᵀx - (Bᵀp) z0,      w_E = E x - e + e z0,

    where u' = -u and v' = -v are free, w_E and w_F zero: (3.4) of vSvET, and (2.7)-(2.8) at z0 = 0. The
    covering vector is d = (-A q, f, -Bᵀp, e), (3.3). Payoffs are first shifted so that each player's
    largest is -1: that makes d nonnegative and changes no equilibrium.

    Parameters
    ----------
    form : SequenceForm
        Of any two-player game.
    start : RealizationPlans, optional
        (p, q), exact; the centroid if absent. From completely mixed plans Lemke's algorithm
        finds a normal-form perfect equilibrium (Theorem 1).

    Returns
    -------
    Reduced
        `target` has |S1| + 1 + |H2| + |S2| + 1 + |H1| variables, in this order. `lift` reads x and y.

    Raises
    ------
    ModelError
        If the start is not a pair of exact realization plans of this game.

    References
    ----------
    von Stengel, van den Elzen & Talman, Computing normal form perfect equilibria for extensive
    two-person games, Econometrica 70 (2002), sections 2 and 3.

    Examples
    --------
    >>> from seqform.builders.games import catalog
    >>> from seqform.builders.sequence_form import sequence_form
    >>> form = sequence_form(catalog.make("vsvet-figure-1")).target
    >>> sequence_form_lcp(form).target
    <LinearComplementarityProblem 'vsvet-figure-1': 16 variables, 6 of them free, 44 nonzeros>
    """
    lcp = shared_sequence_form_lcp(form)
    return Reduced(lcp.problem(centroid(form) if start is None else start), lcp.lift)


def shared_sequence_form_lcp(form: SequenceForm) -> GameLcp:
    """Return what the problems of `sequence_form_lcp` have in common: for a game with many starts.

    Parameters
    ----------
    form : SequenceForm

    Examples
    --------
    >>> from seqform.builders.games import catalog
    >>> from seqform.builders.sequence_form import sequence_form
    >>> from seqform.builders.starting_plans import random_start
    >>> form = sequence_form(catalog.make("vsvet-figure-1")).target
    >>> shared = shared_sequence_form_lcp(form)
    >>> problems = [shared.problem(random_start(form, seed)) for seed in range(3)]
    """
    if not isinstance(form, SequenceForm):
        raise ModelError(
            f"sequence_form_lcp: a SequenceForm expected (`sequence_form(game).target`), not {type(form).__name__}"
        )
    first, second = form.sequences
    return GameLcp(
        spaces=(RealizationPlanSpace(first, form.E), RealizationPlanSpace(second, form.F)),
        costs=(-negative_payoffs(form.A, form.W), -negative_payoffs(form.B, form.W).T),
        title=form.title,
    )
