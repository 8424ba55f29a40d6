"""Sweeps: many cases from one declaration, each kept as a row, whatever became of it."""
