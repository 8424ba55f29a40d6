"""Tables whose products are the routes through `seqform.solve`: games, requests, steps and backends."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

from every_equilibrium import random_tree
from random_ordered_games import random_ordered_game

import seqform as sf
from seqform.backends import Backend, SolveOptions, describe, get
from seqform.builders.games.tree import Node, chance, leaf, move, tree
from seqform.models import ExactArray, ExtensiveGame, LinearComplementarityProblem
from seqform.models.games.positions import PositionGraph
from seqform.models.programs.class_game import ClassGame
from seqform.models.programs.linear import LinearProgram, MixedIntegerProgram
from seqform.models.programs.sequence_form import SaddlePointProblem

# ---- games ----


def offer() -> ExtensiveGame:
    """Perfect information and chance, which leave player 2 indifferent."""
    reply = move(1, "reply", {"yes": leaf(2, 3), "no": leaf(0, 3)})
    ask = move(0, "ask", {"ask": reply, "wait": leaf(1, 1)})
    return tree("offer", chance({"good": (Fraction(1, 3), ask), "bad": (Fraction(2, 3), leaf(0, 1))}))


def coins(name: str, stake: int) -> Node:
    """Matching pennies in which a match on heads counts more."""

    def guess(heads: int, tails: int) -> Node:
        return move(1, f"{name} two", {"h": leaf(heads, -heads), "t": leaf(tails, -tails)})

    return move(0, f"{name} one", {"h": guess(stake, -1), "t": guess(-1, 1)})


def excluded() -> ExtensiveGame:
    """Hidden coins, and others that chance never leads to."""
    return tree("excluded", chance({"a": (Fraction(1), coins("left", 2)), "b": (Fraction(0), coins("right", 3))}))


def ending() -> ExtensiveGame:
    """A bluffing game, with a subgame of perfect information after a strong hand is called."""
    last = move(0, "last", {"up": leaf(1, -1), "down": move(1, "reply", {"yes": leaf(5, -5), "no": leaf(2, -2)})})
    strong, weak = (move(1, "facing", {"call": called, "fold": leaf(1, -1)}) for called in (last, leaf(-2, 2)))
    hands = {
        "strong": (Fraction(1, 2), move(0, "strong", {"bet": strong, "check": leaf(1, -1)})),
        "weak": (Fraction(1, 2), move(0, "weak", {"bet": weak, "check": leaf(-1, 1)})),
    }
    return tree("ending", chance(hands))


def forced() -> ExtensiveGame:
    """A general-sum game in which each player, and chance, has a forced move before or after the others."""
    opera, football = ({"o": leaf(3, 2), "f": leaf(0, 0)}, {"o": leaf(0, 0), "f": leaf(2, 3)})
    battle = move(0, "one", {"o": move(1, "two", opera), "f": move(1, "two", football)})
    return tree("forced", chance({"sure": (Fraction(1), move(1, "door", {"in": battle}))}))


def forced_coins() -> ExtensiveGame:
    """Matching pennies after a forced move."""
    return tree("forced coins", move(0, "door", {"in": coins("coin", 2)}))


def walk() -> ExtensiveGame:
    """A constant-sum game of perfect information."""
    reply = move(1, "reply", {"yes": leaf(2, -2), "no": leaf(-1, 1)})
    return tree("walk", move(0, "first", {"on": reply, "stay": leaf(0, 0)}))


def three() -> PositionGraph:
    """A game of perfect information of three players."""
    graph = random_tree(3, players=3, moves=2)
    third = ExactArray.of(range(len(graph.payoffs[0])))
    return replace(graph, payoffs=(*graph.payoffs, third), players=(*graph.players, "Player 3"))


GAMES: dict[str, Callable[[], Any]] = {
    "constant-sum": lambda: sf.load("guess-the-ace(cards=3)"),
    "general-sum": lambda: sf.load("vsvet-figure-1"),
    "ending in perfect information": ending,
    "beyond chance": excluded,
    "forced moves": forced,
    "forced moves, constant-sum": forced_coins,
    "perfect information": lambda: sf.load("littman-figure-4"),
    "perfect information, constant-sum": walk,
    "perfect information, chance": offer,
    "ordered": lambda: sf.load("tiny-poker", kind="ordered"),
    "ordered, general-sum": lambda: random_ordered_game(1, signals=4),
    "positions": lambda: sf.load("littman-figure-1", kind="positions"),
    "positions, three players": three,
    "name": lambda: "littman-figure-1",
}
"""A small game of every class that has routes of its own; the last is loaded as the concept and the steps require."""


VARIANTS = frozenset({
    "ending in perfect information", "beyond chance", "forced moves", "forced moves, constant-sum",
    "perfect information, constant-sum", "perfect information, chance", "name",
})  # fmt: skip
"""Games that differ in one property from others here; only `STEPS_OF_VARIANTS` pay attention to it."""


@cache
def game(name: str) -> Any:
    """Return a game of `GAMES`."""
    return GAMES[name]()


# ---- requests: concepts with options ----

THOUSANDTH = Fraction(1, 1000)

Request = tuple[str, Mapping[str, Any]]

REQUESTS: tuple[Request, ...] = (
    ("nash", {}),
    ("nash", {"formulation": "normal-form"}),
    ("nash", {"start": "random:1"}),
    ("nash", {"weights": (1, 1)}),
    ("normal-form-perfect", {}),
    ("sequential", {}),
    ("quasi-perfect", {}),
    ("quasi-perfect", {"method": "numeric"}),
    ("quasi-perfect", {"start": "random:1"}),
    ("extensive-form-perfect", {}),
    ("subgame-perfect", {}),
    ("subgame-perfect", {"objective": "social"}),
    ("proper", {}),
    ("maximin", {}),
    ("constrained", {}),
    ("safe-response", {"max_loss": 0}),
)
"""Every concept, and the options that lead to other models."""

PLAIN_REQUESTS = tuple({concept: (concept, settings) for concept, settings in reversed(REQUESTS)}.values())
"""The first request of each concept, to which portable options are added."""

FURTHER_REQUESTS: tuple[Request, ...] = (
    ("nash", {"player": 1}),
    ("nash", {"start": "ones"}),
    ("nash", {"start": "ones", "formulation": "normal-form"}),
    ("nash", {"weights": (1, 1), "start": "centroid"}),
    ("nash", {"weights": (1, 1), "formulation": "normal-form"}),
    ("nash", {"witness": False}),
    ("normal-form-perfect", {"formulation": "normal-form"}),
    ("normal-form-perfect", {"start": "ones"}),
    ("quasi-perfect", {"player": 1}),
    ("quasi-perfect", {"method": "symbolic"}),
    ("quasi-perfect", {"method": "bound"}),
    ("quasi-perfect", {"epsilon": THOUSANDTH}),
    ("quasi-perfect", {"method": "symbolic", "start": "ones"}),
    ("extensive-form-perfect", {"epsilon": THOUSANDTH}),
    ("subgame-perfect", {"objective": "fairest", "pure": True}),
    ("subgame-perfect", {"target_payoffs": (2, 5)}),
)
"""Options that are refused by some games or backends, for routes without steps."""


# ---- steps ----


@cache
def coarsest() -> sf.InformationFilter:
    return sf.InformationFilter.coarsest(game("ordered"))


STEPS: dict[str, Callable[[], Any]] = {
    "default": lambda: None,
    "none": lambda: "none",
    "merge-equivalent": lambda: "merge-equivalent",
    "eliminate-dominated": lambda: "eliminate-dominated",
    "sparsify": lambda: "sparsify",
    "supported": lambda: "supported",
    "solve-subgames": lambda: "solve-subgames",
    "contract-forced": lambda: "contract-forced",
    "contract-forced, merge-equivalent": lambda: ["contract-forced", "merge-equivalent"],
    "lossless": lambda: "lossless",
    "identity": lambda: "identity",
    "published": lambda: "published",
    "threshold=0.1": lambda: "threshold=0.1",
    "own filter": coarsest,
    "lossless, merge-equivalent": lambda: ["lossless", "merge-equivalent"],
    "lossless, sparsify": lambda: ["lossless", "sparsify"],
    "lossless, supported": lambda: ["lossless", "supported"],
    "lossless, eliminate-dominated": lambda: ["lossless", "eliminate-dominated"],
    "lossless, solve-subgames": lambda: ["lossless", "solve-subgames"],
    "eliminate-dominated, merge-equivalent": lambda: ["eliminate-dominated", "merge-equivalent"],
    "solve-subgames, merge-equivalent": lambda: ["solve-subgames", "merge-equivalent"],
}
"""Every step, with the arguments that change its route, and some sequences of them."""

STEPS_OF_VARIANTS = ("default", "none", "solve-subgames", "contract-forced", "contract-forced, merge-equivalent")

# ---- backends ----


class StandIn:
    """A backend with the name and the properties of another one, for which fast backends of seqform answer."""

    def __init__(self, name: str, supports: frozenset[type], exact: bool) -> None:
        self.name, self.supports, self.exact = name, supports, exact

    def solve(self, model: Any, options: SolveOptions | None = None) -> Any:
        """Return the answer of another backend to the model, in doubles."""
        backend = next(name for kind, name in _FAST.items() if isinstance(model, kind))
        answer = get(backend).solve(model, options)
        primal = answer.primal.to_floats() if isinstance(answer.primal, ExactArray) else answer.primal
        return replace(answer, primal=primal)


_FAST: dict[type, str] = {
    LinearProgram: "highs",
    MixedIntegerProgram: "highs",
    LinearComplementarityProblem: "lemke",
    SaddlePointProblem: "barrier",
    ClassGame: "barrier",
}

SLOW = ("cvxpy", "pyomo", "scipy", "pdlp", "glop", "cupdlpx", "cfr", "pdhg")
"""Backends that call packages which may be missing, or that are slow on some small models; others stand in for them."""


@cache
def backends() -> dict[str, str | Backend | None]:
    """Return what `solve` takes as a backend, by name, with the default in the first place and no stand-in twice."""
    found: dict[str, str | Backend | None] = {"default": None}
    stood_in_for: set[frozenset[type]] = set()
    for info in describe():
        kinds = frozenset(kind for kind in _FAST if kind.__name__ in info.supports)
        if info.name not in SLOW:
            found[info.name] = info.name
        elif kinds not in stood_in_for:
            stood_in_for.add(kinds)
            found[info.name] = StandIn(info.name, kinds, info.exact)
    return found


BACKENDS_OF_STEPS = ("default", "highs", "lemke", "cfr", "stable-basis", "bestnash")
"""One backend for every class of models; variants and routes with steps depend on no more, exact steps on the first."""

BACKENDS_OF_VARIANTS = ("default", "lemke")
"""The default and the one for every kind of tree, for variants with exactness or an option."""

OPTIONS: dict[str, Mapping[str, Any]] = {
    "time_limit": {"time_limit": 1000},
    "tolerance": {"tolerance": 1e-7},
    "threads": {"threads": 1},
    "target_gap": {"target_gap": 0.125},
}
"""Portable options, which backends and routes accept or refuse."""

BACKENDS_OF_OPTIONS = tuple(name for name in backends() if name not in SLOW)
"""Backends that answer themselves, and refuse options themselves."""
