"""What a solver has to offer to be a backend."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from seqform.backends.options import SolveOptions
from seqform.models.raw_solution import RawSolution


@runtime_checkable
class Backend(Protocol):
    """A solver behind a uniform door.

    Attributes
    ----------
    name : str
        What a user types, such as "highs".
    supports : frozenset of type
        Classes of models it solves.
    exact : bool
        Whether its answers are rational numbers rather than doubles.
    """

    name: str
    supports: frozenset[type]
    exact: bool

    def solve(self, model: Any, options: SolveOptions | None = None) -> RawSolution:
        """Solve the model.

        A limit reached, an infeasible or an unbounded model is an answer, told by
        `RawSolution.termination`, not an exception.

        Raises
        ------
        OptionError
            If an option is unknown to the solver, ill-typed, or not supported.
        UnsupportedModelError
            If the model is of a class not in `supports`.
        """
        ...


@runtime_checkable
class ChoosesSolver(Protocol):
    """A backend that has several solvers, or methods, to choose among.

    Attributes
    ----------
    solver_option : str
        The name in `SolveOptions.raw` that chooses, such as "solver".
    """

    solver_option: str

    def solvers(self) -> tuple[str, ...]:
        """Return the values of the option that work on this machine."""
        ...
