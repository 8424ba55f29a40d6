"""The public names of `seqform.verify`."""

from seqform.verify.consistent import consistency as consistency
from seqform.verify.nash import best_response as best_response
from seqform.verify.nash import certify as certify
from seqform.verify.nash import payoff_per_sequence as payoff_per_sequence
from seqform.verify.perturbed import quasi_perfection as quasi_perfection
from seqform.verify.sequential import sequential_regrets as sequential_regrets
from seqform.verify.subgames import certify_subgame_perfect as certify_subgame_perfect
from seqform.verify.subgames import subgame_deviation as subgame_deviation
from seqform.verify.subgames import subgame_perfect_violation as subgame_perfect_violation
