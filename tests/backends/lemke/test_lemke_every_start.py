"""The backend `lemke` from every start: paths, ties, options, limits and verdicts."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest
from flint import fmpz
from game_files import first_quick
from hypothesis import given
from hypothesis import strategies as st
from lcp_examples import TEXTBOOK, require_lexicographic, require_proven, started, steps
from plans import exact, form_of, most_strategies, random_plans

import seqform as sf
from seqform.backends import SolveOptions
from seqform.backends.lemke import backend, revised
from seqform.backends.lemke.backend import Engine, LemkeBackend, LemkeOptions, follow_path
from seqform.backends.lemke.exact_basis import ExactBasis
from seqform.backends.lemke.path import (
    LemkeResult,
    PathLimits,
    PivotRule,
    RepetitionDetector,
    follow_on_tableau,
)
from seqform.backends.lemke.revised import ResidueError, follow_revised
from seqform.backends.linalg.arithmetic import PRIME
from seqform.builders import behavior_profile, centroid, random_start, shared_sequence_form_lcp
from seqform.builders.games.formats.efg import parse_efg
from seqform.builders.programs.lcp import GameLcp, Initial, shared_normal_form_lcp
from seqform.errors import ModelError
from seqform.models import (
    LinearComplementarityProblem,
    RawSolution,
    Termination,
    linear_complementarity_problem,
)
from seqform.models.numbers.exact import ExactArray
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.strategies.behavior import RealizationPlans
from seqform.system.deadline import Deadline
from seqform.verify.nash import certify

CASES = Path(__file__).resolve().parents[4] / "shared" / "cases"

INITIAL: tuple[Initial, ...] = get_args(Initial)

RULES = tuple(
    PivotRule(early_exit, ties)
    for early_exit in (True, False)
    for ties in ("random-column", "unit-columns")
)

games = st.builds(
    "random-game(seed={},depth={},max_actions={},chance={},merge={},payoffs={},zero_sum=false)".format,
    st.integers(0, 10**6),
    st.integers(1, 5),
    st.integers(1, 3),
    st.sampled_from(["0", "1/4"]),
    st.sampled_from(["0", "1/2", "3/4"]),
    st.sampled_from([0, 1, 1, 2, 50]),
)


def start_of(form: SequenceForm, seed: int) -> RealizationPlans:
    """Return the centroid, completely mixed plans, or plans with many zeros."""
    kinds = (centroid, lambda form: random_start(form, seed), lambda form: random_plans(form, seed))
    return kinds[seed % 7 if seed % 7 < 2 else 2](form)


def path(
    lcp: GameLcp,
    start: RealizationPlans,
    initial: Initial,
    rule: PivotRule,
    engine: Engine = "auto",
) -> LemkeResult:
    return follow_path(lcp.problem(start, initial), rule, PathLimits(pivots=20_000), engine)


def require_equilibrium(
    game: sf.ExtensiveGame, form: SequenceForm, lcp: GameLcp, end: LemkeResult
) -> None:
    assert end.termination is Termination.SOLVED
    require_proven(end)
    assert certify(game, behavior_profile(form, lcp.plans(end.z))).proven


@pytest.mark.parametrize("initial", INITIAL)
@given(name=games, seed=st.integers(0, 10**6), rule=st.sampled_from(RULES))
def test_the_path_from_any_start_ends_at_an_equilibrium(
    initial: Initial, name: str, seed: int, rule: PivotRule
) -> None:
    game = sf.load(name)
    form = form_of(game)
    lcp = shared_sequence_form_lcp(form)
    require_equilibrium(game, form, lcp, path(lcp, start_of(form, seed), initial, rule))
    if most_strategies(form) <= 30:
        normal = shared_normal_form_lcp(form)
        require_equilibrium(game, form, normal, path(normal, start_of(form, seed), initial, rule))


@pytest.mark.parametrize("initial", INITIAL)
@given(name=games, seed=st.integers(0, 10**6), rule=st.sampled_from(RULES))
def test_all_bases_of_a_path_are_different_and_feasible_after_the_perturbation(
    initial: Initial, name: str, seed: int, rule: PivotRule
) -> None:
    form = form_of(name)
    lcp = shared_sequence_form_lcp(form)
    if len(lcp.base) > 40:
        return
    start = start_of(form, seed)
    end = path(lcp, start, initial, rule, "tableau")
    bases = {tuple(sorted(end.path.basis(pivots).tolist())) for pivots in range(len(end.path) + 1)}
    assert len(bases) == len(end.path) + 1
    require_lexicographic(end, rule)


@given(name=games, seed=st.integers(0, 10**6), rule=st.sampled_from(RULES))
def test_plans_on_the_path_are_plans_at_every_basis(name: str, seed: int, rule: PivotRule) -> None:
    form = form_of(name)
    lcp = shared_sequence_form_lcp(form)
    start = start_of(form, seed)
    found = path(lcp, start, "slacks", rule)
    for pivots in range(1, len(found.path) + 1, max(1, len(found.path) // 8)):
        cut = follow_path(lcp.problem(start, "slacks"), rule, PathLimits(pivots=pivots))
        plans = lcp.plans_on_path(start, cut.z, cut.z0)
        assert 0 <= cut.z0 <= 1
        assert [plan.residual() for plan in plans] == [0, 0]


def test_a_path_never_ends_at_weights_that_exceed_those_of_a_plan() -> None:
    # With x_a = 4/3 at player 1's unreached set the standard problem has a solution in which L is best; it is not.
    text = """EFG 2 R "unreached" { "1" "2" } ""
