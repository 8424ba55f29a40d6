"""Conversion of two-player games of OpenSpiel."""

from __future__ import annotations

import os
import random
from array import array
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from seqform.builders.games.exact_numbers import nearby_fraction
from seqform.builders.games.rules import MAX_NODES, NODES_PER_CHECK
from seqform.builders.games.tree import SetRows, unlabelled_outcomes
from seqform.errors import GameError, SeqformError, suggestion
from seqform.models.games.extensive import CHANCE, NONE, ExtensiveGame, breadth_first
from seqform.models.games.infosets import UNNAMED, player_label
from seqform.models.numbers.given import given_rational
from seqform.models.numbers.text import shown_rational
from seqform.system.deadline import require_time
from seqform.system.intervals import interval_advice
from seqform.system.memory import MemoryBound
from seqform.system.packages import require
from seqform.system.sources import Source, openspiel_source

if TYPE_CHECKING:
    import pyspiel

PROGRESS_EVERY = 100_000

PROBES = 60
"""Random paths by which the size of a game is estimated."""

VAST = 20
"""Factor by which an estimate has to be above the limit."""

ENOUGH = 20
"""Estimates above the limit by that factor for which a game is refused."""

LONGEST_PROBE = 1000
"""Bound on the moves of a random path."""

_ROUNDED = (
    "OpenSpiel gives probabilities as doubles; they were read as the fractions they stand for: short decimals, or else "
    "the simplest fractions within a relative 1e-12"
)


def from_openspiel(
    spec: str | Source | pyspiel.Game,
    *,
    max_nodes: int = MAX_NODES,
    progress: Callable[[str], None] | None = None,
) -> ExtensiveGame:
    """Return the tree of a two-player game of OpenSpiel, given its name, such as ``leduc_poker``, or itself.

    Information sets are OpenSpiel's information states; where a game has none, a set is a history of the player's
    observations and actions. A simultaneous move becomes a move of player 0 and one of player 1, who does not see it.
    Numbers are doubles there. A payoff has the value of the decimal that Python prints for it; probabilities, which
    have to sum to 1, are read as nearby fractions, with a note where they differ.

    - `max_nodes`, `progress`: As in `seqform.builders.games.rules.expand`.

    Raises GameError if there is no such game, it is not one of two players whose chance moves are listed, it is too
    large, or chance's probabilities are no distribution over fractions. Raises ImperfectRecallError if a player
    forgets.
    """
    pyspiel = require("pyspiel", "a game of OpenSpiel's")
    if isinstance(spec, str):
        spec = openspiel_source(spec)
    game = _load(spec) if isinstance(spec, Source) else spec
    if not hasattr(game, "new_initial_state"):
        hint = "; state.get_game() is that of a state" if isinstance(game, pyspiel.State) else ""
        raise GameError(f"a game of OpenSpiel's expected, not {type(game).__name__}{hint}")
    name = str(game).removesuffix("()")
    _check(game, name)
    if _is(game, "SIMULTANEOUS"):
        with _quiet(), _one_line(name):
            game = pyspiel.convert_to_turn_based(game)

    expansion = _Expansion(game, name, max_nodes, progress)
    with _one_line(name):
        _refuse_vast(game, name, max_nodes)
        expansion.run()
    try:
        return expansion.game()
    except GameError as error:  # of the same class: imperfect recall is one
        raise type(error)(f"{name}: {error}") from None


def _refuse_vast(game: pyspiel.Game, name: str, max_nodes: int) -> None:
    """Refuse a game whose tree is far too large, before the expansion.

    Along a path on which every step is drawn evenly, the sum of the products of the numbers of choices so far has the
    number of nodes for its mean (Knuth 1975). That it exceeds this `VAST` times over has a probability of at most
    1/`VAST`, by Markov's inequality. So that `ENOUGH` of `PROBES` independent paths do has one below 1e-10.
    """
    draws = random.Random(0)
    num_above = 0
    for _ in range(PROBES):
        num_above += _exceeds(game.new_initial_state(), VAST * max_nodes, draws)
    if num_above >= ENOUGH:
        raise GameError(
            f"{name}: too large to expand, by far more than {max_nodes:,} nodes (up to {game.max_game_length():,} "
            f"moves and {game.num_distinct_actions():,} different actions); choose smaller parameters or another game"
        )


