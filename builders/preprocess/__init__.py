"""Reductions of games and programs to smaller ones."""
