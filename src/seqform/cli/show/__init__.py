"""Output that several commands share: tables of sizes and of ordered games, and plots."""
