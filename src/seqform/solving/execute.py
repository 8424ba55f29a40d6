"""Plans from a game to a certified answer, and the one function that carries them out.

A plan is a route, the class of problems that a game becomes, with a backend and preprocessing steps. `execute` builds,
solves, makes exact, lifts and certifies; what differs between classes of problems are the methods of their routes.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar, cast

from seqform.backends import get
from seqform.backends.answers import solved_by, solved_in_doubles
from seqform.backends.entries import ENTRIES
from seqform.backends.protocol import MET_BY_EXACT_ANSWERS, Backend, Traits, traits_of
from seqform.builders.steps import ConstantSum, ModelBuilder, Step
from seqform.errors import CertificationError, InputError, SolveError, TimeLimitError
from seqform.models.answers.certificate import NASH, Certificate
from seqform.models.answers.equilibrium import Equilibrium
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.payoff_map import PayoffMap
from seqform.models.numbers.text import shown_bytes
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.programs.solutions import CUT_SHORT, NO_OPTIMUM, RawSolution, Termination
from seqform.models.reduced import ProfileMap, Reduced
from seqform.models.strategies.behavior import BehaviorProfile
from seqform.models.table import Line, Report, Table, Tabular
from seqform.solving.chain import Solved, Stage, payoffs_after, problem_bytes, unknown_units
from seqform.solving.chain import building as building
from seqform.solving.request import (
    Phases,
    Request,
    require_pass,
    require_proven,
    require_solved,
    with_missed_target,
)
from seqform.system.deadline import lasting
from seqform.system.packages import require

LEAST_OF_CERTIFICATE = 1.0
"""Seconds that the certificate of an answer may take beyond the time limit, at least."""

SHARE_OF_CERTIFICATE = 0.5
"""The part of the time limit that the certificate may take beyond it, if that is more."""

PROCESS_BYTES = 80e6
"""Measured memory of a process before it loads a game."""

NODE_BYTES = 280
"""Measured memory of a node of a game tree, with its sequence form."""

SMALL_BYTES = 300e6
"""The least memory that a plan shows."""

SMALL_GAME = 10_000
"""Nodes up to which an answer in doubles is made exact by default: of most games in less than a tenth of a second."""

EXACT_WORK = 10**8
"""The most work of an exact answer by default, in operations on machine words: about a second, and `EXACT_SHARE` more.
The answer in doubles is kept where it does not suffice."""

EXACT_SHARE = 10
"""The further work of an exact answer by default, as a multiple of that of the solver in doubles."""

TOO_MUCH_WORK = "exact arithmetic takes much longer than doubles here; exact=True, or --exact, does it nevertheless"

SOLVER_OPTIONS = ("raw", "tolerance", "threads", "target_gap", "checkpoint")
"""The options that are of a solver, rather than of all phases."""

WRONG = (Termination.ERROR, Termination.NUMERICAL_ERROR, *NO_OPTIMUM)
"""Ends of a solver in doubles from which an exact answer may still follow; every game has an equilibrium."""


@dataclass(frozen=True, eq=False)
class Plan(Tabular):
    """The chain from a game to an answer, which `print` shows with the sizes of its models.

    - `game`: ExtensiveGame, OrderedGame or PositionGraph. The game itself, on which the answer is certified.
    - `tree`: The game after the steps on games, with their lift; without any the game itself.
    - `game_steps`: The steps on games.
    - `steps`: The further steps, on the forms and the problem of the game.
    - `games`: The games after each of the steps on games.
    - `remarks`: What the steps on games add to the status of the answer.
    - `planner`: The function that plans parts of the computation.
    """

    game: Any
    request: Request
    tree: Reduced[Any, Any, Any]
    game_steps: tuple[Step, ...]
    route: Route
    backend: Backend
    steps: tuple[Step, ...]
    games: tuple[Any, ...] = ()
    remarks: tuple[str, ...] = ()
    planner: Callable[[Any, Request], Plan] | None = None

    def part(self, game: Any, request: Request) -> Plan:
        """Return the plan of a part of the computation, by the planner of the plan."""
        assert self.planner is not None
        return self.planner(game, request)

    @cached_property
    def models(self) -> list[tuple[str, Any]]:
        """The models from the game to the problem that the backend solves, each by the name of its step.

        A program of more than `LARGE_PROGRAM` nonzeros is not built, but `Unbuilt`.
        """
        models = [("game", self.game)]
        models += zip((step.spelled for step in self.game_steps), self.games, strict=True)
        # An abstraction is not among the steps on games: it is listed by its kind.
        if self.tree.target is not models[-1][1]:
            models.append((getattr(self.tree.target, "kind", ""), self.tree.target))
        for stage in self.route.stages(self):
            if not stage.shown:
                continue
            _, model = models[-1]
            unbuilt = stage.foreseen(model)
            if unbuilt is not None:
                models.append((stage.name, unbuilt))
                break
            with self.phases.phase(stage.phase, stage.message):
                models.append((stage.name, stage.apply(model).target))
        return models

    @property
    def problem(self) -> Any:
        """The model that the backend solves; `Unbuilt` if it is too large for show."""
        _, model = self.models[-1]
        return model

    @property
    def sizes(self) -> list[tuple[str, str]]:
        """The sizes of the models in words, each by the name of its step."""
        return [(name, repr(model).strip("<>").partition(": ")[2]) for name, model in self.models]

    @cached_property
    def memory(self) -> float | None:
        """The memory in bytes that the whole computation takes, roughly; None where it is not known."""
        needed = problem_bytes(self.backend, self.problem)
        if needed is None:
            return None
        if isinstance(self.game, ExtensiveGame):
            needed += NODE_BYTES * len(self.game)
        return PROCESS_BYTES + needed

    @property
    def choice(self) -> str:
        """The backend, and the reason why it is called."""
        if self.route.without_solver:
            return f"none: {self.route.without_solver}"
        solver = self.route.solver(self)
        if solver != self.backend.name or self.request.backend is not None:
            return f"{solver}, named"
        return f"{solver}, the default for a {self.route.default_for(self)}"

    def report(self, *, everything: bool = False) -> Report:
        """Return the models, the backend, what will be certified, and the memory of a large problem."""
        rows = self.sizes
        title = f"{self.request.concept.name} of {self.game.title}"
        table = Table(title, ("step", "model"), "ll", rows)
        facts = [("backend", self.choice), ("certified", self.claim)]
        if self.memory is not None and self.memory > SMALL_BYTES:
            facts.append(("memory", f"about {shown_bytes(self.memory)} for the {self.route.title}"))
        lines = [Line(f"{name}: {text}") for name, text in facts]
        return Report([table, *lines], {"plan": lambda: replace(table, rows=[*rows, *facts])})

    def __repr__(self) -> str:
        solver = self.route.solver(self)
        return f"<Plan for {self.request.concept.name} of {self.game!r} by a {self.route.title}, {solver}>"

    def require_effective_options(self) -> None:
        """Raise InputError for an option that is given, and is without effect on the route of the plan."""
        concept, route = self.request.concept, self.route
        for option in fields(concept):
            if getattr(concept, option.name) == option.default:
                continue
            if option.name in route.idle:
                raise InputError(f"{option.name}: {route.idle[option.name]}; leave it out")
            if option.name == "certificate_tolerance" and self.request.exact:
                raise InputError(
                    f"{option.name}: of no effect on an exact answer (exact=True, --exact); leave it out"
                )

        if not route.without_solver:
            return
        if self.request.backend is not None:
            raise InputError(
                f"backend {self.request.backend.name}: {route.without_solver}; leave it out"
            )
        for name in SOLVER_OPTIONS:
            is_met = name in MET_BY_EXACT_ANSWERS
            if getattr(self.request.options, name) not in (None, {}) and not is_met:
                raise InputError(f"{name}: {route.without_solver}; leave it out")

    def with_options(self, **options: Any) -> Plan:
        """Return the plan with some options of the solver changed."""
        changed = replace(self.request.options, **options)
        return replace(self, request=replace(self.request, options=changed))

    @property
    def phases(self) -> Phases:
        """Seconds, progress and deadline."""
        return self.request.phases

    @property
    def exact(self) -> bool:
        """True if an answer in doubles is made exact: if asked, for refinements and weights, without constant sum."""
        route, request = self.route, self.request
        if route.make_exact is None or self.backend.exact:
            return False
        if route.always_exact or request.exact or request.concept.check:
            return True
        has_weights = getattr(request.concept, "weights", None) is not None
        if has_weights:
            return True
        return route.exact_in_general_sum and self.constant_sum_game is None

    @property
    def claim(self) -> str:
        """The figures of the certificate of the answer."""
        route, claim = self.route, self.request.concept.claim
        if route.claim:
            return route.claim
        if claim.check:
            return f"{claim.with_article}, with proof"
        if self.loss:
            return f"the {claim.gap} in the game itself, since {self.loss}"
        is_rational = self.backend.exact and route.keeps_exact
        if self.request.exact or self.exact or self.exact_by_default or is_rational:
            return f"{claim.with_article}, with proof"
        return f"{claim.with_article}, within the tolerance of the certificate"

    @property
    def exact_by_default(self) -> bool:
        """True if an answer in doubles is made exact where that takes no time that is noticed."""
        request = self.request
        is_left_open = request.exact is None and request.backend is None and not request.options.raw
        if not is_left_open or self.exact:
            return False
        if not self.route.exact_without_answer:
            return False
        if getattr(request.concept, "formulation", "") == "normal-form":
            return False
        matrices = getattr(self.game, "matrices", None)
        if matrices is not None and matrices.in_doubles:
            return False
        return len(self.game) <= SMALL_GAME

    @property
    def map(self) -> ProfileMap | None:
        """The lift of the steps on games, if it is data; None of a function, and without steps."""
        lift: object = self.tree.lift
        return lift if isinstance(lift, ProfileMap) else None

    @property
    def keeps_mixed(self) -> bool:
        """True if the lift of the steps on games is known to keep profiles completely mixed."""
        return not self.game_steps or (self.map is not None and self.map.keeps_mixed)

    @cached_property
    def payoffs(self) -> PayoffMap | None:
        """The payoffs after the steps on games by those of the game itself; None where they are not known."""
        return payoffs_after(self.game, self.game_steps, self.games)

    def require_map(self, reason: str) -> ProfileMap | None:
        """Return the lift of the steps on games as data, None without any; InputError with what needs it otherwise."""
        if not self.game_steps:
            return None
        if self.map is None:
            name = self.game_steps[0].name
            raise InputError(
                f"{name}: {reason} needs a step whose lift is a ProfileMap; leave one of the two out"
            )
        return self.map

    def known_payoffs(self, option: str) -> PayoffMap:
        """Return the payoffs after the steps on games for an option in units of payoff, or raise InputError."""
        if self.payoffs is None:
            raise unknown_units(option, self.game_steps)
        return self.payoffs

    def gap_after(self, option: str, gap: float) -> float:
        """Return an option, a gap in the game itself, as a gap in the game after the steps on games."""
        if not self.game_steps:
            return float(gap)
        return float(self.known_payoffs(option).gap_after(Fraction(gap)))

    def gap_before(self, gap: float) -> float:
        """Return a gap in the game after the steps on games as one in the game itself."""
        if self.payoffs is None:
            return gap
        return float(self.payoffs.gap_before(Fraction(gap)))

    @cached_property
    def translated(self) -> Request:
        """The request in units of payoff of the game after the steps on games, in which its problem is stated.

        Objectives and target payoffs are kept, since equilibria are chosen by their payoffs in the game itself. Raises
        InputError where an option is in units of payoff, and those after the steps are not known.
        """
        request = self.request
        if not self.game_steps:
            return request
        if getattr(request.concept, "chooses", False):
            self.known_payoffs(cast("Any", request.concept).chosen_by)

        gap = request.options.target_gap
        if gap:
            options = replace(request.options, target_gap=self.gap_after("target_gap", gap))
            request = replace(request, options=options)

        weights: tuple[Fraction, ...] | None = getattr(request.concept, "weights", None)
        if weights is not None:
            # A payoff u becomes f u + s: the sum of w u is that of (w / f) (f u + s), less a constant.
            factors = self.known_payoffs("weights").factors
            small = tuple(weight / factor for weight, factor in zip(weights, factors, strict=True))
            request = replace(request, concept=replace(request.concept, **{"weights": small}))
        return request

    def reduction(self, *, scale: bool = True) -> Reduced[Any, Any, Any]:
        """Return the problem of the game, for any solver, with the lift of its solutions.

        - `scale`: Whether programs of sequence forms may be scaled and centered.
        """
        reduction = self.tree
        for stage in self.route.exported(self):
            with self.phases.phase(stage.phase, stage.message):
                reduction = reduction.then(stage.apply)
                if not scale and isinstance(reduction.target, SequenceForm):
                    reduction = replace(reduction, target=replace(reduction.target, as_given=True))
        return reduction

    @property
    def loses_nothing(self) -> bool:
        """True if an equilibrium after the steps on games has to be one of the game itself."""
        if not all(step.loses_nothing for step in self.game_steps):
            return False
        abstraction_loses_nothing: bool = getattr(self.tree.target, "loses_nothing", True)
        return abstraction_loses_nothing

    @property
    def loss(self) -> str:
        """The reason why an equilibrium after the steps on games need not be one of the game itself; empty if it is."""
        if self.loses_nothing:
            return ""
        losses = (step.loss for step in self.game_steps if not step.loses_nothing)
        return next(losses, Step.loss)

    def with_loss(self, certificate: Certificate) -> Certificate:
        """Return a certificate with a note where the steps on games have lost the equilibrium."""
        if not self.loss or certificate.claim != NASH or certificate.gap <= certificate.allowed:
            return certificate
        sentence = f"computed for the game after the steps, and no equilibrium of the game itself, since {self.loss}"
        return certificate.noted(sentence)

    @property
    def constant_sum_game(self) -> ExtensiveGame | None:
        """The tree itself where it is constant-sum, or else after a step that corrects rounding; None otherwise."""
        if not isinstance(self.game, ExtensiveGame):
            return None
        if self.game.constant_sum is not None:
            return self.game
        for step, after in zip(self.game_steps, self.games, strict=False):
            if isinstance(step, ConstantSum):
                return cast("ExtensiveGame", after)
        return None

    @property
    def objective(self) -> str:
        """The name of the objective by which a step chose behavior; empty if none did, or had no choice."""
        if self.constant_sum_game is not None:
            return ""
        return next((step.objective_name for step in self.game_steps if step.objective_name), "")

    def answer(
        self,
        profile: BehaviorProfile,
        certificate: Certificate,
        raw: Any,
        solver: str = "",
        **parts: Any,
    ) -> Equilibrium:
        """Return a profile of the game itself as an answer, by the route's solver unless another is named."""
        resolved = self.request.resolved(solver or self.route.solver(self), self.all_steps)
        return Equilibrium(
            self.game, profile, certificate, raw, resolved, self.phases.seconds, **parts
        )

    def remarked(self, raw: Any, solver: str = "") -> Any:
        """Return an answer with remarks in its status.

        They are those of the steps on games, where a solver was called, and the options that a solution meets in any
        case. `solver` is the backend, if it is not that of the plan.
        """
        sentences = [raw.status]
        if self.route.without_solver:  # the answer is exact, whatever backend the plan names
            traits = Traits(meets=MET_BY_EXACT_ANSWERS)
        else:
            traits = traits_of(self._backend_of(solver))
            sentences += self.remarks
        if raw.solved:
            met = traits.met(self.request.options)
            sentences += [f"{name}: {reason}" for name, reason in met.items()]
        if len(sentences) == 1:
            return raw
        return replace(raw, status="; ".join(sentences))

    def _backend_of(self, name: str) -> Backend:
        """Return the backend with a name: that of the plan, which is also meant without a name, or another one."""
        for backend in (self.backend, self.request.backend):
            if backend is not None and name in ("", backend.name):
                return backend
        return get(name)

    @property
    def all_steps(self) -> tuple[Step, ...]:
        """The steps in the order in which they are applied."""
        return (*self.game_steps, *self.steps)


