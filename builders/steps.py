"""The edges between models: builders, each a row of a table, and preprocessing steps, of which a caller chooses.

A builder leads from a class of models to the next one on the way to a problem; a step keeps the class, or leads on.
Both return `Reduced`, a model with the lift of its answers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from typing import Any, ClassVar, Literal, cast, get_args

from seqform.builders.games.rules import MAX_NODES
from seqform.errors import InputError, suggestion
from seqform.models.answers.certificate import NASH, RESPONSE, SAFE, Claim
from seqform.models.games.abstraction import InformationFilter
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.ordered import OrderedGame
from seqform.models.games.payoff_map import PayoffMap, computed_payoff_map, have_one_shape
from seqform.models.games.positions import PositionGraph
from seqform.models.programs.class_game import ClassGame
from seqform.models.programs.complementarity import LinearComplementarityProblem
from seqform.models.programs.linear import LinearProgram, MixedIntegerProgram
from seqform.models.programs.perturbed import (
    MatrixPerturbedComplementarityProblem,
    MatrixPerturbedProgram,
    PerturbedComplementarityProblem,
    PerturbedLinearProgram,
)
from seqform.models.programs.sequence_form import SaddlePointProblem, SequenceForm
from seqform.models.reduced import Reduced
from seqform.system.sources import parse_code

__all__ = [  # the steps, which `seqform` has at its top as well
    "Abstraction",
    "ConstantSum",
    "ContractForced",
    "EliminateDominated",
    "MergeEquivalent",
    "Sparsify",
]

Reduction = Callable[..., Reduced[Any, Any, Any]]

Rounds = Literal["all", "last"]
"""Rounds of a game of classes of which dominated sequences are eliminated."""

LOSSLESS = "lossless"
PUBLISHED = "published"
THRESHOLD = "threshold"
IDENTITY = "identity"
ABSTRACTIONS = (LOSSLESS, PUBLISHED, f"{THRESHOLD}=T", IDENTITY)
"""The kinds of `Abstraction`."""

OWN = "own"
"""The kind of an `Abstraction` by filters of the caller's."""


@dataclass(frozen=True)
class ModelBuilder:
    """An edge of a route: the function from a model to the next one, which is imported when it is called.

    - `name`: Its name in printed plans and messages, by which its reduction is found in a chain.
    - `source`, `target`: The classes of models before and after it; `object` for parts that are solved one by one.
    - `place`: ``"module:function"`` in `seqform.builders`.
    """

    name: str
    source: type
    target: type
    place: str

    def __call__(self, model: Any, **arguments: Any) -> Reduced[Any, Any, Any]:
        """Return the next model, with the lift of its answers."""
        module, _, function = self.place.partition(":")
        build: Reduction = getattr(import_module(f"seqform.builders.{module}"), function)
        return build(model, **arguments)


SEQUENCE_FORM = ModelBuilder(
    "sequence form", ExtensiveGame, SequenceForm, "forms.sequence_form:sequence_form"
)

LINEAR_PROGRAM = ModelBuilder(
    "linear program", SequenceForm, LinearProgram, "programs.zero_sum_lp:constant_sum_lp"
)
CONSTRAINED_LP = ModelBuilder(
    "linear program with constraints",
    SequenceForm,
    LinearProgram,
    "programs.zero_sum_lp:constrained_lp",
)
RESPONSE_LP = ModelBuilder(
    "linear program of the response",
    SequenceForm,
    LinearProgram,
    "programs.zero_sum_lp:response_lp",
)
SADDLE_POINT_PROBLEM = ModelBuilder(
    "saddle point problem", SequenceForm, SaddlePointProblem, "programs.zero_sum_lp:saddle_point"
)
COMPLEMENTARITY_PROBLEM = ModelBuilder(
    "complementarity problem",
    SequenceForm,
    LinearComplementarityProblem,
    "programs.lcp:path_problem",
)
MIXED_INTEGER_PROGRAM = ModelBuilder(
    "mixed-integer program",
    SequenceForm,
    MixedIntegerProgram,
    "programs.mixed_integer:equilibrium_milp",
)

