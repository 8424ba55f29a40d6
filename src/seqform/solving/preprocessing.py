"""Preprocessing steps by name, and the steps that the arguments of `seqform.solve` stand for."""

from __future__ import annotations

from collections.abc import Sequence

from seqform.builders.steps import (
    ABSTRACTIONS,
    THRESHOLD,
    Abstraction,
    ContractForced,
    EliminateDominated,
    MergeEquivalent,
    Sparsify,
    Step,
)
from seqform.errors import InputError, suggestion
from seqform.models.games.abstraction import InformationFilter
from seqform.models.games.ordered import OrderedGame
from seqform.solving.concepts import Concept
from seqform.solving.loops.subgames import SolveSubgames
from seqform.solving.loops.supported import SupportedColumns
from seqform.system.own_objects import own_file
from seqform.system.registry import Registry

NO_STEP = "none"

ANYTIME = "anytime"
"""A sequence of abstractions from coarse to fine, of `seqform.solve_anytime`."""

_STEPS: tuple[type[Step], ...] = (
    MergeEquivalent,
    EliminateDominated,
    Sparsify,
    SupportedColumns,
    SolveSubgames,
    ContractForced,
)
PREPROCESSORS = Registry("preprocessing step", {step.name: step for step in _STEPS})
"""Steps by name, without abstractions, which go by kind; an entry makes a step of another package available."""

Preprocess = str | Step | InformationFilter | Sequence[str | Step | InformationFilter] | None
"""Steps, and their names; one information filter is for both players, two are player 1's and player 2's."""


def steps_of(preprocess: Preprocess) -> tuple[Step, ...] | None:
    """Return the steps that names and steps stand for; None for the default.

    Raises
    ------
    InputError
        If a step is unknown, or "none" does not stand alone.

    Examples
    --------
    >>> [step.name for step in steps_of(["merge-equivalent", Sparsify()])], steps_of("none")
    (['merge-equivalent', 'sparsify'], ())
    >>> steps_of("solve-subgames=fairest"), steps_of("threshold=0.1")
    ((SolveSubgames(objective='fairest'),), (Abstraction(kind='threshold=0.1', max_nodes=10000000),))
    """
    if preprocess is None:
        return None
    given = (preprocess,) if isinstance(preprocess, str | Step | InformationFilter) else preprocess
    if not isinstance(given, list | tuple) or not all(isinstance(one, str | Step | InformationFilter) for one in given):
        raise InputError(f"preprocess: information filters, steps or their names expected, not {preprocess!r}")
    filters = [one for one in given if isinstance(one, InformationFilter)]
    if filters:
        others = [one for one in given if not isinstance(one, InformationFilter)]
        return (filters_step(filters), *(steps_of(others) or ()))
    if given in ((NO_STEP,), [NO_STEP]):
        return ()
    return tuple(one if isinstance(one, Step) else _step(one) for one in given)


def filters_step(filters: Sequence[object]) -> Abstraction:
    """Return the abstraction by one filter for both players, or by player 1's and player 2's."""
    if len(filters) not in (1, 2) or not all(isinstance(one, InformationFilter) for one in filters):
        raise InputError("preprocess: one information filter for both players, or one for each of the two, expected")
    first, second = filters[0], filters[-1]
    assert isinstance(first, InformationFilter) and isinstance(second, InformationFilter)
    return Abstraction(filters=(first, second))


def _step(name: str) -> Step:
    word, equals, value = name.partition("=")
    if name == NO_STEP:
        raise InputError(f"preprocess: {NO_STEP!r} stands alone; leave it out, or the steps beside it")
    if word in PREPROCESSORS:
        return PREPROCESSORS[word].of_text(value) if equals else PREPROCESSORS[word]()
    if word == THRESHOLD or name in ABSTRACTIONS or own_file(name):
        return Abstraction(name)
    if name == ANYTIME:
        raise InputError(f"{ANYTIME}: a sequence of abstractions; take solve_anytime, or --preprocess {ANYTIME} alone")
    known = (*PREPROCESSORS, *ABSTRACTIONS)
    raise InputError(
        f"unknown preprocessor {name!r}{suggestion(name, known)}; known: {', '.join(known)}; {NO_STEP} for none"
    )


def require_accepted(steps: Sequence[Step], concept: Concept) -> None:
    """Raise InputError for the first step that does not apply to the concept, or stands twice."""
    for place, step in enumerate(steps):
        reason = step.refusal(concept)
        if reason is None and any(type(other) is type(step) for other in steps[:place]):
            reason = "given twice"
        if reason is not None:
            raise InputError(f"{step.spelled}: {reason}; leave it out")


def needs_signals(steps: Sequence[Step] | None) -> bool:
    """Return whether a step is for games with ordered signals, so that a name stands for such a game."""
    return any(OrderedGame in step.models for step in steps or ())


def abstraction_of(steps: Sequence[Step] | None) -> Abstraction | None:
    """Return the abstraction among the steps, if there is one."""
    return next((step for step in steps or () if isinstance(step, Abstraction)), None)
