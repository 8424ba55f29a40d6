"""Convex polygons in the plane: hulls, and polygons found by their farthest points, with ties and without extent."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from seqform.models.numbers.polygons import (
    Direction,
    Point,
    convex_hull,
    edges,
    holds_point,
    outward_normal,
    polygon_of,
)

SMALL = st.fractions(min_value=-2, max_value=2, max_denominator=3)
POINTS = st.lists(st.tuples(SMALL, SMALL), min_size=1, max_size=9)
"""So small numbers that points coincide and are on common lines."""


def along(direction: Direction, point: Point) -> Fraction:
    """Return the scalar product."""
    return direction[0] * point[0] + direction[1] * point[1]


@given(POINTS)
def test_a_hull_holds_all_points_and_none_of_its_vertices_can_be_left_out(
    points: list[Point],
) -> None:
    hull = convex_hull(points)
    assert set(hull) <= set(points)
    assert all(holds_point(hull, point) for point in points)
    for vertex in hull:
        others = [point for point in hull if point != vertex]
        assert not others or not holds_point(convex_hull(others), vertex)


@given(POINTS)
def test_all_points_are_behind_the_edges_of_a_hull(points: list[Point]) -> None:
    hull = convex_hull(points)
    for edge in edges(hull):
        normal = outward_normal(edge)
        assert along(normal, edge[0]) == along(normal, edge[1])
        assert max(along(normal, point) for point in points) == along(normal, edge[0])


@given(POINTS, st.integers(0, 1000))
def test_the_farthest_points_make_the_polygon_whichever_of_equally_far_points_is_returned(
    points: list[Point], seed: int
) -> None:
    asked: list[Direction] = []

    def farthest(direction: Direction) -> Point:
        asked.append(direction)
        most = max(along(direction, point) for point in points)
        ties = sorted({point for point in points if along(direction, point) == most})
        # A point of the edge that need not be one of its ends.
        first, last = ties[0], ties[-1]
        share = Fraction((seed + len(asked)) % 4, 3)  # 0 to 1
        return first[0] + share * (last[0] - first[0]), first[1] + share * (last[1] - first[1])

    hull = convex_hull(points)
    assert polygon_of(farthest) == hull
    assert len(asked) == len(set(asked)) <= 4 + 3 * len(hull)


def test_a_share_beyond_a_segment_is_outside() -> None:
    segment = convex_hull([(Fraction(0), Fraction(0)), (Fraction(1), Fraction(1))])
    half = Fraction(1, 2)
    assert holds_point(segment, (half, half))
    assert not holds_point(segment, (Fraction(2), Fraction(2)))
    assert not holds_point(segment, (half, Fraction(0)))
