"""What things are: frozen data that checks itself. No solving here."""

if __name__ != "seqform.models":  # found through the current folder: there would be two copies of every class
    raise ImportError("import seqform.models, not models")

from seqform.models.assessment import Assessment, Beliefs, limit_assessment
from seqform.models.breadth_first import breadth_first
from seqform.models.certificate import Certificate
from seqform.models.complementary_path import ComplementaryPath, PathStart
from seqform.models.epsilon_family import EpsilonFamily, PlanFamily
from seqform.models.equilibrium import Equilibrium
from seqform.models.equilibrium_set import EquilibriumSet, FoundEquilibrium
from seqform.models.exact import ExactArray, ExactMatrix
from seqform.models.game import ExtensiveGame
from seqform.models.game_tables import CHANCE, NONE, InformationSets, Outcomes
from seqform.models.linear_complementarity import (
    ComplementarityResiduals,
    LinearComplementarityProblem,
    linear_complementarity_problem,
)
from seqform.models.linear_program import Bounds, LinearProgram, Residuals
from seqform.models.perturbed_complementarity import PerturbedComplementarityProblem
from seqform.models.perturbed_linear_program import PerturbedLinearProgram
from seqform.models.perturbed_solution import PerturbedSolution
from seqform.models.polynomials import PolynomialArray
from seqform.models.raw_solution import Basis, BasisStatus, RawSolution, Termination
from seqform.models.reduced import Reduced
from seqform.models.sequence_form import SequenceForm
from seqform.models.sequences import BestResponse, PlayerSequences, SequenceIndex
from seqform.models.strategies import (
    BehaviorProfile,
    BehaviorStrategy,
    MixedStrategy,
    RealizationPlan,
    RealizationPlans,
)

__all__ = [
    "CHANCE",
    "NONE",
    "Assessment",
    "Basis",
    "BasisStatus",
    "BehaviorProfile",
    "BehaviorStrategy",
    "Beliefs",
    "BestResponse",
    "Bounds",
    "Certificate",
    "ComplementarityResiduals",
    "ComplementaryPath",
    "EpsilonFamily",
    "Equilibrium",
    "EquilibriumSet",
    "ExactArray",
    "ExactMatrix",
    "ExtensiveGame",
    "FoundEquilibrium",
    "InformationSets",
    "LinearComplementarityProblem",
    "LinearProgram",
    "MixedStrategy",
    "Outcomes",
    "PathStart",
    "PerturbedComplementarityProblem",
    "PerturbedLinearProgram",
    "PerturbedSolution",
    "PlanFamily",
    "PlayerSequences",
    "PolynomialArray",
    "RawSolution",
    "RealizationPlan",
    "RealizationPlans",
    "Reduced",
    "Residuals",
    "SequenceForm",
    "SequenceIndex",
    "Termination",
    "breadth_first",
    "limit_assessment",
    "linear_complementarity_problem",
]
