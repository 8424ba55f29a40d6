"""What makes one thing from another: games from files and rules, models from games."""

if __name__ != "seqform.builders":  # found through the current folder: there would be two copies of every class
    raise ImportError("import seqform.builders, not builders")

from seqform.builders.equitable_partition import Partition, equitable_partition, merge_equivalent
from seqform.builders.normal_form import (
    NormalForm,
    count_pure_strategies,
    normal_form_lp,
    reduced_normal_form,
)
from seqform.builders.sequence_form import behavior_profile, plan_constraints, sequence_form
from seqform.builders.zero_sum_lp import zero_sum_lp

__all__ = [
    "NormalForm",
    "Partition",
    "behavior_profile",
    "count_pure_strategies",
    "equitable_partition",
    "merge_equivalent",
    "normal_form_lp",
    "plan_constraints",
    "reduced_normal_form",
    "sequence_form",
    "zero_sum_lp",
]
