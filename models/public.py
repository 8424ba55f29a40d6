"""The public names of `seqform.models`."""

from seqform.models.answers.certificate import Certificate as Certificate
from seqform.models.answers.equilibrium import Equilibrium as Equilibrium
from seqform.models.answers.equilibrium import EquilibriumSet as EquilibriumSet
from seqform.models.answers.equilibrium import FoundEquilibrium as FoundEquilibrium
from seqform.models.games.extensive import CHANCE as CHANCE
from seqform.models.games.extensive import NONE as NONE
from seqform.models.games.extensive import ExtensiveGame as ExtensiveGame
from seqform.models.games.extensive import InformationSets as InformationSets
from seqform.models.games.extensive import Outcomes as Outcomes
from seqform.models.games.extensive import breadth_first as breadth_first
from seqform.models.games.infosets import BestResponse as BestResponse
from seqform.models.games.infosets import PlayerSequences as PlayerSequences
from seqform.models.games.infosets import SequenceIndex as SequenceIndex
from seqform.models.numbers.exact import ExactArray as ExactArray
from seqform.models.numbers.exact import ExactMatrix as ExactMatrix
from seqform.models.numbers.polynomials import PolynomialArray as PolynomialArray
from seqform.models.programs.complementarity import (
    ComplementarityResiduals as ComplementarityResiduals,
)
from seqform.models.programs.complementarity import (
    LinearComplementarityProblem as LinearComplementarityProblem,
)
from seqform.models.programs.complementarity import PathStart as PathStart
from seqform.models.programs.complementarity import (
    linear_complementarity_problem as linear_complementarity_problem,
)
from seqform.models.programs.linear import Bounds as Bounds
from seqform.models.programs.linear import LinearProgram as LinearProgram
from seqform.models.programs.linear import Residuals as Residuals
from seqform.models.programs.perturbed import (
    PerturbedComplementarityProblem as PerturbedComplementarityProblem,
)
from seqform.models.programs.perturbed import PerturbedLinearProgram as PerturbedLinearProgram
from seqform.models.programs.perturbed import PerturbedSolution as PerturbedSolution
from seqform.models.programs.sequence_form import SequenceForm as SequenceForm
from seqform.models.programs.solutions import Basis as Basis
from seqform.models.programs.solutions import BasisStatus as BasisStatus
from seqform.models.programs.solutions import ComplementaryPath as ComplementaryPath
from seqform.models.programs.solutions import RawSolution as RawSolution
from seqform.models.programs.solutions import Termination as Termination
from seqform.models.reduced import Reduced as Reduced
from seqform.models.strategies.assessment import Assessment as Assessment
from seqform.models.strategies.assessment import Beliefs as Beliefs
from seqform.models.strategies.assessment import EpsilonFamily as EpsilonFamily
from seqform.models.strategies.assessment import PlanFamily as PlanFamily
from seqform.models.strategies.assessment import limit_assessment as limit_assessment
from seqform.models.strategies.behavior import BehaviorProfile as BehaviorProfile
from seqform.models.strategies.behavior import BehaviorStrategy as BehaviorStrategy
from seqform.models.strategies.behavior import MixedStrategy as MixedStrategy
from seqform.models.strategies.behavior import RealizationPlan as RealizationPlan
from seqform.models.strategies.behavior import RealizationPlans as RealizationPlans
