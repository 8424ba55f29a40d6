"""Files, text from outside, optional packages, signals and memory limits: what every module may import.

Nothing here imports anything of the package but `seqform.errors` and modules of this folder.
"""
