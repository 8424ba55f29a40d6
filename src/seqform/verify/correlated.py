"""Certificates of correlated equilibria: the payoffs of a mixture and the gains of all deviations, on the game itself.

A device draws a pair of pure strategies and recommends to each player, set by set, what hers chooses. Nothing of the
linear program is read: of every moment at which a player may stop to obey, what obedience earns from there on is a sum
over the leaves, and what the best deviation earns a best response to the opponent's strategies as they are then.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from seqform.models.answers.certificate import Certificate, Claim, Figures
from seqform.models.answers.device import TriggerGain
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import SequenceIndex
from seqform.models.numbers.exact import ExactArray, Ints, Number, Vector, entries
from seqform.models.strategies.correlation import Moment, PairMixture, Trigger, triggers
from seqform.system.deadline import require_time
from seqform.verify.nash import payoff_by_sequence, rounding_bound, without_rounding


def certify_device(
    game: ExtensiveGame,
    mixture: PairMixture,
    claim: Claim,
    moment: Moment,
    *,
    deviators: Sequence[int] = (0, 1),
    bound: Number | None = None,
) -> tuple[Certificate, tuple[TriggerGain, ...]]:
    """Compute the payoffs of a mixture, and for every trigger what the best deviation gains.

    - `mixture`: Of the sequences of the game.
    - `moment`: When a player may stop to obey, which the claim says in words.
    - `deviators`: The players who may stop to obey; a leader who commits to the mixture may not.
    - `bound`: The most that such a leader earns by any mixture that the follower obeys.

    The certificate has the value of each player and the payoff with the best deviation, in rational arithmetic if the
    mixture is exact. Its best responses are to the opponent's recommendations without a look at the own ones, and at
    least the value. Triggers that are never pulled are left out.

    Examples
    --------
    >>> import seqform as sf
    >>> device = sf.solve("chicken", "extensive-form-correlated", exact=True)
    >>> certificate, gains = certify_device(
    ...     device.game, device.mixture, device.certificate.claim, "recommendation")
    >>> certificate.proven, max(gain.gain for gain in gains)
    (True, Fraction(0, 1))
    """
    at_leaves = _leaf_weights(game, mixture)
    rounding = 0.0 if mixture.exact else rounding_bound(game)
    values: list[Number] = []
    coarse: list[Number] = []
    best: list[Number] = []
    gains: list[TriggerGain] = []
    for player in (0, 1):
        index = game.sequences[player].index
        earned = _earned(game, player, at_leaves)
        obedient = _from_sequence_on(index, earned)
        value = _number(obedient, 0)
        response = payoff_by_sequence(game, player, player, mixture.against(player, 0))
        fixed = index.best_response(response).value
        values.append(value)
        coarse.append(max(value, fixed))
        own_gains: list[TriggerGain] = []
        if player in deviators:
            own_gains += _gains(game, mixture, player, moment, obedient, rounding)
        largest = max((gain.gain for gain in own_gains), default=value * 0)
        best.append(value + max(largest, 0))
        gains += own_gains

    if bound is not None:
        (leader,) = {0, 1}.difference(deviators)
        is_obeyed = best[1 - leader] == values[1 - leader]
        best[leader] = without_rounding(bound, values[leader], rounding)
        if not is_obeyed:  # by a mixture that is not obeyed the leader may earn more
            best[leader] = max(best[leader], values[leader])

    figures: dict[str, Figures] = {claim.bound: (best[0], best[1])}
    certificate = Certificate(
        values=(values[0], values[1]),
        best_response_values=(coarse[0], coarse[1]),
        exact=mixture.exact,
        constant_sum=game.constant_sum,
        note=game.note,
        of=mixture.parts,
        game=game,
        claim=claim,
        figures=figures,
    )
    return certificate, tuple(gains)


def _gains(
    game: ExtensiveGame,
    mixture: PairMixture,
    player: int,
    moment: Moment,
    obedient: Vector,
    rounding: float,
) -> Iterator[TriggerGain]:
    """Yield what the best deviation gains at every trigger of a player that is pulled with positive probability."""
    index = game.sequences[player].index
    alone = mixture.probabilities(*_beside_nothing(index))
    for trigger in triggers(index, moment):
        probability = _number(alone, trigger.sequence)
        if not probability > 0:
            continue
        require_time()
        against = mixture.against(player, trigger.sequence)
        payoffs = payoff_by_sequence(game, player, player, against)
        after = index.best_response(payoffs).infoset_value
        deviating = _total(after, trigger.sets)
        obeying = _total(obedient, trigger.choices)
        yield TriggerGain(
            player=player,
            infoset=_infoset_name(index, trigger, moment),
            recommended=_recommended(index, trigger, moment),
            probability=probability,
            obeying=obeying,
            deviating=without_rounding(deviating, obeying, rounding),
        )


def _leaf_weights(game: ExtensiveGame, mixture: PairMixture) -> Vector:
    """Return the probability with which both players play towards each leaf."""
    first, second = (own.at_node[game.leaves] for own in game.sequences)
    return mixture.probabilities(first, second)


def _earned(game: ExtensiveGame, player: int, at_leaves: Vector) -> Vector:
    """Return what a player earns at the leaves, by her sequences that lead there."""
    index = game.sequences[player].index
    own = game.sequences[player].at_node[game.leaves]
    chance = game.chance_reach.take(game.leaves)
    payoffs = game.leaf_payoffs[player]
    if isinstance(at_leaves, ExactArray):
        return (chance * payoffs * at_leaves).sum_by(own, len(index)).reduced()
    terms = chance.to_floats() * payoffs.to_floats() * at_leaves
    return np.bincount(own, weights=terms, minlength=len(index)).astype(np.float64)


def _from_sequence_on(index: SequenceIndex, earned: Vector) -> Vector:
    """Return the sum of what sequences earn over each one and those that begin with it."""
    sums: Any = earned
    if isinstance(earned, ExactArray):
        sums = earned.numerators.astype(object)
    else:
        sums = earned.copy()
    for sets, sequences in reversed(index.stages):
        np.add.at(
            sums, index.parent_sequence[sets].repeat(index.num_actions[sets]), sums[sequences]
        )
    if isinstance(earned, ExactArray):
        return ExactArray(sums, earned.denominator)
    return np.asarray(sums, dtype=np.float64)


def _beside_nothing(index: SequenceIndex) -> tuple[Ints, Ints]:
    """Return a player's sequences, each with the opponent's empty one, in the order of the players."""
    own = np.arange(len(index))
    none = np.zeros_like(own)
    return (own, none) if index.player == 0 else (none, own)


def _number(vector: Vector, place: int) -> Number:
    """Return an entry."""
    number: Number = vector[place]
    return number if isinstance(vector, ExactArray) else float(number)


def _total(vector: Vector, places: Ints) -> Number:
    """Return the sum of some entries."""
    part = entries(vector, places)
    return part.sum() if isinstance(part, ExactArray) else float(part.sum())


def _infoset_name(index: SequenceIndex, trigger: Trigger, moment: Moment) -> str:
    """Return the information set of a trigger; an empty text for the beginning of the game."""
    if moment == "start":
        return ""
    return index.infoset_names[int(trigger.sets[0])]


def _recommended(index: SequenceIndex, trigger: Trigger, moment: Moment) -> str:
    """Return the recommended action that has been seen at the set of a trigger; empty if it is not seen."""
    if moment != "recommendation":
        return ""
    infoset = int(trigger.sets[0])
    return index.action_names[infoset][trigger.sequence - int(index.first_sequence[infoset])]
