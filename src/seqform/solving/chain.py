"""The chain of a plan: its stages, what they lead to, and the answer that is lifted back through them by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from seqform.backends.answers import require_answer
from seqform.backends.protocol import Backend, traits_of
from seqform.builders.steps import ModelBuilder, Step
from seqform.errors import InputError, SeqformError, SolveError
from seqform.models.games.abstraction import SignalMap
from seqform.models.games.payoff_map import PayoffMap
from seqform.models.programs.class_game import ClassGame
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.perturbed import PerturbedSolution
from seqform.models.programs.solutions import RawSolution
from seqform.models.reduced import ProfileMap, Reduced

LARGE_PROGRAM = 20_000_000
"""Nonzeros of a program of classes; larger ones are not built for a printed plan."""


@dataclass(frozen=True)
class Unbuilt:
    """A linear program that is too large to be built for show: its shape, and its number of nonzeros."""

    shape: tuple[int, int]
    nonzeros: int

    def __repr__(self) -> str:
        rows, columns = self.shape
        return (
            f"<Unbuilt: {rows:,} rows × {columns:,} columns, {self.nonzeros:,} nonzeros, not built>"
        )


def always_built(model: Any) -> None:
    """Return None: what is known beforehand of a model that is built for show whatever its size."""


@dataclass(frozen=True)
class Stage:
    """An edge of a chain: its name, the phase in which it is timed, its progress message, and the function of a model.

    - `builds`: Whether it is a builder of the route, rather than a step that is applied to a model.
    - `shown`: Whether a printed plan carries it out; not where a solver is called.
    - `foreseen`: Returns what a printed plan shows in place of the next model where that is too large, or None.
    """

    name: str
    phase: str
    message: str
    apply: Callable[[Any], Reduced[Any, Any, Any]]
    builds: bool = True
    shown: bool = True
    foreseen: Callable[[Any], Unbuilt | None] = always_built


def building(
    row: ModelBuilder | str, build: Callable[[Any], Reduced[Any, Any, Any]] | None = None
) -> Stage:
    """Return the stage of a builder, or of one with a name; `build` is its function where arguments are bound."""
    if isinstance(row, str):
        assert build is not None
        return Stage(row, "build", f"building the {row}", build)
    return Stage(row.name, "build", f"building the {row.name}", build or row)


@dataclass
class Solved:
    """The answer of a backend, with the reductions that led to its model, first to last, each with its stage.

    `solved["linear program"]` is the reduction of the builder with this name, wherever it stands in the chain.
    """

    raw: Any
    chain: list[tuple[Stage, Reduced[Any, Any, Any]]] = field(default_factory=list)

    def __getitem__(self, builder: str) -> Reduced[Any, Any, Any]:
        return self.chain[self._place(builder)][1]

    def __contains__(self, builder: str) -> bool:
        return any(stage.builds and stage.name == builder for stage, _ in self.chain)

    def lifted(self, builder: str = "") -> Any:
        """Return the answer as one of the model that a builder made, by default of the game before all of them."""
        after = 0
        if builder:
            after = self._place(builder) + 1
        answer = self.raw
        for _, reduction in reversed(self.chain[after:]):
            answer = reduction.lift(answer)
        return answer

    def _place(self, builder: str) -> int:
        for place, (stage, _) in enumerate(self.chain):
            if stage.builds and stage.name == builder:
                return place
        names = ", ".join(stage.name for stage, _ in self.chain)
        raise KeyError(f"no builder {builder!r} among {names}")


def problem_bytes(backend: Backend, model: Any) -> float | None:
    """Return the memory of a problem and a solver in bytes, roughly; None where it is not known."""
    if isinstance(model, Unbuilt):
        return program_bytes(backend, model.shape, model.nonzeros)
    if isinstance(model, LinearProgram):
        return program_bytes(backend, model.matrix.shape, model.matrix.nonzeros)
    if isinstance(model, ClassGame):
        stated = getattr(backend, "memory", None)
        if stated is not None:
            return float(stated(model))
    return None


def program_bytes(backend: Backend, shape: tuple[int, int], nonzeros: int) -> float | None:
    """Return the memory of a linear program and a solver, by measured constants; None for other solvers.

    Examples
    --------
    >>> from seqform.backends import get
    >>> program_bytes(get("highs"), (1000, 1000), 10**6), program_bytes(get("scipy"), (1000, 1000), 10**6)
    (181100000, None)
    """
    measured = traits_of(backend).program_bytes
    if measured is None:
        return None
    of_row_or_column, of_nonzero = measured
    return of_row_or_column * sum(shape) + of_nonzero * nonzeros


def step_stages(steps: Sequence[Step], model_class: type) -> Iterator[Stage]:
    """Yield the stages of those steps that work on models of a class."""
    for step in steps:
        if model_class in step.reductions:
            apply = partial(applied, step, model_class)
            yield Stage(step.spelled, "preprocess", step.message, apply, builds=False)


def applied(step: Step, model_class: type, model: Any, **options: Any) -> Reduced[Any, Any, Any]:
    """Return a model after a step.

    A lift that is a function, and may be anybody's, has to return an answer of the class of its argument if the step
    keeps the class of models, and an answer of a solver has to fit the model; a SolveError names the step otherwise.
    """
    reduction = step.reductions[model_class](model, **options)
    target, lift = reduction.target, reduction.lift
    target_class = step.model_after(model_class)
    if not isinstance(target, target_class):
        raise SolveError(
            f"{step.name}: a {target_class.__name__} expected of a {model_class.__name__}, "
            f"not a {type(target).__name__}"
        )
    # Of models of another class the answers are of another class, too, so that there is nothing to compare.
    if isinstance(lift, ProfileMap | SignalMap) or not isinstance(target, model_class):
        return reduction
    return Reduced(target, partial(_lifted, step.name, model, lift))


def _lifted(step: str, model: Any, lift: Callable[[Any], Any], answer: Any) -> Any:
    """Return the lift of an answer to one of a model; raise SolveError with the name of the step if it is none."""
    try:
        lifted = lift(answer)
    except SeqformError:
        raise
    except Exception as error:
        raise SolveError(
            f"{step}: the lift of a {type(answer).__name__} failed: {error}"
        ) from error
    if not isinstance(lifted, type(answer)):
        name = type(lifted).__name__
        raise SolveError(f"{step}: the lift of a {type(answer).__name__} returned a {name}")
    if isinstance(answer, RawSolution | PerturbedSolution):
        require_answer(f"{step}: the lift", model, lifted)
    return lifted


def payoffs_after(game: Any, steps: Sequence[Step], games: Sequence[Any]) -> PayoffMap | None:
    """Return the payoffs after steps on games by those before them; None where they are not known.

    - `games`: The games after each of the steps.

    Raises SolveError where a step states anything else than a map of the payoffs of all players.
    """
    composed = PayoffMap.identity(len(game.players))
    before = game
    for step, after in zip(steps, games, strict=True):
        payoffs = step.payoff_map(before, after)
        if payoffs is None:
            return None
        if not isinstance(payoffs, PayoffMap) or len(payoffs.factors) != len(game.players):
            raise SolveError(
                f"{step.name}: payoff_map: a PayoffMap of {len(game.players)} players expected, or None"
            )
        composed = composed.then(payoffs)
        before = after
    return composed


def unknown_units(option: str, steps: Sequence[Step]) -> InputError:
    """Return the error about an option in units of payoff, which steps may change."""
    names = ", ".join(step.spelled for step in steps)
    return InputError(
        f"{option}: in units of payoff, which may be others after {names}; leave one of them out, or state in the "
        "step by `keeps_payoffs` or `payoff_map` how payoffs change"
    )
