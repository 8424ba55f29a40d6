"""Many equilibria of one game: found from many starts and by going back, counted exactly, each with its index."""

import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any, cast

import pytest
from clocks import LIMIT, JumpingClock
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import seqform as sf
from seqform.backends.lemke.backend import LemkeOptions
from seqform.builders.games.families.matrix_games import bimatrix_game
from seqform.errors import ModelError, OptionError, SolveError
from seqform.models.answers.equilibrium import EquilibriumSet
from seqform.models.strategies.behavior import BehaviorStrategy
from seqform.paths.search import equilibria
from seqform.paths.tracing import GamePaths
from seqform.verify.nash import certify
from seqform.verify.normal_form import check_witness

pytestmark = pytest.mark.slow

FIGURE_1 = "vsvet-figure-1"


def weights(strategy: BehaviorStrategy) -> tuple[Fraction, ...]:
    plan: Any = strategy.plan.weights
    return tuple(plan.to_fractions())


def values(found: EquilibriumSet) -> set[tuple[Any, Any]]:
    return {one.certificate.values for one in found}


def test_the_worked_example_has_an_equilibrium_of_negative_index_between_two_others() -> None:
    found = equilibria(FIGURE_1, starts=20, back=True)
    assert found.closed
    assert found.index_sum == 1
    assert [one.index for one in found if one.nondegenerate] == [1, -1]
    (negative,) = [one for one in found if one.index < 0]
    assert negative.starts == ()
    assert weights(negative.profile[0])[1] == Fraction(5, 14)  # x_L of section 7
    assert values(found) == {(11, 3), (4, Fraction(7, 3)), (4, Fraction(3, 2))}


def test_only_nondegenerate_equilibria_have_an_index_of_their_own() -> None:
    # Row 2, column 2 is strict. Row 1 is in a component of index 0, of which a path finds one basis, of index 1.
    game = bimatrix_game("degenerate", [[1, 0, 1], [1, 2, 0]], [[2, 0, 2], [1, 2, 0]])
    found = equilibria(game, starts=12, back=True)
    assert (2, 2) in values(found)
    assert all(one.nondegenerate == (one.certificate.values == (2, 2)) for one in found)
    assert {one.index for one in found if one.nondegenerate} == {1}


def test_every_equilibrium_is_certified_and_those_of_starts_have_a_witness() -> None:
    found = equilibria("binary-tree(depth=5,seed=3)", starts=12, back=True)
    for one in found:
        assert one.certificate.proven
        assert certify(found.game, one.profile).nash_conv == 0
        assert (one.witness is not None) == bool(one.starts)
        if one.witness is not None:
            assert all(check_witness(found.game, one.profile, one.witness).values())


def test_equilibria_are_distinct_and_starts_add_up() -> None:
    found = equilibria("binary-tree(depth=5)", starts=30, witnesses=False)
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


@settings(max_examples=15)
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


@pytest.mark.parametrize("stopped", ["time limit", "interrupted"])
def test_a_limit_or_an_interruption_returns_what_was_found(stopped: str, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = JumpingClock(monkeypatch)

    def progress(text: str) -> None:
        if text.startswith("5 of"):
            if stopped == "interrupted":
                raise KeyboardInterrupt
            clock.jump()

    options = {"time_limit": LIMIT}
    found = equilibria("binary-tree(depth=5)", starts=50, options=options, jobs=1, progress=progress)
    assert (found.starts, found.stopped) == (5, stopped)
    assert not found.finished and not found.closed
    assert all(one.certificate.proven for one in found)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [({"starts": 0}, "starts"), ({"seed": -1}, "seed"), ({"jobs": 0}, "jobs"), ({"starts": 2.5}, "starts")],
)
def test_numbers_out_of_range_are_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ModelError, match=f"{message}: a whole number"):
        equilibria(FIGURE_1, **cast(Any, arguments))


def test_a_limit_on_pivots_holds_for_every_path_and_unknown_options_are_refused() -> None:
    with pytest.raises(SolveError, match="iteration limit"):
        equilibria(FIGURE_1, starts=2, options={"raw": {"max_pivots": 1}})
    with pytest.raises(OptionError, match="no option 'tie'; did you mean ties"):
        equilibria(FIGURE_1, options={"raw": {"tie": "unit-columns"}})


def test_an_unguarded_script_with_several_processes_gets_advice(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text("import seqform as sf\nsf.equilibria('binary-tree(depth=4)', starts=20, jobs=2)\n")
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    assert "__main__" in done.stderr.splitlines()[-1]


SIZES = st.sampled_from(
    [Fraction(0), Fraction(1), Fraction(2), Fraction(1, 10**9), Fraction(10**15), Fraction(5 * 10**15)]
)


@pytest.mark.parametrize("formulation", ["sequence-form", "normal-form"])
@settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(payoffs=st.lists(st.lists(SIZES, min_size=12, max_size=12), min_size=2, max_size=2))
def test_paths_back_are_closed_where_payoffs_differ_by_more_digits_than_doubles_have(
    formulation: Any, caplog: pytest.LogCaptureFixture, payoffs: list[list[Fraction]]
) -> None:
    caplog.clear()
    first, second = ([row[k : k + 4] for k in (0, 4, 8)] for row in payoffs)
    found = equilibria(bimatrix_game("sizes", first, second), starts=3, back=True, formulation=formulation)
    assert (found.closed, found.index_sum) == (True, 1)
    assert not caplog.records


def test_chosen_starts_are_numbered_by_their_places() -> None:
    game = sf.load("binary-tree(depth=5)")
    found = sf.equilibria(game, starts=["random:4", "centroid", "random:9", "random:4"])
    by_seed = sf.equilibria(game, starts=1)
    assert sorted(start for one in found for start in one.starts) == [0, 1, 2, 3]
    assert next(one for one in found if 1 in one.starts).profile.equals(by_seed[0].profile)
    assert any({0, 3} <= set(one.starts) for one in found)


def test_paths_from_starts_that_are_not_completely_mixed_have_no_witness() -> None:
    pure = sf.solve("kuhn")
    (found,) = sf.equilibria("kuhn", starts=[pure, pure.profile])
    assert found.certificate.proven and found.witness is None and found.starts == (0, 1)


def test_quasi_perfect_equilibria_from_many_starts_are_certified_and_distinct() -> None:
    found = sf.equilibria("binary-tree(depth=3)", starts=8, concept="quasi-perfect")
    assert all(one.certificate.checks["quasi-perfect"] and one.certificate.nash_conv == 0 for one in found)
    assert sum(len(one.starts) for one in found) == found.starts == 8
    assert not any(one.profile.equals(other.profile) for one in found for other in found if one is not other)