def _exceeds(state: Any, most: int, draws: random.Random) -> bool:
    """Return whether a random path yields an estimate of the number of nodes that is above a bound."""
    num_nodes = 1
    width = 1  # the product of the numbers of choices so far
    for _ in range(LONGEST_PROBE):
        if state.is_terminal():
            break
        if state.is_chance_node():
            lottery = state.chance_outcomes()
            moves = [move for move, _ in lottery]
        else:
            moves = state.legal_actions()
        if not moves:
            break
        width *= len(moves)
        num_nodes += width
        if num_nodes > most:
            return True
        state = state.child(draws.choice(moves))
    return False


class _Expansion:
    """The tree of a sequential game, traversed depth-first so that only the states of one path are kept.

    A player's nodes with one key are an information set: the information state where the game has them, else the
    number of the player's history. A history is the one before, the player's own action since then, and the
    observation now; numbers of histories stand for texts that would grow with the depth.
    """

    def __init__(
        self, game: pyspiel.Game, name: str, max_nodes: int, progress: Callable[[str], None] | None
    ) -> None:
        self.source = game
        self.name = name
        self.max_nodes = max_nodes
        self.progress = progress
        self.has_states = bool(game.get_type().provides_information_state_string)

        self.memory = MemoryBound(name)
        self.parent = array("q")
        self.action = array("q")
        self.infoset = array("q")
        self.outcome = array("q")

        self.sets = SetRows()
        self.actions: list[list[int]] = []  # of each set, by OpenSpiel's numbers
        self.rows: dict[tuple[int, Hashable], int] = {}  # of players' sets by player and key
        self.outcomes: dict[tuple[float, ...], int] = {}
        self.histories: dict[Hashable, int] = {}
        self.fractions: dict[float, Fraction] = {}

    def run(self) -> None:
        """Visit every state once."""
        root = (NONE, 0, self.source.new_initial_state(), (NONE, NONE))
        pending: list[Iterator[tuple[int, int, Any, tuple[int, int]]]] = [iter([root])]
        while pending:
            step = next(pending[-1], None)
            if step is None:
                pending.pop()
            else:
                pending.append(self._visit(*step))

    def _visit(
        self, parent: int, action: int, state: Any, past: tuple[int, int]
    ) -> Iterator[tuple[int, int, Any, tuple[int, int]]]:
        """Add a node and return the way to its children."""
        here = len(self.parent)
        if here >= self.max_nodes:
            raise GameError(
                f"{self.name}: more than {self.max_nodes:,} nodes; choose smaller parameters, or raise max_nodes"
            )
        if here % NODES_PER_CHECK == 0:
            require_time()
            self.memory.check(here)
        if self.progress is not None and here and here % PROGRESS_EVERY == 0:
            self.progress(f"expanding {self.name}: {here:,} nodes")
        self.parent.append(parent)
        self.action.append(action)
        if state.is_terminal():
            payoffs = tuple(state.returns())
            self.infoset.append(NONE)
            self.outcome.append(self.outcomes.setdefault(payoffs, len(self.outcomes)))
            return iter(())

        if not self.has_states:
            past = self._history(parent, action, state, past)
        row = self._chance(state) if state.is_chance_node() else self._choice(state, past)
        self.infoset.append(row)
        self.outcome.append(NONE)
        # A child's state is made when its turn comes.
        return ((here, k, state.child(move), past) for k, move in enumerate(self.actions[row]))

    def _history(
        self, parent: int, action: int, state: Any, past: tuple[int, int]
    ) -> tuple[int, int]:
        """Return a number for all that each player has observed and done so far."""
        own_actions = [NONE, NONE]
        if parent != NONE:
            mover = self.sets.owner[self.infoset[parent]]
            if mover != CHANCE:
                own_actions[mover] = action

        numbers = []
        for player in (0, 1):
            observed = state.observation_string(player)
            history = (player, past[player], own_actions[player], observed)
            numbers.append(self.histories.setdefault(history, len(self.histories)))
        return numbers[0], numbers[1]

    def _choice(self, state: Any, past: tuple[int, int]) -> int:
        """Return the row of the information set of a player's node."""
        player = state.current_player()
        if player not in (0, 1):
            raise GameError(
                f"{self.name}: at {str(state)!r} neither player nor chance moves, but OpenSpiel's {player}"
            )
        key: tuple[int, Hashable]
        if self.has_states:
            label = state.information_state_string()
            key = (player, label)
        else:
            label = state.observation_string()
            key = (player, past[player])

        actions = state.legal_actions()
        row = self.rows.get(key)
        if row is None:
            row = self.rows[key] = self._add(player, label, actions, state)
        elif self.actions[row] != actions:
            raise GameError(
                f"{self.name}: {player_label(player)} has the actions {self.actions[row]} and {actions} "
                f"in one information state, {label!r}"
            )
        return row

    def _chance(self, state: Any) -> int:
        """Add the information set of a node of chance and return its row."""
        actions = []
        probabilities = []
        for action, probability in state.chance_outcomes():
            actions.append(action)
            probabilities.append(self._fraction(probability))
        total = sum(probabilities)
        if total != 1 or min(probabilities) < 0:
            raise GameError(
                f"{self.name}: chance's probabilities, read as fractions, sum to "
                f"{shown_rational(total)}, not to 1, at {str(state)!r}"
            )
        return self._add(CHANCE, "", actions, state, probabilities)

    def _add(
        self,
        owner: int,
        label: str,
        actions: list[int],
        state: Any,
        shares: Sequence[Fraction] | None = None,
    ) -> int:
        """Add an information set and return its row."""
        self.actions.append(actions)
        action_labels = [state.action_to_string(owner, action) for action in actions]
        return self.sets.add(owner, label, action_labels, shares)

    def _fraction(self, value: float) -> Fraction:
        if value not in self.fractions:
            self.fractions[value] = nearby_fraction(value)
        return self.fractions[value]

    def game(self) -> ExtensiveGame:
        """Return the game of the nodes visited."""
        payoffs = [
            [given_rational(value, error=GameError) for value in values] for values in self.outcomes
        ]
        rounded = any(fraction != value for value, fraction in self.fractions.items())
        return breadth_first(
            title=self.name,
            players=UNNAMED,
            parent=np.array(self.parent, dtype=np.int64),
            action=np.array(self.action, dtype=np.int64),
            infoset=np.array(self.infoset, dtype=np.int64),
            outcome=np.array(self.outcome, dtype=np.int64),
            information_sets=self.sets.table(),
            outcomes=unlabelled_outcomes(payoffs),
            note=_ROUNDED if rounded else "",
        )


