"""The check of a backend's answer: every field has the type, the length and the range that the model asks for.

An answer that passes can be read without an error. It may still be false: what it claims is decided by certificates.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from functools import partial
from numbers import Integral, Real
from typing import Any

import numpy as np
import numpy.typing as npt

from seqform.backends.equilibration import needs_scaling, program_of, solved_scaled
from seqform.backends.protocol import Backend, PerturbedBackend, SolveOptions, traits_of
from seqform.errors import (
    BackendError,
    DoubleRangeError,
    ModelError,
    SeqformError,
    SolveError,
    advice_without_exact,
)
from seqform.models.answers.equilibrium import PositionEquilibrium, PositionSolution
from seqform.models.games.infosets import player_label
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
from seqform.system.deadline import OutOfTimeError
from seqform.system.own_code import failure_text

Faults = Iterator[tuple[str, str]]
"""Names of fields, each with what is wrong with it, empty if nothing is; read up to the first that is not."""

_LONGEST = 80

WITHOUT_EXACT_SOLVER = (
    "no solver of mixed-integer programs is exact: bring the payoffs nearer to each other in size"
)
"""The advice where numbers of a mixed-integer program are beyond the doubles."""


def solved_by(
    backend: Backend | PerturbedBackend, model: Any, options: SolveOptions | None, *start: Any
) -> Any:
    """Return the checked answer of a backend to a model; `start` is what HiGHS takes in addition.

    Every call of a backend that may be anybody's goes through this function. A solver in doubles gets a linear program
    whose numbers are far apart in size scaled by rows and columns. An exception of a backend that is not
    seqform's own becomes a BackendError with its name.
    """
    if options is not None:
        options = options.with_pot(model)
    is_program = isinstance(model, LinearProgram | MixedIntegerProgram)
    if is_program and not backend.exact and needs_scaling(program_of(model)):
        answer = solved_scaled(
            partial(_solved, backend), traits_of(backend), model, options, *start
        )
        return checked_answer(backend, model, answer)
    return _solved(backend, model, options, *start)


def _solved(
    backend: Backend | PerturbedBackend, model: Any, options: SolveOptions | None, *start: Any
) -> Any:
    """Return the checked answer of a backend to a model as it is."""
    try:
        if isinstance(model, MixedIntegerProgram):
            with advice_without_exact(WITHOUT_EXACT_SOLVER):
                answer = backend.solve(model, options, *start)
        else:
            answer = backend.solve(model, options, *start)
    except (SeqformError, OutOfTimeError, MemoryError):
        raise
    except Exception as error:
        if type(backend).__module__.startswith("seqform."):
            raise
        raise BackendError(failure_text(f"backend {backend.name}", error)) from error
    return checked_answer(backend, model, answer)


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
    for model_class, answer in _ANSWERS.items():
        if isinstance(model, model_class):
            return answer
    return RawSolution


_ANSWERS: dict[type, type] = {
    ClassGame: ClassSolution,
    PositionGraph: PositionSolution,
    PerturbedLinearProgram: PerturbedSolution,
    MatrixPerturbedProgram: PerturbedSolution,
    PerturbedComplementarityProblem: PerturbedSolution,
    MatrixPerturbedComplementarityProblem: PerturbedSolution,
}


def _faults(model: Any, answer: Any, *, is_exact: bool) -> Faults:
    """Yield the faults of an answer of the right class: of its fields in common first, then of those of its class."""
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
    yield "iterations", _if_there(answer.iterations, _of_count)
    yield "options", _of_mapping(answer.options)


def _of_raw(
    answer: RawSolution, columns: int | None, rows: int | None, rays: tuple[int, ...]
) -> Faults:
    """Yield the faults of the fields of a `RawSolution`; the other arguments are those of `_sizes`."""
    needs_primal = answer.solved and columns is not None
    yield from _of_common(answer)
    yield "seconds", _of_number(answer.seconds, least=0)
    yield "objective", _if_there(answer.objective, partial(_of_number, finite=answer.solved))
    yield "bound", _if_there(answer.bound, partial(_of_number, finite=False))
    yield "primal", _of_vector(answer.primal, columns, required=needs_primal)
    yield "dual", _of_vector(answer.dual, rows)
    yield "basis", _if_there(answer.basis, partial(_of_basis, columns=columns, rows=rows))
    yield "ray", _of_vector(answer.ray, *rays)


def _if_there(value: object, of_value: Callable[[Any], str]) -> str:
    """Return what is wrong with a value that may be missing."""
    if value is None:
        return ""
    return of_value(value)


def _unless(is_right: bool, expected: str, value: object) -> str:
    """Return that something was expected instead of a value, or nothing if the value is right."""
    if is_right:
        return ""
    return f"{expected} expected, not {_shown(value)}"


def _of(value: object, expected: type) -> str:
    words = {str: "a text", bool: "True or False", tuple: "a tuple"}
    word = words.get(expected, f"a {expected.__name__}")
    return _unless(isinstance(value, expected), word, value)


def _of_count(value: object) -> str:
    # Python's True is an integer, too.
    is_count = isinstance(value, Integral) and not isinstance(value, bool) and int(value) >= 0
    return _unless(is_count, "a whole number from 0 on", value)


def _of_number(value: object, *, least: float = -math.inf, finite: bool = True) -> str:
    """Return what is wrong with a number; NaN is none."""
    is_number = isinstance(value, Real) and not isinstance(value, bool) and not math.isnan(value)
    is_right = is_number and value >= least and not (finite and math.isinf(value))  # type: ignore[operator, arg-type]
    expected = "a finite number" if finite else "a number"
    if least == 0:
        expected += " from 0 on"
    return _unless(is_right, expected, value)


def _of_mapping(value: object, of_value: Callable[[Any], str] = lambda _: "") -> str:
    """Return what is wrong with a mapping from names to values."""
    if not isinstance(value, Mapping) or not all(isinstance(name, str) for name in value):
        return f"a mapping from names to values expected, not {_shown(value)}"
    for name, entry in value.items():
        fault = of_value(entry)
        if fault:
            return f"{name}: {fault}"
    return ""


def _of_vector(vector: object, *lengths: int | None, required: bool = False) -> str:
    """Return what is wrong with a vector that may be missing; any length is right where none or None is given."""
    if vector is None and not required:
        return ""
    if type(vector) is not np.ndarray and not isinstance(vector, ExactArray):
        return f"an array expected, not {_shown(vector)}"
    shape = vector.numerators.shape if isinstance(vector, ExactArray) else vector.shape
    fits = len(shape) == 1 and (not lengths or None in lengths or shape[0] in lengths)
    if not fits:
        known = [f"{length:,}" for length in lengths if length is not None]
        expected = " or ".join(known) or "a row of"
        return f"{expected} numbers expected, not an array of shape {shape}"

    if isinstance(vector, ExactArray):
        if not _has_integers(vector):
            return "it has entries that are not exact"
    elif vector.dtype.kind not in "iuf" or not np.isfinite(vector).all():
        return "it has entries that are not finite numbers"
    return ""


def _has_integers(vector: ExactArray) -> bool:
    """Return whether numerators and denominator are integers; NumPy's arrays of objects have entries of any kind."""
    if type(vector.denominator) is not int:
        return False
    numerators = vector.numerators
    return numerators.dtype != object or all(type(entry) is int for entry in numerators.tolist())


