"""Verdicts about assessments: those of the library against the independent ones of `tree_evaluation`."""

from __future__ import annotations

from fractions import Fraction

import kreps_wilson
import numpy as np
from comparisons import (
    BeliefsAt,
    Found,
    beliefs_by_set,
    family_weights,
    loaded,
    node_numbers,
    profile_of,
    strategies_of,
)
from small_games import SmallGame, without_excluded
from tree_evaluation import (
    Profile,
    extensive_form_perfect_along,
    normal_form_perfect,
    quasi_perfect_along,
    reachable,
    regrets,
    sequentially_rational,
    undominated,
)

from seqform.models.answers.certificate import NORMAL_FORM_PERFECT
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.strategies.assessment import Assessment, Beliefs
from seqform.verify.checks import (
    CONSISTENT,
    EXTENSIVE_FORM_PERFECT,
    QUASI_PERFECT,
    SEQUENTIAL,
    SEQUENTIALLY_RATIONAL,
    UNDOMINATED,
)

TINY_EPSILON = Fraction(1, 10**400)
"""Small enough for the polynomials of these games, whose coefficients are between 10^-170 and 10^170."""


def consistent(game: SmallGame, tree: ExtensiveGame, strategies: Profile, assessment: Assessment) -> bool:
    """Return whether an assessment is consistent in the game without chance's actions of probability 0."""
    beliefs = beliefs_by_set(tree, game, assessment.beliefs)
    if not game.chance_excludes:
        return kreps_wilson.consistent(tree, assessment)
    smaller, kept = without_excluded(game)
    within = reachable(game)
    if any(share for key in within for share, keep in zip(beliefs[key], kept[key], strict=True) if not keep):
        return False
    other = loaded(smaller)
    shares = {key: [share for share, keep in zip(beliefs[key], kept[key], strict=True) if keep] for key in within}
    probability = np.full(len(other), Fraction(0), dtype=object)
    left = {key: iter(one) for key, one in shares.items()}
    numbers = {id(node): number for number, node in node_numbers(other, smaller).items()}
    for node in smaller.root.walk():
        if node.owner in (0, 1):
            probability[numbers[id(node)]] = next(left[node.owner, node.infoset])
    profile = profile_of(other, smaller, strategies)
    return kreps_wilson.consistent(other, Assessment(profile, Beliefs(other, probability)))


def assessment_fault(game: SmallGame, tree: ExtensiveGame, assessment: Assessment, checks: dict[str, bool]) -> Found:
    """Return a verdict about an assessment that differs from the independent one."""
    strategies = strategies_of(game, assessment.profile)
    beliefs: BeliefsAt = beliefs_by_set(tree, game, assessment.beliefs)
    right: dict[str, bool] = {}
    if SEQUENTIALLY_RATIONAL in checks or SEQUENTIAL in checks:
        right[SEQUENTIALLY_RATIONAL] = sequentially_rational(game, strategies, beliefs)
    if CONSISTENT in checks or SEQUENTIAL in checks:
        right[CONSISTENT] = consistent(game, tree, strategies, assessment)
    if SEQUENTIAL in checks:
        right[SEQUENTIAL] = right[SEQUENTIALLY_RATIONAL] and right[CONSISTENT]
    if QUASI_PERFECT in checks:
        assert assessment.family is not None
        right[QUASI_PERFECT] = quasi_perfect_along(game, strategies, family_weights(game, assessment.family))
    if EXTENSIVE_FORM_PERFECT in checks:
        assert assessment.family is not None
        weights = family_weights(game, assessment.family)
        right[EXTENSIVE_FORM_PERFECT] = extensive_form_perfect_along(
            game, strategies, weights, TINY_EPSILON
        ) and not any(regrets(game, strategies))
    right |= dominance_verdicts(game, strategies, checks)
    wrong = [f"{name}: {checks[name]}" for name in checks if checks[name] != right[name]]
    return f"verdict {wrong[0]}, of {checks}" if wrong else None


def dominance_verdicts(game: SmallGame, strategies: Profile, checks: dict[str, bool]) -> dict[str, bool]:
    """Return the independent verdicts for those checks that are about dominance."""
    right: dict[str, bool] = {}
    for player, name in enumerate(UNDOMINATED):
        if name in checks:
            right[name] = undominated(game, player, strategies[player])
    if NORMAL_FORM_PERFECT in checks:
        right[NORMAL_FORM_PERFECT] = normal_form_perfect(game, strategies)
    return right
