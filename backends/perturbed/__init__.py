"""Methods for linear programs whose right-hand side and objective are polynomials in ε."""
