"""GameShrink (Gilpin & Sandholm 2006): smaller games by merging isomorphic signals."""

from seqform.builders.preprocess.gameshrink.merging import coarse_to_fine, game_shrink, player_filter

__all__ = ["coarse_to_fine", "game_shrink", "player_filter"]
