"""The solution of an ordered game as it is kept in a file, and played from."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from seqform.errors import GameError, ModelError
from seqform.models.certificate import Certificate
from seqform.models.class_game import ClassGame
from seqform.models.class_strategy import ClassStrategy
from seqform.models.exact import Floats, Ints
from seqform.models.information_filter import InformationFilter
from seqform.models.ordered_game import OrderedGame
from seqform.models.stage_game import StageGame
from seqform.report.grains import arriving_next, behavior_of, grains_of
from seqform.verify.lifted_strategy import LiftedStrategy, lift_behavior, require_fitting
from seqform.verify.raw_hands import HandsReport, certify_hands, certify_lifted

Filters = tuple[InformationFilter, InformationFilter]
Grains = tuple[Ints, ...]
Behavior = tuple[Floats, ...]

FEWEST_BITS, FIRST_BITS, MOST_BITS = 8, 20, 30
"""Of what may be asked for, and where the search for a sufficient number begins and ends."""

MAX_LOSS = 1e-6
BITS_PER_HALVING = 2 / 3
"""About how many more bits halve what rounding adds to nash_conv."""


@dataclass(frozen=True, eq=False)
class SavedSolution:
    """Strategies of both players of an ordered game, for classes of hands, with what they are worth.

    Attributes
    ----------
    game : OrderedGame
    filters : two InformationFilter
    grains : for each player a tuple of ndarrays of int, one for each round, shape (classes, 1 + choices, histories)
        The realization plans, in grains: see `seqform.report.grains`.
    bits : int
        A player has 2 to the power of this grains with every hand.
    certificate : Certificate
        What these very strategies are worth where hands are seen as they are.
    method : str
        How they were found.
    versions : mapping from str to str
        Of the programs that found them.

    See Also
    --------
    seqform.report.solution_file : how it is written and read.

    Examples
    --------
    >>> from seqform.builders.class_game import class_game
    >>> from seqform.builders.games.ordered.poker_games import kuhn
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
    grains: tuple[Grains, Grains]
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
        progress: Callable[[str], None] | None = None,
    ) -> SavedSolution:
        """Return strategies rounded to whole grains, and certified after that.

        Parameters
        ----------
        game : OrderedGame
        filters : two InformationFilter
        strategies : two ClassStrategy
            Player 1's and player 2's.
        bits : int, optional
            From 8 to 30: weights of sequences are kept to about 2 to the power of minus this. If absent, 20 or as
            many more as are needed.
        max_loss : float
            How much rounding may add to nash_conv, in units of payoff, where `bits` is absent.
        method, versions
            See the class.
        threads, progress
            As in `seqform.verify.raw_hands.certify_hands`.

        Raises
        ------
        ModelError
            If the filters and strategies are not for this game.
        """

        def rounded(bits: int) -> SavedSolution:
            first, second = (_in_grains(game, one, each, bits) for one, each in zip(filters, strategies, strict=True))
            lifted = _lifted(game, filters, _behavior(game, (first, second)))
            report = certify_lifted(game, lifted, threads=threads, progress=progress)
            return cls(game, filters, (first, second), bits, report.certificate, method, versions or {})

        if bits is not None:
            if not FEWEST_BITS <= bits <= MOST_BITS:
                raise ModelError(f"bits={bits}: from {FEWEST_BITS} to {MOST_BITS} bits are kept of a plan")
            return rounded(bits)
        before = certify_hands(game, filters, strategies, threads=threads, progress=progress).certificate
        bits = FIRST_BITS
        while True:
            found = rounded(bits)
            loss = float(found.certificate.nash_conv - before.nash_conv)
            if loss <= max_loss or bits == MOST_BITS:
                return found
            more = BITS_PER_HALVING * math.log2(loss / max_loss) if max_loss > 0 else MOST_BITS
            bits = min(MOST_BITS, bits + max(1, round(more)))

    def check(self, *, threads: int = 1, progress: Callable[[str], None] | None = None) -> HandsReport:
        """Recompute what the strategies are worth on the game itself."""
        lifted = _lifted(self.game, self.filters, self.behavior)
        return certify_lifted(self.game, lifted, threads=threads, progress=progress)

    def strategies(self, classes: ClassGame) -> tuple[ClassStrategy, ClassStrategy]:
        """Return the strategies for the game of classes of the same filters."""
        first, second = self.behavior
        return ClassStrategy(classes, 0, first), ClassStrategy(classes, 1, second)

    @cached_property
    def behavior(self) -> tuple[Behavior, Behavior]:
        """Both players' probabilities by rounds, of shape (classes, choices, histories)."""
        return _behavior(self.game, self.grains)

    # ---- play ----

    def strategy(
        self, player: int, signals: Sequence[str], history: Sequence[Sequence[str]] = (), actions: Sequence[str] = ()
    ) -> dict[str, float]:
        """Return the probability of each action at a point of play.

        Where the player's own strategy never leads, all actions are equally likely.

        Parameters
        ----------
        player : int
            0 or 1, whose turn it is.
        signals : sequence of str
            What this player has seen, in the order in which it was revealed; within a round the public signals first.
        history : sequence of sequences of str
            The actions of the rounds before.
        actions : sequence of str
            The actions of this round so far.

        Raises
        ------
        GameError
            If there is no such point of play; the message says what does not fit.
        """
        number, past = self._history(history)
        stage = self.game.rounds[number].stage
        node = _node(stage, actions, f"round {number + 1}")
        if stage.player[node] != player:
            raise GameError(f"{self.game.title}: it is not player {player + 1}'s turn after {_words(actions)}")
        grains = self.grains[player][number][self.filters[player].classes[number][self._view(number, signals)], :, past]
        sequences = stage.sequences(player)
        place = sequences.sets.index(node)
        start, stop = sequences.set_start[place : place + 2]
        total = int(grains[sequences.set_above[place]])
        return {
            stage.action[child]: int(grains[choice]) / total if total else 1 / (stop - start)
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
        """Return an action drawn as `strategy` has it."""
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


def _behavior(game: OrderedGame, grains: tuple[Grains, Grains]) -> tuple[Behavior, Behavior]:
    first, second = (
        tuple(behavior_of(each.stage, player, plan) for each, plan in zip(game.rounds, plans, strict=True))
        for player, plans in enumerate(grains)
    )
    return first, second


def _lifted(
    game: OrderedGame, filters: Filters, behavior: tuple[Behavior, Behavior]
) -> tuple[LiftedStrategy, LiftedStrategy]:
    first, second = (lift_behavior(game, one, player, behavior[player]) for player, one in enumerate(filters))
    return first, second


def _in_grains(game: OrderedGame, one: InformationFilter, strategy: ClassStrategy, bits: int) -> Grains:
    require_fitting(game, one, strategy)
    rounds = []
    after = np.full((1, 1), 2**bits, dtype=np.int64)
    for number, each in enumerate(game.rounds):
        arriving = after[one.parents(number)]
        rounds.append(grains_of(each.stage, strategy.player, arriving, strategy.behavior[number]))
        after = arriving_next(each.stage, strategy.player, rounds[-1])
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
