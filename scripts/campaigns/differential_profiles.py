"""Parts of the differential campaign about profiles and assessments of any origin, and games drawn for all parts."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Any

import assessments
import numpy as np
from assessments import consistent
from plays import (
    best_values,
    certificate_fault,
    constant_sum,
    in_fractions,
    normal_form_perfect,
    payoffs_against,
    perfect_along,
    pure_strategies,
    sequential_gains,
    solved_fault,
    subgame_perfect,
    undominated,
    values,
)
from small_games import (
    BENIGN,
    CHANCE,
    Shape,
    SmallGame,
    random_game,
    random_matrix_game,
    renamed,
    with_distinct_labels,
    with_other_payoffs,
    with_permuted_actions,
    with_permuted_labels,
    without_labels,
)
from tree_walks import random_strategy

import seqform as sf
from seqform.builders.games.formats.efg import parse_efg
from seqform.builders.games.formats.nfg import parse_nfg
from seqform.errors import ModelError
from seqform.models.answers.certificate import NORMAL_FORM_PERFECT
from seqform.models.answers.equilibrium import Equilibrium
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.strategies.assessment import Assessment, Beliefs, beliefs_of
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy
from seqform.verify.checks import (
    CONSISTENT,
    EXTENSIVE_FORM_PERFECT,
    QUASI_PERFECT,
    SEQUENTIAL,
    SEQUENTIALLY_RATIONAL,
    UNDOMINATED,
    check_assessment,
)
from seqform.verify.subgames import CHECK as SUBGAME_PERFECT

Found = str | None
MOST = 48
"""Reduced pure strategies of a player in the games drawn here."""


# ---- games and profiles ----


def drawn(rng: Random, shape: Shape) -> tuple[SmallGame, ExtensiveGame]:
    """Return a random tree with few pure strategies, and the game as the library reads it."""
    while True:
        small = random_game(rng, shape)
        game = parse_efg(small.to_efg())
        if all(len(pure_strategies(game, player, MOST)) <= MOST for player in (0, 1)):
            return small, game


def some_game(
    rng: Random, *, matrices: float = 0.15, inner: int = 0, **shape: Any
) -> tuple[ExtensiveGame, bool]:
    """Return a random game as the library reads it, and whether doubles represent its numbers well."""
    if rng.random() < matrices:
        constant_sum, kind = shape.get("constant_sum", False), shape.get("numbers")
        small = random_matrix_game(rng, constant_sum=constant_sum, kind=kind)
        return parse_nfg(small.to_nfg()), small.benign
    small, game = drawn(rng, Shape(inner=inner or rng.choice((3, 5, 7)), **shape))
    return game, small.benign


def with_shares(profile: BehaviorProfile, player: int, probabilities: Any) -> BehaviorProfile:
    strategies = list(profile)
    strategies[player] = BehaviorStrategy(
        profile[player].index, np.array(probabilities, dtype=object)
    )
    return BehaviorProfile((strategies[0], strategies[1]))


def random_profile(rng: Random, game: ExtensiveGame) -> BehaviorProfile:
    """Return behavior that leaves out many actions, and takes some with tiny probabilities."""
    weights = rng.choice(((0, 0, 1, 2), (0, 1, 10**30)))
    first, second = (random_strategy(sequences.index, rng, weights) for sequences in game.sequences)
    return BehaviorProfile((first, second))


def mixture(rng: Random, one: BehaviorProfile, other: BehaviorProfile) -> BehaviorProfile:
    """Return a profile that is the second one at one or two information sets, the first one elsewhere."""
    sets = [(player, row) for player in (0, 1) for row in range(one[player].index.num_infosets)]
    for player, row in rng.sample(sets, min(len(sets), rng.randint(1, 2))):
        first, stop = one[player].index.first_sequence[row : row + 2].tolist()
        shares = one[player].probabilities.tolist()
        shares[first:stop] = other[player].probabilities[first:stop].tolist()
        one = with_shares(one, player, shares)
    return one


def random_beliefs(rng: Random, game: ExtensiveGame) -> Beliefs:
    probability = np.full(len(game), Fraction(0))
    for row in np.flatnonzero(game.information_sets.player >= 0).tolist():
        nodes = np.flatnonzero(game.infoset == row)
        weights = [rng.choice((0, 1, 2)) for _ in nodes]
        weights[rng.randrange(len(nodes))] += 1
        probability[nodes] = [Fraction(weight, sum(weights)) for weight in weights]
    return Beliefs(game, probability)


# ---- verdicts ----


def dominance_verdicts(
    game: ExtensiveGame, profile: BehaviorProfile, checks: dict[str, bool]
) -> dict[str, bool]:
    """Return the independent verdicts for those checks that are about dominance and subgames."""
    right = {
        name: undominated(game, player, profile[player])
        for player, name in enumerate(UNDOMINATED)
        if name in checks
    }
    if NORMAL_FORM_PERFECT in checks:
        right[NORMAL_FORM_PERFECT] = normal_form_perfect(game, profile)
    if SUBGAME_PERFECT in checks:
        right[SUBGAME_PERFECT] = subgame_perfect(game, profile)
    return right


def assessment_fault(game: ExtensiveGame, assessment: Assessment, checks: dict[str, bool]) -> Found:
    """Return a verdict about an assessment that differs from the independent one."""
    profile, right = assessment.profile, dominance_verdicts(game, assessment.profile, checks)
    if {SEQUENTIALLY_RATIONAL, SEQUENTIAL} & checks.keys():
        right[SEQUENTIALLY_RATIONAL] = not any(
            sequential_gains(game, profile, assessment.beliefs).values()
        )
    if {CONSISTENT, SEQUENTIAL} & checks.keys():
        right[CONSISTENT] = consistent(game, assessment)
    if SEQUENTIAL in checks:
        right[SEQUENTIAL] = right[SEQUENTIALLY_RATIONAL] and right[CONSISTENT]
    if {QUASI_PERFECT, EXTENSIVE_FORM_PERFECT} & checks.keys():
        assert assessment.family is not None
        right[QUASI_PERFECT], perfect = perfect_along(game, profile, assessment.family)
        right[EXTENSIVE_FORM_PERFECT] = perfect and values(game, profile) == best_values(
            game, profile
        )
    wrong = [name for name in checks if checks[name] != right[name]]
    return f"verdict {wrong[0]}: {checks[wrong[0]]}, of {checks}" if wrong else None


def in_subgames_fault(game: ExtensiveGame, found: Equilibrium, *, pure: bool = False) -> Found:
    """Return what is wrong with an equilibrium that is claimed to be one in every subgame."""
    fault = solved_fault(game, found, exact=True)
    if fault is None and not (
        found.certificate.checks[SUBGAME_PERFECT] and subgame_perfect(game, found.profile)
    ):
        return "not subgame perfect"
    mixed = any(0 < share < 1 for strategy in found.profile for share in strategy.probabilities)
    return fault or ("mixes, although mixing is excluded" if pure and mixed else None)


def profile_fault(
    rng: Random, game: ExtensiveGame, profile: BehaviorProfile, *, exact: bool
) -> Found:
    asked: dict[str, Any] = {
        name: exact and rng.random() < 0.4 for name in ("normal_form_perfect", "subgame_perfect")
    }
    certificate = sf.check(game, profile, **asked)
    if certificate.exact != exact:
        return f"exact: {certificate.exact}"
    checks = dict(certificate.checks)
    right = dominance_verdicts(game, in_fractions(profile), checks)
    fault = certificate_fault(game, profile, certificate)
    return fault or (None if checks == right else f"verdicts {checks} instead of {right}")


# ---- parts ----


def wrong_profiles(rng: Random) -> Found:
    """Judge a profile that is mostly no equilibrium, in fractions or doubles, or that is no profile."""
    game, _ = some_game(rng, constant_sum=rng.random() < 0.5)
    exact, profile = rng.random() < 0.7, random_profile(rng, game)
    if rng.random() < 0.6:
        solution = sf.solve(game, rng.choice(("nash", "subgame-perfect")), exact=True).profile
        profile = mixture(rng, solution, profile) if rng.random() < 0.5 else solution
    player = rng.randrange(2)
    index = profile[player].index
    shares: list[Any] = profile[player].probabilities.tolist()
    if len(shares) > 1 and rng.random() < 0.4:
        step = rng.choice((-1, 1)) * Fraction(rng.randint(1, 9), 10 ** rng.randint(3, 12))
        row = rng.randrange(index.num_infosets)
        here = range(*index.first_sequence[row : row + 2].tolist())
        shares[rng.choice(here)] += step
        if rng.random() < 0.6:
            shares[rng.choice(here)] -= step
    shares = shares if exact else [float(share) for share in shares]
    numbers, starts = list(map(Fraction, shares)), index.first_sequence.tolist()
    worst = max(
        (abs(sum(numbers[first:stop], Fraction(-1))) for first, stop in pairwise(starts)),
        default=Fraction(0),
    )
    limit = Fraction(0) if exact else Fraction(1, 10**9)
    good = worst <= limit and min(numbers) >= 0
    if not exact and len(shares) > 1 and rng.random() < 0.05:
        shares[rng.randrange(1, len(shares))], good, worst = (
            rng.choice((np.nan, np.inf)),
            False,
            Fraction(1),
        )
    try:
        strategies = list(profile if exact else profile.to_floats())
        strategies[player] = BehaviorStrategy(
            index, np.array(shares, dtype=object if exact else np.float64)
        )
        profile = BehaviorProfile((strategies[0], strategies[1]))
    except ModelError:
        return (
            "refused, although all are distributions"
            if good and worst <= limit * Fraction(999, 1000)
            else None
        )
    if not good and worst > limit * Fraction(1001, 1000):
        return "accepted, although some probabilities are no distribution"
    return profile_fault(rng, game, profile, exact=exact)


def variant(rng: Random, game: SmallGame) -> SmallGame:
    """Return another game, with the same names or nearly so."""
    kind = rng.randrange(7)
    if kind == 0:
        return with_other_payoffs(game, rng)
    if kind == 1:
        return with_permuted_labels(game, rng)
    if kind in (2, 3):
        return with_permuted_actions(game, rng, relabel=kind == 2)
    if kind == 4:
        return with_permuted_actions(game, rng, owners=(CHANCE,))
    if kind == 5:
        return renamed(game, rng)
    return with_other_payoffs(
        with_permuted_labels(with_permuted_actions(game, rng, owners=(CHANCE,)), rng), rng
    )


def names(game: ExtensiveGame) -> list[dict[str, set[str]]]:
    """Return the names of both players' information sets, with those of the actions."""
    indices = [sequences.index for sequences in game.sequences]
    return [
        dict(zip(one.infoset_names, map(set, one.action_names), strict=True)) for one in indices
    ]


