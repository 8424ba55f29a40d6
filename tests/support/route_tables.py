"""Tables whose products are the routes through `seqform.solve`, and the answers on every route as text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, replace
from fractions import Fraction
from functools import cache
from itertools import combinations, product
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
    return tree(
        "offer", chance({"good": (Fraction(1, 3), ask), "bad": (Fraction(2, 3), leaf(0, 1))})
    )


def coins(name: str, stake: int) -> Node:
    """Matching pennies in which a match on heads counts more."""

    def guess(heads: int, tails: int) -> Node:
        return move(1, f"{name} two", {"h": leaf(heads, -heads), "t": leaf(tails, -tails)})

    return move(0, f"{name} one", {"h": guess(stake, -1), "t": guess(-1, 1)})


def excluded() -> ExtensiveGame:
    """Hidden coins, and others that chance never leads to."""
    return tree(
        "excluded",
        chance({"a": (Fraction(1), coins("left", 2)), "b": (Fraction(0), coins("right", 3))}),
    )


def ending() -> ExtensiveGame:
    """A bluffing game, with a subgame of perfect information after a strong hand is called."""
    last = move(
        0,
        "last",
        {"up": leaf(1, -1), "down": move(1, "reply", {"yes": leaf(5, -5), "no": leaf(2, -2)})},
    )
    strong, weak = (
        move(1, "facing", {"call": called, "fold": leaf(1, -1)}) for called in (last, leaf(-2, 2))
    )
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


@cache
def game(name: str) -> Any:
    """Return a game of `GAMES`."""
    return GAMES[name]()


# ---- concepts with options ----

THOUSANDTH = Fraction(1, 1000)

Request = tuple[str, Mapping[str, Any]]

REQUESTS: tuple[Request, ...] = (
    ("nash", {}),
    ("nash", {"formulation": "normal-form"}),
    ("nash", {"weights": (1, 1)}),
    ("normal-form-perfect", {}),
    ("sequential", {}),
    ("quasi-perfect", {}),
    ("quasi-perfect", {"method": "numeric"}),
    ("extensive-form-perfect", {}),
    ("subgame-perfect", {}),
    ("subgame-perfect", {"objective": "social"}),
    ("proper", {}),
    ("maximin", {}),
    ("constrained", {}),
    ("safe-response", {"max_loss": 0}),
    ("stackelberg", {}),
    ("extensive-form-correlated", {}),
    ("extensive-form-coarse", {}),
    ("normal-form-coarse", {}),
    ("stackelberg-correlated", {}),
)
"""Every concept, and the options that lead to other models."""

FURTHER_REQUESTS: tuple[Request, ...] = (
    ("nash", {"player": 1}),
    ("nash", {"weights": (1, 1), "formulation": "normal-form"}),
    ("nash", {"witness": False}),
    ("normal-form-perfect", {"formulation": "normal-form"}),
    ("quasi-perfect", {"player": 1}),
    ("quasi-perfect", {"method": "symbolic"}),
    ("quasi-perfect", {"method": "bound"}),
    ("quasi-perfect", {"epsilon": THOUSANDTH}),
    ("extensive-form-perfect", {"epsilon": THOUSANDTH}),
    ("subgame-perfect", {"objective": "fairest", "pure": True}),
    ("subgame-perfect", {"target_payoffs": (2, 5)}),
)
"""Options that are refused by some games or backends, for routes without steps."""

STARTS: dict[str, Mapping[str, Any]] = {
    "default": {},
    "start=ones": {"start": "ones"},
    "start=centroid": {"start": "centroid"},
    "start=random:1": {"start": "random:1"},
}
"""Starts of Lemke's algorithm."""


def name_of(request: Request) -> str:
    """Return the text of a concept with its options."""
    concept, settings = request
    return ", ".join([concept, *(f"{key}={value}" for key, value in settings.items())])


REQUEST_OF = {name_of(request): request for request in (*REQUESTS, *FURTHER_REQUESTS)}


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

# ---- backends ----


class StandIn:
    """A backend with the name and the properties of another one, for which fast backends of seqform answer."""

    def __init__(self, name: str, supports: frozenset[type], exact: bool) -> None:
        self.name, self.supports, self.exact = name, supports, exact

    def solve(self, model: Any, options: SolveOptions | None = None) -> Any:
        """Return the answer of another backend to the model, in doubles."""
        backend = next(name for kind, name in _FAST.items() if isinstance(model, kind))
        answer = get(backend).solve(model, options)
        primal = (
            answer.primal.to_floats() if isinstance(answer.primal, ExactArray) else answer.primal
        )
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


