"""Forms of a game: sequence form, reduced normal form, class game."""
