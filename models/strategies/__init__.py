"""Strategies, profiles, families in ε, and beliefs."""
