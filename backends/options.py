"""Options that mean the same for every solver, and the door to a solver's own."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from seqform.errors import OptionError


@dataclass(frozen=True)
class SolveOptions:
    """How to solve, whatever the solver.

    Parameters
    ----------
    time_limit : float, optional
        Seconds of wall-clock time; positive.
    tolerance : float, optional
        Primal and dual feasibility tolerance, and gap tolerance where the method has one; positive.
    threads : int, optional
        Number of threads; at least 1.
    verbose : bool
        Let the solver write its log to the terminal.
    progress : callable, optional
        Called with a short line of text now and then, by solvers that can.
    raw : mapping
        The solver's own options, passed on verbatim.

    Raises
    ------
    OptionError
        If a value has the wrong type or is out of range.

    Examples
    --------
    >>> SolveOptions(time_limit=60, raw={"solver": "ipm"}).time_limit
    60
    """

    time_limit: float | None = None
    tolerance: float | None = None
    threads: int | None = None
    verbose: bool = False
    progress: Callable[[str], None] | None = None
    raw: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in ("time_limit", "tolerance"):
            value = getattr(self, name)
            if value is None:
                continue
            if not _is_positive_double(value):
                raise OptionError(f"option {name}: a positive number expected, not {value!r}"[:300])
        threads = self.threads
        if threads is not None and (isinstance(threads, bool) or not isinstance(threads, int) or threads < 1):
            raise OptionError(f"option threads: a whole number from 1 expected, not {threads!r}")
        if not isinstance(self.verbose, bool):
            raise OptionError(f"option verbose: True or False expected, not {self.verbose!r}")
        if not isinstance(self.raw, Mapping):
            raise OptionError(f"option raw: a mapping from option names to values expected, not {self.raw!r}")


def _is_positive_double(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    try:
        return 0 < float(value) < math.inf
    except OverflowError:
        return False
