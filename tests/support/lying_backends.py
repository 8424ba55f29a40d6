"""Backends that return garbage or false answers, the ways through `solve` that ask them, and the lies."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

import seqform as sf
import seqform.backends
from seqform.errors import BackendError, CertificationError, SeqformError
from seqform.io.json_values import to_json
from seqform.models import ExactArray, PerturbedSolution
from seqform.models.answers.certificate import COMMITMENT, SAFE
from seqform.models.answers.device import Device
from seqform.models.answers.equilibrium import Equilibrium, PositionEquilibrium, PositionSolution
from seqform.models.games.positions import PositionGraph, PositionStrategy
from seqform.models.numbers.polynomials import PolynomialArray, RationalFunctionArray
from seqform.models.programs.class_game import ClassSolution
from seqform.models.programs.solutions import (
    Basis,
    Bound,
    BoundedSolution,
    RawSolution,
    Termination,
)
from seqform.solving.certifiers.checks import check_device
from seqform.solving.ordered_equilibrium import OrderedEquilibrium
from seqform.verify.commitment import decide_commitment
from seqform.verify.guarantee import certify_safe
from seqform.verify.nash import certify
from seqform.verify.subgames import position_values, subgame_perfect_violation

Lie = Callable[[Any], Any]
"""Takes an honest answer and returns another one, `SAME` where it does not apply."""

SAME = object()


# ---- lies ----

GARBAGE: dict[str, Any] = {
    "None": None, "text": "optimal", "nan": float("nan"), "-1": -1, "list": [1, 2], "object": object(),
    "texts": np.array(["a", "b"]), "mapping": {1: 2}, "class": RawSolution,
}  # fmt: skip
"""Values for every field; those that happen to be right are harmless."""

ANSWERS: dict[str, Any] = {
    **GARBAGE,
    "wrong class": RawSolution(Termination.SOLVED, "ok", np.zeros(3), np.zeros(3)),
    "perturbed": PerturbedSolution(Termination.SOLVED, "ok", proven=True),
    "bounded": BoundedSolution(Termination.SOLVED, "ok", bounds=(Bound(0, 0.0, 0.0, 0.0),)),
    "positions": PositionSolution(Termination.SOLVED, "ok"),
    "text on two lines": type("Answer", (), {"__repr__": lambda self: "one\ntwo"})(),
    "no text": type("Answer", (), {"__repr__": lambda self: 1 / 0})(),
}


def field(name: str, change: Callable[[Any], Any]) -> Lie:
    """Return the lie that changes a field, if the answer has one that is not None."""

    def lie(answer: Any) -> Any:
        value = getattr(answer, name, None)
        changed = SAME if value is None else change(value)
        return SAME if changed is SAME else replace(answer, **{name: changed})

    return lie


def vector(change: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return a change of vectors in doubles; exact ones are changed to exact ones."""

    def changed(value: Any) -> Any:
        if isinstance(value, ExactArray):
            numbers = np.array(value.to_fractions(), dtype=object)
            try:
                return ExactArray.of(change(numbers).tolist())
            except (TypeError, ValueError, OverflowError, AttributeError):
                return change(value.to_floats())
        return change(value) if isinstance(value, np.ndarray) else SAME

    return changed


VECTORS: dict[str, Callable[[Any], Any]] = {
    "short": lambda x: x[:-1],
    "long": lambda x: np.concatenate([x, x]),
    "empty": lambda x: x[:0],
    "in two dimensions": lambda x: x.reshape(1, -1),
    "nan": lambda x: x * np.nan,
    "infinite": lambda x: np.where(np.arange(len(x)) == 0, np.inf, np.array(x, dtype=float)),
    "complex": lambda x: np.array(x, dtype=complex),
    "truths": lambda x: np.array(x, dtype=bool),
    "objects": lambda x: np.array([None] * len(x), dtype=object),
    "zeros": lambda x: 0 * x,
    "ones": lambda x: 0 * x + 1,
    "negative": lambda x: -x,
    "huge": lambda x: x * 10**300,
    "backwards": lambda x: x[::-1].copy(),
    "whole numbers": lambda x: np.arange(len(x)),
}

