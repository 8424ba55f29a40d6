"""The steps that call solvers, all steps by name, and those that the arguments of `seqform.solve` stand for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from seqform.builders.steps import (
    ABSTRACTIONS,
    STEPS,
    THRESHOLD,
    Abstraction,
    ContractForced,
    Preprocess,
    Reduction,
    Step,
    threshold_of,
)
from seqform.errors import InputError, suggestion
from seqform.models.answers.certificate import NASH
from seqform.models.games.abstraction import InformationFilter
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.ordered import OrderedGame
from seqform.models.options import argument, number, whole
from seqform.models.programs.class_game import ClassGame
from seqform.models.strategies.profile_set import ObjectiveLike, objective
from seqform.solving.concepts import Concept, SubgamePerfect
from seqform.system.own_code import names_own, own_object
from seqform.system.packages import Registry
from seqform.system.sources import parse_code

__all__ = ["SolveSubgames", "SupportedColumns"]  # the steps, which `seqform` has at its top as well


@dataclass(frozen=True)
class SolveSubgames(Step):
    """Replace maximal subgames of perfect information by the payoffs of their best subgame perfect equilibrium.

    In constant-sum games chance may move in them, and the last move, one of two, may be hidden from the next player.
    The step is on by default for trees with many nodes in such subgames, and for general-sum trees that are one.

    Parameters
    ----------
    objective : str, Objective or callable
        As of `seqform.solving.concepts.SubgamePerfect`.
    """

    name = "solve-subgames"
    summary = (
        "solve subgames of perfect information first, each for an objective: solve-subgames=fairest"
    )
    message = "solving subgames of perfect information"
    in_programs = (
        "subgames that are solved have neither columns nor rows; lift returns their choices"
    )
    preserves = (NASH, SubgamePerfect.claim)
    keeps_payoffs = True
    objective: ObjectiveLike = "social"

    def __post_init__(self) -> None:
        objective(self.objective)

    @property
    def objective_name(self) -> str:
        return objective(self.objective).name

    def in_units_of_payoff(self, game: ExtensiveGame) -> str:
        return "" if game.constant_sum is not None else "objective"

    @property
    def claim(self) -> str:
        return objective(self.objective).claim

    def remark(self, before: ExtensiveGame, after: ExtensiveGame) -> str:
        from seqform.builders.preprocess.subgames import hides_something

        subgames = "subgames of perfect information"
        if hides_something(before).sum() > hides_something(after).sum():
            subgames = "subgames in which only the last move may be hidden"
        return f"{len(before) - len(after):,} of {len(before):,} nodes lie in {subgames}"

    @property
    def reductions(self) -> Mapping[type, Reduction]:
        from seqform.solving.subgames import solved_subgames

        return {ExtensiveGame: lambda game: solved_subgames(game, self.objective)}

    @property
    def spelled(self) -> str:
        if self.objective == "social":
            return self.name
        return f"{self.name}={objective(self.objective).name}"

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
class SupportedColumns(Step):
    """Solve, for each player, the linear program over the columns that a first-order run supports, and price others in.

    The programs keep all strategies of the opponent, so that their plans guarantee their optima in the whole game.
    Regret matching is the first-order run. No reduction, but a sequence of programs.

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
    in_programs = (
        "sequences of the player that are not supported, whose weight is 0, have no columns"
    )
    preserves = (NASH,)
    threshold: float = 1e-4
    iterations: int = 4000
    rounds: int = 20
    target: float | None = None

    def __post_init__(self) -> None:
        argument(f"{self.name}: threshold", number(0, most=1), self.threshold)
        argument(f"{self.name}: iterations", whole(1), self.iterations)
        argument(f"{self.name}: rounds", whole(1), self.rounds)
        if self.target is not None:
            argument(f"{self.name}: target", number(0), self.target)

    @property
    def models(self) -> frozenset[type]:
        return frozenset({ClassGame})

    @property
    def spelled(self) -> str:
        if self.threshold == type(self)().threshold:
            return self.name
        return f"{self.name}={float(self.threshold)!r}".removesuffix(".0")

    @classmethod
    def of_text(cls, value: str) -> Step:
        try:
            return cls(threshold_of(value))
        except InputError:
            raise InputError(f"{cls.name}={value}: a threshold from 0 to 1 expected") from None


NO_STEP = "none"

ANYTIME = "anytime"
"""A sequence of abstractions from coarse to fine, of `seqform.solve_anytime`."""

