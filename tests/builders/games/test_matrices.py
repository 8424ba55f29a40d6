"""Games of the matrices of a sequence form have these matrices, and the equilibria of any tree with them."""

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest
from drawn_games import drawn_games
from hypothesis import given, settings
from hypothesis import strategies as st
from random_matrices import random_matrices

import seqform as sf
from seqform.errors import GameError, InputError, ModelError
from seqform.models.programs.sequence_form import SequenceForm

KUHN = sf.load("kuhn")
CORNERS = sf.load("vsvet-figure-1")


def form_of(game: sf.ExtensiveGame) -> SequenceForm:
    return sf.builders.sequence_form(game).target


def names_of(form: SequenceForm) -> dict[str, Any]:
    first, second = form.sequences
    rows = (["∅", *first.infoset_names], ["∅", *second.infoset_names])
    return {"rows": rows, "columns": (first.names, second.names)}


def of_matrices(game: sf.ExtensiveGame, **options: Any) -> sf.ExtensiveGame:
    form = form_of(game)
    return sf.sequence_form(
        form.E, form.e, form.F, form.f, form.A, form.B, **names_of(form), **options
    )


def permuted(matrix: Any, rows: list[int], columns: list[int]) -> list[list[Fraction]]:
    dense = matrix.to_dense()
    return [[dense[row][column] for column in columns] for row in rows]


def in_order(names: Sequence[str], places: list[int]) -> list[str]:
    return [names[place] for place in places]


def random_profile(game: sf.ExtensiveGame, rng: Random) -> sf.BehaviorProfile:
    def shares(infoset: str, actions: tuple[str, ...]) -> list[Fraction]:
        parts = [rng.randint(0, 3) for _ in actions]
        parts[0] += not sum(parts)
        return [Fraction(part, sum(parts)) for part in parts]

    return sf.profile(game, shares)


def assert_same_form(game: sf.ExtensiveGame, form: SequenceForm) -> None:
    """Compare the sequence form of a game with another one by the names of sequences."""
    own = form_of(game)
    places = []
    for player in (0, 1):
        place_of = {name: place for place, name in enumerate(own.sequences[player].names)}
        places.append([place_of[name] for name in form.sequences[player].names])
    assert permuted(own.A, *places) == form.A.to_dense()
    if game.constant_sum is None:
        assert permuted(own.B, *places) == form.B.to_dense()


@settings(max_examples=30)
@pytest.mark.parametrize("zero_sum", [True, False])
@given(data=st.data())
def test_the_game_has_the_matrices_and_pays_what_they_pay(
    zero_sum: bool, data: st.DataObject
) -> None:
    original = data.draw(drawn_games(zero_sum=zero_sum))
    form = form_of(original)
    game = of_matrices(original)
    assert_same_form(game, form)
    if original.constant_sum is not None:
        assert game.constant_sum == original.constant_sum

    rng = Random(data.draw(st.integers(0, 99)))
    for _ in range(3):
        profile = random_profile(original, rng)
        first, second = profile
        payoffs = sf.check(game, profile.bound_to(game)).values
        assert payoffs == sf.check(original, profile).values
        assert payoffs == (
            sf.expected_payoff(game, first, second),
            sf.expected_payoff(game, second, first),
        )
        for payoff, limits in zip(payoffs, game.payoff_limits, strict=True):
            assert limits.least() <= payoff <= limits.largest()


@settings(max_examples=15)
@given(seed=st.integers(0, 999), game=drawn_games(zero_sum=False))
def test_rows_and_columns_have_any_order(seed: int, game: sf.ExtensiveGame) -> None:
    form = form_of(game)
    rng = Random(seed)
    rows = []
    columns = []
    for matrix in (form.E, form.F):
        others = list(range(1, matrix.shape[0]))
        rng.shuffle(others)
        rows.append([0, *others])
        columns.append(rng.sample(range(matrix.shape[1]), matrix.shape[1]))
    names = names_of(form)
    mixed = sf.sequence_form(
        permuted(form.E, rows[0], columns[0]),
        form.e,
        permuted(form.F, rows[1], columns[1]),
        form.f,
        permuted(form.A, *columns),
        permuted(form.B, *columns),
        rows=(in_order(names["rows"][0], rows[0]), in_order(names["rows"][1], rows[1])),
        columns=(
            in_order(names["columns"][0], columns[0]),
            in_order(names["columns"][1], columns[1]),
        ),
    )
    assert_same_form(mixed, form)
    profile = random_profile(mixed, rng)
    x, y = mixed.plans(profile)
    E = np.array(permuted(form.E, rows[0], columns[0]))
    F = np.array(permuted(form.F, rows[1], columns[1]))
    A = np.array(permuted(form.A, *columns))
    assert (E @ x == form.e.to_fractions()).all()
    assert (F @ y == form.f.to_fractions()).all()
    assert x @ A @ y == sf.check(mixed, profile).values[0]
    again = sf.profile(mixed, (x, y))
    assert [weights.tolist() for weights in mixed.plans(again)] == [x.tolist(), y.tolist()]


