"""Campaign of the claims of sections 4 to 9 of von Stengel, van den Elzen & Talman (2002), in games of payoffs 0 and 1.

    python scripts/campaigns/tracing_2002.py --minutes 60
    python scripts/campaigns/tracing_2002.py --parts back --only 17

Written from the paper and the documentation. The oracles are those of `exact_games.py`: walks of the tree in fractions
and the vertices of the best-response polytopes. Nearly every game is degenerate.
"""

from __future__ import annotations

import io
import json
import sys
import tempfile
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

sys.path[:0] = [str(Path(__file__).resolve().parents[2] / "scripts")]

from campaign import Campaign
from exact_games import (
    EMPTY,
    ONE,
    ZERO,
    Game,
    Plan,
    Plans,
    best_value,
    dominated,
    drawn_matrices,
    drawn_tree,
    efg,
    expected,
    extreme_equilibria,
    gradient,
    has_basis,
    in_hull,
    infosets,
    is_equilibrium,
    is_plan,
    matrix_game,
    mixture,
    normal_form,
    number_of_components,
    plan_of,
    product_of,
    pure_plans,
    regular_index,
    with_payoffs,
)

import seqform as sf
from seqform.builders.programs.lcp import Initial
from seqform.cli import outcome
from seqform.errors import ModelError

Fault = str | None
Behavior = tuple[dict[str, dict[str, Fraction]], dict[str, dict[str, Fraction]]]
BITS = (ZERO, ONE)
GENERIC = [Fraction(7919 * k % 1_000_003) for k in range(1000)]
"""Payoffs that hardly ever tie."""
UNITS = ((ZERO, ONE), (ZERO, ONE))
"""Payoffs of 1 at every leaf."""
LARGEST = 6
"""Reduced pure strategies of a player in games whose equilibria are enumerated."""


@dataclass(frozen=True)
class Case:
    """A drawn game, read by seqform from the text of a file."""

    tree: Game
    game: Any

    @property
    def text(self) -> str:
        """The game on one line."""
        return " ".join(efg(self.tree).split())


def read(tree: Game) -> Case:
    """Write a game to a file and load it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "game.efg")
        path.write_text(efg(tree), encoding="utf-8")
        return Case(tree, sf.load(str(path)))


def drawn_game(rng: Random, largest: int | None = None) -> Case:
    """Return a random tree or bimatrix game; with `largest` of no more reduced strategies for either player."""
    while True:
        if rng.random() < 0.4:
            tree: Game = matrix_game(*drawn_matrices(rng, BITS, 4 if largest else 6))
        else:
            tree = drawn_tree(rng, BITS, rng.randint(2, 4))
        sizes = [len(pure_plans(tree, player)) for player in (0, 1)]
        if max(sizes) <= (largest or 64) and sum(sizes) > 2:
            return read(tree)


# ---- starts ----


def drawn_behavior(rng: Random, tree: Game, kind: str) -> Behavior:
    """Return behavior strategies: "pure", on the "border", completely "mixed", or of "small" probabilities."""
    sides = []
    for player in (0, 1):
        side = {}
        for infoset, (_, actions) in infosets(tree, player).items():
            weights = [rng.randint(1, 5) for _ in actions]
            if kind == "pure":
                chosen = rng.randrange(len(actions))
                weights = [int(k == chosen) for k in range(len(actions))]
            elif kind == "border":
                weights = [rng.choice([0, weight]) for weight in weights]
                weights[rng.randrange(len(weights))] = 1
            elif kind == "small":
                weights = [rng.choice([1, 10**12, 10**30]) for _ in actions]
            side[infoset] = {
                action: Fraction(weight, sum(weights))
                for action, weight in zip(actions, weights, strict=True)
            }
        sides.append(side)
    return sides[0], sides[1]


@dataclass(frozen=True)
class Start:
    """A start as seqform takes it, with its plans where the campaign knows them."""

    given: Any
    plans: Plans | None
    text: str


def drawn_start(rng: Random, case: Case) -> Start:
    """Return a start of any kind."""
    kind = rng.choice(
        ["centroid", "random", "pure", "pure", "border", "border", "mixed", "mixed", "small"]
    )
    if kind == "random":
        name = f"random:{rng.randrange(1000)}"
        return Start(name, None, name)
    if kind == "centroid":
        uniform = tuple(
            {
                infoset: {a: Fraction(1, len(actions)) for a in actions}
                for infoset, (_, actions) in sets.items()
            }
            for sets in (infosets(case.tree, player) for player in (0, 1))
        )
        return Start(
            "centroid",
            (plan_of(case.tree, 0, uniform[0]), plan_of(case.tree, 1, uniform[1])),
            "centroid",
        )
    behavior = drawn_behavior(rng, case.tree, kind)
    plans = plan_of(case.tree, 0, behavior[0]), plan_of(case.tree, 1, behavior[1])
    return Start(sf.profile(case.game, behavior), plans, shown(plans))


def shown(plans: Plans) -> str:
    """Return plans as a text."""
    return str([{name: str(weight) for name, weight in plan.items() if weight} for plan in plans])


# ---- what seqform answers, by names ----


def named(plans: Any) -> Plans:
    """Return realization plans of seqform's as mappings."""
    first, second = (
        {
            name: weight
            for name, weight in zip(plan.index.names, plan.weights.to_fractions(), strict=True)
            if weight
        }
        for plan in plans
    )
    return first, second


