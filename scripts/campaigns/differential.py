"""Differential campaign: random games, solved and judged by the library and by independent exact evaluation.

    python scripts/campaigns/differential.py --result scripts/results/campaigns.md
    python scripts/campaigns/differential.py --seconds 10                     # ten seconds for each part
    python scripts/campaigns/differential.py --parts foreign-profiles --only 17

Every case is one game with one solve, or with one profile or assessment and all verdicts about it. The games, and the
functions that judge, are those of the tests (`tests/support`: `small_games`, `plays`, `tree_walks`,
`every_equilibrium`, `assessments`, `bimatrix`).
"""

from __future__ import annotations

import sys
import tempfile
import warnings
from fractions import Fraction
from functools import cache
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

sys.path[:0] = [
    str(Path(__file__).resolve().parents[2] / place) for place in ("tests/support", "scripts")
]

import differential_numbers
import differential_profiles
import every_equilibrium
from bimatrix import (
    best_weighted_value,
    is_in_a_subset,
    pairs_by_gambit,
    pairs_by_vertices,
    pairs_found,
    points_by_supports,
)
from campaign import Campaign
from differential_profiles import assessment_fault, in_subgames_fault, some_game
from plans import form_of, most_strategies
from plays import (
    certificate_fault,
    constant_sum,
    constrained_fault,
    normal_form,
    pure_strategies,
    random_constraints,
    solved_fault,
)
from small_games import BENIGN
from tree_walks import random_profile

import seqform as sf
from seqform.errors import CertificationError, ModelError, SolveError
from seqform.models.answers.certificate import NORMAL_FORM_PERFECT
from seqform.models.programs.complementarity import LinearComplementarityProblem
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.sequence_form import SaddlePointProblem

Found = str | None
"""The fault of a case."""

GAVE_UP = (SolveError, CertificationError)
STEPS: tuple[Any, ...] = (
    *(None, "none", "merge-equivalent", "sparsify", "contract-forced", "eliminate-dominated"),
    *(["merge-equivalent", "sparsify"], ["eliminate-dominated", "merge-equivalent", "sparsify"]),
)


def nash_by_linear_program(rng: Random) -> Found:
    """Solve a constant-sum game by a linear program, of either player and formulation, after any steps."""
    game, benign = some_game(rng, constant_sum=True)
    exact, concept = rng.random() < 0.6, rng.choice(("nash", "nash", "nash", "normal-form-perfect"))
    steps = [
        step
        for step in STEPS
        if concept == "nash" or step is None or "eliminate-dominated" not in step
    ]
    try:
        found = sf.solve(
            game,
            concept,
            exact=exact,
            backend=rng.choice(("highs", "highs", "exact")),
            player=rng.randrange(2),
            formulation=rng.choice(("sequence-form", "sequence-form", "normal-form")),
            preprocess=rng.choice(steps),
        )
    except GAVE_UP:
        if exact or concept == "normal-form-perfect" or benign:
            raise
        return None
    if concept == "normal-form-perfect" and not found.certificate.checks[NORMAL_FORM_PERFECT]:
        return "normal-form-perfect without proof"
    return solved_fault(
        game, found, exact=exact or concept == "normal-form-perfect" or found.certificate.exact
    )


def under_constraints(rng: Random) -> Found:
    """Solve a constant-sum game under constraints that some profile keeps to, exactly."""
    game, _ = some_game(rng, constant_sum=True)
    if max(len(pure_strategies(game, player)) for player in (0, 1)) > MOST_PURE:
        return None
    constraints = random_constraints(rng, game)
    steps = rng.choice((None, "none", "sparsify"))
    found = sf.solve(
        game, constraints=constraints, exact=True, player=rng.randrange(2), preprocess=steps
    )
    return constrained_fault(game, constraints, found) if constraints else None


MOST_PURE = 60
"""Pure strategies of a player, over which exact linear programs judge equilibria under constraints."""


def nash_by_lemke(rng: Random) -> Found:
    """Solve any game by Lemke's algorithm, from any start."""
    game, _ = some_game(rng, constant_sum=rng.random() < 0.3)
    options: dict[str, Any] = {
        "formulation": rng.choice(("sequence-form", "sequence-form", "normal-form"))
    }
    kind, concept = rng.choice(("absent", "centroid", "random:7", "ones", "profile")), "nash"
    if kind == "absent":
        steps = [step for step in STEPS if step is None or "sparsify" not in step]
        options["preprocess"] = rng.choice(steps)
    elif kind == "ones":
        options = {"start": "ones"}
    elif kind == "profile":
        options["start"] = random_profile(game, rng.randrange(10**6))
    else:
        options["start"], concept = kind, rng.choice(("nash", "normal-form-perfect"))
        options |= {"witness": rng.random() < 0.8} if concept == "nash" else {}
    found = sf.solve(game, concept, backend="lemke", **options)
    if concept == "normal-form-perfect" and not found.certificate.checks[NORMAL_FORM_PERFECT]:
        return "normal-form-perfect without proof"
    return solved_fault(game, found, exact=True)


