"""Many equilibria of one game: found from many starts and by going back, counted exactly, each with its index."""

from fractions import Fraction
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import seqform as sf
from seqform.backends.lemke.backend import LemkeOptions
from seqform.equilibrium_search import EquilibriumSet, equilibria
from seqform.errors import ModelError, OptionError
from seqform.models.exact import ExactArray
from seqform.models.strategies import BehaviorStrategy
from seqform.paths import GamePaths
from seqform.verify.certify import certify
from seqform.verify.normal_form_perfect import check_witness

FIGURE_1 = "vsvet-figure-1"


def weights(strategy: BehaviorStrategy) -> tuple[Fraction, ...]:
    plan = strategy.plan.weights
    assert isinstance(plan, ExactArray)
    return tuple(plan.to_fractions())


def values(found: EquilibriumSet) -> set[tuple[Any, Any]]:
    return {one.certificate.values for one in found}


def test_the_worked_example_has_two_positive_components_and_a_negative_equilibrium_between_them() -> None:
    found = equilibria(FIGURE_1, starts=20, back=True)
    assert found.closed
    assert found.index_sum == 1
    indices = {one.component: one.index for one in found}
    assert sorted(indices.values()) == [-1, 1, 1]
    (negative,) = [one for one in found if one.index < 0]
    assert negative.starts == ()
    assert weights(negative.profile[0])[1] == Fraction(5, 14)  # x_L of section 7
    assert values(found) == {(11, 3), (4, Fraction(7, 3)), (4, Fraction(3, 2))}


def test_every_equilibrium_is_certified_and_those_of_starts_have_a_witness() -> None:
    found = equilibria("binary-tree(depth=5,seed=3)", starts=12, back=True)
    for one in found:
        assert one.certificate.proven
        assert certify(found.game, one.profile).nash_conv == 0
        assert (one.witness is not None) == bool(one.starts)
        if one.witness is not None:
            assert all(check_witness(found.game, one.profile, one.witness).values())


def test_equilibria_are_distinct_and_starts_add_up() -> None:
    found = equilibria("binary-tree(depth=6)", starts=30, witnesses=False)
    plans = {tuple(weights(strategy) for strategy in one.profile) for one in found}
    assert len(plans) == len(found)
    assert sorted(number for one in found for number in one.starts) == list(range(30))
    assert found.distributions == len({one.distribution for one in found}) <= len(found)
    assert len(found.pivots) == found.starts == 30
    assert all(pivots % 2 == 1 for pivots in found.pivots)  # as the paper observed


def test_two_processes_find_what_one_does() -> None:
    game = sf.load("binary-tree(depth=5,seed=1)")
    one, two = (equilibria(game, starts=40, jobs=jobs, witnesses=False) for jobs in (1, 2))
    assert [found.starts for found in one] == [found.starts for found in two]
    assert values(one) == values(two)
    assert one.pivots.tolist() == two.pivots.tolist()


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6), high=st.sampled_from([1, 100]))
def test_indices_of_a_closed_set_add_up_to_one(seed: int, high: int) -> None:
    game = sf.load(f"random-game(seed={seed},zero_sum=false,depth=4,payoffs={high})")
    found = equilibria(game, starts=6, back=True, witnesses=False)
    assert found.closed
    assert found.index_sum == 1


@pytest.mark.parametrize("seed", range(6))
def test_going_back_reverses_the_index_and_returns_to_where_it_came_from(seed: int) -> None:
    paths = GamePaths(sf.load(f"binary-tree(depth=5,seed={seed})"), LemkeOptions()).both_ways
    ends = [paths.end(number) for number in range(12)]
    for number, own in enumerate(ends):
        for end in ends:
            if end.basis == own.basis:
                continue
            other = paths.back(end, number)
            assert other.index == -end.index
            assert paths.back(other, number).basis == end.basis


def test_a_time_limit_returns_what_was_found() -> None:
    found = equilibria("binary-tree(depth=8)", starts=10_000, options={"time_limit": 0.2}, jobs=1)
    assert not found.finished
    assert 0 < found.starts < 10_000
    assert all(one.certificate.proven for one in found)


def test_an_interruption_returns_what_was_found() -> None:
    def interrupt(text: str) -> None:
        if text.startswith("5 of"):
            raise KeyboardInterrupt

    found = equilibria("binary-tree(depth=5)", starts=50, jobs=1, progress=interrupt)
    assert found.starts == 5
    assert not found.finished
    assert not found.closed


@pytest.mark.parametrize(
    ("arguments", "message"),
    [({"starts": 0}, "starts"), ({"seed": -1}, "seed"), ({"jobs": 0}, "jobs"), ({"starts": 2.5}, "starts")],
)
def test_numbers_out_of_range_are_told(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ModelError, match=f"{message}: a whole number"):
        equilibria(FIGURE_1, **cast(Any, arguments))


def test_an_unknown_option_is_told() -> None:
    with pytest.raises(OptionError, match="no option 'tie'; did you mean ties"):
        equilibria(FIGURE_1, options={"raw": {"tie": "unit-columns"}})