class Route:
    """A class of problems that a game is reduced to, for a concept.

    Its data:

    - `problem`: The class of models that the backend solves, and on which steps work; `title`, its name in messages.
    - `builder`: The builder of the problem, from which these two are taken.
    - `place`: The part of the game on which the answer is certified, for progress messages.
    - `forms`: Further classes of models on the way to the problem on which steps work.
    - `default_steps`: The steps where none are given.
    - `make_exact`: The function that turns a solution in doubles into a rational one; `always_exact`, whether that is
      done in any case, and `exact_in_general_sum`, of games that are not constant-sum; `exact_without_answer`, whether
      it needs no answer of a solver, which only saves time.
    - `work`: The work of a solver in doubles, in operations on machine words, roughly, of a model and an answer.
    - `accepts_limits`: Whether the answer of a solver that stopped at a limit is certified.
    - `keeps_exact`: Whether rational answers of a backend are certified as such, and not in doubles.
    - `claim`: What the certificate shows, where that is not the claim of the concept.
    - `doing`: The progress message of the solver.
    - `idle`: The options of concepts without effect on this route, by name with the reason; refused if they are given.
    - `without_solver`: The reason why no solver is called, so that its options are refused; empty if one is.

    `execute` calls its methods in the order in which they stand here, after `require_applicable` in the planner.
    """

    problem: type
    title: str
    builder: ClassVar[ModelBuilder | None] = None
    place: ClassVar[str] = "on the tree"
    forms: ClassVar[tuple[type, ...]] = ()
    default_steps: ClassVar[tuple[Step, ...]] = ()
    make_exact: Callable[..., Any] | None = None
    always_exact: ClassVar[bool] = False
    exact_in_general_sum: ClassVar[bool] = True
    exact_without_answer: ClassVar[bool] = False
    work: Callable[[Any, Any], float] | None = None
    accepts_limits: ClassVar[bool] = False
    keeps_exact: ClassVar[bool] = True
    claim: ClassVar[str] = ""
    doing: ClassVar[str] = "solving with {solver}"
    idle: ClassVar[Mapping[str, str]] = {}
    without_solver: ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        builder = vars(cls).get("builder")
        if builder is not None:
            cls.problem, cls.title = builder.target, builder.name

    def require_applicable(self, plan: Plan) -> None:
        """Raise an error, with a remedy, if the game, the options, the steps and the backend do not go together.

        After an UnsupportedModelError the planner tries the next route.
        """

    def require_room(self, plan: Plan) -> None:
        """Raise InputError, before anything is built, where the problem is known not to fit into the memory."""

    def stages(self, plan: Plan) -> Iterator[Stage]:
        """Yield the stages from the game, after the steps on games, to the problem; none by default."""
        return iter(())

    def exported(self, plan: Plan) -> Iterator[Stage]:
        """Yield the stages from the game to a problem for another solver, by default the same."""
        return self.stages(plan)

    def solver(self, plan: Plan) -> str:
        """Return the name of what solves the problem."""
        return plan.backend.name

    def default_for(self, plan: Plan) -> str:
        """Return what the default backend is the default for: the class of problems."""
        return self.title

    def advice(self, plan: Plan) -> str:
        """Return a faster way to solve a game of its kind and size, in parentheses, or an empty text."""
        return ""

    def solve(self, plan: Plan, model: Any) -> Any:
        """Return the checked answer of the backend, a failure where numbers are beyond its doubles but made exact."""
        with plan.phases.phase("solve", self.solving(plan)):
            if self.exact_without_answer and (plan.exact or plan.exact_by_default):
                return solved_in_doubles(plan.backend, model, plan.translated.left)
            return solved_by(plan.backend, model, plan.translated.left)

    def require_usable(self, plan: Plan, raw: Any) -> None:
        """Raise SolveError unless the answer of a backend can be certified, or made exact."""
        if not isinstance(raw, RawSolution):  # certified answers of other plans
            return
        has_point = raw.primal is not None and raw.dual is not None
        if self.accepts_limits and has_point:
            return
        becomes_exact = self.exact_without_answer and (plan.exact or plan.exact_by_default)
        if becomes_exact and raw.termination in WRONG:
            return
        require_solved(raw, plan.backend)

    def made_exact(self, plan: Plan, model: Any, raw: Any) -> Any:
        """Return the rational solution that a solution in doubles leads to, by default if it takes little work."""
        assert self.make_exact is not None
        limits: dict[str, Any] = {
            "time_limit": plan.phases.deadline.left,
            "progress": plan.request.options.progress,
        }
        if not plan.exact:
            in_doubles = 0 if self.work is None else self.work(model, raw)
            limits["work"] = EXACT_WORK + EXACT_SHARE * in_doubles
        return self.make_exact(model, raw, **limits)

    def prepared(self, plan: Plan, solved: Solved) -> Any:
        """Return what is computed from the answer before it is certified."""
        return None

    def certified(self, plan: Plan, solved: Solved, prepared: Any) -> Any:
        """Return the answer of the game itself with its certificate."""
        raise NotImplementedError

    def require_certified(self, plan: Plan, answer: Any) -> None:
        """Raise CertificationError unless the certificate holds: of a refinement with proof."""
        claim = plan.request.concept.claim
        if claim.check:
            require_proven(answer, claim)
        else:
            require_pass(answer)

    def solving(self, plan: Plan) -> str:
        """Return the progress message of the solver, which the message of a time limit repeats."""
        return self.doing.format(solver=plan.backend.name, title=self.title) + self.advice(plan)


