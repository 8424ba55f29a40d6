"""Steps that make a game's problem smaller before it is solved, by name."""

from __future__ import annotations

from collections.abc import Sequence

from seqform.builders.dominated_sequences import eliminate_dominated
from seqform.errors import ModelError
from seqform.models.reduced import Reduced
from seqform.models.sequence_form import SequenceForm
from seqform.models.strategies import BehaviorProfile, RealizationPlans
from seqform.phases import Phases

MERGE = "merge-equivalent"
ELIMINATE = "eliminate-dominated"
SPARSIFY = "sparsify"
SOLVE_SUBGAMES = "solve-subgames"
NO_STEP = "none"
PREPROCESSORS = {
    MERGE: "merge what the problem cannot tell apart",
    ELIMINATE: "leave out dominated sequences, which may cost other equilibria",
    SPARSIFY: "tell a linear program by auxiliary variables, in fewer coefficients",
    SOLVE_SUBGAMES: "solve subgames of perfect information first, each for the objective",
}
"""What there is, and what it does."""

Form = Reduced[SequenceForm, RealizationPlans, BehaviorProfile]


def named_steps(preprocess: str | Sequence[str] | None) -> tuple[str, ...] | None:
    """Return the steps that were asked for; None if nothing was said.

    Parameters
    ----------
    preprocess : str or sequence of str, optional
        One step or several; "none" for none at all.

    Raises
    ------
    ModelError
        If there is no such step, or "none" is not alone.

    Examples
    --------
    >>> named_steps("none"), named_steps("sparsify"), named_steps(["merge-equivalent", "sparsify"])
    ((), ('sparsify',), ('merge-equivalent', 'sparsify'))
    """
    if preprocess is None:
        return None
    if not isinstance(preprocess, str | list | tuple):
        raise ModelError(f"preprocess: the names of steps expected, not {preprocess!r}")
    names = (preprocess,) if isinstance(preprocess, str) else tuple(preprocess)
    if names == (NO_STEP,):
        return ()
    if NO_STEP in names:
        raise ModelError(f"preprocess: {NO_STEP!r} stands alone; leave it out, or the steps beside it")
    unknown = [name for name in names if name not in tuple(PREPROCESSORS)]
    if unknown:
        raise ModelError(f"unknown preprocessor {unknown[0]!r}; known: {', '.join(PREPROCESSORS)}; {NO_STEP} for none")
    return names


def chosen_steps(
    preprocess: Sequence[str] | None, concept: str, *, linearly: bool, has_start: bool, by_saddle_point: bool = False
) -> tuple[str, ...]:
    """Return the steps to take: those asked for, or the default.

    Merging is the default for linear programs. Complementarity problems are left as they are, so that the end of the
    path proves normal-form perfection.

    Raises
    ------
    ModelError
        If a step has no meaning here.
    """
    if preprocess is None:
        return (MERGE,) if linearly else ()
    if MERGE in preprocess and by_saddle_point:
        raise ModelError(f"{MERGE}: for linear programs and complementarity problems; leave it out")
    if SPARSIFY in preprocess and not linearly:
        raise ModelError(f"{SPARSIFY}: for linear programs; leave it out")
    if SPARSIFY in preprocess and concept not in ("nash", "nf-perfect"):
        raise ModelError(f"{SPARSIFY}: concept {concept!r} has programs of its own; leave it out")
    if ELIMINATE in preprocess and concept != "nash":
        raise ModelError(f"{ELIMINATE}: concept {concept!r} is about all sequences; leave it out")
    if preprocess and not linearly and concept != "nash":
        raise ModelError(f"preprocess: concept {concept!r} needs the whole complementarity problem; leave it out")
    if preprocess and not linearly and has_start:
        raise ModelError("preprocess: a start is a start of the whole problem; leave one of the two out")
    return tuple(preprocess)


def without_dominated(form: Form, steps: Sequence[str], phases: Phases) -> Form:
    """Return the sequence form without dominated sequences, if that is among the steps."""
    if ELIMINATE not in steps:
        return form
    with phases.phase("preprocess", "eliminating dominated sequences"):
        return form.then(eliminate_dominated)
