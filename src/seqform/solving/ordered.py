"""Nash equilibria of games with ordered signals: merge signals, solve the game of classes, certify on all deals.

An exact answer is computed on the tree of the game of classes instead, and certified on the tree of the original game.
`solve_anytime` goes through abstractions from coarse to fine, and certifies an answer at each.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from seqform.backends import get
from seqform.backends.answers import reading, solved_by
from seqform.backends.exact.solution import exact_solution
from seqform.backends.iterative.run import require_checkpoint
from seqform.backends.iterative.units import normalized_class_game
from seqform.backends.protocol import Backend, SolveOptions, portable_options
from seqform.builders.abstraction.class_lp import class_lp, exact_plans, program_point
from seqform.builders.abstraction.filters import filtered_game
from seqform.builders.games.ordered.expansion import to_extensive
from seqform.builders.preprocess.gameshrink import coarse_to_fine
from seqform.builders.programs.zero_sum_lp import FAR
from seqform.errors import GameError, InputError, SolveError, UnsupportedModelError
from seqform.io.load import load
from seqform.io.saved_solution import SavedSolution
from seqform.io.solutions import write_solution
from seqform.models.answers.certificate import Certificate
from seqform.models.answers.equilibrium import Equilibrium, Resolved
from seqform.models.games.abstraction import InformationFilter
from seqform.models.games.ordered import OrderedGame, count
from seqform.models.numbers.exact import Number
from seqform.models.numbers.text import short
from seqform.models.programs.class_game import ClassGame
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.solutions import RawSolution, Termination
from seqform.models.reduced import Reduced
from seqform.models.strategies.classes import ClassPlan, ClassSolution, ClassStrategy
from seqform.models.table import Line, Report
from seqform.models.tabular import Tabular
from seqform.solving.abstracted import AbstractedGame, Filters, abstract_game
from seqform.solving.concepts import Nash
from seqform.solving.pipeline import reduced, solve_by_plans
from seqform.solving.preprocessing import (
    IDENTITY,
    LOSSLESS,
    PUBLISHED,
    THRESHOLD,
    Abstraction,
    Step,
    SupportedColumns,
    abstraction_of,
)
from seqform.solving.request import (
    ROUNDING,
    Phases,
    Progress,
    Request,
    require_exact,
    require_gap,
    require_reached,
    require_solved,
)
from seqform.system.deadline import Deadline
from seqform.verify.deal_certificate import DealCertificate, certify_deals, certify_plans
from seqform.verify.nash import certify

Strategies = tuple[ClassStrategy, ClassStrategy]

DEFAULT_BACKEND = "cfr"
LINEAR_BACKEND = "highs"  # where a step needs a linear program
EXACT_BACKEND = "barrier"
EXACT_GAP = 1e-10
"""Gap at which iterative solvers stop before their answer is made exact, relative to the spread of the payoffs."""

RELATIVE_GAP = 3e-6
"""Default gap at which iterative solvers stop, relative to the spread of the payoffs."""

FILE_LOSS = 0.01
"""A file's strategies may lose this part of nash_conv more than those that were found."""

LARGE = 20
"""Payoffs with a size between 2^-20 and 2^20 are given to solvers of linear programs as they are."""


