"""Stored solutions of ordered games: quantized strategies that are certified and can be played from.

Realization plans are integers over a fixed denominator, with a compact encoding as bytes. A player has the same weight
with every hand. At each information set the weight that arrives is divided among the actions in integers, and the share
of an action is its probability. Weights add up exactly and compress well; rarely reached sets are stored less
precisely, and those that the player's own strategy never reaches not at all. Of exact answers the plans are kept as
they are instead: what is certified is what is played, charted and written.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from operator import truediv
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

import seqform.models.verbs as verbs
from seqform.errors import GameError, ModelError
from seqform.models.answers.certificate import Certificate
from seqform.models.games.abstraction import Filters, InformationFilter
from seqform.models.games.infosets import player_label, player_number
from seqform.models.games.ordered import OrderedGame, signals_in
from seqform.models.games.stages import StageGame
from seqform.models.numbers.exact import Floats, Ints, Number, Numerators
from seqform.models.programs.class_game import ClassGame, ClassPlan, ClassStrategy

if TYPE_CHECKING:
    from seqform.verify.deal_certificate import DealCertificate

Weights = tuple[Numerators, ...]
Behavior = tuple[Floats, ...]
Progress = Callable[[str], None]
Bytes = npt.NDArray[np.uint8]

NONE, ALL, SOME = 0, 1, 2
"""Share of an action in the weight that is left at a set."""

LEAST_WIDTH = 4
"""Bytes of a weight in files of version 1, however few its bits."""

FEWEST_BITS, FIRST_BITS, MOST_BITS = 8, 20, 50
"""The least and the greatest number of bits; the search for a sufficient number begins with the one between. With more
the rounding of doubles would exceed that of the weights."""

MAX_LOSS = 1e-6
BITS_PER_HALVING = 2 / 3
"""Approximate number of bits that halve the contribution of rounding to nash_conv."""


@dataclass(frozen=True, eq=False)
class SavedSolution:
    """Strategies of both players of an ordered game for classes of hands, quantized or exact, with their certificate.

    The realization plans are integers, one array for each round of shape (classes, 1 + choices, histories), over the
    denominator 2 to the power of `bits`; of exact `plans` they are those of the plans, over the plans' denominators,
    and `bits` is 0. The certificate is that of these strategies, on the deals of the unabstracted game; it is one
    "as stored" if the solution was read from a file. `versions` are those of the programs that found them.

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
    plans: tuple[ClassPlan, ClassPlan] | None = None

    def __post_init__(self) -> None:
        if self.plans is not None:
            first, second = (plan.with_arriving() for plan in self.plans)
            object.__setattr__(self, "weights", (first, second))
            object.__setattr__(self, "bits", 0)
        strategies = self.weights if self.plans is None else self.plans
        self.certificate.require_parts(self.game, *self.filters, *strategies)

    @property
    def denominators(self) -> tuple[int, int]:
        """The weight of both players' empty sequences."""
        if self.plans is not None:
            return self.plans[0].denominator, self.plans[1].denominator
        return 2**self.bits, 2**self.bits

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

        From 8 to 50 bits are the precision of the weights; if absent, 20 or as many more as are needed for rounding
        to add no more than `max_loss`, in units of payoff, to nash_conv.
        """

        def rounded(bits: int) -> SavedSolution:
            first = _quantized(game, filters[0], strategies[0], bits)
            second = _quantized(game, filters[1], strategies[1], bits)
            deals = _certified(game, filters, (first, second), threads, progress)
            certificate = deals.of((*filters, first, second)).certificate
            return cls(game, filters, (first, second), bits, certificate, method, versions or {})

        if bits is not None:
            if not FEWEST_BITS <= bits <= MOST_BITS:
                raise ModelError(
                    f"bits={bits}: from {FEWEST_BITS} to {MOST_BITS} bits are kept of a plan"
                )
            return rounded(bits)

        # A certificate takes long, so the next number of bits is extrapolated from the loss that there is.
        from seqform.verify.deal_certificate import certify_deals

        before = certify_deals(
            game, filters, strategies, threads=threads, progress=progress
        ).certificate
        bits = FIRST_BITS
        while True:
            solution = rounded(bits)
            loss = float(solution.certificate.nash_conv - before.nash_conv)
            if loss <= max_loss or bits == MOST_BITS:
                return solution
            more: float = MOST_BITS
            if max_loss > 0:
                more = BITS_PER_HALVING * math.log2(loss / max_loss)
            bits = min(MOST_BITS, bits + max(1, round(more)))

    @classmethod
    def of_plans(
        cls,
        game: OrderedGame,
        filters: Filters,
        plans: tuple[ClassPlan, ClassPlan],
        *,
        method: str = "",
        versions: dict[str, str] | None = None,
    ) -> SavedSolution:
        """Return exact plans with their exact certificate."""
        from seqform.verify.deal_certificate import certify_plans

        certificate = certify_plans(game, filters, plans).certificate
        return cls(game, filters, ((), ()), 0, certificate, method, versions or {}, plans)

    def with_class_strategy(
        self,
        filter: InformationFilter,
        strategy: ClassStrategy,
        *,
        least_bits: int,
        method: str,
        threads: int = 1,
        progress: Progress | None = None,
    ) -> SavedSolution:
        """Return the solution with another strategy of one player, quantized, for the classes of a filter.

        The other player's weights are the same, of at least so many bits; those of an exact plan are quantized.
        """
        bits = max(self.bits, least_bits)
        weights: list[Weights] = []
        filters: list[InformationFilter] = []
        for player in (0, 1):
            if player == strategy.player:
                filters.append(filter)
                weights.append(_quantized(self.game, filter, strategy, bits))
                continue
            filters.append(self.filters[player])
            if self.plans is None:
                weights.append(tuple([table << bits - self.bits for table in self.weights[player]]))
            else:
                kept = self.plans[player].strategy()
                weights.append(_quantized(self.game, self.filters[player], kept, bits))

        both = weights[0], weights[1]
        both_filters = filters[0], filters[1]
        deals = _certified(self.game, both_filters, both, threads, progress)
        certificate = deals.of((*both_filters, *both)).certificate
        return SavedSolution(
            self.game, both_filters, both, bits, certificate, method, dict(self.versions)
        )

    def check(self, *, threads: int = 1, progress: Progress | None = None) -> DealCertificate:
        """Certify the strategies on the game itself again, exactly if they are exact."""
        if self.plans is not None:
            from seqform.verify.deal_certificate import certify_plans

            return certify_plans(self.game, self.filters, self.plans, progress=progress)
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
        self,
        player: int | str,
        signals: Sequence[str],
        history: Sequence[Sequence[str]] = (),
        actions: Sequence[str] = (),
    ) -> dict[str, Number]:
        """Return the probability of each action at a point of play: fractions of exact plans, doubles of others.

        Those of equal actions are added up. At sets that the player's own strategy never reaches a solution has no
        behavior, as all its weights are 0 there (`shares`); all actions are equally likely, as in matches.

        - `player`: 0, 1 or a name.
        - `signals`: Signals seen by this player, in the order in which they were revealed; within a round the public
          ones first.
        - `history`: sequence of sequences of str. The actions of the rounds before.
        - `actions`: The actions of this round so far.
        """
        player = player_number(player, self.game.players)
        return self.strategy_at(player, *self.point(player, signals, history, actions))

    def strategy_at(
        self, player: int, number: int, view: int, past: int, node: int
    ) -> dict[str, Number]:
        """Return the probability of each action as `strategy` does, at a point of play as `point` numbers it."""
        stage = self.game.rounds[number].stage
        weights = self.shares(player, number, view, past, node)
        total = sum(weights)
        if total == 0:  # the player's own strategy never comes here
            weights = [1] * len(weights)
            total = len(weights)

        quotient = truediv if self.plans is None else Fraction
        strategy: dict[str, Number] = {}
        for weight, child in zip(weights, self.game.choices(number, past, node), strict=True):
            strategy[stage.action[child]] = quotient(weight, total)
        return strategy

    def point(
        self,
        player: int | str,
        signals: Sequence[str],
        history: Sequence[Sequence[str]] = (),
        actions: Sequence[str] = (),
    ) -> tuple[int, int, int, int]:
        """Return the numbers of a point of play, given as in `strategy`: round, view, history and node."""
        player = player_number(player, self.game.players)
        number, past = self._history(history)
        stage = self.game.rounds[number].stage
        node = _node(stage, actions, f"round {number + 1}")
        if stage.player[node] != player:
            raise GameError(
                f"{self.game.title}: it is not {player_label(player)}'s turn after {_words(actions)}"
            )
        return number, self._view(player, number, signals), past, node

    def shares(self, player: int, number: int, view: int, past: int, node: int) -> list[int]:
        """Return the weights of the actions at a point of play, as `point` numbers it; all 0 where it is never reached.

        The weights divided by their sum are the probabilities. The actions are those of `OrderedGame.choices`, which
        stand for all equal ones.
        """
        sequences = self.game.rounds[number].stage.sequences(player)
        place = sequences.sets.index(node)
        start, stop = sequences.set_start[place : place + 2]
        row = self.filters[player].classes[number][view]
        shares: list[int] = self.weights[player][number][row, start:stop, past].tolist()
        return self.game.summed(number, past, node, shares)

    chart = verbs.chart
    save = verbs.save_solution
    with_strategy = verbs.with_strategy

    def sample(
        self,
        player: int | str,
        signals: Sequence[str],
        history: Sequence[Sequence[str]] = (),
        actions: Sequence[str] = (),
        *,
        random: np.random.Generator,
    ) -> str:
        """Return an action drawn by the probabilities of `strategy`."""
        chances = self.strategy(player, signals, history, actions)
        return str(random.choice(list(chances), p=[float(chance) for chance in chances.values()]))

    def _view(self, player: int, number: int, signals: Sequence[str]) -> int:
        views = self.game.views[number][player]
        expected = views.signals.shape[1]
        if signals in self.game.signals:
            signals = [str(signals)]
        _require_words("signals", signals, self.game.signals[:2])
        for signal in signals:
            if signal not in self.game.signals:
                raise GameError(
                    f"{self.game.title}: no signal {signal!r}{self._parts_of(signal)}; they are "
                    f"{', '.join(self.game.signals)}"
                )
        if len(signals) != expected or len(set(signals)) != expected:
            raise GameError(
                f"{self.game.title}: {expected} different signals are seen by round {number + 1}, not "
                f"{(' '.join(signals) or 'none')!r}; the history has the actions of the rounds before"
            )
        numbers = [self.game.signals.index(signal) for signal in signals]
        ranges = self.game.ranges
        if ranges is not None and not ranges.holds(player, numbers[: ranges.hand_size]):
            hand = "".join(signals[: ranges.hand_size])
            raise GameError(f"{hand} is not in {self.game.players[player]}'s range")
        return int(views.find(np.array([numbers], dtype=np.int16))[0])

    def _parts_of(self, text: str) -> str:
        """Return "; did you mean ...?" for signals that are written as one text, or an empty string."""
        parts = signals_in(text, self.game.signals)
        if not parts:
            return ""
        return f"; did you mean the {len(parts)} signals {', '.join(map(repr, parts))}?"

    def _history(self, history: Sequence[Sequence[str]]) -> tuple[int, int]:
        """Return the number of the round that follows, and that of the history."""
        if isinstance(history, str) or not isinstance(history, Sequence):
            raise GameError(
                "history: the actions of each round before expected, such as [['check', 'check']], not "
                f"{history!r:.80}"
            )
        if len(history) >= len(self.game.rounds):
            raise GameError(
                f"{self.game.title}: a history of {len(history)} rounds, which have to be before one of the "
                f"{len(self.game.rounds)} of the game"
            )
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
    def of_player(player: int) -> Behavior:
        behavior = []
        for betting, arriving in zip(game.rounds, weights[player], strict=True):
            behavior.append(behavior_of(betting.stage, player, arriving))
        return tuple(behavior)

    return of_player(0), of_player(1)


def _certified(
    game: OrderedGame,
    filters: Filters,
    weights: tuple[Weights, Weights],
    threads: int,
    progress: Progress | None,
) -> DealCertificate:
    behavior = _behavior(game, weights)
    from seqform.verify.deal_certificate import certify_lifted, lift_behavior

    first = lift_behavior(game, filters[0], 0, behavior[0])
    second = lift_behavior(game, filters[1], 1, behavior[1])
    return certify_lifted(game, (first, second), threads=threads, progress=progress)


def _quantized(
    game: OrderedGame, filter: InformationFilter, strategy: ClassStrategy, bits: int
) -> Weights:
    """Return the weights of a strategy, round by round, for those that arrive from the round before."""
    from seqform.verify.deal_certificate import require_fitting

    require_fitting(game, filter, strategy)
    rounds = []
    after = np.full((1, 1), 2**bits, dtype=np.int64)
    for number, betting in enumerate(game.rounds):
        arriving = after[filter.parents(number)]
        behavior = strategy.behavior[number]
        rounds.append(quantized(betting.stage, strategy.player, arriving, behavior))
        after = next_arriving(betting.stage, strategy.player, rounds[-1])
    return tuple(rounds)


def _node(stage: StageGame, actions: Sequence[str], where: str) -> int:
    _require_words(f"{where}, actions", actions, ["check", "bet"])
    node = 0
    for action in actions:
        children = {stage.action[child]: child for child in stage.children[node]}
        if action not in children:
            allowed = "the round is over"
            if children:
                allowed = f"only {', '.join(children)}"
            raise GameError(
                f"{where}: no action {action!r} after {_words(stage.path(node))}; {allowed}"
            )
        node = children[action]
    return node


def _require_words(what: str, words: Sequence[str], example: Sequence[str]) -> None:
    """Raise GameError for anything but a sequence of texts; one text would be read letter by letter."""
    if isinstance(words, str):
        raise GameError(
            f"{what}: a sequence of texts such as {list(example)!r} expected, not the one text {words!r}"
        )
    if not isinstance(words, Sequence):
        raise GameError(
            f"{what}: a sequence of texts such as {list(example)!r} expected, not {words!r:.80}"
        )


def _words(actions: Sequence[str]) -> str:
    if not actions:
        return "no actions"
    return repr(" ".join(actions))


def _sets(stage: StageGame, player: int) -> Iterator[tuple[int, int, int]]:
    """Yield the sequence above each set of a player, and the first and the last sequence (exclusive) at the set."""
    sequences = stage.sequences(player)
    for above, (start, stop) in zip(
        sequences.set_above, pairwise(sequences.set_start), strict=True
    ):
        yield int(above), int(start), int(stop)


def quantized(
    stage: StageGame, player: int, arriving: Ints, behavior: npt.NDArray[np.floating]
) -> Ints:
    """Return the quantized weights of the sequences of a round, each within less than 1 of its share.

    Not the shares are rounded but their sums from the first choice on, whose differences are the weights: so they add
    up to the weight that arrives. Of 10 that arrive, shared as 1/3, 1/3, 1/3, the sums 3.3, 6.7 and 10 are rounded to
    3, 7 and 10, and the weights are 3, 4 and 3.

    `arriving`, the weights at the beginning of the round, has shape (classes, histories), `behavior` (classes, choices,
    histories), the result (classes, 1 + choices, histories): first the weights that arrive, then those of the choices.
    """
    weights = np.empty(
        (behavior.shape[0], behavior.shape[1] + 1, behavior.shape[2]), dtype=np.int64
    )
    weights[:, 0] = arriving
    for above, start, stop in _sets(stage, player):
        upto = np.cumsum(behavior[:, start - 1 : stop - 1], axis=1, dtype=np.float64)
        upto /= upto[:, -1:]  # probabilities in doubles do not add up to 1
        shared = np.rint(upto * weights[:, above, None]).astype(np.int64)
        weights[:, start:stop] = np.diff(shared, axis=1, prepend=0)
    return weights


def behavior_of(stage: StageGame, player: int, weights: Numerators) -> Floats:
    """Return the probabilities of every choice; all are equally likely where no weight arrives."""
    behavior = np.empty((weights.shape[0], weights.shape[1] - 1, weights.shape[2]))
    for above, start, stop in _sets(stage, player):
        total = weights[:, above, None]
        share = (weights[:, start:stop] / np.maximum(total, 1)).astype(np.float64)
        behavior[:, start - 1 : stop - 1] = np.where(
            np.asarray(total > 0, dtype=bool), share, 1 / (stop - start)
        )
    return behavior


def next_arriving(stage: StageGame, player: int, weights: Ints) -> Ints:
    """Return the weights at the beginning of the next round, shape (classes of this round, histories of the next)."""
    sequence_at = stage.sequences(player).at
    last_sequences = [sequence_at[leaf] for leaf in stage.continuing]

    # A history of the next round is one of this round and then a leaf, the leaves of one history side by side.
    by_history = weights[:, last_sequences].transpose(0, 2, 1)
    return np.ascontiguousarray(by_history).reshape(len(weights), -1)


@dataclass(frozen=True, eq=False)
class Packed:
    """The weights of one round, without those that follow from the weights that arrive.

    `kinds` has `NONE`, `ALL` or `SOME` of the weight that is left, for each choice but the last of each set, unless it
    is 0. `planes` has the bytes, lowest first, of the weights that are `SOME`; only those that may differ from 0.
    """

    kinds: Bytes
    planes: tuple[Bytes, ...]


def width(bits: int) -> int:
    """Return the most bytes of a weight of so many bits."""
    return max(LEAST_WIDTH, -(-bits // 8))


def pack(stage: StageGame, player: int, weights: Ints, bits: int) -> Packed:
    """Return the weights of a round, shape (classes, 1 + choices, histories), in few bytes."""
    kinds: list[Bytes] = []
    planes: list[list[Bytes]] = [[] for _ in range(width(bits))]

    # The last choice of a set gets what the others leave, and a choice of which nothing is left gets nothing: neither
    # is written. A weight strictly between 0 and what is left is written as bytes, less 1; a byte that is 0 for the
    # largest such weight is left out. Of 10 that arrive at a set, the weights 0, 4 and 6 are NONE, then SOME with the
    # byte 3, and nothing for the last; 0, 10 and 0 are NONE and ALL.
    for above, start, stop in _sets(stage, player):
        left = weights[:, above].copy()
        for choice in range(start, stop - 1):
            is_open = left > 0
            count = weights[:, choice][is_open]
            most = left[is_open]
            share = np.where(count == 0, NONE, np.where(count == most, ALL, SOME)).astype(np.uint8)
            kinds.append(share)

            rest = count[share == SOME] - 1
            room = most[share == SOME] - 2
            for place, plane in enumerate(planes):
                digits = (rest >> 8 * place) & 255
                plane.append(digits[_has_byte(room, place)].astype(np.uint8))
            left -= weights[:, choice]
    return Packed(_joined(kinds), tuple(map(_joined, planes)))


def unpack(stage: StageGame, player: int, arriving: Ints, packed: Packed) -> Ints:
    """Return the weights of a round from their packed form, the inverse of `pack`."""
    weights = np.zeros(
        (arriving.shape[0], len(stage.sequences(player)) + 1, arriving.shape[1]), dtype=np.int64
    )
    weights[:, 0] = arriving
    kinds = _Reader(packed.kinds)
    planes = list(map(_Reader, packed.planes))
    for above, start, stop in _sets(stage, player):
        left = weights[:, above].copy()
        for choice in range(start, stop - 1):
            is_open = left > 0
            most = left[is_open]
            share = kinds.next(len(most))
            count = np.where(share == ALL, most, 0)
            count[share == SOME] = _counts(most[share == SOME], planes)
            weights[:, choice][is_open] = count
            left -= weights[:, choice]
        weights[:, stop - 1] = left
    if weights.min(initial=0) < 0 or not all(reader.at_end for reader in (kinds, *planes)):
        raise ModelError("the probabilities do not fit the classes and the stage games")
    return weights


def _counts(most: Ints, planes: Sequence[_Reader]) -> Ints:
    room = most - 2
    rest = np.zeros(len(room), dtype=np.int64)
    for place, plane in enumerate(planes):
        has_byte = _has_byte(room, place)
        digits = plane.next(int(has_byte.sum())).astype(np.int64)
        rest[has_byte] += digits << 8 * place
    return rest + 1


def _has_byte(room: Ints, place: int) -> npt.NDArray[np.bool_]:
    return np.asarray(room >> 8 * place > 0, dtype=bool)


def _joined(parts: list[Bytes]) -> Bytes:
    return np.concatenate(parts) if parts else np.zeros(0, dtype=np.uint8)


@dataclass
class _Reader:
    """Sequential access to an array of bytes."""

    data: Bytes
    position: int = 0

    def next(self, count: int) -> Bytes:
        part = self.data[self.position : self.position + count]
        if len(part) < count:
            raise ModelError("the probabilities do not fit the classes and the stage games")
        self.position += count
        return part

    @property
    def at_end(self) -> bool:
        return self.position == len(self.data)
