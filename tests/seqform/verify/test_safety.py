"""Maximin strategies and their certificates, against linear programs on the normal form and the equilibria."""

from fractions import Fraction

import numpy as np
import pytest
from command_line import Run
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linprog

import seqform as sf
from seqform.builders.games.families.matrix_games import bimatrix_game
from seqform.errors import ModelError
from seqform.models.answers.certificate import NASH, SAFE
from seqform.verify.guarantee import certify_safe

PAYOFFS = st.integers(min_value=-2, max_value=2)
"""Few values, so that ties, zeros and duplicated actions are frequent."""


@st.composite
def bimatrices(draw: st.DrawFn) -> tuple[list[list[int]], list[list[int]]]:
    rows, columns = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    matrix = st.lists(st.lists(PAYOFFS, min_size=columns, max_size=columns), min_size=rows, max_size=rows)
    return draw(matrix), draw(matrix)


def safety_value(matrix: np.ndarray) -> float:
    """Return the largest guarantee of the player of the rows, by a linear program on the normal form."""
    rows, columns = matrix.shape
    found = linprog(
        np.append(np.zeros(rows), -1.0),
        A_ub=np.column_stack([-matrix.T, np.ones(columns)]),
        b_ub=np.zeros(columns),
        A_eq=np.append(np.ones(rows), 0.0)[None],
        b_eq=[1.0],
        bounds=[(0, 1)] * rows + [(None, None)],
    )
    assert found.x is not None
    return float(found.x[-1])


@given(bimatrices())
def test_guarantees_are_the_values_of_the_normal_form(payoffs: tuple[list[list[int]], list[list[int]]]) -> None:
    first, second = map(np.array, payoffs)
    found = sf.solve(bimatrix_game("matrix", *payoffs), "maximin", exact=True)
    assert found.certificate.holds(SAFE) and found.certificate.claims == {SAFE.name: "proven"}
    expected = safety_value(first), safety_value(second.T)
    assert [float(value) for value in found.certificate.figure("guarantee")] == pytest.approx(expected)


@given(bimatrices())
def test_a_guarantee_is_the_payoff_against_the_worst_pure_reply(
    payoffs: tuple[list[list[int]], list[list[int]]],
) -> None:
    first, second = map(np.array, payoffs)
    game = bimatrix_game("matrix", *payoffs)
    uniform = sf.uniform_profile(game)
    certificate = certify_safe(game, uniform, uniform)
    assert certificate.figure("guarantee") == (
        min(Fraction(int(total), len(first)) for total in first.sum(axis=0)),
        min(Fraction(int(total), second.shape[1]) for total in second.sum(axis=1)),
    )
    assert certificate.figure("bound on it") == (
        max(Fraction(int(total), first.shape[1]) for total in first.sum(axis=1)),
        max(Fraction(int(total), len(second)) for total in second.sum(axis=0)),
    )


@pytest.mark.parametrize("name", ["kuhn", "leduc(ranks=2)", "guess-the-ace"])
def test_the_guarantees_of_a_constant_sum_game_are_its_values(name: str) -> None:
    safe, nash = sf.solve(name, "maximin", exact=True), sf.solve(name, exact=True)
    assert safe.certificate.figure("guarantee") == nash.values
    assert sf.check(name, safe).holds(NASH)


def test_strategies_that_punish_too_little_prove_nothing() -> None:
    game = sf.load("kuhn")
    found = sf.solve(game, "maximin", exact=True)
    certificate = certify_safe(game, found.profile, sf.uniform_profile(game))
    assert certificate.exact and not certificate.proven and certificate.claims == {SAFE.name: "no"}
    assert certificate.gap == certificate.differences[0] + certificate.differences[1] > 0


def test_an_answer_in_doubles_is_within_its_tolerance() -> None:
    found = sf.solve("vsvet-figure-1", "maximin", backend="cfr", target_gap=1e-3)
    assert not found.certificate.exact and 0 < found.certificate.gap <= found.certificate.allowed
    assert found.certificate.claims == {SAFE.name: "within tolerance"}
    with pytest.raises(ModelError, match="a shortfall of -1 is impossible"):
        type(found.certificate)((0, 0), (0, 0), True, claim=SAFE, figures={SAFE.attained: (1, 0), SAFE.bound: (0, 0)})


def test_the_command_line_checks_a_file_and_exits_with_status_4_if_it_is_not_proven(seqform: Run) -> None:
    seqform("solve", "vsvet-figure-1", "--concept", "maximin", "--exact", "-o", "maximin.json")
    seqform("solve", "vsvet-figure-1", "-o", "nash.json")
    status, shown, _ = seqform("check", "vsvet-figure-1", "maximin.json", "--maximin")
    assert status == 0 and "proven: a pair of maximin strategies" in shown
    status, _, error = seqform("check", "vsvet-figure-1", "nash.json", "--maximin")
    assert status == 4 and "not proven to be a pair of maximin strategies: total shortfall = 2 (exact)" in error
    status, _, error = seqform("check", "vsvet-figure-1", "nash.json", "--maximin", "--sequential")
    assert status == 2 and "maximin: a claim of its own" in error


@pytest.mark.parametrize("steps", [None, "contract-forced"])
def test_the_claim_is_the_concepts_where_no_move_is_left(steps: str | None) -> None:
    found = sf.solve(bimatrix_game("one", [[3]], [[5]]), "maximin", preprocess=steps, exact=True)
    assert found.certificate.holds(SAFE) and found.certificate.figure("guarantee") == (3, 5)


def test_a_bound_that_is_lower_by_rounding_is_the_guarantee() -> None:
    game = sf.load("kuhn(ranks=5)")
    profile = sf.solve(game, exact=True).profile.to_floats()
    certificate = certify_safe(game, profile, profile)
    assert certificate.figure(SAFE.bound) == certificate.figure(SAFE.attained)
    strategies = profile.normalized()
    assert sf.verify.best_response(game, 0, strategies[1]).value < certificate.figure(SAFE.attained)[0]
