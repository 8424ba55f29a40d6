"""Pages in one HTML file: what makes a browser run their own script only, and the tree of a game as their data."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
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
    filled = {
        "style": style,
        "script": script,
        "style_hash": hash_of(style),
        "script_hash": hash_of(script),
        **parts,
    }
    return re.sub(
        r"\{\{(\w+)\}\}", lambda match: filled[match[1]], _DOCUMENT.replace("{{body}}", body)
    )


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
    return (
        write_rational(Fraction(value))
        if isinstance(value, int | Fraction)
        else repr(value).removesuffix(".0")
    )


def _numbered(values: Iterable[Hashable]) -> tuple[list[int], list[Any]]:
    """Return the number of every value among the distinct ones, and these."""
    number: dict[Hashable, int] = {}
    return [number.setdefault(value, len(number)) for value in values], list(number)


def tree_data(game: ExtensiveGame, profile: BehaviorProfile | None) -> dict[str, Any]:
    """Return the tree of a game as data for a script: one integer per node, and texts once per information set.

    ``nodes`` are breadth-first, the children of a node side by side: the number of the information set, or -1 minus the
    row of ``payoffs``. For every information set there are its ``owner``, its ``name``, the number of its ``actions``
    among ``lists``, and the number of its probabilities among ``mixes``, ``mix``, which is -1 where they are unknown.
    """
    return {**set_data(game, profile), **_nodes(game)}


def set_data(game: ExtensiveGame, profile: BehaviorProfile | None) -> dict[str, Any]:
    """Return owner, name, actions and probabilities of every information set; -1 for unknown probabilities."""
    sets, names = game.information_sets, game.infoset_names
    owners, starts = sets.player.tolist(), sets.action_start.tolist()
    actions, lists = _numbered(map(sets.actions, range(len(sets))))
    chances, strategies = (
        sets.probability.numerators.tolist(),
        () if profile is None else tuple(profile),
    )
    written: dict[Any, str] = {}

    def mix(row: int) -> tuple[str, ...] | None:
        values: Sequence[Any]
        if owners[row] == CHANCE:
            values = [
                (part, sets.probability.denominator)
                for part in chances[starts[row] : starts[row + 1]]
            ]
        elif strategies:
            strategy = strategies[owners[row]]
            place = strategy.index.row_of[names[row]]
            values = strategy.probabilities[
                slice(*strategy.index.first_sequence[place : place + 2])
            ].tolist()
        else:
            return None
        for value in values:
            if value not in written:
                written[value] = exact_text(Fraction(*value) if isinstance(value, tuple) else value)
        return tuple(written[value] for value in values)

    mixes, texts = _numbered(map(mix, range(len(sets))))
    unknown = texts.index(None) if None in texts else -1
    return {
        "owner": owners,
        "name": [
            "" if owner == CHANCE else visible(name)[:LONGEST_LABEL]
            for owner, name in zip(owners, names, strict=True)
        ],
        "actions": actions,
        "lists": [[visible(label)[:LONGEST_LABEL] for label in labels] for labels in lists],
        "mix": [-1 if number == unknown else number for number in mixes],
        "mixes": texts,
    }


def _nodes(game: ExtensiveGame) -> dict[str, Any]:
    """Return an integer for every node, its information set or -1 minus the row of its payoffs, and the payoffs."""
    first, second = game.leaf_payoffs
    one, place = np.unique(first.numerators, return_inverse=True)
    other, column = np.unique(second.numerators, return_inverse=True)
    pairs, row = np.unique(place * len(other) + column, return_inverse=True)
    code = game.infoset.astype(np.int64)
    code[game.leaves] = -1 - row
    payoffs = [
        [
            exact_text(Fraction(int(one[pair // len(other)]), first.denominator)),
            exact_text(Fraction(int(other[pair % len(other)]), second.denominator)),
        ]
        for pair in pairs.tolist()
    ]
    return {"nodes": code.tolist(), "payoffs": payoffs}
