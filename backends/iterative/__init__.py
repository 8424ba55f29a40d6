"""Iterative methods on constant-sum games of any size: counterfactual regret minimisation and primal-dual gradients."""

from seqform.system.packages import submodules

__getattr__ = submodules(__name__)
