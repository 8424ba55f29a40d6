"""What there is to choose where a refinement is asked for.

What there is to choose where a subgame perfect equilibrium is asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from seqform.errors import ModelError
from seqform.models.answers.objectives import Objective, ObjectiveLike, Payoffs, objective
from seqform.models.numbers.text import shown_rational
from seqform.solving.pipeline import SOLVE_SUBGAMES
from seqform.solving.starts import Start

SUBGAME_PERFECT = "subgame-perfect"
"""The concept's name."""

MIXED_INTEGER_BACKEND = "highs"
"""The backend that stands for the mixed-integer program, where chance moves."""


@dataclass(frozen=True)
class SubgamePerfectChoices:
    """Which of a game's subgame perfect equilibria is wanted; any, if nothing is said.

    Attributes
    ----------
    objective : Objective, optional
        The best one by this measure.
    payoffs : two fractions, optional
        One that pays this.
    mixing : bool
        Whether players may mix at positions where they are indifferent.
    backend : str, optional
        "highs" for the mixed-integer program where chance moves.

    Raises
    ------
    ModelError
        If both are given, or mixing is forbidden where nothing is asked for.
    """

    objective: Objective | None = None
    payoffs: Payoffs | None = None
    mixing: bool = True
    backend: str | None = None

    def __post_init__(self) -> None:
        if self.objective is not None and self.payoffs is not None:
            raise ModelError("objective and payoffs: an equilibrium is chosen by one of the two; leave one out")
        if not self.mixing and not self.chooses:
            raise ModelError("mixing: of meaning only with an objective or payoffs; leave it out")

    @property
    def chooses(self) -> bool:
        """Whether some equilibria are wanted more than others."""
        return self.objective is not None or self.payoffs is not None

    @property
    def status(self) -> str:
        """The status of an exact answer: by which measure it is best, and among which equilibria."""
        found = "attained" if self.objective is None else f"best by {self.objective.name}"
        return found if self.mixing else f"{found}, in pure moves"


def subgame_perfect_choices(
    wanted: ObjectiveLike | None, payoffs: object, *, mixing: bool = True, backend: str | None = None
) -> SubgamePerfectChoices:
    """Return the choices, checked.

    Raises
    ------
    ModelError
        If there is no such objective, or the payoffs are not two rational numbers.
    """
    chosen = None if wanted is None else objective(wanted)
    return SubgamePerfectChoices(chosen, None if payoffs is None else _pair(payoffs), mixing, backend)


def require_choices_meaning(
    choices: SubgamePerfectChoices, concept: str, preprocess: Sequence[str] | None, **given: object
) -> None:
    """Refuse choices that mean nothing for the concept and the steps taken before.

    Parameters
    ----------
    **given
        What else was asked for, None if as usual: start, backend, formulation, player, max_gap.

    Raises
    ------
    ModelError
        If something given means nothing.
    """
    steps = preprocess or ()
    if concept == SUBGAME_PERFECT:
        if choices.backend == MIXED_INTEGER_BACKEND and choices.chooses:
            given["backend"] = None
        wanted = {"preprocess": steps, **given, "formulation": given.get("formulation") != "sequence-form"}
        meaningless = [name for name, value in wanted.items() if value]
        if meaningless:
            raise ModelError(f"{meaningless[0]}: of no meaning for {concept} equilibria; leave it out")
        return
    if SOLVE_SUBGAMES not in steps and choices.chooses:
        name = "payoffs" if choices.objective is None else "objective"
        raise ModelError(
            f"{name}: for {SUBGAME_PERFECT} equilibria and the preprocessor {SOLVE_SUBGAMES}, "
            f"not for concept {concept!r} without it"
        )
    if SOLVE_SUBGAMES in steps and (choices.payoffs is not None or not choices.mixing):
        raise ModelError(f"{SOLVE_SUBGAMES}: takes an objective only; leave payoffs and mixing out")
    if SOLVE_SUBGAMES in steps and concept != "nash":
        raise ModelError(f"{SOLVE_SUBGAMES}: the answer is a Nash equilibrium, not proven {concept}; leave it out")
    if SOLVE_SUBGAMES in steps and given.get("start") is not None:
        raise ModelError(f"{SOLVE_SUBGAMES}: a start is a start of the whole problem; leave one of the two out")


def _pair(payoffs: object) -> Payoffs:
    if isinstance(payoffs, tuple | list) and len(payoffs) == 2:
        first, second = payoffs
        if isinstance(first, int | Fraction) and isinstance(second, int | Fraction):
            return Fraction(first), Fraction(second)
    raise ModelError(f"payoffs: two whole numbers or fractions expected, not {payoffs!r}")


METHODS = {
    "stable-basis": "a solver's basis at a small ε, and pivots until it is optimal for all small ε",
    "symbolic": "the simplex method with ε an indeterminate, for small games",
    "bound": "an exact LP at an ε below the bound of Miltersen & Sørensen's Lemma 2.1, for small games",
    "numeric": "a solver at one number ε, which proves nothing",
}
"""Ways to solve the perturbed linear program of a constant-sum game."""

STABLE_BASIS, NUMERIC = "stable-basis", "numeric"

EXTENSIVE_FORM_PERFECT = "extensive-form-perfect"

REFINEMENTS = {
    "sequential": "sequential",
    "quasi-perfect": "quasi-perfect",
    EXTENSIVE_FORM_PERFECT: "extensive-form perfect",
}
"""The concepts that are computed by perturbation, and the check of a certificate that has to hold for each.

What is computed for the first two is the same.
"""


@dataclass(frozen=True)
class RefinementChoices:
    """What there is to choose on this route; as in `seqform.solving.api.solve`.

    Raises
    ------
    ModelError
        If the method is unknown, or ε no number between 0 and 1, or has no meaning for the method.
    """

    player: int = 0
    method: str = STABLE_BASIS
    epsilon: Fraction | None = None
    preprocess: Sequence[str] = ()
    start: Start | None = None

    def __post_init__(self) -> None:
        if self.method not in METHODS:
            raise ModelError(f"unknown method {self.method!r}; known: {', '.join(METHODS)}")
        epsilon = self.epsilon
        if epsilon is None:
            return
        if isinstance(epsilon, bool) or not isinstance(epsilon, int | Fraction):
            raise ModelError(f"epsilon: a fraction expected, not {epsilon!r}; Fraction(1, 1000) for a thousandth")
        if not 0 < epsilon < 1:
            raise ModelError(f"epsilon: a number between 0 and 1 expected, not {shown_rational(Fraction(epsilon))}")
        if self.method not in (STABLE_BASIS, NUMERIC):
            raise ModelError(f"epsilon: the method {self.method} treats all small ε at once; leave it out")

    @property
    def asks_a_solver(self) -> bool:
        """Whether the method begins with a backend's answer."""
        return self.method in (STABLE_BASIS, NUMERIC)
