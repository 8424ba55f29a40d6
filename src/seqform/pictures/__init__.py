"""Pictures of games: trees with information sets, strategies and beliefs, as SVG, TikZ, PNG and PDF."""
