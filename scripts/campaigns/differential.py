"""Differential campaign: random games, solved and judged by the library and by independent exact evaluation.

    python scripts/campaigns/differential.py --state state.json --result scripts/results/campaigns.md
    python scripts/campaigns/differential.py --seconds 10                     # ten seconds for each part
    python scripts/campaigns/differential.py --parts foreign-profiles --only 17

Every case is one game with one solve, or with one profile or assessment and all verdicts about it.
"""

from __future__ import annotations

import sys
import tempfile
import warnings
from fractions import Fraction
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / "support")]

import assessments
import differential_paths
import differential_proofs
import every_equilibrium
from campaign import Campaign
from comparisons import (
    Found,
    beliefs_by_set,
    certificate_fault,
    chosen_shape,
    equilibrium_fault,
    family_weights,
    loaded,
    loaded_matrix,
    profile_of,
    random_beliefs,
    random_strategies,
    solved_fault,
    some_game,
    strategies_of,
    tree_expression,
)
from extreme_pairs import is_in_a_subset, pairs_by_gambit, pairs_by_vertices, pairs_found, points_by_supports
from plans import form_of, most_strategies
from small_games import (
    BENIGN,
    Shape,
    SmallGame,
    random_game,
    random_matrix_game,
    renamed,
    with_other_payoffs,
    with_permuted_actions,
    with_permuted_labels,
    with_permuted_moves,
)
from tree_evaluation import (
    Profile,
    best_weighted_value,
    expected,
    least_payoff,
    normal_form,
    subgame_perfect,
)
from verdicts import assessment_fault, dominance_verdicts

import seqform as sf
from seqform.errors import CertificationError, ModelError, SolveError
from seqform.io.assessments import read_assessment, write_assessment
from seqform.io.json_values import to_json
from seqform.io.profiles import profile_data
from seqform.models.answers.certificate import NORMAL_FORM_PERFECT
from seqform.models.answers.equilibrium import Equilibrium
from seqform.models.games.extensive import NONE, ExtensiveGame
from seqform.models.strategies.assessment import Assessment, beliefs_of
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy
from seqform.verify.checks import (
    CONSISTENT,
    EXTENSIVE_FORM_PERFECT,
    QUASI_PERFECT,
    SEQUENTIAL,
    SEQUENTIALLY_RATIONAL,
    UNDOMINATED,
    check_assessment,
)
from seqform.verify.subgames import CHECK as SUBGAME_PERFECT

SMALL = Shape(inner=5)
GAVE_UP = (SolveError, CertificationError)

# ---- Nash equilibria ----


def nash_by_linear_program(rng: Random) -> Found:
    """Solve a constant-sum game by a linear program, of either player and formulation."""
    game, tree = some_game(rng, constant_sum=True)
    exact, concept = rng.random() < 0.6, rng.choice(("nash", "nash", "nash", "normal-form-perfect"))
    steps: list[Any] = [None, "none", "merge-equivalent", "sparsify", ["merge-equivalent", "sparsify"]]
    if concept == "nash":
        steps += ["eliminate-dominated", ["eliminate-dominated", "merge-equivalent", "sparsify"]]
    try:
        found = sf.solve(
            tree,
            concept=concept,
            exact=exact,
            backend=rng.choice(("highs", "highs", "exact")),
            player=rng.randrange(2),
            formulation=rng.choice(("sequence-form", "sequence-form", "normal-form")),
            preprocess=rng.choice(steps),
        )
    except GAVE_UP:
        if exact or concept == "normal-form-perfect" or game.benign:
            raise
        return None
    if concept == "normal-form-perfect" and not found.certificate.checks[NORMAL_FORM_PERFECT]:
        return "normal-form-perfect without proof"
    return solved_fault(game, found, exact=exact or concept == "normal-form-perfect" or found.certificate.exact)


