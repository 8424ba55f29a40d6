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
from seqform.io.figures import THEMES
from seqform.io.pages import LONGEST_LABEL, exact_text, one_file, set_data, tree_data
from seqform.models.answers.certificate import Certificate
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.exact import ExactArray
from seqform.models.numbers.text import counted, short
from seqform.models.strategies.tables import infoset_reach
from seqform.pictures.signalling import SignallingRoles
from seqform.pictures.visible import TreeSource
from seqform.system.foreign_text import visible

VIEWS = ("tree", "flow")

MOST_PAGE_NODES = 2_000_000
"""Nodes of the largest game that a page holds."""

PACKED_FROM = 50_000
"""From so many nodes on, the data of a page is compressed, and the page begins with the flow."""


@dataclass(frozen=True)
class PageFrame:
    """A page that a notebook shows in a frame of its own; `html` is the whole page, for a file."""

    html: str
    height: int = 640

    def _repr_html_(self) -> str:
        style = f"width:100%;height:{self.height}px;border:1px solid #8886;border-radius:6px"
        return f'<iframe sandbox="allow-scripts" style="{style}" srcdoc="{escape(self.html)}"></iframe>'


def fits_on_page(game: ExtensiveGame) -> bool:
    """Return whether a game is small enough for a page."""
    return len(game) <= MOST_PAGE_NODES


def page_refusal(title: str) -> InputError:
    """Return the error for a game that is too large for a page."""
    return InputError(
        f"{visible(title)}: a page has at most {MOST_PAGE_NODES:,} nodes; draw a part with --at SET, a static picture "
        "with --nodes N -o FILE.svg, or strategies with `seqform chart`"
    )


@dataclass(frozen=True)
class Shown:
    """The state in which a page opens.

    - `view`: One of `VIEWS`; by default the flow for large games.
    - `nodes`: So many nodes are open; by default as many as are legible.
    - `at`: The information set from which on nodes are open.
    - `depth`: So many moves are open.
    - `signalling`: The nodes of a game that is drawn as a signalling game as long as nothing is folded.
    """

    theme: str = "light"
    view: str | None = None
    nodes: int | None = None
    at: str | None = None
    depth: int | None = None
    signalling: SignallingRoles | None = None


@dataclass(frozen=True)
class PageProfile:
    """A profile on a page: the game with it, its certificate, and its name beside another one."""

    source: TreeSource
    certificate: Certificate | None
    name: str = ""


def tree_page(first: PageProfile, other: PageProfile | None = None, shown: Shown = Shown()) -> str:
    """Return the page of a game with one profile, or none, or two: an integer per node, texts once per set.

    Parents, reach, values and beliefs are computed in the browser.
    """
    source = first.source
    game = source.game
    if not fits_on_page(game):
        raise page_refusal(game.title)
    is_packed = len(game) > PACKED_FROM
    names: list[str] = []
    start: list[int] = []
    second: dict[str, Any] | None = None
    if shown.at is not None:
        start = [node for node, _ in source.members(shown.at)]
    if other is not None:
        names = [visible(side.name)[:LONGEST_LABEL] for side in (first, other)]
        second = {**set_data(game, other.source.profile), **_about(other)}
    data: dict[str, Any] = {
        "title": visible(game.title)[:LONGEST_LABEL],
        "players": [visible(name)[:LONGEST_LABEL] for name in game.players],
        "profile": source.profile is not None,
        "themes": {name: asdict(colors) for name, colors in THEMES.items()},
        "theme": shown.theme,
        "view": shown.view or ("flow" if is_packed else "tree"),
        "budget": shown.nodes,
        "start": start,
        "depth": shown.depth,
        "signalling": None if shown.signalling is None else asdict(shown.signalling),
        **tree_data(game, source.profile),
        **_about(first),
        "names": names,
        "other": second,
    }
    text = json.dumps(data, separators=(",", ":"))
    content_type = "application/json"
    if is_packed:
        content_type = "application/octet-stream"
        text = b64encode(compress(text.encode())).decode()
    parts = {
        "title": escape(data["title"]),
        "caption": escape(_caption(first, other)),
        "kind": content_type,
        "data": text.replace("<", "\\u003c"),
    }
    return one_file(__package__, ("page.html", "page.css", "page.js"), parts)


def _about(side: PageProfile) -> dict[str, Any]:
    profile = side.source.profile
    worth = []
    if side.certificate is not None:
        worth = [exact_text(value) for value in side.certificate.values]
    return {
        "exact": profile is None or all(strategy.exact for strategy in profile),
        "worth": worth,
        "beliefs": _beliefs(side.source),
    }


def _caption(first: PageProfile, other: PageProfile | None) -> str:
    game = first.source.game
    parts = [counted(len(game), "node")]
    for side in (first, other):
        if side is None or side.certificate is None:
            continue
        values = []
        for value, player in zip(side.certificate.values, game.players, strict=True):
            values.append(f"{short(value).replace('-', '−')} to {visible(player)[:40]}")
        worth = f"worth {', '.join(values)}"
        if other is not None:
            worth = f"{visible(side.name)[:40]}: {worth}"
        parts += [worth, str(side.certificate)]
    return "; ".join(parts)


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