def execute(plan: Plan) -> Any:
    """Return the certified answer of a plan.

    Raises SolveError if the solver did not finish; of iterative solvers with the equilibrium found so far. Raises
    CertificationError if the answer did not pass; the error carries it with its certificate.
    """
    route, phases = plan.route, plan.phases
    route.require_room(plan)
    _import_solver(plan)

    solved = Solved(None)
    model = plan.tree.target
    for stage in route.stages(plan):
        with phases.phase(stage.phase, stage.message):
            reduction = stage.apply(model)
        solved.chain.append((stage, reduction))
        model = reduction.target

    solved.raw = route.solve(plan, model)
    route.require_usable(plan, solved.raw)
    # By default nothing is made exact after a limit: the time is up.
    if plan.exact or (plan.exact_by_default and solved.raw.termination not in CUT_SHORT):
        solved.raw = _exact(plan, model, solved.raw)

    with lasting(_time_of_certificate(plan, solved.raw)):
        prepared = route.prepared(plan, solved)
        try:
            with phases.phase("verify", f"verifying {route.place}", cut=False):
                answer = route.certified(plan, solved, prepared)
            answer = with_missed_target(answer, plan.request.options.target_gap)
            route.require_certified(plan, answer)
        except CertificationError as error:
            blamed = _after_own_steps(plan, error)
            if blamed is None:
                raise
            raise blamed from error
    return answer


