"""Subgame perfect equilibria under perfect information: backward induction, and the best one (bestNash)."""

from seqform.backends.bestnash.backend import BestNashBackend, backward_induction, best_nash, nash_paying

__all__ = ["BestNashBackend", "backward_induction", "best_nash", "nash_paying"]
