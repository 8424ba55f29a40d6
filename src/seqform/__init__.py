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

    from seqform import backends as backends
    from seqform import builders as builders
    from seqform import errors as errors
    from seqform import io as io
    from seqform import models as models
    from seqform import play as play
    from seqform import verify as verify
    from seqform.analysis.action_values import action_values as action_values
    from seqform.analysis.best_responses import best_response_diagram as best_response_diagram
    from seqform.analysis.comparison import blunder_comparison as blunder_comparison
    from seqform.analysis.comparison import compare as compare
    from seqform.analysis.comparison import expected_payoff as expected_payoff
    from seqform.analysis.dominance import dominated as dominated
    from seqform.analysis.frontier import frontier as frontier
    from seqform.analysis.monte_carlo import mcts as mcts
    from seqform.analysis.monte_carlo import smooth_uct as smooth_uct
    from seqform.analysis.payoff_tables import payoff_table as payoff_table
    from seqform.analysis.ranges import payoff_sets as payoff_sets
    from seqform.analysis.ranges import strategy_ranges as strategy_ranges
    from seqform.analysis.search import search as search
    from seqform.analysis.sensitivity import sensitivity as sensitivity
    from seqform.analysis.value_function import value_function as value_function
    from seqform.backends.protocol import SolveOptions as SolveOptions
    from seqform.builders.games.catalog import games as games
    from seqform.builders.games.families.matrix_games import bimatrix_game as bimatrix_game
    from seqform.builders.games.formats.pygambit import to_pygambit_profile as to_pygambit_profile
    from seqform.builders.games.matrices import sequence_form as sequence_form
    from seqform.builders.games.ordered.betting import no_limit as no_limit
    from seqform.builders.games.ordered.limit_poker import Betting as Betting
    from seqform.builders.games.ordered.limit_poker import limit_poker as limit_poker
    from seqform.builders.games.rules import CHANCE as CHANCE
    from seqform.builders.games.rules import TERMINAL as TERMINAL
    from seqform.builders.games.rules import Rules as Rules
    from seqform.builders.games.tree import chance as chance
    from seqform.builders.games.tree import leaf as leaf
    from seqform.builders.games.tree import move as move
    from seqform.builders.games.tree import tree as tree
    from seqform.builders.steps import *  # noqa: F403 - those in its `__all__`
    from seqform.experiments.sweep import merge as merge
    from seqform.experiments.sweep import solve_row as solve_row
    from seqform.experiments.sweep import sweep as sweep
    from seqform.io.assessments import read_assessment as read_assessment
    from seqform.io.equilibria import write_equilibrium as write_equilibrium
    from seqform.io.load import load as load
    from seqform.io.profiles import read_profile as read_profile
    from seqform.io.profiles import read_strategy as read_strategy
    from seqform.io.save import save as save
    from seqform.io.solutions import read_solution as read_solution
    from seqform.io.solutions import write_solution as write_solution
    from seqform.models.answers.certificate import Certificate as Certificate
    from seqform.models.answers.equilibrium import Equilibrium as Equilibrium
    from seqform.models.games.abstraction import InformationFilter as InformationFilter
    from seqform.models.games.extensive import ExtensiveGame as ExtensiveGame
    from seqform.models.games.ordered import OrderedGame as OrderedGame
    from seqform.models.games.ordered import ordered_game as ordered_game
    from seqform.models.strategies.behavior import BehaviorProfile as BehaviorProfile
    from seqform.models.strategies.behavior import BehaviorStrategy as BehaviorStrategy
    from seqform.models.strategies.constraints import Constraint as Constraint
    from seqform.paths.concept_comparison import compare_concepts as compare_concepts
    from seqform.paths.correspondence_sampling import (
        equilibrium_correspondence as equilibrium_correspondence,
    )
    from seqform.paths.regions import payoff_regions as payoff_regions
    from seqform.paths.search import equilibria as equilibria
    from seqform.paths.tracing import trace as trace
    from seqform.pictures.chart import chart as chart
    from seqform.pictures.drawing import draw as draw
    from seqform.playable.averaging import average as average
    from seqform.playable.profiles import profile as profile
    from seqform.playable.profiles import to_openspiel_bot as to_openspiel_bot
    from seqform.playable.profiles import to_openspiel_policy as to_openspiel_policy
    from seqform.solving.abstracted import abstract_game as abstract_game
    from seqform.solving.api import plan as plan
    from seqform.solving.api import solve as solve
    from seqform.solving.api import solve_anytime as solve_anytime
    from seqform.solving.api import uniform_profile as uniform_profile
    from seqform.solving.certifiers.checks import best_response as best_response
    from seqform.solving.certifiers.checks import check as check
    from seqform.solving.certifiers.checks import check_assessment as check_assessment
    from seqform.solving.certifiers.checks import check_strategy as check_strategy
    from seqform.solving.concepts import *  # noqa: F403 - those in its `__all__`
    from seqform.solving.preprocessing import *  # noqa: F403 - those in its `__all__`
    from seqform.solving.programs import linear_program as linear_program

