"""One deadline for all phases of a computation."""

from __future__ import annotations

from typing import Any

import pytest
from clocks import LIMIT, JumpingClock

import seqform as sf
from seqform.errors import SolveError
from seqform.models.programs.solutions import Termination

ORDERED = {"preprocess": "lossless", "game": "kuhn"}
QUASI_PERFECT = {"concept": "quasi-perfect", "game": "kuhn"}


def solved(monkeypatch: pytest.MonkeyPatch, phase: str, **arguments: Any) -> Any:
    """Solve a game with a limit that passes when a phase begins."""
    clock = JumpingClock(monkeypatch)

    def progress(text: str) -> None:
        if text == phase:
            clock.jump()

    return sf.solve(arguments.pop("game"), **arguments, progress=progress, time_limit=LIMIT)


@pytest.mark.parametrize(
    ("arguments", "phase"),
    [
        ({"game": "kuhn"}, "loading the game"),
        ({"game": "kuhn"}, "building the linear program"),
        ({"game": "vsvet-figure-1"}, "building the complementarity problem"),
        ({"game": "vsvet-figure-1", "weights": (1, 1)}, "building the complementarity problem"),
        ({"game": "kuhn", "backend": "cfr"}, "building the saddle point problem"),
        (QUASI_PERFECT, "building the perturbed linear program"),
        ({"game": "littman-figure-4", "concept": "subgame-perfect"}, "building the tree"),
        (ORDERED, "merging signals: lossless"),
        (ORDERED | {"backend": "highs"}, "building the linear program"),
        (ORDERED | {"exact": True}, "expanding the game tree"),
        (ORDERED | {"exact": True, "backend": "barrier"}, "building the linear program"),
    ],
)
def test_a_limit_that_passes_in_a_phase_ends_the_computation_before_the_next(
    monkeypatch: pytest.MonkeyPatch, arguments: dict[str, Any], phase: str
) -> None:
    with pytest.raises(SolveError, match=f"^time limit of 10000 s reached while {phase}$") as stopped:
        solved(monkeypatch, phase, **arguments)
    assert stopped.value.raw.termination is Termination.TIME_LIMIT


@pytest.mark.parametrize(
    ("arguments", "phase"),
    [
        ({"game": "kuhn", "exact": True}, "verifying on the tree"),
        (QUASI_PERFECT, "verifying on the tree"),
        (ORDERED, "verifying on all deals"),
    ],
)
def test_the_certificate_of_an_answer_is_not_cut_off(
    monkeypatch: pytest.MonkeyPatch, arguments: dict[str, Any], phase: str
) -> None:
    assert solved(monkeypatch, phase, **arguments).certificate.nash_conv < 1e-4
