"""Exact linear programs: the same proved verdict from every start; exact solutions of complementarity problems."""

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any, Literal

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from solver_runs import exact_point

import seqform as sf
from seqform.backends import SolveOptions
from seqform.backends.conformance.complementarity import random_degenerate_game, random_problem
from seqform.backends.conformance.linear import linear_program
from seqform.backends.exact import ExactBackend, exact_solution, proves_infeasible, proves_unbounded
from seqform.backends.exact.simplex import (
    ComputationalForm,
    ExactSimplex,
    FactoredBasis,
    SimplexOutcome,
    Statuses,
    basic_block,
    repaired,
)
from seqform.backends.exact.solution import (
    certified,
    exact_complementarity,
    solve_on_support,
    support_of,
    support_program,
)
from seqform.backends.lemke.backend import LemkeBackend
from seqform.backends.linalg.rational_solve import independent_entries, solve_dense
from seqform.backends.solvers.highs import HighsBackend
from seqform.errors import CertificationError, ModelError, SolveError
from seqform.models import (
    Basis,
    BasisStatus,
    Bounds,
    ExactArray,
    ExactMatrix,
    LinearProgram,
    RawSolution,
    Termination,
    linear_complementarity_problem,
)
from seqform.models.numbers.text import counted
from seqform.system.deadline import Deadline, OutOfTimeError, OutOfWorkError

VERDICTS = {
    Termination.SOLVED: "optimal over the rationals",
    Termination.INFEASIBLE: "infeasible, proved over the rationals",
    Termination.UNBOUNDED: "unbounded, proved over the rationals",
}
NUMBERS = st.sampled_from(
    [Fraction(sixths, 6) for sixths in (0, 0, 0, 0, 6, 6, -6, 12, -12, 18, -30, 2, -5, 15)]
)


@st.composite
def intervals(draw: st.DrawFn) -> tuple[Fraction | None, Fraction | None]:
    kind = draw(st.sampled_from(["none", "lower", "lower", "upper", "box", "fixed"]))
    first, second = sorted([draw(NUMBERS), draw(NUMBERS)])
    return {
        "none": (None, None),
        "lower": (first, None),
        "upper": (None, second),
        "box": (first, second),
        "fixed": (first, first),
    }[kind]


@st.composite
def programs(draw: st.DrawFn, most: int = 5) -> LinearProgram:
    """Draw a program with bounds of every kind, feasible or not."""
    m, n = draw(st.integers(0, most)), draw(st.integers(1, most))
    rows = []
    for _ in range(m):
        lower, upper = draw(intervals())
        rows.append((lower, draw(st.lists(NUMBERS, min_size=n, max_size=n)), upper))
    return linear_program(
        draw(st.sampled_from(["min", "max"])),
        draw(st.lists(NUMBERS, min_size=n, max_size=n)),
        rows,
        [draw(intervals()) for _ in range(n)],
    )


def solve(program: LinearProgram, start: RawSolution | None = None) -> RawSolution:
    return exact_solution(program, start, time_limit=30)


def started_from(columns: list[int], rows: list[int]) -> RawSolution:
    basis = Basis(np.array(columns, dtype=np.int8), np.array(rows, dtype=np.int8))
    return RawSolution(Termination.SOLVED, "a basis from a test", basis=basis)


def require_proof(program: LinearProgram, answer: RawSolution) -> None:
    """Check the verdict by the program's own numbers."""
    assert (
        answer.status
        == f"{VERDICTS[answer.termination]}; {counted(answer.options['exact_pivots'], 'exact pivot')}"
    )
    assert answer.basis is not None
    statuses = np.concatenate([answer.basis.columns, answer.basis.rows])
    assert np.count_nonzero(statuses == BasisStatus.BASIC) == program.matrix.shape[0]
    if answer.termination is Termination.SOLVED:
        assert isinstance(answer.dual, ExactArray)
        assert program.residuals(exact_point(answer), answer.dual).worst == 0
        assert answer.objective == program.objective_at(exact_point(answer))
        assert isinstance(answer.objective, Fraction)
    elif answer.termination is Termination.INFEASIBLE:
        assert isinstance(answer.ray, ExactArray)
        assert gap_of_multipliers(program, answer.ray) > 0
    else:
        assert isinstance(answer.ray, ExactArray)
        require_unbounded(program, exact_point(answer), answer.ray)


