"""Exact profiles and assessments, in the order of a game's own sequences and nodes."""

from __future__ import annotations

from seqform.errors import ModelError
from seqform.models.assessment import Assessment
from seqform.models.game import ExtensiveGame
from seqform.models.strategies import BehaviorProfile, BehaviorStrategy


def exact_strategy(game: ExtensiveGame, strategy: BehaviorStrategy) -> BehaviorStrategy:
    """Return a strategy bound to a game; see `BehaviorStrategy.bound_to`.

    Raises
    ------
    ModelError
        If the strategy is for another game or in doubles.
    """
    player = strategy.index.player
    if not strategy.exact:
        raise ModelError(
            f"player {player + 1}: this is decided in fractions only, and the strategy is in doubles; "
            "solve with exact=True"
        )
    return strategy.bound_to(game.sequences[player].index)


def exact_profile(game: ExtensiveGame, profile: BehaviorProfile) -> BehaviorProfile:
    """Return a profile bound to a game.

    Raises
    ------
    ModelError
        If the profile is for another game or in doubles.
    """
    profile = profile.bound_to(game)
    return BehaviorProfile((exact_strategy(game, profile[0]), exact_strategy(game, profile[1])))


def exact_assessment(game: ExtensiveGame, assessment: Assessment) -> Assessment:
    """Return an assessment bound to a game.

    Raises
    ------
    ModelError
        If its profile, beliefs or family belong to another game, or the profile is in doubles.
    """
    exact_profile(game, assessment.profile)
    return assessment.bound_to(game)
