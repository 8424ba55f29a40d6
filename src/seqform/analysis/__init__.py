"""Analysis of strategies: payoffs in play, extreme optimal strategies, blunders and comparisons."""