# ---- loading ----


def _load(source: Source) -> pyspiel.Game:
    pyspiel = require("pyspiel")
    name = source.name
    if name.startswith("python_"):
        import_module("open_spiel.python.games")  # registers them
    known = pyspiel.registered_names()
    if name not in known:
        hint = suggestion(name, known) or "; pyspiel.registered_names() lists them"
        raise GameError(f"OpenSpiel has no game {name!r}{hint}")
    with _quiet(), _one_line(source.specification):
        return pyspiel.load_game(source.specification)


def _check(game: pyspiel.Game, name: str) -> None:
    if _is(game, "MEAN_FIELD"):
        raise GameError(f"{name} is a mean-field game, not an extensive game of two players")
    if game.num_players() != 2:
        raise GameError(f"{name}: a game of two players expected, not of {game.num_players()}")
    if game.get_type().chance_mode.name == "SAMPLED_STOCHASTIC":
        raise GameError(
            f"{name} draws chance moves at random instead of listing them, so that it has no tree"
        )


def _is(game: pyspiel.Game, dynamics: str) -> bool:
    return bool(game.get_type().dynamics.name == dynamics)


@contextmanager
def _one_line(name: str) -> Iterator[None]:
    """Turn any exception from OpenSpiel (its own, C++'s, Python's) into one line."""
    try:
        yield
    except SeqformError:
        raise
    except Exception as error:
        lines = str(error).splitlines() or [type(error).__name__]
        advice = ""
        for parameter, value in openspiel_source(name).arguments or ():
            advice += interval_advice(parameter, value)
        raise GameError(f"{name}: OpenSpiel reports: {lines[0]}{advice}") from None


@contextmanager
def _quiet() -> Iterator[None]:
    """Suppress the standard error, on which OpenSpiel prints its exceptions."""
    saved = os.dup(2)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(saved, 2)
        os.close(saved)
        os.close(nowhere)
