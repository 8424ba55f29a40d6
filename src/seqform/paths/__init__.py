"""Several equilibria of one game: at the ends of Lemke paths, single traces of these, and all of a small game."""