def execute_part(part: Plan, description: str) -> Any:
    """Return the certified answer of a plan for a part of a computation: another game, or another question.

    Errors begin with the description of the part, but for a time limit, which is that of the whole computation. They
    carry no answer, since one of the part would be taken for an answer of the whole.
    """
    try:
        return execute(part)
    except TimeLimitError:
        raise
    except (SolveError, CertificationError) as error:
        raise type(error)(f"{description}: {error}") from error


def _import_solver(plan: Plan) -> None:
    """Import what the backend needs, in a phase of its own, where that takes long and is not done yet.

    The first solution of a process would otherwise seem to take as long as the import, seconds with CVXPY or Pyomo.
    """
    entry = ENTRIES.get(plan.backend.name)
    if entry is None or not (entry.is_needed or entry.installed):
        return
    missing = [module for module in entry.imports if module not in sys.modules]
    if missing:
        with plan.phases.phase("import", f"importing {missing[0].partition('.')[0]}"):
            for module in missing:
                require(module)


def _after_own_steps(plan: Plan, error: CertificationError) -> CertificationError | None:
    """Return the error of an answer that fails after steps of other packages, the likely cause; None without any.

    What they change is not a fault that could be reported to seqform.
    """
    own = [
        step.spelled
        for step in plan.all_steps
        if type(step).__module__.partition(".")[0] != "seqform"
    ]
    if not own:
        return None
    reason = str(error).removesuffix("; please report the game")
    advice = "check its reductions and lifts, or leave it out"
    return CertificationError(
        f"after {', '.join(own)}: {reason}; {advice}", error.certificate, error.equilibrium
    )