def nash_by_lemke(rng: Random) -> Found:
    """Solve any game by Lemke's algorithm, from any start."""
    game, tree = some_game(rng, constant_sum=rng.random() < 0.3)
    options: dict[str, Any] = {"formulation": rng.choice(("sequence-form", "sequence-form", "normal-form"))}
    kind = rng.choice(("absent", "centroid", "random", "ones", "profile"))
    concept = "nash"
    if kind == "absent":
        options["preprocess"] = rng.choice(
            (None, "none", "merge-equivalent", "eliminate-dominated", ["eliminate-dominated", "merge-equivalent"])
        )
    elif kind == "ones":
        options |= {"start": "ones", "formulation": "sequence-form"}
    elif kind == "profile":
        options["start"] = profile_of(tree, game, random_strategies(rng, game))
    else:
        options["start"] = "centroid" if kind == "centroid" else f"random:{rng.randrange(1000)}"
        concept = rng.choice(("nash", "normal-form-perfect"))
        witness = rng.random() < 0.8
        if concept == "nash":
            options["witness"] = witness
    found = sf.solve(tree, concept=concept, backend="lemke", **options)
    if concept == "normal-form-perfect" and not found.certificate.checks[NORMAL_FORM_PERFECT]:
        return "normal-form-perfect without proof"
    return solved_fault(game, found, exact=True)


def all_equilibria(rng: Random) -> Found:
    """Compare many equilibria, and the best one, with the enumeration of all extreme equilibria."""
    small = Shape(inner=rng.choice((2, 3, 4)), numbers=rng.choice(BENIGN))
    matrix = rng.random() < 0.5
    game = random_matrix_game(rng, constant_sum=False, kind=small.numbers) if matrix else random_game(rng, small)
    tree = loaded_matrix(game) if matrix else loaded(game)
    if any(len(game.pure_strategies(player)) > 4 for player in (0, 1)):
        return None
    for one in sf.equilibria(tree, starts=3, back=rng.random() < 0.5):
        fault = equilibrium_fault(game, strategies_of(game, one.profile), one.certificate, exact=True)
        if fault is not None:
            return fault
    weights = (Fraction(rng.randint(-1, 1)), Fraction(rng.randint(-1, 1)))
    found = sf.solve(tree, weights=weights)
    fault = solved_fault(game, found, exact=True)
    second = [list(column) for column in zip(*normal_form(game, 1), strict=True)]
    best = best_weighted_value(normal_form(game, 0), second, weights)
    reached = sum((weight * value for weight, value in zip(weights, found.values, strict=True)), Fraction(0))
    return fault or (None if reached == best else f"best equilibrium: {reached} instead of {best}, weights {weights}")


def complete_search(rng: Random) -> Found:
    """Compare all equilibria, whole and in parts, with the enumeration of the extreme ones in the normal form."""
    constant_sum, matrix = rng.random() < 0.3, rng.random() < 0.4
    shape = Shape(inner=rng.choice((2, 3, 4)), constant_sum=constant_sum)
    game = random_matrix_game(rng, constant_sum=constant_sum) if matrix else random_game(rng, shape)
    tree = loaded_matrix(game) if matrix else loaded(game)
    if any(len(game.pure_strategies(player)) > 4 for player in (0, 1)):
        return None
    found = sf.equilibria(tree, complete=True)
    for one in found:
        fault = equilibrium_fault(game, strategies_of(game, one.profile), one.certificate, exact=True)
        if fault is not None:
            return fault
    pairs = pairs_found(found)
    if pairs != pairs_by_vertices(tree):
        return f"{len(pairs)} extreme equilibria, others by the enumeration of bases"
    parts = sf.equilibria(tree, complete=True, options={"raw": {"vertices": rng.choice((1, 2, 4, 8))}})
    return None if (pairs_found(parts), parts.subsets) == (pairs, found.subsets) else "others when divided into parts"


def complete_by_gambit(rng: Random) -> Found:
    """Compare all equilibria with those of Gambit's enumerations of extreme points and, in doubles, of supports."""
    numbers, matrix = rng.choice(BENIGN), rng.random() < 0.5
    if matrix:
        tree = loaded_matrix(random_matrix_game(rng, constant_sum=rng.random() < 0.2, most=4, kind=numbers))
    else:
        tree = loaded(random_game(rng, Shape(inner=rng.choice((2, 3, 4, 5)), numbers=numbers)))
    if most_strategies(form_of(tree)) > 5:
        return None
    found = sf.equilibria(tree, complete=True)
    with tempfile.TemporaryDirectory() as folder:
        pairs = pairs_by_gambit(tree, Path(folder))
        if pairs_found(found) != pairs:
            return f"{len(pairs_found(found))} extreme equilibria, {len(pairs)} by enummixed_solve"
        points = points_by_supports(tree, Path(folder)) if most_strategies(form_of(tree)) < 5 else []
    beyond = [point for point in points if not is_in_a_subset(found, point)]
    return f"an equilibrium by enumpoly_solve beyond all subsets: {beyond[0]}" if beyond else None


