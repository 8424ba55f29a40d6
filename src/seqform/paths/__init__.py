"""Paths of Lemke's algorithm on games: single traces, and the equilibria at the ends of many paths."""
