"""Parameters of which a few are quick."""

from collections.abc import Iterable
from typing import Any

import pytest


def first_quick(values: Iterable[Any], quick: int) -> list[Any]:
    """Return parameters, of which those after so many are slow."""
    return [pytest.param(one, marks=[pytest.mark.slow] * (number >= quick)) for number, one in enumerate(values)]
