"""Correlation devices: mixtures of pairs of pure strategies whose recommendations nobody gains by disobeying."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, NamedTuple

import numpy as np

import seqform.models.verbs as verbs
from seqform.errors import InputError, UnknownLabelError, unknown
from seqform.models.answers.answer import Answer, Resolved, Sizes, require_kind, status_line
from seqform.models.answers.certificate import Certificate, Certified
from seqform.models.answers.computed import Computed
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import player_label, player_number
from seqform.models.numbers.exact import ExactArray, Mask, Number
from seqform.models.numbers.text import counted, equation, short, shown
from seqform.models.programs.solutions import RawSolution
from seqform.models.strategies.correlation import ClaimedDevice, CorrelationPlan, PairMixture
from seqform.models.strategies.profile_set import LEAST
from seqform.models.table import MAX_ROWS, SHOW_ALL, Cell, Line, Part, Report, Table


class TriggerGain(NamedTuple):
    """The gain of a player who stops to obey at a trigger.

    - `player`: 0 or 1.
    - `infoset`: The information set; empty for the beginning of the game.
    - `recommended`: The recommended action, where it has been seen.
    - `probability`: That of the recommendations that lead there.
    - `obeying`, `deviating`: The payoffs of obedience and of the best deviation from there on, times the probability.
    """

    player: int
    infoset: str
    recommended: str
    probability: Number
    obeying: Number
    deviating: Number

    @property
    def gain(self) -> Number:
        """The payoff of the best deviation minus that of obedience."""
        return self.deviating - self.obeying


Recommendation = tuple[int | str, str, str]
"""A player, an information set and the recommended action."""


@dataclass(frozen=True, eq=False, repr=False)
class Device(Computed, Certified, Answer):
    """A correlated equilibrium: a distribution over pairs of pure strategies, with its certificate.

    - `mixture`: The pairs with their probabilities, of which one is drawn before the game.
    - `plan`: Its correlation plan: the probability of every relevant pair of sequences.
    - `certificate`: Recomputed from `game` and `mixture` alone: that no deviation gains.
    - `gains`: What the best deviation gains at every moment at which a player may stop to obey.
    - `raw`: The solver's answer for its program.
    - `objective`: The measure by which it was chosen, and `objective_value`, what it attains, the larger the better.
    - `bound`: The optimum of the program over correlation plans, a bound on what equilibria of the concept attain. Of a
      game that is not `triangle_free` it need not be attained.
    - `optimal`: Whether it is proven, in rational arithmetic, that no equilibrium of the concept attains more.
    - `seconds`: Wall-clock time by phase.
    """

    free = ("certificate", "seconds")
    picture_refusal = (
        "has a correlated equilibrium; `seqform draw GAME --profile FILE` shows one that "
        "`solve` has written with -o FILE"
    )

    game: ExtensiveGame
    mixture: PairMixture
    plan: CorrelationPlan
    certificate: Certificate
    gains: tuple[TriggerGain, ...]
    raw: RawSolution
    resolved: Resolved
    objective: str
    objective_value: Number
    bound: Number
    optimal: bool
    triangle_free: bool
    seconds: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self, _made_with: Mapping[str, Any] | None) -> None:
        self.require_types(_made_with)
        require_kind(self.certificate, Certificate)
        self.certificate.require_parts(self.game, *self.mixture.parts)
        super().__post_init__(_made_with)

    @property
    def strategies(self) -> ClaimedDevice:
        """The mixture, with the concept by which its recommendations are to be obeyed."""
        return ClaimedDevice(self.concept, self.mixture, self.leader)

    @property
    def leader(self) -> int | None:
        """The player who commits to the mixture, in a concept of commitment; None in others."""
        return self.resolved.settings.get("leader")

    @property
    def sizes(self) -> Sizes:
        """The sizes of the game."""
        return Sizes.of_tree(self.game)

    @property
    def exact(self) -> bool:
        """True if the probabilities are rational numbers."""
        return self.mixture.exact

    def recommendations(
        self, player: int | str, infoset: str, past: Iterable[Recommendation] = ()
    ) -> dict[str, Number]:
        """Return the probability of each recommended action at an information set.

        - `past`: Recommendations so far, of both players: (player, information set, action) each.

        Raises InputError if these recommendations are never given, or do not lead to the set.
        """
        player = player_number(player, self.game.players)
        infoset = self.game.stored_name(player, infoset)
        first, stop = self._choices(player, infoset)
        index = self.game.sequences[player].index
        row = index.row_of[infoset]
        possible = self.mixture.plays[player][:, index.parent_sequence[row]].copy()
        for recommendation in past:
            if not isinstance(recommendation, Sequence) or len(recommendation) != 3:
                raise InputError(
                    "past: recommendations expected, (player, information set, action) each, "
                    f"not {shown(recommendation)}"
                )
            possible &= self._recommended(*recommendation)
        weights = self._weights(possible)
        total = sum(weights)
        if not total:
            raise InputError(
                f"{player_label(player)}, {infoset!r}: no recommendation there after these; "
                "`device.mixture` has the pairs of strategies that are drawn"
            )

        shares = {}
        for sequence, action in zip(range(first, stop), index.action_names[row], strict=True):
            chosen = self.mixture.plays[player][:, sequence] & possible
            shares[action] = sum(self._weights(chosen)) / total
        return shares

    def recommend(
        self,
        player: int | str,
        infoset: str,
        past: Iterable[Recommendation] = (),
        *,
        seed: int | Random = 0,
    ) -> str:
        """Return a recommended action at an information set, drawn with its probability given those of the past.

        Recommendations that are drawn one after the other, each with all earlier ones as the past, are distributed as
        those of a pair that is drawn before the game. A seed draws the same action each time.
        """
        random = seed if isinstance(seed, Random) else Random(seed)
        shares = self.recommendations(player, infoset, past)
        threshold = random.random()
        reached: Number = 0.0
        for action, share in shares.items():
            reached = reached + share
            if threshold < reached:
                return action
        return next(action for action, share in reversed(shares.items()) if share > 0)

    def _choices(self, player: int, infoset: str) -> tuple[int, int]:
        """Return the first sequence of an information set, and the one after the last."""
        index = self.game.sequences[player].index
        row = index.row_of.get(infoset)
        if row is None:
            raise UnknownLabelError(
                unknown(f"{player_label(player)} has no information set", infoset, index.row_of)
            )
        first, stop = index.first_sequence[row : row + 2].tolist()
        return first, stop

    def _recommended(self, player: int | str, infoset: str, action: str) -> Mask:
        """Return the pairs that recommend an action at an information set."""
        player = player_number(player, self.game.players)
        infoset = self.game.stored_name(player, infoset)
        first, _ = self._choices(player, infoset)
        index = self.game.sequences[player].index
        names = index.action_names[index.row_of[infoset]]
        if action not in names:
            raise UnknownLabelError(unknown(f"{infoset!r} has no action", action, names))
        return self.mixture.plays[player][:, first + names.index(action)]

    def _weights(self, mask: Mask) -> list[Number]:
        """Return the probabilities of some pairs."""
        weights = self.mixture.weights
        if isinstance(weights, ExactArray):
            return list(weights.take(mask).to_fractions())
        return [float(weight) for weight in weights[mask]]

    as_dict = verbs.device_data

    def __repr__(self) -> str:
        first, second = map(short, self.values)
        return (
            f"<Device of {self.game.title!r}: {self.concept}, values {first}, {second}; "
            f"{counted(len(self.mixture), 'pair')} of pure strategies; {self.certificate}>"
        )

    def report(self, *, everything: bool = False) -> Report:
        """Return the mixture, the certificate and the solver's status as tables."""
        mixture = mixture_table(self.game, self.mixture, everything=everything)
        shown: list[Part] = [mixture]
        if not everything:
            few = replace(mixture, rows=mixture.rows[:MAX_ROWS])
            left_out = len(mixture.rows) - len(few.rows)
            more = f"; and {counted(left_out, 'more pair')}" if left_out else ""
            sentence = f"recommendations where play leads if both obey{more}"
            shown = [few, Line(sentence, "dim", hint=f"{SHOW_ALL} one")]
        parts: list[Part] = [Line(self._verdict, "bold")]
        if everything:
            parts.append(gains_table(self.game, self.gains))
        parts.append(status_line(self.raw, self.seconds))
        certificate = self.certificate.report(players=self.game.players, more=parts)
        data = {
            "mixture": lambda: mixture_table(self.game, self.mixture, everything=True),
            "gains": lambda: gains_table(self.game, self.gains),
        }
        return Report(shown, data) + certificate

    @property
    def _verdict(self) -> str:
        """The sentence on the objective: what it attains, and that none is better."""
        name = self.objective
        value = self.objective_value
        most = "largest"
        while name.startswith(LEAST):
            name = name.removeprefix(LEAST)
            value = -value
            most = "smallest" if most == "largest" else "largest"
        attained = equation(name, value)
        if self.optimal:
            return f"{attained}, proven to be the {most}"
        return f"{attained}, the {most} by the claim of {self.backend}"