def foreign_pair(rng: Random) -> tuple[ExtensiveGame, ExtensiveGame]:
    """Return two games, whose sets often have the same names; some are two writings of one game."""
    small, game = drawn(rng, Shape(inner=rng.choice((3, 5, 7))))
    kind = rng.random()
    if kind < 0.4:
        return game, parse_efg(variant(rng, small).to_efg())
    if kind < 0.7:
        small = with_distinct_labels(small)
        return parse_efg(small.to_efg()), parse_efg(with_permuted_actions(small, rng).to_efg())
    for _ in range(20):
        shape = Shape(inner=3, numbers=rng.choice(BENIGN))
        first, second = (parse_efg(without_labels(drawn(rng, shape)[0]).to_efg()) for _ in range(2))
        if names(first) == names(second):
            break
    return first, second


def foreign_profiles(rng: Random) -> Found:
    """Judge, for one game, a profile, an equilibrium or an assessment that was made for another one."""
    one, other = foreign_pair(rng)
    fits = names(one) == names(other)
    solved = sf.solve(one, exact=True, backend=None)
    profile = solved.profile if rng.random() < 0.5 else random_profile(rng, one)
    kind = rng.choice(
        ("profile", "doubles", "bound", "equilibrium", "assessment", "compare", "start")
    )
    try:
        if kind == "assessment":
            family = assessments.random_family(profile, rng) if rng.random() < 0.7 else None
            assessment = Assessment(profile, random_beliefs(rng, other), family)
            fault = judged_fault(rng, other, assessment)
        elif kind == "compare":
            fault = comparison_fault(other, profile)
        elif kind == "start":
            fault = solved_fault(other, sf.solve(other, backend="lemke", start=profile), exact=True)
        elif kind == "equilibrium":
            certificate = sf.check(other, solved, normal_form_perfect=True)
            checks = dict(certificate.checks)
            fault = certificate_fault(other, solved.profile, certificate)
            if fault is None and checks != dominance_verdicts(other, solved.profile, checks):
                fault = f"verdicts {checks}"
        else:
            given = profile.to_floats() if kind == "doubles" else profile
            given = BehaviorProfile(given.strategies, other) if kind == "bound" else given
            fault = profile_fault(rng, other, given, exact=kind != "doubles")
    except ModelError as error:
        return f"{kind}: refused, although the names are the same: {error}" if fits else None
    if fault is None and not fits:
        return f"{kind}: accepted, although the names differ"
    return None if fault is None else f"{kind}: {fault}"


