"""Complementary pivoting on linear complementarity problems: Lemke's algorithm, exactly."""