@pytest.mark.parametrize(
    "concept", ["quasi-perfect", "extensive-form-perfect", "proper", "nash", "maximin"]
)
@pytest.mark.parametrize("name", ["kuhn", "vsvet-figure-1"])
def test_concepts_of_the_sequence_form_hold_in_the_tree_that_it_is_of(
    name: str, concept: str
) -> None:
    original = sf.load(name)
    answer = sf.solve(of_matrices(original), concept, exact=True)
    assert answer.certificate.exact
    assert answer.certificate.gap == 0
    assert not {"sequential", "consistent"} & set(answer.certificate.checks)
    if concept != "maximin":
        assert sf.check(original, answer.profile).nash_conv == 0
    assert answer.values == sf.solve(original, concept, exact=True).values


def test_all_equilibria_paths_and_programs_are_those_of_the_tree() -> None:
    game = of_matrices(CORNERS)
    found = sf.equilibria(game, complete=True).found
    original_ones = sf.equilibria(CORNERS, complete=True).found
    assert sorted(each.values for each in found) == sorted(each.values for each in original_ones)
    assert sf.trace(game).profile is not None

    program = sf.linear_program(of_matrices(KUHN))
    original = sf.linear_program(KUHN)
    assert sorted(program.target.column_names) == sorted(original.target.column_names)
    assert sorted(program.target.row_names) == sorted(original.target.row_names)
    assert program.target.matrix.nonzeros == original.target.matrix.nonzeros
    assert sf.check(KUHN, program.lift(program.solve("exact"))).nash_conv == 0


@pytest.mark.parametrize("backend", ["highs", "exact", "scipy", "pdhg", "cfr", "barrier", "lemke"])
def test_every_backend_solves_it(backend: str) -> None:
    answer = sf.solve(of_matrices(KUHN), backend=backend, exact=False)
    assert float(answer.values[0]) == pytest.approx(-1 / 18, abs=1e-5)


SIMPLEX: list[list[Any]] = [[1, 0, 0], [-1, 1, 1]]
RIGHT = [1, 0]
CELLS: list[list[Any]] = [[0, 0, 0], [0, 3, 0], [0, 0, "1/3"]]


def test_matrices_of_all_kinds_are_read() -> None:
    scipy = pytest.importorskip("scipy.sparse", reason="SciPy is an extra")
    pandas = pytest.importorskip("pandas", reason="pandas is an extra")
    expected = sf.solve(sf.sequence_form(SIMPLEX, RIGHT, SIMPLEX, RIGHT, CELLS)).values
    assert expected[0] == Fraction(3, 10)
    E = np.array(SIMPLEX)
    frame = pandas.DataFrame(SIMPLEX, index=["", "set"], columns=["", "set a", "set b"])
    for matrix in (
        E,
        E.astype(float),
        scipy.csr_array(E),
        scipy.coo_matrix(E.astype(float)),
        frame,
    ):
        game = sf.sequence_form(matrix, np.array([1.0, 0.0]), SIMPLEX, RIGHT, CELLS)
        assert game.note == ""
        assert sf.solve(game).values == expected
    named = sf.sequence_form(frame, RIGHT, SIMPLEX, RIGHT, CELLS)
    assert sf.solve(named).profile[0]["set"]["a"] == Fraction(1, 10)
    assert form_of(named).sequences[0].names == ("∅", "set a", "set b")

    doubles = sf.sequence_form(
        E, RIGHT, E, RIGHT, np.array([[0, 0, 0], [0, 0.1, 0], [0, 0, 1 / 3]])
    )
    assert "in doubles" in doubles.note
    assert not sf.solve(doubles).certificate.exact
    typed = sf.sequence_form(E, RIGHT, E, RIGHT, [[0, 0, 0], [0, 0.1, 0], [0, 0, 1.5]])
    assert typed.note == ""
    assert sf.solve(typed).certificate.exact


