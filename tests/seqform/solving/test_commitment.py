"""Strong Stackelberg equilibria: against brute force, certified on the game, and refused where they are not defined."""

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from command_line import Run
from commitment_oracle import NormalForm, best_commitment, normal_form
from correlated_games import drawn_game
from hypothesis import given
from hypothesis import strategies as st

import seqform as sf
from seqform.backends import SolveOptions, get
from seqform.builders.forms.sequence_form import pure_strategies, sequence_form
from seqform.builders.programs.commitment import commitment_lp, commitment_milp
from seqform.errors import (
    DoubleRangeError,
    InputError,
    UnknownLabelError,
    UnsupportedModelError,
)
from seqform.models.answers.certificate import COMMITMENT, CORRELATED_COMMITMENT
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.exact import ExactArray
from seqform.models.programs.linear import LinearProgram, MixedIntegerProgram
from seqform.models.programs.solutions import RawSolution
from seqform.models.strategies.behavior import BehaviorProfile
from seqform.verify.commitment import (
    FEW_REPLIES,
    best_of_all_replies,
    bound_on_commitments,
    certify_commitment,
    correlated_commitment,
    favorable_reply,
)

HALF = Fraction(1, 2)


def drawn(seed: int) -> tuple[ExtensiveGame, NormalForm]:
    """Return a small random game, some of them constant-sum, with its normal form."""
    game = drawn_game(seed, constant_sum=seed % 7 == 0)
    normal = normal_form(game)
    assert normal is not None
    return game, normal


@pytest.mark.parametrize("seed", range(30))
def test_commitment_is_worth_what_brute_force_finds(seed: int) -> None:
    game, normal = drawn(seed)
    for leader in (0, 1):
        answer = sf.solve(game, "stackelberg", leader=leader)
        assert answer.values[leader] == best_commitment(normal, leader)
        assert answer.certificate.claims == {"strong Stackelberg equilibrium": "proven"}
        assert answer.certificate.regrets[1 - leader] == 0


@pytest.mark.parametrize("seed", range(30, 50))
def test_the_reply_of_the_mixed_integer_program_leads_to_the_best_commitment(seed: int) -> None:
    """The constants M are no smaller than what a choice may lose: no best commitment is cut off."""
    game, normal = drawn(seed)
    form = sequence_form(game).target
    for leader in (0, 1):
        program = commitment_milp(form, leader).target
        played = program.played(get("highs").solve(program))
        best_for_reply = program.best_for(played)
        commitment = best_for_reply.lift(get("exact").solve(best_for_reply.target))
        payoffs = form.A if leader == 0 else form.B.T
        earned = payoffs.dot(ExactArray(played.astype(np.int64)))
        value = earned.dot(commitment.exact_weights("commitment"))
        assert value == best_commitment(normal, leader)


@st.composite
def bimatrix_games(draw: st.DrawFn) -> ExtensiveGame:
    """Return a bimatrix game with few different payoffs, so that ties are frequent."""
    payoff = st.integers(-2, 2)
    width = draw(st.integers(1, 4))
    row = st.lists(payoff, min_size=width, max_size=width)
    height = draw(st.integers(1, 4))
    table = st.lists(row, min_size=height, max_size=height)
    return sf.bimatrix_game(draw(table), draw(table))


@given(bimatrix_games(), st.sampled_from((0, 1)))
def test_of_bimatrix_games_with_ties_it_is_the_best_of_one_program_per_reply(
    game: ExtensiveGame, leader: int
) -> None:
    normal = normal_form(game)
    assert normal is not None
    answer = sf.solve(game, "stackelberg", leader=leader)
    assert answer.values[leader] == best_commitment(normal, leader)
    assert answer.certificate.proven


@pytest.mark.parametrize("seed", range(4))
def test_of_bimatrix_games_it_is_that_of_openspiel(seed: int) -> None:
    pytest.importorskip("pyspiel")
    pytest.importorskip("cvxpy")
    import pyspiel
    from open_spiel.python.algorithms.stackelberg_lp import solve_stackelberg

    rng = Random(seed)
    first = [[rng.randint(-9, 9) for _ in range(3)] for _ in range(3)]
    second = [[rng.randint(-9, 9) for _ in range(3)] for _ in range(3)]
    theirs = pyspiel.create_matrix_game(first, second)
    for leader in (0, 1):
        _, _, *values = solve_stackelberg(theirs, is_first_leader=leader == 0)
        ours = sf.solve(sf.bimatrix_game(first, second), "stackelberg", leader=leader)
        assert float(ours.values[leader]) == pytest.approx(values[leader], abs=1e-6)


