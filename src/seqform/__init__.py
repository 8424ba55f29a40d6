"""Equilibria of two-player extensive games, with certificates that are recomputed on the game.

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

    from seqform import backends, builders, errors, io, models, play, verify
    from seqform.analysis.blunders import blunder_comparison
    from seqform.analysis.comparison import compare
    from seqform.analysis.play_value import expected_payoff
    from seqform.analysis.ranges import strategy_ranges
    from seqform.analysis.sizes import games
    from seqform.backends.protocol import SolveOptions
    from seqform.builders.games.families.matrix_games import bimatrix_game
    from seqform.builders.games.formats.pygambit import to_pygambit_profile
    from seqform.builders.steps import Abstraction, ContractForced, EliminateDominated, MergeEquivalent, Sparsify
    from seqform.experiments.solve_row import solve_row
    from seqform.experiments.sweep import sweep
    from seqform.io.assessments import read_assessment
    from seqform.io.equilibria import write_equilibrium
    from seqform.io.load import load, save
    from seqform.io.profiles import read_profile
    from seqform.io.solutions import read_solution, write_solution
    from seqform.models.answers.certificate import Certificate
    from seqform.models.answers.equilibrium import Equilibrium
    from seqform.models.games.abstraction import InformationFilter
    from seqform.models.games.extensive import ExtensiveGame
    from seqform.models.games.ordered import OrderedGame, ordered_game
    from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy
    from seqform.paths.search import equilibria
    from seqform.paths.tracing import trace
    from seqform.pictures.chart import chart
    from seqform.pictures.drawing import draw
    from seqform.play.profiles import profile, to_openspiel_bot, to_openspiel_policy
    from seqform.solving.abstracted import abstract_game
    from seqform.solving.api import plan, solve, uniform_profile
    from seqform.solving.certifiers import check
    from seqform.solving.concepts import (
        Concept,
        ExtensiveFormPerfect,
        Nash,
        NormalFormPerfect,
        QuasiPerfect,
        Sequential,
        SubgamePerfect,
    )
    from seqform.solving.loops.anytime import solve_anytime
    from seqform.solving.loops.subgames import SolveSubgames
    from seqform.solving.loops.supported import SupportedColumns
    from seqform.solving.programs import linear_program
    from seqform.verify.checks import check_assessment

__version__ = "1.0.0rc1"

_NAMES = {
    "seqform.analysis.blunders": "blunder_comparison",
    "seqform.analysis.comparison": "compare",
    "seqform.analysis.play_value": "expected_payoff",
    "seqform.analysis.ranges": "strategy_ranges",
    "seqform.backends.protocol": "SolveOptions",
    "seqform.builders.games.families.matrix_games": "bimatrix_game",
    "seqform.builders.games.formats.pygambit": "to_pygambit_profile",
    "seqform.experiments.solve_row": "solve_row",
    "seqform.experiments.sweep": "sweep",
    "seqform.io.assessments": "read_assessment",
    "seqform.io.equilibria": "write_equilibrium",
    "seqform.io.load": "load save",
    "seqform.io.profiles": "read_profile",
    "seqform.io.solutions": "read_solution write_solution",
    "seqform.models.answers.certificate": "Certificate",
    "seqform.models.answers.equilibrium": "Equilibrium",
    "seqform.models.games.abstraction": "InformationFilter",
    "seqform.models.games.extensive": "ExtensiveGame",
    "seqform.models.games.ordered": "OrderedGame ordered_game",
    "seqform.models.strategies.behavior": "BehaviorProfile BehaviorStrategy",
    "seqform.paths.search": "equilibria",
    "seqform.paths.tracing": "trace",
    "seqform.pictures.chart": "chart",
    "seqform.pictures.drawing": "draw",
    "seqform.play.profiles": "profile to_openspiel_bot to_openspiel_policy",
    "seqform.solving.api": "plan solve uniform_profile",
    "seqform.solving.certifiers": "check",
    "seqform.solving.concepts": (
        "Concept ExtensiveFormPerfect Nash NormalFormPerfect QuasiPerfect Sequential SubgamePerfect"
    ),
    "seqform.solving.abstracted": "abstract_game",
    "seqform.solving.loops.anytime": "solve_anytime",
    "seqform.builders.steps": "Abstraction ContractForced EliminateDominated MergeEquivalent Sparsify",
    "seqform.solving.loops.subgames": "SolveSubgames",
    "seqform.solving.loops.supported": "SupportedColumns",
    "seqform.solving.programs": "linear_program",
    "seqform.analysis.sizes": "games",
    "seqform.verify.checks": "check_assessment",
}
_HOME = {name: module for module, names in _NAMES.items() for name in names.split()}
_ROOMS = ("models", "builders", "backends", "verify", "io", "play", "errors")

__all__ = [
    "Abstraction",
    "BehaviorProfile",
    "BehaviorStrategy",
    "Certificate",
    "Concept",
    "ContractForced",
    "EliminateDominated",
    "Equilibrium",
    "ExtensiveFormPerfect",
    "ExtensiveGame",
    "InformationFilter",
    "MergeEquivalent",
    "Nash",
    "NormalFormPerfect",
    "OrderedGame",
    "QuasiPerfect",
    "Sequential",
    "SolveOptions",
    "SolveSubgames",
    "Sparsify",
    "SubgamePerfect",
    "SupportedColumns",
    "__version__",
    "abstract_game",
    "backends",
    "bimatrix_game",
    "blunder_comparison",
    "builders",
    "chart",
    "check",
    "check_assessment",
    "compare",
    "draw",
    "equilibria",
    "errors",
    "expected_payoff",
    "games",
    "io",
    "linear_program",
    "load",
    "models",
    "ordered_game",
    "plan",
    "play",
    "profile",
    "read_assessment",
    "read_profile",
    "read_solution",
    "save",
    "solve",
    "solve_anytime",
    "solve_row",
    "strategy_ranges",
    "sweep",
    "to_openspiel_bot",
    "to_openspiel_policy",
    "to_pygambit_profile",
    "trace",
    "uniform_profile",
    "verify",
    "write_equilibrium",
    "write_solution",
]


_RENAMED = {"blunder_report": "blunder_comparison"}


def __getattr__(name: str) -> Any:
    if name in _RENAMED:
        from seqform.system.renamed import renamed

        name = renamed(f"seqform.{name}", _RENAMED[name])
    if name in _HOME:
        return getattr(import_module(_HOME[name]), name)
    if name in _ROOMS:
        return import_module(f"seqform.{name}")
    raise AttributeError(f"module 'seqform' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