def mixture_table(game: ExtensiveGame, mixture: PairMixture, *, everything: bool) -> Table:
    """Return the pairs of pure strategies with their probabilities, the likeliest first.

    Without `everything` strategies have the recommendations at the information sets alone to which play leads if both
    players obey.
    """
    weights: Any = mixture.weights
    if isinstance(weights, ExactArray):
        weights = weights.to_fractions()
    order = sorted(range(len(mixture)), key=lambda pair: -weights[pair])
    names = (game.shown_names(0), game.shown_names(1))
    rows: list[list[Cell]] = []
    for pair in order:
        row: list[Cell] = [weights[pair]]
        reached = _reached_sets(game, mixture, pair)
        for player in (0, 1):
            shown = []
            for infoset, action in mixture.choices(player, pair).items():
                if everything or (player, infoset) in reached:
                    shown.append(f"{names[player][infoset]} → {action}")
            row.append(", ".join(shown))
        rows.append(row)
    columns = ("probability", *(f"recommended to {name}" for name in game.players))
    return Table(f"{game.title}: device", columns, "rll", rows)


def _reached_sets(game: ExtensiveGame, mixture: PairMixture, pair: int) -> set[tuple[int, str]]:
    """Return the players and names of the information sets to which play may lead under a pair of strategies."""
    first, second = (own.at_node for own in game.sequences)
    is_reached = mixture.plays[0][pair, first] & mixture.plays[1][pair, second]
    is_reached &= ~game.is_leaf & np.asarray(game.chance_reach.numerators != 0, dtype=bool)
    owner = game.information_sets.player
    sets = np.unique(game.infoset[is_reached]).tolist()
    return {(int(owner[infoset]), game.infoset_names[infoset]) for infoset in sets}


def gains_table(game: ExtensiveGame, gains: Iterable[TriggerGain]) -> Table:
    """Return what the best deviation gains at every trigger."""
    rows: list[list[Cell]] = []
    for at in gains:
        names = game.shown_names(at.player)
        place = names.get(at.infoset, "the beginning")
        row: list[Cell] = [
            game.players[at.player],
            place,
            at.recommended,
            at.probability,
            at.obeying,
            at.deviating,
            at.gain,
        ]
        rows.append(row)
    columns = ("player", "at", "recommended", "probability", "obeying", "deviating", "gain")
    return Table("Deviations", columns, "lllrrrr", rows)
