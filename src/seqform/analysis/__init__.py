"""Analysis of strategies: payoffs in play, extreme optimal strategies, blunders and comparisons."""

from seqform.system.packages import submodules

__getattr__ = submodules(__name__)
