"""Linear, complementarity and mixed-integer programs of games."""
