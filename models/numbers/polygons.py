"""Convex polygons in the plane with rational vertices, and the search for the vertices of one that is given by optima.

A convex set is known by its support function: in every direction, a point of the set that is farthest there. The search
begins with the four directions of the axes. The hull of the points found is a polygon inside of the set; the outward
normal of each of its edges is the next direction. A point beyond the edge joins the hull, and the edge is replaced by
two; otherwise the edge is one of the set. When no edge is left to be examined, the hull is the set. A polygon with n
vertices takes at most 2n + 4 directions, since each is the normal of an edge or leads to a vertex that was not known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from math import gcd, lcm

Point = tuple[Fraction, Fraction]
Direction = tuple[int, int]
"""Whole numbers without a common divisor."""

AXES: tuple[Direction, ...] = ((1, 0), (0, 1), (-1, 0), (0, -1))


def convex_hull(points: Iterable[Point]) -> tuple[Point, ...]:
    """Return the vertices of the convex hull of points, counterclockwise from the leftmost, of these the lowest.

    It is a single point, the two ends of a segment, or a polygon no three of whose vertices are on a line: the lower
    and the upper chain of Andrew's algorithm.

    Examples
    --------
    >>> corners = [(0, 0), (2, 0), (1, 0), (1, 1), (0, 2)]
    >>> [f"({x}, {y})" for x, y in convex_hull((Fraction(x), Fraction(y)) for x, y in corners)]
    ['(0, 0)', '(2, 0)', '(0, 2)']
    """
    ordered = sorted(set(points))
    if len(ordered) <= 2:
        return tuple(ordered)
    lower = _chain(ordered)
    upper = _chain(reversed(ordered))
    # The last point of each chain is the first one of the other.
    return (*lower[:-1], *upper[:-1])


def _chain(points: Iterable[Point]) -> list[Point]:
    """Return the points at which a line around others turns left."""
    chain: list[Point] = []
    for point in points:
        while len(chain) > 1 and _turn(chain[-2], chain[-1], point) <= 0:
            chain.pop()
        chain.append(point)
    return chain


def _turn(first: Point, second: Point, third: Point) -> Fraction:
    """Return a number above 0 if the way over three points turns left, below 0 if it turns right."""
    across = (second[0] - first[0]) * (third[1] - first[1])
    return across - (second[1] - first[1]) * (third[0] - first[0])


def edges(vertices: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    """Yield the edges of a hull; both directions of a segment, none of a point."""
    if len(vertices) > 1:
        yield from zip(vertices, [*vertices[1:], vertices[0]], strict=True)


def outward_normal(edge: tuple[Point, Point]) -> Direction:
    """Return the direction to the right of an edge, which is outward where the vertices are counterclockwise."""
    (x, y), (next_x, next_y) = edge
    right = next_y - y
    up = x - next_x
    scale = lcm(right.denominator, up.denominator)
    across = int(right * scale)
    along = int(up * scale)
    divisor = gcd(across, along)
    return across // divisor, along // divisor


def polygon_of(farthest: Callable[[Direction], Point]) -> tuple[Point, ...]:
    """Return the vertices of a convex polygon of which a farthest point is known in every direction.

    - `farthest`: Returns a point of the polygon with the largest scalar product with a direction; it is called once
      for each.

    Examples
    --------
    >>> square = [(Fraction(x), Fraction(y)) for x, y in ((0, 1), (1, 0), (2, 1), (1, 2))]
    >>> vertices = polygon_of(lambda way: max(square, key=lambda point: way[0] * point[0] + way[1] * point[1]))
    >>> [f"({x}, {y})" for x, y in vertices]
    ['(0, 1)', '(1, 0)', '(2, 1)', '(1, 2)']
    """
    farthest_points: dict[Direction, Point] = {}
    unexamined = list(AXES)
    vertices: tuple[Point, ...] = ()
    while unexamined:
        for direction in unexamined:
            farthest_points[direction] = farthest(direction)
        vertices = convex_hull(farthest_points.values())
        normals = map(outward_normal, edges(vertices))
        unexamined = [normal for normal in normals if normal not in farthest_points]
    return vertices


def holds_point(vertices: Sequence[Point], point: Point) -> bool:
    """Return whether a convex polygon, given by its vertices counterclockwise, has a point within or on its border.

    Examples
    --------
    >>> triangle = [(Fraction(x), Fraction(y)) for x, y in ((0, 0), (2, 0), (0, 2))]
    >>> holds_point(triangle, (Fraction(1), Fraction(1))), holds_point(triangle, (Fraction(2), Fraction(1)))
    (True, False)
    """
    if len(vertices) == 1:
        return point == vertices[0]
    if any(_turn(first, second, point) < 0 for first, second in edges(vertices)):
        return False
    # On the line of a segment a point may be beyond its ends.
    low, high = min(vertices), max(vertices)
    return len(vertices) > 2 or low <= point <= high
