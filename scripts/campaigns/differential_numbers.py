"""Parts of the differential campaign about paths from any start, units of money, large integers and lying backends."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any, get_args

import numpy as np
from differential_profiles import drawn, profile_fault, random_profile, with_shares
from lying_backends import LIES, SAME, fault_of, shown
from plans import form_of, most_strategies
from plays import best_values, constant_sum, plays, solved_fault, values
from route_matrix import ways
from small_games import (
    BENIGN,
    TIED,
    Pair,
    Shape,
    SmallGame,
    binary_game,
    in_other_money,
    random_game,
    with_payoffs,
)
from tree_walks import random_strategy

import seqform as sf
from seqform.backends.lemke.backend import follow_path
from seqform.backends.lemke.path import LemkeResult, PathLimits, PivotRule, Ties
from seqform.builders.forms.sequence_form import behavior_profile, centroid, plans_of, random_start
from seqform.builders.games.formats.efg import parse_efg
from seqform.builders.programs.lcp import (
    GameLcp,
    Initial,
    shared_normal_form_lcp,
    shared_sequence_form_lcp,
)
from seqform.errors import CertificationError, ModelError, SolveError
from seqform.models.answers.certificate import NORMAL_FORM_PERFECT
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.programs.solutions import Termination
from seqform.models.strategies.assessment import Beliefs
from seqform.models.strategies.behavior import (
    BehaviorProfile,
    RealizationPlans,
    completely_mixed_profile,
)
from seqform.solving.routes.starts import last_segment
from seqform.verify.normal_form import certify_normal_form_perfect

Found = str | None
MOST_PIVOTS = 200_000
"""A path of the games here that has not ended then is taken for one without an end."""

# ---- paths ----


@contextmanager
def warnings_of(name: str) -> Iterator[list[str]]:
    """Collect the messages of a logger."""
    messages: list[str] = []
    logger, handler = logging.getLogger(name), logging.Handler()
    handler.emit = lambda record: messages.append(record.getMessage())  # type: ignore[method-assign]
    logger.addHandler(handler)
    try:
        yield messages
    finally:
        logger.removeHandler(handler)


def lemke_paths(rng: Random) -> Found:
    """Follow the path from any start of a game with ties; it ends at an equilibrium, at the first attempt."""
    kind = rng.choice(TIED)
    if rng.random() < 0.75:
        shape = Shape(
            rng.choice((3, 5, 7, 10)), rng.random() < 0.2, rng.random() < 0.3, numbers=kind
        )
        return followed(rng, random_game(rng, shape))
    return followed(rng, binary_game(rng, rng.choices((3, 4, 5, 6, 7), (8, 12, 8, 4, 1))[0], kind))


def deep_paths(rng: Random) -> Found:
    """Follow the path in a tree of alternating moves that is deep enough for a wrong rule of ties to fail often."""
    return followed(
        rng, binary_game(rng, rng.choices((6, 7, 8), (9, 10, 1))[0], rng.choice((*TIED, "small")))
    )


def drawn_start(
    rng: Random, game: ExtensiveGame, form: SequenceForm
) -> tuple[RealizationPlans, bool]:
    """Return plans, and whether they are completely mixed."""
    kind = rng.choice(("centroid", "random", "pure", "pure", "partly mixed", "partly mixed"))
    if kind == "centroid":
        return centroid(form), True
    if kind == "random":
        return random_start(form, rng.randrange(10**6)), True
    profile = random_profile(rng, game)
    if kind == "pure":
        first, second = (
            random_strategy(sequences.index, rng, (0,)) for sequences in game.sequences
        )
        profile = BehaviorProfile((first, second))
    return plans_of(profile), all(
        share > 0 for strategy in profile for share in strategy.probabilities
    )


def followed(rng: Random, small: SmallGame) -> Found:
    """Return what is wrong with a path of a game from a random start, by a random rule."""
    game = parse_efg(small.to_efg())
    form = form_of(game)
    start, mixed = drawn_start(rng, game, form)
    initial: Initial = rng.choice(get_args(Initial))
    ties: Ties = rng.choice(get_args(Ties))
    rule = PivotRule(rng.random() < 0.6, ties, rng.randrange(1000))
    in_normal_form = most_strategies(form) <= 16 and rng.random() < 0.3
    lcp = (shared_normal_form_lcp if in_normal_form else shared_sequence_form_lcp)(form)
    with warnings_of("seqform") as warned:
        end = follow_path(lcp.problem(start, initial), rule, PathLimits(pivots=MOST_PIVOTS))
    fault = path_fault(game, form, lcp, end)
    if fault is None and [text for text in warned if "excludes" in text]:
        fault = warned[0]
    if fault is None and mixed and rule.early_exit and len(end.path):
        fault = witness_fault(game, form, lcp, start, end)
    where = f"{'normal' if in_normal_form else 'sequence'} form, {initial}, {rule}"
    return None if fault is None else f"{where}: {fault}"


def path_fault(game: ExtensiveGame, form: SequenceForm, lcp: GameLcp, end: LemkeResult) -> Found:
    if end.termination is not Termination.SOLVED or end.z0 != 0:
        return f"{end.termination} after {len(end.path)} pivots, z0 = {end.z0}"
    if end.path.index != 1:
        return f"index {end.path.index}"
    profile = behavior_profile(form, lcp.plans(end.z)).bound_to(game)
    earned, best = values(game, profile), best_values(game, profile)
    return None if earned == best else f"no equilibrium: {earned}, best replies {best}"


def witness_fault(
    game: ExtensiveGame, form: SequenceForm, lcp: GameLcp, start: RealizationPlans, end: LemkeResult
) -> Found:
    """Return what is wrong with the witness of a path from completely mixed plans (vSvET, Theorem 1)."""
    path = end.path
    trembles = last_segment(lcp, start, path.problem, path.basis(len(path)), end.z)
    if trembles is None:
        return "no witness"
    profile = behavior_profile(form, lcp.plans(end.z)).bound_to(game)
    witness = completely_mixed_profile(trembles).bound_to(game)
    if not certify_normal_form_perfect(game, profile, witness).checks[NORMAL_FORM_PERFECT]:
        return "witness refused"
    if min(share for strategy in witness for share in strategy.probabilities) <= 0:
        return "a witness that is not completely mixed"
    for player in (0, 1):
        pair = BehaviorProfile(
            (profile[0], witness[1]) if player == 0 else (witness[0], profile[1])
        )
        if values(game, pair)[player] != best_values(game, witness)[player]:
            return f"player {player + 1}'s strategy is no best response to the witness"
    return None


# ---- units of money ----

SECONDS = 2.0
"""Limit of an iterative method; where it is reached nothing is compared."""


def units(rng: Random) -> Found:
    """Solve a constant-sum game in two units of money: the same value, by iterative methods the same iterations."""
    numbers = rng.choice((*BENIGN, *TIED))
    small, game = drawn(
        rng, Shape(rng.choice((3, 5, 7)), constant_sum=True, numbers=numbers, inner_outcomes=False)
    )
    factor = rng.choice((Fraction(3), Fraction(7), Fraction(1, 3), Fraction(1)))
    first, second = (rng.choice((Fraction(0), Fraction(10**6), Fraction(-1, 7))) for _ in range(2))
    other = parse_efg(in_other_money(small, factor, (first, second)).to_efg())
    assert constant_sum(game) is not None
    if rng.random() < 0.5:
        backend = rng.choice(("highs", "exact", "lemke"))
        found = [sf.solve(one, backend=backend, exact=True) for one in (game, other)]
        fault = solved_fault(game, found[0], exact=True) or solved_fault(
            other, found[1], exact=True
        )
        same = found[1].values[0] == factor * Fraction(found[0].values[0]) + first
        return fault or (
            None
            if same
            else f"{backend}: values {found[0].values}, {found[1].values}, times {factor}"
        )
    backend, share = rng.choice(("cfr", "pdhg")), 10.0 ** -rng.randint(2, 5)
    payoffs = [play.payoffs[0] for play in plays(game)]
    gap = float(share * (max(payoffs) - min(payoffs)))
    try:
        one = sf.solve(game, backend=backend, target_gap=gap, time_limit=SECONDS)
        two = sf.solve(other, backend=backend, target_gap=gap * float(factor), time_limit=SECONDS)
    except (SolveError, CertificationError) as error:
        if isinstance(error, SolveError) and error.raw is not None and not error.raw.solved:
            return None
        raise
    plans: Any = zip(one.profile, two.profile, strict=True)
    if one.raw.iterations != two.raw.iterations or not all(
        np.array_equal(mine.plan.weights, theirs.plan.weights) for mine, theirs in plans
    ):
        return f"{backend}: {one.raw.iterations} iterations, or {two.raw.iterations}, times {factor}, plus {first}"
    return None


# ---- numbers at the limits of integers ----

LIMITS = (2**31, 2**53, 2**62, 2**63, 2**64)


def near_a_limit(rng: Random) -> int:
    """Return an integer close to a power of two at which a kind of integers or doubles ends, or a divisor of it."""
    return max(1, rng.choice(LIMITS) // rng.choice((1, 1, 1, 2, 3, 4)) + rng.randint(-3, 3))


def shares_near_limits(rng: Random, count: int, wrong: bool) -> list[Fraction]:
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
            weights[rng.randrange(count)] = -near_a_limit(rng)
            total = sum(weights) or 1
    return [Fraction(weight, total) for weight in weights]


def integers(rng: Random) -> Found:
    """Judge profiles and beliefs, or solve games, with numerators at the limits of integers."""
    small, game = drawn(rng, Shape(inner=rng.choice((3, 5, 7))))
    if rng.random() < 0.5:

        def large(pair: Pair) -> Pair:
            first, second = (
                Fraction(rng.choice((-1, 1)) * near_a_limit(rng), rng.choice((1, 1, 3)))
                for _ in (0, 1)
            )
            return (first, second) if rng.random() < 0.7 else pair

        game = parse_efg(with_payoffs(small, large).to_efg())
    if rng.random() < 0.15:
        return solved_fault(
            game, sf.solve(game, backend=rng.choice((None, "lemke")), exact=True), exact=True
        )
    wrong = 0.15 if rng.random() < 0.5 else 0.0
    if rng.random() < 0.2:
        return beliefs_fault(rng, game, wrong)
    profile, good = random_profile(rng, game), True
    try:
        for player in (0, 1):
            shares = [Fraction(1)]
            for first, stop in pairwise(profile[player].index.first_sequence.tolist()):
                here = shares_near_limits(rng, stop - first, rng.random() < wrong)
                shares, good = shares + here, good and sum(here) == 1 and min(here) >= 0
            profile = with_shares(profile, player, shares)
            if profile[player].plan.residual() != 0:
                return f"player {player + 1}'s plan misses its equations by {profile[player].plan.residual()}"
    except ModelError:
        return "refused, although all are distributions" if good else None
    return (
        profile_fault(rng, game, profile, exact=True)
        if good
        else "accepted, although some are no distribution"
    )


def beliefs_fault(rng: Random, game: ExtensiveGame, wrong: float) -> Found:
    probability, good = np.full(len(game), Fraction(0)), True
    for row in np.flatnonzero(game.information_sets.player >= 0).tolist():
        nodes = np.flatnonzero(game.infoset == row)
        shares = shares_near_limits(rng, len(nodes), rng.random() < wrong)
        probability[nodes], good = shares, good and sum(shares) == 1 and min(shares) >= 0
    try:
        Beliefs(game, probability)
    except ModelError:
        return "beliefs refused, although all are distributions" if good else None
    return None if good else "beliefs accepted, although some are no distributions"


# ---- lies ----

WAYS = tuple(ways())


@cache
def honest_answer(place: int) -> Any:
    """Return the answer of the honest backend on a way."""
    answers: list[Any] = []

    def told_honestly(model: Any, answer: Any) -> Any:
        answers.append(answer)
        return answer

    WAYS[place].solve(WAYS[place].relay(told_honestly))
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
    way, answer, names = WAYS[place], honest_answer(place), list[str]()
    for name in rng.sample(list(LIES), len(LIES)):
        if len(names) < 2 and told([*names, name], answer) is not told(names, answer):
            names.append(name)
    fault = fault_of(lambda: shown(way.solve(way.relay(lambda model, given: told(names, given)))))
    return f"{way.name}, {' + '.join(names)}: {fault}" if fault else None


PARTS = {
    "paths": (lemke_paths, 20_000),
    "deep-paths": (deep_paths, 600),
    "units": (units, 3_000),
    "integers": (integers, 8_000),
    "lies": (lies, 3_000),
}
