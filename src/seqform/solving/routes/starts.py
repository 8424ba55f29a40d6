"""Starts of Lemke's path and of the simplex method, and the witness of normal-form perfection at the end of a path."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from seqform.builders.forms.sequence_form import (
    centroid,
    completely_mixed,
    plans_of,
    random_start,
)
from seqform.errors import ModelError
from seqform.models.answers.equilibrium import Equilibrium
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.exact import ExactArray, Ints, Mask
from seqform.models.options import ALL_ONES, CENTROID, RANDOM, Start
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.programs.solutions import Basis, RawSolution
from seqform.models.strategies.behavior import RealizationPlans
from seqform.system.files import file_of_member, is_taken
from seqform.system.foreign_files import shown_value
from seqform.system.strategy_names import FILE, PROFILE, parse_strategy

if TYPE_CHECKING:
    from seqform.builders.programs.lcp import GameLcp
    from seqform.models.programs.complementarity import LinearComplementarityProblem


MOST_DIGITS = 1000
"""Of a seed."""


def starting_plans(game: ExtensiveGame, form: SequenceForm, start: Start) -> RealizationPlans:
    """Return the plans (p, q) that a start names, exact; raise ModelError if it is none, or not of this game."""
    if isinstance(start, RealizationPlans):
        return start.bound_to(game)
    if not isinstance(start, str | Path):
        from seqform.playable.profiles import profile  # which takes time to import

        return plans_of(profile(game, start))

    file = str(start)
    completion = None
    if isinstance(start, str):
        named = parse_strategy(start)
        if named.word == CENTROID and not named.rest:
            return centroid(form)
        if named.word == RANDOM:
            if not named.rest.isdecimal() or len(named.rest) > MOST_DIGITS:
                raise ModelError(
                    f'start {shown_value(start)}: a seed from 0 on expected after "random:", as in random:1'
                )
            return random_start(form, int(named.rest))
        file = named.rest if named.word in (FILE, PROFILE) else ""
        completion = named.completion
    if not is_taken(file_of_member(Path(file))[0]):
        from seqform.solving.concepts import CONCEPTS  # which takes time to import

        advice = "no such file"
        if str(start) in CONCEPTS:
            advice = f"{start} is a concept: solve GAME --concept {start} -o FILE.json writes such a file"
        raise ModelError(
            f"start {shown_value(str(start))}: centroid, random:SEED, a profile's JSON file, or of solve and trace "
            f"{ALL_ONES} expected; {advice}"
        )
    from seqform.io.profiles import read_profile  # which takes time to import

    return plans_of(read_profile(file, game, rest=completion))


def require_similar(game: ExtensiveGame, start: Equilibrium) -> None:
    """Raise ModelError unless an equilibrium is of a game with the same information sets and actions."""
    for own, theirs in zip(game.sequences, start.game.sequences, strict=True):
        try:
            own.index.correspondence(theirs.index, "start")
        except ModelError as error:
            raise ModelError(f"start: {error}") from None


def is_similar(game: ExtensiveGame, start: Equilibrium) -> bool:
    """Return whether an equilibrium is of a game with the same information sets and actions, in the same order."""
    for own, theirs in zip(game.sequences, start.game.sequences, strict=True):
        if own.index.infoset_names != theirs.index.infoset_names:
            return False
        if own.index.action_names != theirs.index.action_names:
            return False
    return True


def starting_basis(start: Equilibrium, program: LinearProgram) -> Basis | None:
    """Return the basis of an equilibrium's program, None if it is of another shape or there is none.

    A merged program may be of another shape where payoffs have become equal.
    """
    basis: Basis | None = start.raw.basis
    if basis is None or (len(basis.rows), len(basis.columns)) != program.matrix.shape:
        return None
    return basis


def path_witness(
    lcp: GameLcp, start: RealizationPlans, raw: RawSolution
) -> RealizationPlans | None:
    """Return completely mixed plans to which the plans at the end of a path are best responses (vSvET, Theorem 1).

    They exist where the path begins at completely mixed plans and its last step is not degenerate; None otherwise.
    """
    path = raw.path
    if path is None or len(path) == 0 or not isinstance(raw.primal, ExactArray):
        return None
    return last_segment(lcp, start, path.problem, path.basis(len(path)), raw.primal)


def last_segment(
    lcp: GameLcp,
    start: RealizationPlans,
    problem: LinearComplementarityProblem,
    basis: Ints,
    z: ExactArray,
) -> RealizationPlans | None:
    """Return plans on the last segment of a path, None if z0 did not fall there or the start is not completely mixed.

    At the last basis the basic variables are B⁻¹q + B⁻¹d z0, and nonnegative up to the z0 at which the segment
    begins, zero where z0 did not leave as soon as it could. The power of two below that is taken, for shorter numbers.

    `start` is (p, q), `basis` the last one, shape (n,), and `z` the solution there.
    """
    from seqform.backends.lemke.exact_basis import ExactBasis  # which takes time to import

    assert problem.covering_vector is not None
    if not completely_mixed(start):
        return None
    end = ExactBasis(problem, basis)
    w = problem.slack(z)
    assert isinstance(w, ExactArray)
    values = ExactArray.concatenate([w, z, ExactArray.zeros(1)]).take(end.basis)
    slopes = end.solve(problem.covering_vector)
    z0 = _reach(values, slopes, end.sign_constrained)
    return None if z0 == 0 else lcp.plans_on_path(start, end.point(values + slopes * z0)[0], z0)


def _reach(values: ExactArray, slopes: ExactArray, constrained: Mask) -> Fraction:
    """Return a power of two up to 1 and below the largest z0, or 0.

    A variable with the value v and a slope -s < 0 is zero at z0 = v / s; the least of these is the end of the segment,
    1 where nothing falls. It is 0 where a variable that falls is zero already. Numbers of bits give a power of two
    below it: of 3/10, with 2 and 4 bits, 1/8.
    """
    falling = np.flatnonzero(constrained & np.asarray(slopes.numerators < 0, dtype=bool))
    if not np.all(values.numerators[falling] > 0):
        return Fraction(0)

    least = Fraction(1)
    if len(falling):
        # Numerators are compared alone, since values and slopes have one denominator each.
        steps = zip(
            values.numerators[falling].tolist(), slopes.numerators[falling].tolist(), strict=True
        )
        unit = Fraction(slopes.denominator, values.denominator)
        least = unit * min(Fraction(value, -slope) for value, slope in steps)
    halvings = max(0, least.denominator.bit_length() - least.numerator.bit_length() + 1)
    return Fraction(1, 2**halvings)
