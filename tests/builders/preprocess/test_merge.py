"""Merging what a program treats alike is lossless: the lifted answer solves the original, in every order of ε."""

import sys
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from perturbed_programs import NUMBERS, optimum, perturbed_game, perturbed_program
from plans import exact, form_of

import seqform as sf
from seqform.backends import get
from seqform.backends.conformance.linear import linear_program
from seqform.backends.exact import exact_solution
from seqform.backends.perturbed.stable_basis import StableBasisBackend
from seqform.backends.perturbed.symbolic import SymbolicBackend
from seqform.builders import (
    behavior_profile,
    centroid,
    perturbed_lcp,
    random_start,
    sequence_form_lcp,
    zero_sum_lp,
)
from seqform.builders.games import catalog
from seqform.builders.games.tree import Node, chance, leaf, move, tree
from seqform.builders.preprocess.merge import (
    MAX_ROUNDS,
    Partition,
    coarsest_equitable,
    coarsest_row_equitable,
    equitable_partition,
    equivalent_information_sets,
    equivalent_variables,
    merge_equivalent,
    spread_over_rows,
)
from seqform.errors import ModelError
from seqform.models import (
    Bounds,
    Certificate,
    ExactArray,
    ExactMatrix,
    ExtensiveGame,
    LinearProgram,
    PolynomialArray,
)
from seqform.models.programs.complementarity import LinearComplementarityProblem
from seqform.models.programs.perturbed import MatrixPerturbedProgram, PerturbedLinearProgram

ONE, ZERO = Fraction(1), Fraction(0)


def program_of(name: str) -> LinearProgram:
    return zero_sum_lp(form_of(name)).target


# ---- linear programs ----


def copied(seed: int) -> LinearProgram:
    """Return a bounded program of 3 rows and 4 columns that stand there several times, shuffled."""
    rng = np.random.default_rng(seed)
    small = rng.integers(-3, 4, size=(3, 4))
    times = rng.integers(1, 4, size=2)
    rows, columns = (
        rng.permutation(np.repeat(np.arange(3), times[0])),
        rng.permutation(np.repeat(range(4), times[1])),
    )
    cost, limit = rng.integers(1, 6, size=4), rng.integers(0, 9, size=3)
    costs = [Fraction(int(one), 7) for one in cost[columns]]
    entries = [
        (None, [Fraction(int(v), 3) for v in small[row, columns]], int(limit[row])) for row in rows
    ]
    return linear_program("max", costs, entries, [(0, 5)] * len(columns))


@given(st.integers(0, 10**6))
def test_copies_are_merged_and_the_lifted_answer_is_optimal_exactly(seed: int) -> None:
    program = copied(seed)
    step = merge_equivalent(program)
    assert step.target.matrix.shape[0] <= 3
    assert step.target.matrix.shape[1] <= 4
    lifted = step.lift(exact_solution(step.target, get("highs").solve(step.target)))
    primal, dual = exact(lifted.primal), exact(lifted.dual)
    assert program.residuals(primal, dual).worst == 0
    assert lifted.objective == program.objective_at(primal)


def test_a_program_without_copies_is_left_as_it_is() -> None:
    program, perturbed = program_of("kuhn"), perturbed_game("kuhn").target
    assert equitable_partition(program).shape == program.matrix.shape
    assert merge_equivalent(program).target.matrix.equals(program.matrix)
    target = merge_equivalent(perturbed).target
    assert target.matrix.equals(perturbed.matrix)
    assert target.right.equals(perturbed.right)
    assert target.objective.equals(perturbed.objective)
    assert np.array_equal(target.free, perturbed.free)


def three_by_three(**changes: Any) -> LinearProgram:
    """Return a program whose rows a and c, and columns x and z, are copies of each other."""
    rows = [(8, [1, 2, 1], None), (9, [3, 4, 3], None), (8, [1, 2, 1], None)]
    names = {"row_names": ["a", "b", "c"], "column_names": ["x", "y", "z"]}
    return replace(
        linear_program("min", [5, 7, 5], rows, [(0, None)] * 3, "copies"), **(names | changes)
    )