PERTURBED_LP = ModelBuilder(
    "perturbed linear program",
    SequenceForm,
    PerturbedLinearProgram,
    "programs.perturbed_lp:perturbed_lp",
)
LP_AT_A_NUMBER = ModelBuilder(
    "perturbed program at a number ε",
    SequenceForm,
    LinearProgram,
    "programs.perturbed_lp:perturbed_lp_at",
)
MATRIX_PERTURBED_LP = ModelBuilder(
    "linear program with ε in its matrix",
    SequenceForm,
    MatrixPerturbedProgram,
    "programs.perturbed_lp:behavior_perturbed_lp",
)
PERTURBED_LCP = ModelBuilder(
    "perturbed complementarity problem",
    SequenceForm,
    PerturbedComplementarityProblem,
    "programs.perturbed_lcp:perturbed_lcp",
)
MATRIX_PERTURBED_LCP = ModelBuilder(
    "complementarity problem, matrix in ε",
    SequenceForm,
    MatrixPerturbedComplementarityProblem,
    "programs.perturbed_lcp:behavior_perturbed_lcp",
)
PROPER_LCP = ModelBuilder(
    "perturbed complementarity problem",
    SequenceForm,
    PerturbedComplementarityProblem,
    "programs.proper:proper_lcp",
)

CORRELATED_LP = ModelBuilder(
    "program of correlation plans",
    SequenceForm,
    LinearProgram,
    "programs.correlated:correlated_lp",
)

COMMITMENT_MILP = ModelBuilder(
    "mixed-integer program of commitment",
    SequenceForm,
    MixedIntegerProgram,
    "programs.commitment:commitment_milp",
)

ZERO_SUM_GAMES = ModelBuilder(
    "zero-sum games", ExtensiveGame, object, "preprocess.constant_sum:zero_sum_games"
)
RESTRICTED_GAME = ModelBuilder(
    "restricted game",
    ExtensiveGame,
    ExtensiveGame,
    "preprocess.restricted_response:restricted_game",
)
PARTS = ModelBuilder("parts", ExtensiveGame, object, "preprocess.subgames:chance_parts")
TREE_OF_POSITIONS = ModelBuilder(
    "tree", ExtensiveGame, PositionGraph, "preprocess.subgames:perfect_information"
)
GRAPH_IN_UNITS = ModelBuilder(
    "graph in units of the game",
    PositionGraph,
    PositionGraph,
    "preprocess.subgames:in_units_before",
)

CLASSES = ModelBuilder("game of classes", OrderedGame, ClassGame, "forms.class_game:class_game")
CLASS_LP = ModelBuilder("linear program", ClassGame, LinearProgram, "abstraction.class_lp:class_lp")
EXACT_CLASS_LP = ModelBuilder(
    "linear program", ClassGame, LinearProgram, "abstraction.class_lp:exact_class_lp"
)

BUILDERS = tuple(row for row in list(globals().values()) if isinstance(row, ModelBuilder))
"""All builders, from games to the problems that backends solve."""


@dataclass(frozen=True)
class Step:
    """A preprocessing step: for each class of models that it works on, a function from a model to `Reduced`."""

    name: ClassVar[str]
    summary: ClassVar[str]
    """One line for help texts."""
    message: ClassVar[str]
    """A progress message."""
    preserves: ClassVar[tuple[Claim, ...] | None] = None
    """The claims of answers that hold after the lift as well; None if all do."""
    loss: ClassVar[str] = "the abstraction may lose value"
    """The reason why an equilibrium after the step need not be one before it, where it need not."""
    keeps_payoffs: ClassVar[bool] = False
    """Whether outcomes pay the same in the model after the step, where that is another shape of game."""

    in_programs: ClassVar[str] = (
        "columns and duals are those of the program after the step; lift returns those before it"
    )
    """The meaning of columns and duals of a linear program after the step, for its files; empty if it is unchanged."""

    @property
    def reductions(self) -> Mapping[type, Reduction]:
        """The reduction for each class of models; none of a step that is carried out by its route."""
        return {}

    @property
    def models(self) -> frozenset[type]:
        """The classes of models that the step works on."""
        return frozenset(self.reductions)

    def model_after(self, model_class: type) -> type:
        """Return the class of the model after the step, of one of a class that it works on; by default the same."""
        return model_class

    def refusal(self, concept: Any) -> str | None:
        """Return the reason why the step does not apply to a concept; None if it does."""
        if self.preserves is None or concept.claim in self.preserves:
            return None
        return f"its answer is not proven to be {concept.claim.with_article}"

    def payoff_map(self, before: Any, after: Any) -> PayoffMap | None:
        """Return the map from the payoffs before the step to those after it; None where it is not known.

        Of games of one shape it is computed. A step to another shape states `keeps_payoffs`, or overrides this method.
        What is in units of payoff, such as objectives and gaps, is translated by the map, and refused without one.
        """
        if have_one_shape(before, after):
            return computed_payoff_map(before, after)
        if before is after or self.keeps_payoffs:
            return PayoffMap.identity(len(before.players))
        return None

    def in_units_of_payoff(self, game: Any) -> str:
        """Return the name of the option of the step that is in units of payoff of a game; empty if there is none."""
        return ""

    @property
    def spelled(self) -> str:
        """The text that stands for the step."""
        return self.name

    @property
    def loses_nothing(self) -> bool:
        """True if an equilibrium of the model after the step becomes one of the model before it."""
        return True

    @property
    def objective_name(self) -> str:
        """The name of the objective by which the step chooses behavior; empty if it chooses none."""
        return ""

    @property
    def claim(self) -> str:
        """The claim about the behavior that the step chooses, for the status of an answer."""
        return ""

    def remark(self, before: Any, after: Any) -> str:
        """Return a remark on a model before and after the step, for the status of an answer."""
        return ""

    @classmethod
    def of_text(cls, value: str) -> Step:
        """Return the step for the text "NAME=VALUE", or raise InputError."""
        raise InputError(f"{cls.name}={value}: the step takes no value; leave it out")


