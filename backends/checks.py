"""What every backend checks, and how it words a refusal."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Any

from seqform.backends.options import SolveOptions
from seqform.backends.protocol import Backend
from seqform.errors import OptionError, UnsupportedModelError


def require_supported(backend: Backend, model: Any) -> None:
    """Raise UnsupportedModelError unless the backend solves models of this class."""
    if not isinstance(model, tuple(backend.supports)):
        solved = ", ".join(sorted(kind.__name__ for kind in backend.supports))
        raise UnsupportedModelError(f"backend {backend.name} solves {solved}, not {type(model).__name__}")


def suggestion(name: str, known: Iterable[str]) -> str:
    """Return "; did you mean ...?" with the names closest to a mistyped one, or nothing.

    Examples
    --------
    >>> suggestion("time_limt", ["time_limit", "threads"])
    '; did you mean time_limit?'
    """
    near = difflib.get_close_matches(name, list(known), n=3, cutoff=0.6)
    return f"; did you mean {' or '.join(near)}?" if near else ""


def unknown_option(solver: str, name: str, known: Iterable[str]) -> OptionError:
    """Return the error for an option that the solver does not have."""
    return OptionError(f"{solver} has no option {name!r}{suggestion(name, known)}")


def check_names(solver: str, names: Iterable[str], known: Iterable[str]) -> None:
    """Raise OptionError for the first name that is not known."""
    known = sorted(known)
    for name in names:
        if name not in known:
            raise unknown_option(solver, name, known)


def translate(solver: str, options: SolveOptions, names: dict[str, tuple[str, ...]]) -> dict[str, Any]:
    """Return the portable options that are set, under the solver's own names.

    Parameters
    ----------
    solver : str
        For the error message.
    options : SolveOptions
    names : dict from str to tuple of str
        The solver's names for ``time_limit``, ``tolerance`` and ``threads``.

    Raises
    ------
    OptionError
        If an option is set that the solver has no name for.

    Examples
    --------
    >>> translate("SCS", SolveOptions(tolerance=1e-6), {"tolerance": ("eps_abs", "eps_rel")})
    {'eps_abs': 1e-06, 'eps_rel': 1e-06}
    """
    translated = {}
    for portable in ("time_limit", "tolerance", "threads"):
        value = getattr(options, portable)
        if value is None:
            continue
        if portable not in names:
            raise OptionError(f"option {portable}: {solver} has nothing of the kind")
        translated.update(dict.fromkeys(names[portable], value))
    return translated
