"""Linear, complementarity and mixed-integer programs of games."""

from seqform.system.packages import submodules

__getattr__ = submodules(__name__)
