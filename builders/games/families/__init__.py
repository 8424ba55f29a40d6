"""Game families of the catalog, one module each."""
