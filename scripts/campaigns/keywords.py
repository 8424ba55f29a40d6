"""Campaign of keywords: every keyword of the public functions, alone and beside another one, on games of all kinds.

    python scripts/campaigns/keywords.py --result scripts/results/campaigns.md
    python scripts/campaigns/keywords.py --parts solve --seconds 60
    python scripts/campaigns/keywords.py --parts equilibria --only 17

The keywords come from the signatures of the functions, their values from `CALLS`. A case is a function on a source with
a keyword at each of its values, perhaps beside another keyword. Then it is a fault

- if a call ends in an exception that is none of seqform;
- if the result is that without the keyword for all values and none is refused, unless the keyword is among the `same`
  of its function: with the reason why it may leave the result as it is;
- if an unknown keyword is accepted.

A part calls one function.
"""

from __future__ import annotations

import inspect
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import chdir
from dataclasses import dataclass, field, fields, is_dataclass
from fractions import Fraction
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any

sys.path[:0] = [str(Path(__file__).resolve().parents[2] / "scripts")]

import numpy as np
from campaign import Campaign

import seqform as sf
from seqform.builders.games.tree import leaf, move, tree
from seqform.errors import SeqformError
from seqform.models.games.extensive import ExtensiveGame
from seqform.pictures.formats import Drawing
from seqform.play import match, open_game, open_session, round_robin
from seqform.solving.concepts import CONCEPTS

Fault = str | None
Keywords = Mapping[str, Any]

# ---- sources and values ----

SOURCES: dict[str, Callable[[], Any]] = {
    "zero-sum": lambda: sf.load("kuhn"),
    "general-sum": lambda: sf.load("vsvet-figure-1"),
    "perfect information": lambda: sf.load("littman-figure-4"),
    "one move": lambda: tree("one move", move(0, "P", {"a": leaf(1), "b": leaf(0)})),
    "no move": lambda: tree("no move", leaf(1)),
    "table": lambda: sf.bimatrix_game([[3, 0], [5, 1]], [[3, 5], [0, 1]]),
    "ties": lambda: sf.bimatrix_game([[1, 1], [1, 1]]),
    "ordered": lambda: sf.load("leduc(ranks=2)", kind="ordered"),
    "positions": lambda: sf.load("littman-figure-4", kind="positions"),
    "rules": lambda: sf.games("tic-tac-toe") and "tic-tac-toe(board=XOXOXO...)",
    "name": lambda: "kuhn",
}
"""Games by their kinds."""

RANDOM_NUMBERS = "other random numbers may lead to the same result"
REACHED = "a limit that is not reached"
FASTER = "what is only faster"
MESSAGES = "messages and no result"
AN_EXACT_ANSWER = "a tolerance, which an exact answer keeps"
PORTABLE: dict[str, tuple[Any, ...]] = {
    "time_limit": (100.0, 200.0),
    "tolerance": (1e-3, 1e-9),
    "threads": (1, 2),
    "verbose": (False, False),
    "target_gap": (0.5, 1e-3),
    "pot_share": (0.5, 1e-3),
    "checkpoint": ("state.npz", "more.npz"),
    "raw": ({"typo": 1}, {"typo": 2}),
    "options": ({"tolerance": 1e-3}, {"raw": {"typo": 1}}),
    "progress": (lambda text: None, lambda text: None),
}
"""The fields of `SolveOptions`, and the arguments that have them."""
PORTABLE_SAME = {
    "time_limit": REACHED,
    "tolerance": AN_EXACT_ANSWER,
    "threads": FASTER,
    "verbose": MESSAGES,
    "target_gap": REACHED,
    "pot_share": REACHED,
    "checkpoint": "a file, which leaves the result as it is",
    "progress": MESSAGES,
}
LIMITED = {key: PORTABLE[key] for key in ("time_limit", "progress")}
READING: dict[str, tuple[Any, ...]] = {
    "normalize": (False, True),
    "max_nodes": (2, 100_000),
    "progress": PORTABLE["progress"],
}
READING_SAME = {
    "normalize": "chance whose probabilities add up to 1",
    "max_nodes": REACHED,
    "progress": MESSAGES,
}

