"""The functions `solve`, `plan` and `solve_anytime`."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack, cast, overload

from seqform.backends import get
from seqform.backends.protocol import Backend, SolveOptions, portable_options
from seqform.builders.games.catalog import source_of
from seqform.builders.games.rules import MAX_NODES
from seqform.builders.steps import LOSSLESS, PUBLISHED, THRESHOLD, Abstraction, Preprocess, Step
from seqform.errors import InputError, SolveError
from seqform.io.load import has_other_than_two_players, ordered_of, resolved, shares_positions
from seqform.io.load import load as load
from seqform.models.answers.device import Device
from seqform.models.answers.equilibrium import Equilibrium, PositionEquilibrium
from seqform.models.games.abstraction import Filters, InformationFilter
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.ordered import OrderedGame, count
from seqform.models.games.positions import PositionGraph
from seqform.models.programs.class_game import ClassGame
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.solutions import Termination
from seqform.models.strategies.behavior import BehaviorProfile, uniform_strategy
from seqform.solving.concepts import Concept, Correlated, CorrelatedName, Nash, concept_of
from seqform.solving.preprocessing import (
    NO_STEP,
    abstraction_of,
    needs_signals,
    require_steps_for_concept,
    steps_of,
)
from seqform.solving.request import Arguments, Inexact, Phases, Progress, Request, Unprocessed
from seqform.system.deadline import Deadline, within
from seqform.system.own_code import errors_named_by
from seqform.system.sources import Source

if TYPE_CHECKING:
    from seqform.solving.abstracted import AbstractedGame
    from seqform.solving.execute import Plan
    from seqform.solving.ordered_equilibrium import OrderedEquilibrium

_PORTABLE = tuple(option.name for option in fields(SolveOptions) if option.name != "progress")


@overload
def solve(  # type: ignore[overload-overlap]  # of the texts only these names
    game: ExtensiveGame | str | Path,
    concept: CorrelatedName | Correlated,
    **arguments: Unpack[Arguments],
) -> Device: ...
@overload
def solve(
    game: ExtensiveGame, concept: str | Concept = ..., **arguments: Unpack[Arguments]
) -> Equilibrium: ...
@overload
def solve(
    game: PositionGraph, concept: str | Concept = ..., **arguments: Unpack[Arguments]
) -> PositionEquilibrium: ...
@overload
def solve(
    game: OrderedGame, concept: str | Concept = ..., **arguments: Unpack[Inexact]
) -> OrderedEquilibrium: ...
@overload
def solve(
    game: OrderedGame, concept: str | Concept = ..., **arguments: Unpack[Arguments]
) -> Equilibrium | OrderedEquilibrium: ...
@overload
def solve(
    game: str | Path, concept: str | Concept = ..., **arguments: Unpack[Unprocessed]
) -> Equilibrium: ...
@overload
def solve(game: Any, concept: str | Concept = ..., **arguments: Any) -> Any: ...
def solve(
    game: Any,
    concept: str | Concept = "nash",
    *,
    backend: str | Backend | None = None,
    preprocess: Preprocess = None,
    exact: bool | None = None,
    options: SolveOptions | Mapping[str, Any] | None = None,
    progress: Progress | None = None,
    **settings: Any,
) -> Equilibrium | OrderedEquilibrium | PositionEquilibrium | Device:
    """Compute an equilibrium and certify it on the game itself.

    Constant-sum games become a linear program, all others a linear complementarity problem; so do constant-sum games
    where the concept, the start or the backend needs one. Games with ordered signals are solved on classes of signals.

    Parameters
    ----------
    game : ExtensiveGame, OrderedGame, PositionGraph, or whatever `load` accepts
        A name or a path stands for a game with ordered signals if an abstraction is among the steps; for a graph of
        positions if the concept is "subgame-perfect" and the game has other than two players, or rules with shared
        positions (`Rules.position`); else for a tree.
    concept : str or Concept
        One of `seqform.solving.concepts.CONCEPTS`, by name or as an object with options:
        ``QuasiPerfect(method="symbolic")``.
    backend : str or Backend, optional
        `seqform.backends.describe()` lists them with the problem classes that they solve; by default "highs" for linear
        programs, "lemke" for complementarity problems, and "cfr" for classes of signals but in small games.
    preprocess : str, Step, or sequence of these, optional
        Steps before the problem is solved; see `seqform.builders.steps`. "none" for none; by default equivalent
        rows and columns of linear programs are merged, and signals by the lossless abstraction, which loses nothing.
    exact : bool, optional
        Turn the solver's answer into a rational equilibrium whose nash_conv is exactly 0. By default that is done for
        constant-sum games of up to 10,000 nodes, unless a backend or options of it are named, or it takes much longer
        than the solver. False leaves an answer in doubles; the answers to general-sum games, and those of
        "lemke" and "exact", are rational in any case. An `OrderedGame` is solved in doubles by default, on its classes
        of signals; `seqform.load(game)` is its tree, with the default of trees. With True it is solved on trees; on its
        classes, with exact plans, where the tree is too large or the backend is one for class games.
    options : SolveOptions, or a mapping of its fields, optional
        Limits and tolerances of the solver; a field may also be given by itself: ``solve(game, time_limit=60)``.
    progress : callable, optional
        Callback that receives short progress messages.
    **settings
        Fields of `options`, and options of a concept given by name, as in
        ``solve(game, "quasi-perfect", method="symbolic")``.

    Returns
    -------
    Equilibrium, OrderedEquilibrium, PositionEquilibrium or Device
        With `profile`, `values`, `certificate`, `raw`, `resolved`, `seconds` and `save`. Of an abstraction that may
        lose something, the certificate has the nash_conv in the original game. A Device, of the concepts of correlated
        equilibria, has a `mixture` of pairs of pure strategies instead of a profile.

    Raises
    ------
    InputError
        If a name, an option or a combination is wrong.
    BackendError
        If the backend is not installed, or does not solve what the game becomes.
    SolveError
        If the solver did not finish; the error carries its raw solution, and of "cfr", "pdhg" and "barrier" the
        strategies found so far.
    CertificationError
        If the answer did not pass; the error carries the equilibrium with its certificate.

    Examples
    --------
    >>> equilibrium = solve("kuhn", exact=True)
    >>> str(equilibrium.certificate)
    'nash_conv = 0 (exact)'
    >>> str(solve("vsvet-figure-1").certificate)
    'nash_conv = 0 (exact); normal-form perfect: yes'
    >>> solve("littman-figure-4", "subgame-perfect", objective="social").values
    (Fraction(2, 1), Fraction(5, 1))
    >>> solve("leduc", preprocess="published", backend="cfr", target_gap=1e-3).certificate.nash_conv > 0.7
    True
    >>> [solve("vsvet-figure-1", weights=weights).values for weights in ((1, 1), (-1, -1))]
    [(Fraction(11, 1), Fraction(3, 1)), (Fraction(4, 1), Fraction(3, 2))]
    >>> device = solve("battle-of-the-sexes", "extensive-form-correlated", objective="social where 1=3/2", exact=True)
    >>> device.values, device.certificate.proven, len(device.mixture)
    ((Fraction(3, 2), Fraction(3, 2)), True, 2)
    """
    from seqform.solving.execute import execute

    request = request_of(concept, backend, preprocess, exact, options, progress, **settings)
    with within(request.options.time_limit):
        return cast(
            "Equilibrium | OrderedEquilibrium | PositionEquilibrium | Device",
            execute(_planned(game, request)),
        )


def plan(
    game: Any,
    concept: str | Concept = "nash",
    *,
    backend: str | Backend | None = None,
    preprocess: Preprocess = None,
    exact: bool | None = None,
    options: SolveOptions | Mapping[str, Any] | None = None,
    progress: Progress | None = None,
    **settings: Any,
) -> Plan:
    """Return the plan of `solve` with the same arguments, without a call of a solver.

    A printed plan shows the steps with the size of each model, the backend, and what will be certified. Steps on games
    and abstractions are carried out; the models of the programs are built when they are shown.

    Examples
    --------
    >>> print(plan("kuhn", exact=True))
    nash of kuhn
    ┏━━━━━━━━━━━━━━━━━━┳━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
    ┃ step             ┃ model                                  ┃
    ┡━━━━━━━━━━━━━━━━━━╇━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┩
    │ game             │ 58 nodes, 6 and 6 information sets     │
    │ sequence form    │ E 7×13, F 7×13, A with 30 nonzeros     │
    │ linear program   │ max, 20 rows × 20 columns, 68 nonzeros │
    │ merge-equivalent │ max, 20 rows × 20 columns, 68 nonzeros │
    └──────────────────┴────────────────────────────────────────┘
    backend: highs, the default for a linear program
    certified: a Nash equilibrium, with proof
    """
    request = request_of(concept, backend, preprocess, exact, options, progress, **settings)
    with within(request.options.time_limit):
        return _planned(game, request)


def request_of(
    concept: str | Concept,
    backend: str | Backend | None = None,
    preprocess: Preprocess = None,
    exact: bool | None = None,
    options: SolveOptions | Mapping[str, Any] | None = None,
    progress: Progress | None = None,
    **settings: Any,
) -> Request:
    """Return the arguments of `solve`, resolved."""
    if exact not in (None, False, True):
        raise InputError(f"exact: True, False or None expected, not {exact!r}")
    portable = {name: settings.pop(name) for name in _PORTABLE if name in settings}
    resolved_concept = concept_of(concept, settings)
    steps = steps_of(preprocess)
    require_steps_for_concept(steps or (), resolved_concept)
    options = portable_options(options, **portable)
    if options.progress is None:
        options = replace(options, progress=progress)
    solver = None if backend is None else get(backend)
    phases = Phases(progress, deadline=Deadline(options.time_limit))
    return Request(resolved_concept, solver, steps, exact, options, phases)


MOST_RANGE_NODES = 100_000
"""Nodes of a tree that is written out by default for a game with ranges; beyond, classes take far less time."""


def with_pot_of(game: Any, options: SolveOptions) -> SolveOptions:
    """Return options in which a share of the pot is a number in units of payoff, if a text names a game with signals.

    The tree that may take the place of such a game has no pot.
    """
    if options.pot_share is None or not isinstance(game, str | Source):
        return options
    signals = ordered_of(game)
    return options if signals is None else options.with_pot(signals)


def _planned(game: Any, request: Request) -> Plan:
    request = replace(request, options=with_pot_of(game, request.options))
    classes_above = None
    if solves_classes(request.concept, request.backend, request.exact):
        classes_above = MOST_RANGE_NODES
    with request.phases.phase("load", "loading the game"):
        source = game_for(
            game,
            request.concept,
            request.steps,
            classes_above=classes_above,
            progress=request.phases.progress,
        )
    from seqform.solving.plan import plan_of

    return plan_of(source, request)


def solves_classes(concept: Concept, backend: Backend | None, exact: bool | None) -> bool:
    """Return whether a game with ranges of hands may be solved by classes of these, of a size for which that is usual.

    So it is for equilibria in doubles, by a backend for games of classes or their linear programs.
    """
    if exact or concept != Nash():
        return False
    return backend is None or bool({ClassGame, LinearProgram} & backend.supports)


def game_for(
    game: Any,
    concept: Concept,
    steps: Sequence[Step] | None,
    *,
    normalize: bool = False,
    max_nodes: int = MAX_NODES,
    classes_above: int | None = None,
    progress: Progress | None = None,
) -> ExtensiveGame | OrderedGame | PositionGraph:
    """Load a game as a concept and preprocessing steps require it: see `solve`.

    A game with ranges of hands is one with ordered signals, to be solved by classes, if its tree has more nodes than
    `classes_above`, or than `max_nodes`.
    """
    abstraction = abstraction_of(steps)
    if isinstance(game, ExtensiveGame) and abstraction is not None:
        raise InputError(
            f"{abstraction.kind}: abstractions are for games with ordered signals; leave it out"
        )
    if isinstance(game, ExtensiveGame | OrderedGame | PositionGraph):
        return game
    if needs_signals(steps):
        return load(game, kind="ordered")
    # A step on trees alone needs a tree, whatever the concept would take.
    needs_tree = any(
        ExtensiveGame in step.models and PositionGraph not in step.models for step in steps or ()
    )
    may_be_positions = PositionGraph in concept.games and not needs_tree
    source = source_of(game)
    game = resolved(source)
    with errors_named_by(source):
        if may_be_positions and (has_other_than_two_players(game) or shares_positions(game)):
            return load(
                game, kind="positions", normalize=normalize, max_nodes=max_nodes, progress=progress
            )
        if OrderedGame in concept.games and not needs_tree:
            most = max_nodes if classes_above is None else min(max_nodes, classes_above)
            signals = game_by_classes(game, most)
            if signals is not None:
                return signals
        return load(game, normalize=normalize, max_nodes=max_nodes, progress=progress)


def game_by_classes(game: Any, most: int) -> OrderedGame | None:
    """Return a game with ranges of hands whose tree has more nodes; None of any other game."""
    signals = ordered_of(game) if isinstance(game, Source) else None
    if signals is None or signals.ranges is None or count(signals).nodes <= most:
        return None
    return signals


def uniform_profile(game: Any) -> BehaviorProfile:
    """Return the profile in which every action at an information set is equally likely, exactly."""
    game = load(game)
    first, second = (uniform_strategy(sequences.index) for sequences in game.sequences)
    return BehaviorProfile((first, second), game)


THRESHOLDS = (1.0, 0.5, 0.3, 0.2, 0.1, 0.07, 0.06, 0.05, 0.03, 0.02, 0.01, 0.0)
"""Default thresholds of `solve_anytime`; those that change nothing are skipped."""


def solve_anytime(
    game: OrderedGame | str | Source,
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
    from seqform.solving.execute import execute
    from seqform.solving.ordered_equilibrium import OrderedEquilibrium
    from seqform.solving.plan import plan_of_classes
    from seqform.solving.routes.ordered.draft import require_solvable

    original = load(game, kind="ordered")
    request = request_of(
        Nash(), backend, NO_STEP, False, portable_options(options, **portable), progress
    )
    request = replace(request, options=request.options.with_pot(original))
    if request.options.checkpoint is not None:
        raise InputError(
            "checkpoint: belongs to one abstraction, not to a sequence of them; leave it out"
        )
    require_solvable(original, request)
    deadline = request.phases.deadline
    equilibrium: OrderedEquilibrium | None = None
    for small in _abstractions(original, thresholds, abstractions):
        if deadline.passed:
            return
        phases = Phases(progress, {"abstraction": small.seconds}, deadline)
        try:
            part = replace(request, options=request.left, phases=phases)
            equilibrium = execute(plan_of_classes(small, part))
        except SolveError as error:
            if isinstance(error.equilibrium, OrderedEquilibrium):
                equilibrium = error.equilibrium
            elif equilibrium is not None and deadline.passed:  # the last answer stands
                return
            else:
                raise
        yield equilibrium
        if equilibrium.raw.termination is not Termination.SOLVED:
            return


def _abstractions(
    game: OrderedGame,
    thresholds: Sequence[float],
    abstractions: Sequence[str | InformationFilter | Filters | Abstraction] | None,
) -> Iterator[AbstractedGame]:
    """Yield the abstractions that are given, or those by ever lower thresholds; at last a lossless one."""
    from seqform.builders.preprocess.gameshrink import coarse_to_fine
    from seqform.solving.abstracted import AbstractedGame, abstract_game

    if isinstance(abstractions, str | InformationFilter | Abstraction):
        raise InputError(f"abstractions: a sequence expected, not {abstractions!r}")
    last: AbstractedGame | None = None
    if abstractions is not None:
        for abstraction in abstractions:
            last = abstract_game(game, abstraction)
            yield last
    else:
        start = time.perf_counter()
        for threshold, filters in coarse_to_fine(game, thresholds):
            name = f"{THRESHOLD}={threshold:g}" if threshold else PUBLISHED
            last = AbstractedGame(game, name, filters, time.perf_counter() - start)
            yield last
            start = time.perf_counter()  # the time between is the caller's
    if last is None or last.violation is not None:
        yield abstract_game(game, LOSSLESS)
