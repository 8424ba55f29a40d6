"""The program of least probabilities for actions: its optimum is the value of the perturbed game."""

from fractions import Fraction

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from plans import exact, form_of

import seqform as sf
from seqform.backends.exact.solution import exact_solution
from seqform.backends.solvers.highs import HighsBackend
from seqform.builders.programs.behavior_perturbed_lp import behavior_perturbed_lp
from seqform.builders.programs.zero_sum_lp import zero_sum_lp
from seqform.errors import ModelError, SolveError
from seqform.models.games.infosets import SequenceIndex
from seqform.models.numbers.exact import ExactArray
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.perturbed_solution import RationalSolution
from seqform.models.programs.solutions import Termination


def optimum(program: LinearProgram) -> tuple[Fraction, ExactArray, ExactArray]:
    raw = exact_solution(program, HighsBackend().solve(program))
    assert raw.solved
    assert isinstance(raw.objective, Fraction)
    return raw.objective, exact(raw.primal), exact(raw.dual)


def best_with_trembles(index: SequenceIndex, gradient: ExactArray, epsilon: Fraction) -> Fraction:
    """The most that a plan earns whose actions all have probability at least ε, by dynamic programming."""
    total = gradient.to_fractions()
    for row in range(index.num_infosets - 1, -1, -1):
        start, stop = index.first_sequence[row : row + 2].tolist()
        here = total[start:stop]
        total[int(index.parent_sequence[row])] += max(here) * (1 - epsilon * len(here)) + epsilon * sum(here)
    return total[0]


@settings(deadline=None, max_examples=15)
@given(
    st.builds("random-game(seed={},depth=4)".format, st.integers(0, 10**6)),
    st.sampled_from([Fraction(1, 3), Fraction(1, 40)]),
    st.sampled_from([0, 1]),
)
@example("kuhn", Fraction(1, 50), 0)
@example("kuhn-with-raise", Fraction(1, 50), 1)
@example("uniform-bounds", Fraction(1, 50), 0)
@example("guess-the-ace-second-gift", Fraction(1, 50), 1)
def test_primal_and_dual_are_an_equilibrium_of_the_perturbed_game(name: str, epsilon: Fraction, player: int) -> None:
    """Both plans keep the least probabilities, and neither player can earn more while keeping them."""
    form = form_of(name)
    step = behavior_perturbed_lp(form, player)
    objective, primal, dual = optimum(step.target.at(epsilon))
    own, other = form.sequences[player], form.sequences[1 - player]
    mine, theirs = primal.take(slice(0, len(own))), dual.take(slice(len(dual) - len(other), None))
    for index, plan in ((own, mine), (other, theirs)):
        weights = plan.to_fractions()
        assert weights[0] == 1
        for row in range(index.num_infosets):
            above = weights[int(index.parent_sequence[row])]
            start, stop = index.first_sequence[row : row + 2].tolist()
            assert sum(weights[start:stop]) == above
            assert min(weights[start:stop]) >= epsilon * above > 0
    payoffs = form.A if player == 0 else form.B.T
    assert best_with_trembles(own, payoffs.dot(theirs), epsilon) == objective
    assert -best_with_trembles(other, -payoffs.T.dot(mine), epsilon) == objective


@pytest.mark.parametrize("name", ["kuhn", "guess-the-ace", "safe-or-risky"])
def test_without_trembles_the_optimum_is_the_value_of_the_game(name: str) -> None:
    form = form_of(name)
    assert optimum(behavior_perturbed_lp(form).target.at(0))[0] == optimum(zero_sum_lp(form).target)[0]


def test_more_than_an_equal_share_for_every_action_is_infeasible() -> None:
    perturbed = behavior_perturbed_lp(form_of("kuhn")).target
    assert repr(perturbed) == "<MatrixPerturbedProgram 'kuhn': max, 32 rows × 32 columns, 92 nonzeros, 24 at ε>"
    program = perturbed.at(Fraction(3, 5))
    assert exact_solution(program, HighsBackend().solve(program)).termination is Termination.INFEASIBLE


def test_wrong_input_is_refused() -> None:
    form = form_of("kuhn")
    with pytest.raises(ModelError, match="player 0 or 1 expected, not 2"):
        behavior_perturbed_lp(form, 2)
    with pytest.raises(ModelError, match="a SequenceForm expected"):
        behavior_perturbed_lp(sf.load("kuhn"))  # type: ignore[arg-type]
    with pytest.raises(ModelError, match="a fraction expected, not"):
        behavior_perturbed_lp(form).target.at(0.01)  # type: ignore[arg-type]
    with pytest.raises(SolveError, match="no pair of plans: time limit"):
        behavior_perturbed_lp(form).lift(RationalSolution(Termination.TIME_LIMIT, "late"))
