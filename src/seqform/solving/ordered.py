"""Games with ordered signals: shrink, solve the classes, and certify hand by hand in the original game.

Small games with ordered signals: shrink, solve exactly, and certify exactly on the whole tree.

An ordered game solved from coarse to fine: an answer soon, and better ones for as long as there is time.

Ways to see less of an ordered game, by name.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from seqform.backends import get
from seqform.backends.iterative.checkpoint import require_checkpoint
from seqform.backends.protocol import Backend, SolveOptions, portable_options
from seqform.builders.abstraction.class_lp import class_lp, sparsified_lp
from seqform.builders.abstraction.dominated_classes import Eliminated, EliminationRule, eliminated_sequences
from seqform.builders.abstraction.filtered_game import filtered_game
from seqform.builders.abstraction.filters import equitable_filters, lossless_violation
from seqform.builders.forms.class_game import class_game
from seqform.builders.games.ordered.expansion import to_extensive
from seqform.builders.games.ordered.limit_poker import SHOWDOWN
from seqform.builders.games.rules import MAX_NODES
from seqform.builders.preprocess.gameshrink import coarse_to_fine, game_shrink
from seqform.errors import GameError, ModelError, OptionError, SolveError, UnsupportedModelError
from seqform.io.load import load_ordered
from seqform.io.saved_solution import SavedSolution
from seqform.models.answers.certificate import Certificate
from seqform.models.answers.equilibrium import Equilibrium
from seqform.models.games.abstraction import InformationFilter
from seqform.models.games.ordered import OrderedGame, OrderedSizes, RoundPayoffs, count
from seqform.models.numbers.exact import Ints, magnitude, widened
from seqform.models.numbers.text import short
from seqform.models.programs.class_game import ClassGame
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.solutions import RawSolution, Termination
from seqform.models.strategies.classes import ClassSolution, ClassStrategy
from seqform.solving.api import solve
from seqform.solving.phases import Phases, Progress
from seqform.solving.pipeline import require_solved
from seqform.verify.deal_certificate import DealCertificate, certify_deals
from seqform.verify.nash import certify

Filters = tuple[InformationFilter, InformationFilter]

LOSSLESS = "lossless"
PUBLISHED = "published"
NONE = "none"
THRESHOLD = "threshold="
ANYTIME = "anytime"
"""Not a way of shrinking but a walk through many: see `seqform.solving.ordered`."""
WAYS = (LOSSLESS, PUBLISHED, f"{THRESHOLD}T", NONE)
"""What `shrink` may be: the coarsest equitable filters, GameShrink, GameShrink with a threshold or one for each
round, nothing."""


@dataclass(frozen=True, eq=False)
class Shrunk:
    """An ordered game, and what filters make of it.

    Attributes
    ----------
    how : str
        One of `WAYS`, with the threshold if there is one.
    seconds : float
        How long it took to find them.
    """

    game: OrderedGame
    how: str
    filters: Filters
    seconds: float

    @cached_property
    def classes(self) -> ClassGame:
        """The smaller game."""
        return class_game(*self.filters)

    @cached_property
    def sizes(self) -> OrderedSizes:
        """The sizes of the original game."""
        return count(self.game)

    @cached_property
    def violation(self) -> str | None:
        """Why the filters lose something, as a sentence; None if they are proved to lose nothing."""
        return lossless_violation(self.filters)

    @cached_property
    def undominated(self) -> Eliminated:
        """What the smaller game keeps after dominated sequences are eliminated, by the paper's rule if it applies."""
        rule = EliminationRule.PUBLISHED if SHOWDOWN in self.classes.features else EliminationRule.ITERATED
        return eliminated_sequences(self.classes, rule)


def shrunk(game: OrderedGame | str, how: str = LOSSLESS, progress: Progress | None = None) -> Shrunk:
    """Return a game with the filters that a word stands for.

    Parameters
    ----------
    how : str
        "lossless", "published" for GameShrink as published, "threshold=T" for GameShrink that merges what costs at
        most T, "threshold=T1,T2,..." with a number for each round, or "none".

    Raises
    ------
    OptionError
        If it is another word.
    GameError
        If there is no such game, or it is not known as one with ordered signals.

    Examples
    --------
    >>> shrunk("leduc", "lossless").filters[0]
    <InformationFilter of 'leduc': 3 / 9 classes>
    """
    if not isinstance(how, str):
        raise _unknown(how)
    game = load_ordered(game)
    if progress is not None:
        progress(f"shrinking {game.title}: {how}")
    start = time.perf_counter()
    return Shrunk(game, how, _filters(game, how), time.perf_counter() - start)


