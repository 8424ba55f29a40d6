"""Rhode Island Hold'em: the lossless and the published partition, their sizes, and dominated sequences in them."""

from itertools import pairwise

import numpy as np
import pytest

from seqform.builders.abstraction.dominated_classes import eliminated_sequences
from seqform.builders.abstraction.filters import equitable_filters, lossless_violation
from seqform.builders.forms.class_game import class_game
from seqform.builders.games.ordered.poker import rhode_island
from seqform.builders.preprocess.gameshrink import game_shrink, outcome_database, player_filter
from seqform.models.games.abstraction import Filters
from seqform.models.games.ordered import OrderedGame, count
from seqform.models.programs.class_game import ClassGame

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def game() -> OrderedGame:
    return rhode_island("rhode-island")


@pytest.fixture(scope="module")
def published(game: OrderedGame) -> tuple[Filters, ClassGame]:
    filters = game_shrink(game)
    return filters, class_game(*filters)


@pytest.fixture(scope="module")
def lossless(game: OrderedGame) -> tuple[Filters, ClassGame]:
    filters = equitable_filters(game)
    return filters, class_game(*filters)


def test_the_published_partition_has_the_published_classes_sizes_and_nonzeros(
    game: OrderedGame, published: tuple[Filters, ClassGame]
) -> None:
    filters, classes = published
    assert filters[0].num_classes == filters[1].num_classes == (13, 205, 1774)
    assert classes.program_shape == (1_237_238, 1_237_238)
    assert classes.num_program_entries == 50_428_638
    database = outcome_database(game, 0, 2)
    assert database is not None
    assert len(database.outcomes) == 66_300


def test_the_published_partition_is_not_lossless(published: tuple[Filters, ClassGame]) -> None:
    assert lossless_violation(published[0]) == (
        "round 2: for player 1 2s 5s and 2s 6s are in one class; "
        "against the class of 3s 5s the probability of meeting is 1/50 and 0"
    )


def test_the_published_partition_has_the_published_size_without_dominated_sequences(
    published: tuple[Filters, ClassGame],
) -> None:
    left = eliminated_sequences(published[1], "last")
    assert left.program_shape == (1_181_084, 1_190_443)
    lost = left.by_class(0), left.by_class(1)
    assert [np.unique(one).tolist() for one in lost] == [[0, 5 * 49], [0, 6 * 49]]
    assert np.count_nonzero(lost[0]) == np.count_nonzero(lost[1]) == 191


def test_the_lossless_partition_has_13_325_and_7969_classes(lossless: tuple[Filters, ClassGame]) -> None:
    (first, second), classes = lossless
    assert first is second
    assert first.num_classes == (13, 325, 7969)
    assert classes.program_shape == (5_498_768, 5_498_768)
    assert 2 * (1 + 14 * classes.num_infosets(0) // 4) + classes.num_payoff_entries == 130_629_332
    assert lossless_violation((first, second)) is None


def test_of_all_hands_7152_lose_sequences_which_gives_the_published_size(
    game: OrderedGame, lossless: tuple[Filters, ClassGame]
) -> None:
    """Hands of a class of the lossless game lose the same ones, so classes are weighed by their sizes."""
    left = eliminated_sequences(lossless[1], "last")
    hands = np.bincount(lossless[0][0].classes[-1])
    assert int(hands[left.by_class(0) > 0].sum()) == 7152
    rows, columns = count(game).program_shape
    assert rows == columns == 91_224_226
    assert rows - int(hands @ left.by_class(0)) == 89_471_986
    assert columns - int(hands @ left.by_class(1)) == 89_121_538


def test_larger_thresholds_give_fewer_classes(game: OrderedGame) -> None:
    sizes = [player_filter(game, 0, threshold).num_classes for threshold in (0, 0.02, 0.05, 1)]
    assert sizes[0] == (13, 205, 1774)
    assert sizes[-1] == (1, 1, 1)
    assert all(finer > coarser for finer, coarser in pairwise(size[2] for size in sizes))