def test_duals_too_large_to_be_divided_in_64_bits_are_exact() -> None:
    partition = Partition(np.array([0, 0, 0, 1, 1]), np.array([0]))
    dual = spread_over_rows(ExactArray(np.array([2**62, 2**62 - 1]), 5), partition)
    assert dual.to_fractions() == [Fraction(2**62, 15)] * 3 + [Fraction(2**62 - 1, 10)] * 2


ALL, NONE = np.ones(3, dtype=bool), np.zeros(3, dtype=bool)


@pytest.mark.parametrize(
    ("changes", "same_rows", "same_columns"),
    [
        ({"objective": ExactArray.of([5, 7, 6])}, True, False),
        ({"rows": Bounds.at_least(ExactArray.of([8, 9, 7]))}, False, True),
        ({"columns": Bounds.at_least(ExactArray.of([0, 0, 1]))}, True, False),
        ({"columns": Bounds(ExactArray.zeros(3), ExactArray.of([1, 1, 2]), ALL, ALL)}, True, False),
        # Not read.
        ({"columns": Bounds(ExactArray.of([4, 5, 6]), ExactArray.zeros(3), NONE, ALL)}, True, True),
    ],
)
def test_rows_and_columns_that_differ_in_bounds_or_objective_are_not_merged(
    changes: Any, same_rows: bool, same_columns: bool
) -> None:
    partition = equitable_partition(three_by_three(**changes))
    assert partition.rows.tolist() == [0, 1, 0 if same_rows else 2]
    assert partition.columns.tolist() == [0, 1, 0 if same_columns else 2]


# ---- partitions and their proof ----


@pytest.mark.parametrize(("rows", "columns"), [([0, 1], [0, 0]), ([0, 0], [0, 1])])
def test_a_partition_is_proved_for_rows_and_for_columns(
    monkeypatch: pytest.MonkeyPatch, rows: list[int], columns: list[int]
) -> None:
    wrong = Partition(np.array(rows), np.array(columns))
    monkeypatch.setattr(sys.modules[coarsest_equitable.__module__], "_refined", lambda *_: wrong)
    found = coarsest_equitable(
        ExactMatrix.from_dense([[1, 2], [2, 1]]), [np.zeros(2)], [np.zeros(2)]
    )
    assert found.rows.tolist() == found.columns.tolist() == [0, 1]


def test_huge_numbers_that_differ_are_split_and_their_copies_merged() -> None:
    large, larger = 2**64 + 1, 2**64 + 3
    rows = [
        (8, [large, larger, large], None),
        (8, [larger, large, larger], None),
        (8, [large, larger, large], None),
    ]
    partition = equitable_partition(linear_program("min", [5, 5, 5], rows, [(0, None)] * 3))
    assert partition.rows.tolist() == partition.columns.tolist() == [0, 1, 0]


def test_numbers_that_agree_modulo_a_word_are_distinguished_by_the_proof() -> None:
    matrix = ExactMatrix.from_dense([[1, 0], [0, 1 + 2**64]])
    assert coarsest_equitable(matrix, [np.zeros(2)], [np.zeros(2)]).shape == (2, 2)
    assert coarsest_row_equitable(matrix, [np.zeros(2)]).tolist() == [0, 1]


def test_a_program_that_needs_too_many_rounds_is_left_as_it_is() -> None:
    """A long chain of moves with two equal ends at the bottom: the copies show only after many rounds."""
    # The only leaves unlike the others.
    root: Node = move(0, "end", {"left": leaf(1), "right": leaf(1)})
    for k in range(8 * MAX_ROUNDS):
        root = move(k % 2, f"h{k}", {"on": root, "off": leaf(0)})
    program = zero_sum_lp(form_of(tree("chain", root))).target
    assert equitable_partition(program).shape == program.matrix.shape


# ---- perturbed programs ----


