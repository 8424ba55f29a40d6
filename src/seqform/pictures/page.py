"""The tree of a game as one HTML page, with a tree that unfolds and a flow; it needs no network."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import Any
from zlib import compress

import numpy as np

from seqform.errors import InputError
from seqform.io.style import THEMES
from seqform.models.answers.certificate import Certificate
from seqform.models.games.extensive import CHANCE, ExtensiveGame
from seqform.models.numbers.exact import ExactArray, Number
from seqform.models.numbers.text import counted, short, write_rational
from seqform.models.strategies.behavior import BehaviorProfile
from seqform.pictures.view import TreeSource
from seqform.system.foreign_text import visible
from seqform.verify.nash import infoset_reach

VIEWS = ("tree", "flow")

MOST_PAGE_NODES = 2_000_000
"""Nodes of the largest game that a page holds."""

PACKED_FROM = 50_000
"""From so many nodes on, the data of a page is compressed, and the page begins with the flow."""

_LONGEST_TEXT = 300


@dataclass(frozen=True)
class Frame:
    """A page that a notebook shows in a frame of its own; `html` is the whole page, for a file."""

    html: str
    height: int = 640

    def _repr_html_(self) -> str:
        style = f"width:100%;height:{self.height}px;border:1px solid #8886;border-radius:6px"
        return f'<iframe sandbox="allow-scripts" style="{style}" srcdoc="{escape(self.html)}"></iframe>'


def page_refusal(title: str) -> InputError:
    """Return the error for a game that is too large for a page."""
    return InputError(
        f"{visible(title)}: a page has at most {MOST_PAGE_NODES:,} nodes; draw a part with --at SET, a static picture "
        "with --nodes N -o FILE.svg, or strategies with `seqform chart`"
    )


def tree_page(
    source: TreeSource, certificate: Certificate | None, theme: str, view: str | None, nodes: int | None
) -> str:
    """Return the page of a game: one integer per node, and texts once per information set.

    Parents, reach, values and beliefs are computed in the browser. `view` is one of `VIEWS`, by default the flow for
    large games; so many `nodes` are open at first, by default as many as are legible.
    """
    game, profile = source.game, source.profile
    if len(game) > MOST_PAGE_NODES:
        raise page_refusal(game.title)
    packed = len(game) > PACKED_FROM
    data: dict[str, Any] = {
        "title": visible(game.title)[:_LONGEST_TEXT],
        "players": [visible(name)[:_LONGEST_TEXT] for name in game.players],
        "profile": profile is not None,
        "exact": profile is None or all(strategy.exact for strategy in profile),
        "themes": {name: asdict(colors) for name, colors in THEMES.items()},
        "theme": theme,
        "view": view or ("flow" if packed else "tree"),
        "budget": nodes,
        "worth": [] if certificate is None else [_text(value) for value in certificate.values],
        **_sets(game, profile),
        **_nodes(game),
        "beliefs": _beliefs(source),
    }
    text = json.dumps(data, separators=(",", ":"))
    kind = "application/json"
    if packed:
        kind, text = "application/octet-stream", b64encode(compress(text.encode())).decode()
    script, style = (files(__package__).joinpath(name).read_text("utf-8") for name in ("page.js", "page.css"))
    parts = {
        "title": escape(data["title"]),
        "caption": escape(_caption(game, certificate)),
        "kind": kind,
        "data": text.replace("<", "\\u003c"),
        "script": script,
        "style": style,
        "script_hash": _hash(script),
        "style_hash": _hash(style),
    }
    template = files(__package__).joinpath("page.html").read_text("utf-8")
    return re.sub(r"\{\{(\w+)\}\}", lambda match: parts[match[1]], template)


def _caption(game: ExtensiveGame, certificate: Certificate | None) -> str:
    parts = [counted(len(game), "node")]
    if certificate is not None:
        worth = zip(certificate.values, game.players, strict=True)
        parts.append("worth " + ", ".join(f"{_shown(value)} to {visible(name)[:40]}" for value, name in worth))
        parts.append(str(certificate))
    return "; ".join(parts)


def _shown(value: Number) -> str:
    return short(value).replace("-", "−")


def _hash(text: str) -> str:
    return b64encode(sha256(text.encode()).digest()).decode()


def _text(value: Number) -> str:
    return write_rational(Fraction(value)) if isinstance(value, int | Fraction) else repr(value).removesuffix(".0")


def _numbered(values: Iterable[Hashable]) -> tuple[list[int], list[Any]]:
    """Return the number of every value among the distinct ones, and these."""
    number: dict[Hashable, int] = {}
    return [number.setdefault(value, len(number)) for value in values], list(number)


def _sets(game: ExtensiveGame, profile: BehaviorProfile | None) -> dict[str, Any]:
    """Return owner, name, actions and probabilities of every information set; -1 for unknown probabilities."""
    sets, names = game.information_sets, game.infoset_names
    owners, starts = sets.player.tolist(), sets.action_start.tolist()
    actions, lists = _numbered(map(sets.actions, range(len(sets))))
    chances, strategies = sets.probability.numerators.tolist(), () if profile is None else tuple(profile)
    written: dict[Any, str] = {}

    def mix(row: int) -> tuple[str, ...] | None:
        values: Sequence[Any]
        if owners[row] == CHANCE:
            values = [(part, sets.probability.denominator) for part in chances[starts[row] : starts[row + 1]]]
        elif strategies:
            strategy = strategies[owners[row]]
            place = strategy.index.row_of[names[row]]
            values = strategy.probabilities[slice(*strategy.index.first_sequence[place : place + 2])].tolist()
        else:
            return None
        for value in values:
            if value not in written:
                written[value] = _text(Fraction(*value) if isinstance(value, tuple) else value)
        return tuple(written[value] for value in values)

    mixes, texts = _numbered(map(mix, range(len(sets))))
    unknown = texts.index(None) if None in texts else -1
    return {
        "owner": owners,
        "name": [
            "" if owner == CHANCE else visible(name)[:_LONGEST_TEXT] for owner, name in zip(owners, names, strict=True)
        ],
        "actions": actions,
        "lists": [[visible(label)[:_LONGEST_TEXT] for label in labels] for labels in lists],
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
            _text(Fraction(int(one[pair // len(other)]), first.denominator)),
            _text(Fraction(int(other[pair % len(other)]), second.denominator)),
        ]
        for pair in pairs.tolist()
    ]
    return {"nodes": code.tolist(), "payoffs": payoffs}


def _beliefs(source: TreeSource) -> dict[str, str]:
    """Return the beliefs of the assessment, if any, at the nodes of the information sets that play never reaches."""
    game = source.game
    if source.profile is None or source.beliefs is None:
        return {}
    unreached = np.zeros(len(game.information_sets) + 1, dtype=bool)
    for player, sequences in enumerate(game.sequences):
        reach = infoset_reach(game, source.profile, player)
        values = reach.numerators if isinstance(reach, ExactArray) else reach
        unreached[sequences.infosets[np.asarray(values == 0, dtype=bool)]] = True
    nodes = np.flatnonzero(unreached[game.infoset]).tolist()
    return {str(node): _text(source.beliefs[node]) for node in nodes}
