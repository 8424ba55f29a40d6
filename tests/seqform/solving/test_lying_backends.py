"""Backends that return garbage or false answers: a matrix of routes through `solve` and of lies.

Every lie ends as an error on one line with exit status 3 or 4, or in an answer that is true and can be shown.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from lying_backends import LIES, SAME, Lie, fault_of, put, shown
from route_matrix import ROUTES, Relay, Route, ways

import seqform as sf
import seqform.backends
from seqform.backends.answers import checked_answer
from seqform.errors import SolveError
from seqform.experiments.rows import Outcome
from seqform.experiments.run_case import run_case
from seqform.experiments.values import Case
from seqform.models.programs.solutions import CUT_SHORT, NO_OPTIMUM, Basis, Termination
from seqform.solving.execute import FAILED


def liar(way: Route, lie: Lie, calls: list[tuple[Any, Any]] | None = None) -> Relay:
    """Return the backend of a way that lies where the lie applies; its honest answers are added to the calls."""

    def told(model: Any, answer: Any) -> Any:
        if calls is not None:
            calls.append((model, answer))
        false = lie(answer)
        return answer if false is SAME else false

    return way.relay(told)


@pytest.mark.slow
@pytest.mark.parametrize(("number", "way"), list(enumerate(ways())), ids=lambda one: getattr(one, "name", ""))
def test_every_lie_is_an_error_on_one_line_or_a_true_answer(number: int, way: Route) -> None:
    """Where the check refuses an answer, the way ends there; all other lies go on to the end of the way."""
    calls: list[tuple[Any, Any]] = []
    honest = liar(way, lambda answer: SAME, calls)
    shown(way.solve(honest))
    model, answer = calls[0]
    faults, told, accepted = [], 0, dict[str, Lie]()
    for name, lie in LIES.items():
        given = lie(answer)
        if given is SAME or is_same(answer, given):
            continue
        told += 1
        outcome = fault_of(lambda given=given: checked_answer(honest, model, given))  # type: ignore[misc]
        if outcome is None or name == FIRST:
            accepted[name] = lie
        elif outcome:
            faults.append(f"{name}: {outcome}")
    for name, lie in each_once(accepted, number).items():
        if outcome := fault_of(lambda lie=lie: shown(way.solve(liar(way, lie)))):  # type: ignore[misc]
            faults.append(f"{name}: {outcome}")
    assert not faults, "\n".join(faults)
    assert told > 100


def is_same(answer: Any, given: Any) -> bool:
    """Return whether a lie has changed nothing."""
    return type(given) is type(answer) and all(
        getattr(given, one.name) is getattr(answer, one.name) for one in fields(answer)
    )


SHOWN = ("status", "iterations", "seconds", "solver", "options", "objective", "bound")
"""Fields from which nothing is computed: all accepted changes of them are made in one answer."""

ALIKE = (CUT_SHORT, NO_OPTIMUM, FAILED, (Termination.SECONDARY_RAY, Termination.REPEATED_BASIS))
"""Groups of terminations with one meaning: each route is given one of each group, and all routes together every one."""


def each_once(lies: Mapping[str, Lie], number: int) -> dict[str, Lie]:
    """Return the lies for a route, those about shown fields joined, in either order."""
    joined = [lie for name, lie in lies.items() if name.partition(":")[0] in SHOWN]
    kept = {"shown fields": in_turn(joined), "shown fields, backwards": in_turn(joined[::-1])} if joined else {}
    ends = {f"termination: {group[number % len(group)]!r}" for group in ALIKE}
    for name, lie in lies.items():
        field = name.partition(":")[0]
        if field not in SHOWN and (field != "termination" or name in ends):
            kept[name] = lie
    return kept


def in_turn(lies: Sequence[Lie]) -> Lie:
    """Return the lie that makes all of these changes."""

    def lie(answer: Any) -> Any:
        for one in lies:
            false = one(answer)
            answer = answer if false is SAME else false
        return answer

    return lie


FIRST = next(iter(LIES))
"""A lie that goes through every way although the check refuses it, so that each way is seen to have the check."""


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("primal", np.ones(3), r"a wrong primal: [0-9]+ numbers expected, not an array of shape \(3,\)"),
        ("primal", "optimal", "a wrong primal: an array expected, not 'optimal'"),
        ("primal", np.full(5, np.nan), "a wrong primal: it has entries that are not finite numbers"),
        ("dual", np.ones((2, 2)), r"a wrong dual: [0-9]+ numbers expected, not an array of shape \(2, 2\)"),
        ("seconds", -1, "a wrong seconds: a finite number from 0 on expected, not -1"),
        ("options", [1], r"a wrong options: a mapping from names to values expected, not \[1\]"),
        ("basis", Basis(np.zeros(2), np.zeros(2)), "a wrong basis: columns: [0-9]+ numbers expected, not an array"),  # type: ignore[arg-type]
    ],
)
def test_the_error_names_the_backend_the_field_and_what_was_expected(name: str, value: Any, message: str) -> None:
    way = ROUTES[0]
    with pytest.raises(SolveError, match=f"^backend relay returned {message}"):
        way.solve(liar(way, put(name, value)))


@pytest.mark.parametrize("way", list(ways()), ids=lambda way: way.name)
def test_a_backend_cannot_change_its_model(way: Route) -> None:
    """Every array that can be reached from a model is read-only before and after the backend has worked with it."""
    honest = way.relay()
    way.solve(honest)
    for model, _ in honest.calls:
        assert not list(writable(model, "model", set()))


def writable(value: Any, where: str, seen: set[int]) -> Iterator[str]:
    """Yield the places of arrays that can be written to."""
    if id(value) in seen or isinstance(value, str | bytes | type | int | float):
        return
    seen.add(id(value))
    if isinstance(value, np.ndarray):
        if value.flags.writeable:
            yield where
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield from writable(part, f"{where}[{key!r}]", seen)
    elif isinstance(value, list | tuple | set | frozenset):
        for place, part in enumerate(value):
            yield from writable(part, f"{where}[{place}]", seen)
    elif hasattr(value, "__dict__"):
        for name, part in vars(value).items():
            yield from writable(part, f"{where}.{name}", seen)


def test_no_backend_of_the_user_is_called_but_through_the_check() -> None:
    """In the packages that take backends as arguments; `solved_by` is the one place that calls them."""
    root = Path(seqform.backends.__file__).parent
    own = Path(sf.__file__).parent
    files = [*own.rglob("*.py"), *(root / "perturbed").glob("*.py")]
    calls = re.compile(r"\b(backend|solver|method|self\.solver|self\.backend)\.solve\(")
    assert len(files) > 100
    assert not [
        f"{file.name}: {line}" for file in files for line in file.read_text("utf-8").splitlines() if calls.search(line)
    ]


LYING = """
from seqform.models.programs.linear import LinearProgram
import numpy as np

class Liar:
    name, supports, exact = "liar", frozenset({LinearProgram}), False

    def solve(self, model, options=None):
        return np.zeros(3)
"""


def test_the_command_line_ends_with_status_3_and_a_sweep_with_a_row(seqform: Any, tmp_path: Path) -> None:
    (tmp_path / "liar.py").write_text(LYING, encoding="utf-8")
    status, _, error = seqform("solve", "kuhn", "--backend", "./liar.py:Liar")
    assert status == 3 and "Traceback" not in error
    assert (
        " ".join(error.split())
        == "seqform: backend liar returned a wrong answer: a RawSolution expected, not array([0., 0., 0.])"
    )
    row = run_case(Case("kuhn", backend=str(tmp_path / "liar.py") + ":Liar"))
    assert row.outcome is Outcome.GAVE_UP and row.error.startswith("backend liar returned a wrong answer")
