"""Games with ordered signals: shrink, solve the classes, and certify hand by hand in the original game."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from seqform.api import portable_options
from seqform.backends import get
from seqform.backends.first_order.checkpoint import require_checkpoint
from seqform.backends.options import SolveOptions
from seqform.backends.protocol import Backend
from seqform.builders.class_lp import class_lp
from seqform.builders.sparsified_lp import sparsified_lp
from seqform.errors import GameError, ModelError, OptionError, SolveError, UnsupportedModelError
from seqform.linear_route import require_solved
from seqform.models.certificate import Certificate
from seqform.models.class_game import ClassGame
from seqform.models.class_solution import ClassSolution
from seqform.models.class_strategy import ClassStrategy
from seqform.models.exact import Ints, magnitude, widened
from seqform.models.linear_program import LinearProgram
from seqform.models.number_text import short
from seqform.models.ordered_game import OrderedGame, RoundPayoffs
from seqform.models.raw_solution import RawSolution, Termination
from seqform.phases import Phases, Progress
from seqform.report.saved_solution import SavedSolution
from seqform.shrinking import LOSSLESS, Shrunk, shrunk
from seqform.sources import load_ordered
from seqform.verify.raw_hands import HandsReport, certify_hands

DEFAULT_BACKEND = "cfr"
RELATIVE_GAP = 3e-6
"""Where no gap is asked for, solvers that approach the answer stop at this part of the payoffs' spread."""

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
    strategies : two ClassStrategy
    hands : HandsReport
        The certificate in the original game, against opponents who see everything, and values by hand.
    solution : ClassSolution or RawSolution
        What the solver said, of the game of classes or of its linear program.
    backend : str
    seconds : mapping from str to float
        Wall-clock time by phase.
    """

    shrunk: Shrunk
    strategies: Strategies
    hands: HandsReport
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
    game : OrderedGame, or the name of one in the catalog
    shrink : str
        See `seqform.shrinking.WAYS`: "lossless", "published", "threshold=T", or "none".
    backend : str or Backend
        "cfr" and "pdhg" work on the classes themselves, at any size; all others solve the linear program.
    options : SolveOptions, or a mapping of its fields, optional
    gap : float, optional
        Stop when the class game's nash_conv is at most this, in payoff units; the default is `RELATIVE_GAP` of
        the payoffs' spread. For "cfr" and "pdhg".
    checkpoint : path, optional
        Write the state of "cfr" or "pdhg" here now and then; go on from it if it is there.
    sparsify : bool
        Give the linear program in the form with auxiliary variables and fewer coefficients.
    progress : callable, optional

    Returns
    -------
    OrderedEquilibrium
        A limit reached is no error: the certificate tells how far the strategies came.

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
    solver, progress = get(backend), phases.tell
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
        hands = certify_hands(small.game, small.filters, strategies, threads=options.threads or 2, progress=progress)
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
