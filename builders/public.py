"""The public names of `seqform.builders`."""

from seqform.builders.forms.sequence_form import (
    NormalForm,
    behavior_profile,
    count_pure_strategies,
    normal_form_lp,
    plan_constraints,
    reduced_normal_form,
    sequence_form,
)
from seqform.builders.forms.starts import centroid, completely_mixed, plans_of, random_start
from seqform.builders.preprocess.merge import Partition, equitable_partition, merge_equivalent
from seqform.builders.preprocess.subgames import (
    is_perfect_information,
    perfect_information,
    perfect_information_subgames,
    replace_subgames,
)
from seqform.builders.programs.lcp import (
    GameLcp,
    best_response_start,
    koller_megiddo_von_stengel,
    normal_form_lcp,
    sequence_form_lcp,
    shared_normal_form_lcp,
    shared_sequence_form_lcp,
)
from seqform.builders.programs.perturbed_lcp import perturbed_lcp
from seqform.builders.programs.perturbed_lp import p_epsilon, perturbed_lp, q_epsilon
from seqform.builders.programs.zero_sum_lp import zero_sum_lp
from seqform.models.programs.complementarity import split_free

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
