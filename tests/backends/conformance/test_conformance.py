"""Every backend passes the conformance suite, and the suite detects wrong answers."""

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from seqform.backends import Backend, SolveOptions, describe, get, traits_of
from seqform.backends.bestnash.backend import backward_induction
from seqform.backends.conformance import ConformanceCase, ConformanceFailure, cases, check, run
from seqform.backends.conformance.complementarity import complementarity_problem
from seqform.backends.conformance.linear import kuhn_program, linear_program
from seqform.backends.conformance.saddle_points import kuhn_classes
from seqform.backends.solvers import own_process
from seqform.backends.solvers.highs_calls import METHODS
from seqform.errors import OptionError
from seqform.models import LinearComplementarityProblem, LinearProgram
from seqform.models.games.positions import PositionStrategy
from seqform.models.numbers.exact import ExactArray, doubles
from seqform.models.programs.class_game import ClassGame, ClassSolution, ClassStrategy
from seqform.models.programs.solutions import (
    Basis,
    Bound,
    ComplementaryPath,
    RawSolution,
    Termination,
)
from seqform.system.packages import install_command

pytestmark = pytest.mark.slow

CASES = {case.name: case for case in cases()}

WITHOUT_OPTIONS = {
    "SaddlePointProblem",
    "ClassGame",
    "MixedIntegerProgram",
    "PerturbedLinearProgram",
    "MatrixPerturbedProgram",
    "MatrixPerturbedComplementarityProblem",
    "PerturbedComplementarityProblem",
    "PositionGraph",
}

REGISTERED = {info.name: info for info in describe(details=True)}
VARIANTS = [
    (info.name, solver)
    for info in REGISTERED.values()
    for solver in (METHODS if info.name == "highs" else info.solvers) or (None,)
]
MATRIX = [
    (name, solver, case)
    for name, solver in VARIANTS
    for case in CASES.values()
    if case.kind.__name__ in REGISTERED[name].supports
]
SMALL = {
    "LinearProgram": linear_program("min", [1], [], [(0, None)]),
    "LinearComplementarityProblem": complementarity_problem([[1]], [-1]),
}


@cache
def options_for(name: str, solver: str | None, model: str) -> SolveOptions:
    """The solver, and a tight tolerance if it takes one: the default of first-order methods is a few digits.

    The tolerance of saddle points and class games is the accuracy; mixed-integer programs have no choice of method.
    """
    if model in WITHOUT_OPTIONS:
        return SolveOptions()
    backend = get(name)
    raw: dict[str, Any] = {traits_of(backend).solver_option or "": solver} if solver else {}
    # It iterates on where its presolver does not prove that there is no solution.
    if name == "cupdlpx":
        raw["iteration_limit"] = 100_000
    options = SolveOptions(raw=raw)
    try:
        backend.solve(SMALL[model], replace(options, tolerance=1e-8))
    except OptionError:
        return options
    return replace(options, tolerance=1e-8)


SERVER = """
import runpy, sys
from pathlib import Path
main = runpy.run_path(sys.argv[1])["main"]
for line in sys.stdin:
    main(line[0:line.index(" ")], Path(line[line.index(" ") + 1 : -1]))
    print("done", flush=True)
"""


