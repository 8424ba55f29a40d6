"""The differential campaign: a short run of every part, and what its independent evaluators find in known games."""

from __future__ import annotations

import importlib
from dataclasses import replace
from fractions import Fraction
from importlib.util import find_spec
from math import prod
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import seqform as sf

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts" / "campaigns"
SHARE = 100
"""A short run has one case for so many of a full one."""

PARTS = (
    "nash-lp",
    "nash-lemke",
    "paths",
    "deep-paths",
    "units",
    "limits",
    "integers",
    "bound-profiles",
    "lies",
    "equilibria",
    "complete",
    *(["complete-gambit"] if find_spec("pygambit") is not None else []),
    "refinements",
    "subgame-perfect",
    "preprocessing",
    "backends",
    "wrong-profiles",
    "foreign-profiles",
    "read-only",
    "assessments",
    "files",
)

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::UserWarning:cvxpy")]


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(SCRIPTS))
    return importlib.import_module


def half(count: int = 2) -> tuple[Fraction, ...]:
    return (Fraction(1, count),) * count


def matching_pennies(games: ModuleType) -> Any:
    """Player 1 wins 1 where both choices agree, and loses 1 otherwise; before that chance decides whether to play."""
    ends = [games.Node(games.END, outcome=(Fraction(one), Fraction(-one))) for one in (1, -1, -1, 1, 0)]
    choices = tuple(games.Node(1, 1, tuple(ends[k : k + 2])) for k in (0, 2))
    root = games.Node(games.CHANCE, 1, (games.Node(0, 1, choices), ends[4]))
    labels = {(0, 1): "", (1, 1): "", (games.CHANCE, 1): ""}
    return games.SmallGame(root, labels, dict.fromkeys(labels, ("a", "b")), {1: (Fraction(1, 3), Fraction(2, 3))})


def test_the_parts_of_the_short_runs_are_those_of_the_campaign(module: Any) -> None:
    assert tuple(module("differential").campaign()._parts) == PARTS


@pytest.mark.parametrize("part", PARTS)
def test_short_run_finds_no_disagreement(part: str, module: Any, capsys: pytest.CaptureFixture[str]) -> None:
    campaign = module("differential").campaign()
    cases = campaign._parts[part][1] // SHARE
    status = campaign.run(["--parts", part, "--cases", str(cases), "--seed", "1"])
    assert status == 0, capsys.readouterr().out


def test_evaluation_of_matching_pennies(module: Any) -> None:
    games, evaluation = module("small_games"), module("tree_evaluation")
    game = matching_pennies(games)
    always_first = ({1: (Fraction(1), Fraction(0))}, {1: (Fraction(1), Fraction(0))})
    assert evaluation.expected(game, always_first) == (Fraction(1, 3), Fraction(-1, 3))
    assert evaluation.regrets(game, always_first) == (0, Fraction(2, 3))
    assert evaluation.regrets(game, ({1: half()}, {1: half()})) == (0, 0)
    assert evaluation.normal_form(game, 0) == [[Fraction(1, 3), Fraction(-1, 3)], [Fraction(-1, 3), Fraction(1, 3)]]


def test_dominated_rows_are_found_by_the_simplex_method(module: Any) -> None:
    evaluation = module("tree_evaluation")
    rows = [[Fraction(3), Fraction(0)], [Fraction(0), Fraction(3)], [Fraction(1), Fraction(1)]]
    assert evaluation.largest_improvement(rows, rows[2]) == 1
    assert evaluation.largest_improvement(rows, rows[0]) == 0
    assert evaluation.maximum([Fraction(1)], [[Fraction(1)], [Fraction(-1)]], [Fraction(1), Fraction(-2)]) is None


def test_battle_of_the_sexes_has_three_extreme_equilibria(module: Any) -> None:
    evaluation = module("tree_evaluation")
    first = [[Fraction(2), Fraction(0)], [Fraction(0), Fraction(1)]]
    second = [[Fraction(1), Fraction(0)], [Fraction(0), Fraction(2)]]
    assert len(evaluation.extreme_equilibria(first, second)) == 3
    assert evaluation.best_weighted_value(first, second, (Fraction(1), Fraction(0))) == 2
    assert evaluation.best_weighted_value(first, second, (Fraction(-1), Fraction(-1))) == Fraction(-4, 3)