Preprocess = str | Step | InformationFilter | Sequence[str | Step | InformationFilter] | None
"""Steps, and their names; one information filter is for both players, two are player 0's and player 1's."""


@dataclass(frozen=True)
class MergeEquivalent(Step):
    """Merge rows and columns of a program that an equitable partition makes equal; loses no optimal value."""

    name = "merge-equivalent"
    summary = "merge equivalent rows and columns of the program"
    message = "merging equivalent rows and columns"
    in_programs = (
        "equivalent rows and columns are one, with the name of the first of them; a column weight is the weight of "
        "each of its members, the dual of a row reply the sum of the weights of its members, which are equal"
    )

    @property
    def reductions(self) -> Mapping[type, Reduction]:
        from seqform.builders.preprocess.merge import merge_equivalent

        return {
            LinearProgram: merge_equivalent,
            LinearComplementarityProblem: merge_equivalent,
            PerturbedLinearProgram: merge_equivalent,
            MatrixPerturbedProgram: merge_equivalent,
            PerturbedComplementarityProblem: merge_equivalent,
        }


@dataclass(frozen=True)
class EliminateDominated(Step):
    """Eliminate weakly dominated sequences until none is left, which may lose equilibria, never all.

    - `rounds`: Of the game of classes of a game with ordered signals, "last" eliminates sequences of the last round
      only.
    - `once`: Give each player one turn, instead of turns until none is left: in large games that saves most of the
      time.
    - `if_many`: On trees, end a turn without any elimination if few of the sequences tested first are dominated.
    """

    name = "eliminate-dominated"
    summary = "eliminate weakly dominated sequences, which may lose some equilibria"
    message = "eliminating dominated sequences"
    in_programs = (
        "dominated sequences, whose weight is 0, have neither columns weight nor rows reply"
    )
    preserves = (NASH, SAFE)
    rounds: Rounds = "all"
    once: bool = False
    if_many: bool = False

    def __post_init__(self) -> None:
        if self.rounds not in get_args(Rounds):
            raise InputError(
                f"{self.name}: 'once', 'if-many', 'last' or 'all' expected, not {self.rounds!r}"
            )
        if self.if_many and not self.once:
            raise InputError(
                f"{self.name}: if_many decides about one turn of each player, so it needs once"
            )
        if self.once and self.rounds == "last":
            raise InputError(f"{self.name}: 'once' or 'last' expected, not both")

    @property
    def reductions(self) -> Mapping[type, Reduction]:
        from seqform.builders.abstraction.dominated_classes import undominated
        from seqform.builders.preprocess.dominated import eliminate_dominated

        # Trees have no rounds, and only their turns can end early: such a step is for one class of models.
        reductions: dict[type, Reduction] = {}
        if self.rounds == "all":
            on_trees = partial(eliminate_dominated, once=self.once, if_many=self.if_many)
            reductions[SequenceForm] = on_trees
        if not self.if_many:
            on_classes = partial(undominated, rounds=self.rounds, once=self.once)
            reductions[ClassGame] = on_classes
        return reductions

    @property
    def spelled(self) -> str:
        if self.if_many:
            return f"{self.name}=if-many"
        if self.once:
            return f"{self.name}=once"
        if self.rounds == "all":
            return self.name
        return f"{self.name}={self.rounds}"

    @classmethod
    def of_text(cls, value: str) -> Step:
        if value == "if-many":
            return cls(once=True, if_many=True)
        if value == "once":
            return cls(once=True)
        return cls(cast("Rounds", value))

    def model_after(self, model_class: type) -> type:
        from seqform.builders.abstraction.dominated_classes import Eliminated

        return Eliminated if model_class is ClassGame else model_class