SOLVE: dict[str, tuple[Any, ...]] = {
    **PORTABLE,
    "concept": tuple(CONCEPTS),
    "backend": ("highs", "lemke", "cfr", "exact"),
    "preprocess": ("none", "solve-subgames", "eliminate-dominated", "contract-forced", "lossless"),
    "exact": (True, False),
    "start": ("centroid", "random:1", "ones"),
    "formulation": ("normal-form", "normal-form"),
    "player": (1, 1),
    "weights": ((1, 1), (-1, 2)),
    "witness": (False, False),
    "certificate_tolerance": (1e-3, 1e-9),
    "method": ("symbolic", "numeric"),
    "epsilon": (Fraction(1, 1000), Fraction(1, 10)),
    "trembles": ("random:1", "random:2"),
    "objective": ("social", "fairest"),
    "target_payoffs": ((2, 5), (3, 3)),
    "pure": (True, True),
    "constraints": ("1: Q: bet >= 1/10", "2: K:b call <= 1/2"),
    "opponent": ("random:1", "equilibrium"),
    "leader": (0, 1),
    "max_loss": (0, Fraction(1, 36)),
    "weight": (Fraction(1, 2), Fraction(1, 3)),
}
SOLVE_SAME = {
    **PORTABLE_SAME,
    "concept": "several concepts have the same equilibrium",
    "backend": "another backend may lead to the same answer",
    "preprocess": "steps without anything to reduce",
    "exact": "the default of small games, and of all general-sum games",
    "start": "other paths may end at the same equilibrium",
    "witness": "a route without a path has none to keep",
    "weights": "all equilibria of a constant-sum game have the same payoffs",
    "certificate_tolerance": AN_EXACT_ANSWER,
    "player": "a program whose two plans are the same",
    "formulation": "a normal form that has the same program",
    "method": "other methods may lead to the same equilibrium",
    "epsilon": "a number at which a solver has the same basis",
    "trembles": "other trembles may have the same limit",
    "objective": "an equilibrium that is the only one",
    "target_payoffs": "those that are paid anyway",
    "pure": "an equilibrium that is pure anyway",
    "constraints": "that an equilibrium keeps anyway",
    "opponent": "against whom the same strategy is best",
    "max_loss": "a bound that does not bind",
    "weight": "with which the same strategy is best",
}


@dataclass(frozen=True)
class Call:
    """A function with values of its keywords.

    - `arguments`: What stands for the positional arguments, from a source.
    - `values`: For each keyword the values that it is tried at.
    - `same`: The keywords that may leave the result as it is, with the reason.
    - `sources`: The names of its sources.
    """

    function: Callable[..., Any]
    values: Mapping[str, Sequence[Any]]
    same: Mapping[str, str] = field(default_factory=dict)
    arguments: Callable[[Any], tuple[Any, ...]] = lambda source: (source,)
    sources: Sequence[str] = tuple(SOURCES)


def _with_uniform(game: Any) -> tuple[Any, ...]:
    return game, "uniform"


def _with_answer(game: Any) -> tuple[Any, ...]:
    return game, sf.solve(game)


def _profiles(game: Any) -> tuple[Any, ...]:
    return game, {"uniform": sf.uniform_profile(game), "solved": sf.solve(game).profile}


def _two_profiles(game: Any) -> tuple[Any, ...]:
    return ([sf.uniform_profile(game), sf.solve(game).profile],)


def _sequential(game: Any) -> tuple[Any, ...]:
    return game, sf.solve(game, "sequential")


def _exact_answer(game: Any) -> tuple[Any, ...]:
    return (sf.solve(game),)


def _in_file(game: Any) -> tuple[Any, ...]:
    sf.solve(game).save("answer.json")
    return "answer.json", game


TREES = ("zero-sum", "general-sum", "perfect information", "one move", "no move", "table", "ties")
ZERO_SUM = ("zero-sum", "one move", "no move", "ties")

