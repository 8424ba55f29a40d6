"""Loops over the vectors of an interior point: plan equations, best responses and step lengths.

The arrays `parent`, `first`, `size` and `stride` are those of a `PlanTree`. The types of arguments and of local
variables are in the file `plan_kernel.pxd`.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from seqform.models.numbers.exact import Floats

try:
    import cython
except ImportError:
    from seqform.backends import uncompiled as cython

Places = npt.NDArray[np.int32]


def spread(
    parent: Places, first: Places, size: Places, stride: Places, shares: Floats, plan: Floats
) -> None:
    """Divide the weight of every set among its choices in proportion to shares, first sets first."""
    # A set comes after those before it, so that the weight of the sequence before it is known.
    for row in range(len(parent)):
        weight = plan[parent[row]] if parent[row] >= 0 else 1.0
        total = 0.0
        for number in range(size[row]):
            total += shares[first[row] + number * stride[row]]
        for number in range(size[row]):
            sequence = first[row] + number * stride[row]
            plan[sequence] = weight * (shares[sequence] / total)


def write_surplus(
    parent: Places,
    first: Places,
    size: Places,
    stride: Places,
    plan: Floats,
    root: float,
    surplus: Floats,
) -> None:
    """Write the weight of every set's choices less that of the sequence before it."""
    for row in range(len(parent)):
        total = -plan[parent[row]] if parent[row] >= 0 else -root
        for number in range(size[row]):
            total += plan[first[row] + number * stride[row]]
        surplus[row] = total


def write_transposed(
    parent: Places, first: Places, size: Places, stride: Places, values: Floats, product: Floats
) -> None:
    """Write for every sequence the value of its set, less those of the sets that follow it."""
    for row in range(len(parent)):
        # A sequence gets the value of its set here, and those of the sets that follow it in later rows.
        for number in range(size[row]):
            product[first[row] + number * stride[row]] = values[row]
        if parent[row] >= 0:
            product[parent[row]] -= values[row]


def fold_sets(
    parent: Places,
    first: Places,
    size: Places,
    stride: Places,
    table: Floats,
    best: bool,
    results: Floats,
) -> None:
    """Combine the entries of every set's choices, last sets first, and add the result to the sequence before."""
    for row in range(len(parent) - 1, -1, -1):
        result = table[first[row]]
        for number in range(1, size[row]):
            entry = table[first[row] + number * stride[row]]
            result = max(result, entry) if best else result + entry
        results[row] = result
        if parent[row] >= 0:
            table[parent[row]] += result


def largest_falls(
    present: Floats, change: Floats, extra: Floats, shares: Floats, falls: Floats
) -> None:
    """Raise `falls` to the largest relative fall of an entry by `change` and each share of `extra`."""
    with cython.nogil:
        # Each entry is read, and divided by, once for all shares.
        for place in range(len(present)):
            inverse = -1.0 / present[place]
            fall = inverse * change[place]
            rest = inverse * extra[place]
            for k in range(len(shares)):
                falls[k] = max(falls[k], fall + shares[k] * rest)
