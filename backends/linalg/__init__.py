"""Sparse factors of simplex and complementary bases, in doubles and residues, compiled."""