def gap_of_multipliers(program: LinearProgram, multipliers: ExactArray) -> Fraction:
    """Return the least (A.T y)·x minus the largest y·s, entry by entry."""
    y, matrix = (
        np.array(multipliers.to_fractions(), dtype=object),
        np.array(program.matrix.to_dense(), dtype=object),
    )
    bounds, gap = Bounds.concatenate([program.columns, program.rows]), Fraction(0)
    for place, coefficient in enumerate([*(y @ matrix), *-y]):
        if coefficient:
            assert (bounds.has_lower if coefficient > 0 else bounds.has_upper)[place]
            gap += coefficient * (bounds.lower if coefficient > 0 else bounds.upper)[place]
    return gap


def require_unbounded(program: LinearProgram, point: ExactArray, ray: ExactArray) -> None:
    values = [*point.to_fractions(), *program.matrix.dot(point).to_fractions()]
    moves = [*ray.to_fractions(), *program.matrix.dot(ray).to_fractions()]
    bounds = Bounds.concatenate([program.columns, program.rows])
    for place, (value, move) in enumerate(zip(values, moves, strict=True)):
        assert not bounds.has_lower[place] or (value >= bounds.lower[place] and move >= 0)
        assert not bounds.has_upper[place] or (value <= bounds.upper[place] and move <= 0)
    gain = program.objective.dot(ray)
    assert gain < 0 if program.sense == "min" else gain > 0


def solved_by_least_index(program: LinearProgram) -> RawSolution:
    form = ComputationalForm(program)
    return certified(form, ExactSimplex(form, at_slacks(form), least_index=True).run())


def at_slacks(form: ComputationalForm) -> Statuses:
    """Return the basis of all row activities."""
    kinds = np.repeat([BasisStatus.LOWER, BasisStatus.BASIC], [form.column_count, form.row_count])
    return form.nearest_statuses(kinds.astype(np.int8))


@given(program=programs(), data=st.data())
def test_every_start_leads_to_the_proved_verdict_of_the_solver(
    program: LinearProgram, data: st.DataObject
) -> None:
    m, n = program.matrix.shape
    statuses = st.sampled_from([int(status) for status in BasisStatus])
    # the presolve of HiGHS 1.15 calls some unbounded programs infeasible
    raw = HighsBackend().solve(program, SolveOptions(raw={"presolve": "off"}))
    point = np.array(data.draw(st.lists(st.floats(-5, 5), min_size=n, max_size=n)))
    starts = [
        None,
        raw,
        started_from(
            data.draw(st.lists(statuses, min_size=n, max_size=n)),
            data.draw(st.lists(statuses, min_size=m, max_size=m)),
        ),
        started_from([BasisStatus.BASIC] * n, [BasisStatus.LOWER] * m),
        RawSolution(Termination.SOLVED, "", primal=point),
    ]
    answers = [solve(program, start) for start in starts]
    for answer in answers:
        require_proof(program, answer)
    answers.append(solved_by_least_index(program))
    assert len({(answer.termination, answer.objective) for answer in answers}) == 1
    if raw.termination is Termination.INFEASIBLE_OR_UNBOUNDED:
        assert answers[0].termination in (Termination.INFEASIBLE, Termination.UNBOUNDED)
        return
    # Without presolve HiGHS 1.16 gives up some unbounded programs.
    if raw.termination is Termination.NUMERICAL_ERROR:
        assert answers[0].termination is Termination.UNBOUNDED
        return
    assert answers[0].termination is raw.termination
    if raw.solved:
        assert float(answers[0].objective or 0) == pytest.approx(raw.objective, abs=1e-6)