# ---- refinements ----


def refinements(rng: Random) -> Found:
    """Compute a refined equilibrium by any method, and judge the assessment that comes with it."""
    constant_sum = rng.random() < 0.7
    game, tree = some_game(rng, constant_sum=constant_sum)
    concept = rng.choice(("quasi-perfect", "quasi-perfect", "sequential", "extensive-form-perfect"))
    options: dict[str, Any] = {}
    if game.constant_sum is not None:
        options = {"player": rng.randrange(2), "preprocess": rng.choice((None, "none", "merge-equivalent"))}
        if concept != "extensive-form-perfect":
            options["method"] = rng.choice((None, "stable-basis", "symbolic", "bound", "numeric"))
        if options.get("method") in (None, "stable-basis") and rng.random() < 0.3:
            options["epsilon"] = Fraction(1, 10 ** rng.randint(1, 6))
    elif concept == "extensive-form-perfect":
        concept = "quasi-perfect"
    if concept != "extensive-form-perfect" and (game.constant_sum is None or rng.random() < 0.2):
        options = {"start": rng.choice((None, "centroid", "random:7", "ones"))}
        options["backend"] = "lemke" if game.constant_sum is not None else rng.choice((None, "lemke"))
    numeric = options.get("method") == "numeric"
    try:
        found = sf.solve(tree, concept=concept, **options)
    except GAVE_UP:
        if not numeric:
            raise
        return None
    if numeric:
        if found.certificate.proven:
            return "the method numeric claims a proof"
        return certificate_fault(game, strategies_of(game, found.profile), found.certificate)
    fault = solved_fault(game, found, exact=True)
    if fault is not None or found.assessment is None:
        return fault or "no assessment"
    checks = dict(found.certificate.checks)
    if not all(checks.values()):
        return f"checks {checks}"
    return assessment_fault(game, tree, found.assessment, checks)


def subgame_perfection(rng: Random) -> Found:
    """Compute a subgame perfect equilibrium, of perfect information the best one or one with given payoffs."""
    if rng.random() < 0.5:
        game, tree = some_game(rng, constant_sum=rng.random() < 0.3)
        found = sf.solve(tree, concept="subgame-perfect")
        return solved_fault(game, found, exact=True) or spe_fault(game, found)
    chance = rng.random() < 0.4
    shape = Shape(rng.choice((2, 4)) if chance else 5, False, True, inner_outcomes=False, chance=chance)
    game = random_game(rng, shape)
    tree = loaded(game)
    graph = every_equilibrium.positions_of(tree_expression(game))
    mixing = rng.random() < 0.6
    if rng.random() < 0.6:
        objective = rng.choice(("social", "fairest", "single-maximum", "best-for-1", "best-for-2"))
        found = sf.solve(tree, concept="subgame-perfect", objective=objective, pure=not mixing)
        best = every_equilibrium.best_values(graph, objective, mixing=mixing)
        if found.values != best:
            return f"{objective}, mixing {mixing}: {found.values} instead of {best}"
        if found.profiles is not None:
            point = every_equilibrium.disagreement(graph, found.profiles, mixing=mixing)
            if point is not None:
                return f"payoffs of all equilibria, mixing {mixing}: {point} is in one of two sets"
        return solved_fault(game, found, exact=True) or spe_fault(game, found, pure=not mixing)
    payoffs = rng.choice(list(product(*every_equilibrium.sample_points(graph))))
    possible = every_equilibrium.contains(every_equilibrium.equilibrium_payoffs(graph, mixing=mixing), payoffs)
    try:
        found = sf.solve(tree, concept="subgame-perfect", target_payoffs=payoffs, pure=not mixing)
    except ModelError:
        return f"payoffs {payoffs}, mixing {mixing}: refused" if possible else None
    if not possible or found.values != payoffs:
        return f"payoffs {payoffs}, mixing {mixing}: {found.values}, possible: {possible}"
    return solved_fault(game, found, exact=True) or spe_fault(game, found, pure=not mixing)


def spe_fault(game: SmallGame, found: Equilibrium, *, pure: bool = False) -> Found:
    """Return what is wrong with an equilibrium that is claimed to be one in every subgame."""
    strategies = strategies_of(game, found.profile)
    if not found.certificate.checks[SUBGAME_PERFECT] or not subgame_perfect(game, strategies):
        return "not subgame perfect"
    mixed = any(0 < share < 1 for one in strategies for shares in one.values() for share in shares)
    return "mixes, although mixing is excluded" if pure and mixed else None


