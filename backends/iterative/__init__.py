"""First-order methods on class games: the payoff operator, regret matching, and what runs them."""
