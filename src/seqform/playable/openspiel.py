"""Bridge to OpenSpiel: games as games of OpenSpiel, and profiles from and to its policies."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.bots.policy import PolicyBot
from open_spiel.python.policy import TabularPolicy

from seqform.builders.games.rules import TERMINAL
from seqform.errors import GameError
from seqform.io.shares import is_rounded, plain_array
from seqform.models.games.extensive import CHANCE
from seqform.models.games.infosets import player_label
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy
from seqform.playable import PlayableGame, PlayableTree, Situation, TreeSituation
from seqform.system.sources import Source

SHORT_NAME = "seqform_game"


class OpenSpielGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """A game of seqform, as a game of OpenSpiel.

    Actions are numbered in the order of the situation's. Information states are strings, unique across the players:
    the names of information sets, with the player before a name that both players have ("Player 1, x"), or histories
    in games of perfect information.
    """

    def __init__(self, playable: PlayableGame) -> None:
        super().__init__(_game_type(playable), _game_info(playable), {})
        self.playable = playable

    def new_initial_state(self, serialized: None = None) -> OpenSpielState:
        return OpenSpielState(self, self.playable.root)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> InformationObserver:
        return InformationObserver(self.playable)

    def utilities(self, payoffs: Sequence[Fraction]) -> list[float]:
        """Return the players' payoffs as those of the game of OpenSpiel."""
        return [float(payoff) for payoff in payoffs]

    def __str__(self) -> str:
        return self.playable.title