@dataclass(frozen=True, eq=False, repr=False)
class OrderedEquilibrium(Tabular):
    """Strategies for a game with ordered signals, with a certificate over all deals.

    Attributes
    ----------
    abstraction : AbstractedGame
        The game, and the filters through which the strategies observe its signals.
    profile : two ClassStrategy
    deals : DealCertificate
        The certificate in the original game, against opponents who observe all signals, with values by hand.
    raw : ClassSolution or RawSolution
        The solver's answer for the game of classes or its linear program.
    allowed_gap : float
        The largest nash_conv that counts as an equilibrium: the target gap, and the certificate tolerance.
    seconds : mapping from str to float
        Wall-clock time by phase.
    plans : two ClassPlan, optional
        The realization plans, where the answer is exact; `profile` has their probabilities in doubles.
    """

    abstraction: AbstractedGame
    profile: Strategies
    deals: DealCertificate
    raw: ClassSolution | RawSolution
    resolved: Resolved
    allowed_gap: float
    seconds: Mapping[str, float]
    plans: tuple[ClassPlan, ClassPlan] | None = None

    @property
    def game(self) -> OrderedGame:
        """The original game."""
        return self.abstraction.game

    @property
    def certificate(self) -> Certificate:
        """The certificate in the original game."""
        return self.deals.certificate

    @property
    def values(self) -> tuple[Number, Number]:
        """Expected payoff of each player."""
        return self.certificate.values

    @property
    def backend(self) -> str:
        """Name of the solver."""
        return self.resolved.backend

    def saved(self) -> SavedSolution:
        """Return the strategies as stored in a file: exact, or at a loss of at most a hundredth of their nash_conv."""
        method, versions = f"{self.backend}: {self.raw.status}", {"solver": self.raw.solver}
        if self.plans is not None:
            return SavedSolution.of_plans(
                self.game, self.abstraction.filters, self.plans, method=method, versions=versions
            )
        return SavedSolution.of(
            self.game,
            self.abstraction.filters,
            self.profile,
            max_loss=max(FILE_LOSS * float(self.certificate.nash_conv), self.deals.rounding_bound),
            method=method,
            versions=versions,
            threads=2,
        )

    def save(self, path: str | Path) -> None:
        """Write the strategies to a file that `seqform.read_solution` reads."""
        write_solution(self.saved(), path)

    def __repr__(self) -> str:
        first, second = map(short, self.values)
        return (
            f"<OrderedEquilibrium of {self.game.title!r} ({self.abstraction.kind}): values {first}, {second}; "
            f"{self.certificate}>"
        )

    def report(self, *, everything: bool = False) -> Report:
        """Return the values by first signals, and the certificate, as tables."""
        abstraction = self.abstraction
        took = ", ".join(f"{phase} {seconds:.2f} s" for phase, seconds in self.seconds.items() if seconds >= 0.005)
        classes = " / ".join(abstraction.class_counts)
        rows, columns = abstraction.classes.program_shape
        title = f"{self.game.title}: {classes} classes of hands ({abstraction.kind}), {rows:,} × {columns:,}"
        more = [Line(f"{self.raw.solver}: {self.raw.status}  ({took})", "dim")]
        if isinstance(self.raw, ClassSolution):
            inside = f"in the game of classes the value is between {self.raw.lower:.7g} and {self.raw.upper:.7g}"
            more.insert(0, Line(f"{inside}: nash_conv = {short(self.raw.nash_conv)}"))
        hands = Report([Line(title, "bold"), *abstraction.hands_tables(self.deals.values)])
        return hands + self.certificate.report(players=self.game.players, more=more)


def solve_ordered(game: OrderedGame, request: Request) -> OrderedEquilibrium | Equilibrium:
    """Return a Nash equilibrium of a game with ordered signals, computed after its signals are merged.

    The backends "cfr", "pdhg" and "barrier" work on the classes themselves, at any size; all others solve the linear
    program.

    Raises
    ------
    GameError
        If the game is not constant-sum, and no exact answer is asked.
    SolveError
        If the solver stopped early; the error carries the strategies found so far.
    CertificationError
        If the answer is no equilibrium although the abstraction loses nothing.

    References
    ----------
    Gilpin & Sandholm, Finding equilibria in large sequential games of imperfect information, EC 2006, sections 3 to 6.
    """
    concept = request.concept
    assert isinstance(concept, Nash)
    _refuse_options(concept)
    steps = (Abstraction(),) if request.steps is None else request.steps
    abstraction = abstraction_of(steps) or Abstraction(IDENTITY)
    others = tuple(step for step in steps if step is not abstraction)
    if request.exact:
        if any(isinstance(step, SupportedColumns) for step in others):
            raise InputError(f"{SupportedColumns.name}: its bounds are in doubles, not exact; leave it or exact out")
        if game.constant_sum is not None and not others and _without_tree(game, abstraction, request):
            return _solve_exactly(game, abstraction, request)
        return _solve_tree(game, abstraction, others, request)
    _require_constant_sum(game)
    if request.options.checkpoint is not None:
        require_checkpoint(request.options.checkpoint)
    with request.phases.phase("abstraction", f"merging signals: {abstraction.kind}"):
        small = abstract_game(game, abstraction)
    found = _solve_classes(small, others, request)
    require_reached(found)
    if small.loses_nothing:
        require_gap(found, found.allowed_gap)
    return found


