"""Readers, writers and converters of game formats."""