@dataclass(frozen=True)
class Sparsify(Step):
    """Rewrite a linear program with auxiliary variables and fewer nonzeros."""

    name = "sparsify"
    summary = "rewrite the linear program with auxiliary variables and fewer nonzeros"
    message = "sparsifying the payoff matrix"
    in_programs = "columns auxiliary and rows definition stand for shared sums; they are no weights"

    @property
    def reductions(self) -> Mapping[type, Reduction]:
        from seqform.builders.abstraction.class_lp import sparsified_lp
        from seqform.builders.abstraction.dominated_classes import Eliminated
        from seqform.builders.preprocess.sparsify import sparsify

        return {LinearProgram: sparsify, ClassGame: sparsified_lp, Eliminated: sparsified_lp}

    def model_after(self, model_class: type) -> type:
        return LinearProgram


@dataclass(frozen=True)
class ContractForced(Step):
    """Contract moves with one action, of players and of chance, which loses nothing and keeps every claim."""

    name = "contract-forced"
    summary = "contract information sets with one action and chance moves with one branch"
    message = "contracting forced moves"
    in_programs = "moves with one action have neither columns nor rows; lift returns them"
    keeps_payoffs = True

    @property
    def reductions(self) -> Mapping[type, Reduction]:
        from seqform.builders.preprocess.subgames import contract_forced

        return {ExtensiveGame: contract_forced}


@dataclass(frozen=True)
class ConstantSum(Step):
    """Make a game constant-sum whose payoffs add up to a constant but for rounding in doubles.

    The payoffs of player 1 become the constant less those of player 0. What that adds to nash_conv, as a certificate on
    the game as written shows, is at most twice the largest error of the sum.
    """

    name = "constant-sum"
    summary = (
        "make a game constant-sum whose payoffs add up to a constant but for rounding in doubles"
    )
    message = "correcting the rounding of payoffs"
    in_programs = ""
    preserves = (NASH,)
    loss = "correcting the rounding of payoffs may lose value"

    def payoff_map(self, before: Any, after: Any) -> PayoffMap:
        """Return the identity: payoffs are counted in the same units, and their correction is one of rounding."""
        return PayoffMap.identity(2)

    @property
    def reductions(self) -> Mapping[type, Reduction]:
        from seqform.builders.preprocess.constant_sum import constant_sum_game

        return {ExtensiveGame: constant_sum_game}

    @property
    def loses_nothing(self) -> bool:
        """False: an equilibrium after the step is one of the game as written but for rounding."""
        return False

    def remark(self, before: ExtensiveGame, after: ExtensiveGame) -> str:
        from seqform.builders.preprocess.constant_sum import shown_correction, sum_error

        if before.constant_sum is not None:
            return ""
        added = float(2 * sum_error(before))
        return f"{shown_correction(before)}: corrected by {self.name}, which adds at most {added:.2g} to nash_conv"


@dataclass(frozen=True)
class Abstraction(Step):
    """Merge the signals of a game with ordered signals by information filters.

    - `kind`: "lossless" for the coarsest equitable filters, of a game with ranges those by its symmetries, "published"
      for GameShrink, "threshold=T" for GameShrink that merges signals at a cost of at most T, or "threshold=T1,T2,..."
      with a threshold for each round; "identity" for no abstraction, with the game solved on its signals;
      "FILE.py:NAME" for filters of a Python file, which is run.
    - `max_nodes`: Largest tree on which an exact answer is certified.
    - `filters`: Of player 0 and of player 1, instead of a kind.
    """

    name = "abstraction"
    summary = "merge the signals of an ordered game: lossless, published, threshold=T, identity"
    message = "merging signals"
    in_programs = (
        "rows and columns are of classes of signals; a weight is that of each signal of its class"
    )
    preserves = (NASH, RESPONSE)
    keeps_payoffs = True
    kind: str = LOSSLESS
    max_nodes: int = MAX_NODES
    filters: tuple[InformationFilter, InformationFilter] | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        checked = OWN if self.filters is not None else abstraction_kind(self.kind)
        object.__setattr__(self, "kind", checked)

    @property
    def models(self) -> frozenset[type]:
        return frozenset({OrderedGame})

    @property
    def spelled(self) -> str:
        return self.kind

    def in_units_of_payoff(self, game: OrderedGame) -> str:
        """Return the threshold, of an abstraction that has one."""
        return THRESHOLD if self.kind.startswith(THRESHOLD) else ""

    @property
    def loses_nothing(self) -> bool:
        """True if this kind of abstraction is lossless."""
        return self.kind in (LOSSLESS, IDENTITY)


