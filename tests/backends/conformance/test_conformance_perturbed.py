"""The conformance cases of perturbed programs and position graphs detect wrong answers."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from tampered import failure

from seqform.backends import SolveOptions, get
from seqform.backends.bestnash.backend import backward_induction
from seqform.models.answers.equilibrium import PositionEquilibrium, PositionSolution
from seqform.models.games.positions import PositionStrategy

FALLING = "falling bound of a perturbed program"


class Changed:
    """A backend with changed answers."""

    def __init__(self, name: str, **changes: Any) -> None:
        self.backend, self.changes = get(name), changes
        self.name, self.supports, self.exact = name, self.backend.supports, self.backend.exact

    def solve(self, model: Any, options: SolveOptions | None = None) -> Any:
        answer = self.backend.solve(model, options)
        return replace(answer, **{name: change(answer) for name, change in self.changes.items()})


@pytest.mark.parametrize(
    ("backend", "case", "changes", "message"),
    [
        ("symbolic", FALLING, {"primal": lambda a: a.primal * 2}, "the proof fails"),
        ("symbolic", FALLING, {"proven": lambda a: False}, "an exact backend has no proof"),
        ("symbolic", FALLING, {"solver": lambda a: ""}, "the name of the solver"),
        ("numeric", FALLING, {"raw": lambda a: None}, "no answer at a number ε"),
        ("numeric", FALLING, {"raw": lambda a: replace(a.raw, objective=2.5)}, "correct is"),
        ("stable-basis", "rational of a program with ε in its matrix", {"primal": lambda a: None}, "functions of ε"),
        ("lemke", "two pairs of a perturbed problem", {"primal": lambda a: a.primal * 2}, "the proof fails"),
        ("bestnash", "pure of a position graph", {"equilibrium": lambda a: None}, "with an equilibrium expected"),
    ],
)  # fmt: skip
def test_a_changed_answer_fails_its_case(backend: str, case: str, changes: dict[str, Any], message: str) -> None:
    assert message in failure(Changed(backend, **changes), case)


def with_values(answer: PositionSolution) -> PositionEquilibrium:
    assert answer.equilibrium is not None
    return replace(answer.equilibrium, values=(Fraction(7), Fraction(7)))


def with_first_moves(answer: PositionSolution) -> PositionEquilibrium:
    assert answer.equilibrium is not None
    graph = answer.equilibrium.strategy.graph
    choice = np.where(graph.player >= 0, 0, -1).astype(np.int32)
    return replace(answer.equilibrium, strategy=PositionStrategy.pure(graph, choice))


@pytest.mark.parametrize(
    ("case", "change", "message"),
    [
        ("chance", with_values, "the values are not those of the strategy"),
        ("three players", with_first_moves, "gains by another move at position"),
        ("best for 2", lambda answer: backward_induction(answer.equilibrium.strategy.graph), "correct is (2, 100)"),
    ],
)
def test_values_moves_and_choices_of_position_graphs_are_checked(case: str, change: Any, message: str) -> None:
    assert message in failure(Changed("bestnash", equilibrium=change), f"{case} of a position graph")