@st.composite
def perturbed_copies(draw: st.DrawFn) -> tuple[PerturbedLinearProgram, int, int]:
    """Draw a small program whose rows and columns stand there several times, in disorder."""
    m, n, orders = draw(st.integers(1, 3)), draw(st.integers(1, 3)), draw(st.integers(1, 3))
    numbers = st.lists(NUMBERS, min_size=orders, max_size=orders)
    entries = draw(st.lists(st.lists(NUMBERS, min_size=n, max_size=n), min_size=m, max_size=m))
    right, cost = [draw(numbers) for _ in range(m)], [draw(numbers) for _ in range(n)]
    kinds = draw(st.lists(st.sampled_from("<>="), min_size=m, max_size=m))
    free = draw(st.lists(st.booleans(), min_size=n, max_size=n))
    i = draw(st.permutations([k for k in range(m) for _ in range(2)]))
    j = draw(st.permutations([k for k in range(n) for _ in range(3)]))
    rows = [(kinds[a], [entries[a][b] for b in j], right[a]) for a in i]
    costs = [[cost[b][k] for b in j] for k in range(orders)]
    return perturbed_program("max", rows, costs, [free[b] for b in j]), m, n


@given(perturbed_copies())
def test_copies_are_merged_and_the_lifted_answer_is_optimal(
    drawn: tuple[PerturbedLinearProgram, int, int],
) -> None:
    program, rows, columns = drawn
    step = merge_equivalent(program)
    assert step.target.matrix.shape[0] <= rows
    assert step.target.matrix.shape[1] <= columns
    merged, plain = SymbolicBackend().solve(step.target), SymbolicBackend().solve(program)
    assert merged.termination is plain.termination
    if merged.solved:
        assert optimum(program, step.lift(merged)).equals(optimum(program, plain))


@pytest.mark.parametrize(
    ("game", "rows", "player"),
    [
        ("tiny-poker", 14, 0),
        ("tiny-poker", 14, 1),
        pytest.param("goofspiel(cards=3)", 73, 0, marks=pytest.mark.slow),
        pytest.param("leduc(max_bets=1)", 182, 1, marks=pytest.mark.slow),
    ],
)
def test_an_answer_to_the_merged_program_of_a_game_is_one_to_the_original(
    game: str, rows: int, player: int
) -> None:
    program = perturbed_game(game, player).target
    step = merge_equivalent(program)
    assert step.target.matrix.shape[0] == rows
    answer = step.lift(StableBasisBackend().solve(step.target))
    optimum(program, answer)
    assert answer.basis is None


@pytest.mark.parametrize("order", [0, 1, 2])
def test_rows_and_columns_that_differ_in_kind_or_in_one_order_of_epsilon_are_not_merged(
    order: int,
) -> None:
    three = [ONE, ONE, ONE]
    other = [ZERO if k == order else ONE for k in range(3)]
    cost = [[ONE, one] for one in other]
    program = perturbed_program("max", [("<", [ONE, ONE], three)], cost, [False, False])
    assert equitable_partition(program).shape == (1, 2)
    program = perturbed_program("max", [("<", [ONE], three), ("<", [ONE], other)], [[ONE]], [False])
    assert equitable_partition(program).shape == (2, 1)
    kinds = perturbed_program(
        "max", [(kind, [ONE, ONE], [ONE]) for kind in "<>="], [[ONE, ONE]], [False, True]
    )
    assert equitable_partition(kinds).shape == (3, 2)


def matrix_perturbed(
    matrix: list[list[int]], slope: list[list[Fraction]]
) -> MatrixPerturbedProgram:
    """Return a program with the matrix M_0 + ε M_1 whose rows, and columns, agree in everything else."""
    m, n = len(matrix), len(matrix[0])
    kinds = np.ones(m, dtype=bool)
    return MatrixPerturbedProgram(
        "max",
        PolynomialArray((ExactArray.of([1] * n),)),
        ExactMatrix.from_dense(matrix),
        PolynomialArray((ExactArray.of([1] * m),)),
        ~kinds,
        kinds,
        np.zeros(n, dtype=bool),
        [f"r{row}" for row in range(m)],
        [f"c{column}" for column in range(n)],
        slope=ExactMatrix.from_dense(slope),
    )


