"""The public names of `seqform.models`."""

from seqform.models.answers.certificate import Certificate
from seqform.models.answers.equilibrium import Equilibrium, EquilibriumSet, FoundEquilibrium
from seqform.models.games.extensive import CHANCE, NONE, ExtensiveGame, InformationSets, Outcomes, breadth_first
from seqform.models.games.infosets import BestResponse, PlayerSequences, SequenceIndex
from seqform.models.numbers.exact import ExactArray, ExactMatrix
from seqform.models.numbers.polynomials import PolynomialArray
from seqform.models.programs.complementarity import (
    ComplementarityResiduals,
    LinearComplementarityProblem,
    PathStart,
    linear_complementarity_problem,
)
from seqform.models.programs.linear import Bounds, LinearProgram, Residuals
from seqform.models.programs.perturbed import PerturbedComplementarityProblem, PerturbedLinearProgram, PerturbedSolution
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.programs.solutions import (
    Basis,
    BasisStatus,
    ComplementaryPath,
    RawSolution,
    Termination,
)
from seqform.models.reduced import Reduced
from seqform.models.strategies.assessment import Assessment, Beliefs, EpsilonFamily, PlanFamily, limit_assessment
from seqform.models.strategies.behavior import (
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