CALLS: dict[str, Call] = {
    "solve": Call(sf.solve, SOLVE, SOLVE_SAME),
    "plan": Call(
        sf.plan,
        SOLVE,
        {**SOLVE_SAME, **dict.fromkeys(("raw", "options"), "of a solver, which is not called")},
    ),
    "solve_anytime": Call(
        sf.solve_anytime,
        {
            **PORTABLE,
            "thresholds": ((0.3, 0), (0.0,)),
            "abstractions": (("published",), ("lossless",)),
            "backend": ("highs", "lemke"),
        },
        {**PORTABLE_SAME, "thresholds": "thresholds that change nothing", "backend": "the default"},
        sources=("ordered", "zero-sum", "name"),
    ),
    "check": Call(
        sf.check,
        {
            "constraints": ("1: Q: bet >= 1/10", "2: K:b call <= 1/2"),
            "responder": (0, 1),
            "leader": (0, 1),
            **dict.fromkeys(
                ("subgame_perfect", "normal_form_perfect", "proper", "sequential"), (True, True)
            ),
            "beliefs": ("bayes", {}),
            "quasi_perfect": (True, True),
        },
        {},
        _with_answer,
    ),
    "check_assessment": Call(
        sf.check_assessment,
        {**PORTABLE, "which": (("sequential",), ("quasi-perfect", "sequential"))},
        {**PORTABLE_SAME, "which": "all that are checked by default"},
        _sequential,
        TREES,
    ),
    "trace": Call(
        sf.trace,
        {
            **PORTABLE,
            "start": ("centroid", "random:1"),
            "equilibrium": ("random:1", "uniform"),
            "path_start": ("slacks", "best-response"),
            "formulation": ("normal-form", "normal-form"),
            "points": (True, True),
        },
        {**PORTABLE_SAME, "start": "the default, or the only plans"},
    ),
    "equilibria": Call(
        sf.equilibria,
        {
            **PORTABLE,
            "complete": (True, True),
            "starts": (2, 5),
            "seed": (2, 7),
            "concept": ("quasi-perfect", "nash"),
            "formulation": ("normal-form", "normal-form"),
            "initial": ("slacks", "slacks"),
            "back": (True, True),
            "witnesses": (False, False),
            "jobs": (1, 2),
        },
        {
            **PORTABLE_SAME,
            "jobs": FASTER,
            "seed": RANDOM_NUMBERS,
            "initial": "paths with the same end",
            "formulation": "paths with the same end",
            "back": "nothing more is found",
        },
    ),
    "compare": Call(
        sf.compare,
        {
            "players": ((0,), (1, 0)),
            "blunders": ((Fraction(1, 3),), ()),
            "reference": ("solved", "uniform"),
        },
        {
            "reference": "the best value, which the default has as well",
            "blunders": "mistakes that nobody makes",
        },
        _profiles,
    ),
    "compare_concepts": Call(
        sf.compare_concepts,
        {
            "objective": ("best-for-1", "least-social"),
            "concepts": (("nash",), ("extensive-form-coarse", "nash")),
            "leaders": ((0,), (1,)),
            **PORTABLE,
        },
        {**PORTABLE_SAME, "objective": "answers that are the only ones"},
        sources=TREES,
    ),
    "blunder_comparison": Call(
        sf.blunder_comparison,
        {"reference": ("solved", "uniform")},
        {},
        lambda game: (*_profiles(game), 0),
        TREES,
    ),
    "draw": Call(
        sf.draw,
        {
            "profile": ("uniform", "random:1"),
            "versus": ("uniform", "random:1"),
            "difference": (True, True),
            "at": ("Q:", "check"),
            "depth": (1, 2),
            "nodes": (3, 5),
            "direction": ("down", "right"),
            "layout": ("tree", "signalling"),
            "theme": ("dark", "print"),
            "view": ("flow", "public"),
            "compare": ("uniform", "random:1"),
            "sets": (True, True),
            "sensitivity": (True, True),
            "node_values": (True, True),
        },
        {
            "depth": "deeper than the game",
            "nodes": "more than the game has",
            "direction": "the direction that fits best",
            "view": "the view of a page with the whole game",
            "sets": "the sets of a game whose payoffs are one point",
            "difference": "a tree without a difference",
        },
    ),
    "average": Call(
        sf.average,
        {"weights": ((1, 3), (2, 1)), "player": (0, 1)},
        {"weights": "profiles that are the same"},
        _two_profiles,
    ),
    "dominated": Call(
        sf.dominated,
        {"iterated": (True, True), "strict": (True, True)},
        {
            "iterated": "a game in which one turn finds all",
            "strict": "a game without weakly dominated actions",
        },
    ),
    "payoff_table": Call(
        sf.payoff_table,
        {"dominated": (True, True)},
        {"dominated": "a game without dominated strategies"},
    ),
    "chart": Call(
        sf.chart,
        {
            "profile": ("uniform", "random:1"),
            "versus": ("uniform", "random:1"),
            "player": (0, 1),
            "round": (0, 1),
            "board": ("Jh", "Kh"),
            "after": ("check", "bet"),
            "at": ("Q:", "2:K:b"),
            "ranges": (True, True),
            "grid": (True, True),
            "everything": (True, True),
            "theme": ("dark", "print"),
            "progress": PORTABLE["progress"],
        },
        {
            "progress": MESSAGES,
            "player": "the only player who moves",
            "everything": "a chart without grid and after",
        },
    ),
    "value_function": Call(
        sf.value_function,
        {
            **LIMITED,
            "interval": ((0, 2), (1, 3)),
            "bet": ((0, 4), (1, 2)),
            "ante": ((1, 2), (1, 3)),
        },
        {**PORTABLE_SAME, "interval": "games of the same value"},
        lambda game: (game, game),
        ZERO_SUM,
    ),
    "value_function of a parameter": Call(
        sf.value_function,
        {
            **LIMITED,
            "interval": ((0, 2), (1, 3)),
            "bet": ((0, 4), 3),
            "ante": ((1, 2), (1, 3)),
            "typo": (1, 2),
        },
        PORTABLE_SAME,
        lambda game: ("kuhn(bet=0..1)",),
        ("name",),
    ),
    "equilibrium_correspondence": Call(
        sf.equilibrium_correspondence,
        {
            **LIMITED,
            "concept": ("proper", "quasi-perfect"),
            "starts": (1, 2),
            "interval": ((0, 2), (1, 3)),
            "points": (2, 5),
            "precision": ("1/2", 1),
            "check": ("sequential", ["proper", "quasi-perfect"]),
            "stag": ((3, 4), 5),
            "typo": (1, 2),
        },
        PORTABLE_SAME,
        lambda game: ("stag-hunt(hare=3..5)",),
        ("name",),
    ),
    "sensitivity": Call(sf.sensitivity, PORTABLE, PORTABLE_SAME, _exact_answer, TREES),
    "frontier": Call(
        sf.frontier,
        {
            **PORTABLE,
            "player": (1, 1),
            "opponent": ("random:1", "random:2"),
            "exact": (True, False),
        },
        {
            **PORTABLE_SAME,
            "exact": "the default of small games",
            "opponent": "against whom the same strategy is best",
            "player": "a game without choices of either",
        },
    ),
    "payoff_regions": Call(sf.payoff_regions, PORTABLE, PORTABLE_SAME),
    "strategy_ranges": Call(sf.strategy_ranges, PORTABLE, PORTABLE_SAME),
    "payoff_sets": Call(
        sf.payoff_sets,
        {"pure": (True, True), "time_limit": PORTABLE["time_limit"]},
        {"time_limit": REACHED, "pure": "sets that pure equilibria have"},
    ),
    "search": Call(
        sf.search,
        {
            **READING,
            "depth": (1, 3),
            "method": ("minimax", "alpha-beta"),
            "evaluate": (lambda state: 0, lambda state: 1),
            "memory": (0, 10),
            "deepening": (True, True),
            "time_limit": PORTABLE["time_limit"],
        },
        {
            **READING_SAME,
            "depth": "deeper than the game",
            "method": "a tree without cut-offs",
            "evaluate": "a search to the end",
            "memory": "positions that do not recur",
            "deepening": "a game of one move",
            "time_limit": REACHED,
        },
    ),
    "mcts": Call(
        sf.mcts,
        {
            **READING,
            "simulations": (10, 30),
            "uct": (1.0, 3.0),
            "rollouts": (2, 3),
            "final": ("value", "visits"),
            "seed": (2, 7),
            "time_limit": PORTABLE["time_limit"],
        },
        {
            **READING_SAME,
            "seed": RANDOM_NUMBERS,
            "time_limit": REACHED,
            "final": "the move that is best either way",
            "uct": "a game of one move",
            "rollouts": "a game without moves after the first",
        },
    ),
    "smooth_uct": Call(
        partial(sf.smooth_uct, simulations=50),
        {
            **READING,
            "uct": (0.1, 3.0),
            "eta": (0.5, 0.1),
            "gamma": (0.3, 0.01),
            "decay": (0.1, 1.0),
            "seed": (2, 7),
            "checkpoints": ((10,), (20, 30)),
            "time_limit": PORTABLE["time_limit"],
        },
        {
            **READING_SAME,
            "time_limit": REACHED,
            **dict.fromkeys(("seed", "uct", "eta", "gamma", "decay"), RANDOM_NUMBERS),
        },
    ),
    "match": Call(
        match,
        {
            **READING,
            "games": (3, 4),
            "seed": (2, 7),
            "fixed_seats": (True, True),
            "names": (("one", "two"), ("three", "four")),
            "watch": (lambda game: None, lambda game: None),
        },
        {
            **READING_SAME,
            "seed": RANDOM_NUMBERS,
            "watch": MESSAGES,
            "fixed_seats": "agents who play alike",
            "games": "payoffs that are always the same",
        },
        lambda game: (game, "random", "uniform"),
    ),
    "round_robin": Call(
        round_robin,
        {
            **READING,
            "games": (3, 4),
            "seed": (2, 7),
            "fixed_seats": (True, True),
        },
        {
            **READING_SAME,
            "seed": RANDOM_NUMBERS,
            "fixed_seats": "agents who play alike",
            "games": "payoffs that are always the same",
        },
        lambda game: (game, ("random", "uniform")),
    ),
    "open_game": Call(
        open_game,
        {**READING, "tree": (True, True), "deals": (True, True)},
        {**READING_SAME, "tree": "a game that is a tree", "deals": "a game without deals"},
    ),
    "open_session": Call(
        open_session,
        {
            **READING,
            "against": ("random", "equilibrium"),
            "seed": (2, 7),
            "seat": (0, 1),
            "open_cards": (True, True),
            "file": ("one.jsonl", "two.jsonl"),
        },
        {
            **READING_SAME,
            "seed": RANDOM_NUMBERS,
            "seat": "the seat that is drawn",
            "against": "an opponent who has not moved yet",
            "open_cards": "a game without cards",
            "file": "where the history is kept",
        },
    ),
    "linear_program": Call(
        sf.linear_program,
        {
            **READING,
            "player": (1, 1),
            "preprocess": ("none", "eliminate-dominated", "solve-subgames"),
            "formulation": ("normal-form", "normal-form"),
            "epsilon": (Fraction(1, 10), Fraction(1, 1000)),
            "constraints": ("1: Q: bet >= 1/10", "2: K:b call <= 1/2"),
            "scale": (False, False),
        },
        {
            **READING_SAME,
            "preprocess": "steps without anything to reduce",
            "player": "a game without choices of either",
            "formulation": "a normal form that has the same program",
            "epsilon": "a game without choices",
        },
    ),
    "abstract_game": Call(
        sf.abstract_game,
        {"kind": ("published", "threshold=0.3"), "progress": PORTABLE["progress"]},
        {"progress": MESSAGES, "kind": "an abstraction that is lossless here"},
    ),
    "load": Call(sf.load, {**READING, "kind": ("ordered", "positions")}, READING_SAME),
    "profile": Call(
        sf.profile,
        {"rest": ("uniform", "first"), "normalize": (True, True)},
        {"rest": "a game with one choice", "normalize": "a profile whose sums are 1"},
        lambda game: (game, {}),
    ),
    "read_profile": Call(
        sf.read_profile,
        {"normalize": (True, True), "number": (1, 2), "rest": ("uniform", "first")},
        {
            "normalize": "a profile whose sums are 1",
            "number": "the only profile of the file",
            "rest": "a file with all information sets",
        },
        _in_file,
        TREES,
    ),
    "read_strategy": Call(
        sf.read_strategy,
        {"normalize": (True, True), "number": (1, 1), "rest": ("uniform", "first")},
        {
            "normalize": "a profile whose sums are 1",
            "number": "the only equilibrium of a file",
            "rest": "a file with all information sets",
        },
        lambda game: (*_in_file(game), 0),
        TREES,
    ),
    "bimatrix_game": Call(
        sf.bimatrix_game,
        {
            "rows": (("a", "b"), ("c", "d")),
            "columns": (("a", "b"), ("c", "d")),
            "second": ([[1, 2], [3, 4]], [[1, 2]]),
        },
        {"second": "the payoffs of a zero-sum game"},
        lambda source: ("title", [[1, 2], [3, 5]]),
        ("name",),
    ),
}
"""The public functions with keywords, by the name of their part."""

