"""Operating system services: files, foreign text and archives, optional packages, signals and memory limits.

The modules may be imported anywhere in the package; they import only `seqform.errors` and each other.
"""