def _time_of_certificate(plan: Plan, raw: Any) -> float:
    """Return the seconds that a certificate gets at least, whatever is left of the time limit.

    The strategies that a solver has reached at a limit are certified in any case.
    """
    limit = plan.phases.deadline.seconds
    if limit is None or getattr(raw, "termination", None) in CUT_SHORT:
        return math.inf
    return max(LEAST_OF_CERTIFICATE, SHARE_OF_CERTIFICATE * limit)


def _exact(plan: Plan, model: Any, raw: Any) -> Any:
    """Return an answer made exact.

    By default that in doubles remains, with a remark in its status, where the work allowed or the conditioning of the
    problem leads to no exact one. What is proved about the problem is never replaced by an answer in doubles.
    """
    try:
        with plan.phases.phase("exact", "making the answer exact"):
            exact = plan.route.made_exact(plan, model, raw)
    except SolveError as error:
        if plan.exact:
            raise
        reason = str(error)
    else:
        if exact.solved:
            return exact
        if plan.exact or exact.termination in NO_OPTIMUM:
            status = f"{exact.termination} ({exact.status})"
            raise SolveError(
                f"the answer of {plan.backend.name} could not be made exact: {status}", exact
            )
        reason = exact.status
        if exact.termination is Termination.ITERATION_LIMIT:
            reason = TOO_MUCH_WORK
    require_solved(raw, plan.backend)
    return replace(raw, status=f"{raw.status}; not made exact: {reason}")