def _filters(game: OrderedGame, how: str) -> Filters:
    if how == LOSSLESS:
        return equitable_filters(game)
    if how == PUBLISHED:
        return game_shrink(game)
    if how == NONE:
        everything = InformationFilter.identity(game)
        return everything, everything
    if how.startswith(THRESHOLD):
        return game_shrink(game, thresholds_of(how.removeprefix(THRESHOLD), game))
    if how == ANYTIME:
        raise OptionError(f"shrink {how!r}: solves from coarse to fine; take 'seqform solve --shrink anytime'")
    raise _unknown(how)


def _unknown(how: object) -> OptionError:
    return OptionError(f"shrink {how!r}: one of {', '.join((*WAYS, ANYTIME))} expected")


def thresholds_of(text: str, game: OrderedGame) -> list[float]:
    """Return the thresholds by rounds that a text stands for: one number for all rounds, or one for each.

    Raises
    ------
    OptionError
        If there are as many as neither, or one is no number from 0 on.

    Examples
    --------
    >>> from seqform.builders.games import catalog
    >>> thresholds_of("0.1", catalog.ordered("leduc")), thresholds_of("0.1,inf", catalog.ordered("leduc"))
    ([0.1, 0.1], [0.1, inf])
    """
    thresholds, rounds = [threshold_of(part) for part in text.split(",")], len(game.rounds)
    if len(thresholds) == 1:
        return thresholds * rounds
    if len(thresholds) != rounds:
        raise OptionError(
            f"threshold {text!r}: one number, or one for each of the {rounds} rounds of {game.title}, expected"
        )
    return thresholds


def threshold_of(text: str) -> float:
    """Return the threshold that a text stands for.

    Raises
    ------
    OptionError
        If it is no number from 0 on.

    Examples
    --------
    >>> threshold_of("0.25"), threshold_of("1/4"), threshold_of("inf")
    (0.25, 0.25, inf)
    """
    numerator, slash, denominator = text.partition("/")
    try:
        threshold = float(numerator) / float(denominator) if slash else float(text)
    except (ValueError, ZeroDivisionError):
        threshold = -1.0
    if not threshold >= 0:
        raise OptionError(f"threshold {text!r}: a number from 0 on, or inf, expected")
    return threshold


def solve_filtered(
    game: OrderedGame | str,
    *,
    shrink: str = LOSSLESS,
    backend: str | Backend | None = None,
    options: SolveOptions | Mapping[str, Any] | None = None,
    max_nodes: int = MAX_NODES,
    progress: Progress | None = None,
) -> Equilibrium:
    """Compute an exact equilibrium of what filters leave of an ordered game, and what it is worth in the game itself.

    Parameters
    ----------
    game : OrderedGame, or the name of one in the catalog
        Zero-sum or not; small enough to be written out, which the certificate needs.
    shrink, backend, options, max_nodes, progress
        As in `seqform.solve` and `seqform.solve_ordered`.

    Returns
    -------
    Equilibrium
        Of the original game; nash_conv is 0 if the filters lose nothing, and exactly their loss otherwise.

    Raises
    ------
    GameError
        If the game is too large, or not known as an ordered game.

    Examples
    --------
    >>> found = solve_filtered("leduc")
    >>> found.certificate.nash_conv, len(found.game)
    (Fraction(0, 1), 9457)
    """
    whole = load_ordered(game)
    phases = Phases(progress)
    with phases.phase("expand", "writing out the game"):
        original = to_extensive(whole, max_nodes=max_nodes, progress=progress)
    with phases.phase("shrink", f"shrinking: {shrink}"):
        step = filtered_game(whole, shrunk(whole, shrink).filters, original)
    found = solve(step.target, exact=True, backend=backend, options=options, witness=False, progress=progress)
    with phases.phase("verify", "verifying on the whole tree"):
        profile = step.lift(found.profile)
        certificate = certify(original, profile)
    return replace(
        found, game=original, profile=profile, certificate=certificate, seconds={**phases.seconds, **found.seconds}
    )


DEFAULT_BACKEND = "cfr"
RELATIVE_GAP = 3e-6
"""Default gap at which iterative solvers stop, relative to the spread of the payoffs."""

FILE_LOSS = 0.01
"""A file's strategies may lose this part of nash_conv more than those that were found."""

LARGE = 20
"""Payoffs with a spread between 2^-20 and 2^20 are given to solvers of linear programs as they are."""

Strategies = tuple[ClassStrategy, ClassStrategy]


