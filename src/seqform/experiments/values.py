"""Cases of a sweep, and the values in a declaration from which they are made.

A case has everything that decides the result of a computation, and nothing else. A key of a grid takes one value, a
list, or a range. Watched probabilities, each "PLAYER:INFORMATION SET:ACTION", are those of single actions in the
equilibrium found.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from numbers import Integral
from typing import Any

from seqform.builders.steps import ABSTRACTIONS, THRESHOLD
from seqform.errors import InputError, OptionError, suggestion
from seqform.models.answers.answer import Answer
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import player_label
from seqform.models.numbers.given import written_rational
from seqform.models.numbers.text import parse_rational, shown, write_rational
from seqform.models.strategies.behavior import BehaviorStrategy
from seqform.solving.preprocessing import NO_STEP
from seqform.system.sources import parse_code

Scalar = str | int | float | bool

RAW = "raw."
"""Before the name of a solver's own option."""


WARM = "warm"
"""The setting by which a case starts from the answer of its neighbor."""


@dataclass(frozen=True)
class Case:
    """A case, resolved: no list, no range, the game's parameters complete.

    Two cases with the same key are the same case, and a store keeps one row for it. The default backend depends on the
    payoffs of the game, so a case that names none has another key than one that names the default; the rows of both
    have the backend that was used.

    - `game`: As `seqform.load` accepts it, without parameters.
    - `parameters`: Of the game, all of them if it is one of the catalog: numbers and words as there; fractions as text,
      such as "1/2".
    - `preprocess`: The preprocessing steps; the default ones if absent.
    - `options`: Of the solver: the fields of `SolveOptions` and, with a "raw." before the name, the solver's own.
    - `settings`: `exact`, and the options of the concept, such as start, method, epsilon, objective.
    - `seed`: Passed on as the game's parameter "seed" if it has one, and as the start "random:SEED" if the start is
      "random"; else it only distinguishes repetitions.
    - `watch`: Probabilities to be noted, each "PLAYER:INFORMATION SET:ACTION", such as "1:K:bet".
    - `files`: The files that the case reads, such as a game's, with the SHA-256 of their content: a changed file makes
      another case.
    """

    game: str
    parameters: Mapping[str, Scalar] = field(default_factory=dict)
    concept: str = "nash"
    backend: str = ""
    preprocess: tuple[str, ...] | None = None
    options: Mapping[str, Scalar] = field(default_factory=dict)
    settings: Mapping[str, Scalar] = field(default_factory=dict)
    seed: int | None = None
    watch: tuple[str, ...] = ()
    files: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def text(self) -> str:
        """The case as JSON, the same for the same case."""
        return json.dumps(self.as_dict(), sort_keys=True, separators=(",", ":"))

    def as_dict(self) -> dict[str, object]:
        """Return the attributes as plain data."""
        attributes = {item.name: getattr(self, item.name) for item in fields(self)}
        for name in ("parameters", "options", "settings", "files"):
            attributes[name] = dict(attributes[name])
        for name in ("preprocess", "watch"):
            if attributes[name] is not None:
                attributes[name] = list(attributes[name])
        return attributes

    @classmethod
    def from_dict(cls, attributes: Mapping[str, Any]) -> Case:
        """Return the case that `as_dict` gave.

        Examples
        --------
        >>> case = Case("kuhn", preprocess=(), watch=("1:K:bet",))
        >>> Case.from_dict(case.as_dict()) == case
        True
        """
        steps = attributes["preprocess"]
        preprocess = None if steps is None else tuple(steps)
        return cls(**{**attributes, "preprocess": preprocess, "watch": tuple(attributes["watch"])})

    @cached_property
    def key(self) -> str:
        """The case's name in a store: a digest of its JSON."""
        return hashlib.sha256(self.text.encode()).hexdigest()


def is_neighbor(case: Case, other: Case) -> bool:
    """Return whether two warm cases differ in one number of the game alone, so that one may start from the other.

    Examples
    --------
    >>> cases = [Case("kuhn", {"ante": 1, "bet": bet}, settings={"warm": True}) for bet in (1, "3/2")]
    >>> is_neighbor(*cases), is_neighbor(cases[0], Case("kuhn", {"ante": 1, "bet": 2}))
    (True, False)
    """
    if not case.settings.get(WARM) or case.parameters.keys() != other.parameters.keys():
        return False
    differing = [name for name, value in case.parameters.items() if value != other.parameters[name]]
    if len(differing) != 1:
        return False
    (name,) = differing
    if number_of(case.parameters[name]) is None or number_of(other.parameters[name]) is None:
        return False
    return replace(case, parameters={}).text == replace(other, parameters={}).text


def number_of(value: object) -> Fraction | None:
    """Return the number that a value of a parameter stands for; None if it is none."""
    if isinstance(value, bool) or not isinstance(value, str | int | Fraction):
        return None
    return parse_rational(str(value))


