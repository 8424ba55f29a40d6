"""Certificates of commitment: what a leader's strategy earns, the follower's best reply to it, and bounds on others.

A strategy to which the leader commits proves itself: the follower's best replies to it, and among them the best for the
leader, are computed on the game. That no commitment earns more has three proofs. The best correlated commitment, by
which a mediator may recommend moves to the follower, earns at least as much as any, and is the optimum of a linear
program; where it earns no more than the strategy, that is a best one. Where the follower has few pure strategies, a
linear program for each of them decides. In a constant-sum game an equilibrium strategy of the follower bounds what any
commitment earns by the value of the game.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from seqform.backends.exact.solution import ExactBackend, exact_solution
from seqform.backends.protocol import SolveOptions
from seqform.backends.solvers.highs import HighsBackend
from seqform.builders.forms.sequence_form import (
    count_pure_strategies,
    pure_strategies,
    sequence_form,
)
from seqform.builders.programs.commitment import commitment_lp
from seqform.builders.programs.correlated import (
    correlated_lp,
    relevant_pairs,
    suits_interior_point,
)
from seqform.builders.programs.zero_sum_lp import constant_sum_lp
from seqform.errors import DoubleRangeError, SolveError
from seqform.models.answers.certificate import (
    COMMITMENT,
    CORRELATED_COMMITMENT,
    Certificate,
    Figures,
)
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import BestResponse, SequenceIndex
from seqform.models.numbers.exact import ExactArray, Mask, Number, Vector
from seqform.models.programs.sequence_form import SequenceForm, extreme_payoffs
from seqform.models.programs.solutions import CUT_SHORT
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy, RealizationPlan
from seqform.models.strategies.correlation import RECOMMENDATION
from seqform.system.deadline import Deadline
from seqform.verify.nash import certify, payoff_by_sequence, rounding_bound, without_rounding

FEW_REPLIES = 500
"""Pure strategies of the follower up to which a linear program for each of them proves what is best."""

MOST_PAIRS = 20_000
"""Relevant pairs of sequences up to which the best correlated commitment is computed."""

BOUND_WORK = 10**9
"""The most work of the exact best correlated commitment, in operations on machine words: some ten seconds."""


# ---- the follower's reply ----


def favorable_reply(
    game: ExtensiveGame, leader: int, commitment: BehaviorStrategy
) -> BehaviorStrategy:
    """Return the follower's best reply to a commitment, of several the best for the leader.

    Dynamic programming decides first which choices are best for the follower, each with best play after it, and then
    which of these are best for the leader. In doubles the choices that are best but for rounding count as best.

    Examples
    --------
    >>> import seqform as sf
    >>> game = sf.load("chicken")
    >>> dict(favorable_reply(game, 0, sf.uniform_profile(game)[0])["column"])
    {'swerve': Fraction(1, 1), 'straight': Fraction(0, 1)}
    """
    follower = 1 - leader
    index = game.sequences[follower].index
    commitment = commitment.bound_to(game.sequences[leader].index)
    weights = commitment.plan.weights
    own = index.best_response(payoff_by_sequence(game, follower, follower, weights))
    theirs = payoff_by_sequence(game, leader, follower, weights)
    best = index.best_response(_restricted(theirs, _best_choices(game, follower, own)))

    chosen = np.zeros(len(index), dtype=np.int64)
    chosen[0] = 1
    chosen[index.first_sequence[:-1] + best.choice] = 1
    if commitment.exact:
        exact = [Fraction(share) for share in chosen.tolist()]
        return BehaviorStrategy(index, np.array(exact, dtype=object))
    return BehaviorStrategy(index, chosen.astype(np.float64))


def _best_choices(game: ExtensiveGame, follower: int, own: BestResponse) -> Mask:
    """Return for each of the follower's sequences whether its last choice is a best one at its set."""
    index = game.sequences[follower].index
    sets = index.infoset_of[1:]
    is_best = np.ones(len(index), dtype=bool)
    at_sets = own.infoset_value
    of_choices = own.sequence_value
    if isinstance(at_sets, ExactArray) and isinstance(of_choices, ExactArray):
        loss = at_sets.take(sets) - of_choices.take(slice(1, None))
        is_best[1:] = loss.numerators == 0
    else:
        assert isinstance(at_sets, np.ndarray) and isinstance(of_choices, np.ndarray)
        is_best[1:] = at_sets[sets] - of_choices[1:] <= rounding_bound(game)
    return is_best


