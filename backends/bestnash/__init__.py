"""Subgame perfect equilibria under perfect information: backward induction, and the best one (bestNash)."""