def test_an_empty_threat_is_no_subgame_perfect_equilibrium(module: Any) -> None:
    games, evaluation = module("small_games"), module("tree_evaluation")
    out, fight, share = (
        games.Node(games.END, outcome=(Fraction(first), Fraction(second)))
        for first, second in ((0, 2), (-1, -1), (1, 1))
    )
    root = games.Node(0, 1, (out, games.Node(1, 1, (fight, share))))
    game = games.SmallGame(root, {(0, 1): "", (1, 1): ""}, {(0, 1): ("a", "b"), (1, 1): ("a", "b")}, {})
    threat = ({1: (Fraction(1), Fraction(0))}, {1: (Fraction(1), Fraction(0))})
    sharing = ({1: (Fraction(0), Fraction(1))}, {1: (Fraction(0), Fraction(1))})
    assert evaluation.regrets(game, threat) == (0, 0)
    assert not evaluation.subgame_perfect(game, threat)
    assert not evaluation.normal_form_perfect(game, threat)
    assert evaluation.subgame_perfect(game, sharing)
    assert evaluation.normal_form_perfect(game, sharing)


@pytest.mark.parametrize(("field", "step"), [("values", -1), ("best_response_values", 1), ("constant_sum", 1)])
def test_a_certificate_that_is_wrong_is_a_failure(field: str, step: int, module: Any) -> None:
    comparisons, game = module("comparisons"), matching_pennies(module("small_games"))
    tree = comparisons.loaded(game)
    found = sf.solve(tree, exact=True)
    strategies = comparisons.strategies_of(game, found.profile)
    assert comparisons.certificate_fault(game, strategies, found.certificate) is None
    right = getattr(found.certificate, field)
    wrong: dict[str, Any] = {field: (right[0] + step, right[1] + step) if isinstance(right, tuple) else right + step}
    assert comparisons.certificate_fault(game, strategies, replace(found.certificate, **wrong)) is not None


def test_names_of_random_games_are_those_of_the_library(module: Any) -> None:
    comparisons, games = module("comparisons"), module("small_games")
    for seed in range(30):
        game = games.random_game(Random(seed))
        tree = comparisons.loaded(game)
        for player in (0, 1):
            index = tree.sequences[player].index
            named = {name: game.action_names(player, infoset) for name, infoset in game.names[player].items()}
            assert named == dict(zip(index.infoset_names, index.action_names, strict=True))


def test_best_replies_by_recursion_are_those_among_all_pure_strategies(module: Any) -> None:
    comparisons, games, evaluation = module("comparisons"), module("small_games"), module("tree_evaluation")
    for seed in range(40):
        rng = Random(seed)
        game = games.random_game(rng)
        strategies = comparisons.random_strategies(rng, game)
        for player, other in ((0, 1), (1, 0)):
            table = evaluation.normal_form(game, player)
            shares = [
                prod((strategies[other][infoset][action] for infoset, action in pure.items()), start=Fraction(1))
                for pure in game.pure_strategies(other)
            ]
            best = max(sum(share * payoff for share, payoff in zip(shares, row, strict=True)) for row in table)
            assert evaluation.best_reply_value(game, player, strategies[other]) == best


def test_binary_games_have_the_tree_and_the_sets_of_section_9(module: Any) -> None:
    game = module("small_games").binary_game(Random(0), 5, "zero-one")
    tree, library = module("comparisons").loaded(game), sf.load("binary-tree(depth=5)")
    assert np.array_equal(tree.parent, library.parent)
    assert np.array_equal(tree.player, library.player)
    pairs = set(zip(tree.infoset.tolist(), library.infoset.tolist(), strict=True))
    assert len(pairs) == len(set(library.infoset.tolist())) == len(set(tree.infoset.tolist()))
    assert {payoff for play in game.plays for payoff in play.payoffs} == {0, 1}


def test_a_path_by_a_rule_of_ties_without_proof_is_a_failure(module: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = module("differential_paths")
    follow = paths.follow_path

    def by_the_basis(problem: Any, *rest: Any) -> Any:
        start = replace(problem.start, ends_at_solution=False, ties_from=problem.start.basis, ties_negated=None)
        return follow(replace(problem, start=replace(start, ties_leading=None)), *rest)

    assert paths.deep_paths(Random(57)) is None
    monkeypatch.setattr(paths, "follow_path", by_the_basis)
    assert "secondary ray" in paths.deep_paths(Random(57))


@pytest.mark.parametrize(("weights", "right"), [((2**62 - 1,) * 4 + (5,), False), ((2**62,) * 4, True)])
def test_distributions_are_those_of_unbounded_integers(weights: tuple[int, ...], right: bool, module: Any) -> None:
    total = 1 if not right else sum(weights)
    assert module("differential_proofs").distributions([tuple(Fraction(one, total) for one in weights)]) is right
