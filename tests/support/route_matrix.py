"""The routes through `seqform.solve` on which a backend of the user is asked: games × concepts × models × steps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from route_tables import STEPS, game

import seqform as sf
from seqform.backends import Backend, SolveOptions, get
from seqform.builders.steps import Abstraction
from seqform.models import ExactArray, LinearComplementarityProblem, RawSolution
from seqform.models.games.positions import PositionGraph
from seqform.models.programs.class_game import ClassGame
from seqform.models.programs.linear import LinearProgram, MixedIntegerProgram
from seqform.models.programs.perturbed import (
    MatrixPerturbedComplementarityProblem,
    MatrixPerturbedProgram,
    PerturbedComplementarityProblem,
    PerturbedLinearProgram,
)
from seqform.models.programs.sequence_form import SaddlePointProblem
from seqform.solving.execute import Plan
from seqform.solving.preprocessing import SupportedColumns

Told = Callable[[Any, Any], Any]
"""Takes a model and the honest answer to it, and returns what the backend answers."""


@dataclass(frozen=True)
class Honest:
    """A class of models, and the backend that answers honestly, in doubles where it is exact and that is asked."""

    model: type
    backend: str
    in_doubles: bool = False


class Relay:
    """A backend for one class of models that passes them on to an honest one, and may answer something else."""

    name = "relay"

    def __init__(
        self,
        honest: Honest,
        told: Told | None = None,
        called: Callable[[SolveOptions], None] | None = None,
    ):
        self._asked: Backend = get(honest.backend)
        self._told, self._called = told, called
        self.supports: frozenset[type] = frozenset({honest.model})
        self.exact = self._asked.exact and not honest.in_doubles
        self.calls: list[tuple[Any, SolveOptions]] = []

    def solve(self, model: Any, options: SolveOptions | None = None) -> Any:
        """Return the honest answer, or the one that replaces it."""
        given = options or SolveOptions()
        self.calls.append((model, given))
        if self._called is not None:
            self._called(given)
        if isinstance(model, PositionGraph):
            options = replace(given, time_limit=None)  # which bestnash does not support
        answer = self._asked.solve(model, options)
        if (
            not self.exact
            and isinstance(answer, RawSolution)
            and isinstance(answer.primal, ExactArray)
        ):
            answer = replace(answer, primal=answer.primal.to_floats())
        return answer if self._told is None else self._told(model, answer)


MODELS = {
    "linear": Honest(LinearProgram, "highs"),
    "linear, exactly": Honest(LinearProgram, "exact"),
    "saddle point": Honest(SaddlePointProblem, "barrier"),
    "complementarity": Honest(LinearComplementarityProblem, "lemke"),
    "complementarity, in doubles": Honest(LinearComplementarityProblem, "lemke", in_doubles=True),
    "classes": Honest(ClassGame, "barrier"),
    "perturbed": Honest(PerturbedLinearProgram, "stable-basis"),
    "perturbed in the matrix": Honest(MatrixPerturbedProgram, "stable-basis"),
    "perturbed path": Honest(PerturbedComplementarityProblem, "lemke"),
    "perturbed path in the matrix": Honest(MatrixPerturbedComplementarityProblem, "lemke"),
    "positions": Honest(PositionGraph, "bestnash"),
    "mixed-integer": Honest(MixedIntegerProgram, "highs"),
}


SHORT_RUN = "identity, supported"
"""Programs over supported columns after so short a run that they have to be solved."""

OWN_LOSSLESS = "own lossless filter"

_MORE_STEPS: dict[str, Callable[[], Any]] = {
    SHORT_RUN: lambda: [Abstraction("identity"), SupportedColumns(iterations=1, rounds=4)],
    OWN_LOSSLESS: lambda: sf.InformationFilter.identity(game("ordered")),
}

LOSSY = frozenset({"own filter"})
"""Steps after which an answer need not be an equilibrium of the whole game."""


@dataclass(frozen=True)
class Route:
    """A way through `solve` on which a backend of the user is asked."""

    game: str
    concept: str
    settings: Mapping[str, Any]
    model: str
    step: str
    exact: bool

    @property
    def name(self) -> str:
        settings = "".join(f" {key}={value}" for key, value in self.settings.items())
        exact = " (exact)" if self.exact else ""
        return f"{self.game}/{self.concept}{settings}/{self.model}/{self.step}{exact}"

    def relay(
        self, told: Told | None = None, called: Callable[[SolveOptions], None] | None = None
    ) -> Relay:
        """Return the backend of this route."""
        return Relay(MODELS[self.model], told, called)

    def solve(self, backend: Any, **arguments: Any) -> Any:
        """Return the answer of `solve`."""
        return self._called(sf.solve, backend, arguments)

    def plan(self, backend: Any, **arguments: Any) -> Plan:
        """Return the plan of `solve`."""
        planned: Plan = self._called(sf.plan, backend, arguments)
        return planned

    def _called(
        self, function: Callable[..., Any], backend: Any, arguments: Mapping[str, Any]
    ) -> Any:
        given = {"preprocess": (STEPS | _MORE_STEPS)[self.step](), "exact": self.exact} | dict(
            arguments
        )
        return function(game(self.game), self.concept, backend=backend, **self.settings, **given)


@dataclass(frozen=True)
class Rows:
    """A product of routes."""

    games: Sequence[str]
    concept: str
    models: Sequence[str]
    settings: Mapping[str, Any] = field(default_factory=dict)
    steps: Sequence[str] = ("default",)
    exact: Sequence[bool] = (False, True)

    def __iter__(self) -> Iterator[Route]:
        for name in self.games:
            for model in self.models:
                for step in self.steps:
                    for exact in self.exact:
                        yield Route(name, self.concept, self.settings, model, step, exact)


HIDDEN = ("constant-sum", "ending in perfect information", "beyond chance")
OPEN = ("perfect information", "perfect information, constant-sum", "perfect information, chance")
CONSTANT = (*HIDDEN, "perfect information, constant-sum")
GENERAL = ("general-sum", "perfect information", "perfect information, chance")
STEPPED, ENDING = ("constant-sum",), ("ending in perfect information",)
LINEAR = ("linear", "linear, exactly")
COMPLEMENTARITY = ("complementarity", "complementarity, in doubles")
PATH = ("perturbed path",)
CONTRACTED = ("contract-forced",)
RULE = "1: P(start ask) >= 1/2"
ONE_PHASE = ("lossless", "identity", "published", "threshold=0.1", "own filter", OWN_LOSSLESS)

TABLE: tuple[Rows, ...] = (
    # trees
    Rows(CONSTANT, "nash", LINEAR),
    Rows(STEPPED, "nash", LINEAR, steps=("none", "merge-equivalent", "eliminate-dominated", "sparsify")),
    Rows(STEPPED, "nash", LINEAR, {"formulation": "normal-form"}),
    Rows(STEPPED, "nash", (*LINEAR, "saddle point"), steps=("constant-sum",), exact=(False,)),
    Rows(CONSTANT, "nash", ("saddle point",), exact=(False,)),
    Rows(STEPPED, "nash", ("saddle point",), steps=("eliminate-dominated",), exact=(False,)),
    Rows((*CONSTANT, *GENERAL), "nash", COMPLEMENTARITY),
    Rows(("general-sum",), "nash", COMPLEMENTARITY, steps=("merge-equivalent", "eliminate-dominated")),
    Rows(("general-sum",), "nash", COMPLEMENTARITY, {"formulation": "normal-form"}),
    Rows(ENDING, "nash", (*LINEAR, *COMPLEMENTARITY), steps=("solve-subgames", "solve-subgames, merge-equivalent")),
    Rows(ENDING, "nash", ("saddle point",), steps=("solve-subgames",), exact=(False,)),
    Rows(("forced moves, constant-sum",), "nash", (*LINEAR, "saddle point"), steps=CONTRACTED, exact=(False,)),
    Rows(("forced moves",), "nash", COMPLEMENTARITY, steps=CONTRACTED),
    Rows(("forced moves, constant-sum",), "normal-form-perfect", LINEAR, steps=CONTRACTED),
    Rows(("forced moves",), "normal-form-perfect", COMPLEMENTARITY, steps=CONTRACTED),
    Rows(("forced moves, constant-sum",), "quasi-perfect", (*LINEAR, "perturbed"), steps=CONTRACTED),
    Rows(("forced moves",), "quasi-perfect", PATH, steps=CONTRACTED, exact=(False,)),
    Rows(("forced moves, constant-sum",), "extensive-form-perfect", LINEAR, steps=CONTRACTED),
    Rows(("forced moves, constant-sum",), "subgame-perfect", LINEAR, steps=CONTRACTED),
    Rows(HIDDEN, "normal-form-perfect", LINEAR, exact=(False,)),
    Rows(STEPPED, "normal-form-perfect", LINEAR, exact=(True,)),
    Rows((*STEPPED, *GENERAL), "normal-form-perfect", COMPLEMENTARITY),
    Rows(STEPPED, "sequential", (*LINEAR, "perturbed")),
    Rows(CONSTANT, "quasi-perfect", (*LINEAR, "perturbed"), exact=(False,)),
    Rows(STEPPED, "quasi-perfect", (*LINEAR, "perturbed"), steps=("none",)),
    Rows(("general-sum",), "sequential", PATH, steps=("default", "merge-equivalent")),
    Rows(GENERAL, "quasi-perfect", PATH, exact=(False,)),
    Rows(CONSTANT, "quasi-perfect", ("linear",), {"method": "numeric"}, exact=(False,)),
    Rows(CONSTANT, "extensive-form-perfect", (*LINEAR, "perturbed in the matrix"), exact=(False,)),
    Rows(STEPPED, "extensive-form-perfect", (*LINEAR, "perturbed in the matrix"), steps=("none",)),
    Rows(("general-sum",), "extensive-form-perfect", ("perturbed path in the matrix",), exact=(False,)),
    Rows(STEPPED, "proper", LINEAR),
    Rows(("general-sum",), "proper", ("perturbed path",), exact=(False,)),
    Rows((*STEPPED, "general-sum"), "maximin", LINEAR),
    Rows(("general-sum",), "maximin", (*COMPLEMENTARITY,), exact=(False,)),
    Rows(("general-sum",), "maximin", ("saddle point",), exact=(False,)),
    Rows(("forced moves",), "maximin", LINEAR, steps=CONTRACTED),
    Rows(("constant-sum",), "constrained", LINEAR, {"constraints": RULE}),
    Rows(("constant-sum",), "safe-response", LINEAR, {"max_loss": 0}),
    Rows(("constant-sum",), "safe-response", ("saddle point",), {"weight": Fraction(1, 2)}, exact=(False,)),
    Rows(STEPPED, "stackelberg", LINEAR),
    Rows(STEPPED, "stackelberg", ("saddle point",), exact=(False,)),
    Rows(("general-sum",), "stackelberg", ("mixed-integer",)),
    Rows(("forced moves",), "stackelberg", ("mixed-integer",), steps=CONTRACTED),
    Rows((*STEPPED, "general-sum"), "extensive-form-correlated", LINEAR),
    Rows(("forced moves",), "extensive-form-correlated", LINEAR, steps=CONTRACTED),
    Rows(("general-sum",), "extensive-form-coarse", LINEAR),
    Rows(("general-sum",), "normal-form-coarse", LINEAR, steps=("default", "merge-equivalent", "sparsify")),
    Rows(("general-sum",), "stackelberg-correlated", LINEAR),
    Rows(HIDDEN, "subgame-perfect", (*LINEAR, "perturbed"), exact=(False,)),
    Rows(("beyond chance",), "subgame-perfect", LINEAR, exact=(True,)),
    Rows(ENDING, "subgame-perfect", (*LINEAR, "perturbed"), steps=("solve-subgames",), exact=(False,)),
    Rows(("general-sum",), "subgame-perfect", PATH),
    Rows((*OPEN, "positions", "positions, three players"), "subgame-perfect", ("positions",)),
    Rows((*OPEN, "positions"), "subgame-perfect", ("positions",), {"objective": "social"}),
    Rows(("perfect information, chance",), "subgame-perfect", ("mixed-integer",), {"objective": "social"}),
    Rows(("general-sum", "constant-sum"), "nash", ("mixed-integer",)),
    Rows(("general-sum",), "nash", ("mixed-integer",), {"formulation": "normal-form"}),
    Rows(("general-sum", "constant-sum"), "nash", ("mixed-integer",), {"weights": (1, 1)}),
    # games with ordered signals
    Rows(("ordered",), "nash", ("classes",), steps=("default", "none", *ONE_PHASE)),
    Rows(("ordered",), "nash", LINEAR, steps=("default", "none", *ONE_PHASE, "lossless, merge-equivalent",
                                              "lossless, sparsify")),
    Rows(("ordered",), "nash", LINEAR, steps=(SHORT_RUN,), exact=(False,)),
    Rows(("ordered",), "nash", LINEAR, steps=("lossless, eliminate-dominated", "lossless, eliminate-dominated=last")),
    Rows(("ordered",), "nash", LINEAR, steps=("lossless, solve-subgames",), exact=(True,)),
    Rows(("ordered", "ordered, general-sum"), "nash", COMPLEMENTARITY, steps=("lossless", "identity", "published"),
         exact=(True,)),
)  # fmt: skip

ROUTES = [route for rows in TABLE for route in rows]

WHOLE = ("default", "solve-subgames", SHORT_RUN)
"""Steps before which a backend is called in places of their own."""


def ways() -> Iterator[Route]:
    """Yield one route for each way on which an answer is read: by class of games, concept, options, model and step.

    Sequential equilibria are computed as quasi-perfect ones.
    """
    seen = set()
    for route in ROUTES:
        is_ordered = route.game.startswith("ordered")
        is_on_a_tree = is_ordered and route.model == "complementarity" and route.step == "lossless"
        is_made_exact = (
            route.exact and route.concept == "nash" and route.model in ("linear", "classes")
        )
        way = is_ordered, route.concept, *route.settings, route.model, route.step, is_made_exact
        if (
            (route.step in WHOLE and route.exact == is_made_exact) or is_on_a_tree
        ) and way not in seen:
            seen.add(way)
            yield route
