"""Correlation plans: their polytope and the incentives to obey, and the mixtures of pure strategies that have them."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random

import numpy as np
import pytest
from correlated_games import drawn_game, drawn_mixture, drawn_with_brute_force, xor_game
from correlation_oracle import CONCEPTS, EFCCE, EFCE, NFCCE, leaves_of

import seqform as sf
from seqform.backends import get
from seqform.builders.forms.sequence_form import sequence_form
from seqform.builders.programs.correlated import (
    Incentives,
    PairEquations,
    correlated_lp,
    relevant_pairs,
)
from seqform.builders.programs.pure_pairs import mixture_of
from seqform.models.numbers.exact import ExactArray, Floats, doubles
from seqform.models.programs.linear import Bounds
from seqform.models.strategies.correlation import CorrelationPlan, Moment, RelevantPairs

MOMENTS: dict[str, Moment] = {EFCE: "recommendation", EFCCE: "information set", NFCCE: "start"}


@pytest.mark.parametrize("seed", range(30))
def test_relevant_pairs_are_those_of_connected_sets(seed: int) -> None:
    game = drawn_game(seed)
    first, second = (own.index for own in game.sequences)
    names = {(0, 0)}
    names |= {(own, 0) for own in range(len(first))}
    names |= {(0, other) for other in range(len(second))}
    leaves = leaves_of(game)
    rows = [{int(k): row for row, k in enumerate(own.infosets)} for own in game.sequences]
    for share, (mine, theirs) in zip(leaves.chance, leaves.pasts, strict=True):
        if not share:
            continue
        for (infoset, _), (other, _) in product(mine, theirs):
            starts = first.first_sequence[rows[0][infoset] :][:2]
            others = second.first_sequence[rows[1][other] :][:2]
            names |= set(product(range(*starts.tolist()), range(*others.tolist())))
    pairs = relevant_pairs(sequence_form(game).target)
    assert set(zip(pairs.first.tolist(), pairs.second.tolist(), strict=True)) == names
    assert len(pairs) == len(names)


@pytest.mark.parametrize("seed", range(20))
def test_the_plan_of_a_mixture_satisfies_the_equations(seed: int) -> None:
    game = drawn_game(seed)
    pairs = relevant_pairs(sequence_form(game).target)
    plan = drawn_mixture(game, Random(seed)).plan(pairs)
    assert plan.weights[0] == 1
    for player in (0, 1):
        sums = PairEquations(pairs, player).matrix.dot(plan.weights)
        assert isinstance(sums, ExactArray)
        assert not sums.numerators.any()


def all_equations(pairs: RelevantPairs) -> Floats:
    """Return the equations of both players at every set and every relevant sequence of the opponent, as rows."""
    rows = []
    for player in (0, 1):
        index, opponent = pairs.sequences[player], pairs.sequences[1 - player]
        for infoset in range(index.num_infosets):
            own = np.arange(*index.first_sequence[infoset : infoset + 2])
            others = [0]
            for mine, theirs in zip(*pairs.connected[:: 1 - 2 * player], strict=True):
                if mine == infoset:
                    others += range(*opponent.first_sequence[theirs : theirs + 2])
            for other in others:
                row = np.zeros(len(pairs))
                row[pairs.places(player, own, np.full_like(own, other))] = 1
                before = index.parent_sequence[infoset : infoset + 1]
                row[pairs.places(player, before, np.array([other]))] = -1
                rows.append(row)
    return np.array(rows).reshape(-1, len(pairs))


@pytest.mark.parametrize("seed", range(30))
def test_the_equations_are_independent_and_imply_those_that_are_left_out(seed: int) -> None:
    pairs = relevant_pairs(sequence_form(drawn_game(seed)).target)
    kept = [PairEquations(pairs, player).matrix.to_scipy().toarray() for player in (0, 1)]
    matrix = np.vstack(kept)
    every = all_equations(pairs)
    assert len(matrix) == len(every) - len(pairs.connected[0])
    rank = np.linalg.matrix_rank(matrix) if matrix.size else 0
    assert rank == len(matrix)
    assert rank == (np.linalg.matrix_rank(np.vstack([matrix, every])) if matrix.size else 0)


@pytest.mark.parametrize("seed", range(20))
def test_a_recommended_choice_begins_no_deviation(seed: int) -> None:
    form = sequence_form(drawn_game(seed)).target
    pairs = relevant_pairs(form)
    for player in (0, 1):
        index = pairs.sequences[player]
        incentives = Incentives(
            pairs, player, form.A if player == 0 else form.B.T, "recommendation"
        )
        number = len(incentives.triggers)
        assert number == index.num_actions[index.num_actions > 1].sum()
        names = [incentives.row_name(row) for row in range(int(incentives.first_row[-1]))]
        assert len(set(names)) == len(names)
        assert names == [] or names[-1].endswith("obey")
        for trigger, sequences in zip(incentives.triggers, incentives._sequences, strict=True):
            assert not set(trigger.choices.tolist()) & set(sequences.tolist())


@pytest.mark.parametrize("concept", CONCEPTS)
@pytest.mark.parametrize("seed", range(10))
def test_the_optimum_of_a_triangle_free_game_is_that_of_all_mixtures(
    concept: str, seed: int
) -> None:
    game, brute = drawn_with_brute_force(seed, concept)
    form = sequence_form(game).target
    answer = get("highs").solve(correlated_lp(form, MOMENTS[concept], form.A).target)
    expected = pytest.approx(brute.best((1, 0)), abs=1e-7)
    assert answer.objective is not None
    if relevant_pairs(form).is_triangle_free:
        assert float(answer.objective) == expected
    else:
        assert float(answer.objective) >= brute.best((1, 0)) - 1e-7


def test_a_leader_who_commits_to_correlation_has_only_the_follower_to_heed() -> None:
    game = sf.bimatrix_game([[2, 4], [1, 3]], [[1, 0], [0, 1]])
    form = sequence_form(game).target
    program = correlated_lp(form, "recommendation", form.A, deviators=(1,))
    # Conitzer & Sandholm's example: committing to either row half of the time, player 1 earns 7/2.
    assert get("exact").solve(program.target).objective == Fraction(7, 2)


def test_names_of_rows_and_columns_are_distinct_and_short() -> None:
    form = sequence_form(sf.load("kuhn")).target
    program = correlated_lp(form, "recommendation", form.A).target
    assert len(set(program.row_names)) == len(program.row_names)
    assert len(set(program.column_names)) == len(program.column_names)


def test_the_game_of_two_bits_has_triangles() -> None:
    pairs = relevant_pairs(sequence_form(xor_game()).target)
    assert not pairs.is_triangle_free
    assert relevant_pairs(sequence_form(sf.load("two-level-tree")).target).is_triangle_free


@pytest.mark.parametrize("seed", range(20))
def test_a_plan_of_a_triangle_free_game_has_a_mixture_and_it_is_exact(seed: int) -> None:
    game = drawn_game(seed, inner=(7, 9, 11))
    form = sequence_form(game).target
    pairs = relevant_pairs(form)
    mixtures = [drawn_mixture(game, Random(1000 * seed + number)) for number in range(3)]
    weights = [mixture.plan(pairs).weights for mixture in mixtures]
    mean = (weights[0] + weights[1] + weights[2]) * Fraction(1, 3)  # type: ignore[operator]
    found = mixture_of(CorrelationPlan(pairs, mean))
    if not pairs.is_triangle_free and found is None:
        return
    assert found is not None
    plan = found.plan(pairs)
    assert isinstance(plan.weights, ExactArray)
    assert plan.weights.equals(mean)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("concept", CONCEPTS)
def test_the_plan_of_a_nash_equilibrium_keeps_to_all_rows(seed: int, concept: str) -> None:
    game = drawn_game(seed + 2000)
    profile = sf.solve(game, exact=True).profile
    form = sequence_form(game).target
    program = correlated_lp(form, MOMENTS[concept], form.A).target
    pairs = relevant_pairs(form)
    first, second = (strategy.plan.exact_weights("test") for strategy in profile)
    product = first.take(pairs.first) * second.take(pairs.second)
    values = program.columns.take(np.arange(len(pairs), program.matrix.shape[1]))
    fixed = replace(program, columns=Bounds.concatenate([Bounds.equal(product), values]))
    assert get("exact").solve(fixed).solved


@pytest.mark.parametrize("seed", range(12))
def test_in_doubles_a_plan_has_a_mixture_but_for_rounding(seed: int) -> None:
    game = drawn_game(seed, inner=(5, 7, 9))
    pairs = relevant_pairs(sequence_form(game).target)
    plan = drawn_mixture(game, Random(seed)).plan(pairs)
    noise = np.random.default_rng(seed).uniform(-1e-13, 1e-13, len(pairs))
    weights = doubles(plan.weights) + noise
    found = mixture_of(CorrelationPlan(pairs, weights))
    assert found is not None
    assert not found.exact
    assert np.abs(doubles(found.plan(pairs).weights) - doubles(plan.weights)).max() < 1e-7


def test_a_plan_without_a_mixture_has_none_found() -> None:
    """Popescu & Rohrlich's box: each pair of answers that wins has the probability 1/2."""
    game = xor_game()
    form = sequence_form(game).target
    step = correlated_lp(form, "recommendation", form.A)
    best = step.lift(get("exact").solve(step.target))
    assert best.sum(form.A) == 1
    assert mixture_of(best) is None