def test_a_sum_is_constant_whatever_the_cells_that_make_it() -> None:
    # 5 at the empty sequences of both players, or at both choices of player 0
    for cells in ([[5, 0, 0], [0, -3, 0], [0, 0, "-1/3"]], [[0, 0, 0], [5, -3, 0], [5, 0, "-1/3"]]):
        game = sf.sequence_form(SIMPLEX, RIGHT, SIMPLEX, RIGHT, CELLS, cells)
        assert game.constant_sum == 5
        assert sf.solve(game, exact=True).values == (Fraction(3, 10), Fraction(47, 10))
    assert sf.sequence_form(SIMPLEX, RIGHT, SIMPLEX, RIGHT, CELLS, CELLS).constant_sum is None


def changed(matrix: list[list[Any]], row: int, column: int, value: Any) -> list[list[Any]]:
    copy = [list(line) for line in matrix]
    copy[row][column] = value
    return copy


LOOP = [[1, 0, 0, 0], [0, -1, 1, 0], [0, 1, -1, 1]]


@pytest.mark.parametrize(
    ("E", "e", "A", "message"),
    [
        (changed(SIMPLEX, 1, 2, 2), RIGHT, CELLS, "E, row 1, column 2: -1 at the sequence before"),
        (changed(SIMPLEX, 0, 1, 1), RIGHT, CELLS, "E, row 0: a single entry, 1 at the empty"),
        (changed(SIMPLEX, 1, 0, 0), RIGHT, CELLS, "E, row 1: one entry -1.*columns with -1: none"),
        (changed(SIMPLEX, 1, 2, -1), RIGHT, CELLS, "E, row 1: one entry -1.*columns with -1: 0, 2"),
        (changed(SIMPLEX, 1, 2, 0), RIGHT, CELLS, "E, column 2: a 1 in one row expected"),
        ([*SIMPLEX, SIMPLEX[1]], [1, 0, 0], CELLS, "E, column 1: a 1 in rows 1 and 2"),
        ([*SIMPLEX, [1, -1, 0]], [1, 0, 0], CELLS, "E, row 2, column 0: a 1 at the empty sequence"),
        ([*SIMPLEX, [-1, 0, 0]], [1, 0, 0], CELLS, "E, row 2: no choice"),
        (LOOP, [1, 0, 0], CELLS, "E, row 1: the sequence before it, column 1, does not follow"),
        (SIMPLEX, [1, 1], CELLS, "e, entry 1: 0 expected, not 1"),
        (SIMPLEX, [1], CELLS, "e: 1 entries, but E has 2 rows"),
        (SIMPLEX, 1, CELLS, "e: a vector"),
        (SIMPLEX, RIGHT, CELLS[:2], "A: a row for each of the 3 columns of E.* not 2 × 3$"),
        (SIMPLEX, RIGHT, changed(CELLS, 2, 1, "x"), "A, row 2, column 1: a number expected"),
        (SIMPLEX, RIGHT, np.array([[0, 0, 0], [0, np.nan, 0], [0, 0, 0]]), "A, row 1, column 1: a n"),
        (SIMPLEX, RIGHT, [[1, 2], [1]], "A, row 1: 1 entries, but 2 in row 0"),
        (SIMPLEX, RIGHT, 3, "A: a matrix expected, of SciPy or NumPy or a list of rows, not 3"),
        (SIMPLEX, RIGHT, np.zeros(3), "A: a matrix expected, not an array of shape"),
        ("x", RIGHT, CELLS, "E: a matrix expected"),
    ],
)  # fmt: skip
def test_what_is_no_sequence_form_is_refused_with_its_place(
    E: Any, e: Any, A: Any, message: str
) -> None:
    with pytest.raises(GameError, match=f"^{message}"):
        sf.sequence_form(E, e, SIMPLEX, RIGHT, A)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"columns": (["", "a"], None)}, "E: 2 names of columns, but 3 columns"),
        ({"columns": (["", "a", "a"], None)}, "E: columns 1 and 2 have the same name, 'a'"),
        ({"rows": (None, ["", ""])}, "F, row 1: a name expected, not an empty text"),
        ({"rows": ("ab", None)}, "E, rows: a list of texts expected as names, not 'ab'"),
    ],
)
def test_wrong_names_are_refused(options: Any, message: str) -> None:
    with pytest.raises(GameError, match=message):
        sf.sequence_form(SIMPLEX, RIGHT, SIMPLEX, RIGHT, CELLS, **options)


