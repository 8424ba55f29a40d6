"""The standard complementarity problem of Koller, Megiddo & von Stengel, with their covering vector."""

from __future__ import annotations

import numpy as np

from seqform.builders.sequence_form_lcp import shared_sequence_form_lcp
from seqform.models.exact import ExactArray
from seqform.models.linear_complementarity import LinearComplementarityProblem
from seqform.models.raw_solution import RawSolution
from seqform.models.reduced import Reduced
from seqform.models.sequence_form import SequenceForm
from seqform.models.split_free import split_free
from seqform.models.strategies import RealizationPlans


def koller_megiddo_von_stengel(
    form: SequenceForm,
) -> Reduced[LinearComplementarityProblem, RawSolution, RealizationPlans]:
    """Return the problem on which Lemke's algorithm with d = (1, ..., 1) was first shown to find an equilibrium.

    It is that of `sequence_form_lcp` without free variables, u' and v' differences of nonnegative ones.
    There is no start to choose: the path is not one of plans.

    Parameters
    ----------
    form : SequenceForm
        Of any two-player game.

    Returns
    -------
    Reduced
        `target` has |S1| + |S2| + 2 (1 + |H1|) + 2 (1 + |H2|) variables. `lift` reads x and y.

    References
    ----------
    Koller, Megiddo & von Stengel, Efficient computation of equilibria for extensive two-person games,
    Games and Economic Behavior 14 (1996), 247-259.

    Examples
    --------
    >>> from seqform.builders.games import catalog
    >>> from seqform.builders.sequence_form import sequence_form
    >>> koller_megiddo_von_stengel(sequence_form(catalog.make("vsvet-figure-1")).target).target
    <LinearComplementarityProblem 'vsvet-figure-1': 22 variables, 72 nonzeros>
    """
    shared = shared_sequence_form_lcp(form)
    size = len(shared.base) + int(np.count_nonzero(shared.base.free))
    ones = ExactArray(np.ones(size, dtype=np.int64))
    return Reduced(shared.base, shared.lift).then(lambda problem: split_free(problem, ones))
