"""Names of Cython's for modules that run as plain Python where Cython is not installed."""

from __future__ import annotations

from contextlib import nullcontext

compiled = False

nogil = nullcontext()
"""Context in which compiled code releases the global interpreter lock."""

gil = nullcontext()
"""Context in which compiled code holds the global interpreter lock."""
