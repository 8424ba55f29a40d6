"""Extensive games from files, from rules, from other programs, and by name."""
