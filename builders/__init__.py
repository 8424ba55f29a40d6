"""What makes one thing from another: games from files and rules, models from games."""

if __name__ != "seqform.builders":  # found through the current folder: there would be two copies of every class
    raise ImportError("import seqform.builders, not builders")

from seqform.builders.best_response_start import best_response_start
from seqform.builders.equitable_partition import Partition, equitable_partition, merge_equivalent
from seqform.builders.game_lcp import GameLcp
from seqform.builders.koller_megiddo_von_stengel import koller_megiddo_von_stengel
from seqform.builders.normal_form import (
    NormalForm,
    count_pure_strategies,
    normal_form_lp,
    reduced_normal_form,
)
from seqform.builders.normal_form_lcp import normal_form_lcp, shared_normal_form_lcp
from seqform.builders.perfect_information import is_perfect_information, perfect_information
from seqform.builders.perturbed_lcp import perturbed_lcp
from seqform.builders.perturbed_lp import p_epsilon, perturbed_lp, q_epsilon
from seqform.builders.sequence_form import behavior_profile, plan_constraints, sequence_form
from seqform.builders.sequence_form_lcp import sequence_form_lcp, shared_sequence_form_lcp
from seqform.builders.solved_subgames import perfect_information_subgames, replace_subgames
from seqform.builders.starting_plans import centroid, completely_mixed, plans_of, random_start
from seqform.builders.zero_sum_lp import zero_sum_lp
from seqform.models.split_free import split_free

__all__ = [
    "GameLcp",
    "NormalForm",
    "Partition",
    "behavior_profile",
    "best_response_start",
    "centroid",
    "completely_mixed",
    "count_pure_strategies",
    "equitable_partition",
    "is_perfect_information",
    "koller_megiddo_von_stengel",
    "merge_equivalent",
    "normal_form_lcp",
    "normal_form_lp",
    "p_epsilon",
    "perfect_information",
    "perfect_information_subgames",
    "perturbed_lcp",
    "perturbed_lp",
    "plan_constraints",
    "plans_of",
    "q_epsilon",
    "random_start",
    "reduced_normal_form",
    "replace_subgames",
    "sequence_form",
    "sequence_form_lcp",
    "shared_normal_form_lcp",
    "shared_sequence_form_lcp",
    "split_free",
    "zero_sum_lp",
]