def _refuse_options(concept: Nash) -> None:
    default = Nash()
    for one in fields(concept):
        if one.name not in ("witness", "certificate_tolerance") and getattr(concept, one.name) != getattr(
            default, one.name
        ):
            raise InputError(f"{one.name}: of no meaning for a game with ordered signals; leave it out")


def _require_constant_sum(game: OrderedGame) -> None:
    if game.constant_sum is None:
        raise GameError(
            f"{game.title} is not constant-sum: ask for an exact answer, which is computed on the tree of its classes"
        )


def _without_tree(game: OrderedGame, abstraction: Abstraction, request: Request) -> bool:
    """Return whether an exact answer is computed on the classes: for large trees, or by a backend for class games."""
    if request.backend is not None and ClassGame in request.backend.supports:
        return True
    return count(game).nodes > abstraction.max_nodes


def _solve_exactly(game: OrderedGame, abstraction: Abstraction, request: Request) -> OrderedEquilibrium:
    """Return exact plans from the linear program of the classes, certified exactly on all deals."""
    phases, options = request.phases, request.options
    if options.checkpoint is not None:
        require_checkpoint(options.checkpoint)
    solver = request.backend or get(EXACT_BACKEND)
    with phases.phase("abstraction", f"merging signals: {abstraction.kind}"):
        small = abstract_game(game, abstraction)
    with phases.phase("build", "building the linear program"):
        classes = small.classes
        program = class_lp(well_scaled(classes)).target
    with phases.phase("solve", f"solving with {solver.name}"):
        start = _nearly_optimal(classes, program, solver, request.left)
    with phases.phase("exact", "making the answer exact"):
        try:
            raw = exact_solution(program, start, time_limit=request.phases.deadline.left, progress=phases.progress)
        except SolveError as error:
            raise SolveError(f"{solver.name}: {error}; or {_other_way(game, abstraction, solver)}") from error
    require_exact(raw, solver)
    plans = exact_plans(classes, raw)
    with phases.phase("verify", "verifying on all deals, exactly", cut=False):
        deals = certify_plans(small.game, small.filters, plans, progress=phases.progress)
    resolved = replace(request.resolved(solver.name, ()), preprocess=(small.kind,))
    strategies = plans[0].strategy(), plans[1].strategy()
    found = OrderedEquilibrium(small, strategies, deals, raw, resolved, 0.0, phases.seconds, plans)
    if small.loses_nothing:
        require_gap(found, 0.0)
    return found


def _other_way(game: OrderedGame, abstraction: Abstraction, solver: Backend) -> str:
    """Return what may lead to an exact answer where one from the linear program of the classes fails."""
    if count(game).nodes <= abstraction.max_nodes:
        return "take highs, which solves the tree of this game"
    if ClassGame in solver.supports:
        return "set a smaller target_gap, so that the basis is that of a better answer"
    return f"take {EXACT_BACKEND}"


def _nearly_optimal(classes: ClassGame, program: LinearProgram, solver: Backend, options: SolveOptions) -> RawSolution:
    """Return a primal-dual pair, or a basis, from which an exact solution is near."""
    if ClassGame not in solver.supports:
        _require_linear(solver, ())
        found: RawSolution = solved_by(solver, program, options)
        return found
    if options.target_gap is None:
        options = replace(options, target_gap=options.tolerance or EXACT_GAP * classes.payoff_spread, tolerance=None)
    answer: ClassSolution = solved_by(solver, classes, options)
    primal, dual = program_point(program, well_scaled(classes), answer.strategies)
    return RawSolution(
        answer.termination,
        answer.status,
        primal,
        dual,
        iterations=answer.iterations,
        seconds=answer.seconds,
        options=answer.options,
        solver=answer.solver,
    )