@pytest.mark.parametrize(
    ("matrix", "slope", "rows", "columns"),
    [
        ([[1, 1], [1, 1]], [[1, 1], [1, 1]], 1, 1),
        ([[1, 1], [1, 1]], [[1, 1], [1, 2]], 2, 2),
        ([[1, 1], [1, 2]], [[1, 1], [1, 1]], 2, 2),
        ([[1, 2], [2, 1]], [[3, 4], [4, 3]], 1, 1),  # sums agree, entries do not
        ([[1, 2], [2, 1]], [[3, 4], [3, 4]], 2, 2),
        ([[4, 4], [4, 4]], [[0, 0], [0, 0]], 1, 1),
        ([[0, 0], [0, 0]], [[1, 1], [1, 1]], 1, 1),
        ([[0, 0], [0, 0]], [[1, 1], [0, 0]], 2, 1),
        ([[3, 3], [-3, -3]], [[-1, -1], [1, 1]], 2, 1),
    ],
)
@pytest.mark.parametrize("unit", [ONE, Fraction(1, 3)])
def test_a_perturbed_matrix_is_merged_where_both_of_its_parts_agree(
    matrix: list[list[int]], slope: list[list[int]], rows: int, columns: int, unit: Fraction
) -> None:
    program = matrix_perturbed(matrix, [[unit * one for one in row] for row in slope])
    assert equitable_partition(program).shape == (rows, columns)


def test_no_multiple_of_epsilon_is_taken_for_a_constant() -> None:
    for k in range(1, 20):
        for other in (0, -k):
            program = matrix_perturbed([[k, k], [other, other]], [[ZERO, ZERO], [ONE, ONE]])
            assert equitable_partition(program).shape == (2, 1)
    assert equitable_partition(matrix_perturbed([[1], [-1]], [[2 * ONE], [ZERO]])).shape == (2, 1)


# ---- complementarity problems, and information sets ----


def solved_through_merging(game: ExtensiveGame) -> tuple[Certificate, int, int]:
    """Solve the merged problem of a game, lift, and certify; return the two sizes too."""
    form = form_of(game)
    step = sequence_form_lcp(form).then(merge_equivalent)
    certificate = sf.verify.certify(
        game, behavior_profile(form, step.lift(get("lemke").solve(step.target)))
    )
    return certificate, len(step.target), sum(form.E.shape) + sum(form.F.shape)


def copied_cards(seed: int) -> ExtensiveGame:
    """Return a small general-sum game in which a card that counts for nothing is dealt to player 1."""
    rng = np.random.default_rng(seed)
    copies, cards = int(rng.integers(2, 4)), int(rng.integers(1, 3))
    payoffs = rng.integers(-4, 5, size=(cards, 2, 3, 2))

    def hand(name: str) -> Node:
        answers = [
            move(
                1,
                f"after {action}",
                {str(k): leaf(*map(int, payoffs[int(name[0]), action, k])) for k in range(3)},
            )
            for action in range(2)
        ]
        return move(0, name, {str(action): answer for action, answer in enumerate(answers)})

    names = [f"{card}{copy}" for card in range(cards) for copy in range(copies)]
    return tree(
        "copied cards", chance({name: (Fraction(1, len(names)), hand(name)) for name in names})
    )


@pytest.mark.parametrize(
    ("name", "merged"),
    [
        *((name, True) for name in ("tiny-poker", "leduc(max_bets=1)", "goofspiel(cards=3)")),
        *(
            (name, False)
            for name in (
                "three-card-orderings",
                "vsvet-figure-1",
                "abstraction-counterexample",
                "kuhn",
            )
        ),
    ],
)
def test_an_equilibrium_of_the_merged_problem_is_one_of_the_game(name: str, merged: bool) -> None:
    certificate, size, original = solved_through_merging(catalog.make(name))
    assert (certificate.exact, certificate.nash_conv, size < original) == (True, 0, merged)
    if "leduc" in name:
        assert size == sum(merge_equivalent(program_of(name)).target.matrix.shape)


@given(st.integers(0, 10**6))
def test_copies_of_cards_are_merged_and_the_equilibrium_is_one_of_the_game(seed: int) -> None:
    game = copied_cards(seed)
    certificate, size, original = solved_through_merging(game)
    assert (certificate.exact, certificate.nash_conv, size < original) == (True, 0, True)
    problem = sequence_form_lcp(form_of(game)).target
    classes = equivalent_variables(problem)
    values = np.random.default_rng(seed).integers(-9, 10, size=int(classes.max()) + 1)
    # Constant on the classes, as the point is.
    slack = exact(problem.slack(ExactArray(values[classes])))
    assert len(set(zip(classes.tolist(), slack.to_fractions(), strict=True))) == len(values)