_NAMED = [step for step in STEPS if step is not Abstraction]
_FIRST_ON_GAMES = _NAMED.index(ContractForced)
_STEPS: tuple[type[Step], ...] = (
    *_NAMED[:_FIRST_ON_GAMES],
    SupportedColumns,
    SolveSubgames,
    *_NAMED[_FIRST_ON_GAMES:],
)
PREPROCESSORS = Registry("preprocessing step", {step.name: step for step in _STEPS})
"""Steps by name, without abstractions, which go by kind; an entry makes a step of another package available."""


def steps_of(preprocess: Preprocess, runs_code: bool = True) -> tuple[Step, ...] | None:
    """Return the steps that names and steps stand for; None for the default.

    FILE.py:NAME is a step or filters, which a run of the file shows. Where no code is to be run yet, an `Abstraction`
    with that name stands for both.

    Raises InputError if a step is unknown, or "none" does not stand alone.

    Examples
    --------
    >>> [step.name for step in steps_of(["contract-forced", SolveSubgames()])], steps_of("none")
    (['contract-forced', 'solve-subgames'], ())
    >>> steps_of("solve-subgames=fairest"), steps_of("threshold=0.1")
    ((SolveSubgames(objective='fairest'),), (Abstraction(kind='threshold=0.1', max_nodes=10000000),))
    """
    if preprocess is None:
        return None
    items: object = preprocess
    if isinstance(preprocess, str | Step | InformationFilter):
        items = [preprocess]
    if not isinstance(items, list | tuple) or not all(
        isinstance(item, str | Step | InformationFilter) for item in items
    ):
        raise InputError(
            f"preprocess: information filters, steps or their names expected, not {preprocess!r}"
        )
    # Filters are one step together, wherever they stand, which comes first.
    filters = [item for item in items if isinstance(item, InformationFilter)]
    if filters:
        others = [item for item in items if not isinstance(item, InformationFilter)]
        return (filters_step(filters), *(steps_of(others, runs_code) or ()))
    if list(items) == [NO_STEP]:
        return ()
    return tuple(item if isinstance(item, Step) else _step(item, runs_code) for item in items)


def filters_step(filters: Sequence[object]) -> Abstraction:
    """Return the abstraction by one filter for both players, or by player 0's and player 1's."""
    for item in filters:
        if isinstance(item, Step):
            raise InputError(
                f"preprocess: {item.name} is a step, which a function returns; FILE.py:NAME names the class of a step, "
                "or an object of it, itself"
            )
    own = [item for item in filters if isinstance(item, InformationFilter)]
    if len(filters) not in (1, 2) or len(own) != len(filters):
        raise InputError(
            "preprocess: one information filter for both players, or one for each of the two, expected"
        )
    return Abstraction(filters=(own[0], own[-1]))


def _step(name: str, runs_code: bool) -> Step:
    word, equals, value = name.partition("=")
    if name == NO_STEP:
        raise InputError(
            f"preprocess: {NO_STEP!r} stands alone; leave it out, or the steps beside it"
        )
    if word in PREPROCESSORS:
        return PREPROCESSORS[word].of_text(value) if equals else PREPROCESSORS[word]()
    code = parse_code(name)
    if code is not None and runs_code and names_own(code, Step):
        step: Step = own_object(code)
        return step
    if word == THRESHOLD or name in ABSTRACTIONS or code is not None:
        return Abstraction(name)
    if name == ANYTIME:
        raise InputError(
            f"{ANYTIME}: a sequence of abstractions; take solve_anytime, or --preprocess {ANYTIME} alone"
        )
    known = (*PREPROCESSORS, *ABSTRACTIONS)
    raise InputError(
        f"unknown preprocessor {name!r}{suggestion(name, known)}; known: {', '.join(known)}; {NO_STEP} for none"
    )


def require_steps_for_concept(steps: Sequence[Step], concept: Concept) -> None:
    """Raise InputError for the first step that does not apply to the concept, or stands twice."""
    for place, step in enumerate(steps):
        reason = step.refusal(concept)
        alike = [before.spelled for before in steps[:place] if type(before) is type(step)]
        if reason is None and alike:
            reason = "given twice"
            if alike[0] != step.spelled:
                steps_alike = (
                    "abstractions" if isinstance(step, Abstraction) else "steps of one name"
                )
                raise InputError(
                    f"{alike[0]} and {step.spelled}: two {steps_alike}, of which one is expected; leave one out"
                )
        if reason is not None:
            raise InputError(f"{step.spelled}: {reason}; leave it out")


def needs_signals(steps: Sequence[Step] | None) -> bool:
    """Return whether a step is for games with ordered signals, so that a name stands for such a game."""
    return any(OrderedGame in step.models for step in steps or ())


def abstraction_of(steps: Sequence[Step] | None) -> Abstraction | None:
    """Return the abstraction among the steps, if there is one."""
    return next((step for step in steps or () if isinstance(step, Abstraction)), None)
