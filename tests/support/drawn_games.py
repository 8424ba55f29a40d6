"""Random games of the catalog, drawn by Hypothesis, with few payoffs, so that ties and zeros are frequent."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from hypothesis import strategies as st
from small_games import Shape, random_game, random_matrix_game

import seqform as sf
from seqform.builders.games.formats.efg import parse_efg
from seqform.builders.games.formats.nfg import parse_nfg
from seqform.models.games.extensive import ExtensiveGame

MERGED = ("1/4", "1/2", "3/4")


@st.composite
def drawn_games(draw: st.DrawFn, *, zero_sum: bool, merge: Sequence[str] = MERGED) -> ExtensiveGame:
    """Draw a game of at most five moves on a path."""
    values = {
        "seed": draw(st.integers(0, 10**6)),
        "depth": draw(st.sampled_from((3, 4, 4, 5))),
        "max_actions": draw(st.sampled_from((2, 2, 3))),
        "payoffs": draw(st.integers(1, 3)),
        "chance": draw(st.sampled_from(("0", "1/10", "1/4"))),
        "stop": draw(st.sampled_from(("1/10", "1/5"))),
        "merge": draw(st.sampled_from(merge)),
        "zero_sum": str(zero_sum).lower(),
    }
    game: ExtensiveGame = sf.load(f"random-game({','.join(f'{name}={value}' for name, value in values.items())})")
    return game


def small_constant_sum_game(rng: Random) -> ExtensiveGame:
    """Return a game with few pure strategies, often with ties, read from the text of one drawn without the library."""
    kind = rng.choice(("ties", "ties", "small", "fractions"))
    if rng.random() < 0.3:
        return parse_nfg(random_matrix_game(rng, constant_sum=True, kind=kind, most=4).to_nfg())
    return parse_efg(random_game(rng, Shape(inner=rng.choice((3, 5, 7)), constant_sum=True, numbers=kind)).to_efg())