__version__ = "1.0.0rc1"
"""The version of the package, a text such as "1.0.0"; rows of sweeps and solution files have it."""

_NAMES = {
    "seqform.analysis.action_values": "action_values",
    "seqform.analysis.comparison": "blunder_comparison compare expected_payoff",
    "seqform.analysis.best_responses": "best_response_diagram",
    "seqform.analysis.dominance": "dominated",
    "seqform.analysis.frontier": "frontier",
    "seqform.analysis.payoff_tables": "payoff_table",
    "seqform.builders.games.catalog": "games",
    "seqform.analysis.monte_carlo": "mcts smooth_uct",
    "seqform.analysis.ranges": "payoff_sets strategy_ranges",
    "seqform.analysis.search": "search",
    "seqform.analysis.sensitivity": "sensitivity",
    "seqform.analysis.value_function": "value_function",
    "seqform.backends.protocol": "SolveOptions",
    "seqform.builders.games.families.matrix_games": "bimatrix_game",
    "seqform.builders.games.formats.pygambit": "to_pygambit_profile",
    "seqform.builders.games.matrices": "sequence_form",
    "seqform.builders.games.ordered.betting": "no_limit",
    "seqform.builders.games.ordered.limit_poker": "Betting limit_poker",
    "seqform.builders.games.rules": "CHANCE TERMINAL Rules",
    "seqform.builders.games.tree": "chance leaf move tree",
    "seqform.experiments.sweep": "merge solve_row sweep",
    "seqform.io.assessments": "read_assessment",
    "seqform.io.equilibria": "write_equilibrium",
    "seqform.io.load": "load",
    "seqform.io.profiles": "read_profile read_strategy",
    "seqform.io.save": "save",
    "seqform.io.solutions": "read_solution write_solution",
    "seqform.models.answers.certificate": "Certificate",
    "seqform.models.answers.equilibrium": "Equilibrium",
    "seqform.models.games.abstraction": "InformationFilter",
    "seqform.models.games.extensive": "ExtensiveGame",
    "seqform.models.games.ordered": "OrderedGame ordered_game",
    "seqform.models.strategies.behavior": "BehaviorProfile BehaviorStrategy",
    "seqform.models.strategies.constraints": "Constraint",
    "seqform.paths.concept_comparison": "compare_concepts",
    "seqform.paths.correspondence_sampling": "equilibrium_correspondence",
    "seqform.paths.regions": "payoff_regions",
    "seqform.paths.search": "equilibria",
    "seqform.paths.tracing": "trace",
    "seqform.pictures.chart": "chart",
    "seqform.pictures.drawing": "draw",
    "seqform.playable.averaging": "average",
    "seqform.playable.profiles": "profile to_openspiel_bot to_openspiel_policy",
    "seqform.solving.api": "plan solve solve_anytime uniform_profile",
    "seqform.solving.certifiers.checks": "best_response check check_assessment check_strategy",
    "seqform.solving.abstracted": "abstract_game",
    "seqform.solving.programs": "linear_program",
}
_HOME = {name: module for module, names in _NAMES.items() for name in names.split()}
_OPEN = ("seqform.builders.steps", "seqform.solving.concepts", "seqform.solving.preprocessing")
"""Modules of which every name in `__all__` is one of this package: the concepts and the steps."""

_ROOMS = ("models", "builders", "backends", "verify", "io", "play", "errors")

_RENAMED = {"blunder_report": "blunder_comparison"}


def __getattr__(name: str) -> Any:
    if name in _RENAMED:
        from seqform.system.packages import renamed

        name = renamed(f"seqform.{name}", _RENAMED[name])
    if name in _HOME:
        return getattr(import_module(_HOME[name]), name)
    if name in _ROOMS:
        return import_module(f"seqform.{name}")
    if name == "__all__":
        names = [exported for place in _OPEN for exported in import_module(place).__all__]
        return sorted(("__version__", *_HOME, *_ROOMS, *names))
    if not name.startswith("_"):
        for place in _OPEN:
            module = import_module(place)
            if name in module.__all__:
                return getattr(module, name)
    from seqform.errors import unknown_attribute
    from seqform.system.packages import submodule

    try:
        return submodule("seqform", name)
    except AttributeError:
        if name.startswith("_"):
            raise
        message = unknown_attribute(name, __getattr__("__all__"))
        raise AttributeError(message, name=name) from None


def __dir__() -> list[str]:
    names: list[str] = __getattr__("__all__")
    return names
