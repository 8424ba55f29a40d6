"""Random games with few payoffs, so that ties are frequent, with excluded moves of chance, and without labels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
from hypothesis import strategies as st
from small_games import Shape, random_game, random_matrix_game

import seqform as sf
from seqform.builders.games import catalog
from seqform.builders.games.formats.efg import parse_efg
from seqform.builders.games.formats.nfg import parse_nfg
from seqform.builders.games.tree import chance, leaf, move, tree
from seqform.models import CHANCE, ExactArray
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
    game: ExtensiveGame = sf.load(
        f"random-game({','.join(f'{name}={value}' for name, value in values.items())})"
    )
    return game


def small_constant_sum_game(rng: Random) -> ExtensiveGame:
    """Return a game with few pure strategies, often with ties, read from the text of one drawn without the library."""
    kind = rng.choice(("ties", "ties", "small", "fractions"))
    if rng.random() < 0.3:
        return parse_nfg(random_matrix_game(rng, constant_sum=True, kind=kind, most=4).to_nfg())
    return parse_efg(
        random_game(
            rng, Shape(inner=rng.choice((3, 5, 7)), constant_sum=True, numbers=kind)
        ).to_efg()
    )


# ---- chance's actions of probability 0 ----


def with_chance_zeros(game: ExtensiveGame, source: Random, share: float = 0.5) -> ExtensiveGame:
    """Return a game with some chance probabilities set to 0, and those left of the same move scaled up to sum to 1."""
    sets = game.information_sets
    probability = sets.probability.to_fractions()
    for row in np.flatnonzero(sets.player == CHANCE).tolist():
        first, last = sets.action_start[row : row + 2].tolist()
        kept = source.randrange(first, last)
        zero = [k for k in range(first, last) if k != kept and source.random() < share]
        left = 1 - sum((probability[k] for k in zero), Fraction(0))
        for k in range(first, last):
            probability[k] = Fraction(0) if k in zero else probability[k] / left
    return replace(game, information_sets=replace(sets, probability=ExactArray.of(probability)))


def game_with_chance_zeros(
    seed: int,
    depth: int = 4,
    *,
    chance: str = "1/3",
    merge: str = "1/4",
    payoffs: int = 2,
    zero_sum: bool = False,
) -> ExtensiveGame:
    """Return a random game with many ties, `merge=0` for perfect information, and chance probabilities of 0."""
    game = catalog.make(
        f"random-game(seed={seed},depth={depth},chance={chance},merge={merge},stop=1/20,payoffs={payoffs},"
        f"zero_sum={'true' if zero_sum else 'false'})"
    )
    return with_chance_zeros(game, Random(seed))


# ---- information sets without labels, as in Gambit's exports ----


def without_labels(game: ExtensiveGame, kept: Any = ()) -> ExtensiveGame:
    labels = tuple(
        label if k in kept else "" for k, label in enumerate(game.information_sets.labels)
    )
    return replace(game, information_sets=replace(game.information_sets, labels=labels))


def card(name: str, win: int) -> Any:
    raised = move(1, "r", {"meet": leaf(win), "pass": leaf(1)})
    return Fraction(1, 2), move(0, name, {"raise": raised, "fold": leaf(-1)})


POKER = without_labels(tree("poker", chance({"king": card("king", 2), "queen": card("queen", -2)})))
