"""The permutahedron by a sorting network, against its inequalities and its corners."""

from fractions import Fraction
from itertools import permutations, product
from operator import mul

import pytest

from seqform.backends import get
from seqform.builders.programs.proper_lcp import permutahedron, sorting_network
from seqform.models.numbers.exact import ExactArray
from seqform.models.programs.linear import Bounds, LinearProgram


@pytest.mark.parametrize("size", range(1, 9))
def test_the_network_sorts_zeros_and_ones(size: int) -> None:
    """It then sorts all numbers: the 0-1 principle."""
    for bits in product((0, 1), repeat=size):
        wires = list(bits)
        for low, high in sorting_network(size):
            wires[low], wires[high] = sorted((wires[low], wires[high]))
        assert wires == sorted(bits)


@pytest.mark.parametrize("size", range(1, 5))
def test_best_replies_give_the_least_trembles_to_the_worst_strategies(size: int) -> None:
    """The support function of the permutahedron, over its description and over all permutations of the trembles."""
    space = permutahedron(size)
    least = space.least.at(Fraction(1, 7))
    trembles = least.to_fractions()[-size:]
    rows, columns = space.constraints.shape
    for gains in product((0, 1, 3), repeat=size):
        program = LinearProgram(
            "max",
            ExactArray.of([*gains, *[0] * (columns - size)]),
            space.constraints,
            Bounds.at_least(least),
            Bounds.nonnegative(columns),
            [f"row {k}" for k in range(rows)],
            [f"column {k}" for k in range(columns)],
        )
        assert get("exact").solve(program).objective == max(
            sum(map(mul, gains, order)) for order in permutations(trembles)
        )
