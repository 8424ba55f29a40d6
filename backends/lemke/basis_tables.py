"""Where the engine keeps what is basic, and what it is worth."""

from __future__ import annotations

from typing import NamedTuple

from seqform.models.exact import Floats, Ints

Q, D, TIES, HIGHER = 0, 1, 2, 3
"""Rows of `RightSides` and of `Basis.values`; from `HIGHER` on one row for every further order of ε in q."""


class Basis(NamedTuple):
    """Which variables are basic and what they are worth.

    Attributes
    ----------
    variable : ndarray of int, shape (n,)
        By place; the places of a block have the numbers of its rows.
    place : ndarray of int, shape (2n + 1,)
        -1 for variables that are not basic.
    values, residues : ndarray, shape (3 + D, n)
        β, γ, δ and the higher orders of β, by place.
    scale : ndarray, shape (3 + D, 2)
        The largest of each in each block when that was last factored.
    """

    variable: Ints
    place: Ints
    values: Floats
    residues: Ints
    scale: Floats
