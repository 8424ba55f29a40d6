"""Tables whose products are the routes through `seqform.solve`, and the answers on every route as text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, replace
from fractions import Fraction
from functools import cache
from typing import Any

from every_equilibrium import random_tree
from random_ordered_games import random_ordered_game

import seqform as sf
from seqform.backends import Backend, SolveOptions, describe, get
from seqform.builders.games.tree import Node, chance, leaf, move, tree
from seqform.errors import SeqformError
from seqform.models import ExactArray, ExtensiveGame, LinearComplementarityProblem
from seqform.models.games.positions import PositionGraph
from seqform.models.programs.class_game import ClassGame
from seqform.models.programs.linear import LinearProgram, MixedIntegerProgram
from seqform.models.programs.sequence_form import SaddlePointProblem
from seqform.solving.concepts import concept_of

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
    "constant-sum": lambda: "constant-sum",
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
    "lossless, eliminate-dominated=last": lambda: ["lossless", "eliminate-dominated=last"],
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


# ---- the answers as text: numbers in doubles are masked, so that it does not depend on the machine ----


_DOUBLE = re.compile(r"(?<![\w/])-?\d+(\.\d+)?e[-+]?\d+|(?<![\w=])-?\d+\.\d+|\b(nan|inf)\b")
_IN_DOUBLES = re.compile(r"(nash_conv|with gap) = -?\d\S*")


def text_of(name: str) -> str:
    """Return the outcomes of all routes of a game: under each request the texts, each above its backends and steps."""
    lines = [f"{name}: {game(name)!r}"]
    for request in (*REQUESTS, *FURTHER_REQUESTS):
        concept, settings = request
        lines += ["", ", ".join([concept, *(f"{key}={value}" for key, value in settings.items())])]
        by_text: dict[str, dict[str, list[str]]] = {}
        for where, step, backend, given in _routes(request, name in VARIANTS):
            text = _masked(outcome(name, concept, settings, backend=backends()[backend], **given), step, backend)
            by_text.setdefault(text, {}).setdefault(backend, []).append(where)
        for text, places in by_text.items():
            lines.append(f"  {text}")
            by_steps: dict[str, list[str]] = {}
            for backend, steps in places.items():
                by_steps.setdefault("; ".join(steps), []).append(backend)
            lines += [f"      {' '.join(names)}: {steps}" for steps, names in by_steps.items()]
    return "\n".join(lines) + "\n"


def _routes(request: tuple[str, Mapping[str, Any]], is_variant: bool) -> Iterator[tuple[str, str, str, dict[str, Any]]]:
    """Yield what is asked beside a request, its step, the backend, and the arguments; for a variant not every one."""
    is_plain = request in REQUESTS
    steps = (STEPS_OF_VARIANTS if is_variant else tuple(STEPS)) if is_plain else ("default",)
    every = BACKENDS_OF_STEPS if is_variant else tuple(backends())
    for step in steps:
        for exact in (False, True):
            if is_variant and (exact or not is_plain or step == "none"):
                asked = BACKENDS_OF_VARIANTS[: None if step == "default" else 1]
            else:
                asked = every if step == "default" else BACKENDS_OF_STEPS[: 1 if exact else None]
            for backend in asked:
                yield step + " (exact)" * exact, step, backend, {"preprocess": STEPS[step](), "exact": exact}
    for option, given in OPTIONS.items() if request in PLAIN_REQUESTS and not is_variant else ():
        for backend in BACKENDS_OF_OPTIONS:
            yield f"option {option}", "default", backend, {"options": given}


def _masked(text: str, step: str, backend: str) -> str:
    """Return a text with words in place of the names that differ where routes go the same way."""
    text = re.sub(rf"\b(by|[Bb]ackend|of) {re.escape(backend)}\b", r"\1 BACKEND", text)
    return text.replace(f"after {step};", "after STEPS;").replace(f": {step}: ", ": STEPS: ")


def outcome(name: str, concept: str, settings: Mapping[str, Any], **arguments: Any) -> str:
    """Return the answer, or the error with its exit status, on one line."""
    try:
        found = sf.solve(game(name), concept, **settings, **arguments)
    except SeqformError as error:
        answer = getattr(error, "equilibrium", None)
        carried = "" if answer is None else f" [{described(answer, concept, settings)}]"
        text = _IN_DOUBLES.sub(r"\1 = #", _DOUBLE.sub("#", str(error)))
        return f"{type(error).__name__}, status {error.exit_status}: {text}{carried}"
    except Exception as error:  # a fault, which stands in the file until it is repaired
        return f"FAULT {type(error).__name__}: {error}"
    return described(found, concept, settings)


def _is_any_equilibrium(found: Any) -> bool:
    """Return whether the release of a solver decides which of several equilibria an answer is."""
    if getattr(found, "resolved", None) is None or found.resolved.backend not in ("highs", "pyomo"):
        return False
    return found.certificate.proven and found.certificate.constant_sum is None


def described(found: Any, concept: str, settings: Mapping[str, Any]) -> str:
    """Return the class of an answer, how it was computed, its certificate, and which parts it has."""
    parts = [type(found).__name__]
    resolved, certificate = getattr(found, "resolved", None), getattr(found, "certificate", None)
    if resolved is not None:
        expected = concept_of(concept, settings)
        given = {one.name: getattr(expected, one.name) for one in fields(expected)}
        parts += [f"by {resolved.backend}", f"after {', '.join(resolved.preprocess) or 'no step'}"]
        parts += [f"as {resolved.concept}"] * (resolved.concept != concept)
        parts += [f"{key}={value}" for key, value in resolved.settings.items() if value != given[key]]
        parts += [f"options {dict(resolved.options)}"] * (dict(resolved.options) != {"verbose": False, "raw": {}})
    if _is_any_equilibrium(found):
        parts.append("values of an equilibrium")
    elif certificate is None or certificate.proven:
        parts.append(f"values {', '.join(map(str, found.values))}")
    if certificate is not None:
        text = str(certificate)
        parts.append(text if certificate.proven else _IN_DOUBLES.sub(r"\1 = #", _DOUBLE.sub("#", text)))
    optional = ("witness", "assessment", "profiles", "plans")
    parts += [f"with {part}" for part in optional if getattr(found, part, None) is not None]
    parts += [f"objective {found.objective}"] if getattr(found, "objective", "") else []
    return "; ".join(parts)
