"""Agents that are searches and bots of OpenSpiel."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms.ismcts import ISMCTSBot, ISMCTSFinalPolicyType
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

from seqform.analysis.monte_carlo import MctsOptions
from seqform.analysis.payoff_scale import PayoffScale
from seqform.errors import OptionError
from seqform.playable import Information, PlayableGame, PlayableTree
from seqform.playable.openspiel import (
    OpenSpielGame,
    OpenSpielState,
    answers_named,
    game_at,
    state_at,
)


class _ScaledGame(OpenSpielGame):
    """A game whose payoffs are between 0 and 1, in the range of each player's own."""

    def __init__(self, playable: PlayableTree) -> None:
        self.scales = [PayoffScale(playable.limits.payoff_range(player)) for player in (0, 1)]
        super().__init__(playable)

    def utilities(self, payoffs: Sequence[Fraction]) -> list[float]:
        """Return the players' payoffs on their scales."""
        return [scale.scaled(payoff) for scale, payoff in zip(self.scales, payoffs, strict=True)]


class IsMctsAgent:
    """Monte Carlo tree search over information sets, for games of hidden information.

    It draws the node by chance's probabilities alone and ignores evidence from the opponent's actions; it does not
    converge to an equilibrium.
    """

    def __init__(self, name: str, playable: PlayableTree, options: MctsOptions) -> None:
        self.name = name
        self.playable = playable
        self.options = options
        self.game = _ScaledGame(playable)
        self.uct = options.uct / 2
        kinds = ISMCTSFinalPolicyType
        self.final = kinds.MAX_VALUE if options.final == "values" else kinds.MAX_VISIT_COUNT

    def choose(self, information: Information, random: Random) -> int:
        """Return the action that was tried most often, or the one of the largest average."""
        draws = np.random.RandomState(random.getrandbits(32))
        rollouts = RandomRolloutEvaluator(self.options.rollouts, draws)
        simulations = self.options.simulations
        bot = ISMCTSBot(
            self.game, rollouts, self.uct, simulations, random_state=draws, final_policy_type=self.final
        )  # fmt: skip
        bot.set_resampler(
            lambda state, player: state.resample_from_infostate(player, draws.random_sample)
        )
        # The bot draws its own.
        some_node = self.playable.worlds(information.player, information.infoset).nodes[0]
        return int(bot.step(state_at(self.game, some_node)))


BotOf = Callable[[Any, int], Any]
"""Makes the bot of a player in a game of OpenSpiel."""


def registered_bot(text: str, name: str) -> BotOf:
    """Return the maker of a bot that OpenSpiel has registered."""
    known = pyspiel.registered_bots()
    if name not in known:
        raise OptionError(f"{text}: OpenSpiel has no bot {name!r}; it has {', '.join(known)}")
    return lambda game, player: pyspiel.load_bot(name, game, player)


class BotAgent:
    """A bot of OpenSpiel's, which is asked for a step in states; it has random numbers of its own.

    Where anything is hidden, the state is drawn from the information set by chance's probabilities, so that a bot has
    nothing to learn from it but what its player may observe.
    """

    def __init__(self, name: str, playable: PlayableGame, bot_of: BotOf) -> None:
        self.name = name
        self.playable = playable
        self.game = game_at(playable)
        self.bots = [bot_of(self.game, player) for player in (0, 1)]

    def choose(self, information: Information, random: Random) -> int:
        """Return the bot's step."""
        if isinstance(self.playable, PlayableTree):
            nodes, weights = self.playable.worlds(information.player, information.infoset)
            state = state_at(self.game, random.choices(nodes, weights)[0])
        else:
            # Where anything is hidden, games are played on their tree.
            assert information.situation is not None
            state = OpenSpielState(self.game, information.situation)
        with answers_named(self.name, information.infoset):
            step = self.bots[information.player].step(state)
        legal = state.legal_actions()
        return int(legal.index(step)) if step in legal else -1