LEFT_OUT = {
    "best_response_diagram": "a game, without further arguments",
    "leaf": "the parts of a game",
    "tree": "the parts of a game",
    "games": "a name of the catalog, which is no option",
    "limit_poker": "the parts of a game",
    "no_limit": "the parts of a game",
    "ordered_game": "the parts of a game",
    "sequence_form": "the parts of a game",
    "read_solution": "the game of a file, which is no option",
    "read_assessment": "files of several equilibria, in the tests of files",
    "solve_row": "conditions of a sweep's rows, in the campaign of options",
    "sweep": "stores, in the tests of sweeps",
    "to_openspiel_bot": "of an optional package",
    "to_openspiel_policy": "of an optional package",
    "to_pygambit_profile": "of an optional package",
    "action_values": "a profile, or the situation of a hand, which are no options",
    "opposing_hands": "the situation of a hand, which is no option",
    "hand_table": "the situation of hands, which is no option",
    "resume_session": "as of open_session",
}
"""Public functions that are not called, with the reason."""


def keywords_of(function: Callable[..., Any]) -> set[str]:
    """Return the keywords of a function that have a default, without those that stand for the game itself."""
    parameters = inspect.signature(function).parameters.values()
    return {
        one.name
        for one in parameters
        if one.default is not one.empty and one.name not in ("game", "title", "first")
    }


