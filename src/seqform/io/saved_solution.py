"""Stored solutions of ordered games: quantized strategies that are certified and can be played from."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from seqform.errors import GameError, ModelError
from seqform.io.quantized_plans import behavior_of, next_arriving, quantized
from seqform.models.answers.certificate import Certificate
from seqform.models.games.abstraction import InformationFilter
from seqform.models.games.ordered import OrderedGame
from seqform.models.games.stages import StageGame
from seqform.models.numbers.exact import Floats, Ints
from seqform.models.programs.class_game import ClassGame
from seqform.models.strategies.classes import ClassStrategy
from seqform.verify.deal_certificate import (
    DealCertificate,
    certify_deals,
    certify_lifted,
    lift_behavior,
    require_fitting,
)

Filters = tuple[InformationFilter, InformationFilter]
Weights = tuple[Ints, ...]
Behavior = tuple[Floats, ...]
Progress = Callable[[str], None]

FEWEST_BITS, FIRST_BITS, MOST_BITS = 8, 20, 30
"""The least and the greatest number of bits; the search for a sufficient number begins with the one between."""

MAX_LOSS = 1e-6
BITS_PER_HALVING = 2 / 3
"""Approximate number of bits that halve the contribution of rounding to nash_conv."""


@dataclass(frozen=True, eq=False)
class SavedSolution:
    """Quantized strategies of both players of an ordered game for classes of hands, with their certificate.

    The realization plans are integers, one array for each round of shape (classes, 1 + choices, histories), over the
    denominator 2 to the power of `bits`: see `seqform.io.quantized_plans`. The certificate is that of the quantized
    strategies, on the deals of the unabstracted game. `versions` are those of the programs that found them.

    Examples
    --------
    >>> from seqform.builders.forms.class_game import class_game
    >>> from seqform.builders.games.ordered.poker import kuhn
    >>> game = kuhn("kuhn")
    >>> everything = InformationFilter.identity(game)
    >>> classes = class_game(everything)
    >>> even = [ClassStrategy(classes, player, (np.full(classes.shape(player, 0), 0.5),)) for player in (0, 1)]
    >>> saved = SavedSolution.of(game, (everything, everything), (even[0], even[1]))
    >>> saved
    <SavedSolution of 'kuhn': nash_conv = 0.916667 (in doubles)>
    >>> saved.strategy(1, ["K"], actions=["bet"])
    {'fold': 0.5, 'call': 0.5}
    """

    game: OrderedGame
    filters: Filters
    weights: tuple[Weights, Weights]
    bits: int
    certificate: Certificate
    method: str = ""
    versions: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        game: OrderedGame,
        filters: Filters,
        strategies: tuple[ClassStrategy, ClassStrategy],
        *,
        bits: int | None = None,
        max_loss: float = MAX_LOSS,
        method: str = "",
        versions: dict[str, str] | None = None,
        threads: int = 1,
        progress: Progress | None = None,
    ) -> SavedSolution:
        """Return strategies quantized, and certified after that.

        From 8 to 30 bits are the precision of the weights; if absent, 20 or as many more as are needed for rounding
        to add no more than `max_loss`, in units of payoff, to nash_conv.
        """

        def rounded(bits: int) -> SavedSolution:
            first, second = (_quantized(game, one, each, bits) for one, each in zip(filters, strategies, strict=True))
            certificate = _certified(game, filters, (first, second), threads, progress).certificate
            return cls(game, filters, (first, second), bits, certificate, method, versions or {})

        if bits is not None:
            if not FEWEST_BITS <= bits <= MOST_BITS:
                raise ModelError(f"bits={bits}: from {FEWEST_BITS} to {MOST_BITS} bits are kept of a plan")
            return rounded(bits)
        before = certify_deals(game, filters, strategies, threads=threads, progress=progress).certificate
        bits = FIRST_BITS
        while True:
            found = rounded(bits)
            loss = float(found.certificate.nash_conv - before.nash_conv)
            if loss <= max_loss or bits == MOST_BITS:
                return found
            more = BITS_PER_HALVING * math.log2(loss / max_loss) if max_loss > 0 else MOST_BITS
            bits = min(MOST_BITS, bits + max(1, round(more)))

    def check(self, *, threads: int = 1, progress: Progress | None = None) -> DealCertificate:
        """Certify the strategies on the game itself again."""
        return _certified(self.game, self.filters, self.weights, threads, progress)

    def strategies(self, classes: ClassGame) -> tuple[ClassStrategy, ClassStrategy]:
        """Return the strategies for the game of classes of the same filters."""
        first, second = self.behavior
        return ClassStrategy(classes, 0, first), ClassStrategy(classes, 1, second)

    @cached_property
    def behavior(self) -> tuple[Behavior, Behavior]:
        """Both players' probabilities by rounds, of shape (classes, choices, histories)."""
        return _behavior(self.game, self.weights)

    def strategy(
        self, player: int, signals: Sequence[str], history: Sequence[Sequence[str]] = (), actions: Sequence[str] = ()
    ) -> dict[str, float]:
        """Return the probability of each action at a point of play.

        At sets that the player's own strategy never reaches all actions are equally likely.

        Parameters
        ----------
        signals : sequence of str
            Signals seen by this player, in the order in which they were revealed; within a round the public ones first.
        history : sequence of sequences of str
            The actions of the rounds before.
        actions : sequence of str
            The actions of this round so far.
        """
        number, past = self._history(history)
        stage = self.game.rounds[number].stage
        node = _node(stage, actions, f"round {number + 1}")
        if stage.player[node] != player:
            raise GameError(f"{self.game.title}: it is not player {player + 1}'s turn after {_words(actions)}")
        row = self.filters[player].classes[number][self._view(number, signals)]
        weights = self.weights[player][number][row, :, past]
        sequences = stage.sequences(player)
        place = sequences.sets.index(node)
        start, stop = sequences.set_start[place : place + 2]
        total = int(weights[sequences.set_above[place]])
        return {
            stage.action[child]: int(weights[choice]) / total if total else 1 / (stop - start)
            for choice, child in zip(range(start, stop), stage.children[node], strict=True)
        }

    def sample(
        self,
        player: int,
        signals: Sequence[str],
        history: Sequence[Sequence[str]] = (),
        actions: Sequence[str] = (),
        *,
        random: np.random.Generator,
    ) -> str:
        """Return an action drawn by the probabilities of `strategy`."""
        chances = self.strategy(player, signals, history, actions)
        return str(random.choice(list(chances), p=list(chances.values())))

    def _view(self, number: int, signals: Sequence[str]) -> int:
        views = self.game.views[number]
        expected = views.signals.shape[1]
        for signal in signals:
            if signal not in self.game.signals:
                raise GameError(f"{self.game.title}: no signal {signal!r}; they are {', '.join(self.game.signals)}")
        if len(signals) != expected or len(set(signals)) != expected:
            raise GameError(
                f"{self.game.title}: {expected} different signals are seen by round {number + 1}, not "
                f"{_words(signals)}; the history has the actions of the rounds before"
            )
        row = np.array([[self.game.signals.index(signal) for signal in signals]], dtype=np.int16)
        return int(views.find(row)[0])

    def _history(self, history: Sequence[Sequence[str]]) -> tuple[int, int]:
        """Return the number of the round that follows, and that of the history."""
        if len(history) >= len(self.game.rounds):
            raise GameError(f"{self.game.title}: a history of {len(history)} rounds; there are {len(self.game.rounds)}")
        past = 0
        for number, actions in enumerate(history):
            stage = self.game.rounds[number].stage
            node = _node(stage, actions, f"round {number + 1}")
            if node not in stage.continuing:
                raise GameError(
                    f"{self.game.title}: {_words(actions)} does not lead from round {number + 1} to the next one"
                )
            past = past * len(stage.continuing) + stage.continuing.index(node)
        return len(history), past

    def __repr__(self) -> str:
        return f"<SavedSolution of {self.game.title!r}: {self.certificate}>"