BEALE = linear_program(
    "min",
    ["-3/4", 20, "-1/2", 6],
    [(None, ["1/4", -8, -1, 9], 0), (None, ["1/2", -12, "-1/2", 3], 0), (None, [0, 0, 1, 0], 1)],
    [(0, None)] * 4,
)
KUHN_TUCKER = linear_program(
    "min",
    [-2, -3, 1, 12],
    [(None, [-2, -9, 1, 9], 0), (None, ["1/3", 1, "-1/3", -2], 0), (None, [2, 3, -1, -12], 2)],
    [(0, None)] * 4,
)


@pytest.mark.parametrize(
    ("program", "objective"), [(BEALE, Fraction(-5, 4)), (KUHN_TUCKER, Fraction(-2))]
)
def test_the_classical_cycling_examples_end(program: LinearProgram, objective: Fraction) -> None:
    require_exact(program, solve(program), objective)
    assert solved_by_least_index(program).objective == objective


def test_idle_pivots_bring_in_the_least_index_rule_until_there_is_progress() -> None:
    simplex = ExactSimplex(ComputationalForm(BEALE), np.zeros(7, dtype=np.int8))
    chosen = []
    for is_progress in (False, False, False, False, True):
        chosen.append(simplex._chosen(np.array([0, 1]), np.array([1, -2])))
        simplex._make(({}, is_progress))
    chosen.append(simplex._chosen(np.array([0, 1]), np.array([1, -2])))
    assert chosen == [1, 1, 1, 1, 0, 1]


TINY, SHORT = Fraction(1, 10**12), Fraction(1, 10**9)


@pytest.mark.parametrize(
    ("program", "objective"),
    [
        (
            linear_program(
                "min", [-TINY, -2 * TINY, -3 * TINY], [(None, [1, 1, 1], 1)], [(0, None)] * 3
            ),
            -3 * TINY,
        ),
        (
            linear_program(
                "min", [1, 1], [(1, [1, 1], None), (1 + SHORT, [1, 1], None)], [(0, None)] * 2
            ),
            1 + SHORT,
        ),
        (linear_program("min", [1], [(None, [1], 1), (1 + SHORT, [1], None)], [(0, None)]), None),
        (
            linear_program("max", [1 + TINY**2, 1], [(None, [1, 1], 1)], [(0, None)] * 2),
            1 + TINY**2,
        ),
    ],
    ids=["objective", "bound", "infeasible", "double"],
)
def test_what_is_below_the_tolerance_of_the_solver_is_decided(
    program: LinearProgram, objective: Fraction | None
) -> None:
    start = HighsBackend().solve(program, SolveOptions(raw={"presolve": "off"}))
    if objective == 1 + SHORT:
        start = started_from(
            [BasisStatus.BASIC, BasisStatus.LOWER], [BasisStatus.LOWER, BasisStatus.BASIC]
        )
    if objective == 1 + TINY**2:
        start = started_from([BasisStatus.LOWER, BasisStatus.BASIC], [BasisStatus.UPPER])
    answer = solve(program, start)
    require_proof(program, answer)
    assert answer.objective == objective
    assert answer.termination is (
        Termination.INFEASIBLE if objective is None else Termination.SOLVED
    )
    assert objective is None or answer.options["exact_pivots"] > 0


@given(program=programs(), data=st.data())
def test_a_repaired_basis_is_a_basis_and_a_basis_stays(
    program: LinearProgram, data: st.DataObject
) -> None:
    form = ComputationalForm(program)
    m, n = program.matrix.shape
    drawn = data.draw(st.lists(st.sampled_from([0, 1, 2, 3]), min_size=n + m, max_size=n + m))
    statuses = repaired(form, form.nearest_statuses(np.array(drawn, dtype=np.int8)))
    columns, rows = basic_block(form, statuses)
    block = [[program.matrix.to_dense()[i][j] for j in columns] for i in rows]
    assert len(columns) == len(rows)
    if block:
        scaled = ExactMatrix.from_dense([[value * 6 for value in row] for row in block])
        assert len(independent_entries(scaled)[0]) == len(rows)
    assert np.array_equal(repaired(form, statuses), statuses)


