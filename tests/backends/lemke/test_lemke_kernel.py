"""The loops of Lemke's algorithm as extension modules and as plain Python: the same paths, to the last bit of z0."""

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lcp_examples import RANDOM_KINDS, kinds, random_matrix_game, randomly_started, randoms, rules
from plain_kernels import plain

import seqform as sf
from seqform.backends.lemke.path import PathLimits, PivotRule
from seqform.backends.lemke.revised import follow_revised
from seqform.models import LinearComplementarityProblem

pytestmark = pytest.mark.slow

PLAIN = plain("seqform.backends.lemke.revised")
PLAIN_PATH = plain("seqform.backends.lemke.path")


def require_same_bits(problem: LinearComplementarityProblem, rule: PivotRule) -> None:
    same_rule = PLAIN_PATH.PivotRule(rule.early_exit, rule.ties, rule.seed)
    with np.errstate(all="ignore"):
        slow = PLAIN.follow_revised(problem, same_rule, PLAIN_PATH.PathLimits())
    fast = follow_revised(problem, rule, PathLimits())
    assert fast.termination is slow.termination
    assert fast.z.to_fractions() == slow.z.to_fractions()
    for name in ("entering", "leaving", "z0"):
        assert (
            np.array(getattr(fast.path, name)).tobytes()
            == np.array(getattr(slow.path, name)).tobytes()
        )


@given(random=randoms, kind=kinds, rule=rules, n=st.integers(1, 12))
def test_random_problems(random: Random, kind: str, rule: PivotRule, n: int) -> None:
    require_same_bits(RANDOM_KINDS[kind](random, n), rule)


@given(random=randoms, rule=rules, payoffs=st.sampled_from([(0, 1), (-1, 0, 1), range(-50, 50)]))
def test_games_with_and_without_ties(random: Random, rule: PivotRule, payoffs: list[int]) -> None:
    form = random_matrix_game(random, random.randint(1, 6), random.randint(1, 6), payoffs)
    require_same_bits(randomly_started(form, random), rule)


@pytest.mark.parametrize("game", ["binary-tree(depth=5)", "kuhn", "vsvet-figure-1"])
def test_games_of_the_catalog(game: str) -> None:
    step = sf.builders.sequence_form_lcp(sf.builders.sequence_form(sf.load(game)).target)
    require_same_bits(step.target, PivotRule())