def test_a_transposed_matrix_gets_the_advice() -> None:
    wide = [[1, 0, 0, 0], [-1, 1, 1, 1]]
    with pytest.raises(GameError, match="transpose it"):
        sf.sequence_form(SIMPLEX, RIGHT, wide, RIGHT, np.zeros((4, 3), dtype=int))


def test_what_needs_a_tree_is_refused_in_one_sentence() -> None:
    game = of_matrices(KUHN)
    needing: list[Any] = [
        lambda: sf.solve(game, "subgame-perfect"),
        lambda: sf.solve(game, "sequential"),
        lambda: sf.check(game, "uniform", sequential=True),
        lambda: sf.check(game, "uniform", subgame_perfect=True),
        lambda: sf.draw(game),
        lambda: sf.play.open_game(game),
        lambda: sf.sensitivity(game).weights,
        lambda: sf.smooth_uct(game),
        lambda: sf.payoff_sets(game),
        lambda: sf.search(game),
    ]
    for need in needing:
        with pytest.raises(GameError, match=r"a game with a tree expected.*matrices of a sequence"):
            need()


def test_plans_that_are_none_are_refused() -> None:
    game = of_matrices(KUHN)
    x, y = game.plans(sf.solve(game, exact=True))
    with pytest.raises(ModelError, match="profile, x: 13 weights expected, not 12"):
        sf.profile(game, (x[1:], y))
    with pytest.raises(ModelError, match="profile, y: no plan; it misses y ≥ 0, F y = f by 1"):
        sf.profile(game, (x, 2 * y))
    with pytest.raises(ModelError, match="for another game"):
        game.plans(sf.uniform_profile(CORNERS))
    with pytest.raises(InputError, match="profile, rest: of no effect for a pair of plans"):
        sf.profile(game, (x, y), rest="uniform")
    assert sf.check(game, (x.astype(float), y.astype(float))).nash_conv < 1e-12


def test_constraints_and_tables_have_the_names_of_the_columns() -> None:
    form = form_of(KUHN)
    game = sf.sequence_form(form.E, form.e, form.F, form.f, form.A)
    bounded = sf.solve(game, constraints=["1: x5 <= 1/10"])
    assert bounded.certificate.gap == 0
    assert "x5" in str(bounded)
    assert "reached" not in str(bounded)
    assert "believes" not in str(sf.solve(game, "quasi-perfect"))


def test_payoffs_behind_long_chains_of_chance_stay_exact() -> None:
    # Two sets follow each sequence of the chain, so that payoffs behind 70 of them count 2^70 times
    rows = [[1] + [0] * 141]
    for depth in range(70):
        for side in (0, 1):
            row = [0] * 142
            row[max(0, 2 * depth - 1)] = -1
            row[1 + 2 * depth + side] = 1
            rows.append(row)
    rows[-1][141] = 1
    E = np.array(rows)
    A = np.zeros((142, 3), dtype=int)
    A[140] = [0, 3, 5]
    A[139] = [0, 7, 0]
    game = sf.sequence_form(E, [1] + [0] * 140, SIMPLEX, RIGHT, A)
    form = form_of(game)
    assert form.A.values.reduced().denominator == 1
    assert sorted(form.A.values.to_fractions()) == [3, 5, 7]
    assert sf.check(game, "uniform").values[0] == Fraction(3 + 5, 4) + Fraction(7, 2)


def test_a_constant_sum_is_found_behind_several_sets() -> None:
    E = [[1, 0, 0, 0, 0], [-1, 1, 1, 0, 0], [0, 0, -1, 1, 1]]
    A = [[0, 0, 0], [0, 3, 0], [0, 0, 0], [0, 1, 2], [0, 5, 0]]
    # 4 after the second choice at the first set, written at all choices behind it, and at those of player 1
    B = [[0, 0, 0], [4, -3, 0], [0, 0, 0], [4, -1, -2], [0, -1, 4]]
    game = sf.sequence_form(E, [1, 0, 0], SIMPLEX, RIGHT, A, B)
    assert game.constant_sum == 4
    assert (
        sf.sequence_form(E, [1, 0, 0], SIMPLEX, RIGHT, A, changed(B, 4, 2, 5)).constant_sum is None
    )