def _behavior(game: OrderedGame, weights: tuple[Weights, Weights]) -> tuple[Behavior, Behavior]:
    first, second = (
        tuple(behavior_of(each.stage, player, plan) for each, plan in zip(game.rounds, plans, strict=True))
        for player, plans in enumerate(weights)
    )
    return first, second


def _certified(
    game: OrderedGame, filters: Filters, weights: tuple[Weights, Weights], threads: int, progress: Progress | None
) -> DealCertificate:
    behavior = _behavior(game, weights)
    first, second = (lift_behavior(game, one, player, behavior[player]) for player, one in enumerate(filters))
    return certify_lifted(game, (first, second), threads=threads, progress=progress)


def _quantized(game: OrderedGame, one: InformationFilter, strategy: ClassStrategy, bits: int) -> Weights:
    require_fitting(game, one, strategy)
    rounds = []
    after = np.full((1, 1), 2**bits, dtype=np.int64)
    for number, each in enumerate(game.rounds):
        arriving = after[one.parents(number)]
        rounds.append(quantized(each.stage, strategy.player, arriving, strategy.behavior[number]))
        after = next_arriving(each.stage, strategy.player, rounds[-1])
    return tuple(rounds)


def _node(stage: StageGame, actions: Sequence[str], where: str) -> int:
    node = 0
    for action in actions:
        children = {stage.action[child]: child for child in stage.children[node]}
        if action not in children:
            allowed = f"only {', '.join(children)}" if children else "the round is over"
            raise GameError(f"{where}: no action {action!r} after {_words(stage.path(node))}; {allowed}")
        node = children[action]
    return node


def _words(actions: Sequence[str]) -> str:
    return repr(" ".join(actions)) if actions else "no actions"