# ---- preprocessing and backends ----


def preprocessing(rng: Random) -> Found:
    """Solve a game after any steps, subgames of perfect information among them."""
    constant_sum = rng.random() < 0.5
    game, tree = some_game(rng, constant_sum=constant_sum)
    linear = game.constant_sum is not None
    pool = ["merge-equivalent", "eliminate-dominated", "solve-subgames", *(["sparsify"] if linear else [])]
    steps = rng.sample(pool, rng.randint(1, len(pool)))
    if "solve-subgames" in steps:
        by_objective = rng.choice(("", "=social", "=fairest", "=best-for-1"))
        if not linear:  # the rest may be constant-sum, or not
            steps = ["solve-subgames"]
        steps = [f"{step}{by_objective}" if step == "solve-subgames" else step for step in steps]
    exact = rng.random() < 0.5
    try:
        found = sf.solve(tree, exact=exact, preprocess=steps, player=rng.randrange(2))
    except GAVE_UP:
        if exact or not linear or game.benign:
            raise
        return None
    return solved_fault(game, found, exact=exact or not linear or found.certificate.exact)


ACCURATE = (
    ("highs", "simplex"),
    ("highs", "ipx"),
    ("highs", "hipo"),
    ("scipy", "highs"),
    ("scipy", "highs-ds"),
    ("scipy", "highs-ipm"),
    ("exact", "simplex"),
    ("exact", "ipx"),
    ("exact", "pdlp"),
    ("cvxpy", "CLARABEL"),
    ("cvxpy", "SCIPY"),
    ("cvxpy", "HIGHS"),
    ("cvxpy", "ECOS"),
    ("pyomo", "highs"),
    ("lemke", None),
)
APPROXIMATE = (("highs", "pdlp"), ("cvxpy", "SCS"), ("cvxpy", "OSQP"), ("pdhg", None))
SLOW = (("pdlp", None), ("cfr", None))


def available() -> tuple[list[tuple[str, str | None]], ...]:
    """Return those of the backends with their solvers that are installed: accurate, approximate and slow ones."""
    if not _AVAILABLE:
        installed = {info.name for info in sf.backends.describe() if info.installed}
        for pairs in (ACCURATE, APPROXIMATE, SLOW):
            found: list[tuple[str, str | None]] = []
            for name, solver in pairs:
                if name not in installed:
                    continue
                backend = sf.backends.get(name)
                known = backend.solvers() if isinstance(backend, sf.backends.ChoosesSolver) else ()
                if solver is None or solver in known:
                    found.append((name, solver))
            _AVAILABLE.append(found)
    return tuple(_AVAILABLE)


_AVAILABLE: list[list[tuple[str, str | None]]] = []


FIRST_ORDER_SECONDS = 2.0
"""Time limit of first-order methods, which converge slowly on some of the games."""


def backends(rng: Random) -> Found:
    """Solve a constant-sum game with any backend and solver; Pyomo also solves others."""
    accurate, approximate, slow = available()
    numbers = rng.choice((*BENIGN, *BENIGN, None))
    if rng.random() < 0.1:
        game, tree = some_game(rng, constant_sum=False, numbers=numbers)
        name, solver = "pyomo", None
    else:
        game, tree = some_game(rng, constant_sum=True, numbers=numbers)
        chance = rng.random()
        name, solver = rng.choice(accurate if chance < 0.9 else approximate if chance < 0.998 else slow)
    backend = sf.backends.get(name)
    raw = {sf.backends.traits_of(backend).solver_option or "": solver} if solver else {}
    exact = name not in ("pdhg", "cfr") and rng.random() < 0.3
    limit = {"time_limit": FIRST_ORDER_SECONDS} if name in ("pdhg", "cfr") else {}
    try:
        found = sf.solve(tree, backend=name, exact=exact, options={"raw": raw, **limit})
    except GAVE_UP:
        if game.benign and (name, solver) in accurate:
            raise
        return None
    return solved_fault(game, found, exact=exact or found.certificate.exact)


# ---- profiles from elsewhere ----


