"""Views and deals are numbered lexicographically, and every one is found again."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seqform.models.games.signals import drawn, enumerate_views

BLOCK_OR_MORE = 34 * 33 * 32  # more views than are numbered at a time


@settings(deadline=None)
@given(st.integers(1, 6), st.data())
def test_drawing_one_more_signal_gives_all_arrangements_in_order(size: int, data: st.DataObject) -> None:
    length = data.draw(st.integers(0, size - 1))
    shorter = list(permutations(range(size), length))
    before = np.array(shorter, dtype=np.int16).reshape(len(shorter), length)
    row, longer = drawn(before, size)
    assert longer.tolist() == [list(one) for one in permutations(range(size), length + 1)]
    assert np.array_equal(before[row], longer[:, :-1])


@pytest.mark.parametrize(("size", "public", "private"), [(5, (0, 1), (1, 0)), (4, (0, 2), (0, 1)), (3, (1,), (2,))])
def test_every_view_is_found_at_its_number(size: int, public: tuple[int, ...], private: tuple[int, ...]) -> None:
    for views in enumerate_views(size, public, private):
        assert views.find(views.signals).tolist() == list(range(len(views)))
        backwards = views.signals[::-1]
        assert views.find(backwards).tolist() == list(range(len(views)))[::-1]


def test_more_views_than_a_block_are_found() -> None:
    (views,) = enumerate_views(34, [0], [3])
    assert len(views) == BLOCK_OR_MORE
    chosen = np.array([0, 1, 12_345, 2**15 - 1, 2**15, len(views) - 1])
    assert np.array_equal(views.find(np.tile(views.signals[chosen], (6000, 1))), np.tile(chosen, 6000))