def positive(plan: Plan) -> dict[str, Fraction]:
    """Return a plan without its zeros."""
    return {name: weight for name, weight in plan.items() if weight}


def plans_of_profile(tree: Game, profile: Any) -> Plans:
    """Return the plans of a behavior profile of seqform's."""
    behavior = [
        {infoset: profile[player][infoset] for infoset in infosets(tree, player)}
        for player in (0, 1)
    ]
    first, second = (positive(plan_of(tree, player, behavior[player])) for player in (0, 1))
    return first, second


# ---- conditions on a path ----


def point_fault(tree: Game, start: Plans, point: Plans, z0: Fraction) -> Fault:
    """Return which of (3.2), (3.4), (2.8) and lemma 4 a point (x̄, ȳ, z0) violates."""
    for player in (0, 1):
        if not is_plan(tree, player, point[player]):
            return f"plan {player} is none: {shown(point)}"
        rest = {
            name: point[player].get(name, ZERO) - z0 * start[player].get(name, ZERO)
            for name in {*point[player], *start[player]}
        }
        if min(rest.values()) < 0:
            return f"x̄ < p z0 for player {player} at z0 = {z0}: {shown(point)}"
        payoffs = gradient(tree, player, point[1 - player])
        if product_of(rest, payoffs) != (1 - z0) * best_value(tree, player, payoffs):
            return f"x* of player {player} is no best response at z0 = {z0}: {shown(point)}"
    return None


def middle(one: tuple[Plans, Fraction], two: tuple[Plans, Fraction]) -> tuple[Plans, Fraction]:
    """Return the middle of two points of a path."""
    halves = []
    for player in (0, 1):
        names = {*one[0][player], *two[0][player]}
        halves.append(
            {n: (one[0][player].get(n, ZERO) + two[0][player].get(n, ZERO)) / 2 for n in names}
        )
    return (halves[0], halves[1]), (one[1] + two[1]) / 2


def slacks_fault(tree: Game, row: Any) -> Fault:
    """Return what is wrong with x*, y*, u, v, r and s of a point.

    r_σ = u_h - Σ u_h' - (A ȳ)_σ where the payoffs of A are those of the game less one constant, by which u differs.
    """
    point, values = named(row.plans), row.values
    for player, (duals, slacks) in enumerate(((values.u, values.r), (values.v, values.s))):
        plan = row.plans[player]
        slack = dict(zip(plan.index.names, slacks.to_fractions(), strict=True))
        if min(slack.values()) < 0:
            return f"a negative slack of player {player}"
        if values.targets is not None:
            target = named(values.targets)[player]
            if not is_plan(tree, player, target):
                return f"x* of player {player} is no plan"
            if any(slack[name] for name in target):
                return f"the slack of a sequence of x* of player {player} is positive"
        dual = dict(zip([EMPTY, *plan.index.infoset_names], duals.to_fractions(), strict=True))
        if len(shift_of(tree, player, point[1 - player], dual, slack)) > 1:
            return f"r is not Eᵀu - A ȳ for player {player}"
    return None


