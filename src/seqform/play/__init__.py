"""Playing games: agents, and matches between them."""