@dataclass(frozen=True, eq=False, repr=False)
class OrderedEquilibrium:
    """Strategies for an ordered game, and what they are worth on the hands themselves.

    Attributes
    ----------
    shrunk : Shrunk
        The game, and the filters through which the strategies see it.
    hands : DealCertificate
        The certificate in the original game, against opponents who see everything, and values by hand.
    solution : ClassSolution or RawSolution
        What the solver said, of the game of classes or of its linear program.
    seconds : mapping from str to float
        Wall-clock time by phase.
    """

    shrunk: Shrunk
    strategies: Strategies
    hands: DealCertificate
    solution: ClassSolution | RawSolution
    backend: str
    seconds: Mapping[str, float]

    @property
    def game(self) -> OrderedGame:
        """The original game."""
        return self.shrunk.game

    @property
    def certificate(self) -> Certificate:
        """What the strategies are worth in the original game."""
        return self.hands.certificate

    @property
    def termination(self) -> Termination:
        """Why the solver stopped."""
        return self.solution.termination

    def saved(self) -> SavedSolution:
        """Return the strategies as they are kept in a file: coarser by at most a hundredth of their nash_conv."""
        return SavedSolution.of(
            self.game,
            self.shrunk.filters,
            self.strategies,
            max_loss=max(FILE_LOSS * float(self.certificate.nash_conv), self.hands.rounding_bound),
            method=f"{self.backend}: {self.solution.status}",
            versions={"solver": self.solution.solver},
            threads=2,
        )

    def __repr__(self) -> str:
        first, second = map(short, self.certificate.values)
        return (
            f"<OrderedEquilibrium of {self.game.title!r} ({self.shrunk.how}): values {first}, {second}; "
            f"{self.certificate}>"
        )


def solve_ordered(
    game: OrderedGame | str,
    *,
    shrink: str = LOSSLESS,
    backend: str | Backend = DEFAULT_BACKEND,
    options: SolveOptions | Mapping[str, Any] | None = None,
    gap: float | None = None,
    checkpoint: str | Path | None = None,
    sparsify: bool = False,
    progress: Progress | None = None,
) -> OrderedEquilibrium:
    """Shrink an ordered game, solve what is left, and certify the answer on all hands of the game itself.

    Parameters
    ----------
    shrink : str
        See `seqform.solving.ordered.WAYS`: "lossless", "published", "threshold=T", or "none".
    backend : str or Backend
        "cfr" and "pdhg" work on the classes themselves, at any size; all others solve the linear program.
    gap : float, optional
        Stop when the class game's nash_conv is at most this, in payoff units; the default is `RELATIVE_GAP` of
        the payoffs' spread. For "cfr" and "pdhg".
    checkpoint : path, optional
        Write the state of "cfr" or "pdhg" here now and then; go on from it if it is there.
    sparsify : bool
        Give the linear program in the form with auxiliary variables and fewer coefficients.

    Returns
    -------
    OrderedEquilibrium
        A limit reached is no error: the certificate has the nash_conv that was reached.

    Raises
    ------
    GameError
        If the game is not constant-sum, or not known as an ordered game.
    BackendError
        If the backend solves neither class games nor linear programs, or an option is wrong.
    SolveError
        If a solver of linear programs brought back no strategies.

    References
    ----------
    Gilpin & Sandholm, Finding equilibria in large sequential games of imperfect information, EC 2006, sections 3 to 6.

    Examples
    --------
    >>> found = solve_ordered("leduc", gap=1e-3)
    >>> found.certificate.nash_conv <= 1.1e-3, round(found.certificate.values[0], 2)
    (True, -0.09)
    """
    whole = load_constant_sum(game)
    solver, options = get(backend), portable_options(options)  # errors in names come before the work
    for path in (checkpoint, options.raw.get("checkpoint")):
        if isinstance(path, str | os.PathLike):
            require_checkpoint(path)
    phases = Phases(progress)
    with phases.phase("shrink", f"shrinking: {shrink}"):
        small = shrunk(whole, shrink)
    return solve_shrunk(
        small,
        backend=solver,
        options=options,
        gap=gap,
        checkpoint=checkpoint,
        sparsify=sparsify,
        phases=phases,
    )


