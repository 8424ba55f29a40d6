"""Settings that are as if nothing were said."""

from __future__ import annotations

from collections.abc import Mapping

from seqform.sweeps.case import Scalar

UNCHANGED: dict[str, Scalar] = {
    "exact": False,
    "sparsify": False,
    "mixing": True,
    "player": 1,
    "formulation": "sequence-form",
}
"""Settings as they are where nothing is said: saying so has meaning everywhere, and undoes a sweep's defaults."""


def changed(settings: Mapping[str, Scalar]) -> dict[str, Scalar]:
    """Return the settings without those that are as if nothing were said.

    Examples
    --------
    >>> changed({"exact": False, "player": 2})
    {'player': 2}
    """
    return {name: value for name, value in settings.items() if name not in UNCHANGED or value != UNCHANGED[name]}
