"""Preprocessing steps: reductions of a game or of its program that are applied before a solver is called."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from seqform.builders.abstraction.dominated_classes import Eliminated, undominated
from seqform.builders.games.rules import MAX_NODES
from seqform.builders.preprocess.contraction import contract_forced
from seqform.builders.preprocess.dominated import eliminate_dominated
from seqform.builders.preprocess.merge import merge_equivalent
from seqform.builders.preprocess.sparsify import sparsify
from seqform.errors import InputError, suggestion
from seqform.models.answers.claims import NASH, SAFE, Claim
from seqform.models.games.abstraction import InformationFilter
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.ordered import OrderedGame
from seqform.models.programs.class_game import ClassGame
from seqform.models.programs.complementarity import LinearComplementarityProblem
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.perturbed import (
    MatrixPerturbedProgram,
    PerturbedComplementarityProblem,
    PerturbedLinearProgram,
)
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.reduced import Reduced
from seqform.models.strategies.profile_set import ObjectiveLike, objective
from seqform.solving.concepts import Concept, SubgamePerfect
from seqform.solving.subgames import solved_subgames
from seqform.system.own_objects import own_file

Reduction = Callable[..., Reduced[Any, Any, Any]]

NO_STEP = "none"

LOSSLESS, PUBLISHED, THRESHOLD, IDENTITY = "lossless", "published", "threshold", "identity"
ABSTRACTIONS = (LOSSLESS, PUBLISHED, f"{THRESHOLD}=T", IDENTITY)
"""The kinds of `Abstraction`."""

OWN = "own"
"""The kind of an `Abstraction` by filters of the caller's."""

ANYTIME = "anytime"
"""A sequence of abstractions from coarse to fine, of `seqform.solve_anytime`."""


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

    @property
    def reductions(self) -> Mapping[type, Reduction]:
        """The reduction for each class of models."""
        raise NotImplementedError

    @property
    def models(self) -> frozenset[type]:
        """The classes of models that the step works on."""
        return frozenset(self.reductions)

    def model_after(self, kind: type) -> type:
        """Return the class of the model after the step, of one of a class that it works on; by default the same."""
        return kind

    def refusal(self, concept: Concept) -> str | None:
        """Return the reason why the step does not apply to a concept; None if it does."""
        if self.preserves is None or concept.claim in self.preserves:
            return None
        return f"its answer is not proven to be a {concept.claim.name}"

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
        """Return the step for the text "NAME=VALUE".

        Raises
        ------
        InputError
            If the step takes no value, or not this one.
        """
        raise InputError(f"{cls.name}={value}: the step takes no value; leave it out")


@dataclass(frozen=True)
class MergeEquivalent(Step):
    """Merge rows and columns of a program that an equitable partition makes equal; loses no optimal value."""

    name = "merge-equivalent"
    summary = "merge equivalent rows and columns of the program"
    message = "merging equivalent rows and columns"

    @property
    def reductions(self) -> Mapping[type, Reduction]:
        return {
            LinearProgram: merge_equivalent,
            LinearComplementarityProblem: merge_equivalent,
            PerturbedLinearProgram: merge_equivalent,
            MatrixPerturbedProgram: merge_equivalent,
            PerturbedComplementarityProblem: merge_equivalent,
        }


@dataclass(frozen=True)
class EliminateDominated(Step):
    """Eliminate weakly dominated sequences, which may lose equilibria, never all."""

    name = "eliminate-dominated"
    summary = "eliminate weakly dominated sequences, which may lose some equilibria"
    message = "eliminating dominated sequences"
    preserves = (NASH, SAFE)

    @property
    def reductions(self) -> Mapping[type, Reduction]:
        return {SequenceForm: eliminate_dominated, ClassGame: undominated}

    def model_after(self, kind: type) -> type:
        return Eliminated if kind is ClassGame else kind


@dataclass(frozen=True)
class Sparsify(Step):
    """Rewrite a linear program with auxiliary variables and fewer nonzeros."""

    name = "sparsify"
    summary = "rewrite the linear program with auxiliary variables and fewer nonzeros"
    message = "sparsifying the payoff matrix"

    @property
    def reductions(self) -> Mapping[type, Reduction]:
        from seqform.builders.abstraction.class_lp import sparsified_lp

        return {LinearProgram: sparsify, ClassGame: sparsified_lp, Eliminated: sparsified_lp}

    def model_after(self, kind: type) -> type:
        return LinearProgram


@dataclass(frozen=True)
class SupportedColumns(Step):
    """Solve, for each player, the linear program over the columns that a first-order run supports, and price others in.

    The programs keep all strategies of the opponent, so that their plans guarantee their optima in the whole game.
    Regret matching is the first-order run. No reduction, but a sequence of programs; see `seqform.solving.supported`.

    Parameters
    ----------
    threshold : float from 0 to 1
        Actions are columns if they are more likely than this, and if they are the likeliest of their information set.
    iterations : int
        Iterations of the first-order run, at most: it stops at the default gap of iterative solvers.
    rounds : int
        Largest number of rounds of linear programs.
    target : float, optional
        The nash_conv in the game of classes at which the rounds end, in units of payoff; by default the portable option
        `target_gap`, or else the certificate tolerance times the payoffs' spread.
    """

    name = "supported"
    summary = "solve linear programs over a player's supported columns, and price others in: supported=1e-4"
    message = "solving with supported columns"
    preserves = (NASH,)
    threshold: float = 1e-4
    iterations: int = 4000
    rounds: int = 20
    target: float | None = None

    def __post_init__(self) -> None:
        if not (is_real(self.threshold) and 0 <= self.threshold <= 1):
            raise InputError(f"{self.name}: threshold: a number from 0 to 1 expected, not {self.threshold!r}")
        for what in ("iterations", "rounds"):
            value = getattr(self, what)
            if not isinstance(value, int) or isinstance(value, bool) or value < 1:
                raise InputError(f"{self.name}: {what}: a whole number from 1 on expected, not {value!r}")
        if self.target is not None and not (is_real(self.target) and self.target >= 0):
            raise InputError(f"{self.name}: target: a number from 0 on expected, not {self.target!r}")

    @property
    def reductions(self) -> Mapping[type, Reduction]:
        return {}

    @property
    def models(self) -> frozenset[type]:
        return frozenset({ClassGame})

    @property
    def spelled(self) -> str:
        default = type(self)().threshold
        return self.name if self.threshold == default else f"{self.name}={float(self.threshold)!r}".removesuffix(".0")

    @classmethod
    def of_text(cls, value: str) -> Step:
        try:
            return cls(threshold_of(value))
        except InputError:
            raise InputError(f"{cls.name}={value}: a threshold from 0 to 1 expected") from None


