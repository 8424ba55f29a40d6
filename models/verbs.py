"""Functions of higher packages as methods of games and answers: ``game.solve()`` is ``seqform.solve(game)``.

The module of a function is imported when its method is used.
"""

from __future__ import annotations

from importlib import import_module
from types import MethodType
from typing import TYPE_CHECKING, Any

__all__ = [
    "best",
    "best_response_chart",
    "certificate_data",
    "chart",
    "check",
    "checked",
    "device_data",
    "draw",
    "draw_spaces",
    "equilibrium_data",
    "explore",
    "family_chart",
    "notebook_bundle",
    "payoff_table_chart",
    "plans",
    "plot",
    "plot_correspondence",
    "plot_frontier",
    "plot_value_function",
    "positions_data",
    "regions_chart",
    "save",
    "save_profile",
    "save_solution",
    "solve",
    "with_strategy",
]


class Verb:
    """The function "module:name" as a method, whose first argument is the instance."""

    def __init__(self, function: str) -> None:
        self._module, _, self._name = function.partition(":")

    def __get__(self, instance: object, owner: type) -> Any:
        function = getattr(import_module(self._module), self._name)
        return function if instance is None else MethodType(function, instance)


if TYPE_CHECKING:
    from seqform.experiments.report.curves import family_chart, plot_frontier, plot_value_function
    from seqform.io.called_strategies import with_strategy
    from seqform.io.devices import device_data
    from seqform.io.equilibria import certificate_data, equilibrium_data, positions_data
    from seqform.io.equilibria import write_answer as save
    from seqform.io.profiles import write_profile as save_profile
    from seqform.io.solutions import write_solution as save_solution
    from seqform.models.answers.plans import realization_plans as plans
    from seqform.paths.complete import best_equilibrium as best
    from seqform.paths.correspondence_figure import plot_correspondence
    from seqform.paths.figures import write_path_plot as plot
    from seqform.paths.figures import write_spaces as draw_spaces
    from seqform.paths.marks import checked
    from seqform.pictures.best_response_plane import best_response_chart
    from seqform.pictures.chart import chart
    from seqform.pictures.drawing import draw, explore, notebook_bundle
    from seqform.pictures.payoff_plane import regions_chart
    from seqform.pictures.payoff_table_chart import payoff_table_chart
    from seqform.solving.api import solve
    from seqform.solving.certifiers.checks import check_answer as check
else:
    best = Verb("seqform.paths.complete:best_equilibrium")
    best_response_chart = Verb("seqform.pictures.best_response_plane:best_response_chart")
    certificate_data = Verb("seqform.io.equilibria:certificate_data")
    device_data = Verb("seqform.io.devices:device_data")
    equilibrium_data = Verb("seqform.io.equilibria:equilibrium_data")
    positions_data = Verb("seqform.io.equilibria:positions_data")
    plans = Verb("seqform.models.answers.plans:realization_plans")
    plot = Verb("seqform.paths.figures:write_path_plot")
    plot_correspondence = Verb("seqform.paths.correspondence_figure:plot_correspondence")
    plot_frontier = Verb("seqform.experiments.report.curves:plot_frontier")
    plot_value_function = Verb("seqform.experiments.report.curves:plot_value_function")
    save = Verb("seqform.io.equilibria:write_answer")
    save_profile = Verb("seqform.io.profiles:write_profile")
    save_solution = Verb("seqform.io.solutions:write_solution")
    chart = Verb("seqform.pictures.chart:chart")
    checked = Verb("seqform.paths.marks:checked")
    check = Verb("seqform.solving.certifiers.checks:check_answer")
    draw = Verb("seqform.pictures.drawing:draw")
    draw_spaces = Verb("seqform.paths.figures:write_spaces")
    explore = Verb("seqform.pictures.drawing:explore")
    family_chart = Verb("seqform.experiments.report.curves:family_chart")
    payoff_table_chart = Verb("seqform.pictures.payoff_table_chart:payoff_table_chart")
    regions_chart = Verb("seqform.pictures.payoff_plane:regions_chart")
    notebook_bundle = Verb("seqform.pictures.drawing:notebook_bundle")
    solve = Verb("seqform.solving.api:solve")
    with_strategy = Verb("seqform.io.called_strategies:with_strategy")