def shift_of(tree: Game, player: int, opponent: Plan, dual: Plan, slack: Plan) -> set[Fraction]:
    """Return the constants by which payoffs seem to be shifted, at sequences that may come to a leaf."""
    sets = infosets(tree, player)
    payoffs, reach = (
        gradient(tree, player, opponent),
        gradient(with_payoffs(tree, UNITS), player, opponent),
    )
    before = {
        f"{h} {action}": dual[h] for h, (_, actions) in sets.items() for action in actions
    } | {EMPTY: dual[EMPTY]}
    for infoset, (sequence, _) in sets.items():
        before[sequence] -= dual[infoset]
    return {
        (before[name] - payoffs[name] - slack[name]) / -reach[name]
        for name in before
        if reach[name]
    }


def path_fault(case: Case, start: Start, path: Any, from_start: bool = True) -> Fault:
    """Return what is wrong with the points of a path, with those between them, and with its end."""
    tree = case.tree
    known = named(path.start)
    if start.plans is not None and known != tuple(positive(plan) for plan in start.plans):
        return f"the start is {shown(known)}"
    if any(not is_plan(tree, player, known[player]) for player in (0, 1)):
        return f"the start is none: {shown(known)}"
    rows = [row for row in path.rows if row.z0 is not None]
    if any(
        row.plans is not None and named(row.plans) != known for row in path.rows if row.z0 is None
    ):
        return "(x̄, ȳ) moves before u and v are in the basis"
    points = [(named(row.plans), row.z0) for row in rows]
    if from_start and points[0] != (known, ONE):
        return f"the path begins at {shown(points[0][0])}, z0 = {points[0][1]}"
    for row, (point, z0) in zip(rows, points, strict=True):
        fault = point_fault(tree, known, point, z0)
        if row.values is not None and path.formulation == "sequence-form":
            fault = fault or slacks_fault(tree, row)
        if fault is not None:
            return f"pivot {row.pivots}: {fault}"
    for row, two in zip(rows[1:], pairwise(points), strict=True):
        fault = point_fault(tree, known, *middle(*two))
        if fault is not None:
            return f"before pivot {row.pivots}: {fault}"
    if path.returned:
        return (
            None
            if points[-1] == (known, ONE)
            else f"returned to {shown(points[-1][0])}, z0 = {points[-1][1]}"
        )
    if not path.complete or points[-1][1] != 0:
        return f"the path ends at z0 = {points[-1][1]}: {path.termination}"
    if not is_equilibrium(tree, points[-1][0]):
        return f"the end is no equilibrium: {shown(points[-1][0])}"
    if plans_of_profile(tree, path.profile) != points[-1][0]:
        return f"the profile is not the end of the path: {shown(points[-1][0])}"
    return None


def perfection_fault(case: Case, start: Plans, path: Any) -> Fault:
    """Return what of theorem 1 and its proof is wrong with a path from a completely mixed start."""
    tree = case.tree
    end = named(path.rows[-1].plans)
    before = next(row for row in reversed(path.rows) if row.z0 > 0)
    near, z0 = middle((named(before.plans), before.z0), (end, ZERO))
    for player in (0, 1):
        names = {
            f"{infoset} {action}"
            for infoset, (_, actions) in infosets(tree, player).items()
            for action in actions
        }
        if any(near[player].get(name, ZERO) <= 0 for name in names):
            return f"a point of the last segment is not completely mixed: z0 = {z0}, {shown(near)}"
        payoffs = gradient(tree, player, near[1 - player])
        if product_of(end[player], payoffs) != best_value(tree, player, payoffs):
            return f"the end is no best response to the last segment: {shown(end)}"
    return dominated_fault(tree, end)


def dominated_fault(tree: Game, plans: Plans) -> Fault:
    """Return whether a plan plays a weakly dominated pure strategy of the reduced normal form."""
    first, second = normal_form(tree)
    turned = [[row[j] for row in second] for j in range(len(second[0]))]
    for player, rows in ((0, first), (1, turned)):
        pure = pure_plans(tree, player)
        kept = [plan for plan, worse in zip(pure, dominated(rows), strict=True) if not worse]
        if not in_hull(plans[player], kept):
            return f"player {player} plays a dominated strategy: {shown(plans)}"
    return None


# ---- parts ----


def drawn_options(rng: Random) -> dict[str, Any]:
    """Return arguments that change how a path is followed, and none of what is claimed."""
    raw: dict[str, Any] = {}
    if rng.random() < 0.3:
        raw["ties"] = rng.choice(["random-column", "unit-columns"])
    if rng.random() < 0.3:
        raw["early_exit"] = rng.choice([True, False])
    if rng.random() < 0.3:
        raw["engine"] = rng.choice(["auto", "tableau"])
    if rng.random() < 0.3 and raw.get("ties") != "unit-columns":
        raw["seed"] = rng.randrange(9)
    arguments: dict[str, Any] = {"path_start": rng.choice(["best-response", "slacks"])}
    return {**arguments, "options": {"raw": raw}} if raw else arguments


