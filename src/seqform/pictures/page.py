"""The tree of a game as one HTML page, with a tree that unfolds and a flow; it needs no network."""

from __future__ import annotations

import json
from base64 import b64encode
from dataclasses import asdict, dataclass
from html import escape
from typing import Any
from zlib import compress

import numpy as np

from seqform.errors import InputError
from seqform.io.pages import LONGEST_LABEL, exact_text, one_file, tree_data
from seqform.io.style import THEMES
from seqform.models.answers.certificate import Certificate
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.exact import ExactArray, Number
from seqform.models.numbers.text import counted, short
from seqform.pictures.view import TreeSource
from seqform.system.foreign_text import visible
from seqform.verify.nash import infoset_reach

VIEWS = ("tree", "flow")

MOST_PAGE_NODES = 2_000_000
"""Nodes of the largest game that a page holds."""

PACKED_FROM = 50_000
"""From so many nodes on, the data of a page is compressed, and the page begins with the flow."""


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
        "title": visible(game.title)[:LONGEST_LABEL],
        "players": [visible(name)[:LONGEST_LABEL] for name in game.players],
        "profile": profile is not None,
        "exact": profile is None or all(strategy.exact for strategy in profile),
        "themes": {name: asdict(colors) for name, colors in THEMES.items()},
        "theme": theme,
        "view": view or ("flow" if packed else "tree"),
        "budget": nodes,
        "worth": [] if certificate is None else [exact_text(value) for value in certificate.values],
        **tree_data(game, profile),
        "beliefs": _beliefs(source),
    }
    text = json.dumps(data, separators=(",", ":"))
    kind = "application/json"
    if packed:
        kind, text = "application/octet-stream", b64encode(compress(text.encode())).decode()
    parts = {
        "title": escape(data["title"]),
        "caption": escape(_caption(game, certificate)),
        "kind": kind,
        "data": text.replace("<", "\\u003c"),
    }
    return one_file(__package__, ("page.html", "page.css", "page.js"), parts)


def _caption(game: ExtensiveGame, certificate: Certificate | None) -> str:
    parts = [counted(len(game), "node")]
    if certificate is not None:
        worth = zip(certificate.values, game.players, strict=True)
        parts.append("worth " + ", ".join(f"{_shown(value)} to {visible(name)[:40]}" for value, name in worth))
        parts.append(str(certificate))
    return "; ".join(parts)


def _shown(value: Number) -> str:
    return short(value).replace("-", "−")


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
    return {str(node): exact_text(source.beliefs[node]) for node in nodes}
