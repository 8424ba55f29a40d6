"""Families shown as functions of ε: quotients of polynomials, tables, charts, and the trembles that weigh them."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from command_line import Run
from hypothesis import given
from hypothesis import strategies as st

import seqform as sf
from seqform.builders.forms.sequence_form import plans_of
from seqform.builders.programs.perturbed_lp import lengths
from seqform.errors import ModelError
from seqform.models.numbers.polynomials import PolynomialArray
from seqform.models.strategies.assessment import Ratio

POLYNOMIALS = st.lists(st.integers(-4, 4), min_size=1, max_size=5).map(tuple)
TINY = Fraction(1, 10**9)


@given(POLYNOMIALS, POLYNOMIALS.filter(any))
def test_a_reduced_quotient_is_the_same_function(
    above: tuple[int, ...], below: tuple[int, ...]
) -> None:
    reduced = Ratio(above, below).reduced()
    assert Ratio(above, below).at(Fraction(1, 97)) == reduced.at(Fraction(1, 97))
    assert next(part for part in reduced.below if part) == 1


@given(POLYNOMIALS, POLYNOMIALS.filter(lambda below: below[0] != 0))
def test_a_series_begins_with_the_largest_terms(
    above: tuple[int, ...], below: tuple[int, ...]
) -> None:
    ratio = Ratio(above, below)
    terms = ratio.series(3)
    rest = ratio.at(TINY) - sum(coefficient * TINY**order for order, coefficient in terms)
    assert abs(rest) <= 10**8 * TINY ** (terms[-1][0] + 1 if terms else 100)


@pytest.mark.parametrize(
    ("ratio", "text"),
    [
        (Ratio((0,), (1,)), "0"),
        (Ratio((1, Fraction(-5, 6)), (1,)), "1 - 5/6 ε"),
        (Ratio((0, 0, -1), (1, 1)), "-ε^2 / (1 + ε)"),
        (Ratio((0, 1, 1, 1, 1, 1, 1), (1, 1, 1, 1, 1, 1, 7)), "ε - 7 ε^7 + …"),
    ],
)
def test_functions_as_text(ratio: Ratio, text: str) -> None:
    assert str(ratio) == text


@pytest.mark.parametrize("concept", ["quasi-perfect", "extensive-form-perfect", "proper"])
def test_behavior_and_beliefs_tend_to_those_of_the_equilibrium(concept: str) -> None:
    found = sf.solve("kuhn", concept)
    assert found.family is not None and found.assessment is not None
    for player in (0, 1):
        for label, shares in found.family.behavior(player).items():
            limit = found.profile[player][label]
            assert all(
                abs(share.at(TINY) - limit[action]) < Fraction(1, 10**6)
                for action, share in shares.items()
            )
            assert sum(share.at(TINY) for share in shares.values()) == 1
        beliefs = found.family.beliefs(player)
        assert len(beliefs) == 6 and all(
            sum(one.at(TINY) for one in at.values()) == 1 for at in beliefs.values()
        )


@pytest.mark.parametrize("game", ["kuhn", "vsvet-figure-1"])
@pytest.mark.parametrize("trembles", ["random:3", sf.uniform_profile])
def test_trembles_are_weighed_by_a_profile(game: str, trembles: Any) -> None:
    tree = sf.load(game)
    profile = sf.uniform_profile(tree) if callable(trembles) else trembles
    found: Any = sf.solve(tree, "quasi-perfect", trembles=profile)
    assert found.certificate.checks["quasi-perfect"] and found.assessment is not None
    if callable(trembles):
        for family, plan in zip(found.assessment.family, plans_of(profile), strict=True):
            least = PolynomialArray.powers(lengths(family.index)).coefficients
            weights = plan.exact_weights("test")
            bound = PolynomialArray(tuple(part * weights for part in least))
            assert not (family.weights - bound).signs().min() < 0


def test_trembles_have_to_be_completely_mixed() -> None:
    with pytest.raises(ModelError, match="trembles: a completely mixed profile expected"):
        sf.solve("kuhn", "quasi-perfect", trembles=sf.solve("kuhn", exact=True).profile)


@pytest.mark.slow
def test_families_are_shown_and_drawn_on_the_command_line(seqform: Run, tmp_path: Path) -> None:
    status, shown, _ = seqform(
        "solve",
        "mertens-voting",
        "--concept",
        "extensive-form-perfect",
        "--family",
        "--draw",
        "family.svg",
    )
    assert (
        status == 0 and "(1/2 ε) / (1 - 1/2 ε)" in shown and "extensive-form perfect: yes" in shown
    )
    assert "task 1" in (tmp_path / "family.svg").read_text(encoding="utf-8")
    status, _, error = seqform("solve", "kuhn", "--family")
    assert status == 2 and "without a family" in error
    seqform(
        "solve", "kuhn", "--concept", "quasi-perfect", "--trembles", "random:1", "-o", "answer.json"
    )
    assert seqform("check", "kuhn", "answer.json", "--quasi-perfect")[0] == 0