def forward(rng: Random) -> Fault:
    """Check sections 3 and 4: every point of a path from any start, and its end."""
    case = drawn_game(rng)
    start, arguments = drawn_start(rng, case), drawn_options(rng)
    path = sf.trace(case.game, start=start.given, points=True, **arguments)
    fault = path_fault(case, start, path)
    return fault and f"{fault}; start {start.text}, {arguments}; {case.text}"


def perfect(rng: Random) -> Fault:
    """Check section 5: theorem 1, with the certificate and the witness of `solve`."""
    case = drawn_game(rng)
    behavior = drawn_behavior(rng, case.tree, rng.choice(["mixed", "mixed", "small"]))
    plans = plan_of(case.tree, 0, behavior[0]), plan_of(case.tree, 1, behavior[1])
    start = Start(sf.profile(case.game, behavior), plans, shown(plans))
    path = sf.trace(case.game, start=start.given, points=True)
    fault = path_fault(case, start, path) or perfection_fault(case, plans, path)
    if fault is None:
        answer = sf.solve(case.game, "normal-form-perfect", start=start.given)
        end = plans_of_profile(case.tree, answer.profile)
        fault = dominated_fault(case.tree, end)
        if not is_equilibrium(case.tree, end):
            fault = f"solve: no equilibrium: {shown(end)}"
        if (
            answer.certificate.checks.get("normal-form perfect") is not True
            or not answer.certificate.proven
        ):
            fault = f"solve: not certified: {answer.certificate}"
        if (
            sf.check(case.game, answer.profile, normal_form_perfect=True).checks[
                "normal-form perfect"
            ]
            is not True
        ):
            fault = f"solve: certified by a witness, not by check: {shown(end)}"
        if expected(case.tree, end) != tuple(answer.values):
            fault = f"solve: values {answer.values}"
    return fault and f"{fault}; start {start.text}; {case.text}"


def check_perfect(rng: Random) -> Fault:
    """Check section 5: `check --normal-form-perfect` of equilibria of the list, against dominated pure strategies."""
    case = drawn_game(rng, LARGEST)
    pairs = extreme_equilibria(*normal_form(case.tree))
    one, two = rng.choice(pairs)
    plans = mixture(case.tree, 0, one), mixture(case.tree, 1, two)
    behavior = tuple(
        {
            infoset: {
                action: plans[player].get(f"{infoset} {action}", ZERO) / plans[player][before]
                if plans[player].get(before)
                else Fraction(1, len(actions))
                for action in actions
            }
            for infoset, (before, actions) in infosets(case.tree, player).items()
        }
        for player in (0, 1)
    )
    certificate = sf.check(case.game, sf.profile(case.game, behavior), normal_form_perfect=True)
    if not certificate.proven:
        return f"an equilibrium is refused: {shown(plans)}; {case.text}"
    weak = dominated_fault(case.tree, plans)
    if weak and certificate.checks["normal-form perfect"] is not False:
        return f"{weak} and is called perfect; {case.text}"
    return None


def harsanyi_selten(rng: Random) -> Fault:
    """Check section 5: a point of the path is an equilibrium of the game with the prior, in the normal form too.

    Without ties the paths of the sequence form and of the reduced normal form turn at the same points.
    """
    if rng.random() < 0.5:
        case = drawn_game(rng, LARGEST)
        start = drawn_start(rng, case)
        path = sf.trace(case.game, start=start.given, points=True, formulation="normal-form")
        fault = path_fault(case, start, path)
    else:
        case = read(matrix_game(*drawn_matrices(rng, GENERIC, 5)))
        start = drawn_start(rng, case)
        path, other = (
            sf.trace(case.game, start=start.given, points=True, formulation=formulation)
            for formulation in ("sequence-form", "normal-form")
        )
        fault = path_fault(case, start, path) or path_fault(case, start, other)
        if fault is None and [named(point) for point in path.corners] != [
            named(point) for point in other.corners
        ]:
            fault = "the paths of sequence form and normal form differ"
    return fault and f"{fault}; start {start.text}; {case.text}"