OPTIONS: dict[str, Mapping[str, Any]] = {
    "time_limit": {"time_limit": 1000},
    "tolerance": {"tolerance": 1e-7},
    "threads": {"threads": 1},
    "target_gap": {"target_gap": 0.125},
}
"""Portable options, which backends and routes accept or refuse."""

EXACTNESS: dict[str, bool | None] = {"default": None, "exact": True, "in doubles": False}

# ---- the sample of combinations ----


@cache
def factors() -> dict[str, tuple[str, ...]]:
    """Return the values of what a route depends on, the default of each in the first place."""
    return {
        "concept": tuple(map(name_of, REQUESTS)),
        "game": tuple(GAMES),
        "backend": tuple(backends()),
        "step": tuple(STEPS),
        "start": tuple(STARTS),
        "exactness": tuple(EXACTNESS),
        "option": ("default", *OPTIONS),
    }


CONSTANT_SUM = (
    "constant-sum", "ending in perfect information", "beyond chance", "forced moves, constant-sum",
    "perfect information, constant-sum",
)  # fmt: skip
GENERAL_SUM = (
    "general-sum",
    "forced moves",
    "perfect information",
    "perfect information, chance",
    "name",
)
SHARED = (
    "perfect information",
    "perfect information, chance",
    "positions",
    "positions, three players",
)
ORDERED = ("ordered", "ordered, general-sum")

HOMES: dict[str, Mapping[str, tuple[str, ...]]] = {
    # concepts
    "nash, weights=(1, 1)": {"game": GENERAL_SUM},
    "nash, weights=(1, 1), formulation=normal-form": {"game": GENERAL_SUM},
    "subgame-perfect, objective=social": {"game": SHARED},
    "subgame-perfect, objective=fairest, pure=True": {"game": SHARED},
    "subgame-perfect, target_payoffs=(2, 5)": {"game": SHARED},
    # games
    **{
        name: {"concept": ("subgame-perfect", "subgame-perfect, objective=social")}
        for name in SHARED
    },
    # backends
    "lemke": {"game": GENERAL_SUM},
    "bestnash": {"concept": ("subgame-perfect",), "game": SHARED},
    **{
        name: {"concept": ("quasi-perfect",)}
        for name in ("stable-basis", "symbolic", "bound", "numeric")
    },
    # steps
    **{
        name: {"game": ("ending in perfect information",)}
        for name in STEPS
        if name.startswith("solve-subgames")
    },
    **{
        name: {"game": ("forced moves", "forced moves, constant-sum")}
        for name in STEPS
        if name.startswith("contract")
    },
    **{
        name: {"game": ORDERED} for name in ("identity", "published", "threshold=0.1", "own filter")
    },
    **{name: {"game": ORDERED[:1]} for name in STEPS if name.startswith("lossless")},
    # starts
    **{name: {"game": GENERAL_SUM} for name in STARTS if name != "default"},
    # options
    "target_gap": {"backend": ("barrier",)},
}
"""Further options that the routes of a value need, where the defaults do not do."""

Combination = dict[str, str]


def pairs() -> Iterator[Combination]:
    """Yield pairs of values of two factors: all but those of options, which go with concepts and with backends."""
    values = factors()
    for (first, firsts), (second, seconds) in combinations(values.items(), 2):
        if second != "option" or first in ("concept", "backend"):
            yield from ({first: one, second: another} for one, another in product(firsts, seconds))
    for request in map(name_of, FURTHER_REQUESTS):
        for factor in ("game", "backend"):
            yield from ({"concept": request, factor: value} for value in values[factor])


def pairs_of(combination: Combination) -> set[frozenset[tuple[str, str]]]:
    """Return the pairs of values of a combination."""
    return {frozenset(pair) for pair in combinations(combination.items(), 2)}


@cache
def covering_combinations() -> list[Combination]:
    """Return combinations that have all of `pairs`.

    A combination is made for a pair that no earlier one has. Beside the two values it has what they need, and the
    defaults, so that a refusal hides no other pair; among what they need, it has what covers the most pairs.
    """
    covered: set[frozenset[tuple[str, str]]] = set()
    chosen: list[Combination] = []
    for pair in pairs():
        if frozenset(pair.items()) not in covered:
            chosen.append(max(_completions(pair), key=lambda full: len(pairs_of(full) - covered)))
            covered |= pairs_of(chosen[-1])
    return chosen


def _completions(pair: Combination) -> Iterator[Combination]:
    """Yield combinations with a pair of values in the places that these are at home."""
    places = {factor: choices[:1] for factor, choices in factors().items()} | {"game": CONSTANT_SUM}
    for value in pair.values():
        places |= HOMES.get(value, {})
    places |= {factor: (value,) for factor, value in pair.items()}
    return (dict(zip(places, values, strict=True)) for values in product(*places.values()))


