"""The public names of `seqform.builders`."""

from seqform.builders.forms.sequence_form import NormalForm as NormalForm
from seqform.builders.forms.sequence_form import behavior_profile as behavior_profile
from seqform.builders.forms.sequence_form import centroid as centroid
from seqform.builders.forms.sequence_form import completely_mixed as completely_mixed
from seqform.builders.forms.sequence_form import count_pure_strategies as count_pure_strategies
from seqform.builders.forms.sequence_form import normal_form_lp as normal_form_lp
from seqform.builders.forms.sequence_form import plan_constraints as plan_constraints
from seqform.builders.forms.sequence_form import plans_of as plans_of
from seqform.builders.forms.sequence_form import random_start as random_start
from seqform.builders.forms.sequence_form import reduced_normal_form as reduced_normal_form
from seqform.builders.forms.sequence_form import sequence_form as sequence_form
from seqform.builders.preprocess.constant_sum import constant_sum_game as constant_sum_game
from seqform.builders.preprocess.merge import Partition as Partition
from seqform.builders.preprocess.merge import equitable_partition as equitable_partition
from seqform.builders.preprocess.merge import merge_equivalent as merge_equivalent
from seqform.builders.preprocess.subgames import is_perfect_information as is_perfect_information
from seqform.builders.preprocess.subgames import perfect_information as perfect_information
from seqform.builders.preprocess.subgames import (
    perfect_information_subgames as perfect_information_subgames,
)
from seqform.builders.preprocess.subgames import replace_subgames as replace_subgames
from seqform.builders.programs.lcp import GameLcp as GameLcp
from seqform.builders.programs.lcp import best_response_start as best_response_start
from seqform.builders.programs.lcp import koller_megiddo_von_stengel as koller_megiddo_von_stengel
from seqform.builders.programs.lcp import normal_form_lcp as normal_form_lcp
from seqform.builders.programs.lcp import sequence_form_lcp as sequence_form_lcp
from seqform.builders.programs.lcp import shared_normal_form_lcp as shared_normal_form_lcp
from seqform.builders.programs.lcp import shared_sequence_form_lcp as shared_sequence_form_lcp
from seqform.builders.programs.perturbed_lcp import perturbed_lcp as perturbed_lcp
from seqform.builders.programs.perturbed_lp import p_epsilon as p_epsilon
from seqform.builders.programs.perturbed_lp import perturbed_lp as perturbed_lp
from seqform.builders.programs.perturbed_lp import q_epsilon as q_epsilon
from seqform.builders.programs.zero_sum_lp import zero_sum_lp as zero_sum_lp
from seqform.models.programs.complementarity import split_free as split_free
