"""Results as tables: for terminals, notebooks, data frames, CSV, Markdown and LaTeX."""
