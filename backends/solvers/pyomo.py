"""Every solver that Pyomo finds, HiGHS by default, for linear programs and complementarity problems."""

from __future__ import annotations

from typing import Any

from seqform.backends.protocol import SolveOptions, require_supported
from seqform.backends.solvers.pyomo_lp import found_solvers, solve_program
from seqform.backends.solvers.pyomo_mpec import solve_problem
from seqform.models.programs.complementarity import LinearComplementarityProblem
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.solutions import RawSolution


class PyomoBackend:
    """Pyomo, with HiGHS unless ``raw={"solver": "glpk"}`` or the like says otherwise.

    The solver's own options go into `raw` as well. `progress` is not heard. How complementarity
    problems are solved, by a mixed-integer program, tells `seqform.backends.solvers.pyomo_mpec`.
    """

    name = "pyomo"
    supports: frozenset[type] = frozenset({LinearProgram, LinearComplementarityProblem})
    exact = False
    solver_option = "solver"

    def solvers(self) -> tuple[str, ...]:
        """Return the names of the solvers that Pyomo finds."""
        return found_solvers()

    def solve(self, model: Any, options: SolveOptions | None = None) -> RawSolution:
        """Solve a linear program or a linear complementarity problem.

        Raises
        ------
        OptionError
            If Pyomo does not find the solver, or the solver refuses an option.
        UnsupportedModelError
            If `model` is neither.
        """
        require_supported(self, model)
        options = options or SolveOptions()
        if isinstance(model, LinearProgram):
            return solve_program(model, options)
        return solve_problem(model, options)