BASES: dict[str, Callable[[Basis], Any]] = {
    "short": lambda b: Basis(b.columns[:-1], b.rows),
    "exchanged": lambda b: Basis(b.rows, b.columns),
    "of none": lambda b: Basis(0 * b.columns + 1, 0 * b.rows + 1),
    "of all": lambda b: Basis(0 * b.columns, 0 * b.rows),
    "of rows": lambda b: Basis(0 * b.columns + 1, 0 * b.rows),
    "unknown": lambda b: Basis(0 * b.columns + 7, 0 * b.rows),
    "in doubles": lambda b: Basis(b.columns / 2, b.rows / 2),  # type: ignore[arg-type]
    "of texts": lambda b: Basis("columns", "rows"),  # type: ignore[arg-type]
    "backwards": lambda b: Basis(b.columns[::-1].copy(), b.rows[::-1].copy()),
}


def without_exactness(value: Any) -> Any:
    """Return an exact vector with doubles inside, which nobody but its owner can make."""
    if not isinstance(value, ExactArray) or not len(value):
        return SAME
    forged = object.__new__(ExactArray)
    forged.__dict__.update(numerators=np.array(value.to_floats(), dtype=object), denominator=1)
    return forged


def functions(change: Callable[[PolynomialArray], PolynomialArray]) -> Callable[[Any], Any]:
    def changed(value: Any) -> Any:
        if isinstance(value, RationalFunctionArray):
            return RationalFunctionArray(change(value.numerators), value.denominator)
        return change(value) if isinstance(value, PolynomialArray) else SAME

    return changed


FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    "short": functions(lambda x: x.take(slice(1, None))),
    "zeros": functions(lambda x: x * 0),
    "negative": functions(lambda x: -x),
    "at zero": functions(lambda x: PolynomialArray((x.limit,))),
    "unbounded": lambda x: RationalFunctionArray(
        PolynomialArray((ExactArray.of([1] * len(x)),)),
        PolynomialArray((ExactArray.of([0]), ExactArray.of([1]))),
    ),
    "of doubles": lambda x: (
        x.limit.to_floats() if isinstance(x, PolynomialArray | RationalFunctionArray) else SAME
    ),
}


def classes(change: Callable[[ClassSolution], dict[str, Any]]) -> Lie:
    return lambda answer: (
        replace(answer, **change(answer)) if isinstance(answer, ClassSolution) else SAME
    )


def other_game() -> Any:
    found = sf.solve("tiny-poker", preprocess="identity", backend="cfr", target_gap=1.0)
    assert isinstance(found, OrderedEquilibrium) and isinstance(found.raw, ClassSolution)
    return found.raw


def behaviors(change: Callable[[Any], Any]) -> Lie:
    return classes(
        lambda a: {
            "strategies": tuple(
                replace(s, behavior=tuple(map(change, s.behavior))) for s in a.strategies
            )
        }
    )


CLASSES: dict[str, Lie] = {
    "of another game": classes(lambda a: {"strategies": cache(other_game)().strategies}),
    "all of another game": classes(
        lambda a: {one: getattr(cache(other_game)(), one) for one in ("strategies", "game")}
    ),
    "exchanged": classes(lambda a: {"strategies": a.strategies[::-1]}),
    "one": classes(lambda a: {"strategies": a.strategies[:1]}),
    "without rounds": classes(
        lambda a: {"strategies": tuple(replace(s, behavior=()) for s in a.strategies)}
    ),
    "uniform": behaviors(lambda table: 0 * table + 1 / 2),
    "of objects": behaviors(lambda table: table.astype(object)),
    "no bounds": classes(lambda a: {"bounds": ()}),
    "bounds of texts": classes(lambda a: {"bounds": (Bound(0, 0.0, "low", "high"),)}),  # type: ignore[arg-type]
    "bounds without numbers": classes(
        lambda a: {"bounds": (Bound(0, 0.0, float("nan"), float("nan")),)}
    ),
    "narrow bounds": classes(lambda a: {"bounds": (Bound(0, 0.0, 5.0, 5.0),)}),
}


def positions(change: Callable[[PositionEquilibrium], Any]) -> Lie:
    def lie(answer: Any) -> Any:
        found = getattr(answer, "equilibrium", None)
        return SAME if found is None else replace(answer, equilibrium=change(found))

    return lie


