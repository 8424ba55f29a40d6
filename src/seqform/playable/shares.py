"""Probabilities as policies give them: numbers of any precision, and arrays and tensors of other packages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from seqform.errors import ModelError

_ROUNDING = {np.dtype(np.float16): 1e-3, np.dtype(np.float32): 1e-5}
"""How far probabilities may miss a sum of 1 by, for each action, through rounding to a precision."""


def plain_array(value: Any, where: str = "profile") -> Any:
    """Return arrays of other packages, such as tensors of PyTorch and JAX, as NumPy's; all else as it is.

    A tensor without dimensions becomes a scalar of NumPy. Series and frames of pandas keep their labels.

    Raises ModelError, which begins with `where`, if the package gives no array, as PyTorch of a tensor on a GPU or one
    in a precision that NumPy has not.
    """
    is_foreign = hasattr(value, "__array__") and not hasattr(value, "to_numpy")
    if not is_foreign or isinstance(value, np.ndarray | np.generic):
        return value
    try:
        if hasattr(value, "detach"):  # PyTorch gives no array of a tensor that keeps gradients
            value = value.detach()
        return np.asarray(value)[()]
    except Exception as error:  # each package has its own classes
        reason = " ".join(str(error).split())
        raise ModelError(
            f"{where}: {type(value).__name__} gives no array: {reason}; pass tensor.detach(), "
            "of a GPU tensor.detach().cpu()"
        ) from None


def is_rounded(numbers: Sequence[Any]) -> bool:
    """Return whether numbers of less than double precision sum to 1 but for the rounding of their precision."""
    types = [number.dtype for number in numbers if isinstance(number, np.floating)]
    miss_of_each = max((_ROUNDING.get(kind, 0.0) for kind in types), default=0.0)
    if not miss_of_each:
        return False
    total = sum(float(number) for number in numbers)
    return abs(total - 1) <= miss_of_each * len(numbers)