# ---- what a result is ----

NOT_COMPARED = {
    "seconds",
    "progress",
    "phases",
    "resolved",
    "options",
    "request",
    "deadline",
    "watch",
}
"""Fields that repeat the arguments, or have times."""


DEEPEST = 6
"""Objects within objects up to which their attributes are compared."""


def facts(value: Any, depth: int = 0) -> Any:
    """Return what is in a result, without its times and the arguments that it repeats, as values that compare."""
    if isinstance(value, Drawing):
        return value.html()
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, ExtensiveGame) and depth:
        return repr(value)
    if is_dataclass(value) and not isinstance(value, type):
        names = [each.name for each in fields(value) if each.name not in NOT_COMPARED]
        return type(value).__name__, [
            (name, facts(getattr(value, name), depth + 1)) for name in names
        ]
    if isinstance(value, Mapping):
        return [(str(key), facts(item, depth + 1)) for key, item in value.items()]
    if isinstance(value, (list, tuple)):
        return [facts(item, depth + 1) for item in value]
    if isinstance(value, Iterator):
        return [facts(item, depth + 1) for item in value]
    if isinstance(value, (int, float, Fraction, str, bytes, type(None))):
        return value
    if callable(value):
        return type(value).__name__
    state = getattr(value, "__dict__", {}) if depth < DEEPEST else {}
    public = [name for name in state if name not in NOT_COMPARED and not name.startswith("_")]
    return type(value).__name__, [(name, facts(state[name], depth + 1)) for name in public]


