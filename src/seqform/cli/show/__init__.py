"""Output that several commands share: sizes of games, ordered games, and plots."""
