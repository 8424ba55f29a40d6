"""Exact answers are read from their files as they were written, at sizes beyond doubles and 64-bit integers."""

import json
from fractions import Fraction
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import seqform as sf
from seqform.builders.games.tree import chance, leaf, move, tree
from seqform.io.equilibria import write_equilibrium, write_path
from seqform.io.json_values import to_json
from seqform.io.profiles import strategies_data
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.exact import ExactArray
from seqform.models.strategies.behavior import BehaviorProfile

PAYOFFS = [
    *map(Fraction, (10**300, 10**400, 2**31, 2**53 + 1, 2**63, 0, 1)),
    Fraction(1, 10**400),
    Fraction(1, 3**84),
]
SHARES = [Fraction(1, size) for size in (2, 2**53 + 1, 2**63, 3**84, 10**300, 10**400)]

pytestmark = pytest.mark.slow


def drawn_game(random: Random) -> ExtensiveGame:
    """Return a tree with payoffs and a chance move of any size; ties are frequent."""

    def end() -> Any:
        return leaf(*(random.choice([-1, 1]) * random.choice(PAYOFFS) for _ in range(2)))

    share = random.choice(SHARES)
    left = move(0, "a", {"x": end(), "y": move(1, "b", {"u": end(), "v": end()})})
    right = move(0, "c", {"x": move(1, "b", {"u": end(), "v": end()}), "y": end()})
    return tree("sizes", chance({"l": (share, left), "r": (1 - share, right)}))


def drawn_profile(game: ExtensiveGame, random: Random, path: Path) -> BehaviorProfile:
    """Return a completely mixed profile, also written to a file."""
    players = strategies_data(game, sf.uniform_profile(game), "behavior")
    for player in players:
        for row in player["information_sets"]:
            share = random.choice(SHARES)
            row["probabilities"] = [str(share), str(1 - share)]
    path.write_text(to_json({"players": players}), encoding="utf-8")
    return sf.read_profile(path, game)


def require_same_plans(read: BehaviorProfile, profile: BehaviorProfile) -> None:
    for mine, theirs in zip(read, profile, strict=True):
        first, second = mine.plan.weights, theirs.plan.weights
        assert isinstance(first, ExactArray)
        assert isinstance(second, ExactArray)
        assert first.equals(second)


@settings(max_examples=8, deadline=None)
@given(st.randoms(use_true_random=False))
def test_exact_answers_of_any_size_survive_their_files(random: Random) -> None:
    game = drawn_game(random)
    with TemporaryDirectory() as folder:
        mixed_file, answer, path = (
            Path(folder) / name for name in ("mixed.json", "answer.json", "path.json")
        )
        mixed = drawn_profile(game, random, mixed_file)
        found = sf.solve(game, exact=True)
        for profile in (mixed, found.profile):
            for form in ("behavior", "plan", "mixed"):
                answer.write_text(
                    to_json({"players": strategies_data(game, profile, form)}), encoding="utf-8"
                )
                require_same_plans(sf.read_profile(answer, game), profile)

        write_equilibrium(found, answer)
        assert sf.read_profile(answer, game).equals(found.profile)
        assert sf.check(game, answer).proven
        data = json.loads(answer.read_text(encoding="utf-8"))
        assert [Fraction(value) for value in data["certificate"]["values"]] == list(found.values)

        trace = sf.trace(game, start=mixed_file, points=True)
        write_path(trace, path)
        data = json.loads(path.read_text(encoding="utf-8"))
        z0 = [None if row["z0"] is None else Fraction(row["z0"]) for row in data["rows"]]
        assert z0 == [row.z0 for row in trace.rows]
        assert trace.profile is not None
        assert sf.read_profile(path, game).equals(trace.profile)
        assert sf.trace(game, start=mixed_file, equilibrium=path).returned