class OpenSpielState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A situation as a state of OpenSpiel; one that does not begin at the root has no history."""

    def __init__(self, game: OpenSpielGame, situation: Situation) -> None:
        super().__init__(game)
        self.situation = situation

    def current_player(self) -> int:
        player = self.situation.player
        if player == TERMINAL:
            return int(pyspiel.PlayerId.TERMINAL)
        if player == CHANCE:
            return int(pyspiel.PlayerId.CHANCE)
        return player

    def is_terminal(self) -> bool:
        return self.situation.player == TERMINAL

    def returns(self) -> list[float]:
        if self.situation.player != TERMINAL:
            return [0.0, 0.0]
        return self.get_game().utilities(self.situation.payoffs)  # type: ignore[no-any-return]  # pyspiel has no types

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return list(enumerate(map(float, self.situation.lottery)))

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> OpenSpielState:
        """Return a random state of the mover's information set, with the probabilities of chance alone."""
        playable = self.get_game().playable
        if playable.perfect_information or not isinstance(self.situation, TreeSituation):
            return self.clone()  # type: ignore[no-any-return]  # pyspiel has no types
        worlds = self.situation.playable.worlds(player, self.situation.infoset)
        bounds = np.cumsum(np.array(worlds.weights, dtype=np.float64))
        place = int(np.searchsorted(bounds, sampler() * bounds[-1], side="right"))
        node = worlds.nodes[min(place, len(worlds.nodes) - 1)]  # the product may be rounded up
        state: OpenSpielState = state_at(self.get_game(), node)
        return state

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

    def __init__(self, playable: PlayableGame) -> None:
        self.playable = playable
        self.dict: dict[str, Any] = {}

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Do nothing, as there are no tensors."""

    def string_from(self, state: OpenSpielState, player: int) -> str:
        if isinstance(self.playable, PlayableTree) and not self.playable.perfect_information:
            assert isinstance(state.situation, TreeSituation)
            return self.playable.known(state.situation, player)
        return str(state.history_str())


def state_at(game: pyspiel.Game, situation: TreeSituation) -> Any:
    """Return the state of OpenSpiel at a node, with its history; `game` is the one that the tree was read from, or is.

    The actions of a tree are in the order of those of the game that it was read from.
    """
    state = game.new_initial_state()
    for action in situation.path:
        if state.is_chance_node():
            theirs, _ = state.chance_outcomes()[action]
        else:
            theirs = state.legal_actions()[action]
        state.apply_action(theirs)
    return state


def game_at(playable: PlayableGame) -> pyspiel.Game:
    """Return the game of OpenSpiel that a tree was read from, made sequential; an `OpenSpielGame` for any other."""
    source = playable.openspiel if isinstance(playable, PlayableTree) else None
    if source is None:
        return OpenSpielGame(playable)
    game = source
    if isinstance(source, Source):
        game = pyspiel.load_game(source.specification)
    if game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        return pyspiel.convert_to_turn_based(game)
    return game


def _game_type(playable: PlayableGame) -> pyspiel.GameType:
    types = pyspiel.GameType
    limits = playable.limits
    if limits.constant_sum is None:
        utility = types.Utility.GENERAL_SUM
    elif limits.constant_sum == 0:
        utility = types.Utility.ZERO_SUM
    else:
        utility = types.Utility.CONSTANT_SUM

    chance_mode = types.ChanceMode.DETERMINISTIC
    if limits.chance_actions:
        chance_mode = types.ChanceMode.EXPLICIT_STOCHASTIC

    information = types.Information.IMPERFECT_INFORMATION
    if playable.perfect_information:
        information = types.Information.PERFECT_INFORMATION
    return types(
        short_name=SHORT_NAME,
        long_name=playable.title,
        dynamics=types.Dynamics.SEQUENTIAL,
        chance_mode=chance_mode,
        information=information,
        utility=utility,
        reward_model=types.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
        parameter_specification={},
    )


def _game_info(playable: PlayableGame) -> pyspiel.GameInfo:
    limits = playable.limits
    ends = [float(end) for end in (*limits.payoff_range(0), *limits.payoff_range(1))]
    return pyspiel.GameInfo(
        num_distinct_actions=limits.actions,
        max_chance_outcomes=limits.chance_actions,
        num_players=2,
        min_utility=min(ends),
        max_utility=max(ends),
        utility_sum=None if limits.constant_sum is None else float(limits.constant_sum),
        max_game_length=limits.longest,
    )


def strategies_of(
    policy: Any,
    playable: PlayableTree,
    *,
    players: Sequence[int] = (0, 1),
    normalize: bool = False,
    is_rest_uniform: bool = False,
) -> list[BehaviorStrategy]:
    """Return the probabilities of a policy of OpenSpiel's at all information sets of players of a tree, in doubles.

    The policy is for `to_openspiel` of the game, or for the game of OpenSpiel that the tree was read from. Numbers in
    single precision, and with `normalize` all, are divided by their sum at each set. With `is_rest_uniform`, sets for
    which the policy has nothing, such as those of the other player, are played uniformly.
    """
    game = game_at(playable)
    of_policy = getattr(policy, "game", None)
    if isinstance(of_policy, OpenSpielGame) and of_policy.playable.title == playable.title:
        game = OpenSpielGame(playable)
    elif of_policy is not None and str(of_policy) != str(game):
        raise GameError(
            f"policy: one for {of_policy}, not for {playable.title}; it plays the game of OpenSpiel that it is for, as "
            "in openspiel:kuhn_poker, or the one that to_openspiel has made"
        )

    strategies = []
    for player in players:
        index = playable.game.sequences[player].index
        probabilities = [1.0]  # of the empty sequence
        for row, state in enumerate(_states(game, playable, player)):
            actions = state.legal_actions()
            shares = _shares(policy, state, index.infoset_names[row], is_rest_uniform)
            if shares is None:
                probabilities += [1 / len(actions)] * len(actions)
                continue

            where = f"policy: information set {index.infoset_names[row]!r}"
            values = [plain_array(shares.get(action, 0), where) for action in actions]
            doubles = [float(value) for value in values]
            if normalize or is_rounded(values):
                # In doubles: a sum in single precision would miss 1 by its own rounding again.
                total = sum(doubles) or 1.0  # a sum of 0 is refused with the strategy
                doubles = [double / total for double in doubles]
            probabilities += doubles
        strategies.append(BehaviorStrategy(index, np.array(probabilities, dtype=np.float64)))
    return strategies


def profile_of(policy: Any, playable: PlayableTree) -> BehaviorProfile:
    """Return the profile of a policy of OpenSpiel's that has probabilities at all information sets."""
    first, second = strategies_of(policy, playable)
    return BehaviorProfile((first, second))


