"""Starting plans for path-following algorithms: the centroid, random plans, and given profiles."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from seqform.errors import ModelError
from seqform.models.games.infosets import SequenceIndex
from seqform.models.numbers.exact import ExactArray, Ints, widened
from seqform.models.programs.sequence_form import SequenceForm, require_sequence_form
from seqform.models.strategies.behavior import BehaviorProfile, RealizationPlan, RealizationPlans

LARGEST_DENOMINATOR = 2**62


def centroid(form: SequenceForm) -> RealizationPlans:
    """Return the plans of the players who choose all actions with equal probability everywhere.

    They are exact and completely mixed.

    Examples
    --------
    >>> import seqform as sf
    >>> p, q = centroid(sf.builders.sequence_form(sf.load("vsvet-figure-1")).target)
    >>> [str(weight) for weight in p.weights.to_fractions()]
    ['1', '1/2', '1/2', '1/4', '1/4']
    """
    require_sequence_form(form, "centroid")
    return _both(form, _equal_shares)


def random_start(form: SequenceForm, seed: int, denominator: int = 1000) -> RealizationPlans:
    """Return the plans of random behavior strategies.

    At every information set with k actions the probabilities are a composition of the denominator into
    k positive parts, all equally likely; so none is 0, and none is 1 where there is a choice (vSvET, section 9).

    Parameters
    ----------
    seed : int
        The same seed gives the same plans.
    denominator : int
        Of the probabilities: from the largest number of actions to 2⁶².

    Examples
    --------
    >>> import seqform as sf
    >>> form = sf.builders.sequence_form(sf.load("vsvet-figure-1")).target
    >>> completely_mixed(random_start(form, seed=1))
    True
    """
    require_sequence_form(form, "random_start")
    if seed < 0:
        raise ModelError(f"random start: a seed of 0 or more expected, not {seed}")
    most = max(int(index.num_actions.max(initial=1)) for index in form.sequences)
    if not most <= denominator <= LARGEST_DENOMINATOR:
        raise ModelError(
            f"random start: a denominator from {most}, the largest number of actions at an information set, "
            f"to 2**62 expected, not {denominator}"
        )
    rng = np.random.default_rng(seed)
    return _both(form, lambda index: (_random_shares(index, rng, denominator), denominator))


def plans_of(profile: BehaviorProfile) -> RealizationPlans:
    """Return the plans of a behavior profile of fractions."""
    if not isinstance(profile, BehaviorProfile):
        raise ModelError(f"plans_of: a BehaviorProfile expected, not {type(profile).__name__}")
    for strategy in profile:
        if not strategy.exact:
            raise ModelError(
                f"start, player {strategy.index.player + 1}: fractions expected, not doubles; "
                'a profile file has them as strings such as "1/3"'
            )
    return RealizationPlans((profile[0].plan, profile[1].plan))


def completely_mixed(plans: RealizationPlans) -> bool:
    """Return whether every sequence has a positive weight (vSvET, section 5)."""
    weights = (plan.weights for plan in plans)
    return all(bool(np.all((x.numerators if isinstance(x, ExactArray) else x) > 0)) for x in weights)


def _both(form: SequenceForm, shares: Callable[[SequenceIndex], tuple[Ints, int]]) -> RealizationPlans:
    first, second = (_plan(index, *shares(index)) for index in form.sequences)
    return RealizationPlans((first, second))


def _plan(index: SequenceIndex, shares: Ints, whole: int) -> RealizationPlan:
    """Return the plan of a behavior strategy whose probabilities are shares of a whole, shape (|S|,)."""
    one = whole ** len(index.stages)
    weights = widened(np.ones(len(index), dtype=np.int64), one) * one
    for _, sequences in index.stages:
        above = index.parent_sequence[index.infoset_of[sequences]]
        weights[sequences] = weights[above] // whole * shares[sequences]
    return RealizationPlan(index, ExactArray(weights, one).reduced())


def _equal_shares(index: SequenceIndex) -> tuple[Ints, int]:
    whole = math.lcm(*np.unique(index.num_actions).tolist())
    shares = np.concatenate([[0], np.repeat(whole // index.num_actions, index.num_actions)])
    return shares.astype(np.int64), whole


def _random_shares(index: SequenceIndex, rng: np.random.Generator, whole: int) -> Ints:
    shares = np.zeros(len(index), dtype=np.int64)
    for actions in np.unique(index.num_actions).tolist():
        sets = np.flatnonzero(index.num_actions == actions)
        cuts = _random_subsets(rng, len(sets), actions - 1, whole - 1)
        first = index.first_sequence[sets]
        for action in range(actions):
            lower = cuts[:, action - 1] if action > 0 else 0
            upper = cuts[:, action] if action < actions - 1 else whole
            shares[first + action] = upper - lower
    return shares


def _random_subsets(rng: np.random.Generator, rows: int, size: int, largest: int) -> Ints:
    """Return, in every row and in order, a subset of {1, ..., largest}, all of that size equally likely.

    This is algorithm F2 of Bentley & Floyd, A sample of brilliance, Communications of the ACM 30 (1987).
    """
    chosen = np.zeros((rows, size), dtype=np.int64)
    for place in range(size):
        last = largest - size + place + 1
        drawn = rng.integers(1, last, rows, endpoint=True)
        if place == 0:
            chosen[:, place] = drawn
            continue
        taken = (chosen[:, :place] == drawn[:, np.newaxis]).any(axis=1)
        chosen[:, place] = np.where(taken, last, drawn)
    chosen.sort(axis=1)
    return chosen