def _of_basis(basis: object, columns: int | None, rows: int | None) -> str:
    """Return what is wrong with a basis: it has as many basic variables as there are rows."""
    if not isinstance(basis, Basis):
        return _of(basis, Basis)
    basic = 0
    for what, statuses, length in (
        ("columns", basis.columns, columns),
        ("rows", basis.rows, rows),
    ):
        fault = _of_vector(statuses, length, required=True)
        if not fault and not _are_statuses(statuses):
            fault = "it has entries that are no BasisStatus"
        if fault:
            return f"{what}: {fault}"
        basic += int(np.count_nonzero(statuses == BasisStatus.BASIC))
    if basic != len(basis.rows):
        return f"{len(basis.rows):,} basic variables expected, not {basic:,}"
    return ""


def _are_statuses(numbers: npt.NDArray[Any]) -> bool:
    if numbers.dtype.kind not in "iu":
        return False
    return bool(np.all((numbers >= 0) & (numbers < len(BasisStatus))))


# ---- what belongs to a class of models ----


def _of_bounds(bounds: object) -> str:
    if not isinstance(bounds, tuple) or not bounds:
        return f"a tuple of bounds expected, not {_shown(bounds)}"
    for bound in bounds:
        if not isinstance(bound, Bound):
            return _of(bound, Bound)
        faults = (
            _of_count(bound.iteration),
            _of_number(bound.seconds, least=0),
            _of_number(bound.lower, finite=False),
            _of_number(bound.upper, finite=False),
        )
        for fault in faults:
            if fault:
                return fault
    return ""