@pytest.mark.parametrize("seed", range(20))
def test_a_commitment_earns_between_the_best_equilibrium_and_the_best_correlated_one(
    seed: int,
) -> None:
    game, _ = drawn(seed)
    form = sequence_form(game).target
    for leader in (0, 1):
        value = sf.solve(game, "stackelberg", leader=leader).values[leader]
        relaxation = correlated_commitment(form, leader)
        assert relaxation is not None
        assert relaxation[leader] >= value
        for start in ("centroid", "random:1"):
            equilibrium = sf.solve(game, backend="lemke", start=start, exact=True)
            assert equilibrium.values[leader] <= value
        correlated = sf.solve(
            game, "extensive-form-correlated", objective=f"best-for-{leader + 1}", exact=True
        )
        assert relaxation[leader] >= correlated.values[leader]


@pytest.mark.parametrize("name", ["kuhn", "two-level-tree"])
def test_of_a_constant_sum_game_it_is_worth_the_value(name: str) -> None:
    value = sf.solve(name, exact=True).values
    for leader in (0, 1):
        answer = sf.solve(name, "stackelberg", leader=leader, exact=True)
        assert answer.values == value
        assert answer.certificate.proven


def test_in_doubles_the_shortfall_of_a_constant_sum_game_is_within_the_tolerance() -> None:
    answer = sf.solve("kuhn", "stackelberg", backend="cfr", leader=1)
    assert not answer.certificate.exact
    assert answer.certificate.claims["strong Stackelberg equilibrium"] == "within tolerance"
    assert float(answer.values[1]) == pytest.approx(1 / 18, abs=1e-5)


def test_a_correlated_commitment_may_be_worth_more_and_every_reply_is_then_tried() -> None:
    answer = sf.solve("beer-quiche", "stackelberg", leader=1)
    assert answer.values == (Fraction(29, 10), Fraction(19, 20))
    assert answer.certificate.figure(CORRELATED_COMMITMENT)[1] == Fraction(39, 40)
    assert answer.certificate.figure(COMMITMENT.bound)[1] == Fraction(19, 20)
    assert answer.certificate.proven
    assert "the best correlated commitment earns Player 2 39/40" in f"{answer}"