def comparison_fault(game: ExtensiveGame, profile: BehaviorProfile) -> Found:
    """Compare what a strategy guarantees, and what a pair of them earns."""
    compared, right = sf.compare(game, {"given": profile}), values(game, profile)
    for player in (0, 1):
        guaranteed = compared.players[player].guaranteed[0]
        earned = sf.expected_payoff(game, profile[player], profile[1 - player])
        if (
            guaranteed != min(payoffs_against(game, player, profile[player]))
            or earned != right[player]
        ):
            return f"player {player + 1}: guaranteed {guaranteed}, expected {earned}"
    return None


def changed_solution(rng: Random, game: ExtensiveGame, concept: str) -> Assessment:
    """Return a refined equilibrium with other behavior or other beliefs at one or two information sets, or neither."""
    solved = sf.solve(game, concept).assessment
    assert solved is not None
    profile, beliefs, family = solved.profile, solved.beliefs, solved.family
    if rng.random() < 0.5:
        profile = mixture(rng, profile, random_profile(rng, game))
        family = assessments.random_family(profile, rng) if rng.random() < 0.7 else family
    elif rng.random() < 0.6:
        beliefs = random_beliefs(rng, game)
    return Assessment(profile, beliefs, None if rng.random() < 0.2 else family)


def drawn_assessment(rng: Random, game: ExtensiveGame) -> Assessment:
    """Return a random assessment, with a family that tends to its profile, or to another one, or without."""
    profile = random_profile(rng, game)
    family = assessments.random_family(profile, rng) if rng.random() < 0.6 else None
    kind = rng.choice(("own", "random", "mixed"))
    if kind == "own" and family is not None:
        beliefs = beliefs_of(game, family)
    else:
        mixed = kind == "mixed"
        beliefs = (
            assessments.mixed_beliefs(game, profile, rng) if mixed else random_beliefs(rng, game)
        )
    return Assessment(
        random_profile(rng, game) if family and rng.random() < 0.3 else profile, beliefs, family
    )