@given(st.integers(0, 10**6))
def test_copies_of_cards_are_merged_for_all_small_epsilon(seed: int) -> None:
    form = form_of(copied_cards(seed))
    problem, whole = perturbed_lcp(form).target, perturbed_lcp(form, centroid(form)).target
    step = merge_equivalent(problem)
    answer: Any = get("lemke").solve(step.target)
    lifted = step.lift(answer)
    assert (
        len(step.target) < len(problem)
        and answer.proven
        and isinstance(lifted.primal, PolynomialArray)
    )
    assert problem.violations(lifted.primal) == []
    with pytest.raises(ModelError, match="merge_equivalent: copied cards: not after a start"):
        merge_equivalent(whole)


def copied_variables() -> LinearComplementarityProblem:
    """Return a problem in which the first variable and the third are copies of each other."""
    return LinearComplementarityProblem(
        matrix=ExactMatrix.from_dense([[0, 2, 0], [3, 1, 3], [0, 2, 0]]),
        q=ExactArray.of([-1, 5, -1]),
        free=np.zeros(3, dtype=bool),
        covering_vector=ExactArray.of([1, 4, 1]),
        names=["x", "y", "z"],
        slack_names=["u", "v", "w"],
        name="copies",
    )


@pytest.mark.parametrize(
    "change",
    [
        {"q": ExactArray.of([-1, 5, -2])},
        {"free": np.array([False, False, True])},
        {"covering_vector": ExactArray.of([1, 4, 2])},
        {"matrix": ExactMatrix.from_dense([[0, 2, 0], [3, 1, 3], [0, 1, 0]])},
    ],
)
def test_variables_that_differ_in_one_part_are_not_merged(change: Any) -> None:
    assert equivalent_variables(copied_variables()).tolist() == [0, 1, 0]
    assert equivalent_variables(replace(copied_variables(), **change)).tolist() == [0, 1, 2]


def test_copies_with_different_starting_weights_are_not_merged() -> None:
    form = form_of("tiny-poker")
    centre, random = (
        sequence_form_lcp(form, start).target for start in (None, random_start(form, 1))
    )
    assert len(merge_equivalent(random).target) > len(merge_equivalent(centre).target)
    without = merge_equivalent(replace(random, covering_vector=None)).target
    assert without.covering_vector is None
    assert len(without) == len(merge_equivalent(centre).target)


def test_equivalent_sets_of_leduc_forget_suits_alone_and_those_of_kuhn_are_all_different() -> None:
    leduc, without_suits = catalog.make("leduc"), catalog.make("leduc(collapse_suits=true)")
    for player, classes in enumerate(equivalent_information_sets(leduc)):
        assert len(classes) == without_suits.sequences[player].index.num_infosets
        assert sum(map(len, classes)) == leduc.sequences[player].index.num_infosets
    pairs = ("J1:", "J2:"), ("K1:", "K2:"), ("J1:cb", "J2:cb"), ("K1:cb", "K2:cb")
    assert equivalent_information_sets(catalog.make("tiny-poker"))[0] == pairs
    assert all(
        len(one) == 1
        for classes in equivalent_information_sets(catalog.make("kuhn"))
        for one in classes
    )


def test_isomorphic_subtrees_that_chance_does_not_reveal_keep_their_value() -> None:
    """The first counterexample of section 4.1: merging by one player's outcomes changes the equilibrium."""
    program, folded = (
        program_of(f"abstraction-counterexample{merged}") for merged in ("", "(merged=true)")
    )
    values = [
        exact_solution(one, get("highs").solve(one)).objective
        for one in (program, merge_equivalent(program).target, folded)
    ]
    assert values == [Fraction(-13, 10), Fraction(-13, 10), 0]


def test_players_who_order_the_cards_differently_keep_them_apart() -> None:
    """The second counterexample of section 4.1."""
    first, _ = equivalent_information_sets(catalog.make("three-card-orderings"))
    together = {name: one for one in first for name in one}
    assert together["J1:"] != together["J2:"]
