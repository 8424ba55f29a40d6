"""The lexicographic simplex method as extension modules and as plain Python: the same pivots, to the last bit."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from perturbed_programs import perturbed_game, perturbed_games, perturbed_programs
from plain_kernels import plain

from seqform.backends.perturbed import lexicographic_simplex
from seqform.models.programs.perturbed import PerturbedLinearProgram

pytestmark = pytest.mark.slow

PLAIN = plain("seqform.backends.perturbed.lexicographic_simplex")
ARRAYS = ("variable", "place", "x", "x_residues", "z", "z_residues", "row_weight", "column_weight")


def computed(module: Any, program: PerturbedLinearProgram) -> list[Any]:
    """Return the outcome from the slacks, and the bits of all arrays that the pivots leave."""
    simplex = module.LexicographicSimplex(program)
    with np.errstate(all="ignore"):
        try:
            outcome: Any = simplex.run()
        except module.NumericalTroubleError as error:
            outcome = str(error)
    state = simplex._machine.state
    return [
        outcome,
        simplex.pivots,
        simplex.culprit,
        *(np.asarray(getattr(state, name)).tobytes() for name in ARRAYS),
    ]


@given(perturbed_programs(most=6) | perturbed_games().map(lambda step: step.target))
def test_random_programs(program: PerturbedLinearProgram) -> None:
    assert computed(lexicographic_simplex, program) == computed(PLAIN, program)


@pytest.mark.parametrize(
    "game", ["kuhn", "kuhn(ranks=12)", "liars-dice(sides=2)", "uniform-bounds"]
)
def test_games_of_the_catalog(game: str) -> None:
    program = perturbed_game(game).target
    found = computed(lexicographic_simplex, program)
    assert found[1] > 0
    assert found == computed(PLAIN, program)
