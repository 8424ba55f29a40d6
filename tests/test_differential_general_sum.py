"""General-sum games: every file of Gambit's collection solved and proven, and Gambit and we agree on equilibria."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from game_files import paths

import seqform as sf
from seqform.builders.games.formats.pygambit import profile_from_pygambit, to_pygambit
from seqform.models.answers.equilibrium import EquilibriumSet

GENERAL_SUM = paths(".nfg", constant_sum="False") + paths(".efg", constant_sum="False", perfect_recall="True")


@pytest.mark.parametrize("path", GENERAL_SUM)
def test_every_general_sum_file_is_solved_with_proof_of_normal_form_perfection(path: Path) -> None:
    equilibrium = sf.solve(path)
    assert equilibrium.backend == "lemke"
    assert equilibrium.certificate.proven
    assert equilibrium.certificate.checks == {"normal-form perfect": True}


@pytest.mark.parametrize("seed", range(12))
def test_gambits_rational_lemke_finds_what_we_certify(seed: int) -> None:
    pygambit = pytest.importorskip("pygambit", reason="the extra 'gambit' brings pygambit")
    game = sf.load(f"random-game(seed={seed},zero_sum=false,depth=4,payoffs={1 + seed % 3})")
    theirs = pygambit.nash.lcp_solve(to_pygambit(game), rational=True).equilibrium
    certificate = sf.check(game, profile_from_pygambit(theirs, game))
    assert certificate.proven
    assert certificate.values == tuple(payoff for _, payoff in theirs.payoffs)


@pytest.mark.parametrize("seed", range(10))
def test_our_equilibria_of_degenerate_matrix_games_are_among_the_extreme_ones_that_gambit_enumerates(seed: int) -> None:
    payoffs = np.random.default_rng(seed).integers(0, 3, (2, 3, 4)).tolist()
    found = sf.equilibria(sf.bimatrix_game("degenerate", *payoffs), starts=20, back=True)
    assert shares(found) <= extreme_equilibria(payoffs)
    assert found.index_sum == 1


@pytest.mark.parametrize("seed", range(10))
def test_our_equilibria_of_generic_matrix_games_are_among_all_that_gambit_enumerates(seed: int) -> None:
    payoffs = np.random.default_rng(seed).integers(0, 10**6, (2, 3, 3)).tolist()
    theirs = extreme_equilibria(payoffs)
    found = sf.equilibria(sf.bimatrix_game("random", *payoffs), starts=30, back=True)
    assert shares(found) <= theirs
    assert all(one.nondegenerate for one in found)
    assert len(theirs) % 2 == 1
    assert found.index_sum == 1


def extreme_equilibria(payoffs: list[list[list[int]]]) -> set[tuple[Fraction, ...]]:
    """Return the mixed strategies of all extreme equilibria, player 1's before player 2's, by Gambit."""
    pygambit = pytest.importorskip("pygambit", reason="the extra 'gambit' brings pygambit")
    gambit = pygambit.StrategicGame.from_arrays(*payoffs)
    return {
        tuple(share for mixed in profile for _, share in mixed)
        for profile in pygambit.nash.enummixed_solve(gambit, rational=True).equilibria
    }


def shares(found: EquilibriumSet) -> set[tuple[Fraction, ...]]:
    """Return the mixed strategies of our equilibria in the same order."""
    return {
        tuple(share for strategy in one.profile for behavior in strategy.values() for share in behavior.values())
        for one in found
    }