def perturbed(rng: Random, strategies: Profile) -> Profile:
    """Return strategies with one information set changed by 1e-12 to 1e-3; the sum may be kept."""
    sets = [(player, infoset) for player in (0, 1) for infoset in strategies[player]]
    if not sets:
        return strategies
    player, infoset = rng.choice(sets)
    shares = list(strategies[player][infoset])
    step = Fraction(rng.choice((-1, 1)) * rng.randint(1, 9), 10 ** rng.randint(3, 12))
    here = rng.randrange(len(shares))
    shares[here] += step
    if rng.random() < 0.6:
        shares[rng.randrange(len(shares))] -= step
    changed = {**strategies[player], infoset: tuple(shares)}
    return (changed, strategies[1]) if player == 0 else (strategies[0], changed)


def mixture(rng: Random, one: Profile, other: Profile) -> Profile:
    """Return strategies that are the second ones at one or two information sets, the first ones elsewhere."""
    sets = [(player, infoset) for player in (0, 1) for infoset in one[player]]
    changed = (dict(one[0]), dict(one[1]))
    for player, infoset in rng.sample(sets, min(len(sets), rng.randint(1, 2))):
        changed[player][infoset] = other[player][infoset]
    return changed


def accepted(strategies: Profile, *, exact: bool) -> bool | None:
    """Whether a profile consists of distributions; None for doubles at the limit."""
    worst, negative = Fraction(0), False
    for behavior in strategies:
        for shares in behavior.values():
            numbers = shares if exact else tuple(Fraction(float(share)) for share in shares)
            worst = max(worst, abs(sum(numbers, Fraction(-1))))
            negative = negative or min(numbers) < 0
    if negative:
        return False
    if exact:
        return worst == 0
    limit = Fraction(1, 10**9)
    return None if abs(worst - limit) < limit / 1000 else worst <= limit


def wrong_profiles(rng: Random) -> Found:
    """Judge a profile that is mostly no equilibrium, in fractions or doubles."""
    game, tree = some_game(rng, constant_sum=rng.random() < 0.5)
    kind = rng.choice(("random", "perturbed", "solution", "perturbed solution", "changed solution"))
    exact = rng.random() < 0.7
    strategies = random_strategies(rng, game)
    if "solution" in kind:
        concept = rng.choice(("nash", "subgame-perfect"))
        solution = strategies_of(game, sf.solve(tree, concept=concept, exact=True).profile)
        strategies = mixture(rng, solution, strategies) if kind == "changed solution" else solution
    if "perturbed" in kind:
        strategies = perturbed(rng, strategies)
    good = accepted(strategies, exact=exact)
    if not exact and rng.random() < 0.05:
        return no_number_fault(rng, tree)
    try:
        profile = profile_of(tree, game, strategies, exact=exact)
    except ModelError:
        return "refused, although all are distributions" if good else None
    if good is False:
        return "accepted, although some probabilities are no distribution"
    return verdicts_fault(rng, game, tree, profile, exact=exact)


def no_number_fault(rng: Random, tree: ExtensiveGame) -> Found:
    """Return whether a profile with a probability that is no finite number is accepted."""
    profile = sf.uniform_profile(tree).to_floats()
    player = rng.randrange(2)
    probabilities = profile[player].probabilities.copy()
    if len(probabilities) == 1:
        return None
    probabilities[rng.randrange(1, len(probabilities))] = rng.choice((np.nan, np.inf, -np.inf))
    try:
        BehaviorStrategy(profile[player].index, probabilities)
    except ModelError:
        return None
    return "a probability that is no finite number is accepted"


def verdicts_fault(
    rng: Random, game: SmallGame, tree: ExtensiveGame, profile: BehaviorProfile, *, exact: bool
) -> Found:
    """Return what is wrong with the verdicts about a profile."""
    normal_form_perfect, in_subgames = (exact and rng.random() < 0.4 for _ in range(2))
    certificate = sf.check(tree, profile, normal_form_perfect=normal_form_perfect, subgame_perfect=in_subgames)
    strategies = strategies_of(game, profile)
    if certificate.exact != exact:
        return f"exact: {certificate.exact}"
    fault = certificate_fault(game, strategies, certificate)
    if fault is not None:
        return fault
    checks = dict(certificate.checks)
    right = dominance_verdicts(game, strategies, checks)
    if in_subgames:
        right[SUBGAME_PERFECT] = subgame_perfect(game, strategies)
    return None if checks == right else f"verdicts {checks} instead of {right}"