def test_duals_without_a_point_in_doubles_are_no_pair_to_cross_over_from() -> None:
    for primal in (None, ExactArray.zeros(4)):
        raw = RawSolution(Termination.SOLVED, "", primal=primal, dual=np.zeros(3))
        require_exact(BEALE, solve(BEALE, raw), Fraction(-5, 4))


def test_at_the_time_limit_the_best_known_point_is_returned() -> None:
    raw = replace(
        HighsBackend().solve(BEALE), options={"presolve": "off"}, iterations=17, seconds=1000.0
    )
    answer = exact_solution(BEALE, raw, time_limit=-1)
    assert answer.termination is Termination.TIME_LIMIT
    assert answer.primal is raw.primal
    assert answer.options == {"presolve": "off", "exact_pivots": 0, "basis_repairs": 0}
    assert answer.status == "time limit during exact arithmetic; 0 exact pivots"
    assert answer.solver == f"{raw.solver}, exact simplex"
    assert answer.iterations == 17
    assert answer.seconds >= raw.seconds == 1000.0


def test_work_is_counted_and_limited() -> None:
    answer = exact_solution(BEALE, work=0)
    assert answer.termination is Termination.ITERATION_LIMIT
    assert answer.status == "iteration limit during exact arithmetic; 0 exact pivots"
    few = exact_solution(BEALE, work=10**4)
    assert few.termination is Termination.ITERATION_LIMIT and 0 < few.options["exact_pivots"] < 6
    assert few.options == exact_solution(BEALE, work=10**4).options
    assert exact_solution(BEALE, work=10**6).objective == Fraction(-5, 4)


def test_dense_arithmetic_does_not_begin_without_enough_work() -> None:
    matrix, right = ExactMatrix.from_dense([[1, 2], [3, 4]]), ExactArray.of([1, 0])
    with pytest.raises(OutOfWorkError):
        solve_dense(matrix, right, deadline=Deadline(work=7))
    assert solve_dense(matrix, right, deadline=Deadline(work=8)).to_fractions() == [
        -2,
        Fraction(3, 2),
    ]


def raising(error: type[BaseException]) -> Callable[[str], None]:
    def stop(_: str) -> None:
        raise error

    return stop


@pytest.mark.parametrize(
    ("error", "termination", "word"),
    [
        (KeyboardInterrupt, Termination.INTERRUPTED, "interrupted"),
        (OutOfTimeError, Termination.TIME_LIMIT, "time limit"),
    ],
)
def test_a_stop_leaves_the_last_exact_feasible_point_or_that_of_the_solver(
    error: type[BaseException], termination: Termination, word: str
) -> None:
    answer = exact_solution(BEALE, progress=raising(error))
    assert answer.termination is termination
    assert exact_point(answer).to_fractions() == [0] * 4
    assert exact_point(answer).denominator == 1
    assert answer.objective == 0
    assert (answer.options["exact_pivots"], answer.options["basis_repairs"]) == (1, 0)
    assert answer.status == f"{word} during exact arithmetic; 1 exact pivot"
    assert answer.solver == "exact simplex"
    assert answer.seconds > 0
    program = linear_program("min", [1], [(2, [1], None)], [(0, None)])
    given = replace(
        started_from([BasisStatus.LOWER], [BasisStatus.BASIC]),
        primal=np.array([7.0]),
        objective=7.0,
    )
    answer = exact_solution(program, given, progress=raising(error))
    assert (answer.termination, answer.objective) == (termination, 7)
    assert answer.primal is given.primal
    assert answer.status.startswith(word)
    assert exact_solution(program, progress=raising(error)).primal is None


