"""Inverses and products of large matrices by BLAS and LAPACK, for the loops of `fronts`.

The loops of `fronts` are best for the blocks of a few dozen classes that boards mostly have. Hands of ranges make
blocks of hundreds, where cache blocking is worth more than the time to take the global interpreter lock.
"""

from __future__ import annotations

import numpy as np
from numpy.lib.stride_tricks import as_strided

from seqform.models.numbers.exact import Floats


def invert(store: Floats, begin: int, n: int) -> None:
    """Replace a symmetric positive definite matrix by its inverse; by NaN if it is not positive definite."""
    from scipy.linalg.lapack import dpotrf, dpotri

    matrix = np.asarray(store, np.float64)[begin : begin + n * n].reshape(n, n)
    factor, failed = dpotrf(matrix, lower=1)
    if failed:
        matrix[:] = np.nan
        return
    inverse, _ = dpotri(factor, lower=1)
    lower = np.tril(inverse)
    matrix[:] = lower + np.tril(lower, -1).T


def set_product(
    left: Floats,
    begin: int,
    down: int,
    across: int,
    rows: int,
    inner: int,
    right: Floats,
    columns: int,
    out: Floats,
) -> None:
    """Set `out` to the product of two matrices; see `seqform.backends.interior.fronts.set_product`."""
    entries = np.asarray(left, np.float64)[begin:]
    size = entries.itemsize
    first = as_strided(entries, (rows, inner), (size * down, size * across), writeable=False)
    second = np.asarray(right, np.float64)[: inner * columns].reshape(inner, columns)
    product = np.asarray(out, np.float64)[: rows * columns].reshape(rows, columns)
    np.matmul(first, second, out=product)