def variant(rng: Random, game: SmallGame) -> SmallGame:
    """Return another game, with the same names or nearly so."""
    kind = rng.randrange(7)
    if kind == 0:
        return with_other_payoffs(game, rng)
    if kind == 1:
        return with_permuted_labels(game, rng)
    if kind in (2, 3):
        return with_permuted_actions(game, rng, relabel=kind == 2)
    if kind == 4:
        return with_permuted_moves(game, rng)
    if kind == 5:
        return renamed(game, rng) or game
    return with_other_payoffs(with_permuted_labels(with_permuted_moves(game, rng), rng), rng)


def same_names(one: SmallGame, other: SmallGame) -> bool:
    """Whether two games have sets of the same names with actions of the same names."""
    tables = [
        [
            {name: set(game.action_names(player, infoset)) for name, infoset in game.names[player].items()}
            for player in (0, 1)
        ]
        for game in (one, other)
    ]
    return tables[0] == tables[1]


def foreign_pair(rng: Random) -> tuple[SmallGame, SmallGame]:
    """Return two games, whose sets often have the same names."""
    if rng.random() < 0.6:
        game = random_game(rng, chosen_shape(rng))
        return game, variant(rng, game)
    for _ in range(20):
        first, second = (unlabelled(random_game(rng, Shape(inner=3, numbers=rng.choice(BENIGN)))) for _ in range(2))
        if same_names(first, second):
            break
    return first, second


def unlabelled(game: SmallGame) -> SmallGame:
    """Return a game without labels."""
    return SmallGame(
        game.root,
        dict.fromkeys(game.labels, ""),
        {key: ("",) * len(labels) for key, labels in game.actions.items()},
        game.shares,
        game.benign,
    )


def foreign_profiles(rng: Random) -> Found:
    """Judge, for one game, a profile that was made for another one."""
    first, second = foreign_pair(rng)
    one, other = loaded(first), loaded(second)
    exact = rng.random() < 0.7
    solved = sf.solve(one, exact=True, backend=None) if rng.random() < 0.5 else None
    profile = solved.profile if solved else profile_of(one, first, random_strategies(rng, first))
    profile = profile if exact else profile.to_floats()
    fits = same_names(first, second)
    kind = rng.choice(("check", "check", "equilibrium", "assessment", "compare", "start", "file"))
    try:
        if kind == "assessment" and exact:
            fault = foreign_assessment_fault(rng, second, other, profile)
        elif kind == "compare" and exact:
            fault = comparison_fault(second, other, profile)
        elif kind == "start" and exact:
            found = sf.solve(other, backend="lemke", start=profile)
            fault = solved_fault(second, found, exact=True)
        elif kind == "file":
            fault = foreign_file_fault(second, one, other, profile)
        elif kind == "equilibrium" and exact and solved is not None:
            certificate = sf.check(other, solved, normal_form_perfect=True)
            strategies = strategies_of(second, profile)
            fault = certificate_fault(second, strategies, certificate)
            checks = dict(certificate.checks)
            if fault is None and checks != dominance_verdicts(second, strategies, checks):
                fault = f"verdicts {checks}"
        else:
            kind = "check"
            fault = verdicts_fault(rng, second, other, profile, exact=exact)
    except ModelError as error:
        return f"{kind}: refused, although the names are the same: {error}" if fits else None
    if fault is None and not fits:
        return f"{kind}: accepted, although the names differ"
    return None if fault is None else f"{kind}: {fault}"


def foreign_assessment_fault(rng: Random, game: SmallGame, tree: ExtensiveGame, profile: BehaviorProfile) -> Found:
    """Judge an assessment whose profile is that of another game."""
    assessment = Assessment(profile, random_beliefs(rng, tree, game))
    checked = check_assessment(tree, assessment, (SEQUENTIALLY_RATIONAL,))
    fault = certificate_fault(game, strategies_of(game, profile), checked.certificate)
    return fault or assessment_fault(game, tree, assessment, dict(checked.certificate.checks))


def comparison_fault(game: SmallGame, tree: ExtensiveGame, profile: BehaviorProfile) -> Found:
    """Compare what a strategy guarantees, and what a pair of them earns."""
    compared = sf.compare(tree, {"given": profile})
    strategies = strategies_of(game, profile)
    for player in (0, 1):
        guaranteed, right = compared.players[player].guaranteed[0], least_payoff(game, player, strategies[player])
        if guaranteed != right:
            return f"guaranteed {guaranteed} instead of {right}"
        earned = sf.expected_payoff(tree, profile[player], profile[1 - player])
        if earned != expected(game, strategies)[player]:
            return f"expected payoff {earned} instead of {expected(game, strategies)[player]}"
    return None


