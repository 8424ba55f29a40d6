"""Interior-point methods for constant-sum games."""
