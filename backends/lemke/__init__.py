"""Lemke's algorithm for linear complementarity problems, in exact arithmetic."""
