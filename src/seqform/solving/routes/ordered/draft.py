"""Drafts of plans for games with ordered signals: on classes of signals, or on the tree for some exact answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import cast

from seqform.backends.iterative.run import require_checkpoint
from seqform.builders.abstraction.dominated_classes import Eliminated
from seqform.builders.abstraction.filters import filtered_game
from seqform.builders.games.ordered.expansion import to_extensive
from seqform.builders.steps import IDENTITY, Abstraction, Reduction, Step
from seqform.errors import GameError, InputError
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.ordered import OrderedGame, count
from seqform.models.programs.class_game import ClassGame
from seqform.models.reduced import Reduced
from seqform.solving.abstracted import (
    AbstractedGame,
    ClassesLift,
    abstract_game,
    lifted_abstraction,
)
from seqform.solving.concepts import Concept, Nash, SafeResponse
from seqform.solving.draft import Draft, after_game_steps, require_units, with_usual_steps
from seqform.solving.preprocessing import SupportedColumns, abstraction_of
from seqform.solving.request import Request


def ordered_draft(game: OrderedGame, request: Request) -> Draft:
    """Return a game with ordered signals after the steps on games, and with its signals merged.

    The backends "cfr", "pdhg" and "barrier" work on the classes themselves, at any size; all others solve the linear
    program, by default HiGHS that of a small game. An exact answer is computed on the tree of the game of classes
    instead, if that is small enough; a response with a bound on the loss, or an exact one, on the tree of the game.

    Raises GameError if the game is not constant-sum, and no exact answer is asked. Raises InputError if an option has
    no meaning for such games, or the steps do not go together.

    References
    ----------
    Gilpin & Sandholm, Finding equilibria in large sequential games of imperfect information, EC 2006, sections 3 to 6.
    """
    if request.concept.kind == SafeResponse.kind:
        return _response_draft(game, request)

    require_meaningful_options(request.concept)
    draft = after_game_steps(game, request)
    steps = (Abstraction(),) if draft.others is None else draft.others
    abstraction = abstraction_of(steps) or Abstraction(IDENTITY)
    others = tuple(step for step in steps if step is not abstraction)
    if request.exact and any(isinstance(step, SupportedColumns) for step in others):
        raise InputError(
            f"{SupportedColumns.name}: its bounds are in doubles, not exact; leave it or exact out"
        )

    tree: ExtensiveGame | None = None
    if request.exact and not _stays_without_tree(draft, abstraction, others):
        require_steps_on_trees(draft.target, others)
        tree = _expanded(game, abstraction, request)
    else:
        require_solvable(draft.target, request)

    require_units(abstraction, game, draft.game_steps, draft.games)
    with request.phases.phase("abstraction", f"merging signals: {abstraction.kind}"):
        small = abstract_game(draft.target, abstraction)
    lifted = lifted_abstraction(small, game, draft.after.lift)
    if tree is None:
        return replace(draft, after=Reduced(small, ClassesLift(lifted)), others=others)

    step = TreeOfClasses(
        abstraction.kind, abstraction.max_nodes, abstraction.filters, small=small, original=lifted
    )
    concept = replace(cast("Nash", request.concept), witness=False)
    on_classes = with_usual_steps(tree, replace(request, concept=concept, steps=(step, *others)))
    of_tree = after_game_steps(tree, on_classes)
    return replace(
        of_tree,
        game_steps=(*draft.game_steps, *of_tree.game_steps),
        games=(*draft.games, *of_tree.games),
    )


def _response_draft(game: OrderedGame, request: Request) -> Draft:
    """Return the draft of a response: on classes by a weight, or to a solution for classes, else on the tree."""
    from seqform.solving.routes.opponents import is_of_classes
    from seqform.solving.routes.ordered.responses import restricted_abstraction

    concept = cast("SafeResponse", request.concept)
    abstraction = abstraction_of(request.steps) or Abstraction()
    others = tuple(step for step in request.steps or () if step is not abstraction)
    has_bound = concept.max_loss is not None
    is_on_classes = concept.weight is not None or is_of_classes(concept.opponent)
    if request.exact or has_bound or not is_on_classes:
        if not abstraction.loses_nothing:
            raise InputError(
                f"{abstraction.kind}: exact responses, and those with a bound on the loss, are computed on the tree of "
                "the game itself; leave it out, or give a weight"
            )
        tree = _expanded(game, abstraction, request)
        return after_game_steps(tree, replace(request, steps=others or None))

    require_solvable(game, request)
    with request.phases.phase("abstraction", f"merging signals: {abstraction.kind}"):
        small = abstract_game(game, abstraction)
    return Draft(game, request, restricted_abstraction(small, concept), others=others)


def _expanded(game: OrderedGame, abstraction: Abstraction, request: Request) -> ExtensiveGame:
    with request.phases.phase("expand", "expanding the game tree"):
        return to_extensive(game, max_nodes=abstraction.max_nodes, progress=request.phases.progress)


# ---- conditions on the game, the options and the steps ----


def require_meaningful_options(concept: Concept) -> None:
    """Raise InputError for an option that has no meaning for games with ordered signals."""
    default = Nash()
    for option in fields(concept):
        if option.name in ("witness", "certificate_tolerance", "player"):
            continue
        if getattr(concept, option.name) != getattr(default, option.name):
            raise InputError(
                f"{option.name}: of no meaning for a game with ordered signals; leave it out"
            )


def require_solvable(game: OrderedGame, request: Request) -> None:
    """Raise GameError unless a game with ordered signals is constant-sum, and an error if a checkpoint cannot be."""
    if game.constant_sum is None:
        raise GameError(
            f"{game.title} is not constant-sum: ask for an exact answer, which is computed on the tree of its classes"
        )
    if request.options.checkpoint is not None:
        require_checkpoint(request.options.checkpoint)


def require_steps_on_trees(game: OrderedGame, steps: Sequence[Step]) -> None:
    """Raise InputError for a step on games of classes alone before an exact answer that is computed on their tree."""
    for step in filter(_is_of_classes_alone, steps):
        reason = "exact answers are of their tree"
        remedy = "leave it or exact out"
        if game.constant_sum is None:
            reason += f" where a game, as {game.title}, is not constant-sum"
        elif len(steps) > 1:
            others = ", ".join(beside.spelled for beside in steps if beside is not step)
            reason = f"beside other steps {reason}"
            remedy = f"leave it, exact or {others} out"
        if step.spelled != step.name:
            remedy += f", or take {step.name} without a value"
        raise InputError(f"{step.spelled}: for games of classes, and {reason}; {remedy}")


def _stays_without_tree(draft: Draft, abstraction: Abstraction, steps: Sequence[Step]) -> bool:
    """Return whether an exact answer is computed on the classes, from the linear program of which exact plans follow.

    So it is for large trees, by a backend for class games, and after a step on these alone.
    """
    if not _has_exact_program(draft.target, steps):
        return False
    if any(map(_is_of_classes_alone, steps)):
        return True
    backend = draft.request.backend
    if backend is not None and ClassGame in backend.supports:
        return True
    return count(draft.game).nodes > abstraction.max_nodes


def _has_exact_program(game: OrderedGame, steps: Sequence[Step]) -> bool:
    """Return whether exact plans follow from the program of the classes: after one elimination, or no step at all."""
    if game.constant_sum is None or len(steps) > 1:
        return False
    return all(
        ClassGame in step.reductions and step.model_after(ClassGame) is Eliminated for step in steps
    )


def _is_of_classes_alone(step: Step) -> bool:
    """Return whether a step on games of classes is none on trees."""
    return step.models == {ClassGame}


# ---- the step to the tree of the classes ----


@dataclass(frozen=True)
class TreeOfClasses(Abstraction):
    """The step from the tree of a game with ordered signals to that of its game of classes."""

    small: AbstractedGame | None = None
    original: AbstractedGame | None = None

    @property
    def reductions(self) -> Mapping[type, Reduction]:
        """The reduction of the tree."""
        assert self.small is not None
        assert self.original is not None
        small_filters = self.small.filters
        original_filters = self.original.filters
        return {ExtensiveGame: lambda tree: filtered_game(small_filters, tree, original_filters)}

    @property
    def loses_nothing(self) -> bool:
        """True if the filters lose nothing."""
        return self.small is not None and self.small.loses_nothing
