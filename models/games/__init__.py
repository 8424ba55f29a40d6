"""Extensive games, ordered games and games of perfect information."""
