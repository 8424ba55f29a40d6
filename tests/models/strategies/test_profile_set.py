"""Utility profile sets: membership, grid points, and the boxes they are made of; objectives that choose from them."""

from fractions import Fraction

import numpy as np
import pytest
from every_equilibrium import pair
from hypothesis import given
from hypothesis import strategies as st

from seqform.errors import ModelError
from seqform.models.numbers.exact import ExactArray, Mask
from seqform.models.strategies.profile_set import (
    OBJECTIVES,
    ObjectiveLike,
    PayoffBox,
    Payoffs,
    UtilityProfileSet,
    objective,
)


def closed(cells: Mask) -> Mask:
    """Return the set with the ends of every face."""
    for row, column in np.argwhere(cells).tolist():
        cells[max(0, row - row % 2) : row + row % 2 + 1, max(0, column - column % 2) : column + column % 2 + 1] = True
    return cells


@st.composite
def profile_sets(draw: st.DrawFn) -> UtilityProfileSet:
    sizes = [draw(st.integers(1, 4)), draw(st.integers(1, 4))]
    shape = (2 * sizes[0] - 1, 2 * sizes[1] - 1)
    flags = draw(st.lists(st.booleans(), min_size=shape[0] * shape[1], max_size=shape[0] * shape[1]))
    grid = (ExactArray.of(range(sizes[0])), ExactArray.of([Fraction(3 * k, 2) for k in range(sizes[1])]))
    return UtilityProfileSet(grid, closed(np.array(flags, dtype=bool).reshape(shape)), pure=False)