def judged_fault(rng: Random, game: ExtensiveGame, assessment: Assessment) -> Found:
    """Ask for some of the verdicts about an assessment, and return one that is wrong."""
    asked = [SEQUENTIALLY_RATIONAL, CONSISTENT, SEQUENTIAL]
    asked += [] if assessment.family is None else [QUASI_PERFECT, EXTENSIVE_FORM_PERFECT]
    asked += [*UNDOMINATED, NORMAL_FORM_PERFECT] if rng.random() < 0.3 else []
    asked = rng.sample(asked, rng.randint(1, len(asked)))
    certificate = check_assessment(game, assessment, asked).certificate
    if set(certificate.checks) != set(asked):
        return f"asked for {asked}, checked {list(certificate.checks)}"
    fault = certificate_fault(game, assessment.profile, certificate)
    return fault or assessment_fault(game, assessment, dict(certificate.checks))


def random_assessments(rng: Random) -> Found:
    """Judge a random assessment, or a solved one that is changed at a few information sets."""
    game, _ = some_game(rng, constant_sum=rng.random() < 0.5)
    if rng.random() < 0.6:
        return judged_fault(rng, game, drawn_assessment(rng, game))
    concept = (
        "extensive-form-perfect"
        if constant_sum(game) is not None and rng.random() < 0.5
        else "quasi-perfect"
    )
    return judged_fault(rng, game, changed_solution(rng, game, concept))


PARTS = {
    "wrong-profiles": (wrong_profiles, 14_000),
    "foreign-profiles": (foreign_profiles, 17_000),
    "assessments": (random_assessments, 7_000),
}