def test_the_value_function_of_matrices_is_that_of_the_matrices_between() -> None:
    other = changed(CELLS, 1, 1, 5)
    first = sf.sequence_form(SIMPLEX, RIGHT, SIMPLEX, RIGHT, CELLS)
    function = sf.value_function(first, sf.sequence_form(SIMPLEX, RIGHT, SIMPLEX, RIGHT, other))
    for t in (0, Fraction(1, 4), 1):
        between = sf.sequence_form(
            SIMPLEX, RIGHT, SIMPLEX, RIGHT, changed(CELLS, 1, 1, 3 + 2 * Fraction(t))
        )
        assert function(t) == sf.solve(between, exact=True).values[0]
        assert sf.check(between, between_plans(function, t)).nash_conv == 0
        limits = function.game(t).payoff_limits[0]
        assert (limits.least(), limits.largest()) == (Fraction(0), 3 + 2 * Fraction(t))


def between_plans(function: Any, t: Fraction | int) -> Any:
    return function.game(t).plans(function.profile(t))


def sets_in_a_row(rng: np.random.Generator) -> Any:
    """Return the equations of ten sets of three choices, each after a random sequence."""
    rows = np.zeros((11, 31), dtype=int)
    rows[0, 0] = 1
    for place in range(10):
        first = 1 + 3 * place
        rows[1 + place, int(rng.integers(0, first))] = -1
        rows[1 + place, first : first + 3] = 1
    return rows


def test_the_default_gap_of_first_order_methods_passes_behind_chance_moves() -> None:
    # Payoffs count several times at the leaves of the tree
    right = [1] + [0] * 10
    for seed in range(6):
        rng = np.random.default_rng(seed)
        E = sets_in_a_row(rng)
        F = sets_in_a_row(rng)
        A = rng.integers(-9, 10, (31, 31)) * (rng.random((31, 31)) < 0.15)
        answer = sf.solve(sf.sequence_form(E, right, F, right, A), backend="pdhg", exact=False)
        assert answer.certificate.nash_conv <= answer.certificate.allowed


@pytest.mark.parametrize("power", [-10, -20, -40])
@pytest.mark.parametrize("backend", ["highs", "scipy", "pdhg", "barrier"])
def test_small_payoffs_behind_chains_of_sets_keep_their_size_for_solvers(
    power: int, backend: str
) -> None:
    usual = random_matrices(3, 150, chain=0.9, forced=0.3)
    small = random_matrices(3, 150, chain=0.9, forced=0.3, least_power=power, largest_power=power)
    value = float(sf.solve(usual, exact=True).values[0])
    answer = sf.solve(small, backend=backend, exact=False)
    assert answer.values[0] * 2.0**-power == pytest.approx(value, abs=1e-3)


def test_derivatives_by_entries_are_those_by_leaves_over_their_probability() -> None:
    form = form_of(KUHN)
    slopes = sf.sensitivity(of_matrices(KUHN)).payoffs
    of_leaves = sf.sensitivity(KUHN).payoffs
    # Each leaf is an entry of its own, and is dealt with probability 1/6.
    assert len(slopes) == len(of_leaves) == form.A.nonzeros
    by_entry = sorted((slope.number, slope.left, slope.right) for slope in slopes)
    assert by_entry == sorted((s.number / 6, s.left * 6, s.right * 6) for s in of_leaves)
    assert "row, column" in str(sf.sensitivity(of_matrices(KUHN)))


def test_plans_of_the_points_of_a_path_are_read_in_the_order_of_the_columns() -> None:
    columns = (["down", "", "out", "up", "in"], ["right", "", "left"])
    E = [[0, 1, 0, 0, 0], [0, -1, 1, 0, 1], [1, 0, 0, 1, -1]]
    F = [[0, 1, 0], [1, -1, 1]]
    A = [[1, 0, -1], [0, 0, 0], ["1/2", 0, "1/2"], [-1, 0, 3], [0, 0, 0]]
    game = sf.sequence_form(E, [1, 0, 0], F, [1, 0], A, columns=columns)
    path = sf.trace(game, points=True)
    assert len(path.rows) > 1
    for row in path.rows:
        assert row.plans is not None
        vectors = game.plans(row.plans)
        for names, plan, vector in zip(columns, row.plans, vectors, strict=True):
            weights = plan.exact_weights("path").to_fractions()
            by_name = dict(zip(plan.index.names, weights, strict=True))
            by_name[""] = Fraction(1)
            assert [by_name[name] for name in names] == vector.tolist()
    assert path.profile is not None
    for mine, other in zip(game.plans(path.profile), vectors, strict=True):
        assert mine.tolist() == other.tolist()