def sample(profiles: UtilityProfileSet, row: int, column: int) -> tuple[Fraction, Fraction]:
    """Return a point of a face's inside."""
    axes = [axis.to_fractions() for axis in profiles.grid]
    first, second = (
        (axis[place // 2] + axis[(place + 1) // 2]) / 2 for axis, place in zip(axes, (row, column), strict=True)
    )
    return first, second


@given(profile_sets())
def test_the_boxes_cover_the_set_and_nothing_else_and_none_lies_within_another(profiles: UtilityProfileSet) -> None:
    for row in range(profiles.cells.shape[0]):
        for column in range(profiles.cells.shape[1]):
            point = sample(profiles, row, column)
            assert (point in profiles) == profiles.cells[row, column]
            assert any(point in box for box in profiles.boxes) == profiles.cells[row, column]
    for box in profiles.boxes:
        assert not any(box.low in other and box.high in other for other in profiles.boxes if other is not box)


def test_points_beyond_the_grid_are_outside() -> None:
    profiles = UtilityProfileSet((ExactArray.of([0]), ExactArray.of([0])), np.ones((1, 1), dtype=bool), pure=False)
    assert (Fraction(0), Fraction(0)) in profiles
    assert (Fraction(1), Fraction(0)) not in profiles and (Fraction(0), Fraction(-1)) not in profiles


PROFILES = [pair(2, 100), pair(1000, 4), pair(50, 40)]
TIED = [pair(3, 1), pair(1, 3), pair(2, 2)]


@pytest.mark.parametrize(
    ("wanted", "profiles", "best"),
    [
        ("social", PROFILES, pair(1000, 4)),
        ("fairest", PROFILES, pair(50, 40)),
        ("single-maximum", PROFILES, pair(1000, 4)),
        ("best-for-1", PROFILES, pair(1000, 4)),
        ("best-for-2", PROFILES, pair(2, 100)),
        ("product", PROFILES, pair(1000, 4)),
        (lambda first, second: 100 * second + first, PROFILES, pair(2, 100)),
        ("social,best-for-2", TIED, pair(1, 3)),
        ("social, fairest", TIED, pair(2, 2)),
        ("best-for-1", [pair(1, 0), pair(1, 5)], pair(1, 5)),  # among equally good profiles the larger sum
    ],
)
def test_every_objective_picks_its_profile(wanted: ObjectiveLike, profiles: list[Payoffs], best: Payoffs) -> None:
    assert objective(wanted).best(profiles) == best
    assert not isinstance(wanted, str) or "," in wanted or wanted in OBJECTIVES


LINE = PayoffBox(pair(2, 1), pair(2, 5))
RECTANGLE = PayoffBox(pair(0, 1), pair(2, 5))


@pytest.mark.parametrize("box", [LINE, RECTANGLE])
@pytest.mark.parametrize(
    "peak",
    [
        lambda _, second: -abs(second - 4),
        lambda first, second: (first, -((second - 3) ** 2)),
        lambda a, b: min(b, 5 - b),
    ],
)
def test_a_function_whose_maximum_is_at_no_corner_is_refused(box: PayoffBox, peak: ObjectiveLike) -> None:
    with pytest.raises(ModelError, match=r"are better than \(.*, the best at a corner"):
        objective(peak).best(corners(box), [box])


@pytest.mark.parametrize("box", [LINE, RECTANGLE])
@pytest.mark.parametrize(
    "measure", [lambda a, b: a + 3 * b, lambda a, b: -a - b, lambda a, b: a * b, lambda a, b: (min(a, b), a), "product"]
)
def test_a_function_with_its_maximum_at_a_corner_is_answered_and_its_claim_says_where(
    box: PayoffBox, measure: ObjectiveLike
) -> None:
    wanted = objective(measure)
    assert wanted.best(corners(box), [box]) in corners(box)
    assert wanted.claim.endswith(
        "best by product" if measure == "product" else "among the corners of the set of payoffs"
    )


def corners(box: PayoffBox) -> list[Payoffs]:
    return [(first, second) for first in {box.low[0], box.high[0]} for second in {box.low[1], box.high[1]}]


HALVES = st.integers(-4, 4).map(lambda number: Fraction(number, 2))
TERMS = st.sampled_from(
    [*OBJECTIVES, "difference", "nearest(1/2,-1)", "nearest(3/2,3/2)", "weights(1,-1)", "weights(0,-2)"]
)
TEXTS = st.lists(st.tuples(st.sampled_from(["", "least-"]), TERMS).map("".join), min_size=1, max_size=3)
BOUNDS = st.sampled_from(["", " where 1>=-1", " where 2<=1/2 and 1>=-3/2", " where 1=0"])


def points_at_quarters(box: PayoffBox) -> list[Payoffs]:
    """Return points of a box, among them all that are the best by the terms above: their coordinates are quarters."""
    first, second = (
        [low + Fraction(k, 4) for k in range(int(4 * (high - low)) + 1)]
        for low, high in zip(box.low, box.high, strict=True)
    )
    return [(one, two) for one in first for two in second]


@given(st.lists(st.tuples(HALVES, HALVES, HALVES, HALVES), min_size=1, max_size=3), TEXTS, BOUNDS)
def test_the_best_of_boxes_is_that_of_all_points_at_quarters(
    drawn: list[tuple[Fraction, ...]], names: list[str], bounds: str
) -> None:
    boxes = [PayoffBox((min(a, b), min(c, d)), (max(a, b), max(c, d))) for a, b, c, d in drawn]
    wanted = objective(",".join(names) + bounds)
    assert objective(wanted.name).name == wanted.name
    parts = [part for box in boxes if (part := box.within(wanted.bounds)) is not None]
    if not parts:
        with pytest.raises(ModelError, match="no equilibrium pays that; they pay player 1:"):
            wanted.best_of(boxes)
        return
    found = wanted.best_of(boxes)
    assert any(found in part for part in parts)
    every = {point for part in parts for point in points_at_quarters(part)}
    best = max(every, key=lambda pair: (wanted.numbers(pair), sum(pair), pair))
    assert found == best


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nearest(a,2)", "numbers such as 5"),
        ("social where 2", "PLAYER>=NUMBER expected"),
        ("social where 3>=1", "player 3 expected to be one of 2"),
        ("best-for-3", "player 3 expected to be one of 2"),
        ("nearest(1,2,3)", "2 numbers expected"),
        ("weights(1)", "2 numbers expected"),
    ],
)
def test_objectives_that_do_not_fit_the_game_are_refused(text: str, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        objective(text).best_of([RECTANGLE])


@pytest.mark.parametrize("text", ["sozial", "social,", "", "social;fairest"])
def test_an_unknown_objective_is_refused_with_the_known_names(text: str) -> None:
    with pytest.raises(ModelError, match="known: social, fairest"):
        objective(text)


@pytest.mark.parametrize("wanted", [lambda first, _: None if first > 10 else first, lambda a, b: a / (b - 4)])
def test_a_function_that_gives_no_number_is_refused(wanted: ObjectiveLike) -> None:
    with pytest.raises(ModelError, match=r"a number expected|fails for payoffs"):
        objective(wanted).best(PROFILES)