def first_moves(strategy: PositionStrategy) -> PositionStrategy:
    return PositionStrategy.pure(
        strategy.graph, np.where(strategy.graph.player >= 0, 0, -1).astype(np.int32)
    )


def renumbered(graph: PositionGraph) -> PositionGraph:
    """Return a game in which everything pays player 1 a million more."""
    return replace(
        graph,
        payoffs=(
            graph.payoffs[0] + ExactArray.of([10**6] * len(graph.payoffs[0])),
            *graph.payoffs[1:],
        ),
    )


def in_another_game(found: PositionEquilibrium) -> PositionEquilibrium:
    graph = renumbered(found.strategy.graph)
    strategy = replace(found.strategy, graph=graph)
    return replace(found, strategy=strategy, values=(found.values[0] + 10**6, *found.values[1:]))


POSITIONS: dict[str, Lie] = {
    "text": positions(lambda e: "an equilibrium"),
    "values": positions(lambda e: replace(e, values=tuple(v + 1 for v in e.values))),
    "values in doubles": positions(lambda e: put("values", tuple(float(v) for v in e.values))(e)),
    "too few values": positions(lambda e: replace(e, values=e.values[:1])),
    "no values": positions(lambda e: put("values", None)(e)),
    "no strategy": positions(lambda e: put("strategy", None)(e)),
    "strategy": positions(lambda e: replace(e, strategy=first_moves(e.strategy))),
    "another game": positions(in_another_game),
    "profiles": positions(lambda e: put("profiles", "all of them")(e)),
    "of the wrong game": positions(
        lambda e: cache(
            lambda: sf.solve(sf.load("tic-tac-toe", kind="positions"), "subgame-perfect")
        )()
    ),
}


def with_path(change: Callable[[Any], dict[str, Any]]) -> Lie:
    def lie(answer: Any) -> Any:
        path = getattr(answer, "path", None)
        return (
            SAME
            if path is None or isinstance(path, str)
            else replace(answer, path=replace(path, **change(path)))
        )

    return lie


PATHS: dict[str, Lie] = {
    "of no pivots": with_path(
        lambda p: {"entering": p.entering[:0], "leaving": p.leaving[:0], "z0": p.z0[:0]}
    ),
    "cut off": with_path(
        lambda p: {"entering": p.entering[:-1], "leaving": p.leaving[:-1], "z0": p.z0[:-1]}
    ),
    "of different lengths": with_path(lambda p: {"entering": p.entering[:-1]}),
    "of variables that do not exist": with_path(lambda p: {"entering": p.entering + 1000}),
    "that leaves twice": with_path(lambda p: {"leaving": 0 * p.leaving}),
    "from nowhere": with_path(lambda p: {"start": 0 * p.start}),
    "from a short basis": with_path(lambda p: {"start": p.start[:-1]}),
    "without z0": with_path(lambda p: {"z0": []}),
    "of texts": with_path(lambda p: {"start": "w1", "entering": "z1", "leaving": "z2"}),
    "of another problem": with_path(
        lambda p: {"problem": replace(p.problem, q=ExactArray.of([Fraction(1)] * len(p.problem)))}
    ),
    "of no problem": with_path(lambda p: {"problem": None}),
    "with a determinant of 0": with_path(lambda p: {"determinant": 0}),
    "with z0 in the basis": with_path(
        lambda p: {"entering": p.entering[::-1].copy(), "leaving": p.leaving[::-1].copy()}
    ),
}


