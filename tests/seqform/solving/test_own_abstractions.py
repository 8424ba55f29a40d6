"""Information filters of the caller's instead of named abstractions."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from class_profiles import raw_profile
from hypothesis import given, settings
from hypothesis import strategies as st
from random_ordered_games import random_filter, random_ordered_game

import seqform as sf
from seqform.builders.abstraction.filters import equitable_filters
from seqform.errors import InputError, ModelError
from seqform.models.games.ordered import OrderedGame
from seqform.verify.nash import best_response

pytestmark = pytest.mark.slow

LEDUC = sf.load("leduc", kind="ordered")


def labels_of(one: sf.InformationFilter) -> list[list[str]]:
    return [[f"class {label}" for label in classes] for classes in one.classes]


@settings(max_examples=15)
@given(st.integers(0, 10**6), st.booleans())
def test_the_certificate_of_random_labels_is_that_of_best_replies_on_the_tree(seed: int, even: bool) -> None:
    game = random_ordered_game(seed, constant_sum=True, signals=4, even=even)
    first, second = (
        sf.InformationFilter.from_labels(game, labels_of(random_filter(game, seed + k, k)), None if even else k)
        for k in (0, 1)
    )
    tree = sf.load(game)
    found = sf.solve(game, preprocess=(first, second), backend="highs")
    on_tree = sf.check(tree, raw_profile(tree, (first, second), found.profile))
    assert found.certificate.nash_conv == pytest.approx(on_tree.nash_conv, abs=1e-9)
    exact: Any = sf.solve(game, preprocess=[first, second], exact=True)
    assert exact.certificate.proven == (exact.certificate.nash_conv == 0)
    gains = [best_response(tree, k, exact.profile[1 - k]).value - exact.values[k] for k in (0, 1)]
    assert exact.certificate.nash_conv == sum(gains)


def test_the_classes_of_a_lossless_filter_by_labels_have_the_program_of_the_named_abstraction() -> None:
    first, second = equitable_filters(LEDUC)
    own = [sf.InformationFilter.from_labels(LEDUC, labels_of(one)) for one in (first, second)]
    program = sf.linear_program("leduc", preprocess=own).target
    assert program.matrix.shape == sf.linear_program("leduc", preprocess="lossless").target.matrix.shape
    found = sf.solve("leduc", preprocess=[*own, "sparsify"], backend="highs")
    assert found.certificate.nash_conv < 1e-7
    assert found.resolved.preprocess[0] == "own"


def test_labels_by_name_and_by_place_mean_the_same() -> None:
    ranks = sf.InformationFilter.from_function(LEDUC, lambda number, own, public: (own[0][0], *(p[0] for p in public)))
    names = [
        {tuple(LEDUC.signals[one] for one in row): label for row, label in pairs}
        for pairs in (
            list(zip(views.signals.tolist(), classes.tolist(), strict=True))
            for (views, _), classes in zip(LEDUC.views, ranks.classes, strict=True)
        )
    ]
    assert sf.InformationFilter.from_labels(LEDUC, names).num_classes == ranks.num_classes == (3, 9)


def test_imperfect_recall_is_refused_with_two_hands_and_the_round() -> None:
    def forgetful(number: int, own: tuple[str, ...], public: tuple[str, ...]) -> str:
        return own[0][0] if number == 1 else public[0][0]

    with pytest.raises(
        ModelError, match=r"imperfect recall: J\w \w+ and [QK]\w \w+ share a class in round 2, but .*round 1"
    ):
        sf.InformationFilter.from_function(LEDUC, forgetful)


def without_a_hand(game: OrderedGame) -> list[dict[tuple[str, ...], int]]:
    return [{(name,): 0 for name in game.signals[1:]}, {}]


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        ([[0] * 6], "labels for each of the 2 rounds of leduc expected"),
        ([[0] * 5, [0] * 30], "round 1: 5 labels for 6 hands"),
        (without_a_hand(LEDUC), "round 1: Js has no label"),
        ([{(name,): 0 for name in (*LEDUC.signals, "As")}, [0] * 30], r"round 1: \('As',\) is no hand of leduc"),
        (3, "labels for each of the 2 rounds of leduc expected"),
        ([[{1}] * 6, [0] * 30], "round 1: a label that has no hash"),
    ],
)
def test_labels_that_do_not_fit_are_refused(labels: list[list[int]], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        sf.InformationFilter.from_labels(LEDUC, labels)


def test_rows_of_an_array_are_labels() -> None:
    rows = [np.array([[1.5, 2], [1.5, 2], [1.5, 3], [1.5, 3], [0, 0], [0, 0]]), np.zeros(30)]
    rows[1] = rows[0][LEDUC.views[1][0].parent]
    assert sf.InformationFilter.from_labels(LEDUC, rows).num_classes == (3, 3)


def test_filters_of_another_game_and_three_filters_are_refused() -> None:
    other = sf.InformationFilter.coarsest(sf.load("kuhn", kind="ordered"))
    with pytest.raises(ModelError, match="one of the signals of kuhn, not of leduc"):
        sf.solve("leduc", preprocess=other)
    with pytest.raises(InputError, match="one information filter for both players, or one for each"):
        sf.solve("leduc", preprocess=[sf.InformationFilter.coarsest(LEDUC)] * 3)


def test_filters_of_a_python_file_are_a_step(tmp_path: Path) -> None:
    file = tmp_path / "buckets.py"
    file.write_text(
        "import seqform as sf\n"
        "def by_rank(deck='leduc'):\n"
        "    game = sf.load(deck, kind='ordered')\n"
        "    return sf.InformationFilter.from_function(game, lambda number, own, public: (own[0][0], public[:1]))\n"
    )
    step = f"{file}:by_rank"
    found = sf.abstract_game("leduc", step)
    assert (found.kind, found.filters[0].num_classes) == (step, (3, 18))
    assert sf.linear_program("leduc", preprocess=[step, "sparsify"]).target.matrix.shape[0] > 0
