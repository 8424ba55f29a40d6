"""Reductions without loss: dominated sequences, sparsified programs and forced moves, and lifts of their answers."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plans import exact, form_of
from tree_walks import random_profile

import seqform as sf
from seqform.backends import get
from seqform.backends.conformance.linear import linear_program, random_program
from seqform.backends.exact import exact_solution
from seqform.builders import behavior_profile, plan_constraints, sequence_form_lcp, zero_sum_lp
from seqform.builders.games import catalog
from seqform.builders.games.families.matrix_games import bimatrix_game
from seqform.builders.games.formats.efg import parse_efg
from seqform.builders.games.tree import leaf, move, tree
from seqform.builders.preprocess.dominated import eliminate_dominated
from seqform.builders.preprocess.sparsify import sparsify
from seqform.builders.preprocess.subgames import contract_forced
from seqform.errors import ModelError
from seqform.models import ExtensiveGame, LinearProgram, RealizationPlans
from seqform.models.reduced import ProfileMap
from seqform.verify.nash import certify

ZERO_SUM = [
    "kuhn",
    "kuhn-with-raise",
    "tiny-poker",
    "two-level-tree",
    "abstraction-counterexample",
    "kuhn(ranks=6)",
]
GENERAL_SUM = [
    "three-card-orderings",
    "vsvet-figure-1",
    "littman-figure-1",
    "littman-figure-4",
    "knapsack-figure-3",
]


@pytest.mark.parametrize("name", [*ZERO_SUM, "leduc", "goofspiel(cards=3)"])
def test_the_value_stays_and_the_lifted_answer_is_an_equilibrium(name: str) -> None:
    game = catalog.make(name)
    form = form_of(game)
    step = eliminate_dominated(form).then(zero_sum_lp)
    raw, plain = (
        exact_solution(one, get("highs").solve(one))
        for one in (step.target, zero_sum_lp(form).target)
    )
    assert raw.objective == plain.objective
    certificate = sf.verify.certify(game, behavior_profile(form, step.lift(raw)))
    assert (certificate.exact, certificate.nash_conv) == (True, 0)


def require_equilibrium(game: ExtensiveGame) -> None:
    form = form_of(game)
    step = eliminate_dominated(form).then(sequence_form_lcp)
    certificate = sf.verify.certify(
        game, behavior_profile(form, step.lift(get("lemke").solve(step.target)))
    )
    assert (certificate.exact, certificate.nash_conv) == (True, 0)


@pytest.mark.parametrize("name", [*ZERO_SUM, *GENERAL_SUM])
def test_equilibria_of_general_sum_games_stay_equilibria(name: str) -> None:
    require_equilibrium(catalog.make(name))


@given(st.integers(0, 10**6), st.booleans())
def test_equilibria_of_random_games_stay_equilibria(seed: int, zero_sum: bool) -> None:
    """Games of several levels with few different payoffs, so that much is dominated."""
    game = catalog.make(
        "random-game", depth=5, seed=seed, zero_sum=zero_sum, payoffs=2, merge=Fraction(3, 4)
    )
    require_equilibrium(game)


def test_elimination_goes_on_where_the_opponents_choices_have_gone() -> None:
    """Right is dominated; only without it is Bottom; and only then is Middle."""
    game = bimatrix_game(
        "iterated", [[3, 2, 0], [1, 1, 5]], [[2, 1, 0], [1, 2, 0]], ["Top", "Bottom"], "LMR"
    )
    left = eliminate_dominated(form_of(game)).target
    assert [index.names for index in left.sequences] == [("∅", "row Top"), ("∅", "column L")]


def test_of_equal_actions_one_stays() -> None:
    assert sizes(
        tree("equal", move(0, "1", {"a": leaf(1, 0), "b": leaf(1, 0), "c": leaf(1, 0)}))
    ) == (2, 1)


def test_dominance_by_a_mixture_alone_is_not_looked_for() -> None:
    assert sizes(bimatrix_game("three rows", [[3, 0], [0, 3], [1, 1]])) == (4, 3)


def test_the_reduced_form_is_a_sequence_form() -> None:
    form = eliminate_dominated(form_of("goofspiel(cards=3)")).target
    for index, matrix in zip(form.sequences, (form.E, form.F), strict=True):
        assert matrix.equals(plan_constraints(index))
        assert sorted(index.order.tolist()) == list(range(index.num_infosets))
        assert [len(names) for names in index.action_names] == index.num_actions.tolist()


@pytest.mark.parametrize(
    ("name", "are_many"),
    [("leduc(ranks=8)", False), ("liars-dice(sides=4)", True), ("goofspiel(cards=3)", True)],
)
def test_elimination_if_many_ends_where_few_sequences_of_the_last_stages_are_dominated(
    name: str, are_many: bool
) -> None:
    form = form_of(name)
    left, after_turns = (
        [
            index.names
            for index in eliminate_dominated(form, once=True, if_many=if_many).target.sequences
        ]
        for if_many in (True, False)
    )
    assert left == (after_turns if are_many else [index.names for index in form.sequences])


def sizes(game: str | ExtensiveGame) -> tuple[int, int]:
    """Return how many sequences elimination leaves."""
    first, second = eliminate_dominated(form_of(game)).target.sequences
    return len(first), len(second)


def ranking(size: int) -> LinearProgram:
    """The matrix game in which the higher number wins, whose value is 0."""
    payoffs = np.sign(np.arange(size)[:, None] - np.arange(size)).tolist()
    rows = [(0, [*column, -1], None) for column in zip(*payoffs, strict=True)]
    return linear_program(
        "max",
        [0] * size + [1],
        [*rows, (1, [1] * size + [0], 1)],
        [*[(0, None)] * size, (None, None)],
    )


@pytest.mark.parametrize("seed", range(25))
def test_random_programs_keep_their_optimum_exactly(seed: int) -> None:
    program = random_program(seed)[0]
    step = sparsify(program)
    answer = get("exact").solve(step.target)
    assert answer.solved
    lifted = step.lift(answer)
    primal = exact(lifted.primal)
    assert program.residuals(primal, exact(lifted.dual)).worst == 0
    assert lifted.objective == program.objective_at(primal)
    assert step.target.matrix.nonzeros <= program.matrix.nonzeros


def test_a_ranking_of_fifty_takes_less_than_a_fifth_of_its_nonzeros() -> None:
    program = ranking(50)
    step = sparsify(program)
    assert step.target.matrix.nonzeros < 0.2 * program.matrix.nonzeros
    assert get("highs").solve(step.target).objective == pytest.approx(0, abs=1e-9)


def test_blocks_and_numbers_beyond_the_limits_are_left_as_they_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("seqform.builders.preprocess.sparsify._LARGEST", 10)
    program = ranking(20)
    assert sparsify(program).target.matrix.equals(program.matrix)
    program = linear_program("max", [1], [(None, [Fraction(2**70)], 1)], [(0, None)])
    assert sparsify(program).target is program


OUTCOMES_ON_THE_WAY = """EFG 2 R "tolls" { "A" "B" } ""
p "" 1 1 "gate" { "in" } 1 "toll" { -3, 1 }
c "" 1 "weather" { "fair" 1 } 2 "rain" { 1/2, -5 }
p "" 2 1 "fork" { "left" "right" } 0
t "" 3 "" { 1, 2 }
t "" 4 "" { 2, 1 }
"""


SEEDS = st.integers(0, 10**6)
GAMES = SEEDS.map(
    "random-game(seed={},depth=4,max_actions=3,stop=1/6,chance=1/4,merge=0,payoffs=2,zero_sum=false)".format
).map(catalog.make)
"""Trees in which a third of the moves is forced."""


@given(game=GAMES, seed=SEEDS)
def test_profiles_have_the_same_certificate_in_the_smaller_game_and_in_the_whole(
    game: ExtensiveGame, seed: int
) -> None:
    step = contract_forced(game)
    if len(step.target) < len(game):
        assert not np.any(step.target.num_actions == 1)
    profile = random_profile(step.target, seed)
    lifted = step.lift(profile)
    small, whole = certify(step.target, profile), certify(game, lifted)
    assert (small.values, small.nash_conv) == (whole.values, whole.nash_conv)
    assert step.lift(profile.to_floats()).equals(lifted.to_floats())
    assert isinstance(step.lift, ProfileMap)
    assert step.lift.restricted(lifted).equals(profile)
    plans = step.lift(RealizationPlans((profile[0].plan, profile[1].plan)))
    for player in (0, 1):
        assert plans[player].weights.to_fractions() == lifted[player].plan.weights.to_fractions()  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "concept", ["nash", "normal-form-perfect", "quasi-perfect", "subgame-perfect"]
)
@settings(max_examples=12)
@given(game=GAMES)
def test_every_claim_is_proved_on_the_whole_game(concept: str, game: ExtensiveGame) -> None:
    found = sf.solve(game, concept, preprocess="contract-forced", exact=True)
    assert found.game is game and found.certificate.proven
    assert all(found.certificate.checks.values())


@settings(max_examples=12)
@given(game=GAMES, seed=st.integers(0, 99))
def test_a_start_of_the_whole_game_is_one_of_the_smaller_and_keeps_the_witness(
    game: ExtensiveGame, seed: int
) -> None:
    found = sf.solve(game, preprocess="contract-forced", start=f"random:{seed}")
    assert found.certificate.checks == {"normal-form perfect": True} or found.witness is None


def test_payoffs_on_the_way_are_paid_at_the_end() -> None:
    game = parse_efg(OUTCOMES_ON_THE_WAY)
    small = contract_forced(game).target
    assert len(small) == 3
    assert [payoff.to_fractions() for payoff in small.leaf_payoffs] == [
        payoff.to_fractions() for payoff in game.leaf_payoffs
    ]


def test_a_game_without_choices_is_left_as_it_is() -> None:
    game = tree("corridor", move(0, "a", {"go": move(1, "b", {"go": leaf(1)})}))
    assert contract_forced(game).target is game


def test_a_strategy_of_another_game_is_refused() -> None:
    step = contract_forced(
        tree("door", move(0, "door", {"open": move(1, "choice", {"l": leaf(1), "r": leaf(0)})}))
    )
    with pytest.raises(ModelError, match="is for another game"):
        step.lift(sf.uniform_profile(sf.load("kuhn")))