def lies() -> Iterator[tuple[str, Lie]]:
    """Yield all lies; those that do not apply to an answer are not told."""
    for name, value in ANSWERS.items():
        yield f"answer: {name}", lambda _, value=value: value  # type: ignore[misc]
    for name in ("termination", "status", "primal", "dual", "objective", "basis", "iterations", "seconds", "options",
                 "solver", "ray", "path", "bound", "bounds", "problem", "game", "strategies", "equilibrium", "proven",
                 "epsilon", "raw", "pivots", "attempts"):  # fmt: skip
        for what, value in GARBAGE.items():
            yield f"{name}: {what}", put(name, value)
    for termination in Termination:
        yield f"termination: {termination!r}", put("termination", termination)
    for name in ("primal", "dual"):
        for what, change in VECTORS.items():
            yield f"{name}: {what}", field(name, vector(change))
        yield f"{name}: exact only by name", field(name, without_exactness)
        for what, change in FUNCTIONS.items():
            yield f"{name}: functions, {what}", field(name, change)
    yield (
        "primal and dual: exchanged",
        lambda a: replace(a, primal=a.dual, dual=a.primal) if hasattr(a, "dual") else SAME,
    )
    yield (
        "nothing but a termination",
        lambda a: (
            type(a)(Termination.SOLVED, "ok")
            if type(a) in (RawSolution, PerturbedSolution, PositionSolution)
            else SAME
        ),
    )
    yield (
        "no dual and no basis",
        lambda a: replace(a, dual=None, basis=None) if isinstance(a, RawSolution) else SAME,
    )
    for what, of_basis in BASES.items():
        yield f"basis: {what}", field("basis", of_basis)
    for kind, table in (("classes", CLASSES), ("positions", POSITIONS), ("path", PATHS)):
        for what, lie in table.items():
            yield f"{kind}: {what}", lie
    for what, value in (
        ("proven", True),
        ("raw", RawSolution(Termination.SOLVED, "ok", np.zeros(2))),
    ):
        yield f"{what}: {value!r}", put(what, value)
    yield "options: objects", put("options", {"a": object(), "b": np.zeros(3), "c": {1: 2}})
    yield "options: functions", put("options", {"f": print})


def put(name: str, value: Any) -> Lie:
    """Return the lie that puts a value into a field, if the answer has it."""
    return lambda answer: (
        replace(answer, **{name: value}) if name in {one.name for one in fields(answer)} else SAME
    )


LIES = dict(lies())


# ---- the matrix ----


def shown(found: Any) -> None:
    """Check that an answer is true as far as it claims to be proven, and show it in every way."""
    repr(found), str(found), str(found.report(everything=True))
    to_json(found.as_dict())
    if isinstance(found, Equilibrium):
        recomputed = certify(found.game, found.profile)
        assert (
            recomputed.nash_conv == found.certificate.nash_conv
            and recomputed.values == found.values
        )
        if found.certificate.claim == SAFE:
            assert found.witness is not None
            safe = certify_safe(found.game, found.profile, found.witness)
            assert safe.figures == found.certificate.figures
        if found.certificate.claim == COMMITMENT:
            leader = found.resolved.settings["leader"]
            assert decide_commitment(found.game, found.profile, leader).gap < 2e-3
        assert found.certificate.gap < 2e-3
    elif isinstance(found, Device):
        recomputed, gains = check_device(found.game, found.strategies)
        assert recomputed.values == found.values and gains == found.gains
        assert max(gain.gain for gain in gains) < 2e-3
        if found.optimal:
            settings: dict[str, Any] = {"leader": found.leader}
            if found.leader is None:
                settings = {"objective": found.objective}
            honest: Any = sf.solve(found.game, found.concept, exact=True, **settings)
            assert found.objective_value == honest.objective_value
    elif isinstance(found, OrderedEquilibrium):
        assert found.certificate.nash_conv <= max(found.allowed_gap, 2e-3)
    else:
        graph = found.strategy.graph
        assert subgame_perfect_violation(graph, found.strategy) is None
        assert [float(str_of(value[0])) for value in position_values(graph, found.strategy)] == [
            float(v) for v in found.values
        ]


def str_of(value: Any) -> Fraction:
    return Fraction(int(value.p), int(value.q))


STATUSES = (3, 4, 130)
"""The exit statuses of errors about answers: no answer, one that is not certified, one of an interrupted solver."""


def fault_of(attempt: Callable[[], object]) -> str | None:
    """Return what is wrong with an error, empty if nothing is, or None without an error."""
    try:
        attempt()
    except SeqformError as error:
        text = str(error)
        is_of_the_backend = isinstance(error, BackendError | CertificationError)
        if is_of_the_backend and error.exit_status in STATUSES and "\n" not in text:
            return ""
        return f"{type(error).__name__}, status {error.exit_status}: {text}"
    except Exception as error:
        return f"{type(error).__name__}: {str(error)[:200]}"
    return None