@pytest.mark.parametrize("objective", [[1], [-1]])
def test_an_outcome_that_fails_its_check_is_an_error(
    monkeypatch: pytest.MonkeyPatch, objective: list[int]
) -> None:
    feasible = linear_program("min", objective, [(2, [1], None)], [(0, None)])
    contradiction = linear_program("min", objective, [(2, [1], None), (None, [1], 1)], [(0, None)])
    honest = ExactSimplex.run

    def dishonest(self: ExactSimplex) -> SimplexOutcome:
        outcome = honest(self)
        zeros = None if outcome.multipliers is None else ExactArray.zeros(len(outcome.multipliers))
        ray = None if outcome.ray is None else -outcome.ray
        return replace(outcome, multipliers=zeros, ray=ray)

    monkeypatch.setattr(ExactSimplex, "run", dishonest)
    problem = (
        "the optimal pair misses by 2" if objective == [1] else "the unbounded ray fails its check"
    )
    with pytest.raises(CertificationError, match=f"exact solution: {problem}"):
        solve(feasible)
    with pytest.raises(
        CertificationError, match="exact solution: the proof of infeasibility fails its check"
    ):
        solve(contradiction)


# ---- proofs: each condition is necessary ----


def bounded(
    rows: Bounds, columns: Bounds, *, sense: Literal["min", "max"] = "max"
) -> LinearProgram:
    """Return the program of x + 2 y, to be optimized, with the rows x + y and x - y."""
    matrix = ExactMatrix.from_dense([[1, 1], [1, -1]])
    return LinearProgram(sense, of(1, 2), matrix, rows, columns, ["sum", "gap"], ["x", "y"])


def of(*values: int) -> ExactArray:
    return ExactArray.of(list(values))


def box(lower: list[int | None], upper: list[int | None]) -> Bounds:
    """Bounds, None where there is none; a wrong number stands where it is not to be read."""
    has_lower, has_upper = (np.array([one is not None for one in side]) for side in (lower, upper))
    low = of(*(10**6 if one is None else one for one in lower))
    high = of(*(-(10**6) if one is None else one for one in upper))
    return Bounds(low, high, has_lower, has_upper)


NOTHING = box([None, None], [None, None])
FIVE, ONES = box([5, None], [None, None]), box([None, None], [1, 1])


@pytest.mark.parametrize(
    ("rows", "columns", "multipliers", "proved"),
    [
        (box([3, None], [None, None]), ONES, (-1, 0), True),  # x + y is at most 2
        (box([3, None], [None, None]), ONES, (1, 0), False),
        (box([3, None], [None, None]), ONES, (0, 0), False),
        (box([2, None], [None, None]), ONES, (-1, 0), False),
        # X + y is at least 2.
        (box([None, None], [1, None]), box([1, 1], [None, None]), (1, 0), True),
        (box([None, None], [2, None]), box([1, 1], [None, None]), (1, 0), False),
        # X - y is at least 2 - 3.
        (box([None, None], [None, -2]), box([2, None], [None, 3]), (0, 1), True),
        (box([None, None], [None, -1]), box([2, None], [None, 3]), (0, 1), False),
        (FIVE, ONES, (-1, 0), True),  # no proof uses an absent bound:
        (FIVE, box([None, None], [1, None]), (-1, 0), False),
        (FIVE, box([None, None], [None, 1]), (-1, 0), False),
        (box([None, None], [-5, None]), box([0, None], [None, None]), (1, 0), False),
        (NOTHING, ONES, (-1, 0), False),
        (box([None, 5], [None, None]), ONES, (-1, 0), False),
        (FIVE, box([-(10**9), -(10**9)], [None, None]), (1, 0), False),
    ],
)
def test_multipliers_prove_infeasibility_by_bounds_that_exist(
    rows: Bounds, columns: Bounds, multipliers: tuple[int, int], proved: bool
) -> None:
    assert proves_infeasible(bounded(rows, columns), of(*multipliers)) is proved


ROWS = box([0, None], [None, 4])
COLUMNS = box([1, 1], [None, None])
POINT, RAY = (2, 1), (1, 1)


