"""Exact linear programs: the same proved verdict from every start."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seqform.backends.conformance.linear import linear_program
from seqform.backends.exact import exact_solution, proves_infeasible, proves_unbounded
from seqform.backends.exact.basis import ComputationalForm, basic_block, repaired
from seqform.backends.exact.simplex import ExactSimplex, SimplexOutcome
from seqform.backends.exact.solution import nearby_statuses
from seqform.backends.linalg.independent_columns import independent_entries
from seqform.backends.linalg.rational_solve import OutOfTimeError
from seqform.backends.protocol import SolveOptions
from seqform.backends.solvers.highs import HighsBackend
from seqform.errors import CertificationError, ModelError, SolveError
from seqform.models.numbers.exact import ExactArray, ExactMatrix
from seqform.models.programs.linear import Bounds, LinearProgram
from seqform.models.programs.solutions import Basis, BasisStatus, RawSolution, Termination

VERDICTS = {
    Termination.SOLVED: "optimal over the rationals",
    Termination.INFEASIBLE: "infeasible, proved over the rationals",
    Termination.UNBOUNDED: "unbounded, proved over the rationals",
}
NUMBERS = st.sampled_from([Fraction(sixths, 6) for sixths in (0, 0, 0, 0, 6, 6, -6, 12, -12, 18, -30, 2, -5, 15)])


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
    assert answer.status == f"{VERDICTS[answer.termination]}; {answer.options['exact_pivots']} exact pivots"
    assert answer.basis is not None
    statuses = np.concatenate([answer.basis.columns, answer.basis.rows])
    assert np.count_nonzero(statuses == BasisStatus.BASIC) == program.matrix.shape[0]
    if answer.termination is Termination.SOLVED:
        assert isinstance(answer.primal, ExactArray)
        assert isinstance(answer.dual, ExactArray)
        assert program.residuals(answer.primal, answer.dual).worst == 0
        assert answer.objective == program.objective_at(answer.primal)
        assert isinstance(answer.objective, Fraction)
    elif answer.termination is Termination.INFEASIBLE:
        assert isinstance(answer.ray, ExactArray)
        assert gap_of_multipliers(program, answer.ray) > 0
    else:
        assert isinstance(answer.primal, ExactArray)
        assert isinstance(answer.ray, ExactArray)
        require_unbounded(program, answer.primal, answer.ray)


def gap_of_multipliers(program: LinearProgram, multipliers: ExactArray) -> Fraction:
    """Return the least (A.T y)·x minus the largest y·s, entry by entry."""
    y, matrix = multipliers.to_fractions(), program.matrix.to_dense()
    m, n = program.matrix.shape
    gap = Fraction(0)
    for j in range(n):
        coefficient = sum((y[i] * matrix[i][j] for i in range(m)), Fraction(0))
        gap += least(coefficient, program.columns, j)
    for i in range(m):
        gap += least(-y[i], program.rows, i)
    return gap


def least(coefficient: Fraction, bounds: Bounds, place: int) -> Fraction:
    if coefficient > 0:
        assert bounds.has_lower[place]
        return coefficient * bounds.lower[place]
    if coefficient < 0:
        assert bounds.has_upper[place]
        return coefficient * bounds.upper[place]
    return Fraction(0)


def require_unbounded(program: LinearProgram, point: ExactArray, ray: ExactArray) -> None:
    values = [*point.to_fractions(), *program.matrix.dot(point).to_fractions()]
    moves = [*ray.to_fractions(), *program.matrix.dot(ray).to_fractions()]
    bounds = Bounds.concatenate([program.columns, program.rows])
    for place, (value, move) in enumerate(zip(values, moves, strict=True)):
        assert not bounds.has_lower[place] or (value >= bounds.lower[place] and move >= 0)
        assert not bounds.has_upper[place] or (value <= bounds.upper[place] and move <= 0)
    gain = program.objective.dot(ray)
    assert gain < 0 if program.sense == "min" else gain > 0


@settings(deadline=None, max_examples=80)
@given(program=programs(), data=st.data())
def test_every_start_leads_to_the_same_proved_verdict(program: LinearProgram, data: st.DataObject) -> None:
    m, n = program.matrix.shape
    statuses = st.sampled_from([int(status) for status in BasisStatus])
    starts = [
        None,
        HighsBackend().solve(program),
        started_from(
            data.draw(st.lists(statuses, min_size=n, max_size=n)),
            data.draw(st.lists(statuses, min_size=m, max_size=m)),
        ),
        started_from([BasisStatus.BASIC] * n, [BasisStatus.LOWER] * m),
        RawSolution(
            Termination.SOLVED, "", primal=np.array(data.draw(st.lists(st.floats(-5, 5), min_size=n, max_size=n)))
        ),
    ]
    answers = [solve(program, start) for start in starts]
    for answer in answers:
        require_proof(program, answer)
    assert len({(answer.termination, answer.objective) for answer in answers}) == 1


@settings(deadline=None, max_examples=60)
@given(program=programs())
def test_the_verdict_agrees_with_the_solver(program: LinearProgram) -> None:
    # the presolve of HiGHS 1.15 calls some unbounded programs infeasible
    raw = HighsBackend().solve(program, SolveOptions(raw={"presolve": "off"}))
    answer = solve(program, raw)
    if raw.termination is Termination.INFEASIBLE_OR_UNBOUNDED:
        assert answer.termination in (Termination.INFEASIBLE, Termination.UNBOUNDED)
        return
    assert answer.termination is raw.termination
    if raw.solved:
        assert float(answer.objective or 0) == pytest.approx(raw.objective, abs=1e-6)


@settings(deadline=None, max_examples=60)
@given(program=programs())
def test_the_least_index_rule_alone_ends_in_the_same_verdict(program: LinearProgram) -> None:
    expected = solve(program)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ExactSimplex, "_least_index", True)
        answer = solve(program)
    require_proof(program, answer)
    assert (answer.termination, answer.objective) == (expected.termination, expected.objective)


@settings(deadline=None, max_examples=60)
@given(program=programs(), data=st.data())
def test_the_negative_of_a_program_has_the_negative_duals(program: LinearProgram, data: st.DataObject) -> None:
    turned = replace(program, sense="max" if program.sense == "min" else "min", objective=-program.objective)
    answer, mirrored = solve(program), solve(turned)
    assert answer.termination is mirrored.termination
    if answer.solved:
        assert isinstance(answer.dual, ExactArray)
        assert isinstance(mirrored.dual, ExactArray)
        assert answer.dual.equals(-mirrored.dual)


def beale() -> LinearProgram:
    return linear_program(
        "min",
        ["-3/4", 20, "-1/2", 6],
        [(None, ["1/4", -8, -1, 9], 0), (None, ["1/2", -12, "-1/2", 3], 0), (None, [0, 0, 1, 0], 1)],
        [(0, None)] * 4,
    )


def kuhn_tucker() -> LinearProgram:
    return linear_program(
        "min",
        [-2, -3, 1, 12],
        [(None, [-2, -9, 1, 9], 0), (None, ["1/3", 1, "-1/3", -2], 0), (None, [2, 3, -1, -12], 2)],
        [(0, None)] * 4,
    )


@pytest.mark.parametrize(("program", "objective"), [(beale(), Fraction(-5, 4)), (kuhn_tucker(), Fraction(-2))])
@pytest.mark.parametrize("least_index", [True, False])
def test_the_classical_cycling_examples_end(
    program: LinearProgram, objective: Fraction, least_index: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if least_index:
        monkeypatch.setattr(ExactSimplex, "_least_index", True)
    answer = solve(program)
    require_proof(program, answer)
    assert answer.objective == objective


def assignment(size: int) -> LinearProgram:
    """The assignment polytope, all of whose bases are highly degenerate, with many optima."""
    rows = [(1, [int(cell // size == k) for cell in range(size**2)], 1) for k in range(size)] + [
        (1, [int(cell % size == k) for cell in range(size**2)], 1) for k in range(size)
    ]
    cost = [(cell // size + 1) * (cell % size + 1) % 4 for cell in range(size**2)]
    return linear_program("min", cost, rows, [(0, None)] * size**2)


def test_degenerate_programs_with_dependent_rows_end_at_the_optimum() -> None:
    program = assignment(6)
    raw = HighsBackend().solve(program)
    for start in (None, raw):
        answer = solve(program, start)
        require_proof(program, answer)
        assert float(answer.objective or 0) == pytest.approx(raw.objective)


def test_idle_pivots_bring_in_the_least_index_rule() -> None:
    simplex = ExactSimplex(ComputationalForm(beale()), np.zeros(7, dtype=np.int8))
    assert not simplex._least_index
    for _ in range(4):
        simplex._move({}, progress=False)
    assert simplex._least_index
    simplex._move({}, progress=True)
    assert not simplex._least_index


def test_a_difference_below_double_precision_is_decided_by_exact_pivots() -> None:
    one, tiny = Fraction(1), Fraction(1, 10**20)
    answers = []
    for gains in ([1 + tiny, one], [one, 1 + tiny]):
        program = linear_program("max", gains, [(None, [1, 1], 1)], [(0, None), (0, None)])
        raw = HighsBackend().solve(program)
        answers.append(solve(program, raw))
        require_proof(program, answers[-1])
        assert answers[-1].objective == 1 + tiny
    assert sum(answer.options["exact_pivots"] for answer in answers) > 0, "both look the same in doubles"


def test_an_objective_below_the_tolerance_of_the_solver_is_improved() -> None:
    cost = [Fraction(-1, 10**12), Fraction(-2, 10**12), Fraction(-3, 10**12)]
    program = linear_program("min", cost, [(None, [1, 1, 1], 1)], [(0, None)] * 3)
    raw = HighsBackend().solve(program, SolveOptions(raw={"presolve": "off"}))
    answer = solve(program, raw)
    require_proof(program, answer)
    assert answer.objective == Fraction(-3, 10**12)
    assert answer.options["exact_pivots"] > 0


def test_a_point_within_the_tolerance_of_the_solver_but_out_of_bounds_is_repaired() -> None:
    short = Fraction(1, 10**9)
    program = linear_program("min", [1, 1], [(1, [1, 1], None), (1 + short, [1, 1], None)], [(0, None), (0, None)])
    start = started_from([BasisStatus.BASIC, BasisStatus.LOWER], [BasisStatus.LOWER, BasisStatus.BASIC])
    answer = solve(program, start)
    require_proof(program, answer)
    assert answer.objective == 1 + short
    assert answer.options["exact_pivots"] > 0


def test_a_program_infeasible_by_less_than_the_tolerance_is_proved_so() -> None:
    short = Fraction(1, 10**9)
    program = linear_program("min", [1], [(None, [1], 1), (1 + short, [1], None)], [(0, None)])
    raw = HighsBackend().solve(program)
    answer = solve(program, raw)
    assert answer.termination is Termination.INFEASIBLE
    require_proof(program, answer)


def test_a_basis_beyond_doubles_is_solved() -> None:
    size = 14
    rows = [[Fraction(1, i + j + 1) for j in range(size)] for i in range(size)]
    program = linear_program(
        "min", [1] * size, [(sum(row, Fraction(0)), row, sum(row, Fraction(0))) for row in rows], [(0, None)] * size
    )
    raw = HighsBackend().solve(program)
    answer = solve(program, raw)
    require_proof(program, answer)
    assert isinstance(answer.primal, ExactArray)
    assert answer.primal.to_fractions() == [Fraction(1)] * size


def test_huge_numbers_in_every_part_are_exact() -> None:
    big = 3**200
    inverse = Fraction(1, big)
    program = linear_program(
        "max",
        [big, inverse],
        [(None, [big, 1], big + 1), (None, [1, inverse], 5)],
        [(0, None), (0, big)],
    )
    answer = solve(program)
    require_proof(program, answer)
    assert answer.objective == big + 1


def test_a_singular_basis_is_repaired() -> None:
    program = linear_program(
        "max", [1, 2, 1], [(None, [1, 2, 0], 4), (None, [2, 4, 0], 8), (None, [0, 1, 1], 3)], [(0, None)] * 3
    )
    start = started_from([BasisStatus.BASIC] * 3, [BasisStatus.UPPER] * 3)
    answer = solve(program, start)
    require_proof(program, answer)
    assert answer.options["basis_repairs"] == 2
    assert answer.objective == solve(program).objective


@settings(deadline=None)
@given(program=programs(), data=st.data())
def test_a_repaired_basis_is_a_basis_and_a_basis_stays(program: LinearProgram, data: st.DataObject) -> None:
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


def test_a_basis_of_another_program_is_a_clear_error() -> None:
    with pytest.raises(SolveError, match="the basis is for 1 columns and 3 rows, the program has 4 and 3"):
        exact_solution(beale(), started_from([0], [0, 0, 0]))
    with pytest.raises(SolveError, match="7 is not a basis status"):
        exact_solution(beale(), started_from([7, 1, 1, 1], [0, 0, 0]))


def test_a_point_of_another_program_is_a_clear_error() -> None:
    with pytest.raises(ModelError, match="2 primal values for 4 columns"):
        exact_solution(beale(), RawSolution(Termination.SOLVED, "", primal=np.zeros(2)))


def test_a_point_of_a_first_order_method_leads_to_the_exact_optimum() -> None:
    program = kuhn_tucker()
    raw = HighsBackend().solve(program, SolveOptions(raw={"solver": "ipm", "run_crossover": "off"}))
    answer = solve(program, replace(raw, basis=None))
    require_proof(program, answer)
    assert answer.objective == -2


def test_the_iterations_and_the_time_of_the_solver_are_kept() -> None:
    raw = replace(HighsBackend().solve(beale()), iterations=17, seconds=1000.0)
    answer = solve(beale(), raw)
    assert answer.iterations == 17
    assert 1000 < answer.seconds < 1060


def test_duals_without_a_point_in_doubles_are_no_pair_to_cross_over_from() -> None:
    for primal in (None, ExactArray.zeros(4)):
        raw = RawSolution(Termination.SOLVED, "", primal=primal, dual=np.zeros(3))
        answer = solve(beale(), raw)
        require_proof(beale(), answer)
        assert answer.objective == solve(beale()).objective


def test_at_the_time_limit_the_best_known_point_is_returned() -> None:
    raw = replace(HighsBackend().solve(beale()), options={"presolve": "off"})
    answer = exact_solution(beale(), raw, time_limit=-1)
    assert answer.termination is Termination.TIME_LIMIT
    assert answer.primal is raw.primal
    assert answer.options == {"presolve": "off", "exact_pivots": 0, "basis_repairs": 0}
    assert answer.status == "time limit during exact arithmetic; 0 exact pivots"
    assert answer.solver == f"{raw.solver}, exact simplex"
    assert answer.iterations == raw.iterations
    assert answer.seconds >= raw.seconds


def test_an_interrupt_leaves_the_last_exact_feasible_point() -> None:
    def interrupt(_: str) -> None:
        raise KeyboardInterrupt

    answer = exact_solution(beale(), progress=interrupt)
    assert answer.termination is Termination.INTERRUPTED
    assert isinstance(answer.primal, ExactArray)
    assert answer.primal.to_fractions() == [0] * 4
    assert answer.objective == 0
    assert answer.options["exact_pivots"] == 1
    assert answer.options["basis_repairs"] == 0
    assert answer.status == "interrupted during exact arithmetic; 1 exact pivots"
    assert answer.solver == "exact simplex"
    assert answer.primal.denominator == 1
    assert 0 < answer.seconds < 60


def test_out_of_time_leaves_the_last_exact_feasible_point() -> None:
    def out_of_time(_: str) -> None:
        raise OutOfTimeError

    answer = exact_solution(beale(), progress=out_of_time)
    assert answer.termination is Termination.TIME_LIMIT
    assert isinstance(answer.primal, ExactArray)
    assert answer.primal.to_fractions() == [0] * 4
    assert answer.status == "time limit during exact arithmetic; 1 exact pivots"


@pytest.mark.parametrize("raised", [KeyboardInterrupt, OutOfTimeError])
def test_before_a_feasible_point_is_found_the_answer_is_the_solvers(raised: type[BaseException]) -> None:
    def stop(_: str) -> None:
        raise raised

    program = linear_program("min", [1], [(2, [1], None)], [(0, None)])
    given = started_from([BasisStatus.LOWER], [BasisStatus.BASIC])
    answer = exact_solution(program, replace(given, primal=np.array([7.0]), objective=7.0), progress=stop)
    assert answer.termination in (Termination.INTERRUPTED, Termination.TIME_LIMIT)
    assert isinstance(answer.primal, np.ndarray)
    assert answer.primal.tolist() == [7]
    assert answer.objective == 7
    assert exact_solution(program, progress=stop).primal is None


@pytest.mark.parametrize("exact", [True, False])
def test_values_near_a_bound_are_placed_at_it(exact: bool) -> None:
    """Near is within 1e-7 times one more than the size of the value."""
    box = (Fraction(0), Fraction(100))
    program = linear_program(
        "min", [0] * 6, [(None, [1, 0, 0, 0, 0, 0], Fraction(8, 10**8))], [box] * 5 + [(None, None)]
    )
    form = ComputationalForm(program)
    values: list[Fraction | int] = [
        Fraction(9, 10**8),
        Fraction(12, 10**8),
        100 - Fraction(9, 10**6),
        100 - Fraction(12, 10**6),
        100,
        0,
    ]
    point = ExactArray.of(values) if exact else np.array([float(value) for value in values])
    basic, lower, upper = BasisStatus.BASIC, BasisStatus.LOWER, BasisStatus.UPPER
    statuses = nearby_statuses(form, point)
    assert statuses.tolist() == [lower, basic, upper, basic, upper, basic, upper]
    assert statuses.dtype == np.int8


@pytest.mark.parametrize("objective", [[1], [-1]])
def test_an_outcome_that_fails_its_check_is_an_error(monkeypatch: pytest.MonkeyPatch, objective: list[int]) -> None:
    feasible = linear_program("min", objective, [(2, [1], None)], [(0, None)])
    contradiction = linear_program("min", objective, [(2, [1], None), (None, [1], 1)], [(0, None)])
    honest = ExactSimplex.run

    def dishonest(self: ExactSimplex) -> SimplexOutcome:
        outcome = honest(self)
        zeros = None if outcome.multipliers is None else ExactArray.zeros(len(outcome.multipliers))
        ray = None if outcome.ray is None else -outcome.ray
        return replace(outcome, multipliers=zeros, ray=ray)

    monkeypatch.setattr(ExactSimplex, "run", dishonest)
    problem = "the optimal pair misses by 2" if objective == [1] else "the unbounded ray fails its check"
    with pytest.raises(CertificationError, match=f"exact solution: {problem}"):
        solve(feasible)
    with pytest.raises(CertificationError, match="exact solution: the proof of infeasibility fails its check"):
        solve(contradiction)


def test_certificates_of_another_program_are_refused() -> None:
    contradiction = linear_program("min", [1], [(2, [1], None), (None, [1], 1)], [(0, None)])
    proof = solve(contradiction).ray
    assert isinstance(proof, ExactArray)
    assert proves_infeasible(contradiction, proof)
    assert not proves_infeasible(contradiction, -proof)
    loosened = linear_program("min", [1], [(1, [1], None), (None, [1], 1)], [(0, None)])
    assert not proves_infeasible(loosened, proof)

    endless = linear_program("max", [1, 0], [(0, [1, -1], 0)], [(0, None), (0, None)])
    answer = solve(endless)
    assert isinstance(answer.primal, ExactArray)
    assert isinstance(answer.ray, ExactArray)
    assert proves_unbounded(endless, answer.primal, answer.ray)
    assert not proves_unbounded(endless, answer.primal, -answer.ray)
    assert not proves_unbounded(endless, ExactArray.of([-1, -1]), answer.ray)
    ended = linear_program("max", [1, 0], [(0, [1, -1], 0)], [(0, None), (0, 9)])
    assert not proves_unbounded(ended, answer.primal, answer.ray)