def all_equilibria(rng: Random) -> Found:
    """Compare many equilibria, the best one, and all of them with the enumeration of all extreme equilibria."""
    game, _ = some_game(
        rng,
        constant_sum=rng.random() < 0.2,
        inner=rng.choice((2, 3, 4)),
        numbers=rng.choice(BENIGN),
    )
    if most_strategies(form_of(game)) > 4:
        return None
    every = sf.equilibria(game, complete=True)
    for one in (*sf.equilibria(game, starts=3, back=rng.random() < 0.5), *every):
        if fault := solved_fault(game, one, exact=True):
            return fault
    if pairs_found(every) != pairs_by_vertices(game):
        return f"{len(pairs_found(every))} extreme equilibria, others by the enumeration of bases"
    parts = sf.equilibria(
        game, complete=True, options={"raw": {"vertices": rng.choice((1, 2, 4, 8))}}
    )
    if (pairs_found(parts), parts.subsets) != (pairs_found(every), every.subsets):
        return "others when divided into parts"
    weights = Fraction(rng.randint(-1, 1)), Fraction(rng.randint(-1, 1))
    found = sf.solve(game, weights=weights)
    second = [list(column) for column in zip(*normal_form(game, 1), strict=True)]
    best = best_weighted_value(normal_form(game, 0), second, weights)
    reached = sum(weight * value for weight, value in zip(weights, found.values, strict=True))
    fault = solved_fault(game, found, exact=True)
    return fault or (
        None
        if reached == best
        else f"best equilibrium: {reached} instead of {best}, weights {weights}"
    )


def complete_by_gambit(rng: Random) -> Found:
    """Compare all equilibria with those of Gambit's enumerations of extreme points and, in doubles, of supports."""
    game, _ = some_game(
        rng,
        constant_sum=rng.random() < 0.2,
        inner=rng.choice((2, 3, 4, 5)),
        numbers=rng.choice(BENIGN),
    )
    if (most := most_strategies(form_of(game))) > 5:
        return None
    found = sf.equilibria(game, complete=True)
    with tempfile.TemporaryDirectory() as folder:
        pairs = pairs_by_gambit(game, Path(folder))
        points = points_by_supports(game, Path(folder)) if most < 5 else []
    if pairs_found(found) != pairs:
        return f"{len(pairs_found(found))} extreme equilibria, {len(pairs)} by enummixed_solve"
    beyond = [point for point in points if not is_in_a_subset(found, point)]
    return f"an equilibrium by enumpoly_solve beyond all subsets: {beyond[0]}" if beyond else None


def refinements(rng: Random) -> Found:
    """Compute a refined equilibrium by any method, and judge the assessment that comes with it."""
    game, _ = some_game(rng, constant_sum=rng.random() < 0.7)
    linear = constant_sum(game) is not None
    concept = rng.choice(
        ("quasi-perfect", "quasi-perfect", "sequential", *["extensive-form-perfect"] * linear)
    )
    options: dict[str, Any] = {}
    if concept != "extensive-form-perfect" and (not linear or rng.random() < 0.2):
        options = {"start": rng.choice((None, "centroid", "random:7", "ones")), "backend": "lemke"}
    else:
        options = {
            "player": rng.randrange(2),
            "preprocess": rng.choice((None, "none", "merge-equivalent")),
        }
        if concept != "extensive-form-perfect":
            options["method"] = rng.choice((None, "stable-basis", "symbolic", "bound", "numeric"))
        if options.get("method") in (None, "stable-basis") and rng.random() < 0.3:
            options["epsilon"] = Fraction(1, 10 ** rng.randint(1, 6))
    numeric = options.get("method") == "numeric"
    try:
        found = sf.solve(game, concept, **options)
    except GAVE_UP:
        if not numeric:
            raise
        return None
    if numeric:
        claims = "the method numeric claims a proof" if found.certificate.proven else None
        return claims or certificate_fault(game, found.profile, found.certificate)
    fault = solved_fault(game, found, exact=True)
    if fault is not None or found.assessment is None:
        return fault or "no assessment"
    checks = dict(found.certificate.checks)
    return (
        assessment_fault(game, found.assessment, checks)
        if all(checks.values())
        else f"checks {checks}"
    )