def complete(rng: Random) -> Fault:
    """Check section 9: the list of all equilibria, against the vertices of the normal form."""
    case = drawn_game(rng, LARGEST)
    tree = case.tree
    every = sf.equilibria(case.game, complete=True)
    if not every.finished:
        return f"unfinished: {case.text}"
    plans = [[named((plan, plan))[0] for plan in side] for side in every.plans]
    matrices = normal_form(tree)
    pairs = extreme_equilibria(*matrices)
    if every.components != number_of_components(pairs):
        return f"{every.components} components, not {number_of_components(pairs)}; {case.text}"
    for member in every:
        ends = plans_of_profile(tree, member.profile)
        certified = member.certificate.proven and expected(tree, ends) == tuple(member.values)
        if not is_equilibrium(tree, ends) or not certified:
            return f"a member is no equilibrium: {shown(ends)}; {case.text}"
    hulls = [
        ([plans[0][k] for k in one.plans[0]], [plans[1][k] for k in one.plans[1]])
        for one in every.subsets
    ]
    for one, two in pairs:
        point = mixture(tree, 0, one), mixture(tree, 1, two)
        if not any(in_hull(point[0], left) and in_hull(point[1], right) for left, right in hulls):
            return f"an equilibrium is in no subset: {shown(point)}; {case.text}"
    for left, right in hulls:
        for x in left:
            for y in right:
                if not is_equilibrium(tree, (x, y)):
                    return (
                        f"a subset has another point than equilibria: {shown((x, y))}; {case.text}"
                    )
        for side in (left, right):
            for k, plan in enumerate(side):
                if len(side) > 1 and in_hull(plan, side[:k] + side[k + 1 :]):
                    return f"a plan of a subset is not extreme: {shown((plan, {}))}; {case.text}"
    if tree_is_matrix(tree) and len(every) != len(pairs):
        return f"{len(every)} extreme equilibria, not {len(pairs)}; {case.text}"
    return None


def back(rng: Random, path_start: Initial = "best-response") -> Fault:
    """Check section 7: the path of a start, from its own end and from other equilibria, with `owned` of one only."""
    case = drawn_game(rng, LARGEST)
    start = drawn_start(rng, case)
    arguments: dict[str, Any] = {"path_start": path_start}
    path = sf.trace(case.game, start=start.given, points=True, **arguments)
    fault = path_fault(case, start, path)
    if fault is not None:
        return f"{fault}; start {start.text}; {case.text}"
    own = sf.trace(case.game, start=start.given, equilibrium=path, points=True)
    fault = path_fault(case, start, own, from_start=False)
    if fault is None and not (own.returned and own.owned):
        fault = f"from its own end: returned {own.returned}, owned {own.owned}, {own.remarks}"
    if fault is None and own.rows[0].z0 != 0 and len(own.rows) > 1:
        fault = f"from its own end: z0 = {own.rows[0].z0} first"
    ends = {json.dumps(shown(plans_of_profile(case.tree, path.profile)))}
    # an equilibrium without a basis is followed back along the path from best responses, whatever `path_start` was
    initials: set[Initial] = {path_start, "best-response"}
    for initial in initials:
        for early_exit in (True, False):
            options = {"raw": {"early_exit": early_exit}}
            forward = sf.trace(case.game, start=start.given, path_start=initial, options=options)
            ends.add(json.dumps(shown(plans_of_profile(case.tree, forward.profile))))
    if fault is None:
        fault = others_fault(case, start, ends)
    return fault and f"{fault}; start {start.text}, {arguments}; {case.text}"


def others_fault(case: Case, start: Start, ends: set[str]) -> Fault:
    """Follow the path of a start from all equilibria of the list."""
    tree = case.tree
    owners = []
    for number, known in enumerate(sf.equilibria(case.game, complete=True)):
        plans = plans_of_profile(tree, known.profile)
        try:
            found = sf.trace(case.game, start=start.given, equilibrium=known, points=True)
        except ModelError as error:
            matrices = normal_form(tree)
            if tree_is_matrix(tree) and has_basis(
                *matrices, vector(tree, 0, plans), vector(tree, 1, plans)
            ):
                return f"equilibrium {number} has a basis: {error}"
            continue
        first_plans = named(found.rows[0].plans)
        # It has no basis: the paths of extreme equilibria near it are followed.
        if first_plans != plans:
            fault = followed_instead_fault(tree, plans, found)
            if fault is not None:
                return f"equilibrium {number}, from which the path begins at {shown(first_plans)}: {fault}"
            continue
        for one in (found, *found.others):
            if named(one.rows[0].plans) != plans:
                return f"equilibrium {number}: the path begins at {shown(named(one.rows[0].plans))}"
            fault = path_fault(case, start, one, from_start=False)
            if fault is not None:
                return f"from equilibrium {number}, {shown(plans)}: {fault}"
            if one.owned and not one.returned:
                return f"equilibrium {number}: owned without a return"
            if one.owned:
                owners.append(json.dumps(shown(plans)))
    if not set(owners) <= ends or len(owners) > len(ends):
        return f"the end of its own path: {owners}, not {ends}"
    return None


