"""Strategies for games with ordered signals by abstractions from coarse to fine, each answer certified."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from seqform.backends import get
from seqform.backends.protocol import Backend, SolveOptions, portable_options
from seqform.builders.preprocess.gameshrink import coarse_to_fine
from seqform.builders.steps import LOSSLESS, PUBLISHED, THRESHOLD, Abstraction
from seqform.errors import InputError, SolveError
from seqform.io.load import load
from seqform.models.games.abstraction import Filters, InformationFilter
from seqform.models.games.ordered import OrderedGame
from seqform.models.programs.solutions import Termination
from seqform.solving.abstracted import AbstractedGame, abstract_game
from seqform.solving.concepts import Nash
from seqform.solving.execute import execute
from seqform.solving.ordered_equilibrium import OrderedEquilibrium
from seqform.solving.request import Phases, Progress, Request
from seqform.solving.routes.classes import classes_plan, default_backend, require_constant_sum
from seqform.system.deadline import Deadline

THRESHOLDS = (1.0, 0.5, 0.3, 0.2, 0.1, 0.07, 0.06, 0.05, 0.03, 0.02, 0.01, 0.0)
"""Default thresholds of `solve_anytime`; those that change nothing are skipped."""


def solve_anytime(
    game: OrderedGame | str,
    *,
    thresholds: Sequence[float] = THRESHOLDS,
    abstractions: Sequence[str | InformationFilter | Filters | Abstraction] | None = None,
    backend: str | Backend | None = None,
    options: SolveOptions | Mapping[str, Any] | None = None,
    progress: Progress | None = None,
    **portable: Any,
) -> Iterator[OrderedEquilibrium]:
    """Return ever better answers: by GameShrink with ever lower thresholds, at last by the lossless abstraction.

    Own abstractions may take the place of GameShrink's.

    Parameters
    ----------
    game : OrderedGame, or the name of one in the catalog
        Constant-sum.
    thresholds : sequence of float
        Decreasing; see `seqform.builders.preprocess.gameshrink.coarse_to_fine`.
    abstractions : sequence, optional
        From coarse to fine, each as of `seqform.abstract_game`; the lossless one follows. No thresholds then.
    backend, progress
        As of `seqform.solve`, for every abstraction.
    options : SolveOptions, or a mapping of its fields, or fields by name, optional
        The time limit holds for all abstractions together. A step that is being certified is finished.

    Yields
    ------
    OrderedEquilibrium
        For each abstraction, certified in the game itself. The last one is that at which the time is up, or after which
        a solver stopped at a limit.

    References
    ----------
    Gilpin & Sandholm, Finding equilibria in large sequential games of imperfect information, EC 2006, section 6.

    Examples
    --------
    >>> for found in solve_anytime("leduc", thresholds=(0.3, 0), target_gap=1e-3):
    ...     print(found.abstraction.kind, round(found.certificate.nash_conv, 1))
    threshold=0.3 0.7
    published 0.8
    lossless 0.0
    """
    whole, options = load(game, kind="ordered"), portable_options(options, **portable)
    require_constant_sum(whole)
    if options.checkpoint is not None:
        raise InputError("checkpoint: belongs to one abstraction, not to a sequence of them; leave it out")
    solver = None if backend is None else get(backend)
    deadline = Deadline(options.time_limit)
    found: OrderedEquilibrium | None = None
    steps = _abstractions(whole, thresholds) if abstractions is None else _own_abstractions(whole, abstractions)
    for small in steps:
        if deadline.passed:
            return
        options = replace(options, time_limit=deadline.left)
        if options.progress is None:
            options = replace(options, progress=progress)
        phases = Phases(progress, {"abstraction": small.seconds}, deadline)
        request = Request(Nash(), solver, (), False, options, phases)
        try:
            found = execute(classes_plan(small, request, (), default_backend(small, request, ())))
        except SolveError as error:
            if isinstance(error.equilibrium, OrderedEquilibrium):
                found = error.equilibrium
            elif found is None or not deadline.passed:
                raise
            else:
                return
        yield found
        if found.raw.termination is not Termination.SOLVED:
            return


def _own_abstractions(
    game: OrderedGame, kinds: Sequence[str | InformationFilter | Filters | Abstraction]
) -> Iterator[AbstractedGame]:
    """Return the abstractions given, at last a lossless one."""
    if isinstance(kinds, str | InformationFilter | Abstraction):
        raise InputError(f"abstractions: a sequence expected, not {kinds!r}")
    last = None
    for kind in kinds:
        yield (last := abstract_game(game, kind))
    if last is None or last.violation is not None:
        yield abstract_game(game, LOSSLESS)


def _abstractions(game: OrderedGame, thresholds: Sequence[float]) -> Iterator[AbstractedGame]:
    """Return abstractions from coarse to fine, at last a lossless one."""
    start = time.perf_counter()
    last = None
    for threshold, filters in coarse_to_fine(game, thresholds):
        kind = f"{THRESHOLD}={threshold:g}" if threshold else PUBLISHED
        last = AbstractedGame(game, kind, filters, time.perf_counter() - start)
        yield last
        start = time.perf_counter()
    if last is None or last.violation is not None:
        yield abstract_game(game, LOSSLESS)
