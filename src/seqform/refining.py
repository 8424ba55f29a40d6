"""Which route refines an equilibrium, and what may be chosen for it."""

from __future__ import annotations

from fractions import Fraction

from seqform.backends.options import SolveOptions
from seqform.backends.protocol import Backend
from seqform.errors import CertificationError, ModelError, UnsupportedModelError
from seqform.models.equilibrium import Equilibrium
from seqform.models.game import ExtensiveGame
from seqform.models.sequence_form import SequenceForm
from seqform.phases import Phases
from seqform.refinement_choices import EXTENSIVE_FORM_PERFECT, NUMERIC, REFINEMENTS, RefinementChoices


def require_meaning(concept: str, formulation: str, method: str | None, epsilon: Fraction | None) -> None:
    """Refuse choices that mean nothing for the concept."""
    if concept not in REFINEMENTS:
        given = [name for name, value in (("method", method), ("epsilon", epsilon)) if value is not None]
        if given:
            raise ModelError(f"{given[0]}: only for {', '.join(REFINEMENTS)} equilibria, not for {concept!r}")
        return
    if formulation != "sequence-form":
        raise ModelError(f"formulation: {concept} equilibria are computed in the sequence form only")


def require_method(
    concept: str, choices: RefinementChoices, linearly: bool, backend: str | None, method: str | None, exact: bool
) -> None:
    """Refuse a method, a number ε, a backend or a demand that the route does not take."""
    if exact and choices.method == NUMERIC:
        raise ModelError("exact: the method numeric proves nothing, however exact; leave the method out")
    if concept == EXTENSIVE_FORM_PERFECT:
        if not linearly and backend is not None:
            raise UnsupportedModelError(f"backend {backend} solves no linear programs, which {concept} equilibria need")
        return
    given = [name for name, value in (("method", method), ("epsilon", choices.epsilon)) if value is not None]
    if not linearly and given:
        chosen = "" if choices.start is None else ", which --start asks for,"
        raise ModelError(
            f"{given[0]}: Lemke's algorithm{chosen} treats all small ε at once; only linear programs have methods"
        )
    if not linearly and backend not in (None, "lemke"):
        raise UnsupportedModelError(f"backend {backend} solves no perturbed complementarity problems: take lemke")
    if linearly and backend is not None and not choices.asks_a_solver:
        raise ModelError(f"backend: the method {choices.method} asks no solver; leave one of the two out")


def refined(
    game: ExtensiveGame,
    concept: str,
    form: SequenceForm,
    solver: Backend,
    linearly: bool,
    options: SolveOptions,
    choices: RefinementChoices,
    phases: Phases,
) -> Equilibrium:
    """Return an equilibrium of a refined concept, certified.

    Raises
    ------
    SolveError
        If the method did not finish.
    CertificationError
        If the checks do not hold; the error carries the equilibrium.
    """
    if concept == EXTENSIVE_FORM_PERFECT:
        from seqform.extensive_form_route import solve_extensive_form_perfect

        answer = solve_extensive_form_perfect(game, form, solver, options, choices, phases)
    else:
        from seqform.refinement_route import solve_refined  # loads numba

        answer = solve_refined(game, form, solver, linearly, options, choices, phases)
    name = solver.name if choices.asks_a_solver else choices.method
    certificate, assessment = answer.certificate, answer.assessment
    seconds = phases.seconds
    found = Equilibrium(game, answer.profile, certificate, answer.raw, concept, name, seconds, assessment=assessment)
    if assessment is not None and not (certificate.proven and certificate.checks[REFINEMENTS[concept]]):
        raise CertificationError(f"the certificate fails: {certificate}; please report the game", certificate, found)
    return found