def followed_instead_fault(tree: Game, plans: Plans, found: Any) -> Fault:
    """Return what is wrong with the paths that are followed in place of those of an equilibrium without a basis."""
    matrices = normal_form(tree)
    if tree_is_matrix(tree) and has_basis(
        *matrices, vector(tree, 0, plans), vector(tree, 1, plans)
    ):
        return "it has a basis"
    for path in (found, *found.others):
        if path.owned:
            return "the end of another path is owned"
        if not is_equilibrium(tree, named(path.rows[0].plans)):
            return "the path begins at no equilibrium"
    if "no complementary basis" not in " ".join(found.remarks):
        return f"no remark on the basis: {found.remarks}"
    return None


def tree_is_matrix(tree: Game) -> bool:
    """Return whether a tree is that of two matrices."""
    return getattr(tree, "infoset", None) == "row"


def vector(tree: Game, player: int, plans: Plans) -> tuple[Fraction, ...]:
    """Return a plan of a matrix game as a mixed strategy."""
    return tuple(
        plans[player].get(next(name for name in pure if name != EMPTY), ZERO)
        for pure in pure_plans(tree, player)
    )


def several(rng: Random) -> Fault:
    """Check sections 7 and 9: equilibria from several starts and back; indices of regular ones by determinants."""
    case = drawn_game(rng, LARGEST)
    tree = case.tree
    starts = [drawn_start(rng, case) for _ in range(rng.randint(1, 4))]
    found = sf.equilibria(
        case.game,
        starts=[start.given for start in starts],
        back=True,
        initial=rng.choice(["best-response", "slacks"]),
    )
    text = f"starts {[start.text for start in starts]}; {case.text}"
    if not found.closed or found.index_sum != 1:
        return f"closed {found.closed}, indices add up to {found.index_sum}; {text}"
    if not any(one.starts for one in found):
        return f"no start leads anywhere; {text}"
    plans = [plans_of_profile(tree, one.profile) for one in found]
    if len({shown(one) for one in plans}) != len(plans):
        return f"an equilibrium is listed twice; {text}"
    matrices = normal_form(tree)
    for one, ends in zip(found, plans, strict=True):
        if (
            not is_equilibrium(tree, ends)
            or not one.certificate.proven
            or expected(tree, ends) != tuple(one.values)
        ):
            return f"no equilibrium: {shown(ends)}; {text}"
        if one.certificate.checks.get("normal-form perfect") and dominated_fault(tree, ends):
            return f"{dominated_fault(tree, ends)} and is called perfect; {text}"
        if tree_is_matrix(tree):
            index = regular_index(*matrices, vector(tree, 0, ends), vector(tree, 1, ends))
            if one.nondegenerate != (index is not None):
                return f"nondegenerate {one.nondegenerate}, index by determinants {index}: {shown(ends)}; {text}"
            if index is not None and one.index != index:
                return f"index {one.index}, by determinants {index}: {shown(ends)}; {text}"
    if sorted(k for one in found for k in one.starts) != list(range(len(starts))):
        return f"starts {[one.starts for one in found]}; {text}"
    return None


# ---- files ----


def command(*words: str) -> tuple[int, str, str]:
    """Run a command in this process; return its status, output and messages."""
    out, err = io.StringIO(), io.StringIO()
    argv, sys.argv = sys.argv, ["seqform", *words]
    try:
        with redirect_stdout(out), redirect_stderr(err):
            status = outcome()
    finally:
        sys.argv = argv
    return status, out.getvalue(), err.getvalue()