def _restricted(payoffs: Vector, allowed: Mask) -> Vector:
    """Return payoffs of sequences with which no best response makes a choice that is not allowed."""
    if isinstance(payoffs, ExactArray):
        # Below the sum of all payoffs: a choice that is allowed is worth more, whatever follows.
        prohibitive = 2 * sum(map(abs, payoffs.numerators.tolist())) + 1
        numerators = payoffs.numerators.astype(object)
        numerators[~allowed] -= prohibitive
        return ExactArray(numerators, payoffs.denominator)
    return np.where(allowed, payoffs, payoffs - 2 * np.abs(payoffs).sum() - 1)


# ---- bounds on all commitments ----


@dataclass(frozen=True)
class BestKnown:
    """What is proved of all commitments of a leader.

    - `bound`: None of them earns more.
    - `correlated`: The payoffs of both players by the best correlated commitment; None if it was not computed.
    - `plan`: A best commitment, where one was found by linear programs for all replies of the follower.
    """

    bound: Number
    correlated: Figures | None = None
    plan: RealizationPlan | None = None


def bound_on_commitments(
    game: ExtensiveGame,
    leader: int,
    attained: Number | None = None,
    *,
    deadline: Deadline | None = None,
    work: float = BOUND_WORK,
) -> BestKnown:
    """Return a bound on what commitments earn: the largest that one of them earns, where that is found out.

    - `attained`: What a commitment is known to earn; a bound that is equal to it needs no further proof.
    - `deadline`: After it the bound is what is known by then, the largest payoff of the leader at worst.
    - `work`: The most work of the linear program of the best correlated commitment, as of `exact_solution`.

    Examples
    --------
    >>> import seqform as sf
    >>> known = bound_on_commitments(sf.load("chicken"), 0)
    >>> str(known.bound), known.correlated
    ('1', (Fraction(1, 1), Fraction(-1, 1)))
    """
    deadline = deadline or Deadline()
    form = sequence_form(game).target
    if game.constant_sum is not None:
        value = _value(form, leader, deadline)
        if value is not None:
            rest = game.constant_sum - value
            return BestKnown(value, (value, rest) if leader == 0 else (rest, value))

    correlated = correlated_commitment(form, leader, deadline, work=work)
    bound = largest_payoff(form, leader) if correlated is None else Fraction(correlated[leader])
    if bound == attained:
        return BestKnown(bound, correlated)

    if count_pure_strategies(form.sequences[1 - leader]) > FEW_REPLIES:
        return BestKnown(bound, correlated)
    best = best_of_all_replies(form, leader, deadline)
    if best is None:
        return BestKnown(bound, correlated)
    value, plan = best
    return BestKnown(value, correlated, plan)


def bound_on_mixtures(game: ExtensiveGame, leader: int) -> Fraction:
    """Return a bound on what a leader earns by mixtures of pairs of strategies that the follower obeys.

    It is the best correlated commitment, where that is computed, else the largest payoff of the leader.
    """
    form = sequence_form(game).target
    correlated = correlated_commitment(form, leader, work=BOUND_WORK)
    return largest_payoff(form, leader) if correlated is None else Fraction(correlated[leader])


def largest_payoff(form: SequenceForm, player: int) -> Fraction:
    """Return the largest payoff of a player."""
    _, largest = extreme_payoffs(form.A if player == 0 else form.B, form.W)
    return largest


def _value(form: SequenceForm, leader: int, deadline: Deadline) -> Fraction | None:
    """Return the value of a constant-sum game for the leader, exactly; None after the deadline."""
    program = constant_sum_lp(form, leader)
    raw = ExactBackend().solve(program.target, SolveOptions(time_limit=deadline.left))
    if not raw.solved:
        return None
    plans = program.lift(raw)
    against = form.gradient(leader, plans[1 - leader].weights)
    return Fraction(form.sequences[leader].best_response(against).value)


def correlated_commitment(
    form: SequenceForm, leader: int, deadline: Deadline | None = None, *, work: float = math.inf
) -> Figures | None:
    """Return both players' payoffs by the best correlated commitment (SEFCE), which bounds those of all commitments.

    The leader commits to a mixture of pairs of pure strategies, of which recommendations to the follower are drawn; it
    is the linear program of correlation plans with the incentives of the follower alone. In games that are not
    triangle-free it is a relaxation. None if it is too large, or has no exact solution within the limits.

    References
    ----------
    Čermák, Bošanský, Durkota, Lisý & Kiekintveld (2016), Using correlated strategies for computing Stackelberg
    equilibria in extensive-form games, AAAI.
    """
    deadline = deadline or Deadline()
    if len(relevant_pairs(form)) > MOST_PAIRS:
        return None
    payoffs = form.A if leader == 0 else form.B
    program = correlated_lp(form, RECOMMENDATION, payoffs, deviators=(1 - leader,))
    method = {"solver": "ipx"} if suits_interior_point(program.target) else {}
    try:
        raw = HighsBackend().solve(
            program.target, SolveOptions(time_limit=deadline.left, raw=method)
        )
        raw = exact_solution(program.target, raw, time_limit=deadline.left, work=work)
    except (DoubleRangeError, SolveError):
        return None
    if not raw.solved:
        return None
    plan = program.lift(raw)
    return plan.sum(form.A), plan.sum(form.B)


