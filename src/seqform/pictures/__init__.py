"""Pictures of games: trees with information sets, strategies and beliefs, as SVG, TikZ, PNG and PDF."""

from seqform.system.packages import submodules

__getattr__ = submodules(__name__)
