"""The differential campaign: a short run of every part, and what its independent evaluators find in known games."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import prod
from random import Random
from typing import Any

import differential
import differential_numbers
import numpy as np
import pytest
from assessments import profile_playing
from bimatrix import best_weighted_value, extreme_equilibria, largest_improvement, maximum
from exactly import exactly
from plays import (
    best_values,
    certificate_fault,
    normal_form,
    normal_form_perfect,
    probability,
    pure_strategies,
    subgame_perfect,
    values,
)
from small_games import Shape, binary_game, random_game
from tree_walks import random_profile

import seqform as sf
from seqform.backends.lemke.backend import follow_path
from seqform.builders.games.formats.efg import parse_efg
from seqform.builders.games.tree import chance, leaf, move, tree

SHARE = 200
"""A short run has one case for so many of a full one."""

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::UserWarning:cvxpy")]

HALF = Fraction(1, 2)
PENNIES = tree("pennies", chance({
    "play": (Fraction(1, 3), move(0, "I", {
        "a": move(1, "II", {"a": leaf(1), "b": leaf(-1)}), "b": move(1, "II", {"a": leaf(-1), "b": leaf(1)}),
    })),
    "stop": (Fraction(2, 3), leaf(0)),
}))  # fmt: skip
"""Player 1 wins 1 where both choices agree, and loses 1 otherwise; before that chance decides whether to play."""

PARTS = differential.campaign().parts


@pytest.mark.parametrize("part", PARTS)
def test_short_run_finds_no_disagreement(part: str, capsys: pytest.CaptureFixture[str]) -> None:
    cases = PARTS[part][1] // SHARE
    assert differential.campaign().run(["--parts", part, "--cases", str(cases), "--seed", "1"]) == 0, (
        capsys.readouterr().out
    )


def test_evaluation_of_matching_pennies() -> None:
    first = profile_playing(PENNIES)
    assert values(PENNIES, first) == (Fraction(1, 3), Fraction(-1, 3))
    assert best_values(PENNIES, first) == (Fraction(1, 3), Fraction(1, 3))
    even = profile_playing(PENNIES, {"I": {"a": HALF, "b": HALF}}, {"II": {"a": HALF, "b": HALF}})
    assert best_values(PENNIES, even) == values(PENNIES, even) == exactly(0, 0)
    third = Fraction(1, 3)
    assert normal_form(PENNIES, 0) == [[third, -third], [-third, third]]


def test_dominated_rows_are_found_by_the_simplex_method() -> None:
    rows = [[Fraction(3), Fraction(0)], [Fraction(0), Fraction(3)], [Fraction(1), Fraction(1)]]
    assert largest_improvement(rows, rows[2]) == 1
    assert largest_improvement(rows, rows[0]) == 0
    assert maximum([Fraction(1)], [[Fraction(1)], [Fraction(-1)]], [Fraction(1), Fraction(-2)]) is None


def test_battle_of_the_sexes_has_three_extreme_equilibria() -> None:
    first = [[Fraction(2), Fraction(0)], [Fraction(0), Fraction(1)]]
    second = [[Fraction(1), Fraction(0)], [Fraction(0), Fraction(2)]]
    assert len(extreme_equilibria(first, second)) == 3
    assert best_weighted_value(first, second, (Fraction(1), Fraction(0))) == 2
    assert best_weighted_value(first, second, (Fraction(-1), Fraction(-1))) == Fraction(-4, 3)


def test_an_empty_threat_is_no_subgame_perfect_equilibrium() -> None:
    entry = tree(
        "entry", move(0, "I", {"out": leaf(0, 2), "in": move(1, "II", {"fight": leaf(-1, -1), "share": leaf(1, 1)})})
    )
    threat, sharing = profile_playing(entry), profile_playing(entry, {"I": "in"}, {"II": "share"})
    assert values(entry, threat) == best_values(entry, threat)
    assert not subgame_perfect(entry, threat) and not normal_form_perfect(entry, threat)
    assert subgame_perfect(entry, sharing) and normal_form_perfect(entry, sharing)


@pytest.mark.parametrize(("field", "step"), [("values", -1), ("best_response_values", 1), ("constant_sum", 1)])
def test_a_wrong_certificate_is_a_fault(field: str, step: int) -> None:
    profile = profile_playing(PENNIES)
    certificate = sf.check(PENNIES, profile)
    assert certificate_fault(PENNIES, profile, certificate) is None
    given: Any = getattr(certificate, field)
    wrong: Any = {field: given + step if isinstance(given, Fraction) else (given[0] + step, given[1])}
    assert certificate_fault(PENNIES, profile, replace(certificate, **wrong)) is not None


def test_best_replies_are_the_best_rows_of_the_normal_form() -> None:
    for seed in range(40):
        game = parse_efg(random_game(Random(seed), Shape(inner=5)).to_efg())
        profile = random_profile(game, seed)
        for player, other in ((0, 1), (1, 0)):
            shares = [
                prod(probability(game, profile[other], (step,)) for step in pure.items())
                for pure in pure_strategies(game, other)
            ]
            rows = [
                sum(share * paid for share, paid in zip(shares, row, strict=True)) for row in normal_form(game, player)
            ]
            assert best_values(game, profile)[player] == max(rows)


def test_binary_games_have_the_tree_and_the_sets_of_section_9() -> None:
    game, library = parse_efg(binary_game(Random(0), 5, "zero-one").to_efg()), sf.load("binary-tree(depth=5)")
    assert np.array_equal(game.parent, library.parent) and np.array_equal(game.player, library.player)
    pairs = set(zip(game.infoset.tolist(), library.infoset.tolist(), strict=True))
    assert len(pairs) == len(set(library.infoset.tolist())) == len(set(game.infoset.tolist()))


def test_a_path_by_a_rule_of_ties_without_proof_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    def by_the_basis(problem: Any, *rest: Any) -> Any:
        start = replace(problem.start, ends_at_solution=False, ties_from=problem.start.basis, ties_negated=None)
        return follow_path(replace(problem, start=replace(start, ties_leading=None)), *rest)

    assert differential_numbers.deep_paths(Random(23)) is None
    monkeypatch.setattr(differential_numbers, "follow_path", by_the_basis)
    assert "secondary ray" in str(differential_numbers.deep_paths(Random(23)))
