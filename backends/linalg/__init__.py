"""Linear algebra of the exact methods: sparse factors in doubles and residues, rational and polynomial systems."""
