"""The first basis of the path from a pair of plans: best responses, instead of degenerate pivots."""

from __future__ import annotations

import numpy as np

from seqform.builders.game_lcp import GameLcp
from seqform.models.complementary_path import PathStart
from seqform.models.strategies import RealizationPlans


def best_response_start(lcp: GameLcp, start: RealizationPlans) -> PathStart:
    """Return a basis with z0 = 1 made of optimal bases of both players' best-response programs.

    Basic are z0, all of u' and v', all but one of the basic variables x_σ and y_σ of the two programs
    (at every information set the best choice, and the empty sequence), and the slacks of the other
    sequences: Algorithm 1 (a) of vSvET. The missing one is x_∅, which enters first: it rises as z0 falls from 1.
    Of several best choices at a set the first is taken.

    Parameters
    ----------
    lcp : GameLcp
        Of the sequence form or of the normal form.
    start : RealizationPlans
        (p, q), exact: the one of the covering vector.

    Returns
    -------
    PathStart
        A slack is in the row of its own; u'_h, v'_h and the best choices at h exchange rows; z0 is in that of x_∅.

    Raises
    ------
    ModelError
        If the start is not a pair of exact realization plans of this game.

    References
    ----------
    von Stengel, van den Elzen & Talman, Econometrica 70 (2002), section 3, Algorithm 1 (a).

    Examples
    --------
    >>> from seqform.builders.games import catalog
    >>> from seqform.builders.sequence_form import sequence_form
    >>> from seqform.builders.sequence_form_lcp import shared_sequence_form_lcp
    >>> from seqform.builders.starting_plans import centroid
    >>> form = sequence_form(catalog.make("vsvet-figure-1")).target
    >>> lcp = shared_sequence_form_lcp(form)
    >>> lcp.base.names[best_response_start(lcp, centroid(form)).entering - len(lcp.base)]
    'x ∅'
    """
    p, q = lcp.strategies(start)
    n, blocks = len(lcp.base), lcp.blocks
    x = blocks.x.start + lcp.spaces[0].optimal_basis(-lcp.costs[0].dot(q)).basic
    y = blocks.y.start + lcp.spaces[1].optimal_basis(-lcp.costs[1].dot(p)).basic
    best = np.concatenate([x, y])
    duals = np.concatenate([np.arange(blocks.u.start, blocks.u.stop), np.arange(blocks.v.start, blocks.v.stop)])
    basis = np.arange(n)
    basis[best] = n + duals
    basis[duals] = n + best
    basis[duals[0]] = 2 * n
    return PathStart(basis=basis, entering=n + int(best[0]), ties_from=basis.copy())