def subgame_perfection(rng: Random) -> Found:
    """Compute a subgame perfect equilibrium, of perfect information the best one or one with given payoffs."""
    if rng.random() < 0.5:
        game, _ = some_game(rng, constant_sum=rng.random() < 0.3)
        return in_subgames_fault(game, sf.solve(game, "subgame-perfect"))
    chance, pure = rng.random() < 0.4, rng.random() < 0.4
    inner = rng.choice((2, 4)) if chance else 5
    game, _ = some_game(
        rng,
        inner=inner,
        perfect_information=True,
        inner_outcomes=False,
        chance=chance,
        matrices=0.0,
    )
    graph = every_equilibrium.positions_of_game(game)
    if rng.random() < 0.6:
        objective = rng.choice(("social", "fairest", "single-maximum", "best-for-1", "best-for-2"))
        found = sf.solve(game, "subgame-perfect", objective=objective, pure=pure)
        best = every_equilibrium.best_values(graph, objective, mixing=not pure)
        if found.values != best:
            return f"{objective}, pure {pure}: {found.values} instead of {best}"
        if found.profiles is not None:
            point = every_equilibrium.disagreement(graph, found.profiles, mixing=not pure)
            if point is not None:
                return f"payoffs of all equilibria, pure {pure}: {point} is in one of two sets"
        return in_subgames_fault(game, found, pure=pure)
    payoffs = rng.choice(list(product(*every_equilibrium.sample_points(graph))))
    possible = every_equilibrium.contains(
        every_equilibrium.equilibrium_payoffs(graph, mixing=not pure), payoffs
    )
    try:
        found = sf.solve(game, "subgame-perfect", target_payoffs=payoffs, pure=pure)
    except ModelError:
        return f"payoffs {payoffs}, pure {pure}: refused" if possible else None
    if not possible or found.values != payoffs:
        return f"payoffs {payoffs}, pure {pure}: {found.values}, possible: {possible}"
    return in_subgames_fault(game, found, pure=pure)


def preprocessing(rng: Random) -> Found:
    """Solve a game after any steps in any order, subgames of perfect information among them."""
    game, benign = some_game(rng, constant_sum=rng.random() < 0.5)
    linear = constant_sum(game) is not None
    solved = "solve-subgames" + rng.choice(("", "=social", "=fairest", "=best-for-1"))
    pool = [
        "merge-equivalent",
        "eliminate-dominated",
        "contract-forced",
        solved,
        *["sparsify"] * linear,
    ]
    steps = rng.sample(pool, rng.randint(1, len(pool)))
    if not linear and solved in steps:  # the rest may be constant-sum, or not
        steps = [solved]
    exact = rng.random() < 0.5
    try:
        found = sf.solve(game, exact=exact, preprocess=steps)
    except GAVE_UP:
        if exact or not linear or benign:
            raise
        return None
    return solved_fault(game, found, exact=exact or not linear or found.certificate.exact)


@cache
def solvers() -> tuple[tuple[str, str | None, bool], ...]:
    """Return the installed backends for games with their solvers, and whether each is a first-order method."""
    found = []
    for info in sf.backends.describe():
        backend = sf.backends.get(info.name) if info.installed else None
        if backend is None or not backend.supports & {
            LinearProgram,
            SaddlePointProblem,
            LinearComplementarityProblem,
        }:
            continue
        traits = sf.backends.traits_of(backend)
        names = backend.solvers() if isinstance(backend, sf.backends.ChoosesSolver) else (None,)
        found += [
            (info.name, name, not backend.exact and traits.is_first_order(name)) for name in names
        ]
    return tuple(found)


def backends(rng: Random) -> Found:
    """Solve a constant-sum game with any backend and solver; some also solve others."""
    rarely = rng.random() < 0.05
    name, solver, first_order = rng.choice([one for one in solvers() if one[2] == rarely])
    general = name in ("highs", "pyomo") and rng.random() < 0.1
    solver = None if general else solver  # they are methods for linear programs
    game, benign = some_game(
        rng, constant_sum=not general, numbers=rng.choice((*BENIGN, *BENIGN, None))
    )
    backend = sf.backends.get(name)
    option = sf.backends.traits_of(backend).solver_option
    options: dict[str, Any] = {"raw": {option: solver}} if option and solver else {}
    exact = (
        bool(backend.supports & {LinearProgram, LinearComplementarityProblem})
        and rng.random() < 0.3
    )
    exact = exact and not first_order
    try:
        found = sf.solve(
            game,
            backend=name,
            exact=exact,
            options=options | ({"time_limit": 2.0} if first_order else {}),
        )
    except GAVE_UP:
        if benign and not first_order:
            raise
        return None
    return solved_fault(game, found, exact=exact or found.certificate.exact)


def campaign() -> Campaign:
    return Campaign(
        "differential",
        "Random games with ties, huge and tiny numbers, absent moves, chance of probability 0 and information sets "
        "across depths: every route and verdict of the library against independent exact evaluation. One case is one "
        "solve, or the verdicts about one profile or assessment.",
        {
            "nash-lp": (nash_by_linear_program, 16_000),
            "nash-lemke": (nash_by_lemke, 14_000),
            "constraints": (under_constraints, 4_000),
            "equilibria": (all_equilibria, 10_000),
            **(
                {"complete-gambit": (complete_by_gambit, 10_000)}
                if find_spec("pygambit") is not None
                else {}
            ),
            "refinements": (refinements, 10_000),
            "subgame-perfect": (subgame_perfection, 8_000),
            "preprocessing": (preprocessing, 8_000),
            "backends": (backends, 8_000),
            **differential_profiles.PARTS,
            **differential_numbers.PARTS,
        },
    )


if __name__ == "__main__":
    warnings.filterwarnings("ignore", category=UserWarning, module="cvxpy")
    sys.exit(campaign().run())