def solve_shrunk(
    small: Shrunk,
    *,
    backend: str | Backend,
    options: SolveOptions,
    gap: float | None,
    checkpoint: str | Path | None,
    sparsify: bool,
    phases: Phases,
) -> OrderedEquilibrium:
    """Solve what filters leave of a constant-sum game, and certify the answer on all hands; see `solve_ordered`."""
    solver, progress = get(backend), phases.progress
    if options.progress is None:
        options = replace(options, progress=progress)
    with phases.phase("build", "building the game of classes"):
        classes = small.classes
    solution: ClassSolution | RawSolution
    if ClassGame in solver.supports:
        if sparsify:
            raise OptionError(f"sparsify: {solver.name} works without a linear program; take highs or pdlp")
        with phases.phase("solve", f"solving with {solver.name}"):
            solution = _by_classes(classes, solver, options, gap, checkpoint)
        strategies = solution.strategies
    else:
        if gap is not None or checkpoint is not None:
            raise OptionError(f"gap and checkpoint are for cfr and pdhg; {solver.name} has a tolerance")
        solution, strategies = _by_linear_program(classes, solver, options, sparsify, phases)
    with phases.phase("verify", "verifying on all hands"):
        hands = certify_deals(small.game, small.filters, strategies, threads=options.threads or 2, progress=progress)
    return OrderedEquilibrium(small, strategies, hands, solution, solver.name, phases.seconds)


def load_constant_sum(game: OrderedGame | str) -> OrderedGame:
    """Return a game with ordered signals, as `load_ordered` does; raise GameError unless it is constant-sum."""
    whole = load_ordered(game)
    if whole.constant_sum is None:
        raise GameError(
            f"{whole.title} is not constant-sum; with --exact, or by solve_filtered, what its classes leave is "
            "solved as a tree"
        )
    return whole


def default_gap(game: ClassGame) -> float:
    """Return the nash_conv at which solvers stop where nobody says otherwise."""
    return RELATIVE_GAP * game.payoff_spread


def well_scaled(game: ClassGame) -> ClassGame:
    """Return a game with payoffs multiplied by a power of two, where they are too small or large for a solver."""
    spread = game.payoff_spread
    if spread == 0 or 2.0**-LARGE <= spread <= 2.0**LARGE:
        return game
    factor = Fraction(2) ** -math.frexp(spread)[1]
    tables = [RoundPayoffs(*_scaled(table.numerators, table.denominator, factor, game.title)) for table in game.payoffs]
    return replace(game, payoffs=tuple(tables))


def _scaled(numerators: Ints, denominator: int, factor: Fraction, title: str) -> tuple[Ints, int]:
    common = math.gcd(int(np.gcd.reduce(numerators, axis=None)), denominator) or 1
    ratio = Fraction(factor * common, denominator)
    values = widened(numerators // common, magnitude(numerators) * ratio.numerator) * ratio.numerator
    if values.dtype == object:
        raise ModelError(f"{title}: payoffs too far apart in size for a solver in doubles")
    return values, ratio.denominator


def _by_classes(
    classes: ClassGame, solver: Backend, options: SolveOptions, gap: float | None, checkpoint: str | Path | None
) -> ClassSolution:
    raw = dict(options.raw)
    if gap is not None:
        if "gap" in raw or options.tolerance is not None:
            raise OptionError("gap: given twice, as an option or tolerance too; leave one of them out")
        raw["gap"] = gap
    elif "gap" not in raw and options.tolerance is None:
        raw["gap"] = default_gap(classes)
    if checkpoint is not None:
        raw |= {"checkpoint": str(checkpoint), "resume": Path(checkpoint).exists()}
    found = solver.solve(classes, replace(options, raw=raw))
    if not isinstance(found, ClassSolution):
        raise UnsupportedModelError(f"backend {solver.name} brought back no strategies for classes")
    return found


def _by_linear_program(
    classes: ClassGame, solver: Backend, options: SolveOptions, sparsify: bool, phases: Phases
) -> tuple[RawSolution, Strategies]:
    if LinearProgram not in solver.supports:
        raise UnsupportedModelError(f"backend {solver.name} solves neither class games nor linear programs")
    with phases.phase("build", "building the linear program"):
        scaled = well_scaled(classes)
        step = sparsified_lp(scaled) if sparsify else class_lp(scaled)
    with phases.phase("solve", f"solving with {solver.name}"):
        raw = solver.solve(step.target, options)
    if raw.primal is None or raw.dual is None:
        require_solved(raw, solver)
        raise SolveError(f"{solver.name} brought back no strategies: {raw.status}", raw)
    first, second = step.lift(raw)
    return raw, (replace(first, game=classes), replace(second, game=classes))


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
    thresholds : sequence of float
        Decreasing; see `seqform.builders.preprocess.gameshrink.coarse_to_fine`.
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
