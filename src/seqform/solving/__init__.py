"""The pipeline: from a game and a concept to a certified equilibrium, by preprocessing steps, programs and backends."""

from seqform.system.packages import submodules

__getattr__ = submodules(__name__)