def _solve_tree(game: OrderedGame, abstraction: Abstraction, others: tuple[Step, ...], request: Request) -> Equilibrium:
    """Return an exact equilibrium of the game of classes, on its tree, certified on the tree of the original game."""
    phases, concept = request.phases, request.concept
    assert isinstance(concept, Nash)
    with phases.phase("expand", "expanding the game tree"):
        original = to_extensive(game, max_nodes=abstraction.max_nodes, progress=phases.progress)
    with phases.phase("abstraction", f"merging signals: {abstraction.kind}"):
        step = filtered_game(game, abstract_game(game, abstraction).filters, original)
    inner = replace(request, concept=replace(concept, witness=False), steps=others or None, phases=phases.of_part())
    found = solve_by_plans(step.target, inner)
    with phases.phase("verify", "verifying on the whole tree", cut=False):
        profile = step.lift(found.profile)
        certificate = certify(original, profile)
    phases.add(found.seconds)
    resolved = replace(found.resolved, preprocess=(abstraction.spelled, *found.resolved.preprocess))
    return replace(
        found, game=original, profile=profile, certificate=certificate, resolved=resolved, seconds=phases.seconds
    )


def _solve_classes(small: AbstractedGame, steps: Sequence[Step], request: Request) -> OrderedEquilibrium:
    """Return strategies for the game of classes with their certificate, also where the solver stopped at a limit."""
    solver = request.backend or get(LINEAR_BACKEND if steps else DEFAULT_BACKEND)
    phases, concept = request.phases, request.concept
    assert isinstance(concept, Nash)
    with phases.phase("build", "building the game of classes"):
        classes = small.classes
    raw: ClassSolution | RawSolution
    allowed = concept.certificate_tolerance * classes.payoff_spread + ROUNDING * largest_payoff(classes)
    options = request.options
    if ClassGame in solver.supports:
        if steps:
            raise InputError(f"{steps[0].name}: {solver.name} works without a linear program; take highs or pdlp")
        if options.target_gap is None:
            options = replace(options, target_gap=options.tolerance or default_gap(classes), tolerance=None)
        with phases.phase("solve", f"solving with {solver.name}"):
            left = replace(options, time_limit=request.phases.deadline.left)
            answer: ClassSolution = solved_by(solver, classes, left)
        raw, strategies = answer, answer.strategies
        allowed += float(options.target_gap or 0)
    elif any(isinstance(step, SupportedColumns) for step in steps):
        answer, target = _by_restricted_programs(classes, solver, steps, request)
        raw, strategies = answer, answer.strategies
        allowed += target
    else:
        raw, strategies = _by_linear_program(classes, solver, steps, request)
    with phases.phase("verify", "verifying on all deals", cut=False):
        threads, progress = options.threads or 2, phases.progress
        deals = certify_deals(small.game, small.filters, strategies, threads=threads, progress=progress)
    resolved = replace(request.resolved(solver.name, steps), preprocess=(small.kind, *(step.spelled for step in steps)))
    return OrderedEquilibrium(small, strategies, deals, raw, resolved, allowed, phases.seconds)


def _by_linear_program(
    classes: ClassGame, solver: Backend, steps: Sequence[Step], request: Request
) -> tuple[RawSolution, Strategies]:
    _require_linear(solver, steps)
    phases = request.phases
    with phases.phase("build", "building the linear program"):
        scaled = well_scaled(classes)
        build = next((step.reductions[ClassGame] for step in steps if ClassGame in step.reductions), class_lp)
        program: Reduced[Any, Any, Any] = build(scaled)
    program = reduced(program, LinearProgram, [step for step in steps if ClassGame not in step.reductions], phases)
    with phases.phase("solve", f"solving with {solver.name}"):
        raw = solved_by(solver, program.target, request.left)
    if raw.primal is None or raw.dual is None:
        require_solved(raw, solver)
        raise SolveError(f"{solver.name} returned no strategies: {raw.status}", raw)
    with reading(solver):
        first, second = program.lift(raw)
    return raw, (replace(first, game=classes), replace(second, game=classes))


