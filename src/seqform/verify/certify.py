"""The certificate of a profile: what it is worth, and what deviating could gain."""

from __future__ import annotations

from seqform.errors import ModelError
from seqform.models.certificate import Certificate, Number
from seqform.models.exact import ExactArray
from seqform.models.game import ExtensiveGame
from seqform.models.linear_program import Vector
from seqform.models.sequences import SequenceIndex
from seqform.models.strategies import BehaviorProfile
from seqform.verify.best_response import payoff_per_sequence


def certify(game: ExtensiveGame, profile: BehaviorProfile) -> Certificate:
    """Recompute what a profile is worth on the game itself.

    Parameters
    ----------
    game : ExtensiveGame
    profile : BehaviorProfile
        From anywhere. A rational computation if both strategies are exact.

    Returns
    -------
    Certificate

    Raises
    ------
    ModelError
        If the profile is for another game: its information sets or actions differ.

    Examples
    --------
    >>> import seqform as sf
    >>> game = sf.load("kuhn")
    >>> certify(game, sf.uniform_profile(game)).nash_conv
    Fraction(11, 12)
    """
    _check_same_sets(game, profile)
    if not profile.exact:
        profile = profile.to_floats()
    values: list[Number] = []
    best: list[Number] = []
    for player in (0, 1):
        payoff = payoff_per_sequence(game, player, profile[1 - player])
        values.append(_inner_product(payoff, profile[player].plan.weights))
        best.append(game.sequences[player].index.best_response(payoff).value)
    return Certificate(
        values=(values[0], values[1]),
        best_response_values=(best[0], best[1]),
        exact=profile.exact,
        constant_sum=game.constant_sum,
        note=game.note,
    )


def _inner_product(payoff: Vector, plan: Vector) -> Number:
    if isinstance(payoff, ExactArray) and isinstance(plan, ExactArray):
        return payoff.dot(plan)
    if isinstance(payoff, ExactArray) or isinstance(plan, ExactArray):
        raise ModelError("a payoff and a plan have to be both exact or both in doubles")
    return float(payoff @ plan)


def _check_same_sets(game: ExtensiveGame, profile: BehaviorProfile) -> None:
    for player in (0, 1):
        expected, given = game.sequences[player].index, profile[player].index
        if given is expected:
            continue
        if not _same(expected, given):
            raise ModelError(
                f"player {player + 1}: this profile is for another game; its information sets or actions differ"
            )


def _same(one: SequenceIndex, other: SequenceIndex) -> bool:
    return (one.player, one.infoset_names, one.action_names) == (
        other.player,
        other.infoset_names,
        other.action_names,
    )