def _shares(
    policy: Any, state: Any, infoset: str, is_rest_uniform: bool
) -> Mapping[int, Any] | None:
    """Return a policy's probabilities at a state; None where it has none and the rest is uniform."""
    try:
        shares: Mapping[int, Any] = policy.action_probabilities(state)
    except Exception as error:
        # Tabular policies raise these two at states of which they have no row.
        if is_rest_uniform and isinstance(error, KeyError | pyspiel.SpielError):
            return None
        with answers_named("policy", infoset, "; rest='uniform' plays such sets uniformly"):
            raise
    if not shares and is_rest_uniform:
        return None
    return shares


def policy_of(profile: BehaviorProfile, playable: PlayableTree) -> TabularPolicy:
    """Return a profile of a tree as a policy for the game of OpenSpiel that `game_at` returns.

    Its rows are found by information states. Raises GameError where two sets have the same one in a game of
    OpenSpiel's, and the profile does not play the same there.
    """
    game = game_at(playable)
    policy = TabularPolicy(game)
    made_of: dict[int, tuple[str, list[int], list[float]]] = {}  # each row: set, actions, shares
    for player, strategy in enumerate(profile):
        starts = strategy.index.first_sequence
        for row, state in enumerate(_states(game, playable, player)):
            shares = strategy.probabilities[starts[row] : starts[row + 1]].astype(np.float64)
            place = policy.state_index(state)
            legal = state.legal_actions()
            infoset = f"{strategy.index.infoset_names[row]!r} of {player_label(player)}"
            earlier, *play = made_of.setdefault(place, (infoset, legal, shares.tolist()))
            if play != [legal, shares.tolist()]:
                raise GameError(
                    f"policy: {playable.title} has one information state for {earlier} and {infoset}, at which the "
                    "profile does not play the same; a tabular policy of OpenSpiel's cannot represent it"
                )
            policy.action_probability_array[place, legal] = shares
    return policy


class ProfileBot(PolicyBot):  # type: ignore[misc]  # OpenSpiel has no types
    """A bot that plays one side of a profile, also where its player has one action.

    There OpenSpiel's bot reports that it has no action, as the number of the only one is 0.
    """

    def step_with_policy(self, state: Any) -> tuple[list[tuple[int, float]], int]:
        """Return the probabilities at a state, and an action drawn by them."""
        legal = state.legal_actions(self.player_id())
        if len(legal) == 1:
            return [(legal[0], 1.0)], legal[0]
        policy, action = super().step_with_policy(state)
        return policy, int(action)


def _states(game: pyspiel.Game, playable: PlayableTree, player: int) -> Iterator[Any]:
    """Yield a state of each of a player's information sets, in the order of its rows."""
    tree = playable.game
    first_node = np.full(len(tree.information_sets) + 1, len(tree))
    np.minimum.at(first_node, tree.infoset, np.arange(len(tree)))
    for infoset in tree.sequences[player].infosets.tolist():
        yield state_at(game, TreeSituation(playable, int(first_node[infoset])))


@contextmanager
def answers_named(agent: str, infoset: str, remedy: str = "") -> Iterator[None]:
    """Turn an exception of OpenSpiel's, or of a policy or bot written in Python, into one line."""
    try:
        yield
    except Exception as error:
        lines = str(error).strip().splitlines()
        reason = lines[0] if lines else type(error).__name__
        raise GameError(
            f"{agent}: nothing for {infoset!r}; OpenSpiel reports: {reason}{remedy}"
        ) from None