# ---- cases ----


@dataclass(frozen=True)
class Result:
    """The `facts` that a call returns, the message with which it is refused, or the exception that is a fault."""

    facts: Any = None
    refused: str = ""
    fault: str = ""


@cache
def source(name: str) -> Any:
    """Return the game of a kind."""
    return SOURCES[name]()


@cache
def _prepared(call: str, kind: str) -> tuple[tuple[Any, ...], dict[str, bytes]] | None:
    """Return the positional arguments of a call with the files that they name; None where there are none."""
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        try:
            arguments = CALLS[call].arguments(source(kind))
        except SeqformError:
            return None
        return arguments, {path.name: path.read_bytes() for path in Path().iterdir()}


def outcome(call: str, kind: str, keywords: Keywords) -> Result:
    """Return the result of a call, in a folder of its own."""
    prepared = _prepared(call, kind)
    if prepared is None:
        return Result(refused="no arguments")
    arguments, files = prepared
    with tempfile.TemporaryDirectory() as folder, chdir(folder), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, content in files.items():
            Path(name).write_bytes(content)
        try:
            return Result(facts(CALLS[call].function(*arguments, **keywords)))
        except SeqformError as error:
            return Result(refused=str(error) or type(error).__name__)
        except Exception as error:
            return Result(fault=f"{type(error).__name__}: {error}")