# ---- the answers as text: numbers in doubles are masked, so that it does not depend on the machine ----


_DOUBLE = re.compile(r"(?<![\w/])-?\d+(\.\d+)?e[-+]?\d+|(?<![\w=])-?\d+\.\d+|\b(nan|inf)\b")
_IN_DOUBLES = re.compile(r"(nash_conv|with gap) = -?\d\S*")


WIDTH = 120
"""The length at which a line on file ends, as those of the code."""


def text_of(concept: str) -> str:
    """Return the outcomes of the sampled combinations of a concept with any options, one on a line."""
    chosen = [one for one in covering_combinations() if REQUEST_OF[one["concept"]][0] == concept]
    return "".join(f"{line_of(one)}\n" for one in chosen)


def line_of(combination: Combination) -> str:
    """Return what is asked, without the defaults, and the outcome, shortened to the width of a line."""
    _, settings = REQUEST_OF[combination["concept"]]
    parts = [f"{key}={value}" for key, value in settings.items()]
    for factor, values in factors().items():
        value = combination.get(factor, values[0])
        if factor == "game" or (factor != "concept" and value != values[0]):
            parts.append(value)
    line = f"{' / '.join(parts)}: {_outcome_of(combination)}"
    return line if len(line) <= WIDTH else f"{line[: WIDTH - 1]}…"


def _outcome_of(combination: Combination) -> str:
    concept, settings = REQUEST_OF[combination["concept"]]
    return outcome(
        combination["game"],
        concept,
        {**settings, **STARTS[combination["start"]]},
        backend=backends()[combination["backend"]],
        preprocess=STEPS[combination["step"]](),
        exact=EXACTNESS[combination["exactness"]],
        options=OPTIONS.get(combination["option"], {}),
    )


def outcome(name: str, concept: str, settings: Mapping[str, Any], **arguments: Any) -> str:
    """Return the answer, or the error with its exit status, on one line; numbers in doubles are masked."""
    try:
        found = sf.solve(game(name), concept, **settings, **arguments)
    except SeqformError as error:
        answer = getattr(error, "equilibrium", None)
        carried = "" if answer is None else f" [{described(answer, concept, settings)}]"
        text = _IN_DOUBLES.sub(r"\1 = #", _DOUBLE.sub("#", str(error)))
        return f"{type(error).__name__} {error.exit_status}: {text}{carried}"
    except Exception as error:  # a fault, which stands in the file until it is repaired
        return f"FAULT {type(error).__name__}: {error}"
    return described(found, concept, settings)


def _is_any_equilibrium(found: Any) -> bool:
    """Return whether the release of a solver decides which of several equilibria an answer is."""
    if getattr(found, "resolved", None) is None or found.resolved.backend not in ("highs", "pyomo"):
        return False
    return found.certificate.proven and found.certificate.constant_sum is None


def described(found: Any, concept: str, settings: Mapping[str, Any]) -> str:
    """Return how an answer was computed, its certificate, which parts it has, and its class."""
    resolved, certificate = getattr(found, "resolved", None), getattr(found, "certificate", None)
    ways, parts = [], []
    if resolved is not None:
        expected = concept_of(concept, settings)
        given = {one.name: getattr(expected, one.name) for one in fields(expected)}
        ways += [f"by {resolved.backend}"] + [f"after {', '.join(resolved.preprocess)}"] * bool(
            resolved.preprocess
        )
        ways += [f"as {resolved.concept}"] * (resolved.concept != concept)
        ways += [
            f"{key}={value}" for key, value in resolved.settings.items() if value != given[key]
        ]
        ways += [
            f"{key}={value}"
            for key, value in resolved.options.items()
            if value and key != "verbose"
        ]
    if _is_any_equilibrium(found):
        parts.append("values of an equilibrium")
    elif certificate is None or certificate.proven:
        parts.append(", ".join(map(str, found.values)))
    optional = ("witness", "assessment", "profiles", "plans")
    parts += [part for part in optional if getattr(found, part, None) is not None]
    parts += [f"objective {found.objective}"] if getattr(found, "objective", "") else []
    parts += [type(found).__name__] if type(found) is not sf.Equilibrium else []
    if certificate is not None:
        text = str(certificate).replace(": yes", "").replace(" (exact)", "")
        parts.append(
            text if certificate.proven else _IN_DOUBLES.sub(r"\1 = #", _DOUBLE.sub("#", text))
        )
    return f"{' '.join(ways)}: {'; '.join(parts)}"