def test_a_feasible_point_and_an_improving_ray_prove_a_program_unbounded() -> None:
    assert proves_unbounded(bounded(ROWS, COLUMNS), of(*POINT), of(*RAY))
    assert proves_unbounded(bounded(ROWS, COLUMNS), of(1, 1), of(0, 1))
    assert proves_unbounded(bounded(ROWS, COLUMNS), of(5, 1), of(*RAY))
    falling = bounded(box([None, 0], [None, None]), box([None, None], [9, 9]), sense="min")
    assert proves_unbounded(falling, of(1, 1), of(-1, -1))


@pytest.mark.parametrize(
    ("rows", "columns", "point", "ray"),
    [
        (ROWS, COLUMNS, (0, 1), RAY),  # x below its bound
        (ROWS, COLUMNS, (2, 0), RAY),
        (ROWS, box([None, None], [None, 9]), (2, 10), (1, 0)),  # y above its bound
        (ROWS, COLUMNS, (6, 1), RAY),  # x - y above 4
        (box([9, None], [None, None]), COLUMNS, POINT, RAY),  # x + y below 9
        (ROWS, COLUMNS, POINT, (-1, 1)),  # x falls towards its bound
        (ROWS, box([1, 1], [None, 9]), POINT, RAY),  # y rises towards its bound
        (ROWS, COLUMNS, POINT, (1, 0)),  # x - y rises towards 4
        (box([0, -9], [None, None]), COLUMNS, POINT, (0, 1)),  # x - y falls towards -9
        (ROWS, COLUMNS, POINT, (0, 0)),  # no gain
        (NOTHING, NOTHING, POINT, (2, -1)),  # no gain
        (NOTHING, NOTHING, POINT, (-1, -1)),  # a loss
    ],
)
def test_each_condition_of_a_ray_is_needed(
    rows: Bounds, columns: Bounds, point: tuple[int, int], ray: tuple[int, int]
) -> None:
    assert not proves_unbounded(bounded(rows, columns), of(*point), of(*ray))


def test_the_direction_of_a_gain_is_that_of_the_sense() -> None:
    free = bounded(NOTHING, NOTHING)
    for one, up in ((free, True), (replace(free, sense="min"), False)):
        assert proves_unbounded(one, of(0, 0), of(1, 0)) is up
        assert proves_unbounded(one, of(0, 0), of(-1, 0)) is not up
        assert not proves_unbounded(one, of(0, 0), of(2, -1))


LEDUC = Fraction(-1454920850547486749701863871533, 16995463438839962469905132501930)


@pytest.fixture(scope="module")
def leduc() -> LinearProgram:
    return sf.linear_program("leduc").target


def require_exact(program: LinearProgram, answer: RawSolution, objective: Fraction) -> None:
    require_proof(program, answer)
    assert answer.objective == objective


def test_leduc_poker_has_its_value_from_an_optimal_basis_and_from_a_loose_one(
    leduc: LinearProgram,
) -> None:
    answer = ExactBackend().solve(leduc)
    require_exact(leduc, answer, LEDUC)
    again = exact_solution(leduc, answer)
    require_exact(leduc, again, LEDUC)
    assert again.options["exact_pivots"] == again.options["basis_repairs"] == 0
    loose = {
        "dual_feasibility_tolerance": 1e-4,
        "primal_feasibility_tolerance": 1e-4,
        "presolve": "off",
    }
    require_exact(
        leduc,
        ExactBackend().solve(leduc, SolveOptions(raw={"simplex_strategy": 4, **loose})),
        LEDUC,
    )


@pytest.mark.parametrize("exponent", [18, 25, 400])
def test_numbers_beyond_the_range_of_highs_are_solved(exponent: int) -> None:
    big = 10**exponent
    program = linear_program(
        "max", [1, big], [(None, [big, 1], big), (None, [1, 1], 2)], [(0, None), (0, big)]
    )
    require_exact(program, ExactBackend().solve(program), Fraction(2 * big))


