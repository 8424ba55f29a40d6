"""Iterative methods on constant-sum games of any size: counterfactual regret minimisation and primal-dual gradients."""
