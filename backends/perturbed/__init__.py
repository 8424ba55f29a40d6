"""Methods for linear programs with data that are polynomials in ε, for all small ε > 0."""