def _of_path(problem: LinearComplementarityProblem, path: object) -> str:
    """Return what is wrong with a path: variables that do not exist, or that enter or leave where they cannot."""
    if path is None:
        return ""
    if not isinstance(path, ComplementaryPath):
        return _of(path, ComplementaryPath)
    if not isinstance(path.problem, LinearComplementarityProblem):
        return "it belongs to another problem"
    n = len(path.problem)
    size_if_split = len(problem) + int(np.count_nonzero(problem.free))
    if n not in (len(problem), size_if_split):  # free variables may be split into two
        return "it belongs to another problem"

    pivots = len(path.entering) if isinstance(path.entering, np.ndarray) else 0
    parts = (
        ("start", path.start, n),
        ("entering", path.entering, pivots),
        ("leaving", path.leaving, pivots),
    )
    for name, variables, length in parts:
        fault = _of_vector(variables, length, required=True)
        if not fault and not _are_variables(variables, n):
            fault = "it has entries that are no variables"
        if fault:
            return f"{name}: {fault}"
    if len(path.z0) != pivots or path.determinant not in (1, -1):
        return "a value of z0 for every pivot, and a determinant of 1 or -1, expected"

    # Pivot by pivot; the last one of a path to a ray has no leaving variable.
    basic = set(path.start.tolist())
    for entering, leaving in zip(path.entering.tolist(), path.leaving.tolist(), strict=True):
        if entering in basic or entering < 0 or (leaving >= 0 and leaving not in basic):
            return f"variable {entering} cannot enter, or {leaving} not leave"
        if leaving >= 0:
            basic.remove(leaving)
            basic.add(entering)
    if len(basic) != n or min(basic, default=0) < 0:
        return f"{n:,} basic variables expected"
    return ""


def _are_variables(numbers: npt.NDArray[Any], n: int) -> bool:
    """Return whether numbers are those of w, z, z0 or, as -1, of none."""
    if numbers.dtype.kind not in "iu":
        return False
    return not (np.any(numbers > 2 * n) or np.any(numbers < -1))


def _of_classes(game: ClassGame, answer: ClassSolution) -> Faults:
    """Yield the faults of the fields that answers to class games have in addition."""
    yield "game", _unless(answer.game is game, "that of the call", answer.game)
    strategies = answer.strategies
    # The first fault ends the check, so that what follows may rely on a pair.
    is_pair = isinstance(strategies, tuple) and len(strategies) == 2
    if not is_pair or not all(isinstance(strategy, ClassStrategy) for strategy in strategies):
        yield "strategies", f"two strategies expected, not {_shown(strategies)}"
    for player, strategy in enumerate(strategies):
        yield f"strategy of {player_label(player)}", _of_class_strategy(game, player, strategy)