def best_of_all_replies(
    form: SequenceForm, leader: int, deadline: Deadline | None = None
) -> tuple[Fraction, RealizationPlan] | None:
    """Return what the best commitment earns, and the commitment, by a linear program for each reply of the follower.

    A reply to which the leader could not earn more even without the follower's incentives is left out. None after the
    deadline.

    References
    ----------
    Conitzer & Sandholm (2006), Computing the optimal strategy to commit to, EC.
    """
    deadline = deadline or Deadline()
    payoffs = form.A if leader == 0 else form.B.T
    own = form.sequences[leader]
    attainable: list[tuple[Fraction, Mask, ExactArray]] = []
    for played in _pure_plans(form.sequences[1 - leader]):
        earned = payoffs.dot(ExactArray(played.astype(np.int64)))
        attainable.append((Fraction(own.best_response(earned).value), played, earned))
    attainable.sort(key=lambda entry: entry[0], reverse=True)

    best: tuple[Fraction, RealizationPlan] | None = None
    exact_simplex = ExactBackend()
    for most, played, earned in attainable:
        if best is not None and most <= best[0]:
            break
        program = commitment_lp(form, leader, played)
        raw = exact_simplex.solve(program.target, SolveOptions(time_limit=deadline.left))
        if raw.termination in CUT_SHORT:
            return None
        if not raw.solved:  # it is a best reply to no commitment
            continue
        plan = program.lift(raw)
        value = earned.dot(plan.exact_weights("commitment"))
        if best is None or value > best[0]:
            best = value, plan
    return best


def _pure_plans(index: SequenceIndex) -> Iterator[Mask]:
    """Yield the reduced pure strategies of a player, as masks of the sequences along which they play."""
    strategies, _ = pure_strategies(index)
    for row in range(strategies.shape[0]):
        played = np.zeros(len(index), dtype=bool)
        played[strategies.columns[strategies.row_start[row] : strategies.row_start[row + 1]]] = True
        yield played


# ---- certificates ----


def certify_commitment(
    game: ExtensiveGame, profile: BehaviorProfile, leader: int, known: BestKnown
) -> Certificate:
    """Compute the payoffs of a commitment and a reply, whether that is a best reply, and what the leader may miss.

    - `known`: A bound on what all commitments earn.

    The certificate is of the claim `COMMITMENT`: the follower plays a best reply, and no commitment earns the leader
    more. The figures of the bound are that of `known` for the leader, and the best reply's payoff for the follower.
    With a reply that is not a best one the leader may have more than any commitment earns, and the bound is raised.

    Examples
    --------
    >>> import seqform as sf
    >>> game = sf.load("chicken")
    >>> profile = sf.solve(game, "stackelberg").profile
    >>> certify_commitment(game, profile, 0, bound_on_commitments(game, 0)).claims
    {'strong Stackelberg equilibrium': 'proven'}
    """
    certificate = certify(game, profile)
    attained = certificate.values[leader]
    bound: Number = known.bound
    if attained > bound and certificate.regrets[1 - leader] > 0:
        bound = attained
    if not certificate.exact:
        bound = without_rounding(float(bound), float(attained), rounding_bound(game))
    reply = certificate.best_response_values[1 - leader]
    figures: dict[str, Figures] = {
        COMMITMENT.bound: (bound, reply) if leader == 0 else (reply, bound)
    }
    if known.correlated is not None:
        figures[CORRELATED_COMMITMENT] = known.correlated
    return certificate.recomputed(claim=COMMITMENT, figures=figures)


def decide_commitment(game: ExtensiveGame, profile: BehaviorProfile, leader: int) -> Certificate:
    """Certify a commitment and a reply as `certify_commitment` does, with the bound that is found."""
    certificate = certify(game, profile)
    known = bound_on_commitments(game, leader, certificate.values[leader])
    return certify_commitment(game, profile, leader, known)