def test_a_limit_of_highs_is_returned(leduc: LinearProgram) -> None:
    answer = ExactBackend().solve(
        leduc, SolveOptions(raw={"simplex_iteration_limit": 5, "presolve": "off"})
    )
    assert answer.termination is Termination.ITERATION_LIMIT
    assert not isinstance(answer.primal, ExactArray)


HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
BASIC, LOWER, UPPER, FREE = (
    BasisStatus.BASIC,
    BasisStatus.LOWER,
    BasisStatus.UPPER,
    BasisStatus.FREE,
)

PROGRAM = linear_program(
    "max",
    [HALF, 3, 0, 1],
    [(None, [HALF, THIRD, 0, 0], 5), (THIRD, [0, 0, 4, 6], THIRD), (None, [0, 0, 0, 0], None)],
    [(0, None), (None, HALF), (-1, 2), (None, None)],
)
"""Columns with a lower bound, an upper one, both and none; rows below 5, equal to 1/3, and without entries."""


def test_systems_of_a_basis_respect_the_deadline() -> None:
    form = ComputationalForm(PROGRAM)
    statuses = np.array([BASIC, UPPER, LOWER, FREE, UPPER, BASIC, BASIC], dtype=np.int8)
    for deadline, expected in (
        (Deadline(60), nullcontext()),
        (Deadline(-1), pytest.raises(OutOfTimeError)),
    ):
        with expected:
            FactoredBasis(form, statuses, deadline).point()


def program_of_long_numbers(seed: int, size: int = 8) -> LinearProgram:
    """Return a program with numbers of 20 digits in which one row is the sum of two others."""
    source = Random(seed)
    rows = [[source.randint(1, 10**20) for _ in range(size)] for _ in range(size)]
    limits = [source.randint(1, 10**20) for _ in range(size)]
    rows.append([one + other for one, other in zip(rows[0], rows[1], strict=True)])
    limits.append(limits[0] + limits[1])
    bounded = [(None, row, limit) for row, limit in zip(rows, limits, strict=True)]
    return linear_program(
        "max", [source.randint(1, 10**20) for _ in range(size)], bounded, [(0, None)] * size
    )


@pytest.mark.slow
def test_many_bits_lead_to_a_basis_that_is_optimal_over_the_rationals() -> None:
    errors = []
    for seed in range(6):
        form = ComputationalForm(program_of_long_numbers(seed))
        for kinds in ([LOWER, BASIC], [BASIC, LOWER]):
            start = form.nearest_statuses(np.repeat(kinds, [8, 9]).astype(np.int8))
            exact, precise = ExactSimplex(form, start), ExactSimplex(form, start, bits=300)
            outcome, nearly = exact.run(), precise.run()
            assert outcome.termination is nearly.termination is Termination.SOLVED
            proof = ExactSimplex(form, precise.statuses)
            assert proof.run().termination is Termination.SOLVED
            assert proof.pivots == proof.repairs == 0
            points = zip(outcome.point.to_fractions(), nearly.point.to_fractions(), strict=True)
            errors.append(max(abs(one - two) for one, two in points))
    assert 0 < max(errors) < Fraction(1, 2**200), "solved to many bits, not exactly"


def test_too_few_bits_are_an_error_and_no_search_without_end() -> None:
    form = ComputationalForm(program_of_long_numbers(0))
    start = form.nearest_statuses(np.repeat([LOWER, BASIC], [8, 9]).astype(np.int8))
    simplex = ExactSimplex(form, start, bits=100)
    with pytest.raises(SolveError, match="100 bits do not suffice"):
        simplex.run()
    assert 170 < simplex.pivots < 180


PAIR = linear_complementarity_problem([[2, 1], [1, 2]], [-5, -6])


def near(point: np.ndarray) -> RawSolution:
    return RawSolution(Termination.SOLVED, "optimal", primal=point, solver="by eye")


