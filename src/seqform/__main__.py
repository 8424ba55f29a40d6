"""`python -m seqform`."""

from seqform.cli import main

main()
