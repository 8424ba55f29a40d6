"""Checking for normal-form perfection: by a witness where there is one, by linear programs where there is none."""

from fractions import Fraction

import numpy as np
import pytest

import seqform as sf
from seqform.builders.games.families.matrix_games import bimatrix_game
from seqform.errors import ModelError
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy
from seqform.solving import api
from seqform.verify.normal_form import NORMAL_FORM_PERFECT


def test_an_equilibrium_is_checked_by_its_own_witness_without_a_linear_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(api, "examine_normal_form")
    equilibrium = sf.solve("vsvet-figure-1")
    certificate = sf.check(equilibrium.game, equilibrium, normal_form_perfect=True)
    assert certificate.nash_conv == 0
    assert certificate.checks == {NORMAL_FORM_PERFECT: True}


def test_a_profile_is_checked_by_linear_programs() -> None:
    equilibrium = sf.solve("vsvet-figure-1")
    certificate = sf.check(equilibrium.game, equilibrium.profile, normal_form_perfect=True)
    assert set(certificate.checks) == {"player 1 undominated", "player 2 undominated", NORMAL_FORM_PERFECT}
    assert all(certificate.checks.values())
    assert not sf.check(equilibrium.game, equilibrium.profile).checks


def test_an_equilibrium_in_dominated_strategies_is_not_perfect() -> None:
    game = bimatrix_game("one good outcome", [[1, 0], [0, 0]], [[1, 0], [0, 0]])
    second, other = (
        BehaviorStrategy(sequences.index, np.array([Fraction(1), Fraction(0), Fraction(1)]))
        for sequences in game.sequences
    )
    certificate = sf.check(game, BehaviorProfile((second, other)), normal_form_perfect=True)
    assert certificate.proven
    assert not certificate.checks[NORMAL_FORM_PERFECT]


def test_subgame_perfection_is_checked_on_demand() -> None:
    game = sf.load("littman-figure-4")
    best = sf.solve(game, concept="subgame-perfect", objective="social")
    assert sf.check(game, best, subgame_perfect=True).checks == {"subgame perfect": True}
    threat = sf.solve(game, backend="lemke")
    checks = sf.check(game, threat, subgame_perfect=True, normal_form_perfect=True).checks
    assert checks["subgame perfect"] is False
    assert NORMAL_FORM_PERFECT in checks
    with pytest.raises(ModelError, match="subgame perfection is checked in rational arithmetic"):
        sf.check("kuhn", sf.solve("kuhn"), subgame_perfect=True)


def test_perfection_of_a_profile_in_doubles_is_refused() -> None:
    equilibrium = sf.solve("vsvet-figure-1")
    with pytest.raises(ModelError, match="decided in fractions only"):
        sf.check(equilibrium.game, equilibrium.profile.to_floats(), normal_form_perfect=True)