def pieces(cases: Sequence[Case], workers: int) -> list[list[Case]]:
    """Return cases in pieces for one worker each: neighbors together, in at most so many pieces of equal length.

    Examples
    --------
    >>> cases = [Case("kuhn", {"bet": bet}, settings={"warm": True}) for bet in range(5)]
    >>> [[case.parameters["bet"] for case in piece] for piece in pieces(cases, 2)], len(pieces([Case("kuhn")], 4))
    ([[0, 1, 2], [3, 4]], 1)
    """
    chains: list[list[Case]] = []
    for case in cases:
        if chains and is_neighbor(case, chains[-1][-1]):
            chains[-1].append(case)
        else:
            chains.append([case])
    parts = []
    # A long chain is cut into as many pieces as there are workers; the first case of each starts from nothing.
    for chain in chains:
        size = math.ceil(len(chain) / max(1, workers))
        parts += [chain[start : start + size] for start in range(0, len(chain), size)]
    return parts


def abstraction_in(steps: Sequence[str] | None) -> str | None:
    """Return the kind of the abstraction among the texts of preprocessing steps.

    Examples
    --------
    >>> abstraction_in(["threshold=0.1", "sparsify"]), abstraction_in(None)
    ('threshold=0.1', None)
    """
    return next((step for step in steps or () if _is_abstraction(step)), None)


def other_steps(steps: Sequence[str] | None) -> str | None:
    """Return the other preprocessing steps, joined; None if no steps are given.

    Examples
    --------
    >>> other_steps(["threshold=0.1", "sparsify"]), other_steps(["lossless"]), other_steps(None)
    ('sparsify', 'none', None)
    """
    if steps is None:
        return None
    others = [step for step in steps if not _is_abstraction(step)]
    return "+".join(others) or NO_STEP


def _is_abstraction(step: str) -> bool:
    return step in ABSTRACTIONS or step.startswith(f"{THRESHOLD}=") or parse_code(step) is not None


def near(word: str, known: Iterable[str], most: int | None = None) -> str:
    """Return the words similar to a mistyped one, and (at most so many of) those there are, to end an error message.

    Examples
    --------
    >>> near("hihgs", ["highs", "lemke"])
    'did you mean highs? Known: highs, lemke'
    >>> near("d", ["a", "b", "c"], most=2)
    'known: a, b and 1 more'
    """
    known = list(known)
    hint = suggestion(word, known).removeprefix("; ")
    text = f"{hint} Known: " if hint else "known: "
    text += ", ".join(known[:most])
    if most is not None and len(known) > most:
        text += f" and {len(known) - most:,} more"
    return text


MAX_EXPONENT = 4000
"""Bound of the exponents of decimals, either way: as fractions they have as many digits."""


def is_whole(value: object) -> bool:
    """Return whether a value is an integer, of NumPy or of Python."""
    return isinstance(value, Integral) and not isinstance(value, bool)


def plain(value: object) -> Scalar:
    """Return a number, word or truth value as a case keeps it outside a game's parameters."""
    if isinstance(value, float | Decimal) and math.isnan(value):
        raise InputError("a number expected, not nan")
    if isinstance(value, Fraction):
        return write_rational(value)
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, bool):  # before integers: it is one to Python
        return value
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, float | str):
        return value
    raise InputError(f"a number, a text, true or false expected, not {shown(value)}")


def exactly(value: object) -> object:
    """Return a value for a game's entry in the catalog: a number has its exact value."""
    if isinstance(value, Decimal) and value.is_finite() and abs(value.adjusted()) > MAX_EXPONENT:
        raise InputError(f"{value} is too large, or too close to 0")
    if isinstance(value, str):
        return value  # a word or a number, which the entry tells apart
    exact = written_rational(value)
    return value if exact is None else exact


LISTED = 6
"""Number of names of information sets that an error lists."""


def watched(value: object) -> tuple[str, ...]:
    """Return the probabilities to be noted."""
    texts = list(value) if isinstance(value, list | tuple) else [value]
    for text in texts:
        split_watched(text)
    return tuple(map(str, texts))


def split_watched(text: object) -> tuple[int, str, str]:
    """Return the player, 0 or 1, the information set and the action of a probability to be noted.

    Examples
    --------
    >>> split_watched("2:K:cb:call")
    (1, 'K:cb', 'call')
    """
    # A name of an information set may have colons, an action has none.
    player, _, choice = str(text).partition(":")
    infoset, _, action = choice.rpartition(":")
    if not isinstance(text, str) or player not in ("1", "2") or not action:
        raise InputError(
            f'"PLAYER:INFORMATION SET:ACTION" expected, such as "1:K:bet", not {shown(text)}'
        )
    return int(player) - 1, infoset, action


def place_of(text: str, game: ExtensiveGame) -> tuple[int, int, int]:
    """Return the player, the information set and the action that a watched probability belongs to."""
    player, infoset, action = split_watched(text)
    index = game.sequences[player].index
    # "1:K:bet" is short for "1:K::bet".
    row = index.row_of.get(infoset, index.row_of.get(f"{infoset}:"))
    if row is None:
        raise OptionError(
            f"watch {text}: {player_label(player)} has no information set {infoset!r}; "
            f"{near(infoset, index.infoset_names, most=LISTED)}"
        )
    actions = list(index.action_names[row])
    if action not in actions:
        raise OptionError(f"watch {text}: no action {action!r} there; {near(action, actions)}")
    return player, row, actions.index(action)


def probability(text: str, answer: Answer) -> float:
    """Return the probability in an answer whose strategies are a profile of a tree."""
    player, row, action = place_of(text, answer.game)
    strategy: BehaviorStrategy = answer.strategies[player]
    return float(strategy.probabilities[int(strategy.index.first_sequence[row]) + action])
