"""Probabilities as policies give them: numbers of any precision, and arrays and tensors of other packages."""

from __future__ import annotations

from typing import Any

import numpy as np


def plain_array(value: Any) -> Any:
    """Return arrays of other packages, such as tensors of PyTorch and JAX, as NumPy's; all else as it is.

    A tensor without dimensions becomes a scalar of NumPy. Series and frames of pandas keep their labels.
    """
    is_foreign = hasattr(value, "__array__") and not hasattr(value, "to_numpy")
    if not is_foreign or isinstance(value, np.ndarray | np.generic):
        return value
    if hasattr(value, "detach"):  # PyTorch gives no array of a tensor that keeps gradients
        value = value.detach()
    return np.asarray(value)[()]


def is_single(value: object) -> bool:
    """Return whether a number has less than double precision, so that probabilities add up to 1 only nearly."""
    return isinstance(value, np.floating) and value.dtype.itemsize < np.dtype(np.float64).itemsize