p "" 2 1 "" { "L" "R" } 0
t "" 1 "" { 0, -2 }
p "" 1 1 "" { "a" "b" } 0
t "" 2 "" { -1, -3/2 }
t "" 3 "" { -2, -3 }
"""
    game = parse_efg(text)
    form = form_of(game)
    lcp = shared_sequence_form_lcp(form)
    for seed in range(20):
        for initial in INITIAL:
            end = path(lcp, start_of(form, seed), initial, PivotRule())
            require_equilibrium(game, form, lcp, end)


@pytest.mark.skipif(not CASES.is_dir(), reason="needs the game files of ../shared")
@pytest.mark.parametrize(
    ("game", "start"),
    [
        ("centroid-ray.efg", None),
        ("boundary-start-ray.efg", "boundary-start-ray.json"),
        ("best-response-ray.efg", "best-response-ray.json"),
        pytest.param("binary-tree(depth=8)", "cycle-start.json", marks=pytest.mark.slow),
    ],
)
def test_starts_from_which_the_path_once_failed_lead_to_equilibria(
    game: str, start: str | None
) -> None:
    tree = sf.load(CASES / game if game.endswith(".efg") else game)
    begin = "centroid" if start is None else CASES / start
    concept = "normal-form-perfect" if start is None else "nash"
    assert sf.solve(tree, concept, start=begin).certificate.proven
    for initial in INITIAL:
        assert sf.trace(tree, start=begin, path_start=initial).termination is Termination.SOLVED


@given(tail=st.integers(0, 40), loop=st.integers(2, 20), chunk=st.integers(1, 30))
def test_a_basis_that_comes_again_is_detected(tail: int, loop: int, chunk: int) -> None:
    # A column moves through the tail, and then round the loop.
    n = tail + loop
    columns = [*range(n), *(tail + k % loop for k in range(4 * (n + loop + chunk)))]
    steps = np.array([*zip(columns[1:], columns[:-1], strict=True)])
    detector = RepetitionDetector(np.array([0, *range(n + 1, 2 * n)]))
    found = [
        detector.repeated(*steps[first : first + chunk].T) for first in range(0, len(steps), chunk)
    ]
    assert any(found)
    assert not any(found[: (tail + loop - 1) // chunk])


@pytest.mark.parametrize("engine", ["revised", "tableau"])
def test_a_path_in_a_loop_ends(engine: Engine) -> None:
    form = form_of("binary-tree(depth=6,seed=580)")
    problem = shared_sequence_form_lcp(form).problem(random_plans(form, 1), "slacks")
    # U' and v' may not leave, and the path forks where they are 0.
    forks = replace(problem, start=None)
    end = follow_path(forks, limits=PathLimits(pivots=2000), engine=engine)
    assert end.termination is Termination.REPEATED_BASIS
    assert follow_path(problem, engine=engine).termination is Termination.SOLVED


def test_a_path_that_ends_as_the_theory_excludes_is_reported_and_followed_with_another_seed(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    form = form_of("vsvet-figure-1")
    problem = shared_sequence_form_lcp(form).problem(centroid(form))
    seeds: list[int] = []

    def defective(
        problem: LinearComplementarityProblem, rule: PivotRule, *rest: Any
    ) -> LemkeResult:
        seeds.append(rule.seed)
        end = follow_on_tableau(problem, rule, *rest)
        return end if rule.seed == 6 else replace(end, termination=Termination.SECONDARY_RAY)

    monkeypatch.setattr(backend, "follow_on_tableau", defective)
    assert (
        follow_path(problem, PivotRule(seed=5), engine="tableau").termination is Termination.SOLVED
    )
    assert seeds == [5, 6]
    assert (
        "secondary ray after 3 pivots, which the theory excludes; please report the game"
        in caplog.text
    )
    assert (
        follow_path(problem, PivotRule(seed=7), engine="tableau").termination
        is Termination.SECONDARY_RAY
    )
    assert seeds == [5, 6, 7, 8, 9]


def chain(moves: int, payoffs: Callable[[int], tuple[int, int]]) -> sf.ExtensiveGame:
    """Return a game in which the players alternate, and each may stop with the payoffs of its number, or pass."""
    lines = ['EFG 2 R "chain" { "1" "2" } ""']
    for move in range(moves):
        lines.append(f'p "" {1 + move % 2} {1 + move // 2} "" {{ "take" "pass" }} 0')
        lines.append(f't "" {move + 1} "" {{ {payoffs(move)[0]}, {payoffs(move)[1]} }}')
    lines.append(f't "" {moves + 1} "" {{ {payoffs(moves)[0]}, {payoffs(moves)[1]} }}')
    return parse_efg("\n".join(lines))


def test_the_prime_is_safe_so_that_small_numbers_have_many_different_powers() -> None:
    assert fmpz(PRIME).is_prime()
    assert fmpz((PRIME - 1) // 2).is_prime()


@pytest.mark.parametrize("largest", first_quick([2**61 - 1, 2**31, 2**31 - 1], 1))
@pytest.mark.parametrize("initial", INITIAL)
def test_payoffs_of_special_form_do_not_change_the_engine(
    initial: Initial, largest: int, caplog: pytest.LogCaptureFixture
) -> None:
    random = np.random.default_rng(1)
    game = sf.load("binary-tree(depth=6)")
    powers = 2 ** random.integers(0, 40, (2, len(game.outcomes))).astype(object)
    powers[0, 0] = largest
    payoffs = ExactArray(powers[0]), ExactArray(powers[1])
    tree = replace(game, outcomes=replace(game.outcomes, payoffs=payoffs))
    form = form_of(tree)
    lcp = shared_sequence_form_lcp(form)
    end = follow_path(lcp.problem(centroid(form), initial), engine="revised")
    require_equilibrium(tree, form, lcp, end)
    assert not caplog.records


@pytest.mark.parametrize("initial", INITIAL)
def test_long_chains_are_decided_by_digits(
    initial: Initial, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The centroid reaches the end of the chain with a probability of 2**-60.
    monkeypatch.setattr(
        revised, "exact_leaving", lambda *_: pytest.fail("decided in rational arithmetic")
    )
    game = chain(60, lambda move: (move + 2, move) if move % 2 == 0 else (move, move + 2))
    form = form_of(game)
    lcp = shared_sequence_form_lcp(form)
    require_equilibrium(
        game, form, lcp, follow_path(lcp.problem(centroid(form), initial), engine="revised")
    )


@pytest.mark.slow
def test_a_game_of_two_hundred_alternating_moves() -> None:
    game = chain(200, lambda move: (move * move % 11, move * 7 % 10))
    assert sf.solve(game).certificate.proven


TINY = linear_complementarity_problem([[2, 1], [1, 2]], [-5, -6], covering_vector=[1, 1])
RAY = next(example.problem for example in TEXTBOOK if example.name == "Murty 2.9")


def solve(problem: LinearComplementarityProblem, **raw: Any) -> RawSolution:
    return LemkeBackend().solve(problem, SolveOptions(raw=raw))


def long_problem() -> LinearComplementarityProblem:
    """Return one whose path has thousands of pivots."""
    form = form_of("binary-tree(depth=9,seed=1)")
    return shared_sequence_form_lcp(form).problem(centroid(form), "slacks")


def test_without_a_covering_vector_the_path_starts_from_all_ones() -> None:
    bare = linear_complementarity_problem([[2, 1], [1, 2]], [-5, -6])
    assert exact(solve(bare).primal).equals(exact(solve(TINY).primal))
    with pytest.raises(ModelError, match="covering vector"):
        solve(linear_complementarity_problem([[2, 1], [1, 2]], [-5, -6], covering_vector=[1, 0]))


@pytest.mark.parametrize("engine", ["tableau", "revised"])
def test_a_solution_has_its_status_path_and_options(engine: Engine) -> None:
    answer, end = solve(TINY, engine=engine, seed=3), follow_path(TINY)
    assert answer.status == "solved exactly in 3 pivots"
    assert answer.iterations == 3
    assert exact(answer.primal).to_fractions() == [Fraction(4, 3), Fraction(7, 3)]
    assert answer.ray is None
    assert answer.path is not None
    assert list(
        zip(answer.path.entering.tolist(), answer.path.leaving.tolist(), strict=True)
    ) == steps(end)
    assert answer.options == vars(LemkeOptions(seed=3, engine=engine))
    assert answer.solver.startswith("Lemke's algorithm, seqform ")


@pytest.mark.parametrize("engine", ["tableau", "revised"])
def test_a_secondary_ray_has_its_entering_variable(engine: str) -> None:
    answer = solve(RAY, engine=engine)
    assert answer.termination is Termination.SECONDARY_RAY
    assert "a secondary ray; " in answer.status
    assert answer.path is not None
    assert RAY.variable_name(int(answer.path.entering[-1])) in answer.status


def test_a_violated_free_row_at_the_end_is_an_error_with_a_remedy() -> None:
    answer = solve(
        linear_complementarity_problem([[0, 2], [0, 1]], [-1, -1], [True, False], [5, 1])
    )
    assert answer.termination is Termination.ERROR
    assert "split_free" in answer.status


@pytest.mark.parametrize("engine", ["tableau", "revised"])
def test_the_pivot_limit_stops_the_path_and_the_pure_rule_continues_it(engine: str) -> None:
    form = form_of("vsvet-figure-1")
    problem = started(shared_sequence_form_lcp(form), random_start(form, 1))
    whole, some, pure = (
        solve(problem, engine=engine, **raw)
        for raw in ({}, {"max_pivots": 4}, {"early_exit": False})
    )
    assert some.termination is Termination.ITERATION_LIMIT
    assert some.path is not None
    assert whole.path is not None
    assert pure.path is not None
    assert len(pure.path) > len(whole.path)
    assert len(some.path) == some.iterations == 4
    assert some.path.entering.tolist() == whole.path.entering.tolist()[:4]
    assert f"stopped after 4 pivots, z0 = {float(some.path.z0[-1]):.4g}" in some.status


@pytest.mark.slow
def test_the_time_limit_and_ctrl_c_return_the_path_so_far() -> None:
    problem, messages = long_problem(), list[str]()
    whole = LemkeBackend().solve(problem).path
    assert whole is not None
    some = LemkeBackend().solve(problem, SolveOptions(time_limit=1e-4))
    assert some.termination is Termination.TIME_LIMIT
    assert some.path is not None
    assert 0 < len(some.path) <= revised.FIRST_CHUNK < len(whole)
    assert some.path.entering.tolist() == whole.entering.tolist()[: len(some.path)]

    def stop(text: str) -> None:
        if "pivots" in text:  # and not of compiling
            messages.append(text)
            raise KeyboardInterrupt

    stopped = LemkeBackend().solve(problem, SolveOptions(progress=stop))
    assert stopped.termination is Termination.INTERRUPTED
    assert stopped.path is not None
    assert len(stopped.path) == revised.FIRST_CHUNK
    assert messages == [f"{revised.FIRST_CHUNK} pivots, z0 = {float(stopped.path.z0[-1]):.4f}"]


def test_a_free_row_that_vanishes_only_modulo_the_prime_is_not_called_solved() -> None:
    # The first slack is the prime at the end, so it has the residue 0.
    problem = linear_complementarity_problem(
        [[0, PRIME + 1], [0, 1]], [-1, -1], [True, False], [5, 1]
    )
    with pytest.raises(ResidueError):
        follow_revised(problem, PivotRule(), PathLimits())
    assert follow_path(problem, engine="revised").termination is Termination.ERROR


def test_the_tableau_is_the_fallback_if_residues_fail(caplog: pytest.LogCaptureFixture) -> None:
    problem = linear_complementarity_problem([[2, 1], [1, 2]], [-5, -PRIME], covering_vector=[1, 1])
    end = follow_path(problem, engine="revised")
    assert end.termination is Termination.SOLVED
    assert problem.residuals(end.z).worst == 0
    assert (
        f"a number has a multiple of {PRIME} in it; the integer tableau goes on, which is slow"
        in caplog.text
    )


class CountedDeadline(Deadline):
    """A deadline that passes after so many looks at it."""

    looks = 3

    @property
    def passed(self) -> bool:
        self.looks -= 1
        return self.looks < 0


def test_the_proof_of_the_end_of_a_path_looks_at_the_clock_between_orders(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    model = sf.plan(
        chain(30, lambda move: (move * move % 11, move * 7 % 10)), "quasi-perfect"
    ).models[-1][1]
    solved: list[int] = []
    values_for = ExactBasis.values_for

    def counted(basis: ExactBasis, *arguments: Any) -> ExactArray:
        solved.append(1)
        return values_for(basis, *arguments)

    monkeypatch.setattr(ExactBasis, "values_for", counted)
    assert (
        follow_path(model.limit, higher=model.higher, engine="revised").termination
        is Termination.SOLVED
    )
    assert len(solved) > len(model.higher) > 10
    solved.clear()
    monkeypatch.setattr(revised, "Deadline", CountedDeadline)
    stopped = follow_path(model.limit, higher=model.higher, engine="revised")
    assert stopped.termination is Termination.TIME_LIMIT and len(stopped.z) == len(model)
    assert len(solved) < len(model.higher) / 2


def test_a_path_looks_at_the_clock_before_many_pivots() -> None:
    form = form_of("binary-tree(depth=6,seed=1)")
    problem = shared_sequence_form_lcp(form).problem(centroid(form), "slacks")
    assert len(follow_path(problem, engine="revised").path) > 2 * revised.FIRST_CHUNK
    stopped = follow_path(problem, limits=PathLimits(seconds=0), engine="revised")
    assert (
        stopped.termination is Termination.TIME_LIMIT and len(stopped.path) <= revised.FIRST_CHUNK
    )
