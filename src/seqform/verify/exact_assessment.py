"""Whether an assessment is one of a given game, in fractions."""

from __future__ import annotations

from seqform.errors import ModelError
from seqform.models.assessment import Assessment
from seqform.models.epsilon_family import EpsilonFamily
from seqform.models.game import ExtensiveGame
from seqform.models.strategies import BehaviorProfile
from seqform.verify.same_game import require_sequences_of, require_strategy_of


def require_exact_profile(game: ExtensiveGame, profile: BehaviorProfile) -> None:
    """Refuse a profile of another game, and one in doubles.

    Raises
    ------
    ModelError
        The message says which.
    """
    for player in (0, 1):
        require_strategy_of(game, player, profile[player])
        if not profile[player].exact:
            raise ModelError(
                f"player {player + 1}: refinements are decided in fractions only, and this strategy is in doubles; "
                "solve with exact=True"
            )


def require_exact_assessment(game: ExtensiveGame, assessment: Assessment) -> None:
    """Refuse an assessment whose profile, beliefs or family belong to another game, or that is in doubles.

    Raises
    ------
    ModelError
        The message says which.
    """
    require_exact_profile(game, assessment.profile)
    if assessment.beliefs.game is not game and assessment.beliefs.game != game:
        raise ModelError("these beliefs are for another game")
    if assessment.family is not None:
        require_family(game, assessment.family)


def require_family(game: ExtensiveGame, family: EpsilonFamily) -> None:
    """Refuse a family of plans of another game.

    Raises
    ------
    ModelError
    """
    for player in (0, 1):
        require_sequences_of(game, player, family[player].index, "family of plans")