def _require_linear(solver: Backend, steps: Sequence[Step]) -> None:
    if LinearProgram not in solver.supports:
        raise UnsupportedModelError(f"backend {solver.name} solves neither class games nor linear programs")
    require_for_classes(steps)


def require_for_classes(steps: Sequence[Step]) -> None:
    """Raise InputError for a step that applies neither to games of classes nor to linear programs."""
    for step in steps:
        if not {ClassGame, LinearProgram} & step.models:
            raise InputError(f"{step.name}: not for the linear program of a game of classes; leave it out")


def _by_restricted_programs(
    classes: ClassGame, solver: Backend, steps: Sequence[Step], request: Request
) -> tuple[ClassSolution, float]:
    """Return a solution with its target; the other steps are applied to every restricted program."""
    from seqform.solving.supported import solve_supported

    _require_linear(solver, steps)
    step = next(step for step in steps if isinstance(step, SupportedColumns))
    others = [step for step in steps if LinearProgram in step.reductions]
    options, concept = request.options, request.concept
    assert isinstance(concept, Nash)
    if step.target is not None and options.target_gap is not None:
        raise InputError(f"{step.name}: target and target_gap mean the same; set one of them")
    given = step.target if step.target is not None else options.target_gap
    target = concept.certificate_tolerance * classes.payoff_spread if given is None else float(given)

    def solve(program: LinearProgram, options: SolveOptions) -> RawSolution:
        whole: Reduced[Any, Any, Any] = Reduced(program, lambda raw: raw)
        smaller = reduced(whole, LinearProgram, others, Phases())
        raw: RawSolution = smaller.lift(solved_by(solver, smaller.target, options))
        return raw

    with request.phases.phase("solve", f"solving with {solver.name}"):
        found = solve_supported(classes, step, solve, replace(request.left, target_gap=None), target)
    return found, target


def largest_payoff(game: ClassGame) -> float:
    """Return the size of the largest payoff of player 1."""
    return float(max(map(abs, game.payoff_range)))


def default_gap(game: ClassGame) -> float:
    """Return the nash_conv at which iterative solvers stop by default."""
    return RELATIVE_GAP * game.payoff_spread


def well_scaled(game: ClassGame) -> ClassGame:
    """Return a game with the same equilibria, normalized where payoffs are of extreme size or far from zero."""
    least, largest = game.payoff_range
    spread, size = largest - least, max(-least, largest)
    if spread == 0 or (2**LARGE * spread >= 1 and size <= min(2**LARGE, FAR * spread)):
        return game
    return normalized_class_game(game)[0]


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
    options : SolveOptions, or a mapping of its fields, optional
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
    >>> for found in solve_anytime("leduc", thresholds=(0.3, 0), options={"target_gap": 1e-3}):
    ...     print(found.abstraction.kind, round(found.certificate.nash_conv, 1))
    threshold=0.3 0.7
    published 0.8
    lossless 0.0
    """
    whole, options = load(game, kind="ordered"), portable_options(options)
    _require_constant_sum(whole)
    if options.checkpoint is not None:
        raise InputError("checkpoint: belongs to one abstraction, not to a sequence of them; leave it out")
    solver = None if backend is None else get(backend)
    deadline, found = Deadline(options.time_limit), None
    steps = _abstractions(whole, thresholds) if abstractions is None else _own_abstractions(whole, abstractions)
    for small in steps:
        if deadline.passed:
            return
        options = replace(options, time_limit=deadline.left)
        if options.progress is None:
            options = replace(options, progress=progress)
        phases = Phases(progress, {"abstraction": small.seconds}, deadline)
        try:
            found = _solve_classes(small, (), Request(Nash(), solver, (), False, options, phases))
        except SolveError:
            if found is None or not deadline.passed:
                raise
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
