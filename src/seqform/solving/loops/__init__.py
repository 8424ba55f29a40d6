"""Computations that call backends in rounds: restricted programs, finer abstractions, subgames, measures."""
