"""The deck of 52 cards: hands of two cards, their strengths on a board, and ranges of them."""

from seqform.system.packages import submodules

__getattr__ = submodules(__name__)