def is_real(value: object) -> bool:
    """Return whether a value is a finite number."""
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


@dataclass(frozen=True)
class SolveSubgames(Step):
    """Replace maximal subgames of perfect information by the payoffs of their best subgame perfect equilibrium.

    Parameters
    ----------
    objective : str, Objective or callable
        As of `seqform.solving.concepts.SubgamePerfect`.
    """

    name = "solve-subgames"
    summary = "solve subgames of perfect information first, each for an objective: solve-subgames=fairest"
    message = "solving subgames of perfect information"
    preserves = (NASH, SubgamePerfect.claim)
    objective: ObjectiveLike = "social"

    def __post_init__(self) -> None:
        objective(self.objective)

    @property
    def objective_name(self) -> str:
        return objective(self.objective).name

    @property
    def claim(self) -> str:
        return objective(self.objective).claim

    def remark(self, before: ExtensiveGame, after: ExtensiveGame) -> str:
        return f"{len(before) - len(after):,} of {len(before):,} nodes lie in subgames of perfect information"

    @property
    def reductions(self) -> Mapping[type, Reduction]:
        return {ExtensiveGame: lambda game: solved_subgames(game, self.objective)}

    @property
    def spelled(self) -> str:
        return self.name if self.objective == "social" else f"{self.name}={objective(self.objective).name}"

    @classmethod
    def of_text(cls, value: str) -> Step:
        return cls(value)

    def refusal(self, concept: Concept) -> str | None:
        if getattr(concept, "weights", None) is not None:
            return "weights choose among the equilibria of the whole game"
        if getattr(concept, "chooses", False):
            return "the concept chooses among the equilibria of the whole game"
        return super().refusal(concept)


@dataclass(frozen=True)
class ContractForced(Step):
    """Contract moves with one action, of players and of chance, which loses nothing and keeps every claim."""

    name = "contract-forced"
    summary = "contract information sets with one action and chance moves with one branch"
    message = "contracting forced moves"

    @property
    def reductions(self) -> Mapping[type, Reduction]:
        return {ExtensiveGame: contract_forced}


@dataclass(frozen=True)
class Abstraction(Step):
    """Merge the signals of a game with ordered signals by information filters.

    Parameters
    ----------
    kind : str
        "lossless" for the coarsest equitable filters, "published" for GameShrink, "threshold=T" for GameShrink that
        merges signals at a cost of at most T, or "threshold=T1,T2,..." with a threshold for each round; "identity" for
        no abstraction, with the game solved on its signals; "FILE.py:NAME" for filters of a Python file, which is run.
    max_nodes : int
        Largest tree on which an exact answer is certified.
    filters : two InformationFilter, optional
        Player 1's and player 2's, instead of a kind.
    """

    name = "abstraction"
    summary = "merge the signals of an ordered game: lossless, published, threshold=T, identity"
    message = "merging signals"
    preserves = (NASH,)
    kind: str = LOSSLESS
    max_nodes: int = MAX_NODES
    filters: tuple[InformationFilter, InformationFilter] | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "kind", OWN if self.filters is not None else abstraction_kind(self.kind))

    @property
    def reductions(self) -> Mapping[type, Reduction]:
        return {}

    @property
    def models(self) -> frozenset[type]:
        return frozenset({OrderedGame})

    @property
    def spelled(self) -> str:
        return self.kind

    @property
    def loses_nothing(self) -> bool:
        """True if this kind of abstraction is lossless."""
        return self.kind in (LOSSLESS, IDENTITY)


def abstraction_kind(text: str) -> str:
    """Return the kind of an abstraction, with thresholds in their shortest form.

    Raises
    ------
    InputError
        If there is no such kind, or a threshold is not a number from 0 on.

    Examples
    --------
    >>> abstraction_kind("threshold=0.50,1"), abstraction_kind("published")
    ('threshold=0.5,1', 'published')
    """
    word, equals, thresholds = text.partition("=") if isinstance(text, str) else ("", "", "")
    if word == THRESHOLD and equals:
        return f"{THRESHOLD}=" + ",".join(
            f"{threshold_of(part)!r}".removesuffix(".0") for part in thresholds.split(",")
        )
    if text not in ABSTRACTIONS and not (isinstance(text, str) and own_file(text)):
        raise InputError(f"no abstraction {text!r}{suggestion(text, ABSTRACTIONS)}; known: {', '.join(ABSTRACTIONS)}")
    return text


def threshold_of(text: str) -> float:
    """Return a threshold: a decimal, a fraction or "inf".

    Raises
    ------
    InputError
        If it is not a number from 0 on.

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


PREPROCESSORS: dict[str, type[Step]] = {
    step.name: step
    for step in (MergeEquivalent, EliminateDominated, Sparsify, SupportedColumns, SolveSubgames, ContractForced)
}
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