def test_without_a_proof_that_none_is_better_the_claim_is_that_of_the_solver(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("seqform.verify.commitment.FEW_REPLIES", 1)
    answer = sf.solve("beer-quiche", "stackelberg", leader=1)
    certificate = answer.certificate
    assert answer.values == (Fraction(29, 10), Fraction(19, 20))
    assert certificate.claims == {"strong Stackelberg equilibrium": "not proven"}
    assert certificate.differences == (0, Fraction(1, 40))
    claim = "that no commitment earns more is the claim of highs, to a gap of "
    assert float(answer.raw.status.partition(claim)[2]) < 1e-9
    assert "1/40 more is not excluded for Player 2" in " ".join(f"{answer}".split())

    # The linear program of the relaxation may be too large as well: the largest payoff is left as a bound.
    monkeypatch.setattr("seqform.verify.commitment.MOST_PAIRS", 1)
    answer = sf.solve("beer-quiche", "stackelberg", leader=1)
    assert answer.certificate.differences == (0, Fraction(1, 20))
    assert CORRELATED_COMMITMENT not in answer.certificate.figures


def test_a_better_reply_than_that_of_the_solver_is_found_where_replies_are_few() -> None:
    """A solver that returns a commitment which is not the best is corrected by the programs of all replies."""

    class Careless:
        name = "careless"
        supports = frozenset({MixedIntegerProgram})
        exact = False

        def solve(self, model: Any, options: Any = None) -> Any:
            worst = replace(model.program, objective=-model.program.objective)
            return get("highs").solve(replace(model, program=worst))

    answer = sf.solve("chicken", "stackelberg", backend=Careless())
    assert answer.values == (1, -1)
    assert answer.certificate.proven


def test_ties_of_the_follower_are_broken_for_the_leader() -> None:
    game = sf.bimatrix_game([[0, 3], [1, 5]], [[2, 2], [4, 4]])
    answer = sf.solve(game, "stackelberg")
    assert answer.values == (5, 4)
    reply = favorable_reply(game, 0, sf.uniform_profile(game)[0])
    assert list(reply.probabilities[1:]) == [0, 1]


def test_a_commitment_may_be_to_a_dominated_strategy() -> None:
    """The example of Conitzer & Sandholm: the row above is dominated, and half of it makes the follower go right."""
    game = sf.bimatrix_game([[2, 4], [1, 3]], [[1, 0], [0, 1]])
    assert sf.solve(game).values == (2, 1)
    answer = sf.solve(game, "stackelberg")
    assert answer.values == (Fraction(7, 2), HALF)
    assert list(answer.profile[0].probabilities[1:]) == [HALF, HALF]
    with pytest.raises(InputError, match="eliminate-dominated"):
        sf.solve(game, "stackelberg", preprocess="eliminate-dominated")


def test_a_reply_without_commitment_makes_its_program_infeasible() -> None:
    form = sequence_form(sf.bimatrix_game([[1, 9]], [[1, 0]])).target
    plays = {}
    for row in pure_strategies(form.sequences[1])[0].to_dense():
        played = np.array([weight == 1 for weight in row])
        plays[played.tolist().index(True, 1)] = get("exact").solve(
            commitment_lp(form, 0, played).target
        )
    assert plays[1].solved
    assert not plays[2].solved


def test_no_commitment_is_excluded_by_extreme_or_distant_payoffs() -> None:
    payoffs = [[2, 4], [1, 3]]
    large = 2**40
    for factor, shift in ((large, 0), (Fraction(1, large), 0), (1, 10**9)):
        rows = [[factor * payoff + shift for payoff in row] for row in payoffs]
        replies = [[factor * payoff + shift for payoff in row] for row in [[1, 0], [0, 1]]]
        answer = sf.solve(sf.bimatrix_game(rows, replies), "stackelberg")
        assert answer.values[0] == factor * Fraction(7, 2) + shift
        assert answer.certificate.proven


def test_certificates_of_profiles_from_anywhere() -> None:
    game = sf.bimatrix_game([[2, 4], [1, 3]], [[1, 0], [0, 1]])
    best = sf.solve(game, "stackelberg")
    assert sf.check(game, best, leader=0).proven
    assert sf.check(game, best.profile, leader="Player 1").proven

    equilibrium = sf.check(game, sf.solve(game), leader=0)
    assert equilibrium.claims == {"strong Stackelberg equilibrium": "not proven"}
    assert equilibrium.differences == (Fraction(3, 2), 0)

    # With a reply that is none the leader has more than by any commitment.
    other = sf.bimatrix_game([[2, 9], [1, 9]], [[1, 0], [1, 0]])
    commitment = sf.solve(other, "stackelberg").profile[0]
    wrong = sf.uniform_profile(other)[1]
    certificate = sf.check(other, BehaviorProfile((commitment, wrong), other), leader=0)
    assert certificate.differences == (0, HALF)
    assert not certificate.proven


def test_what_does_not_go_together_with_a_leader_is_refused() -> None:
    with pytest.raises(InputError, match="leader: no player 'Bob'"):
        sf.solve("chicken", "stackelberg", leader="Bob")
    with pytest.raises(UnknownLabelError, match="leader: 0, 1 or a name expected"):
        sf.solve("chicken", "stackelberg", leader=2)
    with pytest.raises(InputError, match="leader: an option of concept stackelberg"):
        sf.solve("chicken", leader=1)
    with pytest.raises(UnsupportedModelError, match="lemke solves no mixed-integer programs"):
        sf.solve("chicken", "stackelberg", backend="lemke")
    with pytest.raises(InputError, match="responder: not together with leader"):
        sf.check("kuhn", "uniform", responder=0, leader=0)
    with pytest.raises(InputError, match="maximin: not together with leader"):
        sf.check("kuhn", "uniform", leader=0, maximin=True)


def test_the_command_line_solves_and_checks(seqform: Run, tmp_path: Path) -> None:
    answer = str(tmp_path / "answer.json")
    status, shown, _ = seqform(
        "solve", "beer-quiche", "--concept", "stackelberg", "--leader", "2", "-o", answer
    )
    assert status == 0
    assert "proven: a strong Stackelberg equilibrium" in shown
    status, text, _ = seqform("check", "beer-quiche", answer, "--leader", "2", "--json")
    assert status == 0
    data = json.loads(text)
    assert data["claims"] == {"strong Stackelberg equilibrium": "proven"}
    assert data["bound"] == ["29/10", "19/20"]
    assert data["best correlated commitment"][1] == "39/40"
    assert "39/40" in seqform("check", "beer-quiche", answer, "--leader", "2")[1]


def test_going_through_all_replies_finds_what_is_known() -> None:
    form = sequence_form(sf.load("beer-quiche")).target
    best = best_of_all_replies(form, 1)
    assert best is not None
    assert best[0] == Fraction(19, 20)
    assert FEW_REPLIES > 4
    known = bound_on_commitments(sf.load("beer-quiche"), 1, attained=Fraction(39, 40))
    assert known.plan is None
    profile = sf.uniform_profile("beer-quiche")
    assert not certify_commitment(sf.load("beer-quiche"), profile, 1, known).proven


class Recording:
    """HiGHS, with the classes of the programs that it was given."""

    name = "recording"
    supports = frozenset({LinearProgram, MixedIntegerProgram})
    exact = False

    def __init__(self) -> None:
        self.programs: list[type] = []

    def solve(
        self, model: LinearProgram | MixedIntegerProgram, options: SolveOptions | None = None
    ) -> RawSolution:
        """Return the answer of HiGHS."""
        is_linear = isinstance(model, LinearProgram)
        self.programs.append(LinearProgram if is_linear else MixedIntegerProgram)
        return get("highs").solve(model, options)


@pytest.mark.parametrize(
    ("name", "leader", "programs"),
    [
        ("chicken", 0, [LinearProgram]),  # as good as the best correlated commitment
        ("sheriff(rounds=1)", 0, [LinearProgram]),
        ("beer-quiche", 1, [LinearProgram, MixedIntegerProgram]),
    ],
)
def test_no_mixed_integer_program_is_solved_where_the_best_correlated_commitment_is_one(
    name: str, leader: int, programs: list[type]
) -> None:
    backend = Recording()
    answer: Any = sf.solve(name, "stackelberg", leader=leader, backend=backend)
    assert backend.programs == programs
    assert answer.certificate.claims == {"strong Stackelberg equilibrium": "proven"}
    assert answer.values == sf.solve(name, "stackelberg", leader=leader, backend="pyomo").values
    is_settled = "as much as the best correlated one" in answer.raw.status
    assert is_settled == (programs == [LinearProgram])


def test_with_options_of_the_solver_the_mixed_integer_program_is_solved() -> None:
    backend = Recording()
    sf.solve("chicken", "stackelberg", backend=backend, raw={"mip_rel_gap": 0.0})
    assert backend.programs == [MixedIntegerProgram]


@pytest.mark.parametrize("seed", range(20))
def test_both_ways_lead_to_the_same_payoff(seed: int) -> None:
    game = drawn_game(seed + 300, inner=(7, 9, 11))
    for leader in (0, 1):
        first = sf.solve(game, "stackelberg", leader=leader)
        second = sf.solve(game, "stackelberg", leader=leader, raw={"mip_rel_gap": 0.0})
        assert first.values[leader] == second.values[leader]
        assert first.certificate.holds(COMMITMENT)


def test_payoffs_beyond_the_range_of_doubles_are_refused_where_a_solver_needs_doubles() -> None:
    tiny = Fraction(1, 10**400)
    left = sf.move(0, "I", {"x": sf.leaf(10**400, 0), "y": sf.leaf(0, 1)})
    right = sf.move(1, "J", {"x": sf.leaf(0, 1), "y": sf.leaf(0, 1)})
    game = sf.tree("rare", sf.chance({"left": (tiny, left), "right": (1 - tiny, right)}))
    for leader in (0, 1):
        with pytest.raises(DoubleRangeError, match="for a double"):
            sf.solve(game, "stackelberg", leader=leader)
