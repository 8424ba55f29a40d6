"""The strategies of known opponents, read from what options such as `SafeResponse.opponent` name or are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from seqform.errors import InputError, ModelError, suggestion
from seqform.io.saved_solution import SavedSolution
from seqform.io.solutions import is_same_game, is_solution_file, read_solution
from seqform.models.answers.equilibrium import Equilibrium
from seqform.models.games.abstraction import Filters, InformationFilter, first_members
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.ordered import OrderedGame
from seqform.models.numbers.exact import doubles
from seqform.models.options import EQUILIBRIUM, RANDOM, UNIFORM
from seqform.models.programs.class_game import ClassGame, ClassStrategy, behavior_of_plan
from seqform.models.strategies.behavior import BehaviorStrategy
from seqform.solving.concepts import concept_of
from seqform.solving.execute import Plan, execute_part
from seqform.solving.ordered_equilibrium import OrderedEquilibrium
from seqform.system.strategy_names import FILE, PROFILE, SOLUTION, StrategyName, parse_strategy

Probabilities = npt.NDArray[np.floating]

WITHOUT_TABLE = {
    "human": "a person decides as the play goes on",
    "negamax": "it searches as the play goes on",
    "alpha-beta": "it searches as the play goes on",
    "mcts": "its moves come from random simulations as the play goes on",
    "openspiel": "a bot decides as the play goes on",
}
"""Agents of `seqform match` whose probabilities at all information sets are not known, with the reason."""


SAME_WEIGHT = 1e-12
"""Largest difference of realization weights in doubles of one and the same strategy."""


@dataclass(frozen=True)
class KnownOpponent:
    """The strategy of a known opponent, in the game itself and in the game after the steps on games."""

    strategy: BehaviorStrategy
    after_steps: BehaviorStrategy

    @classmethod
    def of(cls, plan: Plan, source: Any, player: int) -> KnownOpponent:
        """Read the strategy of a player that the option of a concept names or is; see `opponent_strategy`.

        Raises ModelError if the answer is to be exact and the strategy is not, and InputError if the steps on games
        leave no strategy that stands for it.
        """
        strategy = _known_strategy(plan, source, player)
        after_steps = plan.require_map("a known opponent")
        if after_steps is None:
            return cls(strategy, strategy)

        strategies = after_steps.players[player]
        restricted = strategies.restricted(strategy)
        lifted = strategies.behavior(restricted)
        differences = doubles(lifted.plan.weights) - doubles(strategy.plan.weights)
        if np.abs(differences).max() > SAME_WEIGHT:
            raise InputError(
                f"{plan.game_steps[0].name}: the opponent's strategy is none of the game after it; leave it out"
            )
        return cls(strategy, restricted)


def _known_strategy(plan: Plan, source: Any, player: int) -> BehaviorStrategy:
    game, request = plan.game, plan.request

    def solve(name: str) -> Equilibrium:
        of_opponent = plan.part(game, request.aside(concept_of(name, {}), exact=True))
        return cast("Equilibrium", execute_part(of_opponent, "strategy of the opponent"))

    strategy = opponent_strategy(game, source, player, solve)
    if request.exact and not strategy.exact:
        raise ModelError(
            "opponent: probabilities in doubles have no exact response; leave exact out, or give fractions"
        )
    return strategy if strategy.exact else strategy.normalized()


def opponent_strategy(
    game: ExtensiveGame, source: Any, opponent: int, solve: Callable[[str], Equilibrium]
) -> BehaviorStrategy:
    """Return the strategy of a known opponent that `SafeResponse.opponent` names or is.

    - `solve`: Of the name of a concept: an exact equilibrium of the game.

    Raises InputError if it is the name of an agent without a table of probabilities, or a solution for classes of
    signals.
    """
    from seqform.playable.profiles import profile, strategy_of  # which takes time to import

    completion = None
    if isinstance(source, str):
        name = _opponent(source)
        completion = name.completion
        if name.word == UNIFORM:
            return profile(game, lambda infoset, actions: None, rest=UNIFORM)[opponent]
        if name.word == EQUILIBRIUM:
            return solve(name.rest or "nash").profile[opponent]
        if not is_of_classes(source):
            source = Path(name.rest)
    if is_of_classes(source):
        raise InputError(
            "opponent: a solution for classes of signals has no probabilities on the tree; add preprocess='lossless' "
            "(--preprocess lossless), or the filters of the solution, for a response on classes. It takes a weight=W "
            "(--weight W) or nothing in place of max_loss, and is computed in doubles, without exact (--exact)"
        )
    return strategy_of(game, opponent, source, completion)


def is_of_classes(source: Any) -> bool:
    """Return whether the opponent is a solution for classes of signals, its file or an answer."""
    if isinstance(source, str):
        name = parse_strategy(source)
        if name.word not in (SOLUTION, PROFILE, FILE):
            return False
        return name.word == SOLUTION or is_solution_file(name.rest)
    return isinstance(source, SavedSolution | OrderedEquilibrium) or is_solution_file(source)


def class_opponent(
    game: OrderedGame, filters: Filters, classes: ClassGame, source: Any, player: int
) -> ClassStrategy:
    """Return the known strategy of the opponent as one of the classes, which it must not distinguish further.

    Raises InputError if it is given by something else than "uniform", a solution, its file or an answer for the same
    game, or if it distinguishes hands that the filters merge.
    """
    if isinstance(source, str) and _opponent(source).word == UNIFORM:
        # A plan without weight reaches nothing, and behavior where nothing is reached is uniform.
        zeros = [np.zeros(classes.shape(player, number)) for number in range(classes.num_rounds)]
        return behavior_of_plan(classes, player, zeros)

    known, behavior = _of_classes(game, source, player)
    own_filter = filters[player]
    their_filter = known.bound_to(game)
    if not own_filter.refines(their_filter):
        raise InputError(
            "opponent: the strategy distinguishes hands that the abstraction merges; take the opponent's filters, "
            "preprocess=solution.filters, or identity, which merges none"
        )

    # All hands of a class of the filters are in one class of the strategy: that of its first hand.
    tables = []
    for own, theirs, table in zip(own_filter.classes, their_filter.classes, behavior, strict=True):
        tables.append(table[theirs[first_members(own)]])
    return ClassStrategy(classes, player, tuple(tables))


def _of_classes(
    game: OrderedGame, source: Any, player: int
) -> tuple[InformationFilter, tuple[Probabilities, ...]]:
    """Return a player's filter and probabilities in the solution that a name, a file or an answer stands for."""
    if isinstance(source, str):
        name = _opponent(source)
        if name.word in (EQUILIBRIUM, PROFILE):
            raise InputError(
                f"opponent: {source}: of a tree, not of classes of signals; give a solution that 'seqform solve -o' "
                f"writes for {game.title}, or leave preprocess out"
            )
        source = name.rest if name.path is None else name.path
    if isinstance(source, str | Path):
        source = read_solution(source, game)
    if not isinstance(source, SavedSolution | OrderedEquilibrium):
        raise InputError(
            f"opponent: {UNIFORM!r}, a solution of {game.title}, its file or an answer for classes of signals "
            f"expected, not an object of class {type(source).__name__}"
        )
    if not is_same_game(source.game, game):
        raise InputError(f"opponent: a solution of {source.game.title}, not of {game.title}")
    if isinstance(source, SavedSolution):
        return source.filters[player], source.behavior[player]
    return source.abstraction.filters[player], source.profile[player].behavior


def _opponent(text: str) -> StrategyName:
    """Return what a text names as the opponent: `UNIFORM`, an equilibrium, a profile, a solution or a file."""
    name = parse_strategy(text)
    if name.word in WITHOUT_TABLE:
        raise InputError(
            f"opponent: {text}: {WITHOUT_TABLE[name.word]}, so that the probabilities at all information sets are not "
            f"known; give {UNIFORM}, {EQUILIBRIUM}, or a file of a profile or a solution"
        )
    if name.word in (UNIFORM, RANDOM) and not name.rest:
        return replace(name, word=UNIFORM)
    path = Path(name.rest)
    is_word = name.word == FILE and not path.suffix and not path.exists() and path.name == text
    if name.word == EQUILIBRIUM or (
        not is_word and name.word in (PROFILE, SOLUTION, FILE) and name.rest
    ):
        return name
    raise InputError(
        f"opponent: {text}: {UNIFORM}, {EQUILIBRIUM}, {EQUILIBRIUM}:CONCEPT, {PROFILE}:FILE, {SOLUTION}:FILE or the "
        f"path of a file expected{suggestion(text, (UNIFORM, EQUILIBRIUM))}"
    )