STEPS: tuple[type[Step], ...] = tuple(
    row
    for row in list(globals().values())
    if isinstance(row, type) and issubclass(row, Step) and row is not Step
)
"""The steps of this module, in the order in which they stand: those on forms and programs, then those on games."""


def abstraction_kind(text: str) -> str:
    """Return the kind of an abstraction, with thresholds in their shortest form.

    Examples
    --------
    >>> abstraction_kind("threshold=0.50,1"), abstraction_kind("published")
    ('threshold=0.5,1', 'published')
    """
    is_known = text in ABSTRACTIONS
    if isinstance(text, str):
        word, equals, thresholds = text.partition("=")
        if word == THRESHOLD and equals:
            numbers = [repr(threshold_of(part)) for part in thresholds.split(",")]
            return f"{THRESHOLD}=" + ",".join(number.removesuffix(".0") for number in numbers)
        is_known = is_known or bool(parse_code(text))
    if not is_known:
        raise InputError(
            f"no abstraction {text!r}{suggestion(text, ABSTRACTIONS)}; known: {', '.join(ABSTRACTIONS)}"
        )
    return text


def threshold_of(text: str) -> float:
    """Return a threshold: a decimal, a fraction or "inf".

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
        raise InputError(f"threshold {text!r}: a number from 0 on, or inf, expected")
    return threshold


def require_steps_for_problem(
    steps: Sequence[Step],
    problem: type,
    concept: Any,
    *,
    has_start: bool,
    forms: Sequence[type] = (),
) -> None:
    """Raise InputError for a step that applies neither to the problem class nor to one of the forms before it."""
    for step in steps:
        if not step.models:
            raise InputError(
                f"{step.name}: a step has a property reductions, the reduction for each class of models that it "
                "applies to; this one has none"
            )
        if not {problem, *forms} & step.models:
            *most, last = sorted({_title(model_class) for model_class in step.models})
            works_on = f"{', '.join(most)} and {last}" if most else last
            advice = "leave it out"
            if step.models == {ClassGame}:
                advice = "put lossless before it if the game has ordered signals, as poker has, or leave it out"
            raise InputError(f"{step.name}: for {works_on}, not for {_title(problem)}; {advice}")
    if not steps:
        return

    if problem is LinearComplementarityProblem and concept.check:
        raise InputError(
            f"{steps[0].name}: concept {concept.name!r} needs the whole complementarity problem; leave it out"
        )
    takes_start = problem in (LinearComplementarityProblem, PerturbedComplementarityProblem)
    if has_start and takes_start:
        raise InputError(
            f"{steps[0].name}: a start belongs to the whole problem; leave one of the two out"
        )


def _title(model_class: type) -> str:
    """Return the name of a class of models in messages."""
    return _TITLES.get(model_class.__name__, model_class.__name__)


# By name: some of the classes, such as Eliminated, are imported only by the steps that need them.
_TITLES = {
    "LinearProgram": "linear programs",
    "PerturbedLinearProgram": "perturbed linear programs",
    "MatrixPerturbedProgram": "perturbed linear programs",
    "PerturbedComplementarityProblem": "perturbed complementarity problems",
    "MatrixPerturbedComplementarityProblem": "complementarity problems with ε in their matrix",
    "LinearComplementarityProblem": "complementarity problems",
    "MixedIntegerProgram": "mixed-integer programs",
    "SaddlePointProblem": "saddle point problems",
    "ClassGame": "games of classes",
    "Eliminated": "games of classes",
    "OrderedGame": "games with ordered signals",
    "ExtensiveGame": "extensive games",
}
