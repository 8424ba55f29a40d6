"""Target gaps: an answer whose certificate misses the one that was asked for states it, by every route."""

from dataclasses import replace
from typing import Any

import pytest

import seqform as sf
from seqform.backends import get
from seqform.models.programs.class_game import ClassGame
from seqform.models.programs.sequence_form import SaddlePointProblem

MATRIX = sf.bimatrix_game([[3, -1, 2], [-2, 4, 0]], [[-3, 1, -2], [2, -4, 0]])
GAMES = {
    "tree": ("kuhn", {}),
    "matrix": (MATRIX, {}),
    "classes": ("kuhn", {"preprocess": "lossless"}),
    "abstraction": ("leduc", {"preprocess": "published"}),
}


class Careless:
    """A backend that stops at a gap of 0.01, whatever is asked, and states that it reached the target."""

    name = "careless"
    exact = False

    def __init__(self, *supports: type) -> None:
        self.supports = frozenset(supports)

    def solve(self, model: Any, options: Any = None) -> Any:
        return get("cfr").solve(model, replace(options, target_gap=0.01))


@pytest.mark.parametrize("backend", ["cfr", "pdhg", "barrier", "highs"])
@pytest.mark.parametrize("game", GAMES)
def test_every_backend_meets_the_target_or_states_that_it_does_not(game: str, backend: str) -> None:
    source, options = GAMES[game]
    target = 1e-2
    answer: Any = sf.solve(source, backend=backend, target_gap=target, **options)
    is_stated = "above the target gap of 0.01" in answer.certificate.note
    assert is_stated == (answer.certificate.nash_conv > target)
    assert is_stated == ("above the target gap of 0.01" in answer.raw.status)


@pytest.mark.parametrize("game", ["tree", "matrix", "classes"])
def test_a_target_that_a_solver_claims_and_the_certificate_misses_is_stated(game: str) -> None:
    source, options = GAMES[game]
    problem = ClassGame if game == "classes" else SaddlePointProblem
    answer: Any = sf.solve(
        source,
        sf.Nash(certificate_tolerance=0.1),
        backend=Careless(problem),
        target_gap=1e-9,
        **options,
    )
    assert answer.certificate.nash_conv > 1e-9
    assert "in the game itself is above the target gap of 1e-09" in answer.raw.status
    assert "in the game itself is above the target gap of 1e-09" in answer.certificate.note
    assert "above the target gap" in str(answer.report())


def test_an_exact_answer_meets_every_target() -> None:
    answer: Any = sf.solve("kuhn", target_gap=0, exact=True)
    assert "target gap" not in answer.certificate.note
