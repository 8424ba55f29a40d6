"""Trees of perfect information: backward induction, and the best subgame perfect equilibrium (bestNash)."""
