"""Lemke's paths on numbers beyond the range of doubles: both engines make the same pivots, and games are solved."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import seqform as sf
from seqform.backends.lemke.backend import LemkeBackend, follow_path
from seqform.backends.lemke.path import LemkeResult, PathLimits, PivotRule, follow_on_tableau
from seqform.backends.lemke.revised import follow_revised
from seqform.backends.protocol import SolveOptions
from seqform.builders import centroid
from seqform.builders.games.tree import Node, chance, leaf, move, tree
from seqform.builders.programs.lcp import shared_sequence_form_lcp
from seqform.models import ExtensiveGame
from seqform.models.programs.complementarity import linear_complementarity_problem
from seqform.models.programs.solutions import Termination

SIZES = [
    Fraction(1), Fraction(2**31), Fraction(2**53 + 1), Fraction(2**63), Fraction(10**300), Fraction(10**400),
    Fraction(1, 10**300), Fraction(1, 10**400), Fraction(10**40 + 7, 10**39 + 1),
]  # fmt: skip
MOVES = 3
numbers = st.builds(lambda factor, size: factor * size, st.integers(-2, 2), st.sampled_from(SIZES))


def require_same_pivots(one: LemkeResult, other: LemkeResult) -> None:
    assert one.termination is other.termination
    assert one.path.entering.tolist() == other.path.entering.tolist()
    assert one.path.leaving.tolist() == other.path.leaving.tolist()
    assert one.z.equals(other.z)


def nest(moves: int) -> ExtensiveGame:
    """Return matching pennies of general sum after each of so many unlikely moves of chance below each other."""
    node: Node = leaf(1, 1)
    unlikely = Fraction(1, 10**120)
    for number in reversed(range(moves)):
        pennies = move(
            0,
            f"r{number}",
            {
                "0": move(1, f"c{number}", {"0": leaf(1, 0), "1": leaf(0, 2)}),
                "1": move(1, f"c{number}", {"0": leaf(0, 1), "1": leaf(1, 0)}),
            },
        )
        node = chance({"0": (1 - unlikely, pennies), "1": (unlikely, node)})
    return tree("nest", node)


def test_rare_moves_of_chance_below_each_other_are_solved_exactly() -> None:
    equilibrium = sf.solve(nest(MOVES), options={"raw": {"engine": "revised"}}, backend="lemke")
    assert equilibrium.certificate.proven
    for number in range(MOVES):
        assert equilibrium.profile[0][f"r{number}"] == {"0": Fraction(1, 3), "1": Fraction(2, 3)}
        assert equilibrium.profile[1][f"c{number}"] == {"0": Fraction(1, 2), "1": Fraction(1, 2)}


def test_entries_of_the_covering_vector_may_be_too_small_for_doubles() -> None:
    tiny = Fraction(1, 2**1100)
    problem = linear_complementarity_problem(
        [[2, 1, 0], [1, 2, 1], [0, 1, 2]], [-5, -6, 0], None, [1, 1, tiny]
    )
    end = follow_revised(problem, PivotRule(), PathLimits())
    require_same_pivots(end, follow_on_tableau(problem, PivotRule(), PathLimits()))
    assert end.termination is Termination.SOLVED
    assert problem.residuals(end.z).worst == 0


@settings(deadline=None, max_examples=25)
@given(st.data())
def test_both_engines_make_the_same_pivots_with_numbers_of_any_size(data: st.DataObject) -> None:
    n = data.draw(st.integers(1, 4))
    matrix = [[data.draw(numbers) for _ in range(n)] for _ in range(n)]
    q = [data.draw(numbers) for _ in range(n)]
    covering = [data.draw(st.sampled_from(SIZES)) for _ in range(n)]
    problem = linear_complementarity_problem(matrix, q, None, covering)
    revised = follow_path(problem, engine="revised")
    require_same_pivots(revised, follow_on_tableau(problem, PivotRule(), PathLimits()))


@pytest.mark.slow
@settings(deadline=None, max_examples=25)
@given(st.lists(numbers, min_size=8, max_size=8), st.sampled_from(["best-response", "slacks"]))
def test_games_with_payoffs_of_any_size_are_solved_alike_by_both_engines(
    payoffs: list[Fraction], initial: str
) -> None:
    leaves = [leaf(first, second) for first, second in zip(payoffs[:4], payoffs[4:], strict=True)]
    replies = [move(1, "t", {"l": leaves[k], "r": leaves[k + 1]}) for k in (0, 2)]
    form = sf.builders.sequence_form(
        tree("sizes", move(0, "s", {"u": replies[0], "d": replies[1]}))
    ).target
    problem = shared_sequence_form_lcp(form).problem(centroid(form), initial)  # type: ignore[arg-type]
    revised = follow_path(problem, engine="revised")
    assert revised.termination is Termination.SOLVED
    require_same_pivots(revised, follow_path(problem, engine="tableau"))


@pytest.mark.parametrize(
    "size", [Fraction(10**5000), Fraction(1, 10**5000)], ids=["large", "small"]
)
def test_a_limit_is_reported_where_z0_is_beyond_doubles(size: Fraction) -> None:
    problem = linear_complementarity_problem([[2, 1], [1, 2]], [-5 * size, -6], None, [1, 1 / size])
    answer = LemkeBackend().solve(problem, SolveOptions(raw={"max_pivots": 1, "engine": "tableau"}))
    assert answer.termination is Termination.ITERATION_LIMIT
