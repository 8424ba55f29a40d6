"""Answers for people and for programs: terminal tables, notebooks, JSON."""
