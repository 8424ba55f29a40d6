"""The pipeline from a game to a certified answer: concepts, preprocessing steps, and the resolution of options."""