def foreign_file_fault(game: SmallGame, one: ExtensiveGame, other: ExtensiveGame, profile: BehaviorProfile) -> Found:
    """Judge a profile that comes from the file of another game."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "profile.json"
        path.write_text(to_json({"players": profile_data(one, profile)}), encoding="utf-8")
        certificate = sf.check(other, path)
    return certificate_fault(game, strategies_of(game, profile), certificate)


def read_only(rng: Random) -> Found:
    """Write into the arrays of a solved equilibrium and of its game; certificates must not change."""
    _, tree = some_game(rng, constant_sum=rng.random() < 0.5)
    concept = rng.choice(("nash", "nash", "quasi-perfect"))
    exact = rng.random() < 0.5
    found = sf.solve(tree, concept=concept, exact=exact, backend=None)
    before = sf.check(tree, found.profile)
    arrays: dict[str, Any] = {
        "infoset": tree.infoset,
        "outcome": tree.outcome,
        "parent": tree.parent,
        "payoffs": tree.outcomes.payoffs[rng.randrange(2)].numerators,
        "chance": tree.information_sets.probability.numerators,
    }
    for player, strategy in enumerate(found.profile):
        weights = strategy.plan.weights
        arrays[f"probabilities of player {player + 1}"] = strategy.probabilities
        arrays[f"plan of player {player + 1}"] = getattr(weights, "numerators", weights)
    if found.assessment is not None:
        arrays["beliefs"] = found.assessment.beliefs.probability
    name = rng.choice(list(arrays))
    array = arrays[name]
    if array.size == 0:
        return None
    place = rng.randrange(array.size)
    try:
        array[place] = array[(place + 1) % array.size] + (1 if name in ("payoffs", "outcome") else 0)
    except ValueError:
        return None
    after = sf.check(tree, found.profile)
    written = "; it has an effect on a later certificate" if before != after else ""
    return f"{name}: can be written to{written}" if written or "probabilities" in name else None


def changed_solution(rng: Random, game: SmallGame, tree: ExtensiveGame) -> Assessment:
    """Return a refined equilibrium with other behavior or other beliefs at one or two information sets, or neither."""
    concept = "extensive-form-perfect" if game.constant_sum is not None and rng.random() < 0.5 else "quasi-perfect"
    solved = sf.solve(tree, concept=concept).assessment
    assert solved is not None
    profile, beliefs, family = solved.profile, solved.beliefs, solved.family
    if rng.random() < 0.5:
        strategies = mixture(rng, strategies_of(game, profile), random_strategies(rng, game))
        profile = profile_of(tree, game, strategies)
        if rng.random() < 0.7:
            family = assessments.random_family(profile, rng)
    elif rng.random() < 0.6:
        beliefs = random_beliefs(rng, tree, game)
    if rng.random() < 0.2:
        family = None
    return Assessment(profile, beliefs, family)


def drawn_assessment(rng: Random, game: SmallGame, tree: ExtensiveGame) -> Assessment:
    """Return a random assessment."""
    profile = profile_of(tree, game, random_strategies(rng, game))
    family = assessments.random_family(profile, rng) if rng.random() < 0.6 else None
    kind = rng.choice(("own", "random", "mixed"))
    if kind == "own" and family is not None:
        beliefs = beliefs_of(tree, family)
    elif kind == "mixed":
        beliefs = assessments.mixed_beliefs(tree, profile, rng)
    else:
        beliefs = random_beliefs(rng, tree, game)
    if family is not None and rng.random() < 0.3:
        profile = profile_of(tree, game, random_strategies(rng, game))
    return Assessment(profile, beliefs, family)


def random_assessments(rng: Random) -> Found:
    """Judge a random assessment, or a solved one that is changed at a few information sets."""
    game, tree = some_game(rng, constant_sum=rng.random() < 0.5)
    assessment = changed_solution(rng, game, tree) if rng.random() < 0.4 else drawn_assessment(rng, game, tree)
    family = assessment.family
    asked = [SEQUENTIALLY_RATIONAL, CONSISTENT, SEQUENTIAL]
    if family is not None:
        asked += [QUASI_PERFECT, EXTENSIVE_FORM_PERFECT]
    if rng.random() < 0.3:
        asked += [*UNDOMINATED, NORMAL_FORM_PERFECT]
    asked = rng.sample(asked, rng.randint(1, len(asked)))
    certificate = check_assessment(tree, assessment, asked).certificate
    if set(certificate.checks) != set(asked):
        return f"asked for {asked}, checked {list(certificate.checks)}"
    fault = certificate_fault(game, strategies_of(game, assessment.profile), certificate)
    return fault or assessment_fault(game, tree, assessment, dict(certificate.checks))


# ---- files ----


def files(rng: Random) -> Found:
    """Write a game, and a profile or an assessment, and read them again; nothing may change."""
    game, tree = some_game(rng, constant_sum=rng.random() < 0.5)
    is_matrix = (
        tree.information_sets.player.tolist() == [0, 1]
        and len(tree.level_start) == 4
        and set(tree.infoset[1 : tree.level_start[2]].tolist()) == {1}
        and game.labels == {(0, 1): "", (1, 1): ""}
        and bool(np.all(tree.outcome[~tree.is_leaf] == NONE))
    )
    with tempfile.TemporaryDirectory() as folder:
        suffix = ".nfg" if is_matrix and rng.random() < 0.5 else ".efg"
        path = Path(folder) / f"game{suffix}"
        sf.save(tree, path)
        again = sf.load(path)
        if suffix == ".efg" and again != tree:
            return "the game differs after writing and reading"
        exact = rng.random() < 0.6
        profile = profile_of(tree, game, random_strategies(rng, game), exact=exact)
        where = Path(folder) / "profile.json"
        if exact and rng.random() < 0.5:
            family = assessments.random_family(profile, rng) if rng.random() < 0.5 else None
            assessment = Assessment(profile, random_beliefs(rng, tree, game), family)
            write_assessment(tree, assessment, where)
            read = read_assessment(where, again)
            if read is None or beliefs_by_set(again, game, read.beliefs) != beliefs_by_set(
                tree, game, assessment.beliefs
            ):
                return "beliefs differ after writing and reading"
            if family is not None and (
                read.family is None or family_weights(game, read.family) != family_weights(game, family)
            ):
                return "the family differs after writing and reading"
            profile_read = read.profile
        else:
            if rng.random() < 0.3:
                found = sf.solve(tree, exact=True)
                profile, exact = found.profile, True
                sf.write_equilibrium(found, where)
            else:
                where.write_text(to_json({"players": profile_data(tree, profile)}), encoding="utf-8")
            profile_read = sf.read_profile(where, again)
        if strategies_of(game, profile_read) != strategies_of(game, profile):
            return "probabilities differ after writing and reading"
        return certificate_fault(game, strategies_of(game, profile), sf.check(again, where))


# ---- the campaign ----


def campaign() -> Campaign:
    """Return the campaign with all its parts."""
    made = Campaign(
        "differential",
        "Random games with ties, huge and tiny numbers, absent moves, chance of probability 0 and information sets "
        "across depths: every route and verdict of the library against independent exact evaluation. One case is one "
        "solve, or the verdicts about one profile or assessment.",
    )
    made.part("nash-lp", nash_by_linear_program, 16_000)
    made.part("nash-lemke", nash_by_lemke, 14_000)
    made.part("paths", differential_paths.lemke_paths, 20_000)
    made.part("deep-paths", differential_paths.deep_paths, 600)
    made.part("units", differential_paths.units, 3_000)
    made.part("limits", differential_paths.limits, 200)
    made.part("integers", differential_proofs.integers, 8_000)
    made.part("bound-profiles", differential_proofs.bound_profiles, 6_000)
    made.part("lies", differential_proofs.lies, 3_000)
    made.part("equilibria", all_equilibria, 1_000)
    made.part("complete", complete_search, 10_000)
    if find_spec("pygambit") is not None:
        made.part("complete-gambit", complete_by_gambit, 10_000)
    made.part("refinements", refinements, 10_000)
    made.part("subgame-perfect", subgame_perfection, 8_000)
    made.part("preprocessing", preprocessing, 8_000)
    made.part("backends", backends, 8_000)
    made.part("wrong-profiles", wrong_profiles, 14_000)
    made.part("foreign-profiles", foreign_profiles, 11_000)
    made.part("read-only", read_only, 2_000)
    made.part("assessments", random_assessments, 7_000)
    made.part("files", files, 3_000)
    return made


if __name__ == "__main__":
    warnings.filterwarnings("ignore", category=UserWarning, module="cvxpy")
    sys.exit(campaign().run())
