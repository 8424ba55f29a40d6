"""Equilibria of two-player extensive games, with proof of what they are worth.

    >>> import seqform as sf
    >>> equilibrium = sf.solve(sf.load("kuhn"), exact=True)
    >>> equilibrium.values, equilibrium.certificate.nash_conv
    ((Fraction(-1, 18), Fraction(1, 18)), Fraction(0, 1))

Solvers, file readers and everything else that takes time to import is imported
when it is used.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # the module typing would take as long to load as all the rest of this one
if TYPE_CHECKING:
    from typing import Any

    from seqform import backends, builders, errors, models, play, report, verify
    from seqform.anytime import solve_anytime
    from seqform.api import check, load, solve, uniform_profile
    from seqform.backends.options import SolveOptions
    from seqform.best import best_equilibrium
    from seqform.blunders import blunder_report
    from seqform.builders.games.matrix_games import bimatrix_game
    from seqform.comparison import compare
    from seqform.equilibrium_search import equilibria
    from seqform.filtered_route import solve_filtered
    from seqform.models.certificate import Certificate
    from seqform.models.equilibrium import Equilibrium
    from seqform.models.game import ExtensiveGame
    from seqform.models.ordered_game import OrderedGame, ordered_game
    from seqform.models.strategies import BehaviorProfile, BehaviorStrategy
    from seqform.ordered_route import solve_ordered
    from seqform.play_value import expected_payoff
    from seqform.positions_route import load_positions, solve_positions
    from seqform.refinement_checks import check_assessment
    from seqform.report.assessment_file import read_assessment
    from seqform.report.profile_json import read_profile, write_equilibrium
    from seqform.report.solution_file import read_solution, write_solution
    from seqform.shrinking import shrunk
    from seqform.sources import load_ordered, save
    from seqform.sweeps.sweep import sweep
    from seqform.tracing import trace

__version__ = "0.1.0"

_HOME = {
    "load": "seqform.api",
    "save": "seqform.sources",
    "load_ordered": "seqform.sources",
    "load_positions": "seqform.positions_route",
    "solve_positions": "seqform.positions_route",
    "ordered_game": "seqform.models.ordered_game",
    "solve": "seqform.api",
    "solve_anytime": "seqform.anytime",
    "solve_ordered": "seqform.ordered_route",
    "solve_filtered": "seqform.filtered_route",
    "shrunk": "seqform.shrinking",
    "read_solution": "seqform.report.solution_file",
    "write_solution": "seqform.report.solution_file",
    "check": "seqform.api",
    "check_assessment": "seqform.refinement_checks",
    "read_assessment": "seqform.report.assessment_file",
    "trace": "seqform.tracing",
    "sweep": "seqform.sweeps.sweep",
    "compare": "seqform.comparison",
    "expected_payoff": "seqform.play_value",
    "blunder_report": "seqform.blunders",
    "best_equilibrium": "seqform.best",
    "bimatrix_game": "seqform.builders.games.matrix_games",
    "equilibria": "seqform.equilibrium_search",
    "uniform_profile": "seqform.api",
    "read_profile": "seqform.report.profile_json",
    "write_equilibrium": "seqform.report.profile_json",
    "SolveOptions": "seqform.backends.options",
    "Certificate": "seqform.models.certificate",
    "Equilibrium": "seqform.models.equilibrium",
    "ExtensiveGame": "seqform.models.game",
    "OrderedGame": "seqform.models.ordered_game",
    "BehaviorProfile": "seqform.models.strategies",
    "BehaviorStrategy": "seqform.models.strategies",
}
_ROOMS = ("models", "builders", "backends", "verify", "report", "play", "errors")

__all__ = [
    "BehaviorProfile",
    "BehaviorStrategy",
    "Certificate",
    "Equilibrium",
    "ExtensiveGame",
    "OrderedGame",
    "SolveOptions",
    "__version__",
    "backends",
    "best_equilibrium",
    "bimatrix_game",
    "blunder_report",
    "builders",
    "check",
    "check_assessment",
    "compare",
    "equilibria",
    "errors",
    "expected_payoff",
    "load",
    "load_ordered",
    "load_positions",
    "models",
    "ordered_game",
    "play",
    "read_assessment",
    "read_profile",
    "read_solution",
    "report",
    "save",
    "shrunk",
    "solve",
    "solve_anytime",
    "solve_filtered",
    "solve_ordered",
    "solve_positions",
    "sweep",
    "trace",
    "uniform_profile",
    "verify",
    "write_equilibrium",
    "write_solution",
]


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(import_module(_HOME[name]), name)
    if name in _ROOMS:
        return import_module(f"seqform.{name}")
    raise AttributeError(f"module 'seqform' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
