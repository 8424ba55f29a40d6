"""Variables of the environment for processes that begin, and libraries that are loaded, meanwhile."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager


def set_missing(values: Mapping[str, str]) -> list[str]:
    """Set variables of the environment; those that the user has set stay.

    Returns
    -------
    list of str
        Those that were set.
    """
    missing = [name for name in values if name not in os.environ]
    os.environ.update({name: values[name] for name in missing})
    return missing


@contextmanager
def set_meanwhile(values: Mapping[str, str]) -> Iterator[None]:
    """Set variables for a while; see `set_missing`."""
    missing = set_missing(values)
    try:
        yield
    finally:
        for name in missing:
            del os.environ[name]