def _of_class_strategy(game: ClassGame, player: int, strategy: ClassStrategy) -> str:
    """Return what is wrong with a strategy of a class game."""
    if strategy.game is not game or strategy.player != player:
        return f"one of {player_label(player)} in the game of the call expected"
    tables = strategy.behavior
    if not isinstance(tables, tuple) or len(tables) != len(game.stages):
        return f"{len(game.stages)} rounds expected"
    if not all(type(table) is np.ndarray and table.dtype.kind == "f" for table in tables):
        return "probabilities in doubles expected"
    return ""


def _of_positions(graph: PositionGraph, equilibrium: object) -> str:
    """Return what is wrong with an equilibrium of a position graph that may be missing."""
    if equilibrium is None:
        return ""
    if not isinstance(equilibrium, PositionEquilibrium):
        return _of(equilibrium, PositionEquilibrium)
    if not isinstance(equilibrium.strategy, PositionStrategy):
        return f"strategy: {_of(equilibrium.strategy, PositionStrategy)}"
    try:
        equilibrium.strategy.bound_to(graph)
    except ModelError as error:
        return f"its strategy is for another game: {error}"

    count = len(graph.players)
    values = equilibrium.values
    is_paid = isinstance(values, tuple) and len(values) == count
    if not is_paid or not all(isinstance(value, Fraction) for value in values):
        return f"{count} payoffs as fractions expected, not {_shown(values)}"
    if equilibrium.profiles is None:
        return ""
    return _of(equilibrium.profiles, PayoffSet if count > 2 else UtilityProfileSet)


def _of_functions(model: Any, answer: PerturbedSolution) -> Faults:
    """Yield the faults of the fields of a `PerturbedSolution`."""
    yield from _of_common(answer)
    is_linear = not isinstance(model, ComplementarityProblem)
    rows: int | None = None
    rays: tuple[int, ...]
    if is_linear:
        rows, columns = model.matrix.shape
        rays = (columns, rows)
    else:
        columns = len(model)
        rays = (columns + 1,)
    yield "proven", _of(answer.proven, bool)
    has_functions = answer.solved and answer.proven
    yield "primal", _of_function(answer.primal, columns, required=has_functions)
    yield "dual", _of_function(answer.dual, rows, required=has_functions and is_linear)
    yield "basis", _if_there(answer.basis, partial(_of_basis, columns=columns, rows=rows))
    yield "epsilon", _if_there(answer.epsilon, partial(_of, expected=Fraction))
    yield "pivots", _of_count(answer.pivots)
    yield "attempts", _of_count(answer.attempts)
    yield "seconds", _of_mapping(answer.seconds, lambda spent: _of_number(spent, least=0))
    if answer.raw is not None:
        yield "raw", _of(answer.raw, RawSolution)
        yield from _of_raw(answer.raw, columns, rows, rays)


def _of_function(functions: object, length: int | None, *, required: bool) -> str:
    """Return what is wrong with a vector of functions of ε that may be missing."""
    if functions is None and not required:
        return ""
    if not isinstance(functions, PolynomialArray | RationalFunctionArray):
        return f"functions of ε expected, not {_shown(functions)}"
    if length is not None and len(functions) != length:
        return f"{length:,} functions expected, not {len(functions):,}"
    numerators = functions if isinstance(functions, PolynomialArray) else functions.numerators
    for coefficients in numerators.coefficients:
        fault = _of(coefficients, ExactArray) or _of_vector(coefficients, None, required=True)
        if fault:
            return fault
    return ""


def _shown(value: object) -> str:
    """Return a value on one line, cut off where it is long."""
    try:
        text = " ".join(repr(value).split())
    except Exception:  # of an object of somebody else
        text = f"a {type(value).__name__}"
    if len(text) > _LONGEST:
        return f"{text[:_LONGEST]}…"
    return text