def files(rng: Random) -> Fault:
    """Check ends kept by -o of solve, trace and equilibria, read again by --from and check."""
    case = drawn_game(rng, LARGEST)
    start = drawn_start(rng, case)
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        Path("g.efg").write_text(efg(case.tree), encoding="utf-8")
        name = start.given
        if not isinstance(name, str):
            name = "start.json"
            sides = [
                {
                    "information_sets": [
                        {
                            "label": infoset,
                            "actions": list(row),
                            "probabilities": [str(p) for p in row.values()],
                        }
                        for infoset, row in (
                            (h, start.given[player][h]) for h in infosets(case.tree, player)
                        )
                    ]
                }
                for player in (0, 1)
            ]
            Path(name).write_text(json.dumps({"players": sides}), encoding="utf-8")
        fault = files_fault(case, name)
    return fault and f"{fault}; start {start.text}; {case.text}"


def files_fault(case: Case, start: str) -> Fault:
    """Return what is wrong with the files that a start's path ends in."""
    ends: dict[str, Plans] = {}
    for words in (
        ("solve", "g.efg", "--backend", "lemke", "--start", start, "-o", "solve.json"),
        ("trace", "g.efg", "--start", start, "-o", "trace.json"),
        ("equilibria", "g.efg", "--start", start, "-o", "equilibria.json"),
    ):
        status, _, messages = command(*words)
        if status:
            return f"{' '.join(words)}: {status}: {messages}"
    for name in ("solve.json", "equilibria.json", "trace.json"):
        words = ("trace", "g.efg", "--start", start, "--from", name, "-o", f"back-{name}")
        status, _, messages = command(*words)
        if status:
            return f"{' '.join(words)}: {status}: {messages}"
        answer = json.loads(Path(f"back-{name}").read_text())
        if not (answer["returned"] and answer["owned"]):
            return f"{name}: returned {answer['returned']}, owned {answer['owned']}, {answer['status']}"
    for name in ("solve.json",):
        profile = sf.read_profile(name, case.game)
        ends[name] = plans_of_profile(case.tree, profile)
        if not is_equilibrium(case.tree, ends[name]):
            return f"{name}: no equilibrium: {shown(ends[name])}"
        status, output, messages = command("check", "g.efg", name, "--target-gap", "0", "--json")
        if status or json.loads(output)["nash_conv"] != "0":
            return f"check {name}: {status}: {messages}"
    return None


# ---- the paper's own numbers ----

TABLE_1 = {
    3: (15, 7, 4, 3, 2),
    4: (31, 7, 4, 11, 6),
    5: (63, 23, 12, 11, 6),
    6: (127, 23, 12, 43, 22),
    7: (255, 87, 44, 43, 22),
    8: (511, 87, 44, 171, 86),
    9: (1023, 343, 172, 171, 86),
}
"""By depth: nodes, sequences and constraints of player 1, of player 2."""


def paper(rng: Random) -> Fault:
    """Check the worked example of sections 4, 6 and 7, and the sizes of table I."""
    exact = Fraction
    game = sf.load("vsvet-figure-1")
    first = {
        "start": {"L": exact(3, 10), "R": exact(7, 10)},
        "after R": {"S": exact(1, 2), "T": exact(1, 2)},
    }
    second = {"h": {"a": exact(1, 3), "b": exact(2, 3)}, "h'": {"c": exact(1, 3), "d": exact(2, 3)}}
    start = sf.profile(game, (first, second))
    path = sf.trace(game, start=start, points=True)
    if [row.z0 for row in path.rows] != [
        1,
        exact(9, 16),
        exact(9, 16),
        exact(60, 77),
        exact(60, 77),
        0,
    ]:
        return f"section 4: z0 = {[row.z0 for row in path.rows]}"
    if named(path.rows[-1].plans)[1] != {EMPTY: 1, "h a": 1, "h' c": 1}:
        return f"section 4: {shown(named(path.rows[-1].plans))}"
    late = sf.trace(
        game,
        start=start,
        points=True,
        options={"raw": {"early_exit": False, "ties": "unit-columns"}},
    )
    if named(late.rows[-1].plans)[1] not in (
        {EMPTY: 1, "h a": 1, "h' c": exact(1, 12), "h' d": exact(11, 12)},
        {EMPTY: 1, "h a": 1, "h' c": 1},
    ):
        return f"section 6: {shown(named(late.rows[-1].plans))}"
    other = sf.profile(
        game, (first, {"h": {"a": exact(1, 8), "b": exact(7, 8)}, "h'": second["h'"]})
    )
    known = sf.trace(game, start=other, points=True)
    if named(known.rows[-1].plans) != (
        {EMPTY: 1, "start R": 1, "after R S": exact(1, 3), "after R T": exact(2, 3)},
        {EMPTY: 1, "h b": 1, "h' c": exact(2, 3), "h' d": exact(1, 3)},
    ):
        return f"section 7: {shown(named(known.rows[-1].plans))}"
    negative = sf.trace(game, start=start, equilibrium=known, points=True)
    if [row.z0 for row in negative.rows] != [0, exact(3, 8), exact(3, 8), 0]:
        return f"section 7: z0 = {[row.z0 for row in negative.rows]}"
    if named(negative.rows[-1].plans) != (
        {
            EMPTY: 1,
            "start L": exact(5, 14),
            "start R": exact(9, 14),
            "after R S": exact(3, 14),
            "after R T": exact(3, 7),
        },
        {
            EMPTY: 1,
            "h a": exact(1, 8),
            "h b": exact(7, 8),
            "h' c": exact(2, 3),
            "h' d": exact(1, 3),
        },
    ):
        return f"section 7: {shown(named(negative.rows[-1].plans))}"
    depth = rng.choice(list(TABLE_1))
    tree = sf.load(f"binary-tree(depth={depth},seed={rng.randrange(100)})")
    form = sf.builders.sequence_form(tree).target
    sizes = (len(tree.parent) if hasattr(tree, "parent") else TABLE_1[depth][0],)
    shapes = [form.E.shape, form.F.shape]
    found = (*sizes, shapes[0][1], shapes[0][0], shapes[1][1], shapes[1][0])
    return (
        None
        if found == TABLE_1[depth]
        else f"table I, depth {depth}: {found}, not {TABLE_1[depth]}"
    )


