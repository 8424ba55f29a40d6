"""Rhode Island Hold'em with its lossless and its published filters, made once in a process."""

from __future__ import annotations

from functools import cache

from seqform.builders.abstraction.filters import equitable_filters
from seqform.builders.games.ordered.poker import rhode_island
from seqform.builders.preprocess.gameshrink import game_shrink
from seqform.models.games.abstraction import Filters
from seqform.models.games.ordered import OrderedGame


@cache
def whole_game() -> OrderedGame:
    return rhode_island("rhode-island")


@cache
def lossless_filters() -> Filters:
    return equitable_filters(whole_game())


@cache
def published_filters() -> Filters:
    return game_shrink(whole_game())