@pytest.fixture(scope="module")
def or_tools() -> Iterator[subprocess.Popen[str]]:
    """A process in which programs of OR-Tools are solved one after the other, so that it is loaded once."""
    command = [sys.executable, "-P", "-c", SERVER, str(own_process.SCRIPT)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as server:
        yield server


def solve_by(server: subprocess.Popen[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Let programs whose log nobody reads be solved by the server; `test_own_process` tests the processes."""
    run_process = own_process._run

    def run_by_server(
        solver: str, command: list[str], folder: Path, options: SolveOptions
    ) -> str | None:
        if options.verbose or options.progress is not None:
            return run_process(solver, command, folder, options)
        assert server.stdin is not None and server.stdout is not None
        print(command[1], folder, file=server.stdin, flush=True)
        assert server.stdout.readline() == "done\n"
        return None

    monkeypatch.setattr(own_process, "_run", run_by_server)


@pytest.mark.parametrize(
    ("name", "solver", "case"),
    [
        pytest.param(name, solver, case, id=f"{name}-{solver}-{case.name}")
        for name, solver, case in MATRIX
    ],
)
def test_the_backend_passes_the_case(
    name: str,
    solver: str | None,
    case: ConformanceCase,
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if not REGISTERED[name].installed:
        pytest.skip(f"{name} is not installed: {REGISTERED[name].install}")
    unavailable = getattr(get(name), "unavailable", None)
    if unavailable is not None:
        pytest.skip(f"{name}: {unavailable}")
    if name == "highs" and solver not in REGISTERED["highs"].solvers:
        pytest.skip(f"{solver} of HiGHS is not installed: {install_command('highspy_extras')}")
    if name in ("pdlp", "glop"):
        solve_by(request.getfixturevalue("or_tools"), monkeypatch)
    options = options_for(name, solver, case.kind.__name__)
    check(get(name), case, options)


def test_every_registered_backend_is_in_the_matrix_with_every_model_that_it_supports() -> None:
    tried = {(name, case.kind.__name__) for name, _, case in MATRIX}
    assert tried == {(info.name, model) for info in REGISTERED.values() for model in info.supports}
    expected = {
        "highs": METHODS,
        "cvxpy": ("CLARABEL", "SCS", "OSQP", "HIGHS", "SCIPY"),
        "scipy": ("highs", "highs-ds", "highs-ipm"),
        "pyomo": ("highs",),
    }
    assert {(name, solver) for name, solvers in expected.items() for solver in solvers} <= set(
        VARIANTS
    )


def test_the_names_of_cases_are_unique() -> None:
    assert len(CASES) == 204


class LemkeInDoubles:
    """Lemke's algorithm with its points rounded to doubles."""

    name, exact = "lemke in doubles", False
    supports: frozenset[type] = frozenset({LinearComplementarityProblem})

    def solve(self, model: Any, options: SolveOptions | None = None) -> RawSolution:
        answer = get("lemke").solve(model, options)
        return (
            replace(answer, primal=doubles(answer.primal))
            if answer.solved and answer.primal is not None
            else answer
        )


LEMKE = LemkeInDoubles()


class Tampered:
    """A backend of seqform with a change of every answer."""

    name = "tampered"

    def __init__(
        self, backend: str | Backend, change: Callable[[Any], Any] = lambda answer: answer
    ) -> None:
        self.backend, self.change = get(backend), change
        self.supports, self.exact = self.backend.supports, self.backend.exact
        self.traits = traits_of(self.backend)

    def solve(self, model: Any, options: SolveOptions | None = None) -> RawSolution:
        answer: RawSolution = self.change(self.backend.solve(model, options))
        return answer


class Ignoring(Tampered):
    """A backend that ignores its options, and solves a model of its own in place of a foreign object."""

    def __init__(self, backend: str, model: Any) -> None:
        super().__init__(backend)
        self.model = model

    def solve(self, model: Any, options: SolveOptions | None = None) -> RawSolution:
        return super().solve(model if isinstance(model, type(self.model)) else self.model)


class Forgetful(Tampered):
    """A backend whose time limit ends later solves too."""

    limit: float | None = None

    def solve(self, model: Any, options: SolveOptions | None = None) -> RawSolution:
        self.limit = (options or SolveOptions()).time_limit or self.limit
        answer = super().solve(model, options)
        return replace(answer, termination=Termination.TIME_LIMIT) if self.limit else answer


def failure(backend: Any, name: str) -> str:
    """Return the message with which a backend fails a case."""
    with pytest.raises(ConformanceFailure) as caught:
        check(backend, CASES[name])
    return str(caught.value)


def test_an_unchanged_backend_conforms() -> None:
    backend = Tampered("highs")
    report = run(backend)
    assert report.conforms, str(report)
    assert len(report.passed) == sum(case.kind in backend.supports for case in CASES.values())


# ---- wrong answers to linear programs ----


def change_if(present: str, change: Callable[[RawSolution], dict[str, Any]]) -> Tampered:
    """Return HiGHS with a change of the answers that have the attribute."""
    return Tampered(
        "highs",
        lambda answer: (
            answer if getattr(answer, present) is None else replace(answer, **change(answer))
        ),
    )


def failed(backend: Tampered) -> set[str]:
    """Return the cases about linear programs that a backend fails."""
    backend.supports = frozenset({LinearProgram})
    return {name for name, _ in run(backend).failures}


SWAPPED = {
    Termination.INFEASIBLE: Termination.UNBOUNDED,
    Termination.UNBOUNDED: Termination.INFEASIBLE,
}
WRONG = {
    "negated duals": (
        change_if("dual", lambda answer: {"dual": -np.asarray(answer.dual)}),
        {"minimise, at least", "maximise, at most", "minimise, equal", "maximise, ranged"},
    ),
    "always solved": (
        change_if("status", lambda _: {"termination": Termination.SOLVED}),
        {"infeasible rows", "infeasible empty row", "unbounded, maximised", "unbounded, minimised"},
    ),
    "infeasible and unbounded swapped": (
        change_if(
            "status",
            lambda answer: {"termination": SWAPPED.get(answer.termination, answer.termination)},
        ),
        {"infeasible rows", "unbounded, maximised", "infeasible, and its dual too"},
    ),
    "negated objective": (
        change_if("objective", lambda answer: {"objective": -(answer.objective or 0)}),
        {"minimise, at least", "Kuhn poker", "matrix game"},
    ),
    "all basic": (
        change_if(
            "basis",
            lambda answer: {"basis": Basis(0 * answer.basis.columns, 0 * answer.basis.rows)},  # type: ignore[union-attr]
        ),
        {"minimise, at least"},
    ),
    "time limit kept": (Forgetful("highs"), {"time limit"}),
}


@pytest.mark.parametrize(("backend", "expected"), WRONG.values(), ids=WRONG)
def test_the_suite_detects_wrong_answers_to_linear_programs(
    backend: Tampered, expected: set[str]
) -> None:
    assert expected <= failed(backend)


def test_the_message_about_negated_duals_names_the_sign() -> None:
    assert "with the opposite sign they would be right" in failure(
        WRONG["negated duals"][0], "maximise, at most"
    )


def test_the_suite_detects_duals_negated_only_in_maximisations() -> None:
    class NegatedMaximum(Tampered):
        def solve(self, model: Any, options: SolveOptions | None = None) -> RawSolution:
            answer = super().solve(model, options)
            return (
                answer
                if model.sense == "min" or answer.dual is None
                else replace(answer, dual=-answer.dual)
            )

    failures = failed(NegatedMaximum("highs"))
    assert {"maximise, at least", "maximise, at most", "maximise, equal", "matrix game"} <= failures
    assert not any(name.startswith("minimise") for name in failures)


def test_the_suite_detects_ignored_options_and_models() -> None:
    assert failed(Ignoring("highs", kuhn_program())) == {
        "unknown option",
        "ill typed option",
        "wrong model",
    }
    ignoring = Ignoring("lemke", CASES["one pair"].model)
    for contract in ("unknown option", "ill typed option", "wrong model"):
        assert "accepted an" in failure(ignoring, f"{contract} of a complementarity problem")


def test_the_suite_detects_a_trait_that_is_not_kept() -> None:
    backend = Tampered("scipy")
    backend.traits = replace(backend.traits, threads=True)
    assert "threads: refused, although the traits state it" in failure(backend, "portable options")


def test_a_crash_is_a_failure_that_names_the_exception() -> None:
    def crash(_: RawSolution) -> RawSolution:
        raise ZeroDivisionError("by zero")

    assert "backend tampered: ZeroDivisionError: by zero" in failure(
        Tampered("highs", crash), "no rows"
    )


def test_the_suite_requires_exact_answers_of_exact_backends() -> None:
    linear, backend = Tampered("highs"), Tampered(LEMKE)
    rounded = Tampered(
        LEMKE, lambda answer: replace(answer, primal=ExactArray.of(map(Fraction, answer.primal)))
    )
    linear.exact = backend.exact = rounded.exact = True
    assert "matrix game in thirds" in failed(linear)
    assert "expected of an exact backend, not doubles" in failure(backend, "no pairs")
    assert "positive definite, in thirds" in failure(rounded, "positive definite, in thirds")


# ---- wrong answers to other models ----

RAY = "Murty 2.11 from (5, 16)"
TWO = CASES["positive definite"].model
KUHN = ("Kuhn poker of a saddle point", "Kuhn poker of a class game")
KNAPSACK = "knapsack of a mixed-integer program"
FALLING = "falling bound of a perturbed program"


def changed(
    backend: str | Backend, change: Callable[[Any], dict[str, Any]] | dict[str, Any]
) -> Tampered:
    """Return a backend with other attributes of every answer."""
    if isinstance(change, dict):
        return Tampered(backend, lambda answer: replace(answer, **change))
    return Tampered(backend, lambda answer: replace(answer, **change(answer)))


def ray(*values: Any) -> dict[str, Any]:
    return {
        "termination": Termination.SECONDARY_RAY,
        "ray": ExactArray.of(values) if values else None,
    }


def path(model: Any, basis: list[int], entering: int, leaving: int) -> dict[str, Any]:
    columns = np.array(basis), np.array([entering]), np.array([leaving])
    return {"path": ComplementaryPath(model, *columns, [Fraction(0)], 1)}


def moved(by: float) -> Callable[[Any], dict[str, Any]]:
    return lambda answer: {"primal": answer.primal + by}


def crossed(answer: Any) -> dict[str, Any]:
    if isinstance(answer, ClassSolution):
        return {"strategies": (answer.strategies[1], answer.strategies[0])}
    return {"primal": answer.dual, "dual": answer.primal}


def first_pure(answer: ClassSolution) -> dict[str, Any]:
    """Replace player 1's strategy by its first actions."""
    first, second = answer.strategies
    pure = tuple(np.zeros_like(table) for table in first.behavior)
    for number, table in enumerate(pure):
        start = answer.game.stages[number].sequences(0).set_start[:-1]
        table[:, np.array(start, dtype=np.int64) - 1] = 1
    return {"strategies": (ClassStrategy(answer.game, 0, pure), second)}


def moved_bounds(lower: float, upper: float) -> Callable[[Any], dict[str, Any]]:
    def move(answer: Any) -> dict[str, Any]:
        last = answer.bounds[-1]
        return {
            "bounds": (
                *answer.bounds[:-1],
                last._replace(lower=last.lower + lower, upper=last.upper + upper),
            )
        }

    return move


def first_moves(answer: Any) -> dict[str, Any]:
    graph = answer.equilibrium.strategy.graph
    choice = np.where(graph.player >= 0, 0, -1).astype(np.int32)
    return {
        "equilibrium": replace(answer.equilibrium, strategy=PositionStrategy.pure(graph, choice))
    }


WRONG_ANSWERS: list[tuple[str | Backend, str, Any, str]] = [
    (LEMKE, "zero solves", moved(-1e-3), "a variable is negative by 0.001"),
    (LEMKE, "positive definite", moved(1e-3), "both of a pair are positive by 0.003"),
    (
        LEMKE,
        "positive definite",
        moved(-1e-3),
        "a slack is negative, or one of a free variable not zero, by 0.003",
    ),
    (LEMKE, "free variables alone", moved(1e-3), "one of a free variable not zero, by 0.003"),
    (LEMKE, "nothing but zeros", moved(-1e-3), "a variable is negative"),
    (LEMKE, "positive definite", {"primal": np.zeros(1)}, "a wrong primal: 2 numbers expected"),
    (LEMKE, "positive definite", {"primal": None}, "a wrong primal: an array expected"),
    *(
        (LEMKE, name, {"termination": Termination.SOLVED, "primal": np.zeros(2)}, "reported solved")
        for name in ("feasible without solution", "equation without variables")
    ),
    *(
        (LEMKE, name, {"termination": Termination.INFEASIBLE}, "reported infeasible")
        for name in (RAY, "three solutions", "sequence form with three equilibria")
    ),
    (LEMKE, "positive definite", ray(1, 0, Fraction(3, 10)), "reported secondary ray"),
    (LEMKE, RAY, ray(), "a secondary ray of 3 values expected"),
    (LEMKE, RAY, ray(1, 0), "a wrong ray: 3 numbers expected"),
    (LEMKE, RAY, ray(0, 0, 0), "the secondary ray is zero"),
    (LEMKE, RAY, ray(-1, 0, 0), "leads to negative values"),
    (LEMKE, RAY, ray(1, 0, 0), "slacks that are off by 4"),
    (LEMKE, RAY, ray(1, 0, 1), "raises both of a pair"),
    (
        LEMKE,
        "Murty 2.9",
        ray(1, 1, 1, 1) | {"path": None},
        "neither the problem nor a path has a covering vector",
    ),
    (LEMKE, "positive definite", path(TWO, [0, 1], 2, 1), "not complementary"),
    (
        "pdhg",
        KUHN[0],
        lambda a: {"primal": a.primal + np.eye(1, 13, 3)[0]},
        "player 1's plan is no realization",
    ),
    ("pdhg", KUHN[0], lambda a: {"dual": -a.dual}, "player 2's plan is negative"),
    ("pdhg", KUHN[0], {"dual": None}, "y, the dual is missing"),
    ("pdhg", KUHN[0], crossed, "player 1's plan is no realization plan"),
    ("pdhg", KUHN[1], crossed, "a wrong strategy of player 1: one of player 1"),
    ("pdhg", KUHN[1], first_pure, "the lower bound is given as"),
    *(
        ("pdhg", name, change, message)
        for name in KUHN
        for change, message in (
            (moved_bounds(1e-4, 0.0), "the lower bound is given as"),
            (moved_bounds(0.0, -1e-4), "the upper bound is given as"),
            (
                lambda a: {"bounds": (Bound(1, 0.0, 0.0, 1.0), *a.bounds)},
                "on the value are [0, 1]; correct is -1/18",
            ),
            (lambda a: {"objective": -a.objective}, "is not between the bounds"),
        )
    ),
    *(
        (
            "pdhg",
            f"stopped of a {kind}",
            {"termination": Termination.SOLVED},
            "reported solved with a gap of",
        )
        for kind in ("saddle point", "class game")
    ),
    ("highs", KNAPSACK, {"bound": None}, "the bound is missing"),
    ("highs", KNAPSACK, {"bound": 20.0}, "better by 3 than the bound allows"),
    ("highs", KNAPSACK, {"bound": 24.0}, "the bound is 24.0; correct is 23"),
    ("highs", KNAPSACK, {"objective": 24.0}, "the objective is 24.0; the point's is 23"),
    (
        "highs",
        KNAPSACK,
        {"primal": np.array([1.0, 1.0, 0.0, 0.5])},
        "an integer variable is off by 0.5",
    ),
    ("highs", KNAPSACK, {"primal": np.array([1.0, 1.0, 1.0, 1.0])}, "violated by 5"),
    ("highs", KNAPSACK, {"primal": None}, "a wrong primal: an array expected"),
    ("symbolic", FALLING, lambda a: {"primal": a.primal * 2}, "the proof fails"),
    ("symbolic", FALLING, {"proven": False}, "an exact backend has no proof"),
    ("symbolic", FALLING, {"solver": ""}, "the name of the solver"),
    ("numeric", FALLING, {"raw": None}, "no answer at a number ε"),
    ("numeric", FALLING, lambda a: {"raw": replace(a.raw, objective=2.5)}, "correct is"),
    (
        "stable-basis",
        "rational of a program with ε in its matrix",
        {"primal": None},
        "functions of ε",
    ),
    (
        "lemke",
        "two pairs of a perturbed problem",
        lambda a: {"primal": a.primal * 2},
        "the proof fails",
    ),
    ("bestnash", "pure of a position graph", {"equilibrium": None}, "with an equilibrium expected"),
    (
        *("bestnash", "chance of a position graph"),
        lambda a: {"equilibrium": replace(a.equilibrium, values=(Fraction(7), Fraction(7)))},
        "the values are not those of the strategy",
    ),
    (
        "bestnash",
        "three players of a position graph",
        first_moves,
        "gains by another move at position",
    ),
    (
        *("bestnash", "best for 2 of a position graph"),
        lambda a: {"equilibrium": backward_induction(a.equilibrium.strategy.graph)},
        "correct is (2, 100)",
    ),
]


@pytest.mark.parametrize(("backend", "case", "change", "message"), WRONG_ANSWERS)
def test_the_suite_detects_a_wrong_answer(
    backend: str | Backend, case: str, change: Any, message: str
) -> None:
    assert message in failure(changed(backend, change), case)


def test_the_suite_accepts_rays_and_paths_that_are_ones() -> None:
    check(changed(LEMKE, ray(1, 0, Fraction(3, 10))), CASES[RAY])
    one = CASES["one pair"]
    check(changed(LEMKE, path(one.model, [0], 1, 0)), one)


def test_the_suite_detects_a_time_limit_that_outlives_its_solve() -> None:
    name = "time limit of a complementarity problem"
    assert "without a limit, reported time limit" in failure(Forgetful("lemke"), name)


@pytest.mark.parametrize("name", KUHN)
def test_the_suite_detects_an_answer_of_another_class(name: str) -> None:
    def plain(answer: Any) -> RawSolution:
        vectors = {"primal": answer.primal, "dual": answer.dual}
        return RawSolution(
            Termination.SOLVED, "solved", **vectors, objective=answer.objective, solver="plain"
        )

    assert re.search("Solution expected, not <?RawSolution", failure(Tampered("pdhg", plain), name))


class Coarse(Tampered):
    """PDHG with a least tolerance."""

    def __init__(self, least: float) -> None:
        super().__init__("pdhg")
        self.least = least

    def solve(self, model: Any, options: SolveOptions | None = None) -> RawSolution:
        options = options or SolveOptions()
        return super().solve(
            model, replace(options, tolerance=max(options.tolerance or 0, self.least))
        )


@pytest.mark.parametrize("kind", ["saddle point", "class game"])
def test_the_suite_detects_a_gap_that_was_not_reached(kind: str) -> None:
    for least, game in ((0.1, "Kuhn poker"), (1e-6, "payoffs in millionths")):
        assert "reported solved with a gap of" in failure(Coarse(least), f"{game} of a {kind}")
    check(Coarse(1e-6), CASES[f"payoffs in millions of a {kind}"])


def test_the_suite_detects_a_solution_of_a_game_of_general_sum() -> None:
    class Zero(Tampered):
        def solve(self, model: Any, options: SolveOptions | None = None) -> RawSolution:
            return super().solve(kuhn_classes() if isinstance(model, ClassGame) else model, options)

    assert "not constant-sum" in failure(Zero("pdhg"), "general sum of a class game")
