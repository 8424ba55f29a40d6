"""Routes of games with ordered signals, and the drafts of their plans."""