def binary_tree(rng: Random) -> Fault:
    """Check section 9: games of the paper's own kind, forwards, back, and proven perfect, from random starts."""
    depth, seed = rng.randint(3, 6), rng.randrange(10_000)
    game = sf.load(f"binary-tree(depth={depth},seed={seed})")
    start = f"random:{rng.randrange(1000)}"
    text = f"binary-tree(depth={depth},seed={seed}) {start}"
    path = sf.trace(game, start=start)
    answer = sf.solve(game, start=start, backend="lemke")
    if (
        not answer.certificate.proven
        or answer.certificate.checks.get("normal-form perfect") is not True
    ):
        return f"{text}: {answer.certificate}"
    own = sf.trace(game, start=start, equilibrium=path)
    again = sf.trace(game, start=start, equilibrium=answer)
    if not (own.returned and own.owned and again.returned and again.owned):
        return (
            f"{text}: returned {own.returned}, {again.returned}; owned {own.owned}, {again.owned}"
        )
    other = sf.trace(game, start=f"{start}1")
    negative = sf.trace(game, start=start, equilibrium=other)
    same = str(path.profile) == str(other.profile)
    if negative.owned and not same:
        return f"{text}: the end of another path is owned"
    if not negative.returned and negative.complete and not sf.check(game, negative.profile).proven:
        return f"{text}: the path back ends at no equilibrium"
    return None


def ones(rng: Random) -> Fault:
    """Check section 8: the algorithm of Koller, Megiddo & von Stengel ends at an equilibrium."""
    case = drawn_game(rng)
    path = sf.trace(case.game, start="ones")
    ends = plans_of_profile(case.tree, path.profile)
    if not path.complete or path.rows[-1].z0 != 0 or not is_equilibrium(case.tree, ends):
        return f"{path.termination}: {shown(ends)}; {case.text}"
    return None


CAMPAIGN = Campaign(
    "tracing-2002",
    "Sections 4 to 9 of von Stengel, van den Elzen & Talman (2002) in games with payoffs 0 and 1, written from "
    "the paper and the documentation: all points of paths and those between them, ends, perfection, paths back, index, "
    "lists, files.",
    {
        "forward": (forward, 4000),
        "perfect": (perfect, 2000),
        "check-perfect": (check_perfect, 2000),
        "harsanyi-selten": (harsanyi_selten, 2000),
        "back": (back, 2000),
        "back-from-slacks": (partial(back, path_start="slacks"), 1000),
        "several": (several, 2000),
        "complete": (complete, 2000),
        "files": (files, 600),
        "binary-tree": (binary_tree, 400),
        "ones": (ones, 2000),
        "paper": (paper, 60),
    },
)

if __name__ == "__main__":
    sys.exit(CAMPAIGN.run())
