"""An ordered game solved from coarse to fine: an answer soon, and better ones for as long as there is time."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from seqform.api import portable_options
from seqform.backends.options import SolveOptions
from seqform.backends.protocol import Backend
from seqform.builders.gameshrink import coarse_to_fine
from seqform.models.ordered_game import OrderedGame
from seqform.models.raw_solution import Termination
from seqform.ordered_route import DEFAULT_BACKEND, OrderedEquilibrium, load_constant_sum, solve_shrunk
from seqform.phases import Phases, Progress
from seqform.shrinking import LOSSLESS, PUBLISHED, THRESHOLD, Shrunk, shrunk

THRESHOLDS = (1.0, 0.5, 0.3, 0.2, 0.1, 0.07, 0.06, 0.05, 0.03, 0.02, 0.01, 0.0)
"""Of the walk; those that change nothing are passed over."""


def solve_anytime(
    game: OrderedGame | str,
    *,
    thresholds: Sequence[float] = THRESHOLDS,
    backend: str | Backend = DEFAULT_BACKEND,
    options: SolveOptions | Mapping[str, Any] | None = None,
    gap: float | None = None,
    progress: Progress | None = None,
) -> Iterator[OrderedEquilibrium]:
    """Return ever better answers: GameShrink's filters with ever lower thresholds, at last the lossless ones.

    Parameters
    ----------
    game : OrderedGame, or the name of one in the catalog
    thresholds : sequence of float
        Decreasing; see `seqform.builders.gameshrink.coarse_to_fine`.
    backend, gap, progress
        As in `seqform.solve_ordered`, for every step.
    options : SolveOptions, or a mapping of its fields, optional
        The time limit is for all steps together: shrinking, solving and certifying. A step that is being
        certified is brought to its end.

    Yields
    ------
    OrderedEquilibrium
        Of one step, certified in the game itself. The walk ends when time is up, or after a step that its solver did
        not finish.

    Raises
    ------
    GameError, BackendError, SolveError
        As `seqform.solve_ordered`.

    References
    ----------
    Gilpin & Sandholm, Finding equilibria in large sequential games of imperfect information, EC 2006, section 6.

    Examples
    --------
    >>> for found in solve_anytime("leduc", thresholds=(0.3, 0), gap=1e-3):
    ...     print(found.shrunk.how, found.shrunk.filters[0].num_classes, round(found.certificate.nash_conv, 2))
    threshold=0.3 (1, 3) 0.68
    published (3, 7) 0.76
    lossless (3, 9) 0.0
    """
    whole = load_constant_sum(game)
    options = portable_options(options)
    end = None if options.time_limit is None else time.monotonic() + options.time_limit
    for small in _steps(whole, thresholds):
        if end is not None:
            left = end - time.monotonic()
            if left <= 0:
                return
            options = replace(options, time_limit=left)
        phases = Phases(progress, {"shrink": small.seconds})
        found = solve_shrunk(
            small, backend=backend, options=options, gap=gap, checkpoint=None, sparsify=False, phases=phases
        )
        yield found
        if found.termination is not Termination.SOLVED:
            return


def _steps(game: OrderedGame, thresholds: Sequence[float]) -> Iterator[Shrunk]:
    """Return the walk from coarse to fine; what GameShrink finds may lose something, what comes last does not."""
    start = time.perf_counter()
    last = None
    for threshold, filters in coarse_to_fine(game, thresholds):
        how = f"{THRESHOLD}{threshold:g}" if threshold else PUBLISHED
        last = Shrunk(game, how, filters, time.perf_counter() - start)
        yield last
        start = time.perf_counter()
    if last is None or last.violation is not None:
        yield shrunk(game, LOSSLESS)
