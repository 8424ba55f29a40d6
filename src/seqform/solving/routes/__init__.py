"""Routes from classes of games to problems, and back to certified answers."""
