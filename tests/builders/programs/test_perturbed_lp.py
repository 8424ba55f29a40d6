"""P_ε and Q_ε: at ε = 0 the plain program, at small ε a pair of duals, and their limits quasi-perfect."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from perturbed_answers import TINY, family_of, solved
from plans import form_of

import seqform as sf
from seqform.backends.exact.backend import ExactBackend
from seqform.builders.forms.sequence_form import well_scaled
from seqform.builders.programs.perturbed_lp import (
    lengths,
    p_epsilon,
    perturbed_lp,
    q_epsilon,
    quasi_perfect_trembles,
    uniform_trembles,
)
from seqform.builders.programs.zero_sum_lp import zero_sum_lp
from seqform.errors import ModelError, SolveError
from seqform.models.numbers.exact import ExactArray
from seqform.models.programs.perturbed_solution import PerturbedSolution
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.programs.solutions import Termination

EPSILON = Fraction(1, 1000)


def objective_at(form: SequenceForm, player: int, epsilon: Fraction) -> Fraction:
    """The optimum of the program at a number ε, its left-out constant (A l)ᵀk added."""
    program = perturbed_lp(form, player).target.at(epsilon)
    answer = ExactBackend().solve(program)
    assert isinstance(answer.objective, Fraction)
    payoffs = well_scaled(form.A if player == 0 else form.B.T)
    own, other = form.sequences[player], form.sequences[1 - player]
    least, others = (quasi_perfect_trembles(index).at(epsilon) for index in (own, other))
    return answer.objective + payoffs.dot(others).dot(least)


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("spec", ["guess-the-ace", "kuhn", "random-game(seed=3,depth=5)"])
def test_at_zero_it_is_the_plain_program_with_empty_sequences_of_weight_one_put_in(spec: str, player: int) -> None:
    form = form_of(spec)
    perturbed, plain = perturbed_lp(form, player).target.at(0), zero_sum_lp(form, player).target
    assert perturbed.matrix.equals(plain.matrix)
    assert perturbed.sense == plain.sense
    assert list(perturbed.row_names) == list(plain.row_names)
    assert list(perturbed.column_names) == list(plain.column_names)
    own_empty = unit(plain.matrix.shape[1], plain.column_names.index("weight ∅"))
    other_empty = unit(plain.matrix.shape[0], plain.row_names.index("reply ∅"))
    assert perturbed.objective.equals(plain.objective - plain.matrix.T.dot(other_empty))
    assert perturbed.rows.upper.equals(plain.rows.upper - plain.matrix.dot(own_empty))
    for one, other in ((perturbed.rows, plain.rows), (perturbed.columns, plain.columns)):
        assert np.array_equal(one.has_lower, other.has_lower)
        assert np.array_equal(one.has_upper, other.has_upper)
    assert objective_at(form, player, Fraction(0)) == ExactBackend().solve(plain).objective


def unit(size: int, place: int) -> ExactArray:
    return ExactArray((np.arange(size) == place).astype(np.int64))


@settings(deadline=None, max_examples=20)
@given(st.integers(0, 10**6))
def test_both_players_programs_have_one_value_at_every_epsilon(seed: int) -> None:
    form = form_of(f"random-game(seed={seed},depth=4)")
    actions = max(int(index.num_actions.max(initial=1)) for index in form.sequences)
    for epsilon in (Fraction(0), Fraction(1, 2 * actions), EPSILON):
        assert objective_at(form, 0, epsilon) == -objective_at(form, 1, epsilon)


def test_the_named_programs_are_those_of_the_two_players() -> None:
    form = form_of("kuhn-with-raise")
    for named, player in ((q_epsilon(form).target, 0), (p_epsilon(form).target, 1)):
        program = perturbed_lp(form, player).target
        assert named.matrix.equals(program.matrix)
        assert named.objective.equals(program.objective)
        assert named.right.equals(program.right)
        assert named.equations.sum() == 1 + form.sequences[player].num_infosets
        assert named.free.sum() == 1 + form.sequences[1 - player].num_infosets
        assert named.degree == 2


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("spec", ["guess-the-ace", "kuhn", "safe-or-risky", "random-game(seed=3,depth=5)"])
def test_the_lift_returns_plans_that_keep_the_least_weights(spec: str, player: int) -> None:
    form = form_of(spec)
    step = perturbed_lp(form, player)
    answer = solved(step.target)
    family = step.lift(answer)
    for plan, index in zip(family, form.sequences, strict=True):
        assert plan.index is index
        assert (plan.weights - quasi_perfect_trembles(index)).signs().min() >= 0
        assert plan.at(TINY).residual() == 0


@pytest.mark.parametrize("player", [0, 1])
def test_guess_the_ace_ends_with_no_and_its_plain_program_may_end_with_yes(player: int) -> None:
    game = sf.load("guess-the-ace")
    limit = family_of(game, player).limit
    assert limit[0]["start"] == {"stop": 1, "ask": 0}
    assert limit[1]["asked"] == {"yes": 0, "no": 1}


def test_uniform_bounds_lead_elsewhere() -> None:
    game = sf.load("uniform-bounds")
    assert family_of(game).limit[0]["after r"] == {"c": 1, "d": 0}
    half = Fraction(1, 2)
    assert family_of(game, 0, uniform_trembles).limit[0]["after r"] == {"c": half, "d": half}


def test_trembles_are_powers_of_the_number_of_own_choices() -> None:
    index = form_of("kuhn").sequences[0]
    assert lengths(index).tolist() == [0, *([1] * 2 + [1] * 2 + [1] * 2), *[2] * 6]
    trembles = quasi_perfect_trembles(index)
    assert trembles.at(Fraction(1, 10)).equals(ExactArray.of(Fraction(1, 10) ** n for n in lengths(index).tolist()))
    uniform = uniform_trembles(index)
    assert uniform.at(Fraction(1, 10)).to_fractions() == [1, *[Fraction(1, 10)] * 12]


def test_wrong_arguments_and_answers_are_refused() -> None:
    form = form_of("kuhn")
    with pytest.raises(ModelError, match="player 0 or 1 expected, not 2"):
        perturbed_lp(form, 2)
    with pytest.raises(ModelError, match="a SequenceForm expected"):
        perturbed_lp(sf.load("kuhn"))  # type: ignore[arg-type]  # a user's mistake
    with pytest.raises(SolveError, match="no pair of plans: time limit"):
        perturbed_lp(form).lift(PerturbedSolution(Termination.TIME_LIMIT, "out of time"))
