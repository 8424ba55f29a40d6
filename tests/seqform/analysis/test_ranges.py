"""Ranges of probabilities over all equilibria: Kuhn's known families, brute force on matrices, and unreached sets."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import seqform as sf
from seqform.analysis.ranges import OptimalPlans, Range, optimal_plans, strategy_ranges
from seqform.builders.games.tree import leaf, move, tree
from seqform.builders.programs.max_min import optimal_ratio_lp
from seqform.errors import CertificationError, GameError
from seqform.models.numbers.exact import ExactArray

pytestmark = pytest.mark.slow

Matrix = list[list[int]]


def span(low: int | Fraction, high: int | Fraction) -> Range:
    return Range(Fraction(low), Fraction(high))


def only(value: int | Fraction) -> Range:
    return span(value, value)


def test_kuhn_has_the_known_family_of_player_1_and_one_strategy_of_player_2() -> None:
    first, second = strategy_ranges(sf.load("kuhn"))
    third = Fraction(1, 3)
    assert first["J:"]["bet"] == span(0, third)
    assert first["Q:"]["bet"] == only(0)
    assert first["K:"]["bet"] == span(0, 1)
    assert first["Q:cb"]["call"] == span(third, 2 * third)
    assert first["J:cb"]["call"] == only(0) and first["K:cb"]["call"] == only(1)
    assert all(one is not None and one.low == one.high for actions in second.values() for one in actions.values())
    assert second["J:c"]["bet"] == second["Q:b"]["call"] == only(third)


def solved(rows: list[list[Fraction]], right: list[Fraction]) -> list[Fraction] | None:
    """Return the solution of a square system by elimination, None if it is singular."""
    table = [[*row, value] for row, value in zip(rows, right, strict=True)]
    for column in range(len(table)):
        pivot = next((k for k in range(column, len(table)) if table[k][column]), None)
        if pivot is None:
            return None
        table[column], table[pivot] = table[pivot], table[column]
        table[column] = [entry / table[column][column] for entry in table[column]]
        for k, row in enumerate(table):
            if k != column and row[column]:
                table[k] = [one - row[column] * two for one, two in zip(row, table[column], strict=True)]
    return [row[-1] for row in table]


def vertices(matrix: Matrix, value: Fraction) -> list[list[Fraction]]:
    """Return the vertices of the set of mixed strategies of the row player that guarantee a value."""
    count = len(matrix)
    sides = [([Fraction(k == place) for k in range(count)], Fraction(0)) for place in range(count)]
    sides += [([Fraction(row[column]) for row in matrix], value) for column in range(len(matrix[0]))]
    found = []
    for tight in combinations(sides, count - 1):
        point = solved([[Fraction(1)] * count, *(row for row, _ in tight)], [Fraction(1), *(end for _, end in tight)])
        if point is not None and all(
            sum(a * b for a, b in zip(row, point, strict=True)) >= least for row, least in sides
        ):
            found.append(point)
    return found


@settings(max_examples=20)
@given(
    st.integers(2, 3).flatmap(
        lambda n: st.lists(st.lists(st.integers(-1, 1), min_size=n, max_size=n), min_size=2, max_size=4)
    )
)
def test_matrix_games_agree_with_all_vertices(matrix: Matrix) -> None:
    game = sf.bimatrix_game("matrix", matrix, [[-entry for entry in row] for row in matrix])
    first, second = optimal_plans(game)
    transposed = [[-row[column] for row in matrix] for column in range(len(matrix[0]))]
    for plans, payoffs in ((first, matrix), (second, transposed)):
        points = vertices(payoffs, plans.value)
        count = len(payoffs)
        units = [ExactArray.unit(count + 1, 1 + k) for k in range(count)]
        assert plans.shares(units) == tuple(
            (min(p[k] for p in points), max(p[k] for p in points)) for k in range(count)
        )
        for place, total in enumerate(plans.sums(units), start=1):
            sums = [sum(point[:place]) for point in points]
            assert total == (min(sums), max(sums))


def test_where_no_equilibrium_leads_nothing_is_excluded() -> None:
    later = move(0, "later", {"left": leaf(-5, 5), "right": leaf(-6, 6)})
    game = sf.load(tree("a detour", move(0, "first", {"stop": leaf(0, 0), "go on": later})))
    first, _ = strategy_ranges(game)
    assert first["first"] == {"stop": only(1), "go on": only(0)}
    assert first["later"] == {"left": None, "right": None}


def test_evidence_that_fails_its_check_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    game = sf.load("kuhn")
    plans = OptimalPlans(game, 0, Fraction(-1, 18))

    def wrong(*arguments: object) -> object:
        step = optimal_ratio_lp(*arguments)  # type: ignore[arg-type]
        return type(step)(step.target, lambda raw: (step.lift(raw)[0], ExactArray.zeros(13)))

    monkeypatch.setattr("seqform.analysis.ranges.optimal_ratio_lp", wrong)
    with pytest.raises(CertificationError):
        _ = plans.possible


def test_general_sum_games_are_refused() -> None:
    with pytest.raises(GameError, match="not constant-sum"):
        strategy_ranges(sf.load("vsvet-figure-1"))
