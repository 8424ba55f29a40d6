"""Games under filters as trees, and strategies for classes lifted to hands."""

from __future__ import annotations

from fractions import Fraction

import pytest

import seqform as sf
from seqform.builders.abstraction.filtered_game import filtered_game
from seqform.builders.abstraction.filters import equitable_filters
from seqform.builders.games import catalog
from seqform.builders.games.ordered.expansion import to_extensive
from seqform.builders.preprocess.gameshrink import game_shrink
from seqform.models.games.abstraction import InformationFilter
from seqform.verify.nash import certify

Filters = tuple[InformationFilter, InformationFilter]
LOSSLESS = [
    "tiny-poker",
    "kuhn(ranks=4)",
    "leduc",
    "leduc(ranks=2,suits=3)",
    "rhode-island(ranks=2,suits=2,max_bets=1)",
]


def solved(spec: str, filters: Filters) -> tuple[sf.Equilibrium, sf.Certificate]:
    game = catalog.ordered(spec)
    original = to_extensive(game)
    step = filtered_game(game, filters, original)
    found = sf.solve(step.target, exact=True)
    return found, certify(original, step.lift(found.profile))


@pytest.mark.parametrize("spec", LOSSLESS)
def test_an_equilibrium_of_lossless_classes_is_one_of_the_game_as_fractions(spec: str) -> None:
    game = catalog.ordered(spec)
    found, certificate = solved(spec, equitable_filters(game))
    assert certificate.exact
    assert certificate.nash_conv == 0
    assert certificate.values == found.certificate.values
    assert certificate.values == sf.solve(to_extensive(game), exact=True).certificate.values


def test_leducs_published_classes_lose_in_the_game_itself() -> None:
    found, certificate = solved("leduc", game_shrink(catalog.ordered("leduc")))
    assert found.certificate.nash_conv == 0
    assert certificate.exact
    assert certificate.nash_conv > Fraction(1, 100)