@given(seed=st.integers(0, 10_000), noise=st.floats(0, 1e-7), size=st.integers(1, 7))
@example(seed=341, noise=2.93e-8, size=2)
def test_a_point_near_the_only_solution_gives_it_exactly(
    seed: int, noise: float, size: int
) -> None:
    problem, solution = random_problem(seed, size)
    disturbance = noise * np.random.default_rng(seed).uniform(-1, 1, size)
    exact = exact_complementarity(problem, near(solution.to_floats() + disturbance))
    assert exact.solved
    assert exact_point(exact).equals(solution)
    assert exact.solver == "by eye, exact simplex"


@pytest.mark.parametrize("scale", [Fraction(1, 10**9), Fraction(1), Fraction(10**9)])
def test_the_support_does_not_depend_on_units(scale: Fraction) -> None:
    problem = random_degenerate_game(2)
    point = exact_point(LemkeBackend().solve(problem)).to_floats()
    scaled = replace(
        problem,
        matrix=replace(problem.matrix, values=problem.matrix.values * scale),
        q=problem.q * scale,
    )
    assert np.array_equal(support_of(scaled, point), support_of(problem, point))


def test_the_support_is_where_a_point_is_positive_and_no_noise_in_slacks() -> None:
    problem = linear_complementarity_problem([[3, 0], [0, 3]], [-1, -1])
    third = np.array([1 / 3 + 1e-15, 1 / 3 - 1e-15])
    assert support_of(problem, third).tolist() == [True, True]
    problem = linear_complementarity_problem(
        [[2, 1, -1], [1, 2, -1], [1, 1, 0]], [0, 5, -1], [False, False, True]
    )
    assert support_of(problem, ExactArray.of([1, 0, 2])).tolist() == [True, False, True]


def test_the_best_vertex_on_a_support_is_chosen() -> None:
    level = linear_complementarity_problem([[1, 1], [1, 1]], [-1, -1])
    both = np.array([True, True])
    for weights, expected in (([1, 0], [1, 0]), ([0, 1], [0, 1])):
        answer = solve_on_support(level, both, ExactArray.of(weights), "max")
        assert exact_point(answer).to_fractions() == expected
        assert answer.objective == 1
    assert solve_on_support(level, both).objective is None


def test_a_support_without_an_optimum_is_reported_with_proof() -> None:
    none = solve_on_support(PAIR, np.array([False, False]))
    assert none.termination is Termination.INFEASIBLE
    assert isinstance(none.ray, ExactArray)
    anything = linear_complementarity_problem([[0]], [0])
    endless = solve_on_support(anything, np.array([True]), ExactArray.of([1]), "max")
    assert endless.termination is Termination.UNBOUNDED
    assert isinstance(endless.ray, ExactArray)


def test_a_point_with_the_zeros_of_no_solution_stays_the_solvers() -> None:
    point = np.array([7.0, 0.0])
    answer = exact_complementarity(PAIR, near(point))
    assert answer.termination is Termination.NUMERICAL_ERROR
    assert "no exact solution has the zeros" in answer.status
    assert answer.primal is point


def test_limits_are_terminations() -> None:
    problem = random_degenerate_game(0, size=12)
    cut = exact_complementarity(problem, LemkeBackend().solve(problem), time_limit=1e-9)
    assert cut.termination is Termination.TIME_LIMIT


@pytest.mark.parametrize(
    ("refused", "message"),
    [
        (lambda: support_of(PAIR, np.zeros(3)), "3 values for 2 variables"),
        (lambda: support_program(PAIR, np.array([True])), "support of length 1"),
        (
            lambda: solve_on_support(PAIR, np.array([True, True]), ExactArray.of([1, 2, 3])),
            "objective of length 3",
        ),
        (
            lambda: exact_complementarity(PAIR, RawSolution(Termination.TIME_LIMIT, "")),
            "no point: time limit",
        ),
        (
            lambda: exact_solution(BEALE, RawSolution(Termination.SOLVED, "", np.zeros(2))),
            "2 primal values for 4",
        ),
    ],
)
def test_vectors_of_other_lengths_and_answers_without_a_point_are_model_errors(
    refused: Any, message: str
) -> None:
    with pytest.raises(ModelError, match=message):
        refused()
