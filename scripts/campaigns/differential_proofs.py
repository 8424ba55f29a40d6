"""Parts of the differential campaign about false proofs: numbers at the limits of integers, other writings, lies."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

import assessments
import numpy as np
from comparisons import (
    Found,
    certificate_fault,
    chosen_shape,
    loaded,
    node_numbers,
    profile_of,
    random_beliefs,
    random_strategies,
    solved_fault,
    strategies_of,
)
from lying_backends import LIES, SAME, fault_of, shown
from route_matrix import ways
from small_games import END, Node, SmallGame, random_game, with_permuted_actions, with_permuted_moves
from tree_evaluation import Behavior, Profile, normal_form_perfect
from verdicts import assessment_fault, dominance_verdicts

import seqform as sf
from seqform.errors import ModelError
from seqform.models.answers.certificate import NORMAL_FORM_PERFECT
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.strategies.assessment import Assessment, Beliefs
from seqform.models.strategies.behavior import BehaviorProfile
from seqform.verify.checks import (
    CONSISTENT,
    EXTENSIVE_FORM_PERFECT,
    QUASI_PERFECT,
    SEQUENTIAL,
    SEQUENTIALLY_RATIONAL,
    check_assessment,
)

# ---- numbers at the limits of integers ----

LIMITS = (2**31, 2**53, 2**62, 2**63, 2**64)


def near_a_limit(rng: Random) -> int:
    """Return an integer close to a power of two at which a kind of integers or doubles ends, or a divisor of it."""
    return max(1, rng.choice(LIMITS) // rng.choice((1, 1, 1, 2, 3, 4)) + rng.randint(-3, 3))


def shares_near_limits(rng: Random, count: int, wrong: bool) -> tuple[Fraction, ...]:
    """Return probabilities with large numerators; wrong ones are negative, or have a sum that differs from 1."""
    weights = [rng.choice((0, 1, near_a_limit(rng), near_a_limit(rng))) for _ in range(count)]
    weights[rng.randrange(count)] = near_a_limit(rng)
    total = sum(weights)
    if wrong:
        kind = rng.choice(("wrapped", "by one", "negative"))
        if kind == "wrapped":
            totals = [total + sign * 2**bits for bits in (31, 32, 53, 63, 64) for sign in (1, -1)]
            total = rng.choice([one for one in totals if one > 0])
        elif kind == "by one" or count == 1:
            total += rng.choice((1, -1)) if total > 1 else 1
        else:
            place = rng.randrange(count)
            weights[place] = -near_a_limit(rng)
            total = sum(weights) or 1
    return tuple(Fraction(weight, total) for weight in weights)


def distributions(shares: Any) -> bool:
    """Return whether all tuples are probability distributions."""
    return all(sum(one) == 1 and min(one) >= 0 for one in shares)


def payoffs_near_limits(rng: Random, game: SmallGame) -> SmallGame:
    """Return the tree with large payoffs."""

    def changed(node: Node) -> Node:
        pair = tuple(Fraction(rng.choice((-1, 1)) * near_a_limit(rng), rng.choice((1, 1, 3))) for _ in (0, 1))
        outcome = (pair[0], pair[1]) if node.owner == END and rng.random() < 0.7 else node.outcome
        return replace(node, children=tuple(map(changed, node.children)), outcome=outcome)

    return replace(game, root=changed(game.root))


def integers(rng: Random) -> Found:
    """Judge profiles and beliefs, or solve games, with numerators at the limits of integers."""
    game = random_game(rng, chosen_shape(rng))
    if rng.random() < 0.5:
        game = payoffs_near_limits(rng, game)
    tree = loaded(game)
    if rng.random() < 0.15:
        return solved_fault(game, sf.solve(tree, backend=rng.choice((None, "lemke")), exact=True), exact=True)
    wrong = 0.15 if rng.random() < 0.5 else 0.0
    if rng.random() < 0.2:
        return beliefs_fault(rng, game, tree, wrong)
    strategies: list[Behavior] = [
        {
            infoset: shares_near_limits(rng, len(game.actions[player, infoset]), rng.random() < wrong)
            for infoset in game.sets[player]
        }
        for player in (0, 1)
    ]
    good = all(distributions(one.values()) for one in strategies)
    given: Profile = (strategies[0], strategies[1])
    try:
        profile = profile_of(tree, game, given)
    except ModelError:
        return "refused, although all are distributions" if good else None
    if not good:
        return "accepted, although some probabilities are no distribution"
    for player, strategy in enumerate(profile):
        if strategy.plan.residual() != 0:
            return f"player {player + 1}'s plan misses its equations by {strategy.plan.residual()}"
    certificate = sf.check(tree, profile, normal_form_perfect=rng.random() < 0.1)
    checks = dict(certificate.checks)
    if checks != dominance_verdicts(game, given, checks):
        return f"verdicts {checks}"
    return certificate_fault(game, given, certificate)


def beliefs_fault(rng: Random, game: SmallGame, tree: ExtensiveGame, wrong: float) -> Found:
    """Return whether beliefs are accepted or refused wrongly."""
    sets: dict[tuple[int, int], list[int]] = {}
    for number, node in node_numbers(tree, game).items():
        if node.owner in (0, 1):
            sets.setdefault((node.owner, node.infoset), []).append(number)
    probability = np.full(len(tree), Fraction(0), dtype=object)
    shares = [shares_near_limits(rng, len(nodes), rng.random() < wrong) for nodes in sets.values()]
    for nodes, here in zip(sets.values(), shares, strict=True):
        probability[nodes] = here
    try:
        Beliefs(tree, probability)
    except ModelError:
        return "beliefs refused, although all are distributions" if distributions(shares) else None
    return None if distributions(shares) else "beliefs accepted, although some are no distributions"


# ---- other writings of a game ----


def named(game: SmallGame) -> SmallGame:
    """Return the game with different names of all information sets of a player, and of all actions at a set."""
    return replace(
        game,
        labels={key: f"set {key[1]}" for key in game.labels},
        actions={key: tuple("abc"[: len(labels)]) for key, labels in game.actions.items()},
    )


def rewritten(one: SmallGame, other: SmallGame, strategies: Profile) -> Profile:
    """Return strategies of one writing in the order of actions of another."""
    first, second = (
        {
            infoset: tuple(shares[one.actions[player, infoset].index(name)] for name in other.actions[player, infoset])
            for infoset, shares in strategies[player].items()
        }
        for player in (0, 1)
    )
    return first, second


def bound_profiles(rng: Random) -> Found:
    """Judge objects of one writing of a game in another, with actions and moves of chance in another order."""
    game = named(random_game(rng, chosen_shape(rng)))
    other = with_permuted_actions(with_permuted_moves(game, rng), rng, relabel=False)
    tree, written = loaded(game), loaded(other)
    strategies = random_strategies(rng, game)
    profile = profile_of(tree, game, strategies)
    kind = rng.choice(("profile", "profile", "assessment", "equilibrium", "replaced", "start"))
    if kind == "profile":
        bound = rng.choice((BehaviorProfile(profile.strategies, written), profile, profile.bound_to(written)))
        fault = certificate_fault(other, rewritten(game, other, strategies), sf.check(written, bound))
    elif kind == "assessment":
        family = assessments.random_family(profile, rng) if rng.random() < 0.7 else None
        asked = [SEQUENTIALLY_RATIONAL, CONSISTENT, SEQUENTIAL]
        asked += [QUASI_PERFECT, EXTENSIVE_FORM_PERFECT] if family is not None else []
        assessment = Assessment(profile, random_beliefs(rng, written, other), family)
        certificate = check_assessment(written, assessment, rng.sample(asked, rng.randint(1, len(asked)))).certificate
        fault = certificate_fault(other, rewritten(game, other, strategies), certificate)
        fault = fault or assessment_fault(other, written, assessment, dict(certificate.checks))
    elif kind == "start":
        fault = solved_fault(other, sf.solve(written, backend="lemke", start=profile), exact=True)
    else:
        fault = equilibrium_fault_elsewhere(rng, game, other, tree, written, replaced=kind == "replaced")
    return None if fault is None else f"{kind}: {fault}"


def equilibrium_fault_elsewhere(
    rng: Random, game: SmallGame, other: SmallGame, tree: ExtensiveGame, written: ExtensiveGame, *, replaced: bool
) -> Found:
    """Judge an equilibrium of one writing, with its witness, in another; or one with a replaced profile."""
    here, there = (sf.solve(one, "normal-form-perfect", backend="lemke") for one in (tree, written))
    if replaced:
        profile = profile_of(tree, game, random_strategies(rng, game))
        try:
            replace(there, profile=profile)
        except ModelError:
            return "refused, although equal" if profile.bound_to(written).equals(there.profile) else None
        return None if profile.bound_to(written).equals(there.profile) else "the certificate of another profile is kept"
    moved = replace(there, profile=here.profile, certificate=here.certificate, witness=here.witness, assessment=None)
    certificate = sf.check(written, moved, normal_form_perfect=True)
    strategies = rewritten(game, other, strategies_of(game, here.profile))
    if not certificate.proven or not certificate.checks[NORMAL_FORM_PERFECT]:
        return "not proven in the other writing"
    return certificate_fault(other, strategies, certificate) or (
        None if normal_form_perfect(other, strategies) else "not normal-form perfect"
    )


# ---- lies ----

WAYS = tuple(ways())


@cache
def honest_answer(place: int) -> Any:
    """Return the answer of the honest backend on a way."""
    answers: list[Any] = []

    def told_honestly(model: Any, answer: Any) -> Any:
        answers.append(answer)
        return answer

    way = WAYS[place]
    way.solve(way.relay(told_honestly))
    return answers[0]


def told(names: list[str], answer: Any) -> Any:
    """Return the answer after lies, one on top of the other; those that do not apply are left out."""
    for name in names:
        try:
            changed = LIES[name](answer)
        except Exception:  # of a lie about a field that an earlier one has spoiled
            continue
        answer = answer if changed is SAME else changed
    return answer


def lies(rng: Random) -> Found:
    """Return one or two false answers of a backend on a route of `solve` that are neither refused nor true."""
    place = rng.randrange(len(WAYS))
    way, answer, count = WAYS[place], honest_answer(place), rng.choice((1, 1, 2))
    names: list[str] = []
    for name in rng.sample(list(LIES), len(LIES)):
        if told([*names, name], answer) is not told(names, answer):
            names.append(name)
        if len(names) == count:
            break
    fault = fault_of(lambda: shown(way.solve(way.relay(lambda model, given: told(names, given)))))
    return f"{way.name}, {' + '.join(names)}: {fault}" if fault else None
