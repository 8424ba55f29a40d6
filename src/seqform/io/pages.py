"""Pages in one HTML file: what makes a browser run their own script only, and the tree of a game as their data."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

import numpy as np

from seqform.models.games.extensive import CHANCE, ExtensiveGame
from seqform.models.numbers.exact import Number
from seqform.models.numbers.text import write_rational
from seqform.models.strategies.behavior import BehaviorProfile
from seqform.system.foreign_text import visible

LONGEST_LABEL = 300
"""Characters of a label on a page; the rest is cut off."""

_DOCUMENT = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src '{{script_hash}}'; \
style-src '{{style_hash}}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="seqform">
<title>{{title}}</title>
<style>{{style}}</style>
</head>
<body>
{{body}}</body>
</html>
"""


def one_file(package: str, names: tuple[str, str, str], parts: Mapping[str, str]) -> str:
    """Return a page of one file: the body of a package's data, with its title, its style, its script and other parts.

    `names` are the files of body, style and script; `parts` are HTML. The content security policy allows no other style
    and no other script.
    """
    body, style, script = (files(package).joinpath(name).read_text("utf-8") for name in names)
    values = {
        "style": style,
        "script": script,
        "style_hash": hash_of(style),
        "script_hash": hash_of(script),
        **parts,
    }
    # In one go: what is put in is not searched for places to fill.
    template = _DOCUMENT.replace("{{body}}", body)
    return re.sub(r"\{\{(\w+)\}\}", lambda place: values[place[1]], template)


def hash_of(text: str) -> str:
    """Return the source expression for an inline style or script in a content security policy, without its quotes.

    Examples
    --------
    >>> hash_of("")
    'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='
    """
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def exact_text(value: Number) -> str:
    """Return a number with all its digits: a fraction, or the shortest decimal that is the double."""
    if isinstance(value, int | Fraction):
        return write_rational(Fraction(value))
    return repr(value).removesuffix(".0")


def _numbered(values: Iterable[Hashable]) -> tuple[list[int], list[Any]]:
    """Return the number of every value among the distinct ones, and these."""
    number_of: dict[Hashable, int] = {}
    numbers = [number_of.setdefault(value, len(number_of)) for value in values]
    return numbers, list(number_of)


def tree_data(game: ExtensiveGame, profile: BehaviorProfile | None) -> dict[str, Any]:
    """Return the tree of a game as data for a script: one integer per node, and texts once per information set.

    ``nodes`` are breadth-first, the children of a node side by side: the number of the information set, or -1 minus the
    row of ``payoffs``. For every information set there are its ``owner``, its ``name``, the number of its ``actions``
    among ``lists``, and the number of its probabilities among ``mixes``, ``mix``, which is -1 where they are unknown.
    """
    return {**set_data(game, profile), **_nodes(game)}


def set_data(game: ExtensiveGame, profile: BehaviorProfile | None) -> dict[str, Any]:
    """Return owner, name, actions and probabilities of every information set; -1 for unknown probabilities."""
    sets = game.information_sets
    owners = sets.player.tolist()
    actions, lists = _numbered(map(sets.actions, range(len(sets))))

    names = []
    for owner, name in zip(owners, game.infoset_names, strict=True):
        names.append("" if owner == CHANCE else _label(name))

    mixes, texts = _numbered(_mixes(game, profile))
    unknown = texts.index(None) if None in texts else -1
    return {
        "owner": owners,
        "name": names,
        "actions": actions,
        "lists": [list(map(_label, labels)) for labels in lists],
        "mix": [-1 if number == unknown else number for number in mixes],
        "mixes": texts,
    }


def _label(text: str) -> str:
    return visible(text)[:LONGEST_LABEL]


def _mixes(
    game: ExtensiveGame, profile: BehaviorProfile | None
) -> Iterator[tuple[str, ...] | None]:
    """Yield the probabilities at every information set as texts, None where they are unknown."""
    sets = game.information_sets
    starts = sets.action_start.tolist()
    chances = sets.probability.numerators.tolist()
    write = cache(exact_text)  # the same numbers come again and again

    @cache
    def write_chance(numerator: int) -> str:
        return exact_text(Fraction(numerator, sets.probability.denominator))

    for row, owner in enumerate(sets.player.tolist()):
        if owner == CHANCE:
            yield tuple(map(write_chance, chances[starts[row] : starts[row + 1]]))
        elif profile is None:
            yield None
        else:
            strategy = profile[owner]
            place = strategy.index.row_of[game.infoset_names[row]]
            start, stop = strategy.index.first_sequence[place : place + 2]
            yield tuple(map(write, strategy.probabilities[start:stop].tolist()))


def _nodes(game: ExtensiveGame) -> dict[str, Any]:
    """Return an integer for every node, its information set or -1 minus the row of its payoffs, and the payoffs."""
    # A pair of payoffs is one number: the place of the first among those of player 0, then that of the second.
    first, second = game.leaf_payoffs
    numerators, place = np.unique(first.numerators, return_inverse=True)
    of_second, column = np.unique(second.numerators, return_inverse=True)
    pairs, row = np.unique(place * len(of_second) + column, return_inverse=True)
    code = game.infoset.astype(np.int64)
    code[game.leaves] = -1 - row

    payoffs = []
    for pair in pairs.tolist():
        place_of_first, place_of_second = divmod(pair, len(of_second))
        payoffs.append(
            [
                exact_text(Fraction(int(numerators[place_of_first]), first.denominator)),
                exact_text(Fraction(int(of_second[place_of_second]), second.denominator)),
            ]
        )
    return {"nodes": code.tolist(), "payoffs": payoffs}