def keyword_fault(call: str, kind: str, name: str, beside: Keywords) -> Fault:
    """Return what is wrong with a keyword of a call, at each of its values beside other keywords."""
    shown = ", ".join([kind, *(f"{key}={value!r}" for key, value in beside.items())])
    without = outcome(call, kind, beside)
    if without.fault:
        return f"{call}({shown}): {without.fault}"
    results = []
    for value in CALLS[call].values[name]:
        result = outcome(call, kind, {**beside, name: value})
        if result.fault:
            return f"{call}({shown}, {name}={value!r}): {result.fault}"
        results.append(result)
    is_dropped = not without.refused and all(result == without for result in results)
    if is_dropped and name not in CALLS[call].same:
        return f"{call}({shown}, {name}=): of no effect, and not refused"
    return None


def unknown_fault(call: str, kind: str) -> Fault:
    """Return a fault unless a keyword that no function has is refused."""
    prepared = _prepared(call, kind)
    if prepared is None:
        return None
    try:
        facts(CALLS[call].function(*prepared[0], no_such_keyword=1))
    except SeqformError:
        return None
    except TypeError as error:
        return None if "unexpected keyword argument" in str(error) else f"{call}({kind}): {error}"
    return f"{call}({kind}): an unknown keyword is accepted"


def case_of(call: str, rng: Random) -> Fault:
    """Call a function with one keyword, beside none or another one."""
    names = sorted(CALLS[call].values)
    name, kind = rng.choice(names), rng.choice(CALLS[call].sources)
    beside = {}
    if len(names) > 1 and rng.random() < 0.6:
        other = rng.choice([each for each in names if each != name])
        beside[other] = rng.choice(CALLS[call].values[other])
    return unknown_fault(call, kind) or keyword_fault(call, kind, name, beside)


def campaign() -> Campaign:
    """Return the campaign, with a part for every function."""
    return Campaign(
        "keywords",
        "Every keyword of the public functions, alone and beside another one, on games of all kinds: each changes "
        "something or is refused, unknown ones are refused, and only errors of seqform are raised.",
        {name: (partial(case_of, name), 200) for name in CALLS},
    )


if __name__ == "__main__":
    sys.exit(campaign().run())
