"""Claims of the theory pages and of tables in the guides that a program can check, and no other test states."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog

import seqform as sf
from seqform.builders.games.rules import CHANCE, TERMINAL, Rules
from seqform.builders.programs.perturbed_lp import lengths
from seqform.models.numbers.exact import ExactArray
from seqform.models.numbers.polynomials import PolynomialArray
from seqform.models.strategies.behavior import RealizationPlans
from seqform.play.matches import match
from seqform.solving.concepts import CONCEPTS

NEEDED: dict[str, dict[str, Any]] = {
    "constrained": {"constraints": ["1: P(J: bet) <= 1/2"]},
    "safe-response": {"opponent": "uniform", "max_loss": "1/10"},
}
"""The options that concepts need."""


class Dice(Rules[str, str]):
    """Player 0 takes a coin, worth 1, or a die that is worth 3 or 0 with equal probability."""

    title = "coin or die"
    perfect_information = True

    def initial(self) -> str:
        return ""

    def player(self, state: str) -> int:
        movers = {"": 0, "D": CHANCE}
        return movers.get(state, TERMINAL)

    def actions(self, state: str) -> str:
        return "CD"

    def chance(self, state: str) -> list[tuple[str, Fraction]]:
        return [("h", Fraction(1, 2)), ("l", Fraction(1, 2))]

    def apply(self, state: str, action: str) -> str:
        return state + action

    def observation(self, state: str, player: int) -> str:
        return state

    def payoffs(self, state: str) -> tuple[int, int]:
        won = {"C": 1, "Dh": 3, "Dl": 0}[state]
        return won, -won


def exact_weights(plans: RealizationPlans) -> tuple[ExactArray, ExactArray]:
    first, second = plans.plans
    return first.exact_weights("theory"), second.exact_weights("theory")


def test_the_duals_of_the_second_block_of_the_linear_program_are_the_opponents_plan() -> None:
    """sequence_form.md, "The linear program of a constant-sum game"."""
    form = sf.builders.sequence_form(sf.load("kuhn")).target
    program = sf.builders.zero_sum_lp(form).target

    equations = form.E.shape[0]
    replies = len(form.sequences[1])
    assert [name.split()[0] for name in program.row_names] == ["plan"] * equations + [
        "reply"
    ] * replies

    plan = np.asarray(sf.backends.get("highs").solve(program).dual)[equations:]
    assert np.min(plan) >= -1e-9
    assert form.F.to_scipy() @ plan == pytest.approx(form.f.to_floats(), abs=1e-9)


@pytest.mark.parametrize("start", ["centroid", "random:3"])
@pytest.mark.parametrize(
    "name", ["vsvet-figure-1", "binary-tree(depth=3,seed=1)", "three-card-orderings"]
)
def test_points_of_a_path_are_plans_and_its_strategies_best_responses_to_them(
    name: str, start: str
) -> None:
    """complementarity.md, "Covering vectors and starts": lemmas 3 and 4 of von Stengel, van den Elzen & Talman."""
    form = sf.builders.sequence_form(sf.load(name)).target
    rows = sf.trace(name, start=start, points=True).rows
    assert len(rows) > 1
    for row in rows:
        assert row.plans is not None
        x, y = exact_weights(row.plans)
        assert min(x.least(), y.least()) >= 0
        assert form.E.dot(x).to_fractions() == form.e.to_fractions()
        assert form.F.dot(y).to_fractions() == form.f.to_fractions()
        if row.values is None or row.values.targets is None:
            continue  # at z0 = 1 there are no strategies yet

        own_x, own_y = exact_weights(row.values.targets)
        payoffs = form.A.dot(y), form.B.T.dot(x)
        for player, strategy in enumerate((own_x, own_y)):
            reply = form.sequences[player].best_response(payoffs[player])
            assert strategy.dot(payoffs[player]) == reply.value


def test_the_perturbed_programs_are_those_of_the_page_but_for_a_constant_and_the_sign_of_the_first() -> (
    None
):
    """perturbations.md, "P_ε and Q_ε": P_ε is written out as on the page, a minimum, and solved in doubles."""
    epsilon = Fraction(1, 20)
    form = sf.builders.sequence_form(sf.load("kuhn")).target
    k, l = (  # noqa: E741 - the paper's letter
        PolynomialArray.powers(lengths(own)).at(epsilon).to_floats() for own in form.sequences
    )
    A, E, F = (matrix.to_scipy().toarray() for matrix in (form.A, form.E, form.F))
    page = linprog(
        np.concatenate([form.e.to_floats(), -k, np.zeros(len(l))]),
        A_ub=np.hstack([-E.T, np.eye(len(k)), A]),
        b_ub=np.zeros(len(k)),
        A_eq=np.hstack([np.zeros((len(F), len(E) + len(k))), F]),
        b_eq=form.f.to_floats(),
        bounds=[(None, None)] * len(E) + [(0, None)] * len(k) + [(least, None) for least in l],
    )
    constant = k @ A @ l

    optima = []
    for build in (sf.builders.p_epsilon, sf.builders.q_epsilon):
        program = build(form).target.at(epsilon)
        assert program.sense == "max"
        optimum = sf.backends.get("highs").solve(program).objective
        assert optimum is not None
        optima.append(float(optimum))
    assert optima == pytest.approx([constant - page.fun, page.fun - constant], abs=1e-8)


def test_a_merger_that_fails_the_sufficient_condition_may_lose_nothing() -> None:
    """abstraction.md, "GameShrink"."""
    assert sf.abstract_game("leduc(suits=1)", "published").violation is not None
    assert sf.solve("leduc(suits=1)", preprocess="published", exact=True).certificate.proven


@pytest.mark.parametrize("concept", sorted(CONCEPTS))
def test_forced_moves_are_contracted_before_every_concept(concept: str) -> None:
    """guide_backends.md, "Preprocessing"."""
    options = {"exact": True, **NEEDED.get(concept, {})}
    whole, contracted = (
        sf.solve("kuhn", concept, preprocess=steps, **options).certificate
        for steps in ("none", "contract-forced")
    )
    assert contracted.proven
    assert contracted.values == whole.values


def test_negamax_searches_games_with_chance() -> None:
    """The line of `seqform match --help` on agents: the die pays 3/2 on average, more than the coin."""
    series = match(Dice(), "negamax", "random", games=20, fixed_seats=True)
    assert {game.moves[0].action for game in series.games} == {"D"}
