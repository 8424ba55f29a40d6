"""The check of a backend's answer: every field has the type, the length and the range that the model asks for.

An answer that passes can be read without an error. It may still be false: what it claims is decided by certificates.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from numbers import Integral, Real
from typing import Any

import numpy as np

from seqform.backends.protocol import Backend, PerturbedBackend, SolveOptions
from seqform.errors import DoubleRangeError, ModelError, SolveError
from seqform.models.answers.equilibrium import PositionEquilibrium, PositionSolution
from seqform.models.games.positions import PositionGraph, PositionStrategy
from seqform.models.numbers.exact import ExactArray
from seqform.models.numbers.polynomials import PolynomialArray, RationalFunctionArray
from seqform.models.programs.class_game import ClassGame, ClassSolution, ClassStrategy
from seqform.models.programs.complementarity import (
    ComplementarityProblem,
    LinearComplementarityProblem,
)
from seqform.models.programs.linear import LinearProgram, MixedIntegerProgram
from seqform.models.programs.perturbed import (
    MatrixPerturbedComplementarityProblem,
    MatrixPerturbedProgram,
    PerturbedComplementarityProblem,
    PerturbedLinearProgram,
    PerturbedSolution,
)
from seqform.models.programs.sequence_form import SaddlePointProblem, SaddlePointSolution
from seqform.models.programs.solutions import (
    Basis,
    BasisStatus,
    Bound,
    BoundedSolution,
    ComplementaryPath,
    RawSolution,
    Termination,
)
from seqform.models.strategies.profile_set import PayoffSet, UtilityProfileSet

Faults = Iterator[tuple[str, str]]
"""Names of fields, each with what is wrong with it, empty if nothing is; read up to the first that is not."""

_LONGEST = 80


def solved_by(
    backend: Backend | PerturbedBackend, model: Any, options: SolveOptions | None, *start: Any
) -> Any:
    """Return the checked answer of a backend to a model; `start` is what HiGHS takes in addition.

    Every call of a backend that may be anybody's goes through this function.
    """
    return checked_answer(backend, model, backend.solve(model, options, *start))


def solved_in_doubles(
    backend: Backend, model: Any, options: SolveOptions | None, *start: Any
) -> RawSolution:
    """Return the checked answer of a backend, a numerical error where a number is beyond its doubles.

    For callers that find an exact solution also without an answer.
    """
    try:
        answer: RawSolution = solved_by(backend, model, options, *start)
    except DoubleRangeError as error:
        return RawSolution(Termination.NUMERICAL_ERROR, str(error))
    return answer


@contextmanager
def reading(backend: Backend | PerturbedBackend) -> Iterator[None]:
    """Turn a ModelError into a SolveError in a block that makes strategies of a backend's answer.

    In such a block parts do not fit where the answer is false, unless a number of the game is beyond the doubles.
    """
    try:
        yield
    except DoubleRangeError:
        raise
    except ModelError as error:
        raise SolveError(
            f"backend {backend.name} returned no solution of its problem: {error}"
        ) from error


def checked_answer(backend: Backend | PerturbedBackend, model: Any, answer: object) -> Any:
    """Return a backend's answer to a model, of the class that belongs to the model.

    Raises SolveError if it is of another class, or one of its fields has the wrong type, length or range, or if it
    claims a solution and has none, or, of an exact backend, one in doubles.
    """
    require_answer(f"backend {backend.name}", model, answer, is_exact=backend.exact)
    return answer


def require_answer(source: str, model: Any, answer: object, *, is_exact: bool = False) -> None:
    """Raise SolveError, with the name of its source, unless an answer fits the model, as `checked_answer` states it."""
    expected = answer_class(model)
    if not isinstance(answer, expected):
        raise SolveError(
            f"{source} returned a wrong answer: a {expected.__name__} expected, not {_shown(answer)}"
        )
    for name, fault in _faults(model, answer, is_exact=is_exact):
        if fault:
            raise SolveError(f"{source} returned a wrong {name}: {fault}")


def answer_class(model: Any) -> type:
    """Return the class of the answers to a model.

    Examples
    --------
    >>> from seqform.models.programs.linear import LinearProgram
    >>> answer_class(object.__new__(LinearProgram)).__name__
    'RawSolution'
    """
    return next(
        (answer for kind, answer in _ANSWERS.items() if isinstance(model, kind)), RawSolution
    )


_ANSWERS: dict[type, type] = {
    ClassGame: ClassSolution,
    PositionGraph: PositionSolution,
    PerturbedLinearProgram: PerturbedSolution,
    MatrixPerturbedProgram: PerturbedSolution,
    PerturbedComplementarityProblem: PerturbedSolution,
    MatrixPerturbedComplementarityProblem: PerturbedSolution,
}


def _faults(model: Any, answer: Any, *, is_exact: bool) -> Faults:
    if isinstance(answer, PerturbedSolution):
        yield from _of_functions(model, answer)
    else:
        yield from _of_raw(answer, *_sizes(model))
        for name, vector in (("primal", answer.primal), ("dual", answer.dual)):
            if is_exact and answer.solved and isinstance(vector, np.ndarray):
                yield name, "fractions, an ExactArray, expected of an exact backend, not doubles"
    if isinstance(answer, BoundedSolution):
        yield "bounds", _of_bounds(answer.bounds)
    if isinstance(model, LinearComplementarityProblem):
        yield "path", _of_path(model, answer.path)
    elif isinstance(answer, RawSolution) and answer.path is not None:
        yield "path", "none expected: the problem is no complementarity problem"
    if isinstance(answer, ClassSolution):
        yield from _of_classes(model, answer)
    elif isinstance(answer, PositionSolution):
        yield "equilibrium", _of_positions(model, answer.equilibrium)
    elif isinstance(answer, SaddlePointSolution) and answer.problem is not model:
        yield "problem", f"that of the call expected, not {_shown(answer.problem)}"


def _sizes(model: Any) -> tuple[int | None, int | None, tuple[int, ...]]:
    """Return the lengths of the primal and the dual vector, None where there is none, and those of a ray."""
    program = model.program if isinstance(model, MixedIntegerProgram) else model
    if isinstance(program, LinearProgram):
        rows, columns = program.matrix.shape
        return columns, rows, (columns, rows)
    if isinstance(model, SaddlePointProblem):
        return len(model.sequences[0]), len(model.sequences[1]), ()
    if isinstance(model, LinearComplementarityProblem):
        return len(model), None, (len(model) + 1,)
    return None, None, ()


# ---- fields of all answers ----


def _of_common(answer: Any) -> Faults:
    """Yield the faults of the fields that answers of every class have."""
    yield "termination", _of(answer.termination, Termination)
    yield "status", _of(answer.status, str)
    yield "solver", _of(answer.solver, str)
    yield "iterations", "" if answer.iterations is None else _of_count(answer.iterations)
    yield "options", _of_mapping(answer.options)


def _of_raw(
    answer: RawSolution, columns: int | None, rows: int | None, rays: tuple[int, ...]
) -> Faults:
    yield from _of_common(answer)
    yield "seconds", _of_number(answer.seconds, least=0)
    yield (
        "objective",
        "" if answer.objective is None else _of_number(answer.objective, finite=answer.solved),
    )
    yield "bound", "" if answer.bound is None else _of_number(answer.bound, finite=False)
    yield (
        "primal",
        _of_vector(answer.primal, columns, required=answer.solved and columns is not None),
    )
    yield "dual", _of_vector(answer.dual, rows)
    yield "basis", "" if answer.basis is None else _of_basis(answer.basis, columns, rows)
    yield "ray", _of_vector(answer.ray, *rays)


def _of(value: object, kind: type) -> str:
    word = {str: "a text", bool: "True or False", tuple: "a tuple"}.get(kind, f"a {kind.__name__}")
    return "" if isinstance(value, kind) else f"{word} expected, not {_shown(value)}"


def _of_count(value: object) -> str:
    is_count = isinstance(value, Integral) and not isinstance(value, bool) and int(value) >= 0
    return "" if is_count else f"a whole number from 0 on expected, not {_shown(value)}"


def _of_number(value: object, *, least: float = -math.inf, finite: bool = True) -> str:
    is_number = isinstance(value, Real) and not isinstance(value, bool) and not math.isnan(value)
    if is_number and value >= least and not (finite and math.isinf(value)):  # type: ignore[operator, arg-type]
        return ""
    return f"a {'finite ' if finite else ''}number{' from 0 on' if least == 0 else ''} expected, not {_shown(value)}"


def _of_mapping(value: object, of_value: Callable[[Any], str] = lambda _: "") -> str:
    if not isinstance(value, Mapping) or not all(isinstance(name, str) for name in value):
        return f"a mapping from names to values expected, not {_shown(value)}"
    return next((f"{name}: {fault}" for name, one in value.items() if (fault := of_value(one))), "")


def _of_vector(vector: object, *lengths: int | None, required: bool = False) -> str:
    """Return what is wrong with a vector that may be missing; any length is right where none or None is given."""
    if vector is None and not required:
        return ""
    if type(vector) is not np.ndarray and not isinstance(vector, ExactArray):
        return f"an array expected, not {_shown(vector)}"
    shape = vector.shape if isinstance(vector, np.ndarray) else vector.numerators.shape
    fits = len(shape) == 1 and (not lengths or None in lengths or shape[0] in lengths)
    if not fits:
        wanted = (
            " or ".join(f"{length:,}" for length in lengths if length is not None) or "a row of"
        )
        return f"{wanted} numbers expected, not an array of shape {shape}"
    if isinstance(vector, ExactArray):
        numerators = vector.numerators  # NumPy's arrays of objects have entries of any kind
        whole = numerators.dtype != object or all(
            type(entry) is int for entry in numerators.tolist()
        )
        return (
            "" if whole and type(vector.denominator) is int else "it has entries that are not exact"
        )
    is_finite = vector.dtype.kind in "iuf" and bool(np.isfinite(vector).all())
    return "" if is_finite else "it has entries that are not finite numbers"


def _of_basis(basis: object, columns: int | None, rows: int | None) -> str:
    if not isinstance(basis, Basis):
        return _of(basis, Basis)
    parts = [("columns", basis.columns, columns), ("rows", basis.rows, rows)]
    for what, statuses, length in parts:
        fault = _of_vector(statuses, length, required=True)
        if not fault and not (
            statuses.dtype.kind in "iu" and np.all((statuses >= 0) & (statuses < len(BasisStatus)))
        ):
            fault = "it has entries that are no BasisStatus"
        if fault:
            return f"{what}: {fault}"
    basic = sum(int(np.count_nonzero(statuses == BasisStatus.BASIC)) for _, statuses, _ in parts)
    return (
        ""
        if basic == len(basis.rows)
        else f"{len(basis.rows):,} basic variables expected, not {basic:,}"
    )


# ---- what belongs to a class of models ----


def _of_bounds(bounds: object) -> str:
    if not isinstance(bounds, tuple) or not bounds:
        return f"a tuple of bounds expected, not {_shown(bounds)}"
    for bound in bounds:
        if not isinstance(bound, Bound):
            return _of(bound, Bound)
        fault = _of_count(bound.iteration) or _of_number(bound.seconds, least=0)
        fault = (
            fault or _of_number(bound.lower, finite=False) or _of_number(bound.upper, finite=False)
        )
        if fault:
            return fault
    return ""


def _of_path(problem: LinearComplementarityProblem, path: object) -> str:
    """Return what is wrong with a path: variables that do not exist, or that enter or leave where they cannot."""
    if path is None:
        return ""
    if not isinstance(path, ComplementaryPath):
        return _of(path, ComplementaryPath)
    sizes = (
        len(problem),
        len(problem) + int(np.count_nonzero(problem.free)),
    )  # with free variables split, or not
    if not isinstance(path.problem, LinearComplementarityProblem) or len(path.problem) not in sizes:
        return "it belongs to another problem"
    n, pivots = (
        len(path.problem),
        len(path.entering) if isinstance(path.entering, np.ndarray) else 0,
    )
    for name, variables, length in (("start", path.start, n), ("entering", path.entering, pivots),
                                    ("leaving", path.leaving, pivots)):  # fmt: skip
        fault = _of_vector(variables, length, required=True)
        if not fault and (
            variables.dtype.kind not in "iu" or np.any(variables > 2 * n) or np.any(variables < -1)
        ):
            fault = "it has entries that are no variables"
        if fault:
            return f"{name}: {fault}"
    if len(path.z0) != pivots or path.determinant not in (1, -1):
        return "a value of z0 for every pivot, and a determinant of 1 or -1, expected"
    basic = set(path.start.tolist())
    for entering, leaving in zip(path.entering.tolist(), path.leaving.tolist(), strict=True):
        if entering in basic or entering < 0 or (leaving >= 0 and leaving not in basic):
            return f"variable {entering} cannot enter, or {leaving} not leave"
        if leaving >= 0:
            basic.remove(leaving)
            basic.add(entering)
    return (
        "" if len(basic) == n and min(basic, default=0) >= 0 else f"{n:,} basic variables expected"
    )


def _of_classes(game: ClassGame, answer: ClassSolution) -> Faults:
    yield (
        "game",
        "" if answer.game is game else f"that of the call expected, not {_shown(answer.game)}",
    )
    pair = answer.strategies
    if not (
        isinstance(pair, tuple)
        and len(pair) == 2
        and all(isinstance(one, ClassStrategy) for one in pair)
    ):
        yield "strategies", f"two strategies expected, not {_shown(pair)}"
    for player, strategy in enumerate(pair):
        fault = ""
        if strategy.game is not game or strategy.player != player:
            fault = f"one of player {player + 1} in the game of the call expected"
        elif not isinstance(strategy.behavior, tuple) or len(strategy.behavior) != len(game.stages):
            fault = f"{len(game.stages)} rounds expected"
        elif any(
            type(table) is not np.ndarray or table.dtype.kind != "f" for table in strategy.behavior
        ):
            fault = "probabilities in doubles expected"
        yield f"strategy of player {player + 1}", fault


def _of_positions(graph: PositionGraph, found: object) -> str:
    if found is None:
        return ""
    if not isinstance(found, PositionEquilibrium):
        return _of(found, PositionEquilibrium)
    if not isinstance(found.strategy, PositionStrategy):
        return f"strategy: {_of(found.strategy, PositionStrategy)}"
    try:
        found.strategy.bound_to(graph)
    except ModelError as error:
        return f"its strategy is for another game: {error}"
    count = len(graph.players)
    is_paid = isinstance(found.values, tuple) and len(found.values) == count
    if not is_paid or not all(isinstance(value, Fraction) for value in found.values):
        return f"{count} payoffs as fractions expected, not {_shown(found.values)}"
    kind = PayoffSet if count > 2 else UtilityProfileSet
    return "" if found.profiles is None else _of(found.profiles, kind)


def _of_functions(model: Any, answer: PerturbedSolution) -> Faults:
    yield from _of_common(answer)
    is_linear = not isinstance(model, ComplementarityProblem)
    rows, columns = model.matrix.shape if is_linear else (None, len(model))
    yield "proven", _of(answer.proven, bool)
    has_functions = answer.solved and answer.proven
    yield "primal", _of_function(answer.primal, columns, required=has_functions)
    yield "dual", _of_function(answer.dual, rows, required=has_functions and is_linear)
    yield "basis", "" if answer.basis is None else _of_basis(answer.basis, columns, rows)
    yield "epsilon", "" if answer.epsilon is None else _of(answer.epsilon, Fraction)
    yield "pivots", _of_count(answer.pivots)
    yield "attempts", _of_count(answer.attempts)
    yield "seconds", _of_mapping(answer.seconds, lambda spent: _of_number(spent, least=0))
    if answer.raw is not None:
        yield "raw", _of(answer.raw, RawSolution)
        yield from _of_raw(
            answer.raw, columns, rows, (columns, rows) if rows is not None else (columns + 1,)
        )


def _of_function(functions: object, length: int | None, *, required: bool) -> str:
    """Return what is wrong with a vector of functions of ε that may be missing."""
    if functions is None and not required:
        return ""
    if not isinstance(functions, PolynomialArray | RationalFunctionArray):
        return f"functions of ε expected, not {_shown(functions)}"
    if length is not None and len(functions) != length:
        return f"{length:,} functions expected, not {len(functions):,}"
    numerators = functions if isinstance(functions, PolynomialArray) else functions.numerators
    for part in numerators.coefficients:
        if (
            fault := _of_vector(part, None, required=True)
            if isinstance(part, ExactArray)
            else _of(part, ExactArray)
        ):
            return fault
    return ""


def _shown(value: object) -> str:
    """Return a value on one line, cut off where it is long."""
    try:
        text = " ".join(repr(value).split())
    except Exception:  # of an object of somebody else
        text = f"a {type(value).__name__}"
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
