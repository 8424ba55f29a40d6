"""Equilibria, certificates, evidence for refinements, and paths."""
