"""Exact vectors and matrices, polynomials, and numbers as text."""
