"""Games as games of OpenSpiel, for its algorithms."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel

from seqform.builders.games.rules import TERMINAL
from seqform.models.games.extensive import CHANCE
from seqform.play.tables import GameTable, Situation, TreeSituation, TreeTable

SHORT_NAME = "seqform_game"


class TableGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """A game on a table, as a game of OpenSpiel.

    Actions are numbered in the order of the situation's. Information states are strings: the names of information
    sets, or histories in games of perfect information.
    """

    def __init__(self, table: GameTable) -> None:
        super().__init__(_game_type(table), _game_info(table), {})
        self.table = table

    def new_initial_state(self, serialized: None = None) -> TableState:
        return TableState(self, self.table.root)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> InformationObserver:
        return InformationObserver(self.table)

    def __str__(self) -> str:
        return self.table.title


class TableState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A situation as a state of OpenSpiel; one that does not begin at the root has no history."""

    def __init__(self, game: TableGame, situation: Situation) -> None:
        super().__init__(game)
        self.situation = situation

    def current_player(self) -> int:
        player = self.situation.player
        if player == TERMINAL:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if player == CHANCE else player

    def is_terminal(self) -> bool:
        return self.situation.player == TERMINAL

    def returns(self) -> list[float]:
        if self.situation.player != TERMINAL:
            return [0.0, 0.0]
        return [float(payoff) for payoff in self.situation.payoffs]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(action, float(probability)) for action, probability in enumerate(self.situation.lottery)]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> TableState:
        """Return a random state of the mover's information set, with the probabilities of chance alone."""
        table = self.get_game().table
        if table.perfect_information or not isinstance(self.situation, TreeSituation):
            return self.clone()  # type: ignore[no-any-return]  # pyspiel has no types
        worlds = self.situation.table.worlds(player, self.situation.infoset)
        bounds = np.cumsum(np.array(worlds.weights, dtype=np.float64))
        place = int(np.searchsorted(bounds, sampler() * bounds[-1], side="right"))
        return state_at(self.get_game(), worlds.nodes[min(place, len(worlds.nodes) - 1)])

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(self.situation.num_actions))

    def _apply_action(self, action: int) -> None:
        self.situation = self.situation.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.situation.actions[action]

    def __str__(self) -> str:
        return self.history_str() or "root"


class InformationObserver:
    """The information state of a player, in the interface of OpenSpiel."""

    tensor = None

    def __init__(self, table: GameTable) -> None:
        self.table = table
        self.dict: dict[str, Any] = {}

    def set_from(self, state: TableState, player: int) -> None:
        """Do nothing, as there are no tensors."""

    def string_from(self, state: TableState, player: int) -> str:
        if isinstance(self.table, TreeTable) and not self.table.perfect_information:
            assert isinstance(state.situation, TreeSituation)
            return self.table.known(state.situation, player)
        return str(state.history_str())


def state_at(game: TableGame, situation: TreeSituation) -> TableState:
    """Return the state at a node, with its history."""
    state = game.new_initial_state()
    for action in situation.path:
        state.apply_action(action)
    return state


def _game_type(table: GameTable) -> pyspiel.GameType:
    kind, limits = pyspiel.GameType, table.limits
    if limits.constant_sum is None:
        utility = kind.Utility.GENERAL_SUM
    else:
        utility = kind.Utility.ZERO_SUM if limits.constant_sum == 0 else kind.Utility.CONSTANT_SUM
    return kind(
        short_name=SHORT_NAME,
        long_name=table.title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC if limits.chance_actions else kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.PERFECT_INFORMATION
        if table.perfect_information
        else kind.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
        parameter_specification={},
    )


def _game_info(table: GameTable) -> pyspiel.GameInfo:
    limits = table.limits
    least, most = limits.payoffs
    return pyspiel.GameInfo(
        num_distinct_actions=limits.actions,
        max_chance_outcomes=limits.chance_actions,
        num_players=2,
        min_utility=float(least),
        max_utility=float(most),
        utility_sum=None if limits.constant_sum is None else float(limits.constant_sum),
        max_game_length=limits.longest,
    )
